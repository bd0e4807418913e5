// The powers of damping, winds and penalties, integrated over a substep, and the work of hands.

#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/ledger/ledger_parts.h"

#include <string.h>

bool vl_ledger_has_powers(const vl_ledger *ledger)
{
    return ledger->springs_damp || ledger->winds || ledger->penalties;
}

static bool air_damps(const vl_ledger *ledger)
{
    return ledger->world->damping > 0 || ledger->world->damping_per_step > 0;
}

bool vl_ledger_is_driven(const vl_ledger *ledger)
{
    return air_damps(ledger) || vl_ledger_has_powers(ledger);
}

// --- powers of one instant ---

// Σ F·v of free particles, over the forces that do work.
static double power_of_winds(vl_world *world, double t)
{
    vl_particles *p = &world->particles;
    double sum = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        memset(p->a[axis], 0, (size_t)p->count * sizeof(double));
    for (int k = 0; k < world->force_count; k++)
        if (world->forces[k].kind->does_work)
            world->forces[k].kind->accelerate(&world->forces[k], world, t);
    for (int i = 0; i < p->count; i++)
        if (p->inverse_mass[i] > 0)
            sum += p->mass[i] * vl_dot(vl_read(p->a, i), vl_read(p->v, i));
    return sum;
}

vl_powers vl_ledger_powers(vl_ledger *ledger, double *const x[VL_AXES], double *const v[VL_AXES],
                           double t, double h)
{
    vl_world *world = ledger->world;
    const vl_particles present = world->particles;
    vl_powers powers = {0, 0, 0};
    memcpy(world->particles.x, x, sizeof present.x);
    memcpy(world->particles.v, v, sizeof present.v);
    memcpy(world->particles.a, ledger->a, sizeof present.a);
    world->v_forces = v;
    if (ledger->springs_damp)
        powers.damping = -vl_springs_damping_power(world, h);
    if (ledger->penalties)
        powers.contacts = vl_penalty_power(world);
    if (ledger->winds)
        powers.outside = power_of_winds(world, t);
    world->particles = present;
    world->v_forces = NULL;
    return powers;
}

void vl_ledger_add_powers(vl_ledger *ledger, const vl_powers *powers, double h)
{
    vl_ledger_add(ledger, VL_CAUSE_DAMPING, powers->damping * h);
    vl_ledger_add(ledger, VL_CAUSE_CONTACTS, powers->contacts * h);
    vl_ledger_add(ledger, VL_CAUSE_OUTSIDE, powers->outside * h);
}

// --- damping without rods and strings ---

// With the constant a for which x″ = a − c x′ leads from v₀ to v₁, the velocity is v₀ + (v₁ − v₀)
// s(t), s = (1 − exp(−c t))/(1 − exp(−c h)). So ∫ c v² dt = y (v₀² + 2 v₀ Δ A + Δ² B), y = c h. The
// difference to the true velocity in the middle is added by Simpson's rule.
typedef struct decay {
    double y;
    double first, second; // A, B: means of s and s² over the substep
    double middle;        // s(h/2)
    double bubble;        // 4/6 y, and 0 where y is too large for Simpson's rule
} decay;

static decay decay_of(vl_world *world, double h)
{
    enum { ALL = 700 };

    double y = fmin(world->damping * h, ALL), half = vl_damping_left(world, 0.5 * h);
    double left = half * half, gone = 1 - left;
    decay d = {.y = y, .middle = 1 / (1 + half)};
    if (y < 1e-2) { // series; its error is of the order of y³
        d.first = 0.5 + y / 12;
        d.second = 1 / 3.0 + y / 12 + y * y / 180;
    } else {
        double mean = gone / y, mean_square = 0.5 * mean * (1 + left);
        d.first = (1 - mean) / gone;
        d.second = (1 - 2 * mean + mean_square) / (gone * gone);
    }
    d.bubble = 2 / 3.0 * y / (1 + y * y * y * y);
    return d;
}

static double square(double a)
{
    return a * a;
}

// Energy taken along one axis, J/kg; `moved` in m.
static double taken(const decay *d, double h, double moved, double v0, double v1)
{
    double more = v1 - v0;
    double even = d->y * (v0 * v0 + 2 * v0 * more * d->first + more * more * d->second);
    double middle = 1.5 * moved / h - 0.25 * (v0 + v1);
    return even + d->bubble * (square(middle) - square(v0 + more * d->middle));
}

// Damping per step takes its part at both ends, and that of the air in between: a method damps the
// velocity with which its step begins, or ends, or that half a step ago.
static double taken_by_damping(const vl_ledger *ledger, double h)
{
    vl_world *world = ledger->world;
    const vl_particles *p = &world->particles;
    const bool *touched = world->contact_memory ? world->contact_memory->touched : NULL;
    const decay d = decay_of(world, h);
    const vl_integrator *method = world->integrator;
    const bool half = method->keeps_positions || method->keeps_half_step;
    const double f = world->damping_per_step, at_end = half ? 0.5 : method->order > 1;
    const double last = f < 1 ? 1 - f * at_end : 1;
    const double first = (1 - f) / last;
    const double left = touched ? square((1 - f) * vl_damping_left(world, h)) : 1;
    const double bounced = 0.5 * (1 - left) / (1 + left); // of speeds that differ by that factor
    double sum = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double v0 = ledger->v[axis][i], v1 = p->v[axis][i];
            double moved = p->x[axis][i] - ledger->x[axis][i];
            double air = taken(&d, h, moved, first * v0, v1 / last);
            double steps = square(v0) - square(first * v0) + square(v1 / last) - square(v1);
            double u = moved / h; // its half a step ago was 2 v₀ − u
            steps = half ? 0.5 * f * ((2 * v0 - u) * (v0 + u) + u * (u + v1)) : steps;
            bool jumped = touched && touched[i];
            if (p->inverse_mass[i] > 0)
                sum += p->mass[i] * (jumped ? bounced * (v0 * v0 + v1 * v1) : air + 0.5 * steps);
        }
    return sum;
}

// --- the whole substep ---

// The state in the middle, of the cubic through both ends and their velocities.
static void find_middle(vl_ledger *ledger, double h)
{
    const vl_particles *p = &ledger->world->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double x0 = ledger->x[axis][i], x1 = p->x[axis][i];
            double v0 = ledger->v[axis][i], v1 = p->v[axis][i];
            ledger->x_mid[axis][i] = 0.5 * (x0 + x1) + 0.125 * h * (v0 - v1);
            ledger->v_mid[axis][i] = 1.5 * (x1 - x0) / h - 0.25 * (v0 + v1);
        }
    // what a hand holds goes straight on
    const vl_world *world = ledger->world;
    for (int k = 0; k < world->hold_count; k++) {
        int slot = world->holds[k].slot;
        vl_vec3 x = vl_read(ledger->x, slot), end = vl_read(world->particles.x, slot);
        vl_write(ledger->x_mid, slot, vl_lerp(x, end, 0.5));
        vl_write(ledger->v_mid, slot, vl_scale(vl_sub(end, x), 1 / h));
    }
}

// The powers are integrated by Simpson's rule.
void vl_ledger_finish_unlinked(vl_ledger *ledger, double h)
{
    vl_world *world = ledger->world;
    const vl_particles *p = &world->particles;
    if (world->integrator->keeps_positions) {
        vl_world_accelerate(world);
        vl_position_velocity(world);
    }
    if (air_damps(ledger))
        vl_ledger_add(ledger, VL_CAUSE_DAMPING, -taken_by_damping(ledger, h));
    if (!vl_ledger_has_powers(ledger))
        return;
    find_middle(ledger, h);
    double end = world->now.time;
    vl_powers at[3] = {
        vl_ledger_powers(ledger, ledger->x, ledger->v, end - h, h),
        vl_ledger_powers(ledger, ledger->x_mid, ledger->v_mid, end - 0.5 * h, h),
        vl_ledger_powers(ledger, p->x, p->v, end, h),
    };
    for (int k = 0; k < 3; k++)
        vl_ledger_add_powers(ledger, &at[k], (k == 1 ? 4 : 1) * h / 6);
}

// --- hands ---

// The work of hands. The energy E of all particles includes the held ones, so that
//
//   dE/dt = P_hand + …,   P_hand = d/dt ½ m v² − F·v − R·v,
//
// for a held particle, with the force F of potentials and springs and the force R of rods and
// strings. The solver tells the impulse of R.

double vl_ledger_held_energy(const vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    double sum = 0;
    for (int k = 0; k < world->hold_count; k++) {
        int slot = world->holds[k].slot;
        vl_vec3 v = vl_read(vl_world_velocity(world), slot);
        sum += 0.5 * world->particles.mass[slot] * vl_dot(v, v);
    }
    return sum;
}

// --- potentials and springs ---

// The force F on each held particle, N. Held particles have their masses for that time.
static void find_forces(const vl_ledger *ledger, vl_vec3 forces[VL_MOST_HOLDS])
{
    vl_world *world = ledger->world;
    vl_particles *p = &world->particles;
    const vl_particles present = *p;
    bool any = world->force_count > 0 || world->links.count > world->links.hard_count;
    memcpy(p->a, ledger->a, sizeof p->a);
    for (int axis = 0; any && axis < VL_AXES; axis++)
        memset(p->a[axis], 0, (size_t)p->count * sizeof(double));
    for (int k = 0; k < world->hold_count; k++)
        p->inverse_mass[world->holds[k].slot] = 1 / p->mass[world->holds[k].slot];
    if (any) {
        for (int k = 0; k < world->force_count; k++) {
            const vl_force *force = &world->forces[k];
            if (!force->kind->does_work)
                force->kind->accelerate(force, world, world->now.time);
        }
        vl_springs_accelerate(world);
    }
    for (int k = 0; k < world->hold_count; k++) {
        int slot = world->holds[k].slot;
        vl_vec3 a = any ? vl_read(p->a, slot) : (vl_vec3){0, 0, 0};
        forces[k] = vl_scale(vl_add(vl_world_gravity_on(world, slot), a), p->mass[slot]);
        p->inverse_mass[slot] = 0;
    }
    *p = present;
}

// Velocity of a hand at tₙ, or half a substep before.
static vl_vec3 start_velocity(const vl_ledger *ledger, int slot)
{
    const vl_world *world = ledger->world;
    const vl_particles *p = &world->particles;
    if (ledger->now.node == VL_NODE_KNOWN)
        return vl_read(vl_world_velocity(world), slot);
    return vl_scale(vl_sub(vl_read(p->x, slot), vl_read(p->x_old, slot)), 1 / world->now.dt_old);
}

void vl_ledger_begin_hands(vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    vl_vec3 forces[VL_MOST_HOLDS] = {{0, 0, 0}};
    if (world->hold_count > 0)
        find_forces(ledger, forces);
    for (int k = 0; k < vl_ledger_hands(ledger); k++) {
        int slot = world->holds[k].slot;
        ledger->holds[k] = (vl_ledger_hold){
            .x = vl_read(world->particles.x, slot),
            .v = start_velocity(ledger, slot),
            .force = forces[k],
        };
    }
}

// Adds −∫ F·dx by the trapezoidal rule.
void vl_ledger_finish_hands(vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    vl_vec3 forces[VL_MOST_HOLDS];
    if (world->hold_count > 0)
        find_forces(ledger, forces);
    for (int k = 0; k < world->hold_count; k++) {
        const vl_ledger_hold *hold = &ledger->holds[k];
        vl_vec3 moved = vl_sub(vl_read(world->particles.x, world->holds[k].slot), hold->x);
        vl_vec3 twice = vl_add(hold->force, forces[k]);
        vl_ledger_add(ledger, VL_CAUSE_HAND, -0.5 * vl_dot(twice, moved));
    }
}
