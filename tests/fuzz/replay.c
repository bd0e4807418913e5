// A main() for a fuzz target without libFuzzer: gives it each file, and each file of a folder, that
// is named in the arguments. It tells how many there were and which took the most time.
//
//   fuzz-NAME [--seconds S] [--mebibytes M] FILE|FOLDER...
//
// With --seconds it fails where one takes more CPU time, with --mebibytes where the process has
// taken more memory.

// For realpath().
#define _XOPEN_SOURCE 700

#include "fuzz.h"

#include "base/memory.h"
#include "scene/file.h"

#include <dirent.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { MOST_BYTES = 32 << 20 };

typedef struct replay {
    int count;
    double longest; // s
    char *name;     // of that one
} replay;

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

static void replay_file(replay *all, const char *path)
{
    size_t size;
    char *data = vl_file_read(path, MOST_BYTES, false, &size, &(vl_error){0});
    FUZZ_CHECK(data);
    // before it is tried, so that the last line names the one that crashed
    fprintf(stderr, "%s\n", path);
    double begin = now();
    (void)LLVMFuzzerTestOneInput((const uint8_t *)data, size);
    double took = now() - begin;
    vl_free(data);
    all->count++;
    if (took < all->longest)
        return;
    all->longest = took;
    vl_free(all->name);
    all->name = vl_copy_text(path);
}

static void replay_path(replay *all, const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0)
        replay_file(all, path);
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] != '.') {
            char *inner = vl_path_join(path, entries[i]->d_name);
            replay_path(all, inner);
            vl_free(inner);
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

// The most memory that the process has had, MiB.
static double peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

// The target goes to a folder of its own, so that relative paths must be found before.
static void find_paths(int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        char *path = realpath(arguments[i], NULL);
        if (path)
            arguments[i] = path;
    }
}

int main(int count, char **arguments)
{
    replay all = {0};
    double seconds = HUGE_VAL, mebibytes = HUGE_VAL;
    find_paths(count, arguments);
    LLVMFuzzerInitialize(&count, &arguments);
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "--seconds") == 0 && i + 1 < count)
            seconds = strtod(arguments[++i], NULL);
        else if (strcmp(arguments[i], "--mebibytes") == 0 && i + 1 < count)
            mebibytes = strtod(arguments[++i], NULL);
        else
            replay_path(&all, arguments[i]);
    fprintf(stderr, "%d inputs, the longest %.3f s (%s), memory at most %.0f MiB\n", all.count,
            all.longest, all.name ? all.name : "none", peak());
    bool good = all.count > 0 && all.longest <= seconds && peak() <= mebibytes;
    vl_free(all.name);
    return good ? 0 : 1;
}
