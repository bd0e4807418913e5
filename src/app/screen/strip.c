// The strip of frames: those that were and those to come as bars, what is told about the stream of
// steps, and presets for it.

#include "app/screen/parts.h"

#include "app/state/play.h"
#include "base/text.h"
#include "ui/number.h"

#include <string.h>

static const double window = 15; // s of simulated time at speed 1: ten that were, five to come

// Points: lower windows have no strip; the bars.
static const float lowest = 160, narrowest = 220, bars_height = 30;

// The buttons get this part of the row, or these points where that is more.
static const float share = 0.4f, least_buttons = 330;

void vl_strip_layout(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    float height = fmaxf(vl_points(ui, bars_height) + ui->metrics->height[VL_TYPE_SMALL],
                         vl_points(ui, VL_TARGET));
    if (left->h < vl_points(ui, lowest))
        return;
    vl_rect row = vl_rect_cut_bottom(left, height);
    vl_rect_cut_bottom(left, vl_points(ui, VL_GAP / 2));
    vl_rect buttons = vl_rect_cut_bottom(&row, vl_points(ui, VL_TARGET));
    float room = fmaxf(share * row.w, vl_points(ui, least_buttons));
    vl_rect bars = vl_rect_cut_left(&buttons, fmaxf(buttons.w - room, vl_points(ui, narrowest)));
    vl_place_buttons(app, ui, VL_PLACE_EDIT, true, &buttons);
    vl_place_buttons(app, ui, VL_PLACE_STRIP, true, &buttons);
    bars.w += buttons.w;
    vl_rect_cut_right(&bars, vl_points(ui, VL_GAP));
    app->layout.strip = (vl_rect){bars.x, bars.y + bars.h - height, bars.w, height};
    vl_layout_cover(&app->layout, app->layout.strip);
}

// --- what is told ---

// The text is in parts separated by tabs. This part names the policy, and says how far an
// interpolated picture is behind the digits.
static void add_policy(vl_text *text, const vl_session *session)
{
    const vl_policy *policy = vl_session_policy(session, session->chosen);
    char label[VL_POLICY_LABEL_SIZE];
    if (vl_policy_is_raw(policy))
        return;
    vl_text_add(text, "\t%s", vl_policy_label(policy, label));
    if (vl_session_draws_between(session, session->chosen))
        vl_text_add(text, "\tpicture %s ms earlier",
                    vl_figure_fixed(1e3 * vl_policy_behind(policy), 0, VL_FIGURE_BUFFER));
}

// Else the label would tell another dt than the frames have.
static void add_slow(vl_text *text, const vl_session *session)
{
    const vl_pacing *pacing = &session->pacing;
    const vl_stream *stream = vl_session_stream(session, session->chosen);
    double factor = pacing->speed / pacing->normal;
    bool own = vl_session_lane_chosen(session)->stream || vl_session_plays(session);
    if (!vl_pacing_shrinks(pacing) || factor == 1 || own)
        return;
    vl_text_add(text, " × %.3g by the speed", factor);
    if (stream->kind->period == 1)
        vl_text_add(text, " = %s ms",
                    vl_figure(1e3 * factor * vl_stream_period(stream), 4, VL_FIGURE_BUFFER));
}

// The work of the program that delayed the display, and is no frame time.
static void add_stalls(vl_text *text, const vl_stalls *stalls)
{
    if (stalls->last < 0.0005) // it would read 0 ms
        return;
    vl_text_add(text, "\t%s: %s ms taken off", vl_stall_name(stalls->last_cause),
                vl_figure_fixed(1e3 * stalls->last, 0, VL_FIGURE_BUFFER));
    if (stalls->total > stalls->last)
        vl_text_add(text, ", %s s in all", vl_figure_fixed(stalls->total, 2, VL_FIGURE_BUFFER));
}

// What is measured is not better than the clock. Browsers make theirs coarse.
static void add_clock(vl_text *text, const vl_app *app)
{
    static const double coarse = 1e-4; // s

    double resolution = app->platform->resolution(app->platform);
    if (resolution >= coarse && vl_pacing_is_measured(&app->session.pacing))
        vl_text_add(text, "\tclock tells %s ms", vl_figure(1e3 * resolution, 1, VL_FIGURE_BUFFER));
}

// Where frames of the display are the steps, a slow one makes other steps than those of which the
// notes of the scenes tell.
static bool is_slow(const vl_app *app)
{
    static const double slow = 1.0 / 45; // s

    return *app->session.scene->notes && vl_stalls_usual_length(&app->stalls) > slow &&
           vl_pacing_is_measured(&app->session.pacing);
}

static void add_rate(vl_text *text, const vl_app *app)
{
    if (!isnan(app->frame_rate)) // a picture of one instant has none
        vl_text_add(text, "\t%s frames/s%s", vl_figure_fixed(app->frame_rate, 0, VL_FIGURE_BUFFER),
                    is_slow(app) ? ", the notes tell of 60" : "");
}

// The most important part is first.
static void add_parts(vl_text *text, const vl_app *app)
{
    const vl_session *session = &app->session;
    double lost = vl_session_lost(session);
    double added = vl_session_policy(session, session->chosen)->added;
    vl_text_add(text, "dt ");
    if (vl_app_hides_stream(app))
        vl_text_add(text, "as measured");
    else
        vl_stream_label(vl_session_stream(session, session->chosen), text);
    add_slow(text, session);
    if (is_slow(app))
        add_rate(text, app);
    add_clock(text, app);
    add_policy(text, session);
    if (lost > 0)
        vl_text_add(text, "\t%s s lost", vl_figure_fixed(lost, 2, VL_FIGURE_BUFFER));
    if (added > 0)
        vl_text_add(text, "\t%s s added", vl_figure_fixed(added, 2, VL_FIGURE_BUFFER));
    add_stalls(text, &app->stalls);
    if (!is_slow(app))
        add_rate(text, app);
}

// Replaces each tab of `parts` by `between`.
static void join(vl_text *line, const char *parts, const char *between)
{
    line->length = 0;
    vl_text_add_bytes(line, "", 0); // a text without parts, too
    for (const char *c = parts; *c; c++)
        vl_text_add_bytes(line, *c == '\t' ? between : c, *c == '\t' ? strlen(between) : 1);
}

// If there is too little room the gaps shrink, and then the last parts are left out.
static void fit_parts(const vl_ui *ui, vl_text *line, char *parts, float width)
{
    join(line, parts, "   ·   ");
    while (vl_text_width(ui->metrics, VL_TYPE_SMALL, line->data) > width) {
        bool near = strstr(line->data, "   ·   ") == NULL;
        char *last = near ? strrchr(parts, '\t') : NULL;
        if (near && !last)
            return;
        if (last)
            *last = '\0';
        join(line, parts, " · ");
    }
}

void vl_strip_label(const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    vl_text parts = {0}, line = {0};
    add_parts(&parts, app);
    fit_parts(ui, &line, parts.data, rect.w);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, line.data);
    vl_text_free(&parts);
    vl_text_free(&line);
}

// --- bars ---

// A click on a bar opens the drawer, where its length can be typed.
void vl_strip_draw(vl_app *app, const vl_ui *ui)
{
    vl_rect rect = app->layout.strip;
    vl_bars b;
    if (rect.w <= 0)
        return;
    vl_draw_buttons(app, ui, VL_PLACE_STRIP);
    vl_draw_buttons(app, ui, VL_PLACE_EDIT);
    vl_strip_label(app, ui, vl_rect_cut_top(&rect, ui->metrics->height[VL_TYPE_SMALL]));
    vl_rect_cut_left(&rect, vl_bars_margin(ui));
    b.rect = rect;
    b.label = ui->metrics->height[VL_TYPE_SMALL];
    int64_t clicked = vl_bars_act(&b, app, ui, window, 1);
    if (clicked > 0) {
        vl_app_toggle_drawer(app, VL_DRAWER_FRAMES);
        app->strip.chosen = clicked;
        app->strip.entry = (vl_input){0};
    }
    vl_bars_draw(&b, app, ui, false);
}
