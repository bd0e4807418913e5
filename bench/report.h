#pragma once
/// Reports a run: the tables, the targets, and docs/performance.md.

#include "base/error.h"
#include "results.h"

/// The least median of a metric in the rows of a work and size.
typedef struct bench_quantity {
    const char *work, *program; ///< "Bullet*": all programs whose name begins so
    int size, threads;
    bench_metric metric;
} bench_quantity;

/// A target: a quantity divided by another, or by 1 where there is no other.
typedef struct bench_target {
    const char *name; ///< in the template: @missed NAME@
    const char *text; ///< what is measured, with its bound
    double bound;
    bool at_most;       ///< else at least
    const char *format; ///< of a double, with its unit
    bench_quantity over, under;
} bench_target;

extern const bench_target bench_targets[];
extern const int bench_target_count;

typedef enum bench_verdict { BENCH_NOT_MEASURED, BENCH_REACHED, BENCH_MISSED } bench_verdict;

bench_verdict bench_judge(const bench_target *target, const bench_results *results);

/// All tables and targets as text for a terminal. Adds to `text`.
void bench_report(const bench_results *results, vl_text *text);

/// Fills the template in: a line `@machine@` becomes what `machine` says, `@table WORK@` the table
/// of that work, `@targets@` the targets with their verdicts; lines from `@missed NAME@` to
/// `@end@` stay where that target was missed. False and a message with its line where a directive
/// is not one of these. Adds to `text`.
VL_MUST_USE bool bench_fill_in(const char *template, const char *machine,
                               const bench_results *results, vl_text *text, vl_error *error);
