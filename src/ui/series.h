#pragma once

/// Points in the order of their arrival; at most `most`, then the oldest are dropped. A fresh one
/// is `{0}` with `most` filled in.
typedef struct vl_series {
    int most;         ///< > 0
    double *x, *y;    ///< ring buffers
    int first, count; ///< index of the oldest
    int capacity;
} vl_series;

void vl_series_add(vl_series *series, double x, double y);
void vl_series_clear(vl_series *series);

/// Drops the newest points whose x is not less than `x`.
void vl_series_cut(vl_series *series, double x);

void vl_series_free(vl_series *series);

/// Makes room in `count` series with the same x, which never falls, if they are full, so that none
/// loses its beginning. The newest quarter of the points stays as it is. The others are divided
/// into equal pieces of x, and of each piece those points stay at which one of the series is lowest
/// or highest in it, or not finite. At least a quarter of the points go.
void vl_series_thin(vl_series *const *series, int count);

/// Returns the array index of point number `index` (0 is the oldest).
static inline int vl_series_slot(const vl_series *series, int index)
{
    int slot = series->first + index;
    return slot < series->most ? slot : slot - series->most;
}

/// Returns the newest x, or −∞ if there is no point.
double vl_series_newest(const vl_series *series);

/// Returns the number of the point that is nearest to `x`, in a series whose x never falls; −1 if
/// there is none. And its y; NaN if there is none.
int vl_series_nearest(const vl_series *series, double x);
double vl_series_at(const vl_series *series, double x);
