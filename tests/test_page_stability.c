// The stability page: what it shows is what the lab finds, for the method and the scene that run.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/app.h"
#include "app/input/input.h"
#include "app/pages/pages.h"
#include "base/memory.h"
#include "lab/stability.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "platform/null_platform.h"
#include "ui/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCENES VL_TEST_SOURCES "/scenes/"

typedef struct desk {
    vl_platform *platform;
    vl_app *app;
} desk;

static desk open_desk(const char *scene)
{
    vl_error error = {0};
    desk d = {.platform = vl_null_create(1280, 720)};
    d.app = vl_app_create(d.platform, scene, &error);
    assert_non_null(d.app);
    vl_session_set_running(&d.app->session, false);
    vl_app_frame(d.app);
    return d;
}

static void close_desk(desk *d)
{
    vl_app_free(d->app);
    d->platform->destroy(d->platform);
}

static bool shows(const desk *d, const char *format, double value, int decimals)
{
    char figure[VL_FIGURE_SIZE], wanted[2 * VL_FIGURE_SIZE];
    snprintf(wanted, sizeof wanted, format, vl_figure_fixed(value, decimals, figure));
    const vl_text *text = &d->app->list.text;
    for (int i = 0; i + (int)strlen(wanted) <= text->length; i++)
        if (memcmp(text->data + i, wanted, strlen(wanted)) == 0)
            return true;
    return false;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

// k/m = 10,000: ω = 100 rad/s, so steps of 12 and 16 ms are ω dt of 1.2 and 1.6.
static const char ringing[] = "format: 1\n"
                              "title: Ringing\n"
                              "timestep: alternate:0.012:0.016\n"
                              "particles: [{at: [1, 0]}]\n"
                              "forces: [{kind: harmonic, stiffness: 10000}]\n";

// FIGURES: ×1.48 a pair with tcv, ×1.32 with corrected-tcv, on the screen as well: √1.4762 and
// √1.3182 a step; ω_max, and ω_max dt with the limit in the panel.
static void the_running_scene_stands_where_its_steps_are(void **state)
{
    static const struct {
        const char *name;
        double pair;
    } rows[] = {{"tcv", 1.48}, {"corrected-tcv", 1.32}};

    write_file("ringing.yaml", ringing);
    for (int i = 0; i < 2; i++) {
        desk d = open_desk("ringing.yaml");
        const vl_integrator *integrator = vl_integrator_find(rows[i].name);
        for (int k = 0; k < vl_integrator_count; k++)
            if (vl_integrators[k] == integrator)
                vl_session_set_integrator(&d.app->session, k);
        vl_command_key(d.app, VL_KEY_F1 + 5, false);
        vl_app_frame(d.app);
        assert_true(shows(&d, "%s", 100, 1)); // ω_max
        assert_false(shows(&d, "%s", 1.6, 3));
        for (int k = 0; k < 3; k++)
            vl_session_step(&d.app->session);
        vl_app_frame(d.app);

        double growth = vl_stability_alternating(integrator, 1.6, 1.2).factor;
        assert_true(fabs(growth * growth - rows[i].pair) <= 0.005);
        assert_true(shows(&d, "%s", growth, 4));
        assert_true(shows(&d, "%s", 1.6, 3)); // ω dt₁
        assert_true(shows(&d, "%s of 2.00", 1.2, 3));
        close_desk(&d);
    }
    remove("ringing.yaml");
}

static void switching_methods_and_maps_while_they_are_made_is_sound(void **state)
{
    write_file("ringing.yaml", ringing);
    desk d = open_desk("ringing.yaml");
    vl_command_key(d.app, VL_KEY_F1 + 5, false);
    vl_session_set_running(&d.app->session, true);
    for (int i = 0; i < 60; i++) {
        int next = (i * 5) % vl_integrator_count;
        if (!vl_integrator_lacks(vl_integrators[next]))
            vl_session_set_integrator(&d.app->session, next);
        d.app->session.scene->mistake = &vl_mistakes[i % vl_mistake_count];
        if (i % 7 == 3)
            vl_session_reset(&d.app->session);
        if (i % 7 == 5)
            assert_true(vl_session_set_engine(&d.app->session, vl_engines[i % vl_engine_count]));
        vl_event click = {.x = i % 2 ? 150 : 450, .y = 80, .button = VL_BUTTON_LEFT};
        click.kind = VL_EVENT_POINTER_DOWN;
        vl_null_push(d.platform, click);
        vl_app_frame(d.app);
        click.kind = VL_EVENT_POINTER_UP;
        vl_null_push(d.platform, click);
        vl_app_frame(d.app);
        if (i == 20)
            vl_session_reset(&d.app->session);
        if (i == 30)
            vl_command_key(d.app, VL_KEY_F1 + 5, false); // closed, and opened again
        if (i == 33)
            vl_command_key(d.app, VL_KEY_F1 + 5, false);
    }
    close_desk(&d);
    remove("ringing.yaml");
}

static void a_scene_of_rods_says_that_it_has_no_point(void **state)
{
    desk d = open_desk(SCENES "pendulum.yaml");
    vl_command_key(d.app, VL_KEY_F1 + 5, false);
    vl_app_frame(d.app);
    assert_true(shows(&d, "No spring and no stiff", 0, 0));
    assert_true(isnan(d.app->stiffness.found.omega));
    close_desk(&d);
}

// Springs that are cut are not counted any more; another scene has another value.
static void the_reading_follows_the_world(void **state)
{
    desk d = open_desk(SCENES "spring-chain.yaml");
    double before = d.app->stiffness.found.omega;
    vl_world *world = vl_session_world(&d.app->session);
    assert_true(fabs(before - 627.06) < 0.01);
    const int all[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    vl_world_break_links(world, all, 12);
    d.app->next_readout = 0;
    vl_app_frame(d.app);
    assert_true(isnan(d.app->stiffness.found.omega));
    vl_session_reset(&d.app->session);
    vl_app_frame(d.app);
    assert_true(d.app->stiffness.found.omega == before);
    close_desk(&d);
}

// x′ = x + (x − x₋) + ½ a dt² is Verlet at half the stiffness: its limit is √2 times as far. The
// place of a broken method in its world is the same with another mistake and in another world.
static void a_broken_step_has_a_limit_and_a_map_of_its_own(void **state)
{
    static const struct {
        const char *mistake;
        double limit;
    } rows[] = {
        {"halved-gravity", 2 * 1.41421356}, {"stale-dt", 2}, {"halved-gravity", 2.82842712}};

    write_file("ringing.yaml", ringing);
    desk d = open_desk("ringing.yaml");
    vl_session *session = &d.app->session;
    vl_command_key(d.app, VL_KEY_F1 + 5, false);
    for (int i = 0; i < 3; i++) {
        session->scene->mistake = vl_mistake_find(rows[i].mistake);
        vl_session_reset(session);
        for (int k = 0; k < 3 + i; k++) // both of the steps that take turns are the last one once
            vl_session_step(session);
        vl_app_frame(d.app);
        const vl_integrator *broken = vl_session_world(session)->integrator;
        assert_true(fabs(d.app->stiffness.limit - rows[i].limit) < 1e-6);
        assert_true(shows(&d, "%s", rows[i].limit, 3));
        double growth = vl_stability_alternating(broken, 1.2, 1.6).factor;
        assert_true(fabs(growth - vl_stability_alternating(
                                      vl_world_method(vl_session_world(session)), 1.2, 1.6)
                                      .factor) > 1e-3);
        assert_true(shows(&d, "%s", growth, 4));
        assert_true(shows(&d, "with the mistake", 0, 0));
    }
    vl_session_set_mistake(session, false);
    vl_app_frame(d.app);
    assert_true(fabs(d.app->stiffness.limit - 2) < 1e-6);
    assert_false(shows(&d, "with the mistake", 0, 0));
    close_desk(&d);
    remove("ringing.yaml");
}

// The square root of what a pair of steps makes of (x, v) in the end, by stepping it: the mistake
// of a first step that is never forgotten is in all pairs.
static void the_growth_of_a_stale_step_is_that_of_a_run(void **state)
{
    write_file("ringing.yaml", ringing);
    desk d = open_desk("ringing.yaml");
    vl_session *session = &d.app->session;
    session->scene->mistake = vl_mistake_find("stale-dt");
    vl_session_reset(session);
    vl_world *world = vl_session_world(session);
    const int pairs = 100;
    double gain = 0;
    for (int i = 0; i < 2 * pairs; i++) {
        double before = fabs(world->particles.x[0][0]) + fabs(world->particles.x_old[0][0]);
        vl_world_step(world, i % 2 ? 0.016 : 0.012);
        double now = fabs(world->particles.x[0][0]) + fabs(world->particles.x_old[0][0]);
        gain += i >= pairs ? log(now / before) : 0;
    }
    double growth = vl_stability_alternating(world->integrator, 1.2, 1.6).factor;
    print_message("  %.6f, of a run %.6f\n", growth, exp(gain / pairs));
    // where it grows along one direction the length says all
    // direction
    assert_true(fabs(log(growth) - gain / pairs) < 1e-3);
    close_desk(&d);
    remove("ringing.yaml");
}

// An engine may step with what no menu has: limit, map and growth are of that, under its name.
static void an_engine_has_the_map_of_its_own_step(void **state)
{
    write_file("ringing.yaml", ringing);
    for (int i = 0; i < vl_engine_count; i++) {
        desk d = open_desk("ringing.yaml");
        vl_session *session = &d.app->session;
        vl_command_key(d.app, VL_KEY_F1 + 5, false);
        assert_true(vl_session_set_engine(session, vl_engines[i]));
        for (int k = 0; k < 6; k++)
            vl_session_step(session);
        vl_app_frame(d.app);
        const vl_integrator *method = vl_session_world(session)->integrator;
        char step[64];
        snprintf(step, sizeof step, "%sstep", method->name); // value and label
        assert_true(shows(&d, vl_engines[i]->title, 0, 0) && shows(&d, step, 0, 0));
        assert_true(d.app->stiffness.limit == vl_stability_limit(method));
        const vl_reading *r = &d.app->readout.reading;
        double last = 100 * r->dt, before = last / r->dt_ratio;
        assert_true(shows(&d, "%s", vl_stability_alternating(method, before, last).factor, 4));
        close_desk(&d);
    }
    remove("ringing.yaml");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_running_scene_stands_where_its_steps_are),
        cmocka_unit_test(switching_methods_and_maps_while_they_are_made_is_sound),
        cmocka_unit_test(a_scene_of_rods_says_that_it_has_no_point),
        cmocka_unit_test(the_reading_follows_the_world),
        cmocka_unit_test(a_broken_step_has_a_limit_and_a_map_of_its_own),
        cmocka_unit_test(the_growth_of_a_stale_step_is_that_of_a_run),
        cmocka_unit_test(an_engine_has_the_map_of_its_own_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
