// Pairs that can meet are found by sweep and prune: the boxes around the ways of a substep, sorted
// along the axis in which the balls are spread most. The order of the last substep is kept, so that
// sorting costs little.

#include "physics/contacts/balls.h"

#include "base/memory.h"
#include "physics/colliders/colliders.h"
#include "physics/model/incidence.h"

enum {
    PAIRS_PER_BALL = 16,
    MOST_PLANES = 64, // on the way of one to the other
    MOST_IMPACTS = 4, // of one pair in a substep, where they take energy; then it rests
    LAST_SWEEPS = 40, // over what still overlaps
    EVENTS_PER_BALL = 16,
    MOST_ROUNDS = 16, // of blows passed on
};

// Parts of a radius by which a reach grows before it counts.
static const double reach_step = 0.05;

typedef struct pair {
    int a, b;    // slots
    int impacts; // in this substep
    bool rests;  // came to rest in this substep: what is left to do is done at its end
} pair;

struct vl_balls {
    int particles, count;
    int *slots;         // of what has a radius, sorted by `low`
    double *low, *high; // m, by slot: of the box along the axis of the sweep
    double *reach;      // m, by slot: how far it may come in the substep
    int pair_count, pair_room;
    pair *pairs;
    vl_incidence linked; // which slots are linked to which
    int version;         // of the links that it was made of
    double restitution;
    int *pairs_first, *pairs_of; // pairs of slot i: pairs_of[pairs_first[i]…pairs_first[i + 1])
    int leaves;                  // of the tree of events, a power of two
    double *due; // s: when slot i ends its segment; from `particles` on, when a pair meets
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

// Where links have torn or were cut, fewer are linked.
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

// The least power of two that is not less than `count`.
static size_t power_above(size_t count)
{
    size_t power = 1;
    while (power < count)
        power *= 2;
    return power;
}

vl_balls *vl_balls_create(const vl_world *world)
{
    const vl_collider *collider = find_collider(world);
    if (!collider)
        return NULL;
    const vl_particles *p = &world->particles;
    size_t count = (size_t)p->count;
    vl_balls *balls = vl_alloc(1, sizeof *balls);
    balls->particles = p->count;
    balls->restitution = collider->restitution;
    balls->slots = vl_alloc(count, sizeof *balls->slots);
    for (int i = 0; i < p->count; i++)
        if (p->radius[i] > 0)
            balls->slots[balls->count++] = i;
    balls->low = vl_alloc(count, sizeof *balls->low);
    balls->high = vl_alloc(count, sizeof *balls->high);
    balls->reach = vl_alloc(count, sizeof *balls->reach);
    balls->pair_room = PAIRS_PER_BALL * balls->count;
    balls->pairs = vl_alloc((size_t)balls->pair_room, sizeof *balls->pairs);
    balls->pairs_first = vl_alloc(count + 1, sizeof *balls->pairs_first);
    balls->pairs_of = vl_alloc(2 * (size_t)balls->pair_room, sizeof *balls->pairs_of);
    size_t leaves = power_above(count + (size_t)balls->pair_room);
    balls->due = vl_alloc(leaves, sizeof *balls->due);
    balls->winner = vl_alloc(2 * leaves, sizeof *balls->winner);
    const vl_links *links = &world->links;
    balls->linked = vl_incidence_create(links->from, links->to, links->count, p->count);
    balls->version = links->version;
    return balls;
}

void vl_balls_free(vl_balls *balls)
{
    if (!balls)
        return;
    vl_free(balls->slots);
    vl_free(balls->low);
    vl_free(balls->high);
    vl_free(balls->reach);
    vl_free(balls->pairs);
    vl_free(balls->pairs_first);
    vl_free(balls->pairs_of);
    vl_free(balls->due);
    vl_free(balls->winner);
    vl_incidence_free(&balls->linked);
    vl_free(balls);
}

// --- pairs that can meet ---

typedef struct span {
    double low[VL_AXES], high[VL_AXES];
} span;

// The box around all that a ball may come to.
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

// By `low`; ties by slot, so that the order is that of the present places alone.
static bool comes_after(const vl_balls *balls, int a, int b)
{
    return balls->low[a] > balls->low[b] || (balls->low[a] == balls->low[b] && a > b);
}

// Shell's sort with Ciura's gaps: in place, and short where the order is nearly right.
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

static bool can_meet(const vl_balls *balls, const vl_path *paths, int a, int b)
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
            if (can_meet(balls, paths, a, b))
                balls->pairs[balls->pair_count++] = (pair){.a = a, .b = b};
        }
    }
}

// How far `to` may come when it is struck by `by`, m: an elastic blow gives it 2 m/(m + m') of the
// other's speed at most. Fixed ones have no inverse mass.
static double struck(const vl_balls *balls, const double *weight, int by, int to)
{
    double sum = weight[by] + weight[to];
    double share = sum > 0 ? 2 * weight[to] / sum : 0;
    return fmax(balls->reach[to], share * balls->reach[by]);
}

// Balls that may strike each other come as far as the other would. False where no reach grew by
// more than a small part of a ball.
static bool pass_on_reach(vl_balls *balls, const double *weight, const vl_path *paths)
{
    bool grew = false;
    for (int k = 0; k < balls->pair_count; k++) {
        int ends[2] = {balls->pairs[k].a, balls->pairs[k].b};
        for (int side = 0; side < 2; side++) {
            int to = ends[side], by = ends[1 - side];
            double reach = paths[to].fixed ? balls->reach[to] : struck(balls, weight, by, to);
            grew = grew || reach > balls->reach[to] + reach_step * paths[to].radius;
            balls->reach[to] = reach;
        }
    }
    return grew;
}

// All pairs that can meet in h seconds, also those that only a struck ball can.
static void find_all_pairs(vl_balls *balls, const double *weight, const vl_path *paths, double h)
{
    for (int k = 0; k < balls->count; k++) {
        int slot = balls->slots[k];
        balls->reach[slot] = vl_length(paths[slot].v) * h + vl_length(paths[slot].bend) * h * h;
    }
    find_pairs(balls, paths);
    for (int i = 0; i < MOST_ROUNDS && pass_on_reach(balls, weight, paths); i++)
        find_pairs(balls, paths);
}

// --- one against the other ---

// b as seen from a, at some time.
typedef struct approach {
    vl_vec3 x, v, a; // m, m/s, m/s²
    vl_vec3 normal;  // from a to b
    double distance; // m, between their surfaces
    double speed;    // m/s, of parting
    double pull;     // m/s², of parting, their turning about each other included
} approach;

static approach look(vl_vec3 x, vl_vec3 v, vl_vec3 a, double radii)
{
    double r = vl_length(x);
    approach c = {x, v, a, r > 0 ? vl_scale(x, 1 / r) : (vl_vec3){0, 1, 0}, r - radii, 0, 0};
    vl_vec3 turning = vl_cross(c.normal, v);
    c.speed = vl_dot(v, c.normal);
    c.pull = vl_dot(a, c.normal) + (r > 0 ? vl_dot(turning, turning) / r : 0);
    return c;
}

static double skin_of(const vl_path *a, const vl_path *b)
{
    return 2 * fmax(a->skin, b->skin);
}

static bool meets(const approach *c, double skin, double left)
{
    double least = 1e-12 * (vl_length(c->v) + vl_length(c->a) * left);
    if (c->distance > skin)
        return false;
    return fabs(c->speed) > least ? c->speed < 0 : c->pull < 0;
}

// When two meet on their present segments, s from the beginning of the substep. As in
// contact_path.c: the plane across their line keeps them apart until it is crossed.
static double meeting(const vl_path *a, const vl_path *b, double h)
{
    double now_a = h - a->left, now_b = h - b->left, t = fmax(now_a, now_b);
    double end = fmin(now_a + a->until, now_b + b->until);
    double radii = a->radius + b->radius, skin = skin_of(a, b);
    vl_vec3 bend = vl_sub(b->bend_now, a->bend_now);
    for (int i = 0; i < MOST_PLANES && t <= end; i++) {
        vl_vec3 x = vl_sub(vl_path_position(b, t - now_b), vl_path_position(a, t - now_a));
        vl_vec3 va = vl_add(a->v, vl_scale(a->bend_now, t - now_a));
        vl_vec3 vb = vl_add(b->v, vl_scale(b->bend_now, t - now_b));
        approach c = look(x, vl_sub(vb, va), bend, radii);
        if (meets(&c, skin, end - t))
            return t;
        t += vl_path_falls_to_zero(fmax(c.distance, skin), c.speed, vl_dot(bend, c.normal));
    }
    return t < end ? t : HUGE_VAL;
}

static approach look_now(const vl_path *a, const vl_path *b)
{
    return look(vl_sub(b->x, a->x), vl_sub(b->v, a->v), vl_sub(b->pull_now, a->pull_now),
                a->radius + b->radius);
}

// Changes the parting of two by `change` along their line, momentum being what it is.
static void share(vl_vec3 *a, vl_vec3 *b, double wa, double wb, vl_vec3 normal, double change)
{
    double impulse = change / (wa + wb);
    *a = vl_sub(*a, vl_scale(normal, impulse * wa));
    *b = vl_add(*b, vl_scale(normal, impulse * wb));
}

// An impact; or rest, where the bounces to come end within the substep of `h` s. True of a blow:
// they came faster than what pulls them makes in a substep.
static bool collide(const vl_balls *balls, const double *weight, vl_path *paths, pair *p, double h)
{
    vl_path *a = &paths[p->a], *b = &paths[p->b];
    approach c = look_now(a, b);
    double wa = weight[p->a], wb = weight[p->b], e = balls->restitution;
    double after = c.speed < 0 ? -e * c.speed : c.speed;
    bool rests = c.pull < 0 && 2 * after <= -c.pull * (1 - e) * a->left;
    double least = 1e-12 * (vl_length(c.v) + vl_length(c.a) * a->left);
    rests = rests || (c.pull < 0 && fabs(after) <= least);
    rests = rests || (e < 1 && ++p->impacts > MOST_IMPACTS);

    share(&a->v, &b->v, wa, wb, c.normal, (rests ? 0 : after) - c.speed);
    if (rests) {
        share(&a->pull, &b->pull, wa, wb, c.normal, fmax(0, -c.pull));
        p->rests = true;
    }
    a->bend = a->drawn = a->pull;
    b->bend = b->drawn = b->pull;
    a->touched = b->touched = true;
    return c.speed < -fmax(least, 2 * vl_length(c.a) * h);
}

// --- the substep ---

static void plan(vl_path *path, const vl_world *world)
{
    if (!path->fixed) {
        vl_path_plan(path, world);
        return;
    }
    path->until = path->left;
    path->bend_now = path->pull_now = (vl_vec3){0, 0, 0};
    path->support_count = 0;
}

// Of events due at the same time the first one wins: segments before pairs, in order of slots.
static void set_due(vl_balls *balls, int event, double at)
{
    balls->due[event] = at;
    for (int k = (event + balls->leaves) / 2; k >= 1; k /= 2) {
        int left = balls->winner[2 * k], right = balls->winner[2 * k + 1];
        balls->winner[k] = balls->due[right] < balls->due[left] ? right : left;
    }
}

static void plant_tree(vl_balls *balls)
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

static void list_pairs(vl_balls *balls)
{
    int *first = balls->pairs_first, count = balls->particles;
    for (int i = 0; i <= count; i++)
        first[i] = 0;
    for (int k = 0; k < balls->pair_count; k++) {
        first[balls->pairs[k].a]++;
        first[balls->pairs[k].b]++;
    }
    for (int i = 0, sum = 0; i <= count; i++) {
        sum += first[i];
        first[i] = sum;
    }
    for (int k = balls->pair_count - 1; k >= 0; k--) {
        balls->pairs_of[--first[balls->pairs[k].a]] = k;
        balls->pairs_of[--first[balls->pairs[k].b]] = k;
    }
}

// What is to come for a ball whose segment is new.
static void foresee(vl_balls *balls, const vl_path *paths, int slot, double h)
{
    const vl_path *path = &paths[slot];
    bool early = path->until < path->left;
    set_due(balls, slot, early ? h - path->left + path->until : HUGE_VAL);
    for (int k = balls->pairs_first[slot]; k < balls->pairs_first[slot + 1]; k++) {
        const pair *p = &balls->pairs[balls->pairs_of[k]];
        double at = p->rests ? HUGE_VAL : meeting(&paths[p->a], &paths[p->b], h);
        set_due(balls, balls->particles + balls->pairs_of[k], at);
    }
}

// A blow wakes the pairs of a ball that rest: they may approach each other now.
static void wake(vl_balls *balls, int slot, const pair *struck)
{
    for (int k = balls->pairs_first[slot]; k < balls->pairs_first[slot + 1]; k++) {
        pair *other = &balls->pairs[balls->pairs_of[k]];
        other->rests = other->rests && other == struck;
    }
}

static void go_to(vl_path *path, double t, double h)
{
    double way = t - (h - path->left);
    vl_path_advance(path, fmin(fmax(way, 0), path->until));
}

// The next thing that happens. False when nothing does any more.
static bool pass_event(vl_balls *balls, const vl_world *world, vl_path *paths, double h)
{
    int event = balls->winner[1];
    double at = balls->due[event];
    if (!(at < HUGE_VAL))
        return false;
    if (event < balls->particles) {
        vl_path_advance(&paths[event], paths[event].until);
        plan(&paths[event], world);
        foresee(balls, paths, event, h);
        return true;
    }
    pair *p = &balls->pairs[event - balls->particles];
    go_to(&paths[p->a], at, h);
    go_to(&paths[p->b], at, h);
    bool blow = collide(balls, world->particles.inverse_mass, paths, p, h);
    plan(&paths[p->a], world);
    plan(&paths[p->b], world);
    if (blow) {
        wake(balls, p->a, p);
        wake(balls, p->b, p);
    }
    foresee(balls, paths, p->a, h);
    foresee(balls, paths, p->b, h);
    return true;
}

// What still overlaps is moved apart, and what rests or overlaps stops approaching.
static bool part(const double *weight, vl_path *a, vl_path *b, const pair *p)
{
    approach c = look_now(a, b);
    double wa = weight[p->a], wb = weight[p->b], radii = a->radius + b->radius;
    bool overlap = c.distance < -1e-9 * radii;
    if (overlap)
        share(&a->x, &b->x, wa, wb, c.normal, -c.distance);
    if (!overlap && !(p->rests && c.distance < 1e-3 * radii))
        return false;
    bool closing = c.speed < -1e-9 * vl_length(c.v);
    if (closing)
        share(&a->v, &b->v, wa, wb, c.normal, -c.speed);
    a->touched = b->touched = true;
    return overlap || closing;
}

static void part_all(vl_balls *balls, const vl_world *world, vl_path *paths)
{
    bool any = true;
    for (int sweep = 0; any && sweep < LAST_SWEEPS; sweep++) {
        any = false;
        for (int k = 0; k < balls->pair_count; k++) {
            pair *p = &balls->pairs[k];
            vl_path *a = &paths[p->a], *b = &paths[p->b];
            if (!part(world->particles.inverse_mass, a, b, p))
                continue;
            any = true;
            if (!a->fixed)
                vl_path_hold_off(a, world);
            if (!b->fixed)
                vl_path_hold_off(b, world);
        }
    }
}

void vl_balls_run(vl_balls *balls, const vl_world *world, vl_path *paths, double h)
{
    follow_links(balls, &world->links);
    find_all_pairs(balls, world->particles.inverse_mass, paths, h);
    for (int k = 0; k < balls->count; k++)
        plan(&paths[balls->slots[k]], world);
    list_pairs(balls);
    plant_tree(balls);
    for (int k = 0; k < balls->count; k++)
        foresee(balls, paths, balls->slots[k], h);

    int most = EVENTS_PER_BALL * balls->count;
    for (int i = 0; i < most && pass_event(balls, world, paths, h); i++)
        ;
    for (int k = 0; k < balls->count; k++) {
        vl_path *path = &paths[balls->slots[k]];
        vl_path_advance(path, path->until);
    }
    part_all(balls, world, paths);
}
