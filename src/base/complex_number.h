#pragma once
/// Complex numbers whose products and quotients have the same bits everywhere. Those of C are
/// functions of the compiler's own library, each with its own rounding.

#include <math.h>

typedef struct vl_complex {
    double re, im;
} vl_complex;

static inline vl_complex vl_complex_add(vl_complex a, vl_complex b)
{
    return (vl_complex){a.re + b.re, a.im + b.im};
}

static inline vl_complex vl_complex_scale(vl_complex a, double factor)
{
    return (vl_complex){a.re * factor, a.im * factor};
}

static inline vl_complex vl_complex_multiply(vl_complex a, vl_complex b)
{
    return (vl_complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/// a/b for b ≠ 0, off by at most 8 units of rounding of its size, also where |b|² is out of range
/// (R. L. Smith, Algorithm 116: Complex division, Communications of the ACM 5, 1962).
static inline vl_complex vl_complex_divide(vl_complex a, vl_complex b)
{
    if (fabs(b.re) >= fabs(b.im)) {
        double ratio = b.im / b.re, size = b.re + b.im * ratio;
        return (vl_complex){(a.re + a.im * ratio) / size, (a.im - a.re * ratio) / size};
    }
    double ratio = b.re / b.im, size = b.im + b.re * ratio;
    return (vl_complex){(a.re * ratio + a.im) / size, (a.im * ratio - a.re) / size};
}
