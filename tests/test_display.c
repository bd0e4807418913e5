// The program in a window on a display that is taken away, or that makes the window of any size.
// The display is a server of X of the test's own, and the keys come from another connection.

// For mkdtemp() in programs.h.
#define _XOPEN_SOURCE 700

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#undef COUNT // of X11
#include "support/programs.h"
#include "support/scenes.h"
#include "support/testing.h"

static const char pendulum[] =
    "format: 1\ntitle: A pendulum\ngravity: [0, -9.81]\nparticles:\n"
    "  - {name: hook, at: [0, 0], pinned: true}\n  - {at: [1, 0], mass: 2}\n"
    "links:\n  - {from: hook, to: 2}\n";

// A server, the program in a window on it, and a hand.
typedef struct display {
    pid_t server, program;
    FILE *out, *err;
    Display *hand;
    Window window;
} display;

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

enum { PATIENCE = 3000 }; // naps, a minute

// Starts a server that tells its number.
static pid_t start_server(char name[16])
{
    int ends[2];
    char number[8] = "", argument[8];
    assert_int_equal(pipe(ends), 0);
    pid_t server = fork();
    assert_true(server >= 0);
    if (server == 0) {
        close(ends[0]);
        snprintf(argument, sizeof argument, "%d", ends[1]);
        prctl(PR_SET_PDEATHSIG, SIGKILL); // it ends with the test in any case
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execlp("Xvfb", "Xvfb", "-displayfd", argument, "-screen", "0", "1280x720x24", "-nolisten",
               "tcp", "-ac", "-noreset", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    for (size_t n = 0; n < sizeof number - 1 && read(ends[0], number + n, 1) == 1; n++)
        if (number[n] == '\n')
            break;
    close(ends[0]);
    number[strcspn(number, "\n")] = '\0';
    if (!*number)
        test_skip("Xvfb does not start, so there is no virtual display");
    snprintf(name, 16, ":%s", number);
    return server;
}

static int pass_over(Display *hand, XErrorEvent *event)
{
    return 0;
}

// Without a window manager nobody gives the window the keyboard. A window may be taken away while
// it is looked at: SDL makes some that it never shows.
static Window find_window(Display *hand)
{
    Window root, parent, *children = NULL, found = None;
    unsigned count = 0;
    XErrorHandler before = XSetErrorHandler(pass_over);
    XQueryTree(hand, DefaultRootWindow(hand), &root, &parent, &children, &count);
    for (unsigned i = 0; i < count; i++) {
        XWindowAttributes attributes;
        if (XGetWindowAttributes(hand, children[i], &attributes) &&
            attributes.map_state == IsViewable && attributes.width >= 640)
            found = children[i];
    }
    XSetErrorHandler(before);
    if (children)
        XFree(children);
    return found;
}

static display open_display(void)
{
    char name[16], folder[512];
    assert_non_null(getcwd(folder, sizeof folder));
    setenv("XDG_STATE_HOME", folder, 1);
    write_here("pendulum.yaml", pendulum);
    display d = {.server = start_server(name), .out = tmpfile(), .err = tmpfile()};
    setenv("DISPLAY", name, 1);
    d.program = start("pendulum.yaml", fileno(d.out), fileno(d.err));
    d.hand = XOpenDisplay(name);
    assert_non_null(d.hand);
    for (int i = 0; i < PATIENCE && !(d.window = find_window(d.hand)); i++)
        nap();
    assert_true(d.window != None);
    XSetInputFocus(d.hand, d.window, RevertToParent, CurrentTime);
    XSync(d.hand, False);
    return d;
}

static void strike(const display *d, KeySym symbol, KeySym modifier)
{
    KeyCode code = XKeysymToKeycode(d->hand, symbol);
    KeyCode held = modifier ? XKeysymToKeycode(d->hand, modifier) : 0;
    if (held)
        XTestFakeKeyEvent(d->hand, held, True, 0);
    XTestFakeKeyEvent(d->hand, code, True, 0);
    XTestFakeKeyEvent(d->hand, code, False, 0);
    if (held)
        XTestFakeKeyEvent(d->hand, held, False, 0);
    XSync(d->hand, False);
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

// Ctrl+S is heard when what was done before it has been.
static void save(const display *d, const char *path)
{
    strike(d, XK_s, XK_Control_L);
    for (int i = 0; i < PATIENCE && !is_there(path); i++)
        nap();
    assert_true(is_there(path));
}

#define SAVED "verlet-lab/scenes/pendulum-saved"

static outcome end_of(display *d)
{
    outcome result = {.status = ending(d->program)};
    result.out = slurp(d->out);
    result.err = slurp(d->err);
    XCloseDisplay(d->hand);
    kill(d->server, SIGTERM);
    ending(d->server);
    return result;
}

TEST(a_window_of_any_size_is_drawn_and_hears)
{
    static const unsigned sizes[][2] = {{1, 1}, {8192, 8192}, {1, 8192}, {1280, 720}};
    static const char *const files[] = {SAVED ".yaml", SAVED "-2.yaml", SAVED "-3.yaml",
                                        SAVED "-4.yaml"};
    display d = open_display();
    for (int i = 0; i < COUNT(sizes); i++) {
        XResizeWindow(d.hand, d.window, sizes[i][0], sizes[i][1]);
        XSync(d.hand, False);
        save(&d, files[i]);
    }
    strike(&d, XK_q, XK_Control_L);
    SCOPED(outcome) result = end_of(&d);
    assert_int_equal(result.status, 0);
    for (int i = 0; i < COUNT(files); i++)
        unlink(files[i]);
}

// A server that is stopped keeps a frame waiting for ever: the program hears the signal there, or
// as it closes the window, and ends by it a second later.
TEST(a_signal_ends_a_frame_that_does_not_end)
{
    display d = open_display();
    siginfo_t ended = {0};
    kill(d.server, SIGSTOP);
    for (int i = 0; i < PATIENCE && ended.si_pid == 0; i++) {
        kill(d.program, SIGTERM);
        nap();
        waitid(P_PID, (id_t)d.program, &ended, WEXITED | WNOHANG | WNOWAIT);
    }
    kill(d.program, SIGKILL);
    kill(d.server, SIGCONT);
    SCOPED(outcome) result = end_of(&d);
    assert_int_equal(result.status, 1000 + SIGTERM);
}

static int choose_display(void **state)
{
    (void)state;
    setenv("SDL_VIDEODRIVER", "x11", 1);
    setenv("SDL_RENDER_DRIVER", "software", 1);
    unsetenv("WAYLAND_DISPLAY");
    return 0;
}

TEST_FIXTURE(choose_display, NULL)
