// A number that is typed or dragged. Its row on the screen draws the text and calls what is here.

#include "app/input/actions.h"

#include "app/pages/pages.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

void vl_entry_open(vl_app *app, const vl_number *number)
{
    app->entry = (vl_entry){.open = true, .drawn = true, .number = *number};
    vl_number_write(&app->session, number, app->entry.before);
    vl_input_begin(&app->entry.field, app->entry.before, VL_ENTRY_SIZE);
    app->entry.field.most = VL_ENTRY_SIZE - 1;
}

// What was computed beside the scene was that of the old number.
static bool set(vl_app *app, const vl_number *number, const char *text, vl_error *error)
{
    vl_app_stall(app, VL_STALL_LINKS);
    bool good = vl_session_set_number(&app->session, number, text, error);
    vl_app_stall_end(app);
    if (good) {
        vl_pages_begin(app);
        vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
        app->next_readout = 0;
    }
    return good;
}

// The digits on show may be fewer than those of the value, so a text that was not changed is not
// taken.
void vl_entry_take(vl_app *app, const vl_number *number)
{
    vl_error error = {0};
    vl_entry *entry = &app->entry;
    bool same = strcmp(entry->field.text, entry->before) == 0;
    bool good = same || set(app, number, entry->field.text, &error);
    entry->entered = false;
    entry->open = !good;
    snprintf(entry->wrong, sizeof entry->wrong, "%s", error.text);
}

void vl_entry_scrub(vl_app *app, const vl_number *number, int steps)
{
    vl_error error = {0};
    char wanted[VL_ENTRY_SIZE];
    vl_entry *entry = &app->entry;
    vl_number_moved(number, entry->from, steps, wanted);
    if (strcmp(wanted, entry->field.text) == 0)
        return;
    vl_session_join_changes(&app->session, entry->group);
    bool good = set(app, number, wanted, &error);
    vl_session_join_changes(&app->session, 0);
    vl_input_begin(&entry->field, wanted, 0);
    snprintf(entry->wrong, sizeof entry->wrong, "%s", good ? "" : error.text);
}

// Other keys with Ctrl keep their meaning, and so do those that neither print nor edit.
bool vl_key_is_of_entry(vl_app *app, const vl_event *event)
{
    vl_entry *entry = &app->entry;
    if (!entry->open)
        return false;
    if (event->key == VL_KEY_ENTER && !event->ctrl)
        entry->entered = true;
    else if (event->key == VL_KEY_ESCAPE && !event->ctrl)
        entry->open = false;
    else
        return vl_key_edits(app, &entry->field, event);
    return true;
}
