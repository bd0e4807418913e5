// Snapshots of a lab: whatever was done since, the state comes back to the bit, with its lanes, and
// leads where it led.

#include "base/hash.h"
#include "base/memory.h"
#include "lab/snapshot.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "support/any_scene.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

enum { LANES = 3, FRAMES = 8, MOMENTS = 5, VISITS = 12 };

static char *const policies[] = {"raw", "substep:0.006", "accumulator:0.01"};
static char *const streams[] = {"fixed:0.0069444", "random:0.003:0.02:5", "hitch:0.01:0.1:0.25",
                                "list:20x0.01:0.05:random:0.003:0.02:5"};

// --- labs ---

static vl_scene any_lane(const vl_scene *scene, vl_random *random)
{
    vl_scene lane = *scene;
    lane.integrator = vl_integrators[any_of(random, vl_integrator_count)];
    lane.policy = policies[any_of(random, COUNT(policies))];
    lane.lane.own_stream = any_chance(random, 0.4);
    lane.timestep = streams[any_of(random, COUNT(streams))];
    return lane;
}

static vl_lab *any_lab(const vl_scene *scene, vl_random *random)
{
    vl_error error = {0};
    vl_scene lanes[LANES];
    for (int i = 0; i < LANES; i++)
        lanes[i] = any_lane(scene, random);
    vl_lab *lab = vl_lab_create_lanes(lanes, LANES, &error);
    if (!lab)
        fail_msg("%s", error.text);
    vl_lab_keep_ledger(lab);
    vl_lab_keep_momentum(lab);
    return lab;
}

// The places that the screen shows, which may lie between two states.
static uint64_t add_drawn(uint64_t hash, const vl_lab *lab, int lane)
{
    int count = lab->runs[lane].world->particles.count;
    FREED double *memory = vl_alloc((size_t)(VL_AXES * count), sizeof *memory);
    double *const x[VL_AXES] = {memory, memory + count, memory + 2 * count};
    vl_lab_drawn_positions(lab, lane, x);
    for (int i = 0; i < VL_AXES * count; i++)
        hash = vl_hash_number(hash, memory[i]);
    return hash;
}

// What is known of a moment: states, methods, clocks, places as they are drawn, and readings as
// they are estimated.
static uint64_t state_of(const vl_lab *lab)
{
    uint64_t hash = vl_hash_word(vl_lab_hash(lab), (uint64_t)lab->now.frames);
    hash = vl_hash_number(hash, lab->now.time);
    for (int i = 0; i < lab->count; i++) {
        const vl_lab_run *run = &lab->runs[i];
        const vl_reading *r = &run->shown;
        const double figures[] = {run->now.time,        r->time,
                                  r->kinetic,           r->energy,
                                  r->energy_error,      r->potential,
                                  r->stretch_max,       r->momentum.all.linear.x,
                                  run->clock.next,      run->late.latest.time,
                                  run->late.blown.time, run->late.largest};
        hash = vl_hash_word(hash, (uint64_t)(uintptr_t)run->world->integrator);
        hash = vl_hash_word(hash, (uint64_t)(uintptr_t)run->estimator);
        hash = vl_hash_word(hash, (uint64_t)(uintptr_t)run->world->mistake);
        hash = add_drawn(hash, lab, i);
        for (int c = 0; c < vl_cause_count; c++) {
            hash = vl_hash_number(hash, r->ledger[c]);
            hash = vl_hash_number(hash, r->given[c].linear.y);
        }
        for (int k = 0; k < COUNT(figures); k++)
            hash = vl_hash_number(hash, figures[k]);
    }
    return hash;
}

// --- what happens between ---

static void change_lanes(vl_lab *lab, const vl_scene *scene, vl_random *random)
{
    vl_error error = {0};
    int one = any_of(random, lab->count);
    bool lives = !lab->runs[one].world->now.diverged;
    vl_scene lane = any_lane(scene, random);
    if (lab->count > 1 && any_chance(random, 0.5))
        vl_lab_remove_lane(lab, one);
    else if (lives && lab->count < 2 * LANES && any_chance(random, 0.5))
        assert_true(vl_lab_add_lane(lab, &lane, one, &error));
    else if (lives)
        assert_true(vl_lab_set_lane(lab, one, &lane, &error));
}

static void pin_any(vl_lab *lab, vl_random *random)
{
    for (int i = 0; i < lab->count; i++) {
        vl_world *world = lab->runs[i].world;
        int slot = any_of(random, world->particles.count);
        if (world->now.diverged)
            continue;
        vl_world_set_pinned(world, slot, !world->particles.pinned[slot]);
        vl_world_synchronise(world);
        vl_lab_disturbed(lab, i, VL_CAUSE_SETTING);
    }
}

static void do_something(vl_lab *lab, const vl_scene *scene, vl_random *random)
{
    vl_lab_settle(lab, 0);
    int which = any_of(random, 4);
    if (which == 0)
        vl_lab_set_estimator(lab, &vl_estimators[any_of(random, vl_estimator_count)]);
    else if (which == 1)
        vl_lab_set_mistake(lab, any_chance(random, 0.5) ? vl_mistakes : NULL);
    else if (which == 2)
        pin_any(lab, random);
    else
        change_lanes(lab, scene, random);
}

static void do_anything(vl_lab *lab, const vl_scene *scene, vl_random *random)
{
    for (int left = any_of(random, 5); left > 0; left--)
        do_something(lab, scene, random);
}

// What is read at the present instant and after frames whose lengths belong to the moment.
static uint64_t what_follows(vl_lab *lab, int moment)
{
    vl_random random = {(uint64_t)moment + 77};
    vl_lab_settle(lab, 0);
    uint64_t hash = state_of(lab);
    for (int i = 0; i < FRAMES; i++) {
        (void)vl_lab_advance(lab, vl_random_uniform(&random, 0.004, 0.03));
        hash = vl_hash_word(hash, state_of(lab));
    }
    vl_lab_settle(lab, 0);
    return vl_hash_word(hash, state_of(lab));
}

// --- the property ---

typedef struct moment {
    vl_lab_snapshot *snapshot;
    uint64_t state, after; // then, and some frames later
    vl_moment now;
    int lanes, number;
} moment;

static void begin_moments(vl_lab *lab, const vl_scene *scene, vl_random *random, moment *moments)
{
    for (int i = 0; i < MOMENTS; i++) {
        (void)vl_lab_advance(lab, 0.012); // its reading may not be complete
        moments[i] =
            (moment){vl_lab_snapshot_create(lab), state_of(lab), 0, lab->now, lab->count, i};
        assert_true(vl_lab_snapshot_has_lanes(moments[i].snapshot));
        moments[i].after = what_follows(lab, i);
        do_anything(lab, scene, random);
    }
}

static void assert_comes_back(vl_lab *lab, const moment *then, int seed)
{
    vl_lab_snapshot_bring_back(then->snapshot);
    assert_int_equal(lab->count, then->lanes);
    assert_true(vl_lab_snapshot_has_lanes(then->snapshot));
    vl_moment now = vl_lab_snapshot_moment(then->snapshot);
    assert_true(now.time == then->now.time && now.frames == then->now.frames);
    if (state_of(lab) != then->state)
        fail_msg("seed %d: moment %d has other bits", seed, then->number);
    if (what_follows(lab, then->number) != then->after)
        fail_msg("seed %d: moment %d leads elsewhere", seed, then->number);
}

// Lanes that were removed are kept as long as a snapshot has them, and no longer.
TEST(a_snapshot_comes_back_to_the_bit_whatever_was_done_since)
{
    size_t most = 0;
    for (int seed = 1; seed <= test_cases(3, 12); seed++) {
        vl_random random = {(uint64_t)seed};
        moment moments[MOMENTS];
        OWNED(vl_scene) *scene = any_scene(&random);
        OWNED(vl_lab) *lab = any_lab(scene, &random);
        begin_moments(lab, scene, &random, moments);
        for (int i = 0; i < VISITS; i++) {
            assert_comes_back(lab, &moments[any_of(&random, MOMENTS)], seed);
            do_anything(lab, scene, &random);
            most = vl_lab_removed_bytes(lab) > most ? vl_lab_removed_bytes(lab) : most;
        }
        for (int left = MOMENTS; left > 0; left--) {
            int gone = any_of(&random, left);
            vl_lab_snapshot_free(moments[gone].snapshot);
            moments[gone] = moments[left - 1];
            if (left > 1)
                assert_comes_back(lab, &moments[0], seed);
        }
        assert_int_equal(vl_lab_removed_bytes(lab), 0);
    }
    assert_true(most > 0);
}

// ω h is 3: explicit Euler grows in each step.
TEST(what_is_known_of_a_blow_up_comes_back_too)
{
    OWNED(vl_scene) *scene = scene_of("format: 1\nintegrator: explicit-euler\ntimestep: fixed:0.1\n"
                                      "particles:\n  - {at: [1, 0]}\n"
                                      "forces:\n  - {kind: harmonic, stiffness: 900}\n");
    vl_error error = {0};
    OWNED(vl_lab) *lab = vl_lab_create_lanes(scene, 1, &error);
    assert_non_null(lab);
    for (int i = 0; i < 2; i++)
        (void)vl_lab_advance(lab, 0.1);
    vl_lab_settle(lab, 0);
    const vl_late_frame then = lab->runs[0].late;
    assert_true(then.latest.step > 0 && then.blown.step == 0);
    vl_lab_snapshot *snapshot = vl_lab_snapshot_create(lab);
    vl_frame_look blown[2];
    for (int i = 0; i < 2; i++) {
        vl_lab_snapshot_bring_back(snapshot);
        const vl_late_frame *now = &lab->runs[0].late;
        assert_memory_equal(&now->latest, &then.latest, sizeof then.latest);
        assert_int_equal(now->blown.step, 0);
        for (int k = 0; k < 10; k++)
            (void)vl_lab_advance(lab, 0.1);
        blown[i] = lab->runs[0].late.blown;
    }
    assert_true(blown[0].step > then.latest.step && blown[0].error > VL_BLOWN_UP);
    assert_memory_equal(&blown[0], &blown[1], sizeof blown[0]);
    vl_lab_snapshot_free(snapshot);
}
