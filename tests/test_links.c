// Links: colours whose links share no particle, runs with consecutive ends, and what relaxation
// makes of them.

#include "physics/world/world.h"
#include "support/link_checks.h"
#include "support/testing.h"
#include "support/worlds.h"

// A hub with more links than there are bits in a mask. (Links between anything are in test_cloth.c,
// where they break.)
TEST(a_hub_of_many_links_is_coloured_too)
{
    enum { SPOKES = 499 };

    vl_link described[SPOKES];
    for (int i = 0; i < SPOKES; i++)
        described[i] = rod_between(0, i + 1, 1);
    SCOPED(vl_arena) arena = {0};
    vl_links links;
    vl_links_create(&arena, &links, described, SPOKES, SPOKES + 1);
    assert_int_equal(links.colour_count, SPOKES);
    check_colours(&links, SPOKES + 1);
    check_runs(&links);
}

// Whatever the order, relaxation converges, and moves no centre of mass where nothing is pinned.
TEST(every_order_brings_links_to_their_length)
{
    for (int order = 0; order < 3; order++) {
        OWNED(vl_world) *world = chain("tcv", 12, 1, 0.5, 3, VL_ROD);
        vl_world_set_pinned(world, 0, false);
        double moved = 0, *y = world->particles.x[1];
        vl_random random = {4};
        for (int i = 0; i <= 12; i++) {
            y[i] = vl_random_uniform(&random, -0.2, 0.2);
            moved -= world->particles.mass[i] * y[i];
        }
        set_order(world, (vl_sweep_order)order);
        world->solver.iterations = 100000;
        world->solver.tolerance = 1e-12;
        int sweeps = vl_world_solve(world, 1).sweeps;
        assert_true(strain_of(world) <= 1e-12 && sweeps < 100000);
        for (int i = 0; i <= 12; i++)
            moved += world->particles.mass[i] * world->particles.x[1][i];
        // rounding of each of 2 · 12 · sweeps moves of up to 0.1 kg m
        assert_true(fabs(moved) < 1e-16 * 24 * sweeps + 1e-15);
    }
}

TEST(a_string_only_pulls)
{
    static const struct {
        double distance, after[2]; // for a rod, a string of length 1
    } rows[] = {{0.5, {1, 0.5}}, {2, {1, 1}}, {1, {1, 1}}};

    for (int i = 0; i < COUNT(rows); i++)
        for (int kind = VL_ROD; kind <= VL_STRING; kind++) {
            OWNED(vl_world) *world = chain("tcv", 1, 1, 1, 1, (vl_link_kind)kind);
            world->particles.x[0][1] = rows[i].distance;
            vl_world_solve(world, 1);
            double length = vl_link_length(&world->links, &world->particles, 0);
            assert_true(fabs(length - rows[i].after[kind]) < 1e-15);
        }
}

// Neither two ends in one place nor two pinned ends make a number that is none.
TEST(degenerate_links_stay_finite)
{
    OWNED(vl_world) *world = chain("tcv", 2, 2, 1, 1, VL_ROD);
    for (int i = 0; i < 3; i++)
        vl_write(world->particles.x, i, (vl_vec3){1, 1, 1});
    vl_world_solve(world, 1);
    vl_world_set_pinned(world, 1, true);
    vl_world_solve(world, 1);
    for (int i = 0; i < 3; i++)
        assert_true(isfinite(world->particles.x[0][i]));
}

// There are 10 sweeps a step at 1/60, one frame of 0.1 s, then 1/240: the most energy that
// is there in the second after the hitch over that before it. Again the order of the links is not
// told; it moves the factors by 3 to 10 %, hence a sixth.
TEST(a_hitch_multiplies_the_energy_of_a_swing)
{
    static const struct {
        const char *name;
        double times;
    } rows[] = {{"verlet", 115}, {"tcv", 7.7}, {"corrected-tcv", 4.2}};

    for (int i = 0; i < 3; i++) {
        OWNED(vl_world) *world = swing(rows[i].name);
        world->solver.iterations = 10;
        make_steps(world, 60, 1 / 60.0);
        double before = swing_energy(world), most = 0;
        vl_world_step(world, 0.1);
        for (int k = 0; k < 240; k++) {
            vl_world_step(world, 1 / 240.0);
            most = test_larger(most, swing_energy(world));
        }
        assert_below(fabs(most / before / rows[i].times - 1), 1 / 6.0, rows[i].name);
    }
}
