// Pairs that can collide are found by sweep and prune: the bounding boxes of the paths of a substep
// are sorted along the axis in which the balls are spread most. Sorting starts from the order of
// the last substep, so that it costs little.

#include "physics/contacts/balls.h"

#include "physics/colliders/colliders.h"
#include "physics/contacts/contacts.h"
#include "physics/contacts/overlaps.h"
#include "physics/model/incidence.h"

#include <float.h>

enum {
    MOST_PLANES = 64, // separating planes tried for one impact
    MOST_IMPACTS = 4, // of one inelastic pair in a substep; then it rests
    FIRST_SWEEPS = 4, // of the last, which are exact
    LAST_SWEEPS = 40, // over pairs that still overlap
    EVENTS_PER_BALL = 16,
    MOST_REACHES = 16, // times that reaches are propagated
    MOST_ITERATIONS = 300,
};

// Events due within this part of a substep belong to one instant, and closing speeds that differ by
// less than this part are equal: the rounding errors of a mirrored motion, with room for the
// impacts that have enlarged them.
static const double same = 1e-9;

// Parts of the radii: pairs that are as near at the end of a substep are solved together; those
// that rest; an overlap, or what a pair closes by in a substep, that is left at first, and in the
// end.
static const double near = 1e-2, resting = 1e-3, left_at_first = 1e-9, left_over = 1e-4;

// A reach that grows by less than this part of the radius is not propagated.
static const double reach_step = 0.05;

typedef struct impulse {
    int a, b;                          // slots
    vl_vec3 normal;                    // from a to b
    double change;                     // m/s, of the speed of separation; ≥ 0
    double impulse;                    // kg m/s, ≥ 0; the result
    double residual, direction, image; // of conjugate gradients
} impulse;

typedef struct impulse_list {
    int count, room;
    double visits; // of impulses by iterations, so far
    impulse *at;
    vl_vec3 *jump; // m/s, change of the velocity by slot; valid for the balls of the pairs
} impulse_list;

typedef struct pair {
    int a, b;    // slots
    int impacts; // in this substep
    double due;  // s, from the beginning of the substep, while it is a candidate
    bool rests;  // came to rest in this substep, at whose end its overlap is removed
    bool now;    // it collides at this instant
    bool hard;   // its last impact was faster than its acceleration makes it in a substep
} pair;

struct vl_balls {
    int particles, count;
    int *slots;         // of particles with a radius, sorted by `low`
    double *low, *high; // m, by slot: ends of the box along the sorted axis
    double *weight;     // 1/kg, inverse masses by slot, and then 0 for all walls
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
    int candidate_count;
    int *candidates; // pairs due at this instant, and then those of them that collide now
    double *fastest; // m/s, by slot: largest closing speed of its candidates
    double *latest;  // s, by slot: when the last of its candidates is due
    int struck_count;
    int *struck; // slots of the balls that collide at this instant
    impulse_list impulses;
};

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
    const vl_collider *collider = NULL;
    for (int i = 0; i < world->collider_count && !collider; i++)
        if (world->colliders[i].kind == &vl_collider_balls)
            collider = &world->colliders[i];
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
    double **const by_slot[] = {&balls->low,   &balls->high,    &balls->weight,
                                &balls->reach, &balls->fastest, &balls->latest};
    for (size_t i = 0; i < sizeof by_slot / sizeof *by_slot; i++)
        *by_slot[i] = vl_arena_take(arena, count + 1, sizeof(double));
    balls->pair_room = VL_PAIRS_PER_BALL * balls->count;
    balls->pairs = vl_arena_take(arena, (size_t)balls->pair_room, sizeof *balls->pairs);
    balls->pair_a = vl_arena_take(arena, (size_t)balls->pair_room, sizeof *balls->pair_a);
    balls->pair_b = vl_arena_take(arena, (size_t)balls->pair_room, sizeof *balls->pair_b);
    balls->pairs_at =
        vl_incidence_create(arena, balls->pair_a, balls->pair_b, balls->pair_room, p->count);
    size_t leaves = power_above(count + (size_t)balls->pair_room);
    balls->due = vl_arena_take(arena, leaves, sizeof *balls->due);
    balls->winner = vl_arena_take(arena, 2 * leaves, sizeof *balls->winner);
    balls->candidates = vl_arena_take(arena, (size_t)balls->pair_room, sizeof *balls->candidates);
    balls->struck = vl_arena_take(arena, count, sizeof *balls->struck);
    balls->impulses.room = balls->pair_room;
    balls->impulses.at = vl_arena_take(arena, (size_t)balls->pair_room, sizeof *balls->impulses.at);
    balls->impulses.jump = vl_arena_take(arena, count + 1, sizeof *balls->impulses.jump);
    const vl_links *links = &world->links;
    balls->linked = vl_incidence_create(arena, links->from, links->to, links->count, p->count);
    balls->version = links->version;
    return balls;
}

// --- impulses that act at one instant ---

// The speed of separation of pair i is to change by Δᵢ. An impulse λⱼ along the normal of pair j
// changes it by Gᵢⱼ λⱼ, G = J M⁻¹ Jᵀ, symmetric: the balls that both pairs share couple them. Balls
// push and do not pull: λ ≥ 0 makes ½ λᵀGλ − Δᵀλ least, so that a pair changes by Δᵢ, or by more
// where it does not push. G may be singular, as for six balls around a seventh that all touch; the
// jumps of the velocities M⁻¹ Jᵀ λ are unique even then, and do not depend on the order of the
// pairs beyond rounding. With one restitution e for all pairs, Δ = −(1 + e) s with the speeds s
// before, kinetic energy never grows, and where all push and e = 1 it is kept: the jump is −(1 + e)
// times the projection of v onto the space that the pairs span, orthogonal in the metric of the
// masses.
//
// Conjugate gradients over the pairs that push; one that would pull ends the step, and those that
// should push begin where they are most of what is wrong: Dostál and Schöberl, "Minimizing
// quadratic functions over non-negative cone …", Comput. Optim. Appl. 30 (2005) 23, Γ = 1, steps of
// 1/‖G‖.

// Adds a pair.
static void add_impulse(impulse_list *list, int a, int b, vl_vec3 normal, double change)
{
    if (list->count < list->room)
        list->at[list->count++] = (impulse){.a = a, .b = b, .normal = normal, .change = change};
}

// The jumps of all velocities, M⁻¹ Jᵀ y, where y is the impulse or the direction of each pair.
static void find_jumps(impulse_list *list, const double *weight, bool of_direction)
{
    for (int i = 0; i < list->count; i++)
        list->jump[list->at[i].a] = list->jump[list->at[i].b] = (vl_vec3){0, 0, 0};
    for (int i = 0; i < list->count; i++) {
        const impulse *p = &list->at[i];
        double y = of_direction ? p->direction : p->impulse;
        vl_vec3 *a = &list->jump[p->a], *b = &list->jump[p->b];
        *a = vl_sub(*a, vl_scale(p->normal, y * weight[p->a]));
        *b = vl_add(*b, vl_scale(p->normal, y * weight[p->b]));
    }
}

// What the jumps change in the speed of separation of a pair.
static double separation(const impulse_list *list, const impulse *p)
{
    return vl_dot(vl_sub(list->jump[p->b], list->jump[p->a]), p->normal);
}

// The parts of the residual of a pair that pushes, and of one that should.
static double pushing(const impulse *p)
{
    return p->impulse > 0 ? p->residual : 0;
}

static double waiting(const impulse *p)
{
    return p->impulse > 0 ? 0 : fmin(0, p->residual);
}

// Steps along the directions, as far as all push. Returns whether that was the whole step.
static bool iterate(impulse_list *list, const double *weight, double bound)
{
    double curvature = 0, slope = 0, most = HUGE_VAL, length = 0, next = 0;
    find_jumps(list, weight, true);
    for (int i = 0; i < list->count; i++) {
        impulse *p = &list->at[i];
        p->image = separation(list, p);
        curvature += p->direction * p->image;
        slope += p->direction * p->residual;
        length += p->direction * p->direction * (weight[p->a] + weight[p->b]);
        most = p->direction > 0 ? fmin(most, p->impulse / p->direction) : most;
    }
    bool flat = !(curvature > 1e-12 * length); // it changes no speed, as in the null space of G
    bool whole = flat || slope / curvature <= most;
    double step = flat ? 0 : whole ? slope / curvature : most;
    for (int i = 0; i < list->count; i++) {
        impulse *p = &list->at[i];
        p->impulse = fmax(0, p->impulse - step * p->direction);
        p->residual -= step * p->image;
        next += pushing(p) * p->image;
    }
    for (int i = 0; i < list->count; i++) {
        impulse *p = &list->at[i];
        p->impulse = whole ? p->impulse : fmax(0, p->impulse - pushing(p) / bound);
        p->direction = pushing(p) - (flat ? 0 : next / curvature * p->direction);
    }
    return whole;
}

// Solves for all pairs added, and finds `jump`. `weight` is the inverse mass by slot; no pair has
// two balls of weight 0. The changes are right but for the part `precision` of their size.
static void solve_impulses(impulse_list *list, const double *weight, double precision)
{
    double size = 0, bound = 0; // ‖G‖ is at most the largest sum of a row
    for (int i = 0; i < list->count; i++) {
        impulse *p = &list->at[i];
        p->impulse = fmax(0, p->change) / (weight[p->a] + weight[p->b]); // of a pair that is alone
        size += p->change > 0 ? p->change * p->change : 0;
        list->jump[p->a] = list->jump[p->b] = (vl_vec3){0, 0, 0};
    }
    for (int i = 0; i < list->count; i++) {
        list->jump[list->at[i].a].x += weight[list->at[i].a];
        list->jump[list->at[i].b].x += weight[list->at[i].b];
    }
    for (int i = 0; i < list->count; i++)
        bound = fmax(bound, list->jump[list->at[i].a].x + list->jump[list->at[i].b].x);
    bool begins = true;
    for (int n = 0; n < MOST_ITERATIONS && list->count > 1; n++) {
        double push = 0, wait = 0;
        list->visits += list->count;
        if (begins)
            find_jumps(list, weight, false);
        for (int i = 0; i < list->count; i++) {
            impulse *p = &list->at[i];
            p->residual = begins ? separation(list, p) - p->change : p->residual;
            push += pushing(p) * fmin(bound * p->impulse, pushing(p));
            wait += waiting(p) * waiting(p);
        }
        bool solved = push + wait <= precision * precision * size, release = wait > push;
        if (solved && begins)
            break;
        for (int i = 0; i < list->count && (begins || release); i++)
            list->at[i].direction = release ? waiting(&list->at[i]) : pushing(&list->at[i]);
        begins = solved || !iterate(list, weight, bound) || release;
    }
    find_jumps(list, weight, false);
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

// Moves the ball in a place to where it belongs among those that are a multiple of `gap` places
// before it.
static void sort_in(vl_balls *balls, int place, int gap)
{
    int slot = balls->slots[place], to = place;
    for (; to >= gap; to -= gap) {
        int other = balls->slots[to - gap];
        double low = balls->low[slot], low_other = balls->low[other];
        if (!(low_other > low || (low_other == low && other > slot)))
            break; // by slot, so that the order does not depend on that of the last substep
        balls->slots[to] = other;
    }
    balls->slots[to] = slot;
}

static bool can_collide(const vl_balls *balls, const vl_path *paths, int a, int b)
{
    span sa = span_of(&paths[a], balls->reach[a]), sb = span_of(&paths[b], balls->reach[b]);
    for (int axis = 0; axis < VL_AXES; axis++)
        if (sa.low[axis] > sb.high[axis] || sb.low[axis] > sa.high[axis])
            return false;
    for (int k = balls->linked.first[a]; k < balls->linked.first[a + 1]; k++)
        if (balls->linked.other[k] == b)
            return false;
    return !(paths[a].fixed && paths[b].fixed);
}

// Adds the pairs of a ball with those after it in the list.
static void find_pairs_of(vl_balls *balls, const vl_path *paths, int index)
{
    int a = balls->slots[index];
    for (int m = index + 1; m < balls->count; m++) {
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

static void find_pairs(vl_balls *balls, const vl_path *paths, int axis)
{
    for (int k = 0; k < balls->count; k++) {
        int slot = balls->slots[k];
        span s = span_of(&paths[slot], balls->reach[slot]);
        balls->low[slot] = s.low[axis];
        balls->high[slot] = s.high[axis];
    }
    // Shell's sort: in place, and fast where the order is nearly right. The gaps are Ciura's up to
    // 1750, and beyond that grow by 9/4, as those do.
    static const int gaps[] = {1149241, 510774, 227011, 100894, 44842, 19930, 8858, 3937, 1750,
                               701,     301,    132,    57,     23,    10,    4,    1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (int k = gaps[g]; k < balls->count; k++)
            sort_in(balls, k, gaps[g]);

    balls->pair_count = 0;
    for (int k = 0; k < balls->count; k++)
        find_pairs_of(balls, paths, k);
}

// A ball that is hit may move as far as the other would. False where no reach grew noticeably.
static bool propagate_reach(vl_balls *balls, const double *weight, const vl_path *paths)
{
    bool grew = false;
    for (int k = 0; k < balls->pair_count; k++) {
        int ends[2] = {balls->pairs[k].a, balls->pairs[k].b};
        for (int side = 0; side < 2; side++) {
            int to = ends[side], by = ends[1 - side];
            // an elastic impact gives `to` at most 2 m/(m + m') of the other's speed
            double sum = weight[by] + weight[to];
            double share = sum > 0 ? 2 * weight[to] / sum : 0;
            double reach = paths[to].fixed ? balls->reach[to]
                                           : fmax(balls->reach[to], share * balls->reach[by]);
            grew = grew || reach > balls->reach[to] + reach_step * paths[to].radius;
            balls->reach[to] = reach;
        }
    }
    return grew;
}

// Finds all pairs that can collide in h seconds, also after another impact.
static void find_all_pairs(vl_balls *balls, const vl_particles *p, const vl_path *paths, double h)
{
    int axis = vl_overlaps_widest_axis(p);
    for (int k = 0; k < balls->count; k++) {
        int slot = balls->slots[k];
        balls->reach[slot] = vl_length(paths[slot].v) * h + vl_length(paths[slot].accel_x) * h * h;
    }
    find_pairs(balls, paths, axis);
    for (int i = 0; i < MOST_REACHES && propagate_reach(balls, p->inverse_mass, paths); i++)
        find_pairs(balls, paths, axis);
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

// Speeds below it are rounding errors, m/s.
static double noise_of(const relative_motion *c, double left)
{
    return 1e-12 * (vl_length(c->v) + vl_length(c->a) * left);
}

static bool touches(const relative_motion *c, double skin, double left)
{
    if (c->distance > skin)
        return false;
    return fabs(c->speed) > noise_of(c, left) ? c->speed < 0 : c->acceleration < 0;
}

// When two balls collide on their present segments, s from the beginning of the substep. As in
// contact_path.c, the plane normal to the line between them separates them until it is crossed.
static double time_of_impact(const vl_path *a, const vl_path *b, double h)
{
    double now_a = h - a->left, now_b = h - b->left, t = fmax(now_a, now_b);
    double end = fmin(now_a + a->until, now_b + b->until);
    double radii = a->radius + b->radius, skin = 2 * fmax(a->skin, b->skin);
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

// Schedules the events of a ball on a new segment.
static void schedule(vl_balls *balls, const vl_path *paths, int slot, double h)
{
    const vl_path *path = &paths[slot];
    bool early = path->until < path->left;
    set_due(balls, slot, early ? h - path->left + path->until : HUGE_VAL);
    const int *first = &balls->pairs_at.first[slot];
    for (int k = first[0]; k < first[1]; k++) {
        const pair *p = &balls->pairs[balls->pairs_at.link[k]];
        double at = p->rests ? HUGE_VAL : time_of_impact(&paths[p->a], &paths[p->b], h);
        set_due(balls, balls->particles + balls->pairs_at.link[k], at);
    }
}

// After a hard impact a ball may approach those that it rested on: no other pair of it rests, and
// the substep is cut there.
static void part_hard(vl_balls *balls, vl_path *paths, int slot)
{
    for (int k = balls->pairs_at.first[slot]; k < balls->pairs_at.first[slot + 1]; k++) {
        pair *other = &balls->pairs[balls->pairs_at.link[k]];
        other->rests = other->rests && other->now;
    }
    vl_path_cut(&paths[slot]);
}

static void advance_to(vl_path *path, double t, double h)
{
    double more = t - (h - path->left);
    vl_path_advance(path, fmin(fmax(more, 0), path->until));
}

// --- one instant ---

// Takes the pairs that are due within rounding of the first event. A segment that ends at this
// instant comes before them: its number is returned then, else −1.
static int take_candidates(vl_balls *balls, double h)
{
    double end = balls->due[balls->winner[1]] + same * h;
    balls->candidate_count = 0;
    while (balls->due[balls->winner[1]] <= end) {
        int event = balls->winner[1];
        if (event < balls->particles)
            return event;
        pair *p = &balls->pairs[event - balls->particles];
        p->due = balls->latest[p->a] = balls->latest[p->b] = balls->due[event];
        balls->candidates[balls->candidate_count++] = event - balls->particles;
        set_due(balls, event, HUGE_VAL);
    }
    return -1;
}

static relative_motion motion_of(const vl_path *paths, const pair *p)
{
    const vl_path *a = &paths[p->a], *b = &paths[p->b];
    return relative_motion_of(vl_sub(b->x, a->x), vl_sub(b->v, a->v),
                              vl_sub(b->segment_accel_v, a->segment_accel_v),
                              a->radius + b->radius);
}

// Brings the balls of all candidates to their instants, and finds the fastest impact of each ball.
static void meet(vl_balls *balls, vl_path *paths, double h)
{
    for (int k = 0; k < balls->candidate_count; k++) {
        const pair *p = &balls->pairs[balls->candidates[k]];
        advance_to(&paths[p->a], balls->latest[p->a], h);
        advance_to(&paths[p->b], balls->latest[p->b], h);
        balls->fastest[p->a] = balls->fastest[p->b] = 0;
    }
    for (int k = 0; k < balls->candidate_count; k++) {
        const pair *p = &balls->pairs[balls->candidates[k]];
        double closing = fmax(0, -motion_of(paths, p).speed);
        if (!paths[p->a].fixed) // a fixed ball passes nothing on
            balls->fastest[p->a] = fmax(balls->fastest[p->a], closing);
        if (!paths[p->b].fixed)
            balls->fastest[p->b] = fmax(balls->fastest[p->b], closing);
    }
}

// Keeps the candidates that no faster impact of one of their balls precedes. The others wait: what
// they are due for is found anew, or is still true.
static void choose(vl_balls *balls, const vl_path *paths)
{
    int kept = 0;
    for (int k = 0; k < balls->candidate_count; k++) {
        pair *p = &balls->pairs[balls->candidates[k]];
        relative_motion c = motion_of(paths, p);
        double fastest = fmax(balls->fastest[p->a], balls->fastest[p->b]);
        double closing = fmax(0, -c.speed) + noise_of(&c, paths[p->a].left);
        p->now = closing >= (1 - same) * fastest;
        if (p->now)
            balls->candidates[kept++] = balls->candidates[k];
        else
            set_due(balls, balls->particles + balls->candidates[k], p->due);
    }
    balls->candidate_count = kept;
}

// Velocities: each pair parts with e times the speed with which it met, or rests. A pair is hit
// hard where it is faster than its acceleration makes it in a substep.
static void change_velocities(vl_balls *balls, const double *weight, vl_path *paths)
{
    balls->impulses.count = 0;
    for (int k = 0; k < balls->candidate_count; k++) {
        pair *p = &balls->pairs[balls->candidates[k]];
        relative_motion c = motion_of(paths, p);
        double left = paths[p->a].left;
        double e = balls->restitution, after = c.speed < 0 ? -e * c.speed : c.speed;
        bool bounced = e < 1 && ++p->impacts > MOST_IMPACTS;
        // all further bounces would end within the substep
        bool ends = 2 * after <= -c.acceleration * (1 - e) * (left + paths[p->a].after) ||
                    fabs(after) <= noise_of(&c, left);
        p->rests = bounced || (c.acceleration < 0 && ends);
        p->hard = c.speed < -fmax(noise_of(&c, left), 2 * vl_length(c.a) * paths[p->a].span);
        add_impulse(&balls->impulses, p->a, p->b, c.normal, (p->rests ? 0 : after) - c.speed);
    }
    solve_impulses(&balls->impulses, weight, 4 * DBL_EPSILON);
}

// Accelerations: a force between the balls of a pair that rests ends its approach.
static void change_accelerations(vl_balls *balls, const double *weight, const vl_path *paths)
{
    balls->impulses.count = 0;
    for (int k = 0; k < balls->candidate_count; k++) {
        const pair *p = &balls->pairs[balls->candidates[k]];
        relative_motion c = motion_of(paths, p);
        if (p->rests && c.acceleration < 0)
            add_impulse(&balls->impulses, p->a, p->b, c.normal, -c.acceleration);
    }
    solve_impulses(&balls->impulses, weight, 4 * DBL_EPSILON);
}

// Adds its jump, once, to the vector that is `at` bytes behind the beginning of each ball's path.
static void apply_jumps(vl_balls *balls, vl_path *paths, size_t at)
{
    impulse_list *list = &balls->impulses;
    for (int k = 0; k < list->count; k++) {
        int ends[2] = {list->at[k].a, list->at[k].b};
        for (int side = 0; side < 2; side++) {
            vl_vec3 *changed = (vl_vec3 *)(void *)((char *)&paths[ends[side]] + at);
            *changed = vl_add(*changed, list->jump[ends[side]]);
            list->jump[ends[side]] = (vl_vec3){0, 0, 0};
        }
    }
}

static void collide(vl_balls *balls, const vl_world *world, vl_path *paths)
{
    const double *weight = world->particles.inverse_mass;
    change_velocities(balls, weight, paths);
    apply_jumps(balls, paths, offsetof(vl_path, v));
    change_accelerations(balls, weight, paths);
    apply_jumps(balls, paths, offsetof(vl_path, accel_v));
    for (int k = 0; k < balls->struck_count; k++) {
        vl_path *path = &paths[balls->struck[k]];
        path->accel_x = path->accel_unbiased = path->accel_v;
        path->touched = true;
        path->takes |= balls->restitution < 1 || world->hold_count > 0;
        plan(path, world);
    }
    for (int k = 0; k < balls->candidate_count; k++) {
        const pair *p = &balls->pairs[balls->candidates[k]];
        if (p->hard) {
            part_hard(balls, paths, p->a);
            part_hard(balls, paths, p->b);
        }
    }
    for (int k = 0; k < balls->candidate_count; k++)
        balls->pairs[balls->candidates[k]].now = false;
}

// Processes the next event, or the impacts of the next instant: how many, 0 at the substep's end.
static int process_instant(vl_balls *balls, const vl_world *world, vl_path *paths, double h)
{
    if (!(balls->due[balls->winner[1]] < HUGE_VAL))
        return 0;
    int segment = take_candidates(balls, world->supports->span);
    if (segment >= 0) {
        for (int k = 0; k < balls->candidate_count; k++)
            set_due(balls, balls->particles + balls->candidates[k],
                    balls->pairs[balls->candidates[k]].due);
        vl_path_advance(&paths[segment], paths[segment].until);
        plan(&paths[segment], world);
        schedule(balls, paths, segment, h);
        return 1;
    }
    meet(balls, paths, h);
    choose(balls, paths);
    balls->struck_count = 0; // the balls of the pairs that collide, each once
    for (int k = 0; k < balls->candidate_count; k++) {
        const pair *p = &balls->pairs[balls->candidates[k]];
        int ends[2] = {p->a, p->b};
        for (int side = 0; side < 2; side++) {
            if (balls->latest[ends[side]] < 0)
                continue;
            balls->latest[ends[side]] = -1;
            balls->struck[balls->struck_count++] = ends[side];
        }
    }
    collide(balls, world, paths);
    for (int k = 0; k < balls->struck_count; k++)
        schedule(balls, paths, balls->struck[k], h);
    return balls->candidate_count;
}

// --- the end of the substep ---

// What is to change of two: m of their distance, or m/s, where they may close by the room between.
static double wanted(double distance, double speed, double h, bool positions)
{
    return positions ? -distance : -speed - fmax(0, distance) / h;
}

// Finds impulses for all pairs that are near, in metres, or else for all that rest, and for the
// walls there; false where none overlaps, or closes. What touches and closes slowly rests.
static bool find_corrections(vl_balls *balls, const vl_world *world, const vl_path *paths,
                             bool positions, double left)
{
    double h = world->supports->span, room = positions ? near : resting; // parts of the radii
    bool any = false;
    balls->impulses.count = 0;
    for (int k = 0; k < balls->pair_count; k++) {
        pair *p = &balls->pairs[k];
        relative_motion c = motion_of(paths, p);
        double radii = paths[p->a].radius + paths[p->b].radius;
        bool slow = c.speed > -2 * vl_length(c.a) * h && c.distance < resting * radii;
        p->rests |= slow || c.distance < -left * radii;
        if (c.distance > room * radii || !(positions || p->rests))
            continue;
        double change = wanted(c.distance, c.speed, h, positions);
        add_impulse(&balls->impulses, p->a, p->b, c.normal, change);
        any |= change * (positions ? 1 : h) > left * radii;
    }
    for (int k = 0; any && k < balls->count * world->collider_count; k++) {
        int slot = balls->slots[k / world->collider_count];
        const vl_path *path = &paths[slot];
        const vl_collider *wall = &world->colliders[k % world->collider_count];
        vl_clearance c = vl_path_clearance(wall, path->x, path->radius);
        double change = wanted(c.distance, vl_dot(path->v, c.normal), h, positions);
        if (!path->fixed && c.distance <= (positions ? near * path->radius : 2 * path->skin))
            add_impulse(&balls->impulses, balls->particles, slot, c.normal, change);
    }
    balls->impulses.count = any ? balls->impulses.count : 0;
    solve_impulses(&balls->impulses, balls->weight, 1e-3);
    return any;
}

// Moves pairs apart that still overlap, and stops the approach of those that rest or overlap: the
// speeds first, as positions tell which pairs overlap. The balls of all impulses are touched.
static void separate_all(vl_balls *balls, const vl_world *world, vl_path *paths)
{
    for (int sweep = 0, idle = 0; idle < 2 && sweep < 2 * LAST_SWEEPS; sweep++) {
        bool positions = sweep % 2 == 1;
        double left = sweep < 2 * FIRST_SWEEPS ? left_at_first : left_over;
        idle = find_corrections(balls, world, paths, positions, left) ? 0 : idle + 1;
        apply_jumps(balls, paths, positions ? offsetof(vl_path, x) : offsetof(vl_path, v));
        for (int k = 0; k < balls->impulses.count; k++) {
            vl_path *ends[2] = {&paths[balls->impulses.at[k].a], &paths[balls->impulses.at[k].b]};
            for (int side = 0; side < 2; side++) {
                ends[side]->touched = true;
                ends[side]->takes |= balls->restitution < 1 || world->hold_count > 0;
            }
        }
    }
}

double vl_balls_run(vl_balls *balls, const vl_world *world, vl_path *paths, double h)
{
    const vl_links *links = &world->links;
    if (balls->version != links->version) // some tore or were cut
        vl_incidence_fill(&balls->linked, links->from, links->to, links->count, balls->particles);
    balls->version = links->version;
    for (int i = 0; i < balls->particles; i++)
        balls->weight[i] = world->particles.inverse_mass[i];
    find_all_pairs(balls, &world->particles, paths, h);
    for (int k = 0; k < balls->count; k++)
        plan(&paths[balls->slots[k]], world);
    vl_incidence_fill(&balls->pairs_at, balls->pair_a, balls->pair_b, balls->pair_count,
                      balls->particles);
    balls->leaves = (int)power_above((size_t)balls->particles + (size_t)balls->pair_count);
    for (int i = 0; i < balls->leaves; i++) {
        balls->due[i] = HUGE_VAL;
        balls->winner[balls->leaves + i] = i;
    }
    for (int k = balls->leaves - 1; k >= 1; k--)
        balls->winner[k] = balls->winner[2 * k];
    for (int k = 0; k < balls->count; k++)
        schedule(balls, paths, balls->slots[k], h);

    int left = EVENTS_PER_BALL * balls->count;
    for (int events = 1; events > 0 && left > 0; left -= events)
        events = process_instant(balls, world, paths, h);
    for (int k = 0; k < balls->count; k++) {
        vl_path *path = &paths[balls->slots[k]];
        vl_path_advance(path, path->until);
        vl_path_run(path, world); // after too many events: the rest of the substep alone
    }
    separate_all(balls, world, paths);
    return balls->impulses.visits;
}
