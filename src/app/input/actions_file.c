// Scene files and pictures.

// For realpath().
#define _XOPEN_SOURCE 700

#include "app/input/actions.h"

#include "base/memory.h"
#include "base/text.h"
#include "physics/integrators/integrators.h"
#include "scene/file.h"
#include "scene/find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void vl_app_open_named(vl_app *app, const char *name)
{
    vl_error error = {0};
    char *path = vl_scene_find(name, &error);
    if (path)
        vl_app_open(app, path);
    else
        vl_app_notify(app, VL_NOTICE_FILE, "This scene cannot be opened", "%s", error.text);
    vl_free(path);
}

VL_ACT(open_next)
{
    if (app->lesson) {
        vl_app_turn_lesson(app, command->value);
        return;
    }
    vl_scene_names names = vl_shelf_names(VL_SCENES);
    if (names.count == 0) {
        vl_app_notify(app, VL_NOTICE_WARNING, "No shipped scenes were found",
                      "Set VERLET_LAB_SCENES to the folder they are in.");
    } else {
        int here = vl_app_scene_number(app, &names);
        int next = here < 0 ? 0 : (here + command->value + names.count) % names.count;
        vl_app_open_named(app, names.names[next]);
    }
    vl_scene_names_free(&names);
}

// Takes ownership of the folder; the caller frees the path.
static char *new_path(char *folder, const char *name)
{
    char *path = vl_folder_new_path(folder, name);
    vl_free(folder);
    return path;
}

VL_ACT(picture)
{
    vl_error error = {0};
    vl_app_stall(app);
    char *path = new_path(vl_folder_pictures(), "verlet-lab.png");
    if (!app->platform->begin_picture(app->platform, path, &error)) {
        vl_app_notify(app, VL_NOTICE_WARNING, "No picture was written", "%s", error.text);
        app->notice.outlives = true;
    }
    vl_free(path);
    vl_app_stall_end(app);
}

// A file of steps is named relative to the folder of the scene, and the copy is in another one. It
// may stand behind a list.
static char *present_stream(const vl_session *session)
{
    const char *text = vl_session_timestep(session);
    const vl_stream *rest = session->pacing.stream->rest;
    const char *name = vl_stream_path(rest ? rest->text : text);
    if (!name)
        return vl_copy_text(text);
    char *folder = vl_path_folder(session->scene->path);
    char *path = vl_path_join(folder, name), *full = realpath(path, NULL);
    vl_text joined = {0};
    vl_text_add_bytes(&joined, text, strlen(text) - strlen(name));
    vl_text_add(&joined, "%s", full ? full : path);
    free(full);
    vl_free(path);
    vl_free(folder);
    return joined.data;
}

// One lane that has nothing of its own is the scene itself.
static void set_lanes(const vl_session *session, vl_scene *scene)
{
    vl_lane lanes[VL_MOST_LANES];
    scene->lanes = NULL; // they belong to the other
    scene->lane_count = 0;
    vl_scene_set_lanes(scene, lanes, vl_session_lanes(session, lanes));
    if (scene->lane_count == 1 && scene->lanes->own == 0)
        vl_scene_set_lanes(scene, NULL, 0);
}

// Returns the scene of the file with the present lanes, methods, solvers, speed, view and policy.
// The caller frees the texts of policy and stream, and the lanes.
static vl_scene present_scene(const vl_app *app)
{
    vl_scene scene = *app->session.scene;
    const vl_lane *lane = vl_session_lane_chosen(&app->session);
    scene.integrator = vl_integrators[vl_lane_method(lane)];
    scene.solver = lane->engine ? scene.solver : lane->solver;
    scene.view.center = app->camera.center;
    scene.view.height = app->camera.height;
    scene.view.yaw = app->camera.yaw / VL_DEGREE;
    scene.view.pitch = app->camera.pitch / VL_DEGREE;
    scene.view.speed = app->session.pacing.speed;
    scene.policy = vl_copy_text(lane->engine ? scene.policy : lane->policy);
    scene.timestep = present_stream(&app->session);
    set_lanes(&app->session, &scene);
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

// Writes the scene of the file with the present lanes, methods, solvers, speed, view and policy
// into a new file of the folder of one's own scenes. Returns its path, or NULL and a message.
static char *save_new(const vl_app *app, vl_error *error)
{
    char stem[200], saved[240];
    vl_scene scene = present_scene(app);
    stem_of(scene.path, stem, sizeof stem);
    snprintf(saved, sizeof saved, "%s-saved.yaml", stem);
    char *asked = new_path(vl_folder_scenes(), saved);
    char *path = vl_scene_save_new(&scene, asked, error);
    vl_free(asked);
    vl_scene_set_lanes(&scene, NULL, 0);
    vl_free(scene.lanes);
    vl_free(scene.timestep);
    vl_free(scene.policy);
    return path;
}

VL_ACT(save)
{
    vl_error error = {0};
    vl_app_stall(app);
    char *path = save_new(app, &error);
    if (path) {
        char *place = vl_app_place_of(app, path);
        vl_app_notify(app, VL_NOTICE_NOTE, "Saved",
                      "%s: the start of the scene, with the present lanes, speed and view.", place);
        vl_free(place);
        vl_app_file_written(app, path);
    } else {
        vl_app_notify(app, VL_NOTICE_WARNING, "Not saved", "%s", error.text);
    }
    app->notice.outlives = true;
    vl_app_stall_end(app);
    vl_free(path);
}
