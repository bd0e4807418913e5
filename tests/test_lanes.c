// Lanes of one scene: together they have the bits that each has alone, whatever their methods,
// policies and streams are, and whoever comes and goes beside them.

#include "base/memory.h"
#include "base/text.h"
#include "lab/lab.h"
#include "lab/run.h"
#include "lab/solver_share.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/file.h"
#include "scene/find.h"
#include "scene/lanes.h"
#include "support/any_scene.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

enum { MOST_LANES = 13, MOST_READINGS = 4096, FRAMES = 40 };

// --- what a lane has shown ---

// A reading and the positions of its instant, in so far as bits can tell them from others.
typedef struct shot {
    int64_t step;
    double time, energy, error, sum;
} shot;

typedef struct film {
    int count;
    shot shots[MOST_READINGS];
} film;

typedef struct projection {
    vl_lab *lab;
    film *films[MOST_LANES]; // by lane
} projection;

static double sum_of_positions(const vl_lab *lab, int index, double *const x[VL_AXES])
{
    double sum = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < lab->runs[index].world->particles.count; i++)
            sum = 1.25 * sum + x[axis][i];
    return sum;
}

static void take_shot(void *user, int index, const vl_reading *reading, double *const x[VL_AXES])
{
    projection *p = user;
    film *to = p->films[index];
    assert_true(to->count < MOST_READINGS);
    to->shots[to->count++] = (shot){reading->step, reading->time, reading->energy,
                                    reading->energy_error, sum_of_positions(p->lab, index, x)};
}

// A fresh film for each lane of a lab.
static projection project(vl_lab *lab, film *films)
{
    projection p = {.lab = lab};
    for (int i = 0; i < lab->count; i++) {
        films[i].count = 0;
        p.films[i] = &films[i];
    }
    return p;
}

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static void assert_same_shots(const film *a, const film *b, int count)
{
    assert_true(a->count >= count && b->count >= count);
    for (int i = 0; i < count; i++) {
        const shot *p = &a->shots[i], *q = &b->shots[i];
        if (p->step != q->step || !same_bits(p->time, q->time) || !same_bits(p->sum, q->sum) ||
            !same_bits(p->energy, q->energy) || !same_bits(p->error, q->error))
            fail_msg("reading %d: step %lld at %.17g s, %.17g J, %.17g and step %lld at %.17g s, "
                     "%.17g J, %.17g",
                     i, (long long)p->step, p->time, p->energy, p->sum, (long long)q->step, q->time,
                     q->energy, q->sum);
    }
}

static film *make_films(int count)
{
    return vl_alloc((size_t)count, sizeof(film));
}

// --- lanes and frames drawn at random ---

static char *const policies[] = {"raw",
                                 "raw",
                                 "raw",
                                 "clamp:0.015",
                                 "substep:0.006",
                                 "skip:0.025",
                                 "accumulator:0.01",
                                 "bounded:0.004:3",
                                 "constant:0.0166667",
                                 "least:0.008:0.02"};
static char *const streams[] = {
    "fixed:0.0166667",     "fixed:0.0069444",     "fixed:0.0333333",        "random:0.003:0.02:5",
    "alternate:0.01:0.02", "hitch:0.01:0.1:0.25", "switch:0.016:0.007:0.3", "clock-ms:60"};

static vl_scene any_lane(const vl_scene *scene, vl_random *random, int index)
{
    vl_scene lane = *scene;
    lane.integrator = vl_integrators[(index + any_of(random, 2)) % vl_integrator_count];
    lane.solver.substeps = 1 + any_of(random, 3);
    lane.solver.iterations = 1 + any_of(random, 20);
    lane.naive_start = any_chance(random, 0.2);
    lane.policy = policies[any_of(random, COUNT(policies))];
    lane.lane.own_stream = any_chance(random, 0.4);
    lane.timestep = streams[any_of(random, COUNT(streams))];
    return lane;
}

static int any_lanes(const vl_scene *scene, vl_random *random, vl_scene lanes[MOST_LANES])
{
    int count = 2 + any_of(random, MOST_LANES - 2);
    for (int i = 0; i < count; i++)
        lanes[i] = any_lane(scene, random, i);
    return count;
}

static vl_lab *lab_of(const vl_scene *lanes, int count)
{
    vl_error error = {0};
    vl_lab *lab = vl_lab_create_lanes(lanes, count, &error);
    if (!lab)
        fail_msg("%s", error.text);
    return lab;
}

static void make_frames(vl_lab *lab, int from, int to)
{
    vl_random random = {7};
    for (int i = 0; i < to; i++) {
        double dt = vl_random_uniform(&random, 0.004, 0.03);
        if (i >= from)
            assert_true(vl_lab_advance(lab, dt));
    }
}

static void film_frames(vl_lab *lab, film *films)
{
    projection p = project(lab, films);
    vl_lab_listen(lab, take_shot, &p);
    make_frames(lab, 0, FRAMES);
    vl_lab_settle(lab, 0);
    vl_lab_listen(lab, NULL, NULL);
}

// --- the properties ---

TEST(a_lane_with_defaults_is_the_single_run)
{
    for (uint64_t seed = 1; seed <= 6; seed++) {
        vl_random random = {seed};
        OWNED(vl_scene) *scene = any_scene(&random);
        vl_scene lane = *scene;
        lane.policy = policies[0];
        FREED film *films = make_films(2);
        OWNED(vl_lab) *plain = vl_lab_create(scene, NULL, 1);
        OWNED(vl_lab) *one = lab_of(&lane, 1);
        film_frames(plain, &films[0]);
        film_frames(one, &films[1]);
        assert_int_equal(films[0].count, films[1].count);
        assert_same_shots(&films[0], &films[1], films[0].count);
    }
}

TEST(lanes_together_have_the_bits_that_each_has_alone)
{
    int compared = 0;
    for (int seed = 1; seed <= test_cases(4, 12); seed++) {
        vl_random random = {(uint64_t)seed};
        OWNED(vl_scene) *scene = any_scene(&random);
        vl_scene lanes[MOST_LANES];
        int count = any_lanes(scene, &random, lanes);
        FREED film *together = make_films(count);
        FREED film *alone = make_films(1);
        OWNED(vl_lab) *lab = lab_of(lanes, count);
        film_frames(lab, together);
        for (int i = 0; i < count; i++) {
            OWNED(vl_lab) *one = lab_of(&lanes[i], 1);
            film_frames(one, alone);
            assert_int_equal(together[i].count, alone->count);
            assert_same_shots(&together[i], alone, alone->count);
            compared += alone->count;
        }
    }
    print_message("  %d readings are equal\n", compared);
    assert_true(compared > 500);
}

// Runs a lane alone on the stream `text` for the real time of `like`.
static void film_alone(const vl_scene *lane, const char *text, double duration, film *to)
{
    vl_scene common = *lane;
    common.lane.own_stream = false;
    OWNED(vl_lab) *lab = lab_of(&common, 1);
    OWNED(vl_stream) *stream = stream_of(text);
    projection p = project(lab, to);
    vl_lab_listen(lab, take_shot, &p);
    assert_true(vl_run_lab(lab, stream, &(vl_run){.duration = duration, .steps = -1}));
    vl_lab_listen(lab, NULL, NULL);
}

// The newest state of a lane is that of its own frames that end not later than the common time: the
// next frame would not fit (vl_frame_fits()).
static void assert_is_newest(const vl_lab *lab, int index)
{
    vl_lane_clock clock = lab->runs[index].clock;
    if (clock.has_next && !lab->runs[index].world->now.diverged)
        assert_false(vl_frame_fits(clock.next, lab->now.time - clock.policy.now.time));
    assert_true(clock.policy.now.time <= lab->now.time * (1 + 1e-12) + 0.01 * 0.1);
}

TEST(a_lane_with_its_own_stream_is_the_run_on_that_stream)
{
    int compared = 0;
    for (int seed = 1; seed <= test_cases(8, 24); seed++) {
        vl_random random = {(uint64_t)seed};
        OWNED(vl_scene) *scene = any_scene(&random);
        vl_scene lanes[] = {any_lane(scene, &random, 0), any_lane(scene, &random, seed)};
        lanes[1].lane.own_stream = true;
        FREED film *films = make_films(2);
        FREED film *alone = make_films(1);
        OWNED(vl_lab) *lab = lab_of(lanes, 2);
        film_frames(lab, films);
        assert_is_newest(lab, 1);
        film_alone(&lanes[1], lanes[1].timestep, lab->now.time, alone);
        // the last reading of the two is settled with what each knows of the next frame
        int count = films[1].count < alone->count ? films[1].count : alone->count;
        assert_true(abs(films[1].count - alone->count) <= 1);
        assert_same_shots(&films[1], alone, count - 1);
        compared += count - 1;
    }
    print_message("  %d readings are equal\n", compared);
    assert_true(compared > 300);
}

TEST(a_lane_that_cannot_keep_up_tells_how_far_it_is_behind)
{
    // 10000 steps of 1 µs are what a common frame of 20 ms lets it make
    OWNED(vl_scene) *scene =
        scene_of("format: 1\ncompare: [{integrator: tcv}, {integrator: tcv, timestep: 1us},\n"
                 "  {integrator: tcv, timestep: 7ms}]\nparticles: [{at: [0, 0]}]\n");
    vl_error error = {0};
    vl_scene lanes[VL_SCENE_MOST_LANES];
    vl_lab *lab = vl_lab_create_lanes(lanes, vl_scene_lanes(scene, lanes), &error);
    assert_non_null(lab);
    for (int i = 1; i <= 3; i++) {
        assert_true(vl_lab_advance(lab, 0.02));
        assert_true(vl_lab_behind(lab, 0) == 0 && vl_lab_behind(lab, 2) == 0);
        assert_true(fabs(vl_lab_behind(lab, 1) - 0.01 * i) < 1e-9);
    }
    vl_lab_free(lab);
}

TEST(lanes_that_come_and_go_leave_the_others_alone)
{
    for (int seed = 1; seed <= test_cases(4, 12); seed++) {
        vl_random random = {(uint64_t)seed};
        vl_error error = {0};
        OWNED(vl_scene) *scene = any_scene(&random);
        vl_scene lanes[MOST_LANES];
        int count = any_lanes(scene, &random, lanes);
        OWNED(vl_lab) *lab = lab_of(lanes, count), *kept = lab_of(lanes, count);
        make_frames(lab, 0, FRAMES / 3);
        vl_lab_settle(lab, 0);
        int like = any_of(&random, count), gone = any_of(&random, count);
        bool adds = !lab->runs[like].world->now.diverged;
        if (adds)
            assert_true(vl_lab_add_lane(lab, &lanes[gone], like, &error));
        vl_lab_remove_lane(lab, gone);
        make_frames(lab, FRAMES / 3, FRAMES);
        make_frames(kept, 0, FRAMES);
        assert_int_equal(lab->count, count - 1 + adds);
        for (int i = 0; i < count - 1; i++) {
            const vl_world *world = kept->runs[i + (i >= gone)].world;
            assert_int_equal(lab->runs[i].world->now.frames, world->now.frames);
            assert_same_places(lab->runs[i].world, world);
        }
    }
}

// The energy of a lane that begins beside another one is that of the other, and so are its error
// and what its ledger says, whatever its method is: all are sums over the same x and v. The sums
// are made in the same order, so they differ by what a method rounds in keeping v or x₋: v is found
// again from x₋ with a relative error of |x| ε/(h |v|).
TEST(a_lane_begins_with_the_energy_of_another)
{
    static const char text[] = "format: 1\ngravity: [0, -9.81]\nsolver: {method: direct}\n"
                               "timestep: fixed:0.01\nchains:\n"
                               "  - {from: [0, 1], to: [1, 1], links: 8, pin: start}\n";
    OWNED(vl_scene) *scene = scene_of(text);
    vl_error error = {0};
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < vl_integrator_count; k++) {
            vl_scene first = *scene, second = *scene;
            first.integrator = vl_integrators[i];
            second.integrator = vl_integrators[k];
            second.naive_start = true; // a wrong start is for the start alone
            OWNED(vl_lab) *lab = lab_of(&first, 1);
            vl_lab_keep_ledger(lab);
            make_frames(lab, 0, 20);
            vl_lab_settle(lab, 0.01);
            assert_true(vl_lab_add_lane(lab, &second, 0, &error));
            vl_lab_settle(lab, 0.01);
            const vl_reading *a = &lab->runs[0].shown, *b = &lab->runs[1].shown;
            double scale = a->kinetic + fabs(a->potential), h = 0.01, x = 1, v = 1;
            double rounding = 100 * DBL_EPSILON * scale * x / (h * v);
            assert_true(same_bits(a->time, b->time) && a->step == b->step);
            assert_true(fabs(a->energy - b->energy) <= rounding);
            double unit = vl_energy_scale_at(&lab->runs[0].reference.scale, a->time);
            assert_true(fabs(a->energy_error - b->energy_error) <= rounding / unit);
            assert_true(fabs(vl_ledger_sum(a->ledger) - vl_ledger_sum(b->ledger)) <= rounding);
        }
}

// A naive start is for the start alone: a lane that begins later, with the method of the one beside
// it, moves as that one does. v is found again with an error of some ε |x|/h, and the distance
// grows by that for the rest of the time.
TEST(a_lane_that_begins_later_begins_right)
{
    OWNED(vl_scene) *scene = scene_of("format: 1\ngravity: [0, -9.81]\nstart: naive\nparticles:\n"
                                      "  - {at: [0, 0], velocity: [1, 5]}\n");
    vl_error error = {0};
    for (int i = 0; i < vl_integrator_count; i++) {
        scene->integrator = vl_integrators[i];
        OWNED(vl_lab) *lab = lab_of(scene, 1);
        for (int step = 0; step < 40; step++) {
            assert_true(vl_lab_advance(lab, 0.01));
            if (step != 20)
                continue;
            vl_lab_settle(lab, 0.01);
            assert_true(vl_lab_add_lane(lab, scene, 0, &error));
        }
        const vl_particles *a = &lab->runs[0].world->particles;
        const vl_particles *b = &lab->runs[1].world->particles;
        double x = 2, rest = 0.2, most = 16 * DBL_EPSILON * x / 0.01 * rest;
        assert_true(vl_axes_distance(a->x, b->x, 1) <= most);
    }
}

TEST(a_lane_that_is_set_goes_on_without_a_jump)
{
    vl_random random = {3};
    vl_error error = {0};
    OWNED(vl_scene) *scene = scene_of("format: 1\ngravity: [0, -9.81]\nparticles:\n"
                                      "  - {at: [0, 0], velocity: [1, 5]}\n");
    vl_scene lanes[] = {*scene, *scene};
    OWNED(vl_lab) *lab = lab_of(lanes, 2);
    for (int i = 0; i < 40; i++) {
        make_frames(lab, 0, 3);
        vl_lab_settle(lab, 0);
        vl_scene other = any_lane(scene, &random, i);
        double before = lab->runs[1].shown.energy, y = lab->runs[1].world->particles.x[1][0];
        assert_true(vl_lab_set_lane(lab, 1, &other, &error));
        vl_lab_settle(lab, 0);
        assert_true(lab->runs[1].world->particles.x[1][0] == y);
        // v is found again from x₋ of steps not shorter than 1 ms
        double rounding = 16 * DBL_EPSILON * (fabs(before) + fabs(y) * 20 / 1e-3);
        assert_true(fabs(lab->runs[1].shown.energy - before) <= rounding);
    }
}

TEST(a_lane_whose_stream_cannot_be_read_is_refused)
{
    vl_error error = {0};
    OWNED(vl_scene) *scene = scene_of("format: 1\nparticles:\n  - {at: [0, 0]}\n");
    vl_scene lanes[] = {*scene, *scene};
    lanes[1].lane.own_stream = true;
    lanes[1].timestep = (char[]){"file:there-is-none.csv"};
    assert_null(vl_lab_create_lanes(lanes, 2, &error));
    assert_non_null(strstr(error.text, "there-is-none.csv"));
    OWNED(vl_lab) *lab = lab_of(lanes, 1);
    assert_false(vl_lab_add_lane(lab, &lanes[1], 0, &error));
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
    SCOPED(vl_text) text = {0};
    vl_text_add(&text, "%scompare: %s\n", compared, lanes);
    return scene_of(text.data);
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
        vl_text labels[VL_SCENE_MOST_LANES] = {{0}};
        int count = vl_scene_lanes(scene, lanes);
        vl_scene_lane_labels(lanes, count, labels);
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

// --- the solver and the methods ---

// A lab of Verlet, TCV and RK4 in a scene of the folder, with a solver of its own.
static vl_lab *methods_of(const vl_scene *scene, const vl_solver_settings *solver)
{
    static const char *const names[] = {"verlet", "tcv", "rk4"};
    vl_scene lanes[COUNT(names)];
    vl_error error = {0};
    for (int i = 0; i < COUNT(names); i++) {
        lanes[i] = *scene;
        lanes[i].integrator = vl_integrator_find(names[i]);
        lanes[i].solver = *solver;
    }
    vl_lab *lab = vl_lab_create_lanes(lanes, COUNT(names), &error);
    assert_non_null(lab);
    vl_lab_keep_ledger(lab);
    return lab;
}

// Whether the solver was ever said to hide the methods in 4 s of frames of 1/60 s, and at the end.
static bool ever_hides(const vl_scene *scene, const vl_solver_settings *solver, bool *at_end)
{
    bool ever = false;
    *at_end = false;
    OWNED(vl_lab) *lab = methods_of(scene, solver);
    for (int frame = 0; frame < 240; frame++) {
        vl_lab_advance(lab, 1.0 / 60);
        vl_lab_settle(lab, 1.0 / 60);
        *at_end = vl_lab_solver_hides(lab, *at_end);
        ever |= *at_end;
    }
    return ever;
}

// Sweeps along the new directions take more than any of these methods changes; `direct` along the
// old ones takes nothing that a method would be mistaken for, and is never said to hide one.
TEST(a_solver_that_sweeps_hides_the_methods_and_direct_never)
{
    static const char *const names[] = {"rope",  "ball-on-string", "pendulum",
                                        "chain", "wrecking-ball",  "opening"};
    for (int i = 0; i < COUNT(names); i++) {
        if (!test_pair(i, 0))
            continue;
        vl_error error = {0};
        FREED char *path = vl_scene_find(names[i], &error);
        OWNED(vl_scene) *scene = vl_scene_load(path, &error);
        assert_non_null(scene);
        bool at_end;
        vl_solver_settings relax = vl_solver_defaults(), direct = relax;
        direct.method = &vl_solver_direct;
        direct.direction = VL_DIRECTION_OLD;
        direct.substeps = 4;
        assert_true(ever_hides(scene, &relax, &at_end) && at_end);
        assert_false(ever_hides(scene, &direct, &at_end));
    }
}

// Nothing is hidden where there are no rods, where lanes differ in their solver, where they have
// one method, and without a ledger.
TEST(what_a_solver_does_not_hide)
{
    vl_error error = {0};
    FREED char *path = vl_scene_find("rope", &error);
    FREED char *other = vl_scene_find("spring-chain", &error);
    OWNED(vl_scene) *rope = vl_scene_load(path, &error);
    OWNED(vl_scene) *springs = vl_scene_load(other, &error);
    vl_solver_settings relax = vl_solver_defaults();
    bool at_end;
    assert_true(rope && springs && !ever_hides(springs, &relax, &at_end));
    OWNED(vl_lab) *lab = methods_of(rope, &relax);
    for (int frame = 0; frame < 240; frame++)
        vl_lab_advance(lab, 1.0 / 60);
    vl_lab_settle(lab, 0);
    assert_true(vl_lab_solver_hides(lab, false));
    lab->runs[2].world->solver.iterations++;
    assert_false(vl_lab_solver_hides(lab, true));
    lab->runs[2].world->solver.iterations--;
    lab->runs[1].shown.ledger[VL_CAUSE_LINKS] = (double)NAN;
    assert_false(vl_lab_solver_hides(lab, true));
    lab->count = 1;
    assert_false(vl_lab_solver_hides(lab, true));
    lab->count = 3;
}

// Lanes as they run become `compare`, which is written, read and runs as before; and no two labels
// are the same, also where lanes and names are.
TEST(random_lanes_are_saved_and_have_labels_of_their_own)
{
    static char *const names[] = {"one", "Verlet", "Verlet 2", "x: [1, 2]", "\"", "ü"};
    vl_random random = {11};
    OWNED(vl_scene) *scene = scene_of(compared);
    for (int i = 0; i < 300; i++) {
        vl_scene made[VL_SCENE_MOST_LANES], read[VL_SCENE_MOST_LANES];
        vl_text labels[VL_SCENE_MOST_LANES] = {{0}};
        int count = 1 + any_of(&random, VL_SCENE_MOST_LANES);
        for (int k = 0; k < count; k++) {
            made[k] = any_lane(scene, &random, any_of(&random, 3));
            made[k].lane.name = any_chance(&random, 0.4) ? names[any_of(&random, 6)] : NULL;
        }
        vl_scene_set_lanes(scene, made, count);
        FREED char *yaml = vl_scene_to_yaml(scene);
        OWNED(vl_scene) *again = scene_of(yaml);
        assert_int_equal(vl_scene_lanes(again, read), count);
        vl_scene_lane_labels(read, count, labels);
        for (int k = 0; k < count; k++) {
            assert_same_settings(&made[k], &read[k]);
            for (int other = 0; other < k; other++)
                assert_string_not_equal(labels[k].data, labels[other].data);
        }
        for (int k = 0; k < count; k++)
            vl_text_free(&labels[k]);
    }
}
