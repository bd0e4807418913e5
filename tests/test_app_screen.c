// What the screen shows: notes and answers to the last word, whole formulas, digits of the instant
// on the stage, the name of the exact motion, and nothing that overlaps in windows of any size.

#include "app/screen/parts.h"
#include "platform/raster.h"
#include "platform/sdl_offscreen.h"
#include "support/key_checks.h"
#include "support/screen_checks.h"

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
    for (float before = -1; d->app->drawer.scroll > before;) {
        before = d->app->drawer.scroll;
        assert_int_equal(d->app->drawer.open, VL_DRAWER_NOTES);
        add_sheet_lines(&d->app->list, &shown);
        d->app->drawer.scroll += 100;
        frames(d, 1);
    }
    char *words = vl_copy_text(text), *next = words;
    for (char *word; (word = strtok_r(next, " \n`", &next));)
        if (!strstr(shown.data, word))
            fail_msg("not seen: %s", word);
    vl_free(words);
}

// And so can the answer.
TEST(the_notes_of_every_scene_can_be_read_to_the_end)
{
    static const int sizes[][2] = {{1280, 720}, {700, 900}};
    SCOPED(vl_scene_names) names = shipped_names();
    for (int i = 0; i < names.count; i++) {
        const int *size = sizes[i % 2];
        print_message("  %s, %d x %d\n", names.names[i], size[0], size[1]);
        desk *d = open_sized(names.names[i], size[0], size[1], "Pause/0 N/2");
        assert_sheet_has_all_of(d, d->session->scene->notes);
        play(d, "!{`}");
        d->session->answer.given = 1;
        d->app->drawer.scroll = 0;
        frames(d, 1);
        if (d->session->scene->has_task)
            assert_sheet_has_all_of(d, d->session->scene->task.because);
        play(d, "Esc drawer=0");
    }
}

// The first sentence of the notes is on the stage, whole, at any size.
TEST(the_first_sentence_is_always_there)
{
    static const int sizes[][2] = {{800, 600}, {1280, 720}, {1080, 1920}};
    SCOPED(vl_scene_names) names = shipped_names();
    for (int i = 0; i < names.count; i++) {
        desk *d = open_sized(names.names[i], sizes[i % 3][0], sizes[i % 3][1], "");
        SCOPED(vl_text) sentence = {0};
        vl_first_sentence(d->session->scene->notes, &sentence);
        assert_true(strchr(".!?", sentence.data[sentence.length - 1]));
        char *next = sentence.data;
        assert_int_equal(next_text(d, d->app->layout.caption, NULL)->size,
                         d->app->layout.narrow ? VL_TYPE_MEDIUM : VL_TYPE_LARGE);
        for (char *word; (word = strtok_r(next, " ", &next));)
            if (!shows(d, word))
                fail_msg("%s: not seen: %s", names.names[i], word);
    }
}

// It is a riddle, until the answer is open. What is behind dt₁ is marked in the formula; velocity
// Verlet has no dt₋.
TEST(the_screen_says_what_is_broken_and_what_is_not)
{
    desk *d = open_played("broken-stale-dt",
                          "/5 !{^broken:} !{^stale} Answer/1 {^broken: stale dt₋} {=dt₁} Q "
                          "{^mistake off: stale dt₋} !{^broken:} Q 6 {^not made here: stale dt₋}");

    d = open_played("pendulum", "Q notice=note");
    assert_null(world_of(d)->mistake);
}

// --- formulas and digits ---

// Whether the end of the first line of a formula, some bytes such as "dt²" or ")/2", is drawn
// inside the card.
static bool formula_is_whole(const desk *d, const char *formula)
{
    char end[5];
    const vl_rect card = d->app->layout.formula;
    snprintf(end, sizeof end, "%s", formula + strcspn(formula, "\n") - 4);
    for (const vl_draw *draw = NULL; (draw = next_text(d, card, draw));)
        if (ends_with(d, draw, end) && draw->x + text_rect(d, draw).w < card.x + card.w)
            return true;
    return false;
}

// Of no method, in no window. The letters here are wider than those of a font.
TEST(no_formula_is_cut)
{
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {900, 700}};
    for (int s = 0; s < COUNT(sizes); s++) {
        desk *d = open_sized("oscillator", sizes[s][0], sizes[s][1], "");
        for (int i = 0; i < vl_integrator_count; i++) {
            set_method(d->session, i);
            frames(d, 2);
            if (!formula_is_whole(d, vl_integrators[i]->formula))
                fail_msg("%s", vl_integrators[i]->formula);
        }
    }
}

// What a dial shows is an angle: the stage has no places in metres, and its error is in rad.
TEST(a_dial_is_read_in_rad)
{
    desk *d = open_played("oscillator", "{^0.1 m} /19 Pause Formula/1 !{ rad} {) m}");
    d = open_played("torsion-pendulum", "!{^0.5 m} !{^1 m} Lane"); // another lane
    d->app->graph.compared = VL_FIGURE_POSITION;
    play(d, "/30 Pause Formula/1 { rad/s²} !{) m}");
    bool found = false;
    for (const vl_draw *draw = NULL; (draw = next_text(d, d->app->layout.figures, draw));) {
        found = found || ends_with(d, draw, " rad");
        assert_false(ends_with(d, draw, " m"));
    }
    assert_true(found);
}

// How far the particle of the digits is from where the step that they show led, m.
static double off(const desk *d)
{
    const vl_step_numbers *shown = &d->app->digits.step;
    vl_vec3 x = vl_read(world_of(d)->particles.x, shown->slot);
    return shown->made ? vl_length(vl_sub(x, shown->x_new)) : 0;
}

// Paused at any moment, by whatever method and stream, the digits are those of the picture.
TEST(paused_digits_are_those_of_the_picture)
{
    static const char *const scenes[] = {"orbit", "estimator", "hitch", "ball-on-string", "chain"};
    for (int s = 0; s < COUNT(scenes); s++) {
        desk *d = open_scene(scenes[s]);
        for (int i = 0; i < vl_integrator_count; i++) {
            set_method(d->session, i);
            play(d, "Go/7 Space");
            if (world_of(d)->now.diverged)
                break;
            double late = world_of(d)->now.time - d->app->digits.now.time;
            if (off(d) != 0 || late != 0)
                fail_msg("%s, %s: off by %g m, %g s", scenes[s], vl_integrators[i]->name, off(d),
                         late);
            play(d, ".");
            assert_true(off(d) == 0);
        }
    }
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
    write_here("steps.txt", "0.5\n0.5\n0.5\n");
    for (int rod = 0; rod < 2; rod++) {
        desk *d = open_text("slow.yaml", "", scenes[rod]);
        // digits are refreshed every 0.25 s, or 15 frames; one more for the clock's rounding
        int64_t last = 0;
        int unchanged = 0, compared = 0;
        for (int k = 0; k < 120; k++) {
            frames(d, 1);
            const vl_world *world = world_of(d);
            unchanged = world->now.frames == last ? unchanged + 1 : 0;
            last = world->now.frames;
            if (unchanged > 16 && ++compared)
                assert_true(d->app->digits.now.time == world->now.time);
        }
        assert_true(compared > 30);
        play(d, "running=0 (=The stream of steps has ended)");
    }
}

// --- the numbers ---

// Of the exact motion one name or several, and none where none is known; of what an error is a
// part.
TEST(the_numbers_name_the_exact_motion_and_what_a_percent_is_of)
{
    write_here("two.yaml", "format: 1\ngravity: [0, -9.81]\nparticles:\n  - {at: [2, 0]}\n"
                           "  - {at: [0, 0], pinned: true}\n  - {at: [1, 0]}\n"
                           "links:\n  - {from: 2, to: 3}\n");
    open_sized("pendulum", 1280, 16000, "F2/2 {against} {=pendulum} {percent of}");
    open_sized("orbit", 1280, 16000, "F2/2 {two-body orbit} {percent of}");
    open_sized("two.yaml", 1280, 16000, "F2/2 {free fall + pendulum}");
    open_sized("chain", 1280, 16000, "F2/2 {against} !{=pendulum} {RMS stretch}");
}

// --- windows ---

static size_t pixels_of(const vl_app *app)
{
    return (size_t)app->layout.whole.w * (size_t)app->layout.whole.h;
}

// Returns a copy of the picture of the first `count` draws of the app's list.
static uint32_t *picture_of(const vl_app *app, int count)
{
    vl_drawlist list = app->list;
    list.draw_count = count;
    vl_offscreen *offscreen = (vl_offscreen *)app->platform;
    vl_raster_draw(&offscreen->canvas, &list, offscreen->glyphs);
    uint32_t *copy = vl_alloc(pixels_of(app), sizeof *copy);
    memcpy(copy, offscreen->canvas.pixels, pixels_of(app) * sizeof *copy);
    return copy;
}

// The share of the pixels that would be others if only the stage was drawn, but for the graph,
// which may be a table.
static double covered_share(const vl_app *app)
{
    FREED uint32_t *all = picture_of(app, app->list.draw_count);
    int draws = 0; // of the stage: it is drawn first, and clipped to the window
    while (app->list.draws[draws].kind != VL_DRAW_CLIP || app->list.draws[draws].clip.w >= 0)
        draws++;
    FREED uint32_t *stage = picture_of(app, draws);
    size_t count = 0;
    const vl_rect graph = app->layout.graph;
    for (size_t i = 0, w = (size_t)app->layout.whole.w; i < pixels_of(app); i++)
        count += all[i] != stage[i] && !vl_rect_contains(graph, (float)(i % w), (float)(i / w));
    return (double)count / (double)pixels_of(app);
}

// A step may be longer than a frame, so that the pause of a scene is some frames away, but no 2 s;
// who has stepped over it runs on. It is told, and here nobody reads that.
static void come_to_rest(desk *d)
{
    double pause = d->session->scene->view.pause;
    frames(d, 1);
    for (int i = 0; i < 120 && d->session->running && pause > 0 && time_of(d) >= pause; i++)
        frames(d, 1);
    play(d, "Hush/1");
}

// At rest three fifths of the pixels are stage with nothing over them, but for the rows of more
// than three lanes; the rest is the band, the card, always with its graph, and words.
TEST(the_stage_is_the_window)
{
    static const int sizes[][2] = {{800, 600},   {1024, 768},  {1366, 768}, {1280, 720},
                                   {1920, 1080}, {3840, 2160}, {1080, 1920}};
    SCOPED(vl_scene_names) names = shipped_names();
    for (int i = 0; i < names.count + COUNT(sizes); i++) {
        if (!test_pair(i, 0))
            continue;
        const int *size = sizes[i % COUNT(sizes)];
        const char *scene = i < names.count ? names.names[i] : "pendulum";
        desk *d = open_with_font(scene, size[0], size[1], "");
        while (d->session->running && time_of(d) < 3)
            vl_session_step(d->session);
        come_to_rest(d);
        double share = covered_share(d->app);
        if (share > 0.36)
            fail_msg("%s, %d x %d: %.1f %% covered", scene, size[0], size[1], 100 * share);
    }
}

static bool has_button(const desk *d, vl_place place)
{
    for (int k = 0; k < d->app->layout.button_count; k++)
        if (vl_command_get(d->app->layout.buttons[k].command).place == place)
            return true;
    return false;
}

// However small the window is: what is saved and what went wrong is told; frames, rates and the
// button of the scenes are there.
TEST(a_notice_has_a_place_in_every_window)
{
    for (int width = 160; width < 1400; width += 123)
        for (int type = 0; type <= 2; type += 2) {
            desk *d = open_sized("pendulum", width, 400, "");
            d->app->shown.type = type; // 2: 150 %
            vl_app_notify(d->app, VL_NOTICE_WARNING, "Title", "text");
            frames(d, 1);
            const vl_rect banner = d->app->layout.banner;
            if (!(banner.w > 0.25f * (float)width || banner.w > 200) || !shows(d, "Title"))
                fail_msg("%d pixels, type %d: no notice", width, type);
            bool all = d->app->layout.bars.h > 20 && shows(d, "144") && shows(d, "late");
            assert_true(has_button(d, VL_PLACE_MENU) && (all || width < 600 || type > 0));
            audit_frame(d, "%d pixels", width);
        }
}

// At each size of window and type the bob of the opening goes all round its hook. At most an eighth
// of that is behind words, controls and the card of figures.
TEST(the_swing_of_the_opening_is_in_view)
{
    for (int i = 0; i < TYPES * WINDOWS; i++) {
        desk *d = open_with_font("opening", windows[i / TYPES][0], windows[i / TYPES][1], "");
        choose_type(d, i % TYPES);
        frames(d, 3);
        const vl_layout *l = &d->app->layout;
        const vl_projection p = vl_camera_projection(&d->app->camera);
        const vl_rect over[] = {l->caption, l->formula, l->figures, l->band};
        int hidden = 0;
        for (int k = 0; k < 72; k++) {
            double angle = 5 * k * VL_DEGREE;
            vl_pixel at = vl_project(&p, (vl_vec3){cos(angle), sin(angle), 0});
            bool behind = !vl_rect_contains(l->whole, at.x, at.y);
            for (int r = 0; r < COUNT(over); r++)
                behind = behind || vl_rect_contains(over[r], at.x, at.y);
            hidden += behind;
        }
        assert_true(hidden <= 72 / 8);
    }
}

// Pixels that a digit of the figures by which the lanes are compared is wide; 0 where there is no
// card of them.
static float digit_width(const desk *d)
{
    float widest = 0;
    for (const vl_draw *draw = NULL; (draw = next_text(d, d->app->layout.figures, draw));)
        widest = fmaxf(widest, d->platform->text_width(d->platform, draw->size, "0", 1));
    return widest;
}

// For a projector no scene has smaller figures or loses its graph: what makes place for them are
// the tools and the line below the bars. They come back with the same key.
TEST(for_a_projector_figures_and_stage_are_larger)
{
    int larger = 0, smaller = 0;
    SCOPED(vl_scene_names) names = shipped_names();
    for (int i = 0; i < names.count; i++) {
        desk *d = open_with_font(names.names[i], 1280, 720, "");
        come_to_rest(d);
        frames(d, 1);
        float digit = digit_width(d), graph = d->app->layout.graph.h;
        double scale = vl_camera_scale(&d->app->camera);
        assert_true(has_button(d, VL_PLACE_TOOLS) && graph > 0);
        play(d, "F10/2");
        assert_true(digit_width(d) >= digit && d->app->layout.graph.h > 0);
        assert_true(vl_camera_scale(&d->app->camera) > 0.9 * scale);
        smaller += vl_camera_scale(&d->app->camera) < 0.995 * scale;
        larger += digit_width(d) > 1.2f * digit;
        assert_false(has_button(d, VL_PLACE_TOOLS));
        assert_true(has_button(d, VL_PLACE_MENU) && has_button(d, VL_PLACE_TRANSPORT));
        play(d, "F10/2");
        assert_true(digit_width(d) == digit);
    }
    print_message("  %d have figures a fifth larger, %d a smaller view\n", larger, smaller);
    assert_true(4 * larger >= 3 * names.count && 4 * smaller < names.count);
}

// Nothing in the card is cut, and a long name makes no figure small.
TEST(remarks_in_the_card_have_room)
{
    static const int sizes[][2] = {{390, 844}, {640, 480}, {800, 600}, {1280, 720}};
    static const char *const then[] = {"", "B/2", "each:0.3/50 join:1e-9 Shift+2 Shift+4/2"};
    for (int i = 0; i < 6 * COUNT(sizes); i++) {
        const int *size = sizes[i / 6];
        desk *d = open_with_font("opening", size[0], size[1], i % 2 ? "F10/99" : "/99");
        float digit = digit_width(d);
        const vl_pixel at = grab(d, 2, 1); // figures begin anew
        let_go(d, VL_POINTER_MOUSE, pull(d, VL_POINTER_MOUSE, at, -40, 20, 4), 2);
        play(d, then[i / 2 % 3]);
        assert_texts_are_whole(d, d->app->layout.figures);
        assert_true(i / 2 % 3 > 1 || digit_width(d) > 0.6f * digit);
    }
}

// A drawer moves neither the rows of the card nor the stage. At 640 x 400 it lies over the stage,
// and help and find lie over the card, too.
TEST(a_drawer_moves_neither_card_nor_stage)
{
    static const int sizes[][2] = {{390, 844},  {640, 400},   {800, 600},
                                   {1280, 720}, {1920, 1080}, {1080, 1920}};
    static const char *const scenes[] = {"pendulum", "hitch", "chain", "cloth", "orbit"};
    for (int s = 0; s < COUNT(sizes); s++)
        for (int k = VL_DRAWER_NOTES; k <= VL_DRAWER_NUMBERS; k++) {
            desk *d = open_with_font(scenes[(s + k) % COUNT(scenes)], sizes[s][0], sizes[s][1],
                                     "Space/2 Pause/2");
            const vl_layout *l = &d->app->layout, before = *l;
            const vl_camera camera = d->app->camera;
            vl_app_toggle_drawer(d->app, (vl_drawer)k);
            frames(d, 2);
            assert_true(l->drawer.h >= 200 * vl_app_scale(d->app));
            assert_memory_equal(l->lane, before.lane, sizeof l->lane);
            assert_memory_equal(&d->app->camera, &camera, sizeof camera);
            assert_true(!vl_rect_overlap(l->drawer, l->figures));
            assert_true(k == VL_DRAWER_HELP || (k == VL_DRAWER_FIND && l->small) ||
                        has_button(d, VL_PLACE_CARD));
        }
}

TEST(theme_and_size_of_letters_are_kept)
{
    for (int k = 0; k < 2; k++) {
        desk *d = open_scene("pendulum");
        vl_app_take_settings(d->app);
        assert_true(d->app->shown.theme == &vl_themes[k] && d->app->shown.type == 2 * k);
        play(d, "theme 2*Ctrl++/2");
    }
}

static float width_of_zero(const desk *d)
{
    return d->platform->text_width(d->platform, VL_TYPE_READING, "0", 1);
}

// For a projector, too, and whatever a person makes larger then gets larger. Tables and lists keep
// their type then, as their columns have no room to grow; so do notes in windows that are as narrow
// as those of old projectors, or upright.
TEST(larger_type_is_larger_beside_every_drawer)
{
    static const int sizes[][2] = {{1024, 768}, {1280, 720}, {720, 1280}};

    for (int i = 0; i < COUNT(sizes) * (VL_DRAWER_NUMBERS + 1); i++) {
        const int *size = sizes[i % COUNT(sizes)];
        vl_drawer drawer = (vl_drawer)(i / COUNT(sizes));
        desk *d = open_with_font("pendulum", size[0], size[1], "/2");
        float usual = width_of_zero(d);
        play(d, "F10/2");
        assert_true(width_of_zero(d) > 1.2f * usual);
        if (drawer)
            vl_app_toggle_drawer(d->app, drawer);
        frames(d, 3);
        if (i % COUNT(sizes) == 1) // there is room for large notes
            assert_int_equal(width_of_zero(d) > usual, drawer <= VL_DRAWER_NOTES);
        audit_frame(d, "drawer %d, %d x %d", (int)drawer, size[0], size[1]);
        for (int type = d->app->shown.type + 1; type < 6; type++) {
            float width = width_of_zero(d);
            vl_app_choose_look(d->app, 0, type);
            frames(d, 2);
            assert_true(width_of_zero(d) > width);
        }
    }
    desk *d = open_with_font("oscillator", 1280, 720, "/2");
    float usual = width_of_zero(d);
    play(d, "F10/2");
    for (int i = 0; i < VL_PAGES; i++) {
        vl_page_toggle(d->app, vl_pages[i]);
        frames(d, 2);
        assert_true(width_of_zero(d) == usual);
    }
}

// Beside panes sentence and heading are seen in large type, and the formula where it decides.
TEST(words_and_heading_of_panes_are_there_in_a_classroom)
{
    static const char *const rows[][2] = {{"cloth", "/3 {largest stretch}"},
                                          {"pull-the-sheet", "/3 {largest stretch}"},
                                          {"tearing-curtain", "/3 {links that tore}"}};
    for (int i = 0; i < 4; i++) {
        desk *d = open_with_font(rows[i % 3][0], i < 3 ? 1280 : 1180, 720, "");
        d->app->shown.type = 2; // 150 %
        play(d, rows[i % 3][1]);
        assert_true(vl_app_has_panes(d->app) && d->app->layout.caption.h > 0);
        assert_int_equal(d->app->layout.formula.h > 0, i == 1); // it decides no task
    }
}

// The blocks of this scene differ in restitution, of which its sentence speaks.
TEST(blocks_have_their_restitution_in_any_type)
{
    static const char *const labels[] = {"0", "0.5", "0.8", "1"};
    for (int i = 0; i < 2; i++) {
        desk *d = open_with_font("bounce", 1366, 768, "");
        d->app->shown.type = i; // 125 %
        frames(d, 3);
        for (int k = 0; k < 4; k++)
            assert_non_null(drawn_text(d, labels[k]));
    }
}

// A finger, too, puts away what measures, which is lit as the other tools are while it is in the
// hand; and in the smallest window three fifths of the pixels stay stage.
TEST(the_button_of_the_hand_puts_tools_away)
{
    vl_rect rect;
    for (int i = 0; i < WINDOWS; i++) {
        desk *d = open_with_font("pendulum", windows[i][0], windows[i][1], "H measure Hush/2");
        assert_true(place_of_button(d->app, vl_command_named("measure", 7), &rect));
        assert_true(place_of_button(d->app, vl_command_named("Ctrl+Z", 6), &rect));
        audit_frame(d, "what measures, %d", windows[i][0]);
        play(d, "Esc/2");
        assert_false(place_of_button(d->app, vl_command_named("measure", 7), &rect));
    }
    desk *d = open_with_font("pendulum", 800, 600, "Pause/0 measure Hush/2");
    assert_true(covered_share(d->app) <= 0.4 && d->app->tools.in_hand == &vl_tool_measure);
    assert_true(place_of_button(d->app, vl_command_named("hand", 4), &rect));
    click(d, rect, true);
    assert_null(d->app->tools.in_hand);
}

// A particle of the start is where it can be seen, at the start and when the window has changed its
// shape; also where somebody has zoomed out before.
TEST(another_shape_of_the_window_keeps_the_scene_in_it)
{
    static const int sizes[][2] = {{1280, 720}, {800, 600}, {1080, 1920}, {1920, 1080}};
    static const char *const scenes[] = {"pendulum", "cloth",       "orbit",
                                         "chain",    "rope-bridge", "wrecking-ball"};
    for (int i = 0; i < 2 * COUNT(scenes); i++) {
        desk *d = open_with_font(scenes[i / 2], 1280, 720, "Pause/0");
        play(d, i % 2 ? "−" : "");
        for (int k = 0; k < COUNT(sizes); k++) {
            push(d, VL_EVENT_RESIZE, (float)sizes[k][0], (float)sizes[k][1], 3);
            audit_frame(d, "%s, %d x %d", scenes[i / 2], sizes[k][0], sizes[k][1]);
        }
    }
}

// What the colours and arrows mean, once for all panes, is beside the caption, or below it.
TEST(the_legend_hides_nothing_that_is_written)
{
    for (int i = 0; i < WINDOWS; i++) {
        desk *d = open_with_font("cloth", windows[i][0], windows[i][1], "V/3");
        const vl_layout *l = &d->app->layout;
        assert_false(vl_rect_overlap(l->legend, l->stage) || has_cut_text(d, l->legend));
        const vl_draw *row = drawn_beginning(d, "velocity");
        assert_non_null(row);
        for (const vl_draw *t = row; (t = next_text(d, l->whole, t));)
            assert_true(strncmp(text_of(d, t), "velocity ", 9) != 0);
        bool beside = row->x > l->caption.x + l->caption.w && row->x > l->formula.x + l->formula.w;
        assert_true(beside || row->y >= l->formula.y + l->formula.h);
    }
}

// Nothing is smaller than it can be read: 18 points, at every size of the window and of the type,
// and in the smallest window 14 pixels.
TEST(type_grows_with_the_window)
{
    assert_true(vl_null_of(open_sized("pendulum", 390, 844, "")->platform)->heights[0] >= 17);
    static const float points[VL_TYPE_COUNT] = {18, 20, 22, 28, 40, 22, 28};
    for (int i = 0; i < WINDOWS; i++) {
        desk *d = open_sized("pendulum", windows[i][0], windows[i][1], "");
        float scale = fminf((float)windows[i][0], (float)windows[i][1]) / 720;
        for (int percent = 100; percent <= 300; percent += percent < 150 ? 25 : 50) {
            frames(d, 1);
            for (int k = 0; k < VL_TYPE_COUNT; k++) {
                float height = vl_null_of(d->platform)->heights[k] / 1.165f;
                float wanted = points[k] * scale * (float)percent / 100;
                assert_true(height > wanted - 1 && height <= wanted + 0.01f);
            }
            play(d, "Ctrl++");
        }
        assert_int_equal(d->app->shown.type, 5);
    }
}

// --- keyboard ---

// Tab goes through every control and comes back to the first; each has a ring while it has the
// focus.
TEST(every_control_is_reached_by_the_keyboard)
{
    desk *d = open_played("broken-stale-dt", "Pause/1");
    int count = d->app->focus.count, found = 0;
    for (int i = 0; i < count; i++) {
        play(d, "Tab");
        assert_true(d->app->focus.shown);
        for (int k = 0; k < d->app->layout.button_count; k++) {
            const vl_rect *rect = &d->app->layout.buttons[k].rect;
            found += rect->x == d->app->focus.at.x && rect->y == d->app->focus.at.y;
        }
    }
    vl_rect last = d->app->focus.at;
    assert_int_equal(found, d->app->layout.button_count);
    play(d, "Tab Shift+Tab");
    assert_memory_equal(&d->app->focus.at, &last, sizeof last);
}

TEST(enter_and_space_press_what_has_the_focus)
{
    static const char *const keys[] = {"Enter", "Space"};
    for (int i = 0; i < 2; i++) {
        desk *d = open_scene("pendulum");
        vl_rect menu;
        assert_true(place_of_button(d->app, vl_command_named("Ctrl+K", 6), &menu));
        for (int k = 0; k < 100 && memcmp(&d->app->focus.at, &menu, sizeof menu) != 0; k++)
            play(d, "Tab");
        play(d, keys[i]);
        play(d, "drawer=find running=1 Esc Space running=0"); // without a focus it pauses
    }
}

// The name of every command is whole in the list, in windows and types of all sizes. Each group has
// one heading.
TEST(the_list_of_commands_cuts_no_name)
{
    static const int sizes[][3] = {{1280, 720, 0}, {800, 600, 0}, {800, 600, 2}, {1080, 1920, 2}};
    const desk *high = open_sized("pendulum", 1000, 24000, "Ctrl+K ' '/3"); // as high as all of it
    for (int group = 0; group < VL_GROUPS; group++) {
        const char *name = vl_command_group_name((vl_command_group)group);
        int count = 0;
        for (const vl_draw *draw = NULL; (draw = next_text(high, high->app->layout.drawer, draw));)
            count += reads(high, draw, name);
        assert_int_equal(count, 1);
    }
    for (int k = 0; k < COUNT(sizes); k++) {
        desk *d = open_sized("pendulum", sizes[k][0], sizes[k][1], "");
        d->app->shown.type = sizes[k][2];
        play(d, "Ctrl+K ' '"); // all rows of all groups
        for (float before = -1; d->app->drawer.scroll > before;) {
            before = d->app->drawer.scroll;
            frames(d, 1);
            if (has_cut_text(d, d->app->layout.drawer))
                fail_msg("%d x %d: a name is cut at %g", sizes[k][0], sizes[k][1],
                         (double)d->app->drawer.scroll);
            d->app->drawer.scroll += 200;
        }
    }
}

// --- Esc ---

// A note goes by itself, so Esc closes what somebody has opened before it; a warning that has come
// since lies on top, and one that was there before waits.
TEST(escape_closes_what_was_opened_last)
{
    desk *d = open_sized("pendulum", 2560, 720, "/2");
    float width = d->app->camera.stage.w;
    play(d, "Warn/0 Ctrl+P N Note/0 Esc drawer=0 page=1 Warn/0 Esc notice=0 page=1 N");
    d->app->pages.open = NULL; // and opened after the drawer
    play(
        d,
        "Ctrl+P Esc drawer=notes page=0 Warn/0 Ctrl+P Esc notice=warning page=0 Esc Esc/3 notice=0 "
        "drawer=0");
    assert_true(d->app->camera.stage.w == width); // the scene has all of the window again
}

// --- the band ---

static vl_frames seen; // in the band, when late_frames() was called

static int late_frames(desk *d, int *last)
{
    int late = 0;
    vl_frames_read(&seen, d->session, 10, 5);
    for (int k = 0; k < seen.count; k++)
        if (seen.late[k]) {
            late++;
            *last = (int)seen.first + k;
        }
    return late;
}

// Uniform lengths end half a distance of the quartiles above the upper one, a whole such distance
// below where a late frame begins: 32 frames that are drawn seldom hide that. A frame of three
// times the longest stands out of all of them.
TEST(the_band_calls_no_jitter_late)
{
    static const char *const streams[] = {"random:0.0083333:0.025:%d", "random:0.001:0.1:%d",
                                          "random:0.015:0.0183:%d"};
    static const double longest[] = {0.025, 0.1, 0.0183};
    int late = 0, count = 0, last;
    for (int i = 0; i < 24; i++) {
        desk *d = open_scene("pendulum");
        char text[96], other[64];
        snprintf(text, sizeof text, streams[i % 3], 1 + i);
        set_stream(d, text);
        play(d, "Pause/0 100*step");
        late += late_frames(d, &last);
        count += seen.count;
        snprintf(other, sizeof other, "fixed:%.17g", 3 * longest[i % 3]);
        set_stream(d, other);
        make_session_steps(d, 1);
        set_stream(d, text);
        assert_true(late_frames(d, &last) >= 1 && seen.late[101 - seen.first]);
    }
    print_message("  %d of %d frames of jitter are late\n", late, count);
    assert_true(1000 * late <= count);
}

// While the window goes by, a frame is late from when it was made until it leaves. After a change
// of the frame rate the frames of the lower rate are not late: they were on time.
TEST(what_is_late_does_not_depend_on_where_the_window_begins)
{
    static const struct {
        const char *stream;
        int late[2]; // the numbers of the late frames
    } runs[] = {{"list:31x0.0166667:0.1:7x0.0166667:0.1:fixed:0.0166667", {32, 40}},
                {"list:45x0.0333333:fixed:0.0166667", {0}},
                {"list:100x0.0166667:50x0.00694444:0.1:fixed:0.00694444", {151}},
                {"list:100x0.00694444:50x0.0166667:0.1:fixed:0.0166667", {151}},
                {"list:100x0.0333333:50x0.00694444:0.1:fixed:0.00694444", {151}}};

    for (int i = 0; i < COUNT(runs); i++) {
        desk *d = open_scene("pendulum");
        set_stream(d, runs[i].stream);
        play(d, "Pause/0 R");
        for (int k = 0; k < 800; k++) {
            int last = 0, late = late_frames(d, &last), wanted = 0;
            for (int n = 0; n < 2; n++) {
                int64_t index = runs[i].late[n] - seen.first;
                bool inside = runs[i].late[n] > 0 && index >= 0 && index < seen.count;
                wanted += inside;
                if (inside && !seen.late[index])
                    fail_msg("run %d, %d frames made: number %d is not late", i, k,
                             runs[i].late[n]);
            }
            if (late != wanted)
                fail_msg("run %d, %d frames made: %d are late, %d of them is", i, k, late, last);
            make_session_steps(d, 1);
        }
    }
}

// The newest late frame has its length beside it.
TEST(a_late_frame_says_how_long_it_was)
{
    desk *d = open_played("pendulum", "60 /59 !{100 ms} H/30 {100 ms} Pause/0");
    play(d, "Space R/60 !{100 ms}");
}

// Frames of another rate than the run began with are told from the others, whatever the window;
// jitter has none.
TEST(frames_of_another_rate_are_the_subject)
{
    static const struct {
        const char *stream;
        int from, to; // the numbers of the frames that are changed
        int events;
    } rows[] = {{"switch:0.0166667:0.00694444:2", 121, 100000, 1},
                {"switch:0.0166667:0.0160:2", 121, 100000, 1}, // stated, so by however little
                {"list:100x0.0166667:100x0.00694444:fixed:0.0166667", 101, 200, 2},
                {"hitch:0.0166667:0.1:1", 0, 0, 1},
                {"random:0.008:0.025:1", 0, 0, 0}};

    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_scene("pendulum");
        set_stream(d, rows[i].stream);
        play(d, "Pause/0 R");
        for (int k = 0; k < 40; k++) {
            vl_frames_read(&seen, d->session, 10, 5);
            for (int j = 0; j < seen.count - 3; j++) { // the last are not known to be steady
                int64_t number = seen.first + j;
                if (seen.changed[j] != (number >= rows[i].from && number <= rows[i].to))
                    fail_msg("%s: frame %lld", rows[i].stream, (long long)number);
            }
            make_session_steps(d, 10);
        }
        vl_frame_marks marks = {0};
        vl_frame_marks_follow(&marks, d->session);
        assert_int_equal(marks.count, rows[i].events);
    }
}

// However one has come to the present: in steps, back, by another way, and on again.
TEST(marks_are_those_of_the_frames_that_led_to_the_present)
{
    vl_frame_marks marks = {0};
    desk *d = open_played("pendulum", "60 R/30");
    static const char *const scripts[] = {"H/30",   "20*Shift+.", "Space/40", "H/20",
                                          "144/30", "35*Shift+.", "30/50",    "Ctrl+Z Ctrl+Z/9"};
    for (int i = 0; i < COUNT(scripts); i++) {
        vl_frame_marks anew = {0};
        play(d, scripts[i]);
        vl_frame_marks_follow(&marks, d->session);
        vl_frame_marks_follow(&anew, d->session);
        assert_int_equal(marks.count, anew.count);
        for (int k = 0; k < marks.count && k < VL_MOST_MARKS; k++)
            assert_true(marks.times[k] == anew.times[k]);
    }
    assert_true(marks.count > 0);
}

// Run and Pause have one place.
TEST(nothing_shifts_under_the_finger)
{
    desk *d = open_scene("pendulum");
    int index = vl_command_named("Space", 5);
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

// With every drawer and some pages, and with every size of type; for a projector and in the drawer
// of frames with the usual one.
TEST(nothing_overlaps_in_windows_of_any_size)
{
    static const char *const scenes[] = {
        "broken-stale-dt", "pendulum", "opening", "bounce", "orbit", "chain", "broken-naive-start"};
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {3840, 2160}, {1024, 768}, {800, 600},
                                   {600, 900},  {1600, 500},  {2560, 1080}, {1080, 1920}};
    static const char *const scripts[] = {
        "",   "N",        "F1",        "F2",    "Ctrl+K",          "measure",
        "F3", "Ctrl+P N", "Ctrl+P F1", "F3 F2", "2*Ctrl+P Ctrl+K", "F10"};
    for (int s = 0; s < 2 * COUNT(sizes); s++) {
        const char *scene = scenes[s % COUNT(scenes)];
        const int *size = sizes[s / 2];
        desk *d = open_with_font(scene, size[0], size[1], "");
        for (int k = s % 2; k < COUNT(scripts); k += 2) {
            bool usual = strstr(scripts[k], "F10");
            d->app->shown.type = usual ? 0 : s % 5;
            if (k % 4 == s / 2 % 4)
                vl_app_notify(d->app, VL_NOTICE_NOTE, "Title", "Text");
            play(d, scripts[k]);
            frames(d, 2);
            audit_frame(d, "%s, %d x %d, type %d, %s", scene, size[0], size[1], d->app->shown.type,
                        scripts[k]);
            d->app->drawer.open = VL_DRAWER_NONE;
            d->app->pages.open = NULL;
            d->app->shown.projector = false;
            d->app->tools.in_hand = NULL;
            d->app->notice.kind = VL_NOTICE_NONE;
        }
    }
}

// A platform reads it again for a picture, also while the next frame is drawn.
TEST(a_list_that_was_presented_does_not_change_in_the_next_frame)
{
    desk *d = open_sized("chain", 1280, 720, "/3");
    const vl_drawlist shown = d->app->list;
    size_t size = (size_t)shown.vertex_count * sizeof *shown.vertices;
    FREED vl_vertex *copy = vl_alloc(size, 1);
    memcpy(copy, shown.vertices, size);
    frames(d, 1);
    assert_memory_not_equal(copy, d->app->list.vertices, size);
    assert_memory_equal(copy, shown.vertices, size);
}
