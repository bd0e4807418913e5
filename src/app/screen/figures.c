// The figures that the lanes are compared by: a bar and one large figure for each.

#include "app/screen/parts.h"

#include "app/stage/stage.h"
#include "app/state/explain.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// Points: the bars, the widest label, the gaps.
static const float bar_width = 64, widest_label = 230, pad = 10, mark_width = 14;

// Of a name in a pane.
static const int most_lines = 3;

// Where the stage of the scene is lower, errors of places are told in mm.
static const double small_stage = 5; // m

static bool is_in_millimetres(const vl_app *app)
{
    const vl_scene_view *view = &app->session.scene->view;
    bool metres = strcmp(vl_session_unit_of_places(&app->session), "m") == 0;
    bool is_small = view->given && view->height < small_stage;
    bool position = app->compared % VL_QUANTITIES == VL_QUANTITY_POSITION;
    return position && metres && is_small && !app->session.playback.back;
}

// Places of dials are angles, and what a hand or damping does to the energy is no error. Where the
// lanes are back along the steps they made, all is said by how far each is from its start.
static vl_quantity chosen_quantity(const vl_app *app)
{
    if (app->session.playback.back)
        return (vl_quantity){.name = "distance from the start",
                             .unit = vl_session_unit_of_places(&app->session),
                             .least = 1e-12};
    int index = app->compared % VL_QUANTITIES;
    vl_quantity quantity = vl_quantities[index];
    if (index == VL_FIGURE_ENERGY)
        quantity.name = vl_session_energy_name(&app->session);
    if (index == VL_QUANTITY_POSITION)
        quantity.unit = vl_session_unit_of_places(&app->session);
    if (is_in_millimetres(app)) {
        quantity.unit = "mm";
        quantity.least *= 1e3;
    }
    return quantity;
}

// In the unit of the chosen quantity.
static double figure_of(const vl_app *app, int lane)
{
    if (app->session.playback.back)
        return app->session.lanes[lane].returned;
    double value = chosen_quantity(app).of(&app->lane_readouts[lane]);
    return is_in_millimetres(app) ? 1e3 * value : value;
}

static const char *write_figure(const vl_app *app, int lane, char text[VL_QUANTITY_SIZE])
{
    const vl_quantity quantity = chosen_quantity(app);
    if (app->session.playback.back) // of any size
        return vl_figure_unit(figure_of(app, lane), 2, quantity.unit, text);
    return vl_quantity_write(&quantity, figure_of(app, lane), text);
}

// The width does not change with the digits.
static float figure_width(const vl_app *app, const vl_ui *ui, vl_type_size size)
{
    char widest[64];
    snprintf(widest, sizeof widest, "−88.88 %s", chosen_quantity(app).unit);
    return vl_text_width(ui->metrics, size, widest);
}

// --- the place of the card ---

// From the one that is liked best.
enum { TOP_RIGHT, BELOW_RIGHT, BELOW_LEFT, BOTTOM_RIGHT, BOTTOM_LEFT, CORNERS };

static vl_type_size label_type(vl_type_size type)
{
    return type < VL_TYPE_MEDIUM ? type : VL_TYPE_MEDIUM;
}

// Where a name has no room the mark of the lane stands for it.
static float label_width(const vl_app *app, const vl_ui *ui, vl_type_size type, bool bare)
{
    float width = vl_points(ui, mark_width);
    if (bare)
        return width;
    char label[VL_LANE_LABEL];
    for (int i = 0; i < app->session.lane_count; i++) {
        vl_session_lane_label(&app->session, i, label);
        width = fmaxf(width, vl_text_width(ui->metrics, label_type(type), label));
    }
    return fminf(width + 1, vl_points(ui, widest_label));
}

static float text_end(const vl_layout *l)
{
    float end = fmaxf(l->formula.y + l->formula.h, l->mark.y + l->mark.h);
    return fmaxf(end, fmaxf(l->offers.y + l->offers.h, l->remark.y + l->remark.h));
}

static vl_rect card_of(const vl_app *app, const vl_ui *ui, const vl_card_place *place)
{
    const float *h = ui->metrics->height;
    vl_rect stage = place->stage, card = {stage.x, stage.y, 0, 0};
    float below = text_end(&app->layout) + vl_points(ui, VL_GAP);
    bool left = place->corner == BELOW_LEFT || place->corner == BOTTOM_LEFT;
    card.w = label_width(app, ui, place->type, place->bare) + figure_width(app, ui, place->type) +
             vl_points(ui, bar_width + 4 * pad);
    card.h = h[VL_TYPE_READING] + (float)app->session.lane_count * h[place->type] +
             vl_points(ui, 2 * pad);
    card.x = left ? stage.x : stage.x + stage.w - card.w;
    if (place->corner == BELOW_RIGHT || place->corner == BELOW_LEFT)
        card.y = fmaxf(below, stage.y);
    if (place->corner == BOTTOM_RIGHT || place->corner == BOTTOM_LEFT)
        card.y = stage.y + stage.h - card.h;
    return card;
}

// The part of the stage that it may cover. Without the rows of lanes and tools there is more of
// that.
static float largest_share(const vl_app *app, const vl_card_place *place)
{
    return place->type == VL_TYPE_SMALL ? 1.0f : app->projector ? 0.25f : 0.165f;
}

// It covers neither words nor buttons, and leaves a part of the stage free.
static bool has_room(const vl_app *app, vl_rect card, const vl_card_place *place)
{
    const vl_layout *l = &app->layout;
    const vl_rect words[] = {l->caption, l->formula, l->mark, l->offers, l->remark},
                  stage = place->stage;
    float highest = (place->type == VL_TYPE_SMALL ? 0.8f : 0.6f) * stage.h;
    float largest = largest_share(app, place);
    bool inside = card.x >= stage.x && card.y >= stage.y && card.x + card.w <= stage.x + stage.w &&
                  card.y + card.h <= stage.y + stage.h && card.h <= highest &&
                  card.w * card.h <= largest * stage.w * stage.h;
    for (size_t i = 0; i < sizeof words / sizeof *words && inside; i++)
        inside = !vl_rects_overlap(card, words[i]);
    return inside;
}

static vl_card_place place_now(const vl_app *app, vl_rect stage)
{
    return (vl_card_place){.known = true,
                           .generation = app->session.generation,
                           .lane_count = app->session.lane_count,
                           .compared = app->compared,
                           .stage = stage,
                           .view = app->view_moved ? 0 : app->camera.height};
}

static bool is_same_picture(const vl_card_place *a, const vl_card_place *b)
{
    bool same_view = a->view == b->view || b->view == 0;
    return a->known && a->generation == b->generation && a->lane_count == b->lane_count &&
           a->compared == b->compared && same_view && a->stage.x == b->stage.x &&
           a->stage.y == b->stage.y && a->stage.w == b->stage.w && a->stage.h == b->stage.h;
}

// Chooses the largest type, and then the corner, with which nothing of the scene is behind the
// card; or else that with the least behind it.
static vl_card_place choose_place(const vl_app *app, const vl_ui *ui, vl_rect stage)
{
    vl_card_place best = {.known = false}, place = place_now(app, stage);
    int least = INT_MAX;
    for (int k = 0; k < 2 * CORNERS * (VL_TYPE_FIGURE + 1) && least > 0; k++) {
        place.type = (vl_type_size)(VL_TYPE_FIGURE - k / (2 * CORNERS));
        place.bare = k / CORNERS % 2 == 1;
        place.corner = k % CORNERS;
        vl_rect card = card_of(app, ui, &place);
        int behind = has_room(app, card, &place) ? vl_stage_count_met(app, card) : INT_MAX;
        if (behind < least)
            best = place;
        least = behind < least ? behind : least;
    }
    return best;
}

static bool has_card(const vl_app *app)
{
    bool alone = app->session.lane_count < 2;
    bool nothing = alone && app->session.scene->view.figure == VL_FIGURE_AUTO;
    return !nothing && !vl_app_has_panes(app);
}

vl_rect vl_figures_place(const vl_app *app, const vl_ui *ui)
{
    vl_card_place place = {.known = false};
    if (has_card(app) && app->layout.roomy)
        place = choose_place(app, ui, app->layout.clear);
    return place.known ? card_of(app, ui, &place) : (vl_rect){0};
}

void vl_figures_layout(vl_app *app, const vl_ui *ui, vl_rect stage)
{
    vl_layout *l = &app->layout;
    vl_card_place *place = &app->card_place, now = place_now(app, stage);
    if (!has_card(app))
        return;
    if (!is_same_picture(place, &now) || !has_room(app, card_of(app, ui, place), place))
        *place = choose_place(app, ui, stage);
    if (!place->known)
        return;
    l->figures = card_of(app, ui, place);
    l->figures_type = place->type;
    l->figures_bare = place->bare;
    vl_layout_cover(l, l->figures);
}

// The quantity with the full bar.
static double largest_of(const vl_app *app)
{
    double largest = chosen_quantity(app).least;
    for (int i = 0; i < app->session.lane_count; i++) {
        double size = fabs(figure_of(app, i));
        bool lost = vl_session_lane_world(&app->session, i)->now.diverged;
        largest = isfinite(size) && !lost ? fmax(largest, size) : largest;
    }
    return largest;
}

static void draw_bar(const vl_app *app, const vl_ui *ui, int lane, vl_rect rect)
{
    double size = fabs(figure_of(app, lane));
    double largest = largest_of(app);
    float part = isnan(size) ? 0 : (float)fmin(size / largest, 1);
    float height = 0.5f * rect.h;
    if (app->session.lane_count < 2)
        return; // there is nothing to compare it with
    vl_rect bar = {rect.x, rect.y + 0.25f * rect.h, fmaxf(part * rect.w, vl_points(ui, 2)), height};
    vl_draw_rect(ui->list, bar, vl_app_lane_style(app, lane).colour);
}

// A text that is too wide is smaller: a figure without its exponent would be another number.
static void draw_fitting(const vl_ui *ui, vl_rect rect, vl_type_size largest, vl_align align,
                         const char *text)
{
    vl_type_size size = vl_ui_fitting(ui, largest, text, (int)strlen(text), rect.w);
    vl_ui_text(ui, rect, size, ui->theme->text, align, text);
}

static void draw_row(const vl_app *app, const vl_ui *ui, int lane, vl_rect row)
{
    char label[VL_LANE_LABEL], text[VL_QUANTITY_SIZE], remark[VL_LANE_REMARK];
    vl_type_size size = app->layout.figures_type;
    vl_type_size small = label_type(size);
    bool lost = vl_session_lane_world(&app->session, lane)->now.diverged;
    vl_session_lane_label(&app->session, lane, label);
    write_figure(app, lane, text);
    vl_rect name = vl_rect_cut_left(&row, label_width(app, ui, size, app->layout.figures_bare));
    vl_rect_cut_left(&row, vl_points(ui, pad));
    vl_line_style style = vl_app_lane_style(app, lane);
    if (app->layout.figures_bare)
        vl_draw_mark(ui->list, name.x + name.w / 2, name.y + name.h / 2, name.w / 2, &style);
    else
        draw_fitting(ui, name, small, VL_ALIGN_LEFT, label);
    if (lost) { // there is nothing to compare any more
        vl_ui_text(ui, row, small, ui->theme->text, VL_ALIGN_RIGHT,
                   vl_app_lane_remark(app, lane, remark));
        return;
    }
    draw_bar(app, ui, lane, vl_rect_cut_left(&row, vl_points(ui, bar_width)));
    draw_fitting(ui, row, size, VL_ALIGN_RIGHT, text);
}

static void draw_mark(const vl_app *app, const vl_ui *ui, int lane, vl_rect rect)
{
    vl_line_style style = vl_app_lane_style(app, lane);
    vl_draw_mark(ui->list, rect.x + rect.w / 3, rect.y + rect.h / 2, vl_points(ui, mark_width / 2),
                 &style);
}

// How all panes have name and figure of their lanes at their tops, alike: beside each other, or
// where there is no room the name above the figure, in the type that fits, or else in several
// lines.
typedef struct title_fashion {
    bool beside;
    vl_type_size name, figure;
    float name_height, height; // pixels, of the name above the figure, and of both
} title_fashion;

static float title_room(const vl_app *app, const vl_ui *ui)
{
    return vl_app_pane(app, 0).w - vl_points(ui, 2 * pad + 2 * mark_width);
}

static title_fashion fashion_of_titles(const vl_app *app, const vl_ui *ui)
{
    char label[VL_LANE_LABEL];
    title_fashion f = {.beside = true, .name = VL_TYPE_MEDIUM};
    float room = title_room(app, ui), figure = figure_width(app, ui, VL_TYPE_LARGE);
    for (int i = 0; i < app->session.lane_count; i++) {
        vl_session_lane_label(&app->session, i, label);
        float name = vl_text_width(ui->metrics, VL_TYPE_MEDIUM, label);
        vl_type_size fits = vl_ui_fitting(ui, VL_TYPE_MEDIUM, label, (int)strlen(label), room);
        f.beside = f.beside && name + figure + vl_points(ui, pad) <= room;
        f.name = fits < f.name ? fits : f.name;
    }
    f.figure = f.beside || app->projector ? VL_TYPE_LARGE : VL_TYPE_MEDIUM;
    for (int i = 0; i < app->session.lane_count && !f.beside; i++) {
        vl_session_lane_label(&app->session, i, label);
        f.name_height =
            fmaxf(f.name_height, vl_ui_block_height(ui, f.name, label, room, most_lines));
    }
    f.height = f.name_height + ui->metrics->height[f.figure];
    return f;
}

float vl_titles_height(const vl_app *app, const vl_ui *ui)
{
    float height = fashion_of_titles(app, ui).height + vl_points(ui, 1.5f * pad);
    return fminf(height, 0.4f * vl_app_pane(app, 0).h);
}

static void draw_title(const vl_app *app, const vl_ui *ui, int lane, const title_fashion *f)
{
    char label[VL_LANE_LABEL], text[VL_QUANTITY_SIZE], remark[VL_LANE_REMARK];
    bool lost = vl_session_lane_world(&app->session, lane)->now.diverged;
    vl_rect title = vl_rect_inset(vl_app_pane(app, lane), vl_points(ui, pad));
    vl_session_lane_label(&app->session, lane, label);
    write_figure(app, lane, text);
    title.h = f->height;
    vl_draw_round_rect(ui->list, vl_rect_inset(title, -vl_points(ui, pad / 2)), vl_points(ui, 6),
                       vl_colour_fade(ui->theme->background, 0.8f));
    vl_rect below = vl_rect_cut_bottom(&title, ui->metrics->height[f->figure]);
    vl_rect upper = f->beside ? below : title;
    draw_mark(app, ui, lane, vl_rect_cut_left(&upper, vl_points(ui, 2 * mark_width)));
    vl_rect_cut_right(&upper, f->beside ? figure_width(app, ui, f->figure) : 0);
    if (f->beside)
        vl_ui_text(ui, upper, f->name, ui->theme->text, VL_ALIGN_LEFT, label);
    else
        vl_ui_block(ui, upper, f->name, ui->theme->text, label, most_lines);
    if (lost)
        vl_ui_text(ui, below, f->name, ui->theme->text, VL_ALIGN_RIGHT,
                   vl_app_lane_remark(app, lane, remark));
    else
        draw_fitting(ui, below, f->figure, VL_ALIGN_RIGHT, text);
}

static void draw_titles(const vl_app *app, const vl_ui *ui)
{
    const title_fashion f = fashion_of_titles(app, ui);
    for (int i = 0; i < app->session.lane_count; i++)
        draw_title(app, ui, i, &f);
}

float vl_heading_height(const vl_ui *ui)
{
    return ui->metrics->height[VL_TYPE_READING];
}

// What the figures in the panes are stands above them, where there is room. A click shows the next
// quantity.
static void draw_head(vl_app *app, const vl_ui *ui)
{
    const vl_layout *l = &app->layout;
    const char *name = chosen_quantity(app).name;
    float height = vl_heading_height(ui);
    float width = vl_text_width(ui->metrics, VL_TYPE_READING, name) + vl_points(ui, 2 * pad);
    vl_rect head = {l->stage.x + l->stage.w - width, l->stage.y - height, width, height};
    if (vl_rects_overlap(head, l->caption) || vl_rects_overlap(head, l->formula) ||
        vl_rects_overlap(head, l->mark))
        return;
    const vl_ui words = vl_explained(ui);
    app->compared += vl_ui_control(ui, head).clicked;
    vl_rect_cut_left(&head, vl_points(ui, pad));
    vl_ui_text(&words, head, VL_TYPE_READING, ui->theme->text_dim, VL_ALIGN_LEFT, name);
}

// A click shows the next quantity.
void vl_figures_draw(vl_app *app, const vl_ui *ui)
{
    vl_rect card = app->layout.figures;
    if (vl_app_has_panes(app)) {
        draw_head(app, ui);
        draw_titles(app, ui);
    }
    if (card.w <= 0)
        return;
    bool clicked = vl_ui_control(ui, card).clicked;
    vl_draw_round_rect(ui->list, card, vl_points(ui, 10),
                       vl_colour_fade(ui->theme->background, 0.96f));
    vl_draw_round_frame(ui->list, card, vl_points(ui, 10), vl_hair(ui), ui->theme->panel_edge);
    vl_rect left = vl_rect_inset(card, vl_points(ui, pad));
    vl_rect head = vl_rect_cut_top(&left, ui->metrics->height[VL_TYPE_READING]);
    const vl_ui words = vl_explained(ui);
    vl_ui_text(&words, head, VL_TYPE_READING, ui->theme->text_dim, VL_ALIGN_LEFT,
               chosen_quantity(app).name);
    float height = ui->metrics->height[app->layout.figures_type];
    for (int i = 0; i < app->session.lane_count; i++)
        draw_row(app, ui, i, vl_rect_cut_top(&left, height));
    app->compared += clicked;
}
