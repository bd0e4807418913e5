#pragma once
/// The results of a run: rows of samples, and their medians as tables and as CSV.

#include "base/text.h"
#include "cli/table.h"

typedef enum bench_metric {
    BENCH_SOLVER,    ///< ns per link update, links alone
    BENCH_STEP,      ///< ns per link update, the whole step over its sweeps
    BENCH_RATIO,     ///< to Verlet Lab on one core, by BENCH_SOLVER where there is one
    BENCH_STRETCH,   ///< largest |strain| after the scenario's steps
    BENCH_RMS,       ///< root mean square of the same
    BENCH_SECONDS,   ///< s until the largest strain is 1 %
    BENCH_MAKING,    ///< s of these for the preparation of its solver
    BENCH_MORE_THAN, ///< s after which it was still above 1 %
    BENCH_SWEEPS,    ///< sweeps made until then
    BENCH_STEP_US,   ///< µs, a whole step
    BENCH_RESIDUAL,  ///< largest |strain| after any step
    BENCH_TROUBLED,  ///< % of the steps that had to be divided or had no solution
    BENCH_PARTICLE,  ///< ns per particle and step
    BENCH_FRAME,     ///< ms of CPU time, of all threads, that 95 % of the frames keep within
    BENCH_DRAWING,   ///< the same of frames that make no step
    BENCH_MEAN,      ///< ms of CPU time of a frame in the mean
    BENCH_SHARE,     ///< what is told of it as a part of it
    BENCH_METRICS
} bench_metric;

typedef struct bench_metric_row {
    const char *name;   ///< in the CSV file
    const char *title;  ///< in the tables
    const char *format; ///< of a double, in the tables
    bool timed;         ///< repeated; the least is printed, too
} bench_metric_row;

extern const bench_metric_row bench_metrics[BENCH_METRICS];

enum { BENCH_MOST_SAMPLES = 16 };

typedef struct bench_samples {
    int count;
    double values[BENCH_MOST_SAMPLES]; ///< sorted
} bench_samples;

/// The samples of one program in one work of one size with a number of threads. The texts are not
/// owned and contain no comma.
typedef struct bench_row {
    const char *work, *program;
    int size, threads;
    bench_samples samples[BENCH_METRICS];
} bench_row;

/// It begins as `{0}`; free with bench_results_free().
typedef struct bench_results {
    bench_row *rows;
    int count, capacity;
} bench_results;

/// Adds a sample; a program's first sample of a work and size makes its row.
void bench_add(bench_results *results, const bench_row *key, bench_metric metric, double value);

/// The row, or NULL.
const bench_row *bench_find(const bench_results *results, const char *work, int size,
                            const char *program, int threads);

/// Median and least of the samples; NaN where there are none or `row` is NULL.
double bench_median(const bench_row *row, bench_metric metric);
double bench_least(const bench_row *row, bench_metric metric);

/// Gives each row that has a time per link its BENCH_RATIO to the program `to` on one thread.
void bench_add_ratios(bench_results *results, const char *to);

/// The rows of one work with the columns that any of them has, a head first.
vl_table bench_table(const bench_results *results, const char *work);

/// The same as a table of Markdown.
void bench_markdown(const vl_table *table, vl_text *text);

/// program,work,size,threads,metric,value: medians, and METRIC_min where it is a repeated time.
void bench_csv(const bench_results *results, vl_text *text);

void bench_results_free(bench_results *results);
