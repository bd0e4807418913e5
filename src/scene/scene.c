#include "scene/scene.h"

#include "base/memory.h"
#include "scene/numbering.h"
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

int vl_scene_total_particles(const vl_scene *scene)
{
    return (int)vl_numbering_total(scene);
}

int vl_scene_total_links(const vl_scene *scene)
{
    return (int)vl_numbering_links(scene);
}

static bool is_force_planar(const vl_force *force)
{
    return force->center.z == 0 && force->axis != 2;
}

// A box whose middle lies in the plane meets what is in the plane by faces that stand on it.
static bool is_collider_planar(const vl_collider *collider)
{
    return collider->normal.z == 0 && collider->center.z == 0;
}

bool vl_scene_is_planar(const vl_scene *scene)
{
    bool planar = scene->gravity.z == 0;
    for (int i = 0; i < scene->particle_count; i++)
        planar &= scene->particles[i].at.z == 0 && scene->particles[i].velocity.z == 0;
    for (int i = 0; i < scene->chain_count; i++)
        planar &= scene->chains[i].from.z == 0 && scene->chains[i].to.z == 0;
    for (int i = 0; i < scene->cloth_count; i++)
        planar &= scene->cloths[i].origin.z == 0 && scene->cloths[i].along.z == 0 &&
                  scene->cloths[i].down.z == 0;
    for (int i = 0; i < scene->force_count; i++)
        planar &= is_force_planar(&scene->forces[i]);
    for (int i = 0; i < scene->collider_count; i++)
        planar &= is_collider_planar(&scene->colliders[i]);
    return planar;
}
