#pragma once
/// Energies, errors and other measurements of a world at one instant; the table of all quantities
/// that are told of it; and readings as comma-separated values.

#include "base/text.h"
#include "lab/energy_scale.h"
#include "physics/exact/exact.h"
#include "physics/ledger/ledger.h"
#include "physics/ledger/momentum.h"
#include "physics/model/model.h"

#include <stdio.h>

/// A run beyond this energy error, or one that diverged, has blown up.
#define VL_BLOWN_UP 1000

/// All values belong to the instant `time`. A value that does not exist is NaN.
typedef struct vl_reading {
    int64_t step;
    double time;      ///< s
    double dt;        ///< s, length of the last frame; NaN at the start
    double dt_ratio;  ///< first substep of that frame/the substep before it; NaN without one
    double kinetic;   ///< J
    double potential; ///< J
    double energy;    ///< J
    double ledger[VL_MOST_CAUSES]; ///< J by cause, since the start; their sum is energy − energy at
                                   ///< the start, by the right energy even if a mistake or an
                                   ///< estimator reads another. NaN where no ledger is kept
    vl_momenta momentum;    ///< right ones, whatever reads the energy; NaN where they are not kept
    double energy_change;   ///< energy − energy at the start, as a part of vl_energy_scale.joule
    double energy_error;    ///< what no cause explains of that: less what damping, wind, hands,
                            ///< cuts, settings and contacts that take energy did
    bool in_joules;         ///< both are in J, as nothing moves in the scene
    const char *places;     ///< vl_unit_of_places()
    double height;          ///< m, of the centre of mass of what moves; NaN where nothing does
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
    double broken;          ///< links that tore or were cut so far
    double cpu;             ///< s, time the step took; NaN at the start
} vl_reading;

/// The reference values of a run, fixed when it begins.
typedef struct vl_reference {
    double energy;         ///< J, at the start; meaningless where a force depends on time
    vl_energy_scale scale; ///< of the energy error
    vl_exact *exact;       ///< NULL where none is known
} vl_reference;

/// The unit of positions and their errors: "m", "rad" where all that moves turns, or both.
const char *vl_unit_of_places(const vl_world *world);

/// Fills in all but the kinetic energy and the values that depend on it.
void vl_reading_take_positions(vl_reading *reading, const vl_world *world,
                               const vl_reference *reference);

// --- the quantities ---

// What terms of the field mean: of the glossary (lab/terms.h), and of the columns of the CSV.
#define VL_KINETIC_MEANS "The energy of motion, ½ m v², summed over all particles."
#define VL_POTENTIAL_MEANS                                                                         \
    "The energy that particles have by their places: their height, and the tension of springs."
#define VL_ENERGY_ERROR_MEANS                                                                      \
    "What of the energy change no cause explains; damping, friction, wind and hands are causes. "  \
    "100 % is the largest kinetic energy of the first seconds. A right method keeps it near 0."
#define VL_ENERGY_CHANGE_MEANS                                                                     \
    "The energy now less the energy at the start, as a part of the largest kinetic energy in the " \
    "first seconds of the motion: 10, or as many as are told."
#define VL_POSITION_ERROR_MEANS                                                                    \
    "How far the particle that is farthest from its right place is from there."

/// How the unit of a quantity depends on the scene.
typedef enum vl_unit_kind {
    VL_UNIT_IS_ITS_OWN,
    VL_UNIT_OF_ENERGY_ERRORS, ///< a part of 100 %; J where nothing moves
    VL_UNIT_OF_PLACES,        ///< vl_reading.places
} vl_unit_kind;

/// Optional columns of the CSV.
enum {
    VL_CSV_REFERENCE = 1,
    VL_CSV_LEDGER = 2,   ///< ledger_CAUSE, one for each cause
    VL_CSV_MOMENTUM = 4, ///< momenta of all and of the free parts
    VL_CSV_LANE = 8,     ///< lane, before all others
    VL_CSV_SOLVED = 16,  ///< where a solver can leave something unsolved
};

/// A quantity of a reading.
typedef struct vl_quantity {
    const char *name; ///< "energy error": on the screen and in tables; NULL: it is in the CSV alone
    const char *title; ///< as short as a button; NULL: lanes are not compared by it
    const char *unit;  ///< on the screen, unless the kind has another
    double factor;     ///< for that unit, of the value in SI units
    vl_unit_kind kind;
    bool is_signed, counts; ///< told with a sign; a whole number
    bool vector;            ///< it is the length of a vl_vec3
    size_t offset;          ///< of the double in vl_reading

    const char *key;     ///< column of the CSV, after `integrator` and `step`; NULL: none
    const char *meaning; ///< of that, for the manual
    unsigned more;       ///< the VL_CSV_… flag that selects it; 0: every run has it
} vl_quantity;

/// Those that are asked for by name.
enum {
    VL_QUANTITY_TIME,
    VL_QUANTITY_DT,
    VL_QUANTITY_KINETIC,
    VL_QUANTITY_POTENTIAL,
    VL_QUANTITY_ENERGY,
    VL_QUANTITY_ENERGY_ERROR,
    VL_QUANTITY_ENERGY_CHANGE,
    VL_QUANTITY_POSITION, ///< the one that a reference run may know later
    VL_QUANTITY_STRETCH,
    VL_QUANTITY_RMS_STRETCH,
    VL_QUANTITY_RESIDUAL,
    VL_QUANTITY_UNSOLVED,
    VL_QUANTITY_REFERENCE,
    VL_QUANTITY_MOMENTUM,
    VL_QUANTITY_TORN,
    VL_QUANTITY_HEIGHT,
    VL_QUANTITY_CPU
};

/// All of them. Columns of the CSV are in this order; those of the ledger and of points follow.
extern const vl_quantity vl_quantities[];
extern const int vl_quantity_count;

/// Those that lanes are compared by: index in vl_quantities of each vl_scene_figure.
enum { VL_FIGURES = 6 };

extern const int vl_figures[VL_FIGURES];

/// The value in SI units; NaN if it does not exist.
double vl_quantity_of(const vl_quantity *quantity, const vl_reading *reading);

typedef struct vl_unit {
    const char *name;
    double factor; ///< for it, of the value in SI units
} vl_unit;

/// Its unit in the scene of a reading.
vl_unit vl_quantity_unit(const vl_quantity *quantity, const vl_reading *reading);

/// What solvers did not solve in some frames.
typedef struct vl_troubles {
    int64_t divided, failed, unconverged; ///< substeps, as in vl_solve_report
    double residual;                      ///< the largest, as in vl_reading; 0 where none is known
} vl_troubles;

// --- estimators ---

/// An estimator chooses the velocity from which the kinetic energy of the readings is computed, and
/// changes nothing else: the right one, or one that programs use instead, so that a class sees how
/// wrong their energy is. Those use the two difference quotients around tₙ, v⁻ = (xₙ − xₙ₋₁)/dt₋ of
/// the last substep before tₙ and v⁺ = (xₙ₊₁ − xₙ)/dt of the first substep after it.
typedef struct vl_estimator {
    const char *name;    ///< "backward": command line
    const char *title;   ///< "backward difference"
    const char *label;   ///< "backward": short, beside K
    const char *formula; ///< UTF-8, one line
    const char *flaw;    ///< what is wrong with it, one sentence
    bool behind, ahead;  ///< whether it uses v⁻, v⁺; neither: vl_world_velocity()
} vl_estimator;

/// All estimators; the right one is the first.
extern const vl_estimator vl_estimators[];
extern const int vl_estimator_count;

// --- CSV: its columns are documented by `verlet-lab help run` and must not change. A value that
// does not exist (not finite) is an empty field ---

/// Writes `count` numbers, each behind a comma, and ends the row.
void vl_csv_end(FILE *file, int count, const double *values);

/// The header line and a row, with the optional columns `more` (VL_CSV_… flags) and the coordinates
/// of `count` points with these `numbers`. `lane` is the label with VL_CSV_LANE, `x` has positions
/// by slot, and `slot_of` is that of the particles of the world.
void vl_csv_header(FILE *file, unsigned more, const int *numbers, int count);
void vl_csv_row(FILE *file, unsigned more, const char *lane, const char *integrator,
                const vl_reading *reading, double *const x[VL_AXES], const int *slot_of,
                const int *numbers, int count);
