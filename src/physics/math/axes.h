#pragma once
/// Quantities with one array per axis: made, copied and freed as one.

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>

enum { VL_AXES = 3, VL_LANES = 8 };

/// Three arrays of zeros, from an arena; and without one. Behind each are VL_LANES more, so that
/// loops may take so many at a time.
void vl_axes_take(vl_arena *arena, double *array[VL_AXES], int count);
void vl_axes_create(double *array[VL_AXES], int count);
void vl_axes_free(double *array[VL_AXES]);
void vl_axes_copy(double *const to[VL_AXES], double *const from[VL_AXES], int count);

/// `to` becomes (a − b) scale.
void vl_axes_difference(double *const to[VL_AXES], double *const a[VL_AXES],
                        double *const b[VL_AXES], double scale, int count);

/// `to` becomes the linear interpolation between `from` (part 0) and `end` (part 1), which it
/// equals at these two.
void vl_axes_mix(double *const to[VL_AXES], double *const from[VL_AXES], double *const end[VL_AXES],
                 double part, int count);

/// The largest length of a − b over all slots; NaN is ignored.
double vl_axes_distance(double *const a[VL_AXES], double *const b[VL_AXES], int count);

/// Whether no component is larger than `largest` in size; one that is no number is.
bool vl_axes_are_within(double *const array[VL_AXES], double largest, int count);

/// fmax() of two numbers that are no NaN, without a call of the library.
static inline double vl_larger(double a, double b)
{
    return a > b ? a : b;
}

/// Σ a·b of so many vectors
static inline double vl_dot_all(const vl_vec3 *a, const vl_vec3 *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += vl_dot(a[i], b[i]);
    return sum;
}

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

/// Adds `value` to a slot.
static inline void vl_accumulate(double *const array[VL_AXES], int slot, vl_vec3 value)
{
    vl_write(array, slot, vl_add(vl_read(array, slot), value));
}

/// Adds `along` n nᵀ + `even` times the unit matrix to a symmetric block xx, xy, xz, yy, yz, zz.
static inline void vl_block_add(double block[6], vl_vec3 n, double along, double even)
{
    block[0] += along * n.x * n.x + even;
    block[1] += along * n.x * n.y;
    block[2] += along * n.x * n.z;
    block[3] += along * n.y * n.y + even;
    block[4] += along * n.y * n.z;
    block[5] += along * n.z * n.z + even;
}

static inline vl_vec3 vl_block_times(const double block[6], vl_vec3 u)
{
    return (vl_vec3){block[0] * u.x + block[1] * u.y + block[2] * u.z,
                     block[1] * u.x + block[3] * u.y + block[4] * u.z,
                     block[2] * u.x + block[4] * u.y + block[5] * u.z};
}

/// Takes the direction of the unit vector n out of a symmetric block B: S B S with S = 1 − n nᵀ.
static inline void vl_block_take_out(double block[6], vl_vec3 n)
{
    vl_vec3 by = vl_block_times(block, n);
    vl_vec3 half = vl_sub(by, vl_scale(n, 0.5 * vl_dot(n, by)));
    block[0] -= 2 * n.x * half.x;
    block[1] -= n.x * half.y + half.x * n.y;
    block[2] -= n.x * half.z + half.x * n.z;
    block[3] -= 2 * n.y * half.y;
    block[4] -= n.y * half.z + half.y * n.z;
    block[5] -= 2 * n.z * half.z;
}
