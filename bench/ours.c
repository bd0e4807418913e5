// Verlet Lab through the functions its own demo uses: the scenario's scene is built, and stepped.

#include "ours.h"

#include "base/memory.h"
#include "base/names.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"

typedef struct state {
    const bench_scenario *scenario;
    int iterations;
    bool own_iterations;
    vl_world *world;
} state;

static void *create(const bench_program *program, const bench_scenario *scenario)
{
    const bench_ours *wanted = program->settings;
    const vl_solver *method =
        vl_names_find(VL_NAMES_OF_POINTERS(vl_solvers, vl_solver_count, name), wanted->solver);
    if (!method)
        return NULL;

    state *s = vl_alloc(1, sizeof *s);
    s->scenario = scenario;
    s->own_iterations = wanted->iterations > 0;
    s->iterations = wanted->iterations ? wanted->iterations : scenario->sweeps;
    s->world = vl_scene_build(scenario->scene);
    if (wanted->integrator)
        vl_world_set_integrator(s->world, wanted->integrator);
    vl_solver_settings settings = s->world->solver;
    settings.method = method;
    settings.order = wanted->order;
    settings.direction = wanted->direction;
    settings.relaxation = wanted->relaxation > 0 ? wanted->relaxation : 1;
    settings.tolerance = wanted->tolerance;
    settings.grids = wanted->grids;
    settings.iterations = s->iterations;
    s->world->threads = program->threads;
    vl_world_set_solver(s->world, &settings);
    return s;
}

static void destroy(void *memory)
{
    state *s = memory;
    vl_world_free(s->world);
    vl_free(s);
}

static void place(void *memory, double *const x[VL_AXES])
{
    state *s = memory;
    vl_particles *p = &s->world->particles;
    for (int i = 0; i < p->count; i++) {
        vl_write(p->x, p->slot_of[i], vl_read(x, i));
        vl_write(p->x_old, p->slot_of[i], vl_read(x, i));
        vl_write(p->v, p->slot_of[i], (vl_vec3){0, 0, 0});
    }
    vl_world_restart(s->world);
}

// The plan of the sweeps, coarser grids, the memory of the direct solver.
static void prepare(void *memory)
{
    state *s = memory;
    vl_solver_settings settings = s->world->solver;
    vl_world_set_solver(s->world, &settings);
}

static void step(void *memory)
{
    state *s = memory;
    s->world->solver.iterations = s->iterations;
    vl_world_step(s->world, s->scenario->dt);
}

// Of a solver that has its own number of iterations a sweep is a whole solve.
static void sweep(void *memory, int sweeps)
{
    state *s = memory;
    s->world->solver.iterations = s->own_iterations ? s->iterations : sweeps;
    for (int i = 0; i < (s->own_iterations ? sweeps : 1); i++)
        vl_world_solve(s->world, s->scenario->dt);
}

static void read(void *memory, double *const x[VL_AXES])
{
    const state *s = memory;
    const vl_particles *p = &s->world->particles;
    for (int i = 0; i < p->count; i++)
        vl_write(x, i, vl_read(p->x, p->slot_of[i]));
}

static bool is_troubled(void *memory)
{
    const state *s = memory;
    return s->world->solved.divided || s->world->solved.failed || s->world->now.diverged;
}

#define VERLET_LAB                                                                                 \
    .arithmetic = "double, 3D", .kinds = BENCH_CHAIN | BENCH_CLOTH | BENCH_MESH, .create = create, \
    .destroy = destroy, .place = place, .prepare = prepare, .step = step, .sweep = sweep,          \
    .read = read, .is_troubled = is_troubled

#define RELAX(...)                                                                                 \
    &(const bench_ours)                                                                            \
    {                                                                                              \
        .solver = "relax", __VA_ARGS__                                                             \
    }

const bench_program bench_sweeps[] = {
    {VERLET_LAB, .name = "Verlet Lab", .order = "coloured", .threads = 1,
     .settings = RELAX(.order = VL_ORDER_COLOURED)},
    {VERLET_LAB, .name = "Verlet Lab", .order = "coloured", .threads = 2,
     .settings = RELAX(.order = VL_ORDER_COLOURED)},
    {VERLET_LAB, .name = "Verlet Lab listed", .order = "as listed", .threads = 1,
     .settings = RELAX(.order = VL_ORDER_LISTED)},
    {VERLET_LAB, .name = "Verlet Lab beside a busy core", .order = "coloured", .threads = 1,
     .beside_busy = true, .settings = RELAX(.order = VL_ORDER_COLOURED)},
    {VERLET_LAB, .name = "Verlet Lab beside a busy core", .order = "coloured", .threads = 2,
     .beside_busy = true, .settings = RELAX(.order = VL_ORDER_COLOURED)},
};
const int bench_sweep_count = sizeof bench_sweeps / sizeof *bench_sweeps;

const bench_program bench_recoveries[] = {
    {VERLET_LAB, .name = "Verlet Lab", .order = "coloured", .threads = 1,
     .settings = RELAX(.order = VL_ORDER_COLOURED)},
    {VERLET_LAB, .name = "Verlet Lab grids", .order = "coloured", .threads = 1,
     .settings = RELAX(.order = VL_ORDER_COLOURED, .grids = 10)},
    {VERLET_LAB, .name = "Verlet Lab direct", .order = "all at once", .threads = 1,
     .settings = &(const bench_ours){.solver = "direct", .tolerance = 0.01, .iterations = 30}},
};
const int bench_recovery_count = sizeof bench_recoveries / sizeof *bench_recoveries;

#define DIRECT(DIRECTION)                                                                          \
    &(const bench_ours)                                                                            \
    {                                                                                              \
        .solver = "direct", .direction = (DIRECTION), .tolerance = 1e-9, .iterations = 30          \
    }

const bench_program bench_direct[] = {
    {VERLET_LAB, .name = "Verlet Lab direct new", .order = "all at once", .threads = 1,
     .settings = DIRECT(VL_DIRECTION_NEW)},
    {VERLET_LAB, .name = "Verlet Lab direct old", .order = "all at once", .threads = 1,
     .settings = DIRECT(VL_DIRECTION_OLD)},
};
const int bench_direct_count = sizeof bench_direct / sizeof *bench_direct;

bench_program bench_integrated(const bench_ours *settings)
{
    return (bench_program){VERLET_LAB, .name = settings->integrator->name, .order = "coloured",
                           .threads = 1, .settings = settings};
}
