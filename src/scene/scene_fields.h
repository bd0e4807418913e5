#pragma once
/// The schema of a scene file: the tables themselves.

#include "scene/fields.h"

/// The whole file, a vl_scene.
extern const vl_schema vl_schema_scene;
