// `list`: what there is to choose from.

#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/load.h"
#include "cli/table.h"
#include "lab/engine.h"
#include "lab/estimator.h"
#include "physics/model/mistake.h"
#include "physics/solvers/solvers.h"
#include "scene/find.h"
#include "scene/policy.h"
#include "scene/stream.h"

#include <stdio.h>
#include <string.h>

static void print_and_free(vl_table *table)
{
    vl_text text = {0};
    vl_table_lay_out(table, 0, &text);
    if (text.data)
        fputs(text.data, stdout);
    vl_text_free(&text);
    vl_table_free(table);
}

// A formula of several lines in one.
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

static int list_integrators(const vl_cli_host *host)
{
    static const char *const heads[] = {"key",    "name",      "order",  "random dt",
                                        "a/step", "conserves", "formula"};
    vl_table table = vl_table_create(7);
    for (int i = 0; i < table.column_count; i++)
        vl_table_add(&table, "%s", heads[i]);
    for (int i = 2; i < 5; i++)
        table.right[i] = true;
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *row = vl_integrators[i];
        vl_table_add(&table, "%s", row->key);
        vl_table_add(&table, "%s", row->name);
        vl_table_add(&table, "%d", row->order);
        vl_table_add(&table, "%d", row->order_random_dt);
        vl_table_add(&table, "%s%d", row->implicit ? "≥ " : "", row->evaluations);
        vl_table_add(&table, "%s", row->conserves);
        add_formula(&table, row->formula);
    }
    print_and_free(&table);
    return VL_EXIT_GOOD;
}

static int list_solvers(const vl_cli_host *host)
{
    vl_table table = vl_table_create(2);
    for (int i = 0; i < vl_solver_count; i++) {
        vl_table_add(&table, "%s", vl_solvers[i]->name);
        vl_table_add(&table, "%s", vl_solvers[i]->summary);
    }
    print_and_free(&table);
    return VL_EXIT_GOOD;
}

// A scene that does not load is listed by its name alone; `check` says why.
static int list_scenes(const vl_cli_host *host)
{
    vl_table table = vl_table_create(2);
    vl_scene_names names = vl_scene_names_list();
    int status = names.count > 0 ? VL_EXIT_GOOD : VL_EXIT_BAD_INPUT;
    if (names.count == 0)
        fprintf(stderr, "no shipped scenes were found; VERLET_LAB_SCENES may name their folder\n");
    for (int i = 0; i < names.count; i++) {
        vl_scene *scene = vl_cli_load(names.names[i], NULL, NULL);
        vl_table_add(&table, "%s", names.names[i]);
        vl_table_add(&table, "%s", scene ? scene->title : "");
        vl_scene_free(scene);
    }
    vl_scene_names_free(&names);
    print_and_free(&table);
    return status;
}

static int list_keys(const vl_cli_host *host)
{
    if (!host->list_keys)
        return vl_cli_no_window();
    host->list_keys();
    return VL_EXIT_GOOD;
}

static int list_streams(const vl_cli_host *host)
{
    vl_table table = vl_table_create(2);
    for (int i = 0; i < vl_stream_kind_count; i++) {
        vl_table_add(&table, "%s", vl_stream_kinds[i].form);
        vl_table_add(&table, "%s", vl_stream_kinds[i].summary);
    }
    print_and_free(&table);
    return VL_EXIT_GOOD;
}

static int list_estimators(const vl_cli_host *host)
{
    vl_table table = vl_table_create(3);
    for (int i = 0; i < vl_estimator_count; i++) {
        vl_table_add(&table, "%s", vl_estimators[i].name);
        vl_table_add(&table, "%s", vl_estimators[i].formula);
        vl_table_add(&table, "%s", vl_estimators[i].flaw);
    }
    print_and_free(&table);
    return VL_EXIT_GOOD;
}

static int list_policies(const vl_cli_host *host)
{
    vl_table table = vl_table_create(2);
    for (int i = 0; i < vl_policy_kind_count; i++) {
        vl_table_add(&table, "%s", vl_policy_kinds[i].form);
        vl_table_add(&table, "%s", vl_policy_kinds[i].summary);
    }
    print_and_free(&table);
    return VL_EXIT_GOOD;
}

static int list_engines(const vl_cli_host *host)
{
    vl_table table = vl_table_create(3);
    for (int i = 0; i < vl_engine_count; i++) {
        vl_table_add(&table, "%s", vl_engines[i]->name);
        vl_table_add(&table, "%s", vl_engines[i]->with_dt);
        vl_table_add(&table, "%s", vl_engines[i]->symptom);
    }
    print_and_free(&table);
    return VL_EXIT_GOOD;
}

static int list_mistakes(const vl_cli_host *host)
{
    static const char *const heads[] = {"name", "where", "wrong", "right", "who can make it"};
    vl_table table = vl_table_create(5);
    for (int i = 0; i < table.column_count; i++)
        vl_table_add(&table, "%s", heads[i]);
    for (int i = 0; i < vl_mistake_count; i++) {
        const vl_mistake *row = &vl_mistakes[i];
        vl_table_add(&table, "%s", row->name);
        vl_table_add(&table, "%s", row->where);
        vl_table_add(&table, "%s", row->wrong);
        vl_table_add(&table, "%s", row->right);
        vl_table_add(&table, "%s", row->only ? row->only : "every method");
    }
    print_and_free(&table);
    return VL_EXIT_GOOD;
}

static const struct {
    const char *name;
    int (*print)(const vl_cli_host *host);
} lists[] = {
    {"integrators", list_integrators}, {"solvers", list_solvers},
    {"scenes", list_scenes},           {"keys", list_keys},
    {"streams", list_streams},         {"estimators", list_estimators},
    {"policies", list_policies},       {"engines", list_engines},
    {"mistakes", list_mistakes},
};

enum { LISTS = sizeof lists / sizeof *lists };

int vl_cli_list(const vl_cli_host *host, const vl_arguments *arguments)
{
    const char *word = arguments->words[0], *names[LISTS];
    for (int i = 0; i < LISTS; i++) {
        if (strcmp(lists[i].name, word) == 0)
            return lists[i].print(host);
        names[i] = lists[i].name;
    }

    vl_error error = {0};
    const char *near = *word ? vl_suggest(word, names, LISTS) : NULL;
    if (near)
        vl_fail(&error, "no list is called '%s'; did you mean '%s'?", word, near);
    else
        vl_fail(&error, "no list is called '%s', expected %s", word,
                arguments->subcommand->expected);
    return vl_cli_wrong_usage(arguments->subcommand, &error);
}
