#include "app/state/stiffness.h"

#include "base/clock.h"
#include "lab/stability.h"
#include "physics/integrators/integrators.h"

static const double budget = 0.003; // s of a frame

// All methods with a mistake share one address in the world, so a copy of the method is compared.
static void follow_method(vl_stiffness *stiffness, const vl_session *session)
{
    const vl_integrator *method = vl_session_world(session)->integrator;
    if (vl_integrator_same_step(&stiffness->method, method))
        return;
    stiffness->method = *method;
    stiffness->limit = vl_stability_limit(method);
}

static void follow(vl_stiffness *stiffness, const vl_session *session)
{
    const vl_world *world = vl_session_world(session);
    if (stiffness->generation != session->generation || !stiffness->method.move) {
        vl_frequency_free(stiffness->frequency);
        stiffness->frequency = vl_frequency_exists(world) ? vl_frequency_create(world) : NULL;
        stiffness->generation = session->generation;
        stiffness->busy = false;
    }
    follow_method(stiffness, session);
}

void vl_stiffness_read(vl_stiffness *stiffness, const vl_session *session)
{
    follow(stiffness, session);
    if (!stiffness->frequency)
        stiffness->found = (vl_frequency_found){(double)NAN, true};
    else if (!stiffness->busy)
        vl_frequency_begin(stiffness->frequency, vl_session_world(session));
    stiffness->busy = stiffness->frequency;
}

void vl_stiffness_go_on(vl_stiffness *stiffness, const vl_session *session)
{
    double begin = vl_clock_now();
    follow_method(stiffness, session);
    if (stiffness->generation != session->generation)
        return; // the next reading starts with the new world
    while (stiffness->busy && vl_clock_now() - begin < budget) {
        if (vl_frequency_iterate(stiffness->frequency, vl_session_world(session)))
            continue;
        stiffness->found = vl_frequency_result(stiffness->frequency);
        stiffness->busy = false;
    }
}

void vl_stiffness_free(vl_stiffness *stiffness)
{
    vl_frequency_free(stiffness->frequency);
    *stiffness = (vl_stiffness){0};
}
