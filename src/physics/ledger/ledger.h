#pragma once
/// The ledger of energy by cause: what each cause did to the energy of a world.
///
/// It is an observer of the steps and measures in them what damping, links, contacts, hands,
/// outside forces and tearing links did. What somebody does between two steps (a grip, a cut,
/// another setting) is a jump that whoever does it knows (lab/ledger.h). The integrator has what is
/// left. This room may know all of a step but the lab that asks; nothing below knows of it.

#include "physics/model/model.h"

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

typedef struct vl_ledger vl_ledger;

/// Observes a world from now on. After vl_world_link(), before the first step; allocates, and no
/// step does. The motion keeps its bits. Free with vl_ledger_free() when the world steps no more.
vl_ledger *vl_ledger_create(vl_world *world);

void vl_ledger_free(vl_ledger *ledger);

/// J by cause, since it was created and up to the present instant, where velocity_is_current. 0 for
/// the integrator and for what is done between steps.
const double *vl_ledger_now(const vl_ledger *ledger);

/// The same up to the instant at which the last frame began, that of kinetic_before.
const double *vl_ledger_before(const vl_ledger *ledger);
