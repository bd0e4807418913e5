#pragma once
/// Mathematics: vectors with an array for each axis, sparse systems of linear
/// equations, elliptic functions and Kepler's problem. Each has a header of its own. This room
/// knows no particles, links or worlds.

#include "physics/math/axes.h"
#include "physics/math/elliptic.h"
#include "physics/math/kepler.h"
#include "physics/math/sparse.h"
