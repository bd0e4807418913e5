#include "app/screen/panel.h"

#include "app/input/settings.h"
#include "base/text.h"
#include "physics/forces/energy.h"
#include "ui/number.h"
#include "ui/widgets.h"

#include <stdio.h>
#include <string.h>

// Simulated seconds in a plot at the speed 1.
static const double plot_window = 10;

vl_panel vl_panel_create(void)
{
    return (vl_panel){
        .energy = {.title = "Energy", .x = {.unit = "s"}, .y = {.unit = "J"}},
        .dt = {.title = "Time step", .x = {.unit = "s"}, .y = {.unit = "ms", .with_zero = true}},
        .residual = {.title = "Residual", .x = {.unit = "s"}, .y = {.logarithmic = true}},
    };
}

void vl_panel_forget(vl_panel *panel)
{
    vl_plot_forget(&panel->energy);
    vl_plot_forget(&panel->dt);
    vl_plot_forget(&panel->residual);
}

// A place for rows of readouts.
typedef struct rows {
    const vl_ui *ui;
    vl_rect left;
} rows;

static vl_rect next_row(rows *r)
{
    return vl_rect_cut_top(&r->left, 1.12f * r->ui->metrics->height[VL_TYPE_SMALL]);
}

// Where there is no room left it is left out. A value that has no room beside its label stands
// below it.
static void row(rows *r, const char *label, const char *value)
{
    bool one = vl_ui_readout_fits(r->ui, r->left.w, label, value);
    if (r->left.h < (one ? 1 : 2.12f) * r->ui->metrics->height[VL_TYPE_SMALL])
        return;
    if (!one)
        vl_ui_readout(r->ui, next_row(r), label, "", r->ui->theme->text);
    vl_ui_readout(r->ui, next_row(r), one ? label : "", value, r->ui->theme->text);
}

static void number_row(rows *r, const char *label, double value, int digits, const char *unit)
{
    char figure[VL_FIGURE_SIZE];
    row(r, label, vl_figure_unit(value, digits, unit, figure));
}

// Below a thousandth of a percent the digits are rounding, and would dance.
static void percent_row(rows *r, const char *label, double value)
{
    char figure[VL_FIGURE_SIZE], text[VL_FIGURE_SIZE + 16];
    double percent = 100 * value;
    snprintf(text, sizeof text, "%s %%", vl_figure_fixed(percent, 3, figure));
    const char *shown = isnan(value) ? "–" : fabs(percent) < 0.001 ? "< 0.001 %" : text;
    bool large = fabs(percent) >= 1000;
    row(r, label, large ? vl_figure_unit(percent, 3, "%", text) : shown);
}

// A fixed number of decimals, so that the digits do not dance.
static void fixed_row(rows *r, const char *label, double value, int decimals, const char *unit)
{
    char figure[VL_FIGURE_SIZE], text[VL_FIGURE_SIZE + 16];
    snprintf(text, sizeof text, "%s%s%s", vl_figure_fixed(value, decimals, figure),
             *unit ? " " : "", unit);
    row(r, label, isnan(value) ? "–" : text);
}

// An instant of the world, as the time on show.
static void time_row(rows *r, const vl_app *app, const char *label, double time)
{
    fixed_row(r, label, vl_way_back_time(&app->session.back, time), 2, "s");
}

static void gap(rows *r)
{
    vl_rect_cut_top(&r->left, 0.4f * r->ui->metrics->height[VL_TYPE_SMALL]);
}

// A velocity that is not the right one is named, with its formula.
static void kinetic_rows(rows *r, const vl_app *app)
{
    const vl_estimator *estimator = &vl_estimators[app->session.estimator];
    char label[64];
    snprintf(label, sizeof label, app->session.estimator ? "K (%s)" : "kinetic K",
             estimator->label);
    number_row(r, label, app->readout.reading.kinetic, 4, "J");
    if (app->session.estimator == 0 || r->left.h < r->ui->metrics->height[VL_TYPE_SMALL])
        return;
    vl_rect rect = vl_rect_cut_top(&r->left, 1.12f * r->ui->metrics->height[VL_TYPE_SMALL]);
    vl_ui_text(r->ui, rect, VL_TYPE_SMALL, r->ui->theme->accent, VL_ALIGN_RIGHT,
               estimator->formula);
}

static void energy_rows(rows *r, const vl_app *app)
{
    const vl_reading *reading = &app->readout.reading;
    const vl_world *world = vl_session_world(&app->session);
    bool conserved = vl_energy_is_conserved(world);
    kinetic_rows(r, app);
    if (!vl_energy_exists(world)) {
        row(r, "potential U", "none"); // a force depends on time
        return;
    }
    number_row(r, "potential U", reading->potential, 4, "J");
    number_row(r, "total U + K", reading->energy, 4, "J");
    const char *label = app->session.touched ? "change so far"
                        : conserved          ? "energy error"
                                             : "energy change";
    percent_row(r, label, reading->energy_error);
    if (conserved && !app->session.touched && world->links.hard_count == 0)
        percent_row(r, "largest so far", app->session.largest_error);
    number_row(r, "percent of", vl_lab_reference(app->session.lab, 0)->scale, 4, "J");
}

// What the exact motion is, each of several in a row of its own.
static void name_rows(rows *r, const char *name)
{
    const char *label = "exact", *end;
    for (; (end = strstr(name, " + ")); name = end + 3) {
        vl_text one = {0};
        vl_text_add_bytes(&one, name, (size_t)(end - name));
        row(r, label, one.data);
        vl_text_free(&one);
        label = "";
    }
    row(r, label, name);
}

static void exact_rows(rows *r, const vl_app *app)
{
    const vl_exact *exact = vl_lab_reference(app->session.lab, 0)->exact;
    name_rows(r, vl_exact_name(exact));
    number_row(r, "position error", app->readout.reading.position_error, 4, "m");
    if (vl_exact_since(exact) > 0)
        time_row(r, app, "counted from", vl_exact_since(exact));
}

// Where the reference lags its numbers are of its own instant, which is named.
static void track_rows(rows *r, const vl_app *app)
{
    const vl_track *track = &app->track;
    number_row(r, "position error", track->error, 4, "m");
    number_row(r, "± reference", track->own_error, 2, "m");
    if (track->step != app->readout.reading.step)
        time_row(r, app, "both at t =", track->time);
    if (track->since > 0)
        time_row(r, app, "counted from", track->since);
}

static void absence_rows(rows *r, const vl_app *app)
{
    const vl_track *track = &app->track;
    if (track->state == VL_TRACK_BEYOND) {
        row(r, "position error", "–");
        time_row(r, app, "beyond horizon at", track->horizon);
        return;
    }
    const char *why = track->state == VL_TRACK_GAVE_UP ? "too slow"
                      : track->state == VL_TRACK_HELD
                          ? "waits for the hand"
                          : vl_lab_reference_refuses(app->session.lab, 0);
    row(r, "position error", "–");
    row(r, "reference", why ? why : "–");
}

// Against the exact solution, the reference, or why there is none.
static void position_rows(rows *r, const vl_app *app)
{
    bool exact = vl_lab_reference(app->session.lab, 0)->exact;
    if (!exact && app->track.state == VL_TRACK_NONE)
        return;
    gap(r);
    if (exact)
        exact_rows(r, app);
    else if (app->track.state == VL_TRACK_FOLLOWS)
        track_rows(r, app);
    else
        absence_rows(r, app);
}

static void stretch_rows(rows *r, const vl_app *app)
{
    const vl_reading *reading = &app->readout.reading;
    if (isnan(reading->stretch_max))
        return;
    gap(r);
    percent_row(r, "largest stretch", reading->stretch_max);
    percent_row(r, "RMS stretch", reading->stretch_rms);
    if (!isnan(reading->residual))
        number_row(r, "residual", reading->residual, 2, "");
}

static void count_row(rows *r, const char *label, int64_t count)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)count);
    row(r, label, text);
}

// What does not happen in every scene.
static void event_rows(rows *r, const vl_app *app)
{
    const vl_reading *reading = &app->readout.reading;
    const vl_troubles *troubles = &app->session.troubles;
    if (vl_session_world(&app->session)->collider_count > 0)
        count_row(r, "contacts", reading->touching);
    if (reading->broken > 0)
        count_row(r, "broken links", reading->broken);
    if (troubles->divided > 0)
        count_row(r, "divided substeps", troubles->divided);
    if (troubles->failed > 0)
        count_row(r, "failed substeps", troubles->failed);
    if (troubles->unconverged > 0)
        count_row(r, "unsolved substeps", troubles->unconverged);
}

// How many links a displacement has propagated through, and in how many steps.
static void propagation_rows(rows *r, const vl_app *app)
{
    const vl_propagation_readout *now = &app->propagation;
    char text[64];
    if (!now->there || now->steps == 0)
        return;
    gap(r);
    snprintf(text, sizeof text, "%d of %d links", now->reached, now->farthest);
    row(r, "motion reached", text);
    snprintf(text, sizeof text, "%d step%s", now->steps, now->steps == 1 ? "" : "s");
    row(r, now->crossed ? "crossed in" : "in", text);
}

// The fastest swing of springs and forces, in steps: what a method is stable up to if they are
// constant.
static void stiffness_row(rows *r, const vl_app *app)
{
    const vl_stiffness *stiffness = &app->stiffness;
    int parts = vl_session_world(&app->session)->solver.substeps;
    double product = stiffness->found.omega * app->readout.reading.dt / parts;
    char label[32], text[2 * VL_FIGURE_SIZE + 32], now[VL_FIGURE_SIZE], limit[VL_FIGURE_SIZE];
    if (isnan(stiffness->found.omega))
        return;
    snprintf(label, sizeof label, parts > 1 ? "ω_max dt/%d" : "ω_max dt", parts);
    snprintf(text, sizeof text, "%s%s of %s", stiffness->found.settled ? "" : "> ",
             vl_figure_fixed(product, 3, now),
             vl_figure_fixed(stiffness->limit, stiffness->limit > 0 ? 2 : 0, limit));
    row(r, label, isnan(product) ? "–" : text);
}

static void time_rows(rows *r, const vl_app *app)
{
    const vl_reading *reading = &app->readout.reading;
    const vl_world *world = vl_session_world(&app->session);
    gap(r);
    bool cut = world->solver.substeps > 1;
    fixed_row(r, cut ? "dt of the frame" : "dt", 1e3 * reading->dt, 3, "ms");
    fixed_row(r, "dt/dt₋", reading->dt_ratio, 4, "");
    stiffness_row(r, app);
    bool long_step = reading->cpu >= 1e-3;
    number_row(r, "physics step", (long_step ? 1e3 : 1e6) * reading->cpu, 3,
               long_step ? "ms" : "µs");
}

// Sweeps made of so many in each substep. Divided substeps, and what brings a net near before
// Newton, have more than that.
static void write_sweeps(const vl_app *app, char *text, size_t size)
{
    const vl_solver_settings *s = &app->session.solver;
    int made = app->readout.reading.solved.sweeps;
    if (made > s->substeps * s->iterations)
        snprintf(text, size, "%d", made);
    else
        snprintf(text, size, "%d of %d × %d", made, s->substeps, s->iterations);
}

static void write_solver(const vl_app *app, char *text, size_t size)
{
    char order[VL_SETTING_TEXT], direction[VL_SETTING_TEXT];
    vl_settings[VL_SETTING_ORDER].write(&app->session.solver, order);
    vl_settings[VL_SETTING_DIRECTION].write(&app->session.solver, direction);
    if (app->session.solver.method->ignores_order)
        snprintf(text, size, "%s", direction);
    else
        snprintf(text, size, "%s · %s", order, direction);
}

// How links are solved; a click opens the card of settings.
static void solver_button(vl_panel *panel, rows *r, vl_app *app)
{
    const vl_ui *ui = r->ui;
    char text[2 * VL_SETTING_TEXT + 8], name[VL_SETTING_TEXT];
    float line = 1.12f * ui->metrics->height[VL_TYPE_SMALL];
    panel->solver = (vl_rect){0};
    if (r->left.h < 2 * line)
        return; // each setting has a key and a button in the bar as well
    vl_rect rect = vl_rect_cut_top(&r->left, fmaxf(2 * line + vl_points(ui, 8), VL_TARGET));
    rect = (vl_rect){rect.x - vl_points(ui, 6), rect.y, rect.w + vl_points(ui, 12), rect.h};
    panel->solver = rect;
    const vl_button back = {.active = false};
    if (vl_ui_button(ui, rect, &back))
        app->shown.settings = !app->shown.settings;
    float side = vl_points(ui, 6);
    rows inside = {ui,
                   {rect.x + side, rect.y + (rect.h - 2 * line) / 2, rect.w - 2 * side, 2 * line}};
    if (vl_session_world(&app->session)->links.hard_count == 0) {
        vl_settings[VL_SETTING_SUBSTEPS].write(&app->session.solver, name);
        row(&inside, "rods and strings", "none");
        row(&inside, "substeps", name);
        return;
    }
    vl_settings[VL_SETTING_METHOD].write(&app->session.solver, name);
    write_solver(app, text, sizeof text);
    row(&inside, name, text);
    write_sweeps(app, text, sizeof text);
    row(&inside, app->session.solver.method->global ? "Newton steps" : "sweeps", text);
}

// Above the readouts: what a change does can be seen below it.
static void open_card(vl_panel *panel, rows *r, vl_app *app)
{
    solver_button(panel, r, app);
    vl_rect_cut_top(&r->left, vl_points(r->ui, 4));
    panel->card = (vl_rect){0};
    if (r->left.h < vl_settings_height(r->ui))
        return;
    panel->card = vl_rect_cut_top(&r->left, vl_settings_height(r->ui));
    vl_settings_draw(app, r->ui, panel->card);
    vl_rect_cut_top(&r->left, vl_points(r->ui, 4));
}

static void draw_energy(vl_panel *panel, const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_history *h = &app->session.history;
    const vl_theme *theme = ui->theme;
    // without a potential only K is left
    bool exists = vl_energy_exists(vl_session_world(&app->session));
    const vl_plot_line lines[] = {
        {.series = &h->kinetic, .style = &theme->kinetic, .name = "K"},
        {.series = &h->potential, .style = &theme->potential, .name = "U"},
        {.series = &h->total, .style = &theme->total, .name = "U + K"},
    };
    vl_plot_draw(ui, &panel->energy, rect, lines, exists ? 3 : 1);
}

// Solid: a noisy line that is dashed looks broken.
static void draw_single(const vl_app *app, const vl_ui *ui, vl_plot *plot, const vl_series *series,
                        vl_rect rect)
{
    const vl_line_style *method = vl_theme_method(ui->theme, app->session.integrator);
    const vl_line_style solid = {.colour = method->colour};
    const vl_plot_line line = {.series = series, .style = &solid};
    vl_plot_draw(ui, plot, rect, &line, 1);
}

static void draw_dt(vl_panel *panel, const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    draw_single(app, ui, &panel->dt, &app->session.history.dt, rect);
}

static void draw_residual(vl_panel *panel, const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    draw_single(app, ui, &panel->residual, &app->session.history.residual, rect);
}

typedef void plot_drawer(vl_panel *panel, const vl_app *app, const vl_ui *ui, vl_rect rect);

static plot_drawer *const drawers[] = {draw_energy, draw_dt, draw_residual};

// The plot that was chosen, and the one after it where there is room for both; one that is too low
// to be read is left out. Without rods and strings there is no residual.
static void plots(vl_panel *panel, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    int count = vl_session_world(&app->session)->links.hard_count > 0 ? 3 : 2;
    int first = app->plot % count;
    bool both = rect.h >= vl_points(ui, 260);
    panel->energy.window = panel->dt.window = panel->residual.window =
        plot_window * app->session.pacing.speed;
    panel->plots = (vl_rect){0};
    if (rect.h < vl_points(ui, 125))
        return;
    panel->plots = rect;
    if (vl_ui_touch(ui, rect).clicked)
        app->plot = first + 1;
    vl_rect upper = vl_rect_cut_top(&rect, both ? 0.6f * rect.h : rect.h);
    vl_rect_cut_bottom(&upper, vl_points(ui, 6));
    drawers[first](panel, app, ui, upper);
    if (both)
        drawers[(first + 1) % count](panel, app, ui, rect);
}

void vl_panel_draw(vl_panel *panel, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    vl_draw_rect(ui->list, rect, ui->theme->panel);
    vl_draw_rect(ui->list, (vl_rect){rect.x, rect.y, vl_points(ui, 1), rect.h},
                 ui->theme->panel_edge);
    rows r = {ui, vl_rect_inset(rect, vl_points(ui, 12))};
    if (app->shown.settings)
        open_card(panel, &r, app);
    energy_rows(&r, app);
    position_rows(&r, app);
    stretch_rows(&r, app);
    event_rows(&r, app);
    propagation_rows(&r, app);
    time_rows(&r, app);
    if (!app->shown.settings) {
        gap(&r);
        solver_button(panel, &r, app);
    }
    vl_rect_cut_top(&r.left, vl_points(ui, 10));
    plots(panel, app, ui, r.left);
}
