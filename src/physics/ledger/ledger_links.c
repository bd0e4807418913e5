// What links do, and what damping and winds do where links act.
//
// From a substep to the next the mean velocity of the way jumps, v⁺ = v⁻ + kick, and everything
// that acts has a part of the kick: the links' is c/h, with c the way that the solver moved the
// particle. A part does the work m·part·½(v⁻ + v⁺): with this mean the works of all parts add up to
// the change of ½ m v² exactly. Where a frame begins the kick is in two, before and after tₙ:
// v(tₙ) = v⁻ + w kick, w = dt₋/(dt + dt₋).
//
// Where somebody has set v(tₙ) or changed what holds, the kick to come is not the one of which
// v(tₙ) has a part; and of a method that keeps positions v⁻ is then made from v(tₙ), with links
// solved on the way. What they have done to v⁻ and v(tₙ) lacks is `unseen`: the solving of x₋, or
// −w c/h of the look ahead that found v(tₙ). With it their part of the way to v⁺ is whole.

#include "physics/contacts/contacts.h"
#include "physics/forces/springs.h"
#include "physics/ledger/ledger_parts.h"
#include "physics/math/axes.h"

#include <float.h>
#include <stddef.h>

enum { LANES = 8 }; // sums side by side, in a fixed order, that vector registers can make

// Σ m part·v⁻ and Σ m part·v⁺
typedef struct kick_work {
    double back, ahead;
} kick_work;

// How much of the kick lies before tₙ, and how much after.
typedef struct kick_shares {
    double before, after;
} kick_shares;

typedef struct substep {
    double h, w; // s; 1
    double span; // s, from the middle of the last substep to that of this one
    vl_ledger_node node;
    double *const *back;  // m/s, v⁻, or v(tₙ) where that is known
    double *const *put;   // m, from where the links moved all
    const double *mass;   // kg, of those that count; 0 of what is fixed, which no link pushes
    kick_shares links, d; // of links, and of what acts evenly
} substep;

// --- sums ---

static double add_lanes(const double lanes[LANES])
{
    double sum = 0;
    for (int l = 0; l < LANES; l++)
        sum += lanes[l];
    return sum;
}

// What a kick's parts would do: of links, part = x − predicted over h; of damping, part = v⁻ + v⁺.
typedef struct axis_sums {
    double links_back[LANES], links_ahead[LANES];
    double drag_back[LANES], drag_ahead[LANES];
} axis_sums;

// Particle i of one axis; v⁺ is kept where the next substep wants it.
static inline void add_one(axis_sums *sums, int lane, double push, double mass, double back,
                           double ahead)
{
    double momentum_back = mass * back, momentum_ahead = mass * ahead;
    sums->links_back[lane] += push * momentum_back;
    sums->links_ahead[lane] += push * momentum_ahead;
    sums->drag_back[lane] += (back + ahead) * momentum_back;
    sums->drag_ahead[lane] += (back + ahead) * momentum_ahead;
}

static void add_axis(const vl_world *world, const substep *s, int axis, axis_sums *sums)
{
    const int count = world->particles.count;
    const double *restrict x = world->particles.x[axis];
    const double *restrict from = world->particles.x_old[axis];
    const double *restrict put = s->put[axis], *restrict mass = s->mass;
    const double *back = s->back[axis], per_h = 1 / s->h;
    double *next = world->ledger->v[axis];
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
        double behind[LANES];
        for (int l = 0; l < LANES; l++)
            behind[l] = back[i + l];
        for (int l = 0; l < LANES; l++) {
            double ahead = (x[i + l] - from[i + l]) * per_h;
            next[i + l] = ahead;
            add_one(sums, l, x[i + l] - put[i + l], mass[i + l], behind[l], ahead);
        }
    }
    for (; i < count; i++) {
        double behind = back[i], ahead = (x[i] - from[i]) * per_h;
        next[i] = ahead;
        add_one(sums, 0, x[i] - put[i], mass[i], behind, ahead);
    }
}

// Of all axes: links' and damping's.
static void sum_up(const vl_world *world, const substep *s, kick_work *links, kick_work *drag)
{
    axis_sums sums = {{0}, {0}, {0}, {0}};
    for (int axis = 0; axis < VL_AXES; axis++)
        add_axis(world, s, axis, &sums);
    *links = (kick_work){add_lanes(sums.links_back) / s->h, add_lanes(sums.links_ahead) / s->h};
    *drag = (kick_work){add_lanes(sums.drag_back), add_lanes(sums.drag_ahead)};
}

// --- before and after the instant ---

// From v⁻ to v⁻ + share kick: the part does share of its work at the mean of the two.
static double work_before(const substep *s, kick_work k, double share)
{
    return share * (k.back + 0.5 * s->w * (k.ahead - k.back));
}

// From v(tₙ), or where a frame goes on v⁻, to v⁺.
static double work_after(const substep *s, kick_work k, double share)
{
    double begin = s->node == VL_NODE_PENDING ? s->w : 0;
    return share * (k.ahead - 0.5 * (1 - begin) * (k.ahead - k.back));
}

static kick_shares shares_of(const vl_world *world, const substep *s, bool links)
{
    if (s->node == VL_NODE_INSIDE)
        return (kick_shares){0, 1};
    if (s->node == VL_NODE_PENDING)
        return (kick_shares){s->w, 1 - s->w};
    return (kick_shares){0, links && world->ledger->now.fresh ? 1 : 1 - s->w};
}

// J of links and damping, before the instant and after it.
typedef struct toll {
    double links[2], damping[2];
    vl_ledger_powers powers; // of what is measured there, W
} toll;

static void count(const vl_world *world, const substep *s, double drag, toll *sum)
{
    kick_work links, lost;
    sum_up(world, s, &links, &lost);
    sum->links[0] += work_before(s, links, s->links.before);
    sum->links[1] += work_after(s, links, s->links.after);
    sum->damping[0] -= drag * work_before(s, lost, s->d.before);
    sum->damping[1] -= drag * work_after(s, lost, s->d.after);
}

// With contacts: ledger_contacts.c, which counts what comes after the instant later on.
static void count_apart(vl_world *world, const substep *s, double drag, toll *sum)
{
    world->ledger->way = (vl_ledger_way){.h = s->h,
                                         .w = s->w,
                                         .links = s->links.after,
                                         .drag = drag,
                                         .put = s->put,
                                         .node = s->node};
    vl_ledger_toll before = vl_ledger_reach_instant(world);
    sum->links[0] = before.links;
    sum->damping[0] = before.damping;
}

// --- what is measured at xₙ with v(tₙ) ---

static vl_ledger_powers measure_at_node(vl_world *world, const substep *s)
{
    vl_ledger *ledger = world->ledger;
    const vl_particles *p = &world->particles;
    double begin = s->node == VL_NODE_KNOWN ? 0 : s->node == VL_NODE_PENDING ? s->w : 0.5;
    if (!ledger->springs_damp && !ledger->winds && !ledger->penalties)
        return (vl_ledger_powers){0, 0, 0};
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double back = s->back[axis][i];
            double ahead = (p->x[axis][i] - p->x_old[axis][i]) / s->h;
            ledger->v_mid[axis][i] = back + begin * (ahead - back);
        }
    return vl_ledger_measure(world, p->x_old, ledger->v_mid, world->now.time, s->span);
}

// --- hands ---

// Momentum times the mean speed of the hand: what it does to what its rods and strings join it to.
static void add_hands(vl_world *world, const substep *s, bool before)
{
    double work = 0;
    for (int k = 0; k < vl_ledger_hands(world); k++) {
        const vl_ledger_hold *hold = &world->ledger->holds[k];
        int slot = world->holds[k].slot;
        vl_vec3 ahead = vl_scale(vl_sub(vl_read(world->particles.x, slot), hold->x), 1 / s->h);
        kick_work part = {vl_dot(hold->pull, hold->v), vl_dot(hold->pull, ahead)};
        work +=
            before ? work_before(s, part, s->links.before) : work_after(s, part, s->links.after);
    }
    vl_ledger_add(world, VL_CAUSE_HAND, work);
    vl_ledger_add(world, VL_CAUSE_LINKS, -work);
}

// --- what v(tₙ) lacks ---

// As links that also did what is unseen would have found the particles; `left` of it is in v⁺.
static void put_unseen(vl_world *world, substep *s, double left)
{
    vl_ledger *ledger = world->ledger;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < world->particles.count; i++)
            ledger->x_felt[axis][i] =
                world->predicted[axis][i] - s->h * left * ledger->unseen[axis][i];
    s->put = ledger->x_felt;
}

// Of v(tₙ) as this look ahead finds it. What was touched has it from elsewhere.
static void keep_unseen(vl_world *world, const substep *s, double left)
{
    const bool *touched = world->contact_memory ? vl_contacts_touched(world->contact_memory) : NULL;
    const vl_particles *p = &world->particles;
    double scale = left > DBL_MIN ? -s->w / (s->h * left) : 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double way = touched && touched[i] ? 0 : p->x[axis][i] - world->predicted[axis][i];
            world->ledger->unseen[axis][i] = scale * way;
        }
}

// --- all of it ---

static double *const *velocity_before(const vl_world *world, vl_ledger_node node)
{
    if (world->contact_memory && node != VL_NODE_KNOWN)
        return vl_contacts_departure(world->contact_memory);
    return node == VL_NODE_INSIDE ? world->ledger->v : vl_world_velocity(world);
}

// Part number 0 before the instant, 1 after it.
static void add_part(vl_world *world, const substep *s, const toll *sum, int part, bool hands)
{
    double share = part == 0 ? s->d.before : s->d.after;
    vl_ledger_add(world, VL_CAUSE_LINKS, sum->links[part]);
    vl_ledger_add(world, VL_CAUSE_DAMPING, sum->damping[part]);
    vl_ledger_add_powers(world, &sum->powers, share * s->span);
    if (hands)
        add_hands(world, s, part == 0);
}

void vl_ledger_store(vl_world *world)
{
    vl_ledger *ledger = world->ledger;
    if (!ledger->compliant)
        return;
    double stored = vl_springs_stored_in_links(world);
    vl_ledger_add(world, VL_CAUSE_LINKS, stored - ledger->stored);
    ledger->stored = stored;
    ledger->stored_is_known = true;
}

void vl_ledger_links(vl_world *world, double h)
{
    vl_ledger *ledger = world->ledger;
    if (!ledger)
        return;
    double h_old = world->now.dt_old;
    double left = exp(-vl_ledger_damping(world, 0.5 * (h + h_old)));
    toll sum = {.links = {0, 0}};
    substep s = {
        .h = h, .w = h_old / (h + h_old), .span = 0.5 * (h + h_old), .node = ledger->now.node};
    s.back = velocity_before(world, s.node);
    s.mass = ledger->free_mass;
    s.put = world->predicted;
    s.links = shares_of(world, &s, true);
    s.d = shares_of(world, &s, false);

    sum.powers = measure_at_node(world, &s); // before v⁻ gives its place to v⁺
    if (ledger->now.fresh && s.node == VL_NODE_KNOWN)
        put_unseen(world, &s, left);
    if (ledger->looks && !ledger->now.fresh && s.node == VL_NODE_PENDING)
        keep_unseen(world, &s, left);

    // damping alone makes v⁺ = left v⁻, and so kicks by −(1 − left)/(1 + left) (v⁻ + v⁺)
    double drag = (1 - left) / (1 + left);
    if (world->contact_memory)
        count_apart(world, &s, drag, &sum);
    else
        count(world, &s, drag, &sum);

    ledger->v_is_known = !world->contact_memory;
    bool hands = vl_ledger_find_pulls(world, h, s.put);
    add_part(world, &s, &sum, 0, hands);
    for (int c = 0; s.node == VL_NODE_PENDING && c < VL_CAUSE_COUNT; c++)
        ledger->now.at[c] = ledger->now.sums[c];
    add_part(world, &s, &sum, 1, hands);
    if (!world->contact_memory) // which still move particles
        vl_ledger_store(world);
}
