#pragma once
/// Finds a font that has every character the program writes.

#include "base/error.h"

#include <stdint.h>

/// Every character beyond ASCII that formulas, readouts and messages are made of, as UTF-8.
extern const char vl_font_characters[];

/// The file of a font with all of ASCII and vl_font_characters: DejaVu Sans, else Noto Sans, else
/// any upright family that has them all. NULL and a message that names a package where there is
/// none. Free with vl_free().
VL_MUST_USE char *vl_font_find(vl_error *error);
