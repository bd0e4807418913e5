// A number on the screen that is a setting: it is clicked and typed, or dragged sideways.

#include "app/screen/parts.h"

#include <stdio.h>
#include <string.h>

// Points: before a drag begins, for a step of a drag, the field in a row, why a text was refused.
static const float dead_zone = 8, step_width = 6, field_width = 190, refusal_width = 320;

static void begin_scrub(vl_app *app, const vl_number *number)
{
    double from = vl_session_number(&app->session, number);
    if (!isnan(from))
        app->entry = (vl_entry){.scrubs = true,
                                .drawn = true,
                                .number = *number,
                                .from = from,
                                .group = -++app->stroke_count};
}

static int steps_of(const vl_ui *ui)
{
    float moved = ui->pointer.x - ui->pointer.press_x, dead = vl_points(ui, dead_zone);
    float beyond = moved > 0 ? fmaxf(moved - dead, 0) : fminf(moved + dead, 0);
    return (int)roundf(beyond / vl_points(ui, step_width));
}

static bool is_entered(const vl_app *app, const vl_number *number)
{
    return app->entry.open && vl_same_number(&app->entry.number, number);
}

// Returns whether the number is dragged, or was until now. In its text a drag selects.
static bool follow_drag(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_number *number)
{
    const vl_pointer *p = &ui->pointer;
    vl_entry *entry = &app->entry;
    bool held =
        p->down && !p->away && !p->scrolls && vl_rect_contains(rect, p->press_x, p->press_y);
    if (held && !entry->scrubs && !is_entered(app, number) &&
        fabsf(p->x - p->press_x) > vl_points(ui, dead_zone))
        begin_scrub(app, number);
    if (!entry->scrubs || !vl_same_number(&entry->number, number))
        return false;
    entry->scrubs = held;
    if (held)
        vl_entry_scrub(app, number, steps_of(ui));
    return true;
}

// A press elsewhere leaves the old value.
static void leave(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_pointer *p = &ui->pointer;
    if (p->down && !p->away && !vl_rect_contains(rect, p->press_x, p->press_y))
        app->entry.open = false;
}

// In a list there is a line for it below the row; else it floats below the field, or above it.
static void draw_refusal(const vl_app *app, const vl_ui *ui, vl_rect field)
{
    const vl_entry *entry = &app->entry;
    const vl_rect whole = app->layout.whole;
    float pad = vl_points(ui, 8), gap = vl_points(ui, 4);
    if (!*entry->wrong || entry->number.place == VL_NUMBER_IN_LIST)
        return;
    float width = fminf(vl_points(ui, refusal_width), whole.w - 2 * gap);
    float height = 2 * pad + vl_ui_block_height(ui, VL_TYPE_SMALL, entry->wrong, width - 2 * pad,
                                                VL_MOST_LINES);
    float below = field.y + field.h + gap;
    bool fits = below + height <= whole.y + whole.h;
    vl_rect box = {fminf(field.x, whole.x + whole.w - width - gap),
                   fits ? below : field.y - gap - height, width, height};
    vl_draw_round_rect(ui->list, box, vl_points(ui, 7), ui->theme->background);
    vl_draw_round_frame(ui->list, box, vl_points(ui, 7), vl_hair(ui), ui->theme->warning_edge);
    vl_ui_block(ui, vl_rect_inset(box, pad), VL_TYPE_SMALL, ui->theme->warning_text, entry->wrong,
                VL_MOST_LINES);
}

bool vl_number_field(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_number *number)
{
    bool dragged = follow_drag(app, ui, rect, number);
    bool clicked = vl_ui_control(ui, rect).clicked && !dragged;
    if (clicked && !is_entered(app, number))
        vl_entry_open(app, number);
    if (is_entered(app, number))
        leave(app, ui, rect);
    app->entry.drawn = app->entry.drawn || dragged || is_entered(app, number);
    if (is_entered(app, number) && app->entry.entered)
        vl_entry_take(app, number);
    if (!is_entered(app, number))
        return false;
    const vl_theme *theme = ui->theme;
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), theme->key_cap);
    vl_draw_round_frame(ui->list, rect, vl_points(ui, 7), fmaxf(2, vl_points(ui, 2)),
                        *app->entry.wrong ? theme->warning_edge : theme->accent);
    vl_ui_input(ui, vl_rect_inset(rect, vl_points(ui, 8)), VL_TYPE_READING, theme->text,
                &app->entry.field);
    draw_refusal(app, ui, rect);
    return true;
}

void vl_number_close_unseen(vl_app *app)
{
    if (!app->entry.drawn)
        app->entry = (vl_entry){0};
    app->entry.drawn = false;
}

// --- a row in a list ---

// Why the last text was refused; NULL: it was not.
static const char *refusal(const vl_app *app, const vl_number *number)
{
    const vl_entry *entry = &app->entry;
    bool mine = (entry->open || entry->scrubs) && vl_same_number(&entry->number, number);
    return mine && *entry->wrong ? entry->wrong : NULL;
}

float vl_number_row_height(const vl_app *app, const vl_ui *ui, float width, const vl_number *number)
{
    const char *wrong = refusal(app, number);
    float height = vl_points(ui, VL_TARGET);
    return wrong ? height + vl_ui_block_height(ui, VL_TYPE_SMALL, wrong, width, 6) : height;
}

void vl_number_row(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_number *number)
{
    char name[VL_NUMBER_NAME], value[VL_ENTRY_SIZE];
    const char *wrong = refusal(app, number);
    vl_rect row = vl_rect_cut_top(&rect, vl_points(ui, VL_TARGET));
    if (wrong)
        vl_ui_block(ui, rect, VL_TYPE_SMALL, ui->theme->warning_text, wrong, 6);
    vl_rect field = vl_rect_cut_right(&row, fminf(vl_points(ui, field_width), 0.6f * row.w));
    field = (vl_rect){field.x, field.y + vl_points(ui, 2), field.w, field.h - vl_points(ui, 4)};
    vl_ui_text(ui, row, VL_TYPE_READING, ui->theme->text_dim, VL_ALIGN_LEFT,
               vl_number_name(number, name));
    vl_ui_hint(ui, app->entry.open || !vl_focus_is_at(ui->focus, field) ? row : field, NULL,
               vl_number_meaning(number));
    if (vl_number_field(app, ui, field, number))
        return;
    vl_draw_round_rect(ui->list, field, vl_points(ui, 7), ui->theme->key_cap);
    vl_draw_round_frame(ui->list, field, vl_points(ui, 7), vl_hair(ui), ui->theme->key_cap_edge);
    vl_number_write(&app->session, number, value);
    vl_ui_text(ui, vl_rect_inset(field, vl_points(ui, 8)), VL_TYPE_READING, ui->theme->text,
               VL_ALIGN_LEFT, value);
}
