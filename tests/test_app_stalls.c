// Stalls: what the program does by itself is no frame time. Each kind happens on the platform
// without a display, whose clock moves on when the work is seen to be done. The display then shows
// the frame several intervals later, and the time of that frame is one interval.

#include "support/app_fixture.h"

#include "platform/sdl_offscreen.h"
#include "png_reader.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static const double interval = 1.0 / 60, work = 0.096; // s
static const double tolerance = 1e-12;                 // s, rounding of a clock below 10 s

// --- work of which the clock knows ---

typedef enum kind { SCENE, SAVE, PICTURE, WINDOW, PAGE, LINKS, EDIT, EVENTS } kind;

// What is being done, and whether the clock has already moved on for it.
static struct {
    desk *d;
    kind kind;
    bool waits;         // whether the clock waits for it
    int64_t generation; // of the session before
} deed;

static double (*true_now)(vl_platform *platform);
static bool (*true_poll)(vl_platform *platform, vl_event *event);

static bool is_done(void)
{
    const desk *d = deed.d;
    switch (deed.kind) {
    case SCENE:
        return d->session->generation != deed.generation;
    case SAVE:
        return exists(SAVED "moving-saved.yaml");
    case PICTURE:
        return strstr(d->app->notice.title, "icture") != NULL;
    case WINDOW:
        return vl_null_of(d->platform)->fullscreen;
    case LINKS:
        return world_of(d)->hold_count == 0;
    default:
        return d->session->pacing.stream->kind->is_list; // an edit
    }
}

// The first reading of the clock after the deed is `work` s later.
static double now_after_work(vl_platform *platform)
{
    if (deed.waits && is_done()) {
        vl_null_work(platform, work);
        deed.waits = false;
    }
    return true_now(platform);
}

static double poll_time; // s

static bool slow_poll(vl_platform *platform, vl_event *event)
{
    vl_null_work(platform, poll_time);
    platform->poll = true_poll;
    return true_poll(platform, event);
}

// --- the deeds ---

static void resize(desk *d)
{
    give(d, (vl_event){.kind = VL_EVENT_RESIZE, .x = 1920, .y = 1080}, 0);
}

static void hold_events(desk *d, double time)
{
    poll_time = time;
    d->platform->poll = slow_poll;
}

static void move_window(desk *d)
{
    hold_events(d, work);
}

static const char *due; // a command without a key

static bool poll_command(vl_platform *platform, vl_event *event)
{
    vl_command command = vl_command_get(vl_command_named(due, (int)strlen(due)));
    platform->poll = true_poll;
    vl_session_next_event(deed.d->session);
    command.act(deed.d->app, &command);
    return true_poll(platform, event);
}

static void give_in_frame(desk *d, const char *name)
{
    due = name;
    d->platform->poll = poll_command;
}

static void put_down(desk *d)
{
    play(d, "Pause/0");
    let_go(d, VL_POINTER_MOUSE, grab(d, 1, 1), 0);
}

// Draws over the frames just after the present.
static void draw_frames(desk *d)
{
    vl_rect bars = d->app->layout.bars;
    float now = bars.x + bars.w * (float)(time_of(d) / 15), y = bars.y + 0.8f * bars.h;
    push(d, VL_EVENT_POINTER_DOWN, now + 30, y, 1);
    push(d, VL_EVENT_POINTER_MOVE, now + 55, y, 1);
    push(d, VL_EVENT_POINTER_UP, now + 55, y, 0);
}

static const struct {
    kind kind;
    const char *script;  // or
    const char *command; // in the frame, or
    void (*act)(desk *d);
    bool waits; // false: its drawing takes time, or `act` says itself what does
} rows[] = {
    {SCENE, "PgDn/0", NULL, NULL, true},   {SCENE, "R/0", NULL, NULL, true},
    {SAVE, NULL, "save", NULL, true},      {PICTURE, NULL, "picture", NULL, true},
    {WINDOW, "F11/0", NULL, NULL, true},   {WINDOW, NULL, NULL, resize, false},
    {PAGE, "F1/0", NULL, NULL, false},     {PAGE, "F3/0", NULL, NULL, false},
    {PAGE, NULL, "theme", NULL, false},    {LINKS, NULL, NULL, put_down, true},
    {EDIT, NULL, NULL, draw_frames, true}, {EVENTS, NULL, NULL, move_window, false},
};

static desk *open_moving(void)
{
    write_here("moving.yaml", "format: 1\ntitle: moving\nparticles:\n"
                              "  - {name: a, at: [0, 1], velocity: [1, 0]}\n");
    desk *d = open_sized("moving.yaml", 2560, 720, ""); // room for what the band tells
    frames(d, 10);
    true_now = d->platform->now;
    true_poll = d->platform->poll;
    d->platform->now = now_after_work;
    deed.d = d;
    deed.generation = d->session->generation;
    deed.waits = false;
    return d;
}

static bool is_long(double time, double expected)
{
    return fabs(time - expected) < tolerance;
}

TEST(what_the_program_does_by_itself_is_no_frame_time)
{
    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_moving();
        if (!rows[i].waits && rows[i].act != move_window)
            vl_null_of(d->platform)->drawing = work;
        if (rows[i].script)
            play(d, rows[i].script);
        else if (rows[i].command)
            give_in_frame(d, rows[i].command);
        else
            rows[i].act(d);
        deed.kind = rows[i].kind;
        deed.waits = rows[i].waits;
        frames(d, 1);
        assert_false(deed.waits);
        vl_null_of(d->platform)->drawing = 0;
        frames(d, 1);

        const vl_stalls *stalls = &d->app->stalls;
        print_message("  row %d: frame of %.3f ms, %.1f ms taken off\n", i,
                      1e3 * d->app->frame.elapsed, 1e3 * stalls->last);
        assert_true(is_long(d->app->frame.elapsed, interval));
        assert_true(is_long(stalls->last, 5 * interval)); // 96 ms miss five
        assert_true(stalls->total == stalls->last);
        play(d, vl_theory_is_open(d->app) ? "Esc/1 {the program stalled 83 ms}" // its band is low
                                          : "{the program stalled 83 ms}");
        remove(SAVED "moving-saved.yaml");
    }
}

// How long the display takes for a frame is not known yet, so the time begins with the next one.
TEST(the_first_frame_is_not_measured)
{
    close_scene();
    vl_platform *platform = vl_null_create(1280, 720);
    vl_null_of(platform)->drawing = work;
    desk *d = open_on(platform, "engines");
    vl_null_of(platform)->drawing = 0;
    play(d, "/1 time=0 /1");
    assert_true(is_long(time_of(d), interval));
}

// Nor are those in which the display prepares the program: all of them are taken off, and no stall.
TEST(frames_of_preparation_are_not_measured)
{
    const double lengths[] = {0.3, 0.05, 0.2};
    close_scene();
    vl_platform *platform = vl_null_create(1280, 720);
    vl_null_of(platform)->prepares = true;
    vl_null_of(platform)->drawing = 0.001; // a display takes some time
    desk *d = open_on(platform, "engines");
    double sum = interval; // the first frame
    for (int i = 0; i < COUNT(lengths); i++) {
        vl_null_of(platform)->frame = lengths[i];
        frames(d, 1);
        assert_true(time_of(d) == 0 && is_long(d->app->stalls.total, sum));
        sum += lengths[i];
    }
    vl_null_of(platform)->prepares = false;
    vl_null_of(platform)->frame = interval;
    play(d, "/1 !{stalled}");
    assert_true(time_of(d) == 0 && is_long(d->app->stalls.total, sum));
    frames(d, 1);
    assert_true(is_long(time_of(d), interval));
}

// A late frame of the display is frame time, also where the program did something brief in it.
TEST(a_late_display_is_frame_time)
{
    desk *d = open_moving();
    play(d, "each:0.1 save/2");
    assert_true(is_long(d->app->frame.elapsed, 0.1));
    assert_true(d->app->stalls.total == 0);
    remove(SAVED "moving-saved.yaml");
}

// A frame that is late by more than the program's work keeps what the display made of it.
TEST(only_the_stall_is_taken_off_a_late_frame)
{
    desk *d = open_moving();
    give_in_frame(d, "picture");
    deed.kind = PICTURE;
    deed.waits = true;
    frames(d, 1);
    vl_null_of(d->platform)->time += 0.2; // the display shows it only now
    frames(d, 1);
    assert_true(is_long(d->app->frame.elapsed, interval + 0.2));
    assert_true(is_long(d->app->stalls.last, 5 * interval));
}

// Frames in which usual work takes two intervals are as long as they are.
TEST(usual_work_is_frame_time)
{
    desk *d = open_moving();
    vl_null_of(d->platform)->drawing = 1.5 * interval;
    frames(d, 2);
    for (int i = 0; i < 20; i++) {
        frames(d, 1);
        assert_true(is_long(d->app->frame.elapsed, 2 * interval));
    }
    assert_true(d->app->stalls.total == 0);
}

// One frame with a stall of `stall` s and usual drawing of `drawing` s; returns its length.
static double mixed_frame(double stall, double drawing)
{
    desk *d = open_moving();
    hold_events(d, stall);
    vl_null_of(d->platform)->drawing = drawing;
    frames(d, 1);
    vl_null_of(d->platform)->drawing = 0;
    frames(d, 1);
    return d->app->frame.elapsed;
}

// The display was late because of the stall if it would not have been late without it.
TEST(a_stall_counts_where_it_made_the_display_late)
{
    assert_true(is_long(mixed_frame(0.6 * interval, 0.6 * interval), interval));
    assert_true(is_long(mixed_frame(1e-3 * interval, 1.6 * interval), 2 * interval));
    assert_true(is_long(mixed_frame(0.6 * interval, 1.6 * interval), 2 * interval));
    assert_true(is_long(mixed_frame(0.3 * interval, 0.6 * interval), interval));
}

// A file that is saved by another program is loaded between two frames.
TEST(loading_a_saved_file_is_no_frame_time)
{
    desk *d = open_moving();
    deed.kind = SCENE;
    deed.waits = true;
    write_here("moving.yaml", "format: 1\ntitle: other\nparticles:\n  - {name: a, at: [0, 1]}\n");
    for (int i = 0; i < 60 && deed.waits; i++) {
        frames(d, 1);
        assert_true(is_long(d->app->frame.elapsed, interval));
    }
    frames(d, 1);
    assert_true(is_long(d->app->frame.elapsed, interval));
    assert_true(is_long(d->app->stalls.total, 5 * interval));
}

// --- files and clocks that go wrong ---

// A file that vanishes takes nothing with it, and one that comes back is loaded.
TEST(a_scene_whose_file_vanishes_runs_on)
{
    desk *d = open_moving();
    assert_int_equal(unlink("moving.yaml"), 0);
    double before = time_of(d);
    frames(d, 240);
    assert_true(time_of(d) > before + 1.5);
    play(d, "(=The file is gone; the scene runs on) save! (=Saved)");
    OWNED(vl_scene) *saved = take_saved("moving-saved");
    assert_non_null(saved);
    write_here("moving.yaml", "format: 1\ntitle: back\nparticles:\n  - {at: [0, 1]}\n");
    FRAMES_UNTIL(d, 60, strcmp(d->session->scene->title, "back") == 0);
}

// What cannot be saved is told, and saving goes on when there is room again.
TEST(a_scene_that_cannot_be_saved_is_told_and_stays)
{
    FREED char *folder = vl_copy_text(getenv("XDG_DATA_HOME"));
    desk *d = open_moving();
    const struct rlimit none = {0, RLIM_INFINITY};
    struct rlimit before;
    play(d, "save!"); // the folder is there
    assert_int_equal(remove(SAVED "moving-saved.yaml"), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN); // as the program does, see main.c
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    play(d, "save!");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    play(d, "(=Not saved) (moving-saved.yaml: cannot be written: File too large)");

    setenv("XDG_DATA_HOME", "/dev/null", 1);
    play(d, "save!");
    setenv("XDG_DATA_HOME", folder, 1);
    play(d, "(=Not saved) (/dev/null/verlet-lab/scenes/moving-saved.yaml: cannot be written: Not a "
            "directory) /10 save! (=Saved)");
    assert_int_equal(remove(SAVED "moving-saved.yaml"), 0);
}

// The scene never goes back, and never by more than the longest step: what is more is lost time, as
// the time that a laptop sleeps.
TEST(a_clock_that_stands_jumps_or_goes_back_does_no_harm)
{
    double largest = 10; // s, that the clock has shown
    static const double jumps[] = {0, 0, 20, -1e-9, -1, 3600, -3600, 0, 1e9, -1e9, 1e-9, 86400};
    desk *d = open_moving();
    frames(d, 5);
    for (int i = 0; i < COUNT(jumps); i++) {
        largest = test_larger(largest, vl_null_of(d->platform)->time + jumps[i]);
        const double rounding = 8 * DBL_EPSILON * largest; // of four sums and differences
        double before = time_of(d);
        vl_null_of(d->platform)->frame = 0; // it stands after the interval of the frame before
        vl_null_of(d->platform)->time += jumps[i];
        frames(d, 1);
        double passed = time_of(d) - before;
        if (!(passed >= 0 && passed <= VL_LONGEST_STEP + rounding))
            fail_msg("a jump of %g s: %g s passed", jumps[i], passed);
        if (jumps[i] > 1 && passed < VL_LONGEST_STEP - rounding)
            fail_msg("a jump of %g s: only %g s passed", jumps[i], passed);
        frames_of(d, interval, 3);
        assert_true(fabs(frames_of(d, interval, 1) - interval) < rounding);
    }
}

// --- pictures ---

// Goes on until a notice tells of a picture.
static void wait_for_picture(desk *d, const char *title)
{
    play(d, "Hush/0 picture!");
    for (int i = 0; i < 5000 && d->app->notice.kind == VL_NOTICE_NONE; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        vl_app_announce(d->app, false);
    }
    assert_string_equal(d->app->notice.title, title);
    frames(d, 1);
}

// It is written into the folder for pictures, never over another file, and tells name and folder.
TEST(a_picture_is_written_where_the_notice_says)
{
    close_scene();
    desk *d = open_on(vl_offscreen_create(640, 480, &(vl_error){0}), "pendulum");
    for (int i = 1; i <= 3; i++) {
        wait_for_picture(d, "Picture written");
        const char *path = PRINTED(i > 1 ? "%s/verlet-lab-%d.png" : "%s/verlet-lab.png",
                                   getenv("XDG_PICTURES_DIR"), i);
        playf(d, "(%s in the folder %s/)", strrchr(path, '/') + 1, getenv("XDG_PICTURES_DIR"));
        SCOPED(vl_picture) back = {0};
        assert_true(read_picture(&back, path));
        assert_true(back.width == 640 && back.height == 480);
    }
}

TEST(a_picture_that_cannot_be_written_is_told)
{
    FREED char *folder = vl_copy_text(getenv("XDG_PICTURES_DIR"));
    const char *name = PRINTED("%s/none", folder);
    desk *d = open_scene("pendulum"); // without a surface there is no picture, and no file is left
    setenv("XDG_PICTURES_DIR", name, 1);
    wait_for_picture(d, "No picture was written");
    playf(d, "(%s/verlet-lab.png: )", name);
    assert_int_equal(rmdir(name), 0);

    close_scene();
    d = open_on(vl_offscreen_create(64, 48, &(vl_error){0}), "pendulum");
    setenv("XDG_PICTURES_DIR", "/dev/null/pictures", 1);
    wait_for_picture(d, "No picture was written");
    assert_string_equal(d->app->notice.text,
                        "/dev/null/pictures/verlet-lab.png: cannot be written: "
                        "Not a directory");
    setenv("XDG_PICTURES_DIR", folder, 1);
}
