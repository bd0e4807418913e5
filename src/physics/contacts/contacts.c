#include "physics/contacts/contacts.h"

#include "physics/contacts/balls.h"
#include "physics/contacts/contact_path.h"
#include "physics/contacts/resting.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"

#include <string.h>

static bool any_responds_by(const vl_world *world, vl_response response)
{
    for (int i = 0; i < world->collider_count; i++)
        if (world->colliders[i].response == response)
            return true;
    return false;
}

vl_supports *vl_contacts_create_supports(vl_arena *arena, const vl_world *world)
{
    if (!any_responds_by(world, VL_RESPONSE_PROJECTION))
        return NULL;
    size_t count = (size_t)world->particles.count;
    vl_supports *supports = vl_arena_take(arena, 1, sizeof *supports);
    supports->count = vl_arena_take(arena, count, sizeof(int));
    supports->collider = vl_arena_take(arena, VL_MOST_SUPPORTS * count, sizeof(int));
    supports->reaction = vl_arena_take(arena, VL_MOST_SUPPORTS * count, sizeof(double));
    vl_axes_take(arena, supports->face, VL_MOST_SUPPORTS * world->particles.count);
    vl_axes_take(arena, supports->free, world->particles.count);
    vl_axes_take(arena, supports->forwards, world->particles.count);
    return supports;
}

void vl_contacts_copy_supports(vl_supports *to, const vl_supports *from, int count)
{
    size_t all = VL_MOST_SUPPORTS * (size_t)count;
    to->span = from->span;
    memcpy(to->count, from->count, (size_t)count * sizeof *to->count);
    memcpy(to->collider, from->collider, all * sizeof *to->collider);
    memcpy(to->reaction, from->reaction, all * sizeof *to->reaction);
    vl_axes_copy(to->face, from->face, VL_MOST_SUPPORTS * count);
    vl_axes_copy(to->free, from->free, count);
}

vl_contacts *vl_contacts_create_copy(vl_arena *arena, const vl_world *world)
{
    if (!any_responds_by(world, VL_RESPONSE_PROJECTION))
        return NULL;
    int count = world->particles.count;
    vl_contacts *contacts = vl_arena_take(arena, 1, sizeof *contacts);
    contacts->count = count;
    vl_axes_take(arena, contacts->known, count);
    contacts->touched = vl_arena_take(arena, (size_t)count, sizeof(bool));
    contacts->fresh = vl_arena_take(arena, (size_t)count, sizeof(bool));
    contacts->stuck = vl_arena_take(arena, (size_t)count, sizeof(bool));
    contacts->touched_in_frame = vl_arena_take(arena, (size_t)count, sizeof(bool));
    return contacts;
}

vl_contacts *vl_contacts_create(vl_arena *arena, const vl_world *world)
{
    vl_contacts *contacts = vl_contacts_create_copy(arena, world);
    if (!contacts)
        return NULL;
    int count = contacts->count;
    size_t supports = VL_MOST_SUPPORTS * (size_t)count;
    contacts->carried = vl_arena_take(arena, (size_t)count, sizeof(int));
    contacts->reaction = vl_arena_take(arena, supports, sizeof(double));
    contacts->curvature = vl_arena_take(arena, supports, sizeof(double));
    vl_axes_take(arena, contacts->pushed, count);
    vl_axes_take(arena, contacts->held_off, count);
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
    memcpy(to->fresh, from->fresh, flags);
    memcpy(to->stuck, from->stuck, flags);
    memcpy(to->touched_in_frame, from->touched_in_frame, flags);
}

void vl_contacts_begin_frame(vl_world *world)
{
    vl_contacts *c = world->contact_memory;
    memset(c->touched_in_frame, 0, (size_t)c->count * sizeof(bool));
    world->contacts = 0;
}

// --- before the move ---

// v′ between impacts: the acceleration with the mean deceleration by damping.
static void take_acceleration(vl_world *world, double h)
{
    vl_particles *p = &world->particles;
    vl_contacts *c = world->contact_memory;
    double lost = (1 - (1 - world->damping_per_step) * vl_damping_left(world, h)) / h;
    for (int i = 0; i < p->count; i++) {
        bool carried = c->carried[i] > 0;
        vl_vec3 a = vl_read(carried ? world->supports->free : p->a, i);
        vl_write(c->acceleration, i, vl_sub(a, vl_scale(vl_read(c->start, i), lost)));
    }
}

void vl_contacts_begin(vl_world *world, double h)
{
    vl_contacts *c = world->contact_memory;
    const vl_particles *p = &world->particles;
    // from v(tₙ) of the state, or with links from v⁻ = (xₙ − xₙ₋₁)/dt₋, which is completed later
    bool linked = vl_world_has_hard_links(world);
    if (!linked && world->integrator->keeps_positions)
        vl_position_velocity(world);
    if (linked)
        vl_axes_difference(c->start, p->x, p->x_old, 1 / world->now.dt_old, p->count);
    else
        vl_axes_copy(c->start, p->v, p->count);
    for (int i = 0; i < c->count; i++) {
        if (c->touched[i])
            vl_write(c->start, i, vl_read(c->known, i));
        if (world->particles.inverse_mass[i] == 0)
            vl_resting_drop(world, i);
        else if (!c->touched[i]) {
            // with other supports than in the last step the acceleration jumps, and with it the
            // state of some methods
            vl_vec3 a = vl_read(p->a, i), v = vl_read(c->start, i);
            if (vl_resting_find(world, i, &v, world->supports->span)) {
                vl_integrator_jump(world, i, vl_sub(vl_read(p->a, i), a));
                vl_vec3 moved = vl_sub(vl_read(p->x, i), vl_read(p->x_old, i));
                if (linked)
                    vl_write(c->start, i, vl_scale(moved, 1 / world->now.dt_old));
            }
            if (vl_resting_is_carried(world, i) && !linked)
                vl_write(c->start, i, v);
        }
        vl_resting_begin(world, i, vl_read(c->start, i));
    }
    take_acceleration(world, h);
}

// --- after the links ---

// Where links act, v′ is x″, which contains their acceleration. A touched particle starts from its
// known velocity, though: if links held it in place, x″ would change a wrong speed v to −v in each
// substep, without end. With three quarters of x″ and one quarter of the acceleration without
// links, each substep halves v, and a constant acceleration a of the links leaves a speed of a h/6.
static const double linked_share = 0.75;

// Whether the acceleration of a particle may differ from place to place, or with its velocity.
// Where it cannot, the parabola of a path is the motion itself.
static bool is_driven(const vl_world *world, int slot)
{
    vl_vec3 a = vl_read(world->contact_memory->acceleration, slot);
    vl_vec3 more = vl_sub(a, vl_world_gravity_on(world, slot));
    return world->force_count > 0 || world->damping > 0 || world->links.count > 0 ||
           vl_dot(more, more) > 0;
}

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
        .span = world->supports->span,
        .after = c->after,
        .driven = is_driven(world, slot),
        // in a short step it is rounding
        .tells_bend = !world->integrator->keeps_positions && h > 0.03 * world->supports->span,
        .own_count = c->carried[slot],
        .rubbed = vl_world_has_hard_links(world),
    };
    memcpy(path.own, &world->supports->collider[vl_support_index(slot, 0)], sizeof path.own);
    vl_vec3 moved = vl_sub(vl_read(p->x, slot), path.x);
    path.accel_x = vl_scale(vl_sub(moved, vl_scale(path.v, h)), 2 / (h * h));
    if (c->strikes) // in next to no time that is rounding
        path.accel_x = path.accel_v;
    path.accel_unbiased =
        vl_sub(path.accel_x, vl_scale(path.accel_v, world->integrator->position_bias));
    if (vl_world_has_hard_links(world) && path.own_count > 0) {
        // carried: without contacts, neither what its supports hold off is missing nor what they
        // moved after the links
        double share = c->touched[slot] ? 1 : h / (h + world->now.dt_old);
        vl_vec3 pushed = vl_scale(vl_read(c->pushed, slot), 2 * share / (h * h));
        path.accel_v = vl_add(path.accel_x, vl_resting_held_off(world, slot));
        path.accel_free = vl_sub(vl_add(path.accel_x, vl_read(c->held_off, slot)), pushed);
        path.links_share = 1;
    } else if (vl_world_has_hard_links(world)) {
        bool known = c->touched[slot];
        path.accel_v = known ? vl_lerp(path.accel_v, path.accel_x, linked_share) : path.accel_x;
        path.accel_unbiased = known ? path.accel_unbiased : path.accel_x;
        path.accel_free = path.accel_v;
        path.links_share = known ? linked_share : 1;
    }
    return path;
}

static void put(vl_world *world, int slot, const vl_path *path)
{
    vl_contacts *c = world->contact_memory;
    if (world->observer_count > 0) {
        vl_contact contact = {.touched = false};
        vl_vec3 x0 = vl_read(world->particles.x_old, slot);
        vl_vec3 v0 = vl_read(world->contact_memory->start, slot);
        if (path->touched)
            contact = (vl_contact){
                .touched = true,
                .x = path->x,
                .work = vl_path_work(path, x0, v0),
                .links_share = path->links_share,
                .energy_before = path->energy_before,
            };
        VL_TELL(world, particle_passed, slot, &contact);
    }
    c->touched[slot] = path->touched;
    c->rest = fmax(c->rest, path->rest);
    if (!path->touched && c->carried[slot] == 0)
        return;
    if (path->touched) {
        vl_write(world->particles.x, slot, path->x);
        vl_write(c->known, slot, path->v);
    }
    world->contacts += !c->touched_in_frame[slot];
    world->now.touched |= 1u << VL_RESPONSE_PROJECTION;
    world->now.touched |= path->driven && path->touched && !c->strikes ? VL_TOUCHED_IN_STEP : 0;
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
    // links may lift what is carried from a round collider, and the step end inside of it again
    const vl_path end = {.x = vl_read(world->particles.x, slot), .radius = path.radius};
    if (vl_path_is_near(&path, world) || (path.own_count > 0 && !vl_path_is_outside(&end, world))) {
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
        .v = world->contact_memory->strikes ? vl_read(p->v, slot)
                                            : vl_scale(vl_sub(vl_read(p->x, slot), from), 1 / h),
        .radius = p->radius[slot],
        .left = h,
        .span = world->supports->span,
        .after = world->contact_memory->after,
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
        if (path->fixed) {
            c->touched[i] = false;
            continue;
        }
        if (!(path->radius > 0)) // a point is no ball
            vl_path_run(path, world);
        end_path(world, i, path);
        put(world, i, path);
    }
}

void vl_contacts_resolve(vl_world *world, double h)
{
    vl_contacts *c = world->contact_memory;
    c->rest = 0;
    if (vl_world_has_hard_links(world)) {
        // v(tₙ) = (dt₋ v⁺ + dt v⁻)/(dt + dt₋) of particles not touched in the last substep.
        const vl_particles *p = &world->particles;
        double h_old = world->now.dt_old;
        double back = h / (h + h_old), ahead = h_old / (h * (h + h_old));
        for (int axis = 0; axis < VL_AXES; axis++)
            for (int i = 0; i < c->count; i++)
                if (!c->touched[i])
                    c->start[axis][i] =
                        back * c->start[axis][i] + ahead * (p->x[axis][i] - p->x_old[axis][i]);
    } else if (world->integrator->implicit)
        take_acceleration(world, h); // that of the stage; at the beginning it may be far off
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

void vl_contacts_forget(vl_world *world, int first, int end)
{
    for (int i = first; i < end; i++) {
        world->contact_memory->touched[i] = false;
        world->contact_memory->stuck[i] = false;
        vl_resting_drop(world, i);
    }
}

void vl_contacts_support(vl_world *world, int first, int end, double h)
{
    vl_particles *p = &world->particles;
    for (int i = first; i < end; i++)
        if (p->inverse_mass[i] > 0) {
            vl_vec3 v = vl_read(p->v, i);
            world->contact_memory->fresh[i] = true;
            vl_resting_find(world, i, &v, h);
            if (vl_resting_is_carried(world, i))
                vl_write(p->v, i, v);
            world->contact_memory->stuck[i] = vl_resting_is_at_rest(world, i, v, h);
        }
}

void vl_contacts_end(vl_world *world, double h)
{
    vl_contacts *c = world->contact_memory;
    memset(c->fresh, 0, (size_t)c->count * sizeof *c->fresh);
    for (int axis = 0; axis < VL_AXES; axis++)
        memset(world->supports->forwards[axis], 0, (size_t)c->count * sizeof(double));
    // The velocity of what was carried for the whole step has no part along the normal. Where links
    // act, the velocities of a step are those of the displacements, and stay; what friction holds
    // has none.
    vl_particles *p = &world->particles;
    for (int i = 0; !world->integrator->keeps_positions && i < p->count; i++)
        if (c->touched[i] || !vl_resting_is_carried(world, i))
            continue;
        else if (!vl_world_has_hard_links(world))
            vl_write(p->v, i, vl_resting_end(world, i, vl_read(p->v, i), h));
        else if (c->stuck[i])
            vl_write(p->v, i, (vl_vec3){0, 0, 0});
    bool any = false; // velocity that contacts have found
    for (int i = 0; i < c->count; i++)
        if (c->touched[i]) {
            vl_write(p->v, i, vl_read(c->known, i));
            vl_world_put_old_positions(world, i, i + 1, h);
            vl_resting_drop(world, i);
            any = true;
        }
    if (!any)
        return;
    world->now.acceleration_is_current = false;
    vl_world_accelerate(world);
    for (int i = 0; i < c->count; i++)
        if (c->touched[i]) {
            vl_contacts_support(world, i, i + 1, world->supports->span);
            world->integrator->begin(world, i, i + 1, h);
            vl_write(world->v_instant, i, vl_read(c->known, i));
        }
}

// --- moving out alone ---

void vl_contacts_move_out(vl_world *world, double h)
{
    const vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 from = vl_read(p->x, i), x = from;
        for (int k = 0; k < world->collider_count && p->inverse_mass[i] > 0; k++) {
            const vl_collider *collider = &world->colliders[k];
            if (collider->response != VL_RESPONSE_MOVE_OUT)
                continue;
            vl_clearance c = collider->kind->clearance(collider, x);
            x = vl_add(x, vl_scale(c.normal, fmax(0, p->radius[i] - c.distance)));
        }
        vl_vec3 moved = vl_sub(x, from);
        if (vl_length(moved) == 0)
            continue;
        world->now.touched |= 1u << VL_RESPONSE_MOVE_OUT;
        VL_TELL(world, moved_out, i, moved, h);
        vl_write(p->x, i, x);
    }
}

bool vl_contacts_moves_out(const vl_world *world)
{
    return any_responds_by(world, VL_RESPONSE_MOVE_OUT);
}
