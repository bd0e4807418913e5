// Exact solutions of particles that do not feel each other.

#include "physics/exact.h"

#include "base/memory.h"
#include "physics/axes.h"

#include <math.h>

typedef struct motion {
    vl_vec3 x, v;
} motion;

typedef struct solution {
    const char *name;
    bool (*fits)(const vl_world *world);
    motion (*at)(const vl_exact *exact, int slot, double t);
} solution;

struct vl_exact {
    const solution *solution;
    double since; // s
    int count;
    vl_vec3 gravity;
    int force_count;
    vl_force *forces;
    double *x[VL_AXES], *v[VL_AXES]; // at `since`
    double *mass;
    bool *fixed;
};

// Displacement and change of velocity along one axis.
typedef struct change {
    double x, v;
} change;

// ∫ and ∫∫ of Σ c_k s^k from t0 to t: with tau = t − t0,
// v = Σ c_k (t^(k+1) − t0^(k+1))/(k+1),
// x = Σ c_k ((t^(k+2) − t0^(k+2))/((k+1)(k+2)) − t0^(k+1) tau/(k+1)).
static change polynomial_change(const vl_force *force, double t0, double t)
{
    change sum = {0, 0};
    double power = t, power0 = t0;
    for (int k = 0; k < force->coefficient_count; k++) {
        double c = force->coefficients[k] / (k + 1);
        sum.v += c * (power - power0);
        sum.x += c * ((power * t - power0 * t0) / (k + 2) - power0 * (t - t0));
        power *= t;
        power0 *= t0;
    }
    return sum;
}

// The same for A sin(ω s + φ).
static change sine_change(const vl_force *force, double t0, double t)
{
    double a = force->amplitude, w = force->frequency, tau = t - t0;
    double phase0 = w * t0 + force->phase, phase = w * t + force->phase;
    if (w == 0) {
        double constant = a * sin(force->phase);
        return (change){0.5 * constant * tau * tau, constant * tau};
    }
    return (change){
        .x = a / w * cos(phase0) * tau - a / (w * w) * (sin(phase) - sin(phase0)),
        .v = -a / w * (cos(phase) - cos(phase0)),
    };
}

static vl_vec3 along(int axis, double value)
{
    return (vl_vec3){axis == 0 ? value : 0, axis == 1 ? value : 0, axis == 2 ? value : 0};
}

static bool uniform_fits(const vl_world *world)
{
    for (int i = 0; i < world->force_count; i++) {
        const vl_force_kind *kind = world->forces[i].kind;
        if (kind != &vl_force_polynomial && kind != &vl_force_sine)
            return false;
    }
    return true;
}

// Free fall, projectile, polynomial, sine and any sum of them.
static motion uniform_at(const vl_exact *exact, int slot, double t)
{
    double tau = t - exact->since;
    vl_vec3 v0 = vl_read(exact->v, slot);
    motion now = {
        .x = vl_add(vl_scale(v0, tau), vl_scale(exact->gravity, 0.5 * tau * tau)),
        .v = vl_add(v0, vl_scale(exact->gravity, tau)),
    };
    for (int i = 0; i < exact->force_count; i++) {
        const vl_force *force = &exact->forces[i];
        bool sine = force->kind == &vl_force_sine;
        change more =
            sine ? sine_change(force, exact->since, t) : polynomial_change(force, exact->since, t);
        now.x = vl_add(now.x, along(force->axis, more.x));
        now.v = vl_add(now.v, along(force->axis, more.v));
    }
    now.x = vl_add(now.x, vl_read(exact->x, slot));
    return now;
}

static bool oscillator_fits(const vl_world *world)
{
    double stiffness = 0;
    for (int i = 0; i < world->force_count; i++) {
        if (world->forces[i].kind != &vl_force_harmonic)
            return false;
        stiffness += world->forces[i].stiffness;
    }
    return stiffness > 0;
}

// x = r + (x0 − r) cos ω t + v0/ω sin ω t, where ω² = Σ k/m and r is the place of rest.
static motion oscillator_at(const vl_exact *exact, int slot, double t)
{
    double stiffness = 0, mass = exact->mass[slot];
    vl_vec3 rest = vl_scale(exact->gravity, mass);
    for (int i = 0; i < exact->force_count; i++) {
        stiffness += exact->forces[i].stiffness;
        rest = vl_add(rest, vl_scale(exact->forces[i].center, exact->forces[i].stiffness));
    }
    rest = vl_scale(rest, 1 / stiffness);

    double w = sqrt(stiffness / mass), tau = t - exact->since;
    vl_vec3 away = vl_sub(vl_read(exact->x, slot), rest), v0 = vl_read(exact->v, slot);
    double c = cos(w * tau), s = sin(w * tau);
    return (motion){
        .x = vl_add(rest, vl_add(vl_scale(away, c), vl_scale(v0, s / w))),
        .v = vl_sub(vl_scale(v0, c), vl_scale(away, s * w)),
    };
}

static const solution solutions[] = {
    {"uniform force", uniform_fits, uniform_at},
    {"oscillator", oscillator_fits, oscillator_at},
};

static const solution *find(const vl_world *world)
{
    bool free_motion = world->links.count == 0 && world->collider_count == 0 &&
                       world->hold_count == 0 && world->damping == 0 &&
                       world->damping_per_step == 0;
    for (size_t i = 0; free_motion && i < sizeof solutions / sizeof *solutions; i++)
        if (solutions[i].fits(world))
            return &solutions[i];
    return NULL;
}

vl_exact *vl_exact_recognise(const vl_world *world)
{
    const solution *found = find(world);
    if (!found)
        return NULL;

    const vl_particles *p = &world->particles;
    vl_exact *exact = vl_alloc(1, sizeof *exact);
    *exact = (vl_exact){
        .solution = found,
        .since = world->now.time,
        .count = p->count,
        .gravity = world->gravity,
        .force_count = world->force_count,
        .forces = vl_alloc((size_t)world->force_count, sizeof(vl_force)),
        .mass = vl_alloc((size_t)p->count, sizeof(double)),
        .fixed = vl_alloc((size_t)p->count, sizeof(bool)),
    };
    for (int i = 0; i < world->force_count; i++)
        exact->forces[i] = world->forces[i];
    vl_axes_create(exact->x, p->count);
    vl_axes_create(exact->v, p->count);
    vl_axes_copy(exact->x, p->x, p->count);
    vl_axes_copy(exact->v, p->v, p->count);
    for (int i = 0; i < p->count; i++) {
        exact->mass[i] = p->mass[i];
        exact->fixed[i] = p->pinned[i];
    }
    return exact;
}

const char *vl_exact_name(const vl_exact *exact)
{
    return exact->solution->name;
}

double vl_exact_since(const vl_exact *exact)
{
    return exact->since;
}

static motion at(const vl_exact *exact, int slot, double t)
{
    if (exact->fixed[slot])
        return (motion){.x = vl_read(exact->x, slot)};
    return exact->solution->at(exact, slot, t);
}

vl_vec3 vl_exact_position(const vl_exact *exact, int slot, double t)
{
    return at(exact, slot, t).x;
}

vl_vec3 vl_exact_velocity(const vl_exact *exact, int slot, double t)
{
    return at(exact, slot, t).v;
}

double vl_exact_error(const vl_exact *exact, const vl_world *world)
{
    double largest = 0;
    for (int i = 0; i < exact->count; i++) {
        vl_vec3 there = vl_exact_position(exact, i, world->now.time);
        double distance = vl_length(vl_sub(vl_read(world->particles.x, i), there));
        largest = distance > largest ? distance : largest;
    }
    return largest;
}

void vl_exact_free(vl_exact *exact)
{
    if (!exact)
        return;
    vl_axes_free(exact->x);
    vl_axes_free(exact->v);
    vl_free(exact->forces);
    vl_free(exact->mass);
    vl_free(exact->fixed);
    vl_free(exact);
}
