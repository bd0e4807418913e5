// Readings: what is shown as an error falls as the error does.

#include "base/random.h"
#include "lab/lab.h"
#include "scene/scene.h"
#include "support/scenes.h"
#include "support/testing.h"

static const char pendulum_text[] = "format: 1\n"
                                    "title: pendulum\n"
                                    "integrator: corrected-tcv\n"
                                    "gravity: [0, -9.81]\n"
                                    "solver: {method: direct, direction: old, iterations: 20}\n"
                                    "particles:\n"
                                    "  - {name: hook, at: [0, 0], pinned: true}\n"
                                    "  - {name: bob, at: [0.8660254037844386, -0.5]}\n"
                                    "links:\n"
                                    "  - {from: hook, to: bob, kind: rod, length: 1}\n";

// Σ of the squares of the energy error that each reading shows.
typedef struct squares {
    double sum;
    int count;
} squares;

static void add_square(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    squares *s = user;
    s->sum += reading->energy_error * reading->energy_error;
    s->count++;
}

static void run(const vl_scene *scene, int steps, double mean, int seed, squares *s)
{
    OWNED(vl_lab) *lab = vl_lab_create(scene, NULL, 1);
    vl_random random = {(uint64_t)seed};
    vl_lab_listen(lab, add_square, s);
    for (int k = 0; k < steps; k++)
        vl_lab_advance(lab, seed ? vl_random_uniform(&random, 0.5 * mean, 1.5 * mean) : mean);
    vl_lab_settle(lab, 0);
}

// Slope of the least-squares line through log2 of RMS values whose means halve from one to the
// next.
static double fitted_order(const double *rms, int count)
{
    double top = 0, bottom = 0, middle = 0.5 * (count - 1);
    for (int i = 0; i < count; i++) {
        top -= (i - middle) * log2(rms[i]);
        bottom += (i - middle) * (i - middle);
    }
    return top / bottom;
}

// A bob on a rod, let go at 60°: over 5 s, in steps of 0.02 s down to 0.02/16 s, RMS of all
// readings. The next term of the error is of fourth order with constant steps: (ω h)²/12 = 3e-4 of
// the first at the coarsest. With random steps of 0.5 to 1.5 of the mean the spread between the 10
// seeds of each mean, some 10 % or 0.14 in log2, gives the fit a standard error of 0.14/√10/√10 =
// 0.014.
TEST(the_energy_error_of_a_rod_falls_at_second_order)
{
    enum { MEANS = 5, SEEDS = 10 };

    OWNED(vl_scene) *scene = scene_of(pendulum_text);
    for (int random_steps = 0; random_steps < 2; random_steps++) {
        double rms[MEANS];
        for (int level = 0; level < MEANS; level++) {
            squares s = {0};
            for (int seed = random_steps; seed <= SEEDS * random_steps; seed++)
                run(scene, 250 << level, 0.02 / (1 << level), seed, &s);
            rms[level] = sqrt(s.sum / s.count);
        }
        double order = fitted_order(rms, MEANS);
        print_message("  %s steps: %.2e … %.2e, order %.3f\n", random_steps ? "random" : "constant",
                      rms[0], rms[MEANS - 1], order);
        assert_true(fabs(order - 2) < (random_steps ? 0.06 : 0.01));
    }
}
