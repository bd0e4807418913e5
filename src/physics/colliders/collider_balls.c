// Between the particles: physics/contacts/balls.h.

#include "physics/colliders/colliders.h"

const vl_collider_kind vl_collider_balls = {
    .name = "balls",
    .between_particles = true,
};
