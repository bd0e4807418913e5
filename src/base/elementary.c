#include "base/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// --- numbers of about 106 bits ---

// Numbers of about 106 bits: the sum of two doubles of which the second is at most half a unit in
// the last place of the first. No operation uses a fused multiply-add, so that every machine has
// the same bits.
//
// The algorithms and their bounds are those of M. Joldes, J.-M. Muller, V. Popescu, "Tight and
// rigorous error bounds for basic building blocks of double-word arithmetic", ACM Transactions on
// Mathematical Software 44 (2017), article 15; u = 2⁻⁵³ below. Operands of products must be below
// 2⁹⁹⁵ and their products above 2⁻⁹⁰⁰, where no part is lost.
typedef struct dd {
    double hi, lo;
} dd;

static inline dd dd_of(double x)
{
    return (dd){x, 0};
}

// a + b without any error, for |a| ≥ |b| or a = 0: algorithm 1, Fast2Sum.
static inline dd dd_fast_sum(double a, double b)
{
    double s = a + b;
    return (dd){s, b - (s - a)};
}

// a + b without any error: algorithm 2, 2Sum.
static inline dd dd_sum(double a, double b)
{
    double s = a + b, of_a = s - b, of_b = s - of_a;
    return (dd){s, (a - of_a) + (b - of_b)};
}

// a b without any error. T. J. Dekker, "A floating-point technique for extending the available
// precision", Numerische Mathematik 18 (1971), 224: each factor is split into two of 26 bits.
static inline dd dd_product(double a, double b)
{
    double big_a = 0x1.0000002p27 * a, big_b = 0x1.0000002p27 * b;
    double a1 = big_a - (big_a - a), a2 = a - a1, b1 = big_b - (big_b - b), b2 = b - b1;
    double p = a * b;
    return (dd){p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

static inline dd dd_minus(dd x)
{
    return (dd){-x.hi, -x.lo};
}

// x times a power of two, without any error.
static inline dd dd_times_power(dd x, double power)
{
    return (dd){power * x.hi, power * x.lo};
}

// x + y, off by at most 3 u² + 13 u³ of it: algorithm 6.
static inline dd dd_add(dd x, dd y)
{
    dd s = dd_sum(x.hi, y.hi), t = dd_sum(x.lo, y.lo);
    dd v = dd_fast_sum(s.hi, s.lo + t.hi);
    return dd_fast_sum(v.hi, t.lo + v.lo);
}

static inline dd dd_subtract(dd x, dd y)
{
    return dd_add(x, dd_minus(y));
}

// x y, off by at most 7 u² of it: algorithm 10.
static inline dd dd_multiply(dd x, dd y)
{
    dd p = dd_product(x.hi, y.hi);
    return dd_fast_sum(p.hi, p.lo + (x.hi * y.lo + x.lo * y.hi));
}

// x/y, off by at most 3 u² of it, for a double y: algorithm 15.
static inline dd dd_over(dd x, double y)
{
    double q = x.hi / y;
    dd p = dd_product(q, y);
    return dd_fast_sum(q, ((x.hi - p.hi) - p.lo + x.lo) / y);
}

// x/y, off by at most 17 u² of it: algorithm 17 with the product of algorithm 8, whose 3 u²
// are 1.5 u² more than those of its own.
static inline dd dd_divide(dd x, dd y)
{
    double q = x.hi / y.hi;
    dd p = dd_product(y.hi, q);
    p = dd_fast_sum(p.hi, p.lo + y.lo * q);
    return dd_fast_sum(q, ((x.hi - p.hi) + (x.lo - p.lo)) / y.hi);
}

// √x for x > 0, off by a few u² of it: one step of Newton's method from the root of the first
// part.
static inline dd dd_root(dd x)
{
    double r = sqrt(x.hi);
    dd p = dd_product(r, r);
    return dd_fast_sum(r, ((x.hi - p.hi) - p.lo + x.lo) / (2 * r));
}

// --- exponents, read and changed in the bits of a double ---

// 2ᵏ for −1022 ≤ k ≤ 1023.
static inline double power_of_two(int k)
{
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

// x 2ᵏ, rounded once, for −2040 ≤ k ≤ 2040.
static inline double times_power(double x, int k)
{
    int half = k / 2;
    return x * power_of_two(half) * power_of_two(k - half);
}

// The k for which 1 ≤ |x| 2⁻ᵏ < 2, for a finite x that is not 0.
static inline int exponent(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    return biased > 0 ? biased - 1023 : exponent(x * 0x1p54) - 54;
}

// --- the exponential function, its inverse, and what is made of them ---

// m 2ᵏ
typedef struct scaled {
    dd m;
    int k;
} scaled;

// Beyond these eˣ is infinite, or 0; with products of x by what is below 2¹⁰ nothing overflows.
#define MOST 1100.0

static const dd log_of_2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

// eʳ − 1 for |r| ≤ 0.4: of r/2⁸ by Taylor's series, whose ninth term is below 2⁻⁹² of the
// first, then eight times e²ʳ − 1 = (eʳ − 1)(eʳ − 1 + 2), which loses no digits near 0.
static dd expm1_of_small(dd r)
{
    enum { HALVES = 8, TERMS = 8 };

    r = dd_times_power(r, 1.0 / (1 << HALVES));
    dd sum = dd_of(1);
    for (int n = TERMS; n > 1; n--)
        sum = dd_add(dd_of(1), dd_over(dd_multiply(r, sum), n));
    dd e = dd_multiply(r, sum);
    for (int i = 0; i < HALVES; i++)
        e = dd_multiply(e, dd_add(dd_of(2), e));
    return e;
}

// Splits |x| < MOST into r + k log 2 with |r| ≤ 0.35. W. J. Cody, W. Waite, "Software Manual for
// the Elementary Functions", 1980, chapter 6.
static dd without_powers_of_two(dd x, int *k)
{
    double n = rint(x.hi / log_of_2.hi);
    *k = (int)n;
    return dd_subtract(x, dd_multiply(log_of_2, dd_of(n)));
}

static scaled exp_of(dd x)
{
    scaled e;
    dd r = without_powers_of_two(x, &e.k);
    e.m = dd_add(dd_of(1), expm1_of_small(r));
    return e;
}

static double rounded(scaled e)
{
    return times_power(e.m.hi, e.k);
}

static double bounded(double x)
{
    return fmin(fmax(x, -MOST), MOST);
}

double vl_exp(double x)
{
    if (x == 0 || isnan(x))
        return 1 + x;
    return rounded(exp_of(dd_of(bounded(x))));
}

// eˣ − 1 for |x| ≤ 200
static dd expm1_of(dd x)
{
    int k;
    dd r = without_powers_of_two(x, &k), e = expm1_of_small(r);
    if (k == 0)
        return e;
    return dd_add(dd_times_power(dd_add(dd_of(1), e), power_of_two(k)), dd_of(-1));
}

double vl_expm1(double x)
{
    if (fabs(x) < 0x1p-60 || isnan(x))
        return x;
    if (fabs(x) > 200)
        return vl_exp(x) - 1;
    return expm1_of(dd_of(x)).hi;
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
    dd e = expm1_of_small(dd_of(y)), miss = dd_subtract(d, e);
    dd sum = dd_add(dd_add(dd_of(2), d), e);
    return dd_add(dd_of(y), dd_times_power(dd_divide(miss, sum), 2));
}

// Of a finite x > 0
static dd log_of(dd x)
{
    int k = exponent(x.hi);
    if (times_power(x.hi, -k) > 1.4142135623730951)
        k++;
    dd m = {times_power(x.hi, -k), times_power(x.lo, -k)};
    return dd_add(dd_multiply(log_of_2, dd_of(k)), log_near_1(dd_add(m, dd_of(-1))));
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
    return has_log(x) ? log_of(dd_of(x)).hi : log_of_limit(x);
}

double vl_log1p(double x)
{
    if (fabs(x) < 0x1p-60)
        return x;
    return has_log(1 + x) ? log_of(dd_sum(1, x)).hi : log_of_limit(1 + x);
}

double vl_pow(double x, double y)
{
    if (y == 0 || x == 1)
        return 1;
    if (!(x >= 0) || isnan(y))
        return (double)NAN;
    if (x == 0 || isinf(x))
        return (x == 0) == (y > 0) ? 0 : (double)INFINITY;
    // the product may be as large as it likes, not its parts
    dd l = log_of(dd_of(x));
    double product = l.hi * y;
    if (fabs(product) > MOST || fabs(product) < 0x1p-60)
        return vl_exp(product);
    return rounded(exp_of(dd_multiply(l, dd_of(y))));
}

// eˣ/2 where e⁻ˣ is nothing beside it
static double half_of_exp(double x)
{
    scaled e = exp_of(dd_of(bounded(x)));
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
    dd e = expm1_of(dd_of(size));
    dd twice = dd_add(e, dd_divide(e, dd_add(dd_of(1), e)));
    return copysign(0.5 * twice.hi, x);
}

double vl_cosh(double x)
{
    double size = fabs(x);
    if (size > 40 || isnan(x))
        return isnan(x) ? x : half_of_exp(size);
    dd e = expm1_of(dd_of(size)), power = dd_add(dd_of(1), e);
    return 0.5 * dd_add(power, dd_divide(dd_of(1), power)).hi;
}

double vl_tanh(double x)
{
    double size = fabs(x);
    if (size < 0x1p-30 || isnan(x))
        return x;
    if (size > 40)
        return copysign(1, x);
    dd e = expm1_of(dd_of(2 * size));
    return copysign(dd_divide(e, dd_add(dd_of(2), e)).hi, x);
}

// log(x + √(1 + x²)); of a large x, log 2x.
double vl_asinh(double x)
{
    double size = fabs(x);
    if (size < 0x1p-30 || !(size < (double)INFINITY))
        return x;
    if (size > 0x1p60)
        return copysign(dd_add(log_of(dd_of(size)), log_of_2).hi, x);
    dd one = dd_of(1), square = dd_product(size, size);
    dd root = dd_root(dd_add(one, square));
    dd beyond_1 = dd_add(dd_of(size), dd_divide(square, dd_add(one, root)));
    dd l = beyond_1.hi < 0.4 ? log_near_1(beyond_1) : log_of(dd_add(one, beyond_1));
    return copysign(l.hi, x);
}

double vl_hypot(double x, double y)
{
    double larger = fmax(fabs(x), fabs(y));
    if (isinf(x) || isinf(y))
        return (double)INFINITY;
    if (larger == 0 || isnan(x + y))
        return x + y + larger;
    int k = exponent(larger);
    double a = times_power(x, -k), b = times_power(y, -k);
    return times_power(dd_root(dd_add(dd_product(a, a), dd_product(b, b))).hi, k);
}

// --- sine and cosine, and the angle of a point ---

typedef struct pair {
    dd sine, cosine;
} pair;

// π/2 as a sum of doubles, each at most half a unit of the last place of the one before.
static const double quarter_turn_parts[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                            -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164};

static const dd quarter_turn = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// sin r and cos r by Taylor's series for |r| ≤ 0.26 π; their next terms are below 2⁻¹⁰¹.
static pair by_series(dd r)
{
    dd square = dd_minus(dd_multiply(r, r)), sine = dd_of(1), cosine = dd_of(1);
    for (int n = 28; n > 1; n -= 2) {
        sine = dd_add(dd_of(1), dd_over(dd_multiply(square, sine), n * (n + 1)));
        cosine = dd_add(dd_of(1), dd_over(dd_multiply(square, cosine), n * (n - 1)));
    }
    return (pair){dd_multiply(r, sine), cosine};
}

// The size of angles from which on they have no sine: two neighbours are 2⁻⁷ rad apart there.
#define LARGEST_ANGLE 0x1p45

// Splits x into r and n quarter turns, |r| ≤ 0.26 π. Products are exact, and the first difference
// is.
static dd without_quarter_turns(double x, int *quarters)
{
    double n = rint(x / quarter_turn.hi);
    dd r = dd_of(x);
    for (size_t i = 0; i < sizeof quarter_turn_parts / sizeof *quarter_turn_parts; i++)
        r = dd_subtract(r, dd_product(n, quarter_turn_parts[i]));
    *quarters = (int)((int64_t)n & 3);
    return r;
}

static pair turned(pair p, int quarters)
{
    switch (quarters) {
    case 1:
        return (pair){p.cosine, dd_minus(p.sine)};
    case 2:
        return (pair){dd_minus(p.sine), dd_minus(p.cosine)};
    case 3:
        return (pair){dd_minus(p.cosine), p.sine};
    default:
        return p;
    }
}

static pair sine_and_cosine(double x)
{
    if (fabs(x) < 0.75)
        return by_series(dd_of(x));
    int quarters;
    dd r = without_quarter_turns(x, &quarters);
    return turned(by_series(r), quarters);
}

double vl_sin(double x)
{
    if (fabs(x) < 0x1p-30)
        return x;
    return fabs(x) < LARGEST_ANGLE ? sine_and_cosine(x).sine.hi : (double)NAN;
}

double vl_cos(double x)
{
    return fabs(x) < LARGEST_ANGLE ? sine_and_cosine(x).cosine.hi : (double)NAN;
}

// atan t for 0 ≤ t ≤ 1 to about 11 digits: twice atan t = 2 atan(t/(1 + √(1 + t²))), then Taylor's
// series.
static double atan_roughly(double t)
{
    for (int i = 0; i < 2; i++)
        t = t / (1 + sqrt(1 + t * t));
    double square = t * t, sum = 0;
    for (int n = 17; n > 0; n -= 2)
        sum = 1.0 / n - square * sum;
    return 4 * t * sum;
}

// The angle of a point with 0 ≤ y ≤ x and x > 0: with a near it, the point turned back by a has the
// angle that is missing, d, and atan d = d − d³/3 to 2⁻¹⁰⁶ and less.
static dd angle_of(dd y, dd x)
{
    double a = atan_roughly(y.hi / x.hi);
    pair p = by_series(dd_of(a));
    dd across = dd_subtract(dd_multiply(y, p.cosine), dd_multiply(x, p.sine));
    dd along = dd_add(dd_multiply(x, p.cosine), dd_multiply(y, p.sine));
    dd d = dd_divide(across, along);
    return dd_add(dd_of(a), dd_add(d, dd_of(-d.hi * d.hi * d.hi / 3)));
}

// Both as sizes, with a common factor that keeps their products in range. A small t is the rounded
// value of atan t = t (1 − t²/3 …).
static dd angle_in_quarter(double y, double x)
{
    if (y < 0x1p-60 * x)
        return dd_of(y / x);
    if (x < 0x1p-60 * y)
        return dd_subtract(quarter_turn, dd_of(x / y));
    int k = exponent(fmax(x, y));
    dd up = dd_of(times_power(y, -k)), along = dd_of(times_power(x, -k));
    return y <= x ? angle_of(up, along) : dd_subtract(quarter_turn, angle_of(along, up));
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
    double up = finite_part(y, x), along = finite_part(x, y);
    dd angle = up == 0 ? dd_of(0) : angle_in_quarter(up, along);
    if (signbit(x))
        angle = dd_subtract(dd_times_power(quarter_turn, 2), angle);
    return copysign(angle.hi, y);
}

vl_complex vl_complex_exp(vl_complex z)
{
    double size = vl_exp(z.re);
    return (vl_complex){size * vl_cos(z.im), size * vl_sin(z.im)};
}
