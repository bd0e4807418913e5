#include "app/state/plots.h"

#include "app/state/session_parts.h"
#include "physics/math/axes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *vl_quantity_write(const vl_quantity *q, double value, const char *unit,
                              char text[VL_QUANTITY_SIZE])
{
    double size = fabs(value);
    int decimals = q->counts ? 0 : size < 10 ? 2 : size < 100 ? 1 : 0;
    const char *sign = q->is_signed && value > 0 && size >= 0.005 ? "+" : "";
    const char *figure = size < 10000 ? vl_figure_fixed(value, decimals, VL_FIGURE_BUFFER)
                                      : vl_figure(value, 2, VL_FIGURE_BUFFER);
    if (isnan(value))
        snprintf(text, VL_QUANTITY_SIZE, "–");
    else
        snprintf(text, VL_QUANTITY_SIZE, "%s%s %s", sign, figure, unit);
    return text;
}

// --- the series ---

// What is not compared has a point in each reading, and loses the same points.
static const int uncompared[] = {VL_QUANTITY_KINETIC, VL_QUANTITY_POTENTIAL, VL_QUANTITY_ENERGY,
                                 VL_QUANTITY_DT};

enum {
    MOST_POINTS = 16384,
    UNCOMPARED = sizeof uncompared / sizeof *uncompared,
    MOST_SERIES = UNCOMPARED + 1 + 2 * VL_MOST_CAUSES
};

// Fills in the series with a point in each reading, and returns how many there are.
static int list(vl_plots *plots, vl_series *series[MOST_SERIES])
{
    int count = 0;
    for (int i = 0; i < UNCOMPARED; i++)
        series[count++] = &plots->of[uncompared[i]];
    series[count++] = &plots->gained;
    for (int c = 0; c < vl_cause_count; c++) {
        series[count++] = &plots->rise[c];
        series[count++] = &plots->fall[c];
    }
    return count;
}

static void clear(vl_series *series)
{
    series->most = MOST_POINTS;
    vl_series_clear(series);
}

static void for_each(vl_plots *plots, void (*change)(vl_series *series))
{
    vl_series *series[MOST_SERIES];
    int count = list(plots, series);
    for (int i = 0; i < count; i++)
        change(series[i]);
    for (int f = 0; f < VL_FIGURES; f++)
        change(&plots->of[vl_figures[f]]);
    for (int i = 0; i < VL_MOST_LANES; i++)
        change(&plots->apart[i]);
}

static void forget_recent(vl_recent *recent)
{
    for (int i = 0; i < VL_RECENT; i++)
        recent->time[i] = (double)NAN;
}

void vl_plots_clear(vl_plots *plots)
{
    for_each(plots, clear);
    vl_plots_go_back(plots);
}

void vl_plots_free(vl_plots *plots)
{
    for_each(plots, vl_series_free);
    for (int i = 0; i < VL_RECENT && plots->recent.size > 0; i++)
        vl_axes_free(plots->recent.x[i]);
}

void vl_plots_go_back(vl_plots *plots)
{
    for (int c = 0; c < vl_cause_count; c++)
        plots->ledger[c] = plots->change[c] = (double)NAN; // that of the last step is not known
    forget_recent(&plots->recent);
}

// Stacks positive parts upwards from 0 and negative parts downwards from 0. The two ends add up to
// the total change. The points of an instant that is `known` are there already.
static void add_ledger(vl_plots *plots, const vl_reading *reading, bool known)
{
    double top = 0, bottom = 0;
    for (int c = 0; c < vl_cause_count; c++) {
        double part = reading->ledger[c];
        top += part > 0 || isnan(part) ? part : 0;
        bottom += part < 0 || isnan(part) ? part : 0;
        if (!known) {
            vl_series_add(&plots->rise[c], reading->time, top);
            vl_series_add(&plots->fall[c], reading->time, bottom);
        }
        plots->change[c] = part - plots->ledger[c];
        plots->ledger[c] = part;
    }
    if (!known)
        vl_series_add(&plots->gained, reading->time, top + bottom);
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

void vl_plots_add(vl_plots *plots, const vl_reading *reading)
{
    vl_series *series[MOST_SERIES];
    bool known = reading->time <= vl_series_newest(&plots->gained);
    if (!known)
        vl_series_thin(series, list(plots, series));
    for (int i = 0; i < UNCOMPARED && !known; i++)
        vl_series_add(series[i], reading->time, value_of(uncompared[i], reading));
    add_ledger(plots, reading, known);
    for (int f = 0; f < VL_FIGURES; f++) {
        double value = value_of(vl_figures[f], reading);
        // without an exact solution the position error may come later
        if (vl_figures[f] != VL_QUANTITY_POSITION || !isnan(value))
            add_point(&plots->of[vl_figures[f]], reading->time, value);
    }
}

void vl_session_track(vl_session *session, int lane, const vl_track *track)
{
    vl_series *positions = &session->lanes[lane].plots.of[VL_QUANTITY_POSITION];
    if (track->state == VL_TRACK_FOLLOWS && isfinite(track->time) && isfinite(track->error))
        add_point(positions, track->time, track->error);
}

// --- the distances of lanes ---

// The lanes behind it have moved up already.
void vl_session_forget_distances(vl_session *session, int lane)
{
    for (int i = lane; i < session->lab->count; i++) {
        vl_series *apart = session->lanes[i].plots.apart, gone = apart[lane];
        size_t behind = (size_t)(VL_MOST_LANES - lane - 1);
        memmove(&apart[lane], &apart[lane + 1], behind * sizeof gone);
        apart[VL_MOST_LANES - 1] = gone; // its memory is used again
    }
}

const vl_series *vl_session_distances(const vl_session *session, int lane, int other)
{
    int later = lane > other ? lane : other, earlier = lane > other ? other : lane;
    return lane == other ? NULL : &session->lanes[later].plots.apart[earlier];
}

// Returns the number of the state of an instant, or −1.
static int state_at(const vl_recent *recent, double time)
{
    for (int i = 0; i < VL_RECENT; i++)
        if (vl_lab_same_instant(recent->time[i], time))
            return i;
    return -1;
}

// A state that is told again replaces what it was; else the oldest one goes.
static int store(vl_recent *recent, double time, double *const x[VL_AXES], int size)
{
    for (int i = 0; i < VL_RECENT && recent->size != size; i++) {
        if (recent->size > 0)
            vl_axes_free(recent->x[i]);
        vl_axes_create(recent->x[i], size);
    }
    recent->size = size;
    int place = state_at(recent, time);
    if (place < 0)
        place = recent->next = (recent->next + 1) % VL_RECENT;
    recent->time[place] = time;
    vl_axes_copy(recent->x[place], x, size);
    return place;
}

// The distance between two sets of positions of one scene, by slot, m: root mean square over the
// particles that are not pinned in `world`.
static double distance(const vl_world *world, double *const x[VL_AXES],
                       double *const other[VL_AXES])
{
    const vl_particles *p = &world->particles;
    double sum = 0;
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 apart = vl_sub(vl_read(x, i), vl_read(other, i));
        bool moves = !p->pinned[i];
        sum += moves ? vl_dot(apart, apart) : 0;
        count += moves;
    }
    return count > 0 ? sqrt(sum / count) : 0;
}

void vl_session_compare_positions(vl_session *session, int lane, double time,
                                  double *const x[VL_AXES])
{
    const vl_world *world = session->lab->runs[lane].world;
    vl_recent *recent = &session->lanes[lane].plots.recent;
    if (session->lab->count < 2)
        return;
    int place = store(recent, time, x, world->particles.count);
    for (int i = 0; i < session->lab->count; i++) {
        const vl_recent *other = &session->lanes[i].plots.recent;
        int theirs = i == lane || other->size != recent->size ? -1 : state_at(other, time);
        if (theirs < 0)
            continue;
        double apart = distance(world, recent->x[place], other->x[theirs]);
        vl_series *series = &session->lanes[i > lane ? i : lane].plots.apart[i > lane ? lane : i];
        if (isfinite(apart))
            add_point(series, time, apart);
    }
}

// --- the points ahead ---

void vl_session_drop_ahead(vl_session *session)
{
    if (vl_log_last(session->log) > session->lab->now.frames)
        return;
    double behind = nextafter(session->lab->now.time, HUGE_VAL);
    for (int i = 0; i < session->lab->count; i++) {
        vl_plots *plots = &session->lanes[i].plots;
        vl_series *series[MOST_SERIES];
        for (int k = list(plots, series) - 1; k >= 0; k--)
            vl_series_cut(series[k], behind);
        for (int f = 0; f < VL_FIGURES; f++)
            vl_series_cut(&plots->of[vl_figures[f]], behind);
        for (int k = 0; k < i; k++)
            vl_series_cut(&plots->apart[k], behind);
    }
}
