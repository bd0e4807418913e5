#pragma once
/// The frames that a policy before the lab got since it began. The same frames lead it to the same
/// steps again, so that it can go back to any of them.

#include "scene/policy.h"

typedef struct vl_policy_got {
    double dt;     ///< s, length of the frame
    int64_t steps; ///< that the lab had made when it came
} vl_policy_got;

/// A fresh one is `{0}`.
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
