// Work beside the caller: all pieces in order, and none after it was asked to stop. Parts of a
// work: each once; who waits sleeps, and helpers that cost more than they save pause.

#include "base/clock.h"
#include "base/team.h"
#include "base/worker.h"
#include "support/testing.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

typedef struct sum {
    int made, most;
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

// Nobody waits longer than asked for a work without an end, and it is ended by freeing it.
TEST(it_stops_when_asked)
{
    sum s = {.most = INT_MAX};
    vl_worker *worker = vl_worker_start(vl_worker_create(add_one, &s));
    double begin = vl_clock_now();
    vl_worker_wait(worker, 0.01);
    double took = vl_clock_now() - begin;
    assert_true(took >= 0.009 && took < 1);
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

// --- parts ---

enum { MOST = 5 };

typedef struct parts {
    pthread_t caller;
    double seconds, sleep; // s that each part computes, and that a helper sleeps before
    int done[MOST];
    atomic_int helped;
    clock_t computed; // by the whole program, at the end of the first part
} parts;

static void do_part(const void *work, int part)
{
    parts *p = (parts *)work;
    p->done[part]++;
    if (!pthread_equal(pthread_self(), p->caller)) {
        atomic_fetch_add(&p->helped, 1);
        nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * p->sleep)}, NULL);
    }
    double begun = vl_clock_now();
    while (vl_clock_now() < begun + p->seconds) {
    }
    if (part == 0)
        p->computed = clock();
}

TEST(each_part_is_done_once)
{
    for (int count = 1; count <= MOST; count++) {
        parts p = {.caller = pthread_self()};
        SCOPED(vl_arena) arena = {0};
        vl_team *team = vl_team_create(&arena, count);
        for (int n = 1; n <= 500; n++) {
            vl_team_do(team, do_part, &p);
            for (int k = 0; k < MOST; k++)
                assert_int_equal(p.done[k], k < count ? n : 0);
        }
    }
}

// Does works until a helper came so often; returns how many s it took.
static double work_until_helped(vl_team *team, parts *p, int times)
{
    SKIP_IN_NODE("there are no threads here");
    double begun = vl_clock_now();
    while (atomic_load(&p->helped) < times && vl_clock_now() < begun + 10)
        vl_team_do(team, do_part, p);
    assert_int_equal(atomic_load(&p->helped), times);
    return vl_clock_now() - begun;
}

// Of these 0.15 s caller and helper may look for each other for 0.1 ms, and a part takes 1 ms.
TEST(who_waits_sleeps)
{
    parts p = {.caller = pthread_self(), .seconds = 0.001, .sleep = 0.1};
    SCOPED(vl_arena) arena = {0};
    vl_team *team = vl_team_create(&arena, 2);
    work_until_helped(team, &p, 1);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    assert_true(clock() - p.computed < CLOCKS_PER_SEC / 50);
}

// A help costs 20 ms, more than may be lost, and is followed by 0.1 s of work without helpers.
TEST(helpers_that_are_slow_pause_and_are_tried_again)
{
    parts p = {.caller = pthread_self(), .seconds = 50e-6, .sleep = 0.02};
    SCOPED(vl_arena) arena = {0};
    vl_team *team = vl_team_create(&arena, 2);
    assert_true(work_until_helped(team, &p, 2) > 0.1);
}
