// What solvers tell of their impulses on held particles: that it is what they did. A particle of
// enormous mass instead of the held one moves by its reaction/mass, whatever the method; and the
// links give no momentum but between their ends.

#include "physics/solvers/solvers.h"
#include "support/deeds.h"
#include "support/testing.h"
#include "support/worlds.h"

// 1/kg, so small that the solution is the same to 1e-8.
static const double enormous = 1e-13;

typedef struct shape {
    int columns, rows;
    bool braced; // by both diagonals: more links than degrees of freedom
} shape;

static const shape zigzag = {40, 1, false}, net = {9, 7, false}, plate = {9, 7, true};
static const shape middling = {24, 20, false}, large = {160, 120, false};

typedef struct specimen {
    const vl_solver *solver;
    const shape *shape;
    double far; // m, how far from their lengths the links are
    int sweeps;
    vl_direction direction;
    vl_sweep_order order;
    int grids, threads;
    double compliance;
    bool fallback; // solved by solve_fallback()
} specimen;

static const specimen specimens[] = {
    {&vl_solver_relax, &net, 0.2, .sweeps = 5},
    {&vl_solver_relax, &zigzag, 0.2, .sweeps = 9},
    {&vl_solver_relax, &plate, 0.3, .sweeps = 30},
    {&vl_solver_relax, &net, 0.2, .sweeps = 5, .order = VL_ORDER_COLOURED},
    {&vl_solver_relax, &net, 0.2, .sweeps = 6, .order = VL_ORDER_CRISS_CROSS},
    {&vl_solver_relax, &net, 0.05, .sweeps = 9, .direction = VL_DIRECTION_OLD},
    {&vl_solver_relax, &net, 0.05, .sweeps = 9, .direction = VL_DIRECTION_OLD, .fallback = true},
    {&vl_solver_relax, &large, 0.2, .sweeps = 4, .order = VL_ORDER_COLOURED, .threads = 2},
    {&vl_solver_relax, &middling, 0.02, .sweeps = 3, .order = VL_ORDER_COLOURED, .grids = 8},
    {&vl_solver_xpbd, &net, 0.2, .sweeps = 7},
    {&vl_solver_xpbd, &net, 0.2, .sweeps = 7, .order = VL_ORDER_COLOURED, .compliance = 1e-3},
    {&vl_solver_direct, &zigzag, 0.1, .sweeps = 30},
    {&vl_solver_direct, &zigzag, 0.1, .sweeps = 30, .fallback = true},
    {&vl_solver_direct, &zigzag, 0.05, .sweeps = 30, .direction = VL_DIRECTION_OLD},
    {&vl_solver_direct, &net, 0.01, .sweeps = 30},
    {&vl_solver_direct, &net, 0.01, .sweeps = 30, .compliance = 1e-3},
    {&vl_solver_direct, &plate, 0.01, .sweeps = 30},
    {&vl_solver_direct, &net, 0.6, .sweeps = 2},
    {&vl_solver_direct, &net, 0.2, .sweeps = 8, .fallback = true},
    {&vl_solver_direct, &net, 0.01, .sweeps = 30, .direction = VL_DIRECTION_OLD},
    {&vl_solver_clusters, &net, 0.1, .sweeps = 6},
    {&vl_solver_clusters, &net, 0.02, .sweeps = 40, .direction = VL_DIRECTION_OLD},
    {&vl_solver_clusters, &net, 0.1, .sweeps = 6, .fallback = true},
};

// Even columns first, as the scenes lay a cloth out, so that many links have consecutive ends.
static int slot_of(const shape *s, int column, int row)
{
    return row * s->columns + column / 2 + (column % 2 ? (s->columns + 1) / 2 : 0);
}

static int link_net(const specimen *s, double *const x_old[VL_AXES], vl_link *links)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    const shape *all = s->shape;
    int count = 0;
    for (int i = 0; i < all->rows * all->columns; i++)
        for (int k = 0; k < (all->braced ? 4 : 2); k++) {
            int r = i / all->columns, c = i % all->columns;
            int column = c + steps[k][0], row = r + steps[k][1];
            if (column < 0 || column >= all->columns || row >= all->rows)
                continue;
            int from = slot_of(all, c, r), to = slot_of(all, column, row);
            vl_vec3 d = vl_sub(vl_read(x_old, to), vl_read(x_old, from));
            links[count] = rod_between(from, to, vl_length(d));
            links[count].kind = r % 3 == 2 ? VL_STRING : VL_ROD;
            links[count].compliance = s->compliance;
            links[count++].family = 2 * k + (k == 0 ? c : r) % 2;
        }
    return count;
}

// A net or a zigzag chain with its first particle in the origin. Its links had their lengths at tₙ.
static vl_world *make(const specimen *s, bool pinned)
{
    vl_random random = {5};
    int columns = s->shape->columns, count = columns * s->shape->rows;
    vl_world *world = vl_world_create(count);
    vl_particles *p = &world->particles;
    for (int i = 0; i < count; i++) {
        int column = i % columns, slot = slot_of(s->shape, column, i / columns);
        vl_vec3 at = {column, i / columns + (s->shape->rows > 1 ? 0 : 0.6 * (column % 2)), 0};
        vl_vec3 off = any_vec3(&random, i > 0 ? s->far : 0);
        set_mass(world, slot, 1 + i % 3);
        vl_write(p->x_old, slot, at);
        vl_write(p->x, slot, vl_add(at, off));
        if (pinned && i + 1 == count)
            pin(world, slot);
    }
    world->solver.method = s->solver;
    world->solver.direction = s->direction;
    world->solver.order = s->order;
    world->solver.iterations = s->sweeps;
    world->solver.grids = s->grids;
    world->threads = s->threads;
    FREED vl_link *links = vl_alloc(4 * (size_t)count, sizeof *links);
    vl_world_link(world, links, link_net(s, p->x_old, links));
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
    OWNED(vl_world) *world = make(s, true);
    world->reactions_wanted = true;
    assert_true(vl_world_hold(world, 0));
    solve(world, s);
    return vl_read(world->reaction, 0);
}

// The same of a free particle of enormous mass.
static vl_vec3 felt(const specimen *s)
{
    OWNED(vl_world) *world = make(s, true);
    world->particles.mass[0] = 1 / enormous;
    world->particles.inverse_mass[0] = enormous;
    solve(world, s);
    return vl_scale(particle_x(world, 0), 1 / enormous);
}

// It begins in the origin, so that its displacement of some 1e-13 m is not rounded. An inverse mass
// of 1e-13 instead of 0 moves a link's end by that times the impulse. Its influence on the impulses
// grows in proportion (measured from 1e-4 to 1e-12): with coarser grids, which move 1000 kg, by
// 2000 times it.
TEST(a_reaction_is_what_a_particle_of_enormous_mass_feels)
{
    for (int i = 0; i < COUNT(specimens); i++) {
        vl_vec3 a = told(&specimens[i]), b = felt(&specimens[i]);
        assert_below(vl_length(vl_sub(a, b)), 1e-8 * vl_length(b), specimens[i].solver->name);
    }
}

// With three held particles.
static void check_momentum(int index, const specimen *s)
{
    OWNED(vl_world) *world = make(s, false);
    vl_particles *p = &world->particles;
    const int hands[] = {0, p->count / 2, p->count - 1};
    double sum[VL_AXES] = {0}, most = 0, size = 0;
    world->reactions_wanted = true;
    for (int k = 0; k < COUNT(hands); k++)
        assert_true(vl_world_hold(world, hands[k]));
    vl_axes_copy(world->predicted, p->x, p->count);
    solve(world, s);
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double moved = p->x[axis][i] - world->predicted[axis][i];
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
}

// The momentum of the free particles changes by the negative of all reactions.
TEST(reactions_are_equal_and_opposite)
{
    for (int i = 0; i < COUNT(specimens); i++)
        check_momentum(i, &specimens[i]);
}
