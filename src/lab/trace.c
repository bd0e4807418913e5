#include "lab/trace.h"

#include "base/memory.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { MOST_INSTANTS = 1 << 15, LEAST_INSTANTS = 8, POINTS = 4 };

// The members of a reading that are kept.
static const size_t members[] = {
    offsetof(vl_reading, energy_error),
    offsetof(vl_reading, position_error),
    offsetof(vl_reading, stretch_max),
    offsetof(vl_reading, kinetic),
    offsetof(vl_reading, potential),
    offsetof(vl_reading, energy),
    offsetof(vl_reading, gravity),
    offsetof(vl_reading, springs),
    offsetof(vl_reading, contacts),
    offsetof(vl_reading, forces),
    offsetof(vl_reading, momentum.free.linear.x),
    offsetof(vl_reading, momentum.free.linear.y),
    offsetof(vl_reading, momentum.free.linear.z),
};

enum { MEMBERS = sizeof members / sizeof *members };

// What a lane has at an instant, before its places.
enum { TIME, READING_TIME, BROKEN, FIGURES, HEAD = FIGURES + MEMBERS };

struct vl_trace {
    int lanes, particles;
    int most, count;
    int64_t interval; // frames between two instants
    size_t lane_size; // numbers
    double *times;    // s, of the common clock
    double *instants; // the numbers of all lanes, one after the other
};

vl_trace *vl_trace_create(const vl_lab *lab, size_t most_bytes)
{
    vl_trace *trace = vl_alloc(1, sizeof *trace);
    trace->lanes = lab->count;
    trace->particles = lab->runs[0].world->particles.count;
    trace->lane_size = HEAD + (size_t)VL_AXES * (size_t)trace->particles;
    size_t size = (1 + trace->lane_size * (size_t)trace->lanes) * sizeof(double);
    size_t fit = most_bytes / size;
    trace->most = fit < LEAST_INSTANTS  ? LEAST_INSTANTS
                  : fit < MOST_INSTANTS ? (int)fit
                                        : MOST_INSTANTS;
    trace->times = vl_alloc_unset((size_t)trace->most, sizeof *trace->times);
    trace->instants = vl_alloc_unset((size_t)trace->most, size - sizeof *trace->times);
    vl_trace_clear(trace);
    return trace;
}

void vl_trace_free(vl_trace *trace)
{
    if (!trace)
        return;
    vl_free(trace->times);
    vl_free(trace->instants);
    vl_free(trace);
}

void vl_trace_clear(vl_trace *trace)
{
    trace->count = 0;
    trace->interval = 1;
}

static size_t instant_size(const vl_trace *trace)
{
    return trace->lane_size * (size_t)trace->lanes;
}

static double *lane_at(const vl_trace *trace, int instant, int lane)
{
    return trace->instants + (size_t)instant * instant_size(trace) +
           (size_t)lane * trace->lane_size;
}

static void drop_every_second(vl_trace *trace)
{
    int kept = 0;
    for (int i = 0; i < trace->count; i += 2, kept++) {
        trace->times[kept] = trace->times[i];
        memmove(lane_at(trace, kept, 0), lane_at(trace, i, 0),
                instant_size(trace) * sizeof(double));
    }
    trace->count = kept;
    trace->interval *= 2;
}

static void take_lane(double *to, const vl_lab_run *run)
{
    const vl_particles *p = &run->world->particles;
    to[TIME] = run->now.time;
    to[READING_TIME] = run->shown.time;
    to[BROKEN] = run->shown.broken;
    for (int i = 0; i < MEMBERS; i++)
        to[FIGURES + i] = *(const double *)((const char *)&run->shown + members[i]);
    for (int axis = 0; axis < VL_AXES; axis++)
        memcpy(to + HEAD + axis * p->count, p->x[axis], (size_t)p->count * sizeof *to);
}

void vl_trace_add(vl_trace *trace, const vl_lab *lab)
{
    while (trace->count > 0 && trace->times[trace->count - 1] >= lab->now.time)
        trace->count--;
    if (lab->now.frames % trace->interval != 0)
        return;
    if (trace->count == trace->most)
        drop_every_second(trace);
    trace->times[trace->count] = lab->now.time;
    for (int i = 0; i < trace->lanes; i++)
        take_lane(lane_at(trace, trace->count, i), &lab->runs[i]);
    trace->count++;
}

void vl_trace_copy(vl_trace *to, const vl_trace *from)
{
    to->count = from->count;
    to->interval = from->interval;
    memcpy(to->times, from->times, (size_t)from->count * sizeof *to->times);
    memcpy(to->instants, from->instants,
           (size_t)from->count * instant_size(from) * sizeof *to->instants);
}

// --- reading ---

// The last instant whose `number` is not later than `time`; −1 where there is none, or none after
// it.
static int find(const vl_trace *trace, int lane, int number, double time)
{
    int low = -1, high = trace->count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (lane_at(trace, middle, lane)[number] <= time)
            low = middle;
        else
            high = middle;
    }
    bool is_last = low >= 0 && low == trace->count - 1;
    bool there = is_last && lane_at(trace, low, lane)[number] == time;
    return is_last && !there ? -1 : low;
}

// Instants around a time, and how much each counts.
typedef struct mix {
    int count, instants[POINTS];
    double weights[POINTS];
} mix;

static double time_of(const vl_trace *trace, int lane, int instant)
{
    return lane_at(trace, instant, lane)[TIME];
}

// A lane with frames of its own may have had the same state at several instants.
static void choose_instants(const vl_trace *trace, int lane, int at, mix *m)
{
    int begin = at > 0 ? at - 1 : at;
    m->count = 0;
    for (int i = begin; i < trace->count && m->count < POINTS; i++) {
        bool again = m->count > 0 &&
                     time_of(trace, lane, i) == time_of(trace, lane, m->instants[m->count - 1]);
        if (!again)
            m->instants[m->count++] = i;
    }
}

static bool find_mix(const vl_trace *trace, int lane, double time, mix *m)
{
    int at = find(trace, lane, TIME, time);
    if (at < 0)
        return false;
    choose_instants(trace, lane, at, m);
    for (int i = 0; i < m->count; i++) {
        double own = time_of(trace, lane, m->instants[i]);
        m->weights[i] = 1;
        for (int k = 0; k < m->count; k++) {
            double other = time_of(trace, lane, m->instants[k]);
            m->weights[i] *= k == i ? 1 : (time - other) / (own - other);
        }
    }
    return true;
}

static double coordinate(const vl_trace *trace, int lane, const mix *m, int index)
{
    double sum = 0;
    for (int i = 0; i < m->count; i++)
        sum += m->weights[i] * lane_at(trace, m->instants[i], lane)[HEAD + index];
    return sum;
}

bool vl_trace_places(const vl_trace *trace, int lane, double time, double *const x[VL_AXES])
{
    mix m;
    if (!find_mix(trace, lane, time, &m))
        return false;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < trace->particles; i++)
            x[axis][i] = coordinate(trace, lane, &m, axis * trace->particles + i);
    return true;
}

bool vl_trace_place(const vl_trace *trace, int lane, int slot, double time, vl_vec3 *x)
{
    mix m;
    if (!find_mix(trace, lane, time, &m))
        return false;
    int count = trace->particles;
    *x = (vl_vec3){coordinate(trace, lane, &m, slot), coordinate(trace, lane, &m, count + slot),
                   coordinate(trace, lane, &m, 2 * count + slot)};
    return true;
}

// The figures `part` of the way from one instant to another; links are counted at the first.
static void write_reading(const double *from, const double *to, double part, vl_reading *reading)
{
    reading->time = from[READING_TIME] + part * (to[READING_TIME] - from[READING_TIME]);
    reading->broken = (int)from[BROKEN];
    for (int i = 0; i < MEMBERS; i++)
        *(double *)((char *)reading + members[i]) =
            from[FIGURES + i] + part * (to[FIGURES + i] - from[FIGURES + i]);
}

bool vl_trace_reading(const vl_trace *trace, int lane, double time, vl_reading *reading)
{
    int at = find(trace, lane, READING_TIME, time);
    if (at < 0)
        return false;
    const double *a = lane_at(trace, at, lane);
    if (a[READING_TIME] == time) {
        write_reading(a, a, 0, reading);
        return true;
    }
    const double *b = lane_at(trace, at + 1, lane);
    double part = (time - a[READING_TIME]) / (b[READING_TIME] - a[READING_TIME]);
    write_reading(a, b, part, reading);
    return true;
}

int vl_trace_count(const vl_trace *trace)
{
    return trace->count;
}

void vl_trace_reading_at(const vl_trace *trace, int lane, int index, vl_reading *reading)
{
    const double *at = lane_at(trace, index, lane);
    write_reading(at, at, 0, reading);
}

double vl_trace_place_at(const vl_trace *trace, int lane, int index, int slot, vl_vec3 *x)
{
    const double *at = lane_at(trace, index, lane), *places = at + HEAD;
    int count = trace->particles;
    *x = (vl_vec3){places[slot], places[count + slot], places[2 * count + slot]};
    return at[TIME];
}

double vl_trace_end(const vl_trace *trace)
{
    return trace->count > 0 ? trace->times[trace->count - 1] : -HUGE_VAL;
}

size_t vl_trace_bytes(const vl_trace *trace)
{
    return sizeof *trace + (size_t)trace->most * (1 + instant_size(trace)) * sizeof(double);
}
