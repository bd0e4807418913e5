// Names of files that the window has written, which somebody types over; and what keys do in every
// field of text.

#include "app/screen/parts.h"
#include "base/memory.h"
#include "platform/sdl_offscreen.h"
#include "scene/file.h"
#include "support/app_fixture.h"

#include <time.h>
#include <unistd.h>

static void chord(desk *d, uint32_t key, bool ctrl, bool shift)
{
    vl_null_push(d->platform,
                 (vl_event){.kind = VL_EVENT_KEY, .key = key, .ctrl = ctrl, .shift = shift});
    frames(d, 1);
}

static void type(desk *d, const char *text)
{
    for (; *text; text++) {
        vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_KEY, .key = (uint32_t)*text});
        vl_event event = {.kind = VL_EVENT_TEXT, .text = {*text}};
        vl_null_push(d->platform, event);
    }
    frames(d, 1);
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

// A scene is saved, and its name is open to be typed over.
static desk *open_saved(void)
{
    remove(SAVED "pendulum-saved.yaml");
    desk *d = open_scene("pendulum");
    save(d);
    frames(d, 1);
    assert_true(exists(SAVED "pendulum-saved.yaml"));
    press(d, VL_KEY_ENTER, 1);
    assert_true(d->app->naming.open);
    return d;
}

// --- names ---

// The extension stays, or is added; neither letters nor Enter are commands.
TEST(a_saved_scene_gets_the_name_that_is_typed)
{
    static const char *const typed[] = {"swing", "swing.yaml", "  swing "};
    for (int i = 0; i < COUNT(typed); i++) {
        desk *d = open_saved();
        bool running = d->session->running;
        chord(d, 'a', true, false);
        type(d, typed[i]);
        press(d, VL_KEY_ENTER, 1);
        assert_false(d->app->naming.open);
        assert_true(exists(SAVED "swing.yaml") && !exists(SAVED "pendulum-saved.yaml"));
        assert_true(shows(d, "Renamed") && shows(d, "swing.yaml"));
        assert_int_equal(d->session->running, running);
        assert_null(d->app->tool);
        vl_error error = {0};
        vl_scene_free(vl_scene_load(SAVED "swing.yaml", &error));
        assert_string_equal(error.text, "");
        remove(SAVED "swing.yaml");
    }
}

// A browser has its own folders: a path in the memory of the program would help nobody.
TEST(a_file_that_is_downloaded_is_told_without_its_path)
{
    remove(SAVED "pendulum-saved.yaml");
    desk *d = open_scene("pendulum");
    d->platform->downloads = "the downloads of the browser";
    save(d);
    frames(d, 1);
    const char *text = d->app->notice.text; // it has no folder before the name
    assert_ptr_equal(strstr(text, "pendulum-saved.yaml in the downloads of the browser"), text);
    press(d, VL_KEY_ENTER, 1);
    chord(d, 'a', true, false);
    type(d, "swing");
    press(d, VL_KEY_ENTER, 1);
    assert_string_equal(d->app->notice.text, "swing.yaml in the downloads of the browser");
    remove(SAVED "swing.yaml");
}

// At first what is typed takes the place of the name without its extension.
TEST(the_extension_of_a_name_stays)
{
    desk *d = open_saved();
    type(d, "heavy");
    assert_string_equal(d->app->naming.field.text, "heavy.yaml");
    press(d, VL_KEY_ENTER, 1);
    assert_true(exists(SAVED "heavy.yaml"));
    remove(SAVED "heavy.yaml");
}

// Where it is written to is the person's only on a desktop; a browser downloads it. A name that
// stays is nothing new.
TEST(each_file_that_is_written_is_handed_over)
{
    desk *d = open_saved();
    vl_null *null = vl_null_of(d->platform);
    assert_string_equal(null->handed, d->app->naming.path);
    chord(d, 'a', true, false);
    type(d, "swing");
    press(d, VL_KEY_ENTER, 1);
    assert_string_equal(null->handed, d->app->naming.path);
    assert_true(exists(null->handed));

    vl_free(null->handed);
    null->handed = NULL;
    press(d, VL_KEY_ENTER, 1); // opens the name, and takes it as it is
    press(d, VL_KEY_ENTER, 1);
    assert_false(d->app->naming.open);
    assert_null(null->handed);
    remove(SAVED "swing.yaml");
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
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
    write_text(SAVED "taken.yaml", "mine");
    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_saved();
        chord(d, 'a', true, false);
        type(d, rows[i][0]);
        press(d, VL_KEY_ENTER, 1);
        assert_true(d->app->naming.open && exists(SAVED "pendulum-saved.yaml"));
        assert_string_equal(d->app->naming.field.text, rows[i][0]);
        if (!strstr(d->app->naming.wrong, rows[i][1]) || !shows(d, rows[i][1]))
            fail_msg("'%s': %s", rows[i][0], d->app->naming.wrong);
        frames(d, 1000); // what is typed does not go away
        assert_true(d->app->naming.open);
        press(d, VL_KEY_ESCAPE, 1);
        assert_true(!d->app->naming.open && exists(SAVED "pendulum-saved.yaml"));
    }
    char *kept = vl_file_read(SAVED "taken.yaml", 100, &(size_t){0}, NULL);
    assert_string_equal(kept, "mine");
    vl_free(kept);
    remove(SAVED "taken.yaml");
}

TEST(a_file_that_has_gone_is_told)
{
    desk *d = open_saved();
    remove(SAVED "pendulum-saved.yaml");
    type(d, "gone");
    press(d, VL_KEY_ENTER, 1);
    assert_non_null(strstr(d->app->naming.wrong, "no longer there"));
    assert_true(d->app->naming.open && !exists(SAVED "gone.yaml"));
}

// To the control of the note that has the text; another one may lie under the note.
static void tab_to(desk *d, const char *text)
{
    bool found = false;
    for (int i = 0; i < 200 && !found; i++) {
        press(d, VL_KEY_TAB, 1);
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
    for (int i = 0; i < 2; i++) {
        desk *d = open_saved();
        press(d, VL_KEY_ESCAPE, 1);
        assert_true(!d->app->naming.open && d->app->notice.kind == VL_NOTICE_NOTE);
        if (i) {
            tab_to(d, "pendulum-saved.yaml");
            press(d, VL_KEY_ENTER, 1);
        } else {
            click_text(d, "pendulum-saved.yaml");
        }
        assert_true(d->app->naming.open);
        type(d, "other");
        push(d, VL_EVENT_POINTER_DOWN, i ? 20 : 640, i ? 20 : 300, 1);
        assert_false(d->app->naming.open);
        assert_true(exists(SAVED "pendulum-saved.yaml"));
        push(d, VL_EVENT_POINTER_UP, i ? 20 : 640, i ? 20 : 300, 1);
    }
}

// The scene that runs, and the one that undo goes to, is the same file under its new name.
TEST(the_scene_that_runs_keeps_its_file)
{
    desk *d = open_saved();
    press(d, VL_KEY_ESCAPE, 1);
    vl_app_open(d->app, SAVED "pendulum-saved.yaml");
    frames(d, 1);
    press(d, VL_KEY_ENTER, 1);
    type(d, "mine");
    press(d, VL_KEY_ENTER, 1);
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
    vl_error error = {0};
    char path[300];
    close_scene();
    desk *d = open_on(vl_offscreen_create(640, 480, &error), "pendulum");
    frames(d, 1);
    press(d, VL_KEY_ENTER, 1);
    assert_true(!d->app->naming.open && shows(d, "no file to name"));
    press(d, VL_KEY_F1 + 11, 1);
    for (int i = 0; i < 2000 && !d->app->naming.path; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        frames(d, 1);
    }
    press(d, VL_KEY_ENTER, 1);
    type(d, "board");
    press(d, VL_KEY_ENTER, 1);
    snprintf(path, sizeof path, "%s/board.png", getenv("XDG_PICTURES_DIR"));
    assert_true(exists(path));
    remove(path);
}

// --- keys of a field ---

// What somebody knows from other programs, in the search of the commands.
TEST(keys_edit_a_field)
{
    desk *d = open_scene("pendulum");
    const vl_input *field = &d->app->search.field;
    vl_app_toggle_drawer(d->app, VL_DRAWER_COMMANDS);
    frames(d, 1);
    type(d, "one two");
    press(d, VL_KEY_HOME, 1);
    press(d, VL_KEY_DELETE, 1);
    type(d, "O");
    assert_string_equal(field->text, "One two");
    chord(d, VL_KEY_RIGHT, true, false); // before "two"
    chord(d, VL_KEY_END, false, true);
    chord(d, 'x', true, false);
    assert_string_equal(field->text, "One ");
    press(d, VL_KEY_LEFT, 1);
    chord(d, 'v', true, false);
    chord(d, 'v', true, false);
    assert_string_equal(field->text, "Onetwotwo ");
    chord(d, VL_KEY_LEFT, false, true);
    chord(d, 'c', true, false);
    press(d, VL_KEY_END, 1);
    chord(d, 'v', true, false);
    assert_string_equal(field->text, "Onetwotwo o");
    chord(d, VL_KEY_BACKSPACE, true, false);
    assert_string_equal(field->text, "Onetwotwo ");
    chord(d, 'a', true, false);
    press(d, VL_KEY_BACKSPACE, 1);
    assert_string_equal(field->text, "");
    chord(d, 'z', true, false);
    chord(d, 'y', true, false);
    assert_string_equal(field->text, "");
    assert_null(d->app->tool);
    assert_false(d->app->view_moved);
    assert_int_equal(d->app->notice.kind, VL_NOTICE_NONE);
}

// Of a text that is longer than the field, the beginning is pasted that fits, and no part of a
// character.
TEST(a_long_text_is_pasted_as_far_as_it_fits)
{
    static const char *const letters[] = {"a", "é", "€", "𝜔"};
    for (int i = 0; i < COUNT(letters); i++)
        for (int before = 0; before < 4; before++) {
            desk *d = open_scene("pendulum");
            const vl_input *field = &d->app->search.field;
            SCOPED(vl_text) text = {0};
            size_t size = strlen(letters[i]);
            while (text.length < 3 * VL_INPUT_SIZE)
                vl_text_add(&text, "%s", letters[i]);
            vl_app_toggle_drawer(d->app, VL_DRAWER_COMMANDS);
            type(d, &"abcd"[4 - before]);
            d->platform->copy(d->platform, text.data);
            chord(d, 'v', true, false);
            size_t pasted = (VL_INPUT_SIZE - 1 - (size_t)before) / size * size;
            assert_int_equal(strlen(field->text), (size_t)before + pasted);
            assert_memory_equal(field->text + before, text.data, pasted);
        }
}

// Pressed and dragged over a text, a pointer places the caret and selects.
TEST(a_pointer_selects_in_a_field)
{
    desk *d = open_scene("pendulum");
    const vl_input *field = &d->app->search.field;
    vl_app_toggle_drawer(d->app, VL_DRAWER_COMMANDS);
    type(d, "abcdefgh");
    const vl_draw *text = drawn_text(d, "abcdefgh");
    float letter = VL_NULL_LETTER * vl_null_of(d->platform)->heights[VL_TYPE_MEDIUM];
    float x = text->x, y = text->y + 5;
    push(d, VL_EVENT_POINTER_DOWN, x + 2.1f * letter, y, 1);
    push(d, VL_EVENT_POINTER_MOVE, x + 5.1f * letter, y, 1);
    push(d, VL_EVENT_POINTER_UP, x + 5.1f * letter, y, 1);
    type(d, "-");
    assert_string_equal(field->text, "ab-fgh");
}

// No key of a field is a command of the stage, in any field.
TEST(a_field_keeps_its_keys)
{
    static const uint32_t keys[] = {'a', 'c', 'x', 'v'};
    for (int k = 0; k < 3; k++) {
        desk *d = k == 2 ? open_saved() : open_scene("pendulum");
        if (k < 2)
            vl_app_toggle_drawer(d->app, k ? VL_DRAWER_SCENES : VL_DRAWER_COMMANDS);
        frames(d, 1);
        type(d, "a");
        double height = d->app->camera.height;
        for (int i = 0; i < COUNT(keys); i++)
            chord(d, keys[i], true, false);
        for (uint32_t key = VL_KEY_HOME; key <= VL_KEY_END; key++)
            chord(d, key, false, false);
        chord(d, 'z', true, false);
        assert_null(d->app->tool);
        assert_true(d->app->camera.height == height && !d->app->view_moved);
    }
}

// A long text is moved so far that the caret is seen, and stays within its field.
TEST(a_long_text_shows_its_caret)
{
    desk *d = open_saved();
    chord(d, 'a', true, false);
    for (int i = 0; i < 20; i++)
        type(d, "abcdefghij");
    assert_int_equal(strlen(d->app->naming.field.text), 200);
    assert_true(
        drawn_beginning(
            d, "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabc") ==
        NULL);
    press(d, VL_KEY_HOME, 1);
    assert_non_null(drawn_beginning(d, "abcdefghijabcdefghij"));
}
