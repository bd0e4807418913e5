#include "base/elementary.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

// Numbers of 113 bits, binary128 of IEEE 754. The library of the compiler computes their sums,
// products and quotients with integers and rounds each once, so that every machine has the same
// bits. Their exponents reach far beyond those of doubles.
#if LDBL_MANT_DIG == 113
typedef long double wide;
#else
__extension__ typedef __float128 wide;
#endif

// x 2ᵏ for −2040 ≤ k ≤ 2040.
static wide times_power(wide x, int k)
{
    return x * (wide)ldexp(1, k / 2) * (wide)ldexp(1, k - k / 2);
}

// √x for x > 0 in the range of doubles, by two steps of Newton's method from the root of a double.
static wide root(wide x)
{
    wide r = (wide)sqrt((double)x);
    for (int i = 0; i < 2; i++)
        r = (r + x / r) / 2;
    return r;
}

// --- the exponential function, its inverse, and what is made of them ---

static const wide log_of_2 = (wide)0x1.62e42fefa39efp-1 + (wide)0x1.abc9e3b39803fp-56;

// eʳ − 1 for |r| ≤ 0.4: of r/2⁸ by Taylor's series, whose ninth term is below 2⁻⁹² of the
// first, then eight times e²ʳ − 1 = (eʳ − 1)(eʳ − 1 + 2), which loses no digits near 0. The sum is
// 8! times as large: then its coefficients are integers.
static wide expm1_of_small(wide r)
{
    wide part = r / 256, sum = 1;
    double coefficient = 1;
    for (int n = 8; n > 1; n--) {
        coefficient *= n;
        sum = coefficient + part * sum;
    }
    wide e = part * sum / coefficient;
    for (int i = 0; i < 8; i++)
        e *= 2 + e;
    return e;
}

// Splits x into r + k log 2 with |r| ≤ 0.35. W. J. Cody, W. Waite, "Software Manual for the
// Elementary Functions", 1980, chapter 6. Beyond ±1100 eˣ is infinite, or 0, as a double.
static wide without_powers_of_two(wide x, int *k)
{
    double bounded = fmin(fmax((double)x, -1100), 1100), n = rint(bounded / (double)log_of_2);
    *k = (int)n;
    return (fabs((double)x) > 1100 ? (wide)bounded : x) - n * log_of_2;
}

static wide exp_of(wide x)
{
    int k;
    wide r = without_powers_of_two(x, &k);
    return times_power(1 + expm1_of_small(r), k);
}

static wide expm1_of(wide x)
{
    int k;
    wide r = without_powers_of_two(x, &k), e = expm1_of_small(r);
    return k == 0 ? e : times_power(1 + e, k) - 1;
}

double vl_exp(double x)
{
    return x == 0 ? 1 : (double)exp_of(x); // where nothing is damped, at once
}

double vl_expm1(double x)
{
    return x == 0 ? x : (double)expm1_of(x);
}

// log(1 + d) to about 10 digits, for ½ ≤ (1 + d)² ≤ 2: 2 artanh s, s = d/(2 + d).
static double log_roughly(double d)
{
    double s = d / (2 + d), square = s * s, sum = 0;
    for (int n = 13; n > 0; n -= 2)
        sum = sum * square + 1.0 / n;
    return 2 * s * sum;
}

// log(1 + d) for 1/√2 ≤ 1 + d ≤ √2: one step of Halley's method for eʸ = 1 + d, whose error is a
// twelfth of the cube of what it adds.
static wide log_near_1(wide d)
{
    double y = log_roughly((double)d);
    wide e = expm1_of_small(y);
    return y + 2 * (d - e) / (2 + d + e);
}

// Of a finite x > 0
static wide log_of(wide x)
{
    int k;
    if (frexp((double)x, &k) < 0.7071067811865476)
        k--;
    return k * log_of_2 + log_near_1(times_power(x, -k) - 1);
}

// `x` is `exact` rounded, which may also be 0, below that, infinite or not a number.
static double log_or_limit(double x, wide exact)
{
    if (x > 0 && x < (double)INFINITY)
        return (double)log_of(exact);
    return x == 0 ? -(double)INFINITY : x > 0 ? x : (double)NAN;
}

double vl_log(double x)
{
    return log_or_limit(x, x);
}

double vl_log1p(double x)
{
    return fabs(x) < 0x1p-60 ? x : log_or_limit(1 + x, 1 + (wide)x);
}

double vl_pow(double x, double y)
{
    if (y == 0 || x == 1)
        return 1;
    if (!(x >= 0) || isnan(y))
        return (double)NAN;
    if (x == 0 || isinf(x))
        return (x == 0) == (y > 0) ? 0 : (double)INFINITY;
    return (double)exp_of(log_of(x) * y);
}

double vl_sinh(double x)
{
    wide e = expm1_of(fabs(x));
    return copysign((double)((e + e / (1 + e)) / 2), x);
}

double vl_cosh(double x)
{
    wide power = exp_of(fabs(x));
    return (double)((power + 1 / power) / 2);
}

double vl_tanh(double x)
{
    wide e = expm1_of(2 * fabs(x));
    return copysign((double)(e / (2 + e)), x);
}

// log(x + √(1 + x²)); of a large x, log 2x.
double vl_asinh(double x)
{
    wide size = fabs(x);
    if (!(size < (double)INFINITY))
        return x;
    if (size > 0x1p60)
        return copysign((double)(log_of(size) + log_of_2), x);
    wide square = size * size, beyond_1 = size + square / (1 + root(1 + square));
    wide log = beyond_1 < 0.4 ? log_near_1(beyond_1) : log_of(1 + beyond_1);
    return copysign((double)log, x);
}

double vl_hypot(double x, double y)
{
    int k;
    double larger = fmax(fabs(x), fabs(y));
    if (isinf(x) || isinf(y))
        return (double)INFINITY;
    if (larger == 0 || isnan(x + y))
        return x + y + larger;
    frexp(larger, &k);
    wide a = times_power(x, -k), b = times_power(y, -k);
    return (double)times_power(root(a * a + b * b), k);
}

// --- sine and cosine, and the angle of a point ---

// π/2 as a sum of four doubles, each at most half a unit of the last place of the one before.
static const double quarter_turn_parts[4] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                             -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164};

static const wide quarter_turn = (wide)0x1.921fb54442d18p+0 + (wide)0x1.1a62633145c07p-54;

// sin r for odd = 1 and cos r for odd = 0 by Taylor's series, |r| ≤ 0.26 π, whose next terms are
// below 2⁻¹⁰¹. So is the error of the terms from r¹⁸ on, which are computed in doubles. The sum is
// (16 + odd)! times as large: then its coefficients are integers, and exact as doubles.
static wide by_series(wide r, int odd)
{
    static const wide inverse_factorials[] = {1 / (wide)20922789888000, 1 / (wide)355687428096000};
    wide square = -r * r;
    double rest = 1, coefficient = 1;
    for (int n = 28 + odd; n >= 18; n -= 2)
        rest = 1 + (double)square * rest / (n * (n - 1));
    wide sum = rest;
    for (int n = 16 + odd; n > 1; n -= 2) {
        coefficient *= n * (n - 1);
        sum = coefficient + square * sum;
    }
    sum *= inverse_factorials[odd];
    return odd ? r * sum : sum;
}

// The sine of x and so many quarter turns. x is r and n quarter turns, |r| ≤ 0.26 π. Products are
// exact, and the first two differences are. From 2⁴⁵ on two neighbours are 2⁻⁷ rad apart.
static double sine_of(double x, int quarters)
{
    if (!(fabs(x) < 0x1p45))
        return (double)NAN;
    double n = fabs(x) < 0.75 ? 0 : rint(x / quarter_turn_parts[0]);
    wide r = x;
    for (int i = 0; n != 0 && i < 4; i++)
        r -= (wide)n * quarter_turn_parts[i];
    int64_t turns = ((int64_t)n + quarters) & 3;
    double sine = (double)by_series(r, turns % 2 == 0);
    return turns < 2 ? sine : -sine;
}

double vl_sin(double x)
{
    return x == 0 ? x : sine_of(x, 0);
}

double vl_cos(double x)
{
    return sine_of(x, 1);
}

// The angle of a point with 0 ≤ y ≤ x and x > 0: with a near it, the point turned back by a has the
// angle that is missing, d, and atan d is d − d³/3 but for a fifth of d⁵. The first a is off by at
// most 0.005.
static wide angle_of(wide y, wide x)
{
    wide t = y / x, a = t / (1 + 0.28 * t * t);
    for (int i = 0; i < 2; i++) {
        wide sine = by_series(a, 1), cosine = by_series(a, 0),
             d = (y * cosine - x * sine) / (x * cosine + y * sine);
        a += d - d * d * d / 3;
    }
    return a;
}

// Infinite parts are far larger than finite ones and as large as each other.
static double finite_part(double x, double other)
{
    return isinf(x) ? 1 : isinf(other) ? 0 : fabs(x);
}

double vl_atan2(double y, double x)
{
    if (isnan(x) || isnan(y))
        return x + y;
    wide up = finite_part(y, x), along = finite_part(x, y), angle = 0;
    if (up > along)
        angle = quarter_turn - angle_of(along, up);
    else if (up > 0)
        angle = angle_of(up, along);
    if (signbit(x))
        angle = 2 * quarter_turn - angle;
    return copysign((double)angle, y);
}

vl_complex vl_complex_exp(vl_complex z)
{
    double size = vl_exp(z.re);
    return (vl_complex){size * vl_cos(z.im), size * vl_sin(z.im)};
}
