#include "base/memory.h"
#include "scene/file.h"
#include "scene/scene.h"
#include "scene/scene_fields.h"

#include <assert.h>

// The format comes first: of another version nothing else can be said.
static bool check_format(const vl_loading *loading, const vl_yaml_node *root, vl_scene *scene)
{
    const vl_field *format = &vl_record_scene.fields[0];
    assert(format->type == &vl_type_format);

    const vl_yaml_node *value =
        root->kind == VL_YAML_MAPPING ? vl_yaml_find(root, format->key) : NULL;
    return !value || format->type->load(loading, format, scene, value);
}

static vl_scene *read_tree(const vl_loading *loading, const vl_yaml_tree *tree)
{
    const vl_yaml_node *root = vl_yaml_root(tree);
    vl_scene *scene = vl_alloc(1, sizeof *scene);
    if (check_format(loading, root, scene) &&
        vl_record_load(loading, &vl_record_scene, scene, root))
        return scene;
    vl_scene_free(scene);
    return NULL;
}

vl_scene *vl_scene_parse(const char *bytes, size_t size, const char *file, vl_error *error)
{
    vl_yaml_tree *tree = vl_yaml_parse(bytes, size, file, error);
    if (!tree)
        return NULL;

    char *folder = vl_path_folder(file);
    vl_loading loading = {.file = file, .folder = folder, .error = error};
    vl_scene *scene = read_tree(&loading, tree);
    if (scene)
        scene->path = vl_copy_text(file);
    vl_free(folder);
    vl_yaml_free(tree);
    return scene;
}

vl_scene *vl_scene_load(const char *path, vl_error *error)
{
    size_t size;
    char *bytes = vl_file_read(path, VL_SCENE_MOST_BYTES, &size, error);
    if (!bytes)
        return NULL;
    vl_scene *scene = vl_scene_parse(bytes, size, path, error);
    vl_free(bytes);
    return scene;
}
