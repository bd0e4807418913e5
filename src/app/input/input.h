#pragma once
/// The room of the input: what keys, buttons, mouse and fingers do. It offers the table of
/// commands, from which keys, buttons, help, `list keys` and README are generated, and a function
/// for each event. It changes the state and opens pages; it does not know where a button is or how
/// it is drawn.

#include "app/state/state.h"

/// The group of a command: its heading in the help.
typedef enum vl_command_group {
    VL_GROUP_METHOD, ///< of the chosen lane; with Shift of another one
    VL_GROUP_LANES,  ///< methods side by side
    VL_GROUP_LAB,    ///< experiments
    VL_GROUP_TIME,   ///< run, step, reset, reversal
    VL_GROUP_FRAMES, ///< how long they are
    VL_GROUP_SCENE,
    VL_GROUP_SHOW,
    VL_GROUP_PROGRAM,
    VL_GROUPS
} vl_command_group;

/// Where a command has a button, besides its row in the list of commands.
typedef enum vl_place {
    VL_PLACE_LIST,      ///< nowhere else
    VL_PLACE_MENU,      ///< at the upper left
    VL_PLACE_LESSON,    ///< before the name of the scene, in a lesson
    VL_PLACE_CARD,      ///< in the head of the card of the lanes
    VL_PLACE_TOOLS,     ///< at the left edge
    VL_PLACE_UNDO,      ///< behind those, while there is something to undo or to measure with
    VL_PLACE_RATES,     ///< at the right of the band
    VL_PLACE_TRANSPORT, ///< at its left
    VL_PLACE_FRAMES,    ///< below the rates
    VL_PLACE_MARK,      ///< the mark of a deliberate mistake
} vl_place;

typedef struct vl_command vl_command;

struct vl_command {
    vl_command_group group;
    const char *name; ///< its key as written on the screen, "Ctrl+Z"; without a key a word, by
                      ///< which scripts and notes call it
    const char *also; ///< a second key with the same effect; or NULL
    const char *of;   ///< the command that it is a choice of; NULL: it is a command
    bool repeats;     ///< also while the key is held down
    bool shifted;     ///< the key of a method was pressed with Shift
    vl_icon icon;
    const char *label; ///< of the button; NULL: it has only an icon
    const char *help;  ///< what it does; for the help
    vl_place place;
    int value;           ///< argument of the functions: an index, a direction
    const void *subject; ///< argument of the functions: a page, a setting, a tool; or NULL
    void (*act)(vl_app *app, const vl_command *command);
    bool (*active)(const vl_app *app,
                   const vl_command *command); ///< whether it is switched on; or NULL
    const char *(*object)(const vl_app *app,
                          const vl_command *command); ///< what it would act on now, which follows
                                                      ///< `help`; NULL: nothing
};

/// Commands in the order of help and buttons; the integrators come first.
int vl_command_count(void);
vl_command vl_command_get(int index);

/// Reads a key from how it is written: "Ctrl+Shift+Z", "F2", "Space". False: it is no key.
bool vl_key_read(const char *name, vl_event *event);
int vl_command_of_event(const vl_event *event);

/// Returns the number of the command with a name of `length` bytes, or −1.
int vl_command_named(const char *name, int length);

/// Types a character into the search of the open drawer, if it has one.
void vl_text_typed(vl_app *app, const vl_event *event);

/// Runs the command of a key that was pressed, or is held down, if it has one.
void vl_key_down(vl_app *app, const vl_event *event);
const char *vl_command_group_name(vl_command_group group);
void vl_app_open_named(vl_app *app, const char *name);

/// Pauses and goes to a frame of the past, see vl_session_go_to_frame().
bool vl_go_to_frame(vl_app *app, int64_t frame);

enum { VL_CHOICE_TEXT = 96 };

/// Opens one at a control; where it is open for the same, it closes. The key of the row is NULL for
/// those that have none, and the control empty for those of a command.
void vl_menu_open(vl_app *app, vl_menu_kind kind, const char *key, vl_rect at);

/// Adds a lane as vl_session_add_lane_with() does; a notice says why there is none.
void vl_app_add_lane(vl_app *app, const vl_field *row, const char *text);

/// Removes a lane. The last one stays, and a notice says so.
void vl_app_remove_lane(vl_app *app, int lane);

/// The stream of a command that chooses one which is not measured; false: it does not.
bool vl_stream_of(const vl_app *app, const vl_command *command, char text[VL_CHOICE_TEXT]);

// --- numbers that are settings, see app/state/numbers.h ---

void vl_typing_open(vl_app *app, const vl_number *number);

/// Takes what was typed: the field closes, or it says why the text was refused.
void vl_typing_take(vl_app *app, const vl_number *number);

/// Begins to drag a number, and sets it meanwhile; where the value is refused the number stays.
void vl_typing_begin(vl_app *app, const vl_number *number);
void vl_typing_scrub(vl_app *app, const vl_number *number, const char *wanted);

// --- mouse and fingers ---

void vl_gesture_down(vl_app *app, const vl_event *event);
void vl_gesture_move(vl_app *app, const vl_event *event);
void vl_gesture_up(vl_app *app, const vl_event *event);
void vl_gesture_wheel(vl_app *app, const vl_event *event);

/// To be called once in each frame, at `now` s: a hand that does not move gives no events but holds
/// its particle; scissors cut what their path since the last frame crosses.
void vl_gesture_continue(vl_app *app, double now);

/// Opens the numbers of a thing, or of the chosen lane where it is `{0}`; the same ones close.
void vl_inspect(vl_app *app, vl_chosen thing);

/// Ends all gestures, because their world no longer exists.
void vl_gesture_forget(vl_app *app);

// --- tools ---

/// Selects a tool, or the hand if the tool is already in use.
void vl_tool_take(vl_app *app, const vl_tool *tool);

/// Pins the particle that is held or under the mouse. If there is none the pins become the tool.
void vl_pin(vl_app *app);

/// Cuts the links that the path of the pointer since the last call crosses.
void vl_scissors_follow(vl_app *app, int pointer);

extern const vl_tool vl_tool_scissors;
extern const vl_tool vl_tool_measure; ///< a distance, and an angle
extern const vl_tool vl_tool_pins;    ///< pins particles and releases them
