#include "app/input/actions.h"

#include "app/input/gestures.h"
#include "app/input/tools.h"
#include "app/pages/pages.h"
#include "base/memory.h"
#include "scene/find.h"
#include "ui/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double note_time = 4; // s a note stays

void vl_app_notify(vl_app *app, vl_notice_kind kind, const char *title, const char *format, ...)
{
    va_list arguments;
    app->notice.kind = kind;
    app->notice.placed = false;
    app->notice.until = app->platform->now(app->platform) + note_time;
    snprintf(app->notice.title, sizeof app->notice.title, "%s", title);
    va_start(arguments, format);
    vsnprintf(app->notice.text, sizeof app->notice.text, format, arguments);
    va_end(arguments);
}

void vl_app_drop_notice(vl_app *app, vl_notice_kind kind)
{
    if (app->notice.kind == kind)
        app->notice.kind = VL_NOTICE_NONE;
}

void vl_app_tell_end(vl_app *app)
{
    if (app->session.pacing.ended)
        vl_app_notify(app, VL_NOTICE_NOTE, "The stream of steps has ended", "R begins it anew.");
}

void vl_app_fit_view(vl_app *app)
{
    app->fit_wanted = true;
}

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
    vl_app_fit_view(app);
    set_title(app);
    return true;
}

void vl_app_open(vl_app *app, const char *path)
{
    vl_error error = {0};
    if (!vl_app_try_open(app, path, &error))
        vl_app_notify(app, VL_NOTICE_FILE, "This scene cannot be opened", "%s", error.text);
}

// Index of the present scene in the list, or −1.
static int page_of(const vl_app *app, const vl_scene_names *names)
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

void vl_app_turn_page(vl_app *app, int direction)
{
    vl_scene_names names = vl_scene_names_list();
    vl_error error = {0};
    if (names.count == 0) {
        vl_app_notify(app, VL_NOTICE_WARNING, "No shipped scenes were found",
                      "Set VERLET_LAB_SCENES to the folder they are in.");
    } else {
        int page = page_of(app, &names);
        int next = page < 0 ? 0 : (page + direction + names.count) % names.count;
        char *path = vl_scene_find(names.names[next], &error);
        if (path)
            vl_app_open(app, path);
        else
            vl_app_notify(app, VL_NOTICE_FILE, "This scene cannot be opened", "%s", error.text);
        vl_free(path);
    }
    vl_scene_names_free(&names);
}

// The place behind the present preset; behind the last one none.
static const vl_engine *next_engine(const vl_engine *engine)
{
    int index = 0;
    while (engine && vl_engines[index] != engine)
        index++;
    index += engine != NULL;
    return index < vl_engine_count ? vl_engines[index] : NULL;
}

void vl_app_next_engine(vl_app *app)
{
    const vl_engine *engine = next_engine(app->session.engine);
    while (!vl_session_set_engine(&app->session, engine))
        engine = next_engine(engine);
    if (engine)
        vl_app_notify(app, VL_NOTICE_NOTE, engine->title,
                      "With the frame time: %s. What it looks like: %s.", engine->with_dt,
                      engine->symptom);
    else
        vl_app_notify(app, VL_NOTICE_NOTE, "No other engine",
                      "Integrator, solver and policy are again what they were.");
}

void vl_app_reset(vl_app *app)
{
    vl_session_reset(&app->session);
}

void vl_app_next_estimator(vl_app *app)
{
    int next = (app->session.estimator + 1) % vl_estimator_count;
    const vl_estimator *estimator = &vl_estimators[next];
    vl_session_set_estimator(&app->session, next);
    app->next_readout = 0; // names change at once, and so do their numbers
    char title[200];
    snprintf(title, sizeof title, "Kinetic energy: %s, %s", estimator->title, estimator->formula);
    vl_app_notify(app, VL_NOTICE_NOTE, title, "%s", estimator->flaw);
}

void vl_app_turn_back(vl_app *app)
{
    vl_app_drop_notice(app, VL_NOTICE_RETURN);
    app->next_readout = 0; // the time on show and its direction are of one instant
    if (vl_session_turn_back(&app->session))
        return;
    bool held = vl_session_world(&app->session)->hold_count > 0;
    vl_app_notify(app, VL_NOTICE_NOTE, "There is no step to go back along",
                  held ? "What a hand does is not recorded: let go, let it run, then press Z."
                       : "Steps are recorded from the start, and from each hand, pin, cut or "
                         "switch on. Let it run, then press Z.");
}

static void tell_return(vl_app *app)
{
    const vl_way_back *back = &app->session.back;
    char title[256], distance[VL_FIGURE_SIZE], time[VL_FIGURE_SIZE];
    const char *hindrance = vl_reversal_hindrance(vl_session_world(&app->session));
    const char *method = vl_integrators[app->session.integrator]->title;
    vl_figure_unit(back->distance, 2, "m", distance);
    double end = vl_way_back_time(back, vl_lab_time(app->session.lab));
    vl_figure_fixed(end, fabs(end) < 0.005 ? 0 : 2, time);
    snprintf(title, sizeof title, "Back at t = %s s: %s from where it began (%s)", time, distance,
             method);
    vl_app_notify(app, VL_NOTICE_RETURN, title,
                  "%d steps there, the same %d back.%s%s Z turns round again, Space goes on, R "
                  "begins anew; F5 shows all methods.",
                  back->way.count, back->way.count, hindrance ? " " : "",
                  hindrance ? hindrance : "");
}

void vl_app_tell_way_back(vl_app *app)
{
    vl_way_back *back = &app->session.back;
    if (back->over)
        tell_return(app);
    else if (back->full)
        vl_app_notify(app, VL_NOTICE_NOTE, "The record of steps is full",
                      "It holds %d; Z goes back to t = %.2f s from now on.", VL_RECORD_MOST,
                      vl_way_back_time(back, back->record.time));
    back->over = back->full = false;
}

// The first of "stem.ext", "stem-2.ext" … that does not exist; false when all do.
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

void vl_app_picture(vl_app *app)
{
    char name[64];
    vl_error error = {0};
    if (!free_name(name, sizeof name, "verlet-lab", "png"))
        vl_app_notify(app, VL_NOTICE_WARNING, "No picture was written", "All names are taken.");
    else if (app->platform->save_picture(app->platform, name, &error))
        vl_app_notify(app, VL_NOTICE_NOTE, "Picture written", "%s", name);
    else
        vl_app_notify(app, VL_NOTICE_WARNING, "No picture was written", "%s", error.text);
}

// The scene of the file with what can be changed by keys: method, solver, speed, view, policy; the
// text of that is the caller's.
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

void vl_app_save(vl_app *app)
{
    char stem[200], saved[240], name[280];
    vl_error error = {0};
    vl_scene scene = present_scene(app);
    stem_of(scene.path, stem, sizeof stem);
    snprintf(saved, sizeof saved, "%s-saved", stem);
    if (!free_name(name, sizeof name, saved, "yaml"))
        vl_app_notify(app, VL_NOTICE_WARNING, "Not saved", "All names are taken.");
    else if (vl_scene_save(&scene, name, &error))
        vl_app_notify(app, VL_NOTICE_NOTE, "Saved",
                      "%s: the scene as it starts, with the method, solver, speed and view of now.",
                      name);
    else
        vl_app_notify(app, VL_NOTICE_WARNING, "Not saved", "%s", error.text);
    vl_free(scene.policy);
}

void vl_app_toggle_mistake(vl_app *app)
{
    vl_session *session = &app->session;
    const vl_mistake *mistake = session->scene->mistake;
    if (!mistake) {
        vl_app_notify(app, VL_NOTICE_NOTE, "No mistake is built into this scene",
                      "The scenes broken-… have one each, behind the others: PgUp from the first.");
        return;
    }
    bool on = session->mistake_off;
    vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    vl_session_set_mistake(session, on);
    if (mistake->at_start)
        vl_app_notify(app, VL_NOTICE_NOTE, on ? "The mistake is on" : "The mistake is off",
                      "It is made at the start: R begins anew.");
}

void vl_app_close(vl_app *app)
{
    if (app->shown.help)
        app->shown.help = false;
    else if (app->shown.whole_notes)
        app->shown.whole_notes = false;
    else if (app->tool != VL_TOOL_HAND)
        vl_tool_take(app, app->tool);
    else if (app->notice.kind != VL_NOTICE_NONE)
        app->notice.kind = VL_NOTICE_NONE;
    else if (app->shown.settings)
        app->shown.settings = false;
    else if (app->page >= 0)
        vl_pages_toggle(app, app->page);
    else if (app->shown.notes)
        app->shown.notes = false;
}

void vl_app_toggle_pin(vl_app *app, int slot)
{
    vl_world *world = vl_session_world(&app->session);
    vl_session_settle(&app->session);
    vl_world_set_pinned(world, slot, !world->particles.pinned[slot]);
    vl_session_disturbed(&app->session, VL_CAUSE_HAND);
}

void vl_app_pin(vl_app *app)
{
    vl_gesture_hover(app); // the pointer may have moved in this very frame
    const vl_world *world = vl_session_world(&app->session);
    int slot = world->hold_count > 0 ? world->holds[world->hold_count - 1].slot : app->hover_slot;
    if (slot < 0 || app->tool == VL_TOOL_PIN)
        vl_tool_take(app, VL_TOOL_PIN);
    else
        vl_app_toggle_pin(app, slot);
}
