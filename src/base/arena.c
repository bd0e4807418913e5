#include "base/arena.h"

#include "base/memory.h"

#include <string.h>

struct vl_arena_piece {
    void (*end)(void *data);
    void *data;
};

void vl_arena_at_end(vl_arena *arena, void (*end)(void *data), void *data)
{
    arena->pieces =
        vl_grow(arena->pieces, &arena->capacity, arena->count + 1, sizeof *arena->pieces);
    arena->pieces[arena->count++] = (struct vl_arena_piece){end, data};
}

void *vl_arena_take(vl_arena *arena, size_t count, size_t size)
{
    void *memory = vl_alloc(count, size);
    vl_arena_at_end(arena, vl_free, memory);
    return memory;
}

const char *vl_arena_text(vl_arena *arena, const char *text, size_t length)
{
    return memcpy(vl_arena_take(arena, length + 1, 1), text, length);
}

void vl_arena_free(vl_arena *arena)
{
    const vl_arena all = *arena;
    *arena = (vl_arena){0};
    for (int i = all.count - 1; i >= 0; i--)
        all.pieces[i].end(all.pieces[i].data);
    vl_free(all.pieces);
}
