#pragma once
/// Finds a font that has every character the program writes.

#include "base/error.h"

#include <stdint.h>

/// The file of a font with all of ASCII and all that formulas, readouts and messages need beyond
/// it: DejaVu Sans, else Noto Sans, else any upright family that has them all. NULL and a message
/// that names a package where there is none. Free with vl_free().
VL_MUST_USE char *vl_font_find(vl_error *error);
