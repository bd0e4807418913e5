#include "platform/sdl_offscreen.h"

#include "base/memory.h"
#include "platform/glyphs.h"
#include "platform/picture.h"
#include "platform/queue.h"
#include "platform/raster.h"

enum { MOST_SIDE = 16384 };

typedef struct vl_offscreen {
    vl_platform platform; ///< first, so that it leads back here
    vl_queue queue;
    double time, frame; ///< s
    vl_canvas canvas;
    vl_glyphs *glyphs;
} vl_offscreen;

static vl_offscreen *offscreen_of(vl_platform *platform)
{
    return (vl_offscreen *)platform;
}

static bool poll_event(vl_platform *platform, vl_event *event)
{
    vl_offscreen *offscreen = offscreen_of(platform);
    if (!vl_queue_take(&offscreen->queue, event))
        return false;
    if (event->time == 0)
        event->time = offscreen->time;
    return true;
}

static double now(vl_platform *platform)
{
    return offscreen_of(platform)->time;
}

static vl_surface surface(vl_platform *platform)
{
    const vl_canvas *canvas = &offscreen_of(platform)->canvas;
    return (vl_surface){canvas->width, canvas->height, 1};
}

static void set_type(vl_platform *platform, const float heights[VL_TYPE_COUNT])
{
    vl_glyphs_set_heights(offscreen_of(platform)->glyphs, heights);
}

static float text_width(vl_platform *platform, vl_type_size size, const char *text, int length)
{
    return vl_glyphs_width(offscreen_of(platform)->glyphs, size, text, length);
}

static void present(vl_platform *platform, const vl_drawlist *list)
{
    vl_offscreen *offscreen = offscreen_of(platform);
    vl_raster_draw(&offscreen->canvas, list, offscreen->glyphs);
    offscreen->time += offscreen->frame;
}

static bool save_picture(vl_platform *platform, const char *path, vl_error *error)
{
    const vl_canvas *canvas = &offscreen_of(platform)->canvas;
    const vl_picture picture = {canvas->width, canvas->height, canvas->pixels};
    return vl_picture_write(&picture, path, error);
}

static void set_fullscreen(vl_platform *platform, bool fullscreen)
{
    (void)platform;
    (void)fullscreen;
}

static void set_title(vl_platform *platform, const char *title)
{
    (void)platform;
    (void)title;
}

static void destroy(vl_platform *platform)
{
    vl_offscreen *offscreen = offscreen_of(platform);
    vl_queue_free(&offscreen->queue);
    vl_glyphs_free(offscreen->glyphs);
    vl_free(offscreen->canvas.pixels);
    vl_free(offscreen);
}

vl_platform *vl_offscreen_create(int width, int height, vl_error *error)
{
    if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE) {
        vl_fail(error, "a picture of %d × %d pixels cannot be drawn; 1 to %d each", width, height,
                MOST_SIDE);
        return NULL;
    }
    vl_glyphs *glyphs = vl_glyphs_create(error);
    if (!glyphs)
        return NULL;

    vl_offscreen *offscreen = vl_alloc(1, sizeof *offscreen);
    *offscreen = (vl_offscreen){
        .platform = {poll_event, now, surface, set_type, text_width, present, save_picture,
                     set_fullscreen, set_title, destroy},
        .frame = 1.0 / 60,
        .canvas = {width, height, vl_alloc((size_t)width * (size_t)height, 4)},
        .glyphs = glyphs,
    };
    return &offscreen->platform;
}

void vl_offscreen_push(vl_platform *platform, vl_event event)
{
    vl_queue_push(&offscreen_of(platform)->queue, event);
}

void vl_offscreen_set_frame(vl_platform *platform, double seconds)
{
    offscreen_of(platform)->frame = seconds;
}

const uint8_t *vl_offscreen_pixels(const vl_platform *platform)
{
    return ((const vl_offscreen *)platform)->canvas.pixels;
}
