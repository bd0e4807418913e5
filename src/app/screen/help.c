// The help: all commands with their keys.

#include "app/screen/parts.h"
#include "physics/integrators/integrators.h"

#include <stdio.h>

enum { MOST_HELP_ROWS = 128, HELP_KEYS = 32 };

static const vl_sheet_row mouse_rows[] = {
    {"With mouse or finger", NULL},
    {NULL,
     "Drag a particle, let go to throw it. Drag the empty stage to move the view; with the right "
     "button, or one finger, to turn a scene with depth. Zoom with the wheel or two fingers. Each "
     "finger has a hand of its own: one can hold a particle while others drag or zoom. Drop "
     "a scene file to open it. Draw over the bars of frames to give them other lengths. Drag a "
     "list or the pictures of the scenes to scroll them. A word with dots below it says what it "
     "means to a mouse that rests on it, to a finger that is held on it, and to Tab. In a field "
     "arrows, Home, End, Delete, Ctrl+A, C, X and V edit as elsewhere, and Ctrl+Z takes back what "
     "was typed."},
};

// Writes "1 … 0 B I": the digits from the first to the last, and every letter.
static void write_integrator_keys(char keys[HELP_KEYS])
{
    const char *last = NULL;
    for (int i = 0; i < vl_integrator_count; i++)
        if (vl_integrators[i]->key[0] >= '0' && vl_integrators[i]->key[0] <= '9')
            last = vl_integrators[i]->key;
    int length = snprintf(keys, HELP_KEYS, "%s … %s", vl_integrators[0]->key, last ? last : "");
    for (int i = 0; i < vl_integrator_count && length < HELP_KEYS; i++)
        if (vl_integrators[i]->key[0] > '9')
            length += snprintf(keys + length, (size_t)(HELP_KEYS - length), " %s",
                               vl_integrators[i]->key);
}

// Returns one row for each command, for a pair, for the arrows, and for the integrators, whose
// keys are in the list of commands.
static vl_sheet_row help_row(int *index, char keys[HELP_KEYS])
{
    vl_command command = vl_command_get(*index);
    if (command.group == VL_GROUP_METHOD) {
        *index = vl_integrator_count;
        write_integrator_keys(keys);
        return (vl_sheet_row){keys, "integrator: Ctrl+K shows the key of each"};
    }
    if (command.group == VL_GROUP_LANES && *index < 2 * vl_integrator_count) {
        *index = 2 * vl_integrator_count;
        return (vl_sheet_row){"Shift+1 …", "a lane with that integrator, or none"};
    }
    if (command.key == VL_KEY_LEFT) {
        *index += 4;
        return (vl_sheet_row){"← → ↑ ↓", "move the view"};
    }
    *index += command.pair ? 2 : 1;
    if (!command.pair)
        return (vl_sheet_row){command.keys, command.help};
    snprintf(keys, HELP_KEYS, "%s %s", command.keys, vl_command_get(*index - 1).keys);
    return (vl_sheet_row){keys, command.pair};
}

// Writes the heading of a group and its rows. Returns how many there are.
static int group_rows(vl_command_group group, vl_sheet_row *rows, char (*keys)[HELP_KEYS])
{
    int count = 0;
    rows[count++] = (vl_sheet_row){vl_command_group_name(group), NULL};
    for (int i = 0; i < vl_command_count();) {
        vl_command command = vl_command_get(i);
        vl_sheet_row row = help_row(&i, keys[count]);
        if (command.group == group)
            rows[count++] = row;
    }
    return count;
}

static int help_rows(vl_sheet_row rows[MOST_HELP_ROWS], char keys[MOST_HELP_ROWS][HELP_KEYS])
{
    int count = 0;
    for (int group = 0; group < VL_GROUPS; group++)
        count += group_rows((vl_command_group)group, rows + count, keys + count);
    for (size_t i = 0; i < sizeof mouse_rows / sizeof *mouse_rows; i++)
        rows[count++] = mouse_rows[i];
    return count;
}

void vl_help_draw(vl_app *app, const vl_ui *ui)
{
    vl_sheet_row rows[MOST_HELP_ROWS];
    char keys[MOST_HELP_ROWS][HELP_KEYS];
    vl_sheet sheet = {"Keys", rows, help_rows(rows, keys), VL_TYPE_READING, NULL, NULL};
    if (vl_ui_sheet(ui, app->layout.drawer, &sheet, &app->scroll, NULL) == VL_SHEET_CLOSE)
        vl_app_toggle_drawer(app, VL_DRAWER_HELP);
}
