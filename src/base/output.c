// For realpath().
#define _XOPEN_SOURCE 700

#include "base/output.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(vl_error *error, const char *path, int reason)
{
    return vl_fail_at(error, (vl_location){.file = path}, "cannot be written: %s",
                      strerror(reason));
}

// Creates a new file in the same folder, with the permissions of the file that it will replace.
static FILE *open_beside(vl_output *output, const struct stat *old)
{
    vl_text name = {0};
    vl_text_add(&name, "%s.%ld.new", output->path, (long)getpid());
    int file = open(name.data, O_WRONLY | O_CREAT | O_EXCL, 0666);
    output->beside = file >= 0 ? name.data : NULL;
    if (file < 0) {
        int reason = errno;
        vl_text_free(&name);
        errno = reason;
        return NULL;
    }
    if (old && fchmod(file, old->st_mode & 0777) != 0)
        return NULL;
    return fdopen(file, "w");
}

bool vl_output_open(vl_output *output, const char *path, vl_error *error)
{
    if (strcmp(path, "-") == 0) {
        output->file = stdout;
        return true;
    }

    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode))
        return vl_fail_at(error, (vl_location){.file = path}, "is a directory, expected a file");

    // a symbolic link stays: its target is replaced
    char *real = exists ? realpath(path, NULL) : NULL;
    output->path = vl_copy_text(real ? real : path);
    free(real);
    if (exists && !S_ISREG(old.st_mode))
        output->file = fopen(path, "w");
    else if (!exists || access(path, W_OK) == 0)
        output->file = open_beside(output, exists ? &old : NULL);
    if (output->file)
        return true;
    fail(error, path, errno);
    vl_output_abandon(output);
    return false;
}

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
    return !output->beside || rename(output->beside, output->path) == 0;
}

bool vl_output_finish(vl_output *output, vl_error *error)
{
    if (!output->path)
        return true;
    bool good = complete(output);
    if (good) {
        vl_free(output->beside);
        output->beside = NULL;
    } else {
        fail(error, output->path, errno);
    }
    vl_output_abandon(output);
    return good;
}

void vl_output_abandon(vl_output *output)
{
    if (output->file && output->path)
        fclose(output->file);
    if (output->beside)
        unlink(output->beside);
    vl_free(output->beside);
    vl_free(output->path);
    *output = (vl_output){0};
}
