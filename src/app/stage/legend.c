// Arrows, the legend that explains arrows and colours, and the signs of winds.

#include "app/stage/parts.h"

#include "physics/forces/forces.h"
#include "physics/world/world.h"
#include "ui/number.h"

#include <stdio.h>

enum { MOST_ARROWS = 100 };

// --- arrows ---

static void draw_arrow(const vl_ui *ui, vl_pixel from, float dx, float dy, vl_colour colour)
{
    float length = hypotf(dx, dy), head = fminf(vl_points(ui, 8), 0.5f * length);
    if (!(length > 1))
        return;
    float ux = dx / length, uy = dy / length;
    vl_pixel tip = {from.x + dx, from.y + dy, 0};
    vl_pixel back = {tip.x - head * ux, tip.y - head * uy, 0};
    vl_segment_draw(ui->list, from, back, vl_points(ui, 2), colour);
    const float point[] = {back.x - 0.5f * head * uy, back.y + 0.5f * head * ux, tip.x, tip.y,
                           back.x + 0.5f * head * uy, back.y - 0.5f * head * ux};
    vl_draw_polyline(ui->list, point, 3, vl_points(ui, 2), colour);
}

// Returns the velocity without computing a step ahead: that of the last step if the present one is
// not known yet.
static vl_vec3 velocity_at_hand(const vl_world *world, int slot)
{
    const vl_particles *p = &world->particles;
    if (world->now.velocity_is_current || !(world->now.dt_old > 0))
        return vl_read(vl_world_velocity(world), slot);
    vl_vec3 step = vl_sub(vl_read(p->x, slot), vl_read(p->x_old, slot));
    return vl_scale(step, 1 / world->now.dt_old);
}

void vl_vector_draw(const vl_ui *ui, const vl_projection *projection, vl_vec3 at, vl_vec3 vector,
                    double largest, double longest, vl_colour colour)
{
    double scale = longest / largest;
    if (!(largest > 0))
        return;
    draw_arrow(ui, vl_project(projection, at),
               (float)(scale * vl_dot(vector, projection->axes.right)),
               (float)(-scale * vl_dot(vector, projection->axes.up)), colour);
}

// Returns the length of an arrow for the largest velocity since the start, pixels. An arrow for the
// largest acceleration has 0.6 of that length.
static float longest_arrow(const vl_picture *picture)
{
    return 0.18f * picture->camera.stage.h;
}

void vl_arrows_draw(const vl_picture *picture)
{
    const vl_ui *ui = picture->ui;
    vl_world *world = picture->world;
    const vl_particles *p = &world->particles;
    vl_stage *stage = picture->stage;
    const vl_projection *projection = &stage->solids.projection;
    int stride = 1 + (p->count - 1) / MOST_ARROWS;
    double longest = (double)longest_arrow(picture);
    vl_world_show_acceleration(world);
    for (int i = 0; i < p->count; i += stride) {
        stage->fastest = fmax(stage->fastest, vl_length(velocity_at_hand(world, i)));
        stage->hardest = fmax(stage->hardest, vl_length(vl_read(p->a, i)));
    }
    for (int i = 0; i < p->count; i += stride) {
        vl_vec3 at = vl_read(p->x, i);
        if (p->dial[i])
            continue; // rad/s have no direction on the stage
        vl_vector_draw(ui, projection, at, vl_read(p->a, i), stage->hardest, 0.6 * longest,
                       ui->theme->acceleration);
        vl_vector_draw(ui, projection, at, velocity_at_hand(world, i), stage->fastest, longest,
                       ui->theme->velocity);
    }
}

// --- rows of the legend ---

static const float colours = 90, gap = 6, widest = 416; // points

static float width_of_colours(const vl_ui *ui, const char *low, const char *high)
{
    return vl_text_width(ui->metrics, VL_TYPE_SMALL, low) + vl_points(ui, colours + 2 * gap) +
           vl_text_width(ui->metrics, VL_TYPE_SMALL, high);
}

// Draws a bar of the colours from `lowest`, −1 or 0, to 1, with labels at its ends.
static void draw_colours(const vl_ui *ui, vl_rect row, double lowest, const char *low,
                         const char *high)
{
    enum { STEPS = 24 };

    float spare = row.w - width_of_colours(ui, low, high) - 1; // a pixel for rounding
    vl_rect right = vl_rect_cut_right(&row, vl_text_width(ui->metrics, VL_TYPE_SMALL, high));
    vl_ui_print(ui, right, VL_ALIGN_LEFT, "%s", high);
    vl_rect_cut_right(&row, vl_points(ui, gap));
    vl_rect bar = vl_rect_cut_right(&row, fmaxf(vl_points(ui, colours) + fminf(spare, 0), 0));
    float step = bar.w / STEPS, inset = 0.25f * bar.h;
    for (int i = 0; i < STEPS; i++) {
        vl_rect piece = {bar.x + (float)i * step, bar.y + inset, step + 0.5f, bar.h - 2 * inset};
        double value = lowest + (1 - lowest) * i / (STEPS - 1);
        vl_draw_rect(ui->list, piece, vl_theme_strain(ui->theme, value));
    }
    vl_rect_cut_right(&row, vl_points(ui, gap));
    vl_ui_print(ui, row, VL_ALIGN_RIGHT, "%s", low);
}

enum { STRAIN_WORDS = 3 };

// The words of the row, from the most to those for a narrow pane.
static void write_strain(const vl_picture *picture, int words, char low[64], char high[64])
{
    static const char *const lows[STRAIN_WORDS] = {"shorter −%g %%", "−%g %%", "−%g %%"};
    static const char *const highs[STRAIN_WORDS] = {"+%g %% longer", "+%g %% longer", "+%g %%"};
    double percent = 100 * picture->stage->full_strain;
    snprintf(low, 64, lows[words], percent);
    snprintf(high, 64, highs[words], percent);
}

static float width_of_strain(const vl_picture *picture)
{
    char low[64], high[64];
    write_strain(picture, 0, low, high);
    return width_of_colours(picture->ui, low, high);
}

static void draw_strain_row(const vl_picture *picture, vl_rect row)
{
    char low[64], high[64];
    bool fits = false;
    for (int i = 0; i < STRAIN_WORDS && !fits; i++) {
        write_strain(picture, i, low, high);
        fits = width_of_colours(picture->ui, low, high) <= row.w;
    }
    draw_colours(picture->ui, row, -1, low, high);
}

static const char least_moved[] = "1/1000";

// The number in this row changes together with the other digits.
static void write_moved(const vl_picture *picture, char high[VL_FIGURE_SIZE + 16])
{
    snprintf(high, VL_FIGURE_SIZE + 16, "%s moved",
             vl_figure_unit(picture->app->longest_displacement, 2, "m", VL_FIGURE_BUFFER));
}

static float width_of_moved(const vl_picture *picture)
{
    char high[VL_FIGURE_SIZE + 16];
    write_moved(picture, high);
    return width_of_colours(picture->ui, least_moved, high);
}

static void draw_moved_row(const vl_picture *picture, vl_rect row)
{
    char high[VL_FIGURE_SIZE + 16];
    write_moved(picture, high);
    draw_colours(picture->ui, row, 0, least_moved, high);
}

// Draws an arrow with the present length of a round value.
static void draw_arrow_row(const vl_ui *ui, vl_rect row, double largest, float longest,
                           vl_colour colour, const char *name, const char *unit)
{
    if (!(largest > 0))
        return;
    double value = vl_nice_step(largest / 2, 1);
    value = value > largest ? value / 10 : value;
    float length = longest * (float)(value / largest);
    vl_pixel at = {row.x + row.w - length, row.y + row.h / 2, 0};
    draw_arrow(ui, at, length, 0, colour);
    row.w -= length + vl_points(ui, 8);
    vl_ui_print(ui, row, VL_ALIGN_RIGHT, "%s %s %s", name, vl_figure(value, 2, VL_FIGURE_BUFFER),
                unit);
}

static void draw_velocity_row(const vl_picture *picture, vl_rect row)
{
    const vl_ui *ui = picture->ui;
    draw_arrow_row(ui, row, picture->stage->fastest, longest_arrow(picture), ui->theme->velocity,
                   "velocity", "m/s");
}

static void draw_acceleration_row(const vl_picture *picture, vl_rect row)
{
    const vl_ui *ui = picture->ui;
    draw_arrow_row(ui, row, picture->stage->hardest, 0.6f * longest_arrow(picture),
                   ui->theme->acceleration, "acceleration by forces", "m/s²");
}

// Its length changes with the scale of the stage, so it may be as wide as any.
static float width_of_arrow(const vl_picture *picture)
{
    return vl_points(picture->ui, widest);
}

// --- the legend ---

typedef struct legend_row {
    void (*draw)(const vl_picture *picture, vl_rect row);
    float (*width)(const vl_picture *picture); // pixels
} legend_row;

enum { MOST_ROWS = 5 };

static int list_rows(const vl_picture *picture, legend_row rows[MOST_ROWS])
{
    const vl_shown *shown = &picture->app->shown;
    int count = 0;
    if (shown->ghost)
        rows[count++] = (legend_row){vl_ghost_draw_legend, vl_ghost_legend_width};
    if (shown->strain && picture->world->links.count > 0)
        rows[count++] = (legend_row){draw_strain_row, width_of_strain};
    if (shown->moved)
        rows[count++] = (legend_row){draw_moved_row, width_of_moved};
    if (shown->vectors) {
        rows[count++] = (legend_row){draw_velocity_row, width_of_arrow};
        rows[count++] = (legend_row){draw_acceleration_row, width_of_arrow};
    }
    return count;
}

static float row_height(const vl_ui *ui)
{
    return 1.2f * ui->metrics->height[VL_TYPE_SMALL];
}

vl_rect vl_picture_room(const vl_picture *picture)
{
    vl_rect clear = picture->app->layout.clear, pane = picture->camera.stage;
    if (!vl_app_has_panes(picture->app))
        return clear;
    float x = fmaxf(clear.x, pane.x), y = fmaxf(clear.y, pane.y);
    float right = fminf(clear.x + clear.w, pane.x + pane.w);
    float bottom = fminf(clear.y + clear.h, pane.y + pane.h);
    return (vl_rect){x, y, fmaxf(right - x, 0), fmaxf(bottom - y, 0)};
}

vl_rect vl_legend_rect(const vl_picture *picture)
{
    const vl_ui *ui = picture->ui;
    vl_rect room = vl_picture_room(picture);
    legend_row rows[MOST_ROWS];
    int count = list_rows(picture, rows);
    float part = vl_app_has_panes(picture->app) ? 1 : 0.75f, pad = vl_points(ui, 8), wanted = 0;
    for (int i = 0; i < count; i++)
        wanted = fmaxf(wanted, rows[i].width(picture) + 1); // a pixel for rounding
    float width = fminf(fminf(wanted, vl_points(ui, widest)) + 2 * pad, part * room.w);
    float height = (float)count * row_height(ui) + 2 * pad;
    vl_rect rect = {room.x + room.w - width, room.y + room.h - height, width, height};
    return count > 0 ? rect : (vl_rect){0};
}

void vl_legend_draw(const vl_picture *picture)
{
    const vl_ui *ui = picture->ui;
    legend_row rows[MOST_ROWS];
    int count = list_rows(picture, rows);
    vl_rect behind = vl_legend_rect(picture), row = vl_rect_inset(behind, vl_points(ui, 8));
    if (count == 0)
        return;
    row.h = row_height(ui);
    vl_draw_round_rect(ui->list, behind, vl_points(ui, 6), ui->theme->panel);
    for (int i = 0; i < count; i++, row.y += row.h)
        rows[i].draw(picture, row);
}

// --- the scale bar ---

// Places of dials alone say nothing: what moves there is an angle.
static bool has_places(const vl_particles *p)
{
    bool has = false;
    for (int i = 0; i < p->count; i++)
        has |= !p->dial[i];
    return has;
}

static const float bar_inset = 16; // points

void vl_scale_bar_draw(const vl_picture *picture)
{
    const vl_ui *ui = picture->ui;
    vl_rect room = vl_rect_inset(vl_picture_room(picture), vl_points(ui, bar_inset));
    double step = vl_nice_step(picture->camera.height, 10);
    float length = (float)(step * picture->stage->solids.projection.scale);
    float left = room.x, right = left + length, y = room.y + room.h, end = vl_points(ui, 5);
    const float points[] = {left,  y - end, left,  y + end, left,  y,
                            right, y,       right, y - end, right, y + end};
    float line = ui->metrics->height[VL_TYPE_SMALL];
    if (!has_places(&picture->world->particles) || room.w < 6 * line)
        return;
    vl_draw_polyline(ui->list, points, 6, vl_points(ui, 1.5f), ui->theme->text_dim);
    vl_ui_print(ui, (vl_rect){left, y - end - line, fmaxf(length, 6 * line), line}, VL_ALIGN_LEFT,
                "%g m", step);
}

// --- winds ---

// The arrow of the strongest gust is as long as the sign is wide.
static void draw_wind(const vl_picture *picture, const vl_force *wind, vl_rect rect)
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
    draw_wind(picture, wind, rect);
}

void vl_wind_sign_draw(const vl_picture *picture)
{
    const vl_ui *ui = picture->ui;
    const vl_world *world = picture->world;
    vl_rect stage = vl_picture_room(picture);
    float pad = vl_points(ui, 10);
    float line = ui->metrics->height[VL_TYPE_SMALL], height = vl_points(ui, 46) + line;
    float bar = vl_points(ui, bar_inset + 8) + line;
    vl_rect rect = {stage.x + pad, stage.y + stage.h - bar - height, vl_points(ui, 150), height};
    for (int i = 0; i < world->force_count; i++) {
        if (world->forces[i].kind != &vl_force_wind)
            continue;
        draw_sign(picture, &world->forces[i], rect);
        rect.y -= rect.h + pad;
    }
}
