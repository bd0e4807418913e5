#pragma once
/// Checked allocation: the one place where memory can run out. It ends the program with a message.

#include <stddef.h>

enum { VL_ALIGNMENT = 64 }; ///< bytes; a cache line, and a whole number of vector registers

/// `count` elements of `size` bytes, zeroed, aligned to VL_ALIGNMENT. Never NULL, also for a count
/// of 0. Free with vl_free().
void *vl_alloc(size_t count, size_t size);

/// Grows `array` to hold at least `wanted` elements, by half as much again; the old elements are
/// kept, the new ones zeroed. `*capacity` is updated. `array` may be NULL with a capacity of 0.
void *vl_grow(void *array, int *capacity, int wanted, size_t size);

/// A copy of `text`, or NULL for NULL. Free with vl_free().
char *vl_copy_text(const char *text);

/// Frees what vl_alloc(), vl_grow() or vl_copy_text() gave; NULL is allowed.
void vl_free(void *memory);
