#include "base/worker.h"

#include "base/clock.h"
#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>

struct vl_worker {
    vl_worker_piece *piece;
    void *user;
    pthread_t thread;
    bool threaded, joined;
    pthread_mutex_t mutex;
    atomic_bool stop, finished;
};

static void *work(void *user)
{
    vl_worker *worker = user;
    while (!atomic_load(&worker->stop) && worker->piece(worker->user)) {
    }
    atomic_store(&worker->finished, !atomic_load(&worker->stop));
    return NULL;
}

vl_worker *vl_worker_start(vl_worker_piece *piece, void *user)
{
    vl_worker *worker = vl_alloc(1, sizeof *worker);
    worker->piece = piece;
    worker->user = user;
    pthread_mutex_init(&worker->mutex, NULL);
    atomic_init(&worker->stop, false);
    atomic_init(&worker->finished, false);
    worker->threaded = pthread_create(&worker->thread, NULL, work, worker) == 0;
    return worker;
}

static void join(vl_worker *worker)
{
    if (worker->threaded && !worker->joined)
        pthread_join(worker->thread, NULL);
    worker->joined = true;
}

void vl_worker_free(vl_worker *worker)
{
    if (!worker)
        return;
    atomic_store(&worker->stop, true);
    join(worker);
    pthread_mutex_destroy(&worker->mutex);
    vl_free(worker);
}

bool vl_worker_has_finished(const vl_worker *worker)
{
    return atomic_load(&worker->finished);
}

void vl_worker_wait(vl_worker *worker)
{
    while (!worker->threaded && !vl_worker_has_finished(worker))
        vl_worker_turn(worker, 1);
    join(worker);
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
