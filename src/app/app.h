#pragma once
/// The demo: a session, a view of it, and a person at a platform.
///
/// vl_app_frame() does one frame and returns, so that a window, a test, a recording or a browser
/// can drive it.

#include "app/drag.h"
#include "app/platform.h"
#include "app/session.h"
#include "app/watch.h"
#include "ui/ui.h"

typedef enum vl_notice_kind {
    VL_NOTICE_NONE,
    VL_NOTICE_NOTE,     ///< goes away by itself
    VL_NOTICE_WARNING,  ///< stays until dismissed
    VL_NOTICE_FILE,     ///< a broken scene file: stays until mended or dismissed
    VL_NOTICE_DIVERGED, ///< stays until the run begins anew
} vl_notice_kind;

typedef struct vl_notice {
    vl_notice_kind kind;
    char title[256];
    char text[VL_ERROR_TEXT_SIZE];
    double until; ///< s, when a note goes
} vl_notice;

enum { VL_MOST_POINTERS = 11, VL_TRAILS = 8, VL_TRAIL_POINTS = 720 };

/// What a pointer that is down is doing.
typedef enum vl_gesture {
    VL_GESTURE_NONE,
    VL_GESTURE_WIDGET, ///< pressed on a button or panel
    VL_GESTURE_DRAG,   ///< holds a particle
    VL_GESTURE_PAN,
    VL_GESTURE_TURN,
} vl_gesture;

typedef struct vl_pointer_state {
    bool down;
    vl_gesture gesture;
    float x, y; ///< pixels, last seen
} vl_pointer_state;

/// Where one particle was.
typedef struct vl_trail {
    int slot;
    int first, count;
    vl_vec3 points[VL_TRAIL_POINTS]; ///< m, ring buffer
} vl_trail;

/// What may be switched on and off.
typedef struct vl_shown {
    bool panel, notes, help, vectors, trails, strain, full_bar, fullscreen;
} vl_shown;

typedef struct vl_screen vl_screen;
typedef struct vl_stage vl_stage;

typedef struct vl_app {
    vl_platform *platform; ///< not owned
    vl_session session;
    vl_drag drag;
    vl_camera camera;
    vl_theme_kind theme;
    vl_shown shown;
    vl_notice notice;
    vl_watch watch;
    bool quit;

    vl_pointer_state pointers[VL_MOST_POINTERS];
    vl_pointer ui_pointer; ///< as the widgets see it
    int hover_slot;        ///< of the particle under the mouse; −1

    bool mouse_seen;   ///< it has moved over the window
    float help_scroll; ///< pixels

    double last_now;   ///< s; negative before the first frame
    double frame_rate; ///< frames/s over the last readout interval
    int frames_counted;
    double counted_since; ///< s
    double next_readout;  ///< s, when digits are refreshed
    vl_reading readout;   ///< what the digits show
    double elapsed;       ///< s since the frame before, for widgets

    vl_trail trails[VL_TRAILS];
    int trail_count;
    int64_t generation;      ///< of the lab that trails and stage were made for
    int64_t told_divergence; ///< generation of which the person was told that it diverged

    vl_stage *stage;
    vl_screen *screen;
    vl_drawlist list;
} vl_app;

/// An app on `platform` (not owned) with the scene file `path`. NULL and a message where that
/// cannot be opened. Free with vl_app_free().
VL_MUST_USE vl_app *vl_app_create(vl_platform *platform, const char *path, vl_error *error);

void vl_app_free(vl_app *app);

/// One frame: events, steps, drawing. False when the person has quit.
bool vl_app_frame(vl_app *app);

/// Steps to the simulated time `end`, s, or to the end of the stream, without drawing: a step
/// longer than what is left is shortened. The next frame shows that instant.
void vl_app_go_to(vl_app *app, double end);

// --- what commands do -------------------------------------------------------------------------

/// Opens another scene file; where it is broken the running one stays and a notice says why.
void vl_app_open(vl_app *app, const char *path);

/// The next (1) or previous (−1) shipped scene.
void vl_app_turn_page(vl_app *app, int direction);

void vl_app_reset(vl_app *app);

/// Pins or lets go the particle that is held or under the mouse.
void vl_app_pin(vl_app *app);

/// The view of the scene file, or all of it.
void vl_app_fit_view(vl_app *app);

/// Writes the window as verlet-lab-NNN.png, the first free number, in the working directory.
void vl_app_picture(vl_app *app);

/// Writes the scene with the settings and the view of now as NAME-saved.yaml (or -saved-2 …).
void vl_app_save(vl_app *app);

/// Closes what is open: the help, a notice, the notes.
void vl_app_close(vl_app *app);

/// Puts a notice on the screen.
void vl_app_notify(vl_app *app, vl_notice_kind kind, const char *title, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Pixels per point of the present window.
float vl_app_scale(const vl_app *app);
