#include "app/state/play.h"

#include "app/state/session_parts.h"
#include "base/clock.h"
#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/scene.h"

#include <assert.h>
#include <math.h>
#include <string.h>

bool vl_session_plays(const vl_session *session)
{
    return session->playing.replay != NULL;
}

// --- the run of the recording becomes that of the session ---

// Each run is recorded by the window as one of its own.
static void begun(void *user, vl_lab *lab, const vl_scene *lanes)
{
    vl_lab_keep_momentum(lab);
}

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
    session->untouched = session->own_lanes = session->mistake_off = false;
    session->paused_itself = false;
    session->paused_by_scene = true;
    session->estimator = 0;
}

// The session follows a run, or lanes of it, that it did not have.
static void adopt(vl_session *session)
{
    session->lab = session->playing.replay->lab;
    session->scene = vl_log_scene(session->log);
    take_settings(session);
    vl_session_follow_lanes(session);
    take_pacing(session);
    vl_session_follow_lab(session);
    session->playing.followed = vl_log_run(session->log);
}

// --- entries ---

static bool is_followed(const vl_session *session)
{
    const vl_replay *replay = session->playing.replay;
    return replay->lab && session->lab && session->playing.followed == vl_log_run(session->log) &&
           vl_session_has_lanes(session);
}

// Lanes may come and go in what follows, of which the session does not know yet.
static void be_quiet(vl_session *session)
{
    vl_lab *lab = session->playing.replay->lab;
    if (!lab)
        return;
    vl_lab_listen(lab, NULL, NULL);
    vl_lab_refer(lab, VL_REFERENCE_NONE);
}

// The length of the frame that comes next, s; 0: none does.
static double next_frame(const vl_playing *playing)
{
    return vl_reel_length(playing->reel, vl_playing_frame(playing) + 1);
}

// The session looks at velocities, by the step that comes next. The recording knows who had looked
// before a change, so the lab does not keep that somebody looks now.
static void look(vl_session *session, void (*act)(vl_session *session))
{
    vl_lab *lab = session->playing.replay->lab;
    double next = next_frame(&session->playing);
    be_quiet(session);
    int present = vl_log_mark(session->log);
    for (int i = 0; i < lab->count; i++)
        lab->runs[i].world->next_dt = vl_lane_clock_look(&lab->runs[i].clock, next);
    act(session);
    bool there = vl_log_go(session->log, present);
    assert(there); // its state was stored above
    (void)there;
    vl_session_listen(session);
}

// The frames to come are known.
static void follow(vl_session *session)
{
    vl_playing *playing = &session->playing;
    playing->peeked = -1;
    look(session, is_followed(session) ? vl_session_follow_jump : adopt);
    vl_reel_expect(playing->reel, vl_playing_frame(playing), session->log, session->lab);
}

// Does what the next entry says; readings that it completes come to the session. False at the end.
static bool play_entry(vl_session *session)
{
    vl_replay *replay = session->playing.replay;
    int64_t jumps = replay->jumps;
    bool good = vl_replay_next(replay);
    if (!replay->lab)
        return false;
    if (replay->jumps != jumps || !is_followed(session))
        follow(session);
    return good;
}

// Does what comes up to the end of the next frame. False at the end.
static bool play_frame(vl_session *session)
{
    vl_replay *replay = session->playing.replay;
    int64_t frame = replay->frames, before = 0;
    bool good = true;
    while (good && replay->frames == frame) {
        before = session->lab->now.frames;
        good = play_entry(session);
    }
    session->playing.peeked = -1;
    if (session->lab->now.frames == before + 1)
        vl_session_end_played(session, vl_reel_length(session->playing.reel, frame + 1));
    else if (replay->frames > frame) // a frame that was undone
        follow(session);
    return good;
}

bool vl_session_play_step(vl_session *session)
{
    vl_playing *playing = &session->playing;
    if (playing->ended)
        return false;
    bool made = play_frame(session);
    playing->ended = !made && session->playing.replay->frames == playing->reel->frames;
    if (!made)
        session->running = false;
    return made;
}

static bool is_peeked(const vl_session *session)
{
    const vl_playing *playing = &session->playing;
    return playing->replay && !session->running && playing->peeked == vl_playing_frame(playing);
}

const vl_reading *vl_session_shown(const vl_session *session, int lane)
{
    return is_peeked(session) ? &session->playing.shown[lane] : &session->lab->runs[lane].shown;
}

static void read_present(vl_session *session)
{
    vl_lab_settle(session->lab, next_frame(&session->playing));
    vl_session_show_chosen(session);
    for (int i = 0; i < session->lab->count; i++)
        session->playing.shown[i] = session->lab->runs[i].shown;
}

// The readings of the present wait for the next step, which the recording has.
void vl_session_play_peek(vl_session *session)
{
    if (session->running || is_peeked(session))
        return;
    look(session, read_present);
    session->playing.peeked = vl_playing_frame(&session->playing);
}

int vl_session_play(vl_session *session, double elapsed, double budget)
{
    vl_playing *playing = &session->playing;
    double begin = vl_clock_now();
    int made = 0;
    if (!session->running)
        return 0;
    playing->due += fmin(elapsed, VL_LONGEST_STEP) * session->pacing.speed;
    while (session->running) {
        double dt = next_frame(playing);
        if (dt > playing->due)
            break;
        playing->due -= dt;
        made += vl_session_play_step(session);
        if (vl_clock_now() - begin > budget)
            playing->due = 0;
    }
    return made;
}

bool vl_session_play_go(vl_session *session, int64_t frame)
{
    vl_playing *playing = &session->playing;
    int64_t last = playing->reel->frames;
    frame = frame < 0 ? 0 : frame > last ? last : frame;
    session->running = false;
    if (frame == vl_playing_frame(playing))
        return false;
    be_quiet(session);
    (void)vl_replay_go(playing->replay, frame);
    playing->ended = false;
    playing->due = 0;
    follow(session);
    return true;
}

// --- the beginning ---

void vl_session_play_from(vl_session *session, vl_reel *reel, int64_t frame)
{
    vl_playing_begin(&session->playing, reel, vl_session_log(session), session->lab);
    session->playing.replay->begun = begun;
    session->playing.replay->user = session;
    (void)vl_replay_go(session->playing.replay, frame);
    follow(session);
}

bool vl_session_open_recording(vl_session *session, const char *path, vl_error *error)
{
    vl_reel *reel = vl_reel_load(path, error);
    if (!reel)
        return false;
    vl_session_mark(session, 0, "recording: %s", path);
    session->pacing.speed = 0;
    vl_session_play_from(session, reel, 0);
    session->running = true;
    return true;
}
