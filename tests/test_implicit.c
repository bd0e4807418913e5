// The implicit methods: stiff springs stand, what is conserved, Newton's matrix, and an end where
// there is no solution.

#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "support/deeds.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

// --- the chain of the contract: 20 springs of 1e7 N/m, 0.2 kg in all, a ball of 1 kg, 1/60 s ---

enum { LINKS = 20, RATE = 60 };

static const double stiff = 1e7, chain_mass = 0.2, ball_mass = 1, g = 9.81;

static vl_world *stiff_chain(const char *integrator)
{
    vl_world *world = chain(integrator, LINKS, 1, chain_mass / LINKS, ball_mass, VL_SPRING);
    for (int i = 0; i <= LINKS; i++)
        vl_write(world->particles.x, i, (vl_vec3){0, -(double)i / LINKS, 0});
    for (int k = 0; k < LINKS; k++)
        world->links.stiffness[k] = stiff;
    return world;
}

// m g/k of all that hangs below link k, from the top.
static double static_stretch(int link)
{
    double below = ball_mass + (LINKS - 1 - link) * chain_mass / LINKS;
    return below * g / stiff;
}

// Rest is exact but for rounding: a position of 1 m is held to 2⁻⁵³ m, a length is the difference
// of two, and Newton leaves 8 roundings of some six of them: 1e-14 m. Of m g/k = 1e-6 m that is
// 1e-8. Explicit methods burst.
TEST(stiff_springs_hang_at_their_static_length_under_backward_euler)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        OWNED(vl_world) *world = stiff_chain(vl_integrators[i]->name);
        // 20 s, which every substep solves; or up to where it diverges
        for (int k = 0; k < 20 * RATE && vl_world_step(world, 1.0 / RATE); k++)
            assert_true(!world->integrator->implicit || world->solved.unconverged == 0);
        assert_true(world->now.diverged != vl_integrators[i]->implicit);
        for (int k = 0; k < LINKS && strcmp(vl_integrators[i]->name, "backward-euler") == 0; k++) {
            double longer = vl_link_length(&world->links, &world->particles, k) - 1.0 / LINKS;
            assert_below(fabs(longer - static_stretch(k)), 1e-14, "stretch off, m,");
        }
    }
}

// Along its own line the chain is linear: the energy stays. Rounding of the positions, 1e-16 m,
// against a force of 10 N, 1e-15 J in each of 20 links and 1,200 steps: 1e-11 of the 10.7 J. It
// rings about the static length.
TEST(stiff_springs_ring_under_implicit_midpoint_and_keep_the_energy)
{
    OWNED(vl_world) *world = stiff_chain("implicit-midpoint");
    double start = energy_now(world), most = 0;
    for (int i = 0; i < 20 * RATE; i++) {
        assert_true(vl_world_step(world, 1.0 / RATE));
        assert_int_equal(world->solved.unconverged, 0);
        assert_true(fabs(energy_now(world) - start) < 1e-10);
        most = test_larger(most, vl_link_length(&world->links, &world->particles, LINKS - 1));
    }
    assert_true(most - 1.0 / LINKS > 1.5 * static_stretch(LINKS - 1));
}

// A mass on a spring along an axis, at an anchor or at another mass, k and m over decades.
static vl_world *mass_on_spring(vl_random *random, double *omega)
{
    int axis = any_of(random, 3);
    double mass = pow(10, any_between(random, -2, 2));
    double stiffness = pow(10, any_between(random, 1, 6));
    double length = any_between(random, 0.3, 3), longer = any_between(random, 0.1, 0.6);
    bool anchored = any_chance(random, 0.5);
    vl_world *world = vl_world_create(2);
    const vl_link spring = spring_between(0, 1, length, stiffness);
    world->integrator = vl_integrator_find("implicit-midpoint");
    world->particles.x[axis][1] = length * (1 + longer);
    set_mass(world, 0, mass);
    set_mass(world, 1, mass);
    if (anchored)
        pin(world, 0);
    vl_world_link(world, &spring, 1);
    *omega = sqrt((anchored ? 1 : 2) * stiffness / mass);
    return world;
}

// Stretched by less than its length, a spring never gets through its anchor, and on a line it is
// linear: implicit midpoint keeps its energy at any steps. The equation of a step also has a root
// with the mass on the other side; to take it once is a hundred times the energy. Newton leaves 8
// roundings of lengths up to 30 times the stretch, 5e-14, in each of 200 steps: 1e-11.
TEST(a_mass_on_a_spring_does_not_jump_through_its_anchor)
{
    vl_random random = test_random(8);
    for (int i = 0; i < test_cases(40, 400); i++) {
        double omega;
        OWNED(vl_world) *world = mass_on_spring(&random, &omega);
        double dt = pow(10, any_between(&random, -1, 2)) / omega, start = energy_now(world);
        bool equal = any_chance(&random, 0.5);
        for (int n = 0; n < 200; n++) {
            assert_true(vl_world_step(world, equal ? dt : random_dt(&random, dt)));
            assert_int_equal(world->solved.unconverged, 0);
            assert_below(fabs(energy_now(world) / start - 1), 1e-10, "energy");
        }
    }
}

// --- Newton ---

// A central difference over 2e-5 m is off by the third derivative, 1e-10 of the first at lengths of
// a metre, and by rounding, 1e-16/1e-5: 1e-8 holds both.
TEST(stiffness_of_a_force_is_its_derivative)
{
    static const int place[VL_AXES][VL_AXES] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    const double h = 1e-5;
    for (int n = 0; n < vl_force_kind_count; n++) {
        if (!vl_force_kinds[n]->stiffness)
            continue;
        vl_force force = {
            .kind = vl_force_kinds[n], .center = {0.3, -0.2, 0.1}, .stiffness = 7, .strength = 5};
        OWNED(vl_world) *world = world_of_one("tcv", (vl_vec3){1, 0.5, -0.4}, (vl_vec3){0, 0, 0},
                                              (vl_vec3){0, 0, 0}, &force);
        set_mass(world, 0, 2);
        double block[6] = {0}, slope[VL_AXES];
        force.kind->stiffness(&force, world, 0, false, block);
        for (int b = 0; b < VL_AXES; b++) {
            double *x = &world->particles.x[b][0], here = *x;
            memset(slope, 0, sizeof slope);
            for (int side = -1; side <= 1; side += 2) {
                *x = here + side * h;
                vl_world_accelerate_stage(world, 0);
                for (int axis = 0; axis < VL_AXES; axis++)
                    slope[axis] -= side * 2 * world->particles.a[axis][0] / (2 * h);
            }
            *x = here;
            for (int axis = 0; axis < VL_AXES; axis++)
                assert_below(fabs(slope[axis] - block[place[axis][b]]), 1e-8, force.kind->name);
        }
    }
}

// How often a step, which must be solved, looks at the accelerations.
static int64_t looks_of_step(vl_world *world, double dt)
{
    int64_t before = world->evaluations;
    vl_world_step(world, dt);
    assert_int_equal(world->solved.unconverged, 0);
    return world->evaluations - before;
}

// The matrix is the derivative: a swing of stretched springs, where everything bends, needs the few
// steps of quadratic convergence, 1 → 1e-3 → 1e-6 → 1e-12 → 0, and one look more.
TEST(newton_is_quadratic_where_springs_pull)
{
    OWNED(vl_world) *world = chain("backward-euler", 6, 1, 0.1, 1, VL_SPRING);
    for (int k = 0; k < 6; k++) {
        world->links.stiffness[k] = 1000;
        world->links.length[k] = 0.1;
    }
    for (int i = 0; i < 200; i++)
        assert_true(looks_of_step(world, 0.005) <= 6);
}

// Inside the cutoff of a central force there is none, and just outside 1e6 m/s²: from 1.2 m at rest
// every end of a step of 1 ms outside would lie inside (1.2 − 1e6/1.2²·1e-6 < 1), and an end inside
// would be the beginning: no solution.
TEST(a_step_without_a_solution_ends_and_is_counted)
{
    const vl_force pull = {.kind = &vl_force_central, .strength = 4e6, .cutoff = 1};
    for (int i = 0; i < vl_integrator_count; i++) {
        if (!vl_integrators[i]->implicit)
            continue;
        OWNED(vl_world) *world = world_of_one(vl_integrators[i]->name, (vl_vec3){1.2, 0, 0},
                                              (vl_vec3){0, 0, 0}, (vl_vec3){0, 0, 0}, &pull);
        vl_world_step(world, 1e-3);
        assert_int_equal(world->solved.unconverged, 1);
        assert_true(world->evaluations <= 2 + 35 + 15 * 12);
        assert_true(isfinite(world->particles.x[0][0]));
    }
}

// Up to 8 particles with masses over nine decades, springs of 1e-3 to 1e9 N/m, damped or not.
static vl_world *random_world(vl_random *random, const vl_integrator *integrator)
{
    int count = 1 + any_of(random, 8), link_count = count > 1 ? any_of(random, 16) : 0;
    vl_world *world = particles_of(integrator, count, 0.05);
    vl_link links[16];
    for (int i = 0; i < count; i++) {
        vl_write(world->particles.x, i, any_vec3(random, 1));
        world->particles.v[0][i] = any_between(random, -1, 1);
        set_mass(world, i, pow(10, any_between(random, -6, 3)));
        if (any_chance(random, 0.2))
            pin(world, i);
    }
    for (int k = 0; k < link_count; k++) {
        int from = any_of(random, count), to = (from + 1 + any_of(random, count - 1)) % count;
        double length = any_between(random, 0.1, 2);
        links[k] = spring_between(from, to, length, pow(10, any_between(random, -3, 9)));
        links[k].damping = any_chance(random, 0.5) ? pow(10, any_between(random, -3, 3)) : 0;
    }
    vl_world_link(world, links, link_count);
    return world;
}

// What a step of backward Euler says of itself: v′ − v − a′ dt is rounding, unless it is counted as
// unconverged. A place of 1e3 m is rounded to 1e-13 m, which a spring of 1e9 N/m makes a force, and
// the direction of a spring pressed together to r is rounded to |x|/r of 1e-16; so the rest is
// measured against all that it is made of, v and dt k |x| (1 + |x|/r)/m: 1e-13 is 500 roundings.
static double equation_rest(vl_world *world, double *const before[VL_AXES], double dt)
{
    vl_particles *p = &world->particles;
    double stiffest = 0, worst = 0, farthest = 1, fastest = 1, shortest = 1;
    for (int k = 0; k < world->links.count; k++) {
        stiffest = test_larger(stiffest, world->links.stiffness[k] + world->links.damping[k] / dt);
        shortest = test_smaller(shortest, vl_link_length(&world->links, p, k));
    }
    vl_world_accelerate(world);
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            farthest = test_larger(farthest, fabs(p->x[axis][i]));
            fastest = test_larger(fastest, fabs(p->v[axis][i]));
        }
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            if (p->inverse_mass[i] == 0)
                continue;
            double rest = p->v[axis][i] - before[axis][i] - dt * p->a[axis][i];
            double size =
                fastest + dt * stiffest * farthest * (1 + farthest / shortest) * p->inverse_mass[i];
            worst = test_larger(worst, fabs(rest) / size);
        }
    return worst;
}

TEST(random_worlds_stay_finite_and_true)
{
    enum { STEPS = 30 };

    for (int i = 0; i < vl_integrator_count; i++)
        for (int w = 0; vl_integrators[i]->implicit && w < test_cases(100, 300); w++) {
            vl_random random = test_random(w + 1);
            OWNED(vl_world) *world = random_world(&random, vl_integrators[i]);
            vl_particles *p = &world->particles;
            bool euler = strcmp(vl_integrators[i]->name, "backward-euler") == 0;
            double dt = pow(10, any_between(&random, -4, 0));
            for (int k = 0; k < STEPS; k++) {
                vl_axes_copy(world->v_instant, p->v, p->count);
                int64_t before = world->evaluations;
                if (!vl_world_step(world, dt))
                    break;
                assert_true(world->evaluations - before <= 2 + 35 * 2 + 50 * 12);
                if (euler && !world->solved.unconverged && !world->now.diverged)
                    assert_below(equation_rest(world, world->v_instant, dt), 1e-13, "rest");
            }
            assert_true(vl_axes_are_within(p->x, DBL_MAX, p->count) &&
                        vl_axes_are_within(p->v, DBL_MAX, p->count));
        }
}

// --- in a running world ---

// A hand lifts a stiff chain by its upper end at 0.5 m/s. The method sees where the hand goes: the
// first step asks of the upper link to bring 1.2 kg to that speed in 1/60 s, 48 N and a strain of
// 1e-4. Not seen, it would be strained by a frame of the way, 8 mm of its 5 cm.
TEST(a_hand_leads_stiff_springs)
{
    OWNED(vl_world) *world = stiff_chain("backward-euler");
    assert_true(vl_world_hold(world, 0));
    for (int i = 1; i <= 30; i++) {
        vl_world_carry(world, 0, (vl_vec3){0, i * 0.5 / RATE, 0});
        vl_world_step(world, 1.0 / RATE);
        double strain = fabs(vl_link_strain(&world->links, &world->particles, 0));
        assert_below(strain, 1.1e-4, "strain");
    }
}

// A ball thrown on a plane of 1e7 N/m that pushes by penalty, at 1/60 s: backward Euler lays it to
// rest m g/k deep. Only where it arrives, and the dashpot's force begins with a jump, a step may
// have no solution; without the matrix of the contact most steps had none within the bound.
TEST(a_ball_comes_to_rest_on_a_stiff_plane)
{
    OWNED(vl_world) *world =
        world_from("gravity: [0, -9.81]\nparticles: [{at: [0, 1], velocity: [1, 0]}]\n"
                   "colliders: [{kind: plane, normal: [0, 1], response: penalty, stiffness: 1e7,\n"
                   "             restitution: 0.5, friction: 0.5}]\n"
                   "timestep: fixed:1e-7", // at 1/60 s the restitution is not 0.5
                   "backward-euler");
    int unconverged = 0;
    for (int i = 0; i < 10 * RATE; i++) {
        vl_world_step(world, 1.0 / RATE);
        unconverged += world->solved.unconverged;
    }
    double off = world->particles.x[1][0] - (world->particles.radius[0] - g / stiff);
    assert_true(unconverged <= 3);
    assert_true(fabs(off) < 1e-14); // a hundred roundings of 0.05 m
    assert_true(fabs(world->particles.v[0][0]) < 1e-9);
}

enum { BEAM = 8 };

// Particles in a zigzag, the upper two pinned, each held by stiff springs to the next two.
static vl_world *stiff_beam(const vl_integrator *integrator)
{
    vl_world *world = particles_of(integrator, BEAM, 0.05);
    vl_link links[2 * BEAM];
    int count = 0;
    for (int i = 0; i < BEAM; i++)
        vl_write(world->particles.x, i, (vl_vec3){i % 2, -0.5 * i, 0});
    pin(world, 0);
    pin(world, 1);
    for (int apart = 1; apart <= 2; apart++)
        for (int i = 0; i + apart < BEAM; i++) {
            links[count] = spring_between(i, i + apart, apart == 1 ? sqrt(1.25) : 1, 1e6);
            links[count++].damping = 100;
        }
    vl_world_link(world, links, count);
    return world;
}

static double momentum(const vl_world *world)
{
    double sum = 0;
    for (int i = 2; i < BEAM; i++)
        sum += world->particles.mass[i] * world->particles.v[1][i];
    return sum;
}

// The pattern is made anew when springs go: with the old one Newton would have a wrong matrix, and
// need many more steps. What hung falls as a body, with a momentum of m g t to the rounding of 60
// steps with forces of 60 N between places of 5 m.
TEST(broken_springs_let_the_rest_fall)
{
    static const int cut[] = {0, 1, BEAM - 1, BEAM}; // all at the two pins
    for (int i = 0; i < vl_integrator_count; i++) {
        if (!vl_integrators[i]->implicit)
            continue;
        OWNED(vl_world) *world = stiff_beam(vl_integrators[i]);
        make_steps(world, RATE, 1.0 / RATE);
        vl_world_break_links(world, cut, 4);
        double before = momentum(world);
        for (int k = 0; k < RATE; k++)
            assert_true(looks_of_step(world, 1.0 / RATE) <= 8);
        assert_below(fabs(momentum(world) - before + (BEAM - 2) * g), 1e-9, "momentum off");
    }
}
