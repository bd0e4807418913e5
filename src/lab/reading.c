#include "lab/reading.h"

#include "physics/forces/forces.h"

#include <inttypes.h>
#include <string.h>

// --- the quantities ---

// clang-format off
#define AT(member) .offset = offsetof(vl_reading, member)
#define COLUMN(member) AT(member), .key = #member
#define PART(name, member, what, unit, axis) \
    {.key = name "_" #axis, .meaning = "With `--momentum`: " what ", along " #axis ", " unit, \
     AT(momentum.member.axis), .more = VL_CSV_MOMENTUM}
#define VECTOR(name, member, what, unit) \
    PART(name, member, what, unit, x), PART(name, member, what, unit, y), PART(name, member, what, unit, z)

const vl_quantity vl_quantities[] = {
    [VL_QUANTITY_TIME] = {"time", NULL, "s", 1, COLUMN(time), .meaning = "Simulated time, s."},
    [VL_QUANTITY_DT] = {"dt", NULL, "ms", 1e3, COLUMN(dt), .meaning = "The length of the step, s. Empty in the row of step 0."},
    [VL_QUANTITY_KINETIC] = {"kinetic K", NULL, "J", 1, COLUMN(kinetic), .meaning = VL_KINETIC_MEANS " In J."},
    [VL_QUANTITY_POTENTIAL] = {"potential U", NULL, "J", 1, COLUMN(potential),
        .meaning = VL_POTENTIAL_MEANS " Also that of contacts and forces, J. Empty where a force depends on time."},
    [VL_QUANTITY_ENERGY] = {"total U + K", NULL, "J", 1, COLUMN(energy), .meaning = "Their sum, J."},
    [VL_QUANTITY_ENERGY_ERROR] = {"energy error", "Energy", "%", 100, VL_UNIT_OF_ENERGY_ERRORS, COLUMN(energy_error), .is_signed = true,
        .meaning = VL_ENERGY_ERROR_MEANS " What integrator and links did, and elastic contacts, is left; but what links did is taken off, too, where contacts take energy, as links pass blows on. Empty while a hand of a person holds something, and counted anew when it lets go."},
    [VL_QUANTITY_ENERGY_CHANGE] = {"energy change", NULL, "%", 100, VL_UNIT_OF_ENERGY_ERRORS, COLUMN(energy_change), .is_signed = true,
        .meaning = VL_ENERGY_CHANGE_MEANS " `run` tells that energy. Where nothing moves the change is in J."},
    [VL_QUANTITY_POSITION] = {"position error", "Position", "m", 1, VL_UNIT_OF_PLACES, COLUMN(position_error),
        .meaning = VL_POSITION_ERROR_MEANS " In m. Where no exact solution is known it is empty, or with `--reference` the distance from the reference run, before its horizon."},
    [VL_QUANTITY_STRETCH] = {"largest stretch", "Stretch", "%", 100, COLUMN(stretch_max), .is_signed = true,
        .meaning = "The largest strain of a link, relative to its length. Empty without links."},
    [VL_QUANTITY_RMS_STRETCH] = {"RMS stretch", NULL, "%", 100, COLUMN(stretch_rms), .meaning = "The root of the mean square of the strains of all links. Empty without links."},
    [VL_QUANTITY_RESIDUAL] = {"residual", NULL, "", 1, COLUMN(residual), .more = VL_CSV_SOLVED,
        .meaning = "What the solver has left of the lengths of rods and strings: the largest of |strain − that of the compliance| after a substep. This and the next column are there where a lane has rods or strings and the solver `direct`, the direction `old` or a `tolerance`, or an implicit method."},
    [VL_QUANTITY_UNSOLVED] = {"unsolved substeps", NULL, "", 1, COLUMN(unsolved), .more = VL_CSV_SOLVED,
        .meaning = "The substeps of the step that had to be divided, had no solution, or were left above the tolerance, with `direct` also by contacts."},
    [VL_QUANTITY_REFERENCE] = {"± reference", NULL, "m", 1, VL_UNIT_OF_PLACES, COLUMN(reference_error), .more = VL_CSV_REFERENCE,
        .meaning = "With `--reference`: a bound of the error of the reference run itself, m. Empty after an event (a contact, a string that tightens or slackens, a tear, the cutoff of a force), when none is known."},
    [VL_QUANTITY_MOMENTUM] = {"momentum", "Momentum", "kg m/s", 1, AT(momentum.free.linear), .vector = true},
    [VL_QUANTITY_TORN] = {"links that tore", "Torn", "links", 1, AT(broken), .counts = true},
    [VL_QUANTITY_HEIGHT] = {"height", "Height", "m", 1, VL_UNIT_OF_PLACES, AT(height)},
    [VL_QUANTITY_CPU] = {"physics step", NULL, "µs", 1e6, AT(cpu)},
    VECTOR("momentum", all.linear, "the momentum of all particles", "kg m/s."),
    VECTOR("angular", all.angular, "their angular momentum about the origin", "kg m²/s. That of a dial, I ω, is along z, and a dial has no momentum."),
    VECTOR("free_momentum", free.linear, "the momentum of the free parts: those that neither a link nor gravitation ties to a particle that is pinned or held", "kg m/s. Empty where there is none."),
    VECTOR("free_angular", free.angular, "the angular momentum of the free parts about their common centre of mass", "kg m²/s, that of dials along z."),
};

// clang-format on

const int vl_quantity_count = sizeof vl_quantities / sizeof *vl_quantities;

const int vl_figures[VL_FIGURES] = {
    [VL_FIGURE_ENERGY] = VL_QUANTITY_ENERGY_ERROR, [VL_FIGURE_POSITION] = VL_QUANTITY_POSITION,
    [VL_FIGURE_MOMENTUM] = VL_QUANTITY_MOMENTUM,   [VL_FIGURE_STRETCH] = VL_QUANTITY_STRETCH,
    [VL_FIGURE_TORN] = VL_QUANTITY_TORN,           [VL_FIGURE_HEIGHT] = VL_QUANTITY_HEIGHT,
};

double vl_quantity_of(const vl_quantity *quantity, const vl_reading *reading)
{
    const void *at = (const char *)reading + quantity->offset;
    return quantity->vector ? vl_length(*(const vl_vec3 *)at) : *(const double *)at;
}

vl_unit vl_quantity_unit(const vl_quantity *quantity, const vl_reading *reading)
{
    bool joules = quantity->kind == VL_UNIT_OF_ENERGY_ERRORS && reading->in_joules;
    bool places = quantity->kind == VL_UNIT_OF_PLACES && reading->places;
    return joules ? (vl_unit){"J", 1}
                  : (vl_unit){places ? reading->places : quantity->unit, quantity->factor};
}

// --- the reading of an instant ---

// Against gravity, or along y where there is none.
static double height_of(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    vl_vec3 g = world->gravity;
    double mass = 0, sum = 0, size = vl_length(g);
    vl_vec3 up = {-g.x / size, -g.y / size, -g.z / size};
    up = size > 0 ? up : (vl_vec3){0, 1, 0};
    for (int i = 0; i < p->count; i++) {
        double m = p->pinned[i] || p->dial[i] ? 0 : p->mass[i];
        mass += m;
        sum += m * vl_dot(up, vl_read(p->x, i));
    }
    return sum / mass;
}

const char *vl_unit_of_places(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    bool turns = false, moves = false;
    for (int i = 0; i < p->count && !(turns && moves); i++) {
        turns = turns || (p->dial[i] && !p->pinned[i]);
        moves = moves || (!p->dial[i] && !p->pinned[i]);
    }
    return !turns ? "m" : moves ? "m, rad" : "rad";
}

void vl_reading_take_positions(vl_reading *reading, const vl_world *world,
                               const vl_reference *reference)
{
    const vl_links *links = &world->links;
    reading->step = world->now.frames;
    reading->time = world->now.time;
    reading->solved = world->solved;
    reading->unsolved = world->solved.divided + world->solved.failed + world->solved.unconverged;
    reading->broken = world->broken;
    reading->in_joules = reference->scale.joule == 0;
    reading->places = vl_unit_of_places(world);
    reading->height = height_of(world);

    reading->potential = vl_energy_exists(world) ? vl_energy_potential(world) : (double)NAN;

    reading->stretch_max = reading->stretch_rms = reading->residual = (double)NAN;
    if (links->count > 0)
        vl_links_stretch(links, &world->particles, links->count, HUGE_VAL, &reading->stretch_max,
                         &reading->stretch_rms);
    if (links->hard_count > 0 && world->solved.measured)
        reading->residual = world->solved.residual;
    else if (links->hard_count == links->count)
        reading->residual = reading->stretch_max;
    else if (links->hard_count > 0)
        vl_links_stretch(links, &world->particles, links->hard_count, HUGE_VAL, &reading->residual,
                         &(double){0});

    reading->position_error =
        reference->exact ? vl_exact_error(reference->exact, world) : (double)NAN;
    reading->reference_error = (double)NAN;
}

// --- estimators ---

// clang-format off
const vl_estimator vl_estimators[] = {
    {"right", "velocity of the instant", "", "v = (xₙ − xₙ₋₁)/dt₋ + ½ aₙ dt₋",
     "None: it is of second order, under any steps. With rods, strings or contacts the weighted central difference "
     "takes its place; a method that keeps v has it.", .behind = false, .ahead = false},
    {"backward", "backward difference", "backward", "v = (xₙ − xₙ₋₁)/dt₋",
     "It is the velocity of half a step ago, beside the position of now: off by ½ a dt₋.", .behind = true},
    {"central", "unweighted central difference", "central", "v = (xₙ₊₁ − xₙ₋₁)/(dt + dt₋)",
     "It is the velocity in the middle of two steps, which is not tₙ unless they are equal: off by ½ a (dt − dt₋).",
     .behind = true, .ahead = true},
    {"half-step", "half-step velocity", "half step", "v = (xₙ₊₁ − xₙ)/dt",
     "It is the velocity half a step later, taken as if it were that of now: off by ½ a dt.", .ahead = true},
};
// clang-format on

const int vl_estimator_count = sizeof vl_estimators / sizeof *vl_estimators;

// --- CSV ---

// A comma and the number; a value that does not exist (not finite) is an empty field.
static void write_number(FILE *file, double value)
{
    char text[VL_NUMBER_SIZE];
    fputc(',', file);
    if (isfinite(value))
        fputs(vl_number_text(value, text), file);
}

static bool is_column(const vl_quantity *quantity, unsigned more)
{
    return quantity->key && (!quantity->more || quantity->more & more);
}

void vl_csv_header(FILE *file, unsigned more, const int *numbers, int count)
{
    fputs(more & VL_CSV_LANE ? "lane,integrator,step" : "integrator,step", file);
    for (int i = 0; i < vl_quantity_count; i++)
        if (is_column(&vl_quantities[i], more))
            fprintf(file, ",%s", vl_quantities[i].key);
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
    fputs(quoted ? "\"" : "", file);
    for (const char *c = text; *c; c++)
        fprintf(file, "%s%c", *c == '"' ? "\"" : "", *c);
    fputs(quoted ? "\"" : "", file);
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
    for (int i = 0; i < vl_quantity_count; i++)
        if (is_column(&vl_quantities[i], more))
            write_number(file, vl_quantity_of(&vl_quantities[i], reading));
    for (int c = 0; (more & VL_CSV_LEDGER) && c < vl_cause_count; c++)
        write_number(file, reading->ledger[c]);
    for (int i = 0; i < count; i++)
        for (int axis = 0; axis < VL_AXES; axis++)
            write_number(file, x[axis][slot_of[numbers[i] - 1]]);
    fputc('\n', file);
}
