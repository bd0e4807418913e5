// Streams of time steps: each kind gives the steps it says, again after a rewind; what is no stream
// is refused with what was expected.

#include "base/text.h"
#include "support/scenes.h"
#include "support/testing.h"

#include <sys/stat.h>

TEST(each_kind_gives_its_steps)
{
    // the time of a step is the sum of those before it
    static const struct {
        const char *text;
        double steps[8];
    } rows[] = {
        {"fixed:0.01", {0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01}},
        {"random:0.25:0.25:7", {0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25}},
        {"alternate:1:2", {1, 2, 1, 2, 1, 2, 1, 2}},
        {"switch:1:2:3", {1, 1, 1, 2, 2, 2, 2, 2}},
        {"switch:1:2:2.5", {1, 1, 1, 2, 2, 2, 2, 2}},
        {"switch:1:2:0", {2, 2, 2, 2, 2, 2, 2, 2}},
        {"hitch:1:10:3", {1, 1, 1, 10, 1, 1, 1, 1}},
        {"hitch:1:0.5:2.5", {1, 1, 1, 0.5, 1, 1, 1, 1}},
        {"clock-ms:60", {.016, .017, .017, .016, .017, .017, .016, .017}},
        {"clock-ms:1000", {.001, .001, .001, .001, .001, .001, .001, .001}},
        {"clock-ms:1500", {0, .001, .001, 0, .001, .001, 0, .001}},
        {"clock-ms:144", {.006, .007, .007, .007, .007, .007, .007, .007}},
        {"list:3x1:0.5", {1, 1, 1, 0.5, 1, 1, 1, 0.5}},
        {"list:3x1:0.5:fixed:2", {1, 1, 1, 0.5, 2, 2, 2, 2}},
        // what follows goes on as if it had made these steps itself
        {"list:0.5:0.25:0.25:alternate:1:2", {0.5, 0.25, 0.25, 2, 1, 2, 1, 2}},
        {"list:2x2:switch:1:3:5", {2, 2, 1, 3, 3, 3, 3, 3}},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_stream) *stream = stream_of(rows[i].text);
        double time = 0, dt;
        for (int k = 0; k < COUNT(rows[i].steps); k++, time += dt) {
            assert_true(vl_stream_next(stream, time, &dt));
            if (dt != rows[i].steps[k])
                fail_msg("%s: step %d is %.17g", rows[i].text, k, dt);
        }
        assert_string_equal(stream->text, rows[i].text);
    }
}

// A step may have a unit; alone it is fixed.
TEST(a_step_may_have_a_unit)
{
    static const struct {
        const char *text, *same;
    } rows[] = {
        {"144Hz", "fixed:0.0069444444444444441"},
        {"6.94 ms", "fixed:0.00694"},
        {"10ms", "fixed:0.01"},
        {"0.02 s", "fixed:0.02"},
        {"60 fps", "fixed:0.016666666666666666"},
        {"100/s", "fixed:0.01"},
        {"fixed:250us", "fixed:0.00025"},
        {"alternate:100Hz:20ms", "alternate:0.01:0.02"},
        {"hitch:10ms:0.1:5", "hitch:0.01:0.1:5"},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_stream) *stream = stream_of(rows[i].text);
        if (!vl_stream_is(stream, rows[i].same))
            fail_msg("%s is not %s", rows[i].text, rows[i].same);
        assert_false(vl_stream_is(stream, "fixed:0.03"));
    }
}

// It has steps, and the same again after a rewind.
static void check_repeats(vl_stream *stream)
{
    enum { STEPS = 1000 };

    double first[STEPS];
    int count[2] = {0};
    for (int pass = 0; pass < 2; pass++, vl_stream_rewind(stream)) {
        double time = 0, dt;
        for (int i = 0; i < STEPS && vl_stream_next(stream, time, &dt); i++, time += dt) {
            first[i] = pass ? first[i] : dt;
            assert_true(dt == first[i]);
            count[pass]++;
        }
    }
    assert_true(count[0] > 0 && count[0] == count[1]);
}

// Labels are in milliseconds, with no more digits than are needed. `frame` alone is measured.
TEST(each_kind_is_named_for_the_screen_and_repeats)
{
    static const struct {
        const char *text, *label;
    } rows[] = {
        {"frame", "frame"},
        {"fixed:0.1", "fixed 100 ms"},
        {"fixed:0.0166667", "fixed 16.667 ms"},
        {"fixed:1e-06", "fixed 0.001 ms"},
        {"random:0.05:0.15:1", "random 50–150 ms, seed 1"},
        {"alternate:0.01:0.02", "alternate 10, 20 ms"},
        {"switch:0.016666666666666666:0.013333333333333334:5", "16.667 → 13.333 ms at 5 s"},
        {"hitch:0.0166667:0.1:2.5", "16.667 ms, one of 100 ms at 2.5 s"},
        {"clock-ms:60", "of 60 frames/s in whole ms"},
        {"file:a folder/steps.txt", "file steps.txt"},
        {"list:300x0.01:0.1", "301 given steps, again and again"},
        {"list:0.1:fixed:0.0166667", "1 given step, then fixed 16.667 ms"},
        {"list:2x0.1:end", "2 given steps, then the end"},
    };

    assert_int_equal(mkdir("a folder", 0700), 0);
    write_here("a folder/steps.txt", "0.1\n");
    for (int kind = 0, seen = 0; kind < vl_stream_kind_count; kind++, seen = 0) {
        for (int i = 0; i < COUNT(rows); i++) {
            OWNED(vl_stream) *stream = stream_of(rows[i].text);
            SCOPED(vl_text) label = {0};
            vl_stream_label(stream, &label);
            assert_string_equal(label.data, rows[i].label);
            assert_int_equal(stream->kind->is_frame, strcmp(rows[i].text, "frame") == 0);
            if (!stream->kind->is_frame)
                check_repeats(stream);
            seen += stream->kind == &vl_stream_kinds[kind];
        }
        assert_true(seen > 0);
    }
}

TEST(random_steps_stay_in_bounds_and_depend_on_the_seed)
{
    enum { STEPS = 20000 };

    OWNED(vl_stream) *one = stream_of("random:0.005:0.015:1");
    OWNED(vl_stream) *two = stream_of("random:0.005:0.015:2");
    double sum = 0;
    int same = 0;
    for (int i = 0; i < STEPS; i++) {
        double a = 0, b = 0;
        assert_true(vl_stream_next(one, 0, &a));
        assert_true(vl_stream_next(two, 0, &b));
        assert_true(a >= 0.005 && a < 0.015);
        sum += a;
        same += a == b;
    }
    // The mean of 20000 uniform steps has a standard deviation of 0.01/√12/√20000 = 2e-5: five of
    // them.
    assert_true(fabs(sum / STEPS - 0.01) < 1e-4);
    assert_int_equal(same, 0);
}

TEST(a_clock_of_milliseconds_never_stands_and_never_drifts)
{
    static const double rates[] = {1, 24, 29.97, 50, 59.94, 60, 75, 120, 144, 240, 999.5, 1000};

    for (int i = 0; i < COUNT(rates); i++) {
        OWNED(vl_stream) *stream = stream_of(PRINTED("clock-ms:%g", rates[i]));
        double milliseconds = 0, dt;
        for (int k = 1; k <= 5000; k++) {
            assert_true(vl_stream_next(stream, 0, &dt));
            assert_true(dt > 0);
            milliseconds += round(1000 * dt);
            // The clock is behind by less than a millisecond; 1e-6 for the rounding of k/rate.
            double late = 1000 * k / rates[i] - milliseconds;
            assert_true(late > -1e-6 && late < 1 + 1e-6);
        }
    }
}

TEST(a_file_gives_its_lines_and_ends)
{
    static const double steps[] = {0.016, 0.017, 0, -1, 5e-324, 1e300};

    write_here("a:b.txt", "# measured\n0.016\r\n\n  0.017\t\n0\n-1\n#0.5\n   \n5e-324\n1e300");
    OWNED(vl_stream) *stream = stream_of("file:a:b.txt");
    double dt;
    for (int i = 0; i < COUNT(steps); i++) {
        assert_true(vl_stream_next(stream, 0, &dt));
        assert_true(dt == steps[i]);
    }
    assert_false(vl_stream_next(stream, 0, &dt));
}

TEST(a_bad_file_is_refused_with_its_line)
{
    static const struct {
        const char *bytes, *message;
    } rows[] = {
        {"0.01\n# x\nfast\n", ":3: 'fast', expected one finite number (s) in a line"},
        {"nan\n", ":1: 'nan', expected one finite number (s) in a line"},
        {"0.01\n\ninf", ":3: 'inf', expected one finite number (s) in a line"},
        {"1e999\n", ":1: '1e999', expected one finite number (s) in a line"},
        {"0.01 0.02\n", ":1: '0.01 0.02', expected one finite number (s) in a line"},
        {"", ": no time step above 0 in the file, expected one a line"},
        {"# nothing\n\n", ": no time step above 0 in the file, expected one a line"},
        {"0.01\n\xFF\n", ": is no text in UTF-8, expected one time step a line"},
    };

    assert_int_equal(mkdir("bad", 0700), 0);
    for (int i = 0; i < COUNT(rows); i++) {
        vl_error error = {0};
        write_here("bad/steps.txt", rows[i].bytes);
        assert_null(vl_stream_parse("file:steps.txt", "bad/scene.yaml", &error));
        assert_string_equal(error.text, PRINTED("bad/steps.txt%s", rows[i].message));
    }
}

#define A_STEP "expected a time step greater than 0 and up to 1e6 (s), such as 0.01, 10ms or 100Hz"

TEST(what_is_no_stream_is_refused)
{
    // clang-format off
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"fixed:0", "dt is '0' in 'fixed:0', " A_STEP},
        {"fixed:-0.01", "dt is '-0.01' in 'fixed:-0.01', " A_STEP},
        {"fixed:nan", "dt is 'nan' in 'fixed:nan', " A_STEP},
        {"fixed:inf", "dt is 'inf' in 'fixed:inf', " A_STEP},
        {"fixed:1e7", "dt is '1e7' in 'fixed:1e7', " A_STEP},
        {"fixed:", "dt is '' in 'fixed:', " A_STEP},
        {"fixed: 1", "dt is ' 1' in 'fixed: 1', " A_STEP},
        {"fixed", "'fixed' has 0 values behind the name, expected fixed:0.01"},
        {"fixed:1:2", "'fixed:1:2' has 2 values behind the name, expected fixed:0.01"},
        {"frame:60", "'frame:60' has 1 value behind the name, expected frame"},
        {"random:0.02:0.01:1", "low is greater than high in 'random:0.02:0.01:1', expected low:high"},
        {"random:0.01:0.02", "'random:0.01:0.02' has 2 values behind the name, expected random:0.005:0.015:SEED"},
        {"random:0.01:0.02:x", "the seed is 'x' in 'random:0.01:0.02:x', expected a whole number from 0 to 2^53"},
        {"random:0.01:0.02:1.5", "the seed is '1.5' in 'random:0.01:0.02:1.5', expected a whole number from 0 to 2^53"},
        {"random:0.01:0.02:-1", "the seed is '-1' in 'random:0.01:0.02:-1', expected a whole number from 0 to 2^53"},
        {"alternate:0.01:0", "the second dt is '0' in 'alternate:0.01:0', " A_STEP},
        {"switch:0.01:0.02:-1", "the time is '-1' in 'switch:0.01:0.02:-1', expected a time from 0 to 1e12 (s)"},
        {"clock-ms:10001",
         "the rate is '10001' in 'clock-ms:10001', expected from 1 to 10000 frames/s; above 1000 some frames "
         "take 0 ms"},
        {"clock-ms:0",
         "the rate is '0' in 'clock-ms:0', expected from 1 to 10000 frames/s; above 1000 some frames take 0 ms"},
        {"0.01", "'0.01' is a number alone, expected fixed:0.01 (s), 0.01ms or 0.01Hz"},
        {"0Hz", "dt is '0Hz' in 'fixed:0Hz', " A_STEP},
        {"-5 ms", "dt is '-5 ms' in 'fixed:-5 ms', " A_STEP},
        {"random:1ms:2ms:3ms", "the seed is '3ms' in 'random:1ms:2ms:3ms', expected a whole number from 0 to 2^53"},
        {"fixd:0.01", "unknown stream of time steps 'fixd'; did you mean 'fixed'?"},
        {"",
         "unknown stream of time steps '', expected frame, fixed:0.01, random:0.005:0.015:SEED, "
         "alternate:0.01:0.02, switch:0.0166667:0.0333333:5, hitch:0.0166667:0.1:5, clock-ms:60, "
         "list:30x0.0166667:0.1:fixed:0.0166667 or file:PATH"},
        {"list", "'list' has no step above 0, expected one at least behind 'list:'"},
        {"list:fixed:1", "'list:fixed:1' has no step above 0, expected one at least behind 'list:'"},
        {"list:0.10000000000000000000000000000000000000000000000000000000000000000",
         "'0.10000000000000000000000000000000000000000000000000000000000000000' is no step, "
         "expected a time step greater than 0 and up to 1e6 (s), such as 0.01, 10ms or 100Hz"},
        {"list:0x1", "a number of times is '0' in 'list:0x1', expected 1 or more"},
        {"list:1.5x1", "a number of times is '1.5' in 'list:1.5x1', expected 1 or more"},
        {"list:3x", "dt is '' in 'list:3x', " A_STEP},
        {"list:1:", "dt is '' in 'list:1:', " A_STEP},
        {"list:1:0", "dt is '0' in 'list:1:0', " A_STEP},
        {"list:1000000x1:1000000x1", "'list:1000000x1:1000000x1' has too many steps, expected at most 1048576"},
        {"list:1:list:1", "a list behind the steps of 'list:1:list:1', expected another stream"},
        {"list:1:fixed:0", "dt is '0' in 'fixed:0', " A_STEP},
        {"list:end", "'list:end' has no step above 0, expected one at least behind 'list:'"},
        {"list:1:nan:end", "unknown stream of time steps 'nan', expected frame, fixed:0.01, "
         "random:0.005:0.015:SEED, alternate:0.01:0.02, switch:0.0166667:0.0333333:5, "
         "hitch:0.0166667:0.1:5, clock-ms:60, list:30x0.0166667:0.1:fixed:0.0166667 or file:PATH"},
        {"list:1:1x:end", "dt is '' in 'list:1:1x:end', " A_STEP},
        {"list:0:endless", "dt is '0' in 'list:0:endless', " A_STEP},
        {"file", "no path behind 'file', expected file:PATH"},
        {"file:", "no path behind 'file', expected file:PATH"},
        {"file:/nowhere/steps.txt", "/nowhere/steps.txt: cannot be opened: No such file or directory"},
        {"file:/", "/: is a directory, expected a file"},
    };

    // clang-format on

    for (int i = 0; i < COUNT(rows); i++) {
        vl_error error = {0};
        assert_null(vl_stream_parse(rows[i].text, NULL, &error));
        assert_string_equal(error.text, rows[i].message);
    }
}

// --- lists ---

// A list is written as it was read, to the last bit, and what comes several times in a row is
// counted.
TEST(a_list_of_steps_is_read_as_it_was_written)
{
    enum { STEPS = 500 };

    double steps[STEPS];
    vl_random random = {.state = 1};
    for (int i = 0; i < STEPS; i++)
        steps[i] = i % 7 < 4 && i > 0 ? steps[i - 1] : vl_random_uniform(&random, 0.001, 0.1);
    FREED char *text = vl_step_list_text(steps, STEPS, "fixed:0.25");
    OWNED(vl_stream) *stream = stream_of(text);
    double dt = 0, time = 0;
    for (int i = 0; i < STEPS; i++, time += dt) {
        assert_true(vl_stream_next(stream, time, &dt));
        assert_true(dt == steps[i]);
    }
    assert_true(vl_stream_next(stream, time, &dt) && dt == 0.25);
    FREED char *counted = vl_step_list_text((double[]){1, 1, 0.5}, 3, NULL);
    assert_string_equal(counted, "list:2x1:0.5");
}

// Behind the list the display is asked again; who has none is at the end.
TEST(frames_are_measured_behind_a_list)
{
    OWNED(vl_stream) *stream = stream_of("list:2x0.5:frame");
    double dt;
    for (int i = 0; i < 2; i++) {
        assert_false(vl_stream_is_measured(stream));
        assert_true(vl_stream_next(stream, 0, &dt) && dt == 0.5);
    }
    assert_true(vl_stream_is_measured(stream));
    assert_false(vl_stream_next(stream, 1, &dt));
    assert_true(vl_stream_length(stream) == 1);
    vl_stream_rewind(stream);
    assert_false(vl_stream_is_measured(stream));
}

// A file, and the list of its steps that ends, are the same but for their text.
TEST(a_list_that_ends_is_as_a_file)
{
    static const double steps[] = {0.5, 0, 0, -0.25, 1, 1, 0.125, -1e300};
    SCOPED(vl_text) lines = {0};
    char number[VL_NUMBER_SIZE];
    for (int i = 0; i < COUNT(steps); i++)
        vl_text_add(&lines, "%s\n", vl_number_text(steps[i], number));
    write_here("steps.txt", lines.data);
    FREED char *text = vl_step_list_text(steps, COUNT(steps), VL_STEP_LIST_END);
    for (double factor = 1; factor > 0.1; factor /= 2) {
        OWNED(vl_stream) *file = stream_of("file:steps.txt");
        OWNED(vl_stream) *list = stream_of(text);
        vl_stream_scale(file, factor);
        vl_stream_scale(list, factor);
        assert_true(vl_stream_mean(file, 2) == vl_stream_mean(list, 2));
        assert_true(vl_stream_length(file) == vl_stream_length(list));
        double a = 0, b = 0;
        int count = 0;
        for (; vl_stream_next(file, 0, &a); count++)
            assert_true(vl_stream_next(list, 0, &b) && a == b);
        assert_int_equal(count, round(COUNT(steps) / factor));
        assert_false(vl_stream_next(list, 0, &b));
    }
}

// A look ahead takes nothing from the stream, and steps that are skipped are those that it had.
TEST(a_preview_has_the_steps_to_come)
{
    enum { STEPS = 40 };

    static const char *const texts[] = {"random:0.005:0.015:7", "switch:0.01:0.02:0.2",
                                        "hitch:0.01:0.1:0.2", "clock-ms:144",
                                        "list:30x0.01:0.02:random:0.005:0.015:7"};
    for (int i = 0; i < COUNT(texts); i++) {
        OWNED(vl_stream) *stream = stream_of(texts[i]);
        OWNED(vl_stream) *skipped = stream_of(texts[i]);
        double seen[2 * STEPS], time = 0, dt, other;
        for (int k = 0; k < STEPS / 2; k++, time += dt)
            assert_true(vl_stream_next(stream, time, &dt));
        assert_int_equal(vl_stream_preview(stream, time, HUGE_VAL, 1, seen, STEPS), STEPS);
        vl_stream_skip(skipped, STEPS / 2);
        for (int k = 0; k < STEPS; k++, time += dt) {
            assert_true(vl_stream_next(stream, time, &dt) && dt == seen[k]);
            assert_true(vl_stream_next(skipped, time, &other) && other == dt);
        }
        assert_int_equal(vl_stream_preview(stream, time, time, 1, seen, STEPS), 0);
    }
    OWNED(vl_stream) *measured = stream_of("list:2x0.5:frame");
    double seen[8];
    assert_int_equal(vl_stream_preview(measured, 0, 10, 1, seen, 8), 2);
}

TEST(a_list_has_a_mean)
{
    OWNED(vl_stream) *stream = stream_of("list:2x1:4:fixed:2");
    assert_true(vl_stream_mean(stream, 2) == 1);
    assert_true(vl_stream_mean(stream, 6) == 2);
    assert_true(vl_stream_mean(stream, 16) == 2);
    OWNED(vl_stream) *again = stream_of("list:2x1:4");
    assert_true(vl_stream_mean(again, 60) == 2);
    OWNED(vl_stream) *many = stream_of("list:1000000x1:0.5"); // of no more memory than its text
    assert_true(many->row_count == 2 && vl_stream_listed(many, 1000000) == 0.5);
}

// --- other steps of the same shape ---

// With half the factor each step is half as long.
TEST(a_scaled_stream_keeps_its_shape)
{
    static const char *const texts[] = {"fixed:0.01", "random:0.005:0.015:7", "alternate:0.01:0.02",
                                        "clock-ms:60"};
    for (int i = 0; i < COUNT(texts); i++) {
        OWNED(vl_stream) *one = stream_of(texts[i]);
        OWNED(vl_stream) *half = stream_of(texts[i]);
        vl_stream_scale(half, 0.5);
        assert_true(vl_stream_mean(half, 1) == vl_stream_mean(one, 1) / 2);
        double a = 0, b = 0;
        for (int k = 0; k < 100; k++) {
            assert_true(vl_stream_next(one, 0, &a) && vl_stream_next(half, 0, &b));
            assert_true(b == a / 2);
        }
    }
}

// Counts the steps up to 10 s, and finds the time of the first step that differs from the first.
static int run_until(vl_stream *stream, double *change)
{
    double dt, first = 0, time = 0;
    int count = 0;
    *change = 0;
    for (vl_stream_rewind(stream); time < 10 - 1e-9 && vl_stream_next(stream, time, &dt); count++) {
        first = count ? first : dt;
        if (dt != first && *change == 0)
            *change = time;
        time += dt;
    }
    return count;
}

// 300 times 1/60, added up in doubles, is not exactly 5, but it must count as 5. With a quarter of
// the factor all steps are a quarter as long; of a hitch there is still one.
TEST(the_time_of_a_change_stays)
{
    static const struct {
        const char *text;
        int coarse, fine;
    } rows[] = {{"switch:0.125:0.25:5", 60, 240},
                {"hitch:0.125:0.5:5", 77, 317},
                {"switch:0.016666666666666666:0.1:5", 350, 1400},
                {"hitch:0.016666666666666666:0.1:5", 595, 2395}};

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_stream) *stream = stream_of(rows[i].text);
        double change;
        for (int scaled = 0; scaled < 2; scaled++, vl_stream_scale(stream, 0.25)) {
            assert_int_equal(run_until(stream, &change), scaled ? rows[i].fine : rows[i].coarse);
            assert_true(fabs(change - 5) < 1e-12 && vl_stream_change(stream) == 5);
        }
    }
    OWNED(vl_stream) *stream = stream_of("switch:0.125:0.25:5");
    assert_true(fabs(vl_stream_mean(stream, 10) - 10 / 60.0) < 1e-15);
}

TEST(a_scaled_file_covers_the_same_time)
{
    write_here("steps.txt", "0.5\n0\n0.25\n1\n");
    OWNED(vl_stream) *stream = stream_of("file:steps.txt");
    for (int halvings = 0; halvings <= 6; halvings++) {
        double sum = 0, dt;
        int count = 0;
        vl_stream_scale(stream, pow(0.5, halvings));
        for (; vl_stream_next(stream, sum, &dt); count++)
            sum += dt;
        assert_true(sum == 1.75 && vl_stream_length(stream) == 1.75);
        assert_int_equal(count, 4 << halvings);
        assert_true(vl_stream_mean(stream, 1.75) == 1.75 / 3 * pow(0.5, halvings));
    }
}

TEST(other_seeds_give_other_steps_and_the_same_seed_the_same)
{
    OWNED(vl_stream) *stream = stream_of("random:1:2:5");
    OWNED(vl_stream) *sixth = stream_of("random:1:2:6");
    double first = 0, other = 0, again = 0, theirs = 0;
    assert_true(stream->kind->is_random && vl_stream_next(stream, 0, &first));
    vl_stream_reseed(stream, 1);
    assert_true(vl_stream_next(stream, 0, &other) && vl_stream_next(sixth, 0, &theirs));
    assert_true(other != first && other == theirs);
    vl_stream_reseed(stream, 0);
    assert_true(vl_stream_next(stream, 0, &again) && again == first);
}

// Nobody writes into the pipe, so whoever opened it would wait for ever.
TEST(a_scene_reads_its_steps_from_neither_devices_nor_pipes)
{
    static const char *const names[] = {"pipe", "/dev/zero", "/dev/null"};
    SKIP_IN_NODE("a program in Node makes no pipes");
    (void)remove("pipe"); // of a run that was stopped
    assert_int_equal(mkfifo("pipe", 0600), 0);
    for (int i = 0; i < COUNT(names); i++) {
        vl_error error = {0};
        const char *says = PRINTED("%s: is a device or a pipe, expected", names[i]);
        assert_null(vl_stream_parse(PRINTED("file:%s", names[i]), ".", &error));
        assert_int_equal(strncmp(error.text, says, strlen(says)), 0);
    }
    assert_int_equal(remove("pipe"), 0);
}
