#include "lab/reading.h"

#include "physics/forces/forces.h"

#include <inttypes.h>
#include <math.h>

void vl_reading_take_positions(vl_reading *reading, const vl_world *world,
                               const vl_reference *reference)
{
    const vl_links *links = &world->links;
    reading->step = world->now.frames;
    reading->time = world->now.time;
    const vl_solve_report *solved = &world->solved;
    reading->solved = *solved;
    reading->unsolved = solved->divided + solved->failed + solved->unconverged;
    reading->touching = world->contacts;
    reading->broken = world->broken;

    reading->gravity = vl_energy_gravity(world);
    reading->springs = vl_energy_springs(world);
    reading->contacts = vl_energy_contacts(world);
    reading->forces = 0;
    for (int i = 0; i < world->force_count; i++)
        reading->forces += vl_energy_force(world, i);
    double sum = reading->gravity + reading->springs + reading->contacts + reading->forces;
    reading->potential = vl_energy_exists(world) ? sum : (double)NAN;

    double rms;
    reading->stretch_max = reading->stretch_rms = reading->residual = (double)NAN;
    if (links->count > 0)
        vl_links_stretch(links, &world->particles, 0, links->count, &reading->stretch_max,
                         &reading->stretch_rms);
    if (links->hard_count > 0 && world->solved.measured)
        reading->residual = world->solved.residual;
    else if (links->hard_count == links->count)
        reading->residual = reading->stretch_max;
    else if (links->hard_count > 0)
        vl_links_stretch(links, &world->particles, 0, links->hard_count, &reading->residual, &rms);

    reading->position_error =
        reference->exact ? vl_exact_error(reference->exact, world) : (double)NAN;
    reading->reference_error = (double)NAN;
    reading->kinetic = reading->energy = (double)NAN;
    reading->energy_change = reading->energy_error = (double)NAN;
    for (int c = 0; c < vl_cause_count; c++)
        reading->ledger[c] = (double)NAN;
}

void vl_reading_complete(vl_reading *reading, double kinetic, const vl_reference *reference)
{
    reading->kinetic = kinetic;
    reading->energy = kinetic + reading->potential;
    reading->energy_change =
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

bool vl_troubles_can_be(const vl_world *world)
{
    const vl_solver_settings *solver = &world->solver;
    return world->integrator->implicit ||
           (world->links.hard_count > 0 && solver->method->can_fail[solver->direction]);
}

void vl_troubles_add(vl_troubles *troubles, const vl_reading *reading)
{
    troubles->divided += reading->solved.divided;
    troubles->failed += reading->solved.failed;
    troubles->unconverged += reading->solved.unconverged;
    troubles->residual = fmax(troubles->residual, reading->residual);
}

bool vl_troubles_tell(const vl_troubles *troubles, int64_t substeps, vl_text *text)
{
    const struct {
        int64_t count;
        const char *what;
    } kinds[] = {
        {troubles->divided, "had to be divided"},
        {troubles->failed, "had no solution"},
        {troubles->unconverged, "did not converge"},
    };

    int told = 0;
    for (int i = 0; i < 3; i++) {
        if (kinds[i].count > 0 && told++ == 0)
            vl_text_add(text, "of %" PRId64 " substeps ", substeps);
        if (kinds[i].count > 0)
            vl_text_add(text, "%s%" PRId64 " %s", told > 1 ? ", " : "", kinds[i].count,
                        kinds[i].what);
    }
    if (troubles->failed + troubles->unconverged > 0 && troubles->residual > 0)
        vl_text_add(text, "; the largest residual is %.2g", troubles->residual);
    return told > 0;
}
