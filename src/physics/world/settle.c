// Links are brought to their lengths while the clock stands: a correction at rest, that moves
// particles and gives them no speed. The strain that is left in the next step would become speed,
// strain · length/h.

#include "physics/solvers/solvers.h"
#include "physics/world/world_parts.h"

#include <math.h>

// s, too short for a compliant link to move anything: its strain is its own.
static const double moment = 1e-9;

// Strain of links that have their lengths.
static const double enough = 1e-9;

enum {
    MOST_LINKS = 2000, // for Newton's method
    MOST_SOLVES = 50,
    SWEEPS = 200,         // or Newton steps, in a solve
    MOST_WORK = 20000000, // links visited by the sweeps of a method, below half a second
};

// The solvers to try, the most exact first, along the present direction of the links: positions
// that were set by hand have no direction of before. Newton's method finds no lengths where there
// are none, as between two hands too far apart; sweeps then come near in a shape close to that of
// before.
static const vl_solver *const methods[] = {&vl_solver_direct, &vl_solver_relax, &vl_solver_xpbd};

enum { METHODS = sizeof methods / sizeof *methods };

static bool can_use(const vl_world *world, const vl_solver_settings *settings)
{
    bool too_many = settings->method->global && world->links.hard_count > MOST_LINKS;
    return !too_many && !vl_solver_refuses(world, settings);
}

// How many sweeps of a method that is not global the work allows.
static int sweeps_within_budget(const vl_world *world)
{
    int most = MOST_WORK / world->links.hard_count;
    return most > 1 ? most : 1;
}

// Solves until the residual no longer falls, and returns it. `memory` is that of the method.
static double solve_all(vl_world *world, void *memory)
{
    vl_particles *p = &world->particles;
    double last = HUGE_VAL, now = vl_world_strain(world);
    bool sweeps = !world->solver.method->global;
    int affordable = sweeps ? sweeps_within_budget(world) / world->solver.iterations : MOST_SOLVES;
    int most = affordable < MOST_SOLVES ? affordable : MOST_SOLVES;
    for (int i = 0; i < most && now > enough && now < 0.99 * last; i++) {
        last = now;
        vl_axes_copy(p->x_old, p->x, p->count);
        if (!world->solver.method->solve(world, memory, moment).solved)
            return HUGE_VAL;
        now = vl_world_strain(world);
    }
    return now;
}

// Solves by one of the methods, which makes its memory for that.
static double solve_by(vl_world *world, const vl_solver_settings *settings)
{
    vl_arena arena = {0};
    const vl_solver *method = settings->method;
    world->solver = *settings;
    int affordable = sweeps_within_budget(world);
    if (!method->global && affordable < world->solver.iterations)
        world->solver.iterations = affordable;
    void *memory = method->create ? method->create(&arena, world) : NULL;
    double left = solve_all(world, memory);
    vl_arena_free(&arena);
    return left;
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

double vl_world_settle(vl_world *world)
{
    world->now.unsettled = VL_SETTLED;
    if (!vl_world_has_hard_links(world) || world->now.diverged)
        return 0;
    vl_world_adopt_observed(world);

    const vl_particles *p = &world->particles;
    const vl_solver_settings own = world->solver;
    vl_solver_settings settings = vl_solver_defaults();
    settings.iterations = SWEEPS;
    double left = vl_world_strain(world);
    vl_axes_copy(world->predicted, p->x, p->count);
    for (int k = 0; k < METHODS && left > enough; k++) {
        settings.method = methods[k];
        if (!can_use(world, &settings))
            continue;
        vl_axes_copy(p->x, world->predicted, p->count);
        left = solve_by(world, &settings);
    }
    world->solver = own;
    vl_world_restart(world);
    return left;
}
