// Tools that a pointer uses on the stage instead of dragging: scissors, pins, and what measures.

#include "app/input/input.h"

#include "physics/world/world.h"

void vl_tool_take(vl_app *app, const vl_tool *tool)
{
    app->tools.measure.count = 0; // what was measured goes with its tool
    app->tools.in_hand = app->tools.in_hand == tool ? NULL : tool;
    if (app->tools.in_hand) {
        vl_app_notify(app, VL_NOTICE_NOTE, tool->title, "%s", tool->text);
        app->notice.said = vl_app_task(app) != VL_TASK_ASKED; // the question stays
    } else
        vl_app_drop_notice(app, VL_NOTICE_NOTE);
}

// --- scissors ---

// Returns twice the signed area of the triangle a b c.
static double signed_area(vl_pixel a, vl_pixel b, vl_pixel c)
{
    double ax = (double)a.x, ay = (double)a.y;
    return ((double)b.x - ax) * ((double)c.y - ay) - ((double)b.y - ay) * ((double)c.x - ax);
}

// The interval is half-open, so that a stroke through the joint of two links cuts only one of them.
static bool crosses(vl_pixel begin, vl_pixel end, vl_pixel a, vl_pixel b)
{
    return (signed_area(a, b, begin) > 0) != (signed_area(a, b, end) > 0) &&
           (signed_area(begin, end, a) > 0) != (signed_area(begin, end, b) > 0);
}

static void add_to_stroke(vl_stroke *stroke, float x, float y)
{
    if (stroke->count == VL_STROKE_POINTS) {
        stroke->count--;
        memmove(stroke->points, stroke->points + 2, 2 * (size_t)stroke->count * sizeof(float));
    }
    stroke->points[2 * stroke->count] = x;
    stroke->points[2 * stroke->count + 1] = y;
    stroke->count++;
}

static void begin_cut(vl_app *app, const vl_event *event)
{
    vl_stroke *stroke = &app->hands.strokes[event->pointer];
    stroke->count = stroke->cuts = 0;
    stroke->group = -++app->hands.stroke_count;
    add_to_stroke(stroke, event->x, event->y);
    app->hands.pointers[event->pointer].gesture = VL_GESTURE_CUT;
}

// Cuts the links that the line crosses on the screen, at any depth, in the pane where it ends; in
// all lanes those with the same ends. One stroke is one change.
void vl_scissors_follow(vl_app *app, int pointer)
{
    vl_session *session = &app->session;
    vl_stroke *stroke = &app->hands.strokes[pointer];
    const vl_pointer_state *p = &app->hands.pointers[pointer];
    const float *last = stroke->points + 2 * (stroke->count - 1);
    if (p->gesture != VL_GESTURE_CUT || (last[0] == p->x && last[1] == p->y))
        return;
    int lane = vl_app_lane_at(app, p->x, p->y);
    const vl_world *world = session->lab->runs[lane].world;
    const vl_links *links = &world->links;
    const int *number_of = world->particles.number_of;
    const vl_camera camera = vl_app_lane_camera(app, lane);
    vl_projection projection = vl_camera_projection(&camera);
    const vl_pixel begin = {.x = last[0], .y = last[1]}, end = {.x = p->x, .y = p->y};
    vl_text ends = {0};
    for (int k = 0; k < links->count && !world->now.diverged; k++) {
        int from = links->from[k], to = links->to[k];
        vl_pixel a = vl_project(&projection, vl_read(world->particles.x, from));
        vl_pixel b = vl_project(&projection, vl_read(world->particles.x, to));
        if (!crosses(begin, end, a, b))
            continue;
        vl_text_add(&ends, "%s%d %d", ends.data ? " " : "", number_of[from], number_of[to]);
        stroke->cuts++;
    }
    if (ends.data) {
        vl_session_complete(session);
        vl_session_mark(session, stroke->group,
                        stroke->cuts > 1 ? "cut of %d links" : "cut of a link", stroke->cuts);
        VL_DO(session->lab, VL_CUT, .text = ends.data);
        vl_session_changed(session, true);
    }
    vl_text_free(&ends);
    add_to_stroke(stroke, p->x, p->y);
}

const vl_tool vl_tool_scissors = {VL_ICON_CUT, "Scissors",
                                  "Draw a line across links to cut them. `Esc` puts them away.",
                                  begin_cut, true};

// --- pins ---

static void toggle_pin(vl_app *app, int slot)
{
    vl_session *session = &app->session;
    bool pinned = vl_session_run(session)->world->particles.pinned[slot];
    vl_session_complete(session);
    int number = vl_session_run(session)->world->particles.number_of[slot];
    vl_session_mark(session, 0, "%s of %s", pinned ? "release" : "pin",
                    vl_session_particle(session, slot, VL_PARTICLE_BUFFER));
    VL_DO(session->lab, pinned ? VL_UNPIN : VL_PIN, .number = number);
    vl_session_changed(session, true);
}

static void begin_pin(vl_app *app, const vl_event *event)
{
    vl_hit hit = vl_app_pick(app, event->pointer, event->x, event->y);
    if (hit.slot >= 0)
        toggle_pin(app, hit.slot);
    else
        vl_app_notify(app, VL_NOTICE_NOTE, "Nothing to pin here", "Tap a particle.");
}

const vl_tool vl_tool_pins = {VL_ICON_PIN, "Pins",
                              "Tap a particle to pin it, or to let it go. `P` puts the pins away.",
                              begin_pin, false};

void vl_pin(vl_app *app)
{
    vl_app_hover(app); // the pointer may have moved in this frame
    const vl_world *world = vl_session_run(&app->session)->world;
    int slot =
        world->hold_count > 0 ? world->holds[world->hold_count - 1].slot : app->hands.hover.slot;
    if (slot < 0 || app->tools.in_hand == &vl_tool_pins)
        vl_tool_take(app, &vl_tool_pins);
    else
        toggle_pin(app, slot);
}

// --- measuring ---

// In a scene with depth a point of the empty stage could be anywhere along the line of sight.
static void begin_measure(vl_app *app, const vl_event *event)
{
    vl_measure *measure = &app->tools.measure;
    vl_hit hit = vl_app_pick(app, event->pointer, event->x, event->y);
    vl_measured_point point = {.lane = hit.lane};
    if (hit.slot < 0 && !app->camera.planar) {
        vl_app_notify(app, VL_NOTICE_NOTE, "Tap particles",
                      "This scene has a depth, and a point of the empty stage has none: only "
                      "between particles is a length or an angle the true one.");
        return;
    }
    const vl_camera camera = vl_app_lane_camera(app, vl_app_lane_at(app, event->x, event->y));
    if (hit.slot >= 0)
        point.particle = app->session.lab->runs[hit.lane].world->particles.number_of[hit.slot];
    else
        point.at =
            vl_camera_unproject(&camera, (double)event->x, (double)event->y, (vl_vec3){0, 0, 0});
    measure->count = measure->count == VL_MEASURED_POINTS ? 0 : measure->count;
    measure->points[measure->count++] = point;
}

const vl_tool vl_tool_measure = {VL_ICON_RULER, "Measure",
                                 "Tap two points, or three for an angle. `Esc` ends it.",
                                 begin_measure, false};

// --- the inspector, which shows what a thing does, and its numbers ---

void vl_inspect(vl_app *app, vl_chosen thing)
{
    bool shown = app->drawer.open == VL_DRAWER_NUMBERS;
    bool same = shown && memcmp(&thing, &app->tools.probed, sizeof thing) == 0;
    app->tools.probed = same ? (vl_chosen){0} : thing;
    bool few = app->drawer.few || !shown;
    if (same || !shown)
        vl_app_toggle_drawer(app, VL_DRAWER_NUMBERS);
    app->drawer.few = few && !same;
    app->digits.next = 0; // what is read of it is of now
    app->drawer.scroll = 0;
}
