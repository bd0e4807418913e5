#pragma once
/// Options: a const struct each. Those of one subcommand are in its file, shared ones in option.c.
/// Parsing, help and completion read them.

#include "base/error.h"
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

    /// Reads the value into its member. False and a message where it is wrong. NULL where `sets` is
    /// enough.
    bool (*read)(const vl_value *value);
    size_t offset;        ///< of the member in the settings of the subcommand
    bool common;          ///< the member is in vl_arguments instead
    char letter;          ///< of the short form, -h; 0: there is none
    bool required;        ///< the subcommand needs it
    bool of_csv;          ///< means nothing without --csv
    vl_scene_key sets;    ///< the key of the scene that the value replaces; key NULL: none
    vl_scene_key of_lane; ///< the key of a lane that the value would be, where `sets` has none
    bool repeats;         ///< it may be given more than once
    double least, most;   ///< of a number
    const char *expected; ///< "the name of a file", for the message of vl_read_text()

    /// The names that the value can be, NULL behind the last, where no key of the scene has them.
    const char *(*choice)(int index);
};

/// A row in the list of a subcommand's options; its arguments are the members in their order.
#define VL_OPTION(...)                                                                             \
    &(const vl_option)                                                                             \
    {                                                                                              \
        .name = __VA_ARGS__                                                                        \
    }

/// `offset` and `common` of a member of vl_arguments, for a row.
#define VL_COMMON(member) offsetof(vl_arguments, member), true

/// For `read`: without a value, sets a bool.
bool vl_read_flag(const vl_value *value);

/// Text that is not empty: a const char *.
bool vl_read_text(const vl_value *value);

/// The same, but not "-": a file that has a name.
bool vl_read_path(const vl_value *value);

/// A whole number from `least` to `most`: an int64_t.
bool vl_read_integer(const vl_value *value);

/// A number of seconds from `least` to `most`: a double.
bool vl_read_seconds(const vl_value *value);

/// One of the words of the form, "run|end": an int, its index there.
bool vl_read_word(const vl_value *value);

/// A list such as "tcv,rk4": the integrators of vl_arguments.
bool vl_read_integrators(const vl_value *value);

/// Writes "--NAME is 'VALUE', expected EXPECTED" and returns false.
bool vl_value_refuse(const vl_value *value, const char *expected);

/// Calls `add` with each part of a list such as "a,b", until it returns false; an empty part is a
/// part too.
bool vl_value_for_each(const vl_value *value, bool (*add)(const vl_value *value, const char *part));

extern const vl_option vl_option_help, vl_option_integrator, vl_option_dt, vl_option_policy,
    vl_option_duration, vl_option_steps, vl_option_substeps, vl_option_solver, vl_option_iterations,
    vl_option_grids, vl_option_direction, vl_option_start, vl_option_csv;

/// A way to run the scene, given as the options that would set it; once for each lane. The other
/// one is that of `replay`.
extern const vl_option vl_option_lane, vl_option_other_lane;

/// The options of a subcommand that solves links.
#define VL_OPTIONS_OF_SOLVER                                                                       \
    &vl_option_substeps, &vl_option_solver, &vl_option_iterations, &vl_option_grids,               \
        &vl_option_direction, &vl_option_start

/// Sets one key of a scene from text, as if it were in the scene file. Messages name it as the
/// option: "--iterations is 'x', expected …". The key must be one of a single choice or number.
VL_MUST_USE bool vl_scene_key_set(vl_scene_key key, const char *option, const char *text,
                                  vl_scene *scene, vl_error *error);

/// Whether two scenes have the same value of a key.
bool vl_scene_key_same(vl_scene_key key, const vl_scene *a, const vl_scene *b);
