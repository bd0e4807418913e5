#pragma once
/// Pairs of worlds that a worker steps along with the lab, and the plot's samples of their
/// differences: one of every step, whether or not it is drawn. For this room and its tests.

#include "app/pages/page_base.h"
#include "lab/identity.h"

enum {
    VL_PAIRS_WAITING = 4096,      ///< at most so many frames wait for the pairs
    VL_PAIRS_MOST_SAMPLES = 4096, ///< of a pair; then those between the extremes go
};

/// The first member of the memory of the page of identities. It begins as `{0}`. The worker of the
/// base steps the pairs; the frames of the lab wait for them in a ring buffer.
typedef struct vl_side_by_side {
    vl_page_base base;
    vl_identity *identity; ///< used by the worker; NULL: the scene cannot be stepped
    int pair;              ///< next pair to be stepped, in frame number `done`
    int64_t left_out;      ///< number of frames
    /// These four are protected by the lock of the worker.
    double waiting[VL_PAIRS_WAITING];
    int64_t queued, done;
    vl_identity_reading shown[VL_IDENTITY_MOST_PAIRS];
    vl_series made[VL_IDENTITY_MOST_PAIRS]; ///< samples that vl_pairs_show() has not taken yet
    /// m over s since the pairs began: as vl_identity_reading, after each step
    vl_series series[VL_IDENTITY_MOST_PAIRS];
} vl_side_by_side;

/// Frees the pairs and drops the samples; the worker is stopped.
void vl_pairs_forget(vl_side_by_side *pairs);

/// Begins the pairs and their samples anew in the state of `world`, which must be synchronised; the
/// worker is stopped.
void vl_pairs_begin(vl_side_by_side *pairs, const vl_world *world);

void vl_pairs_free(vl_side_by_side *pairs);

/// Lets a frame of `dt` s wait for the pairs, or counts it as left out if too many wait.
void vl_pairs_add(vl_side_by_side *pairs, double dt);

/// Makes one frame of one pair; called by the worker. False: none waits.
bool vl_pairs_step(vl_side_by_side *pairs);

/// Copies the present readings and takes the new samples into `series`. Returns how many frames
/// wait.
int64_t vl_pairs_show(vl_side_by_side *pairs, vl_identity_reading shown[VL_IDENTITY_MOST_PAIRS]);
