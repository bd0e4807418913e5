// What was before the run went another way: its places are kept, and compared with those of now.

#include "app/state/session_parts.h"

#include <math.h>

static const size_t most_bytes = (size_t)24 << 20; // of each trace

enum { FORMER_POINTS = 4096 }; // of each series

// --- the readings of what was ---

enum { FORMER_SERIES = VL_QUANTITIES + 3 };

static void list_former(vl_former *former, vl_series *series[FORMER_SERIES])
{
    for (int q = 0; q < VL_QUANTITIES; q++)
        series[q] = &former->of[q];
    series[VL_QUANTITIES] = &former->total;
    series[VL_QUANTITIES + 1] = &former->kinetic;
    series[VL_QUANTITIES + 2] = &former->potential;
}

static void free_former(vl_former *former)
{
    vl_series *series[FORMER_SERIES];
    list_former(former, series);
    for (int i = 0; i < FORMER_SERIES; i++)
        vl_series_free(series[i]);
    *former = (vl_former){0};
}

static void add_former(vl_former *former, const vl_reading *reading)
{
    vl_series *series[FORMER_SERIES];
    list_former(former, series);
    vl_series_thin(series, FORMER_SERIES);
    for (int q = 0; q < VL_QUANTITIES; q++)
        vl_series_add(&former->of[q], reading->time, vl_quantities[q].of(reading));
    vl_series_add(&former->total, reading->time, reading->energy);
    vl_series_add(&former->kinetic, reading->time, reading->kinetic);
    vl_series_add(&former->potential, reading->time, reading->potential);
}

static void fill_former(vl_session *session)
{
    vl_former *former = &session->former;
    vl_series *series[FORMER_SERIES];
    vl_reading reading = {0};
    list_former(former, series);
    for (int i = 0; i < FORMER_SERIES; i++) {
        series[i]->most = FORMER_POINTS;
        vl_series_clear(series[i]);
    }
    for (int i = 0; i < vl_trace_count(session->before); i++) {
        vl_trace_reading_at(session->before, session->chosen, i, &reading);
        if (reading.time >= session->parted && reading.time > vl_series_newest(&former->total))
            add_former(former, &reading);
    }
    former->lane = session->chosen;
    former->number = session->partings;
}

bool vl_session_remembers(const vl_session *session)
{
    return session->before && vl_trace_count(session->before) > 0;
}

const vl_former *vl_session_former(vl_session *session)
{
    const vl_former *former = &session->former;
    if (!vl_session_remembers(session))
        return NULL;
    if (former->number != session->partings || former->lane != session->chosen)
        fill_former(session);
    return former;
}

bool vl_session_former_reading(const vl_session *session, double time, vl_reading *reading)
{
    return vl_session_remembers(session) && time >= session->parted &&
           vl_trace_reading(session->before, session->chosen, time, reading);
}

// --- the traces ---

void vl_session_free_traces(vl_session *session)
{
    free_former(&session->former);
    vl_trace_free(session->trace);
    vl_trace_free(session->before);
    session->trace = session->before = NULL;
}

void vl_session_begin_traces(vl_session *session)
{
    vl_session_free_traces(session);
    session->trace = vl_trace_create(session->lab, most_bytes);
    session->before = vl_trace_create(session->lab, most_bytes);
    session->reached = session->lab->now.frames;
    vl_trace_add(session->trace, session->lab);
}

// Frames that were reached are lost as soon as the run goes another way.
void vl_session_follow_trace(vl_session *session)
{
    const vl_timeline *timeline = session->timeline;
    int64_t last = vl_timeline_last(timeline), first = vl_timeline_first(timeline);
    if (last < session->reached) {
        vl_trace_copy(session->before, session->trace);
        session->parted = vl_timeline_time(timeline, last > first ? last - 1 : first);
        session->partings++;
    }
    session->reached = last;
    if (last == vl_timeline_present(timeline))
        vl_trace_add(session->trace, session->lab);
}

bool vl_session_has_before(const vl_session *session)
{
    return session->before && vl_trace_end(session->before) >= session->lab->now.time;
}

void vl_session_forget_before(vl_session *session)
{
    vl_trace_clear(session->before);
}

bool vl_session_before_places(const vl_session *session, int lane, double *const x[VL_AXES])
{
    return vl_session_has_before(session) &&
           vl_trace_places(session->before, lane, session->lab->runs[lane].now.time, x);
}

vl_difference vl_session_before_difference(const vl_session *session)
{
    const vl_instant *now = &session->instant;
    double time = now->reading.time;
    vl_vec3 x;
    vl_difference d = {.there =
                           vl_session_has_before(session) &&
                           vl_trace_place(session->before, session->chosen, now->slot, time, &x)};
    if (!d.there)
        return d;
    d.distance = vl_length(vl_sub(now->x, x));
    vl_reading then = {.energy_error = (double)NAN};
    (void)vl_trace_reading(session->before, session->chosen, time, &then);
    d.energy_error = now->reading.energy_error - then.energy_error;
    return d;
}
