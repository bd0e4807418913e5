#include "app/panel.h"

#include "physics/energy.h"
#include "ui/number.h"
#include "ui/widgets.h"

#include <stdio.h>

// Simulated seconds in a plot at the speed 1.
static const double plot_window = 10;

vl_panel vl_panel_create(void)
{
    return (vl_panel){
        .energy = {.title = "Energy", .x = {.unit = "s"}, .y = {.unit = "J"}},
        .dt = {.title = "Time step", .x = {.unit = "s"}, .y = {.unit = "ms", .with_zero = true}},
    };
}

void vl_panel_forget(vl_panel *panel)
{
    vl_plot_forget(&panel->energy);
    vl_plot_forget(&panel->dt);
}

// A place for rows of readouts.
typedef struct rows {
    const vl_ui *ui;
    vl_rect left;
} rows;

static void row(rows *r, const char *label, const char *value, vl_colour colour)
{
    vl_rect rect = vl_rect_cut_top(&r->left, 1.12f * r->ui->metrics->height[VL_TYPE_SMALL]);
    vl_ui_readout(r->ui, rect, label, value, colour);
}

static void number_row(rows *r, const char *label, double value, int digits, const char *unit)
{
    char figure[VL_FIGURE_SIZE];
    row(r, label, vl_figure_unit(value, digits, unit, figure), r->ui->theme->text);
}

static void percent_row(rows *r, const char *label, double value)
{
    number_row(r, label, 100 * value, 3, "%");
}

// A fixed number of decimals, so that the digits do not dance.
static void fixed_row(rows *r, const char *label, double value, int decimals, const char *unit)
{
    char figure[VL_FIGURE_SIZE], text[VL_FIGURE_SIZE + 16];
    snprintf(text, sizeof text, "%s%s%s", vl_figure_fixed(value, decimals, figure),
             *unit ? " " : "", unit);
    row(r, label, isnan(value) ? "–" : text, r->ui->theme->text);
}

static void heading(rows *r, const char *text)
{
    vl_rect_cut_top(&r->left, vl_points(r->ui, 5));
    vl_rect rect = vl_rect_cut_top(&r->left, 1.2f * r->ui->metrics->height[VL_TYPE_SMALL]);
    vl_ui_text(r->ui, rect, VL_TYPE_SMALL, r->ui->theme->accent, VL_ALIGN_LEFT, text);
}

static void energy_rows(rows *r, const vl_app *app)
{
    const vl_reading *reading = &app->readout;
    const vl_world *world = vl_session_world(&app->session);
    bool exists = vl_energy_exists(world),
         conserved = vl_energy_is_conserved(world) && !app->session.touched;
    heading(r, "Energy");
    number_row(r, "kinetic K", reading->kinetic, 4, "J");
    if (!exists) {
        row(r, "potential U", "none: a force of time", r->ui->theme->text_dim);
        return;
    }
    number_row(r, "potential U", reading->potential, 4, "J");
    number_row(r, "total U + K", reading->energy, 4, "J");
    percent_row(r, conserved ? "energy error" : "energy change", reading->energy_error);
    number_row(r, "100 % is", vl_lab_reference(app->session.lab, 0)->scale, 4, "J");
}

static void error_rows(rows *r, const vl_app *app)
{
    const vl_reading *reading = &app->readout;
    const vl_exact *exact = vl_lab_reference(app->session.lab, 0)->exact;
    if (exact) {
        char label[64], since[VL_FIGURE_SIZE];
        heading(r, "Against the exact solution");
        number_row(r, "position error", reading->position_error, 4, "m");
        if (vl_exact_since(exact) > 0) {
            snprintf(label, sizeof label, "counted from t = %s s",
                     vl_figure_fixed(vl_exact_since(exact), 2, since));
            row(r, label, "", r->ui->theme->text_dim);
        }
    }
    if (!isnan(reading->stretch_max)) {
        heading(r, "Stretch of the links");
        percent_row(r, "largest", reading->stretch_max);
        percent_row(r, "RMS", reading->stretch_rms);
    }
}

static void time_rows(rows *r, const vl_app *app)
{
    const vl_reading *reading = &app->readout;
    char figure[VL_FIGURE_SIZE];
    heading(r, "Time step");
    fixed_row(r, "dt", 1e3 * reading->dt, 3, "ms");
    fixed_row(r, "dt/dt₋", reading->dt_ratio, 4, "");
    int substeps = vl_session_world(&app->session)->solver.substeps;
    if (substeps > 1) {
        snprintf(figure, sizeof figure, "%d", substeps);
        row(r, "substeps", figure, r->ui->theme->text);
    }
    number_row(r, "physics step", 1e6 * reading->cpu, 3, "µs");
    if (vl_session_world(&app->session)->links.hard_count > 0) {
        snprintf(figure, sizeof figure, "%d", reading->sweeps);
        row(r, "solver sweeps", figure, r->ui->theme->text);
    }
}

static void plots(vl_panel *panel, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_history *h = &app->session.history;
    const vl_theme *theme = ui->theme;
    const vl_plot_line energies[] = {
        {.series = &h->potential, .style = &theme->potential, .name = "U"},
        {.series = &h->kinetic, .style = &theme->kinetic, .name = "K"},
        {.series = &h->total, .style = &theme->total, .name = "U + K"},
    };
    // solid: a noisy line that is dashed looks broken
    const vl_line_style solid = {.colour = vl_theme_method(theme, app->session.integrator)->colour};
    const vl_plot_line dts[] = {{.series = &h->dt, .style = &solid}};
    panel->energy.window = panel->dt.window = plot_window * app->session.pacing.speed;
    if (rect.h < vl_points(ui, 90))
        return;
    vl_rect upper = vl_rect_cut_top(&rect, 0.56f * rect.h);
    vl_rect_cut_bottom(&upper, vl_points(ui, 6));
    vl_plot_draw(ui, &panel->energy, upper, energies, 3);
    vl_plot_draw(ui, &panel->dt, rect, dts, 1);
}

void vl_panel_draw(vl_panel *panel, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    vl_draw_rect(ui->list, rect, ui->theme->panel);
    vl_draw_rect(ui->list, (vl_rect){rect.x, rect.y, vl_points(ui, 1), rect.h},
                 ui->theme->panel_edge);
    rows r = {ui, vl_rect_inset(rect, vl_points(ui, 12))};
    energy_rows(&r, app);
    error_rows(&r, app);
    time_rows(&r, app);
    vl_rect_cut_top(&r.left, vl_points(ui, 10));
    plots(panel, app, ui, r.left);
}
