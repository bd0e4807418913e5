// Estimators of the velocity: what each makes of a motion, and that none changes it.

#include "lab/lab.h"
#include "lab/run.h"
#include "physics/integrators/integrators.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

enum { MOST_STEPS = 600, MOST_PARTICLES = 8, SUBSTEPS = 3 };

static const char free_text[] = "format: 1\n"
                                "title: oscillator\n"
                                "integrator: tcv\n"
                                "particles:\n"
                                "  - {name: body, at: [1, 0.5], velocity: [0, 1], mass: 2}\n"
                                "forces:\n"
                                "  - {kind: harmonic, center: [0, 0], stiffness: 3}\n";

static const char linked_text[] =
    "format: 1\n"
    "title: chain\n"
    "integrator: tcv\n"
    "gravity: [0, -9.81]\n"
    "solver: {method: direct, direction: new, iterations: 20}\n"
    "chains:\n"
    "  - {from: [0, 0], to: [1, 0], links: 4, mass: 1, pin: start, kind: rod}\n";

static const char *const texts[] = {free_text, linked_text};

// All readings of a run, with the positions of their instants.
typedef struct record {
    int count, particles;
    vl_reading readings[MOST_STEPS + 1];
    double x[MOST_STEPS + 1][VL_AXES][MOST_PARTICLES];
} record;

static void hear(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    record *r = user;
    assert_true(r->count <= MOST_STEPS);
    r->readings[r->count] = *reading;
    for (int axis = 0; axis < VL_AXES; axis++)
        memcpy(r->x[r->count][axis], x[axis], (size_t)r->particles * sizeof(double));
    r->count++;
}

typedef struct setup {
    const char *text, *integrator, *estimator;
    int substeps, steps;
    int settle_every; // looks ahead after so many steps, with the next step known; 0: never
    int frame_parts;  // each step is made as so many frames; 1
} setup;

// Steps at random between 0.5 and 1.5 of 0.01 s; the caller frees the record.
static record *run(const setup *s)
{
    vl_scene *scene = scene_of(s->text);
    scene->solver.substeps = s->substeps;
    const vl_integrator *integrator = vl_integrator_find(s->integrator);
    vl_lab *lab = vl_lab_create(scene, &integrator, 1);
    record *r = vl_alloc(1, sizeof *r);
    r->particles = lab->runs[0].world->particles.count;
    assert_true(r->particles <= MOST_PARTICLES);
    vl_lab_set_estimator(lab, vl_estimator_find(s->estimator));
    vl_lab_listen(lab, hear, r);
    vl_random random = {7};
    double next = random_dt(&random, 0.01);
    for (int k = 0; k < s->steps; k++) {
        if (s->settle_every && k % s->settle_every == 0)
            vl_lab_settle(lab, next);
        for (int part = 0; part < s->frame_parts; part++)
            assert_true(vl_lab_advance(lab, next / s->frame_parts));
        next = random_dt(&random, 0.01);
    }
    vl_lab_settle(lab, next / s->frame_parts);
    assert_int_equal(r->count, s->steps * s->frame_parts + 1);
    vl_lab_free(lab);
    vl_scene_free(scene);
    return r;
}

// ½ Σ m |w₁ (xₙ₊₁ − xₙ) + w₀ (xₙ − xₙ₋₁)|² of the recorded positions.
static double kinetic_of(const record *r, int n, double w0, double w1, const double *mass)
{
    double sum = 0;
    for (int i = 0; i < r->particles; i++)
        for (int axis = 0; axis < VL_AXES; axis++) {
            double v = w0 ? w0 * (r->x[n][axis][i] - r->x[n - 1][axis][i]) : 0;
            v += w1 ? w1 * (r->x[n + 1][axis][i] - r->x[n][axis][i]) : 0;
            sum += 0.5 * mass[i] * v * v;
        }
    return sum;
}

// The displacement in the steps that the estimator uses, over their time.
static double expected(const record *r, const vl_estimator *estimator, int n, const double *mass)
{
    double back = estimator->behind ? r->readings[n].dt : 0;
    double ahead = estimator->ahead ? r->readings[n + 1].dt : 0, per_time = 1 / (back + ahead);
    return kinetic_of(r, n, back > 0 ? per_time : 0, ahead > 0 ? per_time : 0, mass);
}

// Positions of 1 m are rounded by 1e-16, a difference quotient over 5 ms by 4e-14 m/s, which are
// 1e-12 of some J with speeds of some m/s.
static const double rounding = 1e-12;

TEST(each_estimate_is_its_formula_for_every_method)
{
    for (int t = 0; t < 2; t++)
        for (int m = 0; m < vl_integrator_count; m++)
            for (int e = 1; e < vl_estimator_count; e++) {
                setup s = {texts[t], vl_integrators[m]->name, vl_estimators[e].name, 1, 50, 0, 1};
                vl_scene *scene = scene_of(s.text);
                vl_lab *lab = vl_lab_create(scene, NULL, 1);
                record *r = run(&s);
                const double *mass = lab->runs[0].world->particles.mass;
                for (int n = 1; n + 1 < r->count; n++)
                    assert_true(
                        fabs(r->readings[n].kinetic - expected(r, &vl_estimators[e], n, mass)) <=
                        rounding * (1 + r->readings[n].kinetic));
                vl_free(r);
                vl_lab_free(lab);
                vl_scene_free(scene);
            }
}

TEST(the_motion_is_the_same_to_the_bit_whatever_is_estimated)
{
    for (int t = 0; t < 2; t++)
        for (int m = 0; m < vl_integrator_count; m++) {
            setup s = {texts[t], vl_integrators[m]->name, "right", SUBSTEPS, 50, 0, 1};
            record *right = run(&s);
            for (int e = 1; e < vl_estimator_count; e++) {
                s.estimator = vl_estimators[e].name;
                s.settle_every = 5;
                record *other = run(&s);
                assert_memory_equal(right->x, other->x, sizeof right->x);
                vl_free(other);
            }
            vl_free(right);
        }
}

// With n substeps the quotients are those of the last and the first substep: frames of a substep
// each show the same at the same instants.
TEST(substeps_count_as_steps)
{
    for (int t = 0; t < 2; t++)
        for (int m = 0; m < vl_integrator_count; m++)
            for (int e = 0; e < vl_estimator_count; e++) {
                setup s = {
                    texts[t], vl_integrators[m]->name, vl_estimators[e].name, SUBSTEPS, 50, 0, 1};
                record *cut = run(&s);
                s.substeps = 1;
                s.frame_parts = SUBSTEPS;
                record *whole = run(&s);
                for (int n = 1; n < cut->count; n++) {
                    double a = cut->readings[n].kinetic, b = whole->readings[SUBSTEPS * n].kinetic;
                    assert_true(fabs(a - b) <= 10 * rounding * (1 + fabs(b)));
                }
                vl_free(cut);
                vl_free(whole);
            }
}

TEST(a_look_ahead_finds_what_the_next_step_does)
{
    for (int t = 0; t < 2; t++)
        for (int m = 0; m < vl_integrator_count; m++)
            for (int e = 0; e < vl_estimator_count; e++) {
                setup s = {
                    texts[t], vl_integrators[m]->name, vl_estimators[e].name, SUBSTEPS, 50, 0, 1};
                record *waited = run(&s);
                s.settle_every = 1;
                record *looked = run(&s);
                for (int n = 0; n < waited->count; n++) {
                    double a = waited->readings[n].kinetic, b = looked->readings[n].kinetic;
                    assert_true(a == b || (isnan(a) && isnan(b)) ||
                                fabs(a - b) <= rounding * (1 + fabs(b)));
                }
                vl_free(waited);
                vl_free(looked);
            }
}

TEST(before_the_first_step_only_what_lies_ahead_exists)
{
    for (int t = 0; t < 2; t++)
        for (int e = 0; e < vl_estimator_count; e++) {
            setup s = {texts[t], "corrected-tcv", vl_estimators[e].name, 1, 3, 0, 1};
            record *r = run(&s);
            assert_int_equal(isnan(r->readings[0].kinetic), vl_estimators[e].behind);
            assert_int_equal(isnan(r->readings[0].energy_error), vl_estimators[e].behind);
            assert_false(isnan(r->readings[1].kinetic));
            vl_free(r);
        }
}

TEST(a_switch_shows_at_once_and_back)
{
    vl_scene *scene = scene_of(free_text);
    vl_lab *lab = vl_lab_create(scene, NULL, 1);
    for (int k = 0; k < 10; k++)
        vl_lab_advance(lab, 0.05);
    vl_lab_settle(lab, 0.05);
    double right = lab->runs[0].shown.kinetic;
    for (int e = 1; e < vl_estimator_count; e++) {
        vl_lab_set_estimator(lab, &vl_estimators[e]);
        vl_lab_settle(lab, 0.07);
        assert_int_equal(lab->runs[0].shown.step, 10);
        assert_true(fabs(lab->runs[0].shown.kinetic - right) > 1e-3 * right);
    }
    vl_lab_set_estimator(lab, &vl_estimators[0]);
    vl_lab_settle(lab, 0.07);
    assert_true(lab->runs[0].shown.kinetic == right);
    vl_lab_free(lab);
    vl_scene_free(scene);
}

// --- energy estimate on the oscillator, random steps, mean 0.1 ---

// Largest |energy error| of the shipped scene over its 40 s: ω = 1/s, steps of 0.05–0.15 s.
static double largest_error(const char *integrator, const vl_estimator *estimator, int seed)
{
    char dt[64];
    vl_error error = {0};
    vl_scene *scene = vl_scene_load(VL_TEST_SOURCES "/scenes/estimator.yaml", &error);
    assert_non_null(scene);
    snprintf(dt, sizeof dt, "random:0.05:0.15:%d", seed);
    vl_stream *stream = vl_stream_parse(dt, NULL, &error);
    assert_non_null(stream);
    const vl_integrator *method = vl_integrator_find(integrator);
    vl_lab *lab = vl_lab_create(scene, &method, 1);
    record *r = vl_alloc(1, sizeof *r);
    r->particles = 1;
    vl_lab_set_estimator(lab, estimator);
    vl_lab_listen(lab, hear, r);
    vl_run_lab(lab, stream, &(vl_run){.duration = scene->view.pause, .steps = -1});
    double largest = 0;
    bool needs_a_step = isnan(r->readings[0].energy_error); // a velocity of the step before
    for (int n = needs_a_step; n < r->count; n++)
        largest = test_larger(largest, fabs(r->readings[n].energy_error));
    vl_free(r);
    vl_lab_free(lab);
    vl_stream_free(stream);
    vl_scene_free(scene);
    return largest;
}

// "0.4 % error with the right velocity, 7.7 % with the backward difference, 4.5 % with the
// unweighted central one" are the largest errors of a run of 40 s in which ω dt is 0.1 in the mean;
// with seed 336, that of the scene, all three are as they stand there, to their digits. The other
// figures of its notes, and the means of 60 seeds that docs/physics/energy-and-estimators.md has,
// are kept here too.
TEST(figures_energy_estimate_on_the_oscillator)
{
    static const struct {
        const char *name;
        double figure, mean;
    } rows[] = {{"right", 0.0037, 0.0045},
                {"backward", 0.077, 0.0749},
                {"central", 0.045, 0.0449},
                {"half-step", 0.074, 0.0745}};

    for (int i = 0; i < COUNT(rows); i++) {
        const vl_estimator *estimator = vl_estimator_find(rows[i].name);
        double of_the_figure = largest_error("corrected-tcv", estimator, 336), sum = 0;
        for (int seed = 1; seed <= 60; seed++)
            sum += largest_error("corrected-tcv", estimator, seed);
        print_message("  %-9s seed 336: %.2f %%, mean of 60 seeds: %.2f %%\n", rows[i].name,
                      100 * of_the_figure, 100 * sum / 60);
        assert_true(fabs(of_the_figure - rows[i].figure) < 0.0005);
        assert_true(fabs(sum / 60 - rows[i].mean) < 0.01 * rows[i].mean);
    }
    assert_true(fabs(largest_error("tcv", &vl_estimators[0], 336) - 0.086) < 0.0005);
}
