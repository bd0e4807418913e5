#include "scene/scene.h"

#include "base/memory.h"
#include "scene/scene_fields.h"

bool vl_scene_equal(const vl_scene *a, const vl_scene *b)
{
    return vl_record_equal(&vl_record_scene, a, b);
}

void vl_scene_free(vl_scene *scene)
{
    if (!scene)
        return;
    vl_record_release(&vl_record_scene, scene);
    vl_free(scene->path);
    vl_free(scene);
}
