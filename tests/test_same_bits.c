// The states of the shipped scenes have the checksums of tests/same-bits.txt, whatever the width of
// the vector registers and the number of threads. tools/same-bits.sh compares all of the table with
// the widest registers; here are the first steps of each scene that is swept, with all of them.

#include "base/memory.h"
#include "lab/lab.h"
#include "lab/run.h"
#include "physics/solvers/solvers.h"
#include "physics/solvers/sweep/sweep.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/file.h"
#include "scene/find.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

#include <inttypes.h>

enum { STEPS = 60, MOST_THREADS = 4, LINKS_OF_A_PART = 8192 };

// How the sweeps of a world are done.
typedef struct manner {
    const vl_sweep_kernel *kernel; // NULL: the widest
    int threads;                   // 0: all cores
} manner;

static char *read_table(void)
{
    size_t size;
    vl_error error = {0};
    char *text = vl_file_read(VL_TEST_SOURCES "/tests/same-bits.txt", 1 << 20, &size, &error);
    if (!text)
        fail_msg("%s", error.text);
    return text;
}

// The checksum of a line "CHECKSUM run SCENE INTEGRATOR STEPS"; 0: there is no such line.
static uint64_t committed(const char *table, const char *scene, const char *integrator)
{
    char line[160];
    snprintf(line, sizeof line, " run %s %s %d\n", scene, integrator, STEPS);
    const char *found = strstr(table, line);
    return found ? strtoull(found - 16, NULL, 16) : 0;
}

static vl_scene *load(const char *name)
{
    char path[256];
    vl_error error = {0};
    snprintf(path, sizeof path, VL_TEST_SOURCES "/scenes/%s.yaml", name);
    vl_scene *scene = vl_scene_load_for_own_steps(path, &error);
    if (!scene)
        fail_msg("%s", error.text);
    return scene;
}

// As tools/same-bits.sh says: a clock of whole milliseconds is read by a display of fixed steps.
static vl_stream *steps_of(const vl_scene *scene, const char *name)
{
    vl_error error = {0};
    bool fixed = strcmp(name, "broken-millisecond-clock") == 0;
    vl_stream *stream = vl_stream_parse(
        fixed ? "fixed:0.016666666666666666" : "random:0.005:0.025:1", NULL, &error);
    return vl_stream_mismeasure(stream, scene->mistake, &error);
}

// The state after the steps of one lane with the scene's integrator.
static uint64_t hash_of(const vl_scene *scene, const char *name, const manner *how, int steps)
{
    vl_error error = {0};
    OWNED(vl_lab) *lab = vl_lab_create_lanes(scene, 1, &error);
    OWNED(vl_stream) *stream = steps_of(scene, name);
    assert_non_null(lab);
    vl_world *world = lab->runs[0].world;
    world->sweep_kernel = how->kernel;
    world->threads = how->threads;
    vl_world_set_solver(world, &scene->solver); // its memory is for that kernel and those threads
    assert_true(vl_run_lab(lab, stream, &(vl_run){.duration = HUGE_VAL, .steps = steps}));
    return vl_world_hash(world);
}

static void check(const char *table, const char *name, const vl_scene *scene, const manner *how)
{
    uint64_t wanted = committed(table, name, scene->integrator->name);
    uint64_t got = hash_of(scene, name, how, STEPS);
    if (got != wanted)
        fail_msg("%s, %s, %s, %d threads: %016" PRIx64 ", and the table has %016" PRIx64, name,
                 scene->integrator->name, how->kernel ? how->kernel->name : "the widest",
                 how->threads, got, wanted);
}

// How many links a scene has that are swept.
static int swept_links(const vl_scene *scene)
{
    OWNED(vl_world) *world = vl_scene_build(scene);
    const char *method = scene->solver.method->name;
    bool sweeps = strcmp(method, "relax") == 0 || strcmp(method, "xpbd") == 0;
    return sweeps ? world->links.hard_count : 0;
}

// Where there are few links no vector is full. With few random cases large scenes are left out.
TEST(each_vector_width_has_the_committed_bits)
{
    FREED char *table = read_table();
    SCOPED(vl_scene_names) names = shipped_names();
    const vl_sweep_kernel *const *kernels = vl_sweep_kernels();
    int done = 0;
    for (int i = 0; i < names.count; i++) {
        OWNED(vl_scene) *scene = load(names.names[i]);
        int swept = swept_links(scene);
        if (swept < VL_SWEEP_LANES || swept > test_cases(1000, INT32_MAX))
            continue;
        for (int k = 0; kernels[k]; k++)
            check(table, names.names[i], scene, &(manner){kernels[k], 1});
        done++;
    }
    assert_true(done > 1);
}

// Threads share the links of a sweep where each gets LINKS_OF_A_PART of sweep_plan.c, more than any
// shipped scene has. Four share those of a cloth with shear and bend of 80 × 80 particles, which
// has some 38,000; the state must be that of one thread.
static const char large_cloth[] =
    "{format: 1, solver: {method: relax, iterations: 4}, integrator: tcv, cloths: "
    "[{origin: [0, 0], along: [1, 0, 0.3], down: [0, -1], columns: 80, rows: 80, mass: 1, "
    "shear: true, bend: true, pin: [top-left, top-right]}]}";

TEST(each_number_of_threads_has_the_same_bits)
{
    OWNED(vl_scene) *scene = scene_of(large_cloth);
    int swept = swept_links(scene), steps = test_cases(2, 5);
    assert_true(swept >= MOST_THREADS * LINKS_OF_A_PART);
    uint64_t wanted = hash_of(scene, "", &(manner){NULL, 1}, steps);
    for (int threads = 2; threads <= MOST_THREADS; threads++)
        assert_true(hash_of(scene, "", &(manner){NULL, threads}, steps) == wanted);
}
