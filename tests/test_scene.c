// Scenes: what is saved loads back equal, a world is numbered and linked as the format says, the
// tables agree with what they are about, and the shipped scenes run.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "physics/colliders/colliders.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/file.h"
#include "scene/find.h"
#include "scene/numbering.h"
#include "scene/scene.h"
#include "scene/scene_fields.h"
#include "scene/stream.h"
#include "support/worlds.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static vl_scene *parse(const char *text)
{
    vl_error error = {0};
    vl_scene *scene = vl_scene_parse(text, strlen(text), "test.yaml", &error);
    if (!scene)
        fail_msg("%s\nin\n%s", error.text, text);
    return scene;
}

// NULL where this build lacks what the scene asks for.
static vl_scene *load_shipped(const char *name)
{
    vl_error error = {0};
    char *path = vl_scene_find(name, &error);
    vl_scene *scene = path ? vl_scene_load(path, &error) : NULL;
    bool lacks = integrators_here() < vl_integrator_count && strstr(error.text, "built without");
    if (!scene && !lacks)
        fail_msg("%s", error.text);
    vl_free(path);
    return scene;
}

static bool same(const vl_scene *a, const vl_scene *b)
{
    return vl_schema_equal(&vl_schema_scene, a, b);
}

static void check_reads_back(const vl_scene *scene)
{
    char *text = vl_scene_to_yaml(scene);
    vl_scene *again = parse(text);
    if (!same(scene, again)) {
        char *second = vl_scene_to_yaml(again);
        fail_msg("read back different:\n%s\n%s", text, second);
    }
    vl_scene_free(again);
    vl_free(text);
}

// --- the shipped scenes ---

static bool is_finite_or_diverged(const vl_world *world)
{
    bool finite = true;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < world->particles.count; i++)
            finite &= isfinite(world->particles.x[axis][i]);
    return finite || world->now.diverged;
}

static double next_step(vl_stream *stream, double time)
{
    double dt = 1.0 / 60;
    if (!vl_stream_is_frame(stream))
        assert_true(vl_stream_next(stream, time, &dt));
    return dt;
}

static void run_hundred_steps(vl_scene *scene, const vl_integrator *integrator)
{
    vl_error error = {0};
    vl_stream *stream = vl_stream_parse(scene->timestep, NULL, &error);
    assert_non_null(stream);
    scene->integrator = integrator;
    vl_world *world = vl_scene_build(scene);
    assert_ptr_equal(vl_world_method(world), integrator);
    for (int i = 0; i < 100 && !world->now.diverged; i++) {
        double dt = next_step(stream, world->now.time); // 0 where the scene is about that
        assert_true(vl_world_step(world, dt) || dt == 0 || world->now.diverged);
    }
    assert_true(is_finite_or_diverged(world));
    vl_world_free(world);
    vl_stream_free(stream);
}

// Cloth is over-determined, and a bridge is soft and loaded: whoever solves the links of a shipped
// scene, along whichever direction, makes no energy. At worst the wind, a ball that falls or a mesh
// that buckles brings as much as the scale of the energy.
static void shipped_nets_make_no_energy_under_any_solver(void **state)
{
    (void)state;
    static const char *const names[] = {"hammock", "flag", "rope-bridge", "draped-sheet"};
    for (size_t i = 0; i < COUNT(names); i++)
        for (int m = 0; m < vl_solver_count; m++)
            for (int direction = 0; direction < 2; direction++) {
                vl_scene *scene = load_shipped(names[i]);
                vl_world *world = vl_scene_build(scene);
                vl_solver_settings settings = world->solver;
                settings.method = vl_solvers[m];
                settings.direction = (vl_direction)direction;
                if (!vl_solver_refuses(world, &settings)) {
                    vl_world_set_solver(world, &settings);
                    double start = vl_energy_kinetic(world) + vl_energy_potential(world);
                    double most = start + vl_energy_scale(world);
                    for (int k = 0; k < 25; k++)
                        vl_world_step(world, 1 / 60.0);
                    vl_world_synchronise(world);
                    double end = vl_energy_kinetic(world) + vl_energy_potential(world);
                    if (!(end < most))
                        fail_msg("%s, %s, %s: from %g J to %g J", names[i], vl_solvers[m]->name,
                                 vl_direction_names[direction], start, end);
                }
                vl_world_free(world);
                vl_scene_free(scene);
            }
}

static void every_shipped_scene_runs_under_every_integrator(void **state)
{
    (void)state;
    vl_scene_names names = vl_scene_names_list();
    assert_true(names.count >= 13);
    for (int i = 0; i < names.count; i++) {
        vl_scene *scene = load_shipped(names.names[i]);
        if (!scene)
            continue;
        for (int k = 0; k < integrators_here(); k++)
            run_hundred_steps(scene, vl_integrators[k]);
        vl_scene_free(scene);
    }
    vl_scene_names_free(&names);
}

static void every_shipped_scene_reads_back_equal(void **state)
{
    (void)state;
    vl_scene_names names = vl_scene_names_list();
    for (int i = 0; i < names.count; i++) {
        vl_scene *scene = load_shipped(names.names[i]);
        if (!scene)
            continue;
        check_reads_back(scene);
        vl_scene_free(scene);
    }
    vl_scene_names_free(&names);
}

// What the notes of the tearing curtain and of the rope bridge say, at 60 frames/s.
static void scenes_tear_as_their_notes_say(void **state)
{
    (void)state;

    static const struct {
        const char *name, *solver; // NULL: its own
        int iterations, substeps;
        double compliance, load; // 0: its own
        int frames, broken;
    } rows[] = {
        {"tearing-curtain", NULL, 1, 12, 0, 0, 600, 247},
        {"tearing-curtain", NULL, 2, 12, 0, 0, 600, 141},
        {"tearing-curtain", NULL, 4, 12, 0, 0, 600, 32},
        {"tearing-curtain", NULL, 8, 12, 0, 0, 600, 0},
        {"tearing-curtain", "xpbd", 2, 24, 3e-3, 0, 600, 8},
        {"tearing-curtain", "xpbd", 1, 48, 3e-3, 0, 600, 8},
        {"rope-bridge", NULL, 2, 32, 0, 0, 1200, 0},
        {"rope-bridge", NULL, 2, 32, 0, 60, 1200, 0},
        {"rope-bridge", NULL, 2, 32, 0, 80, 1200, 9},
        {"rope-bridge", NULL, 2, 512, 0, 0, 60, 0},
        {"rope-bridge", NULL, 2, 512, 0, 60, 60, 4},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        vl_scene *scene = load_shipped(rows[i].name);
        scene->solver.iterations = rows[i].iterations;
        scene->solver.substeps = rows[i].substeps;
        if (rows[i].solver)
            scene->solver.method = vl_solver_find(rows[i].solver);
        for (int k = 0; k < scene->cloth_count && rows[i].compliance > 0; k++)
            scene->cloths[k].compliance = rows[i].compliance;
        if (rows[i].load > 0)
            scene->particles[scene->particle_count - 1].mass = rows[i].load;
        vl_world *world = vl_scene_build(scene);
        for (int k = 0; k < rows[i].frames; k++)
            assert_true(vl_world_step(world, 1 / 60.0));
        print_message("  %s %d x %d: %d of %d\n", rows[i].name, rows[i].substeps,
                      rows[i].iterations, world->broken, world->broken + world->links.count);
        assert_int_equal(world->broken, rows[i].broken);
        vl_world_free(world);
        vl_scene_free(scene);
    }
}

static void every_shipped_scene_has_notes_a_view_and_a_place_in_the_order(void **state)
{
    (void)state;
    vl_error error = {0};
    size_t size;
    char *order = vl_file_read(VL_TEST_SOURCES "/scenes/order.txt", 65536, &size, &error);
    assert_non_null(order);

    int lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += order[i] == '\n';
    vl_scene_names names = vl_scene_names_list();
    assert_int_equal(lines, names.count);
    char *line = order;
    for (int i = 0; i < names.count; i++, line = strchr(line, '\n') + 1) {
        assert_memory_equal(line, names.names[i], strlen(names.names[i]));
        vl_scene *scene = load_shipped(names.names[i]);
        if (!scene)
            continue;
        assert_true(strlen(scene->notes) > 200);
        assert_string_not_equal(scene->title, "Untitled");
        assert_true(scene->view.given);
        vl_scene_free(scene);
    }
    vl_scene_names_free(&names);
    vl_free(order);
}

// --- saving and loading ---

static double random_number(vl_random *random, double least)
{
    double size = pow(10, vl_random_uniform(random, -9, 9));
    double value = least < 0 && vl_random_next(random) % 2 ? -size : size;
    return vl_random_next(random) % 4 == 0 ? round(value) + (least > 0) : value;
}

static int random_below(vl_random *random, int count)
{
    return (int)(vl_random_next(random) % (uint64_t)count);
}

static bool random_bool(vl_random *random)
{
    return vl_random_next(random) % 2;
}

// Coordinates over six decades, so that a chain or cloth anywhere keeps its particles apart.
static double random_coordinate(vl_random *random)
{
    double size = pow(10, vl_random_uniform(random, -3, 3));
    return random_bool(random) ? size : -size;
}

static vl_vec3 random_vector(vl_random *random)
{
    return (vl_vec3){random_coordinate(random), random_coordinate(random),
                     random_bool(random) ? 0 : random_coordinate(random)};
}

// Text that is hard to write: every piece has a meaning of its own in YAML, or none in plain text.
static char *random_text(vl_random *random, bool can_be_empty)
{
    static const char *const pieces[] = {"a",
                                         "Ball",
                                         " ",
                                         "  ",
                                         "\n",
                                         "\n\n",
                                         "# ",
                                         ": ",
                                         "- ",
                                         "'",
                                         "\"",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         ",",
                                         "&",
                                         "*",
                                         "!",
                                         "|",
                                         ">",
                                         "%",
                                         "@",
                                         "`",
                                         "~",
                                         "null",
                                         "true",
                                         "no",
                                         "1",
                                         "1e3",
                                         ".5",
                                         ".nan",
                                         "0x1F",
                                         "\\",
                                         "\\n",
                                         "\t",
                                         "x₋ = ½",
                                         "°",
                                         "\xF0\x9F\x8E\x89",
                                         "\r",
                                         "?",
                                         "---",
                                         "...\n",
                                         "- \n",
                                         "=",
                                         "<<",
                                         "\x7F",
                                         "\x01",
                                         "\xC2\x85",
                                         "\xE2\x80\xA8",
                                         "\xEF\xBB\xBF"};
    vl_text text = {0};
    int count = random_below(random, 6) + !can_be_empty;
    for (int i = 0; i < count; i++)
        vl_text_add(&text, "%s", pieces[random_below(random, (int)COUNT(pieces))]);
    return text.data ? text.data : vl_copy_text("");
}

// Different from all others by its number, and hard to write.
static char *random_name(vl_random *random, int number)
{
    if (random_below(random, 3) == 0)
        return NULL;
    vl_text name = {0};
    char *rest = random_text(random, true);
    vl_text_add(&name, "%d%s", number, rest);
    vl_free(rest);
    return name.data;
}

static void add_random_particles(vl_scene *scene, vl_random *random)
{
    scene->particle_count = 2 + random_below(random, 5);
    scene->particles = vl_alloc((size_t)scene->particle_count, sizeof *scene->particles);
    for (int i = 0; i < scene->particle_count; i++)
        scene->particles[i] = (vl_scene_particle){
            .name = random_name(random, i + 1),
            .at = {i, random_coordinate(random), random_coordinate(random)},
            .velocity = random_vector(random),
            .mass = random_number(random, 1),
            .radius = random_number(random, 0),
            .pinned = random_bool(random),
        };
}

static vl_scene_end random_end(const vl_scene *scene, int index)
{
    char *name = scene->particles[index].name;
    return (vl_scene_end){.name = vl_copy_text(name), .number = index + 1};
}

// Only where the solver honours it, and never of a spring.
static double random_compliance(const vl_scene *scene, vl_random *random, vl_link_kind kind)
{
    bool taken = scene->solver.method->compliant && kind != VL_SPRING;
    return taken ? random_number(random, 0) : 0;
}

static void add_random_links(vl_scene *scene, vl_random *random)
{
    scene->link_count = random_below(random, 5);
    scene->links = vl_alloc((size_t)scene->link_count, sizeof *scene->links);
    for (int i = 0; i < scene->link_count; i++) {
        int from = random_below(random, scene->particle_count);
        int away = 1 + random_below(random, scene->particle_count - 1);
        vl_scene_link *link = &scene->links[i];
        link->from = random_end(scene, from);
        link->to = random_end(scene, (from + away) % scene->particle_count);
        link->kind = (vl_link_kind)random_below(random, 3);
        link->length = random_bool(random) ? 0 : random_number(random, 1);
        link->stiffness = link->kind == VL_SPRING ? random_number(random, 1) : 0;
        link->damping = link->kind == VL_SPRING ? random_number(random, 0) : 0;
        link->cluster = link->kind == VL_SPRING ? 0 : random_below(random, 4);
        link->compliance = random_compliance(scene, random, link->kind);
        link->tear = random_bool(random) ? 0 : random_number(random, 0);
    }
}

static void add_random_chains(vl_scene *scene, vl_random *random)
{
    scene->chain_count = random_below(random, 3);
    scene->chains = vl_alloc((size_t)scene->chain_count, sizeof *scene->chains);
    for (int i = 0; i < scene->chain_count; i++) {
        bool spring = random_bool(random), ball = random_bool(random);
        vl_link_kind kind = spring ? VL_SPRING : (vl_link_kind)random_below(random, 2);
        scene->chains[i] = (vl_scene_chain){
            .name = random_name(random, 100 + i),
            .from = random_vector(random),
            .to = random_vector(random),
            .links = 1 + random_below(random, 9),
            .mass = random_number(random, 1),
            .radius = random_number(random, 0),
            .pin = (vl_chain_pin)random_below(random, 4),
            .kind = kind,
            .stiffness = spring ? random_number(random, 1) : 0,
            .damping = spring ? random_number(random, 0) : 0,
            .compliance = random_compliance(scene, random, kind),
            .tear = random_number(random, 0),
            .has_ball = ball,
            .ball_mass = ball ? random_number(random, 1) : 1,
            .ball_radius = ball ? random_number(random, 0) : 0.1,
        };
    }
}

static void add_random_cloths(vl_scene *scene, vl_random *random)
{
    scene->cloth_count = random_below(random, 3);
    scene->cloths = vl_alloc((size_t)scene->cloth_count, sizeof *scene->cloths);
    for (int i = 0; i < scene->cloth_count; i++) {
        bool spring = random_bool(random), shear = random_bool(random), bend = random_bool(random);
        bool compliant = scene->solver.method->compliant && !spring;
        vl_link_kind kind = spring ? VL_SPRING : (vl_link_kind)random_below(random, 2);
        scene->cloths[i] = (vl_scene_cloth){
            .name = random_name(random, 200 + i),
            .origin = random_vector(random),
            .along = {random_coordinate(random), 0, 0},
            .down = {0, random_coordinate(random), random_coordinate(random)},
            .columns = 2 + random_below(random, 5),
            .rows = 2 + random_below(random, 5),
            .mass = random_number(random, 1),
            .radius = random_number(random, 0),
            .pin = (unsigned)random_below(random, 256),
            .pin_points = vl_alloc(2, sizeof(vl_scene_place)),
            .pin_point_count = random_below(random, 3),
            .kind = kind,
            .stiffness = spring ? random_number(random, 1) : 0,
            .damping = spring ? random_number(random, 0) : 0,
            .compliance = random_compliance(scene, random, kind),
            .tear = random_number(random, 0),
            .shear = shear,
            .bend = bend,
            .shear_stiffness = spring && shear ? random_number(random, 1) : 0,
            .bend_stiffness = spring && bend ? random_number(random, 1) : 0,
            .shear_compliance = compliant && shear ? random_number(random, 0) : -1,
            .bend_compliance = compliant && bend ? random_number(random, 0) : -1,
        };
        for (int k = 0; k < scene->cloths[i].pin_point_count; k++)
            scene->cloths[i].pin_points[k] =
                (vl_scene_place){1 + random_below(random, scene->cloths[i].columns),
                                 1 + random_below(random, scene->cloths[i].rows)};
    }
}

static void add_random_forces(vl_scene *scene, vl_random *random)
{
    scene->force_count = random_below(random, 6);
    scene->forces = vl_alloc((size_t)scene->force_count, sizeof *scene->forces);
    for (int i = 0; i < scene->force_count; i++) {
        vl_force *force = &scene->forces[i];
        force->kind = vl_force_kinds[random_below(random, vl_force_kind_count)];
        force->center = random_vector(random);
        force->stiffness = random_number(random, 0);
        force->axis = random_below(random, 3);
        force->coefficient_count = 1 + random_below(random, VL_MOST_COEFFICIENTS);
        for (int k = 0; k < force->coefficient_count; k++)
            force->coefficients[k] = random_number(random, -1);
        force->amplitude = random_number(random, -1);
        force->frequency = random_number(random, 0);
        force->phase = random_number(random, -1);
        force->strength = random_number(random, -1);
        force->constant = random_number(random, -1);
        force->cutoff = random_number(random, 0);
        force->velocity = random_vector(random);
        force->drag = random_number(random, 0);
        force->gust = vl_random_uniform(random, 0, 1);
        force->seed = random_below(random, 1000);
    }
}

// None, or one that goes with every stream of time steps.
static const vl_mistake *random_mistake(vl_random *random)
{
    int index = random_below(random, vl_mistake_count + 1);
    bool any = index < vl_mistake_count && !vl_mistakes[index].millisecond_clock;
    return any ? &vl_mistakes[index] : NULL;
}

static void add_random_hand(vl_scene *scene, vl_random *random)
{
    scene->hand_holds = 1 + random_below(random, scene->particle_count);
    scene->hand_count = random_below(random, 4);
    scene->hand = vl_alloc((size_t)scene->hand_count, sizeof *scene->hand);
    for (int i = 0; i < scene->hand_count; i++)
        scene->hand[i] =
            (vl_hand_sample){i + vl_random_uniform(random, 0, 0.9), random_vector(random)};
}

static vl_scene *random_scene(vl_random *random)
{
    static const char *const timesteps[] = {"frame", "fixed:0.01", "random:0.005:0.015:42",
                                            "clock-ms:60"};
    static const char *const policies[] = {"raw", "clamp:0.05", "bounded:0.006:4"};
    vl_scene *scene = vl_alloc(1, sizeof *scene);
    *scene = (vl_scene){
        .title = random_text(random, true),
        .notes = random_text(random, true),
        .integrator = vl_integrators[random_below(random, integrators_here())],
        .timestep = vl_copy_text(timesteps[random_below(random, (int)COUNT(timesteps))]),
        .policy = vl_copy_text(policies[random_below(random, (int)COUNT(policies))]),
        .naive_start = random_bool(random),
        .answer = random_text(random, true),
        .mistake = random_mistake(random),
        .gravity = random_vector(random),
        .damping = random_number(random, 0),
        .damping_per_step = vl_random_uniform(random, 0, 1),
        .solver = {.method = vl_solvers[random_below(random, vl_solver_count)],
                   .order = (vl_sweep_order)random_below(random, 3),
                   .iterations = random_below(random, 100),
                   .substeps = 1 + random_below(random, 30),
                   .tolerance = random_number(random, 0),
                   .relaxation = vl_random_uniform(random, 0.1, 1.9),
                   .grids = random_below(random, 33)},
        .view = {.given = true,
                 .center = random_vector(random),
                 .height = random_number(random, 1),
                 .yaw = vl_random_uniform(random, -360, 360),
                 .pitch = vl_random_uniform(random, -90, 90),
                 .speed = vl_random_uniform(random, 1e-3, 10),
                 .pause = vl_random_uniform(random, 0, 10)},
    };
    if (!scene->solver.method->new_direction_only)
        scene->solver.direction = (vl_direction)random_below(random, 2);
    add_random_particles(scene, random);
    add_random_links(scene, random);
    add_random_chains(scene, random);
    add_random_cloths(scene, random);
    add_random_forces(scene, random);
    add_random_hand(scene, random);
    scene->pin_count = random_below(random, 4);
    scene->pins = vl_alloc((size_t)scene->pin_count, sizeof *scene->pins);
    for (int i = 0; i < scene->pin_count; i++)
        scene->pins[i] = random_end(scene, random_below(random, scene->particle_count));
    return scene;
}

static void random_scenes_read_back_equal(void **state)
{
    (void)state;
    vl_random random = {5};
    for (int i = 0; i < 2000; i++) {
        vl_scene *scene = random_scene(&random);
        check_reads_back(scene);
        vl_scene_free(scene);
    }
}

static void random_scenes_differ(void **state)
{
    (void)state;
    vl_random random = {6};
    vl_scene *before = random_scene(&random);
    for (int i = 0; i < 100; i++) {
        vl_scene *scene = random_scene(&random);
        assert_false(same(before, scene));
        assert_true(same(scene, scene));
        vl_scene_free(before);
        before = scene;
    }
    vl_scene_free(before);
}

// Every key of the format, with a value that is not its default.
static const char everything[] =
    "format: 1\n"
    "title: Everything\n"
    "notes: |\n"
    "  Two\n"
    "  lines.\n"
    "answer: |\n"
    "  One.\n"
    "integrator: rk4\n"
    "timestep: fixed:0.01\n"
    "policy: clamp:0.05\n"
    "start: naive\n"
    "mistake: single-precision\n"
    "gravity: [1, 2, 3]\n"
    "damping: 0.1\n"
    "damping_per_step: 0.2\n"
    "solver: {method: clusters, order: listed, direction: old, iterations: 3, substeps: 5, "
    "tolerance: "
    "0.25, relaxation: "
    "1.5, grids: 3}\n"
    "view: {center: [1, 2, 3], height: 7, yaw: 10, pitch: 20, speed: 0.5, pause: 4}\n"
    "particles:\n"
    "- {name: hook, at: [0, 1], velocity: [2, 3, 4], mass: 5, radius: 0.25, pinned: true}\n"
    "- {at: [2, 2, 2]}\n"
    "links:\n"
    "- {from: hook, to: 2, length: 3, kind: spring, stiffness: 4, damping: "
    "5, tear: 6}\n"
    "- {from: 2, to: hook, length: 3, cluster: 4}\n"
    "chains:\n"
    "- {name: rope, from: [0, 0], to: [2, 0], links: 4, mass: 6, radius: 0.5, pin: both, kind: "
    "spring, stiffness: 7, damping: 8, tear: 2, ball: {mass: 9, radius: 0.75}}\n"
    "cloths:\n"
    "- {name: sheet, origin: [1, 2], along: [3, 0], down: [0, -4], columns: 5, rows: 6, mass: 7, "
    "radius: 0.5, pin: [top-left, bottom], pin_points: [[2, 3], [4, 5]], kind: spring, stiffness: "
    "8, damping: 9, tear: 3, shear: "
    "true, bend: true, shear_stiffness: 2, bend_stiffness: 4}\n"
    "pins: [2, hook, 7]\n"
    "forces:\n"
    "- {kind: harmonic, center: [1, 2], stiffness: 3}\n"
    "- {kind: polynomial, axis: y, coefficients: [1, 2]}\n"
    "- {kind: sine, axis: z, amplitude: 2, frequency: 3, phase: 4}\n"
    "- {kind: central, center: [1, 2], strength: 3, cutoff: 4}\n"
    "- {kind: gravitation, constant: 2, cutoff: 3}\n"
    "- {kind: wind, velocity: [1, 2, 3], drag: 4, gust: 0.5, seed: 6}\n"
    "colliders:\n"
    "- {kind: plane, point: [1, 2], normal: [3, 4], restitution: 0.5, friction: 0.25}\n"
    "- {kind: sphere, center: [1, 2, 3], radius: 4, response: penalty, stiffness: 5}\n"
    "- {kind: box, center: [1, 2], size: [3, 4, 5], restitution: 0.5}\n"
    "- {kind: balls, restitution: 0.5}\n"
    "hand:\n"
    "- {time: 1, at: [2, 3]}\n"
    "- {time: 4, at: [5, 6, 7]}\n"
    "hand_holds: 3\n";

static void a_scene_with_every_key_is_written_as_it_was_read(void **state)
{
    (void)state;
    vl_scene *scene = parse(everything);
    char *text = vl_scene_to_yaml(scene);
    assert_string_equal(text, everything);
    vl_free(text);
    vl_scene_free(scene);
}

// A digit is changed; where the scene is still one, it is another.
static void every_digit_of_a_scene_counts(void **state)
{
    (void)state;
    vl_scene *scene = parse(everything);
    char *text = vl_copy_text(everything);
    int changed = 0;
    for (char *digit = text; *digit; digit++) {
        if (*digit < '0' || *digit > '9')
            continue;
        char before = *digit;
        *digit = before == '9' ? '1' : (char)(before + 1);
        vl_error error = {0};
        vl_scene *other = vl_scene_parse(text, strlen(text), "test.yaml", &error);
        if (other && same(scene, other))
            fail_msg("not noticed: %s", text);
        changed += other != NULL;
        vl_scene_free(other);
        *digit = before;
    }
    assert_true(changed > 80);
    vl_free(text);
    vl_scene_free(scene);
}

// The schema of a field, or of its elements; NULL.
static const vl_schema *inner_schema(const vl_field *field)
{
    return field->element ? field->element->schema : field->schema;
}

static void check_mentions_keys(const vl_schema *schema)
{
    for (int i = 0; i < schema->field_count; i++) {
        // everything there is made of springs, and springs have no compliance
        const vl_field *field = &schema->fields[i];
        const vl_schema *inner = inner_schema(field);
        char key[64];
        snprintf(key, sizeof key, inner ? "%s:" : "%s: ", field->key);
        if (!strstr(everything, key) && !strstr(field->key, "compliance"))
            fail_msg("the test says nothing of '%s'", field->key);
        if (inner)
            check_mentions_keys(inner);
    }
}

static void the_scene_with_every_key_has_every_key(void **state)
{
    (void)state;
    check_mentions_keys(&vl_schema_scene);
}

static void what_is_default_is_not_written(void **state)
{
    (void)state;
    vl_scene *scene =
        parse("format: 1\n"
              "solver: {method: relax, order: coloured, direction: new, iterations: "
              "16, substeps: 1, tolerance: 0, relaxation: 1, grids: 0}\n"
              "view: {yaw: 0, pitch: 0}\n"
              "start: exact\ntimestep: frame\npolicy: raw\ngravity: [0, 0, 0]\nlinks: []\n"
              "particles:\n"
              "- {at: [0, 0, 0], mass: 1, pinned: false, radius: 0.05, velocity: [0, 0]}\n");
    char *text = vl_scene_to_yaml(scene);
    assert_string_equal(text, "format: 1\ntitle: Untitled\nintegrator: tcv\n"
                              "particles:\n- {at: [0, 0]}\n");
    vl_free(text);
    vl_scene_free(scene);
}

// --- the tables ---

static void the_defaults_of_the_tables_are_those_of_the_physics(void **state)
{
    (void)state;
    vl_scene *scene = parse("format: 1\nparticles:\n- {at: [0, 0]}\n");
    vl_solver_settings solver = vl_solver_defaults();
    assert_ptr_equal(scene->integrator, vl_integrator_find("tcv"));
    assert_ptr_equal(scene->solver.method, solver.method);
    assert_int_equal(scene->solver.order, solver.order);
    assert_int_equal(scene->solver.iterations, solver.iterations);
    assert_int_equal(scene->solver.substeps, solver.substeps);
    assert_true(scene->solver.tolerance == solver.tolerance);
    assert_true(scene->solver.relaxation == solver.relaxation);
    assert_int_equal(scene->solver.grids, solver.grids);

    vl_particles particles;
    vl_particles_create(&particles, 1);
    assert_true(scene->particles[0].mass == particles.mass[0]);
    assert_true(scene->particles[0].radius == particles.radius[0]);
    vl_particles_free(&particles);
    vl_scene_free(scene);
}

// Each key that a kind of force or collider names is a row of the table, and each row is of a kind.
static void every_key_of_a_kind_has_its_row(void **state)
{
    (void)state;
    static const char *const lists[] = {"forces", "colliders"};
    for (size_t l = 0; l < COUNT(lists); l++) {
        const vl_schema *schema = inner_schema(vl_schema_find(&vl_schema_scene, lists[l]));
        for (int i = 0; i < schema->field_count; i++) {
            bool taken = false;
            for (int kind = 0; schema->kinds->name(kind); kind++)
                taken |= vl_schema_takes(schema, kind, &schema->fields[i]);
            assert_true(taken);
        }
        for (int kind = 0; schema->kinds->name(kind); kind++) {
            char keys[256], *rest = keys;
            snprintf(keys, sizeof keys, "%s", schema->kinds->keys(kind));
            for (char *key; (key = strtok_r(rest, " ", &rest));)
                assert_non_null(vl_schema_find(schema, key));
        }
    }
}

static void every_name_of_a_choice_loads(void **state)
{
    (void)state;
    for (int i = 0; i < vl_integrator_count; i++) {
        char text[256];
        vl_error error = {0};
        snprintf(text, sizeof text, "format: 1\nintegrator: %s\nparticles:\n- {at: [0, 0]}\n",
                 vl_integrators[i]->name);
        vl_scene *scene = vl_scene_parse(text, strlen(text), "test.yaml", &error);
        if (i < integrators_here()) {
            assert_ptr_equal(scene->integrator, vl_integrators[i]);
        } else {
            assert_null(scene);
            assert_memory_equal(error.text, "test.yaml:2:13: ", 16);
            assert_non_null(strstr(error.text, "needs CHOLMOD"));
        }
        vl_scene_free(scene);
    }
}

static void check_example(const char *example, const vl_field *field)
{
    bool list = field->element;
    vl_text text = {0};
    vl_text_add(&text, "format: 1\n%s: %s%s%s\n", field->key, list ? "[" : "", example,
                list ? "]" : "");
    if (strcmp(field->key, "particles") != 0)
        vl_text_add(&text, "particles: [{name: hook, at: [0, 0]}, {name: ball, at: [1, 0]}]\n");
    vl_scene_free(parse(text.data));
    vl_text_free(&text);
}

static void every_example_of_a_mapping_loads(void **state)
{
    (void)state;
    for (int i = 0; i < vl_schema_scene.field_count; i++) {
        const vl_field *field = &vl_schema_scene.fields[i];
        const vl_schema *inner = inner_schema(field);
        if (!inner)
            continue;
        check_example(inner->example, field);
        for (int kind = 0; inner->kinds && inner->kinds->name(kind); kind++)
            check_example(inner->kinds->example(kind), field);
    }
}

// --- what is read ---

static void a_view_is_given_by_its_height(void **state)
{
    (void)state;

    static const struct {
        const char *view;
        bool given;
    } rows[] = {{"", false},
                {"view: {}\n", false},
                {"view: {speed: 0.5, yaw: 3}\n", false},
                {"view: {height: 4}\n", true},
                {"view: {center: [0, 0], height: 4}\n", true}};

    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[256];
        snprintf(text, sizeof text, "format: 1\n%sparticles:\n- {at: [0, 0]}\n", rows[i].view);
        vl_scene *scene = parse(text);
        assert_int_equal(scene->view.given, rows[i].given);
        check_reads_back(scene);
        vl_scene_free(scene);
    }
}

static void names_and_numbers_of_ends_are_resolved(void **state)
{
    (void)state;
    vl_scene *scene = parse("format: 1\n"
                            "particles:\n"
                            "- {name: \"2\", at: [0, 0]}\n"
                            "- {name: b, at: [1, 0]}\n"
                            "chains:\n"
                            "- {name: rope, from: [5, 0], to: [6, 0], links: 2}\n"
                            "links:\n"
                            "- {from: \"2\", to: b}\n"
                            "- {from: 2, to: 5}\n");
    assert_int_equal(scene->links[0].from.number, 1);
    assert_int_equal(scene->links[0].to.number, 2);
    assert_int_equal(scene->links[1].from.number, 2);
    assert_null(scene->links[1].from.name);
    assert_int_equal(scene->links[1].to.number, 5);
    check_reads_back(scene);
    vl_scene_free(scene);
}

// --- building a world ---

// Far from the origin two neighbours may round to one place: refused, since a link has a length.
static void no_scene_that_loads_has_a_link_without_length(void **state)
{
    (void)state;
    vl_random random = {9};
    int built = 0;
    for (int i = 0; i < 4000; i++) {
        double far = pow(10, vl_random_uniform(&random, -20, 20));
        double edge = pow(10, vl_random_uniform(&random, -20, 20));
        double turn = pow(10, vl_random_uniform(&random, -12, 0));
        char text[512];
        snprintf(text, sizeof text,
                 "format: 1\nchains: [{from: [%.17g, 0], to: [%.17g, %.17g], links: 7}]\n"
                 "cloths: [{origin: [%.17g, 1], along: [%.17g, 0], down: [%.17g, %.17g], columns: "
                 "%d, rows: 5, shear: true, bend: true}]\n",
                 far, far, edge, far, edge, edge, edge * turn, 5 + (int)(far > 1));
        vl_error error = {0};
        vl_scene *scene = vl_scene_parse(text, strlen(text), "far.yaml", &error);
        if (scene) {
            vl_world_free(vl_scene_build(scene)); // the physics asserts that lengths are positive
            built++;
        }
        vl_scene_free(scene);
    }
    assert_in_range(built, 1000, 3000);
}

static vl_world *build(const char *text)
{
    vl_scene *scene = parse(text);
    vl_world *world = vl_scene_build(scene);
    assert_int_equal(world->particles.count, vl_numbering_total(scene));
    assert_int_equal(world->links.count, vl_numbering_links(scene));
    vl_scene_free(scene);
    return world;
}

static vl_vec3 position(const vl_world *world, int number)
{
    return vl_read(world->particles.x, world->particles.slot_of[number - 1]);
}

static void assert_at(const vl_world *world, int number, double x, double y, double z)
{
    vl_vec3 d = vl_sub(position(world, number), (vl_vec3){x, y, z});
    // positions are interpolated between numbers near 1: a few units of 2^-53
    if (vl_length(d) > 1e-15)
        fail_msg("particle %d is at %g %g %g", number, position(world, number).x,
                 position(world, number).y, position(world, number).z);
}

static void particles_are_numbered_particles_chains_cloths(void **state)
{
    (void)state;
    vl_world *world =
        build("format: 1\n"
              "cloths:\n- {origin: [0, 5], along: [1, 0], down: [0, -2], columns: 3, rows: 2}\n"
              "chains:\n- {from: [0, 0], to: [0.5, 0], links: 2}\n- {from: [1, 1], to: [1, 2, 3], "
              "links: 1}\n"
              "particles:\n- {at: [7, 7]}\n- {at: [8, 8, 8]}\n");
    static const double at[][3] = {
        {7, 7, 0}, {8, 8, 8},                 // particles
        {0, 0, 0}, {0.25, 0, 0}, {0.5, 0, 0}, // the first chain
        {1, 1, 0}, {1, 2, 3},                 // the second
        {0, 5, 0}, {0.5, 5, 0},  {1, 5, 0},   // the upper row of the cloth
        {0, 3, 0}, {0.5, 3, 0},  {1, 3, 0},   // the lower
    };
    assert_int_equal(world->particles.count, COUNT(at));
    for (size_t i = 0; i < COUNT(at); i++) {
        int slot = world->particles.slot_of[i];
        assert_int_equal(world->particles.number_of[slot], i + 1);
        assert_at(world, (int)i + 1, at[i][0], at[i][1], at[i][2]);
    }
    assert_int_equal(world->cloth_count, 1);
    assert_int_equal(world->cloths[0].first_number, 8);
    assert_int_equal(world->cloths[0].columns, 3);
    assert_int_equal(world->cloths[0].rows, 2);
    vl_world_free(world);
}

// The positions that links are checked with are those of the world; a chain ends where the scene
// says, to the last bit.
static void the_numbering_agrees_with_the_world(void **state)
{
    (void)state;
    vl_random random = {8};
    for (int i = 0; i < 200; i++) {
        vl_scene *scene = random_scene(&random);
        vl_world *world = vl_scene_build(scene);
        vl_numbering numbering;
        vl_numbering_create(&numbering, scene);
        assert_int_equal(numbering.total, world->particles.count);
        for (int n = 1; n <= numbering.total; n++) {
            vl_vec3 there = position(world, n);
            vl_vec3 said = vl_numbering_position(&numbering, scene, n);
            assert_true(there.x == said.x && there.y == said.y && there.z == said.z);
        }
        for (int k = 0; k < scene->chain_count; k++) {
            vl_vec3 to = scene->chains[k].to;
            vl_vec3 last = position(world, numbering.chain_first[k + 1] - 1);
            assert_true(last.x == to.x && last.y == to.y && last.z == to.z);
        }
        vl_numbering_free(&numbering);
        vl_world_free(world);
        vl_scene_free(scene);
    }
}

static void masses_and_pins_are_those_of_the_format(void **state)
{
    (void)state;
    vl_world *world = build(
        "format: 1\n"
        "particles:\n- {at: [0, 1], mass: 3, pinned: true, velocity: [1, 2, 3]}\n"
        "chains:\n- {from: [0, 0], to: [1, 0], links: 4, mass: 2, pin: both, ball: {mass: 7}}\n"
        "cloths:\n- {origin: [0, 0], along: [1, 0], down: [0, -1], columns: 2, rows: 3, mass: 3,"
        " pin: [left]}\n");

    static const struct {
        double mass;
        bool pinned;
    } rows[] = {{3, true},                                                        // the particle
                {0.5, true}, {0.5, false}, {0.5, false}, {0.5, false}, {7, true}, // the chain
                {0.5, true}, {0.5, false}, {0.5, true},  {0.5, false}, {0.5, true}, {0.5, false}};

    assert_int_equal(world->particles.count, COUNT(rows));
    for (size_t i = 0; i < COUNT(rows); i++) {
        int slot = world->particles.slot_of[i];
        assert_true(world->particles.mass[slot] == rows[i].mass);
        assert_int_equal(world->particles.pinned[slot], rows[i].pinned);
        assert_true(world->particles.inverse_mass[slot] == (rows[i].pinned ? 0 : 1 / rows[i].mass));
    }
    assert_true(world->particles.v[2][0] == 0); // what is pinned stands still
    vl_world_free(world);
}

static void every_pin_of_a_cloth_holds_its_particles(void **state)
{
    (void)state;

    // 3 columns × 3 rows, as they lie
    static const struct {
        const char *pin, *held;
    } rows[] = {{"top-left", "x........"},
                {"top-right", "..x......"},
                {"bottom-left", "......x.."},
                {"bottom-right", "........x"},
                {"top", "xxx......"},
                {"bottom", "......xxx"},
                {"left", "x..x..x.."},
                {"right", "..x..x..x"},
                {"top-left, right", "x.x..x..x"},
                {"], pin_points: [[2, 1], [3, 2]", ".x...x..."},
                {"left], pin_points: [[1, 3], [2, 3], [2, 3]", "x..x..xx."},
                {"]}\npins: [5, 9] #", "....x...x"}};

    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "format: 1\ncloths:\n- {origin: [0, 0], along: [1, 0], down: [0, -1], columns: 3, "
                 "rows: 3, pin: [%s]}\n",
                 rows[i].pin);
        vl_world *world = build(text);
        for (int n = 0; n < 9; n++)
            assert_int_equal(world->particles.pinned[world->particles.slot_of[n]],
                             rows[i].held[n] == 'x');
        vl_world_free(world);
    }
}

static void settings_reach_the_world(void **state)
{
    (void)state;
    vl_world *world = build(everything);
    assert_string_equal(world->integrator->name, "rk4");
    assert_true(world->naive_start);
    assert_ptr_equal(world->mistake, vl_mistake_find("single-precision"));
    assert_true(world->gravity.z == 3);
    assert_true(world->damping == 0.1 && world->damping_per_step == 0.2);
    assert_int_equal(world->solver.order, VL_ORDER_LISTED);
    assert_int_equal(world->solver.iterations, 3);
    assert_int_equal(world->solver.substeps, 5);
    assert_int_equal(world->force_count, 6);
    assert_ptr_equal(world->forces[4].kind, &vl_force_gravitation);
    assert_true(world->forces[4].cutoff == 3);
    vl_world_free(world);
}

// Edges, diagonals and bends have what is said of them, or else what is said of the cloth.
static void every_weave_has_its_own_stiffness(void **state)
{
    (void)state;

    static const struct {
        const char *keys;
        double edge, shear, bend;
    } rows[] = {{"", 5, 5, 5},
                {", shear_stiffness: 2", 5, 2, 5},
                {", bend_stiffness: 3", 5, 5, 3},
                {", shear_stiffness: 2, bend_stiffness: 3", 5, 2, 3}};

    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "format: 1\ncloths:\n- {origin: [0, 0], along: [2, 0], down: [0, -2], columns: 3, "
                 "rows: 3, shear: true, bend: true, kind: spring, stiffness: 5, tear: 0.5%s}\n",
                 rows[i].keys);
        vl_world *world = build(text);
        for (int k = 0; k < world->links.count; k++) {
            double length = world->links.length[k]; // 1, √2 or 2
            double expected = length < 1.2   ? rows[i].edge
                              : length < 1.8 ? rows[i].shear
                                             : rows[i].bend;
            assert_true(world->links.stiffness[k] == expected);
            assert_true(world->links.tear[k] == 0.5);
        }
        vl_world_free(world);
    }
}

// The i-th link of the description, as numbers of its ends.
static void ends_of(const vl_world *world, int i, int *a, int *b)
{
    int index = world->links.listed[i];
    int from = world->particles.number_of[world->links.from[index]];
    int to = world->particles.number_of[world->links.to[index]];
    *a = from < to ? from : to;
    *b = from < to ? to : from;
}

static void links_are_listed_links_chains_cloths_row_by_row(void **state)
{
    (void)state;
    vl_world *world = build("format: 1\n"
                            "particles:\n- {at: [9, 9]}\n- {at: [9, 8]}\n"
                            "links:\n- {from: 2, to: 1, length: 5}\n"
                            "chains:\n- {from: [5, 5], to: [6, 5], links: 2, kind: string}\n"
                            "cloths:\n- {origin: [0, 0], along: [2, 0], down: [0, -2], columns: 3, "
                            "rows: 3, shear: true, bend: true}\n");
    static const int ends[][2] = {
        {1, 2},                                           // the link
        {3, 4},   {4, 5},                                 // the chain
        {6, 7},   {7, 8},                                 // the first row
        {6, 9},   {7, 10},  {8, 11},                      // down to the second
        {6, 10},  {7, 11},  {7, 9},   {8, 10},            // diagonals
        {6, 8},   {6, 12},  {7, 13},  {8, 14},            // bend
        {9, 10},  {10, 11}, {9, 12},  {10, 13}, {11, 14}, // the second row
        {9, 13},  {10, 14}, {10, 12}, {11, 13}, {9, 11},  //
        {12, 13}, {13, 14}, {12, 14},                     // the third
    };
    assert_int_equal(world->links.count, COUNT(ends));
    for (size_t i = 0; i < COUNT(ends); i++) {
        int a, b;
        ends_of(world, (int)i, &a, &b);
        assert_int_equal(a, ends[i][0]);
        assert_int_equal(b, ends[i][1]);
        int index = world->links.listed[i];
        double expected = i == 0 ? 5 : vl_length(vl_sub(position(world, a), position(world, b)));
        assert_true(world->links.length[index] == expected);
        assert_int_equal(world->links.kind[index], i == 1 || i == 2 ? VL_STRING : VL_ROD);
    }
    vl_world_free(world);
}

// A cloth of w × w: its colours and runs are whole.
static void check_cloth_layout(int width, bool shear, bool bend, int colours)
{
    char text[256];
    snprintf(text, sizeof text,
             "format: 1\ncloths:\n- {origin: [0, 0], along: [1, 0], down: [0, -1], columns: %d, "
             "rows: %d, shear: %s, bend: %s}\n",
             width, width, shear ? "true" : "false", bend ? "true" : "false");
    vl_world *world = build(text);
    assert_int_equal(world->links.colour_count, colours);

    // A run goes over the even or the odd columns of a row, less those at the edges; the links that
    // bend along a row join every other of those.
    int shortest = width / 2 - 1, consecutive = 0;
    for (int i = 0; i < world->links.run_count; i++) {
        const vl_link_run *run = &world->links.runs[i];
        consecutive += run->consecutive ? run->count : 0;
        if (run->consecutive && !bend)
            assert_true(run->count >= shortest);
    }
    if (!bend)
        assert_int_equal(consecutive, world->links.count);
    vl_world_free(world);
}

static void the_links_of_a_cloth_fall_into_few_whole_colours(void **state)
{
    (void)state;
    check_cloth_layout(64, false, false, 4);
    check_cloth_layout(64, true, false, 8);
    check_cloth_layout(63, true, false, 8);
    check_cloth_layout(64, true, true, 12);
    check_cloth_layout(64, false, true, 8);
}

static void two_cloths_share_their_colours(void **state)
{
    (void)state;
    vl_world *world = build(
        "format: 1\ncloths:\n"
        "- {origin: [0, 0], along: [1, 0], down: [0, -1], columns: 20, rows: 20, shear: true}\n"
        "- {origin: [2, 0], along: [1, 0], down: [0, -1], columns: 31, rows: 9, shear: true}\n");
    assert_int_equal(world->links.colour_count, 8);
    vl_world_free(world);
}

// --- files ---

static void make_folder(char folder[])
{
    strcpy(folder, "/tmp/vl-test-scene-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

static int count_files(const char *folder)
{
    int count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static void a_saved_scene_loads_back_equal_and_leaves_nothing_beside(void **state)
{
    (void)state;
    vl_error error = {0};
    char folder[64];
    make_folder(folder);
    char *path = vl_path_join(folder, "scene.yaml");
    vl_scene *scene = parse(everything);

    // the second time over the first, which keeps who may read it
    for (int i = 0; i < 2; i++) {
        if (!vl_scene_save(scene, path, &error))
            fail_msg("%s", error.text);
        vl_scene *again = vl_scene_load(path, &error);
        assert_non_null(again);
        assert_true(same(scene, again));
        assert_string_equal(again->path, path);
        vl_scene_free(again);
        assert_int_equal(count_files(folder), 1);
        struct stat status;
        assert_int_equal(stat(path, &status), 0);
        assert_true(i == 0 || (status.st_mode & 0777) == 0640);
        chmod(path, 0640);
    }
    vl_scene_free(scene);
    unlink(path);
    rmdir(folder);
    vl_free(path);
}

static void assert_file_holds(const char *path, const char *expected)
{
    vl_error error = {0};
    size_t size;
    char *bytes = vl_file_read(path, 1 << 20, &size, &error);
    assert_non_null(bytes);
    assert_string_equal(bytes, expected);
    vl_free(bytes);
}

// Saves where it must fail; the file keeps what it held and no other file appears.
static void check_failed_save(const char *folder, const char *name, const char *says)
{
    vl_error error = {0};
    char *path = vl_path_join(folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("old", file);
    fclose(file);
    if (strstr(says, "Permission"))
        chmod(folder, 0500);

    vl_scene *scene = parse(everything);
    assert_false(vl_scene_save(scene, path, &error));
    if (!strstr(error.text, says))
        fail_msg("%s", error.text);
    assert_file_holds(path, "old");
    assert_int_equal(count_files(folder), 1);

    vl_scene_free(scene);
    chmod(folder, 0700);
    unlink(path);
    vl_free(path);
}

static void a_failed_save_leaves_the_old_file(void **state)
{
    (void)state;
    char folder[64], longest[NAME_MAX + 1];
    make_folder(folder);

    // a name so long that there can be none for the new file beside it
    memset(longest, 'n', NAME_MAX);
    longest[NAME_MAX] = '\0';
    check_failed_save(folder, longest, ": cannot be written: File name too long");
    if (geteuid() != 0) // the superuser may write everywhere
        check_failed_save(folder, "scene.yaml", ": cannot be written: Permission denied");
    rmdir(folder);
}

static void a_save_into_nowhere_or_over_a_folder_fails(void **state)
{
    (void)state;
    vl_error error = {0};
    vl_scene *scene = parse(everything);
    assert_false(vl_scene_save(scene, "/nowhere/scene.yaml", &error));
    assert_string_equal(error.text,
                        "/nowhere/scene.yaml: cannot be written: No such file or directory");

    char folder[64];
    make_folder(folder);
    char *inner = vl_path_join(folder, "inner");
    assert_int_equal(mkdir(inner, 0700), 0);
    assert_false(vl_scene_save(scene, inner, &error));
    assert_non_null(strstr(error.text, ": cannot be written: Is a directory"));
    assert_int_equal(count_files(folder), 1);
    rmdir(inner);
    rmdir(folder);
    vl_free(inner);
    vl_scene_free(scene);
}

static void a_scene_that_could_not_be_read_back_is_not_saved(void **state)
{
    (void)state;
    vl_error error = {0};
    char folder[64];
    make_folder(folder);
    char *path = vl_path_join(folder, "scene.yaml");
    vl_scene *scene = parse(everything);
    scene->particles[0].at.x = (double)NAN;
    assert_false(vl_scene_save(scene, path, &error));
    assert_non_null(strstr(error.text, "not saved, since it could not be read back: "));
    assert_non_null(strstr(error.text, "at is 'nan', which is not finite"));
    assert_int_equal(count_files(folder), 0);
    vl_scene_free(scene);
    rmdir(folder);
    vl_free(path);
}

static void a_timestep_file_is_looked_for_beside_the_scene(void **state)
{
    (void)state;
    static const char text[] = "format: 1\ntimestep: file:steps.txt\nparticles: [{at: [0, 0]}]\n";
    vl_error error = {0};
    char folder[64];
    make_folder(folder);
    char *path = vl_path_join(folder, "scene.yaml"), *steps = vl_path_join(folder, "steps.txt");
    assert_true(vl_file_write(path, text, strlen(text), &error));

    assert_null(vl_scene_load(path, &error));
    char expected[256];
    snprintf(expected, sizeof expected,
             "%s:2:11: timestep: %s: cannot be opened: No such file or directory", path, steps);
    assert_string_equal(error.text, expected);

    assert_true(vl_file_write(steps, "0.1\n", 4, &error));
    vl_scene *scene = vl_scene_load(path, &error);
    assert_non_null(scene);
    vl_scene_free(scene);
    unlink(steps);
    unlink(path);
    rmdir(folder);
    vl_free(steps);
    vl_free(path);
}

// --- finding ---

static void a_scene_is_found_by_name_and_by_path(void **state)
{
    (void)state;
    vl_error error = {0};
    static const char *const paths[] = {"/tmp", "some/where.yaml", "where.yaml", "./cloth"};

    assert_int_equal(chdir("/"), 0);
    char *found = vl_scene_find("cloth", &error);
    assert_string_equal(found, VL_TEST_SOURCES "/scenes/cloth.yaml");
    vl_free(found);
    for (size_t i = 0; i < COUNT(paths); i++) {
        found = vl_scene_find(paths[i], &error);
        assert_string_equal(found, paths[i]);
        vl_free(found);
    }
    assert_null(vl_scene_find("pendulm", &error));
    assert_string_equal(error.text, "no scene is called 'pendulm'; did you mean 'pendulum'?");
    assert_null(vl_scene_find("xyzzy", &error));
    assert_string_equal(error.text, "no scene is called 'xyzzy', expected a file, or one of those "
                                    "that 'verlet-lab list scenes' shows");
}

static void a_folder_of_ones_own_comes_first(void **state)
{
    (void)state;
    vl_error error = {0};
    char folder[64];
    make_folder(folder);
    char *mine = vl_path_join(folder, "mine.yaml"), *cloth = vl_path_join(folder, "cloth.yaml");
    char *order = vl_path_join(folder, "order.txt");
    assert_true(vl_file_write(mine, "x", 1, &error) && vl_file_write(cloth, "x", 1, &error) &&
                vl_file_write(order, "nothing\r\nmine\r\n", 15, &error));
    setenv("VERLET_LAB_SCENES", folder, 1);

    char *found = vl_scene_find("cloth", &error);
    assert_string_equal(found, cloth);
    vl_free(found);
    vl_scene_names names = vl_scene_names_list();
    assert_string_equal(names.names[0], "mine");
    assert_string_equal(names.names[1], "cloth");
    for (int i = 2; i < names.count; i++)
        assert_string_not_equal(names.names[i], "cloth");
    vl_scene_names_free(&names);

    unsetenv("VERLET_LAB_SCENES");
    unlink(order);
    unlink(mine);
    unlink(cloth);
    rmdir(folder);
    vl_free(order);
    vl_free(mine);
    vl_free(cloth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_tear_as_their_notes_say),
        cmocka_unit_test(shipped_nets_make_no_energy_under_any_solver),
        cmocka_unit_test(every_shipped_scene_runs_under_every_integrator),
        cmocka_unit_test(every_shipped_scene_reads_back_equal),
        cmocka_unit_test(every_shipped_scene_has_notes_a_view_and_a_place_in_the_order),
        cmocka_unit_test(random_scenes_read_back_equal),
        cmocka_unit_test(random_scenes_differ),
        cmocka_unit_test(a_scene_with_every_key_is_written_as_it_was_read),
        cmocka_unit_test(every_digit_of_a_scene_counts),
        cmocka_unit_test(the_scene_with_every_key_has_every_key),
        cmocka_unit_test(what_is_default_is_not_written),
        cmocka_unit_test(the_defaults_of_the_tables_are_those_of_the_physics),
        cmocka_unit_test(every_key_of_a_kind_has_its_row),
        cmocka_unit_test(every_name_of_a_choice_loads),
        cmocka_unit_test(every_example_of_a_mapping_loads),
        cmocka_unit_test(a_view_is_given_by_its_height),
        cmocka_unit_test(names_and_numbers_of_ends_are_resolved),
        cmocka_unit_test(no_scene_that_loads_has_a_link_without_length),
        cmocka_unit_test(particles_are_numbered_particles_chains_cloths),
        cmocka_unit_test(the_numbering_agrees_with_the_world),
        cmocka_unit_test(masses_and_pins_are_those_of_the_format),
        cmocka_unit_test(every_pin_of_a_cloth_holds_its_particles),
        cmocka_unit_test(settings_reach_the_world),
        cmocka_unit_test(every_weave_has_its_own_stiffness),
        cmocka_unit_test(links_are_listed_links_chains_cloths_row_by_row),
        cmocka_unit_test(the_links_of_a_cloth_fall_into_few_whole_colours),
        cmocka_unit_test(two_cloths_share_their_colours),
        cmocka_unit_test(a_saved_scene_loads_back_equal_and_leaves_nothing_beside),
        cmocka_unit_test(a_failed_save_leaves_the_old_file),
        cmocka_unit_test(a_save_into_nowhere_or_over_a_folder_fails),
        cmocka_unit_test(a_scene_that_could_not_be_read_back_is_not_saved),
        cmocka_unit_test(a_timestep_file_is_looked_for_beside_the_scene),
        cmocka_unit_test(a_scene_is_found_by_name_and_by_path),
        cmocka_unit_test(a_folder_of_ones_own_comes_first),
    };
    unsetenv("VERLET_LAB_SCENES");
    return cmocka_run_group_tests_name("scene", tests, NULL, NULL);
}
