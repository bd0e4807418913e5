// Checksums of states: two states that differ have different ones, and one state has one, however
// it is stored. That no look changes it is tested in test_any_scene.c.

#include "base/hash.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

static uint64_t hash_of(const uint64_t *words, int count)
{
    uint64_t hash = VL_HASH_START;
    for (int i = 0; i < count; i++)
        hash = vl_hash_word(hash, words[i]);
    return hash;
}

TEST(every_bit_of_every_word_counts)
{
    enum { WORDS = 20 };

    vl_random random = {1};
    uint64_t words[WORDS];
    for (int i = 0; i < WORDS; i++)
        words[i] = vl_random_next(&random);
    uint64_t before = hash_of(words, WORDS);
    for (int i = 0; i < WORDS; i++)
        for (int bit = 0; bit < 64; bit++) {
            words[i] ^= UINT64_C(1) << bit;
            assert_true(hash_of(words, WORDS) != before);
            words[i] ^= UINT64_C(1) << bit;
        }
}

// The sign is one bit. A checksum in which it stays where it is would not see two of them.
TEST(two_changed_signs_count)
{
    const double a[] = {1, -2, 3}, b[] = {-1, 2, 3};
    uint64_t of_a = VL_HASH_START, of_b = VL_HASH_START;
    for (int i = 0; i < COUNT(a); i++) {
        of_a = vl_hash_number(of_a, a[i]);
        of_b = vl_hash_number(of_b, b[i]);
    }
    assert_true(of_a != of_b);
}

TEST(all_that_is_no_number_is_alike)
{
    double nan = (double)NAN;
    assert_true(vl_hash_number(1, nan) == vl_hash_number(1, -nan));
    assert_true(vl_hash_number(1, nan) != vl_hash_number(1, HUGE_VAL));
}

// Changes a number and puts it back.
static void assert_counts(const vl_world *world, double *number)
{
    double was = *number;
    uint64_t before = vl_world_hash(world);
    *number = nextafter(was, HUGE_VAL);
    assert_true(vl_world_hash(world) != before);
    *number = was;
    assert_true(vl_world_hash(world) == before);
}

// Of each method in mid-run.
TEST(each_number_of_the_state_counts_by_its_last_bit)
{
    for (int k = 0; k < vl_integrator_count; k++) {
        OWNED(vl_world) *world = chain(vl_integrators[k]->name, 3, 1, 1, 1, VL_ROD);
        make_steps(world, 3, 0.01);
        const vl_particles *p = &world->particles;
        double *const *kept = world->integrator->keeps_positions ? p->x_old : p->v;
        for (int axis = 0; axis < VL_AXES; axis++)
            for (int i = 0; i < p->count; i++) {
                assert_counts(world, &p->x[axis][i]);
                assert_counts(world, &kept[axis][i]);
            }
        assert_counts(world, &world->now.time);
        assert_counts(world, &world->now.dt_old);
        uint64_t before = vl_world_hash(world);
        p->pinned[2] = true;
        assert_true(vl_world_hash(world) != before);
    }
}

// The solver decides in which slots the particles of a cloth lie.
TEST(the_order_of_the_slots_does_not_change_it)
{
    OWNED(vl_world) *a = world_from("cloths: [{origin: [0, 0], along: [1, 0], down: [0, -1], "
                                    "columns: 5, rows: 4, pin: [top]}]",
                                    "tcv");
    vl_particles *p = &a->particles;
    uint64_t before = vl_world_hash(a);
    int one = p->slot_of[2], two = p->slot_of[9];
    p->slot_of[2] = two;
    p->slot_of[9] = one;
    for (int axis = 0; axis < VL_AXES; axis++) {
        double x = p->x[axis][one], v = p->v[axis][one];
        p->x[axis][one] = p->x[axis][two];
        p->v[axis][one] = p->v[axis][two];
        p->x[axis][two] = x;
        p->v[axis][two] = v;
    }
    bool pinned = p->pinned[one];
    p->pinned[one] = p->pinned[two];
    p->pinned[two] = pinned;
    assert_true(vl_world_hash(a) == before);
}
