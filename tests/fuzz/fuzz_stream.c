// Texts that a person types: a stream of time steps, a policy, a number with its unit; and a file
// of frame times. The first byte chooses among them.

#include "fuzz.h"

#include "base/memory.h"
#include "base/quantity.h"
#include "scene/policy.h"
#include "scene/stream.h"

#include <math.h>

enum { STEPS = 50 };

// The steps are finite, the same again after a rewind and in a copy, and greater than 0 where the
// kind promises that.
static void check_steps(vl_stream *stream)
{
    double first[STEPS], time = 0;
    int count = 0;
    vl_stream *copy = vl_stream_copy(stream);
    while (count < STEPS && vl_stream_next(stream, time, &first[count])) {
        double dt = first[count++];
        FUZZ_CHECK(isfinite(dt));
        time += dt;
    }
    vl_stream_rewind(stream);
    time = 0;
    for (int i = 0; i < count; i++) {
        double dt, copied;
        FUZZ_CHECK(vl_stream_next(stream, time, &dt) && vl_stream_next(copy, time, &copied));
        FUZZ_CHECK(dt == first[i] && copied == first[i]);
        time += dt;
    }
    vl_stream_free(copy);
}

static void check_stream(const char *text)
{
    vl_error error = {0};
    vl_stream *stream = vl_stream_parse(text, ".", &error);
    FUZZ_CHECK(stream || *error.text);
    if (!stream)
        return;
    vl_text label = {0};
    vl_stream_label(stream, &label);
    FUZZ_CHECK(*label.data);
    vl_text_free(&label);
    if (!stream->kind->is_frame) {
        FUZZ_CHECK(vl_stream_length(stream) >= 0 || stream->kind->takes_path ||
                   stream->kind->is_list);
        if (!vl_stream_is_measured(stream))
            check_steps(stream);
    }
    vl_stream_free(stream);
}

// Each frame is some steps that are finite and greater than 0, at most as many as promised.
static void check_policy(const char *text)
{
    static const double frames[] = {1 / 60.0, 1 / 60.0, 0.3, 1e-9, 1e5, 1 / 144.0, 0.1, 1e-300};
    vl_error error = {0};
    vl_policy policy;
    if (!vl_policy_parse(&policy, text, &error)) {
        FUZZ_CHECK(*error.text);
        return;
    }
    vl_text label = {0};
    vl_policy_label(&policy, &label);
    FUZZ_CHECK(*label.data);
    vl_text_free(&label);
    for (size_t i = 0; i < 4 * sizeof frames / sizeof *frames; i++) {
        int steps = 0;
        double dt;
        vl_policy_frame(&policy, frames[i % (sizeof frames / sizeof *frames)]);
        for (; vl_policy_next(&policy, &dt); steps++)
            FUZZ_CHECK(isfinite(dt) && dt > 0);
        FUZZ_CHECK(steps <= VL_POLICY_MOST_STEPS);
        double part = vl_policy_part(&policy);
        FUZZ_CHECK(part >= 0 && part <= 1);
    }
}

static void check_quantity(const char *text)
{
    static const char *const units[] = {NULL, "kg", "m", "m/s²", "N/m", "N s/m", "s", "°", "%"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        double value;
        if (vl_parse_quantity(text, units[i], &value))
            FUZZ_CHECK(!isnan(value));
    }
}

static void check_file(const uint8_t *data, size_t size)
{
    FILE *file = fopen("frames", "wb");
    FUZZ_CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    check_stream("file:frames");
    remove("frames");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return -1;
    char *text = fuzz_text(data + 1, size - 1);
    switch (data[0]) {
    case 's':
        check_stream(text);
        break;
    case 'p':
        check_policy(text);
        break;
    case 'q':
        check_quantity(text);
        break;
    case 'f':
        check_file(data + 1, size - 1);
        break;
    default:
        vl_free(text);
        return -1;
    }
    vl_free(text);
    return 0;
}
