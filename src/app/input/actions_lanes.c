// Lanes: methods side by side.

#include "app/input/actions.h"

#include "physics/integrators/integrators.h"

static bool can_run(vl_app *app, int integrator)
{
    const char *lacks = vl_integrator_lacks(vl_integrators[integrator]);
    if (lacks)
        vl_app_notify(app, VL_NOTICE_WARNING, vl_integrators[integrator]->title, "It needs %s.",
                      lacks);
    return !lacks;
}

static void add(vl_app *app, int integrator)
{
    if (can_run(app, integrator) && vl_session_add_lane(&app->session, integrator) < 0)
        vl_app_notify(app, VL_NOTICE_NOTE, "No more lanes", "There are %d already.", VL_MOST_LANES);
    app->next_readout = 0;
}

static void remove_lane(vl_app *app, int lane)
{
    if (!vl_session_remove_lane(&app->session, lane))
        vl_app_notify(app, VL_NOTICE_NOTE, "The last lane stays",
                      "Shift and the key of a method adds another one.");
    app->next_readout = 0;
}

VL_ACT(toggle_lane)
{
    int lane = vl_session_lane_with(&app->session, command->value);
    if (lane < 0)
        add(app, command->value);
    else
        remove_lane(app, lane);
}

// Returns the next method after that of the chosen lane that runs in no lane yet; where all of them
// do, that of the chosen one.
static int next_method(const vl_session *session)
{
    int chosen = vl_session_lane_chosen(session)->integrator;
    for (int i = 1; i < vl_integrator_count; i++) {
        int next = (chosen + i) % vl_integrator_count;
        if (vl_session_lane_with(session, next) < 0 && !vl_integrator_lacks(vl_integrators[next]))
            return next;
    }
    return chosen;
}

VL_ACT(add_lane)
{
    add(app, next_method(&app->session));
}

VL_ACT(remove_lane)
{
    remove_lane(app, app->session.chosen);
}

VL_ACT(next_lane)
{
    int count = app->session.lane_count;
    vl_session_choose(&app->session, (app->session.chosen + command->value + count) % count);
    app->next_readout = 0;
}
