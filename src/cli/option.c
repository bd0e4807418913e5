#include "cli/option.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/load.h"
#include "lab/engine.h"
#include "lab/stability.h"
#include "scene/stream.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double most_seconds = 1e12;
static const int64_t most_steps = INT64_C(1) << 53;

static bool refuse(const char *option, const char *value, const char *expected, vl_error *error)
{
    return vl_fail(error, "%s is '%s', expected %s", option, value, expected);
}

static bool parse_count(const char *option, const char *value, int64_t least, int64_t *count,
                        vl_error *error)
{
    if (vl_parse_integer(value, count) && *count >= least && *count <= most_steps)
        return true;
    return refuse(option, value,
                  least ? "a whole number from 1 to 2^53" : "a whole number from 0 to 2^53", error);
}

static bool parse_seconds(const char *option, const char *value, double *seconds, vl_error *error)
{
    if (vl_parse_number(value, seconds) && *seconds >= 0 && *seconds <= most_seconds)
        return true;
    return refuse(option, value, "a number of seconds from 0 to 1e12", error);
}

// Calls `add` with each part of a list such as "a,b"; an empty part is a part too.
static bool for_each_part(vl_arguments *arguments, const char *list, vl_error *error,
                          bool (*add)(vl_arguments *, const char *, vl_error *))
{
    char *parts = vl_copy_text(list);
    bool good = true;
    for (char *part = parts; part && good;) {
        char *comma = strchr(part, ',');
        if (comma)
            *comma = '\0';
        good = add(arguments, part, error);
        part = comma ? comma + 1 : NULL;
    }
    vl_free(parts);
    return good;
}

static bool add_integrator(vl_arguments *arguments, const char *name, vl_error *error)
{
    vl_scene trial = {0};
    if (!vl_scene_key_set((vl_scene_key){NULL, "integrator"}, "--integrator", name, &trial, error))
        return false;
    for (int i = 0; i < arguments->integrator_count; i++)
        if (arguments->integrators[i] == trial.integrator)
            return vl_fail(error, "--integrator: '%s' stands there twice", name);
    arguments->integrators[arguments->integrator_count++] = trial.integrator;
    return true;
}

static bool parse_integrator(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->integrators = vl_alloc((size_t)vl_integrator_count, sizeof *arguments->integrators);
    if (strcmp(value, "all") != 0)
        return for_each_part(arguments, value, error, add_integrator);

    for (int i = 0; i < vl_integrator_count; i++) {
        const char *lacks = vl_integrator_lacks(vl_integrators[i]);
        if (lacks)
            fprintf(stderr, "--integrator all: without %s, which needs %s\n",
                    vl_integrators[i]->name, lacks);
        else
            arguments->integrators[arguments->integrator_count++] = vl_integrators[i];
    }
    return true;
}

static bool parse_dt(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->dt = value;
    if (vl_cli_stream_is_file(value))
        return true; // whether it can be read is no question of usage

    vl_error reason = {0};
    vl_stream *stream = vl_stream_parse(value, NULL, &reason);
    bool frame = stream && vl_stream_is_frame(stream);
    bool good = stream && !frame;
    vl_stream_free(stream);
    if (frame)
        return vl_fail(error,
                       "--dt: '%s' is measured on a display, expected another stream, such "
                       "as fixed:0.01",
                       value);
    return good || vl_fail(error, "--dt: %s", reason.text);
}

static bool parse_engine(vl_arguments *arguments, const char *value, vl_error *error)
{
    vl_error reason = {0};
    arguments->engine = vl_engine_find(value, &reason);
    return arguments->engine || vl_fail(error, "--engine: %s", reason.text);
}

static bool parse_duration(vl_arguments *arguments, const char *value, vl_error *error)
{
    return parse_seconds("--duration", value, &arguments->duration, error);
}

static bool parse_steps(vl_arguments *arguments, const char *value, vl_error *error)
{
    return parse_count("--steps", value, 0, &arguments->steps, error);
}

static bool parse_every(vl_arguments *arguments, const char *value, vl_error *error)
{
    return parse_count("--every", value, 1, &arguments->every, error);
}

static bool parse_ledger(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->ledger = true;
    return true;
}

static bool add_point(vl_arguments *arguments, const char *text, vl_error *error)
{
    int64_t number;
    if (!vl_parse_integer(text, &number) || number < 1 || number > VL_SCENE_MOST_PARTICLES)
        return refuse("a particle of --points", text,
                      "numbers of particles, from 1, such as 1,5,9; or all; or none", error);
    arguments->points.numbers[arguments->points.count++] = (int)number;
    return true;
}

static bool parse_points(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->points.all = strcmp(value, "all") == 0;
    if (arguments->points.all || strcmp(value, "none") == 0)
        return true;
    arguments->points.numbers = vl_alloc(strlen(value) + 1, sizeof *arguments->points.numbers);
    return for_each_part(arguments, value, error, add_point);
}

static bool parse_reference(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->reference = true;
    return true;
}

static bool parse_csv(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->csv = value;
    return *value || refuse("--csv", value, "a file, or - for standard output", error);
}

static bool parse_estimator(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->estimator = vl_estimator_find(value);
    return arguments->estimator ||
           vl_fail(error, "--estimator: there is no '%s', see 'verlet-lab list estimators'", value);
}

static bool parse_at(vl_arguments *arguments, const char *value, vl_error *error)
{
    return parse_seconds("--at", value, &arguments->at, error);
}

static bool parse_png(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->png = value;
    bool file = *value && strcmp(value, "-") != 0;
    return file || refuse("--png", value, "the name of a file", error);
}

static bool parse_keys(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->keys = value;
    return *value ||
           refuse("--keys", value, "keys as `list keys` writes them, such as F3,2", error);
}

static bool parse_pixels(const char *text, int *pixels)
{
    int64_t number;
    bool good = vl_parse_integer(text, &number) && number >= VL_RENDER_LEAST_SIZE &&
                number <= VL_RENDER_MOST_SIZE;
    *pixels = good ? (int)number : 0;
    return good;
}

static bool parse_size(vl_arguments *arguments, const char *value, vl_error *error)
{
    char *parts = vl_copy_text(value);
    char *cross = strchr(parts, 'x');
    if (cross)
        *cross = '\0';
    bool good = cross && parse_pixels(parts, &arguments->width) &&
                parse_pixels(cross + 1, &arguments->height);
    vl_free(parts);
    return good ||
           vl_fail(
               error, "--size is '%s', expected WIDTHxHEIGHT, each from %d to %d, such as %dx%d",
               value, VL_RENDER_LEAST_SIZE, VL_RENDER_MOST_SIZE, VL_RENDER_WIDTH, VL_RENDER_HEIGHT);
}

static bool parse_points_a_side(vl_arguments *arguments, const char *value, vl_error *error)
{
    int64_t number;
    bool good = vl_parse_integer(value, &number) && number >= VL_MAP_LEAST_POINTS &&
                number <= VL_MAP_MOST_POINTS;
    if (!good)
        return vl_fail(error, "--size is '%s', expected a whole number from %d to %d", value,
                       VL_MAP_LEAST_POINTS, VL_MAP_MOST_POINTS);
    arguments->points_a_side = (int)number;
    return true;
}

static bool parse_map(vl_arguments *arguments, const char *value, vl_error *error)
{
    for (int i = 0; i < VL_STABILITY_KINDS; i++)
        if (strcmp(vl_stability_kinds[i].name, value) == 0) {
            arguments->map = i;
            return true;
        }
    return refuse("--map", value, "alternating or jitter", error);
}

// Which of `names` (count of them) a value is; −1: none.
static int find_word(const char *value, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(value, names[i]) == 0)
            return i;
    return -1;
}

static bool parse_quantity(vl_arguments *arguments, const char *value, vl_error *error)
{
    int found = find_word(value, vl_order_quantity_names, VL_ORDER_QUANTITIES);
    if (found < 0)
        return refuse("--quantity", value, "position, velocity or energy", error);
    arguments->quantity = (vl_order_quantity)found;
    return true;
}

static bool parse_scope(vl_arguments *arguments, const char *value, vl_error *error)
{
    static const char *const names[] = {"global", "local"};
    int found = find_word(value, names, 2);
    arguments->local = found == 1;
    return found >= 0 || refuse("--scope", value, "global or local", error);
}

static bool parse_when(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->when = find_word(value, vl_order_when_names, VL_ORDER_WHENS);
    return arguments->when >= 0 || refuse("--when", value, "run or end", error);
}

static bool parse_mean(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->mean = 0;
    if (strcmp(value, "auto") == 0)
        return true;
    if (vl_parse_number(value, &arguments->mean) && arguments->mean >= 1e-12 &&
        arguments->mean <= 1e6)
        return true;
    return refuse("--mean", value, "a number of seconds from 1e-12 to 1e6, or auto", error);
}

static bool parse_between(const char *option, const char *value, int least, int most, int *number,
                          vl_error *error)
{
    int64_t whole;
    bool good = vl_parse_integer(value, &whole) && whole >= least && whole <= most;
    *number = good ? (int)whole : least;
    return good || vl_fail(error, "%s is '%s', expected a whole number from %d to %d", option,
                           value, least, most);
}

static bool parse_halvings(vl_arguments *arguments, const char *value, vl_error *error)
{
    return parse_between("--halvings", value, VL_ORDER_LEAST_HALVINGS, VL_ORDER_MOST_HALVINGS,
                         &arguments->halvings, error);
}

static bool parse_seeds(vl_arguments *arguments, const char *value, vl_error *error)
{
    return parse_between("--seeds", value, 1, 10000, &arguments->seeds, error);
}

static bool parse_work(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->work = true;
    return true;
}

static bool parse_help(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->help = true;
    return true;
}

static bool parse_version(vl_arguments *arguments, const char *value, vl_error *error)
{
    arguments->version = true;
    return true;
}

const vl_option vl_options[] = {
    {.name = "integrator",
     .form = "NAME[,NAME…]|all",
     .meaning = "The integrators, in lock-step; see `verlet-lab list integrators`. Left out: that "
                "of the scene; of `stability` without one, all.",
     .taken_by = VL_IN_RUN | VL_IN_STABILITY | VL_IN_REVERSE | VL_IN_POLICIES | VL_IN_ORDER,
     .parse = parse_integrator},
    {.name = "dt",
     .form = "STREAM",
     .meaning =
         "The stream of time steps; a relative path in it is looked for in the present "
         "folder. Left out: the `timestep` of the scene; where that is `frame`, which only a "
         "display can measure, `fixed:0.016666666666666666`.",
     .taken_by = VL_IN_RUN | VL_IN_STABILITY | VL_IN_REVERSE | VL_IN_POLICIES | VL_IN_ORDER |
                 VL_IN_IDENTITY,
     .parse = parse_dt},
    {.name = "engine",
     .form = "NAME",
     .meaning =
         "Steps the scene as other well-known code does: its integrator, friction, start, "
         "solver and policy; see `verlet-lab list engines`. `--policy` replaces the policy. Not "
         "together with `--integrator`, `--start` and the options of the solver.",
     .taken_by = VL_IN_RUN,
     .parse = parse_engine},
    {.name = "policy",
     .form = "POLICY",
     .meaning =
         "What is made of each time step before the worlds are stepped; see `verlet-lab list "
         "policies`. Left out: the `policy` of the scene.",
     .taken_by = VL_IN_RUN | VL_IN_POLICIES,
     .sets = {NULL, "policy"}},
    {.name = "duration",
     .form = "S",
     .meaning =
         "Time, in seconds, of all steps of the stream together; the last one is shortened to end "
         "there, "
         "which is itself a change of dt (plain Verlet shows it; `--steps` has none). Left "
         "out: 10 s, or the end of the stream where it is a file; of `order` 5 s, 1 s where no "
         "exact solution is known, twice the time of a switch or a hitch. Not together with "
         "`--steps`.",
     .taken_by = VL_IN_RUN | VL_IN_REVERSE | VL_IN_POLICIES | VL_IN_ORDER | VL_IN_IDENTITY,
     .parse = parse_duration},
    {.name = "steps",
     .form = "N",
     .meaning = "At most so many steps. Not together with `--duration`.",
     .taken_by = VL_IN_RUN | VL_IN_REVERSE | VL_IN_IDENTITY,
     .parse = parse_steps},
    {.name = "substeps",
     .form = "N",
     .meaning = "Equal parts into which each time step is cut.",
     .taken_by = VL_IN_RUN | VL_IN_STABILITY | VL_IN_REVERSE | VL_IN_POLICIES | VL_IN_ORDER |
                 VL_IN_IDENTITY,
     .sets = {"solver", "substeps"}},
    {.name = "solver",
     .form = "NAME",
     .meaning = "How rods and strings are brought back to their length; see `verlet-lab list "
                "solvers`.",
     .taken_by = VL_IN_RUN | VL_IN_REVERSE | VL_IN_POLICIES | VL_IN_ORDER | VL_IN_IDENTITY,
     .sets = {"solver", "method"}},
    {.name = "iterations",
     .form = "N",
     .meaning = "In each substep, at most: sweeps over all links; Newton steps of `direct`, "
                "visits to every cluster of `clusters`.",
     .taken_by = VL_IN_RUN | VL_IN_REVERSE | VL_IN_POLICIES | VL_IN_ORDER | VL_IN_IDENTITY,
     .sets = {"solver", "iterations"}},
    {.name = "direction",
     .form = "new|old",
     .meaning = "Whether a link is corrected along where it points now or along where it pointed "
                "before the step.",
     .taken_by = VL_IN_RUN | VL_IN_REVERSE | VL_IN_POLICIES | VL_IN_ORDER | VL_IN_IDENTITY,
     .sets = {"solver", "direction"}},
    {.name = "start",
     .form = "exact|naive",
     .meaning =
         "How the methods that keep positions begin: with `x₋ = x₀ − v₀ h + ½ a₀ h²`, or with "
         "the well-known mistake `x₋ = x₀ − v₀ h`.",
     .taken_by = VL_IN_RUN | VL_IN_REVERSE | VL_IN_POLICIES | VL_IN_ORDER | VL_IN_IDENTITY,
     .sets = {NULL, "start"}},
    {.name = "mistake",
     .form = "NAME|off",
     .meaning = "A mistake that is made on purpose, in place of that of the scene; see `verlet-lab "
                "list mistakes`.",
     .taken_by = VL_IN_RUN,
     .sets = {NULL, "mistake"}},
    {.name = "points",
     .form = "all|none|1,5,9",
     .meaning = "The particles, by number, whose positions stand in the CSV. Left out: none.",
     .taken_by = VL_IN_RUN,
     .of_csv = true,
     .parse = parse_points},
    {.name = "every",
     .form = "N",
     .meaning = "Only the rows of every N-th step, of step 0 and of the last step of each "
                "integrator. Left out: 1.",
     .taken_by = VL_IN_RUN,
     .of_csv = true,
     .parse = parse_every},
    {.name = "csv",
     .form = "FILE",
     .meaning =
         "Writes CSV to a file, or to standard output where FILE is `-`, instead of the "
         "table. The file appears when it is complete: a failure or an interrupt leaves what "
         "was there.",
     .taken_by = VL_IN_RUN | VL_IN_STABILITY | VL_IN_REVERSE | VL_IN_POLICIES | VL_IN_ORDER |
                 VL_IN_IDENTITY,
     .parse = parse_csv},
    {.name = "estimator",
     .form = "NAME",
     .meaning =
         "The velocity that the kinetic energy is made of, and all that follows from it: the "
         "right one, or a wrong one to see what that does; see `verlet-lab list "
         "estimators`. It changes no motion. Left out: `right`.",
     .taken_by = VL_IN_RUN,
     .parse = parse_estimator},
    {.name = "reference",
     .meaning =
         "Where there is no exact solution: measures the position error against a reference run in "
         "steps of 1/64, made for each integrator beside it, which takes about a hundred times as "
         "long. The CSV then has the column `reference_error`, and beyond the horizon of the "
         "reference both fields are empty; the table says when that was. Where there is an exact "
         "solution it counts as ever, and costs nothing more.",
     .taken_by = VL_IN_RUN,
     .parse = parse_reference},
    {.name = "ledger",
     .meaning =
         "What each cause did to the energy: columns of the CSV, or a table of its own. "
         "Without it steps take less time; the motion is the same. Not together with another "
         "`--estimator`: it is the ledger of the right velocity. With the mistake "
         "`early-readout` it is that of the energy that is there, not of what is read, so that "
         "the columns do not add up to the change of the column `energy`.",
     .taken_by = VL_IN_RUN,
     .parse = parse_ledger},
    {.name = "at",
     .form = "S",
     .meaning = "The moment, in simulated seconds from the start.",
     .taken_by = VL_IN_RENDER,
     .required = true,
     .parse = parse_at},
    {.name = "png",
     .form = "FILE",
     .meaning = "The picture to write.",
     .taken_by = VL_IN_RENDER,
     .required = true,
     .parse = parse_png},
    {.name = "keys",
     .form = "KEY[,KEY…]",
     .meaning =
         "Keys that are pressed at the start, one after the other, as `verlet-lab list keys` "
         "writes them: `F3` draws the order lab, `A,2` the ghost beside plain Verlet. The "
         "picture waits for what an experiment computes.",
     .taken_by = VL_IN_RENDER,
     .parse = parse_keys},
    {.name = "size",
     .form = "WIDTHxHEIGHT",
     .meaning = "Of the picture, in pixels, each from 64 to 8192. Left out: 1280x720.",
     .taken_by = VL_IN_RENDER,
     .parse = parse_size},
    {.name = "map",
     .form = "alternating|jitter",
     .meaning = "Two steps in turn, `ω dt₁` and `ω dt₂`; or random steps, uniform within `jitter` "
                "of their mean. Left out: `alternating`.",
     .taken_by = VL_IN_STABILITY,
     .parse = parse_map},
    {.name = "size",
     .form = "N",
     .meaning = "Points on each side of the map, from 2 to 1024. Left out: 128.",
     .taken_by = VL_IN_STABILITY,
     .parse = parse_points_a_side},
    {.name = "quantity",
     .form = "position|velocity|energy",
     .meaning = "Whose error: the largest distance of a particle from where it should be, m; the "
                "same of velocities, m/s; of the energy over its scale. Left out: position.",
     .taken_by = VL_IN_ORDER,
     .parse = parse_quantity},
    {.name = "scope",
     .form = "global|local",
     .meaning = "The error of the whole run, or that of single steps, each from the exact state "
                "(RMS over all of them). Left out: global.",
     .taken_by = VL_IN_ORDER,
     .parse = parse_scope},
    {.name = "when",
     .form = "run|end",
     .meaning = "A global error over the whole run (RMS over all steps), or at its end, where some "
                "errors pass through zero by chance. Left out: run, where errors are known all the "
                "way; end, where there is only a reference.",
     .taken_by = VL_IN_ORDER,
     .parse = parse_when},
    {.name = "mean",
     .form = "S|auto",
     .meaning =
         "The largest mean step, in seconds, adapted so that whole periods fill the "
         "duration; or the first of a 50th, a 100th … of the duration whose error is below 5 "
         "% of the motion. Left out: the mean of the stream; auto where it is `frame`.",
     .taken_by = VL_IN_ORDER,
     .parse = parse_mean},
    {.name = "halvings",
     .form = "N",
     .meaning = "How often the mean is halved, from 5 to 12. Left out: 5.",
     .taken_by = VL_IN_ORDER,
     .parse = parse_halvings},
    {.name = "seeds",
     .form = "N",
     .meaning = "Runs of a random stream, with its seed and the N − 1 after it, over which errors "
                "are averaged (RMS), from 1 to 10000. Left out: 60.",
     .taken_by = VL_IN_ORDER,
     .parse = parse_seeds},
    {.name = "work",
     .meaning = "Measures the work, too: evaluations of the acceleration and seconds of a run, two "
                "more columns.",
     .taken_by = VL_IN_ORDER,
     .parse = parse_work},
    {.name = "help",
     .letter = 'h',
     .meaning = "Prints the help and ends; behind a subcommand, the help on that.",
     .taken_by = VL_IN_ALL,
     .parse = parse_help},
    {.name = "version",
     .meaning = "Prints the version and ends.",
     .taken_by = VL_IN_DEMO,
     .parse = parse_version},
};

const int vl_option_count = sizeof vl_options / sizeof *vl_options;

const vl_option *vl_option_find(const char *name)
{
    for (int i = 0; i < vl_option_count; i++)
        if (strcmp(vl_options[i].name, name) == 0)
            return &vl_options[i];
    return NULL;
}

const vl_option *vl_option_find_letter(char letter)
{
    for (int i = 0; i < vl_option_count; i++)
        if (letter && vl_options[i].letter == letter)
            return &vl_options[i];
    return NULL;
}
