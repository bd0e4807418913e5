// What hands do. The energy of all particles, E, has those in hands within it, so that
//
//   dE/dt = P_hand + …,   P_hand = d/dt ½ m v² − F·v − R·v,
//
// of the particle held, with F what potentials and springs pull at it and R what rods and strings
// do. R follows from what the solver did to all others: their momenta m c/h are sums of the
// tensions along the links, m c/h = Jᵀ λ. For λ that is a least-squares problem, with the matrix
// J M⁻¹ Jᵀ; conjugate gradients solve it (Hestenes, Stiefel, J. Res. Nat. Bur. Stand. 49 (1952)
// 409, section 3), preconditioned by its diagonal, from the tensions of the substep before.

#include "physics/forces/springs.h"
#include "physics/ledger/ledger_parts.h"

#include <string.h>

double vl_ledger_held_energy(const vl_world *world)
{
    double sum = 0;
    for (int k = 0; k < world->hold_count; k++) {
        int slot = world->holds[k].slot;
        vl_vec3 v = vl_read(vl_world_velocity(world), slot);
        sum += 0.5 * world->particles.mass[slot] * vl_dot(v, v);
    }
    return sum;
}

// --- potentials and springs ---

static void add_forces(vl_world *world)
{
    for (int k = 0; k < world->force_count; k++) {
        const vl_force *force = &world->forces[k];
        if (!force->kind->does_work)
            force->kind->accelerate(force, world, world->now.time);
    }
    vl_springs_accelerate(world);
}

// F on each particle held, N. For that they have a mass again.
static void find_forces(vl_world *world, vl_vec3 forces[VL_MOST_HOLDS])
{
    vl_particles *p = &world->particles;
    const vl_particles kept = *p;
    bool any = world->force_count > 0 || world->links.count > world->links.hard_count;
    memcpy(p->a, world->ledger->a, sizeof p->a);
    for (int axis = 0; any && axis < VL_AXES; axis++)
        memset(p->a[axis], 0, (size_t)p->count * sizeof(double));
    for (int k = 0; k < world->hold_count; k++)
        p->inverse_mass[world->holds[k].slot] = 1 / p->mass[world->holds[k].slot];
    if (any)
        add_forces(world);
    for (int k = 0; k < world->hold_count; k++) {
        int slot = world->holds[k].slot;
        vl_vec3 a = any ? vl_read(p->a, slot) : (vl_vec3){0, 0, 0};
        forces[k] = vl_scale(vl_add(world->gravity, a), p->mass[slot]);
        p->inverse_mass[slot] = 0;
    }
    *p = kept;
}

// At tₙ, or half a substep before.
static vl_vec3 velocity_at_departure(const vl_world *world, int slot)
{
    const vl_particles *p = &world->particles;
    if (world->ledger->now.node == VL_NODE_KNOWN)
        return vl_read(vl_world_velocity(world), slot);
    return vl_scale(vl_sub(vl_read(p->x, slot), vl_read(p->x_old, slot)), 1 / world->now.dt_old);
}

void vl_ledger_hands_depart(vl_world *world)
{
    vl_vec3 forces[VL_MOST_HOLDS];
    if (world->hold_count > 0)
        find_forces(world, forces);
    for (int k = 0; k < vl_ledger_hands(world); k++) {
        vl_ledger_hold *hold = &world->ledger->holds[k];
        int slot = world->holds[k].slot;
        hold->x = vl_read(world->particles.x, slot);
        hold->v = velocity_at_departure(world, slot);
        hold->force = world->hold_count > 0 ? forces[k] : (vl_vec3){0, 0, 0};
        hold->pull = (vl_vec3){0, 0, 0};
    }
}

// −∫ F·dx by the trapezoidal rule.
void vl_ledger_hands_arrive(vl_world *world)
{
    vl_vec3 forces[VL_MOST_HOLDS];
    if (world->hold_count > 0)
        find_forces(world, forces);
    for (int k = 0; k < world->hold_count; k++) {
        const vl_ledger_hold *hold = &world->ledger->holds[k];
        vl_vec3 way = vl_sub(vl_read(world->particles.x, world->holds[k].slot), hold->x);
        vl_vec3 twice = vl_add(hold->force, forces[k]);
        vl_ledger_add(world, VL_CAUSE_HAND, -0.5 * vl_dot(twice, way));
    }
}

// --- rods and strings ---

// Unit vectors along the links in the direction in which the solver corrects; 0 of a link that
// holds nothing.
static void find_directions(vl_world *world)
{
    vl_ledger *ledger = world->ledger;
    const vl_links *links = &world->links;
    const vl_particles *p = &world->particles;
    bool old =
        world->solver.direction == VL_DIRECTION_OLD && !world->solver.method->new_direction_only;
    for (int i = 0; i < links->hard_count; i++) {
        double *const *x = old ? p->x_old : p->x;
        vl_vec3 d = vl_sub(vl_read(x, links->to[i]), vl_read(x, links->from[i]));
        double length = vl_length(d), mobile = p->inverse_mass[links->from[i]];
        mobile += p->inverse_mass[links->to[i]];
        bool slack = links->kind[i] == VL_STRING &&
                     vl_link_length(links, p, i) < (1 - 1e-12) * links->length[i];
        bool holds = length > 0 && mobile > 0 && !slack;
        vl_write(ledger->along, i, vl_scale(d, holds ? 1 / length : 0));
        ledger->tension[i] = holds ? ledger->tension[i] : 0;
    }
}

// J times the velocities that `push`, a momentum by slot, makes.
static double apart(const vl_world *world, int link)
{
    const vl_links *links = &world->links;
    const double *weight = world->particles.inverse_mass;
    int from = links->from[link], to = links->to[link];
    vl_vec3 a = vl_scale(vl_read(world->ledger->push, from), weight[from]);
    vl_vec3 b = vl_scale(vl_read(world->ledger->push, to), weight[to]);
    return vl_dot(vl_read(world->ledger->along, link), vl_sub(a, b));
}

// J M⁻¹ Jᵀ tension
static void apply(vl_world *world, const double *tension, double *out)
{
    vl_ledger *ledger = world->ledger;
    const vl_links *links = &world->links;
    for (int axis = 0; axis < VL_AXES; axis++)
        memset(ledger->push[axis], 0, (size_t)world->particles.count * sizeof(double));
    for (int i = 0; i < links->hard_count; i++) {
        vl_vec3 part = vl_scale(vl_read(ledger->along, i), tension[i]);
        int from = links->from[i], to = links->to[i];
        vl_write(ledger->push, from, vl_add(vl_read(ledger->push, from), part));
        vl_write(ledger->push, to, vl_sub(vl_read(ledger->push, to), part));
    }
    for (int i = 0; i < links->hard_count; i++)
        out[i] = apart(world, i);
}

// m c/h by slot; true where it is not 0 everywhere.
static void put_momenta(vl_world *world, double h, double *const put[VL_AXES])
{
    const vl_particles *p = &world->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            world->ledger->push[axis][i] =
                p->inverse_mass[i] > 0 ? p->mass[i] * (p->x[axis][i] - put[axis][i]) / h : 0;
}

// The preconditioned residual, rest over the diagonal.
static double eased(const vl_world *world, int link)
{
    const double *weight = world->particles.inverse_mass;
    double sum = weight[world->links.from[link]] + weight[world->links.to[link]];
    return sum > 0 ? world->ledger->rest[link] / sum : 0;
}

static double size_of_rest(const vl_world *world)
{
    double sum = 0;
    for (int i = 0; i < world->links.hard_count; i++)
        sum += world->ledger->rest[i] * eased(world, i);
    return sum;
}

// One turn of conjugate gradients; `size` is that of the residual. Returns the new one.
static double turn(vl_world *world, double size)
{
    vl_ledger *ledger = world->ledger;
    int count = world->links.hard_count;
    double curvature = 0;
    apply(world, ledger->search, ledger->answer);
    for (int i = 0; i < count; i++)
        curvature += ledger->search[i] * ledger->answer[i];
    if (!(curvature > 0))
        return 0;
    double step = size / curvature;
    for (int i = 0; i < count; i++) {
        ledger->tension[i] += step * ledger->search[i];
        ledger->rest[i] -= step * ledger->answer[i];
    }
    double next = size_of_rest(world);
    for (int i = 0; i < count; i++)
        ledger->search[i] = eased(world, i) + next / size * ledger->search[i];
    return next;
}

// Turns at most: all that a chain needs, and of a large net some per substep.
static int most_turns(int links)
{
    enum { WORK = 60000, LEAST = 8 };

    int by_work = WORK / links, enough = 2 * links + 2;
    int most = by_work > LEAST ? by_work : LEAST;
    return most < enough ? most : enough;
}

static void find_tensions(vl_world *world, double h, double *const put[VL_AXES])
{
    vl_ledger *ledger = world->ledger;
    int count = world->links.hard_count;
    put_momenta(world, h, put);
    for (int i = 0; i < count; i++)
        ledger->rest[i] = apart(world, i);
    double whole = size_of_rest(world);
    apply(world, ledger->tension, ledger->answer);
    for (int i = 0; i < count; i++)
        ledger->rest[i] -= ledger->answer[i];
    for (int i = 0; i < count; i++)
        ledger->search[i] = eased(world, i);

    double size = size_of_rest(world);
    for (int k = most_turns(count); k > 0 && size > 1e-26 * whole; k--)
        size = turn(world, size);
}

static bool any_hand_moves(const vl_world *world)
{
    for (int k = 0; k < vl_ledger_hands(world); k++) {
        const vl_ledger_hold *hold = &world->ledger->holds[k];
        vl_vec3 way = vl_sub(vl_read(world->particles.x, world->holds[k].slot), hold->x);
        if (vl_length(way) > 0 || vl_length(hold->v) > 0)
            return true;
    }
    return false;
}

// The momentum that a tension gives to the other end.
static vl_vec3 pull_of(const vl_world *world, int link, int slot)
{
    double way = world->links.to[link] == slot ? 1 : -1;
    return vl_scale(vl_read(world->ledger->along, link), way * world->ledger->tension[link]);
}

bool vl_ledger_find_pulls(vl_world *world, double h, double *const put[VL_AXES])
{
    vl_ledger *ledger = world->ledger;
    const vl_links *links = &world->links;
    if (!any_hand_moves(world))
        return false;
    if (ledger->version != links->version)
        memset(ledger->tension, 0, (size_t)links->hard_count * sizeof(double));
    ledger->version = links->version;
    find_directions(world);
    find_tensions(world, h, put);
    for (int i = 0; i < links->hard_count; i++)
        for (int k = 0; k < vl_ledger_hands(world); k++) {
            int slot = world->holds[k].slot;
            if (links->from[i] == slot || links->to[i] == slot)
                ledger->holds[k].pull = vl_add(ledger->holds[k].pull, pull_of(world, i, slot));
        }
    return true;
}
