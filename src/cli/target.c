#define _XOPEN_SOURCE 700 // realpath()

#include "cli/target.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool vl_target_is(const char *path, const char *other)
{
    struct stat first, second;
    return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool vl_target_check(const char *name, const char *path, const char *ending, const char *input,
                     vl_error *error)
{
    struct stat status;
    bool there = strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
    char *end = there ? realpath(path, NULL) : NULL; // of symbolic links
    bool kept =
        there && (!end || !vl_text_ends_in(end, ending) || (input && vl_target_is(path, input)));
    vl_free(end);
    return !kept || vl_fail_usage(error,
                                  "--%s is '%s', which is there: it is read, or its name does not "
                                  "end in %s, expected another file",
                                  name, path, ending);
}
