// The solver of the links: a button with the present settings, and the card that changes them.

#include "app/screen/parts.h"
#include "physics/solvers/solvers.h"

#include <stdio.h>
#include <string.h>

static const float row_height = 46; // points; large enough for a finger

// Writes how many sweeps were made, and how many are allowed unless more were made. A divided
// substep, and the global projection before Newton's method, make more. Coarser grids take the
// place of the number made, which they do not change.
static void write_sweeps(const vl_app *app, char *text, size_t size)
{
    const vl_solver_settings *s = &vl_session_lane_chosen(&app->session)->solver;
    int made = app->readout.reading.solved.sweeps;
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
void vl_solver_button(vl_rows *r, vl_app *app)
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

// The card is above the readouts, so that they show the effect of a change.
void vl_solver_card(vl_rows *r, vl_app *app)
{
    float height = (float)vl_setting_count * vl_points(r->ui, row_height);
    vl_rect *card = &app->layout.card;
    vl_solver_button(r, app);
    vl_rect_cut_top(&r->left, vl_points(r->ui, 4));
    *card = (vl_rect){0};
    if (r->left.h < height)
        return;
    *card = vl_rect_cut_top(&r->left, height);
    for (int row = 0; row < vl_setting_count; row++)
        draw_row(app, r->ui, card, row);
    vl_rect_cut_top(&r->left, vl_points(r->ui, 4));
}
