// What links, damping and contacts do where both links and contacts act.
//
// Links are solved first and contacts after them, once in a substep. So the kick of links, c/h, is
// an impulse at tₙ, whose work is what ½ m v² jumps by there: part of it leads to v(tₙ), the rest
// away from it. Between two instants only forces and damping act, until something is touched. A
// force that is the same everywhere then does the work m a·(xₙ₊₁ − xₙ), and a method that moves by
// it exactly has no part in the energy whatever links and contacts do.
//
// What is touched goes along the path that contacts make (physics/contacts/contact_path.h), with
// the pull of the links constant on it: they do the work of that pull along the whole of it. What
// else changes ½ v² − given·x, contacts do.

#include "physics/contacts/contact_path.h"
#include "physics/contacts/contacts.h"
#include "physics/ledger/ledger_parts.h"

// m/s: by so much the links changed the mean velocity of the way, that led to `put` without them.
static vl_vec3 push_from(const vl_world *world, double *const put[VL_AXES], int slot)
{
    vl_vec3 way = vl_sub(vl_read(world->particles.x, slot), vl_read(put, slot));
    return vl_scale(way, 1 / world->ledger->way.h);
}

// m/s, of the way that integrator and links made.
static vl_vec3 mean_velocity(const vl_world *world, int slot)
{
    const vl_particles *p = &world->particles;
    vl_vec3 way = vl_sub(vl_read(p->x, slot), vl_read(p->x_old, slot));
    return vl_scale(way, 1 / world->ledger->way.h);
}

// By how much ½ v² jumps, J/kg.
static double work_of_push(vl_vec3 v, vl_vec3 push)
{
    return vl_dot(push, vl_add(v, vl_scale(push, 0.5)));
}

// What damping takes on the way from `v` to `w`, J/kg, with `share` of its kick.
static double drag_between(const vl_world *world, vl_vec3 v, vl_vec3 w, double share)
{
    vl_vec3 twice = vl_add(v, w);
    return 0.5 * share * world->ledger->way.drag * vl_dot(twice, twice);
}

vl_ledger_toll vl_ledger_reach_instant(vl_world *world)
{
    const vl_particles *p = &world->particles;
    const vl_ledger_way *way = &world->ledger->way;
    const bool *touched = vl_contacts_touched(world->contact_memory);
    double *const *departure = vl_contacts_departure(world->contact_memory);
    vl_ledger_toll sum = {0, 0};
    for (int i = 0; way->node != VL_NODE_KNOWN && i < p->count; i++) {
        if (touched[i] || p->inverse_mass[i] == 0)
            continue; // with contacts, what was touched has a velocity that is known
        vl_vec3 back = vl_read(departure, i), push = push_from(world, way->put, i);
        push = vl_scale(push, way->w);
        vl_vec3 v = vl_sub(vl_lerp(back, mean_velocity(world, i), way->w), push);
        sum.links += p->mass[i] * work_of_push(v, push);
        sum.damping -= p->mass[i] * drag_between(world, back, v, way->w);
    }
    return sum;
}

// --- after the instant ---

// Of the substep to come, a particle: what is known of it.
typedef struct start {
    vl_vec3 v, push; // m/s
    bool known;      // contacts have told v
    bool begun;      // v was begun anew, and has no push in it
    double share;    // of the push, that comes after tₙ
} start;

static start start_of(const vl_world *world, int slot)
{
    const vl_ledger_way *way = &world->ledger->way;
    bool known = vl_contacts_touched(world->contact_memory)[slot];
    bool read = way->node == VL_NODE_KNOWN && !known;
    double *const *departure = vl_contacts_departure(world->contact_memory);
    return (start){
        .v = vl_read(read ? vl_world_velocity(world) : departure, slot),
        .push = push_from(world, way->put, slot),
        .known = known,
        .begun = read && way->links == 1,
        .share = known  ? 1
                 : read ? way->links
                        : 1 - way->w,
    };
}

static vl_ledger_toll toll_of_flight(const vl_world *world, int slot)
{
    const start s = start_of(world, slot);
    vl_vec3 push = vl_scale(s.push, s.share);
    double share = 1 - world->ledger->way.w;
    return (vl_ledger_toll){
        .links = work_of_push(s.v, push),
        .damping = -drag_between(world, vl_add(s.v, push), mean_velocity(world, slot), share),
    };
}

// On a path x″ = 2 ((xₙ₊₁ − xₙ)/h − v)/h, in which the push that comes after v is twice.
static vl_ledger_toll toll_of_path(const vl_world *world, int slot, const vl_path *path)
{
    const vl_ledger_way *w = &world->ledger->way;
    const start s = start_of(world, slot);
    vl_vec3 v = vl_read(vl_contacts_departure(world->contact_memory), slot);
    vl_vec3 way = vl_sub(path->x, vl_read(world->particles.x_old, slot));
    vl_vec3 push = vl_scale(push_from(world, world->predicted, slot), s.known ? 1 : 1 - w->w);
    vl_ledger_toll toll = {
        .links = 2 * path->linked / w->h * vl_dot(push, way),
        .damping = expm1(-vl_ledger_damping(world, w->h)) / w->h * vl_dot(v, way),
    };
    if (s.known) // before an impact v′ and x″ are not the same by the links alone
        toll.links += path->flown;
    if (s.begun) // to the v that the path began with
        toll.links += work_of_push(s.v, vl_sub(s.push, push));
    return toll;
}

void vl_ledger_pass(vl_world *world, int slot, const vl_path *path)
{
    const vl_particles *p = &world->particles;
    if (!world->ledger || p->inverse_mass[slot] == 0)
        return;
    if (path->touched) {
        vl_vec3 v = vl_read(vl_contacts_departure(world->contact_memory), slot);
        double work = vl_path_work(path, vl_read(p->x_old, slot), v);
        vl_ledger_add(world, VL_CAUSE_CONTACTS, p->mass[slot] * work);
    }
    if (world->links.hard_count == 0)
        return;
    vl_ledger_toll toll =
        path->touched ? toll_of_path(world, slot, path) : toll_of_flight(world, slot);
    vl_ledger_add(world, VL_CAUSE_LINKS, p->mass[slot] * toll.links);
    vl_ledger_add(world, VL_CAUSE_DAMPING, p->mass[slot] * toll.damping);
}
