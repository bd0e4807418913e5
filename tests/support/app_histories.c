#include "app_histories.h"

#include "app/state/numbers.h"
#include "lab/replay.h"
#include "labs.h"

OWNER(vl_recording)

// --- the state ---

static uint64_t add_text(uint64_t hash, const char *text)
{
    for (const char *c = text ? text : "-"; *c; c++)
        hash = vl_hash_word(hash, (unsigned char)*c);
    return vl_hash_word(hash, 0);
}

static uint64_t add_numbers(uint64_t hash, const double *numbers, int count)
{
    for (int i = 0; i < count; i++)
        hash = vl_hash_number(hash, numbers[i]);
    return hash;
}

#define ADD_NUMBERS(hash, ...)                                                                     \
    add_numbers(hash, (const double[]){__VA_ARGS__}, COUNT(((const double[]){__VA_ARGS__})))

static uint64_t add_solver(uint64_t hash, const vl_solver_settings *s)
{
    hash = add_text(hash, s->method->name);
    return ADD_NUMBERS(hash, s->iterations, s->substeps, s->direction, s->order, s->relaxation,
                       s->grids);
}

static uint64_t add_stream(uint64_t hash, const vl_stream *s)
{
    hash = add_text(hash, s ? s->text : NULL);
    return s ? vl_hash_word(vl_hash_word(hash, (uint64_t)s->step), s->random.state) : hash;
}

// What lab_hash() leaves out, because it stays in a step.
static uint64_t add_settings_of_world(uint64_t hash, const vl_world *world)
{
    const vl_particles *p = &world->particles;
    const vl_links *links = &world->links;
    const double *const of_links[] = {links->length, links->stiffness, links->damping,
                                      links->compliance, links->tear};
    hash = add_text(hash, world->integrator->name);
    hash = add_text(hash, world->mistake ? world->mistake->name : NULL);
    hash = add_solver(hash, &world->solver);
    hash = ADD_NUMBERS(hash, world->gravity.x, world->gravity.y, world->gravity.z, world->damping);
    hash = add_numbers(hash, p->mass, p->count);
    hash = add_numbers(hash, p->radius, p->count);
    for (int i = 0; i < COUNT(of_links); i++)
        hash = add_numbers(hash, of_links[i], links->count);
    return hash;
}

static uint64_t add_lane_of(uint64_t hash, const vl_lab_run *run)
{
    const vl_lane *lane = &run->lane;
    hash = add_solver(hash, &lane->solver);
    hash = add_text(hash, lane->timestep);
    hash = add_text(hash, lane->policy);
    hash = add_text(hash, lane->name);
    hash = add_text(hash, lane->integrator->name);
    hash = add_text(hash, lane->engine ? lane->engine->name : NULL);
    hash = add_stream(hash, run->clock.stream);
    const vl_policy *policy = &run->clock.policy;
    hash = ADD_NUMBERS(add_text(hash, policy->text), policy->left, policy->carry, policy->now.time);
    hash = add_settings_of_world(hash, run->world);
    hash = ADD_NUMBERS(hash, run->largest_error, (double)run->troubles.divided,
                       (double)run->troubles.failed, (double)run->troubles.unconverged);
    return ADD_NUMBERS(hash, lane->naive_start, run->now.time, run->shown.time, run->shown.kinetic,
                       run->shown.energy, run->shown.energy_error);
}

// The scene as it would be saved, and what was chosen for all lanes.
static uint64_t add_settings(uint64_t hash, const vl_session *s)
{
    FREED char *yaml = vl_scene_to_yaml(s->scene);
    hash = add_text(hash, yaml);
    hash = add_text(hash, s->scene->path);
    hash = add_text(hash, s->timestep);
    hash = add_stream(hash, s->pacing.stream);
    hash = ADD_NUMBERS(hash, s->mistake_off, s->lab->shown.back, s->pacing.hitch);
    return ADD_NUMBERS(hash, s->chosen, s->pacing.speed, vl_lab_shown_time(s->lab, 0));
}

uint64_t state_of(const desk *d)
{
    vl_session *s = d->session;
    bool running = s->running;
    s->running = true; // what stands is read with the newest step's length, not with a late frame's
    vl_session_complete(s);
    s->running = running;
    uint64_t hash = add_settings(lab_hash(s->lab), s);
    hash = ADD_NUMBERS(hash, s->lab->now.time, (double)s->lab->now.frames);
    for (int i = 0; i < s->lab->count; i++)
        hash = add_lane_of(hash, &s->lab->runs[i]);
    return hash;
}

uint64_t replayed(const char *path, const char *what, uint64_t **hashes)
{
    vl_error error = {0};
    vl_replay replay;
    OWNED(vl_recording) *recording = vl_recording_load(path, false, &error);
    if (!recording)
        fail_msg("%s: %s", what, error.text);
    vl_replay_begin(&replay, recording, NULL, 0);
    if (hashes)
        *hashes = vl_alloc(recording->size + 1, sizeof **hashes);
    while (vl_replay_next(&replay))
        if (hashes)
            (*hashes)[replay.lines.at] = lab_hash(replay.lab);
    if (*replay.error.text || *replay.difference.text)
        fail_msg("%s: %s %s", what, replay.error.text, replay.difference.text);
    uint64_t hash = lab_hash(replay.lab);
    vl_replay_free(&replay);
    return hash;
}

// --- what somebody does ---

static void act(somebody *who, vl_event event, int then_frames)
{
    if (who->gives)
        who->gives(who, event, NULL, then_frames);
    else
        give(who->desk, event, then_frames);
}

static void point(somebody *who, vl_event_kind kind, int pointer, vl_pixel at, int then_frames)
{
    vl_event event = {.kind = kind, .pointer = pointer, .button = VL_BUTTON_LEFT};
    event.x = at.x;
    event.y = at.y;
    act(who, event, then_frames);
}

static vl_pixel any_point(vl_random *random, vl_rect r)
{
    float x = (float)any_between(random, 0.1, 0.9), y = (float)any_between(random, 0.1, 0.9);
    return (vl_pixel){r.x + x * r.w, r.y + y * r.h, 0};
}

static void any_stroke(somebody *who)
{
    desk *d = who->desk;
    vl_random *random = &who->random;
    const vl_rect stage = d->app->layout.clear;
    vl_pixel ball = ball_pixel(d, 1 + any_of(random, world_of(d)->particles.count));
    vl_pixel at = any_chance(random, 0.8) ? ball : any_point(random, stage);
    int pointer = any_of(random, 3);
    if (!vl_rect_contains(stage, at.x, at.y))
        return;
    point(who, VL_EVENT_POINTER_DOWN, pointer, at, any_of(random, 2));
    for (int i = any_of(random, 4); i >= 0; i--) {
        at = any_point(random, stage);
        point(who, VL_EVENT_POINTER_MOVE, pointer, at, any_of(random, 3));
    }
    point(who, VL_EVENT_POINTER_UP, pointer, at, any_of(random, 2));
}

static void any_press(somebody *who)
{
    vl_random *random = &who->random;
    const vl_layout *l = &who->desk->app->layout;
    const vl_rect rects[] = {l->band, l->bars, l->figures};
    const vl_rect rect = any_chance(random, 0.5) ? rects[any_of(random, COUNT(rects))] : l->whole;
    vl_pixel at = any_point(random, rect);
    point(who, VL_EVENT_POINTER_DOWN, VL_POINTER_MOUSE, at, 1);
    vl_pixel to = {at.x + (float)any_between(random, -90, 90), at.y, 0};
    point(who, VL_EVENT_POINTER_MOVE, VL_POINTER_MOUSE, to, 1);
    point(who, VL_EVENT_POINTER_UP, VL_POINTER_MOUSE, at, 1);
}

static bool is_left_out(const somebody *who, const vl_command *command)
{
    bool page = command->group == VL_GROUP_LAB;
    return page || strcmp(command->name, "save") == 0 || strcmp(command->name, "picture") == 0 ||
           strcmp(command->name, "quit") == 0 || (who->leaves_out && who->leaves_out(command));
}

static void any_key(somebody *who)
{
    vl_command command;
    do
        command = vl_command_get(any_of(&who->random, vl_command_count()));
    while (is_left_out(who, &command));
    if (who->gives)
        who->gives(who, (vl_event){.kind = VL_EVENT_KEY}, &command, 1);
    else
        give_command(who->desk, &command, 1);
}

// The speed is one of the numbers. Now and then the value stays.
static void any_number(somebody *who)
{
    static const char *const lists[] = {NULL,     "particles", "links",    "chains",
                                        "cloths", "forces",    "colliders"};
    vl_session *session = who->desk->session;
    vl_random *random = &who->random;
    const char *list = lists[any_of(random, COUNT(lists))];
    int parts = vl_scene_part_count(session->scene, list);
    vl_number numbers[VL_MOST_NUMBERS];
    vl_scene_part part = {list, parts > 0 ? any_of(random, parts) : 0};
    int count = parts > 0 ? vl_session_part_numbers(session, part, numbers) : 0;
    numbers[count] = vl_session_speed_number(session);
    const vl_number *number = &numbers[any_of(random, count + 1)];
    double scale = any_chance(random, 0.2) ? 1 : any_between(random, 0.7, 1.4);
    const char *text = PRINTED("%.6g", scale * vl_session_number(session, number));
    vl_session_next_event(session);
    (void)!vl_session_set_number(session, number, text, &(vl_error){0});
    frames(who->desk, 1);
}

void do_any_deed(somebody *who)
{
    if (any_chance(&who->random, 0.3))
        any_stroke(who);
    else if (any_chance(&who->random, 0.2))
        any_number(who);
    else if (who->presses && any_chance(&who->random, 0.2))
        any_press(who);
    else
        any_key(who);
}
