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
//      links       x = the prediction with rods and strings at their lengths, which they will have
//        │         after contacts, too, where both are solved together
//        │         v += (what that moved)/h, of a method that keeps a velocity
//        │
//      contacts    what supports carry: x is put back onto the surface
//        │         all else: x = xₙ₊₁, at the end of a path outside the colliders
//        │         colliders with the response move-out: x alone is moved to the surface
//        │         the anchors of friction at penalties follow x where they cannot hold it
//        │
//      finish      t = tₙ₊₁   v = v(tₙ₊₁) of a method that keeps a velocity
//        │         after an event (impact, rest, stop) a method begins again from the velocity
//        │         that contacts have found; with `direct` what links join to it follows
//        │
//      check       the world stops where a value is not finite
//
// Where rods and strings act, the velocity of an instant is known one step later, for every method:
// v(tₙ) = (h₋ v⁺ + h v⁻)/(h + h₋) with v⁻ = (xₙ − xₙ₋₁)/h₋ and v⁺ = (xₙ₊₁ − xₙ)/h.
//
// A frame is a number of equal substeps. A substep is one step; where its links have no solution it
// is rolled back and made again in 2, 4, … parts, each a step. Where something without links
// touches anything, all without links make it before, as if there were none (make_apart()).

#include "physics/contacts/contacts.h"
#include "physics/contacts/overlaps.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- solves ---

static vl_solve solve_by(vl_solve (*method)(vl_world *, void *, double), vl_world *world, double h)
{
    for (int axis = 0; world->reactions_wanted && axis < VL_AXES; axis++)
        memset(world->reaction[axis], 0, (size_t)world->particles.count * sizeof(double));
    return method(world, world->solver_memory, h);
}

static vl_solve solve(vl_world *world, double h)
{
    return solve_by(world->solver.method->solve, world, h);
}

// As near as bounded work can bring it.
static vl_solve solve_nearly(vl_world *world, double h)
{
    const vl_solver *method = world->solver.method;
    return solve_by(method->solve_fallback ? method->solve_fallback : method->solve, world, h);
}

// The next solve begins without those of the last substep, which belong to other places.
static void forget_tensions(vl_world *world)
{
    for (int k = 0; k < world->links.hard_count; k++)
        world->links.tension[k] = 0;
}

vl_solve vl_world_solve(vl_world *world, double h)
{
    forget_tensions(world);
    return solve(world, h);
}

// `predicted` saves the positions from before.
int vl_world_solve_or_fallback(vl_world *world, double h, bool join)
{
    vl_axes_copy(world->predicted, world->particles.x, world->particles.count);
    forget_tensions(world);
    vl_solve done = join ? vl_contacts_solve(world, h, true, solve) : solve(world, h);
    if (done.solved)
        return done.sweeps;
    vl_axes_copy(world->particles.x, world->predicted, world->particles.count);
    return done.sweeps + solve_nearly(world, h).sweeps;
}

// --- the method's own state ---

// Whether the ends of a taut string come nearer: a moment ago they were farther apart than it is.
static bool goes_slack(const vl_world *world)
{
    const vl_links *links = &world->links;
    const vl_particles *p = &world->particles;
    for (int k = 0; k < links->hard_count; k++) {
        int from = links->from[k], to = links->to[k];
        vl_vec3 d = vl_sub(vl_read(p->x, to), vl_read(p->x, from));
        vl_vec3 w = vl_sub(vl_read(p->v, to), vl_read(p->v, from));
        bool taut = vl_length(d) >= (1 - 1e-6) * links->length[k];
        if (links->kind[k] == VL_STRING && taut &&
            vl_dot(d, w) < -1e-6 * vl_length(d) * vl_length(w))
            return true;
    }
    return false;
}

// Where particles are a step ahead, 2 x − x₋ + a h²; and from there x₋ again.
static void mirror(const vl_world *world, double *const x[VL_AXES], double *const old[VL_AXES],
                   double h)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < world->particles.count; i++)
            old[axis][i] = 2 * x[axis][i] - old[axis][i] + h * h * world->particles.a[axis][i];
}

// x₋ is a solved position: its rods and strings have their lengths too, so that x₋ contains their
// acceleration a₀ to the order of the method. For a compliant link that is the displacement ½ a₀ h²
// instead of a₀ h² in a step: that of a step of h/√2. Where a string goes slack x₋ is beyond its
// length: there links move x₋ by what they move x₊.
static void solve_old_positions(vl_world *world, double h)
{
    vl_particles *p = &world->particles;
    bool ahead = goes_slack(world), join = !ahead && vl_contacts_join(world);
    double *present[VL_AXES], *old[VL_AXES];
    memcpy(present, p->x, sizeof present);
    memcpy(old, p->x_old, sizeof old);
    memcpy(p->x, old, sizeof old);
    memcpy(p->x_old, present, sizeof present);
    if (ahead)
        mirror(world, present, old, h);
    vl_world_solve_or_fallback(world, sqrt(0.5) * h, join);
    if (join)
        vl_contacts_shift(world, 1);
    if (ahead) {
        vl_axes_difference(old, world->predicted, old, 1, p->count);
        mirror(world, present, world->predicted, h);
        vl_axes_difference(old, world->predicted, old, 1, p->count);
    }
    memcpy(p->x, present, sizeof present);
    memcpy(p->x_old, old, sizeof old);
}

// Builds the state of all particles from x and v; h is that of vl_integrator.begin.
static void build_state(vl_world *world, double h)
{
    int count = world->particles.count;
    if (world->contact_memory)
        vl_contacts_forget(world, 0, count);
    bool naive = world->naive_start && !world->now.begun;
    forget_tensions(world);
    vl_world_put_old_positions(world, 0, count, h);
    vl_anchors_follow(world, 0, count);
    world->now.dt = h;
    vl_world_accelerate(world);
    if (world->contact_memory)
        vl_contacts_support(world, 0, count, h);
    world->integrator->begin(world, 0, count, h);
    bool solved = world->integrator->keeps_positions && vl_world_has_hard_links(world) && !naive;
    if (solved)
        solve_old_positions(world, h);
    vl_axes_copy(world->v_instant, world->particles.v, count);
    world->now.begun = true;
    world->now.dt_old = world->now.dt_method = h;
    VL_TELL(world, state_rebuilt, 0, count, solved);
}

void vl_world_prepare(vl_world *world, double h)
{
    if (!world->now.begun) {
        build_state(world, h);
        world->now.dt_first = h;
    }
    world->now.dt_before = world->now.dt_method;
}

void vl_world_restart(vl_world *world)
{
    world->now.acceleration_is_current = false;
    if (world->now.begun && !world->now.diverged)
        build_state(world, world->now.dt_method);
}

// --- the velocity of an instant ---

void vl_world_adopt_v_instant(vl_world *world)
{
    for (int i = 0; i < 2 * world->links.hard_count && vl_world_has_v_instant(world); i++) {
        int slot = (i % 2 ? world->links.to : world->links.from)[i / 2];
        vl_write(world->particles.v, slot, vl_read(world->v_instant, slot));
    }
}

// Makes vl_world_velocity() that of the present time, in a world without rods and strings.
static void complete_velocity(vl_world *world)
{
    if (world->now.velocity_is_current)
        return;
    vl_world_accelerate(world);
    vl_position_velocity(world);
    world->now.velocity_is_current = true;
    VL_TELL(world, instant_known, VL_INSTANT_PRESENT);
}

// v⁻ = (xₙ − xₙ₋₁)/dt₋, as vl_world_velocity().
static void set_backward_velocity(vl_world *world)
{
    const vl_particles *p = &world->particles;
    vl_axes_difference(vl_world_velocity(world), p->x, p->x_old, 1 / world->now.dt_old, p->count);
}

// Changes v⁻ to v(tₙ) = (dt₋ v⁺ + dt v⁻)/(dt + dt₋) with v⁺ = (xₙ₊₁ − xₙ)/dt, after the substep of
// `dt` that follows tₙ. If that was divided, dt and v⁺ are those of its first part.
static void set_central_velocity(vl_world *world, double dt_old, double dt)
{
    double *const *v = vl_world_velocity(world);
    const vl_particles *p = &world->particles;
    bool divided = world->first_part > 0;
    if (world->contact_memory) {
        vl_axes_copy(v, divided ? world->rollback->work : world->contact_memory->start, p->count);
        return;
    }
    double first = divided ? world->first_part : dt;
    double back = first / (first + dt_old), ahead = dt_old / (first * (first + dt_old));
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double moved =
                divided ? world->rollback->work[axis][i] : p->x[axis][i] - p->x_old[axis][i];
            v[axis][i] = back * v[axis][i] + ahead * moved;
        }
}

// --- hands ---

void vl_world_carry_holds(vl_world *world, double part, double speed)
{
    vl_particles *p = &world->particles;
    for (int i = 0; i < world->hold_count; i++) {
        const vl_hold *hold = &world->holds[i];
        // exactly the target at the end: a + (b − a) is not always b
        vl_vec3 at = part < 1 ? vl_lerp(hold->from, hold->target, part) : hold->target;
        vl_write(p->x, hold->slot, at);
        vl_write(p->v, hold->slot, vl_scale(vl_sub(hold->target, hold->from), speed));
    }
}

// Finds the shortest way over stiff links from one particle to each other one, m, and the longest
// link on it, less than 0 where that is a string. A way that is not found in time is no limit.
static void find_ways(const vl_world *world, int slot, double *way, double *longest)
{
    const double most_work = 1e6; // links that are visited: some milliseconds
    const vl_links *links = &world->links;
    bool shorter = true;
    for (int i = 0; i < world->particles.count; i++)
        way[i] = i == slot ? longest[i] = 0 : HUGE_VAL;
    for (double work = 0; shorter && work < most_work; work += links->hard_count) {
        shorter = false;
        for (int e = 0; e < 2 * links->hard_count; e++) {
            int k = e / 2, a = e % 2 ? links->to[k] : links->from[k];
            int b = links->from[k] + links->to[k] - a;
            bool leads = a == slot || world->particles.inverse_mass[a] > 0;
            double length = links->length[k];
            if (!leads || links->compliance[k] > 0 || !(way[a] + length < way[b]))
                continue;
            way[b] = way[a] + length;
            double own = links->kind[k] == VL_STRING ? -length : length;
            longest[b] = fabs(longest[a]) > length ? longest[a] : own;
            shorter = true;
        }
    }
}

// A hand takes what it holds no farther from other fixed particles than the links between them
// reach, and no nearer than their longest rod lets it: beyond that no step has a solution. Where
// several links are straight or folded one on the other there is one, but none to find and to move
// on from, so they keep a hundredth of the way.
static void keep_in_reach(vl_world *world, vl_hold *hold)
{
    const double give = 0.01, gently = 1e-4; // of the way: in all, and in a frame
    const double back = 0.99;                // in a frame, of what is beyond that already
    const vl_particles *p = &world->particles;
    double *way = world->scratch[0][0], *longest = world->scratch[0][1];
    find_ways(world, hold->slot, way, longest);
    for (int n = 0; n < 8 * p->count; n++) { // rounds between several that hold it
        int i = n % p->count;
        if (i == hold->slot || p->inverse_mass[i] > 0 || !(way[i] < HUGE_VAL))
            continue;
        vl_vec3 at = vl_read(p->x, i);
        for (const vl_hold *k = world->holds; k < world->holds + world->hold_count; k++)
            at = k->slot != i ? at : k < hold ? k->target : k->from;
        double now = vl_length(vl_sub(hold->from, at));
        double distance = vl_length(vl_sub(hold->target, at));
        vl_vec3 d = vl_sub(distance > 0 ? hold->target : hold->from, at);
        double least = fmax(0, 2 * longest[i] - way[i]), links = way[i] - fabs(longest[i]);
        double most = fmax(fmin(now, way[i]) - gently * links, back * now);
        most = fmax(way[i] - give * links, most);
        least = least > 0 ? fmin(least + give * links, now / back) : 0;
        double right = fmax(least, fmin(distance, most));
        if (vl_dot(d, d) > 0 && right != distance)
            hold->target = vl_add(at, vl_scale(d, right / vl_length(d)));
    }
}

// The forces of a step depend on where its hands are in the middle and at the end, and dampers on
// the velocity that hands have in this step, not in the last one. Where that jumps, so do these.
// Where links act, particles.v of a method that keeps positions is that of the instant, which a
// look changes: there the last displacement tells the velocity of the last step.
static void set_hand_velocities(vl_world *world, double speed)
{
    vl_particles *p = &world->particles;
    double *const *before = world->scratch[0];
    bool jumps = false, linked = vl_world_has_hard_links(world);
    for (int i = 0; i < world->hold_count; i++) {
        const vl_hold *hold = &world->holds[i];
        vl_vec3 moved = vl_sub(vl_read(p->x, hold->slot), vl_read(p->x_old, hold->slot));
        bool displaced = linked && world->integrator->keeps_positions;
        vl_vec3 last =
            displaced ? vl_scale(moved, 1 / world->now.dt_old) : vl_read(p->v, hold->slot);
        vl_vec3 v = vl_scale(vl_sub(hold->target, hold->from), speed);
        vl_vec3 more = vl_sub(v, last);
        if (!jumps && vl_dot(more, more) > 0 && vl_forces_see_velocity(world)) {
            vl_world_accelerate(world);
            vl_axes_copy(before, p->a, p->count);
            world->now.acceleration_is_current = false;
            jumps = true;
        }
        vl_write(p->v, hold->slot, v);
    }
    if (!jumps || linked)
        return;
    vl_world_accelerate(world);
    for (int i = 0; i < p->count; i++)
        vl_integrator_jump(world, i, vl_sub(vl_read(p->a, i), vl_read(before, i)));
}

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
    double after;      // s of the substep that follow, where impacts cut it
    bool strikes;      // it is that of an impact
    double reach;      // s, the longest step of the method for it; 0: it is finished in any case
} step;

// --- links ---

// Where links and contacts find no solution together, in so many parts of a substep that is told.
enum { MOST_PARTS_APART = 16 };

// Rods and strings move particles after the integrator, which changes the velocity of a method that
// keeps one. False where there is no solution.
static bool solve_links(vl_world *world, const step *s)
{
    vl_particles *p = &world->particles;
    bool keeps_velocity = !world->integrator->keeps_positions;
    bool early = world->mistake && world->mistake->reads_unsolved;
    bool depends = vl_forces_see_velocity(world);
    if (keeps_velocity || early || depends || world->contact_memory || world->observer_count > 0)
        vl_axes_copy(world->predicted, p->x, p->count);

    bool join = world->contact_memory && world->contact_memory->answers->wanted && !s->fallback;
    vl_solve done = s->fallback ? solve_nearly(world, s->h)
                    : join      ? vl_contacts_solve(world, s->h, false, solve)
                                : solve(world, s->h);
    bool apart = join && !world->contact_memory->answers->agree;
    world->solved.sweeps += done.sweeps;
    world->solved.measured = done.measured;
    if (!s->fallback && (!done.solved || (apart && s->h > s->whole / MOST_PARTS_APART)))
        return false;
    world->solved.residual = fmax(world->solved.residual, done.residual);
    world->solved.unconverged += (done.unconverged || apart) && !s->fallback;

    for (int axis = 0; keeps_velocity && axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            p->v[axis][i] += (p->x[axis][i] - world->predicted[axis][i]) / s->h;
    return true;
}

// Impacts have moved particles away from where links put them. In the next step that strain would
// become a speed, strain · length/h. So the other particles follow, x₋ with x, which gives them
// none, and count alike: it is no impulse. What they meet with on the way stops them. So does what
// is too strained to be solved together with contacts: then it is again.
static void follow_impacts(vl_world *world)
{
    vl_particles *p = &world->particles;
    const bool *touched = world->contact_memory->touched;
    double *const *old = world->scratch[0], *inverse_mass = p->inverse_mass;
    double *alike = world->scratch[1][0];
    bool any = false;
    for (int i = 0; i < p->count; i++) {
        any |= touched[i];
        alike[i] = inverse_mass[i] > 0 && !touched[i];
    }
    if (!any && world->contact_memory->answers->wanted)
        return;
    double energy = world->observer_count > 0 ? vl_energy_potential(world) : 0;
    const double strain = vl_world_strain(world);
    vl_axes_copy(old, p->x_old, p->count);
    vl_axes_copy(p->x_old, p->x, p->count);
    vl_axes_copy(world->predicted, p->x, p->count);
    forget_tensions(world);
    p->inverse_mass = alike;
    bool solved = vl_contacts_solve(world, VL_MOMENT, false, solve).solved &&
                  world->contact_memory->answers->agree;
    p->inverse_mass = inverse_mass;
    forget_tensions(world);
    vl_contacts_shift(world, 1);
    vl_overlaps_in_colliders(world, true);
    if (!solved || vl_world_strain(world) > strain || vl_overlaps_in_colliders(world, false) > 0)
        vl_axes_copy(p->x, world->predicted, p->count);
    vl_axes_difference(old, world->predicted, old, 1, p->count); // the last displacement stays
    for (int i = 0; i < p->count && !any; i++) {
        // what links bring back has no speed away from there
        vl_vec3 d = vl_sub(vl_read(p->x, i), vl_read(world->predicted, i));
        double way = vl_dot(d, d), part = way > 0 ? vl_dot(vl_read(old, i), d) / way : 0;
        vl_vec3 stop = vl_scale(d, -fmax(fmin(part, 0), -1));
        vl_accumulate(old, i, stop);
        vl_accumulate(p->v, i, vl_scale(stop, 1 / world->now.dt));
        if (world->integrator->keeps_half_step)
            vl_accumulate(world->v_half, i, vl_scale(stop, 1 / world->now.dt));
    }
    vl_axes_difference(p->x_old, p->x, old, 1, p->count);
    world->now.acceleration_is_current = false;
    if (world->observer_count > 0)
        VL_TELL(world, impacts_followed, vl_energy_potential(world) - energy);
}

// --- whether all is finite ---

static void stop_unless_finite(vl_world *world)
{
    vl_particles *p = &world->particles;
    int beyond = 0; // of the last displacements, as vl_axes_are_within()
    double farthest = largest_finite * world->now.dt_old;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            beyond |= !(fabs(p->x[axis][i] - p->x_old[axis][i]) <= farthest);
    if (!beyond && vl_axes_are_within(p->x, largest_finite, p->count) &&
        (world->integrator->keeps_positions || vl_axes_are_within(p->v, largest_finite, p->count)))
        return;
    world->now.diverged = true;
    world->now.diverged_time = world->now.time;
    // shows the last finite positions, and particles without one in the origin
    bool present = !vl_axes_are_within(p->x_old, largest_finite, p->count);
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double old = p->x_old[axis][i], now = p->x[axis][i];
            double last = present && isfinite(now) ? now : old;
            p->x[axis][i] = isfinite(last) ? last : 0;
            p->v[axis][i] = world->v_instant[axis][i] = 0;
        }
    world->now.velocity_is_current = true;
}

// --- the step ---

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
    vl_particles *p = &world->particles;
    const bool chord = s->reach > s->h && vl_contacts_are_stiff(world);
    if (chord)
        vl_axes_copy(world->predicted, p->v, p->count);
    world->integrator->move(world, chord ? s->reach : s->h);
    if (chord) {
        vl_axes_mix(p->x, p->x_old, p->x, s->h / s->reach, p->count);
        vl_axes_mix(p->v, world->predicted, p->v, s->h / s->reach, p->count);
    }
    VL_TELL(world, predicted, s->h);
    now->dt_old = dt_old;
}

enum { MOST_PARTS = 64 }; // of a substep

// Makes a step; false, and left unfinished, where there is no solution or an impact cuts it.
static bool make_step(vl_world *world, step s)
{
    const double h = s.h, hand_speed = (s.end - s.begin) / h;
    const bool linked = vl_world_has_hard_links(world), touches = world->contact_memory != NULL;

    world->now.dt = h;
    set_hand_velocities(world, hand_speed);
    vl_world_accelerate(world);
    if (touches) {
        world->supports->span = linked ? h : s.whole;
        world->contact_memory->after = s.after;
        world->contact_memory->strikes = s.strikes;
        vl_contacts_begin(world, h);
    }
    VL_TELL(world, step_begun, h);

    const int unsolved = world->solved.unconverged;
    move(world, &s);
    if (touches) {
        world->contact_memory->rest = 0;
        world->contact_memory->chord = s.reach > 0 && vl_contacts_are_stiff(world);
        if (world->contact_memory->chord && s.reach > s.whole / MOST_PARTS &&
            world->solved.unconverged > unsolved)
            return false;
    }
    vl_world_carry_holds(world, s.end, hand_speed);
    if (linked && !solve_links(world, &s))
        return false;
    if (touches)
        vl_contacts_return(world, h);
    if (linked) {
        // the acceleration by rods and strings, for the next velocity that forces see: they
        // moved x by ½ h (h + h₋) times that, as x₋ (or v) has only half of what they did before
        if (touches || vl_forces_see_velocity(world))
            vl_axes_difference(world->a_links, world->particles.x, world->predicted,
                               2 / (h * (h + world->now.dt_old)), world->particles.count);
        VL_TELL(world, links_solved, h);
    }
    if (touches)
        vl_contacts_resolve(world, h);
    if (s.reach > 0 && world->contact_memory->rest > 0)
        return false;
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
    if (linked && vl_contacts_join(world) && !world->contact_memory->balls) {
        follow_impacts(world);
        const double strain = vl_world_strain(world); // that contacts have left is told
        world->solved.residual = fmax(world->solved.residual, strain);
        world->solved.unconverged += strain > fmax(VL_SETTLED_STRAIN, world->solver.tolerance);
    }
    if (world->mistake && world->mistake->stepped)
        world->mistake->stepped(world);

    stop_unless_finite(world);
    VL_TELL(world, step_finished, h);
    return true;
}

// --- a substep ---

static void save(vl_world *world)
{
    vl_snapshot_save(world->rollback, world);
    VL_TELL(world, trial_begun, VL_TRIAL_SUBSTEP);
}

static void roll_back(vl_world *world, vl_trial trial)
{
    vl_snapshot_restore(world->rollback, world);
    VL_TELL(world, rolled_back, trial);
}

static bool make_parts(vl_world *world, step whole, int parts)
{
    const vl_particles *p = &world->particles;
    double h = whole.h / parts, displacement = (whole.end - whole.begin) / parts;
    world->now.dt_first /= parts; // a mistake that reads them has frames in mind
    world->now.dt_before /= parts;
    for (int i = 0; i < parts && !world->now.diverged; i++) {
        double begin = whole.begin + i * displacement;
        double end = i + 1 < parts ? whole.begin + (i + 1) * displacement : whole.end;
        if (!make_step(world, (step){h, whole.h, begin, end, .first_part = i == 0}))
            return false;
        if (i > 0)
            continue;
        world->first_part = h; // for set_central_velocity()
        if (world->contact_memory)
            vl_axes_copy(world->rollback->work, world->contact_memory->start, p->count);
        else
            vl_axes_difference(world->rollback->work, p->x, p->x_old, 1, p->count);
    }
    world->now.dt_first *= parts;
    world->now.dt_before *= parts;
    world->now.dt_method = whole.h;
    return true;
}

// Makes a substep in 2, 4, … parts. Where these have no solution either, the fallback brings the
// links as near to their lengths as it can.
static void divide(vl_world *world, step whole)
{
    for (int parts = 2; parts <= MOST_PARTS && vl_world_can_step(world, whole.h / parts);
         parts *= 2) {
        roll_back(world, VL_TRIAL_SUBSTEP);
        if (make_parts(world, whole, parts)) {
            world->solved.divided++;
            return;
        }
    }
    roll_back(world, VL_TRIAL_SUBSTEP);
    world->first_part = 0;
    whole.fallback = true;
    make_step(world, whole);
    world->solved.failed++;
}

// An impact changes the velocity at once, and with it the forces that see it. So a substep with a
// hard impact is made again: a step of the method to just before it, the impact in a step of its
// own that lasts next to nothing, and a step of the method for what is left. When the impact is due
// a path tells, which is a parabola to the end of the step: the shorter the step, the better. To an
// Euler method, whose velocity is half a step early or late, a step of another length is a jolt;
// its order is no higher without. An implicit method on stiff springs makes all the rest of the
// substep, of which x and v on the way to the impact are a part: where no step can raise a convex
// energy, none of its parts can. What touches is a support of the next part, where that presses.
static const double short_step = 1e-3; // in one of this part of the substep it is right to rounding

// Steps more in a substep, and particles moved in them; an impact needs some six. Balls that
// collide with each other have many impacts, each of which takes as long as twenty without.
enum { MOST_TRIES = 96, LEAST_TRIES = 6, MOST_MOVES = 6144, OF_BALLS = 20 };

static int tries_for_impacts(const vl_world *world)
{
    const struct vl_contacts *contacts = world->contact_memory;
    bool euler = world->integrator->position_bias != 0 && !world->integrator->implicit;
    if (!contacts || !world->rollback || vl_world_has_hard_links(world) || world->mistake ||
        world->damping_per_step > 0 || euler)
        return 0;
    int tries = MOST_MOVES / (contacts->balls ? OF_BALLS : 1) / (world->particles.count + 1);
    return tries > MOST_TRIES ? MOST_TRIES : tries < LEAST_TRIES ? 0 : tries;
}

// Makes a substep in which an impact was found. Methods that know the velocity half a step ago have
// the positions of velocity Verlet, which knows it at each end.
static void make_around_impacts(vl_world *world, step whole, int tries)
{
    const vl_integrator *method = world->integrator;
    const double h = whole.h, strike = VL_INSTANT * h, rate = (whole.end - whole.begin) / h;
    double left = h, reach = h, due = h - world->contact_memory->rest;
    roll_back(world, VL_TRIAL_SUBSTEP);
    vl_moment end = world->now;
    vl_moment_advance(&end, h);
    vl_world_accelerate(world);
    if (method->keeps_positions)
        vl_position_velocity(world);
    if (method->keeps_positions || method->keeps_half_step)
        world->integrator = vl_integrator_find("velocity-verlet");
    for (; left > 0 && !world->now.diverged; tries--) {
        bool strikes = tries > 0 && due <= strike, stiff = vl_contacts_are_stiff(world);
        world->solved.unconverged += stiff && tries <= 0;
        if (stiff && tries <= 0) // a parabola could give any energy
            break;
        double part = fmin(reach, left), early = stiff ? 0 : 0.5 * strike;
        double to = strikes ? strike : tries > 0 ? fmin(due - early, part) : left;
        step s = whole;
        s.h = left - to < strike ? left : to;
        s.after = left - s.h;
        s.begin = whole.end - rate * left;
        s.end = s.after > 0 ? s.begin + rate * s.h : whole.end;
        s.strikes = strikes;
        s.reach = tries > 0 && !strikes ? part : 0;
        world->now.acceleration_is_current = false; // friction may have turned
        save(world);
        if (make_step(world, s)) {
            due = !strikes && !stiff && s.h < short_step * h ? due - s.h : HUGE_VAL;
            left = s.after;
        } else {
            reach *= world->contact_memory->rest > 0 ? 1 : 0.5;
            due = s.h - world->contact_memory->rest;
            roll_back(world, VL_TRIAL_SUBSTEP);
        }
    }
    world->integrator = method;
    if (world->now.diverged)
        return;
    vl_world_carry_holds(world, whole.end, rate);
    world->now.time = end.time;
    world->now.compensation = end.compensation;
    world->now.dt = world->now.dt_old = world->now.dt_method = h;
    vl_world_accelerate(world);
    method->begin(world, 0, world->particles.count, h);
    world->now.velocity_is_current = !method->keeps_positions;
}

static void substep(vl_world *world, double h, double begin, double end);

// Makes a substep in which particles without links touch something. All of these make it as in a
// world without links, in parts where impacts cut it. Links keep the whole substep: in a short part
// a strain that sweeps leave would become a speed. False where there is no solution.
static bool make_apart(vl_world *world, step whole)
{
    vl_contacts *contacts = world->contact_memory;
    vl_snapshot *start = world->rollback;
    roll_back(world, VL_TRIAL_SUBSTEP);
    for (int i = 0; i < contacts->count; i++) {
        contacts->cut[i] = !world->linked[i] && world->particles.inverse_mass[i] > 0;
        // the method's own velocity lacks half a step of the friction of what slides
        vl_vec3 late = vl_scale(vl_read(world->a_links, i), 0.5 * world->now.dt_old);
        if (contacts->cut[i] && world->supports->count[i] > 0 && !contacts->stuck[i])
            vl_accumulate(world->particles.v, i, late);
    }
    world->links_rest = true;
    world->now.acceleration_is_current = false;
    VL_TELL(world, trial_begun, VL_TRIAL_APART);
    world->rollback = start->parts;
    substep(world, whole.h, whole.begin, whole.end);
    complete_velocity(world);
    contacts->end_x = start->parts->work;
    contacts->end_v = start->work;
    vl_axes_copy(contacts->end_x, world->particles.x, contacts->count);
    vl_axes_copy(contacts->end_v, world->particles.v, contacts->count);
    const int unconverged = world->solved.unconverged;
    const bool diverged = world->now.diverged;
    world->rollback = start;
    roll_back(world, VL_TRIAL_APART);
    VL_TELL(world, trial_begun, VL_TRIAL_SUBSTEP); // that of before, again
    world->links_rest = false;
    world->solved.unconverged = unconverged;
    bool made = !diverged && make_step(world, whole);
    contacts->end_x = contacts->end_v = NULL;
    return made;
}

// Makes a substep of `h` s, in which held particles make the part from `begin` to `end` (0…1) of
// their displacement in the frame. It counts once, as the worst of its parts.
static void substep(vl_world *world, double h, double begin, double end)
{
    vl_solve_report *solved = &world->solved, before = *solved;
    const bool linked = vl_world_has_hard_links(world);
    const bool few = world->particles.count < MOST_MOVES / LEAST_TRIES; // or nothing would be cut
    const bool apart =
        linked && few && world->rollback && world->rollback->parts && !world->mistake;
    int tries = tries_for_impacts(world);
    step whole = {.h = h, .whole = h, .begin = begin, .end = end};
    whole.reach = tries > 0 || apart ? h : 0;
    world->first_part = 0;
    if (world->rollback && (linked || tries > 0))
        save(world);
    if (!make_step(world, whole)) {
        whole.reach = 0;
        if (!linked)
            make_around_impacts(world, whole, tries);
        else if (!(apart && world->contact_memory->rest > 0) || !make_apart(world, whole))
            divide(world, whole);
    }
    bool open = solved->unconverged > before.unconverged && solved->failed == before.failed;
    solved->unconverged = before.unconverged + open;
    solved->divided -= open && solved->divided > before.divided;
}

// --- links that tear or are cut, and the cells of cloth that are lost with them ---

static void lose_cell(vl_cloth *cloth, int column, int row)
{
    if (column >= 0 && column < cloth->columns - 1 && row >= 0 && row < cloth->rows - 1)
        cloth->gone[row * (cloth->columns - 1) + column] = true;
}

// Loses the cells on both sides of the edge between two particles, numbered from the cloth's first.
static void lose_cells(vl_cloth *cloth, int a, int b)
{
    int first = a < b ? a : b, apart = abs(b - a);
    int column = first % cloth->columns, row = first / cloth->columns;
    bool along_row = apart == 1;
    if (!along_row && apart != cloth->columns)
        return;
    lose_cell(cloth, column, row);
    lose_cell(cloth, column - !along_row, row - along_row);
}

void vl_world_take_out_links(vl_world *world, const int *indices, int count)
{
    int before = world->links.count;
    for (int k = 0; k < count * world->cloth_count; k++) {
        vl_cloth *cloth = &world->cloths[k % world->cloth_count];
        int link = indices[k / world->cloth_count];
        int from = world->particles.number_of[world->links.from[link]] - cloth->first_number;
        int to = world->particles.number_of[world->links.to[link]] - cloth->first_number;
        int end = cloth->columns * cloth->rows;
        if (from >= 0 && from < end && to >= 0 && to < end)
            lose_cells(cloth, from, to);
    }
    int springs = world->links.count - world->links.hard_count;
    vl_links_break(&world->links, indices, count);
    vl_world_create_solver(world);
    if (world->links.count - world->links.hard_count < springs)
        vl_world_create_integrator(world);
    world->broken += before - world->links.count;
    world->now.acceleration_is_current = false;
}

// Removes the links that are strained beyond their `tear`. The impulses of torn links in the last
// substep are not undone. A method that keeps a velocity lacks half of the last impulse, as if the
// links had torn half a substep ago.
static void tear_links(vl_world *world)
{
    int count = world->now.diverged ? 0 : vl_links_find_torn(&world->links, &world->particles);
    if (count == 0)
        return;
    double stored = vl_energy_springs(world);
    vl_world_take_out_links(world, world->links.torn, count);
    VL_TELL(world, links_torn, stored - vl_energy_springs(world));
    if (!vl_world_has_hard_links(world))
        world->now.velocity_is_current = !world->integrator->keeps_positions;
}

// --- a frame ---

// Where links act, the velocity at the beginning of the frame is known after its first substep.
static void first_substep(vl_world *world, double h, double end)
{
    if (!vl_world_has_hard_links(world))
        complete_velocity(world);
    bool known = world->now.velocity_is_current;
    double dt_old = world->now.dt_old;
    world->now.kinetic_before = known ? vl_energy_kinetic(world) : (double)NAN;
    if (!known)
        set_backward_velocity(world);
    VL_TELL(world, frame_begun, known);

    substep(world, h, 0, end);
    if (known || world->now.diverged)
        return;
    set_central_velocity(world, dt_old, h);
    world->now.kinetic_before = vl_energy_kinetic(world);
    VL_TELL(world, instant_known, VL_INSTANT_FRAME_START);
}

bool vl_world_step(vl_world *world, double dt)
{
    int count = world->solver.substeps;
    double h = dt / count;
    if (!vl_world_can_step(world, dt) || world->now.diverged)
        return false;

    vl_world_look_away(world);
    for (int k = 0; vl_world_has_hard_links(world) && k < world->hold_count; k++)
        keep_in_reach(world, &world->holds[k]);
    vl_world_prepare(world, h);
    world->solved = (vl_solve_report){0};
    if (world->contact_memory)
        vl_contacts_begin_frame(world);
    first_substep(world, h, 1.0 / count);
    tear_links(world);
    for (int s = 1; s < count && !world->now.diverged; s++) {
        substep(world, h, (double)s / count, (s + 1.0) / count);
        tear_links(world);
    }

    for (int i = 0; i < world->hold_count; i++)
        world->holds[i].from = world->holds[i].target;
    world->now.frames++;
    if (world->now.velocity_is_current)
        VL_TELL(world, instant_known, VL_INSTANT_PRESENT);
    return true;
}

// --- ahead ---

// A trial substep, after which the state is rolled back, finds the velocity of an instant, which is
// known one step later where links act, or the positions one substep ahead. Hands do not move in
// it: held particles have no inverse mass and keep their velocity.
static void begin_trial(vl_world *world)
{
    vl_snapshot_save(world->ahead, world);
    VL_TELL(world, trial_begun, VL_TRIAL_AHEAD);
    world->hold_count = 0;
}

static void end_trial(vl_world *world)
{
    const vl_snapshot *before = world->ahead;
    vl_snapshot_restore(before, world);
    world->hold_count = before->hold_count;
    world->solved = before->solved;
    world->evaluations = before->evaluations;
    VL_TELL(world, rolled_back, VL_TRIAL_AHEAD);
}

// Length of the next substep where that is known, else of the last, s.
static double length_ahead(const vl_world *world)
{
    return world->next_dt > 0 ? world->next_dt / world->solver.substeps : world->now.dt_method;
}

double vl_world_peek(vl_world *world, double *const x[VL_AXES])
{
    double h = length_ahead(world);
    if (world->now.diverged || !(h >= VL_SHORTEST_STEP))
        return 0;
    begin_trial(world);
    vl_world_prepare(world, h);
    substep(world, h, 0, 1);
    bool there = !world->now.diverged;
    vl_axes_copy(x, world->particles.x, world->particles.count);
    end_trial(world);
    return there ? h : 0;
}

// Makes vl_world_velocity() v(tₙ). Returns whether that took a trial, as where rods or strings act.
static bool look_ahead(vl_world *world)
{
    if (!vl_world_has_hard_links(world))
        complete_velocity(world);
    if (world->now.velocity_is_current)
        return false;
    int count = world->particles.count;
    double *const *found = world->ahead->work;
    double dt_old = world->now.dt_old, h = length_ahead(world);

    begin_trial(world);
    world->now.dt_before = dt_old;
    set_backward_velocity(world);
    vl_axes_copy(found, vl_world_velocity(world), count);
    substep(world, h, 0, 1);
    vl_axes_copy(vl_world_velocity(world), found, count);
    if (!world->now.diverged)
        set_central_velocity(world, dt_old, h);
    vl_axes_copy(found, vl_world_velocity(world), count);
    end_trial(world);
    vl_axes_copy(vl_world_velocity(world), found, count);
    world->now.velocity_is_current = true;
    return true;
}

void vl_world_look(vl_world *world)
{
    if (!look_ahead(world))
        return;
    world->now.looked = true;
    VL_TELL(world, instant_known, VL_INSTANT_LOOKED);
}

void vl_world_look_away(vl_world *world)
{
    world->now.velocity_is_current &= !world->now.looked;
    world->now.looked = false;
}

void vl_world_synchronise(vl_world *world)
{
    vl_world_look_away(world);
    if (!world->now.diverged && look_ahead(world))
        VL_TELL(world, instant_known, VL_INSTANT_AHEAD);
}
