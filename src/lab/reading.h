#pragma once
/// Energies, errors and other measurements of a world at one instant.

#include "base/text.h"
#include "lab/energy_scale.h"
#include "physics/exact/exact.h"
#include "physics/ledger/ledger.h"
#include "physics/ledger/momentum.h"
#include "physics/model/model.h"

/// A run beyond this energy error, or one that diverged, has blown up.
#define VL_BLOWN_UP 1000

/// All values belong to the instant `time`. A value that does not exist is NaN.
typedef struct vl_reading {
    int64_t step;
    double time;     ///< s
    double dt;       ///< s, length of the last frame; NaN at the start
    double dt_ratio; ///< first substep of that frame/the substep before it; NaN without one
    double kinetic;  ///< J
    double gravity, springs, contacts, forces; ///< J, the parts of potential
    double potential;                          ///< J
    double energy;                             ///< J
    double ledger[VL_MOST_CAUSES]; ///< J by cause, since the start; their sum is energy − energy at
                                   ///< the start, by the right energy even if a mistake or an
                                   ///< estimator reads another. NaN where no ledger is kept
    vl_momenta momentum;    ///< right ones, whatever reads the energy; NaN where they are not kept
    double energy_change;   ///< energy − energy at the start, as a part of vl_energy_scale.joule
    double energy_error;    ///< what no cause explains of that: less what damping, wind, hands,
                            ///< cuts, settings and lossy contacts did
    bool in_joules;         ///< both are in J, as nothing moves in the scene
    double position_error;  ///< m, largest distance of a particle from its position in the exact
                            ///< solution or in the reference run, once that has reached the instant
    double reference_error; ///< m, error of the reference run itself
    double stretch_max, stretch_rms; ///< relative, of all links; NaN without links
    double residual; ///< largest after a substep: largest |C − α̃ λ|/rest length of a link with C =
                     ///< |d| − rest length, λ the multiplier and α̃ = compliance/h², where the
                     ///< solver measures it (direct); else the largest |strain| of rods and
                     ///< strings; NaN without rods and strings
    double unsolved;        ///< substeps of that frame that were divided, failed or unconverged
    vl_solve_report solved; ///< how the links of that frame were solved
    int touching;           ///< particles that a collider held or sent back in that frame
    int broken;             ///< links that tore or were cut so far
    double cpu;             ///< s, time the step took; NaN at the start
} vl_reading;

/// The reference values of a run, fixed when it begins.
typedef struct vl_reference {
    double energy;         ///< J, at the start; meaningless where a force depends on time
    vl_energy_scale scale; ///< of the energy error
    double rest;           ///< J, the zero of gravity: `energy` − 100 %; 0 without gravity
    vl_exact *exact;       ///< NULL where none is known
} vl_reference;

/// Fills in all but the kinetic energy and the values that depend on it.
void vl_reading_take_positions(vl_reading *reading, const vl_world *world,
                               const vl_reference *reference);

/// Completes a reading, but for ledger and error, with the kinetic energy of its instant, J.
void vl_reading_complete(vl_reading *reading, double kinetic, const vl_reference *reference);

/// The sum of the parts of a ledger, J.
double vl_ledger_sum(const double parts[VL_MOST_CAUSES]);

/// What solvers did not solve in some frames.
typedef struct vl_troubles {
    int64_t divided, failed, unconverged; ///< substeps, as in vl_solve_report
    double residual;                      ///< the largest, as in vl_reading; 0 where none is known
} vl_troubles;

/// Whether a solver of the world can leave something unsolved.
bool vl_troubles_can_be(const vl_world *world);

void vl_troubles_add(vl_troubles *troubles, const vl_reading *reading);

/// Adds "of 600 substeps 3 had to be divided", and where some were not solved "; the largest
/// residual is 0.002"; false and nothing where none had trouble.
bool vl_troubles_tell(const vl_troubles *troubles, int64_t substeps, vl_text *text);
