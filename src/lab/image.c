#include "lab/image.h"

#include "lab/journal.h"
#include "physics/world/world.h"

#include <string.h>

typedef vl_lab_run run;

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
    stream->list = live.list;
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

// An exact solution that was found since begins elsewhere.
static void recognise_again(run *r, int64_t live)
{
    bool same = r->recognised == live;
    r->recognised = live;
    if (same || r->world->now.diverged)
        return;
    vl_look look = vl_world_look(r->world);
    vl_lane_recognise(r);
    vl_world_look_away(r->world, &look);
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
    if (t->back)
        recognise_again(r, recognised);
}

// `image`: NULL to measure it. Returns its bytes.
static size_t copy_lab(vl_lab *lab, char *image, bool back)
{
    tape t = {.at = image, .back = back};
    copy(&t, &lab->now, sizeof lab->now);
    copy(&t, &lab->edition, sizeof lab->edition);
    copy(&t, &lab->entry, sizeof lab->entry);
    for (int i = 0; i < lab->count; i++)
        copy_lane(&t, &lab->runs[i]);
    return t.size;
}

size_t vl_lab_image_size(vl_lab *lab)
{
    return copy_lab(lab, NULL, false);
}

void vl_lab_image_keep(vl_lab *lab, char *image)
{
    copy_lab(lab, image, false);
}

void vl_lab_image_bring_back(vl_lab *lab, char *image)
{
    copy_lab(lab, image, true);
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
