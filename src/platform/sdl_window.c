#include "platform/window.h"

#include "base/memory.h"
#include "platform/raster.h"
#include "platform/sdl_base.h"

#include <SDL.h>
#include <math.h>
#include <string.h>

typedef struct vl_window {
    vl_sdl_base base; ///< first, so that its platform leads back here
    bool has_vsync;
    SDL_Texture *picture;    ///< of the canvas
    uint64_t start;          ///< performance counter
    double due;              ///< s, time until which the present frame is to be shown
    SDL_AudioDeviceID sound; ///< 0: none is open
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

static void get_sizes(const vl_sdl_base *base, SDL_Point *pixels, SDL_Point *units)
{
    SDL_GetWindowSize(base->window, &units->x, &units->y);
    if (SDL_GetRendererOutputSize(base->renderer, &pixels->x, &pixels->y) != 0)
        *pixels = *units;
}

static void forget_textures(vl_sdl_base *base)
{
    vl_window *window = (vl_window *)base;
    vl_sdl_forget(&base->textures);
    if (window->picture)
        SDL_DestroyTexture(window->picture);
    window->picture = NULL;
}

// Shows the canvas as one texture.
static void show_canvas(vl_window *window)
{
    const vl_picture *canvas = &window->base.offscreen.canvas;
    SDL_Renderer *renderer = window->base.renderer;
    if (!window->picture)
        window->picture =
            SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STREAMING,
                              canvas->width, canvas->height);
    SDL_UpdateTexture(window->picture, NULL, canvas->pixels, 4 * canvas->width);
    SDL_RenderCopy(renderer, window->picture, NULL, NULL);
}

static double refresh_interval(const vl_window *window)
{
    SDL_DisplayMode mode;
    int display = SDL_GetWindowDisplayIndex(window->base.window);
    bool known = display >= 0 && SDL_GetCurrentDisplayMode(display, &mode) == 0;
    return 1.0 / (known && mode.refresh_rate > 0 ? mode.refresh_rate : 60);
}

// Waits until the end of the display's refresh interval. With vsync it waits for at most a quarter
// of it: the present has already waited, except on some systems for a hidden window.
static void keep_pace(vl_window *window)
{
    double interval = refresh_interval(window) * (window->has_vsync ? 0.25 : 1);
    double time = now(&window->base.offscreen.null.platform);
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

// A software renderer does not wait when it presents, it copies: that is drawing, too.
static double present(vl_platform *platform, const vl_drawlist *list)
{
    vl_window *window = window_of(platform);
    double begun = now(platform);
    if (vl_sdl_base_draw(&window->base, list) && window->base.in_memory)
        show_canvas(window);
    double drawn = now(platform);
    SDL_RenderPresent(window->base.renderer);
    drawn = window->base.in_memory ? now(platform) : drawn;
    keep_pace(window);
    return drawn - begun;
}

static void set_fullscreen(vl_platform *platform, bool fullscreen)
{
    SDL_SetWindowFullscreen(window_of(platform)->base.window,
                            fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

static bool is_fullscreen(vl_platform *platform)
{
    return SDL_GetWindowFlags(window_of(platform)->base.window) & SDL_WINDOW_FULLSCREEN;
}

static bool open_sound(vl_window *window, int rate, vl_error *error)
{
    const SDL_AudioSpec wish = {
        .freq = rate, .format = AUDIO_F32SYS, .channels = 1, .samples = 512};
    if (!window->sound && SDL_InitSubSystem(SDL_INIT_AUDIO) == 0)
        window->sound = SDL_OpenAudioDevice(NULL, 0, &wish, NULL, 0);
    if (!window->sound)
        return vl_fail(error, "%s", SDL_GetError());
    SDL_PauseAudioDevice(window->sound, 0);
    return true;
}

// The ear gets the rhythm of the frames, not that of the display: each waits its turn behind a
// lead.
static bool tick(vl_platform *platform, double length, vl_error *error)
{
    enum { RATE = 48000, CLICK = RATE / 400, LONGEST = RATE / 4, LEAD = RATE / 20 };

    static const float silence[LEAD];
    float samples[LONGEST] = {0};
    const int count = (int)fmin(length * RATE, LONGEST);
    SDL_AudioDeviceID *sound = &window_of(platform)->sound;
    if (!open_sound(window_of(platform), RATE, error))
        return false;
    for (int i = 0; i < CLICK && i < count; i++)
        samples[i] = 0.4f * sinf(0.26f * (float)i) * expf(-(float)i / 24); // 2 kHz, 0.5 ms
    Uint32 waits = SDL_GetQueuedAudioSize(*sound);
    if (waits == 0)
        SDL_QueueAudio(*sound, silence, sizeof silence);
    if (waits <= 3 * sizeof silence)
        SDL_QueueAudio(*sound, samples, (Uint32)count * (Uint32)sizeof *samples);
    return true;
}

static void destroy(vl_platform *platform)
{
    if (window_of(platform)->sound)
        SDL_CloseAudioDevice(window_of(platform)->sound);
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
    vl_sdl_base_end(vl_sdl_base_of(platform));
    vl_free(platform);
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

// Draws earlier positions of the ball, fading, then the string and the ball.
static void draw_pendulum(vl_drawlist *list, float s)
{
    const vl_colour ink = {0xEC, 0xEE, 0xF0, 255}, blue = {0x5B, 0xA4, 0xDE, 255};
    const float places[][2] = {{14, 38}, {23, 46.5f}, {34, 48.5f}, {45, 44}};
    for (int i = 0; i < 3; i++)
        vl_draw_disc(list, places[i][0] * s, places[i][1] * s, (3.5f + 1.5f * (float)i) * s,
                     vl_colour_fade(blue, 0.2f + 0.12f * (float)i));
    const float string[] = {30 * s, 12 * s, places[3][0] * s, places[3][1] * s};
    vl_draw_polyline(list, string, 2, 2.5f * s, ink);
    vl_draw_disc(list, string[0], string[1], 3.6f * s, ink);
    vl_draw_ball(list, string[2], string[3], 9.5f * s, blue);
}

vl_picture vl_window_icon(int side)
{
    size_t bytes = 4 * (size_t)side * (size_t)side;
    vl_picture face = {side, side, vl_alloc(bytes, 1)}, shape = {side, side, vl_alloc(bytes, 1)};
    vl_drawlist list = {0};
    vl_drawlist_clear(&list, (vl_colour){0x1D, 0x21, 0x26, 255});
    draw_pendulum(&list, (float)side / 60);
    vl_raster_draw(&face, &list, NULL);

    // The canvas has no opacity: the opacity of the round corners is drawn as white on black.
    vl_drawlist_clear(&list, (vl_colour){0, 0, 0, 255});
    vl_draw_round_rect(&list, (vl_rect){0, 0, (float)side, (float)side}, 0.2f * (float)side,
                       (vl_colour){255, 255, 255, 255});
    vl_raster_draw(&shape, &list, NULL);
    for (size_t i = 0; i < bytes; i += 4)
        face.pixels[i + 3] = shape.pixels[i];
    vl_drawlist_free(&list);
    vl_free(shape.pixels);
    return face;
}

static void set_icon(SDL_Window *window)
{
    vl_picture icon = vl_window_icon(64);
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
    window->base.display_density = in_pixels ? measure_density(0) : 1;
    width = (int)((float)width * window->base.display_density);
    height = (int)((float)height * window->base.display_density);
    SDL_Rect usable;
    if (SDL_GetDisplayUsableBounds(0, &usable) == 0 && usable.w > 0 && usable.h > 0) {
        width = width < usable.w ? width : usable.w;
        height = height < usable.h ? height : usable.h;
    }
    Uint32 flags = SDL_WINDOW_HIDDEN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    window->base.window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                           width, height, flags);
    if (!window->base.window)
        return false;
    SDL_SetWindowMinimumSize(window->base.window, 320, 240);
    set_icon(window->base.window);
    return true;
}

// SDL takes a window away and makes another one where the renderer needs another kind of it. A
// hidden one is taken away before anybody has seen it or given it the keyboard.
static bool open_renderer(vl_window *window)
{
    Uint32 wishes = SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC;
    window->base.renderer = SDL_CreateRenderer(window->base.window, -1, wishes);
    if (!window->base.renderer)
        window->base.renderer = SDL_CreateRenderer(window->base.window, -1, SDL_RENDERER_SOFTWARE);
    SDL_RendererInfo info;
    if (!window->base.renderer || SDL_GetRendererInfo(window->base.renderer, &info) != 0)
        return false;
    window->base.in_memory = (info.flags & SDL_RENDERER_SOFTWARE) != 0;
    // A software renderer imitates vsync by waiting, on some displays not at all; keep_pace() waits
    // instead.
    if (window->base.in_memory)
        SDL_RenderSetVSync(window->base.renderer, 0);
    window->has_vsync = !window->base.in_memory && (info.flags & SDL_RENDERER_PRESENTVSYNC) != 0;
    SDL_ShowWindow(window->base.window);
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
    vl_platform *platform = &window->base.offscreen.null.platform;
    bool opened = vl_sdl_base_begin(&window->base, error);
    window->base.sizes = get_sizes;
    window->base.forget_textures = forget_textures;
    platform->now = now;
    platform->present = present;
    platform->tick = tick;
    platform->set_fullscreen = set_fullscreen;
    platform->is_fullscreen = is_fullscreen;
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
