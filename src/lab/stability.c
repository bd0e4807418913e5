#include "lab/stability.h"

#include "base/elementary.h"
#include "base/memory.h"
#include "physics/forces/forces.h"
#include "physics/world/world.h"

#include <assert.h>

// Steps that do not repeat are parted in so many batches; the spread of the batches gives the
// error.
enum { BATCHES = 16 };

// A particle of 1 kg on a spring of 1 N/m: ω = 1 rad/s.
static vl_world *create_oscillator(const vl_integrator *integrator)
{
    vl_world *world = vl_world_create(1);
    world->particles.mass[0] = 1;
    vl_particles_refresh(&world->particles, 0);
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
    if (!can_follow(first) || !can_follow(second))
        return (vl_growth){.factor = (double)NAN};
    vl_world *world = create_oscillator(integrator);
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
    const double width = 0.1, reach = 20;
    vl_world *world = create_oscillator(integrator);
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

// --- given steps --------------------------------------------------------------------------------

// Returns the length of (x, v/ω) and normalises (x, v/ω).
static double take_length(vl_world *world)
{
    vl_particles *p = &world->particles;
    vl_world_synchronise(world);
    double x = p->x[0][0], v = p->v[0][0], length = sqrt(x * x + v * v);
    p->x[0][0] /= length;
    p->v[0][0] /= length;
    vl_world_restart(world);
    return length;
}

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

    for (int i = 0; i < count; i++)
        if (!can_follow(omega * dt[i]))
            return (vl_growth){.factor = (double)NAN};
    int parts = count >= 2 * BATCHES ? BATCHES : 1, batch = count / parts;
    double gain = 0, sum = 0, square = 0;
    vl_world *world = create_oscillator(integrator); // time goes omega times as fast
    world->particles.x[0][0] = 1;
    for (int i = 0; i < batch * parts; i++) {
        step(world, omega * dt[i]);
        gain += vl_log(take_length(world));
        if ((i + 1) % batch == 0) {
            sum += gain;
            square += gain * gain;
            gain = 0;
        }
    }
    vl_world_free(world);

    // the standard error comes from that of the logarithm; a single batch has no spread
    double mean = sum / parts, factor = vl_exp(mean / batch);
    double spread = parts > 1 ? fmax(0, square / parts - mean * mean) / (parts - 1) : (double)NAN;
    return (vl_growth){.factor = factor, .error = factor * sqrt(spread) / batch};
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

vl_stability_map *vl_stability_map_create(const vl_integrator *integrator, int size)
{
    vl_stability_map *map = vl_alloc(1, sizeof *map);
    map->size = size;
    map->at = vl_alloc((size_t)size, sizeof(double));
    for (int i = 0; i < size; i++)
        map->at[i] = VL_STABILITY_REACH * (i + 1) / size;
    map->points = vl_alloc((size_t)size * (size_t)size, sizeof *map->points);
    atomic_init(&map->rows, 0);
    map->oscillator = create_oscillator(integrator);
    return map;
}

void vl_stability_map_free(vl_stability_map *map)
{
    if (!map)
        return;
    vl_world_free(map->oscillator);
    vl_free(map->at);
    vl_free(map->points);
    vl_free(map);
}

static vl_growth *point_at(const vl_stability_map *map, int column, int row)
{
    return map->points + (size_t)row * (size_t)map->size + (size_t)column;
}

bool vl_stability_map_piece(void *user)
{
    vl_stability_map *map = user;
    int row = vl_stability_map_rows(map);
    if (row == map->size)
        return false;
    for (int i = 0; i < map->size; i++)
        *point_at(map, i, row) =
            growth_of_pair(make_pair(map->oscillator, map->at[i], map->at[row]));
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
