// All lanes in one plot over the whole run, with a cursor that reads them and goes back in time.

#include "app/pages/pages.h"

#include "base/text.h"
#include "ui/number.h"
#include "ui/plot_labels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The views after those of the figures.
enum { DIFFERENCE = VL_FIGURES, ENERGIES, VIEWS };

// Points: the column of the bars, the narrowest page that has it; gaps.
static const float bars_width = 190, narrowest_with_bars = 520, gap = 12;

static const int few = 4; // lanes in the graph of the card

static const float strong = 2,
                   usual =
                       1.5f; // times the usual width, of the line of the chosen lane, and of others

// The range of the bars between frames only grows.
typedef struct energy_bars {
    double low, high;          // J, ≤ 0 and ≥ 0
    bool seen[VL_ENERGY_BARS]; // the energy is in this scene
} energy_bars;

typedef struct page {
    vl_page_base base;
    int view;
    vl_plot plots[VIEWS];
    energy_bars bars;
    int64_t lane; // whose bars they are
} page;

static const vl_quantity difference = {
    .name = "distance", .title = "Difference", .unit = "m", .kind = VL_UNIT_OF_PLACES};
static const vl_quantity energies = {.name = "energies", .title = "K and U", .unit = "J"};

static const vl_quantity *quantity_of(int view)
{
    return view == DIFFERENCE ? &difference
           : view == ENERGIES ? &energies
                              : &vl_quantities[vl_figures[view]];
}

// --- the curves ---

// What is drawn: the chosen lane is the first, so that its name stays at its line.
typedef struct picture {
    const vl_app *app;
    int view, count;
    double cursor;             // s, the time at which they are read
    bool lost[VL_MOST_CURVES]; // it has left the finite numbers
    vl_curve curves[VL_MOST_CURVES];
    const char *unit;
    double size; // of that unit of a place, in m; else 0
} picture;

static void add_lane(picture *pic, const vl_app *app, int lane)
{
    const vl_session *session = &app->session;
    const vl_series *series = pic->view == DIFFERENCE
                                  ? vl_session_distances(session, session->chosen, lane)
                                  : &session->lanes[lane].plots.of[vl_figures[pic->view]];
    vl_curve *curve = &pic->curves[pic->count];
    if (!series)
        return;
    *curve = (vl_curve){.series = series, .style = vl_app_lane_style(app, lane)};
    vl_session_lane_label(session, lane, curve->name);
    double first = series->count > 0 ? series->x[vl_series_slot(series, 0)] : 0;
    size_t length = strlen(curve->name);
    if (first > 0.1) // s: a distance, and a reference run, begins where the lane joins
        snprintf(curve->name + length, sizeof curve->name - length, " since %s s",
                 vl_figure_fixed(first, 1, VL_FIGURE_BUFFER));
    pic->lost[pic->count++] = vl_session_lane_world(session, lane)->now.diverged;
}

static void add_energies(picture *pic, const vl_app *app)
{
    const vl_series *of = app->session.lanes[app->session.chosen].plots.of;
    const vl_theme *theme = app->theme;
    const vl_curve curves[] = {{&of[VL_QUANTITY_ENERGY], theme->total, "U + K"},
                               {&of[VL_QUANTITY_KINETIC], theme->kinetic, "K"},
                               {&of[VL_QUANTITY_POTENTIAL], theme->potential, "U"}};
    memcpy(pic->curves, curves, sizeof curves);
    pic->count = sizeof curves / sizeof *curves;
}

static void add_lanes(picture *pic, const vl_app *app)
{
    int chosen = app->session.chosen;
    add_lane(pic, app, chosen);
    for (int i = 0; i < app->session.lab->count; i++)
        if (i != chosen)
            add_lane(pic, app, i);
}

static picture picture_of(vl_app *app, int view)
{
    const vl_quantity *quantity = quantity_of(view);
    vl_unit unit = vl_app_unit(app, quantity, &vl_session_run(&app->session)->shown);
    bool places = quantity->kind == VL_UNIT_OF_PLACES;
    picture pic = {app, view, .unit = unit.name, .size = places ? 1 / unit.factor : 0};
    if (view == ENERGIES)
        add_energies(&pic, app);
    else
        add_lanes(&pic, app);
    return pic;
}

static void begin(void *memory, vl_app *app)
{
    page *p = memory;
    for (int view = 0; view < VIEWS; view++) {
        const picture pic = picture_of(app, view);
        p->plots[view] = (vl_plot){
            .title = quantity_of(view)->name,
            .x = {.unit = "s", .with_zero = true},
            .y = {pic.unit, pic.size, .with_zero = true},
            .has_reference = true,
        };
    }
    p->bars = (energy_bars){0};
}

static bool has_points(const picture *pic)
{
    for (int i = 0; i < pic->count; i++)
        for (int k = 0; k < pic->curves[i].series->count; k++)
            if (isfinite(pic->curves[i].series->y[vl_series_slot(pic->curves[i].series, k)]))
                return true;
    return false;
}

// --- the plot ---

// The run from its start, so far that it need not grow at each moment.
static void set_span(const vl_app *app, vl_axis *x)
{
    const vl_log *log = app->session.log;
    double last =
        fmax(app->session.lab->now.time, vl_log_time(log, vl_session_last_frame(&app->session)));
    x->fixed = true;
    x->low = vl_log_time(log, vl_log_first(log));
    for (x->high = 12; x->high < last;)
        x->high *= 1.5;
}

// The first curve is drawn last, on top. The range ignores lanes that are lost, if there are
// others.
static vl_plot_map draw_lines(const picture *pic, const vl_ui *ui, vl_plot *plot, vl_rect rect)
{
    vl_plot_line lines[VL_MOST_CURVES];
    bool all_lost = true;
    for (int i = 0; i < pic->count; i++)
        all_lost = all_lost && pic->lost[i];
    for (int i = 0; i < pic->count; i++)
        lines[pic->count - 1 - i] = (vl_plot_line){
            .series = pic->curves[i].series,
            .style = &pic->curves[i].style,
            .quiet = pic->lost[i] && !all_lost,
            .weight = i == 0 && pic->view != DIFFERENCE ? strong : usual,
        };
    set_span(pic->app, &plot->x);
    return vl_plot_draw(ui, plot, rect, lines, pic->count);
}

// Where the frame rate changed, and late frames.
static void mark_events(vl_app *app, const vl_ui *ui, const vl_plot_map *map)
{
    const float dashes[] = {vl_points(ui, 3), vl_points(ui, 3)};
    const vl_frame_marks *marks = &app->marks;
    vl_frame_marks_follow(&app->marks, &app->session);
    for (int i = 0; i < marks->count && i < VL_MOST_MARKS; i++) {
        float x = vl_plot_place_x(map, marks->times[i]);
        const float points[] = {x, map->area.y, x, map->area.y + map->area.h};
        vl_draw_dashed(ui->list, points, 2, vl_points(ui, 1.5f), dashes, 2, 0, ui->theme->held);
    }
}

static void write_value(const void *user, int curve, double value, char *text, int size)
{
    const picture *pic = user;
    char figure[VL_QUANTITY_SIZE];
    value /= pic->size > 0 ? pic->size : 1;
    bool small = fabs(value) > 0 && fabs(value) < 0.01;
    if (small || pic->view == ENERGIES)
        vl_figure_unit(value, 3, pic->unit, figure);
    else
        vl_quantity_write(quantity_of(pic->view), value, pic->unit, figure);
    snprintf(text, (size_t)size, "%s", figure);
}

// The instant on show is a line where there are points after it.
static void draw_present(const vl_app *app, const vl_ui *ui, const vl_plot_map *map)
{
    double now = app->session.lab->now.time;
    float x = roundf(vl_plot_place_x(map, now));
    if (vl_log_last(app->session.log) > app->session.lab->now.frames)
        vl_draw_rect(ui->list, (vl_rect){x, map->area.y, fmaxf(1, vl_points(ui, 2)), map->area.h},
                     ui->theme->accent);
}

// While the pointer is over the plot, or was pressed there. A pressed one goes to the instant.
static void follow_pointer(picture *pic, vl_app *app, const vl_ui *ui, const vl_plot_map *map)
{
    const vl_pointer *p = &ui->pointer;
    bool held = p->down && !p->away && vl_rect_contains(map->area, p->press_x, p->press_y);
    if (!held && !vl_ui_touch(ui, map->area).hover)
        return;
    float place = fmaxf(map->area.x, fminf(p->x, map->area.x + map->area.w));
    double time = vl_plot_x_at(map, place);
    app->time_wanted = held;
    app->wanted_time = pic->cursor = time;
    vl_curves_read(ui, map, pic->curves, pic->count, time, write_value, pic);
}

// The axis is not finer than the last digit of the figures: below it there is rounding.
static void keep_coarse(const picture *pic, vl_axis *y)
{
    const double least = pic->size > 0                 ? 0.05 * pic->size
                         : strcmp(pic->unit, "%") == 0 ? 0.05
                                                       : 5e-4;
    double largest = 0;
    for (int i = 0; i < pic->count; i++)
        for (int k = 0; k < pic->curves[i].series->count; k++) {
            double value = pic->curves[i].series->y[vl_series_slot(pic->curves[i].series, k)];
            largest = isfinite(value) ? fmax(largest, fabs(value)) : largest;
        }
    y->fixed = largest < least;
    y->low = y->fixed ? -least : y->low;
    y->high = y->fixed ? least : y->high;
}

void vl_graph_draw(vl_app *app, const vl_ui *ui, vl_plot *plot, vl_rect rect)
{
    picture pic = picture_of(app, app->compared % VL_FIGURES);
    plot->y = (vl_axis){.unit = pic.unit,
                        .size = pic.size,
                        .with_zero = true,
                        .low = plot->y.low,
                        .high = plot->y.high,
                        .slack_time = plot->y.slack_time};
    keep_coarse(&pic, &plot->y);
    plot->x.unit = "s";
    for (int i = 0; i < pic.count && pic.count <= few; i++)
        pic.curves[i].style.dash_count = 0; // colours tell so few apart
    vl_plot_map map = draw_lines(&pic, ui, plot, rect);
    if (map.area.w <= 0)
        return;
    mark_events(app, ui, &map);
    draw_present(app, ui, &map);
    follow_pointer(&pic, app, ui, &map);
}

static void draw_plot(page *p, vl_app *app, const vl_ui *ui, picture *pic, vl_rect rect)
{
    float column = fminf(vl_curves_column(ui, pic->curves, pic->count), 0.35f * rect.w);
    vl_rect names = vl_rect_cut_right(&rect, column);
    vl_plot_map map = draw_lines(pic, ui, &p->plots[p->view], rect);
    if (map.area.w <= 0)
        return;
    names.y = map.area.y;
    names.h = map.area.h;
    vl_curves_mark(ui, &map, pic->curves, pic->count);
    vl_curves_label(ui, &map, names, pic->curves, pic->count);
    mark_events(app, ui, &map);
    draw_present(app, ui, &map);
    follow_pointer(pic, app, ui, &map);
}

// --- bars of the energies of the chosen lane about a zero that rests ---

enum { KINETIC, TOTAL = 5, LOST = 6 };

int vl_energy_bars_of(const vl_reading *reading, const vl_reference *reference,
                      vl_energy_bar bars[VL_ENERGY_BARS])
{
    double rest = reference->rest;
    double sum = reading->kinetic + reading->potential - rest;
    const vl_energy_bar all[VL_ENERGY_BARS] = {
        {"kinetic", reading->kinetic, false},
        {"gravity", reading->gravity - rest, false},
        {"springs", reading->springs, false},
        {"contacts", reading->contacts, false},
        {"forces", reading->forces, false},
        {"sum", sum, true},
        {"lost", reference->energy - rest - sum, true},
    };
    bool exists = !isnan(reading->potential);
    int count = exists ? VL_ENERGY_BARS : 1;
    memcpy(bars, all, (size_t)count * sizeof *all);
    return count;
}

// The range never shrinks, so the zero comes to rest.
static void follow(energy_bars *range, const vl_energy_bar *bars, int count)
{
    for (int i = 0; i < count; i++) {
        double joule = bars[i].joule;
        if (!isfinite(joule))
            continue;
        range->low = fmin(range->low, joule);
        range->high = fmax(range->high, joule);
        range->seen[i] |= joule != 0 || i == KINETIC || i >= TOTAL;
    }
}

static vl_colour colour_of(const vl_theme *theme, int index)
{
    return index == KINETIC ? theme->kinetic.colour
           : index == TOTAL ? theme->total.colour
           : index == LOST  ? theme->held
                            : theme->potential.colour;
}

// The bar reaches from the zero to the value; the zero is a line as high as the row.
static void draw_bar(const energy_bars *range, const vl_ui *ui, vl_rect rect, double joule,
                     vl_colour colour)
{
    double span = range->high - range->low;
    float zero = rect.x + (span > 0 ? (float)(-range->low / span) : 0) * rect.w;
    float length = span > 0 && isfinite(joule) ? (float)(joule / span) * rect.w : 0;
    vl_rect bar = {fminf(zero, zero + length), rect.y, fabsf(length), rect.h};
    vl_draw_rect(ui->list, bar, colour);
    vl_draw_rect(ui->list, (vl_rect){zero, rect.y - 2, fmaxf(1, vl_hair(ui)), rect.h + 4},
                 ui->theme->text);
}

static void draw_bar_row(const energy_bars *range, const vl_ui *ui, vl_rect row, int index,
                         const vl_energy_bar *bar)
{
    char value[VL_FIGURE_SIZE];
    vl_figure_unit(bar->joule, 3, "J", value);
    vl_rect words = vl_rect_cut_top(&row, ui->metrics->height[VL_TYPE_SMALL]);
    if (bar->is_sum && index == TOTAL)
        vl_draw_rect(ui->list, (vl_rect){words.x, words.y, words.w, vl_hair(ui)},
                     ui->theme->panel_edge);
    vl_ui_readout(ui, words, bar->name, value, ui->theme->text);
    row.h = 0.5f * ui->metrics->height[VL_TYPE_SMALL];
    draw_bar(range, ui, row, bar->joule, colour_of(ui->theme, index));
}

static void draw_all_bars(energy_bars *range, const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    char name[VL_LANE_LABEL];
    vl_energy_bar bars[VL_ENERGY_BARS];
    const vl_session *session = &app->session;
    int count =
        vl_energy_bars_of(&app->digits.now.reading, &vl_session_run(session)->reference, bars);
    float height = ceilf(1.9f * ui->metrics->height[VL_TYPE_SMALL]);
    follow(range, bars, count);
    vl_session_lane_label(session, session->chosen, name);
    vl_ui_text(ui, vl_rect_cut_top(&rect, height), VL_TYPE_SMALL, ui->theme->text_dim,
               VL_ALIGN_LEFT, name);
    for (int i = 0; i < count; i++)
        if (range->seen[i] && rect.h >= height)
            draw_bar_row(range, ui, vl_rect_cut_top(&rect, height), i, &bars[i]);
}

// --- words ---

static void add_words(const picture *pic, const vl_app *app, vl_text *text)
{
    char name[VL_LANE_LABEL];
    vl_session_lane_label(&app->session, app->session.chosen, name);
    if (pic->view == DIFFERENCE && app->session.lab->count == 1)
        vl_text_add(text, "There is one lane. Shift+A adds another one to compare it with.");
    else if (pic->view == DIFFERENCE)
        vl_text_add(text,
                    "Distance of %s from the other lanes: root mean square over all particles that "
                    "are not pinned, at the instants that both have.",
                    name);
    else if (!has_points(pic))
        vl_text_add(text, "%s",
                    pic->view == VL_FIGURE_POSITION
                        ? "The right positions of this scene are not known."
                        : "This scene has nothing of that to show.");
    else if (pic->view == ENERGIES)
        vl_text_add(text, "Energies of %s.", name);
}

static void draw_words(const picture *pic, const vl_app *app, const vl_ui *ui, vl_rect *rect)
{
    vl_text text = {0};
    add_words(pic, app, &text);
    if (text.data) {
        float height = vl_ui_block(ui, *rect, VL_TYPE_SMALL, ui->theme->text_dim, text.data, 3);
        vl_rect_cut_top(rect, height + vl_points(ui, gap / 2));
    }
    vl_text_free(&text);
}

// Buttons that have no room in a row begin another one.
static void draw_choice(page *p, const vl_ui *ui, vl_rect *rect)
{
    float between = vl_points(ui, gap / 2), height = vl_points(ui, VL_TARGET);
    vl_rect row = vl_rect_cut_top(rect, height);
    for (int view = 0; view < VIEWS; view++) {
        const vl_button button = {.label = quantity_of(view)->title, .active = view == p->view};
        float width = vl_ui_button_width(ui, &button);
        if (width > row.w) {
            vl_rect_cut_top(rect, between);
            row = vl_rect_cut_top(rect, height);
        }
        if (vl_ui_button(ui, vl_rect_cut_left(&row, width), &button))
            p->view = view;
        vl_rect_cut_left(&row, between);
    }
    vl_rect_cut_top(rect, between);
}

static void draw_bars(page *p, vl_app *app, const vl_ui *ui, vl_rect *rect)
{
    bool of_energy = p->view == VL_FIGURE_ENERGY || p->view == ENERGIES;
    if (!of_energy || rect->w < vl_points(ui, narrowest_with_bars))
        return;
    int64_t lane = app->session.lanes[app->session.chosen].id;
    if (lane != p->lane)
        p->bars = (energy_bars){0};
    p->lane = lane;
    draw_all_bars(&p->bars, app, ui, vl_rect_cut_right(rect, vl_points(ui, bars_width)));
    vl_rect_cut_right(rect, vl_points(ui, gap));
}

static void draw(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    page *p = memory;
    draw_choice(p, ui, &rect);
    picture pic = picture_of(app, p->view);
    draw_words(&pic, app, ui, &rect);
    draw_bars(p, app, ui, &rect);
    if (pic.count > 0)
        draw_plot(p, app, ui, &pic, rect);
}

const vl_page vl_page_plots = {
    .key = 'p',
    .keys = "Ctrl+P",
    .ctrl = true,
    .icon = VL_ICON_PLOT,
    .label = "Plots",
    .title = "All lanes over the whole run",
    .help = "plots of all lanes, their difference, and bars of the energies",
    .size = sizeof(page),
    .begin = begin,
    .draw = draw,
};
