#pragma once
/// The interface between the app and its platform: a surface to draw on, events, a clock, and text
/// widths.
///
/// Four platforms implement it: a window (SDL2), a page in a browser (SDL2, WebAssembly), an
/// offscreen surface (scripted clock), and one without any output (tests: scripted events and
/// clock).

#include "base/error.h"
#include "ui/drawlist.h"

typedef enum vl_event_kind {
    VL_EVENT_QUIT,
    VL_EVENT_KEY,          ///< key went down
    VL_EVENT_TEXT,         ///< a character was typed, after its key
    VL_EVENT_POINTER_DOWN, ///< mouse button or finger
    VL_EVENT_POINTER_MOVE,
    VL_EVENT_POINTER_UP,
    VL_EVENT_WHEEL,
    VL_EVENT_DROP, ///< a file was dropped on the window
    VL_EVENT_RESIZE,
} vl_event_kind;

/// Keys are Unicode characters in lower case, or one of these.
enum {
    VL_KEY_BACKSPACE = 8,
    VL_KEY_ESCAPE = 27,
    VL_KEY_TAB = 9,
    VL_KEY_ENTER = 13,
    VL_KEY_SPACE = 32,
    VL_KEY_DELETE = 127,
    VL_KEY_F1 = 0x110000, ///< F2 is VL_KEY_F1 + 1, up to F12
    VL_KEY_PAGE_UP = 0x110020,
    VL_KEY_PAGE_DOWN,
    VL_KEY_HOME,
    VL_KEY_END,
    VL_KEY_LEFT,
    VL_KEY_RIGHT,
    VL_KEY_UP,
    VL_KEY_DOWN,
};

enum { VL_POINTER_MOUSE = 0, VL_MOST_POINTERS = 11 }; ///< fingers are numbered from 1

enum { VL_BUTTON_LEFT = 1, VL_BUTTON_MIDDLE = 2, VL_BUTTON_RIGHT = 3 };

enum { VL_TEXT_SIZE = 32 };

typedef struct vl_event {
    vl_event_kind kind;
    double time; ///< s, on the clock of the platform
    uint32_t key;
    char text[VL_TEXT_SIZE]; ///< VL_EVENT_TEXT: UTF-8
    bool ctrl, shift, repeat;
    int pointer; ///< VL_POINTER_MOUSE, or a finger from 1
    int button;  ///< of the mouse; a finger is VL_BUTTON_LEFT
    float x, y;  ///< pixels of the surface
    float wheel; ///< clicks, positive away from the person
    char *path;  ///< VL_EVENT_DROP: to be freed by the receiver with vl_free()
} vl_event;

typedef struct vl_surface {
    int width, height; ///< pixels
    float scale;       ///< pixels per point of the display (1 on a plain one, 2 on HiDPI)
} vl_surface;

typedef struct vl_platform vl_platform;

struct vl_platform {
    /// The next waiting event; false when there is none.
    bool (*poll)(vl_platform *platform, vl_event *event);

    /// Calls `frame` with `user` for each frame that the display shows, until it returns false. In
    /// a browser it never returns.
    void (*run)(vl_platform *platform, bool (*frame)(void *user), void *user);

    /// Seconds on the performance counter.
    double (*now)(vl_platform *platform);

    /// Whether frames are late because the display still prepares the program: in a browser, until
    /// frames have become steady.
    bool (*prepares)(vl_platform *platform);

    vl_surface (*surface)(vl_platform *platform);

    /// Sets the heights of the sizes of type, in pixels from line to line; cheap when unchanged.
    void (*set_type)(vl_platform *platform, const float heights[VL_TYPE_COUNT]);

    /// Width of one line of UTF-8, in pixels.
    float (*text_width)(vl_platform *platform, vl_type_size size, const char *text, int length);

    /// Draws the list and shows it; waits for the display where there is one. The list must not
    /// change until the next list is presented. Returns how long the drawing took, s, without the
    /// wait.
    double (*present)(vl_platform *platform, const vl_drawlist *list);

    /// Writes the picture presented last as a PNG file. Unless `made` is NULL, the file replaces
    /// none, and `*made` becomes the path that it has got; free it with vl_free().
    bool (*save_picture)(vl_platform *platform, const char *path, char **made, vl_error *error);

    /// Sounds a click and silence, `length` s together, behind what sounds already; what would come
    /// too late is left out. Returns false and a message if there is no sound.
    bool (*tick)(vl_platform *platform, double length, vl_error *error);

    /// Fills the screen, or no longer. A browser does it a moment later, and leaves full screen by
    /// itself when somebody presses Esc.
    void (*set_fullscreen)(vl_platform *platform, bool fullscreen);
    bool (*is_fullscreen)(vl_platform *platform);

    void (*set_title)(vl_platform *platform, const char *title);

    /// Tells the file of the scene or the recording that is shown. A browser has the name of a
    /// shipped one in its address.
    void (*set_file)(vl_platform *platform, const char *path);

    /// Gives a file that has been written to the person. In a browser it is downloaded; elsewhere
    /// it is where it was written.
    void (*hand_over)(vl_platform *platform, const char *path);

    void (*destroy)(vl_platform *platform);

    /// Where hand_over() brings a file, in words: "the downloads of the browser". NULL: it stays.
    const char *downloads;
};
