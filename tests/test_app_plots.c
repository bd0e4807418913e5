// The dock: a cursor reads all lanes over the whole run and goes back in time, the causes add up,
// and the path of a particle is that of its motion. And what is kept of a run of any length.

#include "app/screen/parts.h"
#include "support/screen_checks.h"

// The instants and values of the energy error of a lane.
static const vl_series *energy_of(const desk *d, int lane)
{
    return &d->session->lanes[lane].plots.of[VL_QUANTITY_ENERGY_ERROR];
}

// --- the cursor ---

// A place in the plot, by parts of its width.
static vl_pixel place_in_plot(const desk *d, float part)
{
    vl_rect graph = d->app->layout.graph;
    return (vl_pixel){graph.x + part * graph.w, graph.y + 0.6f * graph.h, 0};
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
    return open_quiet("opening", "@8 3*Ctrl+P/2 {TCV: K kin} 3*Ctrl+P/2 Pause/2");
}

TEST(a_cursor_reads_all_lanes_at_its_instant)
{
    desk *d = open_after_8s();
    vl_pixel at = place_in_plot(d, 0.24f);
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
    assert_true(fabs(time_of(d) - time) > 0.5);        // nothing has moved
    for (float part = 0.7f; part < 1; part += 0.02f) { // right of the end nothing is read
        at = place_in_plot(d, part);
        push(d, VL_EVENT_POINTER_MOVE, at.x, at.y, 2);
        assert_false(read_time(d) > time_of(d) + 0.05);
    }
    assert_true(isnan(read_time(d)));
}

// Where the curve of a lane ends, pixels.
static float end_of(const desk *d, int lane)
{
    float end = 0;
    const vl_drawlist *list = &d->app->list;
    vl_colour colour = vl_app_lane_style(d->app, lane).colour;
    for (const vl_vertex *v = list->vertices; v < list->vertices + list->vertex_count; v++)
        if (memcmp(&v->colour, &colour, sizeof colour) == 0 &&
            vl_rect_contains(d->app->layout.graph, v->x, v->y))
            end = fmaxf(end, v->x);
    return end;
}

// A curve grows when its figure is another one, and not before.
TEST(figures_and_curves_end_at_one_instant)
{
    static const char *const scenes[] = {"opening", "oscillator", "spring-chain"};
    for (int i = 0; i < COUNT(scenes); i++) {
        desk *d = open_quiet(scenes[i], "@5.8 /2");
        for (int frame = 0; frame < 40; frame++) {
            double read = d->app->digits.lanes[1].time;
            float end = end_of(d, 1);
            frames(d, 1);
            assert_int_equal(end_of(d, 1) > end, d->app->digits.lanes[1].time > read);
        }
    }
}

// What a scene shows has most of the width, whether that are seconds or less, and the axis stays.
// A lane that is far outside the others does not hide them.
TEST(the_axes_have_the_length_of_what_the_scene_shows)
{
    static const char *const scenes[] = {"polynomial", "spring-chain", "free-fall", "orbit",
                                         "ball-on-string"};
    static const double ends[] = {1.5, 1, 10, 0.8, 5};
    for (int i = 0; i < COUNT(scenes); i++) {
        desk *d = open_quiet(scenes[i], "/1");
        const vl_plot *plot = &d->app->graph.plot;
        double begin = plot->x.high;
        playf(d, "@%g /2", ends[i]);
        assert_true(plot->x.high == begin && ends[i] > 0.75 * begin);
        assert_true(i != 3 || (plot->y.high < 500 && drawn_text(d, "↑"))); // RK4 is at 8295 %
        assert_true(i < 4 || plot->y.high > 10); // % that are asked for, of 0.01
    }
}

// Pressed and dragged, it moves the scene to its instants; the points ahead stay, until the run
// takes another way. Where it rests then it reads nothing, as that would cover what happens.
TEST(a_press_in_the_plot_goes_to_that_instant)
{
    desk *d = open_after_8s();
    double end = time_of(d), newest = vl_series_newest(energy_of(d, 0));
    for (int k = 0; k < 3; k++) {
        vl_pixel at = place_in_plot(d, 0.15f + 0.1f * (float)k);
        push(d, k == 0 ? VL_EVENT_POINTER_DOWN : VL_EVENT_POINTER_MOVE, at.x, at.y, 3);
        assert_true(fabs(read_time(d) - time_of(d)) < 0.0051); // which the head rounds to 0.01 s
        assert_true(vl_series_newest(energy_of(d, 0)) == newest);
    }
    vl_pixel at = place_in_plot(d, 0.35f);
    push(d, VL_EVENT_POINTER_UP, at.x, at.y, 2);
    assert_true(read_time(d) < end - 1);
    play(d, "."); // a frame that was made already
    assert_true(vl_series_newest(energy_of(d, 0)) == newest);
    play(d, "H 2*."); // and another one
    assert_true(vl_series_newest(energy_of(d, 0)) <= time_of(d));
    play(d, "Space/5");
    assert_true(isnan(read_time(d)));
    play(d, "5 /2"); // another method, which is not that of the past
    push(d, VL_EVENT_POINTER_MOVE, at.x - 40, at.y, 2);
    play(d, "{before }");
}

// --- the table ---

// How many rows of figures it has below its heads.
static int rows_of_table(const desk *d, int columns)
{
    int count = 0;
    for (const vl_draw *draw = NULL; (draw = next_text(d, d->app->layout.graph, draw)); count++)
        ;
    assert_int_equal(count % columns, 0);
    assert_texts_are_whole(d, d->app->layout.graph);
    return count / columns - 1;
}

// A row has what the lanes had in memory at its instant, and x₀ + ½ a t², to the last digit that is
// written. Large windows have all rows, small ones the newest. A press on one goes to its instant.
TEST(the_table_of_a_fall_has_its_figures)
{
    enum { END = 10, COLUMNS = 5 };

    static const int sizes[][2] = {{1280, 720}, {640, 480}, {390, 844}, {1920, 1080}};
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_with_font("free-fall", sizes[i][0], sizes[i][1], "Quiet/0 Answer/2");
        double figures[END + 1][COLUMNS];
        for (int k = 0; k <= END; k++) {
            figures[k][0] = k;
            figures[k][1] = 500 - 5 * k * k;
            for (int lane = 0; lane < 3; lane++)
                figures[k][2 + lane] = lane_world(d, lane)->particles.x[1][0];
            make_session_steps(d, k < END);
        }
        play(d, "Pause/40");
        const int rows = rows_of_table(d, COLUMNS);
        assert_true(rows == (i % 3 ? rows : END + 1) && rows >= 5);
        const vl_draw *draw = NULL, *before = NULL;
        for (int n = -COLUMNS; (draw = next_text(d, d->app->layout.graph, draw)); n++) {
            const int row = END + 1 - rows + n / COLUMNS, column = n % COLUMNS;
            char figure[VL_FIGURE_SIZE];
            vl_figure_fixed(figures[n < 0 ? 0 : row][n < 0 ? 0 : column], column > 0, figure);
            assert_true(n < 0 || reads(d, draw, figure));
            before = row == END - 2 ? draw : before;
        }
        click(d, text_rect(d, before), i % 2);
        playf(d, "/2 time=%d", END - 2);
        click(d, d->app->layout.figures_head, i % 2);
        play(d, "<as a table> /2 !{=exact}");
    }
}

TEST(any_figure_has_a_table)
{
    static const char *const scenes[] = {"opening", "orbit", "cloth", "spring-chain"};
    for (int i = 0; i < 2 * COUNT(scenes); i++) {
        bool narrow = i % 2;
        desk *d = open_with_font(scenes[i / 2], narrow ? 390 : 1280, narrow ? 844 : 720, "Quiet/0");
        d->app->graph.table = true;
        play(d, "@1 Pause/40");
        assert_true(rows_of_table(d, 1 + d->session->lab->count) >= 3);
    }
}

// With more lanes than have room it says so, and the chosen one has a column. It comes in each
// window, and no two rows have the same time.
TEST(a_table_of_many_lanes_has_the_chosen_one)
{
    static const int sizes[][2] = {{1280, 720}, {640, 480}, {390, 844}, {640, 400}};
    static const char *const heads[] = {"● %", "▲ %"}; // marks with the colours of those before
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_with_font("opening", sizes[i][0], sizes[i][1], "Quiet/0 dt:144Hz");
        play(d, "Shift+1/2 Shift+5/2 Shift+6/2 Shift+7/2 Shift+8/2 Shift+9/2 @10 Pause/40");
        play(d, "<energy error>/2 <as a table>/2 {of 8 lanes}");
        for (int lane = 0; lane < 8; lane++) {
            SCOPED(vl_text) times = {0};
            vl_session_choose(d->session, lane);
            frames(d, 2);
            assert_texts_are_whole(d, d->app->layout.graph);
            const vl_colour ink = vl_app_lane_style(d->app, lane).colour;
            bool found = false;
            for (const vl_draw *t = NULL; (t = next_text(d, d->app->layout.graph, t));) {
                found |= reads(d, t, heads[lane >= VL_LANE_COLOURS]) &&
                         memcmp(&t->colour, &ink, sizeof ink) == 0;
                char time[32];
                if (t->x > d->app->layout.graph.x + 1)
                    continue;
                snprintf(time, sizeof time, " %.*s ", t->count, text_of(d, t));
                assert_false(times.data && strstr(times.data, time));
                vl_text_add(&times, "%s", time);
            }
            assert_true(found);
        }
    }
}

// --- the dock ---

// It takes half of the window, beside the motion, or below it where the window is higher than wide:
// 0.57 there, of which 0.43 / 0.57 = 0.75 is left, less a gap. Its graph has room to be read,
// whatever is looked at.
TEST(the_dock_is_beside_the_motion)
{
    static const int sizes[][2] = {{640, 400}, {1280, 720}, {3840, 2160}, {1080, 1920}, {390, 844}};
    for (int i = 0; i < COUNT(sizes); i++) {
        float width = (float)sizes[i][0], height = (float)sizes[i][1];
        desk *d = open_with_font("chain", sizes[i][0], sizes[i][1], "/2");
        for (int view = 0; view < VL_VIEWS; view++) {
            play(d, "Ctrl+P/2 page=1");
            vl_rect dock = d->app->layout.page, stage = d->app->layout.stage;
            vl_rect clear = d->app->layout.clear;
            bool beside = width > height;
            assert_true(beside ? stage.x + stage.w <= dock.x : stage.y + stage.h <= dock.y);
            assert_true(dock.w > (beside ? 0.45f : 0.9f) * width);
            assert_true(beside ? clear.w >= dock.w - 1 : clear.h > 0.7f * dock.h);
            assert_true(d->app->layout.graph.h > 0.2f * height);
            assert_texts_are_whole(d, dock);
            const vl_draw *head = drawn_beginning(d, "1 long step, until"), *row = head;
            while (row && row->y == head->y) // the heading of the causes is apart from the first
                row = next_text(d, dock, row);
            assert_true(!row || height < 480 || row->y > head->y + 1.2f * text_rect(d, head).h);
        }
        play(d, "Ctrl+P/2 page=0"); // behind the last view
    }
}

// What each cause took adds up to the change of the energy, at the instant under the pointer, in
// the unit of the axis.
TEST(the_causes_add_up_at_any_instant)
{
    for (int i = 0; i < 2; i++) {
        desk *d = open_quiet(i ? "ball-on-string" : "chain", "@5 2*Ctrl+P Pause/2");
        vl_pixel at = place_in_plot(d, 0.24f);
        push(d, VL_EVENT_POINTER_MOVE, at.x, at.y, 2);
        double time = read_time(d);
        const vl_series *energy = &d->session->lanes[0].plots.of[VL_QUANTITY_ENERGY];
        int near = vl_series_slot(energy, vl_series_nearest(energy, time));
        double change = energy->y[near] - d->session->lab->runs[0].reference.energy;
        char figure[VL_FIGURE_SIZE];
        vl_figure_unit(i ? 1e3 * change : change, 3, i ? "mJ" : "J", figure);
        assert_true(time > 0.5 && change < (i ? 0 : -1));
        playf(d, "{=%s} {Links}", figure);
    }
}

// The path in the phase plane has the particle's own place, and its velocity to the error of a
// difference, which is (ω dt)²/6 of it: 0.04 % for ω dt = 3.13/60.
TEST(the_phase_plane_shows_the_motion)
{
    desk *d = open_quiet("pendulum", "4*Ctrl+P");
    const vl_plots *plots = &d->session->lanes[d->session->chosen].plots;
    play(d, "/2 {Velocity of the bob over the angle}");
    double largest = 0, off = 0;
    for (int i = 0; i < 100; i++) {
        make_session_steps(d, 1);
        const vl_particles *p = &world_of(d)->particles;
        vl_vec3 at = vl_sub(vl_read(p->x, 1), vl_read(p->x, 0));
        vl_vec3 v = vl_read(vl_world_velocity(world_of(d)), 1);
        double speed = (at.x * v.y - at.y * v.x) / vl_dot(at, at), time = time_of(d);
        make_session_steps(d, 1);
        int index = vl_series_nearest(&plots->place, time);
        int slot = vl_series_slot(&plots->place, index);
        assert_true(fabs(plots->place.x[slot] - time) < 1e-9);
        assert_true(fabs(plots->place.y[slot] - atan2(at.x, -at.y)) < 1e-12);
        largest = test_larger(largest, fabs(speed));
        off = test_larger(off, fabs(plots->speed.y[slot] - speed));
    }
    assert_true(largest > 1 && off < 1e-3 * largest);
}

// --- long runs ---

// The plot keeps the beginning and the extremes of a run of any length.
TEST(a_long_run_keeps_its_beginning_and_its_extremes)
{
    enum { POINTS = 400000 };

    SCOPED(vl_plots) plots = {0};
    vl_reading reading = {.dt = 1 / 60.0};
    vl_random random = {5};
    double low = 0, high = 0;
    vl_plots_clear(&plots);
    for (int i = 0; i < POINTS; i++) {
        reading.time = i / 60.0;
        bool spike = vl_random_next(&random) % 9973 == 0;
        reading.energy_error = vl_random_uniform(&random, -0.1, 0.1) * (spike ? 10 : 1);
        low = test_smaller(low, 100 * reading.energy_error);
        high = test_larger(high, 100 * reading.energy_error);
        vl_plots_add(&plots, &reading, 0);
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
        vl_plots_add(&plots, &reading, 0);
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
