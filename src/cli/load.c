#include "cli/load.h"

#include "base/memory.h"
#include "scene/find.h"

vl_scene *vl_cli_load(const char *word, char **path, vl_error *error)
{
    char *found = vl_scene_find(word, error);
    vl_scene *scene = found ? vl_scene_load(found, error) : NULL;
    if (path && scene)
        *path = found;
    else
        vl_free(found);
    return scene;
}
