// The task of a scene in words: what somebody says, what is right, and why. session.c holds the
// scene for it.

#include "app/state/session_parts.h"
#include "physics/integrators/integrators.h"

#include <math.h>
#include <string.h>

static const vl_scene_task *task_of(const vl_session *session)
{
    return &session->scene->task;
}

void vl_session_say(vl_session *session, unsigned choice, double number)
{
    vl_answer *answer = &session->answer;
    answer->over = true;
    answer->given = ++session->said;
    answer->choice = choice;
    answer->number = number;
    if (task_of(session)->rule == VL_TASK_MISTAKE) // which is told at once
        vl_session_choose(session, vl_session_deciding_lane(session));
    else
        vl_session_set_running(session, true);
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
    bool mistake = task_of(session)->rule == VL_TASK_MISTAKE;
    bool all = task_of(session)->rule == VL_TASK_BEYOND && choice == (1u << lanes) - 1;
    if (task_of(session)->rule == VL_TASK_DRAW)
        vl_text_add(text, "this is my curve");
    else if (choice == 0 || all)
        vl_text_add(text, "%s", lanes == 2 ? all ? "both" : "neither" : all ? "all" : "none");
    for (int i = 0; choice >> i && !all; i++) {
        if (!(choice & 1u << i))
            continue;
        double figure = session->answer.figures[i];
        vl_text_add(text, "%s%s", choice & ((1u << i) - 1) ? " and " : "",
                    mistake ? vl_mistakes[i].title : vl_lab_label(session->lab, i));
        if (!figures || mistake || !session->answer.measured || !isfinite(figure))
            continue;
        vl_text_add(text, " (");
        add_figure(session, figure, text);
        vl_text_add(text, ")");
    }
}

void vl_session_add_said(const vl_session *session, const vl_answer *said, vl_text *text)
{
    static const char *const parts[] = {"", " at first, ", " in the middle, ", " at the end"};
    bool curve = task_of(session)->rule == VL_TASK_DRAW;
    for (int i = 0; i < 3 && curve; i++) {
        add_figure(session, said->curve[i * (VL_SKETCH - 1) / 2], text);
        vl_text_add(text, "%s", parts[i + 1]);
    }
    if (task_of(session)->rule == VL_TASK_NUMBER)
        add_figure(session, said->number, text);
    else if (!curve)
        vl_session_add_choice(session, said->choice, true, text);
}

// What somebody said who was wrong, and what that would have been.
static void add_wrong(const vl_session *session, vl_text *text)
{
    const vl_answer *answer = &session->answer;
    vl_text_add(text, "You said ");
    vl_session_add_said(session, answer, text);
    for (int i = 0; task_of(session)->rule == VL_TASK_MISTAKE && i < vl_mistake_count; i++)
        if (answer->choice == 1u << i)
            vl_text_add(text, ": with that %s", vl_mistakes[i].does);
    if (answer->number * vl_session_right(session).number < 0)
        vl_text_add(text, ", which has the wrong sign");
    vl_text_add(text, ". ");
}

// "Right: Verlet (449 %). …", "You said TCV (0.18 %). It is Verlet (449 %). …"; a curve is seen.
void vl_session_tell(const vl_session *session, bool explains, vl_text *text)
{
    const vl_answer *answer = &session->answer, right = vl_session_right(session);
    bool hit = vl_session_is_right(session);
    int rule = task_of(session)->rule;
    if (answer->given && !hit && rule == VL_TASK_DRAW)
        vl_text_add(text, "Not right. ");
    else if (answer->given && !hit)
        add_wrong(session, text);
    unsigned all = rule == VL_TASK_BEYOND ? (1u << session->lab->count) - 1 : 0;
    bool whole =
        rule == VL_TASK_NUMBER || rule == VL_TASK_DRAW || right.choice == 0 || right.choice == all;
    bool several = right.choice & (right.choice - 1);
    vl_text_add(text, "%s",
                hit                       ? "Right: "
                : rule == VL_TASK_MISTAKE ? "The mistake: "
                : whole                   ? "The answer is "
                : several                 ? "They are "
                                          : "It is ");
    vl_session_add_said(session, &right, text);
    if (rule == VL_TASK_NUMBER || !(whole || rule == VL_TASK_MISTAKE)) // the card goes on
        vl_text_add(text, " at %.4g s", task_of(session)->until);
    if (answer->given && rule == VL_TASK_DRAW) {
        double size, off = vl_session_curve_off(session, &size);
        vl_text_add(text, ". Your curve is off by up to ");
        if (size > 0 && isfinite(off))
            vl_text_add(text, "%.0f %% of the largest value; up to %.4g %% is right",
                        100 * off / size, 100 * task_of(session)->tolerance);
        else
            add_figure(session, off, text);
    }
    vl_text_add(text, ". ");
    if (!explains)
        return;
    const char *because = task_of(session)->because, *end = strstr(because, "\n\n");
    for (const char *c = because; c != end && *c; c++) // the first paragraph, as one line
        vl_text_add_bytes(text, *c == '\n' ? " " : c, *c != '`'); // around keys
}
