// What the screen shows: notes and answers to the last word, whole formulas, digits of the instant
// on the stage, the name of the exact motion, and nothing that overlaps in windows of any size.

#include "app/screen/parts.h"
#include "app/state/frames.h"
#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "platform/sdl_offscreen.h"
#include "scene/find.h"
#include "support/app_fixture.h"
#include "support/key_checks.h"
#include "support/scenes.h"
#include "support/worlds.h"

// --- notes and answers ---

// The lines that can be seen on the sheet, which is what is clipped last.
static void add_sheet_lines(const vl_drawlist *list, vl_text *lines)
{
    int first = list->draw_count - 1;
    while (list->draws[first].kind != VL_DRAW_CLIP || list->draws[first].clip.w < 0)
        first--;
    vl_rect area = list->draws[first].clip;
    for (int i = first + 1; list->draws[i].kind != VL_DRAW_CLIP; i++) {
        const vl_draw *draw = &list->draws[i];
        bool visible = draw->y >= area.y - 26 && draw->y <= area.y + area.h;
        if (draw->kind == VL_DRAW_TEXT && visible)
            vl_text_add(lines, "%.*s ", draw->count, list->text.data + draw->first);
    }
}

// Scrolls through the sheet and looks for each word of a text, and for each key in it.
static void assert_sheet_has_all_of(desk *d, const char *text)
{
    SCOPED(vl_text) shown = {0};
    for (int page = 0; page < 8; page++) {
        assert_int_equal(d->app->drawer, VL_DRAWER_LESSON);
        add_sheet_lines(&d->app->list, &shown);
        d->app->scroll += 400;
        frames(d, 1);
    }
    char *words = vl_copy_text(text), *next = words;
    for (char *word; (word = strtok_r(next, " \n`", &next));)
        if (!strstr(shown.data, word))
            fail_msg("not seen: %s", word);
    vl_free(words);
}

TEST(the_notes_of_every_scene_can_be_read_to_the_end)
{
    static const int sizes[][2] = {{1280, 720}, {700, 900}};
    SCOPED(vl_scene_names) names = shipped_names();
    for (int i = 0; i < names.count; i++)
        for (int k = 0; k < 2; k++) {
            print_message("  %s, %d x %d\n", names.names[i], sizes[k][0], sizes[k][1]);
            desk *d = open_sized(names.names[i], sizes[k][0], sizes[k][1]);
            pause_run(d);
            press(d, 'n', 2);
            assert_sheet_has_all_of(d, d->session->scene->notes);
            command(d, VL_KEY_ESCAPE);
            assert_int_equal(d->app->drawer, VL_DRAWER_NONE);
        }
}

TEST(every_answer_can_be_read_to_the_end)
{
    SCOPED(vl_scene_names) names = shipped_names();
    for (int i = 0; i < names.count; i++) {
        desk *d = open_sized(names.names[i], 700, 900);
        pause_run(d);
        press(d, 'n', 1);
        d->app->shown.answer = true;
        frames(d, 1);
        assert_sheet_has_all_of(d, d->session->scene->answer);
    }
}

// The first sentence of the notes is on the stage, whole, at any size; after the captions where a
// scene has some.
TEST(the_first_sentence_is_always_there)
{
    static const int sizes[][2] = {{800, 600}, {1280, 720}, {1080, 1920}};
    SCOPED(vl_scene_names) names = shipped_names();
    for (int i = 0; i < names.count; i++) {
        desk *d = open_sized(names.names[i], sizes[i % 3][0], sizes[i % 3][1]);
        SCOPED(vl_text) sentence = {0};
        vl_session_take_over(d->session);
        frames(d, 1);
        vl_first_sentence(d->session->scene->notes, &sentence);
        assert_true(strchr(".!?", sentence.data[sentence.length - 1]));
        char *next = sentence.data;
        for (char *word; (word = strtok_r(next, " ", &next));)
            if (!shows(d, word))
                fail_msg("%s: not seen: %s", names.names[i], word);
    }
}

// Folded away again with another scene.
TEST(the_answer_is_shown_when_it_is_asked_for)
{
    desk *d = open_scene("broken-stale-dt");
    press(d, 'n', 2);
    assert_null(drawn_text(d, "never"));
    for (int i = 0; i < 2; i++) {
        click_text(d, "Show the answer");
        assert_true(d->app->shown.answer);
        assert_non_null(drawn_text(d, "never")); // words of a text are drawn one by one
        click_text(d, "Hide the answer");
        assert_false(d->app->shown.answer);
    }
    click_text(d, "Show the answer");
    press(d, VL_KEY_PAGE_DOWN, 1);
    assert_false(d->app->shown.answer);
}

TEST(the_screen_says_what_is_broken_and_what_is_not)
{
    desk *d = open_scene("broken-stale-dt");
    frames(d, 5);
    // a riddle, until the answer is open
    assert_non_null(drawn_beginning(d, "broken on purpose: what"));
    assert_null(drawn_beginning(d, "stale"));
    d->app->shown.answer = true;
    frames(d, 1);
    assert_non_null(drawn_beginning(d, "broken: stale dt₋"));
    assert_non_null(drawn_beginning(d, ") + a dt²")); // behind dt₁, which is marked in the formula
    press(d, 'q', 1);
    assert_non_null(drawn_beginning(d, "mistake off: stale dt₋"));
    assert_null(drawn_beginning(d, "broken on purpose"));
    commands(d, "q6"); // velocity Verlet has no dt₋
    frames(d, 1);
    assert_non_null(drawn_beginning(d, "not made here: stale dt₋"));

    d = open_scene("pendulum");
    press(d, 'q', 1);
    assert_int_equal(d->app->notice.kind, VL_NOTICE_NOTE);
    assert_null(world_of(d)->mistake);
}

// --- formulas and digits ---

// Whether a drawn text ends as the first line of a formula does.
static bool ends_as(const char *text, int count, const char *formula)
{
    enum { END = 4 }; // bytes: "dt²", ")/2"

    int length = (int)strcspn(formula, "\n");
    return count >= END && memcmp(text + count - END, formula + length - END, END) == 0;
}

// Whether the end of the formula is drawn inside the card.
static bool formula_is_whole(const vl_app *app, const char *formula)
{
    const vl_rect *card = &app->layout.formula;
    const vl_drawlist *list = &app->list;
    for (int i = 0; i < list->draw_count; i++) {
        const vl_draw *draw = &list->draws[i];
        const char *text = list->text.data + draw->first;
        if (draw->kind != VL_DRAW_TEXT || !ends_as(text, draw->count, formula))
            continue;
        float width = app->platform->text_width(app->platform, draw->size, text, draw->count);
        if (vl_rect_contains(*card, draw->x, draw->y) &&
            vl_rect_contains(*card, draw->x + width, draw->y))
            return true;
    }
    return false;
}

// Of no method, in no window. The letters here are wider than those of a font.
TEST(no_formula_is_cut)
{
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {900, 700}};
    for (int s = 0; s < COUNT(sizes); s++) {
        desk *d = open_sized("oscillator", sizes[s][0], sizes[s][1]);
        for (int i = 0; i < vl_integrator_count; i++) {
            vl_session_set_integrator(d->session, i);
            frames(d, 2);
            if (!formula_is_whole(d->app, vl_integrators[i]->formula))
                fail_msg("%s", vl_integrators[i]->formula);
        }
    }
}

TEST(a_dial_is_read_in_rad)
{
    desk *d = open_scene("rotor");
    frames(d, 20);
    assert_true(shows(d, " rad") && shows(d, " rad/s²") && !shows(d, ") m"));
    d = open_scene("oscillator");
    frames(d, 20);
    assert_true(!shows(d, " rad") && shows(d, ") m"));
}

// How far the particle of the digits is from where they say, m.
static double off(const desk *d)
{
    const vl_instant *shown = &d->app->readout;
    return vl_length(vl_sub(vl_read(world_of(d)->particles.x, shown->slot), shown->x));
}

// Paused at any moment, by whatever method and stream, the digits are those of the picture.
TEST(paused_digits_are_those_of_the_picture)
{
    static const char *const scenes[] = {"orbit", "estimator", "hitch", "ball-on-string", "chain"};
    for (int s = 0; s < COUNT(scenes); s++) {
        desk *d = open_scene(scenes[s]);
        for (int i = 0; i < vl_integrator_count; i++) {
            vl_session_set_integrator(d->session, i);
            vl_session_set_running(d->session, true);
            frames(d, 7);
            press(d, ' ', 1);
            if (world_of(d)->now.diverged)
                break;
            double late = world_of(d)->now.time - d->app->readout.reading.time;
            if (off(d) != 0 || late != 0)
                fail_msg("%s, %s: off by %g m, %g s", scenes[s], vl_integrators[i]->name, off(d),
                         late);
            press(d, '.', 1);
            assert_true(off(d) == 0);
        }
    }
}

// What stands beside the formula: the step that led to x, and the one before it.
TEST(the_numbers_beside_the_formula_are_those_of_the_step)
{
    write_file("two.txt", "0.01\n0.02\n0.01\n");
    write_file("stone.yaml", "format: 1\ntimestep: file:two.txt\nintegrator: tcv\n"
                             "gravity: [0, -10]\nparticles: [{at: [0, 0]}]\n");
    desk *d = open_scene("stone.yaml");
    pause_run(d);
    press(d, '.', 1);
    press(d, '.', 1);
    assert_true(shows(d, "dt = 20.000 ms   dt₋ = 10.000 ms") && shows(d, "dt/dt₋ = 2.0000"));
}

// With steps of half a second, too, the digits are those of the stone on the stage, free or on a
// rod; and a stream of three steps says that it has ended.
TEST(digits_do_not_lag_behind_long_steps)
{
#define SLOW "format: 1\ntimestep: file:steps.txt\ngravity: [0, -1]\nparticles:\n"
    static const char *const scenes[] = {
        SLOW "- {name: b, at: [1, 0]}\n",
        SLOW "- {name: a, at: [0, 0], pinned: true}\n- {name: b, at: [1, 0]}\n"
             "links:\n- {from: a, to: b}\n"};
    write_file("steps.txt", "0.5\n0.5\n0.5\n");
    for (int rod = 0; rod < 2; rod++) {
        write_file("slow.yaml", scenes[rod]);
        desk *d = open_scene("slow.yaml");
        // digits are refreshed every 0.25 s, or 15 frames; one more for the clock's rounding
        int64_t last = 0;
        int unchanged = 0, compared = 0;
        for (int k = 0; k < 120; k++) {
            frames(d, 1);
            const vl_world *world = world_of(d);
            unchanged = world->now.frames == last ? unchanged + 1 : 0;
            last = world->now.frames;
            if (unchanged > 16 && ++compared)
                assert_true(d->app->readout.reading.time == world->now.time);
        }
        assert_true(compared > 30);
        assert_false(d->session->running);
        assert_string_equal(d->app->notice.title, "The stream of steps has ended");
    }
}

// --- the panel ---

// One name or several, and none where no exact motion is known.
TEST(the_panel_names_the_exact_motion)
{
    static const struct {
        const char *scene, *one, *other;
    } rows[] = {
        {"pendulum", "pendulum", ""},
        {"orbit", "two-body orbit", ""},
        {"two.yaml", "free fall", "pendulum"},
    };

    write_file("two.yaml", "format: 1\ngravity: [0, -9.81]\nparticles:\n  - {at: [2, 0]}\n"
                           "  - {at: [0, 0], pinned: true}\n  - {at: [1, 0]}\n"
                           "links:\n  - {from: 2, to: 3}\n");
    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_scene(rows[i].scene);
        press(d, KEY_F2, 2);
        assert_true(shows(d, "exact") && shows(d, rows[i].one) && shows(d, rows[i].other));
    }
    desk *d = open_scene("chain");
    press(d, KEY_F2, 2);
    assert_false(shows(d, "exact"));
}

TEST(a_click_tells_of_what_the_energy_error_is_a_part)
{
    desk *d = open_sized("ragdoll", 1000, 1900);
    press(d, KEY_F2, 2);
    for (int i = 0; i < 2; i++) {
        assert_false(shows(d, "start against rest") || shows(d, "|L| of all"));
        click_text(d, "percent of");
        frames(d, 1);
        assert_true(shows(d, "start against rest") && shows(d, "motion at the start"));
        assert_true(shows(d, "|L| of all") && shows(d, "|p| of free"));
        click_text(d, "percent of");
        frames(d, 1);
    }
}

TEST(a_click_on_a_plot_shows_the_next_one)
{
    static const char *const titles[] = {"Energy", "Time step", "Residual", "Energy"};
    desk *d = open_sized("chain", 900, 1280);
    press(d, KEY_F2, 2);
    vl_rect button = d->app->layout.solver;
    assert_true(button.w > 0);
    for (int i = 0; i < 4; i++) {
        frames(d, 1);
        assert_true(shows(d, titles[i]));
        click(d, (vl_rect){button.x, button.y + button.h + 60, button.w, 60}, i % 2);
    }
}

// --- windows ---

static bool overlap(vl_rect a, vl_rect b)
{
    return a.w > 0 && b.w > 0 && a.x < b.x + b.w - 0.5f && b.x < a.x + a.w - 0.5f &&
           a.y < b.y + b.h - 0.5f && b.y < a.y + a.h - 0.5f;
}

// Returns the number of draws that are of the stage: it is drawn first, and clipped to the window.
static int count_stage_draws(const vl_drawlist *list)
{
    int count = 0;
    while (list->draws[count].kind != VL_DRAW_CLIP || list->draws[count].clip.w >= 0)
        count++;
    return count;
}

static size_t pixels_of(const vl_app *app)
{
    return (size_t)app->layout.whole.w * (size_t)app->layout.whole.h;
}

// Returns a copy of the picture of the first `count` draws of the app's list.
static uint32_t *picture_of(const vl_app *app, int count)
{
    vl_drawlist list = app->list;
    list.draw_count = count;
    app->platform->present(app->platform, &list);
    uint32_t *copy = vl_alloc(pixels_of(app), sizeof *copy);
    const vl_offscreen *offscreen = (const vl_offscreen *)app->platform;
    memcpy(copy, offscreen->canvas.pixels, pixels_of(app) * sizeof *copy);
    return copy;
}

// The share of the pixels that would be others if only the stage was drawn.
static double covered_share(const vl_app *app)
{
    FREED uint32_t *all = picture_of(app, app->list.draw_count);
    FREED uint32_t *stage = picture_of(app, count_stage_draws(&app->list));
    size_t count = 0;
    for (size_t i = 0; i < pixels_of(app); i++)
        count += all[i] != stage[i];
    return (double)count / (double)pixels_of(app);
}

static desk *open_offscreen(const char *scene, int width, int height)
{
    vl_error error = {0};
    close_scene();
    vl_platform *platform = vl_offscreen_create(width, height, &error);
    if (!platform)
        fail_msg("%s", error.text);
    return open_on(platform, scene);
}

// A step may be longer than a frame, so that the pause of a scene is some frames away. It is told,
// and here nobody reads that.
static void come_to_rest(desk *d)
{
    double pause = d->session->scene->view.pause;
    do
        frames(d, 1);
    while (d->session->running && pause > 0 && time_of(d) >= pause);
    d->app->notice.kind = VL_NOTICE_NONE;
    frames(d, 1);
}

// At rest at least three quarters of the pixels are stage with nothing over them.
TEST(the_stage_is_the_window)
{
    static const int sizes[][2] = {{800, 600},   {1024, 768},  {1366, 768}, {1280, 720},
                                   {1920, 1080}, {3840, 2160}, {1080, 1920}};
    SCOPED(vl_scene_names) names = shipped_names();
    double most = 0;
    for (int i = 0; i < names.count + COUNT(sizes); i++) {
        if (!test_pair(i, 0))
            continue;
        const int *size = sizes[i % COUNT(sizes)];
        const char *scene = i < names.count ? names.names[i] : "pendulum";
        desk *d = open_offscreen(scene, size[0], size[1]);
        while (d->session->running && time_of(d) < 3)
            vl_session_step(d->session);
        come_to_rest(d);
        double share = covered_share(d->app);
        if (share > most)
            print_message("  %s, %d x %d: %.1f %% covered\n", scene, size[0], size[1], 100 * share);
        most = test_larger(most, share);
        if (share > 0.25)
            fail_msg("%s, %d x %d: %.1f %% covered", scene, size[0], size[1], 100 * share);
    }
}

// However narrow the window is, a finger finds the other scenes, and no button is over that one.
TEST(the_scenes_have_a_button_at_every_width)
{
    for (int width = 100; width < 1400; width += 67) {
        desk *d = open_sized("pendulum", width, 600);
        const vl_layout *l = &d->app->layout;
        int own = vl_command_of_key('o', true), found = 0;
        vl_rect rect = {0};
        frames(d, 1);
        for (int i = 0; i < l->button_count; i++)
            if (l->buttons[i].command == own) {
                rect = l->buttons[i].rect;
                found++;
            }
        if (found != 1)
            fail_msg("%d pixels: %d buttons", width, found);
        float least = 0.9f * vl_app_scale(d->app) * VL_TARGET;
        assert_true(rect.x >= 0 && rect.x + rect.w <= (float)width && rect.w >= least);
        for (int i = 0; i < l->button_count; i++)
            assert_true(l->buttons[i].command == own || !overlap(rect, l->buttons[i].rect));
    }
}

// In large type and a narrow window the time is beside the stopwatch, and neither is cut. Where
// only one has room, that is the stopwatch.
TEST(time_and_stopwatch_stand_beside_each_other)
{
    static const int widths[] = {760, 800, 900, 1000, 1280, 1920};
    for (int i = 0; i < TYPES * COUNT(widths); i++) {
        desk *d = open_offscreen("pendulum", widths[i / TYPES], 600);
        choose_type(d, i % TYPES);
        vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_KEY, .key = 't', .ctrl = true});
        frames(d, 30);
        pause_run(d);
        char told[VL_FIGURE_SIZE + 16];
        double time = vl_stopwatch_time(&d->app->stopwatch, time_of(d));
        snprintf(told, sizeof told, "stopwatch %.3f s", time);
        const vl_draw *watch = drawn_text(d, told);
        if (!watch)
            watch = drawn_text(d, told + strlen("stopwatch "));
        const vl_draw *clock = drawn_beginning(d, "t = ");
        if (!watch || (!clock && widths[i / TYPES] >= 900))
            fail_msg("%d pixels, type %d: there is no %s", widths[i / TYPES], i % TYPES,
                     watch ? "time" : told);
        if (!clock) {
            assert_null(drawn_beginning(d, "t ="));
            continue;
        }
        vl_type_size size = clock->size;
        float width = d->platform->text_width(d->platform, size,
                                              d->app->list.text.data + clock->first, clock->count);
        assert_memory_not_equal(d->app->list.text.data + clock->first + clock->count - 3, "…", 3);
        assert_true(clock->x + width <= watch->x);
    }
}

// However small the window is: what is saved and what went wrong is told.
TEST(a_notice_has_a_place_in_every_window)
{
    for (int width = 160; width < 1400; width += 123)
        for (int type = 0; type <= 2; type += 2) {
            desk *d = open_sized("pendulum", width, 400);
            d->app->type = type; // 2: 150 %
            vl_app_notify(d->app, VL_NOTICE_WARNING, "Title", "text");
            frames(d, 1);
            const vl_rect banner = d->app->layout.banner;
            if (!(banner.w > 0.5f * (float)width || banner.w > 300) || !shows(d, "Title"))
                fail_msg("%d pixels, type %d: no notice", width, type);
        }
}

// At each size of window and type the bob of the opening goes all round its hook. At most an eighth
// of that is behind words, controls and the card of figures.
TEST(the_swing_of_the_opening_is_in_view)
{
    static const int windows[][2] = {{800, 600},  {1024, 768},  {1280, 720},
                                     {1366, 768}, {1920, 1080}, {1080, 1920}};
    for (int i = 0; i < TYPES * COUNT(windows); i++) {
        desk *d = open_offscreen("opening", windows[i / TYPES][0], windows[i / TYPES][1]);
        choose_type(d, i % TYPES);
        frames(d, 3);
        const vl_layout *l = &d->app->layout;
        const vl_projection p = vl_camera_projection(&d->app->camera);
        const vl_rect over[] = {l->caption, l->formula, l->figures, l->chips, l->strip};
        int hidden = 0;
        for (int k = 0; k < 72; k++) {
            double angle = 5 * k * VL_DEGREE;
            vl_pixel at = vl_project(&p, (vl_vec3){cos(angle), sin(angle), 0});
            bool behind = !vl_rect_contains(l->whole, at.x, at.y);
            for (int r = 0; r < COUNT(over); r++)
                behind = behind || vl_rect_contains(over[r], at.x, at.y);
            hidden += behind;
        }
        if (hidden > 0)
            print_message("  %d x %d, type %d: %d of 72 hidden\n", windows[i / TYPES][0],
                          windows[i / TYPES][1], i % TYPES, hidden);
        assert_true(hidden <= 72 / 8);
    }
}

static const vl_draw *tallest_in(const desk *d, vl_rect rect)
{
    const vl_draw *tallest = NULL;
    for (int k = 0; k < d->app->list.draw_count; k++) {
        const vl_draw *draw = &d->app->list.draws[k];
        bool inside = draw->kind == VL_DRAW_TEXT && vl_rect_contains(rect, draw->x, draw->y);
        if (inside && (!tallest || draw->size > tallest->size))
            tallest = draw;
    }
    return tallest;
}

static bool has_button(const desk *d, vl_place place)
{
    for (int k = 0; k < d->app->layout.button_count; k++)
        if (vl_command_get(d->app->layout.buttons[k].command).place == place)
            return true;
    return false;
}

// Pixels that a digit of the figures by which the lanes are compared is wide; 0 where there is no
// card of them.
static float digit_width(const desk *d)
{
    const vl_draw *tallest = tallest_in(d, d->app->layout.figures);
    return tallest ? d->platform->text_width(d->platform, tallest->size, "0", 1) : 0;
}

// For a projector no scene has smaller figures, or less room: what makes place for them are the
// rows of lanes and tools. They come back with the same key, to where they were.
TEST(for_a_projector_figures_and_stage_are_larger)
{
    int larger = 0, compared = 0;
    SCOPED(vl_scene_names) names = shipped_names();
    for (int i = 0; i < names.count; i++) {
        desk *d = open_offscreen(names.names[i], 1280, 720);
        come_to_rest(d);
        frames(d, 3);
        float digit = digit_width(d);
        const vl_rect clear = d->app->layout.clear, chips = d->app->layout.chips;
        assert_true(has_button(d, VL_PLACE_TOOLS) && has_button(d, VL_PLACE_TOP) && chips.w > 0);
        press(d, VL_KEY_F1 + 9, 3);
        if (digit_width(d) < digit)
            fail_msg("%s: a digit has %g pixels, for a projector %g", names.names[i], (double)digit,
                     (double)digit_width(d));
        larger += digit_width(d) > 1.2f * digit;
        compared += digit > 0;
        assert_true(d->app->layout.clear.h > clear.h);
        assert_false(has_button(d, VL_PLACE_TOOLS) || has_button(d, VL_PLACE_TOP) ||
                     d->app->layout.chips.w > 0);
        assert_true(has_button(d, VL_PLACE_PROJECTOR) && has_button(d, VL_PLACE_TRANSPORT));
        press(d, VL_KEY_F1 + 9, 3);
        assert_true(digit_width(d) == digit);
        assert_memory_equal(&d->app->layout.chips, &chips, sizeof chips);
    }
    print_message("  figures of %d of %d scenes are a fifth larger\n", larger, compared);
    assert_true(4 * larger >= 3 * compared);
}

static float width_of_zero(const desk *d)
{
    return d->platform->text_width(d->platform, VL_TYPE_READING, "0", 1);
}

// Their columns have no room to grow.
TEST(for_a_projector_tables_and_lists_keep_their_type)
{
    desk *d = open_offscreen("oscillator", 1280, 720);
    frames(d, 2);
    float usual = width_of_zero(d);
    press(d, VL_KEY_F1 + 9, 2);
    assert_true(width_of_zero(d) > 1.2f * usual);
    for (int drawer = VL_DRAWER_NONE + 1; drawer <= VL_DRAWER_FRAMES; drawer++) {
        vl_app_toggle_drawer(d->app, (vl_drawer)drawer);
        frames(d, 2);
        assert_int_equal(width_of_zero(d) > usual, drawer == VL_DRAWER_LESSON);
    }
    vl_app_toggle_drawer(d->app, VL_DRAWER_FRAMES);
    for (int i = 0; i < vl_page_count; i++) {
        vl_page_toggle(d->app, vl_pages[i]);
        frames(d, 2);
        assert_true(width_of_zero(d) == usual);
        vl_page_toggle(d->app, vl_pages[i]);
        frames(d, 2);
    }
}

// Beside large notes the words and figures of the stage would cover the ball, where the window is
// as narrow as those of old projectors, upright, or small.
TEST(for_a_projector_notes_leave_room_to_the_scene)
{
    static const int windows[][2] = {{720, 540},  {800, 600},  {1024, 768},
                                     {1280, 720}, {1280, 800}, {1920, 1080},
                                     {720, 1280}, {800, 480},  {960, 540}};
    for (int i = 0; i < COUNT(windows); i++) {
        desk *d = open_offscreen("pendulum", windows[i][0], windows[i][1]);
        press(d, VL_KEY_F1 + 9, 2);
        vl_app_toggle_drawer(d->app, VL_DRAWER_LESSON);
        frames(d, 3);
        const vl_layout *l = &d->app->layout;
        const vl_particles *p = &world_of(d)->particles;
        vl_projection projection = vl_camera_projection(&d->app->camera);
        for (int k = 0; k < p->count; k++) {
            vl_pixel at = vl_project(&projection, vl_read(p->x, k));
            assert_true(vl_rect_contains(l->stage, at.x, at.y));
            assert_false(vl_rect_contains(l->figures, at.x, at.y));
            assert_false(vl_rect_contains(l->caption, at.x, at.y));
        }
    }
}

// Whatever a person makes larger gets larger, beside notes for a projector too.
TEST(larger_type_is_larger_beside_every_drawer)
{
    static const int windows[][2] = {{1024, 768}, {1280, 720}, {720, 1280}};

    enum { DRAWERS = VL_DRAWER_FRAMES + 1 };

    for (int i = 0; i < COUNT(windows) * DRAWERS; i++) {
        const int *window = windows[i / DRAWERS];
        desk *d = open_offscreen("pendulum", window[0], window[1]);
        press(d, VL_KEY_F1 + 9, 2);
        if (i % DRAWERS)
            vl_app_toggle_drawer(d->app, (vl_drawer)(i % DRAWERS));
        frames(d, 2);
        for (int percent = vl_app_change_type(d->app, 0), next;
             (next = vl_app_change_type(d->app, 1)) > percent; percent = next) {
            float width = width_of_zero(d);
            frames(d, 2);
            assert_true(width_of_zero(d) > width);
        }
    }
}

// Where the free end of a chain swings, the card of figures does not lie.
TEST(chains_swing_beside_the_figures)
{
    static const char *const scenes[] = {"constraint-lab", "engines"};
    static const int windows[][2] = {{1280, 720}, {1366, 768}, {1920, 1080}};
    for (int i = 0; i < COUNT(scenes) * COUNT(windows); i++) {
        const int *window = windows[i / COUNT(scenes)];
        desk *d = open_offscreen(scenes[i % COUNT(scenes)], window[0], window[1]);
        const vl_particles *p = &world_of(d)->particles;
        for (int frame = 0; frame < 90; frame++) {
            frames(d, 1);
            vl_projection projection = vl_camera_projection(&d->app->camera);
            for (int k = 0; k < p->count; k++) {
                vl_pixel at = vl_project(&projection, vl_read(p->x, k));
                if (vl_rect_contains(d->app->layout.figures, at.x, at.y))
                    fail_msg("%s, %d x %d, frame %d: particle %d is behind the figures",
                             scenes[i % COUNT(scenes)], window[0], window[1], frame, k);
            }
        }
    }
}

// Where the lanes are beside one another, in large type: sentence, formula and the heading of the
// figures are seen, and the chips have one row.
TEST(words_and_heading_of_panes_are_there_in_a_classroom)
{
    static const char *const scenes[] = {"cloth", "coarse-grids", "tearing-curtain"};
    static const char *const headings[] = {"largest stretch", "largest stretch", "links that tore"};
    for (int i = 0; i < COUNT(scenes); i++) {
        desk *d = open_offscreen(scenes[i], 1280, 720);
        d->app->type = 2; // 150 %
        frames(d, 3);
        const vl_layout *l = &d->app->layout;
        assert_true(vl_app_has_panes(d->app));
        assert_true(l->caption.h > 0 && l->formula.h > 0);
        assert_true(l->chips.w > 0 && l->chips_above.w == 0);
        const vl_draw *heading = drawn_text(d, headings[i]);
        assert_non_null(heading);
        assert_false(vl_app_covers(d->app, heading->x, heading->y));
    }
}

// Without room for the words the heading is below the buttons all the same.
TEST(the_heading_of_panes_is_not_under_the_buttons)
{
    desk *d = open_offscreen("cloth", 1180, 720);
    d->app->type = 2; // 150 %
    frames(d, 3);
    const vl_layout *l = &d->app->layout;
    assert_true(vl_app_has_panes(d->app) && l->caption.h == 0);
    const vl_draw *heading = drawn_text(d, "largest stretch");
    assert_non_null(heading);
    assert_true(heading->y >= l->clear.y && heading->y < l->stage.y);
}

// The number of the pieces of text behind a block, which are not whole then.
static int count_texts_behind(const desk *d, const vl_collider *block)
{
    const vl_projection p = vl_camera_projection(&d->app->camera);
    vl_pixel middle = vl_project(&p, block->center);
    float w = (float)(block->size.x * p.scale), h = (float)(block->size.y * p.scale);
    const vl_rect rect = {middle.x - w / 2, middle.y - h / 2, w, h};
    int count = 0;
    for (int k = 0; k < d->app->list.draw_count; k++) {
        const vl_draw *draw = &d->app->list.draws[k];
        const char *text = d->app->list.text.data + draw->first;
        bool metres = draw->kind == VL_DRAW_TEXT && draw->count > 2 &&
                      memcmp(text + draw->count - 2, " m", 2) == 0;
        if (!metres)
            continue;
        float end =
            draw->x + d->app->platform->text_width(d->app->platform, draw->size, text, draw->count);
        float middle_y = draw->y + 9 * vl_app_scale(d->app); // of the smallest type
        count += end > rect.x && draw->x < rect.x + rect.w && middle_y > rect.y &&
                 middle_y < rect.y + rect.h;
    }
    return count;
}

// The blocks of this scene differ in restitution, of which its sentence speaks.
TEST(blocks_have_their_restitution_in_any_type)
{
    static const char *const labels[][4] = {{"e = 0", "e = 0.5", "e = 0.8", "e = 1"},
                                            {"0", "0.5", "0.8", "1"}};
    for (int i = 0; i < 2; i++) {
        desk *d = open_offscreen("bounce", 1366, 768);
        d->app->type = 2 * i; // 150 %
        frames(d, 3);
        const vl_world *world = vl_session_world(d->session);
        for (int k = 0; k < 4; k++) {
            assert_non_null(drawn_text(d, labels[i][k]));
            assert_int_equal(count_texts_behind(d, &world->colliders[k]), 0);
        }
    }
}

// Each tool that measures has a button, also in the smallest window, where three quarters of the
// pixels stay stage. A click takes the tool, and a mouse that rests there is told its key.
TEST(tools_that_measure_have_buttons)
{
    static const struct {
        uint32_t key;
        bool ctrl, shift;
        const char *hint;
    } tools[] = {{'p', false, true, "(Shift+P)"},
                 {'r', true, false, "(Ctrl+R)"},
                 {'a', true, false, "(Ctrl+A)"},
                 {'t', true, false, "(Ctrl+T)"}};

    desk *d = open_offscreen("pendulum", 800, 600);
    pause_run(d);
    vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_KEY, .key = 'r', .shift = true});
    frames(d, 2);
    double share = covered_share(d->app);
    print_message("  %.1f %% covered\n", 100 * share);
    assert_true(share <= 0.25);
    d = open_sized("pendulum", 800, 600);
    pause_run(d);
    vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_KEY, .key = 'r', .shift = true});
    frames(d, 2);
    for (int i = 0; i < COUNT(tools); i++) {
        vl_rect rect;
        int command = 0;
        while (vl_command_get(command).key != tools[i].key ||
               vl_command_get(command).ctrl != tools[i].ctrl ||
               vl_command_get(command).shift != tools[i].shift)
            command++;
        assert_true(place_of_button(d->app, command, &rect));
        push(d, VL_EVENT_POINTER_MOVE, rect.x + 5, rect.y + 5, 60);
        assert_true(shows(d, tools[i].hint));
        click(d, rect, false);
        vl_command taken = vl_command_get(command);
        assert_true(taken.active(d->app, &taken));
    }
    press(d, VL_KEY_ESCAPE, 1);
}

// A particle of the start is where it can be seen, at the start and when the window has changed its
// shape; also where somebody has zoomed out before.
TEST(another_shape_of_the_window_keeps_the_scene_in_it)
{
    static const int sizes[][2] = {{1280, 720}, {800, 600}, {1080, 1920}, {1920, 1080}};
    static const char *const scenes[] = {"pendulum", "cloth",       "orbit",
                                         "chain",    "rope-bridge", "wrecking-ball"};
    for (int i = 0; i < 2 * COUNT(scenes); i++) {
        desk *d = open_scene(scenes[i / 2]);
        pause_run(d);
        if (i % 2)
            press(d, '-', 1);
        for (int k = 0; k < COUNT(sizes); k++) {
            vl_event event = {.kind = VL_EVENT_RESIZE};
            event.x = (float)sizes[k][0];
            event.y = (float)sizes[k][1];
            vl_null_push(d->platform, event);
            frames(d, 3);
            for (int n = 1; n <= world_of(d)->particles.count; n++) {
                vl_pixel at = ball_pixel(d, n);
                if (!vl_rect_contains(d->app->camera.stage, at.x, at.y))
                    fail_msg("%s, %d x %d: particle %d at (%.0f, %.0f)", scenes[i / 2], sizes[k][0],
                             sizes[k][1], n, (double)at.x, (double)at.y);
            }
        }
    }
}

// What the colours and arrows mean is beside the caption, or below it.
TEST(the_legend_hides_nothing_that_is_written)
{
    static const int sizes[][2] = {{800, 600}, {1280, 720}, {1080, 1920}, {700, 900}};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_sized("cloth", sizes[i][0], sizes[i][1]);
        press(d, 'v', 3);
        const vl_layout *l = &d->app->layout;
        const vl_draw *row = drawn_beginning(d, "velocity");
        assert_non_null(row);
        bool beside = row->x > l->caption.x + l->caption.w && row->x > l->formula.x + l->formula.w;
        assert_true(beside || row->y >= l->formula.y + l->formula.h);
    }
}

TEST(a_drawer_leaves_the_scene_in_view)
{
    static const uint32_t keys[] = {'n', KEY_F2, KEY_F3, VL_KEY_F1};
    for (int i = 0; i < COUNT(keys); i++) {
        desk *d = open_scene("pendulum");
        pause_run(d);
        frames(d, 2);
        float width = d->app->camera.stage.w;
        press(d, keys[i], 3);
        vl_rect stage = d->app->camera.stage;
        vl_pixel ball = ball_pixel(d, 2);
        assert_true(stage.w < 1 || vl_rect_contains(stage, ball.x, ball.y));
        press(d, keys[i], 3);
        assert_true(d->app->camera.stage.w == width);
    }
}

// Nothing is smaller than it can be read: 18 points, at every size of the window and of the type.
TEST(type_grows_with_the_window)
{
    static const int sizes[][2] = {{800, 600}, {1280, 720}, {1920, 1080}, {1080, 1920}};
    static const float points[VL_TYPE_COUNT] = {18, 20, 22, 28, 40};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_sized("pendulum", sizes[i][0], sizes[i][1]);
        float scale = fminf((float)sizes[i][0], (float)sizes[i][1]) / 720;
        for (int percent = 100; percent <= 300; percent += percent < 150 ? 25 : 50) {
            frames(d, 1);
            for (int k = 0; k < VL_TYPE_COUNT; k++) {
                float height = vl_null_of(d->platform)->heights[k] / 1.165f;
                float wanted = points[k] * scale * (float)percent / 100;
                assert_true(height > wanted - 1 && height <= wanted + 0.01f);
            }
            vl_key_down(d->app, &(vl_event){.key = '+', .ctrl = true});
        }
        assert_int_equal(vl_app_change_type(d->app, 1), 300);
    }
}

// --- keyboard ---

// Tab goes through every control and comes back to the first; each has a ring while it has the
// focus.
TEST(every_control_is_reached_by_the_keyboard)
{
    desk *d = open_scene("broken-stale-dt");
    pause_run(d);
    frames(d, 1);
    int count = d->app->focus.count, found = 0;
    for (int i = 0; i < count; i++) {
        press(d, VL_KEY_TAB, 1);
        assert_true(d->app->focus.shown);
        for (int k = 0; k < d->app->layout.button_count; k++) {
            vl_rect rect = d->app->layout.buttons[k].rect;
            found += rect.x == d->app->focus.at.x && rect.y == d->app->focus.at.y;
        }
    }
    vl_rect last = d->app->focus.at;
    assert_int_equal(found, d->app->layout.button_count);
    press(d, VL_KEY_TAB, 1);
    vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_KEY, .key = VL_KEY_TAB, .shift = true});
    frames(d, 1);
    assert_memory_equal(&d->app->focus.at, &last, sizeof last);
}

static void focus_on(desk *d, int command)
{
    for (int i = 0; i < 100; i++) {
        press(d, VL_KEY_TAB, 1);
        for (int k = 0; k < d->app->layout.button_count; k++) {
            const vl_placed *placed = &d->app->layout.buttons[k];
            if (placed->command == command && placed->rect.x == d->app->focus.at.x &&
                placed->rect.y == d->app->focus.at.y)
                return;
        }
    }
    fail_msg("%s is not reached", vl_command_get(command).keys);
}

TEST(enter_and_space_press_what_has_the_focus)
{
    static const uint32_t keys[] = {VL_KEY_ENTER, VL_KEY_SPACE};
    for (int i = 0; i < 2; i++) {
        desk *d = open_scene("pendulum");
        focus_on(d, vl_command_of_key('n', false));
        press(d, keys[i], 1);
        assert_int_equal(d->app->drawer, VL_DRAWER_LESSON);
        assert_true(d->session->running);
        command(d, VL_KEY_ESCAPE);
        press(d, VL_KEY_SPACE, 1); // without a focus it pauses
        assert_false(d->session->running);
    }
}

static void type_text(desk *d, const char *text)
{
    vl_event event = {.kind = VL_EVENT_TEXT};
    snprintf(event.text, sizeof event.text, "%s", text);
    vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_KEY, .key = (uint32_t)*text});
    vl_null_push(d->platform, event);
    frames(d, 1);
}

// Any words of a command find it; what is typed is no command.
TEST(commands_are_found_by_their_words)
{
    desk *d = open_scene("pendulum");
    vl_key_down(d->app, &(vl_event){.key = 'k', .ctrl = true});
    frames(d, 1);
    for (const char *c = "path Ballsx"; *c; c++)
        type_text(d, (char[]){*c, '\0'});
    assert_true(shows(d, "Nothing fits"));
    press(d, VL_KEY_BACKSPACE, 1);
    assert_true(shows(d, "show the paths of balls") && !shows(d, "light or dark theme"));
    assert_true(d->session->running && !d->app->shown.trails && !d->app->tool);
    press(d, VL_KEY_ENTER, 2);
    assert_true(d->app->shown.trails);
    assert_int_equal(d->app->drawer, VL_DRAWER_NONE);
}

TEST(scenes_are_found_by_title_and_group)
{
    desk *d = open_scene("pendulum");
    vl_key_down(d->app, &(vl_event){.key = 'o', .ctrl = true});
    frames(d, 1);
    assert_true(shows(d, "Start here") && shows(d, "4 of 46"));
    for (const char *c = "mistake ice"; *c; c++)
        type_text(d, (char[]){*c, '\0'});
    press(d, VL_KEY_DOWN, 1);
    press(d, VL_KEY_ENTER, 2);
    assert_non_null(strstr(d->session->scene->path, "broken-damping-per-step"));
}

// No two rows of the list of commands read the same.
TEST(no_two_commands_have_one_name)
{
    for (int i = 0; i < vl_command_count(); i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(vl_command_get(i).help, vl_command_get(k).help);
}

// Whether the piece of text is in the rectangle and was cut.
static bool is_cut_in(const desk *d, const vl_draw *draw, vl_rect rect)
{
    static const char dots[] = "…"; // one that a name has itself follows a space
    int length = (int)strlen(dots);
    const char *end = d->app->list.text.data + draw->first + draw->count - length;
    return draw->kind == VL_DRAW_TEXT && draw->count > length &&
           strncmp(end, dots, strlen(dots)) == 0 && end[-1] != ' ' &&
           vl_rect_contains(rect, draw->x, draw->y);
}

// The name of every command is whole in the list, in windows and types of all sizes.
TEST(the_list_of_commands_cuts_no_name)
{
    static const int sizes[][3] = {{1280, 720, 0}, {800, 600, 0}, {800, 600, 2}, {1080, 1920, 2}};
    for (int k = 0; k < COUNT(sizes); k++) {
        desk *d = open_sized("pendulum", sizes[k][0], sizes[k][1]);
        d->app->type = sizes[k][2];
        vl_app_toggle_drawer(d->app, VL_DRAWER_COMMANDS);
        for (int page = 0; page < 60; page++) {
            frames(d, 1);
            for (int i = 0; i < d->app->list.draw_count; i++)
                if (is_cut_in(d, &d->app->list.draws[i], d->app->layout.drawer))
                    fail_msg("%d x %d: a name is cut: %.60s", sizes[k][0], sizes[k][1],
                             d->app->list.text.data + d->app->list.draws[i].first);
            d->app->scroll += 200;
        }
    }
}

// --- Esc ---

// A note goes by itself, so Esc closes what somebody has opened before it; a warning that has come
// since lies on top, and one that was there before waits.
TEST(escape_closes_what_was_opened_last)
{
    desk *d = open_sized("pendulum", 2560, 720);
    vl_app_notify(d->app, VL_NOTICE_WARNING, "Old", "Text.");
    press(d, KEY_F4, 1);
    press(d, 'n', 1);
    vl_app_notify(d->app, VL_NOTICE_NOTE, "A note", "Text.");
    press(d, VL_KEY_ESCAPE, 1);
    assert_true(d->app->drawer == VL_DRAWER_NONE && d->app->page);
    vl_app_notify(d->app, VL_NOTICE_WARNING, "New", "Text.");
    press(d, VL_KEY_ESCAPE, 1);
    assert_true(d->app->notice.kind == VL_NOTICE_NONE && d->app->page);
    press(d, 'n', 1);
    d->app->page = NULL;
    press(d, KEY_F4, 1); // after the drawer
    press(d, VL_KEY_ESCAPE, 1);
    assert_true(d->app->drawer == VL_DRAWER_LESSON && !d->app->page);
    vl_app_notify(d->app, VL_NOTICE_WARNING, "Old", "Text.");
    press(d, KEY_F4, 1);
    press(d, VL_KEY_ESCAPE, 1);
    assert_true(d->app->notice.kind == VL_NOTICE_WARNING && !d->app->page);
    press(d, VL_KEY_ESCAPE, 1);
    press(d, VL_KEY_ESCAPE, 1);
    assert_true(d->app->notice.kind == VL_NOTICE_NONE && d->app->drawer == VL_DRAWER_NONE);
}

// --- the strip ---

// After a change of the frame rate the frames of the lower rate are not late: they were on time.
TEST(the_strip_calls_no_frame_rate_late)
{
    static const double rates[][2] = {{60, 144}, {144, 60}, {30, 144}};
    for (int i = 0; i < COUNT(rates); i++) {
        desk *d = open_scene("pendulum");
        vl_frames *read = vl_alloc(1, sizeof *read);
        pause_run(d);
        for (int k = 0; k < 200; k++) {
            char text[64];
            double dt = k == 150 ? 0.1 : 1 / rates[i][k >= 100];
            snprintf(text, sizeof text, "fixed:%.17g", dt);
            assert_true(vl_session_set_stream(d->session, text, &(vl_error){0}));
            assert_true(vl_session_step(d->session));
        }
        vl_frames_read(read, d->session, 10, 5);
        assert_int_equal(read->made, 200);
        int late = 0;
        for (int k = 0; k < read->count; k++)
            late += read->late[k];
        assert_int_equal(late, 1);
        vl_free(read);
    }
}

static int late_frames(desk *d, vl_frames *read, int *last)
{
    int late = 0;
    vl_frames_read(read, d->session, 10, 5);
    for (int k = 0; k < read->count; k++)
        if (read->late[k]) {
            late++;
            *last = (int)read->first + k;
        }
    return late;
}

// Uniform lengths end half a distance of the quartiles above the upper one, a whole such distance
// below where a late frame begins: 32 frames that are drawn seldom hide that. A frame of three
// times the longest stands out of all of them.
TEST(the_strip_calls_no_jitter_late)
{
    static const char *const streams[] = {"random:0.0083333:0.025:%d", "random:0.001:0.1:%d",
                                          "random:0.015:0.0183:%d"};
    static const double longest[] = {0.025, 0.1, 0.0183};
    vl_frames *read = vl_alloc(1, sizeof *read);
    int late = 0, count = 0, last;
    for (int i = 0; i < 24; i++) {
        desk *d = open_scene("pendulum");
        char text[96], other[64];
        snprintf(text, sizeof text, streams[i % 3], 1 + i);
        assert_true(vl_session_set_stream(d->session, text, &(vl_error){0}));
        pause_run(d);
        for (int k = 0; k < 100; k++)
            assert_true(vl_session_step(d->session));
        late += late_frames(d, read, &last);
        count += read->count;
        snprintf(other, sizeof other, "fixed:%.17g", 3 * longest[i % 3]);
        assert_true(vl_session_set_stream(d->session, other, &(vl_error){0}));
        assert_true(vl_session_step(d->session));
        assert_true(vl_session_set_stream(d->session, text, &(vl_error){0}));
        assert_true(late_frames(d, read, &last) >= 1 && read->late[101 - read->first]);
    }
    print_message("  %d of %d frames of jitter are late\n", late, count);
    assert_true(1000 * late <= count);
    vl_free(read);
}

// While the window goes by, a frame is late from when it was made until it leaves, and frames of a
// lower rate are never.
TEST(what_is_late_does_not_depend_on_where_the_window_begins)
{
    static const struct {
        const char *stream;
        int number; // of a late frame; 0: none is
    } runs[] = {{"list:31x0.0166667:0.1:7x0.0166667:0.1:fixed:0.0166667", 40},
                {"list:45x0.0333333:fixed:0.0166667", 0}};

    vl_frames *read = vl_alloc(1, sizeof *read);
    for (int i = 0; i < COUNT(runs); i++) {
        desk *d = open_scene("pendulum");
        assert_true(vl_session_set_stream(d->session, runs[i].stream, &(vl_error){0}));
        pause_run(d);
        press(d, 'r', 1);
        for (int k = 0; k < 800; k++) {
            int last, late = late_frames(d, read, &last);
            bool inside = runs[i].number >= read->first;
            if (runs[i].number == 0 ? late > 0
                                    : inside && !read->late[runs[i].number - read->first])
                fail_msg("run %d, %d frames made, the first is %d", i, k, (int)read->first);
            assert_true(vl_session_step(d->session));
        }
    }
    vl_free(read);
}

static vl_rect rect_of(const vl_drawlist *list, const vl_draw *draw, float height)
{
    return (vl_rect){draw->x, draw->y, (float)draw->count * VL_NULL_LETTER * height, height};
}

static bool over(vl_rect a, vl_rect b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

// Returns how many late frames are labelled; no label is over another or over "now".
static int check_labels(const desk *d)
{
    const vl_drawlist *list = &d->app->list;
    vl_rect labels[16], strip = d->app->layout.strip;
    const vl_draw *now = drawn_text(d, "now");
    float height = floorf(1.165f * 18 * vl_app_scale(d->app));
    int count = 0;
    for (int i = 0; i < list->draw_count; i++) {
        const vl_draw *draw = &list->draws[i];
        if (draw->kind != VL_DRAW_TEXT || strncmp(list->text.data + draw->first, "late: ", 6) != 0)
            continue;
        vl_rect label = rect_of(list, draw, height);
        assert_false(now && over(label, rect_of(list, now, height)));
        assert_true(label.x >= strip.x && label.x + label.w <= strip.x + strip.w);
        for (int k = 0; k < count; k++)
            assert_false(over(label, labels[k]));
        labels[count++] = label;
    }
    return count;
}

// While late frames come, go by "now" and leave the window, at all sizes.
TEST(labels_of_late_frames_are_over_nothing)
{
    static const int sizes[][2] = {
        {800, 600}, {1280, 720}, {1366, 768}, {1920, 1080}, {1080, 1920}};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_sized("pendulum", sizes[i][0], sizes[i][1]);
        int most = 0;
        assert_true(vl_session_set_stream(
            d->session, "list:90x0.0166667:0.064:4x0.0166667:0.1:60x0.0166667:0.04:fixed:0.0166667",
            &(vl_error){0}));
        press(d, 'r', 1);
        if (i % 2)
            press(d, VL_KEY_F1 + 9, 1); // large type
        for (int k = 0; k < 250; k++) {
            frames(d, 4);
            int count = check_labels(d);
            most = count > most ? count : most;
        }
        assert_true(most >= 1);
    }
}

// Of frames that are late close together the newest has its label from when it comes, and so has
// the longest where there is room left of it. The labels are 4 s wide.
TEST(the_newest_and_the_longest_late_frame_are_labelled)
{
    static const char *const streams[] = {
        "list:90x0.0166667:0.07:20x0.0166667:0.08:20x0.0166667:0.1:fixed:0.0166667",
        "list:90x0.0166667:0.1:20x0.0166667:0.08:20x0.0166667:0.07:fixed:0.0166667"};
    static const char *const newest[] = {"late: 100 ms", "late: 70 ms"};
    for (int i = 0; i < 2 * COUNT(streams); i++) {
        desk *d = open_sized("pendulum", i / 2 ? 1280 : 800, i / 2 ? 720 : 600);
        assert_true(vl_session_set_stream(d->session, streams[i % 2], &(vl_error){0}));
        press(d, 'r', 140);
        for (int k = 0; k < 60; k++) {
            frames(d, 4);
            assert_true(check_labels(d) >= 1);
            assert_non_null(drawn_text(d, newest[i % 2]));
        }
        frames(d, 30);
        assert_non_null(drawn_text(d, "late: 100 ms"));
    }
}

// The word at the line of the present is where it hides no length.
TEST(the_word_now_hides_no_lengths)
{
    static const struct {
        const char *stream;
        bool written;
    } rows[] = {{"fixed:0.0166667", true},
                {"random:0.0083333:0.025:1", false},
                {"alternate:0.0083333:0.025", false},
                {"hitch:0.0166667:0.1:1", true}};

    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_sized("pendulum", 800, 600);
        assert_true(vl_session_set_stream(d->session, rows[i].stream, &(vl_error){0}));
        press(d, 'r', 400);
        assert_int_equal(drawn_text(d, "now") != NULL, rows[i].written);
    }
}

// A mouse that rests on a bar is told the length of the frame, whether it is late, and what that
// is.
TEST(a_bar_of_the_strip_explains_itself)
{
    desk *d = open_scene("pendulum");
    assert_true(vl_session_set_stream(d->session, "hitch:0.0166667:0.1:1", &(vl_error){0}));
    press(d, 'r', 120);
    pause_run(d);
    vl_frames *read = vl_alloc(1, sizeof *read);
    int last = 0, told[2] = {0};
    assert_int_equal(late_frames(d, read, &last), 1);
    vl_free(read);
    vl_rect strip = d->app->layout.strip;
    for (float x = strip.x + 0.5f * strip.w; x < strip.x + 0.7f * strip.w; x++) {
        push(d, VL_EVENT_POINTER_MOVE, x, strip.y + 0.8f * strip.h, 60);
        const vl_hint *hint = &d->app->hint;
        bool late = strncmp(hint->card.text, "100.0 ms, late. ", 16) == 0;
        bool ordinary = strncmp(hint->card.text, "16.67 ms. ", 10) == 0;
        if (hint->box.w == 0)
            continue;
        assert_true(late || ordinary);
        assert_non_null(strstr(hint->card.text, "1.5 times the median"));
        told[late]++;
    }
    assert_true(told[0] > 50 && told[1] >= 1 && told[1] <= 8);
    push(d, VL_EVENT_POINTER_MOVE, strip.x + strip.w / 2, strip.y - 100, 60);
    assert_true(d->app->hint.box.w == 0);
}

// A late frame is marked with its length, and a preset changes the stream for the scene and for
// what is saved.
TEST(the_strip_marks_a_late_frame)
{
    desk *d = open_scene("pendulum");
    vl_key_down(d->app, &(vl_event){.key = '6', .ctrl = true});
    frames(d, 60);
    assert_null(drawn_beginning(d, "late"));
    press(d, 'h', 30);
    assert_non_null(drawn_text(d, "late: 100 ms"));
    assert_true(shows(d, "dt fixed 16.667 ms"));
    assert_string_equal(vl_session_timestep(d->session), "fixed:0.016666666666666667");
    press(d, 'r', 60);
    assert_null(drawn_beginning(d, "late"));
    assert_true(shows(d, "dt fixed 16.667 ms"));
    press(d, VL_KEY_PAGE_DOWN, 2);
    assert_string_equal(vl_session_timestep(d->session), d->session->scene->timestep);
}

// Run and Pause have one place.
TEST(nothing_shifts_under_the_finger)
{
    desk *d = open_scene("pendulum");
    int index = vl_command_of_key(VL_KEY_SPACE, false);
    vl_rect run, paused;
    frames(d, 2);
    assert_true(place_of_button(d->app, index, &run));
    for (int i = 0; i < 6; i++) {
        click(d, run, i % 2);
        assert_int_equal(d->session->running, i % 2);
        assert_true(place_of_button(d->app, index, &paused));
        assert_memory_equal(&run, &paused, sizeof run);
    }
}

// With every drawer and page, and with every size of type.
TEST(nothing_overlaps_in_windows_of_any_size)
{
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {3840, 2160}, {1024, 768},
                                   {800, 600},  {600, 900},   {1600, 500},  {2560, 1080}};
    for (int i = 0; i < 16 * COUNT(sizes); i++) {
        int width = sizes[i / 16][0], height = sizes[i / 16][1];
        desk *d = open_sized("broken-stale-dt", width, height);
        if (i % 2)
            press(d, KEY_F3, 1);
        d->app->drawer = (vl_drawer)(i % 16 / 2);
        d->app->type = i % 5;
        frames(d, 2);
        vl_rect parts[MOST_PARTS];
        int count = parts_of_window(d->app, parts);
        for (int a = 0; a < count; a++) {
            const vl_rect *p = &parts[a];
            if (p->x < 0 || p->x + p->w > width + 0.5f || p->y < 0 || p->y + p->h > height + 0.5f)
                fail_msg("%d x %d: part %d", width, height, a);
            for (int b = 0; b < a; b++)
                if (overlap(parts[a], parts[b]))
                    fail_msg("%d x %d, drawer %d, size %d: parts %d and %d", width, height,
                             d->app->drawer, d->app->type, a, b);
        }
    }
}

// A platform reads it again for a picture, also while the next frame is drawn.
TEST(a_list_that_was_presented_does_not_change_in_the_next_frame)
{
    desk *d = open_sized("chain", 1280, 720);
    frames(d, 3);
    const vl_drawlist shown = d->app->list;
    size_t size = (size_t)shown.vertex_count * sizeof *shown.vertices;
    FREED vl_vertex *copy = vl_alloc(size, 1);
    memcpy(copy, shown.vertices, size);
    frames(d, 1);
    assert_memory_not_equal(copy, d->app->list.vertices, size);
    assert_memory_equal(copy, shown.vertices, size);
}

// What a dial shows is an angle: the stage has no places in metres, and its error is in rad.
TEST(a_dial_has_angles_and_no_places)
{
    desk *d = open_scene("oscillator");
    assert_true(shows(d, "1.0 m"));
    d = open_scene("torsion-pendulum");
    assert_false(shows(d, "1.0 m"));
    vl_lane_choice choice = vl_session_lane_choice(d->session);
    choice.integrator = choice.integrator == 0 ? 1 : 0;
    assert_true(vl_session_add_lane(d->session, &choice) >= 0);
    d->app->compared = VL_QUANTITY_POSITION;
    frames(d, 30);
    const vl_rect card = d->app->layout.figures;
    bool found = false;
    for (int i = 0; i < d->app->list.draw_count; i++) {
        const vl_draw *draw = &d->app->list.draws[i];
        const char *text = d->app->list.text.data + draw->first;
        bool inside = draw->kind == VL_DRAW_TEXT && vl_rect_contains(card, draw->x, draw->y);
        found |= inside && draw->count > 4 && strncmp(text + draw->count - 4, " rad", 4) == 0;
        assert_false(inside && draw->count > 2 && strncmp(text + draw->count - 2, " m", 2) == 0);
    }
    assert_true(found);
}
