// Undo and redo, and back in time: a session goes to entries of its log.

#include "app/state/past.h"

#include "app/state/play.h"
#include "app/state/session_parts.h"
#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

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
    for (int i = 0; i < session->lane_count; i++)
        kept->lanes[i].stream = vl_copy_text(session->lanes[i].stream);
    kept->playing = vl_playing_store(&session->playing);
    return kept;
}

static void free_copy(vl_session *kept)
{
    vl_free(kept->timestep);
    vl_pacing_free(&kept->pacing);
    for (int i = 0; i < kept->lane_count; i++)
        vl_free(kept->lanes[i].stream);
    vl_playing_free(&kept->playing);
    vl_free(kept);
}

static vl_change take_change(const vl_session *session, const char *what)
{
    const vl_log *log = session->log;
    vl_change change = {.kept = copy_session(session),
                        .entry = vl_log_mark(session->log),
                        .frame = session->lab->now.frames};
    snprintf(change.what, sizeof change.what, "%s", what);
    change.ahead_count = (int)(vl_log_known(log) - change.frame);
    change.ahead = vl_alloc((size_t)change.ahead_count, sizeof *change.ahead);
    for (int i = 0; i < change.ahead_count; i++)
        change.ahead[i] = vl_log_length(log, change.frame + 1 + i);
    return change;
}

static void drop(vl_change *change)
{
    if (change->kept)
        free_copy(change->kept);
    vl_free(change->ahead);
    *change = (vl_change){0};
}

static void drop_all(vl_changes *changes)
{
    while (changes->count > 0)
        drop(&changes->list[--changes->count]);
}

void vl_undo_free(vl_session *session)
{
    vl_undo *undo = session->undo;
    if (!undo)
        return;
    drop_all(&undo->undone);
    drop_all(&undo->redone);
    drop(&undo->pending);
    vl_free(undo->undone.list);
    vl_free(undo->redone.list);
    vl_free(undo);
    session->undo = NULL;
}

static vl_change *newest_of(vl_changes *changes)
{
    return changes->count > 0 ? &changes->list[changes->count - 1] : NULL;
}

// The oldest are dropped where there are too many, and those to which the log does not reach.
static void push(const vl_session *session, vl_changes *changes, const vl_change *change)
{
    vl_undo *undo = session->undo;
    vl_changes *from = &undo->undone;
    changes->list =
        vl_grow(changes->list, &changes->capacity, changes->count + 1, sizeof *changes->list);
    changes->list[changes->count++] = *change;
    while (from->count > 1 && (from->count + undo->redone.count > VL_UNDO_MOST ||
                               !vl_log_reaches(session->log, from->list[0].entry))) {
        drop(&from->list[0]);
        from->count--;
        memmove(from->list, from->list + 1, (size_t)from->count * sizeof *from->list);
        undo->dropped++;
    }
}

// Who changes something takes over from a recording that plays: what the recorded hand holds is let
// go, and the frames to come are forgotten. The change plays on.
static void end_playing(vl_session *session)
{
    vl_playing_free(&session->playing);
    vl_session_forget_ahead(session);
    for (int i = 0; i < session->lab->count; i++) {
        const vl_world *world = session->lab->runs[i].world;
        const vl_lab_run *run = &session->lab->runs[i];
        while (world->hold_count > run->in_hand) {
            int slot = world->holds[run->in_hand ? world->hold_count - 1 : 0].slot;
            vl_vec3 v = vl_read(world->particles.v, slot);
            VL_DO(session->lab, VL_RELEASE, .number = world->particles.number_of[slot],
                  .values = {v.x, v.y, v.z});
        }
    }
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
    drop_all(&undo->redone);
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
    bool played = vl_session_plays(session), held = !played && vl_lab_is_held(session->lab);
    group = undo->joined ? undo->joined : group;
    if (held && undo->pending.kept)
        add_pending(session);
    if (held)
        return;
    const vl_change *newest = newest_of(&undo->undone);
    bool same = newest && (newest->event == undo->event || (group && newest->group == group));
    if (!played && same) {
        drop_all(&undo->redone);
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
    bool played = vl_session_plays(session);
    if (!played && vl_lab_is_held(session->lab))
        return;
    drop(&undo->pending);
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
    if (changed || undo->pending.frame != session->lab->now.frames)
        add_pending(session);
    else if (!vl_lab_is_held(session->lab)) // another hand may have moved something
        drop(&undo->pending);
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

// --- what a session has beside its lab ---

static void take_lane(vl_session *session, int index)
{
    vl_error error = {0};
    const vl_lab_run *run = &session->lab->runs[index];
    const vl_stream *stream = run->clock.stream;
    vl_lane_choice choice = {
        .integrator = vl_integrator_index(run->engine ? vl_integrator_find(run->engine->likeness)
                                                      : vl_world_method(run->world)),
        .solver = run->world->solver,
        .stream = stream ? stream->text : NULL,
        .engine = run->engine};
    if (!vl_policy_parse(&choice.policy, run->clock.policy.text, &error))
        choice.policy = vl_policy_raw(); // never happens: the lab has it
    vl_session_set_lane(session, index, &choice,
                        session->lanes[index].world == run->world ? session->lanes[index].of_scene
                                                                  : -1);
}

static bool has_worlds(const vl_session *session)
{
    bool same = session->lane_count == session->lab->count;
    for (int i = 0; same && i < session->lane_count; i++)
        same = session->lanes[i].world == vl_session_lane_world(session, i);
    return same;
}

// Puts the lane of a world into its place among all that there is memory for.
static void find_lane(vl_session *session, int index)
{
    for (int i = index; i < session->lane_count; i++)
        if (session->lanes[i].world == vl_session_lane_world(session, index)) {
            const vl_session_lane found = session->lanes[i];
            session->lanes[i] = session->lanes[index];
            session->lanes[index] = found;
            return;
        }
    const vl_session_lane spare = session->lanes[VL_MOST_LANES - 1];
    memmove(&session->lanes[index + 1], &session->lanes[index],
            (size_t)(VL_MOST_LANES - 1 - index) * sizeof spare);
    session->lanes[index] = spare;
    session->lane_count += session->lane_count < VL_MOST_LANES;
}

// Lanes that were not there begin anew; those that were there keep what is plotted until now.
void vl_session_follow_lanes(vl_session *session)
{
    bool same = has_worlds(session);
    for (int i = 0; i < session->lab->count; i++) {
        find_lane(session, i);
        bool there = session->lanes[i].world == vl_session_lane_world(session, i);
        take_lane(session, i);
        if (!there)
            vl_session_begin_lane(session, i);
        vl_plots_go_back(&session->lanes[i].plots, session->lab->runs[i].now.time);
        for (int k = 0; k < i && !same; k++)
            vl_series_clear(&session->lanes[i].plots.apart[k]);
    }
    session->lane_count = session->lab->count;
    session->chosen = session->chosen < session->lane_count ? session->chosen : 0;
    if (!same)
        vl_session_take_positions(session);
}

static bool has_lanes(const vl_session *session, const vl_session *kept)
{
    bool same = session->lane_count == kept->lane_count;
    for (int i = 0; i < kept->lane_count && same; i++)
        same = session->lanes[i].id == kept->lanes[i].id;
    return same;
}

// The memory of what is plotted stays that of the lane in this place. Plots of other lanes begin
// anew.
static void restore_lanes(vl_session *session, const vl_session *kept)
{
    bool same = has_lanes(session, kept);
    session->lane_count = kept->lane_count;
    session->chosen = kept->chosen;
    for (int i = 0; i < kept->lane_count; i++) {
        vl_session_lane *lane = &session->lanes[i];
        const vl_plots plots = lane->plots;
        vl_free(lane->stream);
        *lane = kept->lanes[i];
        lane->stream = vl_copy_text(lane->stream);
        lane->plots = plots;
        lane->world = vl_session_lane_world(session, i);
        if (same)
            vl_plots_go_back(&lane->plots, session->lab->runs[i].now.time);
        else
            vl_plots_clear(&lane->plots);
    }
}

static void restore_pacing(vl_pacing *pacing, const vl_pacing *kept)
{
    vl_pacing_free(pacing);
    *pacing = *kept;
    pacing->stream = vl_stream_copy(kept->stream);
    pacing->due = 0;
}

static void restore_settings(vl_session *session, const vl_session *kept)
{
    vl_free(session->timestep);
    session->timestep = vl_copy_text(kept->timestep);
    session->performing = kept->performing;
    session->view = kept->view;
    session->own_lanes = kept->own_lanes;
    session->estimator = kept->estimator;
    session->mistake_off = kept->mistake_off;
    session->watched_slot = kept->watched_slot;
    session->paused_by_scene = kept->paused_by_scene;
    restore_pacing(&session->pacing, &kept->pacing);
}

// The record of steps begins anew; the time on show is the one that it was.
static void restore_playback(vl_session *session, const vl_playback *kept)
{
    vl_playback_begin(&session->playback, vl_session_world(session));
    session->playback.turned = kept->turned;
    session->playback.offset = kept->offset;
}

static void take_estimator(const vl_session *session)
{
    const vl_estimator *wanted = &vl_estimators[session->estimator];
    bool same = true;
    for (int i = 0; i < session->lab->count; i++)
        same = same && session->lab->runs[i].estimator == wanted;
    if (!same)
        vl_lab_set_estimator(session->lab, wanted);
}

// --- undo ---

static void bring_back(vl_session *session, const vl_change *change)
{
    const vl_session *kept = change->kept;
    int run = vl_log_run(session->log);
    const vl_scene *scene = session->scene;
    vl_lab_listen(session->lab, NULL, NULL);
    vl_lab_refer(session->lab, VL_REFERENCE_NONE);
    (void)vl_log_go(session->log, change->entry);
    session->scene = vl_log_scene(session->log);
    bool other_scene = session->scene != scene;
    session->running = other_scene ? kept->running : session->running;
    session->paused_itself = other_scene && kept->paused_itself;
    session->generation += vl_log_run(session->log) != run;
    restore_lanes(session, kept);
    restore_settings(session, kept);
    take_estimator(session);
    vl_session_take_positions(session);
    restore_playback(session, &kept->playback);
    vl_log_expect(session->log, change->ahead, change->ahead_count);
    vl_session_drop_ahead(session);
}

// What is on its way between the lists is pending.
static bool go(vl_session *session, bool back)
{
    vl_undo *undo = session->undo;
    vl_changes *from = back ? &undo->undone : &undo->redone;
    vl_changes *to = back ? &undo->redone : &undo->undone;
    if (!vl_session_plays(session) && vl_lab_is_held(session->lab))
        return false;
    drop(&undo->pending);
    undo->pending = from->list[--from->count];
    vl_change now = take_change(session, undo->pending.what);
    vl_playing_free(&session->playing);
    push(session, to, &now);
    vl_reel *reel = vl_reel_use(undo->pending.kept->playing.reel);
    int64_t frame = undo->pending.kept->playing.frame;
    bring_back(session, &undo->pending);
    drop(&undo->pending);
    if (reel) {
        vl_session_play_from(session, reel, frame);
        return true;
    }
    vl_session_listen(session);
    bool paused_itself = session->paused_itself;
    vl_session_set_running(session, session->running);
    session->paused_itself = paused_itself;
    vl_session_settle(session);
    vl_session_show_chosen(session);
    return true;
}

bool vl_session_undo(vl_session *session)
{
    return vl_session_undoes(session) && go(session, true);
}

bool vl_session_redo(vl_session *session)
{
    return vl_session_redoes(session) && go(session, false);
}

// --- back in time ---

bool vl_session_go_to_frame(vl_session *session, int64_t frame)
{
    vl_log *log = session->log;
    vl_session_set_running(session, false);
    int64_t present = session->lab->now.frames, nearest = vl_log_nearest(log, frame);
    if (frame == present || nearest == present || vl_lab_is_held(session->lab))
        return false;
    vl_session_mark(session, 1 + vl_log_last(log), "move in time from t = %.2f s",
                    session->lab->now.time);
    if (!vl_log_go(log, vl_log_entry(log, nearest)))
        return false;
    take_estimator(session);
    vl_session_follow_lanes(session);
    session->pacing.due = 0;
    vl_session_follow_direction(session);
    vl_session_settle(session);
    vl_session_show_chosen(session);
    return true;
}

void vl_session_follow_jump(vl_session *session)
{
    session->scene = vl_log_scene(session->log);
    vl_session_follow_lanes(session);
    vl_session_follow_direction(session);
    vl_session_show_chosen(session);
}

int64_t vl_session_frame_at(const vl_session *session, double time)
{
    const vl_log *log = session->log;
    int64_t low = vl_log_first(log), high = vl_log_last(log);
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (vl_log_time(log, middle) <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
