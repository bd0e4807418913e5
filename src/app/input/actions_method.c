// How the scene is stepped: method, engine, settings of the solver, mistake, direction of time.

#include "app/input/actions.h"

#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"

#include <stdio.h>

VL_ACT(set_integrator)
{
    // the notice is about the previous method
    if (command->value != vl_lane_method(vl_session_lane_chosen(&app->session)))
        vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    vl_session_set_integrator(&app->session, command->value);
}

VL_ACT(next_estimator)
{
    int next = (app->session.estimator + 1) % vl_estimator_count;
    const vl_estimator *estimator = &vl_estimators[next];
    vl_session_set_estimator(&app->session, next);
    app->digits.next = 0; // the name of the velocity changes at once, so its numbers must, too
    char title[200];
    snprintf(title, sizeof title, "Kinetic energy: %s, %s", estimator->title, estimator->formula);
    vl_app_notify(app, VL_NOTICE_NOTE, title, "%s", estimator->flaw);
}

VL_ACT(toggle_mistake)
{
    vl_session *session = &app->session;
    const vl_mistake *mistake = session->scene->mistake;
    if (!mistake) {
        vl_app_notify(app, VL_NOTICE_NOTE, "No mistake is built into this scene",
                      "The scenes broken-… have one each; Ctrl+K finds them.");
        return;
    }
    bool on = session->mistake_off;
    vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    vl_session_set_mistake(session, on);
    if (mistake->at_start)
        vl_app_notify(app, VL_NOTICE_NOTE, on ? "The mistake is on" : "The mistake is off",
                      "It takes effect at the start of a run: press R.");
}

VL_ACT(turn_back)
{
    vl_app_drop_notice(app, VL_NOTICE_RETURN);
    app->digits.next = 0; // the time on show and its direction belong to one instant
    if (!vl_session_can_turn_back(&app->session)) {
        vl_app_notify(app, VL_NOTICE_NOTE, "These lanes have no common steps",
                      "Z goes back along the frames of all. It needs one stream of frames "
                      "for all lanes, and no policy that carries time from one to the next.");
        return;
    }
    if (vl_session_turn_back(&app->session))
        return;
    bool held = vl_session_world(&app->session)->hold_count > 0;
    vl_app_notify(app, VL_NOTICE_NOTE, "There is no step to go back along",
                  held ? "The motion of a hand is not recorded: let go, let it run, then press Z."
                       : "Steps are recorded from the start, and from each hand, pin, cut or "
                         "switch on. Let it run, then press Z.");
}

// --- settings of the solver ---

// Skips solvers that cannot handle the scene. Returns why, or NULL.
static const char *pass_over(const vl_app *app, vl_solver_settings *settings, int direction,
                             const char **refused)
{
    const char *reason = NULL, *why;
    while ((why = vl_solver_refuses(vl_session_world(&app->session), settings)) &&
           settings->method != vl_session_lane_chosen(&app->session)->solver.method) {
        *refused = settings->method->name;
        reason = why;
        vl_setting_change(&vl_setting_solver, settings, direction);
    }
    return reason;
}

static void tell_value(vl_app *app, const vl_setting *setting, bool changed)
{
    char text[VL_SETTING_TEXT], title[2 * VL_SETTING_TEXT];
    const vl_solver_settings *settings = &vl_session_lane_chosen(&app->session)->solver;
    const char *needs = vl_setting_needs(setting, settings);
    vl_setting_write(setting, settings, text);
    snprintf(title, sizeof title, "%s: %s", setting->name, text);
    if (needs)
        vl_app_notify(app, VL_NOTICE_NOTE, title, "Nothing changes, because %s.", needs);
    else if (!changed)
        vl_app_notify(app, VL_NOTICE_NOTE, title, "There is no further value.");
    else if (vl_session_world(&app->session)->links.hard_count == 0)
        vl_app_notify(app, VL_NOTICE_NOTE, title, "This scene has no rods and strings to solve.");
}

void vl_app_change_setting(vl_app *app, const vl_setting *setting, int direction)
{
    vl_session_leave_engine(&app->session); // the list of solvers does not have that of an engine
    vl_solver_settings settings = vl_session_lane_chosen(&app->session)->solver;
    bool changed = vl_setting_change(setting, &settings, direction);
    const char *refused = NULL, *reason = pass_over(app, &settings, direction, &refused);
    const char *never = vl_solver_refuses(vl_session_world(&app->session), &settings);
    if (never) { // a direction, which is none of this solver
        vl_app_notify(app, VL_NOTICE_NOTE, "Nothing changes", "%s", never);
        return;
    }
    if (changed)
        vl_session_set_solver(&app->session, &settings);
    tell_value(app, setting, changed);
    if (reason) {
        char title[2 * VL_SETTING_TEXT];
        snprintf(title, sizeof title, "Not '%s' in this scene", refused);
        vl_app_notify(app, VL_NOTICE_NOTE, title, "%s", reason);
    }
}
