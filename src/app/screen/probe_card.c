// What the probe reads: x, v and a in all lanes, the force of each link, a graph over time and the
// path in phase space.

#include "app/screen/parts.h"

#include "base/text.h"
#include "ui/number.h"

#include <stdio.h>

// Points: the height of each of the two plots.
static const float plot_height = 170;

enum { DIGITS = 4 };

static bool is_dial(const vl_app *app)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    return p->dial[p->slot_of[app->probe.particle - 1]];
}

// An angle has one component, and a scene in a plane two.
static int axes_of(const vl_app *app)
{
    return is_dial(app) ? 1 : app->camera.planar ? 2 : 3;
}

static void write_vector(const vl_app *app, vl_vec3 v, const char *unit, vl_text *text)
{
    const double parts[] = {v.x, v.y, v.z};
    int count = axes_of(app);
    vl_text_add(text, count > 1 ? "(" : "");
    for (int i = 0; i < count; i++)
        vl_text_add(text, "%s%s", i > 0 ? "  " : "",
                    vl_figure_fixed(parts[i], 3, VL_FIGURE_BUFFER));
    vl_text_add(text, "%s %s", count > 1 ? ")" : "", unit);
}

static void add_vector(vl_rows *rows, const vl_app *app, const char *label, vl_vec3 v,
                       const char *unit)
{
    vl_text text = {0};
    write_vector(app, v, unit, &text);
    vl_row(rows, label, isnan(v.x) ? NULL : text.data);
    vl_text_free(&text);
}

static void add_link(vl_rows *rows, const vl_probe_link *link)
{
    static const char *const kinds[] = {
        [VL_ROD] = "rod", [VL_STRING] = "string", [VL_SPRING] = "spring"};
    char label[48];
    snprintf(label, sizeof label, "%s to %d", kinds[link->kind], link->other);
    if (isnan(link->tension))
        vl_row(rows, label, "not told by the motion");
    else
        vl_row_print(rows, label, "%s %s", link->tension < 0 ? "pushes" : "pulls",
                     vl_figure_unit(fabs(link->tension), DIGITS, "N", VL_FIGURE_BUFFER));
}

// The label has the mark of its lane where there are several.
static void add_lane(vl_rows *rows, const vl_app *app, int lane)
{
    const vl_probe_reading *r = &app->probe.lanes[lane].shown;
    const vl_ui *ui = rows->ui;
    char label[VL_LANE_LABEL];
    bool turns = is_dial(app);
    if (app->session.lane_count > 1) {
        vl_rect head = vl_rect_cut_top(&rows->left, 1.2f * ui->metrics->height[VL_TYPE_SMALL]);
        vl_line_style style = vl_app_lane_style(app, lane);
        vl_rect mark = vl_rect_cut_left(&head, vl_points(ui, 20));
        vl_draw_mark(ui->list, mark.x + mark.w / 3, mark.y + mark.h / 2, vl_points(ui, 6), &style);
        vl_ui_text(ui, head, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_LEFT,
                   vl_session_lane_label(&app->session, lane, label));
    }
    add_vector(rows, app, turns ? "angle" : "x", r->x, turns ? "rad" : "m");
    add_vector(rows, app, "v", r->v, turns ? "rad/s" : "m/s");
    add_vector(rows, app, "a", r->a, turns ? "rad/s²" : "m/s²");
    for (int k = 0; k < r->link_count && !turns; k++)
        add_link(rows, &r->links[k]);
}

// --- plots ---

static const char *axis_name(const vl_app *app, bool velocity)
{
    static const char *const names[2][3] = {{"x over time", "y over time", "z over time"},
                                            {"v over x", "v over y", "v over z"}};
    return is_dial(app) ? (velocity ? "v over the angle" : "angle over time")
                        : names[velocity][app->probe.axis];
}

static vl_plot_map draw_graph(const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    vl_plot plot = {.title = axis_name(app, false),
                    .x = {.unit = "s"},
                    .y = {.unit = is_dial(app) ? "rad" : "m"}};
    vl_plot_line lines[VL_MOST_LANES];
    vl_line_style styles[VL_MOST_LANES];
    int count = app->session.lane_count;
    for (int i = 0; i < count; i++) {
        styles[i] = vl_app_lane_style(app, i);
        lines[i] =
            (vl_plot_line){.series = &app->probe.lanes[i].x[app->probe.axis], .style = &styles[i]};
    }
    return vl_plot_draw(ui, &plot, rect, lines, count);
}

typedef struct span {
    double low, high;
} span;

static void widen(span *s, double value)
{
    if (isfinite(value)) {
        s->low = fmin(s->low, value);
        s->high = fmax(s->high, value);
    }
}

static double part_of(span s, double value)
{
    return s.high > s.low ? (value - s.low) / (s.high - s.low) : 0.5;
}

// Points of a path that comes back are joined in the order of time.
static void draw_path(const vl_ui *ui, const vl_series *path, vl_rect rect, span x, span y,
                      const vl_line_style *style)
{
    enum { PIECE = 256 };

    float points[2 * PIECE];
    for (int begin = 0; begin < path->count; begin += PIECE - 1) {
        int count = 0;
        for (int i = begin; i < path->count && count < PIECE; i++, count++) {
            int slot = vl_series_slot(path, i);
            points[2 * count] = rect.x + rect.w * (float)part_of(x, path->x[slot]);
            points[2 * count + 1] = rect.y + rect.h * (float)(1 - part_of(y, path->y[slot]));
        }
        vl_draw_polyline(ui->list, points, count, vl_points(ui, 1.5f), style->colour);
    }
}

// The ends of the axes are labelled, and a mark is where the particle is now.
static void draw_phase(const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    span x = {HUGE_VAL, -HUGE_VAL}, y = x;
    int axis = app->probe.axis;
    for (int i = 0; i < app->session.lane_count; i++) {
        const vl_series *path = &app->probe.lanes[i].phase[axis];
        for (int k = 0; k < path->count; k++) {
            widen(&x, path->x[k]);
            widen(&y, path->y[k]);
        }
    }
    vl_rect title = vl_rect_cut_top(&rect, ui->metrics->height[VL_TYPE_SMALL]);
    vl_rect lower = vl_rect_cut_bottom(&rect, ui->metrics->height[VL_TYPE_SMALL]);
    vl_draw_rect(ui->list, rect, ui->theme->plot);
    vl_draw_round_frame(ui->list, rect, 0, vl_hair(ui), ui->theme->plot_axis);
    vl_ui_print(ui, title, VL_ALIGN_LEFT, "%s", axis_name(app, true));
    if (!(x.high >= x.low && y.high >= y.low))
        return;
    const char *unit = is_dial(app) ? "rad" : "m";
    vl_ui_print(ui, title, VL_ALIGN_RIGHT, "%s … %s %s/s", vl_figure(y.low, 3, VL_FIGURE_BUFFER),
                vl_figure(y.high, 3, VL_FIGURE_BUFFER), unit);
    vl_ui_print(ui, lower, VL_ALIGN_LEFT, "%s", vl_figure(x.low, 3, VL_FIGURE_BUFFER));
    vl_ui_print(ui, lower, VL_ALIGN_RIGHT, "%s %s", vl_figure(x.high, 3, VL_FIGURE_BUFFER), unit);
    vl_rect inside = vl_rect_inset(rect, vl_points(ui, 6));
    for (int i = 0; i < app->session.lane_count; i++) {
        const vl_series *path = &app->probe.lanes[i].phase[axis];
        vl_line_style style = vl_app_lane_style(app, i);
        draw_path(ui, path, inside, x, y, &style);
        if (path->count == 0)
            continue;
        int last = vl_series_slot(path, path->count - 1);
        vl_draw_mark(ui->list, inside.x + inside.w * (float)part_of(x, path->x[last]),
                     inside.y + inside.h * (float)(1 - part_of(y, path->y[last])), vl_points(ui, 5),
                     &style);
    }
}

// --- the card ---

static float rows_height(const vl_app *app, const vl_ui *ui)
{
    int rows = 0;
    for (int i = 0; i < app->session.lane_count; i++)
        rows += 3 + app->probe.lanes[i].shown.link_count + (app->session.lane_count > 1);
    return 1.15f * (float)(rows + 1) * ui->metrics->height[VL_TYPE_SMALL];
}

float vl_probe_card_height(const vl_app *app, const vl_ui *ui)
{
    return app->probe.particle > 0 ? rows_height(app, ui) : 0;
}

void vl_probe_card_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    vl_rows rows = {ui, rect};
    for (int i = 0; i < app->session.lane_count; i++)
        add_lane(&rows, app, i);
}

float vl_probe_plot_height(const vl_ui *ui)
{
    return vl_points(ui, plot_height);
}

// Whether a line can be drawn.
static bool has_line(const vl_app *app)
{
    bool any = false;
    for (int i = 0; i < app->session.lane_count; i++)
        any = any || app->probe.lanes[i].x[app->probe.axis].count > 1;
    return any;
}

// A click shows the next axis.
void vl_probe_plot_draw(vl_app *app, const vl_ui *ui, vl_rect rect, bool phase)
{
    app->probe.axis %= axes_of(app);
    bool clicked = vl_ui_control(ui, rect).clicked;
    vl_rect inside = vl_rect_inset(rect, vl_points(ui, 4));
    if (!has_line(app))
        vl_ui_block(ui, inside, VL_TYPE_SMALL, ui->theme->text_dim,
                    "Its line begins when the scene runs.", 4);
    else if (phase)
        draw_phase(app, ui, inside);
    else
        (void)draw_graph(app, ui, inside);
    app->probe.axis += clicked;
}
