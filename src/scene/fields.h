#pragma once
/// What a scene file may say, and how it is read, written, compared and explained. A *schema*
/// describes a mapping in the file and the struct that holds it; its *fields* are the keys. A new
/// key is one row in scene/scene_fields.c and one member of a struct in scene/scene.h.

#include "base/error.h"
#include "base/names.h"
#include "base/text.h"
#include "scene/scene.h"
#include "scene/yaml_tree.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct vl_field vl_field;
typedef struct vl_schema vl_schema;

/// The context of loading one file.
typedef struct vl_loading {
    const char *file; ///< name of the file in messages
    bool alone;       ///< the text may name no other file
    bool placeless;   ///< messages have no place, since nobody sees the text
    bool partial;     ///< what a mapping leaves out stays as it is
    vl_error *error;
} vl_loading;

/// The numbers that a field takes. Whatever the range is, a number other than 0 lies between
/// VL_FIELD_SMALLEST and VL_FIELD_LARGEST, so that products of a few of them stay finite.
typedef struct vl_range {
    double lower, upper;
    const char *words; ///< "greater than 0"; NULL: "from LOWER to UPPER"
} vl_range;

#define VL_FIELD_SMALLEST 1e-60
#define VL_FIELD_LARGEST  1e60

/// A table of names. A member of the type vl_type_choice holds the index of one of them, or points
/// to its row, where the offsets of other texts count from.
typedef struct vl_choices {
    vl_names names;   ///< of the rows
    const int *count; ///< of the rows; NULL: that of `names`
    bool points;      ///< the member is a pointer to a row, else an int
    const char *none; ///< a name before the others, of the pointer NULL; NULL: none
    size_t label;     ///< short, for people; of rows
    size_t keys;      ///< kinds of a schema: the keys that a kind has, with spaces between
    size_t example;   ///< kinds of a schema: a mapping
} vl_choices;

/// The choices of an array of words.
#define VL_CHOICES_OF_WORDS(words, count)                                                          \
    {                                                                                              \
        .names = {(words), (count), sizeof *(words), 0, false }                                    \
    }

/// A type of values. `record` is the struct that the offset of the field counts from.
typedef struct vl_type {
    size_t size;       ///< of the member, bytes, if it is no pointer to a row
    const char *words; ///< describes a value, see vl_field_words()

    /// Reads the member. False and a message where the field does not accept `value`.
    bool (*parse)(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                  void *record);

    /// Writes the value, without its key.
    void (*write)(vl_yaml_writer *writer, const vl_field *field, const void *record);

    /// Whether two values are equal; NULL: they are compared byte by byte.
    bool (*equal)(const vl_field *field, const void *a, const void *b);

    /// Frees what the member owns. NULL: nothing.
    void (*release)(const vl_field *field, void *record);
} vl_type;

/// One key. The rows of the tables are of this type. A key that has neither `initial` nor `absent`
/// is required.
struct vl_field {
    const char *key;
    size_t offset; ///< of the member
    const vl_type *type;
    const char *unit;          ///< "m/s²"; NULL for a pure number or none
    const vl_range *range;     ///< numbers, or how many elements a list has; NULL: any
    const vl_choices *choices; ///< names
    const vl_schema *schema;   ///< of a mapping
    size_t flag; ///< mapping: offset of a bool that tells if it is given; 0: it always is
    const vl_field *element; ///< list: its elements, each a record of its own
    size_t count;            ///< list: offset of the int that counts the elements
    bool inside;             ///< list: its array is in the record, else it is allocated
    const char *initial;     ///< the default, as written in a file; NULL: zero
    const char *absent;      ///< meaning of an absent key; NULL: the default
    const char *where;       ///< "kind: rod or string and shear: true": it means nothing elsewhere
    bool always;             ///< written also where it equals its default
    bool block;              ///< texts and mappings: written as a block of lines
    const char *meaning;     ///< one sentence, Markdown
};

/// A kind of mapping.
struct vl_schema {
    const char *name;  ///< "particle"
    const char *title; ///< heading in the documentation
    size_t size;       ///< of the struct
    const vl_field *fields;
    int field_count;
    const vl_field *rows; ///< of a lane: its fields, with those of the solver in place of that. Row
                          ///< i has bit i of vl_lane.own. NULL elsewhere
    int row_count;
    const char *example; ///< one mapping in YAML that is valid

    /// The first key selects the meaning of the others, so it is read first.
    bool first_decides;
    const vl_choices
        *kinds; ///< names of its kinds, each with some of the keys; NULL: one kind, all keys

    /// Checks several fields together after they are loaded. NULL: there is nothing to check.
    bool (*check)(const vl_loading *loading, const vl_yaml_node *mapping, void *record);
};

extern const vl_type vl_type_number, vl_type_integer, vl_type_bool, vl_type_text, vl_type_name,
    vl_type_timestep, vl_type_policy, vl_type_choice, vl_type_choices, vl_type_vector, vl_type_end,
    vl_type_list, vl_type_mapping, vl_type_lane;

/// The whole file, a vl_scene. Its parts are checked as they are read.
extern const vl_schema vl_schema_scene;

/// A lane of `compare`, a vl_lane. Its rows are those of the scene that a lane may have of its own,
/// its name and an engine.
extern const vl_schema vl_schema_lane;

/// A lesson, a vl_lesson.
extern const vl_schema vl_schema_lesson;

/// Reads a zeroed struct from a mapping. Release it on failure, too.
VL_MUST_USE bool vl_schema_load(const vl_loading *loading, const vl_schema *schema, void *into,
                                const vl_yaml_node *mapping);

/// Writes the fields that differ from their defaults, and those with `always`.
void vl_schema_save(vl_yaml_writer *writer, const vl_schema *schema, const void *from, bool flow);

/// Reads a value as a person types it: like `KEY: TEXT` in a file, but a number may have its unit
/// (base/quantity.h). Where it is refused, the message calls it `name`, and nothing changes.
VL_MUST_USE bool vl_field_read(const vl_field *field, const char *name, const char *text,
                               void *record, vl_error *error);

/// Whether two values, or two structs, are equal.
bool vl_field_equal(const vl_field *field, const void *a, const void *b);
bool vl_schema_equal(const vl_schema *schema, const void *a, const void *b);

/// Frees what the struct owns, not the struct.
void vl_schema_release(const vl_schema *schema, void *of);

/// The kind of a struct, an index into `kinds`; 0 without kinds.
int vl_schema_kind(const vl_schema *schema, const void *record);

/// Whether a field is one of a kind, an index into `kinds`; without kinds, every field is.
bool vl_schema_takes(const vl_schema *schema, int kind, const vl_field *field);

/// Whether a field means something beside the others of a record, see vl_field.where.
bool vl_field_applies(const vl_schema *schema, const vl_field *field, const void *record);

/// The field of that key, or NULL.
const vl_field *vl_schema_find(const vl_schema *schema, const char *key);

/// Adds which values the field accepts: "a number greater than 0 (kg)".
void vl_field_words(const vl_field *field, vl_text *text);

/// The member of a record. It may be written to if the record may.
static inline void *vl_member(const vl_field *field, const void *record)
{
    return (char *)record + field->offset;
}

static inline size_t vl_field_size(const vl_field *field)
{
    bool points = field->choices && field->choices->points;
    return points ? sizeof(const void *) : field->schema ? field->schema->size : field->type->size;
}

/// How many elements a list in a record has, and the one of that index.
int vl_list_count(const vl_field *list, const void *record);
void *vl_list_element(const vl_field *list, const void *record, int index);

/// Adds the names of a table: "a, b or c".
void vl_choices_words(const vl_choices *choices, vl_text *text);

/// The name of that index; NULL behind the last.
const char *vl_choices_name(const vl_choices *choices, int index);

/// The text at an offset of the row of that index.
const char *vl_choices_text(const vl_choices *choices, int index, size_t offset);

/// The index of the name that the member of a record holds; −1 where it holds none.
int vl_field_choice(const vl_field *field, const void *record);

// Messages.

/// Adds a message with the place of a node in front, as a line of its own while there is room.
/// Returns false.
bool vl_refuse(const vl_loading *loading, const vl_yaml_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Writes "unknown WHAT 'WORD'" and the most similar of `names`, or else all of them. Returns
/// false.
bool vl_refuse_word(const vl_loading *loading, const vl_yaml_node *place, const char *what,
                    const char *word, const char *const *names, int count);

// Lanes, which have some of the keys of a scene.

/// Whether a lane may have a value of its own for a row of vl_schema_lane.rows: an engine sets
/// most.
bool vl_lane_takes(const vl_lane *lane, const vl_field *row);
