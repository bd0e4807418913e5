#pragma once
/// The name of the file that the window has written last.

#include "base/error.h"
#include "ui/input.h"

#include <stdint.h>

typedef struct vl_naming {
    char *path;     ///< of the file, owned; NULL: there is none, or it is still being written
    bool open;      ///< another name is typed
    bool drawn;     ///< its field was drawn in this frame
    vl_input field; ///< what was typed
    char wrong[VL_ERROR_TEXT_SIZE]; ///< why that name was refused
    int64_t files;                  ///< written or renamed so far
} vl_naming;
