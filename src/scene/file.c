#include "scene/file.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(vl_error *error, const char *path, const char *what)
{
    return vl_fail_at(error, (vl_location){.file = path}, "%s: %s", what, strerror(errno));
}

static bool is_directory(FILE *file)
{
    struct stat status;
    return fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode);
}

// Reads at most one block beyond the limit.
static bool read_all(FILE *file, const char *path, size_t most, vl_text *text, vl_error *error)
{
    char block[65536];

    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;) {
        vl_text_add_bytes(text, block, count);
        if ((size_t)text->length > most)
            return vl_fail_at(error, (vl_location){.file = path},
                              "the file is too large, expected at most %zu bytes", most);
    }
    return !ferror(file) || fail(error, path, "cannot be read");
}

char *vl_file_read(const char *path, size_t most, size_t *size, vl_error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fail(error, path, "cannot be opened");
        return NULL;
    }

    vl_text text = {0};
    bool done = false;
    if (is_directory(file))
        vl_fail_at(error, (vl_location){.file = path}, "is a directory, expected a file");
    else
        done = read_all(file, path, most, &text, error);
    fclose(file);

    if (!done) {
        vl_text_free(&text);
        return NULL;
    }
    *size = (size_t)text.length;
    return text.data ? text.data : vl_alloc(1, 1);
}

// Creates a new file in the folder of `path` and writes its name to `beside`. −1 on failure.
static int open_beside(const char *path, vl_text *beside)
{
    enum { ATTEMPTS = 100 };

    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        beside->length = 0;
        vl_text_add(beside, "%s.%ld-%d.new", path, (long)getpid(), attempt);
        int file = open(beside->data, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return fsync(file) == 0;
}

// Copies the permissions of the file that is replaced.
static bool copy_permissions(int file, const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || fchmod(file, status.st_mode & 0777) == 0;
}

bool vl_file_write(const char *path, const char *bytes, size_t size, vl_error *error)
{
    if (access(path, F_OK) == 0 && access(path, W_OK) != 0)
        return fail(error, path, "cannot be written");

    vl_text beside = {0};
    int file = open_beside(path, &beside);
    bool done = file >= 0 && copy_permissions(file, path) && write_all(file, bytes, size);
    // the first failure is told before the clean-up, which changes errno
    done = done || fail(error, path, "cannot be written");
    if (file >= 0 && close(file) != 0)
        done = done && fail(error, path, "cannot be written");
    if (done && rename(beside.data, path) != 0)
        done = fail(error, path, "cannot be written");
    if (!done && file >= 0)
        unlink(beside.data);
    vl_text_free(&beside);
    return done;
}

char *vl_path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return vl_copy_text(".");

    vl_text folder = {0};
    vl_text_add_bytes(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    return folder.data;
}

char *vl_path_join(const char *folder, const char *name)
{
    if (!folder || name[0] == '/' || strcmp(folder, ".") == 0)
        return vl_copy_text(name);

    vl_text path = {0};
    vl_text_add(&path, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name);
    return path.data;
}
