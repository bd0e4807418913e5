#pragma once
/// Quantities with one array per axis: made, copied and freed as one.

#include "base/vec.h"

enum { VL_AXES = 3 };

void vl_axes_create(double *array[VL_AXES], int count);
void vl_axes_free(double *array[VL_AXES]);
void vl_axes_copy(double *const to[VL_AXES], double *const from[VL_AXES], int count);

/// `to` becomes what lies `part` (0…1) of the way from `from` to `end`: each of those itself at 0
/// and 1.
void vl_axes_mix(double *const to[VL_AXES], double *const from[VL_AXES], double *const end[VL_AXES],
                 double part, int count);

/// The length of a − b of the place for which it is largest. What is not a number does not count.
double vl_axes_distance(double *const a[VL_AXES], double *const b[VL_AXES], int count);

static inline vl_vec3 vl_read(double *const array[VL_AXES], int slot)
{
    return (vl_vec3){array[0][slot], array[1][slot], array[2][slot]};
}

static inline void vl_write(double *const array[VL_AXES], int slot, vl_vec3 value)
{
    array[0][slot] = value.x;
    array[1][slot] = value.y;
    array[2][slot] = value.z;
}
