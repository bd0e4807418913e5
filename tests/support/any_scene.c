// Arguments and members of an initializer are evaluated in an order that the compiler chooses: each
// random number is drawn in a statement of its own, so that a seed means the same scene everywhere.

#include "any_scene.h"

#include "base/text.h"
#include "physics/colliders/colliders.h"
#include "physics/forces/forces.h"
#include "physics/solvers/solvers.h"
#include "scenes.h"
#include "testing.h"
#include "worlds.h"

// 10 to a power between the two.
static double any_power(vl_random *random, double low, double high)
{
    return pow(10, any_between(random, low, high));
}

static const char *any_bool(vl_random *random, double chance)
{
    return any_chance(random, chance) ? "true" : "false";
}

static void any_vector(vl_text *yaml, vl_random *random, const char *key, double size)
{
    vl_vec3 v = any_vec3(random, size);
    vl_text_add(yaml, "%s: [%.17g, %.17g, %.17g]", key, v.x, v.y, v.z);
}

static void any_solver(vl_text *yaml, vl_random *random, const vl_solver *method)
{
    int order = any_of(random, 3), direction = method->new_direction_only ? 0 : any_of(random, 2);
    int iterations = any_of(random, 30), substeps = 1 + any_of(random, 4);
    vl_text_add(yaml, "solver: {method: %s, order: %s, direction: %s, iterations: %d, substeps: %d",
                method->name, vl_sweep_order_names[order], vl_direction_names[direction],
                iterations, substeps);
    if (any_chance(random, 0.3))
        vl_text_add(yaml, ", tolerance: %.3g", any_power(random, -12, 0));
    if (any_chance(random, 0.3))
        vl_text_add(yaml, ", relaxation: %.3g", any_between(random, 0.1, 1.99));
    vl_text_add(yaml, "}\n");
}

// What every kind of link needs and may have.
static void any_link_kind(vl_text *yaml, vl_random *random, const vl_solver *method)
{
    double stiffness, damping;
    switch (any_of(random, 3)) {
    case 0:
        stiffness = any_power(random, -3, 7);
        damping = any_chance(random, 0.3) ? any_power(random, -3, 3) : 0;
        vl_text_add(yaml, ", kind: spring, stiffness: %.3g, damping: %.3g", stiffness, damping);
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
        double mass = any_power(random, -4.5, 4.5);
        double radius = any_chance(random, 0.2) ? 0 : any_between(random, 0, 0.3);
        vl_text_add(yaml, ", mass: %.3g, radius: %.3g, pinned: %s}\n", mass, radius,
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
    int links = 1 + any_of(random, 20);
    double mass = any_power(random, -4.5, 4.5);
    vl_text_add(yaml, "chains:\n  - {links: %d, mass: %.3g, pin: %s, ", links, mass,
                pins[any_of(random, 4)]);
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
    int columns = 2 + any_of(random, 7), rows = 2 + any_of(random, 7), pin = any_of(random, 4);
    double mass = any_power(random, -4.5, 4.5);
    const char *shear = any_bool(random, 0.5), *bend = any_bool(random, 0.5);
    vl_text_add(yaml,
                "cloths:\n  - {columns: %d, rows: %d, mass: %.3g, pin: [%s], shear: %s, bend: %s, ",
                columns, rows, mass, pins[pin], shear, bend);
    any_vector(yaml, random, "origin", 1);
    double along = any_between(random, 0.5, 2), down = any_between(random, 0.5, 2);
    vl_text_add(yaml, ", along: [%.3g, 0.1], down: [0.2, 0.1, %.3g]", along, down);
    any_link_kind(yaml, random, method);
    if (any_chance(random, 0.3))
        vl_text_add(yaml, ", tear: %.3g", any_power(random, -3, 0));
    vl_text_add(yaml, "}\n");
}

// Of every kind in the table: what a kind does not need is ignored, and not written.
static vl_force any_force(vl_random *random)
{
    vl_force force = {.kind = vl_force_kinds[any_of(random, vl_force_kind_count)]};
    force.center = any_vec3(random, 1);
    force.stiffness = any_power(random, -3, 6);
    force.axis = any_of(random, VL_AXES);
    force.coefficient_count = 2;
    for (int i = 0; i < force.coefficient_count; i++)
        force.coefficients[i] = any_between(random, -9, 9);
    force.amplitude = any_between(random, -9, 9);
    force.frequency = any_power(random, -2, 3);
    force.strength = any_power(random, -3, 6);
    force.constant = any_power(random, -12, 3);
    force.velocity = any_vec3(random, 20);
    force.drag = any_power(random, -3, 5);
    force.gust = any_between(random, 0, 1);
    force.charge = any_between(random, -9, 9);
    force.field = any_vec3(random, 1);
    force.moment = any_vec3(random, 1);
    force.cutoff = any_power(random, -3, 0);
    return force;
}

static vl_collider any_collider(vl_random *random)
{
    bool penalty = any_chance(random, 0.3);
    vl_collider collider = {.kind = vl_collider_kinds[any_of(random, vl_collider_kind_count)]};
    collider.response = penalty ? VL_RESPONSE_PENALTY : VL_RESPONSE_PROJECTION;
    collider.restitution = any_between(random, 0, 1);
    collider.friction = any_chance(random, 0.5) ? any_between(random, 0, 2) : 0;
    collider.stiffness = penalty ? any_power(random, 0, 7) : VL_PENALTY_STIFFNESS;
    collider.point.y = any_between(random, -4, 0);
    collider.normal = any_vec3(random, 1);
    collider.normal.y = 1;
    collider.center = any_vec3(random, 2);
    collider.radius = any_power(random, -2, 0.3);
    collider.size.x = any_power(random, -2, 1);
    collider.size.y = any_power(random, -2, 1);
    collider.size.z = any_power(random, -2, 1);
    return collider;
}

// Two of each at most; a second collider between particles would be one too many.
static void add_forces_and_colliders(vl_scene *scene, vl_random *random)
{
    scene->force_count = any_of(random, 3);
    scene->forces = vl_alloc(2, sizeof *scene->forces);
    scene->collider_count = any_of(random, 3);
    scene->colliders = vl_alloc(2, sizeof *scene->colliders);
    for (int i = 0; i < 2; i++) {
        scene->forces[i] = any_force(random);
        scene->colliders[i] = any_collider(random);
    }
    if (scene->colliders[0].kind == scene->colliders[1].kind && scene->collider_count == 2)
        scene->collider_count = 1;
}

static void any_yaml(vl_text *yaml, vl_random *random)
{
    const vl_solver *method = vl_solvers[any_of(random, vl_solver_count)];
    int particles = 1 + any_of(random, 12);
    // a timestep at which no penalty is refused; those who step the scene have steps of their own
    vl_text_add(yaml, "format: 1\ntimestep: fixed:1e-9\nstart: %s\n",
                any_chance(random, 0.2) ? "naive" : "exact");
    any_vector(yaml, random, "gravity", any_chance(random, 0.3) ? 0 : 10);
    double damping = any_chance(random, 0.3) ? any_power(random, -3, 5) : 0;
    double per_step = any_chance(random, 0.2) ? any_between(random, 0, 1) : 0;
    vl_text_add(yaml, "\ndamping: %.3g\ndamping_per_step: %.3g\n", damping, per_step);
    any_solver(yaml, random, method);
    any_particles(yaml, random, particles);
    any_links(yaml, random, particles, method);
    if (any_chance(random, 0.4))
        any_chain(yaml, random, method);
    if (any_chance(random, 0.3))
        any_cloth(yaml, random, method);
}

vl_scene *any_scene(vl_random *random)
{
    SCOPED(vl_text) described = {0};
    any_yaml(&described, random);
    vl_scene *scene = scene_of(described.data);
    add_forces_and_colliders(scene, random);
    FREED char *whole = vl_scene_to_yaml(scene);
    vl_scene_free(scene);
    return scene_of(whole);
}
