// What a person can do next, as the last caption of a scene says.

#include "app/screen/parts.h"

static const struct {
    uint32_t key;
    bool ctrl;
    const char *label;
} offers[] = {
    {'h', false, "Make a late frame yourself"},
    {'o', true, "Choose a scene"},
};

enum { OFFERS = sizeof offers / sizeof *offers };

static vl_button button_of(int index)
{
    return (vl_button){.label = offers[index].label};
}

// One below the other.
void vl_offers_layout(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    float width = 0, gap = vl_points(ui, VL_GAP / 2);
    float height = (float)OFFERS * (vl_points(ui, VL_TARGET) + gap);
    if (!vl_session_is_told(&app->session) || left->h < height)
        return;
    for (int i = 0; i < OFFERS; i++) {
        const vl_button button = button_of(i);
        width = fmaxf(width, vl_ui_button_width(ui, &button));
    }
    app->layout.offers = vl_rect_cut_top(left, height);
    app->layout.offers.w = fminf(width, left->w);
    vl_layout_cover(&app->layout, app->layout.offers);
}

void vl_offers_draw(vl_app *app, const vl_ui *ui)
{
    vl_rect left = app->layout.offers;
    for (int i = 0; i < OFFERS && left.w > 0; i++) {
        const vl_button button = button_of(i);
        vl_command command = vl_command_get(vl_command_of_key(offers[i].key, offers[i].ctrl));
        if (vl_ui_button(ui, vl_rect_cut_top(&left, vl_points(ui, VL_TARGET)), &button))
            command.act(app, &command);
        vl_rect_cut_top(&left, vl_points(ui, VL_GAP / 2));
    }
}
