#include "ui/widgets.h"

#include <math.h>

enum { MOST_COLUMNS = 3 };

// The layout of a sheet, pixels.
typedef struct vl_setting {
    const vl_ui *ui;
    const vl_sheet *sheet;
    const vl_prose *prose; ///< of its paragraphs; NULL: they are plain
    const char *pressed;   ///< key
    float width;           ///< of a column
    float keys;            ///< part of the column for key caps
    float gutter;          ///< between columns
    int columns;
    float height; ///< of the tallest column
} vl_setting;

static float row_height(const vl_setting *setting, const vl_sheet_row *row)
{
    const vl_ui *ui = setting->ui;
    const float *heights = ui->metrics->height;
    if (!row->text)
        return 1.7f * heights[VL_TYPE_MEDIUM];

    float width = row->keys ? setting->width - setting->keys : setting->width;
    if (!row->keys && setting->prose)
        return vl_ui_prose_height(ui, setting->sheet->size, setting->prose, row->text, width) +
               0.5f * heights[setting->sheet->size];
    float text = vl_ui_block_height(ui, setting->sheet->size, row->text, width, VL_MOST_LINES);
    if (!row->keys)
        return text + 0.5f * heights[setting->sheet->size];
    return fmaxf(text, 1.2f * heights[VL_TYPE_SMALL]) + 0.35f * heights[VL_TYPE_SMALL];
}

// Returns the height that a row needs in its column: a heading needs all rows of its group below
// it, or only the next one if the group is higher than `limit`.
static float needed(const vl_setting *setting, int index, float limit)
{
    const vl_sheet *sheet = setting->sheet;
    float height = row_height(setting, &sheet->rows[index]);
    if (sheet->rows[index].text)
        return height;
    float lowest = height, group = height;
    for (int i = index + 1; i < sheet->count && sheet->rows[i].text; i++) {
        group += row_height(setting, &sheet->rows[i]);
        if (i == index + 1)
            lowest = group;
    }
    return group <= limit ? group : lowest;
}

// Returns the number of columns if none is higher than `limit`.
static int columns_within(const vl_setting *setting, float limit)
{
    float y = 0;
    int columns = 1;
    for (int i = 0; i < setting->sheet->count; i++) {
        if (y > 0 && y + needed(setting, i, limit) > limit) {
            columns++;
            y = 0;
        }
        y += row_height(setting, &setting->sheet->rows[i]);
    }
    return columns;
}

static float keys_width(const vl_ui *ui, const vl_sheet *sheet, float most)
{
    float width = 0;
    for (int i = 0; i < sheet->count; i++)
        if (sheet->rows[i].keys && sheet->rows[i].text)
            width = fmaxf(width, vl_ui_keys(ui, NULL, sheet->rows[i].keys));
    return fminf(width + vl_points(ui, 14), most);
}

static vl_setting set_rows(const vl_ui *ui, const vl_sheet *sheet, const vl_prose *prose,
                           float width)
{
    vl_setting setting = {.ui = ui, .sheet = sheet, .prose = prose, .gutter = vl_points(ui, 32)};
    float narrowest = 17 * ui->metrics->height[sheet->size];
    setting.columns = (int)((width + setting.gutter) / (narrowest + setting.gutter));
    setting.columns = setting.columns < 1              ? 1
                      : setting.columns > MOST_COLUMNS ? MOST_COLUMNS
                                                       : setting.columns;
    float columns = (float)setting.columns;
    setting.width = fmaxf((width - (columns - 1) * setting.gutter) / columns, 1);
    setting.keys = keys_width(ui, sheet, setting.width / 2);

    // no column can be lower than the tallest row
    float low = 0, high = 0;
    for (int i = 0; i < sheet->count; i++) {
        float height = row_height(&setting, &sheet->rows[i]);
        low = fmaxf(low, height);
        high += height;
    }
    while (high - low > 1) {
        float middle = (low + high) / 2;
        if (columns_within(&setting, middle) <= setting.columns)
            high = middle;
        else
            low = middle;
    }
    setting.height = high;
    return setting;
}

static void draw_row(vl_setting *setting, vl_rect rect, const vl_sheet_row *row)
{
    const vl_ui *ui = setting->ui;
    float line = ui->metrics->height[VL_TYPE_SMALL];
    if (!row->text) {
        vl_rect_cut_top(&rect, 0.45f * ui->metrics->height[VL_TYPE_MEDIUM]);
        rect.h = ui->metrics->height[VL_TYPE_MEDIUM];
        vl_ui_text(ui, rect, VL_TYPE_MEDIUM, ui->theme->accent, VL_ALIGN_LEFT, row->keys);
        return;
    }
    if (row->keys) {
        vl_rect caps = vl_rect_cut_left(&rect, setting->keys);
        caps.h = 1.2f * line;
        vl_ui_keys(ui, &caps, row->keys);
        vl_rect_cut_top(&rect, floorf(0.1f * line));
    } else if (setting->prose) {
        const char *key =
            vl_ui_prose(ui, rect, setting->sheet->size, ui->theme->text, setting->prose, row->text);
        setting->pressed = key ? key : setting->pressed;
        return;
    }
    vl_ui_block(ui, rect, setting->sheet->size, ui->theme->text, row->text, VL_MOST_LINES);
}

// What cannot be seen is not drawn, but the focus reaches the keys in it.
static void draw_rows(vl_setting *setting, vl_rect area, float scroll)
{
    float x = area.x, y = 0;
    for (int i = 0; i < setting->sheet->count; i++) {
        const vl_sheet_row *row = &setting->sheet->rows[i];
        float height = row_height(setting, row);
        if (y > 0 && y + needed(setting, i, setting->height) > setting->height) {
            x += setting->width + setting->gutter;
            y = 0;
        }
        vl_rect rect = {x, area.y + y - scroll, setting->width, height};
        if (setting->prose || (rect.y + height > area.y && rect.y < area.y + area.h))
            draw_row(setting, rect, row);
        y += height;
    }
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

bool vl_ui_link(const vl_ui *ui, vl_rect rect, const char *text)
{
    vl_touch touch = vl_ui_control(ui, rect);
    vl_colour colour = touch.hover || touch.held ? ui->theme->text : ui->theme->accent;
    vl_ui_text(ui, rect, VL_TYPE_SMALL, colour, VL_ALIGN_LEFT, text);
    return touch.clicked;
}

bool vl_ui_drawer(const vl_ui *ui, vl_rect rect, const char *title, vl_rect *inside)
{
    const vl_button cross = {.icon = VL_ICON_CLOSE};
    float target = vl_points(ui, VL_TARGET);
    vl_ui_float(ui, rect);
    *inside = vl_rect_inset(rect, vl_points(ui, 14));
    vl_rect head = vl_rect_cut_top(inside, target);
    bool closed = vl_ui_button(ui, vl_rect_cut_right(&head, target), &cross);
    vl_ui plain = *ui;
    plain.find = NULL; // the title is explained by what is below it
    vl_ui_text(&plain, head, VL_TYPE_LARGE, ui->theme->text, VL_ALIGN_LEFT, title);
    vl_rect_cut_top(inside, vl_points(ui, 8));
    return closed;
}

vl_sheet_done vl_ui_sheet(const vl_ui *ui, vl_rect rect, const vl_sheet *sheet, float *scroll,
                          const char **key)
{
    vl_rect area;
    bool closed = vl_ui_drawer(ui, rect, sheet->title, &area);
    vl_rect foot = vl_rect_cut_bottom(&area, sheet->link ? vl_points(ui, VL_TARGET) : 0);
    bool followed = sheet->link && vl_ui_link(ui, foot, sheet->link);
    const vl_prose prose = {sheet->is_key, area, scroll};
    vl_setting setting = set_rows(ui, sheet, sheet->is_key ? &prose : NULL, area.w);
    vl_ui_scroll(ui, area, setting.height, scroll);
    vl_draw_clip(ui->list, area);
    draw_rows(&setting, area, *scroll);
    vl_draw_unclip(ui->list);
    if (setting.pressed)
        *key = setting.pressed;
    return closed            ? VL_SHEET_CLOSE
           : followed        ? VL_SHEET_LINK
           : setting.pressed ? VL_SHEET_KEY
                             : VL_SHEET_NOTHING;
}
