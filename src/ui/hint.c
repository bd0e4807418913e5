#include "ui/hint.h"

#include "ui/widgets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// s; points.
static const float patience = 0.6f, widest = 420, pad = 10, apart = 8;

// Whether a mouse is on the rectangle, or a finger is held on it.
static bool is_asked(const vl_ui *ui, vl_rect rect)
{
    const vl_pointer *p = &ui->pointer;
    bool over = !p->away && !p->scrolls && vl_rect_contains(rect, p->x, p->y);
    bool began = vl_rect_contains(rect, p->press_x, p->press_y);
    return over && (p->touch ? p->down && began : !p->down);
}

void vl_ui_hint(const vl_ui *ui, vl_rect rect, const char *text)
{
    vl_hint *hint = ui->hint;
    if (!hint || !text || !is_asked(ui, rect))
        return;
    bool same = fabsf(hint->at.x - rect.x) < 1 && fabsf(hint->at.y - rect.y) < 1 &&
                strcmp(hint->text, text) == 0;
    hint->rested = same ? hint->rested + ui->elapsed : 0;
    hint->at = rect;
    hint->found = true;
    snprintf(hint->text, sizeof hint->text, "%s", text);
}

// Below the word, or above it where there is no room.
static vl_rect place(const vl_ui *ui, const vl_hint *hint, vl_rect window)
{
    float side = vl_points(ui, pad), gap = vl_points(ui, apart);
    float width = fminf(vl_points(ui, widest), window.w - 2 * gap);
    float height = 2 * side + vl_ui_block_height(ui, VL_TYPE_READING, hint->text, width - 2 * side,
                                                 VL_MOST_LINES);
    float x = fminf(fmaxf(hint->at.x, window.x + gap), window.x + window.w - width - gap);
    float below = hint->at.y + hint->at.h + gap;
    bool fits = below + height <= window.y + window.h;
    return (vl_rect){x, fits ? below : hint->at.y - gap - height, width, height};
}

void vl_hint_draw(const vl_ui *ui, vl_rect window)
{
    vl_hint *hint = ui->hint;
    bool due = hint->found && hint->rested >= patience;
    if (!hint->found)
        *hint = (vl_hint){0};
    hint->found = false;
    if (!due)
        return;
    vl_rect box = place(ui, hint, window);
    float radius = vl_points(ui, 8);
    vl_draw_round_rect(ui->list, box, radius, ui->theme->note);
    vl_draw_round_frame(ui->list, box, radius, vl_hair(ui), ui->theme->note_edge);
    vl_ui_block(ui, vl_rect_inset(box, vl_points(ui, pad)), VL_TYPE_READING, ui->theme->note_text,
                hint->text, VL_MOST_LINES);
}
