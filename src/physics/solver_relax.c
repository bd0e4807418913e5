// Relaxation: each link in turn is brought to its length along its present direction, by a share to
// each end in inverse proportion to its mass (Gauss-Seidel).
// Jakobsen, "Advanced character physics", GDC 2001, with masses: Müller et al.,
// "Position based dynamics", 2007, equations 10 and 11.

#include "physics/solver.h"
#include "physics/world.h"

#include <math.h>

// The part of d = x_to − x_from by which the ends approach each other, per unit of inverse mass:
// (|d| − length) / (|d| (w_from + w_to)), not below `least`; 0 where neither end can move. Without
// a branch, so that the compiler makes vector code of it.
static inline double approach(double dx, double dy, double dz, double wa, double wb, double length,
                              double least, double relaxation)
{
    double distance = sqrt(dx * dx + dy * dy + dz * dz);
    double error = distance - length;
    double wanted = error > least ? error : least;
    double scale = distance * (wa + wb);
    return scale > 0 ? relaxation * (wanted / scale) : 0;
}

// A string only pulls.
static double least_error(vl_link_kind kind)
{
    return kind == VL_STRING ? 0 : -HUGE_VAL;
}

static inline void correct(const vl_world *world, int index)
{
    const vl_particles *p = &world->particles;
    int i = world->links.from[index], j = world->links.to[index];
    double *x = p->x[0], *y = p->x[1], *z = p->x[2];
    double wi = p->inverse_mass[i], wj = p->inverse_mass[j];

    double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    double s = approach(dx, dy, dz, wi, wj, world->links.length[index],
                        least_error(world->links.kind[index]), world->solver.relaxation);
    x[i] += wi * s * dx;
    y[i] += wi * s * dy;
    z[i] += wi * s * dz;
    x[j] -= wj * s * dx;
    y[j] -= wj * s * dy;
    z[j] -= wj * s * dz;
}

// The links of a run, end a with end b. No slot stands on both sides, hence `restrict`, and the
// compiler makes vector code of the loop. (As members of a struct the pointers lose that promise.)
static void sweep_ends(double *restrict xa, double *restrict ya, double *restrict za,
                       const double *restrict wa, double *restrict xb, double *restrict yb,
                       double *restrict zb, const double *restrict wb,
                       const double *restrict length, double least, double relaxation, int count)
{
    for (int k = 0; k < count; k++) {
        double dx = xb[k] - xa[k], dy = yb[k] - ya[k], dz = zb[k] - za[k];
        double s = approach(dx, dy, dz, wa[k], wb[k], length[k], least, relaxation);
        double sa = wa[k] * s, sb = wb[k] * s;
        xa[k] += sa * dx;
        ya[k] += sa * dy;
        za[k] += sa * dz;
        xb[k] -= sb * dx;
        yb[k] -= sb * dy;
        zb[k] -= sb * dz;
    }
}

static void sweep_consecutive(const vl_world *world, const vl_link_run *run)
{
    const vl_particles *p = &world->particles;
    int a = world->links.from[run->first], b = world->links.to[run->first];
    sweep_ends(p->x[0] + a, p->x[1] + a, p->x[2] + a, p->inverse_mass + a, p->x[0] + b, p->x[1] + b,
               p->x[2] + b, p->inverse_mass + b, world->links.length + run->first,
               least_error(run->kind), world->solver.relaxation, run->count);
}

static void sweep_run(const vl_world *world, const vl_link_run *run)
{
    if (run->consecutive) {
        sweep_consecutive(world, run);
        return;
    }
    for (int k = 0; k < run->count; k++)
        correct(world, run->first + k);
}

static void sweep_coloured(const vl_world *world, int sweep)
{
    for (int r = 0; r < world->links.run_count; r++)
        sweep_run(world, &world->links.runs[r]);
}

static void sweep_listed(const vl_world *world, int sweep)
{
    const vl_links *links = &world->links;
    for (int i = 0; i < links->count; i++)
        if (links->listed[i] < links->hard_count)
            correct(world, links->listed[i]);
}

static void sweep_backwards(const vl_world *world)
{
    const vl_links *links = &world->links;
    for (int i = links->count - 1; i >= 0; i--)
        if (links->listed[i] < links->hard_count)
            correct(world, links->listed[i]);
}

static void sweep_criss_cross(const vl_world *world, int sweep)
{
    if (sweep % 2 == 0)
        sweep_listed(world, sweep);
    else
        sweep_backwards(world);
}

static bool within_tolerance(const vl_world *world)
{
    double largest, rms;
    if (!(world->solver.tolerance > 0))
        return false;
    vl_links_stretch(&world->links, &world->particles, 0, world->links.hard_count, &largest, &rms);
    return largest <= world->solver.tolerance;
}

static vl_solve solve(vl_world *world, void *memory, double h)
{
    static void (*const sweeps[])(const vl_world *world, int sweep) = {
        [VL_ORDER_LISTED] = sweep_listed,
        [VL_ORDER_CRISS_CROSS] = sweep_criss_cross,
        [VL_ORDER_COLOURED] = sweep_coloured,
    };

    int done = 0;
    while (done < world->solver.iterations && !within_tolerance(world))
        sweeps[world->solver.order](world, done++);
    return (vl_solve){.sweeps = done, .solved = true};
}

const vl_solver vl_solver_relax = {
    .name = "relax",
    .summary = "Gauss-Seidel sweeps over the links: listed, criss-cross or coloured order, a fixed "
               "number of sweeps or until a tolerance",
    .solve = solve,
};
