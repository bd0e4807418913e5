// `help`: the program, or one subcommand.

#include "cli/arguments.h"
#include "cli/exit.h"
#include "cli/manual.h"

static int refuse(const vl_arguments *arguments, const char *word)
{
    vl_error error = {0};
    const char *near = vl_subcommand_suggest(arguments->subcommands, word);
    vl_text text = {0};
    for (const vl_subcommand *const *s = arguments->subcommands + 1; !near && *s; s++)
        vl_text_add(&text, "%s%s", text.length ? ", " : ", expected ", (*s)->name);
    vl_fail(&error, "no subcommand is called '%s'%s%s%s", word, near ? "; did you mean '" : "",
            near ? near : text.data, near ? "'?" : "");
    vl_text_free(&text);
    return vl_exit_wrong_usage("", &error);
}

static int act(const vl_cli_host *host, const vl_arguments *arguments)
{
    const vl_subcommand *const *list = arguments->subcommands;
    const char *word = arguments->word_count ? arguments->words[0] : NULL;
    const vl_subcommand *about = word ? vl_subcommand_find(list, word) : list[0];
    if (!about)
        return refuse(arguments, word);
    vl_manual_print_help(list, about);
    return VL_EXIT_GOOD;
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
