// Tools that measure on the stage: ruler, protractor, stopwatch.

#include "app/input/actions.h"

#include <stdio.h>

// In a scene with depth a point of the empty stage could be anywhere along the line of sight.
static bool point_at(const vl_app *app, const vl_event *event, vl_measured_point *point)
{
    vl_hit hit = vl_app_pick(app, event->pointer, event->x, event->y);
    const vl_particles *p = &vl_session_lane_world(&app->session, hit.lane)->particles;
    *point = (vl_measured_point){.lane = hit.lane};
    if (hit.slot >= 0)
        point->particle = p->number_of[hit.slot];
    else if (app->camera.planar) {
        int lane = vl_app_lane_at(app, event->x, event->y);
        const vl_camera camera = vl_app_lane_camera(app, lane);
        point->at =
            vl_camera_unproject(&camera, (double)event->x, (double)event->y, (vl_vec3){0, 0, 0});
    }
    return hit.slot >= 0 || app->camera.planar;
}

static void begin_measure(vl_app *app, const vl_event *event, int wanted)
{
    vl_measured_point point;
    app->pointers[event->pointer].gesture = VL_GESTURE_TAP;
    if (app->measure.wanted != wanted)
        app->measure = (vl_measure){.wanted = wanted};
    if (point_at(app, event, &point))
        vl_measure_add(&app->measure, point);
    else
        vl_app_notify(app, VL_NOTICE_NOTE, "Tap particles",
                      "This scene has a depth, and a point of the empty stage has none: only "
                      "between particles is a length or an angle the true one.");
}

static void begin_ruler(vl_app *app, const vl_event *event)
{
    begin_measure(app, event, 2);
}

static void begin_protractor(vl_app *app, const vl_event *event)
{
    begin_measure(app, event, 3);
}

const vl_tool vl_tool_ruler = {
    VL_ICON_RULER, "Ruler",
    "Tap two points: their distance in metres. A point on a particle follows it. Ctrl+R puts the "
    "ruler away.",
    begin_ruler, false};

const vl_tool vl_tool_protractor = {
    VL_ICON_PROTRACTOR, "Protractor",
    "Tap the vertex, then a point on each arm: the angle in degrees. A point on a particle follows "
    "it. Ctrl+A puts the protractor away.",
    begin_protractor, false};

// What was measured goes with its tool.
VL_ACT(measure)
{
    app->measure = (vl_measure){0};
    vl_tool_take(app, command->subject);
}

VL_ACT(stopwatch)
{
    vl_stopwatch_press(&app->stopwatch, app->session.lab->now.time);
}
