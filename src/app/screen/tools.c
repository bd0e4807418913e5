// The row above the strip of frames: what adds and removes lanes at the left, the tools at the
// right, and where they are shown those that measure above them.

#include "app/screen/parts.h"

void vl_tools_layout(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    if (app->projector)
        return;
    vl_rect row = vl_rect_cut_bottom(left, vl_points(ui, VL_TARGET));
    vl_rect_cut_bottom(left, vl_points(ui, VL_GAP / 2));
    vl_place_buttons(app, ui, VL_PLACE_TOOLS, true, &row);
    vl_rect_cut_right(&row, vl_points(ui, VL_GAP));
    vl_place_buttons(app, ui, VL_PLACE_LANES, false, &row);
    if (!app->shown.measures)
        return;
    vl_rect column = vl_rect_cut_right(left, vl_points(ui, VL_TARGET));
    vl_rect_cut_right(left, vl_points(ui, VL_GAP / 2));
    vl_stack_buttons(app, ui, VL_PLACE_MEASURES, column);
}

void vl_tools_draw(vl_app *app, const vl_ui *ui)
{
    vl_draw_buttons(app, ui, VL_PLACE_LANES);
    vl_draw_buttons(app, ui, VL_PLACE_TOOLS);
    vl_draw_buttons(app, ui, VL_PLACE_MEASURES);
}
