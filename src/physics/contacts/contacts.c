#include "physics/contacts/contacts.h"

#include "physics/contacts/balls.h"
#include "physics/contacts/contact_path.h"
#include "physics/integrators/integrators.h"

#include <string.h>

vl_contacts *vl_contacts_create_copy(vl_arena *arena, const vl_world *world)
{
    bool needed = false;
    for (int i = 0; i < world->collider_count; i++)
        needed |= world->colliders[i].response == VL_RESPONSE_PROJECTION;
    if (!needed)
        return NULL;

    int count = world->particles.count;
    vl_contacts *contacts = vl_arena_take(arena, 1, sizeof *contacts);
    contacts->count = count;
    vl_axes_take(arena, contacts->known, count);
    contacts->touched = vl_arena_take(arena, (size_t)count, sizeof(bool));
    contacts->touched_in_frame = vl_arena_take(arena, (size_t)count, sizeof(bool));
    return contacts;
}

vl_contacts *vl_contacts_create(vl_arena *arena, const vl_world *world)
{
    vl_contacts *contacts = vl_contacts_create_copy(arena, world);
    if (!contacts)
        return NULL;
    int count = contacts->count;
    vl_axes_take(arena, contacts->start, count);
    vl_axes_take(arena, contacts->acceleration, count);
    contacts->balls = vl_balls_create(arena, world);
    if (contacts->balls)
        contacts->paths = vl_arena_take(arena, (size_t)count, sizeof *contacts->paths);
    return contacts;
}

void vl_contacts_copy(vl_contacts *to, const vl_contacts *from)
{
    size_t flags = (size_t)from->count * sizeof(bool);
    vl_axes_copy(to->known, from->known, from->count);
    memcpy(to->touched, from->touched, flags);
    memcpy(to->touched_in_frame, from->touched_in_frame, flags);
}

void vl_contacts_begin_frame(vl_world *world)
{
    vl_contacts *c = world->contact_memory;
    memset(c->touched_in_frame, 0, (size_t)c->count * sizeof(bool));
    world->contacts = 0;
}

// --- before the move ---

// Starts from v(tₙ) of the state, or with links from v⁻ = (xₙ − xₙ₋₁)/dt₋, which is completed
// later.
static void take_velocities(vl_world *world, bool linked)
{
    const vl_particles *p = &world->particles;
    vl_contacts *c = world->contact_memory;
    if (!linked && world->integrator->keeps_positions)
        vl_position_velocity(world);
    if (linked)
        vl_axes_difference(c->start, p->x, p->x_old, 1 / world->now.dt_old, p->count);
    else
        vl_axes_copy(c->start, p->v, p->count);
}

// v′ between impacts: the acceleration with the mean deceleration by damping.
static void take_acceleration(vl_world *world, double h)
{
    vl_particles *p = &world->particles;
    vl_contacts *c = world->contact_memory;
    double lost = (1 - (1 - world->damping_per_step) * vl_damping_left(world, h)) / h;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            c->acceleration[axis][i] = p->a[axis][i] - lost * c->start[axis][i];
}

void vl_contacts_begin(vl_world *world, double h)
{
    vl_contacts *c = world->contact_memory;
    take_velocities(world, world->links.hard_count > 0);
    for (int i = 0; i < c->count; i++)
        if (c->touched[i])
            vl_write(c->start, i, vl_read(c->known, i));
    take_acceleration(world, h);
}

// --- after the links ---

// v(tₙ) = (dt₋ v⁺ + dt v⁻)/(dt + dt₋) of particles not touched in the last substep.
static void complete_velocities(vl_world *world, double h)
{
    const vl_particles *p = &world->particles;
    vl_contacts *c = world->contact_memory;
    double h_old = world->now.dt_old;
    double back = h / (h + h_old), ahead = h_old / (h * (h + h_old));
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < c->count; i++)
            if (!c->touched[i])
                c->start[axis][i] =
                    back * c->start[axis][i] + ahead * (p->x[axis][i] - p->x_old[axis][i]);
}

// Where links act, v′ is x″, which contains their acceleration. A touched particle starts from its
// known velocity, though: if links held it in place, x″ would change a wrong speed v to −v in each
// substep, without end. With three quarters of x″ and one quarter of the acceleration without
// links, each substep halves v, and a constant acceleration a of the links leaves a speed of a h/6.
static const double linked_share = 0.75;

static vl_path path_of(const vl_world *world, int slot, double h)
{
    const vl_contacts *c = world->contact_memory;
    const vl_particles *p = &world->particles;
    vl_path path = {
        .x = vl_read(p->x_old, slot),
        .v = vl_read(c->start, slot),
        .accel_v = vl_read(c->acceleration, slot),
        .accel_free = vl_read(c->acceleration, slot),
        .radius = p->radius[slot],
        .left = h,
    };
    vl_vec3 moved = vl_sub(vl_read(p->x, slot), path.x);
    path.accel_x = vl_scale(vl_sub(moved, vl_scale(path.v, h)), 2 / (h * h));
    path.accel_unbiased =
        vl_sub(path.accel_x, vl_scale(path.accel_v, world->integrator->position_bias));
    if (world->links.hard_count > 0) {
        bool known = c->touched[slot];
        path.accel_v = known ? vl_lerp(path.accel_v, path.accel_x, linked_share) : path.accel_x;
        path.accel_unbiased = known ? path.accel_unbiased : path.accel_x;
        path.accel_free = path.accel_v;
        path.links_share = known ? linked_share : 1;
    }
    return path;
}

static void tell_observers(vl_world *world, int slot, const vl_path *path)
{
    vl_contact contact = {.touched = path->touched};
    if (path->touched) {
        vl_vec3 x0 = vl_read(world->particles.x_old, slot);
        vl_vec3 v0 = vl_read(world->contact_memory->start, slot);
        contact = (vl_contact){true, path->x, vl_path_work(path, x0, v0), path->links_share,
                               path->energy_before};
    }
    VL_TELL(world, particle_passed, slot, &contact);
}

static void put(vl_world *world, int slot, const vl_path *path)
{
    vl_contacts *c = world->contact_memory;
    if (world->observer_count > 0 && !path->fixed)
        tell_observers(world, slot, path);
    c->touched[slot] = path->touched;
    if (!path->touched)
        return;
    vl_write(world->particles.x, slot, path->x);
    vl_write(c->known, slot, path->v);
    world->contacts += !c->touched_in_frame[slot];
    c->touched_in_frame[slot] = true;
}

// Without a contact the particle is where the links put it. That may be inside a collider: the end
// of a path of 1e30 m has large rounding errors.
static void end_path(const vl_world *world, int slot, vl_path *path)
{
    const vl_particles *p = &world->particles;
    if (!path->touched) {
        path->x = vl_read(p->x, slot);
        path->touched = !vl_path_is_outside(path, world);
    }
    if (path->touched)
        vl_path_end(path, world, vl_read(p->x_old, slot));
}

static void resolve_one(vl_world *world, int slot, double h)
{
    vl_path path = path_of(world, slot, h);
    if (vl_path_is_near(&path, world)) {
        vl_path_begin(&path, world);
        vl_path_run(&path, world);
        end_path(world, slot, &path);
    }
    put(world, slot, &path);
}

// A fixed particle moves to its new position at a constant velocity.
static vl_path fixed_path(const vl_world *world, int slot, double h)
{
    const vl_particles *p = &world->particles;
    vl_vec3 from = vl_read(p->x_old, slot);
    return (vl_path){
        .x = from,
        .v = vl_scale(vl_sub(vl_read(p->x, slot), from), 1 / h),
        .radius = p->radius[slot],
        .left = h,
        .fixed = true,
    };
}

static void resolve_balls(vl_world *world, double h)
{
    vl_contacts *c = world->contact_memory;
    for (int i = 0; i < c->count; i++) {
        bool fixed = world->particles.inverse_mass[i] == 0;
        c->paths[i] = fixed ? fixed_path(world, i, h) : path_of(world, i, h);
        if (!fixed)
            vl_path_begin(&c->paths[i], world);
    }
    vl_balls_run(c->balls, world, c->paths, h);
    for (int i = 0; i < c->count; i++) {
        vl_path *path = &c->paths[i];
        if (!path->fixed && !(path->radius > 0)) // a point is no ball
            vl_path_run(path, world);
        path->touched &= !path->fixed;
        if (!path->fixed)
            end_path(world, i, path);
        put(world, i, path);
    }
}

void vl_contacts_resolve(vl_world *world, double h)
{
    vl_contacts *c = world->contact_memory;
    if (world->links.hard_count > 0)
        complete_velocities(world, h);
    if (c->balls) {
        resolve_balls(world, h);
        return;
    }
    for (int i = 0; i < c->count; i++)
        if (world->particles.inverse_mass[i] > 0)
            resolve_one(world, i, h);
        else
            c->touched[i] = false;
}

// --- after the step ---

void vl_contacts_end(vl_world *world, double h)
{
    vl_particles *p = &world->particles;
    vl_contacts *c = world->contact_memory;
    bool any = false;
    for (int i = 0; i < c->count; i++)
        if (c->touched[i]) {
            vl_write(p->v, i, vl_read(c->known, i));
            vl_world_put_old_positions(world, i, i + 1, h);
            any = true;
        }
    if (!any)
        return;
    world->now.acceleration_is_current = false;
    vl_world_accelerate(world);
    for (int i = 0; i < c->count; i++)
        if (c->touched[i]) {
            world->integrator->begin(world, i, i + 1, h);
            vl_write(world->observed, i, vl_read(c->known, i));
        }
}
