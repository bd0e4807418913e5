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

int vl_stage_most_conspicuous(const vl_app *app)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    int best = p->slot_of[0];
    for (int n = 1; n < p->count; n++)
        if (outshines(p, p->slot_of[n], best))
            best = p->slot_of[n];
    return best;
}

// If there are few particles, all that move have trails; else the most conspicuous one and those
// that are larger.
void vl_trails_begin(vl_app *app)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    int best = vl_stage_most_conspicuous(app);
    app->watched_slot = best;

    app->trail_count = 0;
    app->trail_slots[app->trail_count++] = best;
    for (int slot = 0; slot < p->count && app->trail_count < VL_TRAILS; slot++) {
        bool one_of_few = p->count <= VL_TRAILS || p->radius[slot] > p->radius[best];
        if (slot != best && !p->pinned[slot] && one_of_few)
            app->trail_slots[app->trail_count++] = slot;
    }
}

static vl_vec3 point_of(const vl_trail *trail, int index)
{
    return trail->points[(trail->first + index) % VL_TRAIL_POINTS];
}

static void add_point(vl_trail *trail, vl_vec3 at)
{
    if (trail->count == VL_TRAIL_POINTS) {
        trail->gone += vl_length(vl_sub(point_of(trail, 1), point_of(trail, 0)));
        trail->first = (trail->first + 1) % VL_TRAIL_POINTS;
        trail->count--;
    }
    trail->points[(trail->first + trail->count++) % VL_TRAIL_POINTS] = at;
}

void vl_trails_clear(vl_app *app)
{
    for (int i = 0; i < app->session.lane_count; i++)
        for (int k = 0; k < VL_TRAILS; k++)
            app->stages[i]->trails[k].count = 0;
}

void vl_trails_add(vl_app *app)
{
    for (int i = 0; i < app->session.lane_count; i++) {
        const vl_particles *p = &vl_session_lane_world(&app->session, i)->particles;
        for (int k = 0; k < app->trail_count; k++) {
            int slot = app->trail_slots[k];
            vl_vec3 at = vl_read(p->x, slot);
            add_point(&app->stages[i]->trails[k], p->dial[slot] ? vl_dial_tip(p, slot, at) : at);
        }
    }
}

// A single lane has solid trails. The dashes of several stay where they are while a trail gets
// shorter at its end.
void vl_trails_draw(const vl_picture *picture)
{
    const vl_app *app = picture->app;
    const vl_projection *projection = &picture->stage->solids.projection;
    vl_line_style style = vl_app_lane_style(app, picture->lane);
    style.dash_count = app->session.lane_count > 1 ? style.dash_count : 0;
    style.colour = vl_colour_fade(style.colour, 0.75f);
    for (int k = 0; k < app->trail_count; k++) {
        const vl_trail *trail = &picture->stage->trails[k];
        float points[2 * VL_TRAIL_POINTS];
        for (int i = 0; i < trail->count; i++)
            vl_pixel_write(points, i, vl_project(projection, point_of(trail, i)));
        vl_draw_styled(picture->ui->list, points, trail->count, vl_points(picture->ui, 2), &style,
                       (float)(trail->gone * projection->scale));
    }
}
