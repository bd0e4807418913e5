#include "physics/model/force.h"
#include "physics/forces/forces.h"

const vl_force_kind *const vl_force_kinds[] = {
    &vl_force_harmonic, &vl_force_polynomial,  &vl_force_sine,
    &vl_force_central,  &vl_force_gravitation, &vl_force_wind,
};

const int vl_force_kind_count = sizeof vl_force_kinds / sizeof *vl_force_kinds;
