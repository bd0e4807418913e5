// What was before the run went another way: its places are kept, and compared with those of now.

#include "app/state/session_parts.h"

#include <math.h>

static const size_t most_bytes = (size_t)24 << 20; // of each trace

void vl_session_free_traces(vl_session *session)
{
    vl_trace_free(session->trace);
    vl_trace_free(session->before);
    session->trace = session->before = NULL;
}

void vl_session_begin_traces(vl_session *session)
{
    vl_session_free_traces(session);
    session->trace = vl_trace_create(session->lab, most_bytes);
    session->before = vl_trace_create(session->lab, most_bytes);
    session->reached = session->lab->now.frames;
    vl_trace_add(session->trace, session->lab);
}

// Frames that were reached are lost as soon as the run goes another way.
void vl_session_follow_trace(vl_session *session)
{
    const vl_timeline *timeline = session->timeline;
    int64_t last = vl_timeline_last(timeline);
    if (last < session->reached)
        vl_trace_copy(session->before, session->trace);
    session->reached = last;
    if (last == vl_timeline_present(timeline))
        vl_trace_add(session->trace, session->lab);
}

bool vl_session_has_before(const vl_session *session)
{
    return session->before && vl_trace_end(session->before) >= session->lab->now.time;
}

void vl_session_forget_before(vl_session *session)
{
    vl_trace_clear(session->before);
}

bool vl_session_before_places(const vl_session *session, int lane, double *const x[VL_AXES])
{
    return vl_session_has_before(session) &&
           vl_trace_places(session->before, lane, session->lab->runs[lane].now.time, x);
}

vl_difference vl_session_before_difference(const vl_session *session)
{
    const vl_instant *now = &session->instant;
    double time = now->reading.time;
    vl_vec3 x;
    vl_difference d = {.there =
                           vl_session_has_before(session) &&
                           vl_trace_place(session->before, session->chosen, now->slot, time, &x)};
    if (!d.there)
        return d;
    d.distance = vl_length(vl_sub(now->x, x));
    d.energy_error =
        now->reading.energy_error - vl_trace_energy_error(session->before, session->chosen, time);
    return d;
}
