#include "app/input/input.h"
#include "app/pages/pages.h"

// How far what is at a point is scrolled, a drawer or theory; NULL: it cannot be.
static float *scroll_at(vl_app *app, float x, float y)
{
    bool page = vl_theory_is_open(app) && vl_rect_contains(app->layout.page, x, y);
    bool drawer = vl_rect_contains(app->layout.drawer, x, y);
    return drawer ? &app->drawer.scroll : page ? &app->pages.scroll : NULL;
}

void vl_gesture_down(vl_app *app, const vl_event *event)
{
    app->hint.held = false; // a second finger does something else
    vl_pointer_state *pointer = &app->hands.pointers[event->pointer];
    if (pointer->gesture != VL_GESTURE_NONE)
        return; // a second button does not change what the first one does
    *pointer = (vl_pointer_state){
        .down = true,
        .button = event->button,
        .lane = vl_app_lane_at(app, event->x, event->y),
        .x = event->x,
        .y = event->y,
        .press_x = event->x,
        .press_y = event->y,
        .since = event->time,
    };
    if (app->menu.open && !vl_rect_contains(app->menu.rect, event->x, event->y)) {
        app->menu.open = false; // a press elsewhere closes it
        pointer->gesture = VL_GESTURE_TAP;
        return;
    }
    if (vl_app_covers(app, event->x, event->y)) {
        pointer->gesture = VL_GESTURE_WIDGET;
        app->focus.shown = false;
        vl_pointer *p = &app->hands.mouse;
        p->x = p->press_x = event->x;
        p->y = p->press_y = event->y;
        p->down = true;
        p->scrolls = false;
        p->touch = event->pointer != VL_POINTER_MOUSE;
        return;
    }
    app->typing.open = false;
    bool left = event->button == VL_BUTTON_LEFT;
    if (left && app->tools.in_hand) {
        pointer->gesture = VL_GESTURE_TAP;
        app->tools.in_hand->begin(app, event);
        return;
    }
    vl_hit hit =
        left ? vl_app_pick(app, event->pointer, event->x, event->y) : (vl_hit){pointer->lane, -1};
    const vl_camera camera = vl_app_lane_camera(app, hit.lane);
    bool held =
        hit.slot >= 0 && vl_drag_begin(&app->hands.drag, &app->session, hit.lane, &camera,
                                       event->pointer, hit.slot, event->time, event->x, event->y);
    bool mouse = event->pointer == VL_POINTER_MOUSE;
    bool turns = !mouse || event->button == VL_BUTTON_RIGHT || event->shift;
    bool draws = vl_session_task(&app->session) == VL_TASK_ASKED &&
                 app->session.scene->task.rule == VL_TASK_DRAW; // and misses the graph
    pointer->gesture = held                           ? VL_GESTURE_DRAG
                       : draws                        ? VL_GESTURE_TAP
                       : turns && !app->camera.planar ? VL_GESTURE_TURN
                                                      : VL_GESTURE_PAN;
    // a finger that rests on a word of the stage asks what it means
    app->hint.held = !mouse;
    app->hint.x = event->x;
    app->hint.y = event->y;
}

// The points of the scene under two fingers that move the view stay under them.
static void move_view(vl_app *app, const vl_pointer_state *before, const vl_event *event)
{
    double dx = (double)(event->x - before->x), dy = (double)(event->y - before->y);
    const vl_pointer_state *other = NULL;
    for (int i = 1; i < VL_MOST_POINTERS && event->pointer != VL_POINTER_MOUSE; i++) {
        const vl_pointer_state *p = &app->hands.pointers[i];
        bool moves = p->gesture == VL_GESTURE_PAN || p->gesture == VL_GESTURE_TURN;
        other = !other && i != event->pointer && p->down && moves ? p : other;
    }
    if (other) {
        float old = hypotf(before->x - other->x, before->y - other->y);
        float now = hypotf(event->x - other->x, event->y - other->y);
        vl_camera_pan(&app->camera, 0.5 * dx, 0.5 * dy);
        if (old > 1 && now > 1)
            vl_app_zoom(app, (double)(now / old), 0.5f * (event->x + other->x),
                        0.5f * (event->y + other->y));
    } else if (before->gesture == VL_GESTURE_PAN)
        vl_camera_pan(&app->camera, dx, dy);
    else
        vl_camera_turn(&app->camera, dx, dy);
    app->view.moved = app->view.dragged = true;
}

// The hand stays in the pane where it has taken the particle.
static void drag_to(vl_app *app, int pointer, double time)
{
    const vl_pointer_state *p = &app->hands.pointers[pointer];
    const vl_camera camera = vl_app_lane_camera(app, p->lane);
    vl_drag_move(&app->hands.drag, &camera, pointer, time, p->x, p->y);
}

void vl_gesture_move(vl_app *app, const vl_event *event)
{
    vl_pointer_state *pointer = &app->hands.pointers[event->pointer];
    vl_pointer_state before = *pointer;
    pointer->x = event->x;
    pointer->y = event->y;
    // it asks no longer when it moves, as it does when it drags something
    const float still = 10 * vl_app_scale(app);
    float moved = hypotf(event->x - app->hint.x, event->y - app->hint.y);
    app->hint.held = app->hint.held && (event->pointer == VL_POINTER_MOUSE || moved <= still);
    app->hands.points |= app->hands.mouse_seen && event->pointer == VL_POINTER_MOUSE;
    app->hands.mouse_seen |= event->pointer == VL_POINTER_MOUSE;
    if (event->pointer == VL_POINTER_MOUSE || before.gesture == VL_GESTURE_WIDGET) {
        app->hands.mouse.x = event->x;
        app->hands.mouse.y = event->y;
        app->hands.mouse.touch = event->pointer != VL_POINTER_MOUSE;
    }
    vl_pointer *p = &app->hands.mouse;
    float *scroll = scroll_at(app, p->press_x, p->press_y);
    if (before.gesture == VL_GESTURE_WIDGET && scroll && p->down && !app->typing.scrubs) {
        // what is in it is scrolled by dragging it, and nothing in it is clicked then
        if (p->scrolls)
            *scroll -= event->y - before.y;
        p->scrolls = p->scrolls || fabsf(event->y - p->press_y) > still;
    } else if (before.gesture == VL_GESTURE_DRAG)
        drag_to(app, event->pointer, event->time);
    else if (before.gesture == VL_GESTURE_PAN || before.gesture == VL_GESTURE_TURN)
        move_view(app, &before, event);
}

// What a pointer meets on the stage: a particle, else a link that is drawn near enough, else a
// collider, which is looked for in the plane through it that faces the camera.
static vl_chosen thing_at(const vl_app *app, int pointer, float x, float y)
{
    vl_hit hit = vl_app_pick(app, pointer, x, y);
    int lane = hit.slot >= 0 ? hit.lane : vl_app_lane_at(app, x, y);
    const vl_world *world = app->session.lab->runs[lane].world;
    const int *number_of = world->particles.number_of;
    const vl_camera camera = vl_app_lane_camera(app, lane);
    vl_projection projection = vl_camera_projection(&camera);
    vl_chosen nearest = {0};
    if (hit.slot >= 0)
        return (vl_chosen){.particle = number_of[hit.slot]};
    double reach = 16 * (double)vl_app_scale(app); // 16 points
    for (int k = 0; k < world->links.count; k++) {
        int from = world->links.from[k], to = world->links.to[k];
        vl_pixel a = vl_project(&projection, vl_read(world->particles.x, from));
        vl_pixel b = vl_project(&projection, vl_read(world->particles.x, to));
        double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y), size = dx * dx + dy * dy;
        double px = (double)x - (double)a.x, py = (double)y - (double)a.y;
        double part = size > 0 ? fmin(fmax((px * dx + py * dy) / size, 0), 1) : 0;
        double distance = hypot(px - part * dx, py - part * dy); // pixels, to the segment
        if (distance <= reach) {
            reach = distance;
            nearest = (vl_chosen){.from = number_of[from], .to = number_of[to]};
        }
    }
    reach = 8 * (double)vl_app_scale(app) / vl_camera_scale(&camera); // 8 points
    for (int i = 0; i < world->collider_count && nearest.from == 0; i++) {
        const vl_collider *c = &world->colliders[i];
        if (c->kind->between_particles)
            continue;
        vl_vec3 plane = c->kind->shape == VL_SHAPE_HALF_SPACE ? c->point : c->center;
        vl_vec3 at = vl_camera_unproject(&camera, (double)x, (double)y, plane);
        double distance = c->kind->clearance(c, at).distance;
        if (distance <= reach) {
            reach = distance;
            nearest.collider = i + 1;
        }
    }
    return nearest;
}

// A click of the hand moves nothing: what it took for that moment goes on as it went, and its
// numbers are shown.
static void end_click(vl_app *app, const vl_pointer_state *pointer, const vl_event *event)
{
    static const double longest = 0.35; // s

    const float still = 6 * vl_app_scale(app);
    bool drags = pointer->gesture == VL_GESTURE_DRAG;
    bool of_hand =
        drags || pointer->gesture == VL_GESTURE_PAN || pointer->gesture == VL_GESTURE_TURN;
    bool moved = drags && app->hands.drag.grips[event->pointer].has_moved;
    float way = hypotf(event->x - pointer->press_x, event->y - pointer->press_y);
    if (!of_hand || moved || way > still || event->time - pointer->since > longest)
        return;
    vl_chosen thing = thing_at(app, event->pointer, event->x, event->y);
    if (drags)
        vl_session_take_back(&app->session, app->hands.drag.grips[event->pointer].changes);
    if (thing.particle > 0 || thing.from > 0 || thing.collider > 0) {
        vl_session_choose(&app->session, vl_app_pick(app, event->pointer, event->x, event->y).lane);
        vl_inspect(app, thing);
    }
}

void vl_gesture_up(vl_app *app, const vl_event *event)
{
    vl_pointer_state *pointer = &app->hands.pointers[event->pointer];
    app->hint.held = false;
    if (pointer->gesture != VL_GESTURE_NONE && pointer->button != event->button)
        return;
    pointer->x = event->x;
    pointer->y = event->y;
    if (pointer->gesture == VL_GESTURE_DRAG) {
        drag_to(app, event->pointer, event->time);
        vl_app_stall(app);
        vl_drag_end(&app->hands.drag, &app->session, event->pointer, event->time,
                    app->frame.elapsed);
        vl_app_stall_end(app);
    }
    vl_scissors_follow(app, event->pointer);
    if (pointer->gesture == VL_GESTURE_CUT && app->hands.strokes[event->pointer].cuts == 0)
        vl_app_notify(app, VL_NOTICE_NOTE, "Nothing is cut here", "Draw a line across links.");
    if (pointer->gesture == VL_GESTURE_WIDGET) {
        app->hands.mouse.x = event->x;
        app->hands.mouse.y = event->y;
        app->hands.mouse.down = false;
        app->hands.mouse.released = true;
    }
    const vl_pointer_state was = *pointer;
    *pointer = (vl_pointer_state){.x = event->x, .y = event->y};
    end_click(app, &was, event);
}

void vl_gesture_wheel(vl_app *app, const vl_event *event)
{
    float *scroll = scroll_at(app, event->x, event->y);
    if (scroll)
        *scroll -= 40 * event->wheel * vl_app_scale(app);
    if (!vl_app_covers(app, event->x, event->y))
        vl_app_zoom(app, pow(1.15, (double)event->wheel), event->x, event->y);
}

void vl_gesture_continue(vl_app *app, double now)
{
    for (int i = 0; i < VL_MOST_POINTERS; i++) {
        vl_scissors_follow(app, i);
        if (app->hands.pointers[i].gesture == VL_GESTURE_DRAG)
            drag_to(app, i, now);
    }
}

void vl_gesture_forget(vl_app *app)
{
    app->hands.drag = (vl_drag){0};
    app->hands.hover.slot = -1;
    for (int i = 0; i < VL_MOST_POINTERS; i++)
        if (app->hands.pointers[i].gesture == VL_GESTURE_DRAG ||
            app->hands.pointers[i].gesture == VL_GESTURE_CUT)
            app->hands.pointers[i].gesture = VL_GESTURE_NONE;
}
