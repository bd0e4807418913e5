// The powers of damping, winds and penalties, integrated over a substep, and the work of hands.

#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/ledger/ledger_parts.h"

static bool air_damps(const vl_ledger *ledger)
{
    return ledger->world->damping > 0 || ledger->world->damping_per_step > 0;
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
            // a step that is too long for the method: no more than was there, and forces brought
            if (d.y > 0.5)
                air = fmin(air, fmax(0, 0.5 * (v0 * v0 - v1 * v1) + p->a[axis][i] * moved));
            double steps = square(v0) - square(first * v0) + square(v1 / last) - square(v1);
            double u = moved / h; // its half a step ago was 2 v₀ − u
            steps = half ? 0.5 * f * ((2 * v0 - u) * (v0 + u) + u * (u + v1)) : steps;
            bool jumped = touched && touched[i];
            if (p->inverse_mass[i] > 0 && vl_ledger_counts(world, i))
                sum += p->mass[i] * (jumped ? bounced * (v0 * v0 + v1 * v1) : air + 0.5 * steps);
        }
    return fmax(0, sum); // damping takes, and gives nothing
}

// --- the whole substep ---

void vl_ledger_begin_powers(vl_ledger *ledger, bool linked)
{
    vl_world *world = ledger->world;
    ledger->powers = world->powers;
    if (linked && ledger->driven)
        vl_axes_copy(ledger->outside, world->a_outside, world->particles.count);
    if (!linked && air_damps(ledger)) {
        if (world->integrator->keeps_positions)
            vl_position_velocity(world);
        vl_axes_copy(ledger->v, world->particles.v, world->particles.count);
        vl_axes_copy(ledger->x, world->particles.x, world->particles.count);
    }
}

// Work is what a method makes of powers: by the trapezoidal rule where it evaluates forces at the
// end of its step, too; else by the last evaluation, or its own mean. Where links act, these powers
// but those of hands are counted with them.
void vl_ledger_finish_powers(vl_ledger *ledger, bool linked, double h)
{
    vl_world *world = ledger->world;
    const vl_integrator *method = world->integrator;
    const bool current = world->now.acceleration_is_current, held = world->hold_count > 0;
    const bool looks = method->keeps_positions || method->order < 2;
    if (linked ? held : looks && (held || ledger->driven || air_damps(ledger)))
        vl_world_accelerate(world);
    const double now = linked || world->now.acceleration_is_current ? 0.5 : 1, before = 1 - now;
    const vl_powers *first = &ledger->powers, *last = &world->powers;
    for (int k = 0; k < world->hold_count; k++) {
        vl_vec3 end = vl_read(world->particles.x, world->holds[k].slot);
        vl_vec3 force =
            vl_add(vl_scale(first->on_hold[k], before), vl_scale(last->on_hold[k], now));
        vl_ledger_add(ledger, VL_CAUSE_HAND, -vl_dot(force, vl_sub(end, ledger->holds[k].x)));
    }
    // winds and penalties are bounded by the length of the step, which may change
    if (linked || (ledger->bounded && !method->keeps_positions))
        world->now.acceleration_is_current = current;
    if (linked)
        return;
    const double span = world->links_rest ? 0 : h; // they are of all particles
    vl_ledger_add(ledger, VL_CAUSE_DAMPING, (before * first->damping + now * last->damping) * span);
    vl_ledger_add_contact(ledger, (before * first->contacts + now * last->contacts) * span, true);
    vl_ledger_add(ledger, VL_CAUSE_OUTSIDE, (before * first->outside + now * last->outside) * h);
    if (world->integrator->keeps_positions && air_damps(ledger))
        vl_position_velocity(world);
    if (air_damps(ledger))
        vl_ledger_add(ledger, VL_CAUSE_DAMPING, -taken_by_damping(ledger, h));
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

void vl_ledger_begin_hands(vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    const vl_particles *p = &world->particles;
    for (int k = 0; k < vl_ledger_hands(ledger); k++) {
        vl_ledger_hold *hold = &ledger->holds[k];
        int slot = world->holds[k].slot;
        hold->x = vl_read(p->x, slot);
        if (ledger->now.node != VL_NODE_KNOWN)
            hold->v = vl_scale(vl_sub(hold->x, vl_read(p->x_old, slot)), 1 / world->now.dt_old);
    }
}
