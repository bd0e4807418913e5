// A step of h seconds, from tₙ to tₙ₊₁ = tₙ + h, is make_step(), read from the top down. x, x₋ and
// v are the arrays x, x_old and v of the particles; h₋ is the length of the step before.
//
//      state       x = xₙ   x₋ = xₙ₋₁   v = v(tₙ) of a method that keeps a velocity
//        │
//      accelerate  a = a(xₙ, tₙ) by forces and springs
//        │         the supports of particles that rest or slide are found: from here on every a of
//        │         the step has their reactions and friction
//      move        x = what the integrator predicts for xₙ₊₁
//        │         x₋ = xₙ: the two arrays are swapped
//        │
//      hold        x, v of held particles = those of their hands
//        │
//      links       x = the prediction with rods and strings at their lengths
//        │         v += (what that moved)/h, of a method that keeps a velocity
//        │
//      contacts    what supports carry: x is put back onto the surface
//        │         all else: x = xₙ₊₁, at the end of a path outside the colliders
//        │         colliders with the response move-out: x alone is moved to the surface
//        │         the anchors of friction at penalties follow x where they cannot hold it
//        │
//      finish      t = tₙ₊₁   v = v(tₙ₊₁) of a method that keeps a velocity
//        │         after an event (impact, rest, stop) a method begins again from the velocity
//        │         that contacts have found
//        │
//      check       the world stops where a value is not finite
//
// Where rods and strings act, the velocity of an instant is known one step later, for every method:
// v(tₙ) = (h₋ v⁺ + h v⁻)/(h + h₋) with v⁻ = (xₙ − xₙ₋₁)/h₋ and v⁺ = (xₙ₊₁ − xₙ)/h.
//
// A frame is a number of equal substeps. A substep is one step; where its links have no solution it
// is rolled back and made again in 2, 4, … parts, each a step.

#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/world/snapshot.h"
#include "physics/world/world_parts.h"

#include <math.h>

// m and m/s: beyond this an energy may no longer be finite, as masses and stiffnesses go up to
// 1e60.
static const double largest_finite = 1e100;

// A step: a substep or a part of one.
typedef struct step {
    double h;          // s
    double whole;      // s, length of the substep that it is, or is a part of
    double begin, end; // 0…1, part of the displacement of hands in this frame
    bool fallback;     // the links are solved by solve_fallback()
    bool first_part;   // of a divided substep
} step;

// --- links ---

// The acceleration by rods and strings, for the next velocity that forces look at. They moved x by
// ½ h (h + h₋) times that, as x₋ (or v) has only half of what they did before.
static void find_pull(vl_world *world, double h)
{
    const vl_particles *p = &world->particles;
    double scale = 2 / (h * (h + world->now.dt_old));
    if (vl_forces_see_velocity(world))
        vl_axes_difference(world->pull, p->x, world->predicted, scale, p->count);
}

// Rods and strings move particles after the integrator, which changes the velocity of a method that
// keeps one. False where there is no solution.
static bool solve_links(vl_world *world, const step *s)
{
    vl_particles *p = &world->particles;
    bool keeps_velocity = !world->integrator->keeps_positions;
    bool early = world->mistake && world->mistake->reads_unsolved;
    bool looked_at = vl_forces_see_velocity(world);
    if (keeps_velocity || early || looked_at || world->contact_memory || world->observer_count > 0)
        vl_axes_copy(world->predicted, p->x, p->count);

    vl_solve solve =
        s->fallback ? vl_world_solve_fallback(world, s->h) : vl_world_solve(world, s->h);
    world->solved.sweeps += solve.sweeps;
    world->solved.measured = solve.measured;
    world->solved.residual = solve.residual;
    if (!s->fallback && !solve.solved)
        return false;

    for (int axis = 0; keeps_velocity && axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            p->v[axis][i] += (p->x[axis][i] - world->predicted[axis][i]) / s->h;
    return true;
}

// --- whether all is finite ---

// Of the last displacements, as vl_axes_are_within().
static bool displacements_below(double largest, const vl_particles *p)
{
    int beyond = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            beyond |= !(fabs(p->x[axis][i] - p->x_old[axis][i]) <= largest);
    return !beyond;
}

// Shows the last finite positions, and particles without one in the origin.
static void show_last_positions(vl_world *world)
{
    vl_particles *p = &world->particles;
    bool present = !vl_axes_are_within(p->x_old, largest_finite, p->count);
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double old = p->x_old[axis][i], now = p->x[axis][i];
            double last = present && isfinite(now) ? now : old;
            p->x[axis][i] = isfinite(last) ? last : 0;
            p->v[axis][i] = world->observed[axis][i] = 0;
        }
}

static void stop_unless_finite(vl_world *world)
{
    vl_particles *p = &world->particles;
    bool finite =
        vl_axes_are_within(p->x, largest_finite, p->count) &&
        displacements_below(largest_finite * world->now.dt_old, p) &&
        (world->integrator->keeps_positions || vl_axes_are_within(p->v, largest_finite, p->count));
    if (finite)
        return;
    world->now.diverged = true;
    world->now.diverged_time = world->now.time;
    show_last_positions(world);
    world->now.velocity_is_current = true;
}

// --- the step ---

// The implicit methods need the velocity of hands, as the force of a spring at the end of the step
// depends on where its hand will be.
static void set_hand_velocities(vl_world *world, double speed)
{
    for (int i = 0; world->integrator->implicit && i < world->hold_count; i++) {
        const vl_hold *hold = &world->holds[i];
        vl_write(world->particles.v, hold->slot, vl_scale(vl_sub(hold->target, hold->from), speed));
    }
}

// A substep in parts is no change of the frame time. A method that keeps x₋ gets the one that is a
// part before x, and after the parts that of a whole substep. Plain Verlet takes the last substep
// to have been as long as this one, and so it does here.
static void move(vl_world *world, const step *s)
{
    vl_moment *now = &world->now;
    const double dt_old = now->dt_old;
    if (world->integrator->keeps_positions) {
        vl_position_respace(world, dt_old, now->dt_method);
        now->dt_old = now->dt_method;
    }
    if (world->integrator->keeps_positions && s->first_part) {
        double taken = world->integrator->uses_previous_dt ? now->dt_method : s->whole;
        vl_position_respace(world, taken, s->h);
        now->dt_old = s->h;
    }
    VL_TELL(world, move_begins, s->h);
    world->integrator->move(world, s->h);
    VL_TELL(world, predicted, s->h);
    now->dt_old = dt_old;
}

// Makes a step; false, and left unfinished, where the links have no solution.
static bool make_step(vl_world *world, step s)
{
    const double h = s.h, hand_speed = (s.end - s.begin) / h;
    const bool linked = vl_world_has_hard_links(world), touches = world->contact_memory != NULL;

    world->now.dt = h;
    vl_world_accelerate(world);
    if (touches)
        vl_contacts_begin(world, h);
    VL_TELL(world, step_begun, h);

    set_hand_velocities(world, hand_speed);
    move(world, &s);
    vl_world_carry_holds(world, s.end, hand_speed);
    if (linked && !solve_links(world, &s))
        return false;
    if (touches)
        vl_contacts_settle(world, h);
    if (linked) {
        find_pull(world, h);
        VL_TELL(world, links_solved, h);
    }
    if (touches)
        vl_contacts_resolve(world, h);
    if (vl_contacts_moves_out(world))
        vl_contacts_move_out(world, h);
    vl_anchors_follow(world, 0, world->particles.count);

    vl_moment_advance(&world->now, h);
    world->now.acceleration_is_current = false;
    world->now.velocity_is_current = !world->integrator->keeps_positions && !linked;
    if (world->integrator->finish)
        world->integrator->finish(world, h);
    vl_world_carry_holds(world, s.end, hand_speed);
    world->now.dt_old = world->now.dt_method = h;
    if (touches)
        vl_contacts_end(world, h);
    if (world->mistake && world->mistake->stepped)
        world->mistake->stepped(world);

    stop_unless_finite(world);
    VL_TELL(world, step_finished, h);
    return true;
}

// --- a substep ---

static bool make_parts(vl_world *world, step whole, int parts)
{
    double h = whole.h / parts, displacement = (whole.end - whole.begin) / parts;
    world->now.dt_first /= parts; // a mistake that reads them has frames in mind
    world->now.dt_before /= parts;
    for (int i = 0; i < parts && !world->now.diverged; i++) {
        double end = i + 1 < parts ? whole.begin + (i + 1) * displacement : whole.end;
        if (!make_step(world, (step){.h = h,
                                     .whole = whole.h,
                                     .begin = whole.begin + i * displacement,
                                     .end = end,
                                     .first_part = i == 0}))
            return false;
        if (i == 0)
            vl_world_remember_first_part(world, h);
    }
    world->now.dt_first *= parts;
    world->now.dt_before *= parts;
    world->now.dt_method = whole.h;
    return true;
}

static void roll_back(vl_world *world)
{
    vl_snapshot_restore(world->rollback, world);
    VL_TELL(world, rolled_back, VL_TRIAL_SUBSTEP);
}

// Makes a substep in 2, 4, … parts. Where these have no solution either, the fallback brings the
// links as near to their lengths as it can.
static void divide(vl_world *world, step whole)
{
    enum { MOST_PARTS = 64 };

    for (int parts = 2; parts <= MOST_PARTS && vl_world_can_step(world, whole.h / parts);
         parts *= 2) {
        roll_back(world);
        if (make_parts(world, whole, parts)) {
            world->solved.divided++;
            return;
        }
    }
    roll_back(world);
    world->first_part = 0;
    whole.fallback = true;
    make_step(world, whole);
    world->solved.failed++;
}

void vl_world_substep(vl_world *world, double h, double begin, double end)
{
    const step whole = {.h = h, .whole = h, .begin = begin, .end = end};
    world->first_part = 0;
    if (world->rollback && vl_world_has_hard_links(world)) {
        vl_snapshot_save(world->rollback, world);
        VL_TELL(world, trial_begun, VL_TRIAL_SUBSTEP);
    }
    if (!make_step(world, whole))
        divide(world, whole);
    VL_TELL(world, substep_finished, h);
}

// --- a frame ---

// Where links act, the velocity at the beginning of the frame is known after its first substep.
static void first_substep(vl_world *world, double h, double end)
{
    if (!vl_world_has_hard_links(world))
        vl_world_complete_velocity(world);
    bool known = world->now.velocity_is_current;
    double dt_old = world->now.dt_old;
    if (known)
        world->now.kinetic_before = vl_energy_kinetic(world);
    else
        vl_world_set_backward_velocity(world);
    VL_TELL(world, frame_begun, known);

    vl_world_substep(world, h, 0, end);
    if (known)
        return;
    if (world->now.diverged) {
        world->now.kinetic_before = (double)NAN;
        return;
    }
    vl_world_set_central_velocity(world, dt_old, h);
    world->now.kinetic_before = vl_energy_kinetic(world);
    VL_TELL(world, instant_known, VL_INSTANT_FRAME_START);
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
        vl_world_substep(world, h, (double)s / count, (s + 1.0) / count);
        vl_world_tear_links(world);
    }

    for (int i = 0; i < world->hold_count; i++)
        world->holds[i].from = world->holds[i].target;
    world->now.frames++;
    if (world->now.velocity_is_current)
        VL_TELL(world, instant_known, VL_INSTANT_PRESENT);
    return true;
}
