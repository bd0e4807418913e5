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
        frames->longest = fmax(frames->longest, series->y[slot]);
    }
    frames->usual = median(frames->dt, frames->count);
}

// The median length of the frames from `first` to before `end`, as far as they exist; 0 without
// any.
static double usual_among(const vl_frames *frames, int first, int end)
{
    first = first > 0 ? first : 0;
    end = end < frames->count ? end : frames->count;
    return end > first ? median(frames->dt + first, end - first) : 0;
}

// Frames on both sides are asked, so that frames of a lower rate are not late beside a higher one.
bool vl_frame_is_late(const vl_frames *frames, int index)
{
    enum { NEAR = 8 };

    double before = usual_among(frames, index - NEAR, index);
    double after = usual_among(frames, index + 1, index + 1 + NEAR);
    double usual = fmax(before, after);
    return usual > 0 && frames->dt[index] > late * usual;
}
