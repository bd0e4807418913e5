#pragma once
/// The exponent of a double, read and changed in its bits. For the elementary functions alone.

#include <stdint.h>
#include <string.h>

/// 2ᵏ for −1022 ≤ k ≤ 1023.
static inline double vl_power_of_two(int k)
{
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/// x 2ᵏ, rounded once, for −2040 ≤ k ≤ 2040.
static inline double vl_times_power(double x, int k)
{
    int half = k / 2;
    return x * vl_power_of_two(half) * vl_power_of_two(k - half);
}

/// The k for which 1 ≤ |x| 2⁻ᵏ < 2, for a finite x that is not 0.
static inline int vl_exponent(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    return biased > 0 ? biased - 1023 : vl_exponent(x * 0x1p54) - 54;
}
