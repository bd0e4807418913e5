#pragma once
/// The icon of the window: a ball on a string, drawn by the program.

#include "platform/picture.h"

/// Returns a square picture of `side` pixels (≥ 1) with round corners; free with vl_picture_free().
vl_picture vl_icon_picture(int side);
