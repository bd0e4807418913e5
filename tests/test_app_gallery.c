// The gallery: a list of all scenes, which are chosen by pointer and keys.

#include "app/screen/parts.h"
#include "app/state/play.h"
#include "scene/file.h"
#include "scene/find.h"
#include "support/screen_checks.h"

static bool runs(const desk *d, const char *name)
{
    const char *path = d->session->scene->path, *file = strrchr(path, '/');
    size_t length = strlen(name);
    file = file ? file + 1 : path;
    return strncmp(file, name, length) == 0 && strcmp(file + length, ".yaml") == 0;
}

TEST(the_running_scene_goes_on_beside_the_open_gallery)
{
    desk *d = open_scene("pendulum");
    double before = time_of(d);
    play(d, "Ctrl+O/2 drawer=scenes /58");
    assert_true(fabs(time_of(d) - before - 1) < 0.1); // 60 frames of 1/60 s
    assert_true(d->app->camera.stage.w > 300);
    grab(d, 2, 1); // and the ball can be taken
    assert_int_equal(d->app->hands.pointers[VL_POINTER_MOUSE].gesture, VL_GESTURE_DRAG);
}

// --- choosing ---

// At each size, by mouse and by finger.
TEST(a_click_on_a_title_opens_its_scene)
{
    static const int sizes[][2] = {{800, 600}, {1280, 720}, {1920, 1080}, {1080, 1920}};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_sized("pendulum", sizes[i][0], sizes[i][1], "Ctrl+O/2 drawer=scenes /18");
        const vl_draw *title = text_in(d, d->app->layout.drawer, "Free fall");
        assert_non_null(title);
        click(d, (vl_rect){title->x + 4, title->y + 4, 0, 0}, i % 2);
        assert_true(runs(d, "free-fall"));
        assert_int_equal(d->app->drawer, VL_DRAWER_SCENES); // to go on looking
        assert_true(d->session->running);
    }
}

// Where the type is so large that the drawer hides the stage, it gives way to the scene.
TEST(a_gallery_over_the_whole_stage_closes_with_the_choice)
{
    desk *d = open_scene("pendulum");
    d->app->type = 2; // 150 %
    play(d, "Ctrl+O/2 drawer=scenes /18 Down Enter/2");
    assert_true(runs(d, "projectile"));
    assert_int_equal(d->app->drawer, VL_DRAWER_NONE);
}

// From the scene that runs through all of them, and back to it.
TEST(arrows_reach_every_scene)
{
    SCOPED(vl_scene_names) names = vl_scene_names_list();
    SCOPED(vl_scene_names) recordings = vl_recording_names_shipped();
    desk *d = open_played("orbit", "Pause/0 Ctrl+O/2 drawer=scenes");
    vl_camera before = d->app->camera;
    int first = d->app->search.chosen, all = names.count + recordings.count;
    assert_string_equal(names.names[first], "orbit");
    for (int i = 1; i <= all; i++) {
        play(d, "Down");
        int chosen = (first + i) % all;
        assert_int_equal(d->app->search.chosen, chosen);
        if (i % 8 == 0 && chosen < names.count) {
            play(d, "Enter/2");
            assert_true(runs(d, names.names[chosen]));
        }
    }
    play(d, "Up");
    assert_int_equal(d->app->search.chosen, first - 1);
    assert_true(before.stage.w == d->app->camera.stage.w); // the arrows did not move the view
}

// By title, group, name of the file, and notes.
TEST(a_scene_is_found_by_any_of_its_words)
{
    static const struct {
        const char *script, *scene;
    } rows[] = {
        {"'SOFT block' Enter/2", "soft-block"},
        {"'mistake naive' Enter/2", "broken-naive-start"},
        {"'mistake ice' Down Down Enter/2", "broken-damping-per-step"},
        {"'wrecking-b' Enter/2", "wrecking-ball"},
        {"'hanging chain elliptic' Enter/2", NULL},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_played("pendulum", "Ctrl+O/2 drawer=scenes {#Start here}"); // a group
        play(d, rows[i].script);
        assert_true(runs(d, rows[i].scene ? rows[i].scene : "pendulum"));
        play(d, rows[i].scene ? "!{#Nothing fits these words.}" : "{#Nothing fits these words.}");
    }
}

// --- scrolling ---

// What is chosen is on the screen, wherever it is.
TEST(what_is_chosen_can_be_seen)
{
    static const int sizes[][2] = {{800, 600}, {1080, 1920}};
    SCOPED(vl_scene_names) names = vl_scene_names_list();
    for (int s = 0; s < COUNT(sizes); s++) {
        desk *d =
            open_sized("pendulum", sizes[s][0], sizes[s][1], "Pause/0 Ctrl+O/2 drawer=scenes /18");
        for (int i = 0; i < names.count; i++) {
            do
                play(d, "Down");
            while (d->app->search.chosen >= names.count); // recordings
            const char *name = names.names[d->app->search.chosen];
            OWNED(vl_scene) *scene = vl_scene_open(name, NULL, &(vl_error){0});
            int length = (int)strcspn(scene->title, " "); // it can be broken into lines
            const vl_draw *draw = next_text(d, d->app->layout.drawer, NULL);
            while (draw && strncmp(text_of(d, draw), scene->title, (size_t)length) != 0)
                draw = next_text(d, d->app->layout.drawer, draw);
            if (!draw)
                fail_msg("%s is not on the screen", scene->title);
        }
    }
}

// Presses a pointer and moves it up by some steps of 20 pixels and by one of `last`.
static void drag_up(desk *d, int pointer, float x, float y, int count, float last)
{
    push_pointer(d, VL_EVENT_POINTER_DOWN, pointer, x, y, 1);
    for (int i = 1; i <= count; i++)
        push_pointer(d, VL_EVENT_POINTER_MOVE, pointer, x, y - 20 * (float)i, 1);
    y -= 20 * (float)count + last;
    push_pointer(d, VL_EVENT_POINTER_MOVE, pointer, x, y, 1);
    push_pointer(d, VL_EVENT_POINTER_UP, pointer, x, y, 2);
}

TEST(the_gallery_is_scrolled_by_wheel_and_by_dragging)
{
    for (int pointer = 0; pointer < 2; pointer++) {
        desk *d = open_played("ball-on-string", "Pause/0 Ctrl+O/2 drawer=scenes /18");
        vl_rect drawer = d->app->layout.drawer;
        float x = drawer.x + drawer.w / 2, y = drawer.y + 0.62f * drawer.h;
        double height = d->app->camera.height;
        vl_event wheel = {.kind = VL_EVENT_WHEEL, .x = x, .y = y, .wheel = -3};
        vl_null_push(d->platform, wheel);
        frames(d, 1);
        assert_true(d->app->scroll == 120 && d->app->camera.height == height);
        drag_up(d, pointer, x, y, 9, 20);
        assert_true(d->app->scroll == 300); // what came before 10 points began it
        drag_up(d, pointer, x, y, 1, 10);   // within one picture
        assert_true(d->app->scroll == 310 && runs(d, "ball-on-string"));
        click(d, (vl_rect){x, y, 0, 0}, pointer == 1); // and a click is a click again
        assert_false(runs(d, "ball-on-string"));
    }
}

// --- files ---

static void save_scene(const char *at)
{
    char text[128];
    snprintf(text, sizeof text, "format: 1\ntitle: A stone\nparticles:\n  - {at: %s}\n", at);
    write_file("shelf/stone.yaml", text);
}

// Its message is in place of its sentence until the file is mended. The running scene goes on.
TEST(a_broken_file_shows_its_message)
{
    desk *d = open_scene("pendulum");
    assert_int_equal(mkdir("shelf", 0700), 0);
    setenv("VERLET_LAB_SCENES", "shelf", 1);
    save_scene("[0, zero]");
    play(d, "Ctrl+O/2 drawer=scenes /18 {#stone} {stone.yaml:4:14} !{shelf/stone.yaml} 'stone' "
            "Enter/2");
    assert_true(runs(d, "pendulum"));
    assert_int_equal(d->app->notice.kind, VL_NOTICE_FILE);
    save_scene("[0, 0, 0]");
    play(d, "Esc Esc"); // the notice first
    play(d, "Ctrl+O/2 drawer=scenes /18 {#A stone} !{#stone} 'stone' Enter/2");
    assert_true(runs(d, "stone"));
    setenv("VERLET_LAB_SCENES", SCENES, 1);
}

// A file of one's own that is called as a shipped scene is none of them.
TEST(a_file_of_the_same_name_has_no_number)
{
    desk *d = open_played("pendulum", "/1");
    write_file("pendulum.yaml", "format: 1\ntitle: Mine\nparticles:\n  - {at: [0, 0]}\n");
    vl_app_open(d->app, "./pendulum.yaml");
    play(d, "/1 {Mine}");
}

// --- pages of it, and saved scenes ---

// PgDn goes on by the rows that are seen, to the last one and not round, and PgUp back; the scene
// that runs stays.
TEST(page_keys_go_through_the_gallery)
{
    SCOPED(vl_scene_names) names = vl_scene_names_list();
    desk *d = open_sized("opening", 1280, 720, "Ctrl+O/2 drawer=scenes /2");
    int before = d->app->search.chosen, steps = 0;
    for (; steps < names.count; steps++) {
        play(d, "PgDn");
        if (d->app->search.chosen == before)
            break;
        assert_true(d->app->search.chosen > before);
        before = d->app->search.chosen;
    }
    assert_in_range(steps, 3, 30);
    assert_true(before > names.count - 4);
    for (int i = 0; i < steps; i++)
        play(d, "PgUp");
    assert_in_range(d->app->search.chosen, 0, 3);
    assert_true(runs(d, "opening"));
    play(d, "Ctrl+K PgDn"); // and through the commands
    int page = d->app->search.chosen;
    assert_in_range(page, 5, 20);
    play(d, "PgDn");
    assert_int_equal(d->app->search.chosen, 2 * page);
    play(d, "PgUp PgUp");
    assert_int_equal(d->app->search.chosen, 0);
}

// What Ctrl+S has saved is there when the gallery opens, below a heading of its own, and opens.
TEST(saved_scenes_are_a_group_of_their_own)
{
    desk *d =
        open_played("projectile",
                    "Ctrl+O/2 drawer=scenes !{#Saved scenes} Esc 5 Ctrl+S Ctrl+O/2 drawer=scenes");
    int chosen = d->app->search.chosen;
    while (d->app->search.chosen != 0)
        play(d, "Up");
    play(d, "Up/2 {#Saved scenes}"); // before the first one is the last one
    assert_true(d->app->search.chosen > chosen);
    play(d, "Enter/2");
    assert_true(runs(d, "projectile-saved"));
    assert_int_equal(vl_lane_method(vl_session_lane_chosen(d->session)), 4);
    int saved = d->app->search.chosen;
    play(d, "Ctrl+O Ctrl+O/2 drawer=scenes");
    assert_int_equal(d->app->search.chosen, saved); // it is the scene that runs
}

static void copy_recording(const char *from, const char *to)
{
    size_t size;
    FREED char *text = vl_file_read(from, 1 << 24, &size, &(vl_error){0});
    assert_non_null(text);
    write_file(to, text);
}

static const char *playing_path(const desk *d)
{
    return d->session->playing ? d->session->playing->replay.recording->path : "none";
}

// The shipped ones, and those that windows have recorded, the newest first, but for the one that is
// written. Each plays.
TEST(recordings_are_groups_of_their_own)
{
#define KEPT "verlet-lab/recordings/"
    static const char *const rows[][2] = {
        {"'late-frame late'", SCENES "late-frame.rec"},
        {"'chain your 2026-01'", KEPT "2026-01-02-03-04-05.rec"},
        {"'2026-02'", KEPT "2026-02-02-03-04-05.rec"},
    };

    assert_int_equal(system("mkdir -p " KEPT), 0);
    copy_recording(SCENES "chain-by-hand.rec", KEPT "2026-01-02-03-04-05.rec");
    copy_recording(SCENES "late-frame.rec", KEPT "2026-02-02-03-04-05.rec");
    copy_recording(SCENES "late-frame.rec", KEPT "2026-03-02-03-04-05.rec");
    write_file(KEPT "2026-03-02-03-04-05.rec" VL_RECORDING_RUNS, "");
    write_file(KEPT "2026-04-02-03-04-05.rec", "verlet-lab recording 1 by 0.1.0\nframe 0.1\n");
    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_scene("pendulum");
        playf(d, "Ctrl+O/2 %s", rows[i][0]);
        play(d, "Enter/2");
        const char *path = playing_path(d), *file = rows[i][1];
        assert_string_equal(path + strlen(path) - strlen(file), file);
    }
    desk *d = open_played("pendulum", "Ctrl+O/2 drawer=scenes 'your recordings'");
    play(d, "{2026-04} {2 Jan 03:04,} {2 Feb 03:04, A} !{2 Mar 03:04, A} Down/2 Down/2 "
            "Enter/2");
    assert_non_null(strstr(playing_path(d), "2026-01"));
    assert_int_equal(system("rm -r verlet-lab/recordings"), 0);
}
