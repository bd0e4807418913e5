// Numbers on the screen that are settings: clicked and typed, or dragged sideways.

#include "support/screen_checks.h"

static desk *open_numbers(const char *scene)
{
    return open_sized(scene, 1280, 16000, "Pause F2/2 drawer=numbers");
}

// Finds a number of a part.
static vl_number number_of(desk *d, const char *list, int index, const char *name)
{
    vl_number numbers[VL_MOST_NUMBERS];
    int count = vl_session_part_numbers(d->session, (vl_scene_part){list, index}, numbers);
    for (int i = 0; i < count; i++) {
        char text[VL_NUMBER_NAME];
        if (strcmp(vl_number_name(&numbers[i], text), name) == 0)
            return numbers[i];
    }
    fail_msg("no number %s", name);
    return (vl_number){0};
}

static void set_number(desk *d, vl_number number, const char *text)
{
    vl_error error = {0};
    vl_session_next_event(d->session);
    assert_good(vl_session_set_number(d->session, &number, text, &error), error);
}

// Where the number of a name is in the drawer, so far from its right edge.
static vl_pixel beside(const desk *d, const char *name, float from_right)
{
    vl_rect drawer = d->app->layout.drawer;
    const vl_draw *draw = text_in(d, drawer, name); // names of lanes may be the same word
    assert_non_null(draw);
    return (vl_pixel){drawer.x + drawer.w - from_right, draw->y + 4, 0};
}

// Types into the open number in place of what is there.
static void enter(desk *d, const char *text)
{
    assert_true(d->app->typing.open);
    type(d, text);
    play(d, "Enter/2");
}

static void enter_at(desk *d, const char *name, const char *text)
{
    vl_pixel at = beside(d, name, 60);
    push(d, VL_EVENT_POINTER_MOVE, at.x, at.y, 1);
    tap(d, VL_POINTER_MOUSE, at.x, at.y);
    enter(d, text);
}

static void assert_gravity(const desk *d, double y)
{
    for (int i = 0; i < d->session->lab->count; i++)
        assert_true(lane_world(d, i)->gravity.y == y);
    assert_true(d->session->scene->gravity.y == y);
}

// What is typed is in the running worlds of all lanes at once and moves nothing, is there after a
// reset, and is saved.
TEST(gravity_is_typed)
{
    desk *d = open_numbers("pendulum");
    play(d, "10*. Lane/2");
    vl_vec3 before = place_of(d, 2);
    enter_at(d, "gravity y", "-1.62 m/s²");
    assert_false(d->app->typing.open);
    vl_vec3 after = place_of(d, 2);
    assert_memory_equal(&before, &after, sizeof before);
    assert_gravity(d, -1.62);
    play(d, "{−1.62 m/s²} R/2");
    assert_gravity(d, -1.62);
    play(d, "save!");
    OWNED(vl_scene) *saved = take_saved("pendulum-saved");
    assert_true(saved->gravity.y == -1.62);
}

TEST(a_wrong_text_is_refused_and_the_old_value_stays)
{
    desk *d = open_numbers("pendulum");
    enter_at(d, "gravity y", "3 kg");
    assert_true(d->app->typing.open);
    assert_gravity(d, -9.81);
    play(d, "{^gravity is '3 kg'} Esc/2 typing=0");
    assert_gravity(d, -9.81);
    assert_int_equal(d->app->drawer.open, VL_DRAWER_NUMBERS);
}

// Letters typed into a number are no commands, and a text that was not changed changes nothing.
TEST(keys_of_a_number_are_no_commands)
{
    desk *d = open_numbers("pendulum");
    const vl_input *field = &d->app->typing.field;
    bool running = d->session->running;
    enter_at(d, "gravity y", "k");
    int substeps = d->session->lab->runs[0].lane.solver.substeps;
    play(d, "' r'");
    assert_int_equal(d->session->lab->runs[0].lane.solver.substeps, substeps);
    assert_int_equal(d->session->running, running);
    play(d, "Backspace");
    assert_string_equal(field->text, "k ");
    play(d, "Ctrl+A '9'"); // in place of all that was there
    assert_string_equal(field->text, "9");
    play(d, "tool=0 Esc");
    int64_t generation = d->session->generation;
    play(d, "<−9.81 m/s²> Enter/2 typing=0");
    assert_int_equal(d->session->generation, generation);
}

// With a number of the present the error counts from there; one of the start begins anew.
TEST(a_place_to_start_from_begins_anew)
{
    desk *d = open_numbers("bounce");
    play(d, ".");
    set_number(d, number_of(d, "particles", 0, "mass"), "2 kg");
    assert_true(time_of(d) > 0 && vl_session_run(d->session)->since == time_of(d));
    set_number(d, number_of(d, "particles", 0, "start at y"), "1.25 m");
    frames(d, 1);
    assert_true(place_of(d, 1).y == 1.25 && time_of(d) == 0);
}

TEST(substeps_are_typed_for_the_chosen_lane)
{
    static const char *const typed[] = {"7", "1.5"};
    int expected[VL_MOST_LANES];
    desk *d = open_numbers("pendulum");
    play(d, "Lane/2");
    for (int i = 0; i < d->session->lab->count; i++)
        expected[i] = i == d->session->chosen ? 7 : d->session->lab->runs[i].lane.solver.substeps;
    for (int k = 0; k < COUNT(typed); k++) {
        play(d, "<substeps>");
        enter(d, typed[k]);
        for (int i = 0; i < d->session->lab->count; i++)
            assert_int_equal(d->session->lab->runs[i].lane.solver.substeps, expected[i]);
    }
    play(d, "(whole number)");
}

TEST(steps_are_typed_as_a_time_a_rate_or_a_stream)
{
    static const char *const cases[][2] = {{"6.94", "fixed:0.00694"},
                                           {"1e1", "fixed:0.01"},
                                           {"144 Hz", "fixed:0.006944444444444444"},
                                           {"1/60", "fixed:0.016666666666666666"},
                                           {"frame", "frame"},
                                           {"-1 s", "frame"}};
    desk *d = open_numbers("pendulum");
    for (int i = 0; i < COUNT(cases); i++) {
        enter_at(d, "dt", cases[i][0]);
        assert_string_equal(d->session->pacing.stream->text, cases[i][1]);
    }
    play(d, "(expected) Esc/1 notice=0"); // of what is no more there
    play(open_numbers("opening"), "{=16.667 → 6.9444 ms at 6 s} !{switch:}");
}

// Dragged to the right the number grows, to the left it falls; let go it stays, and the drag is no
// click. What the range forbids does not come, and that is told once a drag.
TEST(a_number_is_dragged_sideways)
{
    desk *d = open_numbers("pendulum");
    vl_pixel at = beside(d, "damping", 100);
    push(d, VL_EVENT_POINTER_MOVE, at.x, at.y, 1);
    push(d, VL_EVENT_POINTER_DOWN, at.x, at.y, 1);
    push(d, VL_EVENT_POINTER_MOVE, at.x + 80, at.y, 2);
    double larger = world_of(d)->damping;
    push(d, VL_EVENT_POINTER_MOVE, at.x + 40, at.y, 2);
    double smaller = world_of(d)->damping;
    assert_true(0 < smaller && smaller < larger);
    push(d, VL_EVENT_POINTER_MOVE, at.x - 80, at.y, 2);
    assert_true(world_of(d)->damping == smaller); // it is never negative
    play(d, "(=This is not taken) (damping is) Hush/0");
    push(d, VL_EVENT_POINTER_MOVE, at.x - 120, at.y, 2);
    assert_int_equal(d->app->notice.kind, VL_NOTICE_NONE);
    push(d, VL_EVENT_POINTER_UP, at.x - 80, at.y, 2);
    assert_false(d->app->typing.open || d->app->typing.scrubs);
    assert_true(d->session->scene->damping == smaller);
}

TEST(a_press_elsewhere_leaves_the_old_value)
{
    desk *d = open_numbers("pendulum");
    play(d, "<−9.81 m/s²> typing=1 '5'");
    tap(d, VL_POINTER_MOUSE, 5, 5);
    assert_false(d->app->typing.open);
    assert_gravity(d, -9.81);
}

// However little of it is seen, and then all of it is.
TEST(what_is_seen_of_a_field_can_be_clicked)
{
    desk *d = open_played("pendulum", "Pause F2/2");
    const vl_rect drawer = d->app->layout.drawer;
    float top = drawer.y + 10 + VL_TARGET, end = drawer.y + drawer.h - 10;
    for (float at = 0; at < 400; at += 3) {
        d->app->drawer.scroll = at;
        frames(d, 1);
        const vl_draw *name = text_in(d, drawer, "dt"); // the field has 40 points or more
        float y = name ? fmaxf(name->y - 9, top) + 1 : end;
        if (name && y < fminf(name->y + 31, end) - 2) {
            tap(d, VL_POINTER_MOUSE, drawer.x + drawer.w - 60, y);
            play(d, "/2 typing=1");
            name = text_in(d, drawer, "dt");
            assert_true(name->y - 9 >= top && name->y + 31 <= end);
        }
    }
}

// The speed in the band.
TEST(the_speed_is_typed_where_it_stands)
{
    desk *d = open_played("pendulum", "<×1.0>");
    enter(d, "0.25");
    assert_true(d->session->pacing.speed == 0.25);
}

// --- the inspector ---

// A click opens the numbers of what it meets, which come first, below what is read of it in each
// lane; they can be typed.
TEST(a_click_opens_the_numbers_of_a_particle_or_a_link)
{
    desk *d = open_sized("pendulum", 4000, 2400, "Pause/2");
    d->app->notice.kind = VL_NOTICE_NONE; // it may lie over what is tapped
    frames(d, 1);
    vl_pixel ball = ball_pixel(d, 2);
    tap(d, VL_POINTER_MOUSE, ball.x, ball.y);
    play(d, "probed=2 drawer=numbers {=the bob} !{Particle 2} <more> {~Particle 2}");
    vl_pixel hook = ball_pixel(d, 1);
    ball = ball_pixel(d, 2);
    tap(d, VL_POINTER_MOUSE, (ball.x + hook.x) / 2, (ball.y + hook.y) / 2);
    assert_int_equal(d->app->tools.probed.particle, 0);
    assert_int_equal(d->app->tools.probed.from + d->app->tools.probed.to, 3);
    play(d, "{~Link 1}");
}

// They are in the type of the words, beside the graph; and of the lane whose ball it is.
TEST(a_click_opens_few_numbers)
{
    static const char *const scenes[] = {"free-fall", "rope", "oscillator", "ball-on-string"};
    for (int i = 0; i < COUNT(scenes); i++) {
        desk *d = open_with_font(scenes[i], 1280, 720, "/30 Hush/1");
        const vl_layout *l = &d->app->layout;
        vl_pixel ball = ball_pixel(d, last_particle(d));
        tap(d, VL_POINTER_MOUSE, ball.x, ball.y);
        int fields = 0, small = 0;
        for (const vl_draw *t = NULL; (t = next_text(d, l->drawer, t)); fields++)
            small += t->size == VL_TYPE_SMALL;
        assert_true(fields <= 15 && small == 0);
        play(d, "{=mass} {=radius} {^start } {~now } !{now 0.00 m/s, height 0.00 m}");
    }
    desk *d = open_played("opening", "@9 Pause/1 Next chosen=0");
    vl_pixel at = ball_pixel(d, 2);
    play(d, "Next chosen=1");
    tap(d, VL_POINTER_MOUSE, at.x, at.y);
    play(d, "chosen=0 probed=2 open:rope /2 drawer=0");
}

// Of a thing and of a lane, in each scene in front; the rows scroll where that has to be.
TEST(few_numbers_leave_a_graph_that_is_read)
{
    SCOPED(vl_scene_names) names = shipped_names();
    for (int i = 0; i < 2 * 12; i++) {
        desk *d = open_with_font(names.names[i / 2], 1280, 720, "@1 Pause/1 Hush/1");
        const vl_layout *l = &d->app->layout;
        float before = l->graph.h, labels = 54;
        vl_inspect(d->app,
                   i % 2 ? (vl_chosen){.particle = last_particle(d)} : (vl_chosen){.lane = 1});
        frames(d, 2);
        assert_true(l->graph.h >= fminf(before, 90 + labels) && l->drawer.h > 150);
        assert_true(!vl_rect_overlap(l->graph, l->drawer) && within(l->drawer, l->clear));
        assert_texts_are_whole(d, l->drawer);
        play(d, i % 2 ? "<more> {~Readings}" : "{#method} {#policy} {~engine}");
    }
}

TEST(a_click_opens_the_numbers_of_the_ground)
{
    desk *d = open_sized("bounce", 1280, 9000, "Pause/2 Hush/1");
    vl_projection projection = vl_camera_projection(&d->app->camera);
    vl_pixel box = vl_project(&projection, (vl_vec3){-0.18, -0.1, 0});
    tap(d, VL_POINTER_MOUSE, box.x, box.y);
    assert_int_equal(d->app->tools.probed.collider, 2);
    play(d, "drawer=numbers {Collider 2: box} <more>");
    enter_at(d, "restitution", "0.25");
    assert_true(world_of(d)->colliders[1].restitution == 0.25);
}

// A click is no grip: whatever moves goes on to the last bit as without it, and there is nothing to
// undo.
TEST(a_click_moves_nothing)
{
    for (int finger = 0; finger < 2; finger++) {
        desk *d = open_quiet("pendulum", "60 /60");
        vl_vec3 places[200];
        int from = (int)d->session->lab->now.frames;
        for (int i = 0; i < 60; i++, frames(d, 1))
            places[d->session->lab->now.frames - from] = place_of(d, 2);
        d = open_quiet("pendulum", "60 /60");
        vl_pixel ball = ball_pixel(d, 2);
        push_pointer(d, VL_EVENT_POINTER_DOWN, finger, ball.x, ball.y, 3);
        play(d, "held=1");
        push_pointer(d, VL_EVENT_POINTER_UP, finger, ball.x, ball.y, 0);
        play(d, "/10 held=0 probed=2 running=1 drawer=numbers");
        vl_vec3 place = places[d->session->lab->now.frames - from], now = place_of(d, 2);
        assert_memory_equal(&now, &place, sizeof now);
        assert_null(vl_session_undoes(d->session, VL_REDO));
    }
}

// --- sliders ---

static vl_rect track_of(const desk *d, int index)
{
    vl_rect all = d->app->layout.sliders;
    float each = all.h / (float)d->session->scene->slider_count, half = each / 2;
    return (vl_rect){all.x, all.y + (float)index * each + half, all.w, half};
}

// From nothing to twice what the scene begins with, by mouse, finger and keys; a drag is one
// change. Near the beginning it is the number of the file to the last bit.
TEST(a_slider_moves_its_number)
{
    for (int finger = 0; finger < 2; finger++) {
        desk *d = open_quiet("oscillator", "/2");
        const double *stiffness = &d->session->scene->forces[0].stiffness, begin = *stiffness;
        vl_rect track = track_of(d, 0);
        vl_pixel middle = {track.x + track.w / 2, track.y + track.h / 2, 0};
        int changes = d->session->undo.undone.count;
        push_pointer(d, VL_EVENT_POINTER_DOWN, finger, middle.x, middle.y, 1);
        vl_pixel end = pull(d, finger, middle, track.w, 90, 6);
        assert_true(fabs(*stiffness / begin - 2) < 0.01 &&
                    world_of(d)->forces[0].stiffness == *stiffness);
        end = pull(d, finger, end, -track.w, -90, 6);
        assert_true(*stiffness == begin);
        end = pull(d, finger, end, -track.w / 4, 0, 6);
        let_go(d, finger, end, 2);
        double now = *stiffness;
        assert_true(0.4 < now / begin && now / begin < 0.6);
        assert_int_equal(d->session->undo.undone.count, changes + 1);
        play(d, "Ctrl+Z/2");
        assert_true(d->session->scene->forces[0].stiffness == begin);
    }
}

// Tab goes to it, and arrows move it.
TEST(arrows_move_the_slider_with_the_focus)
{
    desk *d = open_quiet("oscillator", "/2");
    double begin = d->session->scene->particles[0].mass;
    vl_rect track = track_of(d, 1);
    for (int i = 0; i < 60 && !(d->app->focus.shown &&
                                vl_rect_contains(d->app->focus.at, track.x + track.w / 2,
                                                 track.y + track.h * 0.7f));
         i++)
        play(d, "Tab");
    play(d, "3*Right /1");
    assert_true(fabs(d->session->scene->particles[0].mass / begin - 1.12) < 0.02);
    play(d, "6*Left /1");
    assert_true(fabs(d->session->scene->particles[0].mass / begin - 0.88) < 0.02);
    double mass = d->session->scene->particles[0].mass;
    play(d, "Ctrl+Right/1");
    assert_true(d->session->scene->particles[0].mass == mass);
}

// A whole number stays one, what must not be 0 stays more, dt of any stream begins at the step of a
// screen, and a click on the knob changes nothing.
TEST(a_slider_takes_what_its_number_may_be)
{
    desk *d = open_text("sliders.yaml", "/2",
                        "format: 1\nsliders: [links, mass, dt]\ntimestep: alternate:0.01:0.02\n"
                        "chains: [{from: [0, 0], to: [1, 0], links: 20, mass: 1}]\n");
    const vl_scene_chain *chain = d->session->scene->chains;
    vl_rect links = track_of(d, 0), mass = track_of(d, 1), dt = track_of(d, 2);
    vl_pixel knob = {links.x + links.w / 2 + 6, links.y + links.h / 2, 0};
    push_pointer(d, VL_EVENT_POINTER_DOWN, 0, knob.x, knob.y, 2);
    assert_null(vl_session_undoes(d->session, VL_UNDO));
    let_go(d, 0, pull(d, 0, knob, links.w / 3.1f, 0, 3), 2);
    assert_true(chain->links > 24 && chain->links < 40);
    knob = (vl_pixel){mass.x + mass.w / 2, mass.y + mass.h / 2, 0};
    push_pointer(d, VL_EVENT_POINTER_DOWN, 0, knob.x, knob.y, 2);
    let_go(d, 0, pull(d, 0, knob, -mass.w, 0, 3), 2);
    assert_true(fabs(chain->mass - 0.02) < 1e-9);
    knob = (vl_pixel){dt.x + 0.62f * dt.w, dt.y + dt.h / 2, 0};
    push_pointer(d, VL_EVENT_POINTER_DOWN, 0, knob.x, knob.y, 2);
    let_go(d, 0, pull(d, 0, knob, 10, 0, 3), 2);
    const vl_number step = (vl_number){.kind = VL_NUMBER_STEP};
    assert_true(fabs(vl_session_number(d->session, &step) * 60 - 1) < 0.3);
}

// What a slider goes out from is the number of the file, also of one that was saved anew.
TEST(sliders_go_out_from_the_file)
{
    desk *d = open_text("reload.yaml", "/2",
                        "format: 1\nsliders: [gravity, mass]\ngravity: [0, -9.81]\n"
                        "particles: [{at: [0, 0], mass: 1}]\n");
    FILE *file = fopen(d->session->scene->path, "w");
    fputs("format: 1\nsliders: [mass, gravity]\ngravity: [0, -5]\n"
          "particles: [{at: [0, 0], mass: 3}]\n",
          file);
    fclose(file);
    FRAMES_UNTIL(d, 200, d->session->scene->gravity.y == -5);
    vl_rect track = track_of(d, 1);
    vl_pixel knob = {track.x + track.w / 2, track.y + track.h / 2, 0};
    push_pointer(d, VL_EVENT_POINTER_DOWN, 0, knob.x, knob.y, 2);
    let_go(d, 0, pull(d, 0, knob, track.w, 0, 3), 2);
    assert_true(d->session->scene->gravity.y == -10);
}

// dt goes by factors, and stays a stream of equal steps. Nothing moves with the length of frames to
// come, nor does a figure while the scene stands.
TEST(the_figures_of_a_pause_stay_with_other_frames)
{
    static const char *const scripts[] = {"60→144 /2 {varies}", "144", "H"};
    for (int i = 0; i < COUNT(scripts); i++) {
        desk *d = open_quiet("ball-on-string", "60 @0.8 Pause/2");
        const vl_reading *shown = &d->app->digits.lanes[0];
        const vl_number dt = (vl_number){.kind = VL_NUMBER_STEP};
        double figure = shown->energy_error;
        play(d, scripts[i]);
        if (i == 0) {
            click(d, track_of(d, 2), false);
            double step = vl_session_number(d->session, &dt);
            assert_true(0.01 < step && step < 0.1);
        }
        play(d, "!{varies} /20");
        assert_true(shown->energy_error == figure);
        play(d, ". . /2");
        assert_true(fabs(shown->energy_error - figure) > 0.05);
    }
    desk *d = open_quiet("ball-on-string", "60 @0.8 Pause/2 H . /2"); // the next is no late one
    assert_true(fabs(vl_session_next_dt(d->session) - 1 / 60.) < 1e-9);
}

// Each slider of each scene is a number below the sentence, in the smallest window, too.
TEST(scenes_have_the_sliders_that_they_name)
{
    static const char *const scenes[] = {"oscillator", "free-fall", "orbit", "projectile",
                                         "ball-on-string"};
    static const int sizes[][2] = {{1280, 720}, {390, 844}, {3840, 2160}, {800, 600}};
    for (int i = 0; i < COUNT(scenes); i++)
        for (int k = 0; k < COUNT(sizes); k++) {
            desk *d = open_with_font(scenes[i], sizes[k][0], sizes[k][1], "/2");
            const vl_layout *l = &d->app->layout;
            assert_true(l->sliders.h > 0 && l->sliders.y >= l->caption.y + l->caption.h);
            assert_true(l->sliders.y + l->sliders.h <= l->band.y);
            for (int n = 0; n < d->session->scene->slider_count; n++)
                assert_false(isnan(d->session->scene->slider_begins[n]));
            push(d, VL_EVENT_RESIZE, 390, 690, 2); // there they are none, or leave the motion room
            assert_true(l->sliders.h <= 0 || l->band.y - l->sliders.y - l->sliders.h > 120);
        }
}

// A name in the card opens what tells the lane from others, and closes it; the rest of its row
// chooses the lane alone.
TEST(the_name_of_a_lane_opens_its_settings)
{
    for (int finger = 0; finger < 2; finger++) {
        desk *d = open_sized("opening", 1280, 16000, "Pause/2");
        const vl_layout *l = &d->app->layout;
        for (int lane = 0; lane < 2; lane++) {
            click(d, l->lane_name[lane], finger);
            play(d, "drawer=numbers {=policy} {=engine} {~remove this lane}");
            assert_int_equal(d->session->chosen, lane);
        }
        click(d, l->lane_name[1], finger);
        play(d, "drawer=0");
        vl_rect row = l->lane[0];
        click(d, (vl_rect){row.x + row.w - 9, row.y + row.h / 2, 0, 0}, finger);
        play(d, "drawer=0 chosen=0");
    }
}

// A mouse that rests on the name of a number is told what it means, beside the name, and takes no
// click; a moment is not enough.
TEST(a_name_explains_itself)
{
    static const char meaning[] = "Each correction of";
    desk *d = open_numbers("pendulum");
    const vl_draw *label = drawn_text(d, "relaxation");
    push(d, VL_EVENT_POINTER_MOVE, label->x + 5, label->y + 5, 2);
    assert_null(drawn_beginning(d, meaning));
    frames(d, 60);
    const vl_draw *hint = drawn_beginning(d, meaning);
    assert_non_null(hint);
    vl_rect at = d->app->hint.card.at;
    assert_true(hint->y > at.y + at.h || hint->y < at.y);
    assert_false(d->app->typing.open);
    push(d, VL_EVENT_POINTER_MOVE, 300, 300, 2);
    assert_null(drawn_beginning(d, meaning));
}

// --- undo, and back in time ---

// Each kind of number: all moves of one drag are one change, named as if the last value was typed.
TEST(one_drag_of_a_number_is_one_change)
{
    static const char *const names[] = {"damping", "dt", "substeps"};
    static const char *const heads[] = {"damping:", "frames: dt fixed", "substeps:"};
    for (int i = 0; i < COUNT(names); i++) {
        desk *d = open_numbers("pendulum");
        enter_at(d, "dt", "10 ms");
        int before = d->session->undo.undone.count;
        const vl_draw *chip = drawn_text(d, names[i]); // of a setting of a lane
        vl_pixel at = i < 2 ? beside(d, names[i], 100) : (vl_pixel){chip->x, chip->y, 0};
        push(d, VL_EVENT_POINTER_MOVE, at.x, at.y, 1);
        push(d, VL_EVENT_POINTER_DOWN, at.x, at.y, 1);
        at = pull(d, VL_POINTER_MOUSE, at, 90, 0, 6);
        vl_number number = d->app->typing.number;
        char value[VL_TYPING_SIZE];
        const char *change =
            PRINTED("%s %s", heads[i], vl_number_write(d->session, &number, 6, value));
        let_go(d, VL_POINTER_MOUSE, at, 2);
        assert_int_equal(d->session->undo.undone.count, before + 1);
        assert_string_equal(vl_session_undoes(d->session, VL_UNDO), change);
    }
}

// What lies before a number was typed stays within reach, with the numbers of its time; what was
// made after it has its own.
TEST(the_past_has_the_numbers_of_its_time)
{
    desk *d = open_numbers("pendulum");
    play(d, "10*.!");
    int64_t typed = d->session->lab->now.frames;
    enter_at(d, "gravity y", "-3");
    play(d, "10*.!");
    double place = place_of(d, 2).x;
    int64_t last = d->session->lab->now.frames;
    assert_true(vl_session_go_to_frame(d->session, typed - 3));
    assert_int_equal(d->session->lab->now.frames, typed - 3);
    assert_gravity(d, -9.81);
    play(d, "/1 {−9.81 m/s²}");
    assert_true(vl_session_go_to_frame(d->session, last));
    assert_gravity(d, -3);
    assert_true(place_of(d, 2).x == place);
    assert_true(vl_session_go_to_frame(d->session, typed - 3));
    play(d, "R/2");
    assert_gravity(d, -9.81);
}

static void type_numbers(desk *d, vl_scene_part part)
{
    vl_number numbers[VL_MOST_NUMBERS];
    int count = vl_session_part_numbers(d->session, part, numbers);
    for (int n = 0; n < count; n++) {
        vl_error error = {0};
        char name[VL_NUMBER_NAME];
        int64_t generation = d->session->generation;
        if (numbers[n].of.field.type == &vl_type_integer) // of particles or links
            continue;
        bool good = vl_session_set_number(d->session, &numbers[n], "0.7", &error);
        assert_true(good || *error.text);
        bool starts = strncmp(vl_number_name(&numbers[n], name), "start ", 6) == 0;
        frames(d, 1);
        if (good && !starts && d->session->generation > generation)
            fail_msg("%s %d: %s", part.list, part.index, name);
    }
}

// Each number of each kind of part takes another value, or says why not, and the scene runs on.
// What is of the start, so that the scene begins anew, says so.
TEST(every_number_of_a_scene_can_be_typed)
{
    static const char *const scenes[] = {"pendulum", "cloth", "cradle", "chain", "orbit"};
    static const char *const lists[] = {NULL,     "particles", "links",    "chains",
                                        "cloths", "forces",    "colliders"};
    for (int s = 0; s < COUNT(scenes); s++) {
        desk *d = open_alone(scenes[s], "Quiet/0");
        for (int k = 0; k < COUNT(lists); k++)
            if (vl_scene_part_count(d->session->scene, lists[k]) > 0) {
                type_numbers(d, (vl_scene_part){lists[k], 0});
                d = open_alone(scenes[s], "Quiet/0");
            }
    }
}
