#include "lab/order_fit.h"

#include "base/elementary.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// --- the fit ---

// With fewer samples the standard error means little.
enum { LEAST_SAMPLES = 4 };

static vl_order_fate classify(const vl_order_sample *sample)
{
    if (sample->lower_bound == HUGE_VAL && !sample->diverged)
        return VL_ORDER_UNKNOWN;
    if (!isfinite(sample->error))
        return VL_ORDER_DIVERGED;
    if (sample->error > sample->upper_bound)
        return VL_ORDER_LARGE;
    return sample->error > sample->lower_bound ? VL_ORDER_FITTED : VL_ORDER_SMALL;
}

// Means of the fitted samples from number `first` to `last` − 1, and sums about the means.
typedef struct sums {
    int count;
    double x, y; // mean log dt, mean log error
    double xx, xy;
} sums;

static sums sum_up(const vl_order_sample *samples, int first, int last, const vl_order_fate *fates)
{
    sums s = {0};
    for (int i = first; i < last; i++)
        if (fates[i] == VL_ORDER_FITTED) {
            s.count++;
            s.x += vl_log(samples[i].mean_dt);
            s.y += vl_log(samples[i].error);
        }
    s.x /= fmax(s.count, 1);
    s.y /= fmax(s.count, 1);
    for (int i = first; i < last; i++)
        if (fates[i] == VL_ORDER_FITTED) {
            double x = vl_log(samples[i].mean_dt) - s.x;
            s.xx += x * x;
            s.xy += x * (vl_log(samples[i].error) - s.y);
        }
    return s;
}

static double slope_of(const vl_order_sample *samples, int first, int last,
                       const vl_order_fate *fates)
{
    sums s = sum_up(samples, first, last, fates);
    return s.xy / s.xx;
}

// The line through the fitted samples from number `first` on.
static vl_order_fit line_through(const vl_order_sample *samples, int first, int count,
                                 const vl_order_fate *fates)
{
    sums s = sum_up(samples, first, count, fates);
    vl_order_fit fit = {.count = s.count,
                        .slope = (double)NAN,
                        .finest = (double)NAN,
                        .standard_error = (double)NAN,
                        .uncertainty = (double)NAN};
    if (fit.count < LEAST_SAMPLES)
        return fit;
    double residuals = 0;
    fit.slope = s.xy / s.xx;
    for (int i = first; i < count; i++)
        if (fates[i] == VL_ORDER_FITTED) {
            double x = vl_log(samples[i].mean_dt) - s.x, y = vl_log(samples[i].error) - s.y;
            residuals += (y - fit.slope * x) * (y - fit.slope * x);
        }
    fit.standard_error = sqrt(residuals / ((fit.count - 2) * s.xx));
    return fit;
}

static int next_fitted(const vl_order_fate *fates, int from, int count)
{
    while (from < count && fates[from] != VL_ORDER_FITTED)
        from++;
    return from;
}

// The coarsest sample, if it is not on the line of the finer ones; else `count`.
static int early_one(const vl_order_sample *samples, int count, const vl_order_fate *fates)
{
    const double curvature = 0.25;
    int first = next_fitted(fates, 0, count), next = next_fitted(fates, first + 1, count);
    vl_order_fit finer = line_through(samples, first + 1, count, fates);
    if (finer.count < LEAST_SAMPLES)
        return count;
    double slope = vl_log(samples[first].error / samples[next].error) /
                   vl_log(samples[first].mean_dt / samples[next].mean_dt);
    return fabs(slope - finer.slope) > curvature ? first : count;
}

// Finds the slope of the finest pair and the uncertainty due to the curvature of the samples.
static void measure_curve(vl_order_fit *fit, const vl_order_sample *samples, int count,
                          const vl_order_fate *fates)
{
    int fitted[VL_ORDER_MOST_MEANS], n = 0, half = (fit->count + 1) / 2;
    if (isnan(fit->slope))
        return;
    for (int i = next_fitted(fates, 0, count); i < count; i = next_fitted(fates, i + 1, count))
        fitted[n++] = i;
    assert(n >= 2 && half >= 1 && half <= n); // or there would be no slope
    double coarser = slope_of(samples, 0, fitted[half - 1] + 1, fates);
    double finer = slope_of(samples, fitted[n - half], count, fates);
    fit->finest = slope_of(samples, fitted[n - 2], count, fates);
    fit->uncertainty = fmax(fit->standard_error, fabs(coarser - finer));
}

vl_order_fit vl_order_fit_samples(const vl_order_sample *samples, int count)
{
    assert(count <= VL_ORDER_MOST_MEANS);
    vl_order_fate fates[VL_ORDER_MOST_MEANS];
    for (int i = 0; i < count; i++)
        fates[i] = classify(&samples[i]);
    for (int early; (early = early_one(samples, count, fates)) < count;)
        fates[early] = VL_ORDER_EARLY;

    vl_order_fit fit = line_through(samples, 0, count, fates);
    measure_curve(&fit, samples, count, fates);
    int large = 0;
    for (int i = 0; i < count; i++)
        large += fates[i] == VL_ORDER_LARGE;
    fit.stuck = isnan(fit.slope) && large >= 2;
    for (int i = 0; i < VL_ORDER_MOST_MEANS; i++)
        fit.fates[i] = i < count ? fates[i] : VL_ORDER_ABSENT;
    return fit;
}

const char *vl_order_fate_text(vl_order_fate fate)
{
    static const char *const texts[] = {
        [VL_ORDER_FITTED] = "fitted",
        [VL_ORDER_DIVERGED] = "diverged",
        [VL_ORDER_LARGE] = "beyond stability",
        [VL_ORDER_SMALL] = "round-off or reference",
        [VL_ORDER_EARLY] = "step too long",
        [VL_ORDER_UNKNOWN] = "without a sure reference",
        [VL_ORDER_ABSENT] = "",
    };
    return texts[fate];
}

// --- declared and claimed orders ---

int vl_order_declared(const vl_integrator *integrator, const vl_order_case *measured)
{
    bool equal = measured->kind->steps == VL_STEPS_EQUAL;
    int with_v = equal ? integrator->order_with_v : integrator->order_with_v_random_dt;
    int without = equal ? integrator->order : integrator->order_random_dt;
    return (measured->with_v ? with_v : without) + measured->local;
}

const char *vl_order_declared_why(const vl_stream_kind *kind)
{
    static const char *const reasons[] = {
        [VL_STEPS_EQUAL] = "All steps are equal: declared is the order for a constant dt.",
        [VL_STEPS_VARY] = "The steps vary: declared is the order for random steps.",
        [VL_STEPS_ONE] = ("All steps but one are equal, which is neither constant nor random: "
                          "declared is the order for random steps, the least to expect."),
    };
    return reasons[kind->steps];
}

#define ALL VL_ORDER_QUANTITIES
#define X   VL_ORDER_POSITION
#define V   VL_ORDER_VELOCITY

// clang-format off
// See docs/physics/articles.md; "Dummer 2004": J. Dummer, A simple time-corrected Verlet
// integration method, 2004. "common": two further descriptions of velocity Verlet that the project
// was given, which name no source.
const vl_order_claim vl_order_claims[] = {
    {"verlet", 4, 4, false, false, ALL, false, "4th order under the right conditions", "Dummer 2004"},
    {"tcv", 2, 4, true, false, ALL, false, "between 2nd and 4th with changing dt", "Dummer 2004"},
    {"improved-euler", 2, 2, false, false, ALL, false, "2nd order", "Dummer 2004"},
    {"velocity-verlet", 2, 2, false, false, ALL, true, "a global error of O(h²)", "common"},
    {"velocity-verlet", 4, 4, false, true, X, false, "a local error of O(h⁴) in x", "common"},
    {"velocity-verlet", 2, 2, false, true, V, false, "a local error of O(h²) in v", "common"},
};
// clang-format on

#undef ALL
#undef X
#undef V

const int vl_order_claim_count = sizeof vl_order_claims / sizeof *vl_order_claims;

static bool is_about(const vl_order_claim *claim, const vl_order_case *measured)
{
    bool every = claim->quantity == VL_ORDER_QUANTITIES;
    bool varies = measured->kind->steps != VL_STEPS_EQUAL;
    return claim->local == measured->local && (varies || !claim->varying) &&
           (every || claim->quantity == measured->quantity);
}

const vl_order_claim *vl_order_claim_find(const vl_integrator *integrator,
                                          const vl_order_case *measured)
{
    for (int i = 0; i < vl_order_claim_count; i++) {
        const vl_order_claim *claim = &vl_order_claims[i];
        if (is_about(claim, measured) && strcmp(claim->integrator, integrator->name) == 0)
            return claim;
    }
    return NULL;
}

const char *vl_order_claim_range(const vl_order_claim *claim, char text[VL_ORDER_TEXT])
{
    if (claim->low == claim->high)
        snprintf(text, VL_ORDER_TEXT, "%d", claim->low);
    else
        snprintf(text, VL_ORDER_TEXT, "%d to %d", claim->low, claim->high);
    return text;
}

// Writes two digits as in "1.02", and never "−0.00".
static void write_slope(double slope, char text[VL_ORDER_TEXT])
{
    snprintf(text, VL_ORDER_TEXT, "%s%.2f", slope <= -0.005 ? "−" : "", fabs(slope));
}

const char *vl_order_finest_text(const vl_order_fit *fit, char text[VL_ORDER_TEXT])
{
    if (isnan(fit->finest))
        snprintf(text, VL_ORDER_TEXT, "–");
    else
        write_slope(fit->finest, text);
    return text;
}

const char *vl_order_slope_text(const vl_order_fit *fit, char text[VL_ORDER_TEXT])
{
    char slope[VL_ORDER_TEXT];
    write_slope(fit->slope, slope);
    if (isnan(fit->slope))
        snprintf(text, VL_ORDER_TEXT, "%s", fit->stuck ? "none" : "–");
    else
        snprintf(text, VL_ORDER_TEXT, "%.40s ± %.2f", slope, ceil(100 * fit->uncertainty) / 100);
    return text;
}

const char *vl_order_verdict(const vl_order_fit *fit, const vl_integrator *integrator,
                             const vl_order_case *measured, char text[VL_ORDER_TEXT])
{
    char slope[VL_ORDER_TEXT], finest[VL_ORDER_TEXT], range[VL_ORDER_TEXT];
    bool curve = !isnan(fit->finest);
    const vl_order_claim *claim = vl_order_claim_find(integrator, measured);
    snprintf(text, VL_ORDER_TEXT, "measured %.40s%s%.40s · declared %d%s%.40s",
             vl_order_slope_text(fit, slope), curve ? ", finest " : "",
             curve ? vl_order_finest_text(fit, finest) : "",
             vl_order_declared(integrator, measured), claim ? " · an article says " : "",
             claim ? vl_order_claim_range(claim, range) : "");
    return text;
}
