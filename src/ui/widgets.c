#include "ui/widgets.h"

// Sizes of a button's parts, pixels.
typedef struct vl_button_parts {
    float pad, gap, icon, label;
} vl_button_parts;

static vl_button_parts parts_of(const vl_ui *ui, const vl_button *button)
{
    vl_button_parts parts = {.pad = vl_points(ui, 8), .gap = vl_points(ui, 6)};
    if (button->icon)
        parts.icon = fmaxf(vl_points(ui, 20), 1.05f * ui->metrics->height[VL_TYPE_MEDIUM]);
    if (button->label)
        parts.label = vl_text_width(ui->metrics, VL_TYPE_MEDIUM, button->label);
    return parts;
}

static float face_width(const vl_button_parts *parts)
{
    bool both = parts->icon > 0 && parts->label > 0;
    return parts->icon + (both ? parts->gap : 0) + parts->label;
}

float vl_ui_button_width(const vl_ui *ui, const vl_button *button)
{
    vl_button_parts parts = parts_of(ui, button);
    return ceilf(fmaxf(face_width(&parts) + 2 * parts.pad, vl_points(ui, VL_TARGET)));
}

static vl_colour button_colour(const vl_theme *theme, const vl_button *button, vl_touch touch)
{
    if (button->disabled)
        return theme->button_disabled;
    if (button->active)
        return touch.held    ? vl_colour_mix(theme->button_active, theme->panel, 0.2f)
               : touch.hover ? vl_colour_mix(theme->button_active, theme->panel, 0.1f)
                             : theme->button_active;
    return touch.held ? theme->button_pressed : touch.hover ? theme->button_hover : theme->button;
}

static void draw_face(const vl_ui *ui, vl_rect rect, const vl_button *button, vl_colour colour)
{
    vl_button_parts parts = parts_of(ui, button);
    float width = fminf(face_width(&parts), rect.w);
    float x = rect.x + (rect.w - width) / 2;
    if (button->icon) {
        vl_rect icon = {roundf(x), roundf(rect.y + (rect.h - parts.icon) / 2), roundf(parts.icon),
                        roundf(parts.icon)};
        vl_draw_icon(ui->list, button->icon, icon, colour);
        x += parts.icon + parts.gap;
    }
    if (button->label) { // what is pressed explains itself by what it does
        const vl_ui plain = vl_ui_unexplained(ui);
        vl_rect label = {x, rect.y, fminf(parts.label, rect.x + rect.w - x) + 1, rect.h};
        vl_ui_text(&plain, label, VL_TYPE_MEDIUM, colour,
                   button->icon ? VL_ALIGN_LEFT : VL_ALIGN_CENTER, button->label);
    }
}

bool vl_ui_button(const vl_ui *ui, vl_rect rect, const vl_button *button)
{
    const vl_theme *theme = ui->theme;
    vl_touch touch = button->disabled ? (vl_touch){0} : vl_ui_control(ui, rect);
    vl_colour back = button_colour(theme, button, touch);
    vl_colour ink = button->disabled ? theme->button_disabled_text
                    : button->active ? theme->button_active_text
                                     : theme->button_text;
    if (!button->quiet || button->active || touch.hover)
        vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), back);

    vl_button_parts parts = parts_of(ui, button);
    draw_face(ui, vl_rect_inset(rect, parts.pad / 2), button, ink);
    return touch.clicked;
}

bool vl_ui_choose(const vl_ui *ui, vl_rect *row, vl_names labels, int *chosen)
{
    int before = *chosen;
    for (int i = 0; i < labels.count; i++) {
        const vl_button button = {.label = vl_names_at(labels, i), .active = i == before};
        if (vl_ui_button(ui, vl_rect_cut_left(row, vl_ui_button_width(ui, &button)), &button))
            *chosen = i;
        vl_rect_cut_left(row, vl_points(ui, 6));
    }
    return *chosen != before;
}

float vl_ui_choose_width(const vl_ui *ui, vl_names labels)
{
    float width = -vl_points(ui, 6);
    for (int i = 0; i < labels.count; i++) {
        const vl_button button = {.label = vl_names_at(labels, i)};
        width += vl_ui_button_width(ui, &button) + vl_points(ui, 6);
    }
    return width;
}

bool vl_ui_slider(const vl_ui *ui, vl_rect rect, float part, float mark, float grabbed, bool *held,
                  float *wanted)
{
    const vl_pointer *p = &ui->pointer;
    const vl_theme *theme = ui->theme;
    (void)vl_ui_control(ui, rect);
    int turns = vl_focus_is_at(ui->focus, rect) ? ui->focus->turns : 0;
    *held = p->down && !p->away && (*held || vl_rect_contains(rect, p->press_x, p->press_y));
    float knob = vl_points(ui, 11), line = vl_points(ui, 4), width = rect.w - 2 * knob;
    float x = rect.x + knob, y = rect.y + rect.h / 2, top = y - line / 2;
    float beside = p->press_x - x - grabbed * width; // of the middle of the knob
    float to = p->x - (fabsf(beside) <= knob ? beside : 0);
    *wanted = turns ? part + 0.02f * (float)turns : (to - x) / width;
    *wanted = fmaxf(0, fminf(*wanted, 1));
    part = *held ? *wanted : part;
    vl_draw_round_rect(ui->list, (vl_rect){rect.x, top, rect.w, line}, line / 2, theme->plot_axis);
    vl_draw_rect(ui->list, (vl_rect){x + mark * width - line / 4, y - knob / 2, line / 2, knob},
                 theme->plot_axis);
    vl_draw_round_rect(ui->list, (vl_rect){rect.x, top, knob + part * width, line}, line / 2,
                       theme->accent);
    vl_draw_disc(ui->list, x + part * width, y, knob, theme->accent);
    vl_draw_disc(ui->list, x + part * width, y, knob - vl_points(ui, 3), theme->key_cap);
    return turns || *held;
}

enum { BANNER_LINES = 12 };

static float banner_text_width(const vl_ui *ui, float width)
{
    return fmaxf(width - vl_points(ui, 48) - vl_points(ui, VL_TARGET), 1);
}

float vl_ui_banner_height(const vl_ui *ui, const vl_banner *banner, float width)
{
    float text = banner_text_width(ui, width);
    float height = vl_ui_block_height(ui, VL_TYPE_MEDIUM, banner->title, text, BANNER_LINES);
    height += vl_ui_block_height(ui, VL_TYPE_SMALL, banner->text, text, BANNER_LINES);
    return ceilf(fmaxf(height + vl_points(ui, 20), vl_points(ui, VL_TARGET)));
}

bool vl_ui_banner(const vl_ui *ui, vl_rect rect, const vl_banner *banner)
{
    const vl_theme *theme = ui->theme;
    vl_colour ink = banner->warning ? theme->warning_text : theme->note_text;
    vl_colour edge = banner->warning ? theme->warning_edge : theme->note_edge;
    vl_ui_box(ui, rect, 8, banner->warning ? theme->warning : theme->note, edge);

    float line_height = ui->metrics->height[VL_TYPE_MEDIUM], pad = vl_points(ui, 10);
    vl_rect icon = {rect.x + vl_points(ui, 14), roundf(rect.y + pad), vl_points(ui, 22),
                    line_height};
    vl_draw_icon(ui->list, banner->warning ? VL_ICON_WARNING : VL_ICON_HELP, icon, edge);

    vl_rect text = {rect.x + vl_points(ui, 48), rect.y + pad, banner_text_width(ui, rect.w),
                    rect.h - 2 * pad};
    vl_rect_cut_top(&text, vl_ui_block(ui, text, VL_TYPE_MEDIUM, ink, banner->title, BANNER_LINES));
    vl_ui_block(ui, text, VL_TYPE_SMALL, ink, banner->text, BANNER_LINES);

    float target = vl_points(ui, VL_TARGET);
    vl_rect cross = {rect.x + rect.w - target, rect.y, target, target};
    vl_touch touch = vl_ui_touch(ui, cross);
    vl_colour colour = touch.hover ? ink : vl_colour_mix(ink, edge, 0.4f);
    vl_draw_icon(ui->list, VL_ICON_CLOSE, vl_rect_inset(cross, vl_points(ui, 12)), colour);
    return touch.clicked;
}

// `prose`: the ui of paragraphs.
static float row_height(const vl_ui *ui, const vl_ui *prose, const vl_sheet *sheet, float width,
                        float keys, const vl_sheet_row *row)
{
    const float *heights = ui->metrics->height;
    if (!row->text)
        return 1.7f * heights[VL_TYPE_MEDIUM];
    if (!row->keys)
        return vl_ui_block_height(prose, sheet->size, row->text, width, VL_MOST_LINES) +
               0.5f * heights[sheet->size];
    float text = vl_ui_block_height(ui, sheet->size, row->text, width - keys, VL_MOST_LINES);
    return fmaxf(text, 1.2f * heights[VL_TYPE_SMALL]) + 0.35f * heights[VL_TYPE_SMALL];
}

// Returns the part of a width that the key caps of the rows have.
static float keys_width(const vl_ui *ui, const vl_sheet *sheet, float most)
{
    float width = 0;
    for (int i = 0; i < sheet->count; i++)
        if (sheet->rows[i].keys && sheet->rows[i].text)
            width = fmaxf(width, vl_ui_keys(ui, NULL, sheet->rows[i].keys));
    return fminf(width + vl_points(ui, 14), most);
}

static void draw_row(const vl_ui *ui, const vl_ui *prose, const vl_sheet *sheet, vl_rect rect,
                     float keys, const vl_sheet_row *row)
{
    const float *heights = ui->metrics->height;
    if (!row->text) {
        vl_rect_cut_top(&rect, 0.45f * heights[VL_TYPE_MEDIUM]);
        rect.h = heights[VL_TYPE_MEDIUM];
        vl_ui_text(ui, rect, VL_TYPE_MEDIUM, ui->theme->accent, VL_ALIGN_LEFT, row->keys);
        return;
    }
    if (row->keys) {
        vl_rect caps = vl_rect_cut_left(&rect, keys);
        caps.h = 1.2f * heights[VL_TYPE_SMALL];
        vl_ui_keys(ui, &caps, row->keys);
        vl_rect_cut_top(&rect, floorf(0.1f * heights[VL_TYPE_SMALL]));
    }
    vl_ui_block(row->keys ? ui : prose, rect, sheet->size, ui->theme->text, row->text,
                VL_MOST_LINES);
}

void vl_ui_scroll(const vl_ui *ui, vl_rect area, float height, float *scroll)
{
    // Less than a pixel is a rounding error, which is not scrolled.
    float hidden = height - area.h >= 1 ? height - area.h : 0;
    *scroll = fmaxf(0, fminf(*scroll, hidden));
    if (hidden <= 0)
        return;
    float bar = fminf(fmaxf(area.h * area.h / height, vl_points(ui, 24)), area.h);
    float y = area.y + *scroll / hidden * (area.h - bar);
    vl_rect rect = {area.x + area.w + vl_points(ui, 6), y, vl_points(ui, 5), bar};
    vl_draw_round_rect(ui->list, rect, rect.w / 2, ui->theme->plot_axis);
}

bool vl_ui_drawer(const vl_ui *ui, vl_rect rect, const char *title, vl_rect *inside)
{
    const vl_button cross = {.icon = VL_ICON_CLOSE};
    float target = vl_points(ui, VL_TARGET);
    vl_ui_box(ui, rect, 10, ui->theme->panel, ui->theme->panel_edge);
    *inside = vl_rect_within(rect, ui->side, vl_points(ui, 10));
    vl_rect head = vl_rect_cut_top(inside, target);
    bool closed = vl_ui_button(ui, vl_rect_cut_right(&head, target), &cross);
    const vl_ui plain = vl_ui_unexplained(ui); // the title is explained by what is below it
    vl_ui_text(&plain, head, VL_TYPE_LARGE, ui->theme->text, VL_ALIGN_LEFT, title);
    return closed;
}

// As many columns as have room, of equal heights. What cannot be seen is not drawn, but the focus
// reaches the keys in it.
bool vl_ui_sheet(const vl_ui *ui, vl_rect rect, const vl_sheet *sheet, float *scroll)
{
    static const float column_width = 380, gap = 24; // points

    vl_rect area;
    bool closed = vl_ui_drawer(ui, rect, sheet->title, &area);
    vl_prose text = {ui->within->is_key, area, scroll, ""};
    vl_ui prose = *ui;
    prose.within = &text;
    int columns = (int)fmaxf(1, area.w / vl_points(ui, column_width));
    float width = (area.w + vl_points(ui, gap)) / (float)columns - vl_points(ui, gap);
    float keys = keys_width(ui, sheet, width / 2), height = 0, highest = 0;
    for (int i = 0; i < sheet->count; i++)
        height += row_height(ui, &prose, sheet, width, keys, &sheet->rows[i]);
    for (int draws = 0; draws < 2; draws++) {
        float x = area.x, y = 0; // below the top of all rows
        for (int i = 0; i < sheet->count; i++) {
            const vl_sheet_row *row = &sheet->rows[i];
            float high = row_height(ui, &prose, sheet, width, keys, row);
            if (y + high / 2 > height / (float)columns) {
                x += width + vl_points(ui, gap);
                y = 0;
            }
            const vl_rect at = {x, area.y + y - *scroll, width, high};
            if (draws && (!row->keys || (at.y + at.h > area.y && at.y < area.y + area.h)))
                draw_row(ui, &prose, sheet, at, keys, row);
            highest = fmaxf(highest, y += high);
        }
        if (!draws) {
            vl_ui_scroll(ui, area, highest, scroll);
            vl_draw_clip(ui->list, area);
        }
    }
    vl_draw_unclip(ui->list);
    if (*text.pressed)
        memcpy(ui->within->pressed, text.pressed, sizeof text.pressed);
    return closed;
}
