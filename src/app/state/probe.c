#include "app/state/probe.h"

#include "physics/world/world.h"

void vl_probe_follow(vl_probe *probe, vl_session *session, int particle)
{
    double time = session->lab->now.time;
    probe->particle = particle;
    for (int i = 0; i < session->lab->count && particle > 0; i++) {
        vl_world *world = session->lab->runs[i].world;
        if (world->now.diverged)
            continue;
        // the length of the next frame, where the common stream knows it and the lane makes its
        // frames
        double next =
            session->lab->runs[i].lane.own_stream ? 0 : vl_pacing_peek(&session->pacing, time);
        int slot = world->particles.slot_of[particle - 1];
        probe->lanes[i].now = vl_probe_read(world, slot, next);
    }
}

void vl_probe_show(vl_probe *probe)
{
    for (int i = 0; i < VL_MOST_LANES; i++)
        probe->lanes[i].shown = probe->lanes[i].now;
}
