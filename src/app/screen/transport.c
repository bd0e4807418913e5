// The row at the bottom: back, run, step, speed, time; the list of commands at the right.

#include "app/screen/parts.h"

#include "base/text.h"
#include "ui/number.h"

// Points.
static const float speed_width = 84;

void vl_transport_layout(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    vl_rect row = vl_rect_cut_bottom(left, vl_points(ui, VL_TARGET));
    vl_rect_cut_bottom(left, vl_points(ui, VL_GAP / 2));
    vl_place_buttons(app, ui, VL_PLACE_END, true, &row);
    vl_place_buttons(app, ui, VL_PLACE_TRANSPORT, false, &row);
    app->layout.scrub = row;
}

static void add_time(vl_text *text, const vl_app *app)
{
    const vl_playback *playback = &app->session.playback;
    double time = vl_playback_shown_time(playback, app->readout.reading.time);
    double end = vl_playback_end_time(playback, app->session.lab->now.time);
    vl_text_add(text, "t = %s s", vl_figure_fixed(time, 2, VL_FIGURE_BUFFER));
    if (playback->left > 0)
        vl_text_add(text, ", going %s to %s s", playback->turned ? "back" : "on",
                    vl_figure_fixed(end, 2, VL_FIGURE_BUFFER));
    else if (playback->turned)
        vl_text_add(text, ", reversed");
    if (!app->session.running)
        vl_text_add(text, "   paused");
}

// Speed and time have fixed places, so that nothing moves when a digit is added.
void vl_transport_draw(vl_app *app, const vl_ui *ui)
{
    vl_text text = {0};
    vl_rect row = app->layout.scrub;
    vl_draw_buttons(app, ui, VL_PLACE_TRANSPORT);
    vl_draw_buttons(app, ui, VL_PLACE_END);
    vl_rect speed = vl_rect_cut_left(&row, vl_points(ui, speed_width));
    vl_text_add(&text, "×%s", vl_figure(app->session.pacing.speed, 2, VL_FIGURE_BUFFER));
    vl_ui_text(ui, speed, VL_TYPE_READING, ui->theme->text, VL_ALIGN_CENTER, text.data);
    vl_rect_cut_left(&row, vl_points(ui, VL_GAP));
    text.length = 0;
    add_time(&text, app);
    vl_ui_text(ui, row, VL_TYPE_READING, ui->theme->text, VL_ALIGN_LEFT, text.data);
    vl_text_free(&text);
}
