// Elementary functions against MPFR: how far from the exact value, in units of the last place.

#include "base/elementary.h"
#include "support/testing.h"

#include <mpfr.h>

// The bound that base/elementary.h promises
#define BOUND (0.5 + 0x1p-30)

typedef int reference_one(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding);
typedef int reference_two(mpfr_t result, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rounding);

typedef struct function {
    const char *name;
    double (*one)(double x);
    double (*two)(double x, double y);
    reference_one *exact_one;
    reference_two *exact_two;
    bool needs_positive, ends; // at 2⁴⁵
} function;

static const function functions[] = {
    {.name = "exp", .one = vl_exp, .exact_one = mpfr_exp},
    {.name = "expm1", .one = vl_expm1, .exact_one = mpfr_expm1},
    {.name = "log", .one = vl_log, .exact_one = mpfr_log, .needs_positive = true},
    {.name = "log1p", .one = vl_log1p, .exact_one = mpfr_log1p},
    {.name = "sinh", .one = vl_sinh, .exact_one = mpfr_sinh},
    {.name = "cosh", .one = vl_cosh, .exact_one = mpfr_cosh},
    {.name = "tanh", .one = vl_tanh, .exact_one = mpfr_tanh},
    {.name = "asinh", .one = vl_asinh, .exact_one = mpfr_asinh},
    {.name = "sin", .one = vl_sin, .exact_one = mpfr_sin, .ends = true},
    {.name = "cos", .one = vl_cos, .exact_one = mpfr_cos, .ends = true},
    {.name = "pow", .two = vl_pow, .exact_two = mpfr_pow, .needs_positive = true},
    {.name = "hypot", .two = vl_hypot, .exact_two = mpfr_hypot},
    {.name = "atan2", .two = vl_atan2, .exact_two = mpfr_atan2},
};

// |value − exact| in units of the last place
static double error_of(double value, const mpfr_t exact)
{
    mpfr_t error;
    mpfr_init2(error, 400);
    mpfr_sub_d(error, exact, value, MPFR_RNDN);
    // the distance of two doubles next to each other, where the exact value is
    long k = mpfr_get_exp(exact) - DBL_MANT_DIG;
    mpfr_div_d(error, error, ldexp(1, (int)(k < -1074 ? -1074 : k)), MPFR_RNDN);
    double units = fabs(mpfr_get_d(error, MPFR_RNDU));
    mpfr_clear(error);
    return units;
}

static void find_exact(const function *f, mpfr_t exact, double x, double y)
{
    mpfr_t a, b;
    mpfr_inits2(DBL_MANT_DIG, a, b, (mpfr_ptr)NULL);
    mpfr_set_d(a, x, MPFR_RNDN);
    mpfr_set_d(b, y, MPFR_RNDN);
    if (f->one)
        f->exact_one(exact, a, MPFR_RNDN);
    else
        f->exact_two(exact, a, b, MPFR_RNDN);
    mpfr_clears(a, b, (mpfr_ptr)NULL);
}

// What is not finite is the value of the doubles that MPFR rounds to.
static void compare(const function *f, double x, double y)
{
    if (f->needs_positive)
        x = fabs(x);
    double value = f->one ? f->one(x) : f->two(x, y);
    mpfr_t exact;
    mpfr_init2(exact, 300);
    find_exact(f, exact, x, y);
    double rounded = f->ends && fabs(x) >= 0x1p45 ? (double)NAN : mpfr_get_d(exact, MPFR_RNDN);
    bool same =
        isnan(rounded) ? isnan(value) : value == rounded && !signbit(value) == !signbit(rounded);
    bool ends = !isfinite(rounded) || rounded == 0;
    double units = !ends ? error_of(value, exact) : same ? 0 : HUGE_VAL;
    if (!(units <= BOUND))
        fail_msg("%s(%a, %a) = %a, not %a: %.9g units of the last place", f->name, x, y, value,
                 rounded, units);
    mpfr_clear(exact);
}

// Of any size that a double has, or near to where it matters
static double any_number(vl_random *random)
{
    double sign = vl_random_uniform(random, -1, 1) < 0 ? -1 : 1;
    double m = sign * vl_random_uniform(random, 1, 2);
    switch (vl_random_next(random) % 4) {
    case 0:
        return ldexp(m, (int)vl_random_uniform(random, -1074, 1024));
    case 1:
        return ldexp(m, (int)vl_random_uniform(random, -40, 11));
    case 2:
        return sign + ldexp(m, (int)vl_random_uniform(random, -55, -1));
    default:
        return ldexp(m, (int)vl_random_uniform(random, -4, 3));
    }
}

TEST(values_are_off_by_half_a_unit_at_most)
{
    vl_random random = test_random(41);
    int cases = test_cases(2000, 40000);
    for (int i = 0; i < COUNT(functions); i++)
        for (int n = 0; n < cases; n++)
            compare(&functions[i], any_number(&random), any_number(&random));
}

// Some doubles are next to multiples of π/2: a little below, and as near as those of their size
// come.
TEST(limits_and_places_next_to_them)
{
    // clang-format off
    static const double places[] = {
        0.0, -0.0, 1, -1, 0.5, 2, 0x1p-1074, 0x1p-1022, 0x1p-60, 0x1p-30, DBL_MAX, -DBL_MAX,
        (double)INFINITY, -(double)INFINITY, (double)NAN, 709.782712893384, 709.7827128933841,
        -745.1332191019411, -745.1332191019412, -708.3964185322641, 0.75, 0.34657359027997264,
        0.34657359027997270, 40, 200, 710.4758600739439, 0x1.6a09e667f3bcdp0, 0x1.921fb54442d18p0,
        0x1.921fb54442d18p1, 0x1.6c6cbc45dc8dep+5, 0x1.b951f1572eba5p+23, 0x1.39c6fd67805a7p+18, 0x1p45, 0x1p53, 3, 1e22};
    // clang-format on
    for (int i = 0; i < COUNT(functions); i++)
        for (int j = 0; j < COUNT(places); j++)
            for (int k = 0; k < (functions[i].one ? 1 : COUNT(places)); k++)
                for (int next = -1; next <= 1; next++) {
                    double x =
                        next == 0 ? places[j] : nextafter(places[j], next * (double)INFINITY);
                    compare(&functions[i], x, places[k]);
                }
}

TEST(powers_of_whole_numbers_are_exact)
{
    for (int k = -22; k <= 22; k++)
        assert_true(vl_pow(2, k) == ldexp(1, k));
    double power = 1;
    for (int k = 0; k <= 22; k++, power *= 10)
        assert_true(vl_pow(10, k) == power);
    assert_true(vl_pow(9, 0.5) == 3 && vl_pow(8, 1.0 / 3) != 3);
}

TEST(numbers_out_of_the_domain_give_none)
{
    assert_true(isnan(vl_log(-1)) && isnan(vl_log1p(-2)) && isnan(vl_pow(-2, 2)));
    assert_true(isnan(vl_sin((double)INFINITY)) && isnan(vl_cos(-(double)INFINITY)));
}

// --- complex numbers ---

// Of any direction, and of any size from 2⁻⁶⁰⁰ to 2⁶⁰⁰.
static vl_complex any_complex(vl_random *random)
{
    double size = ldexp(1, (int)vl_random_uniform(random, -600, 601));
    return (vl_complex){size * vl_random_uniform(random, -1, 1),
                        size * vl_random_uniform(random, -1, 1)};
}

typedef struct wide_complex {
    long double re, im;
} wide_complex;

static wide_complex widened(vl_complex z)
{
    return (wide_complex){(long double)z.re, (long double)z.im};
}

typedef vl_complex operation(vl_complex a, vl_complex b);

static wide_complex wide_product(wide_complex c, wide_complex d)
{
    return (wide_complex){c.re * d.re - c.im * d.im, c.re * d.im + c.im * d.re};
}

static wide_complex wide_quotient(wide_complex c, wide_complex d)
{
    long double norm = d.re * d.re + d.im * d.im;
    return (wide_complex){(c.re * d.re + c.im * d.im) / norm, (c.im * d.re - c.re * d.im) / norm};
}

// The most units that an operation is off at random numbers; `sign` of the power of the second size
// in that of the result.
static double most_units_off(operation *act, wide_complex (*exact)(wide_complex, wide_complex),
                             int sign, int seed)
{
    vl_random random = test_random(seed);
    double most = 0;
    int tried = 0, cases = test_cases(20000, 100000);
    for (int i = 0; i < cases; i++) {
        vl_complex a = any_complex(&random), b = any_complex(&random);
        double size = vl_hypot(a.re, a.im) * pow(vl_hypot(b.re, b.im), sign);
        if (!(size > 1e-290 && size < 1e290))
            continue;
        wide_complex wanted = exact(widened(a), widened(b));
        vl_complex z = act(a, b);
        long double unit = 0.5L * (long double)DBL_EPSILON * hypotl(wanted.re, wanted.im);
        long double off = hypotl((long double)z.re - wanted.re, (long double)z.im - wanted.im);
        most = test_larger(most, (double)(off / unit));
        tried++;
    }
    print_message("  off by at most %.2f units\n", most);
    assert_true(tried > cases / 2);
    return most;
}

// R. Brent, C. Percival, P. Zimmermann, Error bounds on complex floating-point multiplication,
// Mathematics of Computation 76, 2007, theorem 1. The reference has 2⁻¹¹ units of its own.
TEST(a_complex_product_is_off_by_at_most_the_root_of_five_units)
{
    assert_true(most_units_off(vl_complex_multiply, wide_product, 1, 5) <= sqrt(5) + 0.001);
}

// Also where the square of a size is beyond the doubles.
TEST(a_complex_quotient_is_off_by_at_most_eight_units)
{
    assert_true(most_units_off(vl_complex_divide, wide_quotient, -1, 6) <= 8);
}
