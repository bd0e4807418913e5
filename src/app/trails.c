#include "app/trails.h"

void vl_trails_begin(vl_app *app)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    double largest = 0;
    for (int i = 0; i < p->count; i++)
        if (!p->pinned[i])
            largest = fmax(largest, p->radius[i]);

    // the largest balls that can move, the last of them first
    app->trail_count = 0;
    for (int n = p->count - 1; n >= 0 && app->trail_count < VL_TRAILS; n--) {
        int slot = p->slot_of[n];
        bool wanted = !p->pinned[slot] && p->radius[slot] == largest;
        if (wanted && (p->count <= VL_TRAILS || app->trail_count == 0 || largest > 0.03))
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
        trail->points[(trail->first + trail->count++) % VL_TRAIL_POINTS] =
            vl_read(p->x, trail->slot);
    }
}
