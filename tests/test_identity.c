// Identities: pairs of methods that are the same but for rounding, and pairs that are not.

#include "lab/identity.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/stream.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

// Steps of every kind of stream that a frame rate can be.
static const char *const streams[] = {"fixed:0.016", "random:0.008:0.024:1", "alternate:0.01:0.02",
                                      "hitch:0.0166667:0.1:1", "clock-ms:60"};

enum { STREAMS = sizeof streams / sizeof *streams, STEPS = 250 };

static vl_identity *run(const vl_scene *scene, const char *dt, int steps)
{
    OWNED(vl_world) *world = vl_scene_build(scene);
    vl_identity *identity = vl_identity_create(world);
    OWNED(vl_stream) *stream = stream_of(dt);
    double time = 0, step;
    for (int i = 0; i < steps && vl_stream_next(stream, time, &step); i++) {
        for (int k = 0; k < vl_identity_pair_count; k++)
            vl_identity_step(identity, k, step);
        time += step;
    }
    return identity;
}

// Of the pairs that are the same: to rounding, which a few hundred steps of scenes without chaos
// make some thousand times larger at most.
static void assert_identities_hold(const vl_scene *scene, const char *dt)
{
    OWNED(vl_identity) *identity = run(scene, dt, STEPS);
    for (int k = 0; k < vl_identity_pair_count; k++) {
        const vl_identity_reading *r = &identity->pairs[k].reading;
        assert_int_equal(r->steps, STEPS);
        assert_false(r->stopped);
        if (!vl_identity_pairs[k].holds)
            continue;
        if (r->largest > 1e5 * vl_identity_rounding(r))
            print_message("  %s, %s, %s: %g m\n", scene->title, dt, vl_identity_pairs[k].name,
                          r->largest);
        assert_true(r->largest <= 1e5 * vl_identity_rounding(r));
        assert_int_equal(vl_identity_judge(r), VL_IDENTITY_SAME);
    }
}

TEST(three_pairs_are_the_same_under_any_steps)
{
    static const char *const scenes[] = {"oscillator", "free-fall", "projectile",
                                         "pendulum",   "chain",     "sine"};
    for (int s = 0; s < COUNT(scenes); s++)
        for (int i = 0; i < STREAMS; i++) {
            OWNED(vl_scene) *scene = shipped_scene(scenes[s]);
            assert_identities_hold(scene, streams[i]);
        }
}

// How far a scene under TCV comes apart from itself with every particle moved by a rounding, m.
static double growth_of_a_rounding(const vl_scene *scene, const char *dt)
{
    OWNED(vl_world) *world = vl_scene_build(scene);
    vl_world_set_integrator(world, vl_integrator_find("tcv"));
    OWNED(vl_world) *moved = vl_world_copy(world, world->integrator, &world->solver);
    for (int i = 0; i < moved->particles.count; i++)
        if (!moved->particles.pinned[i])
            moved->particles.x[1][i] += DBL_EPSILON;
    OWNED(vl_stream) *stream = stream_of(dt);
    double time = 0, step, largest = 0;
    for (int i = 0; i < STEPS && vl_stream_next(stream, time, &step); i++) {
        vl_world_step(world, step);
        vl_world_step(moved, step);
        time += step;
        largest = test_larger(largest, vl_axes_distance(world->particles.x, moved->particles.x,
                                                        world->particles.count));
    }
    return largest;
}

// The chain of stumbling frames, whose solver takes no energy, is chaotic with 4 substeps: 250
// frames of 16 ms make a rounding of the start 1.4e7 times larger. Each substep adds a rounding,
// and none grows to more than one of the start does.
TEST(where_the_motion_is_chaotic_they_come_apart_as_rounding_does)
{
    OWNED(vl_scene) *scene = shipped_scene("stumble");
    scene->solver.substeps = 4;
    for (int i = 0; i < STREAMS; i++) {
        double most = STEPS * scene->solver.substeps * growth_of_a_rounding(scene, streams[i]);
        OWNED(vl_identity) *identity = run(scene, streams[i], STEPS);
        for (int k = 0; k < vl_identity_pair_count; k++) {
            const vl_identity_reading *r = &identity->pairs[k].reading;
            bool parted = vl_identity_judge(r) == VL_IDENTITY_PARTED;
            assert_int_equal(r->steps, STEPS);
            assert_int_equal(parted, r->largest > most);
            assert_false(parted && vl_identity_pairs[k].holds);
        }
    }
}

TEST(damping_a_naive_start_and_substeps_leave_them_the_same)
{
    static const char *const scenes[] = {"oscillator", "chain"};
    for (int s = 0; s < 2; s++)
        for (int change = 0; change < 3; change++) {
            OWNED(vl_scene) *scene = shipped_scene(scenes[s]);
            scene->damping = change == 0 ? 0.3 : 0;
            scene->naive_start = change == 1;
            scene->solver.substeps = change == 2 ? 3 : 1;
            assert_identities_hold(scene, "random:0.008:0.024:1");
        }
}

TEST(every_solver_keeps_them_the_same)
{
    for (int m = 0; m < vl_solver_count; m++)
        for (int direction = 0; direction < 2; direction++) {
            OWNED(vl_scene) *scene = shipped_scene("pendulum");
            scene->solver.method = vl_solvers[m];
            scene->solver.direction =
                vl_solvers[m]->new_direction_only ? VL_DIRECTION_NEW : direction;
            vl_world *world = vl_scene_build(scene);
            bool can = !vl_solver_refuses(world, &world->solver);
            vl_world_free(world);
            if (can)
                assert_identities_hold(scene, "random:0.008:0.024:1");
        }
}

// TCV is no velocity Verlet once steps differ, and an Euler that starts at v₀ is none at all.
TEST(the_controls_are_not_the_same)
{
    OWNED(vl_scene) *scene = shipped_scene("oscillator");
    for (int i = 0; i < STREAMS; i++) {
        OWNED(vl_identity) *identity = run(scene, streams[i], STEPS);
        bool constant = strncmp(streams[i], "fixed", 5) == 0;
        for (int k = 0; k < vl_identity_pair_count; k++) {
            if (vl_identity_pairs[k].holds)
                continue;
            bool may_be = strcmp(vl_identity_pairs[k].name, "tcv/velocity-verlet") == 0;
            const vl_identity_reading *r = &identity->pairs[k].reading;
            vl_identity_verdict expected =
                constant && may_be ? VL_IDENTITY_SAME : VL_IDENTITY_PARTED;
            assert_int_equal(vl_identity_judge(r), expected);
            assert_int_equal(r->largest > 1e-5, expected == VL_IDENTITY_PARTED);
        }
    }
}

// What hinders a pair is said of each scene where it comes apart, and a cloth amplifies rounding.
TEST(where_they_come_apart_a_reason_is_given)
{
    static const char *const scenes[] = {"bounce", "cradle", "spring-chain", "flag", "ragdoll"};
    for (int s = 0; s < COUNT(scenes); s++) {
        OWNED(vl_scene) *scene = shipped_scene(scenes[s]);
        OWNED(vl_identity) *identity = run(scene, "random:0.008:0.024:1", 30);
        OWNED(vl_world) *world = vl_scene_build(scene);
        for (int k = 0; k < vl_identity_pair_count; k++)
            if (vl_identity_pairs[k].holds &&
                vl_identity_judge(&identity->pairs[k].reading) == VL_IDENTITY_PARTED)
                assert_non_null(vl_identity_hindrance(world, &identity->pairs[k].reading, k));
    }

    OWNED(vl_scene) *scene = shipped_scene("cloth");
    OWNED(vl_identity) *identity = run(scene, "random:0.008:0.024:1", 30);
    for (int k = 0; k < 3; k++)
        assert_int_equal(vl_identity_judge(&identity->pairs[k].reading), VL_IDENTITY_AMPLIFIED);
}

// Of damping per step the two Verlets have different rules, and it is said; the others keep theirs.
TEST(damping_per_step_parts_the_velocity_methods_alone)
{
    OWNED(vl_scene) *scene = shipped_scene("oscillator");
    scene->damping_per_step = 0.01;
    OWNED(vl_identity) *identity = run(scene, "random:0.008:0.024:1", STEPS);
    OWNED(vl_world) *world = vl_scene_build(scene);
    for (int k = 0; k < 3; k++) {
        const vl_identity_reading *reading = &identity->pairs[k].reading;
        bool same = vl_identity_judge(reading) == VL_IDENTITY_SAME;
        assert_int_equal(same, vl_identity_hindrance(world, reading, k) == NULL);
        assert_int_equal(same, k != 1);
    }
}

TEST(a_frame_that_is_no_step_changes_nothing)
{
    OWNED(vl_scene) *scene = shipped_scene("oscillator");
    OWNED(vl_identity) *identity = run(scene, "fixed:0.016", 10);
    vl_identity_reading before = identity->pairs[0].reading;
    static const double none[] = {0, -1, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 4; i++)
        vl_identity_step(identity, 0, none[i]);
    assert_memory_equal(&before, &identity->pairs[0].reading, sizeof before);
}

// --- frames of one length ---

// Whether two worlds are at the same place to the last bit, as all that reads them then is.
static void assert_both_agree(const char *name, const vl_world *a, const vl_world *b)
{
    size_t size = (size_t)a->particles.count * sizeof(double);
    for (int axis = 0; axis < VL_AXES; axis++)
        if (memcmp(a->particles.x[axis], b->particles.x[axis], size) != 0)
            fail_msg("%s: verlet and tcv differ after %lld frames", name, (long long)a->now.frames);
}

// Steps the scene with both methods. With `strict`, the solver is `direct` along the old direction
// in one substep, which has to divide some of them.
static int64_t step_both(const char *name, const vl_scene *scene, bool strict)
{
    static const char *const methods[2] = {"verlet", "tcv"};

    enum { FRAMES = 60 };

    vl_world *worlds[2];
    int64_t divided = 0;
    for (int k = 0; k < 2; k++) {
        worlds[k] = vl_scene_build(scene);
        vl_world_set_mistake(worlds[k], NULL);
        vl_world_set_integrator(worlds[k], vl_integrator_find(methods[k]));
        vl_solver_settings settings = worlds[k]->solver;
        if (strict) {
            settings.method = solver_named("direct");
            settings.direction = VL_DIRECTION_OLD;
            settings.substeps = 1;
            vl_world_set_solver(worlds[k], &settings);
        }
    }
    for (int i = 0; i < FRAMES; i++) {
        for (int k = 0; k < 2; k++)
            vl_world_step(worlds[k], 1.0 / 60);
        divided += worlds[0]->solved.divided;
        assert_both_agree(name, worlds[0], worlds[1]);
    }
    for (int k = 0; k < 2; k++)
        vl_world_free(worlds[k]);
    return divided;
}

static int64_t divided_substeps;

static void step_scene(const char *name, vl_scene *scene)
{
    enum { MOST_LINKS = 200 }; // of larger nets a strict step takes seconds

    step_both(name, scene, false);
    vl_world *world = vl_scene_build(scene);
    if (world->links.hard_count <= MOST_LINKS)
        divided_substeps += step_both(name, scene, true);
    vl_world_free(world);
}

// Also where the program divides a substep by itself: that is no change of the frame time.
TEST(with_frames_of_one_length_verlet_and_tcv_are_one_method)
{
    for_each_shipped_scene(step_scene);
    assert_true(divided_substeps > 100);
}
