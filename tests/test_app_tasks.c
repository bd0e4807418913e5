// The task of a scene on the screen: the hold, the answer by button, key and number, and what is
// told then.

#include "support/key_checks.h"
#include "support/screen_checks.h"

static vl_task_stage stage_of(const desk *d)
{
    return vl_session_task(d->session);
}

static void run_to(desk *d, double end)
{
    FRAMES_UNTIL(d, 6000, time_of(d) >= end - 1e-9);
}

static desk *open_at_question(const char *scene)
{
    desk *d = open_asked(scene);
    FRAMES_UNTIL(d, 1000, stage_of(d) == VL_TASK_ASKED);
    return d;
}

// The hold is no frame: what comes is what would have come, to the bit, and the log has nothing of
// it.
TEST(a_held_scene_goes_on_as_if_it_had_not_been_held)
{
    uint64_t hashes[2];
    for (int held = 0; held < 2; held++) {
        desk *d = held ? open_asked("opening") : open_scene("opening");
        frames(d, 2);
        if (held) {
            FRAMES_UNTIL(d, 300, stage_of(d) == VL_TASK_ASKED);
            assert_true(fabs(time_of(d) - 4) < 0.01 && !d->session->running);
            play(d, "{change?} /200 time<4.01 Space running=1");
        }
        run_to(d, 8);
        while (d->session->lab->now.frames < 800)
            assert_true(vl_session_step(d->session));
        assert_int_equal(d->session->log->last, 800);
        hashes[held] = vl_world_hash(world_of(d));
    }
    assert_true(hashes[0] == hashes[1]);
}

TEST(the_opening_goes_on_by_itself_after_ten_seconds)
{
    desk *d = open_at_question("opening");
    frames(d, 60 * 9);
    assert_int_equal(stage_of(d), VL_TASK_ASKED);
    play(d, "/70 running=1");
    assert_int_equal(stage_of(d), VL_TASK_AWAITED);
    run_to(d, 9.1);
    play(d, "{Verlet.} !{You} /0");
}

// By a click and by a digit, right and wrong; then digits are methods again until R asks again.
TEST(a_choice_is_clicked_or_typed)
{
    for (int i = 0; i < 8; i++) {
        desk *d = open_at_question("opening");
        const vl_layout *l = &d->app->layout;
        assert_true(l->choice_count == 4 && l->choice[0].h >= 48 - 1e-3f);
        if (i % 2)
            click(d, l->choice[i / 2], false);
        else
            playf(d, "%d", i / 2 + 1);
        assert_true(d->session->running && d->session->answer.given);
        assert_int_equal(vl_lane_method(&vl_session_run(d->session)->lane), 2); // it stays TCV
        run_to(d, 9.1);
        playf(d, "{%s} {Verlet} {dt/dt₋} 1", i < 2 ? "Right:" : "You");
        assert_int_equal(vl_lane_method(&vl_session_run(d->session)->lane), 0);
        play(d, "Ctrl+Z R");
        FRAMES_UNTIL(d, 300, stage_of(d) == VL_TASK_ASKED);
    }
}

TEST(a_number_is_typed_with_or_without_its_unit)
{
    static const char *const typed[] = {"Backspace '48' Enter", "Backspace '0.05 km' Enter",
                                        "Backspace '20' Enter"};
    for (int i = 0; i < COUNT(typed); i++) {
        desk *d = open_at_question("free-fall");
        playf(d, "time=0 5 %s", typed[i]); // a digit begins a number, and chooses no method
        assert_true(d->session->answer.given && d->session->running);
        vl_null_of(d->platform)->frame = 0.25;
        run_to(d, 10);
        frames(d, 2);
        play(d, i < 2 ? "{Right:} {50.0}" : "{You} {20.0} {50.0}");
        SCOPED(vl_text) told = {0};
        d->session->answer.figures[d->session->scene->task.lane - 1] = HUGE_VAL; // it diverges
        vl_session_tell(d->session, &told);
        assert_null(strstr(told.data, "Right"));
    }
}

// A broken scene: four candidates at the symptom, then what it was, and its switch. It stands until
// then.
TEST(a_mistake_is_guessed_and_then_switched_off)
{
    desk *d = open_at_question("broken-stale-dt");
    assert_true(fabs(time_of(d) - 10) < 0.02);
    assert_int_equal(d->app->layout.choice_count, 4);
    play(d, "!{purpose} 3 {You} {never} {=broken: stale dt₋} running=0 Q {mistake off: "
            "stale}");
}

// Who holds the ball when the question is due is not stopped. It comes when the ball is let go, and
// the event as long after it as for everybody.
TEST(a_question_waits_for_a_hand_and_the_event_with_it)
{
    desk *d = open_asked("opening");
    run_to(d, 3.5);
    vl_pixel at = grab(d, 2, 1);
    frames(d, 120);
    assert_true(d->session->running && time_of(d) > 5);
    let_go(d, VL_POINTER_MOUSE, at, 1);
    FRAMES_UNTIL(d, 3, stage_of(d) == VL_TASK_ASKED);
    double asked = time_of(d);
    play(d, "1");
    run_to(d, asked + 1.9);
    assert_true(vl_log_length(d->session->log, d->session->lab->now.frames) > 0.016);
    run_to(d, asked + 2.1);
    assert_true(vl_log_length(d->session->log, d->session->lab->now.frames) < 0.007);
}

// A look at the scene, a drag while it stands, a look back: the question stays, and comes again
// until it is answered. Other frames bring something else, which is not asked for: the scene goes
// on. Undo brings the question back.
TEST(whoever_looks_drags_or_goes_back_is_asked_all_the_same)
{
    desk *d = open_at_question("opening");
    play(d, "V V L");
    tap(d, VL_POINTER_MOUSE, ball_pixel(d, 2).x, ball_pixel(d, 2).y);
    frames(d, 2);
    assert_int_equal(stage_of(d), VL_TASK_ASKED);
    play(d, "20*Shift+. /60");
    assert_true(stage_of(d) == VL_TASK_ASKED && time_of(d) < 3.7);
    play(d, "Space/1");
    assert_int_equal(stage_of(d), VL_TASK_UNSEEN);
    FRAMES_UNTIL(d, 40, stage_of(d) == VL_TASK_ASKED);
    static const char *const others[] = {"dt:144Hz", "H", "Shift+1"};
    for (int i = 0; i < COUNT(others); i++) {
        play(d, others[i]);
        play(d, "/10");
        assert_true(stage_of(d) != VL_TASK_ASKED && d->session->running && time_of(d) > 4.1);
        play(d, "Ctrl+Z");
        assert_int_equal(stage_of(d), VL_TASK_ASKED);
    }
    assert_int_equal(stage_of(d), VL_TASK_ASKED);
    play(d, "R");
    assert_true(time_of(d) < 0.1 && d->session->running);
    FRAMES_UNTIL(d, 300, stage_of(d) == VL_TASK_ASKED);
}

static void drag_a_bit(desk *d, int number)
{
    vl_pixel from = grab(d, number, 1);
    let_go(d, VL_POINTER_MOUSE, pull(d, VL_POINTER_MOUSE, from, -40, 20, 4), 2);
}

// Whatever is done between the answer and what it speaks of, the task is void, undo brings it back,
// and R asks it again where the lanes and the frames are those of the scene. A mistake is told at
// once.
static void check_void(const char *name, vl_scene *scene)
{
    static const char *const changes[] = {"H", "8", "dt:144Hz", "Shift+8"};
    for (int i = 0; scene->has_task && scene->task.rule != VL_TASK_MISTAKE && i < 5; i++) {
        desk *d = open_at_question(name);
        vl_session_say(d->session, 1, 0);
        frames(d, 2);
        assert_int_equal(stage_of(d), VL_TASK_AWAITED);
        if (i < COUNT(changes))
            play(d, changes[i]);
        else
            drag_a_bit(d, last_particle(d));
        if (stage_of(d) != VL_TASK_VOID)
            fail_msg("%s: the task is not void after change %d", name, i);
        play(d, "/1 {another run} Ctrl+Z");
        assert_int_equal(stage_of(d), VL_TASK_AWAITED);
        play(d, "Ctrl+Shift+Z R");
        if (i == 0 || i == COUNT(changes))
            FRAMES_UNTIL(d, 1000, stage_of(d) == VL_TASK_ASKED);
    }
}

TEST(no_answer_is_called_wrong_in_another_run)
{
    for_each_shipped_scene(check_void);
}

// Who drags before the answer is told what happened where the answer was right, and else is asked
// again.
TEST(a_hand_before_the_answer_makes_nobody_wrong)
{
    for (unsigned choice = 0; choice < 4; choice++) {
        desk *d = open_at_question("ball-on-string");
        drag_a_bit(d, last_particle(d));
        vl_session_say(d->session, choice, 0);
        run_to(d, 5.1);
        frames(d, 2);
        playf(d, choice == 0 ? "{Right: neither}" : "!{You} {another run}");
    }
}

TEST(in_a_lesson_a_question_waits_for_its_answer)
{
    desk *d = open_at_question("opening");
    d->session->waits = true;
    frames(d, 60 * 15);
    assert_int_equal(stage_of(d), VL_TASK_ASKED);
}
