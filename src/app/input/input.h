#pragma once
/// The room of the input: what keys, buttons, mouse and fingers do. It offers one table of
/// commands, from which keys, buttons, help, `list keys` and README are made, and a function for
/// each event. It changes the state and opens pages; it does not know where a button stands or how
/// it looks.

#include "app/state/settings.h"
#include "app/state/state.h"

/// Which row of the bar a command's button stands in.
typedef enum vl_command_group {
    VL_GROUP_METHOD, ///< integrators
    VL_GROUP_LAB,    ///< pages
    VL_GROUP_TIME,   ///< run, step, reset, speed, hitch
    VL_GROUP_LINKS,  ///< how rods and strings are solved
    VL_GROUP_SCENE,
    VL_GROUP_SHOW,
    VL_GROUP_VIEW,
    VL_GROUP_PROGRAM,
} vl_command_group;

/// Whether a button stays while the bar is folded.
typedef enum vl_folded {
    VL_FOLDED_AWAY,
    VL_FOLDED_KEPT,
    VL_FOLDED_ICON,    ///< its icon alone stays, so that one row holds all
    VL_FOLDED_MISTAKE, ///< stays where the scene has a mistake to switch
} vl_folded;

typedef struct vl_command vl_command;

struct vl_command {
    vl_command_group group;
    const char *keys;   ///< as written on the screen: "PgUp"
    uint32_t key;       ///< vl_event.key
    uint32_t other_key; ///< a second one that does the same; 0
    bool ctrl;          ///< with the control key
    bool repeats;       ///< also while it is held down
    vl_icon icon;
    const char *label;   ///< of the button in the bar; NULL: it has none there
    const char *help;    ///< what it does
    const char *pair;    ///< what it and the next one do, where the help has one row for both; NULL
    vl_folded folded;    ///< of its button
    int value;           ///< for the functions: an index, a direction
    const void *subject; ///< for the functions: a page, a setting, a tool; NULL
    void (*act)(vl_app *app, const vl_command *command);
    bool (*active)(const vl_app *app, const vl_command *command); ///< is switched on; NULL
};

/// Commands in the order of help and buttons; the integrators come first.
int vl_command_count(void);
vl_command vl_command_get(int index);

/// Does what belongs to the key. False when nothing does.
bool vl_command_key(vl_app *app, uint32_t key, bool ctrl);

/// The same for a key that went down, or is held down.
void vl_key_down(vl_app *app, const vl_event *event);

/// Heading of a group in the help.
const char *vl_command_group_name(vl_command_group group);

/// Changes a setting of the running scene by one value up (direction 1) or down (−1), and says so
/// in a notice where the value is hidden, or why it cannot be.
void vl_app_change_setting(vl_app *app, const vl_setting *setting, int direction);

// --- mouse and fingers ---

void vl_gesture_down(vl_app *app, const vl_event *event);
void vl_gesture_move(vl_app *app, const vl_event *event);
void vl_gesture_up(vl_app *app, const vl_event *event);
void vl_gesture_wheel(vl_app *app, const vl_event *event);

/// Once in each frame, at `now` s: a hand that does not move gives no events, but holds its
/// particle where it is; scissors cut what their path since the last frame crosses.
void vl_gesture_continue(vl_app *app, double now);

/// The world is gone, and with it what was held.
void vl_gesture_forget(vl_app *app);

// --- tools ---

extern const vl_tool vl_tool_scissors;
extern const vl_tool vl_tool_pins; ///< pins particles and lets them go
