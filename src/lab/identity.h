#pragma once
/// Identities: pairs of methods that are the same under any steps. Both are stepped side by side,
/// and their difference turns out to be rounding. Two more pairs are not the same, to show that the
/// comparison can fail.

#include "physics/model/model.h"

/// Makes a step of the second of a pair that is no integrator of the table. False: the links have
/// no solution.
typedef bool vl_identity_step_by(vl_world *world, double dt);

/// Sets the starting velocity of the second of a pair from the first, which has begun with substeps
/// of `h` s.
typedef void vl_identity_start(vl_world *right, const vl_world *left, double h);

typedef struct vl_identity_pair {
    const char *name;           ///< "tcv/semi-implicit-euler": CSV
    const char *left, *right;   ///< titles: "TCV", "semi-implicit Euler"
    const char *says;           ///< how the second is started, and why both are the same or not
    bool holds;                 ///< the same under any steps; false: a control
    const char *first, *second; ///< integrators
    vl_identity_start *start;   ///< NULL: the second starts itself
    vl_identity_step_by *step;  ///< NULL: the second is stepped by its integrator
} vl_identity_pair;

enum { VL_IDENTITY_MOST_PAIRS = 8 }; ///< for the size of arrays

extern const vl_identity_pair vl_identity_pairs[];
extern const int vl_identity_pair_count;

/// The difference between the two of a pair. Before the first step all but `parted` are 0.
typedef struct vl_identity_reading {
    int64_t steps;
    double time;       ///< s, since the pairs began
    double dt;         ///< s, of the last frame
    double difference; ///< m, largest distance between the two places of a particle
    double largest;    ///< m, the largest `difference` so far
    double relative;   ///< largest ratio so far of the difference to `size`
    double size;       ///< m, largest coordinate so far; rounding is relative to it
    double parted;     ///< s, time at which they differed more than rounding can; NaN: never
    unsigned touched;  ///< 1 << vl_response of each collider that one of them touched
    bool torn;         ///< a link of one of them tore
    bool stopped;      ///< one of them has diverged, or its links had no solution
} vl_identity_reading;

typedef enum vl_identity_verdict {
    VL_IDENTITY_SAME,      ///< the difference is rounding
    VL_IDENTITY_AMPLIFIED, ///< the same, but the motion amplified the rounding
    VL_IDENTITY_PARTED,    ///< different
} vl_identity_verdict;

typedef struct vl_identity {
    struct {
        vl_world *left, *right;
        vl_identity_reading reading;
    } pairs[VL_IDENTITY_MOST_PAIRS]; ///< by the rows of vl_identity_pairs
} vl_identity;

/// Starts all pairs in the state of `world`, which must be synchronised and does not change. Free
/// with vl_identity_free().
vl_identity *vl_identity_create(const vl_world *world);

/// NULL is allowed.
void vl_identity_free(vl_identity *identity);

/// Makes a frame of `dt` s with pair number `k`. A `dt` that cannot be a step is skipped.
void vl_identity_step(vl_identity *identity, int k, double dt);

/// Half a unit in the last place of the largest coordinate, m.
double vl_identity_rounding(const vl_identity_reading *reading);

vl_identity_verdict vl_identity_judge(const vl_identity_reading *reading);

/// Why pair `k`, the same in theory, may have differed in its run in this world, as a sentence;
/// NULL where no reason is known. A collider is a reason once it was touched.
const char *vl_identity_hindrance(const vl_world *world, const vl_identity_reading *reading, int k);
