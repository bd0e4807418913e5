#include "scene/not_yet.h"

#include <string.h>

// Ends with an empty row; at present there is no other.
const vl_not_yet_row vl_not_yet_rows[] = {{0}};

const int vl_not_yet_row_count = sizeof vl_not_yet_rows / sizeof *vl_not_yet_rows - 1;

static bool asks_for(const vl_not_yet_row *row, const char *record, const vl_yaml_node *value)
{
    double number;
    if (strcmp(row->record, record) != 0 || strcmp(row->key, value->key->text) != 0)
        return false;
    if (row->positive)
        return value->kind == VL_YAML_SCALAR && !value->quoted &&
               vl_parse_number(value->text, &number) && number > 0;
    return !row->value || strcmp(row->value, value->text) == 0;
}

bool vl_not_yet(const vl_loading *loading, const char *record, const vl_yaml_node *value)
{
    for (int i = 0; i < vl_not_yet_row_count; i++) {
        const vl_not_yet_row *row = &vl_not_yet_rows[i];
        if (!asks_for(row, record, value))
            continue;

        // A key that is not there at all is the mistake itself; else its value is.
        const vl_yaml_node *place = row->value || row->positive ? value : value->key;
        vl_fail_at(loading->error, vl_loading_place(loading, place),
                   "%s not in this version, expected %s", row->what, row->instead);
        return true;
    }
    return false;
}
