#include "told.h"

#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/warnings.h"

#include <stdio.h>
#include <time.h>

enum { FRAMES = 60 };

static const struct {
    const char *name;
    bench_scenario *(*make)(int size);
    int size;
    bool direct;
} rows[] = {
    {"heap of balls", bench_heap, 500, false},
    {"direct solver of a net", bench_net, 900, true},
    {"direct solver of a chain", bench_swinging_ball, 10000, true},
    {"sweeps over a cloth", bench_cloth, 128, false},
    {"free particles", bench_free_particles, 10000, false},
};

// The CPU time of a frame in the mean of the second second, s. What falls has come together then.
static double frame_of(const vl_scene *scene, double dt)
{
    vl_world *world = vl_scene_build(scene);
    world->threads = 1;
    clock_t begin = clock();
    for (int i = 0; i < 2 * FRAMES && vl_world_step(world, dt); i++)
        if (i + 1 == FRAMES)
            begin = clock();
    clock_t end = clock();
    vl_world_free(world);
    return (double)(end - begin) / CLOCKS_PER_SEC / FRAMES;
}

void bench_told(bench_results *results, const bench_effort *effort)
{
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        fprintf(stderr, "bench: " BENCH_TOLD ", %s\n", rows[r].name);
        bench_scenario *scenario = rows[r].make(rows[r].size);
        if (rows[r].direct)
            scenario->scene->solver.method = &vl_solver_direct;
        double told = vl_scene_cost_of(scenario->scene, scenario->scene, 1, NULL).frame;
        bench_row key = {BENCH_TOLD, rows[r].name, rows[r].size, 1, .samples = {{0}}};
        for (int k = 0; k < effort->repetitions; k++) {
            double frame = frame_of(scenario->scene, scenario->dt);
            bench_add(results, &key, BENCH_MEAN, 1e3 * frame);
            bench_add(results, &key, BENCH_SHARE, told / frame);
        }
        bench_scenario_free(scenario);
    }
}
