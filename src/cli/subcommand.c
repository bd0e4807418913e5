#include "cli/subcommand.h"

extern const vl_subcommand vl_subcommand_demo, vl_subcommand_run, vl_subcommand_replay,
    vl_subcommand_order, vl_subcommand_check, vl_subcommand_render, vl_subcommand_stability,
    vl_subcommand_list, vl_subcommand_help;

// The one list of subcommands, in the order of the help. It uses all of their files, so nothing
// else is here.
// clang-format off
const vl_subcommand *const vl_subcommands[] = {
    &vl_subcommand_demo,
    &vl_subcommand_run,
    &vl_subcommand_replay,
    &vl_subcommand_order,
    &vl_subcommand_check,
    &vl_subcommand_render,
    &vl_subcommand_stability,
    &vl_subcommand_list,
    &vl_subcommand_help,
    NULL,
};
