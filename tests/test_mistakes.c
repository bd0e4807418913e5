// Mistakes, on purpose: each has a scene that shows it, the figures in the notes are those of a
// run, and without the mistake its symptom is gone.

#include "base/memory.h"
#include "lab/run.h"
#include "physics/integrators/integrators.h"
#include "physics/model/mistake.h"
#include "physics/world/world.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

#define SCENES VL_TEST_SOURCES "/scenes/"

static vl_stream *open_stream(const vl_scene *scene, const char *text)
{
    vl_error error = {0};
    vl_stream *stream = vl_stream_parse(text ? text : scene->timestep, NULL, &error);
    stream = vl_stream_mismeasure(stream, scene->mistake, &error);
    if (!stream)
        print_message("  %s\n", error.text);
    assert_non_null(stream);
    return stream;
}

// What is read of a run.
typedef struct seen {
    int slot; // of the first particle
    vl_reading last;
    double x, y;                   // m, of the first particle
    double most_stretch, most_off; // largest stretch, largest |energy error|
} seen;

static void see(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    seen *s = user;
    (void)world;
    s->last = *reading;
    s->x = x[0][s->slot];
    s->y = x[1][s->slot];
    s->most_stretch = test_larger(s->most_stretch, reading->stretch_max);
    s->most_off = test_larger(s->most_off, fabs(reading->energy_error));
}

static seen run(const vl_scene *scene, const char *integrator, const char *dt, double duration)
{
    const vl_integrator *method = integrator ? vl_integrator_find(integrator) : scene->integrator;
    OWNED(vl_lab) *lab = vl_lab_create(scene, &method, 1);
    OWNED(vl_stream) *stream = open_stream(scene, dt);
    const vl_particles *p = &lab->runs[0].world->particles;
    seen s = {.slot = p->slot_of[0]};
    vl_lab_listen(lab, see, &s);
    vl_run_lab(lab, stream, &(vl_run){.duration = duration, .steps = -1});
    return s;
}

// --- figures ---

static double x_of(const seen *s)
{
    return s->x;
}

static double y_of(const seen *s)
{
    return s->y;
}

// Of 1 kg, m/s.
static double speed_of(const seen *s)
{
    return sqrt(2 * s->last.kinetic);
}

static double error_of(const seen *s)
{
    return s->last.position_error;
}

static double kinetic_of(const seen *s)
{
    return s->last.kinetic;
}

static double stretch_of(const seen *s)
{
    return 100 * s->most_stretch;
}

static double energy_of(const seen *s)
{
    return 100 * s->most_off;
}

// `on` and `off` stand in the notes or follow from them; `digits` is half of the last digit there.
typedef struct figure {
    const char *scene, *integrator, *dt;
    double duration;
    double (*of)(const seen *s);
    double on, off, digits;
} figure;

#define STEP_30  "fixed:0.03333333333333333"
#define STEP_60  "fixed:0.016666666666666666"
#define STEP_144 "fixed:0.006944444444444444"
#define STEP_240 "fixed:0.004166666666666667"

static const figure figures[] = {
    // ½ g h t low, and half of that with half the step; velocity Verlet is right
    {"broken-naive-start", NULL, NULL, 4, y_of, 21.52 - 1.5696, 21.52, 5e-5},
    {"broken-naive-start", "tcv", NULL, 4, y_of, 21.52 - 1.5696, 21.52, 5e-5},
    {"broken-naive-start", "corrected-tcv", NULL, 4, y_of, 21.52 - 1.5696, 21.52, 5e-5},
    {"broken-naive-start", NULL, "fixed:0.04", 4, error_of, 0.7848, 0, 5e-5},
    {"broken-naive-start", "velocity-verlet", NULL, 4, y_of, 21.52, 21.52, 5e-5},
    // 250 m + 25 m/s times dt
    {"broken-halved-gravity", NULL, NULL, 10, y_of, 250.25, 0, 5e-3},
    {"broken-halved-gravity", "tcv", NULL, 10, y_of, 250.25, 0, 5e-3},
    {"broken-halved-gravity", "corrected-tcv", NULL, 10, y_of, 250.25, 0, 5e-3},
    {"broken-halved-gravity", NULL, "fixed:0.1", 10, y_of, 252.5, 0, 5e-2},
    {"broken-halved-gravity", NULL, "fixed:1", 10, y_of, 275, 0, 5e-2},
    {"broken-halved-gravity", "velocity-verlet", NULL, 10, y_of, 0, 0, 5e-3},
    // without the mistake, and at one frame rate, the swing is that of 3.92 J
    {"broken-stale-dt", NULL, NULL, 10, kinetic_of, 0, 3.765, 5e-4},
    {"broken-stale-dt", NULL, "switch:0.016666666666666666:0.01639344262295082:5", 10, y_of, -1.000,
     -0.983, 5e-4},
    {"broken-stale-dt", NULL, STEP_60, 10, y_of, -0.9835, -0.9835, 5e-5},
    // the arc is (10 t, 20 t − ½ g t²)
    {"broken-zero-frame", NULL, NULL, 4, x_of, 0.02, 40, 5e-3},
    {"broken-zero-frame", NULL, NULL, 4, y_of, -0.019, 1.52, 5e-4},
    {"broken-zero-frame", "corrected-tcv", NULL, 4, x_of, 0.02, 40, 5e-3},
    {"broken-zero-frame", "velocity-verlet", NULL, 4, x_of, 40, 40, 5e-3},
    {"broken-zero-frame", NULL, STEP_60, 4, x_of, 40, 40, 5e-3},
    // 0.99 to the power of the steps, of 10 m/s
    {"broken-damping-per-step", NULL, NULL, 1, speed_of, 5.47, 5.47, 5e-3},
    {"broken-damping-per-step", NULL, NULL, 2, speed_of, 0.49, 2.99, 5e-3},
    {"broken-damping-per-step", NULL, STEP_30, 1, speed_of, 7.4, 5.47, 5e-2},
    {"broken-damping-per-step", NULL, STEP_60, 1, speed_of, 5.5, 5.47, 5e-2},
    {"broken-damping-per-step", NULL, STEP_144, 1, speed_of, 2.4, 5.47, 5e-2},
    {"broken-damping-per-step", NULL, STEP_240, 1, speed_of, 0.9, 5.47, 5e-2},
    // 78.48 m of fall
    {"broken-single-precision", NULL, NULL, 4, y_of, 100000, 99921.52, 5e-3},
    {"broken-single-precision", "velocity-verlet", NULL, 4, error_of, 0.011, 0, 5e-4},
    {"broken-single-precision", NULL, "fixed:0.04", 4, y_of, 99921.9, 99921.5, 5e-2},
    {"broken-millisecond-clock", NULL, NULL, 10, y_of, -0.400, 0, 5e-4},
    {"broken-millisecond-clock", "tcv", NULL, 10, y_of, -0.034, 0, 5e-4},
    {"broken-millisecond-clock", "corrected-tcv", NULL, 10, y_of, 0, 0, 5e-4},
    {"broken-millisecond-clock", "velocity-verlet", NULL, 10, y_of, 0, 0, 5e-4},
    // 1.2⁴ of a displacement, of which 1.2 are right
    {"broken-frame-ratio", NULL, NULL, 1, speed_of, 10.2, 10.2, 5e-2},
    {"broken-frame-ratio", NULL, NULL, 1.02, speed_of, 17.4, 10.0, 5e-2},
    {"broken-frame-ratio", NULL, NULL, 2, y_of, 27.7, 20.4, 5e-2},
    // 4/3 of (0.8, 0.8) m in 0.17 s, of which 50 ms count, for 0.6 s
    {"broken-last-frame-hand", NULL, NULL, 1.4, x_of, -0.4, -0.4 + 1.76, 5e-3},
    {"broken-last-frame-hand", NULL, NULL, 0.75, speed_of, 6.7, 6.7, 5e-2},
    // (v²/l + g) dt² at the bottom: 2 · 9.81 · 0.4 + 9.81 m/s² on 1 m
    {"broken-early-readout", NULL, NULL, 10, stretch_of, 0.49, 0, 5e-3},
    {"broken-early-readout", NULL, "fixed:0.008333333333333333", 10, stretch_of, 0.123, 0, 5e-4},
    {"broken-early-readout", NULL, NULL, 10, energy_of, 2.8, 0.08, 5e-2},
    {"broken-early-readout", NULL, NULL, 10, y_of, -0.984, -0.984, 5e-4},
};

TEST(the_figures_of_the_notes_are_those_of_a_run)
{
    for (size_t i = 0; i < COUNT(figures); i++) {
        const figure *f = &figures[i];
        OWNED(vl_scene) *scene = shipped_scene(f->scene);
        seen on = run(scene, f->integrator, f->dt, f->duration);
        scene->mistake = NULL;
        seen off = run(scene, f->integrator, f->dt, f->duration);
        print_message("  %s %s %s: %.6g, off %.6g\n", f->scene, f->integrator ? f->integrator : "",
                      f->dt ? f->dt : "", f->of(&on), f->of(&off));
        assert_true(fabs(f->of(&on) - f->on) <= f->digits);
        assert_true(fabs(f->of(&off) - f->off) <= f->digits);
    }
}

// --- the table ---

// Scene number `index` of the list, or NULL behind the last.
static vl_scene *next_broken_scene(FILE *order)
{
    char line[256];
    while (fgets(line, sizeof line, order)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "broken-", 7) == 0)
            return shipped_scene(line);
    }
    return NULL;
}

TEST(each_mistake_has_a_scene_with_a_question_and_an_answer)
{
    FILE *order = fopen(SCENES "order.txt", "r");
    assert_non_null(order);
    int shown = 0;
    for (vl_scene *scene; (scene = next_broken_scene(order));) {
        assert_true(shown < vl_mistake_count);
        assert_ptr_equal(scene->mistake, &vl_mistakes[shown]);
        assert_non_null(strchr(scene->notes, '?'));
        assert_non_null(strstr(scene->notes, "Q")); // the key
        assert_true(strlen(scene->answer) > 100);
        assert_true(vl_mistake_fits(scene->mistake, scene->integrator));
        shown++;
        vl_scene_free(scene);
    }
    fclose(order);
    assert_int_equal(shown, vl_mistake_count);
}

TEST(each_row_of_the_table_is_whole)
{
    for (int i = 0; i < vl_mistake_count; i++) {
        const vl_mistake *m = &vl_mistakes[i];
        assert_ptr_equal(mistake_named(m->name), m);
        assert_true(*m->title && *m->people && *m->where && *m->wrong && *m->right);
        assert_true((m->only != NULL) == (m->steps[0].integrator != NULL));
        for (int k = 0; m->steps[k].integrator; k++) {
            assert_true(k < VL_MOST_MISTAKEN_STEPS - 1);
            assert_non_null(vl_integrator_find(m->steps[k].integrator));
            assert_true((m->steps[k].formula != NULL) == (m->steps[k].move != NULL));
        }
    }
    assert_null(mistake_named("none"));
}

// --- any method, any mistake ---

static void be_finite(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    const vl_particles *p = user;
    (void)world;
    assert_true(isfinite(reading->time));
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            assert_true(isfinite(x[axis][i]));
}

// Uneven steps, and frames of no time among them; the mistake goes off and on again.
static void stumble(vl_lab *lab, const vl_mistake *mistake)
{
    static const double steps[] = {0.01, 0.02, 0, 0.005, 0.1, 0, 0, 0.016};
    for (int i = 0; i < 80; i++) {
        vl_lab_advance(lab, steps[(size_t)i % COUNT(steps)]);
        if (i % 20 == 10)
            vl_lab_set_mistake(lab, i % 40 == 10 ? NULL : mistake);
    }
    vl_lab_settle(lab, 0);
}

TEST(every_method_steps_with_every_mistake)
{
    static const char *const scenes[] = {"oscillator", "pendulum",     "chain",
                                         "bounce",     "spring-chain", "broken-last-frame-hand"};
    for (size_t s = 0; s < COUNT(scenes); s++) {
        OWNED(vl_scene) *scene = shipped_scene(scenes[s]);
        for (int k = 0; k < vl_integrator_count; k++)
            for (int i = 0; i < vl_mistake_count; i++) {
                scene->mistake = &vl_mistakes[i];
                OWNED(vl_lab) *lab = vl_lab_create(scene, &vl_integrators[k], 1);
                vl_world *world = lab->runs[0].world;
                vl_lab_listen(lab, be_finite, &world->particles);
                stumble(lab, scene->mistake);
                assert_ptr_equal(vl_world_method(world), vl_integrators[k]);
            }
    }
}

// A method that cannot make a mistake of the step gives the bits it gives without.
TEST(who_cannot_make_a_mistake_does_not)
{
    OWNED(vl_scene) *scene = shipped_scene("oscillator");
    for (int k = 0; k < vl_integrator_count; k++)
        for (int i = 0; i < vl_mistake_count; i++) {
            const vl_integrator *method = vl_integrators[k];
            if (vl_mistake_fits(&vl_mistakes[i], method))
                continue;
            scene->mistake = &vl_mistakes[i];
            seen with = run(scene, method->name, "random:0.01:0.03:1", 2);
            scene->mistake = NULL;
            seen without = run(scene, method->name, "random:0.01:0.03:1", 2);
            if (vl_mistakes[i].at_start)
                continue; // leapfrog and the like are begun from x₋ as well, which is never naive
            assert_true(with.x == without.x && with.last.energy == without.last.energy);
        }
}

static void copy_of(const vl_world *world, double *const *of, double *copy)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        memcpy(copy + axis * world->particles.count, of[axis],
               (size_t)world->particles.count * sizeof *copy);
}

// Positions to the bit; velocities go through x₋ and back: a few units in the last place of x over
// the step, 4e-16 · 5 m/0.005 s, and through the look ahead where links act.
TEST(switching_moves_nothing)
{
    static const char *const scenes[] = {"oscillator", "pendulum", "projectile", "spring-chain"};
    for (size_t s = 0; s < COUNT(scenes); s++) {
        OWNED(vl_scene) *scene = shipped_scene(scenes[s]);
        for (int k = 0; k < vl_integrator_count; k++)
            for (int i = 0; i < 2 * vl_mistake_count; i++) {
                const vl_mistake *mistake = &vl_mistakes[i / 2];
                scene->mistake = i % 2 ? mistake : NULL;
                vl_world *world;
                OWNED(vl_lab) *lab = vl_lab_create(scene, &vl_integrators[k], 1);
                world = lab->runs[0].world;
                for (int n = 0; n < 30; n++)
                    vl_lab_advance(lab, n % 2 ? 0.01 : 0.012);
                vl_world_synchronise(world);

                size_t count = (size_t)(VL_AXES * world->particles.count);
                FREED double *x = vl_alloc(count, sizeof *x), *v = vl_alloc(count, sizeof *v);
                FREED double *now = vl_alloc(count, sizeof *now);
                copy_of(world, world->particles.x, x);
                copy_of(world, vl_world_velocity(world), v);
                vl_world_set_mistake(world, i % 2 ? NULL : mistake);
                copy_of(world, world->particles.x, now);
                assert_memory_equal(now, x, count * sizeof *x);
                copy_of(world, vl_world_velocity(world), now);
                for (size_t n = 0; n < count; n++)
                    assert_true(fabs(now[n] - v[n]) < 1e-11);
            }
    }
}

// What the mistake has bent is as it was.
TEST(off_is_as_if_it_had_never_been)
{
    for (int i = 0; i < vl_mistake_count; i++) {
        OWNED(vl_scene) *scene = shipped_scene("projectile");
        scene->damping = 0.3;
        scene->mistake = &vl_mistakes[i];
        OWNED(vl_lab) *lab = vl_lab_create(scene, NULL, 1);
        vl_lab_set_mistake(lab, NULL);
        scene->mistake = NULL;
        OWNED(vl_lab) *plain = vl_lab_create(scene, NULL, 1);
        for (int n = 0; n < 50; n++) {
            vl_lab_advance(lab, n % 3 ? 0.01 : 0.02);
            vl_lab_advance(plain, n % 3 ? 0.01 : 0.02);
        }
        for (int axis = 0; axis < VL_AXES; axis++)
            assert_true(lab->runs[0].world->particles.x[axis][0] ==
                        plain->runs[0].world->particles.x[axis][0]);
    }
}

// --- the scene file ---

TEST(what_is_wrong_is_told)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"mistake: stale-dd", "2:10: unknown mistake 'stale-dd'; did you mean 'stale-dt'?"},
        {"mistake: millisecond-clock\nparticles: [{at: [0, 0]}]",
         "2:10: mistake is 'millisecond-clock', but timestep is "
         "'frame', expected the fixed step of "
         "a display, such as fixed:0.016666666666666666"},
        {"particles: [{at: [0, 0]}]\nhand_holds: 7",
         "3:13: hand_holds is 7, expected a particle from 1 to 1"},
        {"particles: [{at: [0, 0]}]\nhand: [{time: 1, at: [0, 0]}, {time: 1, at: [0, 1]}]",
         "3:7: sample 2 of the hand is at 1 s, expected later than 1 s, when sample 1 is"},
        {"particles: [{at: [0, 0]}]\nhand: [{time: 1, at: [0, 0]}]\nhand_holds: 2",
         "4:13: hand_holds is 2, expected a particle from 1 to 1"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[512];
        vl_error error = {0};
        snprintf(text, sizeof text, "format: 1\n%s\n", rows[i].text);
        assert_null(vl_scene_parse(text, strlen(text), "test", &error));
        print_message("  %s\n", error.text);
        assert_non_null(strstr(error.text, rows[i].message));
    }
}
