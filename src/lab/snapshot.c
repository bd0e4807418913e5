#include "lab/snapshot.h"

#include "base/memory.h"
#include "lab/journal.h"
#include "physics/world/world.h"

#include <assert.h>
#include <string.h>

typedef vl_lab_run run;

// --- images ---

// Copies between an image and what lives, and goes on in the image.
typedef struct tape {
    char *at; // NULL: only measures
    size_t size;
    bool back;
} tape;

static void copy(tape *t, void *live, size_t size)
{
    char *at = t->at ? t->at + t->size : NULL;
    if (at && t->back)
        memcpy(live, at, size);
    else if (at)
        memcpy(at, live, size);
    t->size += size;
}

static void copy_axes(tape *t, double *const x[VL_AXES], int count)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        copy(t, x[axis], (size_t)count * sizeof(double));
}

static void copy_arena(tape *t, const vl_arena *arena)
{
    char *at = t->at ? t->at + t->size : NULL;
    t->size += vl_arena_image_size(arena);
    if (at && t->back)
        vl_arena_bring_back(arena, at);
    else if (at)
        vl_arena_keep(arena, at);
}

static void copy_world(tape *t, vl_world *world)
{
    char *at = t->at ? t->at + t->size : NULL;
    t->size += vl_world_image_size(world);
    if (at && t->back)
        vl_world_bring_back(world, at);
    else if (at)
        vl_world_keep(world, at);
}

// What a lane owns and is made anew where it must be other than it was.
static void copy_values(tape *t, run *r)
{
    const run live = *r;
    copy(t, r, sizeof *r);
    if (!t->back)
        return;
    r->reference.exact = live.reference.exact;
    r->follower = live.follower;
    r->refused = live.refused;
    r->held = live.held;
    r->clock.stream = live.clock.stream;
    r->estimate = live.estimate;
    r->watch = live.watch;
}

// Its text and its list are what it was made from.
static void copy_stream(tape *t, vl_stream *stream)
{
    const vl_stream live = *stream;
    copy(t, stream, sizeof *stream);
    stream->text = live.text;
    stream->rows = live.rows;
    stream->rest = live.rest;
    if (stream->rest)
        copy_stream(t, stream->rest);
}

static void copy_estimate(tape *t, vl_estimate *estimate, int count)
{
    copy_axes(t, estimate->x, count);
    copy_axes(t, estimate->back, count);
    copy_axes(t, estimate->next, count);
    const vl_estimate live = *estimate;
    copy(t, estimate, sizeof *estimate);
    memcpy(estimate->x, live.x, sizeof live.x);
    memcpy(estimate->back, live.back, sizeof live.back);
    memcpy(estimate->next, live.next, sizeof live.next);
}

static void copy_lane(tape *t, run *r)
{
    int64_t recognised = r->recognised;
    int count = r->world->particles.count;
    copy_values(t, r);
    copy_world(t, r->world);
    copy_axes(t, r->x, count);
    copy_axes(t, r->before, count);
    if (r->clock.stream)
        copy_stream(t, r->clock.stream);
    if (r->estimate->count > 0)
        copy_estimate(t, r->estimate, count);
    if (r->ledger)
        copy_arena(t, vl_ledger_memory(r->ledger));
    if (r->momentum)
        copy_arena(t, vl_momentum_watch_memory(r->momentum));
    if (!t->back || r->recognised == recognised)
        return;
    r->recognised = recognised;
    if (r->world->now.diverged)
        return;
    vl_look look =
        vl_world_look(r->world); // an exact solution that was found since begins elsewhere
    vl_lane_recognise(r);
    vl_world_look_away(r->world, &look);
}

size_t vl_lab_image(vl_lab *lab, char *image, bool back)
{
    tape t = {.at = image, .back = back};
    copy(&t, &lab->now, sizeof lab->now);
    copy(&t, &lab->edition, sizeof lab->edition);
    copy(&t, &lab->entry, sizeof lab->entry);
    for (int i = 0; i < lab->count; i++)
        copy_lane(&t, &lab->runs[i]);
    return t.size;
}

vl_lab_suspension vl_lab_suspend(vl_lab *lab)
{
    vl_note_frame_ends(lab, false);
    vl_lab_suspension suspension = {lab->listener, lab->mode, lab->journal};
    lab->listener = NULL;
    lab->journal = NULL;
    vl_lab_refer(lab, VL_REFERENCE_NONE);
    return suspension;
}

void vl_lab_resume(vl_lab *lab, const vl_lab_suspension *suspension)
{
    lab->journal = suspension->journal;
    vl_note_moved(lab);
    vl_lab_refer(lab, suspension->mode);
    vl_lab_listen(lab, suspension->listener, lab->user);
    for (int i = 0; i < lab->count; i++)
        lab->runs[i].sent = false;
}

// --- snapshots ---

// What a lane has beside its image.
typedef struct lane {
    const vl_world *world; // which tells it from the others
    const vl_estimator *estimator;
    vl_stream *stream; // of its own; NULL: it has none
    vl_exact *exact;   // that of `recognised`
    int64_t recognised;
} lane;

struct vl_lab_snapshot {
    vl_lab *lab;
    vl_lab_snapshot *next;
    vl_moment now;
    int count;
    lane *lanes;
    size_t size;
    char *image;
};

vl_lab_snapshot *vl_lab_snapshot_create(vl_lab *lab)
{
    vl_lab_snapshot *s = vl_alloc(1, sizeof *s);
    *s = (vl_lab_snapshot){.lab = lab, .next = lab->snapshots, .now = lab->now};
    lab->snapshots = s;
    s->count = lab->count;
    s->lanes = vl_alloc((size_t)s->count, sizeof *s->lanes);
    for (int i = 0; i < s->count; i++) {
        const run *r = &lab->runs[i];
        s->lanes[i] = (lane){r->world, r->estimator, vl_stream_copy(r->clock.stream),
                             vl_exact_share(r->reference.exact), r->recognised};
    }
    s->size = vl_lab_image(lab, NULL, false);
    s->image = vl_alloc_unset(1, s->size);
    vl_lab_image(lab, s->image, false);
    return s;
}

static bool is_wanted(const vl_lab *lab, const vl_world *world)
{
    for (const vl_lab_snapshot *s = lab->snapshots; s; s = s->next)
        for (int i = 0; i < s->count; i++)
            if (s->lanes[i].world == world)
                return true;
    return false;
}

static void free_unwanted(vl_lab *lab)
{
    int kept = 0;
    for (int i = 0; i < lab->removed_count; i++)
        if (is_wanted(lab, lab->removed[i].world))
            lab->removed[kept++] = lab->removed[i];
        else
            vl_lane_free(&lab->removed[i]);
    lab->removed_count = kept;
}

void vl_lab_snapshot_free(vl_lab_snapshot *s)
{
    if (!s)
        return;
    vl_lab_snapshot **at = &s->lab->snapshots;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    free_unwanted(s->lab);
    for (int i = 0; i < s->count; i++) {
        vl_stream_free(s->lanes[i].stream);
        vl_exact_free(s->lanes[i].exact);
    }
    vl_free(s->lanes);
    vl_free(s->image);
    vl_free(s);
}

// --- going back ---

// Takes the lane with a world out of a list.
static bool take(run *list, int count, const vl_world *world, run *taken)
{
    for (int i = 0; i < count; i++) {
        if (list[i].world != world)
            continue;
        *taken = list[i];
        list[i].world = NULL;
        return true;
    }
    return false;
}

// Puts what is left of a list behind `to`. Returns how many there are then.
static int gather(run *to, int count, const run *list, int list_count)
{
    for (int i = 0; i < list_count; i++)
        if (list[i].world)
            to[count++] = list[i];
    return count;
}

// The lanes of the snapshot are among those that live and those that were removed.
static void choose_lanes(const vl_lab_snapshot *s)
{
    vl_lab *lab = s->lab;
    int all = lab->count + lab->removed_count, left = 0;
    run *runs = vl_alloc((size_t)s->count, sizeof *runs);
    run *removed = vl_alloc((size_t)all, sizeof *removed);
    for (int i = 0; i < s->count; i++) {
        bool found = take(lab->runs, lab->count, s->lanes[i].world, &runs[i]) ||
                     take(lab->removed, lab->removed_count, s->lanes[i].world, &runs[i]);
        assert(found);
        (void)found;
    }
    left = gather(removed, left, lab->removed, lab->removed_count);
    int put_away = left;
    left = gather(removed, left, lab->runs, lab->count);
    for (int i = put_away; i < left; i++)
        vl_lane_put_away(&removed[i]);
    vl_free(lab->runs);
    vl_free(lab->removed);
    lab->runs = runs;
    lab->count = s->count;
    lab->removed = removed;
    lab->removed_count = left;
    free_unwanted(lab);
}

void vl_lab_snapshot_bring_back(const vl_lab_snapshot *s)
{
    vl_lab *lab = s->lab;
    vl_lab_suspension suspension = vl_lab_suspend(lab);
    if (!vl_lab_snapshot_has_lanes(s))
        choose_lanes(s);
    for (int i = 0; i < s->count; i++) {
        run *r = &lab->runs[i];
        if (r->estimator != s->lanes[i].estimator)
            vl_lane_equip(r, s->lanes[i].estimator);
        vl_stream_free(r->clock.stream);
        r->clock.stream = vl_stream_copy(s->lanes[i].stream);
        vl_exact_free(r->reference.exact);
        r->reference.exact = vl_exact_share(s->lanes[i].exact);
        r->recognised = s->lanes[i].recognised;
    }
    vl_lab_image(lab, s->image, true);
    vl_lab_resume(lab, &suspension);
}

bool vl_lab_snapshot_has_lanes(const vl_lab_snapshot *s)
{
    bool same = s->count == s->lab->count;
    for (int i = 0; i < s->count && same; i++)
        same = s->lab->runs[i].world == s->lanes[i].world;
    return same;
}

vl_moment vl_lab_snapshot_moment(const vl_lab_snapshot *s)
{
    return s->now;
}

// --- memory ---

size_t vl_lab_snapshot_bytes(const vl_lab_snapshot *s)
{
    return sizeof *s + (size_t)s->count * sizeof *s->lanes + s->size;
}

size_t vl_lab_removed_bytes(const vl_lab *lab)
{
    size_t bytes = 0;
    for (int i = 0; i < lab->removed_count; i++) {
        const run *r = &lab->removed[i];
        size_t places = (size_t)(2 * VL_AXES) * (size_t)r->world->particles.count * sizeof(double);
        bytes += sizeof *r + places + vl_world_image_size(r->world);
    }
    return bytes;
}

void vl_lab_put_away(vl_lab *lab)
{
    lab->listener = NULL;
    lab->mode = VL_REFERENCE_NONE;
    for (int i = 0; i < lab->count; i++)
        vl_lane_put_away(&lab->runs[i]);
}
