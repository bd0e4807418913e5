// `help`: the program, or one subcommand.

#include "cli/arguments.h"
#include "cli/manual.h"

#include "base/memory.h"
#include "base/text.h"

static void refuse(const char *word, vl_error *error)
{
    const char **names = vl_alloc((size_t)vl_subcommand_count, sizeof *names);
    int count = 0;
    for (int i = 0; i < vl_subcommand_count; i++)
        if (*vl_subcommands[i].name)
            names[count++] = vl_subcommands[i].name;
    const char *near = *word ? vl_suggest(word, names, count) : NULL;
    if (near)
        vl_fail(error, "no subcommand is called '%s'; did you mean '%s'?", word, near);
    else
        vl_fail(error, "no subcommand is called '%s'", word);
    vl_free(names);
}

int vl_cli_help(const vl_cli_host *host, const vl_arguments *arguments)
{
    const char *word = arguments->word_count ? arguments->words[0] : NULL;
    const vl_subcommand *about = word ? vl_subcommand_find(word) : vl_subcommand_demo();
    vl_error error = {0};
    if (!about) {
        refuse(word, &error);
        return vl_cli_wrong_usage(NULL, &error);
    }
    vl_manual_print_help(about);
    return VL_EXIT_GOOD;
}
