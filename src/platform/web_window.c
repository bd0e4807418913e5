// A page in a browser: SDL has the keys, pointers and fingers, and the graphics processor where
// there is one. web/library.js has what SDL does not do there.

#include "platform/window.h"

#include "base/memory.h"
#include "base/text.h"
#include "platform/sdl_base.h"
#include "platform/web_page.h"
#include "scene/file.h"

#include <SDL.h>
#include <emscripten.h>
#include <emscripten/html5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char canvas[] = "#canvas";

// A browser compiles the program again while it runs, so that its first frames are late. They are
// steady when so many in a row took not much longer than the shortest; on a computer that is busy
// with something else that may never be.
enum { STEADY_FRAMES = 8 };

static const double not_much_longer = 1.5, most_preparation = 2; // 1; s from the first frame

typedef struct vl_page_window {
    vl_sdl_base base;         ///< first, so that its platform leads back here
    double frame;             ///< s: when the display began the present frame
    double begun;             ///< s: when the program was called for it
    bool prepares;            ///< whether the first frames are not steady yet
    int steady;               ///< how many in a row were
    double first, shortest;   ///< s: when the first frame began, and the length of the shortest
    bool (*call)(void *user); ///< one frame of the app
    void *user;
} vl_page_window;

// The page has one window, to which the functions belong that the browser calls.
static vl_page_window *open_window;

static vl_page_window *window_of(vl_platform *platform)
{
    return (vl_page_window *)platform;
}

// --- the clock ---

static double clock_now(void)
{
    return emscripten_get_now() / 1000;
}

// A browser makes its clock coarse. What it tells a frame is the time of the display, which is
// often finer, and has no delay between the display and the program.
static double now(vl_platform *platform)
{
    const vl_page_window *window = window_of(platform);
    return window->frame + (clock_now() - window->begun);
}

// --- frames ---

static bool prepares(vl_platform *platform)
{
    return window_of(platform)->prepares;
}

// `frame` and the one before are the times of the last two frames, s.
static void watch_preparation(vl_page_window *window, double frame)
{
    double length = frame - window->frame;
    if (!window->prepares || length <= 0)
        return;
    bool is_usual = length <= not_much_longer * window->shortest &&
                    window->shortest <= not_much_longer * length;
    window->first = fmin(window->first, frame);
    window->shortest = fmin(window->shortest, length);
    window->steady = is_usual ? window->steady + 1 : 0;
    window->prepares = window->steady < STEADY_FRAMES && frame - window->first < most_preparation;
}

static int on_frame(double milliseconds, void *user)
{
    vl_page_window *window = user;
    watch_preparation(window, milliseconds / 1000);
    window->frame = milliseconds / 1000;
    window->begun = clock_now();
    bool goes_on = window->call(window->user);
    if (!goes_on)
        vl_web_end();
    return goes_on;
}

static void run(vl_platform *platform, bool (*frame)(void *user), void *user)
{
    vl_page_window *window = window_of(platform);
    window->call = frame;
    window->user = user;
    vl_web_loop(on_frame, window);
    emscripten_exit_with_live_runtime();
}

static double present(vl_platform *platform, const vl_drawlist *list)
{
    vl_sdl_base *base = vl_sdl_base_of(platform);
    double begun = now(platform);
    bool drawn = vl_sdl_base_draw(base, list);
    if (!base->in_memory)
        SDL_RenderPresent(base->renderer);
    else if (drawn)
        vl_web_show(base->offscreen.canvas.pixels, base->offscreen.canvas.width,
                    base->offscreen.canvas.height);
    return now(platform) - begun;
}

// --- the page ---

static void get_sizes(const vl_sdl_base *base, SDL_Point *pixels, SDL_Point *units)
{
    SDL_GetWindowSize(base->window, &units->x, &units->y);
    emscripten_get_canvas_element_size(canvas, &pixels->x, &pixels->y);
}

static void forget_textures(vl_sdl_base *base)
{
    vl_sdl_forget(&base->textures);
}

static bool tick(vl_platform *platform, double length, vl_error *error)
{
    return vl_web_tick(length) || vl_fail(error, "the browser plays no sound");
}

static void set_fullscreen(vl_platform *platform, bool fullscreen)
{
    vl_web_set_fullscreen(fullscreen);
}

static bool is_fullscreen(vl_platform *platform)
{
    return vl_web_is_fullscreen();
}

static void set_file(vl_platform *platform, const char *path)
{
    vl_web_set_address(path);
}

static void hand_over(vl_platform *platform, const char *path)
{
    enum { MOST_BYTES = 1 << 28 };

    size_t size;
    vl_error error = {0};
    char *bytes = vl_file_read(path, MOST_BYTES, false, &size, &error);
    const char *slash = strrchr(path, '/');
    if (bytes)
        vl_web_download(slash ? slash + 1 : path, bytes, (int)size);
    else
        fprintf(stderr, "%s\n", error.text); // the page shows it
    vl_free(bytes);
}

EMSCRIPTEN_KEEPALIVE void vl_web_open(const char *path)
{
    if (open_window)
        vl_null_push(&open_window->base.offscreen.null.platform,
                     (vl_event){.kind = VL_EVENT_DROP, .path = vl_copy_text(path)});
}

EMSCRIPTEN_KEEPALIVE const char *vl_web_texts(void)
{
    const char *texts = open_window ? open_window->base.last.text.data : NULL;
    return texts ? texts : "";
}

EMSCRIPTEN_KEEPALIVE void vl_web_release(void)
{
    SDL_Event left = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_LOST}};
    SDL_PushEvent(&left);
}

static void destroy(vl_platform *platform)
{
    open_window = NULL;
    vl_sdl_base_end(vl_sdl_base_of(platform));
    vl_free(platform);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

static bool open_page(vl_sdl_base *base, const char *title)
{
    double width = 0, height = 0;
    emscripten_get_element_css_size(canvas, &width, &height);
    base->window = SDL_CreateWindow(title, 0, 0, (int)width, (int)height,
                                    SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    return base->window != NULL;
}

// WebGL that is computed by the processor is slower than our own drawing.
static bool open_renderer(vl_sdl_base *base)
{
    base->in_memory = !vl_web_has_graphics();
    if (base->in_memory)
        return true;
    base->renderer = SDL_CreateRenderer(base->window, -1, SDL_RENDERER_ACCELERATED);
    base->in_memory = !base->renderer;
    return true;
}

vl_platform *vl_window_create(const char *title, int width, int height, vl_error *error)
{
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
    SDL_SetMainReady();
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        vl_fail(error, "the page cannot be drawn on: %s", SDL_GetError());
        return NULL;
    }
    vl_page_window *window = vl_alloc(1, sizeof *window);
    vl_platform *platform = &window->base.offscreen.null.platform;
    bool opened = vl_sdl_base_begin(&window->base, error);
    window->base.sizes = get_sizes;
    window->base.forget_textures = forget_textures;
    window->frame = window->begun = clock_now();
    window->prepares = true;
    window->first = window->shortest = HUGE_VAL;
    platform->run = run;
    platform->now = now;
    platform->prepares = prepares;
    platform->present = present;
    platform->tick = tick;
    platform->set_fullscreen = set_fullscreen;
    platform->is_fullscreen = is_fullscreen;
    platform->set_file = set_file;
    platform->hand_over = hand_over;
    platform->destroy = destroy;
    platform->downloads = "the downloads of the browser";
    if (opened && !(open_page(&window->base, title) && open_renderer(&window->base)))
        opened = vl_fail(error, "the page cannot be drawn on: %s", SDL_GetError());
    if (!opened) {
        destroy(platform);
        return NULL;
    }
    open_window = window;
    vl_web_listen();
    return platform;
}
