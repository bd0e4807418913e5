#include "app/pages/pages.h"

#include "base/memory.h"
#include "base/text.h"
#include "lab/ledger.h"
#include "ui/number.h"
#include "ui/plot.h"
#include "ui/widgets.h"

#include <math.h>
#include <stdio.h>

enum { LINES = 2 * VL_CAUSE_COUNT + 1 };

typedef struct page {
    vl_plot plot;
    double change[VL_CAUSE_COUNT]; // J, of the step on show
    double time;                   // s, of the readout that they were taken with
} page;

static void *create(vl_app *app)
{
    page *p = vl_alloc(1, sizeof *p);
    p->plot = (vl_plot){
        .title = "Energy since the start, by cause",
        .x = {.unit = "s"},
        .y = {.unit = "J", .with_zero = true},
        .has_reference = true,
    };
    p->time = (double)NAN;
    return p;
}

static void release(void *memory)
{
    vl_free(memory);
}

static void begin(void *memory, vl_app *app)
{
    page *p = memory;
    vl_plot_forget(&p->plot);
    p->time = (double)NAN;
}

static const vl_line_style *style_of(const vl_ui *ui, int cause)
{
    static const int styles[VL_CAUSE_COUNT] = {
        [VL_CAUSE_INTEGRATOR] = 0, [VL_CAUSE_LINKS] = 1,   [VL_CAUSE_DAMPING] = 2,
        [VL_CAUSE_CONTACTS] = 3,   [VL_CAUSE_OUTSIDE] = 4, [VL_CAUSE_HAND] = 7,
        [VL_CAUSE_CUT] = 6,        [VL_CAUSE_SETTING] = 5,
    };
    return vl_theme_method(ui->theme, styles[cause]);
}

// Digits change when those of the panel do.
static void refresh(page *p, const vl_app *app)
{
    const vl_reading *shown = &app->readout.reading;
    if (p->time == shown->time)
        return;
    p->time = shown->time;
    for (int c = 0; c < VL_CAUSE_COUNT; c++)
        p->change[c] = app->session.history.change[c];
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

// A pile's areas, where the cause has done something.
static int add_pile(const vl_ui *ui, const vl_series *pile, vl_plot_line *lines, int count)
{
    for (int c = 0; c < VL_CAUSE_COUNT; c++) {
        const vl_series *under = c > 0 ? &pile[c - 1] : NULL;
        if (has_part(&pile[c], under))
            lines[count++] = (vl_plot_line){
                .series = &pile[c],
                .from = under,
                .from_zero = true,
                .style = style_of(ui, c),
            };
    }
    return count;
}

static void draw_plot(page *p, const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_history *history = &app->session.history;
    vl_plot_line lines[LINES];
    int count = add_pile(ui, history->rise, lines, 0);
    count = add_pile(ui, history->fall, lines, count);
    lines[count++] = (vl_plot_line){
        .series = &history->gained, .style = &ui->theme->total, .name = "all together"};
    vl_plot_draw(ui, &p->plot, rect, lines, count);
}

// --- the table ---

typedef struct row {
    vl_rect swatch, name, change, sum;
} row;

static row cut_row(const vl_ui *ui, vl_rect *rect, float height)
{
    vl_rect line = vl_rect_cut_top(rect, height);
    row r = {.swatch = vl_rect_cut_left(&line, vl_points(ui, 40))};
    r.name = vl_rect_cut_left(&line, 0.34f * line.w);
    r.change = vl_rect_cut_left(&line, 0.5f * line.w);
    r.sum = line;
    return r;
}

static void draw_swatch(const vl_ui *ui, vl_rect rect, const vl_line_style *style, bool filled)
{
    float middle = rect.y + rect.h / 2, width = vl_points(ui, 30), half = 0.32f * rect.h;
    float edge = filled ? middle - half : middle;
    const float points[] = {rect.x, edge, rect.x + width, edge};
    if (filled)
        vl_draw_rect(ui->list, (vl_rect){rect.x, edge, width, 2 * half},
                     vl_colour_fade(style->colour, 0.45f));
    vl_draw_styled(ui->list, points, 2, vl_points(ui, 2.5f), style);
}

static void draw_number(const vl_ui *ui, vl_rect rect, double value, vl_colour colour)
{
    char text[VL_FIGURE_SIZE];
    vl_ui_text(ui, rect, VL_TYPE_SMALL, colour, VL_ALIGN_RIGHT, vl_figure(value, 4, text));
}

static void draw_heads(const vl_ui *ui, row r)
{
    vl_colour colour = ui->theme->text_dim;
    vl_ui_text(ui, r.name, VL_TYPE_SMALL, colour, VL_ALIGN_LEFT, "cause");
    vl_ui_text(ui, r.change, VL_TYPE_SMALL, colour, VL_ALIGN_RIGHT, "last step (J)");
    vl_ui_text(ui, r.sum, VL_TYPE_SMALL, colour, VL_ALIGN_RIGHT, "since the start (J)");
}

static bool is_idle(const page *p, const double *parts, int cause)
{
    return parts[cause] == 0 && !(fabs(p->change[cause]) > 0);
}

static int count_idle(const page *p, const double *parts)
{
    int count = 0;
    for (int c = 0; c < VL_CAUSE_COUNT; c++)
        count += is_idle(p, parts, c);
    return count;
}

static void draw_cause(const page *p, const vl_ui *ui, row r, int cause, double sum)
{
    vl_colour colour = ui->theme->text;
    draw_swatch(ui, r.swatch, style_of(ui, cause), true);
    vl_ui_text(ui, r.name, VL_TYPE_SMALL, colour, VL_ALIGN_LEFT, vl_causes[cause].title);
    draw_number(ui, r.change, p->change[cause], colour);
    draw_number(ui, r.sum, sum, colour);
}

// Causes that have done nothing share a quiet line.
static void draw_idle(const page *p, const vl_ui *ui, vl_rect rect, const double *parts)
{
    vl_text text = {0};
    vl_text_add(&text, "nothing by:");
    for (int c = 0, count = 0; c < VL_CAUSE_COUNT; c++)
        if (is_idle(p, parts, c))
            vl_text_add(&text, "%s %s", count++ ? "," : "", vl_causes[c].title);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, text.data);
    vl_text_free(&text);
}

// Why the energy that is read is not that of the ledger; NULL where it is.
static const char *misreading(const vl_app *app)
{
    const vl_mistake *mistake = vl_session_mistake(&app->session);
    if (mistake && mistake->reads_unsolved)
        return vl_app_mistake_is_told(app) ? mistake->title : "as it is read";
    int estimator = app->session.estimator;
    return estimator == 0 ? NULL : vl_estimators[estimator].name;
}

// What the parts add up to, found without them. Who reads wrongly finds another one.
static void draw_check(const vl_app *app, const vl_ui *ui, row r)
{
    char name[96];
    const char *why = misreading(app);
    snprintf(name, sizeof name, "Change of U + K%s%s%s", why ? " (" : "", why ? why : "",
             why ? ")" : "");
    double change = app->readout.reading.energy - vl_lab_reference(app->session.lab, 0)->energy;
    vl_rect wide = r.name; // it says nothing of the last step
    wide.w += r.change.w;
    vl_ui_text(ui, wide, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, name);
    draw_number(ui, r.sum, change, ui->theme->text_dim);
}

static void draw_table(const page *p, const vl_app *app, const vl_ui *ui, vl_rect rect,
                       float height)
{
    const double *parts = app->readout.reading.ledger;
    draw_heads(ui, cut_row(ui, &rect, height));
    for (int c = 0; c < VL_CAUSE_COUNT; c++)
        if (!is_idle(p, parts, c))
            draw_cause(p, ui, cut_row(ui, &rect, height), c, parts[c]);
    if (count_idle(p, parts) > 0)
        draw_idle(p, ui, vl_rect_cut_top(&rect, height), parts);
    vl_draw_rect(ui->list, (vl_rect){rect.x, rect.y, rect.w, vl_points(ui, 1)},
                 ui->theme->panel_edge);
    row r = cut_row(ui, &rect, height);
    draw_swatch(ui, r.swatch, &ui->theme->total, false);
    vl_ui_text(ui, r.name, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_LEFT, "All together");
    draw_number(ui, r.change, vl_ledger_sum(p->change), ui->theme->text);
    draw_number(ui, r.sum, vl_ledger_sum(parts), ui->theme->text);
    draw_check(app, ui, cut_row(ui, &rect, height));
}

static void draw(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    page *p = memory;
    float small = ui->metrics->height[VL_TYPE_SMALL];
    float height = fmaxf(1.3f * small, vl_points(ui, 22));
    refresh(p, app);
    if (isnan(app->readout.reading.ledger[0])) {
        vl_ui_block(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim,
                    "None: a force of this scene depends on time, so that there is no energy to "
                    "keep a ledger of; or the world has diverged.",
                    4);
        return;
    }
    int idle = count_idle(p, app->readout.reading.ledger);
    int rows = VL_CAUSE_COUNT - idle + (idle > 0) + 3;
    vl_rect table = vl_rect_cut_bottom(&rect, (float)rows * height);
    vl_rect_cut_bottom(&rect, vl_points(ui, 8));
    draw_table(p, app, ui, table, height);
    if (rect.h > vl_points(ui, 80))
        draw_plot(p, app, ui, rect);
}

const vl_page vl_page_ledger = {
    .key = VL_KEY_F1 + 3,
    .keys = "F4",
    .icon = VL_ICON_PLOT,
    .label = "Ledger",
    .title = "Ledger of energy by cause",
    .help = "what integrator, links, damping, hands … did to the energy",
    .create = create,
    .free = release,
    .begin = begin,
    .draw = draw,
};
