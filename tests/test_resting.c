// What rests or slides on a collider moves along it as its method moves it in the air: contacts
// take the part of the acceleration along the normal, and nothing else.

#include "physics/colliders/colliders.h"
#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "support/deeds.h"
#include "support/testing.h"
#include "support/worlds.h"

static const double g = 9.81, frame = 1.0 / 60; // m/s², s

// A plane through the origin.
typedef struct table {
    vl_vec3 normal, u, w; // right-handed unit vectors; u and w lie in it
    bool there;           // else nothing is there, and no gravity
    double friction;
} table;

static const table level = {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}, true, 0};

static table tilted(void)
{
    vl_vec3 n = {0.48, 0.6, 0.64}, u = {0.8, 0, -0.6};
    return (table){n, u, vl_cross(n, u), true, 0};
}

static table without(table t)
{
    t.there = false;
    return t;
}

static vl_vec3 on(const table *t, double a, double b)
{
    return vl_add(vl_scale(t->u, a), vl_scale(t->w, b));
}

// `count` particles of radius 0 on a table, pressed on it by a gravity along its normal.
static vl_world *world_on(const table *t, const vl_integrator *integrator, int count)
{
    vl_world *world = particles_of(integrator, count, 0);
    world->gravity = vl_scale(t->normal, t->there ? -g : 0);
    if (t->there)
        add_collider(world, (vl_collider){.kind = &vl_collider_plane,
                                          .normal = t->normal,
                                          .friction = t->friction});
    return world;
}

static void put(vl_world *world, const table *t, int slot, double a, double b, vl_vec3 v)
{
    vl_write(world->particles.x, slot, on(t, a, b));
    vl_write(world->particles.v, slot, on(t, v.x, v.y));
}

// --- nets of springs and rods ---

enum { SIDE = 4, NET = SIDE * SIDE, MOST_LINKS = 2 * SIDE * (SIDE - 1) + (SIDE - 1) * (SIDE - 1) };

// A square net of 16 particles with diagonals, one corner pinned; springs are stretched.
static vl_world *net_on(const table *t, const vl_integrator *integrator, vl_link_kind kind)
{
    static const int back[] = {1, SIDE, SIDE + 1}; // the diagonals are springs only
    vl_world *world = world_on(t, integrator, NET);
    vl_link links[MOST_LINKS];
    vl_random random = {3};
    int count = 0;
    for (int i = 0; i < NET; i++) {
        int row = i / SIDE, column = i % SIDE;
        vl_vec3 v = {any_between(&random, -1, 1), any_between(&random, -1, 1), 0};
        put(world, t, i, 0.3 * column, 0.3 * row, kind == VL_ROD ? (vl_vec3){-row, column, 0} : v);
        set_mass(world, i, any_between(&random, 0.5, 2));
        for (int k = 0; k < (kind == VL_ROD ? 2 : 3); k++) {
            double length = (kind == VL_ROD ? 0.3 : 0.25) * (k == 2 ? sqrt(2) : 1);
            links[count] = spring_between(i - back[k], i, length, kind == VL_ROD ? 0 : 50);
            links[count].kind = kind;
            count += (k == 1 || column > 0) && (k == 0 || row > 0);
        }
    }
    pin(world, 0);
    vl_world_link(world, links, count);
    return world;
}

// How far the particles of two worlds are from each other along the table, m.
static double apart(const vl_world *a, const vl_world *b, const table *t)
{
    double most = 0;
    for (int i = 0; i < a->particles.count; i++) {
        vl_vec3 d = vl_sub(vl_read(a->particles.x, i), vl_read(b->particles.x, i));
        most = test_larger(most, fmax(fabs(vl_dot(d, t->u)), fabs(vl_dot(d, t->w))));
    }
    return most;
}

typedef struct setup {
    vl_link_kind kind;
    const char *solver; // of rods
    bool random;        // steps of 0.5…1.5 × 1/60 s, else 1/60 s
} setup;

static const setup setups[] = {
    {VL_SPRING, "relax", false}, {VL_SPRING, "relax", true}, {VL_ROD, "relax", false},
    {VL_ROD, "relax", true},     {VL_ROD, "direct", false},  {VL_ROD, "direct", true},
};

// The largest distance between the motions on the table and without it, in `steps` steps. Frees
// both.
static double difference(vl_world *on, vl_world *air, const table *t, int steps, bool random)
{
    vl_random numbers = {9};
    double most = 0;
    for (int k = 0; k < steps; k++) {
        double dt = random ? random_dt(&numbers, frame) : frame;
        vl_world_step(on, dt);
        vl_world_step(air, dt);
        most = test_larger(most, apart(on, air, t));
        assert_int_equal(on->contacts, on->particles.count - on->particles.pinned[0]);
    }
    vl_world_free(on);
    vl_world_free(air);
    return most;
}

// On y = 0 every sum along the table has the same terms, and a 0: no bit differs. The implicit
// methods stop where the residual is rounding, which gravity is part of; after 60 steps that is
// still rounding, and later the springs, as in the air, make it larger. On a tilted table each
// coordinate is rounded, by 1e-16 of some metres in each of 60 steps, and a rounding of x is one of
// the speed of 1e-16 m/dt, which moves it by as much again in each step: 1e-16 × 60²/2 × some terms
// is below 1e-11. Newton's method ends at a strain of 1e-12, so that the rods of a net differ by as
// much of their length in each step: 1e-12 × 60²/2 of less than half a metre is below 1e-9.
TEST(a_smooth_table_changes_no_bit_of_a_motion_along_it)
{
    const table tables[] = {level, tilted()};
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < 2 * COUNT(setups); k++) {
            const vl_integrator *method = vl_integrators[i];
            const table *t = &tables[k % 2], air = without(*t);
            const setup *s = &setups[k / 2];
            vl_world *worlds[2];
            for (int w = 0; w < 2; w++) {
                worlds[w] = net_on(w ? &air : t, method, s->kind);
                worlds[w]->solver.iterations = 20;
                use_solver(worlds[w], s->solver, VL_DIRECTION_NEW);
            }
            bool rounds = method->implicit || k % 2;
            double off = difference(worlds[0], worlds[1], t, rounds ? 60 : 150, s->random);
            double bound = s->solver && strcmp(s->solver, "direct") == 0 ? 1e-9 : 1e-11;
            if (!(rounds ? off < bound : off == 0))
                fail_msg("%s, setup %d: %g m", method->name, k, off);
        }
}

// --- a mass on a spring ---

// 1 kg on a spring of `k` N/m and 1 m whose other end is pinned in the origin, let go at 1.5 m.
static vl_world *spring_on(const table *t, const vl_integrator *integrator, double k)
{
    vl_world *world = world_on(t, integrator, 2);
    const vl_link spring = spring_between(0, 1, 1, k);
    put(world, t, 1, 1.5, 0, (vl_vec3){0, 0, 0});
    pin(world, 0);
    vl_world_link(world, &spring, 1);
    return world;
}

// ω dt = 5.3: every explicit method flies apart, and backward Euler damps it away.
TEST(backward_euler_holds_a_spring_as_stiff_as_steel_on_a_table)
{
    const vl_integrator *integrator = vl_integrator_find("backward-euler");
    OWNED(vl_world) *world = spring_on(&level, integrator, 1e5);
    for (int k = 0; k < 1200; k++) {
        vl_world_step(world, frame);
        assert_int_equal(world->solved.unconverged, 0);
    }
    assert_false(world->now.diverged);
    assert_true(energy_now(world) < 1e-12);
}

// 1 kg rests on the table below 1 kg at the other end of a spring that is as stiff as steel, which
// goes up with 5 m/s, or down. Up, the table would have to pull and lets go in the same step: both
// fall freely, as their common velocity says. Down, it holds.
TEST(an_implicit_step_lets_go_of_a_table_that_would_have_to_pull)
{
    const vl_link spring = spring_between(0, 1, 1, 1e6);
    for (int i = 0; i < vl_integrator_count; i++)
        for (int up = 0; up < 2 && vl_integrators[i]->implicit; up++) {
            OWNED(vl_world) *world = world_on(&level, vl_integrators[i], 2);
            double v = up ? 5 : -5;
            world->particles.x[1][1] = 1;
            world->particles.v[1][1] = v;
            vl_world_link(world, &spring, 1);
            vl_world_step(world, frame);
            double low = particle_v(world, 0).y, both = low + particle_v(world, 1).y;
            assert_int_equal(world->solved.unconverged, 0);
            if (up)
                assert_true(fabs(both - (v - 2 * g * frame)) < 1e-12 &&
                            world->particles.x[1][0] > 0.01);
            else
                assert_true(world->particles.x[1][0] == 0 && low == 0);
        }
}

// --- a magnetic field ---

// On a table only the part of B along the normal turns a charge, whatever the rest of it is: that
// presses or lifts, by less than the weight. 1e-11 as above.
TEST(a_table_leaves_of_a_magnetic_field_what_is_normal_to_it)
{
    const table t = tilted(), air = without(t);
    const vl_vec3 normal = vl_scale(t.normal, 2);
    for (int i = 0; i < vl_integrator_count; i++) {
        vl_world *worlds[2];
        for (int w = 0; w < 2; w++) {
            worlds[w] = world_on(w ? &air : &t, vl_integrators[i], 1);
            add_force(worlds[w], (vl_force){.kind = &vl_force_magnetic,
                                            .charge = 1,
                                            .field = w ? normal : vl_add(normal, on(&t, 3, 4))});
            put(worlds[w], &t, 0, 0, 0, (vl_vec3){1, 0, 0});
            vl_world_link(worlds[w], NULL, 0);
        }
        double off = difference(worlds[0], worlds[1], &t, 60, false);
        assert_below(off, 1e-11, vl_integrators[i]->name);
    }
}

// --- friction ---

// The place of particle `slot` after `duration` s in `count` steps of one length, or of 0.5…1.5
// times that.
static vl_vec3 place_after(vl_world *world, int slot, double duration, int count, bool random)
{
    vl_random numbers = {21};
    FREED double *steps = vl_alloc((size_t)count, sizeof *steps);
    double sum = 0;
    for (int k = 0; k < count; k++)
        sum += steps[k] = random ? any_between(&numbers, 0.5, 1.5) : 1;
    for (int k = 0; k < count; k++) {
        vl_world_step(world, duration * steps[k] / sum);
        assert_int_equal(world->solved.unconverged, 0);
    }
    return particle_x(world, slot);
}

// The place of the mass after 0.8 s, 1 m/s across its spring at first: it neither stops nor turns
// back until then.
static vl_vec3 slid(const vl_integrator *integrator, double friction, int count, bool random)
{
    table t = level;
    t.friction = friction;
    OWNED(vl_world) *world = spring_on(&t, integrator, 20);
    vl_write(world->particles.v, 1, on(&t, 0.5, 1));
    return place_after(world, 1, 0.8, count, random);
}

// From 100 to 1600 steps.
static double order_of(const vl_integrator *integrator, double friction, vl_vec3 exact, bool random)
{
    double few = vl_length(vl_sub(slid(integrator, friction, 100, random), exact));
    double many = vl_length(vl_sub(slid(integrator, friction, 1600, random), exact));
    return log2(few / many) / 4;
}

// Against steps of Runge–Kutta that are ten times as short. With random steps the fitted order is
// off by chance, so that it is compared with that without friction under the same steps.
TEST(friction_keeps_the_order_along_the_surface)
{
    const vl_integrator *rk4 = vl_integrator_find("rk4");
    vl_vec3 rubbed = slid(rk4, 0.1, 16000, false), free = slid(rk4, 0, 16000, false);
    for (int i = 0; i < vl_integrator_count; i++)
        for (int random = 0; random < 2; random++) {
            const vl_integrator *method = vl_integrators[i];
            double order = order_of(method, 0.1, rubbed, random);
            double smooth = order_of(method, 0, free, random);
            assert_below(fabs(order - smooth), 0.1, method->name);
            assert_below(fabs(order - method->order), random ? HUGE_VAL : 0.1, method->name);
        }
}

// μ m g = 0.981 N against k (L′ − L): at 1.04 m it holds, whatever the method, and no bit moves; at
// 1.06 m it does not.
TEST(friction_holds_a_spring_up_to_its_limit)
{
    table t = level;
    t.friction = 0.1;
    for (int i = 0; i < vl_integrator_count; i++)
        for (int more = 0; more < 2; more++) {
            OWNED(vl_world) *world = spring_on(&t, vl_integrators[i], 20);
            double x = more ? 1.06 : 1.04;
            put(world, &t, 1, x, 0, (vl_vec3){0, 0, 0});
            vl_world_restart(world);
            make_steps(world, 300, frame);
            double now = world->particles.x[0][1];
            assert_true(more ? now < x - 1e-3 : now == x);
            assert_true(energy_now(world) <= 10 * (x - 1) * (x - 1) * (1 + 1e-12));
        }
}

// Forces that act along the table as gravity does on a slope.
static vl_world *slope_on(table t, const vl_integrator *integrator, double pull, double friction,
                          int count)
{
    t.friction = friction;
    vl_world *world = world_on(&t, integrator, count);
    world->colliders[0].restitution = 0.5;
    world->gravity = vl_add(world->gravity, vl_scale(t.u, pull));
    for (int i = 0; i < count; i++)
        put(world, &t, i, 0.5 * i, 0, (vl_vec3){0, 0, 0});
    return world;
}

// Where a point is t s after it had the speed v along the table.
static double glided(double v, double pull, double friction, double t)
{
    double slows = friction * g * (v > 0 ? 1 : -1) - pull, halt = v / slows;
    if (!(halt > 0 && halt < t))
        return v * t - 0.5 * slows * t * t;
    double on = fmax(fabs(pull) - friction * g, 0) * (pull > 0 ? 1 : -1);
    return 0.5 * v * halt + 0.5 * on * (t - halt) * (t - halt);
}

// --- a reversal ---

// Thrown up a slope with tan θ = 1 and μ = 0.3 at 3 m/s, it halts after 0.235 s, and comes back; on
// the level it goes any way, and stays.
static double off_of_throw(table t, const vl_integrator *integrator, double pull, int count,
                           bool random)
{
    OWNED(vl_world) *world = slope_on(t, integrator, pull, 0.3, 1);
    vl_vec3 way = pull == 0 ? on(&t, 0.6, 0.8) : t.u;
    vl_write(world->particles.v, 0, vl_scale(way, 3));
    vl_world_link(world, NULL, 0);
    vl_vec3 there = vl_scale(way, glided(3, pull, 0.3, 2));
    return vl_length(vl_sub(place_after(world, 0, 2, count, random), there));
}

// Accelerations are constant but for friction, so that a method of second order is right to
// rounding, with steps of 0.1 s too: some 1e-16 m in each step, which x₋, over dt, takes for
// velocity. The others are off by at most 20 m/s times a step: that of the halt is as long as
// chance will have it.
TEST(a_throw_up_a_slope_comes_back_with_the_order_of_the_method)
{
    static const int counts[] = {20, 200, 3200};
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < 8; k++) {
            const vl_integrator *method = vl_integrators[i];
            bool random = k % 2;
            int order = random ? method->order_random_dt : method->order;
            bool exact = order >= 2 || method == vl_integrator_find("improved-euler");
            for (int n = 0; n < COUNT(counts) && order > 0; n++)
                assert_below(off_of_throw(k & 4 ? tilted() : level, method, k & 2 ? -g : 0,
                                          counts[n], random),
                             exact ? 1600 * 1e-16 * counts[n] : 40.0 / counts[n], method->name);
        }
}

// On the table a spring of 20 N/m and 1 m, let go at 1.5 m with μ = 0.1, turns the mass back after
// half a period π/ω: until then it swings around μ g/ω² too long, afterwards around as much too
// short.
static double off_of_swing(const vl_integrator *integrator, int count)
{
    table t = level;
    t.friction = 0.1;
    OWNED(vl_world) *world = spring_on(&t, integrator, 20);
    double omega = sqrt(20), middle = 0.1 * g / 20, turned = 2 * middle - 0.5;
    double exact = 1 - middle + (turned + middle) * cos(omega - TEST_PI);
    return fabs(place_after(world, 1, 1, count, false).x - exact);
}

// After the halt, the other friction moves the mass to where the spring pulls differently, which is
// left out: an error of third order in the velocity.
TEST(a_spring_turns_a_mass_back_with_the_order_of_the_method)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *method = vl_integrators[i];
        double fitted = log2(off_of_swing(method, 100) / off_of_swing(method, 1600)) / 4;
        assert_below(fmin(method->order, 3) - fitted, 0.1, method->name);
    }
}

// 16 particles on stiff springs that friction brings to rest: Newton's method has to know both.
TEST(an_implicit_method_solves_stiff_springs_with_friction)
{
    table t = level;
    t.friction = 0.3;
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < 4 && vl_integrators[i]->implicit; k++) {
            OWNED(vl_world) *world = net_on(&t, vl_integrators[i], VL_SPRING);
            for (int s = 0; s < world->links.count; s++)
                world->links.stiffness[s] = 50 * pow(10, k);
            for (int n = 0; n < 150; n++) {
                vl_world_step(world, frame);
                assert_int_equal(world->solved.unconverged, 0);
            }
        }
}

// Two particles on a rod and one on none, on a slope whose tan θ is `part` of μ = 0.5: how far the
// farthest of the three has gone after 5 s.
static double crept(table t, const vl_integrator *integrator, double part, const char *solver,
                    bool random)
{
    OWNED(vl_world) *world = slope_on(t, integrator, part * 0.5 * g, 0.5, 3);
    world->colliders[0].restitution = random ? 1 : 0.5;
    const vl_link rod = rod_between(0, 1, 0.5);
    vl_world_link(world, &rod, 1);
    use_solver(world, solver, VL_DIRECTION_NEW);
    vl_random numbers = {5};
    for (int k = 0; k < 300; k++)
        vl_world_step(world, random ? random_dt(&numbers, frame) : frame);
    double most = 0;
    for (int i = 0; i < 3; i++) {
        most = test_larger(most, vl_length(vl_sub(particle_x(world, i), on(&t, 0.5 * i, 0))));
        assert_true(part > 1 || vl_length(particle_v(world, i)) < 1e-12);
    }
    assert_int_equal(world->contacts, 3);
    return most;
}

// 2 % above the limit all three slide.
TEST(static_friction_holds_what_is_on_a_rod)
{
    static const double parts[] = {0, 0.2, 0.728, 0.975, 0.999, 1.02};
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < 8 * COUNT(parts); k++) {
            double off = crept(k & 4 ? tilted() : level, vl_integrators[i], parts[k / 8],
                               k % 2 ? "relax" : "direct", k & 2);
            assert_true(parts[k / 8] < 1 ? off == 0 : off > 1);
        }
}

// --- round surfaces ---

// Where a point is after 0.3 s that slides from (sin 0.3, cos 0.3, 0) with 1 m/s along z on a
// smooth sphere of 1 m.
static vl_vec3 slid_down(const vl_integrator *integrator, int count)
{
    OWNED(vl_world) *world = particles_of(integrator, 1, 0);
    add_collider(world, (vl_collider){.kind = &vl_collider_sphere, .radius = 1});
    vl_write(world->particles.x, 0, (vl_vec3){sin(0.3), cos(0.3), 0});
    vl_write(world->particles.v, 0, (vl_vec3){0, 0, 1});
    vl_world_link(world, NULL, 0);
    for (int k = 0; k < count; k++) {
        vl_world_step(world, 0.3 / count);
        assert_int_equal(world->contacts, 1);
        vl_vec3 x = particle_x(world, 0);
        assert_true(fabs(vl_length(x) - 1) < 1e-12);
        // a velocity that is kept has no part along the normal, which has turned in the step
        assert_true(integrator->keeps_positions ||
                    fabs(vl_dot(vl_read(world->particles.v, 0), x)) < 1e-12);
    }
    return particle_x(world, 0);
}

TEST(a_round_surface_keeps_the_order)
{
    vl_vec3 exact = slid_down(vl_integrator_find("rk4"), 4000);
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *method = vl_integrators[i];
        double few = vl_length(vl_sub(slid_down(method, 25), exact));
        double many = vl_length(vl_sub(slid_down(method, 200), exact));
        assert_below(fabs(log2(few / many) / 3 - method->order), 0.2, method->name);
    }
}

// --- ropes that fall on a floor ---

enum { ROPE = 20 };

// 20 springs of 5000 N/m, 5 cm long, between balls of 1/20 kg, level or hanging, 0.3 m above the
// floor.
static vl_world *rope_above_floor(const vl_integrator *integrator, bool hanging)
{
    vl_world *world = particles_of(integrator, ROPE + 1, 0.01);
    vl_link springs[ROPE];
    world->solver.substeps = 16;
    for (int i = 0; i <= ROPE; i++) {
        double along = 0.05 * i;
        vl_vec3 at = {hanging ? 0.01 * sin(i) : along, 0.3 + (hanging ? along : 0), 0};
        vl_write(world->particles.x, i, at);
        set_mass(world, i, 0.05);
        if (i < ROPE)
            springs[i] = spring_between(i, i + 1, 0.05, 5000);
    }
    add_collider(world, (vl_collider){.kind = &vl_collider_plane,
                                      .normal = {0, 1, 0},
                                      .friction = 0.3,
                                      .restitution = 0.2});
    vl_world_link(world, springs, ROPE);
    return world;
}

// ω_max dt is 0.66. In the air the energy of a fall does not grow where a method is stable;
// explicit and improved Euler and midpoint are not.
TEST(a_rope_on_a_floor_is_as_stable_as_in_the_air)
{
    for (int i = 0; i < vl_integrator_count; i++)
        for (int hanging = 0; hanging < 2 && !strstr(vl_integrators[i]->conserves, "grows");
             hanging++) {
            OWNED(vl_world) *world = rope_above_floor(vl_integrators[i], hanging);
            double start = energy_now(world);
            for (int k = 0; k < 120; k++) {
                vl_world_step(world, frame);
                assert_below(energy_now(world), 1.02 * start, vl_integrators[i]->name);
            }
            assert_false(world->now.diverged);
        }
}

// --- grooves ---

// A ball of 10 cm in the groove of two planes that rise by `angle` to both sides, and without
// `there` in the air; on a spring of 1 m and `k` N/m along the groove, whose other end is pinned.
static vl_world *ball_in_groove(const vl_integrator *integrator, double angle, double k, bool there)
{
    double s = sin(angle * TEST_PI / 180), c = cos(angle * TEST_PI / 180), r = 0.1;
    const vl_link spring = spring_between(0, 1, 1, k);
    vl_world *world = particles_of(integrator, 2, r);
    for (int i = 0; i < 2; i++)
        vl_write(world->particles.x, i, (vl_vec3){0, r / c, i - 1});
    vl_write(world->particles.v, 1, (vl_vec3){0, 0, 1});
    for (int side = -1; there && side < 2; side += 2)
        add_collider(world, (vl_collider){.kind = &vl_collider_plane, .normal = {side * s, c, 0}});
    world->gravity.y = there ? -g : 0;
    pin(world, 0);
    vl_world_link(world, &spring, k > 0 ? 1 : 0);
    return world;
}

// Without friction nothing acts along a groove, whatever its walls: a ball in it moves along it as
// in the air, also on a spring, and also one that falls into it and goes to and fro between its
// walls. 1e-12 as for a table: the rounding of a metre in 60 steps. The implicit methods stop where
// the residual is rounding, which gravity is part of.
TEST(a_groove_leaves_a_motion_along_it)
{
    enum { FREE, ON_A_SPRING, FALLING, WAYS };

    static const double angles[] = {5, 10, 15, 17, 20, 45, 60, 70, 72, 75, 80, 85};
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < WAYS * COUNT(angles); k++) {
            const vl_integrator *method = vl_integrators[i];
            int way = k % WAYS;
            double stiffness = way == ON_A_SPRING ? 20 : 0;
            OWNED(vl_world) *a = ball_in_groove(method, angles[k / WAYS], stiffness, true);
            OWNED(vl_world) *b = ball_in_groove(method, angles[k / WAYS], stiffness, false);
            if (way == FALLING) {
                a->particles.x[1][1] += 0.05;
                a->particles.x[0][1] += 0.001;
                vl_world_restart(a);
            }
            for (int n = 0; n < 60; n++) {
                vl_world_step(a, frame);
                vl_world_step(b, frame);
                assert_true(way == FALLING || a->contacts == 1);
                // the method is not restarted
                assert_false(way != FALLING && a->contact_memory->touched[1]);
            }
            bool rounds = method->implicit && way == ON_A_SPRING;
            double off = fabs(a->particles.x[2][1] - b->particles.x[2][1]);
            assert_below(off, rounds ? 1e-11 : 1e-12, method->name);
            assert_true(way == ON_A_SPRING || fabs(b->particles.x[2][1] - 1) < 1e-12);
        }
}

TEST(supports_in_another_order_are_the_same_ones)
{
    OWNED(vl_world) *world = ball_in_groove(vl_integrator_find("tcv"), 30, 0, true);
    OWNED(vl_world) *same = ball_in_groove(vl_integrator_find("tcv"), 30, 0, true);
    vl_world_step(world, frame);
    vl_world_step(same, frame);
    int *collider = &world->supports->collider[vl_support_index(1, 0)], first = collider[0];
    assert_int_equal(world->supports->count[1], 2);
    collider[0] = collider[1];
    collider[1] = first;
    vl_vec3 face = vl_read(world->supports->face, vl_support_index(1, 0));
    vl_write(world->supports->face, vl_support_index(1, 0),
             vl_read(world->supports->face, vl_support_index(1, 1)));
    vl_write(world->supports->face, vl_support_index(1, 1), face);
    vl_world_step(world, frame);
    vl_world_step(same, frame);
    for (int axis = 0; axis < VL_AXES; axis++)
        assert_below(fabs(world->particles.x[axis][1] - same->particles.x[axis][1]), 1e-15, "x");
}

// --- edges ---

// A ball that slides along a box towards its right edge at x = 0 and is faster than √(g r) flies
// off it: only a larger pull than its weight would lead it around. So nothing changes its speed
// along the box, as nothing does with a point of 0.7 m/s, which also falls past the box. The stages
// of a method may go around; above twice that speed none of them is pressed on. Plain Verlet is
// left out, which changes the speed itself under random steps.
TEST(a_fast_ball_flies_off_an_edge_and_keeps_its_speed)
{
    vl_random random = {23};
    for (int k = 0; k < 250 * vl_integrator_count; k++) {
        const vl_integrator *method = vl_integrators[k / 250];
        bool point = k % 5 == 0;
        double r = point ? 0 : any_between(&random, 0.002, 0.1);
        double v = point ? 0.7 : sqrt(g * r) * any_between(&random, 2, 10);
        double dt = any_between(&random, 0.005, 0.02), x = point ? -0.5 : -5.5 * v * dt;
        vl_vec3 size = {point ? 2 : 20, point ? 1 : 100, 0};
        OWNED(vl_world) *world = particles_of(method, 1, r);
        vl_write(world->particles.x, 0, (vl_vec3){x, r, 0});
        vl_write(world->particles.v, 0, (vl_vec3){v, 0, 0});
        add_collider(
            world,
            (vl_collider){.kind = &vl_collider_box, .center = vl_scale(size, -0.5), .size = size});
        vl_world_link(world, NULL, 0);
        for (int n = 0; n < (point ? 1.3 / dt : 12); n++) {
            vl_world_step(world, dt * (point ? 1 : any_between(&random, 0.95, 1.05)));
            double off = fabs(particle_x(world, 0).x - x - v * world->now.time);
            assert_below(off, method->order_random_dt > 0 || point ? 1e-12 : HUGE_VAL,
                         method->name);
        }
        assert_true(world->particles.x[1][0] < r);
    }
}

// A mass on a spring that slides to and fro on a floor of tiles, from 0.1 to 0.4 m wide, or of one
// plane.
static vl_world *on_floor(const vl_integrator *integrator, double radius, double friction,
                          bool tiles)
{
    vl_world *world = particles_of(integrator, 2, radius);
    const vl_link spring = spring_between(0, 1, 1, 20);
    vl_random random = {31};
    vl_collider part = {.kind = tiles ? &vl_collider_box : &vl_collider_plane,
                        .normal = {0, 1, 0},
                        .friction = friction,
                        .restitution = 0.8};
    for (int i = 0; i < 2; i++)
        vl_write(world->particles.x, i, (vl_vec3){1.7 * i, radius, 0});
    vl_write(world->particles.v, 1, (vl_vec3){0.3, 0, 0});
    for (double from = -3, to = 4; from < 4; from = to) {
        to = tiles ? from + any_between(&random, 0.1, 0.4) : 4;
        part.center = (vl_vec3){0.5 * (from + to), -1, 0};
        part.size = (vl_vec3){to - from, 2, 0};
        add_collider(world, part);
    }
    pin(world, 0);
    vl_world_link(world, &spring, 1);
    return world;
}

// Tiles of one height are a floor: what slides on them meets none of their edges, and its method is
// not restarted. Two tiles may overlap, or leave a crack, by the rounding of their ends.
TEST(a_floor_of_tiles_is_a_plane)
{
    static const double radii[] = {0, 0.01, 0.3};

    vl_random random = {29};
    for (int i = 0; i < vl_integrator_count; i++)
        for (int run = 0; run < 6; run++) {
            double friction = run % 2 ? 0.05 : 0, r = radii[run / 2];
            OWNED(vl_world) *a = on_floor(vl_integrators[i], r, friction, true);
            OWNED(vl_world) *b = on_floor(vl_integrators[i], r, friction, false);
            for (int k = 0; k < 120; k++) {
                double dt = any_between(&random, 0.005, 0.02);
                vl_world_step(a, dt);
                vl_world_step(b, dt);
                assert_below(distance_between(a, b), 1e-11, vl_integrators[i]->name);
            }
        }
}

// --- reactions of several supports ---

// Supports of unit normals with a positive part along y, which always leave a way.
static vl_one_sided random_supports(vl_random *random, int count)
{
    vl_one_sided all = {.count = count};
    for (int k = 0; k < count; k++) {
        vl_vec3 n = any_vec3(random, 1);
        n.y = fabs(n.y) + 0.1;
        all.normal[k] = vl_scale(n, 1 / vl_length(n));
        all.least[k] = any_between(random, -1, 1);
    }
    return all;
}

// No reaction pulls, nothing enters, and only what touches reacts.
TEST(reactions_of_several_supports_are_complementary)
{
    vl_random random = {5};
    for (int run = 0; run < 10000; run++) {
        vl_one_sided all = random_supports(&random, 1 + run % VL_MOST_SUPPORTS);
        vl_vec3 a = any_vec3(&random, 1);
        a = vl_add(a, vl_react(&all, a));
        double sum = 1;
        for (int k = 0; k < all.count; k++)
            sum += all.by[k];
        for (int k = 0; k < all.count; k++) {
            double off = vl_dot(a, all.normal[k]) - all.least[k];
            assert_true(all.by[k] >= 0);
            assert_true(off > -1e-12 * sum);
            assert_true(all.by[k] == 0 || off < 1e-12 * sum);
        }
    }
}
