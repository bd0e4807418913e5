#include "app/stage/parts.h"

#include "physics/forces/forces.h"
#include "ui/number.h"

#include <stdio.h>

// The arrow of the strongest gust is as long as the sign is wide.
static void draw_arrow(const vl_picture *picture, const vl_force *wind, vl_rect rect)
{
    const vl_ui *ui = picture->ui;
    double most = vl_length(wind->velocity) * (1 + wind->gust);
    vl_vec3 v = vl_wind_velocity(wind, picture->world->now.time);
    if (!(most > 0))
        return;
    vl_view_axes axes = vl_camera_axes(&picture->camera);
    float half = 0.5f * rect.w, x = rect.x + half, y = rect.y + rect.h / 2;
    float dx = half * (float)(vl_dot(v, axes.right) / most);
    float dy = -half * (float)(vl_dot(v, axes.up) / most);
    float tall = 0.5f * rect.h; // an upward wind stays inside the sign
    float shrink = fabsf(dy) > tall ? tall / fabsf(dy) : 1;
    dx *= shrink;
    dy *= shrink;
    vl_draw_arrow(ui->list, x - dx, y - dy, x + dx, y + dy, vl_points(ui, 2.5f), vl_points(ui, 10),
                  ui->theme->text_dim);
}

static void draw_sign(const vl_picture *picture, const vl_force *wind, vl_rect rect)
{
    const vl_ui *ui = picture->ui;
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 6), vl_colour_fade(ui->theme->panel, 0.92f));
    rect = vl_rect_inset(rect, vl_points(ui, 8));
    vl_rect foot = vl_rect_cut_bottom(&rect, ui->metrics->height[VL_TYPE_SMALL]);
    vl_vec3 v = vl_wind_velocity(wind, picture->app->readout.reading.time);
    vl_ui_print(ui, foot, VL_ALIGN_CENTER, "wind %s m/s",
                vl_figure_fixed(vl_length(v), 1, VL_FIGURE_BUFFER));
    draw_arrow(picture, wind, rect);
}

void vl_wind_sign_draw(const vl_picture *picture)
{
    const vl_ui *ui = picture->ui;
    const vl_world *world = picture->world;
    vl_rect stage = vl_picture_room(picture);
    float pad = vl_points(ui, 10);
    float line = ui->metrics->height[VL_TYPE_SMALL], height = vl_points(ui, 46) + line;
    // above the numbers of the grid
    vl_rect rect = {stage.x + pad, stage.y + stage.h - height - 1.6f * line, vl_points(ui, 150),
                    height};
    for (int i = 0; i < world->force_count; i++) {
        if (world->forces[i].kind != &vl_force_wind)
            continue;
        draw_sign(picture, &world->forces[i], rect);
        rect.y -= rect.h + pad;
    }
}
