#pragma once
/// Operations: all by which somebody changes the motion in a lab. One table has what a file calls
/// each, its fields, its meaning, and the function that does it; the log (lab/log.h) and
/// docs/recordings.md read it. What is done to all lanes is done to those that have not diverged.

#include "lab/lab.h"

/// In the order of the table.
typedef enum vl_operation_kind {
    VL_BEGIN,
    VL_RUNS,
    VL_FRAME,
    VL_STOPPED,
    VL_HASH,
    VL_LOOK,
    VL_HOLD,
    VL_CARRY,
    VL_RELEASE,
    VL_PUT,
    VL_POSE,
    VL_PIN,
    VL_UNPIN,
    VL_CUT,
    VL_TURN,
    VL_LANE,
    VL_JOIN,
    VL_REMOVE,
    VL_MISTAKE,
    VL_NUMBERS,
    VL_STATE,
    VL_OPERATIONS,
} vl_operation_kind;

/// An operation with its fields, as far as its row has them.
typedef struct vl_operation {
    vl_operation_kind kind;
    int lane;
    int number; ///< of a particle, from 1
    int64_t counts[2];
    double values[3];
    const char *text;             ///< the rest of its line
    const struct vl_scene *scene; ///< of those with settings of a lane: the lane; of VL_NUMBERS:
                                  ///< with the other numbers
    const vl_energy_scale *scale; ///< of VL_NUMBERS: what 100 % is with them; NULL: it is searched
    vl_lab *made; ///< of VL_JOIN, which frees it: the lane at the present instant; NULL: not made
    bool stopped; ///< a frame of which only the first `steps` were made
    int64_t steps;
    bool part; ///< of VL_LANE: the settings that the text lacks stay, as in older files

    // of one that was read
    const char *path;  ///< of the file
    int64_t line, end; ///< of its first line and its last one
    int column;        ///< of the field that is told of
    const char *block; ///< the lines of a scene, each behind a bar
    size_t block_size; ///< bytes of it
} vl_operation;

/// What an operation is, as bits.
enum {
    VL_OPERATION_BLOCK = 1 << 0, ///< lines of a scene follow, whose number is its first count
    VL_OPERATION_ANY = 1 << 1,   ///< it is done to other lanes, too, than those that it was done to
    VL_OPERATION_NEEDS_V = 1 << 2, ///< it needs the velocities of the worlds
};

typedef struct vl_operation_row {
    const char *name;
    const char *fields; ///< a letter for each: l lane, n number of a particle, c count, d number,
                        ///< t the rest of the line
    unsigned is;
    const char *meaning; ///< for the documentation
    bool (*act)(vl_lab *lab, const vl_operation *operation, vl_error *error);
    vl_cause cause; ///< under which the ledger counts the change of the energy; 0: it does not
} vl_operation_row;

/// By vl_operation_kind.
extern const vl_operation_row vl_operation_rows[VL_OPERATIONS];

/// Whether the lane and the particle of an operation are there, and the lane that gets settings has
/// not diverged; else a message.
bool vl_operation_fits(const vl_lab *lab, const vl_operation *operation, vl_error *error);

/// Does an operation that fits, a frame with all its steps. False and a message, and nothing is
/// changed, where it cannot be done.
bool vl_operation_act(vl_lab *lab, const vl_operation *operation, vl_error *error);

/// Reads a lane in the words of scene files, or in the fields between bars of version 1. `own`: a
/// zeroed one, to which texts of `lane` belong; release it in any case. `mistake`: that of the run,
/// which the words do not tell.
bool vl_operation_lane(const char *text, const vl_scene *scene, const vl_mistake *mistake,
                       vl_lane *own, vl_scene *lane, vl_error *error);

/// Whether a lane that was not there gets it, too: what was done to all lanes, or to the first.
bool vl_operation_is_for_others(const vl_operation *operation);

/// The settings of a lane as operations have them; free with vl_free().
char *vl_operation_settings(const vl_scene *lane);

/// Adds its line, and no block.
void vl_operation_write(vl_text *text, const vl_operation *operation);

/// Lines that are read. `at` and `line` are behind what was read, `path` is for messages.
typedef struct vl_lines {
    const char *path;
    const char *bytes; ///< each line has its end
    size_t size;
    size_t at;    ///< bytes
    int64_t line; ///< lines
    vl_text text; ///< of the last operation; free with vl_text_free()
} vl_lines;

/// Takes the next operation apart, with its block, or how many steps of a frame were made. Its text
/// is valid until the next one is read. False at the end; with a message where a line is wrong.
bool vl_operation_read(vl_lines *lines, vl_operation *operation, vl_error *error);

/// The scene in an operation. NULL and a message with file, line and column where it is wrong. Free
/// with vl_scene_free().
VL_MUST_USE vl_scene *vl_operation_scene(const vl_operation *operation, vl_error *error);

/// A message about an operation, with file, line and column; returns false.
#define vl_operation_fail(lines, operation, error, ...)                                            \
    vl_fail_at((error), (vl_location){(lines)->path, (int)(operation)->line, (operation)->column}, \
               __VA_ARGS__)

/// Why the motion of a world so far is not reversible, whatever the method, as a sentence; NULL
/// where no reason is known. A collider is one once it was touched, a link once it is broken.
const char *vl_reversal_hindrance(const vl_world *world);
