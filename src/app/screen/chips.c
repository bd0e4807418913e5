// The chip of the running method, and a button to choose another one.

#include "app/screen/parts.h"

#include "physics/integrators/integrators.h"

static const char *title_of(const vl_app *app)
{
    const vl_engine *engine = app->session.engine;
    return engine ? engine->title
                  : vl_integrators[vl_session_lane_chosen(&app->session)->integrator]->title;
}

// Points: the sample of the line, and the gaps around sample and name.
static const float sample_width = 36, gap = 12;

static vl_rect chip_rect(const vl_app *app, const vl_ui *ui)
{
    vl_rect row = app->layout.chips;
    float name = vl_text_width(ui->metrics, VL_TYPE_MEDIUM, title_of(app));
    return vl_rect_cut_left(&row, name + vl_points(ui, sample_width + 3 * gap) + 1);
}

void vl_chips_layout(vl_app *app, const vl_ui *ui)
{
    vl_layout_cover(&app->layout, chip_rect(app, ui));
}

static void draw_sample(const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_line_style style =
        vl_theme_method(ui->theme, vl_session_lane_chosen(&app->session)->integrator);
    float y = rect.y + rect.h / 2, line[] = {rect.x, y, rect.x + rect.w, y};
    vl_draw_styled(ui->list, line, 2, vl_points(ui, 4), &style, 0);
}

// A click opens the list of commands, which begins with the methods.
void vl_chips_draw(vl_app *app, const vl_ui *ui)
{
    if (app->layout.chips.w <= 0)
        return;
    vl_rect rect = chip_rect(app, ui);
    vl_ui_float(ui, rect);
    if (vl_ui_control(ui, rect).clicked)
        vl_app_toggle_drawer(app, VL_DRAWER_COMMANDS);
    vl_rect inside = vl_rect_inset(rect, 0);
    vl_rect_cut_left(&inside, vl_points(ui, gap));
    draw_sample(app, ui, vl_rect_cut_left(&inside, vl_points(ui, sample_width)));
    vl_rect_cut_left(&inside, vl_points(ui, gap));
    vl_colour ink =
        vl_theme_method(ui->theme, vl_session_lane_chosen(&app->session)->integrator).colour;
    vl_ui_text(ui, inside, VL_TYPE_MEDIUM, ink, VL_ALIGN_LEFT, title_of(app));
}
