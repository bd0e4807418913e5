#pragma once
/// The ghost: the exact solution or the reference run, drawn over the stage as a dashed outline at
/// the time of the world. If there is none the legend says why. For this room alone.

#include "app/state/state.h"

typedef struct vl_ghost vl_ghost;

/// Allocates memory for the particles of a world. Free with vl_ghost_free().
vl_ghost *vl_ghost_create(const vl_world *world);

void vl_ghost_free(vl_ghost *ghost);

/// Links outside of cloths, as lines.
typedef struct vl_strands vl_strands;

/// Draws the ghost if it is known. `in_cloth` is indexed by slot.
void vl_ghost_draw(vl_ghost *ghost, const vl_app *app, const vl_strands *strands,
                   const bool *in_cloth, const vl_ui *ui);

/// Draws a row of the legend: what the ghost is, or why there is none.
void vl_ghost_draw_legend(const vl_ghost *ghost, const vl_app *app, const vl_ui *ui, vl_rect row);
