#pragma once
/// Other lengths for frames, those that were made and those to come.

#include "app/state/frames.h"

/// New lengths of the frames `first` … `first + count − 1`, by number. A fresh one is `{0}`.
typedef struct vl_frame_edit {
    int64_t first;
    int count, capacity;
    double *dt; ///< s; NaN: as it is. Owned; free with vl_frame_edit_free()
} vl_frame_edit;

void vl_frame_edit_free(vl_frame_edit *edit);

/// Adds the length of a frame to an edit.
void vl_frame_edit_set(vl_frame_edit *edit, int64_t number, double dt);

/// The length of frame `number` in an edit, s; NaN where it stays as it is.
double vl_frame_edit_of(const vl_frame_edit *edit, int64_t number);

/// Gives frames other lengths: the common stream becomes a list with all frames from the start to
/// the last one of the edit, and goes on behind them as it would have. If one of them was made, the
/// state before it is brought back, and the frames from there to the present one are made again.
/// From then on dt stays at any speed. Where a policy stands before the lab, the frames are those
/// that it gets, and it makes its steps of the new ones. False and a message, and nothing changes,
/// where the reverse playback makes the steps, a length is none, or what a person did after the
/// first of these frames would be lost.
VL_MUST_USE bool vl_session_edit_frames(vl_session *session, const vl_frame_edit *edit,
                                        vl_error *error);

/// Makes the frames of the last `duration` s the stream of the scene and of all lanes, again and
/// again, and begins the run anew with the first of them. A policy makes its steps of them again.
/// Returns how many there are; 0 and a message where there is none.
VL_MUST_USE int vl_session_keep_frames(vl_session *session, double duration, vl_error *error);
