// Pairs that can collide are found by sweep and prune: the bounding boxes of the paths of a substep
// are sorted along the axis in which the balls are spread most. Sorting starts from the order of
// the last substep, so that it costs little.

#include "physics/contacts/balls.h"

#include "physics/colliders/colliders.h"
#include "physics/contacts/contacts.h"
#include "physics/model/incidence.h"

enum {
    PAIRS_PER_BALL = 16,
    MOST_PLANES = 64, // separating planes tried for one impact
    MOST_IMPACTS = 4, // of one inelastic pair in a substep; then it rests
    LAST_SWEEPS = 40, // over pairs that still overlap
    EVENTS_PER_BALL = 16,
    MOST_ROUNDS = 16, // of the propagation of reaches
};

// A reach that grows by less than this part of the radius is not propagated.
static const double reach_step = 0.05;

typedef struct pair {
    int a, b;    // slots
    int impacts; // in this substep
    bool rests;  // came to rest in this substep, at whose end its overlap is removed
} pair;

struct vl_balls {
    int particles, count;
    int *slots;         // of particles with a radius, sorted by `low`
    double *low, *high; // m, by slot: ends of the box along the sorted axis
    double *reach;      // m, by slot: how far it may move in the substep
    int pair_count, pair_room;
    pair *pairs;
    vl_incidence linked; // the links of each slot
    int version;         // of the links in `linked`
    double restitution;
    int *pair_a, *pair_b;  // ends of the pairs
    vl_incidence pairs_at; // the pairs of each slot
    int leaves;            // number of leaves of the tree of events, a power of two
    double *due; // s, when an event is due: the end of slot i's segment, from `particles` on the
                 // impact of a pair
    int *winner; // winner[k]: which of the events below node k is due first; the root is 1
};

static const vl_collider *find_collider(const vl_world *world)
{
    for (int i = 0; i < world->collider_count; i++)
        if (world->colliders[i].kind == &vl_collider_balls)
            return &world->colliders[i];
    return NULL;
}

// --- who is linked to whom ---

// Updates `linked` after links tore or were cut.
static void follow_links(vl_balls *balls, const vl_links *links)
{
    if (balls->version != links->version)
        vl_incidence_fill(&balls->linked, links->from, links->to, links->count, balls->particles);
    balls->version = links->version;
}

static bool are_linked(const vl_balls *balls, int a, int b)
{
    for (int k = balls->linked.first[a]; k < balls->linked.first[a + 1]; k++)
        if (balls->linked.other[k] == b)
            return true;
    return false;
}

// --- memory ---

// The smallest power of two that is not less than `count`.
static size_t power_above(size_t count)
{
    size_t power = 1;
    while (power < count)
        power *= 2;
    return power;
}

vl_balls *vl_balls_create(vl_arena *arena, const vl_world *world)
{
    const vl_collider *collider = find_collider(world);
    if (!collider)
        return NULL;
    const vl_particles *p = &world->particles;
    size_t count = (size_t)p->count;
    vl_balls *balls = vl_arena_take(arena, 1, sizeof *balls);
    balls->particles = p->count;
    balls->restitution = collider->restitution;
    balls->slots = vl_arena_take(arena, count, sizeof *balls->slots);
    for (int i = 0; i < p->count; i++)
        if (p->radius[i] > 0)
            balls->slots[balls->count++] = i;
    balls->low = vl_arena_take(arena, count, sizeof *balls->low);
    balls->high = vl_arena_take(arena, count, sizeof *balls->high);
    balls->reach = vl_arena_take(arena, count, sizeof *balls->reach);
    balls->pair_room = PAIRS_PER_BALL * balls->count;
    balls->pairs = vl_arena_take(arena, (size_t)balls->pair_room, sizeof *balls->pairs);
    balls->pair_a = vl_arena_take(arena, (size_t)balls->pair_room, sizeof *balls->pair_a);
    balls->pair_b = vl_arena_take(arena, (size_t)balls->pair_room, sizeof *balls->pair_b);
    balls->pairs_at =
        vl_incidence_create(arena, balls->pair_a, balls->pair_b, balls->pair_room, p->count);
    size_t leaves = power_above(count + (size_t)balls->pair_room);
    balls->due = vl_arena_take(arena, leaves, sizeof *balls->due);
    balls->winner = vl_arena_take(arena, 2 * leaves, sizeof *balls->winner);
    const vl_links *links = &world->links;
    balls->linked = vl_incidence_create(arena, links->from, links->to, links->count, p->count);
    balls->version = links->version;
    return balls;
}

// --- pairs that can collide ---

typedef struct span {
    double low[VL_AXES], high[VL_AXES];
} span;

// The box around all positions that a ball may reach.
static span span_of(const vl_path *path, double reach)
{
    const double x[VL_AXES] = {path->x.x, path->x.y, path->x.z};
    span s;
    for (int axis = 0; axis < VL_AXES; axis++) {
        s.low[axis] = x[axis] - path->radius - reach;
        s.high[axis] = x[axis] + path->radius + reach;
    }
    return s;
}

static int widest_axis(const vl_balls *balls, const vl_path *paths)
{
    span all = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (int k = 0; k < balls->count; k++) {
        span one = span_of(&paths[balls->slots[k]], 0);
        for (int axis = 0; axis < VL_AXES; axis++) {
            all.low[axis] = fmin(all.low[axis], one.low[axis]);
            all.high[axis] = fmax(all.high[axis], one.high[axis]);
        }
    }
    int widest = 0;
    for (int axis = 1; axis < VL_AXES; axis++)
        if (all.high[axis] - all.low[axis] > all.high[widest] - all.low[widest])
            widest = axis;
    return widest;
}

// Sorts by `low`, then by slot, so that the order does not depend on that of the last substep.
static bool comes_after(const vl_balls *balls, int a, int b)
{
    return balls->low[a] > balls->low[b] || (balls->low[a] == balls->low[b] && a > b);
}

// Shell's sort with Ciura's gaps: in place, and fast where the order is nearly right.
static void sort_slots(vl_balls *balls)
{
    static const int gaps[] = {1750, 701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (int k = gaps[g]; k < balls->count; k++) {
            int slot = balls->slots[k], to = k;
            while (to >= gaps[g] && comes_after(balls, balls->slots[to - gaps[g]], slot)) {
                balls->slots[to] = balls->slots[to - gaps[g]];
                to -= gaps[g];
            }
            balls->slots[to] = slot;
        }
}

static bool can_collide(const vl_balls *balls, const vl_path *paths, int a, int b)
{
    span sa = span_of(&paths[a], balls->reach[a]), sb = span_of(&paths[b], balls->reach[b]);
    for (int axis = 0; axis < VL_AXES; axis++)
        if (sa.low[axis] > sb.high[axis] || sb.low[axis] > sa.high[axis])
            return false;
    return !(paths[a].fixed && paths[b].fixed) && !are_linked(balls, a, b);
}

static void find_pairs(vl_balls *balls, const vl_path *paths)
{
    int axis = widest_axis(balls, paths);
    for (int k = 0; k < balls->count; k++) {
        int slot = balls->slots[k];
        span s = span_of(&paths[slot], balls->reach[slot]);
        balls->low[slot] = s.low[axis];
        balls->high[slot] = s.high[axis];
    }
    sort_slots(balls);

    balls->pair_count = 0;
    for (int k = 0; k < balls->count; k++) {
        int a = balls->slots[k];
        for (int m = k + 1; m < balls->count; m++) {
            int b = balls->slots[m];
            if (balls->low[b] > balls->high[a] || balls->pair_count == balls->pair_room)
                break;
            if (!can_collide(balls, paths, a, b))
                continue;
            balls->pair_a[balls->pair_count] = a;
            balls->pair_b[balls->pair_count] = b;
            balls->pairs[balls->pair_count++] = (pair){.a = a, .b = b};
        }
    }
}

// How far `to` may move when `by` hits it, m: an elastic impact gives it at most 2 m/(m + m') of
// the other's speed. `weight` is the inverse mass.
static double reach_after_impact(const vl_balls *balls, const double *weight, int by, int to)
{
    double sum = weight[by] + weight[to];
    double share = sum > 0 ? 2 * weight[to] / sum : 0;
    return fmax(balls->reach[to], share * balls->reach[by]);
}

// A ball that is hit may move as far as the other would. False where no reach grew noticeably.
static bool propagate_reach(vl_balls *balls, const double *weight, const vl_path *paths)
{
    bool grew = false;
    for (int k = 0; k < balls->pair_count; k++) {
        int ends[2] = {balls->pairs[k].a, balls->pairs[k].b};
        for (int side = 0; side < 2; side++) {
            int to = ends[side], by = ends[1 - side];
            double reach =
                paths[to].fixed ? balls->reach[to] : reach_after_impact(balls, weight, by, to);
            grew = grew || reach > balls->reach[to] + reach_step * paths[to].radius;
            balls->reach[to] = reach;
        }
    }
    return grew;
}

// Finds all pairs that can collide in h seconds, also after another impact.
static void find_all_pairs(vl_balls *balls, const double *weight, const vl_path *paths, double h)
{
    for (int k = 0; k < balls->count; k++) {
        int slot = balls->slots[k];
        balls->reach[slot] = vl_length(paths[slot].v) * h + vl_length(paths[slot].accel_x) * h * h;
    }
    find_pairs(balls, paths);
    for (int i = 0; i < MOST_ROUNDS && propagate_reach(balls, weight, paths); i++)
        find_pairs(balls, paths);
}

// --- one against the other ---

// The motion of b relative to a, at some time.
typedef struct relative_motion {
    vl_vec3 x, v, a;     // m, m/s, m/s²
    vl_vec3 normal;      // from a to b
    double distance;     // m, between the surfaces
    double speed;        // m/s, of separation
    double acceleration; // m/s², of separation, with the rotation about each other
} relative_motion;

static relative_motion relative_motion_of(vl_vec3 x, vl_vec3 v, vl_vec3 a, double radii)
{
    double r = vl_length(x);
    relative_motion c = {x, v, a, r > 0 ? vl_scale(x, 1 / r) : (vl_vec3){0, 1, 0}, r - radii, 0, 0};
    vl_vec3 across = vl_cross(c.normal, v);
    c.speed = vl_dot(v, c.normal);
    c.acceleration = vl_dot(a, c.normal) + (r > 0 ? vl_dot(across, across) / r : 0);
    return c;
}

static double skin_of(const vl_path *a, const vl_path *b)
{
    return 2 * fmax(a->skin, b->skin);
}

static bool touches(const relative_motion *c, double skin, double left)
{
    double noise = 1e-12 * (vl_length(c->v) + vl_length(c->a) * left);
    if (c->distance > skin)
        return false;
    return fabs(c->speed) > noise ? c->speed < 0 : c->acceleration < 0;
}

// When two balls collide on their present segments, s from the beginning of the substep. As in
// contact_path.c, the plane normal to the line between them separates them until it is crossed.
static double time_of_impact(const vl_path *a, const vl_path *b, double h)
{
    double now_a = h - a->left, now_b = h - b->left, t = fmax(now_a, now_b);
    double end = fmin(now_a + a->until, now_b + b->until);
    double radii = a->radius + b->radius, skin = skin_of(a, b);
    vl_vec3 acceleration = vl_sub(b->segment_accel_x, a->segment_accel_x);
    for (int i = 0; i < MOST_PLANES && t <= end; i++) {
        vl_vec3 x = vl_sub(vl_path_position(b, t - now_b), vl_path_position(a, t - now_a));
        vl_vec3 va = vl_add(a->v, vl_scale(a->segment_accel_x, t - now_a));
        vl_vec3 vb = vl_add(b->v, vl_scale(b->segment_accel_x, t - now_b));
        relative_motion c = relative_motion_of(x, vl_sub(vb, va), acceleration, radii);
        if (touches(&c, skin, end - t))
            return t;
        t += vl_path_falls_to_zero(fmax(c.distance, skin), c.speed, vl_dot(acceleration, c.normal));
    }
    return t < end ? t : HUGE_VAL;
}

static relative_motion relative_now(const vl_path *a, const vl_path *b)
{
    return relative_motion_of(vl_sub(b->x, a->x), vl_sub(b->v, a->v),
                              vl_sub(b->segment_accel_v, a->segment_accel_v),
                              a->radius + b->radius);
}

// Changes the speed of separation of two balls by `change` and conserves their momentum.
static void exchange_impulse(vl_vec3 *a, vl_vec3 *b, double wa, double wb, vl_vec3 normal,
                             double change)
{
    double impulse = change / (wa + wb);
    *a = vl_sub(*a, vl_scale(normal, impulse * wa));
    *b = vl_add(*b, vl_scale(normal, impulse * wb));
}

// Resolves an impact; the pair rests where all further bounces would end within the substep of `h`
// s. True for a hard impact, faster than their acceleration makes them in a substep.
static bool collide(const vl_balls *balls, const double *weight, vl_path *paths, pair *p, double h)
{
    vl_path *a = &paths[p->a], *b = &paths[p->b];
    relative_motion c = relative_now(a, b);
    double wa = weight[p->a], wb = weight[p->b], e = balls->restitution;
    double after = c.speed < 0 ? -e * c.speed : c.speed;
    bool rests = c.acceleration < 0 && 2 * after <= -c.acceleration * (1 - e) * a->left;
    double noise = 1e-12 * (vl_length(c.v) + vl_length(c.a) * a->left);
    rests = rests || (c.acceleration < 0 && fabs(after) <= noise) ||
            (e < 1 && ++p->impacts > MOST_IMPACTS);

    exchange_impulse(&a->v, &b->v, wa, wb, c.normal, (rests ? 0 : after) - c.speed);
    if (rests) {
        exchange_impulse(&a->accel_v, &b->accel_v, wa, wb, c.normal, fmax(0, -c.acceleration));
        p->rests = true;
    }
    a->accel_x = a->accel_unbiased = a->accel_v;
    b->accel_x = b->accel_unbiased = b->accel_v;
    a->touched = b->touched = true;
    return c.speed < -fmax(noise, 2 * vl_length(c.a) * h);
}

// --- the substep ---

static void plan(vl_path *path, const vl_world *world)
{
    if (!path->fixed) {
        vl_path_plan(path, world);
        return;
    }
    path->until = path->left;
    path->segment_accel_x = path->segment_accel_v = (vl_vec3){0, 0, 0};
    path->support_count = 0;
}

// Of events due at the same time the lower number comes first: segments before pairs.
static void set_due(vl_balls *balls, int event, double at)
{
    balls->due[event] = at;
    for (int k = (event + balls->leaves) / 2; k >= 1; k /= 2) {
        int left = balls->winner[2 * k], right = balls->winner[2 * k + 1];
        balls->winner[k] = balls->due[right] < balls->due[left] ? right : left;
    }
}

static void clear_events(vl_balls *balls)
{
    int events = balls->particles + balls->pair_count;
    balls->leaves = (int)power_above((size_t)events);
    for (int i = 0; i < balls->leaves; i++) {
        balls->due[i] = HUGE_VAL;
        balls->winner[balls->leaves + i] = i;
    }
    for (int k = balls->leaves - 1; k >= 1; k--)
        balls->winner[k] = balls->winner[2 * k];
}

// Schedules the events of a ball on a new segment.
static void schedule(vl_balls *balls, const vl_path *paths, int slot, double h)
{
    const vl_path *path = &paths[slot];
    bool early = path->until < path->left;
    set_due(balls, slot, early ? h - path->left + path->until : HUGE_VAL);
    for (int k = balls->pairs_at.first[slot]; k < balls->pairs_at.first[slot + 1]; k++) {
        const pair *p = &balls->pairs[balls->pairs_at.link[k]];
        double at = p->rests ? HUGE_VAL : time_of_impact(&paths[p->a], &paths[p->b], h);
        set_due(balls, balls->particles + balls->pairs_at.link[k], at);
    }
}

// After a hard impact a ball may approach those that it rested on: no other pair of it rests.
static void reopen_pairs(vl_balls *balls, int slot, const pair *hit)
{
    for (int k = balls->pairs_at.first[slot]; k < balls->pairs_at.first[slot + 1]; k++) {
        pair *other = &balls->pairs[balls->pairs_at.link[k]];
        other->rests = other->rests && other == hit;
    }
}

static void advance_to(vl_path *path, double t, double h)
{
    double more = t - (h - path->left);
    vl_path_advance(path, fmin(fmax(more, 0), path->until));
}

// Processes the next event; false when there is none.
static bool process_event(vl_balls *balls, const vl_world *world, vl_path *paths, double h)
{
    int event = balls->winner[1];
    double at = balls->due[event];
    if (!(at < HUGE_VAL))
        return false;
    if (event < balls->particles) {
        vl_path_advance(&paths[event], paths[event].until);
        plan(&paths[event], world);
        schedule(balls, paths, event, h);
        return true;
    }
    pair *p = &balls->pairs[event - balls->particles];
    advance_to(&paths[p->a], at, h);
    advance_to(&paths[p->b], at, h);
    bool hard = collide(balls, world->particles.inverse_mass, paths, p, h);
    plan(&paths[p->a], world);
    plan(&paths[p->b], world);
    if (hard) {
        reopen_pairs(balls, p->a, p);
        reopen_pairs(balls, p->b, p);
    }
    schedule(balls, paths, p->a, h);
    schedule(balls, paths, p->b, h);
    return true;
}

// Moves a pair apart that still overlaps, and stops the approach of one that rests or overlaps.
static bool separate(const double *weight, vl_path *a, vl_path *b, const pair *p)
{
    relative_motion c = relative_now(a, b);
    double wa = weight[p->a], wb = weight[p->b], radii = a->radius + b->radius;
    bool overlap = c.distance < -1e-9 * radii;
    if (overlap)
        exchange_impulse(&a->x, &b->x, wa, wb, c.normal, -c.distance);
    if (!overlap && !(p->rests && c.distance < 1e-3 * radii))
        return false;
    bool closing = c.speed < -1e-9 * vl_length(c.v);
    if (closing)
        exchange_impulse(&a->v, &b->v, wa, wb, c.normal, -c.speed);
    a->touched = b->touched = true;
    return overlap || closing;
}

static void separate_all(vl_balls *balls, const vl_world *world, vl_path *paths)
{
    bool any = true;
    for (int sweep = 0; any && sweep < LAST_SWEEPS; sweep++) {
        any = false;
        for (int k = 0; k < balls->pair_count; k++) {
            pair *p = &balls->pairs[k];
            vl_path *a = &paths[p->a], *b = &paths[p->b];
            if (!separate(world->particles.inverse_mass, a, b, p))
                continue;
            any = true;
            if (!a->fixed)
                vl_path_depenetrate(a, world);
            if (!b->fixed)
                vl_path_depenetrate(b, world);
        }
    }
}

void vl_balls_run(vl_balls *balls, const vl_world *world, vl_path *paths, double h)
{
    follow_links(balls, &world->links);
    find_all_pairs(balls, world->particles.inverse_mass, paths, h);
    for (int k = 0; k < balls->count; k++)
        plan(&paths[balls->slots[k]], world);
    vl_incidence_fill(&balls->pairs_at, balls->pair_a, balls->pair_b, balls->pair_count,
                      balls->particles);
    clear_events(balls);
    for (int k = 0; k < balls->count; k++)
        schedule(balls, paths, balls->slots[k], h);

    int most = EVENTS_PER_BALL * balls->count;
    for (int i = 0; i < most && process_event(balls, world, paths, h); i++)
        ;
    for (int k = 0; k < balls->count; k++) {
        vl_path *path = &paths[balls->slots[k]];
        vl_path_advance(path, path->until);
    }
    separate_all(balls, world, paths);
}
