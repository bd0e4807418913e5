// Back in time: a session goes to frames that its timeline keeps.

#include "app/state/session_parts.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/scene.h"

// The preset of another engine has a method and a solver that no menu offers.
static void read_settings(vl_session *session, int index)
{
    const vl_world *world = vl_session_lane_world(session, index);
    vl_session_lane *lane = &session->lanes[index];
    if (lane->engine)
        return;
    lane->integrator = vl_integrator_index(vl_world_method(world));
    lane->solver = world->solver;
}

// The reading of the instant is sent again.
static void read_lane(vl_session *session, int index)
{
    read_settings(session, index);
    vl_plots_go_back(&session->lanes[index].plots, session->lab->runs[index].now.time);
}

bool vl_session_go_to_frame(vl_session *session, int64_t frame)
{
    const vl_timeline *timeline = session->timeline;
    vl_session_set_running(session, false);
    int64_t present = vl_timeline_present(timeline);
    if (frame == present || vl_timeline_nearest(timeline, frame) == present)
        return false;
    vl_session_mark(session, 1 + vl_timeline_last(timeline), "move in time from t = %.2f s",
                    session->lab->now.time);
    vl_timeline_go(session->timeline, frame);
    vl_scene_go_to_edition(session->scene, session->lab->edition);
    for (int i = 0; i < session->lane_count; i++)
        read_lane(session, i);
    session->pacing.due = 0;
    vl_session_forget_record(session);
    vl_session_settle(session);
    vl_session_show_chosen(session);
    return true;
}

void vl_session_follow_jump(vl_session *session)
{
    for (int i = 0; i < session->lane_count; i++)
        read_lane(session, i);
    vl_session_forget_record(session);
    vl_session_begin_timeline(session);
    vl_session_show_chosen(session);
}

int64_t vl_session_frame_at(const vl_session *session, double time)
{
    const vl_timeline *timeline = session->timeline;
    int64_t low = vl_timeline_first(timeline), high = vl_timeline_last(timeline);
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (vl_timeline_time(timeline, middle) <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
