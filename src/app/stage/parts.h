#pragma once
/// The parts of the stage. For this room alone.

#include "app/stage/cloth_view.h"
#include "app/stage/ghost.h"
#include "app/stage/stage.h"
#include "app/stage/strands.h"
#include "ui/widgets.h"

struct vl_stage {
    vl_strands *strands;
    int version; ///< version of the links that the strands were made from
    int cloth_count;
    vl_cloth_view **cloths;
    bool *in_cloth; ///< by slot
    vl_solids solids;
    vl_ghost *ghost;
    int *layers;                 ///< by slot; −1 − k for a ball that is body k
    double fastest;              ///< m/s, largest speed so far; scales the arrows
    double hardest;              ///< m/s², largest acceleration so far; scales the arrows
    double recent_strain;        ///< largest recent strain
    double full_strain;          ///< strain with the full colour
    double longest_displacement; ///< m, of all particles
    float *shades; ///< by slot: 1 for the longest displacement, 0 for 1/1000 of it and less
    float *points; ///< buffer: x, y of a strand
};

/// Draws grid lines with numbers, or a floor if the view is turned.
void vl_grid_draw(const vl_app *app, const vl_ui *ui);

/// Draws velocities and accelerations as arrows.
void vl_arrows_draw(vl_app *app, const vl_ui *ui, const vl_projection *projection);

/// Draws the legend: the meaning of colours, arrows and the dashed outline.
void vl_legend_draw(const vl_app *app, const vl_ui *ui);

/// Returns the height of the legend from the top of the stage, pixels.
float vl_legend_height(const vl_app *app, const vl_ui *ui);

/// Draws a sign for each wind of the world, one above the other, at the lower left of the stage: an
/// arrow with the direction of the wind, which grows with its speed, and the speed.
void vl_wind_sign_draw(const vl_app *app, const vl_ui *ui);
