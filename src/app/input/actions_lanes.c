// Lanes: methods side by side, and the menu of what tells one from the others.

#include "app/input/actions.h"

#include "physics/integrators/integrators.h"

void vl_app_add_lane(vl_app *app, const vl_field *row, const char *text)
{
    vl_error error = {0};
    int index = vl_session_add_lane_with(&app->session, row, text, &error);
    if (index < 0 && *error.text)
        vl_app_notify(app, VL_NOTICE_NOTE, "No such lane", "%s", error.text);
    else if (index < 0)
        vl_app_notify(app, VL_NOTICE_NOTE, "No more lanes", "There are %d already.", VL_MOST_LANES);
    app->digits.next = 0;
}

void vl_app_remove_lane(vl_app *app, int lane)
{
    if (vl_session_remove_lane(&app->session, lane))
        vl_app_drop_notice(app, VL_NOTICE_DIVERGED); // it may speak of that lane
    else
        vl_app_notify(app, VL_NOTICE_NOTE, "The last lane stays",
                      "Shift and the key of a method adds another one.");
    app->digits.next = 0;
}

void vl_toggle_lane(vl_app *app, int integrator)
{
    int lane = vl_session_lane_with(&app->session, integrator);
    const vl_field row = vl_lane_row("integrator");
    if (lane < 0)
        vl_app_add_lane(app, &row, vl_integrators[integrator]->name);
    else
        vl_app_remove_lane(app, lane);
}

VL_ACT(add_lane)
{
    const vl_field row = vl_lane_row("integrator");
    vl_menu_open(app, &row, true, (vl_rect){0});
}

// --- the menu ---

void vl_menu_open(vl_app *app, const vl_field *row, bool adds, vl_rect at)
{
    bool same = app->menu.open && app->menu.row.offset == row->offset && app->menu.adds == adds;
    app->menu = (vl_menu){.open = !same, .adds = adds, .row = *row, .at = at};
    app->focus.shown = false;
}
