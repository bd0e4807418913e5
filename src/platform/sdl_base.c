#include "platform/sdl_base.h"

#include "base/memory.h"
#include "platform/raster.h"

#include <SDL.h>

static float ratio(int pixels, int units)
{
    return pixels > 0 && units > 0 ? (float)pixels / (float)units : 1;
}

static vl_surface surface(vl_platform *platform)
{
    const vl_sdl_base *base = vl_sdl_base_of(platform);
    SDL_Point pixels, units;
    base->sizes(base, &pixels, &units);
    return (vl_surface){pixels.x, pixels.y, ratio(pixels.x, units.x) * base->display_density};
}

static bool poll_event(vl_platform *platform, vl_event *event)
{
    vl_sdl_base *base = vl_sdl_base_of(platform);
    while (!vl_null_poll(platform, event)) {
        SDL_Event raw;
        if (!SDL_PollEvent(&raw))
            return false;
        if (raw.type == SDL_RENDER_TARGETS_RESET || raw.type == SDL_RENDER_DEVICE_RESET)
            base->forget_textures(base);
        SDL_Point pixels, units;
        base->sizes(base, &pixels, &units);
        const vl_sdl_view view = {ratio(pixels.x, units.x),
                                  ratio(pixels.y, units.y),
                                  pixels.x,
                                  pixels.y,
                                  platform->now(platform),
                                  SDL_GetTicks()};
        vl_sdl_translate(&base->input, &raw, &view, platform);
    }
    return true;
}

// Resizes the canvas to the surface. Returns false if there is no surface.
static bool fit_canvas(vl_sdl_base *base)
{
    SDL_Point pixels, units;
    base->sizes(base, &pixels, &units);
    if (pixels.x < 1 || pixels.y < 1)
        return false;
    const vl_picture *canvas = &base->offscreen.canvas;
    if (canvas->width != pixels.x || canvas->height != pixels.y) {
        vl_offscreen_resize(&base->offscreen, pixels.x, pixels.y);
        base->forget_textures(base);
    }
    return true;
}

bool vl_sdl_base_draw(vl_sdl_base *base, const vl_drawlist *list)
{
    base->last = *list;
    base->offscreen.presented = true;
    if (!base->in_memory) {
        vl_sdl_draw(base->renderer, list, base->offscreen.glyphs, &base->textures);
        return true;
    }
    if (!fit_canvas(base))
        return false;
    vl_raster_draw(&base->offscreen.canvas, list, base->offscreen.glyphs);
    return true;
}

// A renderer does not keep what it has presented, so the last list is drawn again, into memory.
static bool draw_again(vl_sdl_base *base, const char *path, vl_error *error)
{
    if (base->in_memory && base->offscreen.canvas.width > 0)
        return true;
    if (!fit_canvas(base))
        return vl_fail(error, "%s: the window has no size, so there is no picture", path);
    vl_raster_draw(&base->offscreen.canvas, &base->last, base->offscreen.glyphs);
    return true;
}

static bool save_picture(vl_platform *platform, const char *path, vl_error *error)
{
    vl_sdl_base *base = vl_sdl_base_of(platform);
    return draw_again(base, path, error) && vl_picture_write(&base->offscreen.canvas, path, error);
}

static bool begin_picture(vl_platform *platform, const char *path, vl_error *error)
{
    vl_sdl_base *base = vl_sdl_base_of(platform);
    return draw_again(base, path, error) && base->begin_copy(platform, path, error);
}

static void set_title(vl_platform *platform, const char *title)
{
    SDL_SetWindowTitle(vl_sdl_base_of(platform)->window, title);
}

bool vl_sdl_base_begin(vl_sdl_base *base, vl_error *error)
{
    vl_platform *platform = &base->offscreen.null.platform;
    bool opened = vl_offscreen_begin(&base->offscreen, error);
    base->begin_copy = platform->begin_picture;
    base->display_density = 1;
    platform->poll = poll_event;
    platform->surface = surface;
    platform->save_picture = save_picture;
    platform->begin_picture = begin_picture;
    platform->set_title = set_title;
    return opened;
}

void vl_sdl_base_end(vl_sdl_base *base)
{
    base->forget_textures(base);
    if (base->renderer)
        SDL_DestroyRenderer(base->renderer);
    if (base->window)
        SDL_DestroyWindow(base->window);
    vl_offscreen_end(&base->offscreen);
}
