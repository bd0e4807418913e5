// Lanes are added, removed, chosen and named.

#include "app/state/session_parts.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"

#include "base/clock.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

void vl_session_choose(vl_session *session, int lane)
{
    if (lane == session->chosen)
        return;
    session->chosen = lane;
    vl_session_complete(session);
    vl_session_show_chosen(session);
}

// A lane that is added, changed or taken away ends the record of steps.
static void lanes_changed(vl_session *session)
{
    vl_session_complete(session);
    vl_session_changed(session, false);
}

// --- lanes that join ---

static void listen_made(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    vl_session *session = user;
    vl_plots_add(&session->joining.plots, reading, 0);
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
        j->made = vl_log_begin_lane(session->log, session->waiting.settings[0], &j->at,
                                    &session->refused);
        if (!j->made)
            return false;
        vl_lab_listen(j->made, listen_made, session);
        j->at = vl_log_make_lane(session->log, j->made, j->at, seconds);
    }
    return j->at == session->log->present;
}

static void join_first(vl_session *session)
{
    vl_joining *j = &session->joining;
    int index = session->lab->count;
    vl_operation o = {.kind = VL_JOIN, .text = session->waiting.settings[0], .made = j->made};
    j->made = NULL; // the lab has it then
    if (vl_lab_do(session->lab, &o, &session->refused)) {
        vl_plots *plots = &session->lanes[index].plots;
        vl_session_begin_lane(session, index);
        const vl_plots empty = *plots;
        *plots = j->plots;
        j->plots = empty;
        lanes_changed(session);
    }
    vl_session_drop_joining(session, 0);
}

void vl_session_join_lanes(vl_session *session, double seconds)
{
    vl_joining *j = &session->joining;
    const vl_playback *playback = &session->playback; // its steps are those of the lanes before
    double begin = vl_clock_now();
    if (session->playing || playback->left > 0 || playback->back)
        return;
    double left;
    while (session->waiting.count > 0 && (left = seconds - (vl_clock_now() - begin)) > 0) {
        if (make_first(session, left))
            join_first(session);
        else if (!j->made)
            vl_session_drop_joining(session, 0); // the log has forgotten the start of the run
    }
}

// Makes it possible that a lane joins. False and a message where the log cannot make it.
static bool wait_to_join(vl_session *session, vl_lane *lane, vl_error *error)
{
    vl_waiting *w = &session->waiting;
    (void)vl_session_check_stream(session, lane);
    vl_scene scene = vl_session_scene_of(session, lane);
    char *settings = vl_operation_settings(&scene);
    vl_lab *made = vl_log_begin_lane(session->log, settings, &(int){0}, error);
    vl_lab_free(made);
    if (!made) {
        vl_free(settings);
        return false;
    }
    w->settings[w->count] = settings;
    w->methods[w->count++] = vl_integrators[vl_lane_method(lane)];
    return true;
}

bool vl_session_remove_lane(vl_session *session, int lane)
{
    if (lane >= session->lab->count) {
        lane -= session->lab->count;
        vl_session_mark(session, 0, "removal of %s", session->waiting.methods[lane]->label);
        vl_session_drop_joining(session, lane);
        return true;
    }
    if (session->lab->count == 1)
        return false;
    vl_session_mark(session, 0, "removal of %s", vl_lab_label(session->lab, lane));
    VL_DO(session->lab, VL_REMOVE, .lane = lane);
    int behind = session->lab->count - lane;
    vl_session_lane gone = session->lanes[lane];
    memmove(&session->lanes[lane], &session->lanes[lane + 1], (size_t)behind * sizeof gone);
    gone.id = 0;
    session->lanes[lane + behind] = gone; // the memory of its plots is used again
    session->chosen -= session->chosen > lane || session->chosen == session->lab->count;
    lanes_changed(session);
    return true;
}

// --- the settings of a lane, by the table of its keys ---

vl_field vl_lane_row(const char *key)
{
    const vl_field *row = vl_schema_lane.rows;
    while (strcmp(row->key, key) != 0)
        row++;
    assert(row < vl_schema_lane.rows + vl_schema_lane.row_count);
    return *row;
}

const char *vl_lane_row_name(const vl_field *row)
{
    static const struct {
        const char *key, *name;
    } others[] = {{"integrator", "method"},
                  {"method", "solver"},
                  {"timestep", "frames"},
                  {"iterations", "sweeps"},
                  {"grids", "coarser grids"}};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(row->key, others[i].key) == 0)
            return others[i].name;
    return row->key;
}

int vl_session_lane_rows(const vl_session *session, vl_field rows[VL_LANE_MOST_KEYS])
{
    static const size_t solver = offsetof(vl_lane, solver);

    const vl_lane *lane = &vl_session_run(session)->lane;
    const vl_field engine = vl_lane_row("engine");
    int count = 0;
    for (int i = 0; i < vl_schema_lane.row_count; i++) {
        size_t at = vl_schema_lane.rows[i].offset;
        bool of_solver = at >= solver && at < solver + sizeof lane->solver;
        bool sweeps = at == offsetof(vl_lane, solver.order) ||
                      at == offsetof(vl_lane, solver.relaxation),
             grids = at == offsetof(vl_lane, solver.grids);
        bool idle = (sweeps && vl_solver_sweeps_need(&lane->solver)) ||
                    (grids && vl_solver_grids_need(&lane->solver));
        bool linked = !of_solver || at == offsetof(vl_lane, solver.substeps) ||
                      vl_session_run(session)->world->links.hard_count > 0;
        bool set =
            vl_lane_takes(lane, &vl_schema_lane.rows[i]) || at == offsetof(vl_lane, integrator);
        if (at != offsetof(vl_lane, name) && at != engine.offset && linked && set && !idle)
            rows[count++] = vl_schema_lane.rows[i];
    }
    rows[count++] = engine; // which few want
    return count;
}

// Makes a lane as the chosen one is, with another value. Its text is that of `owned`, to be freed
// with vl_schema_release(). What an engine sets goes with it.
static bool lane_with(const vl_session *session, const vl_field *row, const char *text,
                      vl_lane *lane, vl_lane *owned, vl_error *error)
{
    const vl_scene *scene = session->scene;
    bool engine = row->offset == offsetof(vl_lane, engine);
    *owned = *lane = vl_session_run(session)->lane;
    if (lane->engine && (engine || !vl_lane_takes(lane, row))) {
        lane->integrator = vl_integrators[vl_lane_method(lane)];
        lane->engine = NULL;
        lane->solver = scene->solver;
        lane->policy = scene->policy;
        lane->naive_start = scene->naive_start;
    }
    lane->name = NULL; // which tells of the value before
    owned->name = owned->policy = owned->timestep = NULL;
    if (text && !vl_field_read(row, vl_lane_row_name(row), text, owned, error))
        return false;
    if (!text && engine)
        lane->engine = NULL;
    else if (row->type->release || !text)
        *(char **)vl_member(row, lane) = text ? *(char **)vl_member(row, owned) : NULL;
    else
        memcpy(vl_member(row, lane), vl_member(row, owned), vl_field_size(row));
    lane->own_stream = lane->timestep != NULL;
    if (engine && lane->engine)
        lane->policy = (char *)lane->engine->policy;
    vl_scene made = vl_session_scene_of(session, lane);
    const char *why = vl_solver_refuses(vl_session_run(session)->world, &made.solver);
    return !why || vl_fail(error, "%s", why);
}

bool vl_session_set_in_lane(vl_session *session, const vl_field *row, const char *text,
                            vl_error *error)
{
    vl_lane lane, owned;
    vl_text value = {0};
    const vl_lane *now = &vl_session_run(session)->lane;
    bool diverged = vl_session_run(session)->world->now.diverged;
    bool good = lane_with(session, row, text, &lane, &owned, error);
    bool same = vl_field_equal(row, now, &lane) && now->engine == lane.engine;
    if (good && (!same || diverged)) {
        vl_session_complete(session);
        vl_lane_add_value(row, &lane, &value);
        vl_session_mark(session, 0, "%s: %s", vl_lane_row_name(row), value.data);
        if (diverged || lane.engine != now->engine || lane.naive_start != now->naive_start) {
            vl_session_begin_with(session, &lane);
        } else {
            vl_scene scene = vl_session_scene_of(session, &lane);
            vl_operation o = {.kind = VL_LANE, .lane = session->chosen, .scene = &scene};
            good = vl_lab_do(session->lab, &o, error);
            lanes_changed(session);
        }
    }
    vl_text_free(&value);
    vl_schema_release(&vl_schema_lane, &owned);
    return good;
}

int vl_session_add_lane_with(vl_session *session, const vl_field *row, const char *text,
                             vl_error *error)
{
    vl_lane lane, owned;
    int before = session->lab->count, index = -1;
    double seconds = session->joining.seconds;
    bool room = before + session->waiting.count < VL_MOST_LANES;
    bool good = lane_with(session, row, text, &lane, &owned, error) &&
                (room || vl_fail(error, "there are %d already", VL_MOST_LANES));
    if (good) {
        vl_session_complete(session);
        vl_session_mark(session, 0, "lane of %s", lane.integrator->label);
        vl_session_complete(session);
    }
    if (good && wait_to_join(session, &lane, error)) {
        vl_session_join_lanes(session, seconds > 0 ? seconds : HUGE_VAL);
        if (session->lab->count > before && session->waiting.count == 0)
            vl_session_choose(session, session->lab->count - 1);
        index = session->lab->count - 1 + session->waiting.count;
    }
    vl_schema_release(&vl_schema_lane, &owned);
    return index;
}

int vl_session_lane_with(const vl_session *session, int integrator)
{
    for (int i = 0; i < session->lab->count; i++)
        if (vl_lane_method(&session->lab->runs[i].lane) == integrator)
            return i;
    for (int i = 0; i < session->waiting.count; i++)
        if (session->waiting.methods[i] == vl_integrators[integrator])
            return session->lab->count + i;
    return -1;
}
