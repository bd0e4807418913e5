#pragma once
/// What session.c offers to the files that change a session. For this room alone.

#include "app/state/session.h"

/// Returns the present scene as a lane runs it that is told. It is a shallow copy, valid until the
/// session changes.
vl_scene vl_session_scene_of(const vl_session *session, const vl_lane *lane);

/// Begins anew where the chosen lane runs otherwise.
void vl_session_begin_with(vl_session *session, const vl_lane *lane);

/// One of the lanes that are to join does not do so, or has done it.
void vl_session_drop_joining(vl_session *session, int index);

/// Begins what the session keeps of a lane whose world is new.
void vl_session_begin_lane(vl_session *session, int lane);

/// Drops the points after the present from all plots, unless the run can go there.
void vl_session_drop_ahead(vl_session *session);

/// Shows the numbers of the chosen lane at the present instant, whose readings must be complete.
void vl_session_show_chosen(vl_session *session);
void vl_session_forget_record(vl_session *session);

/// Makes a common frame of `dt` s in the lab, whatever the stream has, with all its steps; those
/// for which there is no time until `until`, as vl_clock_now() has it, are given up.
void vl_session_make_frame(vl_session *session, double dt, double until);

/// Reads a stream as the scene would have it; NULL and a message where it cannot be read.
VL_MUST_USE vl_stream *vl_session_read_stream(const vl_session *session, const char *text,
                                              vl_error *error);

/// Goes on with the frames of a stream that was read from `text`, and owns it.
void vl_session_use_stream(vl_session *session, const char *text, vl_stream *stream);

/// Takes the own frames of a lane away if they cannot be read any more, as their file has gone: it
/// goes on with the common ones, and `refused` tells it. Returns whether it did so.
bool vl_session_check_stream(vl_session *session, vl_lane *lane);

/// Begins what the session keeps beside a lab that is new to it.
void vl_session_follow_lab(vl_session *session);
vl_log *vl_session_log(vl_session *session);

/// Sends the readings of the lab to the session, and refers to what the session wants.
void vl_session_listen(vl_session *session);

/// Begins the positions that the session keeps beside those of the worlds.
void vl_session_take_positions(vl_session *session);

/// Takes the newest change of a list, which the caller owns then, and adds one of the same name
/// with the present state to the other. False: it cannot be reached any more.
bool vl_undo_take(vl_session *session, vl_changes *from, vl_changes *to, vl_change *gone_to);

void vl_undo_free(vl_undo *undo);
void vl_session_forget_redo(vl_session *session); ///< what was undone last is not to be redone
void vl_session_free_settings(vl_session_settings *settings);

void vl_playing_free(vl_playing *playing);

/// Tells the log the lengths of the frames to come, until the recording goes elsewhere: another run
/// begins, or somebody went back. To be called where it has gone elsewhere.
void vl_playing_expect(vl_playing *playing);

/// The length of the next frame of a recording, s; 0: there is none.
double vl_playing_ahead(vl_playing *playing);
