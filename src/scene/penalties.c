#include "scene/penalties.h"

#include "base/elementary.h"
#include "base/memory.h"
#include "scene/fall.h"
#include "scene/impact.h"

#include <math.h>

// What a scene file takes.
enum { MOST_SUBSTEPS = 10000 };

static bool is_penalty(const vl_scene *scene, int index)
{
    const vl_collider *collider = &scene->colliders[index];
    return !collider->kind->between_particles && collider->response == VL_RESPONSE_PENALTY;
}

// --- the steps ---

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

// The length of the longest substep, s.
static double longest_substep(const vl_frames *frames)
{
    return vl_frames_longest(frames) / frames->substeps;
}

// A penalty, and the particle that it is judged by.
typedef struct judged {
    const vl_collider *collider;
    double mass; // kg
    const vl_frames *frames;
} judged;

static vl_impact impact_of(const judged *p, const vl_integrator *integrator)
{
    return (vl_impact){.integrator = integrator,
                       .restitution = p->collider->restitution,
                       .unit = sqrt(p->collider->stiffness / p->mass),
                       .frames = p->frames};
}

// The first number of substeps that is tried: with fewer a step is longer than 2 √(m/k).
static double least_substeps(const vl_impact *impact)
{
    const vl_frames *frames = impact->frames;
    return fmax(frames->substeps, ceil(impact->unit * vl_frames_longest(frames) / 2));
}

// How many substeps a frame needs, each try with a twentieth more; 0: no number that a scene may
// have is enough.
static int substeps_that_do(const vl_impact *impact)
{
    vl_frames frames = *impact->frames;
    if (!(least_substeps(impact) <= MOST_SUBSTEPS))
        return 0;
    frames.substeps = (int)least_substeps(impact);
    vl_impact finer = *impact, free = finer;
    finer.frames = free.frames = &frames;
    free.press = 0;
    while (!vl_impact_keeps(&free, true) || !vl_impact_keeps(&finer, false)) {
        if (vl_impact_is_short(&finer) || frames.substeps > MOST_SUBSTEPS)
            return 0;
        frames.substeps += 1 + frames.substeps / 20;
    }
    return frames.substeps;
}

// A number as three digits have it.
static double rounded(double number)
{
    double unit = vl_pow(10, floor(vl_log10(number)) - 2);
    return round(number / unit) * unit;
}

// A stiffness that is low enough, N/m; 0: none is.
static double stiffness_that_does(const vl_impact *impact, double mass)
{
    vl_impact softer = *impact;
    double longest = vl_frames_longest(impact->frames) / impact->frames->substeps;
    double unit = fmin(impact->unit, 2 / longest), stiffness = mass * unit * unit;
    do {
        if (vl_impact_is_short(&softer))
            return 0;
        stiffness = rounded(0.92 * stiffness);
        softer.unit = sqrt(stiffness / mass);
    } while (!vl_impact_keeps(&softer, true));
    return stiffness;
}

// Whether the late frame is too long.
static bool late_is_odd(vl_impact impact)
{
    impact.late = impact.frames->late > 0;
    return impact.late && vl_impact_error(&impact) > VL_IMPACT_TOLERANCE;
}

// What is wrong with a penalty under one method.
typedef enum trouble {
    NONE,
    COARSE,   // the steps that come again are too long
    HOPELESS, // and no steps of that kind do
    LATE,     // the late frame is too long
    TROUBLES
} trouble;

// What is wrong with it under several ones.
typedef struct verdicts {
    vl_text names[TROUBLES]; // the methods
    int substeps;            // that do for all that are COARSE; 0: no number that a scene may have
    double stiffness;        // N/m, likewise
} verdicts;

static trouble trouble_of(const vl_impact *impact, double mass, double *stiffness)
{
    *stiffness = HUGE_VAL;
    if (vl_impact_keeps(impact, false))
        return late_is_odd(*impact) ? LATE : NONE;
    *stiffness = stiffness_that_does(impact, mass);
    return *stiffness > 0 ? COARSE : HOPELESS;
}

static void judge(const judged *p, const vl_integrator *integrator, verdicts *all)
{
    double stiffness;
    vl_impact impact = impact_of(p, integrator);
    trouble found = trouble_of(&impact, p->mass, &stiffness);
    vl_text *names = &all->names[found];
    vl_text_add(names, "%s%s", names->length > 0 ? ", " : "", integrator->name);
    if (found != COARSE)
        return;
    int substeps = substeps_that_do(&impact);
    bool none = substeps == 0 || all->substeps == 0;
    all->substeps = none ? 0 : substeps > all->substeps ? substeps : all->substeps;
    all->stiffness = fmin(all->stiffness, stiffness);
}

static void tell_what_fails(const judged *p, const char *names, double dt, vl_text *reason)
{
    vl_text_add(reason,
                "%swith %s and substeps of %.3g s a penalty of %g N/m does not give a particle of "
                "%g kg the restitution %g to %g",
                reason->length > 0 ? "; " : "", names, dt, p->collider->stiffness, p->mass,
                p->collider->restitution, VL_IMPACT_TOLERANCE);
}

static void tell_what_would_do(const judged *p, const verdicts *all, vl_text *reason)
{
    vl_text_add(reason, ": expected ");
    if (all->substeps > 0)
        vl_text_add(reason, "substeps of at most %.3g s (substeps: %d), or ",
                    vl_frames_longest(p->frames) / all->substeps, all->substeps);
    vl_text_add(reason, "a stiffness of at most %.3g N/m", all->stiffness);
}

static void tell(const judged *p, const verdicts *all, vl_text *reason)
{
    const vl_text *names = all->names;
    if (names[COARSE].length > 0) {
        tell_what_fails(p, names[COARSE].data, longest_substep(p->frames), reason);
        tell_what_would_do(p, all, reason);
    }
    if (names[HOPELESS].length > 0) {
        tell_what_fails(p, names[HOPELESS].data, longest_substep(p->frames), reason);
        vl_text_add(reason, ", nor do shorter ones: steps that vary change the speed itself");
    }
    if (names[LATE].length > 0) {
        tell_what_fails(p, names[LATE].data, p->frames->late / p->frames->substeps, reason);
        vl_text_add(reason, ", where the late frame of %.3g s comes in a contact", p->frames->late);
    }
}

vl_penalty_verdict vl_penalty_judge(const vl_scene *scene, int index,
                                    const vl_integrator *const *integrators, int count,
                                    const vl_frames *frames, vl_text *reason)
{
    const judged p = {&scene->colliders[index], lightest_mass(scene), frames};
    if (!is_penalty(scene, index) || frames->count == 0 || !isfinite(p.mass))
        return VL_PENALTY_GOOD;
    verdicts all = {.substeps = 1, .stiffness = HUGE_VAL};
    for (int i = 0; i < count; i++)
        judge(&p, integrators[i], &all);
    tell(&p, &all, reason);
    bool coarse = all.names[COARSE].length > 0;
    bool odd = all.names[HOPELESS].length > 0 || all.names[LATE].length > 0;
    for (int i = 0; i < TROUBLES; i++)
        vl_text_free(&all.names[i]);
    return coarse ? VL_PENALTY_TOO_COARSE : odd ? VL_PENALTY_ODD : VL_PENALTY_GOOD;
}

// --- gravity ---

// A particle that gets to a penalty.
typedef struct arrival {
    int number;
    double mass;  // kg
    double speed; // m/s
    double press; // g √(m/k)/v, g that along the normal
} arrival;

static arrival arrival_of(const vl_world *world, const vl_collider *collider, int slot)
{
    const vl_particles *p = &world->particles;
    vl_fall fall = vl_fall_onto(collider, vl_read(p->x, slot), vl_read(p->v, slot), world->gravity,
                                p->radius[slot]);
    arrival a = {p->number_of[slot], p->mass[slot], fall.speed, 0};
    double along = fmax(-vl_dot(world->gravity, fall.normal), 0);
    if (fall.speed > 0)
        a.press = along * sqrt(a.mass / collider->stiffness) / fall.speed;
    return a;
}

static bool has_pinned(const vl_world *world)
{
    for (int i = 0; i < world->particles.count; i++)
        if (world->particles.pinned[i])
            return true;
    return false;
}

// Marks the particles that do not fall freely, as far as that can be said. Free the result.
static bool *find_held(const vl_world *world)
{
    const vl_links *links = &world->links;
    bool *held = vl_alloc((size_t)world->particles.count, sizeof *held);
    for (int i = 0; i < world->particles.count; i++)
        held[i] = world->particles.inverse_mass[i] == 0;
    int count = has_pinned(world) ? links->count : 0;
    for (int k = 0; k < count; k++)
        held[links->from[k]] = held[links->to[k]] = true;
    return held;
}

// The one from which gravity takes most.
static arrival worst_arrival(const vl_world *world, const vl_collider *collider)
{
    bool *held = find_held(world);
    arrival worst = {0};
    for (int i = 0; i < world->particles.count; i++) {
        arrival a = held[i] ? (arrival){0} : arrival_of(world, collider, i);
        if (a.press > worst.press)
            worst = a;
    }
    vl_free(held);
    return worst;
}

// Adds the stiffness that would do, and the substeps that it needs. Half of what gravity may take
// is left for the steps.
static void tell_stiffness(vl_impact impact, const vl_collider *collider, const arrival *a,
                           double limit, vl_text *reason)
{
    double least = collider->stiffness * vl_pow(fmax(a->press / (0.5 * limit), 1), 2);
    double stiffness = rounded(least);
    impact.unit = sqrt(stiffness / a->mass);
    impact.press = a->press * sqrt(collider->stiffness / stiffness);
    int substeps = substeps_that_do(&impact);
    vl_text_add(reason, "; expected a stiffness of %.3g N/m", stiffness);
    if (substeps > impact.frames->substeps)
        vl_text_add(reason, " with substeps of at most %.3g s (substeps: %d)",
                    vl_frames_longest(impact.frames) / substeps, substeps);
}

// The impact of an arrival, of the method with which gravity takes most. In shorter steps than some
// only time would pass.
static vl_impact worst_impact(const vl_collider *collider, const arrival *a,
                              const vl_integrator *const *integrators, int count,
                              const vl_frames *frames)
{
    double least = VL_IMPACT_SHORT_STEP / longest_substep(frames);
    double unit = fmax(sqrt(collider->stiffness / a->mass), least), most = -1;
    vl_impact worst = {NULL, collider->restitution, a->press, unit, frames, false};
    for (int i = 0; i < count; i++) {
        vl_impact one = worst;
        one.integrator = integrators[i];
        double off = vl_impact_error(&one);
        if (off > most)
            worst = one;
        most = fmax(most, off);
    }
    return worst;
}

bool vl_penalty_is_pressed(const vl_scene *scene, int index,
                           const vl_integrator *const *integrators, int count,
                           const vl_frames *frames, const vl_world *world, vl_text *reason)
{
    const vl_collider *collider = &scene->colliders[index];
    if (!is_penalty(scene, index) || frames->count == 0)
        return false;
    arrival a = worst_arrival(world, collider);
    double limit = a.press > 0 ? vl_impact_most_press(collider->restitution) : HUGE_VAL;
    if (!isfinite(limit))
        return false;
    vl_impact impact = worst_impact(collider, &a, integrators, count, frames);
    if (vl_impact_error(&impact) <= VL_IMPACT_TOLERANCE)
        return false;
    vl_text_add(reason,
                "gravity presses particle %d, of %g kg, onto this penalty during its contact: it "
                "arrives at %.3g m/s and leaves with %.3g of that at worst, not with %g. Below "
                "%.3g m/s gravity alone takes more than %g",
                a.number, a.mass, a.speed, vl_impact_worst(&impact), collider->restitution,
                a.speed * a.press / limit, VL_IMPACT_TOLERANCE);
    tell_stiffness(impact, collider, &a, limit, reason);
    return true;
}
