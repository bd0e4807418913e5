#include "lab/apart.h"

#include "base/memory.h"
#include "physics/math/axes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A reading of a lane and the positions of its instant.
typedef struct state {
    int lane;
    vl_reading reading;
    double *x[VL_AXES];
} state;

// States in their order; those before `first` are gone.
typedef struct queue {
    int first, count, room; // the states from `first` on are `count`
    state *list;
} queue;

struct vl_apart {
    const vl_lab *lab;
    int to;
    vl_lab_listener *listener;
    void *user;
    queue waiting; // of all lanes
    queue others;  // of the lane `to`, as long as a reading may need them
    double *told;  // s, of each lane the time of its newest reading
    bool ended;
};

// --- queues ---

static state *state_at(const queue *q, int index)
{
    return &q->list[q->first + index];
}

// Moves the states to the front, or doubles the room.
static void make_room(queue *q)
{
    if (q->first + q->count < q->room)
        return;
    if (q->first <= q->count) {
        q->room = 2 * q->room + 16;
        state *list = vl_alloc((size_t)q->room, sizeof *list);
        if (q->count > 0)
            memcpy(list, state_at(q, 0), (size_t)q->count * sizeof *list);
        vl_free(q->list);
        q->list = list;
    } else
        memmove(q->list, state_at(q, 0), (size_t)q->count * sizeof *q->list);
    q->first = 0;
}

static void add(queue *q, int lane, const vl_reading *reading, double *const x[VL_AXES], int size)
{
    make_room(q);
    state *added = state_at(q, q->count++);
    *added = (state){.lane = lane, .reading = *reading};
    vl_axes_create(added->x, size);
    vl_axes_copy(added->x, x, size);
}

static void drop_first(queue *q)
{
    vl_axes_free(state_at(q, 0)->x);
    q->first++;
    q->count--;
}

static void free_queue(queue *q)
{
    while (q->count > 0)
        drop_first(q);
    vl_free(q->list);
}

// --- instants ---

// Returns the time up to which a lane has told its readings; one that stopped tells no more.
static double told_until(const vl_apart *apart, int lane)
{
    const vl_lab_run *r = &apart->lab->runs[lane];
    bool stopped = r->world->now.diverged && r->shown.time <= apart->told[lane];
    return stopped || apart->ended ? HUGE_VAL : apart->told[lane];
}

// Forgets states that are older than every reading to come.
static void forget(vl_apart *apart)
{
    double least = HUGE_VAL;
    for (int i = 0; i < apart->lab->count; i++)
        least = fmin(least, told_until(apart, i));
    for (int i = 0; i < apart->waiting.count; i++)
        least = fmin(least, state_at(&apart->waiting, i)->reading.time);
    while (apart->others.count > 0) {
        double time = state_at(&apart->others, 0)->reading.time;
        if (!(time < least) || vl_lab_same_instant(time, least))
            return;
        drop_first(&apart->others);
    }
}

static const state *find(const vl_apart *apart, double time)
{
    for (int i = apart->others.count - 1; i >= 0; i--)
        if (vl_lab_same_instant(state_at(&apart->others, i)->reading.time, time))
            return state_at(&apart->others, i);
    return NULL;
}

// --- passing on ---

// Whether the other lane has told its state at the instant, or can have none then.
static bool is_known(const vl_apart *apart, const state *s)
{
    double told = told_until(apart, apart->to);
    return s->lane == apart->to || told > s->reading.time ||
           vl_lab_same_instant(told, s->reading.time);
}

static void pass(vl_apart *apart, state *s)
{
    const state *other = find(apart, s->reading.time);
    const vl_world *world = apart->lab->runs[s->lane].world;
    s->reading.difference = s->lane == apart->to ? 0
                            : other              ? vl_lab_distance(world, s->x, other->x)
                                                 : (double)NAN;
    apart->listener(apart->user, s->lane, &s->reading, s->x);
}

static void pass_known(vl_apart *apart)
{
    while (apart->waiting.count > 0 && is_known(apart, state_at(&apart->waiting, 0))) {
        pass(apart, state_at(&apart->waiting, 0));
        drop_first(&apart->waiting);
    }
    forget(apart);
}

vl_apart *vl_apart_create(const vl_lab *lab, int to, vl_lab_listener *listener, void *user)
{
    vl_apart *apart = vl_alloc(1, sizeof *apart);
    *apart = (vl_apart){.lab = lab, .to = to, .listener = listener, .user = user};
    apart->told = vl_alloc((size_t)lab->count, sizeof *apart->told);
    for (int i = 0; i < lab->count; i++)
        apart->told[i] = -HUGE_VAL;
    return apart;
}

void vl_apart_take(void *user, int lane, const vl_reading *reading, double *const x[VL_AXES])
{
    vl_apart *apart = user;
    int size = apart->lab->runs[lane].world->particles.count;
    add(&apart->waiting, lane, reading, x, size);
    if (lane == apart->to)
        add(&apart->others, lane, reading, x, size);
    apart->told[lane] = reading->time;
    pass_known(apart);
}

void vl_apart_end(vl_apart *apart)
{
    apart->ended = true;
    pass_known(apart);
}

void vl_apart_free(vl_apart *apart)
{
    if (!apart)
        return;
    free_queue(&apart->waiting);
    free_queue(&apart->others);
    vl_free(apart->told);
    vl_free(apart);
}
