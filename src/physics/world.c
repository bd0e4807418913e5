#include "physics/world.h"

#include "base/memory.h"
#include "physics/axes.h"
#include "physics/contacts.h"
#include "physics/energy.h"
#include "physics/penalty.h"
#include "physics/position_method.h"
#include "physics/snapshot.h"
#include "physics/springs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Metres, and metres per second: beyond this an energy may no longer be a finite number, as masses
// and stiffnesses go up to 1e60.
static const double largest_finite = 1e100;

vl_world *vl_world_create(int count)
{
    vl_world *world = vl_alloc(1, sizeof *world);
    vl_particles_create(&world->particles, count);
    world->integrator = vl_integrator_find("tcv");
    world->solver = vl_solver_defaults();
    world->now.velocity_is_current = true;
    return world;
}

// --- the solver ---

static void free_solver(vl_world *world)
{
    if (world->solver_memory)
        world->solver.method->free(world->solver_memory);
    world->solver_memory = NULL;
    vl_snapshot_free(world->before);
    world->before = NULL;
}

static void create_solver(vl_world *world)
{
    const vl_solver *method = world->solver.method;
    world->solver_memory = method->create ? method->create(world) : NULL;
    bool can_fail = method->can_fail[world->solver.direction];
    world->before = can_fail ? vl_snapshot_create(world) : NULL;
}

static void free_integrator(vl_world *world)
{
    if (world->integrator_memory)
        world->integrator->free(world->integrator_memory);
    world->integrator_memory = NULL;
}

static void create_integrator(vl_world *world)
{
    const vl_integrator *method = world->integrator;
    assert(!vl_integrator_lacks(method));
    world->integrator_memory = method->create ? method->create(world) : NULL;
}

vl_solve vl_world_solve(vl_world *world, double h)
{
    return world->solver.method->solve(world, world->solver_memory, h);
}

// A solve whose outcome is of use in any case. `predicted` is where positions are put back to.
static void solve_or_rescue(vl_world *world, double h)
{
    vl_axes_copy(world->predicted, world->particles.x, world->particles.count);
    if (vl_world_solve(world, h).solved)
        return;
    vl_axes_copy(world->particles.x, world->predicted, world->particles.count);
    world->solver.method->rescue(world, world->solver_memory, h);
}

void vl_world_free(vl_world *world)
{
    if (!world)
        return;
    vl_particles_free(&world->particles);
    free_solver(world);
    free_integrator(world);
    vl_links_free(&world->links);
    vl_free(world->forces);
    vl_free(world->colliders);
    for (int i = 0; i < world->cloth_count; i++)
        vl_free(world->cloths[i].gone);
    vl_free(world->cloths);
    vl_axes_free(world->own);
    vl_axes_free(world->predicted);
    vl_axes_free(world->observed);
    for (int i = 0; i < VL_SCRATCH_VECTORS; i++)
        vl_axes_free(world->scratch[i]);
    vl_contacts_free(world->contact_memory);
    vl_snapshot_free(world->ahead);
    vl_free(world);
}

static size_t cell_count(const vl_cloth *cloth)
{
    return (size_t)(cloth->columns - 1) * (size_t)(cloth->rows - 1);
}

void vl_world_link(vl_world *world, const vl_link *links, int count)
{
    int particles = world->particles.count;
    assert(!world->ahead);
    vl_links_create(&world->links, links, count, particles);
    vl_axes_create(world->own, particles);
    vl_axes_create(world->predicted, particles);
    vl_axes_create(world->observed, particles);
    for (int i = 0; i < VL_SCRATCH_VECTORS; i++)
        vl_axes_create(world->scratch[i], particles);
    world->contact_memory = vl_contacts_create(world);
    world->ahead = vl_snapshot_create(world);
    for (int i = 0; i < world->cloth_count; i++)
        world->cloths[i].gone = vl_alloc(cell_count(&world->cloths[i]), sizeof(bool));
    create_solver(world);
    create_integrator(world);
}

static bool has_hard_links(const vl_world *world)
{
    return world->links.hard_count > 0;
}

// Whether what is observed of the velocity is kept apart from the state.
static bool observes(const vl_world *world)
{
    return has_hard_links(world) && !world->integrator->keeps_positions && world->now.begun;
}

double *const *vl_world_velocity(const vl_world *world)
{
    return observes(world) ? world->observed : world->particles.v;
}

// --- acceleration ---

static void set_gravity(vl_world *world)
{
    const double g[VL_AXES] = {world->gravity.x, world->gravity.y, world->gravity.z};
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < world->particles.count; i++)
            world->particles.a[axis][i] = g[axis];
}

static void stop_fixed(vl_particles *p)
{
    for (int i = 0; i < p->count; i++)
        if (p->inverse_mass[i] == 0)
            vl_write(p->a, i, (vl_vec3){0, 0, 0});
}

void vl_world_accelerate_stage(vl_world *world, double t)
{
    set_gravity(world);
    for (int i = 0; i < world->force_count; i++)
        world->forces[i].kind->accelerate(&world->forces[i], world, t);
    vl_springs_accelerate(world);
    vl_penalty_accelerate(world);
    stop_fixed(&world->particles);
    world->evaluations++;
}

void vl_world_accelerate(vl_world *world)
{
    if (world->now.acceleration_is_current)
        return;
    vl_world_accelerate_stage(world, world->now.time);
    world->now.acceleration_is_current = true;
}

// --- the method's own state ---

// x₋ is a solved position: where rods and strings act, its links are brought to their length too,
// which puts their forces into a₀ to the order of the method. Of a link that gives way that is half
// of its push in a step, ½ a₀ h² against a h²: the push of a step of h/√2.
static void solve_old_positions(vl_world *world, double h)
{
    vl_particles *p = &world->particles;
    double *present[VL_AXES], *old[VL_AXES];
    memcpy(present, p->x, sizeof present);
    memcpy(old, p->x_old, sizeof old);
    memcpy(p->x, old, sizeof old);
    memcpy(p->x_old, present, sizeof present);
    solve_or_rescue(world, sqrt(0.5) * h);
    memcpy(p->x, present, sizeof present);
    memcpy(p->x_old, old, sizeof old);
}

// x₋ = x − v h for a start: a damped spring that takes its speed from (x − x₋)/dt₋ finds v.
void vl_world_put_old_positions(vl_world *world, int first, int last, double h)
{
    vl_particles *p = &world->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = first; i < last; i++)
            p->x_old[axis][i] = p->x[axis][i] - p->v[axis][i] * h;
}

static void begin_all(vl_world *world, double h)
{
    for (int i = 0; world->contact_memory && i < world->particles.count; i++)
        vl_contacts_forget(world->contact_memory, i);
    bool naive = world->naive_start && !world->now.begun;
    vl_world_put_old_positions(world, 0, world->particles.count, h);
    world->now.dt = h;
    vl_world_accelerate(world);
    world->integrator->begin(world, 0, world->particles.count, h);
    if (world->integrator->keeps_positions && has_hard_links(world) && !naive)
        solve_old_positions(world, h);
    vl_axes_copy(world->observed, world->particles.v, world->particles.count);
    world->now.begun = true;
    world->now.dt_old = h;
}

void vl_world_restart(vl_world *world)
{
    world->now.acceleration_is_current = false;
    if (world->now.begun && !world->now.diverged)
        begin_all(world, world->now.dt_old);
}

// --- hands ---

static vl_hold *find_hold(vl_world *world, int slot)
{
    for (int i = 0; i < world->hold_count; i++)
        if (world->holds[i].slot == slot)
            return &world->holds[i];
    return NULL;
}

// `part` of the way of this frame is done; `speed` turns the whole way into m/s.
static void carry_holds(vl_world *world, double part, double speed)
{
    vl_particles *p = &world->particles;
    for (int i = 0; i < world->hold_count; i++) {
        const vl_hold *hold = &world->holds[i];
        // at the end exactly there: a + (b − a) is not always b
        vl_vec3 at = part < 1 ? vl_lerp(hold->from, hold->target, part) : hold->target;
        vl_write(p->x, hold->slot, at);
        vl_write(p->v, hold->slot, vl_scale(vl_sub(hold->target, hold->from), speed));
    }
}

// A method keeps state of its own for one particle too; it is made from x and v.
static void begin_one(vl_world *world, int slot)
{
    vl_particles_refresh(&world->particles, slot);
    if (world->contact_memory)
        vl_contacts_forget(world->contact_memory, slot);
    world->now.acceleration_is_current = false;
    if (!world->now.begun)
        return;
    vl_world_put_old_positions(world, slot, slot + 1, world->now.dt_old);
    vl_world_accelerate(world);
    world->integrator->begin(world, slot, slot + 1, world->now.dt_old);
    vl_write(world->observed, slot, vl_read(world->particles.v, slot));
}

// A hand can stretch links that cannot give way. What they take back when it lets go is no motion:
// it would be speed, and energy from nowhere.
static void let_links_follow(vl_world *world)
{
    if (!has_hard_links(world) || !world->now.begun || world->now.diverged)
        return;
    solve_or_rescue(world, world->now.dt_old);
    vl_world_restart(world);
}

bool vl_world_hold(vl_world *world, int slot)
{
    vl_particles *p = &world->particles;
    if (p->held[slot] || world->hold_count == VL_MOST_HOLDS)
        return false;

    vl_vec3 at = vl_read(p->x, slot);
    world->holds[world->hold_count++] = (vl_hold){slot, at, at};
    p->held[slot] = true;
    vl_write(p->v, slot, (vl_vec3){0, 0, 0});
    begin_one(world, slot);
    return true;
}

void vl_world_carry(vl_world *world, int slot, vl_vec3 target)
{
    vl_hold *hold = find_hold(world, slot);
    assert(hold);
    hold->target = target;
}

void vl_world_release(vl_world *world, int slot, vl_vec3 v)
{
    vl_hold *hold = find_hold(world, slot);
    assert(hold);
    *hold = world->holds[--world->hold_count];
    world->particles.held[slot] = false;
    vl_write(world->particles.v, slot, world->particles.pinned[slot] ? (vl_vec3){0, 0, 0} : v);
    begin_one(world, slot);
    let_links_follow(world);
}

void vl_world_set_pinned(vl_world *world, int slot, bool pinned)
{
    world->particles.pinned[slot] = pinned;
    vl_write(world->particles.v, slot, (vl_vec3){0, 0, 0});
    begin_one(world, slot);
}

// A method that keeps a velocity takes over what is observed of it.
static void adopt_observed(vl_world *world)
{
    if (observes(world))
        vl_axes_copy(world->particles.v, world->observed, world->particles.count);
}

// Solves until the strain no longer falls: what is left would be speed when time goes on.
static void solve_at_rest(vl_world *world)
{
    enum { MOST_SOLVES = 50 };

    const vl_links *links = &world->links;
    double last = HUGE_VAL, largest, rms;
    for (int i = 0; has_hard_links(world) && i < MOST_SOLVES; i++) {
        solve_or_rescue(world, world->now.dt_old);
        vl_links_stretch(links, &world->particles, 0, links->hard_count, &largest, &rms);
        if (!(largest < 0.99 * last))
            break;
        last = largest;
    }
}

void vl_world_pose(vl_world *world)
{
    vl_world_synchronise(world);
    adopt_observed(world);
    carry_holds(world, 1, 0);
    for (int i = 0; i < world->hold_count; i++)
        world->holds[i].from = world->holds[i].target;
    solve_at_rest(world);
    vl_world_restart(world);
}

// --- breaking ---

static void lose_cell(vl_cloth *cloth, int column, int row)
{
    if (column >= 0 && column < cloth->columns - 1 && row >= 0 && row < cloth->rows - 1)
        cloth->gone[row * (cloth->columns - 1) + column] = true;
}

// The cells on both sides of the edge between two particles of a cloth, counted from its first.
static void lose_cells(vl_cloth *cloth, int a, int b)
{
    int first = a < b ? a : b, apart = abs(b - a);
    int column = first % cloth->columns, row = first / cloth->columns;
    if (apart == 1) {
        lose_cell(cloth, column, row - 1);
        lose_cell(cloth, column, row);
    } else if (apart == cloth->columns) {
        lose_cell(cloth, column - 1, row);
        lose_cell(cloth, column, row);
    }
}

static void lose_cells_beside(vl_world *world, int link)
{
    int from = world->particles.number_of[world->links.from[link]];
    int to = world->particles.number_of[world->links.to[link]];
    for (int i = 0; i < world->cloth_count; i++) {
        vl_cloth *cloth = &world->cloths[i];
        int first = cloth->first_number, end = first + cloth->columns * cloth->rows;
        if (from >= first && from < end && to >= first && to < end)
            lose_cells(cloth, from - first, to - first);
    }
}

static void take_links_out(vl_world *world, const int *indices, int count)
{
    int before = world->links.count;
    for (int i = 0; i < count; i++)
        lose_cells_beside(world, indices[i]);
    int springs = world->links.count - world->links.hard_count;
    free_solver(world);
    vl_links_break(&world->links, indices, count);
    create_solver(world);
    if (world->links.count - world->links.hard_count < springs) {
        free_integrator(world);
        create_integrator(world);
    }
    world->broken += before - world->links.count;
    world->now.acceleration_is_current = false;
}

// The links that are stretched too far now that they are solved. What they did in the substep just
// made stays done. A method with a velocity of its own lacks half of their last push, as if they
// had torn half a substep ago.
static void tear_links(vl_world *world)
{
    int count = world->now.diverged ? 0 : vl_links_find_torn(&world->links, &world->particles);
    if (count == 0)
        return;
    take_links_out(world, world->links.torn, count);
    if (!has_hard_links(world))
        world->now.velocity_is_current = !world->integrator->keeps_positions;
}

void vl_world_break_links(vl_world *world, const int *indices, int count)
{
    if (count == 0)
        return;
    vl_world_synchronise(world);
    adopt_observed(world);
    take_links_out(world, indices, count);
    vl_world_restart(world);
}

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
    if (kick)
        vl_axes_copy(world->predicted, p->x, p->count);

    const vl_solver *method = world->solver.method;
    vl_solve solve =
        rescue ? method->rescue(world, world->solver_memory, h) : vl_world_solve(world, h);
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
    aim_holds(world, hand_speed);
    world->integrator->move(world, h);
    carry_holds(world, end, hand_speed);
    if (has_hard_links(world) && !solve_links(world, h, rescue))
        return false;
    if (world->contact_memory)
        vl_contacts_resolve(world, h);

    vl_moment_advance(&world->now, h);
    world->now.acceleration_is_current = false;
    world->now.velocity_is_current = !world->integrator->keeps_positions && !has_hard_links(world);
    if (world->integrator->finish)
        world->integrator->finish(world, h);
    carry_holds(world, end, hand_speed);
    world->now.dt_old = h;
    if (world->contact_memory)
        vl_contacts_arrive(world, h);
    check_finite(world);
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
    bool can_fail = world->before && has_hard_links(world);
    world->first_part = 0;
    if (can_fail)
        vl_snapshot_take(world->before, world);
    if (attempt(world, h, begin, end, false))
        return;
    for (int parts = 2; parts <= MOST_PARTS && vl_world_can_step(world, h / parts); parts *= 2) {
        take_back(world, contacts, unconverged);
        if (attempt_parts(world, h, begin, end, parts)) {
            world->solved.divided++;
            return;
        }
    }
    take_back(world, contacts, unconverged);
    world->first_part = 0;
    attempt(world, h, begin, end, true);
    world->solved.failed++;
}

// The first substep of a frame tells, where positions are kept and links act, what the velocity was
// when the frame began.
static void first_substep(vl_world *world, double h, double end)
{
    if (!has_hard_links(world))
        vl_world_synchronise(world);
    bool known = world->now.velocity_is_current;
    double dt_old = world->now.dt_old;
    if (known)
        world->now.kinetic_before = vl_energy_kinetic(world);
    else
        set_backward_velocity(world);

    substep(world, h, 0, end);
    if (known)
        return;
    if (world->now.diverged) {
        world->now.kinetic_before = (double)NAN;
        return;
    }
    set_central_velocity(world, dt_old, h);
    world->now.kinetic_before = vl_energy_kinetic(world);
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

    if (!world->now.begun)
        begin_all(world, h);
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
    return true;
}

// One substep ahead; hands rest. What it finds is v(tₙ), then all else is put back.
static void look_ahead(vl_world *world)
{
    vl_particles *p = &world->particles;
    vl_snapshot *before = world->ahead;
    double dt_old = world->now.dt_old;
    double h = world->next_dt > 0 ? world->next_dt / world->solver.substeps : dt_old;
    int holds = world->hold_count;
    vl_solve_report solved = world->solved;
    int contacts = world->contacts;
    int64_t evaluations = world->evaluations;

    vl_snapshot_take(before, world);
    set_backward_velocity(world);
    vl_axes_copy(before->seen, vl_world_velocity(world), p->count);
    world->hold_count = 0; // held points have no inverse mass, and coast
    substep(world, h, 0, 1);
    vl_axes_copy(vl_world_velocity(world), before->seen, p->count);
    if (!world->now.diverged)
        set_central_velocity(world, dt_old, h);
    vl_axes_copy(before->seen, vl_world_velocity(world), p->count);
    vl_snapshot_restore(before, world);
    vl_axes_copy(vl_world_velocity(world), before->seen, p->count);
    world->hold_count = holds;
    world->solved = solved;
    world->contacts = contacts;
    world->evaluations = evaluations;
}

void vl_world_synchronise(vl_world *world)
{
    if (world->now.velocity_is_current)
        return;
    if (has_hard_links(world)) {
        look_ahead(world);
    } else {
        vl_world_accelerate(world);
        vl_position_velocity(world);
    }
    world->now.velocity_is_current = true;
}

// Puts a world that runs on the feet of its new solver: what that takes out of the stretch of the
// links at once gives no speed, and x₋ is that of the new length of a substep; else a method that
// takes all steps to be equally long would find another velocity.
static void settle_solver(vl_world *world, double h, bool other)
{
    double dt_old = world->now.dt_old;
    world->now.dt_old = h;
    if (other)
        solve_at_rest(world);
    if (!world->integrator->keeps_positions)
        world->now.dt_old = dt_old;
    vl_world_restart(world);
}

void vl_world_set_solver(vl_world *world, const vl_solver_settings *settings)
{
    const vl_solver_settings before = world->solver;
    bool runs = world->now.begun && !world->now.diverged;
    bool other = settings->method != before.method || settings->direction != before.direction;
    bool cut = settings->substeps != before.substeps && world->integrator->keeps_positions;
    if (runs && (other || cut)) {
        vl_world_synchronise(world);
        adopt_observed(world);
    }
    free_solver(world);
    world->solver = *settings;
    create_solver(world);
    if (runs && (other || cut))
        settle_solver(world, world->now.dt_old * before.substeps / settings->substeps, other);
}

void vl_world_set_integrator(vl_world *world, const vl_integrator *integrator)
{
    if (integrator == world->integrator)
        return;
    vl_world_synchronise(world);
    adopt_observed(world);
    free_integrator(world);
    world->integrator = integrator;
    create_integrator(world);
    vl_world_restart(world);
}
