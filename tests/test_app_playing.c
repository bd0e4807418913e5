// A recording opens in the window as a scene does. Wherever one goes in it, with real events, the
// states are those that it has without the window, to the last bit.

#include "support/app_histories.h"

#include "support/labs.h"

static const char *const recordings[] = {SCENES "late-frame.rec", SCENES "chain-by-hand.rec"};

// A recording that plays in a window, which is recorded, too.
typedef struct player {
    desk *d;
    const char *path;
    uint64_t *hashes; // without a window, by the bytes that led there
} player;

static player begin(const char *path)
{
    player p = {.path = path};
    (void)replayed(path, path, &p.hashes);
    p.d = open_recorded(path);
    return p;
}

static void end(player *p)
{
    close_scene();
    vl_free(p->hashes);
}

// The recording of the window leads to the state of the window, too.
static void end_recorded(player *p)
{
    uint64_t hash = lab_hash(p->d->session->lab);
    end(p);
    assert_true(replayed(RECORDED, p->path, NULL) == hash);
}

static int64_t frame_of(const player *p)
{
    return p->d->session->lab->now.frames;
}

// Bytes of the recording that led to the present state.
static size_t come_of(const player *p)
{
    vl_replay *replay = &p->d->session->playing->replay;
    vl_replay_follow(replay);
    assert_int_equal(replay->log->present, replay->entry);
    return replay->lines.at;
}

static bool has_ended(const desk *d)
{
    return d->session->playing && vl_playing_has_ended(d->session->playing);
}

static void check_state(const player *p, int seed)
{
    assert_non_null(p->d->session->playing);
    if (lab_hash(p->d->session->lab) != p->hashes[come_of(p)])
        fail_msg("%s, seed %d: other bits after frame %lld", p->path, seed, (long long)frame_of(p));
}

static void go_to_part(player *p, double part)
{
    int64_t last = vl_session_last_frame(p->d->session);
    (void)vl_go_to_frame(p->d->app, (int64_t)round(part * (double)last));
    frames(p->d, 1);
}

static void play_to_end(desk *d)
{
    d->session->running = true;
    for (int i = 0; i < 4000 && !has_ended(d); i++)
        frames(d, 1);
    assert_true(has_ended(d));
}

// --- the properties ---

// At any frame rate of the window.
TEST(a_recording_plays_to_its_end_with_the_bits_of_the_file)
{
    static const double rates[] = {1 / 144.0, 1 / 60.0, 0.1};
    for (int i = 0; i < COUNT(recordings); i++)
        for (int k = 0; k < COUNT(rates); k++) {
            if (test_cases(1, 2) == 1 && k != 2 * i) // in few cases the ends of the range
                continue;
            player p = begin(recordings[i]);
            vl_null_of(p.d->platform)->frame = rates[k];
            play_to_end(p.d);
            check_state(&p, k);
            assert_true(shows(p.d, "The recording has ended"));
            end_recorded(&p);
        }
}

// As long as its frames, whatever the frames of the window are, which may add one of theirs.
TEST(a_recording_plays_at_the_pace_at_which_it_was_made)
{
    player p = begin(recordings[0]);
    const vl_log *log = p.d->session->log;
    const double frame = 1 / 60.0;
    vl_null_of(p.d->platform)->frame = frame;
    double from = time_of(p.d), longest = 0;
    frames(p.d, 90);
    double passed = time_of(p.d) - from;
    for (int64_t i = 1; i <= log->known; i++)
        longest = test_larger(longest, vl_log_length(log, i));
    assert_true(fabs(passed - 90 * frame) <= longest + frame);
    end(&p);
}

static const char *record(const char *keys)
{
    play(open_recorded("pendulum"), keys);
    close_scene();
    assert_int_equal(rename(RECORDED, "lanes.rec"), 0);
    return "lanes.rec";
}

// Also where lanes come and go: behind the last frame, by undo, by going back, with other scenes.
TEST(going_leads_to_any_frame_with_the_bits_of_the_file)
{
    const char *const keys[] = {
        "Lane/10 lanes=5", "/9 Lane/0",
        "/9 Remove/5 Lane/5 Next Remove/5 Ctrl+Z/5 lanes=4 Ctrl+Z/3 lanes=3 Ctrl+Z/3 Ctrl+Y/9 /4",
        ("/9 Lane/9 16*Shift+. lanes=4 Space/9 R/9 Remove/9 open:free-fall/9 Remove/4 "
         "open:cradle/4 Lane/4 Ctrl+Z/4")};
    for (int i = 0; i < COUNT(recordings) + COUNT(keys); i++)
        for (int seed = 1; seed <= test_cases(1, 8); seed++) {
            player p =
                begin(i < COUNT(recordings) ? recordings[i] : record(keys[i - COUNT(recordings)]));
            vl_random random = test_random(seed);
            if ((seed + i) % 2)
                give(p.d, (vl_event){.kind = VL_EVENT_RESIZE, .x = 800, .y = 600}, 1);
            for (int k = 0; k < 25; k++) {
                go_to_part(&p, any_between(&random, 0, 1));
                check_state(&p, seed);
                if (any_chance(&random, 0.4))
                    playf(p.d, "%s/%d", any_chance(&random, 0.5) ? "." : "Space",
                          1 + any_of(&random, 8));
                check_state(&p, seed);
            }
            go_to_part(&p, 1);
            assert_true(frame_of(&p) == p.d->session->log->known);
            go_to_part(&p, 0);
            assert_true(frame_of(&p) == 0);
            check_state(&p, seed);
            play_to_end(p.d);
            check_state(&p, seed);
            end_recorded(&p);
        }
}

// Also behind a reset: a time that is pressed in a plot, and the time on show, which a recorded
// reversal turns.
TEST(the_time_of_a_recording_is_that_of_its_run)
{
    player p = begin(record("/30 R/40 Z/9"));
    play_to_end(p.d);
    const vl_log *log = p.d->session->log;
    assert_true(p.d->session->lab->shown.back);
    p.d->app->graph.goes = true;
    p.d->app->graph.time = 0.3;
    frames(p.d, 1);
    double next = vl_log_length(log, frame_of(&p) + 1);
    assert_true(time_of(p.d) <= 0.3 && time_of(p.d) > 0.3 - next);
    assert_false(p.d->session->lab->shown.back);
    check_state(&p, 0);
    end_recorded(&p);
}

// The frames that the band knows led to the present, and those that it knows to come do come, one
// by one, as long as it knows any.
static void check_frames(vl_session *session, const char *what, int steps)
{
    for (int k = 0; k <= steps; k++) {
        const vl_log *log = session->log;
        int64_t made = session->lab->now.frames, known = log->known;
        double sum = 0;
        for (int64_t i = 1; i <= made; i++)
            sum += vl_log_length(log, i);
        if (!(fabs(sum - session->lab->now.time) <= 1e-15 * (double)(made + 1) * (sum + 1)))
            fail_msg("%s: frames of %.17g s led to t = %.17g s", what, sum, session->lab->now.time);
        vl_frames frames;
        vl_frames_read(&frames, session, 0.1, 1);
        assert_in_range(frames.count, frames.made,
                        frames.made + known - made); // none is guessed
        if (known == made || k == steps)
            break;
        double next = vl_log_length(log, made + 1);
        assert_true(vl_session_step(session));
        assert_int_equal(session->lab->now.frames, made + 1);
        assert_true(vl_log_length(log, made + 1) == next);
    }
}

// Also in a recording of somebody who goes to and fro in one.
TEST(the_band_knows_the_frames_of_a_recording_wherever_one_goes)
{
    enum { STEPS = 5 };

    const int presses = test_cases(4, 12);
    const char *const paths[] = {recordings[0], recordings[1], "played.rec"};
    for (int i = 0; i < COUNT(paths); i++) {
        vl_random random = {(uint64_t)i + 1};
        player p = begin(paths[i]);
        for (int k = 0; k < presses; k++) {
            go_to_part(&p, any_between(&random, 0, 0.9));
            check_state(&p, k);
            check_frames(p.d->session, p.path, STEPS);
        }
        play(p.d, "4");
        assert_null(p.d->session->playing);
        assert_int_equal(p.d->session->log->known, p.d->session->lab->now.frames);
        end(&p);
        assert_int_equal(rename(RECORDED, "played.rec"), 0);
    }
}

// What the window shows is of the present instant.
static void check_readouts(const desk *d)
{
    const vl_app *app = d->app;
    for (int i = 0; i < d->session->lab->count; i++)
        assert_true(app->digits.lanes[i].time == lane_world(d, i)->now.time);
    assert_true(app->digits.now.time == world_of(d)->now.time);
    const vl_step_numbers *step = &app->digits.step;
    vl_vec3 x = vl_read(world_of(d)->particles.x, step->slot), shown = step->x_new;
    assert_true(!step->made || (x.x == shown.x && x.y == shown.y && x.z == shown.z));
}

// A recording that is paused shows the readings of its instant, and they are the same however one
// came there: by playing, by steps, or by going there.
TEST(readings_of_a_paused_recording_are_of_its_instant)
{
    for (int i = 0; i < COUNT(recordings); i++) {
        player p = begin(recordings[i]);
        vl_random random = {(uint64_t)i + 1};
        for (int k = 0; k < test_cases(10, 60); k++) {
            p.d->session->running = any_chance(&random, 0.7);
            frames(p.d, any_of(&random, 30));
            play(p.d, "Pause/0");
            if (any_chance(&random, 0.5))
                playf(p.d, "./%d", 1 + any_of(&random, 3));
            frames(p.d, 1);
            vl_reading came[VL_MOST_LANES];
            int64_t frame = frame_of(&p);
            size_t come = come_of(&p);
            check_readouts(p.d);
            memcpy(came, p.d->app->digits.lanes, sizeof came);
            go_to_part(&p, any_between(&random, 0, 1));
            frames(p.d, 1);
            check_readouts(p.d);
            (void)vl_session_go_to_frame(p.d->session, frame);
            frames(p.d, 1);
            check_readouts(p.d);
            bool same = come_of(&p) == come; // not that of before somebody went back
            for (int lane = 0; lane < p.d->session->lab->count && same; lane++) {
                const vl_reading *now = &p.d->app->digits.lanes[lane];
                if (now->kinetic != came[lane].kinetic || now->potential != came[lane].potential)
                    fail_msg("%s, frame %lld, lane %d: K %.17g, was %.17g", p.path,
                             (long long)frame, lane, now->kinetic, came[lane].kinetic);
            }
            check_state(&p, k);
        }
        end(&p);
    }
}

// What was played is in the plots and ledgers of the lanes, reading by reading.
TEST(a_recording_that_plays_fills_the_plots)
{
    for (int i = 0; i < COUNT(recordings); i++) {
        player p = begin(recordings[i]);
        frames(p.d, 60);
        const vl_session *session = p.d->session;
        for (int lane = 0; lane < session->lab->count; lane++)
            assert_true(session->lanes[lane].plots.of[VL_QUANTITY_KINETIC].count > 40);
        // another method in a lane, and a picture that is asked for later, have what was before
        vl_app_go_to(p.d->app, HUGE_VAL, NULL, NULL);
        const vl_series *kinetic = &session->lanes[0].plots.of[VL_QUANTITY_KINETIC];
        assert_true(kinetic->count > 100);
        assert_true(kinetic->x[kinetic->first] < 0.5);
        end(&p);
    }
}

// The rest of the recording does nothing any more; undo plays it on from the frame at which
// somebody took over: with a hand, another method, or other settings.
TEST(who_changes_something_takes_over_and_undo_plays_on)
{
    static const char *const changes[] = {NULL, "1/2", "set:substeps=3/2"};
    for (int i = 0; i < COUNT(recordings); i++)
        for (int k = 0; k < COUNT(changes); k++) {
            if (test_cases(1, 2) == 1 && k % 2 != i)
                continue;
            player p = begin(recordings[i]);
            desk *d = p.d;
            go_to_part(&p, 0.45);
            size_t come = come_of(&p);
            if (changes[k])
                play(d, changes[k]);
            else
                let_go(d, 0, pull(d, 0, grab(d, world_of(d)->particles.count, 1), 30, -30, 3), 2);
            play(d, "plays=0 {You have taken over}");
            d->session->running = true;
            play(d, "/20 plays=0");
            for (int j = 0; j < 4 && !d->session->playing; j++)
                assert_true(vl_session_undo(d->session, VL_UNDO));
            assert_true(come_of(&p) == come);
            check_state(&p, k);
            play_to_end(d);
            check_state(&p, k);
            end_recorded(&p);
        }
}

// The hand of the scene, which took hold after that of a person, goes on.
TEST(who_takes_over_where_two_hands_hold_has_the_scene)
{
    SCOPED(vl_text) text = {0};
    vl_text_add(
        &text,
        "verlet-lab recording 2 by 0.1.0\nbegin 8 1\n|format: 1\n|timestep: fixed:0.0166667\n"
        "|particles:\n|- {name: a, at: [-1, 0]}\n|- {name: b, at: [1, 0]}\n|hand:\n"
        "|- {time: 0.05, at: [-1, 0]}\n|- {time: 5, at: [-1, 1]}\n"
        "runs {integrator: tcv}\nframe 0.0166667\nhold 2\n");
    for (int i = 0; i < 60; i++)
        vl_text_add(&text, "frame 0.0166667\n");
    write_here("hands.rec", text.data);
    open_played("hands.rec", "@0.5 held=2 set:substeps=3/2 plays=0 held=1");
}

// --- files that are dropped or offered ---

static void drop(desk *d, const char *path)
{
    give(d, (vl_event){.kind = VL_EVENT_DROP, .path = vl_copy_text(path)}, 2);
}

TEST(a_recording_that_is_dropped_plays_and_a_broken_one_changes_nothing)
{
    write_here("broken.rec", "verlet-lab recording 1 by 0.1.0\nbegin 1 1\n|format: 1\nholds 3\n");
    desk *d = open_scene("pendulum");
    const vl_lab *lab = d->session->lab;
    drop(d, "broken.rec");
    play(d, "{This recording cannot be opened} {broken.rec:4:1}");
    assert_ptr_equal(d->session->lab, lab);
    drop(d, recordings[1]);
    play(d, "plays=1 Ctrl+Z! plays=0");
    assert_ptr_equal(d->session->lab, lab);
    play(d, "Ctrl+Y! plays=1");
}

TEST(a_lesson_that_is_dropped_begins_and_a_broken_one_changes_nothing)
{
    FREED char *path = vl_shelf_find(VL_LESSONS, "1-the-next-picture");
    write_here("broken.yaml", "format: 1\nscenes: [nowhere]\n");
    desk *d = open_scene("pendulum");
    const vl_scene *scene = d->session->scene;
    drop(d, "broken.yaml");
    play(d, "{This lesson cannot be opened} {broken.yaml:1:1: this lesson has no 'title'}");
    assert_ptr_equal(d->session->scene, scene);
    drop(d, path);
    assert_string_equal(d->app->opened.lesson->title, "Who guesses the next picture?");
    assert_true(d->session->waits);
}

// A checksum of the file that is another one is told with its frame, and the rest plays; one that
// was cut off plays up to there.
TEST(a_difference_is_told_at_the_end)
{
    for (int cut = 0; cut < 2; cut++) {
        size_t size;
        FREED char *text = read_here(recordings[0], &size);
        char *second = strstr(strstr(text, "\nhash ") + 1, "\nhash ") + 6;
        if (cut)
            text[size / 4] = '\0';
        else
            *second = *second == '0' ? '1' : '0';
        write_here("changed.rec", text);
        desk *d = open_scene("pendulum");
        drop(d, "changed.rec");
        play_to_end(d);
        play(d, cut ? "{The recording has ended} (Its last entry is cut off)"
                    : "{The recording has come out differently} (differ from frame 2 on)");
    }
}
