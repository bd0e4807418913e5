#include "app/state/pacing.h"

#include "lab/run.h"

#include <math.h>

// A request for one step skips at most this many frames in which the policy makes no step.
enum { MOST_IDLE_FRAMES = 1000 };

void vl_pacing_begin(vl_pacing *pacing, vl_stream *stream, const vl_policy *policy, double speed)
{
    vl_stream_free(pacing->stream);
    *pacing = (vl_pacing){.stream = stream, .policy = *policy, .speed = speed};
    vl_policy_rewind(&pacing->policy);
}

void vl_pacing_rewind(vl_pacing *pacing)
{
    vl_stream_rewind(pacing->stream);
    vl_policy_rewind(&pacing->policy);
    pacing->due = pacing->lost = 0;
    pacing->ended = pacing->has_next = pacing->hitch = false;
}

void vl_pacing_change(vl_pacing *pacing, vl_stream *stream)
{
    vl_stream_free(pacing->stream);
    pacing->stream = stream;
    pacing->has_next = pacing->ended = false;
}

void vl_pacing_free(vl_pacing *pacing)
{
    vl_stream_free(pacing->stream);
    *pacing = (vl_pacing){0};
}

void vl_pacing_pass(vl_pacing *pacing, double elapsed)
{
    double more = elapsed * pacing->speed;
    double cut = fmin(more, VL_LONGEST_STEP);
    pacing->lost += more - cut;
    pacing->due += cut;
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

// Takes the next frame from the stream; if `due`, only one that is due.
static bool take_frame(vl_pacing *pacing, double time, bool due, double *dt)
{
    double frame = due ? pacing->due : VL_SINGLE_STEP * pacing->speed;
    if (pacing->stream->kind->is_frame) {
        if (!(frame > 0))
            return false;
        pacing->due = due ? 0 : pacing->due;
    } else {
        if (!read_next(pacing, stream_time(pacing, time)) || (due && pacing->next > pacing->due))
            return false;
        frame = pacing->next;
        pacing->due -= due ? fmax(frame, 0) : 0;
        pacing->has_next = false;
    }
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
    bool known = !pacing->stream->kind->is_frame && read_next(pacing, stream_time(pacing, time));
    return known ? fmax(pacing->next, 0) : 0;
}

double vl_pacing_peek(vl_pacing *pacing, double time)
{
    double next = vl_pacing_next_frame(pacing, time);
    return vl_policy_look(&pacing->policy, pacing->hitch ? fmax(next, VL_HITCH) : next);
}

void vl_pacing_give_up(vl_pacing *pacing)
{
    vl_policy_give_up(&pacing->policy);
    if (pacing->has_next && pacing->next <= pacing->due) {
        pacing->lost += pacing->due;
        pacing->due = 0;
    }
}

double vl_pacing_lost(const vl_pacing *pacing)
{
    return pacing->lost + pacing->policy.lost;
}
