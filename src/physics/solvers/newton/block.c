// The solve of a block: the choice of the method and of its start.

#include "physics/solvers/newton/block.h"
#include "base/interrupt.h"
#include "physics/math/axes.h"
#include "physics/model/model.h"

#include <float.h>
#include <math.h>
#include <string.h>

// --- positions in and out ---

static void take_positions(vl_block *block, const vl_world *world)
{
    vl_block_gather(block, block->x, world->particles.x);
    for (int i = 0; i < block->fixed_count; i++)
        memset(block->fixed[i].impulse, 0, sizeof block->fixed[i].impulse);
}

static void put_positions(const vl_block *block, const vl_world *world)
{
    for (int axis = 0; axis < VL_AXES; axis++) {
        for (int n = 0; n < block->nodes; n++)
            world->particles.x[axis][block->slot[n]] = block->x[axis][n];
        for (int i = 0; i < block->fixed_count; i++)
            world->reaction[axis][block->slot[block->fixed[i].node]] +=
                block->fixed[i].impulse[axis];
    }
}

static void find_fixed(vl_block *block, const vl_world *world)
{
    block->fixed_count = 0;
    for (int n = 0; world->reactions_wanted && n < block->nodes; n++)
        if (world->particles.inverse_mass[block->slot[n]] == 0)
            block->fixed[block->fixed_count++] = (vl_fixed_node){.node = n};
}

// Four rounding errors of the largest coordinate.
static void set_rounding(vl_block *block)
{
    double most = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int n = 0; n < block->nodes; n++) {
            double size = fabs(block->x[axis][n]);
            most = size > most ? size : most;
        }
    block->rounding = 4 * DBL_EPSILON * most;
}

static void set_old_directions(vl_block *block, const vl_world *world)
{
    vl_block_gather(block, block->x, world->particles.x_old);
    vl_block_find_strain(block, false);
    vl_axes_copy(block->o, block->u, block->rows);
}

static void begin_row(vl_block *block, const vl_links *links, int k)
{
    int link = block->link[k];
    double w = block->w[block->from[k]] + block->w[block->to[k]];
    bool there = link >= 0;
    block->length[k] = there ? links->length[link] : 0;
    block->inverse_length[k] = there ? 1 / links->length[link] : 0;
    block->compliance_per_dt2[k] = there ? links->compliance[link] / (block->h * block->h) : 0;
    block->is_string[k] = there && links->kind[link] == VL_STRING;
    block->movable[k] = there && w > 0;
    block->lambda[k] = 0;
}

void vl_block_begin(vl_block *block, const vl_world *world, double h)
{
    block->h = h;
    block->along_old = world->solver.direction == VL_DIRECTION_OLD;
    block->is_factorised = false;
    find_fixed(block, world);
    for (int n = 0; n < block->nodes; n++)
        block->w[n] = world->particles.inverse_mass[block->slot[n]];
    for (int k = 0; k < block->rows; k++)
        begin_row(block, &world->links, k);
    if (block->along_old || block->path)
        set_old_directions(block, world);
    if (block->stored && !block->along_old)
        vl_stored_factor_begin(block, world);
}

static bool is_stiff(const vl_block *block)
{
    double most = 0;
    for (int k = 0; k < block->rows; k++)
        most = fmax(most, block->compliance_per_dt2[k]);
    return !(most > 0);
}

// Newton's method from the present positions is the projection. Where that leaves a strain above
// `far`, the global projection, which ignores masses and compliance, first brings a stiff net near
// to its lengths. A net without a matrix is solved by the global projection alone.
static vl_solve solve_net(vl_block *block, const vl_world *world, int most, double tolerance)
{
    enum { MOST_ITERATIONS = 100 };

    const double far = 5e-2, near = block->sparse ? 1e-2 : VL_BLOCK_USABLE;
    bool projects = !block->along_old && most > 0 && block->projection && is_stiff(block);
    vl_solve solve = {.solved = false};
    if (block->sparse || !projects)
        solve = vl_block_newton(block, most, tolerance);
    if (!projects || (block->sparse && !(vl_block_find_strain(block, false) > far)))
        return solve;

    take_positions(block, world);
    memset(block->lambda, 0, (size_t)block->rows * sizeof *block->lambda);
    int sweeps = solve.sweeps;
    sweeps += vl_global_projection_run(block, MOST_ITERATIONS, fmax(tolerance, near));
    solve = vl_block_newton(block, most, tolerance);
    solve.sweeps += sweeps;
    return solve;
}

static vl_solve find_solution(vl_block *block, const vl_world *world, int most, double tolerance)
{
    take_positions(block, world);
    set_rounding(block);
    if (block->along_old && block->overdetermined) // there is no projection along old directions
        return (vl_solve){.measured = true, .residual = vl_block_find_strain(block, false)};
    if (!block->path)
        return solve_net(block, world, most, tolerance);
    if (!block->along_old && !block->part)
        return vl_block_project_path(block, most, tolerance);
    return vl_block_newton(block, most, tolerance);
}

vl_solve vl_block_solve(vl_block *block, vl_world *world, int most, double tolerance)
{
    vl_solve solve = find_solution(block, world, most, tolerance);
    put_positions(block, world);
    return solve;
}

static void push_if_fixed(vl_block *block, int node, vl_vec3 impulse)
{
    for (int i = 0; i < block->fixed_count; i++)
        if (block->fixed[i].node == node) {
            block->fixed[i].impulse[0] += impulse.x;
            block->fixed[i].impulse[1] += impulse.y;
            block->fixed[i].impulse[2] += impulse.z;
        }
}

// Corrects the link of row k by Jakobsen's formula.
static void relax(vl_block *block, int k)
{
    int a = block->from[k], b = block->to[k];
    vl_vec3 from = vl_read(block->x, a), to = vl_read(block->x, b), d = vl_sub(to, from);
    double distance = vl_length(d), error = distance - block->length[k];
    double masses = block->w[a] + block->w[b];
    if (!(block->movable[k] > 0 && distance > 0) || (block->is_string[k] > 0 && error < 0))
        return;
    vl_vec3 lambda = vl_scale(d, error / (distance * masses));
    vl_write(block->x, a, vl_add(from, vl_scale(lambda, block->w[a])));
    vl_write(block->x, b, vl_sub(to, vl_scale(lambda, block->w[b])));
    push_if_fixed(block, a, lambda);
    push_if_fixed(block, b, vl_scale(lambda, -1));
}

vl_solve vl_block_solve_fallback(vl_block *block, vl_world *world, int most)
{
    block->along_old = false;
    if (block->path && !block->part) {
        vl_solve solve = find_solution(block, world, most, VL_BLOCK_USABLE);
        if (solve.solved) {
            put_positions(block, world);
            return solve;
        }
    }
    take_positions(block, world);
    for (int i = 0; i < most && !vl_interrupted(5.0 * block->rows); i++)
        for (int k = 0; k < block->rows; k++)
            relax(block, i % 2 ? block->rows - 1 - k : k);
    put_positions(block, world);
    return (vl_solve){
        .sweeps = most, .measured = true, .residual = vl_block_find_strain(block, false)};
}

double vl_block_residual(vl_block *block, const vl_world *world)
{
    vl_block_gather(block, block->x, world->particles.x);
    set_rounding(block);
    return vl_block_newton(block, 0, 0).residual;
}
