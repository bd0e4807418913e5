#pragma once
/// Memory that is taken piece by piece and freed all at once.

#include <stddef.h>

/// A fresh one is `{0}`.
typedef struct vl_arena {
    struct vl_arena_piece *pieces;
    int count, capacity;
} vl_arena;

/// `count` zeroed elements of `size` bytes, as from vl_alloc().
void *vl_arena_take(vl_arena *arena, size_t count, size_t size);

/// Frees `data` of vl_alloc(), `size` bytes, with the arena.
void vl_arena_own(vl_arena *arena, void *data, size_t size);

/// vl_arena_free() will call `end` with `data`, before it frees what was taken earlier.
void vl_arena_at_end(vl_arena *arena, void (*end)(void *data), void *data);

/// Bytes of an image of the arena: of all that vl_arena_take() and vl_arena_own() have given it.
size_t vl_arena_image_size(const vl_arena *arena);

/// Copies those bytes to `image`, or back to where they were. In between nothing may be taken. What
/// lies in the arena may have pointers into it, as everything comes back to its place.
void vl_arena_keep(const vl_arena *arena, void *image);
void vl_arena_bring_back(const vl_arena *arena, const void *image);

/// Frees all. The arena is fresh then; it may also lie in its own memory.
void vl_arena_free(vl_arena *arena);
