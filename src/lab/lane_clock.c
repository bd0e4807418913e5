#include "lab/lane_clock.h"

#include "base/memory.h"
#include "scene/file.h"
#include "scene/warnings.h"

#include <float.h>
#include <math.h>

// A step may end beyond the time by this part of itself: 300 steps of 0.0166667 s, which is 1/60 s
// in decimals, are 5.00001 s.
static const double rounding = 0.01;

bool vl_frame_fits(double dt, double left)
{
    return dt <= left + rounding * dt;
}

static bool open_stream(vl_lane_clock *clock, const vl_scene *lane, vl_error *error)
{
    char *folder = lane->path ? vl_path_folder(lane->path) : NULL;
    clock->stream = vl_stream_parse(lane->timestep, folder, error);
    vl_stream_mismeasure(clock->stream, lane->mistake);
    vl_free(folder);
    return clock->stream;
}

bool vl_lane_clock_begin(vl_lane_clock *clock, const vl_scene *lane, const vl_moment *now,
                         vl_error *error)
{
    *clock = (vl_lane_clock){0};
    if (!vl_policy_parse(&clock->policy, lane->policy, error) ||
        (lane->lane.own_stream && !open_stream(clock, lane, error)))
        return false;
    clock->policy.now.time = now->time;
    clock->policy.now.compensation = now->compensation;
    return true;
}

void vl_lane_clock_free(vl_lane_clock *clock)
{
    vl_stream_free(clock->stream);
    clock->stream = NULL;
}

bool vl_lane_clock_is_plain(const vl_lane_clock *clock)
{
    return !clock->stream && vl_policy_is_raw(&clock->policy);
}

void vl_lane_clock_frame(vl_lane_clock *clock, double dt)
{
    clock->made = 0;
    if (!clock->stream)
        vl_policy_frame(&clock->policy, dt);
}

static bool read_next(vl_lane_clock *clock)
{
    if (clock->stream && !clock->has_next)
        clock->has_next = vl_stream_next(clock->stream, clock->policy.now.time, &clock->next);
    return clock->has_next;
}

double vl_lane_clock_behind(vl_lane_clock *clock, double end)
{
    double left = end - clock->policy.now.time;
    return read_next(clock) && vl_frame_fits(clock->next, left) ? fmax(left, DBL_MIN) : 0;
}

bool vl_lane_clock_next(vl_lane_clock *clock, double end, double *dt)
{
    while (!vl_policy_next(&clock->policy, dt)) {
        if (clock->made == VL_LANE_MOST_FRAMES || vl_lane_clock_behind(clock, end) == 0)
            return false;
        clock->made++;
        clock->has_next = false;
        vl_policy_frame(&clock->policy, clock->next);
    }
    return true;
}

double vl_lane_clock_look(vl_lane_clock *clock, double dt)
{
    double own = read_next(clock) ? clock->next : 0;
    return vl_policy_look(&clock->policy, clock->stream ? own : dt);
}
