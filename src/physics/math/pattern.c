#include "physics/math/pattern.h"

#include "base/memory.h"

#include <assert.h>

vl_pattern vl_pattern_create(int size, int most)
{
    vl_pattern p = {.size = size, .most = most};
    p.row = vl_arena_take(&p.arena, (size_t)most, sizeof(int));
    p.column = vl_arena_take(&p.arena, (size_t)most, sizeof(int));
    p.entry = vl_arena_take(&p.arena, (size_t)most, sizeof(int));
    p.start = vl_arena_take(&p.arena, (size_t)size + 1, sizeof(int));
    p.entry_row = vl_arena_take(&p.arena, (size_t)most, sizeof(int));
    return p;
}

void vl_pattern_add(vl_pattern *p, int row, int column)
{
    assert(p->count < p->most);
    p->row[p->count] = row;
    p->column[p->count++] = column;
}

// Sorts the contributions by column: those of column j end at end[j].
static void sort_by_column(const vl_pattern *p, int *end, int *sorted)
{
    for (int c = 0; c < p->count; c++)
        end[p->column[c] + 1]++;
    for (int j = 0; j < p->size; j++)
        end[j + 1] += end[j];
    for (int c = 0; c < p->count; c++)
        sorted[end[p->column[c]]++] = c;
}

void vl_pattern_compress(vl_pattern *p)
{
    int *end = vl_alloc((size_t)p->size + 1, sizeof *end);
    int *sorted = vl_alloc((size_t)p->count, sizeof *sorted);
    int *last = vl_alloc((size_t)p->size, sizeof *last); // entry with that row, less 1
    sort_by_column(p, end, sorted);
    for (int j = 0, k = 0, entries = 0; j < p->size; j++) {
        p->start[j] = entries;
        for (; k < end[j]; k++) {
            int c = sorted[k], row = p->row[c];
            if (last[row] <= p->start[j]) { // of an earlier column, or none
                p->entry_row[entries] = row;
                last[row] = ++entries;
            }
            p->entry[c] = last[row] - 1;
        }
        p->start[j + 1] = entries;
    }
    vl_free(end);
    vl_free(sorted);
    vl_free(last);
}
