#include "cli/cli.h"

#include "cli/arguments.h"
#include "cli/job.h"
#include "physics/math/sparse.h"
#include "physics/solvers/solvers.h"
#include "scene/scene.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { BAD_INPUT = 1, WRONG_USAGE = 2 }; // exit statuses

static void print_version(const vl_cli_host *host)
{
    char version[VL_NUMBER_SIZE];
    vl_text simd = {0}, libraries = {0};
    vl_solver_add_instruction_sets(&simd);
    vl_text_add(&libraries, "libyaml %s, AMD %s", vl_scene_yaml_version(),
                vl_sparse_version(version));
    if (host->add_libraries)
        host->add_libraries(&libraries);
    // the feature by the name of the option of meson
    printf("verlet-lab %s\nfeatures:  %sapp\nsimd:      %s\n", VL_VERSION, host->demo ? "" : "no ",
           simd.data);
#ifdef __clang__
    printf("compiler:  clang %d.%d.%d\n", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
    printf("compiler:  gcc %d.%d.%d\n", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
    printf("libraries: %s\n", libraries.data);
    vl_text_free(&simd);
    vl_text_free(&libraries);
}

// The subcommand that the first word names, else the demo. `*count` and `*argv` become the
// arguments after it.
static const vl_subcommand *choose(int *count, char ***argv)
{
    vl_names names = vl_names_of(vl_subcommands + 1); // the demo has none
    const vl_subcommand *found = *count > 0 ? vl_names_find(names, **argv) : NULL;
    if (!found)
        return vl_subcommands[0];
    --*count;
    ++*argv;
    return found;
}

static bool act(const vl_cli_host *host, const vl_arguments *arguments, vl_error *error)
{
    const vl_subcommand *subcommand = arguments->subcommand;
    if (arguments->help)
        vl_help_print(vl_subcommands, subcommand);
    else if (arguments->version)
        print_version(host);
    else
        return subcommand->experiment ? vl_job_do(arguments, error)
                                      : subcommand->act(host, arguments, error);
    return true;
}

// A message about bad input is printed as it is, so that an editor finds its FILE:LINE:COLUMN.
static int fail(const char *subcommand, const vl_error *error)
{
    if (error->wrong_usage)
        fprintf(stderr, "verlet-lab: %s\nSee 'verlet-lab help%s%s'.\n", error->text,
                *subcommand ? " " : "", subcommand);
    else if (*error->text) // nobody is told that a reader has gone
        fprintf(stderr, "%s\n", error->text);
    return error->wrong_usage ? WRONG_USAGE : BAD_INPUT;
}

static int dispatch(int count, char **argv, const vl_cli_host *host)
{
    vl_error error = {0};
    vl_arguments arguments = {0};
    const vl_subcommand *subcommand = choose(&count, &argv);
    bool read = vl_arguments_parse(&arguments, vl_subcommands, subcommand, count, argv, &error);
    error.wrong_usage = !read;
    bool good = read && act(host, &arguments, &error);
    vl_arguments_free(&arguments);
    return good ? 0 : fail(subcommand->name, &error);
}

// Tells of output that was lost, unless its reader has gone away.
static int check_standard_output(int status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (errno != EPIPE)
        fprintf(stderr, "standard output: cannot be written: %s\n", strerror(errno ? errno : EIO));
    return status ? status : BAD_INPUT;
}

int vl_cli_main(int argc, char **argv, const vl_cli_host *host)
{
    int words = argc > 1 ? argc - 1 : 0;
    return check_standard_output(dispatch(words, argv + (argc - words), host));
}
