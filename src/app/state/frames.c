#include "app/state/frames.h"

#include "app/state/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double late = 1.5;           // times the usual length of the frames around
static const double beyond = 1.5;         // times the distance of their quartiles
static const double without = 1000 / 60.; // ms, expected where no frame was made yet

int vl_session_frames_known(const vl_session *session)
{
    return vl_session_has_policy_before(session) ? session->pacing.got.count : session->made.count;
}

// A frame whose steps have not begun may have come before the present or after it: only at the end
// of all that is known it has come.
int vl_session_frames_come(const vl_session *session)
{
    const vl_policy_log *got = &session->pacing.got;
    int64_t steps = session->lab->now.frames;
    int known = vl_session_frames_known(session), come = known;
    if (steps >= session->made.count)
        return known;
    if (!vl_session_has_policy_before(session))
        return (int)steps;
    while (come > 0 && got->got[come - 1].steps >= steps)
        come--;
    return come;
}

double vl_session_frame_length(const vl_session *session, int index)
{
    return vl_session_has_policy_before(session) ? session->pacing.got.got[index].dt
                                                 : session->made.dt[index];
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
        time -= fmax(vl_session_frame_length(session, --first), 0);
    frames->first = first + 1;
    frames->count = frames->made = count - first;
    time = frames->now;
    for (int i = count - 1; i >= first; i--) {
        double dt = vl_session_frame_length(session, i);
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
    return session->playing.replay != NULL;
}

// Where somebody has gone back, the frames that were made then come first.
static void add_coming(vl_frames *frames, const vl_session *session, double until)
{
    double steps[MOST_TO_COME];
    for (int i = vl_session_frames_come(session); i < vl_session_frames_known(session); i++)
        if (frames->count < VL_MOST_FRAMES && end_of(frames) < until)
            add(frames, vl_session_frame_length(session, i));
    if (ends_known(session))
        return;
    int room = VL_MOST_FRAMES - frames->count;
    double time =
        vl_session_has_policy_before(session) ? session->pacing.policy.now.time : end_of(frames);
    int count = vl_pacing_preview(&session->pacing, time, time + until - end_of(frames), steps,
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
    const vl_series *series = &vl_session_lane_chosen(session)->plots.dt;
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

static bool ends_measured(const vl_stream *stream)
{
    return stream->kind->is_frame || (stream->rest && stream->rest->kind->is_frame);
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
    const vl_session_lane *lane = vl_session_lane_chosen(session);
    const vl_series *own = &lane->plots.dt;
    int64_t index = number - (frames->first - 1);
    if (index >= 0)
        return frames->dt[index];
    return lane->stream ? own->y[vl_series_slot(own, (int)number)]
                        : 1e3 * vl_session_frame_length(session, (int)number);
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

void vl_frames_read(vl_frames *frames, const vl_session *session, double past, double future)
{
    bool own = vl_session_lane_chosen(session)->stream != NULL;
    (own ? read_own : read_common)(frames, session, past, future);
    frames->usual = median(frames->dt, frames->made > 0 ? frames->made : frames->count);
    frames->longest = 0;
    for (int i = 0; i < frames->count; i++)
        frames->longest = fmax(frames->longest, frames->dt[i]);
    frames->known = frames->count;
    if (!own && !ends_known(session) && ends_measured(session->pacing.stream))
        expect_usual(frames, frames->now + future);
    mark_late(frames, session);
}
