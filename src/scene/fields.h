#pragma once
/// The table of fields: what a scene file may say, and how it is read, written, compared,
/// explained.
///
/// A *record* is a mapping in the file and a struct in memory; its *fields* are the keys. Loading,
/// saving, equality, messages and docs/scene-format.md all come from the tables in
/// scene/scene_fields.c: a new key is one row there and one member in scene/scene.h.

#include "base/error.h"
#include "base/text.h"
#include "scene/yaml_tree.h"
#include "scene/yaml_writer.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct vl_field vl_field;
typedef struct vl_record vl_record;

/// What the loading of one file needs everywhere.
typedef struct vl_loading {
    const char *file;   ///< in messages
    const char *folder; ///< where relative paths are looked for
    vl_error *error;
} vl_loading;

/// The numbers a field takes. Whatever the range, a number other than 0 lies between
/// VL_FIELD_SMALLEST and VL_FIELD_LARGEST, so that products of a few of them stay finite.
typedef struct vl_range {
    double least, most;
    const char *words; ///< "greater than 0"; NULL: "from LEAST to MOST"
} vl_range;

#define VL_FIELD_SMALLEST 1e-60
#define VL_FIELD_LARGEST  1e60

/// A set of names, each with a number from 0.
typedef struct vl_choices {
    const char *(*name)(int index);  ///< NULL behind the last
    int (*read)(const void *member); ///< which one a member holds; −1 for none
    void (*write)(void *member, int index);
} vl_choices;

enum { VL_MOST_CHOICES = 32 };

/// How a kind of value is handled. `record` is the struct that the field's offset counts from.
typedef struct vl_field_type {
    /// Sets the member to its default. NULL: zero is the default.
    void (*reset)(const vl_field *field, void *record);

    /// Reads the member; false and a message where `value` is not what the field takes.
    bool (*load)(const vl_loading *loading, const vl_field *field, void *record,
                 const vl_yaml_node *value);

    /// Writes the value, without its key.
    void (*save)(vl_yaml_writer *writer, const vl_field *field, const void *record);

    bool (*equal)(const vl_field *field, const void *a, const void *b);

    /// Says what the field takes: "a number greater than 0 (kg)".
    void (*expect)(const vl_field *field, vl_text *text);

    /// Says what the default is. NULL: the field has none to speak of.
    void (*show_default)(const vl_field *field, vl_text *text);

    /// Frees what the member owns. NULL: nothing.
    void (*release)(const vl_field *field, void *record);
} vl_field_type;

/// One key. The rows of the tables are of this type.
struct vl_field {
    const char *key;
    const vl_field_type *type;
    size_t offset;             ///< of the member
    size_t count;              ///< lists: offset of the int that counts the elements
    size_t flag;               ///< vl_type_record: offset of a bool, "it is there"; 0: it always is
    int most_elements;         ///< vl_type_numbers
    const vl_field *element;   ///< vl_type_list: its elements, each a record of its own
    size_t element_size;       ///< vl_type_list, bytes
    const char *unit;          ///< "m/s²"; NULL for a pure number or none
    const vl_range *range;     ///< numbers; NULL: any
    double initial;            ///< the default of numbers, yes-or-no values and choices
    const char *initial_text;  ///< the default of a text; NULL: none
    const char *default_words; ///< how to name the default where its value does not say it
    bool required;
    bool always; ///< written also where it equals its default
    bool block;  ///< texts: written as a block of lines
    const vl_choices *choices;
    const char *(*lacks)(int index); ///< what this build lacks for that choice; NULL: nothing, ever
    const vl_record *record;         ///< of the elements, or of the mapping
    const char *meaning;             ///< one sentence, Markdown
};

/// A kind of mapping.
struct vl_record {
    const char *name;  ///< "particle"
    const char *title; ///< heading in the documentation
    size_t size;       ///< of the struct
    const vl_field *fields;
    int field_count;
    const char *example; ///< one mapping in YAML that is valid; NULL for the scene itself

    /// A record with a tag has no fields of its own: the value of that key tells which variant is
    /// meant. `tag_of` tells it of a struct.
    const char *tag;
    const vl_record *variants;
    int variant_count;
    const char *(*tag_of)(const void *record);

    /// What no single field can tell; called after the fields are loaded. NULL: nothing.
    bool (*check)(const vl_loading *loading, const vl_yaml_node *mapping, void *record);
};

extern const vl_field_type vl_type_format, vl_type_number, vl_type_integer, vl_type_bool,
    vl_type_text, vl_type_name, vl_type_timestep, vl_type_policy, vl_type_choice, vl_type_choices,
    vl_type_vector, vl_type_end, vl_type_place, vl_type_numbers, vl_type_list, vl_type_record,
    vl_type_records;

/// Sets every field to its default.
void vl_record_reset(const vl_record *record, void *into);

/// Reads a zeroed struct from a mapping. On failure what was read is kept, to be released.
VL_MUST_USE bool vl_record_load(const vl_loading *loading, const vl_record *record, void *into,
                                const vl_yaml_node *mapping);

/// Writes the fields that do not equal their defaults, and those that are always written.
void vl_record_save(vl_yaml_writer *writer, const vl_record *record, const void *from, bool flow);

bool vl_record_equal(const vl_record *record, const void *a, const void *b);

/// Frees what the struct owns, not the struct.
void vl_record_release(const vl_record *record, void *of);

/// "KEY is FOUND, expected …", at the place of `value`. Returns false.
bool vl_field_refuse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value);

/// The place of a node, for vl_fail_at().
vl_location vl_loading_place(const vl_loading *loading, const vl_yaml_node *node);

/// Adds what a node is, as a person would say it: "-1", "'heavy'", "a list of 3", "nothing".
void vl_yaml_describe(const vl_yaml_node *node, vl_text *text);

/// Adds "a, b or c".
void vl_text_add_names(vl_text *text, const char *const *names, int count);

/// The names of a set; returns how many.
int vl_choices_names(const vl_choices *choices, const char *names[VL_MOST_CHOICES]);
