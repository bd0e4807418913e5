#include "lab/estimator.h"

#include "base/names.h"
#include "physics/math/axes.h"

// clang-format off
const vl_estimator vl_estimators[] = {
    {"right", "velocity of the instant", "", "v = (xₙ − xₙ₋₁)/dt₋ + ½ aₙ dt₋",
     "None: it is of second order, under any steps. With rods, strings or contacts the weighted central difference "
     "takes its place; a method that keeps v has it.", .behind = false, .ahead = false},
    {"backward", "backward difference", "backward", "v = (xₙ − xₙ₋₁)/dt₋",
     "It is the velocity of half a step ago, beside the position of now: off by ½ a dt₋.", .behind = true},
    {"central", "unweighted central difference", "central", "v = (xₙ₊₁ − xₙ₋₁)/(dt + dt₋)",
     "It is the velocity in the middle of two steps, which is not tₙ unless they are equal: off by ½ a (dt − dt₋).",
     .behind = true, .ahead = true},
    {"half-step", "half-step velocity", "half step", "v = (xₙ₊₁ − xₙ)/dt",
     "It is the velocity half a step later, taken as if it were that of now: off by ½ a dt.", .ahead = true},
};
// clang-format on

const int vl_estimator_count = sizeof vl_estimators / sizeof *vl_estimators;

const vl_estimator *vl_estimator_find(const char *name)
{
    return vl_names_find(VL_NAMES(vl_estimators, vl_estimator_count, name), name);
}

void vl_estimate_create(vl_estimate *estimate, int count)
{
    estimate->count = count;
    vl_axes_create(estimate->x, count);
    vl_axes_create(estimate->back, count);
    vl_axes_create(estimate->next, count);
}

void vl_estimate_free(vl_estimate *estimate)
{
    vl_axes_free(estimate->x);
    vl_axes_free(estimate->back);
    vl_axes_free(estimate->next);
    *estimate = (vl_estimate){0};
}

void vl_estimate_begin(vl_estimate *estimate, const vl_world *world)
{
    const vl_particles *p = &world->particles;
    double h = world->now.dt_old;
    estimate->dt_old = h;
    vl_axes_copy(estimate->x, p->x, p->count);
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            estimate->back[axis][i] = h > 0 ? (p->x[axis][i] - p->x_old[axis][i]) / h : 0;
}

double vl_estimate_kinetic(const vl_estimate *estimate, const vl_estimator *estimator,
                           const vl_world *world, double dt)
{
    bool behind = estimator->behind && !(estimate->dt_old > 0);
    if (behind || (estimator->ahead && !(dt > 0)))
        return (double)NAN;

    // both weighted by their times: (xₙ₊₁ − xₙ₋₁)/(dt + dt₋) = (dt₋ v⁻ + dt v⁺)/(dt + dt₋)
    double before = estimator->behind ? estimate->dt_old : 0;
    double after = estimator->ahead ? dt : 0;
    double sum = 0;
    for (int i = 0; i < estimate->count; i++) {
        vl_vec3 displacement = vl_scale(vl_read(estimate->back, i), before);
        if (estimator->ahead)
            displacement =
                vl_add(displacement, vl_sub(vl_read(estimate->next, i), vl_read(estimate->x, i)));
        vl_vec3 v = vl_scale(displacement, 1 / (before + after));
        sum += world->particles.mass[i] * vl_dot(v, v);
    }
    return 0.5 * sum;
}

// --- the position one substep later ---

static void frame_begun(void *data, vl_world *world, bool known)
{
    ((vl_estimate *)data)->in_first_substep = true;
}

static void substep_finished(void *data, vl_world *world, double h)
{
    vl_estimate *estimate = data;
    if (estimate->in_first_substep)
        vl_axes_copy(estimate->next, world->particles.x, world->particles.count);
    estimate->in_first_substep = false;
}

const vl_observer vl_estimate_observer = {
    .frame_begun = frame_begun,
    .substep_finished = substep_finished,
};
