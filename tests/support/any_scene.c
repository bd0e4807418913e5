#include "any_scene.h"

#include "base/memory.h"
#include "base/text.h"
#include "physics/colliders/colliders.h"
#include "physics/forces/forces.h"
#include "physics/solvers/solvers.h"
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

// Of every kind in the table: what a kind does not need is ignored, and not written.
static vl_force any_force(vl_random *random)
{
    return (vl_force){
        .kind = vl_force_kinds[any_of(random, vl_force_kind_count)],
        .center = any_vec3(random, 1),
        .stiffness = any_power(random, -3, 6),
        .axis = any_of(random, VL_AXES),
        .coefficient_count = 2,
        .coefficients = {any_between(random, -9, 9), any_between(random, -9, 9)},
        .amplitude = any_between(random, -9, 9),
        .frequency = any_power(random, -2, 3),
        .strength = any_power(random, -3, 6),
        .constant = any_power(random, -12, 3),
        .velocity = any_vec3(random, 20),
        .drag = any_power(random, -3, 5),
        .gust = any_between(random, 0, 1),
        .charge = any_between(random, -9, 9),
        .field = any_vec3(random, 1),
        .moment = any_vec3(random, 1),
        .cutoff = any_power(random, -3, 0),
    };
}

static vl_collider any_collider(vl_random *random)
{
    bool penalty = any_chance(random, 0.3);
    return (vl_collider){
        .kind = vl_collider_kinds[any_of(random, vl_collider_kind_count)],
        .response = penalty ? VL_RESPONSE_PENALTY : VL_RESPONSE_PROJECTION,
        .restitution = any_between(random, 0, 1),
        .friction = any_chance(random, 0.5) ? any_between(random, 0, 2) : 0,
        .stiffness = penalty ? any_power(random, 0, 7) : VL_PENALTY_STIFFNESS,
        .point = {0, any_between(random, -4, 0), 0},
        .normal = {any_between(random, -1, 1), 1, any_between(random, -1, 1)},
        .center = any_vec3(random, 2),
        .radius = any_power(random, -2, 0.3),
        .size = {any_power(random, -2, 1), any_power(random, -2, 1), any_power(random, -2, 1)},
    };
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
}

static vl_scene *parse(const char *yaml)
{
    vl_error error = {0};
    vl_scene *scene = vl_scene_parse(yaml, strlen(yaml), "any.yaml", &error);
    if (!scene)
        fail_msg("%s\n%s", error.text, yaml);
    return scene;
}

vl_scene *any_scene(vl_random *random)
{
    SCOPED(vl_text) described = {0};
    any_yaml(&described, random);
    vl_scene *scene = parse(described.data);
    add_forces_and_colliders(scene, random);
    FREED char *whole = vl_scene_to_yaml(scene);
    vl_scene_free(scene);
    scene = parse(whole);
    return scene;
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
