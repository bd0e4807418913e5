// Undo and redo.

#include "app/input/actions.h"

#include "app/stage/stage.h"
#include "base/text.h"

#include <stdio.h>

static void tell_nothing(vl_app *app, bool back)
{
    if (vl_lab_is_held(app->session.lab))
        vl_app_notify(app, VL_NOTICE_NOTE, "A hand holds something", "Let it go first.");
    else
        vl_app_notify(
            app, VL_NOTICE_NOTE, back ? "Nothing to undo" : "Nothing to redo",
            "States are stored before each change: drag, pin, cut, setting, number, lane, scene. "
            "A new change ends what could be redone.");
}

// What is stored has an end, which is told.
static void tell(vl_app *app, bool back, const char *what)
{
    const vl_undo *undo = app->session.undo;
    char title[VL_CHANGE_TEXT + 16];
    vl_text text = {0};
    snprintf(title, sizeof title, "%s: %s", back ? "Undone" : "Redone", what);
    vl_text_add(&text, "%d more to undo (Ctrl+Z), %d to redo (Ctrl+Y).", undo->undone.count,
                undo->redone.count);
    if (undo->dropped > 0)
        vl_text_add(&text, " Older ones were dropped: %d changes are kept at most.", VL_UNDO_MOST);
    vl_app_notify(app, VL_NOTICE_NOTE, title, "%s", text.data);
    vl_text_free(&text);
}

VL_ACT(undo)
{
    vl_session *session = &app->session;
    bool back = command->value < 0;
    const vl_scene *scene = session->scene;
    const char *newest = back ? vl_session_undoes(session) : vl_session_redoes(session);
    char what[VL_CHANGE_TEXT];
    snprintf(what, sizeof what, "%s", newest ? newest : "");
    bool gone = back ? vl_session_undo(session) : vl_session_redo(session);
    if (!gone) {
        tell_nothing(app, back);
        return;
    }
    if (session->scene != scene)
        vl_app_scene_changed(app);
    vl_stages_follow(app); // lanes may have come back
    vl_trails_clear(app);
    vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    vl_app_drop_notice(app, VL_NOTICE_RETURN);
    app->digits.next = 0;
    tell(app, back, what);
}
