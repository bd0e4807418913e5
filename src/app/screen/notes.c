// The notes of the scene and its answer, in their column or on a sheet.

#include "app/screen/parts.h"

#include "base/text.h"

#include <ctype.h>
#include <float.h>
#include <string.h>

enum { MOST_PARAGRAPHS = 64 };

static const char no_break_space[] = "\xC2\xA0";

// Returns whether a word is a unit, such as "s", "J", "kg", "%".
static bool is_unit(const char *word)
{
    size_t length = strcspn(word, " \n.,;:");
    return length > 0 && length <= 3;
}

// Removes the line breaks of the scene file within paragraphs. A short line is the last of its
// paragraph, as its author intended.
static void add_reflowed(vl_text *text, const char *notes)
{
    enum { FULL_LINE = 75 };

    int column = 0;
    for (const char *c = notes; *c; c++) {
        bool joint = *c == '\n' && c[1] != '\n' && c[1] != '\0' && column >= FULL_LINE;
        bool unit =
            (*c == ' ' || joint) && c > notes && isdigit((unsigned char)c[-1]) && is_unit(c + 1);
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

static void toggle_answer(vl_app *app)
{
    app->shown.answer = !app->shown.answer;
    app->sheet_scroll = app->shown.answer ? FLT_MAX : 0; // scrolls to the end of the sheet
}

// An answer that does not fit into the column is shown on the sheet.
static void toggle_answer_in_column(vl_app *app, const vl_ui *ui)
{
    vl_rect notes = app->layout.notes;
    vl_text answer = {0};
    toggle_answer(app);
    add_reflowed(&answer, app->session.scene->answer);
    float height = vl_ui_block_height(ui, VL_TYPE_SMALL, answer.data, notes.w, VL_MOST_LINES);
    float title = 1.3f * ui->metrics->height[VL_TYPE_MEDIUM] + vl_points(ui, 8);
    app->shown.whole_notes = app->shown.answer && height > notes.h - title;
    vl_text_free(&answer);
}

static bool has_open_answer(const vl_app *app)
{
    return app->shown.answer && *app->session.scene->answer;
}

// In the column the open answer replaces the notes. What does not fit into it is read on a sheet,
// which a click on the notes or their key opens.
void vl_notes_draw(vl_app *app, const vl_ui *ui)
{
    const vl_layout *l = &app->layout;
    const vl_scene *scene = app->session.scene;
    if (l->notes.w <= 0)
        return;
    vl_rect inside = vl_rect_inset(l->notes, vl_points(ui, 4));
    vl_rect title = vl_rect_cut_top(&inside, 1.3f * ui->metrics->height[VL_TYPE_MEDIUM]);
    vl_ui_text(ui, title, VL_TYPE_MEDIUM, ui->theme->text, VL_ALIGN_LEFT, scene->title);
    vl_text notes = {0};
    vl_text_add(&notes, "%s", ""); // there may be no notes
    add_reflowed(&notes, has_open_answer(app) ? scene->answer : scene->notes);
    float medium = vl_ui_block_height(ui, VL_TYPE_MEDIUM, notes.data, inside.w, VL_MOST_LINES);
    vl_type_size size = medium <= inside.h ? VL_TYPE_MEDIUM : VL_TYPE_SMALL;
    float small = vl_ui_block_height(ui, VL_TYPE_SMALL, notes.data, inside.w, VL_MOST_LINES);
    if (small > inside.h) {
        vl_rect more = vl_rect_cut_bottom(&inside, 1.2f * ui->metrics->height[VL_TYPE_SMALL]);
        vl_ui_text(ui, more, VL_TYPE_SMALL, ui->theme->accent, VL_ALIGN_LEFT,
                   "Click here to read on");
    }
    vl_ui_block(ui, inside, size, ui->theme->text, notes.data, VL_MOST_LINES);
    vl_text_free(&notes);
    if (vl_ui_touch(ui, l->notes).clicked)
        app->shown.whole_notes = true;
    vl_rect link = l->answer;
    vl_rect_cut_left(&link, vl_points(ui, 4));
    if (answer_link(app) && vl_ui_link(ui, link, answer_link(app)))
        toggle_answer_in_column(app, ui);
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
    if (!has_open_answer(app))
        return count;
    rows[count++] = (vl_sheet_row){"Answer", NULL};
    add_reflowed(answer, scene->answer);
    return count + paragraph_rows(answer->data, rows + count, HALF - 1);
}

void vl_whole_notes_draw(vl_app *app, const vl_ui *ui)
{
    bool no_column = app->shown.notes && !vl_app_notes_fit(app);
    if (!app->shown.whole_notes && !no_column)
        return;
    vl_text notes = {0}, answer = {0};
    vl_sheet_row rows[MOST_PARAGRAPHS];
    int count = whole_rows(app, &notes, &answer, rows);
    vl_sheet sheet = {app->session.scene->title, rows, count, answer_link(app)};
    vl_sheet_done done = vl_ui_sheet(ui, app->layout.whole, &sheet, &app->sheet_scroll);
    if (done == VL_SHEET_CLOSE) {
        app->shown.whole_notes = false;
        app->shown.notes = app->shown.notes && !no_column;
    }
    if (done == VL_SHEET_LINK)
        toggle_answer(app);
    vl_text_free(&notes);
    vl_text_free(&answer);
}
