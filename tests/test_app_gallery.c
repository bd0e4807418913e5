// The gallery: a list of all scenes, which are chosen by pointer and keys.

#include "support/screen_checks.h"

static bool runs(const desk *d, const char *name)
{
    const char *path = d->session->scene->path, *file = strrchr(path, '/');
    size_t length = strlen(name);
    file = file ? file + 1 : path;
    return strncmp(file, name, length) == 0 && strcmp(file + length, ".yaml") == 0;
}

// It begins with the lessons and the scenes in front; then come tiles of mistakes, fun and the
// rest, all without scrolling. So it is whatever scene is open, and nothing is chosen.
TEST(the_list_opens_at_its_top)
{
    static const char *const scenes[] = {"opening", "projectile", "floors"};
    static const char *const rows[] = {"Lessons", "Who guesses the", "Find the mistake",
                                       "Scenes",  "Oscillator",      "Tearing curtain",
                                       "For fun"};
    for (int i = 0; i < COUNT(scenes); i++) {
        desk *d = open_with_font(scenes[i], 1280, 720, "Pause/0 Ctrl+K/2 drawer=find {#Scenes}");
        assert_true(d->app->drawer.scroll == 0 && d->app->drawer.search.chosen == -1);
        play(d, "Enter drawer=find");
        assert_true(runs(d, scenes[i]));
        float below = 0;
        for (int k = 0; k < COUNT(rows); k++) {
            const vl_draw *row = text_in(d, d->app->layout.drawer, rows[k]);
            assert_true(row && row->y > below);
            below = row->y;
        }
        vl_rect rows_of_list = d->app->layout.drawer; // all titles have one size
        rows_of_list.h = below - rows_of_list.y;
        for (const vl_draw *row = NULL; (row = next_text(d, rows_of_list, row));)
            assert_true(row->size > VL_TYPE_SMALL || ends_with(d, row, " min"));
    }
}

// In small windows, too, with scenes below the lessons; a sign at the lower edge tells that there
// are more.
TEST(a_small_list_shows_scenes_and_that_there_are_more)
{
    for (int i = 0; i < 2; i++) {
        desk *d = open_with_font("cloth", i ? 390 : 640, i ? 844 : 480, "Ctrl+K/2 {=Free fall}");
        const vl_rect r = d->app->layout.drawer;
        int sign = 0;
        const vl_vertex *v = d->app->list.vertices;
        for (int k = 0; k < d->app->list.vertex_count; k++)
            sign += fabsf(v[k].x - r.x - r.w / 2) < 12 && fabsf(v[k].y - r.y - r.h + 6) < 5;
        assert_true(sign > 0);
    }
}

// At each size, by mouse and by finger. Beside the stage the list stays, to go on looking.
TEST(a_click_on_a_title_opens_its_scene)
{
    static const int sizes[][2] = {{800, 600}, {1280, 720}, {1920, 1080}, {1080, 1920}};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d =
            open_sized("opening", sizes[i][0], sizes[i][1], "Ctrl+K/2 drawer=find 'free fall' /18");
        const vl_draw *title = text_in(d, d->app->layout.drawer, "Free fall");
        assert_non_null(title);
        click(d, (vl_rect){title->x + 4, title->y + 4, 0, 0}, i % 2);
        assert_true(runs(d, "free-fall"));
        assert_int_equal(d->app->drawer.open, VL_DRAWER_NONE);
        assert_true(d->session->running);
    }
}

// Arrows go round all rows. Enter unfolds a tile, and opens a scene, which the list does not hide.
TEST(arrows_reach_every_row)
{
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    desk *d = open_played("opening", "Pause/0 Ctrl+K/2 drawer=find");
    SCOPED(vl_scene_names) lessons = vl_shelf_names(VL_LESSONS);
    int front = 0, tiles = 0;
    for (int i = 0; i < names.count; i++)
        front += strcmp(names.groups[i], names.groups[0]) == 0;
    assert_int_equal(front, 12);
    int first = lessons.count + front;
    do {
        play(d, "Down");
        tiles += d->app->drawer.search.chosen >= first;
    } while ((tiles == 0 || d->app->drawer.search.chosen > 0) && tiles < 100);
    assert_int_equal(tiles, 3);
    for (int i = 0; i < first; i++)
        play(d, "Down");
    play(d, "Enter 3*Down Enter/2");
    assert_true(runs(d, names.names[front]));
    assert_int_equal(d->app->drawer.open, VL_DRAWER_NONE);
}

// All that is there is found by what it is called, before what mentions it. A scene that asks which
// mistake it makes is not found by that.
TEST(each_scene_is_found_by_its_name)
{
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    for (int i = 0; i < names.count; i++) {
        OWNED(vl_scene) *scene = vl_scene_open(names.names[i], &(vl_error){0});
        bool asks = scene->task.rule == VL_TASK_MISTAKE;
        const char *const words[] = {scene->title, names.names[i],
                                     asks ? scene->mistake->title : scene->title};
        for (int k = 0; k < COUNT(words) - !asks; k++) {
            desk *d = open_sized("pendulum", 1280, 2400, "Pause/0 Ctrl+K");
            playf(d, "'%s'/2 %s{#%s}", words[k], asks && k > 0 ? "!" : "", scene->title);
        }
    }
}

// What is typed is no command, and Enter acts.
TEST(one_search_finds_scenes_commands_and_terms)
{
    static const char *const rows[] = {
        "'gravity'/2 {#Free fall}", "'rope'/2 {#Rope bridge}",
        "'sound'/2 {tick: the sound of each frame} !{#light or dark theme}",
        "'theme'/2 {#light or dark theme}", "'zoom'/2 {fit: the view of}"};
    for (int i = 0; i < COUNT(rows); i++)
        play(open_sized("pendulum", 1280, 9000, "Pause/0 Ctrl+K"), rows[i]);
    play(open_played("pendulum", "Pause/0 Ctrl+K 'gravity' Enter/2"),
         "{Three methods compute the}");
    desk *d = open_played("pendulum", "Pause/0 Ctrl+K 'drift' Enter/2 drawer=find "
                                      "{#Where it is mentioned}"); // a term is searched
    assert_string_equal(d->app->drawer.search.field.text, "drift");
    d = open_played("pendulum", "Ctrl+K 'path Ballsx' {Nothing fits} Backspace Enter/2 drawer=0 "
                                "running=1 tool=0");
    assert_true(d->app->shown.trails);
    play(open_played("cloth", "/1 Ctrl+K 'orbit' Tab Enter/2"), "!{Three cloths get} time=0");
}

// By title, group, name of the file, and notes.
TEST(a_scene_is_found_by_any_of_its_words)
{
    static const struct {
        const char *script, *scene;
    } rows[] = {
        {"'THREE floors' Enter/2", "floors"},
        {"'Rope' Enter/2", "rope"}, // before a lesson with that word
        {"'stone too low' Enter/2", "broken-naive-start"},
        {"'broken puck' Enter/2", "broken-damping-per-step"},
        {"'wrecking-b' Enter/2", "wrecking-ball"},
        {"'teachers 4-who' {lesson-4} Enter/2", "chain"},
        {"'hanging chain elliptic' Enter/2", NULL},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_played("pendulum", "Ctrl+K/2 drawer=find {~Two Eulers}");
        play(d, rows[i].script);
        if (!runs(d, rows[i].scene ? rows[i].scene : "pendulum"))
            fail_msg("%s: %s", rows[i].script, d->session->scene->path);
        play(d, rows[i].scene ? "!{#Nothing fits these words.}" : "{#Nothing fits these words.}");
    }
}

// Its buttons stand before the name of the scene. Only another scene ends it.
TEST(a_lesson_leads_from_scene_to_scene)
{
    static const int widths[] = {390, 1280};
    for (int i = 0; i < COUNT(widths); i++) {
        desk *d = open_sized("chain", widths[i], 844, "Pause/0 Ctrl+K 'guesses' Enter/2");
        play(d, "drawer=0 {1 of 3}");
        assert_true(runs(d, "opening"));
        play(d, "PgUp PgDn {2 of 3}");
        play(d, widths[i] < 1280 ? "!{guesses}" : "{Who guesses the next picture? · 2 of 3}");
        assert_true(runs(d, "hitch"));
        play(d, "PgUp PgUp (=It begins here) {1 of 3} PgDn PgDn PgDn (ends here) {3 of 3} PgUp {2 "
                "of 3}");
        play(d, "Ctrl+K 'wrecking-b' Enter/2 Ctrl+K");
        assert_null(d->app->opened.lesson);
        play(d, "!{ of 3}");
    }
}

// What is chosen is on the screen, wherever it is.
TEST(what_is_chosen_can_be_seen)
{
    static const int sizes[][2] = {{800, 600}, {1080, 1920}};
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    SCOPED(vl_scene_names) lessons = vl_shelf_names(VL_LESSONS);
    for (int s = 0; s < COUNT(sizes); s++) {
        desk *d =
            open_with_font("opening", sizes[s][0], sizes[s][1], "Pause/0 Ctrl+K/2 drawer=find /18");
        for (int i = 0; i <= lessons.count; i++)
            play(d, "Down");
        for (int i = 0; strcmp(names.groups[i], names.groups[0]) == 0; i++) {
            OWNED(vl_scene) *scene = vl_scene_open(names.names[i], &(vl_error){0});
            playf(d, "{#%s}", scene->title);
            assert_int_equal(d->app->drawer.search.chosen, lessons.count + i);
            play(d, "Down");
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
        desk *d = open_played("orbit", "Pause/0 Ctrl+K/2 drawer=find ' '/18");
        vl_rect drawer = d->app->layout.drawer;
        float x = drawer.x + drawer.w / 2, y = drawer.y + 0.62f * drawer.h;
        double height = d->app->camera.height;
        vl_event wheel = {.kind = VL_EVENT_WHEEL, .x = x, .y = y, .wheel = -3};
        vl_null_push(d->platform, wheel);
        frames(d, 1);
        assert_true(d->app->drawer.scroll == 120 && d->app->camera.height == height);
        drag_up(d, pointer, x, y, 9, 20);
        assert_true(d->app->drawer.scroll == 300); // what came before 10 points began it
        drag_up(d, pointer, x, y, 1, 10);          // within one picture
        assert_true(d->app->drawer.scroll == 310 && runs(d, "orbit"));
        click(d, (vl_rect){x, y, 0, 0}, pointer == 1); // and a click is a click again
        assert_false(runs(d, "orbit"));
    }
}

// --- files ---

static void save_scene(const char *at)
{
    write_here("shelf/stone.yaml",
               PRINTED("format: 1\ntitle: A stone\nparticles:\n  - {at: %s}\n", at));
}

// Its message is in place of its sentence until the file is mended. The running scene goes on.
TEST(a_broken_file_shows_its_message)
{
    desk *d = open_scene("pendulum");
    assert_int_equal(mkdir("shelf", 0700), 0);
    setenv("VERLET_LAB_SCENES", "shelf", 1);
    save_scene("[0, zero]");
    play(d, "Ctrl+K/2 drawer=find /18 'stone' {#stone} {stone.yaml:4:14} !{shelf/stone.yaml} "
            "Enter/2");
    assert_true(runs(d, "pendulum"));
    assert_int_equal(d->app->notice.kind, VL_NOTICE_FILE);
    save_scene("[0, 0, 0]");
    play(d, "Esc Esc"); // the notice first
    play(d, "Ctrl+K/2 drawer=find /18 'stone' {#A stone} !{stone.yaml} Enter/2");
    assert_true(runs(d, "stone"));
    setenv("VERLET_LAB_SCENES", SCENES, 1);
}

// PgDn goes on by the rows that are seen, to the last one and not round, and PgUp back.
TEST(page_keys_go_through_the_list)
{
    desk *d = open_sized("opening", 1280, 720, "Ctrl+K/2 drawer=find ' '");
    int before = 0, steps = 0, page = 0;
    for (; steps < 100; steps++) {
        play(d, "PgDn");
        if (d->app->drawer.search.chosen == before)
            break;
        page = page ? page : d->app->drawer.search.chosen;
        assert_in_range(d->app->drawer.search.chosen - before, 1, page);
        before = d->app->drawer.search.chosen;
    }
    assert_in_range(page, 3, 20);
    assert_true(before > 46 + vl_command_count()); // and terms
    for (int i = 0; i < steps; i++)
        play(d, "PgUp");
    assert_int_equal(d->app->drawer.search.chosen, 0);
    assert_true(runs(d, "opening"));
}

// What save has saved is there when the list opens, below a heading of its own, and opens.
TEST(saved_scenes_are_a_group_of_their_own)
{
    desk *d = open_played("projectile", "Ctrl+K/2 drawer=find 'saved projectile' !{#Saved scenes} "
                                        "Esc 5 save Ctrl+K/2 'saved projectile' "
                                        "{#Saved scenes} Enter/2");
    assert_true(runs(d, "projectile-saved"));
    assert_int_equal(vl_lane_method(&vl_session_run(d->session)->lane), 4);
}

static void copy_recording(const char *from, const char *to)
{
    FREED char *text = read_here(from, NULL);
    write_here(to, text);
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
    write_here(KEPT "2026-03-02-03-04-05.rec" VL_RECORDING_RUNS, "");
    write_here(KEPT "2026-04-02-03-04-05.rec", "verlet-lab recording 1 by 0.1.0\nframe 0.1\n");
    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_scene("pendulum");
        playf(d, "Ctrl+K/2 %s", rows[i][0]);
        play(d, "Enter/2");
        const char *path = playing_path(d), *file = rows[i][1];
        assert_string_equal(path + strlen(path) - strlen(file), file);
    }
    desk *d = open_played("pendulum", "Ctrl+K/2 drawer=find 'your recordings'");
    play(d,
         "{2026-04} {2026-01-02 03:04,} {2026-02-02 03:04, A} !{2026-03-02 03:04, A} Down/2 Down/2 "
         "Enter/2");
    assert_non_null(strstr(playing_path(d), "2026-01"));
    assert_int_equal(system("rm -r verlet-lab/recordings"), 0);
}
