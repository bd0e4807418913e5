#pragma once
/// Whether the solver of rods and strings hides what the methods of lanes do.
///
/// The ledger of a lane divides the change of its energy by cause. With S what the links did and M
/// what the integrator did, both since the start, lanes of one solver that differ in their
/// integrator tell nothing of it where
///
///     min |S| > max |M|   and   min |S| > 5 % of an energy error of 100 %
///
/// over the lanes: even the smallest part of a solver exceeds that of every method, and is seen in
/// the figures. Where nothing moves there is no 100 %, and nothing is told.
///
/// A solver that solves all links together along the directions at the start of a step (`direct`,
/// `old`) is never said to hide them: its constraint forces do no work but for rounding and for
/// strings that jerk taut, and there is no better one to take.

#include "lab/lab.h"

/// Whether this solver would show the methods.
bool vl_solver_shows_methods(const vl_solver_settings *solver);

/// Whether the lanes differ in their integrator, share one solver, and it hides their methods as
/// above. A lane that has diverged shows its method. `was`: they were hidden at the reading before;
/// then half of each limit is enough, so that a sentence about it does not flicker. NaN, where no
/// ledger is kept, hides nothing.
bool vl_lab_solver_hides(const vl_lab *lab, bool was);
