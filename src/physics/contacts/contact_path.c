// Time of impact by conservative advancement (Mirtich, "Impulse-based dynamic simulation of rigid
// body systems", 1996, section 2.3), with a bound that is exact for planes. A collider is convex,
// so the particle is outside until its path crosses the tangent plane at the nearest point; there
// the next plane is taken. For round shapes that is Newton's method from outside.

#include "physics/contacts/contact_path.h"

#include "physics/colliders/colliders.h"
#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"

#include <float.h>

enum {
    MOST_SEGMENTS = 64, // of a substep
    MOST_IMPACTS = 32,  // at one instant, in a wedge; then all at once
    MOST_PLANES = 64,   // tried on a path to one collider
    MOST_SWEEPS = 32,   // to leave several colliders
    MOST_TRIES = 64,    // to leave a narrow wedge
};

// Speeds below this part of the largest speed on the path are rounding errors.
static const double rounding = 1e-12;

// Friction that stops a particle in all but this part of the substep stops it in the substep.
static const double at_the_end = 1e-9;

// A world stops beyond this, m; until then distances are finite.
static const double largest_size = 1e100;

vl_clearance vl_path_clearance(const vl_collider *collider, vl_vec3 at, double radius)
{
    if (collider->response != VL_RESPONSE_PROJECTION || collider->kind->between_particles)
        return (vl_clearance){HUGE_VAL, {0, 1, 0}};
    vl_clearance c = collider->kind->clearance(collider, at);
    c.distance -= radius;
    return c;
}

// On a sphere the normal n and the displacement d have Δn·d = d²/R, which is the curvature along d.
// A ball rolls around an edge as around a cylinder, and a point has no radius for that.
bool vl_path_is_behind_edge(const vl_collider *collider, vl_vec3 from, vl_vec3 to, double radius)
{
    const vl_collider_kind *kind = collider->kind;
    vl_vec3 d = vl_sub(to, from);
    vl_vec3 before = kind->clearance(collider, from).normal;
    vl_vec3 turned = vl_sub(kind->clearance(collider, to).normal, before);
    double most = kind->curvature(collider, from, d);
    if (radius > 0)
        most = fmax(most, vl_dot(d, d) / radius);
    return vl_dot(turned, d) > 2 * most + 1e-9 * vl_length(d);
}

double vl_path_slowest(const vl_path *path)
{
    return rounding * (vl_length(path->v) + vl_length(path->accel_v) * path->left);
}

double vl_path_falls_to_zero(double d, double v, double a)
{
    double square = v * v - 2 * a * d;
    if (v < 0)
        return square >= 0 ? 2 * d / (sqrt(square) - v) : HUGE_VAL;
    return a < 0 ? (v + sqrt(square)) / -a : HUGE_VAL;
}

vl_vec3 vl_path_position(const vl_path *path, double t)
{
    return vl_add(path->x,
                  vl_add(vl_scale(path->v, t), vl_scale(path->segment_accel_x, 0.5 * t * t)));
}

static double reach(const vl_path *path)
{
    double t = path->left;
    double a = fmax(vl_length(path->accel_x), vl_length(path->accel_v));
    return vl_length(path->v) * t + 0.5 * a * t * t;
}

bool vl_path_lists(const int *list, int count, int index)
{
    for (int k = 0; k < count; k++)
        if (list[k] == index)
            return true;
    return false;
}

bool vl_path_is_near(const vl_path *path, const vl_world *world)
{
    double far = reach(path);
    bool rough = false; // friction of what carries it may stop it
    for (int k = 0; k < path->own_count; k++)
        rough |= world->colliders[path->own[k]].friction > 0;
    if (rough && !path->rubbed)
        return true;
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *c = &world->colliders[i];
        if (vl_path_lists(path->own, path->own_count, i))
            continue;
        double room = vl_path_clearance(c, path->x, path->radius).distance;
        if (room <= far + 1e-9 * (far + path->radius + vl_collider_extent(c)))
            return true;
    }
    return false;
}

// --- the outside ---

static void touch(vl_path *path, const vl_collider *collider)
{
    path->touched = true;
    path->takes |= vl_collider_takes(collider);
}

// Moves the particle out of every collider; true where it was in none. `stop` ends its approach.
static bool move_out_once(vl_path *path, const vl_world *world, bool stop)
{
    bool outside = true;
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *collider = &world->colliders[i];
        vl_clearance c = vl_path_clearance(collider, path->x, path->radius);
        if (!(c.distance < 0))
            continue;
        outside = false;
        touch(path, collider);
        path->x = vl_add(path->x, vl_scale(c.normal, path->skin - c.distance));
        double closing = vl_dot(path->v, c.normal);
        if (stop && closing < 0)
            path->v = vl_sub(path->v, vl_scale(c.normal, closing));
    }
    return outside;
}

static bool move_out(vl_path *path, const vl_world *world, bool stop)
{
    for (int i = 0; i < MOST_SWEEPS; i++)
        if (move_out_once(path, world, stop))
            return true;
    return false;
}

void vl_path_find_skin(vl_path *path, const vl_world *world)
{
    double far = fmax(fabs(path->x.x), fmax(fabs(path->x.y), fabs(path->x.z)));
    double size = fmin(far + reach(path) + path->radius, largest_size);
    path->skin = 64 * DBL_EPSILON * fmax(size, world->contact_memory->extent);
}

void vl_path_begin(vl_path *path, const vl_world *world)
{
    vl_path_find_skin(path, world);
    if (path->own_count == 0)
        move_out(path, world, false);
}

bool vl_path_is_outside(const vl_path *path, const vl_world *world)
{
    for (int i = 0; i < world->collider_count; i++)
        if (vl_path_clearance(&world->colliders[i], path->x, path->radius).distance < 0)
            return false;
    return true;
}

// Leaves a narrow wedge along the mean normal, in growing steps; from one side to the other it
// would go for ever. Where nothing is free, the particle stays.
static void leave_wedge(vl_path *path, const vl_world *world)
{
    vl_vec3 from = path->x;
    double far = path->radius + path->skin;
    for (int i = 0; i < MOST_TRIES && !vl_path_is_outside(path, world); i++) {
        vl_vec3 sum = {0, 0, 0}; // of the normals of all colliders that the particle is in
        for (int k = 0; k < world->collider_count; k++) {
            vl_clearance c = vl_path_clearance(&world->colliders[k], path->x, path->radius);
            if (c.distance < 0)
                sum = vl_add(sum, c.normal);
        }
        double length = vl_length(sum);
        vl_vec3 out = length > 0 ? vl_scale(sum, 1 / length) : (vl_vec3){0, 1, 0};
        path->x = vl_add(path->x, vl_scale(out, far));
        far *= 1.5;
    }
    if (!vl_path_is_outside(path, world))
        path->x = from;
}

void vl_path_end(vl_path *path, const vl_world *world, vl_vec3 start)
{
    if (move_out(path, world, true))
        return;
    path->x = start;
    path->v = (vl_vec3){0, 0, 0};
    leave_wedge(path, world);
}

// --- impacts ---

void vl_path_cut(vl_path *path)
{
    if (path->driven)
        path->rest = fmax(path->rest, path->left);
}

// The touching collider with the largest closing speed, or NULL.
static const vl_collider *find_impact(const vl_path *path, const vl_world *world, vl_vec3 *normal)
{
    const vl_collider *found = NULL;
    double fastest = vl_path_slowest(path);
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *collider = &world->colliders[i];
        vl_clearance c = vl_path_clearance(collider, path->x, path->radius);
        double closing = -vl_dot(path->v, c.normal);
        if (c.distance <= 2 * path->skin && closing > fastest &&
            !vl_path_lists(path->own, path->own_count, i)) {
            fastest = closing;
            found = collider;
            *normal = c.normal;
        }
    }
    return found;
}

static void resolve_impacts(vl_path *path, const vl_world *world)
{
    vl_vec3 normal = {0, 0, 0};
    for (int i = 0; i < MOST_IMPACTS; i++) {
        const vl_collider *collider = find_impact(path, world, &normal);
        if (!collider)
            return;
        // Newton's restitution and Coulomb's friction, whose impulse is at most the coefficient
        // times the normal impulse.
        double closing = -vl_dot(path->v, normal);
        double impulse = (1 + collider->restitution) * closing;
        if (world->contact_memory->chord) // at the distance at which it touches
            path->rest = fmax(path->rest, path->left + path->skin / closing);
        else if (2 * closing > vl_length(path->accel_v) * path->span)
            vl_path_cut(path);
        vl_vec3 along = vl_add(path->v, vl_scale(normal, closing));
        double speed = vl_length(along), grip = collider->friction * impulse;
        double left = speed > grip ? 1 - grip / speed : 0;
        path->v = vl_add(vl_scale(along, left), vl_scale(normal, impulse - closing));
        touch(path, collider);
    }
    // What goes to and fro between colliders without end loses at once what moves it into any.
    vl_one_sided all = {.count = 0};
    double friction[VL_MOST_SUPPORTS] = {0};
    for (int i = 0; i < world->collider_count && all.count < VL_MOST_SUPPORTS; i++) {
        vl_clearance c = vl_path_clearance(&world->colliders[i], path->x, path->radius);
        if (c.distance > 2 * path->skin || vl_path_lists(path->own, path->own_count, i))
            continue;
        friction[all.count] = world->colliders[i].friction;
        all.normal[all.count++] = c.normal;
    }
    vl_vec3 left = vl_add(path->v, vl_react(&all, path->v));
    double speed = vl_length(left), grip = 0;
    for (int k = 0; k < all.count; k++)
        grip += friction[k] * all.by[k];
    path->v = speed > grip ? vl_scale(left, 1 - grip / speed) : (vl_vec3){0, 0, 0};
    if (find_impact(path, world, &normal))
        path->v = (vl_vec3){0, 0, 0};
}

// --- resting contact ---

// A particle that leaves with `speed` and is accelerated back by `weight` bounces for (2
// speed/weight)(1 + e + e² + …) = 2 speed/(weight (1 − e)) seconds. It rests where that is within
// the substep, and without speed also where only the method's x″ points inwards.
static bool comes_to_rest(const vl_path *path, const vl_collider *collider, vl_vec3 n)
{
    double speed = vl_dot(path->v, n);
    double curvature = collider->kind->curvature(collider, path->x, path->v);
    double weight = -vl_dot(path->accel_v, n) - curvature;
    if (speed <= vl_path_slowest(path))
        return weight > 0 || -vl_dot(path->accel_unbiased, n) - curvature > 0;
    double left = path->left + path->after;
    return weight > 0 && 2 * speed <= weight * (1 - collider->restitution) * left;
}

// The part of `a` along the surfaces.
static vl_vec3 along_supports(const vl_path *path, vl_vec3 a)
{
    vl_vec3 basis[VL_AXES];
    int count = 0;
    for (int i = 0; i < path->support_count; i++)
        count = vl_normal_add(basis, count, path->supports[i].normal);
    return vl_across(basis, count, a);
}

static void find_supports(vl_path *path, const vl_world *world)
{
    path->support_count = 0;
    for (int i = 0; i < world->collider_count && path->support_count < VL_MOST_SUPPORTS; i++) {
        const vl_collider *collider = &world->colliders[i];
        vl_clearance c = vl_path_clearance(collider, path->x, path->radius);
        bool own = vl_path_lists(path->own, path->own_count, i),
             touches = c.distance <= 2 * path->skin;
        if (!own && !(touches && comes_to_rest(path, collider, c.normal)))
            continue;
        path->v = vl_sub(path->v, vl_scale(c.normal, vl_dot(path->v, c.normal)));
        path->supports[path->support_count++] = (vl_support){collider, c.normal, 0};
        path->takes |= vl_collider_takes(collider);
        path->touched = path->touched || !own;
    }
    if (path->support_count > 1)
        path->v = along_supports(path, path->v);
}

// Finds reactions ≥ 0 by which x follows the supports. Returns the acceleration with them.
static vl_vec3 find_reactions(vl_path *path)
{
    vl_one_sided all = {.count = path->support_count};
    for (int k = 0; k < all.count; k++) {
        const vl_support *s = &path->supports[k];
        all.normal[k] = s->normal;
        all.least[k] = -s->collider->kind->curvature(s->collider, path->x, path->v);
    }
    vl_vec3 a = vl_add(path->accel_v, vl_react(&all, path->accel_v));
    for (int k = 0; k < all.count; k++)
        path->supports[k].reaction = all.by[k];
    return a;
}

// Finds when friction and a slope turn back a particle that slides with `speed` and is slowed by
// `slows`, m/s²: where v = speed − slows t + bend t² is 0. The step is cut at that moment; it is no
// impact, so that it needs no step of its own.
static void find_halt(vl_path *path, vl_vec3 a, vl_vec3 forwards, double speed, double slows)
{
    double more = vl_dot(vl_sub(path->accel_x, a), forwards);
    double bend = path->tells_bend ? 1.5 * more / path->left : 0;
    double square = slows * slows - 4 * bend * speed, sum = slows + sqrt(fmax(square, 0));
    double straight = slows > 0 ? speed / slows : HUGE_VAL; // the way back bends it, too
    double halt = square >= 0 && sum > 0 ? 2 * speed / sum : straight;
    path->rest = fmax(path->rest, path->left - halt - 0.5 * VL_INSTANT * path->span);
}

static void plan_slide(vl_path *path)
{
    vl_vec3 a = find_reactions(path), along = along_supports(path, a);
    double grip = 0, speed = vl_length(path->v);
    bool rubbed = path->rubbed && !path->touched;
    for (int i = 0; i < path->support_count && !rubbed; i++)
        grip += path->supports[i].collider->friction * path->supports[i].reaction;

    if (grip > 0 && speed <= 1e-9 * (vl_length(along) + grip) * (path->left + path->after)) {
        path->v = (vl_vec3){0, 0, 0};
        double pull = vl_length(along);
        a = pull > grip ? vl_scale(along, 1 - grip / pull) : (vl_vec3){0, 0, 0};
    } else if (grip > 0) {
        vl_vec3 forwards = vl_scale(path->v, 1 / speed);
        double slows = grip - vl_dot(along, forwards);
        bool turns = path->own_count > 0 && vl_length(along) > grip; // friction would not hold it
        a = vl_sub(a, vl_scale(forwards, grip));
        bool stops = slows > 0 && !turns && speed <= slows * path->left * (1 + at_the_end);
        path->touched = path->touched || stops;
        if (stops)
            path->until = fmin(path->until, speed / slows);
        if (turns && !path->touched)
            find_halt(path, a, forwards, speed, slows);
    }
    path->segment_accel_x = path->segment_accel_v = a;
}

// --- segments ---

// Whether the path enters a collider that it touches. Where the surface bends away so soon that the
// path would get no deeper than the skin, it passes: so a ball slides from one box to the next of
// the same height, whose edge it meets a little before it is above it.
static bool enters(const vl_path *path, const vl_collider *collider, vl_vec3 x, vl_vec3 v,
                   double speed, double acceleration)
{
    double noise = rounding * (vl_length(v) + vl_length(path->segment_accel_x) * path->left);
    double apart = acceleration + collider->kind->curvature(collider, x, v);
    if (fabs(speed) > noise)
        return speed < 0 && !(speed * speed <= 2 * apart * path->skin);
    return apart < 0;
}

// When the path of this segment enters a collider, s from now.
static double time_of_touch(const vl_path *path, const vl_collider *collider)
{
    double t = 0;
    for (int i = 0; i < MOST_PLANES; i++) {
        vl_vec3 x = vl_path_position(path, t);
        vl_vec3 v = vl_add(path->v, vl_scale(path->segment_accel_x, t));
        vl_clearance c = vl_path_clearance(collider, x, path->radius);
        double speed = vl_dot(v, c.normal), acceleration = vl_dot(path->segment_accel_x, c.normal);
        if (c.distance <= path->skin && enters(path, collider, x, v, speed, acceleration))
            return t;
        if (isinf(c.distance))
            return HUGE_VAL;
        t += vl_path_falls_to_zero(fmax(c.distance, path->skin), speed, acceleration);
        if (!(t < path->until))
            return HUGE_VAL;
    }
    return t;
}

void vl_path_plan(vl_path *path, const vl_world *world)
{
    if (path->touched)
        path->own_count = 0;
    resolve_impacts(path, world);
    path->until = path->left;
    find_supports(path, world);
    path->segment_accel_x = path->accel_x;
    path->segment_accel_v = path->accel_v;
    if (path->support_count > 0)
        plan_slide(path);
    if (path->own_count > 0 && !path->touched && path->until == path->left)
        path->segment_accel_x = path->accel_x; // friction does not stop it
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *collider = &world->colliders[i];
        bool known = vl_path_lists(path->own, path->own_count, i);
        for (int k = 0; k < path->support_count; k++)
            known |= path->supports[k].collider == collider;
        if (!known)
            path->until = fmin(path->until, time_of_touch(path, collider));
    }
}

// Puts the particle back onto the surface, which the parabola left by an error of third order in t,
// and keeps its speed. Behind an edge the particle flies off.
static void return_to_surface(vl_path *path, const vl_support *support, double t, double speed)
{
    vl_clearance c = vl_path_clearance(support->collider, path->x, path->radius);
    if (c.distance > 0.5 * support->reaction * t * t + 2 * path->skin)
        return;
    if (c.distance < 0 || c.distance > 2 * path->skin)
        path->x = vl_add(path->x, vl_scale(c.normal, path->skin - c.distance));
    path->v = vl_sub(path->v, vl_scale(c.normal, vl_dot(path->v, c.normal)));
    double left = vl_length(path->v);
    if (path->support_count == 1 && left > 0)
        path->v = vl_scale(path->v, speed / left);
}

double vl_path_gained(const vl_path *path, vl_vec3 x0, vl_vec3 v0)
{
    vl_vec3 mean = vl_scale(vl_add(path->v, v0), 0.5);
    return vl_dot(mean, vl_sub(path->v, v0)) - vl_dot(path->accel_free, vl_sub(path->x, x0));
}

void vl_path_advance(vl_path *path, double t)
{
    const vl_vec3 x0 = path->x, v0 = path->v;
    bool flies = !path->touched && (path->own_count == 0 || path->rubbed);
    // on a round surface the normal part of v′ changes only the direction
    double speed =
        vl_length(vl_add(path->v, vl_scale(along_supports(path, path->segment_accel_v), t)));
    path->x = vl_path_position(path, t);
    path->v = vl_add(path->v, vl_scale(path->segment_accel_v, t));
    path->left = t < path->left ? path->left - t : 0;
    path->energy_before += flies ? vl_path_gained(path, x0, v0) : 0;
    if (path->left > 0) { // after the first impact x″ is v′, and no longer that of the method
        path->touched = true;
        path->accel_x = path->accel_unbiased = path->accel_v;
    }
    path->until = t < path->until ? path->until - t : 0;
    for (int i = 0; i < path->support_count; i++)
        return_to_surface(path, &path->supports[i], t, speed);
}

void vl_path_run(vl_path *path, const vl_world *world)
{
    for (int i = 0; i < MOST_SEGMENTS && path->left > 0; i++) {
        vl_path_plan(path, world);
        vl_path_advance(path, path->until);
    }
    vl_vec3 n[VL_AXES] = {0};
    if (path->left > 0 && find_impact(path, world, n)) { // it bounces on, along the surface
        vl_vec3 more = vl_scale(vl_across(n, 1, path->accel_v), path->left);
        vl_vec3 mean = vl_add(vl_across(n, 1, path->v), vl_scale(more, 0.5));
        resolve_impacts(path, world);
        path->x = vl_add(path->x, vl_scale(mean, path->left));
        path->v = vl_add(path->v, more);
    }
}
