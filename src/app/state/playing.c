#include "app/state/playing.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>

static void add_end(vl_reel *reel, int *capacity, double dt)
{
    int count = (int)reel->frames + 1;
    reel->ends = vl_grow(reel->ends, capacity, count + 1, sizeof *reel->ends);
    reel->ends[count] = reel->ends[count - 1] + (isfinite(dt) ? fmax(dt, 0) : 0);
    reel->frames++;
}

// Its lines have been taken apart once when it was read.
static void take_times(vl_reel *reel)
{
    vl_cursor cursor = {0};
    vl_recorded entry;
    vl_error error = {0};
    int capacity = 0;
    reel->ends = vl_grow(NULL, &capacity, 1, sizeof *reel->ends);
    reel->ends[0] = 0;
    while (vl_recording_next(reel->recording, &cursor, &entry, &error))
        if (entry.kind == VL_ENTRY_FRAME)
            add_end(reel, &capacity, entry.values[0]);
}

// Whether its first run can begin.
static bool can_begin(const vl_recording *recording, vl_error *error)
{
    vl_replay replay;
    bool begins;
    vl_replay_begin(&replay, recording, NULL, 0);
    begins = vl_replay_next(&replay);
    if (!begins && !*replay.error.text)
        vl_fail_at(&replay.error, (vl_location){.file = recording->path}, "there is no run in it");
    *error = replay.error;
    vl_replay_free(&replay);
    return begins;
}

vl_reel *vl_reel_load(const char *path, vl_error *error)
{
    vl_recording *recording = vl_recording_load(path, error);
    if (!recording || !can_begin(recording, error)) {
        vl_recording_free(recording);
        return NULL;
    }
    vl_reel *reel = vl_alloc(1, sizeof *reel);
    reel->users = 1;
    reel->recording = recording;
    take_times(reel);
    return reel;
}

vl_reel *vl_reel_use(vl_reel *reel)
{
    if (reel)
        reel->users++;
    return reel;
}

void vl_reel_leave(vl_reel *reel)
{
    if (!reel || --reel->users > 0)
        return;
    vl_recording_free(reel->recording);
    vl_free(reel->ends);
    vl_free(reel);
}

void vl_playing_begin(vl_playing *playing, vl_reel *reel)
{
    *playing =
        (vl_playing){.reel = reel, .replay = vl_alloc(1, sizeof *playing->replay), .peeked = -1};
    vl_replay_begin(playing->replay, reel->recording, NULL, 0);
    playing->replay->scrubs = true;
}

vl_playing vl_playing_store(const vl_playing *playing)
{
    return (vl_playing){.reel = vl_reel_use(playing->reel), .frame = vl_playing_frame(playing)};
}

vl_lab *vl_playing_hand_over(vl_playing *playing)
{
    if (!playing->replay)
        return NULL;
    playing->frame = vl_playing_frame(playing);
    vl_lab *lab = vl_replay_hand_over(playing->replay);
    vl_replay_free(playing->replay);
    vl_free(playing->replay);
    playing->replay = NULL;
    return lab;
}

void vl_playing_free(vl_playing *playing)
{
    assert(!playing->replay); // its lab has an owner
    vl_reel_leave(playing->reel);
    *playing = (vl_playing){0};
}

int64_t vl_playing_frame(const vl_playing *playing)
{
    return playing->replay ? playing->replay->frames : playing->frame;
}

int64_t vl_reel_frame_at(const vl_reel *reel, double time)
{
    int64_t low = 0, high = reel->frames;
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (reel->ends[middle] <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
