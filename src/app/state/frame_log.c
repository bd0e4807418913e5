#include "app/state/frame_log.h"

#include "base/memory.h"

#include <string.h>

void vl_frame_log_add(vl_frame_log *log, int64_t number, double dt)
{
    int index = (int)number - 1;
    if (index < log->count && log->dt[index] == dt)
        return;
    log->dt = vl_grow(log->dt, &log->capacity, index + 1, sizeof *log->dt);
    log->dt[index] = dt;
    log->count = index + 1;
}

void vl_frame_log_cut(vl_frame_log *log, int64_t number)
{
    log->count = number < log->count ? (int)number : log->count;
}

void vl_frame_log_copy(vl_frame_log *log, const vl_frame_log *from)
{
    log->count = from->count;
    if (from->count == 0)
        return;
    log->dt = vl_grow(log->dt, &log->capacity, from->count, sizeof *log->dt);
    memcpy(log->dt, from->dt, (size_t)from->count * sizeof *log->dt);
}

void vl_frame_log_free(vl_frame_log *log)
{
    vl_free(log->dt);
    *log = (vl_frame_log){0};
}
