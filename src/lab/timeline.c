#include "lab/timeline.h"

#include "base/memory.h"
#include "lab/snapshot.h"

#include <assert.h>
#include <string.h>

enum { MOST_FRAMES = 1 << 17 }; // 15 minutes at 144 frames/s; then the older half is forgotten

// The frame that led to a number.
typedef struct frame {
    double dt, time; // s: its length, and its end
    int64_t serial;  // no other frame has it
    int64_t entry;   // of the journal, vl_lab.entry
    bool cut;        // making it again leads elsewhere: something else has changed the state, too
} frame;

typedef struct state {
    int64_t frame;
    char *image;
} state;

struct vl_timeline {
    vl_lab *lab;
    size_t image_size;
    char *memory; // of all images
    int most, count;
    state *states;    // in the order of their frames; the images of those behind `count` are free
    int64_t interval; // frames between two states
    int64_t made;     // frames
    int64_t origin;   // number of the first of `frames`
    int64_t last, known;
    frame *frames; // from `origin` to `known`, which is not before `last`
};

// --- states ---

static frame *frame_at(const vl_timeline *timeline, int64_t number)
{
    return &timeline->frames[number - timeline->origin];
}

// Keeps the states for which `keeps` is true.
static void sift(vl_timeline *timeline, bool (*keeps)(const vl_timeline *timeline, int index))
{
    int kept = 0;
    for (int i = 0; i < timeline->count; i++)
        if (keeps(timeline, i)) {
            const state first = timeline->states[kept];
            timeline->states[kept++] = timeline->states[i];
            timeline->states[i] = first;
        }
    timeline->count = kept;
}

// The state after a change is the only way to the frames after it.
static bool is_needed(const vl_timeline *timeline, int index)
{
    int64_t number = timeline->states[index].frame;
    bool goes_on = number < timeline->last && !frame_at(timeline, number + 1)->cut;
    return index == 0 || (frame_at(timeline, number)->cut && goes_on) ||
           (number - timeline->origin) % timeline->interval == 0;
}

static bool is_of_newer_half(const vl_timeline *timeline, int index)
{
    return index >= timeline->count / 2;
}

static void make_room(vl_timeline *timeline)
{
    if (timeline->count < timeline->most)
        return;
    if (timeline->interval < MOST_FRAMES) // beyond that the first state is the only regular one
        timeline->interval *= 2;
    sift(timeline, is_needed);
    if (timeline->count == timeline->most)
        sift(timeline, is_of_newer_half);
}

// The state of the same frame, from before a change, makes room for the new one.
static void store(vl_timeline *timeline)
{
    int64_t present = vl_timeline_present(timeline);
    if (vl_lab_is_held(timeline->lab))
        return;
    if (timeline->count > 0 && timeline->states[timeline->count - 1].frame == present)
        timeline->count--;
    make_room(timeline);
    state *fresh = &timeline->states[timeline->count++];
    fresh->frame = present;
    vl_lab_image(timeline->lab, fresh->image, false);
}

static void drop_after(vl_timeline *timeline, int64_t number)
{
    while (timeline->count > 0 && timeline->states[timeline->count - 1].frame > number)
        timeline->count--;
    timeline->last = number;
}

// --- making it ---

vl_timeline *vl_timeline_create(vl_lab *lab, size_t most_bytes, int most_states)
{
    vl_timeline *timeline = vl_alloc(1, sizeof *timeline);
    timeline->lab = lab;
    timeline->image_size =
        (vl_lab_image(lab, NULL, false) + VL_ALIGNMENT - 1) / VL_ALIGNMENT * VL_ALIGNMENT;
    size_t room = most_bytes - MOST_FRAMES * sizeof(frame), fit = room / timeline->image_size;
    timeline->most = fit < 2 ? 2 : fit < (size_t)most_states ? (int)fit : most_states;
    timeline->memory = vl_alloc_unset((size_t)timeline->most, timeline->image_size);
    timeline->states = vl_alloc((size_t)timeline->most, sizeof *timeline->states);
    for (int i = 0; i < timeline->most; i++)
        timeline->states[i].image = timeline->memory + (size_t)i * timeline->image_size;
    timeline->frames = vl_alloc_unset(MOST_FRAMES, sizeof *timeline->frames);
    timeline->interval = 1;
    timeline->origin = timeline->last = timeline->known = lab->now.frames;
    *frame_at(timeline, timeline->origin) = (frame){0, lab->now.time, 0, lab->entry, true};
    store(timeline);
    return timeline;
}

void vl_timeline_free(vl_timeline *timeline)
{
    if (!timeline)
        return;
    vl_free(timeline->memory);
    vl_free(timeline->states);
    vl_free(timeline->frames);
    vl_free(timeline);
}

size_t vl_timeline_bytes(const vl_timeline *timeline)
{
    return sizeof *timeline + MOST_FRAMES * sizeof(frame) +
           (size_t)timeline->most * (timeline->image_size + sizeof(state));
}

// --- frames ---

int64_t vl_timeline_first(const vl_timeline *timeline)
{
    return timeline->count > 0 ? timeline->states[0].frame : vl_timeline_present(timeline);
}

int64_t vl_timeline_present(const vl_timeline *timeline)
{
    return timeline->lab->now.frames;
}

int64_t vl_timeline_last(const vl_timeline *timeline)
{
    return timeline->last;
}

int64_t vl_timeline_serial(const vl_timeline *timeline)
{
    int64_t present = vl_timeline_present(timeline);
    bool reached = present >= vl_timeline_first(timeline) && present <= timeline->last;
    return reached ? frame_at(timeline, present)->serial : -1;
}

double vl_timeline_time(const vl_timeline *timeline, int64_t number)
{
    return frame_at(timeline, number)->time;
}

double vl_timeline_next_dt(const vl_timeline *timeline)
{
    int64_t present = vl_timeline_present(timeline);
    return present < timeline->known ? frame_at(timeline, present + 1)->dt : 0;
}

void vl_timeline_forget_ahead(vl_timeline *timeline)
{
    drop_after(timeline, vl_timeline_present(timeline));
    timeline->known = timeline->last;
}

int vl_timeline_known(const vl_timeline *timeline, double *dt)
{
    int64_t present = vl_timeline_present(timeline);
    int count = present < timeline->known ? (int)(timeline->known - present) : 0;
    for (int i = 0; i < count && dt; i++)
        dt[i] = frame_at(timeline, present + 1 + i)->dt;
    return count;
}

void vl_timeline_expect(vl_timeline *timeline, const double *dt, int count)
{
    int64_t present = vl_timeline_present(timeline);
    int64_t most = timeline->origin + MOST_FRAMES - 1 - present;
    vl_timeline_forget_ahead(timeline);
    for (int i = 0; i < count && i < most; i++)
        frame_at(timeline, ++timeline->known)->dt = dt[i];
}

static bool is_in_newer_half(const vl_timeline *timeline, int index)
{
    return timeline->states[index].frame >= timeline->origin + MOST_FRAMES / 2;
}

void vl_timeline_frame(vl_timeline *timeline, double dt)
{
    const vl_lab *lab = timeline->lab;
    int64_t present = vl_timeline_present(timeline);
    bool held = vl_lab_is_held(lab);
    if (present <= timeline->last && frame_at(timeline, present)->dt == dt &&
        !frame_at(timeline, present)->cut && !held)
        return;                        // it was made again
    drop_after(timeline, present - 1); // a state of this number is that of another frame
    if (present - timeline->origin == MOST_FRAMES) {
        const int64_t half = MOST_FRAMES / 2;
        sift(timeline, is_in_newer_half);
        memmove(timeline->frames, timeline->frames + half, (size_t)half * sizeof *timeline->frames);
        timeline->origin += half;
    }
    bool same = present <= timeline->known && frame_at(timeline, present)->dt == dt;
    *frame_at(timeline, present) = (frame){dt, lab->now.time, ++timeline->made, lab->entry, held};
    timeline->last = present;
    timeline->known = same ? timeline->known : present;
    if ((present - timeline->origin) % timeline->interval == 0)
        store(timeline);
}

void vl_timeline_changed(vl_timeline *timeline)
{
    int64_t present = vl_timeline_present(timeline);
    drop_after(timeline, present);
    if (!vl_lab_is_held(timeline->lab))
        frame_at(timeline, present)->cut = true;
    store(timeline);
}

// --- going ---

static int state_before(const vl_timeline *timeline, int64_t number)
{
    int index = timeline->count - 1;
    while (index > 0 && timeline->states[index].frame > number)
        index--;
    return index;
}

static int64_t frame_before_cut(const vl_timeline *timeline, int64_t from, int64_t to)
{
    int64_t reached = from;
    while (reached < to && !frame_at(timeline, reached + 1)->cut)
        reached++;
    return reached;
}

bool vl_timeline_can_change(const vl_timeline *timeline, int64_t number)
{
    int64_t present = vl_timeline_present(timeline);
    if (timeline->count == 0 || number <= timeline->states[0].frame ||
        vl_lab_is_held(timeline->lab))
        return false;
    int64_t from = timeline->states[state_before(timeline, number - 1)].frame;
    return from < number && frame_before_cut(timeline, from, present) == present;
}

int64_t vl_timeline_nearest(const vl_timeline *timeline, int64_t number)
{
    if (vl_lab_is_held(timeline->lab) || timeline->count == 0)
        return vl_timeline_present(timeline);
    number = number > timeline->last ? timeline->last : number;
    int index = state_before(timeline, number);
    return frame_before_cut(timeline, timeline->states[index].frame, number);
}

int64_t vl_timeline_go(vl_timeline *timeline, int64_t number)
{
    vl_lab *lab = timeline->lab;
    if (vl_lab_is_held(lab) || timeline->count == 0)
        return vl_timeline_present(timeline);
    int64_t nearest = vl_timeline_nearest(timeline, number);
    int index = state_before(timeline, nearest);
    vl_lab_suspension suspension = vl_lab_suspend(lab);
    vl_lab_image(lab, timeline->states[index].image, true);
    while (lab->now.frames < nearest) {
        bool made = vl_lab_advance(lab, vl_timeline_next_dt(timeline));
        assert(made);
        (void)made;
        lab->entry = frame_at(timeline, lab->now.frames)->entry;
    }
    vl_lab_resume(lab, &suspension);
    return vl_timeline_present(timeline);
}
