#pragma once
/// The steps that were made, and the way back along them when all motion has been turned round.

#include "lab/reversal.h"

typedef struct vl_way_back {
    vl_record record; ///< since the start, or since a hand, a pin, a cut, a switch or a turn
    vl_record way;    ///< that is gone back along, or was the last time
    int left;         ///< steps of the way that are still to be made; 0: it is not gone
    int64_t turns;    ///< counted
    bool over;        ///< its end has just been reached; for whoever tells it
    bool full;        ///< there were more steps than are kept, and the record began anew; likewise
    double distance;  ///< m, from where the way ends; when it is over
} vl_way_back;

void vl_way_back_free(vl_way_back *back);

/// The motion is no longer the one that was recorded: the record begins anew.
void vl_way_back_forget(vl_way_back *back, vl_world *world);

/// Turns the world round, which must be synchronised, and takes up the way back; what is made of it
/// is recorded in its turn. False where no step is recorded.
bool vl_way_back_turn(vl_way_back *back, vl_world *world);

/// The dt of the next step of the way, s; 0 where none is left.
double vl_way_back_next(const vl_way_back *back);

/// Seconds from the instant where the way ends to where it is now.
double vl_way_back_time_left(const vl_way_back *back);

/// The world has made a frame of `dt` s.
void vl_way_back_stepped(vl_way_back *back, vl_world *world, double dt);
