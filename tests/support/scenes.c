// For mkdtemp().
#define _XOPEN_SOURCE 700

#include "scenes.h"

#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "physics/integrators/integrators.h"
#include "scene/build.h"
#include "scene/find.h"
#include "testing.h"
#include "worlds.h"

#include <dirent.h>
#include <unistd.h>

vl_scene *scene_of(const char *yaml)
{
    vl_error error = {0};
    vl_scene *scene = vl_scene_parse(yaml, strlen(yaml), "test.yaml", &error);
    if (!scene)
        fail_msg("%s\nin\n%s", error.text, yaml);
    return scene;
}

vl_stream *stream_of(const char *text)
{
    vl_error error = {0};
    vl_stream *stream = vl_stream_parse(text, NULL, &error);
    if (!stream)
        fail_msg("%s", error.text);
    return stream;
}

vl_world *world_from(const char *yaml, const char *integrator)
{
    SCOPED(vl_text) whole = {0};
    vl_text_add(&whole, "format: 1\nintegrator: %s\n%s", integrator, yaml);
    OWNED(vl_scene) *scene = scene_of(whole.data);
    return vl_scene_build(scene);
}

vl_scene *shipped_scene(const char *name)
{
    vl_error error = {0};
    vl_scene *scene = vl_scene_open(name, NULL, &error);
    if (!scene)
        fail_msg("%s", error.text);
    return scene;
}

vl_scene_names shipped_names(void)
{
    vl_scene_names names = vl_scene_names_list();
    for (int i = 0; i < names.count; i++)
        vl_scene_free(shipped_scene(names.names[i])); // each can be read
    return names;
}

void for_each_shipped_scene(void (*check)(const char *name, vl_scene *scene))
{
    SCOPED(vl_scene_names) names = vl_scene_names_list();
    assert_true(names.count >= 13);
    for (int i = 0; i < names.count; i++) {
        OWNED(vl_scene) *scene = shipped_scene(names.names[i]);
        check(names.names[i], scene);
    }
}

char *make_folder(void)
{
    char *folder = vl_copy_text("/tmp/vl-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    return folder;
}

// Counts the files of the present folder, and removes them where that is asked for.
static int go_through(bool removes)
{
    int count = 0;
    DIR *directory = opendir(".");
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.') {
            count++;
            assert_int_equal(removes ? remove(entry->d_name) : 0, 0);
        }
    closedir(directory);
    return count;
}

int count_files(void)
{
    return go_through(false);
}

void remove_folder(char *folder)
{
    go_through(true);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(folder), 0);
    vl_free(folder);
}

void write_here(const char *name, const char *bytes)
{
    vl_error error = {0};
    if (!vl_file_write(name, bytes, strlen(bytes), &error))
        fail_msg("%s", error.text);
}
