#pragma once
/// What a frame of the demo computes where lanes run side by side.

#include "measure.h"

/// Twelve lanes of a ball on a string, and four of a cloth of 64 × 64 particles, with ledger and
/// momenta at 60 frames/s on two cores: rows of the work "demo". A machine of one core has none.
void bench_demo(bench_results *results, const bench_effort *effort);
