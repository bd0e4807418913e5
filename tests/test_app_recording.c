// The window records what happens in it: whatever is done with real events, its recording leads to
// the same states without it.

#include "support/any_scene.h"
#include "support/app_fixture.h"
#include "support/worlds.h"

#include "app/input/actions.h"
#include "app/state/numbers.h"
#include "app/state/undo.h"
#include "base/memory.h"
#include "base/output.h"
#include "lab/replay.h"
#include "physics/world/world.h"
#include "platform/crash.h"
#include "platform/tapes.h"
#include "scene/file.h"

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

OWNER(vl_recording)

static const char file[] = "window.rec";

// --- an app that is recorded ---

typedef struct taped {
    desk desk;
    vl_tape tape;
} taped;

static void begin(taped *t, const char *scene)
{
    vl_error error = {0};
    SCOPED(vl_text) path = {0};
    *t = (taped){.desk.platform = vl_null_create(1280, 720)};
    vl_text_add(&path, SCENES "%s%s", scene, strchr(scene, '.') ? "" : ".yaml");
    if (!vl_tape_begin(&t->tape, NULL, file, &error))
        fail_msg("%s", error.text);
    t->desk.app = vl_app_create_recorded(t->desk.platform, path.data, t->tape.journal, &error);
    if (!t->desk.app)
        fail_msg("%s", error.text);
    t->desk.session = &t->desk.app->session;
    frames(&t->desk, 1);
}

static void end(taped *t)
{
    vl_app_free(t->desk.app);
    t->desk.platform->destroy(t->desk.platform);
    vl_tape_end(&t->tape);
}

// Runs the recording and returns the checksum of its end.
static uint64_t replayed(const char *name, int seed)
{
    vl_error error = {0};
    SCOPED(vl_text) text = {0};
    OWNED(vl_recording) *recording = vl_recording_load(file, &error);
    if (!recording)
        fail_msg("%s, seed %d: %s", name, seed, error.text);
    vl_replay replay;
    vl_replay_begin(&replay, recording, NULL, 0);
    while (vl_replay_next(&replay))
        ;
    if (replay.difference.there)
        vl_replay_tell(&replay, &text);
    if (*replay.error.text || replay.difference.there)
        fail_msg("%s, seed %d: %s %s", name, seed, replay.error.text, text.data ? text.data : "");
    uint64_t hash = vl_lab_hash(replay.lab);
    vl_replay_free(&replay);
    return hash;
}

// --- what somebody does ---

static float within(vl_random *random, float low, float size)
{
    return low + size * (float)any_between(random, 0.1, 0.9);
}

// A stroke of the present tool, with frames of any length between its events.
static void any_stroke(desk *d, vl_random *random)
{
    const vl_rect stage = d->app->layout.clear;
    vl_pixel ball = ball_pixel(d, 1 + any_of(random, world_of(d)->particles.count));
    bool of_ball = any_chance(random, 0.8);
    float x = of_ball ? ball.x : within(random, stage.x, stage.w);
    float y = of_ball ? ball.y : within(random, stage.y, stage.h);
    int pointer = any_of(random, 3);
    if (!vl_rect_contains(stage, x, y))
        return;
    push_pointer(d, VL_EVENT_POINTER_DOWN, pointer, x, y, any_of(random, 2));
    for (int i = any_of(random, 4); i >= 0; i--) {
        x = within(random, stage.x, stage.w);
        y = within(random, stage.y, stage.h);
        push_pointer(d, VL_EVENT_POINTER_MOVE, pointer, x, y, any_of(random, 3));
    }
    push_pointer(d, VL_EVENT_POINTER_UP, pointer, x, y, any_of(random, 2));
}

// A press anywhere: on a control, the strip of the frames, the scrub line.
static void any_press(desk *d, vl_random *random)
{
    vl_surface s = d->platform->surface(d->platform);
    float x = within(random, 0, (float)s.width), y = within(random, 0, (float)s.height);
    const vl_layout *l = &d->app->layout;
    const vl_rect rects[] = {l->scrub, l->strip, l->chips, l->figures};
    const vl_rect *rect = &rects[any_of(random, COUNT(rects))];
    if (any_chance(random, 0.5)) {
        x = within(random, rect->x, rect->w);
        y = within(random, rect->y, rect->h);
    }
    push(d, VL_EVENT_POINTER_DOWN, x, y, 1);
    push(d, VL_EVENT_POINTER_MOVE, x + (float)any_between(random, -90, 90), y, 1);
    push(d, VL_EVENT_POINTER_UP, x, y, 1);
}

// Those that leave the program, write files, or compute for long.
static bool is_left_out(const vl_command *command)
{
    bool page = command->group == VL_GROUP_LAB && command->act != vl_act_next_engine;
    return command->act == vl_act_save || page || command->act == vl_act_picture ||
           (command->ctrl && command->key == 'q');
}

static void any_key(desk *d, vl_random *random)
{
    vl_command command;
    do
        command = vl_command_get(any_of(random, vl_command_count()));
    while (is_left_out(&command));
    vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_KEY,
                                         .key = command.key,
                                         .ctrl = command.ctrl,
                                         .shift = command.shift});
    frames(d, 1);
}

static void any_number(desk *d, vl_random *random)
{
    static const char *const lists[] = {NULL,     "particles", "links",
                                        "chains", "forces",    "colliders"};
    const char *list = lists[any_of(random, COUNT(lists))];
    int parts = vl_scene_part_count(d->session->scene, list);
    vl_number numbers[VL_MOST_NUMBERS];
    vl_scene_part part = {list, parts > 0 ? any_of(random, parts) : 0};
    int count = parts > 0 ? vl_session_part_numbers(d->session, part, numbers) : 0;
    if (count == 0)
        return;
    const vl_number *number = &numbers[any_of(random, count)];
    char text[32];
    vl_error error = {0};
    snprintf(text, sizeof text, "%.6g",
             any_between(random, 0.7, 1.4) * vl_session_number(d->session, number));
    vl_session_next_event(d->session);
    (void)!vl_session_set_number(d->session, number, text, &error);
    frames(d, 1);
}

static void any_deed(desk *d, vl_random *random)
{
    vl_null_of(d->platform)->frame =
        any_chance(random, 0.1) ? 0.1 : any_between(random, 0.005, 0.03);
    if (any_chance(random, 0.3))
        any_stroke(d, random);
    else if (any_chance(random, 0.1))
        any_number(d, random);
    else if (any_chance(random, 0.2))
        any_press(d, random);
    else
        any_key(d, random);
    if (any_chance(random, 0.2) && !d->session->running)
        vl_session_set_running(d->session, true);
    frames(d, any_of(random, 4));
}

static const char *const scenes[] = {"chain",  "pendulum",           "opening",        "hammock",
                                     "cradle", "broken-frame-ratio", "ball-on-string", "orbit"};

static const char *const played[] = {"late-frame.rec", "chain-by-hand.rec"};

static void do_anything_in(const char *scene, int seed)
{
    taped t;
    vl_random random = {(uint64_t)seed};
    begin(&t, scene);
    for (int i = 0; i < 45; i++)
        any_deed(&t.desk, &random);
    uint64_t hash = vl_lab_hash(t.desk.session->lab);
    end(&t);
    if (replayed(scene, seed) != hash)
        fail_msg("%s, seed %d: another end", scene, seed);
}

// All but experiments: hands, pins, scissors, keys, the scrub line, undo, lanes, frames that are
// drawn, numbers, other scenes.
TEST(whatever_is_done_in_the_window_is_in_its_recording)
{
    for (int seed = 1; seed <= test_cases(2, 8); seed++)
        do_anything_in(scenes[seed % COUNT(scenes)], seed);
}

// A recording that plays is taken over at any time, and comes back by undo.
TEST(whatever_is_done_while_a_recording_plays_is_in_that_of_the_window)
{
    for (int seed = 1; seed <= test_cases(4, 16); seed++)
        do_anything_in(played[seed % COUNT(played)], seed);
}

// --- the files ---

static int count_recordings(const char *folder)
{
    int count = 0;
    DIR *directory = opendir(folder);
    for (const struct dirent *entry; directory && (entry = readdir(directory));)
        count += strstr(entry->d_name, ".rec") && !strstr(entry->d_name, ".running");
    if (directory)
        closedir(directory);
    return count;
}

// What somebody has put there under another name stays.
TEST(the_newest_recordings_alone_are_kept)
{
    vl_error error = {0};
    assert_int_equal(mkdir("tapes", 0777), 0);
    vl_free(vl_file_write_new("tapes/0-lesson.rec", "", 0, &error));
    for (int i = 0; i < VL_TAPES_KEPT + 5; i++) {
        vl_tape tape;
        assert_true(vl_tape_begin(&tape, "tapes", NULL, &error));
        assert_null(tape.stopped);
        vl_tape_end(&tape);
    }
    assert_int_equal(access("tapes/0-lesson.rec", F_OK), 0);
    assert_int_equal(count_recordings("tapes"), VL_TAPES_KEPT + 1);
}

// By the next window that tells it; a start that fails does not.
TEST(a_recording_that_was_not_ended_is_told_once)
{
    vl_error error = {0};
    vl_tape stopped, next;
    assert_true(vl_tape_begin(&stopped, "stopped", NULL, &error));
    SCOPED(vl_text) path = {0};
    vl_text_add(&path, "%s", vl_journal_path(stopped.journal));
    vl_journal_free(stopped.journal); // its mark stays, as after a crash
    stopped.journal = NULL;
    for (int i = 0; i < 2; i++) {
        assert_true(vl_tape_begin(&next, "stopped", NULL, &error));
        assert_string_equal(next.stopped, path.data);
        vl_tape_end(&next);
    }
    vl_tape_told("stopped");
    assert_true(vl_tape_begin(&next, "stopped", NULL, &error));
    assert_null(next.stopped);
    vl_tape_end(&next);
    vl_free(stopped.mark);
}

// A recording that cannot be written is told once, and the scene runs on.
TEST(a_full_disk_ends_the_recording_and_nothing_else)
{
    taped t;
    begin(&t, "pendulum");
    vl_journal_fail(t.tape.journal, "No space left on device");
    frames(&t.desk, 3);
    assert_true(shows(&t.desk, "No more is recorded"));
    double before = time_of(&t.desk);
    frames(&t.desk, 10);
    assert_true(time_of(&t.desk) > before);
    end(&t);
}

// --- a fault of the program ---

// More frames of functions than the stack has room for.
static int overflow(int depth)
{
    volatile char room[4096];
    room[0] = (char)depth;
    return depth < 0 ? 0 : overflow(depth + 1) + room[0];
}

static void crash_in_child(int fault, bool on_full_stack)
{
    taped t;
    (void)!freopen("crash.txt", "w", stderr);
    begin(&t, "pendulum");
    vl_crash_tell(t.tape.journal);
    frames(&t.desk, 10);
    if (on_full_stack)
        (void)overflow(0);
    raise(fault);
}

TEST(a_fault_tells_the_recording_and_leaves_it_whole)
{
    static const int faults[] = {SIGABRT, SIGSEGV, SIGSEGV}; // the last one of a full stack
    for (int i = 0; i < COUNT(faults); i++) {
        vl_error error = {0};
        size_t size;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            crash_in_child(faults[i], i == COUNT(faults) - 1);
        int status;
        assert_true(waitpid(child, &status, 0) == child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == faults[i]);
        FREED char *told = vl_file_read("crash.txt", 1 << 16, &size, &error);
        assert_non_null(strstr(told, "what was done is in window.rec"));
        (void)replayed("pendulum", i);
        OWNED(vl_recording) *recording = vl_recording_load(file, &error);
        assert_false(recording->torn);
        assert_true(recording->lines > 30 + 2 * 9); // nine frames at least, with their checks
    }
}
