#include "results.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const bench_metric_row bench_metrics[BENCH_METRICS] = {
    [BENCH_SOLVER] = {"solver_ns_per_link", "links ns", "%.2f", true},
    [BENCH_STEP] = {"step_ns_per_link", "step ns", "%.2f", true},
    [BENCH_RATIO] = {"ratio", "ratio", "%.2f", false},
    [BENCH_STRETCH] = {"stretch_max", "stretch", "%.2g", false},
    [BENCH_RMS] = {"stretch_rms", "RMS", "%.2g", false},
    [BENCH_SECONDS] = {"seconds_to_1_percent", "1 % after s", "%.3g", true},
    [BENCH_MAKING] = {"seconds_of_making", "of it making s", "%.3g", false},
    [BENCH_MORE_THAN] = {"seconds_not_reached", "not after s", "%.0f", false},
    [BENCH_SWEEPS] = {"sweeps_to_1_percent", "sweeps", "%.0f", false},
    [BENCH_STEP_US] = {"step_us", "step µs", "%.1f", true},
    [BENCH_RESIDUAL] = {"residual_max", "residual", "%.1e", false},
    [BENCH_TROUBLED] = {"percent_in_trouble", "in trouble %", "%.0f", false},
    [BENCH_PARTICLE] = {"ns_per_particle_step", "ns a particle", "%.2f", true},
    [BENCH_FRAME] = {"frame_cpu_ms_95", "CPU ms of a frame", "%.2f", true},
    [BENCH_DRAWING] = {"drawing_cpu_ms_95", "of it drawing ms", "%.2f", true},
    [BENCH_MEAN] = {"frame_cpu_ms", "CPU ms of a frame in the mean", "%.3g", true},
    [BENCH_SHARE] = {"told_over_measured", "told over measured", "%.2g", false},
};

const bench_row *bench_find(const bench_results *results, const char *work, int size,
                            const char *program, int threads)
{
    for (int i = 0; i < results->count; i++) {
        const bench_row *row = &results->rows[i];
        if (row->size == size && row->threads == threads && strcmp(row->work, work) == 0 &&
            strcmp(row->program, program) == 0)
            return row;
    }
    return NULL;
}

void bench_add(bench_results *results, const bench_row *key, bench_metric metric, double value)
{
    const bench_row *found = bench_find(results, key->work, key->size, key->program, key->threads);
    int i = found ? (int)(found - results->rows) : results->count;
    if (!found) {
        assert(!strchr(key->work, ',') && !strchr(key->program, ','));
        results->rows =
            vl_grow(results->rows, &results->capacity, results->count + 1, sizeof *results->rows);
        results->rows[results->count++] = (bench_row){
            .work = key->work, .program = key->program, .size = key->size, .threads = key->threads};
    }
    bench_samples *samples = &results->rows[i].samples[metric];
    assert(samples->count < BENCH_MOST_SAMPLES);
    // sorted, so that the median is in the middle
    int at = samples->count++;
    for (; at > 0 && samples->values[at - 1] > value; at--)
        samples->values[at] = samples->values[at - 1];
    samples->values[at] = value;
}

double bench_median(const bench_row *row, bench_metric metric)
{
    if (!row || row->samples[metric].count == 0)
        return (double)NAN;
    const bench_samples *s = &row->samples[metric];
    return 0.5 * (s->values[(s->count - 1) / 2] + s->values[s->count / 2]);
}

double bench_least(const bench_row *row, bench_metric metric)
{
    return row && row->samples[metric].count ? row->samples[metric].values[0] : (double)NAN;
}

void bench_add_ratios(bench_results *results, const char *to)
{
    for (int i = 0; i < results->count; i++) {
        const bench_row *row = &results->rows[i];
        const bench_row *ours = bench_find(results, row->work, row->size, to, 1);
        bench_metric metric = row->samples[BENCH_SOLVER].count ? BENCH_SOLVER : BENCH_STEP;
        double ratio = bench_median(row, metric) / bench_median(ours, metric);
        if (isfinite(ratio))
            bench_add(results, row, BENCH_RATIO, ratio);
    }
}

// --- tables ---

static bool any_has(const bench_results *results, const char *work, int metric)
{
    for (int i = 0; i < results->count; i++)
        if (strcmp(results->rows[i].work, work) == 0 && results->rows[i].samples[metric].count)
            return true;
    return false;
}

static void add_cell(vl_table *table, const char *format, double value)
{
    if (isnan(value))
        vl_table_add(table, "%s", "");
    else
        vl_table_add(table, format, value);
}

static void add_head(vl_table *table, const bool *shown)
{
    vl_table_add(table, "size\tprogram\tthreads");
    for (int m = 0; m < BENCH_METRICS; m++)
        if (shown[m])
            vl_table_add(table, "%s%s", bench_metrics[m].title,
                         bench_metrics[m].timed ? "\tleast" : "");
}

vl_table bench_table(const bench_results *results, const char *work)
{
    bool shown[BENCH_METRICS];
    int columns = 3;
    for (int m = 0; m < BENCH_METRICS; m++) {
        shown[m] = any_has(results, work, m);
        columns += shown[m] + (shown[m] && bench_metrics[m].timed);
    }
    vl_table table = vl_table_create(columns, 2, columns - 2);
    table.right[0] = true;

    add_head(&table, shown);
    for (int i = 0; i < results->count; i++) {
        const bench_row *row = &results->rows[i];
        if (strcmp(row->work, work) != 0)
            continue;
        vl_table_add(&table, "%d\t%s\t%d", row->size, row->program, row->threads);
        for (int m = 0; m < BENCH_METRICS; m++) {
            if (shown[m])
                add_cell(&table, bench_metrics[m].format, bench_median(row, m));
            if (shown[m] && bench_metrics[m].timed)
                add_cell(&table, bench_metrics[m].format, bench_least(row, m));
        }
    }
    return table;
}

void bench_markdown(const vl_table *table, vl_text *text)
{
    int columns = table->column_count;
    for (int i = 0; i < table->cell_count; i++) {
        vl_text_add(text, "%s%s |", i % columns ? " " : "| ", table->cells[i]);
        if (i % columns == columns - 1)
            vl_text_add(text, "\n");
        if (i == columns - 1) {
            for (int k = 0; k < columns; k++)
                vl_text_add(text, "%s%s", k ? "" : "|", table->right[k] ? "---:|" : "---|");
            vl_text_add(text, "\n");
        }
    }
}

// --- CSV ---

static void add_line(vl_text *text, const bench_row *row, const char *metric, const char *suffix,
                     double value)
{
    char number[VL_NUMBER_SIZE];
    vl_text_add(text, "%s,%s,%d,%d,%s%s,%s\n", row->program, row->work, row->size, row->threads,
                metric, suffix, vl_number_text(value, number));
}

void bench_csv(const bench_results *results, vl_text *text)
{
    vl_text_add(text, "program,work,size,threads,metric,value\n");
    for (int i = 0; i < results->count; i++) {
        const bench_row *row = &results->rows[i];
        for (int m = 0; m < BENCH_METRICS; m++) {
            if (row->samples[m].count == 0)
                continue;
            add_line(text, row, bench_metrics[m].name, "", bench_median(row, m));
            if (bench_metrics[m].timed)
                add_line(text, row, bench_metrics[m].name, "_min", bench_least(row, m));
        }
    }
}

void bench_results_free(bench_results *results)
{
    vl_free(results->rows);
    *results = (bench_results){0};
}
