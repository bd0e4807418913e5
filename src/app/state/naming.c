// The name of the file that was written last. It was written at once under a name that was free;
// somebody can type another one.

#include "app/state/state.h"

#include "base/memory.h"
#include "scene/folders.h"

#include <stdio.h>
#include <string.h>

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void vl_app_forget_file(vl_app *app)
{
    vl_free(app->naming.path);
    app->naming = (vl_naming){.files = app->naming.files};
    app->notice.names = false;
}

static void tell_place(vl_app *app, const char *title, const char *path)
{
    char *place = vl_app_place_of(app, path);
    vl_app_notify(app, VL_NOTICE_NOTE, title, "%s", place);
    vl_free(place);
}

void vl_app_name_file(vl_app *app)
{
    vl_naming *naming = &app->naming;
    if (!naming->path) {
        vl_app_notify(app, VL_NOTICE_NOTE, "There is no file to name",
                      "Ctrl+S saves the scene, F12 writes a picture; then Enter types a name.");
        return;
    }
    if (app->notice.kind == VL_NOTICE_NONE || !app->notice.names)
        tell_place(app, "The file that was written last", naming->path);
    vl_app_offer_name(app);
    const char *name = name_of(naming->path), *dot = strrchr(name, '.');
    vl_input_begin(&naming->field, name, dot ? (int)(dot - name) : (int)strlen(name));
    *naming->wrong = '\0';
    naming->open = naming->drawn = true;
    app->entry.open = app->focus.shown = false;
}

const char *vl_app_file_name(const vl_app *app)
{
    return name_of(app->naming.path);
}

void vl_app_leave_name(vl_app *app)
{
    if (app->naming.open && app->notice.names)
        vl_app_offer_name(app);
    app->naming.open = false;
}

void vl_app_take_name(vl_app *app)
{
    vl_error error = {0};
    vl_naming *naming = &app->naming;
    char *path = vl_folder_rename(naming->path, naming->field.text, &error);
    snprintf(naming->wrong, sizeof naming->wrong, "%s", error.text);
    if (!path)
        return;
    bool other = strcmp(path, naming->path) != 0;
    naming->open = false;
    naming->files++;
    if (other) {
        vl_app_scene_renamed(app, naming->path, path);
        app->platform->hand_over(app->platform, path);
    }
    tell_place(app, other ? "Renamed" : "The name stays", path);
    vl_free(naming->path);
    naming->path = path;
    vl_app_offer_name(app);
}
