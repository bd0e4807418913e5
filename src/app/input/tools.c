#include "app/input/tools.h"

#include "app/input/actions.h"
#include "app/input/gestures.h"
#include "app/screen/screen.h"
#include "app/state/drag.h"
#include "base/memory.h"
#include "ui/widgets.h"

#include <string.h>

// --- scissors ---

// Twice the area of the triangle a b c, with its sign.
static double turn(double ax, double ay, double bx, double by, double cx, double cy)
{
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

// Half-open, so that of two links that meet under the stroke it cuts one.
static bool crosses(double x0, double y0, double x1, double y1, vl_pixel a, vl_pixel b)
{
    double ax = (double)a.x, ay = (double)a.y, bx = (double)b.x, by = (double)b.y;
    bool apart = (turn(ax, ay, bx, by, x0, y0) > 0) != (turn(ax, ay, bx, by, x1, y1) > 0);
    return apart && (turn(x0, y0, x1, y1, ax, ay) > 0) != (turn(x0, y0, x1, y1, bx, by) > 0);
}

int vl_tool_crossed(const vl_world *world, const vl_camera *camera, float x0, float y0, float x1,
                    float y1, int *found)
{
    const vl_links *links = &world->links;
    vl_projection projection = vl_camera_projection(camera);
    int count = 0;
    for (int k = 0; k < links->count; k++) {
        vl_pixel a = vl_project(&projection, vl_read(world->particles.x, links->from[k]));
        vl_pixel b = vl_project(&projection, vl_read(world->particles.x, links->to[k]));
        if (crosses((double)x0, (double)y0, (double)x1, (double)y1, a, b))
            found[count++] = k;
    }
    return count;
}

static void cut(vl_app *app, float x0, float y0, float x1, float y1)
{
    vl_world *world = vl_session_world(&app->session);
    int *found = vl_alloc((size_t)world->links.count, sizeof *found);
    int count = vl_tool_crossed(world, &app->camera, x0, y0, x1, y1, found);
    if (count > 0 && !world->now.diverged) {
        vl_session_settle(&app->session);
        vl_world_break_links(world, found, count);
        vl_session_disturbed(&app->session, VL_CAUSE_CUT);
    }
    vl_free(found);
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
    app->strokes[event->pointer].count = 0;
    add_to_stroke(&app->strokes[event->pointer], event->x, event->y);
    app->pointers[event->pointer].gesture = VL_GESTURE_CUT;
}

void vl_tool_follow(vl_app *app, int pointer)
{
    vl_stroke *stroke = &app->strokes[pointer];
    const vl_pointer_state *p = &app->pointers[pointer];
    const float *last = stroke->points + 2 * (stroke->count - 1);
    if (p->gesture != VL_GESTURE_CUT || (last[0] == p->x && last[1] == p->y))
        return;
    cut(app, last[0], last[1], p->x, p->y);
    add_to_stroke(stroke, p->x, p->y);
}

// --- pins ---

static void pin_here(vl_app *app, const vl_event *event)
{
    int slot = vl_drag_pick(vl_session_world(&app->session), &app->camera, event->x, event->y,
                            vl_gesture_reach(app, event->pointer));
    if (slot >= 0)
        vl_app_toggle_pin(app, slot);
    else
        vl_app_notify(app, VL_NOTICE_NOTE, "Nothing to pin here", "Tap a particle.");
    app->pointers[event->pointer].gesture = VL_GESTURE_TAP;
}

// --- all of them ---

typedef struct tool_row {
    vl_icon icon;
    const char *title, *text; // of the banner when it is taken
    void (*begin)(vl_app *app, const vl_event *event);
} tool_row;

static const tool_row tools[VL_TOOL_COUNT] = {
    [VL_TOOL_SCISSORS] = {VL_ICON_CUT, "Scissors",
                          "Draw a line across links to cut them. C or Esc puts the scissors away.",
                          begin_cut},
    [VL_TOOL_PIN] = {VL_ICON_PIN, "Pins",
                     "Tap a particle to pin it, or to let it go. P or Esc puts the pins away.",
                     pin_here},
};

void vl_tool_take(vl_app *app, vl_tool tool)
{
    app->tool = app->tool == tool ? VL_TOOL_HAND : tool;
    if (app->tool == VL_TOOL_HAND)
        vl_app_drop_notice(app, VL_NOTICE_NOTE);
    else
        vl_app_notify(app, VL_NOTICE_NOTE, tools[tool].title, "%s", tools[tool].text);
}

bool vl_tool_begin(vl_app *app, const vl_event *event)
{
    if (!tools[app->tool].begin)
        return false;
    tools[app->tool].begin(app, event);
    return true;
}

void vl_tool_draw(const vl_app *app, const vl_ui *ui)
{
    const vl_pointer_state *mouse = &app->pointers[VL_POINTER_MOUSE];
    for (int i = 0; i < VL_MOST_POINTERS; i++)
        if (app->pointers[i].gesture == VL_GESTURE_CUT)
            vl_draw_polyline(ui->list, app->strokes[i].points, app->strokes[i].count,
                             vl_points(ui, 2), ui->theme->held);
    if (app->tool == VL_TOOL_HAND || !app->mouse_seen || vl_screen_covers(app, mouse->x, mouse->y))
        return;
    float side = vl_points(ui, 26);
    vl_rect icon = {mouse->x + 0.4f * side, mouse->y - 1.2f * side, side, side};
    vl_draw_icon(ui->list, tools[app->tool].icon, icon, ui->theme->held);
}
