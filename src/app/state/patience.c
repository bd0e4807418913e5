#include "app/state/patience.h"

#include "app/state/state.h"
#include "base/clock.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

// s: work that is shorter is not looked at, and between two looks.
static const double calm = 0.02, between_looks = 0.01;

// s: after so much work the window says so, and then as often.
static const double silent = 0.5, between_drawings = 1;

// A step is made again, so all that a person does may end it. What a person has asked for is not.
static bool ends_work(const vl_app *app, const vl_event *event)
{
    bool leaves = event->kind == VL_EVENT_QUIT || event->kind == VL_EVENT_DROP ||
                  (event->kind == VL_EVENT_KEY && event->key == VL_KEY_ESCAPE);
    bool acts = (event->kind == VL_EVENT_KEY && !event->repeat) ||
                event->kind == VL_EVENT_POINTER_DOWN || event->kind == VL_EVENT_RESIZE;
    return leaves || (acts && app->session.work == VL_WORK_STEP);
}

static bool stop(vl_app *app)
{
    vl_patience *p = &app->patience;
    p->stopped = true;
    p->work = (int)app->session.work;
    p->spent = vl_clock_now() - p->begun;
    return true;
}

// Takes an event of the platform in the midst of work.
static bool take(vl_app *app, const vl_event *event)
{
    vl_patience *p = &app->patience;
    bool ends = ends_work(app, event);
    if (event->kind == VL_EVENT_KEY && event->key == VL_KEY_ESCAPE)
        return stop(app);
    p->waiting = vl_grow(p->waiting, &p->capacity, p->count + 1, sizeof *p->waiting);
    p->waiting[p->count++] = *event;
    return ends;
}

static const char *const works[VL_WORKS] = {
    [VL_WORK_STEP] = "One step",
    [VL_WORK_SCENE] = "The scene is being made",
    [VL_WORK_LOOK] = "The change needs the velocity of this instant",
    [VL_WORK_PAST] = "Steps are made again",
};

// What was drawn since is not in the list any more, whose memory may have moved.
static void take_off(vl_drawlist *list, const vl_drawlist *before, vl_draw last)
{
    list->vertex_count = before->vertex_count;
    list->index_count = before->index_count;
    list->draw_count = before->draw_count;
    list->text.length = before->text.length;
    list->ball = before->ball;
    list->arc = before->arc;
    list->draws[list->draw_count - 1] = last;
}

// Draws what the frame before has drawn, and how long the work has taken.
static void draw_wait(vl_app *app, double spent)
{
    char text[120];
    const vl_drawlist before = app->list;
    const vl_draw last = before.draws[before.draw_count - 1];
    float height = 24 * vl_app_scale(app), pad = 0.5F * height;
    snprintf(text, sizeof text, "%s: %.0f s so far. Esc stops it.", works[app->session.work],
             spent);
    float width = app->platform->text_width(app->platform, VL_TYPE_MEDIUM, text, (int)strlen(text));
    vl_rect box = {app->layout.stage.x + pad, app->layout.stage.y + pad, width + 2 * pad,
                   height + 2 * pad};
    vl_draw_round_rect(&app->list, box, pad, app->theme->note);
    vl_draw_text(&app->list, box.x + pad, box.y + pad, VL_TYPE_MEDIUM, app->theme->note_text, text);
    app->platform->present(app->platform, &app->list);
    take_off(&app->list, &before, last);
}

bool vl_app_is_interrupted(void *user)
{
    vl_app *app = user;
    vl_patience *p = &app->patience;
    double now = vl_clock_now();
    bool ends = false;
    if (now - p->begun < calm || now - p->last_look < between_looks)
        return false;
    p->last_look = now;
    for (vl_event event = {0}; app->platform->poll(app->platform, &event); event = (vl_event){0})
        ends |= take(app, &event);
    if (app->session.work != VL_WORK_SCENE &&
        now - p->begun > app->platform->patience(app->platform))
        return stop(app);
    if (!ends && now - p->begun > silent && now - p->last_drawing > between_drawings &&
        app->list.draw_count > 0) {
        p->last_drawing = now;
        draw_wait(app, now - p->begun);
    }
    return ends;
}

bool vl_app_next_event(vl_app *app, vl_event *event)
{
    vl_patience *p = &app->patience;
    if (p->count == 0)
        return app->platform->poll(app->platform, event);
    *event = p->waiting[0];
    memmove(p->waiting, p->waiting + 1, (size_t)--p->count * sizeof *p->waiting);
    return true;
}

void vl_app_follow_patience(vl_app *app)
{
    vl_patience *p = &app->patience;
    if (!p->stopped)
        return;
    p->stopped = false;
    vl_session_set_running(&app->session, false);
    if (app->session.unmade)
        vl_app_notify(app, VL_NOTICE_WARNING, "This scene is not ready",
                      "Its making was stopped after %.1f s. Space makes it from the beginning.",
                      p->spent);
    else if (p->work == VL_WORK_LOOK)
        vl_app_notify(app, VL_NOTICE_WARNING, "Nothing was changed",
                      "The change needs the velocity of this instant, which takes a trial step. It "
                      "was stopped after %.1f s.",
                      p->spent);
    else if (p->work == VL_WORK_PAST)
        vl_app_notify(app, VL_NOTICE_WARNING, "Not all the way back",
                      "The steps from a state that is stored to that frame were stopped after "
                      "%.1f s. This is the stored state.",
                      p->spent);
    else
        vl_app_notify(app, VL_NOTICE_WARNING, "Paused in the middle of a step",
                      "It had taken %.1f s, and everything is as before it. Space makes it again. "
                      "Fewer sweeps (W), fewer substeps (J) or another solver (M) make it shorter.",
                      p->spent);
}

void vl_patience_free(vl_patience *patience)
{
    for (int i = 0; i < patience->count; i++)
        vl_free(patience->waiting[i].path);
    vl_free(patience->waiting);
    *patience = (vl_patience){0};
}
