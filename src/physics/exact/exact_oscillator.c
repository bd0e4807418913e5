// A particle in harmonic forces, with gravity and linear damping: ẍ = −ω² (x − r) − c ẋ, the same
// along each axis, with ω² = Σ k/m and r the equilibrium.

#include "base/elementary.h"
#include "physics/exact/exact_parts.h"
#include "physics/forces/forces.h"

#include <math.h>

// x and v of ẍ = −ω² x − c v, τ s after x₀ and v₀: x = xx x₀ + xv v₀ and v = vx x₀ + vv v₀.
typedef struct transition {
    double xx, xv, vx, vv;
} transition;

// With γ = c/2 and δ² = γ² − ω²: x = e^(−γτ) (x₀ C + (v₀ + γ x₀) S), where C = cosh δτ and S =
// sinh(δτ)/δ, or cos and sin where δ² < 0, or 1 and τ where it is 0. Above critical damping e^(−γτ)
// C and S are computed from the slower decay, e^(−pτ) with p = γ − δ = ω²/(γ + δ), and from
// e^(−2δτ).
static transition oscillation(double square, double damping, double tau)
{
    double half = 0.5 * damping, w = sqrt(square);
    double over = (half - w) * (half + w), root = sqrt(fabs(over)), c, s;
    if (over < 0) {
        double left = vl_exp(-half * tau);
        c = left * vl_cos(root * tau);
        s = left * vl_sin(root * tau) / root;
    } else {
        double slow = vl_exp(-square / (half + root) * tau), lost = -vl_expm1(-2 * root * tau);
        c = slow * (1 - 0.5 * lost);
        s = slow * (root > 0 ? lost / (2 * root) : tau);
    }
    return (transition){c + half * s, s, -square * s, c - half * s};
}

typedef struct oscillator {
    vl_vec3 equilibrium, away, v; // m, m from the equilibrium, m/s
    double square;                // ω², 1/s²
    double damping;               // 1/s
} oscillator;

static bool oscillator_fits(const vl_exact_group *group, void *state)
{
    const vl_world *world = group->world;
    int slot = group->slots[0];
    double stiffness = 0, mass = world->particles.mass[slot];
    vl_vec3 equilibrium = vl_scale(vl_world_gravity_on(world, slot), mass);
    for (int i = 0; i < world->force_count; i++) {
        stiffness += world->forces[i].stiffness;
        equilibrium =
            vl_add(equilibrium, vl_scale(world->forces[i].center, world->forces[i].stiffness));
    }
    if (!(stiffness > 0))
        return false;
    equilibrium = vl_scale(equilibrium, 1 / stiffness);
    *(oscillator *)state = (oscillator){
        .equilibrium = equilibrium,
        .away = vl_sub(vl_read(world->particles.x, slot), equilibrium),
        .v = vl_read(world->particles.v, slot),
        .square = stiffness / mass,
        .damping = world->damping,
    };
    return true;
}

static vl_motion oscillator_at(const void *state, int member, const vl_exact_instant *now)
{
    const oscillator *o = state;
    transition to = oscillation(o->square, o->damping, now->tau);
    return (vl_motion){
        .x = vl_add(o->equilibrium, vl_add(vl_scale(o->away, to.xx), vl_scale(o->v, to.xv))),
        .v = vl_add(vl_scale(o->away, to.vx), vl_scale(o->v, to.vv)),
    };
}

const vl_exact_solution vl_exact_oscillator = {"oscillator",    sizeof(oscillator),
                                               oscillator_fits, oscillator_at,
                                               .alone = true,   .forces = {&vl_force_harmonic}};

// A particle on a spring whose other end is pinned, or two free ones on a spring, moving along its
// line: the length l = |d| obeys l″ = −k/μ (l − l₀) − (c + b/μ) l′ + g, with the reduced mass μ,
// the damping b of the spring, and gravity g along the line if one end is pinned. (Uniform forces
// move the centre of mass of two free particles.)
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
        return true;
    vl_vec3 gravity = vl_world_gravity_on(world, group->slots[0]);
    *acceleration = vl_dot(gravity, line);
    vl_vec3 across = vl_sub(gravity, vl_scale(line, *acceleration));
    return world->force_count == 0 && vl_exact_is_nothing(across, vl_length(gravity));
}

static bool spring_fits(const vl_exact_group *group, void *state)
{
    const vl_links *links = &group->world->links;
    int link = group->link;
    if (link < 0 || links->kind[link] != VL_SPRING || !(links->stiffness[link] > 0))
        return false;

    spring *s = state;
    vl_motion d;
    s->pair = vl_exact_pair_take(group, &d);
    const double *mass = group->world->particles.mass;
    double length = vl_length(d.x), inverse_mass = 1 / mass[group->slots[0]], acceleration;
    if (group->count == 2)
        inverse_mass += 1 / mass[group->slots[1]];
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
    // The ends must never meet, where the force would change its sign. The energy only falls, so
    // that the length stays within the first amplitude around the equilibrium.
    return s->equilibrium > sqrt(s->away * s->away + s->v * s->v / s->square);
}

static vl_motion spring_at(const void *state, int member, const vl_exact_instant *now)
{
    const spring *s = state;
    transition to = oscillation(s->square, s->damping, now->tau);
    vl_motion relative = {
        .x = vl_scale(s->line, s->equilibrium + s->away * to.xx + s->v * to.xv),
        .v = vl_scale(s->line, s->away * to.vx + s->v * to.vv),
    };
    return vl_exact_pair_at(&s->pair, member, relative, now);
}

const vl_exact_solution vl_exact_spring = {"spring", sizeof(spring), spring_fits, spring_at,
                                           .forces = {&vl_force_polynomial, &vl_force_sine}};
