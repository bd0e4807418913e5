// The window records what happens in it: whatever is done with real events, its recording leads to
// the same states without it.

#include "support/app_histories.h"

#include "platform/own_recordings.h"
#include "support/labs.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const scenes[] = {"chain",          "pendulum", "opening",
                                     "rope-bridge",    "cradle",   "broken-frame-ratio",
                                     "ball-on-string", "orbit"};

static const char *const played[] = {SCENES "late-frame.rec", SCENES "chain-by-hand.rec"};

// With frames of any length, and often on when it was paused.
static void do_anything_in(const char *scene, int seed)
{
    desk *d = open_recorded(scene);
    somebody who = {.desk = d, .random = test_random(seed), .presses = true};
    for (int i = 0; i < 45; i++) {
        vl_null_of(d->platform)->frame =
            any_chance(&who.random, 0.1) ? 0.1 : any_between(&who.random, 0.005, 0.03);
        do_any_deed(&who);
        if (any_chance(&who.random, 0.2) && !d->session->running)
            vl_session_set_running(d->session, true);
        frames(d, any_of(&who.random, 4));
    }
    uint64_t hash = lab_hash(d->session->lab);
    close_scene();
    const char *what = PRINTED("%s, seed %d", scene, seed);
    if (replayed(RECORDED, what, NULL) != hash)
        fail_msg("%s: another end", what);
}

// All but experiments: hands, pins, scissors, keys, the band, undo, lanes, frames that are drawn,
// numbers, other scenes. A recording that plays is taken over at any time, and comes back by undo.
TEST(whatever_is_done_in_the_window_is_in_its_recording)
{
    for (int seed = 1; seed <= test_cases(2, 8); seed++)
        do_anything_in(scenes[seed % COUNT(scenes)], seed);
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
    assert_int_equal(mkdir("tapes", 0777), 0);
    write_here("tapes/0-lesson.rec", "");
    for (int i = 0; i < VL_OWN_RECORDINGS_KEPT + 5; i++) {
        vl_own_recording recording;
        assert_true(vl_own_recording_begin(&recording, "tapes", NULL, &(vl_error){0}));
        assert_null(recording.stopped);
        vl_own_recording_end(&recording);
    }
    assert_int_equal(access("tapes/0-lesson.rec", F_OK), 0);
    assert_int_equal(count_recordings("tapes"), VL_OWN_RECORDINGS_KEPT + 1);
}

// By the next window that tells it; a start that fails does not.
TEST(a_recording_that_was_not_ended_is_told_once)
{
    vl_own_recording stopped, next;
    assert_true(vl_own_recording_begin(&stopped, "stopped", NULL, &(vl_error){0}));
    const size_t length = strlen(stopped.mark) - strlen(VL_RECORDING_RUNS);
    const char *path = PRINTED("%.*s", (int)length, stopped.mark);
    vl_log_file_free(stopped.file); // its mark stays, as after a crash
    stopped.file = NULL;
    for (int i = 0; i < 2; i++) {
        assert_true(vl_own_recording_begin(&next, "stopped", NULL, &(vl_error){0}));
        assert_string_equal(next.stopped, path);
        vl_own_recording_end(&next);
    }
    vl_own_recording_known("stopped");
    assert_true(vl_own_recording_begin(&next, "stopped", NULL, &(vl_error){0}));
    assert_null(next.stopped);
    vl_own_recording_end(&next);
    vl_free(stopped.mark);
}

// A recording that cannot be written is told once, and the scene runs on.
TEST(a_recording_that_fails_ends_and_nothing_else)
{
    desk *d = open_recorded("pendulum");
    SCOPED(vl_text) line = {0};
    vl_text_add(&line, "%*s\n", VL_LOG_LONGEST_LINE + 1, "");
    (void)vl_log_file_add(d->session->log->file, line.data, line.length);
    play(d, "/3 {No more is recorded}");
    double before = time_of(d);
    frames(d, 10);
    assert_true(time_of(d) > before);
}
