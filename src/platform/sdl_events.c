#include "platform/sdl_events.h"

#include "base/memory.h"

#include <math.h>

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
    const vl_sdl_view *view;
    vl_platform *platform;
} vl_incoming;

static vl_event event_of(const vl_incoming *in, vl_event_kind kind)
{
    // The 32-bit difference is right even when SDL's clock overflows. An event from the future has
    // the time of now.
    int32_t age = (int32_t)(in->view->ticks - in->event->common.timestamp);
    SDL_Keymod modifiers = SDL_GetModState();
    return (vl_event){
        .kind = kind,
        .time = in->view->now - (age > 0 ? age : 0) / 1000.0,
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
    in->input->x = (float)x * in->view->x_ratio;
    in->input->y = (float)y * in->view->y_ratio;
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

// Returns the index of a finger; a new finger gets a free one. Returns −1 if all are used or the
// finger is unknown.
static int find_finger(const vl_sdl_input *input, SDL_FingerID id, bool is_new)
{
    for (int i = 0; i < VL_MOST_FINGERS; i++)
        if (input->fingers[i].down && input->fingers[i].id == id)
            return i;
    for (int i = 0; is_new && i < VL_MOST_FINGERS; i++)
        if (!input->fingers[i].down)
            return i;
    return -1;
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
    int index = find_finger(in->input, touch->fingerId, type == SDL_FINGERDOWN);
    if (index < 0)
        return;
    in->input->fingers[index].down = type != SDL_FINGERUP;
    in->input->fingers[index].id = touch->fingerId;
    in->input->fingers[index].x = touch->x * (float)in->view->width;
    in->input->fingers[index].y = touch->y * (float)in->view->height;
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
        made.x = (float)in->view->width;
        made.y = (float)in->view->height;
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

void vl_sdl_translate(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                      vl_platform *platform)
{
    for (size_t i = 0; i < sizeof HANDLERS / sizeof *HANDLERS; i++)
        if (HANDLERS[i].type == event->type)
            HANDLERS[i].handle(&(vl_incoming){input, event, view, platform});
}
