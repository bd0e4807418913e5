#include "cli/load.h"

#include "base/memory.h"
#include "scene/find.h"
#include "scene/stream.h"

#include <string.h>

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

bool vl_cli_stream_is_file(const char *text)
{
    size_t length = strcspn(text, ":");
    for (int i = 0; i < vl_stream_kind_count; i++)
        if (vl_stream_kinds[i].takes_path && strlen(vl_stream_kinds[i].form.name) == length &&
            strncmp(text, vl_stream_kinds[i].form.name, length) == 0)
            return text[length] && text[length + 1];
    return false;
}
