#include "lab/identity.h"

#include "base/memory.h"
#include "physics/forces/energy.h"
#include "physics/integrators/position_method.h"
#include "physics/math/axes.h"

#include <float.h>

enum { LOOP = 2 };

const vl_identity_pair vl_identity_pairs[VL_IDENTITY_PAIRS] = {
    {
        .name = "tcv/semi-implicit-euler",
        .left = "TCV",
        .right = "semi-implicit Euler, half a step off",
        .says = "Euler starts with v = (x₀ − x₋)/dt₋ of TCV; then (x − x₋)/dt₋ is its v in every "
                "step.",
        .holds = true,
    },
    {
        .name = "corrected-tcv/velocity-verlet",
        .left = "corrected TCV",
        .right = "velocity Verlet",
        .says = "Two halves of a push, before and after tₙ, are ½ a (dt + dt₋).",
        .holds = true,
    },
    {
        .name = "tcv/pbd-loop",
        .left = "TCV and projection",
        .right = "position-based dynamics",
        .says = "Predict with v, project, v = Δx/dt: that v is (x − x₋)/dt₋.",
        .holds = true,
    },
    {
        .name = "tcv/velocity-verlet",
        .left = "TCV",
        .right = "velocity Verlet",
        .says = "A control: the same only while all steps are equally long.",
    },
    {
        .name = "tcv/semi-implicit-euler-at-v0",
        .left = "TCV",
        .right = "semi-implicit Euler, started at v₀",
        .says = "A control: without the half step Euler is ½ a dt ahead in v.",
    },
};

// Gives the second of a pair its velocity, from the first one's start with a substep of `h` s.
typedef void starter(vl_world *right, const vl_world *left, double h);

typedef struct pair {
    vl_world *left, *right;
    vl_identity_reading reading;
} pair;

struct vl_identity {
    pair pairs[VL_IDENTITY_PAIRS];
};

// --- starts ---

// v = (x₀ − x₋)/dt₋
static void start_half_a_step_off(vl_world *right, const vl_world *left, double h)
{
    const vl_particles *p = &left->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            right->particles.v[axis][i] = (p->x[axis][i] - p->x_old[axis][i]) / h;
}

// v = (x₀ − x₋)/dt₋ + ½ a₀ dt₋, where x₋ is a solved position: it has the push of the links in it.
static void start_at_the_same_velocity(vl_world *right, const vl_world *left, double h)
{
    const vl_particles *p = &left->particles;
    double decay = vl_damping_left(left, 0.5 * h), share = 1 - 0.5 * left->damping_per_step;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double back = (p->x[axis][i] - p->x_old[axis][i]) / h;
            right->particles.v[axis][i] = decay * (share * back + 0.5 * h * p->a[axis][i]);
        }
}

// The loop has v of its own, and the positions that TCV has.
static void start_loop(vl_world *right, const vl_world *left, double h)
{
    start_half_a_step_off(right, left, h);
    vl_axes_copy(right->particles.x_old, left->particles.x_old, left->particles.count);
    right->now.dt_old = h;
    right->now.begun = true;
}

static const struct {
    const char *left, *right;
    starter *start; // NULL: as it starts itself
} makers[VL_IDENTITY_PAIRS] = {
    {"tcv", "semi-implicit-euler", start_half_a_step_off},
    {"corrected-tcv", "velocity-verlet", start_at_the_same_velocity},
    {"tcv", "tcv", start_loop},
    {"tcv", "velocity-verlet", NULL},
    {"tcv", "semi-implicit-euler", NULL},
};

vl_identity *vl_identity_create(const vl_world *world)
{
    vl_identity *identity = vl_alloc(1, sizeof *identity);
    for (int k = 0; k < VL_IDENTITY_PAIRS; k++) {
        pair *p = &identity->pairs[k];
        p->left = vl_world_copy(world, vl_integrator_find(makers[k].left), &world->solver);
        p->right = vl_world_copy(world, vl_integrator_find(makers[k].right), &world->solver);
        p->reading.parted = (double)NAN;
    }
    return identity;
}

void vl_identity_free(vl_identity *identity)
{
    for (int k = 0; identity && k < VL_IDENTITY_PAIRS; k++) {
        vl_world_free(identity->pairs[k].left);
        vl_world_free(identity->pairs[k].right);
    }
    vl_free(identity);
}

// --- the loop of position-based dynamics ---
//
// Müller, Heidelberger, Hennix, Ratcliff, Position Based Dynamics, 2007, algorithm 1: v ← v + h a;
// p ← x + h v; project p; v ← (p − x)/h; x ← p. Damping is weighed as by all methods here.

static void predict(vl_particles *p, double keep, double weight, double h)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            p->x_old[axis][i] = p->x[axis][i];
            p->v[axis][i] = p->v[axis][i] * keep + p->a[axis][i] * weight;
            p->x[axis][i] = p->x[axis][i] + p->v[axis][i] * h;
        }
}

static void take_velocity(vl_particles *p, double h)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            p->v[axis][i] = (p->x[axis][i] - p->x_old[axis][i]) / h;
}

// False: the links have no solution.
static bool loop_once(vl_world *world, double h)
{
    double left = vl_damping_left(world, h);
    world->now.dt = h;
    vl_world_accelerate(world);
    predict(&world->particles, (1 - world->damping_per_step) * left, 0.5 * (1 + left) * h, h);
    if (world->links.hard_count > 0 && !vl_world_solve(world, h).solved)
        return false;
    take_velocity(&world->particles, h);
    vl_moment_advance(&world->now, h);
    world->now.dt_old = h;
    world->now.acceleration_is_current = false;
    return true;
}

static bool loop(vl_world *world, double dt)
{
    int count = world->solver.substeps;
    for (int s = 0; s < count; s++)
        if (!loop_once(world, dt / count))
            return false;
    return true;
}

// --- steps ---

static void start(pair *p, int k, double h)
{
    vl_world_prepare(p->left, h);
    if (makers[k].start)
        makers[k].start(p->right, p->left, h);
}

static void compare(pair *p)
{
    const vl_particles *a = &p->left->particles, *b = &p->right->particles;
    double size = p->reading.size;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < a->count; i++)
            size = fmax(size, fmax(fabs(a->x[axis][i]), fabs(b->x[axis][i])));
    p->reading.difference = vl_axes_distance(a->x, b->x, a->count);
    p->reading.size = size;
}

// Rounding grows, but not in one step from nothing to this many of them, and not by this factor.
static const double least_leap = 1e5, leap = 1000;

static void judge_step(vl_identity_reading *reading)
{
    double relative = reading->size > 0 ? reading->difference / reading->size : 0;
    double least = least_leap / leap * 0.5 * DBL_EPSILON;
    if (isnan(reading->parted) && relative > leap * fmax(reading->relative, least))
        reading->parted = reading->time;
    reading->relative = fmax(reading->relative, relative);
    reading->largest = fmax(reading->largest, reading->difference);
}

void vl_identity_step(vl_identity *identity, int k, double dt)
{
    pair *p = &identity->pairs[k];
    if (p->reading.stopped || !vl_world_can_step(p->left, dt))
        return;
    if (p->reading.steps == 0)
        start(p, k, dt / p->left->solver.substeps);
    bool solved = true;
    vl_world_step(p->left, dt);
    if (k == LOOP)
        solved = loop(p->right, dt);
    else
        vl_world_step(p->right, dt);
    p->reading.steps++;
    p->reading.dt = dt;
    p->reading.time += dt;
    p->reading.stopped = !solved || p->left->now.diverged || p->right->now.diverged;
    if (p->reading.stopped)
        return;
    compare(p);
    judge_step(&p->reading);
}

const vl_identity_reading *vl_identity_look(const vl_identity *identity, int k)
{
    return &identity->pairs[k].reading;
}

double vl_identity_rounding(const vl_identity_reading *reading)
{
    return 0.5 * DBL_EPSILON * reading->size;
}

vl_identity_verdict vl_identity_judge(const vl_identity_reading *reading)
{
    // a thousandth of a millionth of the size is no rounding of a few thousand steps any more
    const double most = 1e-9;
    if (!isnan(reading->parted))
        return VL_IDENTITY_PARTED;
    return reading->relative > most ? VL_IDENTITY_AMPLIFIED : VL_IDENTITY_SAME;
}

static bool feels_velocity(const vl_world *world)
{
    for (int i = world->links.hard_count; i < world->links.count; i++)
        if (world->links.damping[i] > 0)
            return true;
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind->does_work)
            return true;
    return false;
}

const char *vl_identity_hindrance(const vl_world *world, int k)
{
    if (!vl_identity_pairs[k].holds)
        return NULL;
    if (world->collider_count > 0)
        return k == LOOP ? "The loop knows no colliders."
                         : "An impact begins each method anew from x and v.";
    if (k == LOOP && world->links.may_tear)
        return "The loop tears no links.";
    if (makers[k].start == start_at_the_same_velocity && world->damping_per_step > 0)
        return "Damping per step takes its part at different places of the two.";
    if (makers[k].start != start_at_the_same_velocity && feels_velocity(world))
        return "Wind or a damped spring finds another velocity at the start.";
    return NULL;
}
