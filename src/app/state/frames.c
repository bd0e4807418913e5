#include "app/state/frames.h"

#include "app/state/session_parts.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double late = 1.8; // times the longest of the frames beside it

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// The room of those to come; the rest is for those that were.
enum { MOST_TO_COME = VL_MOST_FRAMES / 2 };

static double end_of(const vl_frames *frames)
{
    return frames->count > 0 ? frames->end[frames->count - 1] : frames->now;
}

static void add(vl_frames *frames, double dt)
{
    frames->end[frames->count] = end_of(frames) + fmax(dt, 0);
    frames->dt[frames->count++] = 1e3 * dt;
}

// Adds the frames that came, and where somebody has gone back those that were made then.
static void add_known(vl_frames *frames, const vl_session *session, double from, double until)
{
    const vl_log *log = session->log;
    int64_t now = session->lab->now.frames, first = now;
    while (first > 0 && now - first < VL_MOST_FRAMES - MOST_TO_COME &&
           vl_log_time(log, first) > from)
        first--;
    frames->first = first + 1;
    frames->made = (int)(now - first);
    for (int64_t n = first + 1; n <= log->known && frames->count < VL_MOST_FRAMES; n++) {
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

// --- the frames that are the subject ---

// So many frames on both sides tell what a frame is, and so many of one rate are a rate.
enum { BESIDE = 5 };

// Whether two lengths are those of one rate. A display that is not even has lengths that differ.
static bool is_same_rate(double a, double b)
{
    return fabs(a - b) <= 0.25 * fmax(a, b);
}

static bool is_steady(const double *dt)
{
    bool same = dt[0] > 0;
    for (int i = 1; i < BESIDE; i++)
        same = same && is_same_rate(dt[0], dt[i]);
    return same;
}

// Whether another rate begins with the frame in the middle of 2 × BESIDE + 1 lengths.
static bool begins_rate(const double *dt)
{
    return is_steady(dt) && is_steady(dt + BESIDE) && !is_same_rate(dt[BESIDE - 1], dt[BESIDE]);
}

// Whether it is late. Lengths that are not known are no measure.
static bool is_late(const double *dt)
{
    double longest = 0;
    for (int i = 0; i <= 2 * BESIDE; i++)
        longest = i == BESIDE || isnan(dt[i]) ? longest : fmax(longest, dt[i]);
    return longest > 0 && dt[BESIDE] > late * longest;
}

// The rate of the frames before the window, which are steady sooner or later; that of the first
// frames of the run where none are.
static double rate_before(const vl_frames *frames, const vl_session *session)
{
    enum { FARTHEST = 200 };

    double dt[BESIDE];
    int64_t begin = frames->first - 1;
    for (int64_t n = begin; n >= BESIDE && n > begin - FARTHEST; n--) {
        for (int k = 0; k < BESIDE; k++)
            dt[k] = length_of(frames, session, n - BESIDE + k);
        if (is_steady(dt))
            return dt[0];
    }
    return length_of(frames, session, 0);
}

static void mark_subjects(vl_frames *frames, const vl_session *session)
{
    double dt[2 * BESIDE + 1] = {0}, first = length_of(frames, session, 0);
    bool changed = frames->count > 0 && !is_same_rate(rate_before(frames, session), first);
    for (int i = -2 * BESIDE; i < frames->count; i++) {
        memmove(dt, dt + 1, sizeof dt - sizeof *dt);
        dt[2 * BESIDE] = length_of(frames, session, frames->first - 1 + i + BESIDE);
        if (i < 0)
            continue;
        frames->late[i] = is_late(dt);
        if (begins_rate(dt))
            changed = !is_same_rate(dt[BESIDE], first);
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
    int usual = frames->made > 0 ? frames->made : frames->count;
    memcpy(sorted, frames->dt, (size_t)usual * sizeof *sorted);
    qsort(sorted, (size_t)usual, sizeof *sorted, compare);
    frames->usual = usual > 0 ? sorted[usual / 2] : 1000 / 60.;
    frames->known = frames->count;
    while (!session->playing && ends_measured && frames->count < VL_MOST_FRAMES &&
           end_of(frames) < until)
        add(frames, 1e-3 * frames->usual);
    mark_subjects(frames, session);
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

void vl_frame_edit_drop(vl_frame_edit *edit, int64_t last)
{
    int64_t gone = last + 1 - edit->first;
    if (gone <= 0)
        return;
    edit->first += gone;
    edit->count = gone < edit->count ? edit->count - (int)gone : 0;
    if (edit->count > 0)
        memmove(edit->dt, edit->dt + gone, (size_t)edit->count * sizeof *edit->dt);
}

double vl_frame_edit_of(const vl_frame_edit *edit, int64_t number)
{
    int64_t index = number - edit->first;
    return index >= 0 && index < edit->count ? edit->dt[index] : (double)NAN;
}

// --- the frames from the start on ---

// The lengths of so many frames, s: those of the edit, those that are known, those that the stream
// has, and behind them the usual ones.
static double *lengths_with(const vl_session *session, const vl_frame_edit *edit, int count)
{
    const vl_log *log = session->log;
    int known = (int)log->known;
    double *dt = vl_alloc((size_t)count, sizeof *dt);
    vl_frames *frames = vl_alloc(1, sizeof *frames);
    int given = known + vl_pacing_preview(&session->pacing, vl_log_time(log, known), HUGE_VAL,
                                          dt + known, count - known);
    vl_frames_read(frames, session, 10, 1);
    for (int i = 0; i < count; i++) {
        double other = vl_frame_edit_of(edit, i + 1);
        dt[i] = i < known ? vl_log_length(log, i + 1) : i < given ? dt[i] : 1e-3 * frames->usual;
        dt[i] = isnan(other) ? dt[i] : other;
    }
    vl_free(frames);
    return dt;
}

bool vl_session_edit_frames(vl_session *session, const vl_frame_edit *edit, vl_error *error)
{
    int64_t come = session->lab->now.frames;
    if (session->playback.left > 0)
        return vl_fail(error, "The steps go back along those that were made. Space pauses, and R "
                              "begins anew.");
    if (edit->first <= come)
        return vl_fail(error,
                       "These frames were made. Go back before them to give them other lengths.");
    // A list without a stream behind it begins again, so its whole rounds are taken. Of one with a
    // stream behind it all frames are, also those to come: who changes one that was keeps what was
    // drawn.
    const vl_stream *old = session->pacing.stream;
    bool is_list = old->kind->is_list;
    int64_t count = edit->first + edit->count - 1, known = session->log->known;
    count = count > known ? count : known;
    if (is_list && count < old->list_count)
        count = old->list_count;
    int64_t round = is_list && !old->rest && !old->ends ? old->list_count : 1;
    count = (count + round - 1) / round * round;
    double *dt = lengths_with(session, edit, (int)count);
    const char *behind = !is_list    ? vl_session_timestep(session)
                         : old->rest ? old->rest->text
                         : old->ends ? VL_STEP_LIST_END
                                     : NULL;
    char *text = vl_step_list_text(dt, (int)count, behind);
    vl_stream *stream = vl_session_read_stream(session, text, error);
    if (stream) {
        vl_session_mark(session, 0, "other lengths of frames");
        vl_session_use_stream(session, text, stream);
        vl_pacing_skip(&session->pacing, come);
    }
    vl_free(text);
    vl_free(dt);
    return stream;
}
