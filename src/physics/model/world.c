#include "physics/model/model.h"

#include "base/elementary.h"

#include <assert.h>
#include <math.h>

bool vl_world_can_step(const vl_world *world, double dt)
{
    double h = dt / world->solver.substeps;
    return h >= VL_SHORTEST_STEP && isfinite(h);
}

// Kahan's sum.
void vl_moment_advance(vl_moment *now, double h)
{
    double more = h - now->compensation;
    double sum = now->time + more;
    now->compensation = (sum - now->time) - more;
    now->time = sum;
}

vl_vec3 vl_world_gravity_on(const vl_world *world, int slot)
{
    return world->particles.dial[slot] ? (vl_vec3){0, 0, 0} : world->gravity;
}

double *const *vl_world_velocity(const vl_world *world)
{
    return vl_world_has_v_instant(world) ? world->v_instant : world->particles.v;
}

static bool estimates_velocity(const vl_world *world)
{
    return world->integrator->keeps_positions && world->now.begun;
}

vl_vec3 vl_world_force_velocity(const vl_world *world, int slot)
{
    return world->v_forces ? vl_read(world->v_forces, slot) : vl_world_method_velocity(world, slot);
}

vl_vec3 vl_world_method_velocity(const vl_world *world, int slot)
{
    const vl_particles *p = &world->particles;
    if (!estimates_velocity(world) || p->held[slot])
        return vl_read(p->v, slot);
    vl_vec3 step = vl_sub(vl_read(p->x, slot), vl_read(p->x_old, slot));
    return vl_scale(step, 1 / world->now.dt_old);
}

double vl_damping_left(vl_world *world, double h)
{
    const double exponent = world->damping * h;
    if (exponent == 0)
        return 1;
    for (int i = 0; i < VL_DECAYS; i++)
        if (world->decays[i][0] == exponent)
            return world->decays[i][1];
    double *next = world->decays[world->decay_count++ % VL_DECAYS];
    next[0] = exponent;
    return next[1] = vl_exp(-exponent);
}

vl_decay vl_world_decay(vl_world *world, double span, double per_step)
{
    const vl_integrator *method = world->integrator;
    const bool half = method->keeps_positions || method->keeps_half_step;
    double air = vl_damping_left(world, span), kept = (1 - per_step) * air;
    double late = half || method->finish || method->position_bias > 0 ? 0 : sqrt(air) - kept;
    double gain = 0.5 * (1 + (half || method->order < 2 ? air : kept));
    if (method->order < 2 && method->position_bias <= 0) { // the velocity is that of the last step
        gain = 1 + 0.5 * (1 + method->position_bias) * (1 - kept);
        late = 1 - kept;
    }
    return (vl_decay){kept, (gain - kept) / gain, (1 - gain) / gain, (1 + late) / gain};
}

double vl_world_velocity_age(const vl_world *world)
{
    return estimates_velocity(world) ? 0.5 * world->now.dt_old : world->now.velocity_age;
}

void vl_world_put_old_positions(vl_world *world, int first, int end, double h)
{
    vl_particles *p = &world->particles;
    for (int i = first; i < end; i++)
        world->begins[i] = true;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = first; i < end; i++)
            p->x_old[axis][i] = p->x[axis][i] - p->v[axis][i] * h;
}

double vl_world_strain(const vl_world *world)
{
    double largest = 0;
    for (int k = 0; k < world->links.hard_count; k++)
        if (!(world->links.compliance[k] > 0))
            largest = fmax(largest, fabs(vl_link_strain(&world->links, &world->particles, k)));
    return largest;
}

bool vl_world_wants_reactions(const vl_world *world)
{
    bool fixed = false;
    for (int i = 0; world->reactions_wanted && i < world->particles.count; i++)
        fixed |= world->particles.inverse_mass[i] == 0;
    return fixed;
}

void vl_world_add_observer(vl_world *world, const vl_observer *observer, void *data)
{
    assert(world->observer_count < VL_MOST_OBSERVERS);
    world->observers[world->observer_count++] = (vl_observation){observer, data};
}

void vl_world_remove_observer(vl_world *world, const void *data)
{
    int left = 0;
    for (int i = 0; i < world->observer_count; i++)
        if (world->observers[i].data != data)
            world->observers[left++] = world->observers[i];
    world->observer_count = left;
}
