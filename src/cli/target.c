#include "cli/target.h"

#include "lab/recording.h"

#include <string.h>
#include <sys/stat.h>

bool vl_target_is(const char *path, const char *other)
{
    struct stat first, second;
    return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool vl_target_check(const char *name, const char *path, const char *input, vl_error *error)
{
    if (strcmp(path, "-") == 0)
        return true;
    if (input && vl_target_is(path, input))
        return vl_fail(error, "--%s is '%s', which is the file to read, expected another", name,
                       path);
    return !vl_recording_is_file(path) ||
           vl_fail(error, "--%s is '%s', which is a recording, expected another file", name, path);
}
