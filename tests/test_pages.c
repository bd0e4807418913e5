// The order lab and the policies on the screen: what stands there is what the lab finds, and every
// number says what it is of.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/app.h"
#include "app/input/input.h"
#include "app/pages/pages.h"
#include "lab/order.h"
#include "lab/policy_bench.h"
#include "platform/null_platform.h"
#include "ui/number.h"

#include <math.h>
#include <string.h>

#define SCENES VL_TEST_SOURCES "/scenes/"

typedef struct desk {
    vl_platform *platform;
    vl_app *app;
} desk;

// With the page of a key.
static desk open_desk(const char *scene, int width, int height, uint32_t key)
{
    vl_error error = {0};
    desk d = {.platform = vl_null_create(width, height)};
    d.app = vl_app_create(d.platform, scene, &error);
    assert_non_null(d.app);
    vl_session_set_running(&d.app->session, false);
    vl_app_frame(d.app);
    vl_command_key(d.app, key, false);
    vl_app_frame(d.app);
    vl_app_frame(d.app);
    return d;
}

// Until the page has found all there is to find.
static void wait_for_page(const desk *d)
{
    while (vl_pages_busy(d->app))
        vl_app_frame(d->app);
    vl_app_frame(d->app);
}

static void close_desk(desk *d)
{
    vl_app_free(d->app);
    d->platform->destroy(d->platform);
}

// The piece of text that reads so, and no more; NULL: there is none.
static const vl_draw *find(const desk *d, const char *wanted)
{
    const vl_drawlist *list = &d->app->list;
    for (int i = 0; i < list->draw_count; i++) {
        const vl_draw *draw = &list->draws[i];
        if (draw->kind == VL_DRAW_TEXT && draw->count == (int)strlen(wanted) &&
            memcmp(list->text.data + draw->first, wanted, strlen(wanted)) == 0)
            return draw;
    }
    return NULL;
}

static bool has_part(const desk *d, const char *wanted)
{
    const vl_text *text = &d->app->list.text;
    for (int i = 0; i + (int)strlen(wanted) <= text->length; i++)
        if (memcmp(text->data + i, wanted, strlen(wanted)) == 0)
            return true;
    return false;
}

static void click(const desk *d, const char *label)
{
    const vl_draw *draw = find(d, label);
    assert_non_null(draw);
    vl_event event = {.x = draw->x + 2, .y = draw->y + 2, .button = VL_BUTTON_LEFT};
    event.kind = VL_EVENT_POINTER_DOWN;
    vl_null_push(d->platform, event);
    vl_app_frame(d->app);
    event.kind = VL_EVENT_POINTER_UP;
    vl_null_push(d->platform, event);
    vl_app_frame(d->app);
    vl_app_frame(d->app);
}

static const uint32_t order_key = VL_KEY_F1 + 2, policies_key = VL_KEY_F1 + 6;

// The plot begins at the left edge and ends where the table begins: more than a quarter of the
// window, and the guides stand in its lower right corner, under what is measured.
static void the_plot_of_orders_has_room_and_names_its_axes(void **state)
{
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}};
    for (int i = 0; i < 2; i++) {
        desk d = open_desk(SCENES "oscillator.yaml", sizes[i][0], sizes[i][1], order_key);
        const vl_draw *table = find(&d, "all methods"), *name = find(&d, "mean dt (s)");
        assert_true(table && name && find(&d, "position error"));
        assert_true(table->x > 0.3f * (float)sizes[i][0]);
        while (vl_pages_busy(d.app) && !find(&d, "slope 1")) // until there is something to plot
            vl_app_frame(d.app);
        vl_app_frame(d.app);
        const vl_draw *guide = find(&d, "slope 1");
        assert_true(guide && has_part(&d, "fine"));
        assert_true(guide->x > 0.5f * table->x && guide->y > name->y - 0.12f * (float)sizes[i][1]);

        click(&d, "over work");
        assert_true(find(&d, "computing time (µs) for 1 s simulated") && !find(&d, "mean dt (s)"));
        assert_null(find(&d, "slope 1"));
        assert_non_null(find(&d, "m"));
        click(&d, "energy");
        assert_non_null(find(&d, "energy error, relative"));
        close_desk(&d);
    }
}

// In a narrow window the name of the axis is said in few words, not cut.
static void a_narrow_window_has_short_names(void **state)
{
    desk d = open_desk(SCENES "oscillator.yaml", 860, 640, order_key);
    click(&d, "over work");
    assert_non_null(find(&d, "µs for 1 s simulated"));
    close_desk(&d);
}

static vl_policy_result result_without_a_hitch(void)
{
    vl_error error = {0};
    vl_scene *scene = vl_scene_load(SCENES "ball-on-string.yaml", &error);
    vl_stream *stream = vl_stream_parse(VL_POLICY_BENCH_FRAMES, NULL, &error);
    vl_policy_bench *bench =
        vl_policy_bench_create(scene, &scene->integrator, 1, stream, 10, &error);
    while (vl_policy_bench_work(bench)) {
    }
    vl_policy_result result = vl_policy_bench_result(bench->even, 0, 0);
    vl_policy_bench_free(bench);
    vl_stream_free(stream);
    vl_scene_free(scene);
    return result;
}

// What is there without any disturbance heads the table; a jump of the energy is in %.
static void policies_stand_below_what_is_there_without_a_hitch(void **state)
{
    char text[VL_FIGURE_SIZE];
    vl_policy_result none = result_without_a_hitch();
    desk d = open_desk(SCENES "ball-on-string.yaml", 1280, 720, policies_key);
    wait_for_page(&d);
    const vl_draw *row = find(&d, "no hitch"), *raw = find(&d, "raw");
    assert_true(row && raw && row->y < raw->y);
    const vl_draw *drift = find(&d, vl_figure(none.drift_real, 3, text));
    const vl_draw *jump = find(&d, vl_figure(100 * none.energy_jump, 2, text));
    assert_true(drift && drift->y == row->y && jump && jump->y == row->y);
    assert_true(find(&d, "jump (%)") && has_part(&d, "real time 9.983") && !has_part(&d, "ΔE/E"));

    // nothing that a click could take
    click(&d, "no hitch");
    assert_true(vl_policy_is_raw(&d.app->session.pacing.policy));
    click(&d, "skip 50 ms");
    assert_false(vl_policy_is_raw(&d.app->session.pacing.policy));
    click(&d, "no hitch");
    assert_false(vl_policy_is_raw(&d.app->session.pacing.policy));
    close_desk(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plot_of_orders_has_room_and_names_its_axes),
        cmocka_unit_test(a_narrow_window_has_short_names),
        cmocka_unit_test(policies_stand_below_what_is_there_without_a_hitch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
