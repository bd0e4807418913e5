#include "cli/option.h"

#include "base/memory.h"
#include "cli/arguments.h"
#include "physics/integrators/integrators.h"
#include "scene/file.h"
#include "scene/lanes.h"
#include "scene/stream.h"

#include <assert.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

bool vl_value_refuse(const vl_value *value, const char *expected)
{
    return vl_fail(value->error, "--%s is '%s', expected %s", value->option->name, value->text,
                   expected);
}

// --- values ---

vl_field vl_scene_key_field(vl_scene_key key)
{
    const vl_field *mapping = key.record ? vl_schema_find(&vl_schema_scene, key.record) : NULL;
    const vl_field *field = vl_schema_find(mapping ? mapping->schema : &vl_schema_scene, key.key);
    assert(field && (mapping || !key.record));
    vl_field found = *field;
    found.offset += mapping ? mapping->offset : 0;
    return found;
}

bool vl_option_read(const vl_option *option, const vl_field *field, const char *text, void *record,
                    vl_error *error)
{
    vl_text dashed = {0};
    vl_text_add(&dashed, "--%s", option->name);
    bool good = vl_field_read(field, dashed.data, text, record, error);
    vl_text_free(&dashed);
    return good;
}

bool vl_read_text(const vl_value *value)
{
    *(const char **)value->member = value->text;
    return *value->text || vl_value_refuse(value, value->option->expected);
}

bool vl_read_path(const vl_value *value)
{
    bool file = strcmp(value->text, "-") != 0;
    return file ? vl_read_text(value) : vl_value_refuse(value, value->option->expected);
}

static bool add_integrator(const vl_value *value, const char *name)
{
    vl_arguments *arguments = value->arguments;
    vl_scene trial = {0};
    const vl_field field = vl_scene_key_field(value->option->of_lane);
    if (!vl_option_read(value->option, &field, name, &trial, value->error))
        return false;
    for (int i = 0; i < arguments->integrator_count; i++)
        if (arguments->integrators[i] == trial.integrator)
            return vl_fail(value->error, "--integrator: '%s' is given twice", name);
    arguments->integrators[arguments->integrator_count++] = trial.integrator;
    return true;
}

static bool read_integrators(const vl_value *value)
{
    vl_arguments *arguments = value->arguments;
    arguments->integrators = vl_alloc((size_t)vl_integrator_count, sizeof *arguments->integrators);
    bool all = strcmp(value->text, "all") == 0, good = true;
    for (int i = 0; all && i < vl_integrator_count; i++)
        arguments->integrators[arguments->integrator_count++] = vl_integrators[i];
    char *names = vl_copy_text(value->text);
    for (char *name = all ? NULL : names; name && good;) {
        char *comma = strchr(name, ',');
        if (comma)
            *comma = '\0';
        good = add_integrator(value, name);
        name = comma ? comma + 1 : NULL;
    }
    vl_free(names);
    return good;
}

// --- the options that several subcommands take ---

// clang-format off
const vl_option vl_option_help = {.name = "help", NULL,
    "Prints the help and ends. After a subcommand, prints the help on that subcommand.",
    VL_COMMON(help)};

const vl_option vl_option_integrator = {.name = "integrator", "NAME[,NAME…]|all",
    "The integrators to compare, stepped in lock-step; `verlet-lab list integrators` shows them. Default: the "
    "integrator of the scene; without a scene all of them.",
    .read = read_integrators, .of_lane = {NULL, "integrator"}};

const vl_option vl_option_dt = {.name = "dt", "STREAM",
    "The stream of time steps. A relative path in it begins at the current folder. Default: the `timestep` of the scene, "
    "or `fixed:0.016666666666666666` where that is `frame`, which only a display can measure.",
    .read = vl_read_text, VL_COMMON(dt), .expected = "a stream of time steps", .of_lane = {NULL, "timestep"}};

const vl_option vl_option_policy = {.name = "policy", "POLICY",
    "The policy turns each frame time into steps; `verlet-lab list policies` shows the policies. Default: the "
    "`policy` of the scene.",
    .sets = {NULL, "policy"}};

const vl_option vl_option_duration = {.name = "duration", "S",
    "The run ends with the last whole time step that is not beyond so many seconds (`3`, `3s`, `500ms`) by more than 1 % "
    "of it. Default: 10 s, or the end of the stream where it is a file.",
    VL_COMMON(duration), VL_SECONDS(1e12)};

const vl_option vl_option_steps = {.name = "steps", "N",
    "At most so many steps. It excludes `--duration`.",
    VL_COMMON(steps), VL_INTEGER(0, INT_MAX)};

const vl_option vl_option_substeps = {.name = "substeps", "N",
    "Each time step is cut into so many equal parts.",
    .sets = {"solver", "substeps"}};

const vl_option vl_option_solver = {.name = "solver", "NAME",
    "The method that keeps rods and strings at their length; `verlet-lab list solvers` shows the methods.",
    .sets = {"solver", "method"}};

const vl_option vl_option_iterations = {.name = "iterations", "N",
    "The largest number of iterations in a substep: sweeps over all links, Newton steps of `direct`, or visits to "
    "every cluster of `clusters`.",
    .sets = {"solver", "iterations"}};

const vl_option vl_option_grids = {.name = "grids", "N",
    "Each sweep of `relax` in the direction `new` first goes through at most this many coarser grids; 0: none. "
    "Other solvers and directions refuse it.",
    .sets = {"solver", "grids"}};

const vl_option vl_option_direction = {.name = "direction", "new|old",
    "The gradient along which a link is corrected: that at the end of the step (`new`) or that at its start (`old`).",
    .sets = {"solver", "direction"}};

const vl_option vl_option_start = {.name = "start", "exact|naive",
    "The start of the methods that store positions: `x₋ = x₀ − v₀ h + ½ a₀ h²`, or the well-known mistake `x₋ = x₀ − "
    "v₀ h`.",
    .sets = {NULL, "start"}};

const vl_option vl_option_csv = {.name = "csv", "FILE",
    "Writes CSV to a file instead of printing the table; `-` is standard output. The file appears when it is complete. "
    "One that is there is replaced if its name ends in .csv.",
    .read = vl_read_text, VL_COMMON(csv), .expected = "a file, or - for standard output"};

const vl_option vl_option_momentum = {.name = "momentum", NULL,
    "Tells momentum and angular momentum of all particles and of the free parts, in columns of the CSV or in a "
    "second table.",
    VL_COMMON(momentum)};

const vl_option vl_option_ledger = {.name = "ledger", NULL,
    "Tells how much each cause changed the energy, in columns of the CSV or in a second table. Steps take longer; "
    "the motion stays the same.",
    VL_COMMON(ledger)};

// clang-format on

// --- --lane ---

// "integrator=tcv,timestep=144Hz" is the mapping {integrator: tcv, timestep: 144Hz}, in one word
// for a shell. Messages show the mapping, whose columns they name.
static bool read_lane(const vl_value *value)
{
    vl_arguments *arguments = value->arguments;
    if (arguments->lane_count == VL_SCENE_MOST_LANES)
        return vl_fail(value->error, "--lane is given more than %d times", VL_SCENE_MOST_LANES);
    bool is_mapping = *value->text == '{';
    vl_text text = {0}, name = {0};
    vl_text_add(&text, "%s", is_mapping ? value->text : "{");
    for (const char *c = value->text; !is_mapping && *c; c++)
        vl_text_add_bytes(&text, *c == '=' ? ": " : c, *c == '=' ? 2 : 1);
    vl_text_add(&text, "%s", is_mapping ? "" : "}");
    vl_text_add(&name, "--lane %s", text.data);
    bool good = vl_lane_from_text(&arguments->lanes[arguments->lane_count++], text.data, name.data,
                                  value->error);
    vl_text_free(&text);
    vl_text_free(&name);
    return good;
}

// clang-format off
const vl_option vl_option_lane = {.name = "lane", "KEY=VALUE[,…]",
    "A lane, once for each: all run side by side to the same moments. It has the keys that a lane has in `compare` of a "
    "scene, without files: `integrator=tcv,timestep=144Hz,solver={substeps=4}`, or the mapping itself; what is left out is "
    "the scene's. A lane with a `timestep` makes whole steps of that stream of its own, up to the time of the common one. "
    "Replaces the lanes of the scene or of the recording, which run by default, and excludes `--integrator`.",
    .read = read_lane, .repeats = true};
// clang-format on
