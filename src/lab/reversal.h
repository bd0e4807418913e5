#pragma once
/// Time reversal: steps are recorded, all velocities are reversed, and the same steps are made from
/// the last to the first. A method that is reversible under any steps returns to the start up to
/// rounding; the distance from the start measures how irreversible a method is.

#include "physics/model/model.h"
#include "scene/scene.h"

enum {
    VL_RECORD_MOST = 100000,       ///< limit of steps on the screen
    VL_RECORD_MOST_EVER = 10000000 ///< limit of steps on the command line
};

/// The state at some instant and the steps since. It begins as {0}. Free with vl_record_free().
typedef struct vl_record {
    int particles;
    double *x[VL_AXES]; ///< m, positions at that instant
    double *v[VL_AXES]; ///< m/s
    bool *pinned;
    vl_arena arena;      ///< of the anchors
    vl_anchors *anchors; ///< of friction at penalties; NULL where there is none
    double time;         ///< s
    bool whole;          ///< no link was broken at that instant
    int count, capacity;
    double *dt; ///< s, lengths of the frames since
} vl_record;

/// Begins anew at the present instant; synchronises the world.
void vl_record_begin(vl_record *record, vl_world *world);

void vl_record_add(vl_record *record, double dt);

/// Makes `to` a copy of `from`; its previous content is freed.
void vl_record_copy(vl_record *to, const vl_record *from);

void vl_record_free(vl_record *record);

/// Largest distance of a particle from its position when the record began, m; NaN where the world
/// has diverged.
double vl_record_distance(const vl_record *record, const vl_world *world);

/// Why the motion of a world so far is not reversible, whatever the method, as a sentence; NULL
/// where no reason is known. A collider is one once it was touched, a link once it is broken.
const char *vl_reversal_hindrance(const vl_world *world);

/// The run of one method forward and back.
typedef struct vl_return {
    vl_world *world;
    int made; ///< steps made of the 2 × record.count
} vl_return;

/// Builds a world of `scene` with another integrator in the state where the record began. The
/// record must be `whole`. Free with vl_return_free().
vl_return vl_return_create(const vl_scene *scene, const vl_integrator *integrator,
                           const vl_record *record);

/// Makes the next step: first along the record, then back with velocities reversed. False when no
/// step is left or the world has diverged.
bool vl_return_step(vl_return *run, const vl_record *record);

void vl_return_free(vl_return *run);
