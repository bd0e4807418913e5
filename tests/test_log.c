// The past of a lab: whatever was done, each state is reached again with the bits that it had, and
// leads where it led.

#include "physics/integrators/integrators.h"
#include "scene/lanes.h"
#include "support/histories.h"
#include "support/scenes.h"
#include "support/testing.h"

#include <malloc.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) // have a heap of their own
size_t __sanitizer_get_current_allocated_bytes(void);
#define bytes_in_use() __sanitizer_get_current_allocated_bytes()
#elif defined(__GLIBC__)
#define bytes_in_use() mallinfo2().uordblks
#else
#define bytes_in_use() (size_t) mallinfo().uordblks // of the page
#endif

enum { FRAMES = 40, LANES = 4 };

static const size_t mebibyte = 1 << 20;

// Goes to a frame of the line of time, or the last instant before it at which nothing is held.
// Returns the frame of that.
static int64_t go(const vl_lab *lab, int64_t frame)
{
    assert_true(vl_log_go(lab->log, vl_log_nearest(lab->log, frame, false)));
    return lab->now.frames;
}

// --- whatever was done ---

// What was noted after an operation.
typedef struct noted {
    int entry;
    uint64_t hash;
} noted;

enum { MOST_NOTED = 400, VISITS = 30 };

// A line is kept of the state after each of so many frames, with all that is done between them.
static int live(history *h, int frames, noted *all, int count)
{
    for (int i = 0; i < frames && count < MOST_NOTED; i++) {
        history_live(h, 1);
        vl_log_tick(h->log);
        all[count++] = (noted){h->log->present, lab_hash(h->lab)};
    }
    return count;
}

// Goes to and fro, does more from some of these states, and at last undoes everything.
static void assert_all_reached(vl_scene *scene, int seed)
{
    static noted all[MOST_NOTED];
    history h = history_in(16 * mebibyte >> 2 * (seed % 4), scene, seed, NULL);
    uint64_t start = lab_hash(h.lab);
    int begin = h.log->present, count = live(&h, FRAMES, all, 0), reached = 0;
    for (int i = 0; i < VISITS; i++) {
        const noted *wanted = &all[i == 0 ? count - 1 : any_of(&h.random, count)];
        if (!vl_log_reaches(h.log, wanted->entry))
            continue;
        reached++;
        assert_true(vl_log_go(h.log, wanted->entry));
        if (lab_hash(h.lab) != wanted->hash)
            fail_msg("seed %d, visit %d: entry %d of %d has other bits", seed, i, wanted->entry,
                     all[count - 1].entry);
        if (i % 5 == 4)
            count = live(&h, 5, all, count);
    }
    if (h.done & DOES_RESET) // the states of runs before may be gone, but not the newest
        assert_true(reached > 0);
    else
        assert_int_equal(reached, VISITS);
    if (vl_log_reaches(h.log, begin)) {
        assert_true(vl_log_go(h.log, begin));
        assert_true(lab_hash(h.lab) == start);
    }
    history_end(&h);
}

static void give_any_lanes(vl_scene *scene, vl_random *random)
{
    vl_lane lanes[LANES];
    for (int i = 0; i < LANES; i++)
        lanes[i] = any_lane(scene, random).lane;
    vl_scene_set_lanes(scene, lanes, LANES);
}

static const char rope[] = "format: 1\ngravity: [0, -9.81]\nsolver: {method: relax}\n"
                           "timestep: fixed:0.01\nchains:\n"
                           "  - {from: [0, 0], to: [1, 0], links: 12, pin: start}\n"
                           "colliders:\n  - {kind: plane, point: [0, -0.7], normal: [0, 1]}\n";

// Hands, pins, cuts, other methods, solvers, numbers, mistakes, lanes that come and go, other runs.
TEST(each_state_of_any_history_is_reached_again)
{
    for (int seed = 1; seed <= test_cases(12, 100); seed++) {
        vl_random random = test_random(seed + 100);
        OWNED(vl_scene) *scene = seed % 4 ? scene_of(rope) : any_scene(&random);
        give_any_lanes(scene, &random);
        assert_all_reached(scene, seed);
    }
}

// --- frames ---

// Makes the frames after the present one again, with the lengths that they had.
static void assert_goes_on(history *h, const uint64_t *states, const double *dt, const char *name)
{
    int from = (int)h->lab->now.frames, last = (int)h->log->last;
    for (int frame = from; frame < last; frame++) {
        assert_true(vl_log_length(h->log, frame + 1) == dt[frame]);
        (void)make_frame(h->lab, dt[frame]);
        if (lab_hash(h->lab) != states[frame + 1])
            fail_msg("%s: other bits at frame %d after %d", name, frame + 1, from);
    }
    assert_int_equal(h->log->last, last);
}

// Goes to frames at random, and from some of them on to the end: to the same readings, and to the
// same motion where somebody has looked at the readings of an instant, too. There are few states,
// so that they thin out and frames are made again. Returns whether the first lane has blown up.
static bool assert_back(vl_scene *scene, int frames, const char *name)
{
    uint64_t bits[FRAMES + 1], hashes[FRAMES + 1];
    double dt[FRAMES];
    history h = history_of(scene, 9, NULL);
    int last = 0;
    do {
        bits[last] = bits_of_lab(h.lab);
        hashes[last] = lab_hash(h.lab);
        dt[last] = any_between(&h.random, 0.004, 0.03);
        (void)make_frame(h.lab, dt[last]);
    } while (h.log->last == ++last && last < frames);
    last = (int)h.log->last; // a world may have left the finite numbers
    bits[last] = bits_of_lab(h.lab);
    hashes[last] = lab_hash(h.lab);
    bool blown = !isnan(h.lab->runs[0].blown);
    vl_lab_complete(h.lab, 0);
    uint64_t readings = bits_of_lab(h.lab);
    bool looked[FRAMES + 1] = {0};
    looked[last] = true;
    for (int i = 0; i < 6; i++) {
        int wanted = any_of(&h.random, last + 1);
        assert_int_equal(go(h.lab, wanted), wanted);
        if (lab_hash(h.lab) != hashes[wanted])
            fail_msg("%s: other bits at frame %d", name, wanted);
        if (!looked[wanted] && bits_of_lab(h.lab) != bits[wanted])
            fail_msg("%s: frame %d is another one to who looks", name, wanted);
        if (i % 3 == 0)
            continue;
        if (i % 3 == 1)
            vl_lab_complete(h.lab, 0);
        looked[wanted] |= i % 3 == 1;
        assert_goes_on(&h, hashes, dt, name);
        vl_lab_complete(h.lab, 0);
        if (i % 3 == 2 && bits_of_lab(h.lab) != readings)
            fail_msg("%s: other readings after %d", name, wanted);
    }
    history_end(&h);
    return blown;
}

TEST(every_frame_of_any_scene_is_reached_again)
{
    for (int seed = 1; seed <= test_cases(4, 20); seed++) {
        vl_random random = test_random(seed);
        OWNED(vl_scene) *scene = any_scene(&random);
        give_any_lanes(scene, &random);
        (void)assert_back(scene, FRAMES, PRINTED("seed %d", seed));
    }
}

static void check_shipped(const char *name, vl_scene *scene)
{
    static int next, seen;
    if (seen++ % test_cases(3, 1) != 0)
        return;
    vl_lane lanes[] = {scene->lane, scene->lane};
    lanes[0].own_stream = lanes[1].own_stream = false;
    lanes[1].integrator = vl_integrators[next++ % vl_integrator_count];
    vl_scene_set_lanes(scene, lanes, scene->particle_count > 500 ? 1 : 2);
    (void)assert_back(scene, FRAMES / 2, name);
}

TEST(every_frame_of_the_shipped_scenes_is_reached_again)
{
    for_each_shipped_scene(check_shipped);
}

// Explicit Euler grows by 1 + (ω h)² in each step, a thousandfold in the midst.
TEST(what_is_known_of_a_blow_up_comes_back_too)
{
    OWNED(vl_scene) *scene = scene_of("format: 1\nintegrator: explicit-euler\ntimestep: fixed:0.1\n"
                                      "particles:\n  - {at: [1, 0]}\n"
                                      "forces:\n  - {kind: harmonic, stiffness: 1200}\n");
    assert_true(assert_back(scene, FRAMES, "explicit Euler"));
}

static double dt_of(int frame)
{
    return 0.01 + 0.002 * (frame * 7 % 5);
}

TEST(a_branch_replaces_what_was_ahead_and_keeps_its_frames)
{
    OWNED(vl_scene) *scene = scene_of(rope);
    history h = history_of(scene, 1, NULL);
    for (int i = 0; i < FRAMES; i++)
        (void)make_frame(h.lab, dt_of(i));
    uint64_t end = lab_hash(h.lab);
    int tip = h.log->present;
    assert_int_equal(go(h.lab, 20), 20);
    VL_DO(h.lab, VL_CUT, .text = "5 6");
    assert_int_equal(h.log->last, 20);
    for (int i = 20; i < FRAMES; i++) {
        assert_true(vl_log_length(h.log, i + 1) == dt_of(i));
        (void)make_frame(h.lab, dt_of(i));
    }
    assert_true(vl_log_length(h.log, FRAMES + 1) == 0);
    assert_true(lab_hash(h.lab) != end);
    assert_true(vl_log_time(h.log, FRAMES) == h.lab->now.time);
    assert_true(vl_log_go(h.log, tip)); // the other branch is still there
    assert_true(lab_hash(h.lab) == end);
    assert_int_equal(go(h.lab, 21), 21);
    assert_int_equal(h.lab->runs[0].world->links.count, 12);
    history_end(&h);
}

// Its frames are reached, too, but nobody is there who would let go.
TEST(the_nearest_frame_is_one_without_a_hand)
{
    static const int begins[] = {0, 10};
    for (int k = 0; k < COUNT(begins); k++) {
        OWNED(vl_scene) *scene = scene_of(rope);
        history h = history_of(scene, 1, NULL);
        const int begin = begins[k], end = begin + 10;
        uint64_t free = 0, held = 0;
        int entry = 0;
        for (int i = 0; i < 30; i++) {
            free = i == begin ? lab_hash(h.lab) : free;
            if (i == begin)
                VL_DO(h.lab, VL_HOLD, .number = 13);
            if (i >= begin && i < end)
                VL_DO(h.lab, VL_CARRY, .number = 13, .values = {1, 0.05 * (i - begin + 1), 0});
            if (i == end)
                VL_DO(h.lab, VL_RELEASE, .number = 13, .values = {0, 1, 0});
            (void)make_frame(h.lab, dt_of(i));
            if (i == begin + 4) {
                held = lab_hash(h.lab);
                entry = h.log->present;
            }
        }
        assert_int_equal(go(h.lab, 25), 25);
        assert_int_equal(go(h.lab, end), end);
        assert_int_equal(go(h.lab, begin + 5), begin); // from then on it was held
        assert_int_equal(h.lab->runs[0].world->hold_count, 0);
        assert_true(lab_hash(h.lab) == free);
        assert_true(vl_log_go(h.log, entry));
        assert_true(lab_hash(h.lab) == held);
        history_end(&h);
    }
}

// --- marks: readings have their bits, too, once they are complete; who has looked is forgotten ---

enum { FOLLOWING = 8, MARKS = 5 };

// What is read at the present instant and after frames whose lengths belong to the moment.
static uint64_t what_follows(vl_lab *lab, int number)
{
    vl_random random = {(uint64_t)number + 77};
    vl_lab_complete(lab, 0);
    uint64_t hash = bits_of_lab(lab);
    for (int i = 0; i < FOLLOWING; i++) {
        (void)make_frame(lab, vl_random_uniform(&random, 0.004, 0.03));
        hash = vl_hash_word(hash, bits_of_lab(lab));
    }
    vl_lab_complete(lab, 0);
    return vl_hash_word(hash, bits_of_lab(lab));
}

typedef struct moment {
    int entry, lanes, number;
    const vl_estimator *estimator;
    uint64_t state, after; // of the worlds then, and of all some frames later
} moment;

static void do_anything(history *h)
{
    history_live(h, any_of(&h->random, 8));
    history_let_go(h);
}

static void assert_comes_back(const history *h, const moment *then, int seed)
{
    vl_lab_set_estimator(h->lab, then->estimator); // who goes somewhere keeps it
    assert_true(vl_log_go(h->log, then->entry));
    assert_int_equal(h->lab->count, then->lanes);
    if (lab_hash(h->lab) != then->state)
        fail_msg("seed %d: mark %d has other bits", seed, then->number);
    if (what_follows(h->lab, then->number) != then->after)
        fail_msg("seed %d: mark %d leads elsewhere", seed, then->number);
}

TEST(a_mark_comes_back_to_the_bit_whatever_was_done_since)
{
    for (int seed = 1; seed <= test_cases(3, 12); seed++) {
        vl_random random = test_random(seed);
        moment moments[MARKS];
        OWNED(vl_scene) *scene = any_scene(&random);
        give_any_lanes(scene, &random);
        history h = history_in(64 * mebibyte, scene, seed, NULL);
        for (int i = 0; i < MARKS; i++) {
            (void)make_frame(h.lab, 0.012); // its reading may not be complete
            moments[i] =
                (moment){vl_log_mark(h.log), h.lab->count, i, h.lab->estimator, lab_hash(h.lab), 0};
            moments[i].after = what_follows(h.lab, i);
            do_anything(&h);
        }
        for (int i = 0; i < VISITS; i++) {
            assert_comes_back(&h, &moments[any_of(&random, MARKS)], seed);
            do_anything(&h);
        }
        history_end(&h);
    }
}

// --- lanes from the start ---

// Makes a lane in pieces while the run goes on, also back in time.
static vl_lab *make_in_pieces(history *h, const char *settings)
{
    vl_lab *made = NULL;
    for (int i = 0, at = -1; i < FRAMES || at != h->log->present; i++) {
        if (at < 0) {
            vl_lab_free(made);
            made = vl_log_begin_lane(h->log, settings, &at, &(vl_error){0});
            assert_non_null(made);
        }
        if (i < FRAMES)
            history_live(h, i % 8 == 0);
        at = vl_log_make_lane(h->log, made, at, i < FRAMES ? 0 : HUGE_VAL);
    }
    return made;
}

// A lane that joins is one that was there all the time: under hands, pins, scissors, mistakes and
// numbers. How a ledger divides a change depends on who has looked, so it is compared without them.
TEST(a_lane_that_joins_is_one_that_was_there_from_the_start)
{
    for (int seed = 1; seed <= test_cases(10, 60); seed++) {
        vl_random random = test_random(seed);
        OWNED(vl_scene) *scene = any_scene(&random);
        vl_scene lanes[] = {*scene, any_lane(scene, &random)};
        lanes[1].policy = lanes->policy; // they are looked at with the same next step
        lanes[1].lane.own_stream = false;
        vl_scene_set_lanes(scene, records_of(lanes, 2, (vl_lane[2]){{0}}), 2);
        FREED char *settings = vl_operation_settings(&lanes[1]);
        history h = history_in(mebibyte, scene, seed, NULL);
        bool plain = seed % 3 == 0;
        h.looks = !plain;
        h.may = DOES_GO;
        h.may |= plain ? 0 : DOES_HAND | DOES_PIN | DOES_CUT | DOES_MISTAKE | DOES_NUMBERS;
        history_live(&h, FRAMES);
        vl_operation join = {.kind = VL_JOIN, .text = settings};
        join.made = seed % 2 ? make_in_pieces(&h, settings) : NULL;
        assert_true(vl_lab_do(h.lab, &join, &(vl_error){0}));
        for (int i = 0; i < 3; i++) {
            (void)make_frame(h.lab, 0.01); // who has looked at the present velocity has fixed it
            vl_lab_complete(h.lab, 0.01);
            const vl_lab_run *a = &h.lab->runs[1], *b = &h.lab->runs[2];
            bool same = vl_world_hash(a->world) == vl_world_hash(b->world) && a->since == b->since;
            if (!same || (plain && !a->world->now.diverged &&
                          bits_of_lane(h.lab, 1) != bits_of_lane(h.lab, 2)))
                fail_msg("seed %d, frame %d behind: other bits", seed, i);
        }
        history_end(&h);
    }
}

// --- memory ---

static void assert_covers(const char *text, int lanes, double dt, int frames, const char *name)
{
    vl_scene *scene = scene_of(text);
    vl_scene all[LANES];
    for (int i = 0; i < lanes; i++) {
        all[i] = *scene;
        all[i].integrator = vl_integrators[i];
    }
    vl_lab *lab = lab_of_lanes(all, lanes);
    vl_log *log = vl_log_create(VL_LOG_MEMORY, NULL);
    vl_log_begin(log, lab, scene, all);
    uint64_t early = 0;
    size_t most = 0;
    for (int i = 0; i < frames; i++) {
        (void)make_frame(lab, dt);
        most = log->bytes > most ? log->bytes : most;
        if (i == 9)
            early = lab_hash(lab);
    }
    double size = (double)most / (double)mebibyte;
    print_message("  %s: %.1f s in %.1f MiB\n", name, lab->now.time, size);
    assert_true(size <= 192);
    assert_int_equal(vl_log_first(log), 0);
    assert_int_equal(log->last, frames);
    assert_int_equal(go(lab, 10), 10);
    assert_true(lab_hash(lab) == early);
    vl_log_free(log);
    vl_lab_free(lab);
}

TEST(a_minute_of_a_chain_and_ten_seconds_of_a_large_cloth_are_kept)
{
    assert_covers(rope, 4, 1.0 / 60, 3600, "chain, four lanes");
    assert_covers("format: 1\ngravity: [0, -9.81]\nsolver: {method: relax, iterations: 8}\n"
                  "timestep: fixed:0.0166667\ncloths:\n"
                  "  - {origin: [-1, 1, 0], along: [2, 0, 0], down: [0, -1, 1.5], columns: 64, "
                  "rows: 64, mass: 0.5, pin: [top-left, top-right], shear: true}\n",
                  1, 1.0 / 60, 600, "cloth of 64 x 64");
}

// More changes than states fit, thinned out more often than a number of 64 bits can be doubled.
TEST(any_number_of_changes_leaves_a_past_to_go_to)
{
    enum { CHANGES = 200 };

    OWNED(vl_scene) *scene = scene_of(rope);
    history h = history_in(1, scene, 1, NULL);
    noted all[CHANGES];
    for (int i = 0; i < CHANGES; i++) {
        (void)make_frame(h.lab, dt_of(i));
        vl_lab_complete(h.lab, 0);
        VL_DO(h.lab, i % 2 ? VL_UNPIN : VL_PIN, .number = 5);
        all[i] = (noted){vl_log_mark(h.log), lab_hash(h.lab)};
    }
    for (int i = CHANGES - 1; i >= 0; i -= 67) {
        assert_true(vl_log_go(h.log, all[i].entry));
        assert_true(lab_hash(h.lab) == all[i].hash);
    }
    history_end(&h);
}

// Numbers are in the states and in the lines, whose memory is bounded: ten thousand drags of one
// leave as much as a hundred.
TEST(numbers_take_no_memory_of_their_own)
{
    size_t before = 0;
    OWNED(vl_scene) *scene = scene_of(rope);
    history h = history_in(1, scene, 1, NULL);
    for (int i = 0; i < 3000; i++) {
        scene->gravity.y = -i;
        VL_DO(h.lab, VL_NUMBERS, .scene = scene, .scale = &h.lab->runs->reference.scale);
        before = i == 99 ? bytes_in_use() : before;
    }
    size_t lines = (size_t)h.log->text.capacity + (size_t)h.log->capacity * sizeof(double[10]);
    assert_true(bytes_in_use() - before < lines + 65536);
    history_end(&h);
}

// Lines beyond the memory for them are forgotten, and what is left leads where it led.
TEST(what_is_older_than_the_memory_is_forgotten)
{
    enum { CHANGES = 400, KEPT = 5 };

    SCOPED(vl_text) text = {0};
    vl_text_add(&text, "%snotes: ", rope);
    while (text.length < 60000)
        vl_text_add(&text, "Many words, as they are in the notes of a scene. ");
    OWNED(vl_scene) *scene = scene_of(text.data);
    history h = history_of(scene, 1, NULL);
    noted all[CHANGES];
    for (int i = 0; i < CHANGES; i++) {
        scene->gravity.y = -i;
        vl_lab_complete(h.lab, 0);
        const vl_energy_scale known = h.lab->runs->reference.scale; // the last ones are searched
        VL_DO(h.lab, VL_NUMBERS, .scene = scene, .scale = i < CHANGES - KEPT ? &known : NULL);
        (void)make_frame(h.lab, dt_of(i));
        all[i] = (noted){h.log->present, lab_hash(h.lab)};
    }
    assert_false(vl_log_reaches(h.log, all[0].entry));
    assert_true(vl_log_first(h.log) > 0 && vl_log_first(h.log) < CHANGES - KEPT);
    for (int i = CHANGES - KEPT; i < CHANGES; i++) {
        assert_true(vl_log_go(h.log, all[i].entry));
        assert_true(lab_hash(h.lab) == all[i].hash);
        assert_true(vl_log_scene(h.log)->gravity.y == -i);
        double scale = vl_energy_scale_of_scene(vl_log_scene(h.log)).joule;
        assert_true(h.lab->runs->reference.scale.joule == scale);
    }
    history_end(&h);
}
