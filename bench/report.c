#include "report.h"

#include <math.h>
#include <string.h>

// --- targets ---

#define CLOTH(SIZE, PROGRAM, THREADS)                                                              \
    {                                                                                              \
        "cloth", PROGRAM, SIZE, THREADS, BENCH_SOLVER                                              \
    }
#define BALL(LINKS)                                                                                \
    {                                                                                              \
        "ball swinging", "Verlet Lab direct new", LINKS, 1, BENCH_STEP_US                          \
    }
#define TO_1_PERCENT(PROGRAM)                                                                      \
    {                                                                                              \
        "pulled cloth", PROGRAM, 256, 1, BENCH_SECONDS                                             \
    }
#define OURS(SIZE) CLOTH(SIZE, "Verlet Lab", 1)

// clang-format off
const bench_target bench_targets[] = {
    {"limit-64", "link update over the limit kernel, 64²", 1.15, true, "%.2f", OURS(64), CLOTH(64, "limit kernel*", 1)},
    {"limit-256", "link update over the limit kernel, 256²", 1.15, true, "%.2f",
     OURS(256), CLOTH(256, "limit kernel*", 1)},
    {"limit-1024", "link update over the limit kernel, 1024²", 1.15, true, "%.2f",
     OURS(1024), CLOTH(1024, "limit kernel*", 1)},
    {"bullet-64", "times faster than Bullet, 64²", 7, false, "%.1f", CLOTH(64, "Bullet", 1), OURS(64)},
    {"bullet-256", "times faster than Bullet, 256²", 7, false, "%.1f", CLOTH(256, "Bullet", 1), OURS(256)},
    // the only order that is measured there
    {"bullet-1024", "times faster than Bullet listed, 1024²", 7, false, "%.1f",
     CLOTH(1024, "Bullet listed", 1), OURS(1024)},
    {"best-bullet", "times faster than Bullet in its best order, 256²", 7, false, "%.1f",
     CLOTH(256, "Bullet*", 1), OURS(256)},
    {"threads", "times faster with two threads, 256²", 1.7, false, "%.2f", OURS(256), CLOTH(256, "Verlet Lab", 2)},
    {"busy", "time of two threads over one, beside a busy core, 256²", 1.2, true, "%.2f",
     CLOTH(256, "Verlet Lab beside a busy core", 2), CLOTH(256, "Verlet Lab beside a busy core", 1)},
    {"mesh", "triangulation of 50,000 links over the cloth of 256²", 2, true, "%.2f",
     {"triangulation", "Verlet Lab", 50000, 1, BENCH_SOLVER}, OURS(256)},
    {"ball", "step of 1,000 links with a ball of 10 times their mass, to 1e-9", 100, true, "%.0f µs",
     BALL(1000), {0}},
    {"linear-10000", "the same: 10,000 links over 1,000 links", 10, true, "%.1f", BALL(10000), BALL(1000)},
    {"linear-100000", "the same: 100,000 links over 10,000 links", 10, true, "%.1f", BALL(100000), BALL(10000)},
    {"sooner", "times sooner at 1 % stretch than Bullet, 256²", 10, false, "%.0f",
     TO_1_PERCENT("Bullet*"), TO_1_PERCENT("Verlet Lab*")},
    {"demo-balls", "CPU time of a frame, 12 lanes of a ball on a string, 95 % of the frames", 4, true, "%.2f ms",
     {"demo", "12 lanes of a ball on a string", 12, 2, BENCH_FRAME}, {0}},
    {"demo-cloths", "CPU time of a frame, 4 lanes of a cloth of 64², 95 % of the frames", 4, true, "%.2f ms",
     {"demo", "4 lanes of a cloth", 64, 2, BENCH_FRAME}, {0}},
};
// clang-format on
const int bench_target_count = sizeof bench_targets / sizeof *bench_targets;

static bool is_meant(const bench_quantity *quantity, const bench_row *row)
{
    size_t length = strcspn(quantity->program, "*");
    bool named = quantity->program[length] ? strncmp(row->program, quantity->program, length) == 0
                                           : strcmp(row->program, quantity->program) == 0;
    return named && row->size == quantity->size && row->threads == quantity->threads &&
           strcmp(row->work, quantity->work) == 0;
}

// The least value of all matching rows. For a row that did not reach 1 % it is the time waited,
// with `or_bound`, else NaN.
static double least_of(const bench_results *results, const bench_quantity *quantity, bool or_bound)
{
    double least = (double)NAN;
    for (int i = 0; i < results->count; i++) {
        const bench_row *row = &results->rows[i];
        if (!is_meant(quantity, row))
            continue;
        double value = bench_median(row, quantity->metric);
        if (isnan(value) && or_bound)
            value = bench_median(row, BENCH_MORE_THAN);
        // A residual above 1e-9 is not what was asked for, however soon it is there.
        if (bench_median(row, BENCH_RESIDUAL) > 1e-9)
            value = HUGE_VAL;
        least = fmin(least, value);
    }
    return least;
}

// NaN where this run did not measure it.
static double measured(const bench_target *target, const bench_results *results)
{
    double over = least_of(results, &target->over, true);
    double under = target->under.program ? least_of(results, &target->under, false) : 1;
    // A program that does not finish within the patience has no time: then none of ours was faster.
    if (target->under.metric == BENCH_SECONDS && isnan(under) && !isnan(over))
        return 0;
    return over / under;
}

bench_verdict bench_judge(const bench_target *target, const bench_results *results)
{
    double value = measured(target, results);
    if (isnan(value))
        return BENCH_NOT_MEASURED;
    bool reached = target->at_most ? value <= target->bound : value >= target->bound;
    return reached ? BENCH_REACHED : BENCH_MISSED;
}

static void add_verdict(vl_text *text, const bench_target *target, const bench_results *results)
{
    double value = measured(target, results);
    bench_verdict verdict = bench_judge(target, results);
    if (verdict == BENCH_REACHED)
        vl_text_add(text, "reached");
    else if (verdict == BENCH_NOT_MEASURED)
        vl_text_add(text, "not measured");
    else if (isfinite(value))
        vl_text_add(text, "missed by %.0f %%", 100 * fabs(value / target->bound - 1));
    else
        vl_text_add(text, "missed");
}

static vl_table target_table(const bench_results *results)
{
    vl_table table = vl_table_create(4, 1, 2);
    vl_table_add(&table, "to reach\tbound\tmeasured\tverdict");
    for (int i = 0; i < bench_target_count; i++) {
        const bench_target *target = &bench_targets[i];
        vl_text row = {0};
        vl_text_add(&row, "%s\t%s ", target->text, target->at_most ? "≤" : "≥");
        vl_text_add(&row, target->format, target->bound);
        vl_text_add(&row, "\t");
        if (isinf(measured(target, results)))
            vl_text_add(&row, "not to 1e-9");
        else if (bench_judge(target, results) != BENCH_NOT_MEASURED)
            vl_text_add(&row, target->format, measured(target, results));
        vl_text_add(&row, "\t");
        add_verdict(&row, target, results);
        vl_table_add(&table, "%s", row.data);
        vl_text_free(&row);
    }
    return table;
}

// --- for a terminal ---

static void add_table(vl_text *text, const char *title, vl_table table)
{
    vl_text_add(text, "\n%s\n\n", title);
    vl_table_lay_out(&table, 2, text);
    vl_table_free(&table);
}

static bool is_first_of_work(const bench_results *results, int index)
{
    for (int i = 0; i < index; i++)
        if (strcmp(results->rows[i].work, results->rows[index].work) == 0)
            return false;
    return true;
}

void bench_report(const bench_results *results, vl_text *text)
{
    for (int i = 0; i < results->count; i++)
        if (is_first_of_work(results, i))
            add_table(text, results->rows[i].work, bench_table(results, results->rows[i].work));
    add_table(text, "targets", target_table(results));
}

// --- the document ---

typedef struct filling {
    const char *machine;
    const bench_results *results;
    vl_text *text;
    bool hidden; // between @missed@ of a target that was reached and @end@
} filling;

static void add_markdown(vl_text *text, vl_table table)
{
    bench_markdown(&table, text);
    vl_table_free(&table);
}

static bool hide_unless_missed(filling *f, const char *name)
{
    for (int i = 0; i < bench_target_count; i++)
        if (strcmp(bench_targets[i].name, name) == 0) {
            f->hidden = bench_judge(&bench_targets[i], f->results) != BENCH_MISSED;
            return true;
        }
    return false;
}

// `word` is what stands between two @.
static bool obey(filling *f, const char *word)
{
    if (strcmp(word, "end") == 0)
        f->hidden = false;
    else if (strcmp(word, "machine") == 0)
        vl_text_add(f->text, "%s", f->machine);
    else if (strcmp(word, "targets") == 0)
        add_markdown(f->text, target_table(f->results));
    else if (strncmp(word, "table ", 6) == 0)
        add_markdown(f->text, bench_table(f->results, word + 6));
    else if (strncmp(word, "missed ", 7) == 0)
        return hide_unless_missed(f, word + 7);
    else
        return false;
    return true;
}

bool bench_fill_in(const char *template, const char *machine, const bench_results *results,
                   vl_text *text, vl_error *error)
{
    filling f = {.machine = machine, .results = results, .text = text};
    int number = 1;
    for (const char *line = template; *line; number++) {
        int length = (int)strcspn(line, "\n");
        char word[64] = "";
        if (length > 2 && length < (int)sizeof word && line[0] == '@' && line[length - 1] == '@')
            memcpy(word, line + 1, (size_t)length - 2);
        if (*word && !obey(&f, word))
            return vl_fail(error,
                           "line %d: @%s@ is not one of @machine@, @table WORK@, @targets@, "
                           "@missed NAME@, @end@",
                           number, word);
        if (!*word && !f.hidden)
            vl_text_add(text, "%.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
    return true;
}
