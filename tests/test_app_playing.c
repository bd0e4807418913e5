// A recording opens in the window as a scene does. Wherever one goes in it, with real events, the
// states are those that it has without the window, to the last bit.

#include "support/any_scene.h"
#include "support/app_fixture.h"

#include "app/state/play.h"
#include "app/state/undo.h"
#include "base/memory.h"
#include "lab/journal.h"
#include "lab/replay.h"
#include "physics/world/world.h"
#include "scene/file.h"

OWNER(vl_recording)

static const char *const recordings[] = {SCENES "late-frame.rec", SCENES "chain-by-hand.rec"};

static const char own_file[] = "window.rec"; // what the window records

typedef struct player {
    desk desk;
    vl_journal *journal;
    int64_t count;    // frames of the recording
    uint64_t *hashes; // after each of them, without a window
    uint64_t end;     // of its end
} player;

// --- the recording without a window ---

static void take_hashes(player *p, const char *path)
{
    vl_error error = {0};
    int capacity = 0;
    OWNED(vl_recording) *recording = vl_recording_load(path, &error);
    if (!recording)
        fail_msg("%s", error.text);
    vl_replay replay;
    vl_replay_begin(&replay, recording, NULL, 0);
    for (int64_t known = -1; vl_replay_next(&replay);) {
        if (replay.frames == known)
            continue;
        known = replay.frames;
        p->hashes = vl_grow(p->hashes, &capacity, (int)known + 1, sizeof *p->hashes);
        p->hashes[known] = vl_lab_hash(replay.lab);
        p->count = known;
    }
    assert_string_equal(replay.error.text, "");
    assert_false(replay.difference.there);
    p->end = vl_lab_hash(replay.lab);
    vl_replay_free(&replay);
}

// --- the window ---

static void begin(player *p, const char *path, int width, int height)
{
    vl_error error = {0};
    *p = (player){.desk.platform = vl_null_create(width, height)};
    take_hashes(p, path);
    p->journal = vl_journal_create(own_file, &error);
    p->desk.app = vl_app_create_recorded(p->desk.platform, path, p->journal, &error);
    if (!p->desk.app)
        fail_msg("%s", error.text);
    p->desk.session = &p->desk.app->session;
    frames(&p->desk, 1);
}

static void end(player *p)
{
    vl_app_free(p->desk.app);
    p->desk.platform->destroy(p->desk.platform);
    vl_journal_free(p->journal);
    vl_free(p->hashes);
}

static int64_t frame_of(const player *p)
{
    return vl_playing_frame(&p->desk.session->playing);
}

// At its end the entries behind the last frame have acted, too.
static void check_state(const player *p, const char *what, int seed)
{
    int64_t frame = frame_of(p);
    uint64_t wanted = p->desk.session->playing.ended ? p->end : p->hashes[frame];
    assert_true(vl_session_plays(p->desk.session));
    if (vl_lab_hash(p->desk.session->lab) != wanted)
        fail_msg("%s, seed %d: other bits after frame %lld of %lld", what, seed, (long long)frame,
                 (long long)p->count);
}

static void press_scrub(player *p, double part)
{
    vl_rect line = p->desk.app->layout.scrub;
    float x = line.x + (float)part * (line.w - 1), y = line.y + line.h - 4;
    push(&p->desk, VL_EVENT_POINTER_DOWN, x, y, 1);
    push(&p->desk, VL_EVENT_POINTER_UP, x, y, 1);
}

// The recording of the window leads to the state of the window.
static void check_own_recording(uint64_t wanted)
{
    vl_error error = {0};
    SCOPED(vl_text) text = {0};
    OWNED(vl_recording) *recording = vl_recording_load(own_file, &error);
    if (!recording)
        fail_msg("%s", error.text);
    vl_replay replay;
    vl_replay_begin(&replay, recording, NULL, 0);
    while (vl_replay_next(&replay))
        ;
    if (replay.difference.there)
        vl_replay_tell(&replay, &text);
    if (*replay.error.text || replay.difference.there)
        fail_msg("%s %s", replay.error.text, text.data ? text.data : "");
    uint64_t hash = vl_lab_hash(replay.lab);
    vl_replay_free(&replay);
    assert_true(hash == wanted);
}

static void play_to_end(player *p)
{
    p->desk.session->running = true;
    for (int i = 0; i < 4000 && !p->desk.session->playing.ended; i++)
        frames(&p->desk, 1);
    assert_true(p->desk.session->playing.ended);
}

// --- the properties ---

// At any frame rate of the window.
TEST(a_recording_plays_to_its_end_with_the_bits_of_the_file)
{
    static const double rates[] = {1 / 60.0, 1 / 144.0, 0.1};
    for (int i = 0; i < COUNT(recordings); i++)
        for (int k = 0; k < COUNT(rates); k++) {
            player p;
            begin(&p, recordings[i], 1280, 720);
            vl_null_of(p.desk.platform)->frame = rates[k];
            assert_true(shows(&p.desk, "recording"));
            play_to_end(&p);
            assert_true(frame_of(&p) == p.count);
            check_state(&p, recordings[i], k);
            assert_true(shows(&p.desk, "The recording has ended"));
            uint64_t hash = vl_lab_hash(p.desk.session->lab);
            end(&p);
            check_own_recording(hash);
        }
}

// As long as its frames, whatever the frames of the window are, which may add one of theirs.
TEST(a_recording_plays_at_the_pace_at_which_it_was_made)
{
    player p;
    begin(&p, recordings[0], 1280, 720);
    const vl_reel *reel = p.desk.session->playing.reel;
    const double frame = 1 / 60.0;
    vl_null_of(p.desk.platform)->frame = frame;
    int64_t from = frame_of(&p);
    frames(&p.desk, 90);
    double passed = reel->list[frame_of(&p)].end - reel->list[from].end, longest = 0;
    for (int64_t i = 0; i < reel->frames; i++)
        longest = test_larger(longest, vl_reel_length(reel, i + 1));
    assert_true(fabs(passed - 90 * frame) <= longest + frame);
    end(&p);
}

TEST(the_scrub_line_leads_to_any_frame_with_the_bits_of_the_file)
{
    for (int i = 0; i < COUNT(recordings); i++)
        for (int seed = 1; seed <= test_cases(2, 8); seed++) {
            player p;
            vl_random random = {(uint64_t)seed};
            begin(&p, recordings[i], seed % 2 ? 1280 : 800, seed % 2 ? 720 : 600);
            for (int k = 0; k < 25; k++) {
                press_scrub(&p, any_between(&random, 0, 1));
                check_state(&p, recordings[i], seed);
                if (any_chance(&random, 0.4))
                    press(&p.desk, any_chance(&random, 0.5) ? '.' : ' ', any_of(&random, 9));
                check_state(&p, recordings[i], seed);
            }
            press_scrub(&p, 1);
            assert_true(frame_of(&p) == p.count);
            press_scrub(&p, 0);
            assert_true(frame_of(&p) == 0);
            check_state(&p, recordings[i], seed);
            play_to_end(&p);
            check_state(&p, recordings[i], seed);
            uint64_t hash = vl_lab_hash(p.desk.session->lab);
            end(&p);
            check_own_recording(hash);
        }
}

// The frames that the strip knows led to the present, and those that it knows to come do come, one
// by one, as long as it knows any. Returns how many came.
static int check_frames(player *p, const char *what, int steps)
{
    const vl_session *session = p->desk.session;
    int came = 0;
    for (int k = 0; k <= steps; k++) {
        const vl_frame_log *log = &session->made;
        int64_t made = session->lab->now.frames;
        double sum = 0;
        assert_true(log->count >= made);
        for (int64_t i = 0; i < made; i++)
            sum += log->dt[i];
        if (!(fabs(sum - session->lab->now.time) <= 1e-15 * (double)(made + 1) * (sum + 1)))
            fail_msg("%s: frames of %.17g s led to t = %.17g s", what, sum, session->lab->now.time);
        vl_frames frames;
        vl_frames_read(&frames, session, 0.1, 1);
        assert_in_range(frames.count, frames.made,
                        frames.made + log->count - made); // none is guessed
        if (log->count == made || k == steps)
            break;
        double next = log->dt[made];
        if (!vl_session_play_step(p->desk.session))
            break; // an undone frame
        came += session->lab->now.frames == made + 1 && session->made.dt[made] == next;
    }
    return came;
}

// A recording in whose middle a frame was left before its first step, and so undone.
static void write_undone(const char *path)
{
    vl_error error = {0};
    size_t size;
    FREED char *text = vl_file_read(recordings[0], 1 << 24, &size, &error);
    char *after = strstr(text + size / 2, "\nframe ") + 1;
    SCOPED(vl_text) undone = {0};
    vl_text_add(&undone, "%.*sframe 0.02\nstopped 0 1\n%s", (int)(after - text), text, after);
    write_file(path, undone.data);
}

// Also in a recording of somebody who goes to and fro in one.
TEST(the_strip_knows_the_frames_of_a_recording_wherever_one_goes)
{
    enum { STEPS = 5 };

    const int presses = test_cases(4, 12);
    const char *const paths[] = {recordings[0], recordings[1], "played.rec", "undone.rec"};
    write_undone("undone.rec");
    for (int i = 0; i < COUNT(paths); i++) {
        player p;
        int came = 0;
        const char *path = paths[i];
        vl_random random = {(uint64_t)i + 1};
        begin(&p, path, 1280, 720);
        for (int k = 0; k < presses; k++) {
            press_scrub(&p, any_between(&random, 0, 0.9));
            check_state(&p, path, k);
            came += check_frames(&p, path, STEPS);
        }
        assert_true(came > presses * STEPS / 2); // none comes where the run goes elsewhere
        press(&p.desk, '4', 1);
        assert_false(vl_session_plays(p.desk.session));
        assert_int_equal(p.desk.session->made.count, p.desk.session->lab->now.frames);
        end(&p);
        assert_int_equal(rename(own_file, "played.rec"), 0);
    }
}

// What the window shows is of the present instant.
static void check_readouts(const player *p)
{
    const vl_app *app = p->desk.app;
    const vl_session *session = p->desk.session;
    vl_world *world = world_of(&p->desk);
    for (int i = 0; i < session->lane_count; i++)
        assert_true(app->lane_readouts[i].time == vl_session_lane_world(session, i)->now.time);
    assert_true(app->readout.reading.time == world->now.time);
    vl_vec3 x = vl_read(world->particles.x, app->readout.slot), shown = app->readout.x;
    assert_true(x.x == shown.x && x.y == shown.y && x.z == shown.z);
}

// A recording that is paused shows the readings of its instant, and they are the same however one
// came there: by playing, by steps, or by the scrub line.
TEST(readings_of_a_paused_recording_are_of_its_instant)
{
    for (int i = 0; i < COUNT(recordings); i++) {
        player p;
        vl_random random = {(uint64_t)i + 1};
        begin(&p, recordings[i], 1280, 720);
        for (int k = 0; k < test_cases(10, 60); k++) {
            p.desk.session->running = any_chance(&random, 0.7);
            frames(&p.desk, any_of(&random, 30));
            p.desk.session->running = false;
            if (any_chance(&random, 0.5))
                press(&p.desk, '.', 1 + any_of(&random, 3));
            frames(&p.desk, 1);
            vl_reading came[VL_MOST_LANES];
            int64_t frame = frame_of(&p);
            check_readouts(&p);
            memcpy(came, p.desk.app->lane_readouts, sizeof came);
            if (p.desk.session->playing.ended)
                break; // entries behind the last frame have acted, which a jump leaves out
            press_scrub(&p, any_between(&random, 0, 1));
            frames(&p.desk, 1);
            check_readouts(&p);
            (void)vl_session_play_go(p.desk.session, frame);
            frames(&p.desk, 1);
            check_readouts(&p);
            for (int lane = 0; lane < p.desk.session->lane_count; lane++) {
                const vl_reading *now = &p.desk.app->lane_readouts[lane];
                if (now->kinetic != came[lane].kinetic || now->potential != came[lane].potential)
                    fail_msg("%s, frame %lld, lane %d: K %.17g, was %.17g", recordings[i],
                             (long long)frame, lane, now->kinetic, came[lane].kinetic);
            }
            check_state(&p, recordings[i], k);
        }
        end(&p);
    }
}

// Its energy has an error until the first hand comes, and a change from then on, however one got
// there.
TEST(the_energy_of_a_recording_changes_when_a_hand_has_come)
{
    player p;
    begin(&p, recordings[0], 1280, 720);
    p.desk.session->running = false;
    int64_t hand = p.desk.session->playing.reel->untouched;
    const int64_t to[] = {hand, hand + 1, p.count, hand - 1, hand + 2, 0};
    assert_in_range(hand, 2, p.count - 3);
    for (int i = 0; i < COUNT(to); i++) {
        (void)vl_session_play_go(p.desk.session, to[i]);
        frames(&p.desk, 2);
        assert_true(shows(&p.desk, to[i] > hand ? "energy change" : "energy error"));
    }
    (void)vl_session_play_go(p.desk.session, hand);
    assert_true(vl_session_play_step(p.desk.session));
    assert_int_not_equal(p.desk.session->lab->runs[0].world->hold_count, 0);
    frames(&p.desk, 2);
    assert_true(shows(&p.desk, "energy change"));
    end(&p);
}

// What was played is in the plots and ledgers of the lanes, reading by reading.
TEST(a_recording_that_plays_fills_the_plots)
{
    for (int i = 0; i < COUNT(recordings); i++) {
        player p;
        begin(&p, recordings[i], 1280, 720);
        frames(&p.desk, 60);
        const vl_session *session = p.desk.session;
        for (int lane = 0; lane < session->lane_count; lane++) {
            const vl_history *history = &session->lanes[lane].history;
            assert_true(history->kinetic.count > 40);
        }
        // another method in a lane, and a picture that is asked for later, have what was before
        vl_app_go_to(p.desk.app, HUGE_VAL);
        const vl_series *kinetic = &session->lanes[0].history.kinetic;
        assert_true(kinetic->count > p.count / 2);
        assert_true(kinetic->x[kinetic->first] < 0.5);
        end(&p);
    }
}

static void drag_ball(player *p)
{
    vl_pixel ball = grab(&p->desk, world_of(&p->desk)->particles.count, 1);
    push(&p->desk, VL_EVENT_POINTER_MOVE, ball.x + 30, ball.y - 30, 3);
    push(&p->desk, VL_EVENT_POINTER_UP, ball.x + 30, ball.y - 30, 2);
}

static void change_method(player *p)
{
    press(&p->desk, '1', 2);
}

static void change_substeps(player *p)
{
    press(&p->desk, 'k', 2);
}

// The rest of the recording does nothing any more; undo plays it on from the frame at which
// somebody took over.
TEST(who_changes_something_takes_over_and_undo_plays_on)
{
    static void (*const changes[])(player * p) = {drag_ball, change_method, change_substeps};
    for (int i = 0; i < COUNT(recordings); i++)
        for (int k = 0; k < COUNT(changes); k++) {
            player p;
            begin(&p, recordings[i], 1280, 720);
            press_scrub(&p, 0.45);
            int64_t frame = frame_of(&p);
            changes[k](&p);
            assert_false(vl_session_plays(p.desk.session));
            assert_true(shows(&p.desk, "You have taken over"));
            p.desk.session->running = true;
            frames(&p.desk, 20);
            assert_false(vl_session_plays(p.desk.session));
            for (int j = 0; j < 4 && !vl_session_plays(p.desk.session); j++)
                assert_true(vl_session_undo(p.desk.session));
            assert_true(vl_session_plays(p.desk.session));
            assert_true(frame_of(&p) == frame);
            check_state(&p, recordings[i], k);
            play_to_end(&p);
            check_state(&p, recordings[i], k);
            uint64_t hash = vl_lab_hash(p.desk.session->lab);
            end(&p);
            check_own_recording(hash);
        }
}

static void drop(desk *d, const char *path)
{
    vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_DROP, .path = vl_copy_text(path)});
    frames(d, 2);
}

TEST(a_recording_that_is_dropped_plays_and_a_broken_one_changes_nothing)
{
    desk *d = open_scene("pendulum");
    write_file("broken.rec", "verlet-lab recording 1 by 0.1.0\nbegin 1 1\n|format: 1\nholds 3\n");
    const vl_lab *lab = d->session->lab;
    drop(d, "broken.rec");
    assert_true(shows(d, "This recording cannot be opened"));
    assert_true(shows(d, "broken.rec:4:1"));
    assert_ptr_equal(d->session->lab, lab);
    drop(d, recordings[1]);
    assert_true(vl_session_plays(d->session));
    assert_true(vl_session_undo(d->session));
    assert_false(vl_session_plays(d->session));
    assert_ptr_equal(d->session->lab, lab);
    assert_true(vl_session_redo(d->session));
    assert_true(vl_session_plays(d->session));
    close_scene();
}

// A checksum of the file that is another one is told with its frame, and the rest plays.
TEST(a_difference_is_told_at_the_end)
{
    vl_error error = {0};
    size_t size;
    FREED char *text = vl_file_read(recordings[0], 1 << 24, &size, &error);
    char *hash = strstr(strstr(text, "\nhash ") + 1, "\nhash ");
    hash[6] = hash[6] == '0' ? '1' : '0';
    write_file("changed.rec", text);
    desk *d = open_scene("pendulum");
    drop(d, "changed.rec");
    d->session->running = true;
    for (int i = 0; i < 4000 && !d->session->playing.ended; i++)
        frames(d, 1);
    assert_true(shows(d, "The recording has come out differently"));
    assert_non_null(strstr(d->app->notice.text, "differ from frame 2 on"));
    close_scene();
}

TEST(the_recording_of_a_window_that_did_not_end_is_opened_by_a_button)
{
    desk *d = open_scene("pendulum");
    vl_app_tell_stopped(d->app, recordings[0]);
    frames(d, 2);
    vl_app_notify(d->app, VL_NOTICE_NOTE, "A note", "It hides the offer for some seconds.");
    frames(d, 2);
    assert_false(shows(d, "Open it"));
    frames(d, 600);
    click_text(d, "Open it");
    frames(d, 2);
    assert_true(vl_session_plays(d->session));
    close_scene();
}

// Who closes the offer does not get it again.
TEST(an_offer_that_was_closed_does_not_come_back)
{
    desk *d = open_scene("pendulum");
    vl_app_tell_stopped(d->app, recordings[0]);
    frames(d, 2);
    assert_true(shows(d, "Open it"));
    press(d, VL_KEY_ESCAPE, 1);
    frames(d, 600);
    assert_false(shows(d, "Open it"));
    close_scene();
}

// One that was cut off plays up to there, and its end says so.
TEST(a_recording_that_was_cut_off_says_so_at_its_end)
{
    vl_error error = {0};
    size_t size;
    FREED char *text = vl_file_read(recordings[0], 1 << 24, &size, &error);
    text[size / 4] = '\0';
    write_file("cut.rec", text);
    desk *d = open_scene("pendulum");
    drop(d, "cut.rec");
    d->session->running = true;
    for (int i = 0; i < 4000 && !d->session->playing.ended; i++)
        frames(d, 1);
    assert_true(shows(d, "The recording has ended"));
    assert_non_null(strstr(d->app->notice.text, "Its last entry is cut off"));
    close_scene();
}
