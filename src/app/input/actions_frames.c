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
    const vl_field row = vl_lane_row("timestep");
    bool own = vl_session_lane_chosen(session)->own_stream, good = true;
    if (own)
        good = vl_session_set_in_lane(session, &row, measured ? NULL : text, &error);
    if (good && !vl_session_lane_chosen(session)->own_stream)
        good = vl_session_set_stream(session, text, &error);
    if (!good)
        vl_app_notify(app, VL_NOTICE_WARNING, "The stream of steps stays", "%s", error.text);
}

// "@" is the last part of a text.
static void write_stream(const vl_app *app, const char *stream, char text[VL_CHOICE_TEXT])
{
    int length = (int)strcspn(stream, "@");
    snprintf(text, VL_CHOICE_TEXT, "%s", stream);
    if (stream[length])
        snprintf(text, VL_CHOICE_TEXT, "%.*s%.12g", length, stream, present_of(&app->session));
}

bool vl_stream_of(const vl_app *app, const vl_command *command, char text[VL_CHOICE_TEXT])
{
    bool own = command->act == vl_act_set_stream && strcmp(command->subject, "frame") != 0;
    if (own)
        write_stream(app, command->subject, text);
    return own;
}

VL_ACT(set_stream)
{
    char text[VL_CHOICE_TEXT];
    write_stream(app, command->subject, text);
    take_stream(app, text);
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
