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

#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
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

// The work before the instant and after it.
typedef struct works {
    vl_work part[2];  // J
    vl_powers powers; // W, at the instant
} works;

static void count(vl_ledger *ledger, works *sum)
{
    const vl_linked_step *s = &ledger->step;
    axis_sums sums = {{0}, {0}, {0}, {0}};
    for (int axis = 0; axis < VL_AXES; axis++)
        add_axis(ledger, s, axis, &sums);
    part_work links = {add_lanes(sums.links_back) / s->h, add_lanes(sums.links_ahead) / s->h};
    part_work lost = {add_lanes(sums.drag_back), add_lanes(sums.drag_ahead)};
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
    if (!vl_ledger_has_powers(ledger))
        return (vl_powers){0, 0, 0};
    find_node_velocity(ledger, s);
    return vl_ledger_powers(ledger, p->x_old, ledger->v_mid, world->now.time, s->span);
}

// The impulse of the rods and strings of a fixed particle on their other ends, N s.
static vl_vec3 impulse_of_fixed(const vl_ledger *ledger, int slot)
{
    const vl_world *world = ledger->world;
    vl_vec3 now = vl_scale(vl_read(world->reaction, slot), -1 / ledger->step.h);
    double restart = -ledger->step.restart * world->particles.mass[slot];
    return vl_add(now, vl_scale(vl_read(ledger->restart_impulse, slot), restart));
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
        vl_write(ledger->restart_impulse, i, touched && touched[i] ? none : vl_scale(moved, scale));
    }
}

// --- where contacts act, too ---

// The work of links, damping and contacts where both links and contacts act.
//
// Links are solved before contacts, once in a substep. So the impulse of links, m c/h with their
// displacement c, acts at tₙ. Its work is the jump of ½ m v² there, in one part before v(tₙ) and
// one after it. From then on only forces and damping act until a contact. A uniform force does the
// work m a·(xₙ₊₁ − xₙ), so that a method that is exact for it does not change the energy, whatever
// links and contacts do.
//
// A touched particle follows the path of contacts (physics/contacts/contacts.h), on which the links
// accelerate it constantly and do work along the whole path. All other changes of ½ v² − a·x are
// the work of contacts.
//
// A particle that a collider carries for the whole step stays with its method. The reaction and the
// friction of its supports are forces, whose work along the step is the mean of that at both ends.
// Where links act, supports also move it after them (physics/contacts/contacts.h), which is an
// impulse at tₙ as that of the links is.

// Change of the mean velocity of the step by links and supports, which moved the particle from
// `start`, m/s.
static vl_vec3 impulse_from(const vl_ledger *ledger, double *const start[VL_AXES], int slot)
{
    vl_vec3 moved = vl_sub(vl_read(ledger->world->particles.x, slot), vl_read(start, slot));
    return vl_scale(moved, 1 / ledger->step.h);
}

// Mean velocity of a step of `h` s by integrator and links, m/s.
static vl_vec3 mean_velocity(const vl_ledger *ledger, int slot, double h)
{
    const vl_particles *p = &ledger->world->particles;
    vl_vec3 moved = vl_sub(vl_read(p->x, slot), vl_read(p->x_old, slot));
    return vl_scale(moved, 1 / h);
}

// The part of supports in that, m/s.
static vl_vec3 impulse_of_supports(const vl_ledger *ledger, int slot)
{
    return vl_scale(vl_read(ledger->world->contact_memory->pushed, slot), 1 / ledger->step.h);
}

// Jump of ½ v² by `part` of an impulse that acts at once, J/kg.
static double work_of_part(vl_vec3 v, vl_vec3 impulse, vl_vec3 part)
{
    return vl_dot(part, vl_add(v, vl_scale(impulse, 0.5)));
}

// The work of `share` of the impulse of links and supports, J/kg.
static vl_work work_of_both(const vl_ledger *ledger, int slot, vl_vec3 v, double share)
{
    vl_vec3 all = vl_scale(impulse_from(ledger, ledger->step.start, slot), share);
    vl_vec3 supports = vl_scale(impulse_of_supports(ledger, slot), share);
    return (vl_work){.links = work_of_part(v, all, vl_sub(all, supports)),
                     .contacts = work_of_part(v, all, supports)};
}

// Energy that `share` of the damping impulse takes between `v` and `w`, J/kg.
static double drag_between(const vl_ledger *ledger, vl_vec3 v, vl_vec3 w, double share)
{
    vl_vec3 twice = vl_add(v, w);
    return 0.5 * share * ledger->step.drag * vl_dot(twice, twice);
}

static double *const *start_velocity(const vl_ledger *ledger)
{
    return ledger->world->contact_memory->start;
}

// In a world with contacts: the work of links, damping and supports before the instant at which the
// substep begins, J.
static vl_work work_before_contacts(vl_ledger *ledger)
{
    const vl_particles *p = &ledger->world->particles;
    const vl_linked_step *step = &ledger->step;
    vl_work sum = {0, 0, 0};
    for (int i = 0; step->node != VL_NODE_KNOWN && i < p->count; i++) {
        if (p->inverse_mass[i] == 0 ||
            ledger->world->contact_memory->touched[i]) // contacts have set its velocity
            continue;
        vl_vec3 back = vl_read(start_velocity(ledger), i);
        vl_vec3 impulse = vl_scale(impulse_from(ledger, step->start, i), step->w);
        vl_vec3 v = vl_sub(vl_lerp(back, mean_velocity(ledger, i, step->h), step->w), impulse);
        vl_work work = work_of_both(ledger, i, v, step->w);
        sum.links += p->mass[i] * work.links;
        sum.contacts += p->mass[i] * work.contacts;
        sum.damping -= p->mass[i] * drag_between(ledger, back, v, step->w);
    }
    return sum;
}

// --- after the instant ---

// What is known of a particle at tₙ.
typedef struct start {
    vl_vec3 v, impulse; // m/s
    bool known;         // contacts have set v
    bool rebuilt;       // v was set from outside, and contains no part of the impulse
    double share;       // share of the impulse after tₙ
} start;

static start start_of(const vl_ledger *ledger, int slot)
{
    const vl_linked_step *step = &ledger->step;
    bool known = ledger->world->contact_memory->touched[slot];
    bool read = step->node == VL_NODE_KNOWN && !known;
    return (start){
        .v = vl_read(read ? vl_world_velocity(ledger->world) : start_velocity(ledger), slot),
        .impulse = impulse_from(ledger, step->start, slot),
        .known = known,
        .rebuilt = read && step->links.after == 1,
        .share = known  ? 1
                 : read ? step->links.after
                        : 1 - step->w,
    };
}

static vl_work work_in_flight(vl_ledger *ledger, int slot)
{
    const start s = start_of(ledger, slot);
    vl_vec3 v = vl_add(s.v, vl_scale(s.impulse, s.share));
    vl_work work = work_of_both(ledger, slot, s.v, s.share);
    work.damping =
        -drag_between(ledger, v, mean_velocity(ledger, slot, ledger->step.h), 1 - ledger->step.w);
    return work;
}

// On a path x″ = 2 ((xₙ₊₁ − xₙ)/h − v)/h contains twice the impulse after tₙ.
static vl_work work_on_path(vl_ledger *ledger, int slot, const vl_contact *contact)
{
    vl_world *world = ledger->world;
    const vl_linked_step *step = &ledger->step;
    const start s = start_of(ledger, slot);
    double left = (1 - world->damping_per_step) * vl_damping_left(world, step->h);
    vl_vec3 v = vl_read(start_velocity(ledger), slot);
    vl_vec3 moved = vl_sub(contact->x, vl_read(world->particles.x_old, slot));
    vl_vec3 by_links =
        vl_sub(impulse_from(ledger, world->predicted, slot), impulse_of_supports(ledger, slot));
    vl_vec3 impulse = vl_scale(by_links, s.known ? 1 : 1 - step->w);
    vl_work work = {
        .links = 2 * contact->links_share / step->h * vl_dot(impulse, moved),
        .damping = (left - 1) / step->h * vl_dot(v, moved),
    };
    if (s.known) // before an impact v′ and x″ differ by the links alone
        work.links += contact->energy_before;
    if (s.rebuilt) // the jump to the v at the beginning of the path
        work.links += work_of_part(s.v, vl_sub(s.impulse, impulse), vl_sub(s.impulse, impulse));
    return work;
}

void vl_ledger_count_contact(void *data, vl_world *world, int slot, const vl_contact *contact)
{
    vl_ledger *ledger = data;
    const vl_particles *p = &world->particles;
    if (contact->touched)
        vl_ledger_add(ledger, VL_CAUSE_CONTACTS, p->mass[slot] * contact->work);
    if (!vl_world_has_hard_links(world))
        return;
    vl_work work =
        contact->touched ? work_on_path(ledger, slot, contact) : work_in_flight(ledger, slot);
    vl_ledger_add(ledger, VL_CAUSE_LINKS, p->mass[slot] * work.links);
    vl_ledger_add(ledger, VL_CAUSE_DAMPING, p->mass[slot] * work.damping);
    vl_ledger_add(ledger, VL_CAUSE_CONTACTS, p->mass[slot] * work.contacts);
}

// The displacement d works against the forces. A method that keeps x₋ takes it for a jump of the
// velocity v = Δx/h + ½ a h at the end of the step by d/h.
void vl_ledger_count_move_out(void *ledger, vl_world *world, int slot, vl_vec3 moved, double h)
{
    vl_vec3 a = vl_read(world->particles.a, slot);
    vl_vec3 v = vl_add(mean_velocity(ledger, slot, h), vl_scale(a, 0.5 * h));
    double work = -vl_dot(a, moved);
    if (world->integrator->keeps_positions)
        work += work_of_part(v, vl_scale(moved, 1 / h), vl_scale(moved, 1 / h));
    vl_ledger_add(ledger, VL_CAUSE_CONTACTS, world->particles.mass[slot] * work);
}

// --- supports ---

// What the supports of a particle do to its acceleration now, m/s².
static vl_vec3 by_supports(const vl_world *world, int slot)
{
    bool carried = world->supports->count[slot] > 0 && world->particles.inverse_mass[slot] > 0;
    return carried ? vl_sub(vl_read(world->particles.a, slot), vl_read(world->supports->free, slot))
                   : (vl_vec3){0, 0, 0};
}

// How much they change a², m²/s⁴.
static double square_by_supports(const vl_world *world, int slot)
{
    vl_vec3 a = vl_read(world->particles.a, slot), by = by_supports(world, slot);
    return vl_dot(by, vl_sub(vl_scale(a, 2), by));
}

void vl_ledger_begin_supports(vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    for (int i = 0; world->supports && i < world->particles.count; i++) {
        vl_write(ledger->support, i, by_supports(world, i));
        ledger->support_square[i] = square_by_supports(world, i);
    }
}

// The kicks ½ a h at both ends of a step with the mean velocity Δx/h change ½ v² by ½ (a + a′)·Δx
// and ⅛ h² (a′² − a²). What both are more than without supports is the work of these.
static double work_of_supports(const vl_ledger *ledger, int slot, double h)
{
    const vl_world *world = ledger->world;
    vl_vec3 twice = vl_add(vl_read(ledger->support, slot), by_supports(world, slot));
    vl_vec3 moved =
        vl_sub(vl_read(world->particles.x, slot), vl_read(world->particles.x_old, slot));
    double more = square_by_supports(world, slot) - ledger->support_square[slot];
    return world->particles.mass[slot] * (0.5 * vl_dot(twice, moved) + 0.125 * h * h * more);
}

// The next step evaluates the acceleration again: that by a penalty depends on its length.
void vl_ledger_finish_supports(vl_ledger *ledger, double h)
{
    vl_world *world = ledger->world;
    const bool current = world->now.acceleration_is_current;
    double sum = 0;
    for (int i = 0; world->supports && i < world->particles.count; i++) {
        bool carried =
            world->contact_memory->carried[i] > 0 && world->particles.inverse_mass[i] > 0;
        if (!carried || ledger->world->contact_memory->touched[i])
            continue;
        vl_world_accelerate(world);
        sum += work_of_supports(ledger, i, h);
    }
    world->now.acceleration_is_current = current;
    vl_ledger_add(ledger, VL_CAUSE_CONTACTS, sum);
}

// --- all of it ---

static double *const *velocity_before(const vl_ledger *ledger, vl_node node)
{
    const vl_world *world = ledger->world;
    if (world->contact_memory && node != VL_NODE_KNOWN)
        return world->contact_memory->start;
    return node == VL_NODE_INSIDE ? ledger->v : vl_world_velocity(world);
}

// Adds part 0, before the instant, or part 1, after it.
static void add_part(vl_ledger *ledger, const vl_linked_step *s, const works *sum, int part)
{
    double share = part == 0 ? s->even.before : s->even.after;
    vl_ledger_add(ledger, VL_CAUSE_LINKS, sum->part[part].links);
    vl_ledger_add(ledger, VL_CAUSE_DAMPING, sum->part[part].damping);
    vl_ledger_add(ledger, VL_CAUSE_CONTACTS, sum->part[part].contacts);
    vl_ledger_add_powers(ledger, &sum->powers, share * s->span);
    // hands through rods and strings: impulse times mean velocity of the hand
    const vl_world *world = ledger->world;
    double work = 0;
    for (int k = 0; k < vl_ledger_hands(ledger); k++) {
        const vl_ledger_hold *hold = &ledger->holds[k];
        int slot = world->holds[k].slot;
        vl_vec3 ahead = vl_scale(vl_sub(vl_read(world->particles.x, slot), hold->x), 1 / s->h);
        part_work by_hand = {vl_dot(hold->impulse, hold->v), vl_dot(hold->impulse, ahead)};
        work += part == 0 ? work_before(s, by_hand, s->links.before)
                          : work_after(s, by_hand, s->links.after);
    }
    vl_ledger_add(ledger, VL_CAUSE_HAND, work);
    vl_ledger_add(ledger, VL_CAUSE_LINKS, -work);
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

void vl_ledger_count_links(void *data, vl_world *world, double h)
{
    vl_ledger *ledger = data;
    const bool contacts = world->contact_memory != NULL;
    double h_old = world->now.dt_old;
    vl_linked_step *s = &ledger->step;
    *s = (vl_linked_step){
        .h = h, .w = h_old / (h + h_old), .span = 0.5 * (h + h_old), .node = ledger->now.node};
    s->back = velocity_before(ledger, s->node);
    s->start = world->predicted;
    s->links = shares_of(s, true);
    s->even = shares_of(s, false);
    works sum = {.powers = powers_at_node(ledger, s)}; // before v⁺ overwrites v⁻

    // damping alone makes v⁺ = left v⁻, so that its part is −(1 − left)/(1 + left) (v⁻ + v⁺)
    double left = (1 - world->damping_per_step) * vl_damping_left(world, s->span);
    s->drag = (1 - left) / (1 + left);
    if (s->node == VL_NODE_KNOWN)
        add_restart_impulse(ledger, s, left);
    if (ledger->in_trial && !ledger->now.rebuilt && s->node == VL_NODE_PENDING)
        find_restart_impulse(ledger, s, left);
    if (contacts) // vl_ledger_count_contact() counts the work after the instant
        sum.part[0] = work_before_contacts(ledger);
    else
        count(ledger, &sum);

    ledger->v_is_known = !contacts;
    for (int k = 0; k < vl_ledger_hands(ledger); k++)
        ledger->holds[k].impulse = impulse_of_fixed(ledger, world->holds[k].slot);
    add_part(ledger, s, &sum, 0);
    if (s->node == VL_NODE_PENDING)
        vl_ledger_begin_at_sums(ledger);
    add_part(ledger, s, &sum, 1);
    if (!contacts) // contacts still move particles
        vl_ledger_store(ledger);
}
