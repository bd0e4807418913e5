#include "app/state/play.h"

#include "app/state/session_parts.h"
#include "base/clock.h"
#include "base/memory.h"
#include "lab/edit.h"
#include "lab/journal.h"
#include "lab/snapshot.h"
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

// --- the lab of the recording becomes that of the session ---

// Each run is recorded by the window as one of its own.
static void begun(void *user, vl_lab *lab, const vl_scene *lanes)
{
    vl_session *session = user;
    vl_lab_record(lab, session->journal, session->playing.replay->scene, lanes);
    vl_lab_keep_momentum(lab);
}

// The session has a scene of its own, as that of the run goes with it.
static void take_scene(vl_session *session)
{
    vl_error error = {0};
    const vl_recording *recording = session->playing.reel->recording;
    char *yaml = vl_scene_to_yaml(session->playing.replay->scene);
    vl_scene *scene = vl_scene_parse_alone(yaml, strlen(yaml), recording->path, &error);
    assert(scene); // it was read from such a text
    scene->edition = session->lab->edition;
    vl_session_retire_scene(session, session->scene);
    session->scene = scene;
    vl_free(yaml);
}

static void take_lane(vl_session *session, int index)
{
    vl_error error = {0};
    const vl_lab_run *run = &session->lab->runs[index];
    const vl_stream *stream = run->clock.stream;
    vl_lane_choice choice = {
        .integrator = vl_integrator_index(run->engine ? vl_integrator_find(run->engine->likeness)
                                                      : vl_world_method(run->world)),
        .solver = run->world->solver,
        .stream = stream ? stream->text : NULL,
        .engine = run->engine};
    if (!vl_policy_parse(&choice.policy, run->clock.policy.text, &error))
        choice.policy = vl_policy_raw(); // never happens: the lab has it
    vl_session_set_lane(session, index, &choice, -1);
}

static void take_lanes(vl_session *session)
{
    session->lane_count = session->lab->count;
    session->chosen = session->chosen < session->lane_count ? session->chosen : 0;
    for (int i = 0; i < session->lane_count; i++)
        take_lane(session, i);
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
    session->performing = session->own_lanes = session->mistake_off = false;
    session->paused_itself = false;
    session->paused_by_scene = true;
    session->estimator = 0;
}

// The session follows a lab, or lanes of it, that it did not have.
static void adopt(vl_session *session)
{
    session->lab = session->playing.replay->lab;
    take_settings(session);
    take_scene(session);
    take_lanes(session);
    take_pacing(session);
    vl_session_follow_lab(session);
    session->playing.followed = session->playing.replay->scene;
}

// --- entries ---

static bool is_followed(const vl_session *session)
{
    const vl_replay *replay = session->playing.replay;
    return replay->lab && session->lab == replay->lab &&
           session->playing.followed == replay->scene && session->lane_count == replay->lab->count;
}

static bool has_methods(const vl_session *session)
{
    bool same = true;
    for (int i = 0; same && i < session->lane_count; i++) {
        const vl_world *world = session->lab->runs[i].world;
        const vl_session_lane *lane = &session->lanes[i];
        same = (lane->engine || vl_integrators[lane->integrator] == vl_world_method(world)) &&
               vl_solver_same_settings(&lane->solver, &world->solver);
    }
    return same;
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
    vl_lab_snapshot *present = vl_lab_snapshot_create(lab);
    for (int i = 0; i < lab->count; i++)
        lab->runs[i].world->next_dt = vl_lane_clock_look(&lab->runs[i].clock, next);
    act(session);
    vl_lab_snapshot_bring_back(present);
    vl_lab_snapshot_free(present);
    vl_session_listen(session);
}

// The frames of the run are known, also those to come.
static void follow(vl_session *session)
{
    vl_playing *playing = &session->playing;
    playing->peeked = -1;
    look(session, is_followed(session) ? vl_session_follow_jump : adopt);
    vl_reel_log(playing->reel, vl_playing_frame(playing), session->lab->now.frames, &session->made);
}

// The run before is still there where the next one cannot begin.
static void stay_with_run(vl_replay *replay)
{
    vl_error why = replay->error;
    (void)vl_replay_retreat(replay);
    replay->error = why;
}

// Does what the next entry says; readings that it completes come to the session. False at the end.
static bool play_entry(vl_session *session)
{
    vl_replay *replay = session->playing.replay;
    int64_t jumps = replay->jumps;
    bool good = vl_replay_next(replay);
    if (!replay->lab)
        stay_with_run(replay);
    if (!replay->lab)
        return false;
    if (replay->jumps != jumps || !is_followed(session))
        follow(session);
    else if (!has_methods(session))
        take_lanes(session); // the plots go on
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
    vl_playing_begin(&session->playing, reel);
    session->playing.replay->begun = begun;
    session->playing.replay->user = session;
    (void)vl_replay_go(session->playing.replay, frame);
    vl_session_retire_lab(session, session->lab);
    vl_timeline_free(session->timeline);
    session->timeline = NULL;
    session->lab = NULL; // of the run before: it is put away
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
