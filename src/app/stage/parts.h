#pragma once
/// The parts of the picture; for this room alone.

#include "app/stage/cloth_view.h"
#include "app/stage/ghost.h"
#include "app/stage/stage.h"
#include "app/stage/strands.h"
#include "ui/widgets.h"

struct vl_stage {
    vl_strands *strands;
    int version; ///< of the links that the strands are made of
    int cloth_count;
    vl_cloth_view **cloths;
    bool *in_cloth; ///< by slot
    vl_solids solids;
    vl_ghost *ghost;
    int *layers;                 ///< by slot; of a ball that is body k: −1 − k
    double fastest;              ///< m/s, largest speed so far, for the length of arrows
    double hardest;              ///< m/s², largest acceleration so far
    double recent_strain;        ///< largest of late
    double full_strain;          ///< that gets the full colour
    double longest_displacement; ///< m, of all particles
    float *shades; ///< by slot: 1 for the longest displacement, 0 for 1/1000 of it and less
    float *points; ///< work: x, y of a strand
};

/// Lines every so many metres, with numbers; a floor where the view is turned.
void vl_grid_draw(const vl_app *app, const vl_ui *ui);

/// Velocities and accelerations as arrows.
void vl_arrows_draw(vl_app *app, const vl_ui *ui, const vl_projection *projection);

/// What colours, arrows and the dashed outline mean.
void vl_legend_draw(const vl_app *app, const vl_ui *ui);

/// Height of the legend, from the top of the stage, pixels.
float vl_legend_height(const vl_app *app, const vl_ui *ui);

/// A sign for each wind of the world, one above the other, at the lower left of the stage: an arrow
/// that turns and grows with it, and its speed.
void vl_wind_sign_draw(const vl_app *app, const vl_ui *ui);
