// The bytes of a recording: either a message that names the file, or entries that are done one by
// one, until one cannot be done and a message says why. What is valid and takes long is not run, or
// to no end.

#include "fuzz.h"

#include "base/clock.h"
#include "lab/replay.h"

#include <string.h>

static const double longest = 0.2; // s

static bool names_the_file(const vl_error *error)
{
    return strncmp(error->text, "input.rec", 9) == 0;
}

// A scene that is valid may be as large as it likes; here it is not run then.
static bool has_large_scene(const vl_recording *recording)
{
    vl_lines lines = vl_recording_lines(recording);
    vl_operation o;
    bool large = false;
    while (!large && vl_operation_read(&lines, &o, &(vl_error){0})) {
        vl_scene *scene = o.block ? vl_operation_scene(&o, &(vl_error){0}) : NULL;
        large = scene && fuzz_takes_long(scene);
        vl_scene_free(scene);
    }
    vl_text_free(&lines.text);
    return large;
}

static void run(const vl_recording *recording)
{
    vl_replay replay;
    vl_replay_begin(&replay, recording, NULL, 0);
    double end = vl_clock_now() + longest;
    while (vl_clock_now() < end && vl_replay_next(&replay))
        ;
    FUZZ_CHECK(!*replay.error.text || names_the_file(&replay.error));
    for (int i = 0; replay.lab && i < replay.lab->count; i++)
        fuzz_check_world(replay.lab->runs[i].world);
    vl_replay_free(&replay);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vl_error error = {0};
    vl_recording *recording = vl_recording_parse(fuzz_text(data, size), size, "input.rec", &error);
    FUZZ_CHECK(recording || names_the_file(&error));
    if (recording && !has_large_scene(recording))
        run(recording);
    vl_recording_free(recording);
    return 0;
}
