#pragma once
/// What the files of the ledger share. For this room alone.

#include "physics/contacts/contacts.h"
#include "physics/ledger/ledger.h"

#include <string.h>

/// The sums of a ledger, J: the causes, VL_EXPLAINED, and what vl_ledger_explain() keeps.
enum { VL_LINKS_BEFORE = VL_EXPLAINED + 1, VL_BLOWS, VL_BLOWS_OF_STEP, VL_SUMS };

/// What is known of the velocity at the beginning of a substep, in a world with rods or strings.
typedef enum vl_node {
    VL_NODE_INSIDE,  ///< inside a frame: v⁻ is followed by v⁺
    VL_NODE_PENDING, ///< a frame begins, and this substep gives v(tₙ)
    VL_NODE_KNOWN,   ///< a frame begins, and v(tₙ) is known
} vl_node;

/// The state that a rollback restores.
typedef struct vl_ledger_state {
    double sums[VL_SUMS], at[VL_SUMS]; ///< J, so far and at the start of the frame
    double held;                       ///< J, kinetic energy of held particles at the last instant
    vl_node node;
    bool rebuilt; ///< the method's own state was rebuilt after the last step
} vl_ledger_state;

/// Work of links, damping and contacts, J, or J/kg.
typedef struct vl_work {
    double links, damping, contacts;
} vl_work;

/// Shares of a cause's part of the jump before tₙ and after it.
typedef struct vl_shares {
    double before, after;
} vl_shares;

/// The step whose links were solved last.
typedef struct vl_linked_step {
    double h, w;    ///< s; share of the jump from v⁻ to v⁺ before tₙ
    double span;    ///< s, from the middle of the last substep to the middle of this one
    double restart; ///< share of the restart impulse that the links' part contains
    vl_decay decay;
    double by_hands;       ///< J, the most that hands can do through its links
    vl_node node;          ///< what is known at its beginning
    double *const *back;   ///< m/s, v⁻, or v(tₙ) if known
    double *const *start;  ///< m, from where links moved the particles, with the restart impulse
    vl_powers powers;      ///< of the motion at its beginning
    vl_shares links, even; ///< of links, and of forces that act evenly in time
} vl_linked_step;

/// A held particle at the beginning of a substep.
typedef struct vl_ledger_hold {
    vl_vec3 x, v;    ///< m, m/s: v(tₙ), or half a substep before
    vl_vec3 impulse; ///< N s, of its rods and strings on their other ends, in this substep
} vl_ledger_hold;

struct vl_ledger {
    vl_arena arena; ///< of all its memory
    vl_world *world;
    vl_ledger_state now, before[VL_TRIALS];
    double found[VL_SUMS];  ///< J, at the present instant, from the last trial substep
    double looked[VL_SUMS]; ///< J, the same, from the last look
    double apart[VL_SUMS];  ///< J, of what was cut beside links, in its substep
    bool links;             ///< the work of links is measured, too
    bool driven, bounded;   ///< the world has dampers, winds or penalties; winds or penalties
    bool compliant;         ///< it has compliant links, whose work is measured
    vl_powers powers;       ///< when the step began
    double anchored;        ///< J, in the springs of friction then
    double stored, fixed;   ///< J, in compliant links then, and in those between fixed particles
    bool in_trial;          ///< a trial substep is being made
    int trial_hands;        ///< hands in a trial substep, which world->hold_count lacks

    double *x[VL_AXES], *v[VL_AXES]; ///< m, m/s, at the beginning of the substep
    double *outside[VL_AXES];        ///< m/s², world->a_outside then, where rods and strings act
    double *work[VL_AXES];           ///< m, positions
    double *support[VL_AXES];        ///< m/s², by supports and their friction when the step began
    double *support_square; ///< m²/s⁴, by slot: how much they change the square of a then
    double *restart_impulse[VL_AXES]; ///< m/s, impulse/mass of links that v⁻ has and v(tₙ) lacks;
                                      ///< also of held particles, which it does not move
    bool v_is_known;   ///< where rods and strings act: v is v⁻ of the next substep
    double *free_mass; ///< kg, when a frame begins; 0 if pinned or held

    vl_ledger_hold holds[VL_MOST_HOLDS];
    vl_linked_step step;
};

/// Adds `joule` J to a cause, if that is finite.
static inline void vl_ledger_add(vl_ledger *ledger, int cause, double joule)
{
    if (isfinite(joule))
        ledger->now.sums[cause] += joule;
}

/// Adds the work of a contact, which is no error where the collider takes energy.
static inline void vl_ledger_add_contact(vl_ledger *ledger, double joule, bool takes)
{
    vl_ledger_add(ledger, VL_CAUSE_CONTACTS, joule);
    vl_ledger_add(ledger, VL_EXPLAINED, takes ? joule : 0);
}

/// Whether what a particle does now is counted: what is cut beside links counts while these rest.
static inline bool vl_ledger_counts(const vl_world *world, int slot)
{
    const vl_contacts *c = world->contact_memory;
    bool apart = c && (world->links_rest || c->end_x);
    return !apart || c->cut[slot] == world->links_rest;
}

/// Adds what links did since the last call to VL_EXPLAINED, as far as a blow explains it.
void vl_ledger_explain(vl_ledger *ledger);

/// The frame begins with the sums of now.
static inline void vl_ledger_begin_at_sums(vl_ledger *ledger)
{
    vl_ledger_explain(ledger);
    memcpy(ledger->now.at, ledger->now.sums, sizeof ledger->now.at);
}

/// Number of hands, also in a trial substep.
static inline int vl_ledger_hands(const vl_ledger *ledger)
{
    return ledger->world->hold_count + ledger->trial_hands;
}

// --- links and contacts: ledger_links.c ---

/// Adds the work of links in a step, after they were solved.
void vl_ledger_count_links(void *ledger, vl_world *world, double h);

/// Adds the change of the energy stored in compliant links.
void vl_ledger_store(vl_ledger *ledger);

/// In a world with contacts: adds the work of links, damping and supports on one particle after the
/// instant at which the substep begins.
void vl_ledger_count_contact(void *ledger, vl_world *world, int slot, const vl_contact *contact);

/// Adds the work of a displacement out of colliders.
void vl_ledger_count_move_out(void *ledger, vl_world *world, int slot, vl_vec3 moved, double h);

/// Saves what supports do to the acceleration when a step begins; adds their work when it ends.
void vl_ledger_begin_supports(vl_ledger *ledger);
void vl_ledger_finish_supports(vl_ledger *ledger, double h);

/// The displacement that rods and strings would have given a particle in the last solve, m: that of
/// a free one from `start`, and by its reaction that of a pinned or held one, which stays.
static inline vl_vec3 vl_ledger_moved(const vl_ledger *ledger, double *const start[VL_AXES],
                                      double *const end[VL_AXES], int slot)
{
    const vl_world *world = ledger->world;
    const vl_particles *p = &world->particles;
    return p->inverse_mass[slot] == 0 ? vl_scale(vl_read(world->reaction, slot), 1 / p->mass[slot])
                                      : vl_sub(vl_read(end, slot), vl_read(start, slot));
}
