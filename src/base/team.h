#pragma once
/// Threads that do the parts of a work together with the caller, as long as that is measured to be
/// faster. A helper does its part if it is there in time, else the caller does it. Where other
/// programs keep the cores busy, so that the caller waits for more than half of the time that the
/// helpers save, it does all parts itself, and tries the helpers again after a while.

#include "base/arena.h"

typedef struct vl_team vl_team;

/// Does part `part` of the work, at the same time as other parts.
typedef void vl_team_part(const void *work, int part);

/// How many cores this program may use.
int vl_team_cores(void);

/// A team for works of so many parts, with a thread for each but the first, as far as the system
/// gives threads. It ends with the arena, whose images leave it out.
vl_team *vl_team_create(vl_arena *arena, int parts);

/// Does all parts of a work, and returns when they are done. To be called by one thread at a time.
/// `team` is NULL for a work of one part.
void vl_team_do(vl_team *team, vl_team_part *function, const void *work);
