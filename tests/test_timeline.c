// The past of a lab: every frame that a timeline says it reaches has the bits that it had, and so
// has all that is run from there.

#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/lanes.h"
#include "support/histories.h"
#include "support/labs.h"
#include "support/scenes.h"
#include "support/testing.h"

enum { FRAMES = 40, LANES = 4 };

static const size_t mebibyte = 1 << 20;

OWNER(vl_timeline)

static void make_frame(vl_lab *lab, vl_timeline *timeline, double dt)
{
    if (vl_lab_advance(lab, dt))
        vl_timeline_frame(timeline, dt);
}

// --- the properties ---

// Goes to a frame, or the last before it that can be reached. Returns it.
static int assert_goes(history *h, int wanted, const uint64_t *states, const char *name)
{
    int nearest = (int)vl_timeline_nearest(h->timeline, wanted);
    int reached = (int)vl_timeline_go(h->timeline, wanted);
    if (reached != nearest || reached > wanted || lab_hash(h->lab) != states[reached])
        fail_msg("%s: %d of %d, wanted %d, other bits: %d", name, reached, nearest, wanted,
                 lab_hash(h->lab) != states[reached]);
    return reached;
}

// Makes the frames after the present one again, with the lengths that they had.
static void assert_goes_on(history *h, const uint64_t *states, const double *dt, const char *name)
{
    int from = (int)vl_timeline_present(h->timeline), last = (int)vl_timeline_last(h->timeline);
    for (int frame = from; frame < last; frame++) {
        assert_true(vl_timeline_next_dt(h->timeline) == dt[frame]);
        make_frame(h->lab, h->timeline, dt[frame]);
        if (lab_hash(h->lab) != states[frame + 1])
            fail_msg("%s: other bits at frame %d after %d", name, frame + 1, from);
    }
    assert_int_equal(vl_timeline_last(h->timeline), last);
}

// Goes to frames at random, and from some of them on to the end: to the same readings, and to the
// same motion where somebody has looked at the readings of an instant, too. There are few states,
// so that they thin out and frames are made again. Returns the number of torn links.
static int assert_back(vl_scene *scene, int frames, const char *name)
{
    uint64_t bits[FRAMES + 1], hashes[FRAMES + 1];
    double dt[FRAMES];
    history h = history_of(scene, 9, NULL);
    int last = 0;
    do {
        bits[last] = bits_of_lab(h.lab);
        hashes[last] = lab_hash(h.lab);
        dt[last] = any_between(&h.random, 0.004, 0.03);
        make_frame(h.lab, h.timeline, dt[last]);
    } while (vl_timeline_last(h.timeline) == ++last && last < frames);
    last = (int)vl_timeline_last(h.timeline); // a world may have left the finite numbers
    bits[last] = bits_of_lab(h.lab);
    hashes[last] = lab_hash(h.lab);
    int broken = h.lab->runs[0].world->broken;
    vl_lab_settle(h.lab, 0);
    uint64_t readings = bits_of_lab(h.lab);
    for (int i = 0; i < 6; i++) {
        int wanted = any_of(&h.random, last + 1);
        assert_int_equal(assert_goes(&h, wanted, hashes, name), wanted);
        if (bits_of_lab(h.lab) != bits[wanted])
            fail_msg("%s: frame %d is another one to who looks", name, wanted);
        if (i % 3 == 0)
            continue;
        if (i % 3 == 1)
            vl_lab_settle(h.lab, 0);
        assert_goes_on(&h, hashes, dt, name);
        vl_lab_settle(h.lab, 0);
        if (i % 3 == 2 && bits_of_lab(h.lab) != readings)
            fail_msg("%s: other readings after %d", name, wanted);
    }
    history_end(&h);
    return broken;
}

static void give_any_lanes(vl_scene *scene, vl_random *random)
{
    vl_scene lanes[LANES];
    for (int i = 0; i < LANES; i++)
        lanes[i] = any_lane(scene, random);
    vl_scene_set_lanes(scene, lanes, LANES);
}

TEST(every_frame_of_any_scene_is_reached_again)
{
    for (int seed = 1; seed <= test_cases(4, 20); seed++) {
        vl_random random = test_random(seed);
        OWNED(vl_scene) *scene = any_scene(&random);
        char name[32];
        snprintf(name, sizeof name, "seed %d", seed);
        give_any_lanes(scene, &random);
        assert_back(scene, FRAMES, name);
    }
}

static int torn;

static void check_shipped(const char *name, vl_scene *scene)
{
    static int next, seen;
    if (seen++ % test_cases(3, 1) != 0)
        return;
    vl_scene lanes[] = {*scene, *scene};
    lanes[0].lane.own_stream = lanes[1].lane.own_stream = false;
    lanes[1].integrator = vl_integrators[next++ % vl_integrator_count];
    vl_scene_set_lanes(scene, lanes, scene->particle_count > 500 ? 1 : 2);
    torn += assert_back(scene, FRAMES / 2, name);
}

TEST(every_frame_of_the_shipped_scenes_is_reached_again)
{
    torn = 0;
    for_each_shipped_scene(check_shipped);
    print_message("  %d links tore on the way\n", torn);
}

static const char rope[] = "format: 1\ngravity: [0, -9.81]\nsolver: {method: relax}\n"
                           "timestep: fixed:0.01\nchains:\n"
                           "  - {from: [0, 0], to: [1, 0], links: 12, pin: start}\n"
                           "colliders:\n  - {kind: plane, point: [0, -0.7], normal: [0, 1]}\n";

// What is held has no state that one could go to.
static void note_state(history *h, uint64_t *states)
{
    if (h->lab->runs[0].world->hold_count == 0)
        states[vl_timeline_present(h->timeline)] = lab_hash(h->lab);
}

// Whatever is done between the frames makes a state of its own of the frame.
TEST(changes_between_frames_are_crossed_both_ways)
{
    int reached = 0;
    const int seeds = test_cases(20, 100), visits = 8;
    for (int seed = 1; seed <= seeds; seed++) {
        uint64_t states[FRAMES + 1];
        char name[32];
        vl_random random = test_random(seed + 100);
        OWNED(vl_scene) *scene = seed % 10 ? scene_of(rope) : any_scene(&random);
        give_any_lanes(scene, &random);
        history h = history_of(scene, seed, NULL);
        h.may &= ~(unsigned)(DOES_LANES | DOES_MISTAKE | DOES_ESTIMATOR | DOES_RESET);
        h.may &= seed % 2 ? DOES_ALL : ~(unsigned)DOES_HAND; // of whose frames few can be reached
        h.looks = false;
        note_state(&h, states);
        for (int i = 0; i < FRAMES; i++) {
            history_act(&h);
            note_state(&h, states);
            make_frame(h.lab, h.timeline, history_dt(&h));
            note_state(&h, states);
        }
        history_let_go(&h);
        note_state(&h, states);
        snprintf(name, sizeof name, "seed %d", seed);
        for (int i = 0; i < visits; i++) {
            int first = (int)vl_timeline_first(h.timeline),
                last = (int)vl_timeline_last(h.timeline);
            int wanted = first + any_of(&h.random, last - first + 1);
            reached += assert_goes(&h, wanted, states, name) == wanted;
        }
        history_end(&h);
    }
    print_message("  %d frames reached\n", reached);
    assert_true(reached > seeds * visits / 3); // the others were made in a hand
}

static double dt_of(int frame)
{
    return 0.01 + 0.002 * (frame * 7 % 5);
}

TEST(a_branch_replaces_what_was_ahead_and_keeps_its_frames)
{
    OWNED(vl_scene) *scene = scene_of(rope);
    OWNED(vl_lab) *lab = lab_of_lanes(scene, 1);
    OWNED(vl_timeline) *timeline = vl_timeline_create(lab, 64 * mebibyte, 8);
    for (int i = 0; i < FRAMES; i++)
        make_frame(lab, timeline, dt_of(i));
    uint64_t end = lab_hash(lab);
    assert_int_equal(vl_timeline_go(timeline, 20), 20);
    vl_lab_settle(lab, 0);
    vl_world_break_links(lab->runs[0].world, (int[]){5}, 1);
    vl_lab_disturbed(lab, 0, VL_CAUSE_CUT);
    vl_timeline_changed(timeline);
    assert_int_equal(vl_timeline_last(timeline), 20);
    for (int i = 20; i < FRAMES; i++) {
        assert_true(vl_timeline_next_dt(timeline) == dt_of(i));
        make_frame(lab, timeline, dt_of(i));
    }
    assert_true(vl_timeline_next_dt(timeline) == 0);
    assert_true(lab_hash(lab) != end);
    assert_true(vl_timeline_time(timeline, FRAMES) == lab->now.time);
}

TEST(frames_in_a_hand_are_not_made_again)
{
    OWNED(vl_scene) *scene = scene_of(rope);
    OWNED(vl_lab) *lab = lab_of_lanes(scene, 1);
    OWNED(vl_timeline) *timeline = vl_timeline_create(lab, 64 * mebibyte, 50);
    vl_world *world = lab->runs[0].world;
    for (int i = 0; i < 30; i++) {
        if (i == 10) {
            vl_lab_settle(lab, 0);
            assert_true(vl_world_hold(world, 12));
            vl_timeline_changed(timeline);
        }
        if (i >= 10 && i < 20)
            vl_world_carry(world, 12, (vl_vec3){1, 0.05 * (i - 9), 0});
        if (i == 20) {
            vl_lab_settle(lab, 0);
            vl_world_release(world, 12, (vl_vec3){0, 1, 0});
            vl_timeline_changed(timeline);
        }
        make_frame(lab, timeline, dt_of(i));
    }
    assert_int_equal(vl_timeline_go(timeline, 25), 25);
    assert_int_equal(vl_timeline_go(timeline, 20), 20);
    assert_int_equal(vl_timeline_go(timeline, 15), 10);
    assert_int_equal(world->hold_count, 0);
}

// --- memory ---

static void assert_covers(const char *text, int lanes, double dt, int frames, const char *name)
{
    OWNED(vl_scene) *scene = scene_of(text);
    vl_scene all[LANES];
    for (int i = 0; i < lanes; i++) {
        all[i] = *scene;
        all[i].integrator = vl_integrators[i];
    }
    OWNED(vl_lab) *lab = lab_of_lanes(all, lanes);
    OWNED(vl_timeline) *timeline = vl_timeline_create(lab, 256 * mebibyte, 256);
    uint64_t early = 0;
    for (int i = 0; i < frames; i++) {
        make_frame(lab, timeline, dt);
        if (i == 9)
            early = lab_hash(lab);
    }
    double size = (double)vl_timeline_bytes(timeline) / (double)mebibyte;
    print_message("  %s: %.1f s in %.1f MiB\n", name, lab->now.time, size);
    assert_true(size <= 256);
    assert_int_equal(vl_timeline_first(timeline), 0);
    assert_int_equal(vl_timeline_last(timeline), frames);
    assert_int_equal(vl_timeline_go(timeline, 10), 10);
    assert_true(lab_hash(lab) == early);
}

TEST(a_minute_of_a_chain_in_four_lanes_is_kept)
{
    assert_covers(rope, 4, 1.0 / 60, 3600, "chain, four lanes");
}

TEST(ten_seconds_of_a_large_cloth_are_kept)
{
    assert_covers("format: 1\ngravity: [0, -9.81]\nsolver: {method: relax, iterations: 8}\n"
                  "timestep: fixed:0.0166667\ncloths:\n"
                  "  - {origin: [-1, 1, 0], along: [2, 0, 0], down: [0, -1, 1.5], columns: 64, "
                  "rows: 64, mass: 0.5, pin: [top-left, top-right], shear: true}\n",
                  1, 1.0 / 60, 600, "cloth of 64 x 64");
}

// Each change stores a state, and where there is no more room the states of ordinary frames are
// thinned out. An hour of changes is some thousands; 200 of them with room for two states thin out
// more often than a number of 64 bits can be doubled.
TEST(any_number_of_changes_leaves_a_past_to_go_to)
{
    OWNED(vl_scene) *scene = scene_of(rope);
    OWNED(vl_lab) *lab = lab_of_lanes(scene, 1);
    OWNED(vl_timeline) *timeline = vl_timeline_create(lab, 64 * mebibyte, 2);

    enum { CHANGES = 200 };

    uint64_t states[CHANGES + 1];
    for (int i = 0; i < CHANGES; i++) {
        make_frame(lab, timeline, dt_of(i));
        vl_timeline_changed(timeline);
        states[i + 1] = lab_hash(lab);
    }
    assert_int_equal(vl_timeline_present(timeline), CHANGES);
    vl_timeline_go(timeline, CHANGES - 1);
    assert_true(lab_hash(lab) == states[vl_timeline_present(timeline)]);
}
