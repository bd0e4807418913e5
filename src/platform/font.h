#pragma once
/// Finds a font that has every character the program writes.

#include "base/error.h"

#include <stdint.h>

/// Returns the file of a font with all of ASCII and all other characters of formulas, readouts and
/// messages: DejaVu Sans, else Noto Sans, else any upright font that has them. If there is none it
/// returns NULL and a message that names a package. Free with vl_free().
VL_MUST_USE char *vl_font_find(vl_error *error);
