// Lanes are added, removed, chosen and named.

#include "app/state/session_parts.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

#include <stdio.h>
#include <string.h>

void vl_session_choose(vl_session *session, int lane)
{
    if (lane == session->chosen)
        return;
    vl_session_forget_propagation(session);
    session->chosen = lane;
    vl_session_settle(session);
    vl_session_show_chosen(session);
}

int vl_session_add_lane(vl_session *session, int integrator)
{
    if (session->lane_count == VL_MOST_LANES)
        return -1;
    if (session->engine)
        (void)vl_session_set_engine(session, NULL);
    int index = session->lane_count++;
    session->lanes[index].integrator = integrator;
    session->lanes[index].solver = vl_session_lane_chosen(session)->solver;
    session->chosen = index;
    session->own_lanes = true;
    vl_session_reset(session);
    return index;
}

bool vl_session_remove_lane(vl_session *session, int lane)
{
    if (session->lane_count == 1)
        return false;
    vl_session_lane gone = session->lanes[lane];
    size_t behind = (size_t)(session->lane_count - lane - 1);
    memmove(&session->lanes[lane], &session->lanes[lane + 1], behind * sizeof gone);
    session->lanes[--session->lane_count] = gone; // the memory of its history is used again
    session->chosen -= session->chosen > lane || session->chosen == session->lane_count;
    session->own_lanes = true;
    vl_session_reset(session);
    return true;
}

int vl_session_lane_with(const vl_session *session, int integrator)
{
    for (int i = 0; i < session->lane_count; i++)
        if (session->lanes[i].integrator == integrator)
            return i;
    return -1;
}

const char *vl_session_lane_label(const vl_session *session, int lane, char label[VL_LANE_LABEL])
{
    int integrator = session->lanes[lane].integrator, earlier = 0;
    for (int i = 0; i < lane; i++)
        earlier += session->lanes[i].integrator == integrator;
    const char *title = vl_integrators[integrator]->title;
    if (earlier == 0)
        snprintf(label, VL_LANE_LABEL, "%s", title);
    else
        snprintf(label, VL_LANE_LABEL, "%s · %d", title, earlier + 1);
    return label;
}
