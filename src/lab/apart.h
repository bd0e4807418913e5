#pragma once
/// The distance of each lane of a lab to one of them, in its readings.
///
/// A listener between the lab and another one. Lanes come to the same instant one after the other,
/// and a reading is complete up to a step later. So a reading waits here until the place of the
/// chosen lane at its instant is known, or it is known that the lane has none then. The others get
/// the readings in the order in which they came.

#include "lab/lab.h"

typedef struct vl_apart vl_apart;

/// Passes readings on to `listener` with their `difference`: the distance to the lane `to` at the
/// same instant, as vl_lab_distance() has it; 0 of that lane itself; NaN where it has no state
/// then. Free with vl_apart_free().
vl_apart *vl_apart_create(const vl_lab *lab, int to, vl_lab_listener *listener, void *user);

/// A vl_lab_listener; `apart` is a vl_apart.
void vl_apart_take(void *apart, int lane, const vl_reading *reading, double *const x[VL_AXES]);

/// Passes on what still waits. Call it when no reading is to come.
void vl_apart_end(vl_apart *apart);

/// NULL is allowed.
void vl_apart_free(vl_apart *apart);
