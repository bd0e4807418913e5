#pragma once
/// What is done to a lab, as lines of its journal (docs/recordings.md). The functions that change a
/// lab call these, before they do anything, so that the line of what crashes is written; without a
/// journal nothing happens. For this room alone.
///
/// A state of a lab knows the line that led to it, vl_lab.entry, so that a recording can say where
/// somebody went back to.

#include "lab/lab.h"

/// Begins a run: the scene, and its lanes as they are run.
void vl_note_begin(vl_lab *lab, const vl_scene *scene, const vl_scene *lanes);

/// A frame of `dt` s; then, after its steps, whether all of them were made, with the checks of the
/// new state.
void vl_note_frame(vl_lab *lab, double dt);
void vl_note_frame_ends(vl_lab *lab, bool all);

/// Tells what is still to be told.
void vl_note_end(vl_lab *lab);

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
