#pragma once
/// A reference run follows a world of which no exact solution is known. It begins at the same
/// x(tₙ), v(tₙ) and makes steps of 1/64 of the world's by the best method for it
/// (lab/best_method.h).
///
/// It is fed the frames that the world makes and follows them, on a thread, as fast as it can.
/// Where the world's own solver has left rods and strings off their lengths, it begins at the
/// nearest state in which they have them, found by one solve; the error begins with that distance.
///
/// A second run in steps of 1/32 tells its own error. Where the motion is smooth both are of second
/// order, and the error of the finer one is a third of the distance d between them (Richardson).
/// Where there are impacts, strings that tighten, links with compliance, or a force that ends at a
/// cutoff, they may be of first order, and the error is d. The horizon is the time at which that is
/// more than VL_HORIZON_OF_ERROR of the largest error measured so far, or more than
/// VL_HORIZON_OF_SIZE of the diagonal of the box that the motion has filled. There the run ends.

#include "physics/model/model.h"

enum {
    VL_REFERENCE_MOST_FRAMES = 300,   ///< that wait (fewer of many particles); at more it gives up
    VL_REFERENCE_KEPT = 8,            ///< instants, after they were found
    VL_REFERENCE_MOST_LIVE = 1000,    ///< particles of a world that is followed live
    VL_REFERENCE_MOST_BYTES = 1 << 25 ///< of positions that wait
};

typedef enum vl_reference_mode {
    VL_REFERENCE_NONE,
    VL_REFERENCE_BESIDE,  ///< on a thread where one can be had, else in turns; it may lag
    VL_REFERENCE_AT_ONCE, ///< each frame is done when vl_reference_run_feed() returns
    VL_REFERENCE_TURNS,   ///< in turns, as if there were no threads
} vl_reference_mode;

typedef enum vl_track_state {
    VL_TRACK_NONE,    ///< there is no run
    VL_TRACK_FOLLOWS, ///< all numbers hold
    VL_TRACK_BEYOND,  ///< beyond the horizon
    VL_TRACK_GAVE_UP, ///< too many frames waited
    VL_TRACK_HELD,    ///< a hand holds a particle: there is no motion to compare with
    VL_TRACK_REFUSED, ///< ever shorter steps of the world converge to no motion
} vl_track_state;

/// What a run has found. All of one instant; a value that does not exist is NaN.
typedef struct vl_track {
    vl_track_state state;
    int64_t step;     ///< vl_reading.step of the instant
    double time;      ///< s
    double error;     ///< m, largest distance of a particle of the world from where it should be
    double own_error; ///< m, how far the reference itself may be off
    double since;     ///< s, time at which the run began
    double horizon;   ///< s, the first instant that was beyond it
    double behind;    ///< s, from the instant to the newest frame that was fed
} vl_track;

typedef struct vl_reference_run vl_reference_run;

/// Begins at the present state of a synchronised world of which no particle is held and which was
/// not refused. Free with vl_reference_run_free().
vl_reference_run *vl_reference_run_create(const vl_world *world, vl_reference_mode mode);

/// Waits for the step that is being made, some milliseconds at most. NULL is allowed.
void vl_reference_run_free(vl_reference_run *run);

/// The world has made a frame of `dt` s. Never waits, but with VL_REFERENCE_AT_ONCE.
void vl_reference_run_feed(vl_reference_run *run, const vl_world *world, double dt);

/// Without a thread: follows until `budget` s have passed. With one it returns at once.
void vl_reference_run_turn(vl_reference_run *run, double budget);

/// Waits until it has caught up, for `most` s and no longer. Without a thread it works so long.
void vl_reference_run_wait(vl_reference_run *run, double most);

/// Of the newest instant it has come to.
vl_track vl_reference_run_track(vl_reference_run *run);

/// Of the instant of step `step` where it follows and that is one of the last VL_REFERENCE_KEPT;
/// else of the newest.
vl_track vl_reference_run_track_at(vl_reference_run *run, int64_t step);

/// The positions of the run at step `step`, by slot. False, and nothing is written, where it
/// follows and stands at another step, or does not follow.
bool vl_reference_run_positions(vl_reference_run *run, int64_t step, double *const x[VL_AXES]);
