#include "lab/log.h"

#include "base/clock.h"
#include "base/memory.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/lanes.h"
#include "scene/numbers.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STATES = 256,
    DENSE = 1 << 16, // bytes of a state that is stored at every second frame; larger ones at fewer
};

// A lane in a state, beside its image.
typedef struct lane {
    const vl_world *world; // which tells it from the others
    vl_stream *stream;     // of its own; NULL: it has none
    vl_exact *exact;
} lane;

typedef struct vl_log_state {
    int entry, count;
    lane *lanes;
    size_t size;
    char *image;
} state;

// An operation that was done.
typedef struct vl_log_entry {
    int before;    // the entry after which it was done; −1: none
    int source;    // of its run
    int64_t at;    // bytes, of its line, since the first of all
    int64_t line;  // its last one, in the file
    int64_t frame; // at whose end it is
    double time;   // s
    double dt;     // s, of the frame of that number; 0: something else was done
    vl_operation_kind kind;
    bool left;             // it is a frame of which steps were not made
    bool held;             // a hand of a person holds something behind it
    bool stored;           // it has a state
    vl_energy_scale scale; // what 100 % is from it on
} entry;

// What a run is made of.
typedef struct vl_log_source {
    vl_scene *scene;           // which other runs may have, too; NULL: it is forgotten
    int run;                   // the entry with which that begins
    const vl_mistake *mistake; // with which that begins
} source;

// A frame on the line of time.
typedef struct vl_log_place {
    double dt;   // s
    double time; // s, at its end
    int entry;   // −1: only its length is known
    bool cut;    // making the frame again leads elsewhere: something was done behind it
} place;

static entry *entry_at(const vl_log *log, int number)
{
    return &log->entries[number - log->first];
}

static bool stores(const vl_log *log)
{
    return log->most > 0;
}

// --- images ---

// Copies between an image and what lives, and goes on in the image.
typedef struct copier {
    char *at; // NULL: only measures
    size_t size;
    bool back;
} copier;

// The place in the image of what comes next; NULL: it is only measured.
static char *next(copier *t, size_t size)
{
    char *at = t->at ? t->at + t->size : NULL;
    t->size += size;
    return at;
}

static void copy(copier *t, void *live, size_t size)
{
    char *at = next(t, size);
    if (at)
        memcpy(t->back ? live : at, t->back ? at : live, size);
}

static void copy_arena(copier *t, const vl_arena *arena)
{
    char *at = next(t, vl_arena_image_size(arena));
    if (at && t->back)
        vl_arena_bring_back(arena, at);
    else if (at)
        vl_arena_keep(arena, at);
}

static void copy_lane(copier *t, vl_lab_run *r)
{
    const vl_lab_run live = *r;
    copy(t, r, sizeof *r);
    if (t->back) { // what it owns and is made anew where it must be other than it was
        r->reference.exact = live.reference.exact;
        r->follower = live.follower;
        r->refused = live.refused;
        r->clock.stream = live.clock.stream;
        r->watch = live.watch;
    }
    char *at = next(t, vl_world_image_size(r->world));
    if (at && t->back)
        vl_world_bring_back(r->world, at);
    else if (at)
        vl_world_keep(r->world, at);
    copy_arena(t, &r->arena);
    if (r->ledger)
        copy_arena(t, vl_ledger_memory(r->ledger));
    if (r->momentum)
        copy_arena(t, vl_momentum_meter_memory(r->momentum));
}

// Writes an image of the numbers of the scene, which are at its beginning, and of all that the
// lanes of a lab are, or brings it back: the lab must have the lanes and streams that it had then,
// and no reference run. Returns the bytes of an image; it is only measured where `image` is NULL.
static size_t copy_lab(vl_log *log, char *image, bool back)
{
    vl_lab *lab = log->lab;
    copier c = {.at = image, .back = back};
    copy(&c, log->numbers, vl_scene_copy_numbers(vl_log_scene(log), NULL, false));
    copy(&c, &lab->now, sizeof lab->now);
    copy(&c, &lab->shown, sizeof lab->shown);
    copy(&c, &lab->estimator, sizeof lab->estimator);
    for (int i = 0; i < lab->count; i++)
        copy_lane(&c, &lab->runs[i]);
    return c.size;
}

// --- states ---

static size_t bytes_of(const state *s)
{
    return sizeof *s + (size_t)s->count * sizeof *s->lanes + s->size;
}

static size_t removed_bytes(const vl_lab *lab)
{
    copier c = {0};
    for (int i = 0; i < lab->removed_count; i++)
        copy_lane(&c, &lab->removed[i]);
    return c.size;
}

// Frees the removed lanes that no state has.
static void free_unwanted(vl_log *log)
{
    vl_lab *lab = log->lab;
    int kept = 0;
    for (int n = 0; n < lab->removed_count; n++) {
        bool wanted = false;
        for (int k = 0; k < log->state_count && !wanted; k++)
            for (int i = 0; i < log->states[k].count; i++)
                wanted |= log->states[k].lanes[i].world == lab->removed[n].world;
        if (wanted)
            lab->removed[kept++] = lab->removed[n];
        else
            vl_lane_free(&lab->removed[n]);
    }
    lab->removed_count = kept;
}

static void drop_state(vl_log *log, int index)
{
    state s = log->states[index];
    log->bytes -= bytes_of(&s);
    if (s.entry >= log->first)
        entry_at(log, s.entry)->stored = false;
    log->state_count--;
    memmove(&log->states[index], &log->states[index + 1],
            (size_t)(log->state_count - index) * sizeof s);
    for (int i = 0; i < s.count; i++) {
        vl_stream_free(s.lanes[i].stream);
        vl_exact_free(s.lanes[i].exact);
    }
    vl_free(s.lanes);
    vl_free(s.image);
    free_unwanted(log);
}

static int find_state(const vl_log *log, int number)
{
    for (int i = 0; i < log->state_count; i++)
        if (log->states[i].entry == number)
            return i;
    return -1;
}

static int run_of(const vl_log *log, int number)
{
    return log->sources[entry_at(log, number)->source].run;
}

// The state that goes first: that without which the way from the one before it gets the least
// longer, for how long ago it was, so that recent states are the densest. Roots, from which others
// are reached, are left for last; −1: there is none. The present one stays, and the root of its
// run.
static int least_wanted(const vl_log *log)
{
    int run = run_of(log, log->present), least = -1;
    double lowest = HUGE_VAL;
    for (int i = 0; i < log->state_count; i++) {
        int number = log->states[i].entry, before = log->states[i > 0 ? i - 1 : i].entry;
        bool root = number == log->first || entry_at(log, number)->kind == VL_BEGIN;
        if (number == log->present || (root && run_of(log, number) == run))
            continue;
        if (entry_at(log, number)->kind == VL_JOIN) // the lane is made from the start again
            before = run_of(log, number);
        double wanted = root ? DBL_MAX : abs(number - before) / (1.0 + abs(log->present - number));
        if (wanted < lowest) {
            least = i;
            lowest = wanted;
        }
    }
    return least;
}

static void store(vl_log *log)
{
    vl_lab *lab = log->lab;
    int same = find_state(log, log->present), least;
    if (!stores(log))
        return;
    if (same >= 0)
        drop_state(log, same);
    state s = {.entry = log->present, .count = lab->count};
    s.lanes = vl_alloc((size_t)s.count, sizeof *s.lanes);
    for (int i = 0; i < s.count; i++) {
        const vl_lab_run *r = &lab->runs[i];
        s.lanes[i] =
            (lane){r->world, vl_stream_copy(r->clock.stream), vl_exact_share(r->reference.exact)};
    }
    s.size = copy_lab(log, NULL, false);
    s.image = vl_alloc(1, s.size);
    copy_lab(log, s.image, false);
    log->states = vl_grow(log->states, &log->state_capacity, log->state_count + 1, sizeof s);
    log->states[log->state_count++] = s;
    entry_at(log, log->present)->stored = true;
    log->bytes += bytes_of(&s);
    while ((log->bytes + removed_bytes(lab) > log->most || log->state_count > MOST_STATES) &&
           (least = least_wanted(log)) >= 0)
        drop_state(log, least);
}

// The lanes of the state are among those that live and those that were removed.
static void choose_lanes(vl_lab *lab, const state *s)
{
    int all = lab->count + lab->removed_count, left = 0;
    vl_lab_run *runs = vl_alloc((size_t)s->count, sizeof *runs);
    vl_lab_run *removed = vl_alloc((size_t)all, sizeof *removed);
    for (int i = 0; i < all; i++) {
        bool lived = i >= lab->removed_count;
        vl_lab_run *r = lived ? &lab->runs[i - lab->removed_count] : &lab->removed[i];
        int k = 0;
        while (k < s->count && s->lanes[k].world != r->world)
            k++;
        if (k == s->count && lived)
            vl_lane_put_away(r);
        *(k < s->count ? &runs[k] : &removed[left++]) = *r;
    }
    assert(left == all - s->count);
    vl_free(lab->runs);
    vl_free(lab->removed);
    lab->runs = runs;
    lab->count = s->count;
    lab->removed = removed;
    lab->removed_count = left;
}

// Those that are kept are told by the operations: somebody may write to the scene before.
static void keep_numbers(vl_log *log, const vl_scene *from)
{
    vl_scene *scene = vl_log_scene(log);
    vl_free(log->numbers);
    log->numbers = vl_alloc(vl_scene_copy_numbers(scene, NULL, false), 1);
    (void)vl_scene_copy_numbers((vl_scene *)from, log->numbers, false);
    if (from != scene)
        (void)vl_scene_copy_numbers(scene, log->numbers, true);
}

static void bring_back(vl_log *log, const state *s)
{
    vl_lab *lab = log->lab;
    vl_scene *scene = vl_log_scene(log);
    choose_lanes(lab, s);
    free_unwanted(log);
    for (int i = 0; i < s->count; i++) {
        vl_lab_run *r = &lab->runs[i];
        vl_stream_free(r->clock.stream);
        r->clock.stream = vl_stream_copy(s->lanes[i].stream);
        vl_exact_free(r->reference.exact);
        r->reference.exact = vl_exact_share(s->lanes[i].exact);
    }
    keep_numbers(log, scene); // as many
    copy_lab(log, s->image, true);
    (void)vl_scene_copy_numbers(scene, log->numbers, true);
}

// --- scenes ---

static void free_scene(vl_log *log, vl_scene *scene)
{
    for (int i = 0; i < log->source_count; i++)
        if (log->sources[i].scene == scene)
            log->sources[i].scene = NULL;
    vl_scene_free(scene);
}

// Frees the scenes that no state has: nobody goes back to their runs.
static void free_scenes(vl_log *log)
{
    for (int i = 0; i < log->source_count; i++) {
        vl_scene *scene = log->sources[i].scene;
        bool needed = !scene;
        for (int n = 0; n < log->state_count && !needed; n++)
            needed = log->sources[entry_at(log, log->states[n].entry)->source].scene == scene;
        if (!needed)
            free_scene(log, scene);
    }
}

// --- the line of time ---

static void set_last(vl_log *log, int64_t last)
{
    for (int64_t n = last + 1; n <= log->last; n++)
        log->places[n].entry = -1;
    log->last = last;
}

static place *place_at(vl_log *log, int64_t n)
{
    log->places = vl_grow(log->places, &log->place_capacity, (int)n + 1, sizeof *log->places);
    return &log->places[n];
}

// What was done last has made a frame, or something else of the present one.
static void take_place(vl_log *log, const entry *e)
{
    int64_t n = e->frame;
    place *p = place_at(log, n);
    if (e->dt == 0) {
        p->entry = log->present;
        p->cut = true;
        set_last(log, n);
        return;
    }
    bool same = n <= log->known && p->dt == e->dt;
    if (same && n <= log->last && !p->cut && !e->held)
        return; // it was made again: what was ahead stays
    set_last(log, n);
    log->known = same ? log->known : n;
    *p = (place){.dt = e->dt, .time = e->time, .entry = log->present, .cut = e->held};
}

// The frames that led to the present; the lengths of those ahead stay, where it is the same run.
static void follow_line(vl_log *log)
{
    int64_t n = entry_at(log, log->present)->frame, seen = n + 1, last = log->last;
    int run = run_of(log, log->present);
    if (n <= log->last && log->places[n].entry == log->present)
        return;
    set_last(log, log->last < n ? log->last : n);
    log->last = n;
    log->known = log->run == run && log->known > n ? log->known : n;
    log->run = run;
    for (int i = log->present; i >= log->first; i = entry_at(log, i)->before) {
        const entry *e = entry_at(log, i);
        place *p = place_at(log, e->frame);
        bool newest = e->frame < seen;
        if (newest && e->frame <= last && p->entry == i)
            return; // the line before it is that of the present, too
        if (newest)
            *p = (place){.entry = i, .time = e->time, .dt = p->dt};
        seen = e->frame;
        p->cut = p->cut || e->dt == 0 || e->held || e->left;
        p->dt = e->dt > 0 ? e->dt : p->dt;
    }
}

// Where a frame is reached those after it are, too.
int64_t vl_log_first(const vl_log *log)
{
    int64_t first = 0, reached = log->last;
    while (first < reached) {
        int64_t middle = first + (reached - first) / 2;
        if (vl_log_reaches(log, log->places[middle].entry))
            reached = middle;
        else
            first = middle + 1;
    }
    return first;
}

int vl_log_entry(const vl_log *log, int64_t frame)
{
    return log->places[frame].entry;
}

int vl_log_nearest(const vl_log *log, int64_t frame, bool held)
{
    int64_t first = vl_log_first(log);
    frame = frame > log->last ? log->last : frame < first ? first : frame;
    int nearest = log->places[frame].entry;
    while (!held && entry_at(log, nearest)->held &&
           vl_log_reaches(log, entry_at(log, nearest)->before))
        nearest = entry_at(log, nearest)->before;
    return nearest;
}

double vl_log_length(const vl_log *log, int64_t frame)
{
    return frame > 0 && frame <= log->known ? log->places[frame].dt : 0;
}

double vl_log_time(const vl_log *log, int64_t frame)
{
    return log->places[frame].time;
}

void vl_log_expect(vl_log *log, const double *dt, int count)
{
    int64_t present = log->lab->now.frames;
    set_last(log, present);
    log->known = present + count;
    double time = log->lab->now.time;
    for (int i = 0; i < count; i++)
        *place_at(log, present + 1 + i) = (place){dt[i], time += dt[i], .entry = -1};
}

// --- lines ---

// Returns how many lines the file then has.
static int64_t write_file(vl_log *log)
{
    return log->file ? vl_log_file_add(log->file, log->line.data, log->line.length) : 0;
}

// Ends the frame before whatever comes: steps of it that are not made are left.
static void end_frame(vl_log *log)
{
    vl_lab *lab = log->lab;
    if (log->begins) {
        log->begins = false;
        store(log);
        free_scenes(log);
    }
    if (!log->unchecked)
        return;
    log->unchecked = false;
    if (lab->frame_is_open) {
        log->line.length = 0;
        vl_text_add(&log->line, "stopped %d 0\n", lab->frame_steps);
        (void)write_file(log);
        entry_at(log, log->present)->left = true;
        if (stores(log)) {
            vl_text_add(&log->text, "%s", log->line.data);
            log->places[lab->now.frames].cut = true;
        }
        lab->frame_is_open = false;
    }
    if (log->file) {
        log->line.length = 0;
        vl_text_add(&log->line, "hash");
        for (int i = 0; i < lab->count; i++)
            vl_text_add(&log->line, " %016" PRIx64, vl_world_hash(lab->runs[i].world));
        vl_text_add(&log->line, "\n");
        (void)write_file(log);
    }
    if (!stores(log) || entry_at(log, log->present)->stored)
        return;
    int64_t apart = 1 + (int64_t)log->states[log->state_count - 1].size / DENSE;
    if (lab->now.frames % apart == 0)
        store(log);
}

// The first line after one has gone somewhere tells where that is. Returns where what follows is.
static int begin_lines(vl_log *log)
{
    log->line.length = 0;
    if (log->moved)
        vl_text_add(&log->line, "state %" PRId64 "\n", entry_at(log, log->present)->line);
    log->moved = false;
    return log->line.length;
}

// An operation with the lines of a scene, each behind a bar. The common frames are those of the
// log, so their stream is for the screen alone.
static void add_scene(vl_log *log, const vl_operation *operation, const vl_scene *scene,
                      const vl_mistake *mistake)
{
    static char frame[] = "frame";
    vl_scene copy = *scene;
    copy.mistake = mistake;
    copy.lanes = NULL;
    copy.lane_count = 0;
    copy.timestep = strstr(scene->timestep, "file:") ? frame : scene->timestep;
    char *yaml = vl_scene_to_yaml(&copy);
    vl_operation o = *operation;
    o.counts[0] = 0;
    for (const char *c = yaml; *c; c++)
        o.counts[0] += *c == '\n';
    vl_operation_write(&log->line, &o);
    for (const char *line = yaml; *line;) {
        size_t length = strcspn(line, "\n");
        vl_text_add(&log->line, "|%.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    vl_free(yaml);
}

// --- entries ---

// The older half is forgotten, up to a state on the way to the present.
static void forget_old(vl_log *log)
{
    int kept = -1;
    int64_t half = log->cut + log->text.length / 2;
    for (int i = log->present; i >= log->first && entry_at(log, i)->at >= half;
         i = entry_at(log, i)->before)
        kept = entry_at(log, i)->stored ? i : kept;
    if (kept < 0) {
        kept = log->present;
        store(log);
    }
    for (int i = log->state_count - 1; i >= 0; i--)
        if (log->states[i].entry < kept)
            drop_state(log, i);
    size_t bytes = (size_t)(entry_at(log, kept)->at - log->cut);
    log->text.length -= (int)bytes;
    memmove(log->text.data, log->text.data + bytes, (size_t)log->text.length + 1);
    log->cut += (int64_t)bytes;
    memmove(log->entries, entry_at(log, kept), (size_t)(log->count - kept) * sizeof *log->entries);
    log->first = kept;
}

// Adds what is in `line` from `at` on.
static void add_entry(vl_log *log, int at, bool begins)
{
    entry fresh = {.before = begins ? -1 : log->present, .at = log->cut + log->text.length + at};
    fresh.scale = log->lab->runs->reference.scale;
    fresh.line = write_file(log);
    fresh.source = begins ? log->source_count - 1 : entry_at(log, log->present)->source;
    if (!stores(log)) { // one cannot go back to what was before
        log->first = log->count;
        log->known = log->last = 0;
    }
    log->entries =
        vl_grow(log->entries, &log->capacity, log->count - log->first + 1, sizeof *log->entries);
    if (stores(log))
        vl_text_add_bytes(&log->text, log->line.data, (size_t)log->line.length);
    log->present = log->count++;
    *entry_at(log, log->present) = fresh;
}

// What was done is whole.
static void end_entry(vl_log *log, const vl_operation *o)
{
    const vl_lab *lab = log->lab;
    entry *e = entry_at(log, log->present);
    int64_t before = e->before >= log->first ? entry_at(log, e->before)->frame : 0;
    e->frame = lab->now.frames;
    e->time = lab->now.time;
    e->kind = o->kind;
    e->held = vl_lab_is_held(lab);
    e->dt = o->kind == VL_FRAME && e->frame == before + 1 ? o->values[0] : 0;
    log->unchecked = o->kind == VL_FRAME;
    if (stores(log))
        take_place(log, e);
    if (log->text.length > VL_LOG_MOST_TEXT || log->count - log->first > VL_LOG_MOST_ENTRIES)
        forget_old(log);
}

// --- runs ---

vl_log *vl_log_create(size_t most_bytes, vl_log_file *file)
{
    vl_log *log = vl_alloc(1, sizeof *log);
    log->most = most_bytes;
    log->file = file;
    return log;
}

void vl_log_free(vl_log *log)
{
    if (!log)
        return;
    if (log->lab) {
        end_frame(log);
        (void)begin_lines(log);
        (void)write_file(log);
        log->lab->log = NULL;
        log->lab->keeps_lanes = false;
    }
    while (log->state_count > 0)
        drop_state(log, log->state_count - 1);
    for (int i = 0; i < log->source_count && stores(log); i++)
        free_scene(log, log->sources[i].scene);
    vl_text_free(&log->line);
    vl_text_free(&log->text);
    vl_free(log->numbers);
    vl_free(log->entries);
    vl_free(log->sources);
    vl_free(log->states);
    vl_free(log->places);
    vl_free(log);
}

void vl_log_begin(vl_log *log, vl_lab *lab, vl_scene *scene, const vl_scene *lanes)
{
    log->lab = lab;
    lab->log = log;
    lab->keeps_lanes = stores(log);
    free_unwanted(log);
    int at = begin_lines(log), plain = 0; // a lane without an engine, which makes no mistakes
    while (plain < lab->count - 1 && lanes[plain].engine)
        plain++;
    add_scene(log, &(vl_operation){.kind = VL_BEGIN, .counts = {0, lab->count}}, scene,
              lanes[plain].mistake);
    for (int i = 0; i < lab->count; i++)
        vl_operation_write(&log->line, &(vl_operation){.kind = VL_RUNS, .scene = &lanes[i]});
    log->sources =
        vl_grow(log->sources, &log->source_capacity, log->source_count + 1, sizeof *log->sources);
    log->sources[log->source_count++] = (source){scene, log->count, lanes[plain].mistake};
    add_entry(log, at, true);
    keep_numbers(log, scene);
    log->begins = stores(log);
    log->last = log->known = 0;
    log->run = log->present;
    *place_at(log, 0) = (place){.entry = log->present};
}

bool vl_log_start_run(vl_log *log, vl_lab **lab, vl_scene *scene, const vl_scene *lanes, int count,
                      vl_error *error)
{
    end_frame(log);
    bool good = *lab ? vl_lab_restart(*lab, NULL, lanes, count, error)
                     : (*lab = vl_lab_create(NULL, lanes, count, error)) != NULL;
    if (good) {
        vl_lab_keep_ledger(*lab);
        vl_lab_keep_momentum(*lab);
        vl_log_begin(log, *lab, scene, lanes);
    }
    return good;
}

void vl_log_tick(vl_log *log)
{
    end_frame(log);
    if (log->file)
        vl_log_file_tick(log->file);
}

vl_scene *vl_log_scene(const vl_log *log)
{
    return log->sources[entry_at(log, log->present)->source].scene;
}

// --- doing ---

// Whether worlds of one scene can take the numbers of the other.
static bool are_alike(const vl_scene *a, const vl_scene *b)
{
    bool same = a->particle_count == b->particle_count && a->link_count == b->link_count &&
                a->chain_count == b->chain_count && a->cloth_count == b->cloth_count &&
                a->force_count == b->force_count && a->collider_count == b->collider_count &&
                a->hand_count == b->hand_count && vl_scene_start(a) == vl_scene_start(b);
    for (int i = 0; same && i < a->force_count; i++)
        same = a->forces[i].kind == b->forces[i].kind;
    for (int i = 0; same && i < a->collider_count; i++)
        same = a->colliders[i].kind == b->colliders[i].kind &&
               a->colliders[i].response == b->colliders[i].response;
    return same;
}

// An operation with the scene that it needs.
typedef struct complete {
    vl_operation o;
    vl_scene lane;
    vl_lane own;       // what `lane` has its texts from
    vl_scene *numbers; // those that were read; NULL: none
} complete;

static void release(complete *c)
{
    vl_scene_free(c->numbers);
    vl_schema_release(&vl_schema_lane, &c->own);
    vl_lab_free(c->o.made);
}

static bool complete_operation(vl_log *log, const vl_operation *o, complete *c, vl_error *error)
{
    *c = (complete){.o = *o};
    if (o->scene)
        return true;
    if (o->kind == VL_JOIN) {
        int begin;
        c->o.made = o->made ? o->made : vl_log_begin_lane(log, o->text, &begin, error);
        if (c->o.made && !o->made)
            (void)vl_log_make_lane(log, c->o.made, begin, HUGE_VAL);
        return c->o.made;
    }
    if (o->kind == VL_NUMBERS)
        c->o.scene = c->numbers = vl_operation_scene(o, error);
    if (c->numbers && !are_alike(c->numbers, vl_log_scene(log)))
        return vl_fail(error, "the scene begins otherwise or has other parts than the run");
    bool sets = o->kind == VL_LANE;
    const vl_lab_run *r = &log->lab->runs[sets ? o->lane : 0];
    vl_scene from = *vl_log_scene(log);
    if (o->part) {
        from.lane = r->lane;
        from.name = NULL; // which tells of the settings before
    }
    if (sets && vl_operation_lane(o->text, &from, r->world->mistake, &c->own, &c->lane, error))
        c->o.scene = &c->lane;
    return c->o.scene || (o->kind != VL_NUMBERS && !sets);
}

// Writes its line. Returns where that begins, behind the move to the present.
static int write_operation(vl_log *log, const vl_operation *o)
{
    int at = begin_lines(log);
    if (o->kind == VL_NUMBERS)
        add_scene(log, o, o->scene, o->scene->mistake);
    else
        vl_operation_write(&log->line, o);
    return at;
}

bool vl_lab_do(vl_lab *lab, const vl_operation *operation, vl_error *error)
{
    vl_log *log = lab->log;
    complete c = {0};
    if (log)
        end_frame(log);
    if (!vl_operation_fits(lab, operation, error))
        return false;
    if (!log)
        return vl_operation_act(lab, operation, error);
    bool moved = log->moved, good = complete_operation(log, operation, &c, error);
    int at = good ? write_operation(log, &c.o) : 0;
    good = good && vl_operation_act(lab, &c.o, error);
    log->moved = moved && !good;
    if (good) {
        add_entry(log, at, false);
        if (c.o.kind == VL_NUMBERS)
            keep_numbers(log, c.o.scene);
        end_entry(log, &c.o);
        if (c.o.kind == VL_JOIN) // who goes there need not make the lane again
            store(log);
        c.o.made = NULL;
    }
    release(&c);
    return good;
}

void vl_lab_must_do(vl_lab *lab, const vl_operation *operation)
{
    bool good = vl_lab_do(lab, operation, &(vl_error){0});
    assert(good);
    (void)good;
}

bool vl_lab_do_frame(vl_lab *lab, double dt)
{
    vl_log *log = lab->log;
    const vl_operation o = {.kind = VL_FRAME, .values = {dt}};
    if (!log || !isfinite(dt))
        return vl_lab_begin_frame(lab, dt);
    end_frame(log);
    add_entry(log, write_operation(log, &o), false);
    bool begins = vl_lab_begin_frame(lab, dt);
    end_entry(log, &o);
    return begins;
}

// --- a run of a stream ---

static bool wants_more(const vl_lab *lab, const vl_run *limits)
{
    return !vl_lab_all_diverged(lab) && (limits->steps < 0 || vl_lab_steps(lab) < limits->steps);
}

bool vl_run_lab(vl_lab *lab, vl_stream *stream, const vl_run *limits)
{
    int idle = 0;
    double next = 0;
    bool more = vl_run_next_dt(stream, lab->now.time, limits->duration, &next);
    while (more && idle < VL_RUN_MOST_IDLE_FRAMES && wants_more(lab, limits)) {
        int64_t before = vl_lab_steps(lab);
        bool begins = vl_lab_do_frame(lab, next);
        while (begins && wants_more(lab, limits) && vl_lab_step(lab))
            ;
        bool goes_on =
            !lab->progress || lab->progress(lab->waiter, lab->now.time, (double)vl_lab_steps(lab));
        idle = vl_lab_steps(lab) > before ? 0 : idle + 1;
        more = vl_run_next_dt(stream, lab->now.time, limits->duration, &next) && goes_on;
    }
    vl_lab_complete(lab, fmax(next, 0));
    return idle < VL_RUN_MOST_IDLE_FRAMES;
}

// --- going ---

int vl_log_mark(vl_log *log)
{
    end_frame(log);
    store(log);
    return log->present;
}

// The nearest entry with a state from which one comes to another one; −1: there is none.
static int way_to(const vl_log *log, int number)
{
    int i = number;
    while (i >= log->first && !entry_at(log, i)->stored) {
        int run = run_of(log, i);
        bool made =
            entry_at(log, i)->kind != VL_JOIN || (run >= log->first && entry_at(log, run)->stored);
        i = made ? entry_at(log, i)->before : -1;
    }
    return i >= log->first ? i : -1;
}

bool vl_log_reaches(const vl_log *log, int number)
{
    return way_to(log, number) >= 0;
}

// Does an entry again: to the lab, or to a lane that is made, which gets what others get.
static void do_again(vl_log *log, vl_lab *lab, int number)
{
    complete c = {0};
    vl_operation o;
    bool all = lab == log->lab;
    vl_error error = {0};
    vl_lines lines = {.path = "the log",
                      .bytes = log->text.data,
                      .size = (size_t)log->text.length,
                      .at = (size_t)(entry_at(log, number)->at - log->cut)};
    bool good = vl_operation_read(&lines, &o, &error);
    o.scale = &entry_at(log, number)->scale;
    if (all || vl_operation_is_for_others(&o))
        good =
            good && complete_operation(log, &o, &c, &error) && vl_operation_act(lab, &c.o, &error);
    assert(good); // it was done before
    if (all && o.kind == VL_NUMBERS)
        keep_numbers(log, c.o.scene);
    c.o.made = good ? NULL : c.o.made;
    release(&c);
    vl_text_free(&lines.text);
    log->present = all ? number : log->present;
}

// Does what stands between two entries again, for about so many seconds. Returns the entry to which
// it came.
static int do_between(vl_log *log, vl_lab *lab, int from, int to, double seconds)
{
    int *way = NULL, count = 0, capacity = 0, reached = from;
    double begin = vl_clock_now();
    for (int i = to; i != from; i = entry_at(log, i)->before) {
        way = vl_grow(way, &capacity, count + 1, sizeof *way);
        way[count++] = i;
    }
    for (; count > 0 && (reached == from || vl_clock_now() - begin < seconds); count--) {
        reached = way[count - 1];
        do_again(log, lab, reached);
    }
    vl_free(way);
    return reached;
}

// --- a lane that is made ---

vl_lab *vl_log_begin_lane(vl_log *log, const char *settings, int *begin, vl_error *error)
{
    vl_scene scene;
    vl_lane own = {0};
    vl_lab *made = NULL;
    const vl_lab_run *first = &log->lab->runs[0];
    *begin = run_of(log, log->present);
    end_frame(log);
    int root = *begin < log->first ? -1 : find_state(log, *begin);
    if (root < 0) {
        vl_fail(error, "the beginning of the run is forgotten, expected one that begins anew (R)");
        return NULL;
    }
    const source *from = &log->sources[entry_at(log, *begin)->source];
    (void)vl_scene_copy_numbers(from->scene, log->states[root].image, true);
    if (vl_operation_lane(settings, from->scene, from->mistake, &own, &scene, error)) {
        const char *why = vl_solver_refuses(first->world, &scene.solver);
        if (!why || vl_fail(error, "%s", why))
            made = vl_lab_create(&entry_at(log, *begin)->scale, &scene, 1, error);
    }
    if (made && first->ledger)
        vl_lab_keep_ledger(made);
    if (made && first->momentum)
        vl_lab_keep_momentum(made);
    vl_schema_release(&vl_schema_lane, &own);
    (void)vl_scene_copy_numbers(from->scene, log->numbers, true);
    return made;
}

int vl_log_make_lane(vl_log *log, vl_lab *made, int from, double seconds)
{
    int before = log->present;
    end_frame(log);
    while (before > from && before >= log->first) // older entries may be forgotten meanwhile
        before = entry_at(log, before)->before;
    return before == from ? do_between(log, made, from, log->present, seconds) : -1;
}

// Goes from an entry with a state to one behind it.
static void go_along(vl_log *log, int from, int number, bool tells)
{
    int before = log->present;
    vl_lab *lab = log->lab;
    vl_lab_listener *listener = lab->listener;
    vl_reference_mode mode = lab->mode;
    const vl_estimator *estimator = lab->estimator;
    lab->listener = tells ? listener : NULL;
    vl_lab_refer(lab, VL_REFERENCE_NONE);
    log->present = from;
    vl_lab_take_hand(lab, vl_log_scene(log));
    bring_back(log, &log->states[find_state(log, from)]);
    for (int i = 0; i < lab->count; i++)
        lab->runs[i].sent = false;
    (void)do_between(log, lab, from, number, HUGE_VAL);
    lab->frame_is_open = false;
    log->moved = log->moved || number != before;
    log->unchecked = false;
    follow_line(log);
    vl_lab_refer(lab, mode);
    if (lab->estimator != estimator)
        vl_lab_set_estimator(lab, estimator);
    vl_lab_listen(lab, listener, lab->user);
}

bool vl_log_go(vl_log *log, int number)
{
    end_frame(log);
    int from = way_to(log, number);
    if (from >= 0)
        go_along(log, from, number, false);
    return from >= 0;
}

void vl_log_tell(vl_log *log, double time)
{
    end_frame(log);
    int from = log->present;
    while (from > log->run && from >= log->first && entry_at(log, from)->time > time)
        from = entry_at(log, from)->before;
    from = way_to(log, from);
    if (from >= 0)
        go_along(log, from, log->present, true);
}
