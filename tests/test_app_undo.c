// Undo and redo in the app, with real events: whatever was done, undo brings the state back to the
// last bit, and redo what was undone.

#include "support/app_histories.h"
#include "support/key_checks.h"

#include "physics/solvers/solvers.h"
#include "scene/fields.h"

enum { MOST_CHANGES = 90 };

static desk *open_paused(const char *scene)
{
    desk *d = open_played(scene, "Pause");
    return d;
}

static int undone(const desk *d)
{
    return d->session->undo.undone.count;
}

// --- undo and redo of whatever is done ---

// Somebody, and the state before each change, the oldest first.
typedef struct trace {
    somebody who;
    const char *scene;
    uint64_t press; // the state before the present stroke
    int count;
    bool full; // large scenes have taken all memory, and the oldest changes went
    uint64_t states[MOST_CHANGES + 1];
    char what[MOST_CHANGES + 1][VL_CHANGE_TEXT];
} trace;

// What somebody has done is a change or part of one, or not.
static void note(trace *t, uint64_t before)
{
    int now = undone(t->who.desk);
    t->full = t->full || (now > 0 && t->who.desk->session->undo.dropped > 0);
    if (now == t->count || t->full)
        return;
    assert_int_equal(now, t->count + 1);
    t->states[t->count] = before;
    snprintf(t->what[t->count++], VL_CHANGE_TEXT, "%s",
             vl_session_undoes(t->who.desk->session, VL_UNDO));
}

// A drag by a hand goes back to where it began; a tool may make a change at each event, and a time
// is left when a drag comes to another one.
static void give_and_note(somebody *who, vl_event event, const vl_command *command, int then_frames)
{
    trace *t = (trace *)who;
    if (vl_rect_contains(who->desk->app->layout.sliders, event.x, event.y))
        play(who->desk, "Pause/0"); // a control acts behind the steps of its frame
    uint64_t before = state_of(who->desk);
    if (who->desk->app->graph.goes) { // behind the events of the next frame
        frames(who->desk, 1);
        note(t, before);
        before = state_of(who->desk);
    }
    if (event.kind == VL_EVENT_POINTER_DOWN)
        t->press = before;
    bool hand = event.kind != VL_EVENT_KEY && !who->desk->app->tools.in_hand;
    if (command)
        give_command(who->desk, command, 1);
    else
        give(who->desk, event, then_frames > 0 ? then_frames : 1);
    const char *what = vl_session_undoes(who->desk->session, VL_UNDO);
    note(t, hand && !(what && strncmp(what, "move in time", 12) == 0) ? t->press : before);
}

// Lists of commands and scenes take the keys after them, and undo would take back the trace.
static bool is_left_out(const vl_command *command)
{
    static const char *const names[] = {"F11", "Ctrl+K", "frames", "estimator", "Ctrl+Z", "Ctrl+Y"};
    bool left_out = false;
    for (int i = 0; i < COUNT(names); i++)
        left_out = left_out || strcmp(command->name, names[i]) == 0;
    return left_out;
}

static void do_anything(trace *t, int most)
{
    desk *d = t->who.desk;
    for (int i = 0; i < most && t->count < MOST_CHANGES && !t->full; i++) {
        if (any_chance(&t->who.random, 0.5))
            frames(d, any_of(&t->who.random, 4));
        uint64_t before = state_of(d);
        do_any_deed(&t->who);
        note(t, before);
    }
    play(d, "Pause/0");
    d->app->tools.in_hand = NULL;
}

// Gives the command without a frame, in which the scene might run on; then it is drawn, paused.
static uint64_t state_after(desk *d, const char *key)
{
    playf(d, "%s!", key);
    uint64_t state = state_of(d);
    play(d, "Pause");
    return state;
}

static void undo_all(const trace *t, uint64_t *states)
{
    desk *d = t->who.desk;
    for (int i = t->count - 1; i >= 0; i--) {
        states[i + 1] = state_of(d);
        if (state_after(d, "Ctrl+Z") != t->states[i])
            fail_msg("%s: other bits after the undo of '%s'", t->scene, t->what[i]);
    }
    assert_null(vl_session_undoes(d->session, VL_UNDO));
}

static uint64_t state_after_steps(desk *d)
{
    play(d, "20*.");
    return state_of(d);
}

// All commands, strokes of all tools, and frames between them, at random: undo goes back to the
// state before each, and from the first one the scene runs as if nothing had been; redo goes on to
// the last.
TEST(undo_and_redo_reach_each_state_again)
{
    static const char *const scenes[] = {"chain", "pendulum", "opening", "broken-frame-ratio",
                                         "cradle"};
    for (int seed = 1; seed <= test_cases(5, 20); seed++) {
        static trace t;
        static uint64_t states[MOST_CHANGES + 1];
        const char *scene = scenes[seed % COUNT(scenes)];
        uint64_t alone = state_after_steps(open_paused(scene));
        desk *d = open_paused(scene);
        // the first five switch a mistake off, turn the run round and keep its frames, too
        t = (trace){.who = {d, test_random(19 * seed), is_left_out, give_and_note, false},
                    .scene = scene};
        uint64_t begin = state_of(d);
        assert_int_equal(undone(d), 0);
        do_anything(&t, 40);
        uint64_t end = state_of(d);
        print_message("  %s, seed %d: %d changes%s\n", scene, seed, t.count,
                      t.full ? ", more than memory holds" : "");
        if (t.full)
            continue;
        undo_all(&t, states);
        for (int k = 0; k < t.count; k++)
            if (state_after(d, k % 2 ? "Ctrl+Shift+Z" : "Ctrl+Y") != states[k + 1])
                fail_msg("%s: other bits after the redo of '%s'", t.scene, t.what[k]);
        assert_null(vl_session_undoes(d->session, VL_REDO));
        assert_true(state_of(d) == end);
        undo_all(&t, states);
        if (t.states[0] == begin)
            assert_true(state_after_steps(d) == alone);
    }
}

// --- the lanes of the lab ---

// What a lane of the lab says of itself is what its world and its clock do.
static void assert_lanes_run(const desk *d)
{
    const vl_session *s = d->session;
    assert_in_range(s->chosen, 0, s->lab->count - 1);
    for (int i = 0; i < s->lab->count; i++) {
        const vl_lab_run *run = &s->lab->runs[i];
        const vl_stream *own = run->clock.stream;
        assert_int_equal(s->lanes[i].id, run->id);
        assert_ptr_equal(run->lane.integrator, vl_world_method(run->world));
        assert_true(vl_solver_same_settings(&run->lane.solver, &run->world->solver));
        assert_string_equal(run->lane.policy, run->clock.policy.text);
        assert_int_equal(run->lane.own_stream, own != NULL);
        assert_true(own ? strcmp(run->lane.timestep, own->text) == 0 : !run->lane.timestep);
        assert_ptr_equal(run->lane.mistake, run->world->mistake);
    }
}

static void assert_saved_lanes(desk *d)
{
    vl_scene read[VL_SCENE_MOST_LANES];
    const char *slash = strrchr(d->session->scene->path, '/'), *file = slash + 1;
    play(d, "save!");
    OWNED(vl_scene) *saved = take_saved(PRINTED("%.*s-saved", (int)strcspn(file, "."), file));
    assert_int_equal(vl_scene_lanes(saved, read), d->session->lab->count);
    for (int i = 0; i < d->session->lab->count; i++) {
        vl_lane lane = read[i].lane;
        lane.timestep = lane.own_stream ? lane.timestep : NULL;
        assert_true(vl_schema_equal(&vl_schema_lane, &lane, &d->session->lab->runs[i].lane));
    }
}

// Whatever somebody does, undoes and goes back to, the lanes of the lab alone say what runs: so a
// scene that is saved has them.
TEST(the_lanes_that_run_are_those_that_a_saved_scene_has)
{
    static const char *const scenes[] = {"opening", "chain", "rope-bridge", "broken-frame-ratio"};
    for (int seed = 1; seed <= test_cases(4, 20); seed++) {
        somebody who = {.desk = open_paused(scenes[seed % COUNT(scenes)]),
                        .random = test_random(31 * seed),
                        .presses = true};
        for (int i = 0; i < 60; i++) {
            do_any_deed(&who);
            if (any_chance(&who.random, 0.3))
                (void)vl_session_undo(who.desk->session, VL_UNDO);
            assert_lanes_run(who.desk);
        }
        play(who.desk, "Pause/0");
        assert_saved_lanes(who.desk);
        while (vl_session_remove_lane(who.desk->session, 0))
            ;
        assert_saved_lanes(who.desk);
    }
}

// --- what is one change, and what is told of it ---

static const char *newest(const desk *d)
{
    const char *what = vl_session_undoes(d->session, VL_UNDO);
    return what ? what : "nothing";
}

// However many frames it takes, and wherever it goes.
TEST(one_drag_is_one_change)
{
    desk *d = open_paused("ball-on-string");
    int last = last_particle(d);
    vl_vec3 before = place_of(d, last);
    vl_pixel at = pull(d, VL_POINTER_MOUSE, grab(d, last, 1), -50, -30, 20);
    play(d, "Ctrl+Z {A hand holds something}");
    let_go(d, VL_POINTER_MOUSE, at, 1);
    assert_string_equal(newest(d), "placing of the ball");
    vl_vec3 after = place_of(d, last);
    play(d, "changes=1 Ctrl+Z");
    assert_at(d, last, before);
    play(d, "{Undone: placing of the ball} Ctrl+Shift+Z");
    assert_at(d, last, after);
    assert_true(shows(d, "Redone: placing of the ball"));
}

// A tap on what is at rest changes nothing, and leaves what could be redone.
TEST(a_tap_is_no_change)
{
    desk *d = open_paused("chain");
    play(d, "speed:2 Ctrl+Z");
    let_go(d, VL_POINTER_MOUSE, grab(d, 1, 1), 1);
    play(d, "changes=0 {×1.0} Ctrl+Shift+Z {×2.0}");
    d = open_played("opening", "@4.5 Pause"); // nor does the error count from there, in a question
    let_go(d, VL_POINTER_MOUSE, grab(d, 1, 1), 1);
    assert_true(vl_session_run(d->session)->since == 0 && !d->session->answer.touched);
}

// What several fingers do together is one change, also if one of them has only tapped.
TEST(hands_that_hold_together_make_one_change)
{
    desk *d = open_paused("chain");
    int last = last_particle(d);
    vl_vec3 before = place_of(d, last);
    vl_pixel ball = ball_pixel(d, last);
    push_pointer(d, VL_EVENT_POINTER_DOWN, 1, ball.x, ball.y, 1);
    ball = pull(d, 1, ball, -60, -30, 2);
    vl_pixel other = ball_pixel(d, last / 2);
    push_pointer(d, VL_EVENT_POINTER_DOWN, 2, other.x, other.y, 1);
    assert_int_equal(world_of(d)->hold_count, 2);
    let_go(d, 2, other, 1);
    let_go(d, 1, ball, 1);
    play(d, "changes=1 Ctrl+Z");
    assert_at(d, last, before);
}

TEST(a_stroke_of_the_scissors_is_one_change)
{
    desk *d = open_paused("cloth");
    int links = world_of(d)->links.count;
    vl_pixel top = ball_pixel(d, 10), bottom = ball_pixel(d, last_particle(d) - 9);
    play(d, "scissors");
    stroke(d, VL_POINTER_MOUSE, (vl_pixel){top.x + 3, top.y - 20, 0},
           (vl_pixel){top.x + 3, (top.y + bottom.y) / 2, 0}, 8);
    int cut = links - world_of(d)->links.count;
    assert_true(cut > 2);
    assert_string_equal(newest(d), PRINTED("cut of %d links", cut));
    play(d, "changes=1 Ctrl+Z");
    assert_int_equal(world_of(d)->links.count, links);
}

// Steps back one after another, or one pull along the line, are one change.
TEST(a_way_back_in_time_is_one_change)
{
    desk *d = open_paused("chain");
    play(d, "20*.");
    vl_vec3 there = place_of(d, 5);
    play(d, "7*Shift+. changes=1 Ctrl+Z");
    assert_at(d, 5, there);
}

// Each kind of change has words of its own.
TEST(changes_have_names)
{
    static const struct {
        const char *key, *what;
    } rows[] = {
        {"6", "method: Velocity Verlet"},
        {"set:direction=old", "direction: "},
        {"set:method=direct", "solver: "},
        {"set:substeps=4", "substeps: "},
        {"30", "frames: dt fixed 33.333 ms"},
        {"H", "late frame"},
        {"Lane", "lane of "},
        {"set:policy=skip:0.05", "policy: skip 50 ms"},
        {"set:engine=jakobsen", "engine: As Jakobsen"},
        {"set:timestep=30Hz", "frames: 30/s"},
        {"Remove", "removal of "},
        {"R", "back to the start"},
        {"PgDn", "scene: "},
    };

    desk *d = open_paused("chain");
    for (int i = 0; i < COUNT(rows); i++) {
        play(d, rows[i].key);
        if (strncmp(newest(d), rows[i].what, strlen(rows[i].what)) != 0)
            fail_msg("'%s' instead of '%s'", newest(d), rows[i].what);
        assert_int_equal(undone(d), i + 1);
    }
}

TEST(buttons_and_the_list_of_commands_say_what_they_undo)
{
    desk *d = open_paused("chain");
    vl_rect rect;
    play(d, "7 Ctrl+K 'undo' /1 {undo: method: Leapfrog}");
    assert_true(place_of_button(d->app, vl_command_named("Ctrl+Z", 6), &rect));
    click(d, rect, false);
    play(d, "{Undone: method: Leapfrog} Ctrl+Z"); // in a field with text it does nothing
    assert_string_equal(d->app->drawer.search.field.text, "undo");
    play(d, "Ctrl+A Backspace Ctrl+Z {Nothing to undo} Esc @2 Shift+5 @4 Ctrl+Z (; back at 2.0 s)");
    assert_string_equal(d->app->notice.text, "`Ctrl+Y` redoes 1.");
    play(d, "Ctrl+Y (; on to 4.0 s)");
    assert_string_equal(d->app->notice.text, "`Ctrl+Z` undoes 1 more.");
    play(d, "Shift+4/1 notice=0"); // of which it said nothing
}

// Whether it ran or stood, at what instant, with what speed and lanes: of the scene that was left,
// and of the one that was opened. The size of type belongs to the window.
TEST(undo_of_another_scene_gives_back_how_it_stood)
{
    for (int pattern = 0; pattern < 4; pattern++) {
        bool first_runs = pattern & 1, second_runs = pattern & 2;
        desk *d = open_played("pendulum", "/60 ]");
        (void)vl_go_to_frame(d->app, 40);
        vl_session_set_running(d->session, first_runs);
        frames(d, 1);
        double time = time_of(d), speed = d->session->pacing.speed;
        play(d, "PgDn/0 /20 F10/60");
        bool large = d->app->shown.projector;
        vl_session_set_running(d->session, second_runs);
        double later = time_of(d);
        play(d, "Ctrl+Z!");
        assert_int_equal(d->session->running, first_runs);
        assert_true(time_of(d) == time && d->session->pacing.speed == speed);
        assert_int_equal(d->app->shown.projector, large);
        play(d, "Ctrl+Y!");
        assert_int_equal(d->session->running, second_runs);
        assert_true(time_of(d) == later);
    }
}

// --- memory ---

// Each press and each place on the line of time is marked, also where it changes nothing: more than
// there are states. The other scene, which has fewer lanes, is reached all the same.
TEST(marks_of_a_run_leave_the_way_to_the_run_before)
{
    static const char *const scenes[] = {SCENES "wrecking-ball.yaml", SCENES "late-frame.rec"};

    for (int scene = 0; scene < 2; scene++) {
        desk *d = open_played("pendulum", "/20 Pause");
        uint64_t before = state_of(d);
        vl_app_open(d->app, scenes[scene]);
        play(d, "/20 Pause/0");
        for (int i = 0; i < 140; i++)
            if (scene > 0)
                (void)vl_session_go_to_frame(d->session, 1 + (i * 37) % 300);
            else
                let_go(d, 0, grab(d, last_particle(d), 0), 1);
        while (vl_session_undoes(d->session, VL_UNDO))
            play(d, "Ctrl+Z/2");
        assert_true(state_of(d) == before);
    }
}

// The oldest changes are dropped, and that is told; undo goes back through all that are left.
TEST(what_is_stored_is_bounded)
{
    enum { CHANGES = VL_UNDO_MOST + 30 };

    desk *d = open_paused("cloth");
    uint64_t states[CHANGES] = {0};
    for (int i = 0; i < CHANGES; i++) {
        states[i] = state_of(d);
        play(d, i % 20 == 9 ? "PgDn" : "H");
        play(d, "Pause/0");
        assert_true(d->session->log->bytes <= VL_LOG_MEMORY);
        assert_true(undone(d) <= VL_UNDO_MOST);
    }
    int left = undone(d), dropped = d->session->undo.dropped;
    print_message("  %d changes in %.1f MiB, %d dropped\n", left,
                  (double)d->session->log->bytes / (1 << 20), dropped);
    assert_int_equal(left + dropped, CHANGES);
    assert_true(left > 5 && dropped > 0);
    for (int i = 0; i < left; i++) {
        play(d, "Ctrl+Z");
        assert_true(d->session->log->bytes <= VL_LOG_MEMORY);
        assert_true(state_of(d) == states[CHANGES - 1 - i]);
    }
    assert_true(shows(d, "Older ones were dropped"));
}
