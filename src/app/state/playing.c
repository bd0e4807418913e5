#include "app/state/playing.h"

#include "base/memory.h"

#include <math.h>

// Entries whose state some later entry may go back to.
typedef struct places {
    struct place {
        int64_t line, frame;
    } * list;

    int count, capacity;
} places;

static int64_t frame_after_line(const places *all, int64_t line)
{
    int low = 0, high = all->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (all->list[middle].line <= line)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? all->list[low - 1].frame : 0;
}

static void add_frame(vl_reel *reel, int *capacity, double dt, int64_t after)
{
    int count = (int)reel->frames + 1;
    reel->list = vl_grow(reel->list, capacity, count + 1, sizeof *reel->list);
    double length = isfinite(dt) ? fmax(dt, 0) : 0;
    reel->list[count] = (vl_reel_frame){.dt = length,
                                        .end = reel->list[count - 1].end + length,
                                        .number = after < 0 ? 1 : reel->list[after].number + 1,
                                        .after = after};
    reel->frames++;
}

// Returns the frame that has just ended after an entry, if `now` had before it.
static int64_t take_entry(vl_reel *reel, int *capacity, const places *all,
                          const vl_operation *entry, int64_t now)
{
    switch (entry->kind) {
    case VL_FRAME:
        add_frame(reel, capacity, entry->values[0], now);
        return entry->steps == VL_FRAME_UNDONE ? now : reel->frames;
    case VL_BEGIN:
        return reel->frames > 0 ? -1 : 0;
    case VL_STATE:
        return frame_after_line(all, entry->counts[0]);
    default:
        return now;
    }
}

// Its lines have been taken apart once when it was read.
static void take_frames(vl_reel *reel)
{
    vl_lines lines = vl_recording_lines(reel->recording);
    vl_operation entry;
    vl_error error = {0};
    places all = {0};
    int64_t now = 0, next;
    int capacity = 0;
    reel->list = vl_grow(NULL, &capacity, 1, sizeof *reel->list);
    reel->list[0] = (vl_reel_frame){0};
    for (; vl_operation_read(&lines, &entry, &error); now = next) {
        next = take_entry(reel, &capacity, &all, &entry, now);
        if (next == now)
            continue;
        all.list = vl_grow(all.list, &all.capacity, all.count + 1, sizeof *all.list);
        all.list[all.count++] = (struct place){entry.end, next};
    }
    vl_free(all.list);
    vl_text_free(&lines.text);
}

// Whether its first run can begin.
static bool can_begin(const vl_recording *recording, vl_error *error)
{
    vl_replay replay;
    bool begins;
    vl_replay_begin(&replay, recording, NULL, 0);
    begins = vl_replay_next(&replay);
    if (!begins && !*replay.error.text)
        vl_recording_lacks_run(recording, &replay.error);
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
    take_frames(reel);
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
    vl_free(reel->list);
    vl_free(reel);
}

void vl_playing_begin(vl_playing *playing, vl_reel *reel, vl_log *log, vl_lab *lab)
{
    *playing =
        (vl_playing){.reel = reel, .replay = vl_alloc(1, sizeof *playing->replay), .peeked = -1};
    vl_replay_begin_in(playing->replay, reel->recording, log, lab);
    playing->replay->scrubs = true;
}

void vl_playing_free(vl_playing *playing)
{
    if (playing->replay)
        vl_replay_free(playing->replay);
    vl_free(playing->replay);
    vl_reel_leave(playing->reel);
    *playing = (vl_playing){0};
}

int64_t vl_playing_frame(const vl_playing *playing)
{
    return playing->replay ? playing->replay->frames : 0;
}

double vl_reel_length(const vl_reel *reel, int64_t frame)
{
    return frame <= reel->frames ? reel->list[frame].dt : 0;
}

void vl_reel_expect(const vl_reel *reel, int64_t frame, vl_log *log, const vl_lab *lab)
{
    double *dt = NULL;
    int count = 0, capacity = 0;
    // the frame at whose end the run is; −1: at a beginning
    bool ended = reel->list[frame].number == lab->now.frames || frame == reel->frames;
    int64_t last = ended ? frame : reel->list[frame + 1].after;
    int64_t made = last < 0 ? 0 : reel->list[last].number;
    for (int64_t next = frame + 1;
         made == lab->now.frames && next <= reel->frames && reel->list[next].after == last;
         last = next++) {
        dt = vl_grow(dt, &capacity, count + 1, sizeof *dt);
        dt[count++] = vl_reel_length(reel, next);
    }
    vl_log_expect(log, dt, count);
    vl_free(dt);
}

int64_t vl_reel_frame_at(const vl_reel *reel, double time)
{
    int64_t low = 0, high = reel->frames;
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (reel->list[middle].end <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
