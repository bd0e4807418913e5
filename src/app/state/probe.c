#include "app/state/probe.h"

#include "physics/world/world.h"

#include <math.h>

enum { MOST_POINTS = 3000 };

static void clear(vl_probe_lane *lane)
{
    for (int axis = 0; axis < VL_AXES; axis++) {
        lane->x[axis].most = lane->phase[axis].most = MOST_POINTS;
        vl_series_clear(&lane->x[axis]);
        vl_series_clear(&lane->phase[axis]);
    }
}

static double axis_of(vl_vec3 vector, int axis)
{
    return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z;
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
    bool anew = particle != probe->particle || time < probe->time;
    probe->particle = particle;
    probe->time = time;
    for (int i = 0; i < session->lab->count && particle > 0; i++) {
        vl_probe_lane *lane = &probe->lanes[i];
        vl_world *world = vl_session_lane_world(session, i);
        if (anew || lane->id != session->lanes[i].id)
            clear(lane);
        lane->id = session->lanes[i].id;
        if (world->now.diverged)
            continue;
        // the length of the next frame, where the common stream knows it and the lane makes its
        // frames
        double next =
            session->lab->runs[i].lane.timestep ? 0 : vl_pacing_peek(&session->pacing, time);
        lane->now = vl_probe_read(world, world->particles.slot_of[particle - 1], next);
        add_points(lane);
    }
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
