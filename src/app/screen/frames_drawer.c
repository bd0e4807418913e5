// The drawer of the frames, at the bottom: all presets, and the bars as large as there is room for.

#include "app/screen/parts.h"

#include "ui/number.h"

#include <stdio.h>

static const double windows[] = {15, 5, 1.5, 0.5, 0.15}; // s, over all bars
static const double room = 1.5;                          // height of the bars over the longest

static const float margin = 14, lowest_bars = 40; // points

static const vl_place places[] = {VL_PLACE_STRIP, VL_PLACE_FRAMES};

static const char title[] = "Frames";

enum { WINDOWS = sizeof windows / sizeof *windows };

enum { PLACES = sizeof places / sizeof *places };

static vl_rect inside_of(const vl_app *app, const vl_ui *ui)
{
    vl_rect inside = vl_rect_inset(app->layout.drawer, vl_points(ui, margin));
    vl_rect_cut_top(&inside, vl_points(ui, VL_TARGET + 8));
    return inside;
}

// Places the buttons for a moment, to see how many rows they need.
float vl_frames_drawer_least(vl_app *app, const vl_ui *ui, float width)
{
    vl_layout *l = &app->layout;
    int buttons = l->button_count, covers = l->cover_count;
    vl_rect left = {0, 0, width - vl_points(ui, 2 * margin), 1e6f};
    vl_wrap_buttons(app, ui, places, PLACES, &left);
    l->button_count = buttons;
    l->cover_count = covers;
    return left.y + vl_points(ui, 2 * margin + VL_TARGET + 8 + lowest_bars);
}

void vl_frames_drawer_layout(vl_app *app, const vl_ui *ui)
{
    vl_rect inside = inside_of(app, ui);
    vl_wrap_buttons(app, ui, places, PLACES, &inside);
    app->layout.bars = inside;
}

// What can be typed, or done with a pointer.
static void draw_line(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_bars *b)
{
    vl_strip *strip = &app->strip;
    int64_t index = strip->chosen - b->frames.first;
    char text[160];
    if (strip->chosen == 0 || index < 0 || index >= b->frames.count) {
        vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT,
                   "Draw over the bars, or click one and type.");
        return;
    }
    double dt = b->frames.dt[index];
    snprintf(text, sizeof text, "Frame %lld: %s ms, %s Hz.  New: ", (long long)strip->chosen,
             vl_figure(dt, 4, VL_FIGURE_BUFFER), vl_figure(1e3 / dt, 4, VL_FIGURE_BUFFER));
    float width = vl_text_width(ui->metrics, VL_TYPE_SMALL, text);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_LEFT, text);
    vl_rect_cut_left(&rect, width);
    vl_ui_input(ui, rect, VL_TYPE_SMALL, ui->theme->accent, &strip->entry);
    vl_rect_cut_left(&rect, vl_points(ui, 6)); // the caret
    if (!*strip->entry.text)
        vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT,
                   "6.94 ms or 144 Hz, Enter");
}

static void draw_zoom(vl_app *app, const vl_ui *ui, vl_rect *row)
{
    const vl_button in = {.icon = VL_ICON_ZOOM_IN, .disabled = app->strip.zoom == WINDOWS - 1};
    const vl_button out = {.icon = VL_ICON_ZOOM_OUT, .disabled = app->strip.zoom == 0};
    float target = vl_points(ui, VL_TARGET);
    bool nearer = vl_ui_button(ui, vl_rect_cut_right(row, target), &in);
    vl_rect_cut_right(row, vl_points(ui, VL_GAP / 2));
    bool farther = vl_ui_button(ui, vl_rect_cut_right(row, target), &out);
    vl_rect_cut_right(row, vl_points(ui, VL_GAP));
    app->strip.zoom += (nearer && !in.disabled) - (farther && !out.disabled);
}

// Where there is no room for a line above the bars, what is typed stands beside the title.
static void draw_bars(vl_app *app, const vl_ui *ui, vl_rect rect, vl_rect head)
{
    vl_bars b;
    float line = ui->metrics->height[VL_TYPE_SMALL], gap = vl_points(ui, 4);
    bool low = rect.h < line + gap + vl_points(ui, lowest_bars);
    vl_rect row = low ? head : vl_rect_cut_top(&rect, line);
    vl_rect_cut_top(&rect, low ? 0 : gap);
    vl_rect_cut_left(&rect, vl_bars_margin(ui));
    b.rect = rect;
    b.label = line;
    int64_t clicked = vl_bars_act(&b, app, ui, windows[app->strip.zoom], room);
    if (clicked > 0) {
        app->strip.chosen = clicked;
        app->strip.entry = (vl_input){0};
        app->focus.shown = false;
    }
    bool typed = app->strip.chosen > 0;
    if (!low || typed)
        draw_line(app, ui, row, &b);
    if (!low || !typed)
        vl_strip_label(app, ui, head);
    vl_bars_draw(&b, app, ui, true);
}

// Beside the title it is told what the strip tells above its bars.
void vl_frames_draw(vl_app *app, const vl_ui *ui)
{
    vl_rect inside, head;
    if (vl_ui_drawer(ui, app->layout.drawer, title, &inside))
        vl_app_toggle_drawer(app, VL_DRAWER_FRAMES);
    head = (vl_rect){inside.x, app->layout.drawer.y + vl_points(ui, margin), inside.w,
                     vl_points(ui, VL_TARGET)};
    vl_rect_cut_left(&head, vl_text_width(ui->metrics, VL_TYPE_LARGE, title) + vl_points(ui, 24));
    vl_rect_cut_right(&head, vl_points(ui, VL_TARGET + VL_GAP));
    draw_zoom(app, ui, &head);
    vl_draw_buttons(app, ui, VL_PLACE_STRIP);
    vl_draw_buttons(app, ui, VL_PLACE_FRAMES);
    draw_bars(app, ui, app->layout.bars, head);
}
