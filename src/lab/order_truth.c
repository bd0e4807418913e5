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
        .scale = vl_energy_scale(world),
    };
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        truth->own_error[q] = (double)NAN;
    vl_axes_create(truth->start, count);
    vl_axes_copy(truth->start, world->particles.x, count);
    vl_truth_include(truth, world);
}

void vl_truth_state_free(vl_truth_state *state)
{
    vl_axes_free(state->x);
    vl_axes_free(state->v);
    *state = (vl_truth_state){.energy = (double)NAN};
}

void vl_truth_free(vl_truth *truth)
{
    vl_exact_free(truth->exact);
    vl_world_free(truth->world);
    vl_axes_free(truth->start);
    vl_truth_state_free(&truth->end);
}

// Updates size, farthest and speed with one particle.
static void include(vl_truth *truth, int slot, vl_vec3 x, vl_vec3 v)
{
    truth->size = fmax(truth->size, vl_length(x));
    truth->farthest = fmax(truth->farthest, vl_length(vl_sub(x, vl_read(truth->start, slot))));
    truth->speed = fmax(truth->speed, vl_length(v));
}

void vl_truth_include(vl_truth *truth, const vl_world *world)
{
    assert(world->now.velocity_is_current);
    double *const *v = vl_world_velocity(world);
    for (int i = 0; i < world->particles.count; i++)
        include(truth, i, vl_read(world->particles.x, i), vl_read(v, i));
}

void vl_truth_survey(vl_truth *truth, double duration)
{
    enum { SAMPLES = 64 };

    for (int k = 0; truth->exact && k <= SAMPLES; k++) {
        double t = duration * k / SAMPLES;
        for (int i = 0; i < truth->world->particles.count; i++)
            include(truth, i, vl_exact_position(truth->exact, i, t),
                    vl_exact_velocity(truth->exact, i, t));
    }
}

void vl_truth_set_state(const vl_truth *truth, vl_world *world, double t)
{
    vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++) {
        vl_write(p->x, i, vl_exact_position(truth->exact, i, t));
        vl_write(p->v, i, vl_exact_velocity(truth->exact, i, t));
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

// The true energy at time `t`, J: that of the exact state where the motion does not conserve it.
static double true_energy(vl_truth *truth, double t)
{
    if (truth->energy_is_conserved || !truth->energy_exists)
        return truth->energy;
    if (!truth->exact)
        return truth->end.energy;
    vl_truth_set_state(truth, truth->world, t);
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
    bool known = truth->exact || (end && truth->end.x[0]);
    double *const *v = vl_world_velocity(world);
    double t = world->now.time, dx = 0, dv = 0;
    for (int i = 0; known && i < world->particles.count; i++) {
        const vl_exact *exact = truth->exact;
        vl_vec3 x0 = exact ? vl_exact_position(exact, i, t) : vl_read(truth->end.x, i);
        vl_vec3 v0 = exact ? vl_exact_velocity(exact, i, t) : vl_read(truth->end.v, i);
        dx = fmax(dx, vl_length(vl_sub(vl_read(world->particles.x, i), x0)));
        dv = fmax(dv, vl_length(vl_sub(vl_read(v, i), v0)));
    }
    bool energy = truth->energy_exists && (known || truth->energy_is_conserved);
    errors[VL_ORDER_POSITION] = known ? dx : (double)NAN;
    errors[VL_ORDER_VELOCITY] = known ? dv : (double)NAN;
    errors[VL_ORDER_ENERGY] =
        energy ? fabs(energy_of(world) - true_energy(truth, t)) / truth->scale : (double)NAN;
}

void vl_truth_store(vl_truth_state *state, const vl_world *world)
{
    int count = world->particles.count;
    if (!state->x[0]) {
        vl_axes_create(state->x, count);
        vl_axes_create(state->v, count);
    }
    vl_axes_copy(state->x, world->particles.x, count);
    vl_axes_copy(state->v, vl_world_velocity(world), count);
    state->energy = energy_of(world);
}
