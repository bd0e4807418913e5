// The end of a frame: what follows its steps, and a frame that is left since one was interrupted.

#include "app/state/session_parts.h"
#include "physics/math/axes.h"
#include "physics/world/world.h"
#include "scene/unmet.h"

static vl_world *lane_world(const vl_session *session, int lane)
{
    return session->lab->runs[lane].world;
}

static vl_world *chosen_world(const vl_session *session)
{
    return lane_world(session, session->chosen);
}

// The record of steps has just begun: its start is that of all lanes.
void vl_session_begin_record(vl_session *session)
{
    for (int i = 0; i < session->lane_count; i++) {
        const vl_particles *p = &lane_world(session, i)->particles;
        vl_axes_copy(session->lanes[i].record_from, p->x, p->count);
    }
}

static void follow_playback(vl_session *session, double dt)
{
    const vl_particles *p = &chosen_world(session)->particles;
    vl_playback_stepped(&session->playback, chosen_world(session), dt);
    if (session->playback.record.count == 0)
        vl_session_begin_record(session);
    if (session->playback.over)
        session->playback.distance =
            vl_axes_distance(p->x, session->lanes[session->chosen].path_from, p->count);
}

// After the step that has settled the links of these lanes.
static void count_unmet(vl_session *session, unsigned placed)
{
    for (int i = 0; i < session->lane_count; i++)
        if (placed >> i & 1)
            session->lanes[i].troubles.unreached += vl_unmet(lane_world(session, i));
}

// If the readings are complete at once, because the method stores velocities, they are shown.
static void show_newest(vl_session *session)
{
    const vl_reading *newest = &session->lab->runs[session->chosen].shown;
    if (newest->step != session->lab->runs[session->chosen].now.frames)
        return;
    session->instant = session->pending;
    session->instant.reading = *newest;
}

// What comes after the steps of a frame; `all`: none of them was left.
void vl_session_end_frame(vl_session *session, double dt, bool all)
{
    session->halted = 0;
    count_unmet(session, session->placed);
    session->touched = session->touched || chosen_world(session)->hold_count > 0;
    vl_timeline_frame(session->timeline, dt);
    if (!all)
        vl_timeline_changed(session->timeline); // who makes the frame again makes all its steps
    vl_frame_log_add(&session->made, session->lab->now.frames, dt);
    follow_playback(session, dt);
    if (session->stepped)
        session->stepped(session->stepped_user, dt);
    show_newest(session);
}

bool vl_session_is_halted(const vl_session *session)
{
    return session->halted > 0 && vl_lab_is_interrupted(session->lab);
}

void vl_session_leave_frame(vl_session *session)
{
    int64_t frames = session->lab->now.frames;
    double dt = session->halted;
    if (!vl_session_is_halted(session))
        return;
    vl_lab_leave_frame(session->lab);
    session->halted = 0;
    if (session->lab->now.frames == frames)
        vl_session_end_frame(session, dt, false);
    else if (session->taken)
        vl_pacing_put_back(&session->pacing);
}
