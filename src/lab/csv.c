#include "lab/csv.h"

#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

// clang-format off
const vl_csv_column vl_csv_columns[] = {
    {"time", "Simulated time, s.", offsetof(vl_reading, time), 0},
    {"dt", "The length of the step, s. Empty in the row of step 0.", offsetof(vl_reading, dt), 0},
    {"kinetic", "Kinetic energy, J.", offsetof(vl_reading, kinetic), 0},
    {"potential", "Potential energy of gravity, springs, contacts and forces, J. Empty where a force depends on "
                  "time.", offsetof(vl_reading, potential), 0},
    {"energy", "Their sum, J.", offsetof(vl_reading, energy), 0},
    {"energy_error", "(energy − energy at the start) over the largest kinetic energy in the first 10 s of the true "
                     "motion, which `run` tells. Where nothing moves it is in J.",
     offsetof(vl_reading, energy_error), 0},
    {"position_error", "The largest distance of a particle from the exact solution, m. Where no exact solution is "
                       "known it is empty, or with `--reference` the distance from the reference run, before its "
                       "horizon.", offsetof(vl_reading, position_error), 0},
    {"stretch_max", "The largest strain of a link, relative to its length. Empty without links.",
     offsetof(vl_reading, stretch_max), 0},
    {"stretch_rms", "The root of the mean square of the strains of all links. Empty without links.",
     offsetof(vl_reading, stretch_rms), 0},
    {"residual", "What the solver has left of the lengths of rods and strings: the largest of |strain − that of the compliance| after a substep. This and the next column are there where a lane has rods or strings and the solver `direct` or the direction `old`, or an implicit method.",
     offsetof(vl_reading, residual), VL_CSV_SOLVED},
    {"unsolved", "The substeps of the step that had to be divided, had no solution, or were left above the tolerance.",
     offsetof(vl_reading, unsolved), VL_CSV_SOLVED},
    {"reference_error", "With `--reference`: a bound of the error of the reference run itself, m. Empty after an event (a contact, a string that tightens or slackens, a tear, the cutoff of a force), when none is known.",
     offsetof(vl_reading, reference_error), VL_CSV_REFERENCE},
    {"momentum_x", "With `--momentum`: the momentum of all particles along x, kg m/s.",
     offsetof(vl_reading, momentum.all.linear.x), VL_CSV_MOMENTUM},
    {"momentum_y", "With `--momentum`: the momentum of all particles along y, kg m/s.",
     offsetof(vl_reading, momentum.all.linear.y), VL_CSV_MOMENTUM},
    {"momentum_z", "With `--momentum`: the momentum of all particles along z, kg m/s.",
     offsetof(vl_reading, momentum.all.linear.z), VL_CSV_MOMENTUM},
    {"angular_x", "With `--momentum`: their angular momentum about the origin, along x, kg m²/s.",
     offsetof(vl_reading, momentum.all.angular.x), VL_CSV_MOMENTUM},
    {"angular_y", "With `--momentum`: their angular momentum about the origin, along y, kg m²/s.",
     offsetof(vl_reading, momentum.all.angular.y), VL_CSV_MOMENTUM},
    {"angular_z", "With `--momentum`: their angular momentum about the origin, along z, kg m²/s. That of a dial, I ω, is in it, and a dial has no momentum.",
     offsetof(vl_reading, momentum.all.angular.z), VL_CSV_MOMENTUM},
    {"free_momentum_x", "With `--momentum`: the momentum along x of the free parts: those that no link ties to a particle that is pinned or held. Empty where there is none.",
     offsetof(vl_reading, momentum.free.linear.x), VL_CSV_MOMENTUM},
    {"free_momentum_y", "With `--momentum`: the momentum along y of the free parts: those that no link ties to a particle that is pinned or held. Empty where there is none.",
     offsetof(vl_reading, momentum.free.linear.y), VL_CSV_MOMENTUM},
    {"free_momentum_z", "With `--momentum`: the momentum along z of the free parts: those that no link ties to a particle that is pinned or held. Empty where there is none.",
     offsetof(vl_reading, momentum.free.linear.z), VL_CSV_MOMENTUM},
    {"free_angular_x", "With `--momentum`: the angular momentum of the free parts about their common centre of mass, along x, kg m²/s.",
     offsetof(vl_reading, momentum.free.angular.x), VL_CSV_MOMENTUM},
    {"free_angular_y", "With `--momentum`: the angular momentum of the free parts about their common centre of mass, along y, kg m²/s.",
     offsetof(vl_reading, momentum.free.angular.y), VL_CSV_MOMENTUM},
    {"free_angular_z", "With `--momentum`: the angular momentum of the free parts about their common centre of mass, along z, kg m²/s, with the I ω of dials.",
     offsetof(vl_reading, momentum.free.angular.z), VL_CSV_MOMENTUM},
};

// clang-format on

const int vl_csv_column_count = sizeof vl_csv_columns / sizeof *vl_csv_columns;

// A comma and the number; a value that does not exist (not finite) is an empty field.
static void write_number(FILE *file, double value)
{
    char text[VL_NUMBER_SIZE];
    fputc(',', file);
    if (isfinite(value))
        fputs(vl_number_text(value, text), file);
}

static bool has(unsigned more, int column)
{
    return !vl_csv_columns[column].more || vl_csv_columns[column].more & more;
}

void vl_csv_header(FILE *file, unsigned more, const int *numbers, int count)
{
    fputs(more & VL_CSV_LANE ? "lane,integrator,step" : "integrator,step", file);
    for (int i = 0; i < vl_csv_column_count; i++)
        if (has(more, i))
            fprintf(file, ",%s", vl_csv_columns[i].name);
    for (int c = 0; (more & VL_CSV_LEDGER) && c < vl_cause_count; c++)
        fprintf(file, ",ledger_%s", vl_causes[c].name);
    for (int i = 0; i < count; i++)
        fprintf(file, ",x%d,y%d,z%d", numbers[i], numbers[i], numbers[i]);
    fputc('\n', file);
}

void vl_csv_end(FILE *file, int count, const double *values)
{
    for (int i = 0; i < count; i++)
        write_number(file, values[i]);
    fputc('\n', file);
}

// In quotes where it has a comma, a quote or the end of a line in it.
static void write_text(FILE *file, const char *text)
{
    bool quoted = strpbrk(text, ",\"\r\n");
    if (quoted)
        fputc('"', file);
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            fputc('"', file);
        fputc(*c, file);
    }
    if (quoted)
        fputc('"', file);
}

void vl_csv_row(FILE *file, unsigned more, const char *lane, const char *integrator,
                const vl_reading *reading, double *const x[VL_AXES], const int *slot_of,
                const int *numbers, int count)
{
    if (more & VL_CSV_LANE) {
        write_text(file, lane);
        fputc(',', file);
    }
    fprintf(file, "%s,%" PRId64, integrator, reading->step);
    for (int i = 0; i < vl_csv_column_count; i++)
        if (has(more, i))
            write_number(file, *(const double *)((const char *)reading + vl_csv_columns[i].offset));
    for (int c = 0; (more & VL_CSV_LEDGER) && c < vl_cause_count; c++)
        write_number(file, reading->ledger[c]);
    for (int i = 0; i < count; i++)
        for (int axis = 0; axis < VL_AXES; axis++)
            write_number(file, x[axis][slot_of[numbers[i] - 1]]);
    fputc('\n', file);
}
