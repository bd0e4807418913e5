#pragma once
/// The room of the stage: the scene as a picture, with grid, links, cloth, balls, arrows, trails.
/// It draws what the state says; it does not know which key or button has changed that.

#include "app/state/state.h"

/// What is worked out once for a world. Free with vl_stage_free().
vl_stage *vl_stage_create(const vl_world *world);

void vl_stage_free(vl_stage *stage);

/// Draws the world of the app into the camera's stage.
void vl_stage_draw(vl_app *app, const vl_ui *ui);

/// Whether all of the world lies in z = 0 and stays there.
bool vl_world_is_planar(const vl_world *world);

/// The view of the scene file, or where it has none all of the scene, moved out from under the
/// formula.
void vl_stage_fit_view(vl_app *app);

/// Chooses the particles whose trails are drawn in a new world, and begins with no trail.
void vl_trails_begin(vl_app *app);

/// Adds where they are now.
void vl_trails_add(vl_app *app);
