// Work beside the caller: all pieces in order, and none after it was asked to stop.

#include "base/clock.h"
#include "base/worker.h"
#include "support/testing.h"

typedef struct sum {
    int made, most;
    bool in_order;
    int numbers[1000];
} sum;

static bool add_one(void *user)
{
    sum *s = user;
    s->numbers[s->made % 1000] = s->made;
    s->made++;
    return s->made < s->most;
}

TEST(all_pieces_are_done_once)
{
    static const int counts[] = {1, 2, 999};
    for (int i = 0; i < COUNT(counts); i++) {
        sum s = {.most = counts[i]};
        OWNED(vl_worker) *worker = vl_worker_start(vl_worker_create(add_one, &s));
        vl_worker_wait(worker, VL_FOREVER);
        assert_true(vl_worker_has_finished(worker));
        assert_int_equal(s.made, counts[i]);
        for (int k = 0; k < s.made; k++)
            assert_int_equal(s.numbers[k], k);
    }
}

static bool go_on(void *user)
{
    sum *s = user;
    s->made++;
    return true;
}

// A work without an end is ended by freeing it.
TEST(it_stops_when_asked)
{
    sum s = {0};
    vl_worker *worker = vl_worker_start(vl_worker_create(go_on, &s));
    double begin = vl_clock_now();
    while (vl_clock_now() < begin + 0.01)
        vl_worker_turn(worker, 0.001);
    assert_false(vl_worker_has_finished(worker));
    vl_worker_free(worker);
    assert_true(s.made > 0);
}

// What comes later is done as well, each time that it is woken, with a thread and without one.
TEST(it_goes_on_when_woken)
{
    for (int k = 0; k < 2; k++) {
        sum s = {.most = 3};
        OWNED(vl_worker) *worker = vl_worker_create(add_one, &s);
        if (k == 0)
            vl_worker_start(worker);
        for (int i = 1; i <= 200; i++) {
            vl_worker_wait(worker, VL_FOREVER);
            assert_int_equal(s.made, 3 * i);
            s.most += 3;
            vl_worker_wake(worker);
        }
    }
}

// Nobody waits longer than asked for a piece that does not end, nor for work without an end.
TEST(waiting_has_a_limit)
{
    sum s = {0};
    OWNED(vl_worker) *worker = vl_worker_start(vl_worker_create(go_on, &s));
    double begin = vl_clock_now();
    vl_worker_wait(worker, 0.01);
    double took = vl_clock_now() - begin;
    assert_true(took >= 0.009 && took < 1);
    assert_false(vl_worker_has_finished(worker));
}
