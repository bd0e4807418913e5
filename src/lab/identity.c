#include "lab/identity.h"

#include "base/memory.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/world/world.h"

#include <assert.h>
#include <float.h>

// --- starts ---

// v = (x₀ − x₋)/dt₋
static void start_half_a_step_off(vl_world *right, const vl_world *left, double h)
{
    const vl_particles *p = &left->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            right->particles.v[axis][i] = (p->x[axis][i] - p->x_old[axis][i]) / h;
}

// v = (x₀ − x₋)/dt₋ + ½ a₀ dt₋, where x₋ is a solved position, which includes the impulses of the
// links.
static void start_at_the_same_velocity(vl_world *right, const vl_world *left, double h)
{
    const vl_particles *p = &left->particles;
    double decay = vl_damping_left(left, 0.5 * h), share = 1 - 0.5 * left->damping_per_step;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double backward = (p->x[axis][i] - p->x_old[axis][i]) / h;
            right->particles.v[axis][i] = decay * (share * backward + 0.5 * h * p->a[axis][i]);
        }
}

// The loop has both v and the positions of TCV.
static void start_loop(vl_world *right, const vl_world *left, double h)
{
    start_half_a_step_off(right, left, h);
    vl_axes_copy(right->particles.x_old, left->particles.x_old, left->particles.count);
    right->now.dt_old = right->now.dt_method = h;
    right->now.begun = true;
}

// --- the loop of position-based dynamics ---
//
// Müller, Heidelberger, Hennix, Ratcliff, Position Based Dynamics, 2007, algorithm 1: v ← v + h a;
// p ← x + h v; project p; v ← (p − x)/h; x ← p. Damping is the same as in all our methods.

static void predict(vl_particles *p, double decay, double weight, double h)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            p->x_old[axis][i] = p->x[axis][i];
            p->v[axis][i] = p->v[axis][i] * decay + p->a[axis][i] * weight;
            p->x[axis][i] = p->x[axis][i] + p->v[axis][i] * h;
        }
}

static void take_velocity(vl_particles *p, double h)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            p->v[axis][i] = (p->x[axis][i] - p->x_old[axis][i]) / h;
}

// Makes one substep. False: the links have no solution.
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

static bool step_loop(vl_world *world, double dt)
{
    int count = world->solver.substeps, done = 0;
    while (done < count && loop_once(world, dt / count))
        done++;
    return done == count;
}

// --- the pairs ---

// clang-format off
const vl_identity_pair vl_identity_pairs[] = {
    {"tcv/semi-implicit-euler", "TCV", "semi-implicit Euler, half a step off",
     "Euler starts with v = (x₀ − x₋)/dt₋ of TCV; then (x − x₋)/dt₋ is its v in every step.",
     true, "tcv", "semi-implicit-euler", start_half_a_step_off, NULL},
    {"corrected-tcv/velocity-verlet", "corrected TCV", "velocity Verlet",
     "Half a step of a before tₙ and half a step after it are ½ a (dt + dt₋).",
     true, "corrected-tcv", "velocity-verlet", start_at_the_same_velocity, NULL},
    {"tcv/pbd-loop", "TCV and projection", "position-based dynamics",
     "Predict with v, project, v = Δx/dt: that v is (x − x₋)/dt₋.",
     true, "tcv", "tcv", start_loop, step_loop},
    {"tcv/velocity-verlet", "TCV", "velocity Verlet",
     "A control: the same only while all steps are equally long.",
     false, "tcv", "velocity-verlet", NULL, NULL},
    {"tcv/semi-implicit-euler-at-v0", "TCV", "semi-implicit Euler, started at v₀",
     "A control: without the half step Euler is ½ a dt ahead in v.",
     false, "tcv", "semi-implicit-euler", NULL, NULL},
};

// clang-format on

enum { PAIRS = sizeof vl_identity_pairs / sizeof *vl_identity_pairs };

static_assert((int)PAIRS <= (int)VL_IDENTITY_MOST_PAIRS,
              "arrays of others have room for all pairs");
const int vl_identity_pair_count = PAIRS;

vl_identity *vl_identity_create(const vl_world *world)
{
    vl_identity *identity = vl_alloc(1, sizeof *identity);
    for (int k = 0; k < PAIRS; k++) {
        const vl_identity_pair *row = &vl_identity_pairs[k];
        const vl_solver_settings *solver = &world->solver;
        identity->pairs[k].left = vl_world_copy(world, vl_integrator_find(row->first), solver);
        identity->pairs[k].right = vl_world_copy(world, vl_integrator_find(row->second), solver);
        identity->pairs[k].reading.parted = (double)NAN;
    }
    return identity;
}

void vl_identity_free(vl_identity *identity)
{
    for (int k = 0; identity && k < PAIRS; k++) {
        vl_world_free(identity->pairs[k].left);
        vl_world_free(identity->pairs[k].right);
    }
    vl_free(identity);
}

// --- steps ---

static void compare(vl_identity_reading *reading, const vl_particles *a, const vl_particles *b)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < a->count; i++)
            reading->size = fmax(reading->size, fmax(fabs(a->x[axis][i]), fabs(b->x[axis][i])));
    reading->difference = vl_axes_distance(a->x, b->x, a->count);
}

// Rounding does not grow by this factor in one step, nor from zero to `smallest_jump` units.
static const double smallest_jump = 1e5, jump = 1000;

static void judge_step(vl_identity_reading *reading)
{
    double relative = reading->size > 0 ? reading->difference / reading->size : 0;
    double lower_bound = smallest_jump / jump * 0.5 * DBL_EPSILON;
    if (isnan(reading->parted) && relative > jump * fmax(reading->relative, lower_bound))
        reading->parted = reading->time;
    reading->relative = fmax(reading->relative, relative);
    reading->largest = fmax(reading->largest, reading->difference);
}

void vl_identity_step(vl_identity *identity, int k, double dt)
{
    vl_world *left = identity->pairs[k].left, *right = identity->pairs[k].right;
    vl_identity_reading *reading = &identity->pairs[k].reading;
    const vl_identity_pair *row = &vl_identity_pairs[k];
    if (reading->stopped || !vl_world_can_step(left, dt))
        return;
    double h = dt / left->solver.substeps;
    if (reading->steps == 0)
        vl_world_prepare(left, h);
    if (reading->steps == 0 && row->start)
        row->start(right, left, h);
    vl_world_step(left, dt);
    bool solved = true;
    if (row->step)
        solved = row->step(right, dt);
    else
        vl_world_step(right, dt);
    reading->steps++;
    reading->dt = dt;
    reading->time += dt;
    reading->touched = left->now.touched | right->now.touched;
    reading->torn = left->broken > 0 || right->broken > 0;
    reading->stopped = !solved || left->now.diverged || right->now.diverged || left->interrupted ||
                       right->interrupted;
    if (reading->stopped)
        return;
    compare(reading, &left->particles, &right->particles);
    judge_step(reading);
}

double vl_identity_rounding(const vl_identity_reading *reading)
{
    return 0.5 * DBL_EPSILON * reading->size;
}

vl_identity_verdict vl_identity_judge(const vl_identity_reading *reading)
{
    // the rounding of a few thousand steps stays far below this part of the size
    const double most = 1e-9;
    if (!isnan(reading->parted))
        return VL_IDENTITY_PARTED;
    return reading->relative > most ? VL_IDENTITY_AMPLIFIED : VL_IDENTITY_SAME;
}

// What touching colliders does to the pair; NULL: nothing. A penalty is one of the forces.
static const char *contact_hindrance(unsigned touched, const vl_identity_pair *row)
{
    bool out = touched & 1u << VL_RESPONSE_MOVE_OUT, met = touched & 1u << VL_RESPONSE_PROJECTION;
    if (row->step && (out || met))
        return "The loop knows no colliders.";
    if (out)
        return "Moving out is a speed to a method that keeps x₋, and none to one that keeps v.";
    return met ? "An impact begins each method anew from x and v." : NULL;
}

const char *vl_identity_hindrance(const vl_world *world, const vl_identity_reading *reading, int k)
{
    const vl_identity_pair *row = &vl_identity_pairs[k];
    bool same_velocity = row->start == start_at_the_same_velocity;
    if (!row->holds)
        return NULL;
    const char *contact = contact_hindrance(reading->touched, row);
    if (contact)
        return contact;
    if (row->step && reading->torn)
        return "The loop tears no links.";
    if (same_velocity && world->damping_per_step > 0)
        return "Damping per step takes its part at different places of the two.";
    return same_velocity ? NULL : vl_forces_velocity_note(world, reading->touched);
}
