// What is written on the stage at the upper left.

#include "app/screen/parts.h"

#include "app/state/explain.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

enum { SENTENCE_LINES = 5 };

// Points: the widest text, and the widest formula but for a projector; a narrower stage shows the
// formula without numbers.
static const float widest = 620, widest_formula = 460, narrowest_numbers = 1000;

// Of the height of text for reading: with less room beside the card the words are below it, or
// where the stage is lower than so many points there are none.
static const float narrowest = 16, lowest_below = 250;

// Returns the end of the first sentence.
static const char *sentence_end(const char *text)
{
    for (const char *c = text; *c; c++) {
        bool stop = strchr(".!?", *c) != NULL;
        const char *next = c + 1 + strspn(c + 1, " \n");
        if (stop && next > c + 1 && (isupper((unsigned char)*next) || !*next))
            return c + 1;
        if (*c == '\n' && c[1] == '\n')
            return c;
    }
    return text + strlen(text);
}

void vl_first_sentence(const char *notes, vl_text *text)
{
    const char *end = sentence_end(notes);
    vl_text_add(text, "%s", "");
    for (const char *c = notes; c < end; c++)
        vl_text_add_bytes(text, *c == '\n' ? " " : c, *c != '`'); // around keys
}

// What the scene says now: a caption, or the first sentence of the notes.
static void add_words(const vl_app *app, vl_text *text)
{
    const vl_scene_caption *caption = vl_session_caption(&app->session);
    if (caption)
        vl_text_add(text, "%s", caption->text);
    else
        vl_first_sentence(app->session.scene->notes, text);
}

// Returns the size of a text in a column of `width` pixels.
static vl_rect size_of(const vl_ui *ui, vl_type_size type, const char *text, float width)
{
    vl_line lines[SENTENCE_LINES];
    int count = vl_wrap(ui->metrics, type, text, width, lines, SENTENCE_LINES);
    vl_rect size = {.h = (float)count * ui->metrics->height[type]};
    for (int i = 0; i < count; i++)
        size.w = fmaxf(
            size.w, ui->metrics->width(ui->metrics->user, type, lines[i].start, lines[i].length));
    return size;
}

// What is below and beside does not move from one caption to the next, nor when somebody takes
// over, so there is room for the longest.
static vl_rect sentence_size(const vl_app *app, const vl_ui *ui, float width)
{
    const vl_scene *scene = app->session.scene;
    vl_text text = {0};
    vl_first_sentence(scene->notes, &text);
    vl_rect size = size_of(ui, VL_TYPE_MEDIUM, text.data, width);
    for (int i = 0; i < scene->caption_count; i++) {
        vl_rect other = size_of(ui, VL_TYPE_LARGE, scene->captions[i].text, width);
        size.w = fmaxf(size.w, other.w);
        size.h = fmaxf(size.h, other.h);
    }
    vl_text_free(&text);
    return size;
}

void vl_caption_layout(vl_app *app, const vl_ui *ui, vl_rect stage)
{
    vl_layout *l = &app->layout;
    float gap = vl_points(ui, VL_GAP / 2);
    float beside = l->figures.w > 0 ? l->figures.x - stage.x - VL_GAP : stage.w;
    bool numbers = stage.w >= vl_points(ui, narrowest_numbers) && !vl_app_has_panes(app) &&
                   !app->projector && !app->session.running;
    vl_rect left = {stage.x + gap, stage.y, beside - 2 * gap, stage.h};
    if (beside < narrowest * ui->metrics->height[VL_TYPE_READING]) {
        if (stage.h - l->figures.h < vl_points(ui, lowest_below))
            return;
        left.w = stage.w - 2 * gap;
        vl_rect_cut_top(&left, l->figures.h + gap);
    }
    left.w = fminf(left.w, vl_points(ui, widest));
    vl_rect sentence = sentence_size(app, ui, left.w);
    l->caption = vl_rect_cut_top(&left, sentence.h);
    l->caption.w = sentence.w + 1;
    vl_rect_cut_top(&left, gap);
    left.w = fminf(left.w, vl_points(ui, app->projector ? widest : widest_formula));
    l->formula = vl_rect_cut_top(&left, vl_formula_height(app, ui, left.w, numbers));
    l->formula.w = vl_formula_width(app, ui, left.w, numbers);
    vl_formula_cover(app, ui, l->formula);
    vl_rect_cut_top(&left, gap);
    float mark = vl_mistake_mark_height(app, ui);
    if (mark > 0 && left.h >= mark) {
        l->mark = vl_rect_cut_top(&left, mark);
        l->mark.w = vl_mistake_mark_width(app, ui, l->mark.w);
        vl_place_control(app, vl_command_of_key('q', false), l->mark);
        vl_layout_cover(l, l->mark);
    }
}

// A text is read over the grid, but not over cloth and links.
static void draw_back(const vl_ui *ui, vl_rect rect)
{
    vl_draw_round_rect(ui->list, vl_rect_inset(rect, -vl_points(ui, VL_GAP / 2)), vl_points(ui, 8),
                       vl_colour_fade(ui->theme->background, 0.8f));
}

void vl_caption_draw(vl_app *app, const vl_ui *ui)
{
    const vl_layout *l = &app->layout;
    if (l->formula.w <= 0)
        return;
    vl_text text = {0};
    draw_back(ui, l->caption);
    draw_back(ui, l->formula);
    add_words(app, &text);
    const vl_ui words = vl_explained(ui, false);
    vl_type_size type = vl_session_caption(&app->session) ? VL_TYPE_LARGE : VL_TYPE_MEDIUM;
    vl_ui_block(&words, l->caption, type, ui->theme->text, text.data, SENTENCE_LINES);
    vl_text_free(&text);
    vl_formula_draw(app, ui, l->formula);
    if (l->mark.w > 0)
        vl_mistake_mark_draw(app, ui, l->mark);
}
