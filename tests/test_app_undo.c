// Undo and redo in the app, with real events: whatever was done, undo brings the state back to the
// last bit, and redo what was undone.

#include "support/any_scene.h"
#include "support/app_fixture.h"
#include "support/key_checks.h"
#include "support/worlds.h"

#include "app/input/actions.h"
#include "app/state/numbers.h"
#include "app/state/undo.h"
#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

#include <float.h>

enum { MOST_CHANGES = 90 };

// --- what is compared ---

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211U;
    return hash;
}

#define MIX(hash, value) mix(hash, &(value), sizeof(value))

static uint64_t mix_text(uint64_t hash, const char *text)
{
    return text ? mix(hash, text, strlen(text) + 1) : mix(hash, "-", 1);
}

static uint64_t mix_axes(uint64_t hash, double *const x[VL_AXES], int count)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        hash = mix(hash, x[axis], (size_t)count * sizeof(double));
    return hash;
}

static uint64_t mix_solver(uint64_t hash, const vl_solver_settings *s)
{
    hash = mix_text(hash, s->method->name);
    hash = MIX(hash, s->iterations);
    hash = MIX(hash, s->substeps);
    hash = MIX(hash, s->direction);
    hash = MIX(hash, s->order);
    hash = MIX(hash, s->relaxation);
    return MIX(hash, s->grids);
}

static uint64_t mix_stream(uint64_t hash, const vl_stream *s)
{
    hash = mix_text(hash, s ? s->text : NULL);
    return s ? MIX(MIX(hash, s->step), s->random.state) : hash;
}

static uint64_t mix_policy(uint64_t hash, const vl_policy *p)
{
    hash = mix_text(hash, p->text);
    hash = MIX(hash, p->left);
    hash = MIX(hash, p->carry);
    return MIX(hash, p->now.time);
}

static uint64_t mix_links(uint64_t hash, const vl_links *links)
{
    const double *const members[] = {links->length, links->stiffness, links->damping,
                                     links->compliance, links->tear};
    for (int i = 0; i < COUNT(members); i++)
        hash = mix(hash, members[i], (size_t)links->count * sizeof(double));
    return hash;
}

// A method that keeps positions has no v of its own.
static uint64_t mix_world(uint64_t hash, const vl_world *world)
{
    const vl_particles *p = &world->particles;
    hash = mix_text(hash, world->integrator->name);
    hash = mix_solver(hash, &world->solver);
    hash = mix_axes(hash, p->x, p->count);
    hash = mix_axes(hash, p->x_old, p->count);
    if (!world->integrator->keeps_positions)
        hash = mix_axes(hash, p->v, p->count);
    hash = MIX(hash, world->now.time);
    hash = MIX(hash, world->links.count);
    hash = MIX(hash, world->gravity);
    hash = MIX(hash, world->damping);
    hash = mix(hash, p->mass, (size_t)p->count * sizeof *p->mass);
    hash = mix(hash, p->radius, (size_t)p->count * sizeof *p->radius);
    hash = mix_text(hash, world->mistake ? world->mistake->name : NULL);
    hash = mix_links(hash, &world->links);
    return mix(hash, p->pinned, (size_t)p->count * sizeof *p->pinned);
}

static uint64_t mix_lane(uint64_t hash, const vl_session_lane *lane, const vl_lab_run *run)
{
    hash = MIX(hash, lane->integrator);
    hash = MIX(hash, lane->of_scene);
    hash = mix_solver(hash, &lane->solver);
    hash = mix_text(hash, lane->stream);
    hash = mix_stream(hash, run->clock.stream);
    hash = mix_policy(hash, &run->clock.policy);
    hash = MIX(hash, run->now.time);
    return mix_world(hash, run->world);
}

static uint64_t mix_readings(uint64_t hash, const vl_reading *r)
{
    hash = MIX(hash, r->time);
    hash = MIX(hash, r->kinetic);
    hash = MIX(hash, r->energy);
    return MIX(hash, r->energy_error);
}

// The description of the scene, as it would be saved.
static uint64_t mix_description(uint64_t hash, const vl_scene *scene)
{
    char *yaml = vl_scene_to_yaml(scene);
    hash = mix_text(hash, yaml);
    vl_free(yaml);
    return hash;
}

static uint64_t mix_settings(uint64_t hash, const vl_session *s)
{
    const bool switches[] = {s->lane_policies,   s->own_lanes, s->performing,      s->mistake_off,
                             s->paused_by_scene, s->touched,   s->playback.turned, s->pacing.hitch};
    hash = mix(hash, switches, sizeof switches);
    hash = mix_text(hash, s->scene->path);
    hash = mix_description(hash, s->scene);
    hash = mix_text(hash, s->timestep);
    hash = mix_text(hash, s->engine ? s->engine->title : NULL);
    hash = MIX(hash, s->estimator);
    hash = MIX(hash, s->chosen);
    hash = MIX(hash, s->pacing.speed);
    hash = MIX(hash, s->playback.offset);
    hash = mix_stream(hash, s->pacing.stream);
    return mix_policy(hash, &s->pacing.policy);
}

// Scene, settings, lanes, states and readings. To look at the next step of a stream takes it.
static uint64_t state_of(const desk *d)
{
    vl_session *s = d->session;
    vl_session_settle(s);
    uint64_t hash = mix_settings(14695981039346656037U, s);
    hash = MIX(hash, s->lab->now.time);
    hash = MIX(hash, s->lab->now.frames);
    for (int i = 0; i < s->lane_count; i++) {
        hash = mix_lane(hash, &s->lanes[i], &s->lab->runs[i]);
        hash = mix_readings(hash, &s->lab->runs[i].shown);
    }
    return hash;
}

// --- what somebody does ---

static void key(desk *d, uint32_t k, bool ctrl, bool shift)
{
    vl_null_push(d->platform,
                 (vl_event){.kind = VL_EVENT_KEY, .key = k, .ctrl = ctrl, .shift = shift});
    frames(d, 1);
}

static int undone(const desk *d)
{
    return d->session->undo ? d->session->undo->undone.count : 0;
}

// The state before each change, the oldest first.
typedef struct trace {
    int count;
    uint64_t states[MOST_CHANGES + 1];
    char what[MOST_CHANGES + 1][VL_CHANGE_TEXT];
} trace;

// What somebody has done is a change or part of one, or not.
static void note(const desk *d, trace *t, uint64_t before)
{
    int now = undone(d);
    if (now == t->count)
        return;
    assert_int_equal(now, t->count + 1);
    t->states[t->count] = before;
    snprintf(t->what[t->count++], VL_CHANGE_TEXT, "%s", vl_session_undoes(d->session));
}

static void event(desk *d, trace *t, vl_event_kind kind, float x, float y, const uint64_t *press)
{
    uint64_t before = state_of(d);
    push(d, kind, x, y, 1);
    note(d, t, press ? *press : before);
}

// A drag goes back to where it began.
static void stroke(desk *d, trace *t, vl_pixel from, vl_pixel to)
{
    uint64_t press = state_of(d);
    const uint64_t *hand = d->app->tool ? NULL : &press;
    event(d, t, VL_EVENT_POINTER_DOWN, from.x, from.y, hand);
    event(d, t, VL_EVENT_POINTER_MOVE, (from.x + to.x) / 2, (from.y + to.y) / 2, hand);
    event(d, t, VL_EVENT_POINTER_MOVE, to.x, to.y, hand);
    event(d, t, VL_EVENT_POINTER_UP, to.x, to.y, hand);
}

static float within(vl_random *random, float low, float size)
{
    return low + size * (float)any_between(random, 0.1, 0.9);
}

// A stroke over the stage, from a ball or from anywhere: with the hand, the pins or the scissors.
static void any_stroke(desk *d, vl_random *random, trace *t)
{
    const vl_rect stage = d->app->layout.clear;
    vl_pixel ball = ball_pixel(d, 1 + any_of(random, world_of(d)->particles.count));
    bool of_ball = any_chance(random, 0.7);
    float x = of_ball ? ball.x : within(random, stage.x, stage.w);
    float y = of_ball ? ball.y : within(random, stage.y, stage.h);
    if (!vl_rect_contains(stage, x, y))
        return;
    vl_pixel to = {within(random, stage.x, stage.w), within(random, stage.y, stage.h), 0};
    stroke(d, t, (vl_pixel){x, y, 0}, to);
}

// Those that leave the program, write files, or compute for long.
static bool is_left_out(const vl_command *command)
{
    bool page = command->group == VL_GROUP_LAB && command->act != vl_act_next_engine;
    return command->act == vl_act_undo || command->act == vl_act_save || page ||
           command->act == vl_act_picture || command->key == VL_KEY_F1 + 10 ||
           (command->ctrl && (command->key == 'q' || command->key == 'k' || command->key == 'o'));
}

// A number of the scene, or the speed, gets another value, or is refused.
static void any_number(desk *d, vl_random *random)
{
    static const char *const lists[] = {NULL,     "particles", "links",    "chains",
                                        "cloths", "forces",    "colliders"};
    const char *list = lists[any_of(random, COUNT(lists))];
    int parts = vl_scene_part_count(d->session->scene, list);
    vl_number numbers[VL_MOST_NUMBERS];
    vl_scene_part part = {list, parts > 0 ? any_of(random, parts) : 0};
    int count = parts > 0 ? vl_session_part_numbers(d->session, part, numbers) : 0;
    numbers[count] = vl_session_speed_number(d->session);
    const vl_number *number = &numbers[any_of(random, count + 1)];
    char text[32];
    vl_error error = {0};
    double scale = any_chance(random, 0.2) ? 1 : any_between(random, 0.7, 1.4);
    snprintf(text, sizeof text, "%.6g", scale * vl_session_number(d->session, number));
    vl_session_next_event(d->session);
    (void)!vl_session_set_number(d->session, number, text, &error);
    frames(d, 1);
}

// That a touch ends the captions of a scene is no change, and undo does not bring them back.
static void any_deed(desk *d, vl_random *random, trace *t)
{
    vl_session_take_over(d->session);
    uint64_t before = state_of(d);
    vl_command command;
    do
        command = vl_command_get(any_of(random, vl_command_count()));
    while (is_left_out(&command));
    if (any_chance(random, 0.3))
        any_stroke(d, random, t);
    else if (any_chance(random, 0.3))
        any_number(d, random);
    else
        key(d, command.key, command.ctrl, command.shift);
    note(d, t, before);
}

// --- properties ---

// Gives the command without a frame, in which the scene might run on; then it is drawn, paused.
static uint64_t state_after(desk *d, uint32_t k, bool shift)
{
    vl_event event = {.kind = VL_EVENT_KEY, .key = k, .ctrl = true, .shift = shift};
    vl_session_next_event(d->session);
    vl_key_down(d->app, &event);
    uint64_t state = state_of(d);
    vl_session_set_running(d->session, false);
    frames(d, 1);
    return state;
}

static void do_anything(desk *d, vl_random *random, trace *t, int most)
{
    for (int i = 0; i < most && t->count < MOST_CHANGES; i++) {
        if (any_chance(random, 0.5))
            frames(d, any_of(random, 4));
        any_deed(d, random, t);
        assert_int_equal(d->session->undo ? d->session->undo->dropped : 0, 0);
    }
}

static void undo_all(desk *d, const trace *t, uint64_t *states, const char *name)
{
    for (int i = t->count - 1; i >= 0; i--) {
        states[i + 1] = state_of(d);
        if (state_after(d, 'z', false) != t->states[i])
            fail_msg("%s: other bits after the undo of '%s'", name, t->what[i]);
    }
    assert_null(vl_session_undoes(d->session));
}

static void redo_all(desk *d, const trace *t, const uint64_t *states, const char *name)
{
    for (int i = 0; i < t->count; i++) {
        if (state_after(d, i % 2 ? 'z' : 'y', i % 2) != states[i + 1])
            fail_msg("%s: other bits after the redo of '%s'", name, t->what[i]);
    }
    assert_null(vl_session_redoes(d->session));
}

static uint64_t state_after_steps(desk *d)
{
    for (int i = 0; i < 20; i++)
        key(d, '.', false, false);
    return state_of(d);
}

static desk *open_paused(const char *scene)
{
    desk *d = open_scene(scene);
    vl_session_take_over(d->session);
    pause_run(d);
    frames(d, 1);
    return d;
}

// All commands, strokes of all tools, and frames between them, at random: undo goes back to the
// state before each, and from the first one the scene runs as if nothing had been; redo goes on to
// the last.
TEST(undo_and_redo_reach_each_state_again)
{
    static const char *const scenes[] = {"chain", "pendulum", "opening", "broken-frame-ratio",
                                         "cradle"};
    for (int seed = 1; seed <= test_cases(5, 20); seed++) {
        static trace t;
        static uint64_t states[MOST_CHANGES + 1];
        const char *scene = scenes[seed % COUNT(scenes)];
        char name[64];
        snprintf(name, sizeof name, "%s, seed %d", scene, seed);
        uint64_t alone = state_after_steps(open_paused(scene));
        desk *d = open_paused(scene);
        vl_random random = {(uint64_t)seed};
        uint64_t begin = state_of(d);
        t.count = undone(d);
        assert_int_equal(t.count, 0);
        do_anything(d, &random, &t, 40);
        pause_run(d);
        d->app->tool = NULL;
        uint64_t end = state_of(d);
        undo_all(d, &t, states, name);
        redo_all(d, &t, states, name);
        assert_true(state_of(d) == end);
        undo_all(d, &t, states, name);
        if (t.states[0] == begin)
            assert_true(state_after_steps(d) == alone);
    }
}

// --- what is one change, and what is told of it ---

static const char *newest(const desk *d)
{
    const char *what = vl_session_undoes(d->session);
    return what ? what : "nothing";
}

static void undo(desk *d)
{
    key(d, 'z', true, false);
}

static vl_vec3 place(const desk *d, int number)
{
    const vl_particles *p = &world_of(d)->particles;
    return vl_read(p->x, p->slot_of[number - 1]);
}

static bool is_place(vl_vec3 a, vl_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// However many frames it takes, and wherever it goes.
TEST(one_drag_is_one_change)
{
    desk *d = open_paused("chain");
    int last = world_of(d)->particles.count;
    vl_vec3 before = place(d, last);
    vl_pixel ball = grab(d, last, 1);
    for (int i = 1; i <= 10; i++)
        push(d, VL_EVENT_POINTER_MOVE, ball.x - 5 * (float)i, ball.y - 3 * (float)i, 2);
    key(d, 'z', true, false);
    assert_true(shows(d, "A hand holds something"));
    push(d, VL_EVENT_POINTER_UP, ball.x - 50, ball.y - 30, 1);
    assert_int_equal(undone(d), 1);
    char what[64];
    snprintf(what, sizeof what, "placing of particle %d", last);
    assert_string_equal(newest(d), what);
    vl_vec3 after = place(d, last);
    undo(d);
    assert_true(is_place(place(d, last), before));
    assert_true(shows(d, "Undone: placing of particle"));
    key(d, 'z', true, true);
    assert_true(is_place(place(d, last), after));
    assert_true(shows(d, "Redone: placing of particle"));
}

// A tap on what is at rest changes nothing, and leaves what could be redone.
TEST(a_tap_is_no_change)
{
    desk *d = open_paused("chain");
    key(d, ']', false, false);
    undo(d);
    vl_pixel ball = grab(d, 1, 1);
    push(d, VL_EVENT_POINTER_UP, ball.x, ball.y, 1);
    assert_int_equal(undone(d), 0);
    assert_non_null(vl_session_redoes(d->session));
    assert_true(shows(d, "×1.0"));
}

// What several fingers do together is one change, also if one of them has only tapped.
TEST(hands_that_hold_together_make_one_change)
{
    desk *d = open_paused("chain");
    int last = world_of(d)->particles.count;
    vl_vec3 before = place(d, last);
    vl_pixel ball = ball_pixel(d, last);
    push_pointer(d, VL_EVENT_POINTER_DOWN, 1, ball.x, ball.y, 1);
    push_pointer(d, VL_EVENT_POINTER_MOVE, 1, ball.x - 60, ball.y - 30, 2);
    vl_pixel other = ball_pixel(d, last / 2);
    push_pointer(d, VL_EVENT_POINTER_DOWN, 2, other.x, other.y, 1);
    assert_int_equal(world_of(d)->hold_count, 2);
    push_pointer(d, VL_EVENT_POINTER_UP, 2, other.x, other.y, 1);
    push_pointer(d, VL_EVENT_POINTER_UP, 1, ball.x - 60, ball.y - 30, 1);
    assert_int_equal(undone(d), 1);
    undo(d);
    assert_true(is_place(place(d, last), before));
}

TEST(a_stroke_of_the_scissors_is_one_change)
{
    desk *d = open_paused("cloth");
    int links = world_of(d)->links.count;
    vl_pixel top = ball_pixel(d, 10), bottom = ball_pixel(d, world_of(d)->particles.count - 9);
    key(d, 'c', false, false);
    push(d, VL_EVENT_POINTER_DOWN, top.x + 3, top.y - 20, 1);
    for (int i = 1; i <= 8; i++)
        push(d, VL_EVENT_POINTER_MOVE, top.x + 3, top.y + (bottom.y - top.y) * (float)i / 16, 1);
    push(d, VL_EVENT_POINTER_UP, top.x + 3, (top.y + bottom.y) / 2, 1);
    int cut = links - world_of(d)->links.count;
    char what[64];
    snprintf(what, sizeof what, "cut of %d links", cut);
    assert_true(cut > 2);
    assert_int_equal(undone(d), 1);
    assert_string_equal(newest(d), what);
    undo(d);
    assert_int_equal(world_of(d)->links.count, links);
}

// Steps back one after another, or one pull along the line, are one change.
TEST(a_way_back_in_time_is_one_change)
{
    desk *d = open_paused("chain");
    for (int i = 0; i < 20; i++)
        key(d, '.', false, false);
    vl_vec3 there = place(d, 5);
    for (int i = 0; i < 7; i++)
        key(d, '.', false, true);
    assert_int_equal(undone(d), 1);
    undo(d);
    assert_true(is_place(place(d, 5), there));
}

// Each kind of change has words of its own.
TEST(changes_have_names)
{
    desk *d = open_paused("chain");

    static const struct {
        uint32_t key;
        bool ctrl, shift;
        const char *what;
    } rows[] = {
        {'6', false, false, "method: Velocity Verlet"},
        {'d', false, false, "direction: "},
        {'m', false, false, "solver: "},
        {'k', false, false, "substeps: "},
        {'3', true, false, "frames: dt fixed 33.333 ms"},
        {'h', false, false, "late frame"},
        {']', false, false, "speed: ×"},
        {'u', false, false, "velocity of the energy: "},
        {'a', false, true, "lane of "},
        {'f', false, true, "lanes of frame rates"},
        {'x', false, true, "removal of "},
        {VL_KEY_F1 + 7, false, false, "engine: "},
        {'r', false, false, "back to the start"},
        {VL_KEY_PAGE_DOWN, false, false, "scene: "},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        key(d, rows[i].key, rows[i].ctrl, rows[i].shift);
        if (strncmp(newest(d), rows[i].what, strlen(rows[i].what)) != 0)
            fail_msg("'%s' instead of '%s'", newest(d), rows[i].what);
        assert_int_equal(undone(d), i + 1);
    }
}

TEST(buttons_and_the_list_of_commands_say_what_they_undo)
{
    desk *d = open_paused("chain");
    vl_rect rect;
    key(d, '7', false, false);
    key(d, 'k', true, false);
    for (const char *c = "undo"; *c; c++) {
        vl_event event = {.kind = VL_EVENT_TEXT, .text = {*c}};
        vl_null_push(d->platform, event);
    }
    frames(d, 2);
    assert_true(shows(d, "undo: method: Leapfrog"));
    assert_true(place_of_button(d->app, vl_command_of_key('z', true), &rect));
    click(d, rect, false);
    assert_true(shows(d, "Undone: method: Leapfrog"));
    undo(d); // in a field with text it takes back the text
    assert_string_equal(d->app->search.field.text, "");
    undo(d);
    assert_true(shows(d, "Nothing to undo"));
}

// A key with Ctrl, without a frame.
static void command_of(desk *d, uint32_t k)
{
    vl_event event = {.kind = VL_EVENT_KEY, .key = k, .ctrl = true};
    vl_session_next_event(d->session);
    vl_key_down(d->app, &event);
}

// A scene with its lanes, their settings and the state in mid-run.
TEST(another_scene_is_undone)
{
    desk *d = open_paused("chain");
    key(d, 'a', false, true);
    vl_session_set_running(d->session, true);
    frames(d, 30);
    pause_run(d);
    uint64_t before = state_of(d);
    int lanes = d->session->lane_count;
    key(d, VL_KEY_PAGE_DOWN, false, false);
    key(d, VL_KEY_PAGE_DOWN, false, false);
    frames(d, 10);
    pause_run(d);
    undo(d);
    undo(d);
    assert_int_equal(d->session->lane_count, lanes);
    assert_true(shows(d, "Chain"));
    assert_true(state_of(d) == before);
}

// Whether it ran or stood, at what instant, with what speed and lanes, and where one looked: of the
// scene that was left, and of the one that was opened. The size of type belongs to the window.
TEST(undo_of_another_scene_gives_back_how_it_stood)
{
    for (int pattern = 0; pattern < 4; pattern++) {
        bool first_runs = pattern & 1, second_runs = pattern & 2;
        desk *d = open_scene("pendulum");
        frames(d, 60);
        key(d, ']', false, false);
        key(d, '+', false, false);
        key(d, VL_KEY_LEFT, false, false);
        (void)vl_go_to_frame(d->app, 40);
        vl_session_set_running(d->session, first_runs);
        frames(d, 1);
        vl_camera view = d->app->camera;
        double time = time_of(d), speed = d->session->pacing.speed;
        command(d, VL_KEY_PAGE_DOWN);
        frames(d, 20);
        key(d, VL_KEY_F1 + 9, false, false);
        frames(d, 300);
        bool large = d->app->projector;
        vl_session_set_running(d->session, second_runs);
        double later = time_of(d);
        command_of(d, 'z');
        assert_int_equal(d->session->running, first_runs);
        assert_true(time_of(d) == time && d->session->pacing.speed == speed);
        assert_int_equal(d->app->projector, large);
        key(d, VL_KEY_F1 + 9, false, false); // the stage of before
        frames(d, 1);
        assert_true(fabs(d->app->camera.height / view.height - 1) <
                    8 * (double)FLT_EPSILON); // four ratios of floats, each rounded
        assert_true(d->app->camera.center.x == view.center.x && d->app->view_moved);
        command_of(d, 'y');
        assert_int_equal(d->session->running, second_runs);
        assert_true(time_of(d) == later);
    }
}

// --- memory ---

// The oldest changes are dropped, and that is told; undo goes back through all that are left.
TEST(what_is_stored_is_bounded)
{
    enum { CHANGES = VL_UNDO_MOST + 30 };

    desk *d = open_paused("cloth");
    uint64_t states[CHANGES] = {0};
    for (int i = 0; i < CHANGES; i++) {
        states[i] = state_of(d);
        key(d, i % 20 == 9 ? VL_KEY_PAGE_DOWN : i % 2 ? '[' : ']', false, false);
        pause_run(d);
        assert_true(vl_undo_bytes(d->session) <= VL_UNDO_MOST_BYTES);
        assert_true(undone(d) <= VL_UNDO_MOST);
    }
    int left = undone(d), dropped = d->session->undo->dropped;
    print_message("  %d changes in %.1f MiB, %d dropped\n", left,
                  (double)vl_undo_bytes(d->session) / (1 << 20), dropped);
    assert_int_equal(left + dropped, CHANGES);
    assert_true(left > 5 && dropped > 0);
    for (int i = 0; i < left; i++) {
        undo(d);
        assert_true(vl_undo_bytes(d->session) <= VL_UNDO_MOST_BYTES);
        assert_true(state_of(d) == states[CHANGES - 1 - i]);
    }
    assert_true(shows(d, "Older ones were dropped"));
}
