#include "ui/hint.h"

#include "ui/focus.h"
#include "ui/widgets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Whether a mouse is on the rectangle, or a finger is held on it.
static bool is_pointed_at(const vl_ui *ui, vl_rect rect)
{
    const vl_pointer *p = &ui->pointer;
    const vl_hint *hint = ui->hint;
    if (hint->held)
        return vl_rect_contains(rect, hint->x, hint->y);
    bool over = !p->away && !p->scrolls && vl_rect_contains(rect, p->x, p->y);
    bool began = vl_rect_contains(rect, p->press_x, p->press_y);
    bool seen = !ui->within || vl_rect_contains(ui->within->area, p->x, p->y);
    return over && seen && (p->touch ? p->down && began : !p->down);
}

// What a pointer asks for goes before what has the focus.
void vl_ui_hint(const vl_ui *ui, vl_rect rect, const char *title, const char *text)
{
    if (!ui->hint || !text)
        return;
    vl_hint_card *met = &ui->hint->met;
    bool pointed = is_pointed_at(ui, rect);
    if (met->pointed || (!pointed && !vl_focus_is_at(ui->focus, rect)))
        return;
    *met = (vl_hint_card){.at = rect, .pointed = pointed};
    snprintf(met->title, sizeof met->title, "%s", title ? title : "");
    snprintf(met->text, sizeof met->text, "%s", text);
}

// --- words in a text ---

static bool is_known(const vl_words *words, const vl_word *word)
{
    for (int i = 0; i < words->count; i++)
        if (words->words[i].meaning == word->meaning)
            return true;
    return false;
}

vl_words vl_words_of(const vl_ui *ui, const char *text)
{
    vl_words words = {0};
    vl_word word;
    for (int from = 0; ui->find && words.count < VL_MOST_WORDS && ui->find(text, from, &word);
         from = word.begin + word.length) {
        if (is_known(&words, &word))
            continue;
        words.at[words.count] = text + word.begin;
        words.words[words.count++] = word;
    }
    return words;
}

// Dots on the line below a word.
static void draw_dots(const vl_ui *ui, vl_rect word)
{
    float side = fmaxf(1, roundf(1.5f * ui->scale)), y = roundf(word.y + word.h - side);
    for (float x = roundf(word.x); x + side <= word.x + word.w; x += 2.5f * side)
        vl_draw_rect(ui->list, (vl_rect){x, y, side, side},
                     vl_colour_fade(ui->theme->text_dim, 0.7f));
}

static void explain(const vl_ui *ui, vl_rect rect, const vl_word *word)
{
    char text[VL_HINT_SIZE];
    vl_hint *hint = ui->hint;
    if (!hint)
        return;
    snprintf(text, sizeof text, "%s%s%s%s%s", word->meaning, word->formula ? "\n" : "",
             word->formula ? word->formula : "", word->source ? "\n" : "",
             word->source ? word->source : "");
    vl_ui_hint(ui, rect, word->title, text);
    if (hint->count < VL_MOST_HINTS)
        hint->words[hint->count++] = rect;
    if (vl_focus_is_at(ui->focus, rect))
        vl_focus_ring(ui, rect);
    if (ui->within)
        vl_focus_show(ui, rect, ui->within->area, ui->within->scroll);
}

void vl_words_mark(const vl_ui *ui, const vl_words *words, float x, float y, vl_type_size size,
                   const char *piece, int length)
{
    const vl_text_metrics *m = ui->metrics;
    for (int i = 0; i < words->count; i++) {
        const char *begin = words->at[i], *end = begin + words->words[i].length;
        begin = begin > piece ? begin : piece;
        end = end < piece + length ? end : piece + length;
        if (begin >= end)
            continue;
        float before = m->width(m->user, size, piece, (int)(begin - piece));
        vl_rect rect = {x + before, y, m->width(m->user, size, begin, (int)(end - begin)),
                        m->height[size]};
        draw_dots(ui, rect);
        explain(ui, rect, &words->words[i]);
    }
}
