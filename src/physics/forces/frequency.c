#include "physics/forces/frequency.h"

#include "base/random.h"
#include "physics/forces/forces.h"

#include <assert.h>
#include <float.h>
#include <string.h>

enum {
    MOST_ITERATIONS = 240,
    FEWEST_ITERATIONS = 12,
    BETWEEN_CHECKS = 12,   // iterations
    MOST_VISITS = 2000000, // of springs and particles in one call
    BLOCK = 6,             // xx, xy, xz, yy, yz, zz
};

// The matrices, and the runs of Lanczos: for K, C, and each with a little of the other.
enum { K, C, MATRICES, K_AND_C = MATRICES, C_AND_K, RUNS };

static const double little = 0x1p-17;

// The value has converged when BETWEEN_CHECKS iterations change it by less than this factor.
static const double tolerance = 1e-11;

struct vl_frequency {
    vl_arena arena; // of all its memory
    int slots, springs;
    double *root;              // kg^−½, √(inverse mass); 0: does not move
    double *block[MATRICES];   // N/m, N s/m, by slot: of forces and penalties
    double *spring[MATRICES];  // by spring: the block for each of its ends
    int *held;                 // by slot: number of directions in which supports hold it
    vl_vec3 *normal;           // by slot, VL_AXES each: these directions
    vl_vec3 *now, *old, *next; // vectors of Lanczos, by slot
    double diagonal[MOST_ITERATIONS], beside[MOST_ITERATIONS]; // of the tridiagonal matrix
    int rows;                                                  // of that matrix, so far
    int version;                                               // of the links
    int run;                                                   // which one it is
    double weight[MATRICES], value[RUNS]; // what it is about, and what the runs have found
    bool damps;                           // C may be other than 0
    vl_frequency_found found;
};

vl_frequency *vl_frequency_create(const vl_world *world)
{
    vl_arena arena = {0};
    vl_frequency *f = vl_arena_take(&arena, 1, sizeof *f);
    size_t slots = (size_t)world->particles.count;
    size_t springs = (size_t)(world->links.count - world->links.hard_count);
    *f = (vl_frequency){
        .slots = (int)slots,
        .springs = (int)springs,
        .root = vl_arena_take(&arena, slots, sizeof(double)),
        .held = vl_arena_take(&arena, slots, sizeof(int)),
        .normal = vl_arena_take(&arena, VL_AXES * slots, sizeof(vl_vec3)),
        .now = vl_arena_take(&arena, slots, sizeof(vl_vec3)),
        .old = vl_arena_take(&arena, slots, sizeof(vl_vec3)),
        .next = vl_arena_take(&arena, slots, sizeof(vl_vec3)),
    };
    for (int m = 0; m < MATRICES; m++) {
        f->block[m] = vl_arena_take(&arena, BLOCK * slots, sizeof(double));
        f->spring[m] = vl_arena_take(&arena, BLOCK * springs, sizeof(double));
    }
    f->arena = arena;
    return f;
}

void vl_frequency_free(vl_frequency *f)
{
    if (f)
        vl_arena_free(&f->arena);
}

bool vl_frequency_exists(const vl_world *world)
{
    bool there = world->links.count > world->links.hard_count;
    for (int i = 0; i < world->force_count; i++)
        there = there || world->forces[i].kind->stiffness;
    for (int i = 0; i < world->collider_count; i++)
        there = there || world->colliders[i].response == VL_RESPONSE_PENALTY;
    return there;
}

// --- the matrices ---

// What a force has more in a step of 1 s than in an endless one is its damping.
static void assemble_particles(vl_frequency *f, const vl_world *world)
{
    const vl_particles *p = &world->particles;
    for (int slot = 0; slot < p->count; slot++) {
        double *stiff = f->block[K] + BLOCK * slot, *damp = f->block[C] + BLOCK * slot;
        memset(stiff, 0, BLOCK * sizeof *stiff);
        memset(damp, 0, BLOCK * sizeof *damp);
        f->root[slot] = sqrt(p->inverse_mass[slot]);
        f->held[slot] = vl_support_normals(world, slot, f->normal + VL_AXES * slot);
        if (!(f->root[slot] > 0))
            continue;
        vl_force_stiffness(world, slot, HUGE_VAL, false, stiff);
        vl_force_stiffness(world, slot, 1, false, damp);
        for (int k = 0; k < BLOCK; k++)
            damp[k] -= stiff[k];
    }
}

// K: k n nᵀ + tension/r (1 − n nᵀ); C: c n nᵀ
static void assemble_spring(vl_frequency *f, const vl_world *world, int index)
{
    const vl_links *links = &world->links;
    double *const *x = world->particles.x;
    int place = BLOCK * (index - links->hard_count);
    vl_vec3 d = vl_sub(vl_read(x, links->to[index]), vl_read(x, links->from[index]));
    double r = vl_length(d), k = links->stiffness[index];
    vl_vec3 n = r > 0 ? vl_scale(d, 1 / r) : (vl_vec3){0, 0, 0}; // no direction
    double across = r > 0 ? k * (r - links->length[index]) / r : 0;
    for (int m = 0; m < MATRICES; m++)
        memset(f->spring[m] + place, 0, BLOCK * sizeof(double));
    vl_block_add(f->spring[K] + place, n, k - across, across);
    vl_block_add(f->spring[C] + place, n, links->damping[index], 0);
}

// Takes the directions in which supports hold the particles out of a vector.
static void take_out_held(const vl_frequency *f, vl_vec3 *vector)
{
    for (int slot = 0; slot < f->slots; slot++)
        vector[slot] = vl_across(f->normal + VL_AXES * slot, f->held[slot], vector[slot]);
}

// Adds a part of M^−½ K M^−½ now, or of C.
static void multiply(vl_frequency *f, const vl_links *links, int matrix)
{
    const double *root = f->root, weight = f->weight[matrix];
    vl_vec3 *now = f->now, *next = f->next;
    for (int i = 0; i < f->slots; i++) {
        vl_vec3 force = vl_block_times(f->block[matrix] + BLOCK * i, vl_scale(now[i], root[i]));
        next[i] = vl_add(next[i], vl_scale(force, weight * root[i]));
    }
    for (int i = links->hard_count; i < links->count; i++) {
        int from = links->from[i], to = links->to[i];
        vl_vec3 apart = vl_sub(vl_scale(now[to], root[to]), vl_scale(now[from], root[from]));
        vl_vec3 force = vl_block_times(f->spring[matrix] + BLOCK * (i - links->hard_count), apart);
        next[to] = vl_add(next[to], vl_scale(force, weight * root[to]));
        next[from] = vl_sub(next[from], vl_scale(force, weight * root[from]));
    }
}

// --- Lanczos ---

static void divide(const vl_frequency *f, vl_vec3 *vector, double by)
{
    for (int i = 0; i < f->slots; i++)
        vector[i] = (vl_vec3){vector[i].x / by, vector[i].y / by, vector[i].z / by};
}

// A random start, which is orthogonal to no mode. False: nothing can move.
static bool start(vl_frequency *f)
{
    vl_random random = {1};
    for (int i = 0; i < f->slots; i++) {
        double x = vl_random_uniform(&random, -1, 1), y = vl_random_uniform(&random, -1, 1);
        vl_vec3 u = {x, y, vl_random_uniform(&random, -1, 1)};
        f->now[i] = f->root[i] > 0 ? u : (vl_vec3){0, 0, 0};
        f->old[i] = (vl_vec3){0, 0, 0};
    }
    take_out_held(f, f->now);
    double length = sqrt(vl_dot_all(f->now, f->now, f->slots));
    divide(f, f->now, length > 0 ? length : 1);
    return length > 0;
}

// Adds a row to the tridiagonal matrix. With the projection S on the directions that are free, in
// which `now` is, next = S M^−½ (weighted sum of K and C) M^−½ now. False: the vectors span an
// invariant subspace.
static bool lanczos_iteration(vl_frequency *f, const vl_links *links, int row)
{
    double before = row > 0 ? f->beside[row - 1] : 0;
    memset(f->next, 0, (size_t)f->slots * sizeof *f->next);
    for (int m = 0; m < MATRICES; m++)
        if (f->weight[m] > 0)
            multiply(f, links, m);
    take_out_held(f, f->next);
    double alpha = vl_dot_all(f->now, f->next, f->slots);
    for (int i = 0; i < f->slots; i++)
        f->next[i] =
            vl_sub(f->next[i], vl_add(vl_scale(f->now[i], alpha), vl_scale(f->old[i], before)));
    double beta = sqrt(vl_dot_all(f->next, f->next, f->slots));
    f->diagonal[row] = alpha;
    f->beside[row] = beta;
    if (!(beta > 8 * DBL_EPSILON * (fabs(alpha) + before)))
        return false;

    vl_vec3 *spare = f->old;
    f->old = f->now;
    f->now = f->next;
    f->next = spare;
    divide(f, f->now, beta);
    return true;
}

// The largest eigenvalue, by bisection between the largest diagonal entry and Gershgorin's bound
// until the interval has no middle.
static double largest(const vl_frequency *f, int rows)
{
    double low = -HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < rows; i++) {
        double reach = (i > 0 ? f->beside[i - 1] : 0) + (i + 1 < rows ? f->beside[i] : 0);
        low = fmax(low, f->diagonal[i]);
        high = fmax(high, f->diagonal[i] + reach);
    }
    for (;;) {
        double middle = low + 0.5 * (high - low);
        if (!(middle > low && middle < high))
            return high;
        // all eigenvalues of the leading rows lie below it where all pivots of T − middle are
        // negative
        double pivot = f->diagonal[0] - middle;
        for (int i = 1; pivot < 0 && i < rows; i++)
            pivot = f->diagonal[i] - middle - f->beside[i - 1] * f->beside[i - 1] / pivot;
        if (pivot < 0)
            high = middle;
        else
            low = middle;
    }
}

void vl_frequency_begin(vl_frequency *f, const vl_world *world)
{
    assert(world->particles.count == f->slots);
    assert(world->links.count - world->links.hard_count <= f->springs);
    f->rows = f->run = 0;
    f->version = world->links.version;
    f->found = (vl_frequency_found){.converged = true};
    f->damps = vl_forces_see_velocity(world);
    f->weight[K] = 1;
    f->weight[C] = 0;
    memset(f->value, 0, sizeof f->value);
    assemble_particles(f, world);
    for (int i = world->links.hard_count; i < world->links.count; i++)
        assemble_spring(f, world, i);
}

// Updates what the run has found after a row was added; false when that was the last one.
static bool update_value(vl_frequency *f, bool more)
{
    int visits = MOST_VISITS / (f->slots + f->springs + 1);
    int most = (int)fmin(fmax(FEWEST_ITERATIONS, visits), MOST_ITERATIONS);
    bool last = !more || f->rows == most;
    if (!last && f->rows % BETWEEN_CHECKS != 0)
        return true;
    double before = f->value[f->run], value = fmax(0, largest(f, f->rows));
    bool converged = f->rows > BETWEEN_CHECKS && value - before <= tolerance * value;
    f->value[f->run] = value;
    f->found.converged = f->found.converged && (!more || converged || !last);
    return !last && !converged;
}

// How much the vector of the largest eigenvalue of one matrix has of the other.
static double share_of_other(const vl_frequency *f, int matrix)
{
    double one = f->value[matrix], other = f->value[MATRICES - 1 - matrix];
    double more = f->value[MATRICES + matrix] - one;
    return one > 0 ? fmin(fmax(0, more / (little * one)), 1) * other : 0;
}

// The next run; false where there is no more to find.
static bool begin_run(vl_frequency *f)
{
    const double *value = f->value;
    int run = ++f->run, about = run % MATRICES;
    bool both = value[K] > 0 && value[C] > 0;
    if (f->damps && (run == C || (run < RUNS && both))) {
        f->weight[about] = 1;
        f->weight[MATRICES - 1 - about] =
            run < MATRICES ? 0 : little * value[about] / value[MATRICES - 1 - about];
        f->rows = 0;
        return true;
    }
    f->found.omega = sqrt(value[K]);
    f->found.rate = share_of_other(f, K);
    f->found.damper = (vl_mode){sqrt(share_of_other(f, C)), value[C]};
    return false;
}

bool vl_frequency_iterate(vl_frequency *f, const vl_world *world)
{
    if (f->version != world->links.version)
        vl_frequency_begin(f, world);
    if (!vl_frequency_exists(world)) {
        f->found = (vl_frequency_found){.omega = (double)NAN, .converged = true};
        return false;
    }
    if (f->rows == 0 && !start(f))
        return false;
    bool more = lanczos_iteration(f, &world->links, f->rows);
    f->rows++;
    return update_value(f, more) || begin_run(f);
}

vl_frequency_found vl_frequency_result(const vl_frequency *f)
{
    return f->found;
}

vl_frequency_found vl_frequency_highest(const vl_world *world)
{
    vl_frequency *f = vl_frequency_create(world);
    vl_frequency_begin(f, world);
    while (vl_frequency_iterate(f, world)) {
    }
    vl_frequency_found found = f->found;
    vl_frequency_free(f);
    return found;
}
