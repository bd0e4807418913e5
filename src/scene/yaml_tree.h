#pragma once
/// A YAML document as a tree whose every node knows its line and column. For this room alone.
///
/// libyaml reads it. It must be one document of bounded depth and size, without anchors, aliases
/// and tags, and no mapping has a key twice.

#include "base/arena.h"
#include "base/error.h"

#include <stddef.h>

enum {
    VL_YAML_MOST_DEPTH = 32,
    VL_YAML_MOST_NODES = 2000000, ///< 200 MiB with their texts
    VL_YAML_MOST_KEYS = 64,       ///< of one mapping
};

typedef enum vl_yaml_kind { VL_YAML_SCALAR, VL_YAML_LIST, VL_YAML_MAPPING } vl_yaml_kind;

typedef struct vl_yaml_node vl_yaml_node;

/// One node. The children of a mapping are its values; each knows its key.
struct vl_yaml_node {
    vl_yaml_kind kind;
    int line, column;           ///< from 1; columns count characters
    bool quoted;                ///< scalar: quoted or a block, and therefore text
    int count;                  ///< children
    const char *text;           ///< scalar: UTF-8, terminated; else ""
    const vl_yaml_node *key;    ///< of a mapping's value; NULL else
    vl_yaml_node *first, *last; ///< children
    vl_yaml_node *next;         ///< the next child of the same parent; NULL
};

/// Reads one document into memory of the arena and returns its outermost node. `file` names it in
/// messages. NULL and a message with line and column where it is not valid.
VL_MUST_USE const vl_yaml_node *vl_yaml_parse(vl_arena *arena, const char *bytes, size_t size,
                                              const char *file, vl_error *error);

/// The value of a key, or NULL. `mapping` is of kind VL_YAML_MAPPING.
const vl_yaml_node *vl_yaml_find(const vl_yaml_node *mapping, const char *key);

/// The value of a key where it is written, else the mapping: the place for a message.
const vl_yaml_node *vl_yaml_place(const vl_yaml_node *mapping, const char *key);

/// The first child of the value of a key, or NULL.
const vl_yaml_node *vl_yaml_first(const vl_yaml_node *mapping, const char *key);
