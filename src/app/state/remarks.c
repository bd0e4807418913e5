// What is said of a lane beside its name.

#include "app/state/state.h"
#include "physics/world/world.h"
#include "ui/number.h"

#include <stdio.h>

static const double least_behind = 0.05; // s; less is not seen in one decimal

const char *vl_app_lane_remark(const vl_app *app, int lane, char buffer[VL_LANE_REMARK])
{
    const vl_world *world = vl_session_lane_world(&app->session, lane);
    double behind = app->lane_behind[lane];
    buffer[0] = '\0';
    if (world->now.diverged)
        snprintf(buffer, VL_LANE_REMARK, "diverged at %s s",
                 vl_figure_fixed(world->now.diverged_time, 2, VL_FIGURE_BUFFER));
    else if (behind >= least_behind)
        snprintf(buffer, VL_LANE_REMARK, "%s s behind",
                 vl_figure_fixed(behind, 1, VL_FIGURE_BUFFER));
    return buffer;
}
