// Undo and redo, and back in time: a session goes to entries of its log.

#include "app/state/past.h"

#include "app/state/session_parts.h"
#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

#include <assert.h>
#include <string.h>

// The log has gone to another entry.
static void follow(vl_session *session)
{
    session->scene = vl_log_scene(session->log);
    session->pacing.due = 0;
    vl_session_follow_lanes(session);
    vl_session_forget_record(session);
}

// --- undo ---

// The memory of the change becomes that of the session, or is freed.
static void bring_back(vl_session *session, vl_change *change)
{
    int run = session->log->run;
    const vl_scene *scene = session->scene;
    bool running = session->running;
    bool there = vl_log_go(session->log, change->entry);
    assert(there); // who takes a change has asked
    (void)there;
    vl_session_free_settings(&session->settings);
    session->settings = change->settings;
    session->generation += session->log->run != run;
    follow(session);
    if (session->scene == scene && !session->paused_itself)
        session->running = running;
    vl_log_expect(session->log, change->ahead, change->ahead_count);
    vl_free(change->ahead);
    vl_session_drop_ahead(session);
}

static bool go(vl_session *session, bool back)
{
    vl_undo *undo = session->undo;
    vl_changes *from = back ? &undo->undone : &undo->redone;
    vl_changes *to = back ? &undo->redone : &undo->undone;
    if (!session->playing && vl_lab_is_held(session->lab))
        return false;
    vl_change change;
    if (!vl_undo_take(session, from, to, &change))
        return false;
    vl_session_forget_joining(session);
    bring_back(session, &change);
    vl_session_listen(session);
    vl_session_set_running(session, session->running);
    vl_session_complete(session);
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

// --- back in time ---

// Of a recording that plays the frames to come are made now.
static void play_to(vl_session *session, int64_t frame)
{
    int run = session->log->run;
    while (session->lab->now.frames < frame && !vl_playing_has_ended(session->playing) &&
           session->log->run == run)
        vl_session_make_frame(session, vl_playing_ahead(session->playing), HUGE_VAL);
}

int64_t vl_session_last_frame(const vl_session *session)
{
    return session->playing ? session->log->known : session->log->last;
}

bool vl_session_go_to_frame(vl_session *session, int64_t frame)
{
    vl_log *log = session->log;
    vl_session_set_running(session, false);
    int64_t present = session->lab->now.frames;
    int nearest = vl_log_nearest(log, frame, session->playing);
    bool stays = nearest == log->present;
    bool plays_on = frame > log->last && vl_session_last_frame(session) > present;
    bool held = !session->playing && vl_lab_is_held(session->lab);
    if (held || ((frame == present || stays) && !plays_on))
        return false;
    if (!session->playing)
        vl_session_mark(session, 1 + log->last, "move in time from t = %.2f s",
                        session->lab->now.time);
    if (!stays && !vl_log_go(log, nearest))
        return false;
    follow(session);
    if (plays_on)
        play_to(session, frame);
    vl_session_complete(session);
    vl_session_show_chosen(session);
    return true;
}

int64_t vl_session_frame_at(const vl_session *session, double time)
{
    const vl_log *log = session->log;
    int64_t low = vl_log_first(log), high = vl_session_last_frame(session);
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (vl_log_time(log, middle) <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
