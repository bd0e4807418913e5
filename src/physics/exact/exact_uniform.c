// What falls: a particle, or the centre of mass of two, under uniform forces and linear damping.
// From x₀ with v₀ it is x₀ + v₀ (1 − e^(−c τ))/c and the motion from rest, ẍ = a(t) − c ẋ from
// rest. With e[z₀, z₁ …] the divided differences of exp, a power a = s^k gives
//   v = k! τ^(k+1) e[−c τ, 0 (k+1 times)],  x = k! τ^(k+2) e[−c τ, 0 (k+2 times)],
// and a = e^(i ω s) gives v = τ e[−c τ, i ω τ], x = τ² e[0, −c τ, i ω τ]. Nothing is divided by c
// or by ω, so both may be small or 0.

#include "physics/exact/exact_parts.h"

#include "base/elementary.h"
#include "physics/forces/forces.h"

enum { TERMS = 22 }; // of the series for arguments below 1

// n! e[−y, 0 (n times)] = e^(−y) Σ n/(n + j) y^j/j!, whose terms are all positive; where y is
// large, from n = 0 upwards instead.
static double power_share(int n, double y)
{
    if (y == 0)
        return 1;
    if (y > 30) {
        double share = vl_exp(-y);
        for (int k = 0; k < n; k++)
            share = (k + 1) * (1 - share) / y;
        return share;
    }
    double sum = 1, term = 1;
    for (int j = 1; term * n > 1e-18 * sum * (n + j) || j < y; j++) {
        term *= y / j;
        sum += term * n / (n + j);
    }
    return vl_exp(-y) * sum;
}

static vl_along polynomial_change(const vl_force *force, const vl_exact_field *field, double tau)
{
    double y = field->damping * tau, power = tau;
    vl_along sum = {0, 0};
    for (int k = 0; k < force->coefficient_count; k++) {
        double shifted = 0,
               factor = 1; // coefficient of u^k in Σ c_j (t₀ + u)^j; (j over k) t₀^(j−k)
        for (int j = k; j < force->coefficient_count; j++) {
            shifted += force->coefficients[j] * factor;
            factor *= field->since * (j + 1) / (j + 1 - k);
        }
        double b = shifted * power / (k + 1);
        sum.v += b * power_share(k + 1, y);
        sum.x += b * tau / (k + 2) * power_share(k + 2, y);
        power *= tau;
    }
    return sum;
}

static vl_complex part(vl_complex z, double divisor)
{
    return (vl_complex){z.re / divisor, z.im / divisor};
}

static vl_complex without(vl_complex z, double real)
{
    return (vl_complex){z.re - real, z.im};
}

// For A sin(ω s + φ), the imaginary part of A e^(iφ) e^(iωs).
static vl_along sine_change(const vl_force *force, const vl_exact_field *field, double tau)
{
    double a = -field->damping * tau, angle = force->frequency * tau;
    vl_complex b = {0, angle}, two, three;
    if (vl_hypot(a, angle) < 1) {
        // Σ h_n/(n + 1)! and Σ h_n/(n + 2)!, with h_n = Σ a^i b^(n−i)
        vl_complex h = {1, 0}, power = {1, 0};
        double factorial = 1;
        two = three = (vl_complex){0, 0};
        for (int n = 0; n < TERMS; n++) {
            factorial *= n + 1;
            two = vl_complex_add(two, part(h, factorial));
            three = vl_complex_add(three, part(h, factorial * (n + 2)));
            power = vl_complex_multiply(power, b);
            h = vl_complex_add(vl_complex_scale(h, a), power);
        }
    } else {
        double half = vl_sin(0.5 * angle);
        vl_complex turned = angle == 0 ? (vl_complex){1, 0}
                                       : part((vl_complex){vl_sin(angle), 2 * half * half}, angle);
        two = vl_complex_divide(without(vl_complex_exp(b), vl_exp(a)), without(b, a));
        three = vl_complex_divide(without(turned, power_share(1, -a)), without(b, a));
    }
    vl_complex phase = {0, force->frequency * field->since + force->phase};
    vl_complex start = vl_complex_scale(vl_complex_exp(phase), force->amplitude);
    return (vl_along){vl_complex_multiply(start, three).im * tau * tau,
                      vl_complex_multiply(start, two).im * tau};
}

static vl_vec3 along(int axis, double value)
{
    return (vl_vec3){axis == 0 ? value : 0, axis == 1 ? value : 0, axis == 2 ? value : 0};
}

vl_exact_field vl_exact_field_take(vl_arena *arena, const vl_world *world)
{
    vl_exact_field field = {
        .since = world->now.time,
        .damping = world->damping,
        .gravity = world->gravity,
        .forces = vl_arena_take(arena, (size_t)world->force_count, sizeof(vl_force)),
    };
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind == &vl_force_polynomial ||
            world->forces[i].kind == &vl_force_sine)
            field.forces[field.force_count++] = world->forces[i];
    return field;
}

vl_exact_instant vl_exact_instant_at(const vl_exact_field *field, double t)
{
    double tau = t - field->since, y = field->damping * tau;
    vl_exact_instant now = {.tau = tau, .left = vl_exp(-y), .carried = tau * power_share(1, y)};
    now.fallen = vl_scale(field->gravity, 0.5 * tau * tau * power_share(2, y));
    now.gained = vl_scale(field->gravity, now.carried);
    for (int i = 0; i < field->force_count; i++) {
        const vl_force *force = &field->forces[i];
        bool sine = force->kind == &vl_force_sine;
        vl_along more =
            sine ? sine_change(force, field, tau) : polynomial_change(force, field, tau);
        now.fallen = vl_add(now.fallen, along(force->axis, more.x));
        now.gained = vl_add(now.gained, along(force->axis, more.v));
    }
    return now;
}

bool vl_exact_is_nothing(vl_vec3 v, double whole)
{
    return vl_length(v) <= 1e-12 * whole;
}

// --- two bodies: the centre of mass and the relative position move independently ---

vl_exact_pair vl_exact_pair_take(const vl_exact_group *group, vl_motion *relative)
{
    const vl_particles *p = &group->world->particles;
    int one = group->slots[0], other = group->count == 2 ? group->slots[1] : group->pinned;
    vl_vec3 v = group->count == 2 ? vl_read(p->v, other) : (vl_vec3){0, 0, 0};
    *relative = (vl_motion){
        .x = vl_sub(vl_read(p->x, one), vl_read(p->x, other)),
        .v = vl_sub(vl_read(p->v, one), v),
    };
    if (group->count == 1)
        return (vl_exact_pair){.x = vl_read(p->x, other), .share = {1, 0}};

    double sum = p->mass[one] + p->mass[other], part = p->mass[one] / sum;
    return (vl_exact_pair){
        .x = vl_add(vl_read(p->x, other), vl_scale(relative->x, part)),
        .v = vl_add(v, vl_scale(relative->v, part)),
        .share = {p->mass[other] / sum, -part},
        .falls = true,
    };
}

vl_motion vl_exact_pair_at(const vl_exact_pair *pair, int member, vl_motion relative,
                           const vl_exact_instant *now)
{
    const vl_vec3 none = {0, 0, 0};
    bool falls = pair->falls;
    vl_vec3 moved = vl_add(vl_scale(pair->v, now->carried), falls ? now->fallen : none);
    vl_vec3 speed = vl_add(vl_scale(pair->v, now->left), falls ? now->gained : none);
    return (vl_motion){
        .x = vl_add(vl_add(pair->x, vl_scale(relative.x, pair->share[member])), moved),
        .v = vl_add(vl_scale(relative.v, pair->share[member]), speed),
    };
}

// --- a particle alone ---

// A centre of mass without anything about it.
static vl_motion at(const void *state, int member, const vl_exact_instant *now)
{
    return vl_exact_pair_at(state, member, (vl_motion){0}, now);
}

// Gravity does not act on a dial, but is in the motion that other uniform forces have in common.
static bool fits(const vl_exact_group *group, void *state)
{
    const vl_particles *p = &group->world->particles;
    int slot = group->slots[0];
    bool common = !p->dial[slot] || !(vl_length(group->world->gravity) > 0);
    *(vl_exact_pair *)state =
        (vl_exact_pair){.x = vl_read(p->x, slot), .v = vl_read(p->v, slot), .falls = true};
    return common || group->world->force_count == 0;
}

// No force acts on the particle, though one may act on others.
static bool is_straight(const vl_exact_group *group, void *state)
{
    bool straight = fits(group, state);
    ((vl_exact_pair *)state)->falls = false;
    return straight && !(vl_length(vl_world_gravity_on(group->world, group->slots[0])) > 0);
}

static bool is_free_fall(const vl_exact_group *group, void *state)
{
    int slot = group->slots[0];
    vl_vec3 v = vl_read(group->world->particles.v, slot);
    vl_vec3 g = vl_world_gravity_on(group->world, slot);
    return fits(group, state) && vl_exact_is_nothing(vl_cross(v, g), vl_length(v) * vl_length(g));
}

// clang-format off
const vl_exact_solution vl_exact_straight = {"straight line", sizeof(vl_exact_pair), is_straight, at, .alone = true};
const vl_exact_solution vl_exact_free_fall = {"free fall", sizeof(vl_exact_pair), is_free_fall, at, .alone = true};
const vl_exact_solution vl_exact_projectile = {"projectile", sizeof(vl_exact_pair), fits, at, .alone = true};
const vl_exact_solution vl_exact_polynomial = {"polynomial", sizeof(vl_exact_pair), fits, at, .alone = true, .forces = {&vl_force_polynomial}};
const vl_exact_solution vl_exact_sine = {"sine", sizeof(vl_exact_pair), fits, at, .alone = true, .forces = {&vl_force_sine}};
const vl_exact_solution vl_exact_uniform = {"uniform force", sizeof(vl_exact_pair), fits, at, .alone = true, .forces = {&vl_force_polynomial, &vl_force_sine}};
// clang-format on
