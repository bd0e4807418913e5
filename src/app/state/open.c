// Opening scenes, and reloading them when their file was saved.

#include "app/state/state.h"

#include <stdio.h>

static void set_title(vl_app *app)
{
    char title[300];
    snprintf(title, sizeof title, "%s – Verlet Lab", app->session.scene->title);
    app->platform->set_title(app->platform, title);
}

bool vl_app_try_open(vl_app *app, const char *path, vl_error *error)
{
    if (!vl_session_open(&app->session, path, error))
        return false;
    vl_watch_begin(&app->watch, path);
    vl_app_drop_notice(app, VL_NOTICE_FILE);
    app->shown.answer = false;
    app->fit_wanted = true;
    set_title(app);
    return true;
}

void vl_app_open(vl_app *app, const char *path)
{
    vl_error error = {0};
    if (!vl_app_try_open(app, path, &error))
        vl_app_notify(app, VL_NOTICE_FILE, "This scene cannot be opened", "%s", error.text);
}

void vl_app_reload_when_saved(vl_app *app, double now)
{
    vl_error error = {0};
    if (!vl_watch_changed(&app->watch, now))
        return;
    if (vl_session_reload(&app->session, &error))
        vl_app_notify(app, VL_NOTICE_NOTE, "Loaded anew", "%s was saved.",
                      app->session.scene->path);
    else
        vl_app_notify(app, VL_NOTICE_FILE, "The scene file is broken; the scene runs on as it was",
                      "%s", error.text);
}

bool vl_app_mistake_is_told(const vl_app *app)
{
    return app->shown.answer || !*app->session.scene->answer;
}
