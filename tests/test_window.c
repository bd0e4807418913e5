// The real window on a virtual display, driven through the X server by real key presses and a real
// pointer: every key, a drag, a drop, a finger, and pictures compared with stored ones.

#include "app/stage/stage.h"
#include "platform/sdl_offscreen.h"
#include "platform/window.h"
#include "png_reader.h"
#include "support/key_checks.h"

#include <SDL.h>
#include <SDL_syswm.h>
#include <X11/XKBlib.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <time.h>

#undef COUNT // of X11
#include "support/app_fixture.h"

// Frames after which something that was to happen has not.
enum { PATIENCE = 240 };

static Display *hand; // a connection of its own, as another program's

// Without a window manager nobody gives the window the keyboard.
static void focus(void)
{
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    SDL_Window *window = SDL_GetWindowFromID(1);
    assert_non_null(window);
    assert_true(SDL_GetWindowWMInfo(window, &info));
    XMoveWindow(hand, info.info.x11.window, 0, 0);
    XSetInputFocus(hand, info.info.x11.window, RevertToParent, CurrentTime);
    XSync(hand, False);
}

static desk *open_window(const char *scene)
{
    vl_error error = {0};
    close_scene();
    vl_platform *window = vl_window_create("Verlet Lab", 1280, 720, &error);
    assert_good(window, error);
    hand = hand ? hand : XOpenDisplay(NULL);
    assert_non_null(hand);
    desk *d = open_on(window, scene);
    frames(d, 2);
    focus();
    frames(d, 3);
    return d;
}

// --- real keys ---

static KeySym keysym_of(uint32_t key)
{
    static const struct {
        uint32_t key;
        KeySym symbol;
    } rows[] = {
        {VL_KEY_ESCAPE, XK_Escape},   {VL_KEY_ENTER, XK_Return},
        {VL_KEY_PAGE_UP, XK_Page_Up}, {VL_KEY_PAGE_DOWN, XK_Page_Down},
        {VL_KEY_LEFT, XK_Left},       {VL_KEY_RIGHT, XK_Right},
        {VL_KEY_UP, XK_Up},           {VL_KEY_DOWN, XK_Down},
    };

    for (int i = 0; i < COUNT(rows); i++)
        if (rows[i].key == key)
            return rows[i].symbol;
    if (key >= VL_KEY_F1 && key < VL_KEY_F1 + 12)
        return XK_F1 + (key - VL_KEY_F1);
    return key; // Latin-1 is its own symbol
}

static void strike(KeySym symbol, bool ctrl, bool with_shift)
{
    KeyCode code = XKeysymToKeycode(hand, symbol);
    assert_int_not_equal(code, 0);
    bool shift = with_shift || XkbKeycodeToKeysym(hand, code, 0, 0) != symbol;
    KeyCode modifiers[2] = {XKeysymToKeycode(hand, XK_Shift_L),
                            XKeysymToKeycode(hand, XK_Control_L)};
    bool held[2] = {shift, ctrl};
    for (int i = 0; i < 2; i++)
        if (held[i])
            XTestFakeKeyEvent(hand, modifiers[i], True, 0);
    XTestFakeKeyEvent(hand, code, True, 0);
    XTestFakeKeyEvent(hand, code, False, 0);
    for (int i = 0; i < 2; i++)
        if (held[i])
            XTestFakeKeyEvent(hand, modifiers[i], False, 0);
    XSync(hand, False);
}

static void point(float x, float y)
{
    XTestFakeMotionEvent(hand, -1, (int)lroundf(x), (int)lroundf(y), 0);
    XSync(hand, False);
}

static void button(bool down)
{
    XTestFakeButtonEvent(hand, 1, down, 0);
    XSync(hand, False);
}

static int held(const desk *d)
{
    return world_of(d)->hold_count;
}

// The event of the next key; of no kind where none comes.
static vl_event next_key(desk *d)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    vl_event event = {0};
    for (int i = 0; i < 2000 && event.kind != VL_EVENT_KEY; i++) {
        event.kind = 0;
        if (!d->platform->poll(d->platform, &event))
            nanosleep(&moment, NULL);
    }
    return event;
}

// What a command does is seen on the platform that is not there.
TEST(each_key_comes_as_its_command)
{
    desk *d = open_window("pendulum");
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        vl_event key;
        if (!vl_key_read(command.name, &key))
            continue;
        strike(keysym_of(key.key), key.ctrl, key.shift);
        vl_event event = next_key(d);
        if (event.kind != VL_EVENT_KEY || vl_command_of_event(&event) != i)
            fail_msg("%s: the key %u%s%s comes", command.name, event.key,
                     event.ctrl ? " with Ctrl" : "", event.shift ? " with Shift" : "");
    }
}

TEST(the_window_fills_the_screen_and_comes_back)
{
    desk *d = open_window("pendulum");
    for (int full = 1; full >= 0; full--) {
        strike(XK_F11, false, false);
        FRAMES_UNTIL(d, PATIENCE, d->platform->is_fullscreen(d->platform) == full);
        frames(d, 5);
        focus();
    }
}

// Letters that are typed arrive as text, keys that edit them and Tab as keys.
TEST(a_command_is_typed_and_a_control_is_tabbed_to)
{
    desk *d = open_window("pendulum");
    strike('k', true, false);
    FRAMES_UNTIL(d, PATIENCE, d->app->drawer.open == VL_DRAWER_FIND);
    for (const char *c = "xtheme"; *c; c++)
        strike((KeySym)*c, false, false);
    strike(XK_Home, false, false);
    strike(XK_Delete, false, false);
    FRAMES_UNTIL(d, PATIENCE, strcmp(d->app->drawer.search.field.text, "theme") == 0);
    strike(XK_End, false, false);
    strike(XK_BackSpace, false, false);
    strike(XK_Return, false, false);
    const vl_theme *before = d->app->shown.theme;
    FRAMES_UNTIL(d, PATIENCE, d->app->shown.theme != before);
    strike(XK_Tab, false, false);
    FRAMES_UNTIL(d, PATIENCE, d->app->focus.shown);
}

// --- the pointer ---

TEST(a_drag_moves_the_ball_to_the_pointer)
{
    desk *d = open_window("ball-on-string");
    play(d, "Pause/0");
    int number = world_of(d)->particles.count;
    frames(d, 2);
    vl_pixel at = ball_pixel(d, number);
    point(at.x, at.y);
    frames(d, 5);
    button(true);
    FRAMES_UNTIL(d, PATIENCE, held(d) == 1);
    vl_session_set_running(d->session, true);

    float x = roundf(at.x) - 60, y = roundf(at.y) + 40;
    point(x, y);
    FRAMES_UNTIL(d, PATIENCE, is_under(d, number, x, y));
    button(false);
    FRAMES_UNTIL(d, PATIENCE, held(d) == 0);
}

TEST(resizing_keeps_everything_in_the_window)
{
    static const int sizes[][2] = {{1900, 1000}, {800, 600}, {640, 900}, {1280, 720}};
    desk *d = open_window("chain");
    for (int i = 0; i < COUNT(sizes); i++) {
        SDL_SetWindowSize(SDL_GetWindowFromID(1), sizes[i][0], sizes[i][1]);
        FRAMES_UNTIL(d, PATIENCE, d->platform->surface(d->platform).width == sizes[i][0]);
        vl_surface s = d->platform->surface(d->platform);
        assert_int_equal(s.height, sizes[i][1]);
        vl_rect parts[MOST_PARTS];
        frames(d, 1);
        int count = parts_of_window(d->app, parts);
        for (int k = 0; k < count; k++)
            assert_true(parts[k].x + parts[k].w <= (float)s.width + 1 &&
                        parts[k].y + parts[k].h <= (float)s.height + 1);
    }
}

// --- pictures ---

// Measured times among the digits differ from run to run by some 0.01, two renderers by 0.08. A
// ball somewhere else makes 0.5: the picture of half a second later must be told apart.
static const double picture_tolerance = 0.2;

static void draw(desk *d, double at, const char *png)
{
    vl_stages_free(d->app); // names have a place of their own only after the first picture
    vl_app_go_to(d->app, at, NULL, NULL);
    vl_null_of(d->platform)->frame = 0; // and come to rest in the second one
    frames(d, 2);
    assert_true(d->platform->save_picture(d->platform, png, NULL, &(vl_error){0}));
}

// Mean difference of the channels of all pixels, of 255, between a picture that is stored and
// another one.
static double difference_of_files(const char *one, const char *other)
{
    double sum = 0;
    SCOPED(vl_picture) a = {0}, b = {0};
    assert_true(read_picture(&a, one) && read_picture(&b, other));
    assert_int_equal(a.width, b.width);
    assert_int_equal(a.height, b.height);
    size_t count = (size_t)a.width * (size_t)a.height * 4;
    for (size_t i = 0; i < count; i++)
        sum += abs(a.pixels[i] - b.pixels[i]);
    return sum / (double)count;
}

TEST(pictures_are_those_that_are_stored)
{
    static const char *const scenes[] = {"chain", "cloth"};
    for (int i = 0; i < COUNT(scenes); i++) {
        const char *stored = PRINTED(VL_TEST_SOURCES "/docs/pictures/%s.png", scenes[i]);
        close_scene();
        vl_platform *platform = vl_offscreen_create(1280, 720, &(vl_error){0});
        assert_non_null(platform);
        desk *d = open_on(platform, scenes[i]);
        draw(d, 1, "now.png");
        double off = difference_of_files(stored, "now.png");
        draw(d, 1.5, "now.png");
        double later = difference_of_files(stored, "now.png");
        print_message("  %s: %.3f of 255; half a second later %.3f\n", scenes[i], off, later);
        assert_true(off < picture_tolerance && later > picture_tolerance);
    }
}
