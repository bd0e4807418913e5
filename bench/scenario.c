#include "scenario.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "physics/math/axes.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// m; what a game would use, and what Box2D is made for. A step of 1/60 s then adds 3 % of a link.
static const double pitch = 0.1;

static const double sixty_degrees = 1.0471975511965976;

enum { SWEEPS = 16, STEPS = 100, STEPS_OF_A_LARGE_ONE = 4, LARGE = 2000000 };

_Static_assert((int)BENCH_AXES == (int)VL_AXES, "one shape of positions");

// --- from a scene to lists ---

static void list_particles(bench_scenario *scenario, const vl_world *world)
{
    const vl_particles *p = &world->particles;
    scenario->particle_count = p->count;
    scenario->mass = vl_alloc((size_t)p->count, sizeof *scenario->mass);
    scenario->pinned = vl_alloc((size_t)p->count, sizeof *scenario->pinned);
    vl_axes_create(scenario->x, p->count);
    for (int i = 0; i < p->count; i++) {
        int slot = p->slot_of[i];
        vl_write(scenario->x, i, vl_read(p->x, slot));
        scenario->mass[i] = p->mass[slot];
        scenario->pinned[i] = p->pinned[slot];
    }
}

static void list_links(bench_scenario *scenario, const vl_world *world)
{
    const vl_links *links = &world->links;
    size_t count = (size_t)links->count;
    scenario->link_count = links->count;
    scenario->from = vl_alloc(count, sizeof *scenario->from);
    scenario->to = vl_alloc(count, sizeof *scenario->to);
    scenario->length = vl_alloc(count, sizeof *scenario->length);
    for (int i = 0; i < links->count; i++) {
        int index = links->listed[i];
        scenario->from[i] = world->particles.number_of[links->from[index]] - 1;
        scenario->to[i] = world->particles.number_of[links->to[index]] - 1;
        scenario->length[i] = links->length[index];
    }
}

// Takes the text over.
static bench_scenario *from_yaml(unsigned kind, int size, vl_text *yaml)
{
    vl_error error = {0};
    bench_scenario *scenario = vl_alloc(1, sizeof *scenario);
    *scenario = (bench_scenario){.kind = kind, .size = size};
    scenario->scene =
        vl_scene_parse(yaml->data, (size_t)yaml->length, "bench/scenario.c", 0, &error);
    vl_text_free(yaml);
    if (!scenario->scene) { // a mistake in this file
        fprintf(stderr, "bench: %s\n", error.text);
        abort();
    }
    if (kind == BENCH_CLOTH) { // of which a file may have no more than can be drawn soon
        scenario->scene->cloths->columns = scenario->scene->cloths->rows = size;
        vl_scene_number_parts(scenario->scene);
    }

    vl_world *world = vl_scene_build(scenario->scene);
    list_particles(scenario, world);
    list_links(scenario, world);
    scenario->gravity[0] = world->gravity.x;
    scenario->gravity[1] = world->gravity.y;
    scenario->gravity[2] = world->gravity.z;
    vl_world_free(world);
    scenario->dt = 1.0 / 60;
    scenario->sweeps = SWEEPS;
    scenario->steps = scenario->link_count > LARGE ? STEPS_OF_A_LARGE_ONE : STEPS;
    return scenario;
}

static void begin_yaml(vl_text *yaml)
{
    vl_text_add(yaml,
                "format: 1\ntitle: benchmark\nintegrator: tcv\ngravity: [0, -9.81]\n"
                "solver: {method: relax, iterations: %d}\n",
                SWEEPS);
}

bench_scenario *bench_cloth(int size)
{
    vl_text yaml = {0};
    begin_yaml(&yaml);
    vl_text_add(&yaml,
                "cloths:\n  - {name: sheet, origin: [0, 0], along: [%.17g, 0], down: [0, -%.17g], "
                "columns: 2, rows: 2, mass: 0.5, pin: [top], shear: true}\n",
                pitch * (size - 1), pitch * (size - 1));
    return from_yaml(BENCH_CLOTH, size, &yaml);
}

static bench_scenario *make_chain(int links, double length, double angle, double ball)
{
    enum { CHAIN_GRAMS = 200 };

    vl_text yaml = {0};
    double mass = 1e-3 * CHAIN_GRAMS;
    begin_yaml(&yaml);
    vl_text_add(&yaml,
                "chains:\n  - {name: chain, from: [0, 0], to: [%.17g, %.17g], links: %d, "
                "mass: %.17g, pin: start",
                length * sin(angle), -length * cos(angle), links, mass);
    if (ball > 0)
        vl_text_add(&yaml, ", ball: {mass: %.17g}", ball * mass);
    vl_text_add(&yaml, "}\n");
    return from_yaml(BENCH_CHAIN, links, &yaml);
}

bench_scenario *bench_chain(int links)
{
    return make_chain(links, pitch * links, sixty_degrees, 0);
}

bench_scenario *bench_hanging_ball(int links)
{
    return make_chain(links, 1, 0, 10);
}

bench_scenario *bench_swinging_ball(int links)
{
    return make_chain(links, 1, sixty_degrees, 10);
}

bench_scenario *bench_free_particles(int size)
{
    vl_text yaml = {0};
    begin_yaml(&yaml);
    vl_text_add(&yaml, "particles:\n");
    for (int i = 0; i < size; i++)
        vl_text_add(&yaml, "  - {at: [%.17g, 0], velocity: [0, 1]}\n", (double)i / size);
    return from_yaml(BENCH_MESH, size, &yaml);
}

bench_scenario *bench_heap(int size)
{
    enum { COLUMNS = 20 };

    const double radius = 0.05, apart = 2.2 * radius;
    vl_text yaml = {0};
    begin_yaml(&yaml);
    vl_text_add(&yaml, "particles:\n");
    for (int i = 0, row = 0; i < size; row = ++i / COLUMNS)
        vl_text_add(&yaml, "  - {at: [%.17g, %.17g], radius: %.17g}\n",
                    apart * (i % COLUMNS) + 0.2 * radius * (row % 2), radius + apart * row, radius);
    vl_text_add(&yaml,
                "colliders:\n  - {kind: plane, normal: [0, 1], restitution: 0.3}\n"
                "  - {kind: plane, point: [%.17g, 0], normal: [1, 0]}\n"
                "  - {kind: plane, point: [%.17g, 0], normal: [-1, 0]}\n"
                "  - {kind: balls, restitution: 0.3}\n",
                -apart, apart * COLUMNS);
    return from_yaml(BENCH_MESH, size, &yaml);
}

bench_scenario *bench_net(int size)
{
    vl_random random = {20};
    vl_text yaml = {0};
    begin_yaml(&yaml);
    vl_text_add(&yaml, "particles:\n  - {at: [0, 0], pinned: true}\n");
    for (int i = 1; i < size; i++)
        vl_text_add(&yaml, "  - {at: [%.17g, %.17g, %.17g]}\n", vl_random_uniform(&random, 0, 1),
                    vl_random_uniform(&random, 0, 1), vl_random_uniform(&random, 0, 1));
    vl_text_add(&yaml, "links:\n");
    for (int i = 1; i < size; i++) { // a tree, and half as many that close it
        int other = (int)vl_random_uniform(&random, 0, i);
        vl_text_add(&yaml, "  - {from: %d, to: %d}\n", i + 1, other + 1);
        if (i % 2 && i > 2)
            vl_text_add(&yaml, "  - {from: %d, to: %d}\n", i + 1, (other + 1) % i + 1);
    }
    return from_yaml(BENCH_MESH, size, &yaml);
}

// --- the triangulation ---

typedef struct edge {
    int from, to; // points of the grid
} edge;

static void shuffle(vl_random *random, int *values, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)(vl_random_next(random) % (uint64_t)(i + 1));
        int value = values[i];
        values[i] = values[j];
        values[j] = value;
    }
}

static int *random_order(vl_random *random, int count)
{
    int *order = vl_alloc((size_t)count, sizeof *order);
    for (int i = 0; i < count; i++)
        order[i] = i;
    shuffle(random, order, count);
    return order;
}

// Points of an edge stay on it, so that the outline is a square.
static vl_vec3 grid_point(vl_random *random, int column, int row, int size)
{
    double across = vl_random_uniform(random, -0.3, 0.3),
           down = vl_random_uniform(random, -0.3, 0.3);
    bool inside_x = column > 0 && column<size - 1, inside_y = row> 0 && row < size - 1;
    return (vl_vec3){pitch * (column + (inside_x ? across : 0)),
                     -pitch * (row + (inside_y ? down : 0)), 0};
}

static int add_edges(vl_random *random, edge *edges, int column, int row, int size)
{
    int count = 0, here = row * size + column;
    bool right = column + 1 < size, below = row + 1 < size;
    if (right)
        edges[count++] = (edge){here, here + 1};
    if (below)
        edges[count++] = (edge){here, here + size};
    if (right && below)
        edges[count++] = vl_random_next(random) & 1 ? (edge){here, here + size + 1}
                                                    : (edge){here + 1, here + size};
    return count;
}

static void add_points(vl_text *yaml, vl_random *random, const int *number_of, int size)
{
    int count = size * size;
    vl_vec3 *at = vl_alloc((size_t)count, sizeof *at);
    bool *pinned = vl_alloc((size_t)count, sizeof *pinned);
    for (int i = 0; i < count; i++) {
        at[number_of[i]] = grid_point(random, i % size, i / size, size);
        pinned[number_of[i]] = i < size;
    }
    vl_text_add(yaml, "particles:\n");
    for (int i = 0; i < count; i++)
        vl_text_add(yaml, "  - {at: [%.17g, %.17g], mass: %.17g%s}\n", at[i].x, at[i].y,
                    0.5 / count, pinned[i] ? ", pinned: true" : "");
    vl_free(at);
    vl_free(pinned);
}

static void add_links(vl_text *yaml, vl_random *random, const int *number_of, int size)
{
    edge *edges = vl_alloc((size_t)(3 * size * size), sizeof *edges);
    int count = 0;
    for (int i = 0; i < size * size; i++)
        count += add_edges(random, edges + count, i % size, i / size, size);

    int *order = random_order(random, count);
    vl_text_add(yaml, "links:\n");
    for (int i = 0; i < count; i++)
        vl_text_add(yaml, "  - {from: %d, to: %d}\n", number_of[edges[order[i]].from] + 1,
                    number_of[edges[order[i]].to] + 1);
    vl_free(order);
    vl_free(edges);
}

bench_scenario *bench_triangulation(int links)
{
    vl_random random = {20};
    int size = (int)lround(sqrt(links / 3.0)) + 1; // 3 size² − 4 size + 1 links
    int *number_of = random_order(&random, size * size);
    vl_text yaml = {0};
    begin_yaml(&yaml);
    add_points(&yaml, &random, number_of, size);
    add_links(&yaml, &random, number_of, size);
    vl_free(number_of);
    return from_yaml(BENCH_MESH, links, &yaml);
}

void bench_scenario_free(bench_scenario *scenario)
{
    vl_scene_free(scenario->scene);
    vl_axes_free(scenario->x);
    vl_free(scenario->mass);
    vl_free(scenario->pinned);
    vl_free(scenario->from);
    vl_free(scenario->to);
    vl_free(scenario->length);
    vl_free(scenario);
}

void bench_stretch(const bench_scenario *scenario, double *const x[BENCH_AXES], double *largest,
                   double *rms)
{
    double most = 0, sum = 0;
    for (int i = 0; i < scenario->link_count; i++) {
        vl_vec3 d = vl_sub(vl_read(x, scenario->to[i]), vl_read(x, scenario->from[i]));
        double strain = fabs(vl_length(d) / scenario->length[i] - 1);
        most = strain > most ? strain : most;
        sum += strain * strain;
    }
    *largest = most;
    *rms = scenario->link_count ? sqrt(sum / scenario->link_count) : 0;
}
