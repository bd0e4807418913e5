#pragma once
/// YAML, read and written with libyaml, for this room alone. A document is a tree whose nodes know
/// line and column. It must be the only one, of bounded depth and size, without anchors, aliases
/// and tags, and no mapping has a key twice.

#include "base/arena.h"
#include "base/error.h"

#include <stddef.h>

enum {
    VL_YAML_MOST_DEPTH = 32,
    VL_YAML_MOST_NODES = 2000000, ///< 400 MiB with their texts
    VL_YAML_MOST_KEYS = 64,       ///< of one mapping
};

typedef enum vl_yaml_kind { VL_YAML_SCALAR, VL_YAML_LIST, VL_YAML_MAPPING } vl_yaml_kind;

typedef struct vl_yaml_node vl_yaml_node;

/// One node. The children of a mapping are its values; each knows its key.
struct vl_yaml_node {
    vl_yaml_kind kind;
    int line, column;        ///< from 1; columns count characters
    bool quoted;             ///< scalar: quoted or a block, and therefore text
    int count;               ///< children
    const char *text;        ///< scalar: UTF-8, terminated; else ""
    const vl_yaml_node *key; ///< of a mapping's value; NULL else
    vl_yaml_node *first;     ///< child
    vl_yaml_node *next;      ///< the next child of the same parent; NULL
};

/// Reads one document into memory of the arena and returns its outermost node. `file` names it in
/// messages, and `before` lines stand before it there. NULL and a message with line and column
/// where it is not valid.
VL_MUST_USE const vl_yaml_node *vl_yaml_parse(vl_arena *arena, const char *bytes, size_t size,
                                              const char *file, int before, vl_error *error);

/// The value of a key, or NULL. `mapping` is of kind VL_YAML_MAPPING.
const vl_yaml_node *vl_yaml_find(const vl_yaml_node *mapping, const char *key);

/// The value of a key where it is written, else the mapping: the place for a message.
const vl_yaml_node *vl_yaml_place(const vl_yaml_node *mapping, const char *key);

/// The first child of the value of a key, or NULL.
const vl_yaml_node *vl_yaml_first(const vl_yaml_node *mapping, const char *key);

// Writing: one call for each beginning, value and end, in the order of the text.

typedef struct vl_yaml_writer vl_yaml_writer;

/// Begins a document. Finish with vl_yaml_writer_finish().
vl_yaml_writer *vl_yaml_writer_create(void);

/// Begins and ends a list or a mapping. `flow`: in one line, {a: 1, b: 2} and [1, 2].
void vl_yaml_write_begin(vl_yaml_writer *writer, vl_yaml_kind kind, bool flow);
void vl_yaml_write_end(vl_yaml_writer *writer, vl_yaml_kind kind);

/// Writes a key, a number or a word of the format unchanged.
void vl_yaml_write_word(vl_yaml_writer *writer, const char *word);

/// Writes the shortest text that reads back to the same double.
void vl_yaml_write_number(vl_yaml_writer *writer, double number);

/// Writes any text (UTF-8). It is quoted where a reader could take it for a number or a word of
/// YAML, and written as a block (|) where `block` is true and it has several lines.
void vl_yaml_write_text(vl_yaml_writer *writer, const char *text, bool block);

/// The text of the document; frees the writer. Free with vl_free().
char *vl_yaml_writer_finish(vl_yaml_writer *writer);
