#pragma once
/// The particles of a scene, numbered from 1: single ones, chains, cloths; and the world made of
/// them.

#include "physics/model/model.h"
#include "scene/scene.h"

#include <stdint.h>

/// Particles and links of all parts, which may be more than a scene can have.
int64_t vl_scene_particles(const vl_scene *scene);
int64_t vl_scene_links(const vl_scene *scene);

/// Links of one cloth.
int64_t vl_cloth_links(const vl_scene_cloth *cloth);

/// Sets the first number of each chain and cloth from the counts of those before it. There are at
/// most VL_SCENE_MOST_PARTICLES.
void vl_scene_number_parts(vl_scene *scene);

/// A part of a scene: an element of one of its lists ("particles", "colliders" …), its solver, or
/// (list NULL) the scene itself: gravity and damping.
typedef struct vl_scene_part {
    const char *list; ///< its key
    int index;        ///< from 0; of a list
} vl_scene_part;

/// The part that has a particle, and where it starts, m; `number` from 1 to vl_scene_particles().
vl_scene_part vl_scene_part_of_particle(const vl_scene *scene, int number);
vl_vec3 vl_scene_position(const vl_scene *scene, int number);

/// The distance of the ends of a link at the start, m.
double vl_scene_link_distance(const vl_scene *scene, const vl_scene_link *link);

/// Builds a world at time 0, ready to step, with the integrator and the solver of the scene. Slots
/// are assigned so that the links of a cloth are consecutive. Free with vl_world_free().
vl_world *vl_scene_build(const vl_scene *scene);

/// A world that is only read: its particles, where the file has them, its forces and colliders, and
/// the ends of its links. Memory for a step would be ten times as much. Free with vl_world_free().
vl_world *vl_scene_outline(const vl_scene *scene);
