// Links are brought to their lengths while the clock stands: a correction at rest, that moves
// particles and gives them no speed. The strain that is left in the next step would become speed,
// strain · length/h. Colliders take part as links, tethers, as a contact that undoes what a link
// did is energy in every step.
//
// A tether is a string from a far point above the surface of a collider to a particle that would
// sink in, just so long that it does not: within a string's length of that point there is no place
// behind the tangent plane. So each solver of rods and strings solves for the contacts with them,
// and a tether, as any string, only holds and never pushes.

#include "base/memory.h"
#include "physics/colliders/colliders.h"
#include "physics/contacts/contacts.h"
#include "physics/contacts/overlaps.h"
#include "physics/forces/forces.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world_parts.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

// Length of a tether over the size of the world. It lifts a particle that slides by d along the
// surface by d²/2 over this; the next round takes a new point.
static const double far = 1000;

// How much work settling may be.
typedef struct effort {
    int most_links; // for Newton's method
    double work;    // links that sweeps may visit
} effort;

// While a hand places something, and at the start of a scene: some hundredths of a second, and a
// second.
static const effort in_passing = {2000, 4000000}, thorough = {8000, 100000000};

// A particle that a collider keeps outside.
typedef struct tether {
    int slot, collider;
} tether;

// What is being settled.
typedef struct settling {
    vl_world *world;
    effort left;
    int count, room; // of the tethers
    tether *tethers;
} settling;

// --- where particles are too deep ---

// Adds a tether for each free particle that is deeper than rounding inside a collider of the
// response projection, and has none there yet. Returns whether there were any.
static bool find_tethers(settling *s)
{
    const vl_particles *p = &s->world->particles;
    int before = s->count;
    for (int c = 0; c < s->world->collider_count; c++)
        for (int i = 0; i < p->count; i++) {
            bool needs = vl_overlaps_depth(s->world, i, &s->world->colliders[c]).distance > 0;
            for (int k = 0; k < before && needs; k++)
                needs = s->tethers[k].slot != i || s->tethers[k].collider != c;
            if (!needs)
                continue;
            s->tethers = vl_grow(s->tethers, &s->room, s->count + 1, sizeof *s->tethers);
            s->tethers[s->count++] = (tether){i, c};
        }
    return s->count > before;
}

// Moves each free particle out of the colliders, whatever that does to links.
static void lift(vl_world *world)
{
    enum { MOST_SWEEPS = 64 }; // of a particle between several colliders

    for (int sweep = 0; sweep < MOST_SWEEPS && vl_overlaps_in_colliders(world, true) > 0; sweep++) {
    }
}

// --- the copy ---

// The tether of a particle to the particle `anchor`, which gets its place.
static vl_link tie(vl_world *copy, const vl_collider *collider, int slot, int anchor, double size)
{
    vl_vec3 x = vl_read(copy->particles.x, slot);
    vl_clearance at = collider->kind->clearance(collider, x);
    double above = at.distance - copy->particles.radius[slot], length = far * size;
    vl_write(copy->particles.x, anchor, vl_add(x, vl_scale(at.normal, length - above)));
    return (vl_link){.from = anchor, .to = slot, .kind = VL_STRING, .length = length, .family = -1};
}

// A copy of particles, rods and strings of a world alone, with the first `count` tethers from the
// surfaces below its present positions, and with a solver of these settings. What is pinned or held
// is pinned. Slots are the same.
static vl_world *tethered_copy(const settling *s, int count, const vl_solver_settings *solver)
{
    const vl_world *world = s->world;
    const vl_particles *p = &world->particles;
    const vl_links *from = &world->links;
    const int hard = from->hard_count;
    vl_world *copy = vl_world_create(p->count + count);
    vl_particles *to = &copy->particles;
    vl_link *links = vl_alloc((size_t)hard + (size_t)count, sizeof *links);
    double size = 0; // m, twice what is farthest from the first
    vl_axes_copy(to->x, p->x, p->count);
    for (int i = 0; i < to->count; i++) {
        bool tethers = i >= p->count; // what holds one end of a tether
        to->mass[i] = tethers ? 1 : p->mass[i];
        to->pinned[i] = tethers || p->inverse_mass[i] == 0;
        vl_particles_refresh(to, i);
        if (!tethers)
            size = fmax(size,
                        2 * vl_length(vl_sub(vl_read(p->x, i), vl_read(p->x, 0))) + p->radius[i]);
    }
    memcpy(to->radius, p->radius, (size_t)p->count * sizeof *p->radius);
    for (int k = 0; k < hard; k++)
        links[k] = (vl_link){.from = from->from[k],
                             .to = from->to[k],
                             .kind = from->kind[k],
                             .length = from->length[k],
                             .compliance = from->compliance[k],
                             .family = -1};
    for (int k = 0; k < count; k++) {
        const tether *one = &s->tethers[k];
        const vl_collider *collider = &world->colliders[one->collider];
        links[hard + k] = tie(copy, collider, one->slot, p->count + k, size > 0 ? size : 1);
    }
    copy->solver = *solver;
    copy->sweep_kernel = world->sweep_kernel;
    copy->threads = 1;
    vl_world_link(copy, links, hard + count);
    vl_free(links);
    return copy;
}

// Strain of links that have their lengths.
static const double enough = 1e-9;

enum {
    MANY_LINKS = 2000, // other methods then begin after some sweeps over coarser grids
    FIRST_SWEEPS = 20,
    GRIDS = 10,
    SOLVE_SWEEPS = 50, // or Newton steps on a chain, in a solve
    MOST_MISSES = 16,  // Newton steps on a net, one after another, that come no nearer
    MOST_NEWTON_STEPS = 1000,
    MOST_SWEEPS = 20000,
    MOST_ROUNDS = 10, // each with the contacts that the one before has found
};

// The solvers to try, each from the best result of those before, along the present direction of the
// links: positions that were set by hand have no direction of before. Newton's method is the most
// exact. It finds no lengths where there are none, as between two hands too far apart; sweeps then
// come near, and Newton's method may go on from there.
static const struct {
    const vl_solver *method;
    int grids;
} stages[] = {{&vl_solver_relax, GRIDS},
              {&vl_solver_direct, 0},
              {&vl_solver_relax, 0},
              {&vl_solver_direct, 0},
              {&vl_solver_xpbd, 0}};

enum { STAGES = sizeof stages / sizeof *stages };

// Links that sweeps could visit in the time of a sweep or a Newton step: that of a net has a sparse
// system. A sweep over clusters takes Newton steps, too.
static double work_of(const vl_world *copy)
{
    const vl_solver *method = copy->solver.method;
    return (method->global || method == &vl_solver_clusters ? 300.0 : 1.0) * copy->links.hard_count;
}

// Solves a copy, with half of the effort that is left, and moves the world where that brings it
// nearer. Returns the strain that is left.
// Each Newton step on a net begins at rest where the last one ended (Levenberg and Marquardt, with
// the masses for damping): to the one place where a taut net fits others come ever more slowly.
static double solve_all(settling *s, vl_world *copy)
{
    const vl_particles *p = &copy->particles;
    int particles = s->world->particles.count, misses = 0;
    bool sweeps = !copy->solver.method->global;
    bool is_net = !sweeps && !vl_direct_is_tridiagonal(copy);
    int most = is_net ? 1 : SOLVE_SWEEPS, most_misses = is_net ? MOST_MISSES : 0;
    double best = vl_world_strain(copy), half = s->left.work / 2 / work_of(copy) + 1;
    int left = (int)fmin(copy->solver.grids > 0 ? FIRST_SWEEPS : half,
                         sweeps ? MOST_SWEEPS : MOST_NEWTON_STEPS);
    while (left > 0 && best > enough && misses <= most_misses) {
        vl_axes_copy(p->x_old, p->x, p->count);
        copy->solver.iterations = left < most ? left : most;
        vl_solve solve = vl_world_solve(copy, VL_MOMENT);
        // a link that is stretched 1e10-fold may lead a solver out of the finite numbers
        if ((!solve.solved && !is_net) || !vl_axes_are_within(p->x, DBL_MAX, p->count))
            break;
        left -= solve.sweeps > 0 ? solve.sweeps : 1;
        s->left.work -= solve.sweeps * work_of(copy);
        double now = vl_world_strain(copy);
        // a chain that is good already has to gain a digit
        double worth = is_net || best > VL_SETTLED_STRAIN ? 0.99 : 0.1;
        misses = sweeps || now < worth * best ? 0 : misses + 1;
        if (now < best)
            vl_axes_copy(s->world->particles.x, p->x, particles);
        best = fmin(best, now);
    }
    return best;
}

static void solve_round(settling *s)
{
    double left = HUGE_VAL;
    bool swept = false; // sweeps of one method leave what those of the other would
    for (int k = 0; k < STAGES && left > 0.01 * VL_SETTLED_STRAIN; k++) {
        vl_solver_settings settings = vl_solver_defaults();
        settings.method = stages[k].method;
        settings.grids = stages[k].grids;
        settings.at_rest = true;
        int links = s->world->links.hard_count + s->count;
        bool too_many = settings.method->global && links > s->left.most_links;
        bool too_few = settings.grids > 0 && links <= MANY_LINKS;
        bool sweeps = !settings.method->global && settings.grids == 0;
        bool needless = sweeps && (swept || left <= VL_SETTLED_STRAIN);
        if (too_many || too_few || needless || vl_solver_refuses(s->world, &settings))
            continue;
        vl_world *copy = tethered_copy(s, s->count, &settings);
        left = solve_all(s, copy);
        vl_world_free(copy);
        swept |= sweeps;
    }
}

// Without contacts first, then with those in which that has pressed a particle, until there are no
// others. Where links and colliders have no solution together, the colliders win, as in a step.
static void solve_rounds(settling *s)
{
    bool more = vl_world_strain(s->world) > enough || find_tethers(s);
    for (int i = 0; i < MOST_ROUNDS && more; i++) {
        solve_round(s);
        more = find_tethers(s) || (vl_overlaps_in_colliders(s->world, false) > 0 &&
                                   vl_world_strain(s->world) <= VL_SETTLED_STRAIN);
    }
    lift(s->world);
}

// --- where the lengths cannot be met ---

// Solves a copy as a step of the world would, and then again, until nothing moves any more: what
// a step does to such links then gives them no speed.
static void come_to_rest(settling *s)
{
    enum { MOST_STEPS = 2000 };

    const vl_particles *p = &s->world->particles;
    vl_world *copy = tethered_copy(s, 0, &s->world->solver);
    double moved = HUGE_VAL, grids = copy->solver.grids > 0 ? 16 : 1; // times as long as a sweep
    for (int i = 0; i < MOST_STEPS && moved > 0 && s->left.work > 0; i++) {
        vl_axes_copy(copy->particles.x_old, p->x, p->count);
        s->left.work -=
            grids * (vl_world_solve_or_fallback(copy, VL_MOMENT, false) + 1) * work_of(copy);
        if (!vl_axes_are_within(copy->particles.x, DBL_MAX, copy->particles.count))
            break;
        vl_axes_copy(p->x, copy->particles.x, p->count);
        lift(s->world);
        vl_axes_copy(copy->particles.x, p->x, p->count);
        moved = vl_axes_distance(copy->particles.x_old, p->x, p->count);
    }
    vl_world_free(copy);
}

// --- the velocity ---

// The relative velocity of the ends of a link along it, m/s, is made 0; a string may be slack, and
// only ever holds. `impulse` is what it has got so far, kg m/s. Returns the change, m/s.
static double brake(vl_world *world, int link, double *impulse)
{
    const vl_particles *p = &world->particles;
    const vl_links *links = &world->links;
    int from = links->from[link], to = links->to[link];
    double weight = p->inverse_mass[from] + p->inverse_mass[to];
    vl_vec3 d = vl_sub(vl_read(p->x, to), vl_read(p->x, from));
    double length = vl_length(d), slack = links->length[link] - length;
    bool is_string = links->kind[link] == VL_STRING;
    bool gives = links->compliance[link] > 0 || (is_string && slack > 1e-6 * links->length[link]);
    if (weight == 0 || length == 0 || gives)
        return 0;
    vl_vec3 along = vl_scale(d, 1 / length);
    double opening = vl_dot(vl_sub(vl_read(p->v, to), vl_read(p->v, from)), along);
    double more = opening / weight;
    if (is_string)
        more = fmax(more, -*impulse);
    *impulse += more;
    vl_accumulate(p->v, from, vl_scale(along, more * p->inverse_mass[from]));
    vl_accumulate(p->v, to, vl_scale(along, -more * p->inverse_mass[to]));
    return fabs(more) * weight;
}

// Links make no particle faster into a collider on which it lies than it was. Returns the change.
static double keep_out(const vl_world *world, int slot, const vl_collider *collider)
{
    vl_clearance at = vl_overlaps_depth(world, slot, collider);
    double before = vl_dot(vl_read(world->predicted, slot), at.normal);
    double into = fmin(before, 0) - vl_dot(vl_read(world->particles.v, slot), at.normal);
    if (at.distance < 0 || !(into > 0))
        return 0;
    vl_accumulate(world->particles.v, slot, vl_scale(at.normal, into));
    return into;
}

// Takes the part of the velocity away that would change lengths, where that is more than rounding,
// by Gauss-Seidel sweeps over links and contacts, each of which takes kinetic energy; the particle
// in the slot `still`, if not −1, stays at rest. `all`: or none of it, where sweeps do not end.
// Asks for no memory; the method has to be restarted, and forgets the impulses then.
static void take_from_velocity(vl_world *world, double work, int still, bool all)
{
    const vl_particles *p = &world->particles;
    double *impulse = world->links.tension, largest = HUGE_VAL, first = 0;
    int count = world->links.hard_count, contacts = p->count * world->collider_count;
    memset(impulse, 0, (size_t)count * sizeof *impulse);
    vl_axes_copy(world->predicted, p->v, p->count);
    if (still >= 0)
        p->inverse_mass[still] = 0;
    int sweeps = (int)fmin(work / 20 / (count + contacts) + 1, 0.1 * MOST_SWEEPS);
    for (int i = 0; i < sweeps && largest > 1e-12 * first; i++) {
        largest = 0;
        for (int n = 0; n < count; n++) {
            int k = i % 2 ? count - 1 - n : n;
            largest = fmax(largest, brake(world, k, &impulse[k]));
        }
        for (int c = 0; c < world->collider_count; c++)
            for (int n = 0; n < p->count; n++)
                largest = fmax(largest, keep_out(world, n, &world->colliders[c]));
        first = fmax(first, largest);
    }
    if (still >= 0)
        vl_particles_refresh(&world->particles, still);
    if (!vl_axes_are_within(p->v, 1e9 * first, p->count) || (all && largest > 1e-12 * first))
        vl_axes_copy(p->v, world->predicted, p->count);
}

// --- all of it ---

// Returns whether the methods have to be restarted. `brakes`: takes the part of the velocity away
// that would change lengths; the particle in the slot `still`, where that is not −1, stays at rest.
static bool settle(vl_world *world, effort most, bool brakes, int still)
{
    world->now.unsettled = VL_SETTLED;
    if (!vl_world_has_hard_links(world) || world->now.diverged)
        return false;
    settling s = {.world = world, .left = most};
    vl_world_adopt_v_instant(world);
    bool fits = vl_world_strain(world) <= enough && vl_overlaps_in_colliders(world, false) == 0;
    if (!fits)
        solve_rounds(&s);
    if (vl_world_strain(world) > VL_SETTLED_STRAIN && world->links.hard_count <= most.most_links)
        come_to_rest(&s);
    if (brakes && (!fits || !world->now.begun))
        take_from_velocity(world, s.left.work, still, fits);
    vl_free(s.tethers);
    return true;
}

void vl_world_settle(vl_world *world)
{
    vl_unsettled by = world->now.unsettled;
    if (settle(world, by == VL_SETTLED ? thorough : in_passing, by != VL_UNSETTLED_BY_SETTING, -1))
        vl_world_restart(world);
}

void vl_world_straighten(vl_world *world)
{
    assert(!world->now.begun);
    if (!vl_world_has_hard_links(world))
        return;
    vl_axes_copy(world->particles.x_old, world->particles.x, world->particles.count);
    vl_world_solve_or_fallback(world, VL_MOMENT, false);
}

// --- hands, pins, and posing while time is stopped ---

static vl_hold *find_hold(vl_world *world, int slot)
{
    int i = 0;
    while (i < world->hold_count && world->holds[i].slot != slot)
        i++;
    assert(i < world->hold_count);
    return &world->holds[i];
}

// Builds the method's own state of one particle from x and `v`.
static void begin_one(vl_world *world, int slot, vl_vec3 v)
{
    vl_write(world->particles.v, slot, v);
    vl_particles_refresh(&world->particles, slot);
    if (world->contact_memory)
        vl_contacts_forget(world, slot, slot + 1);
    world->now.acceleration_is_current = false;
    if (!world->now.begun)
        return;
    vl_anchors_follow(world, slot, slot + 1);
    vl_world_put_old_positions(world, slot, slot + 1, world->now.dt_old);
    vl_world_accelerate(world);
    if (world->contact_memory)
        vl_contacts_support(world, slot, slot + 1, world->now.dt_old);
    world->integrator->begin(world, slot, slot + 1, world->now.dt_old);
    vl_write(world->v_instant, slot, vl_read(world->particles.v, slot));
    VL_TELL(world, state_rebuilt, slot, slot + 1, false);
}

// What links at their lengths cannot have of the velocity is taken by what was done, and not by the
// next step. `solves`: first once, as a hand may have stretched links, and that gives no velocity.
static void brake_all(vl_world *world, bool solves)
{
    if (!vl_world_has_hard_links(world) || !world->now.begun || world->now.diverged)
        return;
    if (solves)
        vl_world_solve_or_fallback(world, VL_MOMENT, false);
    bool fits = vl_world_strain(world) <= enough;
    if (fits) {
        vl_world_adopt_v_instant(world);
        take_from_velocity(world, in_passing.work, -1, true);
    }
    if (fits || solves)
        vl_world_restart(world);
}

bool vl_world_hold(vl_world *world, int slot)
{
    vl_particles *p = &world->particles;
    if (p->held[slot] || world->hold_count == VL_MOST_HOLDS)
        return false;

    vl_world_synchronise(world);
    vl_vec3 at = vl_read(p->x, slot);
    world->holds[world->hold_count++] = (vl_hold){slot, at, at};
    p->held[slot] = true;
    begin_one(world, slot, (vl_vec3){0, 0, 0});
    brake_all(world, false);
    return true;
}

void vl_world_carry(vl_world *world, int slot, vl_vec3 target)
{
    find_hold(world, slot)->target = target;
}

static void let_go(vl_world *world, int slot, vl_vec3 v)
{
    vl_hold *hold = find_hold(world, slot);
    vl_world_synchronise(world);
    vl_world_adopt_v_instant(world);
    *hold = world->holds[--world->hold_count];
    world->particles.held[slot] = false;
    begin_one(world, slot, world->particles.pinned[slot] ? (vl_vec3){0, 0, 0} : v);
}

void vl_world_release(vl_world *world, int slot, vl_vec3 v)
{
    let_go(world, slot, v);
    brake_all(world, true);
}

// What vl_world_pose() has shown stays.
void vl_world_put_down(vl_world *world, int slot)
{
    let_go(world, slot, (vl_vec3){0, 0, 0});
    bool posed = world->now.unsettled == VL_UNSETTLED_BY_HAND;
    if (posed && world->hold_count == 0)
        world->now.unsettled = VL_SETTLED;
    if (posed || settle(world, in_passing, true, slot))
        vl_world_restart(world);
}

void vl_world_set_pinned(vl_world *world, int slot, bool pinned)
{
    vl_world_synchronise(world);
    world->particles.pinned[slot] = pinned;
    begin_one(world, slot, (vl_vec3){0, 0, 0});
    brake_all(world, false);
}

static void set_held(vl_world *world, bool held)
{
    for (int i = 0; i < world->hold_count; i++) {
        world->particles.held[world->holds[i].slot] = held;
        vl_particles_refresh(&world->particles, world->holds[i].slot);
    }
}

// Moves what is held by a part of its way to the hands, and the links with it: around the hands, or
// where they do not reach so far, with what is held as near as they let it. Returns the strain that
// is left.
static double follow_hands(vl_world *world, double part)
{
    vl_world_carry_holds(world, part, 0);
    settle(world, in_passing, false, -1);
    if (vl_world_strain(world) > VL_SETTLED_STRAIN) {
        set_held(world, false);
        settle(world, in_passing, false, -1);
        set_held(world, true);
    }
    return vl_world_strain(world);
}

// What is shown is what goes on: a way after which the links would be stretched is gone in parts,
// one with each call.
void vl_world_pose(vl_world *world)
{
    static const double nearly = 0.01, least_part = 1.0 / 4;

    const vl_particles *p = &world->particles;
    double *before[VL_AXES];
    vl_world_synchronise(world);
    vl_axes_create(before, p->count);
    vl_axes_copy(before, p->x, p->count);
    double strain = vl_world_strain(world);
    for (double part = 1; part >= least_part && follow_hands(world, part) > fmax(nearly, strain);
         part /= 2)
        vl_axes_copy(p->x, before, p->count);
    vl_axes_free(before);
    if (vl_world_has_hard_links(world))
        vl_world_restart(world);
    for (int i = 0; i < world->hold_count; i++)
        world->holds[i].from = vl_read(p->x, world->holds[i].slot);
    world->now.unsettled = VL_UNSETTLED_BY_HAND;
}
