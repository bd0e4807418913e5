#pragma once
/// A lab steps several *lanes* of one scene to the same moments and takes readings of them. A lane
/// is one way to run the scene: a world with its integrator and solver, and a clock
/// with its policy and, where it has one, its own stream of frames:
///
///     clock → common frame of dt → policy of each lane → steps of its world
///
/// A lane with a stream of its own makes whole frames of that instead, as long as they end not
/// later than the common time. So each lane has its own time, and a reading belongs to that of its
/// lane. Lanes do not influence each other: together they have the bits that each has alone.
///
/// A reading belongs to one instant. Where a method keeps positions instead of v and links act, or
/// where the estimator uses xₙ₊₁, the velocity at tₙ is known one step later, and so is the reading
/// of step n. vl_lab_complete() completes it at once.

#include "lab/probe.h"
#include "lab/reading.h"
#include "lab/reference_run.h"
#include "scene/policy.h"
#include "scene/scene.h"
#include "scene/stream.h"

/// Called with each complete reading in order of the steps, and within a step lane by lane, with
/// the positions of that instant by slot, m.
typedef void vl_lab_listener(void *user, int world, const vl_reading *reading,
                             double *const x[VL_AXES]);

/// Told often: all is made until `time`, s, which is so many steps. False: it stops after the
/// frame.
typedef bool vl_lab_progress(void *user, double time, double steps);

typedef struct vl_lab vl_lab;

/// The clock of a lane: the frames that it makes, which are the common ones of the lab or come from
/// a stream of its own, and its policy, which turns frames into steps.
typedef struct vl_lane_clock {
    vl_stream *stream; ///< of its own frames, owned; NULL: it makes the common ones
    vl_policy policy;  ///< its `now` is the real time of the frames so far
    double next;       ///< s, the next frame of the stream, where it is known
    bool has_next;
    int made; ///< own frames in the present common one
} vl_lane_clock;

/// A lane: how it runs, a world and its readings. Others read those above the line.
typedef struct vl_lab_run {
    int64_t id;             ///< no other lane of the lab has had it
    vl_lane lane;           ///< how it runs; without a stream of its own `timestep` is NULL. Its
                            ///< texts live as long as the lab
    vl_world *world;        ///< after a change of its particles or settings in mid-run, call
                            ///< vl_lab_changed()
    vl_reading shown;       ///< the newest complete reading
    vl_reference reference; ///< energy and scale at the start; the exact solution, owned
    const char *refused; ///< why a world without an exact solution has no reference run, in a few
                         ///< words for the user; NULL where it has one or needs none

    double since;         ///< s, when a hand let go, or settings or numbers became others; else 0
    double largest_error; ///< of the energy, since then, or since another estimator was chosen
    vl_troubles troubles; ///< since the start
    double blown;         ///< s, when its energy error was first beyond VL_BLOWN_UP; NaN: never
    double longest;       ///< s, its longest substep until then
    vl_lane_clock clock;  ///< frames and policy
    vl_moment now;        ///< only time, compensation and frames, its steps, are used
    vl_step_watch *watch; ///< the last step of one particle; NULL where none is watched

    // of the lab alone
    vl_lab *lab;
    vl_reference_run *follower; // NULL where there is none
    vl_reading reading;         // of the present instant
    bool complete;              // else its energies, ledger and momenta are of an earlier instant
    double unexplained;         // J, change of the energy that no cause explains
    double unexplained_before;  // J, of that until `since`
    bool sent;                  // to the listener
    vl_arena arena;             // of the positions that follow, and of the estimate
    double *x[VL_AXES];         // positions of `reading`
    double *before[VL_AXES];    // positions before the newest step, where the policy interpolates
    double *drawn[VL_AXES];     // of vl_lab_show()
    bool stepping;              // it makes a step now
    double dt_before;           // s, dt₋ of that step
    double step, cpu;           // s, of that step

    bool in_hand;      // the recorded hand holds its particle
    bool hand_is_over; // it has let it go, or has not got it
    double estimated;  // J, kinetic energy of `reading`, by an estimator that is not the right one
    double *next[VL_AXES]; // m, after the first substep of the next frame, where it looks there
    vl_ledger *ledger;     // NULL where none is kept
    vl_momentum_meter *momentum;          // NULL where it is not kept
    double between_steps[VL_MOST_CAUSES]; // J, changes of the energy by cause
    bool misread;                         // a mistake falsifies `reading`
    double misread_kinetic;               // J, kinetic energy as falsified
    double potential;                     // J, right potential energy of `reading`
    double energy;                        // J, right energy of `reading`, for the ledger
} vl_lab_run;

/// The time on show: it runs back behind a reversal of all velocities, until something else is
/// done. Motion that was reversed at 10 s shows 9 s one second later.
typedef struct vl_shown_time {
    bool back;
    double offset;     ///< s: it is offset ± the time
    int64_t turned_at; ///< the frame at which the lanes are reversed; −1: none
} vl_shown_time;

struct vl_lab {
    int count; ///< of lanes
    vl_lab_run *runs;
    vl_moment now; ///< of the common clock; only time, compensation and frames are used
    vl_shown_time shown;
    const vl_estimator *estimator; ///< of the kinetic energy in all readings
    struct vl_log *log;            ///< of what is done to it (lab/log.h); NULL: none
    vl_lab_progress *progress;     ///< NULL: nobody waits
    void *waiter;

    // of the lab alone
    bool frame_is_open; // a frame has begun, and some lane may have steps of it left
    int frame_steps;    // steps made in the present frame, each in all lanes that had one
    vl_reference_mode mode;
    vl_lab_listener *listener;
    void *user;
    int hand_count;       // of the hand that the scene has recorded; 0: none
    vl_hand_sample *hand; // its samples
    int hand_number;      // of its particle
    bool keeps_lanes;     // those that are removed are put away
    int removed_count;    // those that the log may bring back
    vl_lab_run *removed;
    int64_t last_id;
    int text_count;
    char **texts; // of all lanes that there were
    int labelled_count;
    vl_lane labelled[VL_SCENE_MOST_LANES]; // the lanes that have the labels
    vl_text labels[VL_SCENE_MOST_LANES];
};

/// A lab with the lanes of one scene that differ in how it is run: integrator, solver, start,
/// policy, and the stream of those with lane.own_stream. `known` is what 100 % is where another lab
/// has found it for this world, or NULL. NULL and a message where a policy or a stream cannot be
/// read. Free with vl_lab_free().
VL_MUST_USE vl_lab *vl_lab_create(const vl_energy_scale *known, const vl_scene *lanes, int count,
                                  vl_error *error);

/// Begins anew with other lanes, also of another scene, without listener and references; `known` is
/// not of this lab. False and a message, and nothing changes, where a text cannot be read.
VL_MUST_USE bool vl_lab_restart(vl_lab *lab, const vl_energy_scale *known, const vl_scene *lanes,
                                int count, vl_error *error);

/// To be called behind vl_log_free(), if the lab has a log.
void vl_lab_free(vl_lab *lab);

/// What tells a lane from the others (vl_lane_labels()), until the lanes change.
const char *vl_lab_label(vl_lab *lab, int lane);

/// Adds to the sentence that a lane of `scene` has blown up for which motion its substeps are too
/// long, if for any: oscillations or dampers, whichever grow more alone.
void vl_lab_tell_cause(const vl_lab_run *run, const vl_scene *scene, struct vl_text *text);

/// Takes the only lane of another lab, which has made the frames of this one, behind the others,
/// and frees that lab. vl_lab.runs moves.
void vl_lab_take_lane(vl_lab *lab, vl_lab *made);

/// Removes a lane; one stays at least. The others keep their order, and vl_lab.runs moves.
void vl_lab_remove_lane(vl_lab *lab, int index);

/// Goes on with other settings in a lane that has not diverged, where they differ from those that
/// it has. A new policy or stream begins now. False and a message, and nothing changes, where one
/// cannot be read.
VL_MUST_USE bool vl_lab_set_lane(vl_lab *lab, int index, const vl_scene *lane, vl_error *error);

/// Sends readings to `listener` from now on, beginning with the present one where it has not been
/// sent yet. There is at most one listener; NULL removes it.
void vl_lab_listen(vl_lab *lab, vl_lab_listener *listener, void *user);

/// Sets the estimator of the kinetic energy for the present reading, which is not sent again, and
/// all later ones, wherever one goes in the log, and in runs to come; at first it is the right one.
/// The motion, the energy at the start and its scale do not change. Call it between two steps.
void vl_lab_set_estimator(vl_lab *lab, const vl_estimator *estimator);

/// Begins a common frame of `dt` s, whose steps vl_lab_step() makes; those left of the one before
/// are lost. Nothing here writes to the log, as vl_lab_do() and vl_lab_do_frame() do. False where
/// it cannot be a step: the frame is skipped (vl_world_skip()).
bool vl_lab_begin_frame(vl_lab *lab, double dt);

/// Makes the next step of each lane that has one in the present frame and has not diverged, with
/// the recorded hand of the scene. False where no lane had one.
bool vl_lab_step(vl_lab *lab);

/// Whether a lane may have a step in the present frame.
bool vl_lab_has_step(vl_lab *lab);

/// Whether a whole frame of `dt` s fits into what is left, or is beyond it by less than a hundredth
/// of itself, as a dt that was rounded to decimals is.
bool vl_frame_fits(double dt, double left);

/// What is on show for a time of the common clock, s.
double vl_lab_shown_time(const vl_lab *lab, double time);

/// The largest number of steps that a lane has made.
int64_t vl_lab_steps(const vl_lab *lab);

/// How far a lane is behind the common clock because it could not make all frames of its own, s.
double vl_lab_behind(vl_lab *lab, int lane);

/// Gives the particles of a lane their positions to draw, which lie between its last two states
/// where its policy interpolates, or their state back. In between the lane must not change.
void vl_lab_show(vl_lab *lab, int lane, bool drawn);

/// The velocity of a hand is its mean over this time before the release, s.
#define VL_HAND_TIME 0.08

/// Mean velocity of the hand before `time`, m/s: over VL_HAND_TIME, over `frame` s where the
/// mistake (NULL: none) is to use the last frame alone, or since the first sample where that is
/// shorter.
vl_vec3 vl_hand_speed(const vl_hand_sample *samples, int count, double time,
                      const vl_mistake *mistake, double frame);

/// Completes the readings of the present instant, by a trial step where that is needed, and sends
/// them. `next_dt` is the dt of the common frame to come, s, where it is known; else 0.
void vl_lab_complete(vl_lab *lab, double next_dt);

/// Whether a hand of a person, not the recorded one, holds something in some lane.
bool vl_lab_is_held(const vl_lab *lab);

/// Whether every world has diverged.
bool vl_lab_all_diverged(const vl_lab *lab);

/// Starts a reference run for every synchronised world without an exact solution, or stops it. It
/// begins anew whenever somebody changes the world; while a hand holds a particle there is none.
/// Unless VL_REFERENCE_AT_ONCE it may lag, and refuses more than VL_REFERENCE_MOST_LIVE particles.
void vl_lab_refer(vl_lab *lab, vl_reference_mode mode);

/// The result of the reference run for a recent step, or its newest one where it has none for that
/// (−1: no step). Where the run lags by a few steps only the call waits for it, at most `most` s.
vl_track vl_lab_track(const vl_lab *lab, int world, int64_t step, double most);

/// Writes the positions of the exact solution or the reference run at the present instant, by slot,
/// m. It waits as vl_lab_track() does. False, and nothing is written, where they are not known.
bool vl_lab_true_positions(vl_lab *lab, int world, double most, double *const x[VL_AXES]);

/// Makes all worlds keep a ledger, not only where energy is taken. Call it before the first step.
void vl_lab_keep_ledger(vl_lab *lab);

/// Makes all worlds keep their momenta. Call it before the first step.
void vl_lab_keep_momentum(vl_lab *lab);

/// Makes all lanes keep the numbers of the last step of the particle in `slot`.
void vl_lab_watch(vl_lab *lab, int slot);

/// To be called after somebody changed a world whose reading was complete; its velocity is current.
/// Exact solution or reference run begin anew, the reading is taken again, and the ledger counts
/// the change of the energy under `cause`.
void vl_lab_changed(vl_lab *lab, int world, vl_cause cause);

// --- a run: common frames of a stream, to a given time or for a number of steps ---

typedef struct vl_run {
    double duration; ///< s of real time, of whole frames (vl_frame_fits()); HUGE_VAL: no limit
    int64_t steps;   ///< limit of steps of every lane; negative: none
} vl_run;

/// Whether `time` has reached `duration` (may be HUGE_VAL) up to rounding, s. A last step as short
/// as the rounding of the sum of steps would spoil a method that divides by it.
bool vl_run_has_ended(double time, double duration);

/// The dt of the frame that begins at `time`: the next of the stream, 0 where it has no more. False
/// where the run has ended, as there is no frame or it does not fit into `duration`: a shortened
/// last frame would be one more change of dt.
bool vl_run_next_dt(vl_stream *stream, double time, double duration, double *dt);

// --- a lane, for operations and the log, which are of this room ---

/// The error of the lane's energy is counted from the present reading.
void vl_lane_count_from_now(vl_lab_run *lane);

/// Whether the recorded hand of the scene holds a particle.
bool vl_lane_is_in_hand(const vl_lab_run *lane, int slot);

/// The recorded hand becomes that of a scene.
void vl_lab_take_hand(vl_lab *lab, const vl_scene *scene);

/// Frees a lane; or only what is made anew when a state brings it back, until which it must not
/// be used.
void vl_lane_free(vl_lab_run *lane);
void vl_lane_put_away(vl_lab_run *lane);

/// Before a change that goes on from the velocity of the instant: that is found by `next_dt`, as in
/// vl_lab_complete(), whoever has looked at it, and the reading is that of this velocity.
void vl_lane_begin_change(vl_lab_run *lane, double next_dt);
