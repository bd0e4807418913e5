#include "cli/subcommand.h"

#define VL_ROW(name) extern const vl_subcommand vl_subcommand_##name;
#include "cli/subcommand_list.inc"
#undef VL_ROW

#define VL_ROW(name) &vl_subcommand_##name,
const vl_subcommand *const vl_subcommands[] = {
#include "cli/subcommand_list.inc"
    NULL,
};
#undef VL_ROW
