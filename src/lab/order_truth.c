#include "lab/order_truth.h"

#include "base/memory.h"
#include "physics/forces/forces.h"
#include "physics/math/axes.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <assert.h>
#include <math.h>

static double energy_of(const vl_world *world)
{
    bool exists = vl_energy_exists(world);
    return exists ? vl_energy_kinetic(world) + vl_energy_potential(world) : (double)NAN;
}

// K + Σ|U| over the sources, J.
static double energy_parts(const vl_world *world)
{
    double sum = vl_energy_kinetic(world) + fabs(vl_energy_gravity(world)) +
                 vl_energy_springs(world) + vl_energy_contacts(world);
    for (int k = 0; k < world->force_count; k++)
        sum += fabs(vl_energy_force(world, k));
    return sum;
}

void vl_truth_create(vl_truth *truth, const vl_scene *scene)
{
    vl_world *world = vl_scene_build(scene);
    vl_world_set_mistake(world, NULL); // the truth has none
    int count = world->particles.count;
    *truth = (vl_truth){
        .world = world,
        .exact = vl_exact_recognise(world),
        .energy_exists = vl_energy_exists(world),
        .energy_is_conserved = vl_energy_is_conserved(world),
        .energy = energy_of(world),
        .scale_parts = vl_energy_scale_of(world),
        .energy_parts = energy_parts(world),
    };
    vl_truth_lose(truth);
    vl_axes_take(&truth->arena, truth->start, count);
    vl_axes_copy(truth->start, world->particles.x, count);
    vl_truth_include(truth, world);
}

void vl_truth_lose(vl_truth *truth)
{
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        truth->own_error[q] = (double)NAN;
}

void vl_truth_free(vl_truth *truth)
{
    vl_exact_free(truth->exact);
    vl_world_free(truth->world);
    vl_order_ends_free(&truth->ends);
    vl_arena_free(&truth->arena);
}

// Updates size, farthest and speed with one particle.
static void include(vl_truth *truth, int slot, vl_motion now)
{
    truth->size = fmax(truth->size, vl_length(now.x));
    truth->farthest = fmax(truth->farthest, vl_length(vl_sub(now.x, vl_read(truth->start, slot))));
    truth->speed = fmax(truth->speed, vl_length(now.v));
}

void vl_truth_include(vl_truth *truth, const vl_world *world)
{
    assert(world->now.velocity_is_current);
    double *const *v = vl_world_velocity(world);
    for (int i = 0; i < world->particles.count; i++)
        include(truth, i, (vl_motion){vl_read(world->particles.x, i), vl_read(v, i)});
}

void vl_truth_survey(vl_truth *truth, double duration)
{
    enum { SAMPLES = 64 };

    truth->scale = vl_energy_scale_most(&truth->scale_parts, duration);
    for (int k = 0; truth->exact && k <= SAMPLES; k++) {
        double t = duration * k / SAMPLES;
        for (int i = 0; i < truth->world->particles.count; i++)
            include(truth, i, vl_exact_motion(truth->exact, i, t));
    }
}

void vl_truth_set_state(const vl_truth *truth, vl_world *world, double t)
{
    vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++) {
        vl_motion there = vl_exact_motion(truth->exact, i, t);
        vl_write(p->x, i, there.x);
        vl_write(p->v, i, there.v);
    }
}

bool vl_truth_knows(const vl_truth *truth, vl_order_quantity quantity, vl_order_when when)
{
    if (quantity == VL_ORDER_ENERGY && !truth->energy_exists)
        return false;
    bool conserved = quantity == VL_ORDER_ENERGY && truth->energy_is_conserved;
    return truth->exact || conserved || when == VL_ORDER_AT_END;
}

bool vl_truth_is_reference(const vl_truth *truth, vl_order_quantity quantity)
{
    return !truth->exact && !(quantity == VL_ORDER_ENERGY && truth->energy_is_conserved);
}

// The true energy, J: that of the exact state, which `truth->world` has now, or of the reference
// run at an end, where the motion does not conserve it.
static double true_energy(const vl_truth *truth, const vl_truth_end *end)
{
    if (truth->energy_is_conserved)
        return truth->energy;
    if (!truth->exact) {
        assert(end);
        return end->energy;
    }
    double kinetic = 0;
    const vl_particles *p = &truth->world->particles;
    for (int i = 0; i < p->count; i++)
        if (!p->pinned[i])
            kinetic += 0.5 * p->mass[i] * vl_dot(vl_read(p->v, i), vl_read(p->v, i));
    return kinetic + vl_energy_potential(truth->world);
}

// Errors from x, v (NULL: unknown) and the energy at an end.
static void take_errors(const vl_truth *truth, const vl_world *world, double *const *x,
                        double *const *v, const vl_truth_end *end,
                        double errors[VL_ORDER_QUANTITIES])
{
    const vl_particles *p = &world->particles;
    bool energy = truth->energy_exists && (x || truth->energy_is_conserved);
    errors[VL_ORDER_POSITION] = x ? vl_axes_distance(p->x, x, p->count) : (double)NAN;
    errors[VL_ORDER_VELOCITY] =
        v ? vl_axes_distance(vl_world_velocity(world), v, p->count) : (double)NAN;
    errors[VL_ORDER_ENERGY] =
        energy ? fabs(energy_of(world) - true_energy(truth, end)) / truth->scale : (double)NAN;
}

void vl_truth_errors(vl_truth *truth, const vl_world *world, bool end,
                     double errors[VL_ORDER_QUANTITIES])
{
    vl_particles *exact = &truth->world->particles;
    if (truth->exact) {
        vl_truth_set_state(truth, truth->world, world->now.time);
        take_errors(truth, world, exact->x, exact->v, NULL, errors);
        return;
    }
    int index = end ? vl_order_ends_at(&truth->ends, world->now.time) : -1;
    const vl_truth_end *at = index >= 0 && index < truth->stored ? &truth->at_ends[index] : NULL;
    take_errors(truth, world, at ? at->x : NULL, at ? at->v : NULL, at, errors);
}

void vl_truth_expect(vl_truth *truth)
{
    int count = truth->world->particles.count;
    truth->at_ends =
        vl_arena_take(&truth->arena, (size_t)truth->ends.count, sizeof *truth->at_ends);
    for (int k = 0; k < truth->ends.count; k++) {
        vl_axes_take(&truth->arena, truth->at_ends[k].x, count);
        vl_axes_take(&truth->arena, truth->at_ends[k].v, count);
    }
}

void vl_truth_store(vl_truth *truth, const vl_world *world, int index)
{
    vl_truth_end *end = &truth->at_ends[index];
    bool again = truth->stored == truth->ends.count;
    double errors[VL_ORDER_QUANTITIES];
    if (again)
        take_errors(truth, world, end->x, end->v, end, errors);
    for (int q = 0; again && q < VL_ORDER_QUANTITIES; q++)
        truth->own_error[q] = index > 0 ? fmax(truth->own_error[q], errors[q]) : errors[q];
    vl_axes_copy(end->x, world->particles.x, world->particles.count);
    vl_axes_copy(end->v, vl_world_velocity(world), world->particles.count);
    end->energy = energy_of(world);
    truth->stored = again ? truth->stored : index + 1;
}
