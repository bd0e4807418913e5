// Names of files that the window has written, which somebody types over; and what keys do in every
// field of text.

#include "platform/sdl_offscreen.h"
#include "scene/file.h"
#include "support/app_fixture.h"

#include <time.h>

// A scene is saved, and its name is open to be typed over.
static desk *open_saved(void)
{
    remove(SAVED "pendulum-saved.yaml");
    desk *d = open_quiet("pendulum", "Ctrl+S/2 Enter");
    assert_true(exists(SAVED "pendulum-saved.yaml") && d->app->naming.open);
    return d;
}

// --- names ---

// The extension stays, or is added; neither letters nor Enter are commands. At first what is typed
// takes the place of the name without its extension.
TEST(a_saved_scene_gets_the_name_that_is_typed)
{
    static const char *const typed[] = {"Ctrl+A 'swing'", "Ctrl+A 'swing.yaml'",
                                        "Ctrl+A '  swing '", "'swing'"};
    for (int i = 0; i < COUNT(typed); i++) {
        desk *d = open_saved();
        bool running = d->session->running;
        play(d, typed[i]);
        assert_true(i < 3 || strcmp(d->app->naming.field.text, "swing.yaml") == 0);
        play(d, "Enter {Renamed} {swing.yaml}");
        assert_false(d->app->naming.open || exists(SAVED "pendulum-saved.yaml"));
        assert_int_equal(d->session->running, running);
        assert_null(d->app->tool);
        vl_scene_free(take_saved("swing"));
    }
}

// A browser has its own folders: a path in the memory of the program would help nobody.
TEST(a_file_that_is_downloaded_is_told_without_its_path)
{
    remove(SAVED "pendulum-saved.yaml");
    desk *d = open_scene("pendulum");
    d->platform->downloads = "the downloads of the browser";
    play(d, "Ctrl+S/2");
    const char *text = d->app->notice.text; // it has no folder before the name
    assert_ptr_equal(strstr(text, "pendulum-saved.yaml in the downloads of the browser"), text);
    play(d, "Enter Ctrl+A 'swing' Enter");
    assert_string_equal(d->app->notice.text, "swing.yaml in the downloads of the browser");
    remove(SAVED "swing.yaml");
}

// Where it is written to is the person's only on a desktop; a browser downloads it. A name that
// stays is nothing new.
TEST(each_file_that_is_written_is_handed_over)
{
    desk *d = open_saved();
    vl_null *null = vl_null_of(d->platform);
    assert_string_equal(null->handed, d->app->naming.path);
    play(d, "Ctrl+A 'swing' Enter");
    assert_string_equal(null->handed, d->app->naming.path);
    assert_true(exists(null->handed));

    vl_free(null->handed);
    null->handed = NULL;
    play(d, "Enter Enter"); // opens the name, and takes it as it is
    assert_false(d->app->naming.open);
    assert_null(null->handed);
    remove(SAVED "swing.yaml");
}

// A name that cannot be is refused with the reason, what was typed stays, and no file changes.
TEST(a_name_that_cannot_be_is_refused)
{
    char longest[300] = {0};
    memset(longest, 'n', 252); // with ".yaml" more than 255 bytes
    const char *const rows[][2] = {
        {" ", "empty"},
        {"a/b", "no '/'"},
        {"..", "dot"},
        {".x", "dot"},
        {"taken", "is there already"},
        {longest, "too long"},
    };
    write_file(SAVED "taken.yaml", "mine");
    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_saved();
        play(d, "Ctrl+A");
        type(d, rows[i][0]);
        play(d, "Enter");
        assert_true(d->app->naming.open && exists(SAVED "pendulum-saved.yaml"));
        assert_string_equal(d->app->naming.field.text, rows[i][0]);
        if (!strstr(d->app->naming.wrong, rows[i][1]) || !shows(d, rows[i][1]))
            fail_msg("'%s': %s", rows[i][0], d->app->naming.wrong);
        if (i == 0)
            frames(d, 1000); // what is typed does not go away
        play(d, "naming=1 Esc");
        assert_true(!d->app->naming.open && exists(SAVED "pendulum-saved.yaml"));
    }
    FREED char *kept = vl_file_read(SAVED "taken.yaml", 100, &(size_t){0}, NULL);
    assert_string_equal(kept, "mine");
    remove(SAVED "taken.yaml");
}

TEST(a_file_that_has_gone_is_told)
{
    desk *d = open_saved();
    remove(SAVED "pendulum-saved.yaml");
    play(d, "'gone' Enter");
    assert_non_null(strstr(d->app->naming.wrong, "no longer there"));
    assert_true(d->app->naming.open && !exists(SAVED "gone.yaml"));
}

// To the control of the note that has the text; another one may lie under the note.
static void tab_to(desk *d, const char *text)
{
    bool found = false;
    for (int i = 0; i < 200 && !found; i++) {
        play(d, "Tab");
        const vl_draw *draw = drawn_text(d, text);
        vl_rect at = d->app->focus.at;
        found = draw && vl_rect_contains(at, draw->x, draw->y) &&
                vl_rect_contains(d->app->layout.banner, at.x, at.y);
    }
    assert_true(found);
}

// The field is clicked, or reached by Tab; a press elsewhere leaves the name.
TEST(a_name_is_reached_by_pointer_and_keys)
{
    static const vl_pixel elsewhere[] = {{640, 300, 0}, {20, 20, 0}};
    for (int i = 0; i < COUNT(elsewhere); i++) {
        desk *d = open_saved();
        play(d, "Esc");
        assert_true(!d->app->naming.open && d->app->notice.kind == VL_NOTICE_NOTE);
        if (i)
            tab_to(d, "pendulum-saved.yaml");
        play(d, i ? "Enter" : "<pendulum-saved.yaml>");
        play(d, "naming=1 'other'");
        push(d, VL_EVENT_POINTER_DOWN, elsewhere[i].x, elsewhere[i].y, 1);
        assert_false(d->app->naming.open);
        assert_true(exists(SAVED "pendulum-saved.yaml"));
        let_go(d, VL_POINTER_MOUSE, elsewhere[i], 1);
    }
}

// The scene that runs, and the one that undo goes to, is the same file under its new name.
TEST(the_scene_that_runs_keeps_its_file)
{
    desk *d = open_saved();
    play(d, "Esc");
    vl_app_open(d->app, SAVED "pendulum-saved.yaml");
    play(d, "/1 Enter 'mine' Enter");
    assert_non_null(strstr(d->session->scene->path, "/mine.yaml"));
    frames(d, 60);
    assert_string_not_equal(d->app->notice.title, "Loaded anew");
    vl_app_open(d->app, SCENES "chain.yaml");
    assert_true(vl_session_undo(d->session));
    assert_non_null(strstr(d->session->scene->path, "/mine.yaml"));
    remove(SAVED "mine.yaml");
}

TEST(a_picture_gets_the_name_that_is_typed)
{
    char path[300];
    close_scene();
    desk *d = open_on(vl_offscreen_create(640, 480, &(vl_error){0}), "pendulum");
    play(d, "/1 Enter {no file to name} naming=0 F12");
    for (int i = 0; i < 2000 && !d->app->naming.path; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        frames(d, 1);
    }
    play(d, "Enter 'board' Enter");
    snprintf(path, sizeof path, "%s/board.png", getenv("XDG_PICTURES_DIR"));
    assert_true(exists(path));
    remove(path);
}

// --- keys of a field ---

static desk *open_search(void)
{
    return open_played("pendulum", "Ctrl+K");
}

// What somebody knows from other programs, in the search of the commands.
TEST(keys_edit_a_field)
{
    static const char *const rows[][2] = {
        {"'one two' Home Delete 'O'", "One two"},
        {"Ctrl+Right Shift+End Ctrl+X", "One "}, // from before "two"
        {"Left Ctrl+V Ctrl+V", "Onetwotwo "},
        {"Shift+Left Ctrl+C End Ctrl+V", "Onetwotwo o"},
        {"Ctrl+Backspace", "Onetwotwo "},
        {"Ctrl+A Backspace", ""},
        {"Ctrl+Z Ctrl+Y", ""},
    };
    desk *d = open_search();
    for (int i = 0; i < COUNT(rows); i++) {
        play(d, rows[i][0]);
        assert_string_equal(d->app->search.field.text, rows[i][1]);
    }
    play(d, "tool=0 moved=0 notice=0");
}

// Of a text that is longer than the field, the beginning is pasted that fits, and no part of a
// character.
TEST(a_long_text_is_pasted_as_far_as_it_fits)
{
    static const char *const letters[] = {"a", "é", "€", "𝜔"};
    for (int i = 0; i < COUNT(letters); i++)
        for (int before = 0; before < 4; before++) {
            desk *d = open_search();
            const vl_input *field = &d->app->search.field;
            SCOPED(vl_text) text = {0};
            size_t size = strlen(letters[i]);
            while (text.length < 3 * VL_INPUT_SIZE)
                vl_text_add(&text, "%s", letters[i]);
            type(d, &"abcd"[4 - before]);
            d->platform->copy(d->platform, text.data);
            play(d, "Ctrl+V");
            size_t pasted = (VL_INPUT_SIZE - 1 - (size_t)before) / size * size;
            assert_int_equal(strlen(field->text), (size_t)before + pasted);
            assert_memory_equal(field->text + before, text.data, pasted);
        }
}

// Pressed and dragged over a text, a pointer places the caret and selects.
TEST(a_pointer_selects_in_a_field)
{
    desk *d = open_search();
    play(d, "'abcdefgh'");
    const vl_draw *text = drawn_text(d, "abcdefgh");
    float letter = VL_NULL_LETTER * vl_null_of(d->platform)->heights[VL_TYPE_MEDIUM];
    stroke(d, VL_POINTER_MOUSE, (vl_pixel){text->x + 2.1f * letter, text->y + 5, 0},
           (vl_pixel){text->x + 5.1f * letter, text->y + 5, 0}, 1);
    play(d, "'-'");
    assert_string_equal(d->app->search.field.text, "ab-fgh");
}

// No key of a field is a command of the stage, in any field.
TEST(a_field_keeps_its_keys)
{
    for (int k = 0; k < 3; k++) {
        desk *d = k == 2 ? open_saved() : open_scene("pendulum");
        if (k < 2)
            vl_app_toggle_drawer(d->app, k ? VL_DRAWER_SCENES : VL_DRAWER_COMMANDS);
        frames(d, 1);
        double height = d->app->camera.height;
        play(d, "'a' Ctrl+A Ctrl+C Ctrl+X Ctrl+V Home End Ctrl+Z tool=0");
        assert_true(d->app->camera.height == height && !d->app->view_moved);
    }
}

// A long text is moved so far that the caret is seen, and stays within its field.
TEST(a_long_text_shows_its_caret)
{
    static const char shown[] =
        "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabc";
    desk *d = open_saved();
    play(d, "Ctrl+A");
    for (int i = 0; i < 20; i++)
        type(d, "abcdefghij");
    assert_int_equal(strlen(d->app->naming.field.text), 200);
    assert_null(drawn_beginning(d, shown));
    play(d, "Home {^abcdefghijabcdefghij}");
}
