#pragma once
/// The demo: a session, a view of it, and a person at a platform.
///
/// vl_app_frame() does one frame and returns, so that a window, a test, a recording or a browser
/// can drive it.

#include "app/state/drag.h"
#include "app/state/platform.h"
#include "app/state/session.h"
#include "app/state/stiffness.h"
#include "app/state/watch.h"
#include "ui/ui.h"

typedef enum vl_notice_kind {
    VL_NOTICE_NONE,
    VL_NOTICE_NOTE,     ///< goes away by itself
    VL_NOTICE_WARNING,  ///< stays until dismissed
    VL_NOTICE_FILE,     ///< a broken scene file: stays until mended or dismissed
    VL_NOTICE_DIVERGED, ///< stays until the run begins anew
    VL_NOTICE_RETURN,   ///< stays until time goes on
} vl_notice_kind;

typedef struct vl_notice {
    vl_notice_kind kind;
    char title[256];
    char text[VL_ERROR_TEXT_SIZE];
    double until; ///< s, when a note goes
    bool placed;  ///< it has its place: below on the stage, or above where that is hidden less
    bool above;
} vl_notice;

enum {
    VL_MOST_PAGES = 8,
    VL_MOST_POINTERS = 11,
    VL_TRAILS = 8,
    VL_TRAIL_POINTS = 720,
    VL_STROKE_POINTS = 256
};

/// What the first button, or a finger, does on the stage.
typedef enum vl_tool {
    VL_TOOL_HAND, ///< drags particles and moves the view
    VL_TOOL_SCISSORS,
    VL_TOOL_PIN, ///< pins particles and lets them go
    VL_TOOL_COUNT
} vl_tool;

/// What a pointer that is down is doing.
typedef enum vl_gesture {
    VL_GESTURE_NONE,
    VL_GESTURE_WIDGET, ///< pressed on a button or panel
    VL_GESTURE_DRAG,   ///< holds a particle
    VL_GESTURE_PAN,
    VL_GESTURE_TURN,
    VL_GESTURE_CUT, ///< draws a stroke with the scissors
    VL_GESTURE_TAP, ///< has done what a tool does at once
} vl_gesture;

typedef struct vl_pointer_state {
    bool down;
    int button; ///< that began the gesture
    vl_gesture gesture;
    float x, y; ///< pixels, last seen
} vl_pointer_state;

/// Where scissors went, pixels: x0, y0, x1, y1 …
typedef struct vl_stroke {
    int count;
    float points[2 * VL_STROKE_POINTS];
} vl_stroke;

/// Where one particle was.
typedef struct vl_trail {
    int slot;
    int first, count;
    vl_vec3 points[VL_TRAIL_POINTS]; ///< m, ring buffer
} vl_trail;

/// What may be switched on and off.
typedef struct vl_shown {
    bool panel, notes, help, vectors, trails, ghost, strain, moved, full_bar, fullscreen;
    bool settings;    ///< the card of the solver's settings, in the panel
    bool whole_notes; ///< on a sheet of their own, where the column is too small for them
    bool answer;      ///< of the scene, behind its notes
} vl_shown;

/// How a displacement propagates, as the panel shows it.
typedef struct vl_propagation_readout {
    bool there, crossed;
    int steps, reached, farthest;
} vl_propagation_readout;

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
    bool fit_wanted; ///< the view is to be that of the scene file again

    vl_pointer_state pointers[VL_MOST_POINTERS];
    vl_tool tool;
    int page;                         ///< that is open, of vl_pages; −1
    void *page_memory[VL_MOST_PAGES]; ///< NULL before it is opened for the first time
    int plot;                         ///< of the panel: 0 is the energy; counted up without end
    vl_stroke strokes[VL_MOST_POINTERS];
    vl_pointer ui_pointer; ///< as the widgets see it
    int hover_slot;        ///< of the particle under the mouse; −1
    int watched_slot;      ///< of the particle whose numbers stand beside the formula

    bool mouse_seen;    ///< it has moved over the window
    float sheet_scroll; ///< pixels, of the help or the whole notes

    double last_now;   ///< s; negative before the first frame
    double frame_rate; ///< frames/s over the last readout interval
    int frames_counted;
    double counted_since;               ///< s; negative before the first frame
    double next_readout;                ///< s, when digits are refreshed
    vl_instant readout;                 ///< what the digits show: all of one instant
    vl_propagation_readout propagation; ///< beside it
    vl_stiffness stiffness;             ///< beside it
    vl_track track; ///< what the reference run had found then; of the same instant, or, where it
                    ///< lags, of its own
    double longest_way; ///< m, beside it: of all particles, since the start or the last pull
    double elapsed;     ///< s since the frame before, for widgets

    vl_trail trails[VL_TRAILS];
    int trail_count;
    int64_t generation;      ///< of the lab that trails and stage were made for
    int64_t told_divergence; ///< generation of which the person was told that it diverged
    vl_troubles told;        ///< of those the person was told
    int64_t told_slow;       ///< the same, that its reference was given up
    int64_t told_blow_up;    ///< the same, that its energy has grown beyond reason

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
/// longer than what is left is shortened. The next frame shows that instant. There is no reference
/// run from then on: what is drawn must not depend on how fast one is.
void vl_app_go_to(vl_app *app, double end);
