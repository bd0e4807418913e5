// How fast the news of a pull crosses links: counted in worlds where the count is known.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/news.h"
#include "worlds.h"

// A taut chain without gravity whose first particle is in a hand.
static vl_world *held_chain(int links, int sweeps, vl_sweep_order order)
{
    vl_world *world = chain("tcv", links, 1, 1, 1, VL_ROD);
    world->gravity = (vl_vec3){0, 0, 0};
    world->solver.order = order;
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

// One sweep over links listed from the far end brings the news exactly one link on.
static void a_sweep_against_the_order_goes_one_link(void **state)
{
    (void)state;
    vl_world *world = vl_world_create(6);
    vl_link links[5];
    for (int i = 0; i < 6; i++)
        vl_write(world->particles.x, i, (vl_vec3){0.1 * i, 0, 0});
    for (int i = 0; i < 5; i++)
        links[i] =
            (vl_link){.from = 4 - i, .to = 5 - i, .kind = VL_STRING, .length = 0.1, .family = -1};
    world->integrator = vl_integrator_find("explicit-euler");
    vl_world_link(world, links, 5);
    world->solver.order = VL_ORDER_LISTED;
    world->solver.iterations = 1;
    assert_true(vl_world_hold(world, 0));
    vl_news *news = vl_news_create(world, 0);
    assert_non_null(news);
    assert_int_equal(vl_news_farthest(news), 5);
    vl_news_look(news, world);
    assert_int_equal(vl_news_steps(news), 0); // nobody has pulled yet
    for (int step = 1; step <= 5; step++) {
        pull(world, -0.05 * step);
        vl_news_look(news, world);
        print_message("  step %d: %d links\n", step, vl_news_reached(news));
        assert_int_equal(vl_news_steps(news), step);
        assert_int_equal(vl_news_reached(news), step);
        assert_int_equal(vl_news_has_crossed(news), step == 5);
    }
    // what was counted stays
    pull(world, -1);
    vl_news_look(news, world);
    assert_int_equal(vl_news_steps(news), 5);
    vl_news_free(news);
    vl_world_free(world);
}

// Swept until no rod is off, the far end goes along in the step of the pull.
static void links_solved_to_the_end_bring_it_in_one_step(void **state)
{
    (void)state;
    vl_world *world = held_chain(12, 100000, VL_ORDER_CRISS_CROSS);
    world->solver.tolerance = 1e-6;
    assert_true(vl_world_hold(world, 0));
    vl_news *news = vl_news_create(world, 0);
    assert_non_null(news);
    pull(world, -0.01);
    vl_news_look(news, world);
    assert_true(vl_news_has_crossed(news));
    assert_int_equal(vl_news_steps(news), 1);
    vl_news_free(news);
    vl_world_free(world);
}

// In what moves, or is linked to nothing that can, there is no news.
static void there_is_no_news_where_nothing_rests(void **state)
{
    (void)state;
    vl_world *world = held_chain(4, 16, VL_ORDER_LISTED);
    vl_write(world->particles.v, 2, (vl_vec3){0, 1e-3, 0});
    vl_world_restart(world);
    assert_null(vl_news_create(world, 0));
    vl_write(world->particles.v, 2, (vl_vec3){0, 0, 0});
    vl_world_restart(world);
    vl_world_set_pinned(world, 1, true);
    assert_null(vl_news_create(world, 0));
    vl_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_against_the_order_goes_one_link),
        cmocka_unit_test(links_solved_to_the_end_bring_it_in_one_step),
        cmocka_unit_test(there_is_no_news_where_nothing_rests),
    };
    return cmocka_run_group_tests_name("news", tests, NULL, NULL);
}
