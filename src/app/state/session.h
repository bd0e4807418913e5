#pragma once
/// What the person is running: a scene, the lab made from it, and how time goes on.

#include "app/state/history.h"
#include "app/state/pacing.h"
#include "app/state/reverse_playback.h"
#include "lab/engine.h"
#include "lab/lab.h"
#include "lab/propagation.h"

/// What is known of one instant: a complete reading, and the numbers of one particle then.
typedef struct vl_instant {
    vl_reading reading;
    int slot;               ///< of the particle
    vl_vec3 x, x_old, v, a; ///< m, m, m/s (where the method keeps it), m/s²
} vl_instant;

/// Substeps that did not go as they should.
typedef struct vl_troubles {
    int64_t divided, failed, unconverged; ///< as in vl_solve_report
} vl_troubles;

/// What a preset of another engine replaces for a while.
typedef struct vl_choice {
    int integrator;
    vl_solver_settings solver;
    vl_policy policy;
} vl_choice;

/// What says, beside the integrator, how the scene is run.
typedef struct vl_run_config {
    vl_solver_settings solver;
    const vl_engine *engine;   ///< that is on; NULL
    const vl_mistake *mistake; ///< that is made on purpose; NULL
} vl_run_config;

typedef struct vl_session {
    vl_scene *scene;
    vl_lab *lab;               ///< with one world
    int integrator;            ///< index in the table
    vl_solver_settings solver; ///< that was chosen; it has the substeps, too
    const vl_engine
        *engine;   ///< whose preset is on, NULL; integrator and solver are of the preset then
    vl_choice own; ///< what the person chose, which comes back when the preset is off
    int estimator; ///< of the velocity in readings: index in vl_estimators
    double largest_error; ///< of the energy, since the start or since the estimator was changed
    vl_reference_mode reference; ///< of the labs to come
    bool mistake_off;            ///< the mistake of the scene is switched off
    bool running;
    int watched_slot;     ///< of the particle whose numbers vl_instant is to have
    vl_instant coming;    ///< of the newest step; its reading may be incomplete
    vl_instant instant;   ///< the newest with a complete reading
    bool paused_by_scene; ///< it has paused once where the scene file asks for it
    bool paused_itself;   ///< it paused without a person: when begun anew it runs
    bool touched;         ///< a hand or a pin has changed the energy since the start
    vl_pacing pacing;
    vl_history history;
    vl_propagation *propagation; ///< of the last displacement of what was at rest; NULL
    double *from[VL_AXES];       ///< m, positions at the start, or before that displacement
    double *before[VL_AXES];     ///< m, before the last step, where the policy draws between states
    double *drawn[VL_AXES];      ///< m, the positions that it draws
    vl_troubles troubles;        ///< since the start
    vl_playback playback;
    void (*stepped)(void *user, double dt); ///< called after each frame of dt s; NULL
    void *stepped_user;
    int64_t generation; ///< counts the labs; slots of a world are valid for one generation
} vl_session;

/// Opens a scene file, paused at its start or running. Where it cannot be opened the session stays
/// as it is, and `error` says why.
VL_MUST_USE bool vl_session_open(vl_session *session, const char *path, vl_error *error);

/// As vl_session_open() for the file of the present scene. What the person chose (integrator,
/// solver, speed, running or not) is kept, except where the file says something else than before.
VL_MUST_USE bool vl_session_reload(vl_session *session, vl_error *error);

void vl_session_free(vl_session *session);

/// Back to the start, with the integrator, solver and speed chosen. Runs if it ran, or if it was
/// not a person who paused it but the scene file, or the end of the stream.
void vl_session_reset(vl_session *session);

/// `elapsed` s of real time have passed since the frame before. Steps that take longer than
/// `budget` s together are cut short, and the time is counted as lost. Returns the steps made.
int vl_session_advance(vl_session *session, double elapsed, double budget);

/// One step, running or not. False when the stream has ended.
bool vl_session_step(vl_session *session);

/// One step, shortened where it would go beyond the simulated time `end`, s. False when there is
/// nothing left to step.
bool vl_session_step_until(vl_session *session, double end);

/// Reverses all motion and plays back the steps made since the start, or since the motion was last
/// disturbed, at the pace at which they were made; pauses at their end. False
/// where there is no such step.
bool vl_session_turn_back(vl_session *session);

/// Runs, or pauses; a pause completes the readings of the instant on show.
void vl_session_set_running(vl_session *session, bool running);

/// The particle whose numbers vl_session.instant has from now on.
void vl_session_watch(vl_session *session, int slot);

/// Goes on with another integrator, without a jump; after a divergence begins anew with it.
void vl_session_set_integrator(vl_session *session, int index);

/// Goes on with another solver, other substeps or sweeps, without a jump; after a divergence begins
/// anew with them.
void vl_session_set_solver(vl_session *session, const vl_solver_settings *settings);

/// The kinetic energy of the readings is made of another velocity from now on: index in
/// vl_estimators. Nothing else changes.
void vl_session_set_estimator(vl_session *session, int index);

/// Whether two settings of the solver say the same.
bool vl_session_same_solver(const vl_solver_settings *a, const vl_solver_settings *b);

/// The mistake that is being made on purpose; NULL: none.
const vl_mistake *vl_session_mistake(const vl_session *session);

/// The scene as it is run now: with the integrator, solver and policy in use, made to step as the
/// engine does that is on, and with the mistake that is made or none. A shallow copy: what it
/// points to is the session's, and good until that changes.
vl_scene vl_session_scene(vl_session *session);

/// What of that can change while the scene stays open, beside integrator and policy.
vl_run_config vl_session_config(const vl_session *session);

/// What of two terms is not the same, in a word: "engine", "mistake", "solver"; NULL: nothing.
const char *vl_run_config_difference(const vl_run_config *a, const vl_run_config *b);

/// Whether the chosen method can make the mistake of the scene, on or off; false where the scene
/// has none.
bool vl_session_can_mistake(const vl_session *session);

/// Switches the mistake of the scene on or off and goes on, without a jump; after a divergence
/// begins anew.
void vl_session_set_mistake(vl_session *session, bool on);

/// A hand is about to take the particle in `slot`: how its displacement propagates is followed from
/// now on.
void vl_session_grip(vl_session *session, int slot);

/// Points were moved while time stood still: no displacement is followed any more.
void vl_session_forget_propagation(vl_session *session);

/// Slower or faster by a factor; between 1/64 and 64 times the speed of the scene.
void vl_session_change_speed(vl_session *session, double factor);

/// Begins anew with another policy for frame times.
void vl_session_set_policy(vl_session *session, const vl_policy *policy);

/// Begins anew as another engine steps, or with NULL again as the person chose before. False where
/// its solver cannot have this scene: nothing changes. Whoever sets an integrator or a solver has
/// it off first.
bool vl_session_set_engine(vl_session *session, const vl_engine *engine);

/// What the person chose, whether or not another engine is on.
vl_choice vl_session_own_choice(const vl_session *session);

/// Whether the picture is of an instant between the last two states: under a policy that
/// interpolates, while it runs. What is paused is seen where the digits have it.
bool vl_session_draws_between(const vl_session *session);

/// Puts what is to be drawn into the particles' positions, and takes it out again: positions
/// between the last two states where they are drawn, else nothing. In between the world is to be
/// looked at, and neither changed nor paused.
void vl_session_show_drawn(vl_session *session);
void vl_session_show_state(vl_session *session);

/// The world on the stage.
vl_world *vl_session_world(const vl_session *session);

/// Completes the readings of the present instant.
void vl_session_settle(vl_session *session);

/// The world, settled before, was changed by a hand, a pin or scissors: readings, ledger and exact
/// solution are to follow.
void vl_session_disturbed(vl_session *session, vl_cause cause);
