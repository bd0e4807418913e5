// The opening: two methods on the same frames, whose rate changes once, with a sentence for each
// moment, until somebody touches anything.

#include "support/key_checks.h"
#include "support/screen_checks.h"

enum { VERLET, TCV };

static double energy_error(const desk *d, int lane)
{
    return d->session->lab->runs[lane].shown.energy_error;
}

// Draws frames up to the simulated time `end`, s, and returns how many captions were on the screen.
static int watch(desk *d, double end)
{
    const vl_scene *scene = d->session->scene;
    bool seen[8] = {0};
    int count = 0;
    while (time_of(d) < end) {
        frames(d, 1);
        for (int i = 0; i < scene->caption_count; i++) {
            char begin[12];
            snprintf(begin, sizeof begin, "%s", scene->captions[i].text);
            seen[i] = seen[i] || drawn_beginning(d, begin);
        }
    }
    for (int i = 0; i < scene->caption_count; i++)
        count += seen[i];
    return count;
}

// Steps up to the simulated time `end`, s, and draws what is there then.
static void run_to(desk *d, double end)
{
    while (time_of(d) < end)
        assert_true(vl_session_step(d->session));
    frames(d, 1);
}

// Without a key: both sentences, the late frame of none, and one method that notices. The energy of
// Verlet grows by the square of 144/60 in the part that moves at 6 s.
TEST(the_frame_rate_changes_and_one_method_notices)
{
    desk *d = open_played("opening", "lanes=2");
    assert_int_equal(d->session->chosen, TCV);
    assert_int_equal(watch(d, 5.9), 1);
    assert_true(fabs(energy_error(d, VERLET)) < 0.01);
    frames(d, 12);
    assert_int_equal(watch(d, 15), 2); // of the switch, and of the term
    assert_true(energy_error(d, VERLET) > 1);
    assert_true(fabs(energy_error(d, TCV)) < 0.01);
}

// Returns whether an event ends the opening at the simulated time `time`, s; then the frames stay
// as long as they were.
static bool ends_it(double time, vl_event event, const char *step)
{
    desk *d = open_scene("opening");
    run_to(d, time);
    assert_true(d->session->untouched);
    if (event.kind == VL_EVENT_POINTER_DOWN && event.x == 0) {
        event.x = ball_pixel(d, 2).x;
        event.y = ball_pixel(d, 2).y;
    }
    vl_null_push(d->platform, event);
    frames(d, 2);
    if (d->session->untouched)
        return false;
    assert_null(vl_session_caption(d->session));
    assert_string_equal(vl_session_timestep(d->session), step);
    run_to(d, 7);
    assert_true((fabs(energy_error(d, VERLET)) < 0.01) == (time < 6));
    return true;
}

TEST(whoever_touches_anything_has_the_scene)
{
    static const char slow[] = "fixed:0.016666666666666666", fast[] = "fixed:0.0069444444444444441";
    const vl_event deeds[] = {
        {.kind = VL_EVENT_KEY, .key = '4'},
        {.kind = VL_EVENT_POINTER_DOWN, .button = VL_BUTTON_LEFT}, // on the ball
        {.kind = VL_EVENT_POINTER_DOWN, .pointer = 1, .button = VL_BUTTON_LEFT},
    };
    for (size_t i = 0; i < COUNT(deeds); i++) {
        assert_true(ends_it(1, deeds[i], slow));
        assert_true(ends_it(6.5, deeds[i], fast));
    }
    const vl_event looks[] = {
        {.kind = VL_EVENT_POINTER_MOVE, .x = 640, .y = 400},
        {.kind = VL_EVENT_KEY, .key = VL_KEY_TAB},
        {.kind = VL_EVENT_KEY, .key = 'v'},
        {.kind = VL_EVENT_POINTER_DOWN, .button = VL_BUTTON_LEFT, .x = 250, .y = 300},
        {.kind = VL_EVENT_WHEEL, .x = 640, .y = 400, .wheel = 1},
    };
    for (size_t i = 0; i < COUNT(looks); i++)
        assert_false(ends_it(1, looks[i], slow));
}

static void go_on(desk *d)
{
    if (!d->session->running)
        play(d, "Space");
    assert_true(d->session->running);
}

// A pause to speak, a look back, another speed, theme and size, by key or by button: the frame rate
// still changes. From the start the opening shows it once more.
TEST(whoever_only_watches_sees_it_all)
{
    static const char *const keys[] = {"Space", "Shift+.", ".",      "[",   "]",
                                       "L",     "Ctrl++",  "Ctrl+−", "F10", "R"};
    static const char *const buttons[] = {"Space", ".", "R"};
    desk *d = open_scene("opening");
    for (int i = 0; i < COUNT(keys) + COUNT(buttons); i++) {
        watch(d, 1);
        vl_rect button;
        if (i < COUNT(keys)) {
            play(d, keys[i]);
        } else {
            const char *key = buttons[i - COUNT(keys)];
            int number = vl_command_named(key, (int)strlen(key));
            assert_true(place_of_button(d->app, number, &button));
            click(d, button, false);
        }
        play(d, "/3 untouched=1");
        go_on(d);
    }
    vl_rect bars = d->app->layout.bars;
    push(d, VL_EVENT_POINTER_DOWN, bars.x + 0.65f * bars.w, bars.y + bars.h - 8, 2);
    push(d, VL_EVENT_POINTER_UP, bars.x + 0.65f * bars.w, bars.y + bars.h - 8, 2);
    assert_true(d->session->untouched);
    go_on(d);
    run_to(d, 8);
    assert_true(energy_error(d, VERLET) > 1);
    play(d, "R");
    assert_true(time_of(d) < 1 && fabs(energy_error(d, VERLET)) < 0.01);
    assert_int_equal(watch(d, 15), 3);
    assert_true(energy_error(d, VERLET) > 1);
}

// Who looks at an instant in the graph only watches: what comes is what would have come.
TEST(a_press_in_the_graph_is_no_touch)
{
    desk *d = open_scene("opening");
    run_to(d, 9);
    frames(d, 1);
    vl_rect graph = d->app->layout.graph;
    push(d, VL_EVENT_POINTER_DOWN, graph.x + 0.4f * graph.w, graph.y + graph.h / 2, 2);
    push(d, VL_EVENT_POINTER_UP, graph.x + 0.4f * graph.w, graph.y + graph.h / 2, 2);
    assert_true(time_of(d) < 5);
    play(d, "untouched=1");
    go_on(d);
    run_to(d, 5.9);
    assert_true(fabs(energy_error(d, VERLET)) < 0.01);
    run_to(d, 8);
    assert_true(energy_error(d, VERLET) > 1);
}

// Whatever was touched, from the start the frames of the scene come again, as the note says.
TEST(a_reset_shows_the_scene_anew_to_whoever_has_touched_it)
{
    for (int i = 0; i < 2; i++) {
        desk *d = open_scene("opening");
        run_to(d, i ? 6.5 : 1);
        tap(d, VL_POINTER_MOUSE, ball_pixel(d, 2).x, ball_pixel(d, 2).y);
        play(d, "untouched=0 R");
        run_to(d, 5.9);
        assert_true(fabs(energy_error(d, VERLET)) < 0.01);
        run_to(d, 8);
        assert_true(energy_error(d, VERLET) > 1);
    }
}

// Before the change the note tells that it does not come; after it there is nothing to tell.
TEST(whoever_takes_over_is_told_that_the_frame_rate_stays)
{
    for (int i = 0; i < 2; i++) {
        desk *d = open_scene("opening");
        run_to(d, i ? 6.5 : 1);
        push(d, VL_EVENT_POINTER_DOWN, ball_pixel(d, 2).x, ball_pixel(d, 2).y, 1);
        assert_true(!shows(d, "The frame rate stays as it is") == (i == 1));
        play(d, "untouched=0");
    }
}
