#include "scene/cost.h"

#include "scene/numbering.h"

// As measured on scenes of a million particles, and by the benchmark of docs/performance.md.
static const double bytes_of_particle = 600, bytes_of_link = 250, bytes_of_ball = 2100;

// s: a particle by itself, and for each force or collider; two that attract each other; a link.
static const double time_of_particle = 50e-9, time_of_rule = 10e-9, time_of_pair = 10e-9;
static const double time_of_sweep = 4e-9, time_of_newton = 100e-9;

// Below these nothing is told.
static const double much_memory = 256 * 1024.0 * 1024.0, much_time = 0.25; // bytes, s

double vl_scene_step_cost(const vl_scene *lanes, int count)
{
    double particles = (double)vl_numbering_total(lanes), links = (double)vl_numbering_links(lanes);
    double particle = time_of_particle, all = 0;
    for (int i = 0; i < lanes->force_count; i++) // forces that keep momentum are those of pairs
        particle += lanes->forces[i].kind->keeps_momentum ? time_of_pair * particles : time_of_rule;
    particle += time_of_rule * lanes->collider_count;
    for (int i = 0; i < count; i++) {
        const vl_solver_settings *solver = &lanes[i].solver;
        double link = solver->method->global ? time_of_newton : time_of_sweep;
        all += solver->substeps * (particles * particle + links * link * solver->iterations);
    }
    return all;
}

bool vl_scene_tell_cost(const vl_scene *lanes, int count, vl_text *text)
{
    double particles = (double)vl_numbering_total(lanes), links = (double)vl_numbering_links(lanes);
    double particle = bytes_of_particle, step = vl_scene_step_cost(lanes, count);
    for (int i = 0; i < lanes->collider_count; i++)
        particle += lanes->colliders[i].kind->between_particles ? bytes_of_ball : 0;
    double bytes = count * (particles * particle + links * bytes_of_link);
    if (bytes < much_memory && step < much_time)
        return false;
    if (count > 1)
        vl_text_add(text, "%d lanes of ", count);
    vl_text_add(text,
                "%.0f particles and %.0f links take about %.2g MiB of memory, and a step of all "
                "about %.2g s",
                particles, links, bytes / (1024.0 * 1024.0), step);
    return true;
}
