// Estimators of the velocity: what each makes of a motion. That none changes it is tested in
// test_any_scene.c.

#include "base/names.h"
#include "physics/integrators/integrators.h"
#include "support/labs.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

enum { MOST_STEPS = 600, MOST_PARTICLES = 8, SUBSTEPS = 3 };

static const char free_text[] = "format: 1\nintegrator: tcv\n"
                                "particles:\n  - {at: [1, 0.5], velocity: [0, 1], mass: 2}\n"
                                "forces:\n  - {kind: harmonic, center: [0, 0], stiffness: 3}\n";

static const char linked_text[] =
    "format: 1\nintegrator: tcv\ngravity: [0, -9.81]\n"
    "solver: {method: direct, direction: new, iterations: 20}\n"
    "chains:\n  - {from: [0, 0], to: [1, 0], links: 4, mass: 1, pin: start, kind: rod}\n";

static const char *const texts[] = {free_text, linked_text};

// All readings of a run, with the positions of their instants.
typedef struct record {
    int count, particles;
    double mass[MOST_PARTICLES];
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
static const vl_estimator *find_estimator(const char *name)
{
    return vl_names_find(VL_NAMES(vl_estimators, vl_estimator_count, name), name);
}

static record *run(const setup *s)
{
    OWNED(vl_scene) *scene = scene_of(s->text);
    scene->solver.substeps = s->substeps;
    const vl_integrator *integrator = vl_integrator_find(s->integrator);
    OWNED(vl_lab) *lab = lab_with(scene, &integrator, 1);
    const vl_particles *p = &lab->runs[0].world->particles;
    record *r = vl_alloc(1, sizeof *r);
    r->particles = p->count;
    assert_true(r->particles <= MOST_PARTICLES);
    memcpy(r->mass, p->mass, (size_t)p->count * sizeof *r->mass);
    vl_lab_set_estimator(lab, find_estimator(s->estimator));
    vl_lab_listen(lab, hear, r);
    vl_random random = {7};
    double next = random_dt(&random, 0.01);
    for (int k = 0; k < s->steps; k++) {
        if (s->settle_every && k % s->settle_every == 0)
            vl_lab_complete(lab, next);
        for (int part = 0; part < s->frame_parts; part++)
            assert_true(make_frame(lab, next / s->frame_parts));
        next = random_dt(&random, 0.01);
    }
    vl_lab_complete(lab, next / s->frame_parts);
    assert_int_equal(r->count, s->steps * s->frame_parts + 1);
    return r;
}

// Calls `check` with every text, method and estimator: 50 steps.
static void for_each(void (*check)(setup s, const vl_estimator *estimator), int substeps)
{
    for (int t = 0; t < COUNT(texts); t++)
        for (int m = 0; m < vl_integrator_count; m++)
            for (int e = 0; e < vl_estimator_count; e++)
                check((setup){texts[t], vl_integrators[m]->name, vl_estimators[e].name, substeps,
                              50, 0, 1},
                      &vl_estimators[e]);
}

// ½ Σ m |w₁ (xₙ₊₁ − xₙ) + w₀ (xₙ − xₙ₋₁)|² of the recorded positions.
static double kinetic_of(const record *r, int n, double w0, double w1)
{
    double sum = 0;
    for (int i = 0; i < r->particles; i++)
        for (int axis = 0; axis < VL_AXES; axis++) {
            double v = w0 ? w0 * (r->x[n][axis][i] - r->x[n - 1][axis][i]) : 0;
            v += w1 ? w1 * (r->x[n + 1][axis][i] - r->x[n][axis][i]) : 0;
            sum += 0.5 * r->mass[i] * v * v;
        }
    return sum;
}

// Positions of 1 m are rounded by 1e-16, a difference quotient over 5 ms by 4e-14 m/s, which are
// 1e-12 of some J with speeds of some m/s.
static const double rounding = 1e-12;

// The first, `right`, is no difference quotient.
static void check_formula(setup s, const vl_estimator *estimator)
{
    if (estimator == &vl_estimators[0])
        return;
    FREED record *r = run(&s);
    for (int n = 1; n + 1 < r->count; n++) { // the displacement in its steps, over their time
        double back = estimator->behind ? r->readings[n].dt : 0;
        double ahead = estimator->ahead ? r->readings[n + 1].dt : 0, per_time = 1 / (back + ahead);
        double right = kinetic_of(r, n, back > 0 ? per_time : 0, ahead > 0 ? per_time : 0);
        double found = r->readings[n].kinetic;
        assert_true(fabs(found - right) <= rounding * (1 + found));
    }
}

TEST(each_estimate_is_its_formula_for_every_method)
{
    for_each(check_formula, 1);
}

static void check_substeps(setup s, const vl_estimator *estimator)
{
    FREED record *cut = run(&s);
    s.substeps = 1;
    s.frame_parts = SUBSTEPS;
    FREED record *whole = run(&s);
    for (int n = 1; n < cut->count; n++) {
        double a = cut->readings[n].kinetic, b = whole->readings[SUBSTEPS * n].kinetic;
        assert_true(fabs(a - b) <= 10 * rounding * (1 + fabs(b)));
    }
}

// With n substeps the quotients are those of the last and the first substep: frames of a substep
// each show the same at the same instants.
TEST(substeps_count_as_steps)
{
    for_each(check_substeps, SUBSTEPS);
}

static void check_look(setup s, const vl_estimator *estimator)
{
    FREED record *waited = run(&s);
    s.settle_every = 1;
    FREED record *looked = run(&s);
    for (int n = 0; n < waited->count; n++) {
        double a = waited->readings[n].kinetic, b = looked->readings[n].kinetic;
        assert_true(a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= rounding * (1 + fabs(b)));
    }
}

TEST(a_look_ahead_finds_what_the_next_step_does)
{
    for_each(check_look, SUBSTEPS);
}

TEST(before_the_first_step_only_what_lies_ahead_exists)
{
    for (int t = 0; t < 2; t++)
        for (int e = 0; e < vl_estimator_count; e++) {
            setup s = {texts[t], "corrected-tcv", vl_estimators[e].name, 1, 3, 0, 1};
            FREED record *r = run(&s);
            assert_int_equal(isnan(r->readings[0].kinetic), vl_estimators[e].behind);
            assert_int_equal(isnan(r->readings[0].energy_error), vl_estimators[e].behind);
            assert_false(isnan(r->readings[1].kinetic));
        }
}

TEST(a_switch_shows_at_once_and_back)
{
    OWNED(vl_scene) *scene = scene_of(free_text);
    OWNED(vl_lab) *lab = lab_with(scene, NULL, 1);
    for (int k = 0; k < 10; k++)
        make_frame(lab, 0.05);
    vl_lab_complete(lab, 0.05);
    double right = lab->runs[0].shown.kinetic;
    for (int e = 1; e < vl_estimator_count; e++) {
        vl_lab_set_estimator(lab, &vl_estimators[e]);
        vl_lab_complete(lab, 0.07);
        assert_int_equal(lab->runs[0].shown.step, 10);
        assert_true(fabs(lab->runs[0].shown.kinetic - right) > 1e-3 * right);
    }
    vl_lab_set_estimator(lab, &vl_estimators[0]);
    vl_lab_complete(lab, 0.07);
    assert_true(lab->runs[0].shown.kinetic == right);
}

// --- energy estimate on the oscillator, random steps, mean 0.1 ---

typedef struct largest_error {
    bool needs_a_step; // a velocity of the step before
    double energy;
} largest_error;

static void take_larger(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    largest_error *largest = user;
    if (reading->step > 0 || !largest->needs_a_step)
        largest->energy = test_larger(largest->energy, fabs(reading->energy_error));
}

// Of the shipped scene over its 40 s: ω = 1/s, steps of 0.05–0.15 s.
static double error_of(const vl_scene *scene, const vl_estimator *estimator, int seed)
{
    OWNED(vl_stream) *stream = stream_of(PRINTED("random:0.05:0.15:%d", seed));
    const vl_integrator *method = vl_integrator_find("corrected-tcv");
    OWNED(vl_lab) *lab = lab_with(scene, &method, 1);
    largest_error largest = {.needs_a_step = estimator->behind};
    vl_lab_set_estimator(lab, estimator);
    vl_lab_listen(lab, take_larger, &largest);
    vl_run_lab(lab, stream, &(vl_run){.duration = scene->view.pause, .steps = -1});
    return largest.energy;
}

// The means of 60 seeds that docs/physics/energy-and-estimators.md has; tests/notes.txt measures
// the figures of the notes of the scene, those of seed 336.
TEST(figures_energy_estimate_on_the_oscillator)
{
    static const struct {
        const char *name;
        double mean;
    } rows[] = {
        {"right", 0.0045}, {"backward", 0.0749}, {"central", 0.0449}, {"half-step", 0.0745}};

    OWNED(vl_scene) *scene = shipped_scene("estimator");
    for (int i = 0; i < COUNT(rows); i++) {
        double sum = 0;
        for (int seed = 1; seed <= 60; seed++)
            sum += error_of(scene, find_estimator(rows[i].name), seed);
        print_message("  %-9s mean of 60 seeds: %.2f %%\n", rows[i].name, 100 * sum / 60);
        assert_true(fabs(sum / 60 - rows[i].mean) < 0.01 * rows[i].mean);
    }
}
