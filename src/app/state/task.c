// The task of a scene: when the scene is held for its question, what somebody says, and what the
// run does.

#include "app/state/session_parts.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

#include <math.h>
#include <string.h>

static const vl_scene_task *task_of(const vl_session *session)
{
    return &session->scene->task;
}

// Whether the run is the one that is asked about: frames that somebody has chosen bring something
// else.
static bool is_fit(const vl_session *session)
{
    const vl_scene_task *task = task_of(session);
    return session->scene->has_task && !session->timestep && !session->playing &&
           session->playback.left == 0 && session->lab->count >= vl_task_least_lanes(task) &&
           (task->rule != VL_TASK_MISTAKE || !session->mistake_off);
}

bool vl_session_can_ask(const vl_session *session)
{
    int lanes = session->scene->lane_count;
    return is_fit(session) && session->lab->count == (lanes > 0 ? lanes : 1);
}

bool vl_session_crosses(const vl_session *session, double time)
{
    double now = session->lab->now.time - session->pacing.waited;
    double last = vl_log_length(session->log, session->lab->now.frames);
    return vl_run_has_ended(now, time) && !vl_run_has_ended(now - last, time);
}

static void measure(vl_session *session)
{
    vl_answer *answer = &session->answer;
    const vl_quantity *quantity = vl_session_asked(session);
    vl_session_settle(session);
    answer->measured = true;
    for (int i = 0; i < session->lab->count; i++) {
        const vl_lab_run *run = &session->lab->runs[i];
        answer->figures[i] =
            run->world->now.diverged ? HUGE_VAL : fabs(vl_quantity_of(quantity, &run->shown));
    }
}

// While a hand holds something, the question waits, and what comes waits with it.
void vl_session_follow_task(vl_session *session)
{
    vl_answer *answer = &session->answer;
    const vl_scene_task *task = task_of(session);
    bool asks = vl_session_can_ask(session) && !answer->over;
    if (asks &&
        (session->lab->now.frames == 0 ? task->at == 0 : vl_session_crosses(session, task->at))) {
        if (vl_lab_is_held(session->lab)) {
            session->pacing.waited += vl_log_length(session->log, session->lab->now.frames);
        } else {
            answer->asked = session->lab->now.frames + 1;
            answer->stood = 0;
            vl_session_set_running(session, false);
            session->paused_itself = true;
        }
    }
    if (is_fit(session) && task->until > 0 && vl_session_crosses(session, task->until))
        measure(session);
}

vl_task_stage vl_session_task(const vl_session *session)
{
    const vl_answer *answer = &session->answer;
    const vl_scene_task *task = task_of(session);
    double now = session->lab->now.time - session->pacing.waited;
    bool stands = !session->running && answer->asked == session->lab->now.frames + 1;
    if (session->scene->has_task && task->rule == VL_TASK_MISTAKE && answer->given)
        return VL_TASK_TOLD;
    if (!is_fit(session) || !vl_run_has_ended(now, task->at))
        return VL_TASK_UNSEEN;
    if (answer->measured && vl_run_has_ended(now, task->until))
        return VL_TASK_TOLD;
    return answer->over ? VL_TASK_AWAITED : stands ? VL_TASK_ASKED : VL_TASK_UNSEEN;
}

void vl_session_stand(vl_session *session, double elapsed)
{
    vl_answer *answer = &session->answer;
    bool asks = vl_session_task(session) == VL_TASK_ASKED;
    answer->stood = asks && !vl_lab_is_held(session->lab) ? answer->stood + elapsed : 0;
    if (asks && task_of(session)->wait > 0 && answer->stood >= task_of(session)->wait)
        vl_session_set_running(session, true);
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

const vl_quantity *vl_session_asked(const vl_session *session)
{
    int figure = session->scene->view.figure;
    return &vl_quantities[vl_figures[figure == VL_FIGURE_AUTO ? VL_FIGURE_ENERGY : figure]];
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

// The first paragraph, as one line.
static void add_because(const char *because, vl_text *text)
{
    const char *end = strstr(because, "\n\n");
    for (const char *c = because; c != end && *c; c++)
        vl_text_add_bytes(text, *c == '\n' ? " " : c, 1);
}

// "Right: Verlet. …", "You said TCV. It is Verlet. …"
void vl_session_tell(const vl_session *session, vl_text *text)
{
    const vl_answer *answer = &session->answer;
    const vl_scene_task *task = task_of(session);
    vl_answer right = {
        .choice = vl_task_right(session->scene, session->lab->count, answer->figures),
        .number = answer->figures[task->lane - 1],
    };
    double off = fabs(fabs(answer->number) - right.number);
    bool hit = task->rule == VL_TASK_NUMBER ? off <= task->tolerance * right.number
                                            : answer->choice == right.choice;
    if (answer->given && !hit) {
        vl_text_add(text, "You said ");
        vl_session_add_said(session, answer, text);
        vl_text_add(text, ". ");
    }
    vl_text_add(text, answer->given && hit ? "Right: " : "It is ");
    vl_session_add_said(session, &right, text);
    vl_text_add(text, ". ");
    add_because(task->because, text);
}
