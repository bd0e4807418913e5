// The opening: two methods on the same frames, whose rate changes once, whatever somebody does
// before.

#include "support/key_checks.h"
#include "support/screen_checks.h"

enum { VERLET, TCV };

static double energy_error(const desk *d, int lane)
{
    return d->session->lab->runs[lane].shown.energy_error;
}

// Steps up to the simulated time `end`, s, and draws what is there then.
static void run_to(desk *d, double end)
{
    while (time_of(d) < end)
        assert_true(vl_session_step(d->session));
    frames(d, 1);
}

// The energy of Verlet grows by the square of 144/60 in the part that moves at 6 s.
static void assert_verlet_notices(desk *d)
{
    run_to(d, 5.9);
    assert_true(fabs(energy_error(d, VERLET)) < 0.01);
    run_to(d, 8);
    assert_true(energy_error(d, VERLET) > 1);
    assert_true(fabs(energy_error(d, TCV)) < 0.01);
}

TEST(the_frame_rate_changes_and_one_method_notices)
{
    desk *d = open_played("opening", "lanes=2");
    assert_int_equal(d->session->chosen, TCV);
    assert_verlet_notices(d);
    play(d, "R");
    assert_true(time_of(d) < 1);
    assert_verlet_notices(d);
}

// A look, a touch of the ball, a press in the band or the graph: the frame rate still changes.
TEST(whatever_somebody_does_the_frame_rate_changes)
{
    static const char *const keys[] = {"Space", "Shift+.", "[", "v", "L", "F10", "M"};
    for (int i = 0; i < COUNT(keys) + 3; i++) {
        desk *d = open_scene("opening");
        const vl_layout *l = &d->app->layout;
        run_to(d, 1);
        const vl_rect places[] = {
            {ball_pixel(d, 2).x, ball_pixel(d, 2).y, 0, 0},
            {l->bars.x + 0.62f * l->bars.w, l->bars.y + l->bars.h - 8, 0, 0},
            {l->graph.x + 0.1f * l->graph.w, l->graph.y + l->graph.h / 2, 0, 0},
        };
        if (i < COUNT(keys))
            play(d, keys[i]);
        else
            tap(d, VL_POINTER_MOUSE, places[i - COUNT(keys)].x, places[i - COUNT(keys)].y);
        frames(d, 2);
        assert_verlet_notices(d);
    }
}
