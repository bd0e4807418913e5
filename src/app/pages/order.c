#include "app/pages/pages.h"

#include "base/memory.h"
#include "lab/order.h"
#include "physics/integrators/integrators.h"
#include "scene/file.h"

// A scene with more particles and links than FEW_PARTS is measured only on request. TEXT_LINES is a
// number of lines, as are PLOT_LINES of a plot above the table, and the FEWEST_ROWS of the table.
enum { FEW_PARTS = 100, TEXT_LINES = 5, PLOT_LINES = 9, FEWEST_ROWS = 6 };

static const float table_width = 460;    // points
static const float narrowest_plot = 240; // points

// Steps to choose from: the order of a method may be another one where dt changes.
static const struct {
    const char *label, *text;
} streams[] = {{"random steps", "random:0.5:1.5:1"}, {"constant steps", "fixed:1"}};

_Static_assert((int)VL_CELL_SIZE >= (int)VL_ORDER_TEXT, "cells have room for texts about an order");

enum { STREAMS = sizeof streams / sizeof *streams };

// One method in the plot and in the table.
typedef struct curve {
    bool shown, runs; // a lane with it
    vl_line_style style;
    vl_series series;
    vl_plot_mark kinds[VL_ORDER_MOST_MEANS];
    vl_order_point points[VL_ORDER_MOST_MEANS];
    int count;
    vl_order_fit fit;
} curve;

typedef struct lab {
    vl_page_base base;
    int stream, quantity; // choices, as indices
    int first_row;        // of the table, if it is longer than its space
    vl_order *order;      // of all methods
    bool wanted;          // a measurement has to start
    char *scene;          // the measured scene, as YAML
    vl_error error;
    curve curves[VL_MOST_INTEGRATORS];
    vl_plot plot;
} lab;

static void forget(lab *l)
{
    vl_page_stop(&l->base);
    vl_order_free(l->order);
    l->order = NULL;
    vl_free(l->scene);
    l->scene = NULL;
    l->error.text[0] = '\0';
    vl_plot_forget(&l->plot);
}

// The largest mean step is found by the lab, but what it finds for an orbit would take a minute.
static vl_order *create(lab *l, vl_app *app, double duration)
{
    enum { STEPS = 50 };

    const vl_order_settings settings = {
        .integrators = vl_integrators,
        .integrator_count = vl_integrator_count,
        .stream = streams[l->stream].text,
        .beside = app->session.scene->path,
        .duration = duration,
        .mean = isnan(duration) ? 0 : duration / STEPS,
        .halvings = VL_ORDER_LEAST_HALVINGS,
        .seeds = VL_ORDER_SEEDS,
    };
    const vl_scene scene = vl_session_scene(&app->session);
    return vl_order_create(&scene, &settings, &l->error);
}

static void measure(lab *l, vl_app *app)
{
    forget(l);
    l->scene = vl_scene_to_yaml(app->session.scene);
    l->wanted = false;
    l->order = create(l, app, (double)NAN);
    // The lab would choose a time that fits what is seen in seconds. Of a scene that runs in slow
    // motion as much is seen in a part of it.
    double speed = app->session.scene->view.speed;
    if (l->order && speed < 1) {
        double duration = speed * l->order->duration;
        vl_order_free(l->order);
        l->order = create(l, app, duration);
    }
    if (l->order)
        vl_page_work(&l->base, app, vl_order_work, l->order);
}

static void free_page(void *memory)
{
    lab *l = memory;
    forget(l);
    for (int i = 0; i < vl_integrator_count; i++)
        vl_series_free(&l->curves[i].series);
}

// Results are preserved when the same scene is restarted.
static void begin(void *memory, vl_app *app)
{
    lab *l = memory;
    char *now = vl_scene_to_yaml(app->session.scene);
    bool same = l->scene && strcmp(now, l->scene) == 0;
    vl_free(now);
    if (same)
        return;
    forget(l);
    const vl_world *world = vl_session_run(&app->session)->world;
    l->wanted = world->particles.count + world->links.count <= FEW_PARTS;
}

static void fill_curve(lab *l, int method)
{
    curve *c = &l->curves[method];
    c->series.most = VL_ORDER_MOST_MEANS;
    vl_series_clear(&c->series);
    c->count = l->order ? vl_order_points(l->order, method, c->points) : 0;
    c->fit = vl_order_fit_points(c->points, c->count, (vl_order_quantity)l->quantity);
    for (int k = 0; k < c->count; k++) {
        const vl_order_point *p = &c->points[k];
        vl_series_add(&c->series, p->mean_dt, p->error[l->quantity]);
        c->kinds[k] = c->fit.fates[k] == VL_ORDER_FITTED     ? VL_MARK_DISC
                      : c->fit.fates[k] == VL_ORDER_DIVERGED ? VL_MARK_CROSS
                                                             : VL_MARK_RING;
    }
}

// The range contains the measured points and a margin, so that marks at the ends are complete.
static void draw_plot(lab *l, const vl_ui *ui, vl_rect rect)
{
    const double margin = 1.3;
    double low = HUGE_VAL, high = 0;
    vl_plot_line lines[VL_MOST_INTEGRATORS];
    int count = 0;
    for (const curve *c = l->curves; c < l->curves + vl_integrator_count; c++) {
        if (!c->shown)
            continue;
        lines[count++] = (vl_plot_line){
            .series = &c->series, .style = &c->style, .marks = true, .kinds = c->kinds};
        for (int k = 0; k < c->series.count; k++) {
            low = fmin(low, c->series.x[k]);
            high = fmax(high, c->series.x[k]);
        }
    }
    char title[64];
    const char *unit = l->order ? l->order->units[l->quantity] : NULL; // not measured yet
    snprintf(title, sizeof title, "%s error%s", vl_order_quantity_names[l->quantity],
             unit && !*unit ? ", relative" : "");
    l->plot.title = title;
    l->plot.y.unit = unit;
    l->plot.x.logarithmic = l->plot.y.logarithmic = true;
    l->plot.x.fixed = true;
    l->plot.x.low = high > 0 ? low / margin : 1e-3;
    l->plot.x.high = high > 0 ? high * margin : 1;
    vl_ui_print(ui, vl_rect_cut_bottom(&rect, ui->metrics->height[VL_TYPE_SMALL]), VL_ALIGN_RIGHT,
                "mean dt (s)");
    vl_plot_draw(ui, &l->plot, rect, lines, count);
    l->plot.title = NULL;
}

enum { COLUMNS = 3 };

static bool fill_row(const void *page, const vl_theme *theme, int method, vl_table_row *row,
                     char texts[VL_MOST_COLUMNS][VL_CELL_SIZE])
{
    const lab *l = page;
    const curve *c = &l->curves[method];
    row->style = c->shown ? &c->style : NULL;
    if (!l->order)
        return c->shown;
    row->cells[1] = vl_order_slope_text(&c->fit, texts[1]);
    snprintf(texts[2], VL_CELL_SIZE, "%d", vl_order_declared(l->order, vl_integrators[method]));
    row->cells[2] = texts[2];
    row->colours[2] = theme->text_dim;
    return c->shown;
}

// The curves of lanes are shown, and others by a click, which are grey. One on the heads shows all
// or, if all are shown, only that of the method of the chosen lane.
static void draw_table(lab *l, const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    static const vl_column columns[COLUMNS] = {{.head = "all methods"},
                                               {.head = "order", .points = 106},
                                               {.head = "declared", .points = 92}};
    const vl_method_table table = {
        .columns = columns, .column_count = COLUMNS, .page = l, .fill = fill_row};
    int clicked = vl_methods_draw(ui, rect, &table, &l->first_row);
    int shown = 0, chosen = vl_lane_method(&vl_session_run(&app->session)->lane);
    if (clicked >= 0 && clicked < vl_integrator_count)
        l->curves[clicked].shown = !l->curves[clicked].shown;
    for (int i = 0; i < vl_integrator_count; i++)
        shown += l->curves[i].shown;
    for (int i = 0; i < vl_integrator_count && clicked == vl_integrator_count; i++)
        l->curves[i].shown = shown < vl_integrator_count || i == chosen;
}

// Takes `width` pixels of a row of buttons, or where it is full of the next one, cut off `left`.
static vl_rect room(const vl_ui *ui, vl_rect *row, vl_rect *left, float width)
{
    if (width > row->w && row->w < left->w) {
        *row = vl_rect_cut_top(left, vl_points(ui, VL_TARGET));
        vl_rect_cut_top(left, vl_points(ui, 4));
    }
    vl_rect there = vl_rect_cut_left(row, width);
    vl_rect_cut_left(row, vl_points(ui, 12));
    return there;
}

// What has not been measured so is measured at a press.
static void draw_choices(lab *l, const vl_app *app, const vl_ui *ui, vl_rect *left)
{
    const vl_button measure = {.icon = VL_ICON_PLAY, .label = "Measure"};
    const vl_names choices[] = {VL_NAMES_OF_WORDS(vl_order_quantity_names, VL_ORDER_QUANTITIES),
                                VL_NAMES(streams, STREAMS, label)};
    int *chosen[] = {&l->quantity, &l->stream};
    vl_rect row = {0};
    bool other[2] = {false};
    for (int i = 0; i < 2; i++) {
        vl_rect group = room(ui, &row, left, vl_ui_choose_width(ui, choices[i]));
        other[i] = vl_ui_choose(ui, &group, choices[i], chosen[i]);
    }
    if (other[0])
        vl_plot_forget(&l->plot);
    l->wanted |= other[1];
    if (!l->order || vl_page_difference(&l->base, app))
        l->wanted |=
            vl_ui_button(ui, room(ui, &row, left, vl_ui_button_width(ui, &measure)), &measure);
}

// What there is to say besides the figures: how they were measured, or why there are none.
static void write_text(const lab *l, const vl_app *app, vl_text *text)
{
    const vl_order *order = l->order;
    const vl_order_quantity quantity = (vl_order_quantity)l->quantity;
    const char *changed = order ? vl_page_difference(&l->base, app) : NULL;
    if (!order) {
        vl_text_add(text, "%s",
                    *l->error.text ? l->error.text
                                   : "This is a large scene: press Measure to begin.");
        return;
    }
    vl_text_add(text, "%s", "");
    if (changed)
        vl_text_add(text, "The %s has changed since: measure again. ", changed);
    if (l->base.engine)
        vl_text_add(text, "Each method has the start, friction and links of %s. ",
                    l->base.engine->title);
    else if (l->base.mistake)
        vl_text_add(text, "With the mistake, where a method can make it. ");
    vl_text_add(text, "Against %s, T = %.3g s%s", order->against, order->duration,
                vl_order_is_of_run(order, quantity) ? "" : ", at the end");
    if (order->settings.seeds > 1)
        vl_text_add(text, ", RMS over %d seeds", order->settings.seeds);
    if (vl_order_is_lost(order, quantity))
        vl_text_add(text,
                    ". The reference failed, or met a contact, a string's jolt or a cutoff within "
                    "a step: nothing is fitted");
    const char *lacks = vl_order_lacks(order, quantity);
    vl_text_add(text, ". ");
    if (lacks)
        vl_text_add(text, "%c%s. ", lacks[0] == 'a' ? 'A' : lacks[0], lacks + 1);
    vl_order_add_notes(order, " ", text);
}

// The plot is beside the table, or above it if the page is narrow. There the table has the methods
// that leave the plot its height, and a row that leads to the others.
static void draw_found(lab *l, const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    bool beside = rect.w >= vl_points(ui, table_width + narrowest_plot);
    float line = ui->metrics->height[VL_TYPE_SMALL],
          whole = line * (float)(vl_integrator_count + 1);
    float below = fminf(whole, fmaxf(rect.h - line * PLOT_LINES, line * FEWEST_ROWS));
    vl_rect table = beside ? vl_rect_cut_right(&rect, vl_points(ui, table_width))
                           : vl_rect_cut_bottom(&rect, below);
    vl_rect_cut_right(&rect, beside ? vl_points(ui, 12) : 0);
    draw_table(l, app, ui, table);
    if (rect.h >= 5 * line)
        draw_plot(l, ui, rect);
}

static void draw(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    lab *l = memory;
    vl_text text = {0};
    for (int i = 0; i < vl_integrator_count; i++) {
        bool runs = vl_session_lane_with(&app->session, i) >= 0;
        l->curves[i].shown = runs == l->curves[i].runs ? l->curves[i].shown : runs;
        l->curves[i].runs = runs;
        l->curves[i].style = vl_app_method_style(app, i);
        fill_curve(l, i);
    }

    draw_choices(l, app, ui, &rect);
    vl_rect bar = vl_rect_cut_top(&rect, vl_points(ui, 4));
    if (vl_page_works(&l->base)) {
        vl_draw_rect(ui->list, bar, ui->theme->plot_grid);
        bar.w *= (float)l->order->part;
        vl_draw_rect(ui->list, bar, ui->theme->accent);
    }
    vl_rect_cut_top(&rect, vl_points(ui, 4));
    write_text(l, app, &text);
    float height = vl_ui_block_height(ui, VL_TYPE_SMALL, text.data, rect.w, TEXT_LINES);
    vl_ui_block(ui, vl_rect_cut_bottom(&rect, height), VL_TYPE_SMALL, ui->theme->text_dim,
                text.data, TEXT_LINES);
    vl_rect_cut_bottom(&rect, vl_points(ui, 12));
    vl_text_free(&text);
    draw_found(l, app, ui, rect);
    if (l->wanted)
        measure(l, app);
    l->base.part = l->order ? l->order->part : 0;
}

const vl_page vl_page_order = {
    .label = "Order",
    .title = "Order lab",
    .size = sizeof(lab),
    .free = free_page,
    .begin = begin,
    .draw = draw,
};
