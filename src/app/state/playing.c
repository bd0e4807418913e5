#include "app/state/playing.h"

#include "base/memory.h"

#include <math.h>

// --- the beginning and the end ---

vl_recording *vl_playing_load(const char *path, vl_error *error)
{
    vl_replay replay;
    vl_recording *recording = vl_recording_load(path, false, error);
    if (!recording)
        return NULL;
    vl_replay_begin(&replay, recording, NULL, 0);
    bool begins = vl_replay_next(&replay);
    if (!begins && !*replay.error.text)
        vl_recording_lacks_run(recording, &replay.error);
    *error = replay.error;
    vl_replay_free(&replay);
    if (begins)
        return recording;
    vl_recording_free(recording);
    return NULL;
}

vl_playing *vl_playing_create(vl_recording *recording, vl_log *log, vl_lab *lab)
{
    vl_playing *playing = vl_alloc(1, sizeof *playing);
    vl_replay_begin_in(&playing->replay, recording, log, lab);
    playing->replay.goes_on = true;
    return playing;
}

void vl_playing_free(vl_playing *playing)
{
    vl_replay_free(&playing->replay);
    vl_free(playing);
}

// --- what is ahead ---

static double length_of(const vl_operation *o)
{
    return o->kind == VL_FRAME && isfinite(o->values[0]) ? fmax(o->values[0], 0) : 0;
}

void vl_playing_expect(vl_playing *playing)
{
    vl_operation o;
    vl_lines lines = playing->replay.lines;
    double *dt = NULL;
    int count = 0, capacity = 0;
    lines.text = (vl_text){0};
    playing->from = playing->to = lines.at;
    while (vl_operation_read(&lines, &o, &(vl_error){0}) && o.kind != VL_BEGIN &&
           o.kind != VL_STATE) { // there it goes elsewhere
        playing->to = lines.at;
        dt = vl_grow(dt, &capacity, count + 1, sizeof *dt);
        dt[count] = length_of(&o);
        count += dt[count] > 0;
    }
    vl_log_expect(playing->replay.log, dt, count);
    vl_text_free(&lines.text);
    vl_free(dt);
}

// Its lines behind the present, wherever somebody has gone in the log. Free their text.
static vl_lines lines_ahead(vl_playing *playing)
{
    vl_replay *replay = &playing->replay;
    vl_replay_follow(replay);
    if (replay->lines.at < playing->from || replay->lines.at > playing->to)
        vl_playing_expect(playing);
    vl_lines lines = replay->lines;
    lines.text = (vl_text){0};
    return lines;
}

double vl_playing_ahead(vl_playing *playing)
{
    vl_operation o;
    double dt = 0;
    vl_lines lines = lines_ahead(playing);
    while (dt == 0 && vl_operation_read(&lines, &o, &(vl_error){0}))
        dt = length_of(&o);
    vl_text_free(&lines.text);
    return dt;
}

bool vl_playing_has_ended(vl_playing *playing)
{
    vl_lines lines = lines_ahead(playing);
    return *playing->replay.error.text || lines.at == lines.size;
}

bool vl_playing_frame(vl_playing *playing)
{
    int64_t before = playing->replay.frames;
    while (playing->replay.frames == before)
        if (!vl_replay_next(&playing->replay))
            return false;
    return true;
}
