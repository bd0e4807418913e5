// The order lab: every declared order is measured and every measured one declared, the figures of
// the project's sources come out, and the numbers do not depend on how the work is cut.

#include "base/clock.h"
#include "base/worker.h"
#include "lab/lab.h"
#include "lab/order.h"
#include "physics/exact/exact.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "support/scenes.h"
#include "support/testing.h"

// At the end of a quarter of a turn some errors pass through zero; this start is nothing special.
static const char oscillator[] =
    "format: 1\ngravity: [0, 0]\nparticles:\n  - {at: [1, 0], velocity: [0.4, 0.9]}\n"
    "forces:\n  - {kind: harmonic, center: [0, 0], stiffness: 2.4674011}\n";

// An oscillator's energy is linear algebra: RK4 keeps it to order 5, the midpoint methods to order
// 3 and for ever. Around a centre there is nothing of the kind.
static const char orbit[] =
    "format: 1\ngravity: [0, 0]\nparticles:\n  - {at: [1, 0], velocity: [0.1, 1.1]}\n"
    "forces:\n  - {kind: central, center: [0, 0], strength: 1, cutoff: 0}\n";

// Forces that look at the velocity. A spring with a damper along its line has an exact solution.
static const char damped_spring[] =
    "format: 1\ngravity: [0, -9.81]\nparticles:\n  - {name: hook, at: [0, 0], pinned: true}\n"
    "  - {name: a, at: [0, -1.4], velocity: [0, 0.5]}\n"
    "links:\n  - {from: hook, to: a, kind: spring, length: 1, stiffness: 20, damping: 1.5}\n";

// Two such springs that turn above a floor, in air that damps.
static const char damped_springs[] =
    "format: 1\ngravity: [0, -9.81]\ndamping: 0.4\n"
    "particles:\n  - {name: hook, at: [0, 0], pinned: true}\n"
    "  - {name: a, at: [0, -1.4], velocity: [2, 0.5]}\n"
    "  - {name: b, at: [1, -1.4], velocity: [0, 0.5], mass: 2}\n"
    "links:\n  - {from: hook, to: a, kind: spring, length: 1, stiffness: 20, damping: 1.5}\n"
    "  - {from: a, to: b, kind: spring, length: 1, stiffness: 30, damping: 1}\n"
    "colliders: [{kind: plane, point: [0, -1.74], normal: [0, 1], restitution: 0.9}]\n";

// A ball in a wind with gusts, above a floor.
static const char blown_ball[] =
    "format: 1\ngravity: [0, -9.81]\nparticles:\n  - {at: [0, 0], velocity: [3, 5], radius: 0.3}\n"
    "forces:\n  - {kind: wind, velocity: [6, 0, 1], drag: 4, gust: 0.4, seed: 3}\n"
    "  - {kind: harmonic, center: [1, 0], stiffness: 9}\n"
    "colliders: [{kind: plane, point: [0, -0.4], normal: [0, 1], friction: 0.1, restitution: "
    "0.9}]\n";

// A charge on a spring in a magnetic field that gravity crosses, beside a wall, in air that damps.
static const char turned_charge[] =
    "format: 1\ngravity: [1, -3, 0.5]\ndamping: 0.4\nparticles:\n  - {at: [1, 0, 0.2], velocity: "
    "[0.3, 1, 0.5]}\n"
    "forces:\n  - {kind: magnetic, charge: 5, field: [0.3, 0, 1]}\n"
    "  - {kind: harmonic, center: [0.1, 0], stiffness: 3}\n"
    "colliders: [{kind: plane, point: [0, 0.4], normal: [0, -1], restitution: 1}]\n";

// Such a ball on a rod, solved along the old direction: no method has an order above 2.
static const char blown_pendulum[] =
    "format: 1\ngravity: [0, -9.81]\nsolver: {method: direct, direction: old}\n"
    "particles:\n  - {name: hook, at: [0, 0], pinned: true}\n"
    "  - {name: a, at: [0.8, -0.6], radius: 0.3}\n"
    "links:\n  - {from: hook, to: a, kind: rod}\n"
    "forces:\n  - {kind: wind, velocity: [6, 0, 0], drag: 4}\n";

static const char stiff[] = "format: 1\ngravity: [0, 0]\nparticles:\n  - {at: [1, 0]}\n"
                            "forces:\n  - {kind: harmonic, center: [0, 0], stiffness: 1e16}\n";

// A swing of three rods: no exact solution is known.
static const char swing[] =
    "format: 1\ngravity: [0, -9.81]\nparticles:\n  - {name: hook, at: [0, 0], pinned: true}\n"
    "chains:\n  - {from: [0, 0], to: [0.8, 0], links: 3, mass: 1, pin: "
    "start}\nsolver: {method: direct, direction: old}\n";

// What is not set is as the scene says, of all methods and with one seed.
static vl_order *make(const char *text, vl_order_settings settings)
{
    vl_error error = {0};
    OWNED(vl_scene) *scene = scene_of(text);
    settings.halvings = VL_ORDER_LEAST_HALVINGS;
    settings.mean = settings.mean > 0 ? settings.mean : (double)NAN;
    settings.seeds = settings.seeds > 0 ? settings.seeds : 1;
    if (!settings.integrators) {
        settings.integrators = vl_integrators;
        settings.integrator_count = vl_integrator_count;
    }
    vl_order *order = vl_order_create(scene, &settings, &error);
    assert_good(order, error);
    return order;
}

static vl_order *measure(const char *text, vl_order_settings settings)
{
    vl_order *order = make(text, settings);
    while (vl_order_work(order)) {
    }
    assert_true(order->part == 1);
    return order;
}

static vl_order *measure_one(const char *text, const char *integrator, const char *stream,
                             double duration)
{
    const vl_integrator *one = vl_integrator_find(integrator);
    return measure(text, (vl_order_settings){.integrators = &one,
                                             .integrator_count = 1,
                                             .stream = stream,
                                             .duration = duration});
}

static vl_order_fit fit_of(const vl_order *order, int integrator, vl_order_quantity quantity)
{
    vl_order_point points[VL_ORDER_MOST_MEANS];
    int count = vl_order_points(order, integrator, points);
    assert_int_equal(count, VL_ORDER_LEAST_HALVINGS + 1);
    return vl_order_fit_points(points, count, quantity);
}

// --- orders ---

static const char *const shapes[] = {"fixed:0.1", "random:0.05:0.15:1"};

// Order 0: at the finest steps the error is still a part of the motion that everyone would see, 5 %
// or more. Its slope is chance, since the last step, which is shortened, may be as short as it
// likes.
static bool does_not_converge(const vl_order *order, int integrator, vl_order_quantity quantity)
{
    vl_order_point points[VL_ORDER_MOST_MEANS];
    const vl_order_point *finest = points + vl_order_points(order, integrator, points) - 1;
    return finest->error[quantity] > 0.05 * finest->upper_bound[quantity];
}

// Whether a measured slope is that order: within three standard errors, and a quarter where those
// are smaller, which allows for the next term of the error. Errors that do not fall are order 0.
static bool agrees(const vl_order_fit *fit, double order)
{
    double slope = fit->stuck ? 0 : fit->slope;
    return fabs(slope - order) <= fmax(0.25, fit->stuck ? 0 : 3 * fit->standard_error);
}

// Slopes over five halvings, from 43 steps on, agree with a whole number but for three standard
// errors or a quarter (agrees()), which tells any two orders apart as long as the standard
// error is below 0.08.
static void check_orders(const char *scene, double duration, int seeds, vl_order_quantity first,
                         vl_order_quantity last)
{
    for (int s = 0; s < COUNT(shapes); s++) {
        OWNED(vl_order) *order = measure(
            scene, (vl_order_settings){.stream = shapes[s], .duration = duration, .seeds = seeds});
        for (int k = 0; k < vl_integrator_count * (int)(last - first + 1); k++) {
            int i = k % vl_integrator_count;
            vl_order_quantity quantity = first + (unsigned)(k / vl_integrator_count);
            int declared = vl_order_declared(order, vl_integrators[i]);
            vl_order_fit fit = fit_of(order, i, quantity);
            char text[VL_ORDER_TEXT];
            print_message("  %-20s %-18s %s: order %s, declared %d\n", vl_integrators[i]->name,
                          shapes[s], vl_order_quantity_names[quantity],
                          vl_order_slope_text(&fit, text), declared);
            if (declared == 0) {
                assert_true(does_not_converge(order, i, quantity));
                continue;
            }
            assert_true(agrees(&fit, declared));
            assert_true(fit.standard_error < 0.08);
            assert_true(fabs(fit.slope - declared) <= 2 * fit.uncertainty);
        }
    }
}

TEST(positions_have_the_order_that_the_rows_declare)
{
    check_orders(oscillator, 4.3, 12, VL_ORDER_POSITION, VL_ORDER_VELOCITY);
}

TEST(energies_have_the_order_that_the_rows_declare)
{
    check_orders(orbit, 2.1, 30, VL_ORDER_ENERGY, VL_ORDER_ENERGY);
}

TEST(velocities_beside_dampers_have_the_order_that_the_rows_declare)
{
    check_orders(damped_spring, 1.9, 30, VL_ORDER_POSITION, VL_ORDER_VELOCITY);
}

// The slope between the two finest errors that were fitted; not a number where fewer were.
static double finest_slope(const vl_order_point *points, const vl_order_fit *fit, int count,
                           vl_order_quantity quantity)
{
    int last = count - 1;
    while (last >= 0 && fit->fates[last] != VL_ORDER_FITTED)
        last--;
    int before = last - 1;
    while (before >= 0 && fit->fates[before] != VL_ORDER_FITTED)
        before--;
    return before < 0 ? (double)NAN
                      : log(points[before].error[quantity] / points[last].error[quantity]) /
                            log(points[before].mean_dt / points[last].mean_dt);
}

// At the end of a run against a reference, where no exact solution is known. An order of 0 is that
// of errors that do not fall to a tenth of the first one over five halvings. Rods have order 2.
static void check_orders_at_end(const char *scene, double duration, int most)
{
    for (int s = 0; s < COUNT(shapes); s++) {
        OWNED(vl_order) *order = measure(
            scene, (vl_order_settings){
                       .stream = shapes[s], .mean = 0.02, .duration = duration, .seeds = 8});
        SCOPED(vl_text) notes = {0};
        vl_order_add_notes(order, "", &notes);
        assert_non_null(strstr(notes.data, "Some forces look at the velocity"));
        for (int i = 0; i < vl_integrator_count; i++) {
            const vl_integrator *row = vl_integrators[i];
            int declared = vl_order_declared(order, row);
            vl_order_point points[VL_ORDER_MOST_MEANS];
            int count = vl_order_points(order, i, points);
            vl_order_fit fit = fit_of(order, i, VL_ORDER_POSITION);
            char text[VL_ORDER_TEXT];
            double first = points[0].error[VL_ORDER_POSITION];
            double last = points[count - 1].error[VL_ORDER_POSITION];
            double finest = finest_slope(points, &fit, count, VL_ORDER_POSITION);
            vl_order_fit energy = fit_of(order, i, VL_ORDER_ENERGY);
            double of_energy = finest_slope(points, &energy, count, VL_ORDER_ENERGY);
            print_message("  %-20s %-18s: order %s, finest %.2f, energy %.2f, declared %d\n",
                          row->name, shapes[s], vl_order_slope_text(&fit, text), finest, of_energy,
                          declared);
            int order_of_row = declared < most ? declared : most;
            if (declared == 0)
                assert_true(last > 0.1 * first);
            else // methods of order 1 are not cut at an impact, whose place in a step changes
                assert_true((declared > 1 ? finest : fit.slope) > order_of_row - 0.25);
            if (declared > 1)
                assert_true(finest < order_of_row + 0.25 &&
                            (of_energy > 1.75 || points[count - 1].error[VL_ORDER_ENERGY] < 1e-10));
        }
    }
}

TEST(forces_that_look_at_the_velocity_leave_each_method_the_order_of_its_row)
{
    check_orders_at_end(damped_springs, 1.3, 4);
    check_orders_at_end(blown_ball, 1.3, 4);
    check_orders_at_end(turned_charge, 1.3, 4);
}

TEST(a_force_that_looks_at_the_velocity_leaves_rods_their_order)
{
    check_orders_at_end(blown_pendulum, 1.3, 2);
}

// A step of a method of order p is off by dt^(p + 1): its position and its velocity where it keeps
// one; only the position where the velocity is an estimate, which the next steps do not see. One of
// the two may be better: improved-euler's position is.
TEST(a_single_step_is_one_order_better)
{
    for (int s = 0; s < COUNT(shapes); s++) {
        OWNED(vl_order) *order = measure(
            oscillator,
            (vl_order_settings){.stream = shapes[s], .duration = 4.3, .local = true, .seeds = 4});
        for (int i = 0; i < vl_integrator_count; i++) {
            const vl_integrator *row = vl_integrators[i];
            int declared = vl_order_declared(order, row);
            vl_order_fit x = fit_of(order, i, VL_ORDER_POSITION);
            vl_order_fit v = fit_of(order, i, VL_ORDER_VELOCITY);
            const vl_order_fit *worse = row->keeps_positions || x.slope < v.slope ? &x : &v;
            print_message("  %-20s %-18s step: position %.3f velocity %.3f, declared %d\n",
                          row->name, shapes[s], x.slope, v.slope, declared);
            assert_true(agrees(worse, declared));
        }
    }
}

// What articles say of the order (docs/physics/articles.md) is measured, or is outside of that by
// far more than three standard errors.
TEST(what_sources_claim_is_measured_or_is_not)
{
    static const struct {
        const char *integrator;
        int low, high; // orders
        bool varying, local;
        vl_order_quantity quantity;
        bool holds;
    } claims[] = {
        {"verlet", 4, 4, false, false, VL_ORDER_POSITION, false},
        {"tcv", 2, 4, true, false, VL_ORDER_POSITION, false},
        {"improved-euler", 2, 2, false, false, VL_ORDER_POSITION, false},
        {"velocity-verlet", 2, 2, false, false, VL_ORDER_POSITION, true},
        {"velocity-verlet", 4, 4, false, true, VL_ORDER_POSITION, false},
        {"velocity-verlet", 2, 2, false, true, VL_ORDER_VELOCITY, false},
    };

    for (int c = 0; c < COUNT(claims); c++) {
        const vl_integrator *one = vl_integrator_find(claims[c].integrator);
        OWNED(vl_order) *order =
            measure(oscillator, (vl_order_settings){.integrators = &one,
                                                    .integrator_count = 1,
                                                    .stream = shapes[claims[c].varying],
                                                    .duration = 4.3,
                                                    .local = claims[c].local,
                                                    .seeds = 12});
        vl_order_fit fit = fit_of(order, 0, claims[c].quantity);
        double below = claims[c].low - fit.slope, above = fit.slope - claims[c].high;
        if (claims[c].holds)
            assert_true(agrees(&fit, claims[c].low));
        else
            assert_true(fmax(below, above) > 0.5 + 3 * fit.standard_error &&
                        fmax(below, above) > 3 * fit.uncertainty);
    }
}

// --- stopping ---

// It would take minutes; a piece takes some milliseconds, in the slowest build well below a second.
TEST(it_stops_when_asked)
{
    OWNED(vl_order) *order = make(
        oscillator,
        (vl_order_settings){.stream = "random:0.0005:0.0015:1", .duration = 100, .seeds = 1000});
    vl_worker *worker = vl_worker_start(vl_worker_create(vl_order_work, order));
    vl_worker_wait(worker, 0.05);
    double begin = vl_clock_now();
    vl_worker_free(worker);
    assert_true(vl_clock_now() - begin < 1);
    assert_true(order->part < 1);
}

// --- what is left out ---

TEST(a_run_that_diverges_is_told_and_not_fitted)
{
    OWNED(vl_order) *order = measure_one(stiff, "explicit-euler", "fixed:0.1", 5);
    vl_order_point points[VL_ORDER_MOST_MEANS];
    int count = vl_order_points(order, 0, points);
    vl_order_fit fit = vl_order_fit_points(points, count, VL_ORDER_POSITION);
    for (int k = 0; k < count; k++) {
        assert_int_equal(points[k].diverged, 1);
        assert_true(isnan(points[k].error[VL_ORDER_POSITION]));
        assert_int_equal(fit.fates[k], VL_ORDER_DIVERGED);
    }
    assert_true(isnan(fit.slope) && fit.count == 0);
}

// Under a uniform acceleration these are exact but for rounding, which has no order.
TEST(round_off_has_no_order)
{
    static const char fall[] =
        "format: 1\ngravity: [0, -9.81]\nparticles:\n  - {at: [3, 70], velocity: [2, 5]}\n";
    static const char *const exact[] = {"corrected-tcv", "velocity-verlet", "rk4"};

    for (int i = 0; i < COUNT(exact); i++) {
        OWNED(vl_order) *order = measure_one(fall, exact[i], "random:0.05:0.15:1", 5);
        for (int q = 0; q < VL_ORDER_QUANTITIES; q++) {
            vl_order_fit fit = fit_of(order, 0, (vl_order_quantity)q);
            for (int k = 0; k <= VL_ORDER_LEAST_HALVINGS; k++)
                assert_int_equal(fit.fates[k], VL_ORDER_SMALL);
            assert_true(isnan(fit.slope));
        }
    }
}

// Without an exact solution: rods solved along the old direction have order 2 with velocity Verlet
// and constant steps, and what is near the reference's own error is left out.
TEST(a_reference_serves_where_no_exact_solution_is_known)
{
    OWNED(vl_order) *order = measure_one(swing, "velocity-verlet", "fixed:0.01", 0.5);
    assert_false(vl_order_is_of_run(order, VL_ORDER_POSITION));
    assert_true(vl_order_is_of_run(order, VL_ORDER_ENERGY));
    double own = vl_order_reference_error(order, VL_ORDER_POSITION);
    vl_order_fit fit = fit_of(order, 0, VL_ORDER_POSITION);
    vl_order_point points[VL_ORDER_MOST_MEANS];
    int count = vl_order_points(order, 0, points);
    print_message("  order %.3f ± %.3f, reference %.1e, finest %.1e\n", fit.slope, fit.uncertainty,
                  own, points[count - 1].error[VL_ORDER_POSITION]);
    assert_true(own > 0 && own < 1e-5);
    assert_true(agrees(&fit, 2) && fit.standard_error < 0.08);
    for (int k = 0; k < count; k++)
        if (points[k].error[VL_ORDER_POSITION] < 10 * own)
            assert_int_equal(fit.fates[k], VL_ORDER_SMALL);
}

// Two links of so much N/m hang from a hook; a rod instead of the second one where `rod`.
static void write_hanging(char text[512], const char *more, double stiffness, bool rod)
{
    snprintf(text, 512,
             "format: 1\ngravity: [0, -9.81]\n%s"
             "particles:\n  - {name: hook, at: [0, 0], pinned: true}\n  - {name: a, at: [1, 0]}\n"
             "  - {name: b, at: [2, 0.3]}\nlinks:\n"
             "  - {from: hook, to: a, kind: spring, stiffness: %g}\n"
             "  - {from: a, to: b, kind: %s, stiffness: %g}\n",
             more, stiffness, rod ? "rod" : "spring", rod ? 0 : stiffness);
}

// ω dt = 2800 and 90 in steps of 0.01 s: no explicit run of 1/16 of the finest mean could be the
// reference, the implicit one is. Beside a rod no method here is implicit: both runs diverge, or
// that with twice the step alone. Nobody knows how far off the reference is, and nothing is made of
// errors.
TEST(without_a_known_own_error_nothing_is_fitted)
{
    const double stiffness[] = {2e10, 2e7, 2e10, 5e9};
    for (int i = 0; i < COUNT(stiffness); i++) {
        char text[512];
        bool rod = i >= 2;
        const char *more = rod ? "solver: {method: direct, direction: old}\n" : "";
        write_hanging(text, more, stiffness[i], rod);
        OWNED(vl_order) *order =
            measure_one(text, "implicit-midpoint", "fixed:0.01", rod ? 0.3 : 1);
        vl_order_fit fit = fit_of(order, 0, VL_ORDER_POSITION);
        double own = vl_order_reference_error(order, VL_ORDER_POSITION);
        vl_order_point points[VL_ORDER_MOST_MEANS];
        int count = vl_order_points(order, 0, points);
        assert_int_equal(vl_order_is_lost(order, VL_ORDER_POSITION), rod);
        assert_true(rod ? isnan(own) : own > 0 && own < 1e-6);
        assert_true(rod ? isnan(fit.slope) && fit.count == 0 : agrees(&fit, 2));
        for (int k = 0; rod && k < count; k++)
            assert_int_equal(fit.fates[k],
                             points[k].diverged ? VL_ORDER_DIVERGED : VL_ORDER_UNKNOWN);
    }
}

// Friction per step instead of per second is another motion: its errors grow to that difference
// and stay there, 2 m here, whatever the step; without it they fall.
TEST(the_reference_does_not_make_the_mistake_of_the_scene)
{
    static const char *const mistakes[] = {"damping: 0.5\n",
                                           "damping: 0.5\nmistake: damping-per-step\n"};
    double own[2], finest[2];
    for (int i = 0; i < 2; i++) {
        char text[512];
        const char *more = PRINTED("%ssolver: {method: direct, direction: old}\n", mistakes[i]);
        write_hanging(text, more, 100, true);
        OWNED(vl_order) *order = measure_one(text, "velocity-verlet", "fixed:0.01", 0.5);
        vl_order_point points[VL_ORDER_MOST_MEANS];
        int count = vl_order_points(order, 0, points);
        own[i] = vl_order_reference_error(order, VL_ORDER_POSITION);
        finest[i] = points[count - 1].error[VL_ORDER_POSITION];
        print_message("  reference %.2e, finest %.2e m\n", own[i], finest[i]);
    }
    assert_true(own[0] == own[1]); // the same run
    assert_true(finest[0] < 1e-4 && finest[1] > 0.1);
}

// The greatest speed of a fine run, m/s.
static double greatest_speed(const char *text, double duration)
{
    OWNED(vl_scene) *scene = scene_of(text);
    OWNED(vl_world) *world = vl_scene_build(scene);
    double most = 0;
    while (world->now.time < duration) {
        vl_world_step(world, 1e-4);
        vl_world_synchronise(world);
        double *const *v = vl_world_velocity(world);
        for (int i = 0; i < world->particles.count; i++)
            most = test_larger(most, vl_length(vl_read(v, i)));
    }
    return most;
}

// An error of the velocity is as large as the motion where it is the greatest speed on the way:
// that of an instant, 1 % for the instants between those that are looked at.
TEST(the_reference_knows_how_fast_the_motion_was)
{
    OWNED(vl_order) *order = measure_one(swing, "velocity-verlet", "fixed:0.01", 0.5);
    vl_order_point points[VL_ORDER_MOST_MEANS];
    vl_order_points(order, 0, points);
    double speed = greatest_speed(swing, 0.5), seen = points[0].upper_bound[VL_ORDER_VELOCITY];
    print_message("  %.4f m/s, %.4f seen\n", speed, seen);
    assert_true(fabs(seen / speed - 1) < 0.01);
}

// All steps of a run are those of the stream: none is cut by the end, nor made by the rounding of
// the sum. The step that is not made is told, for the velocity at the end.
TEST(a_run_ends_with_its_last_whole_step)
{
    for (int seed = 1; seed <= 500; seed++) {
        const char *text = PRINTED("random:0.05:0.15:%d", seed);
        OWNED(vl_stream) *stream = stream_of(text), *same = stream_of(text);
        vl_moment now = {0};
        double dt, whole;
        for (bool more = true; more;) {
            more = vl_run_next_dt(stream, now.time, 4.3, &dt);
            assert_true(vl_stream_next(same, now.time, &whole));
            assert_true(dt == whole);
            if (more)
                vl_moment_advance(&now, dt);
        }
        assert_true(now.time <= 4.3 + 0.01 * 0.15 && now.time + dt > 4.3);
    }
    assert_false(vl_run_has_ended(1e6, HUGE_VAL));
}

// The last two do not fill a time, and need an exact solution.
static const char *const uneven[] = {"random:0.05:0.15:7", "clock-ms:7", "alternate:0.01:0.37",
                                     "switch:0.1:0.17:2.2", "hitch:0.1:0.37:2.2"};

// Steps a world by whole steps of the stream, as `run` does; returns how far it is from the truth,
// m: over the run from the exact motion of the first particle, or at the end from a run of RK4 in
// steps of 1/4096 of the time, whose error is far below what is measured here.
static double error_of_plain_run(const char *text, const char *steps, double mean_of_point)
{
    enum { FINE = 4096 };

    OWNED(vl_scene) *scene = scene_of(text);
    OWNED(vl_stream) *stream = stream_of(steps);
    OWNED(vl_world) *world = vl_scene_build(scene), *fine = vl_scene_build(scene);
    OWNED(vl_exact) *exact = vl_exact_recognise(world);
    vl_world_set_integrator(world, vl_integrator_find("velocity-verlet"));
    vl_world_set_integrator(fine, vl_integrator_find("rk4"));
    vl_stream_scale(stream, mean_of_point / vl_stream_mean(stream, 4.3));
    vl_order_stretch(stream, 4.3);
    double sum = 0;
    int made = 0;
    for (double dt; vl_run_next_dt(stream, world->now.time, 4.3, &dt); made++) {
        vl_world_step(world, dt);
        vl_motion there = exact ? vl_exact_motion(exact, 0, world->now.time) : (vl_motion){0};
        vl_vec3 apart = vl_sub(there.x, vl_read(world->particles.x, 0));
        sum += vl_dot(apart, apart);
    }
    for (int i = 0; i < FINE && !exact; i++)
        vl_world_step(fine, world->now.time / FINE);
    double at_end = vl_axes_distance(fine->particles.x, world->particles.x, world->particles.count);
    return exact ? sqrt(sum / made) : at_end;
}

static void assert_refused(const char *text, const char *steps, const char *message)
{
    vl_error error = {0};
    OWNED(vl_scene) *scene = scene_of(text);
    const vl_order_settings settings = {.stream = steps,
                                        .duration = 4.3,
                                        .mean = (double)NAN,
                                        .halvings = VL_ORDER_LEAST_HALVINGS,
                                        .seeds = 1};
    assert_null(vl_order_create(scene, &settings, &error));
    assert_non_null(strstr(error.text, message));
}

// Each run of the order lab ends with its last whole step, and is compared with the truth there: at
// every mean the error is that of a plain run, from an exact solution and from a reference run.
TEST(the_order_lab_compares_runs_of_whole_steps_at_their_real_ends)
{
    static const char pair[] =
        "format: 1\ngravity: [0, 0]\nparticles:\n  - {at: [1, 0], velocity: [0.1, 1.1]}\n"
        "  - {at: [-1, 0.3]}\nforces:\n  - {kind: harmonic, stiffness: 1}\n"
        "  - {kind: sine, axis: x, amplitude: 0.3}\n";
    for (int k = 0; k < 2 * COUNT(uneven); k++) {
        const char *text = k % 2 ? pair : oscillator, *steps = uneven[k / 2];
        if (text == pair && k / 2 >= COUNT(uneven) - 2) {
            assert_refused(pair, steps, "do not fill the duration");
            continue;
        }
        OWNED(vl_order) *order = measure_one(text, "velocity-verlet", steps, 4.3);
        assert_true((order->exact == NULL) == (text == pair));
        vl_order_point points[VL_ORDER_MOST_MEANS];
        int count = vl_order_points(order, 0, points);
        double own = text == pair ? vl_order_reference_error(order, VL_ORDER_POSITION) : 0;
        assert_true(own < 1e-9);
        for (int i = 0; i < count; i++) {
            double plain = error_of_plain_run(text, steps, points[i].mean_dt);
            double error = points[i].error[VL_ORDER_POSITION];
            // the fine run is of order 4 with about the step of the reference: 1e-9 is its error
            if (!(fabs(error - plain) <= 1e-12 + (text == pair ? 1e-9 : 0)))
                fail_msg("%s, mean %g s: %.12g m, a plain run %.12g m", steps, points[i].mean_dt,
                         error, plain);
        }
    }
}

static int steps_in(double duration, const char *dt)
{
    OWNED(vl_stream) *stream = stream_of(PRINTED("fixed:%s", dt));
    vl_moment now = {0};
    int count = 0;
    for (double h; vl_run_next_dt(stream, now.time, duration, &h); count++)
        vl_moment_advance(&now, h);
    return count;
}

// Equal steps that add up to the duration but for rounding are all made: n steps of T/n, which are
// off by half a bit each, and a dt of the usual rates rounded to seven decimals, 10 s of it.
TEST(steps_that_sum_to_the_duration_are_all_made)
{
    char number[VL_NUMBER_SIZE];
    for (int n = 1; n <= 2000; n++)
        assert_int_equal(steps_in(7.3, vl_number_text(7.3 / n, number)), n);
    for (int rate = 24; rate <= 144; rate += 12)
        assert_int_equal(steps_in(10, PRINTED("%.7f", 1.0 / rate)), 10 * rate);
}

// --- the fit ---

static vl_order_point point_of(double mean_dt, double error, double least, double most)
{
    return (vl_order_point){
        .mean_dt = mean_dt, .error = {error}, .lower_bound = {least}, .upper_bound = {most}};
}

// log₂: errors 8, 4.2, 2, 1 over 4 halved steps have by hand x = −1.5 … 1.5, y − mean; slope =
// Σ x y/Σ x², standard error √(Σ r²/(2 Σ x²)).
TEST(the_fit_is_that_of_least_squares)
{
    const double errors[] = {8, 4.2, 2, 1};
    vl_order_point points[COUNT(errors)];
    double mean = 0, xy = 0, rest = 0, y[COUNT(errors)];
    for (int i = 0; i < 4; i++) {
        points[i] = point_of(pow(0.5, i), errors[i], 0, 100);
        y[i] = log2(errors[i]);
        mean += y[i] / 4;
    }
    for (int i = 0; i < 4; i++)
        xy += (1.5 - i) * y[i];
    double slope = xy / 5;
    for (int i = 0; i < 4; i++)
        rest += pow(y[i] - mean - slope * (1.5 - i), 2);
    vl_order_fit fit = vl_order_fit_points(points, 4, VL_ORDER_POSITION);
    assert_int_equal(fit.count, 4);
    assert_true(fabs(fit.slope - slope) < 1e-14);
    assert_true(fabs(fit.standard_error - sqrt(rest / (2 * 5))) < 1e-14);
    // halves of two points each
    assert_true(fabs(fit.uncertainty - fabs((y[0] - y[1]) - (y[2] - y[3]))) < 1e-14);
}

// Of the errors dt^p (1 + c dt) in halved steps.
static vl_order_fit fit_of_curve(int count, int order, double c)
{
    vl_order_point points[VL_ORDER_MOST_MEANS];
    for (int i = 0; i < count; i++) {
        double dt = pow(0.5, i);
        points[i] = point_of(dt, pow(dt, order) * (1 + c * dt), 0, 100);
    }
    return vl_order_fit_points(points, count, VL_ORDER_POSITION);
}

// With the next term of the error, C dt^p (1 + c dt), points lie on a curve and not around a line:
// their scatter about it says next to nothing of how far its slope is from p. The uncertainty does,
// for terms up to three quarters of the error itself, and however many points there are.
TEST(the_uncertainty_covers_a_curve)
{
    for (int count = 4; count <= VL_ORDER_MOST_MEANS; count++)
        for (int order = 1; order <= 4; order++)
            for (double c = -0.5; c < 1; c += 0.25) {
                vl_order_fit fit = fit_of_curve(count, order, c);
                assert_true(fabs(fit.slope - order) <= fit.uncertainty + 1e-12);
                assert_true(fit.uncertainty >= fit.standard_error);
                assert_true(c == 0 || fabs(fit.slope - order) > fit.standard_error);
                assert_false(agrees(&fit, order + 1) || agrees(&fit, order - 1));
            }
}

// Each fate, and that one bad sample leaves the slope of the others alone.
TEST(samples_out_of_range_are_not_fitted)
{
    static const struct {
        int index;
        double error;
        vl_order_fate fate;
    } rows[] = {
        {0, (double)NAN, VL_ORDER_DIVERGED},
        {0, 50, VL_ORDER_LARGE},
        {0, 4, VL_ORDER_EARLY},
        {5, 1e-12, VL_ORDER_SMALL},
        {3, (double)NAN, VL_ORDER_DIVERGED},
    };

    for (int r = 0; r < COUNT(rows); r++) {
        vl_order_point points[6];
        for (int i = 0; i < 6; i++)
            points[i] = point_of(pow(0.5, i), pow(0.25, i), 1e-9, 10);
        points[rows[r].index].error[VL_ORDER_POSITION] = rows[r].error;
        vl_order_fit fit = vl_order_fit_points(points, 6, VL_ORDER_POSITION);
        assert_int_equal(fit.fates[rows[r].index], rows[r].fate);
        assert_int_equal(fit.count, 5);
        assert_true(fabs(fit.slope - 2) < 1e-12);
    }
}

TEST(the_verdict_says_what_was_measured_and_declared)
{
    OWNED(vl_order) *changes =
        make(oscillator, (vl_order_settings){.stream = shapes[1], .duration = 5});
    OWNED(vl_order) *constant =
        make(oscillator, (vl_order_settings){.stream = shapes[0], .duration = 5});
    const vl_order_fit fit = {.count = 6, .slope = 1.02, .uncertainty = 0.028};
    const vl_order_fit stuck = {.slope = (double)NAN,
                                .standard_error = (double)NAN,
                                .uncertainty = (double)NAN,
                                .stuck = true};
    char text[VL_ORDER_TEXT];
    const vl_integrator *tcv = vl_integrator_find("tcv"), *verlet = vl_integrator_find("verlet");
    assert_string_equal(vl_order_slope_text(&fit, text), "1.02 ± 0.03");
    assert_string_equal(vl_order_slope_text(&stuck, text), "none");
    assert_int_equal(vl_order_declared(changes, tcv), 1);
    assert_int_equal(vl_order_declared(constant, tcv), 2);
    assert_int_equal(vl_order_declared(changes, verlet), 0);
    assert_true(agrees(&stuck, 0) && !agrees(&stuck, 1));
    assert_true(agrees(&fit, 1) && !agrees(&fit, 2));
}
