#include "physics/contacts/resting.h"

#include "physics/colliders/colliders.h"
#include "physics/contacts/contact_path.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"

#include <string.h>

enum { MOST_SWEEPS = 32 }; // over several surfaces to return to

// A particle that was carried is still on its surface at this many times the skin, which changes
// from step to step with the size of the motion.
static const double wide = 8;

// A particle below this part of the speed that its acceleration gives it in a step is at rest.
static const double at_rest = 1e-9;

// A particle at the beginning of a step, and its supports.
typedef struct candidate {
    vl_path path;
    double slowest; // m/s, normal speed that is none
    int count;
    int found[VL_MOST_SUPPORTS];
} candidate;

static bool contains(const int *list, int count, int index)
{
    for (int k = 0; k < count; k++)
        if (list[k] == index)
            return true;
    return false;
}

void vl_resting_drop(vl_world *world, int slot)
{
    world->supports->count[slot] = 0;
}

// --- before the move ---

// Whether a collider carries the particle under the acceleration `a`: it touches without a normal
// speed, and is pressed on. What was carried in the last step has no normal speed but the error of
// its estimate.
static bool carries(const candidate *c, const vl_collider *collider, vl_vec3 a, bool before)
{
    const vl_path *path = &c->path;
    vl_clearance at = vl_path_clearance(collider, path->x, path->radius);
    double near = (before ? wide : 2) * path->skin;
    if (!(fabs(at.distance) <= near))
        return false;
    if (!before && fabs(vl_dot(path->v, at.normal)) > c->slowest)
        return false;
    return -vl_dot(a, at.normal) - collider->kind->curvature(collider, path->x, path->v) > 0;
}

// The normal of the face of a collider next to x, or 0 where its surface is round there.
static vl_vec3 face_of(const vl_collider *collider, vl_vec3 x)
{
    static const vl_vec3 axes[VL_AXES] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < VL_AXES; i++)
        if (collider->kind->curvature(collider, x, axes[i]) != 0)
            return (vl_vec3){0, 0, 0};
    return collider->kind->clearance(collider, x).normal;
}

static void find_faces(vl_world *world, int slot)
{
    vl_supports *s = world->supports;
    for (int k = 0; k < s->count[slot]; k++) {
        int index = vl_support_index(slot, k);
        const vl_collider *collider = &world->colliders[s->collider[index]];
        vl_write(s->face, index, face_of(collider, vl_read(world->particles.x, slot)));
    }
}

// Gives the particle the supports found so far. A reaction may press on the next one.
static void take_supports(vl_world *world, int slot, const candidate *c)
{
    vl_supports *s = world->supports;
    s->count[slot] = c->count;
    memcpy(&s->collider[vl_support_index(slot, 0)], c->found, sizeof c->found);
    find_faces(world, slot);
    if (c->count > 0)
        vl_support_particle(world, slot, c->path.v, 0);
    else
        vl_write(world->particles.a, slot, vl_read(s->free, slot));
}

static void search(vl_world *world, int slot, candidate *c, const int *before, int count)
{
    int known = -1;
    take_supports(world, slot, c);
    while (c->count > known) {
        known = c->count;
        vl_vec3 a = vl_read(world->particles.a, slot);
        for (int i = 0; i < world->collider_count && c->count < VL_MOST_SUPPORTS; i++)
            if (!contains(c->found, c->count, i) &&
                carries(c, &world->colliders[i], a, contains(before, count, i)))
                c->found[c->count++] = i;
        if (c->count > known)
            take_supports(world, slot, c);
    }
}

// Whether the particle is so near to a collider that it may touch it. The skin is a much smaller
// part of these lengths.
static bool is_near(const vl_world *world, int slot)
{
    vl_vec3 x = vl_read(world->particles.x, slot);
    double radius = world->particles.radius[slot];
    double size = fabs(x.x) + fabs(x.y) + fabs(x.z) + radius;
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *c = &world->colliders[i];
        double near = 1e-6 * (size + vl_collider_extent(c));
        if (fabs(vl_path_clearance(c, x, radius).distance) <= near)
            return true;
    }
    return false;
}

// Supports of a particle in the last step.
typedef struct earlier {
    int count, collider[VL_MOST_SUPPORTS];
    vl_vec3 face[VL_MOST_SUPPORTS];
} earlier;

// Whether a support is still one, on the same face.
static bool is_still(const vl_world *world, int slot, int collider, vl_vec3 face)
{
    const vl_supports *s = world->supports;
    for (int k = 0; k < s->count[slot]; k++) {
        int index = vl_support_index(slot, k);
        vl_vec3 change = vl_sub(vl_read(s->face, index), face);
        if (s->collider[index] == collider)
            return vl_dot(change, change) == 0;
    }
    return false;
}

bool vl_resting_find(vl_world *world, int slot, vl_vec3 *v, double h)
{
    const vl_supports *s = world->supports;
    earlier before = {.count = s->count[slot]};
    memcpy(before.collider, &s->collider[vl_support_index(slot, 0)], sizeof before.collider);
    for (int k = 0; k < before.count; k++)
        before.face[k] = vl_read(s->face, vl_support_index(slot, k));
    vl_vec3 a = vl_read(world->particles.a, slot);
    if (before.count == 0)
        vl_write(world->supports->free, slot, a);
    if (before.count == 0 && !is_near(world, slot))
        return false;

    candidate c = {
        .path.x = vl_read(world->particles.x, slot),
        .path.v = *v,
        .path.accel_x = vl_read(world->supports->free, slot),
        .path.accel_v = vl_read(world->supports->free, slot),
        .path.radius = world->particles.radius[slot],
        .path.left = h,
    };
    vl_path_find_skin(&c.path, world);
    c.slowest = vl_path_slowest(&c.path) + c.path.skin / h;
    search(world, slot, &c, before.collider, before.count);
    vl_vec3 n[VL_AXES];
    int count = vl_support_normals(world, slot, n);
    *v = vl_across(n, count, *v); // along the surfaces that press
    bool same = world->supports->count[slot] == before.count;
    for (int k = 0; k < before.count; k++)
        same = same && is_still(world, slot, before.collider[k], before.face[k]);
    if (same)
        vl_write(world->particles.a, slot, a);
    else
        take_supports(world, slot, &c);
    return !same;
}

bool vl_resting_is_at_rest(const vl_world *world, int slot, vl_vec3 v, double h)
{
    double a = vl_length(vl_read(world->supports->free, slot));
    return vl_resting_is_carried(world, slot) && vl_length(v) <= at_rest * a * h;
}

static const vl_collider *support_of(const vl_world *world, int index)
{
    return &world->colliders[world->supports->collider[index]];
}

// The normal of a support: that of its face, or of its round surface at x.
static vl_vec3 normal_at(const vl_world *world, int index, vl_vec3 x)
{
    vl_vec3 face = vl_read(world->supports->face, index);
    const vl_collider *collider = support_of(world, index);
    return vl_dot(face, face) > 0 ? face : collider->kind->clearance(collider, x).normal;
}

// The acceleration that the present supports keep from a particle that was at x as the step began.
static vl_vec3 held_off(const vl_world *world, int slot, vl_vec3 x)
{
    vl_vec3 sum = {0, 0, 0};
    for (int k = 0; k < world->supports->count[slot]; k++) {
        int index = vl_support_index(slot, k);
        vl_vec3 n = normal_at(world, index, x);
        sum = vl_sub(sum, vl_scale(n, world->contact_memory->reaction[index]));
    }
    return sum;
}

void vl_resting_begin(vl_world *world, int slot, vl_vec3 v)
{
    vl_vec3 x = vl_read(world->particles.x, slot);
    world->contact_memory->carried[slot] = world->supports->count[slot];
    bool rests = vl_resting_is_at_rest(world, slot, v, world->supports->span);
    vl_write(world->supports->forwards, slot, rests ? (vl_vec3){0, 0, 0} : v);
    for (int k = 0; k < world->supports->count[slot]; k++) {
        int index = vl_support_index(slot, k);
        const vl_collider *collider = support_of(world, index);
        world->contact_memory->reaction[index] = world->supports->reaction[index];
        world->contact_memory->curvature[index] = collider->kind->curvature(collider, x, v);
    }
    vl_write(world->contact_memory->held_off, slot, held_off(world, slot, x));
}

vl_vec3 vl_resting_held_off(const vl_world *world, int slot)
{
    return held_off(world, slot, vl_read(world->particles.x_old, slot));
}

// --- after integrator and links ---

// The displacements of a step along the normals of the supports.
typedef struct push {
    vl_one_sided by; // m
    double friction[VL_MOST_SUPPORTS];
} push;

// In a step of h after one of h₋ an acceleration a changes the displacement by ½ a h (h + h₋), and
// by ½ a h² where the method begins with v(tₙ). What rests has no velocity by an earlier a, so that
// only the method's own gain counts.
static double gain_of(const vl_world *world, int slot, double h)
{
    const vl_contacts *c = world->contact_memory;
    const vl_integrator *method = world->integrator;
    bool late = method->keeps_positions || vl_world_velocity_age(world) > 0;
    if (c->stuck[slot] && !late)
        return 0.5 * h * h * (1 + fmax(method->position_bias, 0));
    return 0.5 * h * (h + (c->fresh[slot] ? 0 : world->now.dt_old));
}

static double most_friction(const push *p)
{
    double most = 0;
    for (int k = 0; k < p->by.count; k++)
        most += p->friction[k] * p->by.by[k];
    return most;
}

// What forces and links would move a particle that rests, by the gain of its method, is compared
// with the most that friction can: it stays where it is, or begins to slide.
static bool friction_holds(const vl_world *world, int slot, double h, const push *p, vl_vec3 linked)
{
    vl_vec3 a = vl_read(world->contact_memory->acceleration, slot);
    vl_vec3 moved = vl_add(vl_scale(a, gain_of(world, slot, h)), linked);
    double most = most_friction(p);
    return world->contact_memory->stuck[slot] && most > 0 &&
           vl_length(vl_along_pressing(&p->by, moved)) <= most;
}

// Moves a particle by friction, which takes at most its whole displacement along the surfaces.
// `linked` is what links moved it.
static vl_vec3 rub(vl_world *world, int slot, double h, const push *p, vl_vec3 x, vl_vec3 linked)
{
    bool *stuck = &world->contact_memory->stuck[slot];
    vl_vec3 from = vl_read(world->particles.x_old, slot);
    if (friction_holds(world, slot, h, p, linked))
        return from;
    vl_vec3 along = vl_along_pressing(&p->by, vl_sub(x, from));
    double most = most_friction(p), length = vl_length(along);
    *stuck = !*stuck && most > 0 && length <= most;
    return length > 0 ? vl_sub(x, vl_scale(along, fmin(1, most / length))) : x;
}

static void exchange(vl_world *world, int a, int b)
{
    const vl_contacts *c = world->contact_memory;
    vl_supports *s = world->supports;
    double *const numbers[] = {s->face[0],  s->face[1],  s->face[2],
                               s->reaction, c->reaction, c->curvature};
    int collider = s->collider[a];
    s->collider[a] = s->collider[b];
    s->collider[b] = collider;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double first = numbers[i][a];
        numbers[i][a] = numbers[i][b];
        numbers[i][b] = first;
    }
}

// The particle leaves support number `k`, which changes places with the last one.
static void leave(vl_world *world, int slot, int k)
{
    int last = --world->supports->count[slot];
    exchange(world, vl_support_index(slot, k), vl_support_index(slot, last));
}

// What rods and strings move along the normal changes the reaction, and lifts the particle by what
// is more than that; friction opposes the displacement of the step.
static void settle_links(vl_world *world, int slot, double h)
{
    const vl_particles *p = &world->particles;
    vl_vec3 x = vl_read(p->x, slot);
    double gain = gain_of(world, slot, h);
    push made = {.by.count = world->supports->count[slot]};
    for (int k = 0; k < made.by.count; k++) {
        int index = vl_support_index(slot, k);
        made.by.normal[k] = normal_at(world, index, x);
        made.by.by[k] = world->contact_memory->reaction[index] * gain;
        made.friction[k] = support_of(world, index)->friction;
    }
    vl_vec3 linked = vl_sub(x, vl_read(world->predicted, slot));
    x = vl_add(x, vl_react(&made.by, linked)); // `made` holds off the acceleration already
    vl_write(p->x, slot, rub(world, slot, h, &made, x, linked));
    for (int k = made.by.count - 1; k >= 0; k--)
        if (made.by.by[k] == 0) {
            // links lift it: vl_react() took the reaction out of the mean velocity of the step, and
            // the velocity at its end, which `finish` does not complete, has more of it
            double reaction = world->contact_memory->reaction[vl_support_index(slot, k)];
            const vl_integrator *method = world->integrator;
            double more = 0.5 * h * (1 - method->position_bias) * reaction;
            if (!method->keeps_positions && !method->finish)
                vl_accumulate(world->particles.v, slot, vl_scale(made.by.normal[k], -more));
            leave(world, slot, k);
        }
}

// The collider that the particle at x lies on and that is no support of it yet, or −1.
static int other_below(const vl_world *world, int slot, const vl_path *path, vl_vec3 x)
{
    const vl_supports *s = world->supports;
    for (int i = 0; i < world->collider_count; i++) {
        double distance = vl_path_clearance(&world->colliders[i], x, path->radius).distance;
        bool known = contains(&s->collider[vl_support_index(slot, 0)],
                              world->contact_memory->carried[slot], i);
        if (!known && fabs(distance) <= 2 * path->skin)
            return i;
    }
    return -1;
}

// The particle goes over from support `k` to a collider that presses as much.
static void go_over(vl_world *world, int slot, int k, int collider, vl_vec3 x)
{
    vl_contacts *c = world->contact_memory;
    vl_supports *s = world->supports;
    int from = vl_support_index(slot, k), to = vl_support_index(slot, c->carried[slot]++);
    s->collider[to] = collider;
    s->reaction[to] = s->reaction[from];
    c->reaction[to] = c->reaction[from];
    c->curvature[to] = 0;
    vl_write(s->face, to, face_of(&world->colliders[collider], x));
    exchange(world, to, vl_support_index(slot, s->count[slot]++));
    leave(world, slot, k);
}

// A particle that is beyond the edge of support `k`, and lies on another collider of the same
// height, goes over to that. False where it does not.
static bool goes_over(vl_world *world, int slot, int k, const vl_path *path, vl_vec3 x)
{
    bool room = world->contact_memory->carried[slot] < VL_MOST_SUPPORTS;
    int index = vl_support_index(slot, k);
    vl_vec3 face = vl_read(world->supports->face, index);
    const vl_collider *collider = support_of(world, index);
    vl_vec3 turned = vl_sub(collider->kind->clearance(collider, x).normal, face);
    if (!room || !(vl_dot(face, face) > 0 && vl_dot(turned, turned) > 0))
        return false;
    int other = other_below(world, slot, path, x);
    if (other >= 0)
        go_over(world, slot, k, other, x);
    return other >= 0;
}

// Puts the particle back onto the surfaces, which it left by the error of the method. Where it is
// farther away than a surface had to hold it, or behind an edge, it flies off. True where nothing
// was left to do.
static bool return_once(vl_world *world, int slot, const vl_path *path, vl_vec3 *x)
{
    const vl_vec3 from = vl_read(world->particles.x_old, slot);
    const vl_contacts *c = world->contact_memory;
    bool done = true;
    for (int k = world->supports->count[slot] - 1; k >= 0; k--) {
        int index = vl_support_index(slot, k);
        double held = 0.5 * (c->reaction[index] + c->curvature[index]) * path->left * path->left;
        if (goes_over(world, slot, k, path, *x))
            continue;
        const vl_collider *collider = support_of(world, index);
        vl_clearance at = vl_path_clearance(collider, *x, path->radius);
        bool behind = vl_path_is_behind_edge(collider, from, *x, path->radius);
        // the surface bends away more than what pressed the particle on could bend its path: a box
        // does behind an edge, and a sphere where it is left; where links act, they may press, too
        double most = c->reaction[index] + c->curvature[index];
        bool off = at.distance > 2 * path->skin &&
                   (!vl_world_has_hard_links(world) &&
                    collider->kind->curvature(collider, *x, path->v) > most);
        if (behind || off || at.distance > held + 2 * path->skin) {
            leave(world, slot, k);
        } else if (at.distance < 0 || at.distance > 2 * path->skin) {
            *x = vl_add(*x, vl_scale(at.normal, path->skin - at.distance));
            done = false;
        }
    }
    return done;
}

static void settle_one(vl_world *world, int slot, double h)
{
    vl_particles *p = &world->particles;
    const vl_vec3 from = vl_read(p->x, slot);
    if (vl_world_has_hard_links(world))
        settle_links(world, slot, h);
    vl_path path = {.x = vl_read(p->x, slot), .radius = p->radius[slot], .left = h};
    path.v = vl_scale(vl_sub(path.x, vl_read(p->x_old, slot)), 1 / h);
    vl_path_find_skin(&path, world);
    for (int i = 0; i < MOST_SWEEPS && !return_once(world, slot, &path, &path.x); i++)
        ;
    vl_vec3 moved = vl_sub(path.x, from);
    vl_write(p->x, slot, path.x);
    find_faces(world, slot); // it may be on a round edge now
    vl_write(world->contact_memory->pushed, slot, moved);
    if (!world->integrator->keeps_positions)
        vl_accumulate(p->v, slot, vl_scale(moved, 1 / h));
}

void vl_contacts_settle(vl_world *world, double h)
{
    const vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++) {
        bool carried = p->inverse_mass[i] > 0 && vl_resting_is_carried(world, i);
        if (carried)
            settle_one(world, i, h);
        else {
            vl_write(world->contact_memory->pushed, i, (vl_vec3){0, 0, 0});
            world->contact_memory->stuck[i] = false;
        }
    }
}

vl_vec3 vl_resting_end(const vl_world *world, int slot, vl_vec3 v, double h)
{
    vl_path path = {.x = vl_read(world->particles.x, slot), .v = v, .left = h};
    vl_vec3 basis[VL_AXES];
    int count = 0;
    path.radius = world->particles.radius[slot];
    vl_path_find_skin(&path, world);
    for (int k = 0; k < world->supports->count[slot]; k++) {
        const vl_collider *collider = support_of(world, vl_support_index(slot, k));
        vl_clearance at = vl_path_clearance(collider, path.x, path.radius);
        bool presses = world->supports->reaction[vl_support_index(slot, k)] > 0;
        if (at.distance <= wide * path.skin && (presses || vl_dot(v, at.normal) <= 0))
            count = vl_normal_add(basis, count, at.normal);
    }
    return vl_across(basis, count, v);
}
