#pragma once
/// Elementary functions with the same bits on every machine.
///
/// The functions of a C library differ in their last bits from one library to the next, and glibc
/// chooses them by the processor. These are made of IEEE 754 sums, products, quotients and square
/// roots alone, in numbers of 113 bits, and rounded once.
///
/// Each result is off by at most (0.5 + 2⁻³⁰) units in its last place: it is the correctly rounded
/// one unless the exact value lies that near to the middle of two doubles. A value that is not a
/// number gives one that is not; infinity and results beyond the doubles are as C11, annex F, has
/// them. tests/test_elementary.c compares with MPFR.
///
/// sqrt(), fabs(), floor(), ceil(), rint(), round(), fmin(), fmax(), fmod() and remainder() of the
/// C library have no error by IEEE 754 and are used as they are. tests/libm.sh looks that nothing
/// else is.

#include "base/complex_number.h"

/// π, the double next to it.
#define VL_PI 3.141592653589793

double vl_exp(double x);
double vl_expm1(double x);         ///< eˣ − 1, exact to the last place near 0 too
double vl_log(double x);           ///< −infinity at 0; not a number below
double vl_log1p(double x);         ///< log(1 + x), exact to the last place near 0 too
double vl_pow(double x, double y); ///< xʸ for x ≥ 0; not a number below
double vl_sinh(double x);
double vl_cosh(double x);
double vl_tanh(double x);
double vl_asinh(double x);
double vl_hypot(double x, double y); ///< √(x² + y²), for results beyond the range of x² too

double vl_sin(double x); ///< of radians; not a number from 2⁴⁵ on, where neighbours are 2⁻⁷ apart
double vl_cos(double x);
double vl_atan2(double y, double x); ///< the angle of the point (x, y), from −π to π

vl_complex vl_complex_exp(vl_complex z); ///< each part rounded up to three times
