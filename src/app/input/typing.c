// The keys of a field of text that somebody types.

#include "app/input/actions.h"

#include "base/memory.h"

#include <string.h>

static vl_caret_step step_of(const vl_event *event)
{
    if (event->key == VL_KEY_HOME || event->key == VL_KEY_END)
        return VL_CARET_ALL;
    return event->ctrl ? VL_CARET_WORD : VL_CARET_CHARACTER;
}

static int direction_of(uint32_t key)
{
    return key == VL_KEY_LEFT || key == VL_KEY_HOME || key == VL_KEY_BACKSPACE ? -1 : 1;
}

static bool move(vl_app *app, vl_input *field, const vl_event *event)
{
    vl_input_move(field, direction_of(event->key), step_of(event), event->shift);
    return true;
}

static bool erase(vl_app *app, vl_input *field, const vl_event *event)
{
    vl_input_erase(field, direction_of(event->key), step_of(event));
    return true;
}

static bool select_all(vl_app *app, vl_input *field, const vl_event *event)
{
    vl_input_select_all(field);
    return true;
}

static bool copy(vl_app *app, vl_input *field, const vl_event *event)
{
    char selected[VL_INPUT_SIZE] = {0};
    int length;
    const char *text = vl_input_selected(field, &length);
    memcpy(selected, text, (size_t)length);
    if (length > 0)
        app->platform->copy(app->platform, selected);
    return true;
}

static bool cut(vl_app *app, vl_input *field, const vl_event *event)
{
    int length;
    vl_input_selected(field, &length);
    copy(app, field, event);
    if (length > 0)
        vl_input_erase(field, 1, VL_CARET_CHARACTER);
    return true;
}

static bool paste(vl_app *app, vl_input *field, const vl_event *event)
{
    char *text = app->platform->paste(app->platform);
    if (text)
        (void)vl_input_type(field, text);
    vl_free(text);
    return true;
}

// Where nothing was typed these keys are those of the scene.
static bool undo(vl_app *app, vl_input *field, const vl_event *event)
{
    return event->shift ? vl_input_redo(field) : vl_input_undo(field);
}

static bool redo(vl_app *app, vl_input *field, const vl_event *event)
{
    return vl_input_redo(field);
}

static const struct {
    uint32_t key;
    bool needs_ctrl;
    bool (*edit)(vl_app *app, vl_input *field, const vl_event *event);
} edits[] = {
    {VL_KEY_LEFT, false, move},
    {VL_KEY_RIGHT, false, move},
    {VL_KEY_HOME, false, move},
    {VL_KEY_END, false, move},
    {VL_KEY_BACKSPACE, false, erase},
    {VL_KEY_DELETE, false, erase},
    {'a', true, select_all},
    {'c', true, copy},
    {'x', true, cut},
    {'v', true, paste},
    {'z', true, undo},
    {'y', true, redo},
};

static bool edit(vl_app *app, vl_input *field, const vl_event *event)
{
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
        if (edits[i].key == event->key && (event->ctrl || !edits[i].needs_ctrl))
            return edits[i].edit(app, field, event);
    return false;
}

// What was said of the old text, or found by it, is no longer so.
static void text_changed(vl_app *app, const vl_input *field)
{
    if (field == &app->entry.field)
        *app->entry.wrong = '\0';
    if (field == &app->search.field) {
        app->search.chosen = 0;
        app->scroll = 0;
        app->focus.shown = false;
    }
}

bool vl_key_edits(vl_app *app, vl_input *field, const vl_event *event)
{
    char before[VL_INPUT_SIZE];
    memcpy(before, field->text, sizeof before);
    bool edited = edit(app, field, event);
    if (strcmp(before, field->text) != 0)
        text_changed(app, field);
    return edited || vl_key_prints(event);
}

void vl_text_typed(vl_app *app, const vl_event *event)
{
    vl_input *field = vl_app_input(app);
    if (field && !event->ctrl && vl_input_type(field, event->text))
        text_changed(app, field);
}
