#include "lab/probe.h"

#include "base/memory.h"
#include "physics/forces/forces.h"
#include "physics/world/world.h"

// --- the last step ---

// Before the integrator moves anything: x₋, v and dt₋ are those that it uses.
static void move_begins(void *data, vl_world *world, double h)
{
    vl_step_watch *watch = data;
    const vl_particles *p = &world->particles;
    const vl_moment *now = &world->now;
    int slot = watch->last.slot;
    watch->in_step = true;
    watch->last = (vl_step_numbers){
        .slot = slot,
        .method = vl_world_method(world),
        .dt = h,
        .dt_old = now->dt_old,
        .dt_first = now->dt_first,
        .frame_ratio = h / now->dt_before,
        .x = vl_read(p->x, slot),
        .x_old = vl_read(p->x_old, slot),
        .v = vl_read(p->v, slot),
        .a = vl_read(p->a, slot),
    };
    if (world->integrator->keeps_half_step)
        watch->last.v_half = vl_read(world->v_half, slot);
}

static void predicted(void *data, vl_world *world, double h)
{
    vl_step_watch *watch = data;
    watch->last.predicted = vl_read(world->particles.x, watch->last.slot);
    watch->last.v_predicted = vl_read(world->particles.v, watch->last.slot);
}

static void step_finished(void *data, vl_world *world, double h)
{
    vl_step_watch *watch = data;
    vl_step_numbers *last = &watch->last;
    watch->in_step = false;
    last->x_new = vl_read(world->particles.x, last->slot);
    last->time = world->now.time;
    last->made = !world->now.diverged;
}

static void trial_begun(void *data, vl_world *world, vl_trial trial)
{
    vl_step_watch *watch = data;
    watch->before[trial] = watch->last;
}

static void rolled_back(void *data, vl_world *world, vl_trial trial)
{
    vl_step_watch *watch = data;
    watch->last = watch->before[trial];
    watch->in_step = false;
}

// Somebody has placed the particle, or set its velocity.
static void state_rebuilt(void *data, vl_world *world, int first, int end, bool solved)
{
    vl_step_watch *watch = data;
    bool mine = watch->last.slot >= first && watch->last.slot < end;
    if (mine && !watch->in_step)
        watch->last.made = false;
}

static const vl_observer observer = {
    .move_begins = move_begins,
    .predicted = predicted,
    .step_finished = step_finished,
    .trial_begun = trial_begun,
    .rolled_back = rolled_back,
    .state_rebuilt = state_rebuilt,
};

void vl_step_watch_set(vl_step_watch **watch, vl_world *world, int slot)
{
    if (*watch && slot == (*watch)->last.slot)
        return;
    if (!*watch) {
        *watch = vl_alloc(1, sizeof **watch);
        vl_world_add_observer(world, &observer, *watch);
    }
    (*watch)->last = (vl_step_numbers){.slot = slot};
}

// --- links ---

// The unknown tensions of rods and strings: force = Σ tension · direction.
typedef struct unknowns {
    int count;
    vl_vec3 directions[3];
    vl_probe_link *links[3];
    bool too_many;
} unknowns;

static void add_link(vl_world *world, vl_probe_reading *r, unknowns *u, int slot, int link)
{
    static const double taut = 1e-6; // strain

    const vl_links *links = &world->links;
    const vl_particles *p = &world->particles;
    int other = links->from[link] == slot ? links->to[link] : links->from[link];
    vl_probe_link *added = &r->links[r->link_count++];
    *added = (vl_probe_link){p->number_of[other], links->kind[link], (double)NAN};
    if (link >= links->hard_count)
        added->tension = vl_spring_tension(world, link);
    else if (links->kind[link] == VL_STRING && // slack
             vl_link_length(links, p, link) < (1 - taut) * links->length[link])
        added->tension = 0;
    else if (u->count == 3)
        u->too_many = true;
    else {
        vl_vec3 d = vl_sub(vl_read(p->x, other), r->x);
        u->links[u->count] = added;
        u->directions[u->count++] = vl_scale(d, 1 / vl_length(d));
    }
}

// By determinants, in which the normal to two directions stands for a third. Directions in one
// line, or in one plane where there are three, have no one solution.
static void solve(unknowns *u, vl_vec3 force)
{
    static const double least = 1e-2; // of the determinant, which is 1 for right angles

    vl_vec3 *d = u->directions;
    if (u->count == 1)
        u->links[0]->tension = vl_dot(d[0], force);
    if (u->count < 2)
        return;
    vl_vec3 normal = vl_cross(d[0], d[1]);
    d[2] = u->count == 2 ? vl_scale(normal, 1 / vl_length(normal)) : d[2];
    double whole = vl_dot(normal, d[2]);
    for (int i = 0; i < u->count && fabs(whole) > least; i++)
        u->links[i]->tension = vl_dot(force, vl_cross(d[(i + 1) % 3], d[(i + 2) % 3])) / whole;
}

static void read_links(vl_world *world, vl_probe_reading *r, int slot)
{
    const vl_links *links = &world->links;
    const vl_particles *p = &world->particles;
    unknowns u = {0};
    for (int k = 0; k < links->count && r->link_count < VL_PROBE_LINKS; k++)
        if (links->from[k] == slot || links->to[k] == slot)
            add_link(world, r, &u, slot, k);
    bool moves = p->inverse_mass[slot] > 0 && world->contacts == 0;
    vl_vec3 rest = vl_sub(r->a, vl_read(p->a, slot));
    if (moves && !u.too_many && r->link_count < VL_PROBE_LINKS && isfinite(vl_length(rest)))
        solve(&u, vl_scale(rest, p->mass[slot]));
}

vl_probe_reading vl_probe_read(vl_world *world, int slot, double next_dt)
{
    double *ahead[VL_AXES], known = world->next_dt;
    vl_arena arena = {0};
    vl_axes_take(&arena, ahead, world->particles.count);
    world->next_dt = next_dt;
    vl_world_show_acceleration(world);
    bool looks = !world->now.velocity_is_current && !world->now.diverged;
    if (looks)
        vl_world_look(world);
    vl_probe_reading r = {.x = vl_read(world->particles.x, slot),
                          .v = vl_read(vl_world_velocity(world), slot)};
    bool free = world->links.hard_count == 0 && world->collider_count == 0;
    double h = free ? 0 : vl_world_peek(world, ahead);
    vl_vec3 next = vl_read(ahead, slot);
    double part = h > 0 ? 2 / (h * h) : (double)NAN;
    r.a = free ? vl_read(world->particles.a, slot)
               : vl_scale(vl_sub(vl_sub(next, r.x), vl_scale(r.v, h)), part);
    read_links(world, &r, slot);
    if (looks)
        vl_world_look_away(world);
    world->next_dt = known;
    vl_arena_free(&arena);
    return r;
}
