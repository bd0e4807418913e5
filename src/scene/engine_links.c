// Links relaxed as in other engines: in the order listed, along the present link, a fixed number of
// times. The engines differ in how far they correct a link and which end moves. Sources:
// docs/physics/other-engines.md.

#include "physics/math/axes.h"
#include "physics/model/model.h"
#include "scene/engine.h"

#include <math.h>

// The engines' own defaults, and the stiffness of the cloth of verlet-js.
static const double verlet_js_stiffness = 0.9;
static const double physics_js_stiffness = 0.5;
static const double matter_js_skipped = 0.001; // a smaller strain is not corrected

// One link: its ends, d from the first to the second, |d|² and its length.
typedef struct link {
    int i, j;
    vl_vec3 d;
    double square, length;
} link;

// Moves the first end by `first` d and the second by `second` d.
static void move(vl_particles *p, const link *l, double first, double second)
{
    vl_write(p->x, l->i, vl_add(vl_read(p->x, l->i), vl_scale(l->d, first)));
    vl_write(p->x, l->j, vl_add(vl_read(p->x, l->j), vl_scale(l->d, second)));
}

// Both ends move by (L² − d²)/d² whatever their masses. Pinned particles move, too; they are put
// back after the sweep.
static void relax_verlet_js(vl_particles *p, const link *l, int sweeps)
{
    double part = (l->length * l->length - l->square) / l->square * verlet_js_stiffness / sweeps;
    move(p, l, -part, part);
}

// Each end that is not fixed moves by half of the difference, whatever its mass, even where the
// other end is fixed.
static void relax_matter_js(vl_particles *p, const link *l, int sweeps)
{
    double now = sqrt(l->square);
    double half = 0.5 * (now - l->length) / now;
    if (fabs(1 - now / l->length) < matter_js_skipped)
        return;
    move(p, l, p->inverse_mass[l->i] > 0 ? half : 0, p->inverse_mass[l->j] > 0 ? -half : 0);
}

// The ends share (d² − L²)/d² by their masses.
static void relax_physics_js(vl_particles *p, const link *l, int sweeps)
{
    double whole = (l->square - l->length * l->length) / l->square * physics_js_stiffness / sweeps;
    bool first = p->inverse_mass[l->i] > 0, second = p->inverse_mass[l->j] > 0;
    double share = p->mass[l->j] / (p->mass[l->i] + p->mass[l->j]);
    move(p, l, first ? whole * (second ? share : 1) : 0,
         second ? -whole * (first ? 1 - share : 1) : 0);
}

static link link_of(const vl_world *world, int index)
{
    const vl_links *links = &world->links;
    link l = {.i = links->from[index], .j = links->to[index], .length = links->length[index]};
    l.d = vl_sub(vl_read(world->particles.x, l.j), vl_read(world->particles.x, l.i));
    l.square = vl_dot(l.d, l.d);
    return l;
}

static void sweep(vl_world *world, void (*relax)(vl_particles *, const link *, int))
{
    const vl_links *links = &world->links;
    for (int k = 0; k < links->count; k++) {
        int index = links->listed[k];
        if (index >= links->hard_count)
            continue;
        link l = link_of(world, index);
        bool slack = links->kind[index] == VL_STRING && l.square <= l.length * l.length;
        if (l.square > 0 && !slack)
            relax(&world->particles, &l, world->solver.iterations);
    }
}

static vl_solve solve(vl_world *world, void (*relax)(vl_particles *, const link *, int))
{
    for (int s = 0; s < world->solver.iterations; s++)
        sweep(world, relax);
    return (vl_solve){.sweeps = world->solver.iterations, .solved = true};
}

// Pinned particles are put back at the end of each sweep, as verlet-js does with its list of
// constraints; during the first sweep they are displaced by gravity. Their places are in `scratch`,
// which no method uses that keeps positions.
static vl_solve solve_verlet_js(vl_world *world, void *memory, double h)
{
    vl_particles *p = &world->particles;
    double **place = world->scratch[0];
    vl_axes_copy(place, p->x, p->count);
    for (int i = 0; i < p->count; i++)
        if (p->pinned[i] && !p->held[i])
            vl_write(p->x, i,
                     vl_add(vl_read(p->x, i), vl_scale(vl_world_gravity_on(world, i), h * h)));
    for (int s = 0; s < world->solver.iterations; s++) {
        sweep(world, relax_verlet_js);
        for (int i = 0; i < p->count; i++)
            if (p->inverse_mass[i] == 0)
                vl_write(p->x, i, vl_read(place, i));
    }
    return (vl_solve){.sweeps = world->solver.iterations, .solved = true};
}

static vl_solve solve_matter_js(vl_world *world, void *memory, double h)
{
    return solve(world, relax_matter_js);
}

static vl_solve solve_physics_js(vl_world *world, void *memory, double h)
{
    return solve(world, relax_physics_js);
}

// clang-format off
const vl_solver vl_solver_verlet_js = {
    .name = "as verlet-js", .summary = "by (L² − d²)/d², both ends alike",
    .ignores_order = true, .new_direction_only = true, .solve = solve_verlet_js,
};

const vl_solver vl_solver_matter_js = {
    .name = "as matter-js", .summary = "half of the difference for each end",
    .ignores_order = true, .new_direction_only = true, .solve = solve_matter_js,
};

const vl_solver vl_solver_physics_js = {
    .name = "as PhysicsJS", .summary = "by (d² − L²)/d², shared by the masses",
    .ignores_order = true, .new_direction_only = true, .solve = solve_physics_js,
};
// clang-format on
