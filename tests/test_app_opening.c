// The opening: two methods on the same frames, whose rate changes once, with a sentence for each
// moment, until somebody touches anything.

#include "support/key_checks.h"
#include "support/screen_checks.h"

#include "scene/lanes.h"

enum { VERLET, TCV };

static double energy_error(const desk *d, int lane)
{
    return d->session->lab->runs[lane].shown.energy_error;
}

static const char *caption(const desk *d)
{
    const vl_scene_caption *now = vl_session_caption(d->session);
    return now ? now->text : "";
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
    play(d, "{Make a late frame yourself} {Choose a scene}");
}

// Returns whether an event ends the opening at the simulated time `time`, s; then the frames stay
// as long as they were.
static bool ends_it(double time, vl_event event, const char *step)
{
    desk *d = open_scene("opening");
    run_to(d, time);
    assert_true(d->session->performing);
    vl_null_push(d->platform, event);
    frames(d, 2);
    if (d->session->performing)
        return false;
    assert_string_equal(caption(d), "");
    assert_null(drawn_text(d, "Choose a scene"));
    assert_string_equal(vl_session_timestep(d->session), step);
    run_to(d, 7);
    assert_true((fabs(energy_error(d, VERLET)) < 0.01) == (time < 6));
    return true;
}

TEST(whoever_touches_anything_has_the_scene)
{
    static const char slow[] = "fixed:0.016666666666666666", fast[] = "fixed:0.0069444444444444441";
    const vl_event deeds[] = {
        {.kind = VL_EVENT_KEY, .key = 'v'},
        {.kind = VL_EVENT_POINTER_DOWN, .button = VL_BUTTON_LEFT, .x = 1100, .y = 300},
        {.kind = VL_EVENT_POINTER_DOWN,
         .pointer = 1,
         .button = VL_BUTTON_LEFT,
         .x = 1000,
         .y = 480},
        {.kind = VL_EVENT_WHEEL, .x = 640, .y = 400, .wheel = 1},
    };
    for (size_t i = 0; i < COUNT(deeds); i++) {
        assert_true(ends_it(1, deeds[i], slow));
        assert_true(ends_it(6.5, deeds[i], fast));
    }
    const vl_event looks[] = {
        {.kind = VL_EVENT_POINTER_MOVE, .x = 640, .y = 400},
        {.kind = VL_EVENT_KEY, .key = VL_KEY_TAB},
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
    static const char *const buttons[] = {"Space", ".", "[", "]", "R"};
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
        play(d, "/3 performing=1");
        go_on(d);
    }
    vl_rect row = d->app->layout.scrub;
    push(d, VL_EVENT_POINTER_DOWN, row.x + 0.5f * row.w, row.y + row.h - 8, 2);
    push(d, VL_EVENT_POINTER_UP, row.x + 0.5f * row.w, row.y + row.h - 8, 2);
    assert_true(d->session->performing);
    go_on(d);
    run_to(d, 8);
    assert_true(energy_error(d, VERLET) > 1);
    play(d, "R");
    assert_true(time_of(d) < 1 && fabs(energy_error(d, VERLET)) < 0.01);
    assert_int_equal(watch(d, 15), 3);
    assert_true(energy_error(d, VERLET) > 1);
}

// --- the change that waits ---

static const char change_label[] = "Change to 144 frames/s";

// Those that choose other frames or another scene, or let nothing more be seen of the stage.
static bool leaves_no_change(const vl_command *c)
{
    bool frames = c->place == VL_PLACE_STRIP || c->place == VL_PLACE_FRAMES;
    return (frames && c->subject && strcmp(c->keys, "Ctrl+6") != 0) ||
           strcmp(c->keys, "Shift+F") == 0 || c->key == VL_KEY_PAGE_UP ||
           c->key == VL_KEY_PAGE_DOWN || (c->ctrl && (c->key == 'q' || c->key == 's')) ||
           (c->ctrl && c->key == '9') || c->key == VL_KEY_F1 + 11;
}

// Those that make other lanes, methods, solvers or motions, so that Verlet and TCV are no longer
// compared as they were.
static bool leaves_the_lanes(const vl_command *c)
{
    bool other = c->group == VL_GROUP_METHOD || c->group == VL_GROUP_LANES ||
                 c->group == VL_GROUP_LINKS || (c->group == VL_GROUP_LAB && !c->label);
    return !other && strcmp(c->keys, "Z") != 0 && strcmp(c->keys, "H") != 0;
}

static void assert_change_is_shown(desk *d, const char *keys, bool compared)
{
    if (!drawn_text(d, change_label))
        fail_msg("%s: the change is offered nowhere", keys);
    click_text(d, change_label);
    assert_true(d->session->running && !drawn_text(d, change_label));
    assert_true(d->session->pacing.stream->arguments[1] == 1 / 144.);
    if (!compared)
        return;
    run_to(d, time_of(d) + 3);
    if (!(energy_error(d, VERLET) > 3 && fabs(energy_error(d, TCV)) < 0.01))
        fail_msg("%s: %g and %g", keys, energy_error(d, VERLET), energy_error(d, TCV));
}

// By each key that does more than watch, at a moment of its own of the first five seconds: the
// change that did not come is offered, and shows what the opening would have shown. With all of the
// energy of the swing in motion, Verlet gains (2.4² − 1) of it; the step before the fastest instant
// has 0.999 of it.
TEST(whoever_takes_over_is_told_where_the_change_is)
{
    int seen = 0;
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command c = vl_command_get(i);
        if (c.watches || leaves_no_change(&c) || i % test_cases(3, 1) != 0)
            continue;
        desk *d = open_scene("opening");
        run_to(d, 0.5 + fmod(0.37 * i, 4.5));
        play(d, c.keys);
        play(d, "/1 performing=0");
        play(d, "Esc Esc Esc Esc"); // closes the drawer or page that the key may have opened
        assert_change_is_shown(d, c.keys, leaves_the_lanes(&c));
        seen++;
    }
    assert_true(seen > 20);
}

// By pointer and wheel on the stage, in a pause, and at an instant of rest: half a swing is 1.07 s.
TEST(the_change_is_seen_from_any_state)
{
    for (int i = 0; i < 6; i++) {
        desk *d = open_scene("opening");
        run_to(d, 1 + 0.27 * i);
        if (i % 2)
            play(d, "Space");
        push(d, VL_EVENT_POINTER_DOWN, 1000, 480, 1);
        push(d, VL_EVENT_POINTER_UP, 1000, 480, 1);
        assert_true(i % 2 || drawn_beginning(d, "The frame rate has not"));
        assert_change_is_shown(d, "pointer", true);
        play(d, "R/2");
        assert_null(drawn_text(d, change_label)); // it has been seen, and is in the stream now
    }
}

// It goes after some time, with other frames, with another scene; not after the change has come.
TEST(the_change_is_offered_for_a_while)
{
    desk *d = open_scene("opening");
    watch(d, 1);

    play(d, "V/2 {=Change to 144 frames/s} /1800 {=Change to 144 frames/s} /900 !{=Change to 144 "
            "frames/s} R/2 {=Change to 144 frames/s} Ctrl+3 /1 !{=Change to 144 frames/s} Ctrl+Z "
            "/1 {=Change to 144 frames/s} open:pendulum/2");
    assert_null(drawn_text(d, change_label));
    d = open_scene("opening");
    run_to(d, 6.5);
    play(d, "V/2");
    assert_null(drawn_text(d, change_label));
}

// What the late frame does to Verlet depends on where the bob is.
TEST(a_late_frame_of_ones_own_is_made_by_the_button)
{
    for (double time = 12.1; time < 13.2; time += 0.5) {
        desk *d = open_scene("opening");
        run_to(d, time);
        double verlet = energy_error(d, VERLET), tcv = energy_error(d, TCV);
        play(d, "<Make a late frame yourself> /30 performing=0 !{=Make a late frame yourself}");
        verlet = fabs(energy_error(d, VERLET) - verlet);
        tcv = fabs(energy_error(d, TCV) - tcv);
        assert_true(verlet > 10 * tcv && tcv > 0);
    }
}

TEST(the_other_button_opens_the_scenes)
{
    desk *d = open_scene("opening");
    run_to(d, 12.1);
    play(d, "<Choose a scene> /1 drawer=scenes performing=0");
}

// Start, policy, stream and name of a lane come from the file, and Ctrl+S writes them back.
TEST(a_saved_scene_has_the_lanes_on_the_screen)
{
    desk *d = open_text("lanes.yaml", "",
                        "format: 1\ntimestep: fixed:0.02\ngravity: [0, -9.81]\n"
                        "particles: [{at: [0, 0]}]\ncompare:\n"
                        "- {name: careless, integrator: verlet, start: naive}\n"
                        "- {integrator: tcv, policy: 'substep:0.005'}\n"
                        "- {integrator: rk4, timestep: 'fixed:0.03'}\n");
    char label[VL_LANE_LABEL];
    assert_string_equal(vl_session_lane_label(d->session, 0, label), "careless");
    frames(d, 60);
    const vl_lab_run *runs = d->session->lab->runs;
    assert_true(runs[1].now.frames == 4 * runs[0].now.frames);
    assert_true(runs[2].now.frames < runs[0].now.frames);
    play(d, "Ctrl+S!");
    OWNED(vl_scene) *saved = vl_scene_load(SAVED "lanes-saved.yaml", &(vl_error){0});
    assert_non_null(saved);
    vl_scene lanes[VL_SCENE_MOST_LANES];
    assert_int_equal(vl_scene_lanes(saved, lanes), 3);
    assert_string_equal(lanes[0].lane.name, "careless");
    assert_int_equal(lanes[0].naive_start, 1);
    assert_string_equal(lanes[1].policy, "substep:0.005");
    assert_true(lanes[2].lane.own_stream);
}
