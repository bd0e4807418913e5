#include "app/pages/pages.h"

#include "base/text.h"
#include "ui/number.h"
#include "ui/plot.h"
#include "ui/table.h"

#include <math.h>
#include <stdio.h>

enum { LINES = 2 * VL_MOST_CAUSES + 1 };

typedef struct page {
    vl_page_base base;
    vl_plot plot;
    double change[VL_MOST_CAUSES]; // J, of the step on show
    double time;                   // s, time of the readout to which these changes belong
} page;

static void begin(void *memory, vl_app *app)
{
    page *p = memory;
    p->plot = (vl_plot){
        .title = "Energy since the start, by cause",
        .x = {.unit = "s"},
        .y = {.unit = "J", .with_zero = true},
        .has_reference = true,
    };
    p->time = (double)NAN;
}

// Each cause has the line style of a method.
static void set_styles(const vl_ui *ui, vl_line_style styles[VL_MOST_CAUSES])
{
    static const int methods[VL_MOST_CAUSES] = {
        [VL_CAUSE_INTEGRATOR] = 0, [VL_CAUSE_LINKS] = 1,   [VL_CAUSE_DAMPING] = 2,
        [VL_CAUSE_CONTACTS] = 3,   [VL_CAUSE_OUTSIDE] = 4, [VL_CAUSE_HAND] = 7,
        [VL_CAUSE_CUT] = 6,        [VL_CAUSE_SETTING] = 5,
    };
    for (int c = 0; c < vl_cause_count; c++)
        styles[c] = vl_theme_method(ui->theme, methods[c]);
}

// The digits change together with the numbers.
static void refresh(page *p, const vl_app *app)
{
    const vl_reading *shown = &app->digits.now.reading;
    if (p->time == shown->time)
        return;
    p->time = shown->time;
    for (int c = 0; c < vl_cause_count; c++)
        p->change[c] = app->session.lanes[app->session.chosen].plots.change[c];
}

// --- the plot ---

static bool has_part(const vl_series *pile, const vl_series *under)
{
    for (int i = 0; i < pile->count; i++) {
        int slot = vl_series_slot(pile, i);
        double y = pile->y[slot], foot = under ? under->y[slot] : 0;
        if (isfinite(y) && y != foot)
            return true;
    }
    return false;
}

// Adds the areas of a stack, one for each cause that has changed the energy.
static int add_pile(const vl_line_style *styles, const vl_series *pile, vl_plot_line *lines,
                    int count)
{
    for (int c = 0; c < vl_cause_count; c++) {
        const vl_series *under = c > 0 ? &pile[c - 1] : NULL;
        if (has_part(&pile[c], under))
            lines[count++] = (vl_plot_line){
                .series = &pile[c],
                .from = under,
                .from_zero = true,
                .style = &styles[c],
            };
    }
    return count;
}

static void draw_plot(page *p, const vl_app *app, const vl_ui *ui, const vl_line_style *styles,
                      vl_rect rect)
{
    const vl_plots *plots = &app->session.lanes[app->session.chosen].plots;
    vl_plot_line lines[LINES];
    int count = add_pile(styles, plots->rise, lines, 0);
    count = add_pile(styles, plots->fall, lines, count);
    lines[count++] = (vl_plot_line){
        .series = &plots->gained, .style = &ui->theme->total, .name = "all together"};
    vl_plot_draw(ui, &p->plot, rect, lines, count);
}

// --- the table ---

static bool is_idle(const page *p, const double *parts, int cause)
{
    return parts[cause] == 0 && !(fabs(p->change[cause]) > 0);
}

static int count_idle(const page *p, const double *parts)
{
    int count = 0;
    for (int c = 0; c < vl_cause_count; c++)
        count += is_idle(p, parts, c);
    return count;
}

// Causes without any effect are listed in one line.
static void draw_idle(const page *p, const vl_ui *ui, vl_rect rect, const double *parts)
{
    vl_text text = {0};
    vl_text_add(&text, "nothing by:");
    for (int c = 0, count = 0; c < vl_cause_count; c++)
        if (is_idle(p, parts, c))
            vl_text_add(&text, "%s %s", count++ ? "," : "", vl_causes[c].title);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, text.data);
    vl_text_free(&text);
}

// Returns why the energy of the readings differs from that of the ledger, or NULL if it does not.
static const char *misreading(const vl_app *app)
{
    const vl_mistake *mistake = vl_session_mistake(&app->session);
    if (mistake && mistake->reads_unsolved)
        return vl_app_mistake_is_told(app) ? mistake->title : "as read here";
    int estimator = app->session.estimator;
    return estimator == 0 ? NULL : vl_estimators[estimator].name;
}

static void draw_row(const vl_ui *ui, const vl_table *table, const vl_line_style *style,
                     bool filled, const char *name, double change, double sum, vl_rect *left)
{
    const vl_table_row row = {
        .style = style,
        .filled = filled,
        .colour = ui->theme->text,
        .cells = {name, vl_figure(change, 4, VL_FIGURE_BUFFER),
                  vl_figure(sum, 4, VL_FIGURE_BUFFER)},
    };
    vl_table_draw(ui, table, &row, left);
}

// The change of the energy, computed independently of the causes, whose effects should add up to
// it. If the readings are wrong it differs from their sum.
static void draw_check(const vl_app *app, const vl_ui *ui, const vl_table *table, vl_rect *left)
{
    static const vl_column wide[] = {{0}, {.share = 0.33f}}; // it has no value for the last step
    vl_table check = *table;
    char name[96];
    const char *why = misreading(app);
    snprintf(name, sizeof name, "Change of U + K%s%s%s", why ? " (" : "", why ? why : "",
             why ? ")" : "");
    double change =
        app->digits.now.reading.energy - vl_session_run(&app->session)->reference.energy;
    check.columns = wide;
    check.column_count = 2;
    const vl_table_row row = {.colour = ui->theme->text_dim,
                              .cells = {name, vl_figure(change, 4, VL_FIGURE_BUFFER)}};
    vl_table_draw(ui, &check, &row, left);
}

static void draw_table(const page *p, const vl_app *app, const vl_ui *ui,
                       const vl_line_style *styles, vl_rect rect, float height)
{
    static const vl_column columns[] = {{.head = "cause"},
                                        {.head = "last step (J)", .share = 0.33f},
                                        {.head = "since the start (J)", .share = 0.33f}};
    const vl_table table = {.columns = columns,
                            .column_count = 3,
                            .height = height,
                            .sample = 40,
                            .sample_to = 30,
                            .thickness = vl_points(ui, 2.5f)};
    const double *parts = app->digits.now.reading.ledger;
    vl_table_heads(ui, &table, &rect);
    for (int c = 0; c < vl_cause_count; c++)
        if (!is_idle(p, parts, c))
            draw_row(ui, &table, &styles[c], true, vl_causes[c].title, p->change[c], parts[c],
                     &rect);
    if (count_idle(p, parts) > 0)
        draw_idle(p, ui, vl_rect_cut_top(&rect, height), parts);
    vl_draw_rect(ui->list, (vl_rect){rect.x, rect.y, rect.w, vl_points(ui, 1)},
                 ui->theme->panel_edge);
    draw_row(ui, &table, &ui->theme->total, false, "All together", vl_ledger_sum(p->change),
             vl_ledger_sum(parts), &rect);
    draw_check(app, ui, &table, &rect);
}

// --- the page ---

static void draw(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    page *p = memory;
    vl_line_style styles[VL_MOST_CAUSES];
    float small = ui->metrics->height[VL_TYPE_SMALL];
    float height = fmaxf(1.3f * small, vl_points(ui, 22));
    refresh(p, app);
    set_styles(ui, styles);
    if (isnan(app->digits.now.reading.ledger[0])) {
        vl_ui_block(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim,
                    "There is no ledger: a force of this scene depends on time, so its energy "
                    "is not defined; or the run has diverged.",
                    4);
        return;
    }
    int idle = count_idle(p, app->digits.now.reading.ledger);
    int rows = vl_cause_count - idle + (idle > 0) + 3;
    vl_rect table = vl_rect_cut_bottom(&rect, (float)rows * height);
    vl_rect_cut_bottom(&rect, vl_points(ui, 8));
    draw_table(p, app, ui, styles, table, height);
    if (rect.h > vl_points(ui, 80))
        draw_plot(p, app, ui, styles, rect);
}

const vl_page vl_page_ledger = {
    VL_PAGE_KEY(4),
    .icon = VL_ICON_PLOT,
    .label = "Ledger",
    .title = "Ledger of energy by cause",
    .help = "what integrator, links, damping, hands … did to the energy",
    .size = sizeof(page),
    .begin = begin,
    .draw = draw,
};
