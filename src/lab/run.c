#include "lab/run.h"

#include <float.h>
#include <math.h>

bool vl_run_has_ended(double time, double duration)
{
    return isfinite(duration) && duration - time <= 4 * DBL_EPSILON * duration;
}

bool vl_run_next_dt(vl_stream *stream, double time, double duration, double *dt)
{
    bool there = vl_stream_next(stream, time, dt);
    *dt = there ? *dt : 0;
    return there && !vl_run_has_ended(time, duration) && vl_frame_fits(*dt, duration - time);
}

double vl_run_part(const vl_run *run, double time, int64_t steps)
{
    double by_time = isfinite(run->duration) ? time / run->duration : -1;
    double by_steps = run->steps > 0 ? (double)steps / (double)run->steps : -1;
    return fmax(by_time, by_steps);
}

static bool wants_more(const vl_lab *lab, const vl_run *run)
{
    return !vl_lab_all_diverged(lab) && (run->steps < 0 || vl_lab_steps(lab) < run->steps);
}

bool vl_run_lab(vl_lab *lab, vl_stream *stream, const vl_run *run)
{
    int idle = 0;
    double next = 0;
    bool more = vl_run_next_dt(stream, lab->now.time, run->duration, &next);
    while (more && idle < VL_RUN_MOST_IDLE_FRAMES && wants_more(lab, run)) {
        int64_t before = vl_lab_steps(lab);
        bool begins = vl_lab_begin_frame(lab, next);
        while (begins && wants_more(lab, run) && vl_lab_step(lab))
            ;
        double part = vl_run_part(run, lab->now.time, vl_lab_steps(lab));
        bool goes_on = !run->progress || run->progress(run->user, part);
        idle = vl_lab_steps(lab) > before ? 0 : idle + 1;
        more = vl_run_next_dt(stream, lab->now.time, run->duration, &next) && goes_on;
    }
    vl_lab_settle(lab, fmax(next, 0));
    return idle < VL_RUN_MOST_IDLE_FRAMES;
}
