#include "physics/forces/energy_scale.h"
#include "base/arena.h"
#include "physics/forces/forces.h"

#include <string.h>

// Below this part of the energy that stands in, nothing moves.
static const double next_to_nothing = 1e-9;

// What is found of each particle, by slot.
typedef struct search {
    const vl_world *world;
    vl_arena arena;
    vl_vec3 down;  // unit vector along gravity; 0 without
    double pull;   // m/s², gravity
    int *group;    // a slot of the same group of linked particles that can move
    bool *rigid;   // by group: it has rods or strings
    bool *open;    // by group: it is tied to nothing, and nothing stops it from falling
    bool *elastic; // by slot: springs or harmonic forces alone, so that descents find its place
    double *drop;  // m, how far it can fall; HUGE_VAL: nothing stops it
    double *sure;  // m, how far it is above any surface, level or not; HUGE_VAL: above none
    double *stiff; // N/m, at least the stiffness of all springs at it, for a descent
    double *moved[VL_AXES], *ahead[VL_AXES], *force[VL_AXES]; // m, from the start; N
} search;

static bool is_free(const search *s, int slot)
{
    return s->world->particles.inverse_mass[slot] > 0;
}

static bool is_spring_force(const vl_force *force)
{
    return force->kind->is_spring;
}

// Stiffness of all harmonic forces, N/m.
static double harmonic_stiffness(const vl_world *world)
{
    double sum = 0;
    for (int k = 0; k < world->force_count; k++)
        sum += is_spring_force(&world->forces[k]) ? world->forces[k].stiffness : 0;
    return sum;
}

// --- groups ---

static int group_of(search *s, int slot)
{
    while (s->group[slot] != slot)
        slot = s->group[slot] = s->group[s->group[slot]];
    return slot;
}

static void find_groups(search *s)
{
    const vl_links *links = &s->world->links;
    for (int i = 0; i < s->world->particles.count; i++)
        s->group[i] = i;
    for (int k = 0; k < links->count; k++)
        if (is_free(s, links->from[k]) && is_free(s, links->to[k]))
            s->group[group_of(s, links->from[k])] = group_of(s, links->to[k]);
    for (int k = 0; k < links->hard_count; k++) {
        int slot = is_free(s, links->from[k]) ? links->from[k] : links->to[k];
        s->rigid[group_of(s, slot)] = true;
    }
}

// --- how far gravity can pull each particle ---

// Whether a collider is flat and horizontal at a point.
static bool is_level(const search *s, const vl_collider *collider, vl_vec3 at, vl_vec3 normal)
{
    static const vl_vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    bool flat = vl_dot(normal, s->down) < -(1 - 1e-9);
    for (int k = 0; k < VL_AXES && flat; k++) {
        vl_vec3 across = vl_sub(axes[k], vl_scale(s->down, vl_dot(axes[k], s->down)));
        flat = collider->kind->curvature(collider, at, across) == 0;
    }
    return flat;
}

// Follows the vertical through a particle down to the surface, by steps as long as the distance to
// it, which never reach through a convex solid. Tells whether the surface is level there.
static double drop_to(const search *s, const vl_collider *collider, int slot, bool *level)
{
    enum { MOST_STEPS = 64 };

    double radius = s->world->particles.radius[slot], fallen = 0;
    vl_vec3 from = vl_read(s->world->particles.x, slot);
    for (int k = 0; k < MOST_STEPS; k++) {
        vl_vec3 at = vl_add(from, vl_scale(s->down, fallen));
        vl_clearance there = collider->kind->clearance(collider, at);
        double left = there.distance - radius;
        *level = is_level(s, collider, at, there.normal);
        if (left <= 1e-12 * (radius + fallen))
            return fallen;
        if (vl_dot(there.normal, s->down) >= 0)
            break; // it moves away
        fallen += left;
    }
    return HUGE_VAL;
}

// Finds how far a particle is above any surface, and returns how far above level ground.
static double drop_to_ground(const search *s, int slot)
{
    double least = HUGE_VAL;
    s->sure[slot] = HUGE_VAL;
    for (int k = 0; k < s->world->collider_count; k++) {
        bool level = false;
        if (s->world->colliders[k].kind->between_particles)
            continue;
        double drop = drop_to(s, &s->world->colliders[k], slot, &level);
        least = level ? fmin(least, drop) : least;
        s->sure[slot] = fmin(s->sure[slot], drop);
    }
    return least;
}

// m, a length beyond which a link does not let its ends part: a spring or a compliant link carries
// all weight there.
static double longest(const search *s, int k, double weight)
{
    const vl_links *links = &s->world->links;
    bool spring = k >= links->hard_count;
    double give = spring                               ? 1 / links->stiffness[k]
                  : s->world->solver.method->compliant ? links->compliance[k]
                                                       : 0;
    double now = spring ? vl_link_length(links, &s->world->particles, k) : 0;
    return fmax(links->length[k] + weight * give, now);
}

// Tightens the bound of one end of a link by that of the other; whether that changed something.
static bool tighten(search *s, double *lowest, int from, int to, double length)
{
    double bound = lowest[from] + length;
    if (!is_free(s, to) || !(bound < lowest[to]))
        return false;
    lowest[to] = bound;
    return true;
}

static bool sweep(search *s, double *lowest, double weight, bool back)
{
    const vl_links *links = &s->world->links;
    bool changed = false;
    for (int n = 0; n < links->count; n++) {
        int k = back ? links->count - 1 - n : n;
        double length = longest(s, k, weight);
        changed |= tighten(s, lowest, links->from[k], links->to[k], length);
        changed |= tighten(s, lowest, links->to[k], links->from[k], length);
    }
    return changed;
}

// No particle gets lower than a point to which it is tied by as much as the links between are long.
static void find_drops(search *s)
{
    const vl_particles *p = &s->world->particles;
    double *lowest = vl_arena_take(&s->arena, (size_t)p->count, sizeof *lowest), weight = 0;
    vl_vec3 first = p->count ? vl_read(p->x, 0) : (vl_vec3){0, 0, 0};
    for (int i = 0; i < p->count; i++) {
        double height = vl_dot(s->down, vl_sub(vl_read(p->x, i), first));
        lowest[i] = is_free(s, i) ? HUGE_VAL : height;
        weight += is_free(s, i) ? p->mass[i] * s->pull : 0;
    }
    for (bool back = false; s->pull > 0 && sweep(s, lowest, weight, back); back = !back)
        ;
    for (int i = 0; s->pull > 0 && i < p->count; i++) {
        double height = vl_dot(s->down, vl_sub(vl_read(p->x, i), first));
        double tied = fmax(0, lowest[i] - height);
        bool falls = is_free(s, i) && !p->dial[i];
        s->drop[i] = falls ? fmin(tied, drop_to_ground(s, i)) : 0;
        s->open[group_of(s, i)] |= s->drop[i] == HUGE_VAL;
    }
}

// --- the lowest place of springs ---

static vl_vec3 place(const search *s, double *const moved[VL_AXES], int slot)
{
    return vl_add(vl_read(s->world->particles.x, slot), vl_read(moved, slot));
}

// The energy of the elastic groups, J, but for a constant. Adds the forces where `force` is not
// NULL.
static double add_springs(const search *s, double *const moved[VL_AXES], double *const *force)
{
    const vl_links *links = &s->world->links;
    double sum = 0;
    for (int k = links->hard_count; k < links->count; k++) {
        int from = links->from[k], to = links->to[k];
        vl_vec3 d = vl_sub(place(s, moved, to), place(s, moved, from));
        double distance = vl_length(d), longer = distance - links->length[k];
        if (!s->elastic[from] && !s->elastic[to])
            continue;
        sum += 0.5 * links->stiffness[k] * longer * longer;
        if (!force || distance == 0)
            continue;
        vl_vec3 tension = vl_scale(d, links->stiffness[k] * longer / distance);
        vl_accumulate(force, from, tension);
        vl_accumulate(force, to, vl_scale(tension, -1));
    }
    return sum;
}

static double add_fields(const search *s, double *const moved[VL_AXES], double *const *force)
{
    const vl_world *world = s->world;
    double sum = 0;
    for (int i = 0; i < world->particles.count; i++) {
        if (!s->elastic[i])
            continue;
        vl_vec3 weight = vl_scale(vl_world_gravity_on(world, i), world->particles.mass[i]);
        vl_vec3 all = weight;
        sum -= vl_dot(weight, vl_read(moved, i));
        for (int k = 0; k < world->force_count; k++) {
            const vl_force *f = &world->forces[k];
            vl_vec3 d = vl_sub(place(s, moved, i), f->center);
            if (!is_spring_force(f))
                continue;
            sum += 0.5 * f->stiffness * vl_dot(d, d);
            all = vl_sub(all, vl_scale(d, f->stiffness));
        }
        if (force)
            vl_accumulate(force, i, all);
    }
    return sum;
}

static double energy_at(const search *s, double *const moved[VL_AXES])
{
    return add_springs(s, moved, NULL) + add_fields(s, moved, NULL);
}

// Moves a place out of all colliders.
static vl_vec3 outside(const search *s, int slot, vl_vec3 at)
{
    for (int k = 0; k < s->world->collider_count; k++) {
        const vl_collider *collider = &s->world->colliders[k];
        if (collider->kind->between_particles)
            continue;
        vl_clearance there = collider->kind->clearance(collider, at);
        double depth = s->world->particles.radius[slot] - there.distance;
        at = depth > 0 ? vl_add(at, vl_scale(there.normal, depth)) : at;
    }
    return at;
}

// What a step of the descent did: how far it went, N m, and whether it turned back.
typedef struct stride {
    double length, along;
} stride;

// Goes from `ahead` down the forces, each particle as if the springs at it were as stiff as they
// can be, and then on by `momentum` of the last step.
static stride descend(search *s, double momentum)
{
    const vl_particles *p = &s->world->particles;
    stride done = {0, 0};
    for (int i = 0; i < p->count; i++) {
        if (!s->elastic[i] || !(s->stiff[i] > 0))
            continue;
        vl_vec3 from = vl_read(s->ahead, i), old = vl_read(s->moved, i);
        vl_vec3 down = vl_scale(vl_read(s->force, i), 1 / s->stiff[i]);
        vl_vec3 start = vl_read(p->x, i);
        vl_vec3 now = vl_sub(outside(s, i, vl_add(start, vl_add(from, down))), start);
        vl_vec3 step = vl_sub(now, from), since = vl_sub(now, old);
        done.length += s->stiff[i] * vl_dot(step, step);
        done.along += s->stiff[i] * vl_dot(step, since);
        vl_write(s->moved, i, now);
        vl_write(s->ahead, i, vl_add(now, vl_scale(since, momentum)));
    }
    return done;
}

static void find_forces(search *s)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        memset(s->force[axis], 0, (size_t)s->world->particles.count * sizeof(double));
    add_springs(s, s->ahead, s->force);
    add_fields(s, s->ahead, s->force);
}

// Nesterov's accelerated gradient with restarts where it overshoots. Returns whether it arrived.
static bool find_lowest(search *s)
{
    enum { MOST_WORK = 4000000, MOST_STEPS = 4000 };

    const vl_world *world = s->world;
    int work = world->particles.count + world->links.count, since = 0;
    double first = 0;
    for (int k = 0; k < MOST_STEPS && k < MOST_WORK / work + 1; k++, since++) {
        find_forces(s);
        stride step = descend(s, (double)since / (since + 3));
        first = fmax(first, step.length);
        if (!(step.length > 1e-26 * first))
            return true;
        if (step.along < 0) {
            since = -1;
            vl_axes_copy(s->ahead, s->moved, world->particles.count);
        }
    }
    return false;
}

// Puts a particle below another, as far as the spring between them is long.
static void hang(search *s, int slot, int below, double length)
{
    vl_vec3 start = vl_read(s->world->particles.x, slot);
    vl_vec3 at = vl_add(place(s, s->moved, below), vl_scale(s->down, length));
    vl_write(s->moved, slot, vl_sub(outside(s, slot, at), start));
}

// All hangs straight down from what holds it: near the lowest place of a chain of springs, to which
// a descent from the start comes slowly, since its swing is so much softer than its springs.
static void hang_all(search *s)
{
    const vl_links *links = &s->world->links;
    const int count = s->world->particles.count;
    bool *hangs = vl_arena_take(&s->arena, (size_t)count, sizeof *hangs), more = true;
    for (int i = 0; i < count; i++)
        hangs[i] = !is_free(s, i);
    for (int axis = 0; axis < VL_AXES; axis++)
        memset(s->moved[axis], 0, (size_t)count * sizeof(double));
    while (more) {
        more = false;
        for (int k = links->hard_count; k < links->count; k++) {
            bool from = hangs[links->from[k]], to = hangs[links->to[k]];
            int slot = from ? links->to[k] : links->from[k];
            int below = from ? links->from[k] : links->to[k];
            if (from == to || !s->elastic[slot])
                continue;
            hang(s, slot, below, links->length[k]);
            more = hangs[slot] = true;
        }
    }
    vl_axes_copy(s->ahead, s->moved, count);
}

// Rods, strings and open falls are no matter of springs.
static void find_elastic(search *s)
{
    const vl_world *world = s->world;
    const vl_links *links = &world->links;
    double harmonic = harmonic_stiffness(world);
    for (int i = 0; i < world->particles.count; i++)
        s->stiff[i] = harmonic;
    for (int k = links->hard_count; k < links->count; k++) {
        int from = links->from[k], to = links->to[k];
        double both = is_free(s, from) && is_free(s, to) ? 2 : 1;
        s->stiff[from] += both * links->stiffness[k];
        s->stiff[to] += both * links->stiffness[k];
    }
    for (int i = 0; i < world->particles.count; i++) {
        int group = group_of(s, i);
        bool held = harmonic > 0 || !s->open[group];
        s->elastic[i] = is_free(s, i) && s->stiff[i] > 0 && held && !s->rigid[group];
    }
}

static double elastic_swing(search *s)
{
    double start = energy_at(s, s->moved);
    bool arrived = find_lowest(s);
    double lowest = energy_at(s, s->moved);
    if (!arrived && s->pull > 0) {
        hang_all(s);
        find_lowest(s);
        lowest = fmin(lowest, energy_at(s, s->moved));
    }
    return fmax(0, start - lowest);
}

// --- all of it ---

// Springs, harmonic forces and gravity of what is not elastic, J.
static double other_swing(const search *s)
{
    const vl_world *world = s->world;
    const vl_links *links = &world->links;
    double sum = vl_energy_compliant_links(world) + vl_energy_contacts(world);
    for (int k = links->hard_count; k < links->count; k++) {
        int from = links->from[k], to = links->to[k];
        double longer = vl_link_length(links, &world->particles, k) - links->length[k];
        bool counted = s->elastic[from] || s->elastic[to] || !(is_free(s, from) || is_free(s, to));
        sum += counted ? 0 : 0.5 * links->stiffness[k] * longer * longer;
    }
    for (int i = 0; i < world->particles.count; i++) {
        if (s->elastic[i] || !is_free(s, i))
            continue;
        double drop = s->drop[i] < HUGE_VAL ? s->drop[i] : s->sure[i];
        sum += drop < HUGE_VAL ? world->particles.mass[i] * s->pull * drop : 0;
        for (int k = 0; k < world->force_count; k++) {
            const vl_force *force = &world->forces[k];
            vl_vec3 d = vl_sub(vl_read(world->particles.x, i), force->center);
            sum += is_spring_force(force) ? 0.5 * force->stiffness * vl_dot(d, d) : 0;
        }
    }
    return sum;
}

// Whether a collider, a force or damping may take part in a fall.
static bool is_hindered(const vl_world *world)
{
    bool hindered = world->damping > 0 || world->damping_per_step > 0;
    for (int k = 0; k < world->force_count; k++)
        hindered = hindered || !world->forces[k].kind->keeps_momentum;
    for (int k = 0; k < world->collider_count; k++)
        hindered = hindered || !world->colliders[k].kind->between_particles;
    return hindered;
}

static void add_fall(const search *s, vl_energy_scale *scale)
{
    const vl_world *world = s->world;
    scale->hindered = is_hindered(world);
    scale->potential = vl_energy_potential(world);
    for (int i = 0; i < world->particles.count; i++) {
        if (s->elastic[i] || !is_free(s, i) || s->drop[i] < HUGE_VAL)
            continue;
        vl_vec3 weight = vl_scale(world->gravity, world->particles.mass[i]);
        scale->fall_speed += vl_dot(weight, vl_read(vl_world_velocity(world), i));
        scale->fall_square += vl_dot(weight, world->gravity);
        scale->sure += s->sure[i] < HUGE_VAL ? vl_length(weight) * s->sure[i] : 0;
    }
}

// Whether no particle is pinned, and no force or collider acts from outside.
static bool is_isolated(const vl_world *world)
{
    bool isolated = vl_length(world->gravity) == 0;
    for (int i = 0; i < world->particles.count; i++)
        isolated = isolated && world->particles.inverse_mass[i] > 0;
    for (int k = 0; k < world->force_count; k++)
        isolated = isolated && world->forces[k].kind->keeps_momentum;
    for (int k = 0; k < world->collider_count; k++)
        isolated = isolated && world->colliders[k].kind->between_particles;
    return isolated;
}

// Kinetic energy in the frame of the centre of mass, J.
static double motion_within(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    double mass = 0, sum = 0;
    vl_vec3 centre = {0, 0, 0};
    for (int i = 0; i < p->count; i++) {
        mass += p->mass[i];
        centre = vl_add(centre, vl_scale(vl_read(vl_world_velocity(world), i), p->mass[i]));
    }
    for (int i = 0; i < p->count; i++) {
        vl_vec3 v = vl_sub(vl_read(vl_world_velocity(world), i), vl_scale(centre, 1 / mass));
        sum += 0.5 * p->mass[i] * vl_dot(v, v);
    }
    return sum;
}

// A drift of all counts only where there is nothing else.
static double motion_of(const vl_world *world, double others)
{
    double kinetic = vl_energy_kinetic(world);
    double within = is_isolated(world) ? motion_within(world) : kinetic;
    return within + others > next_to_nothing * kinetic ? within : kinetic;
}

// Diagonal of the bounding box of all particles, m; 1 m for a single point.
static double box_diagonal(const vl_particles *p)
{
    double sum = 0;
    for (int axis = 0; axis < VL_AXES; axis++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = 0; i < p->count; i++) {
            low = fmin(low, p->x[axis][i]);
            high = fmax(high, p->x[axis][i]);
        }
        sum += p->count ? (high - low) * (high - low) : 0;
    }
    return sum > 0 ? sqrt(sum) : 1;
}

// The lightest particle decides what is next to nothing, as a heavy one may not move at all.
static void find_still(const vl_world *world, vl_energy_scale *scale)
{
    const vl_particles *p = &world->particles;
    double mass = 0, lightest = HUGE_VAL;
    double per_mass = vl_length(world->gravity) * box_diagonal(p);
    for (int i = 0; i < p->count; i++)
        if (p->inverse_mass[i] > 0) {
            mass += p->mass[i];
            lightest = fmin(lightest, p->mass[i]);
        }
    scale->weighs = per_mass > 0;
    per_mass = per_mass > 0 ? per_mass : 1;
    scale->still = fmax(mass, mass > 0 ? 0 : 1) * per_mass;
    scale->least = next_to_nothing * (mass > 0 ? lightest : 1) * per_mass;
}

static search search_of(const vl_world *world)
{
    size_t count = (size_t)world->particles.count;
    search s = {.world = world, .pull = vl_length(world->gravity)};
    s.down = s.pull > 0 ? vl_scale(world->gravity, 1 / s.pull) : (vl_vec3){0, 0, 0};
    s.group = vl_arena_take(&s.arena, count, sizeof *s.group);
    s.rigid = vl_arena_take(&s.arena, count, sizeof *s.rigid);
    s.open = vl_arena_take(&s.arena, count, sizeof *s.open);
    s.elastic = vl_arena_take(&s.arena, count, sizeof *s.elastic);
    s.drop = vl_arena_take(&s.arena, count, sizeof *s.drop);
    s.sure = vl_arena_take(&s.arena, count, sizeof *s.sure);
    s.stiff = vl_arena_take(&s.arena, count, sizeof *s.stiff);
    vl_axes_take(&s.arena, s.moved, world->particles.count);
    vl_axes_take(&s.arena, s.ahead, world->particles.count);
    vl_axes_take(&s.arena, s.force, world->particles.count);
    return s;
}

vl_energy_scale vl_energy_scale_of(const vl_world *world)
{
    search s = search_of(world);
    vl_energy_scale scale = {0};
    find_still(world, &scale);
    find_groups(&s);
    find_drops(&s);
    find_elastic(&s);
    scale.swing = elastic_swing(&s) + other_swing(&s);
    add_fall(&s, &scale);
    for (int k = 0; k < world->force_count; k++)
        if (world->forces[k].kind->parting)
            scale.parting += world->forces[k].kind->parting(&world->forces[k], world);
    scale.motion = motion_of(world, scale.swing + scale.parting);
    vl_arena_free(&s.arena);
    return scale;
}

// --- the scale at a time ---

void vl_energy_scale_follow(vl_energy_scale *scale, double potential)
{
    scale->released = fmax(scale->released, scale->potential - potential);
}

// J, released by the fall that nothing stops until `t`.
static double undisturbed(const vl_energy_scale *scale, double t)
{
    return fmax(0, scale->fall_speed * t + 0.5 * scale->fall_square * t * t);
}

// J, released by falls until `t`, beyond what the start tells, where `released` J were in all.
static double fallen(const vl_energy_scale *scale, double released, double t)
{
    double most = fmax(0, undisturbed(scale, t) - scale->sure);
    double beyond = fmax(0, released - scale->swing - scale->parting);
    return scale->hindered ? fmin(beyond, most) : most;
}

static double sum_at(const vl_energy_scale *scale, double released, double t)
{
    return scale->motion + scale->swing + scale->parting + fallen(scale, released, t);
}

// `sum`, or what stands in for it.
static double at_least(const vl_energy_scale *scale, double sum)
{
    bool falls = scale->fall_square > 0 && !scale->hindered;
    return falls || !(sum > scale->least) ? fmax(sum, scale->still) : sum;
}

double vl_energy_scale_rest(const vl_energy_scale *scale)
{
    if (!scale->weighs)
        return 0;
    return scale->potential - (scale->fall_square > 0 ? 0 : scale->swing);
}

double vl_energy_scale_at(const vl_energy_scale *scale, double t)
{
    return at_least(scale, sum_at(scale, scale->released, t));
}

double vl_energy_scale_most(const vl_energy_scale *scale, double t)
{
    return at_least(scale, sum_at(scale, HUGE_VAL, t));
}

bool vl_energy_scale_is_known(const vl_energy_scale *scale, double t)
{
    bool hindered = scale->hindered && scale->fall_square > 0;
    return !hindered || sum_at(scale, scale->released, t) > scale->least;
}

int vl_energy_scale_parts(const vl_energy_scale *scale, double t,
                          vl_energy_part parts[VL_ENERGY_PARTS])
{
    const vl_energy_part all[VL_ENERGY_PARTS] = {
        {"motion at the start", scale->motion},
        {"start against rest", scale->swing},
        {"parting the bodies", scale->parting},
        {scale->hindered ? "lower on its way" : "fall until now",
         fallen(scale, scale->released, t)},
    };
    double whole = vl_energy_scale_at(scale, t), sum = 0;
    int count = 0;
    for (int k = 0; k < VL_ENERGY_PARTS; k++) {
        sum += all[k].joule;
        if (all[k].joule > next_to_nothing * whole)
            parts[count++] = all[k];
    }
    if (sum >= whole)
        return count;
    bool falls = scale->fall_square > 0 && !scale->hindered;
    const char *name = falls ? "a fall by the size" : "weight times size";
    parts[0] = (vl_energy_part){scale->weighs ? name : "1 J for each kg", whole};
    return 1;
}
