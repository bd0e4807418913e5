#include "platform/sdl_window.h"

#include "base/memory.h"
#include "platform/raster.h"
#include "platform/sdl_draw.h"
#include "platform/sdl_events.h"
#include "platform/sdl_icon.h"
#include "platform/sdl_offscreen.h"

#include <SDL.h>
#include <math.h>
#include <string.h>

// With a GPU, SDL's renderer draws the list. Without one the list is drawn into memory and shown as
// one texture, which is faster than SDL's software renderer, and exact.
typedef struct vl_window {
    vl_offscreen offscreen; ///< first, so that its platform leads back here
    SDL_Window *window;
    SDL_Renderer *renderer;
    bool in_memory, has_vsync;
    SDL_Texture *picture; ///< of the canvas
    vl_sdl_textures textures;
    vl_sdl_input input;
    vl_drawlist last; ///< what was presented last; its arrays belong to the app
    uint64_t start;   ///< performance counter
    double due;       ///< s, time until which the present frame is to be shown
    bool (*begin_copy)(vl_platform *platform, const char *path, vl_error *error); ///< of the canvas
    float display_density; ///< factor from the window's units to points of the display
} vl_window;

static vl_window *window_of(vl_platform *platform)
{
    return (vl_window *)platform;
}

static double now(vl_platform *platform)
{
    uint64_t passed = SDL_GetPerformanceCounter() - window_of(platform)->start;
    return (double)passed / (double)SDL_GetPerformanceFrequency();
}

static void get_sizes(const vl_window *window, SDL_Point *pixels, SDL_Point *units)
{
    SDL_GetWindowSize(window->window, &units->x, &units->y);
    if (SDL_GetRendererOutputSize(window->renderer, &pixels->x, &pixels->y) != 0)
        *pixels = *units;
}

static float ratio(int pixels, int units)
{
    return pixels > 0 && units > 0 ? (float)pixels / (float)units : 1;
}

static vl_surface surface(vl_platform *platform)
{
    const vl_window *window = window_of(platform);
    SDL_Point pixels, units;
    get_sizes(window, &pixels, &units);
    return (vl_surface){pixels.x, pixels.y, ratio(pixels.x, units.x) * window->display_density};
}

static void forget_textures(vl_window *window)
{
    vl_sdl_forget(&window->textures);
    if (window->picture)
        SDL_DestroyTexture(window->picture);
    window->picture = NULL;
}

static bool poll_event(vl_platform *platform, vl_event *event)
{
    vl_window *window = window_of(platform);
    while (!vl_null_poll(platform, event)) {
        SDL_Event raw;
        if (!SDL_PollEvent(&raw))
            return false;
        if (raw.type == SDL_RENDER_TARGETS_RESET || raw.type == SDL_RENDER_DEVICE_RESET)
            forget_textures(window);
        SDL_Point pixels, units;
        get_sizes(window, &pixels, &units);
        const vl_sdl_view view = {ratio(pixels.x, units.x),
                                  ratio(pixels.y, units.y),
                                  pixels.x,
                                  pixels.y,
                                  now(platform),
                                  SDL_GetTicks()};
        vl_sdl_translate(&window->input, &raw, &view, platform);
    }
    return true;
}

// Resizes the canvas to the surface. Returns false if there is no surface.
static bool fit_canvas(vl_window *window)
{
    SDL_Point pixels, units;
    get_sizes(window, &pixels, &units);
    if (pixels.x < 1 || pixels.y < 1)
        return false;
    const vl_picture *canvas = &window->offscreen.canvas;
    if (canvas->width != pixels.x || canvas->height != pixels.y) {
        vl_offscreen_resize(&window->offscreen, pixels.x, pixels.y);
        forget_textures(window);
    }
    return true;
}

static void show_canvas(vl_window *window)
{
    const vl_picture *canvas = &window->offscreen.canvas;
    if (!window->picture)
        window->picture =
            SDL_CreateTexture(window->renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STREAMING,
                              canvas->width, canvas->height);
    SDL_UpdateTexture(window->picture, NULL, canvas->pixels, 4 * canvas->width);
    SDL_RenderCopy(window->renderer, window->picture, NULL, NULL);
}

static double refresh_interval(const vl_window *window)
{
    SDL_DisplayMode mode;
    int display = SDL_GetWindowDisplayIndex(window->window);
    bool known = display >= 0 && SDL_GetCurrentDisplayMode(display, &mode) == 0;
    return 1.0 / (known && mode.refresh_rate > 0 ? mode.refresh_rate : 60);
}

// Waits until the end of the display's refresh interval. With vsync it waits for at most a quarter
// of it: the present has already waited, except on some systems for a hidden window.
static void keep_pace(vl_window *window)
{
    double interval = refresh_interval(window) * (window->has_vsync ? 0.25 : 1);
    double time = now(&window->offscreen.null.platform);
    window->due += interval;
    // After a frame that took too long the schedule starts again at the present time.
    if (window->due < time)
        window->due = time;
    // Rounds down to whole milliseconds: a frame may be up to 1 ms early, and the next one
    // compensates for it.
    double left = window->due - time;
    if (left >= 0.001)
        SDL_Delay((Uint32)(1000 * left));
}

static void draw(vl_window *window, const vl_drawlist *list)
{
    if (!window->in_memory) {
        vl_sdl_draw(window->renderer, list, window->offscreen.glyphs, &window->textures);
    } else if (fit_canvas(window)) {
        vl_raster_draw(&window->offscreen.canvas, list, window->offscreen.glyphs);
        show_canvas(window);
    }
}

// A software renderer does not wait when it presents, it copies: that is drawing, too.
static double present(vl_platform *platform, const vl_drawlist *list)
{
    vl_window *window = window_of(platform);
    double begun = now(platform);
    window->last = *list;
    window->offscreen.presented = true;
    draw(window, list);
    double drawn = now(platform);
    SDL_RenderPresent(window->renderer);
    drawn = window->in_memory ? now(platform) : drawn;
    keep_pace(window);
    return drawn - begun;
}

// A renderer does not keep what it has presented, so the last list is drawn again, into memory.
static bool draw_again(vl_window *window, const char *path, vl_error *error)
{
    if (window->in_memory && window->offscreen.canvas.width > 0)
        return true;
    if (!fit_canvas(window))
        return vl_fail(error, "%s: the window has no size, so there is no picture", path);
    vl_raster_draw(&window->offscreen.canvas, &window->last, window->offscreen.glyphs);
    return true;
}

static bool save_picture(vl_platform *platform, const char *path, vl_error *error)
{
    vl_window *window = window_of(platform);
    return draw_again(window, path, error) &&
           vl_picture_write(&window->offscreen.canvas, path, error);
}

static bool begin_picture(vl_platform *platform, const char *path, vl_error *error)
{
    vl_window *window = window_of(platform);
    return draw_again(window, path, error) && window->begin_copy(platform, path, error);
}

static void set_fullscreen(vl_platform *platform, bool fullscreen)
{
    SDL_SetWindowFullscreen(window_of(platform)->window,
                            fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

static void set_title(vl_platform *platform, const char *title)
{
    SDL_SetWindowTitle(window_of(platform)->window, title);
}

static void copy(vl_platform *platform, const char *text)
{
    SDL_SetClipboardText(text);
}

static char *paste(vl_platform *platform)
{
    char *text = SDL_GetClipboardText(), *copied = text ? vl_copy_text(text) : NULL;
    SDL_free(text);
    return copied;
}

static void destroy(vl_platform *platform)
{
    vl_window *window = window_of(platform);
    forget_textures(window);
    if (window->renderer)
        SDL_DestroyRenderer(window->renderer);
    if (window->window)
        SDL_DestroyWindow(window->window);
    vl_offscreen_end(&window->offscreen);
    vl_free(window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

// Systems without their own units (X11) use pixels. There the density of the display determines the
// size of a point. It is often wrong for projectors, so the surface keeps at least 720 points of
// height.
static float measure_density(int display)
{
    float dpi;
    SDL_Rect bounds;
    if (SDL_GetDisplayDPI(display, &dpi, NULL, NULL) != 0 ||
        SDL_GetDisplayBounds(display, &bounds) != 0)
        return 1;
    float halves = fminf(roundf(dpi / 48), floorf((float)bounds.h / 360));
    return fmaxf(1, fminf(halves / 2, 4));
}

// Without a display SDL chooses a driver that shows nothing, and nobody could close the window.
// Such a driver is accepted only if it was requested by name.
static bool is_blind(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    const char *wish = SDL_getenv("SDL_VIDEODRIVER");
    bool asked = wish && *wish;
    return !asked && (strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0);
}

static void set_icon(SDL_Window *window)
{
    vl_picture icon = vl_icon_picture(64);
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormatFrom(
        icon.pixels, icon.width, icon.height, 32, 4 * icon.width, SDL_PIXELFORMAT_RGBA32);
    if (picture)
        SDL_SetWindowIcon(window, picture);
    SDL_FreeSurface(picture);
    vl_picture_free(&icon);
}

static void set_hints(void)
{
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
}

static bool open_window(vl_window *window, const char *title, int width, int height)
{
    bool in_pixels = strcmp(SDL_GetCurrentVideoDriver(), "x11") == 0;
    window->display_density = in_pixels ? measure_density(0) : 1;
    width = (int)((float)width * window->display_density);
    height = (int)((float)height * window->display_density);
    SDL_Rect usable;
    if (SDL_GetDisplayUsableBounds(0, &usable) == 0 && usable.w > 0 && usable.h > 0) {
        width = width < usable.w ? width : usable.w;
        height = height < usable.h ? height : usable.h;
    }
    Uint32 flags = SDL_WINDOW_HIDDEN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    window->window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width,
                                      height, flags);
    if (!window->window)
        return false;
    SDL_SetWindowMinimumSize(window->window, 320, 240);
    set_icon(window->window);
    return true;
}

// SDL takes a window away and makes another one where the renderer needs another kind of it. A
// hidden one is taken away before anybody has seen it or given it the keyboard.
static bool open_renderer(vl_window *window)
{
    Uint32 wishes = SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC;
    window->renderer = SDL_CreateRenderer(window->window, -1, wishes);
    if (!window->renderer)
        window->renderer = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_SOFTWARE);
    SDL_RendererInfo info;
    if (!window->renderer || SDL_GetRendererInfo(window->renderer, &info) != 0)
        return false;
    window->in_memory = (info.flags & SDL_RENDERER_SOFTWARE) != 0;
    // A software renderer imitates vsync by waiting, on some displays not at all; keep_pace() waits
    // instead.
    if (window->in_memory)
        SDL_RenderSetVSync(window->renderer, 0);
    window->has_vsync = !window->in_memory && (info.flags & SDL_RENDERER_PRESENTVSYNC) != 0;
    SDL_ShowWindow(window->window);
    return true;
}

vl_platform *vl_window_create(const char *title, int width, int height, vl_error *error)
{
    set_hints();
    SDL_SetMainReady();
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        vl_fail(error, "no display: %s", SDL_GetError());
        return NULL;
    }
    if (is_blind()) {
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        vl_fail(error, "no display was found");
        return NULL;
    }

    vl_window *window = vl_alloc(1, sizeof *window);
    vl_platform *platform = &window->offscreen.null.platform;
    bool opened = vl_offscreen_begin(&window->offscreen, error);
    platform->poll = poll_event;
    platform->now = now;
    platform->surface = surface;
    platform->present = present;
    platform->save_picture = save_picture;
    window->begin_copy = platform->begin_picture;
    platform->begin_picture = begin_picture;
    platform->set_fullscreen = set_fullscreen;
    platform->set_title = set_title;
    platform->copy = copy;
    platform->paste = paste;
    platform->destroy = destroy;
    window->start = SDL_GetPerformanceCounter();
    if (opened && !(open_window(window, title, width, height) && open_renderer(window)))
        opened = vl_fail(error, "no window can be opened: %s", SDL_GetError());
    if (!opened) {
        destroy(platform);
        return NULL;
    }
    return platform;
}
