// Undo and redo: a session goes back to a state that was stored before a change, or on to one that
// was stored before an undo.

#include "app/state/session_parts.h"

#include "app/state/play.h"
#include "base/memory.h"
#include "physics/world/world.h"
#include "scene/scene.h"

#include <string.h>

static bool has_lanes(const vl_session *session, const vl_session *kept)
{
    bool same = session->lane_count == kept->lane_count;
    for (int i = 0; i < kept->lane_count && same; i++)
        same = session->lanes[i].id == kept->lanes[i].id;
    return same;
}

// The memory of what is plotted stays that of the lane in this place. Plots of other lanes begin
// anew.
static void restore_lanes(vl_session *session, const vl_session *kept)
{
    bool same = has_lanes(session, kept);
    session->lane_count = kept->lane_count;
    session->chosen = kept->chosen;
    for (int i = 0; i < kept->lane_count; i++) {
        vl_session_lane *lane = &session->lanes[i];
        const vl_plots plots = lane->plots;
        vl_free(lane->stream);
        *lane = kept->lanes[i];
        lane->stream = vl_copy_text(lane->stream);
        lane->plots = plots;
        if (same)
            vl_plots_go_back(&lane->plots, session->lab->runs[i].now.time);
        else
            vl_plots_clear(&lane->plots);
    }
}

static void restore_pacing(vl_pacing *pacing, const vl_pacing *kept)
{
    vl_pacing_free(pacing);
    *pacing = *kept;
    pacing->stream = vl_stream_copy(kept->stream);
    pacing->due = 0;
}

static void restore_settings(vl_session *session, const vl_session *kept)
{
    vl_free(session->timestep);
    session->timestep = vl_copy_text(kept->timestep);
    session->performing = kept->performing;
    session->view = kept->view;
    session->own_lanes = kept->own_lanes;
    session->estimator = kept->estimator;
    session->mistake_off = kept->mistake_off;
    session->watched_slot = kept->watched_slot;
    session->paused_by_scene = kept->paused_by_scene;
    restore_pacing(&session->pacing, &kept->pacing);
}

// The record of steps begins anew; the time on show is the one that it was.
static void restore_playback(vl_session *session, const vl_playback *kept)
{
    vl_playback_begin(&session->playback, vl_session_world(session));
    session->playback.turned = kept->turned;
    session->playback.offset = kept->offset;
}

// A timeline has one set of lanes, and one estimator, mistake and direction of time; it goes on
// where it still has the way to this state.
static void restore_timeline(vl_session *session, const vl_change *change)
{
    bool same = session->timelines == change->kept->timelines;
    if (!same || change->serial < 0 || vl_timeline_serial(session->timeline) != change->serial)
        vl_session_begin_timeline(session);
    else
        vl_timeline_changed(session->timeline);
    vl_timeline_expect(session->timeline, change->ahead, change->ahead_count);
}

static void bring_back(vl_session *session, const vl_change *change)
{
    const vl_session *kept = change->kept;
    bool other_lab = session->lab != kept->lab, other_scene = session->scene != kept->scene;
    session->running = other_scene ? kept->running : session->running;
    session->paused_itself = other_scene && kept->paused_itself;
    if (other_lab)
        vl_lab_put_away(session->lab);
    session->generation += other_lab;
    session->scene = kept->scene;
    session->lab = kept->lab;
    vl_lab_listen(session->lab, NULL, NULL);
    vl_lab_refer(session->lab, VL_REFERENCE_NONE);
    vl_lab_snapshot_bring_back(change->state);
    vl_scene_go_to_edition(session->scene, session->lab->edition);
    restore_lanes(session, kept);
    restore_settings(session, kept);
    vl_session_take_positions(session);
    restore_playback(session, &kept->playback);
    restore_timeline(session, change);
    vl_frame_log_copy(&session->made, &kept->made);
    vl_session_drop_ahead(session);
}

static bool go(vl_session *session, bool back)
{
    vl_undo *undo = session->undo;
    vl_changes *from = back ? &undo->undone : &undo->redone;
    vl_changes *to = back ? &undo->redone : &undo->undone;
    if (vl_lab_is_held(session->lab))
        return false;
    const vl_change *change = vl_undo_take(session, from, to);
    vl_reel *reel = vl_reel_use(change->kept->playing.reel);
    int64_t frame = change->kept->playing.frame;
    bring_back(session, change);
    vl_undo_taken(session);
    if (reel) {
        vl_session_play_from(session, reel, frame);
        return true;
    }
    vl_session_listen(session);
    bool paused_itself = session->paused_itself;
    vl_session_set_running(session, session->running);
    session->paused_itself = paused_itself;
    vl_session_settle(session);
    vl_session_show_chosen(session);
    return true;
}

bool vl_session_undo(vl_session *session)
{
    return vl_session_undoes(session) && go(session, true);
}

bool vl_session_redo(vl_session *session)
{
    return vl_session_redoes(session) && go(session, false);
}
