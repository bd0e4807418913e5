#include "cli/subcommand.h"

#include "base/names.h"

#include <string.h>

#define VL_ROW(name) extern const vl_subcommand vl_subcommand_##name;
#include "cli/subcommand_list.inc"
#undef VL_ROW

#define VL_ROW(name) &vl_subcommand_##name,
const vl_subcommand *const vl_subcommands[] = {
#include "cli/subcommand_list.inc"
    NULL,
};
#undef VL_ROW

const vl_subcommand *vl_subcommand_find(const vl_subcommand *const *list, const char *name)
{
    for (; *list; list++)
        if (*name && strcmp((*list)->name, name) == 0)
            return *list;
    return NULL;
}

const char *vl_subcommand_suggest(const vl_subcommand *const *list, const char *word)
{
    int count = 0;
    for (list++; list[count];) // the demo has no name
        count++;
    return vl_names_similar(VL_NAMES_OF_POINTERS(list, count, name), word);
}

const vl_option *vl_subcommand_option(const vl_subcommand *subcommand, const char *name)
{
    for (const vl_option *const *option = subcommand->options; *option; option++)
        if (strcmp((*option)->name, name) == 0)
            return *option;
    return NULL;
}
