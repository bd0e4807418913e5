#include "physics/contacts/turning.h"

#include "physics/contacts/resting.h"
#include "physics/forces/forces.h"

// A particle turns back where at most this part of its acceleration is across its path; else it
// goes round a bend, in which friction follows its velocity.
static const double straight = 0.1;

// A particle below this part of the speed that its acceleration gives it in a step is at rest, and
// friction opposes the force in all of it.
static const double at_rest = 1e-9;

// Forces may grow in a step, so that a particle halts in less time than expected.
static const double margin = 2;

// A particle that slides against a force along the surface.
typedef struct slide {
    double speed;  // m/s
    double grip;   // m/s², friction
    double slows;  // m/s², deceleration
    vl_vec3 along; // m/s², acceleration along the surface without friction
    vl_vec3 forwards;
} slide;

static double grip_of(const vl_world *world, int slot)
{
    const vl_supports *s = world->supports;
    double sum = 0;
    for (int k = 0; k < world->contact_memory->carried[slot]; k++) {
        int index = vl_support_index(slot, k);
        sum +=
            world->colliders[s->collider[index]].friction * world->contact_memory->reaction[index];
    }
    return sum;
}

static slide slide_of(const vl_world *world, int slot)
{
    const vl_contacts *c = world->contact_memory;
    vl_vec3 v = vl_read(c->start, slot), n[VL_AXES];
    int count = vl_support_normals(world, slot, n);
    slide s = {.speed = vl_length(v), .grip = grip_of(world, slot)};
    s.along = vl_across(n, count, vl_read(c->acceleration, slot));
    s.forwards = vl_scale(v, 1 / s.speed);
    s.slows = s.grip - vl_dot(s.along, s.forwards);
    return s;
}

static bool may_turn(const slide *s, double h)
{
    double length = vl_length(s->along), back = -vl_dot(s->along, s->forwards);
    vl_vec3 across = vl_add(s->along, vl_scale(s->forwards, back));
    bool bends = vl_length(across) > straight * length;
    bool near = s->speed <= margin * s->slows * h && s->speed > at_rest * s->slows * h;
    return s->grip > 0 && back > s->grip && near && !bends;
}

void vl_turning_find(vl_world *world, double h)
{
    vl_supports *all = world->supports;
    bool linked = vl_world_has_hard_links(world);
    for (int i = 0; i < world->particles.count; i++) {
        vl_vec3 v = vl_read(world->contact_memory->start, i);
        all->turns[i] = false;
        if (linked || !vl_resting_is_carried(world, i) || vl_dot(v, v) == 0)
            continue;
        slide s = slide_of(world, i);
        all->turns[i] = may_turn(&s, h);
        vl_write(all->forwards, i, s.forwards);
    }
}

// Whether particles.v is now the velocity at the end of the step; else it is half a step old, or
// the method has none.
static bool has_velocity(const vl_world *world)
{
    return !world->integrator->keeps_positions && !world->integrator->finish;
}

// When the velocity along the path is 0: it is a parabola through its value and its slope at the
// beginning and, where that is known, its value at the end.
static double time_of_halt(const vl_world *world, int slot, const slide *s, double h)
{
    double bend = 0;
    if (has_velocity(world)) {
        double end = vl_dot(vl_read(world->particles.v, slot), s->forwards);
        bend = (end - s->speed + s->slows * h) / (h * h);
    }
    double square = s->slows * s->slows - 4 * bend * s->speed;
    return square >= 0 ? 2 * s->speed / (s->slows + sqrt(square)) : HUGE_VAL;
}

// `more` is by how much friction of the other direction differs, m/s², from the halt on. A method
// that knows its velocity half a step ago keeps that at which more, as part of the acceleration at
// the end of the step, leads to the right velocity there.
static void turn(vl_world *world, int slot, vl_vec3 more, double halt, double h)
{
    vl_particles *p = &world->particles;
    double left = h - halt;
    vl_accumulate(p->x, slot, vl_scale(more, 0.5 * left * left));
    vl_write(world->contact_memory->turned_by, slot, vl_scale(more, 0.5 * halt * halt));
    if (has_velocity(world))
        vl_accumulate(p->v, slot, vl_scale(more, left));
    else
        vl_accumulate(p->v, slot, vl_scale(more, left - 0.5 * h));
}

static void settle_one(vl_world *world, int slot, double h)
{
    slide s = slide_of(world, slot);
    double halt = time_of_halt(world, slot, &s, h), left = h - halt;
    if (!(left > 0))
        return;
    vl_vec3 back = vl_scale(s.along, 1 / vl_length(s.along));
    double back_by = 0.5 * (vl_length(s.along) - s.grip) * left * left;
    turn(world, slot, vl_scale(vl_sub(s.forwards, back), s.grip), halt, h);
    world->contact_memory->turned[slot] = -s.grip * (0.5 * s.speed * halt + back_by);
}

void vl_turning_end(vl_world *world)
{
    const vl_contacts *c = world->contact_memory;
    for (int i = 0; world->integrator->keeps_positions && i < c->count; i++)
        if (c->turned[i] != 0 && !c->touched[i])
            vl_accumulate(world->particles.x_old, i, vl_read(c->turned_by, i));
}

void vl_turning_settle(vl_world *world, double h)
{
    for (int i = 0; i < world->particles.count; i++) {
        world->contact_memory->turned[i] = 0;
        if (world->supports->turns[i])
            settle_one(world, i, h);
        world->supports->turns[i] = false;
    }
}
