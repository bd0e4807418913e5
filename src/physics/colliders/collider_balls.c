// Particles that collide with each other, see physics/contacts/balls.h.

#include "physics/colliders/colliders.h"

const vl_collider_kind vl_collider_balls = {
    .name = "balls",
    .keys = "restitution",
    .example = "{kind: balls, restitution: 1}",
    .between_particles = true,
};
