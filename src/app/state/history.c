#include "app/state/history.h"

#include <math.h>

enum { MOST_POINTS = 20000 };

// Calls `change` with every series, and with `x`.
static void for_each(vl_history *history, void (*change)(vl_series *series, double x), double x)
{
    vl_series *const list[] = {&history->kinetic, &history->potential, &history->total,
                               &history->dt,      &history->residual,  &history->gained};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        change(list[i], x);
    for (int c = 0; c < vl_cause_count; c++) {
        change(&history->rise[c], x);
        change(&history->fall[c], x);
    }
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
    vl_series_add(&history->kinetic, reading->time, reading->kinetic);
    vl_series_add(&history->potential, reading->time, reading->potential);
    vl_series_add(&history->total, reading->time, reading->energy);
    vl_series_add(&history->dt, reading->time, 1e3 * reading->dt);
    vl_series_add(&history->residual, reading->time, reading->residual);
    add_ledger(history, reading);
}
