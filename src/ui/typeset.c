#include "ui/typeset.h"

#include "base/quantity.h"

static const char ELLIPSIS[] = "…";

// --- the lines of a text ---

// Returns the end of the character that begins at a byte before `length`.
static int character_end(const char *text, int begin, int length)
{
    do
        begin++;
    while (begin < length && vl_utf8_continues(text[begin]));
    return begin;
}

// Returns the bytes of the longest prefix of whole characters that is at most `width` wide.
static int longest_fit(const vl_text_metrics *metrics, vl_type_size size, const char *text,
                       int length, float width)
{
    int fits = 0;
    for (int next; fits < length; fits = next) {
        next = character_end(text, fits, length);
        if (vl_part_width(metrics, size, text, next) > width)
            break;
    }
    return fits;
}

static int without_end_spaces(const char *text, int length)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return length;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

// Whether a word is a unit, before punctuation.
static bool is_unit(const char *word, int length)
{
    while (length > 0 && strchr(".,;:!?)", word[length - 1]))
        length--;
    char text[32]; // more than any
    snprintf(text, sizeof text, "%.*s", length, word);
    return vl_is_unit(text);
}

static int word_end(const char *text, int begin)
{
    return begin + (int)strcspn(text + begin, " \n");
}

// Whether a word ends with a digit: a number.
static bool is_number(const char *text, int begin, int end)
{
    return end > begin && text[end - 1] >= '0' && text[end - 1] <= '9';
}

// Whether the words from `begin` to `end` and from `next` on stay on one line: around "×" and "=",
// in a product such as "½ g dt²", and a number with its unit. `measured`: there was a number before
// the units so far.
static bool belong_together(const char *text, int begin, int end, int next, bool measured)
{
    const char *word = text + begin, *after = text + next;
    bool sign = begins(word, "× ") || begins(after, "× ") || begins(word, "= ") ||
                begins(after, "= ") || begins(word, "½ ") || begins(after, "dt");
    bool value = measured || is_number(text, begin, end);
    return sign || (value && is_unit(after, word_end(text, next) - next));
}

// Returns the end of the next piece after `from` that stays on one line: a word, or words that
// belong together, such as "1 × 16" or "0.5 kg m²".
static int next_piece(const char *text, int from)
{
    int begin = from + (int)strspn(text + from, " "), end = word_end(text, begin);
    bool measured = false;
    while (text[end] == ' ' && belong_together(text, begin, end, end + 1, measured)) {
        measured = measured || is_number(text, begin, end);
        begin = end + 1;
        end = word_end(text, begin);
    }
    return end;
}

// Returns the bytes of the first line of `text`.
static int first_line(const vl_text_metrics *metrics, vl_type_size size, const char *text,
                      float width)
{
    int paragraph = (int)strcspn(text, "\n"), end = 0;
    while (end < paragraph) {
        int next = next_piece(text, end);
        if (vl_part_width(metrics, size, text, next) > width)
            break;
        end = next;
    }
    if (end > 0 || paragraph == 0)
        return end;

    int fits = longest_fit(metrics, size, text, (int)strcspn(text, " \n"), width);
    for (int part = fits; part > 1; part--) // a path is broken behind a folder
        if (text[part - 1] == '/')
            return part;
    // where not even one character fits it is taken, so that the loop ends
    return fits > 0 ? fits : character_end(text, 0, paragraph);
}

int vl_wrap(const vl_text_metrics *metrics, vl_type_size size, const char *text, float width,
            vl_line *lines, int most)
{
    int count = 0;
    while (*text && count < most) {
        int length = first_line(metrics, size, text, width);
        lines[count++] = (vl_line){text, without_end_spaces(text, length), false};
        text += length;
        text += strspn(text, " ");
        if (*text == '\n')
            text++;
    }
    if (*text && count > 0) {
        vl_line *last = &lines[count - 1];
        float room = width - vl_text_width(metrics, size, ELLIPSIS);
        last->length = longest_fit(metrics, size, last->start, last->length, room);
        last->length = without_end_spaces(last->start, last->length);
        last->ellipsis = true;
    }
    return count;
}

// --- hints --------------------------------------------------------------------------------------

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

enum { MOST_WORDS = 24 };

// Those that are explained: each term where it stands first.
typedef struct words {
    int count;
    const char *at[MOST_WORDS]; // they point into the text
    vl_word words[MOST_WORDS];
} words;

// Finds them, with the finder of the ui; without one there are none.
static words words_of(const vl_ui *ui, const char *text)
{
    words found = {0};
    vl_word word;
    for (int from = 0;
         ui->find && found.count < MOST_WORDS && ui->find(text, from, ui->formula, &word);
         from = word.begin + word.length) {
        bool known = false;
        for (int i = 0; i < found.count; i++)
            known = known || found.words[i].meaning == word.meaning;
        if (known)
            continue;
        found.at[found.count] = text + word.begin;
        found.words[found.count++] = word;
    }
    return found;
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

// Marks and explains what of them stands in a piece of the text of `length` bytes, one line that is
// drawn from (x, y), pixels.
static void mark_words(const vl_ui *ui, const words *found, float x, float y, vl_type_size size,
                       const char *piece, int length)
{
    const vl_text_metrics *m = ui->metrics;
    for (int i = 0; i < found->count; i++) {
        const char *begin = found->at[i], *end = begin + found->words[i].length;
        begin = begin > piece ? begin : piece;
        end = end < piece + length ? end : piece + length;
        if (begin >= end)
            continue;
        float before = vl_part_width(m, size, piece, (int)(begin - piece));
        vl_rect rect = {x + before, y, vl_part_width(m, size, begin, (int)(end - begin)),
                        m->height[size]};
        float hair = vl_hair(ui);
        vl_draw_rect(ui->list, (vl_rect){rect.x, roundf(rect.y + rect.h - hair), rect.w, hair},
                     vl_colour_fade(ui->theme->text_dim, 0.4f));
        explain(ui, rect, &found->words[i]);
    }
}

// --- key caps -----------------------------------------------------------------------------------

static float key_width(const vl_ui *ui, const char *key, int length)
{
    float text = vl_part_width(ui->metrics, VL_TYPE_SMALL, key, length);
    return fmaxf(text + vl_points(ui, 12), 1.15f * ui->metrics->height[VL_TYPE_SMALL]);
}

// Draws a key cap of `height` lines in the middle of the rectangle.
static void draw_key(const vl_ui *ui, vl_rect rect, float height, const char *key, int length,
                     vl_colour colour)
{
    const vl_theme *theme = ui->theme;
    float radius = vl_points(ui, 4), edge = fmaxf(1, floorf(ui->scale));
    height = roundf(height * ui->metrics->height[VL_TYPE_SMALL]);
    rect =
        (vl_rect){roundf(rect.x), roundf(rect.y + (rect.h - height) / 2), roundf(rect.w), height};
    vl_draw_round_rect(ui->list, rect, radius, theme->key_cap_edge);
    vl_rect face = {rect.x + edge, rect.y + edge, rect.w - 2 * edge, rect.h - 3 * edge};
    vl_draw_round_rect(ui->list, face, radius - edge, colour);
    float width = vl_part_width(ui->metrics, VL_TYPE_SMALL, key, length);
    float y = face.y + (face.h - ui->metrics->height[VL_TYPE_SMALL]) / 2;
    vl_draw_text_part(ui->list, rect.x + (rect.w - width) / 2, y, VL_TYPE_SMALL, theme->text, key,
                      length);
}

float vl_ui_keys(const vl_ui *ui, const vl_rect *rect, const char *keys)
{
    float gap = vl_points(ui, 4), x = 0;
    while (*(keys += strspn(keys, " "))) {
        int length = (int)strcspn(keys, " ");
        float width = key_width(ui, keys, length);
        if (rect)
            draw_key(ui, (vl_rect){rect->x + x, rect->y, width, rect->h}, 1.2f, keys, length,
                     ui->theme->key_cap);
        x += width + gap;
        keys += length;
    }
    return x > 0 ? x - gap : 0;
}

// --- lines and blocks ---------------------------------------------------------------------------

// A piece of a line: letters, or in prose a key cap.
typedef struct vl_piece {
    const char *start;
    int length;
    bool key;
} vl_piece;

// Returns the piece of prose at `text`, before `end`, and moves `*next` behind it. Backticks around
// what is no key are left out.
static vl_piece piece_at(const vl_prose *prose, const char *text, const char *end,
                         const char **next)
{
    int span = *text == '`' ? (int)strcspn(text + 1, "`\n") : 0; // between two backticks
    if (span > 0 && text + span + 1 < end && prose->is_key(text + 1, span)) {
        *next = text + span + 2;
        return (vl_piece){text + 1, span, true};
    }
    const char *start = text + (*text == '`');
    int length = (int)strcspn(start, "`");
    length = start + length < end ? length : (int)(end - start);
    *next = start + length;
    return (vl_piece){start, length, false};
}

static float piece_width(const vl_ui *ui, vl_type_size size, const vl_piece *piece)
{
    return piece->key ? key_width(ui, piece->start, piece->length)
                      : vl_part_width(ui->metrics, size, piece->start, piece->length);
}

static float prose_width(void *user, vl_type_size size, const char *text, int length)
{
    const vl_ui *ui = user;
    float width = 0;
    for (const char *end = text + length; text < end;) {
        const vl_piece piece = piece_at(ui->within, text, end, &text);
        width += piece_width(ui, size, &piece);
    }
    return width;
}

// The lines of what is scrolled are equally far from one another, whether they have keys or not.
vl_text_metrics vl_ui_metrics(const vl_ui *ui, const char *text)
{
    vl_text_metrics metrics = *ui->metrics;
    if (!ui->within || !(ui->within->scroll || strchr(text, '`')))
        return metrics;
    metrics.user = (void *)ui;
    metrics.width = prose_width;
    // so far from one another that a finger finds each key cap
    for (int i = 0; i < VL_TYPE_COUNT; i++)
        metrics.height[i] = roundf(fmaxf(1.25f * metrics.height[i], vl_points(ui, VL_KEY_TARGET)));
    return metrics;
}

static void draw_piece(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour,
                       const vl_piece *piece, const words *found)
{
    if (!piece->key) {
        float y = rect.y + (rect.h - ui->metrics->height[size]) / 2;
        mark_words(ui, found, rect.x, y, size, piece->start, piece->length);
        vl_draw_text_part(ui->list, rect.x, y, size, colour, piece->start, piece->length);
        return;
    }
    vl_touch touch = vl_ui_control_within(ui, rect, ui->within->area, ui->within->scroll);
    draw_key(ui, rect, 1.35f, piece->start, piece->length,
             touch.held    ? ui->theme->button_pressed
             : touch.hover ? ui->theme->button_hover
                           : ui->theme->key_cap);
    if (touch.clicked)
        snprintf(ui->within->pressed, sizeof ui->within->pressed, "%.*s", piece->length,
                 piece->start);
}

static void draw_line(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour,
                      const vl_line *line, const words *found)
{
    const char *text = line->start, *end = text + line->length;
    while (text < end) {
        const vl_piece whole = {text, line->length, false};
        const vl_piece piece = ui->within ? piece_at(ui->within, text, end, &text) : whole;
        rect.w = piece_width(ui, size, &piece);
        draw_piece(ui, rect, size, colour, &piece, found);
        rect.x += rect.w;
        text = ui->within ? text : end;
    }
    if (line->ellipsis)
        vl_draw_text(ui->list, rect.x, rect.y, size, colour, ELLIPSIS);
}

void vl_ui_text(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour, vl_align align,
                const char *text)
{
    vl_line line = {text, (int)strlen(text), false};
    const vl_text_metrics metrics = vl_ui_metrics(ui, text);
    float width = vl_part_width(&metrics, size, text, line.length);
    if (width > rect.w) {
        float dots = vl_text_width(&metrics, size, ELLIPSIS);
        if (dots > rect.w)
            return;
        line.length = longest_fit(&metrics, size, text, line.length, rect.w - dots);
        line.ellipsis = true;
        width = rect.w;
    }
    static const float shares[] = {0, 0.5f, 1};
    const words found = words_of(ui, text);
    rect.x += shares[align] * (rect.w - width);
    rect.y += (rect.h - ui->metrics->height[size]) / 2;
    rect.h = ui->metrics->height[size];
    draw_line(ui, rect, size, colour, &line, &found);
}

void vl_ui_print(const vl_ui *ui, vl_rect rect, vl_align align, const char *format, ...)
{
    char text[256];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, align, text);
}

vl_type_size vl_ui_fitting(const vl_ui *ui, vl_type_size largest, const char *text, int length,
                           float width)
{
    vl_type_size size = largest;
    while (size > VL_TYPE_SMALL && vl_part_width(ui->metrics, size, text, length) > width)
        size = size == VL_TYPE_TITLE  ? VL_TYPE_NAME
               : size == VL_TYPE_NAME ? VL_TYPE_MEDIUM
                                      : size - 1;
    return size;
}

float vl_ui_block_height(const vl_ui *ui, vl_type_size size, const char *text, float width,
                         int most)
{
    vl_line lines[VL_MOST_LINES];
    const vl_text_metrics metrics = vl_ui_metrics(ui, text);
    int count = vl_wrap(&metrics, size, text, width, lines, most);
    return (float)count * metrics.height[size];
}

float vl_ui_block(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour,
                  const char *text, int most)
{
    // Tolerates half a pixel, so that rounding never removes a line from a height measured before.
    const vl_text_metrics metrics = vl_ui_metrics(ui, text);
    float height = metrics.height[size];
    int room = (int)((rect.h + 0.5f) / height);
    most = most < room ? most : room;

    vl_line lines[VL_MOST_LINES];
    int count = vl_wrap(&metrics, size, text, rect.w, lines, most);
    const words found = words_of(ui, text);
    for (int i = 0; i < count; i++)
        draw_line(ui, (vl_rect){rect.x, rect.y + (float)i * height, rect.w, height}, size, colour,
                  &lines[i], &found);
    return (float)count * height;
}

void vl_ui_readout(const vl_ui *ui, vl_rect rect, const char *label, const char *value,
                   vl_colour colour)
{
    float width = fminf(vl_text_width(ui->metrics, VL_TYPE_SMALL, value), rect.w);
    vl_rect right = vl_rect_cut_right(&rect, width);
    const vl_ui plain = vl_ui_unexplained(ui);
    vl_rect_cut_right(&rect, vl_points(ui, VL_READOUT_GAP));
    vl_ui_text(&plain, right, VL_TYPE_SMALL, colour, VL_ALIGN_RIGHT, value);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, label);
}

// --- the card of a hint -------------------------------------------------------------------------

// s; points.
static const float least_rest = 0.5f, widest = 280, pad = 10, apart = 8;

// Returns the height of the card at a width, pixels.
static float height_at(const vl_ui *ui, vl_type_size type, const vl_hint_card *card, float width)
{
    float side = vl_points(ui, pad), inside = width - 2 * side;
    float title = *card->title ? ui->metrics->height[type] : 0;
    return 2 * side + title + vl_ui_block_height(ui, type, card->text, inside, VL_MOST_LINES);
}

// Beside the list in which it is explained, of a button above the line that is beside it, else
// below what it explains, or above it where there is no room, or where a hand is below. It never
// leaves the window. What is too high becomes small, and then as wide as the window; where it is
// too high for either place it lies over the word. Returns the type.
static vl_type_size place(const vl_ui *ui, const vl_hint_card *card, vl_rect window,
                          const vl_rect *lists, int count, vl_rect *box)
{
    float gap = vl_points(ui, apart), from = card->at.y + card->at.h + gap;
    float above = card->at.y - window.y - gap, below = window.y + window.h - from;
    float most = window.w - 2 * gap, room = fmaxf(above, below);
    float text = vl_text_width(ui->metrics, VL_TYPE_READING, card->text) + vl_points(ui, 2 * pad);
    box->w = fminf(vl_points(ui, widest), *card->title ? most : fminf(most, text + 1));
    bool fits = height_at(ui, VL_TYPE_READING, card, box->w) <= room;
    vl_type_size type = fits ? VL_TYPE_READING : VL_TYPE_SMALL;
    for (int i = 0; i < count; i++) {
        vl_rect list = lists[i];
        float left = list.x - window.x - 2 * gap, right = most - left - list.w - 2 * gap;
        if (!vl_rect_contains(list, card->at.x, card->at.y + card->at.h / 2) ||
            fmaxf(left, right) < box->w)
            continue;
        box->h = height_at(ui, type, card, box->w);
        box->x = left >= right ? list.x - gap - box->w : list.x + list.w + gap;
        float y = *card->title ? card->at.y : card->at.y + card->at.h - 2 * gap - box->h;
        box->y = fmaxf(window.y, fminf(y, window.y + window.h - gap - box->h));
        return type;
    }
    if (height_at(ui, type, card, box->w) > room)
        box->w = most;
    box->h = height_at(ui, type, card, box->w);
    bool finger = card->pointed && (ui->pointer.touch || ui->hint->held);
    bool is_above = box->h <= above && (finger || box->h > below);
    float y = is_above ? card->at.y - gap - box->h : from;
    box->x = fminf(fmaxf(card->at.x, window.x + gap), window.x + window.w - box->w - gap);
    box->y = fmaxf(window.y, fminf(y, window.y + window.h - box->h));
    return type;
}

// Counts how long the same thing was asked for, without a press since it was met. After a press a
// mouse moves before anything is explained: what a click opened below it is no question.
static void follow(const vl_ui *ui)
{
    vl_hint *hint = ui->hint;
    const vl_hint_card *old = &hint->card, *met = &hint->met;
    bool same = met->at.w > 0 && fabsf(old->at.x - met->at.x) < 1 &&
                fabsf(old->at.y - met->at.y) < 1 && strcmp(old->text, met->text) == 0;
    bool pressed = ui->pointer.away || (ui->pointer.down && !ui->pointer.touch);
    const vl_pointer *p = &ui->pointer;
    bool still = !p->touch && !hint->held && p->x == p->press_x && p->y == p->press_y;
    float from = still ? fminf(hint->rested, 0) : 0;
    hint->rested = pressed ? -HUGE_VALF : same ? hint->rested + ui->elapsed : from;
    hint->card = pressed && old->pointed ? *old : *met;
    hint->met = (vl_hint_card){0};
    for (int i = 0; i < hint->count; i++)
        vl_focus_add(ui->focus, hint->words[i]);
}

static void draw_card(const vl_ui *ui, const vl_hint_card *card, vl_type_size type, vl_rect box)
{
    const vl_theme *theme = ui->theme;
    vl_ui_box(ui, box, 8, theme->note, theme->note_edge);
    vl_rect inside = vl_rect_inset(box, vl_points(ui, pad));
    if (*card->title) {
        vl_rect head = vl_rect_cut_top(&inside, ui->metrics->height[type]);
        vl_ui_text(ui, head, type, theme->accent, VL_ALIGN_LEFT, card->title);
    }
    vl_ui_block(ui, inside, type, theme->note_text, card->text, VL_MOST_LINES);
}

// What has the focus is explained at once.
void vl_hint_draw(const vl_ui *ui, vl_rect window, const vl_rect *lists, int count)
{
    vl_hint *hint = ui->hint;
    const vl_hint_card *card = &hint->card;
    follow(ui);
    hint->box = (vl_rect){0};
    if (card->at.w <= 0 || (hint->rested < least_rest && card->pointed))
        return;
    vl_type_size type = place(ui, card, window, lists, count, &hint->box);
    draw_card(ui, card, type, hint->box);
}
