#include "scene/warnings.h"

#include "base/memory.h"
#include "physics/model/model.h"
#include "scene/build.h"
#include "scene/policy.h"

#include <math.h>

// The length of a frame in the mean, s: of the lane's own, or of `common`. One that is not known is
// taken as one of a screen.
static double frame_of(const vl_scene *lane, const vl_stream *common, double duration)
{
    bool own = lane->lane.own_stream || !common;
    vl_stream *parsed = own ? vl_stream_parse(lane->timestep, lane->path, &(vl_error){0}) : NULL;
    const vl_stream *stream = own ? parsed : common;
    bool known = stream && !stream->kind->is_frame;
    double frame = known ? vl_stream_mean(stream, duration) : 1.0 / 60;
    vl_stream_free(parsed);
    return frame;
}

// The policy of a lane within a first frame of `frame` s.
static vl_policy policy_in(const vl_scene *lane, double frame)
{
    vl_policy policy = {0};
    if (vl_policy_parse(&policy, lane->policy, NULL))
        vl_policy_frame(&policy, frame);
    return policy;
}

// --- cost ---

// What each of something takes in the window until it is drawn for the first time, as measured on
// scenes of a million particles: contacts are of the particles where there are colliders, systems
// of the links where a solver does not sweep over them.
typedef struct share {
    double bytes, first; // s
} share;

static const share of_particle = {2400, 2e-6}, of_contacts = {1900, 1e-6}, of_ball = {9000, 10e-6},
                   of_link = {600, 1e-6}, of_system = {1200, 2e-6};

// s: a step; a particle by itself, and for each force or collider; two that attract each other; a
// link.
static const double time_of_step = 0.6e-6, time_of_particle = 50e-9, time_of_rule = 10e-9,
                    time_of_pair = 10e-9;
static const double time_of_sweep = 4e-9, time_of_newton = 100e-9;

// s: a step of the springs of a cloth, by its links to the power 1.5; a Newton step of its rods or
// strings, by their number to the power 1.75. A larger matrix than the last these do without.
static const double time_of_matrix = 2e-7, time_of_factor = 5e-9, longest_factor = 2.5;

// Newton steps of a substep: of a plain net of rods, and of strings or where links are redundant.
static const int plain_newton = 8, most_newton = 12;

// An implicit method asks so often for the forces in a step.
static const double implicit_evaluations = 10;

// Below these nothing is told.
static const double much_memory = 0x1p28, much_time = 0.25; // bytes, s

// s, of a substep: the matrices of the springs of all cloths, or of their rods and strings in so
// many Newton steps at most.
static double matrix_cost(const vl_scene *scene, bool springs, int iterations)
{
    double sum = 0;
    for (int i = 0; i < scene->cloth_count; i++) {
        const vl_scene_cloth *cloth = &scene->cloths[i];
        double links = (double)vl_cloth_links(cloth), size = links * sqrt(links);
        bool soft = cloth->link.kind == VL_SPRING;
        bool plain = cloth->link.kind == VL_ROD && !cloth->shear && !cloth->bend;
        int newton = plain ? plain_newton : most_newton;
        double factor = time_of_factor * size * sqrt(sqrt(links));
        double hard = factor < longest_factor ? factor * fmin(iterations, newton) : 0;
        sum += soft == springs ? (soft ? time_of_matrix * size : hard) : 0;
    }
    return sum;
}

static void add(vl_scene_cost *cost, double count, const share *each)
{
    cost->bytes += count * each->bytes;
    cost->first += count * each->first;
}

// Adds what a step of a lane takes: `step`, s, where the common frames are of `common` s.
static void add_steps(vl_scene_cost *cost, const vl_scene *lane, const vl_stream *stream,
                      double common, double step)
{
    double frame = frame_of(lane, stream, 10);
    vl_policy policy = policy_in(lane, frame);
    double made = fmax(policy.left, policy.step > frame ? frame / policy.step : 1);
    cost->frame += step * fmax(1, made * common / frame);
}

vl_scene_cost vl_scene_cost_of(const vl_scene *scene, const vl_scene *lanes, int count,
                               const vl_stream *common)
{
    double particles = (double)vl_scene_particles(lanes), links = (double)vl_scene_links(lanes);
    double forces = 0, pairs = 0, frame = frame_of(scene, common, 10);
    bool balls = false;
    for (int i = 0; i < lanes->force_count; i++) { // those that keep momentum are of pairs
        bool of_pairs = lanes->forces[i].kind->keeps_momentum;
        pairs += of_pairs ? time_of_pair * particles : 0;
        forces += of_pairs ? 0 : time_of_rule;
    }
    for (int i = 0; i < lanes->collider_count; i++)
        balls |= lanes->colliders[i].kind->between_particles;
    vl_scene_cost cost = {.first = count * particles * pairs}; // its readings ask for them, too
    add(&cost, count * particles, &of_particle);
    add(&cost, lanes->collider_count > 0 ? count * particles : 0, &of_contacts);
    add(&cost, balls ? count * particles : 0, &of_ball);
    add(&cost, count * links, &of_link);
    for (int i = 0; i < count; i++) {
        const vl_solver_settings *solver = &lanes[i].solver;
        bool implicit = lanes[i].integrator->implicit, global = solver->method->global;
        double evaluated = (forces + pairs) * (implicit ? implicit_evaluations : 1);
        double particle = time_of_particle + evaluated + time_of_rule * lanes->collider_count;
        double link = (global ? time_of_newton : time_of_sweep) * solver->iterations;
        double substep = particles * particle + links * link;
        substep += implicit ? matrix_cost(lanes, true, 0) : 0;
        substep += global ? matrix_cost(lanes, false, solver->iterations) : 0;
        add(&cost, solver->method->ignores_order ? links : 0, &of_system);
        add_steps(&cost, &lanes[i], common, frame, time_of_step + solver->substeps * substep);
    }
    return cost;
}

bool vl_scene_tell_cost(const vl_scene_cost *cost, vl_text *text)
{
    if (cost->bytes < much_memory && cost->frame < much_time && cost->first < much_time)
        return false;
    vl_text_add(text,
                "The scene takes about %.2g MiB of memory, the first picture about %.2g s, and a "
                "frame about %.2g s",
                cost->bytes / 0x1p20, cost->first, cost->frame);
    return true;
}

double vl_scene_substep(const vl_scene *lane, const vl_stream *common, double duration)
{
    double frame = frame_of(lane, common, duration);
    vl_policy policy = policy_in(lane, frame);
    return fmin(policy.left > 0 ? policy.step : frame, frame) / lane->solver.substeps;
}

double vl_scene_lane_frames(const vl_scene *scene, const vl_scene *lane, const vl_stream *common,
                            double duration)
{
    double frames = frame_of(scene, common, duration) / frame_of(lane, common, duration);
    double later = frame_of(scene, common, 1e12) / frame_of(lane, common, 1e12);
    return lane->lane.own_stream ? fmax(frames, later) : 1;
}
