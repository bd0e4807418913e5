// Writes the pages of the manual that are made from tables: gen_docs TEMPLATES FOLDER. The prose of
// a page stands in TEMPLATES/PAGE.in; {{name}} in it stands for what a function below makes.

#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "cli/manual.h"
#include "doc_completion.h"
#include "doc_pages.h"
#include "doc_scene.h"
#include "lab/terms.h"
#include "physics/integrators/integrators.h"
#include "physics/model/integrator.h"
#include "physics/solvers/solvers.h"
#include "scene/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- integrators.md ---

static const char *state_of(const vl_integrator *row)
{
    if (row->keeps_positions)
        return "x, x₋";
    return row->keeps_half_step ? "x, v, v half a step ago" : "x, v";
}

static void add_table(vl_text *page, const vl_page_format *format)
{
    vl_text_add(page, "| key | name | order | random dt | evaluations | a(v): order | random dt | "
                      "evaluations | state | needs dt₋ | conserves | reversible by |\n"
                      "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *row = vl_integrators[i];
        const char *least = row->implicit ? "≥ " : "";
        vl_text_add(page, "| %s | `%s` | %d | %d | %s%d | %d | %d | %s%d | %s | %s | %s | %s |\n",
                    row->key, row->name, row->order, row->order_random_dt, least, row->evaluations,
                    row->order_with_v, row->order_with_v_random_dt, least, row->evaluations_with_v,
                    state_of(row), row->uses_previous_dt ? "yes" : "–", row->conserves,
                    row->reversible);
    }
}

// What rods leave of the momenta, by solver and direction.
static void add_rods(vl_text *page, const vl_page_format *format)
{
    vl_text_add(page,
                "| solver | direction `new` keeps | direction `old` keeps |\n|---|---|---|\n");
    for (int m = 0; m < vl_solver_count; m++) {
        const char *old = vl_solver_keeps(vl_solvers[m], VL_DIRECTION_OLD);
        vl_text_add(page, "| `%s` | %s | %s |\n", vl_solvers[m]->name,
                    vl_solver_keeps(vl_solvers[m], VL_DIRECTION_NEW), old ? old : "–");
    }
}

static void add_integrators(vl_text *page, const vl_page_format *format)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *row = vl_integrators[i];
        vl_text what = {0}, formula = {0}, source = {0};
        vl_text_add(&what, "`%s`, key %s. %s", row->name, row->key, row->summary);
        vl_text_add(&formula, "%s\n", row->formula);
        vl_text_add(&source, "Source: %s.", row->source);
        format->heading(page, row->title);
        format->paragraph(page, what.data);
        format->code(page, formula.data);
        format->paragraph(page, source.data);
        vl_text_free(&what);
        vl_text_free(&formula);
        vl_text_free(&source);
    }
}

// --- command-line.md ---

static void add_synopsis(vl_text *page, const vl_page_format *format)
{
    vl_manual_add_synopsis(page, format, vl_subcommands, true);
}

static void add_words(vl_text *page, const vl_page_format *format)
{
    format->paragraph(page, vl_manual_words);
}

static void add_subcommands(vl_text *page, const vl_page_format *format)
{
    for (int i = 0; vl_subcommands[i]; i++) {
        const vl_subcommand *const one[] = {vl_subcommands[i], NULL};
        format->heading(page, *one[0]->name ? one[0]->name : "The window");
        vl_manual_add_synopsis(page, format, one, false);
        format->paragraph(page, one[0]->details);
        vl_manual_add_options(page, format, one[0], i == 0);
    }
}

// --- terms.md ---

static void add_terms(vl_text *page, const vl_page_format *format)
{
    vl_text_add(page, "| term | meaning | formula | source |\n|---|---|---|---|\n");
    for (int i = 0; i < vl_term_count; i++) {
        const vl_term *term = &vl_terms[i];
        vl_text_add(page, "| %s | %s | %s | %s |\n", term->name, term->meaning,
                    term->formula ? term->formula : "", term->source ? term->source : "");
    }
}

// --- verlet-lab.1 ---

static void add_version(vl_text *page, const vl_page_format *format)
{
    vl_text_add(page, "%s", VL_VERSION);
}

// --- templates ---

static const struct {
    const char *name;
    void (*add)(vl_text *page, const vl_page_format *format);
} parts[] = {
    {"table", add_table},
    {"rods", add_rods},
    {"integrators", add_integrators},
    {"synopsis", add_synopsis},
    {"words", add_words},
    {"subcommands", add_subcommands},
    {"streams", vl_manual_add_streams},
    {"columns", vl_manual_add_columns},
    {"terms", add_terms},
    {"version", add_version},
    {"scene-limits", doc_add_scene_limits},
    {"scene-keys", doc_add_scene_keys},
    {"stream-forms", doc_add_stream_forms},
    {"policy-forms", doc_add_policy_forms},
    {"shell-subcommands", doc_add_shell_subcommands},
    {"shell-options", doc_add_shell_options},
    {"shell-values", doc_add_shell_values},
};

static void complain(const char *message)
{
    fprintf(stderr, "gen_docs: %s\n", message);
    exit(1);
}

// Adds what {{name}} stands for, without the line ends around it.
static void add_part(vl_text *page, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (strlen(parts[i].name) != length || strncmp(parts[i].name, name, length) != 0)
            continue;
        vl_text part = {0};
        parts[i].add(&part, &doc_markdown);
        size_t begin = *part.data == '\n', end = (size_t)part.length;
        end -= part.data[end - 1] == '\n';
        vl_text_add_bytes(page, part.data + begin, end - begin);
        vl_text_free(&part);
        return;
    }
    complain(name);
}

static vl_text make_page(const char *templates, const char *name)
{
    vl_error error = {0};
    vl_text file = {0}, page = {0};
    size_t size;
    vl_text_add(&file, "%s/%s.in", templates, name);
    char *text = vl_file_read(file.data, 1 << 20, &size, &error);
    if (!text)
        complain(error.text);
    for (const char *from = text, *next; *from; from = next) {
        const char *begin = strstr(from, "{{"), *end = begin ? strstr(begin, "}}") : NULL;
        next = end ? end + 2 : from + strlen(from);
        vl_text_add_bytes(&page, from, (size_t)((end ? begin : next) - from));
        if (end)
            add_part(&page, begin + 2, (size_t)(end - begin - 2));
    }
    vl_text_free(&file);
    vl_free(text);
    return page;
}

static void write_page(const char *folder, const char *name, const char *page)
{
    vl_error error = {0};
    char *path = vl_path_join(folder, name);
    if (!vl_file_write(path, page, strlen(page), &error))
        complain(error.text);
    vl_free(path);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"integrators.md",  "terms.md",     "scene-format.md",
                                        "command-line.md", "verlet-lab.1", "completion.bash",
                                        "completion.zsh"};
    vl_text before = {0};
    if (argc != 3) {
        fputs("usage: gen_docs TEMPLATES FOLDER\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        vl_text page = make_page(argv[1], names[i]);
        if (strstr(names[i], ".1")) // the page before it, in another format
            doc_add_man(&page, before.data);
        write_page(argv[2], names[i], page.data);
        vl_text_free(&before);
        before = page;
    }
    vl_text_free(&before);
    return 0;
}
