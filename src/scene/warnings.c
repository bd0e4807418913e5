#include "scene/warnings.h"

#include "base/memory.h"
#include "physics/model/model.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/file.h"
#include "scene/lanes.h"
#include "scene/numbering.h"
#include "scene/policy.h"

#include <math.h>

// --- cost ---

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

// --- steps that are too long ---

// Where k/m is largest among the springs and penalties of what can move.
typedef struct stiffest {
    double stiffness, mass; // N/m; kg, of both ends of a spring the reduced one
    double omega;           // 1/s, √(k/m)
    int first, second;      // numbers of particles; 0: there is no second
} stiffest;

static void take(stiffest *worst, double stiffness, double inverse_mass, int first, int second)
{
    double omega = sqrt(stiffness * inverse_mass);
    if (omega > worst->omega)
        *worst = (stiffest){stiffness, 1 / inverse_mass, omega, first, second};
}

// Whether there is anything to look for: a world of millions of rods takes seconds to make.
static bool has_soft(const vl_scene *scene)
{
    bool found = false;
    for (int i = 0; i < scene->link_count; i++)
        found |= scene->links[i].link.kind == VL_SPRING;
    for (int i = 0; i < scene->chain_count; i++)
        found |= scene->chains[i].link.kind == VL_SPRING;
    for (int i = 0; i < scene->cloth_count; i++)
        found |= scene->cloths[i].link.kind == VL_SPRING;
    for (int i = 0; i < scene->collider_count; i++)
        found |= scene->colliders[i].response == VL_RESPONSE_PENALTY;
    return found;
}

static stiffest find_stiffest(const vl_scene *scene)
{
    vl_world *world = vl_scene_as_written(scene);
    const vl_particles *p = &world->particles;
    const vl_links *links = &world->links;
    stiffest worst = {0};
    for (int k = links->hard_count; k < links->count; k++) {
        int from = links->from[k], to = links->to[k];
        take(&worst, links->stiffness[k], p->inverse_mass[from] + p->inverse_mass[to],
             p->number_of[from], p->number_of[to]);
    }
    for (int i = 0; i < world->collider_count; i++)
        for (int k = 0; world->colliders[i].response == VL_RESPONSE_PENALTY && k < p->count; k++)
            take(&worst, world->colliders[i].stiffness, p->inverse_mass[k], p->number_of[k], 0);
    vl_world_free(world);
    return worst;
}

// The length of a frame in the mean, s: of the lane's own, or of `common`; 0: it is not known.
static double frame_of(const vl_scene *lane, const vl_stream *common, double duration)
{
    const double measured = 1.0 / 60; // s
    vl_error ignored = {0};
    char *folder = lane->path ? vl_path_folder(lane->path) : NULL;
    bool own = lane->lane.own_stream || !common;
    vl_stream *parsed = own ? vl_stream_parse(lane->timestep, folder, &ignored) : NULL;
    const vl_stream *stream = own ? parsed : common;
    double frame = !stream                  ? 0
                   : stream->kind->is_frame ? measured
                                            : vl_stream_mean(stream, duration);
    vl_stream_free(parsed);
    vl_free(folder);
    return frame;
}

double vl_scene_substep(const vl_scene *lane, const vl_stream *common, double duration)
{
    double step = frame_of(lane, common, duration);
    vl_policy policy;
    if (vl_policy_parse(&policy, lane->policy, NULL)) {
        double made = vl_policy_look(&policy, step);
        step = made > 0 ? fmin(made, step) : step;
    }
    return step / lane->solver.substeps;
}

double vl_scene_lane_frames(const vl_scene *scene, const vl_scene *lane, const vl_stream *common,
                            double duration)
{
    double own = lane->lane.own_stream ? frame_of(lane, common, duration) : 0;
    return own > 0 ? frame_of(scene, common, duration) / own : 1;
}

bool vl_scene_tell_stiffness(const vl_scene *scene, const vl_stream *common, vl_text *text)
{
    static const double most = 2; // of Verlet's methods, which bear as much as any but rk4
    vl_scene lanes[VL_SCENE_MOST_LANES];
    int count = vl_scene_lanes(scene, lanes), longest = -1;
    double h = 0;
    for (int i = 0; i < count; i++) {
        double substep =
            lanes[i].integrator->implicit ? 0 : vl_scene_substep(&lanes[i], common, 60);
        if (substep > h) {
            h = substep;
            longest = i;
        }
    }
    stiffest worst = longest >= 0 && has_soft(scene) ? find_stiffest(scene) : (stiffest){0};
    if (!(h * worst.omega > most))
        return false;
    vl_scene_lane_tell(scene, longest, text);
    vl_text_add(text, "a step of h = %.3g s is too long for ", h);
    if (worst.second > 0)
        vl_text_add(text,
                    "the spring of k = %.4g N/m between the particles %d and %d, reduced mass ",
                    worst.stiffness, worst.first, worst.second);
    else
        vl_text_add(text, "the penalty of k = %.4g N/m and particle %d, ", worst.stiffness,
                    worst.first);
    vl_text_add(text,
                "m = %.3g kg: h √(k/m) is %.3g, and an explicit method bears %g (rk4 2.8); "
                "expected at least %.0f substeps, a softer one, or an implicit method",
                worst.mass, h * worst.omega, most,
                ceil(lanes[longest].solver.substeps * h * worst.omega / most));
    return true;
}
