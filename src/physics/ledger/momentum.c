// Where links act, the velocity at the beginning of a frame is known after its first substep. Until
// then the positions of that instant are kept.

#include "physics/ledger/momentum.h"

struct vl_momentum_watch {
    vl_arena arena; // of all its memory
    vl_world *world;
    double *x[VL_AXES]; // m, when the frame began
    int *group;         // a slot of the same part
    bool *tied;         // by group: to a particle that is pinned or held
    vl_momenta before;
};

// --- parts ---

static int group_of(vl_momentum_watch *watch, int slot)
{
    int *group = watch->group;
    while (group[slot] != slot)
        slot = group[slot] = group[group[slot]];
    return slot;
}

static void find_groups(vl_momentum_watch *watch)
{
    const vl_links *links = &watch->world->links;
    const vl_particles *p = &watch->world->particles;
    for (int i = 0; i < p->count; i++)
        watch->group[i] = i;
    for (int k = 0; k < links->count; k++)
        watch->group[group_of(watch, links->from[k])] = group_of(watch, links->to[k]);
    for (int i = 0; i < p->count; i++)
        watch->tied[i] = false;
    for (int i = 0; i < p->count; i++)
        watch->tied[group_of(watch, i)] |= p->inverse_mass[i] == 0;
}

// --- sums ---

// A dial turns about an axis along z that stays in its place: I ω is angular momentum about any
// point, and it has no momentum.
static vl_momentum sum_up(vl_momentum_watch *watch, double *const x[VL_AXES], bool free_only)
{
    const vl_particles *p = &watch->world->particles;
    double *const *v = vl_world_velocity(watch->world);
    vl_vec3 first = {0, 0, 0}, linear = {0, 0, 0}, angular = {0, 0, 0};
    double mass = 0, turning = 0;
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        if (free_only && watch->tied[group_of(watch, i)])
            continue;
        count++;
        vl_vec3 momentum = vl_scale(vl_read(v, i), p->mass[i]);
        if (p->dial[i]) {
            turning += momentum.x;
            continue;
        }
        mass += p->mass[i];
        first = vl_add(first, vl_scale(vl_read(x, i), p->mass[i]));
        linear = vl_add(linear, momentum);
        angular = vl_add(angular, vl_cross(vl_read(x, i), momentum));
    }
    vl_vec3 drift = {0, 0, 0};
    if (free_only && mass > 0)
        drift = vl_scale(vl_cross(first, linear), 1 / mass);
    angular = vl_sub(angular, drift);
    angular.z += turning;
    double known = free_only && count == 0 ? (double)NAN : 1;
    return (vl_momentum){vl_scale(linear, known), vl_scale(angular, known)};
}

static vl_momenta momenta_at(vl_momentum_watch *watch, double *const x[VL_AXES])
{
    find_groups(watch);
    return (vl_momenta){.all = sum_up(watch, x, false), .free = sum_up(watch, x, true)};
}

// --- events ---

static void frame_begun(void *data, vl_world *world, bool known)
{
    vl_momentum_watch *watch = data;
    vl_axes_copy(watch->x, world->particles.x, world->particles.count);
    if (known)
        watch->before = momenta_at(watch, watch->x);
}

static void instant_known(void *data, vl_world *world, vl_instant_kind instant)
{
    vl_momentum_watch *watch = data;
    if (instant == VL_INSTANT_FRAME_START)
        watch->before = momenta_at(watch, watch->x);
}

static const vl_observer observer = {.frame_begun = frame_begun, .instant_known = instant_known};

vl_momentum_watch *vl_momentum_watch_create(vl_world *world)
{
    vl_arena arena = {0};
    size_t count = (size_t)world->particles.count;
    vl_momentum_watch *watch = vl_arena_take(&arena, 1, sizeof *watch);
    vl_axes_take(&arena, watch->x, world->particles.count);
    watch->group = vl_arena_take(&arena, count, sizeof *watch->group);
    watch->tied = vl_arena_take(&arena, count, sizeof *watch->tied);
    watch->arena = arena;
    watch->world = world;
    vl_world_add_observer(world, &observer, watch);
    return watch;
}

void vl_momentum_watch_free(vl_momentum_watch *watch)
{
    if (!watch)
        return;
    vl_world_remove_observer(watch->world, watch);
    vl_arena_free(&watch->arena);
}

vl_momenta vl_momentum_now(vl_momentum_watch *watch)
{
    return momenta_at(watch, watch->world->particles.x);
}

const vl_momenta *vl_momentum_before(const vl_momentum_watch *watch)
{
    return &watch->before;
}
