// What solvers tell of their impulses on held particles: that it is what they did. A particle of
// enormous mass instead of the held one moves by its reaction/mass, whatever the method; and the
// links give no momentum but between their ends.

#include "base/memory.h"
#include "base/random.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "support/testing.h"

static const vl_observer curious = {.wants_reactions = true};

// 1/kg, so small that the solution is the same to 1e-8.
static const double enormous = 1e-13;

typedef struct specimen {
    const vl_solver *solver;
    vl_direction direction;
    int columns, rows;
    bool braced; // by both diagonals: more links than degrees of freedom
    double far;  // m, how far from their lengths the links are
    double compliance;
    vl_sweep_order order;
    int grids, threads, sweeps;
    bool fallback; // solved by solve_fallback()
    bool projects; // solved by the global projection first, which has no impulses along links
} specimen;

static const specimen specimens[] = {
    {.solver = &vl_solver_relax, .columns = 9, .rows = 7, .far = 0.2, .sweeps = 5},
    {.solver = &vl_solver_relax, .columns = 40, .rows = 1, .far = 0.2, .sweeps = 9},
    {.solver = &vl_solver_relax, .columns = 9, .rows = 7, .braced = true, .far = 0.3, .sweeps = 30},
    {.solver = &vl_solver_relax,
     .columns = 9,
     .rows = 7,
     .far = 0.2,
     .sweeps = 5,
     .order = VL_ORDER_COLOURED},
    {.solver = &vl_solver_relax,
     .columns = 9,
     .rows = 7,
     .far = 0.2,
     .sweeps = 6,
     .order = VL_ORDER_CRISS_CROSS},
    {.solver = &vl_solver_relax,
     .direction = VL_DIRECTION_OLD,
     .columns = 9,
     .rows = 7,
     .far = 0.05,
     .sweeps = 9},
    {.solver = &vl_solver_relax,
     .direction = VL_DIRECTION_OLD,
     .columns = 9,
     .rows = 7,
     .far = 0.05,
     .sweeps = 9,
     .fallback = true},
    {.solver = &vl_solver_relax,
     .columns = 160,
     .rows = 120,
     .far = 0.2,
     .sweeps = 4,
     .threads = 2,
     .order = VL_ORDER_COLOURED},
    {.solver = &vl_solver_relax,
     .columns = 24,
     .rows = 20,
     .far = 0.02,
     .sweeps = 3,
     .grids = 8,
     .order = VL_ORDER_COLOURED},
    {.solver = &vl_solver_xpbd, .columns = 9, .rows = 7, .far = 0.2, .sweeps = 7},
    {.solver = &vl_solver_xpbd,
     .columns = 9,
     .rows = 7,
     .far = 0.2,
     .sweeps = 7,
     .compliance = 1e-3,
     .order = VL_ORDER_COLOURED},
    {.solver = &vl_solver_direct, .columns = 40, .rows = 1, .far = 0.1, .sweeps = 30},
    {.solver = &vl_solver_direct,
     .columns = 40,
     .rows = 1,
     .far = 0.1,
     .sweeps = 30,
     .fallback = true},
    {.solver = &vl_solver_direct,
     .direction = VL_DIRECTION_OLD,
     .columns = 40,
     .rows = 1,
     .far = 0.05,
     .sweeps = 30},
    {.solver = &vl_solver_direct, .columns = 9, .rows = 7, .far = 0.01, .sweeps = 30},
    {.solver = &vl_solver_direct,
     .columns = 9,
     .rows = 7,
     .far = 0.01,
     .sweeps = 30,
     .compliance = 1e-3},
    {.solver = &vl_solver_direct,
     .columns = 9,
     .rows = 7,
     .braced = true,
     .far = 0.01,
     .sweeps = 30},
    {.solver = &vl_solver_direct,
     .columns = 9,
     .rows = 7,
     .far = 0.6,
     .sweeps = 2,
     .projects = true},
    {.solver = &vl_solver_direct,
     .columns = 9,
     .rows = 7,
     .far = 0.2,
     .sweeps = 8,
     .fallback = true},
    {.solver = &vl_solver_direct,
     .direction = VL_DIRECTION_OLD,
     .columns = 9,
     .rows = 7,
     .far = 0.01,
     .sweeps = 30},
    {.solver = &vl_solver_clusters, .columns = 9, .rows = 7, .far = 0.1, .sweeps = 6},
    {.solver = &vl_solver_clusters,
     .direction = VL_DIRECTION_OLD,
     .columns = 9,
     .rows = 7,
     .far = 0.02,
     .sweeps = 40},
    {.solver = &vl_solver_clusters,
     .columns = 9,
     .rows = 7,
     .far = 0.1,
     .sweeps = 6,
     .fallback = true},
};

// Even columns first, as the scenes lay a cloth out, so that many links have consecutive ends.
static int slot_of(const specimen *s, int column, int row)
{
    return row * s->columns + column / 2 + (column % 2 ? (s->columns + 1) / 2 : 0);
}

static int link_net(const specimen *s, double *const x_old[VL_AXES], vl_link *links)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    int count = 0;
    for (int r = 0; r < s->rows; r++)
        for (int c = 0; c < s->columns; c++)
            for (int k = 0; k < (s->braced ? 4 : 2); k++) {
                int column = c + steps[k][0], row = r + steps[k][1];
                if (column < 0 || column >= s->columns || row >= s->rows)
                    continue;
                int from = slot_of(s, c, r), to = slot_of(s, column, row);
                vl_vec3 d = vl_sub(vl_read(x_old, to), vl_read(x_old, from));
                links[count++] = (vl_link){.from = from,
                                           .to = to,
                                           .kind = r % 3 == 2 ? VL_STRING : VL_ROD,
                                           .length = vl_length(d),
                                           .compliance = s->compliance,
                                           .family = 2 * k + (k == 0 ? c : r) % 2};
            }
    return count;
}

// A net or a zigzag chain with its first particle in the origin. Its links had their lengths at tₙ.
static vl_world *make(const specimen *s, bool pinned)
{
    vl_random random = {5};
    int count = s->columns * s->rows;
    vl_world *world = vl_world_create(count);
    vl_particles *p = &world->particles;
    for (int i = 0; i < count; i++) {
        int column = i % s->columns, slot = slot_of(s, column, i / s->columns);
        vl_vec3 at = {column, i / s->columns + (s->rows > 1 ? 0 : 0.6 * (column % 2)), 0};
        p->mass[slot] = 1 + i % 3;
        p->pinned[slot] = pinned && i + 1 == count;
        vl_particles_refresh(p, slot);
        vl_write(p->x_old, slot, at);
        for (int axis = 0; axis < VL_AXES; axis++) {
            double off = vl_random_uniform(&random, -s->far, s->far);
            p->x[axis][slot] = p->x_old[axis][slot] + (i > 0 ? off : 0);
        }
    }
    world->solver.method = s->solver;
    world->solver.direction = s->direction;
    world->solver.order = s->order;
    world->solver.iterations = s->sweeps;
    world->solver.grids = s->grids;
    world->threads = s->threads;
    vl_link *links = vl_alloc(4 * (size_t)count, sizeof *links);
    vl_world_link(world, links, link_net(s, p->x_old, links));
    vl_free(links);
    return world;
}

static void solve(vl_world *world, const specimen *s)
{
    const vl_solver *method = world->solver.method;
    if (s->fallback)
        method->solve_fallback(world, world->solver_memory, 0.02);
    else
        vl_world_solve(world, 0.02);
}

// What links give the particle in slot 0 if it is held, kg m.
static vl_vec3 told(const specimen *s)
{
    vl_world *world = make(s, true);
    vl_world_add_observer(world, &curious, world);
    assert_true(vl_world_hold(world, 0));
    solve(world, s);
    vl_vec3 reaction = vl_read(world->reaction, 0);
    vl_world_free(world);
    return reaction;
}

// The same of a free particle of enormous mass.
static vl_vec3 felt(const specimen *s)
{
    vl_world *world = make(s, true);
    world->particles.mass[0] = 1 / enormous;
    world->particles.inverse_mass[0] = enormous;
    solve(world, s);
    vl_vec3 moved = vl_read(world->particles.x, 0);
    vl_world_free(world);
    return vl_scale(moved, 1 / enormous);
}

// It begins in the origin, so that its displacement of some 1e-13 m is not rounded. An inverse mass
// of 1e-13 instead of 0 moves a link's end by that times the impulse. Its influence on the impulses
// grows in proportion (measured from 1e-4 to 1e-12): with coarser grids, which move 1000 kg, by
// 2000 times it.
TEST(a_reaction_is_what_a_particle_of_enormous_mass_feels)
{
    for (int i = 0; i < COUNT(specimens); i++) {
        if (specimens[i].projects)
            continue;
        vl_vec3 a = told(&specimens[i]), b = felt(&specimens[i]);
        double off = vl_length(vl_sub(a, b)), size = vl_length(b);
        if (!(off < 1e-8 * size))
            fail_msg("specimen %d, %s: %g of %g kg m", i, specimens[i].solver->name, off, size);
    }
}

// With three held particles. The projection gives none of them more than is given in all.
static void check_momentum(int index, const specimen *s)
{
    vl_world *world = make(s, false);
    vl_particles *p = &world->particles;
    const int hands[] = {0, p->count / 2, p->count - 1};
    double sum[VL_AXES] = {0}, most = 0, size = 0, given = 0;
    vl_world_add_observer(world, &curious, world);
    for (int k = 0; k < COUNT(hands); k++)
        assert_true(vl_world_hold(world, hands[k]));
    vl_axes_copy(world->predicted, p->x, p->count);
    solve(world, s);
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double moved = p->x[axis][i] - world->predicted[axis][i];
            given += p->inverse_mass[i] > 0 ? p->mass[i] * fabs(moved) : 0;
            sum[axis] += p->mass[i] * moved + world->reaction[axis][i];
            most = test_larger(most, fabs(world->reaction[axis][i]));
            size = test_larger(size, fabs(p->x[axis][i]));
        }
    // each correction rounds a coordinate, of 3 kg at most, in each sweep by 4 links (or 8 that are
    // braced) and by the grids; errors of either sign add up as the root of their number
    double rounding = 3 * size * DBL_EPSILON * sqrt(8.0 * p->count * s->sweeps * (1 + s->grids));
    for (int axis = 0; axis < VL_AXES; axis++)
        if (!(fabs(sum[axis]) < rounding) || !(most > 1e-3))
            fail_msg("specimen %d, %s, axis %d: %g of %g, %g kg m", index, s->solver->name, axis,
                     sum[axis], most, rounding);
    assert_true(!s->projects || most < given);
    vl_world_free(world);
}

// The momentum of the free particles changes by the negative of all reactions.
TEST(reactions_are_equal_and_opposite)
{
    for (int i = 0; i < COUNT(specimens); i++)
        check_momentum(i, &specimens[i]);
}
