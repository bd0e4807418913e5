#include "app/state/frames.h"

#include "app/state/session_parts.h"
#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double late = 1.5;           // times the usual length of the frames around
static const double beyond = 1.5;         // times the distance of their quartiles
static const double without = 1000 / 60.; // ms, expected where no frame was made yet

int vl_session_frames_come(const vl_session *session)
{
    return (int)session->lab->now.frames;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(const double *values, int count)
{
    double sorted[VL_MOST_FRAMES];
    if (count == 0)
        return (double)NAN;
    memcpy(sorted, values, (size_t)count * sizeof *values);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    return sorted[count / 2];
}

// The room of those to come; the rest is for those that were.
enum { MOST_TO_COME = VL_MOST_FRAMES / 2 };

// Adds the frames that came. Their ends follow from their lengths.
static void take_made(vl_frames *frames, const vl_session *session, double past)
{
    double time = frames->now;
    int count = vl_session_frames_come(session), first = count;
    while (first > 0 && count - first < VL_MOST_FRAMES - MOST_TO_COME && time > frames->now - past)
        time -= fmax(vl_log_length(session->log, first--), 0);
    frames->first = first + 1;
    frames->count = frames->made = count - first;
    time = frames->now;
    for (int i = count - 1; i >= first; i--) {
        double dt = vl_log_length(session->log, i + 1);
        frames->dt[i - first] = 1e3 * dt;
        frames->end[i - first] = time;
        time -= fmax(dt, 0);
    }
}

static void add(vl_frames *frames, double dt)
{
    double begin = frames->count > 0 ? frames->end[frames->count - 1] : frames->now;
    frames->end[frames->count] = begin + fmax(dt, 0);
    frames->dt[frames->count++] = 1e3 * dt;
}

static double end_of(const vl_frames *frames)
{
    return frames->count > 0 ? frames->end[frames->count - 1] : frames->now;
}

// Behind the frames of a recording that plays nothing is known to come.
static bool ends_known(const vl_session *session)
{
    return session->playing != NULL;
}

// Where somebody has gone back, the frames that were made then come first.
static void add_coming(vl_frames *frames, const vl_session *session, double until)
{
    double steps[MOST_TO_COME];
    for (int i = vl_session_frames_come(session); i < (int)vl_log_known(session->log); i++)
        if (frames->count < VL_MOST_FRAMES && end_of(frames) < until)
            add(frames, vl_log_length(session->log, i + 1));
    if (ends_known(session))
        return;
    int room = VL_MOST_FRAMES - frames->count;
    int count = vl_pacing_preview(&session->pacing, end_of(frames), until, steps,
                                  room < MOST_TO_COME ? room : MOST_TO_COME);
    for (int i = 0; i < count; i++)
        add(frames, steps[i]);
}

static void read_common(vl_frames *frames, const vl_session *session, double past, double future)
{
    frames->now = session->lab->now.time;
    take_made(frames, session, past);
    add_coming(frames, session, frames->now + future);
}

// The steps of a lane that has frames of its own.
static void read_own(vl_frames *frames, const vl_session *session, double past, double future)
{
    const vl_series *series = &session->lanes[session->chosen].plots.of[VL_QUANTITY_DT];
    const vl_lane_clock *clock = &vl_session_run(session)->clock;
    double steps[MOST_TO_COME];
    int count = 0, first = series->count;
    frames->now = session->lab->now.time;
    while (first > 0 && count < VL_MOST_FRAMES - MOST_TO_COME &&
           series->x[vl_series_slot(series, first - 1)] > frames->now - past) {
        first--;
        count++;
    }
    frames->first = first + 1;
    frames->count = frames->made = count;
    for (int i = 0; i < count; i++) {
        frames->end[i] = series->x[vl_series_slot(series, first + i)];
        frames->dt[i] = series->y[vl_series_slot(series, first + i)];
    }
    if (clock->has_next)
        add(frames, clock->next);
    count = vl_stream_preview(clock->stream, end_of(frames), frames->now + future, 1, steps,
                              MOST_TO_COME - 1);
    for (int i = 0; i < count; i++)
        add(frames, steps[i]);
}

static void expect_usual(vl_frames *frames, double until)
{
    double usual = isnan(frames->usual) ? without : frames->usual;
    while (frames->count < VL_MOST_FRAMES && end_of(frames) < until)
        add(frames, 1e-3 * usual);
}

// Frames are compared with those of their group, by number, and of its neighbours, so that the
// answer does not depend on where the window begins.
enum { GROUP = 32, MOST_GROUPS = VL_MOST_FRAMES / GROUP + 4, LEAST_GROUP = 4 };

static int group_of(int64_t number)
{
    return (int)(number / GROUP);
}

// The length of a frame by its number from 0, ms; those before the window are asked, too.
static double length_of(const vl_frames *frames, const vl_session *session, int64_t number)
{
    const vl_series *own = &session->lanes[session->chosen].plots.of[VL_QUANTITY_DT];
    int64_t index = number - (frames->first - 1);
    if (index >= 0)
        return frames->dt[index];
    return vl_session_lane_chosen(session)->own_stream
               ? own->y[vl_series_slot(own, (int)number)]
               : 1e3 * vl_log_length(session->log, number + 1);
}

// The length, ms, beyond which a frame is late among these: Tukey's fence, at least one and a half
// times the median.
static double fence_of(const double *dt, int count)
{
    double sorted[GROUP];
    if (count == 0)
        return 0;
    for (int i = 0; i < count; i++) { // most frames are as long as the one before
        int place = i;
        for (; place > 0 && sorted[place - 1] > dt[i]; place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = dt[i];
    }
    double upper = sorted[3 * count / 4], lower = sorted[count / 4];
    return fmax(late * sorted[count / 2], upper + beyond * (upper - lower));
}

// Writes the fences of the groups from `first` on. Only the last can be cut off; one of too few
// frames is no measure for others.
static void find_fences(const vl_frames *frames, const vl_session *session, int first,
                        double fences[MOST_GROUPS])
{
    int64_t end = frames->first - 1 + frames->count;
    for (int64_t number = (int64_t)first * GROUP; number < end;) {
        double dt[GROUP];
        int group = group_of(number), count = 0;
        for (; number < end && group_of(number) == group; number++)
            dt[count++] = length_of(frames, session, number);
        bool enough = count >= LEAST_GROUP || group == 0;
        fences[group - first] = fence_of(dt, enough ? count : 0);
    }
}

// The groups on both sides are asked, so that frames of a lower rate are not late beside a higher
// one.
static void mark_late(vl_frames *frames, const vl_session *session)
{
    double fences[MOST_GROUPS] = {0};
    int64_t begin = frames->first - 1;
    int before = group_of(begin) - 1, first = before > 0 ? before : 0;
    find_fences(frames, session, first, fences);
    for (int i = 0; i < frames->count; i++) {
        int g = group_of(begin + i) - first;
        double fence = fmax(fences[g], fences[g + 1]);
        fence = g > 0 ? fmax(fence, fences[g - 1]) : fence;
        frames->late[i] = fence > 0 && frames->dt[i] > fence;
    }
}

// --- the frames that are the subject ---

// Whether two lengths are those of one rate. A display that is not even has lengths that differ.
static bool is_same_rate(double a, double b)
{
    return fabs(a - b) <= 0.25 * fmax(a, b);
}

// So many frames of one rate are a rate, and not jitter.
enum { STEADY = 5 };

static bool is_steady(const double *dt)
{
    bool same = true;
    for (int i = 1; i < STEADY; i++)
        same = same && is_same_rate(dt[0], dt[i]);
    return same;
}

// Whether another rate begins with a frame, before which and from which on STEADY lengths are read.
static bool begins_rate(const double *dt)
{
    return is_steady(dt - STEADY) && is_steady(dt) && !is_same_rate(dt[-1], dt[0]);
}

// A frame is changed from the one with which another rate begins than the run began with.
static void mark_changed(vl_frames *frames, const vl_session *session)
{
    double first = frames->count > 0 ? length_of(frames, session, 0) : 0;
    bool changed =
        frames->count >= STEADY && is_steady(frames->dt) && !is_same_rate(frames->dt[0], first);
    for (int i = 0; i < frames->count; i++) {
        bool inside = i >= STEADY && i + STEADY <= frames->count;
        if (inside && begins_rate(frames->dt + i))
            changed = !is_same_rate(frames->dt[i], first);
        frames->changed[i] = changed;
    }
}

int vl_frame_events(const vl_session *session, double *times, int most)
{
    double dt[2 * STEADY] = {0};
    int64_t last = vl_session_frames_come(session);
    int count = 0;
    for (int64_t i = vl_log_first(session->log) + 1; i <= last && count < most; i++) {
        memmove(dt, dt + 1, sizeof dt - sizeof *dt);
        dt[2 * STEADY - 1] = vl_log_length(session->log, i);
        double longest = 0; // of the frames beside the one in the middle
        for (int k = 0; k < 2 * STEADY; k++)
            longest = k == STEADY ? longest : fmax(longest, dt[k]);
        if (dt[0] > 0 && (dt[STEADY] > 2 * longest || begins_rate(dt + STEADY)))
            times[count++] = vl_log_time(session->log, i - STEADY);
    }
    return count;
}

void vl_frames_read(vl_frames *frames, const vl_session *session, double past, double future)
{
    bool own = vl_session_lane_chosen(session)->timestep != NULL;
    (own ? read_own : read_common)(frames, session, past, future);
    frames->usual = median(frames->dt, frames->made > 0 ? frames->made : frames->count);
    frames->longest = 0;
    for (int i = 0; i < frames->count; i++)
        frames->longest = fmax(frames->longest, frames->dt[i]);
    frames->known = frames->count;
    const vl_stream *stream = session->pacing.stream;
    bool ends_measured = stream->kind->is_frame || (stream->rest && stream->rest->kind->is_frame);
    if (!own && !ends_known(session) && ends_measured)
        expect_usual(frames, frames->now + future);
    mark_late(frames, session);
    mark_changed(frames, session);
}

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

static void append(script *all, double dt)
{
    all->dt = vl_grow(all->dt, &all->capacity, all->count + 1, sizeof *all->dt);
    all->dt[all->count++] = dt;
}

// Where the stream is asked for what comes behind all frames that are known.
static double end_of_known(const vl_session *session)
{
    double time = session->lab->now.time;
    for (int i = (int)session->lab->now.frames; i < (int)vl_log_known(session->log); i++)
        time += vl_log_length(session->log, i + 1);
    return time;
}

// The frames to come, as far as they are known; behind them the usual ones.
static void append_coming(script *all, const vl_session *session, int64_t last)
{
    int left = last > all->count ? (int)(last - all->count) : 0;
    vl_frames *frames = vl_alloc(1, sizeof *frames);
    double *steps = vl_alloc((size_t)left, sizeof *steps);
    int count = vl_pacing_preview(&session->pacing, end_of_known(session), HUGE_VAL, steps, left);
    for (int i = 0; i < count; i++)
        append(all, steps[i]);
    vl_frames_read(frames, session, 10, 1);
    double usual = isnan(frames->usual) ? 1 / 60. : 1e-3 * frames->usual;
    while (all->count < last)
        append(all, usual);
    vl_free(steps);
    vl_free(frames);
}

// A list without a stream behind it begins again, so its whole rounds are taken. Of one with a
// stream behind it all frames are, also those to come: who changes one that was keeps what was
// drawn.
static int64_t last_of(const vl_session *session, const vl_frame_edit *edit)
{
    const vl_stream *stream = session->pacing.stream;
    int64_t last = edit->first + edit->count - 1, known = (int)vl_log_known(session->log);
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
    for (int i = 0; i < (int)vl_log_known(session->log); i++)
        append(&all, vl_log_length(session->log, i + 1));
    append_coming(&all, session, last_of(session, edit));
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

static bool check(const vl_session *session, const vl_frame_edit *edit, vl_error *error)
{
    if (vl_session_lane_chosen(session)->timestep)
        return vl_fail(error, "This lane has frames of its own; Shift+F gives all the same.");
    if (session->playback.left > 0)
        return vl_fail(error, "The steps go back along those that were made. Space pauses, and R "
                              "begins anew.");
    return edit->first > vl_session_frames_come(session) ||
           vl_fail(error,
                   "These frames were made. Go back before them to give them other lengths.");
}

// Goes on with the stream behind so many frames of it.
static void go_on_with(vl_session *session, const char *text, vl_stream *stream, int64_t come)
{
    vl_session_use_stream(session, text, stream);
    vl_pacing_skip(&session->pacing, come);
    session->pacing.slow = VL_SLOW_STAYS;
}

bool vl_session_edit_frames(vl_session *session, const vl_frame_edit *edit, vl_error *error)
{
    if (!check(session, edit, error))
        return false;
    script all = script_of(session, edit);
    char *text = vl_step_list_text(all.dt, all.count, text_behind(session));
    vl_stream *stream = vl_session_read_stream(session, text, error);
    if (stream) {
        vl_session_mark(session, 0, "other lengths of frames");
        go_on_with(session, text, stream, vl_session_frames_come(session));
    }
    vl_free(text);
    vl_free(all.dt);
    return stream;
}

// --- keeping ---

static int count_within(const vl_session *session, int count, double duration)
{
    double sum = 0;
    int kept = 0;
    while (kept < count) {
        sum += vl_log_length(session->log, count - kept);
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
        append(&all, vl_log_length(session->log, i + 1));
    char *text = vl_step_list_text(all.dt, kept, NULL);
    vl_free(all.dt);
    vl_stream *stream = vl_session_read_stream(session, text, error);
    if (!stream) {
        vl_free(text);
        return 0;
    }
    vl_session_mark(session, 0, "kept frames: %d", kept);
    go_on_with(session, text, stream, count);
    vl_free(text);
    vl_lane lanes[VL_MOST_LANES];
    int lane_count = vl_session_lanes(session, lanes);
    for (int i = 0; i < lane_count; i++)
        lanes[i].own_stream = false;
    vl_pacing_rewind(&session->pacing);
    vl_session_begin(session, lanes, lane_count);
    return kept;
}
