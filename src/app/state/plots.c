#include "app/state/plots.h"

#include "app/state/session_parts.h"

#include <string.h>

const char *vl_quantity_write(const vl_quantity *q, double value, const char *unit,
                              char text[VL_QUANTITY_SIZE])
{
    const double times = fabs(value) >= 1e4 && strcmp(unit, "%") == 0 ? 100 : 1; // what 100 % are
    double size = fabs(value /= times);
    int decimals = q->counts ? 0 : size < 10 ? 2 : size < 100 ? 1 : 0;
    const char *sign = q->is_signed && value > 0 && size >= 0.005 ? "+" : "";
    const char *figure = size < 1e6 ? vl_figure_fixed(value, decimals, VL_FIGURE_BUFFER)
                                    : vl_figure(value, 3, VL_FIGURE_BUFFER);
    if (isnan(value))
        snprintf(text, VL_QUANTITY_SIZE, "–");
    else
        snprintf(text, VL_QUANTITY_SIZE, "%s%s %s", sign, figure, times > 1 ? "times" : unit);
    return text;
}

// What is not compared has a point in each reading, and loses the same points.
static const int uncompared[] = {VL_QUANTITY_KINETIC, VL_QUANTITY_POTENTIAL, VL_QUANTITY_ENERGY,
                                 VL_QUANTITY_DT};

enum {
    MOST_POINTS = 16384,
    UNCOMPARED = sizeof uncompared / sizeof *uncompared,
    MOST_SERIES = UNCOMPARED + 1 + 2 * VL_MOST_CAUSES
};

enum { ALL = sizeof((vl_plots *)0)->all / sizeof(vl_series) };

_Static_assert(offsetof(vl_plots, time) == ALL * sizeof(vl_series), "`all` has each of them");

void vl_plots_clear(vl_plots *plots)
{
    for (int i = 0; i < ALL; i++) {
        plots->all[i].most = MOST_POINTS;
        vl_series_clear(&plots->all[i]);
    }
    vl_plots_go_back(plots);
}

void vl_plots_free(vl_plots *plots)
{
    for (int i = 0; i < ALL; i++)
        vl_series_free(&plots->all[i]);
}

void vl_plots_go_back(vl_plots *plots)
{
    plots->time[0] = plots->time[1] = (double)NAN;
}

// A point of an earlier instant than the newest is known already.
static void add_point(vl_series *series, double x, double y)
{
    if (x < vl_series_newest(series))
        return;
    vl_series_cut(series, x);
    vl_series_thin(&series, 1);
    vl_series_add(series, x, y);
}

static double value_of(int quantity, const vl_reading *reading)
{
    const vl_quantity *q = &vl_quantities[quantity];
    return vl_quantity_unit(q, reading).factor * vl_quantity_of(q, reading);
}

void vl_plots_add(vl_plots *plots, const vl_reading *reading, double since)
{
    vl_series *series[MOST_SERIES]; // with a point in each reading
    double values[MOST_SERIES], top = 0, bottom = 0;
    int count = 0;
    for (int i = 0; i < UNCOMPARED; i++) {
        series[count] = &plots->of[uncompared[i]];
        values[count++] = value_of(uncompared[i], reading);
    }
    // Positive parts are stacked upwards from 0 and negative parts downwards from 0. The two ends
    // add up to the total change.
    for (int c = 0; c < vl_cause_count; c++) {
        double part = reading->ledger[c];
        top += part > 0 || isnan(part) ? part : 0;
        bottom += part < 0 || isnan(part) ? part : 0;
        series[count] = &plots->rise[c];
        values[count++] = top;
        series[count] = &plots->fall[c];
        values[count++] = bottom;
    }
    series[count] = &plots->gained;
    values[count++] = top + bottom;
    bool known = reading->time <= vl_series_newest(&plots->gained);
    if (!known)
        vl_series_thin(series, count);
    for (int i = 0; i < count && !known; i++)
        vl_series_add(series[i], reading->time, values[i]);
    for (int f = 0; f < VL_FIGURES; f++) {
        double value = value_of(vl_figures[f], reading);
        vl_series *points = &plots->of[vl_figures[f]];
        double newest = vl_series_newest(points);
        bool anew = since > 0 && reading->time > since && newest <= since;
        if (points->count > 0 && // what lies between is not known, or of another run
            (anew || newest < reading->time - 2 * reading->dt))
            add_point(points, nextafter(newest, HUGE_VAL), (double)NAN);
        // without an exact solution the position error may come later
        if (vl_figures[f] != VL_QUANTITY_POSITION || !isnan(value))
            add_point(points, reading->time, value);
    }
}

void vl_session_track(vl_session *session, int lane, const vl_track *track)
{
    vl_series *positions = &session->lanes[lane].plots.of[VL_QUANTITY_POSITION];
    if (track->state == VL_TRACK_FOLLOWS && isfinite(track->time) && isfinite(track->error))
        add_point(positions, track->time, track->error);
}

static const double turn = 6.283185307179586; // radians

// The shorter way round, of an angle.
static double step_of(const vl_phase_plane *plane, double from, double to)
{
    return plane->axis == VL_PHASE_ANGLE ? remainder(to - from, turn) : to - from;
}

void vl_plots_trace(vl_plots *plots, const vl_phase_plane *plane, double time,
                    double *const x[VL_AXES])
{
    double place = vl_phase_place(plane, x), *before = plots->time, *last = plots->last;
    if (time == before[0])
        return;
    double dt = time - before[0], dt_old = before[0] - before[1];
    double v = step_of(plane, last[0], place) / dt,
           v_old = step_of(plane, last[1], last[0]) / dt_old;
    double speed = (dt_old * v + dt * v_old) / (dt + dt_old);
    if (isfinite(speed) && before[0] >= vl_series_newest(&plots->place)) {
        vl_series *both[] = {&plots->place, &plots->speed};
        bool turned = fabs(last[0] - last[1]) > turn / 2 && plane->axis == VL_PHASE_ANGLE;
        vl_series_cut(both[0], before[0]);
        vl_series_cut(both[1], before[0]);
        vl_series_thin(both, 2);
        vl_series_add(both[0], before[0], turned ? (double)NAN : last[0]);
        vl_series_add(both[1], before[0], speed);
    }
    before[1] = before[0];
    last[1] = last[0];
    before[0] = time;
    last[0] = place;
}

void vl_plots_trace_anew(vl_plots *plots)
{
    vl_series_clear(&plots->place);
    vl_series_clear(&plots->speed);
    vl_plots_go_back(plots);
}

void vl_session_drop_ahead(vl_session *session)
{
    if (session->log->last > session->lab->now.frames)
        return;
    double behind = nextafter(session->lab->now.time, HUGE_VAL);
    for (int i = 0; i < session->lab->count; i++)
        for (int k = 0; k < ALL; k++)
            vl_series_cut(&session->lanes[i].plots.all[k], behind);
}
