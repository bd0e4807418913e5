#include "app/state/pacing.h"

#include "app/state/state.h"

// --- stalls ---

double vl_stalls_usual_length(const vl_stalls *stalls)
{
    double sorted[VL_STALL_FRAMES];
    int count = stalls->usual_count < VL_STALL_FRAMES ? stalls->usual_count : VL_STALL_FRAMES;
    for (int i = 0; i < count; i++) {
        int k = i;
        for (; k > 0 && sorted[k - 1] > stalls->usual[i]; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = stalls->usual[i];
    }
    return count > 0 ? sorted[(count - 1) / 2] : 0;
}

// Work that ends within a usual frame delays nothing. Beyond it, the display shows the frame one
// usual frame later for each that has begun. So a stall counts for the difference of two numbers of
// frames: those that all the work needs, and those that it would need without the stall.
double vl_stalls_take_off(vl_stalls *stalls, double measured)
{
    double usual = vl_stalls_usual_length(stalls), left = measured;
    if (stalls->spent > 0 && usual > 0) {
        double without = fmax(1, ceil((stalls->work - stalls->spent) / usual));
        double late = usual * fmax(0, ceil(stalls->work / usual) - without);
        left = late > 0 ? fmax(measured - late, fmin(measured, usual)) : measured;
    } else if (stalls->spent > 0 && stalls->whole) {
        left = 0;
    }
    stalls->since = left < measured ? 0 : stalls->since + measured;
    if (left < measured) {
        stalls->last = usual > 0 ? measured - left : 0; // the start of the program delays no frame
        stalls->total += measured - left;
    } else if (measured > 0) {
        stalls->usual[stalls->usual_count++ % VL_STALL_FRAMES] = measured;
    }
    stalls->spent = stalls->work = 0;
    stalls->whole = false;
    return left;
}

void vl_stalls_end_frame(vl_stalls *stalls, double work)
{
    stalls->work = work;
    stalls->spent = stalls->whole ? work : fmin(stalls->spent, work);
}

void vl_app_stall(vl_app *app)
{
    if (app->stalls.depth++ == 0)
        app->stalls.begun = app->platform->now(app->platform);
}

void vl_app_stall_end(vl_app *app)
{
    if (--app->stalls.depth == 0)
        app->stalls.spent += app->platform->now(app->platform) - app->stalls.begun;
}

// --- frames ---

void vl_pacing_begin(vl_pacing *pacing, vl_stream *stream, double speed, double normal)
{
    vl_pacing_free(pacing);
    *pacing = (vl_pacing){.stream = stream, .speed = speed, .normal = normal};
}

void vl_pacing_rewind(vl_pacing *pacing)
{
    vl_stream_rewind(pacing->stream);
    *pacing =
        (vl_pacing){.stream = pacing->stream, .speed = pacing->speed, .normal = pacing->normal};
}

void vl_pacing_change(vl_pacing *pacing, vl_stream *stream)
{
    vl_stream_free(pacing->stream);
    pacing->stream = stream;
    pacing->waited = 0;
    pacing->has_next = pacing->ended = false;
}

void vl_pacing_free(vl_pacing *pacing)
{
    vl_stream_free(pacing->stream);
    *pacing = (vl_pacing){0};
}

bool vl_pacing_is_measured(const vl_pacing *pacing)
{
    return !pacing->has_next && vl_stream_is_measured(pacing->stream);
}

bool vl_pacing_shrinks(const vl_pacing *pacing)
{
    return vl_pacing_is_measured(pacing) && pacing->speed <= pacing->normal;
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
        first + vl_stream_preview(pacing->stream, time - pacing->waited, end - pacing->waited,
                                  factor, frames + first, most - first);
    for (int i = 0; i < count; i++)
        frames[i] *= factor;
    if (pacing->hitch && count > 0)
        frames[0] = fmax(frames[0], VL_HITCH);
    return count;
}

static bool read_next(vl_pacing *pacing, double time)
{
    if (!pacing->has_next)
        pacing->has_next = vl_stream_next(pacing->stream, time - pacing->waited, &pacing->next);
    pacing->ended = !pacing->has_next;
    return pacing->has_next;
}

// The frame that the display makes now, whose time is due at once.
static bool take_whole(vl_pacing *pacing, bool due, double longest, double *frame)
{
    double wanted = due ? pacing->due : VL_SINGLE_STEP * pacing->speed;
    double passed = fmin(wanted, VL_LONGEST_STEP);
    if (!vl_frame_fits(passed, longest))
        return false;
    pacing->due -= due ? passed : 0;
    *frame = vl_stream_seen(pacing->stream, passed);
    return *frame > 0;
}

// A frame that was measured waits until its time is due, as one of a stream does.
static bool take_waiting(vl_pacing *pacing, double time, bool due, double longest, double *frame)
{
    if (vl_pacing_is_measured(pacing)) {
        double passed = due ? pacing->measured : VL_SINGLE_STEP * pacing->normal;
        pacing->next = vl_stream_seen(pacing->stream, passed);
        pacing->has_next = pacing->next > 0;
    } else {
        read_next(pacing, time);
    }
    *frame = factor_of(pacing) * pacing->next;
    if (!pacing->has_next || (due && *frame > pacing->due) || !vl_frame_fits(*frame, longest))
        return false;
    pacing->due -= due ? fmax(*frame, 0) : 0;
    pacing->has_next = false;
    return true;
}

bool vl_pacing_take(vl_pacing *pacing, double time, bool due, double longest, double *dt)
{
    double frame = 0;
    bool whole = vl_pacing_is_measured(pacing) && vl_pacing_shrinks(pacing);
    if (!(whole ? take_whole(pacing, due, longest, &frame)
                : take_waiting(pacing, time, due, longest, &frame)))
        return false;
    *dt = pacing->hitch ? fmax(frame, VL_HITCH) : frame;
    pacing->hitch = false;
    return true;
}

double vl_pacing_peek(vl_pacing *pacing, double time)
{
    bool known = !vl_pacing_is_measured(pacing) && read_next(pacing, time);
    double next = known ? factor_of(pacing) * fmax(pacing->next, 0) : 0;
    return pacing->hitch ? fmax(next, VL_HITCH) : next;
}

void vl_pacing_give_up(vl_pacing *pacing, double time)
{
    if (vl_pacing_peek(pacing, time) <= pacing->due)
        pacing->due = 0;
}
