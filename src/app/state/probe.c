#include "app/state/probe.h"

#include "physics/world/world.h"

#include <math.h>

enum { MOST_POINTS = 3000 };

static void clear(vl_probe *probe)
{
    for (int i = 0; i < VL_MOST_LANES; i++)
        for (int axis = 0; axis < VL_AXES; axis++) {
            vl_probe_lane *lane = &probe->lanes[i];
            lane->x[axis].most = lane->phase[axis].most = MOST_POINTS;
            vl_series_clear(&lane->x[axis]);
            vl_series_clear(&lane->phase[axis]);
        }
}

static bool are_followed(const vl_probe *probe, const vl_session *session)
{
    bool same = true;
    for (int i = 0; i < VL_MOST_LANES; i++)
        same = same && probe->ids[i] == (i < session->lane_count ? session->lanes[i].id : 0);
    return same;
}

static double axis_of(vl_vec3 vector, int axis)
{
    return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z;
}

static void begin(vl_probe *probe, const vl_session *session, int particle)
{
    clear(probe);
    probe->particle = particle;
    for (int i = 0; i < VL_MOST_LANES; i++)
        probe->ids[i] = i < session->lane_count ? session->lanes[i].id : 0;
}

static void add_points(vl_probe_lane *lane)
{
    const vl_probe_reading *r = &lane->now;
    if (r->time <= vl_series_newest(&lane->x[0]))
        return;
    for (int axis = 0; axis < VL_AXES; axis++) {
        vl_series_add(&lane->x[axis], r->time, axis_of(r->x, axis));
        vl_series_add(&lane->phase[axis], axis_of(r->x, axis), axis_of(r->v, axis));
    }
}

void vl_probe_follow(vl_probe *probe, vl_session *session, int particle)
{
    double time = session->lab->now.time;
    if (particle == 0) {
        probe->particle = 0;
        return;
    }
    if (particle != probe->particle || time < probe->time || !are_followed(probe, session))
        begin(probe, session, particle);
    for (int i = 0; i < session->lane_count; i++) {
        vl_world *world = vl_session_lane_world(session, i);
        int slot = world->particles.slot_of[particle - 1];
        if (world->now.diverged)
            continue;
        double frame = vl_pacing_peek(&session->pacing, session->lab->now.time);
        double next = vl_lane_clock_look(&session->lab->runs[i].clock, frame);
        probe->lanes[i].now = vl_probe_read(world, slot, next);
        add_points(&probe->lanes[i]);
    }
    probe->time = time;
}

void vl_probe_show(vl_probe *probe)
{
    for (int i = 0; i < VL_MOST_LANES; i++)
        probe->lanes[i].shown = probe->lanes[i].now;
}

void vl_probe_free(vl_probe *probe)
{
    for (int i = 0; i < VL_MOST_LANES; i++)
        for (int axis = 0; axis < VL_AXES; axis++) {
            vl_series_free(&probe->lanes[i].x[axis]);
            vl_series_free(&probe->lanes[i].phase[axis]);
        }
    *probe = (vl_probe){0};
}
