// What a person can do next: as the last caption of a scene says, or where a change of the frames
// waits that did not come because somebody took over.

#include "app/screen/parts.h"

#include "app/state/explain.h"

#include <stdio.h>
#include <string.h>

static const struct {
    uint32_t key;
    bool ctrl;
    const char *label;
} offers[] = {
    {'h', false, "Make a late frame yourself"},
    {'o', true, "Choose a scene"},
};

enum { OFFERS = sizeof offers / sizeof *offers, OFFER_LINES = 5, OFFER_TEXT = 192 };

static const double shown_for = 40;  // s, so long a change that waits is offered
static const float least_below = 48; // points, of the stage below the sentence and its button
static const double within = 2;      // s of simulated time, in which it then comes

static vl_button button_of(int index)
{
    return (vl_button){.label = offers[index].label};
}

// --- a change that waits ---

static bool has_change(const vl_app *app)
{
    return vl_session_change_waits(&app->session) && app->offered < shown_for;
}

// Whether a button of that name is on the screen.
static bool is_placed(const vl_app *app, const char *label)
{
    bool found = false;
    for (int i = 0; i < app->layout.button_count; i++) {
        const char *other = vl_command_get(app->layout.buttons[i].command).label;
        found |= other && strcmp(other, label) == 0;
    }
    return found;
}

// Two sentences: what has not come, and where it is.
static void write_change(const vl_app *app, char text[OFFER_TEXT])
{
    const vl_session_change *change = &app->session.left_out;
    char preset[32];
    snprintf(preset, sizeof preset, "%.0f→%.0f", 1 / change->from, 1 / change->to);
    bool known = is_placed(app, preset);
    snprintf(
        text, OFFER_TEXT,
        "The frame rate has not changed yet. This button waits until the motion is fastest%s%s%s.",
        known ? ", and " : "", known ? preset : "", known ? " below changes it now" : "");
}

static vl_button change_button(const vl_app *app, char label[OFFER_TEXT])
{
    snprintf(label, OFFER_TEXT, "Change to %.0f frames/s", 1 / app->session.left_out.to);
    return (vl_button){.label = label};
}

// Returns the height of the sentence with a gap below; 0 where it would cover all of the stage, and
// the button says enough.
static float words_height(const vl_app *app, const vl_ui *ui, vl_rect room)
{
    char text[OFFER_TEXT];
    write_change(app, text);
    float words = vl_ui_block_height(ui, VL_TYPE_MEDIUM, text, room.w, OFFER_LINES);
    words += vl_points(ui, VL_GAP / 2);
    return words + vl_points(ui, VL_TARGET + least_below) <= room.h ? words : 0;
}

static void layout_change(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    char label[OFFER_TEXT];
    const vl_button button = change_button(app, label);
    float words = words_height(app, ui, *left);
    float height = words + vl_points(ui, VL_TARGET);
    if (left->h < height)
        return;
    vl_rect row = app->layout.offers = vl_rect_cut_top(left, height);
    vl_rect_cut_top(&row, words);
    row.w = fminf(vl_ui_button_width(ui, &button), row.w);
    vl_layout_cover(&app->layout, row);
}

static void draw_change(vl_app *app, const vl_ui *ui, vl_rect left)
{
    char text[OFFER_TEXT], label[OFFER_TEXT];
    const vl_button button = change_button(app, label);
    const vl_ui explained = vl_explained(ui);
    vl_rect words = vl_rect_cut_top(&left, left.h - vl_points(ui, VL_TARGET));
    if (words.h > 1) {
        write_change(app, text);
        vl_ui_block(&explained, words, VL_TYPE_MEDIUM, ui->theme->text, text, OFFER_LINES);
    }
    left.w = fminf(vl_ui_button_width(ui, &button), left.w);
    if (!vl_ui_button(ui, left, &button))
        return;
    vl_app_stall(app, VL_STALL_EDIT);
    vl_session_make_change(&app->session, within);
    vl_app_stall_end(app);
}

// --- both ---

// One below the other.
static void layout_told(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    float width = 0, gap = vl_points(ui, VL_GAP / 2);
    float height = (float)OFFERS * (vl_points(ui, VL_TARGET) + gap);
    if (left->h < height)
        return;
    for (int i = 0; i < OFFERS; i++) {
        const vl_button button = button_of(i);
        width = fmaxf(width, vl_ui_button_width(ui, &button));
    }
    app->layout.offers = vl_rect_cut_top(left, height);
    app->layout.offers.w = fminf(width, left->w);
    vl_layout_cover(&app->layout, app->layout.offers);
}

static void draw_told(vl_app *app, const vl_ui *ui, vl_rect left)
{
    for (int i = 0; i < OFFERS; i++) {
        const vl_button button = button_of(i);
        vl_command command = vl_command_get(vl_command_of_key(offers[i].key, offers[i].ctrl));
        if (vl_ui_button(ui, vl_rect_cut_top(&left, vl_points(ui, VL_TARGET)), &button))
            command.act(app, &command);
        vl_rect_cut_top(&left, vl_points(ui, VL_GAP / 2));
    }
}

void vl_offers_layout(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    if (vl_session_is_told(&app->session))
        layout_told(app, ui, left);
    else if (has_change(app))
        layout_change(app, ui, left);
}

void vl_offers_draw(vl_app *app, const vl_ui *ui)
{
    bool told = vl_session_is_told(&app->session);
    if (vl_session_change_waits(&app->session))
        app->offered += app->elapsed;
    if (app->layout.offers.w > 0)
        (told ? draw_told : draw_change)(app, ui, app->layout.offers);
}
