#pragma once
/// What is known of a world at one instant.

#include "physics/exact/exact.h"
#include "physics/ledger/ledger.h"
#include "physics/model/model.h"

/// All of one instant `time`. A value that does not exist is NaN.
typedef struct vl_reading {
    int64_t step;
    double time; ///< s
    double dt;   ///< s, the frame that led here; NaN at the start
    double
        dt_ratio; ///< of that frame's first substep to the substep before; NaN where there is none
    double kinetic;                            ///< J
    double gravity, springs, contacts, forces; ///< J, the parts of potential
    double potential;                          ///< J
    double energy;                             ///< J
    double ledger[VL_CAUSE_COUNT]; ///< J by cause, since the start: their sum is energy − energy at
                                   ///< the start, of the right energy where another is read by a
                                   ///< mistake or an estimator; NaN where no ledger is kept
    double energy_error;    ///< (energy − energy at the start)/scale
    double position_error;  ///< m, largest distance of a particle from where it should be: by the
                            ///< exact solution, else by the reference run where it is there yet
    double reference_error; ///< m, how far the reference run itself may be off
    double stretch_max, stretch_rms; ///< relative, of all links; NaN without links
    double residual; ///< what the solver left of the last substep, relative to the length of the
                     ///< link: largest |C − α̃ λ|/length with C = |d| − length, λ the multiplier
                     ///< and α̃ = compliance/h², where the solver measures it (direct); else the
                     ///< largest |strain| of rods and strings; NaN without rods and strings
    vl_solve_report solved; ///< how the links of that frame were
    int touching;           ///< particles that a collider held or sent back in that frame
    int broken;             ///< links that tore or were cut so far
    double cpu;             ///< s, time the step took; NaN at the start
} vl_reading;

/// What is measured against: fixed when a run begins.
typedef struct vl_reference {
    double energy;         ///< J, at the start; of no use where a force depends on time
    double scale;          ///< J
    const vl_exact *exact; ///< NULL where none is known
} vl_reference;

/// All but the kinetic energy and what follows from it.
void vl_reading_take_positions(vl_reading *reading, const vl_world *world,
                               const vl_reference *reference);

/// Completes a reading with the kinetic energy of its instant, J.
void vl_reading_complete(vl_reading *reading, double kinetic, const vl_reference *reference);
