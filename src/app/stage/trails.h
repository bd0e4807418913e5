#pragma once
/// Where the largest balls have been.

#include "app/state/app.h"

/// Chooses the particles to follow in a new world, and begins with no trail.
void vl_trails_begin(vl_app *app);

/// Adds where they are now.
void vl_trails_add(vl_app *app);
