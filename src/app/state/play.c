// A session plays a recording.

#include "app/state/session_parts.h"
#include "base/memory.h"

static void take_pacing(vl_session *session)
{
    vl_error error = {0};
    vl_stream *stream = vl_stream_parse(session->scene->timestep, NULL, &error);
    if (!stream)
        stream = vl_stream_parse("frame", NULL, &error);
    double normal = session->scene->view.speed, speed = session->pacing.speed;
    vl_pacing_begin(&session->pacing, stream, speed > 0 ? speed : normal, normal);
}

static void take_settings(vl_session *session)
{
    vl_free(session->timestep);
    session->timestep = NULL;
    session->mistake_off = false;
    session->paused_itself = false;
}

// The session follows a run that it did not have.
static void take_run(vl_session *session)
{
    session->lab = session->playing->replay.lab;
    session->scene = vl_log_scene(session->log);
    take_settings(session);
    vl_session_follow_lanes(session);
    take_pacing(session);
    vl_session_follow_lab(session);
    vl_session_listen(session);
}

static void follow(void *user, vl_replay_change what, const vl_scene *lanes)
{
    vl_session *session = user;
    if (what == VL_REPLAY_RUN)
        take_run(session);
    else if (what == VL_REPLAY_INSTANT || session->scene != vl_log_scene(session->log))
        vl_session_follow_jump(session);
    else if (!vl_session_has_lanes(session))
        vl_session_follow_lanes(session);
    if (lanes) // each run is recorded by the window as one of its own
        vl_lab_keep_momentum(session->lab);
    if (what != VL_REPLAY_LANES)
        vl_playing_expect(session->playing);
}

// Those to which undo does not come any more.
static void free_unused(vl_session *session)
{
    for (vl_playing **p = &session->playings; *p;) {
        vl_playing *old = *p;
        if (vl_replay_is_reached(&old->replay)) {
            p = &old->next;
            continue;
        }
        *p = old->next;
        vl_playing_free(old);
    }
}

bool vl_session_open_recording(vl_session *session, const char *path, vl_error *error)
{
    vl_recording *recording = vl_playing_load(path, error);
    if (!recording)
        return false;
    vl_session_mark(session, 0, "recording: %s", path);
    vl_session_forget_joining(session);
    vl_playing *playing = vl_playing_create(recording, vl_session_log(session), session->lab);
    free_unused(session);
    playing->replay.changed = follow;
    playing->replay.user = session;
    playing->next = session->playings;
    session->playing = session->playings = playing;
    session->pacing.speed = 0;
    (void)vl_replay_next(&playing->replay);
    session->running = true;
    return true;
}
