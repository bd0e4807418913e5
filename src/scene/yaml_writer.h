#pragma once
/// Writes YAML with libyaml's emitter: one call for each beginning, value and end, in the order of
/// the text. For this room alone.

#include "scene/yaml_tree.h"

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
