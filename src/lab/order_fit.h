#pragma once
/// Finds the order of a method from measured errors: it selects the samples to fit and computes
/// their slope. It also has the orders that methods declare and articles claim.

#include "lab/order_truth.h"
#include "physics/model/integrator.h"
#include "scene/stream.h"

enum {
    VL_ORDER_LEAST_HALVINGS = 5,
    VL_ORDER_MOST_HALVINGS = 12,
    VL_ORDER_MOST_MEANS = VL_ORDER_MOST_HALVINGS + 1,
    VL_ORDER_TEXT = 192, ///< bytes of a text about an order
};

/// Whether a measured error is fitted, and if not, why.
typedef enum vl_order_fate {
    VL_ORDER_FITTED,
    VL_ORDER_DIVERGED, ///< a run diverged; there is no error
    VL_ORDER_LARGE,    ///< the error is as large as the motion: beyond stability
    VL_ORDER_SMALL,    ///< the error is round-off or the error of the reference
    VL_ORDER_EARLY,    ///< a coarse step that is not yet on the line of the finer ones
    VL_ORDER_UNKNOWN,  ///< the error of the reference is unknown
    VL_ORDER_ABSENT,   ///< not measured
} vl_order_fate;

/// An error and the range in which it is meaningful.
typedef struct vl_order_sample {
    double mean_dt;     ///< s
    double error;       ///< NaN: diverged, or not measured
    double lower_bound; ///< an error below it is not the method's; HUGE_VAL: not known
    double upper_bound; ///< an error above it is as large as the motion
    bool diverged;      ///< then there is no error
} vl_order_sample;

typedef struct vl_order_fit {
    int count;             ///< samples that were fitted
    double slope;          ///< d log error/d log dt; NaN with fewer than four
    double finest;         ///< slope between the two finest samples; NaN where `slope` is
    double standard_error; ///< of the slope, from scatter about the line; NaN where `slope` is
    double uncertainty;    ///< of the slope as the order of the method; NaN where `slope` is
    bool stuck;            ///< no slope, since at least two errors are as large as the motion
    vl_order_fate fates[VL_ORDER_MOST_MEANS];
} vl_order_fit;

/// Fits log error over log dt by least squares to those of the `count` samples (≤
/// VL_ORDER_MOST_MEANS, largest dt first) that are within their range. While at least five are
/// left, the coarsest one is removed if its slope to the next differs by more than a quarter from
/// the slope through the finer ones. With residuals rᵢ of n samples the slope's standard error is
/// √(Σ rᵢ²/((n − 2) Σ (log dtᵢ − mean)²)). Errors C dt^p (1 + c dt) are on a curve, whose slope
/// comes nearer to p as the steps get finer. So the uncertainty is the larger of the standard error
/// and |slope of the coarser half − slope of the finer half|, each through ⌈n/2⌉ samples.
vl_order_fit vl_order_fit_samples(const vl_order_sample *samples, int count);

/// A few words such as "beyond stability"; "fitted" for VL_ORDER_FITTED.
const char *vl_order_fate_text(vl_order_fate fate);

/// What is measured, besides the integrator.
typedef struct vl_order_case {
    const vl_stream_kind *kind;
    vl_order_quantity quantity;
    bool local;  ///< single steps
    bool with_v; ///< forces look at the velocity: vl_forces_see_velocity()
} vl_order_case;

/// The order that an integrator's row declares for a case: that for constant dt if the steps are
/// equal, else that for random steps. Of a single step it is one higher.
int vl_order_declared(const vl_integrator *integrator, const vl_order_case *measured);

/// Which of the two orders vl_order_declared() takes, and why, as a sentence.
const char *vl_order_declared_why(const vl_stream_kind *kind);

/// What an article says of the order.
typedef struct vl_order_claim {
    const char *integrator;
    int low, high; ///< orders
    bool varying;  ///< the claim is about steps that vary
    bool local;    ///< about a single step; then an order one higher than that of a run
    vl_order_quantity quantity; ///< VL_ORDER_QUANTITIES: all
    bool holds;                 ///< it is what is measured
    const char *words;          ///< "between 2nd and 4th with changing dt"
    const char *source;         ///< the article; "common" where no author is known
} vl_order_claim;

extern const vl_order_claim vl_order_claims[];
extern const int vl_order_claim_count;

/// The claim about an integrator in a case, or NULL.
const vl_order_claim *vl_order_claim_find(const vl_integrator *integrator,
                                          const vl_order_case *measured);

/// "2" or "2 to 4", for a column. Returns `text`.
const char *vl_order_claim_range(const vl_order_claim *claim, char text[VL_ORDER_TEXT]);

/// "1.00", the finest slope, or "–". Returns `text`.
const char *vl_order_finest_text(const vl_order_fit *fit, char text[VL_ORDER_TEXT]);

/// "1.02 ± 0.03" with the uncertainty rounded up, "none" where errors do not decrease at all, or
/// "–". Returns `text`.
const char *vl_order_slope_text(const vl_order_fit *fit, char text[VL_ORDER_TEXT]);

/// "measured 1.02 ± 0.03, finest 1.00 · declared 1 · an article says 2 to 4". Returns `text`.
const char *vl_order_verdict(const vl_order_fit *fit, const vl_integrator *integrator,
                             const vl_order_case *measured, char text[VL_ORDER_TEXT]);
