// The table of commands, and what each of them does.

// For realpath().
#define _XOPEN_SOURCE 700

#include "app/input/input.h"

#include "app/pages/pages.h"
#include "app/stage/stage.h"
#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "scene/file.h"

#include <ctype.h>
#include <stdlib.h>

// --- time ---

static void run_or_pause(vl_app *app, const vl_command *command)
{
    vl_playing *playing = app->session.playing;
    if (playing && vl_playing_has_ended(playing))
        vl_session_reset(&app->session); // from its end it plays anew
    vl_session_set_running(&app->session, !app->session.running);
    vl_app_announce_end(app);
}

static void step(vl_app *app, const vl_command *command)
{
    vl_session_set_running(&app->session, false);
    vl_drag_carry(&app->hands.drag, &app->session);
    if (!vl_session_step(&app->session))
        vl_app_announce_end(app);
}

bool vl_go_to_frame(vl_app *app, int64_t frame)
{
    if (!vl_session_go_to_frame(&app->session, frame))
        return false;
    vl_stages_follow(app); // other lanes may have run then
    vl_trails_clear(app);
    vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    app->digits.next = 0;
    return true;
}

static void step_back(vl_app *app, const vl_command *command)
{
    if (!vl_go_to_frame(app, app->session.lab->now.frames - 1))
        vl_app_notify(app, VL_NOTICE_NOTE, "There is no frame to go back to",
                      "The run begins here, or what was before is forgotten.");
}

// A view that was dragged away by mistake comes back, too.
static void reset(vl_app *app, const vl_command *command)
{
    vl_session_reset(&app->session);
    app->view.fit_wanted = app->view.fit_wanted || app->view.dragged;
}

static void turn_back(vl_app *app, const vl_command *command)
{
    app->digits.next = 0; // the time on show and its direction belong to one instant
    if (!vl_session_can_turn_back(&app->session))
        vl_app_notify(
            app, VL_NOTICE_NOTE, "These lanes have no common steps",
            "To turn round needs one stream for all, and no policy that carries time over.");
    else if (!vl_session_turn_back(&app->session))
        vl_app_notify(
            app, VL_NOTICE_NOTE, "There is no step to go back along",
            "Steps are recorded from the start, and from each hand, pin, cut or switch on.");
}

// --- the stream of frames ---

// "@", the last part of a text, is the present time in few decimals. A change then is one of the
// frame that begins now.
static void write_stream(const vl_app *app, const char *stream, char text[VL_CHOICE_TEXT])
{
    const vl_session *session = &app->session;
    double now = session->lab->now.time;
    double last = vl_log_length(session->log, session->lab->now.frames);
    double unit = pow(10, floor(log10(last / 4))),
           rounded = last > 0 ? unit * floor(now / unit) : now;
    int length = (int)strcspn(stream, "@");
    snprintf(text, VL_CHOICE_TEXT, "%s", stream);
    if (stream[length])
        snprintf(text, VL_CHOICE_TEXT, "%.*s%.12g", length, stream, rounded);
}

static bool is_stream_of(const vl_app *app, const vl_command *command)
{
    const vl_stream *stream = vl_session_stream(&app->session, app->session.chosen);
    const char *time = strchr(command->subject, '@');
    vl_text text = {0};
    vl_text_add(&text, "%.*s", (int)strcspn(command->subject, "@"), (const char *)command->subject);
    if (time)
        vl_text_add(&text, "%.17g", stream->arguments[2]);
    bool is = (!time || stream->kind->changes) && vl_stream_is(stream, text.data);
    vl_text_free(&text);
    return is;
}

// A lane with frames of its own gets others of its own. Only common frames can be measured.
static void set_stream(vl_app *app, const vl_command *command)
{
    vl_error error = {0};
    vl_session *session = &app->session;
    const vl_field row = vl_lane_row("timestep");
    char text[VL_CHOICE_TEXT];
    write_stream(app, command->subject, text);
    bool good =
        !vl_session_run(session)->lane.own_stream || is_stream_of(app, command) ||
        vl_session_set_in_lane(session, &row, strcmp(text, "frame") == 0 ? NULL : text, &error);
    if (good && !vl_session_run(session)->lane.own_stream)
        good = vl_session_set_stream(session, text, &error);
    if (!good)
        vl_app_notify(app, VL_NOTICE_WARNING, "The stream of steps stays", "%s", error.text);
}

bool vl_stream_of(const vl_app *app, const vl_command *command, char text[VL_CHOICE_TEXT])
{
    bool own = command->act == set_stream && strcmp(command->subject, "frame") != 0;
    if (own)
        write_stream(app, command->subject, text);
    return own;
}

static void hitch(vl_app *app, const vl_command *command)
{
    vl_session_mark(&app->session, 0, "late frame");
    vl_session_touch(&app->session, false);
    app->session.pacing.hitch = true;
}

// --- lanes ---

void vl_app_add_lane(vl_app *app, const vl_field *row, const char *text)
{
    vl_error error = {0};
    if (vl_session_add_lane_with(&app->session, row, text, &error) < 0)
        vl_app_notify(app, VL_NOTICE_NOTE, "No such lane", "%s", error.text);
    app->digits.next = 0;
}

void vl_app_remove_lane(vl_app *app, int lane)
{
    if (vl_session_remove_lane(&app->session, lane))
        vl_app_drop_notice(app, VL_NOTICE_DIVERGED); // it may speak of that lane
    else
        vl_app_notify(app, VL_NOTICE_NOTE, "The last lane stays", "+ method adds another one.");
    app->digits.next = 0;
}

void vl_menu_open(vl_app *app, vl_menu_kind kind, const char *key, vl_rect at)
{
    const vl_menu *menu = &app->menu;
    const vl_field row = key ? vl_lane_row(key) : (vl_field){0};
    bool same = menu->open && menu->kind == kind && menu->row.offset == row.offset;
    app->menu = (vl_menu){.open = !same, .kind = kind, .row = row, .at = at};
    app->focus.shown = false;
}

// --- method, estimator, mistake ---

// With Shift a lane of that method comes or goes.
static void set_integrator(vl_app *app, const vl_command *command)
{
    vl_session *session = &app->session;
    const vl_field row = vl_lane_row("integrator");
    int lane = vl_session_lane_with(session, command->value);
    if (command->shifted && lane >= 0)
        vl_app_remove_lane(app, lane);
    else if (command->shifted)
        vl_app_add_lane(app, &row, vl_integrators[command->value]->name);
    if (command->shifted)
        return;
    // the notice is about the previous method
    if (command->value != vl_lane_method(&vl_session_run(session)->lane))
        vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    (void)!vl_session_set_in_lane(session, &row, vl_integrators[command->value]->name,
                                  &(vl_error){0});
}

static void next_estimator(vl_app *app, const vl_command *command)
{
    vl_session *session = &app->session;
    int present = (int)(session->lab->estimator - vl_estimators);
    const vl_estimator *estimator = &vl_estimators[(present + 1) % vl_estimator_count];
    vl_session_complete(session);
    vl_lab_set_estimator(session->lab, estimator);
    vl_session_complete(session);
    app->digits.next = 0; // the name of the velocity changes at once, so its numbers must, too
    vl_app_notify(app, VL_NOTICE_NOTE, estimator->title, "%s. %s", estimator->formula,
                  estimator->flaw);
}

static void toggle_mistake(vl_app *app, const vl_command *command)
{
    vl_session *session = &app->session;
    const vl_mistake *mistake = session->scene->mistake;
    if (!mistake) {
        vl_app_notify(app, VL_NOTICE_NOTE, "No mistake is built into this scene",
                      "The scenes of Find the mistake have one each.");
        return;
    }
    bool on = session->mistake_off;
    vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    vl_session_set_mistake(session, on);
    if (mistake->at_start)
        vl_app_notify(app, VL_NOTICE_NOTE, on ? "The mistake is on" : "The mistake is off",
                      "It takes effect at the start of a run: press `R`.");
}

// --- undo and redo ---

static void undo(vl_app *app, const vl_command *command)
{
    vl_session *session = &app->session;
    const vl_undo *undo = &session->undo;
    bool back = command->value == VL_UNDO;
    const vl_scene *scene = session->scene;
    const char *newest = vl_session_undoes(session, (vl_undo_way)command->value);
    char title[VL_CHANGE_TEXT + 40], older[80] = "";
    snprintf(title, sizeof title, "%s: %s", back ? "Undone" : "Redone", newest ? newest : "");
    double before = session->lab->now.time;
    app->graph.goes = false; // a press before this would go away from there
    if (!vl_session_undo(session, (vl_undo_way)command->value)) {
        if (vl_lab_is_held(session->lab))
            vl_app_notify(app, VL_NOTICE_NOTE, "A hand holds something", "Let it go first.");
        else
            vl_app_notify(app, VL_NOTICE_NOTE, back ? "Nothing to undo" : "Nothing to redo",
                          "States are stored before each change: drag, pin, cut, setting, number, "
                          "lane, scene. A new change ends what could be redone.");
        return;
    }
    if (session->scene != scene)
        vl_app_scene_changed(app);
    vl_stages_follow(app); // lanes may have come back
    vl_trails_clear(app);
    vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    vl_app_drop_notice(app, VL_NOTICE_RETURN);
    app->digits.next = 0;
    double now = session->lab->now.time;
    size_t length = strlen(title);
    if (session->scene == scene && fabs(now - before) > 0.05) // which digits show
        snprintf(title + length, sizeof title - length, "; %s %s s",
                 now < before ? "back at" : "on to", vl_figure_fixed(now, 1, VL_FIGURE_BUFFER));
    if (undo->dropped > 0)
        snprintf(older, sizeof older, " Older ones were dropped: %d changes are kept at most.",
                 VL_UNDO_MOST);
    vl_app_notify(app, VL_NOTICE_NOTE, title,
                  undo->undone.count == 0   ? "%.0d`Ctrl+Y` redoes %d.%s"
                  : undo->redone.count == 0 ? "`Ctrl+Z` undoes %d more.%.0d%s"
                                            : "`Ctrl+Z` undoes %d more, `Ctrl+Y` redoes %d.%s",
                  undo->undone.count, undo->redone.count, older);
    app->notice.changes = 1 + undo->undone.count;
}

static const char *undo_object(const vl_app *app, const vl_command *command)
{
    return vl_session_undoes(&app->session, (vl_undo_way)command->value);
}

// --- scene files and pictures ---

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

static void open_next(vl_app *app, const vl_command *command)
{
    if (app->opened.lesson) {
        vl_app_turn_lesson(app, command->value);
        return;
    }
    vl_scene_names names = vl_shelf_names(VL_SCENES);
    int here = -1; // another file, which may be called as one of them
    for (int i = 0; i < names.count && here < 0; i++) {
        char *path = vl_scene_find(names.names[i], &(vl_error){0});
        here = path && strcmp(path, app->session.scene->path) == 0 ? i : -1;
        vl_free(path);
    }
    int next = here < 0 ? 0 : (here + command->value + names.count) % names.count;
    if (names.count > 0)
        vl_app_open_named(app, names.names[next]);
    vl_scene_names_free(&names);
}

// Tells of a new file, whose path it frees, or why there is none, and ends the stall of writing.
static void tell_written(vl_app *app, char *path, const char *good, const char *contents,
                         const char *bad, const vl_error *error)
{
    if (path) {
        char *place = vl_app_place_of(app, path);
        vl_app_notify(app, VL_NOTICE_NOTE, good, "%s%s", place, contents);
        vl_free(place);
        vl_app_file_written(app, path);
    } else {
        vl_app_notify(app, VL_NOTICE_WARNING, bad, "%s", error->text);
    }
    app->notice.outlives = true;
    vl_app_stall_end(app);
    vl_free(path);
}

static void picture(vl_app *app, const vl_command *command)
{
    vl_error error = {0};
    char *path = NULL;
    vl_app_stall(app);
    char *asked = vl_app_new_path(VL_FOLDER_PICTURES, "verlet-lab.png");
    (void)app->platform->save_picture(app->platform, asked, &path, &error);
    vl_free(asked);
    tell_written(app, path, "Picture written", "", "No picture was written", &error);
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
    char *path = vl_path_beside(session->scene->path, name), *full = realpath(path, NULL);
    vl_text joined = {0};
    vl_text_add_bytes(&joined, text, strlen(text) - strlen(name));
    vl_text_add(&joined, "%s", full ? full : path);
    free(full);
    vl_free(path);
    return joined.data;
}

// Returns the scene of the file with the present lanes, methods, solvers, speed, view and policy.
// The caller frees the texts of policy and stream, and the lanes.
static vl_scene present_scene(const vl_app *app)
{
    vl_scene scene = *app->session.scene;
    vl_lane lanes[VL_MOST_LANES];
    const vl_lane *lane = &vl_session_run(&app->session)->lane;
    scene.integrator = vl_integrators[vl_lane_method(lane)];
    scene.solver = lane->engine ? scene.solver : lane->solver;
    scene.view.center = app->camera.center;
    scene.view.height = app->camera.height;
    scene.view.yaw = app->camera.yaw / VL_DEGREE;
    scene.view.pitch = app->camera.pitch / VL_DEGREE;
    scene.view.speed = app->session.pacing.speed;
    scene.policy = vl_copy_text(lane->engine ? scene.policy : lane->policy);
    scene.timestep = present_stream(&app->session);
    scene.lanes = NULL; // they belong to the other
    scene.lane_count = 0;
    vl_scene_set_lanes(&scene, lanes, vl_session_lanes(&app->session, lanes));
    if (scene.lane_count == 1 && scene.lanes->own == 0) // nothing of its own: it is the scene
        vl_scene_set_lanes(&scene, NULL, 0);
    return scene;
}

// Writes the present scene into a new file of the folder of one's own scenes.
static void save(vl_app *app, const vl_command *command)
{
    vl_error error = {0};
    char saved[240];
    vl_app_stall(app);
    vl_scene scene = present_scene(app);
    const char *slash = strrchr(scene.path, '/'), *file = slash ? slash + 1 : scene.path;
    const char *dot = strrchr(file, '.');
    snprintf(saved, sizeof saved, "%.*s-saved.yaml", dot && dot != file ? (int)(dot - file) : 200,
             file);
    char *asked = vl_app_new_path(VL_FOLDER_SCENES, saved);
    char *path = vl_scene_save_new(&scene, asked, &error);
    vl_free(asked);
    vl_scene_set_lanes(&scene, NULL, 0);
    vl_free(scene.lanes);
    vl_free(scene.timestep);
    vl_free(scene.policy);
    tell_written(app, path, "Saved",
                 ": the start of the scene, with the present lanes, speed and view.", "Not saved",
                 &error);
}

// --- what is shown and open ---

// `value` is the offset of a bool in vl_shown.
static bool *shown(vl_app *app, const vl_command *command)
{
    return (bool *)((char *)&app->shown + command->value);
}

static void tick(vl_app *app, const vl_command *command)
{
    vl_error error = {0};
    app->shown.ticks = !app->shown.ticks && app->platform->tick(app->platform, 0, &error);
    if (*error.text)
        vl_app_notify(app, VL_NOTICE_WARNING, "No sound", "%s", error.text);
}

// clang-format off
#define ACT(name, what) static void name(vl_app *app, const vl_command *command) { what; }
#define IS_ACTIVE(name, condition) \
    static bool name(const vl_app *app, const vl_command *command) { return condition; }

ACT(toggle_drawer, vl_app_toggle_drawer(app, (vl_drawer)command->value))
ACT(next_theory, vl_theory_next(app))
ACT(take_hand, vl_tool_take(app, app->tools.in_hand))
ACT(take_tool, vl_tool_take(app, command->subject))
ACT(pin, vl_pin(app))
ACT(fit, app->view.fit_wanted = true)
ACT(quit, app->quit = !vl_app_answers_wait(app))
ACT(next_view, vl_dock_next(app))
ACT(toggle, *shown(app, command) = !*shown(app, command))
ACT(add_lane, vl_menu_open(app, VL_MENU_LANE, "integrator", (vl_rect){0}))
ACT(other_frames, vl_menu_open(app, VL_MENU_FRAMES, NULL, (vl_rect){0}))
ACT(change_type, vl_app_choose_look(app, (int)(app->shown.theme - vl_themes), app->shown.type + command->value))
ACT(theme, vl_app_choose_look(app, (int)(app->shown.theme - vl_themes) + 1, app->shown.type))

IS_ACTIVE(is_integrator, vl_lane_method(&vl_session_run(&app->session)->lane) == command->value)
IS_ACTIVE(is_mistaken, vl_session_mistake(&app->session) != NULL)
IS_ACTIVE(is_running, app->session.running)
IS_ACTIVE(goes_back, app->session.playback.left > 0)
IS_ACTIVE(is_shown, *(const bool *)((const char *)&app->shown + command->value))
IS_ACTIVE(fills_screen, app->platform->is_fullscreen(app->platform))
IS_ACTIVE(is_drawn_out, app->drawer.open == (vl_drawer)command->value)
IS_ACTIVE(has_theory, vl_theory_is_open(app))
IS_ACTIVE(is_hand, !app->tools.in_hand)
IS_ACTIVE(is_stream, is_stream_of(app, command) && !vl_app_hides_stream(app))
IS_ACTIVE(is_in_use, app->tools.in_hand == command->subject)
IS_ACTIVE(has_dock, app->pages.open == &vl_page_dock)

// clang-format on

static void fullscreen(vl_app *app, const vl_command *command)
{
    vl_app_stall(app);
    app->platform->set_fullscreen(app->platform, !app->platform->is_fullscreen(app->platform));
    vl_app_stall_end(app);
}

// Closes only what lies on top: a notice that stays before what was opened earlier, one that goes
// by itself when nothing else is open; of drawer and page the one that was opened last.
static void close_open(vl_app *app, const vl_command *command)
{
    const vl_drawer drawer = app->drawer.open;
    const vl_page *page = app->pages.open;
    bool stays = !vl_app_notice_is_note(app) && app->notice.newer;
    if (app->focus.shown)
        app->focus.shown = false;
    else if (app->tools.in_hand)
        vl_tool_take(app, app->tools.in_hand);
    else if (app->notice.kind != VL_NOTICE_NONE && (stays || !(drawer || page)))
        app->notice.kind = VL_NOTICE_NONE;
    else if (drawer && (app->drawer.newer || !page))
        vl_app_toggle_drawer(app, drawer);
    else if (page)
        vl_page_toggle(app, page);
}

// clang-format off
#define AT(place_)              .place = VL_PLACE_##place_
#define REPEATS                 .repeats = true
#define SHOWN(member)           .value = (int)offsetof(vl_shown, member), .active = is_shown
#define DRAWER(name)            toggle_drawer, .value = VL_DRAWER_##name, .active = is_drawn_out
#define STREAM(text)            set_stream, .of = "frames", .subject = (text), .active = is_stream
#define ROW(group_, name_, icon_, label_, help_, ...)                                              \
    {.group = VL_GROUP_##group_, .name = name_, .icon = VL_ICON_##icon_, .label = label_,          \
     .help = help_, .act = __VA_ARGS__}

static const vl_command others[] = {
    ROW(TIME, "Space", PLAY, NULL, "run or pause", run_or_pause, .active = is_running, AT(TRANSPORT)),
    ROW(TIME, ".", STEP, NULL, "pause, make one step", step, REPEATS, AT(TRANSPORT)),
    ROW(TIME, "Shift+.", STEP_BACK, NULL, "pause, one stored frame back", step_back, REPEATS),
    ROW(TIME, "R", RESET, NULL, "back to the start", reset, AT(TRANSPORT)),
    ROW(TIME, "Z", TURN, NULL, "turn round: reverse all velocities", turn_back, .active = goes_back),
    ROW(FRAMES, "30", NONE, "30", "steps of 1/30 s", STREAM("fixed:0.033333333333333333"), AT(RATES)),
    ROW(FRAMES, "60", NONE, "60", "steps of 1/60 s", STREAM("fixed:0.016666666666666667"), AT(RATES)),
    ROW(FRAMES, "144", NONE, "144", "steps of 1/144 s", STREAM("fixed:0.0069444444444444444"), AT(RATES)),
    ROW(FRAMES, "60→144", NONE, "60→144", "60→144: 1/60 s until now, 1/144 s from now on",
        STREAM("switch:0.016666666666666667:0.0069444444444444444:@"), AT(RATES)),
    ROW(FRAMES, "H", HITCH, "late", "late: one frame of 0.1 s", hitch, AT(RATES)),
    ROW(FRAMES, "my-screen", NONE, "my screen", "my screen: as long as those of this display",
        STREAM("frame"), AT(FRAMES)),
    ROW(FRAMES, "frames", NONE, "other frames", "other frames: choose how long they are", other_frames, AT(FRAMES)),
    ROW(FRAMES, "alternate", NONE, NULL, "alternate: 8.3 and 25 ms in turn",
        STREAM("alternate:0.0083333333333333333:0.025")),
    ROW(FRAMES, "jitter", NONE, NULL, "jitter: 8.3 to 25 ms at random",
        STREAM("random:0.0083333333333333333:0.025:1")),
    ROW(FRAMES, "ms-clock", NONE, NULL, "ms clock: 60 frames/s, read in whole milliseconds", STREAM("clock-ms:60")),
    ROW(FRAMES, "tick", NONE, NULL, "tick: the sound of each frame, so that its rate and a late one are heard", tick,
        SHOWN(ticks)),
    ROW(LANES, "add-lane", PLUS, "+ method", "another lane: a menu of methods", add_lane, AT(CARD)),
    ROW(LAB, "Ctrl+P", PLOT, "Graphs", "graphs, next view: lanes, energy by cause, K and U, phase plane",
        next_view, .active = has_dock),
    ROW(LAB, "F3", LAB, "Theory", "theory, and its next tab: order, stability, areas of phase space",
        next_theory, .active = has_theory),
    ROW(SCENE, "Ctrl+K", MENU, NULL, "find scene, command, term; also /",
        DRAWER(FIND), .also = "/", AT(MENU)),
    ROW(SCENE, "PgUp", PREVIOUS, NULL, "previous scene, or of the lesson", open_next, .value = -1, AT(LESSON)),
    ROW(SCENE, "PgDn", NEXT, NULL, "next scene, or of the lesson", open_next, .value = 1, AT(LESSON)),
    ROW(SCENE, "N", NONE, NULL, "the notes of the scene", DRAWER(NOTES)),
    ROW(SCENE, "Q", WARNING, NULL, "a broken scene's mistake, on or off", toggle_mistake, .active = is_mistaken, AT(MARK)),
    ROW(SCENE, "hand", HAND, NULL, "hand: drag particles; a click shows the numbers of a thing", take_hand, .active = is_hand, AT(TOOLS)),
    ROW(SCENE, "P", PIN, NULL, "pin a particle, or let it go",
        pin, .subject = &vl_tool_pins, .active = is_in_use, AT(TOOLS)),
    ROW(SCENE, "scissors", CUT, NULL, "scissors: cut links",
        take_tool, .subject = &vl_tool_scissors, .active = is_in_use, AT(TOOLS)),
    ROW(SCENE, "Ctrl+Z", UNDO, NULL, "undo", undo, .value = VL_UNDO, .object = undo_object, REPEATS,
        AT(UNDO)),
    ROW(SCENE, "Ctrl+Y", REDO, NULL, "redo; also Ctrl+Shift+Z", undo, .value = VL_REDO, .object = undo_object,
        .also = "Ctrl+Shift+Z", REPEATS),
    ROW(SCENE, "measure", RULER, NULL, "measure: a distance in metres, an angle in degrees",
        take_tool, .subject = &vl_tool_measure, .active = is_in_use, AT(UNDO)),
    ROW(SCENE, "save", SAVE, NULL, "save what is on the screen as a new scene file; also Ctrl+S", save, .also = "Ctrl+S"),
    ROW(SHOW, "F2", NUMBERS, NULL, "numbers and settings, to be typed", DRAWER(NUMBERS)),
    ROW(SHOW, "V", VECTORS, NULL, "velocities and accelerations", toggle, SHOWN(vectors)),
    ROW(SHOW, "paths", TRAILS, NULL, "show the paths of balls", toggle, SHOWN(trails)),
    ROW(SHOW, "A", GHOST, NULL, "the true positions", toggle, SHOWN(ghost)),
    ROW(SHOW, "colours", STRAIN, NULL, "the strain of links, in colours", toggle, SHOWN(strain)),
    ROW(SHOW, "estimator", NONE, NULL, "next velocity for the kinetic energy",
        next_estimator),
    ROW(SHOW, "view", FIT, NULL, "fit: the view of the scene file, after a zoom", fit),
    ROW(SHOW, "theme", THEME, NULL, "light or dark theme", theme),
    ROW(SHOW, "Ctrl++", NONE, NULL, "larger type", change_type, .value = 1, .also = "Ctrl+="),
    ROW(SHOW, "Ctrl+−", NONE, NULL, "smaller type", change_type, .value = -1),
    ROW(SHOW, "F10", PROJECTOR, NULL, "for a projector: large words and figures, few controls", toggle,
        SHOWN(projector)),
    ROW(SHOW, "F11", FULLSCREEN, NULL, "full screen", fullscreen, .active = fills_screen),
    ROW(PROGRAM, "F1", HELP, NULL, "help: keys, mouse and fingers", DRAWER(HELP), .also = "?"),
    ROW(PROGRAM, "picture", PICTURE, NULL, "picture of the window", picture),
    ROW(PROGRAM, "Esc", CLOSE, NULL, "close what is open, put tools away", close_open),
    ROW(PROGRAM, "quit", QUIT, NULL, "leave the program; also Ctrl+Q", quit, .also = "Ctrl+Q"),
};

// clang-format on

enum { OTHERS = sizeof others / sizeof *others };

int vl_command_count(void)
{
    return vl_integrator_count + OTHERS;
}

vl_command vl_command_get(int index)
{
    if (index >= vl_integrator_count)
        return others[index - vl_integrator_count];
    const vl_integrator *integrator = vl_integrators[index];
    return (vl_command){
        .group = VL_GROUP_METHOD,
        .name = integrator->key,
        .of = "method",
        .label = integrator->label,
        .help = integrator->title,
        .value = index,
        .act = set_integrator,
        .active = is_integrator,
    };
}

// --- names of keys ---

static const struct {
    const char *name;
    uint32_t key;
} named_keys[] = {
    {"Space", VL_KEY_SPACE},
    {"Esc", VL_KEY_ESCAPE},
    {"Enter", VL_KEY_ENTER},
    {"Tab", VL_KEY_TAB},
    {"Backspace", VL_KEY_BACKSPACE},
    {"Delete", VL_KEY_DELETE},
    {"Home", VL_KEY_HOME},
    {"End", VL_KEY_END},
    {"PgUp", VL_KEY_PAGE_UP},
    {"PgDn", VL_KEY_PAGE_DOWN},
    {"Left", VL_KEY_LEFT},
    {"Right", VL_KEY_RIGHT},
    {"Up", VL_KEY_UP},
    {"Down", VL_KEY_DOWN},
    {"−", '-'},
};

// Takes a word away from the beginning of a name.
static bool begins_with(const char **name, const char *word)
{
    bool begins = strncmp(*name, word, strlen(word)) == 0;
    *name += begins ? strlen(word) : 0;
    return begins;
}

bool vl_key_read(const char *name, vl_event *event)
{
    int number;
    *event = (vl_event){.kind = VL_EVENT_KEY};
    event->ctrl = begins_with(&name, "Ctrl+");
    event->shift = begins_with(&name, "Shift+");
    event->ctrl = event->ctrl || begins_with(&name, "Ctrl+"); // in either order
    if (strlen(name) == 1)
        event->key = (uint32_t)tolower((unsigned char)*name);
    else if (sscanf(name, "F%2d", &number) == 1)
        event->key = VL_KEY_F1 - 1 + (uint32_t)number;
    for (size_t i = 0; i < sizeof named_keys / sizeof *named_keys; i++)
        if (strcmp(name, named_keys[i].name) == 0)
            event->key = named_keys[i].key;
    return event->key != 0;
}

// --- which command is meant ---

static bool is_key(const char *name, const vl_event *event, bool shift)
{
    vl_event key;
    return name && vl_key_read(name, &key) && key.key == event->key && key.ctrl == event->ctrl &&
           key.shift == shift;
}

static int command_of(const vl_event *event, bool shift)
{
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        if (is_key(command.name, event, shift) || is_key(command.also, event, shift))
            return i;
    }
    return -1;
}

int vl_command_named(const char *name, int length)
{
    for (int i = 0; i < vl_command_count(); i++) {
        const char *known = vl_command_get(i).name;
        if ((int)strlen(known) == length && strncmp(known, name, (size_t)length) == 0)
            return i;
    }
    return -1;
}

// Where no command needs Shift with the key, the one without it is meant: "+" may take Shift.
int vl_command_of_event(const vl_event *event)
{
    int index = event->shift ? command_of(event, true) : -1;
    return index < 0 ? command_of(event, false) : index;
}

const char *vl_command_group_name(vl_command_group group)
{
    static const char *const names[] = {
        [VL_GROUP_METHOD] = "Method",
        [VL_GROUP_LANES] = "Lanes",
        [VL_GROUP_LAB] = "Graphs and theory",
        [VL_GROUP_TIME] = "Time",
        [VL_GROUP_FRAMES] = "Frames",
        [VL_GROUP_SCENE] = "Scene",
        [VL_GROUP_SHOW] = "Show",
        [VL_GROUP_PROGRAM] = "Program",
    };
    return names[group];
}
