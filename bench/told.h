#pragma once
/// What a frame costs beside what is told of it when its scene is loaded.

#include "measure.h"

#define BENCH_TOLD "told cost" ///< the name of the work

/// Scenes whose cost is counted in different ways, at 60 frames/s on one core: rows of the work.
void bench_told(bench_results *results, const bench_effort *effort);
