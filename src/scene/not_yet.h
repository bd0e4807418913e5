#pragma once
/// What the scene format knows and this version of the program does not have: one table.
///
/// A scene that asks for one of these is refused at its line. When a feature arrives, its row goes.

#include "scene/fields.h"

typedef struct vl_not_yet_row {
    const char *record;  ///< name of the record: "solver"
    const char *key;     ///< "method"
    const char *value;   ///< the value that is refused; NULL: any
    bool positive;       ///< any number greater than 0 is refused
    const char *what;    ///< "the solver 'direct' is"
    const char *instead; ///< what can be used: "method: relax"
} vl_not_yet_row;

extern const vl_not_yet_row vl_not_yet_rows[];
extern const int vl_not_yet_row_count;

/// Whether a value, by its key, asks for what is not there; then the message is written.
bool vl_not_yet(const vl_loading *loading, const char *record, const vl_yaml_node *value);
