// Snapshots of a lab: whatever was done since, the state comes back to the bit, with its lanes, and
// leads where it led.

#include "base/hash.h"
#include "lab/snapshot.h"
#include "scene/lanes.h"
#include "support/histories.h"
#include "support/scenes.h"
#include "support/testing.h"

enum { LANES = 3, FRAMES = 8, MOMENTS = 5, VISITS = 12 };

// What is read at the present instant and after frames whose lengths belong to the moment.
static uint64_t what_follows(vl_lab *lab, int moment)
{
    vl_random random = {(uint64_t)moment + 77};
    vl_lab_settle(lab, 0);
    uint64_t hash = bits_of_lab(lab);
    for (int i = 0; i < FRAMES; i++) {
        (void)vl_lab_advance(lab, vl_random_uniform(&random, 0.004, 0.03));
        hash = vl_hash_word(hash, bits_of_lab(lab));
    }
    vl_lab_settle(lab, 0);
    return vl_hash_word(hash, bits_of_lab(lab));
}

static void do_anything(history *h)
{
    history_forget(h);
    history_live(h, any_of(&h->random, 8));
    history_let_go(h);
}

// --- the property ---

typedef struct moment {
    vl_lab_snapshot *snapshot;
    uint64_t state, after; // then, and some frames later
    vl_moment now;
    int lanes, number;
} moment;

static void begin_moments(history *h, moment *moments)
{
    for (int i = 0; i < MOMENTS; i++) {
        vl_lab *lab = h->lab;
        (void)vl_lab_advance(lab, 0.012); // its reading may not be complete
        moments[i] =
            (moment){vl_lab_snapshot_create(lab), bits_of_lab(lab), 0, lab->now, lab->count, i};
        assert_true(vl_lab_snapshot_has_lanes(moments[i].snapshot));
        moments[i].after = what_follows(lab, i);
        do_anything(h);
    }
}

static void assert_comes_back(vl_lab *lab, const moment *then, int seed)
{
    vl_lab_snapshot_bring_back(then->snapshot);
    assert_int_equal(lab->count, then->lanes);
    assert_true(vl_lab_snapshot_has_lanes(then->snapshot));
    vl_moment now = vl_lab_snapshot_moment(then->snapshot);
    assert_true(now.time == then->now.time && now.frames == then->now.frames);
    if (bits_of_lab(lab) != then->state)
        fail_msg("seed %d: moment %d has other bits", seed, then->number);
    if (what_follows(lab, then->number) != then->after)
        fail_msg("seed %d: moment %d leads elsewhere", seed, then->number);
}

// Lanes that were removed are kept as long as a snapshot has them, and no longer.
TEST(a_snapshot_comes_back_to_the_bit_whatever_was_done_since)
{
    size_t most = 0;
    for (int seed = 1; seed <= test_cases(3, 12); seed++) {
        vl_random random = test_random(seed);
        moment moments[MOMENTS];
        OWNED(vl_scene) *scene = any_scene(&random);
        vl_scene lanes[LANES];
        for (int i = 0; i < LANES; i++)
            lanes[i] = any_lane(scene, &random);
        vl_scene_set_lanes(scene, lanes, LANES);
        history h = history_of(scene, seed, NULL);
        vl_lab *lab = h.lab;
        h.may &= ~(unsigned)DOES_RESET;
        begin_moments(&h, moments);
        for (int i = 0; i < VISITS; i++) {
            assert_comes_back(lab, &moments[any_of(&random, MOMENTS)], seed);
            do_anything(&h);
            most = vl_lab_removed_bytes(lab) > most ? vl_lab_removed_bytes(lab) : most;
        }
        for (int left = MOMENTS; left > 0; left--) {
            int gone = any_of(&random, left);
            vl_lab_snapshot_free(moments[gone].snapshot);
            moments[gone] = moments[left - 1];
            if (left > 1)
                assert_comes_back(lab, &moments[0], seed);
        }
        history_forget(&h);
        assert_int_equal(vl_lab_removed_bytes(lab), 0);
        history_end(&h);
    }
    assert_true(most > 0);
}

// ω h is 3: explicit Euler grows in each step.
TEST(what_is_known_of_a_blow_up_comes_back_too)
{
    OWNED(vl_scene) *scene = scene_of("format: 1\nintegrator: explicit-euler\ntimestep: fixed:0.1\n"
                                      "particles:\n  - {at: [1, 0]}\n"
                                      "forces:\n  - {kind: harmonic, stiffness: 900}\n");
    OWNED(vl_lab) *lab = lab_of_lanes(scene, 1);
    for (int i = 0; i < 2; i++)
        (void)vl_lab_advance(lab, 0.1);
    vl_lab_settle(lab, 0);
    assert_true(isnan(lab->runs[0].blown));
    vl_lab_snapshot *snapshot = vl_lab_snapshot_create(lab);
    double blown[2];
    for (int i = 0; i < 2; i++) {
        vl_lab_snapshot_bring_back(snapshot);
        assert_true(isnan(lab->runs[0].blown));
        for (int k = 0; k < 10; k++)
            (void)vl_lab_advance(lab, 0.1);
        blown[i] = lab->runs[0].blown;
    }
    assert_true(blown[0] > 0.25 && blown[0] == blown[1]);
    vl_lab_snapshot_free(snapshot);
}
