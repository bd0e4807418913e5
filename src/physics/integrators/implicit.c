#include "physics/integrators/implicit.h"

#include "physics/forces/forces.h"
#include "physics/math/sparse.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

// The first Newton steps are whole ones, and may raise the energy: where the ends of a spring
// rotate about each other, a straight step stretches the spring, and the next one corrects that. A
// line search would follow the curved valley in tiny steps. In 300 random worlds of springs up to
// 1e9 N/m, 392 of 9,000 steps of backward Euler do not converge; with a line search from the first
// step on 1,877 do not.
enum { MOST_NEWTON = 50, WHOLE_STEPS = 35, MOST_SEARCH = 10 };

// On the way to another root: shorter stages, and Newton steps in each, from a root that is near.
enum { MOST_PARTS = 24, FEW_NEWTON = 10 };

// A residual below this factor times the size of its parts counts as 0: each part is the result of
// some six operations, and a particle has some eight springs.
static const double rounding = 8 * DBL_EPSILON;

// With a smaller (ω s)² + c s/m of each spring and force a parabola can go on from an impact.
static const double stiffest = 0.25;

// Where a step reduces the square of the residual by this factor, the next one uses the same
// factorisation, which costs far more than a solve.
static const double enough_less = 1e-8;

// Unknown 3 slot + axis is the velocity of that slot along that axis.
typedef struct implicit {
    vl_sparse *sparse;
    int *entry;         // place in the matrix of each contribution
    int *held;          // by slot: number of directions in which supports hold it
    vl_vec3 *normal;    // by slot, VL_AXES each: these directions
    double *inertia;    // kg, by slot, six each: block of its mass and of the friction on it
    double *factorised; // kg, that in the matrix that was factorised
    double *residual;   // m/s, u − left v − s a
    double *noise;      // m/s, by slot: size of the residual's parts, for its rounding error
    double *step;       // m/s, Newton step
    double *from;       // m/s, u before it
    double *best;       // m/s, u with the smallest residual
    double *first;      // m/s, the root that Newton's method finds from u = v
    double *other;      // m/s, u of a shorter stage on the way to another root
} implicit;

// The stage to solve.
typedef struct stage {
    vl_world *world;
    implicit *memory;
    double s;
} stage;

void *vl_implicit_create(vl_arena *arena, const vl_world *world)
{
    size_t slots = (size_t)world->particles.count, size = VL_AXES * slots;
    implicit *m = vl_arena_take(arena, 1, sizeof *m);
    *m = (implicit){
        .held = vl_arena_take(arena, slots, sizeof(int)),
        .normal = vl_arena_take(arena, size, sizeof(vl_vec3)),
        .inertia = vl_arena_take(arena, 6 * slots, sizeof(double)),
        .factorised = vl_arena_take(arena, 6 * slots, sizeof(double)),
        .residual = vl_arena_take(arena, size, sizeof(double)),
        .noise = vl_arena_take(arena, slots, sizeof(double)),
        .step = vl_arena_take(arena, size, sizeof(double)),
        .from = vl_arena_take(arena, size, sizeof(double)),
        .best = vl_arena_take(arena, size, sizeof(double)),
        .first = vl_arena_take(arena, size, sizeof(double)),
        .other = vl_arena_take(arena, size, sizeof(double)),
    };
    if (slots > 0) {
        const vl_links *links = &world->links;
        int hard = links->hard_count;
        vl_pattern pattern = vl_pattern_of_links(world->particles.count, links->from + hard,
                                                 links->to + hard, links->count - hard);
        m->sparse = vl_sparse_create(arena, &pattern, HUGE_VAL, &m->entry);
    }
    return m;
}

// --- the residual ---

// Sets particles.v to u = from + part × step, particles.x to x + s u, and finds the residual of the
// equation there. Returns the slope step · M residual.
static double evaluate_residual(const stage *g, double part)
{
    vl_particles *p = &g->world->particles;
    implicit *m = g->memory;
    double *const *x0 = g->world->scratch[0], *const *v0 = g->world->scratch[1];
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double u = m->from[VL_AXES * i + axis] + part * m->step[VL_AXES * i + axis];
            p->v[axis][i] = u;
            p->x[axis][i] = x0[axis][i] + g->s * u;
        }
    vl_world_accelerate_stage(g->world, g->s);

    double slope = 0;
    for (int i = 0; i < p->count; i++)
        for (int axis = 0; axis < VL_AXES; axis++) {
            int k = VL_AXES * i + axis;
            m->residual[k] = p->v[axis][i] - v0[axis][i] - g->s * p->a[axis][i];
            slope += m->step[k] * p->mass[i] * m->residual[k];
        }
    return slope;
}

static bool is_rounding(const stage *g)
{
    const implicit *m = g->memory;
    for (int k = 0; k < VL_AXES * g->world->particles.count; k++)
        if (!(fabs(m->residual[k]) <= rounding * m->noise[k / VL_AXES]))
            return false;
    return true;
}

// --- the matrix ---

static double sum_of_sizes(double *const array[VL_AXES], int slot)
{
    return fabs(array[0][slot]) + fabs(array[1][slot]) + fabs(array[2][slot]);
}

// Adds a stiffness to the block of a slot, without the directions in which supports hold it: there
// u does not change.
static void add_diagonal(implicit *m, int slot, const double block[6])
{
    double *values = m->sparse->values, free[6];
    memcpy(free, block, sizeof free);
    for (int k = 0; k < m->held[slot]; k++)
        vl_block_take_out(free, m->normal[VL_AXES * slot + k]);
    for (int k = 0; k < 6; k++)
        values[m->entry[6 * slot + k]] += free[k];
}

// Adds the mass and the stiffness of forces on one particle.
static void add_particle(const stage *g, int slot, bool positive)
{
    const vl_world *world = g->world;
    const vl_particles *p = &world->particles;
    double block[6] = {0}, sum = 0;
    if (p->inverse_mass[slot] > 0)
        vl_force_stiffness(world, slot, g->s, positive, block);
    for (int k = 0; k < 6; k++) {
        sum += fabs(block[k]);
        block[k] *= g->s * g->s;
    }
    add_diagonal(g->memory, slot, block);
    if (world->supports && world->force_count > 0) // not of penalties alone
        world->supports->stiff |= g->s * g->s * p->inverse_mass[slot] * sum > stiffest;
    // Friction makes its mass larger along a surface. It leaves the part P of a change of the
    // velocity, so that the residual has the derivative 1 + P K/m, with the stiffness K. The matrix
    // has to be symmetric: it is m P⁻¹ + K, and the residual is multiplied by m P⁻¹. With P = 1,
    // masses on stiff springs that friction stops need 1.1 to 2.4 times as many Newton steps.
    double *inertia = g->memory->inertia + 6 * slot;
    memset(inertia, 0, 6 * sizeof *inertia);
    vl_block_add(inertia, (vl_vec3){0, 0, 0}, 0, p->mass[slot]);
    vl_support_friction_block(world, slot, inertia);
    for (int k = 0; k < 6; k++)
        g->memory->sparse->values[g->memory->entry[6 * slot + k]] += inertia[k];
    double accelerations = sum_of_sizes(p->a, slot) + vl_length(world->gravity);
    if (world->supports && world->supports->count[slot] > 0)
        accelerations += sum_of_sizes(world->supports->free, slot);
    g->memory->noise[slot] =
        sum_of_sizes(p->v, slot) + sum_of_sizes(world->scratch[1], slot) +
        g->s * (accelerations + p->inverse_mass[slot] * sum * sum_of_sizes(p->x, slot));
}

// A linearised spring: the derivative of s times its force by the relative velocity of its ends is
// `along` n nᵀ + `across` (1 − n nᵀ), kg.
typedef struct tangent {
    vl_vec3 n;
    double along, across;
    double noise; // N, rounding error of its force divided by the machine precision
} tangent;

static tangent tangent_of(const stage *g, int index, bool positive)
{
    const vl_links *links = &g->world->links;
    const vl_particles *p = &g->world->particles;
    int from = links->from[index], to = links->to[index];
    double k = links->stiffness[index], c = links->damping[index], s = g->s;

    vl_vec3 d = vl_sub(vl_read(p->x, to), vl_read(p->x, from));
    double r = vl_length(d);
    if (r == 0)
        return (tangent){0};
    vl_vec3 n = vl_scale(d, 1 / r);
    double apart = vl_dot(vl_sub(vl_read(p->v, to), vl_read(p->v, from)), n);
    double tension = k * (r - links->length[index]) + c * apart;
    double places = sum_of_sizes(p->x, from) + sum_of_sizes(p->x, to);
    double speeds = sum_of_sizes(p->v, from) + sum_of_sizes(p->v, to);
    return (tangent){
        .n = n,
        .along = s * (s * k + c),
        .across = s * s * (positive ? fmax(tension, 0) : tension) / r,
        .noise = k * (places + links->length[index]) + c * speeds * (1 + places / r) +
                 fabs(tension) * places / r,
    };
}

// Subtracts a spring's block from that of its two slots, whose nine contributions are at `entry`.
static void add_pair(implicit *m, const int *entry, int from, int to, const double block[6])
{
    static const int in_block[] = {0, 1, 2, 1, 3, 4, 2, 4, 5};

    double whole[9];
    for (int k = 0; k < 9; k++)
        whole[k] = block[in_block[k]];
    int row = from > to ? from : to, column = from > to ? to : from;
    // without the directions in which supports hold the two slots
    for (int side = 0; side < 2; side++) {
        int slot = side ? column : row, next = side ? VL_AXES : 1;
        for (int e = 0; e < VL_AXES * m->held[slot]; e++) {
            vl_vec3 n = m->normal[VL_AXES * slot + e / VL_AXES];
            double *c = whole + e % VL_AXES * (side ? 1 : VL_AXES);
            double part = c[0] * n.x + c[next] * n.y + c[2 * next] * n.z;
            c[0] -= part * n.x, c[next] -= part * n.y, c[2 * next] -= part * n.z;
        }
    }
    for (int k = 0; k < 9; k++)
        m->sparse->values[entry[k]] -= whole[k];
}

static void add_spring(const stage *g, int index, bool positive)
{
    const vl_links *links = &g->world->links;
    const double *inverse_mass = g->world->particles.inverse_mass;
    implicit *m = g->memory;
    int from = links->from[index], to = links->to[index];
    tangent t = tangent_of(g, index, positive);
    double block[6] = {0};
    vl_block_add(block, t.n, t.along - t.across, t.across);

    if (g->world->supports && t.along * (inverse_mass[from] + inverse_mass[to]) > stiffest)
        g->world->supports->stiff = true;
    m->noise[from] += g->s * inverse_mass[from] * t.noise;
    m->noise[to] += g->s * inverse_mass[to] * t.noise;
    if (inverse_mass[from] > 0)
        add_diagonal(m, from, block);
    if (inverse_mass[to] > 0)
        add_diagonal(m, to, block);
    if (inverse_mass[from] > 0 && inverse_mass[to] > 0)
        add_pair(m, m->entry + 6 * g->world->particles.count + 9 * (index - links->hard_count),
                 from, to, block);
}

// The matrix and the noise at the present x and v.
static void assemble(const stage *g, bool positive)
{
    implicit *m = g->memory;
    const vl_world *world = g->world;
    int slots = world->particles.count;
    vl_sparse_clear(m->sparse);
    for (int i = 0; i < slots; i++)
        m->held[i] = vl_support_normals(world, i, m->normal + VL_AXES * i);
    for (int i = 0; i < slots; i++)
        add_particle(g, i, positive);
    for (int i = world->links.hard_count; i < world->links.count; i++)
        add_spring(g, i, positive);
}

// --- Newton ---

// step = −A⁻¹ times the inertia times the residual, with the last matrix A that was factorised;
// false where that is not finite.
static bool find_step(const stage *g)
{
    implicit *m = g->memory;
    const vl_particles *p = &g->world->particles;
    for (int i = 0; i < p->count; i++) {
        const double *b = m->factorised + 6 * i, *r = m->residual + VL_AXES * i;
        m->step[VL_AXES * i] = -(b[0] * r[0] + b[1] * r[1] + b[2] * r[2]);
        m->step[VL_AXES * i + 1] = -(b[1] * r[0] + b[3] * r[1] + b[4] * r[2]);
        m->step[VL_AXES * i + 2] = -(b[2] * r[0] + b[4] * r[1] + b[5] * r[2]);
    }
    vl_sparse_solve(m->sparse, m->step, m->step);
    bool finite = true;
    for (int k = 0; k < VL_AXES * p->count; k++)
        finite = finite && isfinite(m->step[k]);
    return finite;
}

static void copy_velocity(const stage *g, double *u)
{
    double *const *v = g->world->particles.v;
    for (int i = 0; i < g->world->particles.count; i++)
        for (int axis = 0; axis < VL_AXES; axis++)
            u[VL_AXES * i + axis] = v[axis][i];
}

// Line search: finds a part of the step at which the slope is at most half of the first one, or
// takes the whole step where it is still downhill there; by regula falsi (Illinois). False where
// nothing finite is found.
static bool search(const stage *g)
{
    double slope = evaluate_residual(g, 0), low = 0, at_low = slope, part = 1, high = 1,
           at_high = (double)NAN;
    int side = 0; // of the root on which the last part was
    for (int k = 0; k < MOST_SEARCH; k++) {
        double now = evaluate_residual(g, part);
        if (now <= 0.5 * fabs(slope) && (k == 0 || now >= 0.5 * slope))
            return true;
        if (now < 0) {
            at_high *= side < 0 ? 0.5 : 1;
            low = part, at_low = now, side = -1;
        } else {
            at_low *= side > 0 ? 0.5 : 1;
            high = part, at_high = now, side = 1;
        }
        double guess = low - at_low * (high - low) / (at_high - at_low);
        part = guess > low && guess < high ? guess : 0.5 * (low + high);
    }
    return isfinite(evaluate_residual(g, low > 0 ? low : part));
}

static bool newton(const stage *g, int most)
{
    implicit *m = g->memory;
    const vl_particles *p = &g->world->particles;
    double smallest = HUGE_VAL;
    copy_velocity(g, m->from);
    evaluate_residual(g, 0);
    for (int k = 0; k < most; k++) {
        assemble(g, false);
        if (is_rounding(g))
            return true;
        double energy = 0; // J, Σ m |residual|²
        for (int i = 0; i < VL_AXES * p->count; i++)
            energy += p->mass[i / VL_AXES] * m->residual[i] * m->residual[i];
        bool near = k > 0 && energy < enough_less * smallest;
        if (energy < smallest) {
            smallest = energy;
            copy_velocity(g, m->best);
        }
        if (!near)
            memcpy(m->factorised, m->inertia, 6 * (size_t)p->count * sizeof(double));
        bool indefinite = !near && !vl_sparse_factorise(m->sparse);
        if (indefinite)
            assemble(g, true);
        if ((indefinite && !vl_sparse_factorise(m->sparse)) || !find_step(g))
            return false;
        copy_velocity(g, m->from);
        bool whole = k < WHOLE_STEPS && isfinite(evaluate_residual(g, 1));
        if (!whole && !search(g))
            return false;
        double largest = 0, speed = 0;
        for (int i = 0; i < VL_AXES * g->world->particles.count; i++) {
            largest = fmax(largest, fabs(m->step[i]));
            speed = fmax(speed, fabs(m->from[i]));
        }
        if (largest <= DBL_EPSILON * speed) // the rounding errors of the velocities
            return true;
    }
    return false;
}

// Makes u the velocity of the stage.
static void take(const stage *g, const double *u)
{
    vl_particles *p = &g->world->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            p->v[axis][i] = u[VL_AXES * i + axis];
            p->x[axis][i] = g->world->scratch[0][axis][i] + g->s * p->v[axis][i];
        }
}

// Newton's method from the present velocity, in at most so many steps.
static bool solve(const stage *g, int most)
{
    memset(g->memory->step, 0, VL_AXES * (size_t)g->world->particles.count * sizeof(double));
    vl_supports none = {0}, *s = g->world->supports ? g->world->supports : &none;
    s->base = g->world->scratch[1]; // friction opposes the velocity from it
    s->ahead = g->s;
    bool solved = g->memory->sparse && newton(g, most);
    s->base = NULL;
    return solved;
}

// --- which root ---

// A spring that is compressed to nothing pushes to either side, so the equation has a root on each
// where s²k is more than the mass. From u = v Newton's method may find that on which the ends have
// gone through each other, and their spring has come back long: a mass on a spring with ω dt = 5.3
// got a hundred times its energy so. The root that belongs to the motion is connected to the
// beginning of the stage, by the roots of ever shorter stages.

// Whether a spring has turned by more than a right angle in the stage.
static bool reverses(const stage *g)
{
    const vl_links *links = &g->world->links;
    double *const *x = g->world->particles.x, *const *x0 = g->world->scratch[0];
    for (int k = links->hard_count; k < links->count; k++) {
        int from = links->from[k], to = links->to[k];
        vl_vec3 before = vl_sub(vl_read(x0, to), vl_read(x0, from));
        if (vl_dot(before, vl_sub(vl_read(x, to), vl_read(x, from))) < 0)
            return true;
    }
    return false;
}

// Follows the roots from a stage of no length, `other`, to this one, in parts that become shorter
// where a spring reverses, and longer where none does. False where that does not get there.
static bool follow_root(const stage *g)
{
    double *u = g->memory->other, at = 0, part = 0.5;
    for (int k = 0; k < MOST_PARTS && at < 1; k++) {
        const double to = fmin(1, at + part);
        const stage shorter = {g->world, g->memory, to * g->s};
        take(&shorter, u);
        if (solve(&shorter, FEW_NEWTON) && !reverses(&shorter)) {
            copy_velocity(g, u);
            at = to;
            part *= 2;
        } else
            part *= 0.5;
    }
    return at == 1;
}

void vl_implicit_stage(vl_world *world, double left, double s)
{
    const stage g = {world, world->integrator_memory, s};
    vl_particles *p = &world->particles;
    vl_axes_copy(world->scratch[0], p->x, p->count);
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            p->v[axis][i] *= p->inverse_mass[i] > 0 ? left : 1; // what is fixed keeps its own
            world->scratch[1][axis][i] = p->v[axis][i];
        }
    copy_velocity(&g, g.memory->best);
    copy_velocity(&g, g.memory->other);
    bool solved = solve(&g, MOST_NEWTON);
    if (solved && !reverses(&g))
        return;
    if (solved)
        copy_velocity(&g, g.memory->first);
    if (solved && follow_root(&g))
        return;
    take(&g, solved ? g.memory->first : g.memory->best);
    world->solved.unconverged += !solved;
}
