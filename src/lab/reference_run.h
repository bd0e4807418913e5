#pragma once
/// A reference run follows a world of which no exact solution is known. It begins at the same
/// x(tₙ), v(tₙ) and makes steps of 1/64 of the world's by the best method for it.
///
/// It repeats the frames that the world makes, on a thread as fast as it can. Where the world's
/// solver has left rods and strings with a residual, it begins at the nearest state in which they
/// have their rest length; the error begins with that distance.
///
/// Twice its distance d from a second run in steps of 1/32 bounds its error where the motion is
/// smooth, with what rounding may do: that is d/3 at second order (Richardson), and d with
/// compliance, but for terms of higher order. After the first event (an impact, a string that
/// tightens or slackens, a tear, a cutoff, a fourth of the distance from what attracts or is linked
/// made in one step) there is no bound. The horizon is the time at which d exceeds
/// VL_HORIZON_OF_ERROR of the largest error measured so far, or VL_HORIZON_OF_SIZE of the diagonal
/// of the box around the motion so far. There it ends.

#include "physics/model/model.h"

/// Why a world does not converge to one motion as its steps get shorter, in a few words for the
/// user, such as "damping per step"; NULL where it converges. A mistake in the world is ignored.
const char *vl_best_refuses(const vl_world *world);

/// A copy of a synchronised world of which no particle is held, for steps of at most `step` s. It
/// has no mistake, the exact start, links at their rest lengths, and the method and solver of
/// highest order that the world allows. Free with vl_world_free().
vl_world *vl_best_world(const vl_world *world, double step);

/// A checksum of what is the same between two events: which strings are taut, which links are left,
/// what is within the cutoff of a force, and what passes another in a step.
uint64_t vl_best_regime(const vl_world *world);

/// Whether a reference world diverged, or in its last frame the links had no solution.
bool vl_best_failed(const vl_world *world);

#define VL_HORIZON_OF_ERROR 1.5
#define VL_HORIZON_OF_SIZE  0.03
#define VL_HORIZON_FLOOR    3e-9 ///< of the same diagonal: a smaller error is never beyond the horizon

enum {
    VL_REFERENCE_MOST_FRAMES = 300,   ///< that wait; beyond it the run gives up
    VL_REFERENCE_KEPT = 8,            ///< results that can be asked for: the newest ones
    VL_REFERENCE_MOST_LIVE = 1000,    ///< particles with VL_REFERENCE_BESIDE
    VL_REFERENCE_MOST_BYTES = 1 << 25 ///< of positions of waiting frames, which then are fewer
};

typedef enum vl_reference_mode {
    VL_REFERENCE_NONE,
    VL_REFERENCE_BESIDE,  ///< on a thread if there are threads, else in turns; it may lag
    VL_REFERENCE_AT_ONCE, ///< in turns, each frame before the next
    VL_REFERENCE_TURNS,   ///< in turns (vl_reference_run_turn()), as if there were no threads
} vl_reference_mode;

typedef enum vl_track_state {
    VL_TRACK_NONE,    ///< there is no run
    VL_TRACK_FOLLOWS, ///< all numbers are valid
    VL_TRACK_BEYOND,  ///< beyond the horizon
    VL_TRACK_GAVE_UP, ///< too many frames waited
    VL_TRACK_HELD,    ///< a hand holds a particle: there is no true motion
    VL_TRACK_REFUSED, ///< the world does not converge to one motion as steps get shorter
} vl_track_state;

/// A result of the run. All values belong to one instant; one that does not exist is NaN.
typedef struct vl_track {
    vl_track_state state;
    int64_t step;     ///< vl_reading.step of the instant
    double time;      ///< s
    double error;     ///< m, largest distance of a particle of the world from the reference
    double own_error; ///< m, bound of the error of the reference itself; NaN after an event
    double touched;   ///< s, time of its first event, after which no bound is known; else NaN
    double since;     ///< s, time at which the run began
    double horizon;   ///< s, the first instant beyond the horizon
    double behind;    ///< s, from the instant to the newest frame received
} vl_track;

typedef struct vl_reference_run vl_reference_run;

/// Begins at the present state of a synchronised world that vl_best_refuses() accepts and in which
/// no particle is held. Free with vl_reference_run_free().
vl_reference_run *vl_reference_run_create(const vl_world *world, vl_reference_mode mode);

/// Waits until the step under way is complete, some milliseconds at most. NULL is allowed.
void vl_reference_run_free(vl_reference_run *run);

/// Tells the run that the world has made a frame of `dt` s.
void vl_reference_run_feed(vl_reference_run *run, const vl_world *world, double dt);

/// Works for `budget` s. Returns which part of the frame is made; 1: none waits, or a thread works.
double vl_reference_run_turn(vl_reference_run *run, double budget);

/// Waits until all frames are done, at most `most` s, where few lack to `step`, which takes a
/// moment. Without a thread it works in that time.
void vl_reference_run_wait(vl_reference_run *run, int64_t step, double most);

/// The result for step `step` where that is one of the last VL_REFERENCE_KEPT; else the newest.
vl_track vl_reference_run_track_at(vl_reference_run *run, int64_t step);

/// Writes its positions at `step`, by slot, m. False where its newest result is not that step.
bool vl_reference_run_positions(vl_reference_run *run, int64_t step, double *const x[VL_AXES]);
