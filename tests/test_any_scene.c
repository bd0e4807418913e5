// Random scenes, random integrators and solvers, random time steps, random hands: whatever comes,
// a world is finite or marked diverged, nothing hangs, and no reading is wrong by its own
// definition. The scenes are written as files are, so that loading has its part too.

#include "lab/lab.h"
#include "physics/contacts/contacts.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "support/any_scene.h"
#include "support/testing.h"

enum { SCENES = 120, STEPS = 40 };

// What a run of one scene is checked with.
typedef struct watch {
    uint64_t seed;
    vl_lab *lab;
    vl_random random;
    double time, compensation; // sum of the steps made, compensated
    int64_t steps;
    double *before[VL_AXES]; // positions of world 0
    int finite, diverged;    // worlds that ended so
} watch;

// The scene is made from the seed alone: any_yaml() writes it out.
#define CHECK(watch, condition)                                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("seed %llu, world %d, step %lld: %s", (unsigned long long)(watch)->seed,      \
                     index, (long long)(watch)->steps, #condition);                                \
    } while (0)

// --- what must be true of a world, and of what is read of it ---

static void positions_are_finite(watch *w, int index)
{
    const vl_particles *p = &vl_lab_world(w->lab, index)->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            CHECK(w, isfinite(p->x[axis][i]));
}

static void diverged_is_marked(watch *w, int index)
{
    const vl_world *world = vl_lab_world(w->lab, index);
    if (world->now.diverged)
        CHECK(w,
              isfinite(world->now.diverged_time) && world->now.diverged_time <= w->time * 1.0001);
    else
        CHECK(w, world->now.frames == w->steps);
}

// A finite number, or none at all: an energy with a force that depends on time, or what has not
// been measured.
static bool number_or_none(double value)
{
    return !isinf(value);
}

static void readings_are_numbers(watch *w, int index)
{
    const vl_reading *r = vl_lab_reading(w->lab, index);
    const double values[] = {r->kinetic,     r->gravity,     r->springs,      r->forces,
                             r->potential,   r->energy,      r->energy_error, r->position_error,
                             r->stretch_max, r->stretch_rms, r->residual};
    for (int i = 0; i < COUNT(values); i++)
        CHECK(w, number_or_none(values[i]));
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static double largest_strain(const vl_world *world)
{
    double largest = 0;
    for (int i = 0; i < world->links.count; i++)
        largest = fmax(largest, fabs(vl_link_strain(&world->links, &world->particles, i)));
    return largest;
}

static double kinetic(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    double *const *v = vl_world_velocity(world);
    double sum = 0;
    for (int i = 0; i < p->count; i++)
        sum += 0.5 * p->mass[i] * (v[0][i] * v[0][i] + v[1][i] * v[1][i] + v[2][i] * v[2][i]);
    return sum;
}

// The readings of the present instant against their definitions, from the state.
static void readings_are_true(watch *w, int index)
{
    const vl_world *world = vl_lab_world(w->lab, index);
    const vl_reading *r = vl_lab_reading(w->lab, index);
    const vl_reference *reference = vl_lab_reference(w->lab, index);
    if (world->now.diverged)
        return;

    // the sum of the substeps against that of the frames: half an ulp for each substep
    CHECK(w, fabs(r->time - w->time) <= 1e-15 * w->time * (1 + world->solver.substeps));
    CHECK(w, r->step == w->steps);
    if (vl_energy_exists(world))
        CHECK(w, r->potential == r->gravity + r->springs + r->contacts + r->forces);
    CHECK(w, same(r->energy, r->kinetic + r->potential));
    CHECK(w, same(r->energy_error, (r->energy - reference->energy) / reference->scale));
    if (world->links.count)
        CHECK(w, r->stretch_max == largest_strain(world) && r->stretch_rms <= r->stretch_max);
    else
        CHECK(w, isnan(r->stretch_max));
    double k = kinetic(world);
    // a sum of 3 n squares in another order; squares below DBL_MIN have no digits left
    double rounding = 1e-15 * k + 10 * DBL_MIN;
    CHECK(w, fabs(r->kinetic - k) <= (3 * world->particles.count + 10) * rounding);
}

static void work_is_bounded(watch *w, int index)
{
    const vl_world *world = vl_lab_world(w->lab, index);
    const vl_solve_report *solved = &world->solved;
    int substeps = world->solver.substeps;
    CHECK(w, solved->sweeps >= 0 && solved->divided <= substeps && solved->failed <= substeps);
}

// Under projection no particle that is free to move is inside at the end of a step.
static void nobody_is_inside(watch *w, int index)
{
    const vl_world *world = vl_lab_world(w->lab, index);
    const vl_particles *p = &world->particles;
    for (int c = 0; c < world->collider_count && !world->now.diverged; c++) {
        const vl_collider *collider = &world->colliders[c];
        if (collider->response != VL_RESPONSE_PROJECTION || !collider->kind->clearance)
            continue;
        for (int i = 0; i < p->count; i++) {
            vl_vec3 x = vl_read(p->x, i);
            double distance = collider->kind->clearance(collider, x).distance - p->radius[i];
            // rounding of a difference of numbers of that size
            double size = vl_length(x) + p->radius[i] + ANY_WORLD_SIZE;
            CHECK(w, p->inverse_mass[i] == 0 || distance >= -1e-12 * size);
        }
    }
}

static void everything_holds(watch *w)
{
    for (int i = 0; i < vl_lab_world_count(w->lab); i++) {
        positions_are_finite(w, i);
        diverged_is_marked(w, i);
        readings_are_numbers(w, i);
        readings_are_true(w, i);
    }
}

// --- what happens to the worlds ---

static void keep(watch *w)
{
    const vl_particles *p = &vl_lab_world(w->lab, 0)->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        memcpy(w->before[axis], p->x[axis], (size_t)p->count * sizeof(double));
}

static void advance(watch *w, double dt)
{
    const int index = 0;
    const vl_particles *p = &vl_lab_world(w->lab, 0)->particles;
    keep(w);
    bool made = vl_lab_advance(w->lab, dt);
    CHECK(w, made == (dt > 1e-90 && isfinite(dt)));
    if (!made) {
        for (int axis = 0; axis < VL_AXES; axis++)
            CHECK(w, !memcmp(w->before[axis], p->x[axis], (size_t)p->count * sizeof(double)));
        return;
    }
    double more = dt - w->compensation, sum = w->time + more;
    w->compensation = (sum - w->time) - more;
    w->time = sum;
    w->steps++;
    for (int i = 0; i < vl_lab_world_count(w->lab); i++) {
        nobody_is_inside(w, i);
        work_is_bounded(w, i);
    }
}

// One random deed to one world, as the app does them.
static void do_something(watch *w, int index)
{
    vl_world *world = vl_lab_world(w->lab, index);
    if (world->now.diverged)
        return;
    vl_world_synchronise(world);
    any_deed(world, &w->random);
    vl_lab_disturbed(w->lab, index, VL_CAUSE_HAND);
}

static void run_scene(watch *w, const vl_scene *scene)
{
    w->lab = vl_lab_create(scene, vl_integrators, vl_integrator_count);
    int count = vl_lab_world(w->lab, 0)->particles.count;
    for (int axis = 0; axis < VL_AXES; axis++)
        w->before[axis] = vl_alloc((size_t)count, sizeof(double));

    for (int step = 0; step < STEPS; step++) {
        double dt = any_dt(&w->random);
        advance(w, dt);
        vl_lab_settle(w->lab, vl_random_next(&w->random) % 2 ? dt : 0);
        everything_holds(w);
        for (int i = 0; i < vl_lab_world_count(w->lab); i++)
            if (vl_random_next(&w->random) % 8 == 0)
                do_something(w, i);
        if (w->steps) // the first dt can be one that is skipped
            everything_holds(w);
    }
    for (int i = 0; i < vl_lab_world_count(w->lab); i++)
        *(vl_lab_world(w->lab, i)->now.diverged ? &w->diverged : &w->finite) += 1;

    for (int axis = 0; axis < VL_AXES; axis++)
        vl_free(w->before[axis]);
    vl_lab_free(w->lab);
}

TEST(any_scene_is_finite_or_marked_and_read_truly)
{
    watch all = {0};
    for (uint64_t seed = 1; seed <= SCENES; seed++) {
        watch w = {.seed = seed, .random = {seed}};
        vl_text yaml = {0};
        vl_error error = {0};
        any_yaml(&yaml, &w.random);
        vl_scene *scene = vl_scene_parse(yaml.data, (size_t)yaml.length, "any.yaml", &error);
        if (!scene)
            fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, error.text, yaml.data);
        run_scene(&w, scene);
        all.finite += w.finite;
        all.diverged += w.diverged;
        vl_scene_free(scene);
        vl_text_free(&yaml);
    }
    print_message("  %d scenes: %d worlds finite, %d marked diverged\n", SCENES, all.finite,
                  all.diverged);
    // both of the two outcomes are met often, or the scenes are not random enough
    assert_true(all.finite > SCENES && all.diverged > SCENES);
}
