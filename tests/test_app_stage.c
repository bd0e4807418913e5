// The stage: what hides what, how much of a scene is shown, torn cloth, the ghost, and how far a
// displacement has come.

#include "app/stage/parts.h"
#include "physics/colliders/colliders.h"
#include "scene/build.h"
#include "support/deeds.h"
#include "support/screen_checks.h"

// --- solids ---

static vl_world *world_with(const vl_collider *colliders, int count)
{
    vl_world *world = vl_world_create(1);
    vl_world_put_forces(world, NULL, 0, colliders, count);
    vl_world_link(world, NULL, 0);
    return world;
}

static const bool none[25];

static vl_solids sorted_solids(vl_arena *arena, const vl_world *world, const vl_camera *camera)
{
    size_t most = (size_t)world->collider_count + VL_MOST_BALLS;
    vl_solids solids = {.bodies = vl_arena_take(arena, most, sizeof(vl_body))};
    vl_solids_sort(&solids, world, camera, 1, none);
    return solids;
}

// Whether the ray from `at` in a direction meets the body, in steps of 1/400.
static bool ray_meets(const vl_collider *body, vl_vec3 at, vl_vec3 direction)
{
    for (int i = 0; i < 4000; i++)
        if (body->kind->clearance(body, vl_add(at, vl_scale(direction, i / 400.0))).distance < 0)
            return true;
    return false;
}

static vl_collider random_body(vl_random *random, bool box)
{
    vl_vec3 size = any_vec3(random, 1);
    return (vl_collider){
        .kind = box ? &vl_collider_box : &vl_collider_sphere,
        .center = any_vec3(random, 1),
        .radius = vl_random_uniform(random, 0.2, 1),
        .size = {0.2 + fabs(size.x), 0.2 + fabs(size.y), 0.2 + fabs(size.z)},
    };
}

// A point that the body hides is drawn before it, and one that hides the body after it, seen from
// anywhere: light goes straight on from the point to the viewer, and is stopped or not.
TEST(what_is_behind_a_body_is_drawn_before_it)
{
    vl_random random = {11};
    int hidden = 0, hiding = 0;
    for (int round = 0; round < 4000; round++) {
        vl_collider body = random_body(&random, round % 2);
        OWNED(vl_world) *world = world_with(&body, 1);
        vl_camera camera = {.height = 4, .stage = {0, 0, 800, 600}};
        camera.yaw = vl_random_uniform(&random, -3, 3);
        camera.pitch = vl_random_uniform(&random, -1.5, 1.5);
        SCOPED(vl_arena) arena = {0};
        vl_solids solids = sorted_solids(&arena, world, &camera);
        vl_vec3 at = any_vec3(&random, 1.2), toward = vl_camera_axes(&camera).toward;
        bool outside = body.kind->clearance(&body, at).distance > 0;
        bool is_hidden = outside && ray_meets(&body, at, toward);
        bool hides = outside && ray_meets(&body, at, vl_scale(toward, -1));
        assert_false(is_hidden && vl_solids_layer(&solids, at) != 0);
        assert_false(hides && vl_solids_layer(&solids, at) != 1);
        hidden += is_hidden;
        hiding += hides;
    }
    assert_true(hidden > 150 && hiding > 150);
}

TEST(bodies_are_drawn_far_ones_first)
{
    vl_collider bodies[6] = {{.kind = &vl_collider_plane, .normal = {0, 1, 0}},
                             {.kind = &vl_collider_balls}};
    const double depths[4] = {0.5, -1, 2, 0};
    for (int i = 0; i < 4; i++)
        bodies[i + 2] =
            (vl_collider){.kind = &vl_collider_sphere, .center = {0, 0, depths[i]}, .radius = 0.1};
    OWNED(vl_world) *world = world_with(bodies, 6);
    vl_camera camera = {.height = 4, .stage = {0, 0, 800, 600}};
    SCOPED(vl_arena) arena = {0};
    vl_solids solids = sorted_solids(&arena, world, &camera);
    assert_int_equal(solids.count, 4); // no plane, no collisions of balls, no small ball
    world->particles.radius[0] = 1;
    vl_write(world->particles.x, 0, (vl_vec3){0, 0, 1});
    vl_solids_sort(&solids, world, &camera, 1, none);
    assert_int_equal(solids.count, 5);
    assert_true(solids.bodies[3].slot == 0);
    for (int i = 0; i < 4; i++)
        assert_true(solids.bodies[i].center.z < solids.bodies[i + 1].center.z);
}

// A stone 3 m above the ground is shown with it, and a ball beside it; ground at the end of the
// world is not.
TEST(the_whole_scene_has_the_ground_below_it)
{
    const vl_collider colliders[4] = {
        {.kind = &vl_collider_plane, .point = {100, -3, 0}, .normal = {0, 2, 0}},
        {.kind = &vl_collider_plane, .point = {0, -1e6, 0}, .normal = {0, 1, 0}},
        {.kind = &vl_collider_sphere, .center = {4, 0, 0}, .radius = 1},
        {.kind = &vl_collider_balls},
    };
    OWNED(vl_world) *world = world_with(colliders, 4);
    vl_vec3 low = {1, 0, 0}, high = {1, 0, 0}; // balls are nowhere, not in the origin
    vl_solids_bound(world, &low, &high);
    assert_true(low.x == 1 && high.x == 5 && low.y == -3 && high.y == 1);
    assert_true(vl_world_is_planar(world));
    world->colliders[2].center.z = 0.1;
    assert_false(vl_world_is_planar(world));
}

// --- torn cloth ---

static void cut_between(vl_world *world, int from, int to)
{
    const vl_particles *p = &world->particles;
    for (int k = 0; k < world->links.count; k++) {
        int a = p->number_of[world->links.from[k]], b = p->number_of[world->links.to[k]];
        if ((a == from && b == to) || (a == to && b == from)) {
            vl_world_break_links(world, &k, 1);
            return;
        }
    }
    fail();
}

// Indices of the triangles that a small cloth makes: 6 for a cell, more for a thread.
static int drawn_indices(vl_cloth_view *view, vl_world *world)
{
    vl_camera camera = {.height = 10, .planar = true, .stage = {0, 0, 40, 40}};
    SCOPED(vl_drawlist) list = {0};
    SCOPED(vl_arena) arena = {0};
    vl_stage stage = {.solids = sorted_solids(&arena, world, &camera)};
    const vl_ui ui = {.list = &list, .theme = &vl_themes[0]};
    const vl_picture picture = {.ui = &ui, .world = world, .stage = &stage};
    vl_cloth_view_prepare(view, &picture);
    vl_cloth_view_draw(view, &picture, 0);
    return list.index_count;
}

// A cloth of 4 × 4 cells, particles 1…25 row by row. Without the link 7–8 the cells above and below
// it are gone, and 2–3 at the edge is a thread; without 17–18 two cells more, and 22–23 is one, and
// 12–13 with no cell left on either side.
TEST(what_is_torn_is_not_drawn_but_loose_threads_are)
{
    static const char text[] = "format: 1\ncloths:\n- {name: c, origin: [-1, 1], along: [2, 0], "
                               "down: [0, -2], columns: 5, rows: 5, mass: 1, shear: false}\n";
    OWNED(vl_scene) *scene = scene_of(text);
    OWNED(vl_world) *world = vl_scene_build(scene);
    SCOPED(vl_arena) arena = {0};
    vl_cloth_view *view = vl_cloth_view_create(&arena, world, 0);
    assert_int_equal(drawn_indices(view, world), 16 * 6);
    cut_between(world, 7, 8);
    int thread = drawn_indices(view, world) - 14 * 6;
    assert_true(thread > 0);
    cut_between(world, 17, 18);
    assert_int_equal(drawn_indices(view, world), 12 * 6 + 3 * thread);
    cut_between(world, 12, 13);
    assert_int_equal(drawn_indices(view, world), 12 * 6 + 2 * thread);
}

// --- the ghost ---

// Largest distance of a particle from where it should be, m; NAN where that is not known.
static double true_error(const desk *d)
{
    const vl_particles *p = &world_of(d)->particles;
    double *x[VL_AXES], error = 0;
    vl_axes_create(x, p->count);
    if (!vl_lab_true_positions(d->session->lab, 0, 10, x))
        error = (double)NAN;
    for (int k = 0; k < p->count && !isnan(error); k++)
        error = test_larger(error, vl_length(vl_sub(vl_read(x, k), vl_read(p->x, k))));
    vl_axes_free(x);
    return error;
}

// A reference that has done a frame within the patience of the screen is drawn for the instant that
// is shown; where there is none, or it lags, a word stands there instead, and no frame waits.
TEST(the_ghost_is_of_the_instant_shown)
{
    static const struct {
        const char *scene;
        vl_track_state state;
    } rows[] = {{"free-fall", VL_TRACK_NONE}, // exact
                {"chain", VL_TRACK_FOLLOWS},
                {"cloth", VL_TRACK_REFUSED}};

    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_scene(rows[i].scene);
        d->app->shown.ghost = true;
        play(d, "/30 Pause/2");
        double error = true_error(d);
        assert_int_equal(isnan(error), rows[i].state == VL_TRACK_REFUSED);
        assert_int_equal(vl_lab_track(d->session->lab, 0, -1, 0).state, rows[i].state);
        frames(d, 20); // digits are refreshed
        double shown = rows[i].state == VL_TRACK_FOLLOWS ? d->app->digits.track.error
                                                         : d->app->digits.now.position_error;
        assert_true(isnan(error) || fabs(shown - error) <= 1e-15);
        assert_int_equal(d->app->digits.track.state, rows[i].state);
    }
}

// The ghost of a picture waits for the reference, however slow that is.
TEST(a_picture_with_the_ghost_waits_for_the_reference)
{
    desk *d = open_played("chain", "A @0.5 /1 {reference motion} !{no true}");
    assert_true(d->app->digits.now.position_error >= 0);
}

// --- many balls and planes ---

// How many vertices a frame has of so many balls in a row, `apart` m, over so many planes.
static int vertices_of(int balls, double apart, int planes)
{
    SCOPED(vl_text) scene = {0};
    vl_text_add(&scene, "format: 1\ntimestep: fixed:0.01\ngravity: [0, 0]\n"
                        "view: {center: [2.5, 0], height: 5}\nparticles:\n");
    for (int i = 0; i < balls; i++)
        vl_text_add(&scene, "- {at: [%.9g, 1], radius: 0.1}\n", i * apart);
    vl_text_add(&scene, planes > 0 ? "colliders:\n" : "");
    for (int i = 0; i < planes; i++)
        vl_text_add(&scene, "- {kind: plane, point: [0, %.9g], normal: [0, 1]}\n", -1e-3 * i);
    write_here("many.yaml", scene.data);
    return open_scene("many.yaml")->app->list.vertex_count;
}

// A shaded ball has more than a hundred vertices and a hatched plane a thousand. Of many, balls are
// dots, and planes are lines.
TEST(a_frame_of_many_balls_or_planes_has_few_vertices)
{
    enum { MANY = 5000, DOT = 4, MOST_COLLIDERS = 2000, HATCHED = 64, LINE = 32, ELSE = 500 };

    int one = vertices_of(1, 0, 0), few = vertices_of(100, 0.05, 0) - one;
    assert_true(few > 99 * 20 * DOT);
    assert_true(vertices_of(MANY, 1e-3, 0) - one < MANY * DOT + ELSE);
    int hatched = vertices_of(1, 0, HATCHED) - one, all = vertices_of(1, 0, MOST_COLLIDERS) - one;
    assert_true(hatched > HATCHED * 10 * LINE);
    assert_true(all - hatched < (MOST_COLLIDERS - HATCHED) * LINE);
}

// --- the view of a scene that gives none ---

// All round its pin, whatever the direction in which it begins; and of what hangs from two pins,
// from none, or is one, no more than there is.
TEST(what_hangs_from_one_pin_swings_within_the_stage)
{
    vl_random random = {144};
    for (int round = 0; round < 12; round++) {
        double turn = vl_random_uniform(&random, -3, 3);
        double length = vl_random_uniform(&random, 0.3, 8);
        const char *scene = PRINTED(
            "format: 1\ngravity: [0, -9.81]\nchains:\n"
            "  - {from: [1, 2], to: [%.9f, %.9f], links: 7, kind: string, pin: %s}\n",
            1 + length * cos(turn), 2 + length * sin(turn), round % 4 == 3 ? "both" : "start");
        desk *d = open_text("hanging.yaml", "", scene);
        const vl_camera *camera = &d->app->camera;
        vl_projection projection = vl_camera_projection(camera);
        bool all_round = round % 4 != 3;
        int seen = 0;
        for (int k = 0; k < 64; k++) {
            double angle = k * 0.0981747704246810; // π/32
            vl_vec3 end = {1 + length * cos(angle), 2 + length * sin(angle), 0};
            vl_pixel at = vl_project(&projection, end);
            seen += vl_rect_contains(camera->stage, at.x, at.y);
        }
        assert_int_equal(seen == 64, all_round);
    }
}

// The same colour is the same strain in each pane.
TEST(panes_have_one_scale_of_colours)
{
    desk *d = open_played("cloth", "colours/61");
    double largest = 0;
    for (int i = 0; i < d->session->lab->count; i++) {
        assert_true(d->app->stages.of[i]->full_strain == d->app->stages.of[0]->full_strain);
        largest = test_larger(largest, d->app->stages.of[i]->recent_strain);
    }
    assert_true(largest > 0.1 && d->app->stages.of[0]->full_strain >= test_smaller(largest, 1));
}

// However few pictures are drawn of the run.
TEST(a_trail_is_made_of_the_places_of_the_run)
{
    for (int slow = 0; slow < 2; slow++) {
        desk *d = open_scene("opening");
        vl_null_of(d->platform)->frame = slow ? 0.2 : 1 / 60.0;
        FRAMES_UNTIL(d, 300, d->session->lab->now.frames >= 180);
        const vl_trail *trail = &d->app->stages.of[0]->trails[0];
        assert_int_equal(trail->count, d->session->lab->now.frames);
        for (int i = 1; i < trail->count; i++) // at most 4.4 m/s
            assert_true(vl_length(vl_sub(trail->points[i], trail->points[i - 1])) < 4.5 / 60);
    }
}

// Where a hand has moved a ball, in a pause or not, its trail has no chord.
TEST(a_hand_breaks_a_trail)
{
    for (int paused = 0; paused < 2; paused++) {
        desk *d = open_played("opening", paused ? "/100 Pause/0" : "/100");
        vl_pixel at = pull(d, VL_POINTER_MOUSE, grab(d, last_particle(d), 1), 150, -150, 1);
        frames(d, 20);
        let_go(d, VL_POINTER_MOUSE, at, 1);
        play(d, "Go/60");
        const vl_trail *trail = &d->app->stages.of[0]->trails[0];
        assert_true(trail->count > 120);
        for (int i = 1; i < trail->count; i++)
            assert_false(vl_length(vl_sub(trail->points[i], trail->points[i - 1])) > 0.15);
    }
}

// The first vertex of a ball comes after the last of a trail.
TEST(trails_lie_below_all_balls)
{
    desk *d = open_played("orbit", "@0.15 Pause/1");
    const vl_drawlist *list = &d->app->list;
    int balls = list->vertex_count, trails = 0;
    for (int lane = 0; lane < d->session->lab->count; lane++) {
        const vl_colour trail = vl_colour_fade(vl_app_lane_style(d->app, lane).colour, 0.75f);
        const vl_projection projection = vl_camera_projection(&d->app->camera);
        vl_pixel at = vl_project(&projection, vl_read(lane_world(d, lane)->particles.x, 0));
        for (int k = 0; k < list->vertex_count; k++) {
            const vl_vertex *v = &list->vertices[k];
            bool inside = v->colour.a == 255 && hypotf(v->x - at.x, v->y - at.y) < 10;
            trails = memcmp(&v->colour, &trail, sizeof trail) == 0 ? k : trails;
            balls = inside && k < balls ? k : balls;
        }
    }
    assert_true(0 < trails && trails < balls && balls < list->vertex_count);
}

// Whatever its size is: such places cannot be counted in an int64_t.
TEST(a_scene_of_the_largest_numbers_is_drawn)
{
    open_text("far.yaml", "/1",
              "format: 1\ntitle: Far\nparticles: [{at: [-1e30, 0], radius: 1e30}]\n");
}

// A lane that is lost has a time of its own, which stands still.
TEST(the_clock_goes_on_where_the_chosen_lane_has_diverged)
{
    desk *d =
        open_text("lost.yaml", "/150 Pause/0",
                  "format: 1\ntitle: Lost\ntimestep: fixed:0.0166667\nforces: [{kind: harmonic, "
                  "center: [0, 0], stiffness: 1e9}]\nparticles: [{at: [1, 0], mass: 1}]\n"
                  "compare: [{integrator: explicit-euler}, {integrator: backward-euler}]\n");
    const vl_world *lost = lane_world(d, 0);
    assert_true(lost->now.diverged && lost->now.time < 2 && d->session->chosen == 0);
    playf(d, "/1 {^t = %.2f s}", time_of(d));
}
