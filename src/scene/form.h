#pragma once
/// Reads texts such as "hitch:0.0166667:0.1:5": a name followed by numbers. For this room alone.

#include "base/names.h"

#include <float.h>

/// One of the numbers.
typedef struct vl_form_number {
    const char *name; ///< "dt"
    double lower, upper;
    bool whole;
    bool step;            ///< a time step, which may have a unit
    const char *expected; ///< "a time step greater than 0 and up to 1e6 (s)"
} vl_form_number;

enum { VL_FORM_MOST_NUMBERS = 3 };

/// What is expected where a number is a time step.
#define VL_FORM_A_STEP "a time step greater than 0 and up to 1e6 (s), such as 0.01, 10ms or 100Hz"

/// A number that is a time step.
#define VL_FORM_STEP(name)                                                                         \
    {                                                                                              \
        name, DBL_MIN, 1e6, false, true, VL_FORM_A_STEP                                            \
    }

/// Reads a time step with its unit: "10 ms", "0.01s", "144Hz", "144/s". False where there is none,
/// as in a number alone.
bool vl_form_step_with_unit(const char *text, double *seconds);

/// The form of such texts. It is the first member of each row of a table.
typedef struct vl_form {
    const char *name;                             ///< "random"
    const char *example;                          ///< "random:0.005:0.015:SEED"
    const char *summary;                          ///< for help and documentation
    vl_form_number numbers[VL_FORM_MOST_NUMBERS]; ///< those behind the last have no name
    bool rises;                                   ///< the second is not below the first
} vl_form;

/// The forms of a table, by name and by example: two arguments of vl_form_find().
#define VL_FORMS(rows, count) VL_NAMES(rows, count, form.name), VL_NAMES(rows, count, form.example)

/// The index of the row whose name `text` begins with; −1 and a message where there is none: `what`
/// is "stream of time steps".
int vl_form_find(const char *text, const char *what, vl_names names, vl_names examples,
                 vl_error *error);

/// Reads the numbers of `text` into `values`. False and a message where they do not fit the form.
VL_MUST_USE bool vl_form_read(const vl_form *form, const char *text, double *values,
                              vl_error *error);
