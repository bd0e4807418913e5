#include "app/state/frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double late = 1.5; // times the usual length of the frames around

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(const double *values, int count)
{
    double sorted[VL_MOST_FRAMES];
    if (count == 0)
        return (double)NAN;
    memcpy(sorted, values, (size_t)count * sizeof *values);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    return sorted[count / 2];
}

// Returns the number of the oldest frame that is read.
static int first_frame(const vl_series *series, double window)
{
    int first = series->count;
    double newest = first > 0 ? series->x[vl_series_slot(series, first - 1)] : 0;
    while (first > 0 && series->count - first < VL_MOST_FRAMES &&
           series->x[vl_series_slot(series, first - 1)] > newest - window)
        first--;
    return first;
}

void vl_frames_read(vl_frames *frames, const vl_history *history, double window)
{
    const vl_series *series = &history->dt;
    int first = first_frame(series, window);
    frames->count = series->count - first;
    frames->longest = 0;
    for (int i = 0; i < frames->count; i++) {
        int slot = vl_series_slot(series, first + i);
        frames->end[i] = series->x[slot];
        frames->dt[i] = series->y[slot];
        frames->late[i] = history->late.y[vl_series_slot(&history->late, first + i)] > 0;
        frames->longest = fmax(frames->longest, series->y[slot]);
    }
    frames->usual = median(frames->dt, frames->count);
}

// --- late frames ---

enum { NEAR = 8 }; // frames on each side of one

// The median length of the frames from `first` to before `end`, as far as they exist; 0 without
// any.
static double usual_among(const vl_series *dt, int first, int end)
{
    double near[NEAR];
    int count = 0;
    first = first > 0 ? first : 0;
    end = end < dt->count ? end : dt->count;
    for (int i = first; i < end; i++)
        near[count++] = dt->y[vl_series_slot(dt, i)];
    return count > 0 ? median(near, count) : 0;
}

// Frames on both sides are asked, so that frames of a lower rate are not late beside a higher one.
static bool is_late(const vl_series *dt, int index)
{
    double before = usual_among(dt, index - NEAR, index);
    double after = usual_among(dt, index + 1, index + 1 + NEAR);
    double usual = fmax(before, after);
    return usual > 0 && dt->y[vl_series_slot(dt, index)] > late * usual;
}

void vl_frames_mark(const vl_series *dt, vl_series *marks)
{
    int first = dt->count - 1 - NEAR;
    for (int i = first > 0 ? first : 0; i < dt->count; i++)
        marks->y[vl_series_slot(marks, i)] = is_late(dt, i);
}
