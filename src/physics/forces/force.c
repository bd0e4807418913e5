#include "physics/model/force.h"
#include "physics/forces/forces.h"

#define VL_ROW(name) extern const vl_force_kind vl_force_##name;
#include "physics/forces/force_list.inc"
#undef VL_ROW

#define VL_ROW(name) &vl_force_##name,
const vl_force_kind *const vl_force_kinds[] = {
#include "physics/forces/force_list.inc"
};
#undef VL_ROW

const int vl_force_kind_count = sizeof vl_force_kinds / sizeof *vl_force_kinds;
