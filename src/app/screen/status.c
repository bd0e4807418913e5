// The status line below the stage.

#include "app/screen/parts.h"

#include "base/text.h"
#include "ui/number.h"

#include <string.h>

// The status is a text of parts separated by tabs. This part names the policy, and says how far an
// interpolated picture is behind the digits.
static void add_policy(vl_text *text, const vl_session *session)
{
    const vl_policy *policy = &session->pacing.policy;
    char label[VL_POLICY_LABEL_SIZE];
    if (vl_policy_is_raw(policy))
        return;
    vl_text_add(text, "\t%s", vl_policy_label(policy, label));
    if (vl_session_draws_between(session))
        vl_text_add(text, "\tpicture %s ms earlier",
                    vl_figure_fixed(1e3 * vl_policy_behind(policy), 0, VL_FIGURE_BUFFER));
}

static void add_time(vl_text *text, const vl_app *app)
{
    const vl_playback *playback = &app->session.playback;
    double time = vl_playback_shown_time(playback, app->readout.reading.time);
    vl_text_add(text, "t = %s s", vl_figure_fixed(time, 2, VL_FIGURE_BUFFER));
    double end = vl_playback_end_time(playback, app->session.lab->now.time);
    if (playback->left > 0)
        vl_text_add(text, ", going %s to %s s", playback->turned ? "back" : "on",
                    vl_figure_fixed(end, 2, VL_FIGURE_BUFFER));
    else if (playback->turned)
        vl_text_add(text, ", reversed");
}

// The work of the program that delayed the display, and is no frame time.
static void add_stalls(vl_text *text, const vl_stalls *stalls)
{
    if (stalls->last <= 0)
        return;
    vl_text_add(text, "\t%s: %s ms taken off", vl_stall_name(stalls->last_cause),
                vl_figure_fixed(1e3 * stalls->last, 0, VL_FIGURE_BUFFER));
    if (stalls->total > stalls->last)
        vl_text_add(text, ", %s s in all", vl_figure_fixed(stalls->total, 2, VL_FIGURE_BUFFER));
}

// The most important part is first.
static void add_status(vl_text *text, const vl_app *app)
{
    const vl_session *session = &app->session;
    add_time(text, app);
    vl_text_add(text, "\tspeed ×%s\tdt ", vl_figure(session->pacing.speed, 2, VL_FIGURE_BUFFER));
    vl_stream_label(session->pacing.stream, text);
    if (session->engine)
        vl_text_add(text, "\tengine %s", session->engine->name);
    add_policy(text, session);
    if (!session->running)
        vl_text_add(text, "\tpaused");
    double lost = vl_pacing_lost(&session->pacing), added = session->pacing.policy.added;
    if (lost > 0)
        vl_text_add(text, "\t%s s lost", vl_figure_fixed(lost, 2, VL_FIGURE_BUFFER));
    if (added > 0)
        vl_text_add(text, "\t%s s added", vl_figure_fixed(added, 2, VL_FIGURE_BUFFER));
    add_stalls(text, &app->stalls);
    vl_text_add(text, "\t%s frames/s", vl_figure_fixed(app->frame_rate, 0, VL_FIGURE_BUFFER));
}

// Replaces each tab of `parts` by `between`.
static void join(vl_text *line, const char *parts, const char *between)
{
    line->length = 0;
    for (const char *c = parts; *c; c++)
        vl_text_add_bytes(line, *c == '\t' ? between : c, *c == '\t' ? strlen(between) : 1);
}

// If there is too little room the gaps shrink, and then the last parts are left out.
static void fit_status(const vl_ui *ui, vl_text *line, char *parts, float width)
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

void vl_status_draw(const vl_app *app, const vl_ui *ui)
{
    vl_text parts = {0}, line = {0};
    vl_rect rect = app->layout.status;
    vl_draw_rect(ui->list, rect, ui->theme->panel);
    vl_rect_cut_left(&rect, vl_points(ui, 12));
    add_status(&parts, app);
    fit_status(ui, &line, parts.data, rect.w);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, line.data);
    vl_text_free(&parts);
    vl_text_free(&line);
}
