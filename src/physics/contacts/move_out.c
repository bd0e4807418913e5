#include "physics/colliders/colliders.h"
#include "physics/contacts/contacts.h"

// Moves a particle out of one collider; the way, m.
static vl_vec3 way_out(const vl_collider *collider, vl_vec3 x, double radius)
{
    if (collider->response != VL_RESPONSE_MOVE_OUT)
        return (vl_vec3){0, 0, 0};
    vl_clearance c = collider->kind->clearance(collider, x);
    return vl_scale(c.normal, fmax(0, radius - c.distance));
}

void vl_contacts_move_out(vl_world *world, double h)
{
    const vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 from = vl_read(p->x, i), x = from;
        for (int k = 0; k < world->collider_count && p->inverse_mass[i] > 0; k++)
            x = vl_add(x, way_out(&world->colliders[k], x, p->radius[i]));
        vl_vec3 moved = vl_sub(x, from);
        if (vl_length(moved) == 0)
            continue;
        world->now.touched |= 1u << VL_RESPONSE_MOVE_OUT;
        VL_TELL(world, moved_out, i, moved, h);
        vl_write(p->x, i, x);
    }
}

bool vl_contacts_moves_out(const vl_world *world)
{
    for (int i = 0; i < world->collider_count; i++)
        if (world->colliders[i].response == VL_RESPONSE_MOVE_OUT)
            return true;
    return false;
}
