#include "app/state/history.h"

#include <math.h>

enum { MOST_POINTS = 16384 };

enum { MOST_SERIES = 6 + 2 * VL_MOST_CAUSES };

// Fills in every series, and returns how many there are. All have the same x.
static int list(vl_history *history, vl_series *series[MOST_SERIES])
{
    vl_series *const single[] = {&history->kinetic, &history->potential, &history->total,
                                 &history->dt,      &history->residual,  &history->gained};
    int count = 0;
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        series[count++] = single[i];
    for (int c = 0; c < vl_cause_count; c++) {
        series[count++] = &history->rise[c];
        series[count++] = &history->fall[c];
    }
    return count;
}

// Calls `change` with every series, and with `x`.
static void for_each(vl_history *history, void (*change)(vl_series *series, double x), double x)
{
    vl_series *series[MOST_SERIES];
    int count = list(history, series);
    for (int i = 0; i < count; i++)
        change(series[i], x);
}

static void clear(vl_series *series, double x)
{
    series->most = MOST_POINTS;
    vl_series_clear(series);
}

static void release(vl_series *series, double x)
{
    vl_series_free(series);
}

void vl_history_free(vl_history *history)
{
    for_each(history, release, 0);
}

void vl_history_cut(vl_history *history, double time)
{
    for_each(history, vl_series_cut, time);
}

void vl_history_clear(vl_history *history)
{
    for_each(history, clear, 0);
    for (int c = 0; c < vl_cause_count; c++)
        history->ledger[c] = history->change[c] = (double)NAN;
}

// Stacks positive parts upwards from 0 and negative parts downwards from 0. The two ends add up to
// the total change.
static void add_ledger(vl_history *history, const vl_reading *reading)
{
    double top = 0, bottom = 0;
    for (int c = 0; c < vl_cause_count; c++) {
        double part = reading->ledger[c];
        top += part > 0 || isnan(part) ? part : 0;
        bottom += part < 0 || isnan(part) ? part : 0;
        vl_series_add(&history->rise[c], reading->time, top);
        vl_series_add(&history->fall[c], reading->time, bottom);
        history->change[c] = part - history->ledger[c];
        history->ledger[c] = part;
    }
    vl_series_add(&history->gained, reading->time, top + bottom);
}

void vl_history_add(vl_history *history, const vl_reading *reading)
{
    vl_series *series[MOST_SERIES];
    vl_series_thin(series, list(history, series));
    vl_series_add(&history->kinetic, reading->time, reading->kinetic);
    vl_series_add(&history->potential, reading->time, reading->potential);
    vl_series_add(&history->total, reading->time, reading->energy);
    vl_series_add(&history->dt, reading->time, 1e3 * reading->dt);
    vl_series_add(&history->residual, reading->time, reading->residual);
    add_ledger(history, reading);
}
