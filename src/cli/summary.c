#include "cli/summary.h"

#include "base/memory.h"
#include "cli/table.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

typedef enum kind { AT_END, LARGEST, MEAN } kind; // over the steps, of a value of the readings

// The columns after integrator, steps and time. The heading has two lines.
static const struct {
    const char *head, *under;
    size_t offset; // in vl_reading
    kind kind;
    double factor; // for the unit
} columns[VL_SUMMARY_COLUMNS] = {
    {"energy error", "at end", offsetof(vl_reading, energy_error), AT_END, 1},
    {"energy error", "largest", offsetof(vl_reading, energy_error), LARGEST, 1},
    {"position error", "at end (m)", offsetof(vl_reading, position_error), AT_END, 1},
    {"position error", "largest (m)", offsetof(vl_reading, position_error), LARGEST, 1},
    {"± reference", "largest (m)", offsetof(vl_reading, reference_error), LARGEST, 1},
    {"stretch", "largest (%)", offsetof(vl_reading, stretch_max), LARGEST, 100},
    {"step", "(µs)", offsetof(vl_reading, cpu), MEAN, 1e6},
};

enum { COLUMNS = VL_SUMMARY_COLUMNS, FRONT = 3 };

vl_summary vl_summary_create(int worlds)
{
    vl_summary summary = {worlds, vl_alloc((size_t)worlds, sizeof *summary.tallies)};
    for (int i = 0; i < worlds; i++)
        for (int c = 0; c < COLUMNS; c++)
            summary.tallies[i].values[c] = (double)NAN;
    return summary;
}

// A value that does not exist does not count, except at the end.
void vl_summary_hear(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    const vl_summary *summary = user;
    vl_tally *tally = &summary->tallies[world];
    tally->last = *reading;
    for (int c = 0; c < COLUMNS; c++) {
        double value = *(const double *)((const char *)reading + columns[c].offset);
        double *kept = &tally->values[c];
        if (columns[c].kind == AT_END)
            *kept = value;
        else if (columns[c].kind == LARGEST)
            *kept = fmax(*kept, fabs(value));
        else if (reading->step > 0)
            *kept = isnan(*kept) ? value : *kept + value;
    }
}

static double value_of(const vl_tally *tally, int column)
{
    bool mean = columns[column].kind == MEAN;
    double value = columns[column].factor * tally->values[column];
    return mean ? value / (double)tally->last.step : value;
}

// Finds the columns that some world has.
static void find_columns(const vl_summary *summary, bool there[COLUMNS])
{
    for (int c = 0; c < COLUMNS; c++)
        for (int i = 0; i < summary->count; i++)
            there[c] |= !isnan(value_of(&summary->tallies[i], c));
}

static void add_heads(vl_table *table, const bool there[COLUMNS])
{
    vl_table_add(table, "integrator\tsteps\ttime");
    for (int c = 0; c < COLUMNS; c++)
        vl_table_add(table, "%s", there[c] ? columns[c].head : "");
    vl_table_add(table, "\t\t\t(s)"); // after the remark, which has no heading
    for (int c = 0; c < COLUMNS; c++)
        vl_table_add(table, "%s", there[c] ? columns[c].under : "");
    vl_table_skip(table);
}

// Writes three digits, or all digits of a larger whole number.
static void add_number(vl_table *table, double value)
{
    bool large = fabs(value) >= 1000 && fabs(value) < 1e6;
    vl_table_add_number(table, large ? "%.0f" : "%.3g", value);
}

// Adds what stopped a world, or its reference, before the end.
static void add_remark(vl_table *table, const vl_world *world, const vl_track *track)
{
    if (world->now.diverged)
        vl_table_add(table, "diverged at t = %.6g s", world->now.diverged_time);
    else if (track->state == VL_TRACK_BEYOND)
        vl_table_add(table, "beyond the horizon after %.4g s", track->horizon - track->since);
    else
        vl_table_skip(table);
}

static void add_world(vl_table *table, const bool there[COLUMNS], const vl_tally *tally,
                      vl_lab *lab, int index)
{
    const vl_world *world = lab->runs[index].world;
    vl_track track = vl_lab_track(lab, index);
    vl_table_add(table, "%s\t%" PRId64 "\t%.6g", world->integrator->name, tally->last.step,
                 tally->last.time);
    for (int c = 0; c < COLUMNS; c++)
        if (there[c])
            add_number(table, value_of(tally, c));
        else
            vl_table_skip(table);
    add_remark(table, world, &track);
}

void vl_summary_print(const vl_summary *summary, vl_lab *lab)
{
    bool there[COLUMNS] = {false};
    vl_table table = vl_table_create(FRONT + COLUMNS + 1);
    vl_table_align_right(&table, 1, FRONT + COLUMNS - 1);
    find_columns(summary, there);
    add_heads(&table, there);
    for (int i = 0; i < summary->count; i++)
        add_world(&table, there, &summary->tallies[i], lab, i);
    vl_table_print(&table);
}

void vl_summary_print_ledger(const vl_summary *summary, vl_lab *lab)
{
    vl_table table = vl_table_create(VL_CAUSE_COUNT + 2);
    vl_table_align_right(&table, 1, VL_CAUSE_COUNT + 1);
    vl_table_add(&table, "integrator");
    for (int c = 0; c < VL_CAUSE_COUNT; c++)
        vl_table_add(&table, "%s", vl_causes[c].name);
    vl_table_add(&table, "sum");
    for (int i = 0; i < summary->count; i++) {
        const double *parts = summary->tallies[i].last.ledger;
        vl_table_add(&table, "%s", lab->runs[i].world->integrator->name);
        for (int c = 0; c < VL_CAUSE_COUNT; c++)
            add_number(&table, parts[c]);
        add_number(&table, vl_ledger_sum(parts));
    }
    printf("\nwhat each cause did to the energy, from the start to the end (J)\n\n");
    vl_table_print(&table);
    const vl_mistake *mistake = lab->runs[0].world->mistake;
    if (mistake && mistake->reads_unsolved)
        printf("\nThe ledger describes the true energy. The readings, %s, describe another one.\n",
               mistake->title);
}

void vl_summary_free(vl_summary *summary)
{
    vl_free(summary->tallies);
    *summary = (vl_summary){0};
}
