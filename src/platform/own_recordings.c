#include "platform/own_recordings.h"

#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "scene/file.h"
#include "scene/find.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char extension[] = ".rec";

// --- what is in the folder ---

typedef struct files {
    char **paths; // in the order of their names, which is that of their times
    int count, capacity;
} files;

// "2026-11-23-09-10-03.rec", or with a number behind the time: of other names somebody else is the
// owner.
static bool is_own(const char *name)
{
    static const char form[] = "0000-00-00-00-00-00";
    for (int i = 0; form[i]; i++)
        if (form[i] == '0' ? !isdigit((unsigned char)name[i]) : name[i] != form[i])
            return false;
    return vl_text_ends_in(name, extension);
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static files list(const char *folder)
{
    files found = {0};
    DIR *directory = opendir(folder);
    for (const struct dirent *entry; directory && (entry = readdir(directory));)
        if (is_own(entry->d_name)) {
            found.paths =
                vl_grow(found.paths, &found.capacity, found.count + 1, sizeof *found.paths);
            found.paths[found.count++] = vl_path_join(folder, entry->d_name);
        }
    if (directory)
        closedir(directory);
    if (found.count > 0)
        qsort(found.paths, (size_t)found.count, sizeof *found.paths, compare_paths);
    return found;
}

static void free_files(files *all)
{
    for (int i = 0; i < all->count; i++)
        vl_free(all->paths[i]);
    vl_free(all->paths);
}

static char *mark_of(const char *path)
{
    vl_text mark = {0};
    vl_text_add(&mark, "%s%s", path, VL_RECORDING_RUNS);
    return mark.data;
}

// --- keeping the newest ---

static void drop_old(const files *all)
{
    off_t bytes = 0;
    for (int i = all->count - 1, kept = 1; i >= 0; i--, kept++) {
        struct stat status;
        bytes += stat(all->paths[i], &status) == 0 ? status.st_size : 0;
        bool stays =
            kept < VL_OWN_RECORDINGS_KEPT && (kept == 1 || bytes <= VL_OWN_RECORDINGS_MOST_BYTES);
        if (stays || vl_log_file_is_written(all->paths[i]))
            continue;
        char *mark = mark_of(all->paths[i]);
        unlink(all->paths[i]);
        unlink(mark);
        vl_free(mark);
    }
}

// Whether its program did not end. Without its mark, `forgets`, nobody knows that any more.
static bool was_stopped(const char *path, bool forgets)
{
    char *mark = mark_of(path);
    bool was = access(mark, F_OK) == 0 && !vl_log_file_is_written(path);
    if (was && forgets)
        unlink(mark);
    vl_free(mark);
    return was;
}

void vl_own_recording_known(const char *folder)
{
    files all = list(folder);
    for (int i = 0; i < all.count; i++)
        (void)was_stopped(all.paths[i], true);
    free_files(&all);
}

// --- one recording ---

bool vl_own_recording_begin(vl_own_recording *recording, const char *folder, const char *path,
                            vl_error *error)
{
    char name[64];
    *recording = (vl_own_recording){0};
    if (path) {
        recording->file = vl_log_file_create(path, error);
        return recording->file != NULL;
    }
    files all = list(folder);
    for (int i = all.count - 1; i >= 0 && !recording->stopped; i--)
        if (was_stopped(all.paths[i], false))
            recording->stopped = vl_copy_text(all.paths[i]);
    drop_old(&all);
    free_files(&all);
    // "2026-11-23-09-10-03", so that names have the order of their times
    time_t now = time(NULL);
    struct tm parts = {0};
    localtime_r(&now, &parts);
    strftime(name, sizeof name, "%Y-%m-%d-%H-%M-%S.rec", &parts);
    char *wanted = vl_folder_new_path(folder, name);
    char *fresh = NULL;
    bool written = vl_file_write(wanted, "", 0, &fresh, error);
    vl_free(wanted);
    recording->file = written ? vl_log_file_create(fresh, error) : NULL;
    if (recording->file) {
        recording->mark = mark_of(fresh);
        FILE *mark = fopen(recording->mark, "w");
        if (mark)
            fclose(mark);
    }
    vl_free(fresh);
    return recording->file != NULL;
}

void vl_own_recording_end(vl_own_recording *recording)
{
    vl_log_file_free(recording->file);
    if (recording->mark)
        unlink(recording->mark);
    vl_free(recording->mark);
    vl_free(recording->stopped);
    *recording = (vl_own_recording){0};
}
