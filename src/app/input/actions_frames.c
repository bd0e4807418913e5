// The stream of frames: presets, frames that are kept or edited, and what slow motion does to dt.

#include "app/input/actions.h"

#include "app/stage/stage.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The present time in few decimals. A change then is one of the frame that begins now.
static double present_of(const vl_session *session)
{
    double now = session->lab->now.time, unit = 0.1, rounded;
    int64_t made = session->lab->now.frames;
    if (made == 0)
        return 0;
    do {
        unit /= 10;
        rounded = unit * floor(now / unit);
    } while (unit > 1e-12 && now - rounded > vl_log_length(session->log, made) / 4);
    return rounded;
}

// A lane with frames of its own gets others of its own. Only common frames can be measured.
static void take_stream(vl_app *app, const char *text)
{
    vl_error error = {0};
    vl_session *session = &app->session;
    const bool measured = strcmp(text, "frame") == 0;
    if (vl_session_lane_chosen(session)->timestep)
        vl_session_set_lane_stream(session, measured ? NULL : text);
    if (!vl_session_lane_chosen(session)->timestep && !vl_session_set_stream(session, text, &error))
        vl_app_notify(app, VL_NOTICE_WARNING, "The stream of steps stays", "%s", error.text);
}

VL_ACT(set_stream)
{
    vl_text text = {0};
    vl_text_add_bytes(&text, "", 0); // a text without letters, too
    for (const char *c = command->subject; *c; c++)
        if (*c == '@')
            vl_text_add(&text, "%.12g", present_of(&app->session));
        else
            vl_text_add_bytes(&text, c, 1);
    take_stream(app, text.data);
    vl_text_free(&text);
}

bool vl_is_stream_of(const vl_app *app, const vl_command *command)
{
    const vl_stream *stream = vl_session_stream(&app->session, app->session.chosen);
    const char *time = strchr(command->subject, '@');
    vl_text text = {0};
    vl_text_add(&text, "%s", (const char *)command->subject);
    if (time && stream->kind->changes) {
        text.length -= (int)strlen(time);
        vl_text_add(&text, "%.17g", stream->arguments[2]);
    }
    bool is = (!time || stream->kind->changes) && vl_stream_is(stream, text.data);
    vl_text_free(&text);
    return is;
}

void vl_edit_frames(vl_app *app, const vl_frame_edit *edit)
{
    vl_error error = {0};
    vl_app_stall(app);
    bool done = vl_session_edit_frames(&app->session, edit, &error);
    vl_app_stall_end(app);
    if (!done)
        vl_app_notify(app, VL_NOTICE_WARNING, "The frames stay as they are", "%s", error.text);
}
