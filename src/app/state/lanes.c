// Lanes are added, removed, chosen and named.

#include "scene/lanes.h"
#include "app/state/session_parts.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

void vl_session_choose(vl_session *session, int lane)
{
    if (lane == session->chosen)
        return;
    session->chosen = lane;
    vl_session_settle(session);
    vl_session_show_chosen(session);
}

vl_lane_choice vl_session_lane_choice(const vl_session *session)
{
    const vl_session_lane *lane = vl_session_lane_chosen(session);
    return (vl_lane_choice){lane->integrator, lane->solver, lane->stream, lane->policy, NULL};
}

int vl_session_lanes(const vl_session *session, vl_scene lanes[VL_MOST_LANES])
{
    for (int i = 0; i < session->lane_count; i++)
        lanes[i] = vl_session_lane_scene(session, i);
    return session->lane_count;
}

// Changes the lane, or adds it from the state of the lane `like`.
static void run_lane(vl_session *session, int index, vl_operation_kind kind, int like)
{
    vl_scene scene = vl_session_lane_scene(session, index);
    vl_operation o = {.kind = kind, .lane = like, .scene = &scene};
    while (!vl_lab_do(session->lab, &o, &(vl_error){0})) {
        vl_session_check_stream(session, index);
        scene = vl_session_lane_scene(session, index);
    }
}

// A lane that is added or taken away ends the record of steps.
static void lanes_changed(vl_session *session)
{
    session->own_lanes = true;
    vl_session_settle(session);
    vl_session_show_chosen(session);
    vl_session_forget_record(session);
}

int vl_session_add_lane(vl_session *session, const vl_lane_choice *choice)
{
    // the friction of an engine is in its world
    bool lives =
        !vl_session_world(session)->now.diverged && !vl_session_lane_chosen(session)->engine;
    if (session->lane_count == VL_MOST_LANES)
        return -1;
    vl_session_settle(session);
    vl_session_mark(session, 0, "lane of %s", vl_integrators[choice->integrator]->label);
    int index = session->lane_count, like = session->chosen;
    vl_session_settle(session);
    session->lane_count++;
    vl_session_set_lane(session, index, choice, -1);
    session->chosen = index;
    session->own_lanes = true;
    if (!lives) {
        vl_session_reset(session);
        return index;
    }
    run_lane(session, index, VL_ADD, like);
    vl_session_begin_lane(session, index);
    lanes_changed(session);
    return index;
}

bool vl_session_remove_lane(vl_session *session, int lane)
{
    char label[VL_LANE_LABEL];
    if (session->lane_count == 1)
        return false;
    vl_session_mark(session, 0, "removal of %s", vl_session_lane_label(session, lane, label));
    vl_session_lane gone = session->lanes[lane];
    size_t behind = (size_t)(session->lane_count - lane - 1);
    memmove(&session->lanes[lane], &session->lanes[lane + 1], behind * sizeof gone);
    session->lanes[--session->lane_count] = gone; // the memory of its history is used again
    vl_session_forget_distances(session, lane);
    session->chosen -= session->chosen > lane || session->chosen == session->lane_count;
    VL_DO(session->lab, VL_REMOVE, .lane = lane);
    lanes_changed(session);
    return true;
}

// The chosen lane goes on with frames of its own or the common ones, by its policy.
static void take_frames(vl_session *session)
{
    session->own_lanes = true;
    if (vl_session_world(session)->now.diverged) {
        vl_session_reset(session);
        return;
    }
    vl_session_settle(session);
    run_lane(session, session->chosen, VL_LANE, session->chosen);
    lanes_changed(session);
}

void vl_session_set_lane_stream(vl_session *session, const char *stream)
{
    vl_session_settle(session);
    vl_session_mark(session, 0, "frames of a lane: %s", stream ? stream : "the common ones");
    char **own = &session->lanes[session->chosen].stream, *copy = vl_copy_text(stream);
    vl_free(*own); // which `stream` may be
    *own = copy;
    take_frames(session);
}

void vl_session_set_policy(vl_session *session, const vl_policy *policy)
{
    vl_session_lane *lane = &session->lanes[session->chosen];
    if (strcmp(lane->policy.text, policy->text) == 0)
        return;
    vl_session_settle(session);
    vl_session_mark(session, 0, "policy: %s", policy->text);
    lane->policy = *policy;
    take_frames(session);
}

// --- the lanes of another state ---

static void take_lane(vl_session *session, int index)
{
    vl_error error = {0};
    const vl_lab_run *run = &session->lab->runs[index];
    const vl_stream *stream = run->clock.stream;
    vl_lane_choice choice = {.integrator = vl_integrator_index(
                                 run->lane.engine ? vl_integrator_find(run->lane.engine->likeness)
                                                  : vl_world_method(run->world)),
                             .solver = run->world->solver,
                             .stream = stream ? stream->text : NULL,
                             .engine = run->lane.engine};
    if (!vl_policy_parse(&choice.policy, run->clock.policy.text, &error))
        choice.policy = vl_policy_raw(); // never happens: the lab has it
    vl_session_set_lane(session, index, &choice,
                        session->lanes[index].world == run->world ? session->lanes[index].of_scene
                                                                  : -1);
}

static bool has_worlds(const vl_session *session)
{
    bool same = session->lane_count == session->lab->count;
    for (int i = 0; same && i < session->lane_count; i++)
        same = session->lanes[i].world == vl_session_lane_world(session, i);
    return same;
}

// Puts the lane of a world into its place among all that there is memory for.
static void find_lane(vl_session *session, int index)
{
    for (int i = index; i < session->lane_count; i++)
        if (session->lanes[i].world == vl_session_lane_world(session, index)) {
            const vl_session_lane found = session->lanes[i];
            session->lanes[i] = session->lanes[index];
            session->lanes[index] = found;
            return;
        }
    const vl_session_lane spare = session->lanes[VL_MOST_LANES - 1];
    memmove(&session->lanes[index + 1], &session->lanes[index],
            (size_t)(VL_MOST_LANES - 1 - index) * sizeof spare);
    session->lanes[index] = spare;
    session->lane_count += session->lane_count < VL_MOST_LANES;
}

// Lanes that were not there begin anew; those that were there keep what is plotted until now.
void vl_session_follow_lanes(vl_session *session)
{
    bool same = has_worlds(session);
    for (int i = 0; i < session->lab->count; i++) {
        find_lane(session, i);
        bool there = session->lanes[i].world == vl_session_lane_world(session, i);
        take_lane(session, i);
        if (!there)
            vl_session_begin_lane(session, i);
        vl_plots_go_back(&session->lanes[i].plots, session->lab->runs[i].now.time);
        for (int k = 0; k < i && !same; k++)
            vl_series_clear(&session->lanes[i].plots.apart[k]);
    }
    session->lane_count = session->lab->count;
    session->chosen = session->chosen < session->lane_count ? session->chosen : 0;
    if (!same)
        vl_session_take_positions(session);
}

void vl_session_follow_jump(vl_session *session)
{
    session->scene = vl_log_scene(session->log);
    vl_session_follow_lanes(session);
    vl_session_follow_direction(session);
    vl_session_show_chosen(session);
}

int vl_session_lane_with(const vl_session *session, int integrator)
{
    for (int i = 0; i < session->lane_count; i++)
        if (session->lanes[i].integrator == integrator)
            return i;
    return -1;
}

// --- labels ---

static const char separator[] = " · ";

static bool have_one_method(const vl_session *session)
{
    for (int i = 1; i < session->lane_count; i++)
        if (session->lanes[i].integrator != session->lanes[0].integrator)
            return false;
    return session->lane_count > 1;
}

// "144/s" of equal steps.
static void add_stream(vl_text *text, const vl_session *session, int index)
{
    const char *own = session->lanes[index].stream;
    const vl_stream *stream = own ? vl_session_stream(session, index) : NULL;
    if (stream && stream->kind->steps == VL_STEPS_EQUAL)
        vl_text_add(text, "%s%.4g/s", separator, 1 / vl_stream_mean(stream, 1));
    else if (own)
        vl_text_add(text, "%s%.*s", separator, VL_LANE_LABEL, own);
}

// Writes what tells the lane from another one besides its method: its own frames, its policy, or
// settings of its solver.
static void add_difference(vl_text *text, const vl_session *session, int index,
                           const vl_session_lane *other)
{
    const vl_session_lane *lane = &session->lanes[index];
    const vl_solver_settings *a = &lane->solver, *b = &other->solver;
    add_stream(text, session, index);
    char policy[VL_POLICY_LABEL_SIZE];
    if (strcmp(lane->policy.text, other->policy.text) != 0)
        vl_text_add(text, "%s%s", separator, vl_policy_label(&lane->policy, policy));
    if (a->method != b->method)
        vl_text_add(text, "%s%s", separator, a->method->name);
    if (a->direction != b->direction)
        vl_text_add(text, "%s%s", separator, vl_direction_names[a->direction]);
    if (a->substeps != b->substeps)
        vl_text_add(text, "%s%d substep%s", separator, a->substeps, a->substeps > 1 ? "s" : "");
    if (a->iterations != b->iterations)
        vl_text_add(text, "%s%d %s%s", separator, a->iterations,
                    a->method->global ? "Newton step" : "sweep", a->iterations > 1 ? "s" : "");
    if (a->grids != b->grids)
        vl_text_add(text, "%s%d grid%s", separator, a->grids, a->grids != 1 ? "s" : "");
    if (a->relaxation != b->relaxation)
        vl_text_add(text, "%srelaxation %.4g", separator, a->relaxation);
}

// The name that the scene gives a lane, as long as it is that lane; NULL: none.
static const char *name_of(const vl_session *session, int index)
{
    int number = session->lanes[index].of_scene;
    bool named =
        number >= 0 && number < session->scene->lane_count && session->scene->lanes[number].name;
    return named ? vl_session_lane_scene(session, index).lane.name : NULL;
}

static void write_label(const vl_session *session, int index, char label[VL_LANE_LABEL])
{
    const vl_session_lane *lane = &session->lanes[index], *rival = lane;
    for (int i = session->lane_count - 1; i >= 0; i--)
        if (i != index && session->lanes[i].integrator == lane->integrator)
            rival = &session->lanes[i];
    const char *name = name_of(session, index);
    if (name) {
        snprintf(label, VL_LANE_LABEL, "%s", name);
        return;
    }
    vl_text text = {0};
    add_difference(&text, session, index, rival);
    if (lane->engine) {
        snprintf(label, VL_LANE_LABEL, "%s", lane->engine->title);
        vl_text_free(&text);
        return;
    }
    const char *difference = text.data ? text.data : "",
               *title = vl_integrators[lane->integrator]->label;
    if (*difference && have_one_method(session))
        snprintf(label, VL_LANE_LABEL, "%s", difference + strlen(separator));
    else
        snprintf(label, VL_LANE_LABEL, "%s%s", title, difference);
    vl_text_free(&text);
}

const char *vl_session_lane_label(const vl_session *session, int lane, char label[VL_LANE_LABEL])
{
    char other[VL_LANE_LABEL];
    int same = 0;
    write_label(session, lane, label);
    for (int i = 0; i < lane; i++) {
        // labels that begin with the names of different methods are not compared
        if (session->lanes[i].integrator != session->lanes[lane].integrator &&
            !name_of(session, i) && !name_of(session, lane))
            continue;
        write_label(session, i, other);
        same += strcmp(other, label) == 0;
    }
    size_t length = strlen(label);
    if (same > 0)
        snprintf(label + length, VL_LANE_LABEL - length, " (%d)", same + 1);
    return label;
}
