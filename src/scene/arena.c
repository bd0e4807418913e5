#include "scene/arena.h"

#include "base/memory.h"

#include <string.h>

enum { BLOCK_SIZE = 256 * 1024, PIECE_ALIGNMENT = 16 };

struct vl_arena_block {
    vl_arena_block *next;
    size_t used, size; ///< bytes behind this header
    _Alignas(PIECE_ALIGNMENT) unsigned char bytes[];
};

static vl_arena_block *add_block(vl_arena *arena, size_t size)
{
    vl_arena_block *block = vl_alloc(1, sizeof *block + size);
    block->size = size;
    block->next = arena->blocks;
    arena->blocks = block;
    return block;
}

void *vl_arena_take(vl_arena *arena, size_t size)
{
    size = (size + PIECE_ALIGNMENT - 1) / PIECE_ALIGNMENT * PIECE_ALIGNMENT;

    vl_arena_block *block = arena->blocks;
    if (!block || block->size - block->used < size)
        block = add_block(arena, size > BLOCK_SIZE ? size : BLOCK_SIZE);
    void *piece = block->bytes + block->used;
    block->used += size;
    return piece;
}

const char *vl_arena_text(vl_arena *arena, const char *text, size_t length)
{
    char *copy = vl_arena_take(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

void vl_arena_free(vl_arena *arena)
{
    for (vl_arena_block *block = arena->blocks; block;) {
        vl_arena_block *next = block->next;
        vl_free(block);
        block = next;
    }
    *arena = (vl_arena){0};
}
