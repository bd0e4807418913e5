#include "ui/input.h"

#include "base/text.h"
#include "ui/widgets.h"

#include <stdio.h>

static int first_of(const vl_input *field)
{
    return field->caret < field->anchor ? field->caret : field->anchor;
}

const char *vl_input_selected(const vl_input *field, int *length)
{
    int end = field->caret > field->anchor ? field->caret : field->anchor;
    *length = end - first_of(field);
    return field->text + first_of(field);
}

void vl_input_begin(vl_input *field, const char *text, int selected)
{
    *field = (vl_input){0};
    (void)snprintf(field->text, sizeof field->text, "%s", text);
    int length = (int)strlen(field->text);
    field->caret = selected < length ? selected : length;
}

// Puts `count` bytes in the place of the selection.
static void replace(vl_input *field, const char *bytes, int count)
{
    int selected;
    char *at = field->text + first_of(field);
    vl_input_selected(field, &selected);
    memmove(at + count, at + selected, strlen(at + selected) + 1);
    memcpy(at, bytes, (size_t)count);
    field->caret = field->anchor = (int)(at - field->text) + count;
}

// Copies what `room` bytes can have, without bytes of control and without a part of a character.
// Returns the number of bytes.
static int take(char *bytes, int room, const char *text)
{
    int count = 0;
    for (; *text && count < room; text++)
        if ((unsigned char)*text >= ' ' && *text != 0x7F)
            bytes[count++] = *text;
    while (count > 0 && vl_utf8_continues(*text))
        if (!vl_utf8_continues(bytes[--count]))
            break;
    return count;
}

bool vl_input_type(vl_input *field, const char *text)
{
    char bytes[VL_INPUT_SIZE];
    int selected;
    vl_input_selected(field, &selected);
    int most = field->most > 0 ? field->most : VL_INPUT_SIZE - 1;
    int count = take(bytes, most - (int)strlen(field->text) + selected, text);
    if (count == 0)
        return false;
    replace(field, bytes, count);
    return true;
}

// --- the caret ---

static int one_on(const vl_input *field, int at, int direction)
{
    int length = (int)strlen(field->text);
    do
        at += direction;
    while (at > 0 && at < length && vl_utf8_continues(field->text[at]));
    return at < 0 ? 0 : at < length ? at : length;
}

static int place_after(const vl_input *field, int direction, vl_caret_step step)
{
    static const char between[] = " -_./"; // words
    int length = (int)strlen(field->text), at = field->caret;
    if (step == VL_CARET_ALL)
        return direction < 0 ? 0 : length;
    do
        at = one_on(field, at, direction);
    while (step == VL_CARET_WORD && at > 0 && at < length &&
           (!strchr(between, field->text[at - 1]) || strchr(between, field->text[at])));
    return at;
}

void vl_input_move(vl_input *field, int direction, vl_caret_step step, bool selects)
{
    int selected, first = first_of(field);
    vl_input_selected(field, &selected);
    bool leaves = selected > 0 && !selects && step == VL_CARET_CHARACTER;
    field->caret =
        leaves ? first + (direction > 0 ? selected : 0) : place_after(field, direction, step);
    field->anchor = selects ? field->anchor : field->caret;
}

void vl_input_erase(vl_input *field, int direction, vl_caret_step step)
{
    if (field->caret == field->anchor)
        field->anchor = place_after(field, direction, step);
    if (field->caret != field->anchor)
        replace(field, "", 0);
}

void vl_input_select_all(vl_input *field)
{
    field->anchor = 0;
    field->caret = (int)strlen(field->text);
}

// --- drawing ---

static float width_to(const vl_ui *ui, vl_type_size size, const char *from, int bytes)
{
    return ui->metrics->width(ui->metrics->user, size, from, bytes);
}

// Returns the first byte that is drawn: the caret must be seen.
static int first_drawn(const vl_ui *ui, vl_type_size size, const vl_input *field, float width)
{
    int first = 0;
    while (first < field->caret &&
           width_to(ui, size, field->text + first, field->caret - first) > width)
        first = one_on(field, first, 1);
    return first;
}

// Returns the byte before which a caret at `x` pixels from the left would be.
static int byte_at(const vl_ui *ui, vl_type_size size, const vl_input *field, int first, float x)
{
    int at = first, length = (int)strlen(field->text);
    while (at < length) {
        int next = one_on(field, at, 1);
        float left = width_to(ui, size, field->text + first, at - first);
        float right = width_to(ui, size, field->text + first, next - first);
        if (x < (left + right) / 2)
            break;
        at = next;
    }
    return at;
}

static void follow_pointer(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_input *field,
                           int first)
{
    const vl_pointer *p = &ui->pointer;
    if (!p->down || p->away || p->scrolls || !vl_rect_contains(rect, p->press_x, p->press_y))
        return;
    field->anchor = byte_at(ui, size, field, first, p->press_x - rect.x);
    field->caret = byte_at(ui, size, field, first, p->x - rect.x);
}

void vl_ui_input(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour ink, vl_input *field)
{
    const vl_theme *theme = ui->theme;
    float height = ui->metrics->height[size], bar = fmaxf(1, vl_points(ui, 2));
    int first = first_drawn(ui, size, field, rect.w - bar), selected;
    follow_pointer(ui, rect, size, field, first);
    const char *text = field->text + first;
    vl_input_selected(field, &selected);
    int begin = first_of(field) - first, end = begin + selected;
    begin = begin > 0 ? begin : 0;
    vl_rect line = {rect.x, rect.y + (rect.h - height) / 2, rect.w, height};
    float left = fminf(width_to(ui, size, text, begin), rect.w);
    float right = fminf(width_to(ui, size, text, end > begin ? end : begin), rect.w);
    if (end > begin)
        vl_draw_rect(ui->list, (vl_rect){line.x + left, line.y, right - left, height},
                     vl_colour_fade(theme->accent, 0.25f));
    vl_ui_text(ui, rect, size, ink, VL_ALIGN_LEFT, text);
    float caret = width_to(ui, size, text, field->caret > first ? field->caret - first : 0);
    vl_draw_rect(ui->list, (vl_rect){line.x + caret, line.y, bar, height}, theme->accent);
}
