#include "platform/null_platform.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

bool vl_null_poll(vl_platform *platform, vl_event *event)
{
    vl_null *null = vl_null_of(platform);
    if (null->event_count == 0)
        return false;
    *event = null->events[0];
    memmove(null->events, null->events + 1, (size_t)--null->event_count * sizeof *event);
    if (event->time == 0)
        event->time = null->time;
    if (event->kind == VL_EVENT_RESIZE) {
        null->surface.width = (int)event->x;
        null->surface.height = (int)event->y;
    }
    return true;
}

static void run(vl_platform *platform, bool (*frame)(void *user), void *user)
{
    while (frame(user))
        continue;
}

static double now(vl_platform *platform)
{
    return vl_null_of(platform)->time;
}

static bool prepares(vl_platform *platform)
{
    return vl_null_of(platform)->prepares;
}

static vl_surface surface(vl_platform *platform)
{
    return vl_null_of(platform)->surface;
}

static void set_type(vl_platform *platform, const float heights[VL_TYPE_COUNT])
{
    memcpy(vl_null_of(platform)->heights, heights, sizeof vl_null_of(platform)->heights);
}

static float text_width(vl_platform *platform, vl_type_size size, const char *text, int length)
{
    int letters = 0;
    for (int i = 0; i < length; i++)
        letters += !vl_utf8_continues(text[i]);
    return VL_NULL_LETTER * vl_null_of(platform)->heights[size] * (float)letters;
}

// The display shows a frame when its interval ends, or a later one if the work took longer.
static double present(vl_platform *platform, const vl_drawlist *list)
{
    vl_null *null = vl_null_of(platform);
    vl_null_work(platform, null->drawing);
    double missed = null->frame > 0 ? floor(null->worked / null->frame) : 0;
    null->time += null->frame * (1 + missed) - null->worked;
    null->worked = 0;
    return null->drawing;
}

static bool save_picture(vl_platform *platform, const char *path, char **made, vl_error *error)
{
    return vl_fail(error, "%s: there is no picture to save without a surface", path);
}

static void set_fullscreen(vl_platform *platform, bool fullscreen)
{
    vl_null_of(platform)->fullscreen = fullscreen;
}

static bool tick(vl_platform *platform, double length, vl_error *error)
{
    vl_null_of(platform)->ticked += length;
    vl_null_of(platform)->ticks += length > 0;
    return true;
}

static bool is_fullscreen(vl_platform *platform)
{
    return vl_null_of(platform)->fullscreen;
}

static void set_title(vl_platform *platform, const char *title)
{
    vl_free(vl_null_of(platform)->title);
    vl_null_of(platform)->title = vl_copy_text(title);
}

static void set_file(vl_platform *platform, const char *path)
{
    vl_free(vl_null_of(platform)->file);
    vl_null_of(platform)->file = vl_copy_text(path);
}

static void hand_over(vl_platform *platform, const char *path)
{
    vl_free(vl_null_of(platform)->handed);
    vl_null_of(platform)->handed = vl_copy_text(path);
}

static void destroy(vl_platform *platform)
{
    vl_null_end(vl_null_of(platform));
    vl_free(platform);
}

void vl_null_begin(vl_null *null, int width, int height)
{
    *null = (vl_null){
        .platform = {vl_null_poll, run, now, prepares, surface, set_type, text_width, present,
                     save_picture, tick, set_fullscreen, is_fullscreen, set_title, set_file,
                     hand_over, destroy, NULL},
        .frame = 1.0 / 60,
        .surface = {width, height, 1},
        .heights = {16, 18, 20, 28, 40},
        .title = vl_copy_text(""),
        .file = vl_copy_text(""),
    };
}

void vl_null_end(vl_null *null)
{
    for (int i = 0; i < null->event_count; i++)
        vl_free(null->events[i].path);
    vl_free(null->events);
    vl_free(null->title);
    vl_free(null->file);
    vl_free(null->handed);
}

void vl_null_work(vl_platform *platform, double time)
{
    vl_null_of(platform)->time += time;
    vl_null_of(platform)->worked += time;
}

vl_platform *vl_null_create(int width, int height)
{
    vl_null *null = vl_alloc(1, sizeof *null);
    vl_null_begin(null, width, height);
    return &null->platform;
}

void vl_null_push(vl_platform *platform, vl_event event)
{
    vl_null *null = vl_null_of(platform);
    null->events =
        vl_grow(null->events, &null->event_capacity, null->event_count + 1, sizeof event);
    null->events[null->event_count++] = event;
}
