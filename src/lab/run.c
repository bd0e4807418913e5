#include "lab/run.h"

#include <math.h>

// A remainder this small against the step is rounding, not time.
static const double rounding = 1e-9;

double vl_run_shorten(double dt, double left)
{
    return left < dt * (1 + rounding) ? left : dt;
}

bool vl_run_next_dt(vl_stream *stream, double time, double duration, double *dt)
{
    double left = duration - time;
    if (left <= 0 || !vl_stream_next(stream, time, dt))
        return false;
    *dt = vl_run_shorten(*dt, left);
    return true;
}

static double part_done(const vl_lab *lab, const vl_run *run)
{
    double by_time = isfinite(run->duration) ? vl_lab_time(lab) / run->duration : -1;
    double by_steps = run->steps > 0 ? (double)vl_lab_steps(lab) / (double)run->steps : -1;
    return fmax(by_time, by_steps);
}

void vl_run_lab(vl_lab *lab, vl_stream *stream, const vl_run *run)
{
    double dt;
    while (run->steps < 0 || vl_lab_steps(lab) < run->steps) {
        if (vl_lab_all_diverged(lab) ||
            !vl_run_next_dt(stream, vl_lab_time(lab), run->duration, &dt))
            break;
        vl_lab_advance(lab, dt);
        if (run->progress && !run->progress(run->user, part_done(lab, run)))
            break;
    }
    double next = 0;
    bool known = vl_stream_next(stream, vl_lab_time(lab), &next) && next > 0;
    vl_lab_settle(lab, known ? next : 0);
}
