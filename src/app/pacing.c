#include "app/pacing.h"

#include <math.h>

void vl_pacing_begin(vl_pacing *pacing, vl_stream *stream, double speed)
{
    vl_stream_free(pacing->stream);
    *pacing = (vl_pacing){.stream = stream, .speed = speed};
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

static bool look_at_next(vl_pacing *pacing, double time)
{
    if (!pacing->has_next)
        pacing->has_next = vl_stream_next(pacing->stream, time, &pacing->next);
    pacing->ended = !pacing->has_next;
    return pacing->has_next;
}

static double with_hitch(vl_pacing *pacing, double dt)
{
    double longer = pacing->hitch ? fmax(dt, VL_HITCH) : dt;
    pacing->hitch = false;
    return longer;
}

bool vl_pacing_take(vl_pacing *pacing, double time, double *dt)
{
    if (vl_stream_is_frame(pacing->stream)) {
        if (!(pacing->due > 0))
            return false;
        *dt = with_hitch(pacing, pacing->due);
        pacing->due = 0;
        return true;
    }

    if (!look_at_next(pacing, time) || pacing->next > pacing->due)
        return false;
    pacing->due -= fmax(pacing->next, 0);
    pacing->has_next = false;
    *dt = with_hitch(pacing, pacing->next);
    return true;
}

bool vl_pacing_take_one(vl_pacing *pacing, double time, double *dt)
{
    if (vl_stream_is_frame(pacing->stream)) {
        *dt = with_hitch(pacing, VL_SINGLE_STEP * pacing->speed);
        return true;
    }
    if (!look_at_next(pacing, time))
        return false;
    pacing->has_next = false;
    *dt = with_hitch(pacing, pacing->next);
    return true;
}

double vl_pacing_look(vl_pacing *pacing, double time)
{
    bool known = !vl_stream_is_frame(pacing->stream) && look_at_next(pacing, time);
    double next = known ? fmax(pacing->next, 0) : 0;
    return pacing->hitch ? fmax(next, VL_HITCH) : next;
}

void vl_pacing_give_up(vl_pacing *pacing)
{
    if (pacing->has_next && pacing->next <= pacing->due) {
        pacing->lost += pacing->due;
        pacing->due = 0;
    }
}
