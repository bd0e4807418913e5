#pragma once
/// The arguments after the subcommand, read and checked.

#include "cli/subcommand.h"
#include "physics/model/integrator.h"

/// An option as it was given.
typedef struct vl_given {
    const vl_option *option;
    const char *value;
} vl_given;

struct vl_arguments {
    const vl_subcommand *subcommand;
    const vl_subcommand *const *subcommands; ///< all, NULL at the end
    int word_count;
    const char **words; ///< the arguments that are not options: scenes
    int given_count;
    vl_given *given; ///< in the order of the command line
    void *settings;  ///< values of the subcommand's own options

    bool help, version;
    int integrator_count; ///< 0: that of the scene
    const vl_integrator **integrators;
    int lane_count; ///< those of --lane; 0: not given
    vl_lane *lanes;
    const char *dt;  ///< a stream of time steps; NULL: that of the scene
    double duration; ///< s; NAN: not given
    int steps;       ///< −1: not given
    const char *csv; ///< NULL: a table; "-": standard output
    bool ledger, momentum;
};

/// Reads `count` arguments of a subcommand of the list. False and a message where they are wrong
/// usage. Call vl_arguments_free() in both cases; texts point into `argv`.
VL_MUST_USE bool vl_arguments_parse(vl_arguments *arguments,
                                    const vl_subcommand *const *subcommands,
                                    const vl_subcommand *subcommand, int count, char **argv,
                                    vl_error *error);

/// Whether the option was given.
bool vl_arguments_have(const vl_arguments *arguments, const vl_option *option);

void vl_arguments_free(vl_arguments *arguments);
