#include "app/state/session_parts.h"

#include "base/clock.h"
#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/file.h"
#include "scene/numbers.h"

#include <assert.h>
#include <string.h>

const vl_lab_run *vl_session_run(const vl_session *session)
{
    return &session->lab->runs[session->chosen];
}

int vl_session_lanes(const vl_session *session, vl_lane lanes[VL_MOST_LANES])
{
    for (int i = 0; i < session->lab->count; i++)
        lanes[i] = session->lab->runs[i].lane;
    return session->lab->count;
}

bool vl_session_can_turn_back(const vl_session *session)
{
    for (int i = 0; i < session->lab->count; i++)
        if (session->lab->runs[i].lane.own_stream ||
            session->lab->runs[i].clock.policy.kind->remembers)
            return false;
    return true;
}

const vl_stream *vl_session_stream(const vl_session *session, int lane)
{
    const vl_stream *own = session->lab->runs[lane].clock.stream;
    return own ? own : session->pacing.stream;
}

bool vl_session_draws_between(const vl_session *session, int lane)
{
    return session->running && session->lab->runs[lane].clock.policy.kind->interpolates;
}

void vl_session_show(vl_session *session, bool drawn)
{
    for (int i = 0; i < session->lab->count; i++)
        if (vl_session_draws_between(session, i))
            vl_lab_show(session->lab, i, drawn);
}

// --- what is read ---

// Stores the step of the watched particle until the reading of its end is complete.
static void capture(vl_session *session)
{
    const vl_world *world = vl_session_run(session)->world;
    vl_step_numbers *step = &session->pending;
    if (world->now.diverged)
        return;
    *step = vl_session_run(session)->watch->last;
    // somebody may have gone to another frame, or watches another one
    step->made &= step->time == world->now.time && step->slot == session->watched_slot;
}

static void listen(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    vl_session *session = user;
    if (world == session->chosen)
        session->step = session->pending;
    int lane = world; // on the way to the present there may have been others before it
    for (int i = 0; i < VL_MOST_LANES; i++)
        lane = session->lanes[i].id == session->lab->runs[world].id ? i : lane;
    vl_plots_add(&session->lanes[lane].plots, reading, session->lab->runs[world].since);
    if (session->traced == session->generation)
        vl_plots_trace(&session->lanes[lane].plots, &session->plane, reading->time, x);
}

// Takes memory for positions, and copies those of the particles into it.
static void take_copy(vl_session *session, double *copy[VL_AXES], const vl_particles *p)
{
    vl_axes_take(&session->positions, copy, p->count);
    vl_axes_copy(copy, p->x, p->count);
}

static void take_positions(vl_session *session, vl_session_lane *lane, const vl_particles *p)
{
    take_copy(session, lane->record_from, p);
    take_copy(session, lane->path_from, p);
}

void vl_session_begin_lane(vl_session *session, int index)
{
    const vl_particles *p = &session->lab->runs[index].world->particles;
    vl_session_lane *lane = &session->lanes[index];
    lane->id = session->lab->runs[index].id;
    vl_plots_clear(&lane->plots);
    take_positions(session, lane, p);
}

void vl_session_take_positions(vl_session *session)
{
    vl_arena_free(&session->positions);
    for (int i = 0; i < session->lab->count; i++)
        take_positions(session, &session->lanes[i], &session->lab->runs[i].world->particles);
}

void vl_session_follow_lab(vl_session *session)
{
    session->watched_slot = 0;
    vl_lab_watch(session->lab, 0);
    vl_arena_free(&session->positions);
    for (int i = 0; i < session->lab->count; i++)
        vl_session_begin_lane(session, i);
    session->playback = (vl_playback){.first = session->lab->now.frames};
    session->generation++;
    vl_session_listen(session);
}

const vl_mistake *vl_session_mistake(const vl_session *session)
{
    // another engine has no mistakes built in
    bool none = session->mistake_off || vl_session_run(session)->lane.engine;
    return none ? NULL : session->scene->mistake;
}

const char *vl_session_timestep(const vl_session *session)
{
    return session->timestep ? session->timestep : session->scene->timestep;
}

vl_scene vl_session_scene_of(const vl_session *session, const vl_lane *lane)
{
    vl_scene scene = *session->scene;
    char *common = scene.timestep;
    scene.lane = *lane;
    scene.timestep = lane->own_stream ? lane->timestep : common;
    scene.mistake = session->mistake_off ? NULL : session->scene->mistake;
    if (lane->engine)
        vl_engine_apply(lane->engine, &scene);
    return scene;
}

vl_scene vl_session_lane_scene(const vl_session *session, int lane)
{
    return vl_session_scene_of(session, &session->lab->runs[lane].lane);
}

vl_scene vl_session_scene(const vl_session *session)
{
    vl_scene scene = vl_session_lane_scene(session, session->chosen);
    scene.timestep = session->timestep ? session->timestep : session->scene->timestep;
    scene.lane.own_stream = false;
    scene.lane.name = NULL;
    return scene;
}

void vl_session_listen(vl_session *session)
{
    vl_lab_refer(session->lab, session->reference);
    vl_lab_listen(session->lab, listen, session);
}

vl_log *vl_session_log(vl_session *session)
{
    if (!session->log)
        session->log = vl_log_create(VL_LOG_MEMORY, session->file);
    return session->log;
}

static void create_lab(vl_session *session, vl_lane *lanes, int count)
{
    vl_scene scenes[VL_MOST_LANES];
    vl_log *log = vl_session_log(session);
    vl_error ignored = {0};
    bool begun, again;
    do {
        for (int i = 0; i < count; i++)
            scenes[i] = vl_session_scene_of(session, &lanes[i]);
        begun = vl_log_start_run(log, &session->lab, session->scene, scenes, count, &ignored);
        again = false;
        for (int i = 0; i < count && !begun; i++)
            again |= vl_session_check_stream(session, &lanes[i]);
    } while (again);
    assert(begun); // nothing else of a lane is read again
}

bool vl_session_check_stream(vl_session *session, vl_lane *lane)
{
    bool own = lane->own_stream;
    vl_stream *stream =
        own ? vl_session_read_stream(session, lane->timestep, &session->refused) : NULL;
    lane->own_stream = stream != NULL;
    vl_stream_free(stream);
    return own && !stream;
}

// --- the task of the scene ---

const vl_quantity *vl_session_asked(const vl_session *session)
{
    int figure = session->scene->view.figure;
    return &vl_quantities[vl_figures[figure == VL_FIGURE_AUTO ? VL_FIGURE_ENERGY : figure]];
}

// Other lanes, frames or numbers than those of the scene bring something else.
vl_difference vl_session_differs(const vl_session *session)
{
    vl_scene lanes[VL_SCENE_MOST_LANES];
    const vl_scene *scene = session->scene;
    if (!scene->has_task || session->playing || session->playback.left > 0 ||
        session->lab->estimator != vl_estimators ||
        (scene->task.rule == VL_TASK_MISTAKE && session->mistake_off))
        return VL_OTHER_RUN;
    bool same = vl_scene_lanes(scene, lanes) == session->lab->count;
    for (int i = 0; same && i < session->lab->count; i++) {
        lanes[i].timestep = lanes[i].own_stream ? lanes[i].timestep : NULL;
        same = vl_schema_equal(&vl_schema_lane, &lanes[i].lane, &session->lab->runs[i].lane);
    }
    bool numbers = scene->numbers_read != vl_scene_numbers_sum(scene);
    bool frames = session->timestep && !vl_stream_is(session->pacing.stream, scene->timestep);
    return frames    ? VL_OTHER_FRAMES
           : !same   ? VL_OTHER_LANES
           : numbers ? VL_OTHER_NUMBERS
                     : VL_DIFFERS_NOT;
}

// The run is that of the scene, but for what a hand did before it was asked.
static bool can_ask(const vl_session *session)
{
    return !session->answer.other && vl_session_differs(session) == VL_DIFFERS_NOT;
}

void vl_session_touch(vl_session *session, bool by_hand)
{
    vl_answer *answer = &session->answer;
    bool asked = vl_session_task(session) == VL_TASK_ASKED, before = answer->asked == 0 || asked;
    double now = session->lab->now.time - session->pacing.waited;
    if (answer->measured && vl_run_has_ended(now, session->scene->task.until))
        return; // what was told stays so
    answer->measured = false;
    answer->touched |= by_hand;
    answer->other |= !(by_hand && before);
}

bool vl_session_crosses(const vl_session *session, double time)
{
    double now = session->lab->now.time - session->pacing.waited;
    double last = vl_log_length(session->log, session->lab->now.frames);
    return vl_run_has_ended(now, time) && !vl_run_has_ended(now - last, time);
}

vl_answer vl_session_right(const vl_session *session)
{
    const vl_answer *answer = &session->answer;
    unsigned lanes = vl_task_right(session->scene, session->lab->count, answer->figures);
    vl_answer right = {
        .choice = session->scene->task.rule == VL_TASK_DRAW ? 0 : lanes,
        .number = answer->figures[session->scene->task.lane - 1],
    };
    const vl_plots *plots = &session->lanes[session->scene->task.lane - 1].plots;
    const vl_series *measured = &plots->of[vl_session_asked(session) - vl_quantities];
    double factor =
        vl_quantity_unit(vl_session_asked(session), &vl_session_run(session)->shown).factor;
    for (int i = 0; i < VL_SKETCH; i++)
        right.curve[i] = vl_series_at(measured, vl_session_sketch_time(session, i)) / factor;
    return right;
}

double vl_session_sketch_time(const vl_session *session, int point)
{
    const vl_scene_task *task = &session->scene->task;
    return task->at + (task->until - task->at) * point / (VL_SKETCH - 1);
}

int vl_session_deciding_lane(const vl_session *session)
{
    const vl_scene_task *task = &session->scene->task;
    unsigned right = task->rule > VL_TASK_BEYOND ? 0 : vl_session_right(session).choice;
    int best = session->chosen, most = 0;
    for (int i = 0; i < session->lab->count; i++) {
        const vl_integrator *method = vl_integrators[vl_lane_method(&session->lab->runs[i].lane)];
        bool asked =
            task->rule >= VL_TASK_NUMBER && task->rule < VL_TASK_MISTAKE && i == task->lane - 1;
        bool has = task->rule == VL_TASK_MISTAKE
                       ? vl_mistake_fits(session->scene->mistake, method)
                       : *task->term && strstr(method->formula, task->term);
        int rank = 8 * asked + 4 * has + 2 * (int)(right >> i & 1) + (i == session->chosen);
        best = rank > most ? i : best;
        most = rank > most ? rank : most;
    }
    return best;
}

bool vl_session_tells_of(const vl_session *session, int lane)
{
    bool told = session->answer.measured && vl_session_task(session) >= VL_TASK_TOLD;
    bool lanes = session->scene->task.rule <= VL_TASK_BEYOND;
    return told && lanes && vl_session_differs(session) == VL_DIFFERS_NOT &&
           vl_session_right(session).choice >> lane & 1;
}

static void pause_itself(vl_session *session)
{
    vl_session_set_running(session, false);
    session->paused_itself = true;
}

// While a hand holds something, question and answer wait, and what comes waits with them.
static void follow_task(vl_session *session)
{
    vl_answer *answer = &session->answer;
    const vl_scene_task *task = &session->scene->task;
    bool asks = can_ask(session) && !answer->over, first = session->lab->now.frames == 0;
    bool begins = asks && (first ? task->at == 0 : vl_session_crosses(session, task->at));
    bool ends = can_ask(session) && task->until > 0 && vl_session_crosses(session, task->until);
    if ((begins || ends) && vl_lab_is_held(session->lab)) {
        session->pacing.waited += vl_log_length(session->log, session->lab->now.frames);
        return;
    }
    if (begins) {
        answer->asked = session->lab->now.frames + 1;
        answer->stood = 0;
        pause_itself(session);
    }
    if (!ends)
        return;
    vl_session_complete(session);
    bool before = answer->measured;
    answer->measured = true;
    for (int i = 0; i < session->lab->count; i++) {
        const vl_lab_run *run = &session->lab->runs[i];
        bool lost = run->world->now.diverged;
        answer->figures[i] =
            lost ? HUGE_VAL : vl_quantity_of(vl_session_asked(session), &run->shown);
    }
    if (!before && vl_session_task(session) == VL_TASK_TOLD) { // whose formula tells why
        session->chosen = vl_session_deciding_lane(session);
        vl_session_show_chosen(session);
    }
}

// Whether it stands at the question, or goes back from there.
static bool stands_before(const vl_session *session)
{
    const vl_answer *answer = &session->answer;
    return !session->running && !answer->over && answer->asked > session->lab->now.frames;
}

vl_task_stage vl_session_task(const vl_session *session)
{
    const vl_answer *answer = &session->answer;
    const vl_scene_task *task = &session->scene->task;
    double now = session->lab->now.time - session->pacing.waited;
    bool begun = answer->asked > 0 && session->lab->now.frames + 1 >= answer->asked;
    if (session->scene->has_task && task->rule == VL_TASK_MISTAKE && answer->given)
        return VL_TASK_TOLD;
    if (!can_ask(session)) {
        bool other = vl_session_differs(session) > VL_OTHER_RUN; // which nobody would know
        return other || (begun && !answer->measured) ? VL_TASK_VOID : VL_TASK_UNSEEN;
    }
    if (stands_before(session))
        return VL_TASK_ASKED;
    if (!vl_run_has_ended(now, task->at))
        return VL_TASK_UNSEEN;
    if (answer->measured && vl_run_has_ended(now, task->until))
        return answer->touched ? VL_TASK_VOID : VL_TASK_TOLD;
    bool passed = begun && session->lab->now.frames >= answer->asked;
    return answer->over || passed ? VL_TASK_AWAITED : VL_TASK_UNSEEN;
}

// --- the end of a frame ---

// The record of steps has just begun: its start is that of all lanes.
static void begin_record(vl_session *session)
{
    for (int i = 0; i < session->lab->count; i++) {
        const vl_particles *p = &session->lab->runs[i].world->particles;
        vl_axes_copy(session->lanes[i].record_from, p->x, p->count);
    }
}

static void end_frame(vl_session *session)
{
    vl_playback *playback = &session->playback;
    const vl_lab_run *run = vl_session_run(session);
    bool diverged = run->world->now.diverged, plays = playback->left > 0;
    if (run->world->hold_count > 0) { // the motion of a hand is not made backwards
        playback->first = session->lab->now.frames;
        begin_record(session);
    }
    playback->left = diverged || !plays ? 0 : playback->left - 1;
    playback->back = plays && playback->left == 0 && !diverged;
    playback->over |= playback->back;
    for (int i = 0; i < session->lab->count && playback->back; i++) {
        const vl_particles *p = &session->lab->runs[i].world->particles;
        session->lanes[i].returned = vl_axes_distance(p->x, session->lanes[i].path_from, p->count);
    }
    if (run->shown.step == run->now.frames) // complete at once: the method stores velocities
        session->step = session->pending;
    follow_task(session);
}

// Begins anew in other lanes; those with a solver that the scene cannot have get its own.
static void begin(vl_session *session, const vl_lane *from, int count)
{
    vl_lane lanes[VL_MOST_LANES];
    memcpy(lanes, from, (size_t)count * sizeof *lanes);
    create_lab(session, lanes, count);
    // the new file may have links that the chosen solver cannot handle
    bool refused = false;
    for (int i = 0; i < count; i++)
        if (vl_solver_refuses(vl_session_run(session)->world, &lanes[i].solver)) {
            lanes[i].solver = session->scene->solver;
            refused = true;
        }
    if (refused)
        create_lab(session, lanes, count);
    vl_session_follow_lab(session);
    session->running = session->running || session->paused_itself;
    session->paused_itself = false;
    capture(session);
    vl_lab_complete(session->lab, 0);
    session->answer = (vl_answer){0};
    follow_task(session);
}

// The length of the next frame, where it is known already; else 0.
static double known_dt(const vl_session *session)
{
    return session->playing ? vl_playing_ahead(session->playing)
                            : vl_log_length(session->log, session->lab->now.frames + 1);
}

double vl_session_next_dt(vl_session *session)
{
    const vl_moment *now = &session->lab->now;
    double known = known_dt(session), last = vl_log_length(session->log, now->frames);
    bool equal = vl_stream_steps_of(session->pacing.stream) == VL_STEPS_EQUAL && last > 0 &&
                 last == vl_log_length(session->log, now->frames - 1);
    return known > 0                    ? known
           : equal && !session->running ? last
                                        : vl_pacing_peek(&session->pacing, now->time);
}

void vl_session_complete(vl_session *session)
{
    vl_lab_complete(session->lab, vl_session_next_dt(session));
}

void vl_session_watch(vl_session *session, int slot)
{
    bool other = session->watched_slot != slot;
    const vl_lab_run *now = vl_session_run(session);
    session->watched_slot = slot;
    vl_lab_watch(session->lab, slot);
    if (!other || (session->running && now->shown.step != now->now.frames))
        return;
    capture(session);
    session->step = session->pending;
}

// The plane in which an area can be measured, else that of x.
void vl_session_trace(vl_session *session, int slot)
{
    const vl_world *world = vl_session_run(session)->world;
    bool same = session->traced == session->generation && session->plane.slot == slot;
    if (same)
        return;
    session->traced = session->generation;
    vl_session_complete(session);
    int number = world->particles.number_of[slot];
    if (!vl_phase_choose(world, number, VL_PHASE_RADIUS, &session->plane, &(vl_error){0}))
        session->plane =
            (vl_phase_plane){.slot = slot, .unit = world->particles.dial[slot] ? "rad" : "m"};
    for (int i = 0; i < session->lab->count; i++)
        vl_plots_trace_anew(&session->lanes[i].plots);
    vl_plots_trace_anew(&session->joining.plots);
}

// A file of steps is looked for beside the scene.
static vl_stream *parse_stream(const vl_scene *scene, const char *text, const vl_mistake *mistake,
                               vl_error *error)
{
    vl_stream *stream = vl_stream_parse(text, scene->path, error);
    vl_stream_mismeasure(stream, mistake);
    return stream;
}

// How much of the scene's own a lane has: its integrator, then its solver too.
static int likeness(const vl_scene *scene, const vl_lane *lane)
{
    bool same = vl_solver_same_settings(&lane->solver, &scene->solver);
    return lane->integrator != scene->integrator ? 0 : same ? 2 : 1;
}

// Takes the lanes of the scene file. The chosen one is the first of those most like the scene
// itself. Returns how many.
static int lanes_of_scene(vl_session *session, const vl_scene *scene, vl_lane lanes[VL_MOST_LANES])
{
    vl_scene runs[VL_MOST_LANES];
    int count = vl_scene_lanes(scene, runs);
    session->chosen = count - 1;
    for (int i = count - 1; i >= 0; i--) {
        lanes[i] = runs[i].lane;
        bool more = likeness(scene, &lanes[i]) >= likeness(scene, &lanes[session->chosen]);
        session->chosen = more ? i : session->chosen;
    }
    return count;
}

bool vl_session_open(vl_session *session, const char *path, vl_error *error)
{
    const vl_scene *old = session->scene;
    bool again = !path, mistaken = !again || !session->mistake_off;
    vl_scene *scene = vl_scene_load(again ? old->path : path, error);
    bool frames = again && scene && strcmp(scene->timestep, old->timestep) == 0;
    const char *steps = frames ? vl_session_timestep(session) : scene ? scene->timestep : NULL;
    vl_stream *stream =
        scene ? parse_stream(scene, steps, mistaken ? scene->mistake : NULL, error) : NULL;
    if (!stream && frames && session->timestep) { // the frames that were chosen have gone
        frames = false;
        stream =
            parse_stream(scene, scene->timestep, mistaken ? scene->mistake : NULL, &(vl_error){0});
    }
    if (!stream) {
        vl_scene_free(scene);
        return false;
    }
    vl_session_mark(session, 0, again ? "scene file loaded anew" : "scene: %s", scene->title);
    if (session->lab && !again)
        vl_lab_set_estimator(session->lab, vl_estimators);
    session->mistake_off &= again;
    session->running |= !again;
    vl_lane lanes[VL_MOST_LANES], own = session->lab ? vl_session_run(session)->lane : scene->lane;
    bool same = again && vl_scene_same_lanes(scene, old), one = again && scene->lane_count == 0;
    int count = same ? vl_session_lanes(session, lanes) : lanes_of_scene(session, scene, lanes);
    if (!same && one && !own.engine && scene->integrator == old->integrator)
        lanes->integrator = own.integrator;
    if (!same && one && !own.engine && vl_solver_same_settings(&scene->solver, &old->solver))
        lanes->solver = own.solver;
    bool speed = again && scene->view.speed == old->view.speed;
    vl_session_forget_joining(session);
    char *chosen = frames && session->timestep ? vl_copy_text(session->timestep) : NULL;
    vl_free(session->timestep);
    session->timestep = chosen;
    session->scene = scene;
    vl_pacing_begin(&session->pacing, stream, speed ? session->pacing.speed : scene->view.speed,
                    scene->view.speed);
    begin(session, lanes, count);
    return true;
}

void vl_session_drop_joining(vl_session *session, int index)
{
    vl_waiting *w = &session->waiting;
    if (index == 0) {
        vl_lab_free(session->joining.made);
        session->joining.made = NULL;
    }
    vl_free(w->settings[index]);
    w->count--;
    for (int i = index; i < w->count; i++) {
        w->settings[i] = w->settings[i + 1];
        w->methods[i] = w->methods[i + 1];
    }
}

void vl_session_forget_joining(vl_session *session)
{
    while (session->waiting.count > 0)
        vl_session_drop_joining(session, 0);
}

void vl_session_free(vl_session *session)
{
    vl_session_forget_joining(session);
    vl_plots_free(&session->joining.plots);
    vl_undo_free(&session->undo);
    for (vl_playing *p = session->playings, *next; p; p = next) {
        next = p->next;
        vl_playing_free(p);
    }
    vl_arena_free(&session->positions);
    vl_log_free(session->log);
    vl_lab_free(session->lab);
    vl_session_free_settings(&session->settings);
    for (int i = 0; i < VL_MOST_LANES; i++)
        vl_plots_free(&session->lanes[i].plots);
    *session = (vl_session){0};
}

void vl_session_reset(vl_session *session)
{
    if (session->playing) {
        vl_replay_rewind(&session->playing->replay);
        (void)vl_replay_next(&session->playing->replay);
        session->running = session->running || session->paused_itself;
        return;
    }
    vl_session_mark(session, 0, "back to the start");
    vl_session_begin_with(session, &vl_session_run(session)->lane);
}

void vl_session_begin_with(vl_session *session, const vl_lane *lane)
{
    vl_lane lanes[VL_MOST_LANES];
    int count = vl_session_lanes(session, lanes);
    lanes[session->chosen] = *lane;
    vl_pacing_rewind(&session->pacing);
    begin(session, lanes, count);
}

void vl_session_make_frame(vl_session *session, double dt, double until)
{
    const vl_lab_run *chosen = vl_session_run(session);
    if (session->playing) { // what the recording has until the end of the next frame
        vl_replay *replay = &session->playing->replay;
        for (int64_t before = replay->frames; replay->frames == before;)
            if (!vl_replay_next(replay)) {
                pause_itself(session);
                return;
            }
        capture(session);
        if (session->stepped)
            session->stepped(session->stepped_user, dt);
        end_frame(session);
        return;
    }
    vl_session_drop_ahead(session);
    if (!vl_lab_do_frame(session->lab, dt))
        return;
    bool in_time = true;
    while (in_time && vl_lab_step(session->lab)) {
        capture(session);
        if (session->stepped && chosen->stepping)
            session->stepped(session->stepped_user, chosen->step);
        in_time = vl_clock_now() <= until || !vl_lab_has_step(session->lab);
    }
    end_frame(session);
}

static void forget_ahead(vl_session *session)
{
    if (session->playback.left == 0) // its frames stay
        vl_log_expect(session->log, NULL, 0);
}

// Takes the next frame, where it is known already, or else from the stream; if `due`, only one that
// is due now. One that takes longer than `longest` s is left.
static bool take_frame(vl_session *session, bool due, double longest, double *dt)
{
    vl_pacing *pacing = &session->pacing;
    if (session->playing && vl_playing_has_ended(session->playing))
        return false;
    if (pacing->hitch)
        forget_ahead(session);
    *dt = known_dt(session);
    if (!(*dt > 0) && !session->playing)
        return vl_pacing_take(pacing, session->lab->now.time, due, longest, dt);
    if ((due && *dt > pacing->due) || !vl_frame_fits(*dt, longest))
        return false;
    pacing->due -= due ? *dt : 0;
    return true;
}

void vl_session_advance(vl_session *session, double elapsed)
{
    // what stands for its question goes on after its time, or where somebody makes another run of
    // it
    vl_answer *answer = &session->answer;
    double wait = session->waits ? 0 : session->scene->task.wait;
    bool asks = vl_session_task(session) == VL_TASK_ASKED;
    answer->stood = asks && !vl_lab_is_held(session->lab) ? answer->stood + elapsed : 0;
    bool other = session->paused_itself && !session->adjusts && stands_before(session) &&
                 (!asks || session->pacing.hitch);
    if (other || (asks && wait > 0 && answer->stood >= wait))
        vl_session_set_running(session, true);
    if (!session->running || (!session->playing && vl_lab_all_diverged(session->lab)))
        return;

    session->pacing.due += fmin(elapsed, VL_LONGEST_STEP) * session->pacing.speed;
    session->pacing.measured = fmin(elapsed * session->pacing.normal, VL_LONGEST_STEP);
    double until = session->step_budget > 0 ? vl_clock_now() + session->step_budget : HUGE_VAL, dt;
    while (session->running && take_frame(session, true, HUGE_VAL, &dt)) {
        vl_session_make_frame(session, dt, until);
        if (session->playback.over) {
            session->pacing.due = 0;
            vl_session_set_running(session, false);
        }
        double pause = session->scene->view.pause; // that the scene file asks for
        if (pause > 0 && !session->playing && session->playback.left == 0 &&
            !vl_lab_is_held(session->lab) && vl_session_crosses(session, pause))
            pause_itself(session);
        if (vl_clock_now() <= until)
            continue;
        session->pacing.gave_up = true;
        if (session->playback.left > 0 || session->playing)
            session->pacing.due = 0;
        else
            vl_pacing_give_up(&session->pacing, session->lab->now.time);
        break;
    }
    if (session->pacing.ended && session->playback.left == 0)
        pause_itself(session);
}

bool vl_session_step(vl_session *session)
{
    double dt;
    if (!take_frame(session, false, HUGE_VAL, &dt))
        return false;
    vl_session_make_frame(session, dt, HUGE_VAL);
    vl_session_complete(session);
    return true;
}

bool vl_session_step_until(vl_session *session, double end)
{
    double dt, time = session->lab->now.time;
    bool goes_on = session->playing || !vl_run_has_ended(time, end);
    if (!goes_on || !take_frame(session, false, end - time, &dt))
        return false;
    vl_session_make_frame(session, dt, HUGE_VAL);
    return true;
}

void vl_session_set_running(vl_session *session, bool running)
{
    bool here = session->answer.asked == session->lab->now.frames + 1;
    session->answer.over |= running && here && vl_session_task(session) == VL_TASK_ASKED;
    session->running = running && (session->playback.left > 0 || !session->pacing.ended);
    session->paused_itself &= !running;
    if (!session->running)
        vl_session_complete(session);
}

void vl_session_show_chosen(vl_session *session)
{
    capture(session);
    session->step = session->pending;
}

void vl_session_forget_record(vl_session *session)
{
    vl_playback *playback = &session->playback;
    playback->first = session->lab->now.frames;
    playback->left = 0;
    playback->over = playback->back = false;
    begin_record(session);
}

bool vl_session_turn_back(vl_session *session)
{
    vl_world *world = vl_session_run(session)->world;
    vl_session_complete(session);
    vl_playback *playback = &session->playback;
    int64_t present = session->lab->now.frames;
    int count = (int)(present - playback->first);
    if (!vl_session_can_turn_back(session) || count == 0 || world->now.diverged)
        return false;
    vl_session_mark(session, 0, "reversal of all velocities");
    vl_session_touch(session, false);
    double *dt = vl_alloc((size_t)count, sizeof *dt);
    for (int i = 0; i < count; i++)
        dt[i] = vl_log_length(session->log, present - i);
    VL_DO(session->lab, VL_TURN, .lane = session->chosen);
    for (int i = 0; i < session->lab->count; i++) {
        // the path that was made becomes the one to go back along
        vl_session_lane *lane = &session->lanes[i];
        double *made[VL_AXES];
        memcpy(made, lane->record_from, sizeof made);
        memcpy(lane->record_from, lane->path_from, sizeof made);
        memcpy(lane->path_from, made, sizeof made);
        if (i != session->chosen && !session->lab->runs[i].world->now.diverged)
            VL_DO(session->lab, VL_TURN, .lane = i);
    }
    vl_session_show_chosen(session);
    begin_record(session);
    playback->first = present;
    playback->steps = playback->left = count;
    playback->over = playback->back = false;
    vl_log_expect(session->log, dt, count);
    vl_free(dt);
    session->pacing.due = 0;
    vl_session_set_running(session, true);
    return true;
}

void vl_session_changed(vl_session *session, bool by_hand)
{
    vl_session_show_chosen(session);
    vl_session_forget_record(session);
    vl_session_touch(session, by_hand);
}

bool vl_session_can_mistake(const vl_session *session)
{
    const vl_mistake *mistake = session->scene->mistake;
    bool links = vl_session_run(session)->world->links.hard_count > 0;
    return mistake && !vl_session_run(session)->lane.engine &&
           vl_mistake_fits(mistake, vl_session_run(session)->lane.integrator) &&
           (links || !mistake->needs_links);
}

void vl_session_set_mistake(vl_session *session, bool on)
{
    if (!session->scene->mistake || on != session->mistake_off)
        return;
    vl_session_complete(session);
    vl_session_mark(session, 0, on ? "mistake on" : "mistake off");
    session->mistake_off = !on;
    vl_stream_mismeasure(session->pacing.stream, vl_session_mistake(session));
    bool anew = vl_session_run(session)->world->now.diverged;
    for (int i = 0; i < session->lab->count; i++)
        anew |= session->lab->runs[i].lane.engine != NULL; // which makes none
    if (anew) {
        vl_session_begin_with(session, &vl_session_run(session)->lane);
        return;
    }
    const vl_mistake *mistake = vl_session_mistake(session);
    VL_DO(session->lab, VL_MISTAKE, .text = mistake ? mistake->name : "-");
    vl_session_changed(session, true);
}

void vl_session_use_stream(vl_session *session, const char *text, vl_stream *stream)
{
    vl_free(session->timestep);
    session->timestep = vl_copy_text(text);
    forget_ahead(session);
    vl_pacing_change(&session->pacing, stream);
}

vl_stream *vl_session_read_stream(const vl_session *session, const char *text, vl_error *error)
{
    return parse_stream(session->scene, text, vl_session_mistake(session), error);
}

bool vl_session_set_stream(vl_session *session, const char *text, vl_error *error)
{
    vl_text label = {0};
    vl_stream *stream = vl_session_read_stream(session, text, error);
    if (!stream)
        return false;
    vl_stream_label(stream, &label);
    vl_session_mark(session, 0, "frames: dt %s", label.data);
    vl_text_free(&label);
    vl_session_use_stream(session, text, stream);
    return true;
}
