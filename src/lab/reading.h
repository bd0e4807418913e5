#pragma once
/// What is known of a world at one instant.

#include "base/vec.h"
#include "physics/exact.h"
#include "physics/world.h"

enum { VL_MOST_SOURCES = 8 };

/// All of one instant `time`. A value that does not exist is NaN.
typedef struct vl_reading {
    int64_t step;
    double time;                     ///< s
    double dt;                       ///< s, the frame that led here; NaN at the start
    double dt_ratio;                 ///< dt / dt₋ of the last substep; NaN before the second
    double kinetic;                  ///< J
    double potential;                ///< J
    double gravity, springs, forces; ///< J, the parts of potential
    double energy;                   ///< J
    double energy_error;             ///< (energy − energy at the start) / scale
    double position_error;           ///< m, largest distance from the exact solution
    double stretch_max, stretch_rms; ///< relative; NaN without links
    vl_vec3 momentum;                ///< kg m/s
    vl_vec3 angular_momentum;        ///< kg m²/s, about the origin
    int sweeps;                      ///< of the solver
    double residual;                 ///< largest |strain| of the rods and strings; NaN without
    double cpu;                      ///< s, time of the step that led here; NaN at the start
} vl_reading;
