#pragma once
/// How a lane runs the scene, in one line of a recording: 15 fields between bars, integrator|
/// solver|order|direction|iterations|tolerance|substeps|relaxation|grids|start|mistake|policy|
/// stream|engine|name. A field that is not there is "-".

#include "base/text.h"
#include "scene/scene.h"

/// Adds the line of a lane. `stream` is what its own frames are read from, NULL for none.
void vl_lane_text_write(vl_text *text, const vl_scene *lane, const char *stream);

/// Gives a copy of a scene the settings of a lane. The texts of the line stay those of `fields`,
/// which the function cuts into pieces. False and a message where a field is wrong.
VL_MUST_USE bool vl_lane_text_read(char *fields, vl_scene *lane, vl_error *error);

/// The settings of a solver alone: the fields from `solver` to `grids`.
void vl_solver_text_write(vl_text *text, const vl_solver_settings *settings);
VL_MUST_USE bool vl_solver_text_read(char *fields, vl_solver_settings *settings, vl_error *error);
