#pragma once
/// Everything a person can do: one table of commands. Keys, buttons, help, `list keys` and README
/// are read from it.

#include "app/state/app.h"
#include "ui/icons.h"

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
    VL_GROUP_COUNT
} vl_command_group;

typedef struct vl_command vl_command;

struct vl_command {
    const char *keys;   ///< as written on the screen: "PgUp"
    uint32_t key;       ///< vl_event.key
    uint32_t other_key; ///< a second one that does the same; 0
    bool ctrl;          ///< with the control key
    vl_command_group group;
    vl_icon icon;
    const char *label; ///< of the button
    const char *help;  ///< what it does
    const char *pair;  ///< what it and the next one do, where the help has one row for both; NULL
    int value;         ///< handed to the functions: an index, a direction
    void (*act)(vl_app *app, const vl_command *command);
    bool (*active)(const vl_app *app, const vl_command *command); ///< is switched on; NULL
};

/// Commands in the order of help and buttons; the integrators come first.
int vl_command_count(void);
vl_command vl_command_get(int index);

/// Does what belongs to the key. False when nothing does.
bool vl_command_key(vl_app *app, uint32_t key, bool ctrl);

/// Heading of a group in the help.
const char *vl_command_group_name(vl_command_group group);
