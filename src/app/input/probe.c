// The probe: a tool that shows what a particle or a link does, and its numbers.

#include "app/input/actions.h"

#include <math.h>
#include <string.h>

// Pixels, from (x, y) to the segment from a to b.
static double distance_to(double x, double y, vl_pixel a, vl_pixel b)
{
    double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
    double px = x - (double)a.x, py = y - (double)a.y, size = dx * dx + dy * dy;
    double part = size > 0 ? fmin(fmax((px * dx + py * dy) / size, 0), 1) : 0;
    return hypot(px - part * dx, py - part * dy);
}

// Returns the index of the link that is drawn nearest to (x, y) within `reach` pixels, or −1.
static int nearest_link(const vl_world *world, const vl_camera *camera, double x, double y,
                        double reach)
{
    const vl_links *links = &world->links;
    vl_projection projection = vl_camera_projection(camera);
    int nearest = -1;
    for (int k = 0; k < links->count; k++) {
        vl_pixel a = vl_project(&projection, vl_read(world->particles.x, links->from[k]));
        vl_pixel b = vl_project(&projection, vl_read(world->particles.x, links->to[k]));
        double distance = distance_to(x, y, a, b);
        if (distance <= reach) {
            reach = distance;
            nearest = k;
        }
    }
    return nearest;
}

static vl_chosen link_at(const vl_app *app, float x, float y)
{
    static const double reach = 16; // points

    int lane = vl_app_lane_at(app, x, y);
    const vl_world *world = vl_session_lane_world(&app->session, lane);
    const vl_camera camera = vl_app_lane_camera(app, lane);
    int link =
        nearest_link(world, &camera, (double)x, (double)y, reach * (double)vl_app_scale(app));
    if (link < 0)
        return (vl_chosen){0};
    const int *numbers = world->particles.number_of;
    return (vl_chosen){.from = numbers[world->links.from[link]],
                       .to = numbers[world->links.to[link]]};
}

static void begin_probe(vl_app *app, const vl_event *event)
{
    vl_hit hit = vl_app_pick(app, event->pointer, event->x, event->y);
    const vl_particles *p = &vl_session_lane_world(&app->session, hit.lane)->particles;
    vl_chosen probed = hit.slot >= 0 ? (vl_chosen){.particle = p->number_of[hit.slot]}
                                     : link_at(app, event->x, event->y);
    app->pointers[event->pointer].gesture = VL_GESTURE_TAP;
    if (probed.particle == 0 && probed.from == 0) {
        vl_app_notify(app, VL_NOTICE_NOTE, "Nothing to probe here", "Tap a particle or a link.");
        return;
    }
    bool same = memcmp(&probed, &app->probed, sizeof probed) == 0;
    app->probed = same ? (vl_chosen){0} : probed;
    app->scroll = 0;
    if (app->drawer != VL_DRAWER_NUMBERS)
        vl_app_toggle_drawer(app, VL_DRAWER_NUMBERS);
}

const vl_tool vl_tool_probe = {
    VL_ICON_PROBE, "Probe",
    "Tap a particle or a link: what it does is shown, and its numbers can be typed. Tap it again, "
    "and it is let go. Shift+P or Esc puts the probe away.",
    begin_probe, false};
