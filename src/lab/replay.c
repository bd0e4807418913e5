#include "lab/replay.h"

#include "base/memory.h"
#include "lab/edit.h"
#include "lab/journal.h"
#include "lab/snapshot.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/lanes.h"
#include "scene/numbers.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t most_bytes = (size_t)512 << 20; // of states
static const size_t fine_bytes = (size_t)96 << 20;  // beyond that those to go to are farther apart

enum { FIRST_APART = 30, MOST_APART = 1 << 24 };

// A state that the recording goes back to.
typedef struct vl_replay_state {
    int64_t line;
    int uses; // that are to come
    const vl_lab *lab;
    vl_lab_snapshot *state;

    // to go on from there, with vl_replay.scrubs
    vl_scene *scene;
    vl_cursor cursor;
    int64_t frames, checks;
    int next_state;
    bool begins; // it is that of a run before its first frame
} state;

typedef struct vl_replay_run {
    vl_lab *lab;
    vl_scene *scene;
} past_run;

#define REFUSE(replay, entry, ...)                                                                 \
    vl_entry_fail((replay)->recording, (entry), &(replay)->error, __VA_ARGS__)

static bool is_own(const vl_replay *replay)
{
    return replay->own_count > 0;
}

// --- scenes ---

// One that scrubs may go back to each of them.
static void drop_scene(const vl_replay *replay, vl_scene *scene)
{
    if (!replay->scrubs)
        vl_scene_free(scene);
}

static void keep_scene(vl_replay *replay, vl_scene *scene)
{
    if (!replay->scrubs || !scene)
        return;
    replay->scenes = vl_grow((void *)replay->scenes, &replay->scene_capacity,
                             replay->scene_count + 1, sizeof *replay->scenes);
    replay->scenes[replay->scene_count++] = scene;
}

// --- states and the labs that they are of ---

static bool has_state(const vl_replay *replay, const vl_lab *lab)
{
    for (int i = 0; i < replay->state_count; i++)
        if (replay->states[i].lab == lab)
            return true;
    return false;
}

static void free_state(vl_replay *replay, int index)
{
    state *s = &replay->states[index];
    replay->bytes -= vl_lab_snapshot_bytes(s->state);
    vl_lab_snapshot_free(s->state);
    *s = replay->states[--replay->state_count];
}

static void retire(vl_replay *replay, vl_lab *lab, vl_scene *scene)
{
    if (lab && has_state(replay, lab)) {
        vl_lab_put_away(lab);
        replay->runs = vl_grow(replay->runs, &replay->run_capacity, replay->run_count + 1,
                               sizeof *replay->runs);
        replay->runs[replay->run_count++] = (past_run){lab, scene};
        return;
    }
    vl_lab_free(lab);
    drop_scene(replay, scene);
}

// A run to which nothing goes back any more.
static void drop_past_runs(vl_replay *replay)
{
    for (int i = replay->run_count - 1; i >= 0; i--) {
        past_run run = replay->runs[i];
        if (has_state(replay, run.lab))
            continue;
        replay->runs[i] = replay->runs[--replay->run_count];
        vl_lab_free(run.lab);
        drop_scene(replay, run.scene);
    }
}

static state *find_state(const vl_replay *replay, int64_t line)
{
    for (int i = 0; i < replay->state_count; i++)
        if (replay->states[i].line == line)
            return &replay->states[i];
    return NULL;
}

// Whether one can go on from the state after an entry.
static bool is_mark(const vl_replay *replay, const vl_recorded *entry)
{
    bool of_frame = entry->kind == VL_ENTRY_FRAME && replay->frames % replay->apart == 0;
    bool begins = entry->kind == VL_ENTRY_BEGIN || entry->kind == VL_ENTRY_RUNS;
    return replay->scrubs && (begins || (of_frame && !vl_lab_is_held(replay->lab)));
}

static void spread_marks(vl_replay *replay)
{
    while (replay->bytes > fine_bytes && replay->apart < MOST_APART) {
        replay->apart *= 2;
        for (int i = replay->state_count - 1; i >= 0; i--) {
            const state *s = &replay->states[i];
            if (s->uses == 0 && !s->begins && s->frames % replay->apart != 0)
                free_state(replay, i);
        }
    }
}

// Keeps the present state where the recording goes back to it, or somebody may go on from it.
static bool keep_state(vl_replay *replay, const vl_recorded *entry)
{
    const vl_recording *recording = replay->recording;
    int uses = 0, i = replay->next_state;
    for (; i < recording->state_count && recording->states[i] <= entry->end; i++)
        uses += recording->states[i] == entry->end;
    replay->next_state = i;
    bool wanted = uses > 0 || is_mark(replay, entry);
    if (!wanted || (replay->scrubs && find_state(replay, entry->end)))
        return true;
    replay->states = vl_grow(replay->states, &replay->state_capacity, replay->state_count + 1,
                             sizeof *replay->states);
    state *s = &replay->states[replay->state_count++];
    *s = (state){
        .line = entry->end,
        .uses = uses,
        .lab = replay->lab,
        .state = vl_lab_snapshot_create(replay->lab),
        .scene = replay->scene,
        .cursor = replay->cursor,
        .frames = replay->frames,
        .checks = replay->checks,
        .next_state = i,
        .begins = entry->kind != VL_ENTRY_FRAME,
    };
    replay->bytes += vl_lab_snapshot_bytes(s->state);
    if (replay->scrubs)
        spread_marks(replay);
    return replay->bytes <= most_bytes ||
           REFUSE(replay, entry, "the states that it goes back to need more than %zu MiB",
                  most_bytes >> 20);
}

static void take_run(vl_replay *replay, const vl_lab *lab)
{
    for (int i = 0; i < replay->run_count; i++) {
        past_run run = replay->runs[i];
        if (run.lab != lab)
            continue;
        replay->runs[i] = replay->runs[--replay->run_count];
        retire(replay, replay->lab, replay->scene);
        replay->lab = run.lab;
        replay->scene = run.scene;
        return;
    }
}

static bool do_state(vl_replay *replay, vl_recorded *entry, char *text)
{
    state *s = find_state(replay, entry->counts[0]);
    if (!s)
        return REFUSE(replay, entry, "line %" PRId64 " is not one that a state comes from",
                      entry->counts[0]);
    if (s->lab != replay->lab)
        take_run(replay, s->lab);
    vl_lab_snapshot_bring_back(s->state);
    replay->jumps++;
    if (replay->scrubs)
        replay->scene = s->scene;
    else if (--s->uses == 0)
        free_state(replay, (int)(s - replay->states));
    drop_past_runs(replay);
    return true;
}

// --- what an entry names ---

static bool find_slot(vl_replay *replay, const vl_recorded *entry, int *slot)
{
    const vl_particles *p = &replay->lab->runs[0].world->particles;
    if (entry->number > p->count)
        return REFUSE(replay, entry, "there is no particle %d, the scene has %d", entry->number,
                      p->count);
    *slot = p->slot_of[entry->number - 1];
    return true;
}

// Of own lanes the first stands for all that were recorded.
static bool has_lane(vl_replay *replay, const vl_recorded *entry)
{
    int count = is_own(replay) ? 1 : replay->lab->count;
    return entry->lane < count || is_own(replay) ||
           REFUSE(replay, entry, "there is no lane %d, expected one from 0 to %d", entry->lane,
                  count - 1);
}

// A copy of the rest of its line.
static char *text_of(const vl_recorded *entry)
{
    char *text = vl_alloc((size_t)entry->length + 1, 1);
    if (entry->length > 0)
        memcpy(text, entry->text, (size_t)entry->length);
    return text;
}

// Those that the entry is about: behind the last one there is none.
static bool find_lanes(vl_replay *replay, const vl_recorded *entry, int *first, int *last)
{
    if (!has_lane(replay, entry))
        return false;
    *first = *last = entry->lane;
    if (is_own(replay)) {
        *first = 0;
        *last = entry->lane == 0 ? replay->lab->count - 1 : -1;
    }
    return true;
}

// What is done to a world needs its velocity. The looks before it have told which one, where a
// person has done it.
static void know_velocities(vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++) {
        double next = lab->runs[i].world->next_dt;
        vl_lane_look(&lab->runs[i], next, next);
    }
}

// --- the beginning of a run ---

static vl_scene *read_scene(vl_replay *replay, const vl_recorded *entry)
{
    size_t size;
    char *text = vl_entry_scene(entry, &size);
    vl_scene *scene = vl_scene_parse_alone(text, size, replay->recording->path, &replay->error);
    vl_free(text);
    keep_scene(replay, scene);
    return scene;
}

static const vl_mistake *find_mistake(const char *name)
{
    return vl_names_find(VL_NAMES(vl_mistakes, vl_mistake_count, name), name);
}

// Of version 1, which has fields between bars and "-" for what is not there: those of a lane, or of
// a solver, which are 1 to 8 of them. `text` is cut.
static bool read_old_lane(vl_lane *lane, char *text, int first, int last, vl_error *error)
{
    static const char *const keys[] = {"integrator", "method",    "order",    "direction",
                                       "iterations", "tolerance", "substeps", "relaxation",
                                       "grids",      "start",     "mistake",  "policy",
                                       "timestep",   "engine",    "name"};

    enum {
        COUNT = sizeof keys / sizeof *keys,
        METHOD = 1,
        GRIDS = 8,
        MISTAKE = 10,
        TIMESTEP = 12,
        ENGINE
    };

    const char *fields[COUNT] = {0};
    if (vl_utf8_invalid(text, strlen(text)) >= 0)
        return vl_fail(error, "a byte that is no UTF-8 in the settings of a lane");
    for (int i = first; i <= last; i++) {
        if (!text)
            return vl_fail(error, "the %s is missing", keys[i]);
        char *bar = strchr(text, '|');
        fields[i] = text;
        text = bar ? bar + 1 : NULL;
        if (bar)
            *bar = '\0';
    }
    if (text)
        return vl_fail(error, "'%s' is beyond the last field", text);
    bool engine = fields[ENGINE] && strcmp(fields[ENGINE], "-") != 0, good = true;
    for (int i = first; i <= last && good; i++) {
        bool is_set = strcmp(fields[i], "-") != 0 && !(engine && i <= MISTAKE);
        const char *record = i >= METHOD && i <= GRIDS ? "solver" : NULL;
        if (is_set && i == MISTAKE)
            good = (lane->mistake = find_mistake(fields[i])) ||
                   vl_fail(error, "unknown mistake '%s'", fields[i]);
        else if (i == TIMESTEP && strstr(fields[i], "file:"))
            good = vl_fail(error, "stream '%s' is a file, expected one that needs none", fields[i]);
        else if (is_set)
            good = vl_lane_read(lane, record, keys[i], keys[i], fields[i], error);
    }
    return good;
}

// `own`: a zeroed one, to which the texts of `lane` belong; the caller releases it. `mistake`: that
// of the run, where the line does not tell it.
static bool read_lane(vl_replay *replay, const vl_recorded *entry, char *text,
                      const vl_mistake *mistake, vl_lane *own, vl_scene *lane)
{
    vl_error error = {0};
    bool mapping = *text == '{';
    own->mistake = mapping ? mistake : NULL;
    bool good = mapping ? vl_lane_from_text(own, text, true, &error)
                        : read_old_lane(own, text, 0, 14, &error);
    if (!good)
        return REFUSE(replay, entry, "%s", error.text);
    *lane = vl_scene_with_lane(replay->scene, own);
    lane->mistake = lane->engine ? NULL : own->mistake;
    return true;
}

static bool accepts(vl_replay *replay, const vl_recorded *entry, const vl_solver_settings *solver)
{
    const char *why = vl_solver_refuses(replay->lab->runs[0].world, solver);
    return !why || REFUSE(replay, entry, "%s", why);
}

static bool create_lab(vl_replay *replay, const vl_recorded *entry, const vl_scene *lanes,
                       int count)
{
    vl_error error = {0};
    replay->lab = vl_lab_create(lanes, count, &error);
    if (!replay->lab)
        return REFUSE(replay, entry, "%s", error.text);
    for (int i = 0; i < count; i++)
        if (!accepts(replay, entry, &lanes[i].solver))
            return false;
    replay->changed_lanes = 0;
    if (replay->begun)
        replay->begun(replay->user, replay->lab, lanes);
    return true;
}

static void take_own(const vl_replay *replay, vl_scene lanes[VL_SCENE_MOST_LANES])
{
    for (int i = 0; i < replay->own_count; i++) {
        const vl_scene *own = &replay->own[i];
        lanes[i] = *replay->scene;
        lanes[i].lane = own->lane;
    }
}

// Reads the lanes behind the scene. `*last` becomes the entry of the last one.
static bool read_lanes(vl_replay *replay, int count, vl_recorded *last, vl_lane *owns,
                       vl_scene lanes[VL_SCENE_MOST_LANES])
{
    for (int i = 0; i < count; i++) {
        const vl_recorded before = *last;
        if (!vl_recording_next(replay->recording, &replay->cursor, last, &replay->error) ||
            last->kind != VL_ENTRY_RUNS)
            return *replay->error.text ||
                   REFUSE(replay, &before, "expected %d lanes behind the scene", count);
        char *text = text_of(last);
        bool good = read_lane(replay, last, text, replay->scene->mistake, &owns[i], &lanes[i]);
        vl_free(text);
        if (!good)
            return false;
    }
    return true;
}

static bool do_begin(vl_replay *replay, vl_recorded *entry, char *text)
{
    vl_scene lanes[VL_SCENE_MOST_LANES];
    vl_lane owns[VL_SCENE_MOST_LANES] = {0};
    int count = (int)entry->counts[1];
    if (entry->counts[1] < 1 || entry->counts[1] > VL_SCENE_MOST_LANES)
        return REFUSE(replay, entry, "%" PRId64 " lanes, expected 1 to %d", entry->counts[1],
                      VL_SCENE_MOST_LANES);
    vl_scene *scene = read_scene(replay, entry);
    if (!scene)
        return false;
    retire(replay, replay->lab, replay->scene);
    replay->lab = NULL;
    replay->scene = scene;
    replay->jumps++;
    bool good = read_lanes(replay, count, entry, owns, lanes);
    if (good && is_own(replay))
        take_own(replay, lanes);
    good = good && create_lab(replay, entry, lanes, is_own(replay) ? replay->own_count : count);
    for (int i = 0; i < count; i++)
        vl_lane_release(&owns[i]);
    return good;
}

// --- frames ---

// Whether the next entry says after how many steps the frame was left; then it is taken.
static bool take_stop(vl_replay *replay, vl_recorded *stop)
{
    vl_cursor cursor = replay->cursor;
    vl_error ignored = {0};
    if (!vl_recording_next(replay->recording, &cursor, stop, &ignored) ||
        stop->kind != VL_ENTRY_STOPPED)
        return false;
    replay->cursor = cursor;
    return true;
}

static bool do_frame(vl_replay *replay, vl_recorded *entry, char *text)
{
    vl_replay_difference *d = &replay->difference;
    d->located = d->there && (d->reading || d->particle);
    if (d->located && !replay->scrubs)
        return false;
    vl_recorded stop;
    bool stops = take_stop(replay, &stop), undone = stops && stop.counts[1] == 1;
    int64_t steps = stops ? stop.counts[0] : INT64_MAX;
    if (!undone && vl_lab_begin_frame(replay->lab, entry->values[0]))
        for (int64_t i = 0; i < steps && vl_lab_step(replay->lab); i++)
            ;
    replay->frames++;
    return true;
}

// --- checks ---

static void take_difference(vl_replay *replay, int lane, uint64_t recorded, uint64_t here)
{
    replay->difference = (vl_replay_difference){
        .there = true,
        .lane = lane,
        .frame = replay->frames,
        .time = replay->lab->runs[lane].now.time,
        .recorded = recorded,
        .here = here,
    };
}

static bool do_hash(vl_replay *replay, vl_recorded *entry, char *text)
{
    enum { DIGITS = 16 };

    char *at = text;
    bool good = true;
    for (int i = 0; i < replay->lab->count && good; i++) {
        size_t digits = strspn(at, "0123456789abcdef");
        uint64_t recorded = digits == DIGITS ? strtoull(at, NULL, 16) : 0;
        uint64_t here = vl_world_hash(replay->lab->runs[i].world);
        good = digits == DIGITS && (at[digits] == ' ' || !at[digits]);
        at += digits;
        at += good && *at;
        if (good && here != recorded && !replay->difference.there)
            take_difference(replay, i, recorded, here);
    }
    replay->checks++;
    return (good && !*at) ||
           REFUSE(replay, entry, "expected %d checksum%s of 16 digits, one for each lane",
                  replay->lab->count, replay->lab->count == 1 ? "" : "s");
}

static bool is_searched(const vl_replay *replay, const vl_recorded *entry)
{
    const vl_replay_difference *d = &replay->difference;
    return d->there && !d->located && d->lane == entry->lane;
}

static void compare(vl_replay_difference *d, const char *name, double was, double is)
{
    if (d->reading || isnan(was) || was == is)
        return;
    d->reading = name;
    d->was = was;
    d->is = is;
}

static bool do_reading(vl_replay *replay, vl_recorded *entry, char *text)
{
    if (!has_lane(replay, entry))
        return false;
    if (!is_searched(replay, entry))
        return true;
    const vl_reading *r = &replay->lab->runs[entry->lane].reading;
    vl_replay_difference *d = &replay->difference;
    d->located_time = r->time;
    compare(d, "time (s)", entry->values[0], r->time);
    compare(d, "potential energy (J)", entry->values[1], r->potential);
    compare(d, "largest stretch", entry->values[2], r->stretch_max);
    return true;
}

static bool do_place(vl_replay *replay, vl_recorded *entry, char *text)
{
    int slot = 0;
    if (!has_lane(replay, entry) || !find_slot(replay, entry, &slot))
        return false;
    vl_replay_difference *d = &replay->difference;
    vl_vec3 was = {entry->values[0], entry->values[1], entry->values[2]};
    vl_vec3 is = vl_read(replay->lab->runs[entry->lane].world->particles.x, slot);
    bool same = was.x == is.x && was.y == is.y && was.z == is.z;
    if (!is_searched(replay, entry) || same || d->particle)
        return true;
    d->particle = entry->number;
    d->distance = vl_length(vl_sub(is, was));
    return true;
}

void vl_replay_tell(const vl_replay *replay, vl_text *text)
{
    const vl_replay_difference *d = &replay->difference;
    vl_text_add(text,
                "differs from frame %" PRId64 " on, in lane %d at t = %.6g s: its checksum was "
                "%016" PRIx64 " and is %016" PRIx64,
                d->frame, d->lane, d->time, d->recorded, d->here);
    if (d->particle)
        vl_text_add(text,
                    "; at t = %.6g s, of the particles whose places are recorded there, number %d "
                    "is elsewhere, by %.3g m",
                    d->located_time, d->particle, d->distance);
    if (d->reading)
        vl_text_add(text,
                    "; at t = %.6g s the first reading that differs is the %s, which was "
                    "%.17g and is %.17g",
                    d->located_time, d->reading, d->was, d->is);
    if (!d->particle && !d->reading)
        vl_text_add(text, "; no place or reading is recorded after it that differs");
}

// --- hands, pins and scissors ---

static vl_vec3 vector_of(const vl_recorded *entry)
{
    return (vl_vec3){entry->values[0], entry->values[1], entry->values[2]};
}

static bool do_particle(vl_replay *replay, vl_recorded *entry, char *text)
{
    int slot = 0;
    vl_lab *lab = replay->lab;
    if (!find_slot(replay, entry, &slot))
        return false;
    if (entry->kind != VL_ENTRY_CARRY)
        know_velocities(lab);
    if (entry->kind == VL_ENTRY_HOLD)
        (void)!vl_lab_hold(lab, slot); // each lane has as many hands
    else if (entry->kind == VL_ENTRY_CARRY)
        vl_lab_carry(lab, slot, vector_of(entry));
    else if (entry->kind == VL_ENTRY_RELEASE)
        vl_lab_release(lab, slot, vector_of(entry));
    else if (entry->kind == VL_ENTRY_PUT)
        vl_lab_put_down(lab, slot);
    else
        vl_lab_set_pinned(lab, slot, entry->kind == VL_ENTRY_PIN);
    return true;
}

static bool do_lanes(vl_replay *replay, vl_recorded *entry, char *text)
{
    int first, last;
    know_velocities(replay->lab);
    if (!find_lanes(replay, entry, &first, &last))
        return false;
    for (int i = first; i <= last; i++)
        if (replay->lab->runs[i].world->now.diverged)
            continue;
        else if (entry->kind == VL_ENTRY_POSE)
            vl_lab_pose(replay->lab, i);
        else
            vl_lab_turn_round(replay->lab, i);
    return true;
}

// Reads "12 13 13 14". Returns how many pairs; −1: the text is wrong.
static int read_pairs(const vl_replay *replay, char *text, int (*ends)[2])
{
    const vl_particles *p = &replay->lab->runs[0].world->particles;
    int count = 0;
    char *rest = text;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        int64_t number;
        if (!vl_parse_integer(word, &number) || number < 1 || number > p->count)
            return -1;
        ends[count / 2][count % 2] = p->slot_of[number - 1];
        count++;
    }
    return count % 2 == 0 ? count / 2 : -1;
}

static bool do_cut(vl_replay *replay, vl_recorded *entry, char *text)
{
    int(*ends)[2] = vl_alloc((size_t)entry->length + 1, sizeof *ends);
    int count = read_pairs(replay, text, ends);
    know_velocities(replay->lab);
    if (count > 0)
        vl_lab_cut(replay->lab, (const int(*)[2])ends, count);
    vl_free(ends);
    return count >= 0 || REFUSE(replay, entry, "expected pairs of numbers of particles, from 1");
}

// --- lanes and settings ---

static bool has_living(vl_replay *replay, const vl_recorded *entry)
{
    return has_lane(replay, entry) && (!replay->lab->runs[entry->lane].world->now.diverged ||
                                       REFUSE(replay, entry, "lane %d has diverged", entry->lane));
}

// What version 0.1 wrote of a look that a person had ended.
enum { STOPPED_LOOK = -2 };

static bool do_look(vl_replay *replay, vl_recorded *entry, char *text)
{
    if (!has_lane(replay, entry))
        return false;
    if (entry->values[0] == STOPPED_LOOK)
        return REFUSE(replay, entry,
                      "verlet-lab 0.1 was stopped in the midst of a step here, which is not made "
                      "again; 'replay --until' ends before it");
    vl_lane_look(&replay->lab->runs[entry->lane], entry->values[0], fmax(entry->values[1], 0));
    return true;
}

static bool do_integrator(vl_replay *replay, vl_recorded *entry, char *text)
{
    const vl_integrator *method = vl_integrator_find(text);
    if (!has_living(replay, entry))
        return false;
    if (!method)
        return REFUSE(replay, entry, "'%s' is no integrator of this program", text);
    know_velocities(replay->lab);
    vl_lab_set_integrator(replay->lab, entry->lane, method);
    return true;
}

static bool do_solver(vl_replay *replay, vl_recorded *entry, char *text)
{
    vl_error error = {0};
    if (!has_living(replay, entry))
        return false;
    vl_lane own = {0};
    vl_scene as_is = {.solver = replay->lab->runs[entry->lane].world->solver};
    bool good = *text == '{' ? vl_lane_from_text(&own, text, true, &error)
                             : read_old_lane(&own, text, 1, 8, &error);
    const vl_solver_settings settings = vl_scene_with_lane(&as_is, &own).solver;
    vl_lane_release(&own);
    if (!good)
        return REFUSE(replay, entry, "%s", error.text);
    if (!accepts(replay, entry, &settings))
        return false;
    know_velocities(replay->lab);
    vl_lab_set_solver(replay->lab, entry->lane, &settings);
    return true;
}

static bool do_lane(vl_replay *replay, vl_recorded *entry, char *text)
{
    vl_scene lane;
    vl_lane own = {0};
    vl_error error = {0};
    vl_lab *lab = replay->lab;
    bool adds = entry->kind == VL_ENTRY_ADD;
    if (!has_living(replay, entry))
        return false;
    bool good =
        read_lane(replay, entry, text, lab->runs[entry->lane].world->mistake, &own, &lane) &&
        accepts(replay, entry, &lane.solver);
    if (good && adds && lab->count == VL_SCENE_MOST_LANES)
        good = REFUSE(replay, entry, "more than %d lanes", VL_SCENE_MOST_LANES);
    if (good) {
        know_velocities(lab);
        good = (adds ? vl_lab_add_lane(lab, &lane, entry->lane, &error)
                     : vl_lab_set_lane(lab, entry->lane, &lane, &error)) ||
               REFUSE(replay, entry, "%s", error.text);
    }
    vl_lane_release(&own);
    return good;
}

static bool do_remove(vl_replay *replay, vl_recorded *entry, char *text)
{
    if (!has_lane(replay, entry))
        return false;
    if (replay->lab->count == 1)
        return REFUSE(replay, entry, "one lane stays at least");
    vl_lab_remove_lane(replay->lab, entry->lane);
    return true;
}

static bool do_mistake(vl_replay *replay, vl_recorded *entry, char *text)
{
    const vl_mistake *mistake = find_mistake(text);
    if (!mistake && strcmp(text, "-") != 0)
        return REFUSE(replay, entry, "'%s', expected the name of a mistake, or -", text);
    vl_lab_set_mistake(replay->lab, mistake);
    return true;
}

static bool do_booked(vl_replay *replay, vl_recorded *entry, char *text)
{
    int cause = 0, first, last;
    while (cause < vl_cause_count && strcmp(vl_causes[cause].name, text) != 0)
        cause++;
    if (cause == vl_cause_count)
        return REFUSE(replay, entry, "'%s', expected a cause of the ledger, such as hand", text);
    if (!find_lanes(replay, entry, &first, &last))
        return false;
    for (int i = first; i <= last; i++)
        vl_lab_disturbed(replay->lab, i, (vl_cause)cause);
    return true;
}

// Whether worlds of one scene can take the numbers of the other.
static bool are_alike(const vl_scene *a, const vl_scene *b)
{
    bool same = a->force_count == b->force_count && a->collider_count == b->collider_count &&
                vl_scene_start(a) == vl_scene_start(b);
    for (int i = 0; same && i < a->force_count; i++)
        same = a->forces[i].kind == b->forces[i].kind;
    for (int i = 0; same && i < a->collider_count; i++)
        same = a->colliders[i].kind == b->colliders[i].kind &&
               a->colliders[i].response == b->colliders[i].response;
    return same;
}

static bool do_numbers(vl_replay *replay, vl_recorded *entry, char *text)
{
    vl_scene *scene = read_scene(replay, entry);
    if (!scene)
        return false;
    bool good = are_alike(scene, replay->scene);
    if (good) {
        know_velocities(replay->lab);
        vl_lab_take_numbers(replay->lab, scene);
        drop_scene(replay, replay->scene);
        replay->scene = scene;
        return true;
    }
    drop_scene(replay, scene);
    return REFUSE(replay, entry, "the scene begins otherwise or has other parts than the run");
}

// --- all of them ---

static bool misplaced(vl_replay *replay, vl_recorded *entry, char *text)
{
    return REFUSE(replay, entry, "'%s' does not belong here", vl_entry_rows[entry->kind].name);
}

// `own`: it is done to own lanes, too. `looks`: it leaves the motion as it is.
static const struct {
    bool (*act)(vl_replay *replay, vl_recorded *entry, char *text);
    bool own, looks;
} acts[VL_ENTRY_KINDS] = {
    [VL_ENTRY_BEGIN] = {do_begin, true, false},
    [VL_ENTRY_RUNS] = {misplaced, true, false},
    [VL_ENTRY_FRAME] = {do_frame, true, false},
    [VL_ENTRY_STOPPED] = {misplaced, true, false},
    [VL_ENTRY_HASH] = {do_hash, false, true},
    [VL_ENTRY_READING] = {do_reading, false, true},
    [VL_ENTRY_PLACE] = {do_place, false, true},
    [VL_ENTRY_LOOK] = {do_look, false, true},
    [VL_ENTRY_HOLD] = {do_particle, true, false},
    [VL_ENTRY_CARRY] = {do_particle, true, false},
    [VL_ENTRY_RELEASE] = {do_particle, true, false},
    [VL_ENTRY_PUT] = {do_particle, true, false},
    [VL_ENTRY_POSE] = {do_lanes, true, false},
    [VL_ENTRY_PIN] = {do_particle, true, false},
    [VL_ENTRY_UNPIN] = {do_particle, true, false},
    [VL_ENTRY_CUT] = {do_cut, true, false},
    [VL_ENTRY_TURN] = {do_lanes, true, false},
    [VL_ENTRY_INTEGRATOR] = {do_integrator, false, false},
    [VL_ENTRY_SOLVER] = {do_solver, false, false},
    [VL_ENTRY_LANE] = {do_lane, false, false},
    [VL_ENTRY_ADD] = {do_lane, false, false},
    [VL_ENTRY_REMOVE] = {do_remove, false, false},
    [VL_ENTRY_MISTAKE] = {do_mistake, false, false},
    [VL_ENTRY_NUMBERS] = {do_numbers, true, false},
    [VL_ENTRY_BOOKED] = {do_booked, true, false},
    [VL_ENTRY_STATE] = {do_state, true, true},
};

void vl_replay_begin(vl_replay *replay, const vl_recording *recording, const vl_scene *own,
                     int own_count)
{
    *replay = (vl_replay){.recording = recording, .own_count = own_count, .apart = FIRST_APART};
    for (int i = 0; i < own_count; i++)
        replay->own[i] = own[i];
}

// Which lanes are others behind an entry, one bit each. Where one is added or removed that is told
// of all of them, as an undo may bring it back.
static unsigned lanes_changed_by(const vl_recorded *entry)
{
    switch (entry->kind) {
    case VL_ENTRY_INTEGRATOR:
    case VL_ENTRY_SOLVER:
    case VL_ENTRY_LANE:
        return 1u << entry->lane;
    case VL_ENTRY_ADD:
    case VL_ENTRY_REMOVE:
        return ~0u;
    default:
        return 0;
    }
}

bool vl_replay_next(vl_replay *replay)
{
    vl_recorded entry;
    if (*replay->error.text ||
        !vl_recording_next(replay->recording, &replay->cursor, &entry, &replay->error))
        return false;
    if (!replay->lab && entry.kind != VL_ENTRY_BEGIN)
        return REFUSE(replay, &entry, "expected 'begin' first");
    bool left_out = is_own(replay) && !acts[entry.kind].own;
    char *text = text_of(&entry);
    bool good = left_out || acts[entry.kind].act(replay, &entry, text);
    vl_free(text);
    if (!good || acts[entry.kind].looks)
        return good;
    replay->changed_lanes |= left_out ? 0 : lanes_changed_by(&entry);
    assert(replay->lab);
    if (!replay->lab->journal)
        replay->lab->entry = entry.end;
    return keep_state(replay, &entry);
}

static void drop_states(vl_replay *replay)
{
    while (replay->state_count > 0)
        free_state(replay, replay->state_count - 1);
    drop_past_runs(replay);
}

// --- going to any frame ---

// The last state from which one comes to a frame. That of a run which begins after this frame is
// later than it.
static const state *mark_before(const vl_replay *replay, int64_t frame)
{
    const state *best = NULL;
    for (int i = 0; i < replay->state_count; i++) {
        const state *s = &replay->states[i];
        bool later = s->frames == frame && s->begins && frame > 0;
        bool better = !best || s->frames > best->frames ||
                      (s->frames == best->frames && (s->line < best->line) == (frame == 0));
        if (s->frames <= frame && !later && better)
            best = s;
    }
    return best;
}

static void go_to_mark(vl_replay *replay, const state *s)
{
    if (s->lab != replay->lab)
        take_run(replay, s->lab);
    vl_lab_snapshot_bring_back(s->state);
    replay->scene = s->scene;
    replay->cursor = s->cursor;
    replay->frames = s->frames;
    replay->checks = s->checks;
    replay->next_state = s->next_state;
    replay->error = (vl_error){0};
    if (replay->difference.frame > s->frames)
        replay->difference = (vl_replay_difference){0};
}

bool vl_replay_go(vl_replay *replay, int64_t frame)
{
    const state *s = mark_before(replay, frame);
    bool ahead = frame > replay->frames && (!s || s->frames <= replay->frames);
    if (s && !ahead)
        go_to_mark(replay, s);
    while ((!replay->lab || replay->frames < frame) && vl_replay_next(replay))
        ;
    return replay->lab && replay->frames == frame && !*replay->error.text;
}

bool vl_replay_retreat(vl_replay *replay)
{
    const state *s = mark_before(replay, replay->frames > 0 ? replay->frames - 1 : 0);
    if (s)
        go_to_mark(replay, s);
    return s != NULL;
}

vl_lab *vl_replay_hand_over(vl_replay *replay)
{
    vl_lab *lab = replay->lab;
    drop_states(replay);
    replay->lab = NULL;
    return lab;
}

void vl_replay_free(vl_replay *replay)
{
    drop_states(replay);
    vl_lab_free(replay->lab);
    drop_scene(replay, replay->scene);
    for (int i = 0; i < replay->scene_count; i++)
        vl_scene_free(replay->scenes[i]);
    vl_free((void *)replay->scenes);
    vl_free(replay->states);
    vl_free(replay->runs);
    *replay = (vl_replay){0};
}
