#pragma once
/// The scene as a picture: grid, links, cloth, balls, arrows, trails.

#include "app/state/app.h"

/// What is worked out once for a world. Free with vl_stage_free().
vl_stage *vl_stage_create(const vl_world *world);

void vl_stage_free(vl_stage *stage);

/// Draws the world of the app into the camera's stage.
void vl_stage_draw(vl_app *app, const vl_ui *ui);

/// Whether all of the world lies in z = 0 and stays there.
bool vl_world_is_planar(const vl_world *world);
