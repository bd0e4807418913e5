// Scene files and pictures.

#include "app/input/actions.h"

#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "scene/find.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Returns the index of the present scene in the list, or −1.
static int index_of(const vl_app *app, const vl_scene_names *names)
{
    const char *path = app->session.scene->path;
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    for (int i = 0; i < names->count; i++) {
        size_t length = strlen(names->names[i]);
        if (strncmp(file, names->names[i], length) == 0 && strcmp(file + length, ".yaml") == 0)
            return i;
    }
    return -1;
}

VL_ACT(open_next)
{
    vl_scene_names names = vl_scene_names_list();
    vl_error error = {0};
    if (names.count == 0) {
        vl_app_notify(app, VL_NOTICE_WARNING, "No shipped scenes were found",
                      "Set VERLET_LAB_SCENES to the folder they are in.");
    } else {
        int here = index_of(app, &names);
        int next = here < 0 ? 0 : (here + command->value + names.count) % names.count;
        char *path = vl_scene_find(names.names[next], &error);
        if (path)
            vl_app_open(app, path);
        else
            vl_app_notify(app, VL_NOTICE_FILE, "This scene cannot be opened", "%s", error.text);
        vl_free(path);
    }
    vl_scene_names_free(&names);
}

// Writes the first of "stem.ext", "stem-2.ext" … that does not exist; returns false if all exist.
static bool free_name(char *name, size_t size, const char *stem, const char *extension)
{
    for (int i = 1; i < 10000; i++) {
        if (i == 1)
            snprintf(name, size, "%s.%s", stem, extension);
        else
            snprintf(name, size, "%s-%d.%s", stem, i, extension);
        if (access(name, F_OK) != 0)
            return true;
    }
    return false;
}

VL_ACT(picture)
{
    char name[64];
    vl_error error = {0};
    vl_app_stall(app, VL_STALL_PICTURE);
    if (!free_name(name, sizeof name, "verlet-lab", "png"))
        vl_app_notify(app, VL_NOTICE_WARNING, "No picture was written", "All names are taken.");
    else if (app->platform->save_picture(app->platform, name, &error))
        vl_app_notify(app, VL_NOTICE_NOTE, "Picture written", "%s", name);
    else
        vl_app_notify(app, VL_NOTICE_WARNING, "No picture was written", "%s", error.text);
    vl_app_stall_end(app);
}

// Returns the scene of the file with the present method, solver, speed, view and policy. The caller
// frees the text of the policy.
static vl_scene present_scene(const vl_app *app)
{
    vl_scene scene = *app->session.scene;
    vl_choice own = vl_session_own_choice(&app->session);
    scene.integrator = vl_integrators[own.integrator];
    scene.solver = own.solver;
    scene.view.given = true;
    scene.view.center = app->camera.center;
    scene.view.height = app->camera.height;
    scene.view.yaw = app->camera.yaw / VL_DEGREE;
    scene.view.pitch = app->camera.pitch / VL_DEGREE;
    scene.view.speed = app->session.pacing.speed;
    scene.policy = vl_copy_text(own.policy.text);
    return scene;
}

static void stem_of(const char *path, char *stem, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(stem, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(stem, '.');
    if (dot && dot != stem)
        *dot = '\0';
}

VL_ACT(save)
{
    char stem[200], saved[240], name[280];
    vl_error error = {0};
    vl_scene scene = present_scene(app);
    stem_of(scene.path, stem, sizeof stem);
    snprintf(saved, sizeof saved, "%s-saved", stem);
    vl_app_stall(app, VL_STALL_SAVE);
    if (!free_name(name, sizeof name, saved, "yaml"))
        vl_app_notify(app, VL_NOTICE_WARNING, "Not saved", "All names are taken.");
    else if (vl_scene_save(&scene, name, &error))
        vl_app_notify(
            app, VL_NOTICE_NOTE, "Saved",
            "%s: the start of the scene, with the present method, solver, speed and view.", name);
    else
        vl_app_notify(app, VL_NOTICE_WARNING, "Not saved", "%s", error.text);
    vl_app_stall_end(app);
    vl_free(scene.policy);
}
