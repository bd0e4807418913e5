// Keys that are no commands: those of a length, a search, and those that move the focus.

#include "app/input/actions.h"

// An arrow goes to the frame before or after.
static bool choose_frame(vl_app *app, uint32_t key)
{
    int64_t next = app->strip.chosen + (key == VL_KEY_RIGHT) - (key == VL_KEY_LEFT);
    if (key != VL_KEY_RIGHT && key != VL_KEY_LEFT)
        return false;
    app->strip.chosen = next > 0 ? next : 1;
    app->strip.entry = (vl_input){0};
    return true;
}

// Where something was typed the arrows are those of its caret.
bool vl_key_is_of_length(vl_app *app, const vl_event *event)
{
    if (!vl_app_enters(app))
        return false;
    bool enters = event->key == VL_KEY_ENTER && !app->focus.shown && !event->ctrl;
    if (enters)
        vl_take_length(app);
    return enters || (!event->ctrl && !*app->strip.entry.text && choose_frame(app, event->key)) ||
           vl_key_edits(app, &app->strip.entry, event);
}

// Whether it was a key that moves the choice: an arrow up or down, or one that goes on by as many
// rows as are seen.
static bool choose(vl_app *app, uint32_t key)
{
    vl_search *search = &app->search;
    bool paging = key == VL_KEY_PAGE_UP || key == VL_KEY_PAGE_DOWN;
    bool upright = key == VL_KEY_UP || key == VL_KEY_DOWN;
    if (!upright && !paging)
        return false;
    search->pages += (key == VL_KEY_PAGE_DOWN) - (key == VL_KEY_PAGE_UP);
    search->down += (key == VL_KEY_DOWN) - (key == VL_KEY_UP);
    return search->follow = true;
}

// While a control has the focus, keys that do not print are its own.
bool vl_key_is_of_search(vl_app *app, const vl_event *event)
{
    vl_search *search = &app->search;
    if (!vl_app_searches(app) || (app->focus.shown && !event->ctrl && !vl_key_prints(event)))
        return false;
    if (event->key == VL_KEY_ENTER && !event->ctrl)
        return search->picked = true;
    return (!event->ctrl && !event->shift && choose(app, event->key)) ||
           vl_key_edits(app, &search->field, event);
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
