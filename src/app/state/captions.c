// What a scene says while it runs by itself, and what a person who takes over has not seen yet.

#include "app/state/session_parts.h"

#include "base/text.h"
#include "physics/forces/forces.h"
#include "physics/world/world.h"

#include <assert.h>
#include <math.h>

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
    const vl_stream *stream = session->pacing.stream;
    double step = vl_pacing_next_frame(&session->pacing, session->lab->now.time);
    if (!stream->kind->changes || stream->kind->steps != VL_STEPS_VARY)
        return;
    double later = stream->arguments[1];
    session->left_out = (vl_session_change){step == later ? 0 : step, later};
    vl_session_keep_step(session, step);
}

void vl_session_take_over(vl_session *session)
{
    if (!session->performing)
        return;
    session->performing = false;
    keep_step(session);
}

// --- the change that waits ---

static bool any_has_common_frames(const vl_session *session)
{
    bool any = false;
    for (int i = 0; i < session->lane_count; i++)
        any |= !session->lanes[i].stream;
    return any;
}

bool vl_session_change_waits(const vl_session *session)
{
    const vl_stream *stream = session->pacing.stream;
    bool kept = stream->kind->steps == VL_STEPS_EQUAL && stream->kind->period == 1;
    return session->left_out.from > 0 && kept && any_has_common_frames(session) &&
           stream->arguments[0] == session->left_out.from;
}

// A copy goes ahead. Where it fails the answer is what was fastest until then.
static double fastest_instant(vl_session *session, double dt, double within)
{
    vl_world *world = vl_session_world(session);
    vl_session_settle(session);
    vl_world_synchronise(world);
    vl_world *copy = vl_world_copy(world, vl_world_method(world), &world->solver);
    double fastest = world->now.time, most = vl_energy_kinetic(copy);
    while (copy->now.time < world->now.time + within && vl_world_step(copy, dt)) {
        vl_world_synchronise(copy);
        double kinetic = vl_energy_kinetic(copy);
        fastest = kinetic > most ? copy->now.time : fastest;
        most = fmax(most, kinetic);
    }
    vl_world_free(copy);
    return fastest;
}

void vl_session_make_change(vl_session *session, double within)
{
    const vl_session_change change = session->left_out;
    vl_error error = {0};
    vl_text text = {0};
    char from[VL_NUMBER_SIZE], to[VL_NUMBER_SIZE], at[VL_NUMBER_SIZE];
    double time = vl_session_world(session)->now.diverged
                      ? session->lab->now.time
                      : fastest_instant(session, change.from, within);
    vl_text_add(&text, "switch:%s:%s:%s", vl_number_text(change.from, from),
                vl_number_text(change.to, to), vl_number_text(time, at));
    bool set = vl_session_set_stream(session, text.data, &error);
    assert(set); // the numbers are those of a stream that was read before
    (void)set;
    vl_text_free(&text);
    vl_session_set_running(session, true);
}
