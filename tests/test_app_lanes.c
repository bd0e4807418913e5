// Lanes in the app: methods that run side by side on the same frames, with one hand in all of them.

#include "support/screen_checks.h"
#include "support/ui_checks.h"

// --- how lanes look ---

// What is seen by all, and by those without red or green cones (Machado, Oliveira, Fernandes 2009,
// of severity 1), in linear light.
static const double eyes[][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                    {{0.152286, 1.052583, -0.204868},
                                     {0.114503, 0.786281, 0.099216},
                                     {-0.003882, -0.048116, 1.051998}},
                                    {{0.367322, 0.860646, -0.227968},
                                     {0.280085, 0.672501, 0.047413},
                                     {-0.011820, 0.042940, 0.968881}}};

// CIE L*a*b* of what an eye sees.
static vl_vec3 lab_of(vl_colour c, int eye)
{
    const double to_xyz[3][3] = {
        {0.4339, 0.3762, 0.1899}, {0.2126, 0.7152, 0.0722}, {0.0177, 0.1095, 0.8728}};
    const double channels[3] = {linear_channel(c.r), linear_channel(c.g), linear_channel(c.b)};
    double seen[3] = {0}, f[3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            seen[i] += eyes[eye][i][k] * channels[k];
        seen[i] = fmin(fmax(seen[i], 0), 1);
    }
    for (int i = 0; i < 3; i++) {
        double t = to_xyz[i][0] * seen[0] + to_xyz[i][1] * seen[1] + to_xyz[i][2] * seen[2];
        f[i] = t > 0.008856 ? cbrt(t) : 7.787 * t + 16 / 116.0;
    }
    return (vl_vec3){116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

// For the eye that sees least of it.
static double difference(vl_colour a, vl_colour b)
{
    double least = HUGE_VAL;
    for (int eye = 0; eye < COUNT(eyes); eye++)
        least = fmin(least, vl_length(vl_sub(lab_of(a, eye), lab_of(b, eye))));
    return least;
}

// By their places in the card, whatever their methods are, in colour or mark. A difference of 2.3
// is just seen beside one another; across a room it takes six times that.
TEST(everybody_can_tell_lanes_apart)
{
    desk *d = open_scene("pendulum");
    for (int i = 0; i < vl_theme_count * VL_MOST_LANES; i++) {
        int a = i % VL_MOST_LANES;
        d->app->shown.theme = &vl_themes[i / VL_MOST_LANES];
        for (int b = 0; b < a; b++) {
            vl_line_style p = vl_app_lane_style(d->app, a), q = vl_app_lane_style(d->app, b);
            double off = difference(p.colour, q.colour);
            if (a < VL_LANE_COLOURS ? off < 14 : off == 0 && p.corners == q.corners)
                fail_msg("theme %d, lanes %d and %d: %.1f", i / VL_MOST_LANES, b, a, off);
        }
    }
}

// --- they come, go and are chosen ---

TEST(shift_and_the_key_of_a_method_adds_its_lane_and_takes_it_away)
{
    desk *d = open_alone("pendulum", "/20");
    int64_t generation = d->session->generation;
    double time = time_of(d);
    play(d, "Shift+2 lanes=2 method=1 Shift+5 lanes=3 Shift+2 lanes=2");
    assert_int_equal(vl_session_lane_with(d->session, 1), -1);
    // nothing began anew
    assert_true(d->session->generation == generation && time_of(d) > time);
}

// All with a graph, but for the last; and who waits is written as small as the others.
TEST(there_are_one_to_sixteen_lanes)
{
    desk *d = open_alone("pendulum", "Remove lanes=1 {The last lane stays}");
    for (int lanes = 2; lanes < VL_MOST_LANES; lanes++, play(d, "Lane/20"))
        assert_true(d->app->layout.graph.h > 130);
    play(d, "join:1e-9/0 Lane/2");
    assert_int_equal(drawn_beginning(d, "Verlet: ")->size, VL_TYPE_SMALL);
    play(d, "join:60/0 9*Lane/30");
    assert_int_equal(d->session->lab->count, VL_MOST_LANES);
    for (int i = 0; i < VL_MOST_LANES; i++)
        assert_true(lane_world(d, i)->now.time > 0.3);
}

// The numbers of the chosen lane are those of its world.
TEST(the_chosen_lane_gives_the_numbers)
{
    desk *d = open_alone("pendulum", "Shift+1 Shift+0 /60 Pause/0");
    for (int i = 0; i < 4; i++) {
        play(d, "Next");
        const vl_lab_run *run = vl_session_run(d->session);
        assert_true(d->app->digits.now.energy_error == run->shown.energy_error);
        int slot = d->session->watched_slot;
        assert_true(d->app->digits.step.x_new.x == run->world->particles.x[0][slot]);
    }
}

static void note_lanes(const desk *d, int *methods)
{
    for (int i = 0; i < d->session->lab->count; i++)
        methods[i] = vl_lane_method(&d->session->lab->runs[i].lane);
}

static void check_lanes(const desk *d, const int *methods, int count)
{
    assert_int_equal(d->session->lab->count, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(vl_lane_method(&d->session->lab->runs[i].lane), methods[i]);
}

TEST(lanes_and_their_order_outlive_a_reset)
{
    desk *d = open_alone("pendulum", "");
    int methods[VL_MOST_LANES];
    play(d, "Shift+5 Shift+1 Shift+4");
    note_lanes(d, methods);
    play(d, "Next R/6");
    check_lanes(d, methods, 4);
    assert_int_equal(d->session->chosen, 0);
}

// What was chosen by hand belongs to its scene, to which undo goes back.
TEST(another_scene_comes_with_its_own_lanes)
{
    desk *d = open_sized("opening", 1920, 1080, "open:orbit/2");
    int of_scene[VL_MOST_LANES], chosen[VL_MOST_LANES];
    const int count = d->session->scene->lane_count;
    note_lanes(d, of_scene);
    assert_int_equal(d->session->lab->count, count);

    play(d, "open:opening/2 Shift+0/3");
    note_lanes(d, chosen);
    play(d, "open:orbit/2");
    check_lanes(d, of_scene, count);
    play(d, "time<0.2 Ctrl+Z");
    check_lanes(d, chosen, 3);
}

// --- frame rates ---

// The steps that they make are those of test_lanes.c.
TEST(lanes_of_frame_rates_do_not_go_back)
{
    desk *d =
        open_alone("pendulum", "set:timestep=30Hz add:timestep=60Hz add:timestep=144Hz R/121");
    play(d, "{this lane has its own} Z {These lanes have no common steps} 4*Ctrl+Z /2 lanes=1");
    assert_false(d->session->lab->runs[0].lane.own_stream);
}

// --- reverse playback ---

// The card tells how far each lane is from where it was, until the next step: plain Verlet, which a
// change of dt parts from its way, ends elsewhere than velocity Verlet.
TEST(the_card_tells_how_far_each_lane_is_from_its_start)
{
    char figure[VL_FIGURE_SIZE];
    desk *d = open_alone("oscillator", "2 Shift+6 lanes=2 R/0");
    play(d, "dt:random:0.008:0.024:1/0 /120 {=energy error} Z Rest /1 {^distance on}");
    for (int i = 0; i < 2; i++) {
        double distance = d->session->lanes[i].returned;
        assert_true((distance < 1e-12) == (i == 1));
        assert_true(shows(d, vl_figure_unit(distance, 2, "m", figure)));
    }
    play(d, ". /1 {=energy error}");
}

// --- panes ---

// Each pane shows its lane: a point of the cloth is under the pointer in each of them.
TEST(a_cloth_has_panes_and_each_can_be_touched)
{
    desk *d = open_alone("cloth", "3*Lane Pause/2");
    assert_true(vl_app_has_panes(d->app));
    for (int lane = 0; lane < 4; lane++) {
        const vl_particles *p = &lane_world(d, lane)->particles;
        int slot = p->slot_of[p->count / 2];
        const vl_camera camera = vl_app_lane_camera(d->app, lane);
        vl_projection projection = vl_camera_projection(&camera);
        vl_pixel at = vl_project(&projection, vl_read(p->x, slot));
        assert_true(vl_rect_contains(vl_app_pane(d->app, lane), at.x, at.y));
        assert_int_equal(vl_app_lane_at(d->app, at.x, at.y), lane);
        vl_hit hit = vl_app_pick(d->app, VL_POINTER_MOUSE, at.x, at.y);
        assert_true(hit.lane == lane && hit.slot >= 0);
        for (int other = 0; other < lane; other++)
            assert_false(vl_rect_overlap(vl_app_pane(d->app, lane), vl_app_pane(d->app, other)));
    }
}

// A lane with frames of its own: the presets speak of those. The band is the line of time of all
// lanes, on which no rate changes, and whose lengths can be drawn.
TEST(the_presets_speak_of_the_chosen_lane_and_the_band_of_all)
{
    static vl_frames seen;
    desk *d = open_text("own.yaml", "",
                        "format: 1\ntimestep: 60Hz\n"
                        "compare: [{integrator: tcv}, {integrator: tcv, timestep: 144Hz}]\n"
                        "particles: [{at: [0, 0], velocity: [1, 0]}]\n");
    const vl_command of_60 = vl_command_get(vl_command_named("60", 2));
    const vl_command of_144 = vl_command_get(vl_command_named("144", 3));
    frames(d, 10);
    for (int lane = 0; lane < 2; lane++) {
        vl_session_choose(d->session, lane);
        frames(d, 2);
        assert_int_equal(of_60.active(d->app, &of_60), lane == 0);
        assert_int_equal(of_144.active(d->app, &of_144), lane == 1);
        vl_frames_read(&seen, d->session, 10, 5);
        assert_true(seen.made == d->session->lab->now.frames && seen.count > seen.made + 290);
        for (int i = 0; i < seen.count; i++)
            assert_true(fabs(seen.dt[i] - 1000 / 60.) < 1e-9 && !seen.changed[i] && !seen.late[i]);
    }
    int next = d->session->lab->now.frames + 1;
    vl_frame_edit edit = {
        .begin = time_of(d), .end = time_of(d) + 0.01 * VL_EDIT_PIECES, .dt = {0.05}};
    assert_true(vl_session_edit_frames(d->session, &edit, &(vl_error){0}));
    frames(d, 5);
    assert_true(vl_log_length(d->session->log, next) == 0.05);
    // a preset is for the chosen lane, and leaves the common frames alone
    of_60.act(d->app, &of_60);
    frames(d, 2);
    assert_true(vl_stream_is(vl_session_stream(d->session, 1), "60Hz"));
    assert_non_null(d->session->lab->runs[1].lane.timestep);
    vl_session_choose(d->session, 0);
    of_144.act(d->app, &of_144);
    assert_true(vl_stream_is(d->session->pacing.stream, "144Hz"));
    assert_true(vl_stream_is(vl_session_stream(d->session, 1), "60Hz"));
}

// 20 common frames of 20 ms, of which a lane with steps of 1 µs makes 10 ms each: in the mean it
// would make all, or the scene were refused. A spring that is
// too stiff for the frames, but not for that lane, throws the others out.
TEST(a_lane_that_is_lost_or_behind_says_so)
{
    desk *d = open_text("lost.yaml", "",
                        "format: 1\ntimestep: 50Hz\ngravity: [0, -1]\n"
                        "compare: [{integrator: tcv}, {integrator: tcv, timestep: "
                        "'switch:1us:3us:1', name: fine}]\n"
                        "particles: [{at: [0, 0], pinned: true}, {at: [0, -1]}]\n"
                        "links: [{from: 1, to: 2, kind: spring, length: 0.5, stiffness: 1e10}]\n");
    play(d, "Pause/0 20*.");
    char remark[VL_LANE_REMARK];
    assert_string_equal(vl_app_lane_remark(d->app, 1, remark), "0.2 s behind");
    assert_true(shows(d, "0.2 s behind") && shows(d, "fine: 0.2 s behind"));
    vl_app_lane_remark(d->app, 0, remark);
    assert_non_null(strstr(remark, "diverged at 0."));
    assert_true(shows(d, remark));
}

// Of a lane whose file of frames has gone; each key would read it again.
TEST(a_lane_whose_file_has_gone_gets_the_common_frames)
{
    static const char *const keys[] = {"R", "Lane", "add:policy=skip:0.05", "B Z", "Ctrl+Z"};
    for (int i = 0; i < COUNT(keys); i++) {
        write_here("gone.txt", "0.01\n0.02\n");
        desk *d = open_text("gone.yaml", "/2 time>0",
                            "format: 1\nparticles: [{at: [0, 0], velocity: [1, 0]}]\n"
                            "compare: [{timestep: 'file:gone.txt'}, {timestep: 50Hz}]\n");
        assert_int_equal(remove("gone.txt"), 0);
        playf(d, "%s R /2 (gone.txt: cannot be opened) (=A lane is not as it was asked for)",
              keys[i]);
        assert_true(!d->session->lab->runs[0].lane.timestep &&
                    (i > 0 || d->session->lab->runs[1].lane.timestep));
    }
}

// The scene calls this lane TCV, which says nothing of its frames. It keeps those that it has.
TEST(a_lane_with_other_frames_loses_the_name_of_its_scene)
{
    desk *d = open_played("opening", "/2 set:timestep=30Hz/30 30/30");
    assert_true(vl_session_run(d->session)->since < 0.1);
    assert_non_null(strstr(vl_lab_label(d->session->lab, d->session->chosen), "30/s"));
}

// Each lane has a row in the card, free of the other ones and of the buttons, and no two have the
// same text. Rows of two are targets for a finger.
static void check_rows(const desk *d)
{
    const vl_layout *l = &d->app->layout;
    float target = vl_app_scale(d->app) * VL_TARGET - 0.01f;
    char texts[VL_MOST_LANES][256] = {0};
    for (int i = 0; i < d->session->lab->count; i++) {
        vl_rect row = l->lane[i];
        assert_true(row.w >= target && (row.h >= target || d->session->lab->count > 2));
        assert_true(within(row, l->figures));
        for (int k = 0; k < l->button_count; k++)
            assert_false(vl_rect_overlap(row, l->buttons[k].rect));
        for (const vl_draw *draw = NULL; (draw = next_text(d, row, draw));)
            strncat(texts[i], text_of(d, draw), (size_t)draw->count);
        for (int k = 0; k < i; k++) {
            assert_false(vl_rect_overlap(row, l->lane[k]));
            assert_string_not_equal(texts[i], texts[k]);
        }
    }
}

// Names are cut only where each has settings besides the method, and the window is small.
TEST(sixteen_lanes_can_be_told)
{
    static const int sizes[][2] = {{1280, 720}, {800, 600}, {800, 600}};
    for (int i = 0; i < COUNT(sizes); i++) {
        const char *scene = i < 2 ? "ball-on-string" : "cloth";
        desk *d = open_with_font(scene, sizes[i][0], sizes[i][1], "Pause/0 16*Lane Hush/2");
        assert_int_equal(d->session->lab->count, VL_MOST_LANES);
        check_rows(d);
        assert_false(i < 2 && has_cut_text(d, d->app->layout.figures));
    }
}

// The legend of the colours has whole words in each pane, or fewer of them.
TEST(the_legend_of_a_narrow_pane_is_not_cut)
{
    for (int i = 0; i < WINDOWS; i++) {
        desk *d = open_sized("rope-bridge", windows[i][0], windows[i][1], "Pause/0");
        for (int lanes = 2; lanes <= 6; lanes += 2) {
            play(d, lanes == 2 ? "Lane/3" : "Lane Lane/3");
            assert_int_equal(d->session->lab->count, lanes);
            assert_true(vl_app_has_panes(d->app) && shows(d, "%"));
            for (const vl_draw *draw = NULL; (draw = next_text(d, d->app->layout.whole, draw));) {
                float x = draw->x, y = draw->y;
                vl_rect pane = vl_app_pane(d->app, vl_app_lane_at(d->app, x, y));
                bool low = vl_rect_contains(pane, x, y) && y > pane.y + 0.6f * pane.h;
                assert_false(low && reads(d, draw, "…"));
            }
        }
    }
}

// A scene that an editor saves: what a person has chosen stays, and the rest is that of the file.
TEST(a_saved_file_leaves_what_was_chosen)
{
    static const char *const files[] = {
        "format: 1\ngravity: [0, -%d]\ntimestep: fixed:0.01\nparticles: [{at: [0, 0]}]\n",
        "format: 1\ngravity: [0, -%d]\ntimestep: fixed:0.01\nparticles: [{at: [0, 0]}]\n"
        "compare: [{integrator: verlet}, {integrator: rk4}]\n"};
    for (int i = 0; i < COUNT(files); i++) {
        desk *d = open_text("edited.yaml",
                            "/10 speed:2/0 Lane/0 Method6/0 Next/0 Method2/0 dt:fixed:0.02",
                            PRINTED(files[i], 10));
        const vl_session *s = d->session;
        d->app->camera.height *= 2;
        double height = d->app->camera.height;
        write_here("edited.yaml", PRINTED(files[i], 7000));
        frames(d, 60);
        assert_true(world_of(d)->gravity.y == -7000);
        assert_int_equal(s->lab->count, i + 2);
        assert_int_equal(vl_lane_method(&s->lab->runs[0].lane), 2);
        assert_int_equal(vl_lane_method(&s->lab->runs[s->lab->count - 1].lane), 6);
        assert_true(s->pacing.speed == 2 && d->app->camera.height == height);
        assert_string_equal(vl_session_timestep(s), "fixed:0.02");
    }
}

// A method or a solver that came in the midst of a run has not made what was before. A lane that
// came then has.
TEST(figures_say_since_when_a_lane_has_run_so)
{
    desk *d = open_alone("pendulum", "/60 Pause/1 !{ since } Method1/20 {since} {1.0 s}");
    play(d, "Ctrl+Z/20 !{ since }");
    add_lane(d, 1);
    play(d, "/20 {Verlet} !{ since }");
    vl_pixel bob = grab(d, 2, 30);
    play(d, "{held} !{–}");
    let_go(d, VL_POINTER_MOUSE, bob, 20);
    play(d, "!{held} {since}");
}

// Where no exact motion is known the reference run of a lane begins where it joins, and so does its
// distance from others.
TEST(what_begins_where_a_lane_joins_says_so)
{
    desk *d = open_text("swing.yaml", "/60",
                        "format: 1\ngravity: [0, -9.81]\nsolver: {method: direct, direction: old}\n"
                        "chains: [{from: [0, 0], to: [1, 0], links: 2, pin: start}]\n");
    d->session->reference = VL_REFERENCE_AT_ONCE;
    vl_lab_refer(d->session->lab, VL_REFERENCE_AT_ONCE);
    play(d, "/20 Shift+2/20 lanes=2 !{ since }");
    d->app->graph.compared = VL_FIGURE_POSITION;
    play(d, "/20 {since 1.3 s}");
}

// Where a lane has much to make it joins later, with what is plotted since the start. Undo takes it
// away before and after that.
TEST(a_lane_catches_up_while_the_run_goes_on)
{
    desk *d = open_alone("pendulum", "/60 join:1e-9/0");
    play(d, "Shift+2/10 lanes=1 {: at 0.0 of} Ctrl+Z/1 !{: at} Ctrl+Y/10 {: at}");
    play(d, "join:60/0 /2 lanes=2 !{: at}");
    const vl_series *dt = &d->session->lanes[1].plots.of[VL_QUANTITY_DT];
    const vl_lab_run *runs = d->session->lab->runs;
    assert_true(dt->count >= 60 && dt->x[1] < 0.1 && runs[1].since == 0);
    assert_int_equal(runs[1].now.frames, runs[0].now.frames);
    play(d, "Ctrl+Z/1 lanes=1 Ctrl+Y/1 lanes=2");
}

// The key of its method takes away a lane that catches up, as it does with one that runs.
TEST(a_lane_that_catches_up_is_taken_away_by_its_key)
{
    desk *d = open_alone("pendulum", "/60 join:1e-9/0 Shift+2/2 Shift+4/2 add-lane joining=2");
    vl_offer offers[VL_MOST_LANE_CHOICES];
    for (int i = 0, last = vl_menu_choices(d->app, offers) - 1; i < 3; i++)
        assert_non_null(strstr(offers[last - i].meaning, "has a lane"));
    play(d, "Esc Shift+2/2 joining=1 Ctrl+Z/1 joining=2 Ctrl+Y/1 joining=1 5/5 Ctrl+Z/1");
    play(d, "Shift+4/2 Shift+2/2 Shift+4/2 Shift+4/2 joining=1 join:60/0");
    play(d, "/2 lanes=2 !{: at}");
    assert_string_equal(d->session->lab->runs[1].lane.integrator->name, vl_integrators[1]->name);
}

// A reset keeps the lanes that are to join, another scene or a
// recording has none of them, whatever number of lanes it has.
TEST(lanes_join_the_run_that_they_were_asked_for)
{
    SCOPED(vl_text) many = {0};
    vl_text_add(&many, "format: 1\ntimestep: 100Hz\nparticles: [{at: [0, 0]}]\ncompare:\n");
    for (int i = 1; i <= VL_MOST_LANES; i++)
        vl_text_add(&many, "- {name: lane%d, solver: {substeps: %d}}\n", i, i);
    write_here("many.yaml", many.data);

    static const struct {
        const char *path; // NULL: a reset
        int lanes;
    } rows[] = {{NULL, 8}, {"many.yaml", VL_MOST_LANES}, {"late-frame.rec", 2}};

    for (int i = 0; i < COUNT(rows); i++) {
        desk *d = open_alone("pendulum", "/60 join:1e-9/0 7*Lane/3 joining>1");
        if (rows[i].path && strstr(rows[i].path, ".rec"))
            vl_app_open_named(d->app, rows[i].path);
        else if (rows[i].path)
            vl_app_open(d->app, rows[i].path);
        else
            play(d, "R");
        frames(d, 3);
        assert_true(d->session->lab->count + d->session->waiting.count <= VL_MOST_LANES);
        play(d, "join:60/0 /5");
        assert_int_equal(d->session->lab->count, rows[i].lanes);
        play(d, "joining=0");
    }
}

// The steps that go back are those of the lanes that made them.
TEST(a_lane_joins_behind_a_reversal_and_does_not_end_it)
{
    desk *d = open_alone("pendulum", "/60 join:1e-9/0 Shift+2/2 Z/2");
    int left = d->session->playback.left;
    play(d, "join:60/0 /10");
    assert_true(left > 20 && d->session->playback.left < left && d->session->playback.left > 0);
    play(d, "/80 {Back at t = 0 s} lanes=1 {=energy error} Space/5 lanes=2");
}

// The words above them need more room while the motion goes back.
TEST(panes_keep_their_places_while_they_fit)
{
    desk *d = open_with_font("cloth", 1280, 720, "Shift+2/2 lanes=4 /20");
    const float width = vl_app_pane(d->app, 0).w, height = d->app->layout.stage.h;
    play(d, "Z/2");
    assert_true(vl_app_pane(d->app, 0).w == width && d->app->layout.stage.h < height);
}
