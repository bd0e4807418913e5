// The task of a scene in words: what somebody says, what is right, and why. session.c holds the
// scene for it. The answers of lessons, for the teacher: a table in a new file of
// VL_FOLDER_ANSWERS. The whole of it is written with each change, so that what could not be written
// is in it later.

#include "app/state/session_parts.h"
#include "app/state/state.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/output.h"
#include "physics/integrators/integrators.h"

#include <stdlib.h>

void vl_session_say(vl_session *session, unsigned choice, double number)
{
    vl_answer *answer = &session->answer;
    if (session->scene->task.rule == VL_TASK_DRAW && !answer->drawn)
        return; // there is no curve yet
    answer->over = true;
    answer->given = ++session->said;
    answer->choice = choice;
    answer->number = number;
    if (session->scene->task.rule == VL_TASK_MISTAKE) // which is told at once
        vl_session_choose(session, vl_session_deciding_lane(session));
    else
        vl_session_set_running(session, true);
}

vl_task_stage vl_app_task(const vl_app *app)
{
    const vl_scene_task *task = &app->session.scene->task;
    const vl_frame_marks *marks = &app->graph.marks;
    const vl_task_stage stage = vl_session_task(&app->session);
    double last = marks->count > 0 ? marks->times[(marks->count - 1) % VL_MOST_MARKS] : 0;
    bool open = stage == VL_TASK_AWAITED && !app->session.answer.given && task->at > 0 &&
                task->rule != VL_TASK_MISTAKE && last <= task->at;
    return open ? VL_TASK_ASKED : stage;
}

// How far the curve of an answer is from the measured one at most, and how large that is.
static double curve_off(const vl_session *session, double *size)
{
    const vl_answer right = vl_session_right(session);
    double off = *size = 0;
    for (int i = 0; i < VL_SKETCH; i++) {
        *size = fmax(*size, fabs(right.curve[i]));
        double apart = fabs(right.curve[i] - session->answer.curve[i]);
        off = isnan(apart) ? HUGE_VAL : fmax(off, apart);
    }
    return off;
}

static bool is_right(const vl_session *session)
{
    const vl_answer *answer = &session->answer, right = vl_session_right(session);
    const vl_scene_task *task = &session->scene->task;
    double off = fabs(answer->number - right.number), size = fabs(right.number);
    if (task->rule == VL_TASK_DRAW)
        off = curve_off(session, &size);
    return answer->given && (task->rule == VL_TASK_NUMBER || task->rule == VL_TASK_DRAW
                                 ? isfinite(off) && off <= task->tolerance * size
                                 : answer->choice == right.choice);
}

// --- in words ---

static void add_figure(const vl_session *session, double value, vl_text *text)
{
    char figure[VL_QUANTITY_SIZE];
    const vl_quantity *quantity = vl_session_asked(session);
    vl_unit unit = vl_quantity_unit(quantity, &vl_session_run(session)->shown);
    vl_text_add(text, "%s", vl_quantity_write(quantity, unit.factor * value, unit.name, figure));
}

void vl_session_add_choice(const vl_session *session, unsigned choice, bool figures, vl_text *text)
{
    int lanes = session->lab->count;
    bool mistake = session->scene->task.rule == VL_TASK_MISTAKE;
    bool all = session->scene->task.rule == VL_TASK_BEYOND && choice == (1u << lanes) - 1;
    if (session->scene->task.rule == VL_TASK_DRAW)
        vl_text_add(text, session->answer.drawn ? "this is my curve" : "draw a curve first");
    else if (choice == 0 || all)
        vl_text_add(text, "%s", lanes == 2 ? all ? "both" : "neither" : all ? "all" : "none");
    for (int i = 0; choice >> i && !all; i++) {
        if (!(choice & 1u << i))
            continue;
        double figure = session->answer.figures[i];
        bool several = choice & (choice - 1);
        vl_text_add(text, "%s%s", choice & ((1u << i) - 1) ? " and " : "",
                    mistake ? vl_mistakes[i].title : vl_lab_label(session->lab, i));
        if (!figures || mistake || !session->answer.measured || !isfinite(figure))
            continue;
        vl_text_add(text, several ? " (" : ", ");
        add_figure(session, figure, text);
        vl_text_add(text, several ? ")" : "");
    }
}

void vl_session_add_said(const vl_session *session, const vl_answer *said, vl_text *text)
{
    static const char *const parts[] = {"", " at first, ", " in the middle, ", " at the end"};
    bool curve = session->scene->task.rule == VL_TASK_DRAW;
    for (int i = 0; i < 3 && curve; i++) {
        add_figure(session, said->curve[i * (VL_SKETCH - 1) / 2], text);
        vl_text_add(text, "%s", parts[i + 1]);
    }
    if (session->scene->task.rule == VL_TASK_NUMBER)
        add_figure(session, said->number, text);
    else if (!curve)
        vl_session_add_choice(session, said->choice, true, text);
}

// "Right: Verlet, +449 % at 9 s.", "No: 50.0 m at 10 s."; in the next line "You said 20.0 m. …"
void vl_session_add_verdict(const vl_session *session, bool row, vl_text *text)
{
    const vl_answer *answer = &session->answer, right = vl_session_right(session);
    bool hit = is_right(session);
    const vl_scene_task *task = &session->scene->task;
    const int rule = task->rule;
    unsigned all = rule == VL_TASK_BEYOND ? (1u << session->lab->count) - 1 : 0;
    bool lanes = rule < VL_TASK_NUMBER && right.choice != 0 && right.choice != all;
    bool of_one = rule == VL_TASK_NUMBER || rule == VL_TASK_DRAW;
    bool touched = vl_session_task(session) == VL_TASK_VOID; // then nobody is right or wrong
    vl_unit unit = vl_quantity_unit(vl_session_asked(session), &vl_session_run(session)->shown);
    vl_text_add(text, touched         ? "A hand has changed this run: here the answer is "
                      : hit           ? "Right: "
                      : answer->given ? "No: "
                                      : "The answer: ");
    if (rule == VL_TASK_DRAW) // the graph has the rest
        add_figure(session, right.curve[VL_SKETCH - 1], text);
    else
        vl_session_add_said(session, &right, text);
    if (touched && rule == VL_TASK_BEYOND && right.choice == 0)
        vl_text_add(text, ", as none passes %.3g %s", unit.factor * task->level, unit.name);
    if (of_one || lanes) // the card goes on
        vl_text_add(text, " at %.4g s", task->until + session->pacing.waited);
    if (rule == VL_TASK_NUMBER && session->lab->count > 1) // whichever lane is chosen
        vl_text_add(text, " with %s", vl_lab_label(session->lab, task->lane - 1));
    vl_text_add(text, ".\n");
    const int length = text->length;
    if (answer->given && rule == VL_TASK_DRAW) {
        double size, off = curve_off(session, &size);
        vl_text_add(text, "Your curve is off by ");
        if (size > 0 && isfinite(off))
            vl_text_add(text, "%.0f %% of the largest value; up to %.4g %% is right",
                        100 * off / size, 100 * task->tolerance);
        else
            add_figure(session, off, text);
    } else if (answer->given && (touched || !hit) && (rule >= VL_TASK_NUMBER || !row)) {
        vl_text_add(text, "You said ");
        if (rule == VL_TASK_NUMBER)
            vl_session_add_said(session, answer, text);
        else
            vl_session_add_choice(session, answer->choice, false, text);
        for (int i = 0; rule == VL_TASK_MISTAKE && i < vl_mistake_count; i++)
            if (answer->choice == 1u << i)
                vl_text_add(text, ": with that %s", vl_mistakes[i].does);
        if (rule == VL_TASK_NUMBER && answer->number * right.number < 0)
            vl_text_add(text, ", which has the wrong sign");
    }
    vl_text_add(text, text->length > length ? ". " : "");
}

void vl_session_add_because(const vl_session *session, vl_text *text)
{
    const char *because = session->scene->task.because, *end = strstr(because, "\n\n");
    for (const char *c = because; c != end && *c; c++) // the first paragraph, as one line
        vl_text_add_bytes(text, *c == '\n' ? " " : c, *c != '`'); // around keys
}

void vl_session_tell(const vl_session *session, bool row, vl_text *text)
{
    vl_session_add_verdict(session, row, text);
    vl_session_add_because(session, text);
}

// --- the answers of a lesson ---

// The file is ours as long as it is what was written last: a teacher may have moved it or marked in
// it, and another window may have one of its name.
static bool is_ours(const vl_answers *a)
{
    struct stat now;
    return a->path && stat(a->path, &now) == 0 && now.st_ino == a->file.st_ino &&
           now.st_size == a->file.st_size && now.st_mtime == a->file.st_mtime;
}

static void write_file(vl_app *app)
{
    vl_answers *a = &app->answers;
    vl_error error = {0};
    bool first = !is_ours(a);
    char name[64], *made = NULL;
    const char *user = app->platform->downloads ? NULL : getenv("USER"); // for who collects them
    bool named = user && *user && !strchr(user, '/');
    snprintf(name, sizeof name, "answers-%.10s%s%.32s.csv", a->when, named ? "-" : "",
             named ? user : "");
    char *path = first ? vl_app_new_path(VL_FOLDER_ANSWERS, name) : vl_copy_text(a->path);
    vl_app_stall(app);
    a->waits =
        !vl_file_write(path, a->lines.data, (size_t)a->lines.length, first ? &made : NULL, &error);
    vl_app_stall_end(app);
    if (made) {
        vl_free(a->path);
        a->path = made;
    }
    if (a->waits)
        vl_app_notify(app, VL_NOTICE_WARNING, "The answers are in no file yet",
                      "%s. They are written with the next one.", error.text);
    if (!a->waits && stat(a->path, &a->file) != 0)
        a->file = (struct stat){0};
    a->asked &= a->waits;
    app->notice.outlives |= a->waits;
    vl_free(path);
}

// A spreadsheet takes what begins so as a formula.
static void add_cell(vl_text *line, const char *text)
{
    vl_text_add(line, ",\"%s", *text && strchr("=+-@\t\r", *text) ? "'" : "");
    for (; *text; text++)
        vl_text_add_bytes(line, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    vl_text_add(line, "\"");
}

// What was said, or is right, as a number of the unit or in words.
static void add_said(const vl_session *session, const vl_answer *said, const vl_unit *unit,
                     vl_text *line)
{
    vl_text words = {0};
    if (session->scene->task.rule == VL_TASK_DRAW)
        vl_session_add_said(session, said, &words);
    else
        vl_session_add_choice(session, said->choice, false, &words);
    if (session->scene->task.rule == VL_TASK_NUMBER)
        vl_text_add(line, ",%.6g", unit->factor * said->number);
    else
        add_cell(line, words.data ? words.data : "");
    vl_text_free(&words);
}

// The line of the answer to the task, with what was measured when that is told.
static void add_line(vl_app *app, bool told)
{
    const vl_session *session = &app->session;
    const vl_answer right = vl_session_right(session);
    vl_unit unit = vl_quantity_unit(vl_session_asked(session), &vl_session_run(session)->shown);
    vl_text *lines = &app->answers.lines;
    lines->length = app->answers.newest;
    vl_text_add(lines, "%s", app->answers.when);
    add_cell(lines, app->opened.lesson->title);
    add_cell(lines, session->scene->title);
    add_cell(lines, session->scene->task.question);
    add_said(session, &session->answer, &unit, lines);
    if (told)
        add_said(session, &right, &unit, lines);
    else
        vl_text_add(lines, ",");
    vl_text_add(lines, ",%s,%s\n", session->scene->task.rule == VL_TASK_NUMBER ? unit.name : "",
                !told               ? ""
                : is_right(session) ? "yes"
                                    : "no");
}

void vl_app_follow_answers(vl_app *app)
{
    vl_answers *a = &app->answers;
    const vl_session *session = &app->session;
    bool told = vl_session_task(session) == VL_TASK_TOLD;
    bool newer = session->answer.given > a->number;
    if (app->opened.lesson_scene < 0 || !app->opened.lesson || session->answer.given < a->number ||
        (!newer && (a->told || !told)))
        return;
    if (newer) {
        time_t now = time(NULL);
        struct tm parts = {0};
        localtime_r(&now, &parts);
        strftime(a->when, sizeof a->when, "%Y-%m-%d %H:%M:%S", &parts);
        if (a->lines.length == 0)
            vl_text_add(&a->lines, "\uFEFFtime,lesson,scene,question,said,measured,unit,right\n");
        a->newest = a->lines.length;
        a->number = session->answer.given;
        a->all++;
        a->scenes |= (uint64_t)1 << app->opened.lesson_scene;
    }
    a->told = told;
    a->right += told && is_right(session);
    add_line(app, told);
    write_file(app);
}

void vl_app_begin_answers(vl_app *app)
{
    vl_answers *a = &app->answers;
    a->number = app->session.said; // what was said before belongs to no lesson
    a->told = true;
    a->right = a->all = 0;
    a->scenes = 0;
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
    if (app->opened.lesson && a->all > 0 && !a->waits) {
        vl_text count = {0};
        int scenes = app->opened.lesson->scene_count, open = 0;
        vl_text_add(&count, "%d scene%s, %d answer%s, %d right. ", scenes, scenes == 1 ? "" : "s",
                    a->all, a->all == 1 ? "" : "s", a->right);
        for (int i = 0; i < scenes; i++)
            if (!(a->scenes >> i & 1))
                vl_text_add(&count, "%s%d", open++ ? ", scene " : "Not answered: scene ", i + 1);
        bool left = !app->session.waits; // and nothing leads back
        vl_text_add(&count, "%sThe answers are in ",
                    !open  ? ""
                    : left ? ". "
                           : " (‹ leads back). ");
        char *place = vl_app_place_of(app, a->path);
        vl_app_notify(app, VL_NOTICE_NOTE,
                      open && left ? "The lesson is left" : "The lesson is over", "%s%s",
                      count.data, place);
        vl_free(place);
        vl_text_free(&count);
        vl_app_file_written(app, a->path);
        app->notice.said = app->session.waits; // else there is another scene now
    }
}
