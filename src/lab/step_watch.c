#include "lab/step_watch.h"

#include "physics/world/world.h"

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

void vl_step_watch_begin(vl_step_watch *watch, vl_world *world, int slot)
{
    *watch = (vl_step_watch){.last.slot = slot};
    vl_world_add_observer(world, &observer, watch);
}

void vl_step_watch_set(vl_step_watch *watch, int slot)
{
    if (slot == watch->last.slot)
        return;
    watch->last = (vl_step_numbers){.slot = slot};
}
