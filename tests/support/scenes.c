#include "scenes.h"

#include "base/output.h"
#include "base/text.h"
#include "scene/build.h"
#include "scene/file.h"
#include "testing.h"

#include <dirent.h>

vl_scene *scene_of(const char *yaml)
{
    vl_error error = {0};
    vl_scene *scene = vl_scene_parse(yaml, strlen(yaml), "test.yaml", 0, &error);
    if (!scene)
        fail_msg("%s\nin\n%s", error.text, yaml);
    return scene;
}

vl_stream *stream_of(const char *text)
{
    vl_error error = {0};
    vl_stream *stream = vl_stream_parse(text, NULL, &error);
    assert_good(stream, error);
    return stream;
}

vl_world *world_from(const char *yaml, const char *integrator)
{
    OWNED(vl_scene) *scene = scene_of(PRINTED("format: 1\nintegrator: %s\n%s", integrator, yaml));
    return vl_scene_build(scene);
}

vl_scene *shipped_scene(const char *name)
{
    vl_error error = {0};
    vl_scene *scene = vl_scene_open(name, &error);
    assert_good(scene, error);
    return scene;
}

vl_scene_names shipped_names(void)
{
    vl_scene_names names = vl_shelf_names(VL_SCENES);
    for (int i = 0; i < names.count; i++)
        vl_scene_free(shipped_scene(names.names[i])); // each can be read
    return names;
}

void for_each_shipped_scene(void (*check)(const char *name, vl_scene *scene))
{
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    assert_true(names.count >= 13);
    for (int i = 0; i < names.count; i++) {
        OWNED(vl_scene) *scene = shipped_scene(names.names[i]);
        check(names.names[i], scene);
    }
}

int count_files(void)
{
    int count = 0;
    DIR *directory = opendir(".");
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

char *read_here(const char *path, size_t *size)
{
    vl_error error = {0};
    size_t length;
    char *bytes = vl_file_read(path, 1 << 24, false, size ? size : &length, &error);
    assert_good(bytes, error);
    return bytes;
}

void write_here(const char *name, const char *bytes)
{
    vl_error error = {0};
    assert_good(vl_file_write(name, bytes, strlen(bytes), NULL, &error), error);
}
