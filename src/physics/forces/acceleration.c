#include "physics/forces/forces.h"

#include <string.h>

// Σ m a·v, W, by partial sums in a fixed order.
static double power_of(const vl_world *world, double *const acceleration[VL_AXES],
                       double *const velocity[VL_AXES])
{
    const vl_particles *p = &world->particles;
    const double *mass = p->mass;
    double lanes[VL_LANES] = {0}, sum = 0;
    for (int axis = 0; axis < VL_AXES; axis++) {
        const double *a = acceleration[axis], *v = velocity[axis];
        for (int i = 0; i < p->count; i += VL_LANES)
#pragma omp simd
            for (int l = 0; l < VL_LANES; l++)
                lanes[l] += mass[i + l] * a[i + l] * v[i + l];
    }
    for (int l = 0; l < VL_LANES; l++)
        sum += lanes[l];
    return sum;
}

// Gives held particles their masses, so that particles.a tells the force on them, or takes them.
static void weigh_held(vl_world *world, bool are_free)
{
    for (int k = 0; k < world->hold_count; k++) {
        int slot = world->holds[k].slot;
        world->particles.inverse_mass[slot] = are_free ? 1 / world->particles.mass[slot] : 0;
    }
}

static void add_to_outside(vl_world *world, double share)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < world->particles.count; i++)
            if (!world->links_rest || !world->linked[i]) // what links end at counts elsewhere
                world->a_outside[axis][i] += share * world->particles.a[axis][i];
}

static void add_force(vl_world *world, const vl_force *force, double t)
{
    bool counts = world->powers_wanted && vl_world_velocity_age(world) * !world->v_forces == 0;
    if (!force->kind->does_work) {
        force->kind->accelerate(force, world, t);
        return;
    }
    weigh_held(world, false); // what is fixed gains nothing
    if (counts)
        add_to_outside(world, -1);
    force->kind->accelerate(force, world, t);
    if (counts)
        add_to_outside(world, 1);
    weigh_held(world, true);
}

// Where rods and strings act, a method that keeps v and does not complete it knows half of what
// they do in a step, less or more by the bias of its positions: what hangs at rest has a velocity.
static void see_links(vl_world *world, double s)
{
    const vl_particles *p = &world->particles;
    const vl_integrator *method = world->integrator;
    const double lag = 0.5 * (1 - method->position_bias) * world->now.dt_old;
    if (!vl_world_has_hard_links(world) || world->v_forces || method->keeps_positions ||
        method->finish || !vl_forces_see_velocity(world))
        return;
    for (int i = 0; i < p->count; i++) {
        double late = p->inverse_mass[i] > 0 ? s + (world->begins[i] ? 0 : lag) : 0;
        vl_vec3 by_links = vl_scale(vl_read(world->a_links, i), late);
        vl_write(world->v_predicted, i, vl_add(vl_read(p->v, i), by_links));
    }
    world->v_forces = world->v_predicted;
}

void vl_world_accelerate_stage(vl_world *world, double s)
{
    const double t = world->now.time + s;
    double *const *seen = world->v_forces;
    see_links(world, s);
    const double g[VL_AXES] = {world->gravity.x, world->gravity.y, world->gravity.z};
    const vl_particles *p = &world->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            p->a[axis][i] = p->dial[i] ? 0 : g[axis];
    world->powers.contacts = 0;
    for (int axis = 0; world->force_count > 0 && axis < VL_AXES; axis++)
        memset(world->a_outside[axis], 0, (size_t)p->count * sizeof(double));
    weigh_held(world, true);
    for (int i = 0; i < world->force_count; i++)
        add_force(world, &world->forces[i], t);
    if (world->powers_wanted && world->force_count > 0 && !vl_world_has_hard_links(world))
        world->powers.outside =
            power_of(world, world->a_outside, world->v_forces ? world->v_forces : p->v);
    vl_springs_accelerate(world);
    weigh_held(world, false);
    for (int k = 0; k < world->hold_count; k++) {
        int slot = world->holds[k].slot;
        world->powers.on_hold[k] = vl_scale(vl_read(p->a, slot), p->mass[slot]);
    }
    vl_penalty_accelerate(world);
    for (int i = 0; i < world->particles.count; i++)
        if (world->particles.inverse_mass[i] == 0)
            vl_write(world->particles.a, i, (vl_vec3){0, 0, 0});
    vl_supports_accelerate(world);
    world->evaluations++;
    world->v_forces = seen;
}

vl_powers vl_world_powers(vl_world *world, double *const outside[VL_AXES], double *const x[VL_AXES],
                          double *const v[VL_AXES])
{
    const vl_particles present = world->particles;
    const vl_powers before = world->powers;
    const unsigned touched = world->now.touched;
    memcpy(world->particles.x, x, sizeof present.x);
    memcpy(world->particles.a, world->scratch[0], sizeof present.a);
    world->v_forces = v;
    world->powers.contacts = 0;
    world->powers.outside = power_of(world, outside, v);
    vl_springs_accelerate(world);
    vl_penalty_accelerate(world);
    const vl_powers powers = world->powers;
    world->particles = present;
    world->powers = before;
    world->now.touched = touched;
    world->v_forces = NULL;
    return powers;
}

// --- forces that depend on the velocity ---

bool vl_springs_are_damped(const vl_world *world)
{
    for (int i = world->links.hard_count; i < world->links.count; i++)
        if (world->links.damping[i] > 0)
            return true;
    return false;
}

static bool see_velocity(const vl_world *world, bool with_turning)
{
    for (int i = 0; i < world->force_count; i++) {
        const vl_force_kind *kind = world->forces[i].kind;
        if (kind->sees_velocity && (with_turning || !kind->turning))
            return true;
    }
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *c = &world->colliders[i];
        if (c->response == VL_RESPONSE_PENALTY && (c->restitution < 1 || c->friction > 0))
            return true;
    }
    return vl_springs_are_damped(world);
}

bool vl_forces_see_velocity(const vl_world *world)
{
    return see_velocity(world, true);
}

bool vl_world_accelerates_twice(const vl_world *world)
{
    bool old = vl_world_velocity_age(world) > 0;
    return old && see_velocity(world, !world->integrator->turns);
}

void vl_world_accelerate(vl_world *world)
{
    if (!world->now.acceleration_is_current) {
        vl_world_accelerate_stage(world, 0);
        if (vl_world_accelerates_twice(world)) {
            // The first one, from a velocity that is `age` s old, is wrong by O(age). It predicts
            // v(tₙ) = E(age) (v + age (a + p)) to O(age²), as methods complete their velocity, and
            // from there the second one is right to O(age²). The acceleration p by rods and strings
            // is known of the last step. Held particles keep their velocity.
            const vl_particles *p = &world->particles;
            double age = vl_world_velocity_age(world), left = vl_damping_left(world, age);
            double share = 1 - 0.5 * world->damping_per_step;
            for (int i = 0; i < p->count; i++) {
                vl_vec3 v = vl_world_force_velocity(world, i);
                vl_vec3 a = vl_add(vl_read(p->a, i), vl_read(world->a_links, i));
                if (p->inverse_mass[i] > 0 && !world->begins[i])
                    v = vl_scale(vl_add(vl_scale(v, share), vl_scale(a, age)), left);
                vl_write(world->v_predicted, i, v);
            }
            world->v_forces = world->v_predicted;
            vl_world_accelerate_stage(world, 0);
            world->v_forces = NULL;
        }
        world->now.acceleration_is_current = true;
    }
    memset(world->begins, 0, (size_t)world->particles.count * sizeof *world->begins);
}

void vl_world_show_acceleration(vl_world *world)
{
    const bool current = world->now.acceleration_is_current;
    const int64_t evaluations = world->evaluations;
    vl_world_accelerate(world);
    if (current || !vl_forces_see_velocity(world))
        return;
    world->now.acceleration_is_current = false;
    world->evaluations = evaluations;
}

void vl_force_stiffness(const vl_world *world, int slot, double s, bool positive, double block[6])
{
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind->stiffness)
            world->forces[i].kind->stiffness(&world->forces[i], world, slot, positive, block);
    vl_penalty_stiffness(world, slot, s, block);
}
