// What undo and redo go to.

#include "app/state/undo.h"

#include "app/state/session_parts.h"
#include "base/memory.h"
#include "lab/edit.h"
#include "physics/world/world.h"
#include "scene/find.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// --- a change ---

static vl_session *copy_session(const vl_session *session)
{
    vl_session *kept = vl_alloc(1, sizeof *kept);
    *kept = *session;
    kept->timestep = vl_copy_text(session->timestep);
    kept->pacing.stream = vl_stream_copy(session->pacing.stream);
    kept->made = (vl_frame_log){0};
    vl_frame_log_copy(&kept->made, &session->made);
    for (int i = 0; i < session->lane_count; i++)
        kept->lanes[i].stream = vl_copy_text(session->lanes[i].stream);
    kept->playing = vl_playing_store(&session->playing);
    return kept;
}

static void free_copy(vl_session *kept)
{
    vl_free(kept->timestep);
    vl_pacing_free(&kept->pacing);
    vl_frame_log_free(&kept->made);
    for (int i = 0; i < kept->lane_count; i++)
        vl_free(kept->lanes[i].stream);
    vl_playing_free(&kept->playing);
    vl_free(kept);
}

static vl_change take_change(const vl_session *session, const char *what)
{
    vl_change change = {.kept = copy_session(session),
                        .state = vl_lab_snapshot_create(session->lab)};
    snprintf(change.what, sizeof change.what, "%s", what);
    change.serial = vl_timeline_serial(session->timeline);
    change.ahead_count = vl_timeline_known(session->timeline, NULL);
    change.ahead = vl_alloc((size_t)change.ahead_count, sizeof *change.ahead);
    vl_timeline_known(session->timeline, change.ahead);
    return change;
}

// --- what changes share ---

// Calls `is` with each change until it returns true.
static bool any_change(const vl_undo *undo, bool (*is)(const vl_change *change, const void *what),
                       const void *what)
{
    const vl_changes *lists[] = {&undo->undone, &undo->redone};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < lists[k]->count; i++)
            if (is(&lists[k]->list[i], what))
                return true;
    return undo->pending.kept && is(&undo->pending, what);
}

static bool is_of_lab(const vl_change *change, const void *lab)
{
    return change->kept->lab == lab;
}

static bool is_of_scene(const vl_change *change, const void *scene)
{
    return change->kept->scene == scene;
}

void vl_session_retire_lab(const vl_session *session, vl_lab *lab)
{
    if (lab && session->undo && any_change(session->undo, is_of_lab, lab))
        vl_lab_put_away(lab);
    else
        vl_lab_free(lab);
}

void vl_session_retire_scene(const vl_session *session, vl_scene *scene)
{
    if (!session->undo || !any_change(session->undo, is_of_scene, scene))
        vl_scene_free(scene);
}

// The change is in no list any more. The session keeps its lab and its scene.
static void drop(const vl_session *session, vl_change *change)
{
    vl_lab *lab = change->kept->lab;
    vl_scene *scene = change->kept->scene;
    vl_lab_snapshot_free(change->state);
    free_copy(change->kept);
    vl_free(change->ahead);
    *change = (vl_change){0};
    if (lab != session->lab)
        vl_session_retire_lab(session, lab);
    if (scene != session->scene)
        vl_session_retire_scene(session, scene);
}

static void drop_all(const vl_session *session, vl_changes *changes)
{
    while (changes->count > 0) {
        vl_change change = changes->list[--changes->count];
        drop(session, &change);
    }
}

static void drop_pending(vl_session *session)
{
    if (session->undo->pending.kept)
        drop(session, &session->undo->pending);
}

void vl_undo_free(vl_session *session)
{
    vl_undo *undo = session->undo;
    if (!undo)
        return;
    drop_all(session, &undo->undone);
    drop_all(session, &undo->redone);
    drop_pending(session);
    vl_free(undo->undone.list);
    vl_free(undo->redone.list);
    vl_free(undo);
    session->undo = NULL;
}

// --- memory ---

static bool was_counted(const vl_changes *changes, int end, const vl_lab *lab)
{
    for (int i = 0; i < end; i++)
        if (changes->list[i].kept->lab == lab)
            return true;
    return false;
}

// Labs of redone changes are counted once more, where they are also in the other list.
static size_t bytes_of(const vl_session *session, const vl_changes *changes)
{
    size_t bytes = 0;
    for (int i = 0; i < changes->count; i++) {
        const vl_change *change = &changes->list[i];
        vl_lab *lab = change->kept->lab;
        bytes += sizeof *change + sizeof *change->kept + vl_lab_snapshot_bytes(change->state);
        bytes += (size_t)change->ahead_count * sizeof *change->ahead;
        bytes += (size_t)change->kept->made.capacity * sizeof *change->kept->made.dt;
        if (was_counted(changes, i, lab))
            continue;
        bytes +=
            vl_lab_removed_bytes(lab) + (lab != session->lab ? vl_lab_image(lab, NULL, false) : 0);
    }
    return bytes;
}

size_t vl_undo_bytes(const vl_session *session)
{
    const vl_undo *undo = session->undo;
    return undo ? bytes_of(session, &undo->undone) + bytes_of(session, &undo->redone) : 0;
}

static void drop_oldest(const vl_session *session)
{
    vl_undo *undo = session->undo;
    vl_changes *from = undo->undone.count > 0 ? &undo->undone : &undo->redone;
    vl_change oldest = from->list[0];
    from->count--;
    memmove(from->list, from->list + 1, (size_t)from->count * sizeof oldest);
    drop(session, &oldest);
    undo->dropped++;
}

void vl_undo_make_room(const vl_session *session)
{
    const vl_undo *undo = session->undo;
    int count;
    while (undo && (count = undo->undone.count + undo->redone.count) > 1 &&
           (count > VL_UNDO_MOST || vl_undo_bytes(session) > VL_UNDO_MOST_BYTES))
        drop_oldest(session);
}

static void push(const vl_session *session, vl_changes *changes, const vl_change *change)
{
    changes->list =
        vl_grow(changes->list, &changes->capacity, changes->count + 1, sizeof *changes->list);
    changes->list[changes->count++] = *change;
    vl_undo_make_room(session);
}

static vl_change *newest_of(vl_changes *changes)
{
    return changes->count > 0 ? &changes->list[changes->count - 1] : NULL;
}

// Who changes something takes over from a recording that plays: the lab is the session's then, and
// what the recorded hand holds is let go, and the frames to come are forgotten. The state that is
// stored plays on.
static bool take_lab_over(vl_session *session)
{
    return vl_playing_hand_over(&session->playing) != NULL;
}

static void end_playing(vl_session *session)
{
    vl_playing_free(&session->playing);
    vl_frame_log_cut(&session->made, session->lab->now.frames);
    for (int i = 0; i < session->lab->count; i++) {
        const vl_world *world = session->lab->runs[i].world;
        const vl_lab_run *run = &session->lab->runs[i];
        while (world->hold_count > run->in_hand) {
            int slot = world->holds[run->in_hand ? world->hold_count - 1 : 0].slot;
            vl_lab_release(session->lab, slot, vl_read(world->particles.v, slot));
        }
    }
}

// What is on its way between the lists is pending, so that it is not dropped to make room.
const vl_change *vl_undo_take(vl_session *session, vl_changes *from, vl_changes *to)
{
    vl_undo *undo = session->undo;
    drop_pending(session);
    undo->pending = from->list[--from->count];
    bool played = take_lab_over(session);
    vl_change now = take_change(session, undo->pending.what);
    if (played)
        vl_playing_free(&session->playing);
    push(session, to, &now);
    return &undo->pending;
}

void vl_undo_taken(vl_session *session)
{
    drop_pending(session);
    vl_undo_make_room(session);
}

// --- marks ---

static vl_undo *undo_of(vl_session *session)
{
    if (!session->undo)
        session->undo = vl_alloc(1, sizeof *session->undo);
    return session->undo;
}

static void add(vl_session *session, vl_change *change, int64_t group)
{
    vl_undo *undo = session->undo;
    change->group = group;
    change->event = undo->event;
    drop_all(session, &undo->redone);
    push(session, &undo->undone, change);
}

static void add_pending(vl_session *session)
{
    vl_change change = session->undo->pending;
    session->undo->pending = (vl_change){0};
    add(session, &change, 0);
}

void vl_session_mark(vl_session *session, int64_t group, const char *format, ...)
{
    if (!session->lab)
        return;
    vl_undo *undo = undo_of(session);
    bool played = take_lab_over(session), held = !played && vl_lab_is_held(session->lab);
    group = undo->joined ? undo->joined : group;
    if (held && undo->pending.kept)
        add_pending(session);
    if (held)
        return;
    const vl_change *newest = newest_of(&undo->undone);
    bool same = newest && (newest->event == undo->event || (group && newest->group == group));
    if (!played && same) {
        drop_all(session, &undo->redone);
        return;
    }
    char what[VL_CHANGE_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    vl_change change = take_change(session, what);
    add(session, &change, group);
    if (played)
        end_playing(session);
}

void vl_session_join_changes(vl_session *session, int64_t group)
{
    undo_of(session)->joined = group;
}

bool vl_session_is_joined(const vl_session *session)
{
    const vl_undo *undo = session->undo;
    return undo && undo->joined && undo->undone.count > 0 &&
           undo->undone.list[undo->undone.count - 1].group == undo->joined;
}

void vl_session_rename_change(vl_session *session, const char *format, ...)
{
    vl_change *newest = session->undo ? newest_of(&session->undo->undone) : NULL;
    va_list arguments;
    if (!newest)
        return;
    va_start(arguments, format);
    vsnprintf(newest->what, sizeof newest->what, format, arguments);
    va_end(arguments);
}

void vl_session_prepare_hand(vl_session *session, const char *format, ...)
{
    vl_undo *undo = undo_of(session);
    char what[VL_CHANGE_TEXT];
    va_list arguments;
    bool played = take_lab_over(session);
    if (!played && vl_lab_is_held(session->lab))
        return;
    drop_pending(session);
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    undo->pending = take_change(session, what);
    if (played) {
        add_pending(session); // whatever the hand does, the rest of the recording is left
        end_playing(session);
    }
}

void vl_session_mark_hand(vl_session *session, bool changed)
{
    vl_undo *undo = session->undo;
    if (!undo || !undo->pending.kept)
        return;
    int64_t frames = vl_lab_snapshot_moment(undo->pending.state).frames;
    if (changed || frames != session->lab->now.frames)
        add_pending(session);
    else if (!vl_lab_is_held(session->lab)) // another hand may have moved something
        drop_pending(session);
}

void vl_session_next_event(vl_session *session)
{
    if (session->undo)
        session->undo->event++;
}

static const char *newest_name(const vl_changes *changes)
{
    return changes->count > 0 ? changes->list[changes->count - 1].what : NULL;
}

const char *vl_session_undoes(const vl_session *session)
{
    return session->undo ? newest_name(&session->undo->undone) : NULL;
}

const char *vl_session_redoes(const vl_session *session)
{
    return session->undo ? newest_name(&session->undo->redone) : NULL;
}
