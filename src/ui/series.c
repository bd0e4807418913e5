#include "ui/series.h"

#include "base/memory.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>

// The arrays grow with the points up to `most`; until then the oldest one is the first.
void vl_series_add(vl_series *series, double x, double y)
{
    enum { PIECE = 64 };

    int capacity = series->capacity, wanted = series->count + PIECE;
    if (series->count >= capacity && series->count != series->most) {
        series->x = vl_grow(series->x, &capacity, wanted, sizeof *series->x);
        series->y = vl_grow(series->y, &series->capacity, wanted, sizeof *series->y);
    }
    int slot = vl_series_slot(series, series->count);
    if (series->count == series->most)
        series->first = vl_series_slot(series, 1);
    else
        series->count++;
    series->x[slot] = x;
    series->y[slot] = y;
}

void vl_series_clear(vl_series *series)
{
    series->first = series->count = 0;
}

void vl_series_cut(vl_series *series, double x)
{
    while (series->count > 0 && series->x[vl_series_slot(series, series->count - 1)] >= x)
        series->count--;
}

void vl_series_free(vl_series *series)
{
    vl_free(series->x);
    vl_free(series->y);
    *series = (vl_series){.most = series->most};
}

double vl_series_newest(const vl_series *series)
{
    int newest = series->count - 1;
    return newest < 0 ? -HUGE_VAL : series->x[vl_series_slot(series, newest)];
}

int vl_series_nearest(const vl_series *series, double x)
{
    int low = 0, high = series->count - 1;
    if (high < 0)
        return -1;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (series->x[vl_series_slot(series, middle)] <= x)
            low = middle;
        else
            high = middle;
    }
    double before = x - series->x[vl_series_slot(series, low)];
    double after = series->x[vl_series_slot(series, high)] - x;
    return before <= after ? low : high;
}

double vl_series_at(const vl_series *series, double x)
{
    int index = vl_series_nearest(series, x);
    return index < 0 ? (double)NAN : series->y[vl_series_slot(series, index)];
}

// Marks the lowest and the highest of the points from `begin` to before `end`, and one that is not
// finite.
static void keep_extremes(const vl_series *series, int begin, int end, bool *kept)
{
    int low = -1, high = -1, gap = -1;
    for (int i = begin; i < end; i++) {
        double y = series->y[i];
        if (!isfinite(y))
            gap = i;
        else if (low < 0)
            low = high = i;
        else if (y < series->y[low])
            low = i;
        else if (y > series->y[high])
            high = i;
    }
    const int marked[] = {low, high, gap};
    for (int i = 0; i < 3; i++)
        if (marked[i] >= 0)
            kept[marked[i]] = true;
}

// Marks what stays of the points before `end` if they are divided into `pieces`. Returns how many.
static int mark(vl_series *const *series, int count, int end, int pieces, bool *kept)
{
    double span = series[0]->x[end - 1] - series[0]->x[0];
    double width = fmax(span / pieces, DBL_MIN);
    int sum = 0;
    for (int i = 0; i < end; i++)
        kept[i] = i == 0;
    for (int begin = 0, next; begin < end; begin = next) { // a piece of x
        const double *x = series[0]->x, number = floor((x[begin] - x[0]) / width);
        next = begin + 1;
        while (next < end && floor((x[next] - x[0]) / width) == number)
            next++;
        for (int k = 0; k < count; k++)
            keep_extremes(series[k], begin, next, kept);
    }
    for (int i = 0; i < end; i++)
        sum += kept[i];
    return sum;
}

void vl_series_thin(vl_series *const *series, int count)
{
    int most = series[0]->most, end = most - most / 4, pieces = most / 8;
    if (series[0]->count < most)
        return;
    assert(series[0]->first == 0);
    bool *kept = vl_alloc((size_t)end, sizeof *kept);
    while (mark(series, count, end, pieces, kept) > most / 2 && pieces > 1)
        pieces /= 2;
    for (int k = 0; k < count; k++) {
        vl_series *s = series[k];
        int to = 0;
        for (int i = 0; i < s->count; i++) {
            if (i < end && !kept[i])
                continue;
            s->x[to] = s->x[i];
            s->y[to++] = s->y[i];
        }
        s->count = to;
    }
    vl_free(kept);
}
