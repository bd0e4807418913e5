// The factor of a large net is kept for a frame: links turn by little in its substeps, and to
// factorise costs as much as some tens of solves. Links are then corrected along the directions
// they had when the factor was made, as SHAKE does with those of tₙ: x = x̃ − W Jᵀ(o) λ with the one
// matrix J(o) W Jᵀ(o) + α̃. Corrected along others, forces that cancel one another in an
// over-determined net would cancel no more.

#include "physics/solvers/newton/link_block_parts.h"

#include "base/memory.h"
#include "physics/math/axes.h"
#include "physics/model/model.h"

#include <string.h>

vl_kept *vl_kept_create(const vl_block *block)
{
    vl_kept *kept = vl_alloc(1, sizeof *kept);
    vl_axes_create(kept->at, block->nodes);
    kept->w = vl_alloc((size_t)block->nodes, sizeof(double));
    return kept;
}

void vl_kept_free(vl_kept *kept)
{
    if (!kept)
        return;
    vl_axes_free(kept->at);
    vl_free(kept->w);
    vl_free(kept);
}

static bool same_numbers(const double *a, const double *b, int count)
{
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

// What is found has to depend on the state alone, not on who looked ahead from it before: a factor
// of this very time has to be that of these positions, one of an earlier time of this frame.
static bool is_current(const vl_block *block, const vl_world *world)
{
    const vl_kept *kept = block->kept;
    if (!kept->good || kept->frame != world->now.frames || kept->h != block->h ||
        !same_numbers(kept->w, block->w, block->nodes))
        return false;
    bool later = kept->time < world->now.time, same = !kept->renewed;
    for (int axis = 0; !later && same && axis < VL_AXES; axis++)
        same = same_numbers(kept->at[axis], block->x[axis], block->nodes);
    return later || same;
}

void vl_kept_begin(vl_block *block, const vl_world *world)
{
    vl_kept *kept = block->kept;
    vl_block_gather(block, block->x, world->particles.x_old);
    if (is_current(block, world)) {
        kept->time_now = world->now.time;
        return;
    }
    kept->frame = world->now.frames;
    kept->time = kept->time_now = world->now.time;
    kept->h = block->h;
    kept->renewed = false;
    vl_axes_copy(kept->at, block->x, block->nodes);
    memcpy(kept->w, block->w, (size_t)block->nodes * sizeof *kept->w);
    vl_block_look(block);
    vl_axes_copy(block->o, block->u, block->rows);
    kept->good = vl_block_factorise(block);
}

bool vl_kept_renew(vl_block *block)
{
    vl_kept *kept = block->kept;
    vl_axes_copy(block->o, block->u, block->rows);
    kept->time = kept->time_now;
    kept->renewed = true;
    kept->good = vl_block_factorise(block);
    return kept->good;
}
