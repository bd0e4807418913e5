// The answers of lessons, for the teacher: a table in a new file of VL_FOLDER_ANSWERS.
// The whole of it is written with each change, so that what could not be written is in it later.

// For open_memstream().
#define _XOPEN_SOURCE 700

#include "app/state/session_parts.h"
#include "app/state/state.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/output.h"

#include <stdlib.h>

static void tell(vl_app *app, const char *title, const char *before)
{
    char *place = vl_app_place_of(app, app->answers.path);
    vl_app_notify(app, VL_NOTICE_NOTE, title, "%s%s", before, place);
    vl_free(place);
}

static void write_file(vl_app *app)
{
    vl_answers *a = &app->answers;
    vl_error error = {0};
    bool first = !a->path;
    char name[64], *folder = vl_person_folder(VL_FOLDER_ANSWERS);
    snprintf(name, sizeof name, "answers-%.10s.csv", a->when);
    char *path = vl_folder_new_path(folder, first ? name : a->path); // it may have gone
    vl_app_stall(app);
    a->waits = !vl_file_write(path, a->lines.data, (size_t)a->lines.length, first ? &a->path : NULL,
                              &error);
    vl_app_stall_end(app);
    if (a->waits)
        vl_app_notify(app, VL_NOTICE_WARNING, "The answers are in no file yet",
                      "%s. They are written with the next one.", error.text);
    else if (first)
        tell(app, "The answers are kept", "");
    app->notice.outlives |= a->waits;
    vl_free(path);
    vl_free(folder);
}

// The line of the answer to the task, with what was measured when that is told.
static void add_line(vl_app *app, bool told)
{
    const vl_session *session = &app->session;
    const vl_answer right = vl_session_right(session);
    vl_answers *a = &app->answers;
    vl_text said = {0}, measured = {0};
    char *line;
    size_t length;
    FILE *file = open_memstream(&line, &length);
    if (!file)
        return; // there is no memory
    vl_session_add_said(session, &session->answer, &said);
    vl_text_add(&measured, "%s", "");
    if (told)
        vl_session_add_said(session, &right, &measured);
    const char *const fields[] = {app->opened.lesson->title, session->scene->title,
                                  session->scene->task.question, said.data, measured.data};
    fputs(a->when, file);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        fputc(',', file);
        vl_csv_text(file, fields[i]);
    }
    fprintf(file, ",%s\n", !told ? "" : vl_session_is_right(session) ? "yes" : "no");
    fclose(file);
    a->lines.length = a->newest;
    vl_text_add(&a->lines, "%s", line);
    free(line);
    vl_text_free(&said);
    vl_text_free(&measured);
}

void vl_app_follow_answers(vl_app *app)
{
    vl_answers *a = &app->answers;
    const vl_session *session = &app->session;
    bool told = vl_session_task(session) == VL_TASK_TOLD;
    bool newer = session->answer.given > a->number;
    if (told && !a->seen)
        vl_session_choose(&app->session, vl_session_deciding_lane(session));
    a->seen = told;
    if (!app->opened.lesson || !session->answer.given || session->answer.given < a->number ||
        (!newer && (a->told || !told)))
        return;
    if (newer) {
        time_t now = time(NULL);
        struct tm parts = {0};
        localtime_r(&now, &parts);
        strftime(a->when, sizeof a->when, "%Y-%m-%d %H:%M:%S", &parts);
        if (a->lines.length == 0)
            vl_text_add(&a->lines, "\uFEFFtime,lesson,scene,question,said,measured,right\n");
        a->newest = a->lines.length;
        a->number = session->answer.given;
        a->all++;
    }
    a->told = told;
    a->right += told && vl_session_is_right(session);
    add_line(app, told);
    write_file(app);
}

bool vl_app_answers_wait(vl_app *app)
{
    vl_answers *a = &app->answers;
    if (a->waits)
        write_file(app);
    a->asked = a->waits && !a->asked;
    if (a->asked)
        vl_app_notify(app, VL_NOTICE_WARNING, "The answers are in no file yet",
                      "Make room, or leave once more to lose them.");
    return a->asked;
}

void vl_app_end_answers(vl_app *app)
{
    vl_answers *a = &app->answers;
    if (a->waits)
        write_file(app);
    if (a->all > 0 && !a->waits) {
        char count[64];
        snprintf(count, sizeof count, "%d of %d answers right. They are in ", a->right, a->all);
        tell(app, "The lesson is over", count);
        vl_app_file_written(app, a->path);
    }
    a->right = a->all = 0;
}
