// The chips of the lanes: a click chooses a lane, the cross of the chosen one removes it, and "+"
// adds the next method.

#include "app/screen/parts.h"

#include <math.h>
#include <string.h>

// Points: the mark, the gaps around mark and name, the same in a row that is full, the cross, and
// the least of a name that is shown beside it.
static const float mark_width = 16, wide_gap = 12, narrow_gap = 6, cross_width = 40,
                   least_name = 40;

// Rectangles of the chips.
typedef struct chips {
    int count;
    float gap; // points
    vl_rect rects[VL_MOST_LANES];
} chips;

static bool has_cross(const vl_app *app, int lane)
{
    return app->session.lane_count > 1 && lane == app->session.chosen;
}

// There is room for the name, and below it for the shortest remark on a lane that diverged.
static float natural_width(const vl_app *app, const vl_ui *ui, int lane, float gap)
{
    char label[VL_LANE_LABEL];
    vl_session_lane_label(&app->session, lane, label);
    float cross = has_cross(app, lane) ? vl_points(ui, cross_width) : 0;
    float text = fmaxf(vl_text_width(ui->metrics, VL_TYPE_MEDIUM, label),
                       vl_text_width(ui->metrics, VL_TYPE_SMALL, "diverged"));
    return text + vl_points(ui, mark_width + 3 * gap) + cross + 1;
}

static float total_width(const vl_app *app, const vl_ui *ui, float gap)
{
    float total = 0;
    for (int i = 0; i < app->session.lane_count; i++)
        total += natural_width(app, ui, i, gap);
    return total;
}

// The width that no chip exceeds, so that all chips together fill `room` pixels: the longest names
// are cut first.
static float widest_chip(const vl_app *app, const vl_ui *ui, float gap, float room)
{
    int left = app->session.lane_count;
    float widest = room / (float)left;
    for (int pass = 0; pass < app->session.lane_count; pass++) {
        float taken = 0;
        left = 0;
        for (int i = 0; i < app->session.lane_count; i++) {
            float width = natural_width(app, ui, i, gap);
            left += width > widest;
            taken += width > widest ? 0 : width;
        }
        widest = left > 0 ? (room - taken) / (float)left : widest;
    }
    return fmaxf(widest, 0);
}

static chips chips_of(const vl_app *app, const vl_ui *ui)
{
    chips c = {.count = app->session.lane_count, .gap = wide_gap};
    vl_rect row = app->layout.chips;
    float space = vl_points(ui, VL_GAP / 2), room = row.w - space * (float)(c.count - 1), widest;
    if (total_width(app, ui, wide_gap) > room + 1)
        c.gap = narrow_gap;
    bool fit = total_width(app, ui, c.gap) <= room + 1;
    widest = fit ? row.w : widest_chip(app, ui, c.gap, room);
    for (int i = 0; i < c.count; i++) {
        c.rects[i] = vl_rect_cut_left(&row, fminf(natural_width(app, ui, i, c.gap), widest));
        vl_rect_cut_left(&row, space);
    }
    return c;
}

// The button that adds a lane comes after the chips.
void vl_chips_layout(vl_app *app, const vl_ui *ui)
{
    vl_rect *row = &app->layout.chips, rest = *row;
    row->w = fmaxf(row->w - vl_points(ui, VL_TARGET + VL_GAP / 2), 0);
    chips c = chips_of(app, ui);
    for (int i = 0; i < c.count; i++)
        vl_layout_cover(&app->layout, c.rects[i]);
    row->w = c.rects[c.count - 1].x + c.rects[c.count - 1].w - row->x;
    vl_rect_cut_left(&rest, row->w + vl_points(ui, VL_GAP / 2));
    vl_place_buttons(app, ui, VL_PLACE_LANES, false, &rest);
}

// Where there is room for one of them the name stays, and the cross goes.
static vl_rect cross_rect(const vl_app *app, const vl_ui *ui, int lane, vl_rect chip, float gap)
{
    float width = has_cross(app, lane) ? vl_points(ui, cross_width) : 0;
    bool room = chip.w >= width + vl_points(ui, mark_width + 2 * gap + least_name);
    return room ? vl_rect_cut_right(&chip, width) : (vl_rect){0};
}

// Where "0.4 s behind" has no room it is "0.4 s", and "diverged at 3.21 s" is "diverged".
static void fit_remark(const vl_ui *ui, char *remark, float width)
{
    if (vl_text_width(ui->metrics, VL_TYPE_SMALL, remark) <= width)
        return;
    char *behind = strstr(remark, " behind"), *at = strstr(remark, " at ");
    if (behind || at)
        *(behind ? behind : at) = '\0';
}

// What is said of a lane stands below its name, so that the chip keeps its width.
static void draw_name(const vl_app *app, const vl_ui *ui, int lane, vl_rect rect)
{
    char label[VL_LANE_LABEL], remark[VL_LANE_REMARK];
    vl_session_lane_label(&app->session, lane, label);
    if (*vl_app_lane_remark(app, lane, remark)) {
        vl_rect below = vl_rect_cut_bottom(&rect, 0.42f * rect.h);
        fit_remark(ui, remark, below.w);
        vl_ui_text(ui, below, VL_TYPE_SMALL, ui->theme->held, VL_ALIGN_LEFT, remark);
    }
    vl_ui_text(ui, rect, VL_TYPE_MEDIUM, ui->theme->button_text, VL_ALIGN_LEFT, label);
}

static void draw_face(const vl_app *app, const vl_ui *ui, int lane, vl_rect chip, float gap)
{
    vl_line_style style = vl_app_lane_style(app, lane);
    if (lane == app->session.chosen)
        vl_draw_round_frame(ui->list, chip, vl_points(ui, 7), vl_points(ui, 2.5f), style.colour);
    vl_rect cross = cross_rect(app, ui, lane, chip, gap);
    vl_rect_cut_right(&chip, cross.w > 0 ? cross.w : vl_points(ui, gap));
    vl_rect_cut_left(&chip, vl_points(ui, gap));
    vl_rect mark = vl_rect_cut_left(&chip, vl_points(ui, mark_width));
    vl_draw_mark(ui->list, mark.x + mark.w / 2, mark.y + mark.h / 2, mark.w / 2, &style);
    vl_rect_cut_left(&chip, vl_points(ui, gap));
    if (chip.w > vl_points(ui, gap))
        draw_name(app, ui, lane, chip);
    if (cross.w > 0)
        vl_draw_icon(ui->list, VL_ICON_CLOSE, vl_rect_inset(cross, vl_points(ui, 12)),
                     ui->theme->button_text);
}

// What is clicked acts after all chips are drawn.
void vl_chips_draw(vl_app *app, const vl_ui *ui)
{
    int chosen = -1, removed = -1;
    if (app->layout.chips.w <= 0)
        return;
    chips c = chips_of(app, ui);
    for (int i = 0; i < c.count; i++) {
        vl_rect cross = cross_rect(app, ui, i, c.rects[i], c.gap);
        vl_ui_float(ui, c.rects[i]);
        bool clicked = vl_ui_control(ui, c.rects[i]).clicked;
        bool crossed = cross.w > 0 && vl_ui_control(ui, cross).clicked;
        removed = crossed ? i : removed;
        chosen = clicked && !crossed ? i : chosen;
        draw_face(app, ui, i, c.rects[i], c.gap);
    }
    vl_draw_buttons(app, ui, VL_PLACE_LANES);
    if (removed >= 0)
        (void)vl_session_remove_lane(&app->session, removed);
    else if (chosen >= 0 && c.count > 1)
        vl_session_choose(&app->session, chosen);
    else if (chosen >= 0)
        vl_app_toggle_drawer(app, VL_DRAWER_COMMANDS);
    if (removed >= 0 || chosen >= 0)
        app->next_readout = 0;
}
