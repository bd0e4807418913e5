// The uncertainty of a reference run is a bound, or it says that it is not known: damped bounces,
// whose exact motion is known until the first impact.

#include "base/random.h"
#include "lab/lab.h"
#include "physics/math/axes.h"
#include "support/labs.h"
#include "support/scenes.h"
#include "support/testing.h"

static const double gravity = 9.81; // m/s²
static const double radius = 0.05;  // m, that of a particle

// A ball that flies under gravity and damping above a floor and beside a wall, y ≥ 0 and x ≤ wall,
// m.
typedef struct flight {
    double damping, restitution, wall;
    double x, y, vx, vy;
} flight;

// The exact motion without impacts: v′ = g − c v.
static flight flown(const flight *f, double t)
{
    double c = f->damping, left = exp(-c * t), way = -expm1(-c * t) / c, limit = -gravity / c;
    flight to = *f;
    to.vx = f->vx * left;
    to.vy = limit + (f->vy - limit) * left;
    to.x = f->x + f->vx * way;
    to.y = f->y + limit * t + (f->vy - limit) * way;
    return to;
}

static flight random_flight(vl_random *random)
{
    return (flight){
        .damping = vl_random_uniform(random, 0.05, 1),
        .restitution = vl_random_uniform(random, 0.8, 0.98),
        .wall = vl_random_uniform(random, 0.5, 2),
        .x = 0,
        .y = vl_random_uniform(random, 0.3, 1.5),
        .vx = vl_random_uniform(random, 0, 3),
        .vy = vl_random_uniform(random, -2, 2),
    };
}

static vl_lab *lab_of(const flight *f, vl_scene **scene)
{
    char text[600];
    snprintf(text, sizeof text,
             "format: 1\nintegrator: tcv\ngravity: [0, %.17g]\ndamping: %.17g\n"
             "particles: [{at: [0, %.17g], velocity: [%.17g, %.17g]}]\n"
             "colliders:\n  - {kind: plane, normal: [0, 1], restitution: %.17g}\n"
             "  - {kind: plane, point: [%.17g, 0], normal: [-1, 0], restitution: %.17g}\n",
             -gravity, f->damping, f->y + radius, f->vx, f->vy, f->restitution, f->wall + radius,
             f->restitution);
    *scene = scene_of(text);
    vl_lab *lab = lab_with(*scene, NULL, 1);
    vl_lab_refer(lab, VL_REFERENCE_AT_ONCE);
    return lab;
}

// In each frame before the first impact the reference is as near to the exact motion as it says,
// but for rounding of some metres in 1e4 steps, 1e-11 m. After it, it says nothing. A frame with
// the impact in it is one or the other.
TEST(the_uncertainty_is_a_bound_or_not_known)
{
    vl_random random = {41};
    double worst = 0;
    for (int k = 0; k < 60; k++) {
        const flight start = random_flight(&random);
        OWNED(vl_scene) *scene = NULL;
        OWNED(vl_lab) *lab = lab_of(&start, &scene);
        double *x[VL_AXES];
        vl_axes_create(x, 1);
        bool hit = false;
        int bounds = 0;
        while (lab->now.time < 2) {
            vl_lab_advance(lab, vl_random_uniform(&random, 0.010, 0.020));
            flight f = flown(&start, lab->now.time);
            bool was = hit;
            hit = hit || f.y < 0 || f.wall < f.x;
            vl_track track = vl_lab_track(lab, 0, -1, 0);
            if (!vl_lab_true_positions(lab, 0, 0, x))
                break;
            assert_true(isnan(track.own_error) == !isnan(track.touched));
            assert_true(was ? isnan(track.own_error) : hit || !isnan(track.own_error));
            if (hit)
                continue;
            double miss = hypot(x[0][0] - f.x, x[1][0] - radius - f.y);
            worst = test_larger(worst, miss / (track.own_error + 1e-11));
            bounds++;
        }
        assert_true(hit && bounds > 0);
        vl_axes_free(x);
    }
    print_message("at most %.3f of what it says\n", worst);
    assert_true(worst <= 1);
}
