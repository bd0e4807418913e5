// Mistakes, on purpose: each has a scene that shows it, the figures in the notes are those of a
// run, and without the mistake its symptom is gone.

#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/model/mistake.h"
#include "support/labs.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

// The last reading of a run, and where the first particle is then.
typedef struct seen {
    int slot;
    vl_reading last;
    double x, y; // m
} seen;

static void see(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    seen *s = user;
    s->last = *reading;
    s->x = x[0][s->slot];
    s->y = x[1][s->slot];
}

static seen run(const vl_scene *scene, const char *integrator, const char *dt, double duration)
{
    const vl_integrator *method = integrator ? vl_integrator_find(integrator) : scene->integrator;
    OWNED(vl_lab) *lab = lab_with(scene, &method, 1);
    OWNED(vl_stream) *stream = stream_of(dt ? dt : scene->timestep);
    vl_stream_mismeasure(stream, scene->mistake);
    seen s = {.slot = lab->runs[0].world->particles.slot_of[0]};
    vl_lab_listen(lab, see, &s);
    vl_run_lab(lab, stream, &(vl_run){.duration = duration, .steps = -1});
    return s;
}

// --- figures ---

#define STEP_60 "fixed:0.016666666666666666"

// What tests/notes.txt does not measure: methods that the notes do not name, and runs without the
// mistake. The last is half of the last digit.
TEST(the_figures_of_the_notes_are_those_of_a_run)
{
    enum { X, Y, KINETIC };

    static const struct {
        const char *scene, *integrator, *dt;
        double duration;
        int of;
        double on, off, digits;
    } rows[] = {
        // ½ g h t low; velocity Verlet is right
        {"broken-naive-start", NULL, NULL, 1, Y, 1.095 - 0.613125, 1.095, 5e-6},
        {"broken-naive-start", "tcv", NULL, 1, Y, 1.095 - 0.613125, 1.095, 5e-6},
        {"broken-naive-start", "corrected-tcv", NULL, 1, Y, 1.095 - 0.613125, 1.095, 5e-6},
        {"broken-naive-start", "velocity-verlet", NULL, 1, Y, 1.095, 1.095, 5e-6},
        // 250 m + 25 m/s times dt
        {"broken-halved-gravity", "tcv", NULL, 10, Y, 250.25, 0, 5e-3},
        {"broken-halved-gravity", "corrected-tcv", NULL, 10, Y, 250.25, 0, 5e-3},
        {"broken-halved-gravity", NULL, "fixed:1", 10, Y, 275, 0, 5e-2},
        {"broken-halved-gravity", "velocity-verlet", NULL, 10, Y, 0, 0, 5e-3},
        // without the mistake, and at one frame rate, the swing is that of 3.92 J
        {"broken-stale-dt", NULL, NULL, 10, KINETIC, 0, 3.765, 5e-4},
        {"broken-stale-dt", NULL, "switch:0.016666666666666666:0.01639344262295082:5", 10, Y,
         -1.000, -0.983, 5e-4},
        {"broken-stale-dt", NULL, STEP_60, 10, Y, -0.9835, -0.9835, 5e-5},
        // the arc is (10 t, 20 t − ½ g t²)
        {"broken-zero-frame", "corrected-tcv", NULL, 4, X, 0.02, 40, 5e-3},
        {"broken-zero-frame", "velocity-verlet", NULL, 4, X, 40, 40, 5e-3},
        {"broken-zero-frame", NULL, STEP_60, 4, X, 40, 40, 5e-3},
        {"broken-single-precision", NULL, "fixed:0.04", 4, Y, 99921.9, 99921.5, 5e-2},
        {"broken-millisecond-clock", NULL, NULL, 4, Y, -3.264, 0, 5e-4},
        {"broken-millisecond-clock", "corrected-tcv", NULL, 4, Y, 0, 0, 5e-4},
        {"broken-early-readout", NULL, NULL, 10, Y, -0.984, -0.984, 5e-4},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        double found[2];
        OWNED(vl_scene) *scene = shipped_scene(rows[i].scene);
        for (int off = 0; off < 2; off++) {
            scene->mistake = off ? NULL : scene->mistake;
            seen s = run(scene, rows[i].integrator, rows[i].dt, rows[i].duration);
            found[off] = rows[i].of == X ? s.x : rows[i].of == Y ? s.y : s.last.kinetic;
        }
        if (!(fabs(found[0] - rows[i].on) <= rows[i].digits) ||
            !(fabs(found[1] - rows[i].off) <= rows[i].digits))
            fail_msg("row %d, %s: %.6g, off %.6g", i, rows[i].scene, found[0], found[1]);
    }
}

// --- the table ---

TEST(each_mistake_has_a_scene_with_a_question_and_an_answer)
{
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    int shown = 0;
    for (int i = 0; i < names.count; i++) {
        if (strncmp(names.names[i], "broken-", 7) != 0)
            continue;
        OWNED(vl_scene) *scene = shipped_scene(names.names[i]);
        assert_true(shown < vl_mistake_count);
        assert_ptr_equal(scene->mistake, &vl_mistakes[shown++]);
        assert_non_null(strchr(scene->notes, '?'));
        assert_non_null(strstr(scene->notes, "Q")); // the key
        assert_true(scene->task.rule == VL_TASK_MISTAKE && strlen(scene->task.because) > 100);
        assert_true(vl_mistake_fits(scene->mistake, scene->integrator));
    }
    assert_int_equal(shown, vl_mistake_count);
}

TEST(each_row_of_the_table_is_whole)
{
    for (int i = 0; i < vl_mistake_count; i++) {
        const vl_mistake *m = &vl_mistakes[i];
        assert_ptr_equal(mistake_named(m->name), m);
        assert_true(*m->title && *m->people && *m->does && *m->wrong && *m->right);
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
    assert_true(isfinite(reading->time));
    assert_true(vl_axes_are_within(x, DBL_MAX, p->count));
}

// Uneven steps, and frames of no time among them; the mistake goes off and on again.
static void stumble(vl_lab *lab, const vl_mistake *mistake)
{
    static const double steps[] = {0.01, 0.02, 0, 0.005, 0.1, 0, 0, 0.016};
    for (int i = 0; i < 80; i++) {
        make_frame(lab, steps[(size_t)i % COUNT(steps)]);
        if (i % 20 == 10)
            VL_DO(lab, VL_MISTAKE, .text = i % 40 == 10 ? "-" : mistake->name);
    }
    vl_lab_complete(lab, 0);
}

TEST(every_method_steps_with_every_mistake)
{
    static const char *const scenes[] = {"oscillator", "pendulum",     "chain",
                                         "bounce",     "spring-chain", "broken-last-frame-hand"};
    for (size_t s = 0; s < COUNT(scenes); s++) {
        OWNED(vl_scene) *scene = shipped_scene(scenes[s]);
        for (int k = 0; k < vl_integrator_count; k++)
            for (int i = 0; i < vl_mistake_count; i++) {
                if (!test_pair(k, i))
                    continue;
                scene->mistake = &vl_mistakes[i];
                OWNED(vl_lab) *lab = lab_with(scene, &vl_integrators[k], 1);
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
                if (!test_pair(k, i / 2))
                    continue;
                scene->mistake = i % 2 ? mistake : NULL;
                OWNED(vl_lab) *lab = lab_with(scene, &vl_integrators[k], 1);
                vl_world *world = lab->runs[0].world;
                for (int n = 0; n < 30; n++)
                    make_frame(lab, n % 2 ? 0.01 : 0.012);
                vl_world_synchronise(world);

                OWNED(vl_world) *before = vl_world_copy(world, world->integrator, &world->solver);
                vl_world_set_mistake(world, i % 2 ? NULL : mistake);
                double *const *v = vl_world_velocity(world);
                int count = world->particles.count;
                assert_true(distance_between(before, world) == 0);
                assert_true(vl_axes_are_within(v, DBL_MAX, count));
                assert_true(vl_axes_distance(vl_world_velocity(before), v, count) < 1e-11);
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
        OWNED(vl_lab) *lab = lab_with(scene, NULL, 1);
        VL_DO(lab, VL_MISTAKE, .text = "-");
        scene->mistake = NULL;
        OWNED(vl_lab) *plain = lab_with(scene, NULL, 1);
        for (int n = 0; n < 50; n++) {
            make_frame(lab, n % 3 ? 0.01 : 0.02);
            make_frame(plain, n % 3 ? 0.01 : 0.02);
        }
        assert_same_places(lab->runs[0].world, plain->runs[0].world);
    }
}
