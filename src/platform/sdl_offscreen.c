#include "platform/sdl_offscreen.h"

#include "base/memory.h"
#include "platform/raster.h"

enum { MOST_SIDE = 16384 };

static vl_offscreen *offscreen_of(vl_platform *platform)
{
    return (vl_offscreen *)platform;
}

static void set_type(vl_platform *platform, const float heights[VL_TYPE_COUNT])
{
    vl_glyphs_set_heights(offscreen_of(platform)->glyphs, heights);
}

static float text_width(vl_platform *platform, vl_type_size size, const char *text, int length)
{
    return vl_glyphs_width(offscreen_of(platform)->glyphs, size, text, length);
}

static double present(vl_platform *platform, const vl_drawlist *list)
{
    vl_offscreen *offscreen = offscreen_of(platform);
    vl_raster_draw(&offscreen->canvas, list, offscreen->glyphs);
    offscreen->presented = true;
    offscreen->null.time += offscreen->null.frame;
    return 0; // the scripted clock stands still while it draws
}

bool vl_offscreen_save(vl_platform *platform, const char *path, char **made, vl_error *error)
{
    const vl_offscreen *offscreen = offscreen_of(platform);
    if (!offscreen->presented)
        return vl_fail(error, "%s: no frame was drawn yet, so there is no picture", path);
    return vl_picture_write(&offscreen->canvas, path, made, error);
}

void vl_offscreen_resize(vl_offscreen *offscreen, int width, int height)
{
    vl_free(offscreen->canvas.pixels);
    size_t count = (size_t)width * (size_t)height;
    offscreen->canvas = (vl_picture){width, height, vl_alloc(count, 4)};
}

void vl_offscreen_end(vl_offscreen *offscreen)
{
    vl_null_end(&offscreen->null);
    if (offscreen->glyphs)
        vl_glyphs_free(offscreen->glyphs);
    vl_picture_free(&offscreen->canvas);
}

static void destroy(vl_platform *platform)
{
    vl_offscreen_end(offscreen_of(platform));
    vl_free(platform);
}

bool vl_offscreen_begin(vl_offscreen *offscreen, vl_error *error)
{
    vl_platform *platform = &offscreen->null.platform;
    vl_null_begin(&offscreen->null, 0, 0);
    platform->set_type = set_type;
    platform->text_width = text_width;
    platform->present = present;
    platform->save_picture = vl_offscreen_save;
    platform->destroy = destroy;
    offscreen->glyphs = vl_glyphs_create(error);
    return offscreen->glyphs != NULL;
}

vl_platform *vl_offscreen_create(int width, int height, vl_error *error)
{
    if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE) {
        vl_fail(error, "a picture of %d × %d pixels cannot be drawn; 1 to %d each", width, height,
                MOST_SIDE);
        return NULL;
    }
    vl_offscreen *offscreen = vl_alloc(1, sizeof *offscreen);
    if (!vl_offscreen_begin(offscreen, error)) {
        destroy(&offscreen->null.platform);
        return NULL;
    }
    vl_offscreen_resize(offscreen, width, height);
    offscreen->null.surface = (vl_surface){width, height, 1};
    return &offscreen->null.platform;
}
