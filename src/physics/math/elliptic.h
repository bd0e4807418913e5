#pragma once

/// Jacobi's elliptic functions by the arithmetic–geometric mean.

/// sn, cn and dn of one argument.
typedef struct vl_elliptic {
    double sn, cn, dn;
} vl_elliptic;

/// The functions of `u`, any finite number, for the modulus k with k² = 1 − `complement`²;
/// `complement` is k′, 0…1. The argument is k′ because k loses its digits near 1; for k′ = 0 the
/// functions are tanh u, sech u, sech u. The errors are some units in the last place of the value
/// and of `u`, also where cn and dn are small.
///
/// Abramowitz and Stegun, "Handbook of Mathematical Functions": the descending transformation
/// 16.12.2–16.12.4 with the means of 17.6, and below k′ = ½ the ascending one, 16.14.2–16.14.4.
vl_elliptic vl_elliptic_functions(double u, double complement);

/// K, a quarter of the period of sn, for the same k′: π/(2 agm(1, k′)), 17.6.3 there. Infinite at
/// 0.
double vl_elliptic_quarter(double complement);
