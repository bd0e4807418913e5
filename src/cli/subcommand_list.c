// `list`: the available scenes, integrators and so on.

#include "base/names.h"
#include "cli/arguments.h"
#include "cli/table.h"
#include "lab/reading.h"
#include "lab/terms.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "scene/engine.h"
#include "scene/find.h"
#include "scene/policy.h"
#include "scene/stream.h"

// A scene that does not load is listed by its name alone; `check` says why.
static bool print_scenes(const vl_cli_host *host, vl_error *error)
{
    vl_table table = vl_table_create(2, 0, 0);
    vl_scene_names names = vl_shelf_names(VL_SCENES);
    if (names.count == 0)
        return vl_fail(error,
                       "no shipped scenes were found; VERLET_LAB_SCENES may name their folder");
    for (int i = 0; i < names.count; i++) {
        vl_scene *scene = vl_scene_open(names.names[i], NULL);
        vl_text_hide_controls(names.names[i]); // a tab in it would begin a column
        vl_table_add(&table, "%s\t%s", names.names[i], scene ? scene->title : "");
        vl_scene_free(scene);
    }
    vl_scene_names_free(&names);
    vl_table_print(&table);
    return true;
}

typedef struct list {
    const char *name;
    int columns;
    const int *count;  // of the rows; NULL: the window has them
    vl_names rows;     // whose members are the cells
    size_t offsets[4]; // of these members
    bool (*print)(const vl_cli_host *host, vl_error *error); // in place of the rest
    bool keys;                                               // of the window; else commands
} list;

// clang-format off
#define ROWS(table, of_pointers) {table, 0, sizeof *(table), 0, of_pointers}

static const list lists[] = {
    {"integrators", 4, &vl_integrator_count, .rows = ROWS(vl_integrators, true),
     .offsets = {offsetof(vl_integrator, key), offsetof(vl_integrator, name), offsetof(vl_integrator, reversible),
      offsetof(vl_integrator, conserves)}},
    {"solvers", 2, &vl_solver_count, .rows = ROWS(vl_solvers, true), .offsets = {offsetof(vl_solver, name), offsetof(vl_solver, summary)}},
    {"scenes", .print = print_scenes},
    {"keys", .keys = true},
    {"commands", .keys = false},
    {"streams", 2, &vl_stream_kind_count, .rows = ROWS(vl_stream_kinds, false),
     .offsets = {offsetof(vl_stream_kind, form.example), offsetof(vl_stream_kind, form.summary)}},
    {"policies", 2, &vl_policy_kind_count, .rows = ROWS(vl_policy_kinds, false),
     .offsets = {offsetof(vl_policy_kind, form.example), offsetof(vl_policy_kind, form.summary)}},
    {"engines", 4, &vl_engine_count, .rows = ROWS(vl_engines, false),
     .offsets = {offsetof(vl_engine, name), offsetof(vl_engine, title), offsetof(vl_engine, with_dt), offsetof(vl_engine, symptom)}},
    {"estimators", 3, &vl_estimator_count, .rows = ROWS(vl_estimators, false),
     .offsets = {offsetof(vl_estimator, name), offsetof(vl_estimator, formula), offsetof(vl_estimator, flaw)}},
    {"terms", 2, &vl_term_count, .rows = ROWS(vl_terms, false), .offsets = {offsetof(vl_term, name), offsetof(vl_term, meaning)}},
    {"mistakes", 4, &vl_mistake_count, .rows = ROWS(vl_mistakes, false),
     .offsets = {offsetof(vl_mistake, name), offsetof(vl_mistake, does), offsetof(vl_mistake, wrong), offsetof(vl_mistake, right)}},
};

// clang-format on

enum { LISTS = sizeof lists / sizeof *lists };

static const char *list_name(int index)
{
    return index < LISTS ? lists[index].name : NULL;
}

static bool print(const list *l, const vl_cli_host *host, vl_error *error)
{
    if (l->print)
        return l->print(host, error);
    if (!l->count && !host->list_commands)
        return vl_fail(error, VL_CLI_NO_WINDOW);
    if (!l->count) {
        host->list_commands(l->keys);
        return true;
    }
    vl_table table = vl_table_create(l->columns, 0, 0);
    vl_names column = l->rows;
    for (int cell = 0; cell < *l->count * l->columns; cell++) {
        column.offset = l->offsets[cell % l->columns];
        vl_table_add(&table, "%s", vl_names_at(column, cell / l->columns));
    }
    vl_table_print(&table);
    return true;
}

static bool act(const vl_cli_host *host, const vl_arguments *arguments, vl_error *error)
{
    vl_names names = VL_NAMES(lists, LISTS, name);
    int index = vl_names_require(names, "list", arguments->words[0], names, error);
    error->wrong_usage = index < 0;
    return index >= 0 && print(&lists[index], host, error);
}

// clang-format off
const vl_subcommand vl_subcommand_list = {
    .name = "list",
    .words = "WHAT",
    .summary = "list what there is to choose from",
    .details =
        "Prints one table. WHAT is `integrators`, `solvers` of links, the shipped "
        "`scenes`, the `keys` of the window and its `commands` without a key, the `streams` of time steps, the `policies` for frame times, `engines` "
        "(presets of other programs), `estimators` of the velocity, the `mistakes` that a scene can make on "
        "purpose, or the `terms` that the window explains.",
    .options = (const vl_option *const[]){&vl_option_help, NULL},
    .word = list_name,
    .act = act,
};
// clang-format on
