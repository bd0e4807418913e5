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

#include <complex.h>
#include <math.h>

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
    if (group->count != 1 || group->pinned >= 0 ||
        !vl_exact_forces_are(world, &vl_force_magnetic, NULL))
        return false;
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
static void shares(double complex z, double complex *first, double complex *second)
{
    if (vl_hypot(creal(z), cimag(z)) >= 1) {
        *first = (1 - vl_complex_exp(-z)) / z;
        *second = (1 - *first) / z;
        return;
    }
    double complex term = 1;
    *first = *second = 0;
    for (int n = 0; n < TERMS; n++) {
        *first += term / (n + 1);
        *second += term / ((n + 1) * (n + 2));
        term *= -z / (n + 1);
    }
}

static vl_vec3 along(const gyration *g, vl_vec3 u)
{
    return vl_scale(g->b, vl_dot(g->b, u));
}

// The part of u across b, times a complex number.
static vl_vec3 across(const gyration *g, vl_vec3 u, double complex factor)
{
    vl_vec3 part = vl_sub(u, along(g, u));
    return vl_add(vl_scale(part, creal(factor)), vl_scale(vl_cross(g->b, part), cimag(factor)));
}

static vl_motion at(const void *state, int member, const vl_exact_instant *now)
{
    const gyration *g = state;
    double tau = now->tau;
    double complex z = (g->damped + g->rate * (double complex)I) * tau, first, second;
    shares(z, &first, &second);
    vl_vec3 moved = vl_add(vl_scale(along(g, g->v), now->carried), along(g, now->fallen));
    vl_vec3 speed = vl_add(vl_scale(along(g, g->v), now->left), along(g, now->gained));
    moved = vl_add(moved, across(g, g->v, tau * first));
    speed = vl_add(speed, across(g, g->v, vl_complex_exp(-z)));
    return (vl_motion){
        .x = vl_add(g->x, vl_add(moved, across(g, g->gravity, tau * tau * second))),
        .v = vl_add(speed, across(g, g->gravity, tau * first)),
    };
}

const vl_exact_solution vl_exact_gyration = {"gyration", false, sizeof(gyration), fits, at};
