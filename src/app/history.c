#include "app/history.h"

enum { MOST_POINTS = 20000 };

enum { SERIES = 5 };

static void list_all(vl_history *history, vl_series *list[SERIES])
{
    list[0] = &history->kinetic;
    list[1] = &history->potential;
    list[2] = &history->total;
    list[3] = &history->dt;
    list[4] = &history->residual;
}

vl_history vl_history_create(void)
{
    vl_series empty = {.most = MOST_POINTS};
    return (vl_history){empty, empty, empty, empty, empty};
}

void vl_history_free(vl_history *history)
{
    vl_series *list[SERIES];
    list_all(history, list);
    for (int i = 0; i < SERIES; i++)
        vl_series_free(list[i]);
}

void vl_history_clear(vl_history *history)
{
    vl_series *list[SERIES];
    list_all(history, list);
    for (int i = 0; i < SERIES; i++)
        vl_series_clear(list[i]);
}

void vl_history_add(vl_history *history, const vl_reading *reading)
{
    vl_series_add(&history->kinetic, reading->time, reading->kinetic);
    vl_series_add(&history->potential, reading->time, reading->potential);
    vl_series_add(&history->total, reading->time, reading->energy);
    vl_series_add(&history->dt, reading->time, 1e3 * reading->dt);
    vl_series_add(&history->residual, reading->time, reading->residual);
}
