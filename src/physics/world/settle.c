// Links are brought to their lengths while the clock stands: a correction at rest, that moves
// particles and gives them no speed. The strain that is left in the next step would become speed,
// strain · length/h. Colliders take part as links (tethers.h), as a contact that undoes what a link
// did is energy in every step.

#include "base/memory.h"
#include "physics/solvers/solvers.h"
#include "physics/world/tethers.h"
#include "physics/world/world_parts.h"

#include <float.h>
#include <math.h>

// s, too short for a compliant link to move anything: its strain is its own.
static const double moment = 1e-9;

// Strain of links that have their lengths.
static const double enough = 1e-9;

// How much work settling may be.
typedef struct effort {
    int most_links; // for Newton's method
    int most_work;  // links visited by the sweeps of a method
} effort;

// For each frame in which a hand drags, and at the end: some hundredths of a second, and a second.
static const effort in_passing = {2000, 2000000}, thorough = {20000, 20000000};

enum {
    MANY_LINKS = 2000, // Newton's method then begins after some sweeps over coarser grids, and its
    FEW_STEPS = 40,    // work is bounded: at most so many steps
    FIRST_SWEEPS = 20,
    GRIDS = 10,
    SOLVE_SWEEPS = 50, // or Newton steps, in a solve
    MOST_SOLVES = 20,  // of Newton's method
    MOST_SWEEPS = 20000,
    MOST_ROUNDS = 10, // each with the contacts that the one before has found
};

// The solvers to try, each from the best result of those before, along the present direction of the
// links: positions that were set by hand have no direction of before. Newton's method is the most
// exact. It finds no lengths where there are none, as between two hands too far apart; sweeps then
// come near.
static const struct {
    const vl_solver *method;
    int grids;
} stages[] = {
    {&vl_solver_relax, GRIDS}, {&vl_solver_direct, 0}, {&vl_solver_relax, 0}, {&vl_solver_xpbd, 0}};

enum { STAGES = sizeof stages / sizeof *stages };

// What is being settled.
typedef struct settling {
    vl_world *world;
    vl_tethers tethers;
    effort effort;
} settling;

static vl_solver_settings settings_of(int stage)
{
    vl_solver_settings settings = vl_solver_defaults();
    settings.method = stages[stage].method;
    settings.grids = stages[stage].grids;
    settings.iterations = SOLVE_SWEEPS;
    return settings;
}

static bool can_use(const settling *s, const vl_solver_settings *settings)
{
    int links = s->world->links.hard_count + s->tethers.count;
    bool too_many = settings->method->global && links > s->effort.most_links;
    bool too_few = settings->grids > 0 && links <= MANY_LINKS;
    return !too_many && !too_few && !vl_solver_refuses(s->world, settings);
}

// How many sweeps or Newton steps the effort allows.
static int most_sweeps(const settling *s, const vl_world *copy)
{
    int links = copy->links.hard_count;
    int newton = links > MANY_LINKS ? FEW_STEPS : MOST_SOLVES * SOLVE_SWEEPS;
    int sweeps = copy->solver.grids > 0 ? FIRST_SWEEPS : s->effort.most_work / links + 1;
    int most = sweeps < MOST_SWEEPS ? sweeps : MOST_SWEEPS;
    return copy->solver.method->global ? newton : most;
}

// Whether another solve is worth its work: Newton's method gains something, or a digit where it is
// good already.
static bool goes_on(const vl_world *copy, double now, double last)
{
    double gain = now <= VL_SETTLED_STRAIN ? 0.1 : 0.99;
    return now > enough && (!copy->solver.method->global || now < gain * last);
}

// A link that is stretched 1e10-fold may lead a solver out of the finite numbers.
static bool is_finite(const vl_world *copy)
{
    return vl_axes_are_within(copy->particles.x, DBL_MAX, copy->particles.count);
}

// Solves a copy and returns the strain that is left; HUGE_VAL where there is no solution.
static double solve_all(const settling *s, vl_world *copy)
{
    const vl_particles *p = &copy->particles;
    int particles = s->world->particles.count;
    double last = HUGE_VAL, now = vl_tethered_strain(copy, particles);
    for (int left = most_sweeps(s, copy); left > 0 && goes_on(copy, now, last);) {
        last = now;
        vl_axes_copy(p->x_old, p->x, p->count);
        copy->solver.iterations = left < SOLVE_SWEEPS ? left : SOLVE_SWEEPS;
        vl_solve solve = vl_world_solve(copy, moment);
        if (!solve.solved || !is_finite(copy))
            return HUGE_VAL;
        left -= solve.sweeps > 0 ? solve.sweeps : 1;
        now = vl_tethered_strain(copy, particles);
    }
    return now;
}

// Solves links and tethers, and moves the world where that brings it nearer.
static double solve_stage(const settling *s, const vl_solver_settings *settings)
{
    const vl_particles *p = &s->world->particles;
    vl_world *copy = vl_tethered_copy(s->world, &s->tethers, settings);
    double before = vl_tethered_strain(copy, p->count), left = solve_all(s, copy);
    if (left < before)
        vl_axes_copy(p->x, copy->particles.x, p->count);
    vl_world_free(copy);
    return fmin(left, before);
}

static void solve_round(const settling *s)
{
    double left = HUGE_VAL;
    for (int k = 0; k < STAGES && left > VL_SETTLED_STRAIN; k++) {
        vl_solver_settings settings = settings_of(k);
        if (can_use(s, &settings))
            left = solve_stage(s, &settings);
    }
}

// Without contacts first, then with those in which that has pressed a particle, until there are no
// others. Where links and colliders have no solution together, the colliders win, as in a step.
static void solve_rounds(settling *s)
{
    double left = vl_world_strain(s->world);
    bool more = left > enough || vl_tethers_find(&s->tethers, s->world) > 0;
    for (int i = 0; i < MOST_ROUNDS && more; i++) {
        solve_round(s);
        left = vl_world_strain(s->world);
        bool others = vl_tethers_find(&s->tethers, s->world) > 0;
        more = others || (vl_tethers_depth(s->world) > 0 && left <= VL_SETTLED_STRAIN);
    }
    vl_tethers_lift(s->world);
}

double vl_world_strain(const vl_world *world)
{
    const vl_links *links = &world->links;
    double largest = 0;
    for (int k = 0; k < links->hard_count; k++) {
        bool stiff = !(links->compliance[k] > 0);
        double strain = stiff ? fabs(vl_link_strain(links, &world->particles, k)) : 0;
        largest = fmax(largest, strain);
    }
    return largest;
}

// --- where the lengths cannot be met ---

// Solves a copy as a step of the world would, and then again, until nothing moves any more: what
// a step does to such links then gives them no speed.
static void come_to_rest(const settling *s)
{
    enum { MOST_STEPS = 2000 };

    const vl_particles *p = &s->world->particles;
    const vl_tethers none = {0};
    vl_world *copy = vl_tethered_copy(s->world, &none, &s->world->solver);
    double work = (double)copy->links.hard_count * (copy->solver.iterations + 1);
    int most = (int)fmin(MOST_STEPS, s->effort.most_work / work);
    double moved = HUGE_VAL;
    for (int i = 0; i < most && moved > 0; i++) {
        vl_axes_copy(copy->particles.x_old, p->x, p->count);
        vl_world_solve_or_fallback(copy, moment);
        if (!is_finite(copy))
            break;
        vl_axes_copy(p->x, copy->particles.x, p->count);
        vl_tethers_lift(s->world);
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
    if (weight == 0 || length == 0 || (is_string && slack > 1e-6 * links->length[link]))
        return 0;
    vl_vec3 along = vl_scale(d, 1 / length);
    double parting = vl_dot(vl_sub(vl_read(p->v, to), vl_read(p->v, from)), along);
    double more = parting / weight;
    if (is_string)
        more = fmax(more, -*impulse);
    *impulse += more;
    vl_accumulate(p->v, from, vl_scale(along, more * p->inverse_mass[from]));
    vl_accumulate(p->v, to, vl_scale(along, -more * p->inverse_mass[to]));
    return fabs(more) * weight;
}

// Takes the part of the velocity away that would change lengths, by Gauss-Seidel sweeps, each of
// which takes kinetic energy. `copy` has tethers as links.
static void brake_all(vl_world *copy, int most_sweeps)
{
    int count = copy->links.hard_count;
    double *impulse = vl_alloc((size_t)count, sizeof *impulse), largest = HUGE_VAL, first = 0;
    for (int i = 0; i < most_sweeps && largest > 1e-12 * first; i++) {
        largest = 0;
        for (int k = 0; k < count; k++)
            largest = fmax(largest, brake(copy, i % 2 ? count - 1 - k : k,
                                          &impulse[i % 2 ? count - 1 - k : k]));
        first = fmax(first, largest);
    }
    vl_free(impulse);
}

// The same for the world; the particle in the slot `still`, where that is not −1, stays at rest.
static void take_from_velocity(const settling *s, int still)
{
    const vl_particles *p = &s->world->particles;
    vl_solver_settings settings = vl_solver_defaults();
    vl_world *copy = vl_tethered_copy(s->world, &s->tethers, &settings);
    vl_axes_copy(copy->particles.v, p->v, p->count);
    if (still >= 0) {
        copy->particles.pinned[still] = true;
        vl_particles_refresh(&copy->particles, still);
    }
    brake_all(copy, most_sweeps(s, copy) / 10);
    vl_axes_copy(p->v, copy->particles.v, p->count);
    vl_world_free(copy);
}

// --- all of it ---

// `brakes`: takes the part of the velocity away that would change lengths. Changes x and v alone.
static void bring_to_lengths(vl_world *world, effort most, bool brakes, int still)
{
    settling s = {.world = world, .effort = most};
    vl_world_adopt_observed(world);
    bool fits = vl_world_strain(world) <= enough && vl_tethers_depth(world) == 0;
    if (!fits)
        solve_rounds(&s);
    if (vl_world_strain(world) > VL_SETTLED_STRAIN)
        come_to_rest(&s);
    if (brakes && !fits)
        take_from_velocity(&s, still);
    vl_tethers_free(&s.tethers);
}

static void settle(vl_world *world, effort most, bool brakes, int still)
{
    world->now.unsettled = VL_SETTLED;
    if (!vl_world_has_hard_links(world) || world->now.diverged)
        return;
    bring_to_lengths(world, most, brakes, still);
    vl_world_restart(world);
}

void vl_world_settle(vl_world *world)
{
    bool by_setting = world->now.unsettled == VL_UNSETTLED_BY_SETTING;
    settle(world, thorough, !by_setting, -1);
}

void vl_world_settle_placed(vl_world *world, int slot)
{
    settle(world, thorough, true, slot);
}

void vl_world_settle_in_passing(vl_world *world)
{
    settle(world, in_passing, false, -1);
}
