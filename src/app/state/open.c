// Opening scenes, and reloading them when their file was saved.

#include "app/state/state.h"

#include "scene/warnings.h"

#include "base/memory.h"

static const double check_interval = 0.25; // s
static const int checks_of_missing = 4;

// Returns whether the file of the scene is another one than it was at the last call. A file that is
// missing does not count as changed, and is told after a second, in which it may be written anew.
static bool file_has_changed(vl_app *app)
{
    struct stat now;
    const struct stat *old = &app->opened.status;
    bool missing = stat(app->session.scene->path, &now) != 0;
    app->opened.missing = missing ? app->opened.missing + 1 : 0;
    if (app->opened.missing == checks_of_missing)
        vl_app_notify(app, VL_NOTICE_FILE, "The file is gone; the scene runs on", "%s",
                      app->session.scene->path);
    if (missing)
        return false;
    bool same = now.st_mtim.tv_sec == old->st_mtim.tv_sec &&
                now.st_mtim.tv_nsec == old->st_mtim.tv_nsec && now.st_size == old->st_size &&
                now.st_ino == old->st_ino;
    app->opened.status = now;
    return !same;
}

static void set_title(vl_app *app)
{
    char title[300];
    snprintf(title, sizeof title, "%s – Verlet Lab", app->session.scene->title);
    app->platform->set_title(app->platform, title);
    app->platform->set_file(app->platform, app->session.scene->path);
}

static void warn(vl_app *app)
{
    const vl_scene *scene = app->session.scene;
    vl_scene lanes[VL_SCENE_MOST_LANES];
    vl_text cost_text = {0};
    int count = vl_scene_lanes(scene, lanes);
    const char *warning = vl_scene_warning(scene, lanes, count);
    vl_scene_cost cost = vl_scene_cost_of(scene, lanes, count, NULL);
    const char *title = warning ? "This scene has something odd in it" : "This scene takes long";
    if (!warning && vl_scene_tell_cost(&cost, &cost_text))
        warning = cost_text.data;
    if (warning)
        vl_app_notify(app, VL_NOTICE_NOTE, title, "%s", warning);
    vl_text_free(&cost_text);
}

static void end_lesson(vl_app *app)
{
    app->session.waits = false;
    vl_app_end_answers(app);
    vl_lesson_free(app->opened.lesson);
    app->opened.lesson = NULL;
}

// An undo may bring back a scene that is none of the lesson, and a redo one that is.
static void follow_lesson(vl_app *app)
{
    const vl_lesson *lesson = app->opened.lesson;
    int found = -1;
    for (int i = 0; lesson && i < lesson->scene_count; i++) {
        char *path = vl_scene_find(lesson->scenes[i], &(vl_error){0});
        bool same = path && strcmp(path, app->session.scene->path) == 0;
        found = same && (found < 0 || i == app->opened.lesson_scene) ? i : found;
        vl_free(path);
    }
    app->opened.lesson_scene = found;
    app->session.waits = found >= 0;
}

void vl_app_scene_changed(vl_app *app)
{
    app->opened.next_check = 0;
    file_has_changed(app);
    vl_app_drop_notice(app, VL_NOTICE_FILE);
    app->tools.probed = (vl_chosen){0};
    app->typing = (vl_typing){0};
    app->hands.points = false;
    app->tools.measure = (vl_measure){0};
    app->view.fit_wanted = true;
    app->view.columns = 0;
    vl_app_measure_view(app);
    // what the scene before has switched on ends with it; what a person has switched on stays
    vl_shown *shown = &app->shown;
    const vl_scene_view *view = &app->session.scene->view, before = app->opened.view;
    app->graph.compared = view->figure == VL_FIGURE_AUTO ? VL_FIGURE_ENERGY : view->figure;
    app->graph.table = view->table;
    shown->strain = view->colours || (shown->strain && !before.colours);
    shown->trails = view->trails || (shown->trails && !before.trails);
    app->opened.view = *view;
    set_title(app);
    follow_lesson(app);
}

// Tells why a file cannot be opened, by the first mistake, or by a key that nobody knows, of which
// others follow; `check` prints all of them.
static void tell(vl_app *app, const char *title, const vl_error *error)
{
    const char *line = error->text, *unknown = strstr(line, "; did you mean");
    while (unknown && unknown > line && unknown[-1] != '\n')
        unknown--;
    line = unknown ? unknown : line;
    vl_app_notify(app, VL_NOTICE_FILE, title, "%.*s", (int)strcspn(line, "\n"), line);
}

// Reading and making a large scene takes seconds, in which no picture comes.
static bool open_scene(vl_app *app, const char *path, vl_error *error)
{
    bool recorded = vl_recording_is_file(path);
    app->platform->set_title(app->platform, "Computing – Verlet Lab");
    if (!(recorded ? vl_session_open_recording : vl_session_open)(&app->session, path, error)) {
        if (app->session.scene)
            set_title(app);
        return false;
    }
    vl_app_scene_changed(app);
    warn(app);
    return true;
}

static bool open_of_lesson(vl_app *app, int number, vl_error *error)
{
    char *path = vl_scene_find(app->opened.lesson->scenes[number], error);
    app->opened.lesson_scene = number;
    bool opened = path && open_scene(app, path, error);
    vl_free(path);
    return opened;
}

bool vl_app_try_open(vl_app *app, const char *path, vl_error *error)
{
    if (open_scene(app, path, error))
        return true;
    if (!vl_lesson_is_file(path))
        return false;
    *error = (vl_error){0}; // which said that it is no scene
    vl_lesson *lesson = vl_lesson_load(path, error);
    if (!lesson)
        return false;
    end_lesson(app);
    app->opened.lesson = lesson;
    app->session.waits = true;
    vl_app_begin_answers(app);
    return open_of_lesson(app, 0, error);
}

void vl_app_open(vl_app *app, const char *path)
{
    vl_error error = {0};
    end_lesson(app);
    vl_app_stall(app);
    bool opened = vl_app_try_open(app, path, &error);
    vl_app_stall_end(app);
    if (!opened)
        tell(app,
             vl_recording_is_file(path) ? "This recording cannot be opened"
             : vl_lesson_is_file(path)  ? "This lesson cannot be opened"
                                        : "This scene cannot be opened",
             &error);
}

void vl_app_turn_lesson(vl_app *app, int direction)
{
    vl_error error = {0};
    int next = app->opened.lesson_scene + direction;
    if (next >= 0 && next < app->opened.lesson->scene_count) {
        vl_app_stall(app);
        if (!open_of_lesson(app, next, &error))
            tell(app, "This scene cannot be opened", &error);
        vl_app_stall_end(app);
    } else
        vl_app_notify(app, VL_NOTICE_NOTE, next < 0 ? "It begins here" : "The lesson ends here",
                      "☰ has the other lessons.");
    if (next > 0 && next >= app->opened.lesson->scene_count)
        vl_app_end_answers(app);
}

void vl_app_reload_when_saved(vl_app *app, double now)
{
    vl_error error = {0};
    if (now < app->opened.next_check)
        return;
    app->opened.next_check = now + check_interval;
    if (!file_has_changed(app) || vl_recording_is_file(app->session.scene->path))
        return;
    vl_app_stall(app);
    bool loaded = vl_session_open(&app->session, NULL, &error);
    vl_app_stall_end(app);
    if (loaded) {
        vl_app_notify(app, VL_NOTICE_NOTE, "Loaded anew", "The file was saved.%s%s",
                      *error.text ? " The frames that were chosen are gone: " : "", error.text);
        warn(app);
    } else
        tell(app, "The scene file is broken; the scene runs on as it was", &error);
}

bool vl_app_mistake_is_told(const vl_app *app)
{
    const vl_session *session = &app->session;
    return session->answer.given || session->mistake_off ||
           session->scene->task.rule != VL_TASK_MISTAKE;
}

bool vl_app_hides_stream(const vl_app *app)
{
    const vl_mistake *mistake = vl_session_mistake(&app->session);
    return mistake && mistake->millisecond_clock && !vl_app_mistake_is_told(app);
}
