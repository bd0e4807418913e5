// Drawers of text: the notes of the scene, and the help.

#include "app/screen/parts.h"

#include "physics/integrators/integrators.h"

enum { MOST_PARAGRAPHS = 64 };

// Removes the line breaks of the scene file within paragraphs. A short line is the last of its
// paragraph, as its author intended.
static void add_reflowed(vl_text *text, const char *notes)
{
    enum { FULL_LINE = 75 };

    int column = 0;
    for (const char *c = notes; *c; c++) {
        bool joint = *c == '\n' && c[1] != '\n' && c[1] != '\0' && column >= FULL_LINE;
        vl_text_add_bytes(text, joint ? " " : c, 1);
        column = *c == '\n' ? 0 : column + 1;
    }
}

// Splits the text at empty lines into paragraphs, one for each row.
static int paragraph_rows(char *text, vl_sheet_row *rows, int most)
{
    int count = 0;
    for (char *next = text; next && count < most; count++) {
        rows[count] = (vl_sheet_row){NULL, next};
        char *end = count + 1 < most ? strstr(next, "\n\n") : NULL;
        if (end)
            *end = '\0';
        next = end ? end + 1 + strspn(end + 1, "\n") : NULL;
    }
    return count;
}

// Adds the answer, when somebody has given one or it is told, and the notes: in a small window they
// have the place of the words on the stage. Until then only that is there which the stage says
// anyway, but for a mistake, which the notes do not tell.
static void add_all(const vl_session *session, vl_text *text)
{
    const vl_scene *scene = session->scene;
    bool asks = vl_session_differs(session) == VL_DIFFERS_NOT &&
                scene->task.rule != VL_TASK_MISTAKE && !session->answer.over &&
                !session->answer.other && !session->answer.measured;
    if (vl_session_task(session) == VL_TASK_TOLD)
        vl_session_add_verdict(session, false, text);
    if (scene->has_task && (session->answer.given || session->answer.measured)) {
        add_reflowed(text, scene->task.because);
        vl_text_add(text, "\n\n");
    }
    if (asks)
        vl_first_sentence(scene->notes, text);
    add_reflowed(text, asks            ? "\n\nThe other notes come with the answer to the question."
                       : *scene->notes ? scene->notes
                                       : "This scene has no notes.");
}

void vl_notes_draw(vl_app *app, const vl_ui *ui)
{
    vl_text notes = {0};
    vl_sheet_row rows[MOST_PARAGRAPHS];
    add_all(&app->session, &notes);
    int count = paragraph_rows(notes.data, rows, MOST_PARAGRAPHS);
    vl_sheet sheet = {"Notes", rows, count, VL_TYPE_MEDIUM};
    const vl_ui words = vl_explained(ui, false);
    if (vl_ui_sheet(&words, app->layout.drawer, &sheet, &app->drawer.scroll))
        vl_app_toggle_drawer(app, VL_DRAWER_NOTES);
    vl_text_free(&notes);
}

void vl_help_draw(vl_app *app, const vl_ui *ui)
{
    static const vl_sheet_row mouse[] = {
        {"Mouse and fingers", NULL},
        {"Drag", "a particle: let go to throw it"},
        {"Click", "a thing, or a lane's name: its numbers"},
        {"Drag", "the empty stage: move the view, or with the right button turn it"},
        {"Wheel", "or two fingers: zoom"},
        {"Drag", "frames that were: back in time"},
        {"Draw", "frames to come: their lengths"},
        {"Drop", "a scene file: open it"},
        {"Rest", "on a word: what it means"},
    };

    enum { MOST = 96, MOUSE = sizeof mouse / sizeof *mouse };

    vl_sheet_row rows[MOST];
    vl_text methods = {0};
    int count = 0;
    vl_text_add(&methods, "method of the chosen lane, with Shift another lane; also");
    for (int i = 0; i < vl_integrator_count; i++)
        if (vl_integrators[i]->key[0] > '9')
            vl_text_add(&methods, " %s", vl_integrators[i]->key);
    for (int i = vl_integrator_count; i < vl_command_count() && count < MOST - MOUSE - 1; i++) {
        vl_command command = vl_command_get(i);
        if (vl_key_read(command.name, &(vl_event){0}))
            rows[count++] = (vl_sheet_row){command.name, command.help};
    }
    rows[count++] = (vl_sheet_row){"1 … 0", methods.data};
    for (int i = 0; i < MOUSE; i++)
        rows[count++] = mouse[i];
    vl_sheet sheet = {"Keys", rows, count, VL_TYPE_SMALL};
    if (vl_ui_sheet(ui, app->layout.drawer, &sheet, &app->drawer.scroll))
        vl_app_toggle_drawer(app, VL_DRAWER_HELP);
    vl_text_free(&methods);
}
