// Where links act, the velocity at the beginning of a frame is known after its first substep. Until
// then the positions of that instant are kept.

#include "physics/ledger/momentum.h"

#include <string.h>

struct vl_momentum_meter {
    vl_arena arena; // of all its memory
    vl_world *world;
    double *x[VL_AXES]; // m, when the frame began
    int *group;         // a slot of the same part, the same one for all of the part
    int version;        // of the links that the parts were found in; −1: none yet
    bool *tied;         // by group: to a particle that is pinned or held
    vl_momenta before;
};

// --- parts ---

static int group_of(vl_momentum_meter *meter, int slot)
{
    int *group = meter->group;
    while (group[slot] != slot)
        slot = group[slot] = group[group[slot]];
    return slot;
}

// Links tie what they join, and a force that acts between particles ties all that are at places.
static void find_groups(vl_momentum_meter *meter)
{
    const vl_world *world = meter->world;
    const vl_links *links = &world->links;
    const int count = world->particles.count;
    int first = -1;
    if (meter->version == links->version)
        return;
    meter->version = links->version;
    for (int i = 0; i < count; i++)
        meter->group[i] = i;
    for (int k = 0; k < links->count; k++)
        meter->group[group_of(meter, links->from[k])] = group_of(meter, links->to[k]);
    for (int k = 0; k < world->force_count; k++)
        for (int i = 0; world->forces[k].kind->keeps_momentum && i < count; i++)
            if (!world->particles.dial[i]) {
                first = first < 0 ? i : first;
                meter->group[group_of(meter, i)] = group_of(meter, first);
            }
    for (int i = 0; i < count; i++)
        meter->group[i] = group_of(meter, i);
}

// --- sums ---

// Of all, about the origin; or of the parts that nothing holds, about their centre of mass. A dial
// turns about an axis along z that stays in its place: I ω is angular momentum about any point, and
// it has no momentum.
static vl_momentum sum_of(const vl_momentum_meter *meter, double *const x[VL_AXES], bool free)
{
    const vl_particles *p = &meter->world->particles;
    double *const *v = vl_world_velocity(meter->world);
    vl_momentum sum = {{0, 0, 0}, {0, 0, 0}};
    vl_vec3 first = {0, 0, 0};
    double mass = 0;
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        if (free && meter->tied[meter->group[i]])
            continue;
        vl_vec3 x_i = vl_read(x, i), linear = vl_scale(vl_read(v, i), p->mass[i]);
        count++;
        if (p->dial[i]) {
            sum.angular.z += linear.x;
            continue;
        }
        sum.linear = vl_add(sum.linear, linear);
        sum.angular = vl_add(sum.angular, vl_cross(x_i, linear));
        first = vl_add(first, vl_scale(x_i, p->mass[i]));
        mass += p->mass[i];
    }
    vl_vec3 drift =
        free && mass > 0 ? vl_scale(vl_cross(first, sum.linear), 1 / mass) : (vl_vec3){0, 0, 0};
    double known = count == 0 ? (double)NAN : 1;
    return (vl_momentum){vl_scale(sum.linear, known), vl_scale(vl_sub(sum.angular, drift), known)};
}

static vl_momenta momenta_at(vl_momentum_meter *meter, double *const x[VL_AXES])
{
    const vl_particles *p = &meter->world->particles;
    find_groups(meter);
    memset(meter->tied, 0, (size_t)p->count * sizeof *meter->tied);
    for (int i = 0; i < p->count; i++)
        meter->tied[meter->group[i]] |= p->inverse_mass[i] == 0;
    return (vl_momenta){.all = sum_of(meter, x, false), .free = sum_of(meter, x, true)};
}

// --- events ---

static void frame_begun(void *data, vl_world *world, bool known)
{
    vl_momentum_meter *meter = data;
    vl_axes_copy(meter->x, world->particles.x, world->particles.count);
    if (known)
        meter->before = momenta_at(meter, meter->x);
}

static void instant_known(void *data, vl_world *world, vl_instant_kind instant)
{
    vl_momentum_meter *meter = data;
    if (instant == VL_INSTANT_FRAME_START)
        meter->before = momenta_at(meter, meter->x);
}

static const vl_observer observer = {.frame_begun = frame_begun, .instant_known = instant_known};

vl_momentum_meter *vl_momentum_meter_create(vl_world *world)
{
    vl_arena arena = {0};
    size_t count = (size_t)world->particles.count;
    vl_momentum_meter *meter = vl_arena_take(&arena, 1, sizeof *meter);
    vl_axes_take(&arena, meter->x, world->particles.count);
    meter->group = vl_arena_take(&arena, count, sizeof *meter->group);
    meter->tied = vl_arena_take(&arena, count, sizeof *meter->tied);
    meter->arena = arena;
    meter->world = world;
    meter->version = -1;
    vl_world_add_observer(world, &observer, meter);
    return meter;
}

void vl_momentum_meter_free(vl_momentum_meter *meter)
{
    if (!meter)
        return;
    vl_world_remove_observer(meter->world, meter);
    vl_arena_free(&meter->arena);
}

const vl_arena *vl_momentum_meter_memory(const vl_momentum_meter *meter)
{
    return &meter->arena;
}

vl_momenta vl_momentum_now(vl_momentum_meter *meter)
{
    return momenta_at(meter, meter->world->particles.x);
}

const vl_momenta *vl_momentum_before(const vl_momentum_meter *meter)
{
    return &meter->before;
}
