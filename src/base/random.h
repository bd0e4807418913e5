#pragma once
/// A small random generator with the same numbers from the same seed on every machine.
///
/// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
/// figure 4 with the output function of variant 13 of Stafford's mixers.

#include <stdint.h>

typedef struct vl_random {
    uint64_t state; ///< any value is a good seed
} vl_random;

static inline uint64_t vl_random_next(vl_random *random)
{
    uint64_t z = (random->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/// Uniform in [low, high).
static inline double vl_random_uniform(vl_random *random, double low, double high)
{
    double unit = (double)(vl_random_next(random) >> 11) * 0x1p-53;
    return low + (high - low) * unit;
}
