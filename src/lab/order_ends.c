#include "lab/order_ends.h"

#include "base/memory.h"
#include "lab/run.h"
#include "physics/model/model.h"

#include <math.h>
#include <stdlib.h>

static const double next_to_nothing = 1e-9; // a difference below this part is rounding

bool vl_order_next_dt(vl_stream *stream, double time, double duration, double *dt)
{
    double left = duration - time;
    if (!vl_run_next_dt(stream, time, duration, dt))
        return false;
    if (fabs(left - *dt) < next_to_nothing * *dt)
        *dt = left;
    return true;
}

// The sum of whole steps that is nearest to the duration, s.
static double nearest_sum(vl_stream *stream, double duration)
{
    vl_moment now = {0};
    double before = 0, dt;
    while (now.time < duration && vl_stream_next(stream, now.time, &dt)) {
        before = now.time;
        vl_moment_advance(&now, dt);
    }
    return before > 0 && duration - before < now.time - duration ? before : now.time;
}

void vl_order_stretch(vl_stream *stream, double duration)
{
    const vl_stream_kind *kind = stream->kind;
    bool repeats = vl_stream_period(stream) > 0; // then the mean was chosen so
    if (!repeats && !kind->changes && !kind->takes_path && !stream->ends)
        vl_stream_scale(stream, stream->factor * duration / nearest_sum(stream, duration));
    vl_stream_rewind(stream);
}

static bool is_same(double a, double b)
{
    return fabs(a - b) <= next_to_nothing * b;
}

// Substeps are added up as in a step of the world.
void vl_order_ends_add(vl_order_ends *ends, vl_stream *stream, const vl_world *world,
                       double duration)
{
    int parts = world->solver.substeps;
    vl_moment now = {0};
    for (double dt; vl_order_next_dt(stream, now.time, duration, &dt);)
        for (int i = 0; i < parts && vl_world_can_step(world, dt); i++)
            vl_moment_advance(&now, dt / parts);
    if (now.time == 0)
        return;
    ends->times = vl_grow(ends->times, &ends->capacity, ends->count + 1, sizeof *ends->times);
    ends->times[ends->count++] = is_same(now.time, duration) ? duration : now.time;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void vl_order_ends_sort(vl_order_ends *ends)
{
    int kept = 0;
    if (ends->count > 0)
        qsort(ends->times, (size_t)ends->count, sizeof *ends->times, compare);
    for (int i = 0; i < ends->count; i++)
        if (kept == 0 || !is_same(ends->times[kept - 1], ends->times[i]))
            ends->times[kept++] = ends->times[i];
    ends->count = kept;
}

int vl_order_ends_at(const vl_order_ends *ends, double time)
{
    int low = 0, high = ends->count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        *(is_same(ends->times[middle], time) || ends->times[middle] < time ? &low : &high) = middle;
    }
    return low < ends->count && is_same(ends->times[low], time) ? low : -1;
}

void vl_order_ends_free(vl_order_ends *ends)
{
    vl_free(ends->times);
    *ends = (vl_order_ends){0};
}
