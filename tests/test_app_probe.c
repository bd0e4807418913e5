// The inspector, and the tools that measure on the stage.

#include "support/screen_checks.h"

static void tap_particle(desk *d, int number)
{
    vl_pixel at = ball_pixel(d, number);
    tap(d, VL_POINTER_MOUSE, at.x, at.y);
}

static desk *open_probed(const char *scene, int particle)
{
    desk *d = open_sized(scene, 1600, 1200, "Pause/0 Hush"); // what is told may lie over it
    tap_particle(d, particle);
    assert_int_equal(d->app->tools.probed.particle, particle);
    return d;
}

// x, v, a of all lanes and the forces are those of the worlds, and are written for the chosen one.
TEST(the_probe_shows_what_a_particle_does)
{
    desk *d = open_probed("pendulum", 2);
    vl_null_of(d->platform)->surface.height = 6400;
    play(d, "/1 <more> Lane/2 30*. /2");
    int count = d->session->scene->lane_count + 1;
    assert_int_equal(d->session->lab->count, count);
    for (int i = 0; i < count; i++) {
        vl_world *world = lane_world(d, i);
        const vl_probe_reading *r = &d->app->digits.probe[i];
        int slot = world->particles.slot_of[1];
        vl_vec3 x = vl_read(world->particles.x, slot), v = vl_read(vl_world_velocity(world), slot);
        assert_true(vl_length(vl_sub(r->x, x)) == 0);
        assert_true(vl_length(vl_sub(r->v, v)) < 1e-9);
        assert_int_equal(r->link_count, 1);
        assert_true(r->links[0].tension > 0);
        char a[VL_FIGURE_SIZE], b[VL_FIGURE_SIZE];
        d->session->chosen = i;
        playf(d, "/1 {(%s  %s) m}", vl_figure_fixed(x.x, 3, a), vl_figure_fixed(x.y, 3, b));
    }
    assert_non_null(drawn_beginning(d, "pulls "));
}

// A dial has an angle, and nothing of it is told in metres.
TEST(the_probe_of_a_dial_tells_angles)
{
    desk *d = open_text("dial.yaml", "Pause/0 Hush",
                        "format: 1\nforces: [{kind: polynomial, axis: x, coefficients: [2]}]\n"
                        "particles: [{at: [0, 0], radius: 1.2, shape: dial}]\n");
    tap_particle(d, 1);
    play(d, "<more> 30*. {angle} { rad/s} { rad/s²}");
}

// The arrows have the colours of velocity and acceleration, and are there without V.
static int count_coloured(const desk *d, vl_colour colour)
{
    int count = 0;
    const vl_drawlist *list = &d->app->list;
    for (int i = 0; i < list->vertex_count; i++)
        count += memcmp(&list->vertices[i].colour, &colour, sizeof colour) == 0;
    return count;
}

// Tapped again the probe lets its particle go.
TEST(the_probe_draws_vectors_on_the_stage_until_it_lets_go)
{
    desk *d = open_played("pendulum", "/20");
    assert_int_equal(count_coloured(d, d->app->shown.theme->velocity), 0);
    d = open_probed("pendulum", 2);
    play(d, "10*.");
    assert_true(count_coloured(d, d->app->shown.theme->velocity) > 0);
    assert_true(count_coloured(d, d->app->shown.theme->acceleration) > 0);
    tap_particle(d, 2);
    play(d, "probed=0");
}

// A distance is the same whatever the view is, and follows the particles; so is an angle.
TEST(the_tool_measures_metres_and_degrees_under_any_zoom)
{
    desk *d = open_played("pendulum", "Pause measure Hush");
    const char *rod = vl_figure_unit(1, 4, "m", VL_FIGURE_BUFFER);
    vl_vec3 x = place_of(d, 2);
    char angle[VL_FIGURE_SIZE];
    vl_figure_fixed(atan2(fabs(x.x), -x.y) * 180 / acos(-1.0), 1, angle);
    tap_particle(d, 2);
    assert_false(shows(d, rod));
    tap_particle(d, 1);
    playf(d, "/1 {%s} !{%s°} zoom:1.5/2 {%s} zoom:0.67/2", rod, angle, rod);
    vl_pixel hook = ball_pixel(d, 1);
    tap(d, VL_POINTER_MOUSE, hook.x, hook.y + 150);
    playf(d, "/1 {%s} {%s°} zoom:0.8/2 {%s°}", rod, angle, angle);

    // between points of the plane it is the distance of the pixels by the scale of the view
    const vl_camera *camera = &d->app->camera;
    float left = camera->stage.x + camera->stage.w / 2, y = camera->stage.y + camera->stage.h / 2;
    tap(d, VL_POINTER_MOUSE, left + 100, y + 60);
    playf(d, "/1 !{%s}", rod);
    tap(d, VL_POINTER_MOUSE, left - 200, y + 60);
    assert_int_equal(d->app->tools.measure.count, 2);
    assert_true(shows(d, vl_figure_unit(300 / vl_camera_scale(camera), 4, "m", VL_FIGURE_BUFFER)));
    play(d, "Esc");
    assert_int_equal(d->app->tools.measure.count, 0);
}

TEST(no_name_lies_on_what_is_measured)
{
    desk *d = open_with_font("ball-on-string", 1280, 720, "8*Lane measure Hush");
    tap_particle(d, 1);
    tap_particle(d, last_particle(d));
    for (int frame = 0; frame < 300; frame++, frames(d, 1))
        assert_texts_are_whole(d, d->app->layout.stage);
}

// In a scene with depth a point beside the particles has no place, and the tool says so.
TEST(the_tool_refuses_what_has_no_depth)
{
    desk *d = open_played("flag", "Pause measure Hush");
    assert_false(d->app->camera.planar);
    vl_rect clear = d->app->layout.clear;
    tap(d, VL_POINTER_MOUSE, clear.x + clear.w - 5, clear.y + clear.h - 5);
    assert_int_equal(d->app->tools.measure.count, 0);
    play(d, "(=Tap particles) Hush");
    tap_particle(d, 1);
    assert_int_equal(d->app->tools.measure.count, 1);
}

// A chain of two particles in place of eleven has no particle 9 to be measured or read.
TEST(what_is_measured_goes_with_its_particle)
{
    desk *d = open_text("chain.yaml", "Pause",
                        "format: 1\nchains: [{from: [0, 0], to: [1, 0], links: 10, mass: 1}]\n");
    tap_particle(d, 9);
    play(d, "measure Hush");
    tap_particle(d, 9);
    assert_true(d->app->tools.measure.count == 1 && d->app->tools.probed.particle == 9);
    vl_number numbers[VL_MOST_NUMBERS];
    int count = vl_session_part_numbers(d->session, (vl_scene_part){"chains", 0}, numbers);
    for (int i = 0; i < count; i++)
        if (strcmp(numbers[i].of.field.key, "links") == 0)
            assert_true(vl_session_set_number(d->session, &numbers[i], "1", &(vl_error){0}));
    play(d, "/3 probed=0");
    assert_int_equal(world_of(d)->particles.count, 2);
    assert_int_equal(d->app->tools.measure.count, 0);
}
