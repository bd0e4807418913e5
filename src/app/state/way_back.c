#include "app/state/way_back.h"

void vl_way_back_free(vl_way_back *back)
{
    vl_record_free(&back->record);
    vl_record_free(&back->way);
}

static void begin_record(vl_way_back *back, vl_world *world)
{
    back->left = 0;
    back->over = back->full = false;
    vl_record_begin(&back->record, world);
}

void vl_way_back_begin(vl_way_back *back, vl_world *world)
{
    back->turned = false;
    back->offset = 0;
    begin_record(back, world);
}

double vl_way_back_time(const vl_way_back *back, double time)
{
    return back->offset + (back->turned ? -time : time);
}

// What is on show at `time` stays, and from there on it runs forward or back.
static void set_turned(vl_way_back *back, bool turned, double time)
{
    double shown = vl_way_back_time(back, time);
    back->turned = turned;
    back->offset = turned ? shown + time : shown - time;
}

void vl_way_back_forget(vl_way_back *back, vl_world *world)
{
    set_turned(back, false, world->now.time);
    begin_record(back, world);
}

bool vl_way_back_turn(vl_way_back *back, vl_world *world)
{
    if (back->record.count == 0 || world->now.diverged)
        return false;
    vl_record made = back->record;
    back->record = back->way;
    back->way = made;
    vl_world_turn_round(world);
    set_turned(back, !back->turned, world->now.time);
    begin_record(back, world);
    back->left = back->way.count;
    back->turns++;
    return true;
}

double vl_way_back_next(const vl_way_back *back)
{
    return back->left > 0 ? back->way.dt[back->left - 1] : 0;
}

double vl_way_back_end(const vl_way_back *back, double time)
{
    return vl_way_back_time(back, time + vl_way_back_time_left(back));
}

double vl_way_back_time_left(const vl_way_back *back)
{
    double sum = 0;
    for (int i = 0; i < back->left; i++)
        sum += back->way.dt[i];
    return sum;
}

static void record(vl_way_back *back, vl_world *world, double dt)
{
    // while a hand holds something, its way would have to be recorded too
    if (world->hold_count > 0)
        return;
    if (back->record.count == VL_RECORD_MOST) {
        vl_record_begin(&back->record, world);
        back->full = true;
        return;
    }
    vl_record_add(&back->record, dt);
}

void vl_way_back_stepped(vl_way_back *back, vl_world *world, double dt)
{
    record(back, world, dt);
    if (back->left == 0)
        return;
    back->left = world->now.diverged ? 0 : back->left - 1;
    back->over = back->left == 0 && !world->now.diverged;
    back->distance = vl_record_distance(&back->way, world);
}
