// What is drawn over a scene to explain it: the ghost, arrows, the probe, what is measured, names
// of lanes, the legend and a scale bar.

#include "app/stage/parts.h"

#include "physics/forces/forces.h"
#include "physics/world/world.h"

enum { MOST_ARROWS = 100 };

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

// Of an arrow for the largest velocity, pixels; that for the largest acceleration has 0.6 of it.
static float longest_arrow(const vl_picture *picture)
{
    return 0.18f * picture->camera.stage.h;
}

// `dx`, `dy`: pixels.
static void draw_arrow(const vl_ui *ui, float x, float y, float dx, float dy, vl_colour colour)
{
    vl_draw_arrow(ui->list, x, y, x + dx, y + dy, vl_points(ui, 2),
                  fminf(vl_points(ui, 10), 0.5f * hypotf(dx, dy)), colour);
}

// A vector in pixels; one of length `largest` is `longest` of them long.
static vl_pixel arrow_of(const vl_picture *picture, vl_vec3 vector, double largest, float longest)
{
    const vl_projection *projection = &picture->stage->solids.projection;
    double scale = largest > 0 ? (double)longest / largest : 0;
    return (vl_pixel){(float)(scale * vl_dot(vector, projection->axes.right)),
                      (float)(-scale * vl_dot(vector, projection->axes.up)), 0};
}

// What is thrown has an arrow that is a sign of all lanes.
static bool throws(const vl_app *app)
{
    return !app->shown.vectors && app->shown.trails && app->session.lab->now.frames == 0;
}

static void draw_motion(const vl_picture *picture, vl_vec3 at, vl_vec3 v, vl_vec3 a)
{
    const vl_theme *theme = picture->ui->theme;
    const vl_stages *stages = &picture->app->stages;
    vl_pixel from = vl_project(&picture->stage->solids.projection, at);
    float longest = longest_arrow(picture);
    vl_pixel push = arrow_of(picture, a, stages->hardest, 0.6f * longest),
             move = arrow_of(picture, v, stages->fastest, longest);
    draw_arrow(picture->ui, from.x, from.y, push.x, push.y, theme->acceleration);
    draw_arrow(picture->ui, from.x, from.y, move.x, move.y,
               throws(picture->app) ? theme->text_dim : theme->velocity);
}

// Draws velocities and accelerations, or what throws those that are about to leave a trail.
static void draw_arrows(const vl_picture *picture)
{
    vl_world *world = picture->world;
    const vl_particles *p = &world->particles;
    vl_stages *stages = &picture->app->stages;
    int stride = 1 + (p->count - 1) / MOST_ARROWS;
    vl_world_show_acceleration(world);
    for (int i = 0; i < p->count; i += stride) {
        stages->fastest = fmax(stages->fastest, vl_length(velocity_at_hand(world, i)));
        if (picture->app->shown.vectors)
            stages->hardest = fmax(stages->hardest, vl_length(vl_read(p->a, i)));
    }
    for (int i = 0; i < p->count; i += stride)
        if (!p->dial[i]) // rad/s have no direction on the stage
            draw_motion(picture, vl_read(p->x, i), velocity_at_hand(world, i),
                        picture->app->shown.vectors ? vl_read(p->a, i) : (vl_vec3){0});
}

// The arrows are as long as those of all particles.
void vl_probe_mark_draw(const vl_picture *picture)
{
    vl_app *app = picture->app;
    const vl_ui *ui = picture->ui;
    const vl_particles *p = &picture->world->particles;
    if (app->tools.probed.particle == 0 || picture->world->now.diverged)
        return;
    const vl_probe_reading *r = &app->tools.probe[picture->lane];
    int slot = p->slot_of[app->tools.probed.particle - 1];
    const vl_projection *projection = &picture->stage->solids.projection;
    vl_vec3 middle = vl_particle_middle(p, slot, vl_read(p->x, slot));
    vl_pixel at = vl_project(projection, middle);
    float radius = fmaxf((float)(p->radius[slot] * projection->scale), vl_points(ui, 6));
    vl_draw_ring(ui->list, at.x, at.y, radius + vl_points(ui, 6), vl_points(ui, 2),
                 ui->theme->accent);
    if (p->dial[slot])
        return; // rad/s have no direction on the stage
    app->stages.fastest = fmax(app->stages.fastest, vl_length(r->v));
    app->stages.hardest = fmax(app->stages.hardest, vl_length(r->a));
    draw_motion(picture, middle, r->v, r->a);
}

// No name lies on it.
static void draw_label(const vl_ui *ui, vl_covers *covers, float x, float y, const char *text)
{
    float width = vl_text_width(ui->metrics, VL_TYPE_READING, text) + vl_points(ui, 12);
    float height = ui->metrics->height[VL_TYPE_READING];
    vl_rect back = {x - width / 2, y - height / 2, width, height};
    vl_covers_add(covers, back);
    vl_draw_round_rect(ui->list, back, vl_points(ui, 6),
                       vl_colour_fade(ui->theme->background, 0.9f));
    vl_ui_text(ui, back, VL_TYPE_READING, ui->theme->text, VL_ALIGN_CENTER, text);
}

// The arc goes from the first arm to the second, the short way.
static void draw_angle(const vl_ui *ui, vl_covers *covers,
                       const vl_pixel pixels[VL_MEASURED_POINTS], double degrees)
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
    draw_label(ui, covers, pixels[1].x + away * cosf(middle), pixels[1].y + away * sinf(middle),
               text);
}

// Distances from point to point, and the angle at the second.
static void draw_measure(const vl_app *app, const vl_ui *ui, vl_covers *covers)
{
    const vl_session *session = &app->session;
    vl_vec3 at[VL_MEASURED_POINTS];
    vl_pixel pixels[VL_MEASURED_POINTS];
    for (int i = 0; i < app->tools.measure.count; i++) {
        const vl_measured_point *point = &app->tools.measure.points[i];
        int lane = point->lane < session->lab->count ? point->lane : session->chosen;
        const vl_camera camera = vl_app_lane_camera(app, lane);
        vl_projection projection = vl_camera_projection(&camera);
        const vl_particles *p = &session->lab->runs[lane].world->particles;
        int slot = point->particle > 0 ? p->slot_of[point->particle - 1] : 0;
        at[i] = point->particle > 0 ? vl_particle_middle(p, slot, vl_read(p->x, slot)) : point->at;
        pixels[i] = vl_project(&projection, at[i]);
        vl_draw_ring(ui->list, pixels[i].x, pixels[i].y, vl_points(ui, 6), vl_points(ui, 2),
                     ui->theme->accent);
        if (i == 0)
            continue;
        const vl_pixel a = pixels[i - 1], b = pixels[i]; // beside the middle of the line
        float dx = b.x - a.x, dy = b.y - a.y, length = fmaxf(hypotf(dx, dy), 1);
        float away = vl_points(ui, 30);
        vl_segment_draw(ui->list, a, b, vl_points(ui, 2), ui->theme->accent);
        draw_label(ui, covers, (a.x + b.x) / 2 + away * dy / length,
                   (a.y + b.y) / 2 - away * dx / length,
                   vl_figure_unit(vl_length(vl_sub(at[i], at[i - 1])), 4, "m", VL_FIGURE_BUFFER));
    }
    if (app->tools.measure.count < VL_MEASURED_POINTS)
        return;
    vl_vec3 a = vl_sub(at[0], at[1]), b = vl_sub(at[2], at[1]);
    if (vl_length(a) > 0 && vl_length(b) > 0) // atan2 keeps its digits near 0 and near 180°
        draw_angle(ui, covers, pixels, atan2(vl_length(vl_cross(a, b)), vl_dot(a, b)) / VL_DEGREE);
}

// Where a particle should be.
static vl_pixel true_pixel(const vl_picture *picture, int slot)
{
    const vl_stage *stage = picture->stage;
    vl_vec3 at = vl_read(stage->true_x, slot);
    return vl_project(&stage->solids.projection,
                      vl_particle_middle(&picture->world->particles, slot, at));
}

static void dash(const vl_ui *ui, vl_pixel from, vl_pixel to, float width, vl_colour colour)
{
    const float points[] = {from.x, from.y, to.x, to.y};
    vl_draw_dashed(ui->list, points, 2, vl_points(ui, width), vl_points(ui, 6), vl_points(ui, 4), 0,
                   colour);
}

static void draw_true_ball(const vl_picture *picture, int slot)
{
    const vl_ui *ui = picture->ui;
    const vl_particles *p = &picture->world->particles;
    const vl_projection *projection = &picture->stage->solids.projection;
    vl_pixel at = true_pixel(picture, slot);
    if (p->dial[slot]) {
        vl_vec3 tip = vl_dial_tip(p, slot, vl_read(picture->stage->true_x, slot));
        dash(ui, at, vl_project(projection, tip), 2, ui->theme->exact);
        return;
    }
    float radius = fmaxf((float)(p->radius[slot] * projection->scale), vl_points(ui, 3));
    vl_draw_disc(ui->list, at.x, at.y, radius, vl_colour_fade(ui->theme->exact, 0.2f));
    vl_draw_ring(ui->list, at.x, at.y, radius, vl_points(ui, 1.6f), ui->theme->exact);
}

// The exact solution or the reference run, as a dashed outline at the time of the world: not where
// the picture shows something between two states.
static void draw_ghost(const vl_picture *picture)
{
    const vl_world *world = picture->world;
    vl_stage *stage = picture->stage;
    vl_lab *lab = picture->app->session.lab;
    stage->has_ghost = !lab->runs[picture->lane].clock.policy.kind->interpolates &&
                       !world->now.diverged &&
                       vl_lab_true_positions(lab, picture->lane, VL_LONGEST_WAIT, stage->true_x);
    if (!stage->has_ghost)
        return;
    for (int i = 0; i < world->links.count; i++)
        dash(picture->ui, true_pixel(picture, world->links.from[i]),
             true_pixel(picture, world->links.to[i]), 2, picture->ui->theme->exact);
    for (int i = 0; i < world->particles.count; i++)
        if (!stage->in_cloth[i] && !world->particles.pinned[i])
            draw_true_ball(picture, i);
}

// --- where it is written ---

// The part of the pane that no row of controls covers.
static vl_rect room_of(const vl_picture *picture)
{
    vl_rect clear = picture->app->layout.clear, pane = picture->camera.stage;
    if (!vl_app_has_panes(picture->app))
        return clear;
    float x = fmaxf(clear.x, pane.x), y = fmaxf(clear.y, pane.y);
    float right = fminf(clear.x + clear.w, pane.x + pane.w);
    float bottom = fminf(clear.y + clear.h, pane.y + pane.h);
    return (vl_rect){x, y, fmaxf(right - x, 0), fmaxf(bottom - y, 0)};
}

// Of the scale bar with its number, pixels.
static float bar_height(const vl_ui *ui)
{
    return 2 * ui->metrics->height[VL_TYPE_SMALL];
}

// --- the scale bar ---

// At the lower left, as long as a round number of metres; empty where there is no room or there are
// none, as of dials alone: what moves there is an angle.
static vl_rect scale_bar(const vl_picture *picture, double *metres)
{
    const vl_ui *ui = picture->ui;
    bool panes = vl_app_has_panes(picture->app); // which the actors fill where they are low
    vl_rect room = vl_rect_inset(room_of(picture), ui->side);
    *metres = vl_nice_step(picture->camera.height, 10);
    const vl_particles *p = &picture->world->particles;
    bool has_places = false;
    for (int i = 0; i < p->count; i++)
        has_places |= !p->dial[i];
    if (!has_places || (panes && (picture->lane > 0 || room.h < 4 * bar_height(ui))) ||
        room.w < 3 * bar_height(ui))
        return (vl_rect){0};
    float length = (float)(*metres * picture->stage->solids.projection.scale);
    vl_rect bar = {room.x, room.y + room.h - bar_height(ui), length, bar_height(ui)};
    const vl_layout *l = &picture->app->layout;
    for (int i = 0; i < l->button_count; i++) {  // right of the tools that reach so far down
        const vl_rect tool = l->buttons[i].rect; // above its number it is empty
        if (vl_rect_overlap(tool, (vl_rect){bar.x, bar.y + vl_points(ui, 5), bar.w, bar.h}))
            bar.x = tool.x + tool.w + vl_points(ui, 12);
    }
    return bar.x + bar.w <= room.x + room.w ? bar : (vl_rect){0};
}

void vl_scale_bar_draw(const vl_picture *picture)
{
    double metres;
    const vl_ui *ui = picture->ui;
    const vl_rect bar = scale_bar(picture, &metres);
    float left = bar.x, right = left + bar.w, y = bar.y + bar.h, end = vl_points(ui, 5);
    const float points[] = {left,  y - end, left,  y + end, left,  y,
                            right, y,       right, y - end, right, y + end};
    float line = ui->metrics->height[VL_TYPE_SMALL];
    if (bar.w <= 0)
        return;
    vl_draw_polyline(ui->list, points, 6, vl_points(ui, 1.5f), ui->theme->text_dim);
    vl_ui_print(ui, (vl_rect){left, y - end - line, fmaxf(bar.w, 6 * line), line}, VL_ALIGN_LEFT,
                "%g m", metres);
}

static const float level_width = 160, gap = 8; // points

// What falls alone has the height that its scene speaks of: a line at 0 m below the middle, and as
// wide as what is thrown goes. With a mistake its names have that room. What is written there, or
// nothing, and how far to both sides the line reaches, pixels.
static vl_rect level(const vl_picture *picture, float *reach)
{
    const vl_world *world = picture->world;
    const vl_scene *scene = picture->app->session.scene;
    const vl_vec3 middle = {scene->view.center.x, 0, 0};
    vl_pixel at = vl_project(&picture->stage->solids.projection, middle);
    const double seen = picture->app->view.reach * picture->stage->solids.projection.scale;
    *reach = fmaxf(vl_points(picture->ui, level_width / 2),
                   (float)seen + vl_points(picture->ui, 2 * gap));
    float line = picture->ui->metrics->height[VL_TYPE_SMALL];
    bool falls = world->particles.count == 1 && world->gravity.y < 0 && world->force_count == 0;
    if (!falls || scene->mistake || world->links.count + world->collider_count > 0 ||
        !vl_rect_contains(picture->camera.stage, at.x, at.y))
        return (vl_rect){0};
    const vl_rect clear = picture->app->layout.clear, card = picture->app->layout.figures;
    bool beside = card.x > at.x && at.y < card.y + card.h;
    float end = beside ? card.x : clear.x + clear.w;
    float x = fminf(at.x + *reach, end - 2 * line); // right of the line, and within
    return (vl_rect){x, at.y - line / 2, 2 * line, line};
}

void vl_level_draw(const vl_picture *picture)
{
    float reach;
    const vl_ui *ui = picture->ui;
    const vl_rect text = level(picture, &reach);
    const vl_pixel end = {text.x - vl_points(ui, gap), text.y + text.h / 2, 0};
    const vl_pixel begin = {end.x - 2 * reach, end.y, 0};
    if (text.w <= 0)
        return;
    dash(ui, begin, end, 1, ui->theme->text_dim);
    vl_ui_print(ui, text, VL_ALIGN_LEFT, "0 m");
}

// --- the legend: what the ghost, the colours and the arrows mean ---

static const float colours = 90, row_height = 1.2f; // points; lines

// A row at the foot of what is left, over what is drawn there.
static vl_rect take_row(const vl_ui *ui, vl_rect *left)
{
    vl_rect row = vl_rect_cut_bottom(left, row_height * ui->metrics->height[VL_TYPE_SMALL]);
    vl_draw_rect(ui->list, row, vl_colour_fade(ui->theme->background, 0.8f));
    return row;
}

// Prints at the right end of a row, and cuts that off with a gap.
static void print_right(const vl_ui *ui, vl_rect *row, const char *text)
{
    float width = vl_text_width(ui->metrics, VL_TYPE_SMALL, text) + 1; // a pixel for rounding
    vl_ui_print(ui, vl_rect_cut_right(row, width), VL_ALIGN_LEFT, "%s", text);
    vl_rect_cut_right(row, vl_points(ui, gap));
}

// Draws a bar of the colours, with the labels at its ends that fit.
static void draw_colours(const vl_ui *ui, vl_rect row, const char *low, const char *high)
{
    enum { STEPS = 24 };

    print_right(ui, &row, high);
    float spare = row.w - vl_text_width(ui->metrics, VL_TYPE_SMALL, low) - vl_points(ui, gap) - 1;
    vl_rect bar = vl_rect_cut_right(&row, fmaxf(fminf(vl_points(ui, colours), spare), 0));
    float step = bar.w / STEPS, inset = 0.25f * bar.h;
    for (int i = 0; i < STEPS; i++) {
        vl_rect piece = {bar.x + (float)i * step, bar.y + inset, step + 0.5f, bar.h - 2 * inset};
        vl_draw_rect(ui->list, piece, vl_theme_strain(ui->theme, 2.0 * i / (STEPS - 1) - 1));
    }
    vl_rect_cut_right(&row, vl_points(ui, gap));
    print_right(ui, &row, spare < 0 ? "" : low);
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
    draw_arrow(ui, row.x + row.w - length, row.y + row.h / 2, length, 0, colour);
    row.w -= length + vl_points(ui, gap);
    vl_ui_print(ui, row, VL_ALIGN_RIGHT, "%s %s %s", name, vl_figure(value, 2, VL_FIGURE_BUFFER),
                unit);
}

float vl_legend_height(const vl_app *app, const vl_ui *ui)
{
    const vl_shown *shown = &app->shown;
    int rows = 2 * shown->vectors + shown->ghost;
    rows += shown->strain && vl_session_run(&app->session)->world->links.count > 0;
    return (float)rows * row_height * ui->metrics->height[VL_TYPE_SMALL];
}

static void draw_legend(const vl_picture *picture)
{
    const vl_ui *ui = picture->ui;
    const vl_stage *stage = picture->stage;
    const vl_stages *stages = &picture->app->stages;
    const vl_shown *shown = &picture->app->shown;
    vl_rect left = picture->app->layout.legend;
    char low[64], high[64];
    if (shown->vectors) {
        draw_arrow_row(ui, take_row(ui, &left), stages->hardest, 0.6f * longest_arrow(picture),
                       ui->theme->acceleration, "a by forces", "m/s²");
        draw_arrow_row(ui, take_row(ui, &left), stages->fastest, longest_arrow(picture),
                       ui->theme->velocity, "velocity", "m/s");
    }
    if (shown->strain && picture->world->links.count > 0) {
        snprintf(low, sizeof low, "−%g %%", 100 * stage->full_strain);
        snprintf(high, sizeof high, "+%g %%", 100 * stage->full_strain);
        draw_colours(ui, take_row(ui, &left), low, high);
    }
    if (!shown->ghost)
        return;
    vl_rect row = take_row(ui, &left);
    const vl_lab_run *run = &picture->app->session.lab->runs[picture->lane];
    snprintf(high, sizeof high, "no true positions%s%s", run->refused ? ": " : "",
             run->refused ? run->refused : "");
    print_right(ui, &row,
                !stage->has_ghost      ? high
                : run->reference.exact ? "exact motion"
                                       : "reference motion");
    vl_rect sample = vl_rect_cut_right(&row, vl_points(ui, 48));
    float y = sample.y + sample.h / 2;
    if (stage->has_ghost)
        dash(ui, (vl_pixel){sample.x, y, 0}, (vl_pixel){sample.x + sample.w, y, 0}, 2,
             ui->theme->exact);
}

void vl_signs_draw(const vl_picture *picture)
{
    const vl_shown *shown = &picture->app->shown;
    if (shown->ghost)
        draw_ghost(picture);
    if (shown->vectors || throws(picture->app))
        draw_arrows(picture);
}

// --- names of the lanes at their most conspicuous balls ---

// What is written there.
typedef struct vl_tag {
    char text[VL_LANE_LABEL + VL_LANE_REMARK + 2];
    float mark; // width
    vl_line_style style;
} vl_tag;

// Returns whether any of the actors of a lane is seen.
static bool add_actors(const vl_picture *picture, vl_covers *covers, vl_rect seen)
{
    const vl_world *world = picture->world;
    const vl_particles *p = &world->particles;
    const vl_projection *projection = &picture->stage->solids.projection;
    float thick = vl_points(picture->ui, 8);
    bool any = false, ghost = picture->app->shown.ghost && picture->stage->has_ghost;
    for (int i = 0; i < p->count && !(any && covers->count >= VL_NAME_COVERS / 2); i++) {
        vl_pixel at = vl_project(projection, vl_particle_middle(p, i, vl_read(p->x, i)));
        float radius = fmaxf((float)(p->radius[i] * projection->scale), vl_points(picture->ui, 3));
        any |= !p->pinned[i] && vl_rect_contains(vl_rect_inset(seen, -radius), at.x, at.y);
        if (p->dial[i])
            continue;
        vl_covers_add(covers, (vl_rect){at.x - radius, at.y - radius, 2 * radius, 2 * radius});
        if (throws(picture->app)) {
            vl_pixel move = arrow_of(picture, velocity_at_hand(world, i),
                                     picture->app->stages.fastest, longest_arrow(picture));
            vl_covers_add_line(covers, at, (vl_pixel){at.x + move.x, at.y + move.y, 0}, thick);
        }
        for (int k = 0; k < world->force_count; k++)
            if (world->forces[k].kind == &vl_force_harmonic)
                vl_covers_add_line(covers, at, vl_project(projection, world->forces[k].center),
                                   thick);
        if (!ghost)
            continue;
        at = true_pixel(picture, i);
        vl_covers_add(covers, (vl_rect){at.x - radius, at.y - radius, 2 * radius, 2 * radius});
    }
    for (int i = 0; i < world->links.count && covers->count < VL_NAME_COVERS / 2; i++)
        vl_covers_add_line(covers, vl_project(projection, vl_read(p->x, world->links.from[i])),
                           vl_project(projection, vl_read(p->x, world->links.to[i])), thick);
    for (int i = 0; i < world->collider_count; i++) { // on which something is written
        const vl_vec3 size = world->colliders[i].size;
        vl_pixel at = vl_project(projection, world->colliders[i].center);
        float w = (float)(size.x * projection->scale), h = (float)(size.y * projection->scale);
        vl_covers_add(covers, (vl_rect){at.x - w / 2, at.y - h / 2, w, h});
    }
    return any || world->now.diverged;
}

// Adds squares along the trails of what is named, the newest first, as far as there is room.
static void add_trails(const vl_picture *pictures, int count, vl_covers *covers)
{
    vl_pixel last[VL_MOST_LANES] = {0};
    const float side = vl_points(pictures->ui, 12);
    for (int age = 1; age <= VL_TRAIL_POINTS; age++)
        for (int i = 0; i < count; i++) {
            const vl_trail *trail = &pictures[i].stage->trails[0];
            int point = (trail->first + trail->count - age) % VL_TRAIL_POINTS;
            if (age > trail->count)
                continue;
            vl_pixel at = vl_project(&pictures[i].stage->solids.projection, trail->points[point]);
            bool seen = vl_rect_contains(pictures[i].camera.window, at.x, at.y);
            if (age > 1 && hypotf(at.x - last[i].x, at.y - last[i].y) < 2 * side)
                continue;
            if (age > 1 && seen)
                vl_covers_add_line(covers, at, last[i], side);
            last[i] = at;
        }
}

// Of a ball, or of the tip of a hand: the dials of all lanes lie on one another.
static vl_pixel middle_of(const vl_picture *picture, int slot)
{
    const vl_particles *p = &picture->world->particles;
    vl_vec3 x = vl_read(p->x, slot);
    x = p->dial[slot] ? vl_dial_tip(p, slot, x) : vl_particle_middle(p, slot, x);
    return vl_project(&picture->stage->solids.projection, x);
}

// The ball of a lane. Where a piece with it was cut off and has left the room, the last particle
// that is still there. One that has diverged, or lies below a drawer, is nowhere. Lanes in panes,
// and a lane alone, have a name only where they are gone.
static vl_named name_ball(const vl_picture *picture, vl_rect room, bool named, bool gone,
                          vl_tag *tag)
{
    char remark[VL_LANE_REMARK];
    const char *where = "";
    const vl_ui *ui = picture->ui;
    const vl_particles *p = &picture->world->particles;
    const vl_projection *projection = &picture->stage->solids.projection;
    const vl_named *last = &picture->stage->named;
    int slot = picture->app->stages.trail_slots[0];
    const bool left = picture->world->broken > 0;
    vl_pixel at = middle_of(picture, slot);
    for (int n = p->count; left && n > 0 && !vl_rect_contains(room, at.x, at.y); n--) {
        slot = p->slot_of[n - 1];
        at = middle_of(picture, slot);
    }
    float radius = p->dial[slot] ? 0 : (float)(p->radius[slot] * projection->scale);
    const vl_rect card = picture->app->layout.figures;
    bool behind = named && vl_rect_contains(card, at.x, at.y);
    gone = named ? behind || !vl_rect_contains(vl_rect_inset(room, -radius), at.x, at.y) : gone;
    bool hidden = vl_rect_contains(picture->app->layout.drawer, at.x, at.y);
    if (picture->world->now.diverged || !isfinite(at.x) || !isfinite(at.y) || !(named || gone) ||
        hidden)
        return (vl_named){HUGE_VALF, HUGE_VALF, .list = last->list, .kept = last->kept};
    if (gone) { // to which side
        float right_end = behind ? card.x : room.x + room.w;
        vl_pixel edge = {fmaxf(fminf(at.x, right_end), room.x),
                         fmaxf(fminf(at.y, room.y + room.h), room.y), 0};
        float right = at.x - edge.x, down = at.y - edge.y;
        where = fabsf(down) >= fabsf(right) ? (down > 0 ? "↓" : "↑") : (right > 0 ? "→" : "←");
        at = edge;
        radius = 0;
    }
    vl_app_lane_remark(picture->app, picture->lane, remark);
    snprintf(tag->text, sizeof tag->text, "%s%s%s%s%s",
             named ? vl_lab_label(picture->app->session.lab, picture->lane) : "",
             named && *remark ? ": " : "", named ? remark : "", named && gone ? " " : "", where);
    tag->style = vl_app_lane_style(picture->app, picture->lane);
    tag->mark = named && tag->style.corners > 0 ? vl_points(ui, 22) : 0;
    float pad = vl_points(ui, 5), height = 1.1f * ui->metrics->height[VL_TYPE_NAME];
    float width = vl_text_width(ui->metrics, VL_TYPE_NAME, tag->text) + tag->mark + 2 * pad + 1;
    const vl_rect name = {0, 0, width, height};
    return (vl_named){at.x,       at.y,         radius,     pad,  gone,
                      last->list, last->leader, last->kept, name, .sought = last->sought};
}

static void draw_tag(const vl_ui *ui, const vl_tag *tag, const vl_named *named)
{
    const vl_rect rect = named->name;
    if (rect.w <= 0)
        return;
    if (named->leader)
        vl_segment_draw(ui->list, named->ends[0], named->ends[1], vl_points(ui, 1.5f),
                        tag->style.colour);
    vl_draw_round_rect(ui->list, rect, 0.3f * rect.h, vl_colour_fade(ui->theme->background, 0.8f));
    vl_rect text = vl_rect_inset(rect, named->gap), left = vl_rect_cut_left(&text, tag->mark);
    if (tag->mark > 0)
        vl_draw_mark(ui->list, left.x + 0.4f * tag->mark, left.y + left.h / 2, vl_points(ui, 6),
                     &tag->style);
    vl_ui_text(ui, text, VL_TYPE_NAME, tag->style.colour, VL_ALIGN_LEFT, tag->text);
}

void vl_tags_draw(const vl_picture *pictures, int count)
{
    float reach;
    double metres;
    const vl_app *app = pictures->app;
    const vl_layout *l = &app->layout;
    vl_rect bar = scale_bar(pictures, &metres);
    bar.w = bar.w > 0 ? fmaxf(bar.w, 1.5f * bar.h) : 0; // with its number
    const vl_rect signs[] = {l->figures, l->caption, l->formula, bar, level(pictures, &reach),
                             l->legend};
    vl_covers covers = {.count = 0};
    bool panes = vl_app_has_panes(app), gone[VL_MOST_LANES];
    vl_named balls[VL_MOST_LANES];
    vl_tag tags[VL_MOST_LANES] = {0};
    if (l->legend.h > 0)
        draw_legend(&pictures[panes ? count - 1 : app->session.chosen]);
    for (int i = 0; i < 6; i++)
        vl_covers_add(&covers, signs[i]);
    for (int i = 0; i < l->cover_count; i++)
        vl_covers_add(&covers, l->covers[i]);
    draw_measure(app, pictures->ui, &covers);
    covers.controls = covers.count;
    for (int i = 0; i < count; i++)
        gone[i] = !add_actors(&pictures[i], &covers, room_of(&pictures[i]));
    int before = covers.count;
    if (app->shown.trails && !panes)
        add_trails(pictures, count, &covers);
    covers.trails = covers.count - before;
    for (int i = 0; i < count; i++) {
        vl_rect room = room_of(&pictures[i]);
        if (l->narrow) // below the words
            vl_rect_cut_top(&room, fmaxf(l->stage.y - room.y, 0));
        if (!panes && l->figures.y + l->figures.h > room.y + room.h - 2 * bar_height(pictures->ui))
            vl_rect_cut_right(&room, fmaxf(room.x + room.w - l->figures.x, 0)); // beside the card
        room = vl_rect_inset(room, vl_points(pictures->ui, 4));
        balls[i] = name_ball(&pictures[i], room, !panes && count > 1, gone[i], &tags[i]);
        if (panes || i == count - 1)
            vl_labels_place(&covers, room, panes ? &balls[i] : balls, panes ? 1 : count,
                            panes ? 0 : app->session.chosen);
        vl_rect pane = vl_app_pane(app, i);
        if (panes && pane.x > vl_app_pane(app, 0).x) // a line between two that are side by side
            vl_draw_rect(pictures->ui->list, vl_rect_cut_left(&pane, vl_hair(pictures->ui)),
                         pictures->ui->theme->pane_edge);
    }
    for (int i = 0; i < count; i++) {
        pictures[i].stage->named = balls[i];
        draw_tag(pictures[i].ui, &tags[i], &balls[i]);
    }
}
