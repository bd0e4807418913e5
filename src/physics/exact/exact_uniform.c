// A single particle under uniform forces: x = x₀ + v₀ (1 − e^(−c τ))/c + the motion from rest.

#include "physics/exact/exact_parts.h"
#include "physics/forces/forces.h"

// A centre of mass without anything about it.
static vl_motion at(const void *state, int member, const vl_exact_instant *now)
{
    return vl_exact_pair_at(state, member, (vl_motion){0}, now);
}

// The same where no force acts on the particle, though one may act on others.
static vl_motion straight_at(const void *state, int member, const vl_exact_instant *now)
{
    const vl_exact_pair *pair = state;
    return (vl_motion){.x = vl_add(pair->x, vl_scale(pair->v, now->carried)),
                       .v = vl_scale(pair->v, now->left)};
}

// A free particle under gravity and forces of these two kinds alone. Gravity does not act on a
// dial, but is in the motion that other uniform forces have in common.
static bool fits(const vl_exact_group *group, void *state, const vl_force_kind *one,
                 const vl_force_kind *other)
{
    const vl_particles *p = &group->world->particles;
    int slot = group->slots[0];
    bool common = !p->dial[slot] || !(vl_length(group->world->gravity) > 0);
    *(vl_exact_pair *)state =
        (vl_exact_pair){.x = vl_read(p->x, slot), .v = vl_read(p->v, slot), .falls = true};
    return (common || group->world->force_count == 0) && group->count == 1 && group->pinned < 0 &&
           vl_exact_forces_are(group->world, one, other);
}

static bool is_straight(const vl_exact_group *group, void *state)
{
    return !(vl_length(vl_world_gravity_on(group->world, group->slots[0])) > 0) &&
           fits(group, state, NULL, NULL);
}

static bool is_free_fall(const vl_exact_group *group, void *state)
{
    int slot = group->slots[0];
    vl_vec3 v = vl_read(group->world->particles.v, slot),
            g = vl_world_gravity_on(group->world, slot);
    return fits(group, state, NULL, NULL) &&
           vl_exact_is_nothing(vl_cross(v, g), vl_length(v) * vl_length(g));
}

static bool is_projectile(const vl_exact_group *group, void *state)
{
    return fits(group, state, NULL, NULL);
}

static bool is_polynomial(const vl_exact_group *group, void *state)
{
    return fits(group, state, &vl_force_polynomial, NULL);
}

static bool is_sine(const vl_exact_group *group, void *state)
{
    return fits(group, state, &vl_force_sine, NULL);
}

static bool is_uniform(const vl_exact_group *group, void *state)
{
    return fits(group, state, &vl_force_polynomial, &vl_force_sine);
}

// clang-format off
const vl_exact_solution vl_exact_straight = {"straight line", false, sizeof(vl_exact_pair), is_straight, straight_at};
const vl_exact_solution vl_exact_free_fall = {"free fall", false, sizeof(vl_exact_pair), is_free_fall, at};
const vl_exact_solution vl_exact_projectile = {"projectile", false, sizeof(vl_exact_pair), is_projectile, at};
const vl_exact_solution vl_exact_polynomial = {"polynomial", false, sizeof(vl_exact_pair), is_polynomial, at};
const vl_exact_solution vl_exact_sine = {"sine", false, sizeof(vl_exact_pair), is_sine, at};
const vl_exact_solution vl_exact_uniform = {"uniform force", false, sizeof(vl_exact_pair), is_uniform, at};
// clang-format on
