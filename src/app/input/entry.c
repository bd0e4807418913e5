// A number that is typed or dragged. Its row on the screen draws the text and calls what is here.

#include "app/input/actions.h"

#include "app/pages/pages.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

void vl_entry_open(vl_app *app, const vl_number *number)
{
    app->entry = (vl_entry){.open = true, .fresh = true, .drawn = true, .number = *number};
    vl_number_write(&app->session, number, app->entry.text);
    memcpy(app->entry.before, app->entry.text, sizeof app->entry.before);
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
    bool same = strcmp(entry->text, entry->before) == 0;
    bool good = same || set(app, number, entry->text, &error);
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
    if (strcmp(wanted, entry->text) == 0)
        return;
    vl_session_join_changes(&app->session, entry->group);
    bool good = set(app, number, wanted, &error);
    vl_session_join_changes(&app->session, 0);
    memcpy(entry->text, wanted, sizeof wanted);
    snprintf(entry->wrong, sizeof entry->wrong, "%s", good ? "" : error.text);
}

bool vl_text_is_of_entry(vl_app *app, const vl_event *event)
{
    vl_entry *entry = &app->entry;
    if (!entry->open || event->ctrl)
        return entry->open;
    if (entry->fresh)
        entry->text[0] = '\0';
    entry->fresh = false;
    entry->wrong[0] = '\0';
    (void)vl_typed_append(entry->text, VL_ENTRY_SIZE, event->text);
    return true;
}

static void remove_last(vl_entry *entry)
{
    if (entry->fresh)
        entry->text[0] = '\0';
    entry->fresh = false;
    entry->wrong[0] = '\0';
    vl_typed_shorten(entry->text);
}

// Keys with Ctrl keep their meaning, and so do those that neither print nor edit. Ctrl+A takes the
// whole text, as everywhere where one types.
bool vl_key_is_of_entry(vl_app *app, const vl_event *event)
{
    vl_entry *entry = &app->entry;
    bool all = event->ctrl && !event->shift && event->key == 'a';
    if (!entry->open || (event->ctrl && !all))
        return false;
    if (all)
        entry->fresh = true;
    else if (event->key == VL_KEY_ENTER)
        entry->entered = true;
    else if (event->key == VL_KEY_ESCAPE)
        entry->open = false;
    else if (event->key == VL_KEY_BACKSPACE)
        remove_last(entry);
    else
        return event->key >= ' ' && event->key < VL_KEY_F1;
    return true;
}
