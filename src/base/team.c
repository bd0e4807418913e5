#define _GNU_SOURCE // sched_getaffinity()

#include "base/team.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/worker.h"

#include <sched.h>
#include <stdatomic.h>

static const double longest_spin = 100e-6; // s that a thread looks for a change before it sleeps
static const double memory = 0.02;         // s, what was measured counts half after so long
static const double slack = 0.001;         // s that may be lost before anything was saved
static const double pause = 0.2;           // s of work without helpers when they are given up

// A part and its helper; the first has none.
typedef struct seat {
    vl_team *team;
    vl_worker *worker;
    unsigned seen;       // the last turn that the helper has seen
    atomic_uint taken;   // the last turn in which somebody has taken the part
    atomic_uint done;    // the last turn in which it was done
    atomic_bool awaited; // the caller sleeps until then
    double spent;        // s that a helper computed for it
} seat;

struct vl_team {
    int parts;
    seat *seats;
    atomic_uint turn; // the number of the work
    vl_team_part *function;
    const void *work;
    double lost, saved; // s of late: that the caller waited, and that helpers computed
    double alone;       // s of work without helpers that are left
};

int vl_team_cores(void)
{
#ifdef __linux__
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) == 0)
        return CPU_COUNT(&cores);
#endif
    return 1;
}

// Each part is taken once in every turn. A helper that comes late finds a later number there.
static bool take(seat *s, unsigned turn)
{
    unsigned before = turn - 1;
    return atomic_compare_exchange_strong(&s->taken, &before, turn);
}

// Of a helper: waits for a turn and does its part. False lets its worker sleep, and wakes the
// caller. Another thread of this core, which may be the caller, goes before one that waits.
static bool help(void *user)
{
    seat *s = user;
    double begun = vl_clock_now();
    unsigned turn;
    while ((turn = atomic_load(&s->team->turn)) == s->seen) {
        if (vl_clock_now() > begun + longest_spin)
            return false;
        sched_yield();
    }
    s->seen = turn;
    if (take(s, turn)) {
        double before = vl_clock_computed();
        s->team->function(s->team->work, (int)(s - s->team->seats));
        s->spent = vl_clock_computed() - before;
        atomic_store(&s->done, turn);
    }
    return !atomic_load(&s->awaited);
}

static void end(void *user)
{
    vl_team *team = user;
    for (int k = 1; k < team->parts; k++)
        vl_worker_free(team->seats[k].worker);
    vl_free(team->seats);
    vl_free(team);
}

vl_team *vl_team_create(vl_arena *arena, int parts)
{
    vl_team *team = vl_alloc(1, sizeof *team);
    vl_arena_at_end(arena, end, team);
    team->parts = parts;
    team->seats = vl_alloc((size_t)parts, sizeof *team->seats);
    for (int k = 1; k < parts; k++) {
        seat *s = &team->seats[k];
        s->team = team;
        s->worker = vl_worker_start(vl_worker_create(help, s));
    }
    return team;
}

static void wait_for(seat *s, unsigned turn)
{
    for (double begun = vl_clock_now(); atomic_load(&s->done) != turn;)
        if (vl_clock_now() > begun + longest_spin) {
            atomic_store(&s->awaited, true);
            if (atomic_load(&s->done) != turn)
                vl_worker_wait(s->worker, VL_FOREVER);
            atomic_store(&s->awaited, false);
        }
}

// Helpers pause when the caller has waited for more than half of what they saved.
static void judge(vl_team *team, double lost, double saved)
{
    team->lost += lost;
    team->saved += saved;
    if (team->lost > team->saved / 2 + slack) {
        team->lost = team->saved = 0;
        team->alone = pause;
    } else if (team->lost + team->saved > memory) {
        team->lost /= 2;
        team->saved /= 2;
    }
}

static void do_together(vl_team *team, vl_team_part *function, const void *work)
{
    double begun = vl_clock_now(), saved = 0;
    team->function = function;
    team->work = work;
    unsigned turn = atomic_fetch_add(&team->turn, 1) + 1;
    for (int k = 1; k < team->parts; k++)
        if (vl_worker_has_finished(team->seats[k].worker))
            vl_worker_wake(team->seats[k].worker);
    double ready = vl_clock_now();
    for (int k = 0; k < team->parts; k++) {
        seat *s = &team->seats[k];
        if (!take(s, turn))
            continue;
        function(work, k);
        s->spent = 0;
        atomic_store(&s->done, turn);
    }
    double computed = vl_clock_now() - ready;
    for (int k = 1; k < team->parts; k++) {
        wait_for(&team->seats[k], turn);
        saved += team->seats[k].spent;
    }
    judge(team, vl_clock_now() - begun - computed, saved);
}

void vl_team_do(vl_team *team, vl_team_part *function, const void *work)
{
    if (team && team->alone <= 0) {
        do_together(team, function, work);
        return;
    }
    double begun = vl_clock_now();
    for (int k = 0; k < (team ? team->parts : 1); k++)
        function(work, k);
    if (team)
        team->alone -= vl_clock_now() - begun;
}
