// What links, damping and contacts do where both links and contacts act.
//
// Links are solved first and contacts after them, once in a substep. So the impulse of links, m
// c/h, acts at tₙ, and its work is what ½ m v² jumps by there: part of it leads to v(tₙ), the rest
// away from it. Between two instants only forces and damping act, until something is touched. A
// force that is the same everywhere then does the work m a·(xₙ₊₁ − xₙ), and a method that moves by
// it exactly has no part in the energy whatever links and contacts do.
//
// What is touched goes along the path that contacts make (physics/contacts/contacts.h), on which
// the links give it a constant acceleration: they do the work of that along the whole of it. What
// else changes ½ v² − given·x, contacts do.

#include "physics/contacts/contacts.h"
#include "physics/ledger/ledger_parts.h"

// m/s: by so much the links changed the mean velocity of the step, that led to `start` without
// them.
static vl_vec3 impulse_from(const vl_ledger *ledger, double *const start[VL_AXES], int slot)
{
    vl_vec3 moved = vl_sub(vl_read(ledger->world->particles.x, slot), vl_read(start, slot));
    return vl_scale(moved, 1 / ledger->step.h);
}

// m/s, as integrator and links made it.
static vl_vec3 mean_velocity(const vl_ledger *ledger, int slot)
{
    const vl_particles *p = &ledger->world->particles;
    vl_vec3 moved = vl_sub(vl_read(p->x, slot), vl_read(p->x_old, slot));
    return vl_scale(moved, 1 / ledger->step.h);
}

// By how much ½ v² jumps, J/kg.
static double work_of_impulse(vl_vec3 v, vl_vec3 impulse)
{
    return vl_dot(impulse, vl_add(v, vl_scale(impulse, 0.5)));
}

// What damping takes between `v` and `w`, J/kg, with `share` of its impulse.
static double drag_between(const vl_ledger *ledger, vl_vec3 v, vl_vec3 w, double share)
{
    vl_vec3 twice = vl_add(v, w);
    return 0.5 * share * ledger->step.drag * vl_dot(twice, twice);
}

static double *const *start_velocity(const vl_ledger *ledger)
{
    return vl_contacts_start_velocity(ledger->world->contact_memory);
}

static bool was_touched(const vl_ledger *ledger, int slot)
{
    return vl_contacts_touched(ledger->world->contact_memory)[slot];
}

vl_work vl_ledger_work_before(vl_ledger *ledger)
{
    const vl_particles *p = &ledger->world->particles;
    const vl_linked_step *step = &ledger->step;
    vl_work sum = {0, 0};
    for (int i = 0; step->node != VL_NODE_KNOWN && i < p->count; i++) {
        if (was_touched(ledger, i) || p->inverse_mass[i] == 0)
            continue; // with contacts, what was touched has a velocity that is known
        vl_vec3 back = vl_read(start_velocity(ledger), i);
        vl_vec3 impulse = vl_scale(impulse_from(ledger, step->start, i), step->w);
        vl_vec3 v = vl_sub(vl_lerp(back, mean_velocity(ledger, i), step->w), impulse);
        sum.links += p->mass[i] * work_of_impulse(v, impulse);
        sum.damping -= p->mass[i] * drag_between(ledger, back, v, step->w);
    }
    return sum;
}

// --- after the instant ---

// Of the substep to come, a particle: what is known of it.
typedef struct start {
    vl_vec3 v, impulse; // m/s
    bool known;         // contacts have given v
    bool rebuilt;       // v was, and has no impulse in it
    double share;       // of the impulse, that comes after tₙ
} start;

static start start_of(const vl_ledger *ledger, int slot)
{
    const vl_linked_step *step = &ledger->step;
    bool known = was_touched(ledger, slot);
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

static vl_work work_in_flight(const vl_ledger *ledger, int slot)
{
    const start s = start_of(ledger, slot);
    vl_vec3 v = vl_add(s.v, vl_scale(s.impulse, s.share));
    return (vl_work){
        .links = work_of_impulse(s.v, vl_scale(s.impulse, s.share)),
        .damping = -drag_between(ledger, v, mean_velocity(ledger, slot), 1 - ledger->step.w),
    };
}

// On a path x″ = 2 ((xₙ₊₁ − xₙ)/h − v)/h, in which the impulse that comes after v is twice.
static vl_work work_on_path(const vl_ledger *ledger, int slot, const vl_contact *contact)
{
    const vl_world *world = ledger->world;
    const vl_linked_step *step = &ledger->step;
    const start s = start_of(ledger, slot);
    vl_vec3 v = vl_read(start_velocity(ledger), slot);
    vl_vec3 moved = vl_sub(contact->x, vl_read(world->particles.x_old, slot));
    vl_vec3 impulse =
        vl_scale(impulse_from(ledger, world->predicted, slot), s.known ? 1 : 1 - step->w);
    vl_work work = {
        .links = 2 * contact->links_share / step->h * vl_dot(impulse, moved),
        .damping = expm1(-vl_ledger_damping(ledger, step->h)) / step->h * vl_dot(v, moved),
    };
    if (s.known) // before an impact v′ and x″ are not the same by the links alone
        work.links += contact->energy_before;
    if (s.rebuilt) // to the v that the path began with
        work.links += work_of_impulse(s.v, vl_sub(s.impulse, impulse));
    return work;
}

void vl_ledger_count_contact(vl_ledger *ledger, int slot, const vl_contact *contact)
{
    const vl_particles *p = &ledger->world->particles;
    if (p->inverse_mass[slot] == 0)
        return;
    if (contact->touched)
        vl_ledger_add(ledger, VL_CAUSE_CONTACTS, p->mass[slot] * contact->work);
    if (!vl_world_has_hard_links(ledger->world))
        return;
    vl_work work =
        contact->touched ? work_on_path(ledger, slot, contact) : work_in_flight(ledger, slot);
    vl_ledger_add(ledger, VL_CAUSE_LINKS, p->mass[slot] * work.links);
    vl_ledger_add(ledger, VL_CAUSE_DAMPING, p->mass[slot] * work.damping);
}
