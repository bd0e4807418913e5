// Sweeps over links: the same bits whatever the vector width, the threads, the compiler and its
// optimisation (same-bits.txt has those of the rest); what each direction, compliance and grids do.

#include "physics/solvers/sweep/sweep.h"
#include "physics/world/world.h"
#include "support/testing.h"
#include "support/worlds.h"

// --- worlds ---

typedef struct specimen {
    const char *name;
    vl_world *(*make)(vl_world *blank, int size);
    int size, particles, steps, threads; // more of these are not used for so few links
} specimen;

static void put(vl_world *world, int slot, double x, double y, double z, bool pinned)
{
    vl_write(world->particles.x, slot, (vl_vec3){x, y, z});
    world->particles.pinned[slot] = pinned;
    vl_particles_refresh(&world->particles, slot);
}

// Even columns first, as the scenes lay a cloth out.
static int cloth_slot(int side, int column, int row)
{
    return row * side + column / 2 + (column % 2 ? (side + 1) / 2 : 0);
}

// A side × side cloth with shear and bend, stretched by `stretch` downwards, and somewhat crumpled.
static vl_world *cloth(vl_world *world, int side, double stretch, double crumple, bool pinned)
{
    static const struct {
        int from, right, down; // columns and rows from a particle to the ends of a link
    } ways[] = {{0, 1, 0}, {0, 0, 1}, {0, 1, 1}, {1, 0, 1}, {0, 2, 0}};

    vl_random random = {11};
    FREED vl_link *links = vl_alloc(6 * (size_t)side * (size_t)side, sizeof *links);
    int count = 0;
    for (int i = 0; i < side * side; i++)
        put(world, cloth_slot(side, i % side, i / side), i % side, -stretch * (i / side),
            vl_random_uniform(&random, -crumple, crumple), pinned && i < side);
    for (int i = 0; i < side * side; i++)
        for (int k = 0; k < COUNT(ways); k++) {
            int r = i / side, c = i % side, x = ways[k].right - ways[k].from, y = ways[k].down;
            if (c + ways[k].from >= side || c + ways[k].right >= side || r + y >= side)
                continue;
            links[count] =
                rod_between(cloth_slot(side, c + ways[k].from, r),
                            cloth_slot(side, c + ways[k].right, r + y), sqrt(x * x + y * y));
            links[count++].family = 2 * k + (k == 0 ? c : k == 4 ? c / 2 : r) % 2;
        }
    world->gravity = (vl_vec3){0.5, -9.81, 0.25};
    vl_world_link(world, links, count);
    return world;
}

static vl_world *hung_cloth(vl_world *world, int side)
{
    return cloth(world, side, 1.1, 0.1, true);
}

static vl_world *long_chain(vl_world *world, int count)
{
    FREED vl_link *links = vl_alloc((size_t)count, sizeof *links);
    for (int i = 0; i <= count; i++)
        put(world, i, 0.1 * i, 0, 0.01 * (i % 3), i == 0);
    for (int i = 0; i < count; i++) {
        links[i] = rod_between(i, i + 1, 0.1);
        links[i].kind = i % 5 ? VL_ROD : VL_STRING;
    }
    world->gravity = (vl_vec3){0, -9.81, 0};
    vl_world_link(world, links, count);
    return world;
}

// Rods, strings and springs between anything, masses over nine decades, some pins.
static vl_world *tangle(vl_world *world, int link_count)
{
    int particles = world->particles.count;
    vl_random random = {21};
    FREED vl_link *links = vl_alloc((size_t)link_count, sizeof *links);
    for (int i = 0; i < particles; i++) {
        double mass = 1e-4;
        for (uint64_t k = vl_random_next(&random) % 10; k > 0; k--)
            mass *= 10;
        world->particles.mass[i] = mass;
        // one after the other: the order of arguments is the compiler's choice
        double x = vl_random_uniform(&random, -5, 5), y = vl_random_uniform(&random, -5, 5);
        double z = vl_random_uniform(&random, -5, 5);
        put(world, i, x, y, z, i % 17 == 0);
    }
    for (int i = 0; i < link_count; i++) {
        int from = (int)vl_random_uniform(&random, 0, particles);
        int to = (int)vl_random_uniform(&random, 0, particles - 1);
        vl_link_kind kind = (vl_link_kind)(vl_random_next(&random) % 3);
        double length = vl_random_uniform(&random, 0.5, 4);
        double compliance = vl_random_uniform(&random, 0, 1e-3);
        links[i] = (vl_link){.from = from,
                             .to = to + (to >= from),
                             .kind = kind,
                             .length = length,
                             .compliance = compliance,
                             .stiffness = 1e-6,
                             .family = -1};
    }
    vl_world_link(world, links, link_count);
    return world;
}

static const specimen plans[] = {
    {"chain", long_chain, 200, 201, 50, 1},       {"cloth", hung_cloth, 12, 144, 50, 1},
    {"tangle", tangle, 250, 120, 50, 1},          {"large cloth", hung_cloth, 72, 72 * 72, 1, 3},
    {"large tangle", tangle, 40000, 13000, 1, 3},
};

// What is done to them.
typedef struct manner {
    const char *method;
    vl_sweep_order order;
    vl_direction direction;
    double relaxation;
    int grids;
} manner;

static const manner ways[] = {
    {"relax", VL_ORDER_COLOURED, VL_DIRECTION_NEW, 1, 0},
    {"relax", VL_ORDER_COLOURED, VL_DIRECTION_OLD, 1, 0},
    {"relax", VL_ORDER_LISTED, VL_DIRECTION_NEW, 1, 0},
    {"relax", VL_ORDER_CRISS_CROSS, VL_DIRECTION_OLD, 1, 0},
    {"xpbd", VL_ORDER_COLOURED, VL_DIRECTION_NEW, 1, 0},
    {"xpbd", VL_ORDER_CRISS_CROSS, VL_DIRECTION_NEW, 1.25, 0},
    {"relax", VL_ORDER_COLOURED, VL_DIRECTION_NEW, 0.75, 10},
};

static vl_world *blank_world(const specimen *plan, const manner *way)
{
    vl_world *world = vl_world_create(plan->particles);
    world->solver.method = solver_named(way->method);
    world->solver.order = way->order;
    world->solver.direction = way->direction;
    world->solver.relaxation = way->relaxation;
    world->solver.grids = way->grids;
    world->solver.iterations = 4;
    return world;
}

static uint64_t run(const specimen *plan, const manner *way, const vl_sweep_kernel *kernel,
                    int threads)
{
    OWNED(vl_world) *world = blank_world(plan, way);
    world->sweep_kernel = kernel;
    world->threads = threads;
    plan->make(world, plan->size);
    for (int k = 0; k < plan->steps; k++)
        assert_true(vl_world_step(world, k % 2 ? 1 / 64.0 : 1 / 128.0));
    assert_false(world->now.diverged);
    return vl_world_hash(world);
}

// Whether to look at a plan handled in this way: at all pairs of the small ones.
static bool is_looked_at(int plan, int way)
{
    return plans[plan].threads == 1 || test_pair(plan, way);
}

// One number for every processor, compiler, optimisation, vector width and number of threads. If a
// change of the physics is meant to change it, put in what the test prints.
static const uint64_t committed = UINT64_C(0xee9d35799861a80b);

TEST(the_bits_are_the_same_everywhere)
{
    uint64_t all = 0;
    for (int p = 0; p < COUNT(plans); p++)
        for (int w = 0; w < COUNT(ways); w++) {
            const vl_sweep_kernel *const *kernels = vl_sweep_kernels();
            uint64_t wanted = run(&plans[p], &ways[w], kernels[0], 1);
            all = (all ^ wanted) * UINT64_C(1099511628211);
            // each width alone, the widest with threads too; the first is done
            for (int k = 0; kernels[k] && is_looked_at(p, w); k++)
                for (int threads = k ? 1 : test_cases(3, 2); threads <= (k ? 1 : plans[p].threads);
                     threads++)
                    if (run(&plans[p], &ways[w], kernels[k], threads) != wanted)
                        fail_msg("%s, %s: other bits with %s and %d threads", plans[p].name,
                                 ways[w].method, kernels[k]->name, threads);
        }
    print_message("  %016llx\n", (unsigned long long)all);
    assert_true(all == committed);
}

// --- plans ---

// Link by link, each in a row of its own; then the method says whether that is a solution.
static vl_solve solve_link_by_link(vl_world *world, void *memory, double h)
{
    const vl_links *links = &world->links;
    const vl_solver *method = solver_named(world->solver.method->name);
    const vl_sweep_kernel *kernel = vl_sweep_kernels()[0];
    bool old = world->solver.direction == VL_DIRECTION_OLD;
    int sweeps = world->solver.iterations;
    FREED double *softness = vl_alloc((size_t)links->hard_count, sizeof *softness);
    vl_sweep sweep = vl_sweeps_over(world, method->compliant ? kernel->compliant
                                           : old             ? kernel->along_old
                                                             : kernel->along_new);
    memcpy(sweep.x_old, world->particles.x_old, sizeof sweep.x_old);
    sweep.compliance_per_dt2 = softness;
    sweep.lambda = vl_alloc((size_t)links->hard_count, sizeof *sweep.lambda);
    sweep.count = 1;
    for (int k = 0; k < links->hard_count; k++)
        softness[k] = links->compliance[k] / (h * h);
    for (int n = 0; n < sweeps * links->count; n++) {
        int i = n % links->count, sweeps_done = n / links->count;
        bool backwards = world->solver.order == VL_ORDER_CRISS_CROSS && sweeps_done % 2;
        int at = backwards ? links->count - 1 - i : i;
        int k = world->solver.order == VL_ORDER_COLOURED ? at : links->listed[at];
        vl_sweep_row row = {links->from[k], links->to[k], k, 1};
        sweep.rows = &row;
        sweep.lower_bound = links->kind[k] == VL_STRING ? 0 : -HUGE_VAL;
        if (k < links->hard_count)
            sweep.function.rows(&sweep);
    }
    vl_free(sweep.lambda);
    world->solver.iterations = 0;
    vl_solve solve = method->solve(world, memory, h);
    world->solver.iterations = sweeps;
    return solve;
}

// Two worlds of a plan: as they are, and one that is solved link by link as `single` says.
static void make_both(vl_world *worlds[2], const specimen *plan, const manner *way,
                      vl_solver *single)
{
    for (int k = 0; k < 2; k++)
        worlds[k] = blank_world(plan, way);
    *single = *worlds[1]->solver.method;
    single->solve = solve_link_by_link;
    worlds[1]->solver.method = single;
    for (int k = 0; k < 2; k++)
        plan->make(worlds[k], plan->size);
}

static void assert_same(vl_world *worlds[2])
{
    assert_true(vl_world_hash(worlds[0]) == vl_world_hash(worlds[1]));
    vl_world_free(worlds[0]);
    vl_world_free(worlds[1]);
}

TEST(a_plan_gives_the_bits_of_link_by_link)
{
    for (int p = 0; p < 4; p++)
        for (int w = 0; w < COUNT(ways) - 1; w++) { // but grids
            vl_world *worlds[2];
            vl_solver single;
            if (!is_looked_at(p, w))
                continue;
            make_both(worlds, &plans[p], &ways[w], &single);
            for (int k = 0; k < 6; k++)
                vl_world_step(worlds[k % 2], 0.01);
            assert_same(worlds);
        }
}

TEST(links_that_break_leave_a_good_plan)
{
    for (int w = 0; w < COUNT(ways) - 1; w++) {
        vl_world *worlds[2];
        vl_solver single;
        make_both(worlds, &plans[1], &ways[w], &single);
        for (int k = 0; k < 2; k++) {
            vl_random random = {3};
            for (int round = 0; round < 20; round++) {
                int gone[5];
                for (int i = 0; i < 5; i++)
                    gone[i] = (int)vl_random_uniform(&random, 0, worlds[k]->links.count);
                vl_world_break_links(worlds[k], gone, 5);
            }
            vl_world_step(worlds[k], 0.01);
        }
        assert_same(worlds);
    }
}

TEST(sweeps_end_where_the_strains_of_the_links_are_within_the_tolerance)
{
    for (int p = 0; p < COUNT(plans); p++)
        for (int w = 0; w < COUNT(ways); w++) {
            if (!is_looked_at(p, w))
                continue;
            OWNED(vl_world) *world = plans[p].make(blank_world(&plans[p], &ways[w]), plans[p].size);
            double largest = strain_of(world);
            world->solver.tolerance = largest;
            assert_int_equal(vl_world_solve(world, 0.01).sweeps, 0);
            world->solver.tolerance = largest * (1 - 1e-15);
            if (!ways[w].grids) // which may do it before the first sweep
                assert_true(vl_world_solve(world, 0.01).sweeps > 0);
        }
}

// --- compliance ---

TEST(rods_without_compliance_are_moved_as_relax_moves_them)
{
    for (int order = 0; order < 3; order++) {
        manner relax = {"relax", (vl_sweep_order)order, VL_DIRECTION_NEW, 1.25, 0}, xpbd = relax;
        xpbd.method = "xpbd";
        assert_true(run(&plans[1], &relax, NULL, 1) == run(&plans[1], &xpbd, NULL, 1));
    }
}

// One particle of `mass` on one link of `compliance`, 1 m long, hanging from a pin at rest.
static vl_world *hanging(vl_link_kind kind, double mass, double compliance, double start)
{
    vl_world *world = vl_world_create(2);
    vl_link link = spring_between(0, 1, 1, 1 / compliance);
    link.kind = kind;
    link.compliance = compliance;
    set_mass(world, 1, mass);
    put(world, 0, 0, 0, 0, true);
    put(world, 1, 0, -start, 0, false);
    world->gravity = (vl_vec3){0, -10, 0};
    world->solver.method = solver_named("xpbd");
    vl_world_link(world, &link, 1);
    return world;
}

// F · compliance, whatever the sweeps and the steps: the load is in balance where C = α F, which is
// the fixed point of the step itself. Each step takes 1/(1 + (h ω)²) off the square of the swing
// (implicit Euler), ω = 10/s: in 200 s at 240 steps/s exp(−40) is left of 0.1 m. Then rounding of a
// position of 1 m, multiplied by 1/(h ω)² < 1e3.
TEST(a_compliant_link_stretches_by_its_load)
{
    static const int rates[] = {30, 60, 240};
    static const int sweeps[] = {1, 3, 20};

    for (int kind = VL_ROD; kind <= VL_STRING; kind++)
        for (int r = 0; r < COUNT(rates); r++)
            for (int s = 0; s < COUNT(sweeps); s++) {
                OWNED(vl_world) *world = hanging((vl_link_kind)kind, 2, 0.005, 1);
                world->solver.iterations = sweeps[s];
                make_steps(world, 200 * rates[r], 1.0 / rates[r]);
                double stretch = -world->particles.x[1][1] - 1;
                assert_below(fabs(stretch - 2 * 10 * 0.005), 1e-12, "stretch");
            }
}

// The same oscillator as a spring of stiffness 1/compliance, followed exactly: the difference
// falls with the step, at first order. k = 100 N/m: rest at 1.1 m, ω = 10/s, amplitude 0.05 m.
TEST(a_compliant_link_becomes_the_spring_with_smaller_steps)
{
    double before = 0;
    for (int i = 0; i < 3; i++) {
        int rate = 1000 << i;
        OWNED(vl_world) *world = hanging(VL_ROD, 1, 0.01, 1.05);
        make_steps(world, rate, 1.0 / rate);
        double error = fabs(world->particles.x[1][1] + 1.1 - 0.05 * cos(10.0));
        assert_true(i == 0 || (before / error > 1.8 && before / error < 2.2));
        before = error;
    }
}

TEST(a_slack_string_does_nothing)
{
    OWNED(vl_world) *world = hanging(VL_STRING, 1, 0.01, 0.5);
    for (int k = 0; k < 10; k++) // 0.05 m of fall
        vl_world_step(world, 0.01);
    assert_true(fabs(world->particles.x[1][1] + 0.5 + 0.5 * 10 * 0.1 * 0.1) < 1e-14);
}

// --- the old direction ---

// One link from the origin, 1 m long; where it pointed, and where it is after the step.
TEST(a_link_turned_too_far_has_no_solution)
{
    static const struct {
        vl_vec3 old, now;
        bool solved;
    } rows[] = {
        {{1, 0, 0}, {2, 0, 0}, true},       {{1, 0, 0}, {1, 0.9, 0}, true},
        {{1, 0, 0}, {1, 1.1, 0}, false},    {{1, 0, 0}, {0, 2, 0}, false},
        {{1, 0, 0}, {-2, 0, 0}, false},     {{1, 0, 0}, {-0.5, 0, 0}, true},
        {{1, 0, 0}, {0, 0.5, 0}, true},     {{1, 0, 0}, {0, 1, 0}, true},
        {{0, 0, 0}, {2, 0, 0}, false},      {{1, 0, 0}, {0, 0, 0}, true},
        {{1, 0, 0}, {1e-200, 2, 0}, false}, {{1, 0, 0}, {1e60, 0, 0}, true},
    };

    for (int r = 0; r < COUNT(rows); r++)
        for (int order = 0; order < 3; order++) {
            OWNED(vl_world) *world = chain("tcv", 1, 1, 1, 1, VL_ROD);
            set_order(world, (vl_sweep_order)order);
            use_solver(world, "relax", VL_DIRECTION_OLD);
            vl_write(world->particles.x_old, 1, rows[r].old);
            vl_write(world->particles.x, 1, rows[r].now);
            assert_int_equal(vl_world_solve(world, 0.01).solved, rows[r].solved);
            double length = vl_link_length(&world->links, &world->particles, 0);
            assert_true(isfinite(length) && (!rows[r].solved || fabs(length - 1) < 1e-12));
        }
}

// --- grids ---

static vl_world *grid_cloth(int side, double stretch, double crumple, bool pinned)
{
    const manner with = {"relax", VL_ORDER_COLOURED, VL_DIRECTION_NEW, 1, 10};
    const specimen plan = {.particles = side * side};
    return cloth(blank_world(&plan, &with), side, stretch, crumple, pinned);
}

// A cloth stretched by 62 %: Gauss-Seidel takes sweeps as the square of its side, grids a handful.
TEST(grids_bring_a_large_cloth_to_its_length_in_a_few_sweeps)
{
    for (int side = 16; side <= 64; side *= 2) {
        OWNED(vl_world) *world = grid_cloth(side, 1.62, 0, true);
        world->solver.tolerance = 0.01;
        world->solver.iterations = 1000;
        assert_true(vl_world_solve(world, 0.01).sweeps <= 20);
    }
}

// Each coarse particle has the mass that it moves, so the sum of m x stays: to the rounding of so
// many moves of some metres.
TEST(grids_keep_the_centre_of_mass)
{
    OWNED(vl_world) *world = grid_cloth(32, 1.62, 0.3, false);
    vl_random random = {8};
    double moved = 0, mass = 0;
    for (int i = 0; i < 32 * 32; i++) {
        set_mass(world, i, vl_random_uniform(&random, 0.1, 10));
        mass += world->particles.mass[i];
        moved -= world->particles.mass[i] * world->particles.x[1][i];
    }
    vl_world_solve(world, 0.01);
    for (int i = 0; i < 32 * 32; i++)
        moved += world->particles.mass[i] * world->particles.x[1][i];
    assert_true(fabs(moved) / mass < 1e-12);
}

// Links that have their length are left alone: to rounding, on all grids.
TEST(grids_ask_nothing_of_links_at_rest)
{
    OWNED(vl_world) *world = grid_cloth(32, 1, 0, true);
    vl_world_solve(world, 0.01);
    for (int i = 0; i < 32 * 32; i++) {
        vl_vec3 at = particle_x(world, cloth_slot(32, i % 32, i / 32));
        assert_true(vl_length(vl_sub(at, (vl_vec3){i % 32, -i / 32, 0})) < 1e-12);
    }
}
