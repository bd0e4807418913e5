// What a scene says while it runs by itself, and what a person who takes over has not seen yet.

#include "app/state/session_parts.h"

const vl_scene_caption *vl_session_caption(const vl_session *session)
{
    const vl_scene *scene = session->scene;
    const vl_scene_caption *present = NULL;
    for (int i = 0; i < scene->caption_count && session->untouched; i++)
        if (session->lab->now.time >= scene->captions[i].time)
            present = &scene->captions[i];
    return present;
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
