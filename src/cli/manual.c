#include "cli/manual.h"

#include "lab/csv.h"
#include "scene/stream.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char vl_manual_words[] =
    "SCENE is a path, or the name of a shipped scene; `verlet-lab list scenes` shows them. A first "
    "word that names a subcommand is one: write `./run` for a file of that name. An option is "
    "written `--name VALUE` or `--name=VALUE`. No word after `--` is read as an option.";

// Adds a line such as "verlet-lab run SCENE [--dt STREAM] [--ledger]", wrapped, with all options
// but
// --help or with those alone that are required.
static void add_usage(vl_text *lines, const vl_subcommand *subcommand, bool all_options)
{
    enum { WIDTH = 74, INDENT = 15 };

    vl_text piece = {0};
    int begin = lines->length;
    vl_text_add(lines, "verlet-lab %s%s%s", subcommand->name, *subcommand->name ? " " : "",
                subcommand->words);
    int width = vl_utf8_count(lines->data + begin);
    for (const vl_option *const *o = subcommand->options; *o; o++) {
        if (*o == &vl_option_help || !(all_options || (*o)->required))
            continue;
        piece.length = 0;
        vl_text_add(&piece, (*o)->required ? " --%s" : " [--%s", (*o)->name);
        vl_text_add(&piece, "%s%s%s", (*o)->form ? " " : "", (*o)->form ? (*o)->form : "",
                    (*o)->required ? "" : "]");
        if (width + vl_utf8_count(piece.data) > WIDTH) {
            vl_text_add(lines, "\n%*s", INDENT - 1, "");
            width = INDENT - 1;
        }
        vl_text_add(lines, "%s", piece.data);
        width += vl_utf8_count(piece.data);
    }
    vl_text_add(lines, "\n");
    vl_text_free(&piece);
}

void vl_manual_add_synopsis(vl_text *page, const vl_page_format *format,
                            const vl_subcommand *const *list, bool all_options)
{
    vl_text lines = {0};
    for (; *list; list++)
        add_usage(&lines, *list, all_options);
    format->code(page, lines.data);
    vl_text_free(&lines);
}

void vl_manual_add_options(vl_text *page, const vl_page_format *format,
                           const vl_subcommand *subcommand, bool with_help)
{
    for (const vl_option *const *o = subcommand->options; *o; o++) {
        if (*o == &vl_option_help && !with_help)
            continue;
        vl_text term = {0};
        vl_text_add(&term, "--%s", (*o)->name);
        if ((*o)->form)
            vl_text_add(&term, " %s", (*o)->form);
        if ((*o)->letter)
            vl_text_add(&term, ", -%c", (*o)->letter);
        format->item(page, term.data, (*o)->meaning);
        vl_text_free(&term);
    }
}

void vl_manual_add_streams(vl_text *page, const vl_page_format *format)
{
    for (int i = 0; i < vl_stream_kind_count; i++)
        format->item(page, vl_stream_kinds[i].form.example, vl_stream_kinds[i].form.summary);
}

// The columns of the momenta that a cause gave.
static void add_given(vl_text *page, const vl_page_format *format, const vl_cause_text *cause)
{
    vl_text name = {0}, meaning = {0};
    vl_text_add(&name, "given_…_%s", cause->name);
    vl_text_add(&meaning,
                "With `--ledger` and `--momentum`: six columns, `%s_%s` to `%s_%s`, of what this "
                "cause gave to the momentum of all, kg m/s, and to their angular momentum about "
                "the origin, kg m²/s, since the start: %s.",
                vl_csv_given[0].name, cause->name, vl_csv_given[vl_csv_given_count - 1].name,
                cause->name, cause->impulse);
    format->item(page, name.data, meaning.data);
    vl_text_free(&name);
    vl_text_free(&meaning);
}

void vl_manual_add_columns(vl_text *page, const vl_page_format *format)
{
    format->item(page, "lane",
                 "The label of the lane; only where the scene or `--lane` gives lanes.");
    format->item(page, "integrator", "The name of the integrator.");
    format->item(page, "step", "The number of steps made so far; 0 is the start.");
    for (int i = 0; i < vl_csv_column_count; i++)
        format->item(page, vl_csv_columns[i].name, vl_csv_columns[i].meaning);
    for (int c = 0; c < vl_cause_count; c++) {
        vl_text name = {0}, meaning = {0};
        vl_text_add(&name, "ledger_%s", vl_causes[c].name);
        vl_text_add(&meaning,
                    "With `--ledger`: what this cause did to the energy since the start, J: %s.",
                    vl_causes[c].meaning);
        format->item(page, name.data, meaning.data);
        vl_text_free(&name);
        vl_text_free(&meaning);
    }
    for (int c = 0; c < vl_impulse_cause_count; c++)
        add_given(page, format, &vl_causes[c]);
    format->item(page, "x1,y1,z1,…",
                 "With `--points`: the positions of those particles, m, under their numbers and in "
                 "the order of the option.");
}

// --- help ---

static void add_help_on_program(vl_text *page, const vl_page_format *format,
                                const vl_subcommand *const *list)
{
    format->heading(page, "Subcommands");
    for (const vl_subcommand *const *s = list; *s; s++)
        if (*(*s)->name)
            format->item(page, (*s)->name, (*s)->summary);
    format->heading(page, "Options");
    assert(*list); // the first one is the demo
    vl_manual_add_options(page, format, *list, true);
    format->paragraph(page, vl_manual_words);
    format->paragraph(page, "`verlet-lab help SUBCOMMAND` explains a subcommand and its options.");
}

static void add_help_on(vl_text *page, const vl_page_format *format,
                        const vl_subcommand *subcommand)
{
    format->paragraph(page, subcommand->details);
    format->heading(page, "Options");
    vl_manual_add_options(page, format, subcommand, true);
    if (subcommand->add_help)
        subcommand->add_help(page, format);
}

void vl_manual_print_help(const vl_subcommand *const *list, const vl_subcommand *subcommand)
{
    const vl_page_format *format = &vl_page_plain;
    vl_text page = {0};
    vl_text_add(&page, "Usage:\n");
    if (*subcommand->name) {
        const vl_subcommand *const one[] = {subcommand, NULL};
        vl_manual_add_synopsis(&page, format, one, true);
        add_help_on(&page, format, subcommand);
    } else {
        vl_manual_add_synopsis(&page, format, list, false);
        add_help_on_program(&page, format, list);
    }
    fputs(page.data, stdout);
    vl_text_free(&page);
}
