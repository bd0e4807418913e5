#pragma once
/// The records of a scene file: the tables themselves.

#include "scene/fields.h"

/// The whole file, a vl_scene.
extern const vl_record vl_record_scene;
