#include "scene/cost.h"

#include "scene/numbering.h"

#include <stdint.h>

// As measured on scenes of a million particles, and by the benchmark of docs/performance.md.
static const double bytes_of_particle = 600, bytes_of_link = 250, bytes_of_ball = 2100;
static const double time_of_particle = 50e-9, time_of_sweep = 4e-9, time_of_newton = 100e-9; // s

// Below these nothing is told.
static const double much_memory = 256 * 1024.0 * 1024.0, much_time = 1; // bytes, s

static bool has_balls(const vl_scene *scene)
{
    bool found = false;
    for (int i = 0; i < scene->collider_count; i++)
        found |= scene->colliders[i].kind->between_particles;
    return found;
}

vl_cost vl_scene_cost(const vl_scene *scene)
{
    double particles = (double)vl_numbering_total(scene);
    double links = (double)vl_numbering_links(scene);
    const vl_solver_settings *solver = &scene->solver;
    bool newton = solver->method->global;
    double link = (newton ? time_of_newton : time_of_sweep) * solver->iterations;
    return (vl_cost){
        .bytes = particles * (bytes_of_particle + (has_balls(scene) ? bytes_of_ball : 0)) +
                 links * bytes_of_link,
        .step = solver->substeps * (particles * time_of_particle + links * link),
    };
}

bool vl_scene_tell_cost(const vl_scene *lanes, int count, vl_text *text)
{
    vl_cost all = {0, 0};
    for (int i = 0; i < count; i++) {
        vl_cost one = vl_scene_cost(&lanes[i]);
        all.bytes += one.bytes;
        all.step += one.step;
    }
    if (all.bytes < much_memory && all.step < much_time)
        return false;
    if (count > 1)
        vl_text_add(text, "%d lanes of ", count);
    vl_text_add(text,
                "%lld particles and %lld links take about %.2g MiB of memory, and a step of all "
                "about %.2g s",
                (long long)vl_numbering_total(lanes), (long long)vl_numbering_links(lanes),
                all.bytes / (1024.0 * 1024.0), all.step);
    return true;
}
