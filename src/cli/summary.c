#include "cli/summary.h"

#include "base/memory.h"
#include "cli/table.h"
#include "lab/ledger.h"

#include <inttypes.h>

vl_summary vl_summary_create(int worlds)
{
    vl_summary summary = {worlds, vl_alloc((size_t)worlds, sizeof *summary.tallies)};
    for (int i = 0; i < worlds; i++) {
        vl_tally *tally = &summary.tallies[i];
        tally->energy_error_most = tally->position_error_most = tally->stretch_most = (double)NAN;
        tally->reference_error_most = (double)NAN;
    }
    return summary;
}

// The larger one; what is not there does not count.
static void raise(double *most, double value)
{
    *most = fmax(*most, fabs(value));
}

void vl_summary_hear(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    const vl_summary *summary = user;
    vl_tally *tally = &summary->tallies[world];
    tally->last = *reading;
    raise(&tally->energy_error_most, reading->energy_error);
    raise(&tally->position_error_most, reading->position_error);
    raise(&tally->reference_error_most, reading->reference_error);
    raise(&tally->stretch_most, reading->stretch_max);
    if (reading->step > 0)
        tally->cpu += reading->cpu;
}

static double energy_error_at_end(const vl_tally *tally)
{
    return tally->last.energy_error;
}

static double energy_error_most(const vl_tally *tally)
{
    return tally->energy_error_most;
}

static double position_error_at_end(const vl_tally *tally)
{
    return tally->last.position_error;
}

static double position_error_most(const vl_tally *tally)
{
    return tally->position_error_most;
}

static double reference_error_most(const vl_tally *tally)
{
    return tally->reference_error_most;
}

static double stretch_most(const vl_tally *tally)
{
    return 100 * tally->stretch_most;
}

static double microseconds(const vl_tally *tally)
{
    return tally->last.step > 0 ? 1e6 * tally->cpu / (double)tally->last.step : (double)NAN;
}

// The columns that are numbers, behind integrator, steps and time. Two lines of heading.
static const struct {
    const char *head, *under;
    double (*value)(const vl_tally *tally);
} columns[] = {
    {"energy error", "at end", energy_error_at_end},
    {"energy error", "largest", energy_error_most},
    {"position error", "at end (m)", position_error_at_end},
    {"position error", "largest (m)", position_error_most},
    {"± reference", "largest (m)", reference_error_most},
    {"stretch", "largest (%)", stretch_most},
    {"step", "(µs)", microseconds},
};

enum { COLUMNS = sizeof columns / sizeof *columns, FRONT = 3 };

// Which columns some world has.
static void find_columns(const vl_summary *summary, bool there[COLUMNS])
{
    for (int c = 0; c < COLUMNS; c++)
        for (int i = 0; i < summary->count; i++)
            there[c] |= !isnan(columns[c].value(&summary->tallies[i]));
}

static void add_heads(vl_table *table, const bool there[COLUMNS])
{
    vl_table_add(table, "integrator");
    vl_table_add(table, "steps");
    vl_table_add(table, "time");
    for (int c = 0; c < COLUMNS; c++)
        vl_table_add(table, "%s", there[c] ? columns[c].head : "");
    vl_table_skip(table);

    vl_table_skip(table);
    vl_table_skip(table);
    vl_table_add(table, "(s)");
    for (int c = 0; c < COLUMNS; c++)
        vl_table_add(table, "%s", there[c] ? columns[c].under : "");
    vl_table_skip(table);
}

// Three digits, or all of a larger whole number; not there: a dash.
static void add_number(vl_table *table, double value)
{
    bool large = fabs(value) >= 1000 && fabs(value) < 1e6;
    if (isnan(value))
        vl_table_add(table, "–");
    else
        vl_table_add(table, large ? "%.0f" : "%.3g", value);
}

// What stopped a world, or its reference, before the end.
static void add_remark(vl_table *table, const vl_world *world, const vl_track *track)
{
    bool beyond = track->state == VL_TRACK_BEYOND;
    if (world->now.diverged)
        vl_table_add(table, "diverged at t = %.6g s", world->now.diverged_time);
    else if (beyond)
        vl_table_add(table, "beyond the horizon after %.4g s", track->horizon - track->since);
    else
        vl_table_skip(table);
}

static void add_world(vl_table *table, const bool there[COLUMNS], const vl_tally *tally,
                      vl_lab *lab, int index)
{
    const vl_world *world = vl_lab_world(lab, index);
    vl_track track = vl_lab_track(lab, index);
    vl_table_add(table, "%s", world->integrator->name);
    vl_table_add(table, "%" PRId64, tally->last.step);
    vl_table_add(table, "%.6g", tally->last.time);
    for (int c = 0; c < COLUMNS; c++)
        if (there[c])
            add_number(table, columns[c].value(tally));
        else
            vl_table_skip(table);
    add_remark(table, world, &track);
}

void vl_summary_lay_out(const vl_summary *summary, vl_lab *lab, vl_text *text)
{
    bool there[COLUMNS] = {false};
    vl_table table = vl_table_create(FRONT + COLUMNS + 1);
    for (int c = 1; c < FRONT + COLUMNS; c++)
        table.right[c] = true;

    find_columns(summary, there);
    add_heads(&table, there);
    for (int i = 0; i < summary->count; i++)
        add_world(&table, there, &summary->tallies[i], lab, i);
    vl_table_lay_out(&table, 0, text);
    vl_table_free(&table);
}

static void add_ledger(vl_table *table, const vl_tally *tally, const vl_world *world)
{
    const double *parts = tally->last.ledger;
    vl_table_add(table, "%s", world->integrator->name);
    for (int c = 0; c < VL_CAUSE_COUNT; c++)
        add_number(table, parts[c]);
    add_number(table, vl_ledger_sum(parts));
}

void vl_summary_lay_out_ledger(const vl_summary *summary, vl_lab *lab, vl_text *text)
{
    vl_table table = vl_table_create(VL_CAUSE_COUNT + 2);
    vl_text_add(text, "\nwhat each cause did to the energy, from the start to the end (J)\n\n");
    vl_table_add(&table, "integrator");
    for (int c = 0; c < VL_CAUSE_COUNT; c++)
        vl_table_add(&table, "%s", vl_causes[c].name);
    vl_table_add(&table, "sum");
    for (int c = 1; c < VL_CAUSE_COUNT + 2; c++)
        table.right[c] = true;
    for (int i = 0; i < summary->count; i++)
        add_ledger(&table, &summary->tallies[i], vl_lab_world(lab, i));
    vl_table_lay_out(&table, 0, text);
    vl_table_free(&table);
    const vl_mistake *mistake = vl_lab_world(lab, 0)->mistake;
    if (mistake && mistake->reads_unsolved)
        vl_text_add(text,
                    "\nIt is the ledger of the energy that is there. The readings, %s, are of "
                    "another one.\n",
                    mistake->title);
}

void vl_summary_free(vl_summary *summary)
{
    vl_free(summary->tallies);
    *summary = (vl_summary){0};
}
