// The distances of lanes over the run, and the end of their courses.

#include "app/state/session_parts.h"

#include <math.h>
#include <string.h>

void vl_session_clear_distances(vl_session_lane *lane)
{
    for (int i = 0; i < VL_MOST_LANES; i++)
        vl_course_clear_series(&lane->apart[i]);
}

void vl_session_free_distances(vl_session_lane *lane)
{
    for (int i = 0; i < VL_MOST_LANES; i++)
        vl_series_free(&lane->apart[i]);
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

void vl_session_record_distances(vl_session *session)
{
    for (int i = 0; i < session->lane_count; i++)
        for (int k = 0; k < i; k++) {
            double distance = vl_lab_distance(session->lab, i, k);
            if (!isnan(distance))
                vl_course_add_point(&session->lanes[i].apart[k],
                                    session->lab->runs[i].world->now.time, distance);
        }
}

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
