// The plots of all lanes over the whole run: their ends have names, a cursor reads them and goes
// back in time, and the bars of the energies are true sums.

#include "support/app_fixture.h"

#include "app/pages/pages.h"

// The instants and values of the energy error of a lane.
static const vl_series *energy_of(const desk *d, int lane)
{
    return &d->session->lanes[lane].plots.of[VL_QUANTITY_ENERGY_ERROR];
}

static double last_of(const vl_series *series)
{
    return series->y[vl_series_slot(series, series->count - 1)];
}

// The height of a plot: from its lowest to its highest label, of those at the left edge below
// `title`.
static float plot_height(const desk *d, const char *title)
{
    vl_rect page = d->app->layout.page;
    float low = 0, high = 1e6f, left = page.x + 12 * vl_app_scale(d->app), top = 0;
    for (const vl_draw *draw = NULL; (draw = next_text(d, page, draw));)
        if (reads(d, draw, title))
            top = draw->y;
    assert_true(top > 0);
    for (const vl_draw *draw = NULL; (draw = next_text(d, page, draw));) {
        if (draw->size == VL_TYPE_SMALL && draw->y > top && draw->x > left + 1 &&
            draw->x < left + 0.06f * page.w) {
            low = fmaxf(low, draw->y);
            high = fminf(high, draw->y);
        }
    }
    return low - high;
}

TEST(the_plot_is_as_high_as_it_must_be_to_be_read)
{
    static const int sizes[][2] = {{800, 600}, {1280, 720}, {1080, 1920}};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_sized("opening", sizes[i][0], sizes[i][1], "Ctrl+P/32");
        float height = plot_height(d, "energy error");
        assert_true(height > 0.4f * (float)sizes[i][1] || sizes[i][1] > sizes[i][0]);
        assert_true(height > 250);
    }
}

// Returns where the name of a lane is drawn as a small text in the page, left of the bars; −1: it
// is not.
static float height_of_name(const desk *d, int lane)
{
    char label[VL_LANE_LABEL];
    vl_rect names = d->app->layout.page;
    names.w *= 0.8f;
    vl_session_lane_label(d->session, lane, label);
    for (const vl_draw *draw = NULL; (draw = next_text(d, names, draw));) {
        int count = draw->count;
        bool begins = count == (int)strlen(label) || count > 4; // a long one is cut
        if (draw->size == VL_TYPE_SMALL && begins &&
            strncmp(text_of(d, draw), label, (size_t)count) == 0)
            return draw->y;
    }
    return -1;
}

// Twelve lanes that end at nearly the same value have names that do not overlap.
TEST(names_at_the_ends_do_not_overlap)
{
    enum { LANES = 12 };

    static const int sizes[][2] = {{800, 600}, {1280, 720}, {1080, 1920}};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_sized("oscillator", sizes[i][0], sizes[i][1], "11*Shift+A Ctrl+P/32");
        float line = floorf(1.165f * 18 * vl_app_scale(d->app)), y[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            y[lane] = height_of_name(d, lane);
            assert_true(y[lane] >= 0);
            for (int other = 0; other < lane; other++)
                assert_true(fabsf(y[lane] - y[other]) > line - 0.6f);
        }
    }
}

// --- the cursor ---

// A place in the plot, by parts of the page.
static vl_pixel place_in_plot(const desk *d, float part)
{
    vl_rect page = d->app->layout.page;
    return (vl_pixel){page.x + part * page.w, page.y + 0.6f * page.h, 0};
}

static double read_time(const desk *d)
{
    double time = (double)NAN;
    for (const vl_draw *draw = NULL; (draw = next_text(d, d->app->layout.page, draw));)
        if (draw->count > 4 && strncmp(text_of(d, draw), "t = ", 4) == 0)
            time = strtod(text_of(d, draw) + 4, NULL);
    return time;
}

// Runs the opening for eight seconds, and pauses with the plots.
static desk *open_after_8s(void)
{
    return open_quiet("opening", "@8 Ctrl+P/2 Pause/2");
}

TEST(a_cursor_reads_all_lanes_at_its_instant)
{
    desk *d = open_after_8s();
    vl_pixel at = place_in_plot(d, 0.2f);
    push(d, VL_EVENT_POINTER_MOVE, at.x, at.y, 2);
    double time = read_time(d);
    assert_true(time > 0.5 && time < 6);
    for (int lane = 0; lane < 2; lane++) {
        char figure[VL_FIGURE_SIZE];
        const vl_series *energy = energy_of(d, lane);
        int near = vl_series_slot(energy, vl_series_nearest(energy, time));
        vl_figure_unit(energy->y[near], 3, "%", figure);
        assert_true(shows(d, figure));
    }
    assert_true(fabs(time_of(d) - time) > 0.5); // nothing has moved
}

// Pressed and dragged, it moves the scene to its instants; the points ahead stay, until the run
// takes another way.
TEST(a_press_in_the_plot_goes_to_that_instant)
{
    desk *d = open_after_8s();
    double end = time_of(d), newest = vl_series_newest(energy_of(d, 0));
    for (int k = 0; k < 3; k++) {
        vl_pixel at = place_in_plot(d, 0.15f + 0.1f * (float)k);
        push(d, k == 0 ? VL_EVENT_POINTER_DOWN : VL_EVENT_POINTER_MOVE, at.x, at.y, 3);
        // of the frame that ends not later than the instant that the head rounds to 0.01 s
        double behind = read_time(d) - time_of(d);
        assert_true(behind > -0.0051 && behind < 1 / 60.0 + 0.0051);
        assert_true(vl_series_newest(energy_of(d, 0)) == newest);
    }
    vl_pixel at = place_in_plot(d, 0.35f);
    push(d, VL_EVENT_POINTER_UP, at.x, at.y, 2);
    double back = time_of(d);
    assert_true(back < end - 1);
    play(d, "."); // a frame that was made already
    assert_true(vl_series_newest(energy_of(d, 0)) == newest);
    d->session->pacing.hitch = true; // and another one
    play(d, "2*.");
    assert_true(vl_series_newest(energy_of(d, 0)) < newest);
    assert_true(vl_series_newest(energy_of(d, 0)) <= time_of(d));
}

TEST(the_names_of_the_bars_are_whole_beside_their_figures)
{
    static const int sizes[][2] = {{800, 600}, {1280, 720}, {3840, 2160}, {1080, 1920}};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_sized("pendulum", sizes[i][0], sizes[i][1], "Pause");
        play(d, "Ctrl+P/4 {=kinetic} {=gravity} {=lost}");
    }
}

// --- the difference ---

// That of two bobs is their distance; that of a lane and one of the same method is 0.
TEST(the_difference_is_the_distance_of_two_lanes)
{
    desk *d = open_quiet("opening", "");
    assert_int_equal(add_lane(d, vl_lane_method(vl_session_lane_chosen(d->session))), 2);
    for (int i = 0; i < 600; i++) {
        make_session_steps(d, 1);
        const vl_particles *a = &lane_world(d, 0)->particles;
        const vl_particles *b = &lane_world(d, 1)->particles;
        int slot = a->slot_of[1];
        double apart = vl_length(vl_sub(vl_read(a->x, slot), vl_read(b->x, slot)));
        const vl_series *series = vl_session_distances(d->session, 1, 0);
        assert_true(fabs(last_of(series) - apart) <= 4e-16 * (1 + apart));
        assert_true(vl_series_newest(series) == time_of(d));
        assert_true(last_of(vl_session_distances(d->session, 1, 2)) == 0);
    }
    assert_true(vl_session_distances(d->session, 1, 1) == NULL);
}

// Lanes of 30, 60 and 144 frames/s have instants in common, and the difference is that of these:
// every 1/30 s for the first two, every 1/6 s and 1/12 s with the third.
TEST(lanes_of_other_rates_differ_at_their_common_instants)
{
    static const struct {
        int lanes[2];
        double every; // s
    } rows[] = {{{0, 1}, 1 / 30.0}, {{0, 2}, 1 / 6.0}, {{1, 2}, 1 / 12.0}};

    desk *d = open_quiet("pendulum", "Shift+F R/0 /360 Pause/0 lanes=3");
    for (int i = 0; i < COUNT(rows); i++) {
        const vl_series *s = vl_session_distances(d->session, rows[i].lanes[0], rows[i].lanes[1]);
        assert_true(fabs(s->count - time_of(d) / rows[i].every) < 2.5);
        for (int k = 0; k < s->count; k++)
            assert_true(fabs(s->x[k] - k * rows[i].every) < 1e-8);
        assert_true(s->y[0] == 0 && s->y[s->count - 1] > 0);
    }
}

// Of lanes that are taken away the others keep theirs.
TEST(a_difference_outlives_other_lanes)
{
    desk *d = open_quiet("opening", "");
    for (int i = 0; i < 3; i++)
        add_lane(d, 4 + i);
    make_session_steps(d, 100);
    double kept = vl_session_distances(d->session, 2, 4)->y[77];
    assert_true(kept > 0);
    assert_true(vl_session_remove_lane(d->session, 3));
    assert_true(vl_session_distances(d->session, 2, 3)->y[77] == kept);
    assert_true(vl_session_remove_lane(d->session, 0));
    assert_true(vl_session_distances(d->session, 1, 2)->y[77] == kept);
    assert_int_equal(add_lane(d, 0), 3);
    assert_true(vl_session_distances(d->session, 3, 2)->count <= 1); // that of now
}

// --- energies ---

// The parts add up to the sum, and sum and loss to the sum at the start, to the rounding of eight
// terms.
TEST(the_bars_are_true_sums)
{
    static const char *const scenes[] = {"pendulum", "bounce", "oscillator", "orbit",
                                         "floors",   "chain",  "free-fall",  "spring-chain"};
    for (int i = 0; i < COUNT(scenes); i++) {
        desk *d = open_quiet(scenes[i], "");
        const vl_reference *reference = &vl_session_run(d->session)->reference;
        double rest = reference->rest;
        for (int k = 0; k < 120; k++) {
            make_session_steps(d, 1);
            vl_energy_bar bars[VL_ENERGY_BARS];
            const vl_reading *reading = &d->session->instant.reading;
            assert_int_equal(vl_energy_bars_of(reading, reference, bars), VL_ENERGY_BARS);
            double sum = 0, size = fabs(rest) + fabs(reading->potential);
            for (int j = 0; j < 5; j++) {
                sum += bars[j].joule;
                size += fabs(bars[j].joule);
            }
            assert_true(fabs(sum - bars[5].joule) <= 8 * 2.3e-16 * size);
            double start = reference->energy - rest;
            assert_true(fabs(bars[5].joule + bars[6].joule - start) <=
                        8 * 2.3e-16 * (size + fabs(start)));
        }
    }
}

// A pendulum at its lowest place has no energy: zero is 100 % below the start, which is known to
// 1e-4.
TEST(gravity_counts_from_rest)
{
    desk *d = open_quiet("opening", "");
    const vl_reference *reference = &vl_session_run(d->session)->reference;
    double least = HUGE_VAL;
    vl_energy_bar bars[VL_ENERGY_BARS];
    for (int k = 0; k < 240; k++) {
        make_session_steps(d, 1);
        vl_energy_bars_of(&d->session->instant.reading, reference, bars);
        least = test_smaller(least, bars[1].joule);
    }
    // m g L (1 − cos φ) with the largest angle between two frames, 3.13 rad/s · 1/120 s
    assert_true(least > -4.905e-4 && least < 9.81 * 0.5 * 0.0262 * 0.0262);
}

// --- long runs ---

// The plot keeps the beginning and the extremes of a run of any length.
TEST(a_long_run_keeps_its_beginning_and_its_extremes)
{
    enum { POINTS = 400000 };

    SCOPED(vl_plots) plots = {0};
    vl_reading reading = {0};
    vl_random random = {5};
    double low = 0, high = 0;
    vl_plots_clear(&plots);
    for (int i = 0; i < POINTS; i++) {
        reading.time = i / 60.0;
        bool spike = vl_random_next(&random) % 9973 == 0;
        reading.energy_error = vl_random_uniform(&random, -0.1, 0.1) * (spike ? 10 : 1);
        low = test_smaller(low, 100 * reading.energy_error);
        high = test_larger(high, 100 * reading.energy_error);
        vl_plots_add(&plots, &reading);
    }
    const vl_series *series = &plots.of[VL_QUANTITY_ENERGY_ERROR];
    double kept_low = 0, kept_high = 0, widest = 0;
    for (int i = 0; i < series->count; i++) {
        kept_low = test_smaller(kept_low, series->y[i]);
        kept_high = test_larger(kept_high, series->y[i]);
        widest = i > 0 ? test_larger(widest, series->x[i] - series->x[i - 1]) : 0;
    }
    assert_true(series->x[0] == 0 && series->count <= series->most);
    assert_true(kept_low == low && kept_high == high);
    assert_true(vl_series_newest(series) == (POINTS - 1) / 60.0);
    // each of 2048 pieces has its points, so two points are no further apart than three pieces
    assert_true(widest < POINTS / 60.0 * 3 / 2048);
}

// Series that belong together lose the same points, so that areas between them stay closed.
TEST(the_history_of_a_long_run_stays_together)
{
    SCOPED(vl_plots) plots = {0};
    vl_reading reading = {.dt = 0.01};
    vl_plots_clear(&plots);
    for (int i = 0; i < 100000; i++) {
        reading.time = 0.01 * i;
        reading.kinetic = sin(0.001 * i);
        reading.potential = i == 77 ? 9 : cos(0.01 * i);
        reading.ledger[0] = 0.5 * i;
        reading.ledger[1] = -sin(0.02 * i);
        vl_plots_add(&plots, &reading);
    }
    double highest = 0;
    const vl_series *a = &plots.of[VL_QUANTITY_POTENTIAL], *b = &plots.rise[1];
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_true(a->x[i] == b->x[i]);
        highest = test_larger(highest, a->y[i]);
    }
    assert_true(a->x[0] == 0 && highest == 9);
}
