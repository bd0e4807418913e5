#include "lab/replay.h"

#include "base/memory.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/lanes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// The entry of the log that an operation has led to.
typedef struct vl_replay_step {
    int64_t line, lines; // its last one; all that were read then
    size_t at;           // bytes of these
    int entry;
} step;

#define REFUSE(replay, operation, ...)                                                             \
    vl_operation_fail(&(replay)->lines, (operation), &(replay)->error, __VA_ARGS__)

// --- the beginning of a run ---

// Reads the lanes behind the scene. `*last` becomes the operation of the last one.
static bool read_lanes(vl_replay *replay, int count, vl_operation *last, const vl_scene *scene,
                       vl_lane *owns, vl_scene lanes[VL_SCENE_MOST_LANES])
{
    for (int i = 0; i < count; i++) {
        const vl_operation before = *last;
        if (!vl_operation_read(&replay->lines, last, &replay->error) || last->kind != VL_RUNS)
            return *replay->error.text ||
                   REFUSE(replay, &before, "expected %d lanes behind the scene", count);
        vl_error error = {0};
        if (!vl_operation_lane(last->text, scene, scene->mistake, &owns[i], &lanes[i], &error))
            return REFUSE(replay, last, "%s", error.text);
    }
    return true;
}

// The log owns the scene then.
static bool begin_lab(vl_replay *replay, const vl_operation *o, vl_scene *scene,
                      const vl_scene *lanes, int count)
{
    vl_error error = {0};
    if (!vl_log_start_run(replay->log, &replay->lab, scene, lanes, count, &error)) {
        vl_scene_free(scene);
        return REFUSE(replay, o, "%s", error.text);
    }
    if (replay->changed)
        replay->changed(replay->user, VL_REPLAY_RUN, lanes);
    for (int i = 0; i < count; i++) {
        const char *why = vl_solver_refuses(replay->lab->runs[0].world, &lanes[i].solver);
        if (why)
            return REFUSE(replay, o, "%s", why);
    }
    return true;
}

static bool do_begin(vl_replay *replay, vl_operation *o)
{
    vl_scene lanes[VL_SCENE_MOST_LANES];
    vl_lane owns[VL_SCENE_MOST_LANES] = {0};
    int count = (int)o->counts[1], own = replay->own_count;
    if (o->counts[1] < 1 || o->counts[1] > VL_SCENE_MOST_LANES)
        return REFUSE(replay, o, "%" PRId64 " lanes, expected 1 to %d", o->counts[1],
                      VL_SCENE_MOST_LANES);
    vl_scene *scene = vl_operation_scene(o, &replay->error);
    if (!scene)
        return false;
    bool good = read_lanes(replay, count, o, scene, owns, lanes);
    for (int i = 0; good && i < own; i++) {
        lanes[i] = *scene;
        lanes[i].lane = replay->own[i].lane;
    }
    if (good)
        good = begin_lab(replay, o, scene, lanes, own ? own : count);
    else
        vl_scene_free(scene);
    for (int i = 0; i < count; i++)
        vl_schema_release(&vl_schema_lane, &owns[i]);
    return good;
}

// --- checks ---

static bool do_hash(vl_replay *replay, vl_operation *o)
{
    enum { DIGITS = 16 };

    const char *at = o->text;
    bool good = true;
    for (int i = 0; i < replay->lab->count && good; i++) {
        size_t digits = strspn(at, "0123456789abcdef");
        uint64_t recorded = digits == DIGITS ? strtoull(at, NULL, 16) : 0;
        uint64_t here = vl_world_hash(replay->lab->runs[i].world);
        good = digits == DIGITS && (at[digits] == ' ' || !at[digits]);
        at += digits;
        at += good && *at;
        if (!good || here == recorded || *replay->difference.text)
            continue;
        replay->differs_from = replay->lab->now.frames;
        vl_fail(&replay->difference,
                "differs from frame %" PRId64 " on, in lane %d at t = %.6g s: its checksum was "
                "%016" PRIx64 " and is %016" PRIx64,
                replay->differs_from, i, replay->lab->runs[i].now.time, recorded, here);
    }
    replay->checks++;
    return (good && !*at) ||
           REFUSE(replay, o, "expected %d checksum%s of 16 digits, one for each lane",
                  replay->lab->count, replay->lab->count == 1 ? "" : "s");
}

// --- operations ---

static bool do_state(vl_replay *replay, const vl_operation *o)
{
    int i = replay->step_count - 1;
    while (i >= 0 && replay->steps[i].line != o->counts[0])
        i--;
    if (i < 0)
        return REFUSE(replay, o, "line %" PRId64 " is not one that a state comes from",
                      o->counts[0]);
    return vl_log_go(replay->log, replay->steps[i].entry) ||
           REFUSE(replay, o, "the state of line %" PRId64 " is forgotten", o->counts[0]);
}

static bool do_operation(vl_replay *replay, const vl_operation *o)
{
    vl_error error = {0};
    bool good = vl_lab_do(replay->lab, o, &error);
    bool has_place = strncmp(error.text, o->path, strlen(o->path)) == 0; // it is one of a scene
    if (!good && has_place)
        replay->error = error;
    return good || (!has_place && REFUSE(replay, o, "%s", error.text));
}

// Own lanes get what was done to all lanes, and to the first of them; no single one is changed.
static bool do_to_own(vl_replay *replay, vl_operation *o)
{
    bool of_lane = strchr(vl_operation_rows[o->kind].fields, 'l'), good = true;
    if (!vl_operation_is_for_others(o))
        return true;
    for (int i = 0; i < (of_lane ? replay->lab->count : 1) && good; i++) {
        o->lane = i;
        good = do_operation(replay, o);
    }
    return good;
}

static bool act(vl_replay *replay, vl_operation *o)
{
    bool own = replay->own_count > 0;
    switch (o->kind) {
    case VL_BEGIN:
        return do_begin(replay, o);
    case VL_STATE:
        return do_state(replay, o);
    case VL_HASH:
        return own || do_hash(replay, o);
    default:
        return own ? do_to_own(replay, o) : do_operation(replay, o);
    }
}

// --- going on ---

void vl_replay_follow(vl_replay *replay)
{
    int present = replay->log->present, i = replay->step_count - 1;
    if (replay->begins || present == replay->entry)
        return;
    while (i >= 0 && replay->steps[i].entry != present)
        i--;
    if (i < 0)
        return;
    replay->entry = present;
    replay->error = (vl_error){0};
    replay->lines.at = replay->steps[i].at;
    replay->lines.line = replay->steps[i].lines;
}

bool vl_replay_is_reached(const vl_replay *replay)
{
    bool reached = false;
    for (int i = replay->step_count - 1; i >= 0 && !reached; i--)
        reached = vl_log_reaches(replay->log, replay->steps[i].entry);
    return reached;
}

bool vl_replay_next(vl_replay *replay)
{
    vl_operation o;
    vl_replay_follow(replay);
    if (*replay->error.text || !vl_operation_read(&replay->lines, &o, &replay->error))
        return false;
    if (replay->begins && o.kind != VL_BEGIN)
        return REFUSE(replay, &o, "expected 'begin' first");
    int run = replay->begins ? -1 : replay->log->run;
    bool differs = o.kind == VL_FRAME && *replay->difference.text;
    if ((differs && !replay->goes_on) || !act(replay, &o))
        return false;
    replay->begins = false;
    replay->entry = replay->log->present;
    if (o.kind == VL_HASH)
        return true;
    replay->frames += o.kind == VL_FRAME;
    replay->steps =
        vl_grow(replay->steps, &replay->step_capacity, replay->step_count + 1, sizeof(step));
    replay->steps[replay->step_count++] =
        (step){o.end, replay->lines.line, replay->lines.at, replay->entry};
    if (o.kind != VL_BEGIN && o.kind != VL_FRAME && replay->changed)
        replay->changed(replay->user,
                        replay->log->run != run ? VL_REPLAY_RUN
                        : o.kind == VL_STATE    ? VL_REPLAY_INSTANT
                                                : VL_REPLAY_LANES,
                        NULL);
    return true;
}

// --- the beginning and the end ---

void vl_replay_begin(vl_replay *replay, const vl_recording *recording, const vl_scene *own,
                     int own_count)
{
    *replay = (vl_replay){.recording = recording, .log = vl_log_create((size_t)256 << 20, NULL)};
    vl_replay_rewind(replay);
    replay->own_count = own_count;
    for (int i = 0; i < own_count; i++)
        replay->own[i] = own[i];
}

void vl_replay_rewind(vl_replay *replay)
{
    vl_text_free(&replay->lines.text);
    replay->lines = vl_recording_lines(replay->recording);
    replay->begins = true;
    replay->error = (vl_error){0};
    replay->difference = (vl_error){0};
}

void vl_replay_free(vl_replay *replay)
{
    if (!replay->owned) {
        vl_log_free(replay->log);
        vl_lab_free(replay->lab);
    }
    vl_text_free(&replay->lines.text);
    vl_free(replay->steps);
    vl_recording_free(replay->owned);
    *replay = (vl_replay){0};
}
