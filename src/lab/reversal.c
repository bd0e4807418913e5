#include "lab/reversal.h"

#include "physics/forces/forces.h"
#include "physics/world/world.h"

static bool takes_energy(const vl_world *world)
{
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind->does_work)
            return true;
    for (int i = world->links.hard_count; i < world->links.count; i++)
        if (world->links.damping[i] > 0)
            return true;
    return false;
}

const char *vl_reversal_hindrance(const vl_world *world)
{
    if (!vl_energy_exists(world))
        return "A force depends on time, which goes on: the motion back is another one.";
    if (world->damping > 0 || world->damping_per_step > 0)
        return "Damping takes speed there and back.";
    if (world->broken > 0)
        return "A link that is broken stays so.";
    if (world->now.touched)
        return "An impact is another one when it is met from behind.";
    if (vl_world_turns(world))
        return "A magnetic field turns the motion back to the same side, unless it is reversed as "
               "well.";
    if (takes_energy(world))
        return "A force or a damped spring takes or gives energy both ways.";
    if (world->links.hard_count > 0 && world->solver.direction == VL_DIRECTION_NEW)
        return "Links that are corrected along their new direction take energy both ways.";
    return NULL;
}
