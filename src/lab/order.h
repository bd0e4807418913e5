#pragma once
/// The order lab measures the error of integrators against the mean dt of one stream of steps.
///
/// The stream keeps its shape while its mean is halved again and again, always over the same
/// simulated time. Runs are of whole steps, and each is compared with the truth at its own end
/// (lab/order_ends.h). All runs begin at the start of the scene with its solver, substeps and
/// forces. The error is the difference from the exact solution (vl_exact_recognise()) or, where
/// there is none, from a reference run: steps of 1/16 of the finest mean substep, equal up to the
/// first of these ends and between two of them, by the best method for the scene without its
/// mistake (lab/best_method.h). The reference's own error is estimated by its distance from a run
/// with twice its step. The work is divided into pieces, whose lengths change nothing but the
/// measured seconds.

#include "base/error.h"
#include "lab/order_fit.h"
#include "lab/order_truth.h"
#include "scene/scene.h"

#include <stdatomic.h>
#include <stdint.h>

extern const char *const vl_order_quantity_names[VL_ORDER_QUANTITIES]; ///< "position"
extern const char *const vl_order_quantity_units[VL_ORDER_QUANTITIES]; ///< "m"; "" for a ratio
extern const char *const vl_order_angle_units[VL_ORDER_QUANTITIES];    ///< of dials: "rad"
extern const char *const vl_order_when_names[VL_ORDER_WHENS];          ///< "end", "run"

#define VL_ORDER_SEEDS 60 ///< default

typedef struct vl_order_settings {
    const vl_integrator *const *integrators; ///< NULL: the scene's integrator
    int integrator_count;                    ///< ≥ 1; ignored without `integrators`
    const char *stream;                      ///< as for vl_stream_parse()
    const char *folder;                      ///< as for vl_stream_parse(); may be NULL
    bool local;      ///< measures single steps from the exact state instead of the whole run
    double duration; ///< s; NAN: 5 s with an exact solution, 1 s without, twice the time of a
                     ///< switch or a hitch, or all of a file
    double mean;  ///< s, the largest mean dt; NAN: that of the stream; 0: the first of duration/50,
                  ///< /100 … whose error is below 5 % of the motion
    int halvings; ///< of the mean, VL_ORDER_LEAST_HALVINGS to VL_ORDER_MOST_HALVINGS
    int seeds;    ///< runs of a random stream, over which errors are averaged (RMS); ≥ 1
    bool work;    ///< counts evaluations and measures seconds, too
} vl_order_settings;

/// The result of one method at one mean dt.
typedef struct vl_order_point {
    double mean_dt; ///< s
    double steps;   ///< steps of a run, on average
    int diverged;   ///< how many runs diverged; if any did, there is no error
    double error[VL_ORDER_QUANTITIES][VL_ORDER_WHENS]; ///< RMS over the seeds; NaN: there is none
    double lower_bound[VL_ORDER_QUANTITIES]; ///< an error below it is round-off or the error of the
                                             ///< reference; HUGE_VAL where that is unknown
    double upper_bound[VL_ORDER_QUANTITIES]; ///< an error above it is as large as the motion
    double evaluations; ///< evaluations of the acceleration in a run; NaN: not measured
    double seconds;     ///< time of a run, the shortest of several; NaN: not measured
} vl_order_point;

/// One run of one world, while it is under way.
typedef struct vl_order_run {
    vl_world *world; // NULL: none is under way
    double equal;    // s, length of its steps; 0: that of the stream
    double target;   // s, the end of equal steps
    int end;         // reference run: the index of that end
    double dt;       // s, length of the next step
    bool more, failed;
    int64_t steps;
    double farthest; // m, largest distance from the start in a probe
    double sums[VL_ORDER_QUANTITIES], last[VL_ORDER_QUANTITIES]; // squares of all steps; errors
    double seconds;
} vl_order_run;

/// An experiment. Its completed settings may be read at any time, even while a piece is under way.
typedef struct vl_order {
    int count;                         ///< number of integrators
    const vl_integrator **integrators; ///< in the order asked for
    vl_stream *stream;
    double duration;  ///< s
    int seeds;        ///< runs of each point
    bool local;       ///< measures single steps
    char against[64]; ///< "the exact solution: oscillator", "a reference run"

    // of the work
    vl_scene *scene;
    vl_order_settings settings; // its pointers may dangle
    double factor;              // scales the stream to the largest mean; NAN until chosen
    double nominal;             // s, the stream's own mean
    vl_truth truth;

    void (*work)(struct vl_order *order); // makes a piece of the phase under way; NULL: all is done
    int round;             // within the phase: doubling, end, reference, or run of a point
    int level, integrator; // of the point under way
    vl_order_run now;
    double *before[VL_AXES]; // m, end state of the round before
    vl_order_point *points;  // level by level, integrator by integrator
    double sums[VL_ORDER_QUANTITIES][VL_ORDER_WHENS], steps;
    atomic_int published; // points that are complete
    atomic_bool has_reference, touched;
    double done, total; // steps
    atomic_int per_mille;
} vl_order;

/// Creates an experiment on a copy of `scene`. NULL and a message where that fails. Free with
/// vl_order_free().
VL_MUST_USE vl_order *vl_order_create(const vl_scene *scene, const vl_order_settings *settings,
                                      vl_error *error);

/// No piece may be under way.
void vl_order_free(vl_order *order);

/// Does one piece of the work, some milliseconds long; `order` is a vl_order. It is a
/// vl_worker_piece.
bool vl_order_work(void *order);

/// The part done, 0…1. This function and those below may be called at any time, even while a piece
/// is under way.
double vl_order_progress(const vl_order *order);

/// Copies the points of an integrator that have been measured, largest mean dt first, and returns
/// their number.
int vl_order_points(const vl_order *order, int integrator,
                    vl_order_point points[VL_ORDER_MOST_MEANS]);

/// Fits a line to one of the errors of the points.
vl_order_fit vl_order_fit_points(const vl_order_point *points, int count,
                                 vl_order_quantity quantity, vl_order_when when);

/// Why an error cannot be measured; NULL where it can.
const char *vl_order_lacks(const vl_order *order, vl_order_quantity quantity, vl_order_when when);

/// What is measured of an experiment.
vl_order_case vl_order_case_of(const vl_order *order, vl_order_quantity quantity);

/// How rods, strings or contacts limit the order in this scene, as a sentence; NULL where they do
/// not. Contacts do once a run has touched a collider.
const char *vl_order_links_note(const vl_order *order);

/// What forces that look at the velocity do to the orders, as a sentence; NULL without such forces.
const char *vl_order_velocity_note(const vl_order *order);

/// The error of the reference run itself; NaN with an exact solution, before the run is complete,
/// or where it failed.
double vl_order_reference_error(const vl_order *order, vl_order_quantity quantity);

/// Whether the reference run, or the one with twice its step, failed. Then its error is unknown,
/// and no error of the quantity is fitted.
bool vl_order_is_lost(const vl_order *order, vl_order_quantity quantity);
