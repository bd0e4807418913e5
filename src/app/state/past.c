// A session goes to other entries of its log: by undo and redo, back in time, and as a recording
// that plays leads it.

#include "app/state/session_parts.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

// --- the lanes of another state ---

static bool has_lanes(const vl_session *session)
{
    int count = session->lab->count;
    bool same = count == VL_MOST_LANES || session->lanes[count].id == 0;
    for (int i = 0; same && i < count; i++)
        same = session->lanes[i].id == session->lab->runs[i].id;
    return same;
}

// Puts what is kept of a lane into its place, or begins it in memory that no other lane needs.
static void find_lane(vl_session *session, int index)
{
    int from = VL_MOST_LANES - 1;
    int64_t id = session->lab->runs[index].id;
    for (int i = index; i < VL_MOST_LANES; i++)
        if (session->lanes[i].id == id)
            from = i;
    const vl_session_lane found = session->lanes[from];
    memmove(&session->lanes[index + 1], &session->lanes[index],
            (size_t)(from - index) * sizeof found);
    session->lanes[index] = found;
    if (found.id != id)
        vl_session_begin_lane(session, index);
}

// Lanes that were there keep what is plotted until now.
static void follow_lanes(vl_session *session)
{
    bool same = has_lanes(session);
    int count = session->lab->count;
    for (int i = 0; i < count; i++) {
        find_lane(session, i);
        vl_plots_go_back(&session->lanes[i].plots);
    }
    for (int i = count; i < VL_MOST_LANES; i++)
        session->lanes[i].id = 0;
    session->chosen = session->chosen < count ? session->chosen : 0;
    if (!same)
        vl_session_take_positions(session);
}

// The log has gone to another entry.
static void follow(vl_session *session)
{
    session->scene = vl_log_scene(session->log);
    follow_lanes(session);
    vl_session_forget_record(session);
}

// --- undo ---

// What is missing in a plot, the run makes again; of a long and costly one only the newest part.
static void tell_missing(vl_session *session)
{
    static const double most_work = 0.5; // s, as nothing moves meanwhile

    double now = session->lab->now.time, known = now, cost = 0;
    for (int i = 0; i < session->lab->count; i++) {
        const vl_reading *reading = &session->lab->runs[i].reading;
        known = fmin(known, vl_series_newest(&session->lanes[i].plots.gained));
        cost += isfinite(reading->cpu) ? reading->cpu / reading->dt : 0;
    }
    vl_log_tell(session->log, cost > 0 ? fmax(known, now - most_work / cost) : known);
}

bool vl_session_undo(vl_session *session, vl_undo_way way)
{
    vl_undo *undo = &session->undo;
    vl_changes *from = way == VL_UNDO ? &undo->undone : &undo->redone;
    vl_changes *to = way == VL_UNDO ? &undo->redone : &undo->undone;
    if (!vl_session_undoes(session, way) || (!session->playing && vl_lab_is_held(session->lab)))
        return false;
    vl_change change;
    if (!vl_undo_take(session, from, to, &change))
        return false;
    vl_session_forget_joining(session);
    int run = session->log->run;
    const vl_scene *scene = session->scene;
    bool running = session->running;
    bool there = vl_log_go(session->log, change.entry);
    assert(there); // who takes a change has asked
    (void)there;
    vl_session_free_settings(&session->settings);
    session->settings = change.settings; // whose memory is that of the session then
    session->generation += session->log->run != run;
    session->pacing.due = 0;
    follow(session);
    if (session->scene == scene && !session->paused_itself)
        session->running = running;
    vl_log_expect(session->log, change.ahead, change.ahead_count);
    vl_free(change.ahead);
    vl_session_drop_ahead(session);
    vl_session_listen(session);
    tell_missing(session);
    vl_session_set_running(session, session->running);
    vl_session_complete(session);
    vl_session_show_chosen(session);
    return true;
}

void vl_session_take_back(vl_session *session, int changes)
{
    if (session->undo.undone.count == changes && vl_session_undo(session, VL_UNDO))
        vl_session_forget_redo(session);
}

// --- back in time ---

int64_t vl_session_last_frame(const vl_session *session)
{
    return session->playing ? session->log->known : session->log->last;
}

bool vl_session_go_to_frame(vl_session *session, int64_t frame)
{
    vl_log *log = session->log;
    vl_session_set_running(session, false);
    int64_t present = session->lab->now.frames;
    int nearest = vl_log_nearest(log, frame, session->playing);
    bool stays = nearest == log->present;
    bool plays_on = frame > log->last && vl_session_last_frame(session) > present;
    bool held = !session->playing && vl_lab_is_held(session->lab);
    if (held || ((frame == present || stays) && !plays_on))
        return false;
    if (!session->playing)
        vl_session_mark(session, 1 + log->last, "move in time from t = %.2f s",
                        session->lab->now.time);
    if (!stays && !vl_log_go(log, nearest))
        return false;
    session->pacing.due = 0;
    follow(session);
    int run = log->run; // of a recording that plays the frames to come are made now
    while (plays_on && session->lab->now.frames < frame &&
           !vl_playing_has_ended(session->playing) && log->run == run)
        vl_session_make_frame(session, vl_playing_ahead(session->playing), HUGE_VAL);
    vl_session_complete(session);
    vl_session_show_chosen(session);
    return true;
}

int64_t vl_session_frame_at(const vl_session *session, double time)
{
    const vl_log *log = session->log;
    int64_t low = vl_log_first(log), high = vl_session_last_frame(session);
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (vl_log_time(log, middle) <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// --- a recording that plays ---

// The session follows a run that it did not have.
static void take_run(vl_session *session)
{
    vl_error error = {0};
    session->lab = session->playing->replay.lab;
    session->scene = vl_log_scene(session->log);
    vl_free(session->timestep);
    session->timestep = NULL;
    session->mistake_off = session->paused_itself = false;
    follow_lanes(session);
    vl_stream *stream = vl_stream_parse(session->scene->timestep, NULL, &error);
    if (!stream)
        stream = vl_stream_parse("frame", NULL, &error);
    double normal = session->scene->view.speed, speed = session->pacing.speed;
    vl_pacing_begin(&session->pacing, stream, speed > 0 ? speed : normal, normal);
    vl_session_follow_lab(session);
    vl_session_show_chosen(session);
}

static void follow_replay(void *user, vl_replay_change what, const vl_scene *lanes)
{
    vl_session *session = user;
    if (what == VL_REPLAY_RUN)
        take_run(session);
    else if (what == VL_REPLAY_INSTANT || session->scene != vl_log_scene(session->log)) {
        follow(session);
        vl_session_show_chosen(session);
    } else if (!has_lanes(session))
        follow_lanes(session);
    if (what != VL_REPLAY_LANES)
        vl_playing_expect(session->playing);
}

bool vl_session_open_recording(vl_session *session, const char *path, vl_error *error)
{
    vl_recording *recording = vl_playing_load(path, error);
    if (!recording)
        return false;
    vl_session_mark(session, 0, "recording: %s", path);
    vl_session_forget_joining(session);
    vl_playing *playing = vl_alloc(1, sizeof *playing); // it owns the recording
    playing->replay = (vl_replay){.recording = recording,
                                  .owned = recording,
                                  .log = vl_session_log(session),
                                  .lab = session->lab};
    vl_replay_rewind(&playing->replay);
    for (vl_playing **p = &session->playings; *p;) { // to which undo does not come any more
        vl_playing *old = *p;
        if (vl_replay_is_reached(&old->replay)) {
            p = &old->next;
            continue;
        }
        *p = old->next;
        vl_playing_free(old);
    }
    playing->replay.goes_on = true;
    playing->replay.changed = follow_replay;
    playing->replay.user = session;
    playing->next = session->playings;
    session->playing = session->playings = playing;
    session->pacing.speed = 0;
    (void)vl_replay_next(&playing->replay);
    session->running = true;
    return true;
}
