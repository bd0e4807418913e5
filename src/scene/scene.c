#include "scene/scene.h"

#include "base/memory.h"
#include "base/text.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/file.h"
#include "scene/scene_fields.h"
#include "scene/unmet.h"

#include <string.h>

void vl_scene_free(vl_scene *scene)
{
    if (!scene)
        return;
    vl_schema_release(&vl_schema_scene, scene);
    vl_free(scene->path);
    vl_free(scene->warning);
    vl_free(scene);
}

// Adds to the warning of links that do not fit what the world makes of them. Where they fit,
// colliders may be in their way.
static void tell_how_it_begins(vl_scene *scene)
{
    vl_world *world = vl_scene_build(scene);
    vl_text text = {0};
    if (scene->warning)
        vl_text_add(&text, "%s. ", scene->warning);
    else if (vl_unmet(world))
        vl_text_add(&text, "%s: ", scene->path);
    if (vl_unmet(world)) {
        vl_text_add(&text, "Not all links get their lengths at the start. ");
        vl_unmet_tell(&text, world);
    } else if (scene->strained)
        vl_text_add(&text, "The scene begins with its links at their lengths, as if placed.");
    vl_world_free(world);
    vl_free(scene->warning);
    scene->warning = text.data;
}

vl_scene *vl_scene_parse(const char *bytes, size_t size, const char *file, vl_error *error)
{
    vl_arena arena = {0};
    const vl_yaml_node *root = vl_yaml_parse(&arena, bytes, size, file, error);
    char *folder = vl_path_folder(file);
    vl_loading loading = {.file = file, .folder = folder, .error = error};
    vl_scene *scene = vl_alloc(1, sizeof *scene);
    scene->path = vl_copy_text(file);
    if (!root || !vl_schema_load(&loading, &vl_schema_scene, scene, root)) {
        vl_scene_free(scene);
        scene = NULL;
    }
    bool meet = scene && scene->link_count > 0 && scene->collider_count > 0;
    if (meet || (scene && scene->strained))
        tell_how_it_begins(scene);
    vl_free(folder);
    vl_arena_free(&arena);
    return scene;
}

vl_scene *vl_scene_load(const char *path, vl_error *error)
{
    size_t size;
    char *bytes = vl_file_read(path, VL_SCENE_MOST_BYTES, &size, error);
    vl_scene *scene = bytes ? vl_scene_parse(bytes, size, path, error) : NULL;
    vl_free(bytes);
    return scene;
}

char *vl_scene_to_yaml(const vl_scene *scene)
{
    vl_yaml_writer *writer = vl_yaml_writer_create();
    vl_schema_save(writer, &vl_schema_scene, scene, false);
    return vl_yaml_writer_finish(writer);
}

// A scene with numbers that are not finite must not replace a good file.
static bool can_be_read_back(const char *yaml, const char *path, vl_error *error)
{
    vl_error why = {0};
    vl_scene *again = vl_scene_parse(yaml, strlen(yaml), path, &why);
    vl_scene_free(again);
    return again || vl_fail(error, "not saved, since it could not be read back: %s", why.text);
}

bool vl_scene_save(const vl_scene *scene, const char *path, vl_error *error)
{
    char *yaml = vl_scene_to_yaml(scene);
    bool saved =
        can_be_read_back(yaml, path, error) && vl_file_write(path, yaml, strlen(yaml), error);
    vl_free(yaml);
    return saved;
}
