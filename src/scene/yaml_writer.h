#pragma once
/// Writes YAML with libyaml's emitter: the calls follow the document from its outside to its
/// inside.

#include <stdbool.h>

typedef struct vl_yaml_writer vl_yaml_writer;

/// Begins a document. Finish with vl_yaml_writer_finish().
vl_yaml_writer *vl_yaml_writer_create(void);

/// `flow`: in one line, {a: 1, b: 2} and [1, 2].
void vl_yaml_write_mapping_begin(vl_yaml_writer *writer, bool flow);
void vl_yaml_write_mapping_end(vl_yaml_writer *writer);
void vl_yaml_write_list_begin(vl_yaml_writer *writer, bool flow);
void vl_yaml_write_list_end(vl_yaml_writer *writer);

/// A key, a number, a word of the format: as it is.
void vl_yaml_write_word(vl_yaml_writer *writer, const char *word);

/// The shortest text that reads back to the same double.
void vl_yaml_write_number(vl_yaml_writer *writer, double number);

/// Any text (UTF-8), in quotes where it would else be taken for something that is not text; as a
/// block of lines (|) where `block` is asked for and possible.
void vl_yaml_write_text(vl_yaml_writer *writer, const char *text, bool block);

/// The text of the document; frees the writer. Free with vl_free().
char *vl_yaml_writer_finish(vl_yaml_writer *writer);
