#include "app/pages/page_base.h"

#include "lab/policy_bench.h"
#include "ui/number.h"
#include "ui/plot.h"
#include "ui/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double duration = 10; // s, as on the command line

// Streams of frames to choose from, disturbed at 5 s, and their names without the disturbance.
static const struct {
    const char *label, *stream, *even;
} choices[] = {
    {"hitch\n0.1 s", VL_POLICY_BENCH_FRAMES, "no hitch"},
    {"hitch\n0.25 s", "hitch:0.0166667:0.25:5", "no hitch"},
    {"hitch\n1 s", "hitch:0.0166667:1:5", "no hitch"},
    {"60 → 30\nHz", "switch:0.0166667:0.0333333:5", "equal frames"},
    {"random\n5–40 ms", "random:0.005:0.04:1", "equal frames"},
    {"clock of\n1 ms", "clock-ms:60", "equal frames"},
};

enum { CHOICES = sizeof choices / sizeof *choices, MOST_ROWS = 16, COLUMNS = 6, STATE_LINES = 4 };

typedef struct page {
    vl_page_base base;
    int choice;
    vl_policy_bench *bench;
    int integrator;    // index; of the bench
    const char *title; // of the method or engine that was stepped
    bool broken;       // the mistake of the scene was made
    bool stale;
    bool plot_first; // if there is no room for both
    int first_row;   // of the table, where it has more rows than there is room for
    char trouble[VL_ERROR_TEXT_SIZE];
    vl_series lines[MOST_ROWS];
    int taken; // number of frames in the lines
    vl_plot plot;
} page;

static void create(void *memory, vl_app *app)
{
    page *p = memory;
    p->plot = (vl_plot){.title = "Distance of what is drawn from where it should be",
                        .x = {.unit = "s, real time"},
                        .y = {.unit = "m", .logarithmic = true}};
    for (int i = 0; i < MOST_ROWS; i++)
        p->lines[i].most = 4096;
}

static void stop(page *p)
{
    vl_page_stop(&p->base);
    vl_policy_bench_free(p->bench);
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
}

static void begin(void *memory, vl_app *app)
{
    page *p = memory;
    p->stale = true;
}

// The bench steps the scene with the present settings, but with the policy of its file.
static void start(page *p, vl_app *app)
{
    vl_session *session = &app->session;
    vl_error error = {0};
    vl_scene scene = vl_session_scene(session);
    vl_stream *stream = vl_stream_parse(choices[p->choice].stream, NULL, &error);
    stop(p);
    if (!session->engine)
        scene.policy = session->scene->policy;
    p->title = session->engine ? session->engine->title : scene.integrator->title;
    p->broken = scene.mistake && vl_session_can_mistake(session);
    p->stale = false;
    p->integrator = vl_session_lane_chosen(session)->integrator;
    p->base.config = vl_session_config(session);
    if (stream)
        p->bench = vl_policy_bench_create(&scene, &scene.integrator, 1, stream, duration, &error);
    snprintf(p->trouble, sizeof p->trouble, "%s", p->bench ? "" : error.text);
    if (p->bench)
        vl_page_work(&p->base, app, vl_policy_bench_work, p->bench);
    vl_stream_free(stream);
}

// Table and plot have a row for the run without any disturbance, and one for each policy.
static int row_count(const page *p)
{
    int rows = 1 + p->bench->lane_count;
    return rows < MOST_ROWS ? rows : MOST_ROWS;
}

// Returns the bench of a row, and the number of the policy within that bench.
static const vl_policy_bench *bench_of(const page *p, int row, int *policy)
{
    *policy = row > 0 ? row - 1 : 0;
    return row > 0 ? p->bench : p->bench->even;
}

static void take_line(page *p, int row, double *largest)
{
    int policy;
    const vl_policy_bench *bench = bench_of(p, row, &policy);
    for (int k = 0; k < bench->frame_count; k++) {
        double error = bench->lanes[policy]->runs[0].distance[k];
        *largest = fmax(*largest, error);
        vl_series_add(&p->lines[row], bench->times[k], error);
    }
}

// The worker has finished, so its results are read without a lock. The axis has seven decades up to
// the largest distance; smaller distances are drawn at its end.
static void take_lines(page *p)
{
    double largest = 0;
    for (int row = 0; row < row_count(p); row++)
        take_line(p, row, &largest);
    p->plot.y.fixed = largest > 0;
    p->plot.y.high = 2 * largest;
    p->plot.y.low = 1e-7 * largest;
    p->taken = p->bench->frame_count;
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
    const vl_options options = {
        .labels = VL_NAMES(choices, CHOICES, label), .width = width, .gap = gap};
    p->stale = vl_page_choose(ui, &row, &options, &p->choice) || p->stale;
}

// A policy has the line style of a method; the run without a policy is grey.
static vl_line_style style_of(const vl_theme *theme, int row)
{
    const vl_line_style quiet = {
        .colour = theme->text_dim, .dashes = {1.5f, 2.5f}, .dash_count = 2};
    return row > 0 ? vl_theme_method(theme, row - 1) : quiet;
}

static const char *name_of(const page *p, int row, char label[VL_POLICY_LABEL_SIZE])
{
    return row > 0 ? vl_policy_label(&p->bench->lanes[row - 1]->policy, label)
                   : choices[p->choice].even;
}

static vl_table table_of(const vl_ui *ui)
{
    static const vl_column columns[COLUMNS] = {{0},
                                               {"drift at", "end (m)", .share = 0.16f},
                                               {"energy", "jump (%)", .share = 0.17f},
                                               {"lost", "(s)", .share = 0.11f},
                                               {"late", "(s)", .share = 0.11f},
                                               {"steps", "", .share = 0.09f}};
    return (vl_table){
        .columns = columns,
        .column_count = COLUMNS,
        .height = fmaxf(1.35f * ui->metrics->height[VL_TYPE_SMALL], vl_points(ui, 24)),
        .sample = 38,
        .sample_from = 4,
        .sample_to = 32,
        .thickness = vl_points(ui, 3),
    };
}

static float table_height(const page *p, const vl_ui *ui)
{
    return 2 * ui->metrics->height[VL_TYPE_SMALL] + (float)row_count(p) * table_of(ui).height;
}

// Returns true if the row was clicked. The row without a policy cannot be chosen.
static bool draw_row(const page *p, const vl_ui *ui, int row, bool in_use, vl_rect *left)
{
    const vl_theme *theme = ui->theme;
    char label[VL_POLICY_LABEL_SIZE], figures[COLUMNS][VL_FIGURE_SIZE];
    vl_line_style style = style_of(theme, row);
    vl_table table = table_of(ui);
    vl_table_row line = {
        .style = &style,
        .behind = in_use ? theme->button_active : (vl_colour){0},
        .colour = in_use ? theme->button_active_text : theme->text,
        .cells = {name_of(p, row, label)},
    };
    if (row > 0)
        table.hover = theme->button_hover;
    if (p->taken > 0) {
        int policy;
        const vl_policy_bench *bench = bench_of(p, row, &policy);
        vl_policy_result r = vl_policy_bench_result(bench, policy, 0);
        snprintf(figures[5], sizeof figures[5], "%lld", (long long)r.steps);
        line.cells[1] = vl_figure(r.drift_real, 3, figures[1]);
        line.cells[2] = vl_figure(100 * r.energy_jump, 2, figures[2]);
        line.cells[3] = vl_figure_fixed(r.lost, 3, figures[3]);
        line.cells[4] = vl_figure_fixed(r.behind, 3, figures[4]);
        line.cells[5] = figures[5];
    }
    return vl_table_draw(ui, &table, &line, left);
}

// A click on a row selects its policy for the scene on the stage.
static void draw_table(page *p, vl_app *app, const vl_ui *ui, vl_rect *rect)
{
    const vl_table table = table_of(ui);
    const char *chosen = NULL;
    vl_table_heads(ui, &table, rect);
    int first = p->first_row, rows = vl_table_fit(ui, &table, rect, row_count(p), &p->first_row);
    for (int row = first; row < first + rows; row++) {
        const char *text = row > 0 ? p->bench->lanes[row - 1]->policy.text : NULL;
        bool in_use =
            text && strcmp(text, vl_session_policy(&app->session, app->session.chosen)->text) == 0;
        if (draw_row(p, ui, row, in_use, rect))
            chosen = text;
    }
    vl_error error = {0};
    vl_policy policy;
    if (chosen && vl_policy_parse(&policy, chosen, &error))
        vl_session_set_policy(&app->session, &policy);
}

static void draw_plot(page *p, const vl_ui *ui, vl_rect rect, bool names)
{
    char labels[MOST_ROWS][VL_POLICY_LABEL_SIZE];
    vl_line_style styles[MOST_ROWS];
    vl_plot_line lines[MOST_ROWS];
    int count = row_count(p);
    for (int row = 0; row < count; row++) {
        styles[row] = style_of(ui->theme, row);
        lines[row] = (vl_plot_line){.series = &p->lines[row],
                                    .style = &styles[row],
                                    .name = names ? name_of(p, row, labels[row]) : NULL};
    }
    vl_plot_draw(ui, &p->plot, rect, lines, count);
}

enum { UNCERTAINTY = 64 };

// Writes the uncertainty of the drift when the bench has finished, ", ± 1.8e-05 m", or the time
// from which on it is unknown.
static const char *describe_uncertainty(const page *p, char text[UNCERTAINTY])
{
    double horizon = p->taken ? p->bench->truth.horizon : (double)NAN;
    double own = p->taken ? vl_policy_bench_result(p->bench, 0, 0).own_error : (double)NAN;
    text[0] = '\0';
    if (!isnan(horizon))
        snprintf(text, UNCERTAINTY, ", beyond its horizon since %.3f s", horizon);
    else if (!isnan(own))
        snprintf(text, UNCERTAINTY, ", ± %.1e m", own);
    return text;
}

static void draw_state(const page *p, const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    char text[VL_ERROR_TEXT_SIZE], uncertainty[UNCERTAINTY];
    if (!p->bench)
        snprintf(text, sizeof text, "%s", p->trouble);
    else
        snprintf(
            text, sizeof text,
            "%s%s. Drift: distance of the picture at the end, real time %.3f s, from %s%s. Energy "
            "jump: %% of the scale of the energy error. A click selects a policy.",
            p->title, p->broken ? " with the mistake" : "",
            p->bench->times[p->bench->frame_count - 1], p->bench->truth_text,
            describe_uncertainty(p, uncertainty));
    vl_ui_block(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, text, STATE_LINES);
}

static void draw(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    page *p = memory;
    float small = ui->metrics->height[VL_TYPE_SMALL];
    draw_choices(p, ui, &rect);
    if (p->stale || p->integrator != vl_session_lane_chosen(&app->session)->integrator ||
        vl_page_difference(&p->base, app))
        start(p, app);
    if (p->base.worker && !vl_page_works(&p->base) && p->taken == 0)
        take_lines(p);
    vl_rect_cut_top(&rect, vl_points(ui, 6));
    draw_state(p, app, ui, vl_rect_cut_top(&rect, STATE_LINES * small));
    if (!p->bench)
        return;
    bool both = rect.h > table_height(p, ui) + vl_points(ui, 170);
    if (both || !p->plot_first)
        draw_table(p, app, ui, &rect);
    if (p->taken > 0 && (both || p->plot_first))
        draw_plot(p, ui, vl_rect_inset(rect, vl_points(ui, 4)), !both);
}

const vl_page vl_page_policies = {
    VL_PAGE_KEY(7),
    .icon = VL_ICON_HITCH,
    .label = "Policies",
    .title = "Policies for frame times",
    .help = "all policies for frame times, side by side",
    .size = sizeof(page),
    .create = create,
    .free = release,
    .begin = begin,
    .draw = draw,
};
