#pragma once
// Labs as tests want them, and checksums of their states.

#include "base/hash.h"
#include "base/memory.h"
#include "lab/log.h"
#include "physics/world/world.h"

/// A lab with one lane for each of `count` integrators; NULL: all have that of the scene. They make
/// the common frames as they are, whatever the policy of the scene is.
static inline vl_lab *lab_with(const vl_scene *scene, const vl_integrator *const *integrators,
                               int count)
{
    static char raw[] = "raw";
    vl_error error = {0};
    vl_scene *lanes = vl_alloc((size_t)count, sizeof *lanes);
    for (int i = 0; i < count; i++) {
        lanes[i] = *scene;
        lanes[i].integrator = integrators ? integrators[i] : scene->integrator;
        lanes[i].policy = raw;
        lanes[i].lane.own_stream = false;
    }
    vl_lab *lab = vl_lab_create(NULL, lanes, count, &error);
    vl_free(lanes);
    return lab;
}

/// One frame with all its steps; false: it has no length.
static inline bool make_frame(vl_lab *lab, double dt)
{
    bool begins = vl_lab_do_frame(lab, dt);
    while (begins && vl_lab_step(lab))
        ;
    return begins;
}

/// What lanes of a scene are as records.
static inline vl_lane *records_of(const vl_scene *lanes, int count, vl_lane records[])
{
    for (int i = 0; i < count; i++)
        records[i] = lanes[i].lane;
    return records;
}

/// The sum of the parts of a ledger, J.
static inline double ledger_sum(const double parts[VL_MOST_CAUSES])
{
    double sum = 0;
    for (int c = 0; c < vl_cause_count; c++)
        sum += parts[c];
    return sum;
}

/// A checksum of the states of all lanes, in their order.
static inline uint64_t lab_hash(const vl_lab *lab)
{
    uint64_t hash = VL_HASH_START;
    for (int i = 0; i < lab->count; i++)
        hash = vl_hash_word(hash, vl_world_hash(lab->runs[i].world));
    return hash;
}
