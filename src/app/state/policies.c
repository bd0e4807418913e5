// Frames and policies of the lanes, and what they make the picture show.

#include "app/state/session_parts.h"
#include "physics/math/axes.h"

#include <string.h>

// --- where they act ---

bool vl_session_have_one_policy(const vl_session *session)
{
    for (int i = 1; i < session->lane_count; i++)
        if (strcmp(session->lanes[i].policy.text, session->lanes[0].policy.text) != 0)
            return false;
    return true;
}

bool vl_session_has_own_streams(const vl_session *session)
{
    for (int i = 0; i < session->lane_count; i++)
        if (session->lanes[i].stream)
            return true;
    return false;
}

bool vl_session_has_common_steps(const vl_session *session)
{
    return !session->lane_policies && !vl_session_has_own_streams(session);
}

// One policy on common frames makes the same steps for all lanes. They are made one at a time, so
// that a step is what a key makes, what is recorded for the way back, and what may be too much for
// a frame of the display.
void vl_session_place_policies(vl_session *session)
{
    const vl_policy *first = &session->lanes[0].policy;
    bool own_frames = vl_session_has_own_streams(session) && !vl_policy_is_raw(first);
    session->lane_policies = own_frames || !vl_session_have_one_policy(session);
    const vl_policy common = session->lane_policies ? vl_policy_raw() : *first;
    if (strcmp(session->pacing.policy.text, common.text) == 0)
        return;
    session->pacing.policy = common;
    session->pacing.got.count = 0;
}

bool vl_session_has_policy_before(const vl_session *session)
{
    return !vl_policy_is_raw(&session->pacing.policy);
}

const vl_policy *vl_session_policy(const vl_session *session, int lane)
{
    return session->lane_policies ? &session->lab->runs[lane].clock.policy
                                  : &session->pacing.policy;
}

const vl_stream *vl_session_stream(const vl_session *session, int lane)
{
    const vl_stream *own = session->lab->runs[lane].clock.stream;
    return own ? own : session->pacing.stream;
}

double vl_session_lost(const vl_session *session)
{
    double by_lane = session->lane_policies ? vl_session_policy(session, session->chosen)->lost : 0;
    return vl_pacing_lost(&session->pacing) + by_lane;
}

// --- the picture ---

static void swap_positions(vl_session *session, int index)
{
    double **x = session->lab->runs[index].world->particles.x, *held[VL_AXES];
    double **drawn = session->lanes[index].drawn;
    memcpy(held, x, sizeof held);
    memcpy(x, drawn, sizeof held);
    memcpy(drawn, held, sizeof held);
}

bool vl_session_draws_between(const vl_session *session, int lane)
{
    return session->running && vl_session_policy(session, lane)->kind->interpolates;
}

static void find_drawn(vl_session *session, int index)
{
    const vl_particles *p = &session->lab->runs[index].world->particles;
    vl_session_lane *lane = &session->lanes[index];
    if (session->lane_policies)
        vl_lab_drawn_positions(session->lab, index, lane->drawn);
    else
        vl_axes_mix(lane->drawn, lane->before, p->x, vl_policy_part(&session->pacing.policy),
                    p->count);
}

void vl_session_show_drawn(vl_session *session)
{
    for (int i = 0; i < session->lane_count; i++)
        if (vl_session_draws_between(session, i)) {
            find_drawn(session, i);
            swap_positions(session, i);
        }
}

void vl_session_show_state(vl_session *session)
{
    for (int i = 0; i < session->lane_count; i++)
        if (vl_session_draws_between(session, i))
            swap_positions(session, i);
}
