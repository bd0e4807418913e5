// The arguments of the command line, a line each. All are read and checked; what is little work is
// done, too: `check`, `help`, `list`, and three steps of a `run` of a small scene. No argument has
// a slash, so that nothing outside of the folder of the process is read or written.

#include "fuzz.h"

#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/job.h"

#include <math.h>
#include <string.h>

enum { MOST_ARGUMENTS = 64, STEPS = 3 };

static bool is_any_of(const char *word, const char *const *words)
{
    while (*words && strcmp(word, *words) != 0)
        words++;
    return *words != NULL;
}

// Does what has been read, where it is little work.
static bool act(vl_arguments *arguments, vl_error *error)
{
    static const char *const quick[] = {"check", "help", "list", NULL};
    static const char *const small[] = {"pendulum", "oscillator", "orbit", "hitch", "bounce", NULL};
    const vl_subcommand *subcommand = arguments->subcommand;
    if (arguments->help || arguments->version)
        return true;
    if (is_any_of(subcommand->name, quick) && subcommand->act)
        return subcommand->act(&(vl_cli_host){0}, arguments, error);
    if (strcmp(subcommand->name, "run") != 0 || arguments->word_count != 1 ||
        !is_any_of(arguments->words[0], small))
        return true;
    arguments->steps = STEPS;
    arguments->duration = (double)NAN;
    return vl_job_do(arguments, error);
}

static void read_and_act(int count, char **words)
{
    vl_error error = {0};
    vl_arguments arguments = {0};
    const vl_subcommand *named =
        count ? vl_names_find(vl_names_of(vl_subcommands + 1), words[0]) : NULL;
    const vl_subcommand *subcommand = named ? named : vl_subcommands[0];
    int skipped = named ? 1 : 0;
    if (vl_arguments_parse(&arguments, vl_subcommands, subcommand, count - skipped, words + skipped,
                           &error))
        FUZZ_CHECK(act(&arguments, &error) || *error.text);
    else
        FUZZ_CHECK(*error.text);
    vl_arguments_free(&arguments);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (memchr(data, '/', size) || memchr(data, 0, size))
        return -1;
    char *text = fuzz_text(data, size), *words[MOST_ARGUMENTS + 1] = {0};
    int count = 0;
    for (char *next = text; *next && count < MOST_ARGUMENTS;) {
        words[count++] = next;
        next += strcspn(next, "\n");
        if (*next)
            *next++ = 0;
    }
    read_and_act(count, words);
    vl_free(text);
    fuzz_clear_folder();
    return 0;
}
