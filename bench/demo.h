#pragma once
/// The whole demo on a platform that shows nothing, with lanes side by side.

#include "measure.h"

#define BENCH_DEMO "demo" ///< the name of the work

/// Twelve lanes of a ball on a string, and four of a cloth of 64 × 64 particles, at 60 frames/s in
/// a window of 1280 × 720 on two cores: rows of the work. A frame is all that the program
/// does in it, from the events to the list of what is to be drawn. A machine of one core has none.
void bench_demo(bench_results *results, const bench_effort *effort);
