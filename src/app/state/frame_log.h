#pragma once

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
