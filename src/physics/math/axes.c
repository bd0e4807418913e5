#include "physics/math/axes.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

// Unused numbers behind each array: at equal offsets in a page, x, y and z of a particle would
// compete for the same cache lines.
enum { GAP = 72 };

void vl_axes_create(double *array[VL_AXES], int count)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        array[axis] = vl_alloc((size_t)count + GAP, sizeof(double));
}

void vl_axes_take(vl_arena *arena, double *array[VL_AXES], int count)
{
    vl_axes_create(array, count);
    for (int axis = 0; axis < VL_AXES; axis++)
        vl_arena_own(arena, array[axis], (size_t)count * sizeof(double));
}

void vl_axes_free(double *array[VL_AXES])
{
    for (int axis = 0; axis < VL_AXES; axis++)
        vl_free(array[axis]);
}

void vl_axes_copy(double *const to[VL_AXES], double *const from[VL_AXES], int count)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        memcpy(to[axis], from[axis], (size_t)count * sizeof(double));
}

void vl_axes_difference(double *const to[VL_AXES], double *const a[VL_AXES],
                        double *const b[VL_AXES], double scale, int count)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < count; i++)
            to[axis][i] = (a[axis][i] - b[axis][i]) * scale;
}

void vl_axes_mix(double *const to[VL_AXES], double *const from[VL_AXES], double *const end[VL_AXES],
                 double part, int count)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < count; i++)
            to[axis][i] = (1 - part) * from[axis][i] + part * end[axis][i];
}

double vl_axes_distance(double *const a[VL_AXES], double *const b[VL_AXES], int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, vl_length(vl_sub(vl_read(a, i), vl_read(b, i))));
    return largest;
}

bool vl_axes_are_within(double *const array[VL_AXES], double largest, int count)
{
    int beyond = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < count; i++)
            beyond |= !(fabs(array[axis][i]) <= largest);
    return !beyond;
}
