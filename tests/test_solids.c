// Colliders as a picture: what hides what, and how much of a scene is shown.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/stage/cloth_view.h"
#include "app/stage/solids.h"
#include "base/memory.h"
#include "base/random.h"
#include "physics/colliders/colliders.h"
#include "physics/world/world.h"
#include "scene/build.h"

static vl_world *world_with(const vl_collider *colliders, int count)
{
    vl_world *world = vl_world_create(1);
    world->colliders = vl_alloc((size_t)count, sizeof *colliders);
    for (int i = 0; i < count; i++)
        world->colliders[i] = colliders[i];
    world->collider_count = count;
    vl_world_link(world, NULL, 0);
    return world;
}

static const bool none[25];
static const vl_large large = {1, none};

static vl_vec3 random_vector(vl_random *random, double reach)
{
    double x = vl_random_uniform(random, -reach, reach);
    double y = vl_random_uniform(random, -reach, reach);
    return (vl_vec3){x, y, vl_random_uniform(random, -reach, reach)};
}

// Whether the ray from `at` along `way` meets the body, looked for in steps of 1/400.
static bool meets(const vl_collider *body, vl_vec3 at, vl_vec3 way)
{
    for (int i = 0; i < 4000; i++)
        if (body->kind->clearance(body, vl_add(at, vl_scale(way, i / 400.0))).distance < 0)
            return true;
    return false;
}

static vl_collider random_body(vl_random *random, bool box)
{
    vl_vec3 size = random_vector(random, 1);
    return (vl_collider){
        .kind = box ? &vl_collider_box : &vl_collider_sphere,
        .center = random_vector(random, 1),
        .radius = vl_random_uniform(random, 0.2, 1),
        .size = {0.2 + fabs(size.x), 0.2 + fabs(size.y), 0.2 + fabs(size.z)},
    };
}

// A point that the body hides is drawn before it, and one that hides the body after it, seen from
// anywhere: light goes straight on from the point to the viewer, and is stopped or not.
static void what_is_behind_a_body_is_drawn_before_it(void **state)
{
    (void)state;
    vl_random random = {11};
    int hidden = 0, hiding = 0;
    for (int round = 0; round < 4000; round++) {
        vl_collider body = random_body(&random, round % 2);
        vl_world *world = world_with(&body, 1);
        vl_camera camera = {.height = 4, .stage = {0, 0, 800, 600}};
        camera.yaw = vl_random_uniform(&random, -3, 3);
        camera.pitch = vl_random_uniform(&random, -1.5, 1.5);
        vl_solids solids;
        vl_solids_create(&solids, world);
        vl_solids_sort(&solids, world, &camera, &large);
        vl_vec3 at = random_vector(&random, 1.2), toward = vl_camera_axes(&camera).toward;
        bool outside = body.kind->clearance(&body, at).distance > 0;
        bool is_hidden = outside && meets(&body, at, toward);
        bool hides = outside && meets(&body, at, vl_scale(toward, -1));
        assert_false(is_hidden && vl_solids_layer(&solids, at) != 0);
        assert_false(hides && vl_solids_layer(&solids, at) != 1);
        hidden += is_hidden;
        hiding += hides;
        vl_solids_free(&solids);
        vl_world_free(world);
    }
    print_message("  %d points hidden, %d in front\n", hidden, hiding);
    assert_true(hidden > 150 && hiding > 150);
}

static void bodies_are_drawn_far_ones_first(void **state)
{
    (void)state;
    vl_collider bodies[6] = {{.kind = &vl_collider_plane, .normal = {0, 1, 0}},
                             {.kind = &vl_collider_balls}};
    const double depths[4] = {0.5, -1, 2, 0};
    for (int i = 0; i < 4; i++)
        bodies[i + 2] =
            (vl_collider){.kind = &vl_collider_sphere, .center = {0, 0, depths[i]}, .radius = 0.1};
    vl_world *world = world_with(bodies, 6);
    vl_camera camera = {.height = 4, .stage = {0, 0, 800, 600}};
    vl_solids solids;
    vl_solids_create(&solids, world);
    vl_solids_sort(&solids, world, &camera, &large);
    assert_int_equal(solids.count, 4); // no plane, no collisions of balls, no small ball
    world->particles.radius[0] = 1;
    vl_write(world->particles.x, 0, (vl_vec3){0, 0, 1});
    vl_solids_sort(&solids, world, &camera, &large);
    assert_int_equal(solids.count, 5);
    assert_true(solids.bodies[3].slot == 0);
    for (int i = 0; i < 4; i++)
        assert_true(solids.bodies[i].center.z < solids.bodies[i + 1].center.z);
    vl_solids_free(&solids);
    vl_world_free(world);
}

// A stone 3 m above the ground is shown with it, and a ball beside it; ground at the end of the
// world is not.
static void the_whole_scene_has_the_ground_below_it(void **state)
{
    (void)state;
    const vl_collider colliders[4] = {
        {.kind = &vl_collider_plane, .point = {100, -3, 0}, .normal = {0, 2, 0}},
        {.kind = &vl_collider_plane, .point = {0, -1e6, 0}, .normal = {0, 1, 0}},
        {.kind = &vl_collider_sphere, .center = {4, 0, 0}, .radius = 1},
        {.kind = &vl_collider_balls},
    };
    vl_world *world = world_with(colliders, 4);
    vl_vec3 low = {1, 0, 0}, high = {1, 0, 0}; // balls are nowhere, not in the origin
    vl_solids_bound(world, &low, &high);
    assert_true(low.x == 1 && high.x == 5 && low.y == -3 && high.y == 1);
    assert_true(vl_solids_are_planar(world));
    world->colliders[2].center.z = 0.1;
    assert_false(vl_solids_are_planar(world));
    vl_world_free(world);
}

// --- torn cloth ---

static int index_of_link(const vl_world *world, int from, int to)
{
    const vl_particles *p = &world->particles;
    for (int k = 0; k < world->links.count; k++) {
        int a = p->number_of[world->links.from[k]], b = p->number_of[world->links.to[k]];
        if ((a == from && b == to) || (a == to && b == from))
            return k;
    }
    fail();
    return -1;
}

// Indices of the triangles that a small cloth makes: 6 for a cell, more for a thread.
static int drawn(vl_cloth_view *view, const vl_world *world)
{
    vl_camera camera = {.height = 10, .planar = true, .stage = {0, 0, 40, 40}};
    vl_drawlist list = {0};
    vl_solids solids;
    vl_solids_create(&solids, world);
    vl_solids_sort(&solids, world, &camera, &large);
    const vl_cloth_look look = {
        .theme = &vl_themes[0], .camera = &camera, .solids = &solids, .full_strain = 1};
    vl_cloth_view_prepare(view, world, &look);
    vl_cloth_view_draw(view, &look, 0, &list);
    int count = list.index_count;
    vl_drawlist_free(&list);
    vl_solids_free(&solids);
    return count;
}

// A cloth of 4 × 4 cells, particles 1…25 row by row. Without the link 7–8 the cells above and below
// it are gone, and 2–3 at the edge is a thread; without 17–18 two cells more, and 22–23 is one, and
// 12–13 with no cell left on either side.
static void what_is_torn_is_not_drawn_but_loose_threads_are(void **state)
{
    (void)state;
    static const char text[] = "format: 1\ncloths:\n- {name: c, origin: [-1, 1], along: [2, 0], "
                               "down: [0, -2], columns: 5, rows: 5, mass: 1, shear: false}\n";
    vl_error error = {0};
    vl_scene *scene = vl_scene_parse(text, sizeof text - 1, "cloth", &error);
    assert_non_null(scene);
    vl_world *world = vl_scene_build(scene);
    vl_cloth_view *view = vl_cloth_view_create(world, 0);
    assert_int_equal(drawn(view, world), 16 * 6);

    int k = index_of_link(world, 7, 8);
    vl_world_break_links(world, &k, 1);
    int thread = drawn(view, world) - 14 * 6;
    print_message("  a thread: %d indices\n", thread);
    assert_true(thread > 0);
    k = index_of_link(world, 17, 18);
    vl_world_break_links(world, &k, 1);
    assert_int_equal(drawn(view, world), 12 * 6 + 3 * thread);
    k = index_of_link(world, 12, 13);
    vl_world_break_links(world, &k, 1);
    assert_int_equal(drawn(view, world), 12 * 6 + 2 * thread);
    vl_cloth_view_free(view);
    vl_world_free(world);
    vl_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_behind_a_body_is_drawn_before_it),
        cmocka_unit_test(bodies_are_drawn_far_ones_first),
        cmocka_unit_test(what_is_torn_is_not_drawn_but_loose_threads_are),
        cmocka_unit_test(the_whole_scene_has_the_ground_below_it),
    };
    return cmocka_run_group_tests_name("solids", tests, NULL, NULL);
}
