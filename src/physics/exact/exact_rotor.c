// A rod or a taut string between two free particles, or between a pinned and a free one without
// other forces. Only damping changes its rate of rotation, θ′ = θ′₀ e^(−c τ). Uniform forces move
// the centre of mass.

#include "base/elementary.h"
#include "physics/exact/exact_parts.h"
#include "physics/forces/forces.h"

#include <math.h>

typedef struct rotor {
    vl_exact_pair pair;
    vl_vec3 x;    // m, of one end from the other
    vl_vec3 turn; // m, as long as x and normal to it, in the direction of the rotation
    double rate;  // rad/s
} rotor;

// There must be no velocity along the link: a rod would stop it, and a string would go slack.
bool vl_exact_has_rod(const vl_exact_group *group)
{
    const vl_links *links = &group->world->links;
    int i = group->link;
    if (i < 0 || links->kind[i] == VL_SPRING || links->compliance[i] > 0)
        return false;

    vl_motion d;
    vl_exact_pair_take(group, &d);
    double length = vl_length(d.x), along = vl_dot(d.v, d.x) / length;
    if (!(fabs(length - links->length[i]) <= 1e-9 * links->length[i]))
        return false;
    return links->kind[i] == VL_ROD || along >= -1e-9 * vl_length(d.v);
}

static bool fits(const vl_exact_group *group, void *state)
{
    const vl_world *world = group->world;
    if (!vl_exact_has_rod(group) ||
        !vl_exact_forces_are(world, &vl_force_polynomial, &vl_force_sine))
        return false;
    if (group->count == 1 && (world->force_count > 0 || vl_length(world->gravity) > 0))
        return false;

    rotor *r = state;
    vl_motion d;
    r->pair = vl_exact_pair_take(group, &d);
    double found = vl_length(d.x), length = world->links.length[group->link];
    r->x = vl_scale(d.x, length / found);
    vl_vec3 across = vl_sub(d.v, vl_scale(d.x, vl_dot(d.v, d.x) / (found * found)));
    double speed = vl_length(across);
    r->turn = speed > 0 ? vl_scale(across, length / speed) : (vl_vec3){0, 0, 0};
    r->rate = speed / length;
    return true;
}

static vl_motion at(const void *state, int member, const vl_exact_instant *now)
{
    const rotor *r = state;
    double angle = r->rate * now->carried, rate = r->rate * now->left;
    double c = vl_cos(angle), s = vl_sin(angle);
    vl_motion relative = {
        .x = vl_add(vl_scale(r->x, c), vl_scale(r->turn, s)),
        .v = vl_scale(vl_sub(vl_scale(r->turn, c), vl_scale(r->x, s)), rate),
    };
    return vl_exact_pair_at(&r->pair, member, relative, now);
}

const vl_exact_solution vl_exact_rotor = {"rotating rod", false, sizeof(rotor), fits, at};
