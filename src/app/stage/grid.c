#include "app/stage/parts.h"

#include "ui/number.h"

#include <float.h>
#include <stdio.h>

typedef struct grid {
    const vl_ui *ui;
    const vl_camera *camera;
    vl_projection projection;
    double step;    // m between lines
    vl_rect labels; // pixels, where labels may be
    const vl_layout *layout;
    const vl_solids *solids;
} grid;

static void draw_segment(const grid *g, vl_vec3 a, vl_vec3 b, vl_colour colour)
{
    vl_segment_draw(g->ui->list, vl_project(&g->projection, a), vl_project(&g->projection, b),
                    vl_points(g->ui, 1), colour);
}

static vl_colour colour_of(const grid *g, int64_t line)
{
    const vl_theme *theme = g->ui->theme;
    return line == 0 ? theme->grid_axis : line % 5 == 0 ? theme->grid_major : theme->grid_minor;
}

// Whether something is written or lies on the stage there, or a body that stays there hides it.
static bool is_taken(const grid *g, vl_rect rect)
{
    const vl_layout *layout = g->layout;
    bool taken = vl_rects_overlap(rect, layout->caption) || vl_rects_overlap(rect, layout->formula);
    for (int i = 0; i < layout->cover_count; i++)
        taken = taken || vl_rects_overlap(rect, layout->covers[i]);
    vl_rect letters = vl_rect_inset(rect, 0.15f * rect.h); // without what is above and below them
    for (int i = 0; i < g->solids->count && !taken; i++)
        taken = vl_rects_overlap(letters, vl_solids_rect(g->solids, i));
    return taken;
}

enum { PLACE_SIZE = VL_FIGURE_SIZE + 8, MOST_APART = 1000 };

static const char *write_place(const grid *g, double value, char text[PLACE_SIZE])
{
    int decimals = g->step < 1 ? (int)ceil(-log10(g->step) - 1e-9) : 0;
    snprintf(text, PLACE_SIZE, "%s m",
             vl_figure_fixed(value, decimals < 9 ? decimals : 9, VL_FIGURE_BUFFER));
    return text;
}

static void label_line(const grid *g, float x, float y, double value)
{
    char text[PLACE_SIZE];
    write_place(g, value, text);
    float width = vl_text_width(g->ui->metrics, VL_TYPE_SMALL, text);
    vl_rect behind = {x, y, width, g->ui->metrics->height[VL_TYPE_SMALL]};
    if (is_taken(g, behind))
        return;
    vl_draw_rect(g->ui->list, behind, vl_colour_fade(g->ui->theme->background, 0.92f));
    vl_draw_text(g->ui->list, x, y, VL_TYPE_SMALL, g->ui->theme->text_dim, text);
}

// --- front view ---

// First and last visible grid line along an axis.
typedef struct span {
    int64_t first, last;
} span;

// Twice the distance from the middle of the stage to the farther edge of the window, pixels.
static float width_of(const vl_camera *camera)
{
    float middle = camera->stage.x + camera->stage.w / 2, window = camera->window.w;
    return 2 * fmaxf(middle, window - middle);
}

static float height_of(const vl_camera *camera)
{
    float middle = camera->stage.y + camera->stage.h / 2, window = camera->window.h;
    return 2 * fmaxf(middle, window - middle);
}

// No line is visible where doubles are farther apart than the lines.
static span span_of(const grid *g, double center, float pixels)
{
    double half = 0.5 * (double)pixels / g->projection.scale;
    if (fabs(center) + half > g->step / DBL_EPSILON)
        return (span){0, -1};
    return (span){(int64_t)ceil((center - half) / g->step),
                  (int64_t)floor((center + half) / g->step)};
}

static void draw_lines(const grid *g, span across, span up)
{
    vl_vec3 c = g->camera->center;
    double reach_x = (double)width_of(g->camera) / g->projection.scale;
    double reach_y = (double)height_of(g->camera) / g->projection.scale;
    for (int64_t i = across.first; i <= across.last; i++) {
        double x = (double)i * g->step;
        draw_segment(g, (vl_vec3){x, c.y - reach_y, 0}, (vl_vec3){x, c.y + reach_y, 0},
                     colour_of(g, i));
    }
    for (int64_t i = up.first; i <= up.last; i++) {
        double y = (double)i * g->step;
        draw_segment(g, (vl_vec3){c.x - reach_x, y, 0}, (vl_vec3){c.x + reach_x, y, 0},
                     colour_of(g, i));
    }
}

// Labels metres along the lower and the right edge: every fifth line, or every tenth, twentieth …
// if they are close.
static void draw_labels(const grid *g, span across, span up)
{
    const vl_rect s = g->labels;
    float line = g->ui->metrics->height[VL_TYPE_SMALL], pad = 0.3f * line, widest = 4.5f * line;
    float apart = (float)(g->step * g->projection.scale);
    int64_t every = 5;
    while ((float)every * apart < 1.2f * widest && every < MOST_APART)
        every *= 2;
    for (int64_t i = across.first; i <= across.last; i++) {
        double x = (double)i * g->step;
        float at = vl_project(&g->projection, (vl_vec3){x, 0, 0}).x + pad;
        if (i % every == 0 && at > s.x && at + widest < s.x + s.w)
            label_line(g, at, s.y + s.h - line - pad, x);
    }
    for (int64_t i = up.first; i <= up.last; i++) {
        double y = (double)i * g->step;
        float at = vl_project(&g->projection, (vl_vec3){0, y, 0}).y - line;
        if (i % 5 == 0 && at > s.y && at < s.y + s.h - 4 * line)
            label_line(g, s.x + s.w - widest, at, y);
    }
}

// --- oblique view ---

// Draws a floor at the height `height`, m, under the scene, with lines that fade outwards.
static void draw_floor(const grid *g, double height)
{
    enum { LINES = 10 };

    double x0 = round(g->camera->center.x / g->step) * g->step;
    double z0 = round(g->camera->center.z / g->step) * g->step;
    double reach = LINES * g->step;
    for (int i = -LINES; i <= LINES; i++) {
        double at = i * g->step;
        float near_middle = 1 - fabsf((float)i) / (LINES + 1);
        vl_colour colour = vl_colour_fade(g->ui->theme->grid_major, near_middle);
        draw_segment(g, (vl_vec3){x0 + at, height, z0 - reach},
                     (vl_vec3){x0 + at, height, z0 + reach}, colour);
        draw_segment(g, (vl_vec3){x0 - reach, height, z0 + at},
                     (vl_vec3){x0 + reach, height, z0 + at}, colour);
    }
}

static void draw_scale_bar(const grid *g)
{
    const vl_rect s = g->labels;
    float unit = g->ui->metrics->height[VL_TYPE_SMALL];
    float length = (float)(5 * g->step * g->projection.scale);
    float x = s.x + s.w - length - unit, y = s.y + s.h - unit;
    const float points[] = {x, y - unit * 0.3f, x, y, x + length, y, x + length, y - unit * 0.3f};
    vl_draw_polyline(g->ui->list, points, 4, 1.5f * vl_points(g->ui, 1), g->ui->theme->text_dim);
    char text[PLACE_SIZE];
    float width = vl_text_width(g->ui->metrics, VL_TYPE_SMALL, write_place(g, 5 * g->step, text));
    float most = s.x + s.w - width - unit * 0.3f; // it may be wider than the bar
    label_line(g, fminf(x + unit * 0.3f, most), y - 1.3f * unit, 5 * g->step);
}

// Between the rows of controls, and above the legend.
static vl_rect label_room(const vl_picture *picture)
{
    vl_rect room = vl_picture_room(picture);
    vl_rect_cut_bottom(&room, vl_legend_rect(picture).h);
    return room;
}

// Places of dials alone say nothing: what moves there is an angle.
static bool has_places(const vl_particles *p)
{
    bool has = false;
    for (int i = 0; i < p->count; i++)
        has |= !p->dial[i];
    return has;
}

// Labels are five lines apart and have room for their text.
void vl_grid_draw(const vl_picture *picture)
{
    const vl_camera *camera = &picture->camera;
    const vl_scene_view *view = &picture->app->session.scene->view;
    const grid g = {
        .ui = picture->ui,
        .camera = camera,
        .projection = picture->stage->solids.projection,
        .step = vl_nice_step(camera->height, 10) / 5,
        .labels = label_room(picture),
        .layout = &picture->app->layout,
        .solids = &picture->stage->solids,
    };
    if (camera->yaw != 0 || camera->pitch != 0) {
        if (!vl_solids_has_ground(picture->world))
            draw_floor(&g, view->center.y - 0.5 * view->height);
        draw_scale_bar(&g);
        return;
    }
    span across = span_of(&g, camera->center.x, width_of(camera));
    span up = span_of(&g, camera->center.y, height_of(camera));
    draw_lines(&g, across, up);
    if (has_places(&picture->world->particles))
        draw_labels(&g, across, up);
}
