// Back in time in the app: by key and by the band, with real events.

#include "support/app_fixture.h"

enum { FRAMES = 40 };

static int64_t present(const desk *d)
{
    return d->session->lab->now.frames;
}

// Steps of the key, from the start, with the place of the last particle after each.
static desk *run_steps(vl_vec3 *places)
{
    desk *d = open_quiet("chain", "Reset/0 Pause/0");
    places[0] = place_of(d, last_particle(d));
    for (int i = 1; i <= FRAMES; i++) {
        play(d, ".");
        places[i] = place_of(d, last_particle(d));
    }
    assert_int_equal(present(d), FRAMES);
    return d;
}

TEST(the_key_goes_back_frame_by_frame_and_the_run_goes_on_as_before)
{
    vl_vec3 places[FRAMES + 1];
    desk *d = run_steps(places);
    for (int i = FRAMES - 1; i >= 0; i--) {
        play(d, "Shift+.");
        assert_int_equal(present(d), i);
        assert_at(d, last_particle(d), places[i]);
    }
    play(d, "time=0 Shift+. {There is no frame to go back to}");
    for (int i = 1; i <= FRAMES; i++) {
        play(d, ".");
        assert_at(d, last_particle(d), places[i]);
    }
}

// Left of the present the band goes back to the frame under the pointer, and on again with it.
TEST(the_band_goes_to_any_instant)
{
    vl_vec3 places[FRAMES + 1];
    desk *d = run_steps(places);
    vl_rect bars = d->app->layout.bars;
    float frame = bars.w / 15 * (float)(time_of(d) / FRAMES);
    float y = bars.y + bars.h - 8, now = bars.x + FRAMES * frame;
    push(d, VL_EVENT_POINTER_DOWN, now - FRAMES / 2 * frame, y, 2);
    assert_in_range(present(d), FRAMES / 2 - 2, FRAMES / 2 + 2);
    assert_at(d, last_particle(d), places[present(d)]);
    push(d, VL_EVENT_POINTER_MOVE, bars.x - 50, y, 2);
    assert_int_equal(present(d), 0);
    push(d, VL_EVENT_POINTER_MOVE, now + 1, y - 100, 2);
    assert_int_equal(present(d), FRAMES);
    assert_at(d, last_particle(d), places[FRAMES]);
    push(d, VL_EVENT_POINTER_UP, now + 1, y - 100, 2);
}

// Who goes on up to a time, as for a picture, makes the frames whose lengths are known.
TEST(frames_ahead_are_made_up_to_a_time)
{
    desk *d = open_quiet("pendulum", "dt:frame each:0.02 /40");
    double end = time_of(d);
    int64_t last = present(d);
    assert_true(vl_session_go_to_frame(d->session, last / 2));
    playf(d, "@%.17g", end);
    assert_true(present(d) == last && time_of(d) == end);
}

// The plots keep what is ahead until the run goes another way, and have no hole where one goes on.
TEST(plots_have_no_hole_where_one_went_back_and_on)
{
    vl_vec3 places[FRAMES + 1];
    desk *d = run_steps(places);
    const vl_plots *plots = &d->session->lanes[0].plots;
    const vl_series *all[] = {&plots->of[VL_QUANTITY_ENERGY], &plots->of[VL_QUANTITY_DT],
                              &plots->gained, &plots->of[vl_figures[VL_FIGURE_ENERGY]]};
    int before[COUNT(all)];
    for (int i = 0; i < COUNT(all); i++)
        before[i] = all[i]->count;
    assert_true(vl_session_go_to_frame(d->session, FRAMES / 2));
    assert_true(vl_session_run(d->session)->shown.step == FRAMES / 2);
    assert_true(vl_session_go_to_frame(d->session, FRAMES));
    for (int i = 0; i < COUNT(all); i++)
        assert_int_equal(all[i]->count, before[i]);
    assert_true(vl_session_go_to_frame(d->session, FRAMES / 2));
    play(d, "2 .");
    for (int i = 0; i < COUNT(all); i++)
        assert_true(all[i]->count < before[i] - FRAMES / 2 + 4 &&
                    vl_series_newest(all[i]) <= time_of(d));
    vl_reading later = d->session->lab->runs[0].shown; // nothing is known before: there is no line
    later.time += 1;
    vl_plots_add(&d->session->lanes[0].plots, &later, 0);
    assert_true(isnan(all[3]->y[all[3]->count - 2]) && all[3]->x[all[3]->count - 1] == later.time);
}

// The points of the curves of both lanes, which are summed in their order.
static double sum_of_curves(const desk *d, double sum)
{
    for (int lane = 0; lane < 2; lane++) {
        const vl_series *s = &d->session->lanes[lane].plots.of[vl_figures[VL_FIGURE_ENERGY]];
        for (int k = 0; k < s->count; k++)
            sum += (isnan(s->y[k]) ? 0 : k * s->y[k]) + s->x[k]; // not in a gap
    }
    return sum;
}

// What undo and redo bring back is plotted as it was, beside a late frame, and of a run that was
// begun again.
TEST(undo_and_redo_bring_the_curves_back)
{
    static const char *const scripts[][2] = {{"H/60 Pause/0", "Ctrl+Z Ctrl+Y"},
                                             {"Pause/0", "R/9 Ctrl+Z"},
                                             {"Pause/0", "H/9 R/9 2*Ctrl+Z"},
                                             {"Pause/0", "Shift+4/9 R/9 2*Ctrl+Z"}};
    for (int i = 0; i < COUNT(scripts); i++) {
        desk *d = open_played("opening", "1/0 8*step/60");
        play(d, scripts[i][0]);
        double sum = sum_of_curves(d, 0);
        play(d, scripts[i][1]);
        assert_true(sum_of_curves(d, 0) == sum);
    }
}
