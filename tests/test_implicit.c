// The implicit methods: stiff springs stand, what is conserved, Newton's matrix, and an end where
// there is no solution.

#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/world/world.h"
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

// 20 s; returns the unconverged substeps.
static int run_chain(vl_world *world)
{
    int unconverged = 0;
    for (int i = 0; i < 20 * RATE && vl_world_step(world, 1.0 / RATE); i++)
        unconverged += world->solved.unconverged;
    return unconverged;
}

// Rest is exact but for rounding: a position of 1 m is held to 2⁻⁵³ m, a length is the difference
// of two, and Newton leaves 8 roundings of some six of them: 1e-14 m. Of m g/k = 1e-6 m that is
// 1e-8.
TEST(stiff_springs_hang_at_their_static_length_under_backward_euler)
{
    OWNED(vl_world) *world = stiff_chain("backward-euler");
    assert_int_equal(run_chain(world), 0);
    double worst = 0;
    for (int k = 0; k < LINKS; k++) {
        double longer = vl_link_length(&world->links, &world->particles, k) - 1.0 / LINKS;
        worst = test_larger(worst, fabs(longer - static_stretch(k)));
    }
    print_message("  stretch %.4g to %.4g m, off by %.1e m at most\n", static_stretch(LINKS - 1),
                  static_stretch(0), worst);
    assert_true(worst < 1e-14);
}

// Along its own line the chain is linear: the energy stays. Rounding of the positions, 1e-16 m,
// against a force of 10 N, 1e-15 J in each of 20 links and 1,200 steps: 1e-11 of the 10.7 J.
TEST(stiff_springs_ring_under_implicit_midpoint_and_keep_the_energy)
{
    OWNED(vl_world) *world = stiff_chain("implicit-midpoint");
    double start = vl_energy_kinetic(world) + vl_energy_potential(world), least = 0, most = 0;
    for (int i = 0; i < 20 * RATE; i++) {
        assert_true(vl_world_step(world, 1.0 / RATE));
        assert_int_equal(world->solved.unconverged, 0);
        double change = vl_energy_kinetic(world) + vl_energy_potential(world) - start;
        double longer = vl_link_length(&world->links, &world->particles, LINKS - 1) - 1.0 / LINKS;
        assert_true(fabs(change) < 1e-10);
        least = test_smaller(least, longer);
        most = test_larger(most, longer);
    }
    print_message("  lowest link %.2e to %.2e m, at rest %.2e\n", least, most,
                  static_stretch(LINKS - 1));
    assert_true(most > 1.5 * static_stretch(LINKS - 1)); // it rings about the static length
}

// A mass on a spring along an axis, at an anchor or at another mass, k and m over decades.
static vl_world *mass_on_spring(vl_random *random, double *omega, double *energy)
{
    int axis = (int)vl_random_uniform(random, 0, 3);
    double mass = pow(10, vl_random_uniform(random, -2, 2));
    double stiffness = pow(10, vl_random_uniform(random, 1, 6));
    double length = vl_random_uniform(random, 0.3, 3), longer = vl_random_uniform(random, 0.1, 0.6);
    bool anchored = vl_random_uniform(random, 0, 1) < 0.5;
    vl_world *world = vl_world_create(2);
    world->integrator = vl_integrator_find("implicit-midpoint");
    world->particles.x[axis][1] = length * (1 + longer);
    set_mass(world, 0, mass);
    set_mass(world, 1, mass);
    if (anchored)
        pin(world, 0);
    const vl_link spring = {
        .from = 0, .to = 1, .kind = VL_SPRING, .length = length, .stiffness = stiffness};
    vl_world_link(world, &spring, 1);
    *omega = sqrt((anchored ? 1 : 2) * stiffness / mass);
    *energy = 0.5 * stiffness * length * length * longer * longer;
    return world;
}

// Stretched by less than its length, a spring never gets through its anchor, and on a line it is
// linear: implicit midpoint keeps its energy at any steps. The equation of a step also has a root
// with the mass on the other side; to take it once is a hundred times the energy. Newton leaves 8
// roundings of lengths up to 30 times the stretch, 5e-14, in each of 200 steps: 1e-11.
TEST(a_mass_on_a_spring_does_not_jump_through_its_anchor)
{
    vl_random random = {8};
    double worst = 0;
    for (int i = 0; i < test_cases(40, 400); i++) {
        double omega, start;
        OWNED(vl_world) *world = mass_on_spring(&random, &omega, &start);
        double dt = pow(10, vl_random_uniform(&random, -1, 2)) / omega;
        bool equal = vl_random_uniform(&random, 0, 1) < 0.5;
        for (int n = 0; n < 200; n++) {
            assert_true(vl_world_step(world, equal ? dt : random_dt(&random, dt)));
            assert_int_equal(world->solved.unconverged, 0);
            double energy = vl_energy_kinetic(world) + vl_energy_potential(world);
            worst = test_larger(worst, fabs(energy / start - 1));
            if (!(worst < 1e-10))
                fail_msg("ω dt = %g, step %d: %g", omega * dt, n, worst);
        }
    }
    print_message("  %.1e of the energy at most\n", worst);
}

TEST(explicit_methods_burst_on_the_same_chain)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        OWNED(vl_world) *world = stiff_chain(vl_integrators[i]->name);
        run_chain(world);
        if (world->now.diverged)
            print_message("  %-20s diverged at %.2f s\n", vl_integrators[i]->name,
                          world->now.diverged_time);
        assert_true(world->now.diverged != vl_integrators[i]->implicit);
    }
}

// --- quadratic invariants ---

enum { NETWORK = 8 };

// Unequal masses in a row along x, joined by unequal springs, each also drawn to a centre: linear
// as long as none passes the next.
static vl_world *oscillator_network(const char *integrator)
{
    vl_random random = {17};
    vl_world *world = vl_world_create(NETWORK);
    vl_link links[NETWORK - 1];
    for (int i = 0; i < NETWORK; i++) {
        world->particles.x[0][i] = i + vl_random_uniform(&random, -0.1, 0.1);
        set_mass(world, i, vl_random_uniform(&random, 0.1, 10));
    }
    for (int i = 0; i + 1 < NETWORK; i++)
        links[i] = (vl_link){.from = i,
                             .to = i + 1,
                             .kind = VL_SPRING,
                             .length = 1,
                             .stiffness = vl_random_uniform(&random, 10, 1e4)};
    add_force(world, (vl_force){.kind = &vl_force_harmonic, .stiffness = 5, .center = {3.5, 0, 0}});
    world->integrator = vl_integrator_find(integrator);
    vl_world_link(world, links, NETWORK - 1);
    return world;
}

// Each step leaves some roundings of 1e-16 of the energy; 10,000 of them 1e-12 at worst.
TEST(implicit_midpoint_keeps_the_energy_of_an_oscillator_network)
{
    OWNED(vl_world) *world = oscillator_network("implicit-midpoint");
    vl_random random = {5};
    double start = vl_energy_kinetic(world) + vl_energy_potential(world), worst = 0;
    for (int i = 0; i < 10000; i++) {
        vl_world_step(world, random_dt(&random, 0.05));
        assert_int_equal(world->solved.unconverged, 0);
        double now = vl_energy_kinetic(world) + vl_energy_potential(world);
        worst = test_larger(worst, fabs(now - start) / start);
    }
    print_message("  of %.3g J, off by %.1e at most\n", start, worst);
    assert_true(worst < 1e-10);
}

// --- Newton ---

// A central difference over 2e-5 m is off by the third derivative, 1e-10 of the first at lengths of
// a metre, and by rounding, 1e-16/1e-5: 1e-8 holds both.
TEST(stiffness_of_a_force_is_its_derivative)
{
    static const int place[VL_AXES][VL_AXES] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    for (int n = 0; n < vl_force_kind_count; n++) {
        if (!vl_force_kinds[n]->stiffness)
            continue;
        vl_force force = {
            .kind = vl_force_kinds[n], .center = {0.3, -0.2, 0.1}, .stiffness = 7, .strength = 5};
        OWNED(vl_world) *world = world_of_one("tcv", (vl_vec3){1, 0.5, -0.4}, (vl_vec3){0, 0, 0},
                                              (vl_vec3){0, 0, 0}, &force);
        set_mass(world, 0, 2);
        double block[6] = {0}, worst = 0, h = 1e-5;
        force.kind->stiffness(&force, world, 0, false, block);
        for (int b = 0; b < VL_AXES; b++) {
            double a[2][VL_AXES];
            for (int side = 0; side < 2; side++) {
                double x = world->particles.x[b][0];
                world->particles.x[b][0] += side ? h : -h;
                vl_world_accelerate_stage(world, 0);
                for (int axis = 0; axis < VL_AXES; axis++)
                    a[side][axis] = world->particles.a[axis][0];
                world->particles.x[b][0] = x;
            }
            for (int axis = 0; axis < VL_AXES; axis++)
                worst = test_larger(
                    worst, fabs(-2 * (a[1][axis] - a[0][axis]) / (2 * h) - block[place[axis][b]]));
        }
        print_message("  %s: off by %.1e N/m\n", force.kind->name, worst);
        assert_true(worst < 1e-8);
    }
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
    int64_t most = 0;
    for (int i = 0; i < 200; i++) {
        int64_t before = world->evaluations;
        vl_world_step(world, 0.005);
        most = world->evaluations - before > most ? world->evaluations - before : most;
        assert_int_equal(world->solved.unconverged, 0);
    }
    print_message("  %d looks at most\n", (int)most);
    assert_true(most <= 6);
}

// Inside the cutoff of a central force there is none, and just outside 1e6 m/s²: from 1.2 m at rest
// every end of a step of 1 ms outside would lie inside (1.2 − 1e6/1.2²·1e-6 < 1), and an end inside
// would be the beginning: no solution.
TEST(a_step_without_a_solution_ends_and_is_counted)
{
    static const char *const names[] = {"backward-euler", "implicit-midpoint"};
    for (int i = 0; i < 2; i++) {
        vl_force pull = {.kind = &vl_force_central, .strength = 4e6, .cutoff = 1};
        OWNED(vl_world) *world = world_of_one(names[i], (vl_vec3){1.2, 0, 0}, (vl_vec3){0, 0, 0},
                                              (vl_vec3){0, 0, 0}, &pull);
        vl_world_step(world, 1e-3);
        print_message("  %s: %d unconverged, %d looks, x = %.3f\n", names[i],
                      world->solved.unconverged, (int)world->evaluations, world->particles.x[0][0]);
        assert_int_equal(world->solved.unconverged, 1);
        assert_true(world->evaluations <= 2 + 35 + 15 * 12);
        assert_true(isfinite(world->particles.x[0][0]));
    }
}

// Up to 8 particles with masses over nine decades, springs of 1e-3 to 1e9 N/m, damped or not.
static vl_world *random_world(vl_random *random, const char *integrator)
{
    int count = 1 + (int)vl_random_uniform(random, 0, 8);
    vl_world *world = vl_world_create(count);
    vl_link links[16];
    int link_count = count > 1 ? (int)vl_random_uniform(random, 0, 16) : 0;
    for (int i = 0; i < count; i++) {
        vl_write(world->particles.x, i,
                 (vl_vec3){vl_random_uniform(random, -1, 1), vl_random_uniform(random, -1, 1),
                           vl_random_uniform(random, -1, 1)});
        world->particles.v[0][i] = vl_random_uniform(random, -1, 1);
        world->particles.mass[i] = pow(10, vl_random_uniform(random, -6, 3));
        world->particles.pinned[i] = vl_random_uniform(random, 0, 1) < 0.2;
        vl_particles_refresh(&world->particles, i);
    }
    for (int k = 0; k < link_count; k++) {
        int from = (int)vl_random_uniform(random, 0, count);
        int to = (from + 1 + (int)vl_random_uniform(random, 0, count - 1)) % count;
        links[k] = (vl_link){.from = from,
                             .to = to,
                             .kind = VL_SPRING,
                             .length = vl_random_uniform(random, 0.1, 2),
                             .stiffness = pow(10, vl_random_uniform(random, -3, 9)),
                             .damping = vl_random_uniform(random, 0, 1) < 0.5
                                            ? pow(10, vl_random_uniform(random, -3, 3))
                                            : 0};
    }
    world->gravity = (vl_vec3){0, -9.81, 0};
    world->integrator = vl_integrator_find(integrator);
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
    enum { WORLDS = 300, STEPS = 30 };

    static const char *const names[] = {"backward-euler", "implicit-midpoint"};
    for (int n = 0; n < 2; n++) {
        int unconverged = 0, steps = 0, diverged = 0;
        int64_t looks = 0;
        double worst = 0;
        for (int w = 0; w < WORLDS; w++) {
            vl_random random = {(uint64_t)w + 1};
            OWNED(vl_world) *world = random_world(&random, names[n]);
            double dt = pow(10, vl_random_uniform(&random, -4, 0));
            for (int i = 0; i < STEPS; i++) {
                vl_axes_copy(world->observed, world->particles.v, world->particles.count);
                int64_t before = world->evaluations;
                if (!vl_world_step(world, dt))
                    break;
                assert_true(world->evaluations - before <= 2 + 35 * 2 + 50 * 12);
                looks += world->evaluations - before;
                steps++;
                unconverged += world->solved.unconverged;
                if (n == 0 && !world->solved.unconverged && !world->now.diverged)
                    worst = test_larger(worst, equation_rest(world, world->observed, dt));
            }
            diverged += world->now.diverged;
            for (int axis = 0; axis < VL_AXES; axis++)
                for (int i = 0; i < world->particles.count; i++)
                    assert_true(isfinite(world->particles.x[axis][i]) &&
                                isfinite(world->particles.v[axis][i]));
        }
        print_message("  %s: %d steps, %d unconverged, %d worlds diverged, %.1f looks a step, "
                      "equation off by %.1e\n",
                      names[n], steps, unconverged, diverged, (double)looks / steps, worst);
        assert_true(worst < 1e-13);
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
    double worst = 0;
    for (int i = 1; i <= 30; i++) {
        vl_world_carry(world, 0, (vl_vec3){0, i * 0.5 / RATE, 0});
        vl_world_step(world, 1.0 / RATE);
        worst = test_larger(worst, fabs(vl_link_strain(&world->links, &world->particles, 0)));
    }
    print_message("  upper link strained by %.1e at most\n", worst);
    assert_true(worst < 1.1e-4);
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
    print_message("  %d unconverged, %.1f looks a step, %.1e m off, slides at %.1e m/s\n",
                  unconverged, (double)world->evaluations / (10 * RATE), off,
                  world->particles.v[0][0]);
    assert_true(unconverged <= 3);
    assert_true(fabs(off) < 1e-14); // a hundred roundings of 0.05 m
    assert_true(fabs(world->particles.v[0][0]) < 1e-9);
}

enum { BEAM = 8 };

// Particles in a zigzag, the upper two pinned, each held by stiff springs to the next two.
static vl_world *stiff_beam(const char *integrator)
{
    vl_world *world = vl_world_create(BEAM);
    vl_link links[2 * BEAM];
    int count = 0;
    for (int i = 0; i < BEAM; i++) {
        vl_write(world->particles.x, i, (vl_vec3){i % 2, -0.5 * i, 0});
        world->particles.pinned[i] = i < 2;
        vl_particles_refresh(&world->particles, i);
    }
    for (int apart = 1; apart <= 2; apart++)
        for (int i = 0; i + apart < BEAM; i++)
            links[count++] = (vl_link){.from = i,
                                       .to = i + apart,
                                       .kind = VL_SPRING,
                                       .length = apart == 1 ? sqrt(1.25) : 1,
                                       .stiffness = 1e6,
                                       .damping = 100};
    world->gravity = (vl_vec3){0, -g, 0};
    world->integrator = vl_integrator_find(integrator);
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
    static const char *const names[] = {"backward-euler", "implicit-midpoint"};
    static const int cut[] = {0, 1, BEAM - 1, BEAM}; // all at the two pins
    for (int n = 0; n < 2; n++) {
        OWNED(vl_world) *world = stiff_beam(names[n]);
        make_steps(world, RATE, 1.0 / RATE);
        vl_world_break_links(world, cut, 4);
        double before = momentum(world);
        int64_t looks = world->evaluations, most = 0;
        for (int i = 0; i < RATE; i++, looks = world->evaluations) {
            vl_world_step(world, 1.0 / RATE);
            most = world->evaluations - looks > most ? world->evaluations - looks : most;
            assert_int_equal(world->solved.unconverged, 0);
        }
        double off = momentum(world) - before + (BEAM - 2) * g;
        print_message("  %s: %.1e N s off, %d looks a step at most\n", names[n], off, (int)most);
        assert_true(fabs(off) < 1e-9);
        assert_true(most <= 8);
    }
}
