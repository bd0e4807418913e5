#define _DEFAULT_SOURCE // _SC_NPROCESSORS_ONLN

#include "demo.h"

#include "app/app.h"
#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "platform/null_platform.h"
#include "scene/lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 2, WARM_UP = 60, FRAMES = 600, FRAMES_QUICK = 200, WIDTH = 1280, HEIGHT = 720 };

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

// The CPU time that 95 % of the next frames keep within, s.
static double time_frames(vl_app *app, int frames)
{
    double *times = vl_alloc((size_t)frames, sizeof *times);
    for (int i = 0; i < frames; i++) {
        double begin = cpu_now();
        vl_app_frame(app);
        times[i] = cpu_now() - begin;
    }
    qsort(times, (size_t)frames, sizeof *times, compare_times);
    double late = times[frames * 95 / 100];
    vl_free(times);
    return late;
}

// The first methods of the table, a lane each.
static void compare_methods(vl_scene *scene, int count)
{
    vl_lane lanes[VL_SCENE_MOST_LANES];
    for (int i = 0; i < count; i++) {
        lanes[i] = scene->lane;
        lanes[i].integrator = vl_integrators[i];
    }
    vl_scene_set_lanes(scene, lanes, count);
}

// The app opens files, and tells where one is gone, so the scene is one in a new folder.
static vl_app *open_scene(vl_platform *platform, const vl_scene *scene, char folder[], char path[])
{
    vl_error error = {0};
    if (!mkdtemp(folder)) {
        perror("bench: a folder for the scene");
        exit(1);
    }
    sprintf(path, "%s/demo.yaml", folder);
    char *saved = vl_scene_save_new(scene, path, &error);
    vl_app *app = saved ? vl_app_create(platform, path, NULL, &error) : NULL;
    vl_free(saved);
    if (!app) {
        fprintf(stderr, "bench: %s\n", error.text);
        exit(1);
    }
    return app;
}

// A frame that steps, and the same while the clock stands, which only draws.
static void run_demo(bench_results *results, const bench_row *key, const vl_scene *scene,
                     const bench_effort *effort)
{
    int frames = effort->quick ? FRAMES_QUICK : FRAMES;
    vl_platform *platform = vl_null_create(WIDTH, HEIGHT);
    char folder[] = "/tmp/verlet-lab-bench-XXXXXX", path[sizeof folder + 10];
    vl_app *app = open_scene(platform, scene, folder, path);
    time_frames(app, WARM_UP);
    bench_add(results, key, BENCH_FRAME, 1e3 * time_frames(app, frames));
    vl_null_push(platform, (vl_event){.kind = VL_EVENT_KEY, .key = VL_KEY_SPACE});
    time_frames(app, WARM_UP);
    bench_add(results, key, BENCH_DRAWING, 1e3 * time_frames(app, frames));
    vl_app_free(app);
    platform->destroy(platform);
    unlink(path);
    rmdir(folder);
}

void bench_demo(bench_results *results, const bench_effort *effort)
{
    static const struct {
        const char *name;
        bench_scenario *(*make)(int size);
        int size, lanes;
    } rows[] = {{"12 lanes of a ball on a string", bench_swinging_ball, 12, 12},
                {"4 lanes of a cloth", bench_cloth, 64, 4}};

    for (size_t r = 0; r < sizeof rows / sizeof *rows && sysconf(_SC_NPROCESSORS_ONLN) > 1; r++) {
        fprintf(stderr, "bench: demo, %s\n", rows[r].name);
        bench_scenario *scenario = rows[r].make(rows[r].size);
        bench_row key = {BENCH_DEMO, rows[r].name, rows[r].size, THREADS, .samples = {{0}}};
        compare_methods(scenario->scene, rows[r].lanes);
        for (int k = 0; k < effort->repetitions; k++)
            run_demo(results, &key, scenario->scene, effort);
        bench_scenario_free(scenario);
    }
}
