// Phase portraits: what a step does to areas is what the determinant of its matrix says, and what
// the table of integrators says.

#include "lab/phase.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

static const double omega = TEST_PI / 2; // rad/s, of the oscillator

static vl_phase_cloud *cloud_of(const vl_world *world, const char *integrator, double radius)
{
    vl_phase_plane plane;
    vl_error error = {0};
    assert_good(vl_phase_choose(world, 0, radius, &plane, &error), error);
    return vl_phase_cloud_create(world, &plane, vl_integrator_find(integrator));
}

static void make_cloud_steps(vl_phase_cloud *cloud, const double *dt, int count)
{
    for (int i = 0; i < count; i++)
        vl_phase_cloud_step(cloud, dt[i], i + 1 < count ? dt[i + 1] : 0);
    vl_phase_cloud_measure(cloud);
    assert_int_equal(cloud->now.steps, count);
}

enum { STEPS = 100 };

// Without -fstack-reuse=none, gcc 12 puts `random` where dt[0] is of the callers that call this in
// a loop (-O2 -funswitch-loops, thus -O3 too): a draw then changes dt[0].
static void fill(double dt[STEPS], double mean, bool random_steps)
{
    vl_random random = {5};
    for (int i = 0; i < STEPS; i++)
        dt[i] = random_steps ? random_dt(&random, mean) : mean;
}

// Rounding: a step moves each corner by a few units in the last place of its coordinates. Those are
// up to 1/radius times the distances between corners, and both grow alike. 16 units, all in one
// direction: a bound for the ratio of areas, as a part of it.
static double rounding_of(int steps, double radius)
{
    return 16 * DBL_EPSILON * steps / radius;
}

// --- determinants ---

// The determinant of one step of the oscillator with z = ω dt; `before` is dt₋, or dt in the first.
typedef double determinant(double z, double dt, double before);

static double of_explicit_euler(double z, double dt, double before)
{
    return 1 + z * z;
}

// |1 + i z − z²/2 − i z³/6 + z⁴/24|²
static double of_rk4(double z, double dt, double before)
{
    return 1 - pow(z, 6) / 72 + pow(z, 8) / 576;
}

// x − x₋ is not scaled, so a velocity made of it is; the product of all steps is dt first/dt last.
static double of_verlet(double z, double dt, double before)
{
    return before / dt;
}

// Those of the others are 1, or follow from the matrices that test_stability.c compares.
static const struct {
    const char *integrator;
    determinant *of;
} determinants[] = {
    {"explicit-euler", of_explicit_euler},
    {"verlet", of_verlet},
    {"rk4", of_rk4},
};

// Whether the row says that the method keeps areas under such steps.
static bool keeps_areas(const vl_integrator *row, bool random_steps)
{
    const char *areas = strstr(row->conserves, "areas of phase space");
    const char *constant = strstr(row->conserves, "with a constant dt");
    return areas && (!random_steps || !constant || constant > areas);
}

// The factor of the area in so many steps by the matrix of the method; NaN: it is not known here.
static double product_of(const char *integrator, const double dt[STEPS])
{
    double product = 1;
    for (int k = 0; k < COUNT(determinants); k++) {
        if (strcmp(determinants[k].integrator, integrator) != 0)
            continue;
        for (int i = 0; i < STEPS; i++)
            product *= determinants[k].of(omega * dt[i], dt[i], dt[i > 0 ? i - 1 : 0]);
        return product;
    }
    return (double)NAN;
}

// And where the row of the method says so, the area is kept, to rounding; else it is not: any of
// the others changes it by more than (ω dt)⁶/72 = 1e-5 in a step, plain Verlet by its last dt.
TEST(areas_of_the_oscillator_grow_by_the_determinants_of_all_steps)
{
    const double rounding = rounding_of(STEPS, 0.1);
    int known = 0;
    for (int k = 0; k < 2 * vl_integrator_count; k++) {
        const vl_integrator *row = vl_integrators[k / 2];
        double dt[STEPS];
        fill(dt, 0.3 / omega, k % 2);
        OWNED(vl_world) *world = oscillator(row->name);
        OWNED(vl_phase_cloud) *cloud = cloud_of(world, row->name, 0.1);
        make_cloud_steps(cloud, dt, STEPS);
        double ratio = cloud->now.ratio, product = product_of(row->name, dt);
        double change = fabs(ratio - 1), off = fabs(ratio / product - 1);
        print_message("  %-20s × %.12g, off by %.1e\n", row->name, product, off);
        assert_true(keeps_areas(row, k % 2) ? change < rounding : change > 1e-4);
        known += !isnan(product);
        // a linear map leaves out the same part of a polygon's area before and after
        assert_true(isnan(product) || (off < rounding && cloud->now.error < rounding * product));
    }
    assert_int_equal(known, 2 * COUNT(determinants));
}

// --- motions that are not linear, and several coordinates ---

// Calls `check` with each method that keeps areas, and the steps under which it does.
static void for_each_that_keeps_areas(void (*check)(const char *name, bool random_steps))
{
    for (int i = 0; i < vl_integrator_count; i++)
        for (int random_steps = 0; random_steps < 2; random_steps++)
            if (keeps_areas(vl_integrators[i], random_steps))
                check(vl_integrators[i]->name, random_steps);
}

static void stretch_and_swing(const char *name, bool random_steps)
{
    double dt[STEPS];
    fill(dt, 0.02, random_steps);
    OWNED(vl_world) *world = world_from("gravity: [0, -9.81]\n"
                                        "particles: [{at: [0, 0], pinned: true},\n"
                                        "            {at: [0.9, -0.5]}]\n"
                                        "links: [{from: 1, to: 2, kind: spring,\n"
                                        "         stiffness: 40, length: 0.8}]",
                                        name);
    OWNED(vl_phase_cloud) *cloud = cloud_of(world, name, 0.05);
    make_cloud_steps(cloud, dt, STEPS);
    print_message("  %-20s %.1e ± %.1e\n", name, cloud->now.ratio - 1, cloud->now.error);
    assert_true(cloud->now.error < 1e-3);
    assert_true(fabs(cloud->now.ratio - 1) < 2 * cloud->now.error);
}

// A pendulum whose rod is a spring: two coordinates, and nothing linear. The curve is smooth, so
// the polygon's own error is the tolerance, and it is small.
TEST(areas_are_kept_where_the_force_is_not_linear)
{
    for_each_that_keeps_areas(stretch_and_swing);
}

static void swing_two_masses(const char *name, bool random_steps)
{
    static const char scene[] = "particles: [{at: [0, 0], pinned: true}, {at: [1.2, 0], mass: 1},\n"
                                "            {at: [2, 0], mass: 3}]\n"
                                "links: [{from: 1, to: 2, kind: spring, stiffness: 20, length: 1},"
                                "        {from: 2, to: 3, kind: spring, stiffness: 10, length: 1}]";
    const double radius = 0.05;
    double dt[STEPS], own = 0;
    fill(dt, 0.02, random_steps);
    OWNED(vl_world) *world = world_from(scene, name);
    OWNED(vl_phase_cloud) *cloud = cloud_of(world, name, radius);
    make_cloud_steps(cloud, dt, STEPS);
    for (int i = 0; i < VL_PHASE_POINTS; i++) {
        const vl_phase_point *a = &cloud->points[i], *b = &cloud->points[(i + 1) % VL_PHASE_POINTS];
        own += 0.5 * (a->q * b->v - b->q * a->v);
    }
    print_message("  %-20s %.1e, alone %.2g\n", name, cloud->now.ratio - 1, own / cloud->areas[0]);
    assert_true(fabs(own / cloud->areas[0] - 1) > 0.1);
    assert_true(fabs(cloud->now.ratio - 1) < rounding_of(STEPS, radius));
}

// Two masses on springs: the motion is linear, and the area of one goes over to the other. Only the
// sum is kept, in which each counts by its mass.
TEST(with_several_coordinates_the_sum_of_areas_is_kept)
{
    for_each_that_keeps_areas(swing_two_masses);
}

// --- the pendulum on a rod ---

static vl_phase_reading swing_of(const char *integrator, vl_direction direction, bool random_steps)
{
    double dt[STEPS];
    fill(dt, 0.015, random_steps);
    OWNED(vl_scene) *scene = shipped_scene("pendulum");
    scene->solver.method = solver_named("direct");
    scene->solver.iterations = 30;
    scene->solver.substeps = 1;
    scene->solver.direction = direction;
    OWNED(vl_world) *world = vl_scene_build(scene);
    OWNED(vl_phase_cloud) *cloud = cloud_of(world, integrator, 0.1);
    assert_int_equal(cloud->plane.axis, VL_PHASE_ANGLE);
    make_cloud_steps(cloud, dt, STEPS);
    return cloud->now;
}

static void swing_on_a_rod(const char *name, bool random_steps)
{
    vl_phase_reading old = swing_of(name, VL_DIRECTION_OLD, random_steps);
    vl_phase_reading new = swing_of(name, VL_DIRECTION_NEW, random_steps);
    print_message("  %-20s old %.1e ± %.1e, new %.3g\n", name, old.ratio - 1, old.error, new.ratio);
    assert_true(old.error < 1e-4 && fabs(old.ratio - 1) < 2 * old.error);
    assert_true(new.ratio < 0.9);
}

// Along its old direction a rod is SHAKE, which keeps areas with these methods; along its new one
// areas shrink with them, too.
TEST(a_rod_keeps_areas_along_its_old_direction_alone)
{
    for_each_that_keeps_areas(swing_on_a_rod);
}

TEST(the_angle_of_a_dial_is_in_rad)
{
    static const char *const rows[][2] = {{"ball", "m"}, {"dial", "rad"}};
    for (int i = 0; i < COUNT(rows); i++) {
        const char *text = PRINTED("particles: [{at: [1, 0], shape: %s}]\n"
                                   "forces: [{kind: harmonic, stiffness: 4}]",
                                   rows[i][0]);
        OWNED(vl_world) *world = world_from(text, "tcv");
        OWNED(vl_phase_cloud) *cloud = cloud_of(world, "tcv", 0.1);
        assert_string_equal(cloud->plane.unit, rows[i][1]);
    }
}

// An ellipse of the oscillator's own shape: its area is π r² ω, less the polygon's 2π²/(3 n²).
TEST(the_curve_begins_as_an_ellipse_of_the_motions_own_shape)
{
    const double radius = 0.25;
    OWNED(vl_world) *world = oscillator("tcv");
    OWNED(vl_phase_cloud) *cloud = cloud_of(world, "tcv", radius);
    double area = TEST_PI * radius * radius * omega, corners = (double)VL_PHASE_POINTS;
    double left_out = 2 * TEST_PI * TEST_PI / (3 * corners * corners);
    assert_true(fabs(cloud->plane.rate / omega - 1) < 1e-12);
    assert_true(fabs(cloud->now.area / area - 1 + left_out) < left_out * left_out);
}

TEST(a_world_that_diverges_stops_its_cloud)
{
    OWNED(vl_world) *world = oscillator("explicit-euler");
    OWNED(vl_phase_cloud) *cloud = cloud_of(world, "explicit-euler", 0.1);
    for (int i = 0; i < 400 && !cloud->stopped; i++)
        vl_phase_cloud_step(cloud, 1e6, 1e6);
    assert_true(cloud->stopped);
    int64_t steps = cloud->now.steps;
    vl_phase_cloud_step(cloud, 1e6, 1e6);
    vl_phase_cloud_measure(cloud);
    assert_int_equal(cloud->now.steps, steps);
    assert_true(isfinite(cloud->now.area));
    while (vl_world_step(world, 1e6) && !world->now.diverged) {
    }
    assert_false(vl_phase_choose(world, 0, 0.1, &(vl_phase_plane){0}, &(vl_error){0}));
}

// --- refusals ---

TEST(what_has_no_phase_plane_is_refused_with_a_reason)
{
    static const char two_rods[] = "particles: [{at: [0, 0], pinned: true}, {at: [1, 0]},\n"
                                   "            {at: [2, 0]}, {at: [3, 0]}]\n"
                                   "links: [{from: 1, to: 2, kind: rod},\n"
                                   "        {from: 2, to: 3, kind: rod}]";
    static const char pendulum[] = "gravity: [0, -9.81]\n"
                                   "particles: [{at: [0, 0], pinned: true}, {at: [1, 0]}]\n"
                                   "links: [{from: 1, to: 2, kind: string}]";
    static const char deep[] = "gravity: [0, -9.81]\n"
                               "particles: [{at: [0, 0], pinned: true}, {at: [1, 0, 1]}]\n"
                               "links: [{from: 1, to: 2, kind: rod}]";
    static const char held[] = "particles: [{at: [0, 0], pinned: true}]";

    static const struct {
        const char *scene;
        int number;
        const char *reason; // NULL: it has a plane
    } rows[] = {
        {two_rods, 2, "join particle 2 to others"},
        {two_rods, 3, "join particle 3 to others"},
        {two_rods, 4, NULL},
        {two_rods, 0, NULL}, // the fourth
        {two_rods, 1, "particle 1 is pinned"},
        {two_rods, 5, "no particle 5, the scene has 4"},
        {pendulum, 2, NULL},
        {deep, 2, "does not swing in the x-y plane"},
        {held, 0, "no particle of the scene can move"},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        vl_error error = {0};
        vl_phase_plane plane;
        OWNED(vl_world) *world = world_from(rows[i].scene, "tcv");
        bool chosen = vl_phase_choose(world, rows[i].number, VL_PHASE_RADIUS, &plane, &error);
        if (rows[i].reason && !strstr(error.text, rows[i].reason))
            fail_msg("row %d: '%s'", i, error.text);
        assert_int_equal(chosen, !rows[i].reason);
    }
}

TEST(what_changes_areas_of_the_exact_motion_or_hides_them_is_told)
{
    static const struct {
        const char *rest, *says; // says NULL: nothing
    } rows[] = {
        {"links: [{from: 1, to: 2, kind: spring, stiffness: 10}]", NULL},
        {"links: [{from: 1, to: 2, kind: spring, stiffness: 10, damping: 1}]", "Damped springs"},
        {"damping: 0.1", "Damping makes"},
        {"damping_per_step: 0.1", "Damping makes"},
        {"forces: [{kind: wind, velocity: [1, 0], drag: 1}]", "depends on the velocity"},
        {"forces: [{kind: magnetic, charge: 1, field: [0, 0, 1]}]", "magnetic field"},
        {"colliders: [{kind: plane, normal: [0, 1]}]", "An impact"},
        {"links: [{from: 1, to: 2, kind: rod}]\nsolver: {direction: new}", "new direction"},
        {"links: [{from: 1, to: 2, kind: rod}]\nsolver: {direction: old}", NULL},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        const char *scene =
            PRINTED("particles: [{at: [0, 1], pinned: true}, {at: [1, 1]}]\n%s", rows[i].rest);
        OWNED(vl_world) *world = world_from(scene, "tcv");
        bool contact = strstr(rows[i].rest, "colliders");
        const char *says = vl_phase_hindrance(world, contact);
        const char *before = vl_phase_hindrance(world, false);
        assert_true(contact ? !before : before == says);
        if (!says != !rows[i].says || (says && !strstr(says, rows[i].says)))
            fail_msg("%s: %s", rows[i].rest, says ? says : "nothing");
    }
}

// A scene is refused, or its curve can be carried along; never is it neither.
static void carry(const char *name, vl_scene *scene)
{
    vl_error error = {0};
    vl_phase_plane plane;
    OWNED(vl_world) *world = vl_scene_build(scene);
    if (!vl_phase_choose(world, 0, VL_PHASE_RADIUS, &plane, &error)) {
        assert_true(*error.text);
        return;
    }
    OWNED(vl_phase_cloud) *cloud = vl_phase_cloud_create(world, &plane, vl_world_method(world));
    for (int i = 0; i < 3; i++)
        vl_phase_cloud_step(cloud, 0.01, 0.01);
    vl_phase_cloud_measure(cloud);
    if (!isfinite(cloud->now.ratio) || !(cloud->areas[0] > 0))
        fail_msg("%s: ratio %g", name, cloud->now.ratio);
}

TEST(every_shipped_scene_is_carried_along_or_refused)
{
    for_each_shipped_scene(carry);
}
