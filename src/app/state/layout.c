#include "app/state/state.h"

// A window narrower than this (points) has no column for notes.
static const float narrowest_notes = 1000;

float vl_app_scale(const vl_app *app)
{
    vl_surface s = app->platform->surface(app->platform);
    float room = fminf((float)s.width / 1280, (float)s.height / 720);
    return fmaxf(room, 0.8f * s.scale);
}

// Pixels from a particle at which a pointer still hits it; a finger has a longer reach than a
// mouse.
static float reach(const vl_app *app, int pointer)
{
    return (pointer == VL_POINTER_MOUSE ? 14 : 26) * vl_app_scale(app);
}

bool vl_app_notes_fit(const vl_app *app)
{
    return app->layout.whole.w >= narrowest_notes * vl_app_scale(app);
}

bool vl_app_has_sheet(const vl_app *app)
{
    return app->shown.help || app->shown.whole_notes ||
           (app->shown.notes && !vl_app_notes_fit(app));
}

bool vl_app_covers(const vl_app *app, float x, float y)
{
    const vl_layout *l = &app->layout;
    const vl_rect parts[] = {l->bar, l->side, l->notes, l->answer, l->page, l->banner};
    bool covered = vl_app_has_sheet(app);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        covered = covered || vl_rect_contains(parts[i], x, y);
    return covered;
}

static int pick_in(const vl_app *app, int lane, int pointer, float x, float y)
{
    const vl_world *world = vl_session_lane_world(&app->session, lane);
    const vl_camera camera = vl_app_lane_camera(app, lane);
    return vl_drag_pick(world, &camera, x, y, reach(app, pointer));
}

vl_hit vl_app_pick(const vl_app *app, int pointer, float x, float y)
{
    int first = vl_app_lane_at(app, x, y);
    vl_hit hit = {first, pick_in(app, first, pointer, x, y)};
    for (int i = 0; i < app->session.lane_count && hit.slot < 0 && !vl_app_has_panes(app); i++)
        hit = (vl_hit){i, pick_in(app, i, pointer, x, y)};
    return hit;
}

void vl_app_hover(vl_app *app)
{
    const vl_pointer_state *mouse = &app->pointers[VL_POINTER_MOUSE];
    bool busy = mouse->gesture != VL_GESTURE_NONE || !app->mouse_seen ||
                (app->tool && app->tool->of_links) || vl_app_covers(app, mouse->x, mouse->y);
    vl_hit hit = {app->session.chosen, -1};
    if (!busy)
        hit = vl_app_pick(app, VL_POINTER_MOUSE, mouse->x, mouse->y);
    app->hover_slot = hit.slot;
    app->hover_lane = hit.lane;
}
