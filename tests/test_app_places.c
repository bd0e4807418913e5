// Everything has a place of its own: the card of the lanes, notices and words; and names are there
// in full.

#include "app/screen/parts.h"
#include "app/stage/parts.h"
#include "support/screen_checks.h"

static const int sizes[][2] = {{800, 600}, {1024, 768}, {1280, 720}, {1080, 1920}};

// With any number of lanes, of any scene, and of one lane, too. It covers neither words nor what is
// at the beginning of the scene.
TEST(the_card_is_always_at_the_upper_right)
{
    static const char *const scenes[] = {"pendulum", "cloth", "free-fall", "spring-chain"};
    for (int i = 0; i < COUNT(sizes) * COUNT(scenes); i += test_cases(5, 1)) {
        const int *size = sizes[i / COUNT(scenes)];
        desk *d = open_sized(scenes[i % COUNT(scenes)], size[0], size[1], "Pause/0");
        while (vl_session_remove_lane(d->session, 0))
            continue;
        for (int lanes = 1; lanes <= VL_MOST_LANES; lanes += 4) {
            while (d->session->lab->count < lanes)
                play(d, "Lane");
            play(d, "R! Pause/2");
            const vl_rect card = d->app->layout.figures, clear = d->app->layout.clear;
            assert_true(card.w > 0 && card.y <= clear.y);
            assert_true(fabsf(card.x + card.w - clear.x - clear.w) < 0.01F);
            assert_false(covers_words(d, card));
            const vl_layout *l = &d->app->layout; // beside panes its graph has all of the height
            if (vl_app_has_panes(d->app) && l->stage.x + l->stage.w <= card.x && l->graph.h > 0)
                assert_true(card.y + card.h > clear.y + clear.h - 1 || l->graph.h >= l->graph.w);
            for (int n = 1; n <= world_of(d)->particles.count; n++) {
                vl_pixel at = ball_pixel(d, n);
                assert_false(vl_rect_contains(card, at.x, at.y));
            }
        }
    }
}

TEST(no_words_cut_a_dial)
{
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_sized("torsion-pendulum", sizes[i][0], sizes[i][1], "/3");
        const vl_layout *l = &d->app->layout;
        float r = (float)(world_of(d)->particles.radius[0] * vl_camera_scale(&d->app->camera));
        const vl_particles *p = &world_of(d)->particles;
        const vl_projection projection = vl_camera_projection(&d->app->camera);
        vl_pixel middle = vl_project(&projection, vl_particle_middle(p, 0, vl_read(p->x, 0)));
        const vl_rect dial = {middle.x - r, middle.y - r, 2 * r, 2 * r};
        assert_false(vl_rect_overlap(dial, l->figures) || covers_words(d, dial));
        assert_true(within(dial, l->stage));
    }
}

// In three panes and in sixteen, where all titles are alike, and at the balls.
TEST(names_of_lanes_are_not_cut)
{
    for (int i = 0; i < 2 * TYPES; i++) {
        desk *d = open_sized("cloth", 1900, 720, "Pause/0");
        while (i == 0 && d->session->lab->count < VL_MOST_LANES)
            play(d, "Lane");
        choose_type(d, i / 2);
        frames(d, 2);
        for (int lane = 0; lane < d->session->lab->count; lane++) {
            vl_rect pane = vl_app_pane(d->app, lane), first = vl_app_pane(d->app, 0);
            pane.h = first.h = d->app->layout.pane_title;
            const vl_draw *title = next_text(d, pane, NULL), *even = next_text(d, first, NULL);
            assert_true(title && title->size == even->size && !has_cut_text(d, pane));
            assert_true(fabsf(title->y - pane.y - (even->y - first.y)) < 1);
        }
    }
}

// Growth by a factor of 2 in each step: a thousand steps are a power of ten with three digits in
// the exponent. A figure that is cut would be another number.
TEST(a_figure_is_there_with_its_exponent)
{
    write_here(
        "growing.yaml",
        "format: 1\ntimestep: fixed:0.1\nparticles:\n  - {at: [0, 0], pinned: true}\n"
        "  - {at: [1.5, 0]}\nlinks: [{from: 1, to: 2, kind: spring, length: 1, stiffness: 100}]\n"
        "compare: [{integrator: verlet}, {integrator: explicit-euler}]\n");
    for (int i = 0; i < COUNT(sizes); i++) {
        char text[VL_QUANTITY_SIZE];
        desk *d = open_sized("growing.yaml", sizes[i][0], sizes[i][1], "");
        for (int k = 0; k < 500; k++)
            assert_true(vl_session_step(d->session));
        play(d, "Pause/0");
        d->app->digits.next = 0;
        frames(d, 2);
        const vl_quantity *energy = &vl_quantities[VL_QUANTITY_ENERGY_ERROR];
        double error = vl_quantity_of(energy, &d->app->digits.lanes[1]);
        vl_quantity_write(energy, energy->factor * error, energy->unit, text);
        if (!strstr(text, "·10") || !shows(d, text))
            fail_msg("%s is cut, or has no power of ten", text);
        assert_false(shows(d, "thousand times")); // nor has the axis two notations in one
    }
}

// Errors of 1.9 mm and 10 mm would be 0.00 m and 0.01 m. Where the stage is high, m are right.
TEST(errors_of_places_are_told_in_the_unit_of_the_stage)
{
    open_sized("polynomial", 1366, 768, "/500 {242 mm} {10.0 mm} {1.88 mm} running=0");
    open_sized("free-fall", 1366, 768, "/700 {50.0 m} {=0 m} running=0");
}

// The graph below the card, and a pointer in it, have the unit of the card: it shows no rounding
// that the figures do not show, and on a small stage an error alone is in mm.
TEST(the_graph_has_the_unit_of_the_card)
{
    static const struct {
        const char *scene, *unit, *other;
    } rows[] = {{"bounce", "mm", "m"},
                {"projectile", "m", "mm"},
                {"free-fall", "m", "µm"},
                {"opening", "%", "10⁻³ %"},
                {"tearing-curtain", "links", "10⁻⁶ links"},
                {"broken-last-frame-hand", "m", "mm"}};

    for (int i = 0; i < COUNT(rows); i++)
        for (int steps = 1; steps < 100; steps += 40) {
            desk *d = open_sized(rows[i].scene, 1280, 720, "Pause/0");
            d->app->graph.compared = i < 3 ? VL_FIGURE_POSITION : d->app->graph.compared;
            d->app->graph.table = false;
            make_session_steps(d, steps);
            frames(d, 30);
            int units[2] = {0};
            for (const vl_draw *draw = NULL; (draw = next_text(d, d->app->layout.figures, draw));) {
                units[0] += reads(d, draw, rows[i].unit);
                units[1] += reads(d, draw, rows[i].other);
            }
            if (units[0] != 1 || units[1] > 0)
                fail_msg("%s, %d steps: %d, %d", rows[i].scene, steps, units[0], units[1]);
        }
}

// Of all lanes, whose methods may take it further than that of the scene, and at the lengths of
// frames that the scene has; and it is beside the sliders, also after the scene has paused.
TEST(what_moves_is_on_the_stage_for_ten_seconds)
{
    static const struct {
        const char *scene;
        int lost; // lanes that leave by what the scene shows
        double until;
    } rows[] = {{"oscillator", 0, 10}, {"free-fall", 0, 10},       {"bounce", 0, 10},
                {"orbit", 2, 8.5},     {"pull-the-sheet", 0, 2.5}, {"projectile", 0, 4},
                {"chain", 0, 1.5},     {"engines", 0, 1.5}};

    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_with_font(rows[i].scene, 1280, 720, "Pause/0");
        const vl_layout *l = &d->app->layout;
        for (int left[VL_MOST_LANES] = {0}, lost = 0; time_of(d) < rows[i].until;) {
            make_session_steps(d, 1);
            for (int lane = 0; lane < d->session->lab->count; lane++) {
                const vl_world *world = lane_world(d, lane);
                const vl_camera camera = vl_app_lane_camera(d->app, lane);
                const vl_projection projection = vl_camera_projection(&camera);
                for (int k = 0; k < world->particles.count && !left[lane]; k++) {
                    vl_pixel at = vl_project(&projection, vl_read(world->particles.x, k));
                    left[lane] = !vl_rect_contains(camera.window, at.x, at.y) ||
                                 vl_rect_contains(l->figures, at.x, at.y) || at.y > l->band.y ||
                                 vl_rect_contains(l->sliders, at.x, at.y);
                    lost += left[lane];
                }
            }
            if (lost > rows[i].lost)
                fail_msg("%s: %d lanes have left at %g s", rows[i].scene, lost, time_of(d));
        }
    }
}

// In front and where a mistake is looked for, at the size of a lecture: the ball that moves, or
// what hangs together; in a pane that is in the middle.
TEST(actors_are_44_pixels_large)
{
    SCOPED(vl_scene_names) scenes = shipped_names();
    for (int i = 0; i < scenes.count; i++) {
        if (i >= 12 && strncmp(scenes.names[i], "broken-", 7) != 0)
            continue;
        desk *d = open_with_font(scenes.names[i], 1280, 720, "Pause/1");
        double scale = vl_camera_scale(&d->app->camera), widest = 0;
        const vl_particles *p = &world_of(d)->particles;
        const vl_rect pane = vl_app_pane(d->app, d->session->chosen);
        float left = HUGE_VALF, right = 0;
        for (int k = 0; k < p->count; k++) {
            left = fminf(left, ball_pixel(d, k + 1).x);
            right = fmaxf(right, ball_pixel(d, k + 1).x);
            double far = vl_length(vl_sub(vl_read(p->x, k), vl_read(p->x, p->slot_of[1])));
            widest = fmax(widest, p->pinned[k] ? 0 : p->count > 20 ? far / 5 : 2 * p->radius[k]);
        }
        if (scale * widest < 44)
            fail_msg("%s: %.1f pixels", scenes.names[i], scale * widest);
        if (vl_app_has_panes(d->app) && fabsf(left + right - 2 * pane.x - pane.w) > 0.1f * pane.w)
            fail_msg("%s: from %.0f to %.0f", scenes.names[i], (double)left, (double)right);
    }
}

// A note is beside the motion and beside the words, in single views and in panes.
TEST(a_note_lies_over_nothing_that_moves)
{
    static const char *const scenes[] = {"opening", "bounce", "oscillator",      "orbit", "cloth",
                                         "chain",   "rope",   "tearing-curtain", "hitch", "cradle"};
    for (int i = 0; i < COUNT(scenes); i++) {
        desk *d = open_with_font(scenes[i], 1280, 720, "Pause/0");
        vl_app_notify(d->app, VL_NOTICE_NOTE, "Undone: pin", "Ctrl+Shift+Z does it again.");
        frames(d, 1);
        const vl_rect banner = d->app->layout.banner;
        if (banner.w <= 0 || vl_rect_overlap(banner, d->app->layout.stage) ||
            covers_words(d, banner) || vl_rect_overlap(banner, d->app->layout.figures))
            fail_msg("%s: a note at %g, %g", scenes[i], (double)banner.x, (double)banner.y);
        play(d, "Hush Ctrl+P Note/2");
        const vl_rect over = d->app->layout.banner;
        assert_true(over.w > 0 && !vl_rect_overlap(over, d->app->layout.stage));
        const vl_rect last = d->app->layout.lane[d->session->lab->count - 1];
        assert_false(vl_rect_overlap(over, d->app->layout.graph) ||
                     vl_rect_overlap(over, last)); // nor over its tabs
        click(d, (vl_rect){over.x + over.w - 20, over.y + 16, 0, 0}, false);
        play(d, "notice=0 page=1");
    }
}

// What a curtain that tears is compared by.
TEST(links_that_tore_are_counted_for_each_lane)
{
    desk *d = open_sized("tearing-curtain", 1366, 768, "");
    FRAMES_UNTIL(d, 300, time_of(d) >= 0.8);
    play(d, "Pause/0");
    d->app->digits.next = 0;
    play(d, "/2 {^links that}");
    for (int i = 0; i < d->session->lab->count; i++) {
        int torn = lane_world(d, i)->broken;
        assert_true(i == 2 ? torn == 0 : torn > 100);
        playf(d, "{%d links}", torn);
    }
}

// Returns how many balls of all lanes, and arrows of what is thrown, the name lies on.
static int balls_under(const desk *d, vl_rect name)
{
    int count = 0;
    for (int i = 0; i < d->session->lab->count; i++) {
        const vl_particles *p = &lane_world(d, i)->particles;
        const vl_camera camera = vl_app_lane_camera(d->app, i);
        const vl_projection projection = vl_camera_projection(&camera);
        for (int k = 0; k < p->count; k++) {
            vl_pixel at = vl_project(&projection, vl_particle_middle(p, k, vl_read(p->x, k)));
            float r = (float)(p->radius[k] * projection.scale);
            vl_vec3 v = vl_read(vl_world_velocity(lane_world(d, i)), k);
            bool thrown = d->app->shown.trails && d->session->lab->now.frames == 0;
            double far = thrown ? 0.18 * (double)camera.stage.h / fmax(vl_length(v), 1e-9) : 0;
            float x = at.x + (float)(far * v.x), y = at.y - (float)(far * v.y);
            vl_rect disc = {at.x - r, at.y - r, 2 * r, 2 * r};
            count += !p->dial[k] && (vl_rect_overlap(name, disc) || vl_rect_contains(name, x, y));
        }
    }
    return count;
}

// Whether the leader of a name goes over another name, or over a ball away from its own.
static bool crosses(const desk *d, const vl_named *named)
{
    for (float part = 0.1f; part < 1 && named->leader; part += 0.05f) {
        const vl_pixel from = named->ends[0], to = named->ends[1];
        const vl_rect dot = {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y), 1,
                             1};
        bool over = hypotf(dot.x - named->x, dot.y - named->y) > 3 * named->radius &&
                    balls_under(d, dot) > 0; // which lie on one another where they begin
        for (int i = 0; i < d->session->lab->count; i++) {
            const vl_named *other = &d->app->stages.of[i]->named;
            over |= other != named && vl_rect_overlap(dot, other->name);
        }
        if (over)
            return true;
    }
    return false;
}

// Of all lanes but `spare`, and of the chosen one, that have not diverged.
static void check_names(const desk *d, const char *scene, int spare)
{
    const vl_layout *l = &d->app->layout;
    vl_rect names[2 * VL_MOST_LANES];
    int count = 0;
    for (const vl_draw *draw = NULL; (draw = next_text(d, l->whole, draw));) {
        vl_rect name = vl_rect_inset(text_rect(d, draw), 2);
        for (int i = 0; i < l->choice_count; i++) // a choice has a face of its own
            name.w = vl_rect_overlap(name, l->choice[i]) ? 0 : name.w;
        if (draw->size != VL_TYPE_NAME || vl_rect_overlap(name, l->caption))
            continue;
        for (int i = 0; i < count; i++)
            if (vl_rect_overlap(name, names[i]))
                fail_msg("%s: two names lie on one another", scene);
        names[count++] = name;
        if (!within(name, l->whole) || vl_rect_overlap(name, l->figures) ||
            vl_rect_overlap(name, l->band) || covers_words(d, name))
            fail_msg("%s: a name at %g, %g", scene, (double)name.x, (double)name.y);
        for (int i = 0; i < l->button_count; i++)
            if (vl_rect_overlap(name, l->buttons[i].rect))
                fail_msg("%s: a name lies on a button", scene);
        if (balls_under(d, name) > 0)
            fail_msg("%s: a name lies on %d balls", scene, balls_under(d, name));
        for (const vl_draw *other = NULL; (other = next_text(d, l->stage, other));)
            if (other != draw && other->size != VL_TYPE_NAME &&
                vl_rect_overlap(name, text_rect(d, other)))
                fail_msg("%s: a name lies on another text", scene);
    }
    assert_false(has_cut_text(d, l->figures)); // nor are names, remarks and figures of lanes cut
    for (int i = 0; i < d->session->lab->count; i++) {
        bool there = d->app->stages.of[i]->named.name.w > 0 || lane_world(d, i)->now.diverged;
        spare -= !there;
        if (spare < 0 || (i == d->session->chosen && !there))
            fail_msg("%s at %g s, %g x %g: lane %d has no name", scene, time_of(d),
                     (double)l->whole.w, (double)l->whole.h, i);
    }
}

// Of all scenes, and in all windows: at the start, where all lanes are at one place, and later; of
// those in front all names but one, in the windows of students. Who has left is named at the edge.
TEST(names_lie_on_no_actors)
{
    static const int seen[][2] = {{1280, 720}, {390, 844}, {640, 400}};
    SCOPED(vl_scene_names) scenes = shipped_names();
    for (int i = 0; i < scenes.count + 3 * 12; i++) {
        const bool front = i < 3 * 12;
        const int *window = front ? seen[i / 12] : windows[i % WINDOWS];
        const char *scene = scenes.names[front ? i % 12 : i - 3 * 12];
        desk *d = open_with_font(scene, window[0], window[1], "Pause/1");
        const int lanes = d->session->lab->count;
        if (lanes < 2 || vl_app_has_panes(d->app))
            continue;
        for (int part = 0; part < (front ? 9 : 4); part++) {
            check_names(d, scene, front ? 1 : lanes / 2);
            make_session_steps(d, front ? 40 : 15);
            frames(d, 1);
        }
    }
    (void)open_with_font("orbit", 640, 400, "@0.5 /1 {=Explicit Euler →}"); // beside a high card
    for (int i = 0; i < WINDOWS; i++) { // nor does the height of what is thrown
        desk *thrown = open_with_font("projectile", windows[i][0], windows[i][1], "@4 /1 {=0 m}");
        assert_int_equal(balls_under(thrown, text_rect(thrown, drawn_text(thrown, "0 m"))), 0);
        desk *low = open_with_font("free-fall", windows[i][0], windows[i][1], "@10 Pause/1");
        for (int k = 0; k < 6; k++, play(low, k == 3 ? "F10/1" : "")) // the lowest ball's, either
            assert_false(crosses(low, &low->app->stages.of[k % 3]->named));
    }
    desk *d = open_with_font("orbit", 390, 844, "/150");
    for (; time_of(d) < 0.21; frames(d, 1)) // where leaders cross one another
        check_names(d, "orbit", 0);
}

static float from_ball(const vl_named *ball, vl_rect name)
{
    const float x = fmaxf(name.x, fminf(ball->x, name.x + name.w)),
                y = fmaxf(name.y, fminf(ball->y, name.y + name.h));
    return hypotf(ball->x - x, ball->y - y) - ball->radius;
}

// Of two names in one column that are less than a row apart the upper belongs to the higher ball. A
// name without a leader is nearer to its own ball than to another one, and no leader crosses a name
// or a ball: not at the start, and later seldom.
TEST(names_are_told_from_one_another)
{
    static const int seen[][2] = {{1280, 720}, {390, 844}, {640, 480}, {1280, 720}};
    static const char *const scenes[] = {"projectile",
                                         "hitch",
                                         "chain",
                                         "orbit",
                                         "free-fall",
                                         "oscillator",
                                         "broken-halved-gravity",
                                         "broken-zero-frame",
                                         "broken-millisecond-clock"};
    int columns = 0, reversed = 0, names = 0, mistaken = 0, crossed = 0;
    for (int i = 0; i < COUNT(seen) * COUNT(scenes); i++) {
        const int *window = seen[i % COUNT(seen)];
        const char *scene = scenes[i / COUNT(seen)];
        desk *d =
            open_with_font(scene, window[0], window[1], i % COUNT(seen) == 3 ? "F10 R/1" : "R/1");
        const int lanes = d->session->lab->count, start[] = {mistaken, crossed};
        for (int frame = 0; frame < 60; frame++) {
            if (frame == 1 && (mistaken > start[0] || crossed > start[1]))
                fail_msg("%s at the start: names are mistaken, or led over others", scene);
            make_session_steps(d, frame > 0 ? 4 : 0);
            frames(d, 1);
            for (int k = 0; k < lanes * lanes; k++) {
                const vl_named *a = &d->app->stages.of[k / lanes]->named;
                const vl_named *b = &d->app->stages.of[k % lanes]->named;
                const vl_rect own = b->name;
                const vl_rect column = {own.x, own.y - own.h, own.w, 3 * own.h};
                if (a->far || b->far || a->name.w <= 0 || b->name.w <= 0)
                    continue;
                names += a == b;
                crossed += a == b && crosses(d, a);
                mistaken += !a->leader &&
                            hypotf(a->x - b->x, a->y - b->y) > fmaxf(a->radius, own.h / 2) &&
                            from_ball(b, a->name) < from_ball(a, a->name);
                if (b->y - a->y <= b->gap / 2 || !vl_rect_overlap(a->name, column))
                    continue;
                columns++;
                reversed += a->name.y > b->name.y;
            }
        }
    }
    if (columns < 700 || 100 * reversed > columns || mistaken > names / 100 ||
        crossed > names / 20) // where there is no other room
        fail_msg("of %d names in a column %d are reversed, of %d %d mistaken, %d led over others",
                 columns, reversed, names, mistaken, crossed);
}

// From one frame to the next a name goes at most 40 pixels beside its ball, but where it must, or
// comes home from where a line led to it. It is never far for that, and seldom led.
TEST(names_do_not_jump)
{
    static const char *const scenes[] = {"chain", "rope", "oscillator", "opening"};
    int jumps = 0, led[2] = {0};
    float longest = 0;
    for (int i = 0; i < COUNT(scenes); i++) {
        desk *d = open_with_font(scenes[i], 1280, 720, i < 3 ? "/2" : "@7 /2");
        for (int frame = 0; frame < 240; frame++) {
            vl_named last[VL_MOST_LANES];
            for (int lane = 0; lane < d->session->lab->count; lane++)
                last[lane] = d->app->stages.of[lane]->named;
            frames(d, 1);
            for (int lane = 0; lane < d->session->lab->count; lane++) {
                const vl_named *now = &d->app->stages.of[lane]->named, *old = &last[lane];
                const bool home = old->leader && !now->leader;
                led[i == 0] += now->leader;
                jumps += !home && hypotf(now->name.x - now->x - old->name.x + old->x,
                                         now->name.y - now->y - old->name.y + old->y) > 40;
                longest = fmaxf(longest, now->leader * hypotf(now->ends[0].x - now->ends[1].x,
                                                              now->ends[0].y - now->ends[1].y));
            }
        }
    }
    if (jumps > 32 || longest > 200 || led[0] > 60 || led[1] > 280) // of 1920, and of 960 names
        fail_msg("names jump %d times, are led %d and %d times, and one is led %g pixels", jumps,
                 led[0], led[1], (double)longest);
}

// A page or a drawer over the whole stage leaves a strip at its side, in which tags or the scale
// bar would be cut. Beside theory there is the motion, without words.
TEST(no_tag_is_beside_a_page)
{
    for (int i = 0; i < 2; i++) {
        desk *d = open_sized("rope", 800, 600, i ? "Pause/0 F3/4" : "Pause/0 Ctrl+P/4");
        assert_null(next_text(d, (vl_rect){790, -1e6f, 1e6f, 2e6f}, NULL));
        d = open_with_font("opening", 390, 844, i ? "F1/2" : "F2/2");
        assert_null(next_text(d, (vl_rect){381, -1e6f, 1e6f, 2e6f}, NULL));
        d = open_sized("spring-chain", 1280, 720, "/2 F3/4");
        assert_true(d->app->layout.roomy && d->app->layout.caption.w <= 0);
    }
}

// Where the bars begin it has no room left of its bar in an upright window.
TEST(the_length_of_a_late_frame_is_beside_its_bar)
{
    for (int i = 0; i < 40; i++) {
        desk *d = open_with_font("hitch", i % 2 ? 390 : 1280, i % 2 ? 844 : 720,
                                 PRINTED("@%g Pause/1 F10/2", 2.2 + 0.1 * i));
        const vl_rect bars = d->app->layout.bars;
        const float second = bars.w / 15, begin = bars.x + 2 * second;
        const vl_rect line = {bars.x + second * (float)time_of(d) - 5, bars.y, 10, bars.h};
        vl_rect label = text_rect(d, drawn_text(d, "150 ms"));
        assert_true(!vl_rect_overlap(line, label) && (i % 2 || label.x + label.w < begin));
    }
}

TEST(the_band_has_bars_and_all_rates_in_each_window)
{
    for (int i = 0; i < WINDOWS + 60; i++) {
        const int *size = i < WINDOWS ? windows[i] : (int[]){17 * i + 390, 1000};
        desk *d = open_with_font("hitch", size[0], size[1], "/1"); // widths are rounded
        int rates = 0;
        d->app->stalls.last = 0.383, d->app->stalls.since = 0; // words without room are left out
        play(d, "/1 {the program stalled 383 ms}");
        assert_false(has_cut_text(d, d->app->layout.below_bars));
        for (int k = 0; k < d->app->layout.button_count; k++)
            rates += vl_command_get(d->app->layout.buttons[k].command).place == VL_PLACE_RATES;
        assert_int_equal(rates, 5);
        assert_true(d->app->layout.bars.h >= 80 * vl_app_scale(d->app));
        for (int projector = 0; projector < 2 && i < WINDOWS; projector++) {
            int scale = 0; // the rate beside the bars is whole
            for (const vl_draw *draw = NULL; (draw = next_text(d, d->app->layout.whole, draw));)
                scale += draw->size == VL_TYPE_SMALL && reads(d, draw, "144/s");
            assert_int_equal(scale, 1);
            play(d, "F10/2");
        }
    }
}

// How many pixels of height the view of the scene has in the pane of the first lane.
static double seen_height(const desk *d)
{
    const vl_rect pane = vl_app_lane_camera(d->app, 0).stage;
    return (double)pane.h / vl_stage_shape(d->app, pane);
}

// The card has its graph but above panes in a low window. A question moves its rows in no upright
// one, and leaves what is seen of the scene as large as it is.
TEST(a_small_window_has_a_graph_and_a_question_leaves_the_stage)
{
    static const int small[][2] = {{390, 844}, {640, 400}, {640, 480}};
    SCOPED(vl_scene_names) scenes = shipped_names();
    for (int i = 0; i < COUNT(small) * scenes.count; i++) {
        if (!test_pair(i, 0))
            continue;
        const char *name = scenes.names[i / COUNT(small)];
        const int *size = small[i % COUNT(small)];
        desk *d = open_with_font(name, size[0], size[1], "Pause/2");
        const vl_layout *l = &d->app->layout;
        const float first = l->lane->y;
        double seen = seen_height(d);
        vl_type_size title = l->narrow ? VL_TYPE_NAME : VL_TYPE_TITLE;
        assert_int_equal(next_text(d, l->title, NULL)->size, title);
        for (int projector = 0; projector < 2; projector++) {
            bool panes = vl_app_has_panes(d->app), in_front = i < 12 * COUNT(small);
            int names = 0;
            for (const vl_draw *draw = NULL; (draw = next_text(d, l->clear, draw));)
                names += draw->size == VL_TYPE_NAME;
            assert_true(!in_front || panes || names == d->session->lab->count);
            assert_true((l->graph.h > 60 || (panes && l->low)) && l->caption.w > 0);
            assert_true(l->graph.h >= 90 || size[1] != 480 || !in_front);
            assert_true(!in_front || next_text(d, l->figures_head, NULL)->size == VL_TYPE_READING);
            assert_false(has_cut_text(d, l->stage)); // as of a legend
            assert_texts_are_whole(d, l->graph);
            assert_true(seen_height(d) > 0.9 * seen);
            play(d, "F2/2"); // numbers to be typed are beside or above what they change
            assert_true(balls_under(d, l->drawer) == 0 || size[1] == 400 || !in_front);
            play(d, "F2/2 colours/2");
            assert_false(panes && in_front && vl_rect_overlap(l->stage, l->legend));
            play(d, "colours/1 F10/2");
        }
        assert_true(!l->narrow || l->graph.h > 122 || l->stage.h < 162); // a plot of 80, or no room
        assert_true(seen >= (d->app->view.wide > 4 ? 0.13 : 0.22) * 390);
        if (!d->session->scene->has_task)
            continue;
        d->asked = true;
        play(d, "Go/0 R each:0.25/0");
        FRAMES_UNTIL(d, 2000, vl_session_task(d->session) == VL_TASK_ASKED && l->choice_count);
        frames(d, 1);
        audit_frame(d, "%s, %d x %d, asked", name, size[0], size[1]);
        for (int k = 0; k < l->choice_count; k++)
            assert_false(vl_rect_overlap(l->choice[k], l->figures));
        assert_true(l->low || d->session->scene->task.rule == VL_TASK_DRAW || l->lane->y == first);
        assert_true(!d->session->scene->mistake || l->meant || size[1] == 400);
        assert_true(l->figures.w > 0 || l->plain == !!d->session->scene->mistake);
        const float rows = l->choice[l->choice_count - 1].y - l->choice->y; // but for the last
        assert_true(l->choice->y + rows + 48 * vl_app_scale(d->app) <= l->band.y + 1);
        assert_true(rows < 80 * vl_app_scale(d->app) || l->low || i >= 12 * COUNT(small)); // two
        assert_true(l->graph.h > 100 || d->session->scene->task.rule != VL_TASK_DRAW);
        assert_true(seen_height(d) > seen - 1e-3); // but for rounding
    }
}

// Whatever the length of a title is: the card is beside it or below it.
TEST(the_card_lies_on_no_title)
{
    for (int i = 0; i < 6 * WINDOWS; i++) {
        write_here("title.yaml", PRINTED("format: 1\ntitle: %0*d\nparticles: [{at: [0, 0]}]\n",
                                         1 + 12 * (i % 6), 7));
        desk *d = open_with_font("title.yaml", windows[i / 6][0], windows[i / 6][1], "");
        assert_false(vl_rect_overlap(d->app->layout.title, d->app->layout.figures));
    }
}
