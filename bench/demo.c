#define _DEFAULT_SOURCE // _SC_NPROCESSORS_ONLN

#include "demo.h"

#include "base/memory.h"
#include "lab/lab.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 2, FRAMES = 600, FRAMES_QUICK = 200, BALL_LINKS = 12, CLOTH = 64 };

static const double frame = 1.0 / 60; // s

// s of all threads of the program
static double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_times(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

// The first methods of the table, a lane each, with all that the demo reads.
static vl_lab *make_lanes(const vl_scene *scene, int count)
{
    vl_lab *lab = vl_lab_create(scene, vl_integrators, count);
    for (int i = 0; i < count; i++) {
        vl_world *world = lab->runs[i].world;
        vl_solver_settings settings = world->solver;
        world->threads = THREADS;
        vl_world_set_solver(world, &settings);
    }
    vl_lab_keep_ledger(lab);
    vl_lab_keep_momentum(lab);
    return lab;
}

// The CPU time that 95 % of the frames keep within, s.
static double time_frames(const vl_scene *scene, int lanes, int frames)
{
    double *times = vl_alloc((size_t)frames, sizeof *times);
    vl_lab *lab = make_lanes(scene, lanes);
    for (int i = 0; i < frames; i++) {
        double begin = cpu_now();
        vl_lab_advance(lab, frame);
        times[i] = cpu_now() - begin;
    }
    qsort(times, (size_t)frames, sizeof *times, compare_times);
    double late = times[frames * 95 / 100];
    vl_lab_free(lab);
    vl_free(times);
    return late;
}

void bench_demo(bench_results *results, const bench_effort *effort)
{
    static const struct {
        const char *name;
        bench_scenario *(*make)(int size);
        int size, lanes;
    } rows[] = {{"12 lanes of a ball on a string", bench_swinging_ball, BALL_LINKS, 12},
                {"4 lanes of a cloth", bench_cloth, CLOTH, 4}};

    for (size_t r = 0; r < sizeof rows / sizeof *rows && sysconf(_SC_NPROCESSORS_ONLN) > 1; r++) {
        fprintf(stderr, "bench: demo, %s\n", rows[r].name);
        bench_scenario *scenario = rows[r].make(rows[r].size);
        bench_row key = {"demo", rows[r].name, rows[r].size, THREADS, .samples = {{0}}};
        for (int k = 0; k < effort->repetitions; k++)
            bench_add(results, &key, BENCH_FRAME,
                      1e3 * time_frames(scenario->scene, rows[r].lanes,
                                        effort->quick ? FRAMES_QUICK : FRAMES));
        bench_scenario_free(scenario);
    }
}
