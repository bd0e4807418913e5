#pragma once
/// The ledger: how much each cause changed the energy of a world.
///
/// It observes the steps and measures the work of damping, links, contacts, hands, outside forces
/// and tearing links in them. A change between two steps (a grip, a cut, another setting) is a jump
/// that lab/lab.h measures, and the remainder is the integrator's. The ledger may know all of a
/// step; the rooms of the step do not know it.

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
} vl_cause;

enum { VL_MOST_CAUSES = 8 }; ///< for the size of arrays

/// Behind the causes: what of contacts and links is no error, J (vl_ledger_explain()).
enum { VL_EXPLAINED = VL_MOST_CAUSES };

typedef struct vl_cause_text {
    const char *name;    ///< CSV: "ledger_" and this
    const char *title;   ///< screen
    const char *meaning; ///< what is counted, for the documentation
} vl_cause_text;

/// By vl_cause.
extern const vl_cause_text vl_causes[];
extern const int vl_cause_count;

typedef struct vl_ledger vl_ledger;

/// Observes a world from now on, after vl_world_link() and before the first step. The motion has
/// the same bits with and without it. Without `links` the work of links is counted only where they
/// act beside contacts. Free with vl_ledger_free() when the world makes no more steps.
vl_ledger *vl_ledger_create(vl_world *world, bool links);

void vl_ledger_free(vl_ledger *ledger);

/// All that it keeps, for an image of the present instant (vl_arena_keep()).
const vl_arena *vl_ledger_memory(const vl_ledger *ledger);

/// J by cause, from its creation to the present instant, where velocity_is_current. 0 for the
/// integrator and for causes between steps.
const double *vl_ledger_now(const vl_ledger *ledger);

/// The same up to the beginning of the last frame, the instant of kinetic_before.
const double *vl_ledger_before(const vl_ledger *ledger);
