#include "lab/csv.h"

#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

// clang-format off
#define COLUMN(name, more, meaning) {#name, meaning, offsetof(vl_reading, name), more}
#define PART(name, member, what, unit, axis) \
    {name "_" #axis, "With `--momentum`: " what ", along " #axis ", " unit, \
     offsetof(vl_reading, momentum.member.axis), VL_CSV_MOMENTUM}
#define VECTOR(name, member, what, unit) \
    PART(name, member, what, unit, x), PART(name, member, what, unit, y), PART(name, member, what, unit, z)

const vl_csv_column vl_csv_columns[] = {
    COLUMN(time, 0, "Simulated time, s."),
    COLUMN(dt, 0, "The length of the step, s. Empty in the row of step 0."),
    COLUMN(kinetic, 0, "Kinetic energy, J."),
    COLUMN(potential, 0, "Potential energy of gravity, springs, contacts and forces, J. Empty where a force depends on time."),
    COLUMN(energy, 0, "Their sum, J."),
    COLUMN(energy_error, 0, "What of `energy_change` no cause explains: what integrator and links did, and elastic contacts. What damping, wind, friction, impacts, hands and cuts did is taken off; and what links did, where contacts take energy, as links pass blows on."),
    COLUMN(energy_change, 0, "(energy − energy at the start) over the largest kinetic energy in the first 10 s of the true motion, which `run` tells. Where nothing moves it is in J."),
    COLUMN(position_error, 0, "The largest distance of a particle from the exact solution, m. Where no exact solution is known it is empty, or with `--reference` the distance from the reference run, before its horizon."),
    COLUMN(stretch_max, 0, "The largest strain of a link, relative to its length. Empty without links."),
    COLUMN(stretch_rms, 0, "The root of the mean square of the strains of all links. Empty without links."),
    COLUMN(residual, VL_CSV_SOLVED, "What the solver has left of the lengths of rods and strings: the largest of |strain − that of the compliance| after a substep. This and the next column are there where a lane has rods or strings and the solver `direct` or the direction `old`, or an implicit method."),
    COLUMN(unsolved, VL_CSV_SOLVED, "The substeps of the step that had to be divided, had no solution, or were left above the tolerance."),
    COLUMN(reference_error, VL_CSV_REFERENCE, "With `--reference`: a bound of the error of the reference run itself, m. Empty after an event (a contact, a string that tightens or slackens, a tear, the cutoff of a force), when none is known."),
    VECTOR("momentum", all.linear, "the momentum of all particles", "kg m/s."),
    VECTOR("angular", all.angular, "their angular momentum about the origin", "kg m²/s. That of a dial, I ω, is along z, and a dial has no momentum."),
    VECTOR("free_momentum", free.linear, "the momentum of the free parts: those that neither a link nor gravitation ties to a particle that is pinned or held", "kg m/s. Empty where there is none."),
    VECTOR("free_angular", free.angular, "the angular momentum of the free parts about their common centre of mass", "kg m²/s, that of dials along z."),
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
