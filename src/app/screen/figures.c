// The figures that the lanes are compared by: a bar and one large figure for each.

#include "app/screen/parts.h"

#include <stdio.h>

// Points: the bars, the widest label, the gaps.
static const float bar_width = 64, widest_label = 230, pad = 10, mark_width = 14;

static const vl_quantity *chosen_quantity(const vl_app *app)
{
    return &vl_quantities[app->compared % VL_QUANTITIES];
}

// Where a name has no room the mark of the lane stands for it.
static float label_width(const vl_app *app, const vl_ui *ui)
{
    float width = vl_points(ui, mark_width);
    if (app->layout.figures_bare)
        return width;
    char label[VL_LANE_LABEL];
    for (int i = 0; i < app->session.lane_count; i++) {
        vl_session_lane_label(&app->session, i, label);
        width = fmaxf(width, vl_text_width(ui->metrics, VL_TYPE_MEDIUM, label));
    }
    return fminf(width + 1, vl_points(ui, widest_label));
}

static const char *write_figure(const vl_app *app, int lane, char text[VL_QUANTITY_SIZE])
{
    const vl_quantity *quantity = chosen_quantity(app);
    return vl_quantity_write(quantity, quantity->of(&app->lane_readouts[lane]), text);
}

// The width does not change with the digits.
static float figure_width(const vl_app *app, const vl_ui *ui, vl_type_size size)
{
    char widest[64];
    snprintf(widest, sizeof widest, "−88.88 %s", chosen_quantity(app)->unit);
    return vl_text_width(ui->metrics, size, widest);
}

static float width_of(const vl_app *app, const vl_ui *ui, vl_type_size size)
{
    return label_width(app, ui) + figure_width(app, ui, size) + vl_points(ui, bar_width + 4 * pad);
}

static float height_of(const vl_app *app, const vl_ui *ui, vl_type_size size)
{
    const float *h = ui->metrics->height;
    return h[VL_TYPE_READING] + (float)app->session.lane_count * h[size] + vl_points(ui, 2 * pad);
}

// The largest type with which the card fits into `room` and leaves half of it free.
static vl_type_size type_for(const vl_app *app, const vl_ui *ui, vl_rect room)
{
    vl_type_size size = VL_TYPE_FIGURE;
    while (size > VL_TYPE_SMALL &&
           (height_of(app, ui, size) > 0.6f * room.h || width_of(app, ui, size) > room.w))
        size--;
    return size;
}

// At the right of the caption, or below the formula where there is no room beside it.
void vl_figures_layout(vl_app *app, const vl_ui *ui, vl_rect stage)
{
    vl_layout *l = &app->layout;
    if (app->session.lane_count < 2 || vl_app_has_panes(app))
        return;
    vl_type_size size = type_for(app, ui, stage);
    float text_end = fmaxf(l->caption.x + l->caption.w, l->formula.x + l->formula.w);
    float room = stage.x + stage.w - text_end - vl_points(ui, VL_GAP);
    l->figures_bare = width_of(app, ui, size) > room;
    float width = width_of(app, ui, size), height = height_of(app, ui, size);
    vl_rect card = {stage.x + stage.w - width, stage.y, width, height};
    if (width > room)
        card.y = fmaxf(l->formula.y + l->formula.h, l->mark.y + l->mark.h) + vl_points(ui, VL_GAP);
    if (card.x < stage.x || card.y + card.h > stage.y + stage.h)
        return;
    l->figures = card;
    l->figures_type = size;
    vl_layout_cover(l, card);
}

// The quantity with the full bar.
static double largest_of(const vl_app *app)
{
    double largest = chosen_quantity(app)->least;
    for (int i = 0; i < app->session.lane_count; i++) {
        double size = fabs(chosen_quantity(app)->of(&app->lane_readouts[i]));
        largest = isfinite(size) ? fmax(largest, size) : largest;
    }
    return largest;
}

static void draw_bar(const vl_app *app, const vl_ui *ui, int lane, vl_rect rect)
{
    double size = fabs(chosen_quantity(app)->of(&app->lane_readouts[lane]));
    double largest = largest_of(app);
    float part = isnan(size) ? 0 : (float)fmin(size / largest, 1);
    float height = 0.5f * rect.h;
    vl_rect bar = {rect.x, rect.y + 0.25f * rect.h, fmaxf(part * rect.w, vl_points(ui, 2)), height};
    vl_draw_rect(ui->list, bar, vl_app_lane_style(app, lane).colour);
}

static void draw_row(const vl_app *app, const vl_ui *ui, int lane, vl_rect row)
{
    char label[VL_LANE_LABEL], text[VL_QUANTITY_SIZE];
    vl_type_size size = app->layout.figures_type;
    vl_type_size small = size < VL_TYPE_MEDIUM ? size : VL_TYPE_MEDIUM;
    bool lost = vl_session_lane_world(&app->session, lane)->now.diverged;
    vl_session_lane_label(&app->session, lane, label);
    write_figure(app, lane, text);
    vl_rect name = vl_rect_cut_left(&row, label_width(app, ui));
    vl_rect_cut_left(&row, vl_points(ui, pad));
    vl_line_style style = vl_app_lane_style(app, lane);
    if (app->layout.figures_bare)
        vl_draw_mark(ui->list, name.x + name.w / 2, name.y + name.h / 2, name.w / 2, &style);
    else
        vl_ui_text(ui, name, small, ui->theme->text, VL_ALIGN_LEFT, label);
    draw_bar(app, ui, lane, vl_rect_cut_left(&row, vl_points(ui, bar_width)));
    vl_ui_text(ui, row, lost ? small : size, ui->theme->text, VL_ALIGN_RIGHT,
               lost ? "diverged" : text);
}

// A pane has the name and the figure of its lane at its top.
static void draw_title(const vl_app *app, const vl_ui *ui, int lane)
{
    char label[VL_LANE_LABEL], text[VL_QUANTITY_SIZE];
    vl_rect title = vl_rect_inset(vl_app_pane(app, lane), vl_points(ui, pad));
    title.h = ui->metrics->height[VL_TYPE_LARGE];
    vl_session_lane_label(&app->session, lane, label);
    write_figure(app, lane, text);
    vl_rect back = vl_rect_inset(title, -vl_points(ui, pad / 2));
    vl_draw_round_rect(ui->list, back, vl_points(ui, 6),
                       vl_colour_fade(ui->theme->background, 0.8f));
    vl_line_style style = vl_app_lane_style(app, lane);
    vl_rect mark = vl_rect_cut_left(&title, vl_points(ui, 2 * mark_width));
    vl_draw_mark(ui->list, mark.x + mark.w / 3, mark.y + mark.h / 2, vl_points(ui, mark_width / 2),
                 &style);
    vl_rect figure = vl_rect_cut_right(&title, figure_width(app, ui, VL_TYPE_LARGE));
    vl_ui_text(ui, title, VL_TYPE_MEDIUM, ui->theme->text, VL_ALIGN_LEFT, label);
    vl_ui_text(ui, figure, VL_TYPE_LARGE, ui->theme->text, VL_ALIGN_RIGHT, text);
}

// A click shows the next quantity.
void vl_figures_draw(vl_app *app, const vl_ui *ui)
{
    vl_rect card = app->layout.figures;
    for (int i = 0; i < app->session.lane_count && vl_app_has_panes(app); i++)
        draw_title(app, ui, i);
    if (card.w <= 0)
        return;
    bool clicked = vl_ui_control(ui, card).clicked;
    vl_draw_round_rect(ui->list, card, vl_points(ui, 10),
                       vl_colour_fade(ui->theme->background, 0.96f));
    vl_draw_round_frame(ui->list, card, vl_points(ui, 10), vl_hair(ui), ui->theme->panel_edge);
    vl_rect left = vl_rect_inset(card, vl_points(ui, pad));
    vl_rect head = vl_rect_cut_top(&left, ui->metrics->height[VL_TYPE_READING]);
    vl_ui_text(ui, head, VL_TYPE_READING, ui->theme->text_dim, VL_ALIGN_LEFT,
               chosen_quantity(app)->name);
    float height = ui->metrics->height[app->layout.figures_type];
    for (int i = 0; i < app->session.lane_count; i++)
        draw_row(app, ui, i, vl_rect_cut_top(&left, height));
    app->compared += clicked;
}
