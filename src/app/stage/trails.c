#include "app/stage/parts.h"

// Compares how conspicuous two particles are. The criteria are, in this order: not pinned, faster
// at the start, larger, heavier, later in the list.
static bool outshines(const vl_particles *p, int slot, int other)
{
    double speed = vl_length(vl_read(p->v, slot)), other_speed = vl_length(vl_read(p->v, other));
    if (p->pinned[slot] != p->pinned[other])
        return p->pinned[other];
    if (speed != other_speed)
        return speed > other_speed;
    if (p->radius[slot] != p->radius[other])
        return p->radius[slot] > p->radius[other];
    return p->mass[slot] >= p->mass[other];
}

void vl_trails_begin(vl_app *app)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    int best = p->slot_of[0];
    for (int n = 1; n < p->count; n++)
        if (outshines(p, p->slot_of[n], best))
            best = p->slot_of[n];
    app->watched_slot = best;

    // if there are few particles, all that move have trails; else the most conspicuous one and
    // those that are larger
    app->trail_count = 0;
    app->trails[app->trail_count++] = (vl_trail){.slot = best};
    for (int slot = 0; slot < p->count && app->trail_count < VL_TRAILS; slot++) {
        bool one_of_few = p->count <= VL_TRAILS || p->radius[slot] > p->radius[best];
        if (slot != best && !p->pinned[slot] && one_of_few)
            app->trails[app->trail_count++] = (vl_trail){.slot = slot};
    }
}

void vl_trails_add(vl_app *app)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    for (int k = 0; k < app->trail_count; k++) {
        vl_trail *trail = &app->trails[k];
        if (trail->count == VL_TRAIL_POINTS) {
            trail->first = (trail->first + 1) % VL_TRAIL_POINTS;
            trail->count--;
        }
        vl_vec3 at = vl_read(p->x, trail->slot);
        trail->points[(trail->first + trail->count++) % VL_TRAIL_POINTS] =
            p->dial[trail->slot] ? vl_dial_tip(p, trail->slot, at) : at;
    }
}
