// Stability maps: what worlds do, against the matrices of the formulas.

#include "lab/stability.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "support/scenes.h"
#include "support/testing.h"

#include <complex.h>

typedef struct matrix {
    double a, b, c, d;
} matrix;

static matrix after(matrix late, matrix early)
{
    return (matrix){late.a * early.a + late.b * early.c, late.a * early.b + late.b * early.d,
                    late.c * early.a + late.d * early.c, late.c * early.b + late.d * early.d};
}

// --- one step, x'' = −x, as the formulas of the methods have it ---

// (x, x₋) → (x′, x): x′ = x + (x − x₋) inertia − x pull
static matrix of_positions(double inertia, double pull)
{
    return (matrix){1 + inertia - pull, -inertia, 1, 0};
}

static matrix verlet(double before, double h)
{
    return of_positions(1, h * h);
}

static matrix tcv(double before, double h)
{
    return of_positions(h / before, h * h);
}

static matrix corrected(double before, double h)
{
    return of_positions(h / before, h * (h + before) / 2);
}

// (x, v) → (x′, v′)
static matrix explicit_euler(double before, double h)
{
    return (matrix){1, h, -h, 1};
}

static matrix semi_implicit(double before, double h)
{
    return (matrix){1 - h * h, h, -h, 1};
}

static matrix velocity_verlet(double before, double h)
{
    double c = 1 - h * h / 2;
    return (matrix){c, h, -h / 2 * (1 + c), c};
}

static matrix improved(double before, double h)
{
    return (matrix){1 - h * h / 2, h, -h, 1};
}

// Of a method that turns (1, i) by R(i h) = re + i im.
static matrix turning(double re, double im)
{
    return (matrix){re, im, -im, re};
}

static matrix midpoint(double before, double h)
{
    return turning(1 - h * h / 2, h);
}

static matrix rk4(double before, double h)
{
    return turning(1 - h * h / 2 + pow(h, 4) / 24, h - pow(h, 3) / 6);
}

// 1/(1 − i h)
static matrix backward(double before, double h)
{
    return turning(1 / (1 + h * h), h / (1 + h * h));
}

// (1 + i h/2)/(1 − i h/2)
static matrix implicit_midpoint(double before, double h)
{
    double size = 1 + h * h / 4;
    return turning((1 - h * h / 4) / size, h / size);
}

// The methods whose matrix is known.
static const struct {
    const char *name;
    matrix (*step)(double before, double h);
    double limit;
} rows[] = {
    {"explicit-euler", explicit_euler, 0},
    {"verlet", verlet, 2},
    {"tcv", tcv, 2},
    {"corrected-tcv", corrected, 2},
    {"semi-implicit-euler", semi_implicit, 2},
    {"velocity-verlet", velocity_verlet, 2},
    {"leapfrog", velocity_verlet, 2},
    {"improved-euler", improved, 0},
    {"midpoint", midpoint, 0},
    {"rk4", rk4, 2.8284271247461903},
    {"backward-euler", backward, HUGE_VAL},
    {"implicit-midpoint", implicit_midpoint, HUGE_VAL},
};

// Two eigenvalues that nearly meet, as on the edge of the stable, come out of rounding ε with an
// error of √ε = 1.5e-8, and a matrix of size s with that times √s.
static const double nearly = 1e-6;

static const vl_frequency_found unit = {.omega = 1};

static vl_growth alternating(const vl_integrator *method, double first, double second)
{
    return vl_stability_of(method, &unit, (const double[]){first, second}, 2);
}

// --- every method, by what its row of the table declares ---

// How much a pair of steps around h, of which one is `ratio` times the other, grows or shrinks.
static double change(const vl_integrator *method, double h, double ratio)
{
    double first = 2 * h / (1 + ratio);
    return fabs(log(alternating(method, first, ratio * first).factor));
}

// A step of a method of order p is right but for O(dt^(p+1)), and so is its growth: halving the
// steps divides that by 2^(p+1) at least, but for a term of the next order, which at ω dt = 0.05 is
// less than 5 %. Rounding adds √ε where two eigenvalues meet.
TEST(growth_is_no_larger_than_the_declared_order_allows)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *method = vl_integrators[i];
        const int order[] = {method->order, method->order_random_dt};
        for (int uneven = 0; uneven < 2; uneven++) {
            double coarse = change(method, 0.05, uneven ? 3 : 1);
            double fine = change(method, 0.025, uneven ? 3 : 1);
            if (!(fine <= 1.05 * coarse * pow(0.5, order[uneven] + 1) + 1e-8))
                fail_msg("%s, %s steps: growth %.3g, with halved steps %.3g, order %d",
                         method->name, uneven ? "uneven" : "equal", coarse, fine, order[uneven]);
        }
    }
}

TEST(a_limit_parts_steps_that_grow_from_steps_that_do_not)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *method = vl_integrators[i];
        double limit = vl_stability_limit(method);
        double above = limit > 0 ? limit + 1e-3 : 0.1;
        for (double h = 0.05; h < fmin(limit, 20); h += 0.05)
            assert_true(alternating(method, h, h).factor < 1 + VL_STABILITY_ROUNDING);
        if (isfinite(limit))
            assert_true(alternating(method, above, above).factor > 1 + 1e-6);
    }
}

// --- the methods whose matrix is known ---

// The limit of a method that leaves the stable slowly is found where its growth reaches
// VL_STABILITY_ROUNDING, for rk4 4e-7 farther out.
TEST(limits_are_those_of_the_textbooks)
{
    for (int row = 0; row < COUNT(rows); row++) {
        double found = vl_stability_limit(vl_integrator_find(rows[row].name)),
               expected = rows[row].limit;
        bool good =
            isinf(expected) || expected == 0 ? found == expected : fabs(found - expected) < 1e-6;
        if (!good)
            fail_msg("%s: limit %.9g, expected %.9g", rows[row].name, found, expected);
    }
}

// Every fourth pair is one step twice.
TEST(alternating_and_constant_steps_grow_as_the_matrices_say)
{
    vl_random random = {5};
    for (int row = 0; row < COUNT(rows); row++)
        for (int k = 0; k < 200; k++) {
            double first = vl_random_uniform(&random, 0.02, 3.2);
            double second = k % 4 ? vl_random_uniform(&random, 0.02, 3.2) : first;
            matrix m = after(rows[row].step(first, second), rows[row].step(second, first));
            double complex half = (m.a + m.d) / 2;
            double complex root = csqrt(half * half - (m.a * m.d - m.b * m.c));
            double expected = sqrt(fmax(cabs(half + root), cabs(half - root)));
            double found = alternating(vl_integrator_find(rows[row].name), first, second).factor;
            if (!(fabs(found - expected) < nearly * expected))
                fail_msg("%s at %g, %g: %.12g, matrix %.12g", rows[row].name, first, second, found,
                         expected);
        }
}

// The product of the matrices over the same steps: each method keeps the state of its own form, so
// that after 8,192 steps only a factor between the two states is left: e^8 at most.
TEST(random_steps_grow_as_the_product_of_matrices)
{
    enum { STEPS = 8192 };

    static double dt[STEPS];
    static const double points[][2] = {{0.1, 0.5}, {0.7, 0.2}, {1.1, 0.7}, {1.4, 0.9}, {2.5, 0.3}};
    for (int k = 0; k < COUNT(rows) * COUNT(points); k++) {
        int row = k % COUNT(rows);
        double mean = points[k / COUNT(rows)][0], jitter = points[k / COUNT(rows)][1];
        vl_random random = {1};
        double x = 1, y = 0, sum = 0;
        for (int i = 0; i < STEPS; i++) {
            dt[i] = mean * (1 + jitter * vl_random_uniform(&random, -1, 1));
            matrix m = rows[row].step(i > 0 ? dt[i - 1] : dt[i], dt[i]);
            double next = m.a * x + m.b * y, length;
            y = m.c * x + m.d * y;
            length = hypot(next, y);
            sum += log(length);
            x = next / length;
            y /= length;
        }
        double expected = sum / STEPS;
        double found =
            log(vl_stability_of(vl_integrator_find(rows[row].name), &unit, dt, STEPS).factor);
        if (!(fabs(found - expected) < 8.0 / STEPS))
            fail_msg("%s at %g, jitter %g: %.6f, matrices %.6f", rows[row].name, mean, jitter,
                     found, expected);
    }
}

// Whether a mass of 1 kg on a spring of 10 N/m and 1 m, pushed at 1 cm/s, gets half a metre out of
// its place in 300 steps: with a growth of 1.02 it goes 380 times as far as in the first.
static bool flies_apart(const char *scene, const vl_integrator *method, double dt)
{
    OWNED(vl_world) *world = world_from(scene, method->name);
    for (int i = 0; i < 300; i++)
        if (!vl_world_step(world, dt) || fabs(world->particles.x[0][1] - 1) > 0.5)
            return true;
    return false;
}

TEST(a_damped_spring_flies_apart_where_its_growth_says_so)
{
    static const double steps[] = {0.02, 0.05, 0.1, 0.2, 0.4, 0.9};
    static const double dampings[] = {0, 0.5, 4, 30};
    for (int k = 0; k < COUNT(steps) * COUNT(dampings) * vl_integrator_count; k++) {
        double dt = steps[k % COUNT(steps)], c = dampings[k / COUNT(steps) % COUNT(dampings)];
        const vl_integrator *method = vl_integrators[k / (COUNT(steps) * COUNT(dampings))];
        const char *scene =
            PRINTED("particles: [{at: [0, 0], pinned: true}, {at: [1, 0], velocity: [0.01, 0]}]\n"
                    "links: [{from: 1, to: 2, kind: spring, stiffness: 10, damping: %g}]\n",
                    c);
        OWNED(vl_world) *world = world_from(scene, method->name);
        vl_frequency_found found = vl_frequency_highest(world);
        double growth = vl_stability_of(method, &found, &dt, 1).factor;
        bool apart = flies_apart(scene, method, dt);
        assert_true(fabs(found.rate - c) <= 1e-4 * c && fabs(found.damper.rate - c) <= 1e-9 * c);
        if (growth > 1.02 ? !apart : growth < 1.001 && apart)
            fail_msg("%s, %g s, %g N s/m: growth %g, and it %s", method->name, dt, c, growth,
                     apart ? "flies apart" : "does not fly apart");
    }
}

TEST(given_steps_agree_with_the_maps)
{
    enum { COUNT = 8000 };

    static double dt[COUNT];
    const vl_integrator *tcv = vl_integrator_find("tcv");
    const double omega = 50;
    const vl_frequency_found fast = {.omega = omega};
    for (int i = 0; i < COUNT; i++)
        dt[i] = (i % 2 ? 1.6 : 1.2) / omega;
    vl_growth turns = vl_stability_of(tcv, &fast, dt, COUNT);
    assert_true(fabs(turns.factor * turns.factor - 1.48) < 0.005 && turns.error == 0);
    assert_true(vl_stability_of(tcv, &fast, dt, 1).factor == alternating(tcv, 1.2, 1.2).factor);

    vl_random random = {77};
    for (int i = 0; i < COUNT; i++)
        dt[i] = 1.4 / omega * (1 + vl_random_uniform(&random, -0.5, 0.5));
    double mean, jitter;
    vl_stability_measure(dt, COUNT, &mean, &jitter);
    assert_true(fabs(omega * mean - 1.4) < 0.02 && fabs(jitter - 0.5) < 0.01);
    // three steps tell no error, but a number
    vl_growth few = vl_stability_of(tcv, &fast, dt, 3);
    assert_true(few.factor > 0 && isnan(few.error));
}

// As a scene with a spring of 1e60 N/m, or one of 1e-60, may have it. A world that leaves the
// finite numbers, as that of rk4 with a damper does, is not stable.
TEST(steps_beyond_all_numbers_are_refused)
{
    static const double impossible[] = {0, -1, 1e-70, 1e10, 1e60, HUGE_VAL, (double)NAN};
    for (int i = 0; i < vl_integrator_count; i++) {
        for (int k = 0; k < COUNT(impossible); k++) {
            const double dt[] = {1, impossible[k], 2, 1};
            assert_true(isnan(alternating(vl_integrators[i], impossible[k], 1).factor));
            assert_true(isnan(vl_stability_of(vl_integrators[i], &unit, dt, 4).factor));
        }
        const double ends[] = {VL_STABILITY_LEAST, VL_STABILITY_MOST, 1};
        vl_growth small = alternating(vl_integrators[i], ends[0], ends[0]);
        assert_true(fabs(small.factor - 1) < 1e-7);
        assert_true(alternating(vl_integrators[i], ends[1], ends[1]).factor >= 0);
        assert_true(vl_stability_of(vl_integrators[i], &unit, ends, 3).factor >= 0);
        const vl_frequency_found damper = {.damper = {.rate = 1}};
        assert_true(vl_stability_of(vl_integrators[i], &damper, &ends[1], 1).factor > 1 - 1e-6);
    }
}

TEST(a_map_has_the_numbers_of_its_points)
{
    const vl_integrator *tcv = vl_integrator_find("tcv");

    enum { SIZE = 16 };

    OWNED(vl_stability_map) *map = vl_stability_map_create(tcv, SIZE);
    while (vl_stability_map_piece(map)) {
    }
    OWNED(vl_stability_map) *left = vl_stability_map_create(tcv, SIZE); // the sanitizers look
    assert_true(vl_stability_map_piece(left));
    assert_int_equal(map->rows, SIZE);
    assert_false(vl_stability_map_piece(map));
    for (int row = 0; row < SIZE; row += 5)
        for (int column = 0; column < SIZE; column += 3) {
            vl_growth alone = alternating(tcv, map->at[column], map->at[row]);
            assert_true(alone.factor == map->factors[row * SIZE + column]);
        }
    assert_true(map->at[SIZE - 1] == VL_STABILITY_REACH);
}
