#include "platform/sdl_base.h"

#include "base/memory.h"
#include "platform/raster.h"
#include "platform/window.h"

#include <SDL.h>
#include <SDL_ttf.h>
#include <png.h>

// --- events ---

// clang-format off
static const struct {
    SDL_Keycode from;
    uint32_t to;
} NAMED_KEYS[] = {
    {SDLK_BACKSPACE, VL_KEY_BACKSPACE}, {SDLK_ESCAPE, VL_KEY_ESCAPE}, {SDLK_AC_BACK, VL_KEY_ESCAPE},
    {SDLK_DELETE, VL_KEY_DELETE}, {SDLK_TAB, VL_KEY_TAB}, {SDLK_SPACE, VL_KEY_SPACE},
    {SDLK_RETURN, VL_KEY_ENTER}, {SDLK_KP_ENTER, VL_KEY_ENTER},
    {SDLK_PAGEUP, VL_KEY_PAGE_UP}, {SDLK_PAGEDOWN, VL_KEY_PAGE_DOWN},
    {SDLK_HOME, VL_KEY_HOME}, {SDLK_END, VL_KEY_END},
    {SDLK_LEFT, VL_KEY_LEFT}, {SDLK_RIGHT, VL_KEY_RIGHT}, {SDLK_UP, VL_KEY_UP}, {SDLK_DOWN, VL_KEY_DOWN},
    {SDLK_KP_PERIOD, '.'}, {SDLK_KP_COMMA, ','}, {SDLK_KP_PLUS, '+'}, {SDLK_KP_MINUS, '-'},
    {SDLK_KP_MULTIPLY, '*'}, {SDLK_KP_DIVIDE, '/'}, {SDLK_KP_EQUALS, '='}, {SDLK_KP_0, '0'},
};

// clang-format on

// Maps the row of digits by position, whatever the layout prints there, and also the brackets
// beside P if the layout has letters there.
static uint32_t by_place(SDL_Scancode place, uint32_t key)
{
    if (place >= SDL_SCANCODE_1 && place <= SDL_SCANCODE_9)
        return '1' + (uint32_t)(place - SDL_SCANCODE_1);
    if (place == SDL_SCANCODE_0)
        return '0';
    if (place == SDL_SCANCODE_LEFTBRACKET && key > 127)
        return '[';
    if (place == SDL_SCANCODE_RIGHTBRACKET && key > 127)
        return ']';
    return key;
}

// Returns 0 for keys without a meaning here, such as Shift.
static uint32_t key_of(SDL_Keysym keysym)
{
    SDL_Keycode sym = keysym.sym;
    for (size_t i = 0; i < sizeof NAMED_KEYS / sizeof *NAMED_KEYS; i++)
        if (NAMED_KEYS[i].from == sym)
            return NAMED_KEYS[i].to;
    if (sym >= SDLK_F1 && sym <= SDLK_F12)
        return VL_KEY_F1 + (uint32_t)(sym - SDLK_F1);
    if (sym >= SDLK_KP_1 && sym <= SDLK_KP_9)
        return '1' + (uint32_t)(sym - SDLK_KP_1);

    // A keycode without the scancode bit is the character that the key prints.
    uint32_t key = sym > 0 && !(sym & SDLK_SCANCODE_MASK) ? (uint32_t)sym : 0;
    return key >= '0' && key <= '9' ? key : by_place(keysym.scancode, key);
}

// An event of SDL and all that is needed to translate it.
typedef struct vl_incoming {
    vl_sdl_input *input;
    const SDL_Event *event;
    vl_platform *platform;
    float x_ratio, y_ratio; // pixels for each unit of the window
    int width, height;      // pixels
    double now;             // s
} vl_incoming;

static vl_event event_of(const vl_incoming *in, vl_event_kind kind)
{
    // The 32-bit difference is right even when SDL's clock overflows. An event from the future has
    // the time of now.
    int32_t age = (int32_t)(SDL_GetTicks() - in->event->common.timestamp);
    SDL_Keymod modifiers = SDL_GetModState();
    return (vl_event){
        .kind = kind,
        .time = in->now - (age > 0 ? age : 0) / 1000.0,
        .ctrl = (modifiers & (KMOD_CTRL | KMOD_GUI)) != 0,
        .shift = (modifiers & KMOD_SHIFT) != 0,
    };
}

static void on_key(const vl_incoming *in)
{
    const SDL_KeyboardEvent *key = &in->event->key;
    vl_event made = event_of(in, VL_EVENT_KEY);
    made.key = key_of(key->keysym);
    made.ctrl = (key->keysym.mod & (KMOD_CTRL | KMOD_GUI)) != 0;
    made.shift = (key->keysym.mod & KMOD_SHIFT) != 0;
    made.repeat = key->repeat != 0;
    if (made.key)
        vl_null_push(in->platform, made);
}

static void on_text(const vl_incoming *in)
{
    vl_event made = event_of(in, VL_EVENT_TEXT);
    SDL_strlcpy(made.text, in->event->text.text, sizeof made.text);
    vl_null_push(in->platform, made);
}

static void push_mouse(const vl_incoming *in, vl_event made, int button)
{
    made.pointer = VL_POINTER_MOUSE;
    made.button = button;
    made.x = in->input->x;
    made.y = in->input->y;
    vl_null_push(in->platform, made);
}

static void move_mouse(const vl_incoming *in, int x, int y)
{
    in->input->x = (float)x * in->x_ratio;
    in->input->y = (float)y * in->y_ratio;
}

static void on_motion(const vl_incoming *in)
{
    const SDL_MouseMotionEvent *motion = &in->event->motion;
    if (motion->which == SDL_TOUCH_MOUSEID)
        return;
    move_mouse(in, motion->x, motion->y);
    push_mouse(in, event_of(in, VL_EVENT_POINTER_MOVE), 0);
}

static void on_button(const vl_incoming *in)
{
    // SDL numbers the buttons left, middle, right, as the app does.
    int button = in->event->button.button;
    if (in->event->button.which == SDL_TOUCH_MOUSEID || button < 1 || button > VL_MOST_BUTTONS)
        return;
    bool down = in->event->type == SDL_MOUSEBUTTONDOWN;
    // A button that was released when the window lost the focus must not be released again.
    if (!down && !in->input->buttons[button])
        return;
    in->input->buttons[button] = down;
    move_mouse(in, in->event->button.x, in->event->button.y);
    push_mouse(in, event_of(in, down ? VL_EVENT_POINTER_DOWN : VL_EVENT_POINTER_UP), button);
}

static void on_wheel(const vl_incoming *in)
{
    bool flipped = in->event->wheel.direction == SDL_MOUSEWHEEL_FLIPPED;
    vl_event made = event_of(in, VL_EVENT_WHEEL);
    made.wheel = flipped ? -in->event->wheel.preciseY : in->event->wheel.preciseY;
    if (made.wheel != 0)
        push_mouse(in, made, 0);
}

static void push_finger(const vl_incoming *in, int finger, vl_event made)
{
    made.pointer = finger + 1;
    made.button = VL_BUTTON_LEFT;
    made.x = in->input->fingers[finger].x;
    made.y = in->input->fingers[finger].y;
    vl_null_push(in->platform, made);
}

static void on_finger(const vl_incoming *in)
{
    const SDL_TouchFingerEvent *touch = &in->event->tfinger;
    Uint32 type = in->event->type;
    int index = -1, unused = -1; // a new finger gets an unused place
    for (int i = VL_MOST_FINGERS - 1; i >= 0; i--)
        if (!in->input->fingers[i].down)
            unused = i;
        else if (in->input->fingers[i].id == touch->fingerId)
            index = i;
    if (index < 0 && type == SDL_FINGERDOWN)
        index = unused;
    if (index < 0)
        return;
    in->input->fingers[index].down = type != SDL_FINGERUP;
    in->input->fingers[index].id = touch->fingerId;
    in->input->fingers[index].x = touch->x * (float)in->width;
    in->input->fingers[index].y = touch->y * (float)in->height;
    vl_event_kind kind = type == SDL_FINGERDOWN ? VL_EVENT_POINTER_DOWN
                         : type == SDL_FINGERUP ? VL_EVENT_POINTER_UP
                                                : VL_EVENT_POINTER_MOVE;
    push_finger(in, index, event_of(in, kind));
}

static void on_drop(const vl_incoming *in)
{
    vl_event made = event_of(in, VL_EVENT_DROP);
    made.path = vl_copy_text(in->event->drop.file);
    made.x = in->input->x;
    made.y = in->input->y;
    SDL_free(in->event->drop.file);
    if (made.path)
        vl_null_push(in->platform, made);
}

// Releases all buttons and fingers, because a window without the focus does not receive their
// release.
static void release_all(const vl_incoming *in)
{
    vl_event made = event_of(in, VL_EVENT_POINTER_UP);
    for (int i = 1; i <= VL_MOST_BUTTONS; i++) {
        if (in->input->buttons[i])
            push_mouse(in, made, i);
        in->input->buttons[i] = false;
    }
    for (int i = 0; i < VL_MOST_FINGERS; i++) {
        if (in->input->fingers[i].down)
            push_finger(in, i, made);
        in->input->fingers[i].down = false;
    }
}

static void on_window(const vl_incoming *in)
{
    if (in->event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
        release_all(in);
    if (in->event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED) {
        vl_event made = event_of(in, VL_EVENT_RESIZE);
        made.x = (float)in->width;
        made.y = (float)in->height;
        vl_null_push(in->platform, made);
    }
}

static void on_quit(const vl_incoming *in)
{
    vl_null_push(in->platform, event_of(in, VL_EVENT_QUIT));
}

static const struct {
    Uint32 type;
    void (*handle)(const vl_incoming *);
} HANDLERS[] = {
    {SDL_QUIT, on_quit},
    {SDL_KEYDOWN, on_key},
    {SDL_TEXTINPUT, on_text},
    {SDL_MOUSEMOTION, on_motion},
    {SDL_MOUSEBUTTONDOWN, on_button},
    {SDL_MOUSEBUTTONUP, on_button},
    {SDL_MOUSEWHEEL, on_wheel},
    {SDL_FINGERDOWN, on_finger},
    {SDL_FINGERMOTION, on_finger},
    {SDL_FINGERUP, on_finger},
    {SDL_DROPFILE, on_drop},
    {SDL_WINDOWEVENT, on_window},
};

// Translates an event and pushes the result. Those that the app does not use are ignored.
static void translate(const vl_incoming *in)
{
    for (size_t i = 0; i < sizeof HANDLERS / sizeof *HANDLERS; i++)
        if (HANDLERS[i].type == in->event->type)
            HANDLERS[i].handle(in);
}

// --- drawing by the renderer ---

_Static_assert(sizeof(vl_colour) == sizeof(SDL_Color), "SDL reads our colours in place");

void vl_sdl_forget(vl_sdl_textures *textures)
{
    for (int i = 0; i < VL_TYPE_COUNT; i++)
        if (textures->atlas[i])
            SDL_DestroyTexture(textures->atlas[i]);
    *textures = (vl_sdl_textures){0};
}

static void draw_triangles(SDL_Renderer *renderer, const vl_drawlist *list, const vl_draw *draw)
{
    const vl_vertex *v = list->vertices;
    SDL_RenderGeometryRaw(renderer, NULL, &v->x, sizeof *v, (const SDL_Color *)&v->colour,
                          sizeof *v, NULL, 0, list->vertex_count, list->indices + draw->first,
                          draw->count, sizeof *list->indices);
}

// Uploads white pixels whose opacity is the coverage. SDL multiplies them by the colour of the
// text.
static void upload(SDL_Texture *texture, const vl_atlas *atlas)
{
    size_t count = (size_t)atlas->height * VL_ATLAS_WIDTH;
    uint8_t *pixels = vl_alloc(count, 4);
    for (size_t i = 0; i < count; i++) {
        uint8_t *to = pixels + 4 * i;
        to[0] = to[1] = to[2] = 255;
        to[3] = atlas->coverage[i];
    }
    SDL_UpdateTexture(texture, NULL, pixels, 4 * VL_ATLAS_WIDTH);
    vl_free(pixels);
}

// Returns the texture of a size, which is uploaded again if letters were added; NULL on failure.
static SDL_Texture *texture_of(SDL_Renderer *renderer, const vl_atlas *atlas, int size,
                               vl_sdl_textures *textures)
{
    SDL_Texture **texture = &textures->atlas[size];
    if (*texture && textures->changes[size] == atlas->changes)
        return *texture;
    if (*texture)
        SDL_DestroyTexture(*texture);
    *texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC,
                                 VL_ATLAS_WIDTH, atlas->height);
    if (!*texture)
        return NULL;
    SDL_SetTextureBlendMode(*texture, SDL_BLENDMODE_BLEND);
    upload(*texture, atlas);
    textures->changes[size] = atlas->changes;
    return *texture;
}

// All letters must be requested before the texture is uploaded, because a request may grow or empty
// the atlas. The letters of one line always fit into it.
static void draw_text(SDL_Renderer *renderer, const vl_drawlist *list, const vl_draw *draw,
                      vl_glyphs *glyphs, vl_sdl_textures *textures)
{
    const char *start = list->text.data + draw->first, *end = start + draw->count;
    vl_glyphs_width(glyphs, draw->size, start, draw->count);
    const vl_atlas *atlas = vl_glyphs_atlas(glyphs, draw->size);
    if (atlas->height == 0)
        return;
    SDL_Texture *texture = texture_of(renderer, atlas, (int)draw->size, textures);
    if (!texture)
        return;
    SDL_SetTextureColorMod(texture, draw->colour.r, draw->colour.g, draw->colour.b);
    SDL_SetTextureAlphaMod(texture, draw->colour.a);
    int pen = (int)lroundf(draw->x), top = (int)lroundf(draw->y);
    const char *cursor = start;
    for (uint32_t code; (code = vl_glyphs_next(&cursor, end)) != 0;) {
        vl_glyph glyph = vl_glyphs_get(glyphs, draw->size, code);
        const SDL_Rect from = {glyph.x, glyph.y, glyph.w, glyph.h};
        const SDL_Rect to = {pen + glyph.left, top + glyph.top, glyph.w, glyph.h};
        if (glyph.w > 0)
            SDL_RenderCopy(renderer, texture, &from, &to);
        pen += glyph.advance;
    }
}

static bool set_clip(SDL_Renderer *renderer, vl_rect clip)
{
    if (clip.w < 0) {
        SDL_RenderSetClipRect(renderer, NULL);
        return true;
    }
    int x0 = (int)lroundf(clip.x), y0 = (int)lroundf(clip.y);
    int x1 = (int)lroundf(clip.x + clip.w), y1 = (int)lroundf(clip.y + clip.h);
    SDL_RenderSetClipRect(renderer, &(SDL_Rect){x0, y0, x1 - x0, y1 - y0});
    return x1 > x0 && y1 > y0;
}

// Fills the surface with the list's background and draws the list; does not show it yet.
static void draw_list(SDL_Renderer *renderer, const vl_drawlist *list, vl_glyphs *glyphs,
                      vl_sdl_textures *textures)
{
    SDL_RenderSetClipRect(renderer, NULL);
    SDL_SetRenderDrawColor(renderer, list->background.r, list->background.g, list->background.b,
                           255);
    SDL_RenderClear(renderer);
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND);

    bool seen = true;
    for (int i = 0; i < list->draw_count; i++) {
        const vl_draw *draw = &list->draws[i];
        if (draw->kind == VL_DRAW_CLIP)
            seen = set_clip(renderer, draw->clip);
        else if (seen && draw->kind == VL_DRAW_TRIANGLES)
            draw_triangles(renderer, list, draw);
        else if (seen)
            draw_text(renderer, list, draw, glyphs, textures);
    }
    SDL_RenderSetClipRect(renderer, NULL);
}

// --- the window ---

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
        translate(&(vl_incoming){.input = &base->input,
                                 .event = &raw,
                                 .platform = platform,
                                 .x_ratio = ratio(pixels.x, units.x),
                                 .y_ratio = ratio(pixels.y, units.y),
                                 .width = pixels.x,
                                 .height = pixels.y,
                                 .now = platform->now(platform)});
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
        draw_list(base->renderer, list, base->offscreen.glyphs, &base->textures);
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

static bool save_picture(vl_platform *platform, const char *path, char **made, vl_error *error)
{
    return draw_again(vl_sdl_base_of(platform), path, error) &&
           vl_offscreen_save(platform, path, made, error);
}

static void set_title(vl_platform *platform, const char *title)
{
    SDL_SetWindowTitle(vl_sdl_base_of(platform)->window, title);
}

bool vl_sdl_base_begin(vl_sdl_base *base, vl_error *error)
{
    vl_platform *platform = &base->offscreen.null.platform;
    bool opened = vl_offscreen_begin(&base->offscreen, error);
    base->display_density = 1;
    platform->poll = poll_event;
    platform->surface = surface;
    platform->save_picture = save_picture;
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

// --- the libraries ---

void vl_window_add_libraries(vl_text *text)
{
    SDL_version sdl;
    SDL_GetVersion(&sdl);
    const SDL_version *ttf = TTF_Linked_Version();
    vl_text_add(text, ", SDL %d.%d.%d, SDL_ttf %d.%d.%d", sdl.major, sdl.minor, sdl.patch,
                ttf->major, ttf->minor, ttf->patch);
    vl_font_add_library(text);
    vl_text_add(text, ", libpng %s", png_get_libpng_ver(NULL));
}
