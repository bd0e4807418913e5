#pragma once
/// Memory that is taken piece by piece and freed all at once. For this room alone.

#include <stddef.h>

typedef struct vl_arena_block vl_arena_block;

/// It begins as `{0}`; free with vl_arena_free().
typedef struct vl_arena {
    vl_arena_block *blocks;
} vl_arena;

/// Returns `size` zeroed bytes, aligned for any pointer or double.
void *vl_arena_take(vl_arena *arena, size_t size);

/// Returns a terminated copy of `length` bytes of text.
const char *vl_arena_text(vl_arena *arena, const char *text, size_t length);

void vl_arena_free(vl_arena *arena);
