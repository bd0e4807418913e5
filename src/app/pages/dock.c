// The graph of the card, small or as a dock of half the window: the figure of all lanes over the
// run, or as a table; energy by cause, energies, and the phase plane of a particle. A pointer reads
// what is over time and goes back to its instant.

#include "app/pages/pages.h"

// Points: the column of causes, and the narrowest dock that has it beside the plot; gaps.
static const float causes_width = 230, narrowest_with_causes = 560, gap = 8;

// Times the usual width, of the line of the chosen lane, and of others.
static const float strong = 2, usual = 1.5f;

static const double recent = 3; // s of the phase plane that are drawn strongly

static const char *const view_names[VL_VIEWS] = {"Lanes", "Causes", "K and U", "Phase"};

enum { MOST_LINES = 3 * VL_MOST_CURVES };

// What is drawn: the chosen lane is the first, so that it lies on top.
typedef struct picture {
    const vl_app *app;
    vl_view_of_run view;
    int count;
    bool lost[VL_MOST_CURVES]; // it has left the finite numbers
    int lanes[VL_MOST_CURVES]; // whose the curves are
    vl_curve curves[VL_MOST_CURVES];
    double largest[VL_MOST_CURVES];  // of their values, without the sign; NaN: there is none
    vl_series shown[VL_MOST_CURVES]; // of the lanes: up to the instant of the figures beside them
    const char *unit;
    double size;      // of that unit of a place, in m; else 0
    const vl_axis *y; // of the energies, whose unit what is read has
} picture;

static const vl_quantity *figure_of(const vl_app *app)
{
    return &vl_quantities[vl_figures[app->graph.compared]];
}

static const vl_plots *plots_of(const vl_app *app)
{
    return &app->session.lanes[app->session.chosen].plots;
}

// --- what is over time ---

static void add_curve(picture *pic, const vl_series *series, vl_line_style style, const char *name)
{
    vl_curve *curve = &pic->curves[pic->count++];
    *curve = (vl_curve){.series = series, .style = style};
    snprintf(curve->name, sizeof curve->name, "%s", name);
    double *largest = &pic->largest[curve - pic->curves];
    *largest = (double)NAN;
    for (int k = 0; k < series->count; k++) {
        const double value = fabs(series->y[vl_series_slot(series, k)]);
        *largest = isfinite(value) && !(value <= *largest) ? value : *largest;
    }
}

static void add_lane(picture *pic, const vl_app *app, int lane)
{
    const vl_session *session = &app->session;
    vl_line_style style = vl_app_lane_style(app, lane);
    pic->lost[pic->count] = session->lab->runs[lane].world->now.diverged;
    pic->lanes[pic->count] = lane;
    const vl_plots *plots = &session->lanes[lane].plots;
    const vl_series *series =
        pic->view == VL_VIEW_PLANE ? &plots->speed : &plots->of[vl_figures[app->graph.compared]];
    vl_series *shown = &pic->shown[pic->count];
    *shown = *series;
    bool newest = session->log->last == session->lab->now.frames && pic->view == VL_VIEW_LANES;
    while (newest && vl_series_newest(shown) > app->digits.lanes[lane].time)
        shown->count--;
    add_curve(pic, shown, style, vl_lab_label(session->lab, lane));
    vl_curve *curve = &pic->curves[pic->count - 1];
    const double since = session->lab->runs[lane].since;
    double common = since; // when a hand has let go, but not when this lane alone was changed
    for (int i = 0; i < session->lab->count; i++)
        common = fmin(common, session->lab->runs[i].since);
    if (since > common && app->graph.time < since)
        snprintf(curve->name, sizeof curve->name, "before %s s",
                 vl_figure_fixed(since, 1, VL_FIGURE_BUFFER));
}

static void look_at(picture *pic, const vl_app *app, vl_view_of_run view)
{
    const vl_plots *plots = plots_of(app);
    *pic = (picture){app, view, .unit = "J"};
    if (view == VL_VIEW_LANES) {
        vl_unit unit = vl_app_unit(app, figure_of(app), &vl_session_run(&app->session)->shown);
        pic->unit = unit.name;
        pic->size = figure_of(app)->kind == VL_UNIT_OF_PLACES ? 1 / unit.factor : 0;
    }
    if (view == VL_VIEW_LANES || view == VL_VIEW_PLANE) {
        add_lane(pic, app, app->session.chosen);
        for (int i = 0; i < app->session.lab->count; i++)
            if (i != app->session.chosen)
                add_lane(pic, app, i);
    } else if (view == VL_VIEW_CAUSES)
        add_curve(pic, &plots->gained, app->shown.theme->total, "all together");
    else {
        add_curve(pic, &plots->of[VL_QUANTITY_ENERGY], app->shown.theme->total, "U + K");
        add_curve(pic, &plots->of[VL_QUANTITY_KINETIC], app->shown.theme->kinetic, "K");
        add_curve(pic, &plots->of[VL_QUANTITY_POTENTIAL], app->shown.theme->potential, "U");
    }
}

// The largest of all curves but one.
static double largest_of(const picture *pic, const vl_curve *but)
{
    double largest = (double)NAN;
    for (int i = 0; i < pic->count; i++)
        largest = &pic->curves[i] != but ? fmax(largest, pic->largest[i]) : largest;
    return largest;
}

// Whether the figure is that of a question by this rule.
static bool is_asked_for(const picture *pic, int rule)
{
    const vl_session *session = &pic->app->session;
    return pic->view == VL_VIEW_LANES && session->scene->task.rule == rule &&
           figure_of(pic->app) == vl_session_asked(session);
}

static bool shows_sketch(const picture *pic)
{
    const vl_session *session = &pic->app->session;
    vl_task_stage stage = vl_session_task(session);
    return is_asked_for(pic, VL_TASK_DRAW) &&
           (stage == VL_TASK_ASKED || (session->answer.given && stage != VL_TASK_VOID));
}

// The axis is not finer than some digits that the figures show: below them there is rounding. It is
// that of the curve that is asked for: of an energy no more is lost than all. A level that a
// question names is in it, as a line.
static void set_values(const picture *pic, vl_plot *plot)
{
    const vl_quantity *figure = figure_of(pic->app);
    const vl_session *session = &pic->app->session;
    bool asked = shows_sketch(pic), percent = figure->kind == VL_UNIT_OF_ENERGY_ERRORS;
    double factor = vl_quantity_unit(figure, &vl_session_run(session)->shown).factor;
    plot->has_reference = is_asked_for(pic, VL_TASK_BEYOND);
    plot->reference = factor * session->scene->task.level;
    const double least = asked                 ? plot->reference
                         : plot->has_reference ? 1.2 * plot->reference
                         : pic->size > 0       ? 0.1 * pic->size
                         : figure->counts      ? 2
                                               : 0.1;
    bool never_below_0 = figure->counts || figure == &vl_quantities[VL_QUANTITY_POSITION];
    bool fixed = pic->view == VL_VIEW_LANES && !(largest_of(pic, NULL) >= least);
    vl_axis *y = &plot->y;
    bool times = percent && factor > 1 && largest_of(pic, NULL) >= 1e4; // as in the card
    y->unit = times ? "times" : pic->unit;
    y->size = times ? 100 : pic->size;
    y->with_zero = true;
    y->fixed = fixed;
    if (fixed) {
        y->low = never_below_0 ? 0 : -fmin(least, percent && factor > 1 ? factor : least);
        y->high = least;
    }
}

// --- the curve of an answer ---

// A drag draws from where the pointer was to where it is, and the curve goes on level behind it.
static void sketch(vl_app *app, const vl_ui *ui, const vl_plot_map *map, double factor)
{
    const vl_pointer *p = &ui->pointer;
    vl_session *session = &app->session;
    bool down = p->down && !p->away && vl_rect_contains(map->area, p->press_x, p->press_y);
    float begin = vl_plot_place_x(map, vl_session_sketch_time(session, 0));
    float end = vl_plot_place_x(map, vl_session_sketch_time(session, VL_SKETCH - 1));
    float at = (p->x - begin) / (end - begin) * (VL_SKETCH - 1);
    float from = app->graph.draws ? app->graph.drawn : at;
    double up = (double)((map->area.y + map->area.h - p->y) / map->area.h);
    double value = map->y_low + fmax(0, fmin(1, up)) * (map->y_high - map->y_low);
    double before = app->graph.draws ? app->graph.drawn_value : value;
    for (int i = 0; i < VL_SKETCH && down; i++)
        if (fabsf((float)i - 0.5f * (from + at)) <= 0.5f * fabsf(at - from) + 1) {
            float part = at == from ? 1 : fmaxf(0, fminf(1, ((float)i - from) / (at - from)));
            session->answer.curve[i] = (before + (double)part * (value - before)) / factor;
            session->answer.drawn = i > session->answer.drawn ? i : session->answer.drawn;
        } else if (i > session->answer.drawn) {
            session->answer.curve[i] = session->answer.curve[i - 1];
        }
    app->graph.drawn_value = value;
    app->graph.draws = down;
    app->hands.points = false; // and reads nothing where it ends
    app->graph.drawn = at;
}

// Whether its range would make flat lines of others that are far from nothing: units of the axis.
static bool is_outside(const picture *pic, const vl_curve *curve)
{
    double others = largest_of(pic, curve);
    return pic->view == VL_VIEW_LANES && others > 10 && largest_of(pic, NULL) > 20 * others;
}

// The first curve is drawn last, on top. The range ignores lanes that are lost, if there are
// others, or outside.
static vl_plot_map draw_lines(const picture *pic, const vl_ui *ui, vl_plot *plot, vl_rect rect,
                              const vl_series *drawn)
{
    const vl_line_style pen = {.colour = ui->theme->accent, .on = 2, .off = 1.5f};
    const vl_plots *plots = plots_of(pic->app);
    vl_plot_line lines[MOST_LINES + 1];
    vl_line_style styles[VL_MOST_CAUSES];
    bool all_lost = true;
    int count = 0;
    for (int c = 0; c < vl_cause_count; c++)
        styles[c] = (vl_line_style){.colour = ui->theme->causes[c]};
    for (int k = 0; k < 2 && pic->view == VL_VIEW_CAUSES; k++) { // two stacks of areas
        const vl_series *pile = k ? plots->fall : plots->rise;
        for (int c = 0; c < vl_cause_count; c++)
            lines[count++] = (vl_plot_line){.series = &pile[c],
                                            .from = c > 0 ? &pile[c - 1] : NULL,
                                            .from_zero = true,
                                            .weight = 0.01f,
                                            .style = &styles[c]};
    }
    for (int i = 0; i < pic->count; i++)
        all_lost = all_lost && pic->lost[i];
    for (int i = pic->count - 1; i >= 0; i--)
        lines[count++] = (vl_plot_line){
            .series = pic->curves[i].series,
            .style = &pic->curves[i].style,
            .quiet = (pic->lost[i] && !all_lost) || is_outside(pic, &pic->curves[i]),
            .weight = i == 0 ? strong : usual,
        };
    lines[count++] = (vl_plot_line){.series = drawn, .style = &pen, .weight = strong};
    vl_plot_map map = vl_plot_draw(ui, plot, rect, lines, count);
    for (int i = 0, k = 0; i < pic->count; i++, k = 0) { // where one outside leaves the plot
        const vl_series *s = pic->curves[i].series;
        if (!is_outside(pic, &pic->curves[i]))
            continue;
        while (k < s->count && !(fabs(s->y[vl_series_slot(s, k)]) > fmax(map.y_high, -map.y_low)))
            k++;
        if (k < s->count)
            vl_draw_text(ui->list, vl_plot_place_x(&map, s->x[vl_series_slot(s, k)]), map.area.y,
                         VL_TYPE_SMALL, pic->curves[i].style.colour, "↑");
    }
    if (drawn->count > 0 && map.area.w > 0) { // above its middle
        int k = drawn->count / 2;
        float x = vl_plot_place_x(&map, drawn->x[k]), y = vl_plot_place_y(&map, drawn->y[k]);
        float up = 1.5f * ui->metrics->height[VL_TYPE_SMALL];
        vl_draw_text(ui->list, x - vl_text_width(ui->metrics, VL_TYPE_SMALL, "yours"),
                     fmaxf(y - up, map.area.y), VL_TYPE_SMALL, pen.colour, "yours");
    }
    return map;
}

static void mark(const vl_ui *ui, const vl_plot_map *map, double time, vl_colour colour)
{
    float x = vl_plot_place_x(map, time);
    const float points[] = {x, map->area.y, x, map->area.y + map->area.h};
    vl_draw_dashed(ui->list, points, 2, vl_points(ui, 1.5f), vl_points(ui, 3), vl_points(ui, 3), 0,
                   colour);
}

// Where the frame rate changed, and late frames; since when a lane has run as it does; and the
// instant on show, where there are points after it.
static void mark_instants(vl_app *app, const vl_ui *ui, const vl_plot_map *map)
{
    const vl_frame_marks *marks = &app->graph.marks;
    for (int i = 0; i < marks->count && i < VL_MOST_MARKS; i++)
        mark(ui, map, marks->times[i], ui->theme->held);
    for (int i = 0; i < app->session.lab->count; i++)
        if (app->session.lab->runs[i].since > 0)
            mark(ui, map, app->session.lab->runs[i].since, vl_app_lane_style(app, i).colour);
    if (vl_session_task(&app->session) == VL_TASK_TOLD) // when it was measured
        mark(ui, map, app->session.scene->task.until, ui->theme->plot_reference);
    float x = roundf(vl_plot_place_x(map, app->session.lab->now.time));
    if (app->session.log->last > app->session.lab->now.frames)
        vl_draw_rect(ui->list, (vl_rect){x, map->area.y, fmaxf(1, vl_points(ui, 2)), map->area.h},
                     ui->theme->accent);
}

// In the unit of the axis.
static void write_energy(const vl_axis *axis, double joule, char figure[VL_FIGURE_SIZE])
{
    char unit[VL_FIGURE_SIZE];
    double size = vl_axis_unit(axis, unit);
    vl_figure_unit(joule / size, 3, unit, figure);
}

static void write_value(const void *user, int curve, double value, char *text, int size)
{
    const picture *pic = user;
    char figure[VL_QUANTITY_SIZE];
    value /= pic->size > 0 ? pic->size : 1;
    if (pic->view != VL_VIEW_LANES)
        write_energy(pic->y, value, figure);
    else if (fabs(value) > 0 && fabs(value) < 0.01)
        vl_figure_unit(value, 3, pic->unit, figure);
    else
        vl_quantity_write(figure_of(pic->app), value, pic->unit, figure);
    snprintf(text, (size_t)size, "%s", figure);
}

// Whether the pointer is over a plot, or was pressed there, which goes to the instant. Once the run
// goes on it has to move, so that what it reads does not cover what happens.
static bool reads(const vl_app *app, const vl_ui *ui, const vl_plot_map *map, bool *pressed)
{
    const vl_pointer *p = &ui->pointer;
    *pressed =
        (p->down || p->released) && !p->away && vl_rect_contains(map->area, p->press_x, p->press_y);
    bool hover = app->hands.points && vl_ui_touch(ui, map->area).hover;
    return map->area.w > 0 && (*pressed || hover);
}

// A pointer on the plot reads all curves at the frame there, and nothing right of their end.
// Returns the instant that it reads, or the present.
static double follow_pointer(const picture *pic, vl_app *app, const vl_ui *ui,
                             const vl_plot_map *map)
{
    bool pressed;
    const vl_session *session = &app->session;
    const double now = session->lab->now.time, at = vl_plot_x_at(map, ui->pointer.x);
    const double end = fmax(now, vl_log_time(session->log, vl_session_last_frame(session)));
    if (!reads(app, ui, map, &pressed) || (!pressed && at > end))
        return now;
    app->graph.goes = pressed;
    app->graph.time = vl_log_time(session->log, vl_session_frame_at(session, at));
    float place = vl_plot_place_x(map, app->graph.time);
    vl_draw_rect(ui->list, (vl_rect){roundf(place), map->area.y, vl_hair(ui), map->area.h},
                 ui->theme->accent);
    vl_curves_read(ui, map, pic->curves, pic->count, app->graph.time, place, write_value, pic);
    return app->graph.time;
}

// --- the same as a table ---

// What a lane has at an instant, or as number −1 the exact motion; NaN where no step ends then.
static double value_at(const vl_app *app, int lane, double time)
{
    const vl_lab_run *run = vl_session_run(&app->session);
    const vl_exact *exact = run->reference.exact;
    const vl_vec3 g = run->world->gravity;
    if (lane < 0 && time >= vl_exact_since(exact))
        return -vl_dot(g, vl_exact_motion(exact, 0, time).x) / vl_length(g);
    const vl_session_lane *of = &app->session.lanes[lane < 0 ? 0 : lane];
    const vl_series *series = &of->plots.of[vl_figures[app->graph.compared]];
    int slot = vl_series_slot(series, vl_series_nearest(series, time));
    bool ends = lane >= 0 && series->count > 0 && fabs(series->x[slot] - time) < 1e-9;
    return ends ? series->y[slot] : (double)NAN;
}

// Of the instants of some points, so that no two of them read the same.
static int decimals_of_time(const vl_series *series, int first, int end)
{
    int decimals = 2;
    for (int k = first + 1; k < end; k++) {
        double apart =
            series->x[vl_series_slot(series, k)] - series->x[vl_series_slot(series, k - 1)];
        while (decimals < 6 && apart > 0 && apart < pow(10, -decimals))
            decimals++;
    }
    return decimals;
}

// A row for each instant at which the chosen lane has a figure, the newest that have room, and a
// column for each of the lanes that have, around the chosen one. A press on a row goes to its
// instant.
static double draw_table(vl_app *app, const vl_ui *ui, const picture *pic, vl_rect rect)
{
    const vl_lab *lab = app->session.lab;
    const vl_lab_run *run = vl_session_run(&app->session);
    const float line = ui->metrics->height[VL_TYPE_SMALL];
    const double size = pic->size > 0 ? pic->size : 1;
    // all have the digits of the chosen lane
    double largest = pic->largest[0] / size, most = largest_of(pic, NULL) / size;
    int decimals = largest < 10 ? 3 : largest < 100 ? 2 : largest < 1000 ? 1 : 0;
    const char *widest =
        most < 1e5 ? vl_figure_fixed(-most, decimals, VL_FIGURE_BUFFER) : "−8.8·10⁸⁸";
    const float space = vl_text_width(ui->metrics, VL_TYPE_SMALL, " ");
    const float cell = space + vl_text_width(ui->metrics, VL_TYPE_SMALL, widest);

    const vl_series *shown = &pic->shown[0];
    vl_table table = {.height = (rect.h < 8 * line ? 1.1f : 1.2f) * line};
    int rows = (int)(rect.h / table.height) - 1;
    int end = vl_series_nearest(shown, lab->now.time) + 1;
    end = end < rows ? (int)fmin(rows, shown->count) : end;
    int first = end > rows ? end - rows : 0, digits = decimals_of_time(shown, first, end);
    const char *latest = vl_figure_fixed(lab->now.time, digits, VL_FIGURE_BUFFER);
    const float width = rect.w - vl_text_width(ui->metrics, VL_TYPE_SMALL, latest) - space;
    const bool all = width / cell >= (float)(1 + lab->count); // else lanes have the room
    const bool exact = all && figure_of(app) == &vl_quantities[VL_QUANTITY_HEIGHT] &&
                       run->reference.exact && vl_exact_since(run->reference.exact) <= 0 &&
                       run->world->particles.count == 1; // after a change there is one of each lane
    const int count = (int)fmaxf(1, fminf(width / cell, (float)(exact + lab->count)));
    const int lanes = count - exact, last = lab->count - lanes; // the first one, at the right
    const int left = (int)fmax(0, fmin(last, app->session.chosen - 0.5 * (lanes - 1)));
    static const char *const marks[] = {"●", "", "", "▲", "◆"}; // by their corners
    char heads[VL_MOST_COLUMNS][VL_FIGURE_SIZE];
    vl_column columns[VL_MOST_COLUMNS] = {{0}};
    table.columns = columns;
    table.column_count = 1 + count;
    vl_table_row row = {.colour = ui->theme->text_dim, .cells = {"s", "exact"}};
    for (int c = 1; c <= count; c++) {
        columns[c].points = width / (float)count / ui->scale;
        if (c <= exact)
            continue;
        const vl_line_style style = vl_app_lane_style(app, left + c - 1 - exact);
        row.colours[c] = style.colour;
        snprintf(heads[c], sizeof heads[c], "%s %s", marks[style.corners], pic->unit);
        row.cells[c] = heads[c];
    }
    if (lanes < lab->count) {
        char some[64];
        snprintf(some, sizeof some, "%d of %d lanes", lanes, lab->count);
        vl_ui_text(ui, vl_rect_cut_bottom(&rect, line), VL_TYPE_SMALL, ui->theme->text_dim,
                   VL_ALIGN_RIGHT, some);
        first += first + 1 < end && end - first == rows;
    }
    vl_table_draw(ui, &table, &row, &rect);
    table.hover = ui->theme->button_hover;
    row.colour = ui->theme->text;
    for (int k = first; k < end; k++) {
        char texts[VL_MOST_COLUMNS][VL_FIGURE_SIZE];
        double time = shown->x[vl_series_slot(shown, k)];
        if (isnan(shown->y[vl_series_slot(shown, k)]))
            continue;
        row.behind = fabs(time - lab->now.time) < 1e-9 ? table.hover : (vl_colour){0};
        row.cells[0] = vl_figure_fixed(time, time == floor(time) ? 0 : digits, texts[0]);
        for (int c = 1; c <= count; c++) {
            double value = value_at(app, c > exact ? left + c - 1 - exact : -1, time) / size;
            row.cells[c] = fabs(value) < 1e5 ? vl_figure_fixed(value, decimals, texts[c])
                                             : vl_figure(value, 2, texts[c]);
        }
        if (vl_table_draw(ui, &table, &row, &rect)) {
            app->graph.goes = true;
            app->graph.time = time;
        }
    }
    return lab->now.time;
}

static double draw_over_time(vl_app *app, const vl_ui *ui, const picture *pic, vl_plot *plot,
                             vl_rect rect)
{
    if (pic->view == VL_VIEW_LANES && app->graph.table && !shows_sketch(pic))
        return draw_table(app, ui, pic, rect);
    // the run to the end of what the scene shows, or so far as 12 s go; then in leaps
    const vl_log *log = app->session.log;
    const vl_scene_task *task = &app->session.scene->task;
    const vl_scene_view *view = &app->session.scene->view;
    double last = vl_log_time(log, vl_session_last_frame(&app->session));
    double shown = 1.05 * view->pause, asked_for = 1.25 * fmax(task->at, task->until);
    plot->x.unit = "s";
    plot->x.fixed = true;
    plot->x.low = vl_log_time(log, vl_log_first(log));
    plot->x.high = shown > 0 ? shown : asked_for > 0 ? asked_for : 12 * view->speed;
    while (plot->x.high < fmax(app->session.lab->now.time, last))
        plot->x.high = fmax(1.5 * plot->x.high, 12 * view->speed);
    set_values(pic, plot);
    double times[VL_SKETCH], values[VL_SKETCH];
    vl_series drawn = {.most = VL_SKETCH, .x = times, .y = values};
    bool asked = shows_sketch(pic) && vl_session_task(&app->session) == VL_TASK_ASKED;
    double factor = vl_quantity_unit(figure_of(app), &vl_session_run(&app->session)->shown).factor;
    if (shows_sketch(pic)) {
        plot->x.high = fmax(task->until, app->session.lab->now.time);
        drawn.count = app->session.answer.drawn > 0 ? VL_SKETCH : 0; // else it would be an answer
    }
    for (int i = 0; i < drawn.count; i++) {
        times[i] = vl_session_sketch_time(&app->session, i);
        values[i] = factor * app->session.answer.curve[i];
    }
    vl_plot_map map = draw_lines(pic, ui, plot, rect, &drawn);
    if (map.area.w > 0)
        mark_instants(app, ui, &map);
    if (asked && map.area.w > 0) {
        sketch(app, ui, &map, factor);
        return app->session.lab->now.time;
    }
    return follow_pointer(pic, app, ui, &map);
}

// A range is of one view, figure and run.
static vl_plot *plot_for(vl_app *app, vl_view_of_run view)
{
    vl_graph_choice *graph = &app->graph;
    int shown = view == VL_VIEW_LANES ? VL_VIEWS + graph->compared : (int)view;
    if (graph->shown != shown || graph->run != app->frame.run)
        graph->plot = (vl_plot){0};
    graph->shown = shown;
    graph->run = app->frame.run;
    graph->plot.title = app->session.playback.back ? figure_of(app)->name : NULL; // not in the head
    return &graph->plot;
}

void vl_graph_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    picture pic;
    look_at(&pic, app, VL_VIEW_LANES);
    draw_over_time(app, ui, &pic, plot_for(app, VL_VIEW_LANES), rect);
}

// --- energy by cause at an instant: a bar for each ---

// A row with the value, and below it a bar from zero to it; without room for that its colour.
static void draw_bar(const vl_ui *ui, vl_rect row, const char *name, double joule,
                     const vl_axis *axis, const double range[2], vl_colour colour)
{
    char value[VL_FIGURE_SIZE];
    float line = ui->metrics->height[VL_TYPE_SMALL], thick = fminf(0.5f * line, row.h - line);
    double span = range[1] - range[0];
    write_energy(axis, joule, value);
    vl_rect words = vl_rect_cut_top(&row, line);
    bool low = thick < 0.2f * line || !isfinite(joule);
    if (low)
        vl_draw_rect(ui->list, vl_rect_inset(vl_rect_cut_left(&words, line), 0.25f * line), colour);
    vl_ui_readout(ui, words, name, value, ui->theme->text);
    if (low)
        return;
    float zero = row.x + (span > 0 ? (float)(-range[0] / span) : 0) * row.w;
    float length = span > 0 ? (float)(joule / span) * row.w : 0;
    vl_draw_rect(ui->list, (vl_rect){fminf(zero, zero + length), row.y, fabsf(length), thick},
                 colour);
    vl_draw_rect(ui->list, (vl_rect){zero, row.y - 2, fmaxf(1, vl_hair(ui)), thick + 4},
                 ui->theme->text);
}

// Causes without any effect have no row. The last row is computed independently of the causes: if
// the energy is misread it differs from their sum.
static void draw_causes(const vl_app *app, const vl_ui *ui, const vl_axis *axis, vl_rect rect,
                        double time)
{
    char head[VL_LANE_LABEL + VL_FIGURE_SIZE + 16];
    const vl_plots *plots = plots_of(app);
    const float line = ui->metrics->height[VL_TYPE_SMALL];
    double parts[VL_MOST_CAUSES], range[2] = {0, 0}, below = 0;
    double sum = vl_series_at(&plots->gained, time);
    double change = vl_series_at(&plots->of[VL_QUANTITY_ENERGY], time) -
                    vl_session_run(&app->session)->reference.energy;
    int rows = 2;
    for (int c = 0; c < vl_cause_count; c++) {
        double top = vl_series_at(&plots->rise[c], time) + vl_series_at(&plots->fall[c], time);
        parts[c] = top - below;
        below = top;
        range[0] = fmin(range[0], fmin(parts[c], sum));
        range[1] = fmax(range[1], fmax(parts[c], sum));
        rows += fabs(parts[c]) > 0;
    }
    snprintf(head, sizeof head, "%s, until %s s",
             vl_lab_label(app->session.lab, app->session.chosen),
             vl_figure_fixed(time, 2, VL_FIGURE_BUFFER));
    vl_ui_text(ui, vl_rect_cut_top(&rect, line), VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_LEFT,
               head);
    vl_rect_cut_top(&rect, fminf(0.4f * line, fmaxf(rect.h - (float)rows * line, 0)));
    float height = fmaxf(fminf(1.9f * line, rect.h / (float)rows), line);
    for (int c = 0; c < vl_cause_count; c++)
        if (fabs(parts[c]) > 0 && rect.h >= line)
            draw_bar(ui, vl_rect_cut_top(&rect, height), vl_causes[c].title, parts[c], axis, range,
                     ui->theme->causes[c]);
    if (rect.h >= line)
        draw_bar(ui, vl_rect_cut_top(&rect, height), "all together", sum, axis, range,
                 ui->theme->total.colour);
    if (rect.h >= line)
        draw_bar(ui, vl_rect_cut_top(&rect, height), "change of U + K", change, axis, range,
                 ui->theme->text_dim);
}

// --- the phase plane of the watched particle ---

// The last `count` points of a path as a line of v over q, whose instants are those of both.
static vl_series plane_of(const vl_plots *plots, int first, int count)
{
    const vl_series *q = &plots->place, *v = &plots->speed;
    return (vl_series){.most = q->most,
                       .x = q->y,
                       .y = v->y,
                       .first = count > 0 ? vl_series_slot(q, first) : 0,
                       .count = count};
}

static const char *speed_unit(const vl_app *app)
{
    return strcmp(app->session.plane.unit, "rad") == 0 ? "rad/s" : "m/s";
}

// Both at the instant of the point that is read.
static void write_state(const void *user, int curve, double v, char *text, int size)
{
    const picture *pic = user;
    const vl_series *q = &pic->app->session.lanes[pic->lanes[curve]].plots.place;
    double place = isnan(v) ? v : vl_series_at(q, pic->app->graph.time);
    snprintf(text, (size_t)size, "%s  %s",
             vl_figure_unit(place, 3, pic->app->session.plane.unit, VL_FIGURE_BUFFER),
             vl_figure_unit(v, 3, speed_unit(pic->app), VL_FIGURE_BUFFER));
}

// Reads the instant of the point of the chosen lane that is nearest to the pointer.
static void read_plane(const picture *pic, vl_app *app, const vl_ui *ui, const vl_plot_map *map)
{
    const vl_pointer *p = &ui->pointer;
    const vl_series *q = &plots_of(app)->place, *v = &plots_of(app)->speed;
    bool pressed;
    float nearest = INFINITY, at[2] = {0};
    if (!reads(app, ui, map, &pressed))
        return;
    for (int i = 0; i < q->count; i++) {
        int slot = vl_series_slot(q, i);
        float x = vl_plot_place_x(map, q->y[slot]), y = vl_plot_place_y(map, v->y[slot]);
        float away = hypotf(x - p->x, y - p->y);
        if (away < nearest) {
            nearest = away;
            at[0] = x;
            at[1] = y;
            app->graph.time = q->x[slot];
        }
    }
    if (isinf(nearest))
        return;
    app->graph.goes = pressed;
    vl_draw_ring(ui->list, at[0], at[1], vl_points(ui, 6), vl_points(ui, 2), ui->theme->accent);
    vl_curves_read(ui, map, pic->curves, pic->count, app->graph.time, at[0], write_state, pic);
}

// Of each lane the whole path, the last seconds until the instant on show, and a mark there.
static void draw_plane(const picture *pic, vl_app *app, const vl_ui *ui, vl_plot *plot,
                       vl_rect rect)
{
    vl_series series[MOST_LINES];
    vl_line_style styles[2 * VL_MOST_LANES];
    vl_plot_line lines[MOST_LINES];
    double now = app->session.lab->now.time;
    int count = 0, lanes = app->session.lab->count;
    for (int k = 0; k < lanes; k++) {
        int lane = (app->session.chosen + 1 + k) % lanes; // the chosen one is the last, on top
        const vl_plots *plots = &app->session.lanes[lane].plots;
        int end = vl_series_nearest(&plots->place, now);
        int begin = vl_series_nearest(&plots->place, now - recent);
        vl_line_style *style = &styles[2 * k];
        style[0] = style[1] = vl_app_lane_style(app, lane);
        style[0].colour = vl_colour_fade(style[0].colour, 0.35f);
        series[count] = plane_of(plots, 0, plots->place.count);
        series[count + 1] = plane_of(plots, begin, end < 0 ? 0 : end - begin + 1);
        series[count + 2] = plane_of(plots, end, end >= 0);
        for (int i = 0; i < 3; i++, count++)
            lines[count] = (vl_plot_line){.series = &series[count],
                                          .style = &style[i > 0],
                                          .marks = i == 2,
                                          .weight = i == 1 ? usual : 1};
    }
    plot->x.unit = app->session.plane.unit;
    plot->y.unit = speed_unit(app);
    vl_plot_map map = vl_plot_draw(ui, plot, rect, lines, count);
    read_plane(pic, app, ui, &map);
}

// --- the dock ---

// What is drawn, or why there is nothing.
static bool write_title(const vl_app *app, const picture *pic, char title[VL_ERROR_TEXT_SIZE])
{
    static const char *const over[] = {"x", "y", "z", "the angle"};
    const vl_phase_plane *plane = &app->session.plane;
    bool radians = strcmp(plane->unit, "rad") == 0, known = !isnan(largest_of(pic, NULL));
    if (pic->view == VL_VIEW_PLANE)
        snprintf(title, VL_ERROR_TEXT_SIZE, "Velocity of %s over %s",
                 vl_session_particle(&app->session, plane->slot, VL_PARTICLE_BUFFER),
                 over[radians ? VL_PHASE_ANGLE : plane->axis]);
    else if (pic->view == VL_VIEW_CAUSES)
        snprintf(title, VL_ERROR_TEXT_SIZE, "%s",
                 known ? "Energy since the start, by cause"
                       : "There is no ledger: a force of this scene depends on time, so its energy "
                         "is not defined; or the run has diverged.");
    else if (pic->view == VL_VIEW_ENERGIES)
        snprintf(title, VL_ERROR_TEXT_SIZE, "%s: K kinetic, U potential energy",
                 vl_lab_label(app->session.lab, app->session.chosen));
    else
        snprintf(title, VL_ERROR_TEXT_SIZE, "%s",
                 vl_figures[app->graph.compared] == VL_QUANTITY_POSITION
                     ? "The right positions of this scene are not known."
                     : "This scene has nothing of that to show.");
    return known || pic->view == VL_VIEW_PLANE;
}

// The causes are beside the plot, or below it, or have its place.
static void draw_view(vl_app *app, const vl_ui *ui, const picture *pic, vl_plot *plot, vl_rect rect)
{
    vl_rect causes = {0};
    bool beside = rect.w >= vl_points(ui, narrowest_with_causes);
    float rows = 5.1f * ui->metrics->height[VL_TYPE_SMALL]; // of causes, at least
    if (pic->view == VL_VIEW_PLANE) {
        draw_plane(pic, app, ui, plot, rect);
        return;
    }
    if (pic->view == VL_VIEW_CAUSES && beside) {
        causes = vl_rect_cut_right(&rect, vl_points(ui, causes_width));
        vl_rect_cut_right(&rect, vl_points(ui, gap));
    } else if (pic->view == VL_VIEW_CAUSES)
        causes = vl_rect_cut_bottom(&rect, rect.h < 2 * rows ? rect.h : 0.5f * rect.h);
    float name = ui->metrics->height[VL_TYPE_NAME];
    vl_rect legend = vl_rect_cut_bottom(&rect, pic->view == VL_VIEW_ENERGIES ? name : 0);
    for (int i = 0; i < pic->count && legend.h > 0; i++)
        vl_ui_text(ui, vl_rect_cut_left(&legend, 4 * name), VL_TYPE_NAME,
                   pic->curves[i].style.colour, VL_ALIGN_LEFT, pic->curves[i].name);
    double time = draw_over_time(app, ui, pic, plot, rect);
    if (causes.w > 0)
        draw_causes(app, ui, pic->y, causes, time);
}

static void draw(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_names tabs = VL_NAMES_OF_WORDS(view_names, VL_VIEWS);
    vl_rect_cut_top(&rect, vl_points(ui, gap / 2));
    vl_rect row = vl_rect_cut_top(&rect, vl_points(ui, VL_TARGET));
    vl_ui_choose(ui, &row, tabs, &app->pages.view);
    vl_rect_cut_top(&rect, vl_points(ui, gap / 2));

    picture pic;
    look_at(&pic, app, (vl_view_of_run)app->pages.view);
    vl_plot *plot = plot_for(app, pic.view);
    pic.y = &plot->y;
    char title[VL_ERROR_TEXT_SIZE];
    plot->title = pic.view == VL_VIEW_LANES ? plot->title : title; // of lanes the card has it
    if (write_title(app, &pic, title))
        draw_view(app, ui, &pic, plot, rect);
    else
        vl_ui_block(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, title, VL_MOST_LINES);
    plot->title = NULL;
}

const vl_page vl_page_dock = {.label = "Graphs", .size = sizeof(vl_page_base), .draw = draw};
