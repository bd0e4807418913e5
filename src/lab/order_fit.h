#pragma once
/// The order of a method from measured errors: which of them are fitted, the slope through those,
/// and the orders that are declared or claimed.

#include "physics/model/integrator.h"
#include "scene/stream.h"

enum {
    VL_ORDER_LEAST_HALVINGS = 5,
    VL_ORDER_MOST_HALVINGS = 12,
    VL_ORDER_MOST_MEANS = VL_ORDER_MOST_HALVINGS + 1,
    VL_ORDER_TEXT = 192, ///< bytes, for a line about an order
};

/// What became of a measured error.
typedef enum vl_order_fate {
    VL_ORDER_FITTED,
    VL_ORDER_DIVERGED, ///< a run left the finite numbers; there is no error
    VL_ORDER_LARGE,    ///< as large as the motion itself: beyond stability
    VL_ORDER_SMALL,    ///< not the method's: near round-off, or near the error of the reference
    VL_ORDER_EARLY,    ///< a coarse step that does not yet fall like the finer ones
    VL_ORDER_UNKNOWN,  ///< the error of the reference is unknown
    VL_ORDER_ABSENT,   ///< not measured
} vl_order_fate;

/// An error and the range in which it says something.
typedef struct vl_order_sample {
    double mean_dt;     ///< s
    double error;       ///< NaN: diverged, or not measured
    double lower_bound; ///< an error below it is not that of the method; HUGE_VAL: not known
    double upper_bound; ///< an error above it is as large as the motion
    bool diverged;      ///< then there is no error
} vl_order_sample;

typedef struct vl_order_fit {
    int count;             ///< samples that were fitted
    double slope;          ///< d log error/d log dt; NaN with fewer than four
    double finest;         ///< the same from the finest of them but one to the finest; NaN with it
    double standard_error; ///< of the slope, for samples that scatter about a line; NaN with it
    double uncertainty;    ///< of the slope as the order of the method; NaN with it
    bool stuck;            ///< there is no slope, and two errors or more are as large as the motion
    vl_order_fate fates[VL_ORDER_MOST_MEANS];
} vl_order_fit;

/// Least squares of log error over log dt, through the `count` samples (≤ VL_ORDER_MOST_MEANS, from
/// the largest dt to the smallest) that are within their range. Then, while five are left, the
/// coarsest goes out whose slope to the next differs by more than a quarter from the slope through
/// the finer ones. With residuals rᵢ of n samples the slope's standard error is
/// √(Σ rᵢ²/((n − 2) Σ (log dtᵢ − mean)²)). Errors C dt^p (1 + c dt) lie on a curve, whose slope
/// differs from p by the less the finer the steps are: the uncertainty is the larger of the
/// standard error and |slope of the coarser half − slope of the finer half|, each through ⌈n/2⌉
/// samples.
vl_order_fit vl_order_fit_samples(const vl_order_sample *samples, int count);

/// "beyond stability" and so on; for VL_ORDER_FITTED "fitted".
const char *vl_order_fate_text(vl_order_fate fate);

/// The order that an integrator's row declares under a stream: with equal steps that for a constant
/// dt, else that for random steps. With `local` the one of a single step, one more.
int vl_order_declared(const vl_integrator *integrator, const vl_stream_kind *kind, bool local);

/// Why it is that one, as a sentence.
const char *vl_order_declared_why(const vl_stream_kind *kind);

/// What an article says of the order.
typedef struct vl_order_claim {
    const char *integrator;
    int low, high;      ///< orders
    bool varying;       ///< says it of steps that vary
    const char *words;  ///< "between 2nd and 4th with changing dt"
    const char *source; ///< who says so
} vl_order_claim;

extern const vl_order_claim vl_order_claims[];
extern const int vl_order_claim_count;

/// The claim about an integrator's global order under a stream, or NULL.
const vl_order_claim *vl_order_claim_find(const vl_integrator *integrator,
                                          const vl_stream_kind *kind);

/// "2", "2 to 4": of a claim, for a column.
const char *vl_order_claim_range(const vl_order_claim *claim, char text[VL_ORDER_TEXT]);

/// "1.00", the finest slope, or "–". Returns `text`.
const char *vl_order_finest_text(const vl_order_fit *fit, char text[VL_ORDER_TEXT]);

/// "1.02 ± 0.03", the uncertainty rounded up; "none" where errors do not fall at all, or "–".
/// Returns `text`.
const char *vl_order_slope_text(const vl_order_fit *fit, char text[VL_ORDER_TEXT]);

/// "measured 1.02 ± 0.03, finest 1.00 · declared 1 · an article says 2 to 4". Returns `text`.
const char *vl_order_verdict(const vl_order_fit *fit, const vl_integrator *integrator,
                             const vl_stream_kind *kind, bool local, char text[VL_ORDER_TEXT]);
