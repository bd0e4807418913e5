#include "cli/subcommand.h"

#define VL_SUBCOMMAND(name) extern const vl_subcommand vl_subcommand_##name;
#include "cli/subcommands.inc"
#undef VL_SUBCOMMAND

#define VL_SUBCOMMAND(name) &vl_subcommand_##name,
const vl_subcommand *const vl_subcommands[] = {
#include "cli/subcommands.inc"
    NULL,
};
#undef VL_SUBCOMMAND
