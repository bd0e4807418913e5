#include "app/input/settings.h"

#include "app/input/actions.h"
#include "app/screen/screen.h"
#include "physics/solvers/solvers.h"
#include "ui/widgets.h"

#include <math.h>
#include <stdio.h>

// In a frame, by key and button: the demo goes on answering. A scene file may have more.
enum { MOST_SWEEPS = 4096 };

static const float row_height = 46; // points; a finger hits it

static int turned(int value, int way, int count)
{
    return (value + way + count) % count;
}

// The next power of two above or below.
static bool change_count(int *value, int way, int most)
{
    int power = 1;
    while (way > 0 ? power <= *value : 2 * power < *value)
        power *= 2;
    bool within = way > 0 ? power <= most : power < *value;
    *value = within ? power : *value;
    return within;
}

// --- the table ---

static int index_of(const vl_solver *method)
{
    int index = 0;
    while (vl_solvers[index] != method)
        index++;
    return index;
}

static void write_method(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    snprintf(text, VL_SETTING_TEXT, "%s", s->method->name);
}

static bool change_method(vl_solver_settings *s, int way)
{
    const vl_solver *before = s->method;
    s->method = vl_solvers[turned(index_of(before), way, vl_solver_count)];
    return s->method != before;
}

static void write_order(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    snprintf(text, VL_SETTING_TEXT, "%s",
             s->method->ignores_order ? "–" : vl_sweep_order_names[s->order]);
}

static bool change_order(vl_solver_settings *s, int way)
{
    if (s->method->ignores_order)
        return false;
    s->order = (vl_sweep_order)turned((int)s->order, way, VL_ORDER_COLOURED + 1);
    return true;
}

static void write_direction(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    snprintf(text, VL_SETTING_TEXT, "%s", vl_direction_names[s->direction]);
}

static bool change_direction(vl_solver_settings *s, int way)
{
    s->direction = (vl_direction)turned((int)s->direction, way, VL_DIRECTION_OLD + 1);
    return true;
}

static void write_sweeps(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    snprintf(text, VL_SETTING_TEXT, "%d", s->iterations);
}

static bool change_sweeps(vl_solver_settings *s, int way)
{
    return change_count(&s->iterations, way, MOST_SWEEPS / s->substeps);
}

static void write_substeps(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    snprintf(text, VL_SETTING_TEXT, "%d", s->substeps);
}

static bool change_substeps(vl_solver_settings *s, int way)
{
    return change_count(&s->substeps, way, MOST_SWEEPS / (s->iterations > 1 ? s->iterations : 1));
}

static void write_relaxation(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    if (s->method->ignores_order)
        snprintf(text, VL_SETTING_TEXT, "–");
    else
        snprintf(text, VL_SETTING_TEXT, "%g", s->relaxation);
}

// The next factor of the list; behind the last one the first.
static bool change_relaxation(vl_solver_settings *s, int way)
{
    static const double factors[] = {1, 1.2, 1.4, 1.6, 1.8, 1.9, 1.95};

    enum { FACTORS = sizeof factors / sizeof *factors };

    int nearest = 0;
    if (s->method->ignores_order)
        return false;
    for (int i = 1; i < FACTORS; i++)
        if (fabs(factors[i] - s->relaxation) < fabs(factors[nearest] - s->relaxation))
            nearest = i;
    s->relaxation = factors[turned(nearest, way, FACTORS)];
    return true;
}

const vl_setting vl_settings[VL_SETTING_COUNT] = {
    [VL_SETTING_METHOD] = {"solver", write_method, change_method},
    [VL_SETTING_ORDER] = {"order", write_order, change_order},
    [VL_SETTING_DIRECTION] = {"direction", write_direction, change_direction},
    [VL_SETTING_SWEEPS] = {"sweeps", write_sweeps, change_sweeps},
    [VL_SETTING_SUBSTEPS] = {"substeps", write_substeps, change_substeps},
    [VL_SETTING_RELAXATION] = {"relaxation", write_relaxation, change_relaxation},
};

// Why the scene on the stage cannot have these settings, or NULL.
static const char *why_not(const vl_app *app, const vl_solver_settings *settings)
{
    return vl_solver_refuses(vl_session_world(&app->session), settings);
}

// A solver that refuses is passed over.
static const char *pass_over(const vl_app *app, vl_solver_settings *settings, int way,
                             const char **refused)
{
    const char *reason = NULL, *why;
    while ((why = why_not(app, settings)) && settings->method != app->session.solver.method) {
        *refused = settings->method->name;
        reason = why;
        change_method(settings, way);
    }
    return reason;
}

static void tell_value(vl_app *app, int setting, bool changed)
{
    char text[VL_SETTING_TEXT], title[2 * VL_SETTING_TEXT];
    const vl_solver_settings *settings = &app->session.solver;
    vl_settings[setting].write(settings, text);
    snprintf(title, sizeof title, "%s: %s", vl_settings[setting].name, text);
    bool none = setting == VL_SETTING_ORDER || setting == VL_SETTING_RELAXATION;
    if (!changed && none)
        vl_app_notify(app, VL_NOTICE_NOTE, title, "It means nothing to the solver '%s'.",
                      settings->method->name);
    else if (!changed)
        vl_app_notify(app, VL_NOTICE_NOTE, title, "There is no other value that way.");
    else if (vl_session_world(&app->session)->links.hard_count == 0)
        vl_app_notify(app, VL_NOTICE_NOTE, title, "This scene has no rods and strings to solve.");
}

void vl_app_change_setting(vl_app *app, int setting, int way)
{
    if (app->session.engine)
        vl_session_set_engine(&app->session, NULL); // its solver is in no list
    vl_solver_settings settings = app->session.solver;
    bool changed = vl_settings[setting].change(&settings, way);
    const char *refused = NULL, *reason = pass_over(app, &settings, way, &refused);
    if (changed)
        vl_session_set_solver(&app->session, &settings);
    tell_value(app, setting, changed);
    if (reason) {
        char title[2 * VL_SETTING_TEXT];
        snprintf(title, sizeof title, "Not '%s' in this scene", refused);
        vl_app_notify(app, VL_NOTICE_NOTE, title, "%s", reason);
    }
}

// --- the card ---

static vl_rect row_of(const vl_rect *card, int setting)
{
    float height = card->h / VL_SETTING_COUNT;
    return (vl_rect){card->x, card->y + (float)setting * height, card->w, height};
}

vl_rect vl_settings_button(const vl_rect *card, int setting, int way)
{
    vl_rect row = row_of(card, setting);
    float side = row.h * VL_TARGET / row_height;
    row.h = side;
    return way < 0 ? vl_rect_cut_left(&row, side) : vl_rect_cut_right(&row, side);
}

static void draw_value(const vl_app *app, const vl_ui *ui, vl_rect row, int setting)
{
    char text[VL_SETTING_TEXT];
    float line = ui->metrics->height[VL_TYPE_SMALL];
    vl_settings[setting].write(&app->session.solver, text);
    vl_rect upper = {row.x, row.y + row.h / 2 - line, row.w, line};
    vl_rect lower = {row.x, row.y + row.h / 2, row.w, line};
    vl_ui_text(ui, upper, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_CENTER,
               vl_settings[setting].name);
    vl_ui_text(ui, lower, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_CENTER, text);
}

static void draw_row(vl_app *app, const vl_ui *ui, const vl_rect *card, int setting)
{
    bool counts = setting == VL_SETTING_SWEEPS || setting == VL_SETTING_SUBSTEPS;
    const vl_icon icons[2] = {counts ? VL_ICON_MINUS : VL_ICON_PREVIOUS,
                              counts ? VL_ICON_PLUS : VL_ICON_NEXT};
    draw_value(app, ui, row_of(card, setting), setting);
    for (int i = 0; i < 2; i++) {
        int way = 2 * i - 1;
        const vl_button button = {.icon = icons[i]};
        if (vl_ui_button(ui, vl_settings_button(card, setting, way), &button))
            vl_app_change_setting(app, setting, way);
    }
}

float vl_settings_height(const vl_ui *ui)
{
    return VL_SETTING_COUNT * vl_points(ui, row_height);
}

void vl_settings_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    for (int i = 0; i < VL_SETTING_COUNT; i++)
        draw_row(app, ui, &rect, i);
}
