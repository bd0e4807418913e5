// Words that are terms explain themselves on the screen, to a mouse that rests, to a finger that is
// held, and to the keyboard.

#include "support/screen_checks.h"

#include "lab/terms.h"

enum { WAIT = 40 }; // frames; 0.5 s are 30

static bool is_shown(const desk *d)
{
    return d->app->hint.box.w > 0;
}

// The card of the word at a rectangle is there, with the meaning of a term, in the window and not
// over the word.
static void check_card(const desk *d, vl_rect word)
{
    const vl_hint *hint = &d->app->hint;
    const vl_term *term = NULL;
    for (int i = 0; i < vl_term_count; i++)
        term = strcmp(vl_terms[i].name, hint->card.title) == 0 ? &vl_terms[i] : term;
    assert_true(is_shown(d));
    assert_non_null(term);
    assert_true(strncmp(hint->card.text, term->meaning, strlen(term->meaning)) == 0);
    assert_true(within(hint->box, d->app->layout.whole));
    const vl_rect lists[] = {word, d->app->layout.figures, d->app->layout.drawer};
    for (int i = 0; i < COUNT(lists); i++) // beside the whole list in which the word stands
        assert_false(vl_rect_overlap(lists[i], word) && vl_rect_overlap(hint->box, lists[i]));
}

static bool can_be_seen(const desk *d, vl_rect word)
{
    const vl_layout *l = &d->app->layout;
    float x = word.x + word.w / 2, y = word.y + word.h / 2;
    bool of_drawer = l->drawer.w > 0 && x >= l->drawer.x;
    return vl_rect_contains(of_drawer ? vl_rect_inset(l->drawer, 70) : l->whole, x, y);
}

// A mouse rests on each word that is marked now. Returns how many there were.
static int rest_on_words(desk *d)
{
    int count = 0;
    for (int i = 0; i < d->app->hint.count; i++) {
        vl_rect word = d->app->hint.words[i];
        if (!can_be_seen(d, word))
            continue;
        float x = word.x + word.w / 2, y = word.y + word.h / 2;
        push(d, VL_EVENT_POINTER_MOVE, x, y, 15);
        assert_false(is_shown(d));
        frames(d, WAIT - 15);
        check_card(d, word);
        push(d, VL_EVENT_POINTER_MOVE, 640, 710, 2);
        assert_false(is_shown(d));
        count++;
    }
    return count;
}

// At most 280 points wide; a key or a press takes it away until the mouse has been elsewhere.
TEST(a_card_is_narrow_and_goes_at_a_key_and_a_press)
{
    static const char *const ends[] = {"V", "press"};
    for (int i = 0; i < COUNT(ends); i++) {
        desk *d = open_played("opening", "Pause/0 /2");
        vl_rect word = d->app->hint.words[0];
        float x = word.x + word.w / 2, y = word.y + word.h / 2;
        push(d, VL_EVENT_POINTER_MOVE, x, y, WAIT);
        check_card(d, word);
        assert_true(d->app->hint.box.w <= 280.5f * vl_app_scale(d->app));
        if (i == 0)
            play(d, ends[i]);
        else
            tap(d, VL_POINTER_MOUSE, x, y);
        frames(d, 2 * WAIT);
        assert_false(is_shown(d));
        if (i > 0) // nor is there one for what the click opened below the mouse
            click(d, d->app->layout.figures_head, false);
        play(d, "Esc/30 ");
        assert_false(is_shown(d));
        push(d, VL_EVENT_POINTER_MOVE, 640, 710, 2);
        push(d, VL_EVENT_POINTER_MOVE, x, y, WAIT);
        check_card(d, word);
    }
}

static bool has_word(const desk *d, vl_rect part)
{
    for (int i = 0; i < d->app->hint.count; i++)
        if (vl_rect_overlap(d->app->hint.words[i], part))
            return true;
    return false;
}

// In the caption, the formula, the figures, the notes, the numbers, the plots.
TEST(a_mouse_that_rests_on_a_term_is_told_what_it_means)
{
    for (int i = 0; i < 2; i++) {
        desk *d = open_played("opening", "Pause/0");
        play(d, i ? "F3" : "N");
        frames(d, 1);
        const vl_layout *l = &d->app->layout;
        bool theory = l->page.w > 0; // it takes the place of the sentence
        assert_true(theory || (has_word(d, l->caption) && has_word(d, l->formula)));
        assert_true(has_word(d, l->figures));
        assert_true(has_word(d, theory ? l->page : l->drawer));
        assert_true(rest_on_words(d) >= 8);
        assert_int_equal(d->app->drawer.open, theory ? VL_DRAWER_NONE : VL_DRAWER_NOTES);
    }
}

// In the drawer by the pointer that widgets have, on the stage by one that would move the view.
TEST(a_finger_that_is_held_is_told_and_one_that_moves_is_not)
{
    desk *d = open_played("cloth", "Pause/0 N/2");
    const vl_layout *l = &d->app->layout;
    const vl_rect places[] = {l->caption, l->drawer};
    for (int i = 0; i < COUNT(places); i++) {
        vl_rect word = {0};
        for (int k = 0; k < d->app->hint.count; k++)
            if (vl_rect_overlap(d->app->hint.words[k], places[i]) &&
                can_be_seen(d, d->app->hint.words[k]))
                word = d->app->hint.words[k];
        assert_true(word.w > 0);
        float x = word.x + word.w / 2, y = word.y + word.h / 2;
        push_pointer(d, VL_EVENT_POINTER_DOWN, 1, x, y, 15);
        assert_false(is_shown(d));
        frames(d, WAIT - 15);
        check_card(d, word);
        push_pointer(d, VL_EVENT_POINTER_UP, 1, x, y, 2);
        assert_false(is_shown(d));

        push_pointer(d, VL_EVENT_POINTER_DOWN, 1, x, y, 10);
        push_pointer(d, VL_EVENT_POINTER_MOVE, 1, x + 60, y + 60, 1);
        push_pointer(d, VL_EVENT_POINTER_MOVE, 1, x, y, i == 0 ? WAIT : 1);
        assert_false(is_shown(d));
        push_pointer(d, VL_EVENT_POINTER_UP, 1, x, y, 1);
    }
}

// That of the corner of the card is beside the title and above the sentence.
TEST(the_hint_of_a_button_lies_on_no_words)
{
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {1024, 768}};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_with_font("hitch", sizes[i][0], sizes[i][1], "Pause/0 @8 /2");
        const vl_layout *l = &d->app->layout;
        push(d, VL_EVENT_POINTER_MOVE, l->corner.x + l->corner.w / 2, l->corner.y + 9, WAIT);
        const vl_rect box = d->app->hint.box;
        assert_true(is_shown(d) && within(box, l->whole));
        assert_false(covers_words(d, box) || vl_rect_overlap(box, l->title) ||
                     vl_rect_overlap(box, l->figures));
    }
}

// After all controls Tab goes to the words, each of which is explained at once; those of the notes
// are scrolled into sight.
TEST(the_keyboard_reaches_every_term)
{
    desk *d = open_played("pendulum", "Pause/0 N/2");
    int words = d->app->hint.count, controls = d->app->focus.count - words, told = 0;
    assert_true(words >= 15);
    for (int i = 0; i < controls + words; i++) {
        play(d, "Tab/3");
        assert_true(i >= controls || !is_shown(d));
        if (i < controls)
            continue;
        check_card(d, d->app->focus.at);
        assert_true(within(d->app->focus.at, d->app->layout.whole));
        told++;
    }
    assert_int_equal(told, words);
    assert_int_equal(d->app->drawer.open, VL_DRAWER_NOTES);
}

// At each size of window and type a card stays in the window, though it may be over its word where
// the type is as large as that.
TEST(a_card_stays_in_the_window)
{
    static const int sizes[][2] = {{800, 600}, {1080, 1920}, {1000, 1300}, {800, 1000}};
    for (int s = 0; s < COUNT(sizes); s++)
        for (int larger = 0; larger < 6; larger += 5) {
            desk *d = open_sized("chain", sizes[s][0], sizes[s][1], "Pause/0");
            vl_app_choose_look(d->app, 0, larger);
            play(d, "N/3");
            int count = d->app->focus.count;
            for (int i = 0; i < count; i++) {
                play(d, "Tab");
                if (is_shown(d))
                    assert_true(within(d->app->hint.box, d->app->layout.whole));
            }
        }
}
