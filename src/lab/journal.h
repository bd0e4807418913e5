#pragma once
/// The file to which a recording is written while things happen: lines that
/// are only ever added, so that a program that is killed leaves a file that is good but for its
/// last line. They are what is done to a lab (docs/recordings.md).

#include "lab/lab.h"

typedef struct vl_journal vl_journal;

enum {
    VL_JOURNAL_MOST_BYTES = 64 << 20,  ///< of a file. Then no more is added
    VL_JOURNAL_LONGEST_LINE = 1 << 20, ///< bytes. With a longer one no more is added
};

/// What is written is in the file at the latest after this time, s, if the program still runs.
#define VL_JOURNAL_DELAY 0.25

/// Begins a file, and writes its first line. A recording that is there is replaced. NULL and a
/// message, and the file is as it was, where it cannot be written, is something else, or another
/// program writes to it. This program must not write to it. Free with vl_journal_free().
VL_MUST_USE vl_journal *vl_journal_create(const char *path, vl_error *error);

/// Writes what is left and closes the file. NULL is allowed.
void vl_journal_free(vl_journal *journal);

/// Writes to the file where VL_JOURNAL_DELAY has passed; to be called now and then where no line is
/// added.
void vl_journal_tick(vl_journal *journal);

/// Why nothing is added any more; NULL: something is.
const char *vl_journal_failure(const vl_journal *journal);

/// Lets it fail for a reason, as a full disk does.
void vl_journal_fail(vl_journal *journal, const char *reason);

/// Whether a program writes a journal to that file now; not this program.
bool vl_journal_is_written(const char *path);

/// Writes all that is left to the file. False and a message, the first one, where something could
/// not be written or the file is full.
bool vl_journal_flush(vl_journal *journal, vl_error *error);

/// From now on the lab, which must be at its start, writes to a journal; NULL: to none. `scene` and
/// `lanes` are what it was made from; the journal must outlive it.
void vl_lab_record(vl_lab *lab, vl_journal *journal, const vl_scene *scene, const vl_scene *lanes);

/// Ends what is written of it.
void vl_lab_end_recording(vl_lab *lab);

// --- for this room alone: what changes a lab calls these before it does anything, so that the line
// of what crashes is written. A state of a lab knows the line that led to it, vl_lab.entry, so that
// a recording can say where somebody went back to ---

/// A frame of `dt` s; then, after its steps, whether all of them were made, with the checks of the
/// new state.
void vl_note_frame(vl_lab *lab, double dt);
void vl_note_frame_ends(vl_lab *lab, bool all);

/// Anything else that changes the lab: a line as printf() writes it.
void vl_note(vl_lab *lab, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// The same of a particle, with so many vectors.
void vl_note_particle(vl_lab *lab, const char *what, int slot, const vl_vec3 *vectors, int count);

/// A lane as it is to be run: the word, the number of a lane, and its settings.
void vl_note_lane(vl_lab *lab, const char *what, int index, const vl_scene *lane);

/// Other numbers of the scene.
void vl_note_scene(vl_lab *lab, const vl_scene *scene);

/// Tells that the lab has been brought to the state of its vl_lab.entry.
void vl_note_moved(vl_lab *lab);
