// The drawer with all commands: each is found by its words, and a click does what its key does.

#include "app/screen/parts.h"

#include <stdio.h>

enum { MOST_COMMANDS = 160, ROW_TEXT = 160 };

// What a command would act on now is told, too.
static const char *words_of(const vl_app *app, const vl_command *command, char *words, size_t size)
{
    const char *object = command->object ? command->object(app, command) : NULL;
    if (!object)
        return command->help;
    snprintf(words, size, "%s: %s", command->help, object);
    return words;
}

static vl_choice_row row_of(const vl_app *app, int index, vl_line_style *style,
                            char words[ROW_TEXT])
{
    vl_command command = vl_command_get(index);
    bool method = command.group == VL_GROUP_METHOD;
    if (method)
        *style = vl_theme_method(app->theme, command.value);
    return (vl_choice_row){
        .group = vl_command_group_name(command.group),
        .text = words_of(app, &command, words, ROW_TEXT),
        .keys = command.keys,
        .icon = command.icon,
        .style = method ? style : NULL,
        .active = command.active && command.active(app, &command),
        .command = index,
    };
}

// Fills in a row for each command, those of a group together. Returns how many there are.
static int rows_of(const vl_app *app, vl_choice_row *rows, vl_line_style *styles,
                   char words[MOST_COMMANDS][ROW_TEXT])
{
    int count = 0;
    for (int group = 0; group < VL_GROUPS; group++)
        for (int i = 0; i < vl_command_count() && count < MOST_COMMANDS; i++)
            if (vl_command_get(i).group == (vl_command_group)group) {
                rows[count] = row_of(app, i, &styles[count], words[count]);
                count++;
            }
    return count;
}

void vl_commands_draw(vl_app *app, const vl_ui *ui)
{
    vl_choice_row rows[MOST_COMMANDS];
    vl_line_style styles[MOST_COMMANDS];
    char words[MOST_COMMANDS][ROW_TEXT];
    vl_rect inside;
    int count = rows_of(app, rows, styles, words);
    if (vl_ui_drawer(ui, app->layout.drawer, "Commands", &inside))
        vl_app_toggle_drawer(app, VL_DRAWER_COMMANDS);
    bool entered = app->search.picked;
    int picked = vl_choices_draw(app, ui, inside, rows, count);
    if (picked < 0)
        return;
    if (entered)
        vl_app_toggle_drawer(app, VL_DRAWER_COMMANDS);
    vl_command command = vl_command_get(rows[picked].command);
    command.act(app, &command);
}
