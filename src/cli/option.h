#pragma once
/// Options: a const struct each. Those of one subcommand are in its file, shared ones in option.c.
/// Parsing, help and completion read them.

#include "base/error.h"
#include "scene/fields.h"
#include "scene/scene.h"

#include <stddef.h>

/// Names a key: `record` is the mapping that contains it, NULL for the scene itself.
typedef struct vl_scene_key {
    const char *record;
    const char *key;
} vl_scene_key;

typedef struct vl_arguments vl_arguments;

typedef struct vl_option vl_option;

/// The value of an option as it is read.
typedef struct vl_value {
    const vl_option *option;
    const char *text; ///< "" of an option that takes none
    void *member;     ///< the member that the option sets
    vl_arguments *arguments;
    vl_error *error;
} vl_value;

struct vl_option {
    const char *name;    ///< "integrator", without the dashes
    const char *form;    ///< of the value: "STREAM"; NULL: the option takes none
    const char *meaning; ///< sentences; code in backticks

    /// Its member in the settings of the subcommand, and the values that it takes, as of a key of a
    /// scene. An option without a value sets a bool there.
    vl_field field;
    bool common; ///< the member is in vl_arguments instead

    /// Reads the value into its member. False and a message where it is wrong. NULL where `field`
    /// or `sets` is enough.
    bool (*read)(const vl_value *value);
    bool required;        ///< the subcommand needs it
    vl_scene_key sets;    ///< the key of the scene that the value replaces; key NULL: none
    vl_scene_key of_lane; ///< the key of a lane that the value would be, where `sets` has none
    bool repeats;         ///< it may be given more than once
    const char *expected; ///< "the name of a file", for the message of vl_read_text()
};

/// A row in the list of a subcommand's options; its arguments are the members in their order.
#define VL_OPTION(...)                                                                             \
    &(const vl_option)                                                                             \
    {                                                                                              \
        .name = __VA_ARGS__                                                                        \
    }

/// The member of an option for a row: in the struct `settings` of its file, or in vl_arguments.
#define VL_OWN(member)    .field.offset = offsetof(settings, member)
#define VL_COMMON(member) .common = true, .field.offset = offsetof(vl_arguments, member)

/// What it takes, behind one of these: a whole number, a number, seconds, one of the `count` words
/// whose index is an int, or the name of a row of a table.
#define VL_TAKES(type_) .field.type = &vl_type_##type_
#define VL_RANGE(least, most, ...)                                                                 \
    .field.range = &(const vl_range)                                                               \
    {                                                                                              \
        least, most, __VA_ARGS__                                                                   \
    }
#define VL_INTEGER(least, most) VL_TAKES(integer), VL_RANGE(least, most, NULL)
#define VL_SECONDS(most)        VL_TAKES(number), .field.unit = "s", VL_RANGE(0, most, NULL)
#define VL_CHOICE(...)          VL_TAKES(choice), .field.choices = &(const vl_choices)__VA_ARGS__

/// For `read`: text that is not empty: a const char *.
bool vl_read_text(const vl_value *value);

/// The same, but not "-": a file that has a name.
bool vl_read_path(const vl_value *value);

/// Writes "--NAME is 'VALUE', expected EXPECTED" and returns false.
bool vl_value_refuse(const vl_value *value, const char *expected);

extern const vl_option vl_option_help, vl_option_integrator, vl_option_dt, vl_option_policy,
    vl_option_duration, vl_option_steps, vl_option_substeps, vl_option_solver, vl_option_iterations,
    vl_option_grids, vl_option_direction, vl_option_start, vl_option_csv, vl_option_momentum,
    vl_option_ledger;

/// A way to run the scene, once for each lane.
extern const vl_option vl_option_lane;

/// The options of a subcommand that solves links.
#define VL_OPTIONS_OF_SOLVER                                                                       \
    &vl_option_substeps, &vl_option_solver, &vl_option_iterations, &vl_option_grids,               \
        &vl_option_direction, &vl_option_start

/// The row of a key, with the offset of its member in a vl_scene. The key must be one of a single
/// choice, number or text.
vl_field vl_scene_key_field(vl_scene_key key);

/// Reads the value of a row into its member. Messages name it as the option: "--iterations is 'x',
/// expected …".
VL_MUST_USE bool vl_option_read(const vl_option *option, const vl_field *field, const char *text,
                                void *record, vl_error *error);
