#pragma once
/// A checksum of 64 bits over words of 64 bits, with the same value on every machine. It tells two
/// states apart, and is no protection against somebody who wants them alike.
///
/// Each word w is taken in by h ← m((h ⊕ w) · 0x9E3779B97F4A7C15), m(y) = y ⊕ ⌊y/2³²⌋: the odd
/// factor of base/random.h (Steele, Lea, Flood, OOPSLA 2014), and a shift that brings what the
/// product has in its upper half back into the lower one. Both can be undone, so two sequences that
/// differ in one word alone never have one checksum.

#include <math.h>
#include <stdint.h>
#include <string.h>

/// Of no word; vl_hash_word() goes on from it.
#define VL_HASH_START UINT64_C(0xCBF29CE484222325)

static inline uint64_t vl_hash_word(uint64_t hash, uint64_t word)
{
    uint64_t mixed = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return mixed ^ (mixed >> 32);
}

/// Takes in the bits of a number. All that are not a number count as one: their sign and payload
/// depend on the machine.
static inline uint64_t vl_hash_number(uint64_t hash, double number)
{
    uint64_t bits = UINT64_C(0x7FF8000000000000);
    if (!isnan(number))
        memcpy(&bits, &number, sizeof bits);
    return vl_hash_word(hash, bits);
}
