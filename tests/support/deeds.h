#pragma once
// What people do to a world while it runs, drawn at random.

#include "base/random.h"
#include "physics/ledger/ledger.h"
#include "physics/world/world.h"

/// A number from `low` to `high`; one of 0 … count − 1; true with a probability of `chance`.
double any_between(vl_random *random, double low, double high);
int any_of(vl_random *random, int count);
bool any_chance(vl_random *random, double chance);

/// A vector with components from −most to most.
vl_vec3 any_vec3(vl_random *random, double most);

/// Something that a person does to a synchronised world, and the cause that the ledger calls it.
typedef struct deed {
    const char *name;
    void (*act)(vl_world *world, vl_random *random);
    vl_cause cause;
} deed;

enum { DEEDS = 6 };

/// A particle is held or released, pinned or unpinned, the paused world carried and posed, another
/// integrator or other settings of the solver taken, a link cut.
extern const deed deeds[DEEDS];
