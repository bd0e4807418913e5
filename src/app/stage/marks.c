// Marks of the tools on the stage: what is measured, and the particle of the probe.

#include "app/stage/parts.h"

#include "physics/world/world.h"
#include "ui/number.h"

#include <stdio.h>

// --- what is measured ---

static vl_vec3 place_of(const vl_particles *p, const vl_measured_point *point)
{
    int slot = point->particle > 0 ? p->slot_of[point->particle - 1] : 0;
    return point->particle > 0 ? vl_particle_middle(p, slot, vl_read(p->x, slot)) : point->at;
}

static void draw_label(const vl_ui *ui, float x, float y, const char *text)
{
    float width = vl_text_width(ui->metrics, VL_TYPE_READING, text) + vl_points(ui, 12);
    float height = ui->metrics->height[VL_TYPE_READING];
    vl_rect back = {x - width / 2, y - height / 2, width, height};
    vl_draw_round_rect(ui->list, back, vl_points(ui, 6),
                       vl_colour_fade(ui->theme->background, 0.9f));
    vl_ui_text(ui, back, VL_TYPE_READING, ui->theme->text, VL_ALIGN_CENTER, text);
}

// Beside the middle of the line, so that it is not on what is measured.
static void draw_distance(const vl_ui *ui, vl_pixel a, vl_pixel b, double distance)
{
    float dx = b.x - a.x, dy = b.y - a.y, length = fmaxf(hypotf(dx, dy), 1);
    float away = vl_points(ui, 30);
    vl_segment_draw(ui->list, a, b, vl_points(ui, 2), ui->theme->accent);
    draw_label(ui, (a.x + b.x) / 2 + away * dy / length, (a.y + b.y) / 2 - away * dx / length,
               vl_figure_unit(distance, 4, "m", VL_FIGURE_BUFFER));
}

// The arc goes from the first arm to the second, the short way.
static void draw_angle(const vl_ui *ui, const vl_pixel pixels[VL_MEASURED_POINTS], double degrees)
{
    enum { POINTS = 32 };

    float points[2 * POINTS], radius = vl_points(ui, 40);
    float first = atan2f(pixels[0].y - pixels[1].y, pixels[0].x - pixels[1].x);
    float second = atan2f(pixels[2].y - pixels[1].y, pixels[2].x - pixels[1].x);
    float turn = remainderf(second - first, 6.2831853f);
    for (int i = 0; i < POINTS; i++) {
        float angle = first + turn * (float)i / (POINTS - 1);
        points[2 * i] = pixels[1].x + radius * cosf(angle);
        points[2 * i + 1] = pixels[1].y + radius * sinf(angle);
    }
    vl_draw_polyline(ui->list, points, POINTS, vl_points(ui, 2), ui->theme->accent);
    float middle = first + turn / 2, away = radius + vl_points(ui, 40);
    char text[VL_FIGURE_SIZE + 4];
    snprintf(text, sizeof text, "%s°", vl_figure_fixed(degrees, 1, VL_FIGURE_BUFFER));
    draw_label(ui, pixels[1].x + away * cosf(middle), pixels[1].y + away * sinf(middle), text);
}

void vl_measure_draw(const vl_app *app, const vl_ui *ui)
{
    const double degree = 0.017453292519943295;
    const vl_session *session = &app->session;
    vl_vec3 at[VL_MEASURED_POINTS];
    vl_pixel pixels[VL_MEASURED_POINTS];
    for (int i = 0; i < app->measure.count; i++) {
        const vl_measured_point *point = &app->measure.points[i];
        int lane = point->lane < session->lane_count ? point->lane : session->chosen;
        const vl_camera camera = vl_app_lane_camera(app, lane);
        vl_projection projection = vl_camera_projection(&camera);
        at[i] = place_of(&vl_session_lane_world(session, lane)->particles, point);
        pixels[i] = vl_project(&projection, at[i]);
        vl_draw_ring(ui->list, pixels[i].x, pixels[i].y, vl_points(ui, 6), vl_points(ui, 2),
                     ui->theme->accent);
        if (i > 0)
            draw_distance(ui, pixels[i - 1], pixels[i], vl_length(vl_sub(at[i], at[i - 1])));
    }
    if (app->measure.count < VL_MEASURED_POINTS)
        return;
    vl_vec3 a = vl_sub(at[0], at[1]), b = vl_sub(at[2], at[1]);
    if (vl_length(a) > 0 && vl_length(b) > 0) // atan2 keeps its digits near 0 and near 180°
        draw_angle(ui, pixels, atan2(vl_length(vl_cross(a, b)), vl_dot(a, b)) / degree);
}

// --- the probe ---

// The arrows are as long as those of all particles.
void vl_probe_mark_draw(const vl_picture *picture)
{
    const vl_app *app = picture->app;
    const vl_ui *ui = picture->ui;
    const vl_particles *p = &picture->world->particles;
    if (app->probe.particle == 0 || picture->world->now.diverged)
        return;
    const vl_probe_reading *r = &app->probe.lanes[picture->lane].now;
    int slot = p->slot_of[app->probe.particle - 1];
    vl_stage *stage = picture->stage;
    const vl_projection *projection = &stage->solids.projection;
    vl_vec3 middle = vl_particle_middle(p, slot, vl_read(p->x, slot));
    vl_pixel at = vl_project(projection, middle);
    float radius = fmaxf((float)(p->radius[slot] * projection->scale), vl_points(ui, 6));
    vl_draw_ring(ui->list, at.x, at.y, radius + vl_points(ui, 6), vl_points(ui, 2),
                 ui->theme->accent);
    if (p->dial[slot])
        return; // rad/s have no direction on the stage
    double longest = 0.18 * (double)picture->camera.stage.h;
    stage->fastest = fmax(stage->fastest, vl_length(r->v));
    stage->hardest = fmax(stage->hardest, vl_length(r->a));
    vl_vector_draw(ui, projection, middle, r->a, stage->hardest, 0.6 * longest,
                   ui->theme->acceleration);
    vl_vector_draw(ui, projection, middle, r->v, stage->fastest, longest, ui->theme->velocity);
}
