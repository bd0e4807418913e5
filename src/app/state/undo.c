// What undo and redo go to: entries of the log that are marked, with the settings of the session.
// And the recording that plays, which a change ends.

#include "app/state/session_parts.h"
#include "base/memory.h"
#include "physics/world/world.h"

#include <string.h>

// --- a change ---

// Its name is still to be written.
static vl_change take_change(const vl_session *session)
{
    const vl_log *log = session->log;
    vl_change change = {.settings = session->settings,
                        .entry = vl_log_mark(session->log),
                        .frame = session->lab->now.frames};
    change.settings.timestep = vl_copy_text(session->timestep);
    for (int i = 0; i < session->waiting.count; i++)
        change.settings.waiting.settings[i] = vl_copy_text(session->waiting.settings[i]);
    change.settings.pacing.stream = vl_stream_copy(session->pacing.stream);
    change.ahead_count = (int)(log->known - change.frame);
    change.ahead = vl_alloc((size_t)change.ahead_count, sizeof *change.ahead);
    for (int i = 0; i < change.ahead_count; i++)
        change.ahead[i] = vl_log_length(log, change.frame + 1 + i);
    return change;
}

void vl_session_free_settings(vl_session_settings *settings)
{
    for (int i = 0; i < settings->waiting.count; i++)
        vl_free(settings->waiting.settings[i]);
    vl_free(settings->timestep);
    vl_pacing_free(&settings->pacing);
}

static void drop(vl_change *change)
{
    vl_session_free_settings(&change->settings);
    vl_free(change->ahead);
    *change = (vl_change){0};
}

static void drop_all(vl_changes *changes)
{
    while (changes->count > 0)
        drop(&changes->list[--changes->count]);
}

void vl_undo_free(vl_undo *undo)
{
    drop_all(&undo->undone);
    drop_all(&undo->redone);
    vl_free(undo->undone.list);
    vl_free(undo->redone.list);
}

// To which the log reaches: it may have forgotten some since they were made. NULL: there is none.
static vl_change *newest_of(const vl_session *session, const vl_changes *changes)
{
    for (int i = changes->count - 1; i >= 0; i--)
        if (vl_log_reaches(session->log, changes->list[i].entry))
            return &changes->list[i];
    return NULL;
}

// The oldest are dropped where there are too many, and those to which the log does not reach.
static void push(vl_session *session, vl_changes *changes, const vl_change *change)
{
    vl_undo *undo = &session->undo;
    vl_changes *from = &undo->undone;
    changes->list =
        vl_grow(changes->list, &changes->capacity, changes->count + 1, sizeof *changes->list);
    changes->list[changes->count++] = *change;
    while (from->count > 0 && (from->count + undo->redone.count > VL_UNDO_MOST ||
                               !vl_log_reaches(session->log, from->list[0].entry))) {
        drop(&from->list[0]);
        memmove(from->list, from->list + 1, (size_t)--from->count * sizeof *from->list);
        undo->dropped++;
    }
}

// Who changes something takes over from a recording that plays, whose frames to come are forgotten.
// The change plays on. What a person of the recording holds is let go; what the hand of the scene
// holds stays.
static void end_playing(vl_session *session)
{
    session->playing = NULL;
    vl_log_expect(session->log, NULL, 0);
    for (int k = 0; k < session->lab->count; k++) {
        const vl_lab_run *run = &session->lab->runs[k];
        const vl_world *world = run->world;
        for (int i = world->hold_count - 1; i >= 0 && !world->now.diverged; i--) {
            int slot = world->holds[i].slot;
            vl_vec3 v = vl_read(world->particles.v, slot);
            if (!vl_lane_is_in_hand(run, slot))
                VL_DO(session->lab, VL_RELEASE, .number = world->particles.number_of[slot],
                      .values = {v.x, v.y, v.z});
        }
    }
}

bool vl_undo_take(vl_session *session, vl_changes *from, vl_changes *to, vl_change *gone_to)
{
    const vl_change *newest = newest_of(session, from);
    while (&from->list[from->count - 1] != newest)
        drop(&from->list[--from->count]);
    vl_change now = take_change(session);
    *gone_to = from->list[--from->count];
    memcpy(now.what, gone_to->what, sizeof now.what);
    bool there = vl_log_reaches(session->log, gone_to->entry);
    if (there) {
        push(session, to, &now);
    } else { // the new mark took its memory
        drop(&now);
        drop(gone_to);
    }
    return there;
}

void vl_session_forget_redo(vl_session *session)
{
    drop(&session->undo.redone.list[--session->undo.redone.count]);
}

void vl_session_mark(vl_session *session, int64_t group, const char *format, ...)
{
    if (!session->lab)
        return;
    vl_undo *undo = &session->undo;
    bool played = session->playing != NULL, held = !played && vl_lab_is_held(session->lab);
    bool doubt = group == VL_OF_HAND && !played;
    if (!held && !doubt)
        drop_all(&undo->redone);
    vl_session_mark_hand(session, true); // what it holds while something else is done has changed
    group = group == VL_OF_HAND ? 0 : undo->joined ? undo->joined : group;
    if (held)
        return;
    vl_change *newest = newest_of(session, &undo->undone);
    bool same = !played && newest && group && newest->group == group;
    if (!played && newest && (newest->event == undo->event || (same && group > 0)))
        return;
    if (!same) {
        const vl_change change = take_change(session);
        push(session, &undo->undone, &change);
        newest = &undo->undone.list[undo->undone.count - 1];
        undo->in_doubt = doubt;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(newest->what, sizeof newest->what, format, arguments);
    va_end(arguments);
    newest->group = group;
    newest->event = undo->event;
    if (played)
        end_playing(session);
}

bool vl_session_mark_hand(vl_session *session, bool changed)
{
    vl_undo *undo = &session->undo;
    if (!undo->in_doubt)
        return false;
    const vl_change *newest = newest_of(session, &undo->undone);
    if (changed || !newest || newest->frame != session->lab->now.frames) {
        undo->in_doubt = false;
        drop_all(&undo->redone);
    } else if (!vl_lab_is_held(session->lab)) { // another hand may have moved something
        undo->in_doubt = false;
        return true;
    }
    return false;
}

void vl_session_next_event(vl_session *session)
{
    session->undo.event++;
}

const char *vl_session_undoes(const vl_session *session, vl_undo_way way)
{
    const vl_undo *undo = &session->undo;
    const vl_change *newest = newest_of(session, way == VL_UNDO ? &undo->undone : &undo->redone);
    return newest ? newest->what : NULL;
}

// --- what a recording has ahead ---

vl_recording *vl_playing_load(const char *path, vl_error *error)
{
    vl_replay replay;
    vl_recording *recording = vl_recording_load(path, false, error);
    if (!recording)
        return NULL;
    vl_replay_begin(&replay, recording, NULL, 0);
    bool begins = vl_replay_next(&replay);
    if (!begins && !*replay.error.text)
        vl_recording_lacks_run(recording, &replay.error);
    *error = replay.error;
    vl_replay_free(&replay);
    if (begins)
        return recording;
    vl_recording_free(recording);
    return NULL;
}

void vl_playing_free(vl_playing *playing)
{
    vl_replay_free(&playing->replay);
    vl_free(playing);
}

static double length_of(const vl_operation *o)
{
    return o->kind == VL_FRAME && isfinite(o->values[0]) ? fmax(o->values[0], 0) : 0;
}

void vl_playing_expect(vl_playing *playing)
{
    vl_operation o;
    vl_lines lines = playing->replay.lines;
    double *dt = NULL;
    int count = 0, capacity = 0;
    lines.text = (vl_text){0};
    playing->from = playing->to = lines.at;
    while (vl_operation_read(&lines, &o, &(vl_error){0}) && o.kind != VL_BEGIN &&
           o.kind != VL_STATE) { // there it goes elsewhere
        playing->to = lines.at;
        dt = vl_grow(dt, &capacity, count + 1, sizeof *dt);
        dt[count] = length_of(&o);
        count += dt[count] > 0;
    }
    vl_log_expect(playing->replay.log, dt, count);
    vl_text_free(&lines.text);
    vl_free(dt);
}

// Its lines behind the present, wherever somebody has gone in the log. Free their text.
static vl_lines lines_ahead(vl_playing *playing)
{
    vl_replay *replay = &playing->replay;
    vl_replay_follow(replay);
    if (replay->lines.at < playing->from || replay->lines.at > playing->to)
        vl_playing_expect(playing);
    vl_lines lines = replay->lines;
    lines.text = (vl_text){0};
    return lines;
}

double vl_playing_ahead(vl_playing *playing)
{
    vl_operation o;
    double dt = 0;
    vl_lines lines = lines_ahead(playing);
    while (dt == 0 && vl_operation_read(&lines, &o, &(vl_error){0}))
        dt = length_of(&o);
    vl_text_free(&lines.text);
    return dt;
}

bool vl_playing_has_ended(vl_playing *playing)
{
    vl_lines lines = lines_ahead(playing);
    return *playing->replay.error.text || lines.at == lines.size;
}
