// The magnetic force and the Boris step: what turns a velocity does no work.

#include "lab/lab.h"
#include "lab/operation.h"
#include "physics/exact/exact.h"
#include "physics/integrators/integrators.h"
#include "scene/build.h"
#include "support/deeds.h"
#include "support/labs.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

#define CHARGE  "particles: [{at: [1, 0.5, 0], velocity: [3, -1, 2]}]\n"
#define UNIFORM "forces: [{kind: magnetic, charge: 2, field: [0.5, -1, 2]}]\n"
#define DIPOLE                                                                                     \
    "forces: [{kind: magnetic, charge: 3, field: [0, 0.2, 0.1], center: [0, -0.5, 0.2], moment: "  \
    "[1, -4, 2]}]\n"

static double speed(const vl_world *world)
{
    return vl_length(vl_read(world->particles.v, 0));
}

// --- the force ---

static vl_vec3 field(const vl_force *force, vl_vec3 x)
{
    OWNED(vl_world) *world = world_of_one("boris", x, (vl_vec3){0}, (vl_vec3){0}, force);
    return vl_world_turning(world, 0);
}

// At its equator B is −M/r³, above its pole 2 M/r³. It has neither sources nor eddies: a central
// difference over 2e-4 m is off by 1e-8 of the third derivatives, some hundred here.
TEST(a_dipole_has_its_field)
{
    const vl_force dipole = {.kind = &vl_force_magnetic, .charge = 1, .moment = {0, 6, 0}};
    vl_vec3 side = field(&dipole, (vl_vec3){2, 0, 0}), pole = field(&dipole, (vl_vec3){0, 2, 0});
    assert_true(side.x == 0 && side.y == -0.75 && side.z == 0);
    assert_true(pole.x == 0 && pole.y == 1.5 && pole.z == 0);

    vl_random random = {4};
    const double h = 1e-4;
    for (int k = 0; k < 20; k++) {
        vl_vec3 x = vl_add((vl_vec3){2, 0, 0}, any_vec3(&random, 1)), slope[VL_AXES];
        for (int axis = 0; axis < VL_AXES; axis++) {
            vl_vec3 d = {axis == 0 ? h : 0, axis == 1 ? h : 0, axis == 2 ? h : 0};
            vl_vec3 change = vl_sub(field(&dipole, vl_add(x, d)), field(&dipole, vl_sub(x, d)));
            slope[axis] = vl_scale(change, 0.5 / h);
        }
        assert_true(fabs(slope[0].x + slope[1].y + slope[2].z) < 1e-5);
        assert_true(fabs(slope[0].y - slope[1].x) < 1e-5);
        assert_true(fabs(slope[1].z - slope[2].y) < 1e-5);
        assert_true(fabs(slope[2].x - slope[0].z) < 1e-5);
        assert_true(fabs(slope[0].x) > 1e-3);
    }
}

TEST(below_the_cutoff_the_dipole_is_gone)
{
    vl_force dipole = {.kind = &vl_force_magnetic, .charge = 2, .moment = {0, 6, 0}, .cutoff = 1};
    dipole.field = (vl_vec3){0, 0, 5};
    assert_true(field(&dipole, (vl_vec3){0.9, 0, 0}).z == 10);
    assert_true(field(&dipole, (vl_vec3){0.9, 0, 0}).y == 0);
    assert_true(field(&dipole, (vl_vec3){1.1, 0, 0}).y != 0);
}

// --- the Boris step ---

// The matrix of five steps by central differences, which are off by 1e-10 of the third derivatives,
// has the determinant 1.
TEST(boris_keeps_volumes_of_phase_space_in_any_field)
{
    const double width = 1e-5;
    double m[6][6], determinant = 1;
    for (int k = 0; k < 12; k++) {
        OWNED(vl_world) *world = world_from("gravity: [0, -1]\n" CHARGE DIPOLE, "boris");
        vl_particles *p = &world->particles;
        vl_random random = {3};
        int column = k / 2, side = k % 2 ? 1 : -1;
        *(column < VL_AXES ? p->x : p->v)[column % VL_AXES] += side * width;
        world->now.acceleration_is_current = false;
        for (int i = 0; i < 5; i++)
            assert_true(vl_world_step(world, random_dt(&random, 0.05)));
        for (int row = 0; row < 6; row++) {
            double end = *(row < VL_AXES ? p->x : p->v)[row % VL_AXES] / (2 * width);
            m[row][column] = side < 0 ? -end : m[row][column] + end;
        }
    }
    for (int k = 0; k < 6; k++) {
        determinant *= m[k][k];
        for (int row = k + 1; row < 6; row++)
            for (int column = 5; column >= k; column--)
                m[row][column] -= m[row][k] / m[k][k] * m[k][column];
    }
    assert_below(fabs(determinant - 1), 1e-7, "volume off by");
}

// Without a magnetic force it is velocity Verlet to the bit, with links, contacts and damping too.
TEST(boris_without_a_magnetic_field_is_velocity_verlet)
{
    static const char yaml[] =
        "gravity: [0, -9.81]\ndamping: 0.1\n"
        "chains: [{from: [0, 1], to: [1, 1], links: 6, pin: start}]\n"
        "particles: [{at: [2, 0.5], velocity: [-3, 0]}, {at: [2.4, 0.5]}]\n"
        "links: [{from: 1, to: 2, kind: spring, stiffness: 300, damping: 1}]\n"
        "colliders: [{kind: plane, normal: [0, 1], restitution: 0.5, friction: 0.2}]\n";
    OWNED(vl_world) *boris = world_from(yaml, "boris");
    OWNED(vl_world) *verlet = world_from(yaml, "velocity-verlet");
    vl_random random = {8};
    for (int i = 0; i < 300; i++) {
        double dt = random_dt(&random, 0.01);
        vl_world_step(boris, dt);
        vl_world_step(verlet, dt);
        assert_same_places(boris, verlet);
    }
    assert_true(boris->now.time > 2);
}

// A rotation by three roundings a step, 1e-16 each, that add up at random: √100,000 of them, 3
// times for the worst, 1e-13.
TEST(boris_keeps_the_speed_in_any_field_and_under_any_steps)
{
    static const char *const scenes[] = {CHARGE UNIFORM, CHARGE DIPOLE};
    for (int k = 0; k < COUNT(scenes); k++) {
        OWNED(vl_world) *world = world_from(scenes[k], "boris");
        vl_random random = {3};
        double start = speed(world), worst = 0;
        for (int i = 0; i < 100000; i++) {
            vl_world_step(world, random_dt(&random, 0.05));
            worst = test_larger(worst, fabs(speed(world) / start - 1));
        }
        print_message("  off by %.1e of the speed at most\n", worst);
        assert_true(worst < 3e-13);
        assert_true(vl_length(vl_sub(particle_x(world, 0), (vl_vec3){1, 0.5, 0})) > 0.1);
    }
}

// |q B| in 1/s, where q is that of a kg; who is pinned does not turn.
TEST(the_gyration_of_a_world_is_that_of_its_free_particles)
{
    OWNED(vl_world) *world = vl_world_create(2);
    add_force(world, (vl_force){.kind = &vl_force_magnetic, .charge = -3, .field = {0, 3, 4}});
    vl_world_link(world, NULL, 0);
    pin(world, 0);
    assert_true(fabs(vl_world_gyration(world) - 3 * 5) < 1e-14 * 15);
    pin(world, 1);
    assert_true(vl_world_gyration(world) == 0);
}

// 2 arctan(½ Ω dt) in each step: the published angle, here between two velocities of whole steps.
// What is along B goes on as if there were no field.
TEST(boris_turns_by_its_angle)
{
    const vl_force b = {.kind = &vl_force_magnetic, .charge = 2, .field = {0, 0, 1.5}};
    for (double dt = 1e-3; dt < 20; dt *= 3) {
        OWNED(vl_world) *world =
            world_of_one("boris", (vl_vec3){0}, (vl_vec3){1, 0, 0.25}, (vl_vec3){0, 0, -2}, &b);
        vl_world_step(world, dt);
        const vl_particles *p = &world->particles;
        assert_true(fabs(atan2(p->v[1][0], p->v[0][0]) + 2 * atan(0.5 * 3 * dt)) < 1e-15 * 4);
        // sums of three roundings
        assert_true(fabs(p->x[2][0] - (0.25 * dt - dt * dt)) < 1e-15 * (dt + dt * dt));
        assert_true(fabs(p->v[2][0] - (0.25 - 2 * dt)) < 1e-15 * (1 + 2 * dt));
    }
}

// What hangs on a rod feels no field, with every method. In the first step nothing is known of the
// rod, and forces may see g h: a swing of 2 g h²/√(g/l), which all further steps leave as it is.
TEST(a_field_leaves_what_hangs_on_a_rod_in_its_place)
{
    for (int k = 0; k < 3 * vl_integrator_count; k++) {
        const double h = 1.0 / (30 << k % 3);
        OWNED(vl_world) *world =
            world_from("gravity: [0, -9.81]\nsolver: {method: direct}\npins: [1]\n"
                       "particles: [{at: [0, 0]}, {at: [0, -1]}]\nlinks: [{from: 1, to: 2}]\n"
                       "forces: [{kind: magnetic, charge: 2, field: [0, 0, 1]}]",
                       vl_integrators[k / 3]->name);
        for (int n = 0; n < 4 / h; n++) {
            vl_world_step(world, h);
            assert_below(fabs(particle_x(world, 1).x), 1.05 * 2 * 9.81 * h * h / sqrt(9.81),
                         vl_integrators[k / 3]->name);
        }
    }
}

// Where B is reversed with the velocities, the same steps made backward lead back to the start.
TEST(boris_is_reversible_under_any_steps)
{
    enum { STEPS = 500 };

    OWNED(vl_world) *there = world_from("gravity: [0, -1]\n" CHARGE DIPOLE, "boris");
    vl_random random = {12};
    double dt[STEPS];
    for (int i = 0; i < STEPS; i++) {
        dt[i] = random_dt(&random, 0.02);
        vl_world_step(there, dt[i]);
    }
    OWNED(vl_world) *back = world_from("gravity: [0, -1]\n" CHARGE DIPOLE, "boris");
    back->forces[0].charge = -back->forces[0].charge;
    vl_write(back->particles.x, 0, particle_x(there, 0));
    vl_write(back->particles.v, 0, vl_scale(vl_read(there->particles.v, 0), -1));
    for (int i = STEPS - 1; i >= 0; i--)
        vl_world_step(back, dt[i]);
    double off = vl_length(vl_sub(particle_x(back, 0), (vl_vec3){1, 0.5, 0}));
    double gone = vl_length(vl_sub(particle_x(there, 0), (vl_vec3){1, 0.5, 0}));
    print_message("  %.1e m from the start after %.2g m\n", off, gone);
    assert_true(gone > 0.5 && off < 1e-9); // 1e-16 in each step, and neighbours part in a dipole
    assert_non_null(vl_reversal_hindrance(there));
}

// --- all methods ---

// The force has no power: the ledger charges nothing but the method itself, whichever it is.
TEST(the_ledger_has_no_work_of_a_magnetic_field)
{
    for (int m = 0; m < vl_integrator_count; m++) {
        OWNED(vl_scene) *scene = scene_of("format: 1\ngravity: [0, -1]\n" CHARGE UNIFORM);
        OWNED(vl_lab) *lab = lab_with(scene, &vl_integrators[m], 1);
        vl_lab_keep_ledger(lab);
        for (int i = 0; i < 100; i++)
            make_frame(lab, 0.005);
        for (int c = 0; c < vl_cause_count; c++)
            assert_true(c == VL_CAUSE_INTEGRATOR || lab->runs[0].shown.ledger[c] == 0);
    }
}

// Two charges on a rod in a dipole's field. The rod keeps its length, and the middle of all that is
// left is the method's own error, which falls with dt.
TEST(every_method_steps_charges_on_a_rod)
{
    static const char yaml[] =
        "particles: [{at: [2, 0], velocity: [0, 1, 1]}, {at: [2.5, 0]}]\n"
        "links: [{from: 1, to: 2}]\n" DIPOLE "solver: {method: direct, direction: old}\n";
    for (int m = 0; m < vl_integrator_count; m++) {
        OWNED(vl_world) *world = world_from(yaml, vl_integrators[m]->name);
        make_steps(world, 1000, 0.001);
        vl_vec3 rod = vl_sub(vl_read(world->particles.x, 1), particle_x(world, 0));
        assert_true(fabs(vl_length(rod) - 0.5) < 1e-9);
        assert_false(world->now.diverged);
        assert_int_equal(world->solved.unconverged, 0);
    }
}

// The residual falls by |Ω| s in each pass of Newton's method, which has no part of this force in
// its matrix: to rounding within the passes it has, up to a half.
TEST(implicit_methods_converge_up_to_half_a_radian_in_a_stage)
{
    for (int m = 0; m < vl_integrator_count; m++) {
        if (!vl_integrators[m]->implicit)
            continue;
        OWNED(vl_world) *world = world_from(CHARGE UNIFORM, vl_integrators[m]->name);
        double rate = vl_length(vl_world_turning(world, 0));
        make_steps(world, 200, 0.5 / rate);
        assert_int_equal(world->solved.unconverged, 0);
    }
}

// --- the scene ---

// p = R v_φ + (q/m) R A_φ with A_φ = M R/r³, m²/s. The azimuth φ goes from x to −z.
static double stoermer_integral(const vl_world *world)
{
    vl_vec3 x = particle_x(world, 0), v = vl_read(world->particles.v, 0);
    double r = vl_length(x), m = world->forces[0].charge * world->forces[0].moment.y;
    return x.z * v.x - x.x * v.z + m * (x.x * x.x + x.z * x.z) / (r * r * r);
}

typedef struct trip {
    double energy, integral; // largest relative change, of Störmer's integral too
    double low, high;        // J/T, v⊥²/2B averaged over a bounce
    bool converged;
} trip;

static trip travel(const char *integrator, double dt, double duration)
{
    OWNED(vl_scene) *scene = shipped_scene("stoermer");
    OWNED(vl_world) *world = vl_scene_build(scene);
    vl_world_set_integrator(world, vl_integrator_find(integrator));
    trip t = {.low = HUGE_VAL, .converged = true};
    double start = speed(world), integral = stoermer_integral(world), sum = 0;
    int passes = 0, steps = 0;
    while (world->now.time < duration && !world->now.diverged) {
        double before = particle_x(world, 0).y;
        vl_world_step(world, dt);
        vl_vec3 v = vl_read(world->particles.v, 0), b = vl_world_turning(world, 0);
        double along = vl_dot(v, b) / vl_length(b);
        sum += 0.5 * (vl_dot(v, v) - along * along) / vl_length(b); // v⊥²/2B, J/T for 1 C
        steps++;
        if (before < 0 && particle_x(world, 0).y >= 0) {
            t.low = passes ? test_smaller(t.low, sum / steps) : t.low;
            t.high = passes ? test_larger(t.high, sum / steps) : t.high;
            passes++;
            sum = steps = 0;
        }
        t.energy = test_larger(t.energy, fabs(pow(speed(world) / start, 2) - 1));
        t.integral = test_larger(t.integral, fabs(stoermer_integral(world) / integral - 1));
        t.converged = t.converged && world->solved.unconverged == 0;
    }
    print_message("  %-17s 1/%.0f s: energy %.1e, integral %.1e, moment ± %.1f %%\n", integrator,
                  1 / dt, t.energy, t.integral, 50 * (t.high / t.low - 1));
    return t;
}

// tests/notes.txt measures the figures of Boris and RK4. Implicit midpoint keeps the energy, too.
TEST(figures_of_the_notes_of_stoermer)
{
    trip implicit = travel("implicit-midpoint", 1 / 60.0, 400);
    assert_true(implicit.energy < 1e-10 && implicit.converged);
}

// Of second order in what is not kept to rounding: four times from each halving of the step, in the
// integral of the motion about the axis. The magnetic moment is an invariant of slow changes, here
// within 5 %, whatever the step is.
TEST(boris_errs_by_the_square_of_the_step_in_stoermers_integral)
{
    trip coarse = travel("boris", 1 / 60.0, 100), fine = travel("boris", 1 / 240.0, 100);
    double order = log2(coarse.integral / fine.integral) / 2;
    assert_true(order > 1.75 && order < 2.25);
    assert_true(coarse.high < 1.05 * coarse.low && fine.high < 1.05 * fine.low);
}
