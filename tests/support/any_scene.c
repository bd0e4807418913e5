#include "any_scene.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"

#include <math.h>

double any_between(vl_random *random, double low, double high)
{
    return vl_random_uniform(random, low, high);
}

// 10 to a power between the two.
static double any_power(vl_random *random, double low, double high)
{
    return pow(10, any_between(random, low, high));
}

int any_of(vl_random *random, int count)
{
    return (int)(vl_random_next(random) % (uint64_t)count);
}

bool any_chance(vl_random *random, double chance)
{
    return any_between(random, 0, 1) < chance;
}

static const char *any_bool(vl_random *random, double chance)
{
    return any_chance(random, chance) ? "true" : "false";
}

static void any_vector(vl_text *yaml, vl_random *random, const char *key, double size)
{
    vl_text_add(yaml, "%s: [%.17g, %.17g, %.17g]", key, any_between(random, -size, size),
                any_between(random, -size, size), any_between(random, -size, size));
}

static void any_solver(vl_text *yaml, vl_random *random, const vl_solver *method)
{
    vl_text_add(yaml, "solver: {method: %s, order: %s, direction: %s", method->name,
                vl_sweep_order_names[any_of(random, 3)],
                vl_direction_names[method->new_direction_only ? 0 : any_of(random, 2)]);
    vl_text_add(yaml, ", iterations: %d, substeps: %d", any_of(random, 30), 1 + any_of(random, 4));
    if (any_chance(random, 0.3))
        vl_text_add(yaml, ", tolerance: %.3g", any_power(random, -12, 0));
    if (any_chance(random, 0.3))
        vl_text_add(yaml, ", relaxation: %.3g", any_between(random, 0.1, 1.99));
    vl_text_add(yaml, "}\n");
}

// What every kind of link needs and may have.
static void any_link_kind(vl_text *yaml, vl_random *random, const vl_solver *method)
{
    switch (any_of(random, 3)) {
    case 0:
        vl_text_add(yaml, ", kind: spring, stiffness: %.3g, damping: %.3g",
                    any_power(random, -3, 7),
                    any_chance(random, 0.3) ? any_power(random, -3, 3) : 0);
        return;
    case 1:
        vl_text_add(yaml, ", kind: string");
        break;
    default:
        break;
    }
    if (method->compliant && any_chance(random, 0.3))
        vl_text_add(yaml, ", compliance: %.3g", any_power(random, -9, 2));
}

static void any_particles(vl_text *yaml, vl_random *random, int count)
{
    vl_text_add(yaml, "particles:\n");
    for (int i = 0; i < count; i++) {
        vl_text_add(yaml, "  - {");
        // now and then in one place
        any_vector(yaml, random, "at", any_chance(random, 0.1) ? 0 : 2);
        vl_text_add(yaml, ", ");
        any_vector(yaml, random, "velocity",
                   any_chance(random, 0.5) ? 0 : any_power(random, -2, 3));
        vl_text_add(yaml, ", mass: %.3g, radius: %.3g, pinned: %s}\n", any_power(random, -4.5, 4.5),
                    any_chance(random, 0.2) ? 0 : any_between(random, 0, 0.3),
                    any_bool(random, 0.15));
    }
}

static void any_links(vl_text *yaml, vl_random *random, int particles, const vl_solver *method)
{
    int count = particles < 2 ? 0 : any_of(random, 2 * particles);
    vl_text_add(yaml, count ? "links:\n" : "");
    for (int i = 0; i < count; i++) {
        int from = any_of(random, particles),
            to = (from + 1 + any_of(random, particles - 1)) % particles;
        vl_text_add(yaml, "  - {from: %d, to: %d, length: %.3g", from + 1, to + 1,
                    any_power(random, -2, 1));
        any_link_kind(yaml, random, method);
        vl_text_add(yaml, "}\n");
    }
}

static void any_chain(vl_text *yaml, vl_random *random, const vl_solver *method)
{
    static const char *const pins[] = {"none", "start", "end", "both"};
    vl_text_add(yaml, "chains:\n  - {links: %d, mass: %.3g, pin: %s, ", 1 + any_of(random, 20),
                any_power(random, -4.5, 4.5), pins[any_of(random, 4)]);
    any_vector(yaml, random, "from", 2);
    vl_text_add(yaml, ", ");
    any_vector(yaml, random, "to", 2);
    any_link_kind(yaml, random, method);
    if (any_chance(random, 0.5))
        vl_text_add(yaml, ", ball: {mass: %.3g}", any_power(random, -4.5, 4.5));
    vl_text_add(yaml, "}\n");
}

static void any_cloth(vl_text *yaml, vl_random *random, const vl_solver *method)
{
    static const char *const pins[] = {"", "top", "top-left, top-right", "left, right"};
    vl_text_add(yaml,
                "cloths:\n  - {columns: %d, rows: %d, mass: %.3g, pin: [%s], shear: %s, bend: %s, ",
                2 + any_of(random, 7), 2 + any_of(random, 7), any_power(random, -4.5, 4.5),
                pins[any_of(random, 4)], any_bool(random, 0.5), any_bool(random, 0.5));
    any_vector(yaml, random, "origin", 1);
    vl_text_add(yaml, ", along: [%.3g, 0.1], down: [0.2, 0.1, %.3g]", any_between(random, 0.5, 2),
                any_between(random, 0.5, 2));
    any_link_kind(yaml, random, method);
    if (any_chance(random, 0.3))
        vl_text_add(yaml, ", tear: %.3g", any_power(random, -3, 0));
    vl_text_add(yaml, "}\n");
}

static void any_force(vl_text *yaml, vl_random *random)
{
    switch (any_of(random, 6)) {
    case 0:
        vl_text_add(yaml, "  - {kind: harmonic, stiffness: %.3g}\n", any_power(random, -3, 6));
        break;
    case 1:
        vl_text_add(yaml, "  - {kind: polynomial, axis: y, coefficients: [%.3g, %.3g]}\n",
                    any_between(random, -9, 9), any_between(random, -9, 9));
        break;
    case 2:
        vl_text_add(yaml, "  - {kind: sine, axis: z, amplitude: %.3g, frequency: %.3g}\n",
                    any_between(random, -9, 9), any_power(random, -2, 3));
        break;
    case 3:
        vl_text_add(yaml, "  - {kind: central, strength: %.3g, cutoff: %.3g}\n",
                    any_power(random, -3, 6), any_power(random, -3, 0));
        break;
    case 4:
        vl_text_add(yaml, "  - {kind: gravitation, constant: %.3g, cutoff: %.3g}\n",
                    any_power(random, -12, 3), any_power(random, -3, 0));
        break;
    default:
        vl_text_add(yaml, "  - {kind: wind, drag: %.3g, gust: %.3g, ", any_power(random, -3, 5),
                    any_between(random, 0, 1));
        any_vector(yaml, random, "velocity", 20);
        vl_text_add(yaml, "}\n");
    }
}

static void any_collider(vl_text *yaml, vl_random *random)
{
    switch (any_of(random, 3)) {
    case 0:
        vl_text_add(yaml, "  - {kind: plane, point: [0, %.3g], normal: [%.3g, 1, %.3g]",
                    any_between(random, -4, 0), any_between(random, -1, 1),
                    any_between(random, -1, 1));
        break;
    case 1:
        vl_text_add(yaml, "  - {kind: sphere, radius: %.3g, ", any_power(random, -2, 0.3));
        any_vector(yaml, random, "center", 2);
        break;
    default:
        vl_text_add(yaml, "  - {kind: box, size: [%.3g, %.3g, %.3g], ", any_power(random, -2, 1),
                    any_power(random, -2, 1), any_power(random, -2, 1));
        any_vector(yaml, random, "center", 2);
        break;
    }
    vl_text_add(yaml, ", restitution: %.3g, friction: %.3g", any_between(random, 0, 1),
                any_chance(random, 0.5) ? any_between(random, 0, 2) : 0);
    if (any_chance(random, 0.3))
        vl_text_add(yaml, ", response: penalty, stiffness: %.3g", any_power(random, 0, 7));
    vl_text_add(yaml, "}\n");
}

static void any_forces(vl_text *yaml, vl_random *random)
{
    int count = any_of(random, 3);
    vl_text_add(yaml, count ? "forces:\n" : "");
    for (int i = 0; i < count; i++)
        any_force(yaml, random);
}

static void any_colliders(vl_text *yaml, vl_random *random)
{
    int count = any_of(random, 3);
    bool balls = any_chance(random, 0.3);
    vl_text_add(yaml, count || balls ? "colliders:\n" : "");
    for (int i = 0; i < count; i++)
        any_collider(yaml, random);
    if (balls)
        vl_text_add(yaml, "  - {kind: balls, restitution: %.3g}\n", any_between(random, 0, 1));
}

void any_yaml(vl_text *yaml, vl_random *random)
{
    const vl_solver *method = vl_solvers[any_of(random, vl_solver_count)];
    int particles = 1 + any_of(random, 12);
    vl_text_add(yaml, "format: 1\nstart: %s\n", any_chance(random, 0.2) ? "naive" : "exact");
    any_vector(yaml, random, "gravity", any_chance(random, 0.3) ? 0 : 10);
    vl_text_add(yaml, "\ndamping: %.3g\ndamping_per_step: %.3g\n",
                any_chance(random, 0.3) ? any_power(random, -3, 5) : 0,
                any_chance(random, 0.2) ? any_between(random, 0, 1) : 0);
    any_solver(yaml, random, method);
    any_particles(yaml, random, particles);
    any_links(yaml, random, particles, method);
    if (any_chance(random, 0.4))
        any_chain(yaml, random, method);
    if (any_chance(random, 0.3))
        any_cloth(yaml, random, method);
    any_forces(yaml, random);
    any_colliders(yaml, random);
}

double any_dt(vl_random *random)
{
    static const double odd[] = {0, -1, 1e-12, 1e-300, 0.25, 1, 100};
    if (any_chance(random, 0.02))
        return any_chance(random, 0.5) ? (double)NAN : (double)INFINITY;
    if (any_chance(random, 0.1))
        return odd[any_of(random, sizeof odd / sizeof *odd)];
    return any_between(random, 0.5, 1.5) / 60;
}

// --- deeds to a synchronised world ---

void any_grip(vl_world *world, vl_random *random)
{
    int slot = any_of(random, world->particles.count);
    vl_vec3 at = vl_read(world->particles.x, slot);
    if (world->particles.held[slot])
        vl_world_release(world, slot, (vl_vec3){any_between(random, -9, 9), 0, 1});
    else if (vl_world_hold(world, slot))
        vl_world_carry(
            world, slot,
            vl_add(at, (vl_vec3){any_between(random, -1, 1), any_between(random, -1, 1), 0}));
}

void any_pin(vl_world *world, vl_random *random)
{
    int slot = any_of(random, world->particles.count);
    vl_world_set_pinned(world, slot, !world->particles.pinned[slot]);
}

void any_method(vl_world *world, vl_random *random)
{
    vl_world_set_integrator(world, vl_integrators[any_of(random, vl_integrator_count)]);
}

void any_settings(vl_world *world, vl_random *random)
{
    vl_solver_settings settings = world->solver;
    settings.method = vl_solvers[any_of(random, vl_solver_count)];
    settings.direction = (vl_direction)any_of(random, 2);
    settings.order = (vl_sweep_order)any_of(random, 3);
    settings.iterations = any_of(random, 30);
    settings.substeps = 1 + any_of(random, 4);
    vl_world_set_solver(world, &settings);
}

void any_cut(vl_world *world, vl_random *random)
{
    if (!world->links.count)
        return;
    int index = any_of(random, world->links.count);
    vl_world_break_links(world, &index, 1);
}

void any_deed(vl_world *world, vl_random *random)
{
    static void (*const deeds[])(vl_world * world, vl_random * random) = {
        any_grip, any_grip, any_pin, any_method, any_settings, any_cut,
    };
    deeds[any_of(random, sizeof deeds / sizeof *deeds)](world, random);
}
