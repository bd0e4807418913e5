#include "app/state/edit_frames.h"

#include "app/state/session_parts.h"
#include "base/memory.h"
#include "scene/step_list.h"

#include <math.h>
#include <string.h>

// --- an edit ---

void vl_frame_edit_set(vl_frame_edit *edit, int64_t number, double dt)
{
    int64_t first = edit->count > 0 && edit->first < number ? edit->first : number;
    int64_t end = edit->count > 0 && edit->first + edit->count > number + 1
                      ? edit->first + edit->count
                      : number + 1;
    if (end - first > VL_MOST_FRAMES)
        return;
    vl_frame_edit old = *edit;
    edit->first = first;
    edit->count = (int)(end - first);
    for (int i = 0; i < edit->count; i++)
        edit->dt[i] = vl_frame_edit_of(&old, first + i);
    edit->dt[number - first] = dt;
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

// The frames to come, as far as they are known; behind them the usual ones.
static void add_coming(script *all, const vl_session *session, int64_t last)
{
    enum { MOST = VL_MOST_FRAMES };

    vl_frames *frames = vl_alloc(1, sizeof *frames);
    double *steps = vl_alloc(MOST, sizeof *steps), time = session->lab->now.time;
    for (int i = (int)session->lab->now.frames; i < session->made.count; i++)
        time += session->made.dt[i];
    int64_t left = last - all->count;
    int count = vl_pacing_preview(&session->pacing, time, HUGE_VAL, steps,
                                  left < 0      ? 0
                                  : left < MOST ? (int)left
                                                : MOST);
    for (int i = 0; i < count; i++)
        add(all, steps[i]);
    vl_frames_read(frames, session, 10, 1);
    double usual = isnan(frames->usual) ? 1 / 60. : 1e-3 * frames->usual;
    while (all->count < last)
        add(all, usual);
    vl_free(steps);
    vl_free(frames);
}

// A list without a stream behind it begins again, so its whole rounds are taken.
static int64_t last_of(const vl_session *session, const vl_frame_edit *edit)
{
    const vl_stream *stream = session->pacing.stream;
    int64_t last = edit->first + edit->count - 1, made = session->made.count;
    last = last > made ? last : made;
    bool again = stream->kind->is_list && !stream->rest;
    int64_t round = again ? stream->list_count : 1;
    return (last + round - 1) / round * round;
}

static script script_of(const vl_session *session, const vl_frame_edit *edit)
{
    script all = {0};
    for (int i = 0; i < session->made.count; i++)
        add(&all, session->made.dt[i]);
    add_coming(&all, session, last_of(session, edit));
    for (int i = 0; i < all.count; i++) {
        double dt = vl_frame_edit_of(edit, i + 1);
        all.dt[i] = isnan(dt) ? all.dt[i] : dt;
    }
    return all;
}

// The text of the stream behind the list; NULL where the list begins again.
static const char *text_behind(const vl_session *session)
{
    const vl_stream *stream = session->pacing.stream;
    if (!stream->kind->is_list)
        return vl_session_timestep(session);
    return stream->rest ? stream->rest->text : NULL;
}

// --- editing ---

static bool check(const vl_session *session, const vl_frame_edit *edit, vl_error *error)
{
    if (!vl_policy_is_raw(&session->pacing.policy))
        return vl_fail(error, "A policy makes the steps from the frames. F7 has the policy raw.");
    if (vl_session_lane_chosen(session)->stream)
        return vl_fail(error, "This lane has frames of its own; Shift+F gives all the same.");
    if (session->playback.left > 0)
        return vl_fail(error, "The steps go back along those that were made.");
    if (edit->first <= session->lab->now.frames &&
        !vl_timeline_can_change(session->timeline, edit->first))
        return vl_fail(error, "What a hand or a setting did after this frame would be lost, or its "
                              "state is no longer stored.");
    return true;
}

// Makes frames from the stream up to a number.
static void make_again(vl_session *session, int64_t last)
{
    while (session->lab->now.frames < last && vl_session_step_until(session, HUGE_VAL))
        ;
}

// Goes on with a stream that has made as many frames as the lab.
static bool go_on_with(vl_session *session, const char *text, vl_error *error)
{
    if (!vl_session_set_stream(session, text, error))
        return false;
    vl_pacing_skip(&session->pacing, session->lab->now.frames);
    session->pacing.slow = VL_SLOW_STAYS;
    return true;
}

bool vl_session_edit_frames(vl_session *session, const vl_frame_edit *edit, vl_error *error)
{
    int64_t present = session->lab->now.frames;
    bool running = session->running, past = edit->first <= present;
    if (!check(session, edit, error))
        return false;
    vl_session_mark(session, 0, "other lengths of frames");
    script all = script_of(session, edit);
    char *text = vl_step_list_text(all.dt, all.count, text_behind(session));
    bool set = go_on_with(session, text, error);
    if (set && past) {
        (void)vl_session_go_to_frame(session, edit->first - 1);
        vl_session_forget_ahead(session);
        vl_pacing_skip(&session->pacing, edit->first - 1);
        make_again(session, present);
        vl_session_set_running(session, running);
    }
    vl_free(text);
    vl_free(all.dt);
    return set;
}

// --- keeping ---

static int count_within(const vl_frame_log *made, int count, double duration)
{
    double sum = 0;
    int kept = 0;
    while (kept < count && sum + made->dt[count - kept - 1] <= duration * (1 + 1e-9))
        sum += made->dt[count - ++kept];
    return kept;
}

int vl_session_keep_frames(vl_session *session, double duration, vl_error *error)
{
    int count = (int)session->lab->now.frames;
    int kept = count_within(&session->made, count, duration);
    if (!vl_policy_is_raw(&session->pacing.policy)) {
        vl_fail(error, "A policy makes the steps from the frames. F7 has the policy raw.");
        return 0;
    }
    if (kept == 0) {
        vl_fail(error, "No frame was made yet: let it run.");
        return 0;
    }
    vl_session_mark(session, 0, "kept frames: %d", kept);
    char *text = vl_step_list_text(session->made.dt + count - kept, kept, NULL);
    bool set = go_on_with(session, text, error);
    vl_free(text);
    if (!set)
        return 0;
    vl_session_share_stream(session);
    vl_session_reset(session);
    return kept;
}
