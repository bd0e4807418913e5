#pragma once
/// The text of a list of time steps, such as "30x0.0166667:0.1": lengths in seconds, each with the
/// number of times that it comes in a row where that is more than one. For stream.c and those who
/// make such a stream.

#include "base/error.h"

enum { VL_STEP_LIST_MOST = 1 << 20 }; ///< steps in a list

typedef struct vl_step_list {
    double *steps; ///< s, to be freed with vl_free()
    int count, capacity;
    bool ends;        ///< "end" follows the lengths: steps of 0 and less are allowed, as in a file
    const char *rest; ///< what else follows them in the text: another stream; NULL: nothing
} vl_step_list;

/// Behind the last step of a stream that ends with its list.
#define VL_STEP_LIST_END "end"

/// Reads the text of a stream, "list:30x0.0166667:0.1:fixed:0.01". The lengths end where a word
/// begins with a letter. False and a message, and nothing to free, where a length is not a time
/// step, or there are none or too many.
VL_MUST_USE bool vl_step_list_read(vl_step_list *list, const char *text, vl_error *error);

/// The text of a stream with `count` ≥ 1 steps and `rest` (NULL, or VL_STEP_LIST_END) behind them.
/// Reading it gives the same steps to the last bit. To be freed with vl_free().
char *vl_step_list_text(const double *steps, int count, const char *rest);
