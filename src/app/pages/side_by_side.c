#include "app/pages/side_by_side.h"

#include <string.h>

void vl_pairs_forget(vl_side_by_side *pairs)
{
    vl_identity_free(pairs->identity);
    pairs->identity = NULL;
    pairs->pair = 0;
    pairs->left_out = pairs->queued = pairs->done = 0;
    memset(pairs->shown, 0, sizeof pairs->shown);
    for (int k = 0; k < vl_identity_pair_count; k++) {
        vl_series_clear(&pairs->made[k]);
        vl_series_clear(&pairs->series[k]);
        pairs->made[k].most = pairs->series[k].most = VL_PAIRS_MOST_SAMPLES;
    }
}

void vl_pairs_begin(vl_side_by_side *pairs, const vl_world *world)
{
    vl_pairs_forget(pairs);
    pairs->identity = vl_identity_create(world);
    for (int k = 0; k < vl_identity_pair_count; k++)
        pairs->shown[k] = pairs->identity->pairs[k].reading;
}

void vl_pairs_free(vl_side_by_side *pairs)
{
    vl_pairs_forget(pairs);
    for (int k = 0; k < vl_identity_pair_count; k++) {
        vl_series_free(&pairs->made[k]);
        vl_series_free(&pairs->series[k]);
    }
}

void vl_pairs_add(vl_side_by_side *pairs, double dt)
{
    vl_worker_lock(pairs->base.worker);
    bool room = pairs->queued - pairs->done < VL_PAIRS_WAITING;
    if (room)
        pairs->waiting[pairs->queued++ % VL_PAIRS_WAITING] = dt;
    vl_worker_unlock(pairs->base.worker);
    pairs->left_out += !room;
    vl_worker_wake(pairs->base.worker);
}

// Of a frame that the pair could not make there is no difference, and so no sample.
static void publish(vl_side_by_side *pairs, int k, bool stepped)
{
    const vl_identity_reading *reading = &pairs->identity->pairs[k].reading;
    pairs->shown[k] = *reading;
    if (stepped && !reading->stopped)
        vl_course_add_point(&pairs->made[k], reading->time, reading->difference);
}

bool vl_pairs_step(vl_side_by_side *pairs)
{
    int k = pairs->pair;
    vl_worker_lock(pairs->base.worker);
    bool waits = pairs->done < pairs->queued;
    double dt = pairs->waiting[pairs->done % VL_PAIRS_WAITING];
    vl_worker_unlock(pairs->base.worker);
    if (!waits)
        return false;
    int64_t steps = pairs->identity->pairs[k].reading.steps;
    vl_identity_step(pairs->identity, k, dt);
    vl_worker_lock(pairs->base.worker);
    publish(pairs, k, pairs->identity->pairs[k].reading.steps > steps);
    pairs->pair = (k + 1) % vl_identity_pair_count;
    pairs->done += pairs->pair == 0;
    vl_worker_unlock(pairs->base.worker);
    return true;
}

// The plot draws `series` without the lock, so the worker has samples of its own.
static void take_samples(vl_series *made, vl_series *series)
{
    for (int i = 0; i < made->count; i++)
        vl_course_add_point(series, made->x[i], made->y[i]);
    vl_series_clear(made);
}

int64_t vl_pairs_show(vl_side_by_side *pairs, vl_identity_reading shown[VL_IDENTITY_MOST_PAIRS])
{
    vl_worker_lock(pairs->base.worker);
    memcpy(shown, pairs->shown, sizeof pairs->shown);
    for (int k = 0; k < vl_identity_pair_count; k++)
        take_samples(&pairs->made[k], &pairs->series[k]);
    int64_t waits = pairs->queued - pairs->done;
    vl_worker_unlock(pairs->base.worker);
    return waits;
}
