#include "app/state/reverse_playback.h"

#include "base/memory.h"

void vl_record_add(vl_record *record, double dt)
{
    record->dt = vl_grow(record->dt, &record->capacity, record->count + 1, sizeof *record->dt);
    record->dt[record->count++] = dt;
}

static void begin_anew(vl_record *record, const vl_world *world)
{
    record->time = world->now.time;
    record->count = 0;
}

void vl_playback_free(vl_playback *playback)
{
    vl_free(playback->record.dt);
    vl_free(playback->path.dt);
    *playback = (vl_playback){0};
}

static void begin_record(vl_playback *playback, const vl_world *world)
{
    playback->left = 0;
    playback->over = playback->back = playback->full = false;
    begin_anew(&playback->record, world);
}

void vl_playback_begin(vl_playback *playback, const vl_world *world)
{
    playback->turned = false;
    playback->offset = 0;
    begin_record(playback, world);
}

double vl_playback_shown_time(const vl_playback *playback, double time)
{
    return playback->offset + (playback->turned ? -time : time);
}

// Sets the direction of the time on show from `time` on; the time on show itself is continuous.
static void set_turned(vl_playback *playback, bool turned, double time)
{
    double shown = vl_playback_shown_time(playback, time);
    playback->turned = turned;
    playback->offset = turned ? shown + time : shown - time;
}

void vl_playback_forget(vl_playback *playback, const vl_world *world)
{
    set_turned(playback, false, world->now.time);
    begin_record(playback, world);
}

bool vl_playback_turn(vl_playback *playback, const vl_world *world)
{
    if (playback->record.count == 0 || world->now.diverged)
        return false;
    vl_record made = playback->record;
    playback->record = playback->path;
    playback->path = made;
    set_turned(playback, !playback->turned, world->now.time);
    begin_record(playback, world);
    playback->left = playback->path.count;
    return true;
}

double vl_playback_next_dt(const vl_playback *playback)
{
    return playback->left > 0 ? playback->path.dt[playback->left - 1] : 0;
}

double vl_playback_end_time(const vl_playback *playback, double time)
{
    double left = 0;
    for (int i = 0; i < playback->left; i++)
        left += playback->path.dt[i];
    return vl_playback_shown_time(playback, time + left);
}

static void record(vl_playback *playback, const vl_world *world, double dt)
{
    // the motion of a hand would have to be recorded too
    if (world->hold_count > 0)
        return;
    if (playback->record.count == VL_RECORD_MOST) {
        begin_anew(&playback->record, world);
        playback->full = true;
        return;
    }
    vl_record_add(&playback->record, dt);
}

void vl_playback_stepped(vl_playback *playback, const vl_world *world, double dt)
{
    record(playback, world, dt);
    playback->back = false;
    if (playback->left == 0)
        return;
    playback->left = world->now.diverged ? 0 : playback->left - 1;
    playback->over = playback->back = playback->left == 0 && !world->now.diverged;
}
