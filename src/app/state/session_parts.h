#pragma once
/// What session.c offers to the files that change a session. For this room alone.

#include "app/state/session.h"

/// Returns the scene as a lane runs it. It is a shallow copy, valid until the session changes.
vl_scene vl_session_lane_scene(const vl_session *session, int lane);

/// Begins what the session keeps of a lane whose world is new.
void vl_session_begin_lane(vl_session *session, int lane);

/// Empties the distances of a lane from others. Drops what the courses of the lanes have after the
/// present, unless the run can go there. Adds the present distances.
void vl_session_clear_distances(vl_session_lane *lane);
void vl_session_free_distances(vl_session_lane *lane);
void vl_session_drop_ahead(vl_session *session);
void vl_session_record_distances(vl_session *session);

/// Takes a lane out of the distances of those that come after it.
void vl_session_forget_distances(vl_session *session, int lane);

/// Shows the numbers of the chosen lane at the present instant, which must be settled.
void vl_session_show_chosen(vl_session *session);

/// Decides whether the policies stand before the lab or in its lanes, which has to be told to the
/// lab.
void vl_session_place_policies(vl_session *session);

/// Forgets the record of steps, and begins the timeline again: its states are of other lanes.
void vl_session_restart_timeline(vl_session *session);

/// Forgets the record of steps, as vl_session_restart_record() does where nothing was disturbed.
void vl_session_forget_record(vl_session *session);

/// Begins the record of steps for reverse playback again, because the motion was disturbed.
void vl_session_restart_record(vl_session *session);
