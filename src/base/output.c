#define _XOPEN_SOURCE 700 // realpath()

#include "base/output.h"

#include "base/ending.h"
#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(vl_error *error, const char *path)
{
    return vl_fail_at(error, (vl_location){.file = path}, "cannot be written: %s", strerror(errno));
}

// --- opening ---

// Opens a new file in the same folder. It gets the permissions of the one that it will replace,
// NULL: none. A name has at most 255 bytes in most file systems. On failure errno contains the
// reason.
static FILE *open_beside(vl_output *output, const struct stat *old)
{
    enum { ATTEMPTS = 100, LONGEST = 220 }; // a killed program with the same number left its names

    const char *slash = strrchr(output->path, '/'), *name = slash ? slash + 1 : output->path;
    vl_text beside = {0};
    FILE *file = NULL;
    for (int i = 0; i < ATTEMPTS; i++) {
        beside.length = 0;
        vl_text_add_bytes(&beside, output->path, (size_t)(name - output->path));
        vl_text_add(&beside, "%s.%ld-%d.new", strlen(name) > LONGEST ? "verlet-lab" : name,
                    (long)getpid(), i);
        file = fopen(beside.data, "wxe");
        if (file || errno != EEXIST)
            break;
    }
    if (!file) { // another program may have a file of this name
        vl_text_free(&beside);
        return NULL;
    }
    output->beside = beside.data;
    vl_ending_removes(output->beside);
    if (old && fchmod(fileno(file), old->st_mode & 0777) != 0) {
        int reason = errno;
        fclose(file);
        errno = reason;
        return NULL;
    }
    return file;
}

bool vl_output_open(vl_output *output, const char *path, vl_error *error)
{
    struct stat old;
    if (strcmp(path, "-") == 0) {
        output->file = stdout;
        return true;
    }
    bool exists = !output->is_new && stat(path, &old) == 0; // a link to nothing is written through
    bool whole = exists ? S_ISREG(old.st_mode) : output->is_new || lstat(path, &old) != 0;
    if (exists && S_ISDIR(old.st_mode))
        return vl_fail_at(error, (vl_location){.file = path}, "is a directory, expected a file");
    output->path = exists ? realpath(path, NULL) : vl_copy_text(path);
    if (output->path && !whole)
        output->file = fopen(path, "w");
    else if (output->path && (!exists || access(path, W_OK) == 0))
        output->file = open_beside(output, exists ? &old : NULL);
    if (output->file)
        return true;
    fail(error, path);
    vl_output_abandon(output);
    return false;
}

static void forget_beside(vl_output *output)
{
    if (output->beside && vl_ending_keeps(output->beside))
        vl_free(output->beside);
    output->beside = NULL;
}

void vl_output_abandon(vl_output *output)
{
    if (output->file && output->path) // standard output has none
        fclose(output->file);
    if (output->beside)
        unlink(output->beside);
    forget_beside(output);
    vl_free(output->path);
    *output = (vl_output){0};
}

// --- the name ---

// Gives the complete file the first name that is free: "a/b.png", "a/b-2.png" … On failure errno
// contains the reason. A link is made only where nothing is; some file systems have none.
static bool take_free_name(vl_output *output)
{
    enum { MOST_NAMES = 10000 };

    const char *slash = strrchr(output->path, '/'), *name = slash ? slash + 1 : output->path;
    const char *dot = strrchr(name, '.'), *end = dot && dot > name ? dot : name + strlen(name);
    bool taken = true, linked = false;
    vl_text path = {0};
    for (int i = 1; i < MOST_NAMES && taken; i++) {
        path.length = 0;
        vl_text_add_bytes(&path, output->path, (size_t)(end - output->path));
        if (i > 1)
            vl_text_add(&path, "-%d", i);
        vl_text_add(&path, "%s", end);
        linked = link(output->beside, path.data) == 0;
        taken = !linked && (errno == EEXIST || access(path.data, F_OK) == 0);
    }
    vl_free(output->path);
    output->path = path.data;
    if (linked && unlink(output->beside) == 0)
        return true;
    errno = taken ? EEXIST : errno;
    return !taken && rename(output->beside, path.data) == 0;
}

// --- the end ---

// On failure errno contains the reason.
static bool complete(vl_output *output)
{
    errno = 0;
    bool written = fflush(output->file) == 0 && !ferror(output->file);
    if (written && output->beside)
        written = fsync(fileno(output->file)) == 0;
    int reason = errno ? errno : EIO;
    bool closed = fclose(output->file) == 0;
    output->file = NULL;
    if (!written)
        errno = reason;
    if (!written || !closed || !output->beside)
        return written && closed;
    return output->is_new ? take_free_name(output) : rename(output->beside, output->path) == 0;
}

bool vl_output_finish(vl_output *output, vl_error *error)
{
    if (!output->path) // standard output
        return true;
    if (!complete(output))
        return fail(error, output->path);
    forget_beside(output);
    return true;
}

bool vl_file_write(const char *path, const char *bytes, size_t size, char **made, vl_error *error)
{
    vl_output output = {.is_new = made != NULL};
    if (!vl_output_open(&output, path, error))
        return false;
    if (size > 0)
        fwrite(bytes, 1, size, output.file); // finishing tells what failed
    bool written = vl_output_finish(&output, error);
    if (written && made)
        *made = vl_copy_text(output.path);
    vl_output_abandon(&output);
    return written;
}
