// A particle on a spring whose other end is pinned, or two free ones on a spring, moving along its
// line: the length l = |d| obeys l″ = −k/μ (l − l₀) − (c + b/μ) l′ + g, with the reduced mass μ,
// the damping b of the spring, and gravity g along the line if one end is pinned. (Uniform forces
// move the centre of mass of two free particles.)

#include "physics/exact/exact_parts.h"
#include "physics/forces/forces.h"

#include <math.h>

typedef struct spring {
    vl_exact_pair pair;
    vl_vec3 line;       // unit vector
    double equilibrium; // m, the length without acceleration
    double away, v;     // m from the equilibrium, m/s
    double square;      // 1/s²
    double damping;     // 1/s
} spring;

// m/s² along the line; whether there is none across, and none that varies in time.
static bool find_acceleration(const vl_exact_group *group, vl_vec3 line, double *acceleration)
{
    const vl_world *world = group->world;
    *acceleration = 0;
    if (group->count == 2)
        return vl_exact_forces_are(world, &vl_force_polynomial, &vl_force_sine);
    vl_vec3 gravity = vl_world_gravity_on(world, group->slots[0]);
    *acceleration = vl_dot(gravity, line);
    vl_vec3 across = vl_sub(gravity, vl_scale(line, *acceleration));
    return world->force_count == 0 && vl_exact_is_nothing(across, vl_length(gravity));
}

// Whether the ends never meet, where the force would change its sign. The energy only falls, so
// that the length stays within the first amplitude around the equilibrium.
static bool stays_long(const spring *s)
{
    return s->equilibrium > sqrt(s->away * s->away + s->v * s->v / s->square);
}

static bool fits(const vl_exact_group *group, void *state)
{
    const vl_links *links = &group->world->links;
    int link = group->link;
    if (link < 0 || links->kind[link] != VL_SPRING || !(links->stiffness[link] > 0))
        return false;

    spring *s = state;
    vl_motion d;
    s->pair = vl_exact_pair_take(group, &d);
    double length = vl_length(d.x), inverse_mass = vl_exact_pair_inverse_mass(group), acceleration;
    if (!(length > 0))
        return false;
    s->line = vl_scale(d.x, 1 / length);
    s->v = vl_dot(d.v, s->line);
    vl_vec3 across = vl_sub(d.v, vl_scale(s->line, s->v));
    if (!vl_exact_is_nothing(across, vl_length(d.v)) ||
        !find_acceleration(group, s->line, &acceleration))
        return false;
    s->square = links->stiffness[link] * inverse_mass;
    s->damping = group->world->damping + links->damping[link] * inverse_mass;
    s->equilibrium = links->length[link] + acceleration / s->square;
    s->away = length - s->equilibrium;
    return stays_long(s);
}

static vl_motion at(const void *state, int member, const vl_exact_instant *now)
{
    const spring *s = state;
    vl_transition to = vl_exact_oscillation(s->square, s->damping, now->tau);
    vl_motion relative = {
        .x = vl_scale(s->line, s->equilibrium + s->away * to.xx + s->v * to.xv),
        .v = vl_scale(s->line, s->away * to.vx + s->v * to.vv),
    };
    return vl_exact_pair_at(&s->pair, member, relative, now);
}

const vl_exact_solution vl_exact_spring = {"spring", false, sizeof(spring), fits, at};
