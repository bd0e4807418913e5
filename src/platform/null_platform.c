#include "platform/null_platform.h"

#include "base/memory.h"
#include "platform/queue.h"

#include <string.h>

typedef struct vl_null {
    vl_platform platform; ///< first, so that it leads back here
    vl_queue queue;
    double time, frame; ///< s
    vl_surface surface;
    float heights[VL_TYPE_COUNT];
    int presents;
    char *title;
    bool fullscreen;
} vl_null;

static vl_null *null_of(vl_platform *platform)
{
    return (vl_null *)platform;
}

static const vl_null *const_null_of(const vl_platform *platform)
{
    return (const vl_null *)platform;
}

static bool poll_event(vl_platform *platform, vl_event *event)
{
    vl_null *null = null_of(platform);
    if (!vl_queue_take(&null->queue, event))
        return false;
    if (event->time == 0)
        event->time = null->time;
    if (event->kind == VL_EVENT_RESIZE) {
        null->surface.width = (int)event->x;
        null->surface.height = (int)event->y;
    }
    return true;
}

static double now(vl_platform *platform)
{
    return null_of(platform)->time;
}

static vl_surface surface(vl_platform *platform)
{
    return null_of(platform)->surface;
}

static void set_type(vl_platform *platform, const float heights[VL_TYPE_COUNT])
{
    memcpy(null_of(platform)->heights, heights, sizeof null_of(platform)->heights);
}

static float text_width(vl_platform *platform, vl_type_size size, const char *text, int length)
{
    int letters = 0;
    for (int i = 0; i < length; i++)
        letters += ((unsigned char)text[i] & 0xC0) != 0x80;
    return VL_NULL_LETTER * null_of(platform)->heights[size] * (float)letters;
}

static void present(vl_platform *platform, const vl_drawlist *list)
{
    (void)list;
    vl_null *null = null_of(platform);
    null->presents++;
    null->time += null->frame;
}

static bool save_picture(vl_platform *platform, const char *path, vl_error *error)
{
    (void)platform;
    return vl_fail(error, "%s: there is no picture to save without a surface", path);
}

static void set_fullscreen(vl_platform *platform, bool fullscreen)
{
    null_of(platform)->fullscreen = fullscreen;
}

static void set_title(vl_platform *platform, const char *title)
{
    vl_null *null = null_of(platform);
    vl_free(null->title);
    null->title = vl_copy_text(title);
}

static void destroy(vl_platform *platform)
{
    vl_null *null = null_of(platform);
    vl_queue_free(&null->queue);
    vl_free(null->title);
    vl_free(null);
}

vl_platform *vl_null_create(int width, int height)
{
    vl_null *null = vl_alloc(1, sizeof *null);
    *null = (vl_null){
        .platform = {poll_event, now, surface, set_type, text_width, present, save_picture,
                     set_fullscreen, set_title, destroy},
        .frame = 1.0 / 60,
        .surface = {width, height, 1},
        .heights = {16, 20, 28},
        .title = vl_copy_text(""),
    };
    return &null->platform;
}

void vl_null_push(vl_platform *platform, vl_event event)
{
    vl_queue_push(&null_of(platform)->queue, event);
}

void vl_null_set_frame(vl_platform *platform, double seconds)
{
    null_of(platform)->frame = seconds;
}

int vl_null_presents(const vl_platform *platform)
{
    return const_null_of(platform)->presents;
}

const char *vl_null_title(const vl_platform *platform)
{
    return const_null_of(platform)->title;
}

bool vl_null_fullscreen(const vl_platform *platform)
{
    return const_null_of(platform)->fullscreen;
}
