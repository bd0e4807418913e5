#include "base/memory.h"
#include "scene/file.h"
#include "scene/scene.h"
#include "scene/scene_fields.h"
#include "scene/yaml_writer.h"

#include <string.h>

char *vl_scene_to_yaml(const vl_scene *scene)
{
    vl_yaml_writer *writer = vl_yaml_writer_create();
    vl_record_save(writer, &vl_record_scene, scene, false);
    return vl_yaml_writer_finish(writer);
}

// A scene of a world that left the finite numbers, say, must not replace a good file.
static bool can_be_read_back(const char *yaml, const char *path, vl_error *error)
{
    vl_error why = {0};
    vl_scene *again = vl_scene_parse(yaml, strlen(yaml), path, &why);
    if (!again)
        return vl_fail(error, "not saved, since it could not be read back: %s", why.text);
    vl_scene_free(again);
    return true;
}

bool vl_scene_save(const vl_scene *scene, const char *path, vl_error *error)
{
    char *yaml = vl_scene_to_yaml(scene);
    bool saved =
        can_be_read_back(yaml, path, error) && vl_file_write(path, yaml, strlen(yaml), error);
    vl_free(yaml);
    return saved;
}
