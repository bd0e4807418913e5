#pragma once
/// Checked allocation. If memory runs out the program ends with a message and status 1, as
/// base/ending.h does it.

#include <stddef.h>

enum { VL_ALIGNMENT = 64 }; ///< bytes; a cache line, and a whole number of vector registers

/// Returns `count` elements of `size` bytes, zeroed and aligned to VL_ALIGNMENT. Never NULL, even
/// if `count` is 0. Free with vl_free().
void *vl_alloc(size_t count, size_t size);

/// Enlarges `array` to at least `wanted` elements, at least by half. The old elements are
/// preserved, the new ones are zeroed. `*capacity` is updated. `array` may be NULL with a capacity
/// of 0.
void *vl_grow(void *array, int *capacity, int wanted, size_t size);

/// Returns a copy of `text`, or NULL for NULL. Free with vl_free().
char *vl_copy_text(const char *text);

/// Frees memory of vl_alloc(), vl_grow() or vl_copy_text(); NULL is allowed.
void vl_free(void *memory);
