// The frames of the band: those to come are those that are then made, lengths are drawn, what was
// is kept, and every run has the bits of the same stream without a window.

#include "app/screen/parts.h"
#include "support/app_fixture.h"
#include "support/labs.h"

static vl_frames seen; // in the band
static vl_bars b;      // of the band

static int made(const desk *d)
{
    return (int)d->session->lab->now.frames;
}

// s, of the frame behind so many others.
static double length_behind(const desk *d, int frames)
{
    return vl_log_length(d->session->log, frames + 1);
}

// --- the same bits without a window ---

// Makes as many frames of a stream in a lab of its own, and compares all particles of all lanes.
static void assert_same_without_window(desk *d, const char *name)
{
    vl_scene lanes[VL_MOST_LANES];
    int count = d->session->lab->count;
    for (int i = 0; i < count; i++)
        lanes[i] = vl_session_lane_scene(d->session, i);
    OWNED(vl_stream) *stream =
        vl_stream_parse(vl_session_timestep(d->session), NULL, &(vl_error){0});
    OWNED(vl_lab) *lab = vl_lab_create(NULL, lanes, count, &(vl_error){0});
    assert_true(stream && lab);
    for (double dt; lab->now.frames < d->session->lab->now.frames;) {
        assert_true(vl_stream_next(stream, lab->now.time, &dt));
        (void)make_frame(lab, dt);
    }
    if (lab->now.time != time_of(d))
        fail_msg("%s: %.17g s, and in the window %.17g s", name, lab->now.time, time_of(d));
    for (int i = 0; i < count; i++)
        assert_same_places(lab->runs[i].world, lane_world(d, i));
}

// By key, from the start of the scene.
TEST(a_preset_has_the_bits_of_its_stream)
{
    int presets = 0;
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        if (!command.of || strcmp(command.of, "frames") != 0 ||
            strcmp(command.subject, "frame") == 0)
            continue;
        desk *d = open_quiet("pendulum", "/20");
        give_command(d, &command, 1);
        play(d, "R/90");
        assert_true(made(d) > 30);
        assert_same_without_window(d, vl_session_timestep(d->session));
        presets++;
    }
    assert_int_equal(presets, 7);
}

// "One late" on a fixed stream is a `hitch` at that time.
TEST(one_late_frame_has_the_bits_of_a_hitch)
{
    desk *d = open_quiet("chain", "60 R/30");
    int before = made(d);
    double time = time_of(d);
    play(d, "H/60");
    assert_true(length_behind(d, before) == VL_HITCH);
    const char *text = PRINTED("hitch:0.016666666666666667:0.1:%.17g", time);
    vl_free(d->session->timestep);
    d->session->timestep = vl_copy_text(text);
    assert_same_without_window(d, text);
}

// --- the frames to come ---

// Makes frames of a stream, after a script, and compares them with what the strip told before.
static void check_coming(const char *stream, const char *script, const char *told, int count)
{
    desk *d = open_quiet("pendulum", "");
    set_stream(d, stream);
    play(d, script);
    play(d, "R/40");
    assert_true(!told || shows(d, told));
    vl_frames_read(&seen, d->session, 10, 5);
    int before = made(d), coming = seen.count - seen.made;
    assert_true(seen.made == before && coming > 100);
    assert_true(seen.end[seen.count - 1] >= seen.now + 5);
    while (made(d) < before + count)
        frames(d, 1);
    for (int k = 0; k < coming && k < count; k++)
        if (1e3 * length_behind(d, before + k) != seen.dt[before + k])
            fail_msg("%s: frame %d", stream, before + k);
}

// In slow motion, too: they cover all of the five seconds, shrink with the speed, which the strip
// says, and a change comes at its time.
TEST(the_frames_to_come_are_those_that_are_made)
{
    static const char *const texts[] = {"fixed:0.01",
                                        "alternate:0.01:0.02",
                                        "random:0.005:0.03:3",
                                        "clock-ms:60",
                                        "switch:0.01:0.02:2",
                                        "hitch:0.01:0.1:2",
                                        "list:20x0.01:0.03:random:0.005:0.03:3"};
    static const char *const slow[] = {"fixed:0.01", "switch:0.01:0.02:1.5", "random:0.005:0.03:3"};
    for (int i = 0; i < COUNT(texts); i++)
        check_coming(texts[i], "", NULL, 150);
    for (int i = 0; i < COUNT(slow); i++)
        check_coming(slow[i], "[ [", NULL, 600);
}

// What is asked in the scene is not told below it, until the answer is open or the mistake is off.
TEST(the_strip_does_not_tell_a_mistake_of_the_clock)
{
    desk *d = open_scene("broken-millisecond-clock");
    SCOPED(vl_text) label = {0};
    vl_stream_label(vl_session_stream(d->session, 0), &label);
    play(d, "/2 {as measured}");
    assert_false(shows(d, label.data));
    play(d, "Answer/2 !{as measured}");
    d->session->answer.given = 0;
    play(d, "Q/2 !{as measured}");
}

// A frame sounds as long as it lasts, at any speed, and only while the scene runs.
TEST(each_frame_is_heard)
{
    desk *d = open_scene("oscillator");
    const vl_null *null = vl_null_of(d->platform);
    play(d, "set:policy=accumulator:0.03 Space/10 tick/0 Space/30 Space");
    double ticked = null->ticked;
    assert_true(ticked > 0 && fabs(ticked - d->session->lab->now.time) < 1e-9);
    assert_int_equal(null->ticks, d->session->lab->now.frames);
    play(d, "Shift+./3 R/5");
    assert_true(null->ticked == ticked);
}

// Whatever frames there are, those of lanes too; without the mistake they are what they were.
TEST(a_clock_of_whole_milliseconds_reads_any_frames)
{
    static const char *const scripts[] = {"jitter", "add:timestep=30Hz jitter", "add:timestep=30Hz",
                                          "my-screen"};
    for (int i = 0; i < COUNT(scripts); i++) {
        desk *d = open_played("broken-millisecond-clock", scripts[i]);
        for (int on = 1; on >= 0; on--) {
            double parts = 0;
            for (int k = 0; k < 20 * d->session->lab->count; k++) {
                frames(d, k % d->session->lab->count == 0);
                double ms = 1000 * d->session->lab->runs[k % d->session->lab->count].reading.dt;
                parts += isnan(ms) ? 0 : fabs(ms - round(ms));
            }
            assert_true(on ? parts < 1e-9 : parts > 1);
            play(d, "Q");
        }
    }
}

// On a slow display steps are not those of which notes tell. Chosen lengths are the same anywhere.
TEST(the_strip_tells_of_a_slow_display)
{
    for (int rate = 12; rate <= 144; rate *= 2) {
        desk *d = open_quiet("pendulum", "my-screen/60 each:0.05/4 !{the notes tell}");
        vl_null_of(d->platform)->frame = 1.0 / rate;
        frames(d, rate);
        assert_int_equal(shows(d, "the notes tell of 60"), rate < 45);
        play(d, "60");
        frames(d, rate);
        assert_false(shows(d, "the notes tell of 60"));
    }
}

TEST(frames_that_will_be_measured_have_the_usual_length)
{
    desk *d = open_quiet("pendulum", "144/90 my-screen/20"); // of the display, not of those before
    vl_frames_read(&seen, d->session, 10, 5);
    assert_true(seen.count > seen.made && fabs(seen.dt[seen.count - 1] - 1000 / 60.) < 0.1);
}

// --- drawing ---

// Where the middle of a frame is in the bars, and how high a length is.
static vl_pixel place_in(int index, double dt)
{
    double middle = b.frames.end[index] - 0.5e-3 * b.frames.dt[index];
    double across = (middle - b.begin) / (b.end - b.begin), up = 1e3 * dt / 25;
    return (vl_pixel){.x = b.rect.x + (float)across * b.rect.w,
                      .y = b.rect.y + (float)(1 - up) * b.rect.h};
}

static desk *open_bars(const char *stream)
{
    desk *d = open_quiet("pendulum", "");
    set_stream(d, stream);
    play(d, "R/60 Space/1");
    vl_bars_read(&b, d->app);
    return d;
}

// Along a line over four seconds to come, by mouse and by finger: each frame has the length that
// was drawn where it begins, however many frames there were, and what comes behind stays where it
// is. What is drawn is rounded to a tenth of a millisecond.
TEST(lengths_are_drawn_into_time)
{
    static const double usual[] = {0.02, 0.005}, ends[][2] = {{0.01, 0.022}, {0.02, 0.02}};
    for (int i = 0; i < 8; i += test_cases(3, 1)) {
        double dt = usual[i & 1], low = ends[i >> 1 & 1][0], high = ends[i >> 1 & 1][1];
        desk *d = open_bars(dt == 0.02 ? "fixed:0.02" : "fixed:0.005");
        assert_true(b.frames.end[b.frames.count - 1] > b.end - 0.02);
        int first = b.frames.made + (int)lround(0.4 / dt), last = first + (int)lround(4 / dt),
            before = made(d);
        double begin = b.frames.end[first] - dt / 2, end = b.frames.end[last] - dt / 2;
        double slope = (high - low) / (end - begin), pixel = (b.end - b.begin) / (double)b.rect.w;
        stroke(d, i >> 2, place_in(first, low), place_in(last, high), 2);
        play(d, "Space/300");
        assert_true(time_of(d) > end + 0.1);
        for (int n = before; n < made(d); n++) {
            double time = vl_log_time(d->session->log, n), length = length_behind(d, n);
            bool inside = time > begin && time < end;
            double drawn = inside ? low + slope * (time - begin) : dt;
            // a pixel in both directions, and the rounding
            double bound = inside ? 0.025 / (double)b.rect.h + 2 * pixel * slope + 0.5e-4 : 0;
            bool at_edge = fmin(fabs(time - begin), fabs(time - end)) < pixel;
            if (!at_edge && fabs(length - drawn) > bound)
                fail_msg("%d: at %g s %g s, drawn %g s", i, time, length, drawn);
        }
        play(d, "R/120");
        assert_same_without_window(d, "drawn");
    }
}

// Neither a click right of now nor one on the knob gives a frame another length; what is drawn
// while the scene runs on is kept but for the frames that were made meanwhile.
TEST(a_click_draws_nothing_and_a_line_near_now_is_kept)
{
    desk *d = open_bars("fixed:0.02");
    vl_rect bars = d->app->layout.bars;
    float now = bars.x + bars.w * (float)(time_of(d) / 15), y = bars.y + bars.h / 2;
    for (float x = now - 8; x < now + 40; x += 4) {
        tap(d, VL_POINTER_MOUSE, x, y);
        assert_false(d->session->pacing.stream->kind->is_list);
    }
    play(d, "Space/5");
    now = bars.x + bars.w * (float)(time_of(d) / 15);
    int before = made(d);
    push(d, VL_EVENT_POINTER_DOWN, now + 8, y, 1);
    for (int i = 0; i < 40; i++)
        push(d, VL_EVENT_POINTER_MOVE, now + 8 + (float)i, y, 1);
    push(d, VL_EVENT_POINTER_UP, now + 48, y, 1);
    assert_true(made(d) > before + 20 && d->session->pacing.stream->kind->is_list);
    assert_int_equal(d->app->notice.kind, VL_NOTICE_NONE);
}

// The bars stand still under a pointer while the scene runs on.
TEST(bars_stand_still_while_a_pointer_holds_them)
{
    desk *d = open_bars("fixed:0.02");
    play(d, "Space/600");
    vl_bars_read(&b, d->app);
    vl_pixel at = place_in(b.frames.made + 60, 0.01);
    push(d, VL_EVENT_POINTER_DOWN, at.x, at.y, 1);
    double begin = b.begin;
    frames(d, 10);
    vl_bars_read(&b, d->app);
    assert_true(fabs(b.begin - begin) < 1e-9 && time_of(d) > d->app->screen->band.now + 0.1);
    let_go(d, VL_POINTER_MOUSE, at, 1);
}

// --- the past ---

// Gives a frame and those behind it other lengths, s, as one change: each is drawn where it begins.
static void edit(desk *d, int first, const double *lengths, int count)
{
    static const double piece = 1e-3;
    vl_frames_read(&seen, d->session, 10, 5);
    double time = seen.end[first - seen.first] - 1e-3 * seen.dt[first - seen.first];
    vl_frame_edit edit = {.begin = time - piece / 2};
    edit.end = edit.begin + piece * VL_EDIT_PIECES;
    for (int i = 0; i < count; time += lengths[i++])
        edit.dt[(int)((time - edit.begin) / piece)] = lengths[i];
    vl_session_next_event(d->session);
    vl_edit_frames(d->app, &edit);
}

// The band shows it in its place before it comes, where frames ahead are known, too.
TEST(a_late_frame_is_the_next_one)
{
    for (int back = 0; back < 2; back++) {
        desk *d = open_played("opening", back ? "/120 Pause/0 40*Shift+. H/1" : "/80 Pause/0 H/1");
        vl_frames_read(&seen, d->session, 10, 5);
        assert_true(fabs(seen.dt[seen.made] - 1e3 * VL_HITCH) < 1e-9);
        int64_t next = d->session->lab->now.frames + 1;
        play(d, ".");
        assert_true(vl_log_length(d->session->log, next) == VL_HITCH);
    }
}

// Undo brings back the frames that were, those to come, and the stream; redo the edit.
TEST(an_edit_of_frames_is_undone)
{
    desk *d = open_quiet("chain", "jitter R/100 Space 40*Shift+.");
    int count = made(d), middle = count + 10;
    double time = time_of(d), place = place_of(d, 6).x, was = length_behind(d, middle);
    edit(d, middle + 1, &(double){0.05}, 1);
    play(d, "20*.");
    double edited = place_of(d, 6).x;
    assert_true(length_behind(d, middle) == 0.05);
    play(d, "Ctrl+Z");
    assert_true(made(d) == count && time_of(d) == time && place_of(d, 6).x == place);
    assert_true(length_behind(d, middle) == was && !d->session->pacing.stream->kind->is_list);
    play(d, "Ctrl+Y");
    assert_true(length_behind(d, middle) == 0.05 && d->session->pacing.stream->kind->is_list);
    assert_true(place_of(d, 6).x == edited);
    int before = d->session->undo.undone.count; // one has to go back before frames that were made
    edit(d, made(d) - 10, &(double){0.05}, 1);
    play(d, "(=The frames stay as they are)");
    assert_true(place_of(d, 6).x == edited && d->session->undo.undone.count == before);
}

// --- before a policy ---

static const char *const policies[] = {"accumulator:0.012", "accumulator:0.03", "substep:0.007",
                                       "clamp:0.02",        "skip:0.01",        "least:0.005:0.02",
                                       "bounded:0.004:3"};

static desk *open_policy(const char *policy)
{
    const char *yaml =
        PRINTED("format: 1\ngravity: [0, -9.81]\ntimestep: random:0.005:0.03:3\npolicy: %s\n"
                "compare: [{integrator: verlet}, {integrator: tcv}]\n"
                "particles:\n- {name: peg, at: [0, 0], pinned: true}\n- {name: b, at: [1, 0]}\n"
                "links:\n- {from: peg, to: b}\n",
                policy);
    return open_text("policed.yaml", "Quiet /100 Pause/0", yaml);
}

// The bits are those of a run that had these frames from its start, through the same policy, which
// after a step back makes its steps from there; undo brings back those that were.
TEST(edited_frames_go_through_the_policy)
{
    for (int i = 0; i < COUNT(policies); i++) {
        desk *d = open_policy(policies[i]);
        assert_true(vl_session_go_to_frame(d->session, made(d) - 20));
        int come = d->session->lab->now.frames;
        double before = time_of(d), x = place_of(d, 2).x;
        edit(d, come + 3, (const double[]){0.04, 0.002}, 2);
        play(d, "Space/60 Pause/0");
        assert_true(length_behind(d, come + 2) == 0.04 && length_behind(d, come + 3) == 0.002);
        assert_same_without_window(d, policies[i]);
        play(d, "Ctrl+Z");
        assert_true(time_of(d) == before && place_of(d, 2).x == x);
    }
}

// What follows a list is saved with a path that holds in the folder of the copy, too.
TEST(a_file_behind_edited_frames_is_found_from_the_saved_scene)
{
    write_here("steps.txt", "0.01\n0.02\n0.01\n0.02\n0.01\n0.02\n");
    desk *d = open_text("filed.yaml", "Pause/0",
                        "format: 1\ntimestep: file:steps.txt\nparticles:\n- {at: [0, 0]}\n");
    edit(d, 2, &(double){0.05}, 1);
    play(d, "save!");
    OWNED(vl_scene) *saved = take_saved("filed-saved");
    assert_non_null(strstr(saved->timestep, ":0.05:file:/"));
    OWNED(vl_stream) *stream = vl_stream_parse(saved->timestep, NULL, &(vl_error){0});
    assert_true(stream && vl_stream_length(stream) > 0.11 && vl_stream_length(stream) < 0.13);
}

// --- slow motion ---

// Measured frames shrink, as each display frame is one. Others stay, and half as many are made.
TEST(slow_motion_shrinks_measured_frames_alone)
{
    for (int measured = 0; measured < 2; measured++) {
        desk *d = open_quiet("pendulum", measured ? "my-screen" : "60");
        play(d, "speed:0.5/0 R/2");
        int before = made(d);
        frames(d, 120);
        int count = made(d) - before;
        double dt = length_behind(d, made(d) - 1);
        assert_true(fabs(dt - 1 / 60. * (measured ? 0.5 : 1)) < 1e-12);
        assert_in_range(count, measured ? 119 : 59, measured ? 121 : 61);
        assert_int_equal(vl_pacing_shrinks(&d->session->pacing), measured);
    }
}
