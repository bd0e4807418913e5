#include "app/state/pacing.h"

#include "lab/run.h"

#include <math.h>

// A request for one step skips at most this many frames in which the policy makes no step.
enum { MOST_IDLE_FRAMES = 1000 };

void vl_pacing_begin(vl_pacing *pacing, vl_stream *stream, const vl_policy *policy, double speed,
                     double normal)
{
    vl_pacing_free(pacing);
    *pacing = (vl_pacing){.stream = stream, .policy = *policy, .speed = speed, .normal = normal};
    vl_policy_rewind(&pacing->policy);
}

void vl_pacing_rewind(vl_pacing *pacing)
{
    vl_stream_rewind(pacing->stream);
    vl_policy_rewind(&pacing->policy);
    pacing->got.count = 0;
    pacing->due = pacing->lost = 0;
    pacing->ended = pacing->has_next = pacing->hitch = false;
    pacing->measured = 0;
}

void vl_pacing_change(vl_pacing *pacing, vl_stream *stream)
{
    vl_stream_free(pacing->stream);
    pacing->stream = stream;
    pacing->has_next = pacing->ended = false;
}

void vl_pacing_skip(vl_pacing *pacing, int64_t frames)
{
    vl_stream_skip(pacing->stream, frames);
    pacing->has_next = pacing->ended = false;
}

void vl_pacing_free(vl_pacing *pacing)
{
    vl_stream_free(pacing->stream);
    vl_policy_log_free(&pacing->got);
    *pacing = (vl_pacing){0};
}

void vl_pacing_pass(vl_pacing *pacing, double elapsed)
{
    double more = elapsed * pacing->speed;
    double cut = fmin(more, VL_LONGEST_STEP);
    pacing->lost += more - cut;
    pacing->due += cut;
    pacing->measured = fmin(elapsed * pacing->normal, VL_LONGEST_STEP);
}

bool vl_pacing_is_measured(const vl_pacing *pacing)
{
    return !pacing->has_next && vl_stream_is_measured(pacing->stream);
}

bool vl_pacing_shrinks(const vl_pacing *pacing)
{
    return pacing->slow == VL_SLOW_BY_STREAM ? vl_pacing_is_measured(pacing)
                                             : pacing->slow == VL_SLOW_SHRINKS;
}

// By which a frame of the stream is multiplied.
static double factor_of(const vl_pacing *pacing)
{
    return vl_pacing_shrinks(pacing) ? pacing->speed / pacing->normal : 1;
}

int vl_pacing_preview(const vl_pacing *pacing, double time, double end, double *frames, int most)
{
    double factor = factor_of(pacing);
    int first = pacing->has_next && most > 0 && time < end;
    if (first)
        frames[0] = pacing->next;
    time += first ? factor * fmax(pacing->next, 0) : 0;
    int count =
        first + vl_stream_preview(pacing->stream, time, end, factor, frames + first, most - first);
    for (int i = 0; i < count; i++)
        frames[i] *= factor;
    if (pacing->hitch && count > 0)
        frames[0] = fmax(frames[0], VL_HITCH);
    return count;
}

static bool read_next(vl_pacing *pacing, double time)
{
    if (!pacing->has_next)
        pacing->has_next = vl_stream_next(pacing->stream, time, &pacing->next);
    pacing->ended = !pacing->has_next;
    return pacing->has_next;
}

// The stream is asked at the time of the frame. Without a policy that is the time of the lab.
static double stream_time(const vl_pacing *pacing, double time)
{
    return vl_policy_is_raw(&pacing->policy) ? time : pacing->policy.now.time;
}

// The frame that the display makes now, whose time is due at once.
static bool take_whole(vl_pacing *pacing, bool due, double *frame)
{
    double passed = due ? pacing->due : VL_SINGLE_STEP * pacing->speed;
    pacing->due = due ? 0 : pacing->due;
    *frame = vl_stream_seen(pacing->stream, passed);
    return *frame > 0;
}

// A frame that was measured waits until its time is due, as one of a stream does.
static bool take_waiting(vl_pacing *pacing, double time, bool due, double *frame)
{
    if (vl_pacing_is_measured(pacing)) {
        double passed = due ? pacing->measured : VL_SINGLE_STEP * pacing->normal;
        pacing->next = vl_stream_seen(pacing->stream, passed);
        pacing->has_next = pacing->next > 0;
    } else {
        read_next(pacing, stream_time(pacing, time));
    }
    *frame = factor_of(pacing) * pacing->next;
    if (!pacing->has_next || (due && *frame > pacing->due))
        return false;
    pacing->due -= due ? fmax(*frame, 0) : 0;
    pacing->has_next = false;
    return true;
}

// Takes the next frame from the stream; if `due`, only one that is due.
static bool take_frame(vl_pacing *pacing, double time, bool due, double *dt)
{
    double frame;
    bool whole = vl_pacing_is_measured(pacing) && vl_pacing_shrinks(pacing);
    if (!(whole ? take_whole(pacing, due, &frame) : take_waiting(pacing, time, due, &frame)))
        return false;
    *dt = pacing->hitch ? fmax(frame, VL_HITCH) : frame;
    pacing->hitch = false;
    return true;
}

// `left`: s, a step that is longer is not taken.
static bool take(vl_pacing *pacing, double time, bool due, double left, double *dt)
{
    double frame;
    for (int i = 0; due || i <= MOST_IDLE_FRAMES; i++) {
        if (pacing->policy.left > 0 && !vl_frame_fits(pacing->policy.step, left))
            return false;
        if (vl_policy_next(&pacing->policy, dt))
            return true;
        if (!take_frame(pacing, time, due, &frame))
            return false;
        if (!vl_policy_is_raw(&pacing->policy))
            vl_policy_log_add(&pacing->got, frame, pacing->steps);
        vl_policy_frame(&pacing->policy, frame);
    }
    return false;
}

bool vl_pacing_take(vl_pacing *pacing, double time, bool due, double *dt)
{
    return take(pacing, time, due, HUGE_VAL, dt);
}

bool vl_pacing_take_within(vl_pacing *pacing, double time, double end, double *dt)
{
    return !vl_run_has_ended(time, end) && take(pacing, time, false, end - time, dt);
}

double vl_pacing_next_frame(vl_pacing *pacing, double time)
{
    bool known = !vl_pacing_is_measured(pacing) && read_next(pacing, stream_time(pacing, time));
    return known ? factor_of(pacing) * fmax(pacing->next, 0) : 0;
}

double vl_pacing_peek(vl_pacing *pacing, double time)
{
    double next = vl_pacing_next_frame(pacing, time);
    return vl_policy_look(&pacing->policy, pacing->hitch ? fmax(next, VL_HITCH) : next);
}

void vl_pacing_give_up(vl_pacing *pacing)
{
    vl_policy_give_up(&pacing->policy);
    if (pacing->has_next && factor_of(pacing) * pacing->next <= pacing->due) {
        pacing->lost += pacing->due;
        pacing->due = 0;
    }
}

double vl_pacing_lost(const vl_pacing *pacing)
{
    return pacing->lost + pacing->policy.lost;
}
