#include "ui/input.h"

#include "ui/widgets.h"

void vl_input_begin(vl_input *field, const char *text, bool whole)
{
    *field = (vl_input){.whole = whole};
    (void)snprintf(field->text, sizeof field->text, "%s", text);
    field->caret = (int)strlen(field->text);
}

static void remove_whole(vl_input *field)
{
    if (field->whole)
        field->text[field->caret = 0] = '\0';
    field->whole = false;
}

bool vl_input_type(vl_input *field, const char *text)
{
    char bytes[VL_INPUT_SIZE];
    int most = field->most > 0 ? field->most : VL_INPUT_SIZE - 1, count = 0;
    int room = most - (field->whole ? 0 : (int)strlen(field->text));
    for (; *text && count < room; text++) // without bytes of control
        if ((unsigned char)*text >= ' ' && *text != 0x7F)
            bytes[count++] = *text;
    while (count > 0 && vl_utf8_continues(*text)) // nor a part of a character
        if (!vl_utf8_continues(bytes[--count]))
            break;
    if (count == 0)
        return false;
    remove_whole(field);
    char *at = field->text + field->caret;
    memmove(at + count, at, strlen(at) + 1);
    memcpy(at, bytes, (size_t)count);
    field->caret += count;
    return true;
}

static int one_on(const vl_input *field, int at, int direction)
{
    int length = (int)strlen(field->text);
    do
        at += direction;
    while (at > 0 && at < length && vl_utf8_continues(field->text[at]));
    return at < 0 ? 0 : at < length ? at : length;
}

void vl_input_move(vl_input *field, int direction, bool to_end)
{
    if (to_end || field->whole)
        field->caret = direction < 0 ? 0 : (int)strlen(field->text);
    else
        field->caret = one_on(field, field->caret, direction);
    field->whole = false;
}

void vl_input_erase(vl_input *field, int direction)
{
    if (field->whole) {
        remove_whole(field);
        return;
    }
    int other = one_on(field, field->caret, direction);
    char *first = field->text + (direction < 0 ? other : field->caret);
    char *end = field->text + (direction < 0 ? field->caret : other);
    memmove(first, end, strlen(end) + 1);
    field->caret = (int)(first - field->text);
}

// Returns the byte before which a caret at `x` pixels from the left would be.
static int byte_at(const vl_ui *ui, vl_type_size size, const vl_input *field, int first, float x)
{
    int at = first, length = (int)strlen(field->text);
    while (at < length) {
        int next = one_on(field, at, 1);
        float left = vl_part_width(ui->metrics, size, field->text + first, at - first);
        float right = vl_part_width(ui->metrics, size, field->text + first, next - first);
        if (x < (left + right) / 2)
            break;
        at = next;
    }
    return at;
}

void vl_ui_input(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour ink, vl_input *field)
{
    const vl_theme *theme = ui->theme;
    float height = ui->metrics->height[size], bar = fmaxf(1, vl_points(ui, 2));
    int first = 0; // byte that is drawn: the caret must be seen
    while (first < field->caret && vl_part_width(ui->metrics, size, field->text + first,
                                                 field->caret - first) > rect.w - bar)
        first = one_on(field, first, 1);
    const vl_pointer *p = &ui->pointer;
    if (p->down && !p->away && !p->scrolls && vl_rect_contains(rect, p->press_x, p->press_y)) {
        field->caret = byte_at(ui, size, field, first, p->x - rect.x);
        field->whole = false;
    }
    const char *text = field->text + first;
    vl_rect line = {rect.x, rect.y + (rect.h - height) / 2, rect.w, height};
    float width = fminf(vl_text_width(ui->metrics, size, text), rect.w);
    if (field->whole)
        vl_draw_rect(ui->list, (vl_rect){line.x, line.y, width, height},
                     vl_colour_fade(theme->accent, 0.25f));
    vl_ui_text(ui, rect, size, ink, VL_ALIGN_LEFT, text);
    float caret =
        vl_part_width(ui->metrics, size, text, field->caret > first ? field->caret - first : 0);
    vl_draw_rect(ui->list, (vl_rect){line.x + caret, line.y, bar, height}, theme->accent);
}
