#include "app/pages/side_by_side.h"

#include "base/memory.h"
#include "lab/reversal.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "ui/number.h"
#include "ui/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

extern const vl_page vl_page_identity;

// Points: of the plot, and of one beside which there is room for remarks.
static const float lowest_plot = 70, good_plot = 200;

enum { MOST_PARTICLES = 20000 }; // ten worlds with more would take too much memory and time

// Return of one method: it makes the recorded steps and then the same steps back.
typedef struct method_run {
    int method; // index of the integrator
    vl_return run;
    double distance; // m, from the start; protected by the lock
} method_run;

// Returns of all methods along the steps of the last reverse playback.
typedef struct returns {
    vl_record record;
    int count, index; // number of runs; index of the one in progress
    method_run *runs; // NULL: the steps cannot be made back
    int done;         // protected by the lock
} returns;

// The worker of the base steps the pairs and makes the returns.
typedef struct page {
    vl_side_by_side sides; // with the base
    bool begun, too_many;
    int view;          // 0: side by side, 1: returns
    int64_t reversals; // reversals of the session when the returns were started
    returns returns;
    vl_plot plot;
} page;

// --- work ---

static bool step_return(page *p)
{
    returns *r = &p->returns;
    if (r->index == r->count)
        return false;
    method_run *t = &r->runs[r->index];
    if (vl_return_step(&t->run, &r->record))
        return true;
    double distance = vl_record_distance(&r->record, t->run.world);
    vl_worker_lock(p->sides.base.worker);
    r->runs[r->index++].distance = distance;
    r->done = r->index;
    vl_worker_unlock(p->sides.base.worker);
    return true;
}

// Makes a step of each, so that neither waits for the other.
static bool work(void *user)
{
    page *p = user;
    bool of_pair = vl_pairs_step(&p->sides), of_return = step_return(p);
    return of_pair || of_return;
}

// --- start; the worker is stopped ---

static void make_pairs(page *p, vl_app *app)
{
    vl_world *world = vl_session_world(&app->session);
    vl_pairs_forget(&p->sides);
    vl_plot_forget(&p->plot);
    p->too_many = world->particles.count > MOST_PARTICLES;
    if (p->too_many || world->now.diverged)
        return;
    vl_session_settle(&app->session);
    vl_pairs_begin(&p->sides, world);
}

static void free_returns(returns *r)
{
    for (int i = 0; i < r->count; i++)
        vl_return_free(&r->runs[i].run);
    vl_free(r->runs);
    vl_record_free(&r->record);
    memset(r, 0, sizeof *r);
}

// The returns run the scene with the present settings of the session.
static void make_returns(page *p, vl_app *app)
{
    returns *r = &p->returns;
    const vl_scene scene = vl_session_scene(&app->session);
    free_returns(r);
    vl_record_copy(&r->record, &app->session.playback.path);
    if (!r->record.whole || r->record.particles > MOST_PARTICLES)
        return;
    r->runs = vl_alloc((size_t)vl_integrator_count, sizeof *r->runs);
    for (int i = 0; i < vl_integrator_count; i++)
        r->runs[r->count++] =
            (method_run){i, vl_return_create(&scene, vl_integrators[i], &r->record), 0};
}

// Starts again if other steps were recorded or the settings have changed.
static void follow(page *p, vl_app *app)
{
    const vl_run_config now = vl_session_config(&app->session);
    bool turned = p->reversals != app->session.playback.reversals;
    if (!turned && !vl_page_difference(&p->sides.base, app))
        return;
    vl_page_stop(&p->sides.base);
    if (!vl_session_same_solver(&p->sides.base.config.solver, &now.solver))
        make_pairs(p, app);
    if (turned || p->returns.runs)
        make_returns(p, app);
    p->reversals = app->session.playback.reversals;
    p->view = turned ? 1 : p->view;
    vl_page_work(&p->sides.base, app, work, p);
}

// --- create, begin, step, free ---

static void create(void *memory, vl_app *app)
{
    page *p = memory;
    p->plot = (vl_plot){.title = "Difference",
                        .x = {.unit = "s", .with_zero = true},
                        .y = {.unit = "m", .logarithmic = true}};
}

static void release(void *memory)
{
    page *p = memory;
    vl_pairs_free(&p->sides);
    free_returns(&p->returns);
}

static void begin(void *memory, vl_app *app)
{
    page *p = memory;
    vl_page_stop(&p->sides.base);
    make_pairs(p, app);
    free_returns(&p->returns);
    p->view = 0;
    if (p->begun)
        p->reversals = app->session.playback.reversals; // of another lab
    p->begun = true;
    vl_page_work(&p->sides.base, app, work, p);
}

// While the page is closed the pairs make no steps: both worlds of a pair skip the same frames.
static void step(void *memory, vl_app *app, double dt)
{
    page *p = memory;
    if (app->page == &vl_page_identity && p->sides.identity)
        vl_pairs_add(&p->sides, dt);
}

// --- drawing ---

static vl_rect line_of(const vl_ui *ui, vl_rect *left)
{
    return vl_rect_cut_top(left, 1.1f * ui->metrics->height[VL_TYPE_SMALL]);
}

// A pair has the colour and dashes of the method in its name.
static vl_line_style style_of(const vl_ui *ui, int k)
{
    static const int methods[VL_IDENTITY_MOST_PAIRS] = {2, 3, 5, 0, 4};
    return vl_theme_method(ui->theme, methods[k]);
}

// A small number of roundings is written as a whole number.
static void write_numbers(const vl_identity_reading *r, char *text, size_t size)
{
    const double most_counted = 1e5;
    double rounding = vl_identity_rounding(r), roundings = rounding > 0 ? r->largest / rounding : 0;
    snprintf(text, size, "%s at most  ·  %s roundings  ·  now %s",
             vl_figure_unit(r->largest, 2, "m", VL_FIGURE_BUFFER),
             roundings < most_counted ? vl_figure_fixed(roundings, 0, VL_FIGURE_BUFFER)
                                      : vl_figure(roundings, 2, VL_FIGURE_BUFFER),
             vl_figure_unit(r->difference, 2, "m", VL_FIGURE_BUFFER));
}

static void write_verdict(const vl_identity_reading *r, bool holds, char *text, size_t size)
{
    vl_identity_verdict verdict = vl_identity_judge(r);
    if (r->steps == 0)
        snprintf(text, size, "–");
    else if (r->stopped)
        snprintf(text, size, "stopped");
    else if (verdict == VL_IDENTITY_PARTED)
        snprintf(text, size, "apart since %s s", vl_figure_fixed(r->parted, 2, VL_FIGURE_BUFFER));
    else if (!holds) // constant steps do not distinguish the two
        snprintf(text, size, "a control; not apart so far");
    else
        snprintf(text, size, "%s",
                 verdict == VL_IDENTITY_SAME ? "same, to rounding" : "rounding, amplified");
}

// Returns why a pair differs that should agree; else, if there is room, why it agrees.
static const char *remark_of(const vl_identity_reading *r, const vl_world *world, int k, bool room)
{
    const vl_identity_pair *pair = &vl_identity_pairs[k];
    bool parted = vl_identity_judge(r) == VL_IDENTITY_PARTED;
    const char *hindrance = vl_identity_hindrance(world, r, k);
    if (pair->holds && parted && hindrance)
        return hindrance;
    return room || pair->holds == parted ? pair->says : NULL;
}

static void draw_sample(const vl_ui *ui, vl_rect *row, vl_line_style style)
{
    vl_rect sample = vl_rect_cut_left(row, vl_points(ui, 34));
    float y = sample.y + sample.h / 2;
    const float line[4] = {sample.x, y, sample.x + vl_points(ui, 26), y};
    vl_draw_styled(ui->list, line, 2, vl_points(ui, 3), &style, 0);
}

static void draw_below(const vl_ui *ui, vl_rect *left, vl_colour colour, const char *text)
{
    vl_rect row = line_of(ui, left);
    vl_rect_cut_left(&row, vl_points(ui, 34));
    vl_ui_text(ui, row, VL_TYPE_SMALL, colour, VL_ALIGN_LEFT, text);
}

static void draw_pair(const vl_ui *ui, const vl_identity_reading *r, const char *remark, int k,
                      vl_rect *left)
{
    const vl_theme *theme = ui->theme;
    char verdict[64], text[6 * VL_FIGURE_SIZE];
    vl_rect head = line_of(ui, left);
    draw_sample(ui, &head, style_of(ui, k));
    write_verdict(r, vl_identity_pairs[k].holds, verdict, sizeof verdict);
    snprintf(text, sizeof text, "%s %s %s", vl_identity_pairs[k].left,
             vl_identity_pairs[k].holds ? "=" : "≠", vl_identity_pairs[k].right);
    vl_ui_readout(ui, head, text, verdict, theme->text);
    write_numbers(r, text, sizeof text);
    draw_below(ui, left, theme->text_dim, text);
    if (remark)
        draw_below(ui, left, theme->accent, remark);
}

static void draw_plot(page *p, const vl_ui *ui, vl_rect rect)
{
    vl_plot_line lines[VL_IDENTITY_MOST_PAIRS];
    vl_line_style styles[VL_IDENTITY_MOST_PAIRS];
    if (rect.h < vl_points(ui, lowest_plot))
        return;
    for (int k = 0; k < vl_identity_pair_count; k++) {
        styles[k] = style_of(ui, k);
        lines[k] = (vl_plot_line){.series = &p->sides.series[k], .style = &styles[k]};
    }
    vl_plot_draw(ui, &p->plot, rect, lines, vl_identity_pair_count);
}

static void draw_state(const page *p, const vl_ui *ui, const vl_identity_reading *first,
                       int64_t waits, vl_rect rect)
{
    char text[160];
    int length =
        snprintf(text, sizeof text, "%s s  ·  %lld steps side by side",
                 vl_figure_fixed(first->time, 2, VL_FIGURE_BUFFER), (long long)first->steps);
    if (waits > 60 && p->sides.left_out == 0)
        snprintf(text + length, sizeof text - (size_t)length, "  ·  %lld behind", (long long)waits);
    if (p->sides.left_out > 0)
        snprintf(text + length, sizeof text - (size_t)length, "  ·  %lld left out",
                 (long long)p->sides.left_out);
    vl_ui_print(ui, rect, VL_ALIGN_RIGHT, "%s", text);
}

// Before the first step there are no numbers, and a paused scene makes none.
static void draw_waiting(const vl_side_by_side *s, const vl_app *app, const vl_ui *ui,
                         vl_rect *rect)
{
    if (app->session.running || s->queued > 0)
        return;
    float height = vl_ui_block(ui, *rect, VL_TYPE_SMALL, ui->theme->accent,
                               "The scene is paused. Each pair makes the steps of the scene from "
                               "now on: Space lets it run, . makes one step.",
                               VL_MOST_LINES);
    vl_rect_cut_top(rect, height + vl_points(ui, 6));
}

// `beside` is the free part of the row of buttons.
static void draw_pairs(page *p, const vl_app *app, const vl_ui *ui, vl_rect rect, vl_rect beside)
{
    vl_side_by_side *s = &p->sides;
    vl_identity_reading shown[VL_IDENTITY_MOST_PAIRS];
    if (!s->identity) {
        vl_ui_block(ui, rect, VL_TYPE_SMALL, ui->theme->text,
                    p->too_many ? "This scene has more than 20 000 particles: ten worlds of it are "
                                  "too many to be stepped side by side."
                                : "The scene has diverged. R begins anew.",
                    VL_MOST_LINES);
        return;
    }
    draw_waiting(s, app, ui, &rect);
    int64_t waits = vl_pairs_show(s, shown);
    draw_state(p, ui, &shown[0], waits, beside);
    const vl_world *world = vl_session_world(&app->session);
    bool room = rect.h > 3.5f * (float)vl_identity_pair_count * ui->metrics->height[VL_TYPE_SMALL] +
                             good_plot * ui->scale;
    for (int k = 0; k < vl_identity_pair_count; k++) {
        draw_pair(ui, &shown[k], remark_of(&shown[k], world, k, room), k, &rect);
        vl_rect_cut_top(&rect, vl_points(ui, 3));
    }
    draw_plot(p, ui, rect);
}

static void draw_return(const vl_ui *ui, const method_run *t, bool done, bool under_way,
                        vl_rect row)
{
    const char *value = !done && under_way ? "…"
                        : !done            ? "–"
                        : isnan(t->distance)
                            ? "diverged"
                            : vl_figure_unit(t->distance, 2, "m", VL_FIGURE_BUFFER);
    draw_sample(ui, &row, vl_theme_method(ui->theme, t->method));
    vl_ui_readout(ui, row, vl_integrators[t->method]->title, value, ui->theme->text);
}

static void draw_returns(page *p, const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    returns *r = &p->returns;
    const char *hindrance = vl_reversal_hindrance(vl_session_world(&app->session));
    if (!r->runs) {
        vl_ui_block(
            ui, rect, VL_TYPE_SMALL, ui->theme->text,
            r->record.count > 0
                ? "Links were broken before these steps began, or there are more than "
                  "20 000 particles: only the picture goes back."
                : "Let the scene run, then press Z: the motion is reversed and makes the same "
                  "steps back. This page then shows how near to its start each method comes "
                  "with the same steps.",
            VL_MOST_LINES);
        return;
    }
    vl_worker_lock(p->sides.base.worker);
    int done = r->done; // results up to here no longer change
    vl_worker_unlock(p->sides.base.worker);
    vl_ui_print(ui, line_of(ui, &rect), VL_ALIGN_LEFT,
                "%d steps there, the same back: distance from the start", r->record.count);
    if (hindrance)
        vl_ui_text(ui, line_of(ui, &rect), VL_TYPE_SMALL, ui->theme->accent, VL_ALIGN_LEFT,
                   hindrance);
    vl_rect_cut_top(&rect, vl_points(ui, 4));
    for (int i = 0; i < r->count; i++)
        draw_return(ui, &r->runs[i], i < done, i == done, line_of(ui, &rect));
}

// Returns the free part of the row.
static vl_rect draw_choice(page *p, const vl_ui *ui, vl_rect *rect)
{
    static const char *const labels[] = {"Side by side", "Return (Z)"};
    const vl_options options = {.labels = VL_NAMES_OF_WORDS(labels, 2), .gap = vl_points(ui, 6)};
    vl_rect row = vl_rect_cut_top(rect, vl_points(ui, VL_TARGET));
    vl_page_choose(ui, &row, &options, &p->view);
    vl_rect_cut_top(rect, vl_points(ui, 6));
    return row;
}

static void draw(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    page *p = memory;
    follow(p, app);
    vl_rect beside = draw_choice(p, ui, &rect);
    if (p->view == 1)
        draw_returns(p, app, ui, rect);
    else
        draw_pairs(p, app, ui, rect, beside);
}

const vl_page vl_page_identity = {
    VL_PAGE_KEY(5),
    .icon = VL_ICON_IDENTITY,
    .label = "Identities",
    .title = "The same method, twice",
    .help = "methods that are equal, and the distance of the return for all",
    .size = sizeof(page),
    .create = create,
    .free = release,
    .begin = begin,
    .step = step,
    .wide = true,
    .draw = draw,
};
