#pragma once
/// The session: a scene, the lab made from it, and the pace of its time.

#include "app/state/pacing.h"
#include "app/state/plots.h"
#include "lab/replay.h"
#include "scene/engine.h"
#include "scene/fields.h"
#include "scene/lanes.h"

/// What the session keeps of a lane of the lab, in the place that it has there.
typedef struct vl_session_lane {
    int64_t id; ///< of the lane; 0: none
    vl_plots plots;
    double *record_from[VL_AXES]; ///< m, positions when the record of steps began
    double *path_from[VL_AXES];   ///< m, the same of the path that was played back last
    double returned;              ///< m, distance from there, while `playback.back`
} vl_session_lane;

/// Reverse playback: behind a reversal of all velocities come the lengths of the frames that were
/// made, from the last to the first, which the log expects then.
typedef struct vl_playback {
    int64_t first; ///< to this frame a reversal goes back: the last one at which anything was done
    int steps;     ///< those that are played back now, or were last
    int left;      ///< steps still to be played back; 0 when nothing is played back
    bool over;     ///< the playback has just ended; cleared by the notice about it
    bool back;     ///< no step has been made since it ended
} vl_playback;

/// A recording that plays in a session.
typedef struct vl_playing {
    vl_replay replay;
    struct vl_playing *next; ///< another one of the session
    size_t from, to;         ///< bytes of the recording whose frames the log knows
} vl_playing;

enum { VL_SKETCH = 41 };

/// How far the task of the scene is. One begins with each run.
typedef struct vl_answer {
    bool over;       ///< it is not asked any more: somebody has answered, or the scene went on
    int given;       ///< number of the answer in this session, from 1; 0: nobody has answered
    unsigned choice; ///< of vl_task_choices()
    double number;   ///< in SI units
    int64_t asked;   ///< behind this frame, plus 1, the scene stood for it; 0: it did not
    double stood;    ///< s, so long it has stood
    bool touched;    ///< before the answer: the figures are not of the run that is asked about
    bool other;      ///< what was asked about does not come in this run
    bool measured;
    double figures[VL_MOST_LANES]; ///< of the lanes, as vl_task_right() takes them
    double curve[VL_SKETCH];       ///< that is drawn, in SI units, at vl_session_sketch_time()
    int drawn;                     ///< the last point of it that was drawn
} vl_answer;

/// The lanes that are to join.
typedef struct vl_waiting {
    int count;
    char *settings[VL_MOST_LANES]; ///< as operations have them
    const vl_integrator *methods[VL_MOST_LANES];
} vl_waiting;

/// What a session has beside its lab, and gets back with it when something is undone.
#define VL_SESSION_SETTINGS                                                                        \
    int chosen;       /* the lane whose numbers are shown */                                       \
    char *timestep;   /* stream that was chosen instead of the scene's, owned; NULL: that one */   \
    bool mistake_off; /* the mistake of the scene is switched off */                               \
    bool running;                                                                                  \
    bool paused_itself;  /* the pause was not requested by a person; a reset runs again */         \
    int watched_slot;    /* of the particle whose steps are kept */                                \
    vl_playing *playing; /* the recording that plays; NULL: none does */                           \
    vl_answer answer;    /* to the task of the scene */                                            \
    vl_waiting waiting;                                                                            \
    vl_pacing pacing;

typedef struct vl_session_settings {
    VL_SESSION_SETTINGS
} vl_session_settings;

// --- undo ---

enum { VL_UNDO_MOST = 100, VL_CHANGE_TEXT = 96, VL_OF_HAND = INT32_MIN };

/// A change that can be undone or redone.
typedef struct vl_change {
    char what[VL_CHANGE_TEXT]; ///< "cut of 12 links"
    vl_session_settings settings;
    int entry;            ///< of the log, before the change
    int64_t frame;        ///< in its run
    int ahead_count;      ///< of the frames whose lengths were known already
    double *ahead;        ///< s
    int64_t group, event; ///< see vl_session_mark()
} vl_change;

/// The newest change of each list is its last one.
typedef struct vl_changes {
    int count, capacity;
    vl_change *list;
} vl_changes;

typedef struct vl_undo {
    vl_changes undone, redone; ///< what undo and redo go to
    bool in_doubt;             ///< the newest change is of a hand that may change nothing
    int64_t event;             ///< counts events
    int64_t joined;            ///< group of all changes while a number is dragged; 0: its own
    int dropped;               ///< changes that were too old to be kept
} vl_undo;

/// Lanes that are made from the start of the run, one after another, and join the others when they
/// have come to the present instant.
typedef struct vl_joining {
    vl_lab *made;   ///< the first of those that wait, so far; NULL: it has not begun
    int at;         ///< the entry of the log to which it has come
    vl_plots plots; ///< of it
    double seconds; ///< so long they are made in a frame; 0: they join at once
} vl_joining;

typedef struct vl_session {
    vl_scene *scene;
    vl_lab *lab;       ///< it has the lanes, 1…VL_MOST_LANES
    vl_log *log;       ///< of the lab; it owns the scenes
    vl_log_file *file; ///< to which the log writes, not owned; NULL: none
    vl_undo undo;

    union {
        struct {
            VL_SESSION_SETTINGS
        };

        vl_session_settings settings; ///< the same members
    };

    vl_session_lane lanes[VL_MOST_LANES];
    vl_reference_mode reference; ///< for labs that are created later
    vl_step_numbers pending;     ///< of the newest step, whose reading may be incomplete
    vl_step_numbers step;        ///< that led to the newest complete reading of the chosen lane
    vl_arena positions;          ///< memory of the next, and of the positions of the lanes
    vl_joining joining;
    vl_playing *playings; ///< recordings to which undo may come, owned
    vl_playback playback; ///< of all lanes; its distance is that of the chosen one
    void (*stepped)(void *user, double dt); ///< called after each step of the chosen lane; NULL
    void *stepped_user;
    double step_budget;   ///< s of real time for the steps of a frame; 0: as long as they take
    bool waits;           ///< a lesson runs: a question waits for its answer
    bool adjusts;         ///< a number is dragged: a question goes on behind the drag
    int said;             ///< answers so far
    vl_error refused;     ///< why a lane has lost its frames or does not join, until that is told
    int64_t generation;   ///< number of labs created; slots of a world are valid for one generation
    vl_phase_plane plane; ///< of the plots, chosen by vl_session_trace() in the generation `traced`
    int64_t traced;
} vl_session;

/// Opens a scene file, which runs; NULL: that of the scene anew, where lanes, frames and speed that
/// a person chose stay if the file says of them what it said before. If it cannot be opened the
/// session is unchanged and `error` contains the reason.
VL_MUST_USE bool vl_session_open(vl_session *session, const char *path, vl_error *error);

/// The same for a recording, which plays: what was done acts again, at the pace at which it was
/// done. The frames to come are on the line of time, so that one steps, pauses and goes to and fro
/// as in any run. Whatever a person changes ends that, as vl_session_mark() tells: the run goes on
/// from there without the rest of the recording, and undo comes back to the playing.
VL_MUST_USE bool vl_session_open_recording(vl_session *session, const char *path, vl_error *error);

/// Reads a recording whose first run can begin. NULL and a message with file, line and column where
/// it cannot. Free with vl_recording_free().
VL_MUST_USE vl_recording *vl_playing_load(const char *path, vl_error *error);

/// Whether nothing is left of a recording, or it cannot go on.
bool vl_playing_has_ended(vl_playing *playing);

void vl_session_free(vl_session *session);
const vl_lab_run *vl_session_run(const vl_session *session); ///< the chosen lane

/// Returns to the start with the chosen integrator, solver and speed, and with the frames of the
/// scene where nobody has chosen others. It runs if it was running, or if the scene file or the end
/// of the stream has paused it.
void vl_session_reset(vl_session *session);

/// Advances by `elapsed` s of real time since the previous frame. When computing the steps takes
/// longer than its `step_budget` it stops, and the remaining time is lost.
void vl_session_advance(vl_session *session, double elapsed);

/// Makes one frame, whether it is running or not. Returns false if the stream has ended.
bool vl_session_step(vl_session *session);

/// Makes one whole frame that does not pass the time `end`, s. Returns false if there is none.
bool vl_session_step_until(vl_session *session, double end);

/// Reverses all motion and plays back the frames made since the start, or since the motion was last
/// disturbed, at their original pace; pauses at their end. Returns false if there is no such frame,
/// or not vl_session_can_turn_back().
bool vl_session_turn_back(vl_session *session);

/// Pauses, and goes to a frame that was made, or to the one nearest before it that can be reached
/// (lab/log.h). The scene runs on from there, at first with the lengths of the frames that
/// followed. Returns false where that is the present frame, or a hand holds something.
bool vl_session_go_to_frame(vl_session *session, int64_t frame);

/// The last frame to which one can go: of a recording that plays also one that is to come.
int64_t vl_session_last_frame(const vl_session *session);

/// The last of these frames that ended not later than `time`, s.
int64_t vl_session_frame_at(const vl_session *session, double time);

/// Runs or pauses. A pause completes the readings of the instant on show.
void vl_session_set_running(vl_session *session, bool running);

/// Selects the particle whose steps are kept.
void vl_session_watch(vl_session *session, int slot);

/// Returns the deliberate mistake that is being made, or NULL.
const vl_mistake *vl_session_mistake(const vl_session *session);

/// Returns the scene as a lane runs it, or the chosen one with the common frames. It is a shallow
/// copy: its pointers belong to the session and are valid until the session changes.
vl_scene vl_session_lane_scene(const vl_session *session, int lane);
vl_scene vl_session_scene(const vl_session *session);

/// Returns whether the chosen method can make the mistake of the scene; false if the scene has no
/// mistake.
bool vl_session_can_mistake(const vl_session *session);

/// Switches the mistake of the scene on or off without a jump; restarts if the run has diverged.
void vl_session_set_mistake(vl_session *session, bool on);

/// Goes on with another stream of steps, such as "fixed:0.01". Returns false and a message if the
/// text is wrong.
VL_MUST_USE bool vl_session_set_stream(vl_session *session, const char *text, vl_error *error);

/// Returns the text of the stream in use, as a scene file would have it.
const char *vl_session_timestep(const vl_session *session);

/// Returns the stream whose frames a lane makes: its own, or the common one.
const vl_stream *vl_session_stream(const vl_session *session, int lane);

/// Returns whether the same frames, in reverse, make the same steps in reverse: no lane has frames
/// of its own, or a policy that remembers frames.
bool vl_session_can_turn_back(const vl_session *session);

/// Returns whether the picture of a lane shows an instant between the last two states: only while
/// it runs under a policy that interpolates.
bool vl_session_draws_between(const vl_session *session, int lane);

/// Puts the particles where the picture has them, where that is between two states; or, not
/// `drawn`, back to the state. In between the world must be neither changed nor paused.
void vl_session_show(vl_session *session, bool drawn);

// --- the task of the scene ---

/// What is seen of the task.
typedef enum vl_task_stage {
    VL_TASK_UNSEEN,
    VL_TASK_ASKED,   ///< the scene stands at the question
    VL_TASK_AWAITED, ///< it goes on, with an answer or without one
    VL_TASK_TOLD,
    VL_TASK_VOID, ///< it is no longer the run that was asked about
} vl_task_stage;

vl_task_stage vl_session_task(const vl_session *session);

/// What of a run is not the scene's, so that its task is not asked after a reset.
typedef enum vl_difference {
    VL_DIFFERS_NOT,
    VL_OTHER_RUN, ///< all else, or there is no task
    VL_OTHER_LANES,
    VL_OTHER_FRAMES,
    VL_OTHER_NUMBERS,
} vl_difference;

vl_difference vl_session_differs(const vl_session *session);

/// Answers with a choice, or with a number in SI units; the scene goes on.
void vl_session_say(vl_session *session, unsigned choice, double number);
const vl_quantity *vl_session_asked(const vl_session *session);

/// Something has changed in the run: what was asked about does not come any more, or before it was
/// answered it still does where a hand has done that.
void vl_session_touch(vl_session *session, bool by_hand);

/// Returns the time of a point of the curve that is drawn, s.
double vl_session_sketch_time(const vl_session *session, int point);

/// The choice, the number with its sign, or the curve that was measured.
vl_answer vl_session_right(const vl_session *session);

/// The lane whose formula shows what is told: the one that is asked about, that has the term of the
/// task, or that is right; the chosen one where it is as good.
int vl_session_deciding_lane(const vl_session *session);

/// Whether the answer that is told names the lane.
bool vl_session_tells_of(const vl_session *session, int lane);

/// Adds in words a choice, with figures once they are measured or without; an answer, with figures;
/// what somebody said and what is right; and that and why. A row of choices shows what was said.
void vl_session_add_choice(const vl_session *session, unsigned choice, bool figures, vl_text *text);
void vl_session_add_said(const vl_session *session, const vl_answer *said, vl_text *text);
void vl_session_add_verdict(const vl_session *session, bool row, vl_text *text);
void vl_session_add_because(const vl_session *session, vl_text *text);
void vl_session_tell(const vl_session *session, bool row, vl_text *text);

/// Whether the newest frame came to a time of the scene, s: later where a task has waited.
bool vl_session_crosses(const vl_session *session, double time);

// --- lanes ---

/// Writes how the lanes run. Returns how many. Their texts are valid as long as the lab.
int vl_session_lanes(const vl_session *session, vl_lane lanes[VL_MOST_LANES]);

/// To be called in each frame: works for about so many seconds on the lanes that are to join.
void vl_session_join_lanes(vl_session *session, double seconds);

/// Those that have not joined do not join any more.
void vl_session_forget_joining(vl_session *session);

/// Returns the row of a key in the table of a lane, and what people call it.
vl_field vl_lane_row(const char *key);
const char *vl_lane_row_name(const vl_field *row);

/// Lists the rows that mean something to the chosen lane: what tells it from others, but its name.
/// Returns how many.
int vl_session_lane_rows(const vl_session *session, vl_field rows[VL_LANE_MOST_KEYS]);

/// Goes on with another value of a row in the chosen lane, a text as in a file; NULL: without an
/// engine, or with the common frames. All lanes begin anew where it has diverged, and where an
/// engine or the start changes. What an engine sets ends that engine. False and a message where the
/// text is wrong, or the scene cannot have the solver.
VL_MUST_USE bool vl_session_set_in_lane(vl_session *session, const vl_field *row, const char *text,
                                        vl_error *error);

/// Adds a lane after the last one that is like the chosen one but for that value, and chooses it if
/// that is done at once: it has run from the start, with all that was done since. Returns its
/// number, or −1 and a message if there are VL_MOST_LANES already, the lane cannot run, or the log
/// has forgotten the start.
int vl_session_add_lane_with(vl_session *session, const vl_field *row, const char *text,
                             vl_error *error);

/// Removes a lane, or one that is to join; the last one that runs stays, and false is returned.
bool vl_session_remove_lane(vl_session *session, int lane);

/// Chooses the lane whose formula and numbers are shown. No motion changes.
void vl_session_choose(vl_session *session, int lane);

/// Returns the first lane with an integrator, behind all others one that is to join. −1: none.
int vl_session_lane_with(const vl_session *session, int integrator);

enum { VL_LANE_LABEL = 128 }; ///< bytes of vl_lab_label() with what is told behind it

/// Draws the path of a particle in its phase plane from now on, in all lanes, if it is another one
/// than before.
void vl_session_trace(vl_session *session, int slot);

/// Takes the newest result of the reference run of a lane, if it has one.
void vl_session_track(vl_session *session, int lane, const vl_track *track);

/// Returns the length with which the readings of the present instant are completed, s: that of the
/// next frame, if it is known; 0: it is not. Where all frames are equal, as the last two were, a
/// scene that stands takes theirs, so that no figure changes with a length that moved nothing yet.
double vl_session_next_dt(vl_session *session);

/// Completes the readings of the present instant: also to be called before a change that goes on
/// from x(tₙ), v(tₙ).
void vl_session_complete(vl_session *session);

/// To be called after an operation has changed worlds: shows the chosen lane, forgets the steps,
/// and tells the task (vl_session_touch()).
void vl_session_changed(vl_session *session, bool by_hand);

// --- undo and redo: before each change (a drag, a pin, a cut, a setting, a lane, another scene)
// the entry of the log is marked (lab/log.h), with the settings that are not of the lab, and undo
// goes back there: never by a step of negative length. The present is marked for redo. A new change
// ends what could be redone. At most VL_UNDO_MOST changes are kept, the oldest ones are dropped
// then, and those to which the log does not reach any more. ---

/// Stores the present state before a change, which printf() would name so. What is done in one
/// event is one change, with its first name, and so are consecutive changes of one `group` that is
/// not 0; one below 0, of a stroke or a drag, has the last name. While a hand of a person holds
/// something, all that happens is part of its drag, which is of the group VL_OF_HAND;
/// vl_session_mark_hand() tells whether it has changed anything.
void vl_session_mark(vl_session *session, int64_t group, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// To be called when a hand has let go: whether it has changed anything. Returns true where nothing
/// has changed, and the newest change is to be taken back.
bool vl_session_mark_hand(vl_session *session, bool changed);
void vl_session_next_event(vl_session *session);

typedef enum vl_undo_way { VL_UNDO, VL_REDO } vl_undo_way;

/// What undo or redo would do now; NULL: there is nothing.
const char *vl_session_undoes(const vl_session *session, vl_undo_way way);

/// Goes back to the state before the newest change, or on to that before the last undo. It runs
/// or stands as it does now; where the scene becomes another one, as it did then. Returns false
/// where there is none, or a hand of a person holds something.
bool vl_session_undo(vl_session *session, vl_undo_way way);

/// Undoes a change for good, if it is the newest of so many: what a hand held for a moment goes on
/// as it went before.
void vl_session_take_back(vl_session *session, int changes);
