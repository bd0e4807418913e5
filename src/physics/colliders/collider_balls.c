// Between the particles: physics/contacts/balls.h.

#include "physics/model/collider.h"

const vl_collider_kind vl_collider_balls = {
    .name = "balls",
    .between_particles = true,
};
