#include "app/state/frames.h"

#include "app/state/session_parts.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// The room of those to come; the rest is for those that were. By the newest a display is known.
enum { MOST_TO_COME = VL_MOST_FRAMES / 2, NEWEST = 15 };

static double end_of(const vl_frames *frames)
{
    return frames->count > 0 ? frames->end[frames->count - 1] : frames->now;
}

static void add(vl_frames *frames, double dt)
{
    frames->end[frames->count] = end_of(frames) + fmax(dt, 0);
    frames->dt[frames->count++] = 1e3 * dt;
}

// Adds the frames that came, and where somebody has gone back those that were made then, which a
// late one takes away.
static void add_known(vl_frames *frames, const vl_session *session, double from, double until)
{
    const vl_log *log = session->log;
    int64_t now = session->lab->now.frames, first = now;
    while (first > 0 && now - first < VL_MOST_FRAMES - MOST_TO_COME &&
           vl_log_time(log, first) > from)
        first--;
    frames->first = first + 1;
    frames->made = (int)(now - first);
    int64_t last = session->pacing.hitch && session->playback.left == 0 ? now : log->known;
    for (int64_t n = first + 1; n <= last && frames->count < VL_MOST_FRAMES; n++) {
        if (n > now && end_of(frames) >= until)
            break;
        frames->end[frames->count] = vl_log_time(log, n);
        frames->dt[frames->count++] = 1e3 * vl_log_length(log, n);
    }
}

// The length of a frame by its number from 0, ms; those before the window are asked, too. NaN where
// it is not known.
static double length_of(const vl_frames *frames, const vl_session *session, int64_t number)
{
    int64_t index = number - (frames->first - 1);
    if (number < 0 || index >= frames->count)
        return (double)NAN;
    return index >= 0 ? frames->dt[index] : 1e3 * vl_log_length(session->log, number + 1);
}

// So many frames on both sides tell what a frame is, and so many of one rate are a rate.
enum { BESIDE = 5 };

static bool is_alike(const double *dt, double share)
{
    bool same = dt[0] > 0;
    for (int i = 1; i < BESIDE; i++)
        same = same && fabs(dt[i] - dt[0]) <= share * fmax(dt[i], dt[0]);
    return same;
}

// Those of a display vary about its rate; those that are all the same are stated.
static bool is_steady(const double *dt)
{
    return is_alike(dt, 0.25);
}

// Whether `rate` is another one than that of the lengths: where they are stated, by however little.
static bool is_other_rate(const double *dt, double rate)
{
    double difference = fabs(dt[0] - rate), larger = dt[0] > rate ? dt[0] : rate;
    return dt[0] > 0 && difference > 1e-3 * larger &&
           (difference > 0.25 * larger || is_alike(dt, 1e-6));
}

// Whether another rate begins with the frame in the middle of 2 × BESIDE + 1 lengths.
static bool begins_rate(const double *dt)
{
    const double *next = dt + BESIDE;
    return is_other_rate(dt, *next) && is_other_rate(next, dt[BESIDE - 1]) && is_steady(dt) &&
           is_steady(next);
}

// Whether it is late. Lengths that are not known are no measure.
static bool is_late(const double *dt)
{
    double longest = 0;
    for (int i = 0; i <= 2 * BESIDE; i++)
        longest = i != BESIDE && dt[i] > longest ? dt[i] : longest;
    return longest > 0 && dt[BESIDE] > 1.8 * longest;
}

// Whether the frames before the window, which are steady sooner or later, have another rate than
// the first one of the run.
static bool has_changed_before(const vl_frames *frames, const vl_session *session, double first)
{
    enum { FARTHEST = 200 };

    double dt[BESIDE];
    int64_t begin = frames->first - 1;
    for (int64_t n = begin; n >= BESIDE && n > begin - FARTHEST; n--) {
        for (int k = 0; k < BESIDE; k++)
            dt[k] = length_of(frames, session, n - BESIDE + k);
        if (is_steady(dt))
            return is_other_rate(dt, first);
    }
    return false;
}

static void mark_subjects(vl_frames *frames, const vl_session *session)
{
    double dt[2 * BESIDE + 1] = {0}, first = length_of(frames, session, 0);
    bool changed = frames->count > 0 && has_changed_before(frames, session, first);
    for (int i = -2 * BESIDE; i < frames->count; i++) {
        memmove(dt, dt + 1, sizeof dt - sizeof *dt);
        dt[2 * BESIDE] = length_of(frames, session, frames->first - 1 + i + BESIDE);
        if (i < 0)
            continue;
        frames->late[i] = is_late(dt);
        if (begins_rate(dt))
            changed = is_other_rate(dt + BESIDE, first);
        frames->changed[i] = changed;
    }
}

// Goes on from the last frame that was read; from the first of the run where the line of time is
// another one.
void vl_frame_marks_follow(vl_frame_marks *marks, const vl_session *session)
{
    const vl_log *log = session->log;
    int64_t last = log->last, begin = vl_log_first(log);
    int64_t come = session->lab->now.frames < last ? session->lab->now.frames : last;
    bool same = marks->read >= begin && marks->read <= come &&
                vl_log_entry(log, marks->read) == marks->entry;
    if (!same)
        *marks = (vl_frame_marks){.read = begin};
    double dt[2 * BESIDE + 1];
    for (; marks->read + BESIDE < come; marks->read++) {
        int64_t number = marks->read + 1;
        for (int k = 0; k <= 2 * BESIDE; k++) {
            int64_t beside = number + k - BESIDE;
            dt[k] = beside > begin ? vl_log_length(log, beside) : (double)NAN;
        }
        if (is_late(dt) || begins_rate(dt))
            marks->times[marks->count++ % VL_MOST_MARKS] = vl_log_time(log, number - 1);
    }
    marks->entry = vl_log_entry(log, marks->read);
}

void vl_frames_read(vl_frames *frames, const vl_session *session, double past, double future)
{
    const vl_stream *stream = session->pacing.stream;
    double now = session->lab->now.time, until = now + future;
    double coming[MOST_TO_COME], sorted[VL_MOST_FRAMES];
    bool ends_measured = stream->kind->is_frame || (stream->rest && stream->rest->kind->is_frame);
    frames->now = now;
    frames->count = 0;
    add_known(frames, session, now - past, until);
    if (!session->playing) { // behind whose frames nothing is known to come
        int room = VL_MOST_FRAMES - frames->count;
        int count = vl_pacing_preview(&session->pacing, end_of(frames), until, coming,
                                      room < MOST_TO_COME ? room : MOST_TO_COME);
        for (int i = 0; i < count; i++)
            add(frames, coming[i]);
    }
    int made = frames->made > 0 ? frames->made : frames->count;
    bool few = stream->kind->is_frame && made > NEWEST; // those before it may be no display's
    int usual = few ? NEWEST : made;
    memcpy(sorted, frames->dt + made - usual, (size_t)usual * sizeof *sorted);
    qsort(sorted, (size_t)usual, sizeof *sorted, compare);
    frames->usual = usual > 0 ? sorted[usual / 2] : 1000 / 60.;
    while (!session->playing && ends_measured && frames->count < VL_MOST_FRAMES &&
           end_of(frames) < until)
        add(frames, 1e-3 * frames->usual);
    mark_subjects(frames, session);
}

double vl_frame_edit_at(const vl_frame_edit *edit, double time)
{
    double piece = floor((time - edit->begin) / (edit->end - edit->begin) * VL_EDIT_PIECES);
    return piece >= 0 && piece < VL_EDIT_PIECES ? edit->dt[(int)piece] : 0;
}

// The lengths of all frames from the start to `end`, s, and of at least `least` of the old ones, a
// multiple of `round`. Where nothing is drawn come the old frames that were nearest to that time:
// those that are known, those that the stream has, and behind them the usual ones. Owned.
static double *lengths_with(const vl_session *session, const vl_frame_edit *edit, double end,
                            int64_t least, int64_t round, int *count)
{
    const vl_log *log = session->log;
    int known = (int)log->known, most = known + (int)least + MOST_TO_COME, capacity = 0;
    double *old = vl_alloc((size_t)most, sizeof *old), *dt = NULL;
    vl_frames *frames = vl_alloc(1, sizeof *frames);
    for (int i = 0; i < known; i++)
        old[i] = vl_log_length(log, i + 1);
    int given = known + vl_pacing_preview(&session->pacing, vl_log_time(log, known), HUGE_VAL,
                                          old + known, most - known);
    vl_frames_read(frames, session, 10, 1);
    int64_t come = session->lab->now.frames;
    double begin = 0, time = 0; // of the next old frame, and of the next new one
    *count = 0;
    for (int64_t k = 0; time < end || k < least || k % round;) {
        double length = k < given ? old[k] : 1e-3 * frames->usual;
        if (k == come && *count == come)
            begin = time = session->lab->now.time;
        double drawn = k < come ? 0 : vl_frame_edit_at(edit, time);
        bool gone = begin + length / 2 < time;
        if (drawn > 0 || !gone) {
            dt = vl_grow(dt, &capacity, *count + 1, sizeof *dt);
            dt[*count] = drawn > 0 ? drawn : length;
            time += fmax(dt[(*count)++], 0);
        }
        if (!(drawn > 0)) {
            begin += fmax(length, 0);
            k++;
        }
    }
    vl_free(frames);
    vl_free(old);
    return dt;
}

bool vl_session_edit_frames(vl_session *session, const vl_frame_edit *edit, vl_error *error)
{
    int last = VL_EDIT_PIECES;
    while (last > 0 && edit->dt[last - 1] == 0)
        last--;
    double end = edit->begin + (edit->end - edit->begin) * last / VL_EDIT_PIECES;
    if (session->playback.left > 0)
        return vl_fail(error, "The steps go back along those that were made. `Space` pauses, "
                              "and `R` begins anew.");
    if (end <= session->lab->now.time)
        return vl_fail(error,
                       "These frames were made. Go back before them to give them other lengths.");
    // A list without a stream behind it begins again, so its whole rounds are taken. Of one with a
    // stream behind it all frames are, also those to come: who changes one that was keeps what was
    // drawn.
    const vl_stream *old = session->pacing.stream;
    bool is_list = old->kind->is_list;
    int64_t least = session->log->known;
    if (is_list && least < old->list_count)
        least = old->list_count;
    int count, round = is_list && !old->rest && !old->ends ? old->list_count : 1;
    double *dt = lengths_with(session, edit, end, least, round, &count);
    const char *behind = !is_list    ? vl_session_timestep(session)
                         : old->rest ? old->rest->text
                         : old->ends ? VL_STEP_LIST_END
                                     : NULL;
    char *text = vl_step_list_text(dt, count, behind);
    vl_stream *stream = vl_session_read_stream(session, text, error);
    if (stream) {
        vl_session_mark(session, 0, "other lengths of frames");
        vl_session_use_stream(session, text, stream);
        vl_stream_skip(session->pacing.stream, session->lab->now.frames);
    }
    vl_free(text);
    vl_free(dt);
    return stream;
}
