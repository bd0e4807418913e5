// What the stage says where the solver of the links hides what the methods do.

#include "app/screen/parts.h"

#include <math.h>

enum { LINES = 4 };

// Points: from the edge to the words, from the words to the key.
static const float pad = 8;

static const char sentence[] = "The solver takes or gives more energy than the methods do and "
                               "hides them; direct along the old directions shows them.";

static vl_command command_of_remark(void)
{
    return vl_command_get(vl_command_of_key('m', true));
}

static float words_width(const vl_ui *ui, float width)
{
    return width - vl_ui_keys(ui, NULL, command_of_remark().keys) - vl_points(ui, 3 * pad);
}

float vl_solver_remark_height(const vl_app *app, const vl_ui *ui, float width)
{
    float room = words_width(ui, width);
    if (!app->solver_hides || room <= 0)
        return 0;
    float words = vl_ui_block_height(ui, VL_TYPE_SMALL, sentence, room, LINES);
    return fmaxf(words + vl_points(ui, pad), vl_points(ui, VL_TARGET));
}

void vl_solver_remark_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    vl_command command = command_of_remark();
    if (vl_ui_control(ui, rect).clicked)
        command.act(app, &command);
    float edge = vl_points(ui, 6), width = words_width(ui, rect.w);
    vl_draw_round_rect(ui->list, rect, edge, vl_colour_fade(ui->theme->panel, 0.94f));
    vl_draw_round_frame(ui->list, rect, edge, vl_hair(ui), ui->theme->panel_edge);
    float words = vl_ui_block_height(ui, VL_TYPE_SMALL, sentence, width, LINES);
    vl_rect left = vl_rect_inset(rect, vl_points(ui, pad));
    vl_rect key = vl_rect_cut_right(&left, vl_ui_keys(ui, NULL, command.keys));
    left.y = rect.y + (rect.h - words) / 2;
    left.h = words;
    left.w = width;
    vl_ui_block(ui, left, VL_TYPE_SMALL, ui->theme->text, sentence, LINES);
    vl_ui_keys(ui, &key, command.keys);
}
