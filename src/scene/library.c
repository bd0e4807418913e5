#include "scene/library.h"

#include <yaml.h>

const char *vl_scene_yaml_version(void)
{
    return yaml_get_version_string();
}
