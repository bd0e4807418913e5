// Exact solutions: recognised where they hold and nowhere else, equal to an integration by a method
// of high order, and zero error for a method that is exact.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "physics/exact.h"
#include "worlds.h"

#include <string.h>

static const vl_vec3 none = {0, 0, 0};

typedef struct row {
    const char *name;
    vl_vec3 x, v, gravity;
    vl_force force;
    double duration;
} row;

// The three tests of the articles with known solutions, the oscillator, and a sine with a phase.
static const row rows[] = {
    {"uniform force", {0, 0, 0}, {0, 20, 0}, {0, -9.81, 0}, {0}, 4},
    {"uniform force",
     {1, 0, 0},
     {-1, 0, 0},
     {0, 0, 0},
     {.kind = &vl_force_polynomial, .coefficient_count = 3, .coefficients = {2, 6, -12}},
     1.5},
    {"uniform force",
     {0, 0, 0},
     {1, 0, 0},
     {0, 0, 0},
     {.kind = &vl_force_sine, .amplitude = -1, .frequency = 1},
     10},
    {"uniform force",
     {1, 2, 3},
     {1, 0, -1},
     {0, 1, 0},
     {.kind = &vl_force_sine, .axis = 2, .amplitude = 3, .frequency = 2, .phase = 0.7},
     5},
    {"uniform force",
     {0, 0, 0},
     {1, 0, 0},
     {0, 0, 0},
     {.kind = &vl_force_sine, .amplitude = 2, .frequency = 0, .phase = 0.5},
     5},
    {"oscillator",
     {1, 0, 0},
     {0, 0.5, 0},
     {0, -9.81, 0},
     {.kind = &vl_force_harmonic, .center = {0.5, 0, 0}, .stiffness = 2.4674011},
     5},
};

enum { ROWS = sizeof rows / sizeof *rows };

static vl_world *make(const row *r, const char *integrator)
{
    return world_of_one(integrator, r->x, r->v, r->gravity, r->force.kind ? &r->force : NULL);
}

// rk4 in steps of 1e-3 of these unit-sized problems has an error of about (ω h)^4 t ≤ 1e-11; the
// exact solution has to be nearer than 1e-9.
static void solutions_agree_with_a_fine_integration(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        vl_world *world = make(&rows[i], "rk4");
        vl_exact *exact = vl_exact_recognise(world);
        assert_non_null(exact);
        assert_string_equal(vl_exact_name(exact), rows[i].name);

        int steps = (int)(rows[i].duration * 1000);
        for (int k = 0; k < steps; k++)
            vl_world_step(world, rows[i].duration / steps);
        vl_vec3 v = vl_exact_velocity(exact, 0, world->now.time);
        assert_true(vl_exact_error(exact, world) < 1e-9);
        assert_true(vl_length(vl_sub(v, vl_read(world->particles.v, 0))) < 1e-9);
        vl_exact_free(exact);
        vl_world_free(world);
    }
}

// Error at the end of row r after `steps` steps, drawn from 0.5–1.5 of the mean where `seed` is not
// 0.
static double end_error(const row *r, const char *integrator, int steps, int seed)
{
    double dt[1600], sum = 0;
    vl_random random = {(uint64_t)seed};
    for (int k = 0; k < steps; k++)
        sum += dt[k] = seed ? random_dt(&random, 1) : 1;
    vl_world *world = make(r, integrator);
    vl_exact *exact = vl_exact_recognise(world);
    for (int k = 0; k < steps; k++)
        vl_world_step(world, dt[k] * r->duration / sum);
    double error = vl_exact_error(exact, world);
    vl_exact_free(exact);
    vl_world_free(world);
    return error;
}

static double rms_end_error(const row *r, const char *integrator, int steps, bool random)
{
    enum { SEEDS = 30 };

    double sum = 0;
    for (int seed = 1; seed <= (random ? SEEDS : 1); seed++)
        sum += pow(end_error(r, integrator, steps, random ? seed : 0), 2);
    return sqrt(sum / (random ? SEEDS : 1));
}

// The three tests of the articles under constant and random steps: 32 times finer, a method of
// order p is 32^p times better, a quarter of a power left for the next term and the luck of the
// steps. Or it is down at rounding: positions up to 20 m are known to 2e-15 m, and a difference of
// them kept as velocity makes that n² times as much after n = 1,600 steps. (Better than declared is
// no fault here: the projectile is exact for all of second order.)
static void the_three_known_solutions_are_approached_at_the_declared_order(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < integrators_here(); i++)
            for (int random = 0; random < 2; random++) {
                const vl_integrator *m = vl_integrators[i];
                int order = random ? m->order_random_dt : m->order;
                double coarse = rms_end_error(&rows[k], m->name, 50, random);
                double fine = rms_end_error(&rows[k], m->name, 1600, random);
                bool good = fine < coarse / pow(32, order - 0.25) || fine < 1e-8;
                if (!good || order == 0)
                    print_message("  row %d %s %s: %.1e -> %.1e\n", k, m->name,
                                  random ? "random" : "constant", coarse, fine);
                assert_true(good || order == 0);
            }
}

// A solution begun in mid-run is the same motion.
static void a_solution_may_begin_at_any_time(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        vl_world *world = make(&rows[i], "rk4");
        vl_exact *whole = vl_exact_recognise(world);
        for (int k = 0; k < 1000; k++)
            vl_world_step(world, 0.001);
        vl_exact *rest = vl_exact_recognise(world);
        assert_true(vl_exact_since(rest) == world->now.time);
        for (double t = 1; t < 4; t += 0.5) {
            vl_vec3 apart = vl_sub(vl_exact_position(whole, 0, t), vl_exact_position(rest, 0, t));
            assert_true(vl_length(apart) < 1e-9);
        }
        vl_exact_free(whole);
        vl_exact_free(rest);
        vl_world_free(world);
    }
}

static void nothing_is_recognised_where_it_would_not_hold(void **state)
{
    (void)state;
    vl_force pull = {.kind = &vl_force_central, .center = {10, 0, 0}, .strength = 1, .cutoff = 0.1};
    vl_world *worlds[] = {
        world_of_one("tcv", none, none, none, &pull),
        chain("tcv", 3, 1, 1, 1, VL_ROD),
        chain("tcv", 3, 1, 1, 1, VL_SPRING),
        oscillator("tcv"),
        oscillator("tcv"),
    };
    worlds[3]->damping = 0.1;
    worlds[4]->damping_per_step = 0.1;
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        assert_null(vl_exact_recognise(worlds[i]));
        vl_world_free(worlds[i]);
    }

    vl_world *held = fall("tcv");
    assert_true(vl_world_hold(held, 0));
    assert_null(vl_exact_recognise(held));
    vl_world_free(held);
}

static void a_pinned_particle_stays(void **state)
{
    (void)state;
    vl_world *world = fall("tcv");
    vl_world_set_pinned(world, 0, true);
    vl_exact *exact = vl_exact_recognise(world);
    for (int k = 0; k < 10; k++)
        vl_world_step(world, 0.1);
    assert_true(vl_exact_error(exact, world) == 0);
    assert_true(world->particles.x[1][0] == 500);
    vl_exact_free(exact);
    vl_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_agree_with_a_fine_integration),
        cmocka_unit_test(the_three_known_solutions_are_approached_at_the_declared_order),
        cmocka_unit_test(a_solution_may_begin_at_any_time),
        cmocka_unit_test(nothing_is_recognised_where_it_would_not_hold),
        cmocka_unit_test(a_pinned_particle_stays),
    };
    return cmocka_run_group_tests_name("exact", tests, NULL, NULL);
}
