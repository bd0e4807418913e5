#pragma once
/// The libraries of the window.

#include "base/text.h"

/// Adds each library with its version as it runs: ", SDL 2.26.5, SDL_ttf 2.20.1, …".
void vl_libraries_add(vl_text *text);
