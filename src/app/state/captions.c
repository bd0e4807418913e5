// What a scene says while it runs by itself, and what a person who takes over has not seen yet.

#include "app/state/session_parts.h"

// Returns the number of the caption of the present instant, or −1.
static int caption_number(const vl_session *session)
{
    const vl_scene *scene = session->scene;
    int number = -1;
    for (int i = 0; i < scene->caption_count && session->untouched; i++)
        if (session->lab->now.time >= scene->captions[i].time)
            number = i;
    return number;
}

const vl_scene_caption *vl_session_caption(const vl_session *session)
{
    int number = caption_number(session);
    return number >= 0 ? &session->scene->captions[number] : NULL;
}

bool vl_session_is_told(const vl_session *session)
{
    return session->untouched && caption_number(session) == session->scene->caption_count - 1;
}

// Only a stream that switches would change what a person has taken over. Returns whether it would
// still have changed.
static bool keep_step(vl_session *session)
{
    const vl_stream *stream = session->pacing.stream;
    double step = vl_pacing_next_frame(&session->pacing, session->lab->now.time);
    if (!stream->kind->changes || stream->kind->steps != VL_STEPS_VARY)
        return false;
    bool waits = step != stream->arguments[1];
    vl_session_keep_step(session, step);
    return waits;
}

bool vl_session_take_over(vl_session *session)
{
    bool untouched = session->untouched;
    session->untouched = false;
    return untouched && keep_step(session);
}
