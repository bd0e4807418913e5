#include "app/state/measure.h"

#include <math.h>

void vl_measure_add(vl_measure *measure, vl_measured_point point)
{
    measure->count = measure->count == measure->wanted ? 0 : measure->count;
    measure->points[measure->count++] = point;
}

vl_vec3 vl_measured_place(const vl_session *session, const vl_measured_point *point)
{
    if (point->particle == 0)
        return point->at;
    int lane = point->lane < session->lane_count ? point->lane : session->chosen;
    const vl_particles *p = &vl_session_lane_world(session, lane)->particles;
    int slot = p->slot_of[point->particle - 1];
    return vl_particle_middle(p, slot, vl_read(p->x, slot));
}

// atan2 keeps its digits for angles near 0 and near 180°, where the cosine loses them.
static double angle_between(vl_vec3 a, vl_vec3 b)
{
    static const double degree = 0.017453292519943295;

    bool there = vl_length(a) > 0 && vl_length(b) > 0;
    return there ? atan2(vl_length(vl_cross(a, b)), vl_dot(a, b)) / degree : (double)NAN;
}

double vl_measure_value(const vl_session *session, const vl_measure *measure)
{
    vl_vec3 at[3];
    if (measure->wanted == 0 || measure->count < measure->wanted)
        return (double)NAN;
    for (int i = 0; i < measure->count; i++)
        at[i] = vl_measured_place(session, &measure->points[i]);
    return measure->wanted == 2 ? vl_length(vl_sub(at[1], at[0]))
                                : angle_between(vl_sub(at[1], at[0]), vl_sub(at[2], at[0]));
}

void vl_stopwatch_press(vl_stopwatch *watch, double time)
{
    if (!watch->shown)
        *watch = (vl_stopwatch){.shown = true, .runs = true, .begin = time};
    else if (watch->runs) {
        watch->runs = false;
        watch->end = time;
    } else
        watch->shown = false;
}

double vl_stopwatch_time(const vl_stopwatch *watch, double time)
{
    return (watch->runs ? time : watch->end) - watch->begin;
}
