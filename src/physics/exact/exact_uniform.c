// A particle alone, under forces that are the same everywhere:
// x = x₀ + v₀ (1 − e^(−c τ))/c + what it would do from rest.

#include "physics/exact/exact_parts.h"
#include "physics/forces/forces.h"

typedef struct start {
    vl_vec3 x, v;
} start;

static vl_motion at(const void *kept, int member, const vl_exact_instant *now)
{
    const start *s = kept;
    return (vl_motion){
        .x = vl_add(s->x, vl_add(vl_scale(s->v, now->carried), now->fallen)),
        .v = vl_add(vl_scale(s->v, now->left), now->gained),
    };
}

static bool is_alone(const vl_exact_group *group)
{
    return group->count == 1 && group->pinned < 0;
}

static bool keep(const vl_exact_group *group, void *kept)
{
    const vl_particles *p = &group->world->particles;
    *(start *)kept = (start){vl_read(p->x, group->slots[0]), vl_read(p->v, group->slots[0])};
    return true;
}

static bool has_gravity(const vl_world *world)
{
    return vl_length(world->gravity) > 0;
}

static bool is_straight(const vl_exact_group *group, void *kept)
{
    const vl_world *world = group->world;
    return is_alone(group) && world->force_count == 0 && !has_gravity(world) && keep(group, kept);
}

static bool is_free_fall(const vl_exact_group *group, void *kept)
{
    const vl_world *world = group->world;
    if (!is_alone(group) || world->force_count > 0)
        return false;
    vl_vec3 v = vl_read(world->particles.v, group->slots[0]), g = world->gravity;
    return vl_exact_is_nothing(vl_cross(v, g), vl_length(v) * vl_length(g)) && keep(group, kept);
}

static bool is_projectile(const vl_exact_group *group, void *kept)
{
    return is_alone(group) && group->world->force_count == 0 && keep(group, kept);
}

static bool is_polynomial(const vl_exact_group *group, void *kept)
{
    return is_alone(group) && vl_exact_forces_are(group->world, &vl_force_polynomial, NULL) &&
           keep(group, kept);
}

static bool is_sine(const vl_exact_group *group, void *kept)
{
    return is_alone(group) && vl_exact_forces_are(group->world, &vl_force_sine, NULL) &&
           keep(group, kept);
}

static bool is_uniform(const vl_exact_group *group, void *kept)
{
    return is_alone(group) &&
           vl_exact_forces_are(group->world, &vl_force_polynomial, &vl_force_sine) &&
           keep(group, kept);
}

const vl_exact_solution vl_exact_straight = {"straight line", false, sizeof(start), is_straight,
                                             at};
const vl_exact_solution vl_exact_free_fall = {"free fall", false, sizeof(start), is_free_fall, at};
const vl_exact_solution vl_exact_projectile = {"projectile", false, sizeof(start), is_projectile,
                                               at};
const vl_exact_solution vl_exact_polynomial = {"polynomial", false, sizeof(start), is_polynomial,
                                               at};
const vl_exact_solution vl_exact_sine = {"sine", false, sizeof(start), is_sine, at};
const vl_exact_solution vl_exact_uniform = {"uniform force", false, sizeof(start), is_uniform, at};
