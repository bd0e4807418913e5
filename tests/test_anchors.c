// Friction at penalties: a spring to an anchor, with Coulomb's limit. It holds still what it can
// hold, and what it cannot slides as Coulomb says.

#include "physics/colliders/colliders.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/ledger/ledger.h"
#include "physics/world/world.h"
#include "support/testing.h"
#include "support/worlds.h"

static const double g = 9.81, stiffness = 2000, friction = 0.5;

// Every method may make these steps: dt √(k/m) is below VL_IMPACT_SHORT_STEP.
static const double dt = 6e-5; // s

static vl_collider soft_plane(double height)
{
    return (vl_collider){.kind = &vl_collider_plane,
                         .point = {0, height, 0},
                         .normal = {0, 1, 0},
                         .response = VL_RESPONSE_PENALTY,
                         .restitution = 0.2,
                         .friction = friction,
                         .stiffness = stiffness};
}

// `count` points of 1 kg on a soft plane, pulled along it by `pull` m/s² and pressed on it by g, as
// deep in it as g presses them; not linked yet. A slope of tan θ = pull/g, in its own directions.
static vl_world *slope(const vl_integrator *integrator, double pull, int count)
{
    vl_world *world = particles_of(integrator, count, 0);
    world->gravity.x = pull;
    for (int i = 0; i < count; i++)
        vl_write(world->particles.x, i, (vl_vec3){0.5 * i, -g / stiffness, 0});
    add_collider(world, soft_plane(0));
    return world;
}

static vl_world *point_on_slope(const vl_integrator *integrator, double pull)
{
    vl_world *world = slope(integrator, pull, 1);
    vl_world_link(world, NULL, 0);
    return world;
}

static double speed_of(vl_world *world)
{
    return vl_length(particle_v(world, 0));
}

// A force of 2 % of μ m g stops what the first push gave it, at most pull/ω, within 1.1 s; then a
// critical damper leaves e^(−ω t), which is below rounding after another second. From then on a
// method does not see an acceleration that moves x by less than its rounding in a step: x is
// anywhere in ε x/(ω dt)² on both sides of where it should be, with the shortest dt.
TEST(friction_holds_a_point_on_a_soft_slope)
{
    const int second = (int)(1 / dt);
    for (int i = 0; i < 2 * vl_integrator_count; i++) {
        const vl_integrator *method = vl_integrators[i / 2];
        OWNED(vl_world) *world = point_on_slope(method, 0.98 * friction * g);
        vl_random random = {7};
        make_steps(world, 3 * second, dt);
        vl_vec3 from = particle_x(world, 0);
        double rounding = DBL_EPSILON * vl_length(from);
        for (int k = 0; k < 5; k++) {
            for (int n = 0; n < second; n++)
                vl_world_step(world, i % 2 ? random_dt(&random, dt) : dt);
            assert_true(speed_of(world) <= rounding / dt);
        }
        double moved = vl_length(vl_sub(particle_x(world, 0), from));
        assert_true(moved <= rounding / (stiffness * 0.25 * dt * dt));
    }
}

// What friction cannot hold slides with pull − μ g, once its spring is as long as it can be: after
// 1/ω or so; on a slope that is too steep, or after a throw. A constant acceleration is exact for
// every method. Each step rounds x, which is below 2 m, and a method that keeps x₋ takes that, over
// dt, for velocity.
TEST(what_friction_cannot_hold_slides_as_coulomb_says)
{
    enum { MORE = 3000 };

    for (int i = 0; i < vl_integrator_count; i++)
        for (int up = 0; up < 2; up++) {
            double pull = up ? 0.2 * g : 1.2 * friction * g;
            OWNED(vl_world) *world = point_on_slope(vl_integrators[i], pull);
            world->particles.v[0][0] = up ? -4 : 0;
            make_steps(world, 5000, dt);
            double before = particle_v(world, 0).x, time = world->now.time;
            make_steps(world, MORE, dt);
            double a = pull + (up ? 1 : -1) * friction * g;
            double off = particle_v(world, 0).x - before - a * (world->now.time - time);
            assert_below(fabs(off), MORE * DBL_EPSILON * 2 / dt, vl_integrators[i]->name);
        }
}

// --- the anchors are state ---

// Points that friction holds on a rod, with a look ahead and without.
static vl_world *rod_on_slope(const vl_integrator *integrator)
{
    vl_world *world = slope(integrator, 0.9 * friction * g, 2);
    const vl_link rod = rod_between(0, 1, 0.5);
    vl_write(world->particles.v, 0, (vl_vec3){0, 0, 1});
    world->solver.method = solver_named("direct");
    vl_world_link(world, &rod, 1);
    return world;
}

TEST(a_trial_step_leaves_the_anchors)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        OWNED(vl_world) *a = rod_on_slope(vl_integrators[i]);
        OWNED(vl_world) *b = rod_on_slope(vl_integrators[i]);
        double *x[VL_AXES], ahead[VL_AXES][2];
        for (int axis = 0; axis < VL_AXES; axis++)
            x[axis] = ahead[axis];
        for (int k = 0; k < 300; k++) {
            vl_world_step(a, 0.001);
            vl_world_step(b, 0.001);
            vl_world_synchronise(a);
            (void)vl_world_peek(a, x);
        }
        assert_same_places(a, b);
        assert_true(a->anchors->laid[0] && a->anchors->at[0][0] == b->anchors->at[0][0]);
    }
}

// A copy, and a world that changes its method, go on at rest: without its anchor a point would
// slide by m g sin θ/k = 2 mm.
TEST(a_copy_and_another_method_keep_the_anchors)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        OWNED(vl_world) *world = point_on_slope(vl_integrators[i], 0.9 * friction * g);
        make_steps(world, 40000, dt);
        vl_world_synchronise(world);
        double energy = vl_energy_potential(world);
        const vl_vec3 from = particle_x(world, 0);
        OWNED(vl_world) *copy = vl_world_copy(world, vl_integrators[0], &world->solver);
        vl_world_set_integrator(world, vl_integrators[(i + 1) % vl_integrator_count]);
        assert_true(vl_energy_potential(world) == energy);
        make_steps(world, 10000, dt);
        make_steps(copy, 10000, dt);
        assert_true(vl_length(vl_sub(particle_x(world, 0), from)) < 1e-12);
        assert_true(vl_length(vl_sub(particle_x(copy, 0), from)) < 1e-12);
    }
}

// A hand takes the point up, so that its anchor is laid anew where it is put down.
TEST(a_hand_takes_the_anchor_along)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        OWNED(vl_world) *world = point_on_slope(vl_integrators[i], 0);
        vl_vec3 to = {0.3, -g / stiffness, 0.2};
        make_steps(world, 10, 0.001);
        assert_true(vl_world_hold(world, 0));
        assert_false(world->anchors->laid[0]);
        vl_world_carry(world, 0, to);
        make_steps(world, 1, 0.001);
        vl_world_release(world, 0, (vl_vec3){0, 0, 0});
        assert_true(world->anchors->laid[0]);
        make_steps(world, 1000, 0.001);
        assert_true(vl_length(vl_sub(particle_x(world, 0), to)) < 1e-12);
    }
}

// A hop of 1 m: the anchor stays behind, and the next contact has its own.
TEST(an_anchor_ends_with_its_contact)
{
    OWNED(vl_world) *world = point_on_slope(vl_integrator_find("velocity-verlet"), 0);
    make_steps(world, 100, 0.001);
    vl_write(world->particles.v, 0, (vl_vec3){2, 3, 0});
    vl_world_restart(world);
    make_steps(world, 100, 0.001);
    assert_false(world->anchors->laid[0]);
    make_steps(world, 3000, 0.001);
    double from = world->anchors->at[0][0], most = friction * g / stiffness;
    assert_true(world->anchors->laid[0] && from > 1);
    assert_true(fabs(particle_x(world, 0).x - from) <= 1.001 * most && speed_of(world) < 1e-12);
}

// Each collider has anchors of its own: one that nothing touches, before that of the slope or after
// it, changes no bit.
TEST(a_collider_elsewhere_changes_no_anchor)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        vl_world *worlds[3];
        for (int w = 0; w < 3; w++) {
            worlds[w] = slope(vl_integrators[i], 0.4 * g, 2);
            if (w > 0)
                add_collider(worlds[w], soft_plane(w == 1 ? -100 : 0));
            if (w == 2)
                worlds[w]->colliders[0] = soft_plane(-100);
            vl_world_link(worlds[w], NULL, 0);
            make_steps(worlds[w], 300, 0.001);
            assert_same_places(worlds[w], worlds[0]);
        }
        for (int w = 0; w < 3; w++)
            vl_world_free(worlds[w]);
    }
}

// --- energy ---

// J, of a throw of 1 m/s up to the halt and on to the rest: what the ledger gives to the method.
static double unexplained(const vl_integrator *integrator, bool linked, double step)
{
    OWNED(vl_world) *world =
        linked ? rod_on_slope(integrator) : point_on_slope(integrator, 0.4 * g);
    for (int i = 0; i < world->particles.count; i++)
        world->particles.v[0][i] = -1;
    OWNED(vl_ledger) *ledger = vl_ledger_create(world, true);
    double start = vl_energy_kinetic(world) + vl_energy_potential(world);
    make_steps(world, (int)(1 / step), step);
    double gained = energy_now(world) - start;
    double known = vl_ledger_now(ledger)[VL_CAUSE_CONTACTS] + vl_ledger_now(ledger)[VL_CAUSE_LINKS];
    return fabs(gained - known);
}

// The energy of the springs of friction is potential energy, and contacts have the rest: what is
// left of 0.5 J is the error of the method, which falls with the step.
TEST(the_ledger_knows_what_friction_stores_and_takes)
{
    for (int i = 0; i < vl_integrator_count; i++)
        for (int linked = 0; linked < 2; linked++) {
            double few = unexplained(vl_integrators[i], linked, 1e-3);
            double many = unexplained(vl_integrators[i], linked, 1e-4);
            double rounding = 1e4 * 0.5 * DBL_EPSILON; // of so many steps
            assert_true(many < few / 5 + rounding && many < 2e-3);
            assert_true(linked || vl_integrators[i]->order < 2 || many < few / 50 + rounding);
        }
}
