#pragma once
/// The room of the stage: it draws the scene with grid, links, cloth, balls, arrows and trails. It
/// reads the state and does not depend on keys or buttons.

#include "app/state/state.h"

/// Makes what is kept for drawing the lanes anew where they are others than before.
void vl_stages_follow(vl_app *app);

void vl_stages_free(vl_app *app);

/// Draws the lanes into the whole window, over one another with the chosen one solid and on top; or
/// each in its pane.
void vl_stage_draw(vl_app *app, const vl_ui *ui);

/// Of the rows that tell what ghost, colours and arrows mean, pixels; 0 without them.
float vl_legend_height(const vl_app *app, const vl_ui *ui);

/// Whether the whole world lies in z = 0 and stays there.
bool vl_world_is_planar(const vl_world *world);

/// Gives the camera of the app the view of the scene file. Without one the view shows the whole
/// scene.
void vl_stage_fit_view(vl_app *app);
int vl_stage_most_conspicuous(const vl_app *app);

/// Chooses the particles of a new world whose trails are drawn.
void vl_trails_begin(vl_app *app);
void vl_trails_clear(vl_app *app);
void vl_trails_add(vl_app *app);
