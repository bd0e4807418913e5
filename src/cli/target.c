#include "cli/target.h"

#include "base/memory.h"
#include "lab/recording.h"
#include "scene/file.h"

#include <string.h>
#include <sys/stat.h>

bool vl_target_is(const char *path, const char *other)
{
    struct stat first, second;
    return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

// Whether it is a file that a person has written as a scene, or has in mind for one: its first
// line, behind blank ones and comments, begins with `format:`.
static bool is_scene_file(const char *path)
{
    enum { MOST_BYTES = 4096 };

    static const char first[] = "format:";
    struct stat status;
    size_t size;
    bool regular = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    char *bytes = regular ? vl_file_read_head(path, MOST_BYTES, &size, NULL) : NULL;
    const char *line = bytes;
    while (line &&
           (*line == '#' || *line == '\n' || *line == '\r' || strncmp(line, "---", 3) == 0)) {
        const char *end = strchr(line, '\n');
        line = end ? end + 1 : NULL;
    }
    bool is = line && strncmp(line, first, strlen(first)) == 0;
    vl_free(bytes);
    return is;
}

bool vl_target_check(const char *name, const char *path, const char *input, vl_error *error)
{
    if (strcmp(path, "-") == 0)
        return true;
    if (input && vl_target_is(path, input))
        return vl_fail(error, "--%s is '%s', which is the file to read, expected another", name,
                       path);
    const char *kind = vl_recording_is_file(path) ? "recording"
                       : is_scene_file(path)      ? "scene"
                                                  : NULL;
    return !kind ||
           vl_fail(error, "--%s is '%s', which is a %s, expected another file", name, path, kind);
}
