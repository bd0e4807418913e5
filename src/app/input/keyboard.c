// Keys that are no commands: those of a search, and those that move the focus.

#include "app/input/actions.h"

#include "base/text.h"
#include "ui/focus.h"

#include <string.h>

void vl_text_typed(vl_app *app, const vl_event *event)
{
    vl_search *search = &app->search;
    if (vl_app_enters(app) && !event->ctrl)
        (void)vl_typed_append(app->strip.entry, VL_LENGTH_SIZE, event->text);
    if (vl_text_is_of_entry(app, event) || !vl_app_searches(app) || event->ctrl ||
        !vl_typed_append(search->text, VL_SEARCH_SIZE, event->text))
        return;
    search->chosen = 0;
    app->scroll = 0;
    app->focus.shown = false;
}

// An arrow goes to the frame before or after.
static bool choose_frame(vl_app *app, uint32_t key)
{
    int64_t next = app->strip.chosen + (key == VL_KEY_RIGHT) - (key == VL_KEY_LEFT);
    if (key != VL_KEY_RIGHT && key != VL_KEY_LEFT)
        return false;
    app->strip.chosen = next > 0 ? next : 1;
    *app->strip.entry = '\0';
    return true;
}

bool vl_key_is_of_length(vl_app *app, const vl_event *event)
{
    bool prints = event->key >= ' ' && event->key < VL_KEY_F1;
    if (!vl_app_enters(app) || event->ctrl)
        return false;
    if (event->key == VL_KEY_BACKSPACE)
        vl_typed_shorten(app->strip.entry);
    else if (event->key == VL_KEY_ENTER && !app->focus.shown)
        vl_take_length(app);
    else
        return choose_frame(app, event->key) || prints;
    return true;
}

// Whether it was a key that moves the choice: an arrow, in a list up and down, among pictures also
// to the sides; or one that goes on by as many rows as are seen.
static bool choose(vl_app *app, uint32_t key)
{
    vl_search *search = &app->search;
    bool sideways = key == VL_KEY_LEFT || key == VL_KEY_RIGHT;
    bool paging = key == VL_KEY_PAGE_UP || key == VL_KEY_PAGE_DOWN;
    bool upright = key == VL_KEY_UP || key == VL_KEY_DOWN;
    if (!upright && !paging && !(sideways && app->drawer == VL_DRAWER_SCENES))
        return false;
    search->pages += (key == VL_KEY_PAGE_DOWN) - (key == VL_KEY_PAGE_UP);
    search->right += (key == VL_KEY_RIGHT) - (key == VL_KEY_LEFT);
    search->down += (key == VL_KEY_DOWN) - (key == VL_KEY_UP);
    return search->follow = true;
}

// A key that prints a character is followed by a VL_EVENT_TEXT.
bool vl_key_is_of_search(vl_app *app, const vl_event *event)
{
    vl_search *search = &app->search;
    bool prints = event->key >= ' ' && event->key < VL_KEY_F1;
    if (!vl_app_searches(app) || event->ctrl)
        return false;
    if (prints || app->focus.shown)
        return prints;
    if (event->key == VL_KEY_BACKSPACE)
        vl_typed_shorten(search->text);
    else if (event->key == VL_KEY_ENTER)
        search->picked = true;
    else
        return choose(app, event->key);
    return true;
}

bool vl_key_is_of_focus(vl_app *app, const vl_event *event)
{
    bool presses = event->key == VL_KEY_ENTER || event->key == VL_KEY_SPACE;
    if (event->ctrl || (event->key != VL_KEY_TAB && !(presses && app->focus.shown)))
        return false;
    if (event->key == VL_KEY_TAB)
        vl_focus_move(&app->focus, event->shift ? -1 : 1);
    else
        app->focus.press = !event->repeat;
    return true;
}
