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

// The value has converged when BETWEEN_CHECKS iterations change it by less than this factor.
static const double tolerance = 1e-11;

// Component 3 slot + axis belongs to that slot along that axis.
struct vl_frequency {
    vl_arena arena; // of all its memory
    int slots, springs;
    double *root;             // kg^−½, √(inverse mass); 0: does not move
    double *block;            // N/m, by slot: K of forces and penalties
    double *spring;           // N/m, by spring: the block of K for each of its ends
    int *held;                // by slot: number of directions in which supports hold it
    vl_vec3 *normal;          // by slot, VL_AXES each: these directions
    double *now, *old, *next; // vectors of Lanczos
    double diagonal[MOST_ITERATIONS], beside[MOST_ITERATIONS]; // of the tridiagonal matrix
    int rows;                                                  // of that matrix, so far
    int version;                                               // of the links
    vl_frequency_found found;                                  // from those rows
};

vl_frequency *vl_frequency_create(const vl_world *world)
{
    vl_arena arena = {0};
    vl_frequency *f = vl_arena_take(&arena, 1, sizeof *f);
    size_t slots = (size_t)world->particles.count, size = VL_AXES * slots;
    size_t springs = (size_t)(world->links.count - world->links.hard_count);
    *f = (vl_frequency){
        .slots = (int)slots,
        .springs = (int)springs,
        .root = vl_arena_take(&arena, slots, sizeof(double)),
        .block = vl_arena_take(&arena, BLOCK * slots, sizeof(double)),
        .spring = vl_arena_take(&arena, BLOCK * springs, sizeof(double)),
        .held = vl_arena_take(&arena, slots, sizeof(int)),
        .normal = vl_arena_take(&arena, size, sizeof(vl_vec3)),
        .now = vl_arena_take(&arena, size, sizeof(double)),
        .old = vl_arena_take(&arena, size, sizeof(double)),
        .next = vl_arena_take(&arena, size, sizeof(double)),
    };
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

// --- the matrix ---

static void assemble_particles(vl_frequency *f, const vl_world *world)
{
    const vl_particles *p = &world->particles;
    for (int slot = 0; slot < p->count; slot++) {
        double *block = f->block + BLOCK * slot;
        memset(block, 0, BLOCK * sizeof *block);
        f->root[slot] = sqrt(p->inverse_mass[slot]);
        f->held[slot] = vl_support_normals(world, slot, f->normal + VL_AXES * slot);
        if (f->root[slot] > 0) // s = ∞: without dampers
            vl_force_stiffness(world, slot, HUGE_VAL, false, block);
    }
}

// k n nᵀ + tension/r (1 − n nᵀ)
static void assemble_spring(vl_frequency *f, const vl_world *world, int index)
{
    const vl_links *links = &world->links;
    double *const *x = world->particles.x;
    double *block = f->spring + BLOCK * (index - links->hard_count);
    vl_vec3 d = vl_sub(vl_read(x, links->to[index]), vl_read(x, links->from[index]));
    double r = vl_length(d), k = links->stiffness[index];
    vl_vec3 n = r > 0 ? vl_scale(d, 1 / r) : (vl_vec3){0, 0, 0}; // no direction
    double across = r > 0 ? k * (r - links->length[index]) / r : 0;
    memset(block, 0, BLOCK * sizeof *block);
    vl_block_add(block, n, k - across, across);
}

static vl_vec3 times(const double block[BLOCK], vl_vec3 u)
{
    return (vl_vec3){block[0] * u.x + block[1] * u.y + block[2] * u.z,
                     block[1] * u.x + block[3] * u.y + block[4] * u.z,
                     block[2] * u.x + block[4] * u.y + block[5] * u.z};
}

// A slot's part of M^−½ vector.
static vl_vec3 mass_scaled(const vl_frequency *f, const double *vector, int slot)
{
    const double *part = vector + VL_AXES * slot;
    double root = f->root[slot];
    return (vl_vec3){root * part[0], root * part[1], root * part[2]};
}

static void add(const vl_frequency *f, int slot, vl_vec3 force)
{
    double *part = f->next + VL_AXES * slot, root = f->root[slot];
    part[0] += root * force.x;
    part[1] += root * force.y;
    part[2] += root * force.z;
}

// Takes the directions in which supports hold the particles out of a vector.
static void take_out_held(const vl_frequency *f, double *vector)
{
    for (int slot = 0; slot < f->slots; slot++)
        for (int k = 0; k < f->held[slot]; k++) {
            vl_vec3 n = f->normal[VL_AXES * slot + k];
            double *part = vector + VL_AXES * slot;
            double along = n.x * part[0] + n.y * part[1] + n.z * part[2];
            part[0] -= along * n.x;
            part[1] -= along * n.y;
            part[2] -= along * n.z;
        }
}

// next = S M^−½ K M^−½ now, with the projection S on the directions that are free; `now` is in them
static void multiply(vl_frequency *f, const vl_links *links)
{
    for (int k = 0; k < VL_AXES * f->slots; k++)
        f->next[k] = 0;
    for (int slot = 0; slot < f->slots; slot++)
        add(f, slot, times(f->block + BLOCK * slot, mass_scaled(f, f->now, slot)));
    for (int i = links->hard_count; i < links->count; i++) {
        int from = links->from[i], to = links->to[i];
        vl_vec3 apart = vl_sub(mass_scaled(f, f->now, to), mass_scaled(f, f->now, from));
        vl_vec3 force = times(f->spring + BLOCK * (i - links->hard_count), apart);
        add(f, to, force);
        add(f, from, vl_scale(force, -1));
    }
    take_out_held(f, f->next);
}

// --- Lanczos ---

static double product(const vl_frequency *f, const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < VL_AXES * f->slots; k++)
        sum += a[k] * b[k];
    return sum;
}

// A random start, which is orthogonal to no mode. False: nothing can move.
static bool start(vl_frequency *f)
{
    vl_random random = {1};
    for (int k = 0; k < VL_AXES * f->slots; k++) {
        double number = vl_random_uniform(&random, -1, 1);
        f->now[k] = f->root[k / VL_AXES] > 0 ? number : 0;
        f->old[k] = 0;
    }
    take_out_held(f, f->now);
    double length = sqrt(product(f, f->now, f->now));
    for (int k = 0; k < VL_AXES * f->slots; k++)
        f->now[k] /= length > 0 ? length : 1;
    return length > 0;
}

// Adds a row to the tridiagonal matrix. False: the vectors span an invariant subspace.
static bool lanczos_iteration(vl_frequency *f, const vl_links *links, int row)
{
    double before = row > 0 ? f->beside[row - 1] : 0;
    multiply(f, links);
    double alpha = product(f, f->now, f->next);
    for (int k = 0; k < VL_AXES * f->slots; k++)
        f->next[k] -= alpha * f->now[k] + before * f->old[k];
    double beta = sqrt(product(f, f->next, f->next));
    f->diagonal[row] = alpha;
    f->beside[row] = beta;
    if (!(beta > 8 * DBL_EPSILON * (fabs(alpha) + before)))
        return false;

    double *spare = f->old;
    f->old = f->now;
    f->now = f->next;
    f->next = spare;
    for (int k = 0; k < VL_AXES * f->slots; k++)
        f->now[k] /= beta;
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
    f->rows = 0;
    f->version = world->links.version;
    f->found = (vl_frequency_found){0, true};
    assemble_particles(f, world);
    for (int i = world->links.hard_count; i < world->links.count; i++)
        assemble_spring(f, world, i);
}

// Updates what was found after a row was added; false when that was the last one.
static bool update_found(vl_frequency *f, bool more)
{
    int visits = MOST_VISITS / (f->slots + f->springs + 1);
    int most = visits < FEWEST_ITERATIONS ? FEWEST_ITERATIONS
               : visits < MOST_ITERATIONS ? visits
                                          : MOST_ITERATIONS;
    bool last = !more || f->rows == most;
    if (!last && f->rows % BETWEEN_CHECKS != 0)
        return true;
    double before = f->found.omega * f->found.omega, value = fmax(0, largest(f, f->rows));
    bool converged = f->rows > BETWEEN_CHECKS && value - before <= tolerance * value;
    f->found = (vl_frequency_found){sqrt(value), !more || converged};
    return !last && !converged;
}

bool vl_frequency_iterate(vl_frequency *f, const vl_world *world)
{
    if (f->version != world->links.version)
        vl_frequency_begin(f, world);
    if (!vl_frequency_exists(world)) {
        f->found = (vl_frequency_found){(double)NAN, true};
        return false;
    }
    if (f->rows == 0 && !start(f))
        return false;
    bool more = lanczos_iteration(f, &world->links, f->rows);
    f->rows++;
    return update_found(f, more);
}

vl_frequency_found vl_frequency_result(const vl_frequency *f)
{
    return f->found;
}

vl_frequency_found vl_frequency_highest(vl_frequency *f, const vl_world *world)
{
    vl_frequency_begin(f, world);
    while (vl_frequency_iterate(f, world)) {
    }
    return vl_frequency_result(f);
}
