// Keys: of a field of text, of a number that is typed or dragged, of a search and the focus; all
// others are commands.

#include "app/input/input.h"
#include "app/pages/pages.h"
#include "base/memory.h"

// --- a field of text ---

// The field that what is typed goes into; NULL: there is none.
static vl_input *open_field(vl_app *app)
{
    if (app->typing.open)
        return &app->typing.field;
    return app->drawer.open == VL_DRAWER_FIND ? &app->drawer.search.field : NULL;
}

// Whether a key prints a character.
static bool key_prints(const vl_event *event)
{
    return !event->ctrl && event->key >= ' ' && event->key < VL_KEY_F1 &&
           event->key != VL_KEY_DELETE;
}

static int direction_of(uint32_t key)
{
    return key == VL_KEY_LEFT || key == VL_KEY_HOME || key == VL_KEY_BACKSPACE ? -1 : 1;
}

// What undoes the last change of the scene does not do so while somebody types.
static bool edit(vl_input *field, const vl_event *event)
{
    bool end = event->key == VL_KEY_HOME || event->key == VL_KEY_END;
    if (end || event->key == VL_KEY_LEFT || event->key == VL_KEY_RIGHT)
        vl_input_move(field, direction_of(event->key), end);
    else if (event->key == VL_KEY_BACKSPACE || event->key == VL_KEY_DELETE)
        vl_input_erase(field, direction_of(event->key));
    else if (event->key == 'a' && event->ctrl)
        field->whole = *field->text;
    else
        return *field->text && event->ctrl && (event->key == 'z' || event->key == 'y');
    return true;
}

// What was said of the old text, or found by it, is no longer so.
static void text_changed(vl_app *app, const vl_input *field)
{
    if (field == &app->typing.field)
        app->typing.wrong = false;
    if (field == &app->drawer.search.field) {
        app->drawer.search.chosen = 0;
        app->drawer.scroll = 0;
        app->focus.shown = false;
    }
}

// Does in a field what a key does there. Returns whether the key was for the field; one that prints
// a character is, and a VL_EVENT_TEXT follows it.
static bool key_edits(vl_app *app, vl_input *field, const vl_event *event)
{
    char before[VL_INPUT_SIZE];
    memcpy(before, field->text, sizeof before);
    bool edited = edit(field, event);
    if (strcmp(before, field->text) != 0)
        text_changed(app, field);
    return edited || key_prints(event);
}

// Whether its question can be answered, over which no drawer and no page lies.
static bool asks(const vl_app *app)
{
    return vl_app_task(app) == VL_TASK_ASKED && app->layout.choice_count > 0;
}

// What begins a number opens the field of the question.
void vl_text_typed(vl_app *app, const vl_event *event)
{
    bool begins = *event->text && strchr("+-.,0123456789", *event->text);
    if (begins && !event->ctrl && !app->hands.commanded && !open_field(app) && asks(app) &&
        app->session.scene->task.rule == VL_TASK_NUMBER)
        vl_typing_open(app, &(vl_number){.kind = VL_NUMBER_ANSWER, .place = VL_NUMBER_ON_STAGE});
    vl_input *field = open_field(app);
    bool is_text = field && !event->ctrl && !app->hands.commanded;
    bool decimal = app->typing.open && strcmp(event->text, ",") == 0; // no number has a comma
    app->hands.commanded = false;
    if (is_text && vl_input_type(field, decimal ? "." : event->text))
        text_changed(app, field);
}

// --- a number that is typed or dragged: its row on the screen draws the text and calls what is
// here ---

static const char refusal[] = "This is not taken";

void vl_typing_open(vl_app *app, const vl_number *number)
{
    app->typing = (vl_typing){.open = true, .drawn = true, .number = *number};
    vl_number_write(&app->session, number, 6, app->typing.before);
    vl_input_begin(&app->typing.field, app->typing.before, true);
    app->typing.field.most = VL_TYPING_SIZE - 1;
}

static void drop_refusal(vl_app *app)
{
    if (strcmp(app->notice.title, refusal) == 0)
        vl_app_drop_notice(app, VL_NOTICE_NOTE);
}

// What was computed beside the scene was that of the old number. Why a text is refused is told when
// the field becomes wrong, and not at each step of a drag.
static bool set(vl_app *app, const vl_number *number, const char *text)
{
    vl_error error = {0};
    vl_app_stall(app);
    bool good = vl_session_set_number(&app->session, number, text, &error);
    vl_app_stall_end(app);
    if (good) {
        vl_pages_begin(app);
        vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
        drop_refusal(app);
        app->digits.next = 0;
    } else if (!app->typing.wrong) {
        vl_app_notify(app, VL_NOTICE_NOTE, refusal, "%s", error.text);
    }
    app->typing.wrong = !good;
    return good;
}

// The digits on show may be fewer than those of the value, so a text that was not changed is not
// taken. dt is shown in ms, and so is a number alone that is typed there.
void vl_typing_take(vl_app *app, const vl_number *number)
{
    vl_typing *typing = &app->typing;
    const char *typed = typing->field.text;
    bool same = strcmp(typed, typing->before) == 0;
    if (number->kind == VL_NUMBER_STEP && *typed && !typed[strspn(typed, ".,0123456789eE+-")]) {
        vl_input_move(&typing->field, 1, true);
        (void)vl_input_type(&typing->field, " ms");
    }
    typing->open = !same && !set(app, number, typed);
    typing->entered = false;
}

void vl_typing_begin(vl_app *app, const vl_number *number)
{
    app->typing = (vl_typing){.scrubs = true,
                              .drawn = true,
                              .number = *number,
                              .from = vl_session_number(&app->session, number),
                              .group = -++app->hands.stroke_count};
}

void vl_typing_scrub(vl_app *app, const vl_number *number, const char *wanted)
{
    vl_typing *typing = &app->typing;
    if (strcmp(wanted, typing->field.text) == 0)
        return;
    app->session.undo.joined = typing->group;
    (void)set(app, number, wanted);
    app->session.undo.joined = 0;
    vl_input_begin(&typing->field, wanted, false);
}

// Other keys with Ctrl keep their meaning, and so do those that neither print nor edit; and Space
// goes on at a question where no digit is typed yet.
static bool is_of_typing(vl_app *app, const vl_event *event)
{
    vl_typing *typing = &app->typing;
    if (event->key == VL_KEY_SPACE && typing->number.kind == VL_NUMBER_ANSWER &&
        !strpbrk(typing->field.text, "0123456789"))
        typing->open = false;
    if (!typing->open)
        return false;
    if (event->key == VL_KEY_ENTER && !event->ctrl)
        typing->entered = true;
    else if (event->key == VL_KEY_ESCAPE && !event->ctrl) {
        typing->open = false;
        drop_refusal(app);
    } else
        return key_edits(app, &typing->field, event);
    return true;
}

// --- the question of the scene ---

// While the scene stands at it, digits choose from the left, and Enter takes a curve; where a
// number is asked for, keys that may begin one are left to the text that follows them.
static bool is_of_question(vl_app *app, const vl_event *event)
{
    unsigned choices[VL_TASK_CHOICES] = {0};
    vl_session *session = &app->session;
    bool takes = session->scene->task.rule == VL_TASK_DRAW && event->key == VL_KEY_ENTER;
    takes = takes && !event->ctrl && !app->focus.shown;
    if (!asks(app) || !(takes || key_prints(event)))
        return false;
    if (session->scene->task.rule == VL_TASK_NUMBER)
        return event->key < 128 && strchr(event->shift ? "=" : "+-.,0123456789", (int)event->key);
    int count = vl_task_choices(session->scene, session->lab->count, choices);
    int number = takes ? 1 : event->shift ? 0 : (int)event->key - '0';
    if (number > 0 && number <= count)
        vl_session_say(session, choices[number - 1], 0);
    return number > 0 && number <= count;
}

// --- a search, the focus ---

// While a control has the focus, keys that do not print are its own.
static bool is_of_search(vl_app *app, const vl_event *event)
{
    vl_search *search = &app->drawer.search;
    if (app->drawer.open != VL_DRAWER_FIND ||
        (app->focus.shown && !event->ctrl && !key_prints(event)))
        return false;
    if (event->key == VL_KEY_ENTER && !event->ctrl)
        return search->picked = true;
    // arrows move the choice by a row, and pages by as many rows as are seen
    int down = (event->key == VL_KEY_DOWN) - (event->key == VL_KEY_UP);
    int pages = (event->key == VL_KEY_PAGE_DOWN) - (event->key == VL_KEY_PAGE_UP);
    if (event->ctrl || event->shift || (down == 0 && pages == 0))
        return key_edits(app, &search->field, event);
    search->down += down;
    search->pages += pages;
    return search->follow = true;
}

static bool is_of_focus(vl_app *app, const vl_event *event)
{
    bool presses = event->key == VL_KEY_ENTER || event->key == VL_KEY_SPACE;
    int turns = (event->key == VL_KEY_RIGHT) - (event->key == VL_KEY_LEFT);
    if (app->focus.shown && turns && !event->ctrl) {
        app->focus.turns += turns;
        return true;
    }
    if (event->ctrl || (event->key != VL_KEY_TAB && !(presses && app->focus.shown)))
        return false;
    if (event->key == VL_KEY_TAB)
        vl_focus_move(&app->focus, event->shift ? -1 : 1);
    else
        app->focus.activates = !event->repeat;
    return true;
}

// Arrows go through an open menu; any other key but those of the focus closes it.
static bool is_of_menu(vl_app *app, const vl_event *event)
{
    int down = (event->key == VL_KEY_DOWN) - (event->key == VL_KEY_UP);
    bool of_focus = event->key == VL_KEY_TAB || event->key == VL_KEY_ENTER;
    if (!app->menu.open || event->ctrl || of_focus)
        return false;
    if (down)
        vl_focus_move(&app->focus, down);
    app->menu.open = down != 0;
    return down || event->key == VL_KEY_ESCAPE;
}

void vl_key_down(vl_app *app, const vl_event *event)
{
    app->hands.commanded = false;
    if (is_of_menu(app, event) || is_of_typing(app, event) || is_of_search(app, event) ||
        is_of_question(app, event) || is_of_focus(app, event))
        return;
    int index = vl_command_of_event(event);
    if (index < 0)
        return;
    vl_command command = vl_command_get(index);
    command.shifted = event->shift;
    app->hands.commanded = key_prints(event);
    if (!event->repeat || command.repeats)
        command.act(app, &command);
}
