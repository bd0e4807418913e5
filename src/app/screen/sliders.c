// The sliders of the scene: a name, a value that can be typed, and a track on which it is dragged:
// from nothing to twice what the scene begins with, of a velocity a quarter more (what is much
// faster leaves the stage), a number of at most 1 to all of it, and dt by factors.

#include "app/screen/parts.h"

// Points: of all in a column, and of each in a row with its words in one line.
static const float widest = 280, beside_large_figures = 256, track_height = 32, narrowest = 190;

// Each has its name above its value where they have no room in one line of a row.
vl_rect vl_sliders_layout(vl_app *app, const vl_ui *ui, vl_rect column)
{
    int count = app->session.scene->slider_count;
    bool row = app->layout.narrow;
    bool two = row && column.w < (float)count * vl_points(ui, narrowest);
    float words = (two ? 2.0f : 1.0f) * ui->metrics->height[VL_TYPE_READING];
    float each = words + vl_points(ui, track_height);
    float wide = app->shown.projector ? beside_large_figures : widest;
    vl_rect all = {column.x, column.y,
                   row ? column.w - ui->side : fminf(column.w, vl_points(ui, wide)),
                   (float)(row && count > 0 ? 1 : count) * each};
    bool alone = app->shown.projector && !row; // above the scale bar, without tools
    float bar = alone ? 2 * ui->metrics->height[VL_TYPE_SMALL] : 0;
    bool room = all.h + bar <= column.h / (app->pages.open ? 2.0f : 1.0f);
    room &= row || !app->layout.small; // the motion has none beside them and a card
    all = app->layout.low || !room || count == 0 ? (vl_rect){0} : all;
    vl_layout_cover(&app->layout, all);
    return all;
}

static double most_of(const vl_number *number, double begin)
{
    const vl_range *range = number->of.field.range;
    double most = (strcmp(number->of.field.key, "velocity") == 0 ? 1.25 : 2) * begin;
    return range && range->upper <= 1 ? range->upper : begin == 0 ? 1 : most;
}

// Which part of the track a value is.
static double part_of(const vl_number *number, double begin, double value)
{
    double part = number->kind == VL_NUMBER_STEP ? log(10 * value / begin) / log(40)
                                                 : value / most_of(number, begin);
    return fmin(fmax(part, 0), 1);
}

// Of three digits; near the value of the beginning it is that, and what must not be 0 begins at a
// hundredth.
static void set_part(vl_app *app, const vl_number *number, double begin, double part)
{
    char text[VL_TYPING_SIZE];
    bool same = fabs(part - part_of(number, begin, begin)) < 0.015;
    const vl_field *field = &number->of.field;
    bool step = number->kind == VL_NUMBER_STEP, whole = !step && field->type == &vl_type_integer;
    double least = !step && field->range && field->range->lower > 0 ? 0.01 : 0;
    double value = step ? begin / 10 * pow(40, part) : fmax(part, least) * most_of(number, begin);
    value = whole ? fmax(round(value), field->range->lower) : value;
    snprintf(text, sizeof text, "%.*g", same ? 17 : 3, same ? begin : value);
    vl_typing_scrub(app, number, text);
}

// Whoever holds the knob moves it, and no other one, wherever the tracks go meanwhile.
static void draw_track(vl_app *app, const vl_ui *ui, vl_rect track, const vl_number *number,
                       double begin)
{
    vl_typing *typing = &app->typing;
    float wanted;
    double value = vl_session_number(&app->session, number);
    bool mine = typing->scrubs && vl_same_number(&typing->number, number);
    vl_ui hands = *ui;
    hands.pointer.away |= typing->scrubs && !mine;
    float now = (float)part_of(number, begin, value), mark = (float)part_of(number, begin, begin);
    float grabbed = mine ? (float)part_of(number, begin, typing->from) : now;
    bool held = mine;
    bool moved = vl_ui_slider(&hands, track, now, mark, grabbed, &held, &wanted);
    if (moved && !mine)
        vl_typing_begin(app, number);
    if (moved && fabsf(wanted - now) > 1e-4f)
        set_part(app, number, begin, (double)wanted);
    if (moved || mine)
        typing->scrubs = typing->drawn = held;
}

void vl_sliders_draw(vl_app *app, const vl_ui *ui)
{
    vl_rect left = app->layout.sliders;
    int count = left.h > 0 ? app->session.scene->slider_count : 0;
    bool row = app->layout.narrow;
    float gap = row ? vl_points(ui, 2 * VL_GAP) : 0;
    left.w += gap;
    float each = (row ? left.w : left.h) / fmaxf((float)count, 1);
    const float words_height = (row ? left.h : each) - vl_points(ui, track_height);
    bool two = words_height > 1.5f * ui->metrics->height[VL_TYPE_READING]; // lines
    for (int i = 0; i < count; i++) {
        char name[VL_NUMBER_NAME], text[VL_TYPING_SIZE];
        const vl_number number = vl_session_slider(&app->session, i);
        vl_rect track = row ? vl_rect_cut_left(&left, each) : vl_rect_cut_top(&left, each);
        vl_rect_cut_right(&track, gap);
        vl_rect words = vl_rect_cut_top(&track, words_height);
        draw_track(app, ui, track, &number, app->session.scene->slider_begins[i]);
        bool slides = app->typing.scrubs && vl_same_number(&app->typing.number, &number);
        if (!slides && vl_number_field(app, ui, words, &number))
            continue;
        double now = vl_session_number(&app->session, &number);
        int digits = fabs(now) < 9999.5 ? 4 : 6; // which tell what a slider does
        const char *value =
            isnan(now) ? "varies" : vl_number_write(&app->session, &number, digits, text);
        vl_ui_hint(ui, words, NULL, vl_number_meaning(&number));
        vl_rect above = two ? vl_rect_cut_top(&words, words.h / 2) : words;
        vl_ui_text(ui, words, VL_TYPE_READING, ui->theme->text,
                   two ? VL_ALIGN_LEFT : VL_ALIGN_RIGHT, value);
        vl_ui_text(ui, above, VL_TYPE_READING, ui->theme->text_dim, VL_ALIGN_LEFT,
                   vl_number_name(&number, name));
    }
}
