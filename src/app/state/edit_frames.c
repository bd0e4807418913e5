#include "app/state/edit_frames.h"

#include "app/state/session_parts.h"
#include "base/memory.h"
#include "scene/stream.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// --- an edit ---

void vl_frame_edit_free(vl_frame_edit *edit)
{
    vl_free(edit->dt);
    *edit = (vl_frame_edit){0};
}

// Makes room for the frames from `first` to before `end`, among which are those that it has.
static void widen(vl_frame_edit *edit, int64_t first, int64_t end)
{
    int count = (int)(end - first), shift = edit->count > 0 ? (int)(edit->first - first) : 0;
    edit->dt = vl_grow(edit->dt, &edit->capacity, count, sizeof *edit->dt);
    memmove(edit->dt + shift, edit->dt, (size_t)edit->count * sizeof *edit->dt);
    for (int i = 0; i < count; i++)
        if (i < shift || i >= shift + edit->count)
            edit->dt[i] = (double)NAN;
    edit->first = first;
    edit->count = count;
}

void vl_frame_edit_set(vl_frame_edit *edit, int64_t number, double dt)
{
    int64_t end = edit->first + edit->count;
    if (edit->count == 0)
        widen(edit, number, number + 1);
    else if (number < edit->first || number >= end)
        widen(edit, number < edit->first ? number : edit->first, number < end ? end : number + 1);
    edit->dt[number - edit->first] = dt;
}

double vl_frame_edit_of(const vl_frame_edit *edit, int64_t number)
{
    int64_t index = number - edit->first;
    return index >= 0 && index < edit->count ? edit->dt[index] : (double)NAN;
}

// --- the frames from the start on ---

typedef struct script {
    double *dt; // s
    int count, capacity;
} script;

static void add(script *all, double dt)
{
    all->dt = vl_grow(all->dt, &all->capacity, all->count + 1, sizeof *all->dt);
    all->dt[all->count++] = dt;
}

// Where the stream is asked for what comes behind all frames that are known.
static double end_of_known(const vl_session *session)
{
    double time = session->lab->now.time;
    if (vl_session_has_policy_before(session))
        return session->pacing.policy.now.time;
    for (int i = (int)session->lab->now.frames; i < session->made.count; i++)
        time += session->made.dt[i];
    return time;
}

// The frames to come, as far as they are known; behind them the usual ones.
static void add_coming(script *all, const vl_session *session, int64_t last)
{
    int left = last > all->count ? (int)(last - all->count) : 0;
    vl_frames *frames = vl_alloc(1, sizeof *frames);
    double *steps = vl_alloc((size_t)left, sizeof *steps);
    int count = vl_pacing_preview(&session->pacing, end_of_known(session), HUGE_VAL, steps, left);
    for (int i = 0; i < count; i++)
        add(all, steps[i]);
    vl_frames_read(frames, session, 10, 1);
    double usual = isnan(frames->usual) ? 1 / 60. : 1e-3 * frames->usual;
    while (all->count < last)
        add(all, usual);
    vl_free(steps);
    vl_free(frames);
}

// A list without a stream behind it begins again, so its whole rounds are taken. Of one with a
// stream behind it all frames are, also those to come: who changes one that was keeps what was
// drawn.
static int64_t last_of(const vl_session *session, const vl_frame_edit *edit)
{
    const vl_stream *stream = session->pacing.stream;
    int64_t last = edit->first + edit->count - 1, known = vl_session_frames_known(session);
    last = last > known ? last : known;
    if (stream->kind->is_list && last < stream->list_count)
        last = stream->list_count;
    bool again = stream->kind->is_list && !stream->rest && !stream->ends;
    int64_t round = again ? stream->list_count : 1;
    return (last + round - 1) / round * round;
}

static script script_of(const vl_session *session, const vl_frame_edit *edit)
{
    script all = {0};
    for (int i = 0; i < vl_session_frames_known(session); i++)
        add(&all, vl_session_frame_length(session, i));
    add_coming(&all, session, last_of(session, edit));
    for (int i = 0; i < all.count; i++) {
        double dt = vl_frame_edit_of(edit, i + 1);
        all.dt[i] = isnan(dt) ? all.dt[i] : dt;
    }
    return all;
}

// What stands behind the list; NULL where the list begins again.
static const char *text_behind(const vl_session *session)
{
    const vl_stream *stream = session->pacing.stream;
    if (!stream->kind->is_list)
        return vl_session_timestep(session);
    return stream->rest ? stream->rest->text : stream->ends ? VL_STEP_LIST_END : NULL;
}

// --- editing ---

// How many frames the lab had made when frame `number` came.
static int64_t steps_before(const vl_session *session, int64_t number)
{
    return vl_session_has_policy_before(session) ? session->pacing.got.got[number - 1].steps
                                                 : number - 1;
}

// Whether the frames until now would be those that were made, were it not for the edit.
static bool can_make_again(const vl_session *session, int64_t first, vl_error *error)
{
    const vl_pacing *pacing = &session->pacing;
    if (vl_session_has_policy_before(session) &&
        !vl_policy_log_tells(&pacing->got, &pacing->policy, (int)first - 1, session->made.dt,
                             session->made.count))
        return vl_fail(error, "The policy gave up steps before this frame, which took too long to "
                              "compute. R begins anew; frames to come can be edited.");
    if (!vl_timeline_can_change(session->timeline, 1 + steps_before(session, first)))
        return vl_fail(error, "What a hand or a setting did after this frame would be lost, or its "
                              "state is no longer stored. Later frames can be edited, and R begins "
                              "anew.");
    return true;
}

static bool check(const vl_session *session, const vl_frame_edit *edit, vl_error *error)
{
    if (vl_session_lane_chosen(session)->stream)
        return vl_fail(error, "This lane has frames of its own; Shift+F gives all the same.");
    if (session->playback.left > 0)
        return vl_fail(error, "The steps go back along those that were made. Space pauses, and R "
                              "begins anew.");
    return edit->first > vl_session_frames_come(session) ||
           can_make_again(session, edit->first, error);
}

// Makes the frames of a list from `first` to `last`, by number from 1, with all their steps.
static void make_again(vl_session *session, const script *all, int64_t first, int64_t last)
{
    vl_pacing *pacing = &session->pacing;
    double dt;
    for (int64_t number = first; number <= last; number++) {
        assert(all->dt);
        if (vl_session_has_policy_before(session))
            vl_policy_log_add(&pacing->got, all->dt[number - 1], session->lab->now.frames);
        vl_policy_frame(&pacing->policy, all->dt[number - 1]);
        while (vl_policy_next(&pacing->policy, &dt))
            vl_session_make_frame(session, dt);
    }
    vl_session_settle(session);
}

// Goes on with the stream behind so many frames of it.
static void go_on_with(vl_session *session, const char *text, int64_t come)
{
    vl_error error = {0};
    bool set = vl_session_set_stream(session, text, &error);
    assert(set); // it has been read before
    (void)set;
    vl_pacing_skip(&session->pacing, come);
    session->pacing.slow = VL_SLOW_STAYS;
}

// Goes back to where frame `first` came, and on from there to the end of frame `last`.
static void change_past(vl_session *session, const script *all, int64_t first, int64_t last)
{
    vl_pacing *pacing = &session->pacing;
    bool running = session->running;
    int64_t steps = steps_before(session, first);
    (void)vl_session_go_to_frame(session, steps);
    vl_session_forget_ahead(session);
    if (vl_session_has_policy_before(session)) {
        vl_policy_log_go_back(&pacing->got, &pacing->policy, (int)first - 1, steps);
        first = pacing->got.count + 1; // frames of which no step was made come again, too
    }
    make_again(session, all, first, last);
    vl_session_set_running(session, running);
}

bool vl_session_edit_frames(vl_session *session, const vl_frame_edit *edit, vl_error *error)
{
    int64_t come = vl_session_frames_come(session);
    if (!check(session, edit, error))
        return false;
    script all = script_of(session, edit);
    char *text = vl_step_list_text(all.dt, all.count, text_behind(session));
    bool good = vl_session_reads_stream(session, text, error);
    if (good) {
        vl_session_mark(session, 0, "other lengths of frames");
        if (edit->first <= come)
            change_past(session, &all, edit->first, come);
        go_on_with(session, text, come);
    }
    vl_free(text);
    vl_free(all.dt);
    return good;
}

// --- keeping ---

static int count_within(const vl_session *session, int count, double duration)
{
    double sum = 0;
    int kept = 0;
    while (kept < count) {
        sum += vl_session_frame_length(session, count - kept - 1);
        if (sum > duration * (1 + 1e-9))
            break;
        kept++;
    }
    return kept;
}

int vl_session_keep_frames(vl_session *session, double duration, vl_error *error)
{
    int count = vl_session_frames_come(session);
    int kept = count_within(session, count, duration);
    if (kept == 0) {
        vl_fail(error, "No frame was made yet: let it run.");
        return 0;
    }
    script all = {0};
    for (int i = count - kept; i < count; i++)
        add(&all, vl_session_frame_length(session, i));
    char *text = vl_step_list_text(all.dt, kept, NULL);
    vl_free(all.dt);
    if (!vl_session_reads_stream(session, text, error)) {
        vl_free(text);
        return 0;
    }
    vl_session_mark(session, 0, "kept frames: %d", kept);
    go_on_with(session, text, count);
    vl_free(text);
    vl_session_share_stream(session);
    vl_session_reset(session);
    return kept;
}
