// The task of a scene on the screen: the hold, the answer by button, key and number, and what is
// told then.

#include "app/screen/parts.h"
#include "support/screen_checks.h"

#include <signal.h>
#include <sys/resource.h>

static vl_task_stage stage_of(const desk *d)
{
    return vl_session_task(d->session);
}

// Far from the end the display shows four pictures a second, of the same frames.
static void run_to(desk *d, double end)
{
    vl_null_of(d->platform)->frame = 0.25;
    FRAMES_UNTIL(d, 400, time_of(d) >= end - 0.5);
    vl_null_of(d->platform)->frame = 1 / 60.0;
    FRAMES_UNTIL(d, 60, time_of(d) >= end - 1e-9);
}

static void run_to_question(desk *d)
{
    vl_null_of(d->platform)->frame = 0.25;
    FRAMES_UNTIL(d, 2000, stage_of(d) == VL_TASK_ASKED);
    vl_null_of(d->platform)->frame = 1 / 60.0;
}

static desk *open_at_question(const char *scene)
{
    desk *d = open_asked(scene);
    run_to_question(d);
    return d;
}

static desk *open_sized_at_question(const char *scene, int width, int height)
{
    desk *d = open_with_font(scene, width, height, "");
    d->asked = true;
    vl_app_open(d->app, d->session->scene->path);
    run_to_question(d);
    return d;
}

// The hold is no frame and not in the log: what comes is what would have come, to the bit.
TEST(a_held_scene_goes_on_as_if_it_had_not_been_held)
{
    uint64_t hashes[2];
    for (int held = 0; held < 2; held++) {
        desk *d = held ? open_asked("opening") : open_scene("opening");
        frames(d, 2);
        if (held) {
            run_to_question(d);
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

// What has no room is not asked.
TEST(the_opening_goes_on_by_itself_after_ten_seconds)
{
    desk *d = open_with_font("opening", 640, 270, "");
    d->asked = true;
    play(d, "R");
    run_to(d, 5);
    assert_int_equal(stage_of(d), VL_TASK_AWAITED);
    d = open_at_question("opening");
    frames(d, 60 * 9);
    assert_int_equal(stage_of(d), VL_TASK_ASKED);
    play(d, "/70 running=1");
    assert_int_equal(stage_of(d), VL_TASK_AWAITED);
    run_to(d, 7.5);
    play(d, "!{both} !{still} {Since 6 s there are 144}");
    run_to(d, 9.1);
    play(d, "{The answer: Verlet, +449 % at 9 s.} !{You} /0");
}

// Where it is and as it is, also when the scene has gone on; then it goes with its choices.
TEST(a_question_can_be_answered_until_what_it_asks_about_comes)
{
    static const char *const scenes[] = {"opening", "rope", "hitch"};
    static const int small[][2] = {{1280, 720}, {640, 480}, {390, 844}};
    for (int i = 0; i < 9; i++) {
        desk *d = open_sized_at_question(scenes[i / 3], small[i % 3][0], small[i % 3][1]);
        const vl_layout *l = &d->app->layout;
        const vl_layout asked = *l;
        play(d, "Space/20");
        assert_true(d->session->running && l->choice_count == asked.choice_count);
        assert_memory_equal(l->choice, asked.choice, sizeof asked.choice);
        assert_memory_equal(&l->caption, &asked.caption, sizeof asked.caption);
        play(d, i % 3 == 1 ? "" : "{it goes on · you can still answer}");
        click(d, l->choice[1], false);
        assert_true(d->session->answer.given && d->session->answer.choice == 2);
    }
}

static void add_texts(const desk *d, vl_rect rect, vl_text *texts)
{
    vl_text_add(texts, "%s", "");
    for (const vl_draw *t = NULL; (t = next_text(d, rect, t));)
        vl_text_add(texts, "%s%.*s", texts->length ? " " : "", t->count, text_of(d, t));
}

static const int sizes[][2] = {{390, 844},  {640, 400},   {640, 480},  {800, 600},
                               {1280, 720}, {1080, 1920}, {3840, 2160}};

// For who only watches no question stays when what it asks about comes. A riddle stays, and says
// how it is asked again. Each window says how long it waits, larger with F10, and no stage moves at
// the event itself.
static void check_watched(const char *name, vl_scene *scene)
{
    if (!scene->has_task)
        return;
    desk *d = open_sized_at_question(name, 1280, 720);
    vl_rect stages[10], *stage = &d->app->layout.stage;
    float before = 0;
    for (int i = 0; i < 10 && scene->task.at > 0; i++) { // without and with F10, to 1280 x 720
        push(d, VL_EVENT_RESIZE, (float)sizes[i / 2][0], (float)sizes[i / 2][1], 2);
        assert_true(i < 9 || d->app->layout.caption.h > 1.2f * before);
        before = d->app->layout.caption.h;
        stages[i] = *stage;
        play(d, "{waits} !{=…} F10/2");
    }
    play(d, "Space");
    if (scene->task.rule == VL_TASK_MISTAKE) {
        play(d, "/9 {asks again} <R>/1");
        run_to_question(d);
        return;
    }
    FRAMES_UNTIL(d, 2000, time_of(d) >= 0.3 * scene->task.at + 0.7 * scene->task.until);
    SCOPED(vl_text) words = {0};
    add_texts(d, d->app->layout.caption, &words);
    if (words.length == 0 || strchr(words.data, '?'))
        fail_msg("%s: %s", name, words.data);
    play(d, strcmp(name, "hitch") == 0 ? "{The frame at 2 s was late}" : "");
    for (int i = 0; i < 10 && scene->task.at > 0; i++) {
        push(d, VL_EVENT_RESIZE, (float)sizes[i / 2][0], (float)sizes[i / 2][1], 2);
        assert_memory_equal(stage, &stages[i], sizeof *stage);
        play(d, "F10/2");
    }
}

TEST(a_question_goes_when_what_it_asks_about_comes)
{
    for_each_shipped_scene(check_watched);
}

// Until then the notes say no more than the stage.
TEST(notes_come_with_the_answer)
{
    desk *d = open_at_question("opening");
    play(d, "N/2 {other notes} !{449} 2/2 {449}");
    d = open_at_question("broken-stale-dt"); // its notes help to find it
    play(d, "N/2 !{other notes}");
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
        playf(d, "{%s: Verlet, +449 %% at 9 s.} {dt/dt₋} !{substep}", i < 2 ? "Right" : "No");
        for (int k = 0; k < 4; k++) { // the right one is filled, and all but mine are faint
            const vl_theme *theme = d->app->shown.theme;
            const vl_colour ink = next_text(d, l->choice[k], NULL)->colour;
            bool filled = memcmp(&ink, &theme->background, sizeof ink) == 0;
            bool faint = memcmp(&ink, &theme->button_disabled_text, sizeof ink) == 0;
            assert_true(filled == (k == 0) && faint == (k != 0 && k != i / 2));
        }
        play(d, "1");
        assert_int_equal(vl_lane_method(&vl_session_run(d->session)->lane), 0);
        play(d, "Ctrl+Z R");
        run_to_question(d);
    }
}

TEST(a_number_is_typed_with_or_without_its_unit)
{
    static const char *const typed[] = {"'5abc' Enter/1 (=This is not taken) Ctrl+A '48' Enter",
                                        "'0,05 km' Enter", "'20' Enter", "'-50' Enter"};
    for (int i = 0; i < COUNT(typed); i++) {
        desk *d = open_at_question("free-fall");
        playf(d, "time=0 %s", typed[i]); // which chooses no method
        assert_true(d->session->answer.given && d->session->running);
        run_to(d, 10);
        frames(d, 2);
        play(d, i < 2    ? "{Right: 50.0} "
                : i == 2 ? "{No: 50.0} {20.0} !{sign}"
                         : "{No: 50.0} {−50.0} {sign}");
        assert_int_equal(d->app->graph.compared, VL_FIGURE_HEIGHT); // the card has the signs, too
        play(d, "{=50.0 m} {=−50.0 m}");
        SCOPED(vl_text) told = {0};
        vl_session_choose(d->session, 1); // whose formula has its name then
        play(d, "/2 {at 10 s with} {^TCV:  x}");
        d->session->answer.figures[d->session->scene->task.lane - 1] = HUGE_VAL; // it diverges
        vl_session_tell(d->session, true, &told);
        assert_null(strstr(told.data, "Right"));
    }
}

// Digits, signs and a decimal point open the field. Other keys stay what they are, and Space goes
// on until there is a digit.
TEST(only_what_begins_a_number_opens_its_field)
{
    desk *d = open_at_question("free-fall");
    play(d, "R time=0 'n' drawer=notes 'n' drawer=0 '/' drawer=find Esc/1 '7 km' running=0 Esc");
    for (const char *c = "-+.,"; *c; c++) {
        assert_true(stage_of(d) == VL_TASK_ASKED && !d->app->typing.open);
        playf(d, "'%c'", *c);
        assert_true(d->app->typing.open && *d->app->typing.field.text == (*c == ',' ? '.' : *c));
        play(d, "'m ' running=1 R");
    }
}

// A curve is drawn into the graph, right and as a straight line, which is wrong, and said by its
// button. It stays. Before there is one it cannot be said, and Space goes on without one.
TEST(a_curve_is_drawn_into_the_graph)
{
    static const char *const told[] = {"{Right:} {10 % is}", "{No:} {Your}",
                                       "{The answer: +332 % at 6 s} !{Your}"};
    for (int i = 0; i < 3; i++) {
        desk *d =
            i < 2 ? open_at_question("oscillator") : open_sized_at_question("oscillator", 390, 500);
        const vl_rect graph = d->app->layout.graph; // in the place of the rows
        assert_true(i > 1 || (graph.h > 270 && d->app->layout.lane[0].h == 0));
        vl_pixel from = {graph.x + 0.2f * graph.w, graph.y + 0.74f * graph.h, 0};
        vl_pixel to = {graph.x + (i == 1 ? 0.9f : 1) * graph.w, from.y - 0.54f * graph.h, 0};
        vl_pixel middle = {(from.x + to.x) / 2, from.y - (i == 0 ? 0.16f : 0.32f) * graph.h, 0};
        play(d, "!{yours}"); // nor is there a line
        for (int k = 0; k < 2 && i < 2; k++)
            stroke(d, VL_POINTER_MOUSE, k ? middle : from, k ? to : middle, 8);
        assert_true(stage_of(d) == VL_TASK_ASKED && time_of(d) == 0);
        assert_true(i > 1 || d->session->answer.curve[VL_SKETCH - 1] > 0); // it goes on level
        push(d, VL_EVENT_POINTER_MOVE, middle.x, graph.y + 0.8f * graph.h, 1);
        play(d, i == 2   ? "!{my curve} 1/2 <draw a curve first>/2 running=0 Space/2"
                : i == 1 ? "<this is my curve>/2"
                         : "Enter/2");
        assert_true(d->session->running && !d->session->answer.given == (i == 2));
        run_to(d, 6);
        playf(d, "/2 %s Space", told[i]);
        for (const vl_draw *t = NULL; (t = next_text(d, d->app->layout.graph, t));)
            assert_false(strncmp(text_of(d, t), "t = ", 4) == 0); // the pointer rests there
        run_to(d, 8);                                             // the curve stays in its graph
        assert_true(i > 1 || d->app->graph.plot.y.high > 500);
        play(d, i < 2 ? "{yours}" : "!{yours}");
        assert_true(d->app->layout.lane[0].h > 0);
    }
    desk *d = open_sized_at_question("oscillator", 390, 844);
    frames(d, 1);
    assert_true(d->app->layout.graph.h > 160);
}

// A broken scene: four candidates at the symptom, then what it was, and its switch. It stands until
// then.
TEST(a_mistake_is_guessed_and_then_switched_off)
{
    play(open_at_question("broken-stale-dt"),
         "time>9.98 time<10.02 !{purpose} 3 {You} {broken: stale} running=0 Q {off: stale}");
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
    play(d, "{hand} {delays}");
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
    play(d, "R");
    assert_true(time_of(d) < 0.1 && d->session->running);
    run_to_question(d);
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
    static int number; // few cases are one change a scene
    const int step = test_cases(5, 1);
    if (!scene->has_task || scene->task.rule == VL_TASK_MISTAKE)
        return;
    for (int i = number++ % step; i < 5; i += step) {
        desk *d = open_at_question(name);
        d->session->answer.drawn = 1;
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
            run_to_question(d);
    }
}

TEST(no_answer_is_called_wrong_in_another_run)
{
    for_each_shipped_scene(check_void);
}

// With a mouse alone: in the band, in a note, in the sentence, in a notice that stays.
TEST(a_key_that_a_text_names_is_pressed)
{
    desk *d = open_at_question("opening");
    drag_a_bit(d, last_particle(d));
    play(d, "/1 <R> time<0.1 running=1");
    run_to_question(d);
    play(d, "<Space> running=1 Lane/1 lanes=3 {This is another run now} <Ctrl+Z>/1 lanes=2");
    play(d, "<Ctrl+Y>/1 lanes=3 Hush/1 <Ctrl+Z>/1 lanes=2");
    d = open_played("pendulum", "/60 Z/90 {Back at t = 0 s} <Space>/1 running=1");
    play(d, "Z/20 P/1 tool=1 <P> tool=0 measure/1 {Measure.}");
    assert_true(d->app->layout.banner.w == 0); // it lies over nothing
}

// Who drags before the answer is told what was measured, and neither whether he is right nor why:
// those words are of the run that nobody touched. A drag behind what is told takes nothing of it
// away, and one on the way back there does.
TEST(a_hand_before_the_answer_makes_nobody_right_or_wrong)
{
    desk *d = open_at_question("ball-on-string");
    drag_a_bit(d, last_particle(d));
    play(d, "/1 {it waits for your answer} {begins anew} 4/2 !{it waits}"); // neither: right
    run_to(d, 5.1);
    play(d, "/2 {hand has changed} {none passes 10 %} {You said} {asks again} !{Press} R/2 1");
    run_to(d, 5.1);
    drag_a_bit(d, last_particle(d));
    play(d, "/2 {No: } {Press} 40*Shift+. /2");
    drag_a_bit(d, last_particle(d));
    play(d, "/2 {another run now} !{You} <R> /1 !{another run now}");
}

// One lane, several, all and none; whoever is wrong is told the figure of what was said. Signs do
// not count, and a lane without numbers has no figure.
TEST(an_answer_is_told_in_words_that_fit_its_number)
{
    static const struct {
        int rule;
        unsigned said;
        double figures[3];
        const char *told;
    } rows[] = {
        {VL_TASK_BEYOND, 1, {0.3, -0.5, 0.01}, "No: Verlet (+30.0 %) and TCV (−50.0 %) at 1 s.\n"},
        {VL_TASK_MOST, 1, {0.3, -0.5, 0.01}, "No: TCV, −50.0 % at 1 s.\n"},
        {VL_TASK_LEAST, 4, {0.3, -0.5, 0.01}, "Right: RK4, +1.00 % at 1 s.\n"},
        {VL_TASK_BEYOND, 4, {0.3, 0.5, HUGE_VAL}, "No: all.\n"},
        {VL_TASK_MOST, 4, {0.3, 0.5, HUGE_VAL}, "Right: RK4 at 1 s.\n"},
        {VL_TASK_MOST, 1, {(double)NAN, 0.3, 0.2}, "No: TCV, +30.0 % at 1 s.\n"},
        {VL_TASK_LEAST, 1, {(double)NAN, 0.3, 0.2}, "No: RK4, +20.0 % at 1 s.\n"},
        {VL_TASK_BEYOND, 7, {0.01, 0.02, 0.03}, "No: none.\n"},
        {VL_TASK_DRAW, 0, {0}, "Right: 0.00 % at 1 s.\nYour curve is off by 0.00 %. "},
    };

    desk *d = open_text("three.yaml", "/1",
                        "format: 1\nparticles: [{at: [0, 0], velocity: [1, 0]}]\n"
                        "compare: [{integrator: verlet}, {integrator: tcv}, {integrator: rk4}]\n"
                        "task: {right: beyond, question: Who?, until: 1, because: So.}\n");
    for (int i = 0; i < COUNT(rows); i++) {
        vl_answer *answer = &d->session->answer;
        d->session->scene->task.rule = rows[i].rule;
        *answer = (vl_answer){.given = 1, .measured = true, .choice = rows[i].said};
        memcpy(answer->figures, rows[i].figures, sizeof rows[i].figures);
        SCOPED(vl_text) told = {0};
        vl_session_tell(d->session, true, &told);
        if (strncmp(told.data, rows[i].told, strlen(rows[i].told)) != 0)
            fail_msg("%s, expected: %s", told.data, rows[i].told);
    }
}

// Each candidate says what it means before it is chosen, in all but the lowest window; and whoever
// was wrong is told what that mistake would have done. Then it can be switched off.
static void check_candidates(const char *name, vl_scene *scene)
{
    if (!scene->has_task || scene->task.rule != VL_TASK_MISTAKE)
        return;
    static int number; // few cases are one window a scene
    const int step = test_cases(COUNT(sizes), 1);
    for (int w = number++ % step; w < COUNT(sizes); w += step) {
        desk *d = open_sized_at_question(name, sizes[w][0], sizes[w][1]);
        unsigned choices[VL_TASK_CHOICES];
        const vl_layout *l = &d->app->layout;
        int count = vl_task_choices(d->session->scene, d->session->lab->count, choices);
        assert_int_equal(l->choice_count, count);
        push(d, VL_EVENT_POINTER_MOVE, l->choice[0].x + 9, l->choice[0].y + 9, 99);
        assert_true(!l->meant || d->app->hint.box.w == 0); // which would be over the next one
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < l->button_count; k++)
                assert_false(vl_rect_overlap(l->buttons[k].rect, l->choice[i]));
            SCOPED(vl_text) seen = {0}, told = {0};
            const int mistake = (int)log2((double)choices[i]);
            add_texts(d, l->choice[i], &seen);
            assert_true(next_text(d, l->choice[i], NULL)->x > l->choice[i].x + 7); // off its edge
            if (sizes[w][1] > 400 && (!strstr(seen.data, vl_mistakes[mistake].people) ||
                                      !strstr(seen.data, PRINTED(" %d ", i + 1)))) // its key
                fail_msg("%s, %d x %d: %s", name, sizes[w][0], sizes[w][1], seen.data);
            vl_session_say(d->session, choices[i], 0); // what is drawn stays until the next frame
            vl_session_tell(d->session, true, &told);
            bool right = &vl_mistakes[mistake] == d->session->scene->mistake;
            assert_non_null(strstr(told.data, right ? "Right: " : vl_mistakes[mistake].does));
        }
        play(d, sizes[w][1] > 400 ? "/1 {^broken: }" : "/1");
    }
}

TEST(a_candidate_says_what_it_means_and_what_it_would_have_done)
{
    for_each_shipped_scene(check_candidates);
}

// What theory hides is not asked, and with other lanes it is another run, also when the answer is
// told: no sentence speaks of two methods that are three. Nor has a question any room, which does
// not come again with them.
TEST(what_is_said_is_of_what_is_seen)
{
    for (int i = 0; i < COUNT(sizes); i++) {
        desk *d = open_sized_at_question("opening", sizes[i][0], sizes[i][1]);
        play(d, "each:0.25/0 F3/50 !{it waits}"); // for longer than it would stand else
        assert_true(d->app->layout.choice_count == 0 && d->app->layout.caption.w == 0);
        play(d, "Esc/2");
        assert_int_equal(d->app->layout.choice_count, 4);
        const float before = d->app->camera.stage.h;
        play(d, "Shift+1/2 Shift+4/2 Shift+5/2 Shift+6/2 Shift+7/2 Shift+8/2 lanes=8");
        assert_true(d->app->layout.tools.h > 0 && d->app->camera.stage.h > 0.8f * before);
    }
    desk *d = open_sized_at_question("opening", 1280, 720);
    play(d, "1/2 each:0.25/0");
    FRAMES_UNTIL(d, 2000, stage_of(d) == VL_TASK_TOLD);
    play(d, "Shift+4/2 {is another run now} !{asks again}"); // with those lanes R does not
    d = open_with_font("opening", 1280, 720, "Shift+1/2");   // nor before the question
    run_to(d, 10);
    play(d, "{is another run now} !{Two methods}");
    play(open_sized_at_question("rope", 390, 844), "1/2 each:0.1/5 {You said Verlet.}");
}

// Tools: neither words, sliders and scale bar, nor the view in which the scene moves, or its panes.
// An answer nothing of that view, and choices no pane. All has one edge, in the card at the right.
static void assert_nothing_is_hidden(const desk *d)
{
    const vl_layout *l = &d->app->layout;
    const vl_camera camera = vl_app_lane_camera(d->app, 0);
    const vl_rect stage = camera.stage;
    float h = (float)(d->session->scene->view.height * vl_camera_scale(&camera));
    float w = h * (float)d->app->view.wide;
    bool panes = vl_app_has_panes(d->app);
    vl_rect view = panes ? l->stage : vl_rect_within(stage, (stage.w - w) / 2, (stage.h - h) / 2);
    const float x = l->tools.x, end = l->whole.w - l->graph.x - l->graph.w;
    assert_true(fabsf(fminf(l->time.x, l->bars.x) - x) < 0.01f);
    assert_true(l->low || fabsf(l->caption.x - x) < 0.01f);
    assert_true(l->sliders.h <= 0 || fabsf(l->sliders.x - x) < 0.01f);
    assert_true(l->graph.h <= 0 || fabsf(end - x) < 0.01f);
    for (int i = 0; i < l->button_count; i++) {
        vl_rect tool = l->buttons[i].rect;
        if (vl_command_get(l->buttons[i].command).place == VL_PLACE_TOOLS &&
            (vl_rect_overlap(tool, view) || vl_rect_overlap(tool, l->sliders) ||
             covers_words(d, tool) || next_text(d, tool, NULL)))
            fail_msg("%s, %g x %g: a tool at %g, %g", d->session->scene->title, (double)l->whole.w,
                     (double)l->whole.h, (double)tool.x, (double)tool.y);
    }
    bool over = !panes && covers_words(d, view); // above a low stage there are none
    for (int i = 0; i < l->choice_count; i++)
        over = over || vl_rect_overlap(view, l->choice[i]);
    if (over && (panes || (stage_of(d) == VL_TASK_TOLD && !l->low)))
        fail_msg("%s, %g x %g: it moves behind the answer", d->session->scene->title,
                 (double)l->whole.w, (double)l->whole.h);
}

// The stage stays where it is, whatever is said.
static void find_stages(desk *d, vl_rect stages[COUNT(sizes)])
{
    for (int i = 0; i < COUNT(sizes); i++) {
        push(d, VL_EVENT_RESIZE, (float)sizes[i][0], (float)sizes[i][1], 1);
        stages[i] = d->app->layout.stage;
        assert_nothing_is_hidden(d);
    }
}

// What is told is on the stage to the last word and hides nothing, and is larger for a projector.
// In each window the answer has one type, whatever its length, the reason a smaller one, and it
// does not end with a short line.
static void assert_is_told_whole(desk *d, const char *name)
{
    static vl_type_size types[2 * COUNT(sizes)]; // 0: none was seen yet
    float letter[2];
    for (int i = 0; i < 2 * COUNT(sizes); i++) {
        SCOPED(vl_text) words = {0}, told = {0};
        push(d, VL_EVENT_RESIZE, (float)sizes[i / 2][0], (float)sizes[i / 2][1], 3);
        const vl_layout *l = &d->app->layout;
        vl_session_tell(d->session, l->choice_count > 0, &told);
        add_texts(d, l->caption, &words);
        *strchr(told.data, '\n') = ' ';
        if (words.length < told.length - 1 || !strstr(told.data, words.data) ||
            covers_words(d, l->figures) || has_cut_text(d, l->caption) ||
            l->caption.y + l->caption.h > l->band.y)
            fail_msg("%s, %d pixels: %s", name, sizes[i / 2][0], words.data);
        const vl_draw *first = next_text(d, l->caption, NULL), *last = first;
        for (const vl_draw *next = first; (next = next_text(d, l->caption, next));)
            last = next;
        types[i] = types[i] && !l->low ? types[i] : first->size;
        if (first->size != types[i] || last->size >= first->size ||
            text_rect(d, last).w < 0.15f * l->caption.w)
            fail_msg("%s, %d pixels: type %d, then %d, and an end of %.*s", name, sizes[i / 2][0],
                     first->size, last->size, last->count, text_of(d, last));
        for (int k = 0; k < l->choice_count; k++) // beside a tick, too
            for (const vl_draw *t = NULL; (t = next_text(d, l->choice[k], t));)
                assert_true(within(text_rect(d, t), vl_rect_inset(l->choice[k], 4)));
        letter[i % 2] = d->platform->text_width(d->platform, first->size, "0", 1);
        bool grows = sizes[i / 2][0] >= 640 && sizes[i / 2][1] >= 480; // to a part of the window
        assert_true(i % 2 == 0 || (grows ? letter[1] > letter[0] : letter[1] == letter[0]));
        play(d, "F10/2");
    }
}

// What the words of a shipped scene explain, with the figure that the card has then.
static const char *const answers[][2] = {
    {"opening", "Verlet, +449 %"},
    {"ball-on-string", "neither"},
    {"free-fall", "50.0 m"},
    {"oscillator", "0.00 % at first, +108 % in the middle, +332 % at the end"},
    {"projectile", "Explicit Euler, 3.09 m"},
    {"rope", "Verlet, +215 %"},
    {"hitch", "Verlet, 19.6 m"},
    {"chain", "1 long step, −89.8 %"},
    {"cloth", "16 short steps, +6.52 %"},
    {"tearing-curtain", "corrected once, 247 links"},
    {"spring-chain", "5 steps, +3253 times"},
    {"orbit", "RK4, +8295 %"},
    {"bounce", "Explicit Euler, 0.56 m"},
    {"floors", "144 frames/s, +89.5 %"},
};

// Whoever looks at the card sees that it is so: a level is passed by twice its size or not by half
// of it, and the largest and the smallest differ from the next one by a fifth.
static void assert_is_clear(const vl_scene_task *task, unsigned right, int lanes,
                            const double *figures)
{
    for (int i = 0; i < lanes; i++) {
        double size = fabs(figures[i]);
        if (task->rule == VL_TASK_BEYOND)
            assert_true(size > 2 * task->level || size < task->level / 2);
        bool largest = task->rule == VL_TASK_MOST, smallest = task->rule == VL_TASK_LEAST;
        for (int k = 0; k < lanes && right & 1u << i; k++)
            assert_true(k == i || ((!largest || size > 1.2 * fabs(figures[k])) &&
                                   (!smallest || 1.2 * size < fabs(figures[k]))));
    }
}

// The newest vertex at the last ball of a lane, where another one is chosen.
static vl_colour ball_colour(desk *d, int lane, int chosen)
{
    vl_colour colour = {0};
    vl_session_choose(d->session, lane);
    vl_pixel at = ball_pixel(d, last_particle(d));
    vl_session_choose(d->session, chosen);
    frames(d, 1);
    for (int i = 0; i < d->app->list.vertex_count; i++) {
        vl_vertex v = d->app->list.vertices[i];
        colour = hypotf(v.x - at.x, v.y - at.y) < 8 && v.colour.a == 255 ? v.colour : colour;
    }
    return colour;
}

// It is one of the choices, by a clear margin, and the formula is that of a lane that was asked
// about or has the term, which is lit. A lane that is named is as strong as if it were chosen.
static void check_answer(const char *name, vl_scene *scene)
{
    const vl_scene_task *task = &scene->task;
    if (!scene->has_task)
        return;
    desk *d = open_sized_at_question(name, 1280, 720);
    unsigned choices[VL_TASK_CHOICES];
    int count = vl_task_choices(scene, d->session->lab->count, choices), row = 0, listed = 0;
    assert_false(vl_stream_is_measured(d->session->pacing.stream)); // else it was of this display
    vl_rect asked[COUNT(sizes)], now[COUNT(sizes)];
    find_stages(d, asked);
    d->session->answer.drawn = 1;
    vl_session_say(d->session, task->rule == VL_TASK_MISTAKE ? choices[0] : 1, 1e9);
    vl_null_of(d->platform)->frame = 0.25;
    FRAMES_UNTIL(d, 2000, stage_of(d) == VL_TASK_TOLD);
    for (int told = 0; told < 2; told++) { // and who has only watched: in other words
        find_stages(d, now);
        for (int i = 0; i < COUNT(sizes) && task->rule != VL_TASK_MISTAKE; i++)
            assert_memory_equal(&now[i], &asked[i], sizeof now[i]);
        d->session->answer.given ^= true;
    }
    assert_is_told_whole(d, name);
    if (task->rule == VL_TASK_MISTAKE)
        return;
    SCOPED(vl_text) said = {0};
    const vl_answer right = vl_session_right(d->session);
    for (int i = 0; i < count; i++)
        listed += choices[i] == right.choice;
    assert_int_equal(listed, count > 0);
    assert_is_clear(task, right.choice, d->session->lab->count, d->session->answer.figures);
    while (row < COUNT(answers) - 1 && strcmp(answers[row][0], name) != 0)
        row++;
    vl_session_add_said(d->session, &right, &said);
    if (strcmp(answers[row][0], name) != 0 || strcmp(said.data, answers[row][1]) != 0)
        fail_msg("%s: right is %s, and the words explain %s", name, said.data, answers[row][1]);
    if (task->rule == VL_TASK_NUMBER || task->rule == VL_TASK_DRAW)
        assert_int_equal(d->session->chosen, task->lane - 1);
    play(d, "Pause/1");
    for (int i = 0, chosen = d->session->chosen; i < d->session->lab->count; i++) {
        vl_colour as_told = ball_colour(d, i, chosen), strong = ball_colour(d, i, i);
        if (task->rule < VL_TASK_NUMBER && right.choice >> i & 1 &&
            memcmp(&as_told, &strong, sizeof strong) != 0)
            fail_msg("%s: the answer names a pale %s", name, vl_lab_label(d->session->lab, i));
        vl_session_choose(d->session, chosen);
        frames(d, 1);
    }
    bool lit = !*task->term;
    for (const vl_draw *t = next_text(d, d->app->layout.formula, NULL); t && !lit;
         t = next_text(d, d->app->layout.formula, t))
        lit = reads(d, t, task->term) &&
              memcmp(&t->colour, &d->app->shown.theme->held, sizeof t->colour) == 0;
    if (!lit)
        fail_msg("%s: %s is not lit", name, task->term);
}

TEST(the_run_tells_what_the_words_explain_and_lights_the_term)
{
    for_each_shipped_scene(check_answer);
}

// --- the answers of a lesson ---

static void begin_lesson(desk *d, const char *name)
{
    FREED char *path = vl_shelf_find(VL_LESSONS, name);
    d->asked = true;
    vl_app_open(d->app, path);
    run_to_question(d);
    frames(d, 2);
    audit_frame(d, "a lesson");
}

// Lines of the file; the first of them begin so, behind the time, and end so.
static int lines_of(const desk *d, const char *rows[][2], int count)
{
    size_t size;
    int lines = 0;
    FREED char *text = read_here(d->app->answers.path, &size);
    for (char *next = text, *end; (end = strchr(next, '\n')); next = end + 1, lines++) {
        *end = '\0';
        const char **row = rows[lines < count ? lines : 0], *cells = strchr(next, ',') + 1;
        if (lines < count && (strncmp(cells, row[0], strlen(row[0])) != 0 ||
                              strcmp(end - strlen(row[1]), row[1]) != 0))
            fail_msg("line %d: %s, expected %s … %s", lines, next, row[0], row[1]);
    }
    return lines;
}

// One line an answer, also of one that is not told any more; the screen says where at the end.
TEST(the_answers_of_a_lesson_are_kept_in_a_file)
{
    const char *lines[][2] = {
        {"lesson,scene,question,said,measured,unit,", "right"},
        {"\"Two Eulers and a fall\",\"Free fall\",\"", "?\",-50,,m,"},
        {"\"Two Eulers and a fall\",\"Projectile\",\"", "?\",\"Semi-impl. Euler\",,,"}};
    desk *d = open_scene("opening");
    begin_lesson(d, "2-two-eulers-and-a-fall");
    play(d, "/10 '-50' Enter/2");
    assert_true(d->app->layout.banner.w == 0); // nothing lies over the motion
    assert_int_equal(lines_of(d, lines, 2), 2);
    run_to(d, 10);
    frames(d, 2);
    lines[1][1] = "?\",-50,50,m,no";
    assert_int_equal(lines_of(d, lines, 2), 2);
    play(d, "Ctrl+Z/2 Ctrl+Y/2 PgDn"); // undo answers nothing
    run_to_question(d);
    drag_a_bit(d, 1); // whose figures are of another run
    play(d, "3");
    run_to(d, 4);
    play(d, "/2 PgDn/2 2*PgDn/2 (=The lesson is over) (4 scenes, 2 answers, 0 right) (/answers/) "
            "(Not answered: scene 3, scene 4 ) {The lesson is over.}");
    assert_true(d->app->layout.banner.w == 0); // it has the place of the question
    assert_int_equal(lines_of(d, lines, 3), 3);
    remove(d->app->answers.path);
    FREED char *scene = vl_shelf_find(VL_SCENES, "chain"); // an answered lesson can be left
    vl_app_open(d->app, scene);
    play(d, "/2 PgUp/2 PgDn/2");
    begin_lesson(d, "1-the-next-picture");
}

// What the teacher is told to press shows the figures of the page.
TEST(the_page_of_lesson_2_leads_to_its_figures)
{
    desk *d = open_scene("opening");
    begin_lesson(d, "2-two-eulers-and-a-fall");
    play(d, "3*PgDn/2 3/2 running=1");
    FRAMES_UNTIL(d, 2000, stage_of(d) == VL_TASK_TOLD);
    play(d, "/2 {Right: RK4} <energy error>/2 <position error>/2 R/2 8*./2 {=3.09 m} 16*./2 "
            "{=234 m}");
}

// The teacher may take the file, and another window may then have one of its name: each keeps its
// own. What was said before a lesson is none of its answers, nor does a cell become a formula.
TEST(answers_are_lost_to_nobody)
{
    setenv("USER", "some/body", 1); // is no part of a file's name
    desk *d = open_at_question("opening");
    play(d, "1/5");
    begin_lesson(d, "2-two-eulers-and-a-fall");
    play(d, "Ctrl+Z/3");
    assert_true(d->app->opened.lesson_scene < 0 && !d->app->answers.path);
    begin_lesson(d, "1-the-next-picture");
    d->session->scene->title[0] = '=';
    play(d, "1/0 PgDn/3"); // in one frame
    const char *lines[][2] = {{"", "right"},
                              {"\"Who guesses the next picture?\",\"'=", "?\",\"Verlet\",,,"}};
    assert_int_equal(lines_of(d, lines, 2), 2);
    FREED char *path = vl_copy_text(d->app->answers.path);
    assert_int_equal(strncmp(strrchr(path, '/'), "/answers-", 9), 0);
    assert_int_equal(remove(path), 0);
    FILE *other = fopen(path, "w");
    fputs("of another window\n", other);
    fclose(other);
    run_to_question(d);
    play(d, "1/2 2*PgDn/2 (=The lesson is over) (2 answers, 0 right) (Not answered: scene 3 )");
    assert_string_not_equal(d->app->answers.path, path);
    assert_int_equal(lines_of(d, lines, 2), 3);
    size_t size;
    FREED char *text = read_here(path, &size);
    assert_string_equal(text, "of another window\n");
    remove(path);
    remove(d->app->answers.path);
}

// Another number makes another scene of it, of which nothing is asked until it is that of the file.
// While it is dragged the scene stands, so that all steps are made with one number.
TEST(the_question_is_of_the_numbers_of_the_file)
{
    desk *d = open_sized_at_question("free-fall", 1280, 720);
    const vl_number gravity = vl_session_slider(d->session, 0);
    vl_rect all = d->app->layout.sliders;
    vl_pixel knob = {all.x + all.w / 2, all.y + 0.375f * all.h, 0};
    push_pointer(d, VL_EVENT_POINTER_DOWN, 0, knob.x, knob.y, 1);
    knob = pull(d, 0, knob, all.w / 4, 0, 6);
    assert_false(d->session->running);
    let_go(d, 0, knob, 2);
    play(d, "running=1 R/30 {another run now} {with other} {Ctrl+Z} !{R asks}");
    assert_int_not_equal(stage_of(d), VL_TASK_ASKED);
    vl_session_next_event(d->session);
    assert_true(vl_session_set_number(d->session, &gravity, "-10", &(vl_error){0}));
    play(d, "R/30");
    assert_int_equal(stage_of(d), VL_TASK_ASKED);
}

// A full disk is told, and the answers are in the file as soon as there is room. Nobody leaves
// without being told that they would be lost.
TEST(what_a_full_disk_refuses_is_told_and_kept)
{
    const char *lines[][2] = {{"", "right"}, {"\"", "?\",\"TCV\",,,"}, {"\"", "?\",\"Verlet\",,,"}};
    const struct rlimit none = {0, RLIM_INFINITY};
    struct rlimit before;
    SKIP_IN_NODE("Node does not limit the size of a file");
    desk *d = open_scene("pendulum");
    begin_lesson(d, "1-the-next-picture");
    frames(d, 60 * 15); // in a lesson it waits
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN); // as the program does, see main.c
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    play(d, "2/2 (=The answers are in no file yet) (File too large) quit/2 (to lose them)");
    assert_false(d->app->quit);
    assert_null(d->app->answers.path);
    play(d, "R");
    run_to_question(d);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    play(d, "1/2");
    assert_int_equal(lines_of(d, lines, 3), 3);
    play(d, "R");
    run_to_question(d);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    play(d, "2/2 quit/2 (to lose them)");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    play(d, "quit/1");
    assert_true(d->app->quit);
    remove(d->app->answers.path);
}
