#include "app/stiffness.h"

#include "base/clock.h"
#include "lab/stability.h"

// What takes longer is found so seldom that it takes a twentieth of all time.
static const double short_while = 0.004; // s
static const double rest = 20;

static void follow(vl_stiffness *stiffness, const vl_session *session)
{
    const vl_world *world = vl_session_world(session);
    if (stiffness->generation != session->generation || !stiffness->integrator) {
        vl_frequency_free(stiffness->frequency);
        stiffness->frequency = vl_frequency_exists(world) ? vl_frequency_create(world) : NULL;
        stiffness->generation = session->generation;
        stiffness->next = 0;
    }
    if (stiffness->integrator != world->integrator)
        stiffness->limit = vl_stability_limit(world->integrator);
    stiffness->integrator = world->integrator;
}

void vl_stiffness_read(vl_stiffness *stiffness, const vl_session *session, double now)
{
    follow(stiffness, session);
    if (!stiffness->frequency) {
        stiffness->found = (vl_frequency_found){(double)NAN, true};
        return;
    }
    if (now < stiffness->next)
        return;
    double begin = vl_clock_now();
    stiffness->found = vl_frequency_highest(stiffness->frequency, vl_session_world(session));
    double spent = vl_clock_now() - begin;
    stiffness->next = spent > short_while ? now + rest * spent : 0;
}

void vl_stiffness_free(vl_stiffness *stiffness)
{
    vl_frequency_free(stiffness->frequency);
    *stiffness = (vl_stiffness){0};
}
