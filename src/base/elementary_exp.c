// The exponential function, its inverse, and what is made of them.

#include "base/double_double.h"
#include "base/elementary.h"
#include "base/elementary_bits.h"

#include <stdbool.h>

typedef vl_double_double dd;

// m 2ᵏ
typedef struct scaled {
    dd m;
    int k;
} scaled;

// Beyond these eˣ is infinite, or 0; with products of x by what is below 2¹⁰ nothing overflows.
#define MOST 1100.0

static const dd log_of_10 = {0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53};
static const dd log_of_2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

// eʳ − 1 for |r| ≤ 0.4: of r/2⁸ by Taylor's series, whose ninth term is below 2⁻⁹² of the
// first, then eight times e²ʳ − 1 = (eʳ − 1)(eʳ − 1 + 2), which loses no digits near 0.
static dd expm1_of_small(dd r)
{
    enum { HALVES = 8, TERMS = 8 };

    r = vl_dd_times_power(r, 1.0 / (1 << HALVES));
    dd sum = vl_dd(1);
    for (int n = TERMS; n > 1; n--)
        sum = vl_dd_add(vl_dd(1), vl_dd_over(vl_dd_multiply(r, sum), n));
    dd e = vl_dd_multiply(r, sum);
    for (int i = 0; i < HALVES; i++)
        e = vl_dd_multiply(e, vl_dd_add(vl_dd(2), e));
    return e;
}

// Splits |x| < MOST into r + k log 2 with |r| ≤ 0.35. W. J. Cody, W. Waite, "Software Manual for
// the Elementary Functions", 1980, chapter 6.
static dd without_powers_of_two(dd x, int *k)
{
    double n = rint(x.hi / log_of_2.hi);
    *k = (int)n;
    return vl_dd_subtract(x, vl_dd_multiply(log_of_2, vl_dd(n)));
}

static scaled exp_of(dd x)
{
    scaled e;
    dd r = without_powers_of_two(x, &e.k);
    e.m = vl_dd_add(vl_dd(1), expm1_of_small(r));
    return e;
}

static double rounded(scaled e)
{
    return vl_times_power(e.m.hi, e.k);
}

static double bounded(double x)
{
    return fmin(fmax(x, -MOST), MOST);
}

double vl_exp(double x)
{
    if (x == 0 || isnan(x))
        return 1 + x;
    return rounded(exp_of(vl_dd(bounded(x))));
}

// eˣ − 1 for |x| ≤ 200
static dd expm1_of(dd x)
{
    int k;
    dd r = without_powers_of_two(x, &k), e = expm1_of_small(r);
    if (k == 0)
        return e;
    return vl_dd_add(vl_dd_times_power(vl_dd_add(vl_dd(1), e), vl_power_of_two(k)), vl_dd(-1));
}

double vl_expm1(double x)
{
    if (fabs(x) < 0x1p-60 || isnan(x))
        return x;
    if (fabs(x) > 200)
        return vl_exp(x) - 1;
    return expm1_of(vl_dd(x)).hi;
}

// log m to about 10 digits, for ½ ≤ m² ≤ 2: 2 artanh s, s = (m − 1)/(m + 1).
static double log_roughly(dd below_1)
{
    double s = below_1.hi / (2 + below_1.hi), square = s * s, sum = 0;
    for (int n = 13; n > 0; n -= 2)
        sum = sum * square + 1.0 / n;
    return 2 * s * sum;
}

// log(1 + d) for 1/√2 ≤ 1 + d ≤ √2: one step of Halley's method for eʸ = 1 + d, whose error is a
// twelfth of the cube of what it adds.
static dd log_near_1(dd d)
{
    double y = log_roughly(d);
    dd e = expm1_of_small(vl_dd(y)), miss = vl_dd_subtract(d, e);
    dd sum = vl_dd_add(vl_dd_add(vl_dd(2), d), e);
    return vl_dd_add(vl_dd(y), vl_dd_times_power(vl_dd_divide(miss, sum), 2));
}

// Of a finite x > 0
static dd log_of(dd x)
{
    int k = vl_exponent(x.hi);
    if (vl_times_power(x.hi, -k) > 1.4142135623730951)
        k++;
    dd m = {vl_times_power(x.hi, -k), vl_times_power(x.lo, -k)};
    return vl_dd_add(vl_dd_multiply(log_of_2, vl_dd(k)), log_near_1(vl_dd_add(m, vl_dd(-1))));
}

// Of 0, of what is below, of infinity and of what is not a number
static double log_of_limit(double x)
{
    return x == 0 ? -(double)INFINITY : x > 0 ? x : (double)NAN;
}

static bool has_log(double x)
{
    return x > 0 && x < (double)INFINITY;
}

double vl_log(double x)
{
    return has_log(x) ? log_of(vl_dd(x)).hi : log_of_limit(x);
}

double vl_log10(double x)
{
    return has_log(x) ? vl_dd_divide(log_of(vl_dd(x)), log_of_10).hi : log_of_limit(x);
}

double vl_log1p(double x)
{
    if (fabs(x) < 0x1p-60)
        return x;
    return has_log(1 + x) ? log_of(vl_dd_sum(1, x)).hi : log_of_limit(1 + x);
}

// 0 and infinity to a power that is not 0
static double power_of_limit(double x, double y)
{
    return (x == 0) == (y > 0) ? 0 : (double)INFINITY;
}

double vl_pow(double x, double y)
{
    if (y == 0 || x == 1)
        return 1;
    if (!(x >= 0) || isnan(y))
        return (double)NAN;
    if (x == 0 || isinf(x))
        return power_of_limit(x, y);
    // the product may be as large as it likes, not its parts
    dd l = log_of(vl_dd(x));
    double product = l.hi * y;
    if (fabs(product) > MOST || fabs(product) < 0x1p-60)
        return vl_exp(product);
    return rounded(exp_of(vl_dd_multiply(l, vl_dd(y))));
}

// eˣ/2 where e⁻ˣ is nothing beside it
static double half_of_exp(double x)
{
    scaled e = exp_of(vl_dd(bounded(x)));
    e.k--;
    return rounded(e);
}

double vl_sinh(double x)
{
    double size = fabs(x);
    if (size < 0x1p-30 || isnan(x))
        return x;
    if (size > 40)
        return copysign(half_of_exp(size), x);
    dd e = expm1_of(vl_dd(size));
    dd twice = vl_dd_add(e, vl_dd_divide(e, vl_dd_add(vl_dd(1), e)));
    return copysign(0.5 * twice.hi, x);
}

double vl_cosh(double x)
{
    double size = fabs(x);
    if (size > 40 || isnan(x))
        return isnan(x) ? x : half_of_exp(size);
    dd e = expm1_of(vl_dd(size)), power = vl_dd_add(vl_dd(1), e);
    return 0.5 * vl_dd_add(power, vl_dd_divide(vl_dd(1), power)).hi;
}

double vl_tanh(double x)
{
    double size = fabs(x);
    if (size < 0x1p-30 || isnan(x))
        return x;
    if (size > 40)
        return copysign(1, x);
    dd e = expm1_of(vl_dd(2 * size));
    return copysign(vl_dd_divide(e, vl_dd_add(vl_dd(2), e)).hi, x);
}

// log(x + √(1 + x²)); of a large x, log 2x.
double vl_asinh(double x)
{
    double size = fabs(x);
    if (size < 0x1p-30 || !(size < (double)INFINITY))
        return x;
    if (size > 0x1p60)
        return copysign(vl_dd_add(log_of(vl_dd(size)), log_of_2).hi, x);
    dd one = vl_dd(1), square = vl_dd_product(size, size);
    dd root = vl_dd_root(vl_dd_add(one, square));
    dd beyond_1 = vl_dd_add(vl_dd(size), vl_dd_divide(square, vl_dd_add(one, root)));
    dd l = beyond_1.hi < 0.4 ? log_near_1(beyond_1) : log_of(vl_dd_add(one, beyond_1));
    return copysign(l.hi, x);
}

double vl_hypot(double x, double y)
{
    double larger = fmax(fabs(x), fabs(y));
    if (isinf(x) || isinf(y))
        return (double)INFINITY;
    if (larger == 0 || isnan(x + y))
        return x + y + larger;
    int k = vl_exponent(larger);
    double a = vl_times_power(x, -k), b = vl_times_power(y, -k);
    return vl_times_power(vl_dd_root(vl_dd_add(vl_dd_product(a, a), vl_dd_product(b, b))).hi, k);
}
