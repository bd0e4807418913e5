#include "cli/target.h"

#include "base/memory.h"
#include "base/text.h"
#include "lab/log_file.h"
#include "scene/file.h"
#include "scene/lanes.h"
#include "scene/stream.h"

#include <string.h>
#include <sys/stat.h>

bool vl_target_is(const char *path, const char *other)
{
    struct stat first, second;
    return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

// Whether `format` is a key somewhere in a text, in any of the ways in which YAML writes one.
static bool has_format(const char *text)
{
    static const char word[] = "format";
    for (const char *at = text; (at = strstr(at, word)); at++)
        if (at[sizeof word - 1 + strspn(at + sizeof word - 1, "\"' ")] == ':')
            return true;
    return false;
}

// Whether it is a file that a person has written as a scene, or has in mind for one: by its name,
// or by its key. Tables and pictures have a NUL or no such key.
static bool is_scene_file(const char *path)
{
    enum { MOST_BYTES = 1 << 16 };

    struct stat status;
    size_t size;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    char *bytes = vl_file_read_head(path, MOST_BYTES, &size, NULL);
    bool is = vl_text_ends_in(path, ".yaml") || vl_text_ends_in(path, ".yml") ||
              (bytes && has_format(bytes));
    vl_free(bytes);
    return is;
}

// A path in a scene belongs to its folder, one of the command line to the present one.
static bool is_stream_file(const char *stream, const char *folder, const char *path)
{
    const char *file = vl_stream_path(stream);
    char *beside = file ? vl_path_join(folder, file) : NULL;
    bool is = file && (vl_target_is(path, file) || vl_target_is(path, beside));
    vl_free(beside);
    return is;
}

// Whether it is one of the files of frames.
static bool is_frames(const char *path, const char *input, const vl_scene *scene,
                      const char *stream)
{
    vl_scene lanes[VL_SCENE_MOST_LANES];
    char *folder = input ? vl_path_folder(input) : NULL; // an experiment may have no scene
    bool is = stream && is_stream_file(stream, folder, path);
    for (int i = 0, count = scene ? vl_scene_lanes(scene, lanes) : 0; i < count && !is; i++)
        is = is_stream_file(lanes[i].timestep, folder, path) ||
             is_stream_file(scene->timestep, folder, path);
    vl_free(folder);
    return is;
}

bool vl_target_check(const char *name, const char *path, const char *input, const vl_scene *scene,
                     const char *stream, vl_error *error)
{
    if (strcmp(path, "-") == 0)
        return true;
    const char *what = input && vl_target_is(path, input)      ? "the file to read"
                       : is_frames(path, input, scene, stream) ? "the file of frames to read"
                       : vl_recording_is_file(path)            ? "a recording"
                       : is_scene_file(path)                   ? "a scene"
                                                               : NULL;
    return !what || vl_fail_usage(error, "--%s is '%s', which is %s, expected another file", name,
                                  path, what);
}
