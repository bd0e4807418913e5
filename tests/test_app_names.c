// Files that the window has written, and what keys do in every field of text.

#include "support/app_fixture.h"

// Each file that is written is handed over. A browser has its own folders: a path in the memory of
// the program would help nobody.
TEST(a_file_that_is_downloaded_is_told_without_its_path)
{
    remove(SAVED "pendulum-saved.yaml");
    desk *d = open_scene("pendulum");
    d->platform->downloads = "the downloads of the browser";
    play(d, "save/2");
    const char *text = d->app->notice.text; // it has no folder before the name
    assert_ptr_equal(strstr(text, "pendulum-saved.yaml in the downloads of the browser"), text);
    assert_true(exists(vl_null_of(d->platform)->handed));
    vl_scene_free(take_saved("pendulum-saved"));
}

// --- keys of a field ---

// What somebody knows from other programs, in the search of the commands; none is one of the stage.
TEST(keys_edit_a_field)
{
    static const char *const rows[][2] = {
        {"'one two' Home Delete 'O'", "One two"},
        {"Right Backspace End 's'", "Oe twos"},
        {"Left 'e' Right Right Delete", "Oe twoes"},
        {"Ctrl+A 'n'", "n"},
        {"Ctrl+A Left 'o'", "on"},
        {"Ctrl+A Backspace", ""},
    };
    desk *d = open_played("pendulum", "Ctrl+K");
    for (int i = 0; i < COUNT(rows); i++) {
        play(d, rows[i][0]);
        assert_string_equal(d->app->drawer.search.field.text, rows[i][1]);
    }
    play(d, "'a' Ctrl+Z Ctrl+Y tool=0 moved=0 notice=0");
}

// Of a text that is longer than the field the beginning that fits is taken, in whole characters.
TEST(a_long_text_is_taken_as_far_as_it_fits)
{
    static const char *const letters[] = {"a", "é", "€", "𝜔"};
    for (int i = 0; i < COUNT(letters); i++)
        for (int before = 0; before < 4; before++) {
            vl_input field = {0};
            SCOPED(vl_text) text = {0};
            size_t size = strlen(letters[i]);
            while (text.length < 3 * VL_INPUT_SIZE)
                vl_text_add(&text, "%s", letters[i]);
            vl_input_begin(&field, &"abcd"[4 - before], false);
            assert_true(vl_input_type(&field, text.data));
            size_t taken = (VL_INPUT_SIZE - 1 - (size_t)before) / size * size;
            assert_int_equal(strlen(field.text), (size_t)before + taken);
            assert_memory_equal(field.text + before, text.data, taken);
        }
}

TEST(a_pointer_places_the_caret_of_a_field)
{
    desk *d = open_played("pendulum", "Ctrl+K 'abcdefgh'");
    const vl_draw *text = drawn_text(d, "abcdefgh");
    float letter = VL_NULL_LETTER * vl_null_of(d->platform)->heights[VL_TYPE_MEDIUM];
    stroke(d, VL_POINTER_MOUSE, (vl_pixel){text->x + 2.1f * letter, text->y + 5, 0},
           (vl_pixel){text->x + 5.1f * letter, text->y + 5, 0}, 1);
    play(d, "'-'");
    assert_string_equal(d->app->drawer.search.field.text, "abcde-fgh");
}

// A long text is moved so far that the caret is seen, and stays within its field.
TEST(a_long_text_shows_its_caret)
{
    static const char shown[] =
        "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabc";
    desk *d = open_played("pendulum", "Ctrl+K");
    for (int i = 0; i < 20; i++)
        type(d, "abcdefghij");
    assert_int_equal(strlen(d->app->drawer.search.field.text), 200);
    assert_null(drawn_beginning(d, shown));
    play(d, "Home {^abcdefghijabcdefghij}");
}
