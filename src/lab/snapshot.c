#include "lab/snapshot.h"

#include "base/memory.h"
#include "lab/image.h"
#include "physics/world/world.h"

#include <assert.h>
#include <string.h>

typedef vl_lab_run run;

// What a lane has beside its image.
typedef struct lane {
    const vl_world *world; // which tells it from the others
    const vl_estimator *estimator;
    vl_stream *stream; // of its own; NULL: it has none
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
        s->lanes[i] = (lane){r->world, r->estimator, vl_stream_copy(r->clock.stream)};
    }
    s->size = vl_lab_image_size(lab);
    s->image = vl_alloc_unset(1, s->size);
    vl_lab_image_keep(lab, s->image);
    return s;
}

static bool has_lane(const vl_lab_snapshot *s, const vl_world *world)
{
    for (int i = 0; i < s->count; i++)
        if (s->lanes[i].world == world)
            return true;
    return false;
}

static bool is_wanted(const vl_lab *lab, const vl_world *world)
{
    for (const vl_lab_snapshot *s = lab->snapshots; s; s = s->next)
        if (has_lane(s, world))
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

static void unlink_snapshot(const vl_lab_snapshot *s)
{
    vl_lab_snapshot **at = &s->lab->snapshots;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
}

void vl_lab_snapshot_free(vl_lab_snapshot *s)
{
    if (!s)
        return;
    unlink_snapshot(s);
    free_unwanted(s->lab);
    for (int i = 0; i < s->count; i++)
        vl_stream_free(s->lanes[i].stream);
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

static void prepare_lane(run *r, const lane *wanted)
{
    if (r->estimator != wanted->estimator)
        vl_lane_equip(r, wanted->estimator);
    vl_stream_free(r->clock.stream);
    r->clock.stream = vl_stream_copy(wanted->stream);
}

void vl_lab_snapshot_bring_back(const vl_lab_snapshot *s)
{
    vl_lab *lab = s->lab;
    vl_lab_suspension suspension = vl_lab_suspend(lab);
    if (!vl_lab_snapshot_has_lanes(s))
        choose_lanes(s);
    for (int i = 0; i < s->count; i++)
        prepare_lane(&lab->runs[i], &s->lanes[i]);
    vl_lab_image_bring_back(lab, s->image);
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

// The particles of a lane have a copy of their places beside the world.
static size_t lane_bytes(const run *r)
{
    size_t places = (size_t)(2 * VL_AXES) * (size_t)r->world->particles.count * sizeof(double);
    return sizeof *r + places + vl_world_image_size(r->world);
}

size_t vl_lab_removed_bytes(const vl_lab *lab)
{
    size_t bytes = 0;
    for (int i = 0; i < lab->removed_count; i++)
        bytes += lane_bytes(&lab->removed[i]);
    return bytes;
}

void vl_lab_put_away(vl_lab *lab)
{
    lab->listener = NULL;
    lab->mode = VL_REFERENCE_NONE;
    for (int i = 0; i < lab->count; i++)
        vl_lane_put_away(&lab->runs[i]);
}

size_t vl_lab_bytes(vl_lab *lab)
{
    return vl_lab_image_size(lab);
}
