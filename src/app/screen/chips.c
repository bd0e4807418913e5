// The chips of the lanes: a click chooses a lane, the cross of the chosen one removes it, and "+"
// adds the next method. Where they have no room in a row, names have two small lines, or the chips
// a second row above.

#include "app/screen/parts.h"

#include "ui/focus.h"

#include <stdio.h>
#include <string.h>

// Points: the mark, the gaps around mark and name, the same in a row that is full, and where a
// second row can be spared; the cross, and the least of a name that is shown beside it.
static const float mark_width = 16, wide_gap = 12, narrow_gap = 6, least_gap = 4, cross_width = 40,
                   least_name = 40;

enum { ROWS = 2, FOLDS = 2 };

// How chips are written.
typedef struct fashion {
    float gap;   // points
    bool folded; // names have FOLDS small lines
    int rows;
} fashion;

// From the one that is liked best.
static const fashion fashions[] = {
    {wide_gap, false, 1}, {narrow_gap, false, 1}, {narrow_gap, true, 1},
    {least_gap, true, 1}, {narrow_gap, false, 2}, {narrow_gap, true, 2},
};

enum { FASHIONS = sizeof fashions / sizeof *fashions };

// Beside an experiment, where the stage is narrow and high, a second row is liked better than small
// type.
static const fashion *nth_fashion(const vl_app *app, int place)
{
    static const int beside[FASHIONS] = {0, 1, 4, 2, 3, 5};
    return &fashions[app->page ? beside[place] : place];
}

static bool has_cross(const vl_app *app, int lane)
{
    return app->session.lane_count > 1 && lane == app->session.chosen;
}

// There is room for the name, and below it for the shortest remark on a lane that diverged.
static float line_width(const vl_ui *ui, const char *label)
{
    return fmaxf(vl_text_width(ui->metrics, VL_TYPE_MEDIUM, label),
                 vl_text_width(ui->metrics, VL_TYPE_SMALL, "diverged"));
}

// The width in which a name has two small lines: it is broken at the space that suits best.
static float folded_width(const vl_ui *ui, const char *label)
{
    const vl_text_metrics *m = ui->metrics;
    int length = (int)strlen(label);
    float best = m->width(m->user, VL_TYPE_SMALL, label, length);
    for (int i = 0; i < length; i++) {
        if (label[i] != ' ')
            continue;
        float upper = m->width(m->user, VL_TYPE_SMALL, label, i);
        float lower = m->width(m->user, VL_TYPE_SMALL, label + i + 1, length - i - 1);
        best = fminf(best, fmaxf(upper, lower));
    }
    return best;
}

// No word of a name is broken.
static float longest_word(const vl_ui *ui, const char *label)
{
    const vl_text_metrics *m = ui->metrics;
    float longest = 0;
    for (const char *c = label; *c; c += *c == ' ') {
        int length = (int)strcspn(c, " ");
        longest = fmaxf(longest, m->width(m->user, VL_TYPE_SMALL, c, length));
        c += length;
    }
    return longest;
}

// `most`: pixels, of the name.
static float width_of(const vl_app *app, const vl_ui *ui, int lane, const fashion *f, float most)
{
    char label[VL_LANE_LABEL];
    vl_session_lane_label(&app->session, lane, label);
    float cross = has_cross(app, lane) ? vl_points(ui, cross_width) : 0;
    float text = f->folded ? folded_width(ui, label) : line_width(ui, label);
    text = fmaxf(fminf(text, most), longest_word(ui, label));
    text = fmaxf(text, cross > 0 ? vl_points(ui, least_name) : 0);
    return text + vl_points(ui, mark_width + 3 * f->gap) + cross + 1;
}

// The rows in which there may be chips, from above.
typedef struct rows {
    int count;
    vl_rect list[ROWS];
} rows;

// What may limit chips, pixels: the width of a name that has several words, and that of the chip.
typedef struct limits {
    float name, chip;
} limits;

// Places the chips one after the other. False: they have no room.
static bool fill(vl_app *app, const vl_ui *ui, const rows *all, const fashion *f, limits most)
{
    int row = 0;
    vl_rect left = all->list[0];
    for (int i = 0; i < app->session.lane_count; i++) {
        float width = fminf(width_of(app, ui, i, f, most.name), most.chip);
        if (width > left.w + 1 && row + 1 < all->count)
            left = all->list[++row];
        if (width > left.w + 1)
            return false;
        app->layout.chip[i] = vl_rect_cut_left(&left, width);
        vl_rect_cut_left(&left, vl_points(ui, VL_GAP / 2));
    }
    return true;
}

// A second row, above `row`, takes its room from the stage.
static rows rows_of(const vl_ui *ui, int count, vl_rect row, vl_rect above)
{
    if (count == 1)
        return (rows){1, {row}};
    vl_rect upper = vl_rect_cut_bottom(&above, vl_points(ui, VL_TARGET));
    vl_rect_cut_right(&upper, vl_points(ui, VL_TARGET + VL_GAP / 2)); // for the button behind them
    return (rows){2, {upper, row}};
}

// Where nothing else helps, the widest names are cut.
static const fashion *place_chips(vl_app *app, const vl_ui *ui, vl_rect row, vl_rect above)
{
    for (int i = 0; i < FASHIONS; i++) {
        const fashion *f = nth_fashion(app, i);
        const rows all = rows_of(ui, f->rows, row, above);
        if (fill(app, ui, &all, f, (limits){HUGE_VALF, HUGE_VALF}))
            return f;
    }
    const fashion *last = &fashions[FASHIONS - 1];
    const rows all = rows_of(ui, ROWS, row, above);
    limits most = {all.list[0].w, all.list[0].w};
    while (most.chip > 1 && !fill(app, ui, &all, last, most))
        if (most.name > 1)
            most.name *= 0.97f;
        else
            most.chip *= 0.97f;
    return last;
}

// The part of a row that has chips.
static vl_rect part_with_chips(const vl_app *app, vl_rect row)
{
    float end = row.x;
    for (int i = 0; i < app->session.lane_count; i++) {
        const vl_rect *chip = &app->layout.chip[i];
        if (chip->y == row.y)
            end = fmaxf(end, chip->x + chip->w);
    }
    return (vl_rect){row.x, row.y, end - row.x, row.h};
}

// The button that adds a lane comes after the chips of the lower row.
void vl_chips_layout(vl_app *app, const vl_ui *ui, vl_rect row, vl_rect *left)
{
    vl_layout *l = &app->layout;
    vl_rect rest = row;
    row.w = fmaxf(row.w - vl_points(ui, VL_TARGET + VL_GAP / 2), 0);
    const fashion *f = place_chips(app, ui, row, *left);
    l->chip_gap = f->gap;
    l->chips_folded = f->folded;
    for (int i = 0; i < app->session.lane_count; i++)
        vl_layout_cover(l, l->chip[i]);
    l->chips = part_with_chips(app, row);
    if (f->rows > 1) {
        vl_rect upper = vl_rect_cut_bottom(left, vl_points(ui, VL_TARGET));
        l->chips_above = part_with_chips(app, upper);
        rest = l->chips.w > 0 ? rest : upper;
        vl_rect_cut_bottom(left, vl_points(ui, VL_GAP / 2));
    }
    if (l->chips.w <= 0) { // all of them are in the upper row
        l->chips = l->chips_above;
        l->chips_above = (vl_rect){0};
    }
    vl_rect_cut_left(&rest, l->chips.w + vl_points(ui, VL_GAP / 2));
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
static void draw_remark(const vl_ui *ui, vl_rect *rect, char *remark)
{
    vl_rect below = vl_rect_cut_bottom(rect, 0.42f * rect->h);
    fit_remark(ui, remark, below.w);
    vl_ui_text(ui, below, VL_TYPE_SMALL, ui->theme->held, VL_ALIGN_LEFT, remark);
}

// A name of two lines leaves no room for a remark, which then colours it.
static void draw_folded(const vl_ui *ui, vl_rect rect, const char *label, vl_colour colour)
{
    float height = vl_ui_block_height(ui, VL_TYPE_SMALL, label, rect.w, FOLDS);
    rect.y += (rect.h - height) / 2;
    rect.h = height;
    vl_ui_block(ui, rect, VL_TYPE_SMALL, colour, label, FOLDS);
}

static void draw_name(const vl_app *app, const vl_ui *ui, int lane, vl_rect rect)
{
    char label[VL_LANE_LABEL], remark[VL_LANE_REMARK];
    vl_session_lane_label(&app->session, lane, label);
    bool remarked = *vl_app_lane_remark(app, lane, remark) != '\0';
    bool long_name = vl_text_width(ui->metrics, VL_TYPE_SMALL, label) > rect.w;
    if (app->layout.chips_folded && (long_name || !remarked)) {
        draw_folded(ui, rect, label, remarked ? ui->theme->held : ui->theme->button_text);
        return;
    }
    if (remarked)
        draw_remark(ui, &rect, remark);
    vl_ui_text(ui, rect, app->layout.chips_folded ? VL_TYPE_SMALL : VL_TYPE_MEDIUM,
               ui->theme->button_text, VL_ALIGN_LEFT, label);
}

// All of the name and of the remark, which the chip may cut.
static void hint(const vl_app *app, const vl_ui *ui, int lane, vl_rect chip)
{
    char label[VL_LANE_LABEL], remark[VL_LANE_REMARK];
    char text[VL_LANE_LABEL + VL_LANE_REMARK + 2];
    vl_session_lane_label(&app->session, lane, label);
    vl_app_lane_remark(app, lane, remark);
    snprintf(text, sizeof text, "%s%s%s", label, *remark ? ": " : "", remark);
    if (!vl_focus_is_at(ui->focus, chip))
        vl_ui_hint(ui, chip, NULL, text);
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
    int count = app->session.lane_count;
    float gap = app->layout.chip_gap;
    for (int i = 0; i < count; i++) {
        vl_rect chip = app->layout.chip[i], cross = cross_rect(app, ui, i, chip, gap);
        vl_ui_float(ui, chip);
        hint(app, ui, i, chip);
        bool clicked = vl_ui_control(ui, chip).clicked;
        bool crossed = cross.w > 0 && vl_ui_control(ui, cross).clicked;
        removed = crossed ? i : removed;
        chosen = clicked && !crossed ? i : chosen;
        draw_face(app, ui, i, chip, gap);
    }
    vl_draw_buttons(app, ui, VL_PLACE_LANES);
    if (removed >= 0)
        (void)vl_session_remove_lane(&app->session, removed);
    else if (chosen >= 0 && count > 1)
        vl_session_choose(&app->session, chosen);
    else if (chosen >= 0)
        vl_app_toggle_drawer(app, VL_DRAWER_COMMANDS);
    if (removed >= 0 || chosen >= 0)
        app->next_readout = 0;
}
