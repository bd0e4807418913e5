#include "scene/frames.h"

#include "base/memory.h"
#include "scene/file.h"
#include "scene/policy.h"

#include <math.h>

// Of a stream, half of the frames that are looked at come after everything that it does once.
enum { MOST_FRAMES = 4096 };

// Lengths that differ by less than this part are equal.
static const double same = 1e-9;

// A frame that is alone with such a length, compared with the next one, is late.
static const double lateness = 1.25;

double vl_frames_longest(const vl_frames *frames)
{
    double longest = 0;
    for (int i = 0; i < frames->count; i++)
        longest = fmax(longest, frames->list[i]);
    return longest;
}

// Writes frames into `list`, and returns their number.
static int take_frames(vl_stream *stream, double list[MOST_FRAMES])
{
    int count = 0;
    double dt, later = vl_stream_change(stream) + 1;
    for (int i = 0; i < MOST_FRAMES; i++) {
        if (!vl_stream_next(stream, i < MOST_FRAMES / 2 ? 0 : later, &dt))
            break;
        if (dt > 0 && isfinite(dt))
            list[count++] = dt;
    }
    vl_stream_rewind(stream);
    return count;
}

static int longest_of(const double *list, int count)
{
    int longest = 0;
    for (int i = 1; i < count; i++)
        longest = list[i] > list[longest] ? i : longest;
    return longest;
}

// Takes the longest frame out where no other is nearly as long. Returns its length, s; 0: there is
// none.
static double take_out_late(double *list, int *count)
{
    int at = longest_of(list, *count), others = *count - 1;
    double late = list[at];
    if (*count < 2)
        return 0;
    list[at] = list[others];
    if (late > lateness * list[longest_of(list, others)]) {
        *count = others;
        return late;
    }
    list[at] = late;
    return 0;
}

// The longest step that the policy makes of a late frame after frames of another length.
static double late_step(vl_policy *policy, double frame, double late)
{
    double longest = 0, step;
    for (int i = 0; i < 2; i++) {
        vl_policy_frame(policy, i == 0 ? frame : late);
        while (vl_policy_next(policy, &step))
            longest = i == 1 ? fmax(longest, step) : 0;
    }
    return longest;
}

// The steps that the policy makes of frames. An accumulator makes as many as the frames have room
// for, so their number is bounded.
static void make_steps(vl_frames *frames, vl_policy *policy, const double *list, int count)
{
    double step;
    frames->list = vl_alloc(MOST_FRAMES, sizeof *frames->list);
    for (int i = 0; i < count; i++) {
        vl_policy_frame(policy, list[i]);
        while (vl_policy_next(policy, &step))
            if (step > 0 && frames->count < MOST_FRAMES)
                frames->list[frames->count++] = step;
    }
}

static void join_equal(vl_frames *frames)
{
    double longest = vl_frames_longest(frames);
    for (int i = 0; i < frames->count; i++)
        if (frames->list[i] < (1 - same) * longest)
            return;
    if (frames->count > 0) {
        frames->list[0] = longest;
        frames->count = 1;
    }
}

vl_frames vl_frames_of(const vl_scene *scene, vl_stream *stream)
{
    vl_frames frames = {.substeps = scene->solver.substeps, .measured = stream->kind->is_frame};
    double *list = vl_alloc(MOST_FRAMES, sizeof *list);
    list[0] = 1.0 / 60;
    int count = frames.measured ? 1 : take_frames(stream, list);
    double late = frames.measured ? 0 : take_out_late(list, &count);
    vl_policy policy;
    vl_error ignored = {0};
    if (vl_policy_parse(&policy, scene->policy, &ignored)) {
        make_steps(&frames, &policy, list, count);
        join_equal(&frames);
        if (late > 0)
            frames.late = late_step(&policy, list[0], late);
        if (frames.late <= (1 + same) * vl_frames_longest(&frames))
            frames.late = 0;
    }
    vl_free(list);
    return frames;
}

vl_frames vl_frames_of_scene(const vl_scene *scene, const char *folder)
{
    vl_error ignored = {0};
    vl_stream *stream = vl_stream_parse(scene->timestep, folder, &ignored);
    vl_frames frames = stream ? vl_frames_of(scene, stream) : (vl_frames){0};
    vl_stream_free(stream);
    return frames;
}

vl_frames vl_frames_of_lane(const vl_scene *lane, vl_stream *common)
{
    if (!lane->lane.own_stream)
        return vl_frames_of(lane, common);
    char *folder = lane->path ? vl_path_folder(lane->path) : NULL;
    vl_frames frames = vl_frames_of_scene(lane, folder);
    vl_free(folder);
    return frames;
}

void vl_frames_free(vl_frames *frames)
{
    vl_free(frames->list);
    *frames = (vl_frames){0};
}
