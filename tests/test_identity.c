// Identities: pairs of methods that are one method at any steps but for rounding, and pairs that
// are not. docs/physics/which-euler.md derives them.

#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

// Steps of every kind of stream that a frame rate can be.
static const char *const streams[] = {"fixed:0.016", "random:0.008:0.024:1", "alternate:0.01:0.02",
                                      "hitch:0.0166667:0.1:1", "clock-ms:60"};

enum { STREAMS = sizeof streams / sizeof *streams, STEPS = 250 };

static const char uneven[] = "random:0.008:0.024:1";

// --- the pairs ---

// v = (x₀ − x₋)/dt₋: half a step before the start.
static void start_half_a_step_off(vl_world *right, const vl_world *left, double h)
{
    const vl_particles *p = &left->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            right->particles.v[axis][i] = (p->x[axis][i] - p->x_old[axis][i]) / h;
}

// v = (x₀ − x₋)/dt₋ + ½ a₀ dt₋, where x₋ is a solved position, with the impulses of the links.
static void start_at_the_same_velocity(vl_world *right, const vl_world *left, double h)
{
    const vl_particles *p = &left->particles;
    double decay = vl_damping_left(right, 0.5 * h);
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            right->particles.v[axis][i] =
                decay * ((p->x[axis][i] - p->x_old[axis][i]) / h + 0.5 * h * p->a[axis][i]);
}

// The loop has both v and the positions of TCV.
static void start_loop(vl_world *right, const vl_world *left, double h)
{
    start_half_a_step_off(right, left, h);
    vl_axes_copy(right->particles.x_old, left->particles.x_old, left->particles.count);
    right->now.dt_old = right->now.dt_method = h;
    right->now.begun = true;
}

// Müller, Heidelberger, Hennix, Ratcliff, Position Based Dynamics, 2007, algorithm 1: v ← v + h a;
// p ← x + h v; project p; v ← (p − x)/h; x ← p. Only the forces and the solver are the program's.
static void step_loop(vl_world *world, double dt)
{
    vl_particles *p = &world->particles;
    double h = dt / world->solver.substeps;
    for (int k = 0; k < world->solver.substeps; k++) {
        double left = vl_damping_left(world, h);
        world->now.dt = h;
        vl_world_accelerate(world);
        for (int axis = 0; axis < VL_AXES; axis++)
            for (int i = 0; i < p->count; i++) {
                p->x_old[axis][i] = p->x[axis][i];
                p->v[axis][i] = p->v[axis][i] * left + p->a[axis][i] * 0.5 * (1 + left) * h;
                p->x[axis][i] += p->v[axis][i] * h;
            }
        assert_true(world->links.hard_count == 0 || vl_world_solve(world, h).solved);
        for (int axis = 0; axis < VL_AXES; axis++)
            for (int i = 0; i < p->count; i++)
                p->v[axis][i] = (p->x[axis][i] - p->x_old[axis][i]) / h;
        vl_moment_advance(&world->now, h);
        world->now.dt_old = h;
        world->now.acceleration_is_current = false;
    }
}

static const struct {
    const char *first, *second;
    bool holds;       // at any steps; false: a control
    bool at_constant; // it holds at equal steps at least
    void (*start)(vl_world *right, const vl_world *left, double h); // NULL: it starts itself
    void (*step)(vl_world *world, double dt); // of the second; NULL: that of its integrator
} pairs[] = {
    {"tcv", "semi-implicit-euler", true, true, start_half_a_step_off, NULL},
    {"corrected-tcv", "velocity-verlet", true, true, start_at_the_same_velocity, NULL},
    {"tcv", "tcv", true, true, start_loop, step_loop},
    {"leapfrog", "velocity-verlet", true, true, NULL, NULL},
    {"tcv", "velocity-verlet", false, true, NULL, NULL},
    {"tcv", "semi-implicit-euler", false, false, NULL, NULL},
};

// The largest distance between the two of a pair, in roundings of the largest coordinate: half of a
// unit in its last place.
static double roundings(const vl_scene *scene, const char *dt, int pair)
{
    OWNED(vl_world) *world = vl_scene_build(scene);
    OWNED(vl_world) *left =
        vl_world_copy(world, vl_integrator_find(pairs[pair].first), &world->solver);
    OWNED(vl_world) *right =
        vl_world_copy(world, vl_integrator_find(pairs[pair].second), &world->solver);
    OWNED(vl_stream) *stream = stream_of(dt);
    double time = 0, step, largest = 0, size = 0;
    for (int n = 0; n < STEPS && vl_stream_next(stream, time, &step); n++, time += step) {
        const vl_particles *p = &left->particles;
        if (n == 0)
            vl_world_prepare(left, step / left->solver.substeps);
        if (n == 0 && pairs[pair].start)
            pairs[pair].start(right, left, step / left->solver.substeps);
        assert_true(vl_world_step(left, step));
        if (pairs[pair].step)
            pairs[pair].step(right, step);
        else
            assert_true(vl_world_step(right, step));
        for (int axis = 0; axis < VL_AXES; axis++)
            for (int i = 0; i < p->count; i++)
                size = test_larger(size, fabs(p->x[axis][i]));
        largest = test_larger(largest, vl_axes_distance(p->x, right->particles.x, p->count));
    }
    return largest / (0.5 * DBL_EPSILON * size);
}

// Rounding, which a few hundred steps of scenes without chaos make some thousand times larger at
// most.
static const double most_roundings = 1e5;

static void assert_identities_hold(const vl_scene *scene, const char *dt)
{
    for (int k = 0; k < COUNT(pairs); k++) {
        double found = pairs[k].holds ? roundings(scene, dt, k) : 0;
        if (!(found <= most_roundings))
            fail_msg("%s, %s, pair %d: %g roundings", scene->title, dt, k, found);
    }
}

TEST(the_pairs_are_the_same_under_any_steps)
{
    static const char *const scenes[] = {"oscillator", "free-fall", "projectile",
                                         "pendulum",   "chain",     "sine"};
    for (int s = 0; s < COUNT(scenes); s++)
        for (int i = 0; i < STREAMS; i++) {
            OWNED(vl_scene) *scene = shipped_scene(scenes[s]);
            assert_identities_hold(scene, streams[i]);
        }
}

TEST(damping_a_naive_start_substeps_and_orders_leave_them_the_same)
{
    static const char *const scenes[] = {"oscillator", "chain"};
    for (int s = 0; s < 2; s++)
        for (int change = 0; change < 3; change++) {
            OWNED(vl_scene) *scene = shipped_scene(scenes[s]);
            scene->damping = change == 0 ? 0.3 : 0;
            scene->naive_start = change == 1;
            scene->solver.substeps = change == 2 ? 3 : 1;
            scene->solver.order = (vl_sweep_order)change;
            assert_identities_hold(scene, uneven);
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
            OWNED(vl_world) *world = vl_scene_build(scene);
            if (!vl_solver_refuses(world, &world->solver))
                assert_identities_hold(scene, uneven);
        }
}

// TCV is no velocity Verlet once steps differ, damped or not, and an Euler that starts at v₀ is
// none at all: it differs by more than a part in 1e5, which is 1e11 roundings.
TEST(the_controls_are_not_the_same)
{
    OWNED(vl_scene) *scene = shipped_scene("oscillator");
    for (int i = 0; i < 2 * STREAMS; i++)
        for (int k = 0; k < COUNT(pairs); k++) {
            const char *stream = streams[i / 2];
            bool constant = strncmp(stream, "fixed", 5) == 0;
            scene->damping = 0.3 * (i % 2);
            double found = pairs[k].holds ? 0 : roundings(scene, stream, k);
            bool same = pairs[k].holds || (constant && pairs[k].at_constant);
            assert_true(same ? found <= most_roundings : found > 1e10);
        }
}

// --- frames of one length ---

// Steps the scene with both methods, which are at the same places to the last bit. With `strict`,
// the solver is `direct` along the old direction in one substep, which has to divide some of them.
static int64_t step_both(const char *name, const vl_scene *scene, bool strict)
{
    enum { FRAMES = 60 };

    OWNED(vl_world) *world = vl_scene_build(scene);
    vl_world_set_mistake(world, NULL);
    vl_solver_settings settings = world->solver;
    if (strict) {
        settings.method = solver_named("direct");
        settings.direction = VL_DIRECTION_OLD;
        settings.substeps = 1;
    }
    OWNED(vl_world) *verlet = vl_world_copy(world, vl_integrator_find("verlet"), &settings);
    OWNED(vl_world) *tcv = vl_world_copy(world, vl_integrator_find("tcv"), &settings);
    int64_t divided = 0;
    for (int i = 0; i < FRAMES; i++) {
        vl_world_step(verlet, 1.0 / 60);
        vl_world_step(tcv, 1.0 / 60);
        divided += verlet->solved.divided;
        if (!(distance_between(verlet, tcv) == 0))
            fail_msg("%s: verlet and tcv differ after %d frames", name, i + 1);
    }
    return divided;
}

static int64_t divided_substeps;

static void step_scene(const char *name, vl_scene *scene)
{
    enum { MOST_LINKS = 200 }; // of larger nets a strict step takes seconds

    step_both(name, scene, false);
    OWNED(vl_world) *world = vl_scene_build(scene);
    if (world->links.hard_count <= MOST_LINKS)
        divided_substeps += step_both(name, scene, true);
}

// Also where the program divides a substep by itself: that is no change of the frame time.
TEST(with_frames_of_one_length_verlet_and_tcv_are_one_method)
{
    for_each_shipped_scene(step_scene);
    assert_true(divided_substeps > 50);
}
