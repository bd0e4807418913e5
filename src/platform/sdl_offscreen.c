#include "platform/sdl_offscreen.h"

#include "base/memory.h"
#include "platform/glyphs.h"
#include "platform/picture.h"
#include "platform/raster.h"

enum { MOST_SIDE = 16384 };

typedef struct vl_offscreen {
    vl_null null; // first, so that a pointer to it is a pointer to the whole
    vl_canvas canvas;
    vl_glyphs *glyphs;
} vl_offscreen;

static vl_offscreen *offscreen_of(vl_platform *platform)
{
    return (vl_offscreen *)platform;
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
    offscreen->null.time += offscreen->null.frame;
}

static bool save_picture(vl_platform *platform, const char *path, vl_error *error)
{
    const vl_canvas *canvas = &offscreen_of(platform)->canvas;
    const vl_picture picture = {canvas->width, canvas->height, canvas->pixels};
    return vl_picture_write(&picture, path, error);
}

static void destroy(vl_platform *platform)
{
    vl_offscreen *offscreen = offscreen_of(platform);
    vl_null_end(&offscreen->null);
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
    vl_platform *platform = &offscreen->null.platform;
    vl_null_begin(&offscreen->null, width, height);
    platform->surface = surface;
    platform->set_type = set_type;
    platform->text_width = text_width;
    platform->present = present;
    platform->save_picture = save_picture;
    platform->destroy = destroy;
    offscreen->canvas = (vl_canvas){width, height, vl_alloc((size_t)width * (size_t)height, 4)};
    offscreen->glyphs = glyphs;
    return platform;
}

const uint8_t *vl_offscreen_pixels(const vl_platform *platform)
{
    return ((const vl_offscreen *)platform)->canvas.pixels;
}
