#include "lab/stability.h"

#include "base/elementary.h"
#include "base/memory.h"
#include "physics/forces/forces.h"
#include "physics/world/world.h"

// Steps that do not repeat are parted in so many batches; the spread of the batches gives the
// error.
enum { BATCHES = 64, TWO = 2 };

// Two particles of 1 kg that oscillate along x with this ω. Where there is damping, each has a
// damper without a spring, whose other end is pinned far away: it acts along x, too.
static vl_world *create_oscillators(const vl_integrator *integrator, vl_mode mode)
{
    bool damped = mode.rate > 0;
    vl_link dampers[TWO] = {{0}};
    vl_world *world = vl_world_create(damped ? 2 * TWO : TWO);
    for (int i = 0; i < world->particles.count; i++) {
        world->particles.mass[i] = 1;
        world->particles.x[0][i] = i < TWO ? 0 : -1e6;
        world->particles.pinned[i] = i >= TWO;
        vl_particles_refresh(&world->particles, i);
    }
    for (int i = 0; i < TWO; i++)
        dampers[i] = (vl_link){
            .from = TWO + i, .to = i, .kind = VL_SPRING, .length = 1, .damping = mode.rate};
    vl_force spring = {.kind = &vl_force_harmonic, .stiffness = mode.omega * mode.omega};
    vl_world_put_forces(world, &spring, 1, NULL, 0);
    world->integrator = integrator;
    vl_world_link(world, dampers, damped ? TWO : 0);
    return world;
}

// --- two steps that alternate -------------------------------------------------------------------

typedef struct matrix {
    double xx, xv, vx, vv; // [xx xv; vx vv]
} matrix;

static double square_of(matrix m)
{
    return m.xx * m.xx + m.xv * m.xv + m.vx * m.vx + m.vv * m.vv;
}

// Places the two oscillators in (1, 0) and (0, 1).
static void place_both(vl_world *world)
{
    for (int i = 0; i < TWO; i++) {
        vl_write(world->particles.x, i, (vl_vec3){i == 0, 0, 0});
        vl_write(world->particles.v, i, (vl_vec3){i == 1, 0, 0});
    }
    vl_world_restart(world);
}

// Makes a pair of steps, after which (x, v) of the two oscillators are the columns of a matrix.
static matrix make_pair(vl_world *world, double first, double second)
{
    vl_world_step(world, first);
    vl_world_step(world, second);
    vl_world_synchronise(world);
    double *const *x = world->particles.x, *const *v = world->particles.v;
    return (matrix){x[0][0], x[0][1], v[0][0], v[0][1]};
}

// The matrix of a pair, before which dt₋ is that of the second step. What begins anew in (1, 0) and
// (0, 1) has its columns at once. Forces that look at the velocity see another one at a beginning,
// so where there are dampers the pair goes on: P = (state after it) (state before it)⁻¹.
static vl_growth pair_growth(vl_world *world, double first, double second)
{
    world->now.begun = false;
    place_both(world);
    matrix b = make_pair(world, first, second);
    double determinant = b.xx * b.vv - b.xv * b.vx;
    if (world->links.count == 0) {
        place_both(world);
        b = (matrix){1, 0, 0, 1};
        determinant = 1;
    }
    matrix a = make_pair(world, first, second);
    if (world->now.diverged) // it makes no step any more
        return (vl_growth){.factor = HUGE_VAL};
    if (!(fabs(determinant) > 1e-13 * square_of(b))) // one direction is left, along which it grows
        return (vl_growth){.factor = sqrt(sqrt(square_of(a) / square_of(b)))};
    matrix p = {
        (a.xx * b.vv - a.xv * b.vx) / determinant, (a.xv * b.xx - a.xx * b.xv) / determinant,
        (a.vx * b.vv - a.vv * b.vx) / determinant, (a.vv * b.xx - a.vx * b.xv) / determinant};
    double half = 0.5 * (p.xx + p.vv), product = p.xx * p.vv - p.xv * p.vx;
    double inside = half * half - product; // of the eigenvalues, of which the larger counts
    double radius = inside < 0 ? sqrt(product) : fabs(half) + sqrt(inside);
    return (vl_growth){.factor = sqrt(radius)};
}

static bool grows(vl_world *world, double dt)
{
    return pair_growth(world, dt, dt).factor > 1 + VL_STABILITY_ROUNDING;
}

// Lengthens the step until the motion grows, then finds the limit by bisection.
double vl_stability_limit(const vl_integrator *integrator)
{
    const double width = 0.1, reach = 20;
    vl_world *world = create_oscillators(integrator, (vl_mode){1, 0});
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

// Returns the length of (x, v) of the first, and divides all by it. The step goes on as it would.
static double take_length(vl_world *world)
{
    const vl_particles *p = &world->particles;
    double *const *const state[] = {p->x, p->x_old, p->v, p->a, world->v_half};
    vl_world_synchronise(world);
    double x = p->x[0][0], v = p->v[0][0], length = sqrt(x * x + v * v);
    for (size_t k = 0; k < sizeof state / sizeof *state; k++)
        for (int i = 0; state[k][0] && i < TWO; i++)
            state[k][0][i] /= length;
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

static vl_growth growth_along(const vl_integrator *integrator, vl_mode mode, const double *dt,
                              int count)
{
    double unit = fmax(mode.omega, mode.rate); // time goes so many times as fast
    for (int i = 0; i < count; i++)
        if (!(unit * dt[i] >= VL_STABILITY_LEAST && unit * dt[i] <= VL_STABILITY_MOST))
            return (vl_growth){.factor = (double)NAN};
    vl_world *world =
        create_oscillators(integrator, (vl_mode){mode.omega / unit, mode.rate / unit});
    if (alternates(dt, count)) {
        vl_growth growth = pair_growth(world, unit * dt[0], unit * dt[count > 1]);
        vl_world_free(world);
        return growth;
    }
    int parts = count >= 2 * BATCHES ? BATCHES : 1, batch = count / parts;
    double gain = 0, sum = 0, square = 0;
    place_both(world);
    for (int i = 0; i < batch * parts; i++) {
        vl_world_step(world, unit * dt[i]);
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

vl_growth vl_stability_of(const vl_integrator *integrator, const vl_frequency_found *found,
                          const double *dt, int count)
{
    vl_mode fastest = {found->omega, found->rate};
    vl_growth most = {.factor = (double)NAN};
    if (found->omega > 0)
        most = growth_along(integrator, fastest, dt, count);
    if (!(found->damper.rate > 0))
        return most;
    vl_growth damper = growth_along(integrator, found->damper, dt, count);
    return most.factor >= damper.factor ? most : damper;
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
    map->factors = vl_alloc((size_t)size * (size_t)size, sizeof *map->factors);
    atomic_init(&map->rows, 0);
    map->oscillators = create_oscillators(integrator, (vl_mode){1, 0});
    return map;
}

void vl_stability_map_free(vl_stability_map *map)
{
    if (!map)
        return;
    vl_world_free(map->oscillators);
    vl_free(map->at);
    vl_free(map->factors);
    vl_free(map);
}

bool vl_stability_map_piece(void *user)
{
    vl_stability_map *map = user;
    int row = map->rows;
    if (row == map->size)
        return false;
    for (int i = 0; i < map->size; i++)
        map->factors[row * map->size + i] =
            pair_growth(map->oscillators, map->at[i], map->at[row]).factor;
    map->rows = ++row;
    return row < map->size;
}
