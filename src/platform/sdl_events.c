#include "platform/sdl_events.h"

#include "base/memory.h"

#include <math.h>

typedef struct vl_key_row {
    SDL_Keycode from;
    uint32_t to;
} vl_key_row;

static const vl_key_row NAMED_KEYS[] = {
    {SDLK_ESCAPE, VL_KEY_ESCAPE},
    {SDLK_TAB, VL_KEY_TAB},
    {SDLK_RETURN, VL_KEY_ENTER},
    {SDLK_KP_ENTER, VL_KEY_ENTER},
    {SDLK_SPACE, VL_KEY_SPACE},
    {SDLK_PAGEUP, VL_KEY_PAGE_UP},
    {SDLK_PAGEDOWN, VL_KEY_PAGE_DOWN},
    {SDLK_HOME, VL_KEY_HOME},
    {SDLK_END, VL_KEY_END},
    {SDLK_LEFT, VL_KEY_LEFT},
    {SDLK_RIGHT, VL_KEY_RIGHT},
    {SDLK_UP, VL_KEY_UP},
    {SDLK_DOWN, VL_KEY_DOWN},
    {SDLK_KP_PERIOD, '.'},
    {SDLK_KP_COMMA, ','},
    {SDLK_KP_PLUS, '+'},
    {SDLK_KP_MINUS, '-'},
    {SDLK_KP_MULTIPLY, '*'},
    {SDLK_KP_DIVIDE, '/'},
    {SDLK_KP_EQUALS, '='},
    {SDLK_KP_0, '0'},
    {SDLK_AC_BACK, VL_KEY_ESCAPE},
};

static bool is_digit(uint32_t key)
{
    return key >= '0' && key <= '9';
}

// The row of digits, whatever the layout prints there, and the brackets beside P where a layout has
// letters in their place.
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

// 0 for keys that mean nothing here, Shift and the like.
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
    return is_digit(key) ? key : by_place(keysym.scancode, key);
}

static vl_event event_of(const SDL_Event *event, const vl_sdl_view *view, vl_event_kind kind)
{
    // The difference is taken in 32 bits, which stay right when SDL's clock turns over; an event
    // from the future is one of now.
    int32_t age = (int32_t)(view->ticks - event->common.timestamp);
    SDL_Keymod modifiers = SDL_GetModState();
    return (vl_event){
        .kind = kind,
        .time = view->now - (age > 0 ? age : 0) / 1000.0,
        .ctrl = (modifiers & (KMOD_CTRL | KMOD_GUI)) != 0,
        .shift = (modifiers & KMOD_SHIFT) != 0,
    };
}

static void on_key(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                   vl_queue *queue)
{
    (void)input;
    vl_event made = event_of(event, view, VL_EVENT_KEY);
    made.key = key_of(event->key.keysym);
    made.ctrl = (event->key.keysym.mod & (KMOD_CTRL | KMOD_GUI)) != 0;
    made.shift = (event->key.keysym.mod & KMOD_SHIFT) != 0;
    made.repeat = event->key.repeat != 0;
    if (made.key)
        vl_queue_push(queue, made);
}

static void push_mouse(const vl_sdl_input *input, vl_event made, int button, vl_queue *queue)
{
    made.pointer = VL_POINTER_MOUSE;
    made.button = button;
    made.x = input->x;
    made.y = input->y;
    vl_queue_push(queue, made);
}

static void on_motion(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                      vl_queue *queue)
{
    if (event->motion.which == SDL_TOUCH_MOUSEID)
        return;
    input->x = (float)event->motion.x * view->x_ratio;
    input->y = (float)event->motion.y * view->y_ratio;
    push_mouse(input, event_of(event, view, VL_EVENT_POINTER_MOVE), 0, queue);
}

static void on_button(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                      vl_queue *queue)
{
    // SDL numbers left, middle, right as we do.
    int button = event->button.button;
    if (event->button.which == SDL_TOUCH_MOUSEID || button < 1 || button > VL_MOST_BUTTONS)
        return;
    bool down = event->type == SDL_MOUSEBUTTONDOWN;
    // A button that was let go when the focus went is let go once only.
    if (!down && !input->buttons[button])
        return;
    input->buttons[button] = down;
    input->x = (float)event->button.x * view->x_ratio;
    input->y = (float)event->button.y * view->y_ratio;
    vl_event_kind kind = down ? VL_EVENT_POINTER_DOWN : VL_EVENT_POINTER_UP;
    push_mouse(input, event_of(event, view, kind), button, queue);
}

static void on_wheel(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                     vl_queue *queue)
{
    vl_event made = event_of(event, view, VL_EVENT_WHEEL);
    made.wheel = event->wheel.preciseY;
    if (event->wheel.direction == SDL_MOUSEWHEEL_FLIPPED)
        made.wheel = -made.wheel;
    if (made.wheel != 0)
        push_mouse(input, made, 0, queue);
}

// Index of a finger; a new one takes a free place. -1 where all are taken or it is not known.
static int find_finger(vl_sdl_input *input, SDL_FingerID id, bool is_new)
{
    for (int i = 0; i < VL_MOST_FINGERS; i++)
        if (input->fingers[i].down && input->fingers[i].id == id)
            return i;
    for (int i = 0; is_new && i < VL_MOST_FINGERS; i++)
        if (!input->fingers[i].down)
            return i;
    return -1;
}

static void push_finger(const vl_sdl_input *input, int finger, vl_event made, vl_queue *queue)
{
    made.pointer = finger + 1;
    made.button = VL_BUTTON_LEFT;
    made.x = input->fingers[finger].x;
    made.y = input->fingers[finger].y;
    vl_queue_push(queue, made);
}

static void on_finger(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                      vl_queue *queue)
{
    const SDL_TouchFingerEvent *touch = &event->tfinger;
    int finger = find_finger(input, touch->fingerId, event->type == SDL_FINGERDOWN);
    if (finger < 0)
        return;
    input->fingers[finger].down = event->type != SDL_FINGERUP;
    input->fingers[finger].id = touch->fingerId;
    input->fingers[finger].x = touch->x * (float)view->width;
    input->fingers[finger].y = touch->y * (float)view->height;
    vl_event_kind kind = event->type == SDL_FINGERDOWN ? VL_EVENT_POINTER_DOWN
                         : event->type == SDL_FINGERUP ? VL_EVENT_POINTER_UP
                                                       : VL_EVENT_POINTER_MOVE;
    push_finger(input, finger, event_of(event, view, kind), queue);
}

static void on_drop(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                    vl_queue *queue)
{
    vl_event made = event_of(event, view, VL_EVENT_DROP);
    made.path = vl_copy_text(event->drop.file);
    made.x = input->x;
    made.y = input->y;
    SDL_free(event->drop.file);
    if (made.path)
        vl_queue_push(queue, made);
}

// Where the focus goes, the release of what is pressed would go elsewhere.
static void let_go(vl_sdl_input *input, vl_event made, vl_queue *queue)
{
    for (int i = 1; i <= VL_MOST_BUTTONS; i++) {
        if (input->buttons[i])
            push_mouse(input, made, i, queue);
        input->buttons[i] = false;
    }
    for (int i = 0; i < VL_MOST_FINGERS; i++) {
        if (input->fingers[i].down)
            push_finger(input, i, made, queue);
        input->fingers[i].down = false;
    }
}

static void on_window(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                      vl_queue *queue)
{
    if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
        let_go(input, event_of(event, view, VL_EVENT_POINTER_UP), queue);
    if (event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED) {
        vl_event made = event_of(event, view, VL_EVENT_RESIZE);
        made.x = (float)view->width;
        made.y = (float)view->height;
        vl_queue_push(queue, made);
    }
}

static void on_quit(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                    vl_queue *queue)
{
    (void)input;
    vl_queue_push(queue, event_of(event, view, VL_EVENT_QUIT));
}

typedef void on_event(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                      vl_queue *queue);

static const struct {
    Uint32 type;
    on_event *handle;
} HANDLERS[] = {
    {SDL_QUIT, on_quit},
    {SDL_KEYDOWN, on_key},
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
                      vl_queue *queue)
{
    for (size_t i = 0; i < sizeof HANDLERS / sizeof *HANDLERS; i++)
        if (HANDLERS[i].type == event->type)
            HANDLERS[i].handle(input, event, view, queue);
}
