#include "lab/policy_truth.h"

#include "physics/math/axes.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <math.h>

// An interval shorter than this part of a step is left out: divided by it, the rounding of
// positions would give a large velocity.
static const double next_to_nothing = 1e-6;

static const char *hindrance(const vl_scene *scene, const vl_world *world)
{
    return scene->hand_count > 0 ? "a hand in it" : vl_best_refuses(world);
}

vl_policy_truth vl_policy_truth_create(const vl_scene *scene, double longest)
{
    vl_policy_truth truth = {.start = vl_scene_build(scene), .horizon = (double)NAN};
    vl_world_set_mistake(truth.start, NULL);
    truth.none = hindrance(scene, truth.start);
    truth.exact = truth.none ? NULL : vl_exact_recognise(truth.start);
    truth.own = truth.none ? (double)NAN : 0;
    if (vl_policy_truth_runs(&truth)) {
        truth.pair = vl_best_pair_create(truth.start, longest);
        truth.size = vl_best_pair_size(&truth.pair);
    }
    return truth;
}

void vl_policy_truth_free(vl_policy_truth *truth)
{
    vl_best_pair_free(&truth->pair);
    vl_exact_free(truth->exact);
    vl_world_free(truth->start);
    *truth = (vl_policy_truth){0};
}

bool vl_policy_truth_runs(const vl_policy_truth *truth)
{
    return !truth->exact && !truth->none;
}

// Updates error, size and horizon.
static void judge(vl_policy_truth *truth, double t)
{
    truth->own = vl_best_pair_error(&truth->pair);
    truth->size = vl_best_pair_size(&truth->pair);
    if (!vl_best_is_lost(truth->own, truth->size) && !vl_best_pair_failed(&truth->pair))
        return;
    truth->own = (double)NAN;
    truth->horizon = t;
}

bool vl_policy_truth_step(vl_policy_truth *truth, double t, double step)
{
    if (!vl_policy_truth_runs(truth) || !isnan(truth->horizon))
        return true;
    if (truth->left == 0) {
        double left = t - truth->pair.fine->now.time;
        if (left <= next_to_nothing * step)
            return true;
        truth->left = 2 * (int64_t)fmax(ceil(left / (2 * step) * (1 - 1e-9)), 1);
        truth->h = left / (double)truth->left;
    }
    vl_best_pair_step(&truth->pair, truth->h);
    truth->left -= 2;
    if (vl_best_pair_failed(&truth->pair))
        truth->left = 0;
    if (truth->left == 0)
        judge(truth, t);
    return truth->left == 0;
}

void vl_policy_truth_take(const vl_policy_truth *truth, double t, vl_policy_truth_state *to)
{
    int count = truth->start->particles.count;
    if (!to->x[0])
        vl_axes_create(to->x, count);
    if (vl_policy_truth_runs(truth))
        vl_axes_copy(to->x, truth->pair.fine->particles.x, count);
    for (int i = 0; truth->exact && i < count; i++)
        vl_write(to->x, i, vl_exact_position(truth->exact, i, t));
    to->own = truth->own;
}
