#include "physics/forces/forces.h"

// The one list of kinds of force, in the order of the documentation.
const vl_force_kind *const vl_force_kinds[] = {
    &vl_force_harmonic,    &vl_force_polynomial, &vl_force_sine,     &vl_force_central,
    &vl_force_gravitation, &vl_force_wind,       &vl_force_magnetic,
};
const int vl_force_kind_count = sizeof vl_force_kinds / sizeof *vl_force_kinds;
