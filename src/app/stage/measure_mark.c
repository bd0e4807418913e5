// What ruler and protractor measure, drawn on the stage.

#include "app/stage/parts.h"

#include "ui/number.h"

#include <stdio.h>

typedef struct mark {
    const vl_app *app;
    const vl_ui *ui;
    vl_pixel at[3];
    int count;
} mark;

static mark place(const vl_app *app, const vl_ui *ui)
{
    mark m = {.app = app, .ui = ui, .count = app->measure.count};
    for (int i = 0; i < m.count; i++) {
        const vl_measured_point *point = &app->measure.points[i];
        int lane = point->lane < app->session.lane_count ? point->lane : app->session.chosen;
        const vl_camera camera = vl_app_lane_camera(app, lane);
        vl_projection projection = vl_camera_projection(&camera);
        m.at[i] = vl_project(&projection, vl_measured_place(&app->session, point));
    }
    return m;
}

static void draw_label(const mark *m, float x, float y, const char *text)
{
    const vl_ui *ui = m->ui;
    float width = vl_text_width(ui->metrics, VL_TYPE_READING, text) + vl_points(ui, 12);
    float height = ui->metrics->height[VL_TYPE_READING];
    vl_rect back = {x - width / 2, y - height / 2, width, height};
    vl_draw_round_rect(ui->list, back, vl_points(ui, 6),
                       vl_colour_fade(ui->theme->background, 0.9f));
    vl_ui_text(ui, back, VL_TYPE_READING, ui->theme->text, VL_ALIGN_CENTER, text);
}

// Beside the middle of the line, so that it is not on what is measured.
static void draw_distance(const mark *m, double value)
{
    vl_pixel a = m->at[0], b = m->at[1];
    float dx = b.x - a.x, dy = b.y - a.y, length = fmaxf(hypotf(dx, dy), 1);
    float away = vl_points(m->ui, 30);
    draw_label(m, (a.x + b.x) / 2 + away * dy / length, (a.y + b.y) / 2 - away * dx / length,
               vl_figure_unit(value, 4, "m", VL_FIGURE_BUFFER));
}

// The arc goes from the first arm to the second, the short way.
static void draw_angle(const mark *m, double value)
{
    enum { POINTS = 32 };

    float points[2 * POINTS], radius = vl_points(m->ui, 40);
    float first = atan2f(m->at[1].y - m->at[0].y, m->at[1].x - m->at[0].x);
    float second = atan2f(m->at[2].y - m->at[0].y, m->at[2].x - m->at[0].x);
    float turn = remainderf(second - first, 6.2831853f);
    for (int i = 0; i < POINTS; i++) {
        float angle = first + turn * (float)i / (POINTS - 1);
        points[2 * i] = m->at[0].x + radius * cosf(angle);
        points[2 * i + 1] = m->at[0].y + radius * sinf(angle);
    }
    vl_draw_polyline(m->ui->list, points, POINTS, vl_points(m->ui, 2), m->ui->theme->accent);
    float middle = first + turn / 2, away = radius + vl_points(m->ui, 40);
    char text[VL_FIGURE_SIZE + 4];
    snprintf(text, sizeof text, "%s°", vl_figure_fixed(value, 1, VL_FIGURE_BUFFER));
    draw_label(m, m->at[0].x + away * cosf(middle), m->at[0].y + away * sinf(middle), text);
}

void vl_measure_draw(const vl_app *app, const vl_ui *ui)
{
    mark m = place(app, ui);
    double value = vl_measure_value(&app->session, &app->measure);
    for (int i = 1; i < m.count; i++)
        vl_segment_draw(ui->list, m.at[0], m.at[i], vl_points(ui, 2), ui->theme->accent);
    for (int i = 0; i < m.count; i++)
        vl_draw_ring(ui->list, m.at[i].x, m.at[i].y, vl_points(ui, 6), vl_points(ui, 2),
                     ui->theme->accent);
    if (isnan(value))
        return;
    if (app->measure.wanted == 2)
        draw_distance(&m, value);
    else
        draw_angle(&m, value);
}
