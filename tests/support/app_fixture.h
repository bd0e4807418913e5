#pragma once
// What the tests of the app share: an app on the platform that is not there, its keys and pointers,
// and what it shows. A test opens a scene with open_scene(), which closes the one before. The tests
// of a program run in a folder of their own under /tmp, for pictures and saved scenes.

#include "app/app.h"
#include "app/input/input.h"
#include "app/pages/pages.h"
#include "app/screen/screen.h"
#include "platform/null_platform.h"
#include "testing.h"
#include "ui/number.h"

#define SCENES VL_TEST_SOURCES "/scenes/"
#define SAVED  "verlet-lab/scenes/" // where the tests find what Ctrl+S has saved

enum {
    KEY_F2 = VL_KEY_F1 + 1, // panel
    KEY_F3 = VL_KEY_F1 + 2, // order lab
    KEY_F4,                 // ledger
    KEY_F5,                 // identities
    KEY_F6,                 // stability
    KEY_F7,                 // policies
    KEY_F8,                 // the next engine
    KEY_F9                  // phase portrait
};

typedef struct desk {
    vl_platform *platform;
    vl_app *app;
    vl_session *session; ///< of the app
} desk;

/// Opens a scene of the project by its name, or another file by a path that ends in ".yaml", in a
/// window of 1280 × 720 pixels or of the size given, and draws a frame. Fails the test where that
/// cannot be done.
desk *open_scene(const char *scene);
desk *open_sized(const char *scene, int width, int height);

/// Chooses one of the kinds of type, from 0 to TYPES − 1: the usual one, one of 150 %, that for a
/// projector.
enum { TYPES = 3 };

void choose_type(desk *d, int kind);

/// Opens a copy of a scene of the project without the lanes of its `compare`: it has one.
desk *open_alone(const char *scene);

/// On a platform of another kind, which the fixture then destroys; close_scene() comes first.
desk *open_on(vl_platform *platform, const char *scene);
void close_scene(void);

/// As open_scene(), with the panel.
desk *open_with_panel(const char *scene);

/// As open_sized(), paused, with the page of a key.
desk *open_page(const char *scene, uint32_t key, int width, int height);

void write_file(const char *path, const char *text);

// --- what somebody does ---

void frames(desk *d, int count);

/// A key, and so many frames; `command` is what the key means, at once and without a frame,
/// `commands` several.
void press(desk *d, uint32_t key, int then_frames);
void command(desk *d, uint32_t key);
void commands(desk *d, const char *keys);

void pause_run(desk *d);

/// Ctrl+S
void save(desk *d);

/// An event of the left button of the mouse, of a pointer by number, or of any button, and so many
/// frames.
void push(desk *d, vl_event_kind kind, float x, float y, int then_frames);
void push_pointer(desk *d, vl_event_kind kind, int pointer, float x, float y, int then_frames);
void push_button(desk *d, vl_event_kind kind, int button, float x, float y, int then_frames);

/// Pressed and let go in the midst of a rectangle, by mouse or finger; or on a text that is drawn.
void click(desk *d, vl_rect rect, bool finger);
void click_text(desk *d, const char *text);

/// Where particle `number` (from 1) is on the screen; grab() also takes it.
vl_pixel ball_pixel(const desk *d, int number);
vl_pixel grab(desk *d, int number, int then_frames);

/// Goes on until the page has found all there is to find.
void wait_for_page(desk *d);

// --- what there is to see ---

vl_world *world_of(const desk *d);
double time_of(const desk *d);

/// Whether a text is anywhere on the screen; in `shows_figure` after the value of a format's %s.
bool shows(const desk *d, const char *text);
bool shows_figure(const desk *d, const char *format, double value, int decimals);

/// The piece of text that reads so, or begins so; NULL: there is none.
const vl_draw *drawn_text(const desk *d, const char *text);
const vl_draw *drawn_beginning(const desk *d, const char *text);

/// As drawn_beginning(), in a drawer that is scrolled from its top until the text is there.
const vl_draw *scroll_to(desk *d, const char *text);
