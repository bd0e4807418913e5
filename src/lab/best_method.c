#include "lab/best_method.h"

#include "base/memory.h"
#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"

#include <math.h>

// With more rods and strings than these, a net is not solved directly: a step would take too long.
static const int most_links_at_once = 400;

// Limits of the Gauss–Seidel sweeps for larger nets; a sweep takes some nanoseconds per link.
static const int most_sweeps = 200;
static const double sweep_tolerance = 1e-10;

// Largest ω h for an explicit method.
static const double gentle = 0.5;

// --- convergence ---

static bool tears_hard_links(const vl_world *world)
{
    const vl_links *links = &world->links;
    for (int i = 0; i < links->hard_count; i++)
        if (links->tear[i] > 0 && links->compliance[i] == 0)
            return true;
    return false;
}

const char *vl_best_refuses(const vl_world *world)
{
    if (vl_world_rules(world).damping_per_step > 0)
        return "damping per step";
    if (tears_hard_links(world))
        return "rods that tear";
    if (vl_contacts_moves_out(world))
        return "the response move-out";
    return NULL;
}

// A central force with a cutoff jumps to zero there.
static bool has_edge(const vl_force *force)
{
    bool central = force->kind == &vl_force_central || force->kind == &vl_force_gravitation;
    return central && force->cutoff > 0;
}

// Whether the motion is free of events: impacts, tightening strings, tearing, edges of forces.
static bool is_smooth(const vl_world *world)
{
    const vl_links *links = &world->links;
    bool smooth = world->collider_count == 0 && !links->may_tear;
    for (int i = 0; i < links->hard_count; i++)
        smooth = smooth && links->kind[i] == VL_ROD && links->compliance[i] == 0;
    for (int i = 0; i < world->force_count; i++)
        smooth = smooth && !has_edge(&world->forces[i]);
    return smooth;
}

// --- which method ---

// An upper bound of ω², s⁻²: twice the largest Σ k/m of a particle's springs (Gershgorin's
// theorem), plus k/m of the harmonic forces, whose other end is fixed.
static double stiffest(const vl_world *world)
{
    const vl_links *links = &world->links;
    double *sum = vl_alloc((size_t)world->particles.count, sizeof *sum), most = 0, fixed = 0;
    for (int i = 0; i < world->force_count; i++)
        fixed += world->forces[i].kind == &vl_force_harmonic ? world->forces[i].stiffness : 0;
    for (int i = links->hard_count; i < links->count; i++) {
        sum[links->from[i]] += links->stiffness[i];
        sum[links->to[i]] += links->stiffness[i];
    }
    for (int i = 0; i < world->particles.count; i++)
        most = fmax(most, (2 * sum[i] + fixed) * world->particles.inverse_mass[i]);
    vl_free(sum);
    return most;
}

// The method of highest order that the world allows. With links or contacts that move particles no
// method has an order above 2.
static const vl_integrator *method_for(const vl_world *world, double step)
{
    bool free = world->links.hard_count == 0 && !world->contact_memory;
    bool stiff = sqrt(stiffest(world)) * step > gentle;
    if (stiff && free)
        return vl_integrator_find("implicit-midpoint");
    return vl_integrator_find(free && !stiff ? "rk4" : "velocity-verlet");
}

// Degrees of freedom.
static int64_t freedoms(const vl_world *world)
{
    int64_t movers = 0;
    for (int i = 0; i < world->particles.count; i++)
        movers += world->particles.inverse_mass[i] > 0;
    return VL_AXES * movers;
}

// Solves directly along the old direction, which is of second order and conserves the energy, where
// that is affordable and the links are not overdetermined; else by sweeps down to a tolerance.
static vl_solver_settings solver_for(const vl_world *world)
{
    int links = world->links.hard_count;
    bool net = links <= most_links_at_once && links <= freedoms(world);
    vl_solver_settings settings = vl_solver_defaults();
    settings.direction = VL_DIRECTION_OLD;
    settings.iterations = most_sweeps;
    settings.tolerance = sweep_tolerance;
    if (links > 0 && (net || vl_direct_is_tridiagonal(world))) {
        settings.method = &vl_solver_direct;
        settings.iterations = 30;
        settings.tolerance = 0;
    }
    return settings;
}

vl_world *vl_best_world(const vl_world *world, double step)
{
    vl_solver_settings solver = solver_for(world);
    vl_world *best = vl_world_copy(world, method_for(world, step), &solver);
    vl_world_straighten(best);
    best->naive_start = false;
    return best;
}

bool vl_best_failed(const vl_world *world)
{
    return world->now.diverged || world->solved.failed > 0;
}

int64_t vl_best_parts(int64_t steps)
{
    int64_t some = steps > 1 ? steps : 1;
    int64_t wanted =
        some > VL_BEST_PARTS_MOST / VL_BEST_PARTS ? VL_BEST_PARTS_MOST : VL_BEST_PARTS * some;
    int64_t smallest = VL_BEST_PARTS_LEAST * some;
    return wanted > smallest ? wanted : smallest;
}

// --- two of them ---

static double error_of(const vl_best_pair *pair)
{
    const vl_particles *fine = &pair->fine->particles;
    double between = vl_axes_distance(fine->x, pair->coarse->particles.x, fine->count);
    return pair->smooth ? between / 3 : between;
}

// Extends the box by the present positions of the fine run. Returns its diagonal, m.
static double size_of(vl_best_pair *pair)
{
    double sum = 0;
    for (int axis = 0; axis < VL_AXES; axis++) {
        const double *x = pair->fine->particles.x[axis];
        for (int i = 0; i < pair->fine->particles.count; i++) {
            pair->low[axis] = fmin(pair->low[axis], x[i]);
            pair->high[axis] = fmax(pair->high[axis], x[i]);
        }
        sum += (pair->high[axis] - pair->low[axis]) * (pair->high[axis] - pair->low[axis]);
    }
    return sqrt(sum);
}

vl_best_pair vl_best_pair_create(const vl_world *world, double step)
{
    vl_best_pair pair = {
        .fine = vl_best_world(world, step),
        .coarse = vl_best_world(world, step),
        .smooth = is_smooth(world),
        .touched = (double)NAN,
    };
    for (int axis = 0; axis < VL_AXES; axis++) {
        pair.low[axis] = HUGE_VAL;
        pair.high[axis] = -HUGE_VAL;
    }
    pair.size = size_of(&pair);
    return pair;
}

void vl_best_pair_free(vl_best_pair *pair)
{
    vl_world_free(pair->fine);
    vl_world_free(pair->coarse);
    *pair = (vl_best_pair){0};
}

// Whether a particle touched a collider in the last step, or is inside a penalty.
static bool touches(const vl_world *world)
{
    return world->contacts > 0 || (world->collider_count > 0 && vl_energy_contacts(world) > 0);
}

void vl_best_pair_step(vl_best_pair *pair, double h)
{
    vl_world_step(pair->coarse, 2 * h);
    bool touched = touches(pair->coarse);
    for (int i = 0; i < 2; i++) {
        vl_world_step(pair->fine, h);
        touched = touched || touches(pair->fine);
    }
    if (touched && isnan(pair->touched))
        pair->touched = pair->fine->now.time;
}

double vl_best_pair_bound(const vl_best_pair *pair)
{
    return isnan(pair->touched) ? pair->own : (double)NAN;
}

bool vl_best_pair_failed(const vl_best_pair *pair)
{
    return vl_best_failed(pair->fine) || vl_best_failed(pair->coarse);
}

void vl_best_pair_judge(vl_best_pair *pair)
{
    double own = error_of(pair);
    pair->size = size_of(pair);
    bool lost = own > VL_HORIZON_OF_SIZE * pair->size || vl_best_pair_failed(pair);
    pair->own = lost ? (double)NAN : own;
}

bool vl_best_pair_hides(const vl_best_pair *pair, double largest)
{
    return pair->own > VL_HORIZON_OF_ERROR * largest && pair->own > VL_HORIZON_FLOOR * pair->size;
}
