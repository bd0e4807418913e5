#include "app/state/state.h"

#include <assert.h>
#include <stdio.h>

// Sizes of type in percent.
static const int type_sizes[] = {100, 125, 150, 200, 250, 300};

enum { TYPE_SIZES = sizeof type_sizes / sizeof *type_sizes };

float vl_app_usual_scale(const vl_app *app)
{
    vl_surface s = app->platform->surface(app->platform);
    float room = fminf((float)s.width, (float)s.height) / 720;
    return fmaxf(room, 0.8f * s.scale);
}

float vl_app_scale(const vl_app *app)
{
    return vl_app_usual_scale(app) * (float)type_sizes[app->shown.type] / 100;
}

int vl_app_change_type(vl_app *app, int direction)
{
    int next = app->shown.type + direction;
    app->shown.type = next < 0 ? 0 : next < TYPE_SIZES ? next : TYPE_SIZES - 1;
    return type_sizes[app->shown.type];
}

void vl_app_toggle_drawer(vl_app *app, vl_drawer drawer)
{
    app->drawer.open = app->drawer.open == drawer ? VL_DRAWER_NONE : drawer;
    app->drawer.newer = true;
    app->notice.newer = false;
    app->drawer.scroll = 0;
    app->drawer.search = (vl_search){0};
    app->focus.shown = false;
}

void vl_app_find(vl_app *app, const char *group)
{
    vl_app_toggle_drawer(app, VL_DRAWER_FIND);
    snprintf(app->drawer.search.group, sizeof app->drawer.search.group, "%s", group ? group : "");
}

vl_input *vl_app_input(vl_app *app)
{
    if (app->typing.open)
        return &app->typing.field;
    return app->drawer.open == VL_DRAWER_FIND ? &app->drawer.search.field : NULL;
}

void vl_layout_cover(vl_layout *layout, vl_rect rect)
{
    assert(layout->cover_count < VL_MOST_COVERS);
    layout->covers[layout->cover_count++] = rect;
}

bool vl_app_covers(const vl_app *app, float x, float y)
{
    const vl_layout *l = &app->layout;
    bool covered = false;
    for (int i = 0; i < l->cover_count; i++)
        covered = covered || vl_rect_contains(l->covers[i], x, y);
    return covered;
}

static int pick_in(const vl_app *app, int lane, int pointer, float x, float y)
{
    const vl_world *world = app->session.lab->runs[lane].world;
    const vl_camera camera = vl_app_lane_camera(app, lane);
    float reach = pointer == VL_POINTER_MOUSE ? 24 : 28; // a finger has a longer one
    return vl_drag_pick(world, &camera, x, y, reach * vl_app_scale(app));
}

vl_hit vl_app_pick(const vl_app *app, int pointer, float x, float y)
{
    int first = vl_app_lane_at(app, x, y);
    vl_hit hit = {first, pick_in(app, first, pointer, x, y)};
    for (int i = 0; i < app->session.lab->count && hit.slot < 0 && !vl_app_has_panes(app); i++)
        hit = (vl_hit){i, pick_in(app, i, pointer, x, y)};
    return hit;
}

void vl_app_hover(vl_app *app)
{
    const vl_pointer_state *mouse = &app->hands.pointers[VL_POINTER_MOUSE];
    bool busy = mouse->gesture != VL_GESTURE_NONE || !app->hands.mouse_seen ||
                (app->tools.in_hand && app->tools.in_hand->of_links) ||
                vl_app_covers(app, mouse->x, mouse->y);
    vl_hit hit = {app->session.chosen, -1};
    if (!busy)
        hit = vl_app_pick(app, VL_POINTER_MOUSE, mouse->x, mouse->y);
    app->hands.hover_slot = hit.slot;
    app->hands.hover_lane = hit.lane;
}
