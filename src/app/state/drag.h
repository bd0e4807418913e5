#pragma once
/// Hands: each pointer can hold one particle, which follows it exactly and is let go with its
/// speed.

#include "app/state/session.h"
#include "lab/hand.h"
#include "ui/camera.h"

enum { VL_GRIP_SAMPLES = 64 };

typedef struct vl_grip {
    bool used;
    int pointer;
    int slot;
    vl_vec3 plane; ///< a point of the plane, parallel to the screen, in which the hand moves
    vl_vec3 hand;  ///< m, where it is
    int sample_count;
    vl_hand_sample samples[VL_GRIP_SAMPLES]; ///< newest last
} vl_grip;

typedef struct vl_drag {
    vl_grip grips[VL_MOST_HOLDS];
} vl_drag;

/// The particle drawn nearest to the pixel (x, y) and within `reach` pixels of its edge; −1: none.
int vl_drag_pick(const vl_world *world, const vl_camera *camera, float x, float y, float reach);

/// The pointer takes hold of the particle in `slot`, which jumps under it. False where it cannot.
bool vl_drag_begin(vl_drag *drag, vl_session *session, const vl_camera *camera, int pointer,
                   int slot, double time, float x, float y);

/// The pointer moved, or time passed and it did not. False when it holds nothing.
bool vl_drag_move(vl_drag *drag, const vl_camera *camera, int pointer, double time, float x,
                  float y);

/// Tells the world where the hands are, before the steps of a frame.
void vl_drag_carry(const vl_drag *drag, vl_session *session);

/// After the steps: what no step has brought there (a pause, a slow stream) is put there.
void vl_drag_pose(const vl_drag *drag, vl_session *session);

/// The pointer lets go. `frame`: s, how long the last one was, which only a mistake asks for. False
/// when it held nothing.
bool vl_drag_end(vl_drag *drag, vl_session *session, int pointer, double time, double frame);

/// The world is gone, and with it what was held.
void vl_drag_forget(vl_drag *drag);
