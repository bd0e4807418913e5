// Lanes are added, removed, chosen and named.

#include "app/state/session_parts.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"

#include <math.h>
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

// Changes the lane `like`, or adds one from its state.
static void run_lane(vl_session *session, vl_lane *lane, vl_operation_kind kind, int like)
{
    vl_scene scene = vl_session_scene_of(session, lane);
    vl_operation o = {.kind = kind, .lane = like, .scene = &scene};
    while (!vl_lab_do(session->lab, &o, &(vl_error){0})) {
        vl_session_check_stream(session, lane);
        scene = vl_session_scene_of(session, lane);
    }
}

// A lane that is added or taken away ends the record of steps.
static void lanes_changed(vl_session *session)
{
    vl_session_settle(session);
    vl_session_show_chosen(session);
    vl_session_forget_record(session);
}

static void remove_lane(vl_session *session, int lane)
{
    int behind = session->lab->count - lane - 1;
    VL_DO(session->lab, VL_REMOVE, .lane = lane);
    vl_session_lane gone = session->lanes[lane];
    memmove(&session->lanes[lane], &session->lanes[lane + 1], (size_t)behind * sizeof gone);
    gone.id = 0;
    session->lanes[lane + behind] = gone; // the memory of its plots is used again
    session->chosen -= session->chosen > lane || session->chosen == session->lab->count;
    lanes_changed(session);
}

// --- lanes that join ---

static void listen_made(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    vl_session *session = user;
    vl_plots_add(&session->joining.plots, reading);
    vl_plots_trace(&session->joining.plots, &session->plane, reading->time, x);
}

// Works on the first of those that join, from the start where somebody has gone elsewhere. Returns
// whether it can join.
static bool make_first(vl_session *session, double seconds)
{
    vl_joining *j = &session->joining;
    if (j->made)
        j->at = vl_log_make_lane(session->log, j->made, j->at, seconds);
    if (!j->made || j->at < 0) {
        vl_lab_free(j->made);
        vl_plots_clear(&j->plots);
        j->made = vl_log_begin_lane(session->log, j->settings[0], &j->at, &(vl_error){0});
        if (!j->made)
            return false;
        vl_lab_listen(j->made, listen_made, session);
        j->at = vl_log_make_lane(session->log, j->made, j->at, seconds);
    }
    return j->at == vl_log_present(session->log);
}

static void join_first(vl_session *session)
{
    vl_joining *j = &session->joining;
    int index = session->lab->count;
    vl_operation o = {.kind = VL_JOIN, .text = j->settings[0], .made = j->made};
    j->made = NULL; // the lab has it then
    if (vl_lab_do(session->lab, &o, &(vl_error){0})) {
        vl_plots *plots = &session->lanes[index].plots;
        vl_session_begin_lane(session, index);
        const vl_plots empty = *plots;
        *plots = j->plots;
        j->plots = empty;
        lanes_changed(session);
    }
    vl_session_drop_joining(session);
}

static void leave(vl_session *session)
{
    int leaving = vl_session_leaving(session);
    if (leaving >= 0 && session->lab->count > 1)
        remove_lane(session, leaving);
    session->joining.leaves = 0;
}

static void join_lanes(vl_session *session, double seconds)
{
    vl_joining *j = &session->joining;
    const vl_playback *playback = &session->playback; // its steps are those of the lanes before
    double begin = vl_clock_now();
    if (playback->left > 0 || playback->back)
        return;
    for (bool more = true; more && j->count > 0;) {
        double left = seconds - (vl_clock_now() - begin);
        more = left > 0;
        if (more && make_first(session, left))
            join_first(session);
        else if (more && !j->made)
            vl_session_drop_joining(session); // the log has forgotten the start of the run
    }
    if (j->count == 0)
        leave(session);
}

void vl_session_join_lanes(vl_session *session)
{
    if (!session->playing)
        join_lanes(session, session->joining.seconds);
}

// Makes it possible that a lane joins; false: the log cannot make it.
static bool wait_to_join(vl_session *session, const vl_lane *lane)
{
    vl_joining *j = &session->joining;
    vl_scene scene = vl_session_scene_of(session, lane);
    char *settings = vl_operation_settings(&scene);
    vl_lab *made = vl_log_begin_lane(session->log, settings, &(int){0}, &(vl_error){0});
    vl_lab_free(made);
    if (made) {
        j->settings[j->count] = settings;
        j->names[j->count++] = lane->integrator->label;
    } else {
        vl_free(settings);
    }
    return made;
}

int vl_session_add_lane(vl_session *session, const vl_lane *lane)
{
    // the friction of an engine is in its world
    bool lives =
        !vl_session_world(session)->now.diverged && !vl_session_lane_chosen(session)->engine;
    vl_lane lanes[VL_MOST_LANES];
    int index = vl_session_lanes(session, lanes), like = session->chosen;
    if (index + session->joining.count >= VL_MOST_LANES)
        return -1;
    vl_session_settle(session);
    vl_session_mark(session, 0, "lane of %s", lane->integrator->label);
    vl_session_settle(session);
    lanes[index] = *lane;
    lanes[index].name = NULL;
    lanes[index].naive_start = session->scene->naive_start;
    if (wait_to_join(session, &lanes[index])) {
        join_lanes(session, session->joining.seconds > 0 ? session->joining.seconds : HUGE_VAL);
        if (session->lab->count > index && session->joining.count == 0)
            vl_session_choose(session, session->lab->count - 1);
        return session->lab->count - 1 + session->joining.count;
    }
    if (lives) {
        run_lane(session, &lanes[index], VL_ADD, like);
        session->chosen = index;
        vl_session_begin_lane(session, index);
        lanes_changed(session);
        return index;
    }
    session->chosen = index;
    vl_pacing_rewind(&session->pacing);
    vl_session_begin(session, lanes, index + 1);
    return index;
}

bool vl_session_remove_lane(vl_session *session, int lane)
{
    char label[VL_LANE_LABEL];
    if (session->lab->count == 1)
        return false;
    vl_session_mark(session, 0, "removal of %s", vl_session_lane_label(session, lane, label));
    remove_lane(session, lane);
    return true;
}

void vl_session_set_lane_stream(vl_session *session, const char *stream)
{
    vl_lane lane = *vl_session_lane_chosen(session);
    vl_session_settle(session);
    vl_session_mark(session, 0, "frames of a lane: %s", stream ? stream : "the common ones");
    lane.own_stream = stream != NULL;
    lane.timestep = (char *)stream;
    lane.name = NULL; // which tells of the frames before
    if (vl_session_world(session)->now.diverged) {
        vl_session_begin_with(session, &lane);
        return;
    }
    run_lane(session, &lane, VL_LANE, session->chosen);
    lanes_changed(session);
}

// --- the lanes of another state ---

bool vl_session_has_lanes(const vl_session *session)
{
    int count = session->lab->count;
    bool same = count == VL_MOST_LANES || session->lanes[count].id == 0;
    for (int i = 0; same && i < count; i++)
        same = session->lanes[i].id == session->lab->runs[i].id;
    return same;
}

// Puts what is kept of a lane into its place, or begins it in memory that no other lane needs.
static void find_lane(vl_session *session, int index)
{
    int from = VL_MOST_LANES - 1;
    int64_t id = session->lab->runs[index].id;
    for (int i = index; i < VL_MOST_LANES; i++)
        if (session->lanes[i].id == id)
            from = i;
    const vl_session_lane found = session->lanes[from];
    memmove(&session->lanes[index + 1], &session->lanes[index],
            (size_t)(from - index) * sizeof found);
    session->lanes[index] = found;
    if (found.id != id)
        vl_session_begin_lane(session, index);
}

// Lanes that were there keep what is plotted until now.
void vl_session_follow_lanes(vl_session *session)
{
    bool same = vl_session_has_lanes(session);
    int count = session->lab->count;
    for (int i = 0; i < count; i++) {
        find_lane(session, i);
        vl_plots_go_back(&session->lanes[i].plots);
    }
    for (int i = count; i < VL_MOST_LANES; i++)
        session->lanes[i].id = 0;
    session->chosen = session->chosen < count ? session->chosen : 0;
    if (!same)
        vl_session_take_positions(session);
}

void vl_session_follow_jump(vl_session *session)
{
    session->scene = vl_log_scene(session->log);
    vl_session_follow_lanes(session);
    vl_session_forget_record(session);
    vl_session_show_chosen(session);
}

int vl_session_lane_with(const vl_session *session, int integrator)
{
    for (int i = 0; i < session->lab->count; i++)
        if (vl_lane_method(&session->lab->runs[i].lane) == integrator)
            return i;
    return -1;
}

const char *vl_session_lane_label(const vl_session *session, int lane, char label[VL_LANE_LABEL])
{
    vl_text labels[VL_MOST_LANES] = {{0}};
    vl_lab_labels(session->lab, labels);
    snprintf(label, VL_LANE_LABEL, "%s", labels[lane].data);
    for (int i = 0; i < session->lab->count; i++)
        vl_text_free(&labels[i]);
    return label;
}
