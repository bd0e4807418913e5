#pragma once
/// The ledger of energy by cause: what each cause did to the energy of a world.
///
/// The physics measures, inside a step, what damping, links, contacts, hands, outside forces and
/// tearing links did. What somebody does between two steps (a grip, a cut, another setting) is a
/// jump that whoever does it knows (lab/lab.h). The integrator has what is left.

#include "physics/model/world.h"

typedef enum vl_cause {
    VL_CAUSE_INTEGRATOR,
    VL_CAUSE_LINKS,
    VL_CAUSE_DAMPING,
    VL_CAUSE_CONTACTS,
    VL_CAUSE_OUTSIDE,
    VL_CAUSE_HAND,
    VL_CAUSE_CUT,
    VL_CAUSE_SETTING,
    VL_CAUSE_COUNT
} vl_cause;

typedef struct vl_cause_text {
    const char *name;    ///< CSV: "ledger_" and this
    const char *title;   ///< screen
    const char *meaning; ///< what is counted, for the documentation
} vl_cause_text;

/// By vl_cause.
extern const vl_cause_text vl_causes[VL_CAUSE_COUNT];

/// Measures from now on. After vl_world_link(), before the first step; allocates, and no step does.
/// The motion keeps its bits.
void vl_world_keep_ledger(vl_world *world);

/// J by cause, since it is kept and up to the present instant, where velocity_is_current. 0 for
/// the integrator and for what is done between steps. The world keeps a ledger.
const double *vl_ledger_now(const vl_world *world);

/// The same up to the instant at which the last frame began, that of kinetic_before.
const double *vl_ledger_before(const vl_world *world);

void vl_ledger_free(struct vl_ledger *ledger);
