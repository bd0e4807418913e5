// The supports of particles as constraints on their acceleration.

#include "physics/forces/forces.h"

// One that slides comes to a halt below this part, which is the last that it does in a step.
static const double halting = 1e-6;

// Of the rate at which friction stops a particle in an implicit equation, which would be infinite.
static const double most_stopped = 1 - 1e-8;

// A supported particle at one instant.
typedef struct held {
    vl_one_sided by; // m/s²
    vl_vec3 a;       // m/s², with reactions
    vl_vec3 along;   // m/s², its part along the surfaces
    vl_vec3 ahead;   // m/s, the velocity along the surfaces that friction opposes
    double grip;     // m/s², largest friction
    bool rests, curved;
} held;

static bool is_flat(const vl_world *world, int index)
{
    vl_vec3 face = vl_read(world->supports->face, index);
    return vl_dot(face, face) > 0;
}

vl_vec3 vl_support_normal(const vl_world *world, int index, vl_vec3 x)
{
    const vl_collider *collider = vl_support_collider(world, index);
    return is_flat(world, index) ? vl_read(world->supports->face, index)
                                 : collider->kind->clearance(collider, x).normal;
}

// The supports of a particle whose velocity was v `age` seconds ago and is `now`, about.
static held hold(const vl_world *world, int slot, vl_vec3 v, double age, vl_vec3 now)
{
    const vl_supports *s = world->supports;
    held h = {.by.count = s->count[slot]};
    // reactions ≥ 0 with which the particle, moving with `now`, follows its surfaces
    h.a = vl_read(s->free, slot);
    vl_vec3 x = vl_read(world->particles.x, slot);
    for (int k = 0; k < h.by.count; k++) {
        int index = vl_support_index(slot, k);
        const vl_collider *collider = vl_support_collider(world, index);
        double curvature = is_flat(world, index) ? 0 : collider->kind->curvature(collider, x, now);
        h.by.normal[k] = vl_support_normal(world, index, x);
        h.by.least[k] = -curvature;
        if (s->stiff && s->base) // the stage ends without a velocity into the surface
            h.by.least[k] -= vl_dot(v, h.by.normal[k]) / age;
        h.curved = h.curved || curvature != 0;
    }
    h.a = vl_add(h.a, vl_react(&h.by, h.a));
    // where rods and strings act, friction is applied to positions, after they are solved
    h.along = vl_along_pressing(&h.by, h.a);
    for (int k = 0; k < h.by.count && !vl_world_has_hard_links(world); k++)
        h.grip += vl_support_collider(world, vl_support_index(slot, k))->friction * h.by.by[k];
    vl_vec3 sliding = vl_along_pressing(&h.by, v);
    h.ahead = vl_add(sliding, vl_scale(h.along, age));
    double span = s->span > 0 ? s->span : world->now.dt_old;
    double slow = vl_length(sliding), gain = (vl_length(h.along) + h.grip) * span;
    vl_vec3 start = vl_read(s->forwards, slot);
    bool slid = vl_dot(start, start) > 0;
    h.rests = !slid && slow <= VL_AT_REST * gain;
    h.ahead = slid && age == 0 && slow <= halting * gain ? start : h.ahead;
    return h;
}

// The velocity now is `ahead` − age × friction, which has the direction of `ahead`: so friction has
// its direction exactly although v is `age` seconds old.
static vl_vec3 with_friction(const held *h, double age)
{
    double speed = vl_length(h->ahead), along = vl_length(h->along);
    if (h->grip == 0)
        return h->a;
    if (h->rests)
        return along > h->grip ? vl_sub(h->a, vl_scale(h->along, h->grip / along))
                               : (vl_vec3){0, 0, 0};
    double friction = age > 0 ? fmin(h->grip, speed / age) : h->grip;
    return speed > 0 ? vl_sub(h->a, vl_scale(h->ahead, friction / speed)) : h->a;
}

// The velocity `v` of the state, and how many seconds ago it was right.
static double base_of(const vl_world *world, int slot, vl_vec3 *v)
{
    const vl_supports *s = world->supports;
    *v = s->base ? vl_read(s->base, slot) : vl_world_method_velocity(world, slot);
    return s->base ? s->ahead : vl_world_velocity_age(world);
}

// Along a round surface the reaction depends on the present velocity, which is then known to the
// order of a method only after a first pass. What links and friction do to positions is not yet in
// the velocity of a method.
void vl_support_particle(vl_world *world, int slot, const vl_vec3 *known)
{
    vl_vec3 v = known ? *known : (vl_vec3){0, 0, 0};
    double age = known ? 0 : base_of(world, slot, &v), bias = world->integrator->position_bias;
    double late = age > 0 ? age : known ? 0 : 0.5 * (1 - bias) * world->now.dt_old;
    late *= vl_world_has_hard_links(world);
    vl_vec3 more = vl_scale(vl_read(world->a_links, slot), late);
    held h = hold(world, slot, v, age, vl_add(v, more));
    if (age > 0 && h.curved) {
        double left = world->supports->base ? 1 : vl_damping_left(world, age); // a stage has it
        more = vl_add(more, vl_scale(with_friction(&h, age), age));
        h = hold(world, slot, v, age, vl_scale(vl_add(v, more), left));
    }
    for (int k = 0; k < h.by.count; k++)
        world->supports->reaction[vl_support_index(slot, k)] = h.by.by[k];
    vl_write(world->particles.a, slot, with_friction(&h, age));
}

static bool is_supported(const vl_world *world, int slot)
{
    const vl_supports *s = world->supports;
    return s && s->count[slot] > 0 && world->particles.inverse_mass[slot] > 0;
}

void vl_supports_accelerate(vl_world *world)
{
    const vl_particles *p = &world->particles;
    for (int i = 0; world->supports && i < p->count; i++)
        if (is_supported(world, i)) {
            vl_write(world->supports->free, i, vl_read(p->a, i));
            vl_support_particle(world, i, NULL);
        }
}

int vl_support_normals(const vl_world *world, int slot, vl_vec3 normals[VL_AXES])
{
    int count = 0;
    for (int k = 0; is_supported(world, slot) && k < world->supports->count[slot]; k++) {
        int index = vl_support_index(slot, k);
        vl_vec3 n = vl_support_normal(world, index, vl_read(world->particles.x, slot));
        if (world->supports->reaction[index] > 0)
            count = vl_normal_add(normals, count, n);
    }
    return count;
}

// With w = `ahead`, the new velocity is w (1 − c) with c = age × friction/|w|, whose inverse
// derivative is 1 + c/(1 − c) across w.
void vl_support_friction_block(const vl_world *world, int slot, double block[6])
{
    if (!is_supported(world, slot))
        return;
    vl_vec3 v, n[VL_AXES];
    double age = base_of(world, slot, &v), mass = world->particles.mass[slot];
    held h = hold(world, slot, v, age, vl_read(world->particles.v, slot));
    double speed = vl_length(h.ahead), stopped = speed > 0 ? age * h.grip / speed : 0;
    if (h.grip == 0)
        return;
    bool stops = h.rests ? vl_length(h.along) <= h.grip : stopped >= 1;
    double c = stops ? most_stopped : fmin(stopped, most_stopped), more = mass * c / (1 - c);
    vl_block_add(block, (vl_vec3){0, 0, 0}, 0, more);
    for (int k = vl_support_normals(world, slot, n); k > 0; k--)
        vl_block_add(block, n[k - 1], -more, 0);
    if (!stops && speed > 0)
        vl_block_add(block, vl_scale(h.ahead, 1 / speed), -more, 0);
}
