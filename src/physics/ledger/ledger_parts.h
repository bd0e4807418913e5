#pragma once
/// What the parts of the ledger share, and where a step calls them. For the world's own files and
/// for contacts.c. All of it does nothing in a world that keeps no ledger.

#include "physics/contacts/contact_path.h"
#include "physics/ledger/ledger.h"

/// What is known of the velocity where a substep begins, in a world with rods or strings.
typedef enum vl_ledger_node {
    VL_NODE_INSIDE,  ///< of a frame: v⁻ goes over into v⁺
    VL_NODE_PENDING, ///< a frame begins, and v(tₙ) comes out of this substep
    VL_NODE_KNOWN,   ///< a frame begins, and v(tₙ) is known
} vl_ledger_node;

/// What a substep that is made again has to put back.
typedef struct vl_ledger_mark {
    double sums[VL_CAUSE_COUNT], at[VL_CAUSE_COUNT];
    vl_ledger_node node;
    bool fresh;
} vl_ledger_mark;

/// Power of what damps or drives, W: positive into the world.
typedef struct vl_ledger_powers {
    double damping, contacts, outside;
} vl_ledger_powers;

/// Work of links and damping, J, or J/kg.
typedef struct vl_ledger_toll {
    double links, damping;
} vl_ledger_toll;

/// The substep whose links were solved last, in a world with contacts.
typedef struct vl_ledger_way {
    double h;            ///< s
    double w;            ///< how much of a kick lies before tₙ
    double links;        ///< how much of the links' lies after it
    double drag;         ///< damping kicks by −drag (v⁻ + v⁺)
    double *const *put;  ///< m, from where the links moved all, also with what v(tₙ) lacks
    vl_ledger_node node; ///< of its beginning
} vl_ledger_way;

/// A hand's particle where a substep begins.
typedef struct vl_ledger_hold {
    vl_vec3 x, v;  ///< m, m/s
    vl_vec3 force; ///< N, of potentials and springs on it
    vl_vec3 pull;  ///< N s, of rods and strings on what they join it with, in this substep
} vl_ledger_hold;

typedef struct vl_ledger {
    vl_ledger_mark now; ///< `sums` so far; `at` the instant when the frame began
    bool springs_damp, winds, penalties, compliant; ///< the world has such
    double held;          ///< J, kinetic energy of what is held, at the last instant
    double stored;        ///< J, in links that give way, at the end of the last substep
    bool stored_is_known; ///< it is still that
    int looking;          ///< hands in a look ahead, which the world does not count then
    bool looks;           ///< ahead, just now

    double *x[VL_AXES], *v[VL_AXES];         ///< m, m/s, where the substep began
    double *x_mid[VL_AXES], *v_mid[VL_AXES]; ///< the same in its middle, or what stands for it
    double *x_felt[VL_AXES], *a[VL_AXES];    ///< work: x₋ of a felt velocity, accelerations
    double *unseen[VL_AXES]; ///< m/s, what links have done to v⁻ that v(tₙ) lacks
    bool v_is_known;         ///< where rods and strings act, v is the v⁻ of the substep to come
    double *free_mass;       ///< kg, as a frame begins; 0 of what is pinned or held

    vl_ledger_hold holds[VL_MOST_HOLDS];
    int version;                            ///< of the links that the tensions are of
    double *tension;                        ///< N s by rod or string; kept for the next substep
    double *rest, *search, *answer;         ///< by rod or string; work
    vl_ledger_way way;                      ///< where links and contacts act
    double *along[VL_AXES], *push[VL_AXES]; ///< direction by link; momentum by slot; work
} vl_ledger;

// --- the hooks of a step ---

/// A frame begins; `known`: so is v(tₙ).
void vl_ledger_frame(vl_world *world, bool known);

/// Before the move of a substep. The acceleration is current.
void vl_ledger_depart(vl_world *world);

/// After its links are solved; world->predicted has the positions before.
void vl_ledger_links(vl_world *world, double h);

/// A particle has passed its substep, or was sent along `path`, where that touched anything.
/// world->particles has what integrator and links made of it, and vl_contacts_touched() whether it
/// was touched in the substep before.
void vl_ledger_pass(vl_world *world, int slot, const vl_path *path);

/// At its end.
void vl_ledger_arrive(vl_world *world, double h);

/// vl_world_velocity() has become that of an instant: the present one, or one that has passed,
/// where the frame began.
void vl_ledger_instant(vl_world *world, bool passed);

/// The method's own state was built anew, with dt_old; `solved`: its x₋ by the links, and
/// world->predicted has what that was before.
void vl_ledger_begun(vl_world *world, bool solved);

/// The same of one particle, which nothing has solved. The others keep theirs.
void vl_ledger_begun_one(vl_world *world, int slot);

/// Links have torn that stored so much, J.
void vl_ledger_torn(vl_world *world, double stored);

/// A cause did `joule` J. What is no finite number does not count.
void vl_ledger_add(vl_world *world, vl_cause cause, double joule);

vl_ledger_mark vl_ledger_remember(const vl_world *world);
void vl_ledger_take_back(vl_world *world, const vl_ledger_mark *mark);

/// A look ahead begins: hands rest in it, and v(tₙ) is what comes out. What is returned is given
/// back when all else is, too.
vl_ledger_mark vl_ledger_look(vl_world *world);
void vl_ledger_end_look(vl_world *world, const vl_ledger_mark *before);

/// Of what was remembered at the end of a look ahead, that of the present instant stays.
void vl_ledger_found(vl_world *world, const vl_ledger_mark *found);

// --- among its parts ---

/// Hands, also in a look ahead.
static inline int vl_ledger_hands(const vl_world *world)
{
    return world->hold_count + world->ledger->looking;
}

/// 1/s times `h` s: the rate of what takes speed off, of a substep or the way between two middles.
/// At most 700, beyond which nothing is left.
double vl_ledger_damping(const vl_world *world, double h);

/// The powers of springs, colliders and winds in the state x, v at time `t`, s; what would take off
/// more than there is in `h` s, is bounded.
vl_ledger_powers vl_ledger_measure(vl_world *world, double *const x[VL_AXES],
                                   double *const v[VL_AXES], double t, double h);

/// Adds what powers do in `h` s.
void vl_ledger_add_powers(vl_world *world, const vl_ledger_powers *powers, double h);

/// Whether damping, winds and the like have to be measured at all.
bool vl_ledger_is_driven(const vl_world *world);

/// A substep without rods and strings has ended.
void vl_ledger_pass_freely(vl_world *world, double h);

/// In a world with contacts, what links and damping did before the instant where the substep began,
/// J; after it vl_ledger_pass() counts.
vl_ledger_toll vl_ledger_reach_instant(vl_world *world);

/// What links that give way store now counts with links.
void vl_ledger_store(vl_world *world);

/// Fills in where hands are, and what pulls at them, as a substep begins; and what they did to
/// potentials and springs, as it ends.
void vl_ledger_hands_depart(vl_world *world);
void vl_ledger_hands_arrive(vl_world *world);

/// Fills in the pull of rods and strings at hands that move; false where none does. The links have
/// moved particles from `put`, m.
bool vl_ledger_find_pulls(vl_world *world, double h, double *const put[VL_AXES]);

/// J, of what is held, of vl_world_velocity().
double vl_ledger_held_energy(const vl_world *world);
