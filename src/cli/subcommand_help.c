// `help`: the program, or one subcommand.

#include "cli/arguments.h"

#include <assert.h>
#include <string.h>

static const char words[] =
    "SCENE is a path, or the name of a shipped scene; `verlet-lab list scenes` shows them. A first "
    "word that names a subcommand is one: write `./run` for a file of that name. An option is "
    "written `--name VALUE` or `--name=VALUE`. No word after `--` is read as an option.";

// --- layout for a terminal ---

enum { WIDTH = 79, TERM_WIDTH = 24 };

static const char spaces[TERM_WIDTH + 1] = "                        ";

// Length of the next word and the spaces before it; code is not cut.
static int word_length(const char *text)
{
    int length = (int)strspn(text, " ");
    for (bool in_code = false; text[length] && (in_code || text[length] != ' '); length++)
        if (text[length] == '`')
            in_code = !in_code;
    return length;
}

static int width_of(const char *bytes, int length)
{
    int width = 0;
    for (const char *end = bytes + length; bytes < end; width++)
        vl_utf8_next(&bytes);
    return width;
}

// Adds a text in lines, without its backticks. The first line has `used` columns already and begins
// with `first`, the others with `others`.
static void wrap(vl_text *page, const char *text, int used, const char *first, const char *others)
{
    const char *front = first;
    while (*text) {
        text += strspn(text, " ");
        int room = WIDTH - used - vl_utf8_count(front), length = word_length(text);
        for (int more; (more = word_length(text + length)) > 0; length += more)
            if (width_of(text, length + more) > room)
                break;
        vl_text_add(page, "%s", front);
        for (int i = 0; i < length; i++)
            if (text[i] != '`')
                vl_text_add_bytes(page, text + i, 1);
        vl_text_add(page, "\n");
        text += length;
        front = others;
        used = 0;
    }
}

static void add_paragraph(vl_text *page, const char *text)
{
    vl_text_add(page, "\n");
    wrap(page, text, 0, "", "");
}

void vl_help_add_heading(vl_text *page, const char *text)
{
    vl_text_add(page, "\n%s:\n", text);
}

// The meaning begins beside a short term and below a long one.
void vl_help_add_item(vl_text *page, const char *term, const char *text)
{
    int used = 2 + vl_utf8_count(term);
    bool beside = used + 2 <= TERM_WIDTH;
    vl_text_add(page, "  %s%s", term, beside ? "" : "\n");
    wrap(page, text, beside ? used : 0, beside ? spaces + used : spaces, spaces);
}

// --- usage and options ---

// Adds a line such as "  verlet-lab render SCENE|RECORDING --at S --png FILE [OPTIONS]".
static void add_usage(vl_text *page, const vl_subcommand *subcommand)
{
    vl_text_add(page, "  verlet-lab%s%s %s", *subcommand->name ? " " : "", subcommand->name,
                subcommand->words);
    for (const vl_option *const *o = subcommand->options; *o; o++)
        if ((*o)->required)
            vl_text_add(page, " --%s %s", (*o)->name, (*o)->form);
    vl_text_add(page, " [OPTIONS]\n");
}

static void add_options(vl_text *page, const vl_subcommand *subcommand)
{
    assert(subcommand);
    vl_help_add_heading(page, "Options");
    for (const vl_option *const *o = subcommand->options; *o; o++) {
        vl_text term = {0};
        vl_text_add(&term, "--%s", (*o)->name);
        if ((*o)->form)
            vl_text_add(&term, " %s", (*o)->form);
        if (*o == &vl_option_help)
            vl_text_add(&term, ", -h");
        vl_help_add_item(page, term.data, (*o)->meaning);
        vl_text_free(&term);
    }
}

// --- help ---

static void add_help_on_program(vl_text *page, const vl_subcommand *const *list)
{
    for (const vl_subcommand *const *s = list; *s; s++)
        add_usage(page, *s);
    vl_help_add_heading(page, "Subcommands");
    for (const vl_subcommand *const *s = list; *s; s++)
        if (*(*s)->name)
            vl_help_add_item(page, (*s)->name, (*s)->summary);
    add_options(page, *list); // the first one is the demo
    add_paragraph(page, words);
    add_paragraph(page, "`verlet-lab help SUBCOMMAND` explains a subcommand and its options.");
}

void vl_help_print(const vl_subcommand *const *list, const vl_subcommand *subcommand)
{
    vl_text page = {0};
    vl_text_add(&page, "Usage:\n");
    if (*subcommand->name) {
        add_usage(&page, subcommand);
        add_paragraph(&page, subcommand->details);
        add_options(&page, subcommand);
    } else
        add_help_on_program(&page, list);
    if (subcommand->add_help)
        subcommand->add_help(&page);
    fputs(page.data, stdout);
    vl_text_free(&page);
}

// --- the subcommand ---

static bool act(const vl_cli_host *host, const vl_arguments *arguments, vl_error *error)
{
    const vl_subcommand *const *list = arguments->subcommands;
    vl_names names = vl_names_of(list + 1); // the demo has none
    int index = -1;
    if (arguments->word_count > 0) {
        index = vl_names_require(names, "subcommand", arguments->words[0], names, error);
        error->wrong_usage = index < 0;
    }
    if (!error->wrong_usage)
        vl_help_print(list, list[index + 1]);
    return !error->wrong_usage;
}

// clang-format off
const vl_subcommand vl_subcommand_help = {
    .name = "help",
    .words = "[SUBCOMMAND]",
    .summary = "explain the program or one subcommand",
    .details =
        "Explains the program, or one subcommand and its options.",
    .options = (const vl_option *const[]){&vl_option_help, NULL},
    .act = act,
};
// clang-format on
