#pragma once
/// Tridiagonal systems of linear equations.

/// Solves lower[i] x[i − 1] + diagonal[i] x[i] + upper[i] x[i + 1] = b[i] for i = 0 … count − 1 by
/// elimination from the first row to the last (Thomas; Press et al., "Numerical Recipes", 2.4);
/// lower[0] and upper[count − 1] are ignored. `b` becomes x. `work` holds `count` numbers.
///
/// A pivot below 1e-11 of its diagonal is replaced by 1e-8 of the diagonal, so that x stays
/// bounded.
void vl_tridiagonal_solve(int count, const double *lower, const double *diagonal,
                          const double *upper, double *b, double *work);
