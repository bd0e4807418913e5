#pragma once
/// The past of a lab: what was done to it, and states between, by which any instant is reached
/// again.
///
/// The log has a line for each operation (lab/operation.h), and lines are only ever added. An entry
/// is an operation that was done, and knows the entry after which it was done, so that the log is a
/// tree: who goes back and does something else begins a branch. Undo, redo, back in time and a
/// recording that plays all go to an entry: the nearest state before it is brought back, and the
/// operations from there are done again, to the last bit.
///
/// States are stored every few frames and at marks. Where their memory is full, the state goes that
/// lies the nearest to the one before it for how long ago it was. That with which the present run
/// begins stays: from it, all of the run is made again. Of too many lines or entries the older half
/// is forgotten, up to a state. A log takes the memory that it was given for states, at most 64 MiB
/// besides, and 36 bytes for each frame of the present run.
///
/// On the line of time each frame of the present run has its place: those that led to the present,
/// and those ahead of it, where somebody has gone back. Their lengths are known until the run takes
/// others. Neither the motion nor the ledger depends on who has looked at the readings
/// (vl_lab_complete()).

#include "lab/log_file.h"
#include "lab/operation.h"

/// The log of a lab. Others read those above the line.
typedef struct vl_log {
    int present;         ///< the entry that led to the present state
    int run;             ///< the entry with which the present run began
    int64_t last, known; ///< the newest frame on the line of time that can be reached, and the one
                         ///< up to which lengths are known. The present one is vl_lab.now.frames

    // of the log alone
    vl_lab *lab;       // of the present run
    vl_log_file *file; // NULL: none
    size_t most;       // bytes of states; 0: none are stored, and no lines
    bool begins;       // its state is that of a run which was not stored yet
    bool unchecked;    // the checks of the newest frame are not in the file
    bool moved;        // to another entry, which is not in the file
    vl_text line;      // that is written
    vl_text text;      // all lines from the entry `first` on, but for checks
    int64_t cut;       // bytes before them that are forgotten
    int first, count, capacity;
    struct vl_log_entry *entries;  // those from `first` on; `count` is of all that there were
    char *numbers;                 // of the scene of the run, see vl_scene_copy_numbers()
    struct vl_log_source *sources; // of all runs
    int source_count, source_capacity;
    struct vl_log_state *states; // in the order in which they were stored
    int state_count, state_capacity;
    size_t bytes;                // of all states
    struct vl_log_place *places; // of the line of time, by the numbers of frames
    int place_capacity;
} vl_log;

/// Bytes of lines that are kept, how many operations are, and bytes of states in the program.
enum { VL_LOG_MOST_TEXT = 16 << 20, VL_LOG_MOST_ENTRIES = 400000, VL_LOG_MEMORY = 192 << 20 };

/// A log that stores states of at most `most_bytes`, one state in any case; 0: it stores nothing,
/// and one cannot go back. What is done is written to `file`, too, which must outlive it; NULL: to
/// none. Free with vl_log_free() before its lab.
vl_log *vl_log_create(size_t most_bytes, vl_log_file *file);
void vl_log_free(vl_log *log);

/// A run begins: from now on the log has what is done to a lab at its start. `lanes` are what it
/// was made from. A log that stores states owns `scene` from now on.
void vl_log_begin(vl_log *log, vl_lab *lab, vl_scene *scene, const vl_scene *lanes);

/// A run begins in `*lab`, that of the log; NULL: one is made. It keeps ledger and momenta, as
/// hands may come. False as vl_lab_restart(): `scene` stays that of the caller.
VL_MUST_USE bool vl_log_start_run(vl_log *log, vl_lab **lab, vl_scene *scene, const vl_scene *lanes,
                                  int count, vl_error *error);

/// Does an operation, whose scene may be in its text or block, and adds it to the log of the lab,
/// if it has one. False and a message where it cannot be done: the motion is what it was; an open
/// frame is ended, and velocities have been looked at.
VL_MUST_USE bool vl_lab_do(vl_lab *lab, const vl_operation *operation, vl_error *error);

/// The same of one that can be done, which is asserted.
#define VL_DO(lab, what, ...) vl_lab_must_do((lab), &(vl_operation){.kind = (what), __VA_ARGS__})
void vl_lab_must_do(vl_lab *lab, const vl_operation *operation);

/// Begins a lane with such settings (vl_operation_settings()) where the run began, for VL_JOIN when
/// it has come to the present entry. NULL and a message where it cannot be made. Free with
/// vl_lab_free().
VL_MUST_USE vl_lab *vl_log_begin_lane(vl_log *log, const char *settings, int *begin,
                                      vl_error *error);

/// Does what was done after an entry to the lane, for about so many seconds. Returns the entry to
/// which it came; −1: the other one does not lead to the present, as somebody went back in time.
int vl_log_make_lane(vl_log *log, vl_lab *made, int from, double seconds);

/// Begins a frame as vl_lab_begin_frame() does, and adds it to the log.
bool vl_lab_do_frame(vl_lab *lab, double dt);

/// A run ends after so many frames in a row in which no lane makes a step.
#define VL_RUN_MOST_IDLE_FRAMES 100000

/// Steps until a limit or the end of the stream is reached or every lane has diverged; then
/// completes the readings with the next dt. The stream must not be `frame`. False where
/// VL_RUN_MOST_IDLE_FRAMES frames in a row made no step.
bool vl_run_lab(vl_lab *lab, vl_stream *stream, const vl_run *limits);

/// To be called now and then between frames: writes to the file what waits.
void vl_log_tick(vl_log *log);

// --- entries ---

/// Stores the present state, and returns its entry, to which one wants to go back.
int vl_log_mark(vl_log *log);

/// The state becomes that after an entry, with the lanes and, if it is another run, the scene of
/// then. Readings are sent to nobody on the way; that of the instant is sent when it is complete.
/// False, and nothing happens, where the entry is forgotten.
bool vl_log_go(vl_log *log, int entry);

/// Sends the readings from `time`, s, up to the present once more, as the run made them. The state
/// is what it was.
void vl_log_tell(vl_log *log, double time);

bool vl_log_reaches(const vl_log *log, int entry);

/// The scene of the present run, with the numbers of the present state.
vl_scene *vl_log_scene(const vl_log *log);

// --- the line of time: frames by number, of which 0 is the beginning ---

/// The oldest frame that can be reached.
int64_t vl_log_first(const vl_log *log);

/// The entry at whose end a frame is, with all that was done between it and the next one.
int vl_log_entry(const vl_log *log, int64_t frame);

/// The nearest entry that can be reached, at the end of a frame or before it if one can; unless
/// `held`, one at which no hand of a person holds something.
int vl_log_nearest(const vl_log *log, int64_t frame, bool held);

/// The length of a frame, and the time at its end, s; 0 where it is not known.
double vl_log_length(const vl_log *log, int64_t frame);
double vl_log_time(const vl_log *log, int64_t frame);

/// Replaces the lengths of the frames after the present one, s. What was ahead is not reached on
/// the line any more.
void vl_log_expect(vl_log *log, const double *dt, int count);
