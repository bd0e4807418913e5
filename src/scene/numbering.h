#pragma once
/// Numbers the particles from 1: first single particles, then chains, then cloths.

#include "scene/scene.h"

#include <stdint.h>

typedef struct vl_numbering {
    int total;        ///< particles of all parts
    int *chain_first; ///< the first number of each chain, and the first number after the last chain
    int *cloth_first; ///< the same for cloths
} vl_numbering;

/// Particles of all parts, which may be more than a scene can have. vl_numbering_create() needs at
/// most VL_SCENE_MOST_PARTICLES.
int64_t vl_numbering_total(const vl_scene *scene);

/// Links of all parts.
int64_t vl_numbering_links(const vl_scene *scene);

/// Links of one cloth.
int64_t vl_numbering_cloth_links(const vl_scene_cloth *cloth);

void vl_numbering_create(vl_numbering *numbering, const vl_scene *scene);
void vl_numbering_free(vl_numbering *numbering);

/// Where a particle starts, m; 1 ≤ number ≤ total.
vl_vec3 vl_numbering_position(const vl_numbering *numbering, const vl_scene *scene, int number);

/// Where particle `index` (from 0) of a chain starts.
vl_vec3 vl_chain_position(const vl_scene_chain *chain, int index);

/// Where the particle in `column` and `row` (from 0) of a cloth starts.
vl_vec3 vl_cloth_position(const vl_scene_cloth *cloth, int column, int row);
