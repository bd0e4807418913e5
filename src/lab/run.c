#include "lab/run.h"

#include <float.h>
#include <math.h>

// A step may end beyond the duration by this part of itself: 300 steps of 0.0166667 s, which is
// 1/60 s in decimals, are 5.00001 s.
static const double rounding = 0.01;

bool vl_run_fits(double dt, double left)
{
    return dt <= left + rounding * dt;
}

bool vl_run_has_ended(double time, double duration)
{
    return isfinite(duration) && duration - time <= 4 * DBL_EPSILON * duration;
}

bool vl_run_next_dt(vl_stream *stream, double time, double duration, double *dt)
{
    bool there = vl_stream_next(stream, time, dt);
    *dt = there ? *dt : 0;
    return there && !vl_run_has_ended(time, duration) && vl_run_fits(*dt, duration - time);
}

double vl_run_part(const vl_run *run, double time, int64_t steps)
{
    double by_time = isfinite(run->duration) ? time / run->duration : -1;
    double by_steps = run->steps > 0 ? (double)steps / (double)run->steps : -1;
    return fmax(by_time, by_steps);
}

static bool wants_more(const vl_lab *lab, const vl_run *run)
{
    return !vl_lab_all_diverged(lab) && (run->steps < 0 || lab->now.frames < run->steps);
}

// Makes the steps of one frame. False: the run is to stop.
static bool make_frame(vl_lab *lab, const vl_run *run, vl_policy *policy, double frame)
{
    double dt;
    vl_policy_frame(policy, frame);
    while (wants_more(lab, run) && vl_policy_next(policy, &dt))
        vl_lab_advance(lab, dt);
    double part = vl_run_part(run, policy->now.time, lab->now.frames);
    return !run->progress || run->progress(run->user, part);
}

bool vl_run_lab(vl_lab *lab, vl_stream *stream, const vl_run *run)
{
    vl_policy raw = vl_policy_raw(), *policy = run->policy ? run->policy : &raw;
    int idle = 0;
    double next = 0;
    bool more = vl_run_next_dt(stream, policy->now.time, run->duration, &next);
    while (more && idle < VL_RUN_MOST_IDLE_FRAMES && wants_more(lab, run)) {
        int64_t before = lab->now.frames;
        bool goes_on = make_frame(lab, run, policy, next);
        idle = lab->now.frames > before ? 0 : idle + 1;
        more = vl_run_next_dt(stream, policy->now.time, run->duration, &next) && goes_on;
    }
    vl_lab_settle(lab, next > 0 ? vl_policy_look(policy, next) : 0);
    return idle < VL_RUN_MOST_IDLE_FRAMES;
}
