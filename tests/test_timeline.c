// The past of a lab: every frame that a timeline says it reaches has the bits that it had, and so
// has all that is run from there.

#include "base/memory.h"
#include "lab/timeline.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "support/any_scene.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

enum { FRAMES = 40, MOST_LANES = 4 };

static const size_t mebibyte = 1 << 20;

OWNER(vl_timeline)

// --- what is compared ---

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211U;
    return hash;
}

static uint64_t mix_axes(uint64_t hash, double *const x[VL_AXES], int count)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        hash = mix(hash, x[axis], (size_t)count * sizeof(double));
    return hash;
}

// The state of all lanes. A method that keeps positions has no v of its own.
static uint64_t state_of(const vl_lab *lab)
{
    uint64_t hash = 14695981039346656037U;
    for (int i = 0; i < lab->count; i++) {
        const vl_world *world = lab->runs[i].world;
        const vl_particles *p = &world->particles;
        hash = mix_axes(hash, p->x, p->count);
        hash = mix_axes(hash, p->x_old, p->count);
        if (!world->integrator->keeps_positions)
            hash = mix_axes(hash, p->v, p->count);
        hash = mix(hash, &world->now.time, sizeof world->now.time);
        hash = mix(hash, &world->links.count, sizeof world->links.count);
        hash = mix(hash, p->pinned, (size_t)p->count * sizeof *p->pinned);
    }
    return hash;
}

// The readings of the present instant; time spent on a step is not of it.
static uint64_t readings_of(vl_lab *lab)
{
    uint64_t hash = 14695981039346656037U;
    vl_lab_settle(lab, 0);
    for (int i = 0; i < lab->count; i++) {
        const vl_reading *r = &lab->runs[i].shown;
        const double values[] = {
            r->time, r->dt, r->kinetic, r->energy, r->energy_error, r->position_error, r->residual};
        hash = mix(hash, values, sizeof values);
        hash = mix(hash, r->ledger, (size_t)vl_cause_count * sizeof *r->ledger);
        hash = mix(hash, &r->momentum, sizeof r->momentum);
    }
    return hash;
}

// --- runs ---

static vl_lab *lab_of(const vl_scene *lanes, int count)
{
    vl_error error = {0};
    vl_lab *lab = vl_lab_create_lanes(lanes, count, &error);
    if (!lab)
        fail_msg("%s", error.text);
    vl_lab_keep_ledger(lab);
    vl_lab_keep_momentum(lab);
    return lab;
}

static double dt_of(int frame)
{
    vl_random random = {(uint64_t)frame + 1};
    vl_random_uniform(&random, 0, 1);
    return vl_random_uniform(&random, 0.004, 0.03);
}

static void make_frame(vl_lab *lab, vl_timeline *timeline, double dt)
{
    if (vl_lab_advance(lab, dt))
        vl_timeline_frame(timeline, dt);
}

// Makes the frames after the present one again, with the lengths that they had.
static void assert_goes_on(vl_lab *lab, vl_timeline *timeline, const uint64_t *states,
                           const char *name)
{
    int from = (int)vl_timeline_present(timeline), last = (int)vl_timeline_last(timeline);
    for (int frame = from; frame < last; frame++) {
        assert_true(vl_timeline_next_dt(timeline) == dt_of(frame));
        make_frame(lab, timeline, dt_of(frame));
        if (state_of(lab) != states[frame + 1])
            fail_msg("%s: other bits at frame %d after %d", name, frame + 1, from);
    }
    assert_int_equal(vl_timeline_last(timeline), last);
}

static int assert_goes(vl_lab *lab, vl_timeline *timeline, int wanted, const uint64_t *states,
                       const char *name)
{
    int reached = (int)vl_timeline_go(timeline, wanted);
    if (reached != wanted || state_of(lab) != states[reached])
        fail_msg("%s: %d instead of %d, other bits: %d", name, reached, wanted,
                 state_of(lab) != states[reached]);
    return reached;
}

// Goes to frames at random, and from some of them on to the end: to the same readings, and to the
// same motion where somebody has looked at the readings of an instant, too.
static void assert_reached(vl_lab *lab, vl_timeline *timeline, const uint64_t *states,
                           uint64_t readings, const char *name)
{
    vl_random random = {9};
    int last = (int)vl_timeline_last(timeline);
    for (int i = 0; i < 6; i++) {
        int reached = assert_goes(lab, timeline, any_of(&random, last + 1), states, name);
        if (i % 3 == 0)
            continue;
        if (i % 3 == 1)
            vl_lab_settle(lab, 0);
        assert_goes_on(lab, timeline, states, name);
        if (i % 3 == 2 && readings_of(lab) != readings)
            fail_msg("%s: other readings after %d", name, reached);
    }
}

// Few states, so that they thin out and frames are made again. Returns the number of torn links.
static int assert_back(const vl_scene *lanes, int count, const char *name)
{
    uint64_t states[FRAMES + 1];
    OWNED(vl_lab) *lab = lab_of(lanes, count);
    OWNED(vl_timeline) *timeline = vl_timeline_create(lab, 64 * mebibyte, 8);
    states[0] = state_of(lab);
    int last = 0;
    for (int i = 0; i < FRAMES; i++) {
        make_frame(lab, timeline, dt_of(i));
        if (vl_timeline_last(timeline) == last)
            break; // a world has left the finite numbers
        states[++last] = state_of(lab);
    }
    int broken = lab->runs[0].world->broken;
    assert_reached(lab, timeline, states, readings_of(lab), name);
    return broken;
}

// --- the properties ---

TEST(every_frame_of_any_scene_is_reached_again)
{
    static char *const policies[] = {"raw", "substep:0.006", "accumulator:0.01",
                                     "least:0.008:0.02"};
    static char *const streams[] = {"fixed:0.0069444", "random:0.003:0.02:5", "hitch:0.01:0.1:0.25",
                                    "list:20x0.01:0.05:random:0.003:0.02:5"};
    for (int seed = 1; seed <= test_cases(4, 20); seed++) {
        vl_random random = {(uint64_t)seed};
        OWNED(vl_scene) *scene = any_scene(&random);
        vl_scene lanes[MOST_LANES];
        for (int i = 0; i < MOST_LANES; i++) {
            lanes[i] = *scene;
            lanes[i].integrator = vl_integrators[(seed + i) % vl_integrator_count];
            lanes[i].policy = policies[any_of(&random, COUNT(policies))];
            lanes[i].lane.own_stream = any_chance(&random, 0.3);
            lanes[i].timestep = streams[any_of(&random, COUNT(streams))];
        }
        char name[32];
        snprintf(name, sizeof name, "seed %d", seed);
        assert_back(lanes, MOST_LANES, name);
    }
}

static int torn;

static void check_shipped(const char *name, vl_scene *scene)
{
    vl_scene lanes[MOST_LANES];
    int count = scene->particle_count > 500 ? 1 : MOST_LANES;
    static int next, seen;
    if (seen++ % test_cases(3, 1) != 0)
        return;
    for (int i = 0; i < count; i++) {
        lanes[i] = *scene;
        lanes[i].lane.own_stream = false;
        if (i > 0)
            lanes[i].integrator = vl_integrators[next++ % vl_integrator_count];
    }
    torn += assert_back(lanes, count, name);
}

TEST(every_frame_of_the_shipped_scenes_is_reached_again)
{
    torn = 0;
    for_each_shipped_scene(check_shipped);
    print_message("  %d links tore on the way\n", torn);
}

static const char rope[] = "format: 1\ngravity: [0, -9.81]\nsolver: {method: relax}\n"
                           "timestep: fixed:0.01\nchains:\n"
                           "  - {from: [0, 0], to: [1, 0], links: 12, pin: start}\n"
                           "colliders:\n  - {kind: plane, point: [0, -0.7], normal: [0, 1]}\n";

// A pin, a cut, another method and another solver, each at the end of a few frames.
static void change(vl_lab *lab, int which)
{
    vl_lab_settle(lab, 0);
    for (int i = 0; i < lab->count; i++) {
        vl_world *world = lab->runs[i].world;
        vl_solver_settings other = world->solver;
        other.method = solver_named("xpbd");
        if (which == 0)
            vl_world_set_pinned(world, 12, true);
        else if (which == 1)
            vl_world_break_links(world, (int[]){5}, 1);
        else if (which == 2)
            vl_world_set_integrator(world, vl_integrators[i + 2]);
        else
            vl_world_set_solver(world, &other);
        vl_world_synchronise(world);
        vl_lab_disturbed(lab, i, VL_CAUSE_SETTING);
    }
}

TEST(changes_between_frames_are_crossed_both_ways)
{
    OWNED(vl_scene) *scene = scene_of(rope);
    vl_scene lanes[] = {*scene, *scene};
    lanes[1].integrator = vl_integrators[0];
    OWNED(vl_lab) *lab = lab_of(lanes, 2);
    OWNED(vl_timeline) *timeline = vl_timeline_create(lab, 64 * mebibyte, 12);
    uint64_t states[FRAMES + 1];
    states[0] = state_of(lab);
    for (int i = 0; i < FRAMES; i++) {
        make_frame(lab, timeline, dt_of(i));
        if (i % 10 == 4 && i / 10 < 4) {
            change(lab, i / 10);
            vl_timeline_changed(timeline);
        }
        states[i + 1] = state_of(lab);
    }
    vl_random random = {11};
    for (int i = 0; i < 40; i++)
        assert_goes(lab, timeline, any_of(&random, FRAMES + 1), states, "changes");
    // before the cut there are all links
    vl_timeline_go(timeline, 3);
    assert_int_equal(lab->runs[0].world->links.count, 12);
}

TEST(a_branch_replaces_what_was_ahead_and_keeps_its_frames)
{
    OWNED(vl_scene) *scene = scene_of(rope);
    OWNED(vl_lab) *lab = lab_of(scene, 1);
    OWNED(vl_timeline) *timeline = vl_timeline_create(lab, 64 * mebibyte, 8);
    for (int i = 0; i < FRAMES; i++)
        make_frame(lab, timeline, dt_of(i));
    uint64_t end = state_of(lab);
    assert_int_equal(vl_timeline_go(timeline, 20), 20);
    change(lab, 1);
    vl_timeline_changed(timeline);
    assert_int_equal(vl_timeline_last(timeline), 20);
    for (int i = 20; i < FRAMES; i++) {
        assert_true(vl_timeline_next_dt(timeline) == dt_of(i));
        make_frame(lab, timeline, dt_of(i));
    }
    assert_true(vl_timeline_next_dt(timeline) == 0);
    assert_true(state_of(lab) != end);
    assert_true(vl_timeline_time(timeline, FRAMES) == lab->now.time);
}

TEST(frames_in_a_hand_are_not_made_again)
{
    OWNED(vl_scene) *scene = scene_of(rope);
    OWNED(vl_lab) *lab = lab_of(scene, 1);
    OWNED(vl_timeline) *timeline = vl_timeline_create(lab, 64 * mebibyte, 50);
    vl_world *world = lab->runs[0].world;
    for (int i = 0; i < 30; i++) {
        if (i == 10) {
            vl_lab_settle(lab, 0);
            assert_true(vl_world_hold(world, 12));
            vl_timeline_changed(timeline);
        }
        if (i >= 10 && i < 20)
            vl_world_carry(world, 12, (vl_vec3){1, 0.05 * (i - 9), 0});
        if (i == 20) {
            vl_lab_settle(lab, 0);
            vl_world_release(world, 12, (vl_vec3){0, 1, 0});
            vl_timeline_changed(timeline);
        }
        make_frame(lab, timeline, dt_of(i));
    }
    assert_int_equal(vl_timeline_go(timeline, 25), 25);
    assert_int_equal(vl_timeline_go(timeline, 20), 20);
    assert_int_equal(vl_timeline_go(timeline, 15), 10);
    assert_int_equal(world->hold_count, 0);
}

// --- memory ---

static void assert_covers(const char *text, int lanes, double dt, int frames, const char *name)
{
    OWNED(vl_scene) *scene = scene_of(text);
    vl_scene all[MOST_LANES];
    for (int i = 0; i < lanes; i++) {
        all[i] = *scene;
        all[i].integrator = vl_integrators[i];
    }
    OWNED(vl_lab) *lab = lab_of(all, lanes);
    OWNED(vl_timeline) *timeline = vl_timeline_create(lab, 256 * mebibyte, 256);
    uint64_t early = 0;
    for (int i = 0; i < frames; i++) {
        make_frame(lab, timeline, dt);
        if (i == 9)
            early = state_of(lab);
    }
    double size = (double)vl_timeline_bytes(timeline) / (double)mebibyte;
    print_message("  %s: %.1f s in %.1f MiB\n", name, lab->now.time, size);
    assert_true(size <= 256);
    assert_int_equal(vl_timeline_first(timeline), 0);
    assert_int_equal(vl_timeline_last(timeline), frames);
    assert_int_equal(vl_timeline_go(timeline, 10), 10);
    assert_true(state_of(lab) == early);
}

TEST(a_minute_of_a_chain_in_four_lanes_is_kept)
{
    assert_covers(rope, 4, 1.0 / 60, 3600, "chain, four lanes");
}

TEST(ten_seconds_of_a_large_cloth_are_kept)
{
    assert_covers("format: 1\ngravity: [0, -9.81]\nsolver: {method: relax, iterations: 8}\n"
                  "timestep: fixed:0.0166667\ncloths:\n"
                  "  - {origin: [-1, 1, 0], along: [2, 0, 0], down: [0, -1, 1.5], columns: 64, "
                  "rows: 64, mass: 0.5, pin: [top-left, top-right], shear: true}\n",
                  1, 1.0 / 60, 600, "cloth of 64 x 64");
}

// Each change stores a state, and where there is no more room the states of ordinary frames are
// thinned out. An hour of changes is some thousands; 200 of them with room for two states thin out
// more often than a number of 64 bits can be doubled.
TEST(any_number_of_changes_leaves_a_past_to_go_to)
{
    OWNED(vl_scene) *scene = scene_of(rope);
    OWNED(vl_lab) *lab = lab_of(scene, 1);
    OWNED(vl_timeline) *timeline = vl_timeline_create(lab, 64 * mebibyte, 2);

    enum { CHANGES = 200 };

    uint64_t states[CHANGES + 1];
    for (int i = 0; i < CHANGES; i++) {
        make_frame(lab, timeline, dt_of(i));
        vl_timeline_changed(timeline);
        states[i + 1] = state_of(lab);
    }
    assert_int_equal(vl_timeline_present(timeline), CHANGES);
    vl_timeline_go(timeline, CHANGES - 1);
    assert_true(state_of(lab) == states[vl_timeline_present(timeline)]);
}
