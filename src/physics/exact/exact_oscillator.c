// A particle in harmonic forces, with gravity and linear damping: ẍ = −ω² (x − r) − c ẋ, the same
// along each axis, with ω² = Σ k/m and r the equilibrium.

#include "base/elementary.h"
#include "physics/exact/exact_parts.h"
#include "physics/forces/forces.h"

#include <math.h>

// With γ = c/2 and δ² = γ² − ω²: x = e^(−γτ) (x₀ C + (v₀ + γ x₀) S), where C = cosh δτ and S =
// sinh(δτ)/δ, or cos and sin where δ² < 0, or 1 and τ where it is 0. Above critical damping e^(−γτ)
// C and S are computed from the slower decay, e^(−pτ) with p = γ − δ = ω²/(γ + δ), and from
// e^(−2δτ).
vl_transition vl_exact_oscillation(double square, double damping, double tau)
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
    return (vl_transition){c + half * s, s, -square * s, c - half * s};
}

typedef struct oscillator {
    vl_vec3 equilibrium, away, v; // m, m from the equilibrium, m/s
    double square;                // ω², 1/s²
    double damping;               // 1/s
} oscillator;

static bool fits(const vl_exact_group *group, void *state)
{
    const vl_world *world = group->world;
    if (group->count != 1 || group->pinned >= 0 ||
        !vl_exact_forces_are(world, &vl_force_harmonic, NULL))
        return false;

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

static vl_motion at(const void *state, int member, const vl_exact_instant *now)
{
    const oscillator *o = state;
    vl_transition to = vl_exact_oscillation(o->square, o->damping, now->tau);
    return (vl_motion){
        .x = vl_add(o->equilibrium, vl_add(vl_scale(o->away, to.xx), vl_scale(o->v, to.xv))),
        .v = vl_add(vl_scale(o->away, to.vx), vl_scale(o->v, to.vv)),
    };
}

const vl_exact_solution vl_exact_oscillator = {"oscillator", false, sizeof(oscillator), fits, at};
