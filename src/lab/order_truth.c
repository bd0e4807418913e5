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
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        truth->own_error[q] = (double)NAN;
    vl_axes_take(&truth->arena, truth->start, count);
    vl_axes_take(&truth->arena, truth->end_x, count);
    vl_axes_take(&truth->arena, truth->end_v, count);
    vl_axes_copy(truth->start, world->particles.x, count);
    vl_truth_include(truth, world);
}

void vl_truth_free(vl_truth *truth)
{
    vl_exact_free(truth->exact);
    vl_world_free(truth->world);
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

    truth->scale = vl_energy_scale_at(&truth->scale_parts, duration);
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

// The true energy, J: that of the exact state, which `truth->world` has now, where the motion does
// not conserve it.
static double true_energy(const vl_truth *truth)
{
    if (truth->energy_is_conserved)
        return truth->energy;
    if (!truth->exact)
        return truth->end_energy;
    double kinetic = 0;
    const vl_particles *p = &truth->world->particles;
    for (int i = 0; i < p->count; i++)
        if (!p->pinned[i])
            kinetic += 0.5 * p->mass[i] * vl_dot(vl_read(p->v, i), vl_read(p->v, i));
    return kinetic + vl_energy_potential(truth->world);
}

void vl_truth_errors(vl_truth *truth, const vl_world *world, bool end,
                     double errors[VL_ORDER_QUANTITIES])
{
    const vl_particles *p = &world->particles, *exact = &truth->world->particles;
    bool known = truth->exact || (end && truth->has_end);
    bool energy = truth->energy_exists && (known || truth->energy_is_conserved);
    double *const *x = truth->exact ? exact->x : truth->end_x;
    double *const *v = truth->exact ? exact->v : truth->end_v;
    if (truth->exact)
        vl_truth_set_state(truth, truth->world, world->now.time);
    errors[VL_ORDER_POSITION] = known ? vl_axes_distance(p->x, x, p->count) : (double)NAN;
    errors[VL_ORDER_VELOCITY] =
        known ? vl_axes_distance(vl_world_velocity(world), v, p->count) : (double)NAN;
    errors[VL_ORDER_ENERGY] =
        energy ? fabs(energy_of(world) - true_energy(truth)) / truth->scale : (double)NAN;
}

void vl_truth_store(vl_truth *truth, const vl_world *world)
{
    int count = world->particles.count;
    truth->has_end = true;
    vl_axes_copy(truth->end_x, world->particles.x, count);
    vl_axes_copy(truth->end_v, vl_world_velocity(world), count);
    truth->end_energy = energy_of(world);
}
