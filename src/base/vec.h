#pragma once
/// Three-dimensional vectors of doubles. Planar scenes lie in z = 0.

#include <math.h>

typedef struct vl_vec3 {
    double x, y, z;
} vl_vec3;

static inline vl_vec3 vl_add(vl_vec3 a, vl_vec3 b)
{
    return (vl_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vl_vec3 vl_sub(vl_vec3 a, vl_vec3 b)
{
    return (vl_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vl_vec3 vl_scale(vl_vec3 a, double s)
{
    return (vl_vec3){a.x * s, a.y * s, a.z * s};
}

static inline double vl_dot(vl_vec3 a, vl_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vl_vec3 vl_cross(vl_vec3 a, vl_vec3 b)
{
    return (vl_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vl_length(vl_vec3 a)
{
    return sqrt(vl_dot(a, a));
}

/// a + (b − a) s
static inline vl_vec3 vl_lerp(vl_vec3 a, vl_vec3 b, double s)
{
    return vl_add(a, vl_scale(vl_sub(b, a), s));
}
