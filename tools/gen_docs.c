// Writes the pages of the manual that are made from tables: gen_docs TEMPLATES FOLDER. The prose of
// a page stands in TEMPLATES/PAGE.in; {{name}} in it stands for what a function below makes.

#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "doc_completion.h"
#include "doc_lesson.h"
#include "doc_scene.h"
#include "lab/terms.h"
#include "physics/integrators/integrators.h"
#include "physics/model/integrator.h"
#include "physics/solvers/solvers.h"
#include "scene/file.h"
#include "scene/find.h"

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

static void add_table(vl_text *page)
{
    vl_text_add(page, "| key | name | order | random dt | evaluations | with a(v) | state | "
                      "needs dt₋ | conserves | reversible by |\n"
                      "|---|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *row = vl_integrators[i];
        const char *least = row->implicit ? "≥ " : "";
        vl_text_add(page, "| %s | `%s` | %d | %d | %s%d | %s%d | %s | %s | %s | %s |\n", row->key,
                    row->name, row->order, row->order_random_dt, least, row->evaluations, least,
                    row->evaluations_with_v, state_of(row), row->uses_previous_dt ? "yes" : "–",
                    row->conserves, row->reversible);
    }
}

// What rods leave of the momenta, by solver and direction.
static void add_rods(vl_text *page)
{
    vl_text_add(page,
                "| solver | direction `new` keeps | direction `old` keeps |\n|---|---|---|\n");
    for (int m = 0; m < vl_solver_count; m++)
        vl_text_add(page, "| `%s` | %s | %s |\n", vl_solvers[m]->name,
                    vl_direction_keeps[VL_DIRECTION_NEW],
                    vl_solvers[m]->new_direction_only ? "–" : vl_direction_keeps[VL_DIRECTION_OLD]);
}

// Adds a paragraph in lines of at most 100 columns.
static void add_paragraph(vl_text *page, const char *text)
{
    int width = 0;
    vl_text_add(page, "\n");
    for (int length; *text; text += length + (text[length] == ' ')) {
        length = (int)strcspn(text, " ");
        vl_text word = {0};
        vl_text_add(&word, "%.*s", length, text);
        int columns = vl_utf8_count(word.data);
        bool fits = width + 1 + columns <= 100;
        vl_text_add(page, "%s%s", width == 0 ? "" : fits ? " " : "\n", word.data);
        width = columns + (width > 0 && fits ? width + 1 : 0);
        vl_text_free(&word);
    }
    vl_text_add(page, "\n");
}

static void add_integrators(vl_text *page)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *row = vl_integrators[i];
        vl_text what = {0}, source = {0};
        vl_text_add(&what, "`%s`, key %s. %s", row->name, row->key, row->summary);
        vl_text_add(&source, "Source: %s.", row->source);
        vl_text_add(page, "\n## %s\n", row->title);
        add_paragraph(page, what.data);
        vl_text_add(page, "\n```\n%s\n```\n", row->formula);
        add_paragraph(page, source.data);
        vl_text_free(&what);
        vl_text_free(&source);
    }
}

// --- terms.md ---

static void add_terms(vl_text *page)
{
    for (int i = 0; i < vl_term_count; i++) {
        const vl_term *term = &vl_terms[i];
        vl_text what = {0};
        vl_text_add(&what, "**%s:** %s", term->name, term->meaning);
        if (term->formula)
            vl_text_add(&what, " Formula: %s.", term->formula);
        if (term->source)
            vl_text_add(&what, " Source: %s.", term->source);
        add_paragraph(page, what.data);
        vl_text_free(&what);
    }
}

// --- templates ---

static const struct {
    const char *name;
    void (*add)(vl_text *page);
} parts[] = {
    {"table", add_table},
    {"rods", add_rods},
    {"integrators", add_integrators},
    {"terms", add_terms},
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
        parts[i].add(&part);
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
    char *text = vl_file_read(file.data, 1 << 20, false, &size, &error);
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
    if (!vl_file_write(path, page, strlen(page), NULL, &error))
        complain(error.text);
    vl_free(path);
}

// "1-falling.yaml" is made into "lesson-1-falling.html".
static void write_lesson(const char *folder, const char *name)
{
    vl_error error = {0};
    vl_text page = {0}, file = {0};
    char *path = vl_shelf_find(VL_LESSONS, name);
    vl_lesson *lesson = vl_lesson_load(path, &error);
    if (!lesson || !doc_add_lesson(&page, lesson, &error))
        complain(error.text);
    vl_text_add(&file, "lesson-%s.html", name);
    write_page(folder, file.data, page.data);
    vl_text_free(&page);
    vl_text_free(&file);
    vl_lesson_free(lesson);
    vl_free(path);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"integrators.md", "terms.md", "scene-format.md",
                                        "completion.bash"};
    if (argc != 3) {
        fputs("usage: gen_docs TEMPLATES FOLDER\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        vl_text page = make_page(argv[1], names[i]);
        write_page(argv[2], names[i], page.data);
        vl_text_free(&page);
    }
    vl_scene_names lessons = vl_shelf_names(VL_LESSONS);
    for (int i = 0; i < lessons.count; i++)
        write_lesson(argv[2], lessons.names[i]);
    vl_scene_names_free(&lessons);
    return 0;
}
