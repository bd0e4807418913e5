// A frame: its substeps, the division of those that have no solution, the look ahead, and the
// velocity that all of them are read by.

#include "physics/contacts/contacts.h"
#include "physics/forces/energy.h"
#include "physics/integrators/position_method.h"
#include "physics/ledger/ledger_parts.h"
#include "physics/math/axes.h"
#include "physics/model/snapshot.h"
#include "physics/model/world_parts.h"

// Metres, and metres per second: beyond this an energy may no longer be a finite number, as masses
// and stiffnesses go up to 1e60.
static const double largest_finite = 1e100;

// --- velocity ---

// v⁻ = (xₙ − xₙ₋₁)/dt₋
static void set_backward_velocity(vl_world *world)
{
    vl_particles *p = &world->particles;
    double *const *v = vl_world_velocity(world);
    double scale = 1 / world->now.dt_old;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            v[axis][i] = (p->x[axis][i] - p->x_old[axis][i]) * scale;
}

// From v⁻ to v(tₙ) = (dt₋ v⁺ + dt v⁻)/(dt + dt₋) with v⁺ = (xₙ₊₁ − xₙ)/dt, one step later. Of a
// substep that was divided, dt and v⁺ are those of its first part.
static void set_central_velocity(vl_world *world, double dt_old, double dt)
{
    vl_particles *p = &world->particles;
    double *const *v = vl_world_velocity(world);
    bool divided = world->first_part > 0;
    if (world->contact_memory) {
        double *const *departure = vl_contacts_departure(world->contact_memory);
        vl_axes_copy(v, divided ? world->before->seen : departure, p->count);
        return;
    }
    double first = divided ? world->first_part : dt;
    double back = first / (first + dt_old), ahead = dt_old / (first * (first + dt_old));
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double way = divided ? world->before->seen[axis][i] : p->x[axis][i] - p->x_old[axis][i];
            v[axis][i] = back * v[axis][i] + ahead * way;
        }
}

// --- a step ---

// Rods and strings move points after the step; a method that keeps a velocity has to be told.
// False: without a solution.
static bool solve_links(vl_world *world, double h, bool rescue)
{
    vl_particles *p = &world->particles;
    bool kick = !world->integrator->keeps_positions;
    bool early = world->mistake && world->mistake->reads_unsolved;
    if (kick || early || world->ledger)
        vl_axes_copy(world->predicted, p->x, p->count);

    const vl_solver *method = world->solver.method;
    vl_solve solve =
        rescue ? method->solve_fallback(world, world->solver_memory, h) : vl_world_solve(world, h);
    world->solved.sweeps += solve.sweeps;
    world->solved.measured = solve.measured;
    world->solved.residual = solve.residual;
    if (!rescue && !solve.solved)
        return false;

    for (int axis = 0; kick && axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            p->v[axis][i] += (p->x[axis][i] - world->predicted[axis][i]) / h;
    return true;
}

static bool all_finite(double *const array[VL_AXES], int count)
{
    int beyond = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < count; i++)
            beyond |= !(fabs(array[axis][i]) <= largest_finite);
    return !beyond;
}

// The same of the speeds that the last displacements are.
static bool displacements_finite(const vl_particles *p, double h)
{
    double largest = largest_finite * h;
    int beyond = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            beyond |= !(fabs(p->x[axis][i] - p->x_old[axis][i]) <= largest);
    return !beyond;
}

// The last positions that were numbers stay on show; what has none is put into the origin.
static void show_last_positions(vl_world *world)
{
    vl_particles *p = &world->particles;
    bool keep = !all_finite(p->x_old, p->count);
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double old = p->x_old[axis][i], now = p->x[axis][i];
            double last = keep && isfinite(now) ? now : old;
            p->x[axis][i] = isfinite(last) ? last : 0;
            p->v[axis][i] = world->observed[axis][i] = 0;
        }
}

static void check_finite(vl_world *world)
{
    vl_particles *p = &world->particles;
    bool finite = all_finite(p->x, p->count) && displacements_finite(p, world->now.dt_old) &&
                  (world->integrator->keeps_positions || all_finite(p->v, p->count));
    if (finite)
        return;
    world->now.diverged = true;
    world->now.diverged_time = world->now.time;
    show_last_positions(world);
    world->now.velocity_is_current = true;
}

// Kahan's compensated sum.
void vl_moment_advance(vl_moment *now, double h)
{
    double more = h - now->time_rest;
    double sum = now->time + more;
    now->time_rest = (sum - now->time) - more;
    now->time = sum;
}

// The implicit methods look at where hands will be: a stiff spring to one must not find it
// elsewhere.
static void aim_holds(vl_world *world, double speed)
{
    for (int i = 0; world->integrator->implicit && i < world->hold_count; i++) {
        const vl_hold *hold = &world->holds[i];
        vl_write(world->particles.v, hold->slot, vl_scale(vl_sub(hold->target, hold->from), speed));
    }
}

// One substep of h, or a part of one. The hands do the part of their way from `begin` to `end`.
// False, in the midst of it: the links have no solution.
static bool attempt(vl_world *world, double h, double begin, double end, bool rescue)
{
    double hand_speed = (end - begin) / h;
    world->now.dt = h;
    vl_world_accelerate(world);
    if (world->contact_memory)
        vl_contacts_depart(world, h);
    vl_ledger_depart(world);
    aim_holds(world, hand_speed);
    world->integrator->move(world, h);
    vl_world_carry_holds(world, end, hand_speed);
    if (vl_world_has_hard_links(world)) {
        if (!solve_links(world, h, rescue))
            return false;
        vl_ledger_links(world, h);
    }
    if (world->contact_memory)
        vl_contacts_resolve(world, h);

    vl_moment_advance(&world->now, h);
    world->now.acceleration_is_current = false;
    world->now.velocity_is_current =
        !world->integrator->keeps_positions && !vl_world_has_hard_links(world);
    if (world->integrator->finish)
        world->integrator->finish(world, h);
    vl_world_carry_holds(world, end, hand_speed);
    world->now.dt_old = h;
    if (world->contact_memory)
        vl_contacts_arrive(world, h);
    if (world->mistake && world->mistake->stepped)
        world->mistake->stepped(world);
    check_finite(world);
    vl_ledger_arrive(world, h);
    return true;
}

// What the first part of a divided substep did, for set_central_velocity().
static void remember_first_part(vl_world *world, double h)
{
    vl_particles *p = &world->particles;
    world->first_part = h;
    if (world->contact_memory) {
        vl_axes_copy(world->before->seen, vl_contacts_departure(world->contact_memory), p->count);
        return;
    }
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            world->before->seen[axis][i] = p->x[axis][i] - p->x_old[axis][i];
}

static bool attempt_parts(vl_world *world, double h, double begin, double end, int parts)
{
    double way = (end - begin) / parts;
    for (int i = 0; i < parts && !world->now.diverged; i++) {
        double to = i + 1 < parts ? begin + (i + 1) * way : end;
        if (!attempt(world, h / parts, begin + i * way, to, false))
            return false;
        if (i == 0)
            remember_first_part(world, h / parts);
    }
    return true;
}

// Back to where the substep began; `contacts` and `unconverged` were counted before it.
static void take_back(vl_world *world, int contacts, int unconverged)
{
    vl_snapshot_restore(world->before, world);
    world->contacts = contacts;
    world->solved.unconverged = unconverged;
}

// One substep of h. Where its links have no solution it is made again from where it began, in 2, 4,
// … parts; where all that has none either, the links are brought as near to their lengths as can
// be.
static void substep(vl_world *world, double h, double begin, double end)
{
    enum { MOST_PARTS = 64 };

    int contacts = world->contacts, unconverged = world->solved.unconverged;
    const vl_ledger_mark mark = vl_ledger_remember(world);
    bool can_fail = world->before && vl_world_has_hard_links(world);
    world->first_part = 0;
    if (can_fail)
        vl_snapshot_take(world->before, world);
    if (attempt(world, h, begin, end, false))
        return;
    for (int parts = 2; parts <= MOST_PARTS && vl_world_can_step(world, h / parts); parts *= 2) {
        take_back(world, contacts, unconverged);
        vl_ledger_take_back(world, &mark);
        if (attempt_parts(world, h, begin, end, parts)) {
            world->solved.divided++;
            return;
        }
    }
    take_back(world, contacts, unconverged);
    vl_ledger_take_back(world, &mark);
    world->first_part = 0;
    attempt(world, h, begin, end, true);
    world->solved.failed++;
}

// The first substep of a frame tells, where positions are kept and links act, what the velocity was
// when the frame began.
static void first_substep(vl_world *world, double h, double end)
{
    if (!vl_world_has_hard_links(world))
        vl_world_synchronise(world);
    bool known = world->now.velocity_is_current;
    double dt_old = world->now.dt_old;
    if (known)
        world->now.kinetic_before = vl_energy_kinetic(world);
    else
        set_backward_velocity(world);
    vl_ledger_frame(world, known);

    substep(world, h, 0, end);
    if (world->after_first)
        vl_axes_copy(world->after_first, world->particles.x, world->particles.count);
    if (known)
        return;
    if (world->now.diverged) {
        world->now.kinetic_before = (double)NAN;
        return;
    }
    set_central_velocity(world, dt_old, h);
    world->now.kinetic_before = vl_energy_kinetic(world);
    vl_ledger_instant(world, true);
}

bool vl_world_can_step(const vl_world *world, double dt)
{
    double h = dt / world->solver.substeps;
    return h >= VL_SHORTEST_STEP && isfinite(h);
}

bool vl_world_step(vl_world *world, double dt)
{
    int count = world->solver.substeps;
    double h = dt / count;
    if (!vl_world_can_step(world, dt) || world->now.diverged)
        return false;

    vl_world_prepare(world, h);
    world->solved = (vl_solve_report){0};
    if (world->contact_memory)
        vl_contacts_begin_frame(world);
    first_substep(world, h, 1.0 / count);
    vl_world_tear_links(world);
    for (int s = 1; s < count && !world->now.diverged; s++) {
        substep(world, h, (double)s / count, (s + 1.0) / count);
        vl_world_tear_links(world);
    }

    for (int i = 0; i < world->hold_count; i++)
        world->holds[i].from = world->holds[i].target;
    world->now.frames++;
    if (world->now.velocity_is_current)
        vl_ledger_instant(world, false);
    return true;
}

// What a look ahead puts back besides the snapshot `ahead`.
typedef struct aside {
    vl_ledger_mark ledger;
    int holds, contacts;
    vl_solve_report solved;
    int64_t evaluations;
} aside;

// Hands rest while it lasts: held points have no inverse mass, and coast.
static aside leave(vl_world *world)
{
    aside kept = {vl_ledger_look(world), world->hold_count, world->contacts, world->solved,
                  world->evaluations};
    vl_snapshot_take(world->ahead, world);
    world->hold_count = 0;
    return kept;
}

static void come_back(vl_world *world, const aside *kept)
{
    vl_snapshot_restore(world->ahead, world);
    vl_ledger_end_look(world, &kept->ledger);
    world->hold_count = kept->holds;
    world->contacts = kept->contacts;
    world->solved = kept->solved;
    world->evaluations = kept->evaluations;
}

// s: of the substep to come where that is known, else of the last.
static double length_ahead(const vl_world *world)
{
    return world->next_dt > 0 ? world->next_dt / world->solver.substeps : world->now.dt_old;
}

// One substep ahead. What it finds is v(tₙ), then all else is put back.
static void look_ahead(vl_world *world)
{
    vl_particles *p = &world->particles;
    double *const *seen = world->ahead->seen;
    double dt_old = world->now.dt_old, h = length_ahead(world);

    aside kept = leave(world);
    world->now.dt_before = dt_old;
    set_backward_velocity(world);
    vl_axes_copy(seen, vl_world_velocity(world), p->count);
    substep(world, h, 0, 1);
    vl_axes_copy(vl_world_velocity(world), seen, p->count);
    if (!world->now.diverged)
        set_central_velocity(world, dt_old, h);
    vl_axes_copy(seen, vl_world_velocity(world), p->count);
    const vl_ledger_mark found = vl_ledger_remember(world);
    come_back(world, &kept);
    vl_axes_copy(vl_world_velocity(world), seen, p->count);
    vl_ledger_found(world, &found);
}

double vl_world_peek(vl_world *world, double *const x[VL_AXES])
{
    double h = length_ahead(world);
    if (world->now.diverged || !(h >= VL_SHORTEST_STEP))
        return 0;
    aside kept = leave(world);
    vl_world_prepare(world, h);
    substep(world, h, 0, 1);
    bool there = !world->now.diverged;
    vl_axes_copy(x, world->particles.x, world->particles.count);
    come_back(world, &kept);
    return there ? h : 0;
}

void vl_world_synchronise(vl_world *world)
{
    if (world->now.velocity_is_current)
        return;
    if (vl_world_has_hard_links(world)) {
        look_ahead(world);
    } else {
        vl_world_accelerate(world);
        vl_position_velocity(world);
    }
    world->now.velocity_is_current = true;
    vl_ledger_instant(world, false);
}
