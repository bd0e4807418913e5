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

#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/ledger/ledger_parts.h"

#include <float.h>

// Σ m part·v⁻ and Σ m part·v⁺
typedef struct part_work {
    double back, ahead;
} part_work;

// --- sums ---

static double add_lanes(const double lanes[VL_LANES])
{
    double sum = 0;
    for (int l = 0; l < VL_LANES; l++)
        sum += lanes[l];
    return sum;
}

// Of what damping takes of the velocity, drag_back v⁻ + drag_ahead v⁺, along one axis. v⁺ is v⁻ of
// the next step.
static void add_drag(vl_ledger *ledger, const vl_linked_step *s, int axis, part_work *sum)
{
    const vl_particles *p = &ledger->world->particles;
    const double *restrict x = p->x[axis], *restrict from = p->x_old[axis];
    const double *restrict mass = ledger->free_mass;
    const double *back = s->back[axis], per_h = 1 / s->h, b = s->decay.back, a = s->decay.ahead;
    double *next = ledger->v[axis], before[VL_LANES] = {0}, after[VL_LANES] = {0};
    for (int i = 0; i < p->count; i += VL_LANES)
#pragma omp simd
        for (int l = 0; l < VL_LANES; l++) {
            double v = back[i + l], w = (x[i + l] - from[i + l]) * per_h;
            double lost = mass[i + l] * (b * v + a * w);
            before[l] += lost * v;
            after[l] += lost * w;
            next[i + l] = w;
        }
    sum->back += add_lanes(before);
    sum->ahead += add_lanes(after);
}

// Of the displacement by links, before v⁺ overwrites v⁻.
static part_work of_links(const vl_ledger *ledger, const vl_linked_step *s)
{
    const vl_particles *p = &ledger->world->particles;
    double back[VL_LANES] = {0}, ahead[VL_LANES] = {0}, per_h = 1 / s->h;
    for (int axis = 0; ledger->links && axis < VL_AXES; axis++) {
        const double *restrict x = p->x[axis], *restrict from = p->x_old[axis];
        const double *restrict start = s->start[axis], *restrict v = s->back[axis];
        const double *restrict mass = ledger->free_mass;
        for (int i = 0; i < p->count; i += VL_LANES)
#pragma omp simd
            for (int l = 0; l < VL_LANES; l++) {
                double moved = x[i + l] - start[i + l], m = mass[i + l];
                back[l] += moved * (m * v[i + l]);
                ahead[l] += moved * (m * ((x[i + l] - from[i + l]) * per_h));
            }
    }
    return (part_work){s->decay.pull * (add_lanes(back) / s->h),
                       s->decay.pull * (add_lanes(ahead) / s->h)};
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

// The work before the instant and after it, J.
static void count(vl_ledger *ledger, vl_work part[2])
{
    const vl_linked_step *s = &ledger->step;
    part_work links = of_links(ledger, s), drag = {0, 0};
    for (int axis = 0; axis < VL_AXES; axis++)
        add_drag(ledger, s, axis, &drag);
    // damping takes, and gives nothing
    double before = fmax(0, work_before(s, drag, s->even.before));
    double after = fmax(0, work_after(s, drag, s->even.after));
    part[0] = (vl_work){work_before(s, links, s->links.before), -before, 0};
    part[1] = (vl_work){work_after(s, links, s->links.after), -after, 0};
}

// Of a step, without what a particle did in its own substep, now or before the instant.
static double part_of(const vl_world *world, const vl_linked_step *s, int slot)
{
    const vl_contacts *c = world->contact_memory;
    double before = s->node == VL_NODE_KNOWN ? 0 : s->w;
    bool had = c && c->touched[slot] && c->cut[slot];
    return (had ? 0 : before) + (vl_ledger_counts(world, slot) ? 1 - before : 0);
}

// At the instant, or in the middle of the jump inside a frame. The velocity that forces saw is not
// that of the motion where links act: of what rests it has what gravity would add in a step. Winds
// count by the acceleration with which the step began; to evaluate them again would take as long
// as the step does.
static vl_powers powers_of_motion(vl_ledger *ledger, const vl_linked_step *s)
{
    const vl_particles *p = &ledger->world->particles;
    double *const *v = ledger->world->scratch[1];
    const double now = s->node == VL_NODE_KNOWN ? 0 : s->node == VL_NODE_PENDING ? s->w : 0.5;
    if (!ledger->driven)
        return (vl_powers){0};
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double back = s->back[axis][i], ahead = (p->x[axis][i] - p->x_old[axis][i]) / s->h;
            v[axis][i] = back + now * (ahead - back);
            ledger->outside[axis][i] *= part_of(ledger->world, s, i);
        }
    return vl_world_powers(ledger->world, ledger->outside, p->x_old, v);
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

// Change of the mean velocity of the step by what moved the particle from `start`, m/s: links and
// supports, from the start of the step all of it.
static vl_vec3 impulse_from(const vl_ledger *ledger, double *const start[VL_AXES], int slot)
{
    vl_vec3 moved = vl_sub(vl_read(ledger->world->particles.x, slot), vl_read(start, slot));
    return vl_scale(moved, 1 / ledger->step.h);
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
    const double pull = ledger->step.decay.pull;
    return (vl_work){.links = pull * work_of_part(v, all, vl_sub(all, supports)),
                     .contacts = pull * work_of_part(v, all, supports)};
}

// Energy that `share` of what damping takes from v⁻ to v⁺ takes between `v` and `w`, J/kg.
static double drag_between(const vl_ledger *ledger, vl_vec3 back, vl_vec3 ahead, vl_vec3 v,
                           vl_vec3 w, double share)
{
    const vl_decay *decay = &ledger->step.decay;
    vl_vec3 part = vl_add(vl_scale(back, decay->back), vl_scale(ahead, decay->ahead));
    return 0.5 * share * fmax(0, vl_dot(part, vl_add(v, w)));
}

// Whether a collider that carries the particle takes energy.
static bool rubs(const vl_world *world, int slot)
{
    bool takes = false;
    for (int k = 0; k < world->supports->count[slot]; k++)
        takes |= vl_collider_takes(
            &world->colliders[world->supports->collider[vl_support_index(slot, k)]]);
    return takes;
}

// In a world with contacts: the work of links, damping and supports before the instant at which the
// substep begins, J.
static vl_work work_before_contacts(vl_ledger *ledger)
{
    const vl_particles *p = &ledger->world->particles;
    const vl_linked_step *step = &ledger->step;
    vl_work sum = {0, 0, 0};
    for (int i = 0; step->node != VL_NODE_KNOWN && i < p->count; i++) {
        if (p->inverse_mass[i] == 0)
            continue;
        const bool touched = ledger->world->contact_memory->touched[i];
        vl_vec3 back = vl_read(step->back, i), v = back;
        if (!touched) {
            vl_vec3 impulse = vl_scale(impulse_from(ledger, step->start, i), step->w);
            vl_vec3 ahead = impulse_from(ledger, p->x_old, i);
            vl_vec3 now = vl_lerp(back, ahead, step->w);
            sum.damping -= p->mass[i] * drag_between(ledger, back, ahead, back, now, step->w);
            v = vl_sub(now, impulse);
        }
        vl_work work = work_of_both(ledger, i, v, step->w);
        sum.links += p->mass[i] * work.links;
        vl_ledger_add_contact(ledger, p->mass[i] * work.contacts, rubs(ledger->world, i));
    }
    return sum;
}

// --- after the instant ---

// v(tₙ). That of a touched particle contacts have found without the part of the impulse before it;
// what was read or set before the step contains no part of what is left.
static vl_vec3 velocity_at_instant(const vl_ledger *ledger, int slot)
{
    const vl_linked_step *step = &ledger->step;
    bool read = step->node == VL_NODE_KNOWN;
    double share = ledger->world->contact_memory->touched[slot] && !read ? step->w : 0;
    return vl_add(vl_read(step->back, slot),
                  vl_scale(impulse_from(ledger, step->start, slot), share));
}

static vl_work work_in_flight(vl_ledger *ledger, int slot)
{
    const vl_linked_step *step = &ledger->step;
    bool read = step->node == VL_NODE_KNOWN;
    vl_vec3 v = velocity_at_instant(ledger, slot);
    vl_vec3 more = vl_scale(impulse_from(ledger, step->start, slot), read);
    vl_work work = work_of_both(ledger, slot, v, read ? 1 : 1 - step->w);
    vl_vec3 ahead = impulse_from(ledger, ledger->world->particles.x_old, slot), back = v;
    if (!read && !ledger->world->contact_memory->touched[slot])
        back = vl_lerp(ahead, v, 1 / (1 - step->w)); // whose part until v(tₙ) was counted before
    work.damping = -drag_between(ledger, back, ahead, vl_add(v, more), ahead, 1 - step->w);
    return work;
}

// On a path x″ = 2 ((xₙ₊₁ − xₙ)/h − v)/h contains twice the impulse after tₙ, and the deceleration
// that damping has before an impact. Where that is more or less than damping takes at the speeds of
// both ends, it is the contact that has kept it.
static vl_work work_on_path(vl_ledger *ledger, int slot, const vl_contact *contact)
{
    vl_world *world = ledger->world;
    const vl_linked_step *step = &ledger->step;
    const bool touched = world->contact_memory->touched[slot];
    double left = (1 - world->damping_per_step) * vl_damping_left(world, step->h);
    double taken = 0.5 * (1 - left * left) / (1 + left * left);
    vl_vec3 v = vl_read(world->contact_memory->start, slot),
            now = velocity_at_instant(ledger, slot);
    vl_vec3 moved = vl_sub(contact->x, vl_read(world->particles.x_old, slot));
    vl_vec3 by_links =
        vl_sub(impulse_from(ledger, world->predicted, slot), impulse_of_supports(ledger, slot));
    vl_vec3 impulse = vl_scale(by_links, touched ? 1 : 1 - step->w);
    vl_work work = {
        .links = 2 * contact->links_share / step->h * vl_dot(impulse, moved),
        .damping = -taken * (vl_dot(v, v) + vl_dot(contact->v, contact->v)),
    };
    work.contacts = (left - 1) / step->h * vl_dot(v, moved) - work.damping;
    work.links += contact->energy_before; // until then v′ and x″ differ by the links alone
    vl_vec3 more = vl_sub(impulse_from(ledger, step->start, slot), impulse);
    if (step->node == VL_NODE_KNOWN) { // the jump to the v at the beginning of the path
        vl_vec3 jump = touched ? vl_sub(v, now) : more;
        work.links += work_of_part(now, jump, jump);
    } else if (touched) {
        vl_work undone = work_of_both(ledger, slot, now, -step->w);
        work.links += undone.links;
        work.contacts += undone.contacts;
    }
    return work;
}

// What the supports of a particle do to its acceleration now, m/s².
static vl_vec3 by_supports(const vl_world *world, int slot)
{
    bool carried = world->supports->count[slot] > 0 && world->particles.inverse_mass[slot] > 0;
    return carried ? vl_sub(vl_read(world->particles.a, slot), vl_read(world->supports->free, slot))
                   : (vl_vec3){0, 0, 0};
}

void vl_ledger_count_contact(void *data, vl_world *world, int slot, const vl_contact *contact)
{
    vl_ledger *ledger = data;
    const vl_particles *p = &world->particles;
    if (!vl_ledger_counts(world, slot))
        return;
    double blow = contact->takes && world->linked[slot] ? p->mass[slot] * -contact->work : 0;
    vl_ledger_add(ledger, VL_BLOWS, fmax(blow, 0));
    vl_ledger_add(ledger, VL_BLOWS_OF_STEP, fmax(blow, 0));
    if (contact->touched)
        vl_ledger_add_contact(ledger, p->mass[slot] * contact->work, contact->takes);
    if (!vl_world_has_hard_links(world)) {
        // the stage of an implicit method is all that its supports do
        vl_vec3 moved = vl_sub(vl_read(p->x, slot), vl_read(p->x_old, slot));
        double work = vl_dot(by_supports(world, slot), moved);
        if (world->integrator->implicit && !contact->touched)
            vl_ledger_add_contact(ledger, p->mass[slot] * work, rubs(world, slot));
        return;
    }
    vl_work work =
        contact->touched ? work_on_path(ledger, slot, contact) : work_in_flight(ledger, slot);
    bool takes = contact->touched ? contact->takes : rubs(world, slot);
    vl_ledger_add(ledger, VL_CAUSE_LINKS, p->mass[slot] * work.links);
    vl_ledger_add(ledger, VL_CAUSE_DAMPING, p->mass[slot] * work.damping);
    vl_ledger_add_contact(ledger, p->mass[slot] * work.contacts, takes);
}

// The displacement d works against the forces. A method that keeps x₋ takes it for a jump of the
// velocity v = Δx/h + ½ a h at the end of the step by d/h.
void vl_ledger_count_move_out(void *ledger, vl_world *world, int slot, vl_vec3 moved, double h)
{
    vl_vec3 a = vl_read(world->particles.a, slot);
    vl_vec3 made = vl_sub(vl_read(world->particles.x, slot), vl_read(world->particles.x_old, slot));
    vl_vec3 v = vl_add(vl_scale(made, 1 / h), vl_scale(a, 0.5 * h));
    double work = -vl_dot(a, moved);
    if (!vl_ledger_counts(world, slot))
        return;
    if (world->integrator->keeps_positions)
        work += work_of_part(v, vl_scale(moved, 1 / h), vl_scale(moved, 1 / h));
    vl_ledger_add(ledger, VL_CAUSE_CONTACTS, world->particles.mass[slot] * work);
}

// --- supports ---

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
    const bool counted = world->integrator->implicit && !vl_world_has_hard_links(world);
    for (int i = 0; world->supports && i < world->particles.count && !counted; i++) {
        bool carried = world->contact_memory->carried[i] > 0;
        if (!carried || world->contact_memory->touched[i] || !vl_ledger_counts(world, i))
            continue;
        vl_world_accelerate(world);
        vl_ledger_add_contact(ledger, work_of_supports(ledger, i, h), rubs(world, i));
    }
    world->now.acceleration_is_current = current;
}

// --- blows ---

// Links pass a blow on: with the jump Δv that a contact gives to m, they take ½ |P Δv|² ≤ ½ m |Δv|²
// when they are solved next. That is what the contact took, if the restitution is 0, and nothing is
// right if it is 1. So of what they do in the step of a blow and in the next, no more is explained
// than what the contact took. All else is the solver's.
void vl_ledger_explain(vl_ledger *ledger)
{
    double *s = ledger->now.sums;
    double part = s[VL_CAUSE_LINKS] - s[VL_LINKS_BEFORE];
    part = fmax(-s[VL_BLOWS], fmin(part, s[VL_BLOWS]));
    s[VL_EXPLAINED] += part;
    s[VL_BLOWS] -= fabs(part);
    s[VL_LINKS_BEFORE] = s[VL_CAUSE_LINKS];
}

// --- all of it ---

// The most that hands can do through links without compliance, J: these give it on to particles
// that are free, and what other fixed ones hold against gets none. The multipliers may be anything
// where the lengths have no solution.
static double most_by_hands(const vl_ledger *ledger, const vl_linked_step *s)
{
    const vl_particles *p = &ledger->world->particles;
    double fastest = 0, sum = 0;
    for (int k = 0; k < vl_ledger_hands(ledger); k++) {
        const vl_ledger_hold *hold = &ledger->holds[k];
        vl_vec3 moved = vl_sub(vl_read(p->x, ledger->world->holds[k].slot), hold->x);
        fastest = fmax(fastest, fmax(vl_length(hold->v), vl_length(moved) / s->h));
    }
    for (int i = 0; fastest > 0 && i < p->count; i++) {
        double ahead = vl_length(vl_sub(vl_read(p->x, i), vl_read(p->x_old, i))) / s->h;
        double speed = fmax(fastest, fmax(vl_length(vl_read(s->back, i)), ahead));
        sum += ledger->free_mass[i] * speed * vl_length(impulse_from(ledger, s->start, i));
    }
    return ledger->compliant ? HUGE_VAL : s->decay.pull * sum;
}

// Adds part 0, before the instant, or part 1, after it.
static void add_part(vl_ledger *ledger, const vl_linked_step *s, const vl_work *work, int part)
{
    const vl_powers *powers = &s->powers;
    double span = s->span * (part == 0 ? s->even.before : s->even.after);
    vl_ledger_add(ledger, VL_CAUSE_LINKS, work->links);
    vl_ledger_add(ledger, VL_CAUSE_DAMPING, work->damping + powers->damping * span);
    vl_ledger_add_contact(ledger, powers->contacts * span, true);
    vl_ledger_add(ledger, VL_CAUSE_OUTSIDE, powers->outside * span);
    // hands through rods and strings: impulse times mean velocity of the hand
    const vl_world *world = ledger->world;
    double by_hands = 0;
    for (int k = 0; k < vl_ledger_hands(ledger); k++) {
        const vl_ledger_hold *hold = &ledger->holds[k];
        int slot = world->holds[k].slot;
        vl_vec3 ahead = vl_scale(vl_sub(vl_read(world->particles.x, slot), hold->x), 1 / s->h);
        part_work by_hand = {vl_dot(hold->impulse, hold->v), vl_dot(hold->impulse, ahead)};
        by_hands += part == 0 ? work_before(s, by_hand, s->links.before)
                              : work_after(s, by_hand, s->links.after);
    }
    double most = s->by_hands * (part == 0 ? s->links.before : s->links.after);
    by_hands = fmax(-most, fmin(by_hands, most));
    vl_ledger_add(ledger, VL_CAUSE_HAND, by_hands);
    vl_ledger_add(ledger, VL_CAUSE_LINKS, -by_hands);
}

// Where neither end is free the solver moves nothing: the hand alone has done the work.
void vl_ledger_store(vl_ledger *ledger)
{
    if (!ledger->compliant)
        return;
    double fixed, stored = vl_energy_compliant_links(ledger->world, &fixed);
    vl_ledger_add(ledger, VL_CAUSE_HAND, fixed - ledger->fixed);
    vl_ledger_add(ledger, VL_CAUSE_LINKS, (stored - fixed) - (ledger->stored - ledger->fixed));
}

void vl_ledger_count_links(void *data, vl_world *world, double h)
{
    vl_ledger *ledger = data;
    const bool contacts = world->contact_memory != NULL;
    const vl_particles *p = &world->particles;
    double h_old = world->now.dt_old;
    vl_linked_step *s = &ledger->step;
    *s = (vl_linked_step){
        .h = h, .w = h_old / (h + h_old), .span = 0.5 * (h + h_old), .node = ledger->now.node};
    s->back = world->contact_memory && s->node != VL_NODE_KNOWN ? world->contact_memory->start
              : s->node == VL_NODE_INSIDE                       ? ledger->v
                                                                : vl_world_velocity(world);
    s->start = world->predicted;
    s->links = shares_of(s, true);
    s->even = shares_of(s, false);
    s->decay = vl_world_decay(world, s->span, world->damping_per_step);
    s->powers = powers_of_motion(ledger, s); // before v⁺ overwrites v⁻
    vl_work part[2] = {{0, 0, 0}, {0, 0, 0}};
    if (s->node == VL_NODE_KNOWN) {
        // of the damping per step v⁺ has half, all, or none where a method takes it after the move
        const vl_integrator *method = world->integrator;
        const bool half = method->keeps_positions || method->keeps_half_step;
        const double f = world->damping_per_step, early = method->position_bias > 0 ? f : 0;
        const vl_decay air = vl_world_decay(world, s->span, 0);
        s->decay.back = air.back + (half ? f / (2 - f) : early) / (1 - s->w);
        s->decay.ahead = air.ahead;
        // v⁺ contains the restart impulse times `kept`
        for (int axis = 0; axis < VL_AXES; axis++)
            for (int i = 0; i < world->particles.count; i++)
                ledger->work[axis][i] = world->predicted[axis][i] -
                                        h * s->decay.kept * ledger->restart_impulse[axis][i];
        s->start = ledger->work;
        s->restart = s->decay.kept;
    }
    if (ledger->in_trial && !ledger->now.rebuilt && s->node == VL_NODE_PENDING)
        for (int i = 0; i < p->count; i++) { // that of v(tₙ)
            double scale = s->decay.kept > DBL_MIN ? -s->w / (h * s->decay.kept) : 0;
            vl_vec3 moved = vl_ledger_moved(ledger, world->predicted, p->x, i);
            vl_write(ledger->restart_impulse, i, vl_scale(moved, scale));
        }
    s->by_hands = most_by_hands(ledger, s);
    if (contacts) // vl_ledger_count_contact() counts the work after the instant
        part[0] = work_before_contacts(ledger);
    else
        count(ledger, part);

    ledger->v_is_known = !contacts;
    for (int k = 0; k < vl_ledger_hands(ledger); k++) { // of their rods and strings on others
        int slot = world->holds[k].slot;
        vl_vec3 now = vl_scale(vl_read(world->reaction, slot), -s->decay.pull / h);
        double restart = -s->decay.pull * s->restart * p->mass[slot];
        ledger->holds[k].impulse =
            vl_add(now, vl_scale(vl_read(ledger->restart_impulse, slot), restart));
    }
    add_part(ledger, s, &part[0], 0);
    if (s->node == VL_NODE_PENDING)
        vl_ledger_begin_at_sums(ledger);
    add_part(ledger, s, &part[1], 1);
    if (!contacts) // contacts still move particles
        vl_ledger_store(ledger);
}
