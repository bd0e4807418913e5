// The pages: what stands there is what the lab finds, for the method and the scene that run, and
// every number says what it is of.

#include "lab/phase.h"
#include "lab/stability.h"
#include "scene/build.h"
#include "support/screen_checks.h"

// Whether a text is on the screen after the value of a format's %s.
static bool shows_figure(const desk *d, const char *format, double value, int decimals)
{
    char figure[VL_FIGURE_SIZE];
    return shows(d, PRINTED(format, vl_figure_fixed(value, decimals, figure)));
}

// The order lab takes its solver and integrator, which have no name in a file; friction has no
// order.
TEST(every_page_opens_under_every_engine)
{
    for (int i = 0; i < vl_engine_count; i++) {
        desk *d = open_scene("ball-on-string");
        take_engine(d, &vl_engines[i]);
        bool refused = vl_engines[i].damping_per_step > 0;
        for (int page = 0; page < VL_PAGES; page++) {
            vl_page_toggle(d->app, vl_pages[page]);
            assert_ptr_equal(d->app->pages.open, vl_pages[page]);
            frames(d, 6);
            assert_true(page || shows(d, refused ? "with damping per" : "Each method has"));
        }
    }
}

// Where a page has nothing to find it says why, and how far it measures where it has.
TEST(a_page_says_what_it_cannot)
{
    static const char *const rows[][2] = {
        // five seconds are 65 orbits of a planet, after which no place is known; a twentieth of
        // them is what a person sees of this scene in that time
        {"orbit", "F3/3 {T = 0.25 s}"},
        {"spring-chain", "F3/3 {growth per step}"}, // the tab that its notes name
        {"oscillator", "F3/3 {T = 5 s}"},
        {"cloth", "3*F3 /3 {The scene has 1600 particles}"},
        {"chain", "3*F3 /3 {Rods or strings join particle 2}"},
        {"broken-last-frame-hand", "3*F3 /5 {The scene has a recorded hand}"},
        {"pendulum", "2*F3 /3 {No spring and no stiff}"},
        // a magnetic field turns, and the map knows nothing of it
        {"stoermer", "2*F3 /3 {|q B|/m} {^The map is about} !{no step is too long}"}};

    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_played(rows[i][0], "Pause/0");
        play(d, rows[i][1]);
    }
}

// --- the order lab ---

// The plot is beside the table, from the left edge on, or above it in an upright window; its guides
// stand at the lower right, unless it is low. The name of its axis is not cut. The band has its
// frames, and those methods have curves which lanes run, and any other by a click.
TEST(the_plot_of_orders_has_room_and_names_its_axes)
{
    static const int rows[][2] = {{720, 600},  {640, 480},   {1024, 768},
                                  {1280, 720}, {1920, 1080}, {1080, 1920}};
    for (int i = 0; i < COUNT(rows); i++) {
        float width = (float)rows[i][0], height = (float)rows[i][1];
        desk *d = open_sized("oscillator", rows[i][0], rows[i][1], "Pause/0 F3/2");
        const vl_draw *table = drawn_text(d, "all methods"), *name = drawn_text(d, "mean dt (s)");
        bool beside = width > height;
        assert_true(table && name && drawn_text(d, "position error"));
        assert_true(beside ? table->x > 0.25f * d->app->layout.page.w && name->x < table->x
                           : name->y < table->y);
        while (vl_pages_busy(d->app, &(double){0}) &&
               !shows(d, beside && height > 480 ? "slope 1" : "decl")) // something to plot
            frames(d, 1);
        frames(d, 1);
        name = drawn_text(d, "mean dt (s)");
        const vl_draw *guide = drawn_text(d, "slope 1"), *about = drawn_beginning(d, "Against");
        const vl_colour grey = d->app->shown.theme->text_dim,
                        *verlet = &drawn_text(d, "Verlet")->colour;
        assert_true(d->app->layout.bars.h > 20 && about &&
                    about->y > name->y + 1.2f * text_rect(d, name).h);
        assert_memory_equal(verlet, &grey, sizeof grey);
        assert_true((guide || height == 480 || !beside) && shows(d, "decl"));
        assert_true(!guide || !beside || guide->x > 0.4f * table->x);
        assert_true(!guide || guide->y > name->y - 0.12f * height);
    }
}

// The number that is drawn after the name of a method: its order in the table.
static double order_of(const desk *d, const char *name)
{
    const vl_rect window = {0, 0, 1e4f, 1e4f};
    const vl_draw *found = NULL;
    for (const vl_draw *draw = NULL; (draw = next_text(d, window, draw));)
        found = reads(d, draw, name) ? draw : found;
    assert_non_null(found);
    found = next_text(d, window, found);
    assert_non_null(found);
    return strtod(text_of(d, found), NULL);
}

// Rounded to single precision TCV has no order; without the mistake it has its first one. What was
// found before Q is not taken for what is found after it.
TEST(the_order_lab_measures_what_runs)
{
    desk *d = open_played("broken-single-precision", "F3/4 {With the mistake}");
    d = open_played("broken-single-precision", "Q F3 Wait");
    assert_true(fabs(order_of(d, "TCV") - 1) < 0.05);
    play(d, "!{With the mistake} !{measure again} Q/2 "
            "{The mistake has changed since: measure again} Q/2 !{measure again}");
    take_engine(d, &vl_engines[vl_engine_count - 1]); // fixed-accumulator
    play(d, "/2 {The engine has changed since: measure again}");
    d = open_played("torsion-pendulum", "/2 !{=rad} F3/2 {=rad}"); // the axis of a dial's error
}

// A finding is of the scene that it was made of: the next one stops the work and begins its own.
TEST(another_scene_stops_what_is_measured)
{
    static const char *const scenes[] = {"oscillator", "polynomial", "projectile"};
    char shown[64] = "";
    desk *d = open_sized("oscillator", 1600, 720, "F3");
    for (int i = 0; i < COUNT(scenes); i++) {
        vl_app_open_named(d->app, scenes[i]); // while the one before works
        frames(d, 3);
        assert_true(i == 0 || !shows(d, shown));
        snprintf(shown, sizeof shown, "%s, T", scenes[i]);
        assert_true(shows(d, shown) && vl_pages_busy(d->app, &(double){0})); // at its own
    }
    play(d, "Wait");
    assert_true(shows(d, shown) && !shows(d, "measure again"));
}

// --- phase portrait ---

// A pointer on the phase plane reads the nearest instant of the run, and a press goes there.
TEST(a_pointer_reads_the_phase_plane)
{
    desk *d = open_played("oscillator", "@4 Pause/2 4*Ctrl+P /2");
    vl_rect graph = d->app->layout.graph;
    float x = graph.x + 0.6f * graph.w, y = graph.y + 0.6f * graph.h;
    push(d, VL_EVENT_POINTER_MOVE, x, y, 2);
    double read = d->app->graph.time;
    assert_true(read > 0 && read < 4 && !d->app->graph.goes);
    tap(d, VL_POINTER_MOUSE, x, y);
    assert_true(fabs(time_of(d) - read) < 0.1 + 1e-9); // a frame of the scene
}

// The ratio of areas after the frames of the scene, which begins with the page.
static double ratio_of(desk *d, const char *integrator)
{
    vl_phase_plane plane;
    vl_scene scene = vl_session_scene(d->session);
    OWNED(vl_world) *world = vl_scene_build(&scene);
    assert_true(vl_phase_choose(world, 0, VL_PHASE_RADIUS, &plane, &(vl_error){0}));
    OWNED(vl_phase_cloud) *cloud =
        vl_phase_cloud_create(world, &plane, vl_integrator_find(integrator));
    OWNED(vl_stream) *stream = vl_stream_parse(scene.timestep, NULL, NULL);
    double dt;
    for (int i = 0; i < d->session->lab->now.frames; i++)
        if (vl_stream_next(stream, cloud->now.time, &dt))
            vl_phase_cloud_step(cloud, dt, 0);
    vl_phase_cloud_measure(cloud);
    return cloud->now.ratio;
}

static bool shows_ratio(desk *d, double ratio)
{
    char figure[VL_FIGURE_SIZE];
    return shows(d, vl_figure(ratio, 5, figure));
}

// The frames of the scene carry the curves along: constant ones, and random ones after another
// choice.
TEST(the_phase_portrait_shows_the_areas_of_the_lab)
{
    desk *d = open_played("oscillator", "3*F3 /200 Pause/0 Wait");
    assert_true(d->session->lab->now.frames > 20);
    assert_non_null(drawn_text(d, "Velocity v over x"));
    double even = ratio_of(d, "explicit-euler");
    assert_true(even > 1.5 && shows_ratio(d, even));

    play(d, "jitter R Go/200 Pause/0 Wait");
    double uneven = ratio_of(d, "explicit-euler"), verlet = ratio_of(d, "verlet");
    assert_true(fabs(uneven - 1) > 1e-3 && fabs(verlet - 1) > 1e-6);
    assert_true(shows_ratio(d, uneven) && shows_ratio(d, verlet) && !shows_ratio(d, even));
}

// A click switches a method on, which catches up, and off; one that runs is on.
TEST(methods_of_the_phase_portrait_are_switched_by_a_click)
{
    desk *d = open_played("oscillator", "3*F3 /100 Pause/0");
    double midpoint = ratio_of(d, "midpoint");
    double improved = ratio_of(d, "improved-euler");
    play(d, "Wait");
    assert_false(shows_ratio(d, midpoint));
    play(d, "<Midpoint> Wait");
    assert_true(shows_ratio(d, midpoint));
    play(d, "<Midpoint> /1");
    assert_false(shows_ratio(d, midpoint));
    play(d, "8 Wait");
    assert_true(shows_ratio(d, improved));
}

// Plane and table stand side by side, or the table below, and what runs is to be seen.
TEST(the_phase_portrait_fits_into_windows_of_all_sizes)
{
    static const int sizes[][2] = {{800, 600}, {1280, 720}, {1920, 1080}, {600, 1000}};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_sized("oscillator", sizes[i][0], sizes[i][1], "Pause/0 3*F3 /2 Wait /2");
        const vl_rect page = d->app->layout.page;
        const vl_draw *head = drawn_text(d, "methods"), *unit = drawn_text(d, "m/s");
        const vl_draw *running = text_in(d, page, "TCV"), *area = drawn_text(d, "1.0000");
        assert_true(head && unit && running && area && drawn_text(d, "Velocity v over x"));
        bool beside = head->x > unit->x, below = head->y > unit->y + 0.2f * page.h;
        assert_true(beside || below);
        assert_true(area->x > running->x && area->x < page.x + page.w);
    }
}

// Stiff springs make the area of explicit Euler 10¹⁰⁰ times as large, and more.
TEST(the_figures_of_large_areas_are_whole)
{
    static const int sizes[][2] = {{1280, 720}, {640, 400}};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_with_font("spring-chain", sizes[i][0], sizes[i][1], "Pause/0 F3/2 F3/2");
        play(d, "25*step /2 Wait/2 {·10}");
        assert_false(has_cut_text(d, d->app->layout.page));
    }
}

// Wherever the rows of a table begin, in a larger window all are there, or a way to the others.
TEST(more_rows_and_then_more_room)
{
    int clicks[2] = {0, 0}, whole[2] = {0, 0};
    for (int i = 0; i < 16; i++) {
        desk *d = open_sized("oscillator", 700, 300 + 50 * (i / 4), i % 2 ? "F3/2" : "3*F3 /2");
        for (; drawn_text(d, "more"); clicks[i % 2]++)
            play(d, "<more>");
        vl_event larger = {.kind = VL_EVENT_RESIZE, .x = i & 2 ? 1920 : 700, .y = 1400};
        give(d, larger, 2);
        int rows = 0;
        for (int k = 0; k < vl_integrator_count; k++) {
            // the end may be cut off
            rows += drawn_beginning(d, PRINTED("%.8s", vl_integrators[k]->label)) != NULL;
        }
        bool all = rows == vl_integrator_count;
        assert_true(all || drawn_text(d, "more") || drawn_text(d, "back to the first"));
        whole[i % 2] += all;
    }
    assert_true(clicks[0] > 0 && clicks[1] > 0 && whole[0] > 0 && whole[1] > 0);
}

// A hand that lets go of a particle leaves the page with it.
TEST(the_phase_portrait_is_of_the_particle_that_was_held_last)
{
    static const char *const titles[] = {"Velocity v over x", "Velocity v over y"};
    desk *d = open_text("two.yaml", "Pause/0 3*F3 /2",
                        "format: 1\nparticles: [{at: [1, 0]}, {at: [0, 1]}]\n"
                        "forces: [{kind: harmonic, stiffness: 4}]\n");
    for (int slot = 0; slot < COUNT(titles); slot++) {
        assert_true(vl_world_hold(world_of(d), slot));
        frames(d, 3);
        vl_world_release(world_of(d), slot, (vl_vec3){0, 0, 0});
        frames(d, 3);
        assert_non_null(drawn_text(d, titles[slot]));
    }
}

// With R the curve begins anew, and so it does where another setting makes another motion.
TEST(the_phase_portrait_begins_anew_with_the_run)
{
    open_played("pendulum", "3*F3/0 /60 {=Angular velocity over the angle} {since 0.00 s} "
                            "set:direction=old/30 !{since 0.00 s} R/5 {since 0.00 s}");
}

// --- stability ---

// k/m = 10,000: ω = 100 rad/s, so steps of 12 and 16 ms are ω dt of 1.2 and 1.6.
static desk *open_ringing(void)
{
    return open_text("ringing.yaml", "Pause/0 2*F3 /0",
                     "format: 1\ntitle: Ringing\ntimestep: alternate:0.012:0.016\n"
                     "particles: [{at: [1, 0]}]\nforces: [{kind: harmonic, stiffness: 10000}]\n");
}

static double growth_of(const vl_integrator *integrator, double first, double second)
{
    const vl_frequency_found unit = {.omega = 1};
    return vl_stability_of(integrator, &unit, (const double[]){first, second}, 2).factor;
}

// ×1.48 a pair with tcv, ×1.32 with corrected-tcv (docs/physics/figures.md), on the screen as well:
// √1.4762 and √1.3182 a step; and ω_max.
TEST(the_running_scene_stands_where_its_steps_are)
{
    static const struct {
        const char *name;
        double pair;
    } rows[] = {{"tcv", 1.48}, {"corrected-tcv", 1.32}};

    for (int i = 0; i < 2; i++) {
        desk *d = open_ringing();
        const vl_integrator *integrator = vl_integrator_find(rows[i].name);
        playf(d, "Method%s/1", rows[i].name);
        assert_true(shows_figure(d, "%s", 100, 1)); // ω_max
        assert_false(shows_figure(d, "%s", 1.6, 3));
        play(d, "3*step /1");
        double growth = growth_of(integrator, 1.6, 1.2);
        assert_true(fabs(growth * growth - rows[i].pair) <= 0.005);
        assert_true(shows_figure(d, "%s", growth, 4));
        assert_true(shows_figure(d, "%s", 1.6, 3)); // ω dt₁
    }
}

TEST(switching_methods_and_maps_while_they_are_made_is_sound)
{
    desk *d = open_ringing();
    play(d, "Go/0");
    for (int i = 0; i < 60; i++) {
        int next = (i * 5) % vl_integrator_count;
        set_method(d->session, next);
        d->session->scene->mistake = &vl_mistakes[i % vl_mistake_count];
        if (i % 7 == 3)
            vl_session_reset(d->session);
        if (i % 7 == 5)
            take_engine(d, &vl_engines[i % vl_engine_count]);
        if (i == 20)
            vl_session_reset(d->session);
        if (i == 30 || i == 33) // closed, and opened again
            play(d, "3*F3 /0 2*F3 /0");
    }
}

// Springs that are cut are not counted any more; another scene has another value.
TEST(the_reading_follows_the_world)
{
    // frames enough for a slow machine, where a few milliseconds are few rounds
    desk *d = open_sized("spring-chain", 390, 844, "Pause/1 F3/40 {=largest ω, now} {627.1}");
    const vl_rect page = d->app->layout.page;
    assert_null(text_in(d, page, "largest ω, now")); // below a map as wide as the page
    give(d, (vl_event){.kind = VL_EVENT_WHEEL, .wheel = -9, .x = 200, .y = 500}, 2);
    assert_non_null(text_in(d, page, "largest ω, now"));
    const int all[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    vl_world_break_links(world_of(d), all, 12);
    d->app->digits.next = 0;
    play(d, "/3 !{=largest ω, now} Reset/40 {=largest ω, now} {627.}"); // of a chain that moves
}

// x′ = x + (x − x₋) + ½ a dt² is Verlet at half the stiffness: its limit is √2 times as far. The
// place of a broken method in its world is the same with another mistake and in another world.
TEST(a_broken_step_has_a_limit_and_a_map_of_its_own)
{
    static const struct {
        const char *mistake;
        double limit;
    } rows[] = {
        {"halved-gravity", 2 * 1.41421356}, {"stale-dt", 2}, {"halved-gravity", 2.82842712}};

    desk *d = open_ringing();
    for (int i = 0; i < 3; i++) {
        d->session->scene->mistake = mistake_named(rows[i].mistake);
        vl_session_reset(d->session);
        playf(d, "%d*step /1", 3 + i); // both of the steps that alternate are the last one once
        assert_true(shows_figure(d, "%s", rows[i].limit, 3));
        double growth = growth_of(world_of(d)->integrator, 1.2, 1.6);
        double right = growth_of(vl_world_method(world_of(d)), 1.2, 1.6);
        assert_true(fabs(growth - right) > 1e-3);
        assert_true(shows_figure(d, "%s", growth, 4));
        assert_true(shows(d, "with the mistake"));
    }
    vl_session_set_mistake(d->session, false);
    frames(d, 1);
    assert_true(shows_figure(d, "%s", 2, 3));
    assert_false(shows(d, "with the mistake"));
}

// The square root of what a pair of steps makes of (x, v) in the end, by stepping it: the mistake
// of a first step that is never forgotten is in all pairs. Where it grows along one direction the
// length says all.
TEST(the_growth_of_a_stale_step_is_that_of_a_run)
{
    desk *d = open_ringing();
    d->session->scene->mistake = mistake_named("stale-dt");
    vl_session_reset(d->session);
    vl_world *world = world_of(d);
    const vl_particles *p = &world->particles;
    const int pairs = 100;
    double gain = 0;
    for (int i = 0; i < 2 * pairs; i++) {
        double before = fabs(p->x[0][0]) + fabs(p->x_old[0][0]);
        vl_world_step(world, i % 2 ? 0.016 : 0.012);
        double now = fabs(p->x[0][0]) + fabs(p->x_old[0][0]);
        gain += i >= pairs ? log(now / before) : 0;
    }
    double growth = growth_of(world->integrator, 1.2, 1.6);
    print_message("  %.6f, of a run %.6f\n", growth, exp(gain / pairs));
    assert_true(fabs(log(growth) - gain / pairs) < 1e-3);
}

// An engine may step with what no menu has: limit, map and growth are of that, under its name.
TEST(an_engine_has_the_map_of_its_own_step)
{
    for (int i = 0; i < vl_engine_count; i++) {
        desk *d = open_ringing();
        take_engine(d, &vl_engines[i]);
        play(d, "6*step /1");
        const vl_integrator *method = world_of(d)->integrator;
        playf(d, "{%s} {%sstep}", vl_engines[i].title, method->name); // value and label
        double limit = vl_stability_limit(method);
        assert_true(isinf(limit) || limit == 0 || shows_figure(d, "%s", limit, 3));
        const vl_reading *r = &d->app->digits.now;
        double last = 100 * r->dt, before = last / r->dt_ratio;
        assert_true(shows_figure(d, "%s", growth_of(method, before, last), 4));
    }
}

// No button is lit for what is hidden: a drawer that has no room beside a page goes, or the page.
TEST(what_is_hidden_is_not_lit)
{
    static const int widths[] = {1280, 2560, 800};
    for (int i = 0; i < VL_PAGES * COUNT(widths); i++) {
        desk *d = open_sized("pendulum", widths[i / VL_PAGES], 720, "");
        const vl_command lesson = vl_command_get(vl_command_named("N", 1));
        play(d, "N/2");
        assert_true(d->app->layout.drawer.w > 0 && lesson.active(d->app, &lesson));
        vl_page_toggle(d->app, vl_pages[i % VL_PAGES]);
        frames(d, 2);
        assert_true(d->app->pages.open && d->app->layout.page.w > 0);
        assert_int_equal(lesson.active(d->app, &lesson), d->app->layout.drawer.w > 0);
        assert_int_equal(d->app->layout.drawer.w > 0, widths[i / VL_PAGES] > 2000);
        play(d, "Esc!");
        if (d->app->drawer.open == VL_DRAWER_NONE && !d->app->pages.open)
            vl_page_toggle(d->app, vl_pages[i % VL_PAGES]);
        frames(d, 2);
        d->app->drawer.open = VL_DRAWER_NONE;
        frames(d, 1);
        play(d, "N/2"); // and the drawer comes in place of the page
        assert_true(d->app->layout.drawer.w > 0);
        assert_int_equal(d->app->pages.open != NULL, d->app->layout.page.w > 0);
    }
}
