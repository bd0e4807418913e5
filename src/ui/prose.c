// Running text in which key caps can be pressed.

#include "ui/hint.h"
#include "ui/widgets.h"

#include <math.h>
#include <string.h>

// The text while it is laid out; with `draw` it is drawn, too.
typedef struct vl_flow {
    const vl_ui *ui;
    vl_type_size size;
    vl_colour colour;
    const vl_prose *prose;
    vl_rect rect; // pixels; what is drawn begins at its upper left
    float line;   // pixels from line to line
    float x, y;   // of the next piece, from there
    bool draw;
    const vl_words *words; // that are explained
    const char *pressed;
} vl_flow;

// A piece of a word: a key cap, or letters.
typedef struct vl_piece {
    const char *start;
    int length;
    bool key;
} vl_piece;

// Returns the piece at `text`, which is no blank, and moves `*next` behind it. Backticks around
// what is no key are left out.
static vl_piece piece_at(const vl_prose *prose, const char *text, const char **next)
{
    int span = *text == '`' ? (int)strcspn(text + 1, "`\n") : 0; // between two backticks
    if (span > 0 && text[1 + span] == '`' && prose->is_key(text + 1, span)) {
        *next = text + span + 2;
        return (vl_piece){text + 1, span, true};
    }
    const char *start = text + (*text == '`');
    int length = (int)strcspn(start, " \n`");
    *next = start + length;
    return (vl_piece){start, length, false};
}

static float piece_width(const vl_flow *flow, const vl_piece *piece)
{
    const vl_text_metrics *m = flow->ui->metrics;
    return piece->key ? vl_ui_key_width(flow->ui, piece->start, piece->length)
                      : m->width(m->user, flow->size, piece->start, piece->length);
}

// Returns the width of the word at `text`, whose pieces stay on one line.
static float word_width(const vl_flow *flow, const char *text)
{
    float width = 0;
    while (*text && *text != ' ' && *text != '\n') {
        vl_piece piece = piece_at(flow->prose, text, &text);
        width += piece_width(flow, &piece);
    }
    return width;
}

static void draw_piece(vl_flow *flow, const vl_piece *piece, float width)
{
    const vl_ui *ui = flow->ui;
    const vl_prose *prose = flow->prose;
    float height = ui->metrics->height[flow->size];
    vl_rect rect = {flow->rect.x + flow->x, flow->rect.y + flow->y, width, flow->line};
    if (!piece->key) {
        vl_draw_text_part(ui->list, rect.x, rect.y + (flow->line - height) / 2, flow->size,
                          flow->colour, piece->start, piece->length);
        vl_words_mark(ui, flow->words, rect.x, rect.y + (flow->line - height) / 2, flow->size,
                      piece->start, piece->length);
        return;
    }
    vl_touch touch = vl_ui_control_within(ui, rect, prose->area, prose->scroll);
    vl_ui_key(ui, rect, piece->start, piece->length, touch);
    if (touch.clicked)
        flow->pressed = piece->start;
}

static void put_word(vl_flow *flow, const char **text)
{
    float width = word_width(flow, *text);
    if (flow->x > 0 && flow->x + width > flow->rect.w) {
        flow->x = 0;
        flow->y += flow->line;
    }
    while (**text && **text != ' ' && **text != '\n') {
        vl_piece piece = piece_at(flow->prose, *text, text);
        float part = piece_width(flow, &piece);
        if (flow->draw)
            draw_piece(flow, &piece, part);
        flow->x += part;
    }
}

// Returns the height of the text.
static float flow_through(vl_flow *flow, const char *text)
{
    const vl_text_metrics *m = flow->ui->metrics;
    float blank = m->width(m->user, flow->size, " ", 1);
    // so far from one another that a finger finds each key cap, and all equally far
    flow->line = roundf(fmaxf(1.25f * m->height[flow->size], vl_points(flow->ui, VL_KEY_TARGET)));
    while (*text) {
        if (*text == '\n') {
            flow->x = 0;
            flow->y += flow->line;
        } else if (*text == ' ') {
            flow->x += flow->x > 0 ? blank : 0;
        } else {
            put_word(flow, &text);
            continue;
        }
        text++;
    }
    return flow->y + flow->line;
}

float vl_ui_prose_height(const vl_ui *ui, vl_type_size size, const vl_prose *prose,
                         const char *text, float width)
{
    vl_flow flow = {.ui = ui, .size = size, .prose = prose, .rect = {.w = width}};
    return flow_through(&flow, text);
}

const char *vl_ui_prose(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour,
                        const vl_prose *prose, const char *text)
{
    vl_ui inside = *ui;
    inside.within = prose;
    const vl_words words = vl_words_of(ui, text);
    vl_flow flow = {&inside, size, colour, prose, rect, .draw = true, .words = &words};
    flow_through(&flow, text);
    return flow.pressed;
}
