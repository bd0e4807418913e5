#include "lab/csv.h"

#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

// The columns after integrator and step, in the order of the contract.
static const struct {
    const char *name;
    size_t offset;
} columns[] = {
    {"time", offsetof(vl_reading, time)},
    {"dt", offsetof(vl_reading, dt)},
    {"kinetic", offsetof(vl_reading, kinetic)},
    {"potential", offsetof(vl_reading, potential)},
    {"energy", offsetof(vl_reading, energy)},
    {"energy_error", offsetof(vl_reading, energy_error)},
    {"position_error", offsetof(vl_reading, position_error)},
    {"stretch_max", offsetof(vl_reading, stretch_max)},
    {"stretch_rms", offsetof(vl_reading, stretch_rms)},
};

// The columns of a run that asks for them, by their bit.
static const struct {
    unsigned bit;
    const char *name;
    size_t offset;
} more_columns[] = {
    {VL_CSV_REFERENCE, "reference_error", offsetof(vl_reading, reference_error)},
};

enum { MORE_COLUMNS = sizeof more_columns / sizeof *more_columns };

enum { COLUMNS = sizeof columns / sizeof *columns };

void vl_csv_header(FILE *file, unsigned more, const int *numbers, int count)
{
    fputs("integrator,step", file);
    for (int i = 0; i < COLUMNS; i++)
        fprintf(file, ",%s", columns[i].name);
    for (int i = 0; i < MORE_COLUMNS; i++)
        if (more & more_columns[i].bit)
            fprintf(file, ",%s", more_columns[i].name);
    for (int c = 0; (more & VL_CSV_LEDGER) && c < VL_CAUSE_COUNT; c++)
        fprintf(file, ",ledger_%s", vl_causes[c].name);
    for (int i = 0; i < count; i++)
        fprintf(file, ",x%d,y%d,z%d", numbers[i], numbers[i], numbers[i]);
    fputc('\n', file);
}

// A value that does not exist is an empty field.
static void write_number(FILE *file, double value)
{
    char text[VL_NUMBER_SIZE];
    fputc(',', file);
    if (isfinite(value))
        fputs(vl_number_text(value, text), file);
}

static void write_value(FILE *file, const vl_reading *reading, size_t offset)
{
    write_number(file, *(const double *)((const char *)reading + offset));
}

void vl_csv_row(FILE *file, unsigned more, const char *integrator, const vl_reading *reading,
                double *const x[VL_AXES], const int *slot_of, const int *numbers, int count)
{
    fprintf(file, "%s,%" PRId64, integrator, reading->step);
    for (int i = 0; i < COLUMNS; i++)
        write_value(file, reading, columns[i].offset);
    for (int i = 0; i < MORE_COLUMNS; i++)
        if (more & more_columns[i].bit)
            write_value(file, reading, more_columns[i].offset);
    for (int c = 0; (more & VL_CSV_LEDGER) && c < VL_CAUSE_COUNT; c++)
        write_number(file, reading->ledger[c]);
    for (int i = 0; i < count; i++)
        for (int axis = 0; axis < VL_AXES; axis++)
            write_number(file, x[axis][slot_of[numbers[i] - 1]]);
    fputc('\n', file);
}
