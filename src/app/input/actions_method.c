// How the scene is stepped: method, estimator, mistake, direction of time.

#include "app/input/actions.h"

#include "physics/integrators/integrators.h"

VL_ACT(set_integrator)
{
    if (command->shifted) {
        vl_toggle_lane(app, command->value);
        return;
    }
    // the notice is about the previous method
    if (command->value != vl_lane_method(vl_session_lane_chosen(&app->session)))
        vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    vl_session_set_integrator(&app->session, command->value);
}

VL_ACT(next_estimator)
{
    int present = (int)(vl_session_run(&app->session)->estimator - vl_estimators);
    int next = (present + 1) % vl_estimator_count;
    const vl_estimator *estimator = &vl_estimators[next];
    vl_session_set_estimator(&app->session, next);
    app->digits.next = 0; // the name of the velocity changes at once, so its numbers must, too
    vl_app_notify(app, VL_NOTICE_NOTE, estimator->title, "%s. %s", estimator->formula,
                  estimator->flaw);
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
