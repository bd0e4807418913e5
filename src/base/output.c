#include "base/output.h"

#include "base/ending.h"
#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Where a folder is missing, it could not be made in the nearest one that is there.
static int reason_of_folder(const char *path)
{
    char *folder = vl_copy_text(path);
    for (char *slash; (slash = strrchr(folder, '/')) && slash > folder;) {
        *slash = '\0';
        if (access(folder, F_OK) == 0)
            break;
    }
    int reason = access(folder, F_OK) == 0 && access(folder, W_OK) != 0 ? errno : ENOENT;
    vl_free(folder);
    return reason;
}

static bool fail(vl_error *error, const char *path, int reason)
{
    reason = reason == ENOENT ? reason_of_folder(path) : reason;
    return vl_fail_at(error, (vl_location){.file = path}, "cannot be written: %s",
                      strerror(reason));
}

// --- the temporary file ---

// Creates a new file in the same folder. It gets the permissions of the one that it will replace,
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
    int reason = errno;
    if (!file) {
        vl_text_free(&beside);
        errno = reason;
        return NULL;
    }
    output->beside = beside.data;
    output->place = vl_ending_removes(output->beside);
    if (old && fchmod(fileno(file), old->st_mode & 0777) != 0) {
        reason = errno;
        fclose(file);
        errno = reason;
        return NULL;
    }
    return file;
}

// --- opening ---

static bool is_open(vl_output *output, const char *path, vl_error *error)
{
    if (output->file)
        return true;
    fail(error, path, errno);
    vl_output_abandon(output);
    return false;
}

// A symbolic link stays: the file to which it leads is written, whether there is one yet or not.
static char *end_of_links(const char *path)
{
    char target[4096];
    vl_text end = {0};
    vl_text_add(&end, "%s", path);
    for (ssize_t size; (size = readlink(end.data, target, sizeof target)) > 0;) {
        const char *slash = strrchr(end.data, '/');
        end.length = *target == '/' || !slash ? 0 : (int)(slash + 1 - end.data);
        vl_text_add_bytes(&end, target, (size_t)size);
    }
    return end.data;
}

static bool open_named(vl_output *output, const char *path, vl_error *error)
{
    struct stat old;
    bool exists = stat(path, &old) == 0, whole = !exists || S_ISREG(old.st_mode);
    if (exists && S_ISDIR(old.st_mode))
        return vl_fail_at(error, (vl_location){.file = path}, "is a directory, expected a file");
    if (!exists && errno == ELOOP)
        return fail(error, path, ELOOP);
    output->path = end_of_links(path);
    if (!whole)
        output->file = fopen(output->path, "w");
    else if (!exists || access(output->path, W_OK) == 0)
        output->file = open_beside(output, exists ? &old : NULL);
    return is_open(output, path, error);
}

bool vl_output_open(vl_output *output, const char *path, vl_error *error)
{
    if (strcmp(path, "-") != 0)
        return open_named(output, path, error);
    output->file = stdout;
    return true;
}

bool vl_output_open_new(vl_output *output, const char *path, vl_error *error)
{
    output->is_new = true;
    output->path = vl_copy_text(path);
    output->file = open_beside(output, NULL);
    return is_open(output, path, error);
}

static void forget_beside(vl_output *output)
{
    if (output->beside)
        vl_ending_keeps(output->place);
    vl_free(output->beside);
    output->beside = NULL;
}

void vl_output_abandon(vl_output *output)
{
    if (output->file && output->file != stdout)
        fclose(output->file);
    if (output->beside)
        unlink(output->beside);
    forget_beside(output);
    vl_free(output->path);
    *output = (vl_output){0};
}

// --- the name ---

// "a/b.png" as "a/b-2.png"; the path itself for the number 1.
static char *numbered(const char *path, int number)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    vl_text text = {0};
    size_t stem = dot && dot > name ? (size_t)(dot - path) : strlen(path);
    vl_text_add_bytes(&text, path, stem);
    if (number > 1)
        vl_text_add(&text, "-%d", number);
    vl_text_add(&text, "%s", path + stem);
    return text.data;
}

// Gives the complete file the first name that is free. On failure errno contains the reason. Two
// programs that choose the same name at the same moment would both get it.
static bool take_free_name(vl_output *output)
{
    enum { MOST_NAMES = 10000 };

    struct stat there;
    int reason = EEXIST;
    for (int i = 1; i < MOST_NAMES && reason == EEXIST; i++) {
        char *path = numbered(output->path, i);
        reason = lstat(path, &there) == 0 ? EEXIST : rename(output->beside, path) == 0 ? 0 : errno;
        if (reason == 0) {
            vl_free(output->path);
            output->path = path;
        } else {
            vl_free(path);
        }
    }
    errno = reason;
    return reason == 0;
}

// The name is on the disk when the folder is. Not every system can do that for a folder, and some
// folders may be written and not read: there the name is left to the system.
static bool synchronise_folder(const char *path, vl_error *error)
{
    char *folder = vl_copy_text(path), *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int file = open(slash ? folder : ".", O_RDONLY | O_CLOEXEC);
    vl_free(folder);
    if (file < 0)
        return true;
    int reason = fsync(file) == 0 ? 0 : errno;
    close(file);
    if (reason != EIO && reason != ENOSPC)
        return true;
    return vl_fail_at(error, (vl_location){.file = path},
                      "is written, but the disk may not keep its name: %s", strerror(reason));
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
    if (!written || !closed)
        return false;
    if (!output->beside)
        return true;
    return output->is_new ? take_free_name(output) : rename(output->beside, output->path) == 0;
}

bool vl_output_finish(vl_output *output, vl_error *error)
{
    if (output->file == stdout)
        return true;
    bool named = output->beside;
    if (!complete(output))
        return fail(error, output->path, errno);
    forget_beside(output); // the file is there with all its bytes; the rest is for the disk
    return !named || synchronise_folder(output->path, error);
}

// --- whole files ---

// Writes the bytes and completes the file, which tells what failed. Returns the path that it has
// got.
static char *write_all(vl_output *output, const char *bytes, size_t size, vl_error *error)
{
    assert(output->file); // it has been begun
    if (size > 0)
        fwrite(bytes, 1, size, output->file);
    char *path = vl_output_finish(output, error) ? vl_copy_text(output->path) : NULL;
    vl_output_abandon(output);
    return path;
}

bool vl_file_write(const char *path, const char *bytes, size_t size, vl_error *error)
{
    vl_output output = {0};
    char *written =
        open_named(&output, path, error) ? write_all(&output, bytes, size, error) : NULL;
    vl_free(written);
    return written;
}

char *vl_file_write_new(const char *path, const char *bytes, size_t size, vl_error *error)
{
    vl_output output = {0};
    return vl_output_open_new(&output, path, error) ? write_all(&output, bytes, size, error) : NULL;
}
