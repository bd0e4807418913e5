// The distances of lanes over the run, and the end of their courses.

#include "app/state/session_parts.h"
#include "physics/math/axes.h"

#include <math.h>
#include <string.h>

void vl_session_clear_distances(vl_session_lane *lane)
{
    for (int i = 0; i < VL_MOST_LANES; i++)
        vl_course_clear_series(&lane->apart[i]);
    vl_session_forget_recent(lane);
}

void vl_session_free_distances(vl_session_lane *lane)
{
    for (int i = 0; i < VL_MOST_LANES; i++)
        vl_series_free(&lane->apart[i]);
    for (int i = 0; i < VL_RECENT && lane->recent.size > 0; i++)
        vl_axes_free(lane->recent.x[i]);
}

// The lanes behind it have moved up already.
void vl_session_forget_distances(vl_session *session, int lane)
{
    for (int i = lane; i < session->lane_count; i++) {
        vl_series *apart = session->lanes[i].apart, gone = apart[lane];
        size_t behind = (size_t)(VL_MOST_LANES - lane - 1);
        memmove(&apart[lane], &apart[lane + 1], behind * sizeof gone);
        apart[VL_MOST_LANES - 1] = gone; // its memory is used again
    }
}

const vl_series *vl_session_distances(const vl_session *session, int lane, int other)
{
    int later = lane > other ? lane : other, earlier = lane > other ? other : lane;
    return lane == other ? NULL : &session->lanes[later].apart[earlier];
}

// --- recent states ---

void vl_session_forget_recent(vl_session_lane *lane)
{
    for (int i = 0; i < VL_RECENT; i++)
        lane->recent.time[i] = (double)NAN;
}

static void make_room(vl_recent *recent, int size)
{
    if (recent->size == size)
        return;
    for (int i = 0; i < VL_RECENT; i++) {
        if (recent->size > 0)
            vl_axes_free(recent->x[i]);
        vl_axes_create(recent->x[i], size);
    }
    recent->size = size;
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
    make_room(recent, size);
    int place = state_at(recent, time);
    if (place < 0)
        place = recent->next = (recent->next + 1) % VL_RECENT;
    recent->time[place] = time;
    vl_axes_copy(recent->x[place], x, size);
    return place;
}

void vl_session_compare_positions(vl_session *session, int lane, double time,
                                  double *const x[VL_AXES])
{
    const vl_world *world = session->lab->runs[lane].world;
    vl_recent *recent = &session->lanes[lane].recent;
    if (session->lane_count < 2)
        return;
    int place = store(recent, time, x, world->particles.count);
    for (int i = 0; i < session->lane_count; i++) {
        const vl_recent *other = &session->lanes[i].recent;
        int theirs = i == lane || other->size != recent->size ? -1 : state_at(other, time);
        if (theirs < 0)
            continue;
        double apart = vl_lab_distance(world, recent->x[place], other->x[theirs]);
        vl_series *series = &session->lanes[i > lane ? i : lane].apart[i > lane ? lane : i];
        if (isfinite(apart))
            vl_course_add_point(series, time, apart);
    }
}

// --- the points ahead ---

void vl_session_drop_ahead(vl_session *session)
{
    const vl_timeline *timeline = session->timeline;
    if (vl_timeline_last(timeline) > vl_timeline_present(timeline))
        return;
    double now = session->lab->now.time;
    for (int i = 0; i < session->lane_count; i++) {
        vl_course_cut(&session->lanes[i].course, now);
        for (int k = 0; k < i; k++)
            vl_series_cut(&session->lanes[i].apart[k], nextafter(now, HUGE_VAL));
    }
}

void vl_session_track(vl_session *session, int lane, const vl_track *track)
{
    if (track->state == VL_TRACK_FOLLOWS)
        vl_course_add_position(&session->lanes[lane].course, track->time, track->error);
}
