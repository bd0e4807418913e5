#include "app/page_policies.h"

#include "base/memory.h"
#include "base/worker.h"
#include "lab/policy_bench.h"
#include "ui/number.h"
#include "ui/plot.h"
#include "ui/widgets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double duration = 10;       // s, as of the command line
static const double turn_budget = 0.004; // s of a frame, where there is no thread

// Frames to choose from, all around 5 s.
static const struct {
    const char *label, *stream;
} choices[] = {
    {"hitch\n0.1 s", VL_POLICY_BENCH_FRAMES},   {"hitch\n0.25 s", "hitch:0.0166667:0.25:5"},
    {"hitch\n1 s", "hitch:0.0166667:1:5"},      {"60 → 30\nHz", "switch:0.0166667:0.0333333:5"},
    {"random\n5–40 ms", "random:0.005:0.04:1"}, {"clock of\n1 ms", "clock-ms:60"},
};

enum { CHOICES = sizeof choices / sizeof *choices, MOST_ROWS = 16, COLUMNS = 5 };

typedef struct page {
    int choice;
    vl_policy_bench *bench;
    vl_worker *worker;
    int integrator; // index, of the bench
    vl_solver_settings solver;
    const char *title; // of what was stepped
    bool stale;
    bool plot_first; // where there is no room for table and plot
    char trouble[VL_ERROR_TEXT_SIZE];
    vl_series lines[MOST_ROWS];
    int taken; // frames that stand in the lines
    vl_plot plot;
} page;

static void *create(vl_app *app)
{
    page *p = vl_alloc(1, sizeof *p);
    p->plot = (vl_plot){.title = "Distance of what is drawn from where it should be",
                        .x = {.unit = "s, real time"},
                        .y = {.unit = "m", .logarithmic = true}};
    for (int i = 0; i < MOST_ROWS; i++)
        p->lines[i].most = 4096;
    return p;
}

static void stop(page *p)
{
    vl_worker_free(p->worker);
    vl_policy_bench_free(p->bench);
    p->worker = NULL;
    p->bench = NULL;
    p->taken = 0;
    for (int i = 0; i < MOST_ROWS; i++)
        vl_series_clear(&p->lines[i]);
    vl_plot_forget(&p->plot);
}

static void release(void *memory)
{
    page *p = memory;
    stop(p);
    for (int i = 0; i < MOST_ROWS; i++)
        vl_series_free(&p->lines[i]);
    vl_free(p);
}

static void begin(void *memory, vl_app *app)
{
    page *p = memory;
    p->stale = true;
}

static bool piece(void *user)
{
    return vl_policy_bench_frame(user);
}

// With the scene as it is run now: its integrator and solver, or the engine that is on.
static void start(page *p, const vl_app *app)
{
    const vl_session *session = &app->session;
    vl_error error = {0};
    vl_scene scene = *session->scene;
    vl_stream *stream = vl_stream_parse(choices[p->choice].stream, NULL, &error);
    stop(p);
    scene.integrator = vl_integrators[session->integrator];
    scene.solver = session->solver;
    p->title = scene.integrator->title;
    if (session->engine) {
        vl_engine_apply(session->engine, &scene);
        p->title = session->engine->title;
    }
    const vl_integrator *integrator = scene.integrator;
    p->stale = false;
    p->integrator = session->integrator;
    p->solver = session->solver;
    if (stream)
        p->bench = vl_policy_bench_create(&scene, &integrator, 1, stream, duration, &error);
    snprintf(p->trouble, sizeof p->trouble, "%s", p->bench ? "" : error.text);
    if (p->bench)
        p->worker = vl_worker_start(piece, p->bench);
    vl_stream_free(stream);
}

static bool is_stale(const page *p, const vl_app *app)
{
    return p->stale || p->integrator != app->session.integrator ||
           !vl_session_same_solver(&p->solver, &app->session.solver);
}

// Seven decades up to the largest: what is less does not differ to the eye.
static void set_range(page *p, double largest)
{
    p->plot.y.fixed = largest > 0;
    p->plot.y.high = 2 * largest;
    p->plot.y.low = 1e-7 * largest;
}

// The worker is done: what it has found is looked at without a lock.
static void take_lines(page *p)
{
    int frames = vl_policy_bench_frames(p->bench);
    double largest = 0;
    for (int i = 0; i < vl_policy_bench_policies(p->bench) && i < MOST_ROWS; i++)
        for (int k = 0; k < frames; k++)
            largest = fmax(largest, vl_policy_bench_error(p->bench, i, 0, k));
    set_range(p, largest);
    for (int i = 0; i < vl_policy_bench_policies(p->bench) && i < MOST_ROWS; i++)
        for (int k = 0; k < frames && p->taken == 0; k++)
            vl_series_add(&p->lines[i], vl_policy_bench_time(p->bench, k),
                          vl_policy_bench_error(p->bench, i, 0, k));
    p->taken = frames;
}

// --- drawing ---

static void draw_choices(page *p, const vl_ui *ui, vl_rect *rect)
{
    float gap = vl_points(ui, 6);
    vl_rect row = vl_rect_cut_top(rect, 1.1f * vl_points(ui, VL_TARGET));
    float width = (row.w - CHOICES * gap) / (CHOICES + 1);
    const vl_button other = {.label = "plot", .active = p->plot_first};
    if (vl_ui_button(ui, vl_rect_cut_right(&row, width), &other))
        p->plot_first = !p->plot_first;
    for (int i = 0; i < CHOICES; i++) {
        const vl_button button = {.label = choices[i].label, .active = i == p->choice};
        vl_rect place = vl_rect_cut_left(&row, width);
        vl_rect_cut_left(&row, gap);
        if (vl_ui_button(ui, place, &button)) {
            p->stale = p->stale || p->choice != i;
            p->choice = i;
        }
    }
}

static const char *const heads[COLUMNS] = {"drift (m)", "ΔE/E", "lost (s)", "late (s)", "steps"};

// The right ends of the columns as parts of the width.
static const float ends[COLUMNS] = {0.51f, 0.67f, 0.79f, 0.90f, 1};

static vl_rect column_of(vl_rect row, int column)
{
    float from = column > 0 ? ends[column - 1] : 0.36f;
    return (vl_rect){row.x + from * row.w, row.y, (ends[column] - from) * row.w, row.h};
}

static float row_height(const vl_ui *ui)
{
    return fmaxf(1.35f * ui->metrics->height[VL_TYPE_SMALL], vl_points(ui, 24));
}

static void draw_heads(const vl_ui *ui, vl_rect row)
{
    for (int c = 0; c < COLUMNS; c++)
        vl_ui_text(ui, column_of(row, c), VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_RIGHT,
                   heads[c]);
}

static void draw_numbers(const vl_ui *ui, vl_rect row, const vl_policy_result *r, vl_colour colour)
{
    char text[VL_FIGURE_SIZE];
    const char *figures[COLUMNS];
    char drift[VL_FIGURE_SIZE], jump[VL_FIGURE_SIZE], lost[VL_FIGURE_SIZE], behind[VL_FIGURE_SIZE];
    snprintf(text, sizeof text, "%lld", (long long)r->steps);
    figures[0] = vl_figure(r->drift_real, 3, drift);
    figures[1] = vl_figure(r->energy_jump, 2, jump);
    figures[2] = vl_figure_fixed(r->lost, 3, lost);
    figures[3] = vl_figure_fixed(r->behind, 3, behind);
    figures[4] = text;
    for (int c = 0; c < COLUMNS; c++)
        vl_ui_text(ui, column_of(row, c), VL_TYPE_SMALL, colour, VL_ALIGN_RIGHT, figures[c]);
}

// True when it was clicked.
static bool draw_row(const page *p, const vl_ui *ui, vl_rect row, int index, bool in_use)
{
    const vl_theme *theme = ui->theme;
    vl_colour colour = in_use ? theme->button_active_text : theme->text;
    char label[VL_POLICY_LABEL_SIZE];
    vl_touch touch = vl_ui_touch(ui, row);
    if (in_use || touch.hover)
        vl_draw_round_rect(ui->list, row, vl_points(ui, 4),
                           in_use ? theme->button_active : theme->button_hover);
    vl_rect line = vl_rect_cut_left(&row, vl_points(ui, 38));
    const float points[4] = {line.x + vl_points(ui, 4), line.y + line.h / 2,
                             line.x + vl_points(ui, 32), line.y + line.h / 2};
    vl_draw_styled(ui->list, points, 2, vl_points(ui, 3), vl_theme_method(theme, index));
    vl_rect name = {row.x, row.y, 0.36f * row.w, row.h};
    vl_ui_text(ui, name, VL_TYPE_SMALL, colour, VL_ALIGN_LEFT,
               vl_policy_label(vl_policy_bench_policy(p->bench, index), label));
    if (p->taken > 0) {
        vl_policy_result result = vl_policy_bench_result(p->bench, index, 0);
        draw_numbers(ui, row, &result, colour);
    }
    return touch.clicked;
}

// A click on a row takes that policy for the scene on the stage.
static void draw_table(page *p, vl_app *app, const vl_ui *ui, vl_rect *rect)
{
    float height = row_height(ui);
    vl_rect head = vl_rect_cut_top(rect, height);
    vl_rect_cut_left(&head, vl_points(ui, 38));
    draw_heads(ui, head);
    int chosen = -1;
    for (int i = 0; i < vl_policy_bench_policies(p->bench) && i < MOST_ROWS; i++) {
        const char *text = vl_policy_bench_policy(p->bench, i)->text;
        bool in_use = strcmp(text, app->session.pacing.policy.text) == 0;
        if (draw_row(p, ui, vl_rect_cut_top(rect, height), i, in_use))
            chosen = i;
    }
    vl_error error = {0};
    vl_policy policy;
    if (chosen >= 0 &&
        vl_policy_parse(&policy, vl_policy_bench_policy(p->bench, chosen)->text, &error))
        vl_session_set_policy(&app->session, &policy);
}

static void draw_plot(page *p, const vl_ui *ui, vl_rect rect, bool names)
{
    char labels[MOST_ROWS][VL_POLICY_LABEL_SIZE];
    vl_plot_line lines[MOST_ROWS];
    int count = vl_policy_bench_policies(p->bench);
    count = count < MOST_ROWS ? count : MOST_ROWS;
    for (int i = 0; i < count; i++)
        lines[i] = (vl_plot_line){
            .series = &p->lines[i],
            .style = vl_theme_method(ui->theme, i),
            .name = names ? vl_policy_label(vl_policy_bench_policy(p->bench, i), labels[i]) : NULL,
        };
    vl_plot_draw(ui, &p->plot, rect, lines, count);
}

static void draw_state(const page *p, const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    char text[VL_ERROR_TEXT_SIZE];
    if (!p->bench)
        snprintf(text, sizeof text, "%s", p->trouble);
    else
        snprintf(text, sizeof text, "%s, %g s. A click takes a policy. Drift from %s.", p->title,
                 duration, vl_policy_bench_truth(p->bench));
    vl_ui_block(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, text, 2);
}

static void draw(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    page *p = memory;
    float small = ui->metrics->height[VL_TYPE_SMALL];
    draw_choices(p, ui, &rect);
    if (is_stale(p, app))
        start(p, app);
    if (p->worker) {
        vl_worker_turn(p->worker, turn_budget);
        if (vl_worker_has_finished(p->worker) && p->taken == 0)
            take_lines(p);
    }
    vl_rect_cut_top(&rect, vl_points(ui, 6));
    draw_state(p, app, ui, vl_rect_cut_top(&rect, 2 * small));
    if (!p->bench)
        return;
    float rows = (float)vl_policy_bench_policies(p->bench) + 1;
    bool both = rect.h > rows * row_height(ui) + vl_points(ui, 170);
    if (both || !p->plot_first)
        draw_table(p, app, ui, &rect);
    if (p->taken > 0 && (both || p->plot_first))
        draw_plot(p, ui, vl_rect_inset(rect, vl_points(ui, 4)), !both);
}

static bool is_busy(const void *memory)
{
    const page *p = memory;
    return p->worker && !vl_worker_has_finished(p->worker);
}

const vl_page vl_page_policies = {
    .key = VL_KEY_F1 + 6,
    .keys = "F7",
    .icon = VL_ICON_HITCH,
    .label = "Policies",
    .title = "Policies for frame times",
    .help = "all policies for frame times, side by side",
    .create = create,
    .free = release,
    .begin = begin,
    .is_busy = is_busy,
    .draw = draw,
};
