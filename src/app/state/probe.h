#pragma once
/// The probe: what it reads of a particle in all lanes, and where that has been.

#include "app/state/numbers.h"
#include "lab/probe.h"
#include "ui/series.h"

/// Of one lane.
typedef struct vl_probe_lane {
    int64_t id;               ///< of the lane
    vl_probe_reading now;     ///< of this frame, for the arrows
    vl_probe_reading shown;   ///< of the digits
    vl_series x[VL_AXES];     ///< m over s, of each axis
    vl_series phase[VL_AXES]; ///< m/s over m; v is one step behind
} vl_probe_lane;

/// A fresh one is `{0}`.
typedef struct vl_probe {
    int particle; ///< number of the particle that was followed last; 0: none
    int axis;     ///< that is plotted: 0…2
    double time;  ///< s, of the newest points
    vl_probe_lane lanes[VL_MOST_LANES];
} vl_probe;

/// To be called in each frame: reads the particle of that number in all lanes; 0: none. A path
/// begins anew with another particle, another lane, or an earlier time than before.
void vl_probe_follow(vl_probe *probe, vl_session *session, int particle);

/// To be called when digits are refreshed.
void vl_probe_show(vl_probe *probe);

void vl_probe_free(vl_probe *probe);
