#include "physics/contacts/overlaps.h"

#include "base/elementary.h"
#include "physics/colliders/colliders.h"
#include "physics/contacts/contact_path.h"
#include "physics/model/incidence.h"

#include <math.h>
#include <stdlib.h>

// Comparisons for each ball, in the mean, and in all; comparisons and sweeps to separate them. A
// comparison takes some 5 ns.
enum {
    MOST_COMPARISONS = 1000,
    MOST_COUNTED = 20000000,
    MOST_WORK = 30000000,
    MOST_SWEEPS = 2000,
};

// A depth below this part of the radii is a length that was rounded to the digits of a file.
static const double rounded = 1e-3;

// Depth of a contact by rounding, relative to the numbers that describe it.
static const double rounding = 1e-12;

// Parts of the largest radius that are left when separating ends.
static const double separated = 1e-9;

// A ball in the order of its lower end along an axis.
typedef struct ball {
    int slot;
    double low, high; // m
} ball;

// --- balls ---

static int compare_low(const void *a, const void *b)
{
    const ball *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    return (p->slot > q->slot) - (p->slot < q->slot);
}

int vl_overlaps_widest_axis(const vl_particles *p)
{
    double widest = -1;
    int axis = 0;
    for (int k = 0; k < VL_AXES; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = 0; i < p->count; i++) {
            low = fmin(low, p->radius[i] > 0 ? p->x[k][i] : HUGE_VAL);
            high = fmax(high, p->radius[i] > 0 ? p->x[k][i] : -HUGE_VAL);
        }
        if (high - low > widest) {
            widest = high - low;
            axis = k;
        }
    }
    return axis;
}

// Writes the balls of a world, sorted, and returns their number.
static int sort_balls(const vl_particles *p, ball *balls)
{
    int axis = vl_overlaps_widest_axis(p), count = 0;
    for (int i = 0; i < p->count; i++)
        if (p->radius[i] > 0)
            balls[count++] = (ball){i, p->x[axis][i] - p->radius[i], p->x[axis][i] + p->radius[i]};
    qsort(balls, (size_t)count, sizeof *balls, compare_low);
    return count;
}

// Balls that a link joins do not collide, nor do two that cannot move.
static bool collide(const vl_world *world, const vl_incidence *linked, int a, int b)
{
    const double *inverse_mass = world->particles.inverse_mass;
    if (inverse_mass[a] == 0 && inverse_mass[b] == 0)
        return false;
    for (int k = linked->first[a]; k < linked->first[a + 1]; k++)
        if (linked->other[k] == b)
            return false;
    return true;
}

static bool has_balls(const vl_world *world)
{
    bool found = false;
    for (int i = 0; i < world->collider_count; i++)
        found |= world->colliders[i].kind->between_particles;
    return found;
}

// The balls of a world, sorted, and who is linked to whom.
typedef struct sorted {
    vl_arena work;
    vl_incidence linked;
    ball *balls;
    int count;
} sorted;

static sorted sort(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    const vl_links *links = &world->links;
    sorted s = {.count = 0};
    s.linked = vl_incidence_create(&s.work, links->from, links->to, links->count, p->count);
    s.balls = vl_arena_take(&s.work, (size_t)p->count, sizeof *s.balls);
    s.count = sort_balls(p, s.balls);
    return s;
}

int64_t vl_overlaps_count(const vl_world *world, int64_t most, bool *more)
{
    int64_t found = 0, left = most;
    *more = false;
    if (!has_balls(world) || world->particles.count == 0)
        return 0;
    const vl_particles *p = &world->particles;
    sorted s = sort(world);
    for (int i = 0; i < s.count && left > 0; i++)
        for (int k = i + 1; k < s.count && s.balls[k].low <= s.balls[i].high && left > 0; k++) {
            int a = s.balls[i].slot, b = s.balls[k].slot;
            double radii = p->radius[a] + p->radius[b];
            double depth = radii - vl_length(vl_sub(vl_read(p->x, b), vl_read(p->x, a)));
            found += depth > rounded * radii && collide(world, &s.linked, a, b);
            left--;
        }
    *more = left == 0;
    vl_arena_free(&s.work);
    return found;
}

int64_t vl_overlaps_limit(const vl_world *world)
{
    int64_t balls = 0;
    for (int i = 0; i < world->particles.count; i++)
        balls += world->particles.radius[i] > 0;
    int64_t limit = VL_PAIRS_PER_BALL * balls;
    return limit > VL_OVERLAPS_MOST ? limit : VL_OVERLAPS_MOST;
}

// --- colliders ---

vl_clearance vl_overlaps_depth(const vl_world *world, int slot, const vl_collider *collider)
{
    const vl_particles *p = &world->particles;
    vl_clearance at = vl_path_clearance(collider, vl_read(p->x, slot), p->radius[slot]);
    double least = rounding * (p->radius[slot] + vl_collider_extent(collider));
    double depth = p->inverse_mass[slot] > 0 ? -at.distance : -HUGE_VAL;
    return (vl_clearance){fabs(depth) > least ? depth : 0, at.normal};
}

double vl_overlaps_in_colliders(vl_world *world, bool lifts)
{
    double deepest = 0;
    for (int c = 0; c < world->collider_count; c++)
        for (int i = 0; i < world->particles.count; i++) {
            vl_clearance at = vl_overlaps_depth(world, i, &world->colliders[c]);
            if (lifts && at.distance > 0)
                vl_accumulate(world->particles.x, i, vl_scale(at.normal, at.distance));
            deepest = fmax(deepest, at.distance);
        }
    return deepest;
}

// Whether a particle is deeper than rounded lengths make it.
static bool any_in_collider(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    bool any = false;
    for (int c = 0; c < world->collider_count; c++)
        for (int i = 0; i < p->count; i++) {
            double allowed = rounded * p->radius[i] + 1e-9 * (1 + vl_length(vl_read(p->x, i)));
            any |= vl_overlaps_depth(world, i, &world->colliders[c]).distance > allowed;
        }
    return any;
}

// --- separating ---

// How far the balls of a world are separated.
typedef struct separation {
    vl_world *world;
    sorted s;
    int64_t left;   // comparisons
    double deepest; // m, of the last sweep
} separation;

static void separate_pair(separation *p, int a, int b)
{
    vl_particles *all = &p->world->particles;
    vl_vec3 apart = vl_sub(vl_read(all->x, b), vl_read(all->x, a));
    double depth = all->radius[a] + all->radius[b] - vl_length(apart);
    double weight = all->inverse_mass[a] + all->inverse_mass[b];
    if (depth <= 0 || !collide(p->world, &p->s.linked, a, b))
        return;
    // where both are at one place, a direction in the plane that differs from pair to pair
    double length = vl_length(apart), angle = 2.399963229728653 * (a + 7 * b); // the golden angle
    vl_vec3 along =
        length > 0 ? vl_scale(apart, 1 / length) : (vl_vec3){vl_cos(angle), vl_sin(angle), 0};
    vl_vec3 push = vl_scale(along, depth / weight);
    vl_accumulate(all->x, a, vl_scale(push, -all->inverse_mass[a]));
    vl_accumulate(all->x, b, vl_scale(push, all->inverse_mass[b]));
    p->deepest = fmax(p->deepest, depth);
}

static void separate_pairs(separation *p)
{
    const ball *balls = p->s.balls;
    for (int i = 0; i < p->s.count; i++)
        for (int k = i + 1; k < p->s.count && balls[k].low <= balls[i].high; k++) {
            if (p->left-- <= 0)
                return;
            separate_pair(p, balls[i].slot, balls[k].slot);
        }
}

double vl_overlaps_separate(vl_world *world)
{
    int64_t most = (int64_t)MOST_COMPARISONS * world->particles.count;
    bool more, any = vl_overlaps_count(world, most < MOST_COUNTED ? most : MOST_COUNTED, &more) > 0;
    if (!any && !any_in_collider(world))
        return 0;
    separation p = {.world = world, .s = sort(world), .left = MOST_WORK, .deepest = HUGE_VAL};
    double largest = 0;
    for (int i = 0; i < world->particles.count; i++)
        largest = fmax(largest, world->particles.radius[i]);
    double enough = separated * largest;
    for (int i = 0; i < MOST_SWEEPS && p.left > 0 && p.deepest > enough; i++) {
        p.deepest = 0;
        p.s.count = has_balls(world) ? sort_balls(&world->particles, p.s.balls) : 0;
        separate_pairs(&p);
        p.deepest = fmax(p.deepest, vl_overlaps_in_colliders(world, true));
        p.left -= world->particles.count;
    }
    vl_arena_free(&p.s.work);
    return p.deepest;
}
