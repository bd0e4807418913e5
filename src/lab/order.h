#pragma once
/// The order lab measures the error of integrators against the mean dt of one stream of steps, and
/// fits the order of a method to it. The stream keeps its shape while its mean is halved again and
/// again, always over the same simulated time. The work is divided into pieces.
///
/// The error is the difference from the exact solution (vl_exact_recognise()), the root mean square
/// over the steps of the run. Where none is known it is that at the end of the run from a reference
/// run: steps of 1/16 of the finest mean substep by the best method (lab/reference_run.h), whose
/// own error is estimated by its distance from a run with twice its step.
///
/// A run makes whole steps only, since a shortened step would be one more change of dt. Steps whose
/// times do not matter are stretched a little until whole ones fill the duration. Runs with a
/// switch, a hitch or the steps of a file end a little earlier, and need an exact solution.

#include "base/text.h"
#include "lab/energy_scale.h"
#include "physics/exact/exact.h"
#include "physics/model/integrator.h"
#include "scene/scene.h"
#include "scene/stream.h"

#include <stdatomic.h>
#include <stdint.h>

typedef enum vl_order_quantity {
    VL_ORDER_POSITION, ///< m, largest distance of a particle from where it should be
    VL_ORDER_VELOCITY, ///< m/s, largest difference of a velocity
    VL_ORDER_ENERGY,   ///< |energy − what it should be|/vl_energy_scale.joule
    VL_ORDER_QUANTITIES
} vl_order_quantity;

enum {
    VL_ORDER_LEAST_HALVINGS = 5,
    VL_ORDER_MOST_HALVINGS = 12,
    VL_ORDER_MOST_MEANS = VL_ORDER_MOST_HALVINGS + 1,
    VL_ORDER_SEEDS = 60, ///< default
    VL_ORDER_TEXT = 192, ///< bytes of a text about an order
};

extern const char *const vl_order_quantity_names[VL_ORDER_QUANTITIES]; ///< "position"

typedef struct vl_order_settings {
    const vl_integrator *const *integrators; ///< they must outlive the experiment
    int integrator_count;                    ///< ≥ 1
    const char *stream; ///< as for vl_stream_parse(), like `beside`; read at the beginning alone
    const char *beside; ///< may be NULL
    bool local;         ///< measures single steps from the exact state instead of the whole run
    double duration;    ///< s; NAN: 5 s with an exact solution, 1 s without, twice the time of a
                        ///< switch or a hitch, or all of a file
    double mean;  ///< s, the largest mean dt; NAN: that of the stream; 0: the first of duration/50,
                  ///< /100 … whose error is below 5 % of the motion
    int halvings; ///< of the mean, VL_ORDER_LEAST_HALVINGS to VL_ORDER_MOST_HALVINGS
    int seeds;    ///< runs of a random stream, over which errors are averaged (RMS); ≥ 1
} vl_order_settings;

/// The result of one method at one mean dt.
typedef struct vl_order_point {
    double mean_dt;                    ///< s
    double steps;                      ///< steps of a run, on average
    int diverged;                      ///< how many runs diverged; if any did, there is no error
    double error[VL_ORDER_QUANTITIES]; ///< RMS over the seeds; NaN: there is none
    double lower_bound[VL_ORDER_QUANTITIES]; ///< an error below it is round-off or the error of the
                                             ///< reference; HUGE_VAL where that is unknown
    double upper_bound[VL_ORDER_QUANTITIES]; ///< an error above it is as large as the motion
} vl_order_point;

/// One run of one world, while it is under way.
typedef struct vl_order_run {
    vl_world *world;   // NULL: none is under way
    vl_stream *stream; // of its steps
    double dt;         // s, length of the next step
    bool more;
    int64_t steps;
    double farthest; // m, largest distance from the start in a probe
    double sums[VL_ORDER_QUANTITIES], last[VL_ORDER_QUANTITIES]; // squares of all steps; errors
} vl_order_run;

/// The reference run at its end.
typedef struct vl_order_end {
    double *x[VL_AXES], *v[VL_AXES]; // m, m/s
    double energy;                   // J; NaN: there is none
    bool known;
} vl_order_end;

/// An experiment. Its completed settings may be read at any time, even while a piece is under way.
typedef struct vl_order {
    vl_order_settings settings; ///< `seeds` is 1 where the steps are not random
    vl_stream *stream;
    double duration;          ///< s
    vl_exact *exact;          ///< NULL where no exact solution is known
    const char *const *units; ///< of the quantities: "m", of dials "rad"; "" for a ratio
    char against[64];         ///< "the exact solution: oscillator", "a reference run"
    _Atomic(double) part;     ///< done, 0…1, by steps

    // the truth
    vl_arena arena;  // of the arrays
    vl_world *world; // the scene; its particles become those of the exact solution
    bool energy_exists, energy_is_conserved;
    double energy;         // J, at the start
    vl_energy_scale scale; // of the energy error
    double energy_parts;   // J, K + Σ|U|, which is rounded
    vl_order_end end;
    double own_error[VL_ORDER_QUANTITIES]; // the largest of the reference run; NaN: not known
    bool lost;       // the reference failed, or had an event at which its order is not known
    uint64_t regime; // of the reference at its start
    double size, farthest, speed; // m, m, m/s: largest |x|, distance from the start, and |v|
    double *start[VL_AXES];       // m, by slot

    // the work
    vl_world *begin; // the scene at its start, without a mistake
    const vl_mistake *mistake;
    vl_stream *equal;                     // for runs of equal steps
    double factor;                        // scales the stream to the largest mean
    double nominal;                       // s, the stream's own mean
    void (*work)(struct vl_order *order); // makes a piece of the phase under way; NULL: all is done
    int round;             // within the phase: doubling, level, reference, or run of a point
    int level, integrator; // of the point under way
    vl_order_run now;
    double *before[VL_AXES]; // m, end state of the round before
    vl_order_point *points;  // level by level, integrator by integrator: sums until published
    atomic_int published;    // points that are complete
    atomic_bool has_reference;
    double done, total; // steps of the runs that have ended, and of all
} vl_order;

/// Creates an experiment on a scene, which it does not need any more. NULL and a message where that
/// fails. Free with vl_order_free().
VL_MUST_USE vl_order *vl_order_create(const vl_scene *scene, const vl_order_settings *settings,
                                      vl_error *error);

/// No piece may be under way.
void vl_order_free(vl_order *order);

/// A vl_worker_piece: does a piece of the work, some milliseconds long. `order` is a vl_order.
bool vl_order_work(void *order);

/// Copies the points of an integrator that have been measured, largest mean dt first; returns how
/// many. It and those below may be called at any time, even while a piece is under way.
int vl_order_points(const vl_order *order, int integrator,
                    vl_order_point points[VL_ORDER_MOST_MEANS]);

/// Whether the error of a quantity is that of the whole run, and not that at its end alone.
bool vl_order_is_of_run(const vl_order *order, vl_order_quantity quantity);

/// Why an error cannot be measured; NULL where it can.
const char *vl_order_lacks(const vl_order *order, vl_order_quantity quantity);

/// Adds how rods and strings, and forces that look at the velocity, limit the order in this scene:
/// a sentence for each, with `end` behind it.
void vl_order_add_notes(const vl_order *order, const char *end, vl_text *text);

/// A bound of the error of the reference run itself; NaN where there is none, or not yet.
double vl_order_reference_error(const vl_order *order, vl_order_quantity quantity);

/// Whether the reference run, or the one with twice its step, failed, or had an event within a step
/// (vl_best_regime(), VL_TOUCHED_IN_STEP, a penalty). Then its error is unknown, and no error of
/// the quantity is fitted.
bool vl_order_is_lost(const vl_order *order, vl_order_quantity quantity);

/// Scales the steps of a scaled stream once more, by about a step in `duration` s, so that a whole
/// number of them fills it, unless the times of steps matter. Rewinds the stream.
void vl_order_stretch(vl_stream *stream, double duration);

// --- the fit ---

/// Whether a measured error is fitted, and if not, why.
typedef enum vl_order_fate {
    VL_ORDER_FITTED,
    VL_ORDER_DIVERGED, ///< a run diverged; there is no error
    VL_ORDER_LARGE,    ///< the error is as large as the motion: it grows, or is damped away
    VL_ORDER_SMALL,    ///< the error is round-off or the error of the reference
    VL_ORDER_EARLY,    ///< a coarse step that is not yet on the line of the finer ones
    VL_ORDER_UNKNOWN,  ///< the error of the reference is unknown
    VL_ORDER_FATES
} vl_order_fate;

typedef struct vl_order_fit {
    int count;             ///< points that were fitted
    double slope;          ///< d log error/d log dt; NaN with fewer than four
    double standard_error; ///< of the slope, from scatter about the line; NaN where `slope` is
    double uncertainty;    ///< of the slope as the order of the method; NaN where `slope` is
    bool stuck;            ///< no slope, since at least two errors are as large as the motion
    vl_order_fate fates[VL_ORDER_MOST_MEANS]; ///< of each point
} vl_order_fit;

/// Fits log error over log dt by least squares to those of the `count` points (≤
/// VL_ORDER_MOST_MEANS, largest dt first) that are within their range, without coarse ones that are
/// off the line of the finer. Errors C dt^p (1 + c dt) are on a curve, whose slope comes nearer to
/// p as the steps get finer. So the uncertainty is the larger of the standard error and |slope of
/// the coarser half − slope of the finer half|.
vl_order_fit vl_order_fit_points(const vl_order_point *points, int count,
                                 vl_order_quantity quantity);

/// "1.02 ± 0.03" with the uncertainty rounded up, "none" where errors do not decrease at all, or
/// "–". Returns `text`.
const char *vl_order_slope_text(const vl_order_fit *fit, char text[VL_ORDER_TEXT]);

// --- declared orders ---

/// The order that an integrator's row declares for what is measured: that for constant dt if the
/// steps are equal, else that for random steps, with forces that look at the velocity or without.
/// Of a single step it is one higher.
int vl_order_declared(const vl_order *order, const vl_integrator *integrator);
