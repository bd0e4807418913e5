#include "lab/reading.h"
#include "physics/forces/forces.h"

static void take_potential(vl_reading *reading, const vl_world *world)
{
    reading->gravity = vl_energy_gravity(world);
    reading->springs = vl_energy_springs(world);
    reading->contacts = vl_energy_contacts(world);
    reading->forces = 0;
    for (int i = 0; i < world->force_count; i++)
        reading->forces += vl_energy_force(world, i);

    bool exists = vl_energy_exists(world);
    double sum = reading->gravity + reading->springs + reading->contacts + reading->forces;
    reading->potential = exists ? sum : (double)NAN;
}

static void take_stretch(vl_reading *reading, const vl_world *world)
{
    const vl_links *links = &world->links;
    reading->stretch_max = reading->stretch_rms = (double)NAN;
    if (links->count > 0)
        vl_links_stretch(links, &world->particles, 0, links->count, &reading->stretch_max,
                         &reading->stretch_rms);
}

// Without springs the largest strain is that of the rods and strings.
static void take_residual(vl_reading *reading, const vl_world *world)
{
    const vl_links *links = &world->links;
    double rms;
    reading->residual = world->solved.residual;
    if (!world->solved.measured && links->hard_count == links->count)
        reading->residual = reading->stretch_max;
    else if (!world->solved.measured)
        vl_links_stretch(links, &world->particles, 0, links->hard_count, &reading->residual, &rms);
    if (links->hard_count == 0)
        reading->residual = (double)NAN;
}

void vl_reading_take_positions(vl_reading *reading, const vl_world *world,
                               const vl_reference *reference)
{
    reading->step = world->now.frames;
    reading->time = world->now.time;
    reading->solved = world->solved;
    reading->touching = world->contacts;
    reading->broken = world->broken;
    take_potential(reading, world);
    take_stretch(reading, world);
    take_residual(reading, world);
    reading->position_error =
        reference->exact ? vl_exact_error(reference->exact, world) : (double)NAN;
    reading->reference_error = (double)NAN;
    reading->kinetic = reading->energy = reading->energy_error = (double)NAN;
    for (int c = 0; c < vl_cause_count; c++)
        reading->ledger[c] = (double)NAN;
}

void vl_reading_complete(vl_reading *reading, double kinetic, const vl_reference *reference)
{
    reading->kinetic = kinetic;
    reading->energy = kinetic + reading->potential;
    reading->energy_error =
        vl_energy_scale_share(&reference->scale, reading->energy - reference->energy);
    reading->in_joules = reference->scale.joule == 0;
}

double vl_ledger_sum(const double parts[VL_MOST_CAUSES])
{
    double sum = 0;
    for (int c = 0; c < vl_cause_count; c++)
        sum += parts[c];
    return sum;
}
