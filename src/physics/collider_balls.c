// Between the particles: physics/balls.h.

#include "physics/collider.h"

const vl_collider_kind vl_collider_balls = {
    .name = "balls",
    .between_particles = true,
};
