// The drawer with the notes of the scene and its answer. A key in them is a button.

#include "app/screen/parts.h"

#include "app/state/explain.h"
#include "base/text.h"

#include <ctype.h>
#include <float.h>
#include <string.h>

enum { MOST_PARAGRAPHS = 64 };

static const char no_break_space[] = "\xC2\xA0";

// Removes the line breaks of the scene file within paragraphs. A short line is the last of its
// paragraph, as its author intended.
static void add_reflowed(vl_text *text, const char *notes)
{
    enum { FULL_LINE = 75 };

    int column = 0;
    for (const char *c = notes; *c; c++) {
        bool joint = *c == '\n' && c[1] != '\n' && c[1] != '\0' && column >= FULL_LINE;
        size_t next = strcspn(c + 1, " \n.,;:"); // a word such as "s", "J", "kg", "%" is a unit
        bool unit = (*c == ' ' || joint) && c > notes && isdigit((unsigned char)c[-1]) &&
                    next > 0 && next <= 3;
        const char *piece = unit ? no_break_space : joint ? " " : NULL;
        vl_text_add_bytes(text, piece ? piece : c, piece ? strlen(piece) : 1);
        column = *c == '\n' ? 0 : column + 1;
    }
}

// Returns the text of the link that shows or hides the answer; NULL if the scene has none.
static const char *answer_link(const vl_app *app)
{
    if (!*app->session.scene->answer)
        return NULL;
    return app->shown.answer ? "Hide the answer" : "Show the answer";
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
        next = end ? end + 2 : NULL;
    }
    return count;
}

// Makes rows of the notes, and of the answer if it is open. The rows point into both texts.
static int whole_rows(const vl_app *app, vl_text *notes, vl_text *answer,
                      vl_sheet_row rows[MOST_PARAGRAPHS])
{
    enum { HALF = MOST_PARAGRAPHS / 2 };

    const vl_scene *scene = app->session.scene;
    add_reflowed(notes, *scene->notes ? scene->notes : "This scene has no notes.");
    int count = paragraph_rows(notes->data, rows, HALF);
    if (!app->shown.answer || !*app->session.scene->answer)
        return count;
    rows[count++] = (vl_sheet_row){"Answer", NULL};
    add_reflowed(answer, scene->answer);
    return count + paragraph_rows(answer->data, rows + count, HALF - 1);
}

static bool is_key(const char *name, int length)
{
    return vl_command_named(name, length) >= 0;
}

void vl_lesson_draw(vl_app *app, const vl_ui *ui)
{
    vl_text notes = {0}, answer = {0};
    vl_sheet_row rows[MOST_PARAGRAPHS];
    int count = whole_rows(app, &notes, &answer, rows);
    vl_sheet sheet = {app->session.scene->title, rows,  count, VL_TYPE_MEDIUM,
                      answer_link(app),          is_key};
    const char *key = NULL;
    const vl_ui words = vl_explained(ui, false);
    vl_sheet_done done = vl_ui_sheet(&words, app->layout.drawer, &sheet, &app->scroll, &key);
    if (done == VL_SHEET_CLOSE)
        vl_app_toggle_drawer(app, VL_DRAWER_LESSON);
    if (done == VL_SHEET_LINK) {
        app->shown.answer = !app->shown.answer;
        app->scroll = app->shown.answer ? FLT_MAX : 0; // to its end
    } else if (done == VL_SHEET_KEY) { // it may open another scene, and then there are other notes
        vl_command command = vl_command_get(vl_command_named(key, (int)strcspn(key, "`")));
        command.act(app, &command);
    }
    vl_text_free(&notes);
    vl_text_free(&answer);
}
