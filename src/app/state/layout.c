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

int vl_app_pick(const vl_app *app, int pointer, float x, float y)
{
    return vl_drag_pick(vl_session_world(&app->session), &app->camera, x, y, reach(app, pointer));
}

void vl_app_hover(vl_app *app)
{
    const vl_pointer_state *mouse = &app->pointers[VL_POINTER_MOUSE];
    bool busy = mouse->gesture != VL_GESTURE_NONE || !app->mouse_seen ||
                (app->tool && app->tool->of_links) || vl_app_covers(app, mouse->x, mouse->y);
    app->hover_slot = busy ? -1 : vl_app_pick(app, VL_POINTER_MOUSE, mouse->x, mouse->y);
}
