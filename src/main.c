// Verlet Lab: connects the command line, the app and a platform.

#include "base/ending.h"
#include "cli/cli.h"
#include "cli/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef VL_HAVE_APP

#include "app/app.h"
#include "app/input/input.h"
#include "app/pages/pages.h"
#include "app/state/session.h"
#include "base/memory.h"
#include "base/text.h"
#include "physics/integrators/integrators.h"
#include "platform/own_recordings.h"
#include "platform/sdl_offscreen.h"
#include "platform/window.h"
#include "scene/find.h"
#include "scene/lesson.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720 };

static const double headless_duration = 10; // s, simulated
static const double step_budget = 0.1;      // s of a frame, for its steps
static const double join_seconds = 0.004;   // s of a frame, for lanes that are to join
static const char *const headless_picture = "verlet-lab.png";

static int tell(const vl_error *error)
{
    fprintf(stderr, "%s\n", error->text);
    return 1;
}

// Tells what a key has done besides the picture, such as the file that it wrote. Returns the exit
// status: 1 where it could not do it.
static int tell_notice(const vl_app *app, const char *key, size_t length)
{
    const vl_notice *notice = &app->notice;
    if (notice->kind == VL_NOTICE_NOTE || notice->kind == VL_NOTICE_WARNING)
        vl_text_print(stderr, "%.*s: %s. %s\n", (int)length, key, notice->title, notice->text);
    return notice->kind == VL_NOTICE_WARNING;
}

// Presses a key. Returns the exit status: 1 where it could not be done.
static int press(vl_app *app, vl_command command, const char *key, size_t length)
{
    vl_app_drop_notice(app, VL_NOTICE_NOTE);
    command.act(app, &command);
    int status = tell_notice(app, key, length);
    vl_app_frame(app);
    return status;
}

// The message for a name that no key has.
static bool refuse_key(const char *key, size_t length, vl_error *error)
{
    return vl_fail(error,
                   "--keys: there is no key '%.*s', expected keys as 'verlet-lab list keys' shows "
                   "them, such as F3,2, or names of 'verlet-lab list commands'",
                   (int)length, key);
}

// Presses keys that are separated by commas, such as "F3,2", or only looks for them where `app` is
// NULL. `*status` becomes 1 where one could not do what it does.
static bool press_all(vl_app *app, const char *keys, int *status, vl_error *error)
{
    for (const char *next = keys; next;) {
        size_t length = strcspn(next, ",");
        int index = vl_command_named(next, (int)length);
        size_t shift = index < 0 && strncmp(next, "Shift+", 6) == 0 ? 6 : 0;
        index = shift > 0 ? vl_command_named(next + shift, (int)(length - shift)) : index;
        vl_command command = index >= 0 ? vl_command_get(index) : (vl_command){0};
        command.shifted = shift > 0;
        if (!command.act || (shift > 0 && command.group != VL_GROUP_METHOD))
            return refuse_key(next, length, error);
        if (app && press(app, command, next, length) != 0)
            *status = 1;
        next = next[length] ? next + length + 1 : NULL;
    }
    return true;
}

static bool check_keys(const char *keys, vl_error *error)
{
    return press_all(NULL, keys, &(int){0}, error);
}

static bool show_progress(void *user, double time, double steps)
{
    const vl_cli_render *request = user;
    if (request->progress && request->at > 0)
        return vl_progress_goes_on(request->progress, time / request->at);
    return true;
}

// Draws without advancing time until experiments are there.
static void draw_when_ready(vl_platform *platform, vl_app *app, vl_cli_render *request)
{
    vl_null_of(platform)->frame = 0;
    vl_progress progress = vl_progress_begin(app->pages.open ? app->pages.open->title : NULL, NULL);
    double part = 0;
    do {
        vl_app_frame(app);
        if (request->progress)
            (void)vl_progress_goes_on(&progress, part > 0 ? part : -1);
    } while (vl_pages_busy(app, &part));
    vl_progress_end(&progress);
    vl_app_frame(app);
}

// Returns 1 and tells where a recording could not be played on.
static int tell_playing(const vl_app *app)
{
    const vl_playing *playing = app->session.playing;
    return playing && *playing->replay.error.text ? tell(&playing->replay.error) : 0;
}

// Writes a picture of the app at the simulated time `at`, s, and returns the exit status.
static int draw_offscreen(vl_cli_render *request, bool every_frame)
{
    vl_error error = {0};
    vl_ending_by_signals(); // before SDL, which takes those that are left
    vl_platform *platform = vl_offscreen_create(request->width, request->height, &error);
    if (!platform)
        return tell(&error);
    vl_app *app = vl_app_create(platform, request->scene, NULL, &error);
    bool good = false;
    char *made = NULL;
    int status = 0;
    if (app && press_all(app, request->keys, &status, &error)) {
        app->session.answer.over = every_frame; // nobody is there to be asked
        if (every_frame)
            vl_null_of(platform)->frame = VL_SINGLE_STEP / app->session.pacing.speed;
        while (every_frame && app->session.lab->now.time < request->at && vl_app_frame(app))
            continue;
        vl_app_go_to(app, request->at, show_progress, request);
        draw_when_ready(platform, app, request);
        // a picture whose name nobody has chosen replaces no file
        good = platform->save_picture(platform, request->png, every_frame ? &made : NULL, &error);
        if (made)
            vl_text_print(stderr, "wrote %s\n", made);
        vl_free(made);
        status |= tell_playing(app);
    }
    vl_app_free(app);
    platform->destroy(platform);
    return good ? status : tell(&error);
}

static int render(vl_cli_render *request)
{
    return draw_offscreen(request, false);
}

// Without a display it runs the same main loop, writes a picture of the end, and prints the table:
// of the lanes that the scene compares, or of all methods.
static int demo_without_display(char *scene, bool compares, const vl_error *why)
{
    vl_cli_render request = {.scene = scene,
                             .at = headless_duration,
                             .png = headless_picture,
                             .width = WIDTH,
                             .height = HEIGHT};
    fprintf(stderr, "verlet-lab: %s\n", why->text);
    fprintf(stderr, "verlet-lab: running offscreen for %g simulated seconds instead\n",
            headless_duration);
    if (draw_offscreen(&request, true) != 0)
        return 1;
    char *arguments[] = {"verlet-lab", "run",          scene, "--duration",
                         "10",         "--integrator", "all", NULL};
    return vl_cli_main(compares ? 5 : 7, arguments, &(vl_cli_host){0});
}

static int replay_without_display(char *recording, const vl_error *why)
{
    char *arguments[] = {"verlet-lab", "replay", recording, NULL};
    fprintf(stderr, "verlet-lab: %s\n", why->text);
    fprintf(stderr, "verlet-lab: replaying without a window instead\n");
    return vl_cli_main(3, arguments, &(vl_cli_host){0});
}

// A window without a recording is better than none; then there is a message.
static void begin_recording(vl_own_recording *recording, const char *record, vl_error *error)
{
    if (record && strcmp(record, "off") == 0)
        return;
    char *folder = vl_person_folder(VL_FOLDER_RECORDINGS);
    if (!vl_own_recording_begin(recording, folder, record, error))
        fprintf(stderr, "verlet-lab: nothing is recorded: %s\n", error->text);
    vl_free(folder);
    if (recording->stopped)
        vl_text_print(stderr, "verlet-lab: a window that did not end has left %s\n",
                      recording->stopped);
}

// Tells on the screen what was told of recordings on standard error.
static void tell_of_recording(vl_app *app, const vl_own_recording *recording, const vl_error *error)
{
    if (recording->stopped) {
        char *folder = vl_person_folder(VL_FOLDER_RECORDINGS);
        vl_app_notify(app, VL_NOTICE_NOTE, "The last window did not end as it should",
                      "\"Your recordings\" (Ctrl+K) have what was done in it.");
        app->notice.outlives = true;
        app->notice.until += 6; // s
        vl_own_recording_known(folder);
        vl_free(folder);
    }
    if (*error->text)
        vl_app_notify(app, VL_NOTICE_WARNING, "Nothing is recorded", "%s", error->text);
}

// SDL makes an event of a signal, which a frame of seconds would not hear in time: the program ends
// by the signal a second later. Of its recording 0.25 s are lost then, as by SIGKILL.
static void (*make_event)(int number);
static volatile sig_atomic_t asked; // the number of the signal, until it is heard

static void end_unheard(int number)
{
    vl_ending_clean(); // NOLINT(bugprone-signal-handler,cert-sig30-c): it is made for handlers
    signal(asked, SIG_DFL);
    raise(asked);
}

static void ask(int number)
{
    const struct sigaction again = {.sa_handler = ask, .sa_flags = SA_RESTART};
    make_event(number); // SDL would hear the next one alone
    sigaction(number, &again, NULL);
    if (!asked)
        alarm(1);
    asked = number;
}

static void ask_by_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM};
    struct sigaction asks = {.sa_handler = ask, .sa_flags = SA_RESTART}, taken;
    signal(SIGALRM, end_unheard);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &taken) == 0 && taken.sa_handler != SIG_IGN &&
            taken.sa_handler != SIG_DFL) {
            make_event = taken.sa_handler;
            sigaction(signals[i], &asks, NULL);
        }
}

// A frame hears the signals of before: it ends, or first asks what is to be saved.
static bool one_frame(void *app)
{
    if (asked) {
        alarm(0);
        asked = 0; // one that comes just before this is heard in the frame
    }
    return vl_app_frame(app);
}

// `broken`: a file that cannot be read, which is told in the window; or NULL.
static int demo_in_window(vl_platform *platform, const char *scene, const char *broken,
                          const char *record)
{
    vl_error error = {0}, unrecorded = {0};
    vl_own_recording recording = {0};
    begin_recording(&recording, record, &unrecorded);
    ask_by_signals();
    vl_app *app = vl_app_create(platform, scene, recording.file, &error);
    if (app) {
        app->session.step_budget = step_budget;
        app->session.joining.seconds = join_seconds;
        vl_app_take_settings(app);
        tell_of_recording(app, &recording, &unrecorded);
        if (broken) { // in a pause, so that there is room for the reason in any window
            vl_session_set_running(&app->session, false);
            vl_app_open(app, broken);
        }
        platform->run(platform, one_frame, app);
    }
    bool opened = app != NULL;
    vl_app_free(app);
    vl_own_recording_end(&recording);
    platform->destroy(platform);
    return opened ? 0 : tell(&error);
}

// What cannot be read opens no window, and so begins no recording of one.
static bool can_play(const char *path, vl_error *error)
{
    vl_recording *recording = vl_playing_load(path, error);
    vl_recording_free(recording);
    return recording != NULL;
}

static bool can_teach(const char *path, vl_error *error)
{
    *error = (vl_error){0}; // which said that it is no scene
    vl_lesson *lesson = vl_lesson_load(path, error);
    vl_lesson_free(lesson);
    return lesson != NULL;
}

static int demo(const char *scene_path, const char *record)
{
    vl_error error = {0};
    bool recorded = scene_path && vl_recording_is_file(scene_path);
    vl_scene *readable = NULL;
    int status = 1;
    if (!recorded)
        readable = vl_scene_open(scene_path ? scene_path : "opening", &error);
    bool lesson = !recorded && !readable && scene_path && vl_lesson_is_file(scene_path);
    // who has clicked on a file sees no standard error
    bool broken = !recorded && !readable && !lesson && scene_path && access(scene_path, R_OK) == 0;
    if (broken) {
        tell(&error);
        error = (vl_error){0};
        readable = vl_scene_open("opening", &error);
    }
    char *scene = vl_copy_text(readable ? readable->path : scene_path);
    if (recorded ? !can_play(scene, &error) : lesson ? !can_teach(scene, &error) : !readable) {
        tell(&error);
    } else {
        vl_platform *window = vl_window_create("Verlet Lab", WIDTH, HEIGHT, &error);
        if (!window && record && strcmp(record, "off") != 0)
            vl_text_print(stderr, "verlet-lab: nothing is recorded to %s, as there is no window\n",
                          record);
        status = window ? demo_in_window(window, scene, broken ? scene_path : NULL, record) | broken
                 : broken   ? 1
                 : recorded ? replay_without_display(scene, &error)
                 : lesson   ? tell(&error)
                            : demo_without_display(scene, readable->lane_count > 0, &error);
    }
    vl_scene_free(readable);
    vl_free(scene);
    return status;
}

// The keys, or the names of the commands and choices without one.
static void list_commands(bool keys)
{
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        bool method = command.group == VL_GROUP_METHOD;
        if (vl_key_read(command.name, &(vl_event){0}) != keys)
            continue;
        printf("%s%*s%s%s%s%s\n", command.name, 14 - vl_utf8_count(command.name), "",
               command.of ? command.of : "", command.of ? ": " : "", command.help,
               method ? "; with Shift a lane with it, or none" : "");
    }
}

static const vl_cli_host host = {demo, check_keys, render, list_commands, vl_window_add_libraries};

#else

static const vl_cli_host host = {0};

#endif

// Where standard input, output or error is closed, a file that is opened later would take its
// place, and get what is printed. So it stays taken, by what can neither be read nor written in its
// way.
static void hold_standard_streams(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    signal(SIGXFSZ, SIG_IGN); // a file that may not grow is one that cannot be written
    atexit(vl_ending_clean);  // a library may end the program, too
    return vl_cli_main(argc, argv, &host);
}
