#include "base/worker.h"

#include "base/clock.h"
#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

struct vl_worker {
    vl_worker_piece *piece;
    void *user;
    pthread_t thread;
    bool threaded;
    pthread_mutex_t mutex; // protects the caller's data and the members below
    pthread_cond_t changed;
    bool more; // more pieces were requested
    atomic_bool stop, finished;
};

// Waits until there is more work. Returns false if the worker must stop.
static bool wait_for_more(vl_worker *worker)
{
    pthread_mutex_lock(&worker->mutex);
    if (!worker->more && !atomic_load(&worker->stop)) {
        atomic_store(&worker->finished, true);
        pthread_cond_broadcast(&worker->changed);
    }
    while (!worker->more && !atomic_load(&worker->stop))
        pthread_cond_wait(&worker->changed, &worker->mutex);
    worker->more = false;
    bool goes_on = !atomic_load(&worker->stop);
    pthread_mutex_unlock(&worker->mutex);
    return goes_on;
}

static void *work(void *user)
{
    vl_worker *worker = user;
    do {
        while (!atomic_load(&worker->stop) && worker->piece(worker->user)) {
        }
    } while (wait_for_more(worker));
    return NULL;
}

vl_worker *vl_worker_create(vl_worker_piece *piece, void *user)
{
    vl_worker *worker = vl_alloc(1, sizeof *worker);
    worker->piece = piece;
    worker->user = user;
    pthread_mutex_init(&worker->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC); // which nobody can set
    pthread_cond_init(&worker->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    atomic_init(&worker->stop, false);
    atomic_init(&worker->finished, false);
    return worker;
}

vl_worker *vl_worker_start(vl_worker *worker)
{
    worker->threaded = pthread_create(&worker->thread, NULL, work, worker) == 0;
    return worker;
}

void vl_worker_wake(vl_worker *worker)
{
    pthread_mutex_lock(&worker->mutex);
    worker->more = worker->threaded;
    atomic_store(&worker->finished, false);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->mutex);
}

void vl_worker_free(vl_worker *worker)
{
    if (!worker)
        return;
    pthread_mutex_lock(&worker->mutex);
    atomic_store(&worker->stop, true);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->mutex);
    if (worker->threaded)
        pthread_join(worker->thread, NULL);
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->mutex);
    vl_free(worker);
}

bool vl_worker_has_finished(const vl_worker *worker)
{
    return atomic_load(&worker->finished);
}

void vl_worker_wait(vl_worker *worker, double most)
{
    vl_worker_turn(worker, most);
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    int64_t nanoseconds = end.tv_nsec + (int64_t)(1e9 * most);
    end.tv_sec += (time_t)(nanoseconds / 1000000000);
    end.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_mutex_lock(&worker->mutex);
    bool waits = worker->threaded;
    while (waits && !vl_worker_has_finished(worker))
        waits = pthread_cond_timedwait(&worker->changed, &worker->mutex, &end) == 0;
    pthread_mutex_unlock(&worker->mutex);
}

void vl_worker_turn(vl_worker *worker, double budget)
{
    double begin = vl_clock_now();
    while (!worker->threaded && !vl_worker_has_finished(worker)) {
        if (!worker->piece(worker->user))
            atomic_store(&worker->finished, true);
        if (vl_clock_now() - begin > budget)
            break;
    }
}

void vl_worker_lock(vl_worker *worker)
{
    pthread_mutex_lock(&worker->mutex);
}

void vl_worker_unlock(vl_worker *worker)
{
    pthread_mutex_unlock(&worker->mutex);
}
