// The search of a drawer with a list: its field, what it finds, which row it has chosen.

#include "app/screen/parts.h"

#include <ctype.h>
#include <string.h>

// Whether `text` has the first `length` bytes of `word`, whatever their case.
static bool has_word(const char *text, const char *word, size_t length)
{
    for (; text && *text; text++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

bool vl_search_finds(const char *search, const char *const *texts, int count)
{
    while (*(search += strspn(search, " "))) {
        size_t length = strcspn(search, " ");
        bool found = false;
        for (int i = 0; i < count; i++)
            found = found || has_word(texts[i], search, length);
        if (!found)
            return false;
        search += length;
    }
    return true;
}

void vl_search_draw(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    vl_rect rect = vl_rect_cut_top(left, vl_points(ui, VL_TARGET));
    vl_rect_cut_top(left, vl_points(ui, 8));
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), ui->theme->key_cap);
    vl_draw_round_frame(ui->list, rect, vl_points(ui, 7), fmaxf(1, vl_points(ui, 2)),
                        ui->theme->accent);
    vl_rect inside = vl_rect_inset(rect, vl_points(ui, VL_GAP));
    inside = (vl_rect){inside.x, rect.y, inside.w, rect.h};
    vl_ui_input(ui, inside, VL_TYPE_MEDIUM, ui->theme->text, &app->search.field);
    vl_rect_cut_left(&inside, vl_points(ui, 4)); // the caret
    if (!*app->search.field.text)
        vl_ui_text(ui, inside, VL_TYPE_MEDIUM, ui->theme->text_dim, VL_ALIGN_LEFT,
                   "type to search");
}

float vl_search_heading_height(const vl_ui *ui)
{
    return 1.5f * ui->metrics->height[VL_TYPE_READING];
}

void vl_search_heading(const vl_ui *ui, vl_rect rect, vl_rect area, const char *group)
{
    if (rect.y + rect.h > area.y && rect.y < area.y + area.h)
        vl_ui_text(ui, rect, VL_TYPE_READING, ui->theme->accent, VL_ALIGN_LEFT, group);
}

void vl_search_say_nothing_fits(const vl_ui *ui, vl_rect rect)
{
    vl_ui_text(ui, vl_rect_cut_top(&rect, vl_points(ui, VL_TARGET)), VL_TYPE_READING,
               ui->theme->text_dim, VL_ALIGN_LEFT, "Nothing fits these words.");
}
