// What a scene says while it runs by itself.

#include "app/state/session_parts.h"

// Returns the number of the caption of the present instant, or −1.
static int caption_number(const vl_session *session)
{
    const vl_scene *scene = session->scene;
    int number = -1;
    for (int i = 0; i < scene->caption_count && session->performing; i++)
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
    return session->performing && caption_number(session) == session->scene->caption_count - 1;
}

// Only a stream that switches would change what a person has taken over.
static void keep_step(vl_session *session)
{
    const vl_stream_kind *kind = session->pacing.stream->kind;
    double step = vl_pacing_next_frame(&session->pacing, session->lab->now.time);
    if (kind->changes && kind->steps == VL_STEPS_VARY)
        vl_session_keep_step(session, step);
}

void vl_session_take_over(vl_session *session)
{
    if (!session->performing)
        return;
    session->performing = false;
    keep_step(session);
}
