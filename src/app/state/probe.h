#pragma once
/// The probe: what it reads of a particle in all lanes.

#include "app/state/numbers.h"
#include "lab/probe.h"

/// Of one lane.
typedef struct vl_probe_lane {
    vl_probe_reading now;   ///< of this frame, for the arrows
    vl_probe_reading shown; ///< of the digits
} vl_probe_lane;

/// A fresh one is `{0}`.
typedef struct vl_probe {
    int particle; ///< number of the particle that was followed last; 0: none
    vl_probe_lane lanes[VL_MOST_LANES];
} vl_probe;

/// To be called in each frame: reads the particle of that number in all lanes; 0: none.
void vl_probe_follow(vl_probe *probe, vl_session *session, int particle);

/// To be called when digits are refreshed.
void vl_probe_show(vl_probe *probe);
