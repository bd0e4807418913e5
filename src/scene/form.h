#pragma once
/// Texts such as "hitch:0.0166667:0.1:5": a name, and numbers behind it.

#include "base/error.h"

#include <stdbool.h>

/// One number behind the name.
typedef struct vl_form_number {
    const char *name; ///< "dt"
    double least, most;
    bool whole;
    const char *expected; ///< "a time step greater than 0 and up to 1e6 (s)"
} vl_form_number;

enum { VL_FORM_MOST_NUMBERS = 3 };

/// A time step, s: for whoever takes one.
#define VL_FORM_A_STEP "a time step greater than 0 and up to 1e6 (s)"

/// Reads the numbers of `text` into `values`, as many as `wanted` has before NULL. False and a
/// message where they are others; `form` is an example.
VL_MUST_USE bool vl_form_numbers(const char *text, const vl_form_number *const *wanted,
                                 const char *form, double *values, vl_error *error);

/// The index of the name that `text` begins with among `count` `names`, or −1 and a message:
/// `what` is "stream of time steps", `forms` are examples.
int vl_form_find(const char *text, const char *what, const char *const *names,
                 const char *const *forms, int count, vl_error *error);
