#pragma once
/// Hands: each pointer can hold one particle. The particle follows the pointer exactly, while the
/// clock stands as far as its links reach, and is released with the velocity of the pointer.

#include "app/state/platform.h"
#include "app/state/session.h"
#include "ui/camera.h"

enum { VL_GRIP_SAMPLES = 64 };

typedef struct vl_grip {
    bool used;
    int slot;
    vl_vec3 plane; ///< a point of the plane, parallel to the screen, in which the hand moves
    vl_vec3 hand;  ///< m, position of the hand; of a dial x is in rad
    bool turns;    ///< it holds a dial
    double angle;  ///< rad, of the pointer about the middle of that dial
    float x, y;    ///< pixels, where the pointer was pressed
    bool has_moved;
    bool was_moving; ///< the particle, in some lane, when it was taken
    int changes;     ///< that could be undone then, with this one
    int sample_count;
    vl_hand_sample samples[VL_GRIP_SAMPLES]; ///< newest last
} vl_grip;

typedef struct vl_drag {
    vl_grip grips[VL_MOST_POINTERS];
} vl_drag;

/// Makes the pointer hold the particle in `slot` of all lanes, where it is; the pointer is on that
/// of `lane`. It jumps to the pointer as soon as that has moved by some pixels, so that a tap moves
/// nothing. Returns false if the particle cannot be held.
bool vl_drag_begin(vl_drag *drag, vl_session *session, int lane, const vl_camera *camera,
                   int pointer, int slot, double time, float x, float y);

/// To be called when the pointer has moved, and in each frame in which it has not.
void vl_drag_move(vl_drag *drag, const vl_camera *camera, int pointer, double time, float x,
                  float y);

/// Sets the targets of the held particles in the world, before the steps of a frame.
void vl_drag_carry(const vl_drag *drag, vl_session *session);

/// To be called after the steps: moves held particles that no step has moved (in a pause, or with a
/// slow stream where there are neither rods nor strings) to their hands.
void vl_drag_pose(const vl_drag *drag, vl_session *session);

/// The pointer releases its particle. `frame` is the length of the last frame, s; only one of the
/// deliberate mistakes uses it.
void vl_drag_end(vl_drag *drag, vl_session *session, int pointer, double time, double frame);
