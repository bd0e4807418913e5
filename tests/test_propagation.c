// How fast a displacement propagates through links: counted in worlds where the count is known.

#include "lab/propagation.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "support/testing.h"
#include "support/worlds.h"

// A taut chain without gravity whose first particle is in a hand.
static vl_world *held_chain(int links, int sweeps, vl_sweep_order order)
{
    vl_world *world = chain("tcv", links, 1, 1, 1, VL_ROD);
    world->gravity = (vl_vec3){0, 0, 0};
    set_order(world, order);
    world->solver.iterations = sweeps;
    vl_world_set_pinned(world, 0, false);
    vl_world_step(world, 0.01);
    vl_world_synchronise(world);
    return world;
}

static void pull(vl_world *world, double x)
{
    vl_world_carry(world, 0, (vl_vec3){x, 0, 0});
    vl_world_step(world, 0.01);
}

// One sweep over links listed from the far end moves a displacement on by exactly one link.
TEST(a_sweep_against_the_order_goes_one_link)
{
    OWNED(vl_world) *world = vl_world_create(6);
    vl_link links[5];
    for (int i = 0; i < 6; i++)
        vl_write(world->particles.x, i, (vl_vec3){0.1 * i, 0, 0});
    for (int i = 0; i < 5; i++)
        links[i] =
            (vl_link){.from = 4 - i, .to = 5 - i, .kind = VL_STRING, .length = 0.1, .family = -1};
    world->integrator = vl_integrator_find("explicit-euler");
    vl_world_link(world, links, 5);
    set_order(world, VL_ORDER_LISTED);
    world->solver.iterations = 1;
    assert_true(vl_world_hold(world, 0));
    OWNED(vl_propagation) *moving = vl_propagation_create(world, 0);
    assert_non_null(moving);
    assert_int_equal(moving->farthest, 5);
    vl_propagation_observe(moving, world);
    assert_int_equal(moving->steps, 0); // nobody has pulled yet
    for (int step = 1; step <= 5; step++) {
        pull(world, -0.05 * step);
        vl_propagation_observe(moving, world);
        print_message("  step %d: %d links\n", step, moving->reached);
        assert_int_equal(moving->steps, step);
        assert_int_equal(moving->reached, step);
        assert_int_equal(moving->crossed, step == 5);
    }
    // what was counted stays
    pull(world, -1);
    vl_propagation_observe(moving, world);
    assert_int_equal(moving->steps, 5);
}

// Swept until no rod is off, the far end goes along in the step of the pull.
TEST(links_solved_to_the_end_bring_it_in_one_step)
{
    OWNED(vl_world) *world = held_chain(12, 100000, VL_ORDER_CRISS_CROSS);
    world->solver.tolerance = 1e-6;
    assert_true(vl_world_hold(world, 0));
    OWNED(vl_propagation) *moving = vl_propagation_create(world, 0);
    assert_non_null(moving);
    pull(world, -0.01);
    vl_propagation_observe(moving, world);
    assert_true(moving->crossed);
    assert_int_equal(moving->steps, 1);
}

// In what moves, or is linked to nothing that can move, nothing is followed.
TEST(nothing_is_followed_where_nothing_rests)
{
    OWNED(vl_world) *world = held_chain(4, 16, VL_ORDER_LISTED);
    vl_write(world->particles.v, 2, (vl_vec3){0, 1e-3, 0});
    vl_world_restart(world);
    assert_null(vl_propagation_create(world, 0));
    vl_write(world->particles.v, 2, (vl_vec3){0, 0, 0});
    vl_world_restart(world);
    vl_world_set_pinned(world, 1, true);
    assert_null(vl_propagation_create(world, 0));
}
