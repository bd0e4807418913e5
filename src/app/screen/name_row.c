// The row of a notice that tells of a file: its name, which is clicked and typed over, or a button
// that opens it.

#include "app/screen/parts.h"

#include "base/memory.h"

static const float row_gap = 6; // points, above and below the row

enum { MOST_LINES = 6 };

static bool is_offered(const vl_app *app)
{
    return app->naming.path && (app->notice.names || app->naming.open);
}

static float wrong_height(const vl_app *app, const vl_ui *ui, float width)
{
    const char *wrong = app->naming.open ? app->naming.wrong : "";
    return *wrong ? vl_ui_block_height(ui, VL_TYPE_SMALL, wrong, width, MOST_LINES) : 0;
}

float vl_name_row_height(const vl_app *app, const vl_ui *ui, float width)
{
    if (app->notice.opens)
        return vl_points(ui, VL_TARGET + row_gap);
    if (!is_offered(app))
        return 0;
    return vl_points(ui, VL_TARGET + row_gap) + wrong_height(app, ui, width);
}

// A press elsewhere leaves the old name.
static void leave(vl_app *app, const vl_ui *ui, vl_rect field)
{
    const vl_pointer *p = &ui->pointer;
    if (p->down && !p->away && !vl_rect_contains(field, p->press_x, p->press_y))
        vl_app_leave_name(app);
}

static void draw_field(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_theme *theme = ui->theme;
    vl_naming *naming = &app->naming;
    vl_rect inside = vl_rect_inset(rect, vl_points(ui, 8));
    bool wrong = naming->open && *naming->wrong;
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), theme->key_cap);
    vl_draw_round_frame(ui->list, rect, vl_points(ui, 7),
                        naming->open ? fmaxf(2, vl_points(ui, 2)) : vl_hair(ui),
                        wrong          ? theme->warning_edge
                        : naming->open ? theme->accent
                                       : theme->key_cap_edge);
    if (naming->open)
        vl_ui_input(ui, inside, VL_TYPE_READING, theme->text, &naming->field);
    else
        vl_ui_text(ui, inside, VL_TYPE_READING, theme->text, VL_ALIGN_LEFT, vl_app_file_name(app));
}

static void draw_opener(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_button button = {.label = "Open it"};
    vl_rect_cut_top(&rect, vl_points(ui, row_gap));
    rect.w = fminf(vl_ui_button_width(ui, &button), rect.w);
    if (!vl_ui_button(ui, rect, &button))
        return;
    char *path = vl_copy_text(app->stopped);
    vl_app_dismiss_notice(app);
    vl_app_open(app, path);
    vl_free(path);
}

void vl_name_row_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    if (app->notice.opens) {
        draw_opener(app, ui, rect);
        return;
    }
    if (!is_offered(app))
        return;
    vl_naming *naming = &app->naming;
    static const char both[] = "Enter Esc"; // the field is as wide before it is clicked
    vl_rect_cut_top(&rect, vl_points(ui, row_gap));
    vl_rect field = vl_rect_cut_top(&rect, vl_points(ui, VL_TARGET));
    vl_rect caps = vl_rect_cut_right(&field, vl_ui_keys(ui, NULL, both));
    vl_ui_keys(ui, &caps, naming->open ? both : "Enter");
    vl_rect_cut_right(&field, vl_points(ui, 8));
    vl_ui_hint(ui, field, NULL, "A click, or Enter, types another name for this file.");
    if (vl_ui_control(ui, field).clicked && !naming->open)
        vl_app_name_file(app);
    if (naming->open)
        leave(app, ui, field);
    naming->drawn = true;
    draw_field(app, ui, field);
    if (wrong_height(app, ui, rect.w) > 0)
        vl_ui_block(ui, rect, VL_TYPE_SMALL, ui->theme->warning_text, naming->wrong, MOST_LINES);
}

void vl_name_close_unseen(vl_app *app)
{
    if (!app->naming.drawn)
        vl_app_leave_name(app);
    app->naming.drawn = false;
}
