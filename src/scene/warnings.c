#include "scene/warnings.h"

#include "base/elementary.h"
#include "physics/math/sparse.h"
#include "scene/build.h"
#include "scene/policy.h"

#include <stdlib.h>

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

// s: a step; a particle by itself, for each force or collider; a ball, and one of no
// chain or cloth in a heap, where gravity and a wall can make one; two that attract each other.
static const double time_of_step = 0.6e-6, time_of_particle = 50e-9, time_of_rule = 10e-9,
                    time_of_ball = 2e-6, time_in_heap = 240e-6, time_of_pair = 10e-9;

// s, of an iteration: a link of a chain or cloth in vector code; one that is visited after another,
// because of the order or as links of a list may share an end; a particle on coarser grids; a link
// of a chain by Newton's method, and of a cluster that is a net.
static const double time_of_sweep = 4e-9, time_in_order = 40e-9, time_of_grids = 150e-9,
                    time_of_newton = 100e-9, time_of_cluster = 1.2e-6;

// s: a step of the springs of a cloth, by its links to the power 1.5; a Newton step of its rods or
// strings, by their number to the power 1.75; an operation of one on a net of any shape. A larger
// matrix than the last these do without.
static const double time_of_matrix = 2e-7, time_of_factor = 1.5e-9, time_of_operation = 0.3e-9,
                    longest_factor = 0.75;

// At most: Newton steps on a net, and in a visit to a cluster; evaluations of an implicit step.
static const int most_newton = 10, most_visit = 4, implicit_evaluations = 10;

static const double much_memory = 0x1p28, much_time = 0.25; // bytes, s; less is not told

// s, of a factor of the matrix of so many rods or strings; 0: it is not made.
static double factor_of(double links)
{
    double factor = time_of_factor * vl_pow(links, 1.75);
    return factor < longest_factor ? factor : 0;
}

// s, of a factor of the matrix of the links that the scene lists: what its order leaves to do, of
// particles with three axes each; 0: it is not made.
static double factor_of_list(const vl_scene *lane)
{
    int size = (int)vl_scene_particles(lane), *entry;
    vl_pattern pattern = vl_pattern_create(size, size + lane->link_count);
    for (int i = 0; i < size; i++)
        vl_pattern_add(&pattern, i, i);
    for (int i = 0; i < lane->link_count; i++) {
        int a = lane->links[i].from.number - 1, b = lane->links[i].to.number - 1;
        vl_pattern_add(&pattern, a > b ? a : b, a > b ? b : a);
    }
    vl_arena arena = {0};
    double time = time_of_operation * VL_AXES * VL_AXES * VL_AXES;
    vl_sparse *sparse = vl_sparse_create(&arena, &pattern, longest_factor / time, &entry);
    double factor = sparse ? time * sparse->work : 0;
    vl_arena_free(&arena);
    return factor;
}

// s, of the links in a substep of a lane.
static double solver_cost(const vl_scene *lane)
{
    const vl_solver_settings *solver = &lane->solver;
    bool implicit = lane->integrator->implicit, global = solver->method->global;
    double iterations = solver->iterations, newton = fmin(iterations, most_newton), sum = 0;
    bool net = lane->link_count >= lane->particle_count; // the links of the list
    double links = (double)vl_scene_links(lane), listed = lane->link_count, rows = net ? 0 : listed;
    for (int i = 0; i < lane->cloth_count; i++) {
        double n = (double)vl_cloth_links(&lane->cloths[i]);
        bool soft = lane->cloths[i].link.kind == VL_SPRING;
        sum += soft ? implicit * time_of_matrix * vl_pow(n, 1.5) : global * newton * factor_of(n);
    }
    for (int i = 0; i < lane->chain_count; i++)
        rows += lane->chains[i].links;
    if (global)
        return sum + time_of_newton * iterations * links +
               (net ? newton * factor_of_list(lane) : 0);
    double clusters = time_of_newton * rows + time_of_cluster * (links - rows);
    for (int i = 0, size = 0; i < lane->link_count; i++) { // those that the scene gives
        int cluster = lane->links[i].link.cluster;
        size = i > 0 && lane->links[i - 1].link.cluster == cluster ? size + 1 : 1;
        clusters += cluster > 0 ? most_visit * (factor_of(size) - factor_of(size - 1)) : 0;
    }
    double grids = solver->grids > 0 ? time_of_grids * (double)vl_scene_particles(lane) : 0;
    double visits = solver->order == VL_ORDER_COLOURED ? links - listed : 0;
    double sweep = time_of_sweep * visits + time_in_order * (links - visits) + grids;
    return sum + iterations * (solver->method->ignores_order ? clusters : sweep);
}

static void add(vl_scene_cost *cost, double count, const share *each)
{
    cost->bytes += count * each->bytes;
    cost->first += count * each->first;
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
    bool heaps = balls && lanes->collider_count > 1 && vl_length(lanes->gravity) > 0;
    double heap = heaps ? time_in_heap * lanes->particle_count : 0;
    vl_scene_cost cost = {.first = count * particles * pairs}; // its readings ask for them, too
    add(&cost, count * particles, &of_particle);
    add(&cost, lanes->collider_count > 0 ? count * particles : 0, &of_contacts);
    add(&cost, balls ? count * particles : 0, &of_ball);
    add(&cost, count * links, &of_link);
    for (int i = 0; i < count; i++) {
        double often = lanes[i].integrator->implicit ? implicit_evaluations : 1;
        double particle = time_of_particle + often * (forces + pairs) + (balls ? time_of_ball : 0) +
                          time_of_rule * lanes->collider_count;
        double step =
            lanes[i].solver.substeps * (particles * particle + heap + solver_cost(&lanes[i]));
        add(&cost, lanes[i].solver.method->ignores_order ? links : 0, &of_system);
        double own = frame_of(&lanes[i], common, 10);
        vl_policy policy = policy_in(&lanes[i], own);
        double made = fmax(policy.left, policy.step > own ? own / policy.step : 1);
        cost.frame += (time_of_step + step) * fmax(1, made * frame / own);
    }
    return cost;
}

// For people, who read 400 and not 4e+02.
static double two_digits(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.2g", value);
    return strtod(text, NULL);
}

bool vl_scene_tell_cost(const vl_scene_cost *cost, vl_text *text)
{
    if (cost->bytes < much_memory && cost->frame < much_time && cost->first < much_time)
        return false;
    vl_text_add(text,
                "The scene takes about %.6g MiB of memory, the first picture about %.6g s, and a "
                "frame about %.6g s",
                two_digits(cost->bytes / 0x1p20), two_digits(cost->first), two_digits(cost->frame));
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
