#pragma once
/// What the files of the ledger share. For this room alone.

#include "physics/ledger/ledger.h"

/// What is known of the velocity where a substep begins, in a world with rods or strings.
typedef enum vl_node {
    VL_NODE_INSIDE,  ///< of a frame: v⁻ goes over into v⁺
    VL_NODE_PENDING, ///< a frame begins, and v(tₙ) comes out of this substep
    VL_NODE_KNOWN,   ///< a frame begins, and v(tₙ) is known
} vl_node;

/// What a rollback puts back.
typedef struct vl_ledger_state {
    double sums[VL_CAUSE_COUNT], at[VL_CAUSE_COUNT]; ///< so far, and at the start of the frame
    vl_node node;
    bool rebuilt; ///< the method's own state was, since the last step
} vl_ledger_state;

/// Power of what damps or drives, W: positive into the world.
typedef struct vl_powers {
    double damping, contacts, outside;
} vl_powers;

/// Work of links and damping, J, or J/kg.
typedef struct vl_work {
    double links, damping;
} vl_work;

/// How much of the part of a cause lies before tₙ, and how much after.
typedef struct vl_shares {
    double before, after;
} vl_shares;

/// The step whose links were solved last.
typedef struct vl_linked_step {
    double h, w;           ///< s; how much of the jump from v⁻ to v⁺ lies before tₙ
    double span;           ///< s, from the middle of the last substep to that of this one
    double drag;           ///< damping changes the velocity by −drag (v⁻ + v⁺)
    vl_node node;          ///< of its beginning
    double *const *back;   ///< m/s, v⁻, or v(tₙ) where that is known
    double *const *start;  ///< m, from where the links moved all, with the restart impulse
    vl_shares links, even; ///< of links, and of what acts evenly
} vl_linked_step;

/// A hand's particle where a substep begins.
typedef struct vl_ledger_hold {
    vl_vec3 x, v;    ///< m, m/s
    vl_vec3 force;   ///< N, of potentials and springs on it
    vl_vec3 impulse; ///< N s, of rods and strings on what they join it with, in this substep
} vl_ledger_hold;

struct vl_ledger {
    vl_world *world;
    vl_ledger_state now, before_substep, before_look;
    double found[VL_CAUSE_COUNT]; ///< J, at the present instant, by the last look ahead
    bool springs_damp, winds, penalties, compliant; ///< the world has such
    double held;          ///< J, kinetic energy of what is held, at the last instant
    double stored;        ///< J, in compliant links, at the end of the last substep
    bool stored_is_known; ///< it is still that
    bool looks_ahead;     ///< just now
    int hands_ahead;      ///< hands in a look ahead, which the world does not count then

    double *x[VL_AXES], *v[VL_AXES];         ///< m, m/s, where the substep began
    double *x_mid[VL_AXES], *v_mid[VL_AXES]; ///< the same in its middle, or what stands for it
    double *work[VL_AXES], *a[VL_AXES];      ///< m, positions; m/s², accelerations
    double *restart_impulse[VL_AXES]; ///< m/s, what links have done to v⁻ that v(tₙ) lacks
    bool v_is_known;   ///< where rods and strings act, v is the v⁻ of the substep to come
    double *free_mass; ///< kg, as a frame begins; 0 of what is pinned or held

    vl_ledger_hold holds[VL_MOST_HOLDS];
    vl_linked_step step;
    int version;                         ///< of the links that the impulses are of
    double *impulse;                     ///< N s by rod or string; the next substep starts from it
    double *residual, *search, *product; ///< by rod or string; work of the conjugate gradients
    double *direction[VL_AXES];          ///< by rod or string, unit vectors
    double *momentum[VL_AXES];           ///< N s by slot; work
};

/// A cause did `joule` J. What is no finite number does not count.
static inline void vl_ledger_add(vl_ledger *ledger, vl_cause cause, double joule)
{
    if (isfinite(joule))
        ledger->now.sums[cause] += joule;
}

/// Hands, also in a look ahead.
static inline int vl_ledger_hands(const vl_ledger *ledger)
{
    return ledger->world->hold_count + ledger->hands_ahead;
}

// --- damping, winds and penalties: ledger_powers.c ---

/// 1/s times `h` s: the rate of what takes speed off, of a substep or between the middles of two.
/// At most 700, beyond which nothing is left.
double vl_ledger_damping(const vl_ledger *ledger, double h);

/// The powers of springs, colliders and winds in the state x, v at time `t`, s; what would take off
/// more than there is in `h` s, is bounded.
vl_powers vl_ledger_powers(vl_ledger *ledger, double *const x[VL_AXES], double *const v[VL_AXES],
                           double t, double h);

/// Adds what powers do in `h` s.
void vl_ledger_add_powers(vl_ledger *ledger, const vl_powers *powers, double h);

/// Whether there are springs that damp, winds or penalties; and whether there is any damping
/// besides.
bool vl_ledger_has_powers(const vl_ledger *ledger);
bool vl_ledger_is_driven(const vl_ledger *ledger);

/// A substep without rods and strings has ended.
void vl_ledger_finish_unlinked(vl_ledger *ledger, double h);

// --- links and contacts: ledger_links.c, ledger_contacts.c ---

/// The links of a step are solved.
void vl_ledger_count_links(vl_ledger *ledger, double h);

/// What compliant links store now counts with links.
void vl_ledger_store(vl_ledger *ledger);

/// In a world with contacts, what links and damping did before the instant where the substep began,
/// J; after it vl_ledger_count_contact() counts.
vl_work vl_ledger_work_before(vl_ledger *ledger);
void vl_ledger_count_contact(vl_ledger *ledger, int slot, const vl_contact *contact);

// --- hands: ledger_hands.c, link_impulses.c ---

/// Fills in where hands are, and what acts on them, as a substep begins; and what they did to
/// potentials and springs, as it ends.
void vl_ledger_begin_hands(vl_ledger *ledger);
void vl_ledger_finish_hands(vl_ledger *ledger);

/// Fills in the impulses of rods and strings at hands that move; false where none does. The links
/// have moved particles from `start`, m.
bool vl_ledger_find_hand_impulses(vl_ledger *ledger, double h, double *const start[VL_AXES]);

/// Makes `direction` and `impulse` of all rods and strings those of a substep of `h` s.
void vl_ledger_find_impulses(vl_ledger *ledger, double h, double *const start[VL_AXES]);

/// J, of what is held, of vl_world_velocity().
double vl_ledger_held_energy(const vl_ledger *ledger);
