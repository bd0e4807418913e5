#include "physics/world/tethers.h"

#include "base/memory.h"
#include "physics/colliders/colliders.h"
#include "physics/world/world.h"

#include <math.h>
#include <string.h>

// Depth of a contact by rounding, relative to the numbers that describe it.
static const double rounding = 1e-12;

// Length of a tether over the size of the world. It lifts a particle that slides by d along the
// surface by d²/2 over this; the next round takes a new point.
static const double far = 1000;

void vl_tethers_free(vl_tethers *tethers)
{
    vl_free(tethers->all);
    *tethers = (vl_tethers){0};
}

// --- where particles are too deep ---

static bool keeps_out(const vl_collider *collider)
{
    return collider->response == VL_RESPONSE_PROJECTION && !collider->kind->between_particles;
}

// The depth of a particle in a collider and the normal there; the depth is 0 where it does not
// collide.
static vl_clearance depth_of(const vl_world *world, int slot, const vl_collider *collider)
{
    const vl_particles *p = &world->particles;
    if (!keeps_out(collider) || p->inverse_mass[slot] == 0)
        return (vl_clearance){0, {0, 0, 0}};
    vl_clearance at = collider->kind->clearance(collider, vl_read(p->x, slot));
    double depth = p->radius[slot] - at.distance;
    double least = rounding * (p->radius[slot] + vl_collider_extent(collider));
    return (vl_clearance){depth > least ? depth : 0, at.normal};
}

static bool has(const vl_tethers *tethers, int slot, int collider)
{
    for (int k = 0; k < tethers->count; k++)
        if (tethers->all[k].slot == slot && tethers->all[k].collider == collider)
            return true;
    return false;
}

static void add(vl_tethers *tethers, vl_tether one)
{
    tethers->all = vl_grow(tethers->all, &tethers->room, tethers->count + 1, sizeof *tethers->all);
    tethers->all[tethers->count++] = one;
}

int vl_tethers_find(vl_tethers *tethers, const vl_world *world)
{
    int before = tethers->count;
    for (int c = 0; c < world->collider_count; c++)
        for (int i = 0; i < world->particles.count; i++)
            if (depth_of(world, i, &world->colliders[c]).distance > 0 && !has(tethers, i, c))
                add(tethers, (vl_tether){i, c});
    return tethers->count - before;
}

double vl_tethers_depth(const vl_world *world)
{
    double deepest = 0;
    for (int c = 0; c < world->collider_count; c++)
        for (int i = 0; i < world->particles.count; i++)
            deepest = fmax(deepest, depth_of(world, i, &world->colliders[c]).distance);
    return deepest;
}

void vl_tethers_lift(vl_world *world)
{
    enum { MOST_SWEEPS = 64 }; // of a particle between several colliders

    for (int sweep = 0; sweep < MOST_SWEEPS && vl_tethers_depth(world) > 0; sweep++)
        for (int c = 0; c < world->collider_count; c++)
            for (int i = 0; i < world->particles.count; i++) {
                vl_clearance at = depth_of(world, i, &world->colliders[c]);
                if (at.distance > 0)
                    vl_accumulate(world->particles.x, i, vl_scale(at.normal, at.distance));
            }
}

// --- the copy ---

// Diagonal of the bounding box of all particles and their largest radius, m, > 0.
static double size_of(const vl_particles *p)
{
    double sum = 0, radius = 0;
    for (int axis = 0; axis < VL_AXES; axis++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = 0; i < p->count; i++) {
            low = fmin(low, p->x[axis][i]);
            high = fmax(high, p->x[axis][i]);
            radius = fmax(radius, p->radius[i]);
        }
        sum += (high - low) * (high - low);
    }
    double size = sqrt(sum) + radius;
    return size > 0 ? size : 1;
}

static void copy_particles(vl_particles *to, const vl_particles *from)
{
    vl_axes_copy(to->x, from->x, from->count);
    vl_axes_copy(to->x_old, from->x, from->count);
    for (int i = 0; i < to->count; i++) {
        bool tethers = i >= from->count; // what holds one end of a tether
        to->mass[i] = tethers ? 1 : from->mass[i];
        to->pinned[i] = tethers || from->inverse_mass[i] == 0;
        vl_particles_refresh(to, i);
    }
}

static vl_link link_of(const vl_links *links, int k)
{
    return (vl_link){.from = links->from[k],
                     .to = links->to[k],
                     .kind = links->kind[k],
                     .length = links->length[k],
                     .compliance = links->compliance[k],
                     .family = -1};
}

// The tether of a particle to the particle `anchor`, which gets its place.
static vl_link tie(vl_world *copy, const vl_collider *collider, int slot, int anchor, double size)
{
    vl_vec3 x = vl_read(copy->particles.x, slot);
    vl_clearance at = collider->kind->clearance(collider, x);
    double above = at.distance - copy->particles.radius[slot], length = far * size;
    vl_write(copy->particles.x, anchor, vl_add(x, vl_scale(at.normal, length - above)));
    return (vl_link){.from = anchor, .to = slot, .kind = VL_STRING, .length = length, .family = -1};
}

vl_world *vl_tethered_copy(const vl_world *world, const vl_tethers *tethers,
                           const vl_solver_settings *solver)
{
    const vl_particles *p = &world->particles;
    int hard = world->links.hard_count, count = hard + tethers->count;
    vl_world *copy = vl_world_create(p->count + tethers->count);
    vl_link *links = vl_alloc((size_t)count, sizeof *links);
    double size = size_of(p);
    copy_particles(&copy->particles, p);
    memcpy(copy->particles.radius, p->radius, (size_t)p->count * sizeof *p->radius);
    for (int k = 0; k < hard; k++)
        links[k] = link_of(&world->links, k);
    for (int k = 0; k < tethers->count; k++) {
        const vl_tether *one = &tethers->all[k];
        const vl_collider *collider = &world->colliders[one->collider];
        links[hard + k] = tie(copy, collider, one->slot, p->count + k, size);
    }
    copy->solver = *solver;
    copy->sweep_kernel = world->sweep_kernel;
    copy->threads = 1;
    vl_world_link(copy, links, count);
    vl_free(links);
    return copy;
}

double vl_tethered_strain(const vl_world *copy, int particles)
{
    const vl_links *links = &copy->links;
    double largest = 0;
    for (int k = 0; k < links->hard_count; k++) {
        bool stiff = !(links->compliance[k] > 0), is_tether = links->from[k] >= particles;
        double strain = stiff ? fabs(vl_link_strain(links, &copy->particles, k)) : 0;
        largest = fmax(largest, is_tether ? far * strain : strain);
    }
    return largest;
}
