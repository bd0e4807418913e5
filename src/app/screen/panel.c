// The panel: readouts with units, the solver, plots.

#include "app/screen/parts.h"

#include "app/state/explain.h"
#include "base/text.h"
#include "physics/forces/forces.h"
#include "physics/solvers/solvers.h"
#include "ui/number.h"

#include <stdio.h>
#include <string.h>

// --- the solver ---

static const float row_height = 46; // points; large enough for a finger

// Writes how many sweeps were made, and how many are allowed unless more were made, as in a divided
// substep. Coarser grids take the place of the number made, which they do not change.
static void write_sweeps(const vl_app *app, char *text, size_t size)
{
    const vl_solver_settings *s = &vl_session_lane_chosen(&app->session)->solver;
    int made = app->digits.now.reading.solved.sweeps;
    if (made > s->substeps * s->iterations)
        snprintf(text, size, "%d", made);
    else if (!vl_solver_grids_need(s) && s->grids > 0)
        snprintf(text, size, "%d × %d, %d grid%s", s->substeps, s->iterations, s->grids,
                 s->grids > 1 ? "s" : "");
    else
        snprintf(text, size, "%d of %d × %d", made, s->substeps, s->iterations);
}

static void write_solver(const vl_app *app, char *text, size_t size)
{
    char order[VL_SETTING_TEXT], direction[VL_SETTING_TEXT];
    vl_setting_write(&vl_setting_order, &vl_session_lane_chosen(&app->session)->solver, order);
    vl_setting_write(&vl_setting_direction, &vl_session_lane_chosen(&app->session)->solver,
                     direction);
    if (vl_session_lane_chosen(&app->session)->solver.method->ignores_order)
        snprintf(text, size, "%s", direction);
    else
        snprintf(text, size, "%s · %s", order, direction);
}

// Shows the present settings of the solver; a click opens the card.
static void solver_button(vl_rows *r, vl_app *app)
{
    const vl_ui *ui = r->ui;
    char text[2 * VL_SETTING_TEXT + 8], name[VL_SETTING_TEXT];
    float line = 1.12f * ui->metrics->height[VL_TYPE_SMALL];
    app->layout.solver = (vl_rect){0};
    if (r->left.h < 2 * line)
        return; // without room: each setting also has a key and a button in the bar
    vl_rect rect = vl_rect_cut_top(&r->left, fmaxf(2 * line + vl_points(ui, 8), VL_TARGET));
    rect = (vl_rect){rect.x - vl_points(ui, 6), rect.y, rect.w + vl_points(ui, 12), rect.h};
    app->layout.solver = rect;
    const vl_button back = {.active = false};
    if (vl_ui_button(ui, rect, &back))
        app->shown.settings = !app->shown.settings;
    float side = vl_points(ui, 6);
    vl_ui plain = *ui; // it is a button
    plain.find = NULL;
    vl_rows inside = {
        &plain, {rect.x + side, rect.y + (rect.h - 2 * line) / 2, rect.w - 2 * side, 2 * line}};
    if (vl_session_world(&app->session)->links.hard_count == 0) {
        vl_setting_write(&vl_setting_substeps, &vl_session_lane_chosen(&app->session)->solver,
                         name);
        vl_row(&inside, "rods and strings", "none");
        vl_row(&inside, "substeps", name);
        return;
    }
    vl_setting_write(&vl_setting_solver, &vl_session_lane_chosen(&app->session)->solver, name);
    write_solver(app, text, sizeof text);
    vl_row(&inside, name, text);
    write_sweeps(app, text, sizeof text);
    vl_row(&inside,
           vl_session_lane_chosen(&app->session)->solver.method->global ? "Newton steps" : "sweeps",
           text);
}

// --- the card ---

static vl_rect row_of(const vl_rect *card, int row)
{
    float height = card->h / (float)vl_setting_count;
    return (vl_rect){card->x, card->y + (float)row * height, card->w, height};
}

vl_rect vl_card_button(const vl_rect *card, int row, int direction)
{
    vl_rect rect = row_of(card, row);
    float side = rect.h * VL_TARGET / row_height;
    rect.h = side;
    return direction < 0 ? vl_rect_cut_left(&rect, side) : vl_rect_cut_right(&rect, side);
}

// Words of a list are no numbers.
static bool find_number(vl_app *app, const vl_setting *setting, vl_number *number)
{
    bool found = setting->key && vl_session_solver_number(&app->session, setting->key, number);
    number->place = VL_NUMBER_IN_CARD;
    return found;
}

static void draw_value(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_setting *setting)
{
    char text[VL_SETTING_TEXT];
    float line = ui->metrics->height[VL_TYPE_SMALL];
    vl_setting_write(setting, &vl_session_lane_chosen(&app->session)->solver, text);
    vl_rect upper = {rect.x, rect.y + rect.h / 2 - line, rect.w, line};
    vl_rect lower = {rect.x, rect.y + rect.h / 2, rect.w, line};
    vl_ui_text(ui, upper, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_CENTER, setting->name);
    float side = rect.h * VL_TARGET / row_height;
    vl_rect field = {rect.x + side, rect.y, rect.w - 2 * side, rect.h};
    vl_number number = {0};
    if (find_number(app, setting, &number) && vl_number_field(app, ui, field, &number))
        return;
    vl_ui_text(ui, lower, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_CENTER, text);
}

static void draw_row(vl_app *app, const vl_ui *ui, const vl_rect *card, int row)
{
    const vl_setting *setting = vl_settings[row];
    const vl_button less = {.icon = setting->counts ? VL_ICON_MINUS : VL_ICON_PREVIOUS};
    const vl_button more = {.icon = setting->counts ? VL_ICON_PLUS : VL_ICON_NEXT};
    draw_value(app, ui, row_of(card, row), setting);
    if (vl_ui_button(ui, vl_card_button(card, row, -1), &less))
        vl_app_change_setting(app, setting, -1);
    if (vl_ui_button(ui, vl_card_button(card, row, 1), &more))
        vl_app_change_setting(app, setting, 1);
}

// Cuts the button of the solver, and its card if that is open, off the top of `rows`.
// The card is above the readouts, so that they show the effect of a change.
static void solver_card(vl_rows *r, vl_app *app)
{
    float height = (float)vl_setting_count * vl_points(r->ui, row_height);
    vl_rect *card = &app->layout.card;
    solver_button(r, app);
    vl_rect_cut_top(&r->left, vl_points(r->ui, 4));
    *card = (vl_rect){0};
    if (r->left.h < height)
        return;
    *card = vl_rect_cut_top(&r->left, height);
    for (int row = 0; row < vl_setting_count; row++)
        draw_row(app, r->ui, card, row);
    vl_rect_cut_top(&r->left, vl_points(r->ui, 4));
}

// --- the panel ---

static void number_row(vl_rows *r, const char *label, double value, int digits, const char *unit)
{
    vl_row(r, label, vl_figure_unit(value, digits, unit, VL_FIGURE_BUFFER));
}

// The number of decimals is fixed, so that the digits do not jump.
static void fixed_row(vl_rows *r, const char *label, double value, int decimals, const char *unit)
{
    if (isnan(value))
        vl_row(r, label, NULL);
    else
        vl_row_print(r, label, "%s%s%s", vl_figure_fixed(value, decimals, VL_FIGURE_BUFFER),
                     *unit ? " " : "", unit);
}

// Below a thousandth of a percent the digits are rounding errors, and would flicker.
static void percent_row(vl_rows *r, const char *label, double value)
{
    double percent = 100 * value;
    if (fabs(percent) < 0.001)
        vl_row(r, label, "< 0.001 %");
    else if (fabs(percent) >= 1000)
        number_row(r, label, percent, 3, "%");
    else
        fixed_row(r, label, percent, 3, "%");
}

// Shows a time of the world, converted to the time on show.
static void time_row(vl_rows *r, const vl_app *app, const char *label, double time)
{
    fixed_row(r, label, vl_log_shown_time(app->session.log, time), 2, "s");
}

static void gap(vl_rows *r)
{
    vl_rect_cut_top(&r->left, 0.4f * r->ui->metrics->height[VL_TYPE_SMALL]);
}

// If the kinetic energy is computed from another velocity than that of the method, its name and
// formula are shown.
static void kinetic_rows(vl_rows *r, const vl_app *app)
{
    const vl_estimator *estimator = &vl_estimators[app->session.estimator];
    char label[64];
    snprintf(label, sizeof label, app->session.estimator ? "K (%s)" : "kinetic K",
             estimator->label);
    number_row(r, label, app->digits.now.reading.kinetic, 4, "J");
    if (app->session.estimator == 0 || r->left.h < r->ui->metrics->height[VL_TYPE_SMALL])
        return;
    vl_rect rect = vl_rect_cut_top(&r->left, 1.12f * r->ui->metrics->height[VL_TYPE_SMALL]);
    vl_ui_text(r->ui, rect, VL_TYPE_SMALL, r->ui->theme->accent, VL_ALIGN_RIGHT,
               estimator->formula);
}

// What 100 % of an energy error are; a click tells where it comes from.
static void scale_rows(vl_rows *r, vl_app *app)
{
    const vl_energy_scale *scale = &vl_session_run(&app->session)->reference.scale;
    vl_rect rect = r->left;
    if (scale->joule > 0)
        number_row(r, "percent of", scale->joule, 4, "J");
    else
        vl_row(r, "percent of", "nothing moves");
    rect.h -= r->left.h;
    if (rect.h > 0 && vl_ui_touch(r->ui, rect).clicked)
        app->shown.scale = !app->shown.scale;
    if (app->shown.scale)
        number_row(r, "largest K in the first", scale->seconds, 3, "s");
}

// An error of the energy, in J where nothing moves.
static void error_row(vl_rows *r, const vl_reading *reading, const char *label, double error)
{
    if (reading->in_joules)
        number_row(r, label, error, 3, "J");
    else
        percent_row(r, label, error);
}

static void energy_rows(vl_rows *r, vl_app *app)
{
    const vl_reading *reading = &app->digits.now.reading;
    const vl_world *world = vl_session_world(&app->session);
    kinetic_rows(r, app);
    if (!vl_energy_exists(world)) {
        vl_row(r, "potential U", "none"); // a force depends on time
        return;
    }
    number_row(r, "potential U", reading->potential, 4, "J");
    number_row(r, "total U + K", reading->energy, 4, "J");
    error_row(r, reading, "energy error", reading->energy_error);
    if (reading->energy_change != reading->energy_error)
        error_row(r, reading, "energy change", reading->energy_change);
    else if (world->links.hard_count == 0)
        error_row(r, reading, "largest so far",
                  vl_session_run(&app->session)->largest_error[app->session.estimator]);
    scale_rows(r, app);
}

// Of the free parts, as nothing ties them to what is pinned, where a plot has room below them.
// Those of all, which pins change, are there after a click on the scale of the energy.
static void momentum_rows(vl_rows *r, const vl_app *app)
{
    const vl_momenta *momenta = &app->digits.now.reading.momentum;
    bool room = app->shown.scale || r->left.h >= vl_points(r->ui, 260);
    if (room && !isnan(momenta->free.linear.x)) {
        number_row(r, "|p| of free", vl_length(momenta->free.linear), 4, "kg m/s");
        number_row(r, "|L| of free", vl_length(momenta->free.angular), 4, "kg m²/s");
    }
    if (app->shown.scale) {
        number_row(r, "|p| of all", vl_length(momenta->all.linear), 4, "kg m/s");
        number_row(r, "|L| of all", vl_length(momenta->all.angular), 4, "kg m²/s");
    }
}

// The names of the exact solutions, one in each row.
static void name_rows(vl_rows *r, const char *name)
{
    const char *label = "exact", *end;
    for (; (end = strstr(name, " + ")); name = end + 3) {
        vl_text one = {0};
        vl_text_add_bytes(&one, name, (size_t)(end - name));
        vl_row(r, label, one.data);
        vl_text_free(&one);
        label = "";
    }
    vl_row(r, label, name);
}

static void exact_rows(vl_rows *r, const vl_app *app)
{
    const vl_exact *exact = vl_session_run(&app->session)->reference.exact;
    name_rows(r, vl_exact_name(exact));
    number_row(r, "position error", app->digits.now.reading.position_error, 4,
               app->digits.now.reading.places);
    if (vl_exact_since(exact) > 0)
        time_row(r, app, "counted from", vl_exact_since(exact));
}

// If the reference run lags, its numbers belong to an earlier instant, which is shown.
static void track_rows(vl_rows *r, const vl_app *app)
{
    const vl_track *track = &app->digits.track;
    number_row(r, "position error", track->error, 4, app->digits.now.reading.places);
    if (isnan(track->touched))
        number_row(r, "± reference", track->own_error, 2, app->digits.now.reading.places);
    else
        vl_row(r, "± reference", "not known: event");
    if (track->step != app->digits.now.reading.step)
        time_row(r, app, "both at t =", track->time);
    if (track->since > 0)
        time_row(r, app, "counted from", track->since);
}

static void absence_rows(vl_rows *r, const vl_app *app)
{
    const vl_track *track = &app->digits.track;
    if (track->state == VL_TRACK_BEYOND) {
        vl_row(r, "position error", NULL);
        time_row(r, app, "beyond horizon at", track->horizon);
        return;
    }
    const char *why = track->state == VL_TRACK_GAVE_UP ? "too slow"
                      : track->state == VL_TRACK_HELD  ? "waits for the hand"
                                                       : vl_session_run(&app->session)->refused;
    vl_row(r, "position error", NULL);
    vl_row(r, "reference", why);
}

// The position error against the exact solution or the reference run, or why there is none.
static void position_rows(vl_rows *r, const vl_app *app)
{
    bool exact = vl_session_run(&app->session)->reference.exact;
    if (!exact && app->digits.track.state == VL_TRACK_NONE)
        return;
    gap(r);
    if (exact)
        exact_rows(r, app);
    else if (app->digits.track.state == VL_TRACK_FOLLOWS)
        track_rows(r, app);
    else
        absence_rows(r, app);
}

static void stretch_rows(vl_rows *r, const vl_app *app)
{
    const vl_reading *reading = &app->digits.now.reading;
    if (isnan(reading->stretch_max))
        return;
    gap(r);
    percent_row(r, "largest stretch", reading->stretch_max);
    percent_row(r, "RMS stretch", reading->stretch_rms);
    if (!isnan(reading->residual))
        number_row(r, "residual", reading->residual, 2, "");
}

// Events that do not happen in every scene.
static void event_rows(vl_rows *r, const vl_app *app)
{
    const vl_reading *reading = &app->digits.now.reading;
    const vl_troubles *troubles = &vl_session_run(&app->session)->troubles;
    if (vl_session_world(&app->session)->collider_count > 0)
        vl_row_print(r, "contacts", "%lld", (long long)reading->touching);
    if (reading->broken > 0)
        vl_row_print(r, "broken links", "%lld", (long long)reading->broken);
    if (troubles->divided > 0)
        vl_row_print(r, "divided substeps", "%lld", (long long)troubles->divided);
    if (troubles->failed > 0)
        vl_row_print(r, "failed substeps", "%lld", (long long)troubles->failed);
    if (troubles->unconverged > 0)
        vl_row_print(r, "unsolved substeps", "%lld", (long long)troubles->unconverged);
}

static void time_rows(vl_rows *r, const vl_app *app)
{
    const vl_reading *reading = &app->digits.now.reading;
    const vl_world *world = vl_session_world(&app->session);
    gap(r);
    bool cut = world->solver.substeps > 1;
    fixed_row(r, cut ? "dt of the frame" : "dt", 1e3 * reading->dt, 3, "ms");
    fixed_row(r, "dt/dt₋", reading->dt_ratio, 4, "");
    bool long_step = reading->cpu >= 1e-3;
    number_row(r, "physics step", (long_step ? 1e3 : 1e6) * reading->cpu, 3,
               long_step ? "ms" : "µs");
}

void vl_panel_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_ui words = vl_explained(ui, false);
    vl_rows r = {&words, rect};
    if (app->shown.settings)
        solver_card(&r, app);
    energy_rows(&r, app);
    position_rows(&r, app);
    stretch_rows(&r, app);
    event_rows(&r, app);
    time_rows(&r, app);
    momentum_rows(&r, app);
    if (!app->shown.settings) {
        gap(&r);
        solver_button(&r, app);
    }
}
