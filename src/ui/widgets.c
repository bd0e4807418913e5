#include "ui/widgets.h"

#include "ui/focus.h"
#include "ui/hint.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const char ELLIPSIS[] = "…";

vl_touch vl_ui_touch(const vl_ui *ui, vl_rect rect)
{
    const vl_pointer *p = &ui->pointer;
    if (p->away)
        return (vl_touch){0};

    bool over = vl_rect_contains(rect, p->x, p->y);
    bool began = vl_rect_contains(rect, p->press_x, p->press_y);
    return (vl_touch){
        .hover = over && !p->touch && (!p->down || began),
        .held = over && began && p->down,
        .clicked = over && began && p->released && !p->scrolls,
    };
}

vl_touch vl_ui_control(const vl_ui *ui, vl_rect rect)
{
    vl_touch touch = vl_ui_touch(ui, rect);
    vl_focus_add(ui->focus, rect);
    if (!vl_focus_is_at(ui->focus, rect))
        return touch;
    touch.clicked = touch.clicked || ui->focus->press;
    ui->focus->press = false;
    vl_focus_ring(ui, rect);
    return touch;
}

vl_touch vl_ui_control_within(const vl_ui *ui, vl_rect rect, vl_rect area, float *scroll)
{
    vl_ui seen = *ui;
    seen.pointer.away = seen.pointer.away || !vl_rect_contains(area, ui->pointer.x, ui->pointer.y);
    vl_touch touch = vl_ui_control(&seen, rect);
    vl_focus_show(ui, rect, area, scroll);
    return touch;
}

void vl_ui_float(const vl_ui *ui, vl_rect rect)
{
    float radius = vl_points(ui, 10);
    vl_draw_round_rect(ui->list, rect, radius, ui->theme->panel);
    vl_draw_round_frame(ui->list, rect, radius, vl_hair(ui), ui->theme->panel_edge);
}

// --- text ---------------------------------------------------------------------------------------

static float width_of(const vl_text_metrics *metrics, vl_type_size size, const char *text,
                      int length)
{
    return metrics->width(metrics->user, size, text, length);
}

// Returns the bytes of the longest prefix of whole characters that is at most `width` wide.
static int longest_fit(const vl_text_metrics *metrics, vl_type_size size, const char *text,
                       int length, float width)
{
    int fits = 0, over = length + 1;
    while (over - fits > 1) {
        int middle = fits + (over - fits) / 2;
        while (middle > fits && middle < length && vl_utf8_continues(text[middle]))
            middle--;
        if (middle == fits) {
            // The middle lies within one character: use the end of it instead.
            middle = fits + 1;
            while (middle < length && vl_utf8_continues(text[middle]))
                middle++;
            if (middle >= over)
                break;
        }
        if (width_of(metrics, size, text, middle) <= width)
            fits = middle;
        else
            over = middle;
    }
    return fits;
}

static int without_end_spaces(const char *text, int length)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return length;
}

// Whether the bytes of `text` from `at` on begin with a lone "×".
static bool is_times(const char *text, int at)
{
    static const char times[] = "× ";
    return strncmp(text + at, times, strlen(times)) == 0;
}

// Whether the `length` bytes of `text` are the exponent of a unit; 1 is not written.
static bool is_exponent(const char *text, int length)
{
    static const char square[] = "²", cube[] = "³";
    return length == 0 ||
           (length == (int)strlen(square) &&
            (strncmp(text, square, strlen(square)) == 0 || strncmp(text, cube, strlen(cube)) == 0));
}

// Whether the `length` bytes of `text` are the sign of a unit, with an exponent or without: "m²".
static bool is_unit_sign(const char *text, int length)
{
    static const char *const signs[] = {"m", "mm", "cm", "km", "s",   "ms",  "µs", "min",   "h",
                                        "g", "kg", "N",  "kN", "J",   "kJ",  "MJ", "W",     "Pa",
                                        "C", "T",  "Hz", "K",  "rad", "MiB", "%",  "frames"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        int sign = (int)strlen(signs[i]);
        if (sign <= length && strncmp(text, signs[i], (size_t)sign) == 0 &&
            is_exponent(text + sign, length - sign))
            return true;
    }
    return false;
}

// Whether a word is a unit: signs with "/" between them, before punctuation.
static bool is_unit(const char *word, int length)
{
    while (length > 0 && strchr(".,;:!?)", word[length - 1]))
        length--;
    for (int begin = 0, end; begin < length; begin = end + 1) {
        for (end = begin; end < length && word[end] != '/';)
            end++;
        if (!is_unit_sign(word + begin, end - begin))
            return false;
    }
    return length > 0;
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

// Whether the words from `begin` to `end` and from `next` on stay on one line: around "×", and a
// number with its unit. `measured`: there was a number before the units so far.
static bool belong_together(const char *text, int begin, int end, int next, bool measured)
{
    bool times = is_times(text, next) || is_times(text, begin);
    bool value = measured || is_number(text, begin, end);
    return times || (value && is_unit(text + next, word_end(text, next) - next));
}

// Returns the end of the next piece after `from` that stays on one line: a word, words that are
// joined by "×", such as "1 × 16", or a number with its unit, such as "0.5 kg m²".
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
        if (width_of(metrics, size, text, next) > width)
            break;
        end = next;
    }
    if (end > 0 || paragraph == 0)
        return end;

    int fits = longest_fit(metrics, size, text, (int)strcspn(text, " \n"), width);
    if (fits > 0)
        return fits;
    // Not even one character fits: take one, so that the loop ends.
    fits = 1;
    while (vl_utf8_continues(text[fits]))
        fits++;
    return fits;
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

static void draw_line(const vl_ui *ui, float x, float y, vl_type_size size, vl_colour colour,
                      const vl_line *line, const vl_words *words)
{
    vl_words_mark(ui, words, x, y, size, line->start, line->length);
    vl_draw_text_part(ui->list, x, y, size, colour, line->start, line->length);
    if (line->ellipsis) {
        float width = width_of(ui->metrics, size, line->start, line->length);
        vl_draw_text(ui->list, x + width, y, size, colour, ELLIPSIS);
    }
}

void vl_ui_text(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour, vl_align align,
                const char *text)
{
    vl_line line = {text, (int)strlen(text), false};
    float width = width_of(ui->metrics, size, text, line.length);
    if (width > rect.w) {
        float dots = vl_text_width(ui->metrics, size, ELLIPSIS);
        if (dots > rect.w)
            return;
        line.length = longest_fit(ui->metrics, size, text, line.length, rect.w - dots);
        line.ellipsis = true;
        width = rect.w;
    }
    static const float shares[] = {0, 0.5f, 1};
    float y = rect.y + (rect.h - ui->metrics->height[size]) / 2;
    const vl_words words = vl_words_of(ui, text);
    draw_line(ui, rect.x + shares[align] * (rect.w - width), y, size, colour, &line, &words);
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
    while (size > VL_TYPE_SMALL && width_of(ui->metrics, size, text, length) > width)
        size--;
    return size;
}

static int limit_lines(int most)
{
    return most < VL_MOST_LINES ? most : VL_MOST_LINES;
}

float vl_ui_block_height(const vl_ui *ui, vl_type_size size, const char *text, float width,
                         int most)
{
    vl_line lines[VL_MOST_LINES];
    int count = vl_wrap(ui->metrics, size, text, width, lines, limit_lines(most));
    return (float)count * ui->metrics->height[size];
}

float vl_ui_block(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour,
                  const char *text, int most)
{
    // Tolerates half a pixel, so that rounding never removes a line from a height measured before.
    float height = ui->metrics->height[size];
    int room = (int)((rect.h + 0.5f) / height);
    most = limit_lines(most < room ? most : room);

    vl_line lines[VL_MOST_LINES];
    int count = vl_wrap(ui->metrics, size, text, rect.w, lines, most);
    const vl_words words = vl_words_of(ui, text);
    for (int i = 0; i < count; i++)
        draw_line(ui, rect.x, rect.y + (float)i * height, size, colour, &lines[i], &words);
    return (float)count * height;
}

// Returns the gap between label and value of a readout.
static float readout_gap(const vl_ui *ui)
{
    return vl_points(ui, 8);
}

bool vl_ui_readout_fits(const vl_ui *ui, float width, const char *label, const char *value)
{
    return vl_text_width(ui->metrics, VL_TYPE_SMALL, label) + readout_gap(ui) +
               vl_text_width(ui->metrics, VL_TYPE_SMALL, value) <=
           width;
}

void vl_ui_readout(const vl_ui *ui, vl_rect rect, const char *label, const char *value,
                   vl_colour colour)
{
    float width = fminf(vl_text_width(ui->metrics, VL_TYPE_SMALL, value), rect.w);
    vl_rect right = vl_rect_cut_right(&rect, width);
    vl_ui plain = *ui;
    plain.find = NULL;
    vl_rect_cut_right(&rect, readout_gap(ui));
    vl_ui_text(&plain, right, VL_TYPE_SMALL, colour, VL_ALIGN_RIGHT, value);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, label);
}

// --- key caps -----------------------------------------------------------------------------------

float vl_ui_key_width(const vl_ui *ui, const char *key, int length)
{
    float text = width_of(ui->metrics, VL_TYPE_SMALL, key, length);
    return fmaxf(text + vl_points(ui, 12), 1.15f * ui->metrics->height[VL_TYPE_SMALL]);
}

static void draw_cap(const vl_ui *ui, vl_rect rect, const char *key, int length, vl_colour colour)
{
    const vl_theme *theme = ui->theme;
    float radius = vl_points(ui, 4), edge = fmaxf(1, floorf(ui->scale));
    vl_draw_round_rect(ui->list, rect, radius, theme->key_cap_edge);
    vl_rect face = {rect.x + edge, rect.y + edge, rect.w - 2 * edge, rect.h - 3 * edge};
    vl_draw_round_rect(ui->list, face, radius - edge, colour);
    float width = width_of(ui->metrics, VL_TYPE_SMALL, key, length);
    float y = face.y + (face.h - ui->metrics->height[VL_TYPE_SMALL]) / 2;
    vl_draw_text_part(ui->list, rect.x + (rect.w - width) / 2, y, VL_TYPE_SMALL, theme->text, key,
                      length);
}

void vl_ui_key(const vl_ui *ui, vl_rect rect, const char *key, int length, vl_touch touch)
{
    const vl_theme *theme = ui->theme;
    float height = roundf(1.35f * ui->metrics->height[VL_TYPE_SMALL]);
    vl_rect cap = {roundf(rect.x), roundf(rect.y + (rect.h - height) / 2), roundf(rect.w), height};
    draw_cap(ui, cap, key, length,
             touch.held    ? theme->button_pressed
             : touch.hover ? theme->button_hover
                           : theme->key_cap);
}

float vl_ui_keys(const vl_ui *ui, const vl_rect *rect, const char *keys)
{
    float gap = vl_points(ui, 4), x = 0;
    while (*(keys += strspn(keys, " "))) {
        int length = (int)strcspn(keys, " ");
        float width = vl_ui_key_width(ui, keys, length);
        if (rect) {
            float height = roundf(1.2f * ui->metrics->height[VL_TYPE_SMALL]);
            float top = roundf(rect->y + (rect->h - height) / 2);
            draw_cap(ui, (vl_rect){roundf(rect->x + x), top, roundf(width), height}, keys, length,
                     ui->theme->key_cap);
        }
        x += width + gap;
        keys += length;
    }
    return x > 0 ? x - gap : 0;
}

// --- buttons ------------------------------------------------------------------------------------

// Sizes of a button's parts, pixels.
typedef struct vl_button_parts {
    float pad, gap, icon, line, label_width, label_height;
} vl_button_parts;

static vl_button_parts parts_of(const vl_ui *ui, const vl_button *button)
{
    vl_button_parts parts = {
        .pad = vl_points(ui, 8),
        .gap = vl_points(ui, 6),
        .line = ui->metrics->height[VL_TYPE_MEDIUM],
    };
    if (button->icon)
        parts.icon = fmaxf(vl_points(ui, 20), 1.05f * parts.line);
    for (const char *line = button->label; line;) {
        int length = (int)strcspn(line, "\n");
        float width = width_of(ui->metrics, VL_TYPE_MEDIUM, line, length);
        parts.label_width = fmaxf(parts.label_width, width);
        parts.label_height += parts.line;
        line = line[length] ? line + length + 1 : NULL;
    }
    return parts;
}

static float face_width(const vl_button_parts *parts)
{
    bool both = parts->icon > 0 && parts->label_width > 0;
    return parts->icon + (both ? parts->gap : 0) + parts->label_width;
}

float vl_ui_button_width(const vl_ui *ui, const vl_button *button)
{
    vl_button_parts parts = parts_of(ui, button);
    return ceilf(fmaxf(face_width(&parts) + 2 * parts.pad, vl_points(ui, VL_TARGET)));
}

static vl_colour button_colour(const vl_theme *theme, const vl_button *button, vl_touch touch)
{
    if (button->disabled)
        return theme->button_disabled;
    if (button->active)
        return touch.held    ? vl_colour_mix(theme->button_active, theme->panel, 0.2f)
               : touch.hover ? vl_colour_mix(theme->button_active, theme->panel, 0.1f)
                             : theme->button_active;
    return touch.held ? theme->button_pressed : touch.hover ? theme->button_hover : theme->button;
}

static void draw_label(const vl_ui *ui, vl_rect rect, vl_align align, vl_colour colour,
                       const char *label)
{
    char line[128];
    vl_ui plain = *ui; // what is pressed explains itself by what it does
    plain.find = NULL;
    for (int i = 0; label; i++) {
        size_t length = strcspn(label, "\n");
        size_t copied = length < sizeof line - 1 ? length : sizeof line - 1;
        memcpy(line, label, copied);
        line[copied] = '\0';
        float height = ui->metrics->height[VL_TYPE_MEDIUM];
        vl_rect row = {rect.x, rect.y + (float)i * height, rect.w, height};
        vl_ui_text(&plain, row, VL_TYPE_MEDIUM, colour, align, line);
        label = label[length] ? label + length + 1 : NULL;
    }
}

static void draw_face(const vl_ui *ui, vl_rect rect, const vl_button *button, vl_colour colour)
{
    vl_button_parts parts = parts_of(ui, button);
    float width = fminf(face_width(&parts), rect.w);
    float x = rect.x + (rect.w - width) / 2;
    if (button->icon) {
        vl_rect icon = {roundf(x), roundf(rect.y + (rect.h - parts.icon) / 2), roundf(parts.icon),
                        roundf(parts.icon)};
        vl_draw_icon(ui->list, button->icon, icon, colour);
        x += parts.icon + parts.gap;
    }
    if (button->label) {
        vl_rect label = {x, rect.y + (rect.h - parts.label_height) / 2,
                         fminf(parts.label_width, rect.x + rect.w - x) + 1, parts.label_height};
        vl_align align = button->icon ? VL_ALIGN_LEFT : VL_ALIGN_CENTER;
        draw_label(ui, label, align, colour, button->label);
    }
}

bool vl_ui_button(const vl_ui *ui, vl_rect rect, const vl_button *button)
{
    const vl_theme *theme = ui->theme;
    vl_touch touch = button->disabled ? (vl_touch){0} : vl_ui_control(ui, rect);
    vl_colour back = button_colour(theme, button, touch);
    vl_colour ink = button->disabled ? theme->button_disabled_text
                    : button->active ? theme->button_active_text
                                     : theme->button_text;
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), back);

    vl_button_parts parts = parts_of(ui, button);
    vl_rect inner = rect;
    inner.x += parts.pad / 2;
    inner.w -= parts.pad;
    inner.y += parts.pad / 2;
    inner.h -= parts.pad;
    draw_face(ui, inner, button, ink);
    return touch.clicked;
}

// --- banner -------------------------------------------------------------------------------------

enum { BANNER_LINES = 12 };

static float banner_text_width(const vl_ui *ui, const vl_banner *banner, float width)
{
    float left = vl_points(ui, 48), right = vl_points(ui, banner->closable ? VL_TARGET : 16);
    return fmaxf(width - left - right, 1);
}

float vl_ui_banner_height(const vl_ui *ui, const vl_banner *banner, float width)
{
    float text = banner_text_width(ui, banner, width);
    float height = vl_ui_block_height(ui, VL_TYPE_MEDIUM, banner->title, text, BANNER_LINES);
    if (banner->text)
        height += vl_ui_block_height(ui, VL_TYPE_SMALL, banner->text, text, BANNER_LINES);
    return ceilf(fmaxf(height + vl_points(ui, 20), vl_points(ui, VL_TARGET)));
}

bool vl_ui_banner(const vl_ui *ui, vl_rect rect, const vl_banner *banner)
{
    const vl_theme *theme = ui->theme;
    vl_colour ink = banner->warning ? theme->warning_text : theme->note_text;
    vl_colour edge = banner->warning ? theme->warning_edge : theme->note_edge;
    float radius = vl_points(ui, 8), line = fmaxf(1, roundf(ui->scale));
    vl_draw_round_rect(ui->list, rect, radius, banner->warning ? theme->warning : theme->note);
    vl_draw_round_frame(ui->list, rect, radius, line, edge);

    float line_height = ui->metrics->height[VL_TYPE_MEDIUM], pad = vl_points(ui, 10);
    vl_rect icon = {rect.x + vl_points(ui, 14), roundf(rect.y + pad), vl_points(ui, 22),
                    line_height};
    vl_draw_icon(ui->list, banner->warning ? VL_ICON_WARNING : VL_ICON_HELP, icon, edge);

    vl_rect text = {rect.x + vl_points(ui, 48), rect.y + pad, banner_text_width(ui, banner, rect.w),
                    rect.h - 2 * pad};
    vl_rect_cut_top(&text, vl_ui_block(ui, text, VL_TYPE_MEDIUM, ink, banner->title, BANNER_LINES));
    if (banner->text)
        vl_ui_block(ui, text, VL_TYPE_SMALL, ink, banner->text, BANNER_LINES);
    if (!banner->closable)
        return false;

    float target = vl_points(ui, VL_TARGET);
    vl_rect cross = {rect.x + rect.w - target, rect.y, target, target};
    vl_touch touch = vl_ui_touch(ui, cross);
    vl_colour colour = touch.hover ? ink : vl_colour_mix(ink, edge, 0.4f);
    vl_draw_icon(ui->list, VL_ICON_CLOSE, vl_rect_inset(cross, vl_points(ui, 12)), colour);
    return touch.clicked;
}
