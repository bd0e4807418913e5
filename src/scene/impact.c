#include "scene/impact.h"

#include "base/memory.h"
#include "physics/colliders/colliders.h"
#include "physics/world/world.h"
#include "scene/policy.h"

#include <math.h>

// --- one impact ---

enum { PHASES = 16 };

// A part of the tolerance is kept for the phases between those that are measured. A step that is
// proposed has to be better: it is rounded, and the error does not fall evenly with the step.
static const double accepted = 0.9 * VL_IMPACT_TOLERANCE, proposed = 0.75 * VL_IMPACT_TOLERANCE;

// A contact lasts π √(m/k) at most; whoever is still inside after twice that does not come out, or
// creeps with a speed that does not change any more.
static const double longest_contact = 6.3;

// A ball of 1 kg and radius 1 m that comes down on y = 0 at 1 m/s, and gets there at `phase` of the
// second step.
static vl_world *falling_ball(const vl_integrator *integrator, double restitution, double step,
                              double phase)
{
    vl_world *world = vl_world_create(1);
    world->integrator = integrator;
    world->particles.radius[0] = 1;
    world->particles.x[1][0] = 1 + (1 + phase) * step;
    world->particles.v[1][0] = -1;
    world->collider_count = 1;
    world->colliders = vl_alloc(1, sizeof *world->colliders);
    world->colliders[0] = (vl_collider){.kind = &vl_collider_plane,
                                        .response = VL_RESPONSE_PENALTY,
                                        .restitution = restitution,
                                        .stiffness = 1,
                                        .normal = {0, 1, 0}};
    vl_world_link(world, NULL, 0);
    return world;
}

// The speed with which it leaves. The force of an explicit method is that of the step's start, and
// two steps after the contact nothing of it is left in any state.
static double speed_after(const vl_integrator *integrator, double restitution, double step,
                          double phase)
{
    vl_world *world = falling_ball(integrator, restitution, step, phase);
    const double *y = world->particles.x[1];
    bool inside = false, out = false;
    double end = longest_contact + 2 * step;
    while (!out && world->now.time < end && vl_world_step(world, step)) {
        out = inside && y[0] > 1;
        inside = y[0] < 1;
    }
    for (int i = 0; i < 2; i++)
        (void)vl_world_step(world, step);
    vl_world_synchronise(world);
    double v = vl_world_velocity(world)[1][0];
    vl_world_free(world);
    return v;
}

double vl_impact_error(const vl_integrator *integrator, double restitution, double step)
{
    double worst = 0;
    for (int i = 0; i < PHASES; i++) {
        double v = speed_after(integrator, restitution, step, (double)i / PHASES);
        if (!isfinite(v))
            return HUGE_VAL;
        worst = fmax(worst, fabs(v - restitution));
    }
    return worst;
}

// Whether vl_impact_error() is at most `most`; this ends with the first impact that is off.
static bool is_good(const vl_integrator *integrator, double restitution, double step, double most)
{
    for (int i = 0; i < PHASES; i++) {
        double v = speed_after(integrator, restitution, step, (double)i / PHASES);
        if (!(fabs(v - restitution) <= most))
            return false;
    }
    return true;
}

// A long step can be right by chance: with dt √(k/m) = 1 a spring comes back after three steps
// exactly, and with the number of steps in a contact the error rises and falls. So shorter ones
// have to be right, too.
static bool keeps_to(double most, const vl_integrator *integrator, double restitution, double step)
{
    static const double parts[] = {1, 0.97, 0.94, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5};
    if (step <= VL_IMPACT_SHORT_STEP)
        return true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!is_good(integrator, restitution, parts[i] * step, most))
            return false;
    return true;
}

double vl_impact_step(const vl_integrator *integrator, double restitution, double step)
{
    if (keeps_to(accepted, integrator, restitution, step))
        return step;
    do
        step *= 0.95;
    while (!keeps_to(proposed, integrator, restitution, step));
    return step;
}

// --- those of a scene ---

// The mass of the lightest particle that can move, kg; HUGE_VAL: there is none. It has the shortest
// contact.
static double lightest_mass(const vl_scene *scene)
{
    double least = HUGE_VAL;
    for (int i = 0; i < scene->particle_count; i++)
        if (!scene->particles[i].pinned)
            least = fmin(least, scene->particles[i].mass);
    for (int i = 0; i < scene->chain_count; i++) {
        const vl_scene_chain *chain = &scene->chains[i];
        least = fmin(least, chain->mass / chain->links);
        if (chain->has_ball)
            least = fmin(least, chain->ball_mass);
    }
    for (int i = 0; i < scene->cloth_count; i++) {
        const vl_scene_cloth *cloth = &scene->cloths[i];
        least = fmin(least, cloth->mass / ((double)cloth->columns * cloth->rows));
    }
    return least;
}

bool vl_impact_refuses(const vl_scene *scene, int index, const vl_integrator *integrator, double dt,
                       vl_text *reason)
{
    const vl_collider *collider = &scene->colliders[index];
    double mass = lightest_mass(scene);
    if (collider->kind->between_particles || collider->response != VL_RESPONSE_PENALTY ||
        !(dt > 0) || !isfinite(mass))
        return false;
    double step = dt * sqrt(collider->stiffness / mass);
    double good = vl_impact_step(integrator, collider->restitution, step);
    if (good == step)
        return false;
    // three digits are up to half a percent too many
    vl_text_add(reason,
                "with %s and substeps of %.3g s a penalty of %g N/m does not give a particle of "
                "%g kg the restitution %g to %g: expected substeps of at most %.3g s (substeps: "
                "%.0f), or a stiffness of at most %.3g N/m",
                integrator->name, dt, collider->stiffness, mass, collider->restitution,
                VL_IMPACT_TOLERANCE, 0.99 * dt * good / step,
                ceil(scene->solver.substeps * step / good),
                0.99 * collider->stiffness * good * good / (step * step));
    return true;
}

// How many frames are looked at: of a stream, half of them after everything that it does once, and
// by a policy.
enum { STREAM_FRAMES = 4096, POLICY_FRAMES = 100 };

// The longest frame that comes more than once, s.
static double longest_frame(vl_stream *stream)
{
    double longest = 0, second = 0, dt;
    if (stream->kind->is_frame)
        return 1.0 / 60;
    for (int i = 0; i < STREAM_FRAMES; i++) {
        double time = i < STREAM_FRAMES / 2 ? 0 : vl_stream_change(stream) + 1;
        if (!vl_stream_next(stream, time, &dt))
            break;
        second = fmax(second, fmin(longest, dt));
        longest = fmax(longest, dt);
    }
    vl_stream_rewind(stream);
    return second > 0 ? second : longest;
}

double vl_impact_substep(const vl_scene *scene, vl_stream *stream)
{
    double frame = longest_frame(stream), longest = 0, step;
    vl_policy policy;
    vl_error ignored = {0};
    if (!vl_policy_parse(&policy, scene->policy, &ignored))
        return 0;
    for (int i = 0; i < POLICY_FRAMES; i++) {
        vl_policy_frame(&policy, frame);
        while (vl_policy_next(&policy, &step))
            longest = fmax(longest, step);
    }
    return longest / scene->solver.substeps;
}
