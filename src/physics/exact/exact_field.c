// Uniform forces under linear damping: ẍ = a(t) − c ẋ from rest. With e[z₀, z₁ …] the divided
// differences of exp, a power a = s^k gives
//   v = k! τ^(k+1) e[−c τ, 0 (k+1 times)],  x = k! τ^(k+2) e[−c τ, 0 (k+2 times)],
// and a = e^(i ω s) gives v = τ e[−c τ, i ω τ], x = τ² e[0, −c τ, i ω τ]. Nothing is divided by c
// or by ω, so both may be small or 0.

#include "physics/exact/exact_parts.h"

#include "base/elementary.h"
#include "physics/forces/forces.h"

#include <math.h>

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

// One axis: displacement and speed.
typedef struct change {
    double x, v;
} change;

// Coefficient of u^k in Σ c_j (t₀ + u)^j.
static double shifted(const vl_force *force, int k, double t0)
{
    double sum = 0, factor = 1; // (j over k) t₀^(j−k)
    for (int j = k; j < force->coefficient_count; j++) {
        sum += force->coefficients[j] * factor;
        factor *= t0 * (j + 1) / (j + 1 - k);
    }
    return sum;
}

static change polynomial_change(const vl_force *force, const vl_exact_field *field, double tau)
{
    double y = field->damping * tau, power = tau;
    change sum = {0, 0};
    for (int k = 0; k < force->coefficient_count; k++) {
        double b = shifted(force, k, field->since) * power / (k + 1);
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

// e[a, b] and e[0, a, b] by Σ h_n/(n + 1)! and Σ h_n/(n + 2)!, with h_n = Σ a^i b^(n−i).
static void small_differences(double a, vl_complex b, vl_complex *two, vl_complex *three)
{
    vl_complex h = {1, 0}, power = {1, 0};
    double factorial = 1;
    *two = *three = (vl_complex){0, 0};
    for (int n = 0; n < TERMS; n++) {
        factorial *= n + 1;
        *two = vl_complex_add(*two, part(h, factorial));
        *three = vl_complex_add(*three, part(h, factorial * (n + 2)));
        power = vl_complex_multiply(power, b);
        h = vl_complex_add(vl_complex_scale(h, a), power);
    }
}

static vl_complex without(vl_complex z, double real)
{
    return (vl_complex){z.re - real, z.im};
}

// For A sin(ω s + φ), the imaginary part of A e^(iφ) e^(iωs).
static change sine_change(const vl_force *force, const vl_exact_field *field, double tau)
{
    double a = -field->damping * tau, angle = force->frequency * tau;
    vl_complex b = {0, angle}, two, three;
    if (vl_hypot(a, angle) < 1) {
        small_differences(a, b, &two, &three);
    } else {
        double half = vl_sin(0.5 * angle);
        vl_complex turned = angle == 0 ? (vl_complex){1, 0}
                                       : part((vl_complex){vl_sin(angle), 2 * half * half}, angle);
        two = vl_complex_divide(without(vl_complex_exp(b), vl_exp(a)), without(b, a));
        three = vl_complex_divide(without(turned, power_share(1, -a)), without(b, a));
    }
    vl_complex phase = {0, force->frequency * field->since + force->phase};
    vl_complex start = vl_complex_scale(vl_complex_exp(phase), force->amplitude);
    return (change){vl_complex_multiply(start, three).im * tau * tau,
                    vl_complex_multiply(start, two).im * tau};
}

static vl_vec3 along(int axis, double value)
{
    return (vl_vec3){axis == 0 ? value : 0, axis == 1 ? value : 0, axis == 2 ? value : 0};
}

static bool is_uniform(const vl_force *force)
{
    return force->kind == &vl_force_polynomial || force->kind == &vl_force_sine;
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
        if (is_uniform(&world->forces[i]))
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
        change more = sine ? sine_change(force, field, tau) : polynomial_change(force, field, tau);
        now.fallen = vl_add(now.fallen, along(force->axis, more.x));
        now.gained = vl_add(now.gained, along(force->axis, more.v));
    }
    return now;
}

bool vl_exact_forces_are(const vl_world *world, const vl_force_kind *one,
                         const vl_force_kind *other)
{
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind != one && world->forces[i].kind != other)
            return false;
    return true;
}

bool vl_exact_is_nothing(vl_vec3 v, double whole)
{
    return vl_length(v) <= 1e-12 * whole;
}
