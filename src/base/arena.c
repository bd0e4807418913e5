#include "base/arena.h"

#include "base/memory.h"

#include <string.h>

struct vl_arena_piece {
    void (*end)(void *data);
    void *data;
    size_t size; // of what an image has of it
};

static void add(vl_arena *arena, struct vl_arena_piece piece)
{
    arena->pieces =
        vl_grow(arena->pieces, &arena->capacity, arena->count + 1, sizeof *arena->pieces);
    arena->pieces[arena->count++] = piece;
}

void vl_arena_at_end(vl_arena *arena, void (*end)(void *data), void *data)
{
    add(arena, (struct vl_arena_piece){end, data, 0});
}

void vl_arena_own(vl_arena *arena, void *data, size_t size)
{
    add(arena, (struct vl_arena_piece){vl_free, data, size});
}

void *vl_arena_take(vl_arena *arena, size_t count, size_t size)
{
    void *memory = vl_alloc(count, size);
    vl_arena_own(arena, memory, count * size);
    return memory;
}

size_t vl_arena_image_size(const vl_arena *arena)
{
    size_t size = 0;
    for (int i = 0; i < arena->count; i++)
        size += arena->pieces[i].size;
    return size;
}

void vl_arena_keep(const vl_arena *arena, void *image)
{
    char *to = image;
    for (int i = 0; i < arena->count; to += arena->pieces[i++].size)
        memcpy(to, arena->pieces[i].data, arena->pieces[i].size);
}

// The list of the pieces may be reached through a struct that lies in one of them.
void vl_arena_bring_back(const vl_arena *arena, const void *image)
{
    const vl_arena all = *arena;
    const char *from = image;
    for (int i = 0; i < all.count; from += all.pieces[i++].size)
        memcpy(all.pieces[i].data, from, all.pieces[i].size);
}

void vl_arena_free(vl_arena *arena)
{
    const vl_arena all = *arena;
    *arena = (vl_arena){0};
    for (int i = all.count - 1; i >= 0; i--)
        all.pieces[i].end(all.pieces[i].data);
    vl_free(all.pieces);
}
