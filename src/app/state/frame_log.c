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

void vl_policy_log_add(vl_policy_log *log, double dt, int64_t steps)
{
    log->got = vl_grow(log->got, &log->capacity, log->count + 1, sizeof *log->got);
    log->got[log->count++] = (vl_policy_got){dt, steps};
}

void vl_policy_log_copy(vl_policy_log *log, const vl_policy_log *from)
{
    log->count = from->count;
    if (from->count == 0)
        return;
    log->got = vl_grow(log->got, &log->capacity, from->count, sizeof *log->got);
    memcpy(log->got, from->got, (size_t)from->count * sizeof *log->got);
}

void vl_policy_log_free(vl_policy_log *log)
{
    vl_free(log->got);
    *log = (vl_policy_log){0};
}

static int64_t first_step(const vl_policy_log *log)
{
    return log->count > 0 ? log->got[0].steps : 0;
}

void vl_policy_log_go_back(vl_policy_log *log, vl_policy *policy, int frames, int64_t steps)
{
    int64_t made = first_step(log);
    int count = 0;
    double dt;
    vl_policy_rewind(policy);
    while (count < log->count && count < frames && made < steps) {
        vl_policy_frame(policy, log->got[count++].dt);
        while (made < steps && vl_policy_next(policy, &dt))
            made++;
    }
    log->count = count;
}

bool vl_policy_log_tells(const vl_policy_log *log, const vl_policy *policy, int frames,
                         const double *dt, int count)
{
    vl_policy again = *policy;
    int64_t made = first_step(log);
    vl_policy_rewind(&again);
    for (int i = 0; i < frames; i++) {
        double step;
        if (log->got[i].steps != made)
            return false;
        vl_policy_frame(&again, log->got[i].dt);
        while (vl_policy_next(&again, &step))
            if (made >= count || dt[made++] != step)
                return false;
    }
    return true;
}
