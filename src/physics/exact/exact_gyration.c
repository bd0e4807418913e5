// A charge in a uniform magnetic field, with gravity and linear damping: v̇ = v × Ω + g − c v. Along
// b = Ω/|Ω| it falls as anything does. Across b the components are the parts of a complex number w
// that obeys ẇ = g − λ w with λ = c + i|Ω|, where i turns by 90° about b. With z = λ τ,
//   v = e^(−z) v₀ + τ φ₁(z) g,  x = x₀ + τ φ₁(z) v₀ + τ² φ₂(z) g,
//   φ₁ = (1 − e^(−z))/z,  φ₂ = (1 − φ₁)/z.
// Nothing is divided by λ, which may be small or 0. Undamped it is a circle that drifts with
// g × b/|Ω|. Jackson, Classical Electrodynamics, 1999, sections 12.2 and 12.3.

#include "physics/exact/exact_parts.h"

#include "base/elementary.h"
#include "physics/forces/forces.h"

enum { TERMS = 22 }; // of the series for arguments below 1

typedef struct gyration {
    vl_vec3 x, v;        // m, m/s, at the start
    vl_vec3 b;           // unit vector along Ω; 0 where that is 0
    vl_vec3 gravity;     // m/s²
    double rate, damped; // |Ω|, c; 1/s
} gyration;

static bool fits(const vl_exact_group *group, void *state)
{
    const vl_world *world = group->world;
    for (int i = 0; i < world->force_count; i++)
        if (vl_length(world->forces[i].moment) > 0)
            return false;

    int slot = group->slots[0];
    vl_vec3 turning = vl_world_turning(world, slot);
    double rate = vl_length(turning);
    *(gyration *)state = (gyration){
        .x = vl_read(world->particles.x, slot),
        .v = vl_read(world->particles.v, slot),
        .b = rate > 0 ? vl_scale(turning, 1 / rate) : (vl_vec3){0, 0, 0},
        .gravity = vl_world_gravity_on(world, slot),
        .rate = rate,
        .damped = world->damping,
    };
    return true;
}

// φ₁ and φ₂ of z.
static void shares(vl_complex z, vl_complex *first, vl_complex *second)
{
    const vl_complex one = {1, 0};
    if (vl_hypot(z.re, z.im) >= 1) {
        vl_complex left = vl_complex_exp(vl_complex_scale(z, -1));
        *first = vl_complex_divide((vl_complex){1 - left.re, 0 - left.im}, z);
        *second = vl_complex_divide((vl_complex){1 - first->re, 0 - first->im}, z);
        return;
    }
    vl_complex term = one;
    *first = *second = (vl_complex){0, 0};
    for (int n = 0; n < TERMS; n++) {
        double share = (n + 1) * (n + 2);
        *first = vl_complex_add(*first, (vl_complex){term.re / (n + 1), term.im / (n + 1)});
        *second = vl_complex_add(*second, (vl_complex){term.re / share, term.im / share});
        term = vl_complex_multiply(term, (vl_complex){-z.re / (n + 1), -z.im / (n + 1)});
    }
}

static vl_vec3 along(const gyration *g, vl_vec3 u)
{
    return vl_scale(g->b, vl_dot(g->b, u));
}

// The part of u across b, times a complex number.
static vl_vec3 across(const gyration *g, vl_vec3 u, vl_complex factor)
{
    vl_vec3 part = vl_sub(u, along(g, u));
    return vl_add(vl_scale(part, factor.re), vl_scale(vl_cross(g->b, part), factor.im));
}

static vl_motion at(const void *state, int member, const vl_exact_instant *now)
{
    const gyration *g = state;
    double tau = now->tau;
    vl_complex z = {g->damped * tau, g->rate * tau}, first, second;
    shares(z, &first, &second);
    vl_vec3 moved = vl_add(vl_scale(along(g, g->v), now->carried), along(g, now->fallen));
    vl_vec3 speed = vl_add(vl_scale(along(g, g->v), now->left), along(g, now->gained));
    moved = vl_add(moved, across(g, g->v, vl_complex_scale(first, tau)));
    speed = vl_add(speed, across(g, g->v, vl_complex_exp(vl_complex_scale(z, -1))));
    return (vl_motion){
        .x =
            vl_add(g->x, vl_add(moved, across(g, g->gravity, vl_complex_scale(second, tau * tau)))),
        .v = vl_add(speed, across(g, g->gravity, vl_complex_scale(first, tau))),
    };
}

const vl_exact_solution vl_exact_gyration = {
    "gyration", sizeof(gyration), fits, at, .alone = true, .forces = {&vl_force_magnetic}};
