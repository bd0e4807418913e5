#pragma once

#include "scene/policy.h"

#include <stdint.h>

/// The lengths of the common frames since the start of the run, by number: those that were made,
/// and where somebody has gone back those that follow. A fresh one is `{0}`.
typedef struct vl_frame_log {
    double *dt; ///< s, of the frames 1 … count
    int count, capacity;
} vl_frame_log;

/// Notes that frame `number`, from 1, was made. Those behind it are forgotten, unless it has the
/// length that it had before.
void vl_frame_log_add(vl_frame_log *log, int64_t number, double dt);

/// Forgets the frames behind `number`.
void vl_frame_log_cut(vl_frame_log *log, int64_t number);

/// Makes `log` have the frames of another one.
void vl_frame_log_copy(vl_frame_log *log, const vl_frame_log *from);

void vl_frame_log_free(vl_frame_log *log);

typedef struct vl_policy_got {
    double dt;     ///< s, length of the frame
    int64_t steps; ///< that the lab had made when it came
} vl_policy_got;

/// The frames that a policy before the lab got since it began. The same frames lead it to the same
/// steps again, so that it can go back to any of them. A fresh one is `{0}`.
typedef struct vl_policy_log {
    vl_policy_got *got; ///< in their order
    int count, capacity;
} vl_policy_log;

void vl_policy_log_add(vl_policy_log *log, double dt, int64_t steps);

/// Makes `log` have the frames of another one.
void vl_policy_log_copy(vl_policy_log *log, const vl_policy_log *from);

void vl_policy_log_free(vl_policy_log *log);

/// Brings a policy to the state that it had after the first `frames` frames, or before that as soon
/// as the lab had made `steps` steps. Forgets the frames behind that.
void vl_policy_log_go_back(vl_policy_log *log, vl_policy *policy, int frames, int64_t steps);

/// Whether a policy makes from the first `frames` frames those steps that were made, `dt` s each,
/// by number. It does not where steps were given up, or made otherwise.
bool vl_policy_log_tells(const vl_policy_log *log, const vl_policy *policy, int frames,
                         const double *dt, int count);
