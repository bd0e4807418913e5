// Lanes: methods side by side.

#include "app/input/actions.h"

#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"

#include <string.h>

static void add(vl_app *app, int integrator)
{
    vl_lane lane = vl_lane_without_engine(vl_session_lane_chosen(&app->session));
    lane.integrator = vl_integrators[integrator];
    if (vl_session_add_lane(&app->session, &lane) < 0)
        vl_app_notify(app, VL_NOTICE_NOTE, "No more lanes", "There are %d already.", VL_MOST_LANES);
    app->digits.next = 0;
}

static void remove_lane(vl_app *app, int lane)
{
    if (vl_session_remove_lane(&app->session, lane))
        vl_app_drop_notice(app, VL_NOTICE_DIVERGED); // it may speak of that lane
    else
        vl_app_notify(app, VL_NOTICE_NOTE, "The last lane stays",
                      "Shift and the key of a method adds another one.");
    app->digits.next = 0;
}

VL_ACT(toggle_lane)
{
    int lane = vl_session_lane_with(&app->session, command->value);
    if (lane < 0)
        add(app, command->value);
    else
        remove_lane(app, lane);
}

// Returns the next method after that of the chosen lane that runs in no lane yet; where all of them
// do, that of the chosen one.
static int next_method(const vl_session *session)
{
    int chosen = vl_lane_method(vl_session_lane_chosen(session));
    for (int i = 1; i < vl_integrator_count; i++) {
        int next = (chosen + i) % vl_integrator_count;
        if (vl_session_lane_with(session, next) < 0)
            return next;
    }
    return chosen;
}

VL_ACT(add_lane)
{
    add(app, next_method(&app->session));
}

VL_ACT(remove_lane)
{
    remove_lane(app, app->session.chosen);
}

// --- lanes that differ in one thing ---

static int choose_rates(const vl_world *world, const vl_lane *of, vl_lane *choices)
{
    static const char *const streams[] = {"fixed:0.03333333333333333", "fixed:0.016666666666666666",
                                          "fixed:0.006944444444444444"};

    enum { COUNT = sizeof streams / sizeof *streams };

    for (int i = 0; i < COUNT; i++) {
        choices[i] = *of;
        choices[i].own_stream = true;
        choices[i].timestep = (char *)streams[i];
    }
    return COUNT;
}

static int choose_solvers(const vl_world *world, const vl_lane *of, vl_lane *choices)
{
    int count = 0;
    for (int i = 0; i < vl_solver_count && count < VL_MOST_LANES; i++) {
        choices[count] = *of;
        choices[count].solver.method = vl_solvers[i];
        count += !vl_solver_refuses(world, &choices[count].solver);
    }
    return count;
}

static int choose_directions(const vl_world *world, const vl_lane *of, vl_lane *choices)
{
    int count = 0;
    for (int i = 0; i <= VL_DIRECTION_OLD; i++) {
        choices[count] = *of;
        choices[count].solver.direction = (vl_direction)i;
        count += !vl_solver_refuses(world, &choices[count].solver);
    }
    return count;
}

// What games do with a late frame of 0.1 s.
static int choose_policies(const vl_world *world, const vl_lane *of, vl_lane *choices)
{
    static const char *const policies[] = {"raw", "clamp:0.05", "skip:0.05",
                                           "substep:0.016666666666666666",
                                           "accumulator:0.016666666666666666"};

    enum { COUNT = sizeof policies / sizeof *policies };

    for (int i = 0; i < COUNT; i++) {
        choices[i] = *of;
        choices[i].policy = (char *)policies[i];
    }
    return COUNT;
}

const vl_comparison vl_comparison_policies = {"policies", choose_policies};
const vl_comparison vl_comparison_rates = {"frame rates", choose_rates};
const vl_comparison vl_comparison_solvers = {"solvers", choose_solvers};
const vl_comparison vl_comparison_directions = {"directions", choose_directions};

// The chosen lane makes way for the others, which have run from the start when they are there.
VL_ACT(compare)
{
    vl_session *session = &app->session;
    vl_lane choices[VL_MOST_LANES];
    const vl_comparison *comparison = command->subject;
    vl_session_mark(session, 0, "lanes of %s", comparison->name);
    vl_session_leave_engine(session);
    const vl_lane now = *vl_session_lane_chosen(session);
    int count = comparison->choose(vl_session_world(session), &now, choices);
    vl_session_forget_joining(session);
    for (int i = session->lab->count - 1; i >= 0; i--)
        if (i != session->chosen)
            (void)vl_session_remove_lane(session, i);
    session->joining.leaves = session->lab->runs[0].id;
    for (int i = 0; i < count; i++)
        (void)vl_session_add_lane(session, &choices[i]);
    vl_session_choose(session, 0);
    app->digits.next = 0;
}
