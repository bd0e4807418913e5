// Finds the groups of particles that depend on each other and a solution for each group.

#include "physics/exact/exact_parts.h"

#include "base/text.h"
#include "physics/forces/forces.h"

// The table of solutions: of several that fit, the first is taken.
static const vl_exact_solution *const solutions[] = {
    &vl_exact_straight, &vl_exact_free_fall, &vl_exact_projectile, &vl_exact_polynomial,
    &vl_exact_sine,     &vl_exact_uniform,   &vl_exact_oscillator, &vl_exact_spring,
    &vl_exact_pendulum, &vl_exact_rotor,     &vl_exact_two_body,   &vl_exact_central,
    &vl_exact_gyration, &vl_exact_bounce,
};

enum { SOLUTIONS = sizeof solutions / sizeof *solutions };

// The particle is member `member` of the group.
typedef struct place {
    const vl_exact_solution *solution;
    void *state; // of the group
    int member;
} place;

struct vl_exact {
    vl_arena arena; // of all its memory but the name
    vl_text name;
    vl_exact_field field;
    int count;
    place *places; // by slot
    bool found[SOLUTIONS];
    int shares; // owners besides the first
};

// --- what does not move ---

static bool is_fixed(const vl_exact_group *group, void *state)
{
    *(vl_vec3 *)state = vl_read(group->world->particles.x, group->slots[0]);
    return true;
}

static vl_motion fixed_at(const void *state, int member, const vl_exact_instant *now)
{
    return (vl_motion){.x = *(const vl_vec3 *)state};
}

static const vl_exact_solution fixed = {.size = sizeof(vl_vec3), .fits = is_fixed, .at = fixed_at};

// --- groups ---

enum { NO_LINK = -1 };

// By slot, the link that holds a particle that is not pinned; false where one has several.
static bool find_links(const vl_world *world, int *link_of)
{
    const vl_links *links = &world->links;
    const bool *pinned = world->particles.pinned;
    for (int i = 0; i < world->particles.count; i++)
        link_of[i] = NO_LINK;
    for (int i = 0; i < links->count; i++) {
        const int ends[2] = {links->from[i], links->to[i]};
        for (int k = 0; k < 2; k++) {
            if (pinned[ends[k]])
                continue;
            if (link_of[ends[k]] != NO_LINK)
                return false;
            link_of[ends[k]] = i;
        }
    }
    return true;
}

// The one other particle that acts on this one, or −1.
static int partner_of(const vl_world *world, int slot, int link)
{
    const vl_links *links = &world->links;
    if (link != NO_LINK)
        return links->from[link] == slot ? links->to[link] : links->from[link];
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind == &vl_force_gravitation && world->particles.count == 2)
            return 1 - slot;
    return -1;
}

static vl_exact_group group_of(const vl_world *world, int slot, int link)
{
    vl_exact_group group = {world, 1, {slot, -1}, -1, link};
    if (world->particles.pinned[slot])
        return group;
    int partner = partner_of(world, slot, link);
    if (partner < 0)
        return group;
    if (world->particles.pinned[partner])
        group.pinned = partner;
    else
        group.slots[group.count++] = partner;
    return group;
}

// --- recognition ---

// Whether the world has what the row of a solution says.
static bool is_for(const vl_exact_solution *solution, const vl_exact_group *group)
{
    const vl_world *world = group->world;
    bool fits = !solution->alone || (group->count == 1 && group->pinned < 0);
    for (int i = 0; i < world->force_count; i++) {
        const vl_force_kind *kind = world->forces[i].kind, *const *of = solution->forces;
        fits = fits && (kind == of[0] || kind == of[1] || kind == of[2]);
    }
    return fits && solution->collides == (world->collider_count > 0);
}

static bool try(vl_exact *exact, const vl_exact_solution *solution, const vl_exact_group *group)
{
    void *state = vl_arena_take(&exact->arena, 1, solution->size);
    if (!solution->fits(group, state))
        return false;
    for (int i = 0; i < group->count; i++)
        exact->places[group->slots[i]] = (place){solution, state, i};
    return true;
}

static bool solve(vl_exact *exact, const vl_exact_group *group)
{
    const vl_particles *p = &group->world->particles;
    if (p->pinned[group->slots[0]])
        return try(exact, &fixed, group);
    for (int i = 0; i < group->count; i++)
        for (int axis = 0; axis < VL_AXES; axis++)
            if (!isfinite(p->x[axis][group->slots[i]]) || !isfinite(p->v[axis][group->slots[i]]))
                return false;

    for (int i = 0; i < SOLUTIONS; i++)
        if (is_for(solutions[i], group) && try(exact, solutions[i], group)) {
            exact->found[i] = true;
            return true;
        }
    return false;
}

vl_exact *vl_exact_recognise(const vl_world *world)
{
    // no solution in closed form
    if (world->hold_count > 0 || world->damping_per_step != 0 || !(world->damping >= 0) ||
        world->links.may_tear || world->now.diverged)
        return NULL;

    int count = world->particles.count;
    vl_arena arena = {0};
    vl_exact *exact = vl_arena_take(&arena, 1, sizeof *exact);
    exact->arena = arena;
    exact->field = vl_exact_field_take(&exact->arena, world);
    exact->count = count;
    exact->places = vl_arena_take(&exact->arena, (size_t)count, sizeof *exact->places);
    int *link_of = vl_arena_take(&exact->arena, (size_t)count, sizeof *link_of);
    bool solved = find_links(world, link_of); // every group has a solution, or the world has none
    for (int i = 0; solved && i < count; i++) {
        if (exact->places[i].solution)
            continue; // with its partner
        vl_exact_group group = group_of(world, i, link_of[i]);
        solved = solve(exact, &group);
    }
    if (!solved) {
        vl_exact_free(exact);
        return NULL;
    }
    vl_text *name = &exact->name; // "free fall + pendulum, damped", in the order of the table
    for (int i = 0; i < SOLUTIONS; i++)
        if (exact->found[i])
            vl_text_add(name, "%s%s", name->length > 0 ? " + " : "", solutions[i]->name);
    if (name->length == 0)
        vl_text_add(name, "rest");
    else if (exact->field.damping > 0)
        vl_text_add(name, ", damped");
    return exact;
}

void vl_exact_free(vl_exact *exact)
{
    if (!exact || exact->shares-- > 0)
        return;
    vl_text_free(&exact->name);
    vl_arena_free(&exact->arena);
}

vl_exact *vl_exact_share(vl_exact *exact)
{
    if (exact)
        exact->shares++;
    return exact;
}

// --- answers ---

const char *vl_exact_name(const vl_exact *exact)
{
    return exact->name.data;
}

double vl_exact_since(const vl_exact *exact)
{
    return exact->field.since;
}

static vl_motion motion(const vl_exact *exact, int slot, const vl_exact_instant *now)
{
    const place *p = &exact->places[slot];
    return p->solution->at(p->state, p->member, now);
}

vl_motion vl_exact_motion(const vl_exact *exact, int slot, double t)
{
    vl_exact_instant now = vl_exact_instant_at(&exact->field, t);
    return motion(exact, slot, &now);
}

double vl_exact_error(const vl_exact *exact, const vl_world *world)
{
    vl_exact_instant now = vl_exact_instant_at(&exact->field, world->now.time);
    double largest = 0;
    for (int i = 0; i < exact->count; i++) {
        vl_vec3 there = motion(exact, i, &now).x;
        double distance = vl_length(vl_sub(vl_read(world->particles.x, i), there));
        largest = distance > largest ? distance : largest;
    }
    return largest;
}
