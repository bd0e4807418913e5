// The card of a hint.

#include "ui/focus.h"
#include "ui/hint.h"
#include "ui/widgets.h"

#include <math.h>
#include <string.h>

// s; points.
static const float least_rest = 0.5f, widest = 420, pad = 10, apart = 8;

// Returns the height of the card at a width, pixels.
static float height_at(const vl_ui *ui, vl_type_size type, const vl_hint_card *card, float width)
{
    float side = vl_points(ui, pad), inside = width - 2 * side;
    float title = *card->title ? ui->metrics->height[type] : 0;
    return 2 * side + title + vl_ui_block_height(ui, type, card->text, inside, VL_MOST_LINES);
}

// Chooses the type and the size of the card. What is too high for `room` pixels becomes as wide as
// the window, and then small.
static vl_type_size choose_size(const vl_ui *ui, const vl_hint_card *card, float most, float room,
                                vl_rect *box)
{
    vl_type_size type = VL_TYPE_READING;
    box->w = fminf(vl_points(ui, widest), most);
    if (height_at(ui, type, card, box->w) > room)
        box->w = most;
    if (height_at(ui, type, card, box->w) > room)
        type = VL_TYPE_SMALL;
    box->h = height_at(ui, type, card, box->w);
    return type;
}

// Below what it explains, or above it where there is no room, or where a hand is below. It never
// leaves the window; where it is too high for either place it lies over the word. Returns the type.
static vl_type_size place(const vl_ui *ui, const vl_hint_card *card, vl_rect window, vl_rect *box)
{
    float gap = vl_points(ui, apart), from = card->at.y + card->at.h + gap;
    float above = card->at.y - window.y - gap, below = window.y + window.h - from;
    vl_type_size type = choose_size(ui, card, window.w - 2 * gap, fmaxf(above, below), box);
    bool finger = card->pointed && (ui->pointer.touch || ui->hint->held);
    bool is_above = box->h <= above && (finger || box->h > below);
    float y = is_above ? card->at.y - gap - box->h : from;
    box->x = fminf(fmaxf(card->at.x, window.x + gap), window.x + window.w - box->w - gap);
    box->y = fmaxf(window.y, fminf(y, window.y + window.h - box->h));
    return type;
}

void vl_hint_begin(vl_hint *hint)
{
    hint->count = 0;
}

// Counts how long the same thing was asked for.
static void follow(const vl_ui *ui)
{
    vl_hint *hint = ui->hint;
    const vl_hint_card *old = &hint->card, *met = &hint->met;
    bool same = met->at.w > 0 && fabsf(old->at.x - met->at.x) < 1 &&
                fabsf(old->at.y - met->at.y) < 1 && strcmp(old->text, met->text) == 0;
    hint->rested = same ? hint->rested + ui->elapsed : 0;
    hint->card = *met;
    hint->met = (vl_hint_card){0};
    for (int i = 0; i < hint->count; i++)
        vl_focus_add(ui->focus, hint->words[i]);
}

static void draw_card(const vl_ui *ui, const vl_hint_card *card, vl_type_size type, vl_rect box)
{
    const vl_theme *theme = ui->theme;
    float radius = vl_points(ui, 8);
    vl_draw_round_rect(ui->list, box, radius, theme->note);
    vl_draw_round_frame(ui->list, box, radius, vl_hair(ui), theme->note_edge);
    vl_rect inside = vl_rect_inset(box, vl_points(ui, pad));
    if (*card->title) {
        vl_rect head = vl_rect_cut_top(&inside, ui->metrics->height[type]);
        vl_ui_text(ui, head, type, theme->accent, VL_ALIGN_LEFT, card->title);
    }
    vl_ui_block(ui, inside, type, theme->note_text, card->text, VL_MOST_LINES);
}

// What has the focus is explained at once.
void vl_hint_draw(const vl_ui *ui, vl_rect window)
{
    vl_hint *hint = ui->hint;
    const vl_hint_card *card = &hint->card;
    follow(ui);
    hint->box = (vl_rect){0};
    if (card->at.w <= 0 || (hint->rested < least_rest && card->pointed))
        return;
    vl_type_size type = place(ui, card, window, &hint->box);
    draw_card(ui, card, type, hint->box);
}
