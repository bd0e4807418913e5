#pragma once
/// Where everything should be: the exact solution or the reference run, drawn over the stage as a
/// dashed outline of the same instant as the world, or a word why there is none.
/// For this room alone.

#include "app/state/state.h"

typedef struct vl_ghost vl_ghost;

/// Memory for the particles of a world. Free with vl_ghost_free().
vl_ghost *vl_ghost_create(const vl_world *world);

void vl_ghost_free(vl_ghost *ghost);

/// What is drawn of links, besides those inside a cloth.
typedef struct vl_strands vl_strands;

/// Draws it for the app, where it is known. `in_cloth`: by slot.
void vl_ghost_draw(vl_ghost *ghost, const vl_app *app, const vl_strands *strands,
                   const bool *in_cloth, const vl_ui *ui);

/// A row of the legend: what the ghost is, or why there is none.
void vl_ghost_draw_legend(const vl_ghost *ghost, const vl_app *app, const vl_ui *ui, vl_rect row);
