// For nftw() and mkdtemp().
#define _XOPEN_SOURCE 700

#include "fuzz.h"

#include "base/memory.h"
#include "physics/model/model.h"
#include "scene/build.h"

#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    return at->level > 0 ? remove(path) : 0;
}

void fuzz_clear_folder(void)
{
    (void)nftw(".", remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void leave_folder(void)
{
    fuzz_clear_folder();
    char folder[64];
    if (getcwd(folder, sizeof folder) && chdir("/") == 0)
        (void)rmdir(folder);
}

void fuzz_enter_folder(void)
{
    char folder[] = "/tmp/verlet-lab-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) {
        perror(folder);
        exit(2);
    }
    static const char *const variables[] = {"HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
                                            "XDG_CONFIG_HOME", "XDG_PICTURES_DIR"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        setenv(variables[i], folder, 1);
    setenv("VERLET_LAB_SCENES", VL_TEST_SOURCES "/scenes", 0);
    atexit(leave_folder);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    fuzz_enter_folder();
    // what is printed would drown what the fuzzer says; that is on standard error
    int nowhere = open("/dev/null", O_WRONLY);
    FUZZ_CHECK(nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0);
    return 0;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = vl_alloc(size + 1, 1);
    if (size > 0)
        memcpy(text, data, size);
    return text;
}

void fuzz_check_world(const vl_world *world)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < world->particles.count; i++)
            FUZZ_CHECK(isfinite(world->particles.x[axis][i]) || world->now.diverged);
}

bool fuzz_takes_long(const vl_scene *scene)
{
    const double most = 2e7; // visits of a link: some tenths of a second
    double parts = (double)(vl_scene_particles(scene) + vl_scene_links(scene));
    return parts * (1.0 + scene->solver.iterations) * scene->solver.substeps > most;
}
