#include "cli/manual.h"

#include "cli/option.h"
#include "cli/page.h"
#include "cli/table.h"
#include "physics/ledger/ledger.h"
#include "scene/stream.h"

#include <stdio.h>

const vl_manual_column vl_manual_columns[] = {
    {"integrator", "The name of the integrator."},
    {"step", "How many steps have been made; 0 is the start."},
    {"time", "Simulated time, s."},
    {"dt", "The step that led here, s; empty in the row of step 0."},
    {"kinetic", "Kinetic energy, J."},
    {"potential",
     "Potential energy of gravity, springs, contacts and forces, J; empty where a force depends "
     "on time."},
    {"energy", "Their sum, J."},
    {"energy_error",
     "(energy − energy at the start) over a scale that is never near zero: the "
     "larger of the kinetic plus the absolute potential energies at the start, and "
     "the weight of all particles times the diagonal of the box around them (1 m for "
     "a single one)."},
    {"position_error",
     "The largest distance of a particle from the exact solution, m; where none is known empty, or "
     "with `--reference` that from the reference run, before its horizon."},
    {"stretch_max", "The largest strain of a link, relative to its length; empty without links."},
    {"stretch_rms", "The same as the root of the mean square over all links."},
};

const int vl_manual_column_count = sizeof vl_manual_columns / sizeof *vl_manual_columns;

static bool takes(const vl_subcommand *subcommand, const vl_option *option)
{
    return option->taken_by & subcommand->bit;
}

// --- pieces ---

// "verlet-lab render SCENE --at S --png FILE [--size WIDTHxHEIGHT]", broken and indented; with all
// its options, or those alone that it needs.
static void add_usage(vl_text *lines, const vl_subcommand *subcommand, bool all_options)
{
    enum { WIDTH = 74, INDENT = 15 };

    vl_text piece = {0};
    vl_text_add(lines, "verlet-lab %s%s%s", subcommand->name, *subcommand->name ? " " : "",
                subcommand->words);
    int width = 11 + vl_text_width(subcommand->name) + 1 + vl_text_width(subcommand->words);
    for (int i = 0; i < vl_option_count; i++) {
        const vl_option *option = &vl_options[i];
        if (!takes(subcommand, option) || !option->form || !(all_options || option->required))
            continue;
        piece.length = 0;
        vl_text_add(&piece, option->required ? " --%s %s" : " [--%s %s]", option->name,
                    option->form);
        if (width + vl_text_width(piece.data) > WIDTH) {
            vl_text_add(lines, "\n%*s", INDENT - 1, "");
            width = INDENT - 1;
        }
        vl_text_add(lines, "%s", piece.data);
        width += vl_text_width(piece.data);
    }
    vl_text_add(lines, "\n");
    vl_text_free(&piece);
}

static void add_synopsis(vl_text *page, const vl_page_format *format, bool all_options)
{
    vl_text lines = {0};
    for (int i = 0; i < vl_subcommand_count; i++)
        add_usage(&lines, &vl_subcommands[i], all_options);
    format->code(page, lines.data);
    vl_text_free(&lines);
}

// `with_common`: also those that every subcommand takes.
static void add_options(vl_text *page, const vl_page_format *format,
                        const vl_subcommand *subcommand, bool with_common)
{
    for (int i = 0; i < vl_option_count; i++) {
        const vl_option *option = &vl_options[i];
        if (!takes(subcommand, option) || (option->taken_by == VL_IN_ALL && !with_common))
            continue;
        vl_text term = {0};
        vl_text_add(&term, "--%s", option->name);
        if (option->form)
            vl_text_add(&term, " %s", option->form);
        if (option->letter)
            vl_text_add(&term, ", -%c", option->letter);
        format->item(page, term.data, option->meaning);
        vl_text_free(&term);
    }
}

static void add_streams(vl_text *page, const vl_page_format *format)
{
    for (int i = 0; i < vl_stream_kind_count; i++)
        format->item(page, vl_stream_kinds[i].form, vl_stream_kinds[i].summary);
}

static void add_columns(vl_text *page, const vl_page_format *format)
{
    for (int i = 0; i < vl_manual_column_count; i++)
        format->item(page, vl_manual_columns[i].name, vl_manual_columns[i].meaning);
    for (int c = 0; c < VL_CAUSE_COUNT; c++) {
        vl_text name = {0}, meaning = {0};
        vl_text_add(&name, "ledger_%s", vl_causes[c].name);
        vl_text_add(&meaning,
                    "With `--ledger`: what this cause did to the energy since the start, "
                    "J: %s.",
                    vl_causes[c].meaning);
        format->item(page, name.data, meaning.data);
        vl_text_free(&name);
        vl_text_free(&meaning);
    }
    format->item(page, "x1,y1,z1,…",
                 "The positions of the particles that `--points` asks for, m, under their numbers, "
                 "in the order asked for.");
}

// --- the whole manual ---

static const char what_scene_is[] =
    "SCENE is a path, or the name of a shipped scene; `verlet-lab list scenes` shows them. The "
    "first word that is a subcommand is one: `./run` or `run.yaml` is a file of that name. An "
    "option is written `--name VALUE` or `--name=VALUE`; all behind `--` is no option.";

static void add_subcommands(vl_text *page, const vl_page_format *format)
{
    for (int i = 0; i < vl_subcommand_count; i++) {
        const vl_subcommand *subcommand = &vl_subcommands[i];
        format->heading(page, *subcommand->name ? subcommand->name : "The window");
        vl_text usage = {0};
        add_usage(&usage, subcommand, false);
        format->code(page, usage.data);
        vl_text_free(&usage);
        format->paragraph(page, subcommand->details);
        add_options(page, format, subcommand, subcommand->bit == VL_IN_DEMO);
    }
}

static void add_csv(vl_text *page, const vl_page_format *format)
{
    format->heading(page, "CSV");
    format->paragraph(
        page, "One header line, then one row for each step and integrator, step 0 included, in the "
              "order of the steps and within a step in the order of the integrators. All values of "
              "a row belong to its time. Numbers have a point and as many digits as it takes to "
              "read back the same double; a value that does not exist is an empty field.");
    add_columns(page, format);
}

static void add_endings(vl_text *page, const vl_page_format *format)
{
    format->heading(page, "Exit status");
    format->item(page, "0", "All is well.");
    format->item(page, "1",
                 "Bad input: a scene that is wrong or cannot be read, a file that cannot "
                 "be written, no window in this build. The message is on standard "
                 "error; nothing is left in the file of `--csv`.");
    format->item(page, "2", "Wrong usage: an unknown subcommand or option, a wrong value.");
    format->item(page, "128 + n",
                 "Ended by signal n; 130 is Ctrl-C. A file of `--csv` is left as "
                 "it was before.");
    format->heading(page, "Environment");
    format->item(page, "VERLET_LAB_SCENES",
                 "A folder that is looked through before the others for scenes by name.");
}

static void add_examples(vl_text *page, const vl_page_format *format)
{
    format->heading(page, "Examples");
    format->code(page,
                 "verlet-lab run pendulum --integrator all --duration 60\n"
                 "verlet-lab run free-fall --integrator verlet,tcv --dt hitch:0.0166667:0.1:5\n"
                 "verlet-lab run chain --points all --every 10 --csv chain.csv\n"
                 "verlet-lab run oscillator --dt random:0.05:0.15:1 --csv - | head\n"
                 "verlet-lab render cloth --at 2 --png cloth.png --size 1920x1080\n");
}

static void add_manual(vl_text *page, const vl_page_format *format)
{
    format->heading(page, "Synopsis");
    add_synopsis(page, format, true);
    format->heading(page, "Description");
    format->paragraph(page, "Verlet Lab shows what the choice of integrator and of time step does "
                            "to a motion: in a window, or without a display on the command line.");
    format->paragraph(page, what_scene_is);
    add_subcommands(page, format);
    format->heading(page, "Streams of time steps");
    add_streams(page, format);
    add_csv(page, format);
    add_endings(page, format);
    add_examples(page, format);
}

char *vl_manual_markdown(void)
{
    vl_text page = {0};
    vl_text_add(&page,
                "# The command line\n\n"
                "This page is made from the tables in `src/cli/`; do not edit it by hand.\n");
    add_manual(&page, &vl_page_markdown);
    return page.data;
}

char *vl_manual_man_page(void)
{
    vl_text page = {0};
    vl_text_add(&page,
                ".\\\" -*- coding: UTF-8 -*-\n"
                ".\\\" Made from the tables in src/cli/; do not edit it by hand.\n"
                ".TH VERLET\\-LAB 1 \"\" \"Verlet Lab %s\" \"User Commands\"\n"
                ".SH NAME\n"
                "verlet\\-lab \\- what integrators and time steps do to a motion\n",
                VL_VERSION);
    add_manual(&page, &vl_page_man);
    return page.data;
}

// --- help on the terminal ---

static void add_help_on_program(vl_text *page, const vl_page_format *format)
{
    format->heading(page, "Subcommands");
    for (int i = 0; i < vl_subcommand_count; i++)
        if (*vl_subcommands[i].name)
            format->item(page, vl_subcommands[i].name, vl_subcommands[i].summary);
    format->heading(page, "Options");
    add_options(page, format, vl_subcommand_demo(), true);
    format->paragraph(page, what_scene_is);
    format->paragraph(page, "`verlet-lab help SUBCOMMAND` explains a subcommand and its options.");
}

static void add_help_on(vl_text *page, const vl_page_format *format,
                        const vl_subcommand *subcommand)
{
    format->paragraph(page, subcommand->details);
    format->heading(page, "Options");
    add_options(page, format, subcommand, true);
    if (subcommand->bit == VL_IN_RUN) {
        format->heading(page, "Streams of time steps");
        add_streams(page, format);
        format->heading(page, "Columns of the CSV");
        add_columns(page, format);
    }
}

void vl_manual_print_help(const vl_subcommand *subcommand)
{
    const vl_page_format *format = &vl_page_plain;
    vl_text page = {0};
    vl_text_add(&page, "Usage:\n");
    if (*subcommand->name) {
        vl_text usage = {0};
        add_usage(&usage, subcommand, true);
        format->code(&page, usage.data);
        vl_text_free(&usage);
        add_help_on(&page, format, subcommand);
    } else {
        add_synopsis(&page, format, false);
        add_help_on_program(&page, format);
    }
    fputs(page.data, stdout);
    vl_text_free(&page);
}
