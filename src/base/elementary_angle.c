// Sine and cosine, and the angle of a point.

#include "base/double_double.h"
#include "base/elementary.h"
#include "base/elementary_bits.h"

#include <stdbool.h>

typedef vl_double_double dd;

typedef struct pair {
    dd sine, cosine;
} pair;

static const dd quarter_turn = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// 2/π after 64 zeros, in binary: enough for the largest double.
static const uint32_t two_over_pi[] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599,
    0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c,
    0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639,
    0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f,
    0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7,
    0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d,
};

enum { WORDS = 8 };

// sin r and cos r by Taylor's series for |r| ≤ π/4; their next terms are below 2⁻¹⁰³.
static pair by_series(dd r)
{
    dd square = vl_dd_minus(vl_dd_multiply(r, r)), sine = vl_dd(1), cosine = vl_dd(1);
    for (int n = 28; n > 1; n -= 2) {
        sine = vl_dd_add(vl_dd(1), vl_dd_over(vl_dd_multiply(square, sine), n * (n + 1)));
        cosine = vl_dd_add(vl_dd(1), vl_dd_over(vl_dd_multiply(square, cosine), n * (n - 1)));
    }
    return (pair){vl_dd_multiply(r, sine), cosine};
}

// 32 bits of 2/π from a place on
static uint32_t bits_from(int place)
{
    const uint32_t *word = &two_over_pi[place / 32];
    return (uint32_t)(((uint64_t)word[0] << 32 | word[1]) >> (32 - place % 32));
}

// The last 256 bits of number times the 256 bits of 2/π from a place on, the highest word first.
static void multiply(uint32_t product[WORDS], uint64_t number, int place)
{
    uint64_t carry = 0;
    uint32_t low = (uint32_t)number, high = (uint32_t)(number >> 32), before = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
        uint32_t word = bits_from(place + 32 * i);
        // high < 2²¹, so that the sum stays below 2⁶⁴
        uint64_t by_low = (uint64_t)low * word, sum = (carry & 0xffffffff) + (by_low & 0xffffffff);
        sum += (uint64_t)high * before & 0xffffffff;
        product[i] = (uint32_t)sum;
        carry = (carry >> 32) + (by_low >> 32) + ((uint64_t)high * before >> 32) + (sum >> 32);
        before = word;
    }
}

// What product/2²⁵⁴ is beyond the nearest integer, and that integer, modulo 4. What is missing to
// the next integer is summed from its own words, as its digits would be lost beside a 1.
static dd fraction(const uint32_t product[WORDS], int *quarters)
{
    bool above_half = product[0] >> 29 & 1;
    *quarters = (int)(product[0] >> 30) + above_half;
    dd sum = vl_dd(0);
    for (int i = WORDS - 1; i >= 0; i--) {
        uint32_t word = (above_half ? ~product[i] : product[i]) & (i > 0 ? ~0U : ~0U >> 2);
        sum = vl_dd_add(sum, vl_dd(word * vl_power_of_two(2 - 32 * (i + 1))));
    }
    return above_half ? vl_dd_minus(sum) : sum;
}

// Splits x into r and a number of quarter turns, |r| ≤ π/4. M. H. Payne, R. N. Hanek, "Radian
// reduction for trigonometric functions", ACM SIGNUM Newsletter 18 (1983), 19: of x 2/π only the
// bits are computed that are less than 4, and 190 after the point.
static dd without_quarter_turns(double x, int *quarters)
{
    int k = vl_exponent(x) - 52;
    uint32_t product[WORDS];
    multiply(product, (uint64_t)vl_times_power(fabs(x), -k), k + 62);
    dd r = vl_dd_multiply(fraction(product, quarters), quarter_turn);
    if (x > 0)
        return r;
    *quarters = -*quarters;
    return vl_dd_minus(r);
}

static pair turned(pair p, int quarters)
{
    switch (quarters & 3) {
    case 1:
        return (pair){p.cosine, vl_dd_minus(p.sine)};
    case 2:
        return (pair){vl_dd_minus(p.sine), vl_dd_minus(p.cosine)};
    case 3:
        return (pair){vl_dd_minus(p.cosine), p.sine};
    default:
        return p;
    }
}

static pair sine_and_cosine(double x)
{
    if (fabs(x) < 0.75)
        return by_series(vl_dd(x));
    int quarters;
    dd r = without_quarter_turns(x, &quarters);
    return turned(by_series(r), quarters);
}

double vl_sin(double x)
{
    if (fabs(x) < 0x1p-30)
        return x;
    return isfinite(x) ? sine_and_cosine(x).sine.hi : (double)NAN;
}

double vl_cos(double x)
{
    return isfinite(x) ? sine_and_cosine(x).cosine.hi : (double)NAN;
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
    pair p = by_series(vl_dd(a));
    dd across = vl_dd_subtract(vl_dd_multiply(y, p.cosine), vl_dd_multiply(x, p.sine));
    dd along = vl_dd_add(vl_dd_multiply(x, p.cosine), vl_dd_multiply(y, p.sine));
    dd d = vl_dd_divide(across, along);
    return vl_dd_add(vl_dd(a), vl_dd_add(d, vl_dd(-d.hi * d.hi * d.hi / 3)));
}

// Both as sizes, with a common factor that keeps their products in range. A small t is the rounded
// value of atan t = t (1 − t²/3 …).
static dd angle_in_quarter(double y, double x)
{
    if (y < 0x1p-60 * x)
        return vl_dd(y / x);
    if (x < 0x1p-60 * y)
        return vl_dd_subtract(quarter_turn, vl_dd(x / y));
    int k = vl_exponent(fmax(x, y));
    dd up = vl_dd(vl_times_power(y, -k)), along = vl_dd(vl_times_power(x, -k));
    return y <= x ? angle_of(up, along) : vl_dd_subtract(quarter_turn, angle_of(along, up));
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
    dd angle = up == 0 ? vl_dd(0) : angle_in_quarter(up, along);
    if (signbit(x))
        angle = vl_dd_subtract(vl_dd_times_power(quarter_turn, 2), angle);
    return copysign(angle.hi, y);
}

vl_complex vl_complex_exp(vl_complex z)
{
    double size = vl_exp(z.re);
    return (vl_complex){size * vl_cos(z.im), size * vl_sin(z.im)};
}
