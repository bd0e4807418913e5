// `list`: the available scenes, integrators and so on.

#include "base/names.h"
#include "cli/arguments.h"
#include "cli/table.h"
#include "lab/reading.h"
#include "lab/terms.h"
#include "physics/integrators/integrators.h"
#include "physics/model/integrator.h"
#include "physics/model/mistake.h"
#include "physics/solvers/solvers.h"
#include "scene/engine.h"
#include "scene/find.h"
#include "scene/policy.h"
#include "scene/scene.h"
#include "scene/stream.h"

#include <stdio.h>
#include <string.h>

// Adds a formula of several lines as one line.
static void add_formula(vl_table *table, const char *formula)
{
    vl_text line = {0};
    for (const char *c = formula; *c; c++)
        if (*c == '\n')
            vl_text_add(&line, "; ");
        else
            vl_text_add_bytes(&line, c, 1);
    vl_table_add(table, "%s", line.data);
    vl_text_free(&line);
}

static void add_integrator(vl_table *table, int i)
{
    const vl_integrator *row = vl_integrators[i];
    const char *least = row->implicit ? "≥ " : "";
    vl_table_add(table, "%s\t%s\t%d\t%d\t%s%d", row->key, row->name, row->order,
                 row->order_random_dt, least, row->evaluations);
    vl_table_add(table, "%d\t%d\t%s%d\t%s\t%s", row->order_with_v, row->order_with_v_random_dt,
                 least, row->evaluations_with_v, row->conserves, row->reversible);
    add_formula(table, row->formula);
}

static void add_mistake(vl_table *table, int i)
{
    const vl_mistake *row = &vl_mistakes[i];
    const char *who = row->only ? row->only : "every method";
    vl_table_add(table, "%s\t%s\t%s\t%s\t%s", row->name, row->where, row->wrong, row->right, who);
}

// A scene that does not load is listed by its name alone; `check` says why.
static bool print_scenes(const vl_cli_host *host, vl_error *error)
{
    vl_table table = vl_table_create(2, 0, 0);
    vl_scene_names names = vl_scene_names_list();
    if (names.count == 0)
        return vl_fail(error,
                       "no shipped scenes were found; VERLET_LAB_SCENES may name their folder");
    for (int i = 0; i < names.count; i++) {
        vl_scene *scene = vl_scene_open(names.names[i], NULL, NULL);
        vl_text_hide_controls(names.names[i]); // a tab in it would begin a column
        vl_table_add(&table, "%s\t%s", names.names[i], scene ? scene->title : "");
        vl_scene_free(scene);
    }
    vl_scene_names_free(&names);
    vl_table_print(&table);
    return true;
}

static bool print_keys(const vl_cli_host *host, vl_error *error)
{
    if (!host->list_keys)
        return vl_fail(error, VL_CLI_NO_WINDOW);
    host->list_keys();
    return true;
}

typedef struct list {
    const char *name;
    int columns;
    const int *count;                      // of the rows
    vl_names rows;                         // whose members are the cells
    size_t offsets[4];                     // of these members
    void (*add)(vl_table *table, int row); // adds all cells of a row instead
    int right;                             // so many columns are aligned so, from the third on
    const char *heads;                     // separated by tabs; NULL: the table has none
    bool (*print)(const vl_cli_host *host, vl_error *error); // in place of the rest
} list;

// clang-format off
#define ROWS(table, of_pointers) {table, 0, sizeof *(table), 0, of_pointers}

static const list lists[] = {
    {"integrators", 11, &vl_integrator_count, .right = 6, .add = add_integrator,
     .heads = "key\tname\torder\trandom dt\ta/step\ta(v): order\trandom dt\ta/step\tconserves\treversible by\tformula"},
    {"solvers", 2, &vl_solver_count, .rows = ROWS(vl_solvers, true),
     .offsets = {offsetof(vl_solver, name), offsetof(vl_solver, summary)}},
    {"scenes", .print = print_scenes},
    {"keys", .print = print_keys},
    {"streams", 2, &vl_stream_kind_count, .rows = ROWS(vl_stream_kinds, false),
     .offsets = {offsetof(vl_stream_kind, form.example), offsetof(vl_stream_kind, form.summary)}},
    {"policies", 2, &vl_policy_kind_count, .rows = ROWS(vl_policy_kinds, false),
     .offsets = {offsetof(vl_policy_kind, form.example), offsetof(vl_policy_kind, form.summary)}},
    {"engines", 4, &vl_engine_count, .rows = ROWS(vl_engines, true),
     .offsets = {offsetof(vl_engine, name), offsetof(vl_engine, title), offsetof(vl_engine, with_dt),
                 offsetof(vl_engine, symptom)}},
    {"estimators", 3, &vl_estimator_count, .rows = ROWS(vl_estimators, false),
     .offsets = {offsetof(vl_estimator, name), offsetof(vl_estimator, formula), offsetof(vl_estimator, flaw)}},
    {"terms", 2, &vl_term_count, .rows = ROWS(vl_terms, false),
     .offsets = {offsetof(vl_term, name), offsetof(vl_term, meaning)}},
    {"mistakes", 5, &vl_mistake_count, .add = add_mistake,
     .heads = "name\twhere\twrong\tright\twho can make it"},
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
    vl_table table = vl_table_create(l->columns, 2, l->right);
    if (l->heads)
        vl_table_add(&table, "%s", l->heads);
    for (int i = 0; i < *l->count; i++)
        if (l->add)
            l->add(&table, i);
        else
            for (int c = 0; c < l->columns; c++) {
                vl_names column = l->rows;
                column.offset = l->offsets[c];
                vl_table_add(&table, "%s", vl_names_at(column, i));
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
        "Prints one table. WHAT is `integrators` (with their order and formula; `a(v)` where forces look at the velocity), `solvers` of links, the shipped "
        "`scenes`, the `keys` of the window, the `streams` of time steps, the `policies` for frame times, `engines` "
        "(presets of other programs), `estimators` of the velocity, the `mistakes` that a scene can make on "
        "purpose, or the `terms` that the window explains.",
    .options = (const vl_option *const[]){&vl_option_help, NULL},
    .word = list_name,
    .act = act,
};
// clang-format on
