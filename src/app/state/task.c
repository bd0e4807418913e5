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
    answer->over = answer->given = true;
    answer->choice = choice;
    answer->number = number;
    if (task_of(session)->rule != VL_TASK_MISTAKE) // which is told at once
        vl_session_set_running(session, true);
}

// --- in words ---

// Names of lanes, or of mistakes, with "and" between.
static void add_names(const vl_session *session, unsigned choice, vl_text *text)
{
    char label[VL_LANE_LABEL];
    bool mistake = task_of(session)->rule == VL_TASK_MISTAKE;
    for (int i = 0; choice >> i; i++)
        if (choice & 1u << i)
            vl_text_add(text, "%s%s", choice & ((1u << i) - 1) ? " and " : "",
                        mistake ? vl_mistakes[i].title : vl_session_lane_label(session, i, label));
}

void vl_session_add_choice(const vl_session *session, unsigned choice, vl_text *text)
{
    int lanes = session->lab->count;
    if (choice == 0)
        vl_text_add(text, "%s", lanes == 2 ? "neither" : "none");
    else if (task_of(session)->rule == VL_TASK_BEYOND && choice == (1u << lanes) - 1)
        vl_text_add(text, "%s", lanes == 2 ? "both" : "all");
    else
        add_names(session, choice, text);
}

void vl_session_add_said(const vl_session *session, const vl_answer *said, vl_text *text)
{
    char figure[VL_QUANTITY_SIZE];
    const vl_quantity *quantity = vl_session_asked(session);
    vl_unit unit = vl_quantity_unit(quantity, &vl_session_run(session)->shown);
    if (task_of(session)->rule != VL_TASK_NUMBER)
        vl_session_add_choice(session, said->choice, text);
    else
        vl_text_add(text, "%s",
                    vl_quantity_write(quantity, unit.factor * said->number, unit.name, figure));
}

// "Right: Verlet. …", "You said TCV. It is Verlet. …"
void vl_session_tell(const vl_session *session, vl_text *text)
{
    const vl_answer *answer = &session->answer, right = vl_session_right(session);
    bool hit = vl_session_is_right(session);
    if (answer->given && !hit) {
        vl_text_add(text, "You said ");
        vl_session_add_said(session, answer, text);
        vl_text_add(text, ". ");
    }
    bool mistake = task_of(session)->rule == VL_TASK_MISTAKE;
    vl_text_add(text, hit ? "Right: " : mistake ? "The mistake: " : "It is ");
    vl_session_add_said(session, &right, text);
    vl_text_add(text, ". ");
    const char *because = task_of(session)->because, *end = strstr(because, "\n\n");
    for (const char *c = because; c != end && *c; c++) // the first paragraph, as one line
        vl_text_add_bytes(text, *c == '\n' ? " " : c, *c != '`'); // around keys
}
