#pragma once
/// Numbers of about 106 bits: the sum of two doubles of which the second is at most half a unit in
/// the last place of the first. No operation uses a fused multiply-add, so that every machine has
/// the same bits.
///
/// The algorithms and their bounds are those of M. Joldes, J.-M. Muller, V. Popescu, "Tight and
/// rigorous error bounds for basic building blocks of double-word arithmetic", ACM Transactions on
/// Mathematical Software 44 (2017), article 15; u = 2⁻⁵³ below. Operands of products must be below
/// 2⁹⁹⁵ and their products above 2⁻⁹⁰⁰, where no part is lost.

#include <math.h>

typedef struct vl_double_double {
    double hi, lo;
} vl_double_double;

static inline vl_double_double vl_dd(double x)
{
    return (vl_double_double){x, 0};
}

/// a + b without any error, for |a| ≥ |b| or a = 0: algorithm 1, Fast2Sum.
static inline vl_double_double vl_dd_fast_sum(double a, double b)
{
    double s = a + b;
    return (vl_double_double){s, b - (s - a)};
}

/// a + b without any error: algorithm 2, 2Sum.
static inline vl_double_double vl_dd_sum(double a, double b)
{
    double s = a + b, of_a = s - b, of_b = s - of_a;
    return (vl_double_double){s, (a - of_a) + (b - of_b)};
}

/// a b without any error. T. J. Dekker, "A floating-point technique for extending the available
/// precision", Numerische Mathematik 18 (1971), 224: each factor is split into two of 26 bits.
static inline vl_double_double vl_dd_product(double a, double b)
{
    double big_a = 0x1.0000002p27 * a, big_b = 0x1.0000002p27 * b;
    double a1 = big_a - (big_a - a), a2 = a - a1, b1 = big_b - (big_b - b), b2 = b - b1;
    double p = a * b;
    return (vl_double_double){p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

static inline vl_double_double vl_dd_minus(vl_double_double x)
{
    return (vl_double_double){-x.hi, -x.lo};
}

/// x times a power of two, without any error.
static inline vl_double_double vl_dd_times_power(vl_double_double x, double power)
{
    return (vl_double_double){power * x.hi, power * x.lo};
}

/// x + y, off by at most 3 u² + 13 u³ of it: algorithm 6.
static inline vl_double_double vl_dd_add(vl_double_double x, vl_double_double y)
{
    vl_double_double s = vl_dd_sum(x.hi, y.hi), t = vl_dd_sum(x.lo, y.lo);
    vl_double_double v = vl_dd_fast_sum(s.hi, s.lo + t.hi);
    return vl_dd_fast_sum(v.hi, t.lo + v.lo);
}

static inline vl_double_double vl_dd_subtract(vl_double_double x, vl_double_double y)
{
    return vl_dd_add(x, vl_dd_minus(y));
}

/// x y, off by at most 7 u² of it: algorithm 10.
static inline vl_double_double vl_dd_multiply(vl_double_double x, vl_double_double y)
{
    vl_double_double p = vl_dd_product(x.hi, y.hi);
    return vl_dd_fast_sum(p.hi, p.lo + (x.hi * y.lo + x.lo * y.hi));
}

/// x/y, off by at most 3 u² of it, for a double y: algorithm 15.
static inline vl_double_double vl_dd_over(vl_double_double x, double y)
{
    double q = x.hi / y;
    vl_double_double p = vl_dd_product(q, y);
    return vl_dd_fast_sum(q, ((x.hi - p.hi) - p.lo + x.lo) / y);
}

/// x/y, off by at most 17 u² of it: algorithm 17 with the product of algorithm 8, whose 3 u²
/// are 1.5 u² more than those of its own.
static inline vl_double_double vl_dd_divide(vl_double_double x, vl_double_double y)
{
    double q = x.hi / y.hi;
    vl_double_double p = vl_dd_product(y.hi, q);
    p = vl_dd_fast_sum(p.hi, p.lo + y.lo * q);
    return vl_dd_fast_sum(q, ((x.hi - p.hi) + (x.lo - p.lo)) / y.hi);
}

/// √x for x > 0, off by a few u² of it: one step of Newton's method from the root of the first
/// part.
static inline vl_double_double vl_dd_root(vl_double_double x)
{
    double r = sqrt(x.hi);
    vl_double_double p = vl_dd_product(r, r);
    return vl_dd_fast_sum(r, ((x.hi - p.hi) - p.lo + x.lo) / (2 * r));
}
