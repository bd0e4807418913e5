// A list to choose from, with a search.

#include "app/screen/parts.h"

#include <string.h>

static bool fits(const vl_choice_row *row, const char *search)
{
    const char *const texts[] = {row->text, row->group, row->keys, row->words};
    return vl_search_finds(search, texts, sizeof texts / sizeof *texts);
}

// The list while it is drawn.
typedef struct list {
    vl_app *app;
    const vl_ui *ui;
    vl_rect area;
    const char *group; // of the row before
    float y;           // pixels below the top of all rows
    int shown;         // rows so far
    int picked;        // number of the row; −1: none
} list;

static void draw_heading(list *l, const char *group)
{
    vl_rect rect = {l->area.x, l->area.y + l->y - l->app->scroll, l->area.w,
                    vl_search_heading_height(l->ui)};
    l->y += rect.h;
    l->group = group;
    vl_search_heading(l->ui, rect, l->area, group);
}

static void draw_sign(const vl_ui *ui, vl_rect rect, const vl_choice_row *row, vl_colour ink)
{
    float middle = rect.y + rect.h / 2, line[] = {rect.x, middle, rect.x + rect.w, middle};
    if (row->style)
        vl_draw_styled(ui->list, line, 2, vl_points(ui, 4), row->style, 0);
    else
        vl_draw_icon(ui->list, row->icon, vl_rect_inset(rect, vl_points(ui, 3)), ink);
}

// Points: before the sign, of the sign, behind it; before and behind the keys.
static const float sign_left = 6, sign_width = 30, sign_right = 10, keys_left = 8, keys_right = 6;

enum { MOST_ROW_LINES = 6, MOST_LINES_BELOW = 2 };

// Returns the width of the text of a row, pixels.
static float text_width(const vl_ui *ui, float width, const vl_choice_row *row)
{
    width -= vl_points(ui, row->below ? 2 * sign_left : sign_left + sign_width + sign_right);
    return row->keys
               ? width - vl_ui_keys(ui, NULL, row->keys) - vl_points(ui, keys_left + keys_right)
               : width;
}

static bool is_one_line(const vl_ui *ui, float width, const vl_choice_row *row)
{
    return vl_text_width(ui->metrics, VL_TYPE_MEDIUM, row->text) <= text_width(ui, width, row);
}

// A text that is too long for a line has several small ones.
static float row_height(const vl_ui *ui, float width, const vl_choice_row *row)
{
    float room = text_width(ui, width, row);
    vl_type_size size = is_one_line(ui, width, row) ? VL_TYPE_MEDIUM : VL_TYPE_SMALL;
    float height = vl_ui_block_height(ui, size, row->text, room, MOST_ROW_LINES);
    if (row->below)
        height += vl_ui_block_height(ui, VL_TYPE_SMALL, row->below, room, MOST_LINES_BELOW) +
                  vl_points(ui, sign_left);
    return fmaxf(vl_points(ui, VL_TARGET), height);
}

static void draw_text(const vl_ui *ui, vl_rect rect, float width, const vl_choice_row *row,
                      vl_colour ink)
{
    if (row->below) {
        vl_type_size size = is_one_line(ui, width, row) ? VL_TYPE_MEDIUM : VL_TYPE_SMALL;
        float title = vl_ui_block_height(ui, size, row->text, rect.w, MOST_ROW_LINES);
        vl_rect_cut_top(&rect, vl_points(ui, sign_left / 2));
        vl_ui_block(ui, vl_rect_cut_top(&rect, title), size, ink, row->text, MOST_ROW_LINES);
        vl_ui_block(ui, rect, VL_TYPE_SMALL, row->active ? ink : ui->theme->text_dim, row->below,
                    MOST_LINES_BELOW);
        return;
    }
    if (is_one_line(ui, width, row)) {
        vl_ui_text(ui, rect, VL_TYPE_MEDIUM, ink, VL_ALIGN_LEFT, row->text);
        return;
    }
    float height = vl_ui_block_height(ui, VL_TYPE_SMALL, row->text, rect.w, MOST_ROW_LINES);
    rect.y += (rect.h - height) / 2;
    vl_ui_block(ui, rect, VL_TYPE_SMALL, ink, row->text, MOST_ROW_LINES);
}

static bool draw_row(const vl_ui *ui, vl_rect rect, const vl_choice_row *row, bool chosen)
{
    vl_touch touch = vl_ui_control(ui, rect);
    const vl_theme *theme = ui->theme;
    bool lit = row->active;
    float width = rect.w;
    vl_colour ink = lit ? theme->button_active_text : theme->text;
    vl_colour back = lit                     ? theme->button_active
                     : chosen || touch.hover ? theme->button_hover
                                             : vl_colour_fade(theme->panel, 0);
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), back);
    vl_rect_cut_left(&rect, vl_points(ui, sign_left));
    if (row->below) {
        vl_rect_cut_right(&rect, vl_points(ui, sign_left));
    } else {
        draw_sign(ui, vl_rect_cut_left(&rect, vl_points(ui, sign_width)), row, ink);
        vl_rect_cut_left(&rect, vl_points(ui, sign_right));
    }
    if (row->keys) {
        float room = vl_ui_keys(ui, NULL, row->keys) + vl_points(ui, keys_right);
        vl_rect keys = vl_rect_cut_right(&rect, room);
        vl_ui_keys(ui, &keys, row->keys);
        vl_rect_cut_right(&rect, vl_points(ui, keys_left));
    }
    draw_text(ui, rect, width, row, ink);
    return touch.clicked;
}

// Scrolls so far that the row from `top` to `end`, with a heading above it, is on the screen.
static void follow(vl_app *app, float top, float end, float seen)
{
    if (top < app->scroll)
        app->scroll = top;
    if (end > app->scroll + seen)
        app->scroll = end - seen;
    app->search.follow = false;
}

// Arrows go round, pages do not.
static void move_choice(vl_search *search, int page, int count)
{
    int next = search->chosen + search->pages * page;
    next = next >= count ? count - 1 : next;
    next = count > 0 ? ((next < 0 ? 0 : next) + search->down) % count : 0;
    search->chosen = next < 0 ? next + count : next;
    search->down = search->pages = 0;
}

static void take_row(list *l, const vl_choice_row *row, int index)
{
    float height = row_height(l->ui, l->area.w, row), top = l->y;
    vl_search *search = &l->app->search;
    if (!l->group || strcmp(l->group, row->group) != 0)
        draw_heading(l, row->group);
    bool asked = *search->field.text || search->chosen > 0;
    bool chosen = l->shown++ == search->chosen && asked;
    if (chosen && search->follow)
        follow(l->app, top, l->y + height, l->area.h);
    vl_rect rect = {l->area.x, l->area.y + l->y - l->app->scroll, l->area.w, height};
    l->y += height;
    if (chosen && search->picked)
        l->picked = index;
    if (rect.y < l->area.y - 0.5f || rect.y + height > l->area.y + l->area.h + 0.5f) {
        vl_rect half = rect; // a row that is cut can be seen, and not be hit
        if (half.y + height > l->area.y && half.y < l->area.y + l->area.h) {
            vl_ui still = *l->ui;
            still.pointer.away = true;
            still.focus = NULL;
            draw_row(&still, half, row, chosen);
        }
        return;
    }
    if (row->command >= 0)
        vl_place_control(l->app, row->command, rect);
    if (draw_row(l->ui, rect, row, chosen))
        l->picked = index;
}

int vl_choices_draw(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_choice_row *rows,
                    int count)
{
    vl_search *search = &app->search;
    vl_search_draw(app, ui, &rect);
    int fitting = 0;
    for (int i = 0; i < count; i++)
        fitting += fits(&rows[i], search->field.text);
    float usual = count > 0 ? row_height(ui, rect.w, rows) : rect.h;
    move_choice(search, (int)(rect.h / usual) - 1, fitting);
    list l = {.app = app, .ui = ui, .area = rect, .picked = -1};
    vl_draw_clip(ui->list, rect);
    for (int i = 0; i < count; i++)
        if (fits(&rows[i], search->field.text))
            take_row(&l, &rows[i], i);
    vl_draw_unclip(ui->list);
    if (fitting == 0)
        vl_search_say_nothing_fits(ui, rect);
    vl_ui_scroll(ui, l.area, l.y, &app->scroll);
    search->picked = false;
    return l.picked;
}
