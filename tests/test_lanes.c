// Lanes of one scene: together they have the bits that each has alone, whatever their methods,
// policies and streams are, and whoever comes and goes beside them.

#include "base/text.h"
#include "lab/lab.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/solvers/solvers.h"
#include "scene/lanes.h"
#include "support/histories.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

enum { MOST_LANES = 7, FRAMES = 40 };

// Between two and MOST_LANES lanes.
static int any_lanes(const vl_scene *scene, vl_random *random, vl_scene lanes[MOST_LANES])
{
    int count = 2 + any_of(random, MOST_LANES - 1);
    for (int i = 0; i < count; i++)
        lanes[i] = any_lane(scene, random);
    return count;
}

static void make_frames(vl_lab *lab, int from, int to)
{
    for (int i = from; i < to; i++)
        assert_true(make_frame(lab, 0.004 + 0.002 * (i * 7 % 13)));
}

// --- the properties ---

TEST(lanes_together_have_the_bits_that_each_has_alone)
{
    for (int seed = 1; seed <= test_cases(4, 12); seed++) {
        vl_random random = test_random(seed);
        OWNED(vl_scene) *scene = any_scene(&random);
        vl_scene lanes[MOST_LANES];
        uint64_t bits[FRAMES][MOST_LANES];
        int count = any_lanes(scene, &random, lanes);
        OWNED(vl_lab) *lab = lab_of_lanes(lanes, count);
        for (int k = 0; k < FRAMES; k++) {
            make_frames(lab, k, k + 1);
            for (int i = 0; i < count; i++)
                bits[k][i] = bits_of_lane(lab, i);
        }
        for (int i = 0; i < count; i++) {
            OWNED(vl_lab) *one = lab_of_lanes(&lanes[i], 1);
            for (int k = 0; k < FRAMES; k++) {
                make_frames(one, k, k + 1);
                if (bits_of_lane(one, 0) != bits[k][i])
                    fail_msg("seed %d, lane %d, frame %d: other bits", seed, i, k);
            }
        }
    }
}

// The readings of a lane and the places of their instants, as checksums.
typedef struct film {
    int lane, particles, count;
    uint64_t shots[4096];
} film;

static void take_shot(void *user, int index, const vl_reading *reading, double *const x[VL_AXES])
{
    film *to = user;
    if (index != to->lane)
        return;
    const double figures[] = {reading->time, reading->energy, reading->energy_error};
    uint64_t hash = vl_hash_word(VL_HASH_START, (uint64_t)reading->step);
    for (int k = 0; k < COUNT(figures); k++)
        hash = vl_hash_number(hash, figures[k]);
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < to->particles; i++)
            hash = vl_hash_number(hash, x[axis][i]);
    assert_true(to->count < COUNT(to->shots));
    to->shots[to->count++] = hash;
}

// A lane with frames of its own makes the run that it would make alone on them. Its newest state is
// that of those that end not later than the common time: the next one would not fit.
TEST(a_lane_with_its_own_stream_is_the_run_on_that_stream)
{
    int compared = 0;
    for (int seed = 1; seed <= test_cases(8, 24); seed++) {
        vl_random random = test_random(seed);
        OWNED(vl_scene) *scene = any_scene(&random);
        vl_scene lanes[] = {any_lane(scene, &random), any_lane(scene, &random)};
        lanes[1].lane.own_stream = true;
        OWNED(vl_lab) *lab = lab_of_lanes(lanes, 2);
        film own = {.lane = 1, .particles = lab->runs[1].world->particles.count};
        vl_lab_listen(lab, take_shot, &own);
        make_frames(lab, 0, FRAMES);
        vl_lane_clock clock = lab->runs[1].clock;
        if (clock.has_next && !lab->runs[1].world->now.diverged)
            assert_false(vl_frame_fits(clock.next, lab->now.time - clock.policy.now.time));
        assert_true(clock.policy.now.time <= lab->now.time * (1 + 1e-12) + 0.01 * 0.1);

        lanes[1].lane.own_stream = false;
        OWNED(vl_lab) *one = lab_of_lanes(&lanes[1], 1);
        OWNED(vl_stream) *stream = stream_of(lanes[1].timestep);
        film alone = {.particles = own.particles};
        vl_lab_listen(one, take_shot, &alone);
        assert_true(vl_run_lab(one, stream, &(vl_run){.duration = lab->now.time, .steps = -1}));
        // the last reading of the two is settled with what each knows of the next frame
        int count = own.count < alone.count ? own.count : alone.count;
        assert_true(abs(own.count - alone.count) <= 1);
        for (int k = 0; k + 1 < count; k++, compared++)
            assert_true(own.shots[k] == alone.shots[k]);
    }
    print_message("  %d readings are equal\n", compared);
    assert_true(compared > test_cases(0, 300));
}

TEST(a_lane_that_cannot_keep_up_tells_how_far_it_is_behind)
{
    // 10000 steps of 1 µs are what a common frame of 20 ms lets it make
    OWNED(vl_scene) *scene = scene_of(
        "format: 1\ncompare: [{integrator: tcv}, {integrator: tcv, timestep: 'switch:1us:3us:1'},\n"
        "  {integrator: tcv, timestep: 7ms}]\nparticles: [{at: [0, 0]}]\n");
    vl_scene lanes[VL_SCENE_MOST_LANES];
    OWNED(vl_lab) *lab = lab_of_lanes(lanes, vl_scene_lanes(scene, lanes));
    for (int i = 1; i <= 3; i++) {
        assert_true(make_frame(lab, 0.02));
        assert_true(vl_lab_behind(lab, 0) == 0 && vl_lab_behind(lab, 2) == 0);
        assert_true(fabs(vl_lab_behind(lab, 1) - 0.01 * i) < 1e-9);
    }
}

TEST(lanes_that_come_and_go_leave_the_others_alone)
{
    for (int seed = 1; seed <= test_cases(4, 12); seed++) {
        vl_random random = test_random(seed);
        OWNED(vl_scene) *scene = any_scene(&random);
        vl_scene lanes[MOST_LANES];
        int count = any_lanes(scene, &random, lanes);
        OWNED(vl_lab) *lab = lab_of_lanes(lanes, count), *kept = lab_of_lanes(lanes, count);
        make_frames(lab, 0, FRAMES / 3);
        vl_lab_complete(lab, 0);
        int gone = any_of(&random, count);
        vl_lab *made = vl_lab_create(NULL, &lanes[gone], 1, &(vl_error){0});
        assert_non_null(made);
        make_frames(made, 0, FRAMES / 3);
        vl_lab_take_lane(lab, made);
        vl_lab_remove_lane(lab, gone);
        make_frames(lab, FRAMES / 3, FRAMES);
        make_frames(kept, 0, FRAMES);
        assert_int_equal(lab->count, count);
        for (int i = 0; i < count - 1; i++) {
            const vl_world *world = kept->runs[i + (i >= gone)].world;
            assert_true(vl_world_hash(lab->runs[i].world) == vl_world_hash(world));
        }
        assert_true(vl_world_hash(lab->runs[count - 1].world) ==
                    vl_world_hash(kept->runs[gone].world));
    }
}

// Another method begins anew: the error of its energy is counted from there. v is found again from
// x₋ with a relative error of |x| ε/(h |v|).
TEST(a_lane_with_another_method_counts_its_error_from_there)
{
    static const char text[] = "format: 1\ngravity: [0, -9.81]\nsolver: {method: direct}\n"
                               "timestep: fixed:0.01\nchains:\n"
                               "  - {from: [0, 1], to: [1, 1], links: 8, pin: start}\n";
    OWNED(vl_scene) *scene = scene_of(text);
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < vl_integrator_count; k++) {
            vl_scene first = *scene, second = *scene;
            first.integrator = vl_integrators[i];
            second.integrator = vl_integrators[k];
            OWNED(vl_lab) *lab = lab_of_lanes(&first, 1);
            make_frames(lab, 0, 20);
            vl_lab_complete(lab, 0.01);
            assert_true(vl_lab_set_lane(lab, 0, &second, &(vl_error){0}));
            const vl_reading *a = &lab->runs[0].shown;
            double scale = a->kinetic + fabs(a->potential), h = 0.01, x = 1, v = 1;
            double rounding = 100 * DBL_EPSILON * scale * x / (h * v);
            double unit = lab->runs[0].reference.scale.joule;
            assert_true(i == k || fabs(a->energy_error) <= rounding / unit);
            assert_true(lab->runs[0].since == (i == k ? 0 : a->time));
        }
}

TEST(a_lane_that_is_set_goes_on_without_a_jump)
{
    vl_random random = {3};
    OWNED(vl_scene) *scene = scene_of("format: 1\ngravity: [0, -9.81]\nparticles:\n"
                                      "  - {at: [0, 0], velocity: [1, 5]}\n");
    vl_scene lanes[] = {*scene, *scene};
    OWNED(vl_lab) *lab = lab_of_lanes(lanes, 2);
    for (int i = 0; i < 40; i++) {
        make_frames(lab, 0, 3);
        vl_lab_complete(lab, 0);
        vl_scene other = any_lane(scene, &random);
        double before = lab->runs[1].shown.energy, y = lab->runs[1].world->particles.x[1][0];
        assert_true(vl_lab_set_lane(lab, 1, &other, &(vl_error){0}));
        vl_lab_complete(lab, 0);
        assert_true(lab->runs[1].world->particles.x[1][0] == y);
        // v is found again from x₋ of steps not shorter than 1 ms
        double rounding = 16 * DBL_EPSILON * (fabs(before) + fabs(y) * 20 / 1e-3);
        assert_true(fabs(lab->runs[1].shown.energy - before) <= rounding);
    }
}

TEST(a_lane_says_since_when_it_has_its_policy_and_frames)
{
    OWNED(vl_scene) *scene = scene_of("format: 1\nparticles:\n  - {at: [0, 0]}\n");
    OWNED(vl_lab) *lab = lab_of_lanes(scene, 1);
    vl_scene lane = *scene;
    for (int i = 0; i < 3; i++) {
        make_frames(lab, 0, 5);
        double before = lab->runs[0].since, now = lab->runs[0].now.time;
        lane.lane.own_stream = true;
        lane.timestep = (char[]){"fixed:0.005"};
        lane.policy = i == 0 ? lane.policy : (char[]){"substep:0.004"};
        assert_true(vl_lab_set_lane(lab, 0, &lane, &(vl_error){0}));
        assert_true(lab->runs[0].since == (i == 2 ? before : now)); // the third is the same again
    }
}

TEST(a_lane_whose_stream_cannot_be_read_is_refused)
{
    vl_error error = {0};
    OWNED(vl_scene) *scene = scene_of("format: 1\nparticles:\n  - {at: [0, 0]}\n");
    vl_scene lanes[] = {*scene, *scene};
    lanes[1].lane.own_stream = true;
    lanes[1].timestep = (char[]){"file:there-is-none.csv"};
    assert_null(vl_lab_create(NULL, lanes, 2, &error));
    assert_non_null(strstr(error.text, "there-is-none.csv"));
    OWNED(vl_lab) *lab = lab_of_lanes(lanes, 1);
    assert_false(vl_lab_set_lane(lab, 0, &lanes[1], &error));
    assert_int_equal(lab->count, 1);
    make_frames(lab, 0, 5);
    assert_int_equal(lab->runs[0].now.frames, 5);
}

// --- lanes in a scene ---

static const char compared[] =
    "format: 1\ntimestep: fixed:0.01\nsolver: {method: direct, substeps: 2}\n"
    "particles: [{at: [0, 0]}, {at: [1, 0]}]\nlinks: [{from: 1, to: 2}]\n";

static vl_scene *scene_with(const char *lanes)
{
    return scene_of(PRINTED("%scompare: %s\n", compared, lanes));
}

TEST(what_a_lane_leaves_out_is_the_scenes)
{
    OWNED(vl_scene) *scene = scene_with(
        "[{}, {integrator: verlet, solver: {direction: old}}, {timestep: fixed:0.02, name: slow}]");
    scene->solver.substeps = 5; // a change of the scene is one of its lanes
    vl_scene lanes[VL_SCENE_MOST_LANES];
    assert_int_equal(vl_scene_lanes(scene, lanes), 3);
    for (int i = 0; i < 3; i++) {
        assert_ptr_equal(lanes[i].solver.method, &vl_solver_direct);
        assert_int_equal(lanes[i].solver.substeps, 5);
        assert_int_equal(lanes[i].lane.own_stream, i == 2);
        assert_string_equal(lanes[i].timestep, i == 2 ? "fixed:0.02" : "fixed:0.01");
        assert_int_equal(lanes[i].solver.direction, i == 1 ? VL_DIRECTION_OLD : VL_DIRECTION_NEW);
        assert_ptr_equal(lanes[i].integrator, vl_integrator_find(i == 1 ? "verlet" : "tcv"));
    }
    assert_string_equal(lanes[2].lane.name, "slow");
    OWNED(vl_scene) *plain = scene_of(compared);
    assert_int_equal(vl_scene_lanes(plain, lanes), 1);
    assert_ptr_equal(lanes[0].integrator, plain->integrator);
}

TEST(a_label_is_what_lanes_do_not_have_in_common)
{
    static const struct {
        const char *lanes;
        const char *labels[3];
    } rows[] = {
        {"[{}]", {"TCV"}},
        {"[{integrator: verlet}, {}]", {"Verlet", "TCV"}},
        {"[{integrator: verlet}, {integrator: verlet}, {name: Verlet 2}]",
         {"Verlet", "Verlet 3", "Verlet 2"}},
        {"[{timestep: fixed:0.0333333}, {timestep: fixed:0.0069444}]", {"30/s", "144/s"}},
        {"[{}, {timestep: fixed:0.0166667}]", {"TCV", "TCV · 60/s"}},
        {"[{solver: {substeps: 1}}, {solver: {substeps: 4}}]", {"1 substep", "4 substeps"}},
        {"[{solver: {direction: old}}, {start: naive}, {solver: {method: relax}}]",
         {"exact start · direct · old direction", "naive start · direct · new direction",
          "exact start · relax · new direction"}},
        {"[{policy: clamp:0.05}, {}]", {"clamp 50 ms", "raw"}},
        {"[{solver: {relaxation: 1.5}}, {}]", {"relaxation 1.5", "relaxation 1"}},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_scene) *scene = scene_with(rows[i].lanes);
        vl_scene lanes[VL_SCENE_MOST_LANES];
        vl_lane records[VL_SCENE_MOST_LANES];
        vl_text labels[VL_SCENE_MOST_LANES] = {{0}};
        int count = vl_scene_lanes(scene, lanes);
        vl_lane_labels(records_of(lanes, count, records), count, labels);
        for (int k = 0; k < count; k++) {
            assert_string_equal(labels[k].data, rows[i].labels[k]);
            vl_text_free(&labels[k]);
        }
    }
}

static void assert_same_settings(const vl_scene *a, const vl_scene *b)
{
    assert_ptr_equal(a->integrator, b->integrator);
    assert_true(vl_solver_same_settings(&a->solver, &b->solver));
    assert_int_equal(a->naive_start, b->naive_start);
    assert_string_equal(a->policy, b->policy);
    assert_int_equal(a->lane.own_stream, b->lane.own_stream);
    if (a->lane.own_stream)
        assert_string_equal(a->timestep, b->timestep);
    assert_int_equal(a->lane.name != NULL, b->lane.name != NULL);
    if (a->lane.name)
        assert_string_equal(a->lane.name, b->lane.name);
}

// Lanes as they run become `compare`, which is written, read and runs as before; and no two labels
// are the same, also where lanes and names are.
TEST(random_lanes_are_saved_and_have_labels_of_their_own)
{
    static char *const names[] = {"one", "Verlet", "Verlet 2", "x: [1, 2]", "\"", "ü"};
    vl_random random = test_random(11);
    OWNED(vl_scene) *scene = scene_of(compared);
    for (int i = 0; i < test_cases(60, 300); i++) {
        vl_scene made[VL_SCENE_MOST_LANES], read[VL_SCENE_MOST_LANES];
        vl_lane records[VL_SCENE_MOST_LANES];
        vl_text labels[VL_SCENE_MOST_LANES] = {{0}};
        int count = 1 + any_of(&random, VL_SCENE_MOST_LANES);
        for (int k = 0; k < count; k++) {
            made[k] = any_lane(scene, &random);
            made[k].lane.name = any_chance(&random, 0.4) ? names[any_of(&random, 6)] : NULL;
        }
        vl_scene_set_lanes(scene, records_of(made, count, records), count);
        FREED char *yaml = vl_scene_to_yaml(scene);
        OWNED(vl_scene) *again = scene_of(yaml);
        assert_int_equal(vl_scene_lanes(again, read), count);
        vl_lane_labels(records_of(read, count, records), count, labels);
        for (int k = 0; k < count; k++) {
            assert_same_settings(&made[k], &read[k]);
            // the notation of recordings and of --lane, over another scene
            FREED char *text =
                vl_lane_to_text(&read[k], read[k].own_stream ? read[k].timestep : NULL);
            vl_lane own = {0};
            assert_true(vl_lane_from_text(&own, text, NULL, &(vl_error){0}));
            const vl_scene told = vl_scene_with_lane(scene, &own);
            assert_same_settings(&made[k], &told);
            vl_schema_release(&vl_schema_lane, &own);
            for (int other = 0; other < k; other++)
                assert_string_not_equal(labels[k].data, labels[other].data);
        }
        for (int k = 0; k < count; k++)
            vl_text_free(&labels[k]);
    }
}
