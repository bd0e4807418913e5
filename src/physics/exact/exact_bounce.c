// A ball in uniform gravity above a flat collider that responds by projection. Along the normal it
// falls with a = −g·n, meets the surface at t₁ with the speed u, and leaves it with e u, e² u …;
// flight k lasts e^k T, T = 2 e u/a, and begins at t₁ + T (1 − e^k)/(1 − e). For e < 1 infinitely
// many flights are over at t₁ + T/(1 − e), and the ball rests. The motion along the surface does
// not change; with friction only a ball without such a motion has a solution here.

#include "physics/exact/exact_parts.h"

#include "base/elementary.h"
#include "physics/colliders/colliders.h"
#include "physics/contacts/contacts.h"

#include <math.h>

typedef struct bounce {
    vl_vec3 x, normal;               // m, at the start; unit vector
    vl_vec3 v, a;                    // m/s, m/s², across the normal
    double height, up, acceleration; // m, m/s, m/s²: above the surface, along the normal
    double restitution;
    double first; // s, t₁; HUGE_VAL: never
    double speed; // m/s, u
} bounce;

// Rounding error of the distance of a touching ball, m.
static double touching(const vl_collider *c, vl_vec3 x, double radius)
{
    return 1e-12 * (vl_length(x) + radius + vl_collider_extent(c));
}

// Whether a ball that moves straight from `a` to `b` does not touch a collider. It can always
// advance by its present distance.
static bool is_clear(const vl_collider *c, vl_vec3 a, vl_vec3 b, double radius)
{
    enum { MOST_STEPS = 100 };

    double length = vl_length(vl_sub(b, a)), travelled = 0;
    for (int i = 0; i < MOST_STEPS; i++) {
        vl_vec3 x = length > 0 ? vl_lerp(a, b, travelled / length) : a;
        double room = c->kind->clearance(c, x).distance - radius;
        if (!(room > touching(c, x, radius)))
            return false;
        travelled += room;
        if (travelled >= length)
            return true;
    }
    return false;
}

// The ball above one collider; false where it is inside of it.
static bool place(bounce *b, const vl_exact_group *group, const vl_collider *c)
{
    const vl_particles *p = &group->world->particles;
    int slot = group->slots[0];
    b->x = vl_read(p->x, slot);
    vl_clearance room = c->kind->clearance(c, b->x);
    b->normal = room.normal;
    double height = room.distance - p->radius[slot], least = touching(c, b->x, p->radius[slot]);
    if (!(height >= -least))
        return false;
    b->height = height > least ? height : 0;

    vl_vec3 v = vl_read(p->v, slot), g = vl_world_gravity_on(group->world, slot);
    b->up = vl_dot(v, b->normal);
    b->acceleration = vl_dot(g, b->normal);
    b->v = vl_sub(v, vl_scale(b->normal, b->up));
    b->a = vl_sub(g, vl_scale(b->normal, b->acceleration));
    b->restitution = c->restitution;
    b->first = vl_path_falls_to_zero(b->height, b->up, b->acceleration);
    b->speed = sqrt(fmax(0, b->up * b->up - 2 * b->acceleration * b->height));
    return true;
}

// Whether the ball moves on one line, with no collider between its highest point and the surface.
static bool has_the_line(const bounce *b, const vl_exact_group *group, int floor)
{
    const vl_world *world = group->world;
    double radius = world->particles.radius[group->slots[0]];
    double rise = b->up > 0 ? 0.5 * b->up * b->up / -b->acceleration : 0;
    vl_vec3 top = vl_add(b->x, vl_scale(b->normal, rise));
    vl_vec3 bottom = vl_sub(b->x, vl_scale(b->normal, b->height));
    for (int i = 0; i < world->collider_count; i++)
        if (i != floor && !is_clear(&world->colliders[i], top, bottom, radius))
            return false;
    return true;
}

static bool takes(bounce *b, const vl_exact_group *group, int floor)
{
    const vl_collider *c = &group->world->colliders[floor];
    bool flat = c->kind == &vl_collider_plane || c->kind == &vl_collider_box;
    if (c->response != VL_RESPONSE_PROJECTION || !flat || !place(b, group, c))
        return false;
    double speed = fmax(fabs(b->up), sqrt(fabs(b->acceleration) * b->height));
    if (b->acceleration < 0 && vl_exact_is_nothing(b->v, speed) &&
        vl_exact_is_nothing(b->a, fabs(b->acceleration))) {
        b->v = b->a = (vl_vec3){0, 0, 0};
        return has_the_line(b, group, floor);
    }
    return group->world->collider_count == 1 && c->kind == &vl_collider_plane && c->friction == 0;
}

static bool fits(const vl_exact_group *group, void *state)
{
    const vl_world *world = group->world;
    for (int i = 0; i < world->collider_count; i++)
        if (world->colliders[i].kind->between_particles || world->damping != 0)
            return false;
    for (int i = 0; i < world->collider_count; i++)
        if (takes(state, group, i))
            return true;
    return false;
}

static vl_along thrown(double height, double speed, double acceleration, double t)
{
    return (vl_along){height + (speed + 0.5 * acceleration * t) * t, speed + acceleration * t};
}

// s seconds after the first impact, under gravity towards the surface.
static vl_along after(const bounce *b, double s)
{
    double e = b->restitution, lasts = 2 * e * b->speed / -b->acceleration;
    if (!(lasts > 0) || (e < 1 && s >= lasts / (1 - e)))
        return (vl_along){0, 0};

    double at = s / lasts;
    double k = floor(e < 1 ? vl_log1p(-at * (1 - e)) / vl_log(e) : at);
    double begins = e < 1 ? -vl_expm1(k * vl_log(e)) / (1 - e) : k; // flight k, in units of T
    double left = s - lasts * begins;
    vl_along r = thrown(0, e * b->speed * vl_pow(e, k), b->acceleration, left);
    return r.x > 0 ? r : (vl_along){0, r.v}; // rounding may end a flight a little early
}

static vl_along height_at(const bounce *b, double tau)
{
    if (tau < b->first)
        return thrown(b->height, b->up, b->acceleration, tau);
    if (b->acceleration < 0)
        return after(b, tau - b->first);
    return thrown(0, b->restitution * b->speed, b->acceleration, tau - b->first);
}

static vl_motion at(const void *state, int member, const vl_exact_instant *now)
{
    const bounce *b = state;
    double t = now->tau;
    vl_along r = height_at(b, t);
    vl_vec3 across = vl_add(vl_scale(b->v, t), vl_scale(b->a, 0.5 * t * t));
    return (vl_motion){
        .x = vl_add(b->x, vl_add(across, vl_scale(b->normal, r.x - b->height))),
        .v = vl_add(vl_add(b->v, vl_scale(b->a, t)), vl_scale(b->normal, r.v)),
    };
}

const vl_exact_solution vl_exact_bounce = {"bouncing ball", sizeof(bounce),  fits, at,
                                           .alone = true,   .collides = true};
