#include "app/state/drag.h"
#include "app/state/numbers.h"
#include "app/state/session_parts.h"
#include "physics/world/world.h"

static void add_sample(vl_grip *grip, double time, vl_vec3 at)
{
    if (grip->sample_count > 0 && time <= grip->samples[grip->sample_count - 1].time) {
        grip->samples[grip->sample_count - 1].at = at;
        return;
    }
    if (grip->sample_count == VL_GRIP_SAMPLES) {
        memmove(grip->samples, grip->samples + 1, (VL_GRIP_SAMPLES - 1) * sizeof *grip->samples);
        grip->sample_count--;
    }
    grip->samples[grip->sample_count++] = (vl_hand_sample){time, at};
}

static double angle_about(vl_vec3 middle, vl_vec3 hand)
{
    return atan2(hand.y - middle.y, hand.x - middle.x);
}

bool vl_drag_begin(vl_drag *drag, vl_session *session, int lane, const vl_camera *camera,
                   int pointer, int slot, double time, float x, float y)
{
    vl_world *world = session->lab->runs[lane].world;
    bool moves = false, free = !world->now.diverged;
    for (int i = 0; i < session->lab->count; i++) {
        const vl_world *other = session->lab->runs[i].world;
        free = free && !other->particles.held[slot] && other->hold_count < VL_MOST_HOLDS;
    }
    if (!free)
        return false;
    vl_session_complete(session);
    for (int i = 0; i < session->lab->count; i++) {
        const vl_world *other = session->lab->runs[i].world;
        moves |= !other->now.diverged && vl_length(vl_read(vl_world_velocity(other), slot)) > 0;
    }
    vl_session_mark(session, VL_OF_HAND, "%s of %s", session->running ? "drag" : "placing",
                    vl_session_particle(session, slot, VL_PARTICLE_BUFFER));
    VL_DO(session->lab, VL_HOLD, .number = world->particles.number_of[slot]);
    if (!world->particles.held[slot]) {
        if (vl_session_mark_hand(session, false))
            vl_session_take_back(session, session->undo.undone.count);
        return false;
    }

    vl_vec3 at = vl_read(world->particles.x, slot);
    vl_vec3 plane = vl_particle_middle(&world->particles, slot, at);
    vl_vec3 hand = vl_camera_unproject(camera, (double)x, (double)y, plane);
    vl_grip *grip = &drag->grips[pointer];
    *grip = (vl_grip){.used = true, .slot = slot, .plane = plane, .hand = at, .x = x, .y = y};
    grip->was_moving = moves;
    grip->changes = session->undo.undone.count;
    grip->turns = world->particles.dial[slot];
    grip->angle = angle_about(plane, hand);
    add_sample(grip, time, grip->turns ? at : hand);
    vl_session_changed(session, true);
    return true;
}

void vl_drag_move(vl_drag *drag, const vl_camera *camera, int pointer, double time, float x,
                  float y)
{
    vl_grip *grip = &drag->grips[pointer];
    grip->has_moved |= hypotf(x - grip->x, y - grip->y) > 2; // pixels, which a tap may move
    if (!grip->has_moved)
        return;
    vl_vec3 hand = vl_camera_unproject(camera, (double)x, (double)y, grip->plane);
    double angle = angle_about(grip->plane, hand);
    if (grip->turns) // a dial, by the angle by which it went about the middle, the shorter way
        grip->hand.x += remainder(angle - grip->angle, 360 * VL_DEGREE);
    else
        grip->hand = hand;
    grip->angle = angle;
    add_sample(grip, time, grip->hand);
}

static int number_of(const vl_session *session, int slot)
{
    return vl_session_run(session)->world->particles.number_of[slot];
}

void vl_drag_carry(const vl_drag *drag, vl_session *session)
{
    for (int k = 0; k < VL_MOST_POINTERS; k++) {
        const vl_grip *grip = &drag->grips[k];
        if (grip->used && grip->has_moved)
            VL_DO(session->lab, VL_CARRY, .number = number_of(session, grip->slot),
                  .values = {grip->hand.x, grip->hand.y, grip->hand.z});
    }
}

// Whether what is held in a lane is where the hands are, or the next step takes it there: while the
// clock runs, rods and strings move in steps alone. A lane that has diverged holds nothing, and a
// hand that has not moved yet holds the particle of each lane where it is.
static bool all_there(const vl_drag *drag, const vl_session *session, int lane)
{
    const vl_world *world = session->lab->runs[lane].world;
    if (session->running && vl_world_has_hard_links(world))
        return true;
    for (int i = 0; i < VL_MOST_POINTERS; i++) {
        const vl_grip *grip = &drag->grips[i];
        if (!grip->used || !grip->has_moved || world->now.diverged ||
            !world->particles.held[grip->slot])
            continue;
        vl_vec3 at = vl_read(world->particles.x, grip->slot);
        if (at.x != grip->hand.x || at.y != grip->hand.y || at.z != grip->hand.z)
            return false;
    }
    return true;
}

void vl_drag_pose(const vl_drag *drag, vl_session *session)
{
    bool there = true;
    for (int i = 0; i < session->lab->count; i++)
        there = there && all_there(drag, session, i);
    if (there)
        return;
    vl_session_complete(session);
    for (int i = 0; i < session->lab->count; i++)
        if (!all_there(drag, session, i))
            VL_DO(session->lab, VL_POSE, .lane = i);
    vl_session_changed(session, true);
}

void vl_drag_end(vl_drag *drag, vl_session *session, int pointer, double time, double frame)
{
    vl_grip *grip = &drag->grips[pointer];
    // simulated time may run slower or faster than the hand; while it is paused the hand has no
    // velocity
    vl_vec3 v = {0, 0, 0};
    if (session->running)
        v = vl_scale(vl_hand_speed(grip->samples, grip->sample_count, time,
                                   vl_session_mistake(session), frame),
                     1 / session->pacing.speed);
    vl_session_complete(session);
    if (session->running)
        VL_DO(session->lab, VL_RELEASE, .number = number_of(session, grip->slot),
              .values = {v.x, v.y, v.z});
    else
        VL_DO(session->lab, VL_PUT, .number = number_of(session, grip->slot));
    vl_session_changed(session, true);
    grip->used = false;
    if (vl_session_mark_hand(session, grip->has_moved || grip->was_moving))
        vl_session_take_back(session, grip->changes);
}
