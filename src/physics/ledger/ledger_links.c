// The work of links, and that of damping and winds where links act.
//
// From one substep to the next the mean velocity jumps, v⁺ = v⁻ + jump, and each cause has a part
// of the jump. That of the links is c/h with the displacement c by the solver. A part does the work
// m·part·½(v⁻ + v⁺); with this mean velocity the works of all parts add up to the change of ½ m v²
// exactly. At the beginning of a frame the jump is divided at v(tₙ) = v⁻ + w jump, w = dt₋/(dt +
// dt₋).
//
// After v(tₙ) was set from outside or links were changed, v(tₙ) contains no part of the next jump;
// and where a trial substep found it, it contains a part of the jump of that one, which may be
// shorter. A method that keeps positions then builds x₋ from v(tₙ) and solves its links, which
// changes v⁻. The impulse of links that v⁻ has and v(tₙ) lacks is the restart impulse: that of
// solving x₋, or −w c/h of the trial substep that found v(tₙ). With it the links' part of v⁺ − v⁻
// is complete.

#include "base/elementary.h"
#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"
#include "physics/ledger/ledger_parts.h"

#include <float.h>
#include <string.h>

enum { LANES = 8 }; // partial sums in a fixed order, for vector registers

// Σ m part·v⁻ and Σ m part·v⁺
typedef struct part_work {
    double back, ahead;
} part_work;

// --- sums ---

static double add_lanes(const double lanes[LANES])
{
    double sum = 0;
    for (int l = 0; l < LANES; l++)
        sum += lanes[l];
    return sum;
}

// Partial sums of part_work: of links with part = x − start, of damping with part = v⁻ + v⁺.
typedef struct axis_sums {
    double links_back[LANES], links_ahead[LANES];
    double drag_back[LANES], drag_ahead[LANES];
} axis_sums;

// Adds one axis of a particle.
static inline void add_one(axis_sums *sums, int lane, double moved, double mass, double back,
                           double ahead)
{
    double momentum_back = mass * back, momentum_ahead = mass * ahead;
    sums->links_back[lane] += moved * momentum_back;
    sums->links_ahead[lane] += moved * momentum_ahead;
    sums->drag_back[lane] += (back + ahead) * momentum_back;
    sums->drag_ahead[lane] += (back + ahead) * momentum_ahead;
}

static void add_axis(vl_ledger *ledger, const vl_linked_step *s, int axis, axis_sums *sums)
{
    const vl_particles *p = &ledger->world->particles;
    const int count = p->count;
    const double *restrict x = p->x[axis], *restrict from = p->x_old[axis];
    const double *restrict start = s->start[axis], *restrict mass = ledger->free_mass;
    const double *back = s->back[axis], per_h = 1 / s->h;
    double *next = ledger->v[axis];
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
        double behind[LANES];
        for (int l = 0; l < LANES; l++)
            behind[l] = back[i + l];
        for (int l = 0; l < LANES; l++) {
            double ahead = (x[i + l] - from[i + l]) * per_h;
            next[i + l] = ahead;
            add_one(sums, l, x[i + l] - start[i + l], mass[i + l], behind[l], ahead);
        }
    }
    for (; i < count; i++) {
        double behind = back[i], ahead = (x[i] - from[i]) * per_h;
        next[i] = ahead;
        add_one(sums, 0, x[i] - start[i], mass[i], behind, ahead);
    }
}

// Sums of all axes for links and damping.
static void sum_up(vl_ledger *ledger, const vl_linked_step *s, part_work *links, part_work *drag)
{
    axis_sums sums = {{0}, {0}, {0}, {0}};
    for (int axis = 0; axis < VL_AXES; axis++)
        add_axis(ledger, s, axis, &sums);
    *links = (part_work){add_lanes(sums.links_back) / s->h, add_lanes(sums.links_ahead) / s->h};
    *drag = (part_work){add_lanes(sums.drag_back), add_lanes(sums.drag_ahead)};
}

// --- before and after the instant ---

// Work between v⁻ and v(tₙ) of this share of the part.
static double work_before(const vl_linked_step *s, part_work k, double share)
{
    return share * (k.back + 0.5 * s->w * (k.ahead - k.back));
}

// Work between v(tₙ), or v⁻ inside a frame, and v⁺.
static double work_after(const vl_linked_step *s, part_work k, double share)
{
    double begin = s->node == VL_NODE_PENDING ? s->w : 0;
    return share * (k.ahead - 0.5 * (1 - begin) * (k.ahead - k.back));
}

static vl_shares shares_of(const vl_linked_step *s, bool links)
{
    if (s->node == VL_NODE_INSIDE)
        return (vl_shares){0, 1};
    if (s->node == VL_NODE_PENDING)
        return (vl_shares){s->w, 1 - s->w};
    return (vl_shares){0, links ? 1 : 1 - s->w};
}

// --- impulses ---

// The links' part of the jump and that of damping: their impulses and moments at xₙ.
typedef struct jumps {
    vl_momentum links, damping;
} jumps;

// v⁻ + v⁺
static void add_velocities(vl_ledger *ledger, const vl_linked_step *s)
{
    const vl_particles *p = &ledger->world->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            ledger->a[axis][i] = s->back[axis][i] + (p->x[axis][i] - p->x_old[axis][i]) / s->h;
}

// Before v⁺ overwrites v⁻.
static jumps find_jumps(vl_ledger *ledger, const vl_linked_step *s)
{
    const vl_particles *p = &ledger->world->particles;
    const vl_momentum none = {{0, 0, 0}, {0, 0, 0}};
    jumps sum = {none, none};
    vl_axes_difference(ledger->a, p->x, s->start, 1 / s->h, p->count);
    sum.links = vl_momentum_sum(p, ledger->free_mass, p->x_old, ledger->a);
    if (!(s->drag > 0))
        return sum;
    add_velocities(ledger, s);
    const vl_momentum both = vl_momentum_sum(p, ledger->free_mass, p->x_old, ledger->a);
    vl_momentum_add_part(&sum.damping, &both, -s->drag);
    return sum;
}

static void add_jumps(vl_ledger *ledger, const jumps *sum, double links, double damping)
{
    vl_ledger_give(ledger, VL_CAUSE_LINKS, &sum->links, links);
    vl_ledger_give(ledger, VL_CAUSE_DAMPING, &sum->damping, damping);
}

// The work before the instant and after it.
typedef struct works {
    vl_work part[2];  // J
    vl_powers powers; // W, at the instant
    jumps jumps;      // where impulses are counted
} works;

static void count(vl_ledger *ledger, works *sum)
{
    const vl_linked_step *s = &ledger->step;
    part_work links, lost;
    sum_up(ledger, s, &links, &lost);
    sum->part[0] = (vl_work){work_before(s, links, s->links.before),
                             -s->drag * work_before(s, lost, s->even.before), 0};
    sum->part[1] = (vl_work){work_after(s, links, s->links.after),
                             -s->drag * work_after(s, lost, s->even.after), 0};
}

// --- what is measured at xₙ with v(tₙ) ---

static void find_node_velocity(vl_ledger *ledger, const vl_linked_step *s)
{
    const vl_particles *p = &ledger->world->particles;
    double begin = s->node == VL_NODE_KNOWN ? 0 : s->node == VL_NODE_PENDING ? s->w : 0.5;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double back = s->back[axis][i];
            double ahead = (p->x[axis][i] - p->x_old[axis][i]) / s->h;
            ledger->v_mid[axis][i] = back + begin * (ahead - back);
        }
}

static vl_powers powers_at_node(vl_ledger *ledger, const vl_linked_step *s)
{
    const vl_world *world = ledger->world;
    const vl_particles *p = &world->particles;
    if (vl_ledger_has_powers(ledger) || (ledger->keeps_momenta && world->force_count > 0))
        find_node_velocity(ledger, s);
    if (!vl_ledger_has_powers(ledger))
        return (vl_powers){0, 0, 0};
    return vl_ledger_powers(ledger, p->x_old, ledger->v_mid, world->now.time, s->span);
}

// --- hands ---

// The work of hands through rods and strings: impulse times mean velocity of the hand.
static void add_hands(vl_ledger *ledger, const vl_linked_step *s, bool before)
{
    const vl_world *world = ledger->world;
    double work = 0;
    for (int k = 0; k < vl_ledger_hands(ledger); k++) {
        const vl_ledger_hold *hold = &ledger->holds[k];
        int slot = world->holds[k].slot;
        vl_vec3 ahead = vl_scale(vl_sub(vl_read(world->particles.x, slot), hold->x), 1 / s->h);
        part_work part = {vl_dot(hold->impulse, hold->v), vl_dot(hold->impulse, ahead)};
        work +=
            before ? work_before(s, part, s->links.before) : work_after(s, part, s->links.after);
    }
    vl_ledger_add(ledger, VL_CAUSE_HAND, work);
    vl_ledger_add(ledger, VL_CAUSE_LINKS, -work);
}

// --- the restart impulse ---

// Changes `start` as if the links also gave the restart impulse, which v⁺ contains times `left`.
static void add_restart_impulse(vl_ledger *ledger, vl_linked_step *s, double left)
{
    double *const *predicted = ledger->world->predicted;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < ledger->world->particles.count; i++)
            ledger->work[axis][i] =
                predicted[axis][i] - s->h * left * ledger->restart_impulse[axis][i];
    s->start = ledger->work;
    s->restart = left;
}

// Finds the restart impulse of v(tₙ) in a trial substep. Contacts set the velocity of touched
// particles.
static void find_restart_impulse(vl_ledger *ledger, const vl_linked_step *s, double left)
{
    const vl_world *world = ledger->world;
    const bool *touched = world->contact_memory ? world->contact_memory->touched : NULL;
    const vl_particles *p = &world->particles;
    double scale = left > DBL_MIN ? -s->w / (s->h * left) : 0;
    for (int i = 0; i < p->count; i++) {
        const vl_vec3 none = {0, 0, 0};
        vl_vec3 moved = vl_ledger_moved(ledger, world->predicted, p->x, i);
        bool free = p->inverse_mass[i] > 0;
        vl_vec3 by_supports = touched && free ? vl_read(world->contact_memory->pushed, i) : none;
        vl_write(ledger->restart_of_links, i, vl_scale(vl_sub(moved, by_supports), scale));
        vl_write(ledger->restart_impulse, i, touched && touched[i] ? none : vl_scale(moved, scale));
    }
}

// --- all of it ---

static double *const *velocity_before(const vl_ledger *ledger, vl_node node)
{
    const vl_world *world = ledger->world;
    if (world->contact_memory && node != VL_NODE_KNOWN)
        return world->contact_memory->start;
    return node == VL_NODE_INSIDE ? ledger->v : vl_world_velocity(world);
}

// The impulses of that part. Where contacts act, those on each particle are added elsewhere.
static void push_part(vl_ledger *ledger, const vl_linked_step *s, const jumps *sum, int part)
{
    double links = part == 0 ? s->links.before : s->links.after;
    double even = part == 0 ? s->even.before : s->even.after;
    if (!ledger->world->contact_memory) {
        add_jumps(ledger, sum, links, even);
        vl_ledger_push_forces_at_node(ledger, even * s->span);
    } else if (part == 0 && s->node != VL_NODE_KNOWN) {
        vl_ledger_push_forces_before(ledger);
    }
    vl_ledger_push_reactions(ledger, links);
    if (part == 0)
        return;
    vl_ledger_give(ledger, VL_CAUSE_LINKS, &ledger->now.owed, 1);
    vl_ledger_give(ledger, VL_CAUSE_HAND, &ledger->now.owed, -1);
    ledger->now.owed = (vl_momentum){{0, 0, 0}, {0, 0, 0}};
}

// Adds part 0, before the instant, or part 1, after it.
static void add_part(vl_ledger *ledger, const vl_linked_step *s, const works *sum, int part)
{
    double share = part == 0 ? s->even.before : s->even.after;
    vl_ledger_add(ledger, VL_CAUSE_LINKS, sum->part[part].links);
    vl_ledger_add(ledger, VL_CAUSE_DAMPING, sum->part[part].damping);
    vl_ledger_add(ledger, VL_CAUSE_CONTACTS, sum->part[part].contacts);
    vl_ledger_add_powers(ledger, &sum->powers, share * s->span);
    add_hands(ledger, s, part == 0);
    if (ledger->keeps_momenta)
        push_part(ledger, s, &sum->jumps, part);
}

void vl_ledger_store(vl_ledger *ledger)
{
    if (!ledger->compliant)
        return;
    double stored = vl_energy_compliant_links(ledger->world);
    vl_ledger_add(ledger, VL_CAUSE_LINKS, stored - ledger->stored);
    ledger->stored = stored;
    ledger->stored_is_known = true;
}

static void begin_step(vl_ledger *ledger, double h)
{
    const vl_world *world = ledger->world;
    double h_old = world->now.dt_old;
    vl_linked_step *s = &ledger->step;
    *s = (vl_linked_step){
        .h = h, .w = h_old / (h + h_old), .span = 0.5 * (h + h_old), .node = ledger->now.node};
    s->back = velocity_before(ledger, s->node);
    s->start = world->predicted;
    s->links = shares_of(s, true);
    s->even = shares_of(s, false);
}

void vl_ledger_count_links(vl_ledger *ledger, double h)
{
    const bool contacts = ledger->world->contact_memory != NULL;
    vl_linked_step *s = &ledger->step;
    begin_step(ledger, h);
    works sum = {.powers = powers_at_node(ledger, s)}; // before v⁺ overwrites v⁻

    // damping alone makes v⁺ = left v⁻, so that its part is −(1 − left)/(1 + left) (v⁻ + v⁺)
    double left = vl_exp(-vl_ledger_damping(ledger, s->span));
    s->drag = (1 - left) / (1 + left);
    if (s->node == VL_NODE_KNOWN)
        add_restart_impulse(ledger, s, left);
    if (ledger->in_trial && !ledger->now.rebuilt && s->node == VL_NODE_PENDING)
        find_restart_impulse(ledger, s, left);
    if (ledger->keeps_momenta && !contacts)
        sum.jumps = find_jumps(ledger, s);
    if (contacts) // vl_ledger_count_contact() counts the work after the instant
        sum.part[0] = vl_ledger_work_before(ledger);
    else
        count(ledger, &sum);

    ledger->v_is_known = !contacts;
    vl_ledger_take_hand_impulses(ledger);
    add_part(ledger, s, &sum, 0);
    if (s->node == VL_NODE_PENDING)
        vl_ledger_begin_at_sums(ledger);
    add_part(ledger, s, &sum, 1);
    if (!contacts) // contacts still move particles
        vl_ledger_store(ledger);
}
