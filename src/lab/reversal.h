#pragma once
/// Time reversal: steps are recorded, all velocities are reversed, and the same steps are made from
/// the last to the first. A method that is reversible under any steps comes back to where it began,
/// but for rounding; the distance from there measures how irreversible a method is.

#include "physics/model/model.h"
#include "scene/scene.h"

enum {
    VL_RECORD_MOST = 100000,       ///< steps, of a run that somebody watches
    VL_RECORD_MOST_EVER = 10000000 ///< of one without a display
};

/// The steps since some instant, and where all was then. A fresh one is {0}. Free with
/// vl_record_free().
typedef struct vl_record {
    int particles;
    double *x[VL_AXES]; ///< m, at that instant
    double *v[VL_AXES]; ///< m/s
    bool *pinned;
    double time; ///< s
    bool whole;  ///< no link was broken by then
    int count, capacity;
    double *dt; ///< s, of frames
} vl_record;

/// Begins anew from the present instant; the world is synchronised.
void vl_record_begin(vl_record *record, vl_world *world);

void vl_record_add(vl_record *record, double dt);

/// Makes `to` a copy; what it held is freed.
void vl_record_copy(vl_record *to, const vl_record *from);

void vl_record_free(vl_record *record);

/// Largest distance of a particle from where it was when the record began, m; NaN of a world that
/// has diverged.
double vl_record_distance(const vl_record *record, const vl_world *world);

/// Why the motion itself does not come back, whatever the method, as a sentence; NULL where nothing
/// is known to hinder it.
const char *vl_reversal_hindrance(const vl_world *world);

/// One method that steps there and back.
typedef struct vl_return {
    vl_world *world;
    int made; ///< steps of the 2 × record.count
} vl_return;

/// A world of `scene` with another integrator, where the record began. The record must be `whole`.
/// Free with vl_return_free().
vl_return vl_return_create(const vl_scene *scene, const vl_integrator *integrator,
                           const vl_record *record);

/// The next step: first along the record, then, with velocities reversed, back. False when there is
/// none left, or the world has diverged.
bool vl_return_step(vl_return *run, const vl_record *record);

void vl_return_free(vl_return *run);
