#include "lab/stability.h"

#include "base/elementary.h"
#include "base/memory.h"
#include "base/random.h"
#include "physics/forces/forces.h"
#include "physics/world/world.h"

#include <assert.h>

// A vector is normalised after so many steps. Even if it grows a thousandfold in each, as at a
// jitter near 1, it stays far below the limit of divergence.
enum { STEPS_AT_ONCE = 8 };

static const uint64_t seed = 1;

const vl_stability_kind vl_stability_kinds[] = {
    [VL_STABILITY_ALTERNATING] = {"alternating", "Alternating steps", "ω dt₁", "ω dt₂",
                                  "integrator,omega_dt1,omega_dt2,growth"},
    [VL_STABILITY_JITTER] = {"jitter", "Random steps", "mean ω dt", "jitter",
                             "integrator,omega_dt,jitter,growth"},
};
const int vl_stability_kind_count = sizeof vl_stability_kinds / sizeof *vl_stability_kinds;

// --- oscillators --------------------------------------------------------------------------------

// Particles of 1/ω² kg on springs of 1 N/m: each has its own ω under the same steps.
static vl_world *create_oscillators(const vl_integrator *integrator, const double *omega, int count)
{
    vl_world *world = vl_world_create(count);
    for (int i = 0; i < count; i++) {
        world->particles.mass[i] = 1 / (omega[i] * omega[i]);
        vl_particles_refresh(&world->particles, i);
    }
    world->force_count = 1;
    world->forces = vl_alloc(1, sizeof *world->forces);
    world->forces[0] = (vl_force){.kind = &vl_force_harmonic, .stiffness = 1};
    world->integrator = integrator;
    vl_world_link(world, NULL, 0);
    return world;
}

static void step(vl_world *world, double dt)
{
    bool stepped = vl_world_step(world, dt);
    assert(stepped && !world->now.diverged);
    (void)stepped;
}

// --- two steps that alternate -------------------------------------------------------------------

// Spectral radius of [xx xv; vx vv].
static double spectral_radius(double xx, double xv, double vx, double vv)
{
    double half = 0.5 * (xx + vv), determinant = xx * vv - xv * vx;
    double inside = half * half - determinant;
    return inside < 0 ? sqrt(determinant) : fabs(half) + sqrt(inside);
}

// A method whose determinant is 1 has that at all steps, so det = 1 is then not a border of
// stability.
static double margin_of(double trace, double determinant)
{
    const double rounding = 1e-9;
    double real = fabs(trace) - (1 + determinant);
    return fabs(determinant - 1) <= rounding ? real : fmax(real, determinant - 1);
}

// The columns of P: the images of (1, 0) and (0, 1).
typedef struct pair {
    vl_vec3 x, v;
} pair;

static vl_growth growth_of_pair(pair p)
{
    return (vl_growth){
        .factor = sqrt(spectral_radius(p.x.x, p.x.y, p.v.x, p.v.y)),
        .margin = margin_of(p.x.x + p.v.y, p.x.x * p.v.y - p.x.y * p.v.x),
    };
}

// The axes of one particle are three independent oscillators: x begins at (1, 0), y at (0, 1).
static pair make_pair(vl_world *world, double first, double second)
{
    vl_particles *p = &world->particles;
    vl_write(p->x, 0, (vl_vec3){0, 0, 0});
    vl_write(p->v, 0, (vl_vec3){0, 0, 0});
    world->now.begun = false;
    vl_world_restart(world);
    step(world, first);
    step(world, second); // dt₋ is that of the step before a pair
    vl_world_synchronise(world);
    vl_write(p->x, 0, (vl_vec3){1, 0, 0});
    vl_write(p->v, 0, (vl_vec3){0, 1, 0});
    vl_world_restart(world);
    step(world, first);
    step(world, second);
    vl_world_synchronise(world);
    return (pair){vl_read(p->x, 0), vl_read(vl_world_velocity(world), 0)};
}

// Whether a world can make a step with this ω dt and represent the result.
static bool can_follow(double step_length)
{
    return step_length >= VL_STABILITY_LEAST && step_length <= VL_STABILITY_MOST;
}

vl_growth vl_stability_alternating(const vl_integrator *integrator, double first, double second)
{
    const double omega = 1;
    if (!can_follow(first) || !can_follow(second))
        return (vl_growth){.factor = (double)NAN};
    vl_world *world = create_oscillators(integrator, &omega, 1);
    vl_growth growth = growth_of_pair(make_pair(world, first, second));
    vl_world_free(world);
    return growth;
}

static bool grows(vl_world *world, double dt)
{
    return growth_of_pair(make_pair(world, dt, dt)).factor > 1 + VL_STABILITY_ROUNDING;
}

// Lengthens the step until the motion grows, then finds the limit by bisection.
double vl_stability_limit(const vl_integrator *integrator)
{
    const double width = 0.1, reach = 20, omega = 1;
    vl_world *world = create_oscillators(integrator, &omega, 1);
    double low = 0, high = width;
    while (high < reach && !grows(world, high)) {
        low = high;
        high += width;
    }
    bool none = high >= reach, all = low == 0;
    while (!none && !all && high - low > 1e-9) {
        double middle = 0.5 * (low + high);
        *(grows(world, middle) ? &high : &low) = middle;
    }
    vl_world_free(world);
    return none ? HUGE_VAL : all ? 0 : low;
}

// --- steps that do not repeat -------------------------------------------------------------------

// Many oscillators under one sequence of steps. The gain of ln(length) over a batch of steps is one
// sample.
typedef struct ensemble {
    vl_world *world;
    int count;            // oscillators
    double *gain;         // of each oscillator in the present batch
    double *sum, *square; // of the gains of batches so far
    int batches;
    vl_random random; // the last three are for random steps
    double jitter;
    int steps; // steps made
} ensemble;

static ensemble *create_ensemble(const vl_integrator *integrator, const double *omega, int count,
                                 double jitter)
{
    ensemble *e = vl_alloc(1, sizeof *e);
    *e = (ensemble){
        .world = create_oscillators(integrator, omega, count),
        .count = count,
        .gain = vl_alloc((size_t)count, sizeof(double)),
        .sum = vl_alloc((size_t)count, sizeof(double)),
        .square = vl_alloc((size_t)count, sizeof(double)),
        .random = {seed},
        .jitter = jitter,
    };
    for (int i = 0; i < count; i++)
        e->world->particles.x[0][i] = 1;
    return e;
}

static void free_ensemble(ensemble *e)
{
    if (!e)
        return;
    vl_world_free(e->world);
    vl_free(e->gain);
    vl_free(e->sum);
    vl_free(e->square);
    vl_free(e);
}

// Adds the logarithm of the length of (x, v/ω) to the gain and normalises (x, v/ω).
static void take_length(ensemble *e)
{
    vl_particles *p = &e->world->particles;
    vl_world_synchronise(e->world);
    for (int i = 0; i < e->count; i++) {
        double x = p->x[0][i], v = p->v[0][i] * sqrt(p->mass[i]);
        double length = sqrt(x * x + v * v);
        e->gain[i] += vl_log(length);
        p->x[0][i] /= length;
        p->v[0][i] /= length;
    }
    vl_world_restart(e->world);
}

static void end_batch(ensemble *e, bool counts)
{
    for (int i = 0; i < e->count; i++) {
        e->sum[i] += counts ? e->gain[i] : 0;
        e->square[i] += counts ? e->gain[i] * e->gain[i] : 0;
        e->gain[i] = 0;
    }
    e->batches += counts;
}

// The growth and its standard error, which come from those of the logarithm. A single batch has no
// spread.
static vl_growth growth_of(const ensemble *e, int index, int batch)
{
    double n = e->batches, mean = e->sum[index] / n;
    double spread = n > 1 ? fmax(0, e->square[index] / n - mean * mean) / (n - 1) : (double)NAN;
    double factor = vl_exp(mean / batch);
    return (vl_growth){.factor = factor, .error = factor * sqrt(spread) / batch};
}

// --- random steps -------------------------------------------------------------------------------

// Makes a few random steps. False when all batches are done.
static bool go_on(ensemble *e)
{
    static_assert(VL_STABILITY_BATCH % STEPS_AT_ONCE == 0, "batches end where lengths are taken");
    static_assert(VL_STABILITY_WARM_UP % STEPS_AT_ONCE == 0, "as above");
    for (int i = 0; i < STEPS_AT_ONCE; i++)
        step(e->world, 1 + e->jitter * vl_random_uniform(&e->random, -1, 1));
    take_length(e);
    e->steps += STEPS_AT_ONCE;
    int counted = e->steps - VL_STABILITY_WARM_UP;
    if (counted == 0 || (counted > 0 && counted % VL_STABILITY_BATCH == 0))
        end_batch(e, counted > 0);
    return e->batches < VL_STABILITY_BATCHES;
}

vl_growth vl_stability_jittered(const vl_integrator *integrator, double mean, double jitter)
{
    if (jitter == 0)
        return vl_stability_alternating(integrator, mean, mean); // nothing random is left
    ensemble *e = create_ensemble(integrator, &mean, 1, jitter);
    while (go_on(e)) {
    }
    vl_growth growth = growth_of(e, 0, VL_STABILITY_BATCH);
    free_ensemble(e);
    return growth;
}

// --- given steps --------------------------------------------------------------------------------

static bool alternates(const double *dt, int count)
{
    const double rounding = 1e-9;
    for (int i = 2; i < count; i++)
        if (!(fabs(dt[i] - dt[i - 2]) <= rounding * dt[i]))
            return false;
    return true;
}

vl_growth vl_stability_along(const vl_integrator *integrator, double omega, const double *dt,
                             int count)
{
    if (alternates(dt, count))
        return vl_stability_alternating(integrator, omega * dt[0], omega * dt[count > 1]);

    int parts = count >= 2 * VL_STABILITY_BATCHES ? VL_STABILITY_BATCHES : 1;
    int batch = count / parts;
    const double unit = 1; // rad/s: time goes omega times as fast
    for (int i = 0; i < count; i++)
        if (!can_follow(omega * dt[i]))
            return (vl_growth){.factor = (double)NAN};
    ensemble *e = create_ensemble(integrator, &unit, 1, 0);
    for (int i = 0; i < batch * parts; i++) {
        step(e->world, omega * dt[i]);
        take_length(e);
        if ((i + 1) % batch == 0)
            end_batch(e, true);
    }
    vl_growth growth = growth_of(e, 0, batch);
    free_ensemble(e);
    return growth;
}

void vl_stability_measure(const double *dt, int count, double *mean, double *jitter)
{
    double sum = 0, square = 0;
    for (int i = 0; i < count; i++)
        sum += dt[i];
    *mean = sum / count;
    for (int i = 0; i < count; i++)
        square += (dt[i] - *mean) * (dt[i] - *mean);
    *jitter = sqrt(3 * square / count) / *mean;
}

// --- maps ---------------------------------------------------------------------------------------

vl_stability_map *vl_stability_map_create(vl_stability_kind_index kind,
                                          const vl_integrator *integrator, int size)
{
    const double omega = 1;
    vl_stability_map *map = vl_alloc(1, sizeof *map);
    map->kind = kind;
    map->integrator = integrator;
    map->size = size;
    map->x = vl_alloc((size_t)size, sizeof(double));
    map->y = vl_alloc((size_t)size, sizeof(double));
    for (int i = 0; i < size; i++) {
        map->x[i] = VL_STABILITY_REACH * (i + 1) / size;
        map->y[i] = kind == VL_STABILITY_ALTERNATING ? map->x[i] : (double)i / size;
    }
    map->points = vl_alloc((size_t)size * (size_t)size, sizeof *map->points);
    atomic_init(&map->rows, 0);
    map->one = create_oscillators(integrator, &omega, 1);
    return map;
}

void vl_stability_map_free(vl_stability_map *map)
{
    if (!map)
        return;
    free_ensemble(map->row);
    vl_world_free(map->one);
    vl_free(map->x);
    vl_free(map->y);
    vl_free(map->points);
    vl_free(map);
}

static vl_growth *point_at(const vl_stability_map *map, int column, int row)
{
    return map->points + (size_t)row * (size_t)map->size + (size_t)column;
}

// Computes a row. It is complete at once.
static bool pair_piece(vl_stability_map *map, int row)
{
    bool alternating = map->kind == VL_STABILITY_ALTERNATING;
    for (int i = 0; i < map->size; i++)
        *point_at(map, i, row) =
            growth_of_pair(make_pair(map->one, map->x[i], alternating ? map->y[row] : map->x[i]));
    return true;
}

static bool jitter_piece(vl_stability_map *map, int row)
{
    enum { PIECES = 8 };

    if (!map->row)
        map->row = create_ensemble(map->integrator, map->x, map->size, map->y[row]);
    for (int i = 0; i < PIECES; i++)
        if (!go_on(map->row)) {
            for (int k = 0; k < map->size; k++)
                *point_at(map, k, row) = growth_of(map->row, k, VL_STABILITY_BATCH);
            free_ensemble(map->row);
            map->row = NULL;
            return true;
        }
    return false;
}

bool vl_stability_map_piece(void *user)
{
    vl_stability_map *map = user;
    int row = vl_stability_map_rows(map);
    if (row == map->size)
        return false;
    bool random = map->kind == VL_STABILITY_JITTER && row > 0;
    if ((random ? jitter_piece : pair_piece)(map, row))
        atomic_store_explicit(&map->rows, ++row, memory_order_release);
    return row < map->size;
}

int vl_stability_map_rows(const vl_stability_map *map)
{
    return atomic_load_explicit(&map->rows, memory_order_acquire);
}

vl_growth vl_stability_map_at(const vl_stability_map *map, int column, int row)
{
    assert(row < vl_stability_map_rows(map));
    return *point_at(map, column, row);
}
