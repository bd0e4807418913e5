#pragma once
/// The room of the stage: it draws the scene with grid, links, cloth, balls, arrows and trails. It
/// reads the state and does not depend on keys or buttons.

#include "app/state/state.h"

/// Data computed once for a world. Free with vl_stage_free().
vl_stage *vl_stage_create(const vl_world *world);

void vl_stage_free(vl_stage *stage);

/// Draws the world of the app into the whole window.
void vl_stage_draw(vl_app *app, const vl_ui *ui);

/// Whether the whole world lies in z = 0 and stays there.
bool vl_world_is_planar(const vl_world *world);

/// Sets the view of the scene file. Without one the view shows the whole scene.
void vl_stage_fit_view(vl_app *app);

/// Counts the visible particles behind a rectangle of the window; of many, a sample.
int vl_stage_count_behind(const vl_app *app, vl_rect rect);

/// Chooses the particles of a new world whose trails are drawn, and clears all trails.
void vl_trails_begin(vl_app *app);

/// Appends the present positions to the trails.
void vl_trails_add(vl_app *app);
